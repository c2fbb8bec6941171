"""O3: what the classic deck deals, exactly, against hands dealt by the engine.

Not here: games (oracles.py) or how a difference is judged (figures.py).

The hands come from `tests/oracles/dealt.yaml`: classic, with a pause between the deal and the first card turned, which
then lies there whatever it is. What fits is what the engine offers, so that matching is measured as well.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.figures import LIMIT, Verdict, share_verdict

RULESET = Path(__file__).resolve().parent.parent / "tests" / "oracles" / "dealt.yaml"
HAND = 7
# How many cards of each kind, of 108.
TURNED = {"number": 76, "skip": 8, "reverse": 8, "draw two": 8, "wild": 4, "wild draw four": 4}
WILDS = ("wild", "wild draw four")


class Opening(NamedTuple):
    """How a game began: the first card turned and the hand of the player to begin, as `red 7`, `wild`."""

    turned: str
    hand: Sequence[str]
    can_play: bool


def openings(games: int, seed: int, engine: Literal["plain", "fast"] = "fast") -> Iterator[Opening]:
    """`games` openings for two players, dealt by the engine."""
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
        """The cards of a zone, bottom first."""
        pile = program.vector[at.P_PILE] + zones[zone] * program.vector[at.P_CARDS]
        size = state[program.vector[at.P_SIZE] + zones[zone]]
        return [names[card] for card in state[pile : pile + size]]

    for index in range(games):
        kernel.start_game(state, vector, seed, index, 10_000, 1)
        kernel.run(state, vector, work)  # as far as the pause
        hand, turned = cards("P0.hand"), cards("draw_pile")[-1]
        kernel.answer(state, vector, work, 0)
        kernel.run(state, vector, work)  # as far as the first turn
        if cards("discard") != [turned] or cards("P0.hand") != hand:
            raise ValueError(f"opening {index} of seed {seed} is not what was dealt")
        yield Opening(turned, hand, can_play=work[at.W_OPTIONS] > 1)  # a draw is always on offer


def kind(card: str) -> str:
    """`number`, or the symbol."""
    symbol = card if card in WILDS else card.partition(" ")[2]
    return "number" if symbol.isdigit() else symbol


def exact_values() -> dict[str, float]:
    """O3's values, worked out from the deck."""
    hands = math.comb(107, HAND)
    return {
        "no card fits a 1-9 or an action": math.comb(69, HAND) / hands,
        "no card fits a 0": math.comb(72, HAND) / hands,
        "a Wild Draw Four in seven cards": 1 - math.comb(104, HAND) / math.comb(108, HAND),
        "a wild of either kind in seven cards": 1 - math.comb(100, HAND) / math.comb(108, HAND),
        **{f"first card turned: {name}": count / 108 for name, count in TURNED.items()},
    }


def events(opening: Opening) -> Mapping[str, bool]:
    """What an opening says about each value: whether it happened; nothing where it could not have."""
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
    """O3's exact values against openings that were dealt."""
    values = exact_values()
    tries, happened = dict.fromkeys(values, 0), dict.fromkeys(values, 0)
    for opening in dealt:
        for name, happens in events(opening).items():
            tries[name] += 1
            happened[name] += happens
    return [share_verdict(name, value, happened[name], tries[name], limit) for name, value in values.items()]
