"""The JSON Schema of rulesets, made from the models, for editors: it checks the shape of a file, not its names.

Not here: the models (language/schema/), scenarios and campaigns (sheet_schemas.py), or titles and offered words
(editor_hints.py).

A file is only a part of a ruleset: its bases may have the rest, and its keys may have signs. So there are three
families of definitions: inside a list (`Zone`), in a file without a base (`Zone.own`), and in a file that extends
others, where every key may be missing (`Zone.over`).
"""

from __future__ import annotations

import copy
import re

from tools import known_words
from tools.editor_hints import OFFER, REF, Hints, Schema, flat, sentence, texts
from tools.schema_parts import MARKS, NAMED, accepts, definitions, head, optional, tidy, used, with_null
from unoflex_rules.language.compose.merge import OWN_KEYS
from unoflex_rules.language.ruleset import load
from unoflex_rules.language.schema.call_forms import written
from unoflex_rules.language.schema.models import Effect, Parameter, RulesetModel
from unoflex_rules.language.schema.shape_check import effect_models
from unoflex_rules.language.schema.statement_models import (
    CORE,
    NAME,
    OPEN_CORE,
    IfModel,
    Shape,
    required,
)

LIBRARY = "std/uno"  # whose effects, and those below it, an editor offers
SCALAR: Schema = {"type": ["string", "boolean", "integer"]}
TAKEN_OUT: Schema = {"type": "array", "items": SCALAR, "description": "removes these from what is inherited"}
SIGNED = r"^\+?[A-Za-z_][A-Za-z0-9_]*[=+-]?$"
# Keys that are inherited by nobody, and so must stand in each file.
MUST = sorted(OWN_KEYS & {name for name, field in RulesetModel.model_fields.items() if field.is_required()})


#: What a parameter of an effect is, by its type; any other type is a value type.
OF_TYPE = {
    "player": "a player",
    "players": "a player or players",
    "int": "a number",
    "bool": "true, false or a condition",
    "card": "a card",
    "zone": "a zone",
    "predicate": "a condition on a card",
    "steps": "a list of steps",
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
    shapes = {name: optional(part) for name, part in definitions(MARKS, RulesetModel, IfModel, *CORE.values()).items()}
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
        "$defs": {name: explained[name] for name in sorted(used(explained, ["RulesetModel.own", "RulesetModel.over"]))},
    }


def set_known_options(whole: Schema) -> None:
    """In a file that builds on others, an option may be set by its value; editors offer the shipped ones."""
    options = mapping_in(whole["properties"]["options"])
    setting = {"anyOf": [*flat(options["additionalProperties"]), SCALAR]}
    options["additionalProperties"] = setting
    options["properties"] = {
        name: {"title": f"options: {name}", "description": text} | setting
        for name, text in known_words.options().items()
    }


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
        about, default = (declared.help, declared.default) if isinstance(declared, Parameter) else ("", None)
        about = about or OF_TYPE.get(kind, f"a value of `{kind}`")
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
