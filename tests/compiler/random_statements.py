"""Random statements, each with a function that applies it to a situation. Not here: tests.

Their expressions come from random_expressions.py; the effects that they call are declared in EFFECTS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.compiler.random_expressions import SEATS, Card, Ex, Situation, bounded, expressions, filled

EFFECTS = """
moments: {noted: {x: int}}
triggers:
  - {at: noted, if: x > 2, do: [set: {n: n + x, k: k + 1}]}
effects:
  twice:
    help: Twice.
    params: {what: steps}
    do: [what, {if: p, then: [what], else: [what]}]
  thrice:
    help: Thrice.
    params: {what: steps, x: {type: int, default: k}}
    do: [repeat: {times: 3, do: [what, set: {n: n + x}]}]
  give:
    help: Give.
    params: {x: int, to: player}
    do: [set: {n: 7, to.points: to.points + x}, set: {n: n + x, who: to}]
  note:
    help: Note.
    params: {x: int}
    do: [fire: {moment: noted, given: {x: x}}, fire: {moment: noted, given: {x: n}}]
  count_those:
    help: Count.
    params: {fits: predicate}
    do: [set: {n: 0}, for_each: {in: pile, do: [{if: fits, then: [set: {n: n + 1}]}]}]
"""


class Stopped(Exception):
    """Leave the innermost loop."""


Do = Callable[[Situation, dict[str, Any]], None]


@dataclass(frozen=True)
class Step:
    """A statement's text in flow style, its function, and the names that later steps of its list may use."""

    text: str
    do: Do
    gives: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Place:
    """The surroundings of a step: the known names, and whether it is in a loop."""

    bound: frozenset[str] = frozenset()
    in_loop: bool = False


def listed(steps: tuple[Step, ...]) -> Step:
    """Generate a list of steps; names given in it end with it."""

    def do(s: Situation, e: dict[str, Any]) -> None:
        inner = dict(e)
        for step in steps:
            step.do(s, inner)

    return Step("[" + ", ".join(each.text for each in steps) + "]", do)


