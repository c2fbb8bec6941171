"""Code for `move`, `shuffle` and `reveal`. Not here: `lay` (lay.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const, Expr, ZoneRef
from unoflex_rules.language.statements.tree import MoveAllStep, MoveCardStep, MoveCountStep, RevealStep, ShuffleStep
from unoflex_rules.program.layout import ANYWHERE, BOTTOM, MIDDLE, NONE, ORDER_KEPT, ORDER_REVERSED, ORDER_SHUFFLED, TOP

UNDER = 4  # added to an order: the cards go under those of the zone
ORDERS = {"kept": ORDER_KEPT, "reversed": ORDER_REVERSED, "shuffled": ORDER_SHUFFLED}
#: The places of a zone from which cards are taken, and to which they are put.
ENDS = {"top": TOP, "bottom": BOTTOM, "middle": MIDDLE, "anywhere": ANYWHERE}


def zone_changes(w: StatementWriter, *exprs: Expr) -> list[str]:
    """The zones that a move between these expressions may change: those they name, else all."""
    names = [f"zone {each.name}" for expr in exprs for each in expr.walk() if isinstance(each, ZoneRef)]
    return names or [f"zone {name}" for name in w.game.world.zones]


def write_move_card(w: StatementWriter, step: MoveCardStep) -> None:
    """One given card moves to a zone."""
    emit, values = w.code.emit, w.values
    result = values.slot_of(step.result) if step.result is not None else None
    with w.code.stretch():
        card, to = values.value(step.card), values.value(step.to)
        if result is not None:
            emit("COPY", result, card)
        emit("MOVE", card, to, ENDS[step.put])
    w.changed(*zone_changes(w))


def write_move_count(w: StatementWriter, step: MoveCountStep) -> None:
    """A number of cards move one by one, as long as there are cards."""
    emit, values, code = w.code.emit, w.values, w.code
    take, put = ENDS[step.take], ENDS[step.put]
    result = values.slot_of(step.result) if step.result is not None else None
    changed = zone_changes(w, step.source, step.to)
    with code.stretch():
        source, to, end = values.value(step.source), values.value(step.to), Label()
        single = isinstance(step.count, Const) and step.count.value == 1
        card = result if result is not None and single else code.temporary()

        def one() -> None:
            emit("TAKE", card, source, take)
            if not single:
                emit("JUMP_LESS", card, values.const(0), end)
                if result is not None:
                    emit("COPY", result, card)
            emit("MOVE", card, to, put)
            w.changed(*changed)

        if not single and result is not None:
            emit("COPY", result, values.const(NONE))
        if isinstance(step.count, Const) and step.count.value <= 2:
            for _ in range(step.count.value):
                one()
            code.mark(end)
            return
        left = code.temporary()
        again = Label()
        emit("COPY", left, values.value(step.count))
        code.mark(again)
        emit("JUMP_AT_LEAST", values.const(0), left, end)
        one()
        emit("SUBTRACT", left, left, values.const(1))
        emit("JUMP", again)
        code.mark(end)


def write_move_all(w: StatementWriter, step: MoveAllStep) -> None:
    """A pile moves as a block."""
    values = w.values
    order = ORDERS[step.order] + (UNDER if step.put == "bottom" else 0)
    with w.code.stretch():
        source, to, leave = values.value(step.source), values.value(step.to), values.value(step.leave)
        w.code.emit("MOVE_ALL", source, to, leave, order)
    w.changed(*zone_changes(w, step.source, step.to))


def write_shuffle(w: StatementWriter, step: ShuffleStep) -> None:
    """The cards of a zone are shuffled, or only what is printed on one of their faces."""
    with w.code.stretch():
        zone = w.values.value(step.zone)
        if step.face is None:
            w.code.emit("SHUFFLE", zone)
        else:
            w.code.emit("SHUFFLE_FACE", zone, w.values.value(step.face))


def write_reveal(w: StatementWriter, step: RevealStep) -> None:
    """Players are shown cards."""
    with w.code.stretch():
        to = w.values.value(step.to)
        w.code.emit("REVEAL", w.values.value(step.cards), to, int(step.cards.type.kind != "card"))
