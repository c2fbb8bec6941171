"""Tables of the choices that go with cards, and where their allowed values lie. Not here: code for choices."""

from __future__ import annotations

from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.facts import fields_of
from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.expressions.types import Const, Type
from unoflex_rules.program.layout import NONE


class ChoiceTables:
    """The declared choices of one game, as data and slots.

    `first` and `second` are tables, by face and look, of the choices announced with a card.
    """

    def __init__(self, values: ExpressionWriter) -> None:
        game, world, code = values.game, values.game.world, values.code
        self.game = game
        self.order = list(world.choices)
        self.announced = [name for name, choice in world.choices.items() if choice.announced]
        #: Choices whose allowed values must be computed for each card on offer.
        self.per_card = [name for name in self.announced if self.is_per_card(name)]
        pairs = [self.pair(face.choices) for each in range(len(world.faces.members)) for face in self.faces(each)]
        columns = [[pair[k] for pair in pairs] for k in (0, 1)]
        #: Per choice 0 if it is always the first of its cards, 1 if always the second; None if some vary.
        self.places: dict[str, int] | None = None
        placed = [{self.order[number] for number in column if number >= 0} for column in columns]
        if all(len(names) <= 1 for names in placed) and not placed[0] & placed[1]:
            self.places = {name: place for place, names in enumerate(placed) for name in names}
        self.first, self.second = (code.describe(*column) for column in columns)
        self.pairs = code.describe(*(number for pair in pairs for number in pair))
        self.masks = {name: self.mask(name, values) for name in self.order}
        self.fields = code.describe(*(self.fields_named(name) for name in self.order))
        self.mask_slots = 1 + code.describe(values.const(0), *self.masks.values())

    def faces(self, face: int) -> list[PrintedFace]:
        """What is printed on a face, by look."""
        return [look.faces[face] for look in self.game.looks]

    def pair(self, names: tuple[str, ...]) -> tuple[int, int]:
        """The numbers of the first two announced choices of a card; NONE for a missing one."""
        found = [self.order.index(name) for name in names if name in self.announced]
        first, second, *_ = (*found, NONE, NONE)
        return first, second

    def is_per_card(self, name: str) -> bool:
        """Whether the card decides what may be announced with it, or whether it is on offer at all."""
        source = self.game.choices[name]
        return source.depends_on_card or source.zone is not None or self.game.world.choices[name].needed

    def mask(self, name: str, values: ExpressionWriter) -> int:
        """The slot of the allowed values of a choice, as a set."""
        allowed = self.game.choices[name].values
        if isinstance(allowed, Const) and name not in self.per_card:
            return values.value(allowed)
        return values.code.lasting(f"{name} allowed")

    def fields_named(self, name: str) -> int:
        """The fields in force that have the type of a choice; NONE for a player."""
        kind = self.game.world.choices[name].type
        return NONE if kind.kind == "player" else fields_of(self.game, kind)


def value_names(kind: Type) -> tuple[str, ...]:
    """The names of the values of a type by their numbers; empty below its range, none at all for players."""
    names = kind.members or tuple(str(number) for number in range((kind.high or 0) + 1) if kind.kind == "int")
    return tuple("" if number < (kind.low or 0) else name for number, name in enumerate(names))
