"""Judges the shape of a ruleset: pydantic's verdicts, turned into problems with places. Not here: what names mean.

Statements are judged one by one: a core statement by its model, the call of an effect by a model made from its declared
parameters, so that pydantic's error path is the path in the file.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping as MappingType
from typing import Any

from pydantic import BaseModel, Field, ValidationError, create_model

from unoflex_rules.language.schema import call_forms
from unoflex_rules.language.schema.unknown_statements import report_unknown_statement
from unoflex_rules.language.schema.ranges import COUNT, RANGE
from unoflex_rules.language.diagnostics.hints import LOOPS, of_setting
from unoflex_rules.language.schema.models import DeckEntry, DeckFace, Effect, Ruleset
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.schema.zone_visibility import put_options_in
from unoflex_rules.language.schema.statement_models import CORE, OPEN_CORE, Expression, IfModel, Shape, Steps, fields_by_key
from unoflex_rules.language.schema.pydantic_errors import LIST, models_in, parts_of, report

IF_KEYS = {"if", "then", "else"}


def judge(tree: Mapping, problems: Problems) -> Ruleset | None:
    """The ruleset's model, or None after saying what is wrong with its shape; statements are judged too."""
    before = len(problems)
    gather(tree, problems)
    forget_nothing(tree, Ruleset, problems)
    data = tree.plain()
    for key in [key for key in data if key.startswith("x-") or key == "$schema"]:
        del data[key]
    put_options_in(data)
    model: Ruleset | None = None
    try:
        model = Ruleset.model_validate(data)
    except ValidationError as error:
        report(error, Ruleset, tree, problems)
    judge_step_lists(tree, Ruleset, effect_models(tree), problems)
    return model if len(problems) == before else None


def gather(node: Node, problems: Problems) -> None:
    """Put a branch that stands as far left as the list above it into the last step there, whose branch it is."""
    children: list[Node] = list(node) if isinstance(node, Sequence) else []
    if isinstance(node, Mapping):
        for key in ("then", "else"):
            if key in node and "if" not in node:
                _gather_branch(node, key, problems)
        children = [entry.node for entry in node]
    for child in children:
        gather(child, problems)


def _gather_branch(node: Mapping, key: str, problems: Problems) -> None:
    entry = node.entries[key]
    lists = [each.node for each in node if isinstance(each.node, Sequence) and each.node.items]
    steps = [each.items[-1] for each in lists if each.items[-1].span.file == entry.key_span.file]
    above = [step for step in steps if step.span.line < entry.key_span.line]
    step = max(above, key=lambda each: each.span.line, default=None)
    if not isinstance(step, Mapping) or "if" not in step or key in step:
        return
    place = step.entries["if"].key_span
    message = f"`{key}` stands too far to the left: it belongs to the `if` above it"
    label, also = f"begins at column {place.column}", ((place, "its `if`"),)
    problems.error("E101", message, entry.key_span, label=label, also=also)
    step.entries[key] = node.entries.pop(key)


def forget_nothing(node: Node, model: type[BaseModel], problems: Problems) -> None:
    """Take out the keys with `null` behind them, where they need not be there, at any depth.

    Names that the author gives stay, and so do keys that must be there, and a value that was forgotten: what is wrong
    with them is pydantic's to say, but where it would let `null` stand as well.
    """
    if not isinstance(node, Mapping):
        return
    fields = fields_by_key(model)
    attributes = model.model_config.get("extra") == "allow" and model not in (DeckEntry, DeckFace)
    for key, entry in list(node.entries.items()):
        field = fields.get(key)
        if isinstance(entry.node, Scalar) and entry.node.value is None:
            forgotten = entry.node.text == ""
            if forgotten and field is not None and type(None) in parts_of(field.annotation):
                note = f"`{key}: null` takes back what is inherited"
                problems.error("E103", f"nothing is written behind `{key}:`", entry.node.span, notes=(note,))
                forgotten = False
            if not forgotten and (not field.is_required() if field is not None else attributes):
                del node.entries[key]
        elif field is not None:
            forget_inside(entry.node, field.annotation, problems)


def forget_inside(node: Node, annotation: Any, problems: Problems) -> None:
    """Go into what stands under a key: a mapping, mappings by name, or a list of them."""
    for part in parts_of(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel):
            forget_nothing(node, part, problems)
        elif typing.get_origin(part) is list and isinstance(node, Sequence):
            for item in node:
                forget_inside(item, typing.get_args(part)[0], problems)
        elif typing.get_origin(part) is dict and isinstance(node, Mapping):
            for entry in node:
                forget_inside(entry.node, typing.get_args(part)[1], problems)


def effect_models(tree: Mapping) -> dict[str, type[Shape] | None]:
    """A model for the call of each declared effect; None where its declaration is not well formed."""
    found: dict[str, type[Shape] | None] = {}
    effects = tree.get(("effects",))
    if isinstance(effects, Mapping):
        for entry in effects:
            found[entry.key] = _effect_model(entry.key, entry.node)
    return found


