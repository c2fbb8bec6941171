"""What an editor shows and offers: hovers, completions and problems of the real yaml-language-server.

`make editor` installs the server and runs these tests; without it they are skipped. Not here: the schemas alone
(test_hints.py).
"""

import itertools
import os
import re

import pytest

import unoflex_rules as ur
from tests.editor.language_server import LanguageServer, missing
from tests.sampling import sample
from unoflex_rules.resources import rulesets_dir, schema_dir

if missing() and "UNOFLEX_EDITOR" not in os.environ:
    pytest.skip(missing(), allow_module_level=True)

FILES = sorted(path for path in rulesets_dir().rglob("*.yaml") if "scenarios" not in path.parts)
SHIPPED = FILES if "UNOFLEX_EDITOR" in os.environ else sample(FILES, 3)
SHEETS = [rulesets_dir() / "scenarios" / "house" / f"{name}.yaml" for name in ("stacking", "jump-in", "force-play")]
KEY = re.compile(r"(?<!\S)[\[{]*([A-Za-z_+][\w.]*[=+-]?):(?= |$)")
HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"
RULESET, SHEET, CAMPAIGN = "rules", "sheet", "campaign"
numbers = itertools.count()


@pytest.fixture(scope="module")
def server():
    files = {"ruleset": RULESET, "scenarios": SHEET, "campaign": CAMPAIGN}
    schemas = {str(schema_dir() / f"{kind}.schema.json"): f"*.{end}.yaml" for kind, end in files.items()}
    server = LanguageServer(schemas)
    yield server
    server.stop()


@pytest.fixture
def opened(server, tmp_path):
    def opened(kind, text):
        text = re.sub(r"^# yaml-language-server:.*", "#", text)  # the schema is given by the file's name
        return server.open(tmp_path / f"{next(numbers)}.{kind}.yaml", text)

    return opened


def keys(text):
    """Return each key that is written in a text: its line, a column inside it, and the key."""
    for number, line in enumerate(text.split("\n")):
        code = re.sub(r"(^|\s)#.*", "", re.sub(r'"[^"]*"', lambda quoted: "~" * len(quoted[0]), line))
        for found in KEY.finditer(code):
            yield number, found.start(1) + (len(found[1]) > 1), found[1]


def check_hovers(document):
    places = list(keys(document.text))
    assert places
    for line, column, key in places:
        shown = document.hover(line, column)
        text = shown.partition("\n\nSource:")[0]
        at = f"{key} in line {line + 1}: {shown!r}"
        assert "||" not in shown, at
        assert "A ruleset" not in text, at
        assert text.startswith("#### "), at
        assert len(text.split("\n\n")[1]) > 8, at


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_key_of_a_shipped_ruleset_is_explained(opened, path):
    document = opened(RULESET, path.read_text(encoding="utf-8"))
    assert document.problems() == []
    check_hovers(document)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_key_of_a_sheet_is_explained(opened, path):
    document = opened(SHEET, path.read_text(encoding="utf-8"))
    assert document.problems() == []
    check_hovers(document)


def test_every_key_of_a_campaign_is_explained(opened):
    campaign = ur.Campaign.new(ur.load("remix"), ["Ann", "Ben", "Cleo"], seed=1, agents="greedy")
    campaign.play(2)
    document = opened(CAMPAIGN, campaign.text())
    assert document.problems() == []
    check_hovers(document)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("turn: {end+: [~draw: {player: next, count: 2}]}", "Players draw cards one by one"),
        ("turn: {end+: [draw: {player: next, ~count: 2}]}", "A number; `1` by default."),
        ("turn: {end+: [draw: {~player: next}]}", "* `next`: The player after `self` in the direction of play"),
        ("options: {~hand_size: 5}", "How many cards each player is dealt."),
        ("players: {~min: 2, max: 4}", "The fewest players. Such as `2`."),
        ("zones: {~box: {title: box}}", "A place for cards."),
        ("deck~+: [{card: skip}]", "Adds to what is inherited: the cards of the game."),
    ],
)
def test_a_hover_shows(opened, text, expected):
    before, _, after = text.partition("~")
    document = opened(RULESET, f"{HEAD}{before}{after}\n")
    assert expected in document.hover(HEAD.count("\n"), len(before) + ("+" not in after[:1]))


