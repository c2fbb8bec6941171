"""Choices that depend on the card of the play, and choices of cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import TINY, problem_words
from tests.engines import same_on_both

#: A hand and open cards: `plain` needs an open card of the same number, `twin` two; `lone` needs none.
LAID = (
    TINY.replace("max: 4", "max: 3")
    .replace(
        "  side: {visible: all}\n",
        "  side: {visible: all}\n  slot: {each: 1..3, visible: all}\n  gone: {visible: all}\n",
    )
    .replace("cards:\n  plain: {face: {color: $color, number: $number}}\n", "CARDS")
    .replace(
        "deck:\n  - {card: plain, color: each, number: 1..3}\n",
        "deck: [{card: plain, color: each, number: 1..3}, {card: twin, color: red, number: [4, 5]}, {card: lone}]\n",
    )
)
CARDS = """\
choices:
  onto: {of: table, if: it.number == card.number, announced: ANNOUNCED}
  more: {of: table, if: it.color != card.color, announced: ANNOUNCED}
  tint: {of: color, if: table.any(card.color == it), announced: ANNOUNCED}
cards:
  plain: {face: {color: $color, number: $number}, choices: [onto], played: [choose: onto, taken: choice.onto]}
  twin:
    face: {color: $color, number: $number}
    choices: [more, tint]
    played: [choose: more, choose: tint, set: {named: choice.tint}, taken: choice.more]
  lone: {face: {joker: true}}
variables: {named: color, last: card, found: {type: int, start: 0}}
effects:
  taken:
    help: What was chosen goes.
    params: {which: card}
    do:
      - set: {last: which, found: which.number.at_least(0)}
      - move: {card: which, to: gone}
"""
TURN = """\
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [lay: {card: card, to: side}, resolve: side]}
          pass: {}
"""
DEAL = """\
round:
  start:
    - for_each:
        in: pile
        do:
          - if: card.color == red or card.kind == lone
            then: [move: {card: card, to: seat(0).hand}]
          - if: card.color == green and card.number != 3
            then: [move: {card: card, to: table}]
