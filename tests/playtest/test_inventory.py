"""The items of a ruleset that can happen, and which of them are reported if no game reaches them."""

import textwrap

import pytest

import unoflex_rules as ur
from unoflex_rules.playtest.inventory import rule_items, unreached

PIECE = """
format: 1
id: piece
title: Piece
extends: classic
cards:
  skip: {played=: [skip: next, again]}
triggers:
  - at: drawn
    do: [set: {fresh: card}]
state_rules:
  - if: draw_pile.empty
    then: [replenish]
effects:
  feast:
    help: Everybody draws, who has many chooses.
    do:
      - if: self.hand.size > 9
        then:
          - draw: self
          - again
        else: [skip: self]
      - together: [change_direction, change_direction]
      - ask:
          player: self
          options:
            more: {do: [draw: self]}
            less: {}
      - draw_until: {player: self, wanted: card.wild, with_each: [again]}
turn:
  end+: [feast]
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("written") / "piece.yaml"
    path.write_text(textwrap.dedent(PIECE).lstrip(), encoding="utf-8")
    return rule_items(ur.load(path).tree, {"skip"})


def own(blocks):
    """Return everything that the part itself contains."""
    return [
        each for block in blocks for item in block.items for each in item.all() if each.span.file.endswith("piece.yaml")
    ]


def at(found, name, number=0):
    """Return the place of the `number`-th occurrence of the name."""
    return [each for each in own(found) if each.name == name][number].at


def reported(found, known, reached):
    return [
        (each.kind, each.name, each.about)
        for each in unreached(found, known, reached)
        if each.span.file.endswith("piece.yaml")
    ]


def test_all_items_are_found_with_their_owner(found):
    assert [(each.kind, each.name, each.about) for each in own(found)] == [
        ("statement", "skip", "cards.skip"),
        ("statement", "again", "cards.skip"),
        ("effect", "feast", "feast"),
        ("statement", "if", "effects.feast"),
        ("statement", "draw", "effects.feast"),
        ("statement", "again", "effects.feast"),
        ("statement", "skip", "effects.feast"),
        ("statement", "together", "effects.feast"),
        ("statement", "change_direction", "effects.feast"),
        ("statement", "change_direction", "effects.feast"),
        ("statement", "ask", "effects.feast"),
        ("option", "more", "more"),
        ("statement", "draw", "effects.feast"),
        ("option", "less", "less"),
        ("statement", "draw_until", "effects.feast"),
        ("statement", "again", "effects.feast"),
        ("trigger", "drawn", "triggers.0"),
        ("statement", "set", "triggers.0"),
        ("state rule", "draw_pile.empty", "state_rules.0"),
        ("statement", "replenish", "state_rules.0"),
        ("statement", "feast", "turn.end"),
    ]


def test_nothing_is_unreached_if_everything_happened(found):
    places = {each.at for each in own(found)}
    assert reported(found, places, places) == []


def test_an_unreached_item_hides_its_contents(found):
    places = {each.at for each in own(found)}
    inside = {each.at for each in own(found) if each.about in ("effects.feast", "feast", "more", "less")}
    assert reported(found, places, places - inside) == [("effect", "feast", "feast")]


def test_the_first_statement_of_a_list_and_each_option_and_rule_are_reported(found):
    places = {each.at for each in own(found)}
    missed = {at(found, "draw"), at(found, "again", 1), at(found, "more"), at(found, "draw", 1), at(found, "less")}
    missed |= {at(found, "replenish"), at(found, "draw_pile.empty")}
    assert reported(found, places, places - missed) == [
        ("statement", "draw", "effects.feast"),
        ("option", "more", "more"),
        ("option", "less", "less"),
        ("state rule", "draw_pile.empty", "state_rules.0"),
    ]


def test_a_statement_without_an_instruction_is_not_reported(found):
    places = {each.at for each in own(found)}
    silent = places - {at(found, "skip")}  # in no program, like `fire`
    assert reported(found, silent, silent) == []


def test_items_of_no_program_are_reported_if_they_are_surely_statements(found):
    places = {each.at for each in own(found)}
    nowhere = places - {at(found, "draw"), at(found, "again", 1)}
    assert reported(found, nowhere, nowhere) == [("statement", "draw", "effects.feast")]


def test_steps_as_arguments_are_reported_only_if_some_program_has_them(found):
    places = {each.at for each in own(found)}
    handed = at(found, "again", 2)
    assert reported(found, places, places - {handed}) == [("statement", "again", "effects.feast")]
    assert reported(found, places - {handed}, places - {handed}) == []
