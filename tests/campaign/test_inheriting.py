"""The deck of another group: RX-21 of docs/rules/remix.md, and the treatment of names and piles in any game.

RX-21: a crossed-out name, or the name of an absent person, means no player.
"""

import pytest

import unoflex_rules as ur
from tests.campaign.groups import group, ruleset, written
from unoflex_rules.campaign.resting_state import beginning

OLD = ("Ann", "Ben", "Cleo")
NEW = ("Zoe", "Ann", "Max", "Ida")


@pytest.fixture(scope="module")
def old():
    """Return a group that has played twelve rounds of Remix."""
    campaign = ur.Campaign.new(ruleset("remix"), OLD, seed=3, agents="greedy")
    campaign.play(12)
    return campaign


def names(campaign):
    """Return the names on each card, in the order of the deck."""
    return [card.carried.get("names", []) for card in campaign.cards()]


def known(campaign):
    """Return the names on each card that the game can see."""
    state = campaign.state
    [attribute] = [each for each in state.names.program.card_attributes if each.name == "names"]
    return [state.names.player_names(state.vector[attribute.slot + card]) for card in range(112)]


def test_inherited_cards_keep_their_attributes(old):
    campaign = ur.Campaign.new(ruleset("remix"), NEW, seed=1, deck=old)
    assert [card.zone for card in campaign.cards()] == [card.zone for card in old.cards()]
    assert [card.carried.get("marks") for card in campaign.cards()] == [
        card.carried.get("marks") for card in old.cards()
    ]
    for now, was in zip(names(campaign), names(old), strict=True):
        assert sorted(now) == sorted(was)
    assert (campaign.rounds, campaign.variables()["stickers"]) == (0, dict.fromkeys(NEW, 0))
    assert campaign.as_json()["absent"] == list(
        dict.fromkeys(name for each in names(old) for name in each if name != "Ann")
    )


def test_an_absent_person_is_no_player(old):
    campaign = ur.Campaign.new(ruleset("remix"), NEW, seed=1, deck=old)
    assert known(campaign) == [["Ann"] if "Ann" in each else [] for each in names(old)]


def test_an_absent_name_acts_like_no_name(old, tmp_path):
    """RX-21: both campaigns play the same rounds, and one of them keeps the names."""
    campaign = ur.Campaign.new(ruleset("remix"), NEW, seed=1, deck=old, agents="greedy")
    text = campaign.text(tmp_path)
    crossed = tmp_path / "crossed.yaml"
    crossed.write_text(
        text.replace(", Cleo]", "]").replace("[Cleo]", "[]").replace(", Ben]", "]").replace("[Ben]", "[]")
    )
    other = ur.Campaign.load(crossed)
    assert known(other) == known(campaign)
    told = [[], []]
    for each, heard in ((campaign, told[0]), (other, told[1])):
        each.play(3, watch=lambda game, _, heard=heard: heard.extend(game.events()))
    assert told[0] == told[1]
    assert other.state.vector == campaign.state.vector
    assert all(not set(each) - set(NEW) for each in names(other))


def test_absent_names_stay_on_the_cards(old, tmp_path):
    campaign = ur.Campaign.new(ruleset("remix"), NEW, seed=1, deck=old, agents="greedy")
    for _ in range(5):
        campaign.play()
        campaign = written(campaign, tmp_path)
        for now, was in zip(names(campaign), names(old), strict=True):
            assert [name for name in now if name not in NEW] == [name for name in was if name not in NEW]


def test_a_returning_player_is_recognised(old):
    between = ur.Campaign.new(ruleset("remix"), NEW, seed=1, deck=old, agents="greedy")
    between.play(2)
    again = ur.Campaign.new(ruleset("remix"), OLD, seed=1, deck=between)
    before, now = names(old), known(again)
    assert all(set(was) <= set(each) for was, each in zip(before, now, strict=True))
    assert any("Zoe" in each for each in names(again))


def test_a_finished_campaign_can_hand_over_its_deck(old):
    over = ur.Campaign.new(ruleset("remix"), OLD, seed=3, agents="greedy")
    over.play(99)
    campaign = ur.Campaign.new(ruleset("remix"), ["Zoe", "Max", "Ida"], seed=1, deck=over)
    [played] = campaign.play(5)
    assert played.over is not None, "no Remix cards are left, so one round is played"
    assert sum(card.zone == "gone" for card in campaign.cards()) == 12


def test_an_unused_deck_equals_a_new_one():
    campaign = group("remix", 3, seed=7, deck=group("remix", 5, seed=1))
    assert campaign.state.vector == beginning(campaign.state.names.program, 7)


def test_zones_of_absent_players_return_to_their_start(own):
    old = group(own["signed"], 3, seed=4, agents="greedy")
    old.play(3)
    won = [card for card in old.cards() if card.zone.endswith(".won")]
    assert won
    campaign = ur.Campaign.new(ruleset(own["signed"]), ["Ann", "Eva"], seed=1, deck=old)
    assert {card.zone for card in campaign.cards()} == {"deck", "shelf"}
    was = [card.carried.get("owner") for card in old.cards()]
    assert [card.carried.get("owner") for card in campaign.cards()] == was
    owner = next(each for each in campaign.state.names.program.card_attributes if each.name == "owner")
    numbers = [campaign.state.vector[owner.slot + card] for card in range(60)]
    assert numbers == [0 if name == "Ann" else -1 for name in was]


def test_one_name_replaces_another(own, tmp_path):
    old = group(own["signed"], 3, seed=4, agents="greedy")
    old.play(3)
    campaign = ur.Campaign.new(ruleset(own["signed"]), ["Ida", "Eva"], seed=1, deck=old, agents="greedy")
    before = [card.carried.get("owner") for card in campaign.cards()]
    assert set(before) <= {"Ann", "Ben", "Zoë 牌", None}
    campaign.play()
    after = [card.carried.get("owner") for card in written(campaign, tmp_path).cards()]
    assert {"Ida", "Eva"} <= set(after)
    assert all(now in ("Ida", "Eva", was) for was, now in zip(before, after, strict=True))


def test_shuffled_faces_are_kept(own):
    old = group(own["mixed"], 2, seed=4, agents="greedy")
    old.play()
    campaign = ur.Campaign.new(ruleset(own["mixed"]), ["Eva", "Ida", "Max"], seed=9, deck=old)
    assert campaign.cards() == old.cards()


@pytest.mark.parametrize(
    "other, told",
    [
        ("classic", "it has more R0, Y0, G0, B0, R1 and less R+, Y+, G+, B+, RSH"),
        ("uno-flip", "it has more R1/OR, R1/U6, R2/W, R2/P6, R3/T2 and less R1, R2, R3, R4, R5"),
    ],
)
def test_another_deck_is_rejected(other, told):
    with pytest.raises(ur.BadDeck) as refused:
        ur.Campaign.new(ruleset("remix"), OLD, deck=group(other, 2))
    assert str(refused.value) == f"the deck differs from the deck of `remix`: {told}"


def test_a_deck_with_other_attributes_is_rejected(tmp_path):
    file = tmp_path / "worn.yaml"
    file.write_text("format: 1\nid: worn\ntitle: Worn\nextends: classic\ncard_state: {worn: int}\n", encoding="utf-8")
    with pytest.raises(ur.BadDeck, match="carry other things"):
        ur.Campaign.new(ur.load(file), OLD, deck=group("classic", 2))
