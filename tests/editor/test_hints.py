"""What editors show and offer is in the schemas: a title and a sentence at every key, and known words.

Not here: what an editor makes of it (test_language_server.py), or which files are accepted (test_schemas.py).
"""

import json

import pytest

import unoflex_rules as ur
from tools.editor_hints import WORD, check_disjoint
from unoflex_rules.language.expressions import words
from unoflex_rules.resources import schema_dir

KINDS = ("ruleset", "scenarios", "campaign")
SCHEMAS = {kind: json.loads((schema_dir() / f"{kind}.schema.json").read_text(encoding="utf-8")) for kind in KINDS}


def nodes(node, place=""):
    """Return every part of a schema with its place."""
    if isinstance(node, dict):
        yield place, node
        for key, value in node.items():
            yield from nodes(value, f"{place}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from nodes(value, f"{place}/{number}")


def keys(schema):
    """Return the schema of every key of a file, with its place; conditions are not about keys."""
    for place, node in nodes(schema):
        if any(part in place.split("/") for part in ("not", "if", "allOf", "then")):
            continue
        for name, value in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
            yield f"{place}/{name}", value


def offered(schema, word):
    return schema["$defs"][f"{WORD}{word}"]["enum"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_has_a_title_and_a_sentence(kind):
    found = list(keys(SCHEMAS[kind]))
    silent = [place for place, value in found if not value.get("title") or not value.get("description")]
    assert len(found) > 20
    assert silent == []
    unfinished = [place for place, value in found if value["description"][-1] not in ".:!?`"]
    assert unfinished == []


@pytest.mark.parametrize("kind", KINDS)
def test_hovers_need_not_join_alternatives(kind):
    """An editor joins the texts of an `anyOf`; alternatives that cannot both apply are a `oneOf`."""
    for place, node in nodes(SCHEMAS[kind]):
        assert "||" not in str(node.get("description", "")), place
        if "anyOf" in node:
            is_condition = any(part in place.split("/") for part in ("not", "if", "allOf", "propertyNames"))
            assert is_condition, place


def test_alternatives_that_overlap_are_noticed():
    check_disjoint([{"type": "string"}, {"type": "object"}])
    check_disjoint([{"const": "next"}, {"type": "string", "not": {"const": "next"}}])
    with pytest.raises(ValueError, match="overlap"):
        check_disjoint([{"type": "string"}, {"enum": ["next"]}])


def test_marks_of_the_models_are_filled_in():
    for kind, schema in SCHEMAS.items():
        assert [place for place, node in nodes(schema) if {"x-kind", "x-offer", "x-statement"} & set(node)] == [], kind


def test_schemas_have_an_identifier():
    assert len({schema["$id"] for schema in SCHEMAS.values()}) == len(KINDS)


def test_known_words_are_offered():
    ruleset, scenarios = SCHEMAS["ruleset"], SCHEMAS["scenarios"]
    assert {"self", "next", "others", "everyone", "winners", "dealer"} <= set(offered(ruleset, "players"))
    assert set(offered(ruleset, "player")) <= {*words.NAMES, "dealer"}
    assert {"drawn", "passed_over"} <= set(offered(ruleset, "moment"))
    assert {*offered(ruleset, "base"), *offered(ruleset, "overlay")} == set(ur.list_rulesets())
    assert {"classic", "remix"} <= set(offered(scenarios, "game"))
    assert {"P0", "P15"} <= set(offered(scenarios, "seat"))
    labels = [each["label"] for each in ruleset["$defs"][f"{WORD}kind"]["defaultSnippets"]]
    assert {"skip", "wild", "draw_two"} <= set(labels)


def test_parameters_of_effects_say_what_they_are():
    properties = SCHEMAS["ruleset"]["$defs"]["effect draw"]["properties"]
    assert properties["player"]["description"] == "A player or players; required."
    assert properties["count"]["description"] == "A number; `1` by default."
    assert properties["count"]["title"] == "draw: count"
    wanted = SCHEMAS["ruleset"]["$defs"]["effect draw_until"]["properties"]["wanted"]
    assert wanted["description"] == "The card that ends the drawing; `card.fits` by default."


def test_options_of_shipped_rulesets_are_explained():
    options = SCHEMAS["ruleset"]["$defs"]["RulesetModel.over"]["properties"]["options"]
    shown = next(part for part in [options, *options.get("oneOf", ())] if "properties" in part)["properties"]
    assert shown["hand_size"]["description"] == "How many cards each player is dealt. Declared in `std/shedding`."
