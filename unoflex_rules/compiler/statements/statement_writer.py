"""Where the code of a game stands while its statements are written. Not here: code for single statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from unoflex_rules.compiler.choice_tables import ChoiceTables
from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.dependencies import changes_of, concerns, deepest_resolve
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.statements.tree import AskOption, AssignStep, Step
from unoflex_rules.program.image import Question
from unoflex_rules.program.layout import FIRST_REASON, NONE, REASON_BLOCKED, REASON_NONE

#: Writes the code of one kind of statement.
StepWriter: TypeAlias = "Callable[[StatementWriter, Any], None]"


@dataclass(eq=False)
class LoopFrame:
    """A loop around the code being written: its end, the depth at which it acts for a player, whether it repeats."""

    end: Label
    depth: int = NONE
    repeats: bool = False


class StatementWriter:
    """Writes the statements of one game with `writers`, one for each kind, and keeps where they stand."""

    def __init__(self, values: ExpressionWriter, writers: Mapping[type[Step], StepWriter]) -> None:
        self.game, self.code, self.state = values.game, values.code, values.state
        self.values = values
        self.writers = writers
        # State rules: what their conditions depend on, and whether a change calls them here.
        self.watched = {name for rule in self.game.rules for name in changes_of(rule.test)}
        self.watching = False
        self.in_rules = False
        self.rules_label = Label("state rules")
        self.rules_back = self.code.lasting("back from the state rules")
        self.resolve_back = self.code.lasting("back from the card's effect")
        self.turn_end = Label("turn.end")
        self.next_turn = Label("next turn")
        self.piece = ""
        self.loops: list[LoopFrame] = []
        # Loops that act for a player, inside each other. Effects of cards act deeper than any loop around `resolve`.
        self.depth = 0
        self.effect_depth = deepest_resolve(self.game)
        self.reasons: list[str] = []
        self.verbs: list[str] = []
        self.card_verbs: set[int] = set()  # those with which a card is named
        self.questions: list[tuple[Label, Label, Question]] = []
        self.offered: dict[Label, dict[int, Type]] = {}  # per question and verb, the type of the values on offer
        self.choices = ChoiceTables(values)
        self.seen_table: int | None = None
        self.combination_descs: dict[AskOption, int] = {}  # addresses of the descriptions of options of several cards

    # ---- lists ---------------------------------------------------------------------------------------------------

    def steps(self, steps: Iterable[Step]) -> None:
        """Write steps, one after the other. Their local names end with the list."""
        with self.code.stretch():
            self.run_on(steps)

    def run_on(self, steps: Iterable[Step]) -> None:
        """Write steps; their local names last until the end of the surrounding list."""
        for step in steps:
            with self.code.at(step.origin):
                if not isinstance(step, AssignStep):  # the argument of an effect is not a statement in the file
                    self.code.visit(step.origin)
                self.writers[type(step)](self, step)

    def changed(self, *what: str) -> None:
        """Call the state rules if one of them depends on what has just changed."""
        if self.watching and concerns(self.watched, what):
            self.code.emit("CALL", self.rules_back, self.rules_label)

    @contextmanager
    def inside(self, loop: LoopFrame) -> Iterator[None]:
        """Write the steps inside a loop."""
        self.loops.append(loop)
        yield
        self.loops.pop()

    def loop_depth(self) -> int:
        """The depth at which a loop here acts for players; NONE if no player can leave it."""
        return self.depth if self.game.world.can_leave and not self.in_rules else NONE

    @contextmanager
    def acting(self, end: Label, depth: int) -> Iterator[None]:
        """Write the steps inside a loop that acts for players at a depth."""
        outer = self.depth
        self.depth += int(depth >= 0)
        with self.inside(LoopFrame(end, depth)):
            yield
        self.depth = outer

    def as_one_change(self, steps: list[Step], quiet: bool) -> None:
        """Write steps, without a call of the state rules in between if they are one change."""
        before, self.watching = self.watching, self.watching and not quiet
        self.steps(steps)
        self.watching = before

    # ---- what people need to know ---------------------------------------------------------------------------------

    def reason(self, name: str) -> int:
        """Number of a reason."""
        if name == "blocked":
            return REASON_BLOCKED
        if name == "":
            return REASON_NONE
        if name not in self.reasons:
            self.reasons.append(name)
        return FIRST_REASON + self.reasons.index(name)

    def verb(self, name: str) -> int:
        """Number of a verb."""
        if name not in self.verbs:
            self.verbs.append(name)
        return self.verbs.index(name)

    def note(self, asked: Label, again: Label | None, question: Question, offered: dict[int, Type]) -> None:
        """Record a question; `offered` is the type of the values of each verb."""
        self.offered[asked] = offered
        begun = self.piece not in ("turn.start", "turn.choose")
        self.questions.append((asked, again or asked, replace(question, under_way=begun)))
