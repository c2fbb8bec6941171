"""What is counted: every result of a batch of games, every number of a game's row, every statistic of a kind of card.

The kernel's constants R_..., G_... and C_..., the fields of a tally, its JSON and the columns of rows are made from
these tables. Not here: what follows from the sums (simulation/estimates.py), or the report (simulation/figures.py).
"""

# ruff: noqa: RUF009 - each row is a field
from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import add
from typing import Any, Final, NamedTuple

from unoflex_rules.program.layout import MAX_PLAYERS, MAX_ROUNDS

HISTOGRAM = 10001  # bins; the last one counts all that is longer
WIN_PARTS = 720_720  # of a win; any number of players divides it evenly
TRACKED_ROUNDS = 30  # rounds of a game whose figures are kept apart
# What the work space keeps of a round, before the declared counters at its end and the cards in play by kind.
ROUND_TURNS, ROUND_WINNERS, ROUND_STARTER, ROUND_WIDTH = 0, 1, 2, 3
MAX_COUNT = 1_000_000  # the most that a declared counter reaches in a game: the squares of a million games fit a sum
# Integers of one entry of a table.
CALL_WIDTH = 4  # times a call was right, times it was made then, the same for wrong calls
STATISTIC_WIDTH = 2  # sum and sum of squares over finished games
DECLARED_WIDTH = 4  # ... and sums of products with turns and with rounds

#: What is counted in a game for each kind of card.
CARD_STATISTICS: Final = {
    "laid": "cards laid on a pile",
    "drawn": "cards that came from a shared zone into a hand while a turn ran",
    "made_draw": "cards that its effect put into hands",
    "left": "cards in hands when a round ended",
    "opening": "hands that held it when a round's first turn began",
    "opening_won": "of those, the hands that won the round",
}
C_STATISTICS = len(CARD_STATISTICS)

#: The integers of the row of one game; the scores and the declared counters follow.
GAME_ROW: Final = {
    "status": "how it ended: finished, unfinished or broken",
    "winners": "set of seats",
    "reason": "number of the reason",
    "starter": "seat that took the first turn",
    "rounds": "rounds",
    "turns": "turns",
    "decisions": "decisions, without those about calls",
    "calls": "decisions about calls",
    "reshuffles": "times the draw pile was reshuffled while a turn ran",
}
G_SCORES = len(GAME_ROW)


class TableSizes(NamedTuple):
    """How much a program has of what results are told apart by."""

    reasons: int
    verbs: int
    kinds: int
    declared: int


#: How many integers a result takes, by its shape.
SHAPES: Final[dict[str, Callable[[TableSizes], int]]] = {
    "number": lambda _: 1,
    "seats": lambda _: MAX_PLAYERS,
    "winners": lambda _: MAX_PLAYERS + 1,
    "places": lambda _: MAX_PLAYERS * (MAX_PLAYERS + 1),
    "bins": lambda _: HISTOGRAM,
    "round_bins": lambda _: MAX_ROUNDS + 1,
    "tracked": lambda _: TRACKED_ROUNDS,
    "tracked_seats": lambda _: TRACKED_ROUNDS * MAX_PLAYERS,
    "reasons": lambda sizes: sizes.reasons,
    "chosen": lambda sizes: sizes.verbs * (sizes.kinds + 1),  # 0: without a card
    "called": lambda sizes: sizes.verbs * CALL_WIDTH,
    "kinds": lambda sizes: C_STATISTICS * sizes.kinds * STATISTIC_WIDTH,
    "counts": lambda sizes: sizes.declared * DECLARED_WIDTH,
    "round_counts": lambda sizes: TRACKED_ROUNDS * sizes.declared,
    "round_deck": lambda sizes: TRACKED_ROUNDS * sizes.kinds,
}
TABLES = ("reasons", "chosen", "called", "kinds", "counts", "round_counts", "round_deck")
#: Of two batches, the one whose numbers are kept is the one with the lower rank.
RANKS: Final[dict[str, Callable[[Callable[[str], int]], tuple[int, int]]]] = {
    "first": lambda value: (value("first_broken") < 0, value("first_broken")),
    "longest": lambda value: (-value("longest_decisions"), value("longest_game")),
}


def _result(meaning: str, shape: str = "number", added: str = "sum", empty: int = 0) -> Any:
    """A row: its meaning, its shape, how two batches are added (`sum`, or a key of RANKS), its value for no games."""
    about = {"meaning": meaning, "shape": shape, "added": added, "empty": empty}
    if shape == "number":
        return field(default=empty, metadata=about)
    return field(default_factory=dict if shape in TABLES else list, metadata=about)


