"""`unoflex campaign`: its output and its exit codes. Not here: the saved data and mistakes in it (tests/campaign)."""

import os
import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.campaign.groups import keep_rulesets

NEW = ("campaign", "new", "it.yaml", "remix", "--players", "Ann, Ben,Cleo", "--seed", "3", "--agents", "greedy")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    keep_rulesets(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def it(run):
    """Create a campaign in it.yaml, before its first round."""
    assert run(*NEW).code == 0
    return Path("it.yaml")


def timeless(text):
    return re.sub(r"\d+\.\d s\)", "0.0 s)", text)


# ---- new -------------------------------------------------------------------------------------------------------------


def test_new_lists_the_written_file_and_commands_to_try(run):
    result = run(*NEW)
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "it.yaml: a campaign of UNO Remix for Ann, Ben, Cleo (seed 3)\n"
        "Try next:\n"
        "  unoflex campaign play it.yaml\n"
        "  unoflex campaign show it.yaml\n"
    )
    assert ur.Campaign.load("it.yaml").players == ("Ann", "Ben", "Cleo")


def test_new_prints_everything_as_data(run):
    document = run(*NEW, "--json").document
    assert document["file"] == "it.yaml"
    assert document["campaign"] == ur.Campaign.load("it.yaml").as_json()
    assert document["campaign"]["players"] == dict.fromkeys(("Ann", "Ben", "Cleo"), "greedy")


def test_a_random_seed_is_chosen_and_printed(run):
    found = []
    for name in ("one.yaml", "two.yaml"):
        out = run("campaign", "new", name, "taki", "--players", "Ann,Ben").out
        found.append(ur.Campaign.load(name).seed)
        assert f"(seed {found[-1]})" in out
    assert found[0] != found[1]


def test_options_and_overlays_are_kept(run):
    run(
        "campaign",
        "new",
        "it.yaml",
        "classic",
        "--players",
        "Ann,Ben",
        "--set",
        "hand_size=5",
        "--with",
        "house/stacking",
    )
    text = Path("it.yaml").read_text(encoding="utf-8")
    assert "\nruleset: classic\nwith: [house/stacking]\nset: {hand_size: 5}\n" in text


def test_an_existing_file_is_not_overwritten(run, it):
    before = it.read_bytes()
    result = run(*NEW)
    assert (result.code, result.out) == (1, "")
    assert result.err == "error: `it.yaml` is there already, and nothing was written: choose another name\n"
    assert it.read_bytes() == before


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("friends", "remix", "--players", "A,B,C"), "`friends.campaign.yaml` is"),
        (("it.yaml", "--players", "A,B,C"), "a RULESET is missing"),
        (("it.yaml", "remx", "--players", "A,B,C"), "did you mean `remix`?"),
        (("it.yaml", "remix"), "--players"),
        (("it.yaml", "remix", "--players", "A,B"), "`remix` is for 3 to 6 players, not 2"),
        (("it.yaml", "remix", "--players", "A,B,a"), "`a` and `A` are alike"),
        (("it.yaml", "remix", "--players", "A,,B"), "a player's name is a line of 1 to 40 letters"),
        (("it.yaml", "remix", "--players", "A,B,C", "--agents", "gredy"), "did you mean `greedy`?"),
        (("it.yaml", "remix", "--players", "A,B,C", "--agents", "greedy,random"), "2 agents for 3 players"),
        (("it.yaml", "remix", "--players", "A,B,C", "--seed", "-1"), "--seed"),
        (("it.yaml", "std/uno", "--players", "A,B"), "a base is not a game"),
    ],
)
def test_invalid_arguments_give_one_line_and_write_nothing(run, arguments, told):
    result = run("campaign", "new", *arguments)
    assert result.out == ""
    assert told in result.err
    assert result.code == (1 if "std/uno" in arguments else 2)
    assert os.listdir() == []


def test_a_missing_folder_is_reported(run):
    result = run("campaign", "new", "gone/it.yaml", "taki", "--players", "A,B")
    assert (result.code, result.out) == (1, "")
    assert "No such file or directory" in result.err


