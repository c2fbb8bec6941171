"""Ctrl-C and SIGTERM as a flag, and a second Ctrl-C that ends at once."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from unoflex_cli import interrupts
from unoflex_cli.interrupts import ENDING, abandonable, interruptible, stoppable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")

# Works in pieces; a stubborn worker never reads the flag, a hanging one has an endless thread.
PROGRAM = """
import sys, threading, time
from unoflex_cli import interrupts
from unoflex_cli.interrupts import stoppable
how = sys.argv[1]
if how == "stubborn":
    interrupts.PATIENCE = 60  # what ends by itself is not kept waiting for this
with stoppable() as stop:
    if how == "hanging":
        threading.Thread(target=time.sleep, args=(60,)).start()
    print("ready", flush=True)
    try:
        while how != "willing" or not stop.is_set():
            time.sleep(0.01)
    except KeyboardInterrupt:
        print("tidied up", flush=True)
        sys.exit(130)
print("has", "stopped" if stop.is_set() else "ended", flush=True)
"""


def hear_interrupts():
    """Background processes ignore Ctrl-C; a program under test must receive it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def started(child_environment):
    running = []

    def started(how, prepare=hear_interrupts):
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, how],
            env=child_environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=prepare,
        )
        running.append(process)
        assert process.stdout.readline() == "ready\n"
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_lets_the_work_finish(started, number):
    process = started("willing")
    process.send_signal(number)
    assert process.communicate(timeout=10) == ("has stopped\n", "")
    assert process.returncode == 0


def test_the_second_ctrl_c_ends_at_once_d06(started):
    process = started("stubborn")
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)  # a second SIGTERM does not end at once
    time.sleep(0.2)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=10) == ("tidied up\n", "")
    assert process.returncode == 130


def test_work_that_does_not_end_is_killed_d06(started):
    process = started("hanging")
    process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    assert process.communicate(timeout=10) == ("tidied up\n", "")
    assert process.returncode == 130
    assert time.monotonic() - asked < interrupts.PATIENCE + 1


def test_ignored_signals_stay_ignored(started):
    process = started("stubborn", lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
    assert process.poll() is None


def test_handlers_are_restored_even_after_a_failure():
    before = [signal.getsignal(each) for each in interrupts.SIGNALS]
    with pytest.raises(RuntimeError), stoppable() as stop:  # noqa: PT012
        assert not stop.is_set()
        assert [signal.getsignal(each) for each in interrupts.SIGNALS] != before
        raise RuntimeError
    assert [signal.getsignal(each) for each in interrupts.SIGNALS] == before


def test_the_second_ctrl_c_in_one_process(monkeypatch):
    monkeypatch.setattr(interrupts, "PATIENCE", 0.01)
    ended = threading.Event()
    codes = []

    def end(code):
        codes.append(code)
        ended.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), stoppable(end) as stop:  # noqa: PT012
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set()
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.wait(5)
    assert codes == [130]


def test_outside_the_main_thread_handlers_do_not_change():
    seen = []

    def work():
        with stoppable() as stop:
            seen.append((stop.is_set(), signal.getsignal(signal.SIGTERM)))

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [(False, before)]


def test_abandonable_work_is_awaited_and_its_exception_is_raised():
    done = []
    abandonable(lambda: (time.sleep(0.05), done.append(1)))
    assert done == [1]
    with pytest.raises(RuntimeError, match="no such engine"):
        abandonable(lambda: (_ for _ in ()).throw(RuntimeError("no such engine")))


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_to_end_interrupts_like_ctrl_c(number):
    assert signal.getsignal(number) is signal.SIG_DFL
    with pytest.raises(KeyboardInterrupt), interruptible():
        signal.raise_signal(number)
    assert signal.getsignal(number) is signal.SIG_DFL


def test_an_ignored_signal_stays_ignored():
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
