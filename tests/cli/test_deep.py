"""`unoflex validate --deep`: unreached places are reported with the number of games, and failures with a command
that reproduces them. The games are those of a tiny ruleset, few and quick.
"""

import json
import shlex

import pytest

from unoflex_rules.playtest import visits
from unoflex_rules.playtest.deep_check import USUAL_GAMES

TINY = """
format: 1
id: tiny
title: Tiny
players: {min: 2, max: 3}
values: {number: 1..6}
attributes: {number: number}
active: {number: {}}
zones: {stock: {deck: true}, pile: {visible: all}, hand: {each: player, visible: owner}}
cards:
  plain: {face: {number: $number}}
deck:
  - {card: plain, number: each, copies: 4}
round:
  deal:
    - shuffle: stock
    - for_each: {in: players, do: [move: {from: stock, to: it.hand, count: 3}]}
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [lay: {card: card, to: pile}]}
          wait: {if: self.hand.size == 1, do: [move: {from: stock, to: self.hand}]}
  end:
    - if: self.hand.empty
      then: [finish: {the: round, winners: self}]
""".lstrip()
#: Cards return to the draw pile, and no player can win.
ENDLESS = (
    TINY.replace("if: self.hand.empty", "if: self.hand.size > 30").replace("self.hand.size == 1", "stock.size > 0")
    + "  start: [move: {from: pile, to: stock, count: all}]\n"
)
#: A player with a single card is asked a question without options.
BROKEN = (
    TINY
    + """
  start:
    - if: self.hand.size == 1
      then:
        - ask:
            player: self
            options:
              never: {if: self.hand.size > 5}
"""
)
#: A player without a card above the top card of the pile passes.
BLOCKED = TINY.replace("cards: self.hand, do", "cards: self.hand, if: card.number > active.number, do").replace(
    "          wait: {if: self.hand.size == 1, do: [move: {from: stock, to: self.hand}]}\n",
    "          wait: {last_resort: true}\n",
)
ANYBODY = "[finish: {the: round, winners: self, reason: blocked}]"
#: The winner is a variable that is never set.
UNWON = (
    TINY.replace("winners: self", "winners: opener")
    + "variables: {opener: {type: player, keep: turn}}\n"
    + "state_rules: [{if: self.hand.size > 50, then: [set: {opener: self}]}]\n"
)
RARE = (
    TINY
    + """
  start:
    - if: stock.size > 23
      then: [change_direction, miss_turn: next]
"""
)
OPTIONS = (
    TINY
    + """
options:
  many: {type: bool, default: false}
  idle: {type: bool, default: false}
  still: {type: [low, high], default: low}
state_rules:
  - if: idle and 1 > 2
    then: [change_direction]
effects:
  more:
    help: A card more.
    do:
      - if: still == high and many
        then: [move: {from: stock, to: self.hand}]
"""
)


@pytest.fixture
def deep(run, tmp_path, monkeypatch):
    """Validate a text with a small deep check in a separate folder."""
    monkeypatch.chdir(tmp_path)

    def deep(text, *flags, games=60):
        (tmp_path / "tiny.yaml").write_text(text, encoding="utf-8")
        return run("validate", "tiny.yaml", "--deep", "--games", games, *flags)

    return deep


def commands(result):
    """Return the commands that a document suggests to look at games."""
    [file] = result.document["files"]
    notes = [note for problem in file["problems"] for note in problem["notes"]]
    return [shlex.split(note.partition(": unoflex ")[2]) for note in notes if ": unoflex trace" in note]


def problems(result):
    [file] = result.document["files"]
    return [(each["code"], each["line"], each["label"]) for each in file["problems"]]


def test_a_valid_ruleset_passes_and_the_games_are_listed(deep):
    result = deep(TINY)
    assert result.code == 0
    played, fine = result.out.splitlines()
    assert played.startswith("played 60 games of seed 0 in ")
    assert played.endswith(": 2 and 3 players, random and greedy, single rounds")
    assert fine.startswith("tiny.yaml is fine (")


def test_an_unreached_place_is_reported_with_the_number_of_games(deep):
    result = deep(RARE)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(
        "warning[W701]: this `change_direction` was never carried out\n"
        "  ┌─ tiny.yaml:30:14\n"
        "  │\n"
        "30│       then: [change_direction, miss_turn: next]\n"
        "  │              ^^^^^^^^^^^^^^^^ in 60 games\n"
    )
    assert result.out.count("warning[") == 1  # the next step of the list is not reported separately


