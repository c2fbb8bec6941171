"""The words of the expression language, each with a sentence: the reference is made of these tables.

Not here: what the words mean to the checker (language/expressions/parsing.py, language/expressions/operators.py),
which a test compares.
"""

from __future__ import annotations

from typing import Final

#: Names that stand for themselves.
NAMES: Final = {
    "self": "the player whose turn it is; before the first turn of a round the one whose turn was prepared",
    "next": "the player after `self` in the direction of play, among those still in the round",
    "previous": "the player before `self`",
    "others": "all players still in the round but `self`",
    "players": "all players still in the round",
    "everyone": "all players still in the game",
    "winners": "who won the round that has just ended",
    "seat": "`seat(0)` is the player in the first seat, `seat(-1)` the one in the last",
    "player_count": "how many play",
    "direction": "1 or -1",
    "round": "number of the round, from 1",
    "turn": "number of the turn in the round, from 1; a turn that is missed is none",
    "active": "`active.color`: what is in force",
    "before": "`before.color`: what was in force before the last card was laid",
    "choice": "`choice.color`: what was chosen last for a declared choice; `none` if nothing was",
    "laid_face": "the face for which the last card was laid",
    "inherited": "in a definition: the definition that it replaces, of the same card or player",
    "none": "nothing: no player, no card, no value",
    "true": "true",
    "false": "false",
}

#: Names that are known in certain places only.
BOUND: Final = {
    "card": "the card that is looked at: in questions about cards, in an option with cards, in a card's steps, in "
    "`for_each` over a zone, in definitions `card...`, and in a choice's `if` that with which it goes",
    "it": "the player that is looked at: in questions about players, in `for_each` over players, in a window, in a "
    "state rule for each player, in definitions `player...`; the value in questions about the values of a type, in "
    "`for_each` over a value type and in a choice's `if`, where it may be a card as well",
    "chooser": "who chooses: in the `of` and the `if` of a declared choice",
    "face": "the face for which `card` is looked at: in an option with cards, in a card's steps",
    "value": "the value of an option with values",
}

#: What stands between values; precedence from the last row to the first.
OPERATORS: Final = {
    "a if x else b": "`a` if `x` holds, else `b`",
    "x or y": "at least one holds",
    "x and y": "both hold",
    "not x": "it does not hold",
    "a == b, a != b": "equal, not equal; what is missing equals nothing",
    "a < b, a <= b, a > b, a >= b": "comparisons of numbers; false if one is missing",
    "a < b <= c": "both comparisons hold",
    "x is none, x is not none": "nothing is there, something is there",
    "x in [a, b], x not in [a, b]": "it equals one of these",
    "p in s, p not in s": "the player is among the players",
    "c in z, c not in z": "the card lies in the zone",
    "a + b, a - b": "sum and difference of numbers; players together, players without others",
    "a * b, a // b, a % b": "product, quotient rounded down, remainder; by 0 they are 0",
    "-a": "the opposite number",
    "a.b": "a part of `a`: what it is for cards, players and zones stands below",
    "color.red": "a value by its type, where its name alone could be another one",
}

#: `5.at_most(n)` and the like.
OF_NUMBERS: Final = {
    "at_most": "`a.at_most(b)`: the lesser of both",
    "at_least": "`a.at_least(b)`: the greater of both",
}

#: What a card has besides its attributes, what it carries, and definitions.
OF_CARDS: Final = {
    "kind": "its kind: `card.kind == wild`",
    "look": "cards have the same look if nothing printed on them differs: `card.look == discard.top.look`",
    "face": "the face on which it is looked at",
    "on": "`card.on(dark)`: the card on a certain face",
}

#: What a player has besides zones, variables and definitions.
OF_PLAYERS: Final = {
    "next": "the player after him in the direction of play",
    "previous": "the player before him",
    "others": "all players still in the round but him",
    "after": "`self.after(3)`: the third player after him in the direction of play, round and round",
    "misses": "how many turns he has still to miss",
}

#: What a zone has.
OF_ZONES: Final = {
    "size": "how many cards",
    "empty": "whether there are none",
    "top": "the uppermost card",
    "bottom": "the lowest card",
}

#: Questions about the cards of a zone; `card` is each in turn, or what `each` says.
QUESTIONS_ABOUT_CARDS: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each; true if there are none",
    "count": "for how many it holds",
    "sum": "the sum of a number over all",
    "min": "the least of a number; a card that has none is passed over; 0 if there is none at all",
    "max": "the greatest of a number, in the same way",
    "first": "the first card from the top down for which it holds, or `none`",
    "last": "the last one, that is the lowest, or `none`",
    "each": "`hand.each(other).any(other.wild)`: gives another name to each in turn, for the question after it",
}

#: Questions about players; `it` is each in turn, from the one after `self`.
QUESTIONS_ABOUT_PLAYERS: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each; true if there are none",
    "count": "for how many it holds; without brackets, how many they are",
    "sum": "the sum of a number over all",
    "min": "the least of a number; who has none is passed over; 0 if there is none at all",
    "max": "the greatest of a number, in the same way",
    "only": "those for whom the condition holds",
    "lowest": "those who have the least of a number, one or several; who has none is passed over",
    "highest": "those who have the greatest",
    "first": "the first in order of play for whom it holds, or `none`",
    "each": "`others.each(rival).any(rival.score > it.score)`: another name, for the question after it",
}

#: Questions about the values of a type, `suit.all(...)`; `it` is each in turn, in the order in which they are declared.
QUESTIONS_ABOUT_VALUES: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each",
    "count": "for how many it holds; without brackets, how many they are",
    "sum": "the sum of a number over all",
    "min": "the least of a number",
    "max": "the greatest of a number",
    "first": "the first for which it holds, or `none`",
    "each": "`suit.each(mine).any(hand.any(card.suit == mine))`: another name, for the question after it",
}

#: Statements without a model of their own, and what they hold.
OPEN_STATEMENTS: Final = {
    "set": "`set: {target: value, ...}`; a target is a variable (`waiting`, `next.score`), an attribute that a card "
    "carries (`card.worn`), a part of what is in force (`active.color`), all of it (`active`, to a card), or a choice "
    "(`choice.color`)",
    "together": "`together: [steps]`",
    "if": "`- if: condition`, and beside it `then: [steps]` and perhaps `else: [steps]`",
}

#: What puts files together, before anything else is looked at.
COMPOSITION: Final = {
    "extends": "the ruleset that this one builds on: an id, or a file beside this one",
    "with": "a list of further rulesets, laid over it in this order",
    "key=": "replaces what is inherited under `key` as a whole",
    "key+": "adds to the end of an inherited list",
    "+key": "adds to the front of an inherited list",
    "key-": "takes names out of an inherited mapping, single values out of an inherited list",
    "x-...": "keys at the top that begin so are the author's own",
}