def test_the_deck_of_another_group_can_be_used(run, it):
    run("campaign", "play", "it.yaml", "--rounds", "4")
    result = run("campaign", "new", "our.yaml", "--deck", "it.yaml", "--players", "Zoe,Ann,Max", "--seed", "1")
    assert (result.code, result.err) == (0, "")
    text = Path("our.yaml").read_text(encoding="utf-8")
    assert "\nruleset: remix\n" in text
    assert re.search(r"^absent: \[(Ben, Cleo|Cleo, Ben)\]$", text, re.M)
    assert run("campaign", "play", "our.yaml").code == 0
    wrong = run("campaign", "new", "no.yaml", "classic", "--deck", "it.yaml", "--players", "Zoe,Max")
    assert (wrong.code, wrong.out) == (1, "")
    assert "the deck differs from the deck of `classic`" in wrong.err
    wrong = run("campaign", "new", "no.yaml", "--deck", "it.yaml", "--players", "A,B,C", "--set", "jesters=shared")
    assert (wrong.code, "name it" in wrong.err) == (2, True)
    assert not Path("no.yaml").exists()


# ---- play ------------------------------------------------------------------------------------------------------------

ROUND_ONE = """\
round 1: Ann won (out), 39 turns
  dealer         Cleo -> Ann
  stickers       Ann 0 -> 1
  last sticker   Ann 0 -> 1
  given out      0 -> 1
  R+             marks 1 -> 2
  box -> deck    YSH [names Cleo], RGV [names Ben]
  box -> gone    AM
"""


def test_play_prints_the_winner_and_the_changes_and_saves(run, it):
    result = run("campaign", "play", "it.yaml")
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{ROUND_ONE}saved in it.yaml\n"
    assert ur.Campaign.load("it.yaml").rounds == 1


def test_several_rounds_at_once_equal_single_rounds(run, it):
    run("campaign", "new", "other.yaml", *NEW[3:])
    several = run("campaign", "play", "it.yaml", "--rounds", "3").out
    single = "".join(run("campaign", "play", "other.yaml").out for _ in range(3))
    assert several.replace("saved in it.yaml\n", "") == single.replace("saved in other.yaml\n", "")
    assert it.read_bytes() == Path("other.yaml").read_bytes()


def test_play_prints_everything_as_data(run, it):
    document = run("campaign", "play", "it.yaml", "--rounds", "2", "--json").document
    assert [each["round"] for each in document["rounds"]] == [1, 2]
    assert (document["file"], document["played"], document["over"]) == ("it.yaml", 2, None)
    first = document["rounds"][0]
    assert (first["winners"], first["reason"], first["turns"]) == (["Ann"], "out", 39)
    assert {"name": "stickers", "player": "Ann", "before": 0, "now": 1} in first["variables"]
    assert {"card": "R+", "zone": "deck", "to": "deck", "before": {"marks": 1}, "now": {"marks": 2}} in first["cards"]


def test_a_trace_shows_the_round(run, it):
    run("campaign", "play", "it.yaml")
    out = run("campaign", "play", "it.yaml", "--trace").out
    assert out.startswith("UNO Remix · digest ")
    assert "round 2 begins" in out and "round 1 begins" not in out and "round 3 begins" not in out
    assert "\nP0 is Ann, P1 is Ben, P2 is Cleo\nround 2: " in out
    assert (run("campaign", "play", "it.yaml", "--trace", "--json").code) == 2


def test_agents_can_be_replaced_for_one_call(run, it):
    before = it.read_text(encoding="utf-8")
    assert run("campaign", "play", "it.yaml", "--agents", "first,last,random").code == 0
    assert "players: {Ann: greedy, Ben: greedy, Cleo: greedy}" in it.read_text(encoding="utf-8")
    assert it.read_text(encoding="utf-8") != before
    wrong = run("campaign", "play", "it.yaml", "--agents", "gredy")
    assert (wrong.code, wrong.out) == (2, "")