@dataclass
class Results:
    """Sums over games of one program.

    Lists over seats have an entry a seat (or agent). Histograms run over finished games; the index is the number of
    winners, turns, decisions or rounds, and the last bin stands for this many or more.
    """

    players: int
    games: int = _result("games begun")
    finished: int = _result("games that ended by a rule")
    unfinished: int = _result("games that reached the limit")
    broken: int = _result("games stopped by a guard of the engine")
    first_broken: int = _result("index of the first broken game", added="first", empty=-1)
    broken_error: int = _result("its error", added="first")
    broken_pc: int = _result("the code address of that error", added="first")
    blocked: int = _result("finished games that ended because nobody could move")
    turns_sum: int = _result("turns of finished games")
    turns_squares: int = _result("squares of the turns of each finished game")
    decisions_sum: int = _result("decisions of finished games, without those about calls")
    decisions_squares: int = _result("squares of the decisions of each finished game")
    rounds_sum: int = _result("rounds of finished games")
    rounds_squares: int = _result("squares of the rounds of each finished game")
    calls: int = _result("decisions about calls, in finished games")
    reshuffles: int = _result("times the draw pile was reshuffled while a turn ran, in finished games")
    reshuffled: int = _result("finished games in which the draw pile was reshuffled")
    options: int = _result("options over all decisions of all games")
    forced: int = _result("decisions with one option, of all games")
    decisions_total: int = _result("decisions of all games, without those about calls")
    longest_game: int = _result("index of the first game with the most decisions", added="longest", empty=-1)
    longest_decisions: int = _result("its decisions", added="longest", empty=-1)
    wins: list[int] = _result("games among whose winners the seat was", "seats")
    shared: list[int] = _result("of those, games that others won as well", "seats")
    parts: list[int] = _result("its wins in WIN_PARTS, a win of k players divided by k", "seats")
    started: list[int] = _result("finished games whose first turn it took", "seats")
    starter_wins: list[int] = _result("of those, games that it won", "seats")
    agent_wins: list[int] = _result("as `wins`, by agent", "seats")
    agent_shared: list[int] = _result("as `shared`, by agent", "seats")
    agent_parts: list[int] = _result("as `parts`, by agent", "seats")
    agent_started: list[int] = _result("as `started`, by agent", "seats")
    agent_starter_wins: list[int] = _result("as `starter_wins`, by agent", "seats")
    placed: list[list[int]] = _result("finished games by seat and place; 0: without a place", "places")
    together: list[int] = _result("finished games by the number of their winners", "winners")
    turns: list[int] = _result("finished games by turns", "bins")
    decisions: list[int] = _result("finished games by decisions", "bins")
    rounds: list[int] = _result("finished games by rounds", "round_bins")
    round_games: list[int] = _result("finished games with a round of this number", "tracked")
    round_turns: list[int] = _result("turns of that round", "tracked")
    round_squares: list[int] = _result("squares of the turns of that round", "tracked")
    round_started: list[int] = _result("finished games in which that round had a first turn", "tracked")
    round_starter_wins: list[int] = _result("of those, games in which its player won the round", "tracked")
    round_parts: list[list[int]] = _result("wins of that round by seat, in WIN_PARTS", "tracked_seats")
    # The size of what follows depends on the program.
    reasons: dict[str, int] = _result("finished games by reason", "reasons")
    chosen: dict[str, int] = _result("times an action was chosen, by verb and kind of card", "chosen")
    called: dict[str, list[int]] = _result("calls by verb: right, made then, wrong, made then", "called")
    kinds: dict[str, list[list[int]]] = _result("by kind of card and statistic: sum, squares", "kinds")
    counts: dict[str, list[int]] = _result("by declared counter: sum, squares, times turns, times rounds", "counts")
    round_counts: dict[str, list[int]] = _result("by declared counter: sum in the round of each number", "round_counts")
    round_deck: dict[str, list[int]] = _result(
        "by kind of card: cards in play at the end of that round, if cards can be kept out of it", "round_deck"
    )


@dataclass(frozen=True)
class Result:
    """One row of Results: its name, and what is declared of it."""

    name: str
    meaning: str
    shape: str
    added: str
    empty: int


RESULTS: Final = tuple(Result(each.name, **each.metadata) for each in fields(Results) if each.metadata)


def places(sizes: TableSizes) -> dict[str, slice]:
    """Where each result lies in the vector of a batch."""
    found, at = {}, 0
    for row in RESULTS:
        length = SHAPES[row.shape](sizes)
        found[row.name] = slice(at, at + length)
        at += length
    return found


def work_size(counters: int, kinds: int, players: int, declared: int) -> int:
    """Integers of a work space whose `counters` of a game, the last part, begin at this place."""
    rounds = TRACKED_ROUNDS * (ROUND_WIDTH + declared + kinds)
    return counters + (C_STATISTICS + players) * kinds + declared + rounds


def row_size(scores: int, declared: int) -> int:
    """Integers of the row of one game."""
    return G_SCORES + scores + declared


def no_results(sizes: TableSizes) -> list[int]:
    """The result of no games."""
    return [row.empty for row in RESULTS for _ in range(SHAPES[row.shape](sizes))]


#: Where results lie whose place is the same for every program: all before the tables, and the first table.
FIXED: Final = {
    name: place for name, place in places(TableSizes(0, 0, 0, 0)).items() if name not in TABLES or name == TABLES[0]
}
PICKED: Final = {rule: [row.name for row in RESULTS if row.added == rule] for rule in RANKS}


def added(mine: array[int], theirs: array[int]) -> array[int]:
    """The results of two batches together."""
    total = array("q", map(add, mine, theirs))
    for rule, names in PICKED.items():
        kept = min((mine, theirs), key=lambda batch: RANKS[rule](lambda name: batch[FIXED[name].start]))
        for name in names:
            total[FIXED[name].start] = kept[FIXED[name].start]
    return total


globals().update({f"R_{name.upper()}": place.start for name, place in FIXED.items()})
globals().update({f"G_{name.upper()}": number for number, name in enumerate(GAME_ROW)})
globals().update({f"C_{name.upper()}": number for number, name in enumerate(CARD_STATISTICS)})


def __getattr__(name: str) -> int:
    """The constants R_..., G_... and C_..., which type checkers cannot see."""
    raise AttributeError(name)
