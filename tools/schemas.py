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

from tools import known_words
from tools.editor_hints import OFFER, Hints, flat, sentence, texts
from unoflex_rules.campaign.campaign_models import CampaignFile
from unoflex_rules.language.compose.merge import OWN_KEYS
from unoflex_rules.language.ruleset import load
from unoflex_rules.language.schema.call_forms import written
from unoflex_rules.language.schema.models import Effect, Parameter, RulesetModel
from unoflex_rules.language.schema.shape_check import effect_models
from unoflex_rules.language.schema.statement_models import (
    CORE,
    KIND,
    NAME,
    OPEN_CORE,
    STATEMENT,
    IfModel,
    Shape,
    required,
)
from unoflex_rules.scenario.reading.sheet_models import Sheet

Schema: TypeAlias = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"
LIBRARY = "std/uno"  # whose effects, and those below it, an editor offers
SCALAR: Schema = {"type": ["string", "boolean", "integer"]}
TAKEN_OUT: Schema = {"type": "array", "items": SCALAR, "description": "removes these from what is inherited"}
SIGNED = r"^\+?[A-Za-z_][A-Za-z0-9_]*[=+-]?$"
# Keys that are inherited by nobody, and so must stand in each file.
MUST = sorted(OWN_KEYS & {name for name, field in RulesetModel.model_fields.items() if field.is_required()})


#: The identifier of each schema.
ID = "urn:unoflex-rules:schema:"
#: What a mark of the models accepts; an expression is judged by what it may stand for.
NAMED: Schema = {"type": "string", "pattern": NAME, "maxLength": 60}
MARKS: dict[str, Schema] = {
    **{kind: {"type": "string"} for kind in ("player", "players", "card", "zone", "type", "parameter type")},
    **dict.fromkeys(("moment", "kind"), NAMED),
    "sight": {"type": "string", "pattern": NAME},
    "int": {"type": ["integer", "string"]},
    "bool": {"type": ["boolean", "string"]},
}
#: What a parameter of an effect is, by its type; any other type is a value type.
OF_TYPE = {
    "player": "a player",
    "players": "a player or players",
    "int": "a number",
    "bool": "true, false or a condition",
    "card": "a card",
    "zone": "a zone",
    "predicate": "a condition on a card",
    "steps": "steps",
}
#: The titles of models, if they differ from their names in words.
TITLES = {
    "RulesetModel": "",
    "OptionDeclaration": "option",
    "Option": "option of a question",
    "PrintedAttribute": "attribute",
    "GameCourse": "game",
    "EffectVariable": "variable of an effect",
    "Counted": "counter",
}
COMPOSITION_TEXTS = {
    "extends": ("the ruleset that this one builds on: an id, or a path from this file", "base"),
    "with": ("overlays, applied in this order", "overlay"),
}


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
    defs["NamedRange.over"]["minProperties"] = 1
    set_known_options(defs["RulesetModel.over"])
    for family in ("own", "over"):
        whole = defs[f"RulesetModel.{family}"]
        (extends, base), (with_, overlay) = COMPOSITION_TEXTS.values()
        whole["properties"] |= {
            "extends": {"type": "string", OFFER: base, "description": extends},
            "with": {"type": "array", "items": {"type": "string", OFFER: overlay}, "description": with_},
            "$schema": {"type": "string", "description": "the schema for editors"},
        }
        whole["patternProperties"]["^x-"] = texts("x-...", "ignored: your own data")
    builds = {"anyOf": [{"required": ["extends"]}, {"required": ["with"]}]}
    hints = Hints(known_words.offers(), TITLES | {f"effect {name}": name for name in effects()}, defs, {"kind": NAMED})
    explained = {name: hints.definition(name, shape) for name, shape in defs.items() if name != "Step"}
    explained |= {"Step": offered_steps(defs["Step"], hints)} | hints.offered()
    return head("ruleset", "A ruleset", "A shedding card game, or a part of one to build on.") | {
        "type": "object",
        "if": builds,
        "then": {"$ref": f"{REF}RulesetModel.over"},
        "else": {"$ref": f"{REF}RulesetModel.own"},
        "$defs": {name: explained[name] for name in sorted(used(explained))},
    }


def head(kind: str, title: str, text: str) -> Schema:
    """The keys with which a schema begins."""
    return {"$schema": DIALECT, "$id": f"{ID}{kind}", "title": title, "description": text}


def set_known_options(whole: Schema) -> None:
    """In a file that builds on others, an option may be set by its value; editors offer the shipped ones."""
    options = mapping_in(whole["properties"]["options"])
    setting = {"anyOf": [*flat(options["additionalProperties"]), SCALAR]}
    options["additionalProperties"] = setting
    options["properties"] = {
        name: {"title": f"options: {name}", "description": text} | setting
        for name, text in known_words.options().items()
    }


def scenarios_schema() -> Schema:
    """The schema of a file of scenarios."""
    schema = Sheet.model_json_schema(by_alias=True)
    return head("scenarios", "Scenarios", "Tests of a ruleset: examples of its rules.") | {
        key: tidy(value) for key, value in schema.items() if key not in ("title", "description")
    }


