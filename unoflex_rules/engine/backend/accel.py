"""The fast backend: the kernel's own sources, written as one module and compiled by Numba. Alone names Numba.

Not here: any second version of the kernel. The compiled module lies in a cache folder (kernel_cache.py) named after
a digest of the sources, of Numba's version and of the processor, so that a change of any of them compiles anew.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from unoflex_rules.engine.backend import kernel_cache
from unoflex_rules.engine.backend.dispatch_source import chain
from unoflex_rules.engine.backend.dispatch_source import source as dispatch_source
from unoflex_rules.engine.backend.kernel_cache import Notice
from unoflex_rules.program import events, layout, results

HERE = Path(__file__).resolve().parent
MODULES = (
    "rng", "record", "prints", "counting", "zones", "seats", "cards", "laying", "decisions", "combinations", "plan",
    "dispatch", "loop/promises", "loop/greedy", "loop/builtin_agents", "loop/batch",
)  # fmt: skip
#: Small functions that every decision needs: the compiler puts them into their callers, whatever it thinks itself.
#: Worth 6 % of the speed when all of them are.
INLINED = frozenset(
    "announced attribute below chosen_cell choice_values detach emit is_new is_withheld look_of look_on move next_word "
    "offer_of pile_of push_offer push_play reset show shown_value table_row take_option".split()
)
MISSING = "the fast backend needs the extra `fast`: pip install 'unoflex-rules[fast]'"
_loaded: dict[bool, Kernel] = {}
_loading = threading.Lock()  # the threads of a worker process may all want it at once


class NotAvailable(RuntimeError):
    """The fast backend was asked for and Numba or numpy is not installed."""


class Kernel:
    """The kernel's entry points on one backend, and the kind of vector that they take.

    Each entry point is a method of that name, with the arguments of ENTRIES.
    """

    run: Callable[..., None]
    answer: Callable[..., None]
    start_game: Callable[..., None]
    begin_game: Callable[..., None]
    play_many: Callable[..., None]
    choose: Callable[..., int]
    record_choice: Callable[..., None]
    record_result: Callable[..., None]
    write_row: Callable[..., int]
    is_sound: Callable[..., int]
    seed_words: Callable[..., None]

    def __init__(self, name: str, entries: dict[str, Callable[..., Any]], vector: Callable[[Any], Any]) -> None:
        self.name = name
        self.vector = vector
        for entry in ENTRIES:
            setattr(self, entry, entries[entry])

    def copy(self, vector: Any) -> Any:
        """A vector of its own with the same numbers."""
        return vector.copy()


def fast_is_available() -> bool:
    """Whether the fast backend can be used here, without importing it."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def plain() -> Kernel:
    """The kernel as it stands, on lists of integers: the reference."""
    from unoflex_rules.engine import decisions, dispatch, plan, rng
    from unoflex_rules.engine.loop import batch, builtin_agents, promises

    homes = (builtin_agents, batch, decisions, dispatch, plan, promises, rng)
    entries = {name: getattr(home, name) for home in reversed(homes) for name in ENTRIES if hasattr(home, name)}
    return Kernel("plain", entries, list)


def fast(*, bounds: bool = False, notice: Notice | None = None) -> Kernel:
    """The kernel compiled by Numba, on numpy vectors. `bounds`: every index is checked (for tests; slower).

    `notice` is told before it has to be compiled, which happens once for a machine. Raises NotAvailable without Numba.
    """
    with _loading:
        if bounds not in _loaded:
            if not fast_is_available():
                raise NotAvailable(MISSING)
            import numpy

            def vector(values: Any) -> Any:
                return numpy.array(values, dtype=numpy.int64)

            nothing = vector([0])
            enter = load(bounds, notice).enter
            entries = {
                name: entry(enter, number, words, nothing) for number, (name, words) in enumerate(ENTRIES.items())
            }
            _loaded[bounds] = Kernel("fast", entries, vector)
        return _loaded[bounds]


def entry(enter: Callable[..., int], number: int, words: str, nothing: Any) -> Callable[..., int]:
    """One entry point of the compiled function."""
    places = [(VECTORS + " " + NUMBERS).split().index(word) for word in words.split()]
    empty = [nothing] * len(VECTORS.split()) + [0] * len(NUMBERS.split())

    def call(*args: Any) -> int:
        given = list(empty)
        for place, value in zip(places, args, strict=True):
            given[place] = value
        return enter(number, *given)

    return call


