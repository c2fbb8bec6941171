"""Pydantic's verdicts on a shape, turned into problems with places, in the words of the file's author.

What is judged, and by which models, is shape_check.py's part.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping as MappingType
from typing import Any

from pydantic import BaseModel, ValidationError

from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownKey, UnknownName
from unoflex_rules.language.schema.flat_forms import as_mapping
from unoflex_rules.language.diagnostics.hints import ELSE_IF, INSTEAD_OF_ELSE_IF, named
from unoflex_rules.language.compose.merge import NAMING
from unoflex_rules.language.schema.models import ID, LANGUAGE, RANGE, SIGHTS, SIGN, Ruleset
from unoflex_rules.language.yaml.nodes import Mapping, Node, Path, Scalar, Sequence
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.scalars import described, lookalike
from unoflex_rules.language.schema.statement_models import LISTED, fields_by_key

#: What a text looks like that is a name, or something else.
NAME = "a name is made of letters, digits and `_`"
PATTERNS = {
    SIGN: "a sign is made of 1 to 8 characters that are no letters, digits or spaces: `▲▲`",
    RANGE: "a range such as `1..13` is expected here",
    ID: "an id is made of small letters, digits, `-`, `_` and `/`, such as `my-game`",
}
#: Keys behind which a text stands that a person reads.
TEXTS = frozenset({"title", "description", "help", "mark", "because", "reason"})
#: Parts of a ruleset whose entries have a `type`.
TYPED = ("options", "variables", "attributes", "card_state", "active")
SIGHT = "an option may say it too; it cannot change during play: move cards to a zone that others see, or `reveal` them"
AN_EXPRESSION = "a value or an expression is expected here"
LIST = "write `[...]`, or lines that begin with `- `"


def parts_of(annotation: Any) -> list[Any]:
    """The members of a union, the type that is annotated, or the type itself."""
    if typing.get_origin(annotation) is typing.Annotated:
        return parts_of(typing.get_args(annotation)[0])
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        return [part for each in typing.get_args(annotation) for part in parts_of(each)]
    return [annotation]


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """The models that a field's type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in typing.get_args(annotation) for model in models_in(part)]


def report(error: ValidationError, model: type[BaseModel], node: Node, problems: Problems, written: str = "") -> None:
    """Say in the author's words what pydantic found, each fault once and at its place.

    `written`: how the whole of it is written, for whoever left something out.
    """
    groups: dict[Path, list[dict[str, Any]]] = {}
    for fault in error.errors(include_url=False):
        groups.setdefault(existing(node, fault["loc"]), []).append(dict(fault))
    meant = {near for path, faults in groups.items() for near in [slip(path, groups, model)] if near is not None}
    around = {path[:depth] for path in groups for depth in range(len(path))}  # in which there are faults further inside
    for path, faults in groups.items():
        kinds = kinds_of(faults)
        if kinds <= TYPE_FAULTS | {"literal_error"} and path in around:
            continue
        if kinds & TYPE_FAULTS and kinds - TYPE_FAULTS:
            faults = [fault for fault in faults if fault["type"] not in TYPE_FAULTS]
        faults = [fault for fault in faults if fault["type"] != "missing" or (path, fault["loc"][-1]) not in meant]
        if faults:
            _report_at(path, faults, model, node, problems, slip(path, groups, model), written)


MAPPING_FAULTS = {"dict_type", "model_type", "model_attributes_type"}
TYPE_FAULTS = {"string_type", "bool_type", "int_type", "list_type", "dict_type", "model_type", "model_attributes_type"}


