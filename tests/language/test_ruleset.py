"""Rulesets as a whole: player counts, required parts, bases, and repeatable results."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, problem_words, problems_of
from tests.promises import shipped_games
from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.diagnostics.problems import RulesetError
from unoflex_rules.language.ruleset import load, validate
from unoflex_rules.resources import UnknownRuleset, list_rulesets


def written(text: str, folder: Path, name: str = "mine.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, players: int = 2) -> list[str]:
    """Return the codes of the problems that prevent a program."""
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(load(path), players)
    assert all(each.span is not None for each in caught.value.problems)
    return [each.code for each in caught.value.problems]


@pytest.mark.parametrize("name", list_rulesets())
def test_every_shipped_ruleset_is_valid(name: str) -> None:
    assert validate(name) == []


@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_has_a_program_for_each_number_of_players(name: str) -> None:
    ruleset = load(name)
    for players in ruleset.player_counts:
        assert compile_ruleset(ruleset, players).players == players


# ---- required parts of a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", ["E102 format"] * 3),
        (TURN, ["E102 format"] * 2),
        ("players: {min: 2, max: 3}\n", ["E102 format"] * 2),
        ("base: true\n", []),
        ("base: true\nvariables: {a: colr}\n", ["E205 colr"]),
        ("base: true\neffects: {e: {help: x, do: [go_to: nxt]}}\n", ["E204 nxt -> next"]),
    ],
)
def test_missing_parts_are_reported_together(text: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"format: 1\nid: some\ntitle: Some\n{text}", tmp_path) == expected


@pytest.mark.parametrize("part", ["players", "deck", "turn"])
def test_a_game_without_a_required_part(part: str, tmp_path: Path) -> None:
    text = (TINY + TURN).replace(f"\n{part}:", f"\nx-{part}:", 1)
    assert problem_words(text, tmp_path) == ["E102 format"]
    if part != "players":  # without them, two players are allowed
        assert refused(written(text, tmp_path)) == ["E102"]


def test_a_base_is_not_a_game(tmp_path: Path) -> None:
    path = written("format: 1\nid: found\ntitle: Foundation\nbase: true\n" + TURN, tmp_path)
    assert validate(path) == []
    assert load(path).is_base
    assert refused(path) == ["E313"]
    with pytest.raises(RulesetError) as caught:
        load("std/uno").game(2)
    assert caught.value.problems[0].notes == (
        "a game may use it: `extends: std/uno`, or on top of another base `with: [std/uno]`",
    )


@pytest.mark.parametrize("players", [0, 5, -1, 100])
def test_an_unsupported_number_of_players(players: int, tmp_path: Path) -> None:
    assert refused(written(TINY + TURN, tmp_path), players) == ["E312"]


def test_a_minimum_above_the_maximum(tmp_path: Path) -> None:
    text = TINY.replace("{min: 1, max: 4}", "{min: 4, max: 1}") + TURN + "variables: {a: colr}\n"
    assert problem_words(text, tmp_path) == ["E104 {min: 4, max: 1}", "E205 colr -> color"]


OPTIONS = "options: {most: {type: int, default: 3, min: 1, max: 20}, many: {type: bool, default: false}}\n"


@pytest.mark.parametrize(
    "least, most, setting, expected",
    [
        ("1", "most", {}, range(1, 4)),
        ("1", "most", {"most": "2"}, range(1, 3)),
        ("most", "4", {"most": "4"}, range(4, 5)),
        ("2", "4 if many else 2", {}, range(2, 3)),
        ("2", "4 if many else 2", {"many": "true"}, range(2, 5)),
    ],
)
def test_player_limits_may_depend_on_options(
    least: str, most: str, setting: dict[str, str], expected: range, tmp_path: Path
) -> None:
    text = TINY.replace("{min: 1, max: 4}", f"{{min: {least}, max: {most}}}") + TURN + OPTIONS
    assert problem_words(text, tmp_path) == []
    ruleset = load(written(text, tmp_path), setting)
    assert ruleset.player_counts == expected
    with pytest.raises(RulesetError) as caught:
        ruleset.game(expected.stop)
    assert [each.code for each in caught.value.problems] == ["E312"]


@pytest.mark.parametrize(
    "most, expected",
    [
        ("mst", ["E201 mst -> most"]),
        ("player_count", ["E302 player_count"]),
        ("many", ["E302 many"]),
        ("most + 20", ["E104 most + 20"]),
        ("most - 3", ["E104 most - 3"]),
        ("round", ["E302 round"]),
    ],
)
def test_player_limits_are_known_before_the_game(most: str, expected: list[str], tmp_path: Path) -> None:
    text = TINY.replace("max: 4", f"max: {most}") + TURN + OPTIONS
    assert problem_words(text, tmp_path) == expected
    with pytest.raises(RulesetError):
        load(written(text, tmp_path))


@pytest.mark.parametrize(
    "setting, expected",
    [({"most": "21"}, ["E104"]), ({"most": "17"}, ["E104"]), ({"most": "x"}, ["E103"]), ({"mst": "2"}, ["E209"])],
)
def test_settings_without_an_allowed_number_of_players(
    setting: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    text = TINY.replace("max: 4", "max: most") + TURN + OPTIONS
    with pytest.raises(RulesetError) as caught:
        load(written(text, tmp_path), setting)
    assert [each.code for each in caught.value.problems] == expected


@pytest.mark.parametrize(
    "needs, most, expected",
    [
        ("player_count * 2 + 1", 4, []),  # nine cards, all of them
        ("player_count * 2 + 2", 4, ["E310 4"]),
        ("player_count * 3", 3, []),
        ("player_count * 3", 4, ["E310 4"]),
        ("pile.size", 4, ["E302 pile.size"]),
        ("red", 4, ["E302 red"]),
        ("10", 4, ["E310 4"]),
    ],
)
def test_a57_the_deck_is_large_enough_for_the_players(
    needs: str, most: int, expected: list[str], tmp_path: Path
) -> None:
    text = TINY.replace("max: 4", f"max: {most}") + TURN + f"needs: {needs}\n"
    assert problem_words(text, tmp_path) == expected


def test_a57_the_message_shows_the_computation(tmp_path: Path) -> None:
    [problem] = problems_of(TINY + TURN + "needs: player_count * 3\n", tmp_path)
    assert problem.label == "needs player_count * 3 = 12 cards, but the deck has 9"
    assert [label for _, label in problem.also] == ["the cards that a round needs", "the deck is declared here"]
    assert refused(written(TINY + TURN + "needs: player_count * 3\n", tmp_path), 4) == ["E310"]


def test_a_mistake_for_one_number_of_players_is_reported_when_they_play(tmp_path: Path) -> None:
    """Validation checks the smallest and the largest number; conditions on other numbers are still compiled."""
    text = (
        TINY + "turn: {choose: [{if: player_count == 2, then: [go_to: nxt]}, ask: {player: self, options: {on: {}}}]}\n"
    )
    assert problem_words(text, tmp_path) == ["E204 nxt -> next"]


# ---- repeatable results ----------------------------------------------------------------------------------------------


def test_problems_are_sorted_and_the_same_every_time(tmp_path: Path) -> None:
    text = TINY + TURN + "variables: {a: colr, b: nmber}\ndefine: {c: 1 +, d: nope, e: turn and true}\n"
    path = written(text, tmp_path)
    first = validate(path)
    assert len(first) == 5
    assert [each.span for each in first] == sorted(each.span for each in first if each.span)
    assert validate(path) == first
    with pytest.raises(RulesetError) as caught:
        load(path).game(2)
    assert caught.value.problems == first


@pytest.mark.parametrize("mutation", ["order", "anchors", "split"])
def test_c35_the_layout_of_a_file_does_not_matter(mutation: str, tmp_path: Path) -> None:
    """The program is equal with keys in another order, with anchors, or split into a base and the rest."""
    text = TINY + TURN + "variables: {a: int, b: color}\n"
    program = compile_ruleset(load(written(text, tmp_path)), 2)
    parts = text.strip().split("\n")
    if mutation == "order":
        top = [[]]
        for line in parts:
            if not line.startswith((" ", "-")):
                top.append([])
            top[-1].append(line)
        head, rest = top[1:4], top[4:]
        other = "\n".join(line for part in [*reversed(rest), *head] for line in part)
    elif mutation == "anchors":
        other = text.replace("{color: $color, number: $number}", "&face {color: $color, number: $number}")
    else:
        base = text.replace("id: tiny", "id: base").replace(TURN, "")
        written(base.replace("format: 1", "format: 1\nbase: true"), tmp_path, "base.yaml")
        other = f"format: 1\nid: tiny\ntitle: Tiny\nextends: base\nbase: false\n{TURN}"
    assert compile_ruleset(load(written(other, tmp_path)), 2).digest == program.digest


def test_a_missing_ruleset() -> None:
    with pytest.raises(UnknownRuleset):
        load("no_such_ruleset")


# ---- empty value -----------------------------------------------------------------------------------------------------

CLASSIC = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"


@pytest.mark.parametrize(
    "text, path",
    [
        ("cards: {draw_two: {played: null}}", ("cards", "draw_two", "played")),
        ("cards: {skip: {points: ~}}", ("cards", "skip", "points")),
        ("round: {blocked: null}", ("round", "blocked")),
        ("turn: {end=: null}", ("turn", "end")),
        ("zones: {hand: {visible: null}}", ("zones", "hand", "visible")),
        ("needs: null", ("needs",)),
        ("options: {catch_penalty: {min: null}}", ("options", "catch_penalty", "min")),
        ("values: {color: {red: {mark: null}}}", ("values", "color", "red", "mark")),
    ],
)
def test_an_empty_value_removes_inherited_parts(text: str, path: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(CLASSIC, encoding="utf-8")
    assert load(file).tree.get(path) is not None
    file.write_text(f"{CLASSIC}{text}\n", encoding="utf-8")
    assert load(file).tree.get(path) is None
    assert load(file).tree.get(path[:-1]) is not None or path == ("needs",)


@pytest.mark.parametrize(
    "text, code",
    [
        ("cards: {skip: null}", "E103"),
        ("options: {hand_size: }", "E103"),
        ("cards: {skip: {points: }}", "E301"),
        ("round: {blocked: }", "E103"),
        ("turn: {end: }", "E103"),
        ("zones: {hand: {visible: }}", "E106"),
        ("define: {card.playable: null}", "E103"),
        ("players: {min: null}", "E103"),
        ("turn: {end+: [ask: {player: self, options: {go: }}]}", "E103"),
        ("turn: {end+: [null]}", "E105"),
        ("deck+: [{card: skip, color: }]", "E301"),
        ("deck: null", "E102"),
    ],
)
def test_a_required_value_cannot_be_empty(text: str, code: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{CLASSIC}{text}\n", encoding="utf-8")
    assert code in [problem.code for problem in validate(file)]


def test_a_value_needs_no_details_and_a_step_no_arguments(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"{CLASSIC}values: {{symbol: {{shower: }}}}\nturn: {{end+: [reverse: ]}}\n", encoding="utf-8")
    assert validate(file) == []
    assert "shower" in load(file).game(3).world.enums["symbol"].members
