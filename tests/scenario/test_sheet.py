"""Files of scenarios: finding them by name, their keys, and mistakes at their places."""

import os
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.scenario.sheets import failures, passes, problems, run
from unoflex_rules.scenario.reading.sheet_files import find_scenarios
from unoflex_rules.scenario.reading.sheet_reader import read_scenarios
from unoflex_rules.scenario.scenario_runner import run_scenarios

ROOT = Path(__file__).resolve().parents[2]


def sheet(tmp_path, text):
    file = tmp_path / "sheet.yaml"
    file.write_text(text, encoding="utf-8")
    return read_scenarios(file)


# ---- names -----------------------------------------------------------------------------------------------------------


def test_a_ruleset_means_its_scenarios(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert find_scenarios("classic") == [Path("rulesets/scenarios/classic.yaml")]
    assert find_scenarios("rulesets/classic.yaml") == [Path("rulesets/scenarios/classic.yaml")]


def test_paths_from_another_folder_are_absolute(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert [file.is_absolute() for file in find_scenarios("classic")] == [True]


def test_a_file_means_itself(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("", encoding="utf-8")
    assert find_scenarios(str(file)) == [file]


def test_several_files_of_a_ruleset(monkeypatch, tmp_path):
    (tmp_path / "scenarios").mkdir()
    for name in ("mine", "mine-two", "mines", "other", "scenarios/mine", "scenarios/mine-two", "scenarios/mines"):
        (tmp_path / f"{name}.yaml").write_text("", encoding="utf-8")
    monkeypatch.setattr("unoflex_rules.scenario.reading.sheet_files.rulesets_dir", lambda: tmp_path)
    monkeypatch.setattr(
        "unoflex_rules.scenario.reading.sheet_files.find_ruleset", lambda name: tmp_path / f"{name}.yaml"
    )
    monkeypatch.setattr(
        "unoflex_rules.scenario.reading.sheet_files.list_rulesets", lambda: ["mine", "mine-two", "mines", "other"]
    )
    assert [os.path.basename(file) for file in find_scenarios("mine")] == ["mine.yaml", "mine-two.yaml"]
    with pytest.raises(ur.NoScenarios, match="`other` has no scenarios: write rulesets/scenarios/other"):
        find_scenarios("other")


def test_an_unknown_name():
    with pytest.raises(ur.UnknownRuleset, match="did you mean `classic`"):
        find_scenarios("clasic")


# ---- contents of a file ----------------------------------------------------------------------------------------------


def test_options_of_the_file_and_of_a_scenario(tmp_path):
    body = "table: {players: 3, top: R5, hands: {P0: [R7, B1]}}\nplay: [P0: play R7]\nexpect: {asked: P1}"
    passes(tmp_path, body, head="set: {call: false}")
    assert failures(tmp_path, f"set: {{call: true}}\n{body}", head="set: {call: false}")[0][2] == "P0"


def test_players_of_the_file_of_a_table_and_by_default(tmp_path):
    passes(tmp_path, "expect: {refused: {P3: draw}}")
    passes(tmp_path, "table: {players: 5}\nexpect: {refused: {P4: draw}}", head="players: 2")
    assert problems(tmp_path, "expect: {refused: {P2: draw}}", head="players: 2") == [("E204", "P2", None)]


def test_a_path_starts_at_the_file(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: classic\nplayers=: {min: 2, max: 3}\n", encoding="utf-8"
    )
    passes(tmp_path, "expect: {refused: {P2: draw}}", ruleset="mine.yaml")
    passes(tmp_path, "expect: {refused: {P2: draw}}", ruleset="./mine.yaml")


def test_a_scenario_that_is_skipped_is_not_run(tmp_path):
    [result] = run(tmp_path, "skip: later\nexpect: {turn: P1}").results
    assert (result.status, result.why, result.failures) == ("skipped", "later", ())


def test_an_expected_problem(tmp_path):
    passes(tmp_path, "table: {players: 11}\nproblem: E312")
    passes(tmp_path, "set: {target_score: 0}\nproblem: E104")
    assert failures(tmp_path, "table: {players: 10}\nproblem: E312") == [("problem", "E312", "no problem")]
    assert failures(tmp_path, "table: {players: 11}\nproblem: E104") == [("problem", "E104", "E312")]


def test_rules_are_one_or_several(tmp_path):
    assert run(tmp_path, "rule: CL-1\nexpect: {turn: P0}").results[0].rules == ("CL-1",)
    assert run(tmp_path, "rule: [CL-1, CL-2]\nexpect: {turn: P0}").results[0].rules == ("CL-1", "CL-2")


def test_every_key_is_documented():
    from unoflex_rules.scenario.reading import sheet_models

    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for model in (sheet_models.Sheet, sheet_models.Scenario, sheet_models.SheetTable, sheet_models.Expect):
        for name, field in model.model_fields.items():
            assert f"`{field.alias or name}`" in text, f"{model.__name__}.{name}"


# ---- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body, expected",
    [
        ("table: {top: R55}", ("E208", "R55", "R5")),
        ("table: {hands: {P0: [R5, R5, R5]}}", ("E601", "R5", None)),
        ("table: {top: R0, hands: {P0: [red 0]}}", ("E601", "red 0", None)),
        ("table: {hands: {P4: [R5]}}", ("E204", "P4", None)),
        ("table: {hands: {P0: 109}}", ("E605", "109", None)),
        ("table: {hands: {P0: -1}}", ("E104", "-1", None)),
        ("table: {zones: {discrad: [R5]}}", ("E206", "discrad", "discard")),
        ("table: {discard: [R5], zones: {discard: [R6]}}", ("E605", "discard", None)),
        ("table: {draw_pile: [...], discard: [...]}", ("E605", "...", None)),
        ("table: {variables: {waitin: 3}}", ("E207", "waitin", "waiting")),
        ("table: {variables: {waiting: 2001}}", ("E104", "2001", None)),
        ("table: {variables: {waiting: -1}}", ("E104", "-1", None)),
        ("table: {variables: {score: {P1: 2147483649}}}", ("E104", "2147483649", None)),
        ("table: {misses: {P1: -2}}", ("E104", "-2", None)),
        ("with: [./nowhere]", ("E401", "./nowhere", None)),
        ("with: [stdd/uno]", ("E401", "stdd/uno", "std/uno")),
        ("with: [../../../../../etc/passwd]", ("E401", "../../../../../etc/passwd", None)),
        ("rounds: one\nnext_rounds: [{top: R5}]", ("E605", "one", None)),
        ("next_rounds: [{tpo: R5}]", ("E101", "tpo", "top")),
        ("next_rounds: [{top: R55}]", ("E208", "R55", "R5")),
        ("next_rounds: [{hands: {P0: [R0, R0]}}]", ("E601", "R0", None)),
        ("next_rounds: [{hands: {P0: 4}}]", ("E605", "4", None)),
        (
            "next_rounds: [{hands: {P0: [R1, R2, R3, R4, R5, R6, R7, R8]}}]",
            ("E605", "[R1, R2, R3, R4, R5, R6, R7, R8]", None),
        ),
        ("play: [P0 draw]", ("E103", "P0 draw", "P0: draw")),
        ("play: 'P0: draw'", ("E103", "'P0: draw'", "[P0: draw]")),
        ("steps: [{play: [P1 keep]}]", ("E103", "P1 keep", "P1: keep")),
        ("table: {variables: {playing: R5}}", ("E605", "R5", None)),
        ("table: {variables: {score: {P9: 3}}}", ("E204", "P9", None)),
        ("table: {active: {color: redd}}", ("E205", "redd", "red")),
        ("table: {cards: {R5: {marks: 3}}}", ("E207", "marks", None)),
        ("table: {turn: P4}", ("E204", "P4", None)),
        ("table: {out: [P1]}", ("E605", "out", None)),
        ("table: {winners: [P1]}", ("E605", "winners", None)),
        ("table: {direction: 2}", ("E106", "2", None)),
        ("table: {players: 11}", ("E312", "11", None)),
        ("table: {player: 3}", ("E101", "player", "players")),
        ("set: {start_efects: ignore}", ("E209", "start_efects", "start_effects")),
        ("set: {start_effects: maybe}", ("E106", "maybe", None)),
        ("from: middle", ("E106", "middle", None)),
        ("rounds: two", ("E106", "two", None)),
        ("steps: [{plya: []}]", ("E101", "plya", "play")),
    ],
)
def test_a_mistake_is_a_problem_at_its_place(tmp_path, body, expected):
    assert problems(tmp_path, f"{body}\nexpect: {{turn: P0}}") == [expected]


def test_places_of_used_copies_are_shown(tmp_path):
    [problem] = run(tmp_path, "table: {top: R5, hands: {P0: [R5, R5]}}\nexpect: {turn: P0}").problems
    assert problem.message == "the deck has only 2 of `R5`, and all are in use"
    assert [(span.column, label) for span, label in problem.also] == [(18, "taken here"), (35, "taken here")]


def test_two_scenarios_with_one_name(tmp_path):
    text = "ruleset: classic\nscenarios:\n  - {name: a, expect: {turn: P0}}\n  - {name: a, expect: {turn: P0}}\n"
    _, [problem] = sheet(tmp_path, text)
    assert (problem.code, problem.span.line, problem.also[0][0].line) == ("E605", 4, 3)


def test_one_faulty_scenario_leaves_the_others(tmp_path):
    text = "ruleset: classic\nscenarios:\n  - {name: a, expect: {turn: P9}}\n  - {name: b, expect: {turn: P0}}\n"
    (tmp_path / "sheet.yaml").write_text(text, encoding="utf-8")
    found = ur.run_scenarios(tmp_path / "sheet.yaml")
    assert [result.status for result in found.results] == ["faulty", "passed"]
    assert not found.is_fine


@pytest.mark.parametrize(
    "text, code",
    [
        ("", "E005"),
        ("ruleset: [", "E002"),
        ("- a", "E004"),
        ("ruleset: classic\n", "E102"),
        ("ruleset: classic\nscenarios: []\n", "E104"),
        ("ruleset: clasic\nscenarios: [{name: a, expect: {turn: P0}}]\n", "E401"),
        ("ruleset: std/uno\nscenarios: [{name: a, expect: {turn: P0}}]\n", "E313"),
        ("ruleset: classic\nset: {cal: false}\nscenarios: [{name: a, expect: {turn: P0}}]\n", "E209"),
    ],
)
def test_a_file_that_cannot_be_run(tmp_path, text, code):
    examples, found = sheet(tmp_path, text)
    assert [problem.code for problem in found] == [code]
    assert all(example.is_faulty for example in examples)


def test_a_missing_file(tmp_path):
    examples, [problem] = read_scenarios(tmp_path / "nothing.yaml")
    assert (examples, problem.code) == ([], "E001")


def test_a_ruleset_with_a_problem(tmp_path):
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\ntitle: Mine\nextends: clasic\n", encoding="utf-8")
    examples, [problem] = sheet(tmp_path, "ruleset: mine.yaml\nscenarios: [{name: a, expect: {turn: P0}}]\n")
    assert examples == []
    assert problem.code == "E401"
    assert problem.span.file.endswith("mine.yaml")


# ---- several rounds, overlays, folders -------------------------------------------------------------------------------

ENDING = "table: {players: 3, top: R1, hands: {P0: [R7], P1: [G9], P2: [Y9]}}\nplay: [P0: play R7]\n"


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_later_rounds_are_dealt_as_described(tmp_path, engine):
    body = f"""
    next_rounds:
      - {{top: G4, hands: {{P0: [R5, G5], P1: [G1]}}, draw_pile: [Y8, B8]}}
      - {{}}
      - {{top: B2, hands: {{P2: [B3]}}}}
    {ENDING.replace(chr(10), chr(10) + "    ")}
    expect: {{round: 2, asked: P1, top: G4, holds: {{P0: [R5, G5], P1: [G1]}}, hand_size: {{P0: 7}}}}
    steps:
      - play: [P1: draw]
        expect: {{drew: {{P1: [Y8]}}}}
    """
    [result] = run(tmp_path, body, engine=engine).results
    assert [(each.what, each.expected, each.actual) for each in result.failures] == [
        ("next_rounds", "round 3 is dealt", "the scenario ends in round 2")
    ]


def test_an_empty_deal_keeps_the_order_of_the_deck(tmp_path):
    body = f"next_rounds: [{{}}]\n{ENDING}expect: {{round: 2, asked: P1, top: R9}}"
    for seed in range(3):
        passes(tmp_path, f"seed: {seed}\n{body}")


def test_rounds_beyond_the_list_follow_the_seed(tmp_path):
    body = f"rounds: game\n{ENDING}expect: {{top: Y0}}"
    tops = {run(tmp_path, f"seed: {seed}\n{body}").results[0].failures[0].actual for seed in range(1, 5)}
    assert len(tops) > 1


OVERLAY = "format: 1\nid: dear\ntitle: Dear\nbase: true\nextends: std/uno\noptions: {target_score: {default: 7}}\n"


@pytest.mark.parametrize("place, name", [("dear.yaml", "dear"), ("dear.yaml", "./dear"), ("../dear.yaml", "../dear")])
def test_options_apply_after_overlays(tmp_path, place, name):
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / place).write_text(OVERLAY, encoding="utf-8")
    won = "rounds: game\ntable: {players: 2, top: R1, hands: {P0: [R7], P1: [B7]}}\nplay: [P0: play R7]\n"
    over, running = "expect: {outcome: {winners: P0, reason: target}}", "expect: {outcome: running}"
    passes(folder, won + over, head=f"with: [{name}]")
    passes(folder, f"with: [{name}]\n{won}{over}")
    passes(folder, won + running)
    passes(folder, f"set: {{target_score: 8}}\n{won}{running}", head=f"with: [{name}]")


def test_a_problem_of_an_overlay_has_its_place(tmp_path):
    (tmp_path / "dear.yaml").write_text(OVERLAY.replace("target_score", "target_scor"), encoding="utf-8")
    sheet = run(tmp_path, "expect: {turn: P0}", head="with: [dear]")
    assert sheet.results == [] and {os.path.basename(each.span.file) for each in sheet.problems} == {"dear.yaml"}


def test_a_base_is_not_a_game(tmp_path):
    sheet = run(tmp_path, "expect: {turn: P0}", ruleset="std/uno")
    assert [(each.code, each.span.line) for each in sheet.problems] == [("E313", 1)]


def test_a_folder_and_an_own_ruleset_mean_their_scenarios(tmp_path):
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\n", encoding="utf-8")
    with pytest.raises(ur.NoScenarios, match=r"write .*mine\.scenarios\.yaml"):
        find_scenarios(str(tmp_path / "mine.yaml"))
    with pytest.raises(ur.NoScenarios):
        find_scenarios(str(tmp_path))
    (tmp_path / "scenarios").mkdir()
    for name in ("mine", "mine-two", "other"):
        (tmp_path / "scenarios" / f"{name}.yaml").write_text("ruleset: x\n", encoding="utf-8")
    (tmp_path / "scenarios" / "a.yaml").write_text("format: 1\n", encoding="utf-8")
    names = [file.name for file in find_scenarios(str(tmp_path / "mine.yaml"))]
    assert names == ["mine.yaml", "mine-two.yaml"]
    assert [file.name for file in find_scenarios(str(tmp_path / "scenarios"))] == [
        "mine-two.yaml",
        "mine.yaml",
        "other.yaml",
    ]


# ---- leaving ---------------------------------------------------------------------------------------------------------


def test_a_player_leaves_once(tmp_path):
    assert failures(tmp_path, "play: [P1: leaves, P1: Leaves]\nexpect: {turn: P0}") == [
        ("P1: Leaves", "a player who is in the game", "P1 has left")
    ]


def test_the_last_player_cannot_leave(tmp_path):
    body = "table: {players: 2}\nplay: [P1: leaves, P0: leaves]\nexpect: {turn: P0}"
    assert failures(tmp_path, body) == [("P0: leaves", "a decision", "P0 won: forfeit")]


def test_a_ruleset_does_not_depend_on_the_working_directory(tmp_path, monkeypatch):
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        head = f"format: 1\nid: mine\ntitle: Mine\nextends: classic\noptions: {{hand_size: {number + 2}}}\n"
        (folder / "mine.yaml").write_text(head, encoding="utf-8")
        sheet = (
            f"ruleset: ./mine\nscenarios: [{{name: it, from: start, expect: {{hand_size: {{P0: {number + 2}}}}}}}]\n"
        )
        (folder / "sheet.yaml").write_text(sheet.replace("./mine", "./mine.yaml"), encoding="utf-8")
        monkeypatch.chdir(folder)
        [result] = run_scenarios("sheet.yaml").results
        assert result.status == "passed"


def test_known_cards_begin_with_the_most_similar(tmp_path):
    """The short name `BX` does not exist: blue cards are more similar to it than the first cards of the deck."""
    [problem] = run(tmp_path, "table: {players: 2, top: BX}\nexpect: {turn: P0}").problems
    assert problem.notes[0].startswith("known: B0, B1, B2")


def test_an_overlay_is_not_the_file_of_scenarios_with_its_name(tmp_path):
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "force-play.yaml").write_text("ruleset: classic\nscenarios: []\n", encoding="utf-8")
    table = "table: {players: 2, top: R5, hands: {P0: [B1, B2]}, draw_pile: [R1, ...]}\n"
    body = f"{table}play: [P0: draw]\nexpect: {{options: [play R1]}}"
    passes(tmp_path, body, head="with: [house/force-play]")
