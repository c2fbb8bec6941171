"""Start cards of UNO by CL-2 where an overlay changes what cards are worth. Not here: the shipped decks."""

import pytest

import unoflex_rules as ur

OVERLAY = "format: 1\nid: dear\ntitle: Dear\nbase: true\nextends: classic\ncards: {number: {points: 20}}\n"
SHEET = """\
ruleset: classic
with: [./dear.yaml]
scenarios:
  - name: A number that is worth as much as an action card may be the start card
    rule: CL-2
    set: {start_effects: ignore}
    from: start
    table: {players: 3, top: R9, draw_pile: [RS, G4]}
    expect: {top: R9, asked: P0}
  - name: An action card of the same worth goes back
    rule: CL-2
    set: {start_effects: ignore}
    from: start
    table: {players: 3, top: RS, draw_pile: [G+2, G4]}
    expect: {top: G4, asked: P0}
"""


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_points_do_not_decide_whether_a_start_card_is_refused(tmp_path, engine):
    (tmp_path / "dear.yaml").write_text(OVERLAY, encoding="utf-8")
    sheet = tmp_path / "dear.scenarios.yaml"
    sheet.write_text(SHEET, encoding="utf-8")
    assert [result.status for result in ur.run_scenarios(sheet, engine).results] == ["passed", "passed"]
