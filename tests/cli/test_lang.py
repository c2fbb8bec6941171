"""`--lang`: titles and names of cards in a language of the ruleset, on every command that shows them."""

import pytest

TONGUES = """format: 1
id: tongues
title: {en: Two Tongues, cs: Dva jazyky}
extends: classic
values: {color: {red: {title: {en: red, cs: červená}}}, symbol: {skip: {title: {cs: stopka}}}}
"""
COMMANDS = [("simulate", "--games", "5", "--seed", "1", "--engine", "plain"), ("trace",), ("listing",)]


@pytest.fixture
def tongues(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tongues.yaml").write_text(TONGUES, encoding="utf-8")
    return "tongues.yaml"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_titles_are_shown_in_the_language(run, tongues, command):
    name, *more = command
    result = run(name, tongues, *more, "--lang", "cs")
    assert result.code == 0, result.err
    assert "Dva jazyky" in result.out
    assert "Two Tongues" in run(name, tongues, *more).out
    if name == "simulate":
        assert "play stopka" in result.out
        assert "\n stopka " in result.out
        assert "play skip" in run(name, tongues, *more).out
    if name == "trace":
        assert "červená 7" in result.out
        assert "červená" not in run(name, tongues, *more, "--lang", "en").out


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_unknown_language_is_wrong_usage_unless_there_is_only_one(run, tongues, command):
    name, *more = command
    result = run(name, tongues, *more, "--lang", "xx")
    assert (result.code, result.out) == (2, "")
    assert "unknown language `xx`; this ruleset has: en, cs" in result.err
    assert run(name, "oracles/rlcard", *more, "--lang", "xx").code == 0


def test_rulesets_are_listed_with_their_titles(run):
    lines = dict(line.split(maxsplit=1) for line in run("rulesets", "--lang", "en").out.splitlines())
    assert lines["classic"] == "UNO"
    assert list(lines) == run("rulesets").out.split()


def test_lang_cannot_be_combined_with_usage(run):
    assert run("listing", "--usage", "--lang", "en").code == 2
