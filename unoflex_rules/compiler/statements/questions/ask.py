"""Code for `ask` and `window`: who is asked, what follows the answer. Not here: the options (ask_options.py)."""

from __future__ import annotations

from unoflex_rules.compiler.choice_tables import value_names
from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.questions.announced import announce_sets, take_announced
from unoflex_rules.compiler.statements.questions.ask_options import offer_option
from unoflex_rules.compiler.statements.questions.combined_cards import take_combination
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Expr, Local, Type
from unoflex_rules.language.statements.tree import AskOption, AskStep, ChooseStep, ResolveStep, Step, WindowStep, walk
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import NONE, S_CARD, S_CARD_FACE, S_CHOICE, S_IN


def jump_unless_present(w: StatementWriter, player: Expr, over: Label, gone: Label | None = None) -> None:
    """Go to `over` if there is no player, and to `gone`, or `over`, if the player has left."""
    emit, code, values = w.code.emit, w.code, w.values
    with code.stretch():
        if player.type.optional:
            emit("JUMP_LESS", values.value(player), values.const(0), over)
        if w.game.world.can_leave:
            test = code.temporary()
            emit("CONTAINS", test, S_IN, values.value(player))
            emit("JUMP_UNLESS", test, gone or over)


def write_ask(w: StatementWriter, step: AskStep) -> None:
    """One player decides."""
    over, again = Label(), Label()
    w.code.mark(again)
    loop = w.loops[-1] if w.loops else None
    # A `repeat` that only the player's answer ends would never end after the player has left.
    jump_unless_present(w, step.player, over, loop.end if loop is not None and loop.repeats else None)
    ask_player(w, step, None, again=again)
    w.code.mark(over)


def ask_player(
    w: StatementWriter, step: AskStep, after_answer: Label | None, loop: int = NONE, again: Label | None = None
) -> None:
    """Ask one player; after an answer other than `pass` go to `after_answer`, if given.

    `loop`: the loop over players that asks. An answer ends it, even if a step of the answer breaks off.
    `again`: where the code decides who is asked, if not here.
    """
    code, emit, values = w.code, w.code.emit, w.values
    end = Label()
    asked = Label("ask")
    labels = [Label() for _ in step.options]
    types: dict[int, Type] = {}
    with code.stretch():
        player = values.value(step.player)
        code.mark(asked)
        emit("ASK", player)
        with code.stretch():
            if any(option.announces for option in step.options):
                announce_sets(w)
            for option, label in zip(step.options, labels, strict=True):
                with code.at(option.origin):
                    offer_option(w, option, label)
                if option.values is not None and option.value_local.type.kind in ("enum", "int", "player"):
                    types[w.verb(option.verb)] = option.value_local.type
            emit("WAIT", int(any(option.quiet for option in step.options)))
        verb_values = {verb: value_names(kind) for verb, kind in types.items()}
        quiet = frozenset(w.verb(option.verb) for option in step.options if option.quiet)
        w.note(asked, again, Question(step.about, quiet, verb_values=verb_values), types)
        for option, label in zip(step.options, labels, strict=True):
            code.mark(label)
            code.visit(option.origin)
            if loop >= 0 and option.verb != "pass":
                emit("COPY", loop, values.const(0))
            with code.stretch():
                bind_option(w, option)
                w.steps(option.do)
            if after_answer is not None and option.verb != "pass":
                emit("JUMP", after_answer)
            elif option is not step.options[-1]:
                emit("JUMP", end)
        code.mark(end)


def bind_option(w: StatementWriter, option: AskOption) -> None:
    """Give the local names of an option their values."""
    given: list[tuple[Local, int]] = []
    if option.combination is not None:
        take_combination(w, option)
        given = [(option.face_local, S_CARD_FACE)]
    elif option.zone is not None or option.card is not None:
        given = [(option.card_local, S_CARD), (option.face_local, S_CARD_FACE)]
        if option.announces:
            take_announced(w, S_CARD, S_CARD_FACE)
    elif option.values is not None:
        given = [(option.value_local, S_CHOICE)]
    lasting = takes_options(option.do) or any(takes_options(rule.then) for rule in w.game.rules)
    for local, slot in given:
        if lasting:
            w.code.emit("COPY", w.values.slot_of(local), slot)
        else:
            w.values.locals[local] = slot


def write_window(w: StatementWriter, step: WindowStep) -> None:
    """Several players are asked in order."""
    code, emit, values = w.code, w.code.emit, w.values
    with code.stretch():
        loop, again, end = code.temporary(3), Label(), Label()
        answered, depth = Label() if step.first else None, w.loop_depth()
        values.locals[step.it] = loop + 1
        emit("EACH_SEAT", loop, values.value(step.players), values.value(step.after))
        code.mark(again)
        emit("NEXT_SEAT", loop, depth, end)
        with w.acting(end, depth):
            ask_player(w, step.ask, answered, loop if depth >= 0 and step.first else NONE)
        emit("JUMP", again)
        if answered is not None:
            code.mark(answered)
            if depth >= 0:
                emit("ACT_AT", depth)
        code.mark(end)


def takes_options(steps: list[Step]) -> bool:
    """Whether steps may ask again, so that the engine forgets the card and values of this answer."""
    return any(isinstance(step, AskStep | WindowStep | ChooseStep | ResolveStep) for step in walk(steps))
