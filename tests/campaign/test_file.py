"""The file of a campaign: its layout, edits by hand, and protection against loss."""

import os
import stat
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.campaign.groups import PEOPLE, group, written
from unoflex_rules import atomic_files

SMALL = """\
format: 1
id: small
title: Small
extends: classic
options: {hand_size: 2, target_score: {default: 20}}
deck=: [{card: number, color: each, number: 1..3, copies: 2}, {card: wild, copies: 2}]
deck_size: 26
zones: {aside: {kept: true}}
card_state: {worn: 0..9, signed: players}
round:
  +end:
    - {set: {discard.top.worn: 2, discard.top.signed: winners}}
    - move: {from: discard, to: aside}
"""
LAID_OUT = """\
campaign: 1
notes:
  - "Ann: played at Ben's"
  - |-
    two
    lines
ruleset: ./small.yaml
set: {hand_size: 3}
digest: DIGEST
seed: 1

# In seat order, each with the agent that plays for them
players: {Ann: greedy, Ben: random:call=0.5}

# Progress
rounds: 1
turns: 13
decisions: 18
first: Ann
turn: Ann
last_round: {winners: [Ann], reason: out}

# Variables that last for the whole game
variables:
  dealer: Ann
  score: {Ann: 6, Ben: 0}

# The cards of the next round: first those that carry a value, then all others
deck: [R1, R2: 2, R3: 2, Y1: 2, Y2: 2, Y3: 2, G1: 2, G2: 2, G3: 2, B1: 2, B2: 2, B3: 2, W: 2]

# Cards that stay in other zones, from the top
zones:
  aside:
    - R1: {worn: 2, signed: [Ann]}

# The state of the random generators, so that a stopped campaign continues as it would have
chance:
  game: GAME
  agents: AGENTS
  order: {R1: [2, 1]}
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Return a campaign of a small game after a round, and its file."""
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(SMALL, encoding="utf-8")
    ruleset = ur.load("small.yaml", {"hand_size": "3"})
    campaign = ur.Campaign.new(ruleset, ["Ann", "Ben"], seed=1, agents=["greedy", "random:call=0.5"])
    campaign.notes = ["Ann: played at Ben's", "two\nlines"]
    campaign.save("it.yaml")
    campaign.play()
    campaign.save()
    return campaign


def body(text):
    """Return a file without its first comment."""
    return text[text.index("campaign: 1\n") :]


def test_the_layout_of_a_file(small):
    data = small.as_json()
    expected = LAID_OUT.replace("DIGEST", data["digest"])
    for name in ("game", "agents"):
        expected = expected.replace(name.upper(), str(data["chance"][name]))
    text = Path("it.yaml").read_text(encoding="utf-8")
    assert body(text) == expected
    head = text[: text.index("campaign: 1\n")].split("\n")
    assert head[0] == f"# yaml-language-server: $schema={ur.schema_dir() / 'campaign.schema.json'}"
    assert head[1].startswith("# A campaign of Small between two rounds: `unoflex campaign play` continues it")
    assert all(len(line) <= 110 for line in text.split("\n")[1:])


def test_marked_cards_have_a_line_each_and_others_are_counted():
    campaign = group("remix", 3, seed=3, agents="greedy")
    campaign.play(9)
    text = campaign.text()
    lines = text.split("\n")
    marked = [card for card in campaign.cards() if card.carried and card.zone == "deck"]
    assert len(marked) > 15
    start = lines.index("deck:") + 1
    shown = lines[start : start + len(marked)]
    assert all(line.startswith(f"  - {card.name}: {{") for line, card in zip(shown, marked, strict=True))
    assert lines[start + len(marked)].startswith("  - [R1, R2, R3")
    assert all(len(line) <= 110 for line in lines[1:])


def test_a_file_omits_empty_keys():
    assert "\ndeck: [R0, Y0, G0, B0, R1: 2, R2: 2, " in group("classic", 2).text()
    assert "\nzones:" not in group("classic", 2).text()
    assert "\nvariables:\n  dealer: Ben\n  score: {Ann: 0, Ben: 0}\n" in group("classic", 2).text()


@pytest.mark.parametrize(
    "notes",
    [
        "a line",
        "two\nlines",
        "the end\n",
        "  set in\n- like a list",
        "#\n\n\n",
        ["one", "two\nlines", ""],
        "a: b",
        "№ 7",
        [],
    ],
)
def test_notes_are_kept(notes, tmp_path):
    campaign = group("taki", 2)
    campaign.notes = notes
    assert written(campaign, tmp_path).notes == (notes or None)


