"""A simulation's report as text for a terminal.

Not here: the figures themselves (simulation/report.py); this module only rounds and arranges them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from unoflex_rules.render.histogram import histogram
from unoflex_rules.render.terminal import PLAIN, Style
from unoflex_rules.render.text_tables import table
from unoflex_rules.simulation.estimates import Share, Spread, wins_of
from unoflex_rules.simulation.report import Report

DIGEST_SHOWN = 8  # characters of the digest that tell one program from another at a glance
MANY = 100  # of so many games one unfinished is worth a warning
KINDS_SHOWN = 12  # kinds of actions that are listed; the rest is added up
ROUNDS_SHOWN = (1, 2, 3, 5, 10, 15, 20, 25, 30)  # numbers of rounds that the text shows; the document has all
MOST_SEATS = 6  # seats whose wins by round the text shows


def report_text(
    report: Report,
    style: Style = PLAIN,
    *,
    run: str = "",
    ruleset: str | None = None,
    columns: int = 80,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The full report; `run` describes the run ("0.9 s (fast, 2 threads)"). Ends in a line break.

    `ruleset`: its name on the command line, by default its id. `columns`: the width of the histogram. `kinds`: titles
    for kinds of cards, by default their declared names.
    """
    dot = f" {style.dot} "
    chart = histogram(report.tally.turns, columns, style)
    blocks = [
        style.strong(_header(report, style, run)),
        _early(report),
        _options(report.settings.changed, style),
        style.warning(_cut(report)),
        table(_seats(report), "lrlrr", style=style),
        table(_places(report), "l" + "r" * (report.settings.players + 1), style=style),
        table(_agents(report), "lrrrlrr" if any(report.tally.shared) else "lrrlrr", style=style),
        " " + dot.join(_first_turn(report)),
        table(_spreads(report), "lrrrrrr", style=style),
        f" turns a game\n{chart}" if chart else "",
        " " + dot.join(_choices(report)),
        table(_calls(report), "lrrrr", style=style),
        table(_chosen(report.chosen, kinds), "lr", style=style),
        table(cards := _cards(report, kinds), f"l{'r' * (len(cards[0]) - 2)}l" if cards else "", style=style),
        table(_counts(report), "lrl", style=style),
        table(_rounds(report), "rrrrr" + "r" * min(report.settings.players, MOST_SEATS), style=style),
        table(deck := _deck(report, kinds), f"l{'r' * (len(deck[0]) - 1)}" if deck else "", style=style),
        " " + dot.join(_ends(report)),
        style.titled(_longest(report, ruleset)),
    ]
    return "".join(block + "\n" for block in blocks if block.strip())


def _header(report: Report, style: Style, run: str) -> str:
    settings = report.settings
    agents = list(dict.fromkeys(settings.agents))
    who = f"all {agents[0]}" if len(agents) == 1 else f"agents {','.join(settings.agents)}"
    facts = [
        style.titled(" + ".join([settings.title, *settings.overlays])),
        f"digest {settings.digest[:DIGEST_SHOWN]}",
        f"{settings.players} players, {style.titled(who)}" if agents else f"{settings.players} players",
        *([] if settings.rounds == "one" else ["whole games"]),
        f"seed {settings.seed}",
        f"{report.tally.games:,} games" + (f" in {run}" if run else ""),
    ]
    return f" {style.dot} ".join(facts)


def _early(report: Report) -> str:
    """A line if not all requested games were played."""
    if report.is_complete:
        return ""
    wanted = f" of {report.requested:,}" if report.requested is not None else ""
    if report.stopped == "endless":
        return f" stopped: none of the first {report.tally.games:,} games ended"
    why = {"seconds": "time was up", "interrupted": "interrupted", "lost": "the cluster was lost"}.get(
        report.stopped or "", "stopped"
    )
    return f" {why} after {report.tally.games:,}{wanted} games; results cover games in the order of their index"


def _cut(report: Report) -> str:
    """A warning if many games are unfinished."""
    tally = report.tally
    if tally.unfinished * MANY < tally.games:
        return ""
    limit = f"{report.settings.limit:,} decisions a round"
    told = (
        f" {tally.unfinished:,} of {tally.games:,} games did not end within {limit}: "
        f"the report covers the {tally.finished:,} that did"
    )
    if all(agent.startswith("random") for agent in report.settings.agents):
        told += "\n random agents may play for long; with `--agents greedy` all agents try to win"
    return told