def slip(
    path: Path, groups: MappingType[Path, list[dict[str, Any]]], model: type[BaseModel]
) -> tuple[Path, str] | None:
    """The mapping and the key that an unknown key was probably meant to be: it is not told as missing too.

    That which is like it, or, of a mapping with a single unknown key, the single one that is missing.
    """
    if groups[path][0]["type"] != "extra_forbidden":
        return None
    inside = path[:-1]
    near = nearest(str(path[-1]), known_keys(model, inside))
    if near is None:
        missing = {str(fault["loc"][-1]) for fault in groups.get(inside, ()) if fault["type"] == "missing"}
        strays = [each for each, faults in groups.items() if each[:-1] == inside and is_stray(faults)]
        near = missing.pop() if len(missing) == len(strays) == 1 else None
    return (inside, near) if near is not None else None


def is_stray(faults: list[dict[str, Any]]) -> bool:
    """Whether what is wrong is a key that nobody knows."""
    return bool(faults[0]["type"] == "extra_forbidden")


def existing(node: Node, loc: tuple[str | int, ...]) -> Path:
    """The part of an error path that stands in the file; names of union branches are passed over."""
    path: list[str | int] = []
    for step in loc:
        if node.get((step,)) is not None:
            child = node.get((step,))
            assert child is not None
            node = child
            path.append(step)
    return tuple(path)


