"""Groups of players for tests of campaigns: rulesets that are loaded once, and rulesets with special kept data.

Not here: tests.
"""

from functools import lru_cache
from pathlib import Path

import unoflex_rules as ur

PEOPLE = ("Ann", "Ben", "Zoë 牌", "Max", "Ida", "Eva")

#: Every type of carried and game attribute, a kept pile per player, and a player who leaves.
SIGNED = """\
format: 1
id: signed
title: Signed
extends: classic
players=: {min: 2, max: 4}
options: {hand_size: 3, target_score: {default: 150}, call: false}
deck=:
  - {card: number, color: each, number: 1..5, copies: 2}
  - {card: [skip, reverse], color: each}
  - {card: wild, copies: 4}
  - {card: draw_two, color: each, copies: 2, zone: shelf}
deck_size: 60
zones:
  shelf: {kept: true, visible: nobody}
  won: {each: player, visible: owner, kept: true}
card_state:
  owner: player
  seen_by: players
  worn: {type: 0..9, default: 1 if card.symbol == skip else 0}
  lucky: bool
  mood: color
variables:
  favourite: {type: card, keep: game}
  weather: {type: color, start: red, keep: game}
  open: {type: bool, keep: game, each: player}
  best: {type: player, keep: game}
  friends: {type: players, keep: game}
game:
  start: [shuffle: shelf]
turn:
  lay=:
    - set: {playing.worn: (playing.worn + 1).at_most(9), playing.owner: self, playing.seen_by: playing.seen_by + self,
            playing.lucky: playing.worn > 2, playing.mood: active.color}
    - lay: {card: playing, face: playing_face, to: discard}
round:
  +prepare:
    - if: not shelf.empty
      then: [move: {from: shelf, to: draw_pile, put: bottom}]
  +end:
    - set: {weather: active.color, best: self, friends: winners, self.open: not self.open}
    - move: {from: draw_pile, to: self.won}
    - set: {favourite: self.won.top}
    - move: {from: discard, to: shelf, put: bottom}
    - if: round == 2 and players.count > 2
      then: [leave: {player: previous, the: game}]
"""

#: Chance combines the faces of cards, and cards carry attributes and are kept.
MIXED = """\
format: 1
id: mixed
title: Mixed
extends: uno-flip
options: {pairing: shuffled, target_score: 200}
zones:
  aside: {kept: true, visible: all}
card_state: {worn: {type: int, default: 0}}
turn:
  lay=:
    - set: {playing.worn: playing.worn + 1}
    - lay: {card: playing, face: playing_face, to: discard}
round:
  +end:
    - move: {from: discard, to: aside}
"""
#: Each colour has a kept zone, each player has one for each of two numbers; the same for kept variables.
HEAPS = """\
format: 1
id: heaps
title: Heaps
extends: classic
zones:
  heap: {each: color, kept: true, visible: all}
  own: {each: [player, 1..2], kept: true, visible: owner}
variables:
  ends: {type: int, each: color, keep: game, start: {red: 3}}
  best: {type: card, each: [player, 1..2], keep: game}
round:
  +end:
    - move: {from: discard, to: heap(active.color)}
    - move: {from: draw_pile, to: self.own(2), count: 2}
    - set: {ends(active.color): ends(active.color) + 1, self.best(1 + ends(active.color) % 2): self.own(2).top}
"""
OWN = {"signed": SIGNED, "mixed": MIXED, "heaps": HEAPS}


@lru_cache
def ruleset(name, settings=()):
    """Return a ruleset by its id, or one of those above by its file, in a folder for this process."""
    return ur.load(name, dict(settings))


def group(name, players=3, settings=(), **how):
    """Return a campaign of a group of players."""
    return ur.Campaign.new(ruleset(name, settings), PEOPLE[:players], **how)


@lru_cache
def _loaded(found, settings, overlays):
    return ur.load(found, dict(settings), overlays)


_compiled = lru_cache(ur.compile_ruleset)


def keep_rulesets(monkeypatch):
    """Load and compile each ruleset only once, since this takes most of the time of loading."""
    from unoflex_rules.campaign import campaign, campaign_reader

    monkeypatch.setattr(
        campaign_reader, "load", lambda found, settings, overlays: _loaded(found, tuple(settings.items()), overlays)
    )
    for module in (campaign, campaign_reader):
        monkeypatch.setattr(module, "compile_ruleset", _compiled)


def written(campaign, folder):
    """Return the campaign after saving and loading it."""
    file = Path(folder) / "there-and-back.yaml"
    file.write_text(campaign.text(folder), encoding="utf-8")
    return ur.Campaign.load(file)
