"""What people need to read a program: names, titles, questions, sources. Not here: its vector (assembler.py)."""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.compiler import facts
from unoflex_rules.compiler.choice_tables import value_names
from unoflex_rules.compiler.code import Label, PendingDraw
from unoflex_rules.compiler.expressions.state_slots import state_slot
from unoflex_rules.compiler.state_layout import state_variable
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.cards.titles import Titles
from unoflex_rules.language.expressions.types import Const, Type
from unoflex_rules.program.image import DeclaredCounter, Leaving, Program, Question, RandomDraw


class ImageBuilder:
    """Builds the Program of a game from its written code."""

    def __init__(
        self, titles: Titles, statements: StatementWriter, code_start: int, code_end: int, numbers: dict[int, int]
    ) -> None:
        self.titles, self.statements = titles, statements
        self.game, self.code, self.state = statements.game, statements.code, statements.state
        self.code_start, self.code_end = code_start, code_end
        self.numbers = numbers

    def build(
        self,
        ruleset: str,
        options: dict[str, str],
        vector: list[int],
        scores: list[tuple[str, int]],
        leaving: Leaving | None,
    ) -> Program:
        """The program, with the numbers of its vector."""
        code, game, state, titles, statements = self.code, self.game, self.state, self.titles, self.statements
        world, start = game.world, self.code_start
        constants = {self.numbers[symbol]: str(value) for value, symbol in code.constants.items()}
        attributes = statements.values.attributes.items()
        return Program(
            ruleset=ruleset,
            title=titles.ruleset,
            players=world.players,
            vector=vector,
            options=options,
            code_start=start,
            code_end=self.code_end,
            sources={start + address: source for address, source in code.sources.items()},
            zones=state.zone_names,
            hand=next(iter(facts.hand_zones(world)), ""),
            variables=state.variable_names,
            active=state.active_names,
            verbs=statements.verbs,
            last_round=facts.last_round(game),
            used_up=state.first_zones.get(facts.used_up(game)),
            laid_on=state.first_zones.get(facts.laid_on(game)),
            card_verbs=frozenset(statements.card_verbs),
            combined_verbs=frozenset(statements.verb(option.verb) for option in statements.combination_descs),
            kinds=list(world.kinds.members),
            faces=list(world.faces.members),
            looks=[[titles.card(face) for face in look.faces] for look in game.looks],
            shorts=[[face.short for face in look.faces] for look in game.looks],
            cards=[look for look, _ in game.cards],
            card_attributes=state.card_attributes,
            reasons=["over", "blocked", *statements.reasons],
            questions={start + noted[0].address: self.question(*noted) for noted in statements.questions},
            chances={start + place: self.draw(draw) for place, draw in code.draws.items()},
            choices=list(world.choices),
            chooses_cards=any(choice.type.kind == "card" for choice in world.choices.values()),
            choice_values={name: value_names(choice.type) for name, choice in world.choices.items()},
            signs=titles.signs(),
            kind_titles={name: titles.kind(name, game.looks) for name in world.kinds.members},
            face_titles={name: titles.name(("faces",), name) for name in world.faces.members},
            choice_titles={name: self.value_titles(choice.type) for name, choice in world.choices.items()},
            face_slot=self.face_slot(),
            counts=self.counters(),
            scores=tuple(name for name, _ in scores),
            place_slot=facts.place_slot(game, state.variable_names),
            library_effects=tuple(sorted(game.used_effects)),
            labels={start + label.address: label.name for label in code.labels if label.name},
            slot_names=code.slot_names | constants,
            attribute_names={self.code_end + place: name for name, place in attributes},
            leaving=leaving,
        )

    def question(self, asked: Label, again: Label, question: Question) -> Question:
        """A question with its addresses and the titles of the values on offer."""
        offered = self.statements.offered[asked]
        verb_titles = {verb: self.value_titles(kind) for verb, kind in offered.items()}
        return replace(question, again=self.code_start + again.address, verb_titles=verb_titles)

    def draw(self, draw: PendingDraw) -> RandomDraw:
        """What an instruction draws, with the titles of its outcomes."""
        outcome = state_variable(draw.name, 0, draw.kind, self.titles.values(draw.kind), visible="nobody")
        return RandomDraw(outcome, draw.weights, draw.outcomes, draw.sums, draw.repeats)

    def value_titles(self, kind: Type) -> tuple[str, ...]:
        """The titles of the values of a type, else their names."""
        return self.titles.values(kind) or value_names(kind)

    def counters(self) -> tuple[DeclaredCounter, ...]:
        """The declared counters, then the counters of visits."""
        declared = tuple(
            DeclaredCounter(
                name,
                self.titles.text(each.title, each.name.replace("_", " "))
                + ("" if each.seat is None else f", P{each.seat}"),
                each.per,
                each.share,
            )
            for name, each in self.game.world.counts.items()
        )
        return declared + tuple(DeclaredCounter(f"{place}:{place.column}", "", "game") for place in self.code.visits)

    def face_slot(self) -> int:
        """The slot of the face in force; 0 if it is always the first face, -1-k if it is always the k-th."""
        face = self.game.face
        if isinstance(face, Const):
            return 0 if face.value == 0 else -1 - face.value
        slot = state_slot(self.statements.values, face)
        assert slot is not None
        return slot
