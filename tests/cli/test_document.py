"""The JSON document of a simulation: the same bytes on every machine and engine.

Not here: its keys (tests/docs/test_report_page.py), its figures (tests/simulation/test_statistics.py).
"""

import json
import os
import socket
import sys

import pytest

import unoflex_rules as ur
from tests.sampling import sample

MINE = "format: 1\nid: mine\ntitle: Mine\nextends: flex\n"
WAYS = {
    "plain": ("--engine", "plain"),
    "one thread": ("--engine", "fast", "--threads", "1"),
    "two threads": ("--engine", "fast", "--threads", "2"),
    "three threads": ("--engine", "fast", "--threads", "3"),
}


WISHES = [
    ("mine.yaml", "--until", "6%", "--games", "1300", "--agents", "greedy"),
    ("mine.yaml", "--until", "5%", "--agents", "greedy"),
    ("mine.yaml", "--games", "700", "--agents", "greedy,random,first,last", "--limit", "300"),
    ("classic", "--games", "40", "--rounds", "game", "--agents", "greedy", "--first", "5000"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    return tmp_path


def document(run, *arguments):
    result = run("simulate", *arguments, "--seed", "7", "--json")
    assert result.code == 0, result.err
    return result.out


@pytest.mark.parametrize("wish", sample(WISHES, 2))
def test_the_document_is_the_same_bytes_for_all_engines_and_threads_b02_d07(run, wish):
    documents = {way: document(run, *wish, *how) for way, how in WAYS.items()}
    assert len(set(documents.values())) == 1, documents


@pytest.mark.parametrize("width, said", [("0.25", "25 % wide; for 0.25 %, write 0.25%"), ("0.05", "")])
def test_a_meaningless_width_gives_a_warning(run, width, said):
    told = run("simulate", "classic", "--games", "4", "--engine", "plain", "--agents", "greedy", "--until", width)
    assert told.code == 0 and said in told.err and ("write" in told.err) == bool(said)


def test_until_reports_that_the_target_is_reached(run):
    found = json.loads(document(run, "mine.yaml", "--until", "6%", "--agents", "greedy"))
    assert (found["complete"], found["stopped"], found["requested"]) == (True, "until", None)
    assert max(seat["high"] - seat["low"] for seat in found["wins"]) <= 0.06
    most = json.loads(document(run, "mine.yaml", "--until", "2%", "--games", "1100", "--agents", "greedy"))
    assert (most["complete"], most["stopped"], most["games"]["started"]) == (True, None, 1100)


def test_the_document_contains_nothing_about_the_machine(run, folder):
    text = document(run, "mine.yaml", "--games", "30", "--engine", "plain", "--out", "games.csv")
    for word in ("thread", "plain", "fast", "engine", "second", "time", "date", "path", ".yaml", ".csv", "version"):
        assert word not in text.lower().replace('"times"', "").replace("skip", "")
    for word in (str(folder), os.path.expanduser("~"), socket.gethostname(), sys.executable):
        assert word not in text


def test_the_document_does_not_depend_on_the_folder(run, folder, monkeypatch):
    here = document(run, "mine.yaml", "--games", "30", "--engine", "plain")
    (folder / "other").mkdir()
    monkeypatch.chdir(folder / "other")
    assert document(run, "../mine.yaml", "--games", "30", "--engine", "plain") == here


# --- B10: a game at its limit has no result ---------------------------------------------------------------------------


def test_games_at_the_limit_are_counted_without_a_result_b10(run):
    found = json.loads(document(run, "classic", "--games", "200", "--limit", "60", "--agents", "greedy"))
    games = found["games"]
    assert found["limit"] == 60
    assert games["unfinished"] > 0
    assert games["finished"] > 0
    assert games["started"] == 200 == games["finished"] + games["unfinished"]
    assert sum(seat["count"] for seat in found["wins"]) + games["drawn"] == games["finished"]
    assert found["decisions"]["in_last_bin"] == 0
    assert found["decisions"]["p99"] <= 60


def test_an_endless_game_is_stopped_and_reported_b10(run, folder):
    """Every number makes all players draw two, and the rule for an empty hand is missing."""
    (folder / "endless.yaml").write_text(
        "format: 1\nid: endless\ntitle: Endless\nextends: classic\nturn:\n  end=: []\n"
        "cards:\n  number: {played: [draw: {player: players, count: 2}]}\n",
        encoding="utf-8",
    )
    result = run("simulate", "endless.yaml", "--games", "10", "--limit", "500", "--engine", "plain", "--seed", "7")
    assert result.code == 0
    assert "unfinished 10 " in result.out
    found = json.loads(document(run, "endless.yaml", "--games", "10", "--limit", "500", "--engine", "plain"))
    assert (found["games"]["unfinished"], found["games"]["finished"]) == (10, 0)
    assert [seat["rate"] for seat in found["wins"]] == [None] * 4
    assert found["longest"]["decisions"] <= 500


def test_without_finished_games_until_gives_up_and_reports_it_b10(run):
    found = json.loads(document(run, "classic", "--until", "1%", "--limit", "5"))
    assert (found["games"]["started"], found["games"]["finished"]) == (1024, 0)
    assert (found["complete"], found["stopped"]) == (False, "endless")
    told = run("simulate", "classic", "--until", "1%", "--limit", "5", "--seed", "7").out
    assert "\n stopped: none of the first 1,024 games ended\n" in told


# --- D02, D05: output for people --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variables", sample([{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C"}], 2)
)
def test_an_output_without_block_characters_gets_a_plain_report(process, variables):
    done = process("simulate", "flex", "--games", "200", "--seed", "7", "--agents", "greedy", **variables)
    assert done.returncode == 0
    if variables != {"LC_ALL": "C"}:  # which Python may read as UTF-8
        assert done.stdout.isascii()
        assert "####" in done.stdout


def test_no_color_keeps_the_text_d05(run, monkeypatch):
    arguments = ("simulate", "mine.yaml", "--games", "30", "--engine", "plain", "--seed", "7", "--agents", "greedy")
    monkeypatch.setenv("FORCE_COLOR", "1")
    colored = run(*arguments).out
    monkeypatch.setenv("NO_COLOR", "1")
    plain = run(*arguments).out
    assert "\x1b[" in colored
    assert "\x1b" not in plain
    assert plain.count("\n") == colored.count("\n")


def test_quiet_leaves_standard_error_empty_d02(unoflex):
    done = unoflex("simulate", "mine.yaml", "--games", "30", "--quiet", "--json", TERM="xterm")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["seed"] >= 0


def test_the_library_and_the_command_line_agree(run):
    ruleset = ur.load("mine.yaml")
    program = ur.compile_ruleset(ruleset, 4)
    tally = ur.simulate(ruleset, games=50, seed=7, agents="greedy", engine="plain")
    settings = ur.Settings.of(program, 7, agents=("greedy",) * 4)
    report = ur.report(tally, settings, requested=50)
    assert report.to_json() == json.loads(document(run, "mine.yaml", "--games", "50", "--agents", "greedy"))
