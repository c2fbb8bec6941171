"""Names for every fixed offset of the three vectors: program `p`, state `s` and work space `w`.

Not here: what the instructions do (opcodes.py) or where one ruleset's own variables lie (the compiler decides).
"""

from __future__ import annotations

# Values that mean the same everywhere.
NONE = -1  # no card, no player, no value
ASKS_ALL = -2  # depth of a loop that only queries seats, those out of the round included
MAX_PLAYERS = 16
MAX_MASK_BITS = 62  # values of one choice, seats of one set
CHOSEN_CARD = 64  # a choice of this number or above is a card: CHOSEN_CARD plus its number
# A combination is chosen as two choices: the places of its cards in their zone, COMBINED plus a set of bits each.
COMBINED = 1 << 61
COMBINED_BITS = 60
MAX_COMBINED = 16  # cards of a combination
MAX_TRIED = 20_000  # combinations that may be tried for one option
MAX_MISSED = 1000  # turns that a player may have to miss
MAX_NUMBER = 2**31  # the greatest number; the least is its negative
INSTRUCTION = 5  # integers an instruction: opcode and four operands
TOP = 0
BOTTOM = 1
MIDDLE = 2  # ... where a card is put: in the middle, or at a random place
ANYWHERE = 3

# ---- program header: p[P_...] ------------------------------------------------------------------------------------
P_PLAYERS = 0  # number of players
P_CARDS = 1  # number of physical cards
P_LOOKS = 2  # number of distinct looks (cards alike in every declared face)
P_FACES = 3
P_ZONES = 4  # number of zones; a zone of every player counts once per player
P_STATE_SIZE = 5
P_LOOK = 6  # address: card -> look
P_PLACE = 7  # state offset: card -> zone
P_SIZE = 8  # state offset: zone -> number of cards
P_PILE = 9  # state offset of the first zone's cards, bottom first; a zone takes P_CARDS places
P_SCOPES = 10  # state offset: the scopes that act for a player, two places per depth
P_EFFECTS = 11  # address: face * looks + look -> address of the card's effect, 0 for none
P_ACTIVE = 12  # address of the description of what is in force
P_ACTIVE_FIELDS = 13  # number of its fields
P_TURN_RESETS = 14  # address of (count, then slot and value each): variables that are reset every turn
P_ROUND_RESETS = 15  # ... every round
P_GAME_RESETS = 16  # ... every game, the constants among them
P_KEPT = 17  # address: zone -> 1 if its cards stay between rounds; after the last 0, 1 if they are out of play for good
P_FIRST_ZONE = 18  # address: card -> the zone in which it starts
P_START = 19  # code address: a game begins
P_TURN = 20  # code address: a turn begins
P_TURN_END = 21  # code address: the turn's last piece
P_BLOCKED = 22  # code address: nobody can do anything any more
P_ROUND_END = 23  # code address: the round is over
P_GAME_END = 24  # code address: the game is over
P_BUDGET = 25  # instructions that may follow one decision
P_CARD_ATTRIBUTES = 26  # number of attributes that physical cards carry
P_CARD_STATE = 27  # state offset of the first attribute; each takes P_CARDS places
P_CHOICES = 28  # address: face * looks + look -> two choice numbers (or NONE) side by side
P_CHOICE_MASKS = 29  # address: choice number, or NONE -> state slot with the set of values allowed
P_KIND = 30  # address: face * looks + look -> number of the kind of what is printed there
P_KINDS = 31  # number of kinds
P_VERBS = 32  # number of verbs
P_REASONS = 33  # number of reasons, the engine's included
P_DECK_ZONE = 34  # zone to which all cards return between rounds
P_HANDS = 35  # address: zone -> the seat whose hand it is, or NONE
P_COUNTERS = 36  # work space offset of the counters of a game: C_STATISTICS per kind, then flags, then declared ones
P_DECLARED = 37  # number of declared counters
P_MATCH = 38  # address of the table of the cards that fit on what is in force; 0: unknown
P_COSTS = 39  # address: face * looks + look -> what a card costs in hand while that face is in force
P_SHOWS = 40  # face in force after a card was laid; NONE: the face for which it was laid
P_CHOICE_FIELDS = 41  # address: choice number -> set of fields in force that have the choice's type; NONE: players
P_SCORES = 42  # address of (count, then state slots): the scores in the row of a game; then the places, as -slot
P_FRONT = 43  # state slot of the face in force
P_PRINTS = 44  # state offset: face * cards + card -> look printed there; 0: always the one at P_LOOK
P_PASSED = 45  # code address: a player has been passed over; 0: no code
P_ALWAYS = 46  # address of the rows of cards that fit whatever is in force, by face and look, one per state (see below)
P_HEADER = 47

# Fields of one entry of the description at P_ACTIVE.
ACTIVE_SLOT = 0  # state slot of the field
ACTIVE_BEFORE = 1  # state slot of its value before the last card was laid
ACTIVE_ATTRIBUTE = 2  # address of the attribute's table, or 0
ACTIVE_KEEP = 3  # 1: stays in force under a face that lacks it
ACTIVE_RESET = 4  # value for a face that lacks it
ACTIVE_WIDTH = 5

