"""A tree as YAML: reading it back gives the same tree, for every shipped ruleset and any value."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.goldens import steady
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping
from unoflex_rules.language.yaml.scalars import hidden_at, normalised
from unoflex_rules.render.ruleset_text import ruleset_text

GAMES = [name for name in ur.list_rulesets() if not name.startswith(("std/", "house/"))]


def tree(text):
    problems = Problems()
    found = read_text(text, "mine.yaml", problems)
    assert problems.sorted() == []
    return found


def ordered(data):
    """Return data in which the order of keys matters, except for keys of the language."""
    if isinstance(data, dict):
        return [(key, ordered(value)) for key, value in data.items()]
    return [ordered(each) for each in data] if isinstance(data, list) else data


@pytest.mark.parametrize("origin", [False, True])
@pytest.mark.parametrize("name", ur.list_rulesets())
def test_every_shipped_ruleset_reads_back_as_the_same_tree(name, origin, tmp_path):
    ruleset = ur.load(name)
    path = tmp_path / "again.yaml"
    path.write_text(ruleset_text(ruleset.tree, origin), encoding="utf-8")
    again = ur.load(path)
    assert again.tree.plain() == ruleset.tree.plain()
    assert again.files == [path]
    for section in ("values", "attributes", "cards", "effects"):  # names keep the order of their author
        assert ordered(again.tree.plain().get(section)) == ordered(ruleset.tree.plain().get(section))
    assert list(again.tree.plain().get("define", {})) == list(ruleset.tree.plain().get("define", {}))


@pytest.mark.parametrize("name", GAMES)
def test_the_written_text_is_the_same_game_without_warnings(name, tmp_path):
    ruleset, path = ur.load(name), tmp_path / "again.yaml"
    path.write_text(ruleset_text(ruleset.tree), encoding="utf-8")
    assert ur.validate(path) == []
    games = [ur.compile_ruleset(each, ruleset.players_min) for each in (ruleset, ur.load(path))]
    assert games[0].digest == games[1].digest


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_no_longer_than_in_shipped_files_except_unbreakable_ones(name):
    for line in ruleset_text(ur.load(name).tree).split("\n"):
        assert len(line) <= 110 or " " not in line.strip(), line


def test_the_layout_is_that_of_the_shipped_files():
    text = ruleset_text(ur.load("classic").tree)
    shipped = (Path(__file__).parents[2] / "rulesets" / "classic.yaml").read_text(encoding="utf-8")
    kinds = re.search(r"^cards:\n(.*?)^\n", shipped, re.M | re.S)[1]
    deck = re.search(r"^deck:\n(.*?)^\n", shipped, re.M | re.S)[1]
    lines = [line for line in (kinds + deck).rstrip("\n").split("\n") if len(line) <= 110]
    assert len(lines) > 12
    for line in lines:
        assert f"\n{line}\n" in text


def test_top_level_keys_are_in_the_order_of_the_language():
    text = ruleset_text(tree("x-mine: 1\nturn: {end: [], choose: []}\ntitle: T\nid: t\nformat: 1\n"))
    assert re.findall(r"^(\S+):", text, re.M) == ["format", "id", "title", "turn", "x-mine"]
    assert text.index("choose:") < text.index("end:")


@pytest.mark.parametrize(
    "line",
    [
        "title: plain",
        'title: ""',
        'title: "5"',
        'title: "true"',
        'title: "null"',
        'title: "a: b"',
        'title: "a #b"',
        'title: "- a"',
        "title: a, b",
        'title: "[a"',
        'title: "*"',
        'title: "two \\nlines"',
        "title: |-\n  two\n  lines",
        "title: -a",
        "title: it's",
        "title: žlutá",
        "number: 5",
        "number: -1",
        "number: 0x1F",
        "number: true",
        "number: null",
        "number:",
        "number: 1.5",
        "number: {}",
        "number: []",
    ],
)
def test_scalars_are_quoted_only_if_necessary(line):
    assert ruleset_text(tree(line)) == f"{line}\n"


@pytest.mark.parametrize(
    "line", ['cards: {a: {b: "x, y", c: "z]", d: "q:"}}', "cards: {a: {shower: , other: }}", 'cards: {1: {"a b:": 2}}']
)
def test_scalars_in_flow_style_are_quoted_if_necessary(line):
    before = tree(line)
    assert tree(ruleset_text(before)).plain() == before.plain()


def test_a_long_text_is_folded_over_several_lines():
    words = " ".join(f"word{number}" for number in range(40))
    text = ruleset_text(tree(f"title: {words}\n"))
    assert text.startswith("title: >-\n  word0 ")
    assert tree(text).plain() == {"title": words}
    spaced = words.replace("word7 ", "word7  ")  # folding would lose one of the two spaces
    assert tree(ruleset_text(tree(f'title: "{spaced}"\n'))).plain() == {"title": spaced}


WORDS = st.text(max_size=30).map(normalised).filter(lambda text: hidden_at(text) is None and "\r" not in text)
NAMES = WORDS.filter(lambda text: text != "<<" and hidden_at(text, key=True) is None).map(lambda text: text or "k")
LEAVES = WORDS | st.integers(-(2**53), 2**53) | st.booleans() | st.none()
DATA = st.recursive(
    LEAVES, lambda below: st.lists(below, max_size=4) | st.dictionaries(NAMES, below, max_size=4), max_leaves=25
)


def nodes(data):
    """Return a tree of the data by way of JSON, which is YAML."""
    problems = Problems()
    found = read_text(json.dumps(data, ensure_ascii=False), "mine.yaml", problems)
    return found if not problems.sorted() else None


@given(st.dictionaries(NAMES, DATA, min_size=1, max_size=4), st.booleans())
def test_any_tree_is_read_back(data, origin):
    before = nodes(data)
    if before is None:
        return
    text = ruleset_text(before, origin)
    problems = Problems()
    after = read_text(text, "again.yaml", problems)
    assert isinstance(after, Mapping), (text, problems.sorted())
    assert after.plain() == before.plain()


# --- places of the lines ----------------------------------------------------------------------------------------------

MINE = """format: 1
id: mine
title: Mine
extends: classic
options:
  hand_size: 5
cards:
  skip: {points: 25}
turn:
  end+: [set: {dealer: dealer.next}]
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_each_line_has_the_place_of_its_source(mine):
    def part(path):
        return steady(re.sub(r"  +#", "  #", ruleset_text(ur.composed(ur.load(mine), path), origin=True)))

    assert part("cards.skip") == (
        "cards:  # mine.yaml:7\n"
        "  skip:  # mine.yaml:8\n"
        "    face: {color: $color, symbol: skip}  # classic\n"
        "    points: 25  # mine.yaml:8\n"
        "    played: [skip: next]  # classic\n"
    )
    assert "    default: 5  # mine.yaml:6\n    min: 1  # std/shedding\n" in part("options.hand_size")
    assert part("turn.end").endswith("    - set: {dealer: dealer.next}  # mine.yaml:10\n")


def test_every_line_except_in_multiline_texts_has_a_place(mine):
    lines = ruleset_text(ur.load(mine).tree, origin=True).rstrip("\n").split("\n")
    without = [line for line in lines if not re.search(r"  # [\w./-]+:\d+$", line)]
    folded = [line for line in lines if re.search(r">- +# ", line)]
    assert len(folded) <= len(without) < len(lines) / 10


def test_settings_from_outside_are_marked():
    ruleset = ur.load("classic", {"hand_size": "5"})
    text = ruleset_text(ur.composed(ruleset, "options.hand_size"), origin=True)
    assert re.search(r"^    default: 5 +# --set$", text, re.M)
