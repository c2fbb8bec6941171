"""Create the separate environment of the benchmarks, `.venv-bench`, to keep the project's environment clean.

Its packages are in requirements.txt; the code that it runs is in others.py.

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
    """Return the path of its interpreter, whether or not it exists."""
    return FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_ready() -> bool:
    """Return whether it was made from the current requirements."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == _digest()


def ensure() -> Path:
    """Create the environment unless it is ready; return its interpreter.

    Raises subprocess.CalledProcessError if an installation fails.
    """
    if not is_ready():
        venv.create(FOLDER, with_pip=True, clear=True)
        # Git and the linter must ignore the whole folder.
        (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")
        pip = [str(python()), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", "--requirement", str(REQUIREMENTS)], check=True)
        STAMP.write_text(_digest(), encoding="utf-8")
    return python()


def _digest() -> str:
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()


if __name__ == "__main__":
    print(f"{ensure()} has what the benchmarks compare with")
