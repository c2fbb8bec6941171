"""A simulation's report as text for a terminal.

Every figure comes from unoflex_rules/metrics.py; here it is only rounded and put in its place.
"""

from collections.abc import Mapping

from unoflex_rules.metrics import Report, Share, Spread
from unoflex_rules.render.tables import table
from unoflex_rules.render.text import PLAIN, Style

DIGEST_SHOWN = 8  # characters of the digest that tell one program from another at a glance
KINDS_SHOWN = 12  # kinds of actions that are listed; the rest is added up


def report_text(
    report: Report, style: Style = PLAIN, *, run: str = "", settings: Mapping[str, object] | None = None
) -> str:
    """The report in full; `run` says how it was played ("0.9 s (fast, 2 threads)"). Ends in a line break.

    `settings`: the options worth a line, those that somebody has set; all of them if None.
    """
    dot = f" {style.dot} "
    blocks = [
        style.strong(_header(report, style, run)),
        _options(report.options if settings is None else settings, style),
        table(_seats(report), "lrlr", style=style),
        " " + dot.join(_first_turn(report)),
        table(_spreads(report), "lrrrrrr", style=style),
        " " + dot.join(_choices(report)),
        table(_chosen(report.chosen), "lr", style=style),
        " " + dot.join(_ends(report)),
    ]
    return "".join(block + "\n" for block in blocks if block.strip())


def _header(report: Report, style: Style, run: str) -> str:
    facts = [
        style.shown(report.title),
        f"digest {report.digest[:DIGEST_SHOWN]}",
        f"{report.tally.players} players, random play",
        *([] if report.rounds == "one" else [f"rounds: {report.rounds}"]),
        f"seed {report.seed}",
        f"{report.tally.games:,} games" + (f" in {run}" if run else ""),
    ]
    return f" {style.dot} ".join(facts)


def _options(options: Mapping[str, object], style: Style) -> str:
    """Options of the ruleset as they are written after `--set`."""
    told = ", ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return style.shown(f" options: {told}") if told else ""


def _seats(report: Report) -> list[list[str]]:
    tally = report.tally
    together = any(tally.shared)
    rows = [["seat", "wins", "95 % interval"] + ["shared"] * together]
    for seat, share in enumerate(report.wins):
        row = [f"P{seat}", percent(share.rate), _interval(share)]
        rows.append(row + [percent(Share(tally.shared[seat], tally.finished).rate)] * together)
    if tally.won_nobody:
        nobody = Share(tally.won_nobody, tally.finished)
        rows.append(["none", percent(nobody.rate), _interval(nobody)])
    return rows


def _first_turn(report: Report) -> list[str]:
    starter = report.starter
    if starter.advantage is None:
        return ["first-player advantage: no finished game tells"]
    points = round(100 * starter.advantage, 1) + 0.0  # which makes 0.0 of -0.0
    chance = "" if starter.p_value is None else f" ({_p_value(starter.p_value)})"
    return [
        f"first-player advantage {points:+.1f} points{chance}",
        f"who starts wins {percent(starter.overall.rate)} ({_interval(starter.overall)})",
    ]


def _p_value(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def _spreads(report: Report) -> list[list[str]]:
    rows = [["per game", "mean", "sd", "median", "25-75 %", "5-95 %", "99 %", "most often"]]
    for name, spread in (("turns", report.turns), ("decisions", report.decisions)):
        rows.append([name, *_spread(spread)])
    return rows


def _spread(spread: Spread) -> list[str]:
    """The cells of one row; `4095+` is the last bin of a histogram, which stands for this many or more."""

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
        f"decisions with one option {percent(report.forced_share)}",
    ]


def _chosen(chosen: Mapping[str, Share]) -> list[list[str]]:
    rows = [[kind, percent(share.rate)] for kind, share in chosen.items()]
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
    if tally.longest_game >= 0:
        facts.append(f"longest game: number {tally.longest_game}, {tally.longest_decisions:,} decisions")
    return facts


def percent(rate: float | None) -> str:
    """`25.9 %`, or `-` where there is no rate."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def _interval(share: Share) -> str:
    bounds = share.interval
    return "-" if bounds is None else f"{100 * bounds[0]:.1f}-{100 * bounds[1]:.1f}"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:,.1f}"
