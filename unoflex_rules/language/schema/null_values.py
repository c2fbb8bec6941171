"""Keys with `null`, which drop what is inherited, and keys without any value.

Not here: other errors in the shape of a ruleset (shape_check.py).
"""

from __future__ import annotations

import typing
from typing import Any

from pydantic import BaseModel

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.schema.models import DeckEntry, DeckFace
from unoflex_rules.language.schema.pydantic_errors import parts_of
from unoflex_rules.language.schema.statement_models import fields_by_key
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence


def drop_nulls(node: Node, model: type[BaseModel], problems: Problems) -> None:
    """Remove optional keys with `null`, at any depth; they drop what is inherited.

    Names that the author chooses and required keys stay, and so do keys without a value: pydantic reports them. Where
    pydantic would accept `null`, a key without a value is reported here.
    """
    if not isinstance(node, Mapping):
        return
    fields = fields_by_key(model)
    has_attributes = model.model_config.get("extra") == "allow" and model not in (DeckEntry, DeckFace)
    for key, entry in list(node.entries.items()):
        field = fields.get(key)
        if isinstance(entry.node, Scalar) and entry.node.value is None:
            is_empty = entry.node.text == ""
            if is_empty and field is not None and type(None) in parts_of(field.annotation):
                note = f"`{key}: null` drops the inherited value"
                problems.error("E103", f"`{key}:` has no value", entry.node.span, notes=(note,))
                is_empty = False
            if not is_empty and (not field.is_required() if field is not None else has_attributes):
                del node.entries[key]
        elif field is not None:
            _drop_nulls_inside(entry.node, field.annotation, problems)


def _drop_nulls_inside(node: Node, annotation: Any, problems: Problems) -> None:
    for part in () if isinstance(node, Scalar) else parts_of(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel):
            drop_nulls(node, part, problems)
        elif typing.get_origin(part) is list and isinstance(node, Sequence):
            for item in node:
                _drop_nulls_inside(item, typing.get_args(part)[0], problems)
        elif typing.get_origin(part) is dict and isinstance(node, Mapping):
            for entry in node:
                _drop_nulls_inside(entry.node, typing.get_args(part)[1], problems)
