"""The JSON Schemas: they accept and reject the same files as the models, and describe every key.

Not here: whether the committed files are up to date (tests/docs/test_reference.py).
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import unoflex_rules as ur
from tests.generated.playing import examples
from tests.generated.rulesets import Made, rulesets
from tests.sampling import sample
from unoflex_rules.language.compose.merge import load_tree
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.schema.shape_check import check_shape
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.resources import rulesets_dir, schema_dir

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(path for path in rulesets_dir().rglob("*.yaml") if "scenarios" not in path.parts)
SHEETS = sorted((rulesets_dir() / "scenarios").rglob("*.yaml"))
OWN = sorted((ROOT / "tests" / "rulesets").glob("*.yaml"))
BROKEN = sorted((ROOT / "tests" / "broken").glob("*.yaml"))
#: Checks that a schema cannot make: a misspelt effect against the guess, a default against its parameter, and
#: the viewers of a zone against the options.
BY_GUESS = {"effect-misspelt", "steps-as-default", "words-for-each-and-for-sights"}
HEAD = "format: 1\nid: mine\ntitle: Mine\n"


def validator(kind):
    return Draft202012Validator(json.loads((schema_dir() / f"{kind}.schema.json").read_text(encoding="utf-8")))


RULESET, SCENARIOS, CAMPAIGN = map(validator, ("ruleset", "scenarios", "campaign"))


def plain(text, name="mine.yaml"):
    """Return a text as plain data, read like a ruleset; None if it cannot be read."""
    problems = Problems()
    tree = read_text(text, name, problems)
    return None if tree is None or problems.has_errors else tree.plain()


def faults(data, schema=RULESET):
    return [f"{'.'.join(map(str, each.absolute_path))}: {each.message[:200]}" for each in schema.iter_errors(data)]


@pytest.mark.parametrize("schema", [RULESET, SCENARIOS, CAMPAIGN], ids=["ruleset", "scenarios", "campaign"])
def test_a_schema_is_valid(schema):
    Draft202012Validator.check_schema(schema.schema)
    assert schema.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", [*SHIPPED, *OWN], ids=lambda path: path.stem)
def test_a_valid_ruleset_is_accepted(path):
    assert faults(plain(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_valid_sheet_is_accepted(path):
    assert faults(plain(path.read_text(encoding="utf-8")), SCENARIOS) == []


@pytest.mark.parametrize("ruleset, rounds", [("remix", 0), ("remix", 5), ("uno-flip", 2), ("taki", 1)])
def test_a_campaign_is_accepted_and_a_misshapen_one_rejected(ruleset, rounds):
    campaign = ur.Campaign.new(ur.load(ruleset), ["Ann", "Ben", "Cleo"], seed=1, agents="greedy")
    campaign.notes = "ours"
    if rounds:
        campaign.play(rounds)
    data = plain(campaign.text())
    assert faults(data, CAMPAIGN) == []
    for wrong in ({"rounds": -1}, {"deck": {}}, {"round": 1}, {"players": ["Ann"]}, {"chance": {"game": [1]}}):
        assert len(faults(data | wrong, CAMPAIGN)) >= 1, wrong
    assert faults({key: value for key, value in data.items() if key != "deck"}, CAMPAIGN) != []


def test_c18_faulty_rulesets_of_a_wrong_shape_are_rejected():
    for path in sample(BROKEN, 120):
        problems = Problems()
        merged = load_tree(path, library=rulesets_dir(), problems=problems)
        if merged.tree is None or problems.has_errors or path.stem in BY_GUESS:
            continue  # the file cannot be read or merged, which a schema cannot check
        check_shape(merged.tree, problems)
        is_misshapen = any(problem.code.startswith("E1") for problem in problems.sorted())
        found = faults(plain(path.read_text(encoding="utf-8")))
        assert bool(found) == is_misshapen, f"{path.stem}: {found or problems.sorted()}"


@examples(12)
@given(rulesets(), st.randoms(use_true_random=False))
def test_c15_generated_rulesets_are_accepted_and_rejected_with_an_extra_key(made: Made, chance) -> None:
    data = plain(made.text)
    assert faults(data) == []
    closed = [
        node for node in mappings(data) if set(node) & {"do", "then", "start", "choose", "players", "each", "help"}
    ]
    node = chance.choice(closed)
    if len(node) > 1:  # a step with two keys is another fault
        node["strayy"] = 1
        assert faults(data) != []


def mappings(node):
    """Return the closed mappings of a document; names from the ruleset are not keys."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from mappings(value)
    elif isinstance(node, list):
        for value in node:
            yield from mappings(value)


