"""A composed ruleset, whole or in part, with its settings; and paths that do not exist."""

import pytest

import unoflex_rules as ur


def test_the_whole_is_the_tree_of_the_ruleset():
    ruleset = ur.load("classic")
    assert ur.composed(ruleset) is ruleset.tree


@pytest.mark.parametrize(
    "path, part",
    [
        ("cards.skip.points", {"cards": {"skip": {"points": 20}}}),
        ("define.card.matches", None),  # a key with a dot in it
        ("deck.3", {"deck": [{"card": ["wild", "wild_draw_four"], "copies": 4}]}),
        ("deck.3.card.1", {"deck": [{"card": ["wild_draw_four"]}]}),
        ("deck_size", {"deck_size": 108}),
    ],
)
def test_a_part_keeps_its_keys(path, part):
    ruleset = ur.load("classic")
    part = part or {"define": {"card.matches": ruleset.tree.entries["define"].node.plain()["card.matches"]}}
    assert ur.composed(ruleset, path).plain() == part


def test_a_setting_becomes_the_default_in_a_copy():
    ruleset = ur.load("classic", {"hand_size": "5", "call": "false"})
    found = ur.composed(ruleset)
    assert found.get(("options", "hand_size", "default")).value == 5
    assert found.get(("options", "call", "default")).value is False
    assert found.span_of(("options", "call", "default")).file == "--set"
    assert ruleset.tree.get(("options", "hand_size", "default")).value == 7


def test_an_overlay_is_included():
    ruleset = ur.load("classic", overlays=["house/stacking"])
    assert ur.composed(ruleset, "cards.draw_two.waits").plain() == {"cards": {"draw_two": {"waits": True}}}


@pytest.mark.parametrize(
    "path, meant",
    [
        ("optoins", "options"),
        ("cards.skp", "cards.skip"),
        ("skip", "cards.skip"),  # a kind of card, rather than the effect
        ("cards.skip.pionts", "cards.skip"),
        ("crads.skip", "cards.skip"),
        ("deck.-1", "deck"),
        ("deck_size.0", "deck_size"),
        ("options..", "options"),
    ],
)
def test_an_unknown_part_has_a_suggestion(path, meant):
    with pytest.raises(ur.UnknownPart) as raised:
        ur.composed(ur.load("classic"), path)
    assert raised.value.suggestion == meant
    assert str(raised.value) == f"there is no `{path}` in classic; did you mean `{meant}`?"


def test_a_missing_item_lists_the_existing_ones():
    with pytest.raises(ur.UnknownPart) as raised:
        ur.composed(ur.load("classic"), "deck.4")
    assert raised.value.suggestion is None
    assert str(raised.value) == "there is no `deck.4` in classic; known: `deck.0` to `deck.3`"


@pytest.mark.parametrize("path", ["", "zzzzzzzzzzzz", "."])
def test_an_unknown_path_lists_the_keys(path):
    with pytest.raises(ur.UnknownPart, match=r"known: format, id, title, .*options"):
        ur.composed(ur.load("classic"), path)
