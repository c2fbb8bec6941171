"""Reading whole documents: aliases, limits, hostile and generated texts. Not here: syntax errors (test_syntax.py)."""

import math
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.language.reading import faults, nodes, read, written
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml import document
from unoflex_rules.language.yaml.document import read_file, read_text
from unoflex_rules.language.yaml.nodes import MAX_DEPTH, Scalar
from unoflex_rules.resources import rulesets_dir


def test_c14_an_alias_has_the_place_of_its_value_and_its_own_key() -> None:
    text = "a: &v {n: two}\nb: *v\n"
    tree = read(text)
    assert tree.span_of(("b", "n")).line == 1
    assert tree.span_of(("b",), key=True).line == 2


def test_c04_anchors_work() -> None:
    text = "x: &e [{draw: 2}, {skip: next}]\n" + "".join(f"k{n}: *e\n" for n in range(10))
    assert read(text).plain()["k9"] == [{"draw": 2}, {"skip": "next"}]


def test_c04_an_alias_bomb_is_rejected() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    [(code, line, _)] = faults(bomb)
    assert (code, line) == ("E008", 6)


@pytest.mark.parametrize(
    "text,at",
    [
        ("a: &a [*a]\n", (1, 8)),
        ("effects: &e\n  - {type: repeat, do: *e}\n", (2, 24)),
        ("a: &a {b: {c: [1, *a]}}\n", (1, 19)),
        ("a: &a\n  <<: *a\n", (2, 7)),
    ],
)
def test_c05_an_alias_inside_its_own_value_is_rejected(text: str, at: tuple[int, int]) -> None:
    assert faults(text) == [("E009", *at)]


def test_missing_and_duplicate_anchors() -> None:
    assert faults("a: &v 1\nb: &v 2\nc: *w\n") == [("E017", 2, 4), ("E017", 3, 4)]
    problems = Problems()
    read_text("a: &value 1\nb: *valeu\n", "game.yaml", problems)
    assert [problem.suggestion for problem in problems.sorted()] == ["*value"]


# ---- limits


@pytest.mark.parametrize(
    "nested",
    [
        lambda depth: "a: " + "[" * (depth - 1) + "]" * (depth - 1),
        lambda depth: "{a: " * (depth - 1) + "{}" + "}" * (depth - 1),
        lambda depth: "".join(f"{' ' * level}a:\n" for level in range(depth)),
        lambda depth: "a: &a " + "[" * 100 + "]" * 100 + "\nb: " + "[" * (depth - 101) + "*a" + "]" * (depth - 101),
    ],
    ids=["lists", "mappings", "block", "through an alias"],
)
def test_c12_nesting_is_limited(nested: Callable[[int], str]) -> None:
    deepest = read(nested(MAX_DEPTH))
    assert deepest.plain() is not None
    assert [code for code, _, _ in faults(nested(MAX_DEPTH + 1))] == ["E007"]


def test_c12_sixty_nested_steps_can_be_read() -> None:
    text = "effects:\n  e:\n    do:\n      - " + "{if: x, then: [" * 60 + "{skip: next}" + "]}" * 60 + "\n"
    assert len(nodes(read(text))) > 120


@pytest.mark.parametrize("text", ["[" * 10_000, "a: " + "[" * 10_000 + "]" * 10_000, "{a: " * 10_000])
def test_c12_ten_thousand_levels_are_rejected(text: str) -> None:
    assert [code for code, _, _ in faults(text)] == ["E007"]


def test_c13_the_number_of_values_is_limited() -> None:
    assert len(nodes(read("a:\n" + "- 1\n" * 199_000))) == 199_002
    assert [code for code, _, _ in faults("a:\n" + "- 1\n" * 200_000)] == ["E008"]


def test_a_file_that_is_too_large_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_text("a: " + "x" * 2**22)
    problems = Problems()
    assert read_file(file, "large.yaml", problems) is None
    assert [problem.code for problem in problems.sorted()] == ["E008"]
    assert [code for code, _, _ in faults(file.read_text())] == ["E008"]


