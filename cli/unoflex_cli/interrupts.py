"""Ctrl-C and a request to end (SIGTERM) as a flag, so that running work ends between two pieces and tells what it has.

What the work does when it sees the flag is its own business.
"""

import atexit
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from unoflex_cli.failures import INTERRUPTED

SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 1.0  # seconds for tidying up after the second Ctrl-C
STACK = 64 * 2**20  # bytes; what compiles needs more than the threads of some systems get


@contextmanager
def stoppable(end: Callable[[int], object] = os._exit) -> Iterator[threading.Event]:
    """Within the block the first Ctrl-C, and any SIGTERM, only sets the event that the block is given.

    A second Ctrl-C is for somebody who does not want to wait: it raises KeyboardInterrupt, and if the process has
    not ended a second later, because a piece of work does not come to an end, it is ended with exit code 130.

    To be entered when the work looks at the event, not before: compiling, say, does not look. A signal that the
    process was told to ignore stays ignored. Outside the main thread, which alone hears signals, nothing is changed.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def hear(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT and stop.is_set():
            last = threading.Timer(PATIENCE, end, [INTERRUPTED])
            last.daemon = True  # what ends by itself is not kept waiting
            last.start()
            raise KeyboardInterrupt
        stop.set()

    before: dict[signal.Signals, Any] = {}
    try:
        for each in SIGNALS:
            if signal.getsignal(each) not in (signal.SIG_IGN, None):  # None: not Python's, and could not be restored
                before[each] = signal.signal(each, hear)
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def abandonable(work: Callable[[], object], end: Callable[[int], object] = os._exit) -> None:
    """Do `work`, which does not hear Ctrl-C because it spends seconds outside Python (compiling does), and wait for it.

    Ctrl-C raises KeyboardInterrupt at once. The work then goes on while the process says what it has to say, and is
    gone with it: the process ends with exit code 130 without waiting, and without taking away what the work stands on.
    """
    failed: list[BaseException] = []
    done = threading.Event()

    def do() -> None:
        try:
            work()
        except BaseException as error:  # raised again where it is waited for
            failed.append(error)
        finally:
            done.set()

    before = threading.stack_size(STACK)
    try:
        threading.Thread(target=do, daemon=True).start()
    finally:
        threading.stack_size(before)
    try:
        done.wait()
    except KeyboardInterrupt:
        atexit.register(end, INTERRUPTED)
        raise
    if failed:
        raise failed[0]
