"""Files that are written beside their place and put there when they are complete. Not here: what is in them."""

import secrets
from pathlib import Path
from typing import BinaryIO


def created(folder: Path) -> tuple[BinaryIO, Path]:
    """A new file in `folder`, open for writing, with the rights that new files get, and its name for the time being."""
    temporary = folder / f".unoflex-{secrets.token_hex(8)}.part"  # short: the final name may be as long as can be
    return open(temporary, "xb"), temporary