def _report_at(
    path: Path,
    faults: list[dict[str, Any]],
    model: type[BaseModel],
    node: Node,
    problems: Problems,
    meant: tuple[Path, str] | None,
    written: str,
) -> None:
    fault = faults[0]
    kind = fault["type"]
    name = str(fault["loc"][-1])
    if kind == "extra_forbidden":
        known = [*(NAMING if model is Ruleset and len(path) == 1 else ()), *known_keys(model, path[:-1])]
        notes = (f"keys here: {', '.join(known)}",) if known else ()
        if " " in name:
            notes = ("inside `{ }` a comma ends a value: quote the text if this belongs to the one before",)
        suggestion = meant[1] if meant is not None else None
        if name in ELSE_IF and "else" in known:
            suggestion, notes = None, (INSTEAD_OF_ELSE_IF,)
        problems.report(UnknownKey(name), node.span_of(path, key=True), suggestion=suggestion, notes=notes)
        return
    if kind == "missing":
        for each in faults:
            if each["type"] == "missing":
                missing = str(each["loc"][-1])
                target = node.get(path)
                span = target.head_span if isinstance(target, Mapping) else node.span_of(path)
                label = f"such as `{written}`" if written and not path else f"needs `{missing}`"
                problems.report(MissingKey(missing), span, label=label)
        return
    target = node.get(path)
    if model is Ruleset and len(path) == 2 and path[0] == "options" and isinstance(target, Scalar):
        options = node.get(("options",))
        declared = [
            entry.key for entry in (options if isinstance(options, Mapping) else ()) if isinstance(entry.node, Mapping)
        ]
        name = str(path[1])  # where its letters are the fault, pydantic's place ends in `[key]`
        kind = {bool: "bool", int: "int"}.get(type(target.value), f"[{target.text}, ...]")
        new = f"a new one is declared: `{name}: {{type: {kind}, default: {target.text}, help: ...}}`"
        unknown = UnknownName("E209", "option", name, tuple(declared))
        problems.report(unknown, node.span_of(path, key=True), notes=(new if name.isidentifier() else NAME,))
        return
    span = target.head_span if isinstance(target, Mapping) and target.head else node.span_of(path)
    literal = kind == "literal_error" and all(each["type"] in TYPE_FAULTS | {"literal_error"} for each in faults)
    if literal and isinstance(target, Scalar):
        expected = str(fault["ctx"]["expected"])
        words = [word.strip().strip("'") for word in expected.replace(" or ", ",").split(",")]
        text = f"the text `{target.text}`" if target.style != "plain" and target.text in words else f"`{target.text}`"
        message = f"{text} cannot stand here, only {listed(words, 'or')}"
        is_sight = model is Ruleset and path[0] == "zones" and path[2:3] in (("visible",), ("top",))
        known = [*words, *sights_of(node)] if is_sight else words
        near = target.text if target.text in words else nearest(target.text, known)
        problems.error("E106", message, span, suggestion=near, notes=(SIGHT,) if is_sight else ())
        return
    if "[key]" in fault["loc"]:
        message = NAME
        if fault.get("ctx", {}).get("pattern") == LANGUAGE:
            message = f"`{path[-1]}` is no language: say `en`, `cs`, `pt-BR` ..."
        odd = strange(str(path[-1]))
        near = named(str(path[-1])) if message == NAME and not odd else None
        near = None if near == path[-1] else near
        problems.error("E104", message, node.span_of(path, key=True), suggestion=near, notes=odd)
        return
    wanted = sorted({sentence(each) for each in faults})
    unsaid = isinstance(target, Scalar) and target.value is None and target.text == "" and isinstance(path[-1], str)
    if unsaid and kinds_of(faults) == {"string_type"}:
        wanted = [f"nothing is written behind `{path[-1]}:`"]
    if isinstance(target, Scalar) and isinstance(target.value, float):
        wanted = ["a whole number or an expression is expected here"]
    elif kinds_of(faults) == {"string_type", "bool_type", "int_type"}:
        wanted = [AN_EXPRESSION]
    if kinds_of(faults) == {"string_type", "int_type"} and (written or model is Ruleset):
        wanted = ["a whole number or an expression is expected here"]
    typed = of_type(path, node) if model is Ruleset and kinds_of(faults) <= TYPE_FAULTS else None
    if typed is not None:
        message, place, way = typed
        problems.error("E103", message, place, notes=(way,))
        return
    code = "E103" if kind in TYPE_FAULTS or kind == LISTED or literal else "E104"
    nothing = isinstance(target, Scalar) and target.value is None
    notes = (
        ("there is nothing here; an empty mapping is `{}`",) if nothing and kinds_of(faults) & MAPPING_FAULTS else ()
    )
    if nothing and "list_type" in kinds_of(faults):
        notes = ("there is nothing here; `null` takes back what is inherited, and an empty list is `[]`",)
    if isinstance(target, Scalar) and isinstance(target.value, str) and kinds_of(faults) & MAPPING_FAULTS:
        notes = (*notes, *strange(target.text))
    label = LIST if kinds_of(faults) == {"list_type"} else ""
    if "sees" in path and "list_type" in kinds_of(faults) and not isinstance(target, Sequence):
        notes = (*notes, "`sees` tells of cards in zones; a variable has its value under `variables`, whoever sees it")
    single = isinstance(target, Scalar) and isinstance(target.value, str) and of_words(kinds_at(model, path))
    number = isinstance(target, Scalar) and target.style == "plain" and not isinstance(target.value, str | None)
    quoted = "string_type" in kinds_of(faults) and not TEXTS.isdisjoint(path)
    suggestion = f'"{target.text}"' if isinstance(target, Scalar) and number and quoted else None
    if target is not None and not nothing and suggestion is None and kinds_of(faults) <= MAPPING_FAULTS:
        suggestion, label = as_mapping(target, kinds_at(model, path))
    elif isinstance(target, Scalar) and single and "list_type" in kinds_of(faults):
        suggestion, label = f"[{target.text}]", ""
    elif isinstance(target, Scalar) and suggestion is None:
        if kinds_of(faults) == {"bool_type"}:
            suggestion = nearest(target.text, ("true", "false"))
        elif (
            (written or model is Ruleset)
            and wanted == [AN_EXPRESSION]
            and nothing
            and target.text
            and path[-1:] != ("if",)
        ):
            suggestion = "none"
    problems.error(code, either(wanted), span, label=label, suggestion=suggestion, notes=notes)


def of_type(path: Path, node: Node) -> tuple[str, Span, str] | None:
    """What is wrong with a list of values in the place of a type, where, and the way out; None where there is none.

    A list of numbers is one fault, not several.
    """
    if len(path) < 2 or path[0] not in TYPED or path[2:3] not in ((), ("type",)):
        return None
    values = node.get(path[:3])
    if not isinstance(values, Sequence):
        return None
    if path[0] != "options":
        note = "values are declared under `values`, such as `mood: [good, bad]`, and `type: mood` is one of them"
        return "the name of a type is expected here", values.span, note
    note = f"a number is `{path[1]}: {{type: int, min: ..., max: ...}}`; names are such as `[few, many]`"
    return "the values of an option are names, or it is a number", values.span, note


