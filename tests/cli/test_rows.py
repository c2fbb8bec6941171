"""`--out`: an invalid destination is reported before the first game, and existing files are kept.

Names that end in D13 and D14 refer to docs/faults.md.
"""

import csv
import importlib.util
import os
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.sampling import count

GAMES = ("--games", "5", "--seed", "7", "--engine", "plain")
GOOD = 'format: 1\nid: mine\ntitle: "Mine, \\"yours\\"\\nours"\nextends: classic\n'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(GOOD, encoding="utf-8")
    Path("mine.csv").write_text(GOOD, encoding="utf-8")
    Path("folder.csv").mkdir()
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    "ruleset, out, told",
    [
        ("classic", "games.txt", "`games.txt` ends in neither .csv nor .parquet"),
        ("classic", "games", "ends in neither"),
        ("classic", "", "ends in neither"),
        ("classic", "gone/games.csv", "does not exist; create it first"),
        ("classic", "mine.yaml/games.csv", "is a file, not a folder"),
        ("classic", "folder.csv", "`folder.csv` is a folder; name a file in it"),
        ("mine.csv", "mine.csv", "`mine.csv` is read by this run and would be lost"),
        ("mine.csv", "../{folder}/mine.csv", "is read by this run and would be lost"),
        ("classic", "n" * 300 + ".csv", "cannot be written"),
        ("classic", "/dev/null.csv/x.csv", "cannot be written"),
    ],
)
def test_an_invalid_destination_is_reported_before_the_first_game_d13(run, folder, monkeypatch, ruleset, out, told):
    monkeypatch.setitem(vars(ur), "simulate", lambda *given, **how: pytest.fail("games were played"))
    before = contents(folder)
    result = run("simulate", ruleset, *GAMES, "--out", out.format(folder=folder.name))
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert result.err.count("\n") == 1
    assert contents(folder) == before


def test_a_missing_extra_is_reported_before_the_first_game_d13(run, monkeypatch):
    monkeypatch.setitem(vars(ur), "simulate", lambda *given, **how: pytest.fail("games were played"))
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: real(name, *more) if name != "pyarrow" else None
    )
    result = run("simulate", "classic", *GAMES, "--out", "games.parquet", "--json")
    assert (result.code, result.document["error"]["kind"]) == (1, "run")
    assert "pip install 'unoflex-rules[data]'" in result.err
    assert not Path("games.parquet").exists()


@pytest.mark.parametrize("trouble, code", [(RuntimeError("haunted"), 3), (KeyboardInterrupt(), 130)])
def test_a_failure_keeps_the_old_file_d13(run, folder, monkeypatch, trouble, code):
    assert run("simulate", "mine.yaml", *GAMES, "--out", "games.csv").code == 0
    before = contents(folder)
    real = ur.simulate

    def fails_halfway(*given, **how):
        real(*given, **how)
        raise trouble

    monkeypatch.setitem(vars(ur), "simulate", fails_halfway)
    assert run("simulate", "mine.yaml", *GAMES, "--seed", "8", "--out", "games.csv").code == code
    assert contents(folder) == before


def test_a_csv_file_has_one_line_per_game_as_in_rfc_4180_d14(run):
    assert run("simulate", "mine.yaml", *GAMES, "--first", "3", "--out", "games.csv").code == 0
    data = Path("games.csv").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == 6
    assert data.endswith(b"\r\n")
    with open("games.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == [
        *("game", "seed", "P0.agent", "P1.agent", "P2.agent", "P3.agent", "end", "winner", "reason", "starter"),
        *("rounds", "turns", "decisions", "calls", "reshuffles", "P0.score", "P1.score", "P2.score", "P3.score"),
    ]
    assert [row[0] for row in rows] == ["3", "4", "5", "6", "7"]
    assert {len(row) for row in rows} == {len(header)}


def test_agents_with_csv_characters_in_their_names_are_read_back_d14(run):
    agents = ("--agents", "greedy,random:call=0.5", "--players", "2")
    assert run("simulate", "mine.yaml", *GAMES, *agents, "--out", "games.csv").code == 0
    with open("games.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["P0.agent"] for row in rows] == ["greedy", "random:call=0.5"] * 2 + ["greedy"]
    assert [row["P1.agent"] for row in rows] == ["random:call=0.5", "greedy"] * 2 + ["random:call=0.5"]


def test_both_formats_have_the_same_rows_and_parquet_has_metadata_d14(run):
    pandas = pytest.importorskip("pandas")
    parquet = pytest.importorskip("pyarrow.parquet")
    how = ("flex", *GAMES, "--agents", "greedy", "--set", "hand_size=5", "--limit", "60")
    how += ("--with", "house/stacking", "--with", "house/jump-in")
    for name in ("games.csv", "games.parquet"):
        assert run("simulate", *how, "--out", name).code == 0
    one, other = pandas.read_csv("games.csv"), pandas.read_parquet("games.parquet")
    assert set(other["end"]) <= {"finished", "unfinished"}
    pandas.testing.assert_frame_equal(one, other, check_dtype=False)
    meta = {key.decode(): value.decode() for key, value in parquet.read_schema("games.parquet").metadata.items()}
    assert (meta["ruleset"], meta["seed"], meta["rounds"], meta["limit"]) == ("flex", "7", "one", "60")
    assert meta["agents"] == "greedy,greedy,greedy,greedy"
    assert "hand_size=5" in meta["options"]
    assert meta["with"] == "house/stacking, house/jump-in"


@pytest.mark.skipif(os.name == "nt", reason="files as POSIX has them")
@pytest.mark.parametrize("threads", ["1", "3"])
def test_the_file_is_the_same_bytes_for_all_engines_b02(run, threads):
    for name, how in {"plain.csv": GAMES, "fast.csv": (*GAMES[:-2], "--engine", "fast", "--threads", threads)}.items():
        assert (
            run("simulate", "classic", *how, "--games", str(count(600, 1500)), "--limit", "100", "--out", name).code
            == 0
        )
    assert Path("plain.csv").read_bytes() == Path("fast.csv").read_bytes()
