"""JSON Schemas (draft 2020-12) of rulesets, scenarios and campaigns, made from the models, for editors that complete.

They are about shape alone: what a name stands for, and what no schema can say, `unoflex validate` tells. Not here:
the models (model.py, steps.py, and the shape.py of scenarios and campaigns), or pydantic's verdicts
(language/schema/shape_check.py).

A ruleset's file is not the ruleset: what it builds on may have the rest, and its keys may bear signs. So there are
three families of definitions: as it stands in a list (`Zone`), in a file that builds on nothing (`Zone.own`), and in
one that lies over others, in which every key may be missing (`Zone.over`).
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from pydantic import BaseModel

from unoflex_rules.campaign.campaign_models import CampaignFile
from unoflex_rules.language.compose.merge import OWN_KEYS
from unoflex_rules.language.ruleset import load
from unoflex_rules.language.schema.models import RulesetModel
from unoflex_rules.language.schema.shape_check import effect_models
from unoflex_rules.language.schema.statement_models import CORE, NAME, OPEN_CORE, STATEMENT, IfModel, Shape, required
from unoflex_rules.scenario.reading.sheet_models import Sheet

Schema: TypeAlias = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"
LIBRARY = "std/uno"  # whose effects, and those below it, an editor offers
SCALAR: Schema = {"type": ["string", "boolean", "integer"]}
TAKEN_OUT: Schema = {"type": "array", "items": SCALAR, "description": "takes these out of what is inherited"}
SIGNED = r"^\+?[A-Za-z_][A-Za-z0-9_]*[=+-]?$"
# Keys that are inherited by nobody, and so must stand in each file.
MUST = sorted(OWN_KEYS & {name for name, field in RulesetModel.model_fields.items() if field.is_required()})


def ruleset_schema() -> Schema:
    """The schema of a ruleset's file."""
    shapes = definitions(RulesetModel, IfModel, *CORE.values())
    shapes["Step"] = step(shapes)
    defs = dict(shapes)
    for family, over in (("own", False), ("over", True)):
        for name, shape in shapes.items():
            if name != "Step":
                defs[f"{name}.{family}"] = laid(shape, name, family, over)
    defs["RulesetModel.over"]["required"] = MUST
    options = mapping_in(defs["RulesetModel.over"]["properties"]["options"])
    options["additionalProperties"] = {"anyOf": [options["additionalProperties"], SCALAR]}
    for family in ("own", "over"):
        whole = defs[f"RulesetModel.{family}"]
        whole["properties"] |= {
            "extends": {"type": "string", "description": "the ruleset that this one builds on: an id, or a path"},
            "with": {
                "type": "array",
                "items": {"type": "string"},
                "description": "overlays laid on it, in this order",
            },
            "$schema": {"type": "string"},
        }
        whole["patternProperties"]["^x-"] = {}
    seen_by_option(defs)
    builds = {"anyOf": [{"required": ["extends"]}, {"required": ["with"]}]}
    return {
        "$schema": DIALECT,
        "title": "A ruleset of unoflex-rules",
        "description": "A shedding card game, or a part of one to build on.",
        "type": "object",
        "if": builds,
        "then": {"$ref": f"{REF}RulesetModel.over"},
        "else": {"$ref": f"{REF}RulesetModel.own"},
        "$defs": {name: defs[name] for name in sorted(used(defs))},
    }


def scenarios_schema() -> Schema:
    """The schema of a file of scenarios."""
    schema = Sheet.model_json_schema(by_alias=True)
    head = {"$schema": DIALECT, "title": "Scenarios of a ruleset"}
    return head | {key: tidy(value) for key, value in schema.items() if key != "title"}


def campaign_schema() -> Schema:
    """The schema of a campaign's file."""
    schema = CampaignFile.model_json_schema(by_alias=True)
    head = {"$schema": DIALECT, "title": "A campaign between two rounds"}
    return head | {key: tidy(value) for key, value in schema.items() if key != "title"}


