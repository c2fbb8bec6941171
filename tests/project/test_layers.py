"""The import rules of the project, and the words of single games that engine code must not contain.

Checked with `ast`, so that an import inside a function counts like any other.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"unoflex_rules": ROOT / "unoflex_rules", "unoflex_cli": ROOT / "cli" / "unoflex_cli"}
RULES = "unoflex_rules"

# The rooms of the language in the order of its phases: from an error's place to a checked ruleset.
LANGUAGE_ROOMS = (
    "diagnostics",
    "yaml",
    "compose",
    "schema",
    "expressions",
    "cards",
    "statements",
    "elaborate",
    "lint",
    "recovery",
    "ruleset",
)

# The modules that each layer must not import, by the beginning of their names.
FORBIDDEN = {
    # The language produces a checked ruleset, and has no program and no engine.
    f"{RULES}.language": (f"{RULES}.compiler", f"{RULES}.program", f"{RULES}.engine", "numba", "click"),
    # The program and the engine use integers: no text, no models, no YAML.
    f"{RULES}.program": (f"{RULES}.language", f"{RULES}.compiler", "yaml", "pydantic", "jsonschema", "click"),
    f"{RULES}.engine": (f"{RULES}.language", f"{RULES}.compiler", "yaml", "pydantic", "jsonschema", "click"),
    # The compiler makes programs and runs none.
    f"{RULES}.compiler": ("yaml", "click", "numba", f"{RULES}.simulation", f"{RULES}.play"),
    # A single game does not depend on batches of games.
    f"{RULES}.play": (f"{RULES}.simulation", f"{RULES}.scenario", f"{RULES}.campaign", f"{RULES}.playtest"),
    # Values in, text out; a game's values are among them.
    f"{RULES}.render": (f"{RULES}.compiler", f"{RULES}.engine", "yaml", "click"),
    # Nothing in the package imports the command line or the contributors' tools.
    RULES: ("unoflex_cli", "cli", "click", "tools"),
}

# Only these use both the language and the program that it is compiled to.
BOTH_SIDES = (
    RULES,  # the public names with their modules
    f"{RULES}.compiler",
    f"{RULES}.authoring.usage",
)

# The rooms in import order: each imports only from earlier rooms and from itself.
ROOMS = (
    "atomic_files", "limits", "resources", "language", "program", "engine", "compiler", "play", "naming", "simulation",
    "scenario", "campaign", "playtest", "authoring", "render",
)  # fmt: skip

# These take a ruleset, compile it and run the program: from the language they use only the type Ruleset.
FACES = (f"{RULES}.play.game", f"{RULES}.playtest.visits", f"{RULES}.simulation.runner")
NAME_OF_A_RULESET = f"{RULES}.language.ruleset.Ruleset"

# Words of one game, or of one family of house rules.
WORDS_OF_ONE_GAME = re.compile(r"\b(flex|power|shield|giving|remix|wild|uno|stacking|jump_?in)\b", re.I)


def modules() -> Iterator[tuple[str, Path]]:
    """Return every module of the project: its dotted name and its file."""
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = (package, *path.relative_to(folder).with_suffix("").parts)
            yield ".".join(part for part in parts if part != "__init__"), path


MODULES = dict(modules())


def imports_of(name: str, source: str, is_package: bool = False) -> set[str]:
    """Return the dotted names of all modules, and of all names in modules, that `source` imports anywhere."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = name.split(".")
                kept = parts[: len(parts) - node.level + is_package]
                base = ".".join([*kept, base] if base else kept)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


@cache
def imports(name: str) -> set[str]:
    path = MODULES[name]
    return imports_of(name, path.read_text(encoding="utf-8"), path.name == "__init__.py")


def is_inside(name: str, layer: str) -> bool:
    return name == layer or name.startswith(layer + ".")


def sources(*layers: str) -> dict[str, str]:
    return {
        name: path.read_text(encoding="utf-8")
        for name, path in MODULES.items()
        if any(is_inside(name, layer) for layer in layers)
    }


def graph() -> dict[str, set[str]]:
    """Return the modules that each module of the package imports."""
    names = [name for name in MODULES if is_inside(name, RULES)]
    found: dict[str, set[str]] = {}
    for name in names:
        imported = {each if each in MODULES else each.rpartition(".")[0] for each in imports(name)}
        found[name] = {each for each in imported if each in MODULES and each != name}
    return found


