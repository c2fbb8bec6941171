"""Refused combinations of options and overlays, and conflicts between overlays.

How such problems are framed: tests/render.
"""

import pytest

import unoflex_rules as ur
from tests.language.several_files import problem_places, writer

MINE = "extends: classic\n"
LAID = "base: true\nextends: std/uno\n"


@pytest.fixture
def write(tmp_path):
    return writer(tmp_path)


def refused(path, options=None, overlays=()):
    with pytest.raises(ur.RulesetError) as caught:
        ur.load(path, options, overlays).game(2)
    assert problem_places(caught.value.problems) == problem_places(ur.validate(path, options, overlays))
    return caught.value.problems


def test_rejected_options_are_reported_where_they_are_set(write):
    mine = write(
        "mine", MINE + "options: {hand_size: 9}\nrefuse+:\n  - {if: hand_size > 8 and call, because: too long.}\n"
    )
    (problem,) = refused(mine)
    assert problem.message == "this combination is refused: too long."
    assert problem_places([problem]) == [("mine.yaml", 7, "E314", [("mine.yaml", 5), ("classic", 9)])]
    assert ur.load(mine, {"call": "false"}).id == "mine"
    assert ur.validate(mine, {"hand_size": "8"}) == []


def test_settings_from_outside_are_named(write):
    mine = write("mine", MINE + "refuse+:\n  - {if: hand_size > 8, because: too long.}\n")
    assert ur.validate(mine) == []
    (problem,) = refused(mine, {"hand_size": "12"})
    assert [text for _, text in problem.also] == ["`hand_size` is declared here and set to 12"]


def test_the_number_of_players_may_be_rejected(write):
    mine = write("mine", MINE + "refuse+:\n  - {if: player_count == 10, because: ten are too many for our table.}\n")
    ruleset = ur.load(mine)
    assert ruleset.game(9)
    with pytest.raises(ur.RulesetError, match="for 10 players: ten are too many"):
        ruleset.game(10)
    assert ur.validate(mine) == []


def test_a_setting_may_be_rejected_for_some_numbers_of_players(write):
    many = "refuse+:\n  - {if: hand_size == 6 and player_count < 5, because: only for five or more.}\n"
    mine = write("mine", MINE + many)
    assert ur.validate(mine, {"hand_size": "6"}) == []
    ruleset = ur.load(mine, {"hand_size": "6"})
    assert ruleset.game(5) and ruleset.game(6)
    with pytest.raises(ur.RulesetError, match="refused for 4 players: only for five or more"):
        ruleset.game(4)
    none = write("none", MINE.replace("mine", "none") + many.replace("player_count < 5", "player_count < 11"))
    with pytest.raises(ur.RulesetError, match="refused for 2 players"):
        ur.load(none, {"hand_size": "6"})
    assert {problem.code for problem in ur.validate(none, {"hand_size": "6"})} == {"E314"}


def test_a_seat_beyond_the_greatest_number_of_players_is_reported(write):
    table = "players: {min: 2, max: most}\noptions: {most: {type: int, default: 4, min: 3, max: 6}}\n"
    last = write("last", MINE.replace("mine", "last") + table + "turn: {end+: [draw: seat(3), draw: seat(-4)]}\n")
    assert ur.validate(last) == [] and ur.load(last).game(2)
    assert [problem.code for problem in ur.validate(last, {"most": "3"})] == ["E104", "E104"]
    assert ur.validate(last, {"most": "6"}) == []


def test_an_overlay_may_reject_another_one_always_or_for_some_values(write):
    mine = write("mine", MINE + "with: [./first, ./second]\n")
    write("first", LAID + "options: {strict: {type: bool, default: true, help: Strictly.}}\n")
    write("second", LAID + "refuse+:\n  - {with: ./first, because: they fight.}\n")
    assert problem_places(refused(mine)) == [("mine.yaml", 5, "E314", [("second.yaml", 7)])]
    write("second", LAID + "refuse+:\n  - {with: ./first, if: strict, because: they fight.}\n")
    assert problem_places(refused(mine)) == [("mine.yaml", 5, "E314", [("second.yaml", 7), ("first.yaml", 6)])]
    assert ur.load(mine, {"strict": "false"})
    alone = write("alone", MINE + "with: [./second]\n")
    assert ur.validate(alone) == []  # `strict` does not exist there


