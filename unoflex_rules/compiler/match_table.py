"""The table of cards that fit what is in force, for agents that look ahead. Not here: how agents use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_

from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.fits_tables import folded_table
from unoflex_rules.compiler.expressions.folder import CardTable
from unoflex_rules.compiler.expressions.variable_places import is_self
from unoflex_rules.compiler.facts import PLAY_PIECES
from unoflex_rules.language.expressions.types import ActiveRef, Const, Expr, Op, VariableRef, ZoneRef
from unoflex_rules.language.lint.flow import reachable, start_values
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.questions import join
from unoflex_rules.language.statements.tree import AskOption, AskStep, CheckedGame, SetStep, walk
from unoflex_rules.program.layout import BITS, NONE

MAX_ROWS = 4096


def match_table(values: ExpressionWriter) -> tuple[int, int] | None:
    """Places among the data of the table of cards that may fit (see layout.py), and of the cards that always fit.

    None if no question of a turn shows which cards fit.
    """
    options, tables = question_of_fit(values)
    if not options:
        return None
    for names in (settled_variables(values.game), frozenset[str]()):
        found = MatchTable(values, tables, names).write(options[0].face)
        if found is not None:
            return found
    return None


class MatchTable:
    """The cards that fit, by fields in force and by variables that do not change during turns.

    A field has its number as its place; a variable has -1 - 2 * slot, less 1 if each player has one.
    """

    def __init__(self, values: ExpressionWriter, tables: list[CardTable], names: frozenset[str]) -> None:
        self.values, self.game, self.tables, self.names = values, values.game, tables, names
        self.bounds: dict[int, tuple[int, int]] = {}
        for term in (term for table in tables for term in table.terms):
            place, span = self.place_of(term.expr), term.expr.type.span_of_values
            if place is not None and span is not None:
                low, high = self.bounds.get(place, (NONE, 0) if place >= 0 else span)
                self.bounds[place] = (min(low, span[0]), max(high, span[1]))
        self.places = sorted(self.bounds)
        self.variables = sum(place < 0 for place in self.places)
        self.sizes = [high - low + 1 for low, high in (self.bounds[place] for place in self.places)]

    def place_of(self, expr: Expr) -> int | None:
        """The place of a field or variable that the player knows; None for any other expression."""
        if isinstance(expr, ActiveRef) and not expr.before:
            return list(self.game.world.active).index(expr.name)
        if not isinstance(expr, VariableRef) or expr.name not in self.names or expr.type.span_of_values is None:
            return None
        own, visible = is_self(expr.player), self.game.world.variables[expr.name].visible
        if expr.value is not None or (expr.player is not None and not own):
            return None
        if not (visible == "all" or (own and visible == "owner")):
            return None
        return -1 - 2 * self.values.state.variables[expr.name] - own

    def write(self, face: Expr | None) -> tuple[int, int] | None:
        """Write the table for cards offered on a face, or on all; None if it would be too large."""
        code, total = self.values.code, prod(self.sizes)
        if total > MAX_ROWS:
            return None
        rows = self.rows()
        block = prod(self.sizes[self.variables :])  # rows for the same values of the variables
        words = self.tables[0].words
        always = [reduce(and_, rows[first : first + block]) for first in range(0, total, block)]
        slot = code.constant(face.value) if isinstance(face, Const) else 0
        if face is None and not self.game.shuffles_faces:  # the first face stands for all faces of a card
            looks, faces = len(self.game.looks), len(self.game.world.faces.members)
            slot = code.constant(0)
            rows = [on_first_face(row, looks, faces) for row in rows]
            words = (looks + BITS - 1) // BITS
        terms: list[int] = []
        stride = total
        for place, size in zip(self.places, self.sizes, strict=True):
            stride //= size
            low = self.bounds[place][0]
            terms += [place, low, stride] if place >= 0 else [-1 - place, low, stride // block]
        apart = 3 * self.variables
        before = [*terms[:apart], self.variables, block, total // block]
        after = [slot, len(self.places) - self.variables, words, *terms[apart:]]
        table = code.describe(*before, *after, *(word for row in rows for word in in_words(row, words))) + len(before)
        return table, code.describe(*(word for row in always for word in in_words(row, self.tables[0].words)))

    def rows(self) -> list[int]:
        """The cards that may fit, as a set of bits, for each combination of values."""
        projected = [self.projected(table) for table in self.tables]
        ranges = (range(low, high + 1) for low, high in (self.bounds[place] for place in self.places))
        given = (dict(zip(self.places, numbers, strict=True)) for numbers in product(*ranges))
        return [reduce(or_, (fits(each) for fits in projected)) for each in given]

    def projected(self, table: CardTable) -> Callable[[Mapping[int, int]], int]:
        """A function from known values, by their places, to the cards that may fit for some values of other terms."""
        found: dict[tuple[int, ...], int] = {}
        places = [self.place_of(term.expr) for term in table.terms]
        known = [(k, place) for k, place in enumerate(places) if place is not None]
        for number, values in enumerate(product(*(range(term.low, term.high + 1) for term in table.terms))):
            key = tuple(values[k] for k, _ in known)
            words = table.rows[number * table.words : (number + 1) * table.words]
            found[key] = found.get(key, 0) | sum(word << (BITS * k) for k, word in enumerate(words))
        return lambda given: found.get(tuple(given[place] for _, place in known), 0)


def in_words(row: int, words: int) -> list[int]:
    """A set of bits as words of a program."""
    return [(row >> (BITS * k)) & ((1 << BITS) - 1) for k in range(words)]


def on_first_face(row: int, looks: int, faces: int) -> int:
    """The looks that fit on any face, on the bits of the first face."""
    return reduce(or_, ((row >> (looks * face)) & ((1 << looks) - 1) for face in range(faces)))


# ---- the question that shows which cards fit ------------------------------------------------------------------------


def question_of_fit(values: ExpressionWriter) -> tuple[list[AskOption], list[CardTable]]:
    """The options of the first question whose conditions depend on most fields in force; none if there is none.

    Earlier questions of a turn may offer other cards, such as cards that pass on a penalty. Therefore questions that
    are asked while all variables have their starting values come first, and others count only if there are none.
    """
    game = values.game
    at_start = Facts(given=start_values(game.world, game.starts))
    best: tuple[list[AskOption], list[CardTable]] = ([], [])
    for options in questions_of_plays(game, at_start) or questions_of_plays(game, Facts()):
        tables = [option_table(values, option) for option in options]
        known = [table for table in tables if table is not None]
        if len(known) == len(tables) and (not best[0] or fields_in(known) > fields_in(best[1])):
            best = (options, known)
    return best


def questions_of_plays(game: CheckedGame, known: Facts) -> list[list[AskOption]]:
    """The options that offer cards of a player's own zones, for each question of a turn that `known` allows."""
    steps = (step for piece in PLAY_PIECES for step in reachable(game.pieces[piece], known))
    questions = (step.options for step in steps if isinstance(step, AskStep))
    own = ([each for each in options if isinstance(each.zone, ZoneRef) and each.zone.player] for options in questions)
    return [options for options in own if options]


