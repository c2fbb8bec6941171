"""Attributes of cards as tables, by face and look. Not here: conditions on cards (fits_tables.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label, data_address
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.variable_places import value_if_missing
from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.expressions.types import AttributeRef, CardStateRef
from unoflex_rules.program.layout import NONE


def write_attribute(w: ExpressionWriter, slot: int, expr: AttributeRef) -> None:
    """Put an attribute of a card, on a face, into `slot`."""
    if expr.name == "look" and w.game.shuffles_faces:
        write_whole_look(w, slot, expr)
        return
    card = w.value(expr.card)
    alike = expr.name == "look" or (expr.name == "kind" and not w.game.has_mixed_kinds)
    face = w.const(0) if alike else w.value(expr.face)
    w.code.emit("ATTRIBUTE", slot, card, face, attribute_table(w, expr.name))


def write_card_state(w: ExpressionWriter, slot: int, expr: CardStateRef) -> None:
    """Put what a physical card carries into `slot`."""
    w.code.emit("LOAD", slot, w.state.card_state[expr.name], w.value(expr.card), value_if_missing(expr))


def write_whole_look(w: ExpressionWriter, slot: int, expr: AttributeRef) -> None:
    """Combine the looks of all faces into one number, since shuffled faces may come from several cards."""
    emit, card = w.code.emit, w.value(expr.card)
    no_card, looks = Label(), w.const(len(w.game.looks))
    found = w.code.temporary()
    emit("COPY", slot, w.const(NONE))
    emit("JUMP_LESS", card, w.const(0), no_card)
    emit("COPY", slot, w.const(0))
    for face in range(len(w.game.world.faces.members)):
        emit("ATTRIBUTE", found, card, w.const(face), attribute_table(w, "look"))
        emit("MULTIPLY", slot, slot, looks)
        emit("ADD", slot, slot, found)
    w.code.mark(no_card)


def attribute_table(w: ExpressionWriter, name: str) -> int:
    """Address of the table of an attribute."""
    if name not in w.attributes:
        game = w.game
        kinds = game.world.kinds.members

        def value(number: int, face: PrintedFace) -> int:
            if name == "look":
                return number
            return kinds.index(face.kind) if name == "kind" else face.attributes[name]

        faces = range(len(game.world.faces.members))
        values = [value(number, look.faces[face]) for face in faces for number, look in enumerate(game.looks)]
        declared = game.world.attributes.get(name)
        is_optional = name in ("look", "kind") if declared is None else declared.type.optional
        of_no_card = NONE if is_optional else 0
        w.attributes[name] = w.code.describe(of_no_card, *values) + 1
    return data_address(w.attributes[name])