SELECTORS = {"self", "next", "previous", "dealer"}


@pytest.mark.parametrize(
    "text, wanted, unwanted",
    [
        ("turn: {end+: [draw: {player: ~}]}", {*SELECTORS, "others", "everyone"}, {"true", "false", "null"}),
        ("turn:\n  end+:\n    - go_to: ~", SELECTORS, {"true", "false", "others"}),
        ("turn:\n  end+:\n    - ~", {"draw", "skip", "if", "again", "move", "set"}, {"true"}),
        ("triggers+:\n  - at: ~", {"drawn", "passed_over"}, {"true"}),
        ("with:\n  - ~", {"house/stacking", "house/jump-in"}, {"classic"}),
        ("options:\n  ~", {"hand_size", "challenge", "call"}, set()),
        ("options:\n  call: ~", {"true", "false"}, set()),
        ("variables: {x: {type: ~}}", {"bool", "player", "card"}, {"true"}),
        ("zones:\n  x:\n    visible: ~", {"owner", "others", "all", "nobody"}, {"true"}),
        ("deck+:\n  - card: ~", {"skip", "wild", "draw_two"}, {"true"}),
        ("~", {"players", "cards", "turn", "options"}, {"format"}),
    ],
)
def test_a_ruleset_is_completed(opened, text, wanted, unwanted):
    check_completion(opened, RULESET, HEAD + text, wanted, unwanted)


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("extends: ~", {"classic", "flex", "std/uno"}),
        ("~", {"extends", "with", "players"}),
    ],
)
def test_a_file_without_a_base_is_completed(opened, text, wanted):
    check_completion(opened, RULESET, f"format: 1\nid: mine\ntitle: Mine\n{text}", wanted, {"house/stacking"})


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("ruleset: ~", {"classic", "remix"}),
        ("ruleset: classic\nscenarios:\n  - name: A.\n    from: ~", {"start", "round_end"}),
        ("ruleset: classic\nscenarios:\n  - name: A.\n    expect:\n      turn: ~", {"P0", "P3"}),
        ("ruleset: classic\nscenarios:\n  - name: A.\n    expect:\n      never: ~", {"shuffle", "move"}),
        ("ruleset: classic\nscenarios:\n  - name: A.\n    problem: ~", {"E204", "E605"}),
    ],
)
def test_a_sheet_is_completed(opened, text, wanted):
    check_completion(opened, SHEET, text, wanted, {"true", "false", "E9999"})


def check_completion(opened, kind, text, wanted, unwanted):
    before, _, after = text.partition("~")
    document = opened(kind, before + after)
    line = before.count("\n")
    labels = {each["label"] for each in document.completions(line, len(before) - before.rfind("\n") - 1)}
    assert wanted <= labels
    assert not unwanted & labels


@pytest.mark.parametrize(
    "text, line, message",
    [
        ("optoins: {hand_size: 5}", 4, "optoins is not allowed"),
        ("turn: {end+: [draw: {plyer: self}]}", 4, "plyer is not allowed"),
        ("variables: {x: {type: int, keep: always}}", 4, '"turn", "round", "game"'),
        ("turn:\n  end+:\n    - move: {from: discard}", 6, 'Missing property "to"'),
        ("turn: {end+: [{again: null, skip: next}]}", 4, "more properties"),
    ],
)
def test_a_slip_is_marked(opened, text, line, message):
    problems = opened(RULESET, f"{HEAD}{text}\n").problems()
    assert [each for each in problems if message in each["message"] and each["range"]["start"]["line"] == line]


def test_a_slip_in_a_sheet_is_marked(opened):
    text = "ruleset: classic\nscenarios:\n  - name: A.\n    expect:\n      turn: Ann\n"
    assert [each["range"]["start"]["line"] for each in opened(SHEET, text).problems()] == [4]
