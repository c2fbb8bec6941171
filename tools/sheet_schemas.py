"""The JSON Schemas of scenarios and campaigns, made from their models.

Not here: the schema of rulesets (schemas.py), or titles and offered words (editor_hints.py).

The reader of scenarios rejects more than its models: unknown seats and events, a table that contradicts where the
scenario begins, a scenario that checks nothing. A scenario with `problem` may have these faults. So there are two
families of definitions: with these checks (`Scenario`) and for `problem` (`Scenario.faulty`).
"""

from __future__ import annotations

import copy
import typing
from typing import Any

from pydantic import BaseModel, WithJsonSchema

from tools import known_words
from tools.editor_hints import OFFER, REF, Hints, Schema, flat, texts
from tools.schema_parts import MARKS, definitions, head, used
from unoflex_rules.campaign.campaign_models import CampaignFile
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.schema.flat_forms import is_of_seats
from unoflex_rules.language.schema.statement_models import fields_by_key
from unoflex_rules.program.events import KINDS
from unoflex_rules.scenario.position import REASONS
from unoflex_rules.scenario.reading.expectations import FIELDS, REFUSAL
from unoflex_rules.scenario.reading.sheet_models import (
    Deal,
    Expect,
    ExpectedQuestion,
    Scenario,
    Sheet,
    SheetStep,
    SheetTable,
)
from unoflex_rules.scenario.reading.table_binding import FROM_START

MODELS: tuple[type[BaseModel], ...] = (Sheet, Scenario, SheetStep, SheetTable, Deal, Expect, ExpectedQuestion)
TITLES = {"Sheet": "", "CampaignFile": "", "SheetTable": "table", "SheetStep": "step"}
#: How the definitions are named in which nothing but the shape is checked.
FAULTY = ".faulty"
SEAT: Schema = {"type": "string", "pattern": r"^[Pp]0*([0-9]|1[0-5])$"}
TEXT: Schema = {"type": "string"}
#: The code of a problem.
PROBLEM: Schema = {"type": "string", "pattern": f"^({'|'.join(code for code in CODES if code[0] == 'E')})$"}
#: Keys of `expect` that cannot be `null`, and those that expect nothing by an empty list or by `null`.
NOT_NULL = ("turn", "options", "offered", "refused", "out", "happens", "never")
NONE_EXPECTED = ("asked", "options", "out", "top", "direction", "round")
WORD: Schema = {"type": ["string", "integer", "boolean"]}
SEATS: Schema = {"anyOf": [SEAT, {"type": "array", "items": SEAT}]}
#: The values of the fields of events; any other field has a word.
OF_FIELD = {"seat": SEAT, "seats": SEATS, "verb": TEXT, "name": TEXT, "zone": TEXT, "to": TEXT}


def scenarios_schema() -> Schema:
    """The schema of a file of scenarios."""
    strict, shape = marks(is_strict=True), marks(is_strict=False)
    defs = made(strict)
    faulty = {f"{name}{FAULTY}": renamed(part) for name, part in made(shape).items() if name != "Sheet"}
    add_checks(defs)
    defs |= faulty | {"Event": event()}
    either = {
        "if": {"required": ["problem"]},
        "then": {"$ref": f"{REF}Scenario{FAULTY}"},
        "else": {"$ref": f"{REF}Scenario"},
    }
    sheet = defs.pop("Sheet")
    sheet["properties"]["scenarios"]["items"] = either
    return finished("scenarios", "Scenarios", "Tests of a ruleset: examples of its rules.", sheet, defs)


def campaign_schema() -> Schema:
    """The schema of a campaign's file."""
    defs = definitions(marks(is_strict=False), CampaignFile)
    whole = defs.pop("CampaignFile")
    return finished("campaign", "A campaign", "A game of several rounds, between two of them.", whole, defs)