def sights_of(tree: Node) -> list[str]:
    """The options that may say who sees a zone: all of their values are words for that."""
    options = tree.get(("options",))
    kinds = {entry.key: entry.node.get(("type",)) for entry in (options if isinstance(options, Mapping) else ())}
    return [
        name
        for name, kind in kinds.items()
        if isinstance(kind, Sequence) and all(each in SIGHTS for each in kind.plain())
    ]


def of_words(kinds: list[Any]) -> bool:
    """Whether a list of names, or of other single words, may stand there."""
    lists = [typing.get_args(kind)[0] for kind in kinds if typing.get_origin(kind) is list]
    return any(str in parts_of(each) for each in lists)


def strange(text: str) -> tuple[str, ...]:
    """A note on the first character of a text that looks like a space or a sign without being it."""
    for char in text:
        if (meant := lookalike(char)) is not None:
            return (f"the character {described(char)} is no {f'`{meant}`' if meant.strip() else 'plain space'}",)
    return ()


def either(sentences: list[str]) -> str:
    """What is expected, where it may be one of several things: `a list, a mapping or text is expected here`."""
    ending = " is expected here"
    if len(sentences) < 2 or not all(each.endswith(ending) for each in sentences):
        return " or ".join(sentences)
    *rest, last = [each.removesuffix(ending) for each in sentences]
    return f"{', '.join(rest)} or {last}{ending}"


def kinds_of(faults: list[dict[str, Any]]) -> set[str]:
    return {fault["type"] for fault in faults}


def known_keys(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that may stand in the mapping at `path`."""
    models = [part for part in kinds_at(model, path) if isinstance(part, type) and issubclass(part, BaseModel)]
    return list(dict.fromkeys(key for each in models for key in fields_by_key(each)))


def kinds_at(model: type[BaseModel], path: Path) -> list[Any]:
    """What may stand at `path`: the members of its type, if that is a union."""
    current: list[Any] = [model]
    for step in path:
        below: list[Any] = []
        for part in current:
            if isinstance(part, type) and issubclass(part, BaseModel):
                below += [field.annotation for key, field in fields_by_key(part).items() if key == step]
            elif typing.get_origin(part) in (dict, list):
                below.append(typing.get_args(part)[-1])
        current = [part for each in below for part in parts_of(each)]
    return current


def sentence(fault: dict[str, Any]) -> str:
    """What was expected, in plain words."""
    kind = fault["type"]
    context = fault.get("ctx", {})
    fixed = {
        "string_type": "text is expected here",
        "bool_type": "`true` or `false` is expected here",
        "int_type": "a whole number is expected here",
        "int_from_float": "a whole number is expected here",
        "list_type": "a list is expected here",
        "dict_type": "a mapping is expected here",
        "model_type": "a mapping is expected here",
        "model_attributes_type": "a mapping is expected here",
        "literal_error": f"one of {context.get('expected')} is expected here",
        "string_pattern_mismatch": PATTERNS.get(context.get("pattern", ""), NAME),
        "none_required": "nothing is expected here",
    }
    if kind in fixed:
        return fixed[kind]
    bounds = {
        "greater_than_equal": ("ge", "at least"),
        "less_than_equal": ("le", "at most"),
        "greater_than": ("gt", "more than"),
        "less_than": ("lt", "less than"),
    }
    if kind in bounds:
        key, words = bounds[kind]
        return f"must be {words} {context[key]}"
    if kind == "too_long":
        return f"at most {context['max_length']} may stand here"
    if kind == "too_short":
        least = context["min_length"]
        return "must not be empty" if least == 1 else f"at least {least} are needed here"
    return str(fault["msg"])
