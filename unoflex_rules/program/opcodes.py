"""Every instruction, defined once: number, name, operands, sentence and body.

Compiler, dispatch, listing, documentation and tests read this table. Not here: the functions that the bodies call
(unoflex_rules/engine) or the numbers of the vectors' places (layout.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: What an operand means: how the listing shows it, and whether the compiler must resolve it.
OPERAND_KINDS: Final = {
    "dst": "a state slot that is written",
    "slot": "a state slot that is read",
    "label": "a code address",
    "number": "a literal number",
    "base": "the state slot of the first of several values",
    "table": "a program address of a table",
    "desc": "a program address of a description",
    "loop": "the first of three state slots that hold a loop",
}


@dataclass(frozen=True)
class Opcode:
    """One instruction: `operands` name up to four operands with their kinds, `body` is what dispatch does."""

    number: int
    name: str
    operands: tuple[tuple[str, str], ...]
    sentence: str
    body: str
    records: bool  # may record an event


def _table(*rows: tuple[str, str, str, str]) -> dict[str, Opcode]:
    table = {}
    for number, (name, operands, sentence, body) in enumerate(rows):
        pairs = []
        for word in operands.split():
            kind, _, label = word.partition(":")
            assert kind in OPERAND_KINDS, word
            pairs.append((label or kind, kind))
        records = body.startswith("!")
        table[name] = Opcode(number, name, tuple(pairs), sentence, body.removeprefix("!"), records)
    return table


# In the bodies a, b, c, d are the operands and pc is already the next instruction. A leading ! marks a body that may
# record events. Order: rows that run most often share their first bits, since dispatch is a binary tree over numbers.
BEGIN_ROUND: Final = "!begin_round(s, p, w)\nif s[S_STATUS] != RUNNING:\n    budget = 0"
OPCODES: Final[dict[str, Opcode]] = _table(
    # -- control
    ("HALT", "", "stop; never reached", "pc -= INSTRUCTION; s[S_STATUS] = BROKEN; s[S_ERROR] = ERROR_PROMISE"),
    ("JUMP", "label:to", "go on at {to}", "pc = a"),
    ("JUMP_IF", "slot:condition label:to", "go on at {to} if {condition}", "if s[a] != 0:\n    pc = b"),
    ("JUMP_UNLESS", "slot:condition label:to", "go on at {to} unless {condition}", "if s[a] == 0:\n    pc = b"),
    (
        "JUMP_EQUAL",
        "slot:left slot:right label:to",
        "go on at {to} if {left} == {right}",
        "if s[a] == s[b]:\n    pc = c",
    ),
    (
        "JUMP_UNEQUAL",
        "slot:left slot:right label:to",
        "go on at {to} if {left} != {right}",
        "if s[a] != s[b]:\n    pc = c",
    ),
    ("JUMP_LESS", "slot:left slot:right label:to", "go on at {to} if {left} < {right}", "if s[a] < s[b]:\n    pc = c"),
    (
        "JUMP_AT_LEAST",
        "slot:left slot:right label:to",
        "go on at {to} if {left} >= {right}",
        "if s[a] >= s[b]:\n    pc = c",
    ),
    ("CALL", "dst:back label:to", "run {to}, then come back", "s[a] = pc; pc = b"),
    (
        "RETURN",
        "slot:back number:over",
        "return to {back}; {over} is 1 at the end of a card's effect",
        "pc = s[a]\nif b == 1:\n    w[W_ACTING] = NONE",
    ),
    # -- numbers and truth
    ("COPY", "dst:to slot:value", "{to} = {value}", "s[a] = s[b]"),
    ("ADD", "dst:to slot:left slot:right", "{to} = {left} + {right}", "s[a] = s[b] + s[c]"),
    ("SUBTRACT", "dst:to slot:left slot:right", "{to} = {left} - {right}", "s[a] = s[b] - s[c]"),
    ("MULTIPLY", "dst:to slot:left slot:right", "{to} = {left} * {right}", "s[a] = product(s[b], s[c])"),
    ("DIVIDE", "dst:to slot:left slot:right", "{to} = {left} // {right}, 0 by 0", "s[a] = divide(s[b], s[c])"),
    ("REMAINDER", "dst:to slot:left slot:right", "{to} = {left} % {right}, 0 by 0", "s[a] = remainder(s[b], s[c])"),
    ("LESSER", "dst:to slot:left slot:right", "{to} = the lesser of {left} and {right}", "s[a] = min(s[b], s[c])"),
    ("GREATER", "dst:to slot:left slot:right", "{to} = the greater of {left} and {right}", "s[a] = max(s[b], s[c])"),
    ("EQUAL", "dst:to slot:left slot:right", "{to} = {left} == {right}", "s[a] = 1 if s[b] == s[c] else 0"),
    (
        "SAME",
        "dst:to slot:left slot:right",
        "{to} = {left} == {right} and neither is none",
        "s[a] = 1 if s[b] == s[c] and s[b] != NONE else 0",
    ),
    ("LESS", "dst:to slot:left slot:right", "{to} = {left} < {right}", "s[a] = 1 if s[b] < s[c] else 0"),
    ("AT_MOST", "dst:to slot:left slot:right", "{to} = {left} <= {right}", "s[a] = 1 if s[b] <= s[c] else 0"),
    ("NOT", "dst:to slot:value", "{to} = not {value}", "s[a] = 1 - s[b]"),
    ("AND", "dst:to slot:left slot:right", "{to} = {left} and {right}", "s[a] = s[b] & s[c]"),
    ("OR", "dst:to slot:left slot:right", "{to} = {left} or {right}", "s[a] = s[b] | s[c]"),
    (
        "SELECT",
        "dst:to slot:condition slot:yes slot:no",
        "{to} = {yes} if {condition} else {no}",
        "s[a] = s[c] if s[b] != 0 else s[d]",
    ),
    (
        "LOAD",
        "dst:to base:values slot:index number:missing",
        "{to} = {values}[{index}], or {missing} without an index",
        "s[a] = s[b + s[c]] if s[c] >= 0 else d",
    ),
    (
        "ATTRIBUTE",
        "dst:to slot:card slot:face table:attribute",
        "{to} = {attribute} of {card} on {face}",
        "s[a] = attribute(s, p, s[b], s[c], d)",
    ),
    (
        "FITS",
        "dst:to slot:card slot:face table:table",
        "{to} = {card} on {face} is in {table}",
        "s[a] = fits(s, p, s[b], s[c], table_row(s, p, d))",
    ),
    # -- variables
    ("SET", "dst:variable slot:value number:passing", "{variable} becomes {value}", "!set_slot(s, w, a, s[b], c)"),
    (
        "SET_AT",
        "base:variables slot:index slot:value number:passing",
        "{variables}[{index}] becomes {value}",
        "!if s[b] >= 0:\n    set_slot(s, w, a + s[b], s[c], d)",
    ),
    (
        "REMEMBER",
        "base:variables slot:index slot:card",
        "{variables}[{index}] remembers {card} until it moves",
        "remember(s, p, a + 2 * s[b], s[c])",
    ),
    (
        "RECALL",
        "dst:to base:variables slot:index",
        "{to} = the card that {variables}[{index}] remembers, or none",
        "s[a] = recall(s, p, b + 2 * s[c])",
    ),
    # -- players and sets of players
    (
        "SEAT_AFTER",
        "dst:to slot:seat number:steps",
        "{to} = the player {steps} after {seat} in the direction of play",
        "s[a] = seat_after(s, p, s[b], s[S_DIRECTION] * c)",
    ),
    ("SET_OF", "dst:to slot:seat", "{to} = the set of {seat} alone", "s[a] = 1 << s[b] if s[b] >= 0 else 0"),
    ("CONTAINS", "dst:to slot:set slot:value", "{to} = {value} is in {set}", "s[a] = contains(s[b], s[c])"),
    ("WITHOUT", "dst:to slot:set slot:other", "{to} = {set} without {other}", "s[a] = s[b] & ~s[c]"),
    ("SIZE", "dst:to slot:set", "{to} = how many are in {set}", "s[a] = count_bits(s[b])"),
    (
        "EACH_SEAT",
        "loop:loop slot:set slot:after",
        "begin {loop} over {set}, in order of play after {after}",
        "s[a] = s[b]; s[a + 1] = s[c]; s[a + 2] = s[S_DIRECTION]",
    ),
    (
        "NEXT_SEAT",
        "loop:loop number:depth label:end",
        "the next seat of {loop}, or go on at {end}",
        "if next_seat(s, p, a, b, pc - INSTRUCTION) == 0:\n    pc = c",
    ),
    ("ACT_AT", "number:depth", "scopes deeper than {depth} no longer act for a player", "s[S_DEPTH] = a"),
    # -- chance
    ("RANDOM", "dst:to slot:count", "{to} = a random number below {count}", "!s[a] = random_number(s, w, s[b])"),
    ("PICK", "dst:to slot:set", "{to} = a random one of {set}", "!s[a] = random_of(s, w, s[b])"),
    # -- cards
    (
        "TAKE",
        "dst:card slot:zone number:end",
        "{card} = the card at the {end} of {zone}",
        "s[a] = card_at_end(s, p, s[b], c)",
    ),
    ("MOVE", "slot:card slot:zone number:end", "{card} goes to the {end} of {zone}", "!move(s, p, w, s[a], s[b], c)"),
    (
        "MOVE_ALL",
        "slot:from slot:to slot:leave number:order",
        "all cards of {from} except the top {leave} go to {to}",
        "!move_all(s, p, w, s[a], s[b], s[c], d)",
    ),
    (
        "SHUFFLE",
        "slot:zone",
        "{zone} is shuffled",
        "!shuffle(s, p, w, s[a])\nif s[S_STATUS] != RUNNING:\n    budget = 0",
    ),
    (
        "SHUFFLE_FACE",
        "slot:zone slot:face",
        "the prints on the {face} of the cards of {zone} are shuffled",
        "!shuffle_face(s, p, w, s[a], s[b])",
    ),
    (
        "EACH_CARD",
        "loop:loop slot:zone",
        "begin {loop} over {zone}, from the top down",
        "s[a] = s[p[P_SIZE] + s[b]] if s[b] >= 0 else 0; s[a + 1] = s[b]; s[a + 2] = NONE",
    ),
    (
        "NEXT_CARD",
        "loop:loop label:end",
        "the next card of {loop}, or go on at {end}",
        "if next_card(s, p, a) == 0:\n    pc = b",
    ),
    (
        "COUNT_FITS",
        "dst:to slot:zone slot:face table:table",
        "{to} = how many cards of {zone}, on {face}, are in {table}",
        "s[a] = count_fits(s, p, s[b], s[c], d)",
    ),
    (
        "TOTAL",
        "dst:to slot:zone slot:face table:attribute",
        "{to} = the sum of {attribute} over {zone}",
        "s[a] = total(s, p, s[b], s[c], d)",
    ),
    # -- decisions
    ("ASK", "slot:seat", "{seat} is asked", "begin_ask(s, w, s[a], pc - INSTRUCTION)"),
    (
        "OPTION",
        "desc:option slot:card slot:face slot:choice",
        "offer {option}",
        "add_option(s, p, w, a, s[b], s[c], s[d])",
    ),
    (
        "OPTION_CARDS",
        "desc:option slot:zone table:table",
        "offer {option} with each distinct card of {zone} that is in {table}",
        "offer_cards(s, p, w, a, s[b], c)",
    ),
    (
        "OPTION_CARD",
        "desc:option slot:card slot:face",
        "offer {option} with {card}",
        "offer_card(s, p, w, a, s[b], s[c])",
    ),
    ("OPTION_EACH", "desc:option slot:set", "offer {option} with each value of {set}", "offer_each(s, p, w, a, s[b])"),
    (
        "WAIT",
        "number:silent",
        "wait for the answer",
        "!pc = wait(s, p, w, a, pc)\nif s[S_STATUS] != RUNNING:\n    budget = 0",
    ),
    # -- laying and what is in force
    (
        "LAY",
        "slot:card slot:face slot:zone slot:shows",
        "{card} is laid on {zone} for its {face}; {shows} is in force from now on",
        "!lay(s, p, w, s[a], s[b], s[c], s[d])",
    ),
    ("SHOW", "slot:card slot:face", "{card} on its {face} is in force", "!show(s, p, w, s[a], s[b], 0)"),
    (
        "RESOLVE",
        "dst:back slot:zone",
        "run the effect of the top card of {zone}",
        "b = effect_of_top(s, p, s[b])\n"
        "if b != 0:\n    w[W_ACTING] = kind_on(s, p, s[S_CARD], s[S_FACE]); s[a] = pc; pc = b",
    ),
    # -- the turn plan
    ("CHANGE_DIRECTION", "", "the direction of play changes", "!change_direction(s, w)"),
    ("MISS_TURN", "slot:seat slot:turns", "{seat} misses {turns}", "!miss_turn(s, w, s[a], s[b])"),
    ("GO_TO", "slot:seat number:insist", "{seat} plays next", "!go_to(s, w, s[a], b)"),
    ("TAKE_TURN", "slot:seat", "the turn is {seat}'s from now on", "!take_turn(s, w, s[a])"),
    ("BEGIN_TURN", "", "a turn begins", "!begin_turn(s, p, w)\nif s[S_STATUS] != RUNNING:\n    budget = 0"),
    ("NEXT_TURN", "", "the turn plan names the next player", "!pc = next_turn(s, p, w)"),
    # -- ends
    (
        "LEAVE",
        "slot:seat number:game dst:back number:inside",
        "{seat} leaves the round (0) or the game (1), or comes back to the round (2); {back} is where to continue, "
        "since steps that act for a leaving player are broken off",
        "!d = s[c] if d == 1 else pc + INSTRUCTION\ns[c] = leave(s, p, w, s[a], b, d)",
    ),
    ("BEGIN_ROUND", "", "the cards go where they start, the round's variables are reset", BEGIN_ROUND),
    (
        "END_ROUND",
        "slot:winners number:reason",
        "the round ends; {winners} win",
        "!end_round(s, p, w, s[a], b)\npc = p[P_ROUND_END]",
    ),
    (
        "END_GAME",
        "slot:winners number:reason",
        "the game ends; {winners} win",
        "!end_game(s, w, s[a], b)\nbudget = 0",
    ),
    (
        "REVEAL",
        "slot:what slot:set number:zone",
        "{what} is shown to {set}; {zone} is 1 if it is a whole zone",
        "!reveal(s, p, w, s[a], s[b], c)",
    ),
    (
        "COUNT",
        "number:counter slot:amount",
        "counter {counter} of the report increases by {amount}",
        "count_declared(p, w, a, s[b])",
    ),
    # -- combinations of cards
    ("GATHER", "", "begin to gather cards", "begin_gathering(p, w)"),
    (
        "GATHER_CARD",
        "desc:option slot:card slot:face slot:order",
        "{card} is gathered for {option} at its {order}",
        "gather_card(s, p, w, a, s[b], s[c], s[d])\nif s[S_STATUS] != RUNNING:\n    budget = 0",
    ),
    (
        "NEXT_COMBINATION",
        "loop:loop number:list slot:most label:end",
        "the next combination of at most {most} gathered cards goes into {list}; after the last, go on at {end}",
        "if next_combination(s, p, w, a, b, s[c]) == 0:\n    pc = d\nif s[S_STATUS] != RUNNING:\n    budget = 0",
    ),
    (
        "OPTION_COMBINATION",
        "desc:option slot:face",
        "offer {option} with the combination",
        "offer_combination(p, w, a, s[b])",
    ),
    ("CHOSEN", "number:list", "the chosen cards go into {list}", "list_chosen(s, p, a)"),
    ("GATHERED", "number:list", "the gathered cards go into {list}", "list_gathered(s, p, w, a)"),
)

NAMES: Final[dict[int, str]] = {op.number: op.name for op in OPCODES.values()}