def test_a_finished_campaign_is_reported_and_unchanged(run):
    run("campaign", "new", "it.yaml", "taki", "--players", "Ann,Ben", "--seed", "3")
    out = run("campaign", "play", "it.yaml", "--rounds", "5").out
    assert re.search(r"^the campaign is over: \w+ won it$", out, re.M)
    assert out.count("round ") == 1
    before = Path("it.yaml").read_bytes()
    result = run("campaign", "play", "it.yaml")
    assert (result.code, result.out) == (1, "")
    assert result.err == "error: the campaign is over after 1 round\n"
    assert Path("it.yaml").read_bytes() == before


def test_a_round_over_the_limit_keeps_the_earlier_rounds(run, it):
    run("campaign", "play", "it.yaml")
    before = it.read_bytes()
    result = run("campaign", "play", "it.yaml", "--limit", "5")
    assert (result.code, result.out) == (1, "")
    assert "round 2 was not over" in result.err and "--limit" in result.err
    assert it.read_bytes() == before


def test_each_round_is_saved_when_it_is_over(run, it, monkeypatch):
    saved = []
    monkeypatch.setattr(ur.Campaign, "save", lambda self: saved.append(self.rounds))
    run("campaign", "play", "it.yaml", "--rounds", "3")
    assert saved == [1, 2, 3]