def reachable(start: str, edges: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [start]
    while left:
        for each in edges[left.pop()] - found:
            found.add(each)
            left.append(each)
    return found


def test_there_are_no_import_cycles():
    edges = graph()
    reached = {name: reachable(name, edges) for name in edges}
    cycles = {frozenset(each for each in reached[name] if name in reached[each]) for name in edges}
    assert cycles - {frozenset()} == set()


def test_rooms_import_in_one_direction():
    order = {f"{RULES}.{room}": number for number, room in enumerate(ROOMS)}
    wrong = []
    for name, imported in graph().items():
        room = ".".join(name.split(".")[:2])
        if name == RULES:
            continue
        assert room in order, f"{name} is in no known room"
        later = {each for each in imported if order.get(".".join(each.split(".")[:2]), len(order)) > order[room]}
        wrong += [f"{name} imports {each}" for each in sorted(later)]
    assert wrong == []


def test_the_language_imports_in_one_direction():
    order = {f"{RULES}.language.{room}": number for number, room in enumerate(LANGUAGE_ROOMS)}
    wrong = []
    for name, imported in graph().items():
        if not is_inside(name, f"{RULES}.language") or name == f"{RULES}.language":
            continue
        room = ".".join(name.split(".")[:3])
        assert room in order, f"{name} is in no known room of the language"
        later = {each for each in imported if order.get(".".join(each.split(".")[:3]), -1) > order[room]}
        wrong += [f"{name} imports {each}" for each in sorted(later)]
    assert wrong == []


def test_no_code_acts_on_the_sentence_of_a_problem():
    """Code asks for the kind, the code or the names of a problem; only these print its message."""
    printing = {f"{RULES}.render.problem_text", f"{RULES}.authoring.scaffold", f"{RULES}.language.diagnostics.problems"}
    reading = {
        name for name, text in sources(*PACKAGES).items() if re.search(r"\bproblem\.message|\.sentence\(\)", text)
    }
    assert reading - printing == {f"{RULES}.language.diagnostics.kinds"}


def test_names_of_modules_and_classes_are_unique():
    files = [path.name for name, path in MODULES.items() if name.startswith(RULES) and path.name != "__init__.py"]
    classes = re.findall(
        r"^class (\w+)", "\n".join(path.read_text(encoding="utf-8") for path in MODULES.values()), re.M
    )
    assert sorted(each for each in set(files) if files.count(each) > 1) == []
    assert sorted(each for each in set(classes) if classes.count(each) > 1) == []


def test_the_architecture_page_lists_the_rooms_in_their_order():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = [room for room in ROOMS if (PACKAGES[RULES] / room).is_dir()]
    assert re.findall(r"^\| `unoflex_rules/(\w+)/` \|", page, re.M) == folders[::-1]


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_a_layer_imports_nothing_from_above(layer):
    members = [name for name in MODULES if is_inside(name, layer)]
    assert members, f"{layer} has no modules: the table is out of date"
    wrong = [
        f"{name} imports {imported}"
        for name in members
        for imported in sorted(imports(name))
        if any(is_inside(imported, forbidden) for forbidden in FORBIDDEN[layer])
    ]
    assert wrong == []


def test_only_the_compiler_imports_both_the_language_and_the_program():
    sides = (f"{RULES}.language",), (f"{RULES}.program", f"{RULES}.engine")
    both = []
    for name in MODULES:
        if name in BOTH_SIDES or is_inside(name, f"{RULES}.compiler") or is_inside(name, "unoflex_cli"):
            continue
        imported = imports(name) - ({NAME_OF_A_RULESET} if name in FACES else set())
        if all(any(is_inside(each, layer) for each in imported for layer in side) for side in sides):
            both.append(name)
    assert both == []


def test_the_command_line_imports_only_the_public_api_and_rendering():
    public = set(re.findall(r"^    from .* import (\w+) as ", MODULES[RULES].read_text(encoding="utf-8"), re.M))
    public |= {"__version__"}
    wrong = []
    for name in MODULES:
        if not is_inside(name, "unoflex_cli"):
            continue
        for imported in imports(name):
            inside = is_inside(imported, RULES) and imported != RULES
            if inside and not is_inside(imported, f"{RULES}.render"):
                first = imported.removeprefix(f"{RULES}.")
                if first not in public:
                    wrong.append(f"{name} imports {imported}")
    assert wrong == []


def test_only_two_modules_import_numba():
    naming = {
        name for name in MODULES if any(is_inside(each, top) for each in imports(name) for top in ("numba", "llvmlite"))
    }
    assert naming == {f"{RULES}.engine.backend.accel", f"{RULES}.engine.backend.numba_linking"}


@pytest.mark.parametrize("layer", ["compiler", "engine", "program"])
def test_code_for_every_game_has_no_word_of_one_game(layer):
    texts = sources(f"{RULES}.{layer}")
    assert texts
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.split("\n"), start=1)
        if WORDS_OF_ONE_GAME.search(line)
    ]
    assert found == []


def test_a_module_has_a_docstring_and_a_limited_length():
    silent, long = [], []
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        opening = ast.get_docstring(ast.parse(text)) or ""
        silent += [] if opening else [name]
        long += [] if text.count("\n") <= 500 or "Generated from" in opening else [name]
    assert silent == [], "these modules have no docstring"
    assert long == [], "these modules are longer than 500 lines"


@pytest.mark.parametrize(
    "source, is_package, expected",
    [
        ("import a.b, c", False, {"a.b", "c"}),
        ("from a import b as x, c", False, {"a.b", "a.c"}),
        ("def f():\n    from a import b", False, {"a.b"}),
        ("from . import b", False, {"top.mid.b"}),
        ("from .. import b", False, {"top.b"}),
        ("from .b import c", True, {"top.mid.mod.b.c"}),
        ("from ..b import c", True, {"top.mid.b.c"}),
    ],
)
def test_every_form_of_import_is_detected(source, is_package, expected):
    assert imports_of("top.mid.mod", source, is_package) == expected


@pytest.mark.parametrize("line", ["WILD = 3", "# Uno", "s[POWER]", "jump-in, jumpin", "if stacking:"])
def test_words_of_one_game_are_detected(line):
    assert WORDS_OF_ONE_GAME.search(line)


@pytest.mark.parametrize("line", ["import unoflex_rules", "powerful", "wildcard", "flexible"])
def test_other_words_are_allowed(line):
    assert not WORDS_OF_ONE_GAME.search(line)
