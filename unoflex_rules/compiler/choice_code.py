"""Code for choices that are declared: announced with a play, or asked for. Not here: other questions
(question_code.py).

A choice among values is a set of bits. One among cards is offered once for each card, since there are more cards than
bits; in an offer, and in what the engine notes as chosen, such a card is its number and CHOSEN_CARD more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.control_code import ControlCode
from unoflex_rules.compiler.expression_code import ExpressionCode, data_address
from unoflex_rules.compiler.facts import fields_of
from unoflex_rules.language.expressions.types import Const, Expr, Type, between
from unoflex_rules.language.statements.tree import CheckedGame, ChoiceSource, ChooseStep
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import CHOSEN_CARD, NONE, S_CARD, S_CHOICE, S_CHOICE_2, S_IN


def names_of(kind: Type) -> tuple[str, ...]:
    """The names of the values of a type, by the number that stands for each, empty for numbers below them; none for
    players."""
    names = kind.members or tuple(str(number) for number in range((kind.high or 0) + 1) if kind.kind == "int")
    return tuple("" if number < (kind.low or 0) else name for number, name in enumerate(names))


class ChoiceCode(ControlCode):
    """Writes code for choices, and keeps what people need to know of questions."""

    def __init__(self, game: CheckedGame, code: Code, values: ExpressionCode) -> None:
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
        #: What is worked out anew for each card that is offered: it goes by the card, or is needed for it.
        self.per_card = [name for name in self.announced if self.is_per_card(name)]
        self.writers[ChooseStep] = self.choose

    def is_per_card(self, name: str) -> bool:
        """Whether it depends on a card what may be announced with it, or whether it is offered."""
        source, choice = self.game.choices[name], self.game.world.choices[name]
        return source.goes_by_card or source.zone is not None or choice.needed

    def verb(self, name: str) -> int:
        """Number of a verb."""
        if name not in self.verbs:
            self.verbs.append(name)
        return self.verbs.index(name)

    def unless_there(self, player: Expr, over: Label, gone: Label | None = None) -> None:
        """Nobody, and who has left, is not asked: go on at `over`; for who has left at `gone`, if that is elsewhere."""
        emit, code, values = self.code.emit, self.code, self.values
        with code.stretch():
            if player.type.optional:
                emit("JUMP_LESS", values.value(player), values.const(0), over)
            if self.game.world.can_leave:
                test = code.temporary()
                emit("CONTAINS", test, S_IN, values.value(player))
                emit("JUMP_UNLESS", test, gone or over)

    def note(self, asked: Label, again: Label | None, question: Question, offered: dict[int, Type]) -> None:
        """Keep what people need to know of a question; `offered`: the types of the values that its verbs offer."""
        self.offered[asked] = offered
        begun = self.piece not in ("turn.start", "turn.choose")
        self.questions.append((asked, again or asked, replace(question, under_way=begun)))

    def about_values(self, kind: Type | None) -> tuple[int, int]:
        """Which fields of what is in force have the type of the values offered, and whether they are players."""
        if kind is None:
            return 0, 0
        return fields_of(self.game, kind), int(kind.kind == "player")

    # ---- with a play ---------------------------------------------------------------------------------------------

    def announce_sets(self) -> None:
        """Work out what each announced choice allows, before cards are offered, where it is the same for all."""
        for name in self.announced:
            values = self.game.choices[name].values
            if values is not None and not isinstance(values, Const) and name not in self.per_card:
                self.values.into(self.choice_masks[name], values)

    def offer_with(self, names: list[str], desc: int, card: int, face: int, over: Label) -> None:
        """Offer a card, with what may be announced with it; where something needed is missing, go on at `over`."""
        if not names:
            self.code.emit("OPTION_CARD", desc, card, face)
            return
        name, *others = names
        emit, code, values = self.code.emit, self.code, self.values
        source, slot = self.game.choices[name], self.choice_masks[name]
        without, needed = Label(), self.game.world.choices[name].needed
        with code.stretch():
            values.locals[source.card], values.locals[source.face] = card, face
            self.unless_chosen_with(name, card, face, without)
            if source.zone is None:
                assert source.values is not None
                values.into(slot, source.values)
                if needed:
                    emit("JUMP_UNLESS", slot, over)
                code.mark(without)
                self.offer_with(others, desc, card, face, over)
                return
            found = code.temporary()
            emit("COPY", found, values.const(0))

            def offer(candidate: int) -> None:
                another = Label()
                emit("COPY", found, values.const(1))
                emit("SUBTRACT", slot, values.const(-CHOSEN_CARD), candidate)
                self.offer_with(others, desc, card, face, another)
                code.mark(another)

            self.each_candidate(source, offer)
            if needed:
                emit("JUMP", over)
            else:
                emit("JUMP_IF", found, over)
                emit("COPY", slot, values.const(0))
            code.mark(without)
            self.offer_with(others, desc, card, face, over)

    def unless_chosen_with(self, name: str, card: int, face: int, without: Label) -> None:
        """Go on at `without` unless a choice goes with a card on a face."""
        assert self.choice_tables is not None
        emit, code, chosen = self.code.emit, self.code, Label()
        with code.stretch():
            which, number = code.temporary(), self.values.const(self.choice_order.index(name))
            emit("ATTRIBUTE", which, card, face, data_address(self.choice_tables[0]))
            emit("JUMP_EQUAL", which, number, chosen)
            emit("ATTRIBUTE", which, card, face, data_address(self.choice_tables[1]))
            emit("JUMP_UNEQUAL", which, number, without)
            code.mark(chosen)

    def each_candidate(self, source: ChoiceSource, do: Callable[[int], None]) -> None:
        """Do something for each card from which a choice is made, from the top down."""
        emit, code, values = self.code.emit, self.code, self.values
        assert source.zone is not None
        with code.stretch():
            loop, again, end = code.temporary(3), Label(), Label()
            values.locals[source.it] = loop + 2
            emit("EACH_CARD", loop, values.value(source.zone))
            code.mark(again)
            emit("NEXT_CARD", loop, end)
            if source.test is not None:
                values.jump_unless(source.test, again)
            do(loop + 2)
            emit("JUMP", again)
            code.mark(end)

    def take_choice(self, name: str, chosen: int) -> None:
        """Note what was chosen; NONE stays NONE."""
        emit, slot = self.code.emit, self.values.choices[name]
        if self.game.world.choices[name].type.kind == "card":
            emit("SUBTRACT", slot, chosen, self.values.const(CHOSEN_CARD))
            emit("GREATER", slot, slot, self.values.const(NONE))
        else:
            emit("COPY", slot, chosen)

    def take_announced(self, card: int, face: int) -> None:
        """Note the choices that were announced with a play; those that do not go with the card are unknown."""
        assert self.choice_tables is not None
        emit, values, code = self.code.emit, self.values, self.code
        if len(self.announced) == 1:
            self.take_choice(self.announced[0], S_CHOICE)
            return
        if self.choice_places is not None:  # each choice is always the first of its card's, or always the second
            for name in self.announced:
                if name in self.choice_places:
                    self.take_choice(name, (S_CHOICE, S_CHOICE_2)[self.choice_places[name]])
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
                if self.game.world.choices[name].type.kind == "card":
                    self.take_choice(name, slot)

    # ---- asked for -----------------------------------------------------------------------------------------------

    def choose(self, step: ChooseStep) -> None:
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
            source = step.source
            group = self.allowed(source)
            if not isinstance(source.values, Const):
                emit("JUMP_UNLESS", group, end)
            self.unless_there(step.player, gone)
            player = values.value(step.player)
            code.mark(asked)
            emit("ASK", player)
            verb = self.verb(choice.verb)
            desc = data_address(code.describe(verb, chosen, 0, 0, 0, 0, 0, *self.about_values(choice.type), 0))
            if source.values is not None:
                emit("OPTION_EACH", desc, group if isinstance(source.values, Const) else values.value(source.values))
            else:
                self.card_verbs.add(verb)
                front = values.value(self.game.face)
                self.each_candidate(source, lambda card: emit("OPTION_CARD", desc, card, front))
            emit("WAIT", 0)
            code.mark(chosen)
            emit("COPY", slot, S_CHOICE if source.values is not None else S_CARD)
            if self.game.world.leaving:
                self.by_chance(step, slot, gone, end)
            else:
                code.mark(gone)
            code.mark(end)
        names = names_of(choice.type)
        offered = {verb: choice.type} if choice.type.kind != "card" else {}
        question = Question(choice.about, frozenset(), step.choice, names, dict.fromkeys(offered, names))
        self.note(asked, again, question, offered)

    def allowed(self, source: ChoiceSource) -> int:
        """A slot with the set from which a choice is made; of cards with how many they are."""
        if source.values is not None:
            return self.values.value(source.values)
        count = self.code.temporary()
        self.code.emit("COPY", count, self.values.const(0))
        self.each_candidate(source, lambda card: self.code.emit("ADD", count, count, self.values.const(1)))
        return count

    def by_chance(self, step: ChooseStep, slot: int, gone: Label, end: Label) -> None:
        """Chance chooses for a player who has left, so that what has begun can go on; for nobody nothing is chosen."""
        code, emit, values = self.code, self.code.emit, self.values
        emit("JUMP", end)
        code.mark(gone)
        if step.player.type.optional:
            emit("JUMP_LESS", values.value(step.player), values.const(0), end)
        allowed = self.allowed(step.source)
        if step.source.values is not None:
            code.by_chance(step.choice, self.game.world.choices[step.choice].type)
            emit("PICK", slot, allowed)
            return
        place = code.temporary()
        code.by_chance(step.choice, between(0, len(self.game.cards) - 1))
        emit("RANDOM", place, allowed)

        def take(card: int) -> None:
            emit("COPY", slot, card)
            emit("JUMP_EQUAL", place, values.const(0), end)
            emit("SUBTRACT", place, place, values.const(1))

        self.each_candidate(step.source, take)
