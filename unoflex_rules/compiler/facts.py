"""Facts about a game that agents and statistics may use whatever the game is: what fits, what a card costs in hand,
whose hand a zone is, after how many rounds it ends. Not here: who uses them (engine/loop/greedy.py,
engine/counting.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod

from unoflex_rules.compiler.code import Code
from unoflex_rules.compiler.expression_code import ExpressionCode
from unoflex_rules.compiler.tables import Table
from unoflex_rules.language.expressions.types import ActiveRef, Const, EngineRef, Expr, Op, Type, VariableRef, ZoneRef
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.lint.flow import alive, at_the_start
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.questions import join
from unoflex_rules.language.statements.tree import (
    AskOption,
    AskStep,
    CheckedGame,
    EffectStep,
    FinishRoundStep,
    IfStep,
    LayStep,
    SetStep,
    Step,
    walk,
)
from unoflex_rules.program.image import StateVariable
from unoflex_rules.program.layout import BITS, MAX_ROUNDS, NONE

#: Where a player says which of his cards he plays, the likeliest place first.
PLACES = ("turn.choose", "turn.start", "turn.lay", "turn.window", "turn.resolve", "turn.end")
MAX_ROWS = 4096


def hand_zones(world: World) -> list[str]:
    """The zones whose cards a player holds: those declared with `hand: true`, the first one being the hand proper.

    If none is declared, the zones of players that only their owners see; if there are none, all zones of players.
    """
    owned = [zone for zone in world.zones.values() if zone.each]
    declared = [zone for zone in owned if zone.hand]
    private = [zone for zone in owned if zone.visible.get("front") == "owner"]
    return [zone.name for zone in declared or private or owned]


def points(game: CheckedGame) -> list[int]:
    """Per face and look what the card costs in hand; 1 each in a game that declares no cost."""
    name = game.world.cost
    costs = []
    for face in range(len(game.world.faces.members)):
        for look in game.looks:
            printed = [each.attributes.get(name, 1) for each in look.faces if each.exists]
            own = look.faces[face]
            costs.append(max(own.attributes.get(name, 1) if own.exists else printed[0] if printed else 0, 0))
    return costs


def first_alike(game: CheckedGame) -> list[int]:
    """Per face and look the first look on which the same is printed there."""
    table: list[int] = []
    for face in range(len(game.world.faces.members)):
        first: dict[object, int] = {}
        for number, look in enumerate(game.looks):
            info = look.faces[face]
            key = (info.exists, tuple(info.attributes.items()), info.effect, info.choices)
            table.append(first.setdefault(key, number))
    return table


def face_shown(game: CheckedGame) -> int:
    """The face that counts after a play whatever the card was laid for, or NONE: the one it was laid for."""
    for place in ("turn.lay", *PLACES):
        for step in walk(game.pieces[place]):
            if isinstance(step, LayStep):
                return step.shows.value if step.shows is not step.face and isinstance(step.shows, Const) else NONE
    return NONE


def fields_of(game: CheckedGame, kind: Type) -> int:
    """The fields of what is in force, as a set, that hold values of that type."""
    found = 0
    for number, field in enumerate(game.world.active.values()):
        if kind.kind in ("enum", "int") and kind.name and (kind.kind, kind.name) == (field.type.kind, field.type.name):
            found |= 1 << number
    return found


def scores(game: CheckedGame, variables: list[StateVariable]) -> list[tuple[str, int]]:
    """What lasts for a game and every player has one of: the name and the state slot of each."""
    lasting = {called for each in game.world.variables.values() if each.keep == "game" for called in each.instances}
    return [
        (f"P{seat}.{variable.name}", variable.slot + seat)
        for variable in variables
        if variable.count > 1 and variable.name in lasting and variable.width == 1
        for seat in range(variable.count)
    ]


def last_round(game: CheckedGame) -> int:
    """The round with which the game ends by their number, if it does not end before; 0 where none is certain."""
    if not any(isinstance(part, EngineRef) and part.what == "round" for part in tested(game)):
        return 0
    known = (Facts(given={("now", "round"): number}) for number in range(1, MAX_ROUNDS))
    endings = (number for number, facts in enumerate(known, start=1) if ends_game(game.pieces["round.end"], facts))
    return next(endings, 0)


def laid_on(game: CheckedGame) -> str:
    """The shared zone on which cards are laid; empty if there is none."""
    for steps in (*game.pieces.values(), *game.card_effects.values()):
        for step in walk(steps):
            if isinstance(step, LayStep) and isinstance(step.to, ZoneRef) and not step.to.parts():
                return step.to.name
    return ""


def used_up(game: CheckedGame) -> str:
    """The zone that is kept from round to round and with whose last card the game ends; empty where none is certain."""
    steps = game.pieces["round.end"]
    for size in (part for part in tested(game) if isinstance(part, Op) and part.name == "size"):
        zone = size.args[0]
        if not isinstance(zone, ZoneRef) or zone.player is not None or zone.value is not None:
            continue
        if game.world.zones[zone.name].kept and ends_game(steps, Facts(given={Facts().key(size): 0})):
            return zone.name
    return ""


def tested(game: CheckedGame) -> list[Expr]:
    """All parts of the conditions at the end of a round, where the game may end with it."""
    steps = list(walk(game.pieces["round.end"]))
    if not any(isinstance(step, FinishRoundStep) and step.game for step in steps):
        return []
    return [part for step in steps if isinstance(step, IfStep) for part in step.test.walk()]


def ends_game(steps: list[Step], known: Facts) -> bool:
    """Whether the game is certainly over by these steps, whatever else is so."""
    for step in steps:
        inside: list[Step] = []
        if isinstance(step, FinishRoundStep) and step.game:
            return True
        if isinstance(step, IfStep):
            test = known.truth(step.test)
            inside = [] if test is None else step.then if test else step.otherwise
        elif isinstance(step, EffectStep):
            inside = step.do
        if ends_game(inside, known):
            return True
    return False


def playing_questions(game: CheckedGame, known: Facts) -> list[list[AskOption]]:
    """The questions of a turn that offer cards of the player's own hand: their options that do, in order.

    `known`: what holds in the turn; what is never asked then is left out.
    """
    found = []
    for place in PLACES:
        for step in alive(game.pieces[place], known):
            if isinstance(step, AskStep):
                own = [option for option in step.options if isinstance(option.zone, ZoneRef) and option.zone.player]
                if own:
                    found.append(own)
    return found


def fields_in(tables: list[Table], names: list[str]) -> list[int]:
    """The fields of what is in force on which conditions depend."""
    return sorted({names.index(name) for table in tables for term in table.terms if (name := in_force(term.expr))})


def matching(game: CheckedGame, values: ExpressionCode) -> tuple[list[AskOption], list[Table]]:
    """The question that says what fits: the first of those that go by most of what is in force; nothing without one.

    A turn may ask for other cards before, such as those that pass a penalty on: of questions that are asked while all
    variables are as at the start, and of others only if there are none.
    """
    names = list(game.world.active)
    plain = Facts(given=at_the_start(game.world, game.starts))
    best: tuple[list[AskOption], list[Table]] = ([], [])
    for options in playing_questions(game, plain) or playing_questions(game, Facts()):
        tables = [folded(values, option) for option in options]
        known = [table for table in tables if table is not None]
        if len(known) < len(tables):
            continue
        if not best[0] or len(fields_in(known, names)) > len(fields_in(best[1], names)):
            best = (options, known)
    return best


def settled(game: CheckedGame) -> frozenset[str]:
    """The variables that nothing changes while turns run: what they are is known as well as what cards say."""
    during = [steps for name, steps in game.pieces.items() if name.startswith("turn.") or "." not in name]
    lists = [*during, *game.card_effects.values(), *(rule.then for rule in game.rules)]
    changed = {
        target.name
        for steps in lists
        for step in walk(steps)
        if isinstance(step, SetStep)
        for target in step.targets
        if target.what == "variable"
    }
    declared = game.world.variables.values()
    return frozenset(each.name for each in declared if each.keep != "turn" and each.name not in changed)


def known_place(game: CheckedGame, values: ExpressionCode, expr: Expr, names: frozenset[str]) -> int | None:
    """Where a player who looks ahead finds what an expression is: its field in force, or, below 0, a variable.

    `names`: those variables; his own he knows if others may not. -1 - 2 * slot, less 1 if each player has one. None
    where he cannot say.
    """
    field = in_force(expr)
    if field:
        return list(game.world.active).index(field)
    if not isinstance(expr, VariableRef) or expr.name not in names or expr.type.span_of_values is None:
        return None
    own = isinstance(expr.player, EngineRef) and expr.player.what == "self"
    visible = game.world.variables[expr.name].visible
    if (
        expr.value is not None
        or (expr.player is not None and not own)
        or not (visible == "all" or (own and visible == "owner"))
    ):
        return None
    return -1 - 2 * values.variables[expr.name] - own


def match_table(game: CheckedGame, code: Code, values: ExpressionCode) -> tuple[int, int] | None:
    """Places among the data of the table of what may fit (see layout.py), and of the rows of what always fits.

    None where nothing can be said.
    """
    options, known = matching(game, values)
    if not options:
        return None
    place = match_table_by(game, code, values, options, known, settled(game))
    return match_table_by(game, code, values, options, known, frozenset()) if place is None else place


def match_table_by(
    game: CheckedGame,
    code: Code,
    values: ExpressionCode,
    options: list[AskOption],
    tables: list[Table],
    names: frozenset[str],
) -> tuple[int, int] | None:
    """The tables, by what is in force and by settled variables; None where they would be too large."""
    fields = fields_in(tables, list(game.world.active))
    bounds: dict[int, tuple[int, int]] = {}
    for term in (term for table in tables for term in table.terms):
        place = known_place(game, values, term.expr, names)
        if place is not None:
            span = term.expr.type.span_of_values
            if span is None:
                return None
            low, high = bounds.get(place, (NONE, 0) if place >= 0 else span)
            bounds[place] = (min(low, span[0]), max(high, span[1]))
    places = [*sorted(place for place in bounds if place < 0), *fields]
    sizes = [high - low + 1 for low, high in (bounds[place] for place in places)]
    total = prod(sizes)
    if total > MAX_ROWS:
        return None
    projected = [project(table, lambda expr: known_place(game, values, expr, names)) for table in tables]
    rows = [
        merged([of(dict(zip(places, numbers, strict=True))) for of in projected])
        for numbers in product(*(range(bounds[place][0], bounds[place][1] + 1) for place in places))
    ]
    block = prod(sizes[len(places) - len(fields) :])  # rows for the same settled variables, which stand together
    always = []
    for first in range(0, total, block):
        words = rows[first]
        for row in rows[first + 1 : first + block]:
            words = [one & other for one, other in zip(words, row, strict=True)]
        always += [word & ((1 << BITS) - 1) for word in words]
    face: Expr | None = options[0].face
    slot = code.constant(face.value) if isinstance(face, Const) else 0
    if face is None and not game.shuffles_faces:  # a card's faces stay together: the first one stands for all of them
        slot = code.constant(0)
        rows = [on_first(row, len(game.looks), len(game.world.faces.members)) for row in rows]
    terms: list[list[int]] = []
    stride = total
    for place, size in zip(places, sizes, strict=True):
        stride //= size
        low = bounds[place][0]
        terms.append([place, low, stride] if place >= 0 else [-1 - place, low, stride // block])
    apart = len(places) - len(fields)
    before = [*(cell for term in terms[:apart] for cell in term), apart, block, total // block]
    after = [slot, len(fields), len(rows[0]), *(cell for term in terms[apart:] for cell in term)]
    table = code.describe(*before, *after, *(word for row in rows for word in row)) + len(before)
    return table, code.describe(*always)


def in_force(expr: Expr) -> str:
    """The name of the field of what is in force that an expression is; empty for any other."""
    return expr.name if isinstance(expr, ActiveRef) and not expr.before else ""


def merged(rows: list[list[int]]) -> list[int]:
    """The union of several rows."""
    result = rows[0]
    for row in rows[1:]:
        result = [one | other for one, other in zip(result, row, strict=True)]
    return result


def on_first(row: list[int], looks: int, faces: int) -> list[int]:
    """A row in which the first face of a look stands for all of its faces."""
    bits = sum(word << (BITS * k) for k, word in enumerate(row))
    merged = 0
    for face in range(faces):
        merged |= (bits >> (looks * face)) & ((1 << looks) - 1)
    return [(merged >> (BITS * k)) & ((1 << BITS) - 1) for k in range((looks + BITS - 1) // BITS)]


def project(table: Table, place_of: Callable[[Expr], int | None]) -> Callable[[Mapping[int, int]], list[int]]:
    """A function from what is known, by its place, to the cards that may fit, whatever else that depends on."""
    found: dict[tuple[int, ...], list[int]] = {}
    places = [place_of(term.expr) for term in table.terms]
    kept = [k for k, place in enumerate(places) if place is not None]
    which = [place for place in places if place is not None]
    everything = product(*(range(term.low, term.high + 1) for term in table.terms))
    for number, values in enumerate(everything):
        row = list(table.rows[number * table.words : (number + 1) * table.words])
        key = tuple(values[k] for k in kept)
        found[key] = merged([found[key], row]) if key in found else row
    nothing = [0] * table.words
    return lambda given: found.get(tuple(given[place] for place in which), nothing)


def folded(values: ExpressionCode, option: AskOption) -> Table | None:
    """The table of an option's condition; parts that cannot be folded count as true."""
    card, face = option.card_local, option.face_local
    table = values.folded(option.fits, card, face)
    if table is None:
        known = [part for part in conjuncts(option.fits) if values.folded(part, card, face) is not None]
        table = values.folded(join(known), card, face)
    return table


def conjuncts(test: Expr | None) -> list[Expr]:
    """The parts of a condition that must all hold."""
    if test is None:
        return []
    if isinstance(test, Op) and test.name == "and":
        return [each for arg in test.args for each in conjuncts(arg)]
    return [test]
