"""Mistakes in a campaign's file are reported at their places with a suggestion, and nothing is changed."""

import random
import re
from collections import Counter

import pytest

import unoflex_rules as ur
from tests.campaign.groups import group, written


@pytest.fixture(scope="module")
def text():
    campaign = group("remix", 3, seed=3, agents="greedy")
    campaign.play(2)
    return campaign.text()


def problems_of(text, folder, *changes):
    """Return the problems after replacing each old text, which must occur, once; the file must not change."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    file = folder / "it.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ur.RulesetError) as told:
        ur.Campaign.load(file)
    assert file.read_text(encoding="utf-8") == text
    problems = told.value.problems
    assert problems == ur.check_campaign(file)
    return text, [problem for problem in problems if problem.severity == "error"]


def at(text, problem):
    """Return the marked text of a problem."""
    line = text.split("\n")[problem.span.line - 1]
    end = problem.span.end_column - 1 if problem.span.end_line == problem.span.line else len(line)
    return line[problem.span.column - 1 : end]


MISTAKES = {
    # names and cards
    "a name that is nobody's": (("[Zoë 牌]}", "[Zoe]}"), "E204", "Zoe", "there is no player `Zoe`", None),
    "a slip in a name": (("RGV: {names: [Ben]}", "RGV: {names: [Bne]}"), "E204", "Bne", "there is no player", "Ben"),
    "marks below zero": (("{marks: 3}", "{marks: -1}"), "E104", "-1", "`marks` must be 0 to 60, not -1", None),
    "too many marks": (("{marks: 3}", "{marks: 61}"), "E104", "61", "`marks` must be 0 to 60, not 61", None),
    "half a mark": (("{marks: 3}", "{marks: 1.5}"), "E103", "1.5", "", None),
    "marks in words": (("{marks: 3}", "{marks: three}"), "E205", "three", "`marks` must be a number", None),
    "what cards do not carry": (("{marks: 3}", "{mark: 3}"), "E207", "mark", "cards carry no `mark`", "marks"),
    "a card that there is not": (("- R+: {", "- R++: {"), "E208", "R++", "there is no card `R++`", None),
    "57 Remix cards": (("box: [", "box: [W4, "), "E601", "W4", "the deck has only 6 of `W4`", None),
    "a Plus twice": (("- R+: {", "- R+\n  - R+: {"), "E601", "R+", "the deck has only 1 of `R+`", None),
    "a wild too many": (("W: 4]", "W: 5]"), "E601", "W", "the deck has only 4 of `W`", None),
    "a wild too few": (("W: 4]", "W: 3]"), "E802", "deck", "1 of 112 cards of the deck is missing", None),
    "two cards too few": (("[R1, R2, ", "["), "E802", "deck", "2 of 112 cards of the deck are missing", None),
    "no cards of a name": (("W: 4]", "W: 0]"), "E104", "0", "must be at least 1", None),
    "cards that are no list": (("  gone: [", "  gone: 3 #["), "E103", "3", "a list or a mapping", None),
    "a card carries a word": (("R+: {marks: 3}", "R+: many"), "E103", "many", "", None),
    "a zone that there is not": (("  box: [", "  boxx: ["), "E206", "boxx", "there is no zone `boxx`", "box"),
    "a zone that is emptied": (("  box: [", "  hand: [R5]\n  box: ["), "E803", "hand", "no card stays in `hand`", None),
    # players
    "two of one name": (("Ann: greedy,", "Ben: greedy,"), "E003", "Ben", "", None),
    "two names alike": (("Ann: greedy,", "ben: greedy,"), "E803", "Ben", "`Ben` and `ben` are alike", None),
    "a seat's name": (("{Ann: greedy,", "{P1: greedy,"), "E803", "P1", "the name of a seat", None),
    "an agent that there is not": (("Ann: greedy,", "Ann: gredy,"), "E106", "gredy", "did you mean `greedy`?", None),
    "too few players": (("{Ann: greedy, Ben: greedy, ", "{"), "E312", "players", "1 player cannot play", None),
    "somebody absent who plays": (("rounds: 2", "absent: [Ann]\nrounds: 2"), "E803", "Ann", "`Ann` plays", None),
    "a name twice on a card": (("RGV: {names: [Ben]}", "RGV: {names: [Ben, Ann, Ben]}"), "E803", "Ben",
                               "`Ben` is in this list twice", None),
    "two Jesters of one name": (("jester: []", "jester: [Ann, Ann]"), "E803", "Ann", "in this list twice", None),
    "a winner twice": (("winners: [Ben]", "winners: [Ben, Ben]"), "E803", "Ben", "in this list twice", None),
    "fewer stickers than none": (("stickers: {Ann: 1", "stickers: {Ann: -3"), "E104", "-3", "must be 0 to 56", None),
    "more stickers than rounds": (("stickers: {Ann: 1", "stickers: {Ann: 99"), "E104", "99", "must be 0 to 56", None),
    # progress of the campaign
    "an unknown key": (("rounds: 2", "ronds: 2"), "E101", "ronds", "unknown key `ronds`", "rounds"),
    "a word for a number": (("rounds: 2", "rounds: two"), "E103", "two", "expected a whole number", None),
    "fewer rounds than none": (("rounds: 2", "rounds: -2"), "E104", "-2", "must be at least 0", None),
    "more rounds than there may be": (("rounds: 2", "rounds: 1000"), "E104", "1000", "must be at most 999", None),
    "whose turn it was": (("turn: Ben", "turn: Bob"), "E204", "Bob", "there is no player `Bob`", None),
    "an end before the first round": (("rounds: 2", "rounds: 0"), "E803", "first", "needs a round", None),
    "an end that is missing": (("last_round:", "#"), "E102", "2", "missing key `last_round` or `over`", None),
    "an end and a next round": (("last_round:", "over: {winners: Ann, reason: out}\nlast_round:"),
                                "E803", "last_round", "has no next round", None),
    "a reason that is none": (("reason: out", "reason: oot"), "E205", "oot", "with the reason `oot`", None),
    "everybody has gone": (("last_round:", "left: [Ann, Ben, Zoë 牌]\nlast_round:"), "E803",
                           "[Ann, Ben, Zoë 牌]", "at least one player must be left", None),
    "more turns than rounds can have": (("rounds: 2\nturns: ", "rounds: 2\nturns: 90000000000"), "E803", None,
                                        "2 rounds cannot have so many turns", None),
    "more decisions than rounds can have": (("decisions: ", "decisions: 90000000000"), "E803", None,
                                            "2 rounds cannot have so many decisions", None),
    # kept data
    "no such variable": (("picker: Ben", "picket: Ben"), "E207", "picket", "no variable `picket`", "picker"),
    "one that starts anew": (("dealer: Ben", "dealer: Ben\n  waiting: 1"), "E803", "waiting", "resets", None),
    "one that is missing": (("  given_out: 2\n", ""), "E102", "variables", "missing key `given_out`", None),
    "a player's own is missing": (("stickers: {Ann: 1, ", "stickers: {"), "E102", "stickers", "Ann has one", None),
    "a sticker of nobody's": (("stickers: {Ann:", "stickers: {Anna:"), "E204", "Anna", "`Anna`", "Ann"),
    "one for all": (("stickers: {Ann: 1, Ben: 1, Zoë 牌: 0}", "stickers: 2"), "E605", "2", "each player has", None),
    # the rest
    "another format": (("campaign: 1", "campaign: 2"), "E106", "2", "but only format 1 is known", None),
    "no campaign": (("campaign: 1\n", ""), "E102", "ruleset", "this is not a campaign", None),
    "another ruleset": (("ruleset: remix", "ruleset: remx"), "E401", "remx", "there is no ruleset `remx`", "remix"),
    "a foundation": (("ruleset: remix", "ruleset: std/uno"), "E313", "std/uno", "is a base for games", None),
    "an option": (("ruleset: remix", "ruleset: remix\nset: {jester: one}"), "E209", "jester", "", "jesters"),
    "an overlay": (("ruleset: remix", "ruleset: remix\nwith: [house/stackin]"), "E401", "house/stackin", "", None),
    "other rules": (("ruleset: remix", "ruleset: remix\nset: {jesters: shared}"), "E801", None, "changed since", None),
    "a seed": (("seed: 3", "seed: 9007199254740993"), "E011", "9007199254740993", "too large", None),
    "chance": (("game: [", "game: [1, "), "E104", None, "at most 4 are allowed", None),
    "order": (("    WN: [", "    WN: [7, "), "E803", None, "expected each number from 1 to 6 once", None),
    "not YAML": (("deck:", "deck: ["), "E002", None, "", None),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_at_its_place(mistake, text, tmp_path):
    change, code, words, message, suggestion = MISTAKES[mistake]
    wrong, problems = problems_of(text, tmp_path, change)
    problem = problems[0]
    assert problem.code == code, list(map(str, problems))
    assert problem.span is not None
    assert words in (None, at(wrong, problem))
    assert message in problem.message
    assert suggestion in (None, problem.suggestion)


def test_all_mistakes_are_reported(text, tmp_path):
    _, problems = problems_of(
        text, tmp_path, ("{marks: 3}", "{marks: 99}"), ("[Ben]", "[Bob]"), ("turn: Ben", "turn: X")
    )
    assert [problem.code for problem in problems] == ["E204", "E204", "E104"]


def test_an_unknown_name_on_a_card_has_a_hint(text, tmp_path):
    _, [problem] = problems_of(text, tmp_path, ("RGV: {names: [Ben]}", "RGV: {names: [Eva]}"))
    assert problem.notes == ("list people who do not play, but whose names are on cards, under `absent`",)


def test_a_name_of_several_cards_is_ambiguous(tmp_path):
    text = group("uno-flip", 2).text()
    [first] = re.findall(r"deck: \[(R1/\w+), ", text)
    _, [problem] = problems_of(text, tmp_path, (first, "R1"))
    assert problem.code == "E211"
    assert first in problem.notes[0]


def test_shuffled_faces_must_match_the_deck(own, tmp_path):
    text = group(own["mixed"], 2).text(tmp_path)
    first, second = text[text.index("deck: [") + 7 :].split(", ")[:2]
    _, problems = problems_of(text, tmp_path, (f"[{first}, ", f"[{second}, "))
    assert {problem.code for problem in problems} == {"E601", "E802"}
    _, [problem] = problems_of(text, tmp_path, (f"[{first}, ", "["))
    assert problem.code == "E802"
    _, [problem] = problems_of(text, tmp_path, (f"[{first}, ", f"[{first.partition('/')[0]}, "))
    assert "name each of its 2 faces" in problem.message


def test_zones_of_players_need_player_names(own, tmp_path):
    text = group(own["signed"], 2).text(tmp_path)
    _, [problem] = problems_of(text, tmp_path, ("  won: {Ann: [], Ben: []}", "  won: [R1]"))
    assert (problem.code, problem.label) == ("E803", "write {Ann: [...]}")
    _, [problem] = problems_of(text, tmp_path, ("  won: {Ann: [], ", "  won: {Anna: [], "))
    assert (problem.code, problem.suggestion) == ("E204", "Ann")


@pytest.mark.parametrize(
    "value, code",
    [("{card: R1}", "E102"), ("{card: R9, zone: Ann.won}", "E208"), ("{card: R1, zone: Ann.wun}", "E206"),
     ("{card: R1, zone: Ann.won, copy: 3}", "E803"), ("R1", "E205")],
)  # fmt: skip
def test_a_remembered_card_needs_its_zone(value, code, own, tmp_path):
    text = group(own["signed"], 2).text(tmp_path)
    _, [problem] = problems_of(text, tmp_path, ("favourite: null", f"favourite: {value}"))
    assert problem.code == code


def test_a_missing_file_is_reported(tmp_path):
    [problem] = ur.check_campaign(tmp_path / "gone.yaml")
    assert problem.code == "E001"
    with pytest.raises(ur.RulesetError):
        ur.Campaign.load(tmp_path / "gone.yaml")


def test_a_mistake_in_the_ruleset_is_reported(tmp_path):
    (tmp_path / "bad.yaml").write_text(
        "format: 1\nid: bad\ntitle: Bad\nextends: classic\noptions: {hand_sise: 3}\n", encoding="utf-8"
    )
    text = group("classic", 2).text().replace("ruleset: classic", "ruleset: ./bad.yaml")
    _, [problem] = problems_of(text, tmp_path)
    assert (problem.code, problem.span.line) == ("E209", 5)
    assert problem.span.file.endswith("bad.yaml")


TOKENS = ("-1", "null", "[]", "{}", "Ann", "Zoe", "3", "true", '""', "R1", "W: 9", "1.5", "- ", "[", "}", "{a: b}", "~")


def spoilt(text, chance):
    """Return the text with a line removed, doubled or cut, or with a changed word."""
    lines = text.split("\n")
    at = chance.randrange(4, len(lines))
    how = chance.randrange(5)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, chance.choice(lines))
    else:
        words = [*re.finditer(r"[^\s,:\[\]{}]+|[\[\]{}:,]", lines[at])]
        word = chance.choice(words) if words else re.match("", lines[at])
        lines[at] = lines[at][: word.start()] + chance.choice(TOKENS) + lines[at][word.end() :]
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["remix", "signed", "mixed"])
def test_any_edited_file_is_rejected_or_playable(name, own, tmp_path):
    campaign, chance = group(own.get(name, name), 3, seed=3, agents="greedy"), random.Random(name)
    campaign.play()
    text, file, outcomes = campaign.text(tmp_path), tmp_path / "it.yaml", Counter()
    for _ in range(40):
        file.write_text(spoilt(text, chance), encoding="utf-8")
        problems = [problem for problem in ur.check_campaign(file) if problem.severity == "error"]
        assert all(problem.span is not None for problem in problems)
        outcomes["told" if problems else "played"] += 1
        if not problems:
            campaign = ur.Campaign.load(file)
            campaign.play()
            assert written(campaign, tmp_path).state == campaign.state
    assert min(outcomes["told"], outcomes["played"]) > 2
