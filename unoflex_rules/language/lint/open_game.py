"""The open game: a ruleset with every option, and the number of players, unknown. What holds in it holds in every game.

It is read like a game (elaborate), except that arguments of effects are unknown too, that the deck has all its lines,
and that no step is left out. Not here: conclusions (truth.py and the checks).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from unoflex_rules.language.cards.deck import DeckReader
from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.elaborate.declarations import DeclarationReader
from unoflex_rules.language.elaborate.elaboration import card_effect, mentions, pieces_of, state_rules, triggers_of
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import Const, Local, StepOrigin, Type, between
from unoflex_rules.language.expressions.world import Binding, Scope, World
from unoflex_rules.language.lint.flow import ReachedStep, reached_steps
from unoflex_rules.language.statements.context import Context, Statement
from unoflex_rules.language.statements.statement_checker import StatementChecker
from unoflex_rules.language.statements.tree import (
    AskOption,
    AssignStep,
    CheckedStateRule,
    ChoiceSource,
    IfStep,
    SetStep,
    Step,
    walk,
)
from unoflex_rules.language.yaml.node_access import entries, part
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar


@dataclass(eq=False)
class OpenOption:
    """An option of a question: its entry in the file, and the option as read."""

    entry: Entry
    option: AskOption


@dataclass(eq=False)
class OpenGame:
    """The parts of an open game.

    `tests` has the condition of each `if`, and `options` each option of a question, once for every call of the effect
    that contains it; `unused` has the steps of effects that nothing calls.
    """

    world: World
    looks: list[Look]
    pieces: dict[str, list[Step]] = field(default_factory=dict)
    cards: dict[str, list[Step]] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)  # the effects of `cards` in the file
    rules: list[CheckedStateRule] = field(default_factory=list)
    unused: list[list[Step]] = field(default_factory=list)
    tests: list[tuple[Span, IfStep]] = field(default_factory=list)
    options: list[OpenOption] = field(default_factory=list)
    choices: dict[str, ChoiceSource] = field(default_factory=dict)  # the source of each choice that is made with a play
    used: set[str] = field(default_factory=set)  # effects that something calls
    fired: set[str] = field(default_factory=set)  # moments that occur

    @cached_property
    def places(self) -> dict[int, Span]:
        """The place of the condition of an `if`, by the id of the step."""
        return {id(branch): span for span, branch in self.tests}

    @cached_property
    def settling(self) -> dict[str, list[Step]]:
        """The lists of steps that may set a field of `active` or show a face after a card was laid, by their names."""
        rules = {f"rule {number}": rule.then for number, rule in enumerate(self.rules)}
        turn = {name: steps for name, steps in self.pieces.items() if name.startswith("turn.")}
        return {name: steps for name, steps in {**turn, **self.cards, **rules}.items() if sets_in_force(steps)}

    @cached_property
    def reached(self) -> list[list[ReachedStep]]:
        """All steps of each list, with the conditions that hold when they are reached."""
        return [list(reached_steps(steps, self.places)) for steps in self.all_lists]

    @property
    def lists(self) -> list[list[Step]]:
        """All lists of steps that the game can reach."""
        return [*self.pieces.values(), *self.cards.values(), *(rule.then for rule in self.rules)]

    @property
    def all_lists(self) -> list[list[Step]]:
        """All lists of steps, those of unused effects included."""
        return [*self.lists, *self.unused]


def sets_in_force(steps: list[Step]) -> bool:
    """Whether steps, those inside them included, set what is in force."""
    targets = (target for step in walk(steps) if isinstance(step, SetStep) for target in step.targets)
    return any(target.what in ("show", "active") for target in targets)


class UnconditionalDeck(DeckReader):
    """A deck with every line, whatever its condition and its number of copies."""

    def known(self, node: Node | None, kind: Type) -> int | None:
        return max(super().known(node, kind) or 0, 1)


class OpenStatements(StatementChecker):
    """A checker that leaves no statement out and records the places of conditions."""

    keeps_all = True

    def __init__(
        self, world: World, expressions: ExpressionChecker, problems: Problems, triggers: dict[str, list[Mapping]]
    ) -> None:
        super().__init__(world, expressions, problems, triggers)
        self.tests: list[tuple[Span, IfStep]] = []
        self.options: list[OpenOption] = []
        self.unused_steps: list[list[Step]] = []

    def do_if(self, statement: Statement) -> list[Step]:
        (branch,) = super().do_if(statement)
        test = statement["if"]
        if test is not None and isinstance(branch, IfStep):
            self.note_condition(test.span, branch)
        return [branch]

    def note_condition(self, span: Span, branch: IfStep) -> None:
        self.tests.append((span, branch))

    def ask_option(self, entry: Entry, scope: Scope, origin: StepOrigin, context: Context) -> AskOption | None:
        option = super().ask_option(entry, scope, origin, context)
        if option is not None:
            self.options.append(OpenOption(entry, option))
        return option

    def given(self, name: str, kind: Type, node: Node, scope: Scope, origin: StepOrigin, steps: list[Step]) -> Binding:
        """Bind a parameter to an unknown value, even for a constant argument: other calls may pass another one."""
        bound = super().given(name, kind, node, scope, origin, steps)
        if not isinstance(bound, Const):
            return bound
        local = Local(name, kind)
        steps.append(AssignStep(origin, local, bound))
        return local

    def check_unused(self) -> None:
        """Check unused effects and record their steps."""
        self.in_unused = True
        super().check_unused()
        self.in_unused = False

    in_unused = False

    def steps(self, node: Node | None, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        found = super().steps(node, scope, chain, context)
        if self.in_unused and self.depth == 0:
            self.unused_steps.append(found)
        return found


def open_game(tree: Mapping, players: range) -> OpenGame | None:
    """The open game; None if a part cannot be read without the value of an option."""
    problems = Problems()
    world = DeclarationReader(tree, players[-1], {}, problems).read()
    world.can_leave = mentions(tree, "leave")
    aside = Problems()  # lines that exclude each other need not form a deck
    deck = UnconditionalDeck(tree, world, ExpressionChecker(world, aside), aside)
    deck.read()
    expressions = ExpressionChecker(world, problems)
    world.unsettled = {name: unsettled(tree, name, option) for name, option in world.options.items()}
    world.unsettled["player_count"] = between(players[0], players[-1])
    statements = OpenStatements(world, expressions, problems, triggers_of(tree))
    game = OpenGame(world, deck.looks, pieces_of(tree, statements))
    game.nodes = {**deck.effects, **deck.unused()}
    game.cards = {key: card_effect(key, node, statements) for key, node in game.nodes.items()}
    game.rules = state_rules(tree, statements)
    for name in world.choices:
        with suppress(AlreadyReported):
            game.choices[name] = statements.choice_from(name)
    game.used, game.fired = set(statements.used), set(statements.fired)
    statements.check_unused()
    statements.check_triggers()
    game.tests, game.options, game.unused = statements.tests, statements.options, statements.unused_steps
    return None if problems.has_errors else game


def unsettled(tree: Mapping, name: str, option: Const) -> Type:
    """The type of an option as far as its bounds are declared."""
    if option.type.kind in ("bool", "enum"):
        return option.type
    node = next(entry.node for entry in entries(tree, "options") if entry.key == name)
    low, high = (each.value if isinstance(each, Scalar) else None for each in (part(node, "min"), part(node, "max")))
    return between(low if isinstance(low, int) else None, high if isinstance(high, int) else None)