def test_the_document_lists_how_every_game_was_played(deep):
    [file] = deep(RARE, "--json").document["files"]
    played = file["played"]
    assert (file["ok"], played["seed"], played["games"], played["settings"]) == (True, 0, 60, 0)
    ways = [(part["players"], part["agents"], part["rounds"], part["games"]) for part in played["parts"]]
    assert ways == [
        (2, "random", "one", 15),
        (2, "greedy", "one", 15),
        (3, "random", "one", 15),
        (3, "greedy", "one", 15),
    ]
    assert [part["unfinished_shown_by"] for part in played["parts"]] == [None] * 4


def test_the_result_depends_on_the_seed_and_not_on_threads(deep):
    runs = [("--threads", "1", "--seed", "5"), ("--threads", "2", "--seed", "5"), ("--threads", "2", "--seed", "6")]
    one, two, other = (deep(RARE, "--json", *flags, games=3000) for flags in runs)
    assert one.out == two.out
    decisions = [
        sum(part["decisions"] for part in json.loads(each.out)["files"][0]["played"]["parts"]) for each in (one, other)
    ]
    assert decisions[0] != decisions[1]


def test_endless_games_are_reproduced_by_the_suggested_command(deep, run, monkeypatch):
    monkeypatch.setattr(visits, "CHECK_LIMIT", 300)  # for a quick test
    result = deep(ENDLESS, "--json", games=4)
    assert result.code == 0
    assert ("W705", None, "") in problems(result)
    shown = commands(result)
    assert len(shown) == 3
    for command in shown:
        traced = run(*command)
        assert traced.code == 0
        assert command[-2:] == ["--limit", "300"]
        assert "unfinished after " in traced.out.splitlines()[-1]


def test_a_few_endless_games_shorten_the_others(deep):
    [file] = deep(ENDLESS, "--json", games=200).document["files"]
    assert [part["games"] for part in file["played"]["parts"]] == [50, 1, 1, 1]


def test_games_without_a_winner_are_reported(deep, run):
    result = deep(UNWON, "--json")
    assert result.code == 0
    [problem] = [each for each in result.document["files"][0]["problems"] if each["code"] == "W706"]
    assert (problem["line"], problem["message"]) == (None, "no player won any of 60 games that ended")
    traced = run(*commands(result)[0])
    assert traced.out.splitlines()[-1].endswith("the game is over: over; winner: nobody")


@pytest.mark.parametrize(
    "blocked, condition, is_told",
    [
        ("", "card.number > 2", True),
        (ANYBODY, "card.number > 2", False),  # fewer than half of them
        (ANYBODY, "card.number > 5", True),
    ],
)
def test_blocked_rounds_are_reported_unless_rare_or_handled(deep, run, blocked, condition, is_told):
    text = BLOCKED.replace("card.number > active.number", condition)
    result = deep(text.replace("round:\n", f"round:\n  blocked: {blocked}\n") if blocked else text, "--json")
    assert result.code == 0
    found = [each for each in result.document["files"][0]["problems"] if each["code"] == "W707"]
    assert bool(found) == is_told
    if found:
        assert found[0]["message"].endswith(" of 60 rounds were blocked: no player could act")
        assert any("`round.blocked` does not say" in each for each in found[0]["notes"]) == (not blocked)
        assert "the round is over: blocked" in run(*commands(result)[0]).out


def test_a_broken_game_is_an_error_that_the_command_reproduces(deep, run):
    result = deep(BROKEN, "--json")
    assert result.code == 1
    [file] = result.document["files"]
    broken = next(problem for problem in file["problems"] if problem["code"] == "E701")
    assert (file["ok"], broken["line"], broken["message"]) == (
        False, 31, "a game broke: a player is asked and has no option",
    )  # fmt: skip
    assert broken["notes"][0] == "60 of 60 games"
    traced = run(*commands(result)[0])
    assert traced.code == 1
    assert "turn 1 " in traced.out
    assert "a player is asked and has no option at tiny.yaml:31" in traced.err


def test_an_option_never_chosen_is_reported_with_its_availability(deep):
    result = deep(TINY.replace("self.hand.size == 1", "self.hand.size == 9"))
    assert "warning[W702]: the option `wait` was never chosen\n" in result.out
    assert "= it was on offer in none of 20 games that were examined\n" in result.out


def test_an_unneeded_last_resort_is_not_reported(deep):
    result = deep(TINY.replace("if: self.hand.size == 1", "last_resort: true"))
    assert "W702" not in result.out
    assert "W702" in deep(TINY.replace("if: self.hand.size == 1", "if: self.hand.size > 99, last_resort: false")).out


def test_plays_are_not_expected_in_a_game_that_only_moves_cards(deep):
    assert (
        "W703" not in deep(TINY.replace("do: [lay: {card: card, to: pile}]", "do: [move: {card: card, to: pile}]")).out
    )


