"""The words of the expression language, each with a sentence for the reference. Not here: checking expressions."""

from __future__ import annotations

from typing import Final

#: Names that are built in.
NAMES: Final = {
    "self": "the player in turn; before the first turn of a round, the player whose turn is prepared",
    "next": "the player after `self` in the direction of play, among those still in the round",
    "previous": "the player before `self`",
    "others": "all players still in the round except `self`",
    "players": "all players still in the round",
    "everyone": "all players still in the game",
    "winners": "the winners of the round that has just ended",
    "seat": "`seat(0)` is the player in the first seat, `seat(-1)` the player in the last",
    "player_count": "the number of players",
    "direction": "1 or -1",
    "round": "the number of the round, from 1",
    "turn": "the number of the turn in the round, from 1; missed turns do not count",
    "active": "`active.suit`: a field of what is in force",
    "before": "`before.suit`: the same field before the last card was laid",
    "choice": "`choice.suit`: the latest value of a declared choice; `none` if there is none",
    "laid_face": "the face for which the last card was laid",
    "inherited": "in a definition: the definition that it replaces, for the same card or player",
    "none": "no player, no card, no value",
    "true": "true",
    "false": "false",
}

#: Names that are known in certain places only.
BOUND: Final = {
    "card": "the current card: in queries about cards, in an option with cards, in a card's steps, in `for_each` over "
    "a zone, in definitions `card...`, and in a choice's `if` the card that the choice belongs to",
    "it": "the current player: in queries about players, in `for_each` over players, in a window, in a state rule for "
    "each player, in definitions `player...`; the current value: in queries about a value type, in `for_each` over a "
    "value type and in a choice's `if`, where it may also be a card",
    "chooser": "the player who chooses: in the `of` and the `if` of a declared choice",
    "face": "the face of `card` that counts: in an option with cards, in a card's steps",
    "value": "the value of an option with values",
    "cards": "the chosen cards of an option with `count`, the first one on top: in its `whole` and its steps",
    "prior": "the card before `card` in a combination: in the `follows` of an option",
}

#: Operators; precedence rises from the first row to the last.
OPERATORS: Final = {
    "a if x else b": "`a` if `x` holds, else `b`",
    "x or y": "at least one holds",
    "x and y": "both hold",
    "not x": "it does not hold",
    "a == b, a != b": "equal, not equal; a missing value equals nothing",
    "a < b, a <= b, a > b, a >= b": "comparisons of numbers; false if one is missing",
    "a < b <= c": "both comparisons hold",
    "x is none, x is not none": "the value is missing, the value is present",
    "x in [a, b], x not in [a, b]": "it equals one of these",
    "p in s, p not in s": "the player is among the players",
    "c in z, c not in z": "the card lies in the zone",
    "a + b, a - b": "sum and difference of numbers; union and difference of players",
    "a * b, a // b, a % b": "product, quotient rounded down, remainder; division by 0 gives 0",
    "-a": "the negated number",
    "a.b": "a member of `a`: see cards, players and zones below",
    "color.red": "a value by its type, if its name alone is ambiguous",
}

#: Queries of numbers.
OF_NUMBERS: Final = {
    "at_most": "`a.at_most(b)`: the lesser of both",
    "at_least": "`a.at_least(b)`: the greater of both",
}

#: Members of a card besides its attributes and definitions.
OF_CARDS: Final = {
    "kind": "its kind: `card.kind == jack`",
    "look": "cards have the same look if nothing printed on them differs: `card.look == discard.top.look`",
    "face": "the face that counts",
    "on": "`card.on(back)`: the card on another face",
    "sets": "`card.sets(waiting)`: whether its effect has a step that sets the variable, on the face that counts",
}

#: Members of a player besides zones, variables and definitions.
OF_PLAYERS: Final = {
    "next": "the player after this one in the direction of play",
    "previous": "the player before this one",
    "others": "all players still in the round except this one",
    "after": "`self.after(3)`: the third player after this one in the direction of play, round and round",
    "misses": "the number of turns that the player has still to miss",
    "seat": "the number of the player's seat, from 0",
}

#: Members of a zone.
OF_ZONES: Final = {
    "size": "the number of cards",
    "empty": "whether there are none",
    "top": "the top card",
    "bottom": "the bottom card",
}

#: Queries about the cards of a zone; `card`, or the name that `each` gives, is each in turn.
CARD_QUERIES: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each; true if there are none",
    "count": "the number of cards for which it holds",
    "sum": "the sum of a number over all",
    "min": "the least of a number; skips cards without one; 0 if none has one",
    "max": "the greatest of a number, likewise",
    "first": "the first card from the top for which it holds, or `none`",
    "last": "the last card from the top for which it holds, or `none`",
    "each": "`zone.each(other).any(other.rank > card.rank)`: another name for each card in the query behind it",
}

#: Queries about players; `it` is each in turn, from the one after `self`.
PLAYER_QUERIES: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each; true if there are none",
    "count": "the number of players for which it holds; without brackets, the number of players",
    "sum": "the sum of a number over all",
    "min": "the least of a number; skips players without one; 0 if none has one",
    "max": "the greatest of a number, likewise",
    "only": "the players for whom the condition holds",
    "lowest": "the players with the least of a number, one or several; skips players without one",
    "highest": "the players with the greatest",
    "first": "the first player in order of play for whom it holds, or `none`",
    "last": "the last player in order of play for whom it holds, or `none`",
    "each": "`others.each(rival).any(rival.score > it.score)`: another name for each player in the query behind it",
}

#: Queries about the values of a type, `suit.all(...)`; `it` is each in turn, in the order of their declaration.
VALUE_QUERIES: Final = {
    "any": "whether the condition holds for at least one",
    "all": "whether it holds for each",
    "count": "the number of values for which it holds; without brackets, the number of values",
    "sum": "the sum of a number over all",
    "min": "the least of a number",
    "max": "the greatest of a number",
    "first": "the first value for which it holds, or `none`",
    "each": "`suit.each(mine).any(hand.any(card.suit == mine))`: another name for each value in the query behind it",
}

NUMBER_WORDS: Final = tuple(OF_NUMBERS)
ZONE_WORDS: Final = tuple(OF_ZONES)
CARD_WORDS, PLAYER_WORDS, VALUE_WORDS = (
    tuple(word for word in queries if word != "each") for queries in (CARD_QUERIES, PLAYER_QUERIES, VALUE_QUERIES)
)

#: Statements without a model.
OPEN_STATEMENTS: Final = {
    "set": "`set: {target: value, ...}`; a target is a variable (`waiting`, `next.score`), an attribute that a card "
    "carries (`card.worn`), a field of what is in force (`active.suit`), all of it (`active`, to a card), or a choice "
    "(`choice.suit`)",
    "together": "`together: [steps]`",
    "if": "`- if: condition`, and beside it `then: [steps]` and optionally `else: [steps]`",
}

#: Keys that combine files; they are resolved before anything is checked.
COMPOSITION: Final = {
    "extends": "the ruleset that this one builds on: an id, or a path relative to this file",
    "with": "a list of overlays, applied in this order",
    "key=": "replaces the inherited value of `key`",
    "key+": "adds to the end of an inherited list",
    "+key": "adds to the front of an inherited list",
    "key-": "removes names from an inherited mapping, or values from an inherited list",
    "x-...": "top-level keys with this prefix are ignored: use them for your own data",
}
