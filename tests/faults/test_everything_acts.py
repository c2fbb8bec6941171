"""A46: each declared part of a shipped game has an effect: statements act, cards are played, options matter.

Not here: the rulesets of the oracles, which fix options of the family to match the game of another program.
"""

from __future__ import annotations

from functools import cache

import pytest

import unoflex_rules as ur
from tests.faults.acting import LIMIT, LIMITS, Acted, in_piece, programs_of
from tests.promises import shipped_games

GAMES_OF = [name for name in shipped_games() if not name.startswith("oracles/")]
GAMES = 60  # maximum number of games of a program while a part of it has not acted
QUICK = ("taki",)  # the other games take minutes
BLOCKED = ("round", "blocked")  # random games never get there; scenarios do (A06)


PLAYED = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in GAMES_OF]
)


@cache
def acted(name: str) -> Acted:
    programs = [program for _, program in programs_of(name)]
    places = (source.place for program in programs for source in program.sources.values())
    found = Acted(programs, in_piece(name, BLOCKED, places), LIMITS.get(name, LIMIT))
    found.play(GAMES)
    return found


@PLAYED
def test_a46_every_statement_acts_and_every_card_is_played(name):
    assert acted(name).missing() == []


@PLAYED
def test_a46_every_option_changes_the_game(name):
    [plain, *_] = [program for settings, program in programs_of(name) if not settings]
    changed = {
        option for settings, program in programs_of(name) for option in settings if program.digest != plain.digest
    }
    assert changed == set(ur.load(name).game(plain.players).world.options)


@PLAYED
def test_a46_every_effect_of_the_game_is_used(name):
    ruleset = ur.load(name)
    own = {each for each in ruleset.model.effects if ruleset.tree.span_of(("effects", each), key=True).file == name}
    assert own <= {effect for _, program in programs_of(name) for effect in program.library_effects}


def test_idle_parts_are_reported(tmp_path):
    path = tmp_path / "idle.yaml"
    path.write_text(
        "format: 1\nid: idle\ntitle: Idle\nextends: classic\nturn:\n  end+:\n"
        "    - if: round == 1000\n      then: [draw: {player: self, count: 3}]\n",
        encoding="utf-8",
    )
    found = Acted(program for _, program in programs_of(str(path))[:1])
    found.play(2)
    assert any("idle.yaml:8" in line for line in found.missing())