def test_a_card_that_is_never_played_is_reported(deep):
    never = TINY.replace("cards: self.hand, do", "cards: self.hand, if: card.number < 6 or self.hand.size > 20, do")
    never = never.replace("cards:\n", "cards:\n  heavy: {face: {number: 6}}\n")
    never = never.replace("copies: 4}", "copies: 4}\n  - {card: heavy, copies: 1}")
    assert "warning[W703]: the card `heavy` was never laid\n" in deep(never).out


def test_each_option_is_varied_and_one_without_effect_is_reported(deep):
    text = OPTIONS.replace("      then: [finish", "      then: [more, finish")
    result = deep(text, "--json")
    parts = result.document["files"][0]["played"]["parts"]
    settings = [part["set"] for part in parts]
    assert {"still": "high", "many": "true"} in settings  # each has an effect only with the other
    same = "the same game for 2 to 3 players, alone or with one other option"
    assert [code for code, line, _ in problems(result) if line == 33] == ["W520"]  # which needs no games
    assert [each for each in problems(result) if each[1] != 33] == [("W704", 30, same)]


def test_a_setting_that_allows_more_players_is_played_with_more(deep):
    text = TINY.replace("max: 3", "max: 5 if crowd else 3") + "options:\n  crowd: {type: bool, default: false}\n"
    parts = deep(text, "--json").document["files"][0]["played"]["parts"]
    assert [part["players"] for part in parts if part["set"]] == [2, 2, 4, 4, 5, 5]
    assert [part["players"] for part in parts if not part["set"]] == [2, 2, 3, 3]


def test_an_option_that_is_set_is_not_varied(deep):
    result = deep(OPTIONS.replace("      then: [finish", "      then: [more, finish"), "--json", "--set", "many=true")
    played = result.document["files"][0]["played"]
    assert all("many" not in part["set"] for part in played["parts"])
    assert {"still": "high"} in [part["set"] for part in played["parts"]]


def test_a_rejected_setting_is_reported_and_not_played(deep):
    text = TINY + "options:\n  odd: {type: bool, default: false}\nrefuse:\n  - {if: odd, because: it is odd.}\n"
    result = deep(text)
    assert (result.code, "rejected by the ruleset: odd=true" in result.out) == (0, True)


def test_a_fault_that_only_a_setting_reveals_is_an_error(deep):
    text = TINY + "options:\n  size: {type: int, default: 24, min: 24}\ndeck_size: size\n"
    result = deep(text)
    assert result.code == 1
    assert "error[E311]" in result.out
    assert "= with size=25\n" in result.out


@pytest.mark.parametrize("about", ["", ", of: turn.start"])
def test_silence_applies_to_unreached_places(deep, about):
    entry = f"{{warning: W701{about}, because: it is there for a larger deck.}}"
    result = deep(RARE + f"silence:\n  - {entry}\n", "--strict")
    assert (result.code, "warning" in result.out) == (0, False)


def test_a_silence_about_a_reached_place_is_reported(deep):
    result = deep(TINY + "silence:\n  - {warning: W701, of: turn.end, because: nobody goes out.}\n")
    assert "warning[W502]: there is no W701 of `turn.end` to silence\n" in result.out


def test_strict_counts_unreached_places(deep):
    assert deep(RARE, "--strict").code == 1


def test_a_ruleset_with_errors_is_not_played(deep):
    result = deep(TINY.replace("to: pile", "to: pyle"), "--json")
    assert result.code == 1
    assert "played" not in result.document["files"][0]


def test_a_base_is_not_played(run):
    result = run("validate", "house/stacking", "--deep")
    assert (result.code, result.err) == (0, "house/stacking is a base, not a game: nothing is played\n")
    assert run("validate", "house/stacking", "--deep", "--quiet").err == ""


@pytest.mark.parametrize("flags", [("--games", "5"), ("--seed", "5"), ("--threads", "5"), ("--deep", "--games", "0")])
def test_wrong_usage(run, flags):
    result = run("validate", "classic", *flags)
    assert (result.code, result.out) == (2, "")


def test_the_commands_include_overlays_and_settings(deep, tmp_path):
    (tmp_path / "over.yaml").write_text(
        "format: 1\nid: over\ntitle: Over\nbase: true\noptions: {rank: {type: bool, default: false}}\n",
        encoding="utf-8",
    )
    result = deep(BROKEN, "--json", "--with", "./over.yaml", "--set", "rank=true")
    assert commands(result)[0][-4:] == ["--with", "./over.yaml", "--set", "rank=true"]


def test_the_help_names_the_default_number_of_games(run):
    usual = f"the approximate number of games (default: {USUAL_GAMES['fast']})"
    assert usual in " ".join(run("validate", "--help").out.split())
