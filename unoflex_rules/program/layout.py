"""Names for every fixed offset of the three vectors: program `p`, state `s` and work space `w`.

Not here: what the instructions do (opcodes.py) or where one ruleset's own variables lie (the compiler decides).
"""

from __future__ import annotations

# Values that mean the same everywhere.
NONE = -1  # no card, no player, no value
ASKS_ALL = -2  # depth of a loop that only asks something of seats: of those who have left the round as well
MAX_PLAYERS = 16
MAX_MASK_BITS = 62  # values of one choice, seats of one set
CHOSEN_CARD = 64  # a choice of this number or a greater one is a card, its own number so much less
MAX_MISSED = 1000  # turns that a player may have to miss
MAX_NUMBER = 2**31  # the greatest number; the least is its opposite
INSTRUCTION = 5  # integers an instruction: opcode and four operands
TOP = 0
BOTTOM = 1
MIDDLE = 2  # ... where a card is put: under half of the cards, or under so many as chance says
ANYWHERE = 3

# ---- program header: p[P_...] ------------------------------------------------------------------------------------
P_PLAYERS = 0  # number of players
P_CARDS = 1  # number of physical cards
P_LOOKS = 2  # number of distinct looks (cards alike in every declared face)
P_FACES = 3
P_ZONES = 4  # number of zones, one a player counted each
P_STATE_SIZE = 5
P_LOOK = 6  # address: card -> look
P_PLACE = 7  # state offset: card -> zone
P_SIZE = 8  # state offset: zone -> number of cards
P_PILE = 9  # state offset of the first zone's cards, bottom first; a zone takes P_CARDS places
P_SCOPES = 10  # state offset: what acts for which player, two places a depth
P_EFFECTS = 11  # address: face * looks + look -> address of the card's effect, 0 for none
P_ACTIVE = 12  # address of the description of what is in force
P_ACTIVE_FIELDS = 13  # number of its fields
P_TURN_RESETS = 14  # address of (count, then slot and value each): variables that start anew every turn
P_ROUND_RESETS = 15  # ... every round
P_GAME_RESETS = 16  # ... every game, the constants among them
P_KEPT = 17  # address: zone -> 1 when its cards stay there between rounds; after the last 0, 1: out of play, for good
P_FIRST_ZONE = 18  # address: card -> the zone in which it starts
P_START = 19  # code address: a game begins
P_TURN = 20  # code address: a turn begins
P_TURN_END = 21  # code address: the turn's last piece
P_BLOCKED = 22  # code address: nobody can do anything any more
P_ROUND_END = 23  # code address: the round is over
P_GAME_END = 24  # code address: the game is over
P_BUDGET = 25  # instructions that one decision may set off
P_CARD_ATTRIBUTES = 26  # number of attributes that physical cards carry
P_CARD_STATE = 27  # state offset of the first attribute; each takes P_CARDS places
P_CHOICES = 28  # address: face * looks + look -> two choice numbers (or NONE) side by side
P_CHOICE_MASKS = 29  # address: choice number, or NONE -> state slot with the set of values allowed
P_KIND = 30  # address: face * looks + look -> number of the kind of what is printed there
P_KINDS = 31  # number of kinds
P_VERBS = 32  # number of verbs
P_REASONS = 33  # number of reasons, the engine's own among them
P_DECK_ZONE = 34  # zone to which all cards come back between rounds
P_HANDS = 35  # address: zone -> the seat whose hand it is, or NONE
P_COUNTERS = 36  # work space offset of what is counted in a game: C_STATISTICS a kind, then flags, then declared ones
P_DECLARED = 37  # number of declared counters
P_MATCH = 38  # address of the table that says which cards fit on what is in force, 0 where nothing can be said
P_POINTS = 39  # address: face * looks + look -> points that a card costs in hand while that face counts
P_SHOWS = 40  # face that counts after a card was laid, whichever it was laid for; NONE: that one
P_CHOICE_FIELDS = 41  # address: choice number -> set of fields in force that have the choice's type; NONE: players
P_SCORES = 42  # address of (count, then state slots): what a row a game tells of the players
P_FRONT = 43  # state slot of the face that counts where none is chosen
P_PRINTS = 44  # state offset: face * cards + card -> look of what is printed there; 0: what P_LOOK says, always
P_PASSED = 45  # code address: a player has been passed over; 0: nothing happens then
P_ALWAYS = 46  # address of the rows of what fits whatever is in force, by face and look, one for each state (see below)
P_HEADER = 47