def resolved(engine: str) -> str:
    """The engine that `auto` stands for here, or the one that was named. Raises NotAvailable for a missing one."""
    if engine not in ("plain", "fast", "auto"):
        raise ValueError(f"no such engine: {engine}")
    if engine == "fast" and not fast_is_available():
        raise NotAvailable(MISSING)
    return "fast" if engine != "plain" and fast_is_available() else "plain"


def kernel(engine: str, notice: Notice | None = None) -> Kernel:
    """The kernel by name: `plain`, `fast`, or `auto` (fast where it can be). For `notice` see `fast`."""
    if engine == "plain" or (engine == "auto" and not fast_is_available()):
        return plain()
    if engine in ("fast", "auto"):
        return fast(notice=notice)
    raise ValueError(f"no such engine: {engine}")


def warm_up(engine: str, notice: Notice | None = None) -> None:
    """Get an engine ready, which may take some seconds once for a machine; `notice` is told before."""
    kernel(engine, notice)


#: What stands at the head of the compiled module: on the fast backend a vector is a bare pointer, so that a call
#: passes one word and an index is not checked for counting from the end. No function gets one vector twice, which is
#: promised to the compiler and worth 5 % of the speed.
PRELUDE = """
import numba

from unoflex_rules.engine.backend.numba_linking import INTEGER, VECTOR, WholeKernel, pointer
"""
#: The entry points with their arguments: a lower-case word is a vector. One function leads to all of them, which alone
#: is called from Python and kept: without wrappers around the others a quarter of the compiling falls away.
ENTRIES = {
    "run": "s p w",
    "answer": "s p w A",
    "start_game": "s p A B C D",
    "begin_game": "s p w A B C D E",
    "play_many": "s p w r g A B C D E F G H",
    "choose": "s p w",
    "record_choice": "s p w r A",
    "record_result": "s p w r A",
    "write_row": "s p w g A",
    "is_sound": "s p w",
    "seed_words": "s A B C D",
}
VECTORS = "s p w r g"
NUMBERS = "A B C D E F G H"
RESULTS = ("is_sound", "choose", "write_row")  # the entries that return something


def generated(bounds: bool) -> str:
    """The kernel as one module: constants, every function, and entry points that take arrays."""
    options = f"pipeline_class=WholeKernel, nogil=True, boundscheck={bounds}, error_model='numpy', _nrt=False"
    inner = f"{options}, noalias={not bounds}, no_cpython_wrapper=True, no_cfunc_wrapper=True"
    parts = [PRELUDE]
    constants = vars(layout) | vars(events) | vars(results)
    parts += [f"{name} = {value}" for name, value in constants.items() if name.isupper() and isinstance(value, int)]
    for name in MODULES:
        text = (
            dispatch_source(chain) if name == "dispatch" else (HERE.parent / f"{name}.py").read_text(encoding="utf-8")
        )
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                for argument in node.args.args:
                    argument.annotation = None
                node.returns = None
                inlined = ", forceinline=True" if node.name in INLINED else ""
                parts += ["", f"@numba.njit({inner}{inlined})", ast.unparse(node)]
            elif isinstance(node, ast.Assign):
                parts.append(ast.unparse(node))
    names = (VECTORS + " " + NUMBERS).split()
    kinds = ", ".join(["INTEGER"] + ["VECTOR" if word.islower() else "INTEGER" for word in names])
    parts += ["", f"@numba.njit(INTEGER({kinds}), {options}, cache=True)", f"def enter(what, {', '.join(names)}):"]
    for number, (name, words) in enumerate(ENTRIES.items()):
        given = ", ".join(f"pointer({word})" if word.islower() and not bounds else word for word in words.split())
        result = "return " if name in RESULTS else ""
        parts += [f"    if what == {number}:", f"        {result}{name}({given})"]
    parts.append("    return 0")
    return "\n".join(parts) + "\n"


def means() -> str:
    """The source of how the kernel is compiled, on which its machine code depends as well."""
    return (HERE / "numba_linking.py").read_text(encoding="utf-8")


def load(bounds: bool, notice: Notice | None) -> ModuleType:
    """Import the compiled kernel, compiling it first if this machine has not done so yet."""
    import llvmlite
    import numba
    from numba.core.registry import cpu_target

    text = generated(bounds)
    processor = cpu_target.target_context.codegen().magic_tuple()
    versions = f"{numba.__version__} {llvmlite.__version__} {sys.version} {processor}"
    digest = hashlib.sha256(f"{versions}\n{means()}\n{text}".encode()).hexdigest()[:16]
    return kernel_cache.load(text, digest, notice)
