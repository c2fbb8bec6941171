"""Suggested forms of steps: each can be read as suggested."""

import pytest

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.schema.call_forms import in_words, written
from unoflex_rules.language.schema.shape_check import effect_models
from unoflex_rules.language.schema.statement_models import CORE
from unoflex_rules.language.schema.step_check import StepShapeChecker
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Sequence

EFFECTS = "effects: {pay: {help: Pays., params: {player: players, count: {type: int, default: 1}}, do: []}}"
AT = Span("", 1, 1, 1, 9)


def judged(step):
    """Return the problems of a step, with an additional effect."""
    problems = Problems()
    tree = read_text(f"{EFFECTS}\nsteps:\n  - {step}\n", "", problems)
    steps = tree.get(("steps",))
    assert isinstance(steps, Sequence)
    StepShapeChecker(effect_models(tree), problems).check_steps(steps)
    return [str(problem) for problem in problems.sorted()]


def models():
    return {**CORE, **effect_models(read_text(EFFECTS, "", Problems()))}


@pytest.mark.parametrize("key", [*CORE, "pay"])
def test_suggested_forms_are_valid(key):
    step = written(key, models()[key])
    assert step.partition(":")[0] == key
    assert judged(step.replace("[...]", "[]").replace("...", "something")) == []


@pytest.mark.parametrize(
    "said, instead",
    [
        ("pay next", "pay: next"),
        ("pay next 2", "pay: {player: next, count: 2}"),
        ("pay(next, 2)", "pay: {player: next, count: 2}"),
        ("pay()", "pay"),
        ("pay next, 2, 3", None),
        ("if self.ready then pay next", "{if: self.ready, then: [pay: next]}"),
        ("if self.ready", "if: self.ready"),
    ],
)
def test_a_sentence_becomes_a_step(said, instead):
    way = in_words(said, AT, None, False, models())
    assert way is not None
    assert way.suggestion == instead
    assert instead is None or not instead.endswith("}") or judged(instead) == []


@pytest.mark.parametrize("said", ["payment", "sing a song", "pay", "iffy"])
def test_a_sentence_begins_with_a_known_word(said):
    assert in_words(said, AT, None, False, models()) is None
