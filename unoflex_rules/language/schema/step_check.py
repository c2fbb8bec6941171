"""Checks the shape of statements, one by one: a core statement against its model, the call of an effect against a model
of the declared parameters.

Not here: other parts of a ruleset (shape_check.py), or the forms of other languages (call_forms.py).
"""

from __future__ import annotations

import typing
from collections.abc import Mapping as MappingType
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from unoflex_rules.language.diagnostics.hints import LOOPS, of_setting
from unoflex_rules.language.diagnostics.kinds import WrongType
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.schema import call_forms
from unoflex_rules.language.schema.models import Effect
from unoflex_rules.language.schema.null_values import drop_nulls
from unoflex_rules.language.schema.pydantic_errors import A_VALUE, LIST, models_in, report
from unoflex_rules.language.schema.statement_models import CORE, OPEN_CORE, IfModel, Shape, fields_by_key
from unoflex_rules.language.schema.unknown_statements import report_unknown_statement
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: A model for the call of each effect, by its name.
Models: TypeAlias = MappingType[str, type[Shape] | None]
IF_KEYS = {"if", "then", "else"}


class Block(Shape):
    """The steps that a caller gives to an effect; the effect names them as a statement."""


def lone_key(node: Node | None) -> str:
    """The only key of a mapping; otherwise empty."""
    return next(iter(node.entries)) if isinstance(node, Mapping) and len(node.entries) == 1 else ""


class StepField(NamedTuple):
    """A field that holds steps, or models in which steps may be; `by_name`: these are the values of a mapping."""

    is_steps: bool
    models: tuple[type[BaseModel], ...]
    by_name: bool


@lru_cache(maxsize=512)
def step_fields(model: type[BaseModel]) -> list[tuple[str, StepField]]:
    """The fields of a model with steps at any depth, by their keys."""
    found = []
    for key, field in fields_by_key(model).items():
        given = field.annotation
        is_steps = "steps" in field.metadata or _is_steps(given)
        by_name = any(typing.get_origin(part) is dict for part in (given, *typing.get_args(given)))
        models = () if is_steps else tuple(models_in(given))
        if is_steps or models:
            found.append((key, StepField(is_steps, models, by_name)))
    return found