def _options(options: Mapping[str, object], style: Style) -> str:
    """The options that were set, as written after `--set`."""
    told = ", ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return style.titled(f" options: {told}") if told else ""


def _seats(report: Report) -> list[list[str]]:
    tally = report.tally
    together = any(tally.shared)
    rows = [["seat", "wins", "95 % interval"] + ["shared", "of all wins"] * together]
    for seat, share in enumerate(report.wins):
        row = [f"P{seat}", percent(share.rate), _interval(share)]
        shares = [Share(tally.shared[seat], tally.finished), Share(wins_of(tally.parts[seat]), tally.finished)]
        rows.append(row + [percent(each.rate) for each in shares] * together)
    if tally.won_nobody:
        nobody = Share(tally.won_nobody, tally.finished)
        rows.append(["none", percent(nobody.rate), _interval(nobody)])
    return rows


def _places(report: Report) -> list[list[str]]:
    """How often each seat had each place, and its mean place, if players have places."""
    if not any(sum(each.games[1:]) for each in report.places):
        return []
    rows = [["place", "mean", *(str(place) for place in range(1, report.settings.players + 1))]]
    for seat, result in enumerate(report.places):
        shares = (percent(Share(count, report.tally.finished).rate) for count in result.games[1:])
        rows.append([f"P{seat}", "-" if result.mean is None else f"{result.mean:.2f}", *shares])
    return rows


def _agents(report: Report) -> list[list[str]]:
    """Wins by agent, if there are several agents."""
    if len(report.agents) < 2:
        return []
    together = any(report.tally.shared)
    wins = ["wins, a seat", "of all wins"] if together else ["wins"]
    rows = [["agent", "seats", *wins, "95 % interval", "fair", "as starter"]]
    for agent in report.agents:
        fair = percent(agent.seats / report.settings.players)
        rates = [agent.each_seat, agent.wins] if together else [agent.wins]
        row = [agent.name, str(agent.seats), *(percent(each.rate) for each in rates), _interval(agent.wins), fair]
        rows.append([*row, percent(agent.starter.rate)])
    return rows


def _first_turn(report: Report) -> list[str]:
    starter = report.starter
    if starter.advantage is None:
        return ["first-player advantage: unknown without a finished game"]
    points = round(100 * starter.advantage, 1) + 0.0  # turns -0.0 into 0.0
    chance = "" if starter.p_value is None else f" ({_p_value(starter.p_value)})"
    return [
        f"first-player advantage {points:+.1f} points{chance}",
        f"the starter wins {percent(starter.overall.rate)} ({_interval(starter.overall)})",
    ]