@pytest.mark.parametrize(
    "entry, code, guess",
    [
        ("{with: house/staking, because: no.}", "E401", "house/stacking"),
        ("{if: direction == 1, because: no.}", "E302", None),
        ("{if: hand_sise == 2, because: no.}", "E201", "hand_size"),
        ("{if: hand_size == 2}", "E102", None),
        ("{wiht: house/stacking, because: no.}", "E101", "with"),
    ],
)
def test_faults_in_rejections(write, entry, code, guess):
    mine = write("mine", MINE + f"refuse+:\n  - {entry}\n")
    assert [(each.code, each.suggestion) for each in ur.validate(mine)] == [(code, guess)]


def test_conflicting_overlays_are_rejected_with_both_places(write):
    write("first", LAID + "options: {hand_size: 5}\n")
    write("second", LAID + "options: {hand_size: 6}\n")
    mine = write("mine", MINE + "with: [./first, ./second]\n")
    (problem,) = refused(mine)
    assert problem.message == "two overlays set `options.hand_size.default` differently"
    assert problem_places([problem]) == [("second.yaml", 6, "E409", [("first.yaml", 6), ("mine.yaml", 5)])]
    write("mine", MINE + "with: [./first, ./second]\noptions: {hand_size: 6}\n")
    assert ur.load(mine)


def test_an_overlay_does_not_conflict_with_its_base(write):
    write("first", LAID + "options: {hand_size: 5}\n")
    write("second", "base: true\nextends: ./first\noptions: {hand_size: 6}\n")
    write("third", "base: true\nextends: ./second\noptions: {hand_size: 4}\n")
    mine = write("mine", MINE + "with: [./first, ./third]\n")
    assert ur.compile_ruleset(ur.load(mine), 2).options["hand_size"] == "4"


def test_overlays_of_the_caller_come_last_in_order(write):
    first = write("first", LAID + "options: {hand_size: 5}\n")
    mine = write("mine", MINE + "options: {hand_size: 9}\n")
    ruleset = ur.load(mine, overlays=[first, "house/stacking"])
    program = ur.compile_ruleset(ruleset, 3)
    assert (program.options["hand_size"], "mixed_stacking" in program.options) == ("5", True)
    assert program.overlays == ruleset.overlays == (ruleset.overlays[0], "house/stacking")
    assert ur.Settings.of(program, 7).replay(3).endswith(" --with house/stacking")


ACTS = "turn: {end+: [{if: waiting > 500, then: [draw: self]}]}\n"  # a rule, so that the overlay changes one
SWAP = "effects: {swap: {help: One swaps., params: {one: player}, do: [draw: one]}}\n"


@pytest.mark.parametrize(
    "game, laid, name",
    [
        (SWAP, "effects: {swap: {help: Another one., do: [draw: self]}}\n", "effects.swap"),
        ("define: {card.dear: card.points > 5}\n", "define: {card.dear: card.points > 9}\n", "define.card.dear"),
        ("variables: {mine: {type: int}}\n", "variables: {mine: {type: int, keep: turn}}\n", "variables.mine"),
        ("variables: {mine: int}\n", "variables: {mine: bool}\n", "variables.mine"),
        ("zones: {aside: {visible: all}}\n", "zones: {aside: {visible: nobody}}\n", "zones.aside"),
        ("choices: {foe: {of: others}}\n", "choices: {foe: {of: others, if: it.hand.size > 1}}\n", "choices.foe"),
        ("values: {mood: [good, bad]}\n", "values: {mood: [good]}\n", "values.mood"),
        ("values: {symbol: {jam: {mark: J}}}\n", "values: {symbol: {jam: {mark: M}}}\n", "values.symbol.jam"),
        ("moments: {won: {who: player}}\n", "moments: {won: {who: players}}\n", "moments.won"),
        (
            "cards: {reverse: {points: 9}, jam: {face: {color: $color}, points: 9}}\n",
            "cards: {reverse: {points: 8}, jam: {face: {color: $color}, points: 8}}\n",
            "cards.jam",
        ),
        ("counts: {wilds: {title: Wilds}}\n", "counts: {wilds: {title: Wilds, per: turn}}\n", "counts.wilds"),
        (
            "options: {hard: {type: bool, default: true, help: Hard.}}\n",
            "options: {hard: {type: int, default: 3, help: How hard.}}\n",
            "options.hard",
        ),
    ],
)
def test_an_overlay_cannot_replace_a_declaration_by_accident(write, game, laid, name):
    mine = write("mine", MINE + game)
    first = write("first", LAID + laid + ACTS)
    (problem,) = refused(mine, overlays=[first])
    assert problem.message.startswith(f"the overlay declares `{name}`, which the game already declares")
    assert problem_places([problem]) == [("first.yaml", 6, "E409", [("mine.yaml", 5), ("with", 1)])]
    above = write("above", f"extends: ./mine\nwith: [./first]\n{game}")
    assert ur.validate(above) == []  # the file that uses both overlays overrides them
    plain = write("plain", "extends: ./mine\nwith: [./first]\n")
    assert problem_places(refused(plain)) == [("first.yaml", 6, "E409", [("mine.yaml", 5), ("plain.yaml", 5)])]