@pytest.mark.parametrize("name", ["no", "null", "7", "1e3", "- x", "a: b", "[A]", "Zoë", "O'Hara", 'B"', "#1", "deck"])
def test_names_of_players_are_kept(name, tmp_path):
    campaign = ur.Campaign.new(ur.load("remix"), [name, "Ben", "Cleo"], seed=3, agents="greedy")
    campaign.play(7)
    assert any(name in (card.carried.get("names") or ()) for card in campaign.cards())
    assert written(campaign, tmp_path).state == campaign.state


# ---- edits by hand ---------------------------------------------------------------------------------------------------


def edited(campaign, folder, *changes):
    """Return the campaign after replacing each old text, which must occur once, in its file."""
    text = campaign.text(folder)
    for old, new in changes:
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    file = Path(folder) / "edited.yaml"
    file.write_text(text, encoding="utf-8")
    return ur.Campaign.load(file)


def carried(campaign, name):
    return [card.carried for card in campaign.cards() if card.name == name]


def test_a_card_may_be_marked_by_hand(tmp_path):
    campaign = group("remix", 3, seed=3)
    head = "deck:\n  - R+: {marks: 9}\n  - W: {names: [Ann, Ben]}\n  - ["
    marked = edited(campaign, tmp_path, (" R+, ", " "), ("deck: [", head), ("W: 4", "W: 3"))
    assert carried(marked, "R+") == [{"marks": 9}]
    assert carried(marked, "W") == [{"names": ["Ann", "Ben"]}, {}, {}, {}]


def test_edited_marks_and_names_take_effect(tmp_path):
    campaign = group("remix", 3, seed=3, agents="greedy")
    campaign.play(2)
    before = carried(campaign, "YSH")
    assert carried(campaign, "R+") == [{"marks": 3}]
    assert {} in before and {"names": ["Zoë 牌"]} in before
    changed = edited(campaign, tmp_path, ("R+: {marks: 3}", "R+: {marks: 5}"), ("YSH: {names: [Zoë 牌]}", "YSH"))
    assert carried(changed, "R+") == [{"marks": 5}]
    assert carried(changed, "YSH") == [{}, {}]
    game = changed.begin()
    held = [card for zone in ("draw_pile",) for card in game.zone(zone)]
    assert "red Plus [marks 5]" in map(str, [*held, *(card for seat in range(3) for card in game.hand(seat))])
    changed.play()
    assert carried(changed, "R+")[0]["marks"] >= 5


def test_points_and_agents_may_be_edited(tmp_path):
    campaign = group("classic", 2, seed=3, agents="greedy")
    campaign.play()
    line = next(line for line in campaign.text().split("\n") if "score: {" in line)
    changed = edited(campaign, tmp_path, (line, "  score: {Ann: 499, Ben: 12}"), ("Ann: greedy", "Ann: last"))
    assert changed.variables()["score"] == {"Ann": 499, "Ben": 12}
    assert list(map(str, changed.agents)) == ["last", "greedy"]
    changed.play(9)
    assert changed.is_over
    assert changed.variables()["score"]["Ann"] >= 499


def test_cards_may_be_written_in_any_order_and_by_any_of_their_names(tmp_path):
    campaign = group("remix", 3, seed=3)
    changed = edited(campaign, tmp_path, ("[R1, R2, R3,", "[red 3, R2, [red 1],"))
    assert changed.state == campaign.state


def test_without_generators_the_seed_decides(tmp_path):
    campaign = group("classic", 3, seed=3, agents="random")
    campaign.play(2)
    text = campaign.text()
    file = tmp_path / "it.yaml"
    file.write_text(text[: text.index("\nchance:")], encoding="utf-8")
    one, other = ur.Campaign.load(file), ur.Campaign.load(file)
    assert one.state == other.state
    assert one.state.words != campaign.state.words
    file.write_text(text[: text.index("\nchance:")].replace("seed: 3", "seed: 4"), encoding="utf-8")
    assert ur.Campaign.load(file).state.words != one.state.words


# ---- the ruleset of the file -----------------------------------------------------------------------------------------


def test_an_own_ruleset_has_a_path_from_the_file(small, tmp_path, monkeypatch):
    Path("deeper").mkdir()
    small.save("deeper/it.yaml")
    assert "\nruleset: ../small.yaml\n" in Path("deeper/it.yaml").read_text(encoding="utf-8")
    monkeypatch.chdir("deeper")
    assert ur.Campaign.load("it.yaml").state == small.state
    assert ur.Campaign.load("it.yaml").ruleset().id == "small"