@pytest.mark.parametrize(
    "text",
    [
        "extends: classic\n",
        "extends: classic\nwith: [house/stacking]\noptions: {hand_size: 5, call: false}\n",
        "extends: classic\ncards: {skip: {played=: [draw: self]}}\ndeck+: [{card: skip, color: each}]\n",
        "extends: classic\ncards-: [skip]\ndeck-: [skip]\nturn: {+end: [again], choose=: []}\n",
        "extends: classic\ncards: {draw_two: {played: null}}\nround: {blocked: null}\n",
        "extends: classic\nturn: {choose+: [draw: self, again, my_own: {anything: 1}]}\n",
        "extends: classic\nturn: {choose+: [{if: call, then: [again]}, set: {waiting: 0}, together: [again]]}\n",
        "extends: classic\nvalues: {color=: [tin, zinc], number=: 1..4}\n",
        "extends: std/shedding\nvalues: {rank: {range: 1..13, names: {11: jack}}}\nx-note: [anything]\n",
    ],
)
def test_c20_a_variant_is_accepted(text):
    assert faults(plain(HEAD + text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "extend: classic\n",
        "extends: [classic]\n",
        "extends: classic\noptoins: {hand_size: 5}\n",
        "extends: classic\nturn: {chose: []}\n",
        "extends: classic\nturn: {chose+: []}\n",
        "extends: classic\nturn: {choose+: {draw: self}}\n",
        "extends: classic\nturn: {choose+: [draw: {plyer: self}]}\n",
        "extends: classic\nturn: {choose+: [draw]}\n",
        "extends: classic\nturn: {choose+: [move: {from: discard}]}\n",
        "extends: classic\nturn: {choose+: [{again: null, skip: next}]}\n",
        "extends: classic\nturn: {choose+: [{if: call, then: again}]}\n",
        "extends: classic\nplayers: {min: two, max: [3]}\n",
        "extends: classic\nvariables: {x: {type: int, keep: always}}\n",
        "extends: classic\ncounts: {x: {per: card}}\n",
        "options: {x: 5}\n",
        "variables: {x: {each: player}}\n",
    ],
)
def test_a_slip_is_rejected(text):
    assert faults(plain(HEAD + text)) != []


@pytest.mark.parametrize(
    "text", ["format: 2\nid: mine\ntitle: Mine\n", "format: 1\nid: mine\n", "format: 1\nid: My Game\ntitle: x\n"]
)
def test_the_head_of_a_file_is_required(text):
    assert faults(plain(text)) != []
    assert faults(plain(text + "extends: classic\n")) != []


@pytest.mark.parametrize(
    "text",
    [
        "ruleset: classic\n",
        "ruleset: classic\nscenarios: []\n",
        "ruleset: classic\nscenarios: [{name: x, tabel: {}}]\n",
    ],
)
def test_a_slip_in_a_sheet_is_rejected(text):
    assert faults(plain(text), SCENARIOS) != []


@pytest.mark.parametrize("schema", [RULESET, SCENARIOS, CAMPAIGN], ids=["ruleset", "scenarios", "campaign"])
def test_hovering_over_a_key_shows_its_description(schema):
    silent = [
        f"{name}.{key}"
        for name, shape in schema.schema["$defs"].items()
        if not name.startswith("effect ")
        for key, value in shape.get("properties", {}).items()
        if not value.get("description") and key != "$schema"
    ]
    assert silent == []


def test_c22_statements_and_library_effects_are_offered():
    [steps] = [each["properties"] for each in RULESET.schema["$defs"]["Step"]["oneOf"] if "properties" in each]
    assert {"move", "ask", "set", "draw", "skip", "replenish", "answer_or_pay"} <= set(steps)
    assert steps["draw"]["description"].startswith("Players draw cards one by one")


def test_files_name_schemas_that_exist():
    named = [path for path in SHIPPED if path.read_text(encoding="utf-8").startswith("# yaml-language-server:")]
    assert named
    for path in named:
        _, _, place = path.read_text(encoding="utf-8").split("\n")[0].partition("$schema=")
        assert (path.parent / place).resolve() == schema_dir() / "ruleset.schema.json"


def test_the_command_shows_a_schema_and_its_path(capsys):
    from unoflex_cli.main import main

    assert main(["schema", "scenarios"]) == 0
    assert json.loads(capsys.readouterr().out) == SCENARIOS.schema
    assert main(["schema", "--path"]) == 0
    assert Path(capsys.readouterr().out.strip()) == ur.schema_dir() / "ruleset.schema.json"
    assert main(["schema", "rulesets"]) == 2