def _effect_model(name: str, node: Node) -> type[Shape] | None:
    if not isinstance(node, Mapping):
        return None
    params = node.get(("params",))
    if params is not None and not isinstance(params, Mapping):
        return None
    fields: dict[str, Any] = {}
    first: str | None = None
    kinds: dict[str, str] = {}
    for entry in params or ():
        spec = entry.node
        kind = spec.get(("type",)) if isinstance(spec, Mapping) else spec
        default = spec.get(("default",)) if isinstance(spec, Mapping) else None
        if not isinstance(kind, Scalar) or not entry.key.isidentifier():
            return None
        first = first or entry.key
        kinds[entry.key] = "int" if RANGE.match(kind.text) or kind.text == COUNT else kind.text
        annotation: Any = Steps if kind.value == "steps" else Expression
        if default is None:
            fields[f"p_{entry.key}"] = (annotation, Field(alias=entry.key))
        else:
            fields[f"p_{entry.key}"] = (annotation | None, Field(default=None, alias=entry.key))
    model = create_model(name, __base__=Shape, **fields)
    model.short, model.kinds = first, kinds
    return model


# ---- walking the statements --------------------------------------------------------------------------------------


def judge_step_lists(
    node: Node, model: type[BaseModel], effects: MappingType[str, type[Shape] | None], problems: Problems
) -> None:
    """Judge every list of statements that stands where `model` has one, at any depth."""
    if not isinstance(node, Mapping):
        return
    if model is Effect:
        _judge_defaults(node, effects, problems)
        effects = {**effects, **_blocks_of(node)}
    for key, field in fields_by_key(model).items():
        child = node.get((key,))
        if child is not None:
            _judge_field(child, field.annotation, field.metadata, effects, problems)


class Block(Shape):
    """The steps that a caller gives to an effect, carried out where their name stands."""


def _judge_defaults(effect: Mapping, effects: MappingType[str, type[Shape] | None], problems: Problems) -> None:
    """Steps may be the default of a parameter that is steps, and of no other."""
    params = effect.get(("params",))
    for entry in params if isinstance(params, Mapping) else ():
        kind, default = entry.node.get(("type",)), entry.node.get(("default",))
        steps = isinstance(kind, Scalar) and kind.value == "steps"
        if isinstance(default, Sequence) and steps:
            judge_steps(default, effects, problems)
        elif isinstance(default, Sequence) or (default is not None and steps):
            wanted = "a list of steps" if steps else "a value or an expression"
            problems.error("E103", f"{wanted} is expected here", default.span, label=LIST if steps else "")


def _blocks_of(effect: Mapping) -> dict[str, type[Shape]]:
    """The parameters of an effect that are steps: their names are statements in its body."""
    found: dict[str, type[Shape]] = {}
    params = effect.get(("params",))
    for entry in params if isinstance(params, Mapping) else ():
        kind = entry.node.get(("type",)) if isinstance(entry.node, Mapping) else entry.node
        if isinstance(kind, Scalar) and kind.value == "steps":
            found[entry.key] = Block
    return found


def _judge_field(
    node: Node,
    annotation: Any,
    metadata: list[Any],
    effects: MappingType[str, type[Shape] | None],
    problems: Problems,
) -> None:
    if "steps" in metadata or _is_steps(annotation):
        judge_steps(node, effects, problems)
        return
    for model in models_in(annotation):
        if isinstance(node, Sequence):
            for item in node:
                judge_step_lists(item, model, effects, problems)
        elif isinstance(node, Mapping):
            if any(typing.get_origin(part) is dict for part in (annotation, *typing.get_args(annotation))):
                for entry in node:
                    judge_step_lists(entry.node, model, effects, problems)
            else:
                judge_step_lists(node, model, effects, problems)


def _is_steps(annotation: Any) -> bool:
    if "steps" in getattr(annotation, "__metadata__", ()):
        return True
    return any(_is_steps(part) for part in typing.get_args(annotation)) and not models_in(annotation)


def judge_steps(node: Node, effects: MappingType[str, type[Shape] | None], problems: Problems) -> None:
    """Judge a list of statements; that it is one is pydantic's to say."""
    apart = False  # whether an `if` was cut off from what follows
    items = node.items if isinstance(node, Sequence) else []
    for item, after in zip(items, [*items[1:], None]):
        if apart and lone_key(item) in ("then", "else", "do"):
            continue
        loop = lone_key(item) if lone_key(item) in (*LOOPS, "for_each") and lone_key(after) == "do" else ""
        apart = bool(loop) or (lone_key(item) == "if" and lone_key(after) == "then")
        if apart and isinstance(item, Mapping):
            message = "inside `[ ]`, an `if` and its `then` stand in braces: `{if: ..., then: [...]}`"
            if isinstance(after, Mapping) and after.span.line > item.span.line:
                message = "`then` is no step of its own: it stands below its `if`, without a dash before it"
            if loop:
                message = f"a loop is one step: {_loop(loop)}"
            problems.error("E105", message, item.head_span)
        else:
            judge_step(item, effects, problems)


