"""Writes files whole or not at all: beside their place first, then moved there. Not here: their contents."""

import errno
import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO


def created(folder: Path) -> tuple[BinaryIO, Path]:
    """A new file in `folder`, open for writing, with the usual permissions; and its temporary name."""
    temporary = folder / f".unoflex-{secrets.token_hex(8)}.part"  # short: the final name may have the greatest length
    return open(temporary, "xb"), temporary


def write_new(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all. Raises FileExistsError, OSError."""
    open(path, "xb").close()
    try:
        write_over(path, data)
    except BaseException:
        _unlink(path)
        raise


def write_over(path: Path, data: bytes) -> None:
    """Replace a file, whole or not at all. Raises OSError, also for a file that is read-only."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    temporary = _write_beside(path, data)
    try:
        shutil.copymode(path, temporary)
        os.replace(temporary, path)
    finally:
        _unlink(temporary)


def write_all_new(texts: Mapping[Path, str]) -> None:
    """Write new files, all or none. Raises FileExistsError, OSError."""
    with ExitStack() as temporaries, ExitStack() as reserved:
        beside = {}
        for path, text in texts.items():
            beside[path] = _write_beside(path, text.encode())
            temporaries.callback(_unlink, beside[path])
        for path in texts:
            open(path, "xb").close()
            reserved.callback(_unlink, path)
        for path, temporary in beside.items():
            os.replace(temporary, path)
        reserved.pop_all()


def _write_beside(path: Path, data: bytes) -> Path:
    """Write a temporary file in the same folder, and return its name."""
    file, temporary = created(path.parent)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _unlink(temporary)
        raise
    return temporary


def _unlink(path: Path) -> None:
    with suppress(OSError):
        os.unlink(path)
