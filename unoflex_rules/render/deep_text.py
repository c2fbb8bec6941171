"""The games of a deep check as text. Not here: the problems that they show (problem_text.py)."""

from __future__ import annotations

from collections.abc import Iterable

from unoflex_rules.playtest.deep_check import DeepCheck
from unoflex_rules.render.problem_text import counted
from unoflex_rules.render.terminal import PLAIN, Style


def deep_text(check: DeepCheck, run: str, style: Style = PLAIN) -> str:
    """Games by setting, players and agents, unfinished games, rejected settings; `run` is time and engine.

    Each line ends with a line break.
    """
    own = [batch for batch in check.batches if not batch.setting]
    players = joined(sorted({batch.program.program.players for batch in own}))
    lengths = {batch.rounds for batch in check.batches}
    length = "rounds and whole games" if len(lengths) > 1 else "single rounds"
    agents = joined(dict.fromkeys(batch.agents for batch in own))
    lines = [f"played {check.games:,} games of seed {check.seed} in {run}: {players} players, {agents}, {length}"]
    first = sum(batch.result.games for batch in own)
    settings = len({tuple(sorted(batch.setting.items())) for batch in check.batches if batch.setting})
    if settings:
        lines.append(
            f"{first:,} with the options as they are, {check.games - first:,} with {counted(settings, 'other setting')}"
        )
    if check.refused:
        lines.append(f"rejected by the ruleset: {'; '.join(check.refused)}")
    if check.unfinished:
        batch = next(batch for batch in check.batches if batch.result.unfinished.count)
        only = all(each.agents == "random" for each in check.batches if each.result.unfinished.count)
        who = ", all by random agents" if only else ""
        lines.append(
            f"{check.unfinished:,} of {check.games:,} did not end{who}: "
            + batch.replay(batch.result.unfinished.first, check.name)
        )
    return "".join(f"{style.quiet(style.shown(line))}\n" for line in lines)


def joined(each: Iterable[object]) -> str:
    """`2, 4 and 10`."""
    *before, last = map(str, each)
    return f"{', '.join(before)} and {last}" if before else last
