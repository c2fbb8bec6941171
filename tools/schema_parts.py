"""What the JSON Schemas have in common: from models to definitions, the marks of the models, and references.

Not here: whole schemas (schemas.py, sheet_schemas.py), or what editors show (editor_hints.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from tools.editor_hints import OFFER, REF, Schema
from unoflex_rules.language.schema.statement_models import KIND, NAME, STATEMENT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: How the identifier of each schema begins.
ID = "urn:unoflex-rules:schema:"
NAMED: Schema = {"type": "string", "pattern": NAME, "maxLength": 60}
_TEXTS = ("player", "players", "card", "zone", "type", "parameter type")
#: What a mark of the models accepts; an expression is judged by what it may stand for.
MARKS: dict[str, Schema] = {
    **{kind: {"type": "string", OFFER: kind} for kind in _TEXTS},
    **{kind: NAMED | {OFFER: kind} for kind in ("moment", "kind")},
    "sight": {"type": "string", "pattern": NAME, OFFER: "sight"},
    "int": {"type": ["integer", "string"]},
    "bool": {"type": ["boolean", "string"]},
}


def head(kind: str, title: str, text: str) -> Schema:
    """The keys with which a schema begins."""
    return {"$schema": DIALECT, "$id": f"{ID}{kind}", "title": title, "description": text}


def text(schema: Schema) -> str:
    """A schema as it is written to a file."""
    return json.dumps(schema, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def definitions(marks: Mapping[str, Schema], *models: type[BaseModel]) -> dict[str, Schema]:
    """The schemas of models and of all that they mention, by name; `marks`: what is accepted at a mark."""
    found: dict[str, Schema] = {}
    for model in models:
        schema = model.model_json_schema(by_alias=True)
        found |= schema.pop("$defs", {})
        found[model.__name__] = schema
    return {name: tidy(schema, marks) for name, schema in found.items()}


def tidy(node: Any, marks: Mapping[str, Schema] = MARKS) -> Any:
    """Without the titles that pydantic makes of names, and defaults that say nothing."""
    if isinstance(node, list):
        return [tidy(item, marks) for item in node]
    if not isinstance(node, dict):
        return node
    if node == STATEMENT:
        return {"$ref": f"{REF}Step"}
    if KIND in node:
        node = {key: value for key, value in node.items() if key != KIND} | marks[node[KIND]]
    kept = {key: tidy(value, marks) for key, value in node.items()}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    if len(kept.get("patternProperties", ())) == 1:  # names of one kind, each with the same below it
        [(pattern, value)] = kept.pop("patternProperties").items()
        kept |= {"additionalProperties": value, "propertyNames": {"pattern": pattern}}
    if "default" in kept and kept["default"] in (None, "", {}, []):
        del kept["default"]
    return kept


def optional(shape: Schema) -> Schema:
    """A key that need not be there may be taken back with `null`."""
    for key, value in shape.get("properties", {}).items():
        if key not in shape.get("required", ()) and not accepts(value, "null"):
            shape["properties"][key] = with_null(value)
    return shape


def with_null(value: Schema) -> Schema:
    told: Schema = {key: value[key] for key in ("description", "examples", "default") if key in value}
    bare = {key: part for key, part in value.items() if key not in told}
    return {**told, "anyOf": [*(bare["anyOf"] if set(bare) == {"anyOf"} else [bare]), {"type": "null"}]}


def accepts(schema: Schema, kind: str) -> bool:
    """Whether a value of a JSON type may stand there; a reference stands for a mapping."""
    if kind == "object" and "$ref" in schema:
        return True
    types = schema.get("type", [])
    return kind in ([types] if isinstance(types, str) else types) or any(
        accepts(part, kind) for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()))
    )


def used(defs: Mapping[str, Schema], beginning: Iterable[str]) -> set[str]:
    """The definitions to which some of them lead."""
    found: set[str] = set()
    more = list(beginning)
    while more:
        name = more.pop()
        if name not in found:
            found.add(name)
            walk(defs[name], lambda ref: more.append(ref.removeprefix(REF).split("/")[0]))
    return found


def walk(node: Any, tell: Callable[[str], None]) -> None:
    """Tell every reference."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            tell(node["$ref"])
        for value in node.values():
            walk(value, tell)
    elif isinstance(node, list):
        for value in node:
            walk(value, tell)
