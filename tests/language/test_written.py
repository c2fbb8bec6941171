"""What is written in a ruleset and can happen, and which of it is told when it never does."""

import textwrap

import pytest

import unoflex_rules as ur
from unoflex_rules.playtest.inventory import never, written

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
    return written(ur.load(path).tree, {"skip"})


def own(blocks):
    """Everything that the piece says itself."""
    return [
        each for block in blocks for item in block.items for each in item.all() if each.span.file.endswith("piece.yaml")
    ]


def at(found, name, number=0):
    """Where the `number`-th thing of that name stands."""
    return [each for each in own(found) if each.name == name][number].at


def told(found, known, reached):
    return [
        (each.kind, each.name, each.about)
        for each in never(found, known, reached)
        if each.span.file.endswith("piece.yaml")
    ]


def test_everything_that_can_happen_is_found_with_what_it_belongs_to(found):
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


def test_where_everything_happened_nothing_is_told(found):
    places = {each.at for each in own(found)}
    assert told(found, places, places) == []


def test_what_never_happened_is_told_once_and_not_what_is_inside(found):
    places = {each.at for each in own(found)}
    inside = {each.at for each in own(found) if each.about in ("effects.feast", "feast", "more", "less")}
    assert told(found, places, places - inside) == [("effect", "feast", "feast")]


def test_of_a_list_the_first_is_told_and_each_option_and_rule_for_itself(found):
    places = {each.at for each in own(found)}
    missed = {at(found, "draw"), at(found, "again", 1), at(found, "more"), at(found, "draw", 1), at(found, "less")}
    missed |= {at(found, "replenish"), at(found, "draw_pile.empty")}
    assert told(found, places, places - missed) == [
        ("statement", "draw", "effects.feast"),
        ("option", "more", "more"),
        ("option", "less", "less"),
        ("state rule", "draw_pile.empty", "state_rules.0"),
    ]


def test_a_statement_that_does_nothing_by_itself_is_not_missed(found):
    places = {each.at for each in own(found)}
    silent = places - {at(found, "skip")}  # in no program, as a `fire` is in none
    assert told(found, silent, silent) == []


def test_what_no_program_ever_had_is_told_where_it_is_sure_to_be_a_statement(found):
    places = {each.at for each in own(found)}
    nowhere = places - {at(found, "draw"), at(found, "again", 1)}
    assert told(found, nowhere, nowhere) == [("statement", "draw", "effects.feast")]


def test_steps_that_are_handed_over_are_missed_only_where_some_program_has_them(found):
    places = {each.at for each in own(found)}
    handed = at(found, "again", 2)
    assert told(found, places, places - {handed}) == [("statement", "again", "effects.feast")]
    assert told(found, places - {handed}, places - {handed}) == []
