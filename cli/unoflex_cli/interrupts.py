"""Ctrl-C, SIGTERM and SIGHUP: as an interrupt that cleans up, or as a flag that stops work between two batches.

Not here: how work reacts to the flag.
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

#: Signals that ask a process to end; Windows has no SIGHUP.
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
SIGNALS = (signal.SIGINT, *ENDING)
PATIENCE = 1.0  # seconds for cleaning up after the second Ctrl-C
STACK = 64 * 2**20  # bytes; compiling needs more than the default of some systems


@contextmanager
def interruptible() -> Iterator[None]:
    """Within the block, SIGTERM and SIGHUP raise KeyboardInterrupt, so that no half-written file is left.

    Ignored signals stay ignored. Outside the main thread nothing changes.
    """
    before: dict[signal.Signals, Any] = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for each in ENDING:
                if signal.getsignal(each) is signal.SIG_DFL:
                    before[each] = signal.signal(each, signal.default_int_handler)
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def stoppable(end: Callable[[int], object] = os._exit) -> Iterator[threading.Event]:
    """Within the block, the first Ctrl-C, SIGTERM and SIGHUP only set the event that the block gets.

    A second Ctrl-C raises KeyboardInterrupt. If the process is still running a second later, it exits with code 130.

    Enter the block only around work that checks the event; compiling, for example, does not. Ignored signals stay
    ignored. Outside the main thread, which alone receives signals, nothing changes.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def hear(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT and stop.is_set():
            last = threading.Timer(PATIENCE, end, [INTERRUPTED])
            last.daemon = True  # so that the process can end by itself
            last.start()
            raise KeyboardInterrupt
        stop.set()

    before: dict[signal.Signals, Any] = {}
    try:
        for each in SIGNALS:
            if signal.getsignal(each) not in (
                signal.SIG_IGN,
                None,
            ):  # None: not set by Python, so it could not be restored
                before[each] = signal.signal(each, hear)
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def abandonable(work: Callable[[], object], end: Callable[[int], object] = os._exit) -> None:
    """Do `work` that cannot receive Ctrl-C because it spends seconds outside Python, such as compiling.

    Ctrl-C raises KeyboardInterrupt at once. The work continues while the process reports, and dies with it: the process
    exits with code 130 without waiting and without cleaning up what the work uses.
    """
    failed: list[BaseException] = []
    done = threading.Event()

    def do() -> None:
        try:
            work()
        except BaseException as error:  # raised again in the waiting thread
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
