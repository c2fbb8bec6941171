"""House rules on shipped games in all combinations: they can be played, and the catalogue is covered.

The sheets in rulesets/scenarios/house show each clause and each pair of rules that interact.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
import yaml

import unoflex_rules as ur
from tests.sampling import count, sample
from unoflex_rules.resources import rulesets_dir

SHEETS = sorted((rulesets_dir() / "scenarios" / "house").glob("*.yaml"))
RULES = ["stacking", "jump-in", "seven-swap", "zero-rotation", "draw-to-match", "force-play", "deck-112"]
GAMES = [name for name in ur.list_rulesets() if not name.startswith(("std/", "house/"))]
#: A file that the overlay extends and the game does not.
OF_CLASSIC = "deck-112"


def tried() -> dict[tuple[str, str], set[bool]]:
    """Whether the scenarios with a game and a house rule, at the defaults of its options, expect a rejection."""
    found: dict[tuple[str, str], set[bool]] = {}
    for sheet in (yaml.safe_load(path.read_text(encoding="utf-8")) for path in SHEETS):
        for scenario in sheet["scenarios"]:
            overlays = [*sheet.get("with", []), *scenario.get("with", [])]
            if scenario.get("problem") is None or (len(overlays) == 1 and "set" not in scenario):
                for overlay in overlays:
                    pair = (sheet["ruleset"], overlay.removeprefix("house/"))
                    found.setdefault(pair, set()).add("problem" in scenario)
    return found


TRIED = tried()
ACCEPTED = {game: [rule for rule in RULES if TRIED.get((game, rule)) == {False}] for game in GAMES}
SETS = [
    (game, rules) for game in GAMES for size in (1, 2, 3) for rules in combinations(ACCEPTED[game], size)
] + [("classic", tuple(RULES)), ("classic", tuple(reversed(RULES)))]  # fmt: skip


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


def is_classic(game: str) -> bool:
    return any(path.stem == "classic" for path in ur.load(game).files)


def test_every_game_rejects_a_house_rule_or_has_scenarios_with_it():
    pairs = {(game, rule) for game in GAMES for rule in RULES if rule != OF_CLASSIC or is_classic(game)}
    assert pairs - TRIED.keys() == set()


@pytest.mark.parametrize("game", [game for game in GAMES if not is_classic(game)])
def test_an_overlay_of_classic_is_for_games_that_extend_it(game, tmp_path):
    with pytest.raises(ur.RulesetError, match="E411"):
        table(tmp_path, game, (OF_CLASSIC,))


@pytest.mark.parametrize(
    "game, rules", sample(SETS, 12), ids=lambda each: each if isinstance(each, str) else "+".join(each)
)
def test_house_rules_can_be_combined(game, rules, tmp_path):
    ruleset = table(tmp_path, game, rules)
    players = min(4, ruleset.players_max)
    checked = ur.simulate(ruleset, players=ruleset.players_min, games=3, agents="greedy", engine="plain", check=True)
    assert (checked.broken, checked.finished) == (0, 3)
    greedy = ur.simulate(ruleset, players=players, games=count(50, 5_000), agents="greedy")
    assert greedy.unfinished <= greedy.games // 1_000  # two cards may go round among players who always choose alike
    random = ur.simulate(ruleset, players=players, games=count(50, 5_000), limit=3_000)  # some play for very long
    assert random.finished > random.games // 20


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
    played = ur.simulate(after, players=3, games=6, agents="greedy", engine="plain", check=True)
    assert (played.broken, played.finished) == (0, 6)
    assert ur.compile_ruleset(after, 3).digest != ur.compile_ruleset(before, 3).digest


OWN_STACKING = """cards: {draw_two: {played=: [{set: {waiting: waiting + 2}}]}}
turn:
  choose=:
    - if: waiting > 0
      then: [answer_or_pay: card.symbol == draw_two]
      else: [play_or_draw]
"""


@pytest.mark.parametrize("card, about", [("R+2", "penalty"), ("RS", "jump_in")])
def test_nobody_jumps_in_on_a_card_that_lets_cards_wait_by_a_rule_of_the_game(card, about, tmp_path):
    ruleset = table(tmp_path, "classic", ("jump-in",), OWN_STACKING)
    sheet = tmp_path / "table.scenarios.yaml"
    sheet.write_text(
        f"ruleset: ./table\nscenarios:\n  - name: one\n    table: {{players: 3, top: R5, hands: {{P0: [{card}, B1, B2], "
        f"P1: [G+2, G1, G2], P2: [{card}, Y1, Y2]}}}}\n    play: [P0: play {card}]\n    expect: {{asked: {{about: {about}}}}}\n",
        encoding="utf-8",
    )
    assert ruleset.player_counts and [each.status for each in ur.run_scenarios(sheet).results] == ["passed"]
