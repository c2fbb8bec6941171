"""Suggests the mapping for a text, a number or a list that an author wrote instead.

Not here: finding that it is not a mapping (pydantic_errors.py), or steps (call_forms.py).
"""

from __future__ import annotations

import re
import typing
from typing import Any

from pydantic import BaseModel

from unoflex_rules.language.yaml.nodes import Node, Scalar, Sequence
from unoflex_rules.language.schema.statement_models import fields_by_key, required

_FROM_TO = re.compile(r"(\d+)(?:\s*(?:-|\.\.|to)\s*(\d+))?")
_NAME = re.compile(r"[A-Za-z_]\w*")


def as_mapping(node: Node, kinds: list[Any]) -> tuple[str | None, str]:
    """The mapping that was meant, if it can be known; and a label that shows such a mapping otherwise."""
    shown = flat(node)
    for kind in kinds:
        meant = None
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            meant = of_model(shown, node, kind)
            keys = required(kind) or list(fields_by_key(kind))[:1]
        elif typing.get_origin(kind) is dict:
            seats = is_of_seats(kind)
            meant = f"{{P0: {shown}}}" if seats and shown else of_names(node, kind)
            keys = ["P0" if seats else "NAME"]
        else:
            continue
        if meant is not None:
            return meant, ""
        if keys:
            return None, f"such as `{{{', '.join(f'{key}: ...' for key in keys)}}}`"
    return None, ""


def of_model(shown: str, node: Node, model: type[BaseModel]) -> str | None:
    """The mapping of a range `2-4` for `min` and `max`, or of the name of a card."""
    fields = list(fields_by_key(model))
    numbers = _FROM_TO.fullmatch(shown)
    if numbers and fields == ["min", "max"]:
        return f"{{min: {numbers[1]}, max: {numbers[2] or numbers[1]}}}"
    if fields[:1] == ["card"] and isinstance(node, Scalar) and _NAME.fullmatch(shown):
        return f"{{card: {shown}}}"
    return None


def is_of_seats(kind: Any) -> bool:
    """Whether the keys of a mapping are seats."""
    return "seat" in getattr(typing.get_args(kind)[0], "__metadata__", ())


def of_names(node: Node, kind: Any) -> str | None:
    """The mapping of a list of names whose values have no required keys."""
    model = typing.get_args(kind)[1]
    if not (isinstance(node, Sequence) and isinstance(model, type) and issubclass(model, BaseModel)):
        return None
    names = [item.text for item in node if isinstance(item, Scalar) and _NAME.fullmatch(item.text)]
    if not names or len(names) < len(node.items) or required(model):
        return None
    return f"{{{', '.join(f'{name}: {{}}' for name in names)}}}"


def flat(node: Node) -> str:
    """A text, or a list of texts, as written on one line; empty for anything else, and if it is long."""
    if isinstance(node, Scalar):
        found = node.text
    elif isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node):
        found = f"[{', '.join(item.text for item in node if isinstance(item, Scalar))}]"
    else:
        return ""
    return found if len(found) <= 60 and "\n" not in found else ""