class StepShapeChecker:
    """Checks statements, given the models of the effects that they may call."""

    def __init__(self, effects: Models, problems: Problems) -> None:
        self.effects = effects
        self.models: Models = {**effects, **CORE}
        self.problems = problems

    # ---- finding the statements ----------------------------------------------------------------------------------

    def check_lists(self, node: Node, model: type[BaseModel]) -> None:
        """Check every list of statements in a node that has the shape of a model, at any depth."""
        if not isinstance(node, Mapping):
            return
        checker = self
        if model is Effect:
            self.check_defaults(node)
            checker = StepShapeChecker({**self.effects, **_blocks_of(node)}, self.problems)
        for key, field in step_fields(model):
            if key in node:
                checker.check_field(node.entries[key].node, field)

    def check_field(self, node: Node, field: StepField) -> None:
        if field.is_steps:
            self.check_steps(node)
            return
        for model in field.models:
            if isinstance(node, Sequence):
                for item in node:
                    self.check_lists(item, model)
            elif isinstance(node, Mapping) and field.by_name:
                for entry in node:
                    self.check_lists(entry.node, model)
            elif isinstance(node, Mapping):
                self.check_lists(node, model)

    def check_defaults(self, effect: Mapping) -> None:
        """Check that the default of a parameter is steps if the parameter is steps, and only then."""
        for entry in _params_of(effect):
            default = entry.node.get(("default",))
            if isinstance(default, Sequence) and _takes_steps(entry):
                self.check_steps(default)
            elif default is not None and _takes_steps(entry):
                self.problems.report(WrongType(("a list of steps",)), default.span, label=LIST)
            elif isinstance(default, Sequence):
                self.problems.report(WrongType((A_VALUE,)), default.span)

    # ---- statements ----------------------------------------------------------------------------------------------

    def check_steps(self, node: Node) -> None:
        """Check a list of statements; pydantic reports a value that is no list."""
        in_branches = False  # whether an `if` or a loop was cut off from its branches
        items = node.items if isinstance(node, Sequence) else []
        for item, after in zip(items, [*items[1:], None], strict=False):
            if in_branches and lone_key(item) in ("then", "else", "do"):
                continue
            loop = lone_key(item) if lone_key(item) in (*LOOPS, "for_each") and lone_key(after) == "do" else ""
            in_branches = bool(loop) or (lone_key(item) == "if" and lone_key(after) == "then")
            if in_branches and isinstance(item, Mapping):
                message = "inside `[ ]`, put an `if` and its `then` in braces: `{if: ..., then: [...]}`"
                if loop:
                    message = f"a loop is one step: {_loop(loop)}"
                elif isinstance(after, Mapping) and after.span.line > item.span.line:
                    message = "`then` is part of its `if`: write it below the `if`, without a dash"
                self.problems.error("E105", message, item.head_span)
            else:
                self.check_step(item)

    def check_step(self, node: Node) -> None:
        """Check one statement: a mapping with a single key, a bare word, or `if` with its branches."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            self.check_call(node.value, node.span, None, node.span, is_quoted=node.style != "plain")
            return
        if not isinstance(node, Mapping) or not node.entries:
            message = "a step is a mapping with a single key, such as `draw: {count: 2}`"
            self.problems.error("E105", message, node.span)
            return
        if "if" in node.entries:
            form = call_forms.without_then(node, self.models)
            if form is not None:
                self.report_form("E102", form)
            else:
                self.check_arguments("if", node, IfModel)
            return
        first, *others = node
        if not others:
            self.check_call(first.key, first.key_span, first.node, first.key_span)
            return
        stray = others[0]
        if stray.key in IF_KEYS and first.key.startswith("if "):
            form = call_forms.in_words(first.key, first.key_span, None, False, {})
            if form is not None:
                self.report_form("E202", form._replace(notes=()))
                return
        notes = ("each step begins with its own `- `",)
        if stray.key in IF_KEYS:
            notes = ("`then` and `else` belong to an `if`",)
        elif stray.key == "do" and first.key in (*LOOPS, "for_each"):
            notes = (f"a loop is one step: {_loop(first.key)}",)
        self.problems.error("E105", f"a step has one key; `{stray.key}` is a second one", stray.key_span, notes=notes)

    def check_call(self, key: str, key_span: Span, node: Node | None, place: Span, is_quoted: bool = False) -> None:
        """Check a statement or the call of an effect; `node` is None for a bare word."""
        if key == "together":
            if isinstance(node, Sequence):
                self.check_steps(node)
            else:
                self.problems.report(WrongType(("a list of steps",)), node.span if node else place, label=LIST)
            return
        if key == "set":
            self.check_set(node, place)
            return
        if key not in self.models:
            form = call_forms.in_words(key, key_span, node, is_quoted, self.models)
            if form is not None:
                self.report_form("E202", form)
                return
            key = report_unknown_statement(key, key_span, [*CORE, *OPEN_CORE], self.effects, self.problems)
        model = self.models.get(key)
        if model is None:
            return
        if isinstance(node, Mapping):
            self.check_arguments(key, node, model)
            return
        given: dict[str, Entry] = {}
        if node is not None and not (isinstance(node, Scalar) and node.value is None):
            if not self.is_single(key, node, model):
                return
            assert model.short is not None
            given[model.short] = Entry(model.short, node.span, node)
        self.check_arguments(key, Mapping(given, place, place), model)

    def is_single(self, key: str, node: Node, model: type[Shape]) -> bool:
        """Whether a value may stand for the first argument; reports if not."""
        form = call_forms.several(key, node, model)
        number = call_forms.of_number(key, node, model)
        if model.short is None:
            such = "such as " if model.model_fields else "write "
            wanted = "a mapping" if model.model_fields else "no arguments"
            label = f"{such}`{call_forms.written(key, model)}`"
            self.problems.error("E103", f"`{key}` takes {wanted}", node.span, label=label)
        elif form is not None:
            self.report_form("E103", form)
        elif number is not None:
            self.report_form("E302", number)
        return model.short is not None and form is None and number is None

    def check_set(self, node: Node | None, place: Span) -> None:
        if not isinstance(node, Mapping) or not node.entries:
            meant = of_setting(node.text) if isinstance(node, Scalar) else None
            message = "`set` takes names with their new values, such as `set: {pending: 0}`"
            suggestion = None if meant is None else f"{{{meant}}}"
            self.problems.error("E103", message, node.span if node and meant else place, suggestion=suggestion)
            return
        for entry in node:
            meant = of_setting(entry.key)
            if meant is not None:
                message = "separate the name and its new value with a colon"
                self.problems.error("E103", message, entry.key_span, suggestion=meant)
            elif not isinstance(entry.node, Scalar):
                self.problems.report(WrongType((A_VALUE,)), entry.node.span)

    def check_arguments(self, key: str, node: Mapping, model: type[Shape]) -> None:
        drop_nulls(node, model, self.problems)
        try:
            model.model_validate(node.plain())
        except ValidationError as error:
            report(error, model, node, self.problems, "" if model is IfModel else call_forms.written(key, model))
        self.check_lists(node, model)

    def report_form(self, code: str, form: call_forms.Form) -> None:
        self.problems.error(code, form.message, form.span, suggestion=form.suggestion, notes=form.notes)


def _params_of(effect: Mapping) -> list[Entry]:
    params = effect.get(("params",))
    return list(params) if isinstance(params, Mapping) else []


def _takes_steps(param: Entry) -> bool:
    kind = param.node.get(("type",)) if isinstance(param.node, Mapping) else param.node
    return isinstance(kind, Scalar) and kind.value == "steps"


def _blocks_of(effect: Mapping) -> dict[str, type[Shape]]:
    """The parameters of an effect that are steps: their names are statements in its body."""
    return {entry.key: Block for entry in _params_of(effect) if _takes_steps(entry)}


def _is_steps(annotation: Any) -> bool:
    if "steps" in getattr(annotation, "__metadata__", ()):
        return True
    return any(_is_steps(part) for part in typing.get_args(annotation)) and not models_in(annotation)


def _loop(word: str) -> str:
    """How a loop is written that begins with another word, or lacks its mapping."""
    if word == "for_each":
        return "`for_each: {in: ..., do: [...]}`"
    condition = "while" if word in ("while", "until") else "times"
    return f"`repeat: {{{condition}: {'not ...' if word == 'until' else '...'}, do: [...]}}`"
