"""The fast backend: the kernel's own sources, written as one module and compiled by Numba. Alone names Numba.

Not here: any second version of the kernel. The compiled module lies in a cache folder named after a digest of the
sources and of Numba's version, so that a change of either compiles anew.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from unoflex_rules.program import layout

HERE = Path(__file__).parent
MODULES = ("rng", "record", "zones", "seats", "cards", "laying", "decisions", "plan", "dispatch", "promises", "batch")
_loaded: dict[bool, Kernel] = {}


class NotAvailable(RuntimeError):
    """The fast backend was asked for and Numba or numpy is not installed."""


class Kernel:
    """The kernel's entry points on one backend, and the kind of vector that they take."""

    def __init__(self, name: str, module: Any, vector: Callable[[Any], Any], copy: Callable[[Any], Any]) -> None:
        self.name = name
        self.vector = vector
        self.copy = copy
        self.run: Callable[..., None] = module.run
        self.answer: Callable[..., None] = module.answer
        self.start_game: Callable[..., None] = module.start_game
        self.play_many: Callable[..., None] = module.play_many
        self.is_sound: Callable[..., int] = module.is_sound
        self.seed_words: Callable[..., None] = module.seed_words


def is_available() -> bool:
    """Whether the fast backend can be used here, without importing it."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def plain() -> Kernel:
    """The kernel as it stands, on lists of integers: the reference."""
    from unoflex_rules.engine import batch, decisions, dispatch, plan, promises, rng

    class Entry:
        run = staticmethod(dispatch.run)
        answer = staticmethod(decisions.answer)
        start_game = staticmethod(plan.start_game)
        play_many = staticmethod(batch.play_many)
        is_sound = staticmethod(promises.is_sound)
        seed_words = staticmethod(rng.seed_words)

    return Kernel("plain", Entry, list, list)


def fast(*, bounds: bool = False) -> Kernel:
    """The kernel compiled by Numba, on numpy vectors. `bounds`: every index is checked (for tests; slower).

    Raises NotAvailable without Numba.
    """
    if bounds not in _loaded:
        if not is_available():
            raise NotAvailable("the fast backend needs the extra `fast`: pip install 'unoflex-rules[fast]'")
        import numpy

        module = load(bounds)

        def vector(values: Any) -> Any:
            return numpy.array(values, dtype=numpy.int64)

        def copy(values: Any) -> Any:
            return values.copy()

        _loaded[bounds] = Kernel("fast", module, vector, copy)
    return _loaded[bounds]


def kernel(engine: str) -> Kernel:
    """The kernel by name: `plain`, `fast`, or `auto` (fast where it can be)."""
    if engine == "plain" or (engine == "auto" and not is_available()):
        return plain()
    if engine in ("fast", "auto"):
        return fast()
    raise ValueError(f"no such engine: {engine}")


def cache_folder(digest: str) -> Path:
    """A folder that can be written, for the module of this digest; a temporary one, with a warning, if need be."""
    base = os.environ.get("UNOFLEX_CACHE") or os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path.home() / ".cache"
    folder = root / "unoflex-rules" / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as problem:
        warnings.warn(f"compiled code is not kept: {folder} cannot be written ({problem})", stacklevel=2)
        return Path(tempfile.mkdtemp(prefix="unoflex-rules-"))


def generated(bounds: bool) -> str:
    """The kernel as one module: constants, then every function, each compiled."""
    constants = [
        f"{name} = {value}" for name, value in vars(layout).items() if name.isupper() and isinstance(value, int)
    ]
    parts = ["import numba", "", *constants, ""]
    signature = {
        "run": "(V, V, V)",
        "answer": "(V, V, V, I)",
        "start_game": "(V, V, I, I, I, I)",
        "play_many": "(V, V, V, V, I, I, I, I, I, I)",
        "is_sound": "(V, V, V)",
        "seed_words": "(V, I, I, I, I)",
    }
    parts += ["I = numba.int64", "V = numba.int64[::1]", ""]
    for name in MODULES:
        parsed = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
        for node in parsed.body:
            if isinstance(node, ast.FunctionDef):
                for argument in node.args.args:
                    argument.annotation = None
                node.returns = None
                options = f"nogil=True, cache=True, boundscheck={bounds}"
                kinds = signature.get(node.name)
                parts.append(f"@numba.njit({kinds + ', ' if kinds else ''}{options})")
                parts.append(ast.unparse(node))
                parts.append("")
            elif isinstance(node, ast.Assign):
                parts.append(ast.unparse(node))
    return "\n".join(parts)


def load(bounds: bool) -> ModuleType:
    """Import the compiled kernel, compiling it first if this machine has not done so yet."""
    import numba

    text = generated(bounds)
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}\n{text}".encode()).hexdigest()[:16]
    folder = cache_folder(digest)
    path = folder / "kernel.py"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".py", delete=False, encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, path)
    name = f"unoflex_rules_kernel_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