def test_a_file_changed_by_another_process_is_kept(run, it, monkeypatch):
    end = ur.Campaign.end

    def changed(self, game):
        it.write_text(it.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
        return end(self, game)

    monkeypatch.setattr(ur.Campaign, "end", changed)
    result = run("campaign", "play", "it.yaml")
    assert (result.code, result.out) == (1, "")
    assert "has been changed by someone else" in result.err
    assert it.read_text(encoding="utf-8").endswith("# mine\n")


# ---- show ------------------------------------------------------------------------------------------------------------

SHOWN = """\
UNO Remix · digest DIGEST · seed 3 · 1 round played, 18 left
 player   agent    stickers   last sticker
 Ann      greedy          1              1
 Ben      greedy          0              0
 Cleo     greedy          0              0
 dealer Ann · picker Ann · given out 1 · champion nobody · jester nobody
 round 1: Ann won (out)
 deck: 58 cards
   R+ [marks 2]
   YSH [names Cleo]
   RGV [names Ben]
   R1, R2, R3, R4, R5, R6, R7, R8, R9, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, G1, G2, G3, G4, G5, G6, G7,
   G8, G9, B1, B2, B3, B4, B5, B6, B7, B8, B9, Y+, G+, B+, RS, YS, GS, BS, 2 RR, 2 YR, 2 GR, 2 BR, 4 W
 box: 53 cards
   2 R+2, 2 Y+2, 2 G+2, 2 B+2, 2 RSH, YSH, 2 GSH, 2 BSH, 2 RST, 2 YST, 2 GST, 2 BST, RGV, 2 YGV, 2 GGV,
   2 BGV, 6 WN, 6 W4, 5 AM, 3 A2, 3 A4
 gone: 1 card
   AM
"""


def test_show_lists_players_rounds_and_every_card(run, it):
    assert "before the first round" in run("campaign", "show", "it.yaml").out
    run("campaign", "play", "it.yaml")
    before = it.read_bytes()
    result = run("campaign", "show", "it.yaml")
    digest = ur.Campaign.load("it.yaml").as_json()["digest"]
    assert (result.code, result.err) == (0, "")
    assert result.out == SHOWN.replace("DIGEST", digest[:8])
    assert it.read_bytes() == before


def test_show_lists_every_card_as_data(run, it):
    run("campaign", "play", "it.yaml")
    document = run("campaign", "show", "it.yaml", "--json").document
    assert len(document["cards"]) == 112
    assert {"name": "R+", "zone": "deck", "carried": {"marks": 2}} in document["cards"]
    assert {"name": "AM", "zone": "gone", "carried": {}} in document["cards"]
    assert document["campaign"] == ur.Campaign.load("it.yaml").as_json()


def test_show_prints_the_final_result(run):
    run("campaign", "new", "it.yaml", "taki", "--players", "Ann,Ben", "--seed", "3")
    run("campaign", "play", "it.yaml")
    assert re.search(r"^ the campaign is over: \w+ won it \(one round\)$", run("campaign", "show", "it.yaml").out, re.M)


# ---- check, and mistakes ---------------------------------------------------------------------------------------------


def test_check_accepts_a_valid_file(run, it):
    result = run("campaign", "check", "it.yaml", "it.yaml")
    assert (result.code, result.err) == (0, "")
    assert timeless(result.out) == "it.yaml is fine (0.0 s)\n" * 2


@pytest.fixture
def wrong(run, it):
    """Create a campaign after a round, with an unknown name on a card."""
    run("campaign", "play", "it.yaml")
    it.write_text(it.read_text(encoding="utf-8").replace("names: [Cleo]", "names: [Clea]"), encoding="utf-8")
    return it


def test_check_frames_mistakes(run, wrong):
    before = wrong.read_bytes()
    result = run("campaign", "check", "it.yaml")
    number = next(n for n, line in enumerate(before.decode().split("\n"), 1) if "Clea" in line)
    assert result.code == 1
    assert timeless(result.out) == (
        "error[E204]: there is no player `Clea`\n"
        f"  ┌─ it.yaml:{number}:19\n"
        "  │\n"
        f"{number}│   - YSH: {{names: [Clea]}}\n"
        "  │                   ^^^^ did you mean `Cleo`?\n"
        "  = list people who do not play, but whose names are on cards, under `absent`\n"
        "1 error in it.yaml (0.0 s)\n"
    )
    assert wrong.read_bytes() == before


def test_check_reports_mistakes_as_data(run, wrong):
    result = run("campaign", "check", "it.yaml", "--json")
    assert result.code == 1
    assert result.document["ok"] is False
    [file] = result.document["files"]
    assert (file["file"], file["ok"], [each["code"] for each in file["problems"]]) == ("it.yaml", False, ["E204"])


@pytest.mark.parametrize("command", ["play", "show"])
def test_every_command_rejects_a_file_with_mistakes(run, wrong, command):
    before = wrong.read_bytes()
    result = run("campaign", command, "it.yaml")
    assert (result.code, result.out) == (1, "")
    assert "error[E204]: there is no player `Clea`" in result.err
    document = run("campaign", command, "it.yaml", "--json").document
    assert document["error"]["problems"][0]["code"] == "E204"
    assert wrong.read_bytes() == before


def test_changed_rules_must_be_accepted(run, it):
    text = it.read_text(encoding="utf-8")
    it.write_text(re.sub("digest: .*", 'digest: "0123456789ab"', text), encoding="utf-8")
    for command in ("play", "show", "check"):
        result = run("campaign", command, "it.yaml")
        assert result.code == 1
        assert "E801" in result.out + result.err and "--accept-rules" in result.out + result.err
        assert run("campaign", command, "it.yaml", "--accept-rules").code == 0
        it.write_text(it.read_text(encoding="utf-8"), encoding="utf-8")
        if command == "play":
            assert run("campaign", "check", "it.yaml").code == 0, "it is saved with the current rules"
            it.write_text(re.sub("digest: .*", 'digest: "0123456789ab"', text), encoding="utf-8")


def test_a_file_that_is_not_a_campaign_is_reported(run):
    Path("mine.yaml").write_text("format: 1\nid: mine\n", encoding="utf-8")
    result = run("campaign", "show", "mine.yaml")
    assert (result.code, result.out) == (1, "")
    assert "error[E019]: this is a ruleset, not a campaign" in result.err
    assert run("campaign", "show", "gone.yaml").code == 1


def test_a_campaign_is_not_a_file_of_scenarios(run, it):
    Path("ours.yaml").write_text(
        "ruleset: classic\nscenarios:\n  - {name: Seven each, from: start, expect: {hand_size: {P0: 7}}}\n",
        encoding="utf-8",
    )
    result = run("test", ".")
    assert (result.code, "it.yaml" in result.out) == (0, False)


@pytest.mark.parametrize("command", ["new", "play", "show", "check"])
def test_each_command_has_help(run, command):
    result = run("campaign", command, "--help")
    assert (result.code, result.err) == (0, "")
    assert "FILE" in result.out
    wrong = run("campaign", command)
    assert wrong.code == 2
    assert f"unoflex campaign {command} --help" in wrong.err