def finished(kind: str, title: str, about: str, whole: Schema, defs: dict[str, Schema]) -> Schema:
    """A whole schema with hints, and with the definitions that it uses."""
    hints = Hints(known_words.offers(), TITLES, defs, {"problem": PROBLEM})
    explained = {name: hints.definition(name, part) for name, part in defs.items()} | hints.offered()
    root = hints.shape(whole, "")
    root["properties"]["$schema"] = {"type": "string"} | texts("$schema", "the schema for editors")
    root["patternProperties"] = {"^x-": texts("x-...", "ignored: your own data")}
    root = {key: part for key, part in root.items() if key not in ("title", "description")}
    kept = used({**explained, "": root}, [""])
    return head(kind, title, about) | root | {"$defs": {name: explained[name] for name in sorted(kept - {""})}}


def marks(is_strict: bool) -> dict[str, Schema]:
    """What the marks of the models accept."""
    found = MARKS | {kind: {**TEXT, OFFER: kind} for kind in ("seat", "game", "overlay")}
    if is_strict:
        found["seat"] = {**SEAT, OFFER: "seat"}
    found["problem"] = PROBLEM | {OFFER: "problem"}
    found["event"] = {"anyOf": [{**TEXT, OFFER: "event"} if is_strict else TEXT, {"type": "object"}]}
    found["refused"] = {
        "anyOf": [TEXT, {"type": "array", "items": {"anyOf": [TEXT, refusal(is_strict)]}}, {"type": "object"}]
    }
    if is_strict:
        found["event"] = {"anyOf": [{"$ref": f"{REF}word: event"}, {"$ref": f"{REF}Event"}]}
        found["refused"]["anyOf"].pop()
        found["refused"]["anyOf"] += [refusal(is_strict), by_seat({"anyOf": [TEXT, {"type": "array", "items": TEXT}]})]
    return found


