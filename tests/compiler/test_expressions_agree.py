"""Random expressions, compiled and run, agree with a direct evaluator. Not here: fixed examples, and the evaluator
(random_expressions.py).
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.compiler.random_expressions import SEATS, Ex, Situation, expressions, situations
from tests.compiler.tiny import Table
from tests.sampling import count
from unoflex_rules.compiler.expressions import folder

RULES = """
format: 1
id: agree
title: Agree
players: {{min: {seats}, max: {seats}}}
values: {{color: [red, green, blue], number: 0..9}}
attributes: {{color: color, number: number, joker: bool}}
active: {{color: {{}}, number: {{}}}}
zones: {{pile: {{deck: true}}, table: {{}}, hand: {{each: player}}}}
cards:
  plain: {{face: {{color: $color, number: $number}}}}
  wild: {{face: {{color: red, joker: true}}}}
  seven: {{face: {{number: 7, joker: true}}}}
deck:
  - {{card: plain, color: each, number: 0..2}}
  - {{card: [wild, seven]}}
variables:
  p: {{type: bool, start: {p}}}
  n: {{type: int, start: {n}}}
  k: {{type: 0..5, start: {k}}}
  c: {{type: color, start: {c}}}
  who: {{type: player, start: {who}}}
  group: players
  points: {{type: int, each: player}}
  mate: {{type: player, each: player}}
  best: card
{results}
round:
  start:
{deals}
    - set: {{group: {group}, {points}, {mates}}}
    - set: {{best: {best}, active.color: {active_color}, active.number: {active_number}}}
{direction}
    - go_to: seat({first})
turn:
  start:
{steps}
  choose: [ask: {{player: self, options: {{go: {{}}, take: {{cards: self.hand, if: '{fits}'}}}}}}]
"""


def ruleset(s: Situation, results: list[tuple[str, Ex]], fits: Ex) -> str:
    """Return a ruleset that sets up the situation at the start of the first turn and stores each expression."""

    def seat(number: int | None) -> str:
        return "none" if number is None else f"seat({number})"

    places = [f"seat({k}).hand" for k in range(SEATS)] + [None, "table"]
    # from the bottom of the pile, card by card; cards that stay are moved around once
    deals = [
        f"    - move: {{from: pile, to: {places[place] or 'pile'}, take: bottom}}" for place in s.where
    ]  # fmt: skip
    group = " + ".join(f"seat({k})" for k in sorted(s.group)) or "none"
    return RULES.format(
        seats=SEATS,
        p=str(s.p).lower(),
        n=s.n,
        k=s.k,
        c=s.c or "none",
        who=seat(s.who),
        results="\n".join(f"  r{k}: {kind}" for k, (kind, _) in enumerate(results)),
        deals="\n".join(deals),
        group=group,
        points=", ".join(f"seat({k}).points: {value}" for k, value in enumerate(s.points)),
        mates=", ".join(f"seat({k}).mate: {seat(value)}" for k, value in enumerate(s.mates)),
        best=f"seat({s.best}).hand.top",
        active_color=s.active_color or "none",
        active_number="none" if s.active_number is None else s.active_number,
        direction="    - change_direction" if s.direction < 0 else "",
        first=s.self_,
        steps="\n".join(f"    - set: {{r{k}: '{expr.text}'}}" for k, (_, expr) in enumerate(results)),
        fits=fits.text,
    )


def plain(kind: str, value: Any) -> Any:
    """Return a value as the table shows it."""
    if kind == "int":
        return value[0] or 0
    if kind == "card":
        return value.name if value else None
    return set(value) if kind == "players" else value


def check(s: Situation, results: list[tuple[str, Ex]], fits: Ex, folder: Path) -> None:
    table = Table(ruleset(s, results, fits), folder, players=SEATS, checked=False)
    for k, (kind, expr) in enumerate(results):
        assert table.value(f"r{k}") == plain(kind, expr.value(s, {})), expr
    fitting = {f"take {card.name}" for card in s.zones[s.self_] if fits.value(s, {"card": card})}
    assert table.asked == s.self_
    assert sorted(table.options) == sorted(fitting | {"go"})


KINDS = ("int", "bool", "color", "player", "players", "card")


@st.composite
def cases(draw: st.DrawFn) -> tuple[Situation, list[tuple[str, Ex]], Ex]:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=8))
    results = [(kind, draw(expressions(kind, 3))) for kind in kinds]
    return draw(situations()), results, draw(expressions("bool", 3, frozenset({"card"})))


@settings(max_examples=count(50, 150), deadline=None, suppress_health_check=list(HealthCheck))
@given(case=cases())
@pytest.mark.parametrize("work", [0, folder.MAX_WORK], ids=["as code", "as tables"])
def test_compiled_and_evaluated_expressions_are_equal(
    case: tuple[Situation, list[tuple[str, Ex]], Ex], work: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "MAX_WORK", work)
        check(*case, tmp_path_factory.getbasetemp())