def text(schema: Schema) -> str:
    """A schema as it is written to a file."""
    return json.dumps(schema, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


# ---- from the models ---------------------------------------------------------------------------------------------


def definitions(*models: type[BaseModel]) -> dict[str, Schema]:
    """The schemas of models and of all that they mention, by name, as they stand in a list: without signs."""
    found: dict[str, Schema] = {}
    for model in models:
        schema = model.model_json_schema(by_alias=True)
        found |= schema.pop("$defs", {})
        found[model.__name__] = schema
    return {name: optional(tidy(schema)) for name, schema in found.items()}


def tidy(node: Any) -> Any:
    """Without the titles that pydantic makes of names, and defaults that say nothing."""
    if isinstance(node, list):
        return [tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node == STATEMENT:
        return {"$ref": f"{REF}Step"}
    kept = {key: tidy(value) for key, value in node.items()}
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
    told: Schema = {key: value[key] for key in ("description", "default") if key in value}
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


# ---- files that lie over others ----------------------------------------------------------------------------------


def laid(shape: Schema, own_name: str, family: str, over: bool) -> Schema:
    """A definition as it stands in a file: its keys may bear signs, and where it lies `over` others may be missing."""
    shape = copy.deepcopy(shape)
    if over:
        shape.pop("required", None)
    properties = {key: inherited(value, family) for key, value in shape.get("properties", {}).items()}
    if over:
        properties = {key: value if accepts(value, "null") else with_null(value) for key, value in properties.items()}
    if not properties:
        return shape
    shape["properties"] = properties
    signed: dict[str, Schema] = {}
    for key, value in properties.items():
        name = re.escape(key)
        signed[f"^{name}=$"] = {"$ref": f"{REF}{own_name}.{family}/properties/{key}"}
        if accepts(value, "array"):
            signed[rf"^(\+{name}|{name}\+)$"] = {"type": "array", **items_of(value)}
        if accepts(value, "array") or accepts(value, "object"):
            signed[f"^{name}-$"] = TAKEN_OUT
    shape["patternProperties"] = shape.get("patternProperties", {}) | signed
    return shape


def mapping_in(value: Schema) -> Schema:
    """The mapping by names that a value may be."""
    return next(part for part in (value, *value.get("anyOf", ())) if "additionalProperties" in part)


def items_of(value: Schema) -> Schema:
    """What the items of a list may be, where a value may be one."""
    for part in (value, *value.get("anyOf", ()), *value.get("oneOf", ())):
        if "items" in part:
            return {"items": part["items"]}
    return {}


def inherited(value: Schema, family: str) -> Schema:
    """What stands under a key, where it is put together from several files; what is in a list is not."""
    found: Schema = {}
    for key, part in value.items():
        if key == "$ref" and part != f"{REF}Step":
            found[key] = f"{part}.{family}"
        elif key in ("anyOf", "oneOf"):
            found[key] = [inherited(each, family) for each in part]
        elif key == "additionalProperties" and isinstance(part, dict):
            entry = inherited(part, family)
            found[key] = entry
            found["patternProperties"] = {
                "=$": entry,
                r"^\+|\+$": {"type": "array", **items_of(entry)},
                "-$": TAKEN_OUT,
            }
        elif key == "propertyNames" and part.get("pattern") == NAME:
            found[key] = {"pattern": SIGNED}
        elif key != "propertyNames":
            found[key] = part
    if "patternProperties" in found:  # a name with a sign is judged by its sign alone
        found["additionalProperties"] = found["additionalProperties"] if "=$" in found["patternProperties"] else False
    return found


def seen_by_option(defs: dict[str, Schema]) -> None:
    """Who sees a zone may be said by an option, whose name no schema knows."""
    for name in ("Zone", "Zone.own", "Zone.over"):
        for key in ("visible", "top"):
            value = defs[name]["properties"][key]
            value["anyOf"] = [*value.get("anyOf", ()), {"type": "string", "pattern": NAME}]


# ---- statements ----------------------------------------------------------------------------------------------------


def step(shapes: dict[str, Schema]) -> Schema:
    """A statement: a bare word, `if` with its branches, or a mapping with a single key.

    A known statement or effect of the library is closed; any other key may be an effect of the ruleset's own.
    """
    calls: dict[str, tuple[type[Shape], str]] = {key: (model, model.__doc__ or "") for key, model in CORE.items()}
    library = load(LIBRARY)
    effects = library.model.effects
    for key, called in effect_models(library.tree).items():
        if called is not None:
            calls[key] = (called, effects[key].help)
            shapes |= {f"effect {key}": optional(tidy(called.model_json_schema(by_alias=True)))}
    properties: Schema = {}
    for key, (model, sentence) in calls.items():
        place = f"effect {key}" if key in effects else model.__name__
        properties[key] = {"description": sentence, "anyOf": forms(model, place, shapes[place])}
    assignment: Schema = {"type": "object", "minProperties": 1, "additionalProperties": SCALAR}
    properties["set"] = {"description": OPEN_CORE["set"], **assignment}
    properties["together"] = {"description": OPEN_CORE["together"], "type": "array", "items": {"$ref": f"{REF}Step"}}
    incomplete = [key for key, (model, _) in calls.items() if required(model)] + [*OPEN_CORE]
    return {
        "anyOf": [
            {"type": "string", "not": {"enum": sorted(incomplete)}},
            {"$ref": f"{REF}IfModel"},
            {
                "type": "object",
                "properties": properties,
                "not": {"required": ["if"]},
                "minProperties": 1,
                "maxProperties": 1,
            },
        ]
    }


def forms(model: type[Shape], place: str, shape: Schema) -> list[Schema]:
    """The ways to write a call: with its keys, with the value of the main one alone, or with nothing."""
    found: list[Schema] = [{"$ref": f"{REF}{place}"}]
    if model.short is not None and set(required(model)) <= {model.short}:
        value = shape["properties"][model.short]
        found.append({"not": {"type": "object"}, **{key: value[key] for key in value if key != "description"}})
    if not required(model):
        found.append({"type": "null"})
    return found


# ---- what is left ------------------------------------------------------------------------------------------------


def used(defs: dict[str, Schema]) -> set[str]:
    """The definitions to which the two kinds of files lead."""
    found: set[str] = set()
    more = ["RulesetModel.own", "RulesetModel.over"]
    while more:
        name = more.pop()
        if name not in found:
            found.add(name)
            walk(defs[name], lambda ref: more.append(ref.removeprefix(REF).split("/")[0]))
    return found


def walk(node: Any, tell: Callable[[str], None]) -> None:
    """Tells every reference."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            tell(node["$ref"])
        for value in node.values():
            walk(value, tell)
    elif isinstance(node, list):
        for value in node:
            walk(value, tell)