def _loop(word: str) -> str:
    """How a loop is written that was begun with another word, or without its mapping."""
    if word == "for_each":
        return "`for_each: {in: ..., do: [...]}`"
    condition = {"while": "while", "until": "while"}.get(word, "times")
    return f"`repeat: {{{condition}: {'not ...' if word == 'until' else '...'}, do: [...]}}`"


def lone_key(node: Node | None) -> str:
    """The only key of a mapping, else nothing."""
    return next(iter(node.entries)) if isinstance(node, Mapping) and len(node.entries) == 1 else ""


def judge_step(node: Node, effects: MappingType[str, type[Shape] | None], problems: Problems) -> None:
    """Judge one statement: a single-key mapping, a bare word, or `if` with its branches."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        _judge_call(node.value, node.span, None, node.span, effects, problems, quoted=node.style != "plain")
        return
    if not isinstance(node, Mapping) or not node.entries:
        problems.error("E105", "a step is a mapping with a single key, such as `draw: {count: 2}`", node.span)
        return
    if "if" in node.entries:
        way = call_forms.without_then(node, {**CORE, **effects})
        if way is not None:
            tell(way, "E102", problems)
            return
        _judge_model("if", node, IfModel, effects, problems)
        return
    keys = list(node)
    if len(keys) > 1 and keys[1].key in IF_KEYS and keys[0].key.startswith("if "):
        way = call_forms.in_words(keys[0].key, keys[0].key_span, None, False, {})
        if way is not None:
            tell(way._replace(notes=()), "E202", problems)
            return
    if len(keys) > 1:
        stray = keys[1]
        notes = ("each step begins with its own `- `",)
        if stray.key in IF_KEYS:
            notes = ("`then` and `else` belong to an `if`",)
        elif stray.key == "do" and keys[0].key in (*LOOPS, "for_each"):
            notes = (f"a loop is one step: {_loop(keys[0].key)}",)
        problems.error("E105", f"a step has a single key; `{stray.key}` is one too many", stray.key_span, notes=notes)
        return
    _judge_call(keys[0].key, keys[0].key_span, keys[0].node, keys[0].key_span, effects, problems)


def _judge_call(
    key: str,
    key_span: Span,
    node: Node | None,
    place: Span,
    effects: MappingType[str, type[Shape] | None],
    problems: Problems,
    quoted: bool = False,
) -> None:
    if key == "together":
        if not isinstance(node, Sequence):
            problems.error("E103", "`together` takes a list of steps", node.span if node else place, label=LIST)
            return
        judge_steps(node, effects, problems)
        return
    if key == "set":
        if not isinstance(node, Mapping) or not node.entries:
            said = of_setting(node.text) if isinstance(node, Scalar) else None
            message = "`set` needs what is set, such as `set: {pending: 0}`"
            if said is not None and node is not None:
                problems.error("E103", message, node.span, suggestion=f"{{{said}}}")
            else:
                problems.error("E103", message, place)
            return
        for entry in node:
            said = of_setting(entry.key)
            if said is not None:
                message = "what is set and its value stand on both sides of a colon"
                problems.error("E103", message, entry.key_span, suggestion=said)
            elif not isinstance(entry.node, Scalar):
                problems.error("E103", "a value or an expression is expected here", entry.node.span)
        return
    model = CORE.get(key)
    if model is None and key in effects:
        model = effects[key]
        if model is None:
            return
    if model is None:
        way = call_forms.in_words(key, key_span, node, quoted, {**CORE, **effects})
        if way is not None:
            tell(way, "E202", problems)
            return
        guess = report_unknown_statement(key, key_span, [*CORE, *OPEN_CORE], effects, problems)
        model = CORE.get(guess) or effects.get(guess)
        if model is None:
            return
    if isinstance(node, Mapping):
        _judge_model(key, node, model, effects, problems)
        return
    given: dict[str, Entry] = {}
    if node is not None and not (isinstance(node, Scalar) and node.value is None):
        if model.short is None:
            wanted, label = ("nothing", "") if not model.model_fields else ("a mapping", "such as ")
            label = f"{label or 'write '}`{call_forms.written(key, model)}`"
            problems.error("E103", f"`{key}` takes {wanted}", node.span, label=label)
            return
        way = call_forms.several(key, node, model)
        if way is not None:
            tell(way, "E103", problems)
            return
        way = call_forms.of_number(key, node, model)
        if way is not None:
            tell(way, "E302", problems)
            return
        given[model.short] = Entry(model.short, node.span, node)
    _judge_model(key, Mapping(given, place, place), model, effects, problems)


def tell(way: call_forms.Way, code: str, problems: Problems) -> None:
    """Note that a step is written in a way that is none."""
    problems.error(code, way.message, way.span, suggestion=way.instead, notes=way.notes)


def _judge_model(
    key: str, node: Mapping, model: type[Shape], effects: MappingType[str, type[Shape] | None], problems: Problems
) -> None:
    forget_nothing(node, model, problems)
    try:
        model.model_validate(node.plain())
    except ValidationError as error:
        report(error, model, node, problems, "" if model is IfModel else call_forms.written(key, model))
    judge_step_lists(node, model, effects, problems)