# Fields of an option's description.
OPTION_VERB = 0
OPTION_LABEL = 1  # code address of its block
OPTION_FACE = 2  # state slot of the face played; 0: one option per face
OPTION_ANNOUNCES = 3  # 1: the choices of the card are made together with the play
OPTION_LAST_RESORT = 4  # 1: offered only if no option before it is
OPTION_SEEN = 5  # address: face * looks + look -> first look that the asked player sees the same; 0: all is seen
OPTION_CALL = 6  # CALL_RIGHT or CALL_WRONG for a call, which people forget; else 0
CALL_RIGHT = 1
CALL_WRONG = 2
OPTION_FIELDS = 7  # set of the fields in force with the type of the values offered
OPTION_OF = 8  # 1: the values offered are players
OPTION_QUIET = 9  # 1: taken without a question if it is the only option
OPTION_WIDTH = 10

# The table of fitting cards: (state slot of the face in force, 0: any face; terms, words per row, then field in force,
# lowest value and stride of each term), then its rows. A bit is set if the card may fit, whatever its other conditions.
# If the faces of a card stay together, its bit on the first face tells whether it fits on any. The table also depends
# on variables that do not change while turns run; all rows for one state of these variables are adjacent. Before the
# table: (2 * slot, plus 1 if each player has one; lowest value, stride) of each variable, then the number of these
# variables, the rows per state, the states.

# A table: (terms, words per row, then slot, lowest value and stride of each term), then the rows of bits.
TABLE_TERMS = 0
TABLE_WORDS = 1
TABLE_FIRST_TERM = 2
TERM_SLOT = 0
TERM_LOW = 1
TERM_STRIDE = 2
TERM_WIDTH = 3
BITS = 32  # bits used of a word: bit b is bit (b & BIT_MASK) of word b >> WORD_SHIFT
WORD_SHIFT = 5
BIT_MASK = 31

# ---- state header: s[S_...] --------------------------------------------------------------------------------------
S_PC = 0  # code address where the program continues
S_STATUS = 1
S_ERROR = 2  # the error, if S_STATUS is BROKEN
S_ASKED = 3  # seat that must decide, or NONE
S_ASK = 4  # address of the ASK that waits
S_SELF = 5  # seat whose turn it is
S_DIRECTION = 6  # 1 clockwise, -1 the other way
S_IN = 7  # set of seats still in the round
S_IN_GAME = 8  # set of seats still in the game
S_GO_TO = 9  # seat that plays next by `go_to`, or NONE
S_ROUND = 10  # 1 for the first
S_TURN = 11  # turns begun in this round
S_TURNS = 12  # ... in this game
S_DECISIONS = 13  # decisions made in this game
S_ROUND_DECISIONS = 14
S_LIMIT = 15  # decisions that a round may take
S_CHANGED = 16  # 1 if anything but the turn has changed in this turn
S_QUIET = 17  # turns in a row in which nothing changed
S_DEPTH = 18  # number of scopes that act for a player
S_FACE = 19  # the face for which the top card was laid
S_CARD = 20  # the option last taken: its card ...
S_CARD_FACE = 21  # ... the face ...
S_CHOICE = 22  # ... and its two choices
S_CHOICE_2 = 23
S_WINNERS = 24  # set of seats
S_REASON = 25
S_FIRST = 26  # seat that took the first turn of the first round
S_ONE_ROUND = 27  # 1: the game ends with its first round
S_IN_TURN = 28  # 1 while a turn runs, 0 before the first and after the last of a round
S_STACKED = 29  # stacked deck: 2, shuffles up to that of the deck change nothing; 1, they cut one card; 0, not stacked
TO_STACK = 3  # ... stacked once more before its first shuffle, with the cards it has then; until then as 2
STACKED_AGAIN = 4  # ... added: the next round waits until its deck is stacked too
S_PASSED = 30  # seat that is being passed over, while its code runs; else NONE
S_RNG = 31  # four words of the generator
S_MISSES = 35  # per seat: turns to miss
S_HEADER = S_MISSES + MAX_PLAYERS

RUNNING = 0
ASKING = 1
OVER = 2
UNFINISHED = 3
BROKEN = 4
DEALING = 5  # waits until the deck is stacked: a round begins, or its deck is about to be shuffled

ERROR_BUDGET = 1  # an effect does not come to an end
ERROR_NO_OPTION = 2  # a player is asked and has no option
ERROR_OPTIONS = 3  # more options than the work space holds
ERROR_PROMISE = 4  # the engine broke one of its promises
ERROR_COMBINATIONS = 5  # too many combinations of cards to try, or too many cards in their zone

# The engine's own reasons; declared ones follow.
REASON_NONE = 0
REASON_BLOCKED = 1
FIRST_REASON = 2

