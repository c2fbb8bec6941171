"""Code for the options of a question. Not here: asking it (ask.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label, data_address
from unoflex_rules.compiler.expressions.fits_tables import fits_table
from unoflex_rules.compiler.facts import fields_of, first_alike
from unoflex_rules.compiler.statements.questions.announced import offer_with_choices
from unoflex_rules.compiler.statements.questions.combined_cards import offer_combinations
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const, Expr, Type, ZoneRef
from unoflex_rules.language.statements.tree import AskOption
from unoflex_rules.program.layout import CALL_RIGHT, CALL_WRONG, NONE


def value_fields(w: StatementWriter, kind: Type | None) -> tuple[int, int]:
    """The fields in force that have the type of the offered values, as a set; and whether the values are players."""
    if kind is None:
        return 0, 0
    return fields_of(w.game, kind), int(kind.kind == "player")


def offer_option(w: StatementWriter, option: AskOption, label: Label) -> None:
    """Offer an option if its condition holds, as a last resort or not."""
    values, code = w.values, w.code
    over, firm = Label(), Label()
    if option.condition is not None:
        values.jump_unless(option.condition, over)
    if isinstance(option.last_resort, Const):
        offer_call(w, option, label, option.last_resort.value)
    else:
        values.jump_unless(option.last_resort, firm)
        offer_call(w, option, label, 1)
        code.emit("JUMP", over)
        code.mark(firm)
        offer_call(w, option, label, 0)
    code.mark(over)


def offer_call(w: StatementWriter, option: AskOption, label: Label, last_resort: int) -> None:
    """Offer an option as a right call, as a wrong call, or as no call."""
    if option.call is None or isinstance(option.call, Const):
        right = 0 if option.call is None else CALL_RIGHT if option.call.value else CALL_WRONG
        offer_kind(w, option, label, last_resort, right)
        return
    wrong, over = Label(), Label()
    w.values.jump_unless(option.call, wrong)
    offer_kind(w, option, label, last_resort, CALL_RIGHT)
    w.code.emit("JUMP", over)
    w.code.mark(wrong)
    offer_kind(w, option, label, last_resort, CALL_WRONG)
    w.code.mark(over)


def offer_kind(w: StatementWriter, option: AskOption, label: Label, last_resort: int, call: int) -> None:
    """Offer an option: cards of a zone, one card, values, or nothing but its verb."""
    emit, values, code = w.code.emit, w.values, w.code
    face_slot = 0
    if option.zone is not None and option.face is not None:
        face_slot = values.value(option.face)
    seen = looks_seen_alike(w, option.zone) if option.zone is not None else 0
    desc = data_address(
        code.describe(
            w.verb(option.verb), label, face_slot, int(option.announces), last_resort, seen, call,
            *value_fields(w, option.value_local.type if option.values is not None else None), int(option.quiet),
        )
    )  # fmt: skip
    if option.zone is not None or option.card is not None:
        w.card_verbs.add(w.verb(option.verb))
    if option.combination is not None:
        several = len(w.game.world.faces.members) > 1
        offer_combinations(
            w, option, desc, lambda card, face, over: jump_unless_fits(w, option, card, face, several, over)
        )
    elif option.zone is not None:
        offer_zone(w, option, desc)
    elif option.card is not None:
        offer_card(w, option, desc)
    elif option.values is not None:
        with code.stretch():
            emit("OPTION_EACH", desc, values.value(option.values))
    else:
        nothing = values.const(NONE)
        emit("OPTION", desc, nothing, nothing, nothing)


def looks_seen_alike(w: StatementWriter, zone: Expr) -> int:
    """Address of the table of looks that the owner of a zone cannot tell apart; 0 if the owner sees every face."""
    game = w.game
    shown = game.world.zones[zone.name].visible if isinstance(zone, ZoneRef) else {}
    if len(game.world.faces.members) == 1 or shown.get("front") == shown.get("back", shown.get("front")):
        return 0
    if w.seen_table is None:
        w.seen_table = w.code.describe(*first_alike(game))
    return data_address(w.seen_table)


def offer_zone(w: StatementWriter, option: AskOption, desc: int) -> None:
    """Offer each distinct card of a zone that fits: one instruction with a table, or a loop."""
    emit, values, code = w.code.emit, w.values, w.code
    assert option.zone is not None
    with code.stretch():
        zone = values.value(option.zone)
        table = fits_table(values, option.fits, option.card_local, option.face_local)
        if table is not None and not (option.announces and w.choices.per_card):
            emit("OPTION_CARDS", desc, zone, table)
            return
        loop = code.temporary(3)
        values.locals[option.card_local] = loop + 2
        with code.each_card(loop, zone):
            offer_faces(w, option, desc, loop + 2)
        del values.locals[option.card_local]


def offer_card(w: StatementWriter, option: AskOption, desc: int) -> None:
    """Offer one given card, if it exists and fits."""
    values, code = w.values, w.code
    assert option.card is not None
    with code.stretch():
        card = code.temporary()
        values.into(card, option.card)
        values.locals[option.card_local] = card
        offer_faces(w, option, desc, card)
        del values.locals[option.card_local]


def offer_faces(w: StatementWriter, option: AskOption, desc: int, card: int) -> None:
    """Offer a card on the face that counts, or on each of its faces."""
    values, code = w.values, w.code
    faces: list[Expr] = [option.face] if option.face is not None else []
    if not faces:
        kind = w.game.world.faces
        faces = [Const(kind, option.origin.span, number) for number in range(len(kind.members))]
    several = len(w.game.world.faces.members) > 1
    for expr in faces:
        over = Label()
        with code.stretch():
            face = values.value(expr)
            values.locals[option.face_local] = face
            jump_unless_fits(w, option, card, face, several, over)
            offer_with_choices(w, w.choices.per_card if option.announces else [], desc, card, face, over)
            del values.locals[option.face_local]
        code.mark(over)


def jump_unless_fits(w: StatementWriter, option: AskOption, card: int, face: int, several: bool, over: Label) -> None:
    """Go to `over` unless a card fits an option on a face."""
    values, code = w.values, w.code
    if option.fits is None and not several:
        return
    table = fits_table(values, option.fits, option.card_local, option.face_local)
    if table is not None:
        test = code.temporary()
        code.emit("FITS", test, card, face, table)
        code.emit("JUMP_UNLESS", test, over)
        return
    if several:
        exists = fits_table(values, None, option.card_local, option.face_local)
        assert exists is not None
        test = code.temporary()
        code.emit("FITS", test, card, face, exists)
        code.emit("JUMP_UNLESS", test, over)
    if option.fits is not None:
        values.jump_unless(option.fits, over)
