"""A game between two rounds as a state vector. Not here: its names (campaign_names.py).

A vector *at rest* holds what lasts: cards of kept zones lie there in their order, all others in the zone of the deck in
the order of the deck; what each round resets has its first value; S_ROUND is the number of rounds played.
"""

from __future__ import annotations

from collections.abc import Sequence

from unoflex_rules.engine.plan import start_game
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable
from unoflex_rules.program.opcodes import OPCODES

MOST_ROUNDS = at.MAX_ROUNDS - 1  # the engine plays no game beyond the round after it
WORDS = 4  # of a generator
#: Slots that last, beside cards, variables and prints.
LASTING = (
    at.S_SELF, at.S_IN_GAME, at.S_TURNS, at.S_DECISIONS, at.S_FACE, at.S_WINNERS, at.S_REASON, at.S_FIRST,
    *range(at.S_RNG, at.S_RNG + WORDS),
)  # fmt: skip


def beginning(program: Program, seed: int) -> list[int]:
    """The vector at rest before the first round."""
    vector = [0] * program.state_size
    start_game(vector, program.vector, seed, 0, 1, 0)
    return vector


def at_rest(program: Program, state: Sequence[int]) -> list[int]:
    """The vector at rest after a round: the next round waits (DEALING), or the game is over."""
    p, rest = program.vector, beginning(program, 0)
    over = state[at.S_STATUS] == at.OVER
    for slot in LASTING:
        rest[slot] = int(state[slot])
    rest[at.S_IN] = rest[at.S_IN_GAME]
    rest[at.S_STATUS] = at.OVER if over else at.RUNNING
    rest[at.S_ROUND] = int(state[at.S_ROUND]) - int(not over)
    for variable in kept_variables(program):
        for slot in range(variable.slot, variable.slot + variable.count * variable.width, variable.width):
            empty = variable.kind == "card" and state[slot] == at.NONE  # the zone of no card means nothing
            copy(rest, state, slot, 1 if empty else variable.width)
    for variable in program.card_attributes:
        copy(rest, state, variable.slot, p[at.P_CARDS])
    if program.shuffles_faces:
        copy(rest, state, p[at.P_PRINTS], p[at.P_FACES] * p[at.P_CARDS])
    lay_out(program, rest, {zone: pile(program, state, zone) for zone in kept_zones(program)})
    return rest


def copy(to: list[int], source: Sequence[int], first: int, count: int) -> None:
    """Copy `count` slots from the slot `first`."""
    to[first : first + count] = map(int, source[first : first + count])


def lay_out(program: Program, rest: list[int], kept: dict[int, list[int]]) -> None:
    """Put cards into kept zones, bottom first, and all others where the next round is dealt from.

    Before the first round that is where they begin.
    """
    p = program.vector
    placed = {card: zone for zone, cards in kept.items() for card in cards}
    for card in range(p[at.P_CARDS]):
        begins = p[p[at.P_FIRST_ZONE] + card]
        waits = p[at.P_DECK_ZONE] if rest[at.S_ROUND] or p[p[at.P_KEPT] + begins] else begins
        placed.setdefault(card, waits)
    for zone in range(p[at.P_ZONES]):
        rest[p[at.P_SIZE] + zone] = 0
    for card, zone in placed.items():
        size = p[at.P_SIZE] + zone
        rest[p[at.P_PILE] + zone * p[at.P_CARDS] + rest[size]] = card
        rest[p[at.P_PLACE] + card] = zone
        rest[size] += 1


def kept_zones(program: Program) -> list[int]:
    """The zones whose cards stay there between rounds."""
    p = program.vector
    return [zone for zone in range(p[at.P_ZONES]) if p[p[at.P_KEPT] + zone]]


def in_deck(program: Program, rest: Sequence[int]) -> list[int]:
    """The cards of the next round, in the order of the deck."""
    p, kept = program.vector, set(kept_zones(program))
    return [card for card in range(p[at.P_CARDS]) if rest[p[at.P_PLACE] + card] not in kept]


def kept_variables(program: Program) -> list[StateVariable]:
    """The variables that last for the game."""
    p = program.vector
    table = p[at.P_ROUND_RESETS]
    reset = set(p[table + 1 : table + 1 + 2 * p[table] : 2])
    return [variable for variable in program.variables if variable.slot not in reset]


def about_to_begin(program: Program, rest: Sequence[int], limit: int) -> list[int]:
    """The state in which the next round begins; the round after it will wait (DEALING)."""
    state = list(rest)
    p, begin = program.vector, OPCODES["BEGIN_ROUND"].number
    addresses = range(program.code_start, program.code_end, at.INSTRUCTION)
    state[at.S_PC] = p[at.P_START] if not rest[at.S_ROUND] else next(each for each in addresses if p[each] == begin)
    state[at.S_LIMIT] = limit
    state[at.S_STACKED] = at.STACKED_AGAIN
    return state


def words_of(seed: int, index: int, stream: int) -> list[int]:
    """A generator of game `index` of a seed: of the game (stream 0), or of its agents (1)."""
    words = [0] * WORDS
    seed_words(words, 0, seed, index, stream)
    return words
