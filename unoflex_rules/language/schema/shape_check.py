"""Checks the shape of a ruleset against its models.

Not here: statements (step_check.py), the problems made of pydantic's errors (pydantic_errors.py), or what names mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import Field, ValidationError, create_model

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.schema.models import RulesetModel
from unoflex_rules.language.schema.null_values import drop_nulls
from unoflex_rules.language.schema.pydantic_errors import report
from unoflex_rules.language.schema.ranges import COUNT, RANGE
from unoflex_rules.language.schema.statement_models import Expression, Shape, Steps
from unoflex_rules.language.schema.step_check import Models, StepShapeChecker
from unoflex_rules.language.schema.zone_visibility import put_options_in
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence


def check_shape(tree: Mapping, problems: Problems) -> RulesetModel | None:
    """The model of a ruleset, or None after reporting what is wrong with its shape; statements are checked too."""
    before = len(problems)
    attach_branches(tree, problems)
    drop_nulls(tree, RulesetModel, problems)
    data = tree.plain()
    for key in [key for key in data if key.startswith("x-") or key == "$schema"]:
        del data[key]
    put_options_in(data)
    model: RulesetModel | None = None
    try:
        model = RulesetModel.model_validate(data)
    except ValidationError as error:
        report(error, RulesetModel, tree, problems)
    StepShapeChecker(effect_models(tree), problems).check_lists(tree, RulesetModel)
    return model if len(problems) == before else None


def attach_branches(node: Node, problems: Problems) -> None:
    """Move a `then` or `else` that is as far left as the list above it into the `if` at the end of that list."""
    children: list[Node] = list(node) if isinstance(node, Sequence) else []
    if isinstance(node, Mapping):
        for key in ("then", "else"):
            if key in node and "if" not in node:
                _attach_branch(node, key, problems)
        children = [entry.node for entry in node]
    for child in children:
        attach_branches(child, problems)


def _attach_branch(node: Mapping, key: str, problems: Problems) -> None:
    entry = node.entries[key]
    lists = [each.node for each in node if isinstance(each.node, Sequence) and each.node.items]
    steps = [each.items[-1] for each in lists if each.items[-1].span.file == entry.key_span.file]
    above = [step for step in steps if step.span.line < entry.key_span.line]
    step = max(above, key=lambda each: each.span.line, default=None)
    if not isinstance(step, Mapping) or "if" not in step or key in step:
        return
    place = step.entries["if"].key_span
    message = f"indent `{key}` like the `if` above it, to which it belongs"
    label, also = f"the `if` starts at column {place.column}", ((place, "its `if`"),)
    problems.error("E101", message, entry.key_span, label=label, also=also)
    step.entries[key] = node.entries.pop(key)


def effect_models(tree: Mapping) -> Models:
    """A model for the call of each declared effect; None if its declaration is malformed."""
    effects = tree.get(("effects",))
    return {entry.key: _effect_model(entry.node) for entry in effects} if isinstance(effects, Mapping) else {}


def _effect_model(node: Node) -> type[Shape] | None:
    if not isinstance(node, Mapping):
        return None
    params = node.get(("params",))
    if params is not None and not isinstance(params, Mapping):
        return None
    declared: list[tuple[str, str, bool, bool]] = []
    for entry in params or ():
        spec = entry.node
        kind = spec.get(("type",)) if isinstance(spec, Mapping) else spec
        default = spec.get(("default",)) if isinstance(spec, Mapping) else None
        if not isinstance(kind, Scalar) or not entry.key.isidentifier():
            return None
        declared.append((entry.key, kind.text, kind.value == "steps", default is not None))
    return _call_model(tuple(declared))


@lru_cache(maxsize=512)
def _call_model(declared: tuple[tuple[str, str, bool, bool], ...]) -> type[Shape]:
    """The model for calls of an effect: of each parameter the name, the type, whether it is steps, and optional."""
    fields: dict[str, Any] = {}
    kinds: dict[str, str] = {}
    for key, kind, is_steps, is_optional in declared:
        kinds[key] = "int" if RANGE.match(kind) or kind == COUNT else kind
        annotation: Any = Steps if is_steps else Expression
        if is_optional:
            fields[f"p_{key}"] = (annotation | None, Field(default=None, alias=key))
        else:
            fields[f"p_{key}"] = (annotation, Field(alias=key))
    model = create_model("Call", __base__=Shape, **fields)
    model.short, model.kinds = next(iter(kinds), None), kinds
    return model
