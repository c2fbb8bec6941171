"""Code for questions: ask, window. Not here: choices (choice_code.py), other statements (statement_code.py)."""

from __future__ import annotations

from unoflex_rules.compiler.choice_code import ChoiceCode, names_of
from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.control_code import Around
from unoflex_rules.compiler.expression_code import ExpressionCode, data_address
from unoflex_rules.compiler.facts import first_alike
from unoflex_rules.language.expressions.types import Const, Expr, Local, Type, ZoneRef
from unoflex_rules.language.statements.tree import (
    AskOption,
    AskStep,
    CheckedGame,
    ChooseStep,
    ResolveStep,
    Step,
    WindowStep,
    walk,
)
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import CALL_RIGHT, CALL_WRONG, NONE, S_CARD, S_CARD_FACE, S_CHOICE


def takes_options(steps: list[Step]) -> bool:
    """Whether steps may take another option, which writes over what the last one was about."""
    return any(isinstance(step, AskStep | WindowStep | ChooseStep | ResolveStep) for step in walk(steps))


class QuestionCode(ChoiceCode):
    """Writes code for all statements, questions among them."""

    def __init__(self, game: CheckedGame, code: Code, values: ExpressionCode) -> None:
        super().__init__(game, code, values)
        self.seen_table: int | None = None
        self.writers[AskStep] = self.ask
        self.writers[WindowStep] = self.window

    # ---- ask -----------------------------------------------------------------------------------------------------

    def ask(self, step: AskStep) -> None:
        over, again = Label(), Label()
        self.code.mark(again)
        around = self.loops[-1] if self.loops else None
        # What is done again and again until he has had enough would never end without him.
        self.unless_there(step.player, over, around.end if around is not None and around.repeats else None)
        self.question(step, None, again=again)
        self.code.mark(over)

    def question(self, step: AskStep, after_answer: Label | None, loop: int = NONE, again: Label | None = None) -> None:
        """Ask one player; an answer other than `pass` goes on at `after_answer`, if that is given.

        `loop`: the one that asks; after such an answer nobody else is asked, even if what it does is broken off.
        `again`: where it is looked who is to be asked, if not here.
        """
        code, emit, values = self.code, self.code.emit, self.values
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
                    self.announce_sets()
                for option, label in zip(step.options, labels, strict=True):
                    with code.at(option.origin):
                        self.option(option, label)
                    if option.values is not None and option.value_local.type.kind in ("enum", "int", "player"):
                        types[self.verb(option.verb)] = option.value_local.type
                emit("WAIT", int(any(option.quiet for option in step.options)))
            verb_values = {verb: names_of(kind) for verb, kind in types.items()}
            quiet = frozenset(self.verb(option.verb) for option in step.options if option.quiet)
            self.note(asked, again, Question(step.about, quiet, verb_values=verb_values), types)
            for option, label in zip(step.options, labels, strict=True):
                code.mark(label)
                code.visit(option.origin)
                if loop >= 0 and option.verb != "pass":
                    emit("COPY", loop, values.const(0))
                with code.stretch():
                    self.bind(option)
                    self.steps(option.do)
                if after_answer is not None and option.verb != "pass":
                    emit("JUMP", after_answer)
                elif option is not step.options[-1]:
                    emit("JUMP", end)
            code.mark(end)

    def bind(self, option: AskOption) -> None:
        """Give the names of an option's block their values."""
        given: list[tuple[Local, int]] = []
        if option.zone is not None or option.card is not None:
            given = [(option.card_local, S_CARD), (option.face_local, S_CARD_FACE)]
            if option.announces:
                self.take_announced(S_CARD, S_CARD_FACE)
        elif option.values is not None:
            given = [(option.value_local, S_CHOICE)]
        lasting = takes_options(option.do) or any(takes_options(rule.then) for rule in self.game.rules)
        for local, slot in given:
            if lasting:
                self.code.emit("COPY", self.values.slot_of(local), slot)
            else:
                self.values.locals[local] = slot

    def option(self, option: AskOption, label: Label) -> None:
        """Put one kind of option on offer; whether it is a last resort may depend on the game."""
        values, code = self.values, self.code
        over, firm = Label(), Label()
        if option.condition is not None:
            values.jump_unless(option.condition, over)
        if isinstance(option.last_resort, Const):
            self.offer(option, label, option.last_resort.value)
        else:
            values.jump_unless(option.last_resort, firm)
            self.offer(option, label, 1)
            code.emit("JUMP", over)
            code.mark(firm)
            self.offer(option, label, 0)
        code.mark(over)

    def offer(self, option: AskOption, label: Label, last_resort: int) -> None:
        """Put one kind of option on offer, as a last resort or not; whether a call is right may depend on the game."""
        if option.call is None or isinstance(option.call, Const):
            right = 0 if option.call is None else CALL_RIGHT if option.call.value else CALL_WRONG
            self.offer_as(option, label, last_resort, right)
            return
        wrong, over = Label(), Label()
        self.values.jump_unless(option.call, wrong)
        self.offer_as(option, label, last_resort, CALL_RIGHT)
        self.code.emit("JUMP", over)
        self.code.mark(wrong)
        self.offer_as(option, label, last_resort, CALL_WRONG)
        self.code.mark(over)

    def offer_as(self, option: AskOption, label: Label, last_resort: int, call: int) -> None:
        """Put one kind of option on offer."""
        emit, values, code = self.code.emit, self.values, self.code
        face_slot = 0
        if option.zone is not None and option.face is not None:
            face_slot = values.value(option.face)
        seen = self.seen(option.zone) if option.zone is not None else 0
        desc = data_address(
            code.describe(
                self.verb(option.verb), label, face_slot, int(option.announces), last_resort, seen, call,
                *self.about_values(option.value_local.type if option.values is not None else None), int(option.quiet),
            )
        )  # fmt: skip
        if option.zone is not None or option.card is not None:
            self.card_verbs.add(self.verb(option.verb))
        if option.zone is not None:
            self.from_zone(option, desc)
        elif option.card is not None:
            self.one_card(option, desc)
        elif option.values is not None:
            with code.stretch():
                emit("OPTION_EACH", desc, values.value(option.values))
        else:
            nothing = values.const(NONE)
            emit("OPTION", desc, nothing, nothing, nothing)

    def seen(self, zone: Expr) -> int:
        """Address of the table that says which looks the owner of a zone sees alike; 0 where he sees every face."""
        game = self.game
        shown = game.world.zones[zone.name].visible if isinstance(zone, ZoneRef) else {}
        if len(game.world.faces.members) == 1 or shown.get("front") == shown.get("back", shown.get("front")):
            return 0
        if self.seen_table is None:
            self.seen_table = self.code.describe(*first_alike(game))
        return data_address(self.seen_table)

    def from_zone(self, option: AskOption, desc: int) -> None:
        """Each distinct card of a zone that fits: one instruction with a table, or a loop."""
        emit, values, code = self.code.emit, self.values, self.code
        assert option.zone is not None
        with code.stretch():
            zone = values.value(option.zone)
            table = values.table(option.fits, option.card_local, option.face_local)
            if table is not None and not (option.announces and self.per_card):
                emit("OPTION_CARDS", desc, zone, table)
                return
            loop, again, end = code.temporary(3), Label(), Label()
            values.locals[option.card_local] = loop + 2
            emit("EACH_CARD", loop, zone)
            code.mark(again)
            emit("NEXT_CARD", loop, end)
            self.on_faces(option, desc, loop + 2)
            emit("JUMP", again)
            code.mark(end)
            del values.locals[option.card_local]

    def one_card(self, option: AskOption, desc: int) -> None:
        """One certain card, if there is one and it fits."""
        values, code = self.values, self.code
        assert option.card is not None
        with code.stretch():
            card = code.temporary()
            values.into(card, option.card)
            values.locals[option.card_local] = card
            self.on_faces(option, desc, card)
            del values.locals[option.card_local]

    def on_faces(self, option: AskOption, desc: int, card: int) -> None:
        """Offer a card on the face that counts, or on each of its faces."""
        values, code = self.values, self.code
        faces: list[Expr] = [option.face] if option.face is not None else []
        if not faces:
            kind = self.game.world.faces
            faces = [Const(kind, option.origin.span, number) for number in range(len(kind.members))]
        several = len(self.game.world.faces.members) > 1
        for expr in faces:
            over = Label()
            with code.stretch():
                face = values.value(expr)
                values.locals[option.face_local] = face
                self.test_card(option, card, face, several, over)
                self.offer_with(self.per_card if option.announces else [], desc, card, face, over)
                del values.locals[option.face_local]
            code.mark(over)

    def test_card(self, option: AskOption, card: int, face: int, several: bool, over: Label) -> None:
        values, code = self.values, self.code
        table = values.table(option.fits, option.card_local, option.face_local)
        if table is not None:
            test = code.temporary()
            code.emit("FITS", test, card, face, table)
            code.emit("JUMP_UNLESS", test, over)
            return
        if several:
            exists = values.table(None, option.card_local, option.face_local)
            assert exists is not None
            test = code.temporary()
            code.emit("FITS", test, card, face, exists)
            code.emit("JUMP_UNLESS", test, over)
        assert option.fits is not None
        values.jump_unless(option.fits, over)

    # ---- window --------------------------------------------------------------------------------------------------

    def window(self, step: WindowStep) -> None:
        code, emit, values = self.code, self.code.emit, self.values
        with code.stretch():
            loop, again, end = code.temporary(3), Label(), Label()
            answered = Label() if step.first else None
            values.locals[step.it] = loop + 1
            scoped = self.game.world.can_leave and not self.in_rules
            depth = self.depth
            emit("EACH_SEAT", loop, values.value(step.players), values.value(step.after))
            code.mark(again)
            emit("NEXT_SEAT", loop, depth if scoped else NONE, end)
            self.depth += int(scoped)
            self.loops.append(Around(end, depth if scoped else NONE))
            self.question(step.ask, answered, loop if scoped and step.first else NONE)
            self.loops.pop()
            self.depth = depth
            emit("JUMP", again)
            if answered is not None:
                code.mark(answered)
                if scoped:
                    emit("ACT_AT", depth)
            code.mark(end)
