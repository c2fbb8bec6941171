"""The number of rounds left in a campaign, if the rules determine its end. Not here: playing them."""

import pytest

import unoflex_rules as ur
from unoflex_rules.render.campaign_text import campaign_text

GAME = "format: 1\nid: rounds\ntitle: Rounds\nextends: classic\n{more}round: {{end=: [{end}]}}\n"
FINISH = "[finish: {the: game, winners: winners, reason: last}]"
STEPS = "effects: {closing: {help: The end., do: [finish: {the: game, winners: winners, reason: last}]}}\n"
LAST = "options: {last: {type: int, default: 3, min: 1, max: 9, help: Rounds.}}\n"
HEAP = (
    "zones: {heap: {visible: all, kept: true}}\n"
    "deck+: [{card: wild, copies: 5, zone: heap}, {card: wild_draw_four, copies: 20, zone: heap}]\ndeck_size: 133\n"
)


def ending(folder, end, more=""):
    """Return a campaign of a game whose rounds end with these steps."""
    path = folder / "rounds.yaml"
    path.write_text(GAME.format(end=end, more=more), encoding="utf-8")
    return ur.Campaign.new(ur.load(path), ["Ann", "Ben"], seed=1, agents="greedy")


def heads(campaign, rounds):
    """Return the predictions before and after each of some rounds."""
    found = []
    for _ in range(rounds):
        found.append(campaign_text(campaign).split("\n")[0].split(" · ")[-1])
        campaign.play(1)
    return [*found, campaign_text(campaign).split("\n")[0].split(" · ")[-1]]


@pytest.mark.parametrize(
    "end, more",
    [
        ("{if: round == 3, then: " + FINISH + "}", ""),
        ("{if: round >= last, then: [closing]}", LAST + STEPS),
        ("{if: not (round < last), then: [closing]}", LAST + STEPS),
        ("{if: round < last, then: [set: {dealer: dealer}], else: " + FINISH + "}", LAST),
    ],
)
def test_rounds_left_by_their_number(tmp_path, end, more):
    said = ["before the first of 3 rounds", "1 round played, 2 left", "2 rounds played, 1 left", "3 rounds played"]
    assert heads(ending(tmp_path, end, more), 3) == said


@pytest.mark.parametrize(
    "end",
    ["{if: self.score > 500, then: %s}", "{if: round == 3 and self.score > 9, then: %s}", "set: {dealer: dealer}"],
)
def test_other_endings_are_not_predicted(tmp_path, end):
    campaign = ending(tmp_path, end.replace("%s", FINISH))
    assert campaign.rounds_left is None
    assert heads(campaign, 1) == ["before the first round", "1 round played"]


def test_rounds_left_by_a_zone_that_is_used_up(tmp_path):
    steps = "{move: {from: heap, to: draw_pile, count: 10}}, {if: heap.empty, then: " + FINISH + "}"
    assert heads(ending(tmp_path, steps, HEAP), 3) == [
        "before the first round",
        "1 round played, 2 left",
        "2 rounds played, 1 left",
        "3 rounds played",
    ]


def test_a_finished_campaign_has_no_rounds_left(tmp_path):
    campaign = ending(tmp_path, FINISH[1:-1])
    campaign.play(1)
    assert campaign.is_over and campaign.rounds_left == 0


def test_a_file_has_no_more_rounds_than_the_game(tmp_path):
    campaign = ending(tmp_path, "{if: round == 3, then: " + FINISH + "}")
    campaign.play(1)
    file = tmp_path / "group.yaml"
    campaign.save(file)
    text = file.read_text(encoding="utf-8")
    for rounds, problems in ((3, []), (4, ["E803"])):
        file.write_text(text.replace("rounds: 1", f"rounds: {rounds}"), encoding="utf-8")
        assert [problem.code for problem in ur.check_campaign(file)] == problems
    assert "the game ends after round 3" in str(ur.check_campaign(file)[0])