# ---- work space: w[W_...] ----------------------------------------------------------------------------------------
W_RECORD = 0  # 1: events are recorded
W_EVENTS = 1  # number of events recorded
W_LOST = 2  # events that did not fit
W_OPTIONS = 3  # number of options on offer
W_STAMP = 4  # increases with every search for distinct cards
W_PC = 5  # the instruction that runs, for events
W_RNG = 6  # four words: the agents' own generator
W_VERB = 10  # the option last taken: its verb
W_CALLS = 11  # options on offer that are calls
W_CALLED = 12  # decisions of this game that were about calls
W_ACTING = 13  # kind of the card whose effect runs, or NONE
W_RESHUFFLES = 14  # times the draw pile was reshuffled in this game while a turn ran
W_OFFERS = 15  # number of offers, which stand for the options
W_ROTATION = 16  # seats by which the agents are rotated
W_AGENT = 17  # the agents, AGENT_WIDTH each
AGENT_KIND = 0
AGENT_CALL = 1  # how often in CERTAIN times it makes the right call
AGENT_LENGTH = 2  # length of its script
AGENT_PLACE = 3  # ... and the numbers used in this game
AGENT_WIDTH = 4
W_SCRIPT = W_AGENT + MAX_PLAYERS * AGENT_WIDTH  # the agents' scripts, MAX_SCRIPT each
MAX_SCRIPT = 64
W_HELD = W_SCRIPT + MAX_PLAYERS * MAX_SCRIPT  # per seat: cards in hand, as counted by an agent
W_SPREAD = W_HELD + MAX_PLAYERS  # zone whose cards are in scratch as a set, or NONE
W_TWICE = W_SPREAD + 1  # looks after the set that it holds twice
W_ROW = W_SPREAD + 2  # address of the cards that may fit after an offer, ...
W_ROW_STEP = W_ROW + 1  # ... plus this for each value named, ...
W_ROW_STEP_2 = W_ROW + 2  # ... and for the second value
# The offers, OFFER_COLUMNS each: one option, or several that differ only in the values named. If two values are named,
# the second one changes first. A card that is named is a negative number in place of a set.
W_UNASKED = W_ROW_STEP_2 + 1  # number of quiet options taken without a question in a recorded run
W_OFFER = W_UNASKED + 1
OFFER_COLUMNS = 7
FACE_BITS = 16  # bits for a face in an integer that also holds the place of a card
FACE_MASK = (1 << FACE_BITS) - 1
O_VERB = 0
O_CARD = 1
O_FACE = 2
O_CHOICES = 3  # set of values to name, 0 for none
O_CHOICES_2 = 4  # ... and of the second one
O_DESC = 5  # address of the option's description
O_FIRST = 6  # number of the first of its options
MAX_OPTIONS = 4096
MAX_ROUNDS = 1000  # rounds that a game may take
W_EVENT = W_OFFER + MAX_OPTIONS * OFFER_COLUMNS  # the events, EVENT_COLUMNS each
EVENT_COLUMNS = 6  # kind, four values, code address
MAX_EVENTS = 20000
W_TAKEN = W_EVENT + MAX_EVENTS * EVENT_COLUMNS  # quiet options taken: seat, address of the ASK, offer
TAKEN_COLUMNS = 8
MAX_TAKEN = 64  # the first ones are kept
W_MARKS = W_TAKEN + MAX_TAKEN * TAKEN_COLUMNS  # per face and look: stamp of the last search that met it; then scratch

FROM_TOP = 4  # added to the end in a recorded `move` of what was the top card

# How MOVE_ALL and MOVE put cards down.
ORDER_KEPT = 0
ORDER_REVERSED = 1
ORDER_SHUFFLED = 2


# Kinds of agents.
AGENT_RANDOM = 0  # each option equally likely
AGENT_GREEDY = 1  # the best by what its player sees (engine/loop/greedy.py)
AGENT_FIRST = 2  # the first option
AGENT_LAST = 3  # the last one
AGENT_SCRIPT = 4  # the numbers of a script, over and over
CERTAIN = 1_000_000


# The gathered cards, after the scratch for all faces of one pile: those of which an option makes combinations, in
# their order; cards that the player cannot tell apart are side by side.
GATHERED_COUNT = 0  # number of gathered cards
GATHERED_DEPTH = 1  # number of cards of the combination being tried
GATHERED_TRIED = 2  # combinations tried so far
GATHERED_STACK = 3  # the rows of its cards
GATHERED_ROWS = GATHERED_STACK + MAX_COMBINED  # the cards, GATHERED_WIDTH each
GATHERED_CARD = 0
GATHERED_ORDER = 1  # the number by which they are ordered ...
GATHERED_LOOK = 2  # ... then what the player sees
GATHERED_GROUP = 3  # the first gathered card that looks the same
GATHERED_PLACE = 4  # place in the zone
GATHERED_WIDTH = 5


def gathered_place(cards: int, looks: int, faces: int) -> int:
    """Where the gathered cards begin in the work space: after marks, and scratch for all faces of one pile."""
    return W_MARKS + looks * faces + cards * faces + 1


def counters_place(cards: int, looks: int, faces: int, combines: bool = False) -> int:
    """Where the counters of a game begin in the work space; `combines`: whether options offer combinations."""
    gathered = GATHERED_ROWS + GATHERED_WIDTH * cards if combines else 0
    return gathered_place(cards, looks, faces) + gathered