@pytest.mark.parametrize(
    "laid",
    [
        "effects: {swap=: {help: Another one., params: {one: player}, do: [draw: self]}}\n",
        "effects: {swap: {do=: [draw: next]}}\n",
        "effects: {swap: {do+: [draw: self]}}\n",
        "effects: {draw_two_more: {help: Two., do: [draw: {player: self, count: 2}]}}\n",
        "effects: {swap: {help: Two swap.}}\n",
        "options: {hard: 7}\n",
        "cards: {jam: {points: 7, played+: [draw: next]}, skip: {points: 70}}\n",
        "cards: {jam: {title: jam}}\nvalues: {symbol: {plum: }}\n",
        SWAP,
    ],
)
def test_an_overlay_changes_a_declaration_with_a_sign(write, laid):
    mine = write(
        "mine",
        MINE + SWAP + "values: {symbol: {jam: }}\noptions: {hard: {type: int, default: 3, help: How hard.}}\n"
        "cards: {jam: {face: {color: $color, symbol: jam}, points: hard, played: [swap: next]}}\n"
        "deck+: [{card: jam, color: each}]\ndeck_size: 112\n",
    )
    assert ur.load(mine, overlays=[write("first", LAID + laid + ACTS)]).game(3)


def test_an_overlay_may_redeclare_parts_of_its_base(write):
    write("common", LAID + SWAP)
    mine = write("mine", MINE + "with: [./common]\n")
    again = "effects: {swap: {help: Another one., do: [draw: self]}}\n"
    laid = write("laid", "base: true\nextends: ./common\n" + again + ACTS)
    assert ur.load(mine, overlays=[laid]).game(2)
    assert [each.code for each in refused(mine, overlays=[write("other", LAID + again)])] == ["E409"]


def test_a_conflict_with_the_base_of_an_overlay_is_reported(write):
    write("common", LAID + "effects: {swap: {help: Another one., do: [draw: self]}}\n")
    laid = write("laid", "base: true\nextends: ./common\n")
    (problem,) = refused(write("mine", MINE + SWAP), overlays=[laid])
    assert problem.message.startswith("the overlay declares `effects.swap`, which the game already declares")
    assert problem_places([problem]) == [("common.yaml", 6, "E409", [("mine.yaml", 5), ("laid.yaml", 5)])]


def test_a_missing_overlay_is_reported_in_the_list_of_the_caller():
    (problem,) = refused("classic", overlays=["house/jump-in", "house/staking"])
    assert (str(problem.span), problem.code, problem.suggestion) == ("with:2:1", "E401", "house/stacking")
    assert ur.sources()["with"] == "house/jump-in\nhouse/staking\n"


def test_a_game_is_not_an_overlay(write):
    mine = write("mine", MINE + "with: [flex]\n")
    (problem,) = ur.validate(mine)
    assert (problem.code, str(problem.span).rpartition("/")[2]) == ("E410", "mine.yaml:5:8")
    assert problem.message == "`flex` is a game, not an overlay"
    for name in ("flex", "classic"):  # the game itself, too
        (problem,) = refused("classic", overlays=["house/stacking", name])
        assert (problem.code, str(problem.span)) == ("E410", "with:2:1")


@pytest.mark.parametrize(
    "by, fits", [("1 if self.hand.empty else 0", True), ("1", True), ("2", False), ("turn", False)]
)
def test_a_share_counts_once_or_never(write, by, fits):
    text = MINE + "counts: {long: {per: turn, share: true}}\nturn: {end+: [count: {what: long, by: %s}]}\n"
    found = ur.validate(write("mine", text % by))
    assert problem_places(found) == ([] if fits else [("mine.yaml", 6, "E104", [("mine.yaml", 5)])])
    assert ur.validate(write("mine", text.replace(", share: true", "") % by)) == []
