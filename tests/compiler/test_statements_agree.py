"""Random statements, compiled and run, give the same game as a direct interpreter.

Not here: the interpreter (random_statements.py), fixed examples.
"""

import copy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.compiler.random_expressions import SEATS, Ex, Situation, situations
from tests.compiler.random_statements import EFFECTS, Place, Step, lists
from tests.compiler.test_expressions_agree import ruleset
from tests.compiler.tiny import Table
from tests.sampling import count
from unoflex_rules.compiler.expressions import folder

NO_CARD = Ex("false", lambda s, e: False)


def seen(table: Table) -> dict[str, object]:
    """Return the parts of a table that a situation describes."""
    zones = [table.zone("hand", seat) for seat in range(SEATS)] + [table.zone("pile"), table.zone("table")]
    single = {name: table.value(name) for name in ("n", "k", "p", "c", "who", "best")}
    return {"zones": zones, "points": [table.value("points", seat) for seat in range(SEATS)], **single}


def expected_view(s: Situation) -> dict[str, object]:
    """Return the same parts of a situation."""
    zones = [[card.name for card in zone] for zone in s.zones]
    best = s.remembered()
    single = {"n": s.n, "k": s.k, "p": s.p, "c": s.c, "who": s.who, "best": best.name if best else None}
    return {"zones": zones, "points": s.points, **single}


def check(s: Situation, steps: Step, folder: Path) -> None:
    base = ruleset(s, [], NO_CARD).replace("turn:\n  start:\n", "turn:\n")
    start = f"  start:\n    - {{if: turn == 1, then: {steps.text}}}\n"
    text = base.replace("turn:\n", f"turn:\n{start}") + EFFECTS
    table = Table(text, folder, players=SEATS, checked=False)
    after = copy.deepcopy(s)
    steps.do(after, {})
    assert seen(table) == expected_view(after)
    assert table.asked == s.self_


@settings(max_examples=count(50, 150), deadline=None, suppress_health_check=list(HealthCheck))
@given(s=situations(), steps=lists(3, Place()))
@pytest.mark.parametrize("work", [0, folder.MAX_WORK], ids=["as code", "as tables"])
def test_compiled_and_interpreted_statements_agree(
    s: Situation, steps: Step, work: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "MAX_WORK", work)
        check(s, steps, tmp_path_factory.getbasetemp())
