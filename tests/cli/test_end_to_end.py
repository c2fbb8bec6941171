"""The command line with the real library: behaviour that needs both, some of it in a new process.

Not here: the calls of each command, which are tested with a stand-in.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.sampling import sample

SIMULATE = ("simulate", "classic", "--players", "3", "--games", "40", "--seed", "7", "--json")


def test_the_document_is_the_same_bytes_for_all_engines(process):
    runs = [
        process(*SIMULATE, "--engine", "plain", PYTHONHASHSEED="1"),
        process(*SIMULATE, "--engine", "fast", "--threads", "1", PYTHONHASHSEED="2"),
        process(*SIMULATE, "--engine", "fast", "--threads", "2", PYTHONHASHSEED="3"),
    ]
    assert [run.returncode for run in runs] == [0, 0, 0], runs
    assert len({run.stdout for run in runs}) == 1


def test_the_document_depends_on_the_seed(unoflex):
    one, other = (unoflex(*SIMULATE, "--games", 5, "--seed", seed, "--engine", "plain") for seed in ("1", "2"))
    assert json.loads(one.stdout)["seed"] == 1
    assert json.loads(one.stdout)["decisions"] != json.loads(other.stdout)["decisions"]


def test_the_figures_of_a_document_are_consistent(unoflex):
    document = json.loads(unoflex(*SIMULATE, "--engine", "plain").stdout)
    games = document["games"]
    assert games["started"] == 40 == games["finished"] + games["unfinished"]
    alone = sum(seat["count"] for seat in document["wins"])
    assert alone + document["won_by_nobody"] == games["finished"]
    assert document["starter"]["started"] == games["finished"]
    assert sum(document["reasons"].values()) == games["finished"]
    calls = [each for verb in document["calls"]["verbs"].values() for each in verb.values()]
    chosen = sum(kind["count"] for kind in document["chosen"].values())
    assert document["choices"]["decisions"] + sum(call["times"] for call in calls) == chosen
    assert document["longest"]["game"] < 40


def test_the_report_is_text(unoflex):
    done = unoflex(*SIMULATE[:-1], "--engine", "plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 players, all random · seed 7 · 40 games in " in done.stdout
    assert "95 % interval" in done.stdout


def test_shipped_rulesets_are_listed_and_valid(unoflex):
    ids = unoflex("rulesets").stdout.split()
    assert {"classic", "oracles/rlcard"} <= set(ids)
    ids = sample(ids, 6)  # broken/test_twins.py checks all of them
    done = unoflex("validate", *ids)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(" is fine (") == len(ids)


def test_a_broken_file_is_reported_with_its_line(unoflex, process, tmp_path):
    (tmp_path / "mine.yaml").write_text("format: 1\nid: mine\ntitel: Mine\nextends: classic\n", encoding="utf-8")
    done = process("validate", "mine.yaml")
    assert done.returncode == 1
    assert "  ┌─ mine.yaml:3:1\n  │\n 3│ titel: Mine\n  │ ^^^^^" in done.stdout
    assert "did you mean `title`?" in done.stdout
    problems = json.loads(unoflex("validate", "mine.yaml", "--json").stdout)["files"][0]["problems"]
    places = {problem["suggestion"]: (problem["file"], problem["line"], problem["column"]) for problem in problems}
    assert places["title"] == ("mine.yaml", 3, 1)


def test_an_unknown_option_is_wrong_usage(unoflex):
    done = unoflex("simulate", "classic", "--set", "hand_sise=7")
    assert (done.returncode, done.stdout) == (2, "")
    assert "`hand_size`" in done.stderr


@pytest.mark.parametrize("name", ["/dev/null", "."])
def test_a_file_that_is_not_a_ruleset_gives_a_problem_and_no_traceback(unoflex, name):
    for command in ("validate", "simulate", "listing"):
        done = unoflex(command, name)
        assert done.returncode == 1
        assert "E0" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_the_listing_is_text_and_survives_a_closed_pipe(unoflex, child_environment):
    done = unoflex("listing", "classic", "--players", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") > 20
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "unoflex_cli", "listing", "classic"]
    done = subprocess.run(command, env=child_environment, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def test_usage_names_the_rulesets(unoflex):
    done = unoflex("listing", "--usage")
    assert (done.returncode, done.stderr) == (0, "")
    assert "classic" in done.stdout
