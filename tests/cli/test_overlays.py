"""`--with OVERLAY`: overlays on the ruleset that is checked, played or listed."""

import json

import pytest

STACKING = ("--with", "house/stacking")


@pytest.mark.parametrize(
    "command", [("simulate", "--games", "3", "--seed", "7"), ("trace",), ("listing",)], ids=lambda each: each[0]
)
def test_overlays_reach_the_library_in_order(run, library, command):
    run(command[0], "mine", *command[1:], "--with", "other", "--with", "good.yaml")
    assert ("load", "mine.yaml", {}, ("other", "good.yaml")) in library.calls


def test_validate_checks_the_composed_game(run, library):
    assert run("validate", "good.yaml", "--with", "other", "--set", "a=1").code == 0
    assert library.calls == [("validate", "good.yaml", {"a": "1"}, ("other",))]


@pytest.mark.parametrize("command", ["simulate", "trace", "listing", "validate"])
def test_a_missing_overlay_is_wrong_usage_with_a_suggestion(run, command):
    result = run(command, "classic", "--with", "house/staking")
    assert (result.code, result.out) == (2, "")
    assert "did you mean `house/stacking`?" in result.err


def test_the_report_and_the_replay_command_name_the_overlays(run):
    result = run(
        "simulate", "classic", *STACKING, "--games", "20", "--seed", "3", "--engine", "plain", "--json", "--quiet"
    )
    document = json.loads(result.out)
    assert document["with"] == ["house/stacking"]
    command = document["longest"]["replay"].split()
    assert command[-2:] == ["--with", "house/stacking"]
    played = run(*command[1:])
    assert played.out.splitlines()[0].startswith("UNO + house/stacking · ")
    assert f"digest {document['digest'][:8]}" in played.out


def test_usage_accepts_no_overlays(run):
    result = run("listing", "--usage", *STACKING)
    assert result.code == 2
    assert "--usage cannot be combined with --players, --set, --with or --lang" in result.err


def test_contradicting_overlays_are_rejected_with_both_lines(run):
    result = run(
        "simulate", "classic", "--with", "house/seven-swap", "--with", "house/zero-rotation", "--set", "swap_number=0"
    )
    assert result.code == 1
    assert "error[E314]" in result.err
    assert "house/seven-swap:" in result.err and "house/zero-rotation:" in result.err


def test_the_list_separates_games_from_overlays(run):
    lines = {line.split()[0]: line.split(maxsplit=1)[1] for line in run("rulesets", "--long").out.splitlines()}
    assert list(lines) == run("rulesets").out.split()
    assert lines["classic"] == "game, 2-10 players   UNO"
    assert lines["oracles/rlcard"] == "game, 2 players      UNO as RLCard plays it"
    assert lines["house/stacking"] == "to build on          Stacking"