"""


def ruleset(folder: Path, announced: bool = True, text: str = LAID + TURN + DEAL, cards: str = CARDS) -> ur.Ruleset:
    path = folder / "tiny.yaml"
    path.write_text(text.replace("CARDS", cards.replace("ANNOUNCED", str(announced).lower())), encoding="utf-8")
    assert ur.validate(path) == []
    return ur.load(path)


def texts(game: ur.Game) -> list[str]:
    return sorted(action.text for action in game.legal_actions())


PLAYS = [
    "pass", "play lone", "play red 1 naming green 1", "play red 2 naming green 2",
    "play red 4 naming green 1 and green", "play red 4 naming green 2 and green",
    "play red 5 naming green 1 and green", "play red 5 naming green 2 and green",
]  # fmt: skip


def test_a_play_is_offered_with_each_matching_card(tmp_path: Path) -> None:
    game = ur.Game(ruleset(tmp_path), 2, seed=1)
    assert texts(game) == PLAYS  # the red 3 has no matching card
    [action] = [each for each in game.legal_actions() if each.choice == "green 2" and each.card == "red 2"]
    assert action.as_json() == {
        "verb": "play", "card": "red 2", "choice": "green 2", "text": "play red 2 naming green 2",
    }  # fmt: skip
    game.apply("play red 2 naming green 2")
    assert [str(card) for card in game.zone("gone")] == ["green 2"]
    assert [str(card) for card in game.zone("side")] == ["red 2"]


def test_a_card_may_have_two_choices(tmp_path: Path) -> None:
    game = ur.Game(ruleset(tmp_path), 2, seed=1)
    game.apply("play red 5 naming green 1 and green")
    assert ([str(card) for card in game.zone("gone")], game.variable("named")) == (["green 1"], "green")
    [taken] = [event for event in game.events() if event.kind == "taken"]
    assert (taken.choices, taken.text) == (("green 1", "green"), "P0: play red 5 naming green 1 and green")


def test_a_later_choice_is_asked_for_the_acting_card(tmp_path: Path) -> None:
    game = ur.Game(ruleset(tmp_path, announced=False), 2, seed=1)
    assert "play red 3" in texts(game)
    game.apply("play red 1")
    assert texts(game) == ["choose green 1"]
    game.apply("choose green 1")
    assert [str(card) for card in game.zone("gone")] == ["green 1"]
    game.apply("pass")
    other = ur.Game(ruleset(tmp_path, announced=False), 2, seed=1)
    other.apply("play red 3")  # there is no choice, so no player is asked
    assert (other.zone("gone"), other.variable("found"), other.to_decide) == ([], 0, 1)
    twin = ur.Game(ruleset(tmp_path, announced=False), 2, seed=1)
    twin.apply("play red 4")
    twin.apply("choose green 2")
    assert texts(twin) == ["choose green"]


def test_an_optional_choice_may_be_missing(tmp_path: Path) -> None:
    cards = CARDS.replace("it.number == card.number,", "it.number == card.number, needed: false,")
    game = ur.Game(ruleset(tmp_path, cards=cards), 2, seed=1)
    assert texts(game) == sorted([*PLAYS, "play red 3"])
    game.apply("play red 3")
    assert (game.zone("gone"), game.variable("found")) == ([], 0)


def test_an_option_without_announcement_offers_all_cards(tmp_path: Path) -> None:
    away = "          away: {cards: self.hand, announces: false, do: [move: {card: card, to: gone}]}\n"
    turn = TURN.replace("          pass: {}\n", f"{away}          pass: {{}}\n")
    game = ur.Game(ruleset(tmp_path, text=LAID + turn + DEAL), 2, seed=1)
    offered = [text for text in texts(game) if text.startswith("away")]
    assert offered == ["away lone", *(f"away red {number}" for number in (1, 2, 3, 4, 5))]
    assert "play red 3" not in texts(game)
    game.apply("away red 3")
    assert [str(card) for card in game.zone("gone")] == ["red 3"]


@pytest.mark.parametrize("needed", ["true", "false"])
def test_a_value_may_be_required_too(tmp_path: Path, needed: str) -> None:
    cards = CARDS.replace(
        "onto: {of: table, if: it.number == card.number,",
        f"onto: {{of: 1..3, if: slot(it).top.number == card.number - 1, needed: {needed},",
    ).replace("taken: choice.onto", "set: {found: choice.onto}")
    deal = DEAL + "    - move: {card: table.first(card.number == 1), to: slot(2)}\n"
    deal += "    - move: {card: table.first(card.number == 2), to: slot(3)}\n"
    game = ur.Game(ruleset(tmp_path, text=LAID + TURN + deal, cards=cards), 2, seed=1)
    plain = [text for text in texts(game) if text[:10] in ("play red 1", "play red 2", "play red 3")]
    assert plain == ["play red 1", "play red 2 naming 2", "play red 3 naming 3"][{"true": 1, "false": 0}[needed] :]
    game.apply("play red 3 naming 3")
    assert game.variable("found") == 3


def test_identical_cards_are_one_choice(tmp_path: Path) -> None:
    text = (LAID + TURN + DEAL).replace("number: 1..3}, {card: twin", "number: 1..3, copies: 3}, {card: twin")
    game = ur.Game(ruleset(tmp_path, text=text), 2, seed=1)
    assert texts(game) == PLAYS
    assert len(game._options) == len(PLAYS)  # not for engines either


def test_a_zone_may_hold_more_cards_than_a_set_has_bits(tmp_path: Path) -> None:
    text = LAID + TURN + DEAL.replace("if: card.color == green and card.number != 3", "if: card.color != red")
    text = text.replace("number: 0..9}", "number: 0..61}").replace("{card: twin, color: red, number: [4, 5]}, ", "")
    text = text.replace("each, number: 1..3}", "[green, blue], number: each}, {card: plain, color: red, number: 61}")
    game = ur.Game(ruleset(tmp_path, text=text, cards=CARDS.replace("it.number == card.number", "it.number >= 0")), 2)
    named = [text for text in texts(game) if text.startswith("play red 61 naming")]
    assert len(named) == 124
    game.apply("play red 61 naming blue 61")
    assert [str(card) for card in game.zone("gone")] == ["blue 61"]


def test_options_are_stable_and_games_resume(tmp_path: Path) -> None:
    loaded = ruleset(tmp_path)
    game = ur.Game(loaded, 2, seed=1)
    before = game.state, list(game._options)
    assert game._machine.ask_again(game._state) == before[1]
    assert game.state == before[0]
    for index in range(len(PLAYS)):
        other = ur.Game(loaded, 2, seed=1)
        action = other.apply(index)
        assert str(action) == game.legal_actions()[index].text


@pytest.mark.parametrize("announced", [True, False])
def test_both_engines_play_the_same(tmp_path: Path, announced: bool) -> None:
    deal = "    - for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 3}]}\n"
    shuffled = DEAL.replace("  start:\n", "  start:\n    - shuffle: pile\n" + deal)
    end = "  end: [{if: self.hand.empty or turn > 9, then: [finish: {the: round, winners: self, reason: out}]}]\n"
    loaded = ruleset(tmp_path, announced, LAID + TURN + end + shuffled)
    for agents in ("random", "greedy"):
        tally = same_on_both(loaded, players=3, games=40, seed=3, agents=agents)
        game, other = (ur.Game(loaded, 3, seed=3, engine=engine) for engine in ("plain", "fast"))
        for turn in range(20):
            assert (texts(game), list(game.state)) == (texts(other), [int(each) for each in other.state])
            if game.is_over:
                break
            for each in (game, other):
                each.apply(turn % len(each.legal_actions()))
        assert sum(number for choice, number in tally.chosen.items() if "play" in str(choice)) > 20


def test_a_card_is_chosen_at_random_for_a_player_who_left(tmp_path: Path) -> None:
    text = LAID + TURN + DEAL
    cards = CARDS.replace("choose: onto,", "choose: {choice: onto, player: seat(1)},")
    game = ur.Game(ruleset(tmp_path, False, text, cards), 3, seed=1, leaving=True)
    game.apply("play red 1")
    assert (game.to_decide, texts(game)) == (1, ["choose green 1"])
    game.leave(1)
    assert [str(card) for card in game.zone("gone")] == ["green 1"]


@pytest.mark.parametrize(
    "was, now, problems",
    [
        ("of: table, if: it.number ==", "of: tabel, if: it.number ==", ["E206 tabel -> table"]),
        ("it.number == card.number", "it.nmber == card.number", ["E201 nmber -> number"]),
        ("it.number == card.number", "it.number + card.number", ["E302 it.number + card.number"]),
        ("it.number == card.number", "value.number == 1", ["E201 value"]),
        ("of: table, if: it.number ==", "of: self.slot(1), if: it.number ==", ["E201 self.slot(1) -> slot(1)"]),
        ("announced: true}\n  more", "announced: true, needed: often}\n  more", ["E103 often"]),
    ],
)
def test_faults_of_choices_of_cards(tmp_path: Path, was: str, now: str, problems: list[str]) -> None:
    cards = CARDS.replace("ANNOUNCED", "true")
    assert cards.count(was) == 1
    found = problem_words((LAID + TURN + DEAL).replace("CARDS", cards.replace(was, now)), tmp_path)
    assert found[: len(problems)] == problems


def test_a_choice_that_depends_on_a_card_needs_one(tmp_path: Path) -> None:
    cards = CARDS.replace("ANNOUNCED", "false")
    turn = TURN + "  end: [choose: onto]\n"
    assert problem_words((LAID + turn + DEAL).replace("CARDS", cards), tmp_path) == ["E201 card"]


def test_scenarios_accept_any_name_of_the_chosen_card(tmp_path: Path) -> None:
    ruleset(tmp_path, text=(LAID + TURN + DEAL).replace("attributes:", "notation: [color, number]\nattributes:"))
    (tmp_path / "sheet.yaml").write_text(
        f"""ruleset: {tmp_path}/tiny.yaml
scenarios:
- name: by names
  table: {{players: 2, turn: P0, hands: {{P0: [red 2, red 5], P1: [blue 1]}}, zones: {{table: [green 2, green 1]}}}}
  expect: {{offered: [play red 2 naming green 2], refused: play red 2 naming green 1}}
  steps:
  - play: [P0: play red 2 naming green 2]
    expect: {{zones: {{gone: [green 2]}}}}
- name: the only one
  table: {{players: 2, turn: P0, hands: {{P0: [red 2], P1: [blue 1]}}, zones: {{table: [green 2, green 1]}}}}
  play: [P0: play red 2]
  expect: {{zones: {{gone: [green 2]}}}}
""",
        encoding="utf-8",
    )
    sheet = ur.run_scenarios(tmp_path / "sheet.yaml")
    assert (sheet.problems, [(each.status, each.failures) for each in sheet.results]) == ([], [("passed", ())] * 2)
