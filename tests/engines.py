"""Games on both engines, which must give the same results. Used by several test files."""

import pytest

import unoflex_rules as ur
from unoflex_rules.simulation.tally import Tally


def same_on_both(ruleset: ur.Ruleset, **plan) -> Tally:
    """Return the tally of games, which is the same on both engines; `plan`: as for `simulate`."""
    if not ur.fast_is_available():
        pytest.skip("the fast engine is not there")
    plain, fast = (ur.simulate(ruleset, engine=engine, **plan) for engine in ("plain", "fast"))
    assert plain == fast
    return plain
