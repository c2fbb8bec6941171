"""Every figure of a report, defined once: its key in the JSON document, unit, meaning and value.

The document and the tables of docs/report.md are made from these rows. Not here: how figures are worked out
(estimates.py, report.py), or how they look on a terminal (render/report_text.py).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from unoflex_rules.simulation.estimates import Mean, Share, Spread, mean, ratio, spread, wins_of

REPORT_FORMAT = 3  # goes up when a key changes its meaning or goes away
#: The value of a figure in a report: of each item for a key with `[]`, by name for a key with `<name>`.
Reader: TypeAlias = Callable[[Any], Any]
#: The keys that a value adds to its own key.
KEYS: Final = {
    Share: tuple(Share(0, 0).to_json()),
    Mean: tuple(mean(0, 0, 0).to_json()),
    Spread: tuple(spread((), 0, 0, 0).to_json()),
}


@dataclass(frozen=True)
class Figure:
    """One row. A key that ends in a dot has the keys of its `shape` beside other keys."""

    key: str
    unit: str
    meaning: str
    value: Reader
    shape: type | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the document that it writes, the first in full, the others from their last dot on."""
        if self.shape is None:
            return (self.key,)
        first, *rest = KEYS[self.shape]
        return (f"{self.key.removesuffix('.')}.{first}", *(f".{each}" for each in rest))


def each(items: str, part: Callable[[Any], Any]) -> Reader:
    """A part of each item of a list of the report."""
    return lambda report: [part(item) for item in getattr(report, items)]


def named(items: str, name: str, part: Callable[[Any], Any]) -> Reader:
    """A part of each item of a list of the report, by the item's name."""
    return lambda report: {getattr(item, name): part(item) for item in getattr(report, items)}


SHARE = "games, share"

