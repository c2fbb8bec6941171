"""Random well-typed expressions, each with a function that computes its value. Not here: tests.

The functions follow the language: missing numbers count as 0 in arithmetic, and comparisons with anything
computed from them are false; division by zero is 0; no player owns nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hypothesis import strategies as st

COLORS = ("red", "green", "blue")
SEATS = 4


@dataclass(frozen=True)
class Card:
    """A card of the deck below."""

    name: str
    color: str | None
    number: int | None
    joker: bool


# In the order of the deck: 9 coloured cards and two jokers, one of which has a number.
DECK = [Card(f"{color} {number}", color, number, False) for color in COLORS for number in (0, 1, 2)]
DECK += [Card("red", "red", None, True), Card("7", None, 7, True)]


@dataclass
class Situation:
    """Everything that an expression can read."""

    p: bool
    n: int
    k: int
    c: str | None
    who: int | None
    group: frozenset[int]
    points: list[int]
    mates: list[int | None]
    where: list[int]  # per card: a seat, or SEATS for the pile, SEATS + 1 for the table
    best: int  # a seat: the top card of its hand
    active_color: str | None
    active_number: int | None
    direction: int
    self_: int
    zones: list[list[Card]] = field(init=False)
    kept: tuple[Card | None, int] = field(init=False)  # a remembered card, and its zone at that time

    def __post_init__(self) -> None:
        self.zones = [[] for _ in range(SEATS + 2)]
        for card, place in zip(DECK, self.where, strict=True):
            self.zones[place].append(card)
        self.keep(self.zones[self.best][-1] if self.zones[self.best] else None)

    def keep(self, card: Card | None) -> None:
        """Remember a card as long as it stays in its zone."""
        self.kept = (card, self.place_of(card) if card else -1)

    def remembered(self) -> Card | None:
        card, place = self.kept
        return card if card is not None and self.place_of(card) == place else None

    def place_of(self, card: Card) -> int:
        return next(place for place, zone in enumerate(self.zones) if card in zone)

    def after(self, seat: int | None, steps: int) -> int | None:
        return None if seat is None else (seat + steps * self.direction) % SEATS

    def in_order(self, group: frozenset[int]) -> list[int]:
        seats = [self.after(self.self_, k) for k in range(1, SEATS + 1)]
        return [seat for seat in seats if seat in group]


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    seat = st.integers(0, SEATS - 1)
    maybe = st.none() | seat
    return Situation(
        p=draw(st.booleans()),
        n=draw(st.integers(-3, 9)),
        k=draw(st.integers(0, 5)),
        c=draw(st.none() | st.sampled_from(COLORS)),
        who=draw(maybe),
        group=draw(st.frozensets(seat)),
        points=draw(st.lists(st.integers(-2, 9), min_size=SEATS, max_size=SEATS)),
        mates=draw(st.lists(maybe, min_size=SEATS, max_size=SEATS)),
        where=draw(st.lists(st.integers(0, SEATS + 1), min_size=len(DECK), max_size=len(DECK))),
        best=draw(seat),
        active_color=draw(st.none() | st.sampled_from(COLORS)),
        active_number=draw(st.none() | st.integers(0, 9)),
        direction=draw(st.sampled_from([1, -1])),
        self_=draw(seat),
    )


# ---- expressions: their text, and a function from the situation and the bound names to a value ------------------
# A number is a pair: its value (None: missing), and whether it depends on no missing number.

Value = Callable[[Situation, dict[str, Any]], Any]


@dataclass(frozen=True)
class Ex:
    text: str
    value: Value

    def __repr__(self) -> str:
        return self.text


#: A number, and whether it exists. The least of no numbers is 0 and does not exist (NONE_THERE); players with this
#: value are skipped by an outer `least`.
Number = tuple[int | None, object]
NONE_THERE = "none"


def number(value: int | None) -> Number:
    return value, value is not None


def extreme(what: str, values: Iterable[Number]) -> Number:
    found = [each[0] or 0 for each in values if each[1] is True]
    return (EXTREME[what](found), True) if found else (0, NONE_THERE)


def filled(pair: Number) -> int:
    return pair[0] or 0


def bounded(value: int, low: int = -(2**31), high: int = 2**31) -> int:
    """Clamp a number to its bounds."""
    return min(max(value, low), high)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: bounded(a * b),
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "at_most": min,
    "at_least": max,
}
EXTREME: dict[str, Callable[..., int]] = {"min": min, "max": max}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
}


def arithmetic(sign: str, a: Ex, b: Ex) -> Ex:
    def value(s: Situation, e: dict[str, Any]) -> Any:
        left, right = a.value(s, e), b.value(s, e)
        there = NONE_THERE if NONE_THERE in (left[1], right[1]) else True
        return ARITHMETIC[sign](filled(left), filled(right)), left[1] and right[1] and there

    return Ex(f"({a}).{sign}({b})" if sign.startswith("at_") else f"({a} {sign} {b})", value)


def compared(sign: str, a: Ex, b: Ex) -> Ex:
    def value(s: Situation, e: dict[str, Any]) -> Any:
        left, right = a.value(s, e), b.value(s, e)
        if not (left[1] and right[1]):
            return sign == "!="
        return left[0] != right[0] if sign == "!=" else COMPARE[sign](left[0], right[0])

    return Ex(f"({a} {sign} {b})", value)


def same(sign: str, a: Ex, b: Ex) -> Ex:
    def value(s: Situation, e: dict[str, Any]) -> Any:
        left, right = a.value(s, e), b.value(s, e)
        equal = left == right and left is not None
        return equal if sign == "==" else not equal

    return Ex(f"({a} {sign} {b})", value)


def chosen(test: Ex, yes: Ex, no: Ex) -> Ex:
    return Ex(f"({yes} if {test} else {no})", lambda s, e: yes.value(s, e) if test.value(s, e) else no.value(s, e))


def leaf(text: str, value: Value) -> Ex:
    return Ex(text, value)


NUMBERS = [
    *(leaf(str(k), lambda s, e, k=k: number(k)) for k in (0, 1, 2, 3, 7)),
    leaf("-1", lambda s, e: number(-1)),
    leaf("n", lambda s, e: number(s.n)),
    leaf("k", lambda s, e: number(s.k)),
    leaf("turn", lambda s, e: number(1)),
    leaf("direction", lambda s, e: number(s.direction)),
    leaf("player_count", lambda s, e: number(SEATS)),
    leaf("active.number", lambda s, e: number(s.active_number)),
]
COLOR_LEAVES = [
    *(leaf(f"color.{name}", lambda s, e, name=name: name) for name in COLORS),
    leaf("c", lambda s, e: s.c),
    leaf("active.color", lambda s, e: s.active_color),
]
PLAYER_LEAVES = [
    leaf("self", lambda s, e: s.self_),
    leaf("next", lambda s, e: s.after(s.self_, 1)),
    leaf("previous", lambda s, e: s.after(s.self_, -1)),
    leaf("who", lambda s, e: s.who),
    *(leaf(f"seat({k})", lambda s, e, k=k: k % SEATS) for k in (0, 3, -1)),
]
GROUP_LEAVES = [
    leaf("players", lambda s, e: frozenset(range(SEATS))),
    leaf("group", lambda s, e: s.group),
    leaf("others", lambda s, e: frozenset(range(SEATS)) - {s.self_}),
]
ZONE_LEAVES = [
    leaf("pile", lambda s, e: s.zones[SEATS]),
    leaf("table", lambda s, e: s.zones[SEATS + 1]),
    leaf("self.hand", lambda s, e: s.zones[s.self_]),
]
CARD_LEAVES = [
    leaf("best", lambda s, e: s.remembered()),
    leaf("pile.top", lambda s, e: s.zones[SEATS][-1] if s.zones[SEATS] else None),
    leaf("table.bottom", lambda s, e: s.zones[SEATS + 1][0] if s.zones[SEATS + 1] else None),
]


@cache
def expressions(kind: str, depth: int, bound: frozenset[str] = frozenset()) -> st.SearchStrategy[Ex]:
    """Generate expressions of a type up to a depth, with the names that an enclosing question binds."""
    if depth <= 0:
        return st.deferred(lambda: LEAVES[kind](bound))
    return st.deferred(lambda: st.one_of(LEAVES[kind](bound), MADE[kind](depth - 1, bound)))


def number_leaves(bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    found = list(NUMBERS)
    if "card" in bound:
        found.append(leaf("card.number", lambda s, e: number(e["card"].number)))
    if "x" in bound:
        found.append(leaf("x", lambda s, e: number(e["x"])))
    if "it" in bound:
        found.append(leaf("it.points", lambda s, e: number(s.points[e["it"]])))
        found.append(leaf("it.hand.size", lambda s, e: number(len(s.zones[e["it"]]))))
    return st.sampled_from(found)


def color_leaves(bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    more = [leaf("card.color", lambda s, e: e["card"].color)] if "card" in bound else []
    more += [leaf("tint", lambda s, e: e["tint"])] if "tint" in bound else []
    return st.sampled_from([*COLOR_LEAVES, *more])


def truth_leaves(bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    found = [leaf("true", lambda s, e: True), leaf("false", lambda s, e: False), leaf("p", lambda s, e: s.p)]
    if "card" in bound:
        found.append(leaf("card.joker", lambda s, e: e["card"].joker))
    return st.sampled_from(found)


def player_leaves(bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    more = [leaf(name, lambda s, e, name=name: e[name]) for name in ("it", "to") if name in bound]
    return st.sampled_from([*PLAYER_LEAVES, *more])


def card_leaves(bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    more = [leaf(name, lambda s, e, name=name: e[name]) for name in ("card", "moved") if name in bound]
    return st.sampled_from([*CARD_LEAVES, *more])


LEAVES: dict[str, Callable[[frozenset[str]], st.SearchStrategy[Ex]]] = {
    "int": number_leaves,
    "bool": truth_leaves,
    "color": color_leaves,
    "player": player_leaves,
    "players": lambda bound: st.sampled_from(GROUP_LEAVES),
    "card": card_leaves,
    "zone": lambda bound: st.sampled_from(ZONE_LEAVES),
}


def asked_of_cards(what: str, zone: Ex, body: Ex) -> Ex:
    def value(s: Situation, e: dict[str, Any]) -> Any:
        cards = zone.value(s, e) or ()
        values = [body.value(s, {**e, "card": card}) for card in cards]
        if what in ("first", "last"):  # from the top down
            kept = [card for card, holds in zip(cards, values, strict=True) if holds]
            return (kept[-1] if what == "first" else kept[0]) if kept else None
        if what in EXTREME:
            return extreme(what, values)
        if what == "sum":
            return number(sum(filled(each) for each in values))
        return {"any": any(values), "all": all(values), "count": number(sum(values))}[what]

    return Ex(f"{zone}.{what}({body})", value)


def asked_of_players(what: str, group: Ex, body: Ex) -> Ex:
    def value(s: Situation, e: dict[str, Any]) -> Any:
        seats = s.in_order(group.value(s, e))
        values = [body.value(s, {**e, "it": seat}) for seat in seats]
        if what in ("any", "all"):
            return any(values) if what == "any" else all(values)
        if what == "count":
            return number(sum(values))
        if what in ("only", "first", "last"):
            kept = [seat for seat, holds in zip(seats, values, strict=True) if holds]
            return frozenset(kept) if what == "only" else kept[0 if what == "first" else -1] if kept else None
        if what == "sum":
            return number(sum(filled(each) for each in values))
        if what in EXTREME:
            return extreme(what, values)
        there = {seat: each[0] for seat, each in zip(seats, values, strict=True) if each[1] is True}
        best = EXTREME["min" if what == "lowest" else "max"](there.values(), default=0)
        return frozenset(seat for seat, each in there.items() if each == best)

    return Ex(f"({group}).{what}({body})", value)


def asked_of_values(what: str, body: Ex) -> Ex:
    """Generate a question about each colour."""

    def value(s: Situation, e: dict[str, Any]) -> Any:
        values = [body.value(s, {**e, "tint": color}) for color in COLORS]
        if what in ("any", "all"):
            return any(values) if what == "any" else all(values)
        if what == "count":
            return number(sum(values))
        if what == "first":
            return next((color for color, holds in zip(COLORS, values, strict=True) if holds), None)
        if what == "sum":
            return number(sum(filled(each) for each in values))
        return number(extreme(what, values)[0])

    return Ex(f"color.each(tint).{what}({body})", value)


def of_colors(words: list[str], kind: str, depth: int, bound: frozenset[str]) -> list[st.SearchStrategy[Ex]]:
    """Generate questions about each colour; a nested one would hide the name."""
    if "tint" in bound:
        return []
    return [st.builds(asked_of_values, st.sampled_from(words), expressions(kind, depth, bound | {"tint"}))]


def made_numbers(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    part = expressions("int", depth, bound)
    card = expressions("card", depth, bound)
    group, zone = expressions("players", depth, bound), expressions("zone", depth, bound)
    of_cards, for_each = bound | {"card"}, bound | {"it"}
    player = expressions("player", depth, bound)

    def of(seat: int | None, values: list[int]) -> Number:
        return number(values[seat] if seat is not None else 0)

    return st.one_of(
        st.builds(arithmetic, st.sampled_from(["+", "-", "//", "%", "at_most", "at_least"]), part, part),
        st.builds(arithmetic, st.just("*"), expressions("int", 0, bound), expressions("int", 0, bound)),
        part.map(lambda a: Ex(f"(-{a})", lambda s, e: (-filled(a.value(s, e)), a.value(s, e)[1]))),
        st.builds(chosen, expressions("bool", depth, bound), part, part),
        card.map(lambda a: Ex(f"{a}.number", lambda s, e: number(c.number if (c := a.value(s, e)) else None))),
        player.map(lambda a: Ex(f"{a}.points", lambda s, e: of(a.value(s, e), s.points))),
        player.map(lambda a: Ex(f"{a}.seat", lambda s, e: number(a.value(s, e)))),
        zone.map(lambda a: Ex(f"{a}.size", lambda s, e: number(len(a.value(s, e) or ())))),
        group.map(lambda a: Ex(f"({a}).count", lambda s, e: number(len(a.value(s, e))))),
        st.builds(asked_of_cards, st.sampled_from(["sum", "min", "max"]), zone, expressions("int", depth, of_cards)),
        st.builds(asked_of_cards, st.just("count"), zone, expressions("bool", depth, of_cards)),
        st.builds(asked_of_players, st.sampled_from(["sum", "min", "max"]), group, expressions("int", depth, for_each)),
        st.builds(asked_of_players, st.just("count"), group, expressions("bool", depth, for_each)),
        *of_colors(["sum", "min", "max"], "int", depth, bound),
        *of_colors(["count"], "bool", depth, bound),
    )


def made_truths(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    part, ints = expressions("bool", depth, bound), expressions("int", depth, bound)
    colors, players_ = expressions("color", depth, bound), expressions("player", depth, bound)
    cards, zones, groups = (expressions(kind, depth, bound) for kind in ("card", "zone", "players"))

    def both(a: Ex, b: Ex) -> Ex:
        return Ex(f"({a} and {b})", lambda s, e: a.value(s, e) and b.value(s, e))

    def either(a: Ex, b: Ex) -> Ex:
        return Ex(f"({a} or {b})", lambda s, e: a.value(s, e) or b.value(s, e))

    def missing(a: Ex) -> Ex:
        return Ex(f"({a} is none)", lambda s, e: a.value(s, e) is None)

    def lies_in(a: Ex, b: Ex) -> Ex:
        return Ex(f"({a} in {b})", lambda s, e: a.value(s, e) is not None and a.value(s, e) in b.value(s, e))

    return st.one_of(
        part.map(lambda a: Ex(f"(not {a})", lambda s, e: not a.value(s, e))),
        st.builds(both, part, part),
        st.builds(either, part, part),
        st.builds(chosen, part, part, part),
        st.builds(compared, st.sampled_from([*COMPARE, "!="]), ints, ints),
        st.builds(same, st.sampled_from(["==", "!="]), colors, colors),
        st.builds(same, st.sampled_from(["==", "!="]), players_, players_),
        st.builds(same, st.sampled_from(["==", "!="]), cards, cards),
        st.one_of(colors, players_, cards).map(missing),
        st.builds(lies_in, players_, groups),
        st.builds(lies_in, cards, zones),
        cards.map(lambda a: Ex(f"{a}.joker", lambda s, e: bool((c := a.value(s, e)) and c.joker))),
        cards.map(lambda a: Ex(f"({a}.number is none)", lambda s, e: not (c := a.value(s, e)) or c.number is None)),
        st.builds(asked_of_cards, st.sampled_from(["any", "all"]), zones, expressions("bool", depth, bound | {"card"})),
        st.builds(
            asked_of_players, st.sampled_from(["any", "all"]), groups, expressions("bool", depth, bound | {"it"})
        ),
        *of_colors(["any", "all"], "bool", depth, bound),
    )


def made_colors(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    part, card = expressions("color", depth, bound), expressions("card", depth, bound)
    nothing = st.just(Ex("none", lambda s, e: None))
    return st.one_of(
        st.builds(chosen, expressions("bool", depth, bound), part, part | nothing),
        st.builds(chosen, expressions("bool", depth, bound), nothing, part),
        card.map(lambda a: Ex(f"{a}.color", lambda s, e: c.color if (c := a.value(s, e)) else None)),
        *of_colors(["first"], "bool", depth, bound),
    )


def made_players(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    part = expressions("player", depth, bound)
    nobody = st.just(Ex("none", lambda s, e: None))

    def mate(a: Ex) -> Ex:
        return Ex(f"{a}.mate", lambda s, e: s.mates[seat] if (seat := a.value(s, e)) is not None else None)

    return st.one_of(
        st.builds(chosen, expressions("bool", depth, bound), part, part | nobody),
        part.map(lambda a: Ex(f"{a}.next", lambda s, e: s.after(a.value(s, e), 1))),
        part.map(lambda a: Ex(f"{a}.previous", lambda s, e: s.after(a.value(s, e), -1))),
        part.map(mate),
        st.builds(
            asked_of_players, st.sampled_from(["first", "last"]), expressions("players", depth, bound),
            expressions("bool", depth, bound | {"it"}),
        ),
    )  # fmt: skip


def made_groups(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    part, player = expressions("players", depth, bound), expressions("player", depth, bound)
    of_players = bound | {"it"}

    def alone(a: Ex) -> frozenset[int]:
        return Ex(f"(players - players + {a})", lambda s, e: frozenset({a.value(s, e)} - {None}))  # type: ignore[return-value]

    return st.one_of(
        st.builds(lambda a, b: Ex(f"({a} + {b})", lambda s, e: a.value(s, e) | b.value(s, e)), part, part),
        st.builds(lambda a, b: Ex(f"({a} - {b})", lambda s, e: a.value(s, e) - b.value(s, e)), part, part),
        player.map(alone),
        player.map(
            lambda a: Ex(f"{a}.others", lambda s, e: frozenset(range(SEATS)) - {a.value(s, e)}),
        ),
        st.builds(asked_of_players, st.just("only"), part, expressions("bool", depth, of_players)),
        st.builds(
            asked_of_players, st.sampled_from(["lowest", "highest"]), part, expressions("int", depth, of_players)
        ),
    )


def made_cards(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    zone = expressions("zone", depth, bound)
    return st.one_of(
        zone.map(lambda a: Ex(f"{a}.top", lambda s, e: cards[-1] if (cards := a.value(s, e)) else None)),
        zone.map(lambda a: Ex(f"{a}.bottom", lambda s, e: cards[0] if (cards := a.value(s, e)) else None)),
        st.builds(
            asked_of_cards, st.sampled_from(["first", "last"]), zone, expressions("bool", depth, bound | {"card"})
        ),
    )


def made_zones(depth: int, bound: frozenset[str]) -> st.SearchStrategy[Ex]:
    player = expressions("player", depth, bound)
    return player.map(
        lambda a: Ex(f"{a}.hand", lambda s, e: s.zones[seat] if (seat := a.value(s, e)) is not None else [])
    )


MADE: dict[str, Callable[[int, frozenset[str]], st.SearchStrategy[Ex]]] = {
    "int": made_numbers,
    "bool": made_truths,
    "color": made_colors,
    "player": made_players,
    "players": made_groups,
    "card": made_cards,
    "zone": made_zones,
}
