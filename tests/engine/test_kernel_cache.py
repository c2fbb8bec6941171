"""The cache of the compiled kernel: its folder, damaged entries, disks that cannot be written, and two first runs."""

import errno
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pytest

from unoflex_rules.engine.backend import kernel_cache
from unoflex_rules.engine.backend.kernel_cache import COMPILING, LOCK, SOURCE, SUMS, WAITING

ROOT = Path(__file__).resolve().parents[2]
SMALL = "number = 1\n"
# Compiled and kept by Numba like the kernel, in a fraction of a second.
COMPILED = """
import numba

@numba.njit(numba.int64(numba.int64), cache=True)
def enter(number):
    return number + 1
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UNOFLEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def told():
    return []


def folder():
    return kernel_cache.cache_folder("abc")


def files():
    """Return the files of the entry, but for the lock."""
    return sorted(each for each in folder().rglob("*") if each.is_file() and each.name != LOCK)


def test_the_cache_is_in_the_configured_folder(cache, monkeypatch):
    assert folder() == cache / "unoflex-rules" / "abc"
    monkeypatch.delenv("UNOFLEX_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache / "xdg"))
    assert folder() == cache / "xdg" / "unoflex-rules" / "abc"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(cache / "home"))
    assert folder() == cache / "home" / ".cache" / "unoflex-rules" / "abc"


def test_the_kernel_is_compiled_once(told):
    assert kernel_cache.load(COMPILED, "abc", told.append).enter(1) == 2
    before = {file: file.stat().st_mtime_ns for file in files()}
    assert {file.suffix for file in before} >= {".nbc", ".nbi", ".json"}
    assert kernel_cache.load(COMPILED, "abc", told.append).enter(1) == 2
    assert {file: file.stat().st_mtime_ns for file in files()} == before
    assert told == [COMPILING]


# ---- damaged entries -------------------------------------------------------------------------------------------------

DAMAGES = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(told, damage):
    kernel_cache.load(COMPILED, "abc")
    for file in files():
        if file.suffix != ".json" or damage != "one bit":  # a bit of white space changes nothing
            file.write_bytes(DAMAGES[damage](file.read_bytes()))
            told.clear()
            assert kernel_cache.load(COMPILED, "abc", told.append).enter(1) == 2
            assert told == [COMPILING], file
            assert kernel_cache.is_intact(folder(), COMPILED)


@pytest.mark.parametrize("name", [SOURCE, SUMS])
def test_a_missing_file_is_made_anew(told, name):
    kernel_cache.load(SMALL, "abc")
    (folder() / name).unlink()
    assert kernel_cache.load(SMALL, "abc", told.append).number == 1
    assert told == [COMPILING] and (folder() / name).is_file()


@pytest.mark.parametrize("sums", ["[]", "7", "{}", '{"gone": "0"}'])
def test_other_checksums_do_not_break_a_run(sums):
    kernel_cache.load(SMALL, "abc")
    (folder() / SUMS).write_text(sums, encoding="utf-8")
    assert kernel_cache.load(SMALL, "abc").number == 1


def test_an_intact_entry_that_cannot_be_imported_is_made_anew(told):
    fussy = "import pathlib\nif pathlib.Path(__file__).with_name('bad').exists():\n    raise EOFError\nnumber = 1\n"
    kernel_cache.load(fussy, "abc")
    (folder() / "bad").touch()
    assert kernel_cache.load(fussy, "abc", told.append).number == 1
    assert told == [COMPILING] and not (folder() / "bad").exists()


def test_an_interrupted_compilation_leaves_no_entry(told):
    stopped = "raise KeyboardInterrupt\n"
    with pytest.raises(KeyboardInterrupt):
        kernel_cache.load(stopped, "abc")
    assert not kernel_cache.is_intact(folder(), stopped)


# ---- a cache that cannot be written ----------------------------------------------------------------------------------


def assert_compiled_in_memory(told, reason):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kernel_cache.load(COMPILED, "abc", told.append).enter(1) == 2
    assert told[-1].startswith("every run compiles the engine")
    assert reason in told[-1] and "set UNOFLEX_CACHE to another folder" in told[-1]
    assert told.count(told[-1]) == 1


def test_an_unwritable_cache_is_reported_once(cache, told):
    cache.write_text("a file in the place of the folder", encoding="utf-8")
    assert_compiled_in_memory(told, f"{folder()} cannot be written")
    assert len(told) == 1


def test_a_missing_home_folder_is_reported(monkeypatch, told):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("UNOFLEX_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert_compiled_in_memory(told, "there is no home folder")


def full(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_found_before_compiling(monkeypatch, told):
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    assert_compiled_in_memory(told, "No space left on device")
    assert len(told) == 1


def test_a_disk_that_fills_up_while_compiling_is_reported(monkeypatch, told):
    from numba.core.caching import IndexDataCacheFile

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert_compiled_in_memory(told, "No space left on device")
    assert told[0] == COMPILING and len(told) == 2


# ---- two first runs --------------------------------------------------------------------------------------------------

HOLDING = """
import sys
from pathlib import Path
from unoflex_rules.engine.backend import kernel_cache
with kernel_cache.alone(Path(sys.argv[1]), print):
    print("ready", flush=True)
    sys.stdin.readline()
    kernel_cache.made(Path(sys.argv[1]), "other", sys.argv[2], lambda line: None)
"""


def test_a_second_first_run_waits_for_the_compilation():
    pytest.importorskip("fcntl")
    folder().mkdir(parents=True)
    command = [sys.executable, "-c", HOLDING, str(folder()), SMALL]
    told = []
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "ready\n"

        def tell(line):
            told.append(line)
            other.stdin.write("\n")
            other.stdin.flush()

        assert kernel_cache.load(SMALL, "abc", tell).number == 1
    assert told == [WAITING]
