"""The schema of scenarios accepts and rejects what the reader does, as far as the structure shows it.

Not here: the schemas of rulesets and campaigns (tests/project/test_schemas.py).
"""

import json

import pytest
from jsonschema import Draft202012Validator

import unoflex_rules as ur
from tests.broken.corpus import HERE, Case
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.resources import schema_dir

SCHEMA = Draft202012Validator(json.loads((schema_dir() / "scenarios.schema.json").read_text(encoding="utf-8")))
HEAD = "ruleset: classic\nscenarios:\n  - "
ACCEPTED = """
{name: A., play: {P0: draw}, expect: {turn: P0}}
{name: A., play: [P0: draw, P1: draw], expect: {turn: P2}}
{name: A., steps: [{play: [P0: draw], expect: {turn: P1}}]}
{name: A., steps: [], expect: {turn: P0}}
{name: A., expect: {asked: null}}
{name: A., expect: {options: []}}
{name: A., expect: {top: null}}
{name: A., expect: {outcome: null}}
{name: A., expect: {active: {}, turn: P0}}
{name: A., expect: {out: []}}
{name: A., expect: {refused: {action: draw, player: P1, why: not asked}}}
{name: A., expect: {refused: {P1: draw}}}
{name: A., expect: {refused: [draw, {action: draw, player: P1}]}}
{name: A., expect: {happens: shuffle, never: [{move: R5, zone: discard}, {turn: P1}]}}
{name: A., table: {turn: p0}, expect: {turn: p0}}
{name: A., from: round_end, table: {winners: P0}, expect: {round: 2}}
{name: A., rounds: one, next_rounds: [], expect: {turn: P0}}
{name: A., table: {hands: {P0: [], P1: 3, P2: [R5, ...]}}, expect: {turn: P0}}
{name: A., table: {top: null}, expect: {turn: P0}}
{name: A., problem: E605, table: {winners: Ann}}
{name: A., problem: E204, table: {turn: Ann}, expect: {}}
{name: A., expect: {hand_size: {P0: 7}, size: {discard: 1}}}
"""
REJECTED = """
{name: A.}
{expect: {turn: P0}}
{name: A., expect: {}}
{name: A., expect: {active: {}}}
{name: A., expect: {hands: null}}
{name: A., expect: {outcome: {}}}
{name: A., expect: {happens: [], counts: {}}}
{name: A., steps: [{play: [P0: draw]}]}
{name: A., expect: {turn: null}}
{name: A., expect: {options: null}}
{name: A., expect: {out: null}}
{name: A., expect: {happens: null}}
{name: A., expect: {refused: null}}
{name: A., expect: {asked: {}}}
{name: A., expect: {asked: {player: null}}}
{name: A., expect: {outcome: over}}
{name: A., expect: {outcome: {winners: P0, reason: null}}}
{name: A., expect: {turn: Ann}}
{name: A., expect: {hand_size: {Ann: 7}}}
{name: A., expect: {sees: {Ann: {discard: [R5]}}}}
{name: A., table: {turn: Ann}, expect: {turn: P0}}
{name: A., table: {out: [P0, Ann]}, expect: {turn: P1}}
{name: A., table: {variables: {score: {P0: 3, Ann: 2}}}, expect: {turn: P0}}
{name: A., play: [P0 draw], expect: {turn: P1}}
{name: A., play: [Ann: draw], expect: {turn: P1}}
{name: A., expect: {refused: {player: P1}}}
{name: A., expect: {refused: [{action: draw, whi: x}]}}
{name: A., expect: {refused: [{action: draw, why: because}]}}
{name: A., expect: {happens: {draw: P0}}}
{name: A., expect: {never: shufle}}
{name: A., expect: {never: {}}}
{name: A., expect: {never: {seat: P0}}}
{name: A., expect: {never: {move: R5, whither: P0}}}
{name: A., expect: {never: {move: R5, shuffle: draw_pile}}}
{name: A., expect: {never: {turn: Ann}}}
{name: A., from: start, table: {turn: P0}, expect: {turn: P1}}
{name: A., from: start, table: {hands: {P0: 3}}, expect: {turn: P1}}
{name: A., from: start, table: {top: null}, expect: {turn: P1}}
{name: A., table: {winners: P0}, expect: {turn: P1}}
{name: A., rounds: one, next_rounds: [{}], expect: {turn: P0}}
{name: A., next_rounds: [{hands: {P0: 3}}], expect: {turn: P0}}
{name: A., next_rounds: [{top: null}], expect: {turn: P0}}
{name: A., table: {hands: {P0: -1}}, expect: {turn: P0}}
{name: A., table: {draw_pile: -1}, expect: {turn: P0}}
{name: A., table: {top: null, discard: []}, expect: {turn: P0}}
{name: A., table: {misses: {P0: 1001}}, expect: {turn: P0}}
{name: A., table: {players: 17}, expect: {turn: P0}}
{name: A., table: {direction: 0}, expect: {turn: P0}}
{name: A., problem: E9999}
{name: A., problem: W510}
{name: A., problem: E605, tabel: {}}
"""
#: Broken sheets whose structure is at fault; all other faults are in names.
STRUCTURAL = {
    "a-campaign", "a-ruleset", "actions-as-texts", "events-misspelt", "expected-misspelt", "flat-for-a-mapping",
    "from-the-start", "keys-misspelt", "one-round-and-a-next", "refused-without-action", "seats-beyond",
    "shows-nothing", "top-of-nothing", "value-of-a-variable-seen", "without-a-name", "words-in-another-order",
}  # fmt: skip


def verdicts(text, tmp_path):
    """Return whether the reader, and whether the schema, accepts a sheet."""
    file = tmp_path / "sheet.yaml"
    file.write_text(text, encoding="utf-8")
    tree = read_text(text, "sheet.yaml", Problems())
    return not ur.run_scenarios(file).problems, SCHEMA.is_valid(tree.plain())


@pytest.mark.parametrize("scenario", ACCEPTED.strip().split("\n"))
def test_what_the_reader_accepts_is_accepted(scenario, tmp_path):
    reader, schema = verdicts(f"{HEAD}{scenario}\n", tmp_path)
    assert (reader, schema) == (True, True)


@pytest.mark.parametrize("scenario", REJECTED.strip().split("\n"))
def test_what_the_reader_rejects_is_rejected(scenario, tmp_path):
    reader, schema = verdicts(f"{HEAD}{scenario}\n", tmp_path)
    assert (reader, schema) == (False, False)


@pytest.mark.parametrize("head", ["x-note: [anything]\n", "$schema: s.json\n"])
def test_data_of_the_author_is_accepted(head, tmp_path):
    assert verdicts(f"{head}{HEAD}{{name: A., expect: {{turn: P0}}}}\n", tmp_path) == (True, True)


def test_broken_sheets_are_rejected_for_their_structure():
    found = set()
    for path in sorted((HERE / "sheets").glob("*.yaml")):
        tree = read_text(path.read_text(encoding="utf-8"), path.name, Problems())
        if tree is not None and (data := tree.plain()) is not None and not SCHEMA.is_valid(data):
            assert Case(path).problems() != []
            found.add(path.stem)
    assert found >= STRUCTURAL
