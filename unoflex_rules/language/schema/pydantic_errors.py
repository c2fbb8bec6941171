"""Turns the errors of pydantic about a shape into problems, with places and in the words of the language.

Not here: which part of a file is checked against which model (shape_check.py).
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping as MappingType
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from unoflex_rules.language.compose.merge import NAMING
from unoflex_rules.language.diagnostics.hints import ELSE_IF, INSTEAD_OF_ELSE_IF, named
from unoflex_rules.language.diagnostics.kinds import MissingKey, Plain, ProblemKind, UnknownKey, UnknownName, WrongType
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed, listing
from unoflex_rules.language.schema.flat_forms import as_mapping
from unoflex_rules.language.schema.models import ID, LANGUAGE, RANGE, SIGHTS, SIGN, RulesetModel
from unoflex_rules.language.schema.statement_models import LISTED, fields_by_key
from unoflex_rules.language.yaml.nodes import Mapping, Node, Path, Scalar, Sequence
from unoflex_rules.language.yaml.plan_pieces import PIECES
from unoflex_rules.language.yaml.scalars import described, lookalike

NAME: Final = "a name consists of letters, digits and `_`"
PATTERNS: Final = {
    SIGN: "a sign has 1 to 8 characters that are no letters, digits or spaces: `▲▲`",
    RANGE: "expected a range such as `1..13`",
    ID: "an id consists of small letters, digits, `-`, `_` and `/`, such as `my-game`",
}
#: Keys whose text is shown to people.
TEXTS: Final = frozenset({"title", "description", "help", "mark", "because", "reason"})
#: Sections of a ruleset whose entries have a `type`.
TYPED: Final = ("options", "variables", "attributes", "card_state", "active")
SIGHT: Final = (
    "or the name of an option with these values; visibility cannot change during play: move cards to a zone that others "
    "see, or `reveal` them"
)
A_VALUE: Final = "a value or an expression"
A_NUMBER: Final = "a whole number or an expression"
LIST: Final = "write `[...]`, or lines that begin with `- `"
MAPPING_FAULTS: Final = frozenset({"dict_type", "model_type", "model_attributes_type"})
#: Errors about the type of a value, with the names of the types.
EXPECTED: Final = {
    "string_type": "text",
    "bool_type": "`true` or `false`",
    "int_type": "a whole number",
    "list_type": "a list",
    **dict.fromkeys(MAPPING_FAULTS, "a mapping"),
}
BOUNDS: Final = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}
Error = dict[str, Any]


def parts_of(annotation: Any) -> list[Any]:
    """The members of a union, the annotated type, or the type itself."""
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
    """Report the errors of pydantic, each fault once. `written` shows the whole node as it should be written."""
    places: dict[Path, list[Error]] = {}
    for each in error.errors(include_url=False):
        places.setdefault(_existing(node, each["loc"]), []).append(dict(each))
    shape = _Shape(model, node, written)
    slips = {path: _slip(path, places, model) for path in places}
    around = {path[:depth] for path in places for depth in range(len(path))}  # mappings with errors further inside
    for path, errors in places.items():
        found = {each["type"] for each in errors}
        if found <= {*EXPECTED, "literal_error"} and path in around:
            continue
        if not found <= EXPECTED.keys():  # a union with a better fitting member than those of the wrong type
            errors = [each for each in errors if each["type"] not in EXPECTED]
        slipped = [each for each in slips.values() if each is not None]
        errors = [each for each in errors if each["type"] != "missing" or (path, each["loc"][-1]) not in slipped]
        if errors:
            _Place(shape, path, errors).report(problems, slips[path])


def _existing(node: Node, loc: tuple[str | int, ...]) -> Path:
    """The part of an error's path that exists in the file; names of union members are skipped."""
    path: list[str | int] = []
    for step in loc:
        child = node.get((step,))
        if child is not None:
            node = child
            path.append(step)
    return tuple(path)