def made(of_marks: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions of the models, in which the names of seats are marked."""
    defs = definitions(of_marks, Sheet)
    for model in MODELS:
        hints = typing.get_type_hints(model, include_extras=True)
        for (key, _), name in zip(fields_by_key(model).items(), model.model_fields, strict=True):
            mark_seats(hints[name], defs[model.__name__]["properties"][key], of_marks["seat"])
    return defs


def mark_seats(hint: Any, schema: Schema, seat: Schema) -> None:
    """Name the keys of mappings by seat."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:  # a marked type is described in full by its mark
        if not any(isinstance(each, WithJsonSchema) for each in args[1:]):
            mark_seats(args[0], schema, seat)
        return
    parts = flat(schema)
    for part in parts if origin is dict else ():
        if part.get("type") == "object" and "additionalProperties" in part:
            if is_of_seats(hint):
                part["propertyNames"] = {
                    "anyOf": [{"$ref": f"{REF}word: seat"}, {k: seat[k] for k in seat if k != OFFER}]
                }
            mark_seats(args[1], part["additionalProperties"], seat)
    for part in parts if origin is list else ():
        if part.get("type") == "array" and "items" in part:
            mark_seats(args[0], part["items"], seat)
    if origin not in (dict, list):
        for each in args:
            mark_seats(each, schema, seat)


def by_seat(value: Schema) -> Schema:
    names = {"anyOf": [{"$ref": f"{REF}word: seat"}, SEAT]}
    return {"type": "object", "propertyNames": names, "additionalProperties": value, "not": {"required": ["action"]}}


def refusal(is_strict: bool) -> Schema:
    """A refused action with its player and the reason."""
    if not is_strict:
        return {"type": "object", "additionalProperties": TEXT}
    action, player, why = REFUSAL
    reasons = [{"const": word, "title": "why", "description": about} for word, about in REASONS.items()]
    return {
        "type": "object",
        "properties": {
            action: {**TEXT, "description": "the action that is not on offer"},
            player: {**SEAT, OFFER: "seat", "description": "the player to whom it is not offered"},
            why: {"enum": [each["const"] for each in reasons], "description": "the reason",
                  "enumDescriptions": [each["description"] for each in reasons]},
        },
        "required": [action],
        "additionalProperties": False,
    }  # fmt: skip


def event() -> Schema:
    """An event: its kind with the value of its main field, and other fields."""
    kinds = [kind for kind in KINDS.values() if kind.main]
    fields = {
        kind.name: {"anyOf": [OF_FIELD.get(kind.main, WORD), {"type": "null"}], "title": kind.name,
                    "description": f"the event, with its `{kind.main}`: {known_words.shown(kind.sentence)}"}
        for kind in kinds
    }  # fmt: skip
    fields |= {
        name: {**OF_FIELD.get(name, WORD), "title": name, "description": f"the `{name}` of the event"}
        for name in FIELDS
    }
    return {
        "description": "an event, with some of its fields",
        "type": "object",
        "properties": fields,
        "additionalProperties": False,
        "allOf": [{"oneOf": [{"required": [kind.name]} for kind in kinds]}],
    }


def add_checks(defs: dict[str, Schema]) -> None:
    """Add what the reader rejects besides the shape."""
    defs["ExpectedQuestion"]["minProperties"] = 1
    no_count: Schema = {"not": {"type": "integer"}}
    named = {"additionalProperties": no_count}
    named_cards = {"top": {"not": {"type": "null"}}, "hands": named, "draw_pile": no_count, "zones": named}
    start = {"propertyNames": {"enum": list(FROM_START)}, "properties": named_cards}
    cards: Schema = {"anyOf": [{"type": "array"}, TEXT, {"type": "integer", "minimum": 0}]}
    table = defs["SheetTable"]
    table["allOf"] = [
        {
            "if": {"required": ["top"], "properties": {"top": {"type": "null"}}},
            "then": {"not": {"required": ["discard"]}},
        },
        {"properties": {"hands": {"additionalProperties": cards}, "zones": {"additionalProperties": cards}}},
        {"properties": {key: {"not": {"type": "integer", "maximum": -1}} for key in ("draw_pile", "discard")}},
    ]
    defs["Deal"]["allOf"] = [{"properties": named_cards}]
    no_null: Schema = {"not": {"type": "null"}}
    defs["Expect"]["allOf"] = [{"properties": dict.fromkeys(NOT_NULL, no_null)}]
    defs["ExpectedQuestion"]["allOf"] = [{"additionalProperties": no_null}]
    defs["ExpectedOutcome"]["allOf"] = [{"additionalProperties": no_null}]
    given: Schema = {key: {"not": {}} for key in NONE_EXPECTED} | {"outcome": {"enum": [{}]}}
    nothing = {"properties": given, "additionalProperties": {"enum": [{}, [], None]}}
    checks = {"required": ["expect"], "properties": {"expect": {"type": "object", "not": nothing}}}
    scenario = defs["Scenario"]
    scenario["allOf"] = [
        {"if": is_value("from", "start"), "then": {"properties": {"table": start}}},
        {
            "if": {"not": is_value("from", "round_end")},
            "then": {"properties": {"table": {"not": {"required": ["winners"]}}}},
        },
        {"if": is_value("rounds", "one"), "then": {"properties": {"next_rounds": {"maxItems": 0}}}},
        {"anyOf": [checks, {"required": ["steps"], "properties": {"steps": {"contains": checks}}}]},
    ]


def is_value(key: str, value: str) -> Schema:
    return {"required": [key], "properties": {key: {"const": value}}}


def renamed(part: Schema) -> Schema:
    """A definition that refers to others of its own family."""
    part = copy.deepcopy(part)

    def rename(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str) and "word: " not in node["$ref"]:
                node["$ref"] += FAULTY
            for value in node.values():
                rename(value)
        elif isinstance(node, list):
            for value in node:
                rename(value)

    rename(part)
    return part
