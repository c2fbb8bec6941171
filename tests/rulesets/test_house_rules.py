"""House rules on shipped games in all combinations: they can be played, and the catalogue is covered.

The sheets in rulesets/scenarios/house show each clause and each pair of rules that interact.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.sampling import sample

ROOT = Path(__file__).resolve().parents[2]
RULES = ["stacking", "jump-in", "seven-swap", "zero-rotation", "draw-to-match", "force-play", "deck-112"]
ON_FLEX = [rule for rule in RULES if rule not in ("zero-rotation", "deck-112")]
GAMES = 6
SETS = [
    *(("classic", pair) for pair in combinations(RULES, 2)),
    *(("flex", pair) for pair in combinations(ON_FLEX, 2)),
    ("classic", tuple(RULES)),
    ("classic", tuple(reversed(RULES))),
    ("flex", tuple(ON_FLEX)),
]


def table(tmp_path: Path, game: str, rules: tuple[str, ...], more: str = "") -> ur.Ruleset:
    """Return a ruleset with house rules, as an author would write it."""
    path = tmp_path / "table.yaml"
    overlays = ", ".join(f"house/{rule}" for rule in rules)
    path.write_text(
        f"format: 1\nid: table\ntitle: Table\nextends: {game}\nwith: [{overlays}]\n{more}", encoding="utf-8"
    )
    return ur.load(path)


def test_all_house_rules_are_combined():
    shipped = [name for name in ur.list_rulesets() if name.startswith("house/")]
    assert shipped == sorted(f"house/{rule}" for rule in [*RULES, "common"])


@pytest.mark.parametrize("game, rules", SETS, ids=lambda each: each if isinstance(each, str) else "+".join(each))
def test_house_rules_can_be_combined(game, rules, tmp_path):
    ruleset = table(tmp_path, game, rules)
    for players in sample((2, 5), 1):
        played = ur.simulate(ruleset, players=players, games=GAMES, agents="greedy", engine="plain", check=True)
        assert (played.broken, played.finished) == (0, GAMES)


@pytest.mark.parametrize("rules", [RULES, list(reversed(RULES))])
def test_the_order_of_overlays_does_not_change_the_options(rules, tmp_path):
    games = [ur.Game(table(tmp_path, "classic", tuple(each)), 4, seed=5) for each in (RULES, rules)]
    for _ in range(60):
        first, second = (game.legal_actions() for game in games)
        assert first == second
        for game in games:
            game.apply(first[len(first) // 2])


@pytest.mark.parametrize("rules", [("seven-swap", "zero-rotation"), ("zero-rotation", "seven-swap")])
def test_a_number_cannot_both_swap_and_rotate(rules, tmp_path):
    for more in ("swap_number: 0", "rotation_number: 7", "{swap_number: 4, rotation_number: 4}"):
        text = f"options: {more}\n" if more.startswith("{") else f"options: {{{more}}}\n"
        with pytest.raises(ur.RulesetError, match="E314") as caught:
            table(tmp_path, "classic", rules, text).game(4)
        (problem,) = caught.value.problems
        assert {Path(span.file).stem for span, _ in problem.also} <= {"table", "seven-swap", "zero-rotation"}
        assert len(problem.also) == 3


def test_a_customizable_card_accepts_an_effect_of_the_ruleset(tmp_path):
    more = "effects: {customized: {do=: [reverse]}}\n"
    plain, own = (table(tmp_path, "classic", ("deck-112",), text) for text in ("", more))
    assert ur.compile_ruleset(plain, 4).digest != ur.compile_ruleset(own, 4).digest


SUITS = """format: 1
id: suits
title: Suits
extends: std/matching
players: {min: 2, max: 4}
values: {suit: [clubs, hearts], rank: 1..10}
attributes: {suit: suit, rank: rank}
active: {suit: {}, rank: {}}
define: {card.matches: card.suit == active.suit or card.rank == active.rank}
cards: {plain: {face: {suit: $suit, rank: $rank}}}
deck: [{card: plain, suit: each, rank: each, copies: 2}]
round: {start: [turn_up: {refused: false}]}
"""


@pytest.mark.parametrize("rule", ["draw-to-match", "force-play"])
def test_house_rules_without_colours_work_with_every_matching_game(rule, tmp_path):
    (tmp_path / "suits.yaml").write_text(SUITS, encoding="utf-8")
    before, after = ur.load(tmp_path / "suits.yaml"), table(tmp_path, "./suits", (rule,))
    played = ur.simulate(after, players=3, games=GAMES, agents="greedy", engine="plain", check=True)
    assert (played.broken, played.finished) == (0, GAMES)
    assert ur.compile_ruleset(after, 3).digest != ur.compile_ruleset(before, 3).digest