def _slip(path: Path, places: MappingType[Path, list[Error]], model: type[BaseModel]) -> tuple[Path, str] | None:
    """The mapping, and the key in it, that an unknown key was meant to be; that key is not reported as missing.

    It is the nearest key; or the only missing key of a mapping with a single unknown one.
    """
    if not _is_unknown_key(places[path]):
        return None
    inside = path[:-1]
    near = nearest(str(path[-1]), known_keys(model, inside))
    if near is None:
        missing = {str(each["loc"][-1]) for each in places.get(inside, ()) if each["type"] == "missing"}
        strays = [each for each, errors in places.items() if each[:-1] == inside and _is_unknown_key(errors)]
        near = missing.pop() if len(missing) == len(strays) == 1 else None
    return (inside, near) if near is not None else None


def _is_unknown_key(errors: list[Error]) -> bool:
    return bool(errors[0]["type"] == "extra_forbidden")


class _Shape(NamedTuple):
    """What is checked: a model, the node with errors, and how the node should be written."""

    model: type[BaseModel]
    node: Node
    written: str

    @property
    def is_language(self) -> bool:
        """Whether it is a ruleset or a statement, where most values may be expressions."""
        return bool(self.written) or self.model is RulesetModel


class _Place:
    """The errors at one place of a shape."""

    def __init__(self, shape: _Shape, path: Path, errors: list[Error]) -> None:
        self.shape, self.path, self.errors = shape, path, errors
        self.types = {each["type"] for each in errors}
        self.target = shape.node.get(path)
        target = self.target
        self.span = target.head_span if isinstance(target, Mapping) and target.head else shape.node.span_of(path)
        self.key_span = shape.node.span_of(path, key=True)

    def report(self, problems: Problems, slip: tuple[Path, str] | None) -> None:
        first, target = self.errors[0], self.target
        is_wrong_word = self.types <= {*EXPECTED, "literal_error"} and first["type"] == "literal_error"
        if first["type"] == "extra_forbidden":
            self.unknown_key(str(first["loc"][-1]), slip, problems)
        elif first["type"] == "missing":
            self.missing_keys(problems)
        elif self.shape.model is RulesetModel and self.path[:1] == ("options",) and len(self.path) == 2 and (
            isinstance(target, Scalar)
        ):
            self.unknown_option(str(self.path[1]), target, problems)
        elif is_wrong_word and isinstance(target, Scalar):
            self.wrong_word(target, problems)
        elif "[key]" in first["loc"]:
            self.malformed_key(str(self.path[-1]), first.get("ctx", {}).get("pattern") == LANGUAGE, problems)
        else:
            self.wrong_value(is_wrong_word, problems)

    def unknown_key(self, name: str, slip: tuple[Path, str] | None, problems: Problems) -> None:
        top = NAMING if self.shape.model is RulesetModel and len(self.path) == 1 else ()
        known = (*top, *known_keys(self.shape.model, self.path[:-1]))
        notes, suggestion = listing("keys here", known), slip[1] if slip is not None else None
        if " " in name:
            notes = ("inside `{ }` a comma ends a value: quote the text if this belongs to the value before",)
        owners = [group for group, pieces in PIECES.items() if name in pieces] if top else []
        if owners and suggestion is None:
            notes = (f"`{name}` belongs under {listed(owners, 'or')}: indent it",)
        if name in ELSE_IF and "else" in known:
            suggestion, notes = None, (INSTEAD_OF_ELSE_IF,)
        problems.report(UnknownKey(name), self.key_span, suggestion=suggestion, notes=notes)

    def missing_keys(self, problems: Problems) -> None:
        target = self.target
        span = target.head_span if isinstance(target, Mapping) else self.shape.node.span_of(self.path)
        for name in (str(each["loc"][-1]) for each in self.errors if each["type"] == "missing"):
            label = f"such as `{self.shape.written}`" if self.shape.written and not self.path else f"needs `{name}`"
            problems.report(MissingKey(name), span, label=label)

    def unknown_option(self, name: str, target: Scalar, problems: Problems) -> None:
        """A value for an option that is declared nowhere."""
        options = self.shape.node.get(("options",))
        entries = options if isinstance(options, Mapping) else ()
        declared = tuple(entry.key for entry in entries if isinstance(entry.node, Mapping))
        kind = {bool: "bool", int: "int"}.get(type(target.value), f"[{target.text}, ...]")
        new = f"a new option is declared: `{name}: {{type: {kind}, default: {target.text}, help: ...}}`"
        notes = (new if name.isidentifier() else NAME,)
        problems.report(UnknownName("E209", "option", name, declared), self.key_span, notes=notes)

    def wrong_word(self, target: Scalar, problems: Problems) -> None:
        """A word that is none of those that are allowed."""
        words = self.words()
        is_quoted = target.style != "plain" and target.text in words
        found = f"the text `{target.text}`" if is_quoted else f"`{target.text}`"
        is_sight = self.shape.model is RulesetModel and self.path[0] == "zones" and self.path[2:3] in (("visible",), ("top",))
        known = [*words, *sights_of(self.shape.node)] if is_sight else words
        near = target.text if target.text in words else nearest(target.text, known)
        notes = (SIGHT,) if is_sight else ()
        problems.error("E106", f"expected {listed(words, 'or')}, not {found}", self.span, suggestion=near, notes=notes)

    def words(self) -> list[str]:
        """The words that are allowed here."""
        literals = [each for each in kinds_at(self.shape.model, self.path) if typing.get_origin(each) is typing.Literal]
        return [str(word) for each in literals for word in typing.get_args(each)]

    def malformed_key(self, key: str, is_language: bool, problems: Problems) -> None:
        odd = strange(key)
        near = None if is_language or odd else named(key)
        message = f"`{key}` is not a language: write `en`, `cs` or `pt-BR`, for example" if is_language else NAME
        suggestion = None if near == key else near
        problems.error("E104", message, self.key_span, suggestion=suggestion, notes=odd)

    def wrong_value(self, is_wrong_word: bool, problems: Problems) -> None:
        target, is_type = self.target, self.types <= EXPECTED.keys() or is_wrong_word
        expected = self.expected()
        if is_type and self.shape.model is RulesetModel and not is_wrong_word and self.list_for_a_type(problems):
            return
        kind: ProblemKind = WrongType(tuple(expected))
        if not is_type:
            code = "E103" if self.errors[0]["type"] == LISTED else "E104"
            kind = Plain(code, " or ".join(sorted({self.sentence(each) for each in self.errors})))
            if isinstance(target, Scalar) and isinstance(target.value, float):
                kind = Plain(code, f"expected {A_NUMBER}")
        elif self.is_empty and self.types == {"string_type"}:
            kind = Plain("E103", f"`{self.path[-1]}:` has no value")
        label = LIST if self.types == {"list_type"} else ""
        suggestion = self.quoted()
        is_null = isinstance(target, Scalar) and target.value is None
        if target is not None and not is_null and suggestion is None and self.types <= MAPPING_FAULTS:
            suggestion, label = as_mapping(target, kinds_at(self.shape.model, self.path))
        elif suggestion is None and isinstance(target, Scalar):
            suggestion = self.suggested(target, expected)
            label = "" if suggestion is not None else label
        problems.report(kind, self.span, label=label, suggestion=suggestion, notes=self.notes())

    def expected(self) -> list[str]:
        """The types that are expected, in words."""
        if isinstance(self.target, Scalar) and isinstance(self.target.value, float):
            return [A_NUMBER]
        if self.types == {"string_type", "int_type"} and self.shape.is_language:
            return [A_NUMBER]
        if self.types == {"string_type", "bool_type", "int_type"}:
            return [A_VALUE]
        words = {listed(self.words(), "or")} if "literal_error" in self.types else set()
        return sorted({EXPECTED[each] for each in self.types if each in EXPECTED} | words)

    @property
    def is_empty(self) -> bool:
        """Whether a key has no value."""
        target = self.target
        is_null = isinstance(target, Scalar) and target.value is None and target.text == ""
        return is_null and isinstance(self.path[-1], str)

    def list_for_a_type(self, problems: Problems) -> bool:
        """Report a list of values instead of a type, once for all its items; False if there is none."""
        path = self.path
        if len(path) < 2 or path[0] not in TYPED or path[2:3] not in ((), ("type",)):
            return False
        values = self.shape.node.get(path[:3])
        if not isinstance(values, Sequence):
            return False
        message = "expected the name of a type"
        note = "declare values under `values`, such as `mood: [good, bad]`, and write `type: mood`"
        if path[0] == "options":
            message = "the values of an option are names, or it is a number"
            note = f"a number is `{path[1]}: {{type: int, min: ..., max: ...}}`; names are such as `[few, many]`"
        problems.error("E103", message, values.span, notes=(note,))
        return True

    def quoted(self) -> str | None:
        """The text in quotes, where a number stands for a text that is shown to people."""
        target = self.target
        if not isinstance(target, Scalar) or target.style != "plain" or isinstance(target.value, str | None):
            return None
        is_text = "string_type" in self.types and not TEXTS.isdisjoint(self.path)
        return f'"{target.text}"' if is_text else None

    def suggested(self, target: Scalar, expected: list[str]) -> str | None:
        """What a single value was probably meant to be."""
        if isinstance(target.value, str) and "list_type" in self.types and self.takes_words():
            return f"[{target.text}]"
        if self.types == {"bool_type"}:
            return nearest(target.text, ("true", "false"))
        if self.types == {"string_type"} and isinstance(target.value, int) and self.takes_seat():
            return f"P{target.text}"
        is_null = target.value is None and target.text != ""
        return "none" if self.shape.is_language and expected == [A_VALUE] and is_null and self.path[-1:] != ("if",) else None

    def takes_seat(self) -> bool:
        """Whether a seat is allowed here."""
        models = (each for each in kinds_at(self.shape.model, self.path[:-1]) if each in models_in(each))
        fields = [fields_by_key(each).get(str(self.path[-1])) for each in models]
        return any(each is not None and ("seat" in each.metadata or "'seat'" in str(each.annotation)) for each in fields)

    def takes_words(self) -> bool:
        """Whether a list of words is allowed here."""
        kinds = kinds_at(self.shape.model, self.path)
        items = [typing.get_args(kind)[0] for kind in kinds if typing.get_origin(kind) is list]
        return any(str in parts_of(each) for each in items)

    def notes(self) -> tuple[str, ...]:
        target, notes = self.target, list[str]()
        if isinstance(target, Scalar) and target.value is None:
            if "list_type" in self.types:
                notes.append("the value is missing; `null` drops the inherited value, an empty list is `[]`")
            elif self.types & MAPPING_FAULTS:
                notes.append("the value is missing; an empty mapping is `{}`")
        if isinstance(target, Scalar) and isinstance(target.value, str) and self.types & MAPPING_FAULTS:
            notes += strange(target.text)
        if "sees" in self.path and "list_type" in self.types and not isinstance(target, Sequence):
            notes.append("`sees` is about cards in zones; the value of a variable goes under `variables`")
        return tuple(notes)

    def sentence(self, error: Error) -> str:
        """What is wrong with a value of the right type."""
        kind, context = error["type"], error.get("ctx", {})
        if kind == "string_pattern_mismatch":
            return PATTERNS.get(context.get("pattern", ""), NAME)
        if kind in BOUNDS:
            key, words = BOUNDS[kind]
            return f"must be {words} {context[key]}"
        if kind == "int_from_float":
            return "expected a whole number"
        if kind == "none_required":
            return "no value is allowed here"
        if kind == "literal_error":
            return f"expected {listed(self.words(), 'or')}"
        if kind == "too_long":
            return f"at most {context['max_length']} are allowed"
        if kind == "too_short":
            least = context["min_length"]
            return "must not be empty" if least == 1 else f"at least {least} are needed"
        return str(error["msg"])


def sights_of(tree: Node) -> list[str]:
    """The options that may set the visibility of a zone: all their values are words for it."""
    options = tree.get(("options",))
    kinds = {entry.key: entry.node.get(("type",)) for entry in (options if isinstance(options, Mapping) else ())}
    return [
        name
        for name, kind in kinds.items()
        if isinstance(kind, Sequence) and all(each in SIGHTS for each in kind.plain())
    ]


def strange(text: str) -> tuple[str, ...]:
    """A note on the first character of a text that looks like a space or a sign but is another character."""
    for char in text:
        if (meant := lookalike(char)) is not None:
            return (f"the character {described(char)} is not {f'`{meant}`' if meant.strip() else 'a plain space'}",)
    return ()


def known_keys(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that the mapping at a path takes."""
    models = [part for part in kinds_at(model, path) if isinstance(part, type) and issubclass(part, BaseModel)]
    return list(dict.fromkeys(key for each in models for key in fields_by_key(each)))


def kinds_at(model: type[BaseModel], path: Path) -> list[Any]:
    """The types that a path may have: all members if the type is a union."""
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
