"""Small valid rulesets, generated from the grammar: all promises, both engines, equivalent texts.

Not here: the generator (rulesets.py) and faults that it found (test_found.py). `make generated` searches longer.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.playing import LIMIT, commented, compiled, course, examples, renamed, shown, top_reordered
from tests.generated.rulesets import Made, rulesets, to_yaml
from tests.promises import agents_play, alike_on, promised
from unoflex_rules.engine.backend import accel
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.ruleset import validate
from unoflex_rules.language.schema.statement_models import CORE

MADE, PLAYERS = rulesets(), st.integers(0, 3)
QUESTIONS = ["any", "all", "count", "sum", "min", "max", "only", "lowest", "highest", "first", "on"]
QUESTIONS += ["at_most", "at_least", "next", "previous", "others", "top", "bottom", "size", "empty"]
OPERATORS = ["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in", "and", "or"]


@pytest.fixture(scope="module")
def folder() -> Path:
    return Path(tempfile.mkdtemp())


@examples(20)
@given(MADE, PLAYERS)
def test_both_engines_play_the_same_game(folder: Path, made: Made, players: int) -> None:
    with shown(made.text):
        program = compiled(made.text, folder, players)
        for index in range(2):
            alike_on(program, [accel.fast()], seed=1, index=index, limit=LIMIT)


@examples(8)
@given(MADE)
def test_a_valid_ruleset_has_only_warnings(folder: Path, made: Made) -> None:
    path = folder / "doubted.yaml"
    path.write_text(made.text, encoding="utf-8")
    with shown(made.text):
        assert {problem.severity for problem in validate(path, checks=CHECKS)} <= {"warning"}


@examples(8)
@given(MADE, PLAYERS)
def test_agents_play_any_ruleset_alike_on_both_engines(folder: Path, made: Made, players: int) -> None:
    with shown(made.text):
        program = compiled(made.text, folder, players)
        for agents in ("greedy", "greedy:call=0.5", "script:2-0-5:call=0"):
            slow = agents_play(accel.plain(), program, agents, limit=LIMIT)
            assert slow == agents_play(accel.fast(), program, agents, limit=LIMIT)


@pytest.mark.thorough
@examples(3)
@given(MADE, PLAYERS)
def test_no_index_leaves_its_vector(folder: Path, made: Made, players: int) -> None:
    with shown(made.text):
        program = compiled(made.text, folder, players)
        alike_on(program, [accel.fast(bounds=True)], seed=2, limit=LIMIT)
        agents_play(accel.fast(bounds=True), program, "greedy:call=0.5", limit=LIMIT)


@examples(12)
@given(MADE, PLAYERS)
def test_every_promise_is_kept(folder: Path, made: Made, players: int) -> None:
    with shown(made.text):
        program = compiled(made.text, folder, players)
        promised(program, seed=3, rare=15, limit=LIMIT // 2)


@examples(12)
@given(MADE, PLAYERS)
def test_names_and_key_order_do_not_change_the_game(folder: Path, made: Made, players: int) -> None:
    """A/C35: the same rules with other names, or declared in another order, are the same game."""
    with shown(made.text):
        program = compiled(made.text, folder, players)
        other = compiled(renamed(made.text), folder, players)
        turned = compiled(to_yaml(top_reordered(made, random.Random(made.text))), folder, players)
        for index in range(2):
            assert course(other, index) == course(program, index, renamed)
            assert course(turned, index) == course(program, index)


@examples(8)
@given(MADE, PLAYERS)
def test_comments_and_author_keys_do_not_change_the_game(folder: Path, made: Made, players: int) -> None:
    with shown(commented(made.text)):
        program = compiled(made.text, folder, players)
        assert compiled(commented(made.text), folder, players).vector == program.vector


def test_the_generator_covers_the_language() -> None:
    """Each statement, operator and question occurs in a few hundred rulesets; none of them extends another file."""
    seen: Counter[str] = Counter()

    @examples(150)
    @given(MADE)
    def draw(made: Made) -> None:
        seen.update(made.used)
        text = made.text
        seen.update(f".{word}" for word in QUESTIONS if f".{word}" in text)
        seen.update(f" {sign} " for sign in OPERATORS if f" {sign} " in text)
        seen.update(word for word in ("(not ", "(-", " if ", "is none", "before.", "choice.") if word in text)

    draw()
    wanted = [*CORE, "set", "together", "if", *(f".{word}" for word in QUESTIONS), *(f" {sign} " for sign in OPERATORS)]
    wanted += ["(not ", "(-", " if ", "is none", "before.", "choice."]
    assert [each for each in wanted if not seen[each]] == ["inherited"]
