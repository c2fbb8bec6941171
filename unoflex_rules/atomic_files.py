"""Files that are written beside their place and put there when they are complete. Not here: what is in them."""

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def created(folder: Path) -> tuple[BinaryIO, Path]:
    """A new file in `folder`, open for writing, with the rights that new files get, and its name for the time being."""
    temporary = folder / f".unoflex-{secrets.token_hex(8)}.part"  # short: the final name may be as long as can be
    return open(temporary, "xb"), temporary


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all. Raises FileExistsError where there is one, OSError."""
    open(path, "xb").close()
    try:
        write_over(path, data)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def write_over(path: Path, data: bytes) -> None:
    """Write a file in the place of the one that is there, whole or not at all. Raises OSError."""
    file, temporary = created(path.parent)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, temporary)
        os.replace(temporary, path)
    finally:
        with suppress(OSError):
            os.unlink(temporary)