#: The figures by the section of docs/report.md, in the order of the document.
SECTIONS: Final[dict[str, tuple[Figure, ...]]] = {
    "run": (
        Figure("format", "number", f"the version of these tables: {REPORT_FORMAT}", lambda r: REPORT_FORMAT),
        Figure("ruleset", "text", "the id of the ruleset", lambda r: r.settings.ruleset),
        Figure("title", "text", "its title", lambda r: r.settings.title),
        Figure("digest", "text", "names the compiled program: equal digests, equal rules", lambda r: r.settings.digest),
        Figure("players", "players", "number of players", lambda r: r.settings.players),
        Figure(
            "seed", "number", "the seed; with the index of a game it determines the game", lambda r: r.settings.seed
        ),
        Figure("first", "game", "the index of the first game", lambda r: r.settings.first),
        Figure(
            "rounds_played",
            "text",
            "`one`: a game is one round; `game`: games are played to the end that the ruleset declares",
            lambda r: r.settings.rounds,
        ),
        Figure("limit", "decisions", "decisions after which a round is unfinished", lambda r: r.settings.limit),
        Figure(
            "options.<name>",
            "text",
            "every option of the ruleset with its value, set or not",
            lambda r: dict(sorted(r.settings.options.items())),
        ),
        Figure(
            "with[]", "text", "overlays laid on the ruleset for this run, in their order", lambda r: r.settings.overlays
        ),
        Figure("agents[]", "text", "the agents, by seat in game 0", lambda r: r.settings.agents),
        Figure(
            "rotate",
            "true, false",
            "whether every agent moves on by a seat from game to game",
            lambda r: r.settings.rotate,
        ),
        Figure("complete", "true, false", "whether all requested games were played", lambda r: r.is_complete),
        Figure(
            "stopped",
            "text, null",
            "why the run ended before `requested` games: `until` (the intervals are narrow enough; the run is "
            "complete), `seconds`, `interrupted`, `lost` (the cluster), `endless` (with `--until`, when no game "
            "ends); else null",
            lambda r: r.stopped,
        ),
        Figure(
            "requested",
            "games, null",
            "how many games were requested; null if only `--until` or `--seconds` limits them",
            lambda r: r.requested,
        ),
    ),
    "games": (
        Figure("games.started", "games", "games that were played", lambda r: r.tally.games),
        Figure("games.finished", "games", "games that ended by a rule", lambda r: r.tally.finished),
        Figure("games.unfinished", "games", "games that reached `limit`", lambda r: r.tally.unfinished),
        Figure(
            "games.broken",
            "games",
            "games stopped by a guard of the engine, which is a fault of the ruleset; the command line then reports an "
            "error instead",
            lambda r: r.tally.broken,
        ),
        Figure(
            "games.blocked",
            "games",
            "finished games that ended because nobody could move any more",
            lambda r: r.tally.blocked,
        ),
        Figure("games.drawn", "games", "finished games won by nobody, or by all players", lambda r: r.tally.drawn),
        Figure(
            "games.won_together",
            "games",
            "finished games won by several players, but not by all",
            lambda r: r.tally.won_together,
        ),
    ),
    "wins": (
        Figure("wins[].seat", "seat", "0 for P0, and so on", lambda r: range(r.settings.players)),
        Figure(
            "wins[].",
            SHARE,
            "finished games that this seat won, alone or with others",
            lambda r: r.wins,
            Share,
        ),
        Figure(
            "wins[].shared", "games", "of those, the games that it won together with others", lambda r: r.tally.shared
        ),
        Figure(
            "wins[].share",
            "share",
            "its part of all wins: a win that k players share counts 1/k. With the games that nobody won these add up "
            "to 1",
            lambda r: [ratio(wins_of(parts), r.tally.finished) for parts in r.tally.parts],
        ),
        Figure("won_by_nobody", "games", "finished games without a winner", lambda r: r.tally.won_nobody),
        Figure(
            "wins_by_agent[].agent",
            "text",
            "an agent; seats with the same agent are taken together",
            each("agents", lambda a: a.name),
        ),
        Figure("wins_by_agent[].seats", "seats", "number of its seats", each("agents", lambda a: a.seats)),
        Figure(
            "wins_by_agent[].",
            SHARE,
            "finished games that it won from any seat; a win that k players share counts 1/k for each. Where wins are "
            "shared, the interval is wider than necessary",
            each("agents", lambda a: a.wins),
            Share,
        ),
        Figure(
            "wins_by_agent[].fair",
            "share",
            "`rate` if all players were equally strong and every game had a winner: its seats divided by all seats",
            lambda r: [agent.seats / r.settings.players for agent in r.agents],
        ),
        Figure("wins_by_agent[].shared", "games", "wins that its seats shared", each("agents", lambda a: a.shared)),
        Figure(
            "wins_by_agent[].each_seat.games",
            "games",
            "finished games, counted once for each of its seats",
            each("agents", lambda a: a.each_seat.total),
        ),
        Figure(
            "wins_by_agent[].each_seat.",
            SHARE,
            "of those, the games that the seat won, alone or with others. Seats of one game are not independent, so "
            "the interval is an approximation",
            each("agents", lambda a: a.each_seat),
            Share,
        ),
        Figure(
            "wins_by_agent[].as_starter.games",
            "games",
            "finished games in which it took the first turn",
            each("agents", lambda a: a.starter.total),
        ),
        Figure(
            "wins_by_agent[].as_starter.",
            SHARE,
            "of those, the games that it won, alone or with others",
            each("agents", lambda a: a.starter),
            Share,
        ),
    ),
    "places": (
        Figure(
            "places[].seat",
            "seat",
            "0 for P0, and so on; an empty list if the ruleset declares no `places`",
            lambda r: range(len(r.places)),
        ),
        Figure(
            "places[].mean",
            "place",
            "mean place of the seat, over the games in which it has one",
            each("places", lambda p: p.mean),
        ),
        Figure(
            "places[].games[]",
            "games",
            "finished games by the place of the seat: without a place, first, second and so on. After a shared "
            "place, the next places stay free",
            each("places", lambda p: list(p.games)),
        ),
    ),
    "starter": (
        Figure(
            "starter.seats[].started",
            "games",
            "finished games that this seat started",
            lambda r: [seat.total for seat in r.starter.seats],
        ),
        Figure("starter.seats[].", SHARE, "of those, the games that it won", lambda r: r.starter.seats, Share),
        Figure("starter.started", "games", "finished games that had a first turn", lambda r: r.starter.overall.total),
        Figure("starter.", SHARE, "of those, the games that the starter won", lambda r: r.starter.overall, Share),
        Figure(
            "starter.advantage",
            "difference of shares",
            "that rate minus the mean of all seats: 0.02 is two points",
            lambda r: r.starter.advantage,
        ),
        Figure(
            "starter.p_value",
            "probability",
            "probability of a difference at least as large if each seat were equally likely to be among the winners "
            "of a game, however many those are (two-sided, normal approximation); null for one player, or if all "
            "players win every game",
            lambda r: r.starter.p_value,
        ),
    ),
    "length": (
        Figure("turns", "turns", "turns of a game", lambda r: r.turns, Spread),
        Figure("decisions", "decisions", "decisions of a game, except about calls", lambda r: r.decisions, Spread),
        Figure("rounds", "rounds", "rounds of a game", lambda r: r.rounds, Spread),
    ),
    "by_round": (
        Figure(
            "by_round[].round",
            "round",
            "the number of the round, from 1 to 30; the list is empty if a game is one round",
            each("by_round", lambda r: r.number),
        ),
        Figure("by_round[].games", "games", "finished games that had it", each("by_round", lambda r: r.games)),
        Figure("by_round[].turns", "turns, turns a round", "its turns", each("by_round", lambda r: r.turns), Mean),
        Figure(
            "by_round[].first_turns",
            "rounds",
            "rounds of this number that had a first turn",
            each("by_round", lambda r: r.starter.total),
        ),
        Figure(
            "by_round[].first_turn.",
            "rounds, share",
            "of those, the rounds that the player of the first turn won",
            each("by_round", lambda r: r.starter),
            Share,
        ),
        Figure(
            "by_round[].wins[]",
            "share",
            "of each seat, its part of the wins of these rounds; a win that k players share counts 1/k",
            each("by_round", lambda r: r.wins),
        ),
        Figure(
            "by_round[].counts.<name>",
            "times a round",
            "mean of a declared counter in these rounds",
            each("by_round", lambda r: r.counts),
        ),
        Figure(
            "by_round[].deck.<name>",
            "cards",
            "mean number of cards of this kind in play at their end; only if a zone with `kept` can keep cards out of "
            "play",
            each("by_round", lambda r: r.deck),
        ),
    ),
    "decisions": (
        Figure(
            "choices.decisions",
            "decisions",
            "number of decisions, without those about calls",
            lambda r: r.tally.decisions_total,
        ),
        Figure(
            "choices.mean_options",
            "options",
            "mean number of options of a decision; cards that look the same are one option",
            lambda r: r.mean_options,
        ),
        Figure("choices.forced", "decisions, share", "decisions with one option", lambda r: r.forced, Share),
        Figure(
            "calls.decisions_a_game",
            "decisions",
            "mean number of decisions about calls in a finished game",
            lambda r: r.calls_a_game,
        ),
        Figure(
            "calls.verbs.<name>.right.times",
            "decisions",
            "how often this call was on offer when it was right",
            named("calls", "verb", lambda call: call.right.total),
        ),
        Figure(
            "calls.verbs.<name>.right.",
            "decisions, share",
            "of those, how often it was made",
            named("calls", "verb", lambda call: call.right),
            Share,
        ),
        Figure(
            "calls.verbs.<name>.wrong.times",
            "decisions",
            "how often it was on offer when it was wrong",
            named("calls", "verb", lambda call: call.wrong.total),
        ),
        Figure(
            "calls.verbs.<name>.wrong.",
            "decisions, share",
            "of those, how often it was made",
            named("calls", "verb", lambda call: call.wrong),
            Share,
        ),
        Figure(
            "chosen.<name>.count",
            "actions",
            "how often this kind of action was taken (`play number`, `draw`), the most frequent first; calls are "
            "included; several cards played as one action count once, by the last of them",
            lambda r: {kind: share.count for kind, share in r.chosen.items()},
        ),
        Figure(
            "chosen.<name>.share",
            "share",
            "its share of all actions",
            lambda r: {kind: share.rate for kind, share in r.chosen.items()},
        ),
    ),
    "cards": (
        Figure(
            "cards.<name>.laid",
            "cards, cards a game",
            "laid on a pile, start cards included; the text leaves it out for a game that moves cards but lays none",
            named("cards", "kind", lambda card: card.laid),
            Mean,
        ),
        Figure(
            "cards.<name>.drawn",
            "cards, cards a game",
            "moved from a pile to a hand while a turn ran; dealt cards are not included",
            named("cards", "kind", lambda card: card.drawn),
            Mean,
        ),
        Figure(
            "cards.<name>.made_draw",
            "cards, cards a game",
            'drawn while `played` of this kind was at work ("by played" in the text). Not included: what waits for the '
            "next player (`penalty`, `pay`), and what a piece of the turn, an option or a trigger without a card "
            "draws; so the figure is 0 in a game whose cards have no `played`",
            named("cards", "kind", lambda card: card.made_draw),
            Mean,
        ),
        Figure(
            "cards.<name>.left",
            "cards, cards a game",
            "in hands when a round ended",
            named("cards", "kind", lambda card: card.left),
            Mean,
        ),
        Figure(
            "cards.<name>.opening.hands",
            "hands",
            "hands with at least one when the round's first turn began",
            named("cards", "kind", lambda card: card.opening.total),
        ),
        Figure(
            "cards.<name>.opening.",
            "hands, share",
            "of those, the hands whose owner won the round, alone or with others. Hands of one round are not "
            "independent, so the interval is an approximation",
            named("cards", "kind", lambda card: card.opening),
            Share,
        ),
        Figure(
            "reshuffles.total",
            "times",
            "how often the draw pile was reshuffled: a turn put more cards on it at once, from other piles, than lay "
            "in it. Shuffling it alone does not count",
            lambda r: r.tally.reshuffles,
        ),
        Figure("reshuffles.mean", "times a game", "mean of a finished game", lambda r: r.reshuffles),
        Figure("reshuffles.games", SHARE, "finished games with at least one", lambda r: r.reshuffled, Share),
    ),
    "counts": (
        Figure("counts.<name>.title", "text", "its title", named("counts", "name", lambda count: count.title)),
        Figure(
            "counts.<name>.per",
            "text",
            "what the mean is per: `game`, `round` or `turn`",
            named("counts", "name", lambda count: count.per),
        ),
        Figure(
            "counts.<name>.share",
            "true, false",
            "whether the mean is the share of games, rounds or turns with it (declared with `share`); the text shows "
            "it in per cent",
            named("counts", "name", lambda count: count.share),
        ),
        Figure(
            "counts.<name>.",
            "times, times a game, round or turn",
            "how often it happened",
            named("counts", "name", lambda count: count.mean),
            Mean,
        ),
    ),
    "ends": (
        Figure(
            "reasons.<name>",
            "games",
            "finished games that ended for this reason, by the ruleset's names",
            lambda r: dict(sorted(r.tally.reasons.items())),
        ),
        Figure(
            "longest.game",
            "game",
            "the index of the game with the most decisions, the first of several; unfinished games are included. "
            "`longest` is null if there is none",
            lambda r: r.tally.longest_game,
        ),
        Figure("longest.decisions", "decisions", "its decisions", lambda r: r.tally.longest_decisions),
        Figure(
            "longest.replay",
            "text",
            "the command that shows it, with every flag that matters",
            lambda r: r.settings.replay(r.tally.longest_game),
        ),
    ),
}


def document(report: Any) -> dict[str, Any]:
    """A report as plain data: the same keys in every report, None for a figure that is unknown."""
    found: dict[str, Any] = {}
    for figures in SECTIONS.values():
        for figure in figures:
            put(found, figure.key.split("."), figure.value(report))
    if report.tally.longest_game < 0:
        found["longest"] = None
    return found


def put(node: dict[str, Any], path: list[str], value: Any) -> None:
    """Put a value where a key leads."""
    head, rest = path[0], path[1:]
    if head == "":
        node |= plain(value)
    elif head == "<name>":
        for name, part in value.items():
            put_one(node, name, rest, part)
    elif head.endswith("[]"):
        if rest:
            items = node.setdefault(head[:-2], [{} for _ in value])
            for item, part in zip(items, value, strict=True):
                put(item, rest, part)
        else:
            node[head[:-2]] = list(value)
    else:
        put_one(node, head, rest, value)


def put_one(node: dict[str, Any], name: str, rest: list[str], value: Any) -> None:
    if rest:
        put(node.setdefault(name, {}), rest, value)
    else:
        node[name] = plain(value)


def plain(value: Any) -> Any:
    return value.to_json() if isinstance(value, Share | Mean | Spread) else value