def test_overlays_have_a_path_from_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("dear.yaml").write_text(
        "format: 1\nid: dear\ntitle: Dear\nbase: true\nextends: std/uno\ncards:\n  skip: {points: 70}\n",
        encoding="utf-8",
    )
    ruleset = ur.load("classic", {"hand_size": "5"}, ["house/stacking", "dear.yaml"])
    campaign = ur.Campaign.new(ruleset, ["Ann", "Ben"], seed=4)
    campaign.save("it.yaml")
    text = Path("it.yaml").read_text(encoding="utf-8")
    assert "\nruleset: classic\nwith: [house/stacking, ./dear.yaml]\nset: {hand_size: 5}\n" in text
    again = ur.Campaign.load("it.yaml")
    assert again.state == campaign.state
    assert again.title == campaign.title == "UNO + house/stacking + ./dear.yaml"
    assert again.ruleset().settings == {"hand_size": "5"}


def test_changed_rules_must_be_accepted(small, monkeypatch):
    monkeypatch.undo()
    monkeypatch.chdir(small._saved[0].parent)
    before = Path("it.yaml").read_bytes()
    Path("small.yaml").write_text(SMALL.replace("worn: 2", "worn: 3"), encoding="utf-8")
    with pytest.raises(ur.RulesetError) as told:
        ur.Campaign.load("it.yaml")
    [problem] = told.value.problems
    assert (problem.code, problem.span.line) == ("E801", 13)
    assert "--accept-rules" in problem.notes[0]
    accepted = ur.Campaign.load("it.yaml", accept_rules=True)
    assert Path("it.yaml").read_bytes() == before
    accepted.save()
    assert ur.check_campaign("it.yaml") == []


# ---- protection against loss -----------------------------------------------------------------------------------------


def test_no_other_file_is_overwritten(tmp_path):
    file = tmp_path / "it.yaml"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        group("taki", 2).save(file)
    assert os.listdir(tmp_path) == ["it.yaml"]
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_file_changed_by_someone_else_is_not_overwritten(tmp_path):
    campaign = group("classic", 2, seed=3)
    file = campaign.save(tmp_path / "it.yaml")
    again = ur.Campaign.load(file)
    file.write_text(file.read_text(encoding="utf-8").replace("seed: 3", "seed: 4"), encoding="utf-8")
    before = file.read_bytes()
    for each in (campaign, again):
        each.play()
        with pytest.raises(ur.FileChanged, match="changed by someone else"):
            each.save()
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["it.yaml"]


@pytest.mark.parametrize("failing", ["replace", "fsync"])
def test_a_failure_leaves_the_file_unchanged(failing, tmp_path, monkeypatch):
    campaign = group("classic", 2, seed=3)
    file = campaign.save(tmp_path / "it.yaml")
    before = file.read_bytes()
    campaign.play()

    def fails(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(atomic_files.os, failing, fails)
        with pytest.raises(OSError, match="No space"):
            campaign.save()
        with pytest.raises(OSError, match="No space"):
            campaign.save(tmp_path / "other.yaml")
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["it.yaml"]
    campaign.save()
    assert ur.Campaign.load(file).rounds == 1


@pytest.mark.skipif(os.name != "posix", reason="links and rights are otherwise there")
def test_links_and_permissions_are_kept(tmp_path):
    file = group("classic", 2, seed=3).save(tmp_path / "it.yaml")
    file.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(file)
    campaign = ur.Campaign.load(link)
    campaign.play()
    assert campaign.save() == file
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert ur.Campaign.load(link).rounds == 1


@pytest.mark.parametrize("name", ["notes.txt", "./link.yaml", "./link"])
def test_a_file_of_another_kind_is_not_shown(tmp_path, name):
    (tmp_path / "notes.txt").write_text("secret: 1\n", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("notes.txt")
    file = tmp_path / "it.yaml"
    file.write_text(group("classic", 2).text().replace("ruleset: classic", f"ruleset: {name}"), encoding="utf-8")
    [problem] = ur.check_campaign(file)
    assert (problem.code, problem.message) == ("E401", f"there is no ruleset `{name}`")
    assert problem.span.file == str(file)


def test_saving_needs_a_file():
    with pytest.raises(ValueError, match="no file yet"):
        group("taki", 2).save()


def test_rulesets_of_the_tests_are_allowed():
    assert group("remix", 6).players == PEOPLE


def test_a_read_only_file_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "kept.yaml"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as a user who may write everything
    with pytest.raises(PermissionError, match=r"kept\.yaml"):
        atomic_files.write_over(path, b"new")
    assert path.read_bytes() == b"old" and [each.name for each in tmp_path.iterdir()] == ["kept.yaml"]
