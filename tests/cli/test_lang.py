"""`--lang`: titles and names of cards in a language of the ruleset, on every command that shows them."""

import subprocess
import sys

import pytest

import unoflex_rules as ur
from tests.sampling import sample

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


NAMED = """format: 1
id: named
title: {en: Named, cs: Pojmenovaná}
extends: uno-flip
faces=: {light: {title: {cs: světlá}}, dark: {title: {cs: tmavá}}}
attributes: {color: {type: color, title: {en: colour, cs: barva}}}
card_state: {worn: {type: 0..9, title: {en: worn, cs: opotřebení}}}
variables:
  score: {title: {en: points won, cs: body}}
  mood: {type: mood, title: {en: mood, cs: nálada}, show: {calm: {en: calm, cs: klid}}}
values: {mood: [calm, wild_mood]}
zones: {discard: {title: {cs: odhazovací balíček}}}
turn: {end+: [{set: {mood: wild_mood, discard.top.worn: 3}}, {set: {mood: calm}}]}
"""


def test_names_of_variables_faces_and_attributes_are_titles(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "named.yaml").write_text(NAMED, encoding="utf-8")
    assert run("validate", "named.yaml").code == 0
    game = ("trace", "named.yaml", "--players", "3", "--seed", "3", "--agents", "greedy", "--rounds", "game")
    czech, english = run(*game, "--lang", "cs").out, run(*game).out
    for word in ("body: ", "nálada: klid", "nálada: wild mood", "opotřebení 3", "barva ", "odhazovací balíček"):
        assert word in czech, word
    for word in ("points won: ", " mood: calm", "worn 3", "colour "):
        assert word in english, word
        assert word not in czech, word


def test_the_face_of_a_play_is_public_and_titled():
    """A player who plays a hidden card announces the chosen face; other players do not see the card."""
    program = ur.compile_ruleset(ur.load("flex"), 3, lang="pl")
    game = ur.Game(program, seed=5)
    game.play_out(agents="greedy")
    full = [event for event in game.events() if event.kind == "taken" and event.card is not None]
    for seat in range(3):
        seen = [event for event in game.events(seat) if event.kind == "taken" and event.card is not None]
        assert [event.face for event in seen] == [event.face for event in full]
        hidden = [event for event in seen if event.card.is_hidden and event.face == "flex"]
        assert all(event.seat != seat for event in hidden)
        assert {str(event).partition(" naming ")[0] for event in hidden} == {
            f"P{other}: play a card on zmiany" for other in {event.seat for event in hidden}
        }
    assert any(event.face == "flex" for event in full)


@pytest.mark.parametrize("encoding", sample(["ascii", "latin-1", "cp437", "cp1252", "utf-16", "iso8859-2"], 2))
def test_an_output_keeps_the_letters_that_it_has(child_environment, encoding):
    for command in (("trace",), ("simulate", "--games", "20", "--engine", "plain", "--agents", "greedy")):
        name, *more = command
        arguments = [name, "flex", *more, "--players", "2", "--seed", "5", "--lang", "cs"]
        done = subprocess.run(
            [sys.executable, "-m", "unoflex_cli", *arguments],
            capture_output=True, check=False, env=child_environment | {"PYTHONIOENCODING": encoding},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        text = done.stdout.decode(encoding)
        assert "<U+" not in text
        assert "\\u" not in text
        letters = {letter for letter in "řčáí" if letter in text}
        kept = {letter for letter in "řčáí" if letter.encode(encoding, "ignore")}
        assert letters == kept


def test_rulesets_are_listed_with_their_titles(run):
    lines = dict(line.split(maxsplit=1) for line in run("rulesets", "--lang", "en").out.splitlines())
    assert lines["classic"] == "UNO"
    assert list(lines) == run("rulesets").out.split()


def test_lang_cannot_be_combined_with_usage(run):
    assert run("listing", "--usage", "--lang", "en").code == 2
