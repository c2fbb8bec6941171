"""Code for questions: ask, window, choose. Not here: other statements (statements.py)."""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.control import Around, ControlCode
from unoflex_rules.compiler.expressions import ExpressionCode, data_address
from unoflex_rules.compiler.facts import fields_of, first_alike
from unoflex_rules.language.tree import AskOption, AskPlayer, AskWindow, Game, MakeChoice, ResolveTop, Step, walk
from unoflex_rules.language.types import Const, Expr, Local, Type, ZoneRef
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import CALL_RIGHT, CALL_WRONG, NONE, S_CARD, S_CARD_FACE, S_CHOICE, S_CHOICE_2, S_IN


def takes_options(steps: list[Step]) -> bool:
    """Whether steps may take another option, which writes over what the last one was about."""
    return any(isinstance(step, AskPlayer | AskWindow | MakeChoice | ResolveTop) for step in walk(steps))


def names_of(kind: Type) -> tuple[str, ...]:
    """The names of the values of a type, by the number that stands for each, empty for numbers below them; none for
    players."""
    names = kind.members or tuple(str(number) for number in range((kind.high or 0) + 1) if kind.kind == "int")
    return tuple("" if number < (kind.low or 0) else name for number, name in enumerate(names))


class QuestionCode(ControlCode):
    """Writes code for all statements, questions among them."""

    def __init__(self, game: Game, code: Code, values: ExpressionCode) -> None:
        super().__init__(game, code, values)
        self.verbs: list[str] = []
        self.card_verbs: set[int] = set()  # those with which a card is named
        self.questions: list[tuple[Label, Label, Question]] = []
        self.offered: dict[Label, dict[int, Type]] = {}  # per question, the type of the values that a verb offers
        self.announced = [name for name, choice in game.world.choices.items() if choice.announced]
        self.choice_order = list(game.world.choices)
        self.choice_masks: dict[str, int] = {}
        self.choice_tables: tuple[int, int] | None = None
        self.choice_places: dict[str, int] | None = None
        self.seen_table: int | None = None
        self.choice_sets: dict[str, Expr] = {}
        self.writers[AskPlayer] = self.ask
        self.writers[AskWindow] = self.window
        self.writers[MakeChoice] = self.choose

    def verb(self, name: str) -> int:
        """Number of a verb."""
        if name not in self.verbs:
            self.verbs.append(name)
        return self.verbs.index(name)

    # ---- ask -----------------------------------------------------------------------------------------------------

    def ask(self, step: AskPlayer) -> None:
        over, again = Label(), Label()
        self.code.mark(again)
        self.unless_there(step.player, over)
        self.question(step, None, again=again)
        self.code.mark(over)

    def unless_there(self, player: Expr, over: Label) -> None:
        """Nobody, and who has left, is not asked: go on at `over`."""
        emit, code, values = self.code.emit, self.code, self.values
        with code.stretch():
            if player.type.optional:
                emit("JUMP_LESS", values.value(player), values.const(0), over)
            if self.game.world.can_leave:
                test = code.temporary()
                emit("CONTAINS", test, S_IN, values.value(player))
                emit("JUMP_UNLESS", test, over)

    def question(
        self, step: AskPlayer, after_answer: Label | None, loop: int = NONE, again: Label | None = None
    ) -> None:
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

    def note(self, asked: Label, again: Label | None, question: Question, offered: dict[int, Type]) -> None:
        """Keep what people need to know of a question; `offered`: the types of the values that its verbs offer."""
        self.offered[asked] = offered
        begun = self.piece not in ("turn.start", "turn.choose")
        self.questions.append((asked, again or asked, replace(question, under_way=begun)))

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

    def about_values(self, kind: Type | None) -> tuple[int, int]:
        """Which fields of what is in force have the type of the values offered, and whether they are players."""
        if kind is None:
            return 0, 0
        return fields_of(self.game, kind), int(kind.kind == "player")

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
            if table is not None:
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
                code.emit("OPTION_CARD", desc, card, face)
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

    def window(self, step: AskWindow) -> None:
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

    # ---- choices -------------------------------------------------------------------------------------------------

    def announce_sets(self) -> None:
        """Work out what each announced choice allows, before cards are offered."""
        for name in self.announced:
            expr = self.choice_sets[name]
            if not isinstance(expr, Const):
                self.values.into(self.choice_masks[name], expr)

    def take_announced(self, card: int, face: int) -> None:
        """Note the choices that were announced with a play; those that do not go with the card are unknown."""
        assert self.choice_tables is not None
        emit, values, code = self.code.emit, self.values, self.code
        if len(self.announced) == 1:
            emit("COPY", values.choices[self.announced[0]], S_CHOICE)
            return
        if self.choice_places is not None:  # each choice is always the first of its card's, or always the second
            for name in self.announced:
                if name in self.choice_places:
                    emit("COPY", values.choices[name], (S_CHOICE, S_CHOICE_2)[self.choice_places[name]])
            return
        nothing = values.const(NONE)
        with code.stretch():
            which, test = code.temporary(), code.temporary()
            for name in self.announced:
                slot = values.choices[name]
                number = values.const(self.choice_order.index(name))
                emit("ATTRIBUTE", which, card, face, data_address(self.choice_tables[0]))
                emit("EQUAL", test, which, number)
                emit("SELECT", slot, test, S_CHOICE, nothing)
                emit("ATTRIBUTE", which, card, face, data_address(self.choice_tables[1]))
                emit("EQUAL", test, which, number)
                emit("SELECT", slot, test, S_CHOICE_2, slot)

    def choose(self, step: MakeChoice) -> None:
        code, emit, values = self.code, self.code.emit, self.values
        choice = self.game.world.choices[step.choice]
        slot = values.choices[step.choice]
        end, chosen, asked, again, gone = Label(), Label(), Label("choose"), Label(), Label()
        with code.stretch():
            if choice.announced:
                emit("JUMP_AT_LEAST", slot, values.const(0), end)
            else:
                emit("COPY", slot, values.const(NONE))
            code.mark(again)
            group = values.value(step.values)
            if not isinstance(step.values, Const):
                emit("JUMP_UNLESS", group, end)
            self.unless_there(step.player, gone)
            player = values.value(step.player)
            code.mark(asked)
            emit("ASK", player)
            verb = self.verb(choice.verb)
            desc = data_address(code.describe(verb, chosen, 0, 0, 0, 0, 0, *self.about_values(choice.type), 0))
            emit("OPTION_EACH", desc, values.value(step.values) if not isinstance(step.values, Const) else group)
            emit("WAIT", 0)
            code.mark(chosen)
            emit("COPY", slot, S_CHOICE)
            if self.game.world.leaving:
                self.by_chance(step, slot, gone, end)
            else:
                code.mark(gone)
            code.mark(end)
        names = names_of(choice.type)
        question = Question(choice.about, frozenset(), step.choice, names, {verb: names})
        self.note(asked, again, question, {verb: choice.type})

    def by_chance(self, step: MakeChoice, slot: int, gone: Label, end: Label) -> None:
        """Chance chooses for a player who has left, so that what has begun can go on; for nobody nothing is chosen."""
        code, emit, values = self.code, self.code.emit, self.values
        emit("JUMP", end)
        code.mark(gone)
        if step.player.type.optional:
            emit("JUMP_LESS", values.value(step.player), values.const(0), end)
        allowed = values.value(step.values)
        code.by_chance(step.choice, self.game.world.choices[step.choice].type)
        emit("PICK", slot, allowed)
