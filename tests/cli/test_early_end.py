"""Simulations that end early: Ctrl-C, SIGTERM, a time limit; in separate processes.

Names that end in D06 and D07 refer to docs/faults.md: hanging processes, lost results.
"""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from itertools import product

import pytest

from tests.sampling import sample

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")

ENDLESS = ("simulate", "classic", "--games", "100000000", "--seed", "7")
ENGINES = {
    "plain": ("--engine", "plain"),
    "one thread": ("--engine", "fast", "--threads", "1"),
    "three threads": ("--engine", "fast", "--threads", "3"),
    "whole games": ("--rounds", "game"),
}
AT_ONCE = 15  # seconds on a busy machine; all games would take hours


def hear_interrupts():
    """Let a process receive Ctrl-C even if the tests run in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def started(child_environment, tmp_path):
    """Start `unoflex ARGUMENTS...` and wait until it plays, if it writes rows, or has printed something."""
    running = []

    def started(*arguments, **variables):
        process = subprocess.Popen(
            [sys.executable, "-m", "unoflex_cli", *arguments],
            cwd=tmp_path,
            env=child_environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=hear_interrupts,
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.communicate()


def until_it_plays(folder):
    """Wait until the first rows are on the disk."""
    for _ in range(1200):
        if any(part.stat().st_size > 0 for part in folder.glob(".unoflex-*.part")):
            return
        time.sleep(0.05)
    pytest.fail("no row was written within a minute")


def ended(process, number=signal.SIGINT):
    """Return standard output and error after a signal, and the seconds until the end."""
    process.send_signal(number)
    asked = time.monotonic()
    out, err = process.communicate(timeout=60)
    return out, err, time.monotonic() - asked


def children(process):
    """Return the processes of a process group."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False)
    return told.stdout.split()


@pytest.mark.parametrize("engine, number", sample([*product(ENGINES, (signal.SIGINT, signal.SIGTERM))], 2))
def test_games_played_so_far_are_reported_and_kept_d06_d07(started, tmp_path, engine, number):
    process = started(*ENDLESS, *ENGINES[engine], "--json", "--out", "games.csv", "--quiet")
    until_it_plays(tmp_path)
    assert children(process) == []
    out, err, took = ended(process, number)
    assert took < AT_ONCE
    assert process.returncode == 130
    document = json.loads(out)
    games = document["games"]["started"]
    assert (document["complete"], document["stopped"], document["requested"]) == (False, "interrupted", 100_000_000)
    assert 0 < games < 100_000_000
    assert err.count("\n") == 1
    assert err.endswith(f"the report covers the first {games:,} games\n")
    with open(tmp_path / "games.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(games))
    for seat, share in enumerate(document["wins"]):
        assert share["count"] == sum(row["winner"] == f"P{seat}" for row in rows)
    assert os.listdir(tmp_path) == ["games.csv"]


def test_an_early_report_has_the_first_games_and_not_the_fastest_d07(started, unoflex, tmp_path):
    process = started(*ENDLESS, *ENGINES["three threads"], "--json", "--out", "games.csv")
    until_it_plays(tmp_path)
    document = json.loads(ended(process)[0])
    games = document["games"]["started"]
    whole = json.loads(unoflex("simulate", "classic", "--seed", "7", "--games", games, "--json").stdout)
    early = {"complete": False, "stopped": "interrupted", "requested": 100_000_000}
    assert document == whole | early


def test_the_report_for_people_is_marked_as_incomplete_d07(started, tmp_path):
    process = started(*ENDLESS, "--engine", "plain", "--out", "games.csv")
    until_it_plays(tmp_path)
    out, err, _ = ended(process)
    assert " interrupted after " in out.split("\n")[1]
    assert " of 100,000,000 games; results cover games in the order of their index" in out
    assert err.startswith("interrupted after ")
    assert (process.returncode, err.count("\n")) == (130, 1)


def test_ctrl_c_during_compilation_ends_at_once_d06(started, tmp_path):
    old = tmp_path / "games.csv"
    old.write_text("as it was", encoding="utf-8")
    process = started(*ENDLESS, "--engine", "fast", "--out", "games.csv", UNOFLEX_CACHE=str(tmp_path / "cache"))
    assert process.stderr.readline().startswith("the engine is being compiled")
    time.sleep(3)  # inside Numba's native code, which does not handle signals
    out, err, took = ended(process)
    assert took < AT_ONCE
    assert (process.returncode, out, err) == (130, "", "error: interrupted\n")
    assert old.read_text(encoding="utf-8") == "as it was"
    assert sorted(os.listdir(tmp_path)) == ["cache", "games.csv"]


# No game of this ruleset ends.
WAITING = """
format: 1
id: waiting
title: Waiting
players: {min: 2, max: 4}
values: {number: 0..9}
attributes: {number: number}
zones: {pile: {deck: true}, hand: {each: player}}
cards: {plain: {face: {number: $number}}}
deck: [{card: plain, number: each}]
turn: {choose: [random: {as: lucky, of: players}, ask: {player: self, options: {wait: {}}}]}
"""


def test_a_second_ctrl_c_ends_an_endless_game_and_removes_its_file_d06(started, tmp_path):
    (tmp_path / "waiting.yaml").write_text(WAITING, encoding="utf-8")
    process = started("simulate", "waiting.yaml", "--limit", "1000000000", "--engine", "fast", "--threads", "1",
                      "--seed", "7", "--out", "games.csv")  # fmt: skip
    for _ in range(1200):
        if list(tmp_path.glob(".unoflex-*.part")):
            break
        time.sleep(0.05)
    time.sleep(1)  # inside the kernel, which does not handle signals
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    out, err, took = ended(process)
    assert took < AT_ONCE
    assert (process.returncode, out, err) == (130, "", "error: interrupted\n")
    assert os.listdir(tmp_path) == ["waiting.yaml"]


@pytest.mark.parametrize("number", sample([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 1))
def test_a_campaign_is_unchanged_if_its_round_is_interrupted_d07(started, unoflex, tmp_path, number):
    (tmp_path / "waiting.yaml").write_text(WAITING, encoding="utf-8")
    unoflex("campaign", "new", tmp_path / "it.yaml", tmp_path / "waiting.yaml", "--players", "Ann,Ben")
    before = (tmp_path / "it.yaml").read_bytes()
    process = started("campaign", "play", "it.yaml", "--limit", "1000000000", "--engine", "plain")
    time.sleep(1.5)
    out, err, _ = ended(process, number)
    assert (process.returncode, out, err) == (130, "", "error: interrupted\n")
    assert (tmp_path / "it.yaml").read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["it.yaml", "waiting.yaml"]


def test_a_time_limit_is_respected_and_the_report_is_incomplete_d07(unoflex, tmp_path):
    begun = time.monotonic()
    done = unoflex(*ENDLESS, "--engine", "plain", "--seconds", "0.5", "--json", "--out", "games.csv")
    assert time.monotonic() - begun < 30  # however busy the machine is
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert (document["complete"], document["stopped"], document["requested"]) == (False, "seconds", 100_000_000)
    assert 0 < document["games"]["started"] == (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") - 1


def test_a_time_limit_alone_leaves_the_number_of_games_open(unoflex):
    document = json.loads(
        unoflex("simulate", "classic", "--engine", "plain", "--seconds", "0.2", "--json", "--seed", "1").stdout
    )
    assert (document["requested"], document["stopped"]) == (None, "seconds")
    assert document["games"]["started"] > 0
