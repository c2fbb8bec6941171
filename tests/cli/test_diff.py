"""`unoflex diff`: sentences, data, the names of the two rulesets, and wrong usage.

Not here: the differences (tests/authoring/test_differences.py).
"""

import pytest

from tests.goldens import steady

MINE = "format: 1\nid: mine\ntitle: UNO\nextends: classic\noptions: {hand_size: 5}\n"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    return tmp_path


def test_a_file_and_a_shipped_ruleset_can_be_compared(run, mine):
    told = "option hand_size: 7 in classic (std/shedding), 5 in mine (mine.yaml:5)\n"
    code, out, err = run("diff", "classic", "mine.yaml")
    assert (code, steady(out), err) == (0, told, "")


def test_rulesets_without_differences(run):
    assert run("diff", "classic", "classic") == (0, "no rule differs\n", "")


def test_changes_by_settings_and_overlays(run):
    told = "option hand_size: 7 in classic (std/shedding), 5 in classic with hand_size=5 (--set)\n"
    code, out, err = run("diff", "classic", "--set", "hand_size=5")
    assert (code, steady(out), err) == (0, told, "")
    out = run("diff", "classic", "--with", "house/jump-in", "--set", "call=false").out
    where = "only in classic with house/jump-in and call=false (house/jump-in:"
    assert f"option own_card: {where}" in out
    assert "option call: true in classic (classic), false in classic with" in steady(out)


def test_two_files_with_one_id_have_their_file_names(run, mine):
    (mine / "other.yaml").write_text(MINE.replace("5", "6"), encoding="utf-8")
    told = "option hand_size: 5 in mine.yaml (mine.yaml:5), 6 in other.yaml (other.yaml:5)\n"
    assert run("diff", "mine.yaml", "other.yaml").out == told


def test_differences_as_data(run, mine):
    document = run("diff", "classic", "mine.yaml", "--json").document
    assert (document["a"], document["b"]) == ("classic", "mine")
    [found] = document["differences"]
    assert found.pop("where_a")["file"] == "std/shedding"
    assert found.pop("where_b")["line"] == 5
    assert found == {"path": "options.hand_size.default", "kind": "changed", "is_rule": True, "a": 7, "b": 5}
    assert run("diff", "classic", "classic", "--json").document["differences"] == []


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (("classic",), 2, "name two rulesets, or change one with --set or --with"),
        (("classic", "flx"), 2, "`flx` is neither a file nor a shipped ruleset; did you mean `flex`?"),
        (("classic", "flex", "flex"), 2, "unexpected extra argument"),
        (("classic", "--set", "hand_sice=5"), 2, "unknown option `hand_sice`"),
        (("classic", "gone.yaml"), 1, "there is no file `gone.yaml`"),
    ],
)
def test_mistakes_are_reported(run, arguments, code, said):
    result = run("diff", *arguments)
    assert (result.code, result.out) == (code, "")
    assert said in result.err
