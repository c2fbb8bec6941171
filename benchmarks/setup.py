"""Makes the benchmarks' own environment, `.venv-bench`, so that the project's stays clean.

What goes into it is in requirements.txt; what is run in it is in others.py.

    python -m benchmarks.setup
"""

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent / ".venv-bench"
REQUIREMENTS = HERE / "requirements.txt"
STAMP = FOLDER / ".installed"


def python() -> Path:
    """The interpreter of that environment, whether it is there or not."""
    return FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_ready() -> bool:
    """Whether it has been made from the requirements as they now are."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == _digest()


def ensure() -> Path:
    """Make the environment, unless it is ready; its interpreter.

    Raises subprocess.CalledProcessError when something cannot be installed.
    """
    if not is_ready():
        venv.create(FOLDER, with_pip=True, clear=True)
        # The whole folder is nobody's work: git and the linter leave it alone.
        (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")
        pip = [str(python()), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", "--requirement", str(REQUIREMENTS)], check=True)
        STAMP.write_text(_digest(), encoding="utf-8")
    return python()


def _digest() -> str:
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()


if __name__ == "__main__":
    print(f"{ensure()} has what the benchmarks compare with")