# Fields of one entry of the description at P_ACTIVE.
ACTIVE_SLOT = 0  # state slot of the field
ACTIVE_BEFORE = 1  # state slot of its value before the last card was laid
ACTIVE_ATTRIBUTE = 2  # address of the attribute's table, or 0
ACTIVE_KEEP = 3  # 1: stays in force under a face that lacks it
ACTIVE_RESET = 4  # value where the face says nothing
ACTIVE_WIDTH = 5

# Fields of an option's description.
OPTION_VERB = 0
OPTION_LABEL = 1  # code address of its block
OPTION_FACE = 2  # state slot of the face that counts; 0: each face is an option of its own
OPTION_ANNOUNCES = 3  # 1: the choices that go with the card are made with the play
OPTION_LAST_RESORT = 4  # 1: only when nothing before it is on offer
OPTION_SEEN = 5  # address: face * looks + look -> the first look that the asked player sees alike; 0: all is seen
OPTION_CALL = 6  # CALL_RIGHT or CALL_WRONG for what people forget to say, else 0
CALL_RIGHT = 1
CALL_WRONG = 2
OPTION_FIELDS = 7  # set of fields of what is in force that have the type of the values offered
OPTION_OF = 8  # 1: the values offered are players
OPTION_QUIET = 9  # 1: it is taken without a question where it is the only one
OPTION_WIDTH = 10

# The table of what fits: (state slot of the face that counts, 0: any face; terms, words a row, then field of what is in
# force, lowest value and stride of each term), then its rows. A bit is set where the card may fit, whatever else that
# depends on. Where the faces of a card stay together, its bit on the first one says whether it fits on any. It goes by
# variables as well that nothing changes while turns run: all rows for one state of theirs stand together. Before it
# stand (2 * slot, and 1 more if each player has one; lowest value, stride) of each variable, then how many these are,
# how many rows a state has, how many states.

# A table: (terms, words a row, then slot, lowest value and stride of each term), then the rows of bits.
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
S_PC = 0  # where to go on
S_STATUS = 1
S_ERROR = 2  # what went wrong, when S_STATUS is BROKEN
S_ASKED = 3  # who must decide, or NONE
S_ASK = 4  # address of the ASK that waits
S_SELF = 5  # whose turn it is
S_DIRECTION = 6  # 1 clockwise, -1 the other way
S_IN = 7  # set of seats still in the round
S_IN_GAME = 8  # set of seats still in the game
S_GO_TO = 9  # seat that plays next by order, or NONE
S_ROUND = 10  # 1 for the first
S_TURN = 11  # turns begun in this round
S_TURNS = 12  # ... in this game
S_DECISIONS = 13  # decisions made in this game
S_ROUND_DECISIONS = 14
S_LIMIT = 15  # decisions that a round may take
S_CHANGED = 16  # 1 when anything but the turn has changed in this turn
S_QUIET = 17  # turns in a row in which nothing changed
S_DEPTH = 18  # scopes that act for a player right now
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
S_STACKED = 29  # the deck was stacked: 2, shuffles up to its own leave all as it is; 1, each cuts one card; 0, none
TO_STACK = 3  # ... it is stacked once more before its first shuffle, with what has come to it; until then as with 2
STACKED_AGAIN = 4  # ... and this added: the next round waits until its deck is stacked too
S_PASSED = 30  # who is being passed over, while that sets something off; else NONE
S_RNG = 31  # four words of the generator
S_MISSES = 35  # per seat: turns to miss
S_HEADER = S_MISSES + MAX_PLAYERS

RUNNING = 0
ASKING = 1
OVER = 2
UNFINISHED = 3
BROKEN = 4
DEALING = 5  # somebody is to stack the deck before the program runs on: a round begins, or its deck is to be shuffled

ERROR_BUDGET = 1  # an effect does not come to an end
ERROR_NO_OPTION = 2  # somebody is asked and has no option
ERROR_OPTIONS = 3  # more options than the work space holds
ERROR_PROMISE = 4  # a promise that the engine keeps has been broken

# Reasons that the engine gives itself; declared ones follow.
REASON_NONE = 0
REASON_BLOCKED = 1
FIRST_REASON = 2