@pytest.mark.parametrize(
    "make",
    [
        "'[' * 4_000_000",
        "'a: ' + '[' * 10_000 + ']' * 10_000",
        "'a: ' + '9' * 4_000_000",
        "'a: \"' + 'x\\n' * 2_000_000",
        "'a: {' + ', '.join(f'k{n}: (' for n in range(90_000)) + '}'",
        "'a: [' + ', '.join('(' for n in range(190_000)) + ']'",
        "'a: {' + 'x #c\\n' * 20_000",
        "'a: x\\n' * 60_000",
        "'\\n'.join(f'k{n}: *a{n}' for n in range(60_000))",
        "'\\n'.join(f'k{n}: !a{n} x' for n in range(60_000))",
        "'a: x\\n' * 9_000 + 'b: c: d\\n' * 9_000",
        "'\\0' * 4_000_000",
        "'a:\\n' + '\\t' * 1_000_000",
        "'b: &b {' + ', '.join(f'k{n}: 1' for n in range(900)) + '}\\n'"
        " + '\\n'.join(f'm{n}: {{<<: *b}}' for n in range(300))",
    ],
)
def test_hostile_texts_are_rejected_quickly_and_in_little_memory(make: str) -> None:
    script = (
        "import time\n"
        "from unoflex_rules.language.yaml.document import read_text\n"
        "from unoflex_rules.language.diagnostics.problems import Problems\n"
        f"text = {make}\n"
        "start = time.process_time()\n"
        "problems = Problems()\n"
        "read_text(text, 'game.yaml', problems)\n"
        "seconds = time.process_time() - start\n"
        # the peak of this process alone; getrusage includes the parent process
        "peak = next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:'))\n"
        "print(len(problems.sorted()), seconds, peak)\n"
    )
    for time_left in (2, 1, 0):  # a busy machine may be slow once; a hostile text is slow each time
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        count, seconds, kilobytes = done.stdout.split()
        assert int(count) > 0
        assert int(kilobytes) < 300_000
        if float(seconds) < 2:
            break
        assert time_left, "too slow every time"


def test_c13_reading_takes_linear_time() -> None:
    def seconds(lines: int) -> float:
        text = "deck:\n" + "  - {card: number, color: [yellow, blue], number: [1, 2], copies: 2}\n" * lines
        best = math.inf
        for _ in range(3):
            start = time.process_time()
            read(text)
            best = min(best, time.process_time() - start)
        return best

    # a busy machine may slow down once; quadratic time shows each time
    assert any(seconds(8_000) < 3 * 4 * seconds(2_000) for _ in range(3))


# ---- generated documents

VISIBLE = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"], exclude_characters="\u3164\u115f\u1160\uffa0"),
    max_size=12,
)
SCALARS = (
    VISIBLE
    | st.integers(-(2**53), 2**53)
    | st.booleans()
    | st.none()
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
)
KEYS = st.text("abcdefgh_-+0123456789 é🟥", min_size=1, max_size=8).map(str.strip).filter(bool)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


class Quoting(yaml.SafeDumper):
    """A dumper that quotes every text."""


Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


def composed(data: object) -> object:
    """The data with every text in Unicode's composed form."""
    if isinstance(data, dict):
        return {composed(key): composed(value) for key, value in data.items()}
    if isinstance(data, list):
        return [composed(item) for item in data]
    return unicodedata.normalize("NFC", data) if isinstance(data, str) else data


@settings(deadline=None)
@given(st.dictionaries(KEYS, DATA, max_size=5), st.sampled_from([True, False, None]), st.booleans())
def test_written_data_reads_back_equal(data: dict[str, object], flow: bool | None, wide: bool) -> None:
    text = yaml.dump(data, Dumper=Quoting, default_flow_style=flow, allow_unicode=True, width=1000 if wide else 20)
    assert read(text).plain() == composed(data)


@pytest.mark.parametrize("name", ["flex", "std/matching", "scenarios/classic"])
def test_the_python_parser_reads_shipped_files_like_the_c_parser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (rulesets_dir() / f"{name}.yaml").read_text(encoding="utf-8")
    fast = nodes(read(text))
    monkeypatch.setattr(document, "PARSER", yaml.SafeLoader)
    slow = nodes(read(text))
    assert [node.span for node in fast] == [node.span for node in slow]
    assert [node.plain() for node in fast] == [node.plain() for node in slow]


@settings(deadline=None)
@given(st.dictionaries(KEYS, DATA, max_size=5))
def test_the_place_of_every_scalar_contains_its_text(data: dict[str, object]) -> None:
    text = yaml.dump(data, Dumper=Quoting, allow_unicode=True, width=1000)
    for node in nodes(read(text)):
        if isinstance(node, Scalar) and node.style == "plain":
            assert written(text, node.span) == node.text
        elif isinstance(node, Scalar) and node.style == "double" and "\\" not in written(text, node.span):
            inner = written(text, node.sub_span(0, len(node.text))).strip('"')
            assert unicodedata.normalize("NFC", inner) == node.text.strip('"')


@settings(deadline=None)
@given(st.text("ab:-[]{},#'\"&*!|>%@`? \n\t~\\.()<=é\u200b", max_size=60))
def test_any_text_gives_a_tree_or_problems_inside_the_text(text: str) -> None:
    lines = text.split("\n")
    problems = Problems()
    tree = read_text(text, "game.yaml", problems)
    assert tree is not None or problems.has_errors
    for problem in problems.sorted():
        span = problem.span
        assert span is not None
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        assert span.end_line <= len(lines)
        assert span.column <= len(lines[span.line - 1]) + 1
        assert span.end_column <= len(lines[span.end_line - 1]) + 1
