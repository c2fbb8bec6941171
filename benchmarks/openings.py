"""O3: the exact distribution of hands and start cards of the classic deck, compared with the engine.

Not here: games (oracles.py) or how a difference is judged (figures.py).

The hands come from `tests/oracles/dealt.yaml`: classic with a pause between the deal and the start card, which may be
any card. The engine's options decide which cards match, so matching is measured as well.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.figures import LIMIT, Verdict, share_verdict

RULESET = Path(__file__).resolve().parent.parent / "tests" / "oracles" / "dealt.yaml"
HAND = 7
# The number of cards of each kind, of 108.
TURNED = {"number": 76, "skip": 8, "reverse": 8, "draw two": 8, "wild": 4, "wild draw four": 4}
WILDS = ("wild", "wild draw four")


class Opening(NamedTuple):
    """The start card and the hand of the first player, with cards written as `red 7` and `wild`."""

    turned: str
    hand: Sequence[str]
    can_play: bool


def openings(games: int, seed: int, engine: Literal["plain", "fast"] = "fast") -> Iterator[Opening]:
    """Yield `games` openings for two players, dealt by the engine."""
    import unoflex_rules as ur
    from unoflex_rules.engine.backend import accel
    from unoflex_rules.play.machine import Machine
    from unoflex_rules.program import layout as at

    program = ur.compile_ruleset(ur.load(RULESET), 2)
    machine = Machine(program, accel.kernel(engine))
    names = [program.card_name(card) for card in range(len(program.cards))]
    zones = {str(zone): number for number, zone in enumerate(program.zones)}
    state = machine.kernel.vector([0] * program.state_size)
    work, vector, kernel = machine.work, machine.vector, machine.kernel

    def cards(zone: str) -> list[str]:
        """Return the cards of a zone, bottom first."""
        pile = program.vector[at.P_PILE] + zones[zone] * program.vector[at.P_CARDS]
        size = state[program.vector[at.P_SIZE] + zones[zone]]
        return [names[card] for card in state[pile : pile + size]]

    for index in range(games):
        kernel.start_game(state, vector, seed, index, 10_000, 1)
        kernel.run(state, vector, work)  # up to the pause
        hand, turned = cards("P0.hand"), cards("draw_pile")[-1]
        kernel.answer(state, vector, work, 0)
        kernel.run(state, vector, work)  # up to the first turn
        if cards("discard") != [turned] or cards("P0.hand") != hand:
            raise ValueError(f"opening {index} of seed {seed} is not what was dealt")
        yield Opening(turned, hand, can_play=work[at.W_OPTIONS] > 1)  # drawing is always an option


def kind(card: str) -> str:
    """Return `number`, or the symbol."""
    symbol = card if card in WILDS else card.partition(" ")[2]
    return "number" if symbol.isdigit() else symbol


def exact_values() -> dict[str, float]:
    """Compute O3's values from the deck."""
    hands = math.comb(107, HAND)
    return {
        "no card fits a 1-9 or an action": math.comb(69, HAND) / hands,
        "no card fits a 0": math.comb(72, HAND) / hands,
        "a Wild Draw Four in seven cards": 1 - math.comb(104, HAND) / math.comb(108, HAND),
        "a wild of either kind in seven cards": 1 - math.comb(100, HAND) / math.comb(108, HAND),
        **{f"first card turned: {name}": count / 108 for name, count in TURNED.items()},
    }


def events(opening: Opening) -> Mapping[str, bool]:
    """Return, for each value that applies to the opening, whether the event happened."""
    kinds = [kind(card) for card in opening.hand]
    said = {
        "a Wild Draw Four in seven cards": "wild draw four" in kinds,
        "a wild of either kind in seven cards": any(each in WILDS for each in kinds),
        **{f"first card turned: {name}": kind(opening.turned) == name for name in TURNED},
    }
    if kind(opening.turned) not in WILDS:
        against = "a 0" if opening.turned.endswith(" 0") else "a 1-9 or an action"
        said[f"no card fits {against}"] = not opening.can_play
    return said


def compare_openings(dealt: Iterable[Opening], limit: float = LIMIT) -> list[Verdict]:
    """Compare O3's exact values with dealt openings."""
    values = exact_values()
    tries, happened = dict.fromkeys(values, 0), dict.fromkeys(values, 0)
    for opening in dealt:
        for name, happens in events(opening).items():
            tries[name] += 1
            happened[name] += happens
    return [share_verdict(name, value, happened[name], tries[name], limit) for name, value in values.items()]