def campaign_schema() -> Schema:
    """The schema of a campaign's file."""
    schema = CampaignFile.model_json_schema(by_alias=True)
    return head("campaign", "A campaign", "A game of several rounds, between two of them.") | {
        key: tidy(value) for key, value in schema.items() if key not in ("title", "description")
    }


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
    if KIND in node:
        return tidy({key: value for key, value in node.items() if key != KIND} | MARKS[node[KIND]]) | {
            OFFER: node[KIND]
        }
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
        about = value.get("description", "")
        replaced = {"description": f"replaces what is inherited: {about}"}
        signed[f"^{name}=$"] = replaced | {"$ref": f"{REF}{own_name}.{family}/properties/{key}"}
        if accepts(value, "array"):
            added = {"description": f"adds to what is inherited: {about}"}
            signed[rf"^(\+{name}|{name}\+)$"] = added | {"type": "array", **items_of(value)}
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


# ---- statements ----------------------------------------------------------------------------------------------------


def effects() -> dict[str, tuple[type[Shape], Effect]]:
    """The effects of the library: the model of a call, and the declaration."""
    library = load(LIBRARY)
    models = effect_models(library.tree)
    return {key: (model, library.model.effects[key]) for key, model in models.items() if model is not None}


def parameters(model: type[Shape], effect: Effect) -> Schema:
    """The schema of a call of an effect."""
    shape = optional(tidy(model.model_json_schema(by_alias=True)))
    for name, declared in effect.params.items():
        kind = model.kinds[name]
        value = dict(MARKS.get(kind, {"type": ["string", "integer"]}))
        if kind == "steps":
            value = {"type": "array", "items": {"$ref": f"{REF}Step"}}
        elif kind == "predicate":
            value = dict(MARKS["bool"])
        elif kind in MARKS:
            value[OFFER] = kind
        is_given = isinstance(declared, Parameter)
        about = (declared.help if is_given else "") or OF_TYPE.get(kind, f"a value of `{kind}`")
        default = declared.default if is_given else None
        if default is None:
            about += "; required"
        elif not isinstance(default, list):
            shown = str(default).lower() if isinstance(default, bool) else default
            about += f"; `{shown}` by default"
        value["description"] = about
        shape["properties"][name] = value if default is None else with_null(value)
    return shape


def step(shapes: dict[str, Schema]) -> Schema:
    """A statement: a bare word, `if` with its branches, or a mapping with a single key.

    A known statement or effect of the library is closed; any other key may be an effect of the ruleset's own.
    """
    calls: dict[str, tuple[type[Shape], str]] = {key: (model, model.__doc__ or "") for key, model in CORE.items()}
    for key, (model, effect) in effects().items():
        calls[key] = (model, effect.help)
        shapes[f"effect {key}"] = parameters(model, effect) | {"description": effect.help}
    properties: Schema = {}
    for key, (model, about) in calls.items():
        place = model.__name__ if model.__name__ in shapes else f"effect {key}"
        about = sentence(about) + (f" Such as `{written(key, model)}`." if model.model_fields else "")
        properties[key] = {"title": key, "description": about, "anyOf": forms(model, place, shapes[place])}
    assignment: Schema = {"type": "object", "minProperties": 1, "additionalProperties": SCALAR}
    properties["set"] = {"title": "set", "description": OPEN_CORE["set"], **assignment}
    together = {"type": "array", "items": {"$ref": f"{REF}Step"}}
    properties["together"] = {"title": "together", "description": OPEN_CORE["together"], **together}
    incomplete = [key for key, (model, _) in calls.items() if required(model)] + [*OPEN_CORE]
    bare = {key: about for key, (_, about) in calls.items() if key not in incomplete}
    return {
        "oneOf": [
            *({"const": key} | texts(key, about) for key, about in bare.items()),
            {"type": "string", "not": {"enum": sorted([*incomplete, *bare])}}
            | texts("step", "an effect of the ruleset"),
            {"$ref": f"{REF}IfModel"},
            {
                **texts("step", "a statement or an effect"),
                "type": "object",
                "properties": properties,
                "not": {"required": ["if"]},
                "additionalProperties": {
                    **texts("step", "an effect of the ruleset, with its parameters"),
                    "items": {"$ref": f"{REF}Step"},
                    "additionalProperties": {
                        **texts("parameter", "a parameter of an effect of the ruleset"),
                        "items": {"$ref": f"{REF}Step"},
                    },
                },
                "minProperties": 1,
                "maxProperties": 1,
            },
        ]
    }


def offered_steps(step: Schema, hints: Hints) -> Schema:
    """A statement with hints at each of its keys."""
    *others, mapping = step["oneOf"]
    properties = {key: hints.key(value, key) for key, value in mapping["properties"].items()}
    return {"oneOf": [*others, mapping | {"properties": properties}]}


def forms(model: type[Shape], place: str, shape: Schema) -> list[Schema]:
    """The ways to write a call: with its keys, with the value of the main one alone, or with nothing."""
    found: list[Schema] = [{"$ref": f"{REF}{place}"}]
    if model.short is not None and set(required(model)) <= {model.short}:
        value = shape["properties"][model.short]
        found += [part for part in flat(value) if part.get("type") not in ("object", "null")]
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