# ---- work space: w[W_...] ----------------------------------------------------------------------------------------
W_RECORD = 0  # 1: events are recorded
W_EVENTS = 1  # number of events recorded
W_LOST = 2  # events that found no room
W_OPTIONS = 3  # number of options on offer
W_STAMP = 4  # grows with every look for distinct cards
W_PC = 5  # the instruction being carried out, for events
W_RNG = 6  # four words: the agents' own generator
W_VERB = 10  # the option last taken: its verb
W_CALLS = 11  # options on offer that are calls
W_CALLED = 12  # decisions of this game that were about calls
W_ACTING = 13  # kind of the card whose effect is at work, or NONE
W_RESHUFFLES = 14  # how often the deck's zone was made anew in this game while a turn ran
W_OFFERS = 15  # number of offers, which hold the options
W_ROTATION = 16  # seats by which the agents are moved on
W_AGENT = 17  # the agents, AGENT_WIDTH each
AGENT_KIND = 0
AGENT_CALL = 1  # how often in CERTAIN times it does right where there is a call
AGENT_LENGTH = 2  # numbers of its script
AGENT_PLACE = 3  # ... and how many of them it has used in this game
AGENT_WIDTH = 4
W_SCRIPT = W_AGENT + MAX_PLAYERS * AGENT_WIDTH  # the agents' scripts, MAX_SCRIPT each
MAX_SCRIPT = 64
W_HELD = W_SCRIPT + MAX_PLAYERS * MAX_SCRIPT  # cards in hand a seat, where an agent has counted them
W_SPREAD = W_HELD + MAX_PLAYERS  # zone whose cards lie in scratch as a set, or NONE
W_TWICE = W_SPREAD + 1  # looks behind the set that it holds once more
W_ROW = W_SPREAD + 2  # address of what may fit after an offer, ...
W_ROW_STEP = W_ROW + 1  # ... so much further on for each value named, ...
W_ROW_STEP_2 = W_ROW + 2  # ... and for the second one
# The offers, OFFER_COLUMNS each: an option, or several that differ in nothing but what is named with them. Where two
# things are named, the second one changes first. A card that is named stands in the place of a set, below 0.
W_UNASKED = W_ROW_STEP_2 + 1  # number of quiet options that were taken without a question, in a run that is recorded
W_OFFER = W_UNASKED + 1
OFFER_COLUMNS = 7
FACE_BITS = 16  # bits of a number for a face, where it shares an integer with the place of a card
FACE_MASK = (1 << FACE_BITS) - 1
O_VERB = 0
O_CARD = 1
O_FACE = 2
O_CHOICES = 3  # set of the values one of which is named, 0 for none
O_CHOICES_2 = 4  # ... and of the second one
O_DESC = 5  # address of the option's description
O_FIRST = 6  # number of the first of its options
MAX_OPTIONS = 4096
MAX_ROUNDS = 1000  # rounds that a game may take
W_EVENT = W_OFFER + MAX_OPTIONS * OFFER_COLUMNS  # the events, EVENT_COLUMNS each
EVENT_COLUMNS = 6  # kind, four values, code address
MAX_EVENTS = 20000
W_TAKEN = W_EVENT + MAX_EVENTS * EVENT_COLUMNS  # those options: seat, code address of the ASK, the offer's columns
TAKEN_COLUMNS = 8
MAX_TAKEN = 64  # ... and as many of them are kept
W_MARKS = W_TAKEN + MAX_TAKEN * TAKEN_COLUMNS  # per face and look: stamp of the last time it was seen; then scratch

FROM_TOP = 4  # added to the end in a recorded `move` of what was the top card

# How MOVE_ALL and MOVE put cards down.
ORDER_KEPT = 0
ORDER_REVERSED = 1
ORDER_SHUFFLED = 2


# Kinds of agents.
AGENT_RANDOM = 0  # each option equally likely
AGENT_GREEDY = 1  # the best by what can be seen (engine/loop/greedy.py)
AGENT_FIRST = 2  # the first option
AGENT_LAST = 3  # the last one
AGENT_SCRIPT = 4  # the numbers of a script, round and round
CERTAIN = 1_000_000


def counters_place(cards: int, looks: int, faces: int) -> int:
    """Where the counters of a game begin in the work space: after marks and scratch for all faces of one whole pile."""
    return W_MARKS + looks * faces + cards * faces + 1
