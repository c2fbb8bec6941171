"""The card that a new ruleset adds to the game it extends, made of what that game declares.

Not here: the files (scaffold_files.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.language.yaml.nodes import Mapping as Tree
from unoflex_rules.language.yaml.nodes import Scalar, Sequence

CARD, MARKS = "alarm", ("A", "AL", "ALARM")
EFFECT, ROLE = "draw", "player"  # its effect in the library, and the parameter of that effect
POINTS = 20


@dataclass(frozen=True, slots=True)
class NewCard:
    """A new card with one copy for each value of the leading attribute, and cards of the game for a scenario.

    `leading`: the attribute with which short names begin. `printed`: the attribute, of a type of its own, whose new
    value the card bears; `mark`: the mark of that value. `cost`: the attribute with the cost of a card, if any.
    """

    leading: str
    printed: str
    printed_type: str
    mark: str
    values: Mapping[str, tuple[str, ...]]  # of the leading attribute, by face; "" for a deck without faces
    all_values: bool
    cost: str
    short: str  # the first copy
    top: str  # a card on which it can be played
    others: tuple[str, ...]  # other cards in hand

    @property
    def count(self) -> int:
        return len(next(iter(self.values.values())))

    def declarations(self, base: Ruleset) -> dict[str, object]:
        """The keys of the ruleset that declare the card and add it to the deck."""
        size = base.tree.get(("deck_size",))
        assert isinstance(size, Scalar)
        face = {self.leading: f"${self.leading}", self.printed: CARD}
        cost = {self.cost: POINTS} if self.cost else {}
        deck: dict[str, object] = {
            "card": CARD,
            self.leading: "each" if self.all_values else list(self.values.get("", ())),
        }
        if "" not in self.values:
            lines = {face: [{"card": CARD, self.leading: list(group)}] for face, group in self.values.items()}
            deck = {"faces": lines}
        return {
            "values": {self.printed_type: {CARD: {"mark": self.mark}}},
            "cards": {CARD: {"face": face, **cost, "played": [{EFFECT: "others"}]}},
            "deck+": [deck],
            "deck_size": size.value + self.count if isinstance(size.value, int) else f"({size.text}) + {self.count}",
        }


def new_card(base: Ruleset) -> NewCard | None:
    """The card that `base` can take; None if it lacks what the card is made of."""
    game = base.game(base.players_min)
    world, notation = game.world, _notation(base)
    enums = [name for name in notation if world.attributes[name].type.name in world.enums]
    printed = next((name for name in enums[1:] if _named_values(base, world.attributes[name].type.name)), None)
    effect = world.effects.get(EFFECT)
    if notation[:1] != enums[:1] or printed is None or effect is None or ROLE not in effect.params:
        return None
    leading, printed_type = notation[0], world.attributes[printed].type.name
    members = world.enums[world.attributes[leading].type.name].members
    if CARD in world.kinds.members or CARD in world.enums[printed_type].members:
        return None
    values = _values(game, leading, members)
    if not isinstance(base.tree.get(("deck_size",)), Scalar) or len({len(each) for each in values.values()}) != 1:
        return None
    every = [value for group in values.values() for value in group]
    marks = {value: _mark(base, world.attributes[leading].type.name, value) for value in every}
    used = {face.short for look in game.looks for face in look.faces}
    mark = next((each for each in MARKS if not any(marks[value] + each in used for value in every)), None)
    plain = {
        look.faces[0].short: look.faces[0]
        for look in game.looks
        if _is_plain(look.faces[0], notation, leading, printed)
    }
    first = members.index(every[0])
    tops = [short for short, face in plain.items() if face.attributes[leading] == first]
    others = [short for short, face in plain.items() if face.attributes[leading] != first]
    if mark is None or not marks[every[0]] or not tops or len(others) < 2:
        return None
    return NewCard(
        leading=leading,
        printed=printed,
        printed_type=printed_type,
        mark=mark,
        values=values,
        all_values=set(every) == set(members),
        cost=world.cost,
        short=marks[every[0]] + mark,
        top=tops[len(tops) // 2],
        others=tuple(others[-2:]),
    )


def _notation(base: Ruleset) -> list[str]:
    """The attributes that make up short names."""
    notation = base.tree.get(("notation",))
    return [str(name) for name in notation.plain()] if isinstance(notation, Sequence) else []


def _named_values(base: Ruleset, enum: str) -> bool:
    """Whether a type lists names, to which a name can be added."""
    values = base.tree.get(("values", enum))
    return isinstance(values, Tree) and "range" not in values


def _values(game: CheckedGame, leading: str, members: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The values of the leading attribute that occur on cards, by face if every card has all faces."""
    faces = game.world.faces.members
    all_faces = len(faces) > 1 and all(face.exists for look in game.looks for face in look.faces)
    found = {}
    for number, name in enumerate(faces if all_faces else faces[:1]):
        seen = {look.faces[number].attributes[leading] for look in game.looks}
        found[name if all_faces else ""] = tuple(each for place, each in enumerate(members) if place in seen)
    return found if all(found.values()) else {}


def _mark(base: Ruleset, enum: str, value: str) -> str:
    """The mark of a value in short names."""
    mark = base.tree.get(("values", enum, value, "mark"))
    return mark.text if isinstance(mark, Scalar) else ""


def _is_plain(face: PrintedFace, notation: list[str], leading: str, printed: str) -> bool:
    """Whether a face has the leading attribute, one other than the printed one, and no effect."""
    found = [name for name in notation if face.attributes[name] >= 0]
    return len(found) == 2 and found[0] == leading and printed not in found and face.effect is None and not face.choices