@cache
def lists(depth: int, place: Place) -> st.SearchStrategy[Step]:
    """Generate lists of steps; a name given by one is known to later ones."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Step:
        found: list[Step] = []
        bound = place.bound
        for _ in range(draw(st.integers(0, 4))):
            step = draw(steps(depth, Place(bound, place.in_loop)))
            found.append(step)
            bound |= step.gives
        return listed(tuple(found))

    return drawn()


def ex(kind: str, place: Place, depth: int = 1) -> st.SearchStrategy[Ex]:
    return expressions(kind, depth, place.bound)


# ---- set

VARIABLES = {"n": "int", "k": "int", "p": "bool", "c": "color", "who": "player", "best": "card", "points": "int"}


def assignment(targets: dict[str, tuple[Ex, Ex | None]]) -> Step:
    """Set variables at the same time; `points` belong to an owner."""

    def do(s: Situation, e: dict[str, Any]) -> None:
        worked = {
            name: (expr.value(s, e), owner.value(s, e) if owner else None) for name, (expr, owner) in targets.items()
        }
        for name, (value, owner) in worked.items():
            if name == "best":
                s.keep(value)
            elif name == "points":
                if owner is not None:
                    s.points[owner] = bounded(filled(value))
            elif name in ("n", "k"):
                setattr(s, name, bounded(filled(value), *((0, 5) if name == "k" else ())))
            else:
                setattr(s, name, value)

    shown = [f"'{owner}.points': '{expr}'" if owner else f"{name}: '{expr}'" for name, (expr, owner) in targets.items()]
    return Step(f"set: {{{', '.join(shown)}}}", do)


@cache
def assignments(place: Place) -> st.SearchStrategy[Step]:
    @st.composite
    def drawn(draw: st.DrawFn) -> Step:
        names = draw(st.lists(st.sampled_from(sorted(VARIABLES)), min_size=1, max_size=3, unique=True))
        owner = {"points": draw(expressions("player", 0, place.bound))}
        values = {name: draw(ex(VARIABLES[name], place, 2)) for name in names}
        if "k" in values:  # a constant out of range would be a problem
            values["k"] = Ex(f"({values['k']}).at_most(99 + 0 * n)", values["k"].value)
        return assignment({name: (value, owner.get(name)) for name, value in values.items()})

    return drawn()


# ---- cards


def number_of(s: Situation, zone: list[Card]) -> int:
    """Return the index of a zone; the zone of no player has none."""
    return next((k for k, each in enumerate(s.zones) if each is zone), -1)


def moving(source: Ex, to: Ex, count: Ex | None, take: str, put: str, named: bool) -> Step:
    """Move some cards from an end of a zone to an end of another."""

    def do(s: Situation, e: dict[str, Any]) -> None:
        here, there = number_of(s, source.value(s, e)), number_of(s, to.value(s, e))
        times = 1 if count is None else filled(count.value(s, e))
        moved = None
        for _ in range(times):
            if here < 0 or not s.zones[here]:
                break
            card = s.zones[here][-1 if take == "top" else 0]
            move(s, card, there, put)
            moved = card
        if named:
            e["moved"] = moved

    ends = f", take: {take}, put: {put}" + (f", count: '{count}'" if count else "") + (", as: moved" if named else "")
    text = f"move: {{from: '{source}', to: '{to}'{ends}}}"
    return Step(text, do, frozenset({"moved"}) if named else frozenset())


def move(s: Situation, card: Card | None, there: int, put: str) -> None:
    if card is None or there < 0:
        return
    s.zones[s.place_of(card)].remove(card)
    s.zones[there].insert(len(s.zones[there]) if put == "top" else 0, card)


def moving_one(card: Ex, to: Ex, put: str, named: bool) -> Step:
    """Move a named card."""

    def do(s: Situation, e: dict[str, Any]) -> None:
        which, there = card.value(s, e), number_of(s, to.value(s, e))
        move(s, which, there, put)
        if named:
            e["moved"] = which

    text = f"move: {{card: '{card}', to: '{to}', put: {put}" + (", as: moved}" if named else "}")
    return Step(text, do, frozenset({"moved"}) if named else frozenset())


# ---- control


def branch(test: Ex, yes: Step, no: Step) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        (yes if test.value(s, e) else no).do(s, dict(e))

    return Step(f"{{if: '{test}', then: {yes}, else: {no}}}", do)


def for_players(group: Ex, body: Step, after: Ex | None) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        chosen, way = group.value(s, e), s.direction
        start = s.self_ if after is None else after.value(s, e)
        start = -1 if start is None else start
        seats = [(start + way * k) % SEATS for k in range(1, SEATS + 1)] if start >= 0 else in_a_row(way)
        try:
            for seat in seats:
                if seat in chosen:
                    body.do(s, {**e, "it": seat})
        except Stopped:
            pass

    rest = f", after: '{after}'" if after else ""
    return Step(f"for_each: {{in: '{group}'{rest}, do: {body}}}", do)


def in_a_row(way: int) -> list[int]:
    """Return the order after no player: from the first seat on, or from the last but one down (-1 - 1 is 2 below)."""
    return [(-1 + way * k) % SEATS for k in range(1, SEATS + 1)]


def for_cards(zone: Ex, body: Step) -> Step:
    """Loop over the cards of a zone that stays unchanged or loses the current card."""

    def do(s: Situation, e: dict[str, Any]) -> None:
        try:
            for card in reversed(list(zone.value(s, e) or ())):
                body.do(s, {**e, "card": card})
        except Stopped:
            pass

    return Step(f"for_each: {{in: '{zone}', do: {body}}}", do)


def repeated(times: Ex | None, test: Ex | None, body: Step) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        left = min(filled(times.value(s, e)), 3) if times is not None else 3
        try:
            while left > 0 and (test is None or test.value(s, e)):
                left -= 1
                body.do(s, dict(e))
        except Stopped:
            pass

    most = f"'({times}).at_most(3)'" if times is not None else "3"
    condition = f", while: '{test}'" if test is not None else ""
    return Step(f"repeat: {{times: {most}{condition}, do: {body}}}", do)


def stop(s: Situation, e: dict[str, Any]) -> None:
    raise Stopped


def turned(s: Situation, e: dict[str, Any]) -> None:
    s.direction = -s.direction


# ---- effects


def twice(body: Step) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        body.do(s, dict(e))
        body.do(s, dict(e))

    return Step(f"twice: {body}", do)


def thrice(body: Step, x: Ex | None) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        by = filled(x.value(s, e)) if x is not None else s.k
        try:
            for _ in range(3):
                body.do(s, dict(e))
                s.n = bounded(s.n + by)
        except Stopped:
            pass

    return Step(f"thrice: {{what: {body}" + (f", x: '{x}'}}" if x is not None else "}"), do)


def given(x: Ex, to: Ex) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        by, seat = filled(x.value(s, e)), to.value(s, e)
        s.n = 7
        if seat is not None:
            s.points[seat] = bounded(s.points[seat] + by)
        s.n, s.who = bounded(s.n + by), seat

    return Step(f"give: {{x: '{x}', to: '{to}'}}", do)


def noted(x: Ex) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        by = filled(x.value(s, e))
        for value in (by, None):
            told = s.n if value is None else value
            if told > 2:
                s.n, s.k = bounded(s.n + told), min(s.k + 1, 5)

    return Step(f"note: '{x}'", do)


def counted(test: Ex) -> Step:
    def do(s: Situation, e: dict[str, Any]) -> None:
        s.n = 0
        for card in reversed(s.zones[SEATS]):
            s.n += test.value(s, {**e, "card": card})

    return Step(f"count_those: '{test}'", do)


# ---- all statements --------------------------------------------------------------------------------------------------


def at_most_four(a: Ex) -> Ex:
    return Ex(f"({a}).at_most(4)", lambda s, e: (min(filled(a.value(s, e)), 4), True))


@cache
def steps(depth: int, place: Place) -> st.SearchStrategy[Step]:
    """Generate statements up to a nesting depth."""
    zone, card, player = ex("zone", place), ex("card", place), ex("player", place)
    ends, named = st.sampled_from(["top", "bottom"]), st.booleans()
    few = expressions("int", 0, place.bound).map(
        lambda a: Ex(f"({a}).at_most(4)", lambda s, e: (min(filled(a.value(s, e)), 4), True))
    )
    simple = [
        assignments(place),
        st.builds(moving, zone, zone, st.none() | few, ends, ends, named),
        st.builds(moving_one, card, zone, ends, named),
        st.just(Step("change_direction", turned)),
        st.builds(given, ex("int", place), player),
        st.builds(noted, ex("int", place)),
        st.builds(counted, expressions("bool", 1, place.bound | {"card"})),
    ]
    if place.in_loop:
        simple.append(st.just(Step("stop", stop)))
    if depth <= 0:
        return st.one_of(simple)

    def inner(*names: str, in_loop: bool = place.in_loop) -> st.SearchStrategy[Step]:
        return lists(depth - 1, Place(place.bound | frozenset(names), in_loop))

    return st.one_of(
        *simple,
        st.builds(branch, ex("bool", place), inner(), inner()),
        st.builds(for_players, ex("players", place), inner("it", in_loop=True), st.none() | player),
        st.builds(repeated, st.none() | ex("int", place), st.none() | ex("bool", place), inner(in_loop=True)),
        inner().map(lambda body: Step(f"together: {body}", body.do)),
        st.builds(twice, inner(in_loop=False)),
        st.builds(thrice, inner(in_loop=True), st.none() | ex("int", place)),
        st.builds(for_cards, zone, looked_at(place)),
    )


def looked_at(place: Place) -> st.SearchStrategy[Step]:
    """Generate steps for the current card of a loop; no other card of its zone moves."""
    inner = Place(place.bound | {"card"}, True)
    card = st.just(Ex("card", lambda s, e: e["card"]))
    away = st.builds(moving_one, card, expressions("zone", 0, inner.bound), st.just("top"), st.just(False))
    return st.lists(assignments(inner) | away, max_size=2).map(lambda found: listed(tuple(found)))