def fields_in(tables: list[CardTable]) -> int:
    """The number of fields in force on which conditions depend."""
    terms = (term.expr for table in tables for term in table.terms)
    return len({expr.name for expr in terms if isinstance(expr, ActiveRef) and not expr.before})


def option_table(values: ExpressionWriter, option: AskOption) -> CardTable | None:
    """The table of an option's condition; parts that cannot be folded count as true."""
    card, face = option.card_local, option.face_local
    table = folded_table(values, option.fits, card, face)
    if table is None:
        known = [part for part in conjuncts(option.fits) if folded_table(values, part, card, face) is not None]
        table = folded_table(values, join(known), card, face)
    return table


def conjuncts(test: Expr | None) -> list[Expr]:
    """The parts of a condition that must all hold."""
    if test is None:
        return []
    if isinstance(test, Op) and test.name == "and":
        return [each for arg in test.args for each in conjuncts(arg)]
    return [test]


def settled_variables(game: CheckedGame) -> frozenset[str]:
    """The variables that no step changes during turns."""
    during = [steps for name, steps in game.pieces.items() if name.startswith("turn.") or "." not in name]
    lists = [*during, *game.card_effects.values(), *(rule.then for rule in game.rules)]
    sets = (step for steps in lists for step in walk(steps) if isinstance(step, SetStep))
    changed = {target.name for step in sets for target in step.targets if target.what == "variable"}
    declared = game.world.variables.values()
    return frozenset(each.name for each in declared if each.keep != "turn" and each.name not in changed)
