"""How the games of a deep check were played, as text. Not here: the problems that they showed (problem_text.py)."""

from __future__ import annotations

from collections.abc import Iterable

from unoflex_rules.playtest.deep_check import DeepCheck
from unoflex_rules.render.problem_text import counted
from unoflex_rules.render.terminal import PLAIN, Style


def deep_text(check: DeepCheck, run: str, style: Style = PLAIN) -> str:
    """Games by setting, players and agents, those that came to no end, what was refused; `run`: time and engine.

    Each line ends in a line break.
    """
    own = [part for part in check.parts if not part.setting]
    players = joined(sorted({part.watched.program.players for part in own}))
    lengths = {part.rounds for part in check.parts}
    length = "rounds and whole games" if len(lengths) > 1 else "single rounds"
    agents = joined(dict.fromkeys(part.agents for part in own))
    lines = [f"played {check.games:,} games of seed {check.seed} in {run}: {players} players, {agents}, {length}"]
    first = sum(part.found.games for part in own)
    settings = len({tuple(sorted(part.setting.items())) for part in check.parts if part.setting})
    if settings:
        lines.append(
            f"{first:,} with the options as they are, {check.games - first:,} with {counted(settings, 'other setting')}"
        )
    if check.refused:
        lines.append(f"refused, and so not played: {'; '.join(check.refused)}")
    if check.unfinished:
        part = next(part for part in check.parts if part.found.unfinished)
        only = all(each.agents == "random" for each in check.parts if each.found.unfinished)
        who = ", all of them at random" if only else ""
        lines.append(
            f"{check.unfinished:,} of {check.games:,} came to no end{who}: "
            + part.replay(part.found.first_unfinished, check.name)
        )
    return "".join(f"{style.quiet(style.shown(line))}\n" for line in lines)


def joined(each: Iterable[object]) -> str:
    """`2, 4 and 10`."""
    *before, last = map(str, each)
    return f"{', '.join(before)} and {last}" if before else last
