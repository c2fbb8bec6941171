"""A statement has one name: its key in YAML, its model, its steps, its instruction and its event.

Not here: the behaviour of each statement.
"""

import inspect

import pytest

from unoflex_rules.language.schema import statement_models
from unoflex_rules.language.statements import tree
from unoflex_rules.language.statements.statement_checker import StatementChecker
from unoflex_rules.program.events import EVENTS
from unoflex_rules.program.opcodes import OPCODES

STATEMENTS = [*statement_models.CORE, *statement_models.OPEN_CORE]
# Statements that expand to other steps and leave no step of their name.
EXPANDED = {"fire", "inherited"}
# Statements without an instruction of their name, with the instructions that implement them.
INSTRUCTIONS = {
    "window": {"EACH_SEAT", "NEXT_SEAT", "ASK"},
    "choose": {"ASK", "OPTION_EACH"},
    "for_each": {"EACH_SEAT", "NEXT_SEAT", "EACH_CARD", "NEXT_CARD"},
    "repeat": {"JUMP"},
    "stop": {"JUMP"},
    "come_back": {"LEAVE"},
    "finish": {"END_ROUND", "END_GAME"},
    "together": {"CALL"},
    "if": {"JUMP_IF", "JUMP_UNLESS"},
}
# Statements without an event of their name, with the events that they cause.
RECORDED = {
    "resolve": set(),
    "ask": {"taken"},
    "window": {"taken"},
    "choose": {"taken", "choice"},
    "for_each": set(),
    "repeat": set(),
    "stop": set(),
    "count": set(),
    "finish": {"round_over", "game_over"},
    "together": set(),
    "if": set(),
}


def in_camel_case(keyword):
    return "".join(part.capitalize() for part in keyword.split("_"))


def steps_of(keyword):
    start = in_camel_case(keyword)
    return [name for name in vars(tree) if name.startswith(start) and name.endswith("Step")]


@pytest.mark.parametrize("keyword, model", statement_models.CORE.items())
def test_the_model_has_the_name_of_the_statement(keyword, model):
    assert model.__name__ == f"{in_camel_case(keyword)}Model"


@pytest.mark.parametrize("keyword", STATEMENTS)
def test_the_steps_have_the_name_of_the_statement(keyword):
    assert bool(steps_of(keyword)) != (keyword in EXPANDED)


@pytest.mark.parametrize("keyword", statement_models.CORE)
def test_the_expansion_has_the_name_of_the_statement(keyword):
    assert inspect.isfunction(getattr(StatementChecker, f"do_{keyword}"))


@pytest.mark.parametrize("keyword", STATEMENTS)
def test_the_instruction_has_the_name_of_the_statement(keyword):
    expected = {keyword.upper()} if keyword not in INSTRUCTIONS | dict.fromkeys(EXPANDED) else INSTRUCTIONS.get(keyword)
    assert (expected or set()) <= set(OPCODES)
    assert (keyword.upper() in OPCODES) == (expected == {keyword.upper()})


@pytest.mark.parametrize("keyword", STATEMENTS)
def test_the_event_has_the_name_of_the_statement(keyword):
    expected = {keyword} if keyword not in RECORDED | dict.fromkeys(EXPANDED) else RECORDED.get(keyword)
    assert (expected or set()) <= set(EVENTS)
    assert (keyword in EVENTS) == (expected == {keyword})
