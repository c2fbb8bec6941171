"""Code for `choose`. Not here: choices announced with a play (announced.py)."""

from __future__ import annotations

from unoflex_rules.compiler.choice_tables import value_names
from unoflex_rules.compiler.code import Label, data_address
from unoflex_rules.compiler.statements.questions.announced import each_candidate
from unoflex_rules.compiler.statements.questions.ask import jump_unless_present
from unoflex_rules.compiler.statements.questions.ask_options import value_fields
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const, between
from unoflex_rules.language.statements.tree import ChoiceSource, ChooseStep
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import NONE, S_CARD, S_CHOICE


def write_choose(w: StatementWriter, step: ChooseStep) -> None:
    """A player makes a declared choice, unless it was announced."""
    code, emit, values = w.code, w.code.emit, w.values
    choice = w.game.world.choices[step.choice]
    slot = w.state.choices[step.choice]
    end, chosen, asked, again, gone = Label(), Label(), Label("choose"), Label(), Label()
    with code.stretch():
        if choice.announced:
            emit("JUMP_AT_LEAST", slot, values.const(0), end)
        else:
            emit("COPY", slot, values.const(NONE))
        code.mark(again)
        source = step.source
        group = allowed_values(w, source)
        if not isinstance(source.values, Const) or source.values.value == 0:
            emit("JUMP_UNLESS", group, end)
        jump_unless_present(w, step.player, gone)
        player = values.value(step.player)
        code.mark(asked)
        emit("ASK", player)
        verb = w.verb(choice.verb)
        desc = data_address(code.describe(verb, chosen, 0, 0, 0, 0, 0, *value_fields(w, choice.type), 0))
        if source.values is not None:
            emit("OPTION_EACH", desc, group if isinstance(source.values, Const) else values.value(source.values))
        else:
            w.card_verbs.add(verb)
            front = values.value(w.game.face)
            each_candidate(w, source, lambda card: emit("OPTION_CARD", desc, card, front))
        emit("WAIT", 0)
        code.mark(chosen)
        emit("COPY", slot, S_CHOICE if source.values is not None else S_CARD)
        if w.game.world.leaving:
            choose_by_chance(w, step, slot, gone, end)
        else:
            code.mark(gone)
        code.mark(end)
    names = value_names(choice.type)
    offered = {verb: choice.type} if choice.type.kind != "card" else {}
    question = Question(choice.about, frozenset(), step.choice, names, dict.fromkeys(offered, names))
    w.note(asked, again, question, offered)


def allowed_values(w: StatementWriter, source: ChoiceSource) -> int:
    """A slot with the set of allowed values; for cards, with their number."""
    if source.values is not None:
        return w.values.value(source.values)
    count = w.code.temporary()
    w.code.emit("COPY", count, w.values.const(0))
    each_candidate(w, source, lambda card: w.code.emit("ADD", count, count, w.values.const(1)))
    return count


def choose_by_chance(w: StatementWriter, step: ChooseStep, slot: int, gone: Label, end: Label) -> None:
    """Choose at random for a player who has left, so that the turn can continue; choose nothing without a player."""
    code, emit, values = w.code, w.code.emit, w.values
    emit("JUMP", end)
    code.mark(gone)
    if step.player.type.optional:
        emit("JUMP_LESS", values.value(step.player), values.const(0), end)
    allowed = allowed_values(w, step.source)
    if step.source.values is not None:
        code.note_draw(step.choice, w.game.world.choices[step.choice].type)
        emit("PICK", slot, allowed)
        return
    place = code.temporary()
    code.note_draw(step.choice, between(0, len(w.game.cards) - 1))
    emit("RANDOM", place, allowed)

    def take(card: int) -> None:
        emit("COPY", slot, card)
        emit("JUMP_EQUAL", place, values.const(0), end)
        emit("SUBTRACT", place, place, values.const(1))

    each_candidate(w, step.source, take)
