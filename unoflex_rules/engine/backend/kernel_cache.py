"""The compiled kernel on the disk: its folder, its checksums, and one compilation for runs that begin together.

Not here: the source of the kernel (accel.py), or how it is compiled (numba_linking.py).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

Notice: TypeAlias = Callable[[str], None]
COMPILING = "the engine is being compiled, once for this machine; this takes some 10 seconds"
WAITING = "another run is compiling the engine; this run waits for it"
SOURCE, SUMS, LOCK = "kernel.py", "sums.json", "lock"
SPACE = 2 * 2**20  # bytes, more than an entry takes


def load(text: str, digest: str, notice: Notice | None = None) -> ModuleType:
    """Import the kernel with this source from the cache; compile and keep it if it is missing or damaged.

    If the cache cannot be written, the kernel is compiled in memory. `notice` is called before each wait.
    """
    name = f"unoflex_rules_kernel_{digest}"
    tell: Notice = notice or (lambda line: None)
    folder: Path | str = "the cache"
    try:
        folder = cache_folder(digest)
        folder.mkdir(parents=True, exist_ok=True)
        module = found(folder, name, text)
        if module is None:
            with alone(folder, tell):
                module = found(folder, name, text) or made(folder, name, text, tell)
        return module
    except OSError as problem:
        tell(
            f"every run compiles the engine, which takes some 10 seconds: {folder} cannot be written "
            f"({problem.strerror or problem}); set UNOFLEX_CACHE to another folder"
        )
    return in_memory(name, text)


def cache_folder(digest: str) -> Path:
    """The folder for the kernel with this digest. Raises OSError without a home folder."""
    base = os.environ.get("UNOFLEX_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(base) if base else Path.home() / ".cache"
    except RuntimeError as problem:
        raise OSError("there is no home folder") from problem
    return root / "unoflex-rules" / digest


def found(folder: Path, name: str, text: str) -> ModuleType | None:
    """The kernel that the folder holds; None if it must be compiled."""
    if not is_intact(folder, text):
        return None
    try:
        return imported(name, folder / SOURCE)
    except Exception:  # whatever its loader says about an entry, compiling it again mends it
        return None


def is_intact(folder: Path, text: str) -> bool:
    """Whether the folder holds a complete kernel with this source, unchanged since it was written."""
    try:
        sums = json.loads((folder / SUMS).read_text(encoding="utf-8"))
        return (
            sums == {file: checksum(folder / file) for file in sums}
            and (folder / SOURCE).read_text(encoding="utf-8") == text
            and os.access(folder / "__pycache__", os.W_OK)  # otherwise Numba looks in another folder
        )
    except (OSError, ValueError, TypeError):
        return False


def made(folder: Path, name: str, text: str, tell: Notice) -> ModuleType:
    """Compile the kernel and keep it in the folder. Raises OSError."""
    drop(folder)
    with tempfile.NamedTemporaryFile(dir=folder) as probe:  # a full disk is found before compiling
        probe.write(bytes(SPACE))
    (folder / "__pycache__").mkdir()  # whether Python keeps bytecode or not
    (folder / SOURCE).write_text(text, encoding="utf-8")
    tell(COMPILING)
    module = imported(name, folder / SOURCE)
    files = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file() and file.name != LOCK]
    sums = {file: checksum(folder / file) for file in sorted(files)}
    (folder / SUMS).write_text(json.dumps(sums, indent=1, allow_nan=False), encoding="utf-8")
    return module


def drop(folder: Path) -> None:
    """Remove everything but the lock. Raises OSError."""
    for each in folder.iterdir():
        if each.is_dir():
            shutil.rmtree(each)
        elif each.name != LOCK:
            each.unlink()


def checksum(file: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def imported(name: str, path: Path) -> ModuleType:
    """Import a file as a module of that name."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def in_memory(name: str, text: str) -> ModuleType:
    """Compile the kernel without keeping it."""
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text.replace("cache=True", "cache=False"), f"<{name}>", "exec"), module.__dict__)
    return module


@contextmanager
def alone(folder: Path, tell: Notice) -> Iterator[None]:
    """Within the block, no other process compiles into the folder, where the system has such locks."""
    with open(folder / LOCK, "ab") as file:
        with suppress(ImportError, OSError):  # Windows, and some network drives: both compile
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                tell(WAITING)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
