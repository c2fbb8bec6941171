"""The words of the expression language, each with a sentence: the reference is made of these tables.

Not here: what the words mean to the checker (language/expressions/parsing.py, language/expressions/operators.py),
which a test compares.
"""

from __future__ import annotations

from typing import Final

#: Names that are known everywhere.
NAMES: Final = {
    "self": "the player whose turn it is; before the first turn of a round, the dealer or the last seat",
    "next": "the player after `self` in the direction of play, among those still in the round",
    "previous": "the player before `self`",
    "others": "all players still in the round except `self`",
    "players": "all players still in the round",
    "everyone": "all players still in the game",
    "winners": "the winners of the round that has just ended",
    "seat": "`seat(0)` is the player in the first seat, `seat(-1)` the one in the last",
    "player_count": "the number of players",
    "direction": "1 or -1",
    "round": "the number of the round, from 1",
    "turn": "the number of the turn in the round, from 1; missed turns do not count",
    "active": "`active.color`: what is in force",
    "before": "`before.color`: what was in force before the last card was played",
    "choice": "`choice.color`: the last answer to a declared choice, or `none`",
    "laid_face": "the face for which the last card was played",
    "inherited": "in a definition: the definition that it replaces, for the same card or player",
    "none": "no player, no card, no value",
    "true": "true",
    "false": "false",
}

#: Names that are known in certain places only.
BOUND: Final = {
    "card": "the current card: in questions about cards, in an option with cards, in a card's steps, in `for_each` "
    "over a zone, in definitions `card...`; in a choice's `if`, the card being played",
    "it": "the current player: in questions about players, in `for_each` over players, in a window, in a state rule "
    "for each player, in definitions `player...`; the current value in questions about the values of a type and in "
    "`for_each` over a value type; in a choice's `if`, the candidate, which can also be a card",
    "chooser": "the choosing player: in the `of` and the `if` of a declared choice",
    "face": "the current face of `card`: in an option with cards, in a card's steps",
    "value": "the value of an option with values",
}

#: Operators; precedence increases from the first row to the last.
OPERATORS: Final = {
    "a if x else b": "`a` if `x` is true, otherwise `b`",
    "x or y": "at least one is true",
    "x and y": "both are true",
    "not x": "it is false",
    "a == b, a != b": "equal, not equal; a missing value equals nothing",
    "a < b, a <= b, a > b, a >= b": "comparisons of numbers; false if one is missing",
    "a < b <= c": "both comparisons are true",
    "x is none, x is not none": "the value is missing, is not missing",
    "x in [a, b], x not in [a, b]": "it equals one of the values, or none of them",
    "p in s, p not in s": "the player is, or is not, among the players",
    "c in z, c not in z": "the card is, or is not, in the zone",
    "a + b, a - b": "sum and difference of numbers; union and difference of players",
    "a * b, a // b, a % b": "product, quotient rounded down, remainder; division by 0 gives 0",
    "-a": "the opposite number",
    "a.b": "a property of `a`; see below for cards, players and zones",
    "color.red": "a value with its type, if the name alone is ambiguous",
}

#: `5.at_most(n)` and the like.
OF_NUMBERS: Final = {
    "at_most": "`a.at_most(b)`: the smaller of the two",
    "at_least": "`a.at_least(b)`: the larger of the two",
}

#: Properties of a card besides attributes, card state and definitions.
OF_CARDS: Final = {
    "kind": "its kind: `card.kind == wild`",
    "look": "two cards have the same look if their print is equal: `card.look == discard.top.look`",
    "face": "its current face",
    "on": "`card.on(dark)`: the card seen at a given face",
}

#: Properties of a player besides zones, variables and definitions.
OF_PLAYERS: Final = {
    "next": "the next player in the direction of play",
    "previous": "the player before",
    "others": "all players still in the round except this one",
    "after": "`self.after(3)`: the third player after `self` in the direction of play, counted round the table",
    "misses": "the number of turns left to miss",
}

#: Properties of a zone.
OF_ZONES: Final = {
    "size": "the number of cards",
    "empty": "whether it has no cards",
    "top": "the top card",
    "bottom": "the bottom card",
}

#: Questions about the cards of a zone; `card`, or the name given by `each`, is each card in turn.
QUESTIONS_ABOUT_CARDS: Final = {
    "any": "whether the condition is true for at least one",
    "all": "whether it is true for each; true if there are none",
    "count": "the number for which it is true",
    "sum": "the sum of a number over all",
    "min": "the smallest number; cards without a number are skipped; 0 if none has one",
    "max": "the largest number, in the same way",
    "first": "the first card from the top for which it is true, or `none`",
    "last": "the last one, nearest the bottom, or `none`",
    "each": "`hand.each(other).any(other.wild)`: renames the current card for the next question",
}

#: Questions about players; `it` is each in turn, from the one after `self`.
QUESTIONS_ABOUT_PLAYERS: Final = {
    "any": "whether the condition is true for at least one",
    "all": "whether it is true for each; true if there are none",
    "count": "the number for which it is true; without brackets, the number of all",
    "sum": "the sum of a number over all",
    "min": "the smallest number; players without a number are skipped; 0 if none has one",
    "max": "the largest number, in the same way",
    "only": "the players for whom the condition is true",
    "lowest": "the players with the smallest number, one or several; players without a number are skipped",
    "highest": "the players with the largest number",
    "first": "the first in order of play for whom it is true, or `none`",
    "each": "`others.each(rival).any(rival.score > it.score)`: renames the current player for the next question",
}

#: Questions about the values of a type, `suit.all(...)`; `it` is each in turn, in the order in which they are declared.
QUESTIONS_ABOUT_VALUES: Final = {
    "any": "whether the condition is true for at least one",
    "all": "whether it is true for each",
    "count": "the number for which it is true; without brackets, the number of all",
    "sum": "the sum of a number over all",
    "min": "the smallest number",
    "max": "the largest number",
    "first": "the first for which it is true, or `none`",
    "each": "`suit.each(mine).any(hand.any(card.suit == mine))`: renames the current value for the next question",
}

#: Statements without a model, and their contents.
OPEN_STATEMENTS: Final = {
    "set": "`set: {target: value, ...}`; a target is a variable (`waiting`, `next.score`), card state "
    "(`card.worn`), a part of what is in force (`active.color`), all of it (`active`, set to a card), or a choice "
    "(`choice.color`)",
    "together": "`together: [steps]`",
    "if": "`- if: condition`, with `then: [steps]` and optionally `else: [steps]`",
}

#: Keys that combine files, before anything else is read.
COMPOSITION: Final = {
    "extends": "the base of this ruleset: an id, or a file beside this one",
    "with": "a list of overlays, applied in this order",
    "key=": "replaces the whole inherited value",
    "key+": "appends to an inherited list",
    "+key": "prepends to an inherited list",
    "key-": "removes names from an inherited mapping, or single values from an inherited list",
    "x-...": "top-level keys that begin with `x-` are ignored",
}
