"""Small rulesets for tests of one feature each, and games of them. Not here: tests."""

import textwrap
from pathlib import Path

import unoflex_rules as ur
from unoflex_rules.play.game import Game

# Nine cards, red, green and blue 1 to 3, bottom first in `pile`; nothing is shuffled. Each player gets two from the
# top: P0 blue 3 and blue 2, P1 blue 1 and green 3.
SMALL = """
format: 1
id: small
title: Small
players: {min: 1, max: 3}
values: {color: [red, green, blue], number: 0..9}
attributes: {color: color, number: number}
active: {color: {keep: true}, number: {}}
zones:
  pile: {deck: true, visible: nobody}
  table: {visible: all}
  hand: {each: player, visible: owner}
cards:
  plain: {face: {color: $color, number: $number}}
deck:
  - {card: plain, color: each, number: 1..3}
round:
  deal:
    - for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 2}]}
"""
# Each turn the player plays a card or draws one from the pile.
TURN = """
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [lay: {card: card, to: table}]}
          take: {if: not pile.empty, do: [move: {from: pile, to: self.hand}]}
          rest: {do: []}
"""


def ruleset(folder: Path, text: str, name: str = "small.yaml") -> ur.Ruleset:
    """Return the ruleset of a text, which must be valid."""
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    assert ur.validate(path) == []
    return ur.load(path)


def small(folder: Path, more: str = TURN, players: int = 2, swap: tuple[str, str] = ("", ""), **how: object) -> Game:
    """Return a game of SMALL plus more text (its last key is `round`), with one piece replaced."""
    return Game(ruleset(folder, (SMALL + textwrap.dedent(more)).replace(*swap)), players, **how)


def line_of(folder: Path, text: str, name: str = "small.yaml") -> int:
    """Return the first line of the ruleset's file that contains a text."""
    lines = (folder / name).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def sentences(game: Game, seat: int | None = None, *kinds: str) -> list[str]:
    """Return the sentences of a game's events, of all kinds or of the given ones."""
    return [str(event) for event in game.events(seat) if not kinds or event.kind in kinds]


def texts(game: Game) -> list[str]:
    """Return the legal actions in words."""
    return [str(action) for action in game.legal_actions()]
