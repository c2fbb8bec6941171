"""Mutated shipped rulesets: a mutant has problems, each with a place, or it can be played.

Any YAML document has a result and never a traceback. Not here: making mutants (mutants.py).
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.language.mutants import JUNK, merged, mutant
from tests.sampling import count
from unoflex_rules.language.ruleset import load, validate
from unoflex_rules.simulation.runner import simulate

RULESETS = Path(__file__).parents[1] / "rulesets"
NAMES = ("classic", "oracles/rlcard", *(str(path) for path in sorted(RULESETS.glob("*.yaml"))))
MANY = settings(max_examples=count(30, 300), deadline=None, suppress_health_check=list(HealthCheck))


@cache
def data(name: str) -> dict[str, Any]:
    return merged(name)


def verdict(text: str, folder: Path, seed: int = 0) -> str:
    """Return `problems` or `played`, after checking the requirements of either."""
    path = folder / "mutant.yaml"
    path.write_text(text, encoding="utf-8")
    problems = validate(path)
    if problems:
        assert all(each.span is not None for each in problems)
        assert any(each.severity == "error" for each in problems)
        return "problems"
    ruleset = load(path)
    for players in {ruleset.players_min, ruleset.players_max} - set(range(5, 17)) or {ruleset.players_min}:
        tally = simulate(ruleset, players=players, games=3, seed=seed, engine="plain", limit=100, check=True)
        assert tally.games == 3 == tally.finished + tally.unfinished + tally.broken
        assert "promise" not in tally.broken_why, tally.broken_why
    return "played"


@MANY
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32))
def test_c33_a_mutant_is_reported_or_played(name: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    verdict(mutant(data(name), seed), tmp_path_factory.getbasetemp(), seed % 1000)


@pytest.mark.parametrize("name", NAMES)
def test_unmutated_rulesets_are_played(name: str, tmp_path: Path) -> None:
    """The originals are valid, so problems of a mutant come from the mutation."""
    text = yaml.safe_dump(data(name), sort_keys=False, allow_unicode=True, width=110)
    assert verdict(text, tmp_path) == "played"


WORDS = st.sampled_from(
    [
        "format", "id", "title", "base", "players", "min", "max", "options", "values", "attributes", "active", "zones",
        "variables", "choices", "define", "cards", "deck", "needs", "moments", "triggers", "effects", "state_rules",
        "turn", "round", "game", "choose", "start", "do", "if", "then", "else", "set", "move", "from", "to", "count",
        "ask", "player", "type", "each", "of", "announced", "face", "faces", "played", "like", "help", "params",
    ]
)  # fmt: skip
LEAVES = st.sampled_from(JUNK) | st.text(max_size=12) | st.integers(-10, 10)
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=30
)


@settings(MANY, max_examples=count(30, 100))
@given(document=st.dictionaries(WORDS, DOCUMENTS, max_size=8), whole_game=st.booleans())
def test_any_document_has_a_result(
    document: dict[str, Any], whole_game: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    start: dict[str, Any] = {"format": 1, "id": "any", "title": "Any"}
    if whole_game:
        start = {**data(NAMES[1]), "id": "any"}
    text = yaml.safe_dump({**start, **document}, sort_keys=False, allow_unicode=True)
    verdict(text, tmp_path_factory.getbasetemp())
