"""New rulesets are valid and pass their scenarios for every base; either both files are written or none."""

import os
import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.promises import shipped_games
from tests.sampling import sample
from unoflex_rules import atomic_files
from unoflex_rules.authoring import scaffold, scaffold_files

GAMES = shipped_games()
BARE = """format: 1
id: bare
title: Bare
extends: std/shedding
players: {min: 2, max: 4}
values: {rank: 1..9}
attributes: {rank: rank}
active: {rank: {}}
cards: {plain: {face: {rank: $rank}}}
deck: [{card: plain, rank: each, copies: 6}]
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, if: card.rank >= active.rank, do: [lay: {card: card, to: discard}]}
          draw: {do: [draw: self]}
  end:
    - if: self.hand.empty
      then: [finish: {the: round, winners: self, reason: out}]
round:
  start: [lay: {card: draw_pile.top, to: discard}]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outcomes(start):
    """Return the outcome of each scenario of a new ruleset, after checking that both files are valid."""
    assert ur.validate(start.ruleset, checks=ur.CHECKS) == []
    sheet = ur.run_scenarios(start.scenarios.absolute(), "plain")
    assert [str(problem) for problem in sheet.problems] == []
    assert [str(failure) for each in sheet.results for failure in each.failures] == []
    return [each.status for each in sheet.results]


@pytest.mark.parametrize("game", sample(GAMES, 4))
def test_a_new_ruleset_is_valid_and_passes_its_scenarios(game):
    start = ur.start_ruleset("my-game", game)
    assert outcomes(start) == ["passed", "passed"]
    base, mine = ur.load(game), ur.load(start.ruleset)
    assert (mine.id, mine.title, mine.player_counts) == ("my-game", "My Game", base.player_counts)
    assert start.has_card
    counts = [len(each.game(each.players_min).cards) for each in (base, mine)]
    assert counts[1] == counts[0] + 4
    sizes = [each.game(each.players_min).world.options["hand_size"].value for each in (base, mine)]
    assert sizes[0] != sizes[1]
    assert max(map(len, start.ruleset.read_text(encoding="utf-8").split("\n")[1:])) <= 110


@pytest.mark.parametrize("game", sample(GAMES, 3))
def test_the_scenarios_fail_without_the_new_rules(game):
    start = ur.start_ruleset("my-game", game)
    text = start.ruleset.read_text(encoding="utf-8")
    text = text.replace("[draw: others]", "[]")
    start.ruleset.write_text(re.sub(r"hand_size: \d+", "hand_size: 4", text), encoding="utf-8")
    results = ur.run_scenarios(start.scenarios.absolute(), "plain").results
    assert results[0].status == "failed"


@pytest.mark.parametrize("game", sample(GAMES, 3))
def test_the_new_card_is_played(game):
    start = ur.start_ruleset("my-game", game)
    ruleset = ur.load(start.ruleset)
    tally = ur.simulate(ruleset, players=ruleset.players_min, games=12, seed=7, engine="plain", limit=400)
    assert tally.broken == 0, tally.broken_why
    assert tally.chosen["play alarm"] > 0


def test_a_game_with_two_sides_gets_the_card_on_both():
    ruleset = ur.load(ur.start_ruleset("mine", "uno-flip").ruleset)
    shorts = {tuple(face.short for face in look.faces) for look in ruleset.game(2).looks}
    assert {("RA", "PA"), ("YA", "TA"), ("GA", "OA"), ("BA", "UA")} <= shorts


def test_without_a_card_an_option_is_changed(folder):
    (folder / "bare.yaml").write_text(BARE, encoding="utf-8")
    base = ur.load("bare.yaml")
    assert scaffold.new_card(base) is None
    (folder / "mine.yaml").write_text(scaffold.ruleset_text("mine", base, "Mine", None, None, folder), encoding="utf-8")
    sheet = folder / "mine.scenarios.yaml"
    sheet.write_text(scaffold.scenarios_text("mine", base, None, None, folder), encoding="utf-8")
    assert outcomes(scaffold.Scaffold(folder / "mine.yaml", sheet, False)) == ["passed", "passed"]
    assert "hand_size: 5" in (folder / "mine.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("gone", ["effects.draw.params.player", "deck_size", "notation"])
def test_a_game_without_the_parts_gets_no_card(gone):
    base = ur.load("classic")
    if gone == "effects.draw.params.player":
        base.game(2).world.effects["draw"].params.pop("player")
    else:
        del base.tree.entries[gone]
    assert scaffold.new_card(base) is None


@pytest.mark.parametrize("title", ["true", "Zoë's #1: {best}", '"Ha"', "12", "- x", "null", "a: b", "$color ☺"])
def test_any_title_is_quoted_as_needed(title):
    start = ur.start_ruleset("mine", title=title)
    assert ur.load(start.ruleset).title == title


@pytest.mark.parametrize("name", sample(["1e5", "12", "true", "null", "0x10", "a-", "1_000"], 4))
def test_any_id_is_quoted_as_needed(name):
    start = ur.start_ruleset(name)
    assert ur.load(start.ruleset).id == name
    assert outcomes(start) == ["passed", "passed"]


@pytest.mark.parametrize("players", [(2, 2), (2, 12), (5, 6)])
def test_the_requested_number_of_players_is_declared(players):
    start = ur.start_ruleset("mine", players=players)
    ruleset = ur.load(start.ruleset)
    assert (ruleset.players_min, ruleset.players_max) == players
    assert outcomes(start) == ["passed", "passed"]


@pytest.mark.parametrize(
    "name, way",
    [
        ("My Game", "try `my-game`"),
        ("Žolík!", "try `zolik`"),
        ("Große Łódź", "try `grosse-lodz`"),
        ("mine.yaml", "try `mine`"),
        ("", "try `my-game`"),
        ("☺", "try `my-game`"),
        ("classic", "try `my-classic`"),
        ("Classic", "try `my-classic`"),
        ("house/mine", "try `mine`, and its folder with `--folder house`"),
        ("x" * 81, "80 at most"),
        ("../mine", "try `mine`"),
        ("mine\n", "try `mine`"),
    ],
)
def test_an_invalid_name_has_a_suggestion(name, way, folder):
    with pytest.raises(ur.BadScaffold, match=re.escape(way)) as told:
        ur.start_ruleset(name)
    suggestion = re.search(r"try `(.*?)`", str(told.value))
    assert suggestion is not None
    assert ur.check_name(suggestion[1]) == suggestion[1]
    assert os.listdir(folder) == []


@pytest.mark.parametrize(
    "wish, why",
    [
        ({"extends": "clasic"}, "there is no shipped game `clasic`; did you mean `classic`?"),
        ({"extends": "qqq"}, "shipped games: classic, flex, no-mercy"),
        ({"extends": "std/uno"}, "`std/uno` is a base for games, not a game"),
        ({"title": " "}, "a title is a line"),
        ({"title": "a\nb"}, "a title is a line"),
        ({"title": "\udcff"}, "a title is a line"),
        ({"players": (1, 4)}, "1 to 4 players are not possible: 2 to 16"),
        ({"players": (6, 2)}, "6 to 2 players are not possible"),
        ({"players": (2, 17)}, "2 to 17 players are not possible"),
        ({"folder": "gone"}, "the folder `gone` does not exist; create it first"),
        ({"folder": "file"}, "the folder `file` is a file, not a folder"),
        ({"folder": "a\0b"}, "does not exist"),
    ],
)
def test_errors_write_nothing(wish, why, folder):
    (folder / "file").write_text("", encoding="utf-8")
    with pytest.raises(ur.BadScaffold, match=re.escape(why)):
        ur.start_ruleset("mine", **wish)
    assert os.listdir(folder) == ["file"]


def test_too_many_players_for_the_deck_are_reported(folder, monkeypatch):
    monkeypatch.setattr(scaffold_files, "_hand_size", lambda base: (40, 7))
    with pytest.raises(ur.BadScaffold, match=r"the ruleset would have an error \(E\d+\)"):
        ur.start_ruleset("mine", players=(2, 12))
    assert os.listdir(folder) == []


def test_a_file_with_the_name_of_the_base_is_reported(folder):
    (folder / "classic.yaml").write_text("", encoding="utf-8")
    with pytest.raises(ur.BadScaffold, match=r"would extend `classic\.yaml`"):
        ur.start_ruleset("mine")
    assert os.listdir(folder) == ["classic.yaml"]


@pytest.mark.parametrize("there", ["mine.yaml", "mine.scenarios.yaml"])
@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_nothing_is_overwritten_or_left_behind(there, kind, folder):
    path = folder / there
    if kind == "file":
        path.write_text("kept", encoding="utf-8")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    with pytest.raises(ur.AlreadyExists, match=re.escape(f"`{there}` already exists")):
        ur.start_ruleset("mine")
    assert os.listdir(folder) == [there]
    assert kind != "file" or path.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("fails", [1, 2])
def test_both_files_are_written_or_neither(fails, folder, monkeypatch):
    calls = []

    def replace(source, target):
        calls.append(target)
        if len(calls) == fails:
            raise OSError(28, "no space left", str(target))
        os.rename(source, target)

    monkeypatch.setattr(atomic_files.os, "replace", replace)
    with pytest.raises(OSError, match="no space left"):
        ur.start_ruleset("mine")
    assert os.listdir(folder) == []


def test_the_files_name_the_schemas_for_editors(folder):
    (folder / "deep").mkdir()
    start = ur.start_ruleset("mine", folder="deep")
    assert start == scaffold.Scaffold(Path("deep/mine.yaml"), Path("deep/mine.scenarios.yaml"), True)
    for path, kind in ((start.ruleset, "ruleset"), (start.scenarios, "scenarios")):
        first, second = path.read_text(encoding="utf-8").split("\n")[:2]
        assert Path(first.removeprefix("# yaml-language-server: $schema=")) == ur.schema_dir() / f"{kind}.schema.json"
        [command] = re.findall("`unoflex (schema.*) --path`", second)
        assert command.split() == ["schema", *([] if kind == "ruleset" else [kind])]


def test_in_a_checkout_files_name_the_schemas_by_relative_paths(folder, monkeypatch):
    for made in ("schema", "games/mine"):
        (folder / made).mkdir(parents=True)
    monkeypatch.setattr(scaffold_files, "schema_dir", lambda: folder / "schema")
    start = ur.start_ruleset("mine", folder="games/mine")
    lines = start.ruleset.read_text(encoding="utf-8").split("\n")
    assert lines[0] == "# yaml-language-server: $schema=../../schema/ruleset.schema.json"
    assert "--path" not in lines[1]


def test_scenarios_are_found_by_their_ruleset():
    start = ur.start_ruleset("mine")
    assert ur.find_scenarios("mine.yaml") == [start.scenarios]
    assert ur.find_scenarios(".") == [start.scenarios]