def _p_value(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def _spreads(report: Report) -> list[list[str]]:
    rows = [["per game", "mean", "sd", "median", "25-75 %", "5-95 %", "99 %", "most often"]]
    rounds = [("rounds", report.rounds)] if report.settings.rounds != "one" else []
    for name, spread in (("turns", report.turns), ("decisions", report.decisions), *rounds):
        rows.append([name, *_spread(spread)])
    return rows


def _spread(spread: Spread) -> list[str]:
    """The cells of one row; `4095+` is the last bin of a histogram: this many or more."""

    def told(*values: int | None) -> str:
        known = [f"{value}+" if value == spread.last else str(value) for value in values if value is not None]
        return "-".join(known) or "-"

    at = spread.quantiles
    return [
        _figure(spread.mean),
        _figure(spread.sd),
        told(spread.median),
        told(at[25], at[75]),
        told(at[5], at[95]),
        told(at[99]),
        told(spread.mode),
    ]


def _choices(report: Report) -> list[str]:
    if report.mean_options is None:
        return []
    return [
        f"options per decision: mean {report.mean_options:.2f}",
        f"decisions with one option {percent(report.forced.rate)}",
    ]


def _calls(report: Report) -> list[list[str]]:
    """Calls: how often they were made when they were right, and when they were wrong."""
    rows = [["calls", "right", "made", "wrong", "made"]]
    for call in report.calls:
        right, wrong = call.right, call.wrong
        row = [call.verb.replace("_", " "), f"{right.total:,}", percent(right.rate), f"{wrong.total:,}"]
        rows.append([*row, percent(wrong.rate)])
    return rows if len(rows) > 1 else []


def _cards(report: Report, kinds: Mapping[str, str]) -> list[list[str]]:
    """The figures of each kind of card per game."""
    laid = any(card.laid.mean for card in report.cards)  # some games move cards but lay none
    told = ["laid"] * laid + ["drawn", "by played", "left"]
    rows = [["cards, a game", *told, "wins if dealt", "95 % interval"]]
    for card in report.cards:
        means = [card.laid] * laid + [card.drawn, card.made_draw, card.left]
        numbers = [_figure(each.mean, 2) for each in means]
        row = [
            kinds.get(card.kind, card.kind.replace("_", " ")),
            *numbers,
            percent(card.opening.rate),
            _interval(card.opening),
        ]
        rows.append(row)
    return rows if len(rows) > 1 else []


def _counts(report: Report) -> list[list[str]]:
    """The counters that the ruleset declares."""
    rows = [["counted", "mean", "95 % interval"]]
    for each in report.counts:
        bounds, found = each.mean.interval, each.mean.mean
        share = each.share
        figure = percent(found) if share else _figure(found, 2)
        low, high = bounds or (0.0, 0.0)
        shown = f"{100 * low:.1f}-{100 * high:.1f}" if share else f"{low:,.2f}-{high:,.2f}"
        rows.append([f"{each.title}, a {each.per}" if not share else each.title, figure, shown if bounds else "-"])
    return rows if len(rows) > 1 else []


def _rounds(report: Report) -> list[list[str]]:
    """Length and wins by the number of the round, for some numbers."""
    seats = range(min(report.settings.players, MOST_SEATS))
    rows = [["round", "games", "turns", "95 % interval", "first turn wins", *(f"P{seat}" for seat in seats)]]
    for each in report.by_round:
        if each.number in ROUNDS_SHOWN:
            low, high = each.turns.interval or (None, None)
            bounds = "-" if low is None or high is None else f"{low:,.1f}-{high:,.1f}"
            wins = [percent(each.wins[seat]) for seat in seats]
            rows.append([str(each.number), f"{each.games:,}", _figure(each.turns.mean, 1), bounds,
                         percent(each.starter.rate), *wins])  # fmt: skip
    return rows if len(report.by_round) > 1 else []


def _deck(report: Report, kinds: Mapping[str, str]) -> list[list[str]]:
    """The cards in play of each kind whose number changes, at the end of some rounds."""
    shown = [each for each in report.by_round if each.number in ROUNDS_SHOWN and each.deck]
    rows = [["cards in play, end of round", *(str(each.number) for each in shown)]]
    for kind in shown[0].deck if shown else ():
        if len({each.deck[kind] for each in shown}) > 1:
            rows.append([kinds.get(kind, kind.replace("_", " ")), *(_figure(each.deck[kind], 1) for each in shown)])
    return rows if len(rows) > 1 else []


def _chosen(chosen: Mapping[str, Share], kinds: Mapping[str, str]) -> list[list[str]]:
    rows = []
    for action, share in chosen.items():
        verb, _, kind = action.rpartition(" ")
        rows.append([f"{verb} {kinds[kind]}" if verb and kind in kinds else action, percent(share.rate)])
    rest = list(chosen.values())[KINDS_SHOWN:]
    if len(rest) > 1:
        others = Share(sum(share.count for share in rest), rest[0].total)
        rows[KINDS_SHOWN:] = [[f"{len(rest)} other kinds", percent(others.rate)]]
    return [["chosen", "share"], *rows] if rows else []


def _ends(report: Report) -> list[str]:
    tally = report.tally
    facts = [f"{reason} {count:,}" for reason, count in sorted(tally.reasons.items())]
    facts = ["ended by " + ", ".join(facts)] if facts else []
    facts.append(f"unfinished {tally.unfinished:,}")
    facts.append(f"blocked {tally.blocked:,}")
    facts.append(f"drawn {tally.drawn:,}")
    facts += [f"won by several {tally.won_together:,}"] if tally.won_together else []
    facts.append(f"draw pile reshuffled in {percent(report.reshuffled.rate)}")
    return facts


def _longest(report: Report, ruleset: str | None) -> str:
    """The longest game and the command that shows it."""
    tally = report.tally
    if tally.longest_game < 0:
        return ""
    command = report.settings.replay(tally.longest_game, ruleset)
    return f" longest game, {tally.longest_decisions:,} decisions: {command}"


def percent(rate: float | None) -> str:
    """`25.9 %`, or `-` without a rate."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def _interval(share: Share) -> str:
    bounds = share.interval
    return "-" if bounds is None else f"{100 * bounds[0]:.1f}-{100 * bounds[1]:.1f}"


def _figure(value: float | None, places: int = 1) -> str:
    return "-" if value is None else f"{value:,.{places}f}"
