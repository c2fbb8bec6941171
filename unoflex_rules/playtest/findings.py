"""What games of a ruleset tell its author: what never happened in them, and which of them did not go well.

Each is a problem with a place, and says in how many games. Not here: playing them (deep_check.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.registry import lint_warnings
from unoflex_rules.language.lint.silence import without_silenced
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.yaml.nodes import Sequence
from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.play.outcome import GameBroken
from unoflex_rules.playtest.inventory import At, RuleItem, never, written
from unoflex_rules.playtest.variants import Variants
from unoflex_rules.playtest.visits import Batch, BatchResult, offered

CLOSER = (5, 50)  # games of a part, and of all, in which it is looked whether an option that nobody chose was on offer
COMMANDS = 3  # at most, that show games without an end
TOLD = ("W701", "W702", "W703", "W704", "W705", "W706", "W707")
UNUSED = ("W510", "W514")  # options and effects of which validating has told already
Count: TypeAlias = Callable[[BatchResult], int]
NOWHERE = "no setting that was tried leads here"


def findings(variants: Variants, parts: Collection[Batch], engine: str, name: str) -> list[Problem]:
    """The problems that games have shown, in the order of their places, but for those that the ruleset is silent about.

    What never happened is told of the files that are judged, and not where the words of a file alone tell that nothing
    uses it. `name`: what the ruleset is called on the command line.
    """
    ruleset, found = variants.ruleset, Findings(variants.ruleset, parts, engine, name)
    context = LintContext(ruleset.merged, tuple(ruleset.game(players) for players in variants.base.programs), False)
    unused = {warning.problem.span for warning in lint_warnings(context, UNUSED)}
    missed = [
        warning
        for warning in (*found.never_laid(), *found.never_happened(), *no_use(variants))
        if (span := warning.problem.span) is not None and span.file in variants.judged and span not in unused
    ]
    kept = without_silenced(context, [*missed, *found.unfinished(), *found.unwon()], TOLD)
    return sorted([*variants.faults, *found.broken(), *kept], key=lambda problem: problem.sort_key)


@dataclass(frozen=True)
class Findings:
    """What is concluded from some parts."""

    ruleset: Ruleset
    parts: Collection[Batch]
    engine: str
    name: str

    @property
    def games(self) -> int:
        """How many there were in all."""
        return sum(part.found.games for part in self.parts)

    @property
    def laid(self) -> set[str]:
        """The kinds of cards that were laid in some game."""
        return {kind for part in self.parts for kind in part.found.laid}

    def never_laid(self) -> Iterator[LintWarning]:
        """Kinds of cards that there were in games, and that nobody laid; not where cards are only moved."""
        if not self.laid:
            return
        games: dict[str, int] = {}
        for part in self.parts:
            for kind in part.watched.dealt:
                games[kind] = games.get(kind, 0) + part.found.games
        for kind in sorted(games.keys() - self.laid):
            span = self.ruleset.tree.span_of(("cards", kind), key=True)
            yield told("W703", kind, f"the card `{kind}` was never laid", span, games[kind])

    def never_happened(self) -> Iterator[LintWarning]:
        """Statements, effects, triggers, state rules and options that no game came by."""
        known: dict[At, int] = {}
        reached: set[At] = set()
        for part in self.parts:
            for place in part.watched.places:
                known[place.at] = known.get(place.at, 0) + part.found.games
            reached |= {each.at for each in part.found.places}
        missed = list(never(written(self.ruleset.tree, self.laid), known, reached))
        on_offer, looked = self.on_offer({each.at for each in missed if each.kind == "option"})
        for each in missed:
            games = max(known.get(inner.at, 0) for inner in each.all())
            if each.spare and each.at not in on_offer:
                continue  # it stands there for a case that no game came to
            if each.kind == "option":
                how_many = "some" if each.at in on_offer else "none"
                note = f"it was on offer in {how_many} of {looked:,} games that were looked at more closely"
                notes = (note,) if looked else ()
                yield told("W702", each.about, f"the option `{each.name}` was never chosen", each.span, games, notes)
            else:
                yield told("W701", each.about, said(each), each.span, games)

    def on_offer(self, options: set[At]) -> tuple[set[At], int]:
        """Which of some options were on offer, and in how many games it was looked."""
        found: set[At] = set()
        looked = 0
        for part in self.parts:
            if (options - found) & {place.at for place in part.watched.places}:
                games = min(part.found.games, CLOSER[0], CLOSER[1] - looked)
                looked += games
                found |= {place.at for place in offered(part, games, self.engine)}
        return found, looked

    def unfinished(self) -> Iterator[LintWarning]:
        """Games that came to no end, where they are too many, with commands that show some of them.

        Who plays at random may wander for thousands of turns in a game that is in order, and hardly who plays to win.
        """
        number = sum(part.found.unfinished for part in self.parts)
        counted = by_agents(self.parts, lambda found: found.unfinished)
        if too_many(counted):
            notes = (
                f"{said_by(counted)}; a round may take {DEFAULT_LIMIT:,} decisions",
                *self.shown(self.parts, lambda found: found.first_unfinished),
            )
            yield of_all("W705", f"{number:,} of {self.games:,} games came to no end", notes)

    def unwon(self) -> Iterator[LintWarning]:
        """Games that nobody wins, where there are no others, and rounds that were blocked, where they are too many.

        Where the ruleset says under `round.blocked` what happens then, they are too many if they are more than half.
        """
        rounds = [part for part in self.parts if part.rounds == "one"]
        played, blocked = sum(part.found.games for part in rounds), sum(part.found.blocked for part in rounds)
        counted = by_agents(rounds, lambda found: found.blocked)
        piece = self.ruleset.tree.get(("round", "blocked"))
        is_said = isinstance(piece, Sequence) and bool(piece.items)
        finished = self.games - sum(part.found.unfinished + part.found.broken for part in self.parts)
        if 2 * blocked > played if is_said else too_many(counted):
            notes = (
                said_by(counted),
                "everybody could only pass: perhaps a condition never holds, since one of its values is `none`",
                *(() if is_said else ("nobody wins such a round, as long as `round.blocked` does not say who does",)),
                *self.shown(rounds, lambda found: found.first_blocked),
            )
            yield of_all("W707", f"{blocked:,} of {played:,} rounds ended because nobody could do anything", notes)
        elif finished and sum(part.found.unwon for part in self.parts) == finished:
            notes = (
                "who wins is said where the round or the game ends: `finish: {the: round, winners: self}`",
                *self.shown(self.parts, lambda found: found.first_unwon),
            )
            yield of_all("W706", f"nobody won any of {finished:,} games that came to an end", notes)

    def shown(self, parts: Iterable[Batch], first: Count) -> list[str]:
        """Commands that show some games; `first`: which of a part is the first such one, -1 for none."""
        having = sorted((part for part in parts if first(part.found) >= 0), key=lambda part: part.agents == "random")
        return [f"one is shown by: {part.replay(first(part.found), self.name)}" for part in having[:COMMANDS]]

    def broken(self) -> Iterator[Problem]:
        """Games that could not go on, each fault once."""
        parts = [part for part in self.parts if part.found.broken]
        for why in dict.fromkeys(part.found.why for part in parts):
            alike = [part for part in parts if part.found.why == why]
            number, index = sum(part.found.broken for part in alike), alike[0].found.first_broken
            message, span = why, None
            try:
                alike[0].again(index)
            except GameBroken as error:
                message, span = error.reason, self.span_of(error)
            notes = (
                f"{number:,} of {self.games:,} games broke so",
                f"the first one is shown by: {alike[0].replay(index, self.name)}",
            )
            yield Problem.plain("E701", f"a game broke: {message}", span, notes=notes)

    def span_of(self, error: GameBroken) -> Span | None:
        """The statement at fault, as it is written in the ruleset's own lines."""
        if error.source is None:
            return None
        place = error.source.shown
        blocks = written(self.ruleset.tree, set(self.ruleset.model.cards))
        spans = {each.at: each.span for block in blocks for item in block.items for each in item.all()}
        return spans.get(place.at) or Span(place.file, place.line, place.column, place.line, place.column + 1)


def no_use(variants: Variants) -> Iterator[LintWarning]:
    """Options none of whose values change anything, and values of a list that change nothing."""
    counts = variants.ruleset.player_counts
    label = f"the same game for {counts[0]} to {counts[-1]} players, with any one other option set too"
    idle = [entry for setting in variants.idle for entry in setting.items()]
    for option in dict.fromkeys(name for name, _ in idle):
        tried = [setting[option] for setting in variants.settings if option in setting]
        values = [value for name, value in idle if name == option]
        span = variants.ruleset.tree.span_of(("options", option), key=True)
        if values == tried:
            message = f"the option `{option}` makes no difference"
        elif isinstance(variants.ruleset.model.options[option].type, list):
            message = f"the option `{option}` has values that make no difference: {', '.join(values)}"
        else:
            continue
        yield LintWarning(option, Problem.plain("W704", message, span, label, severity="warning"))


def said(each: RuleItem) -> str:
    """A sentence of what never happened."""
    if each.kind == "effect":
        return f"the effect `{each.name}` was never carried out"
    if each.kind == "trigger":
        return f"this trigger of `{each.name}` never acted"
    if each.kind == "state rule":
        return "this state rule never acted"
    return f"this `{each.name}` was never carried out"


def by_agents(parts: Iterable[Batch], count: Count) -> dict[str, tuple[int, int]]:
    """By agents, how many games were such ones, and how many they played."""
    found: dict[str, tuple[int, int]] = {}
    for part in parts:
        number, played = found.get(part.agents, (0, 0))
        found[part.agents] = (number + count(part.found), played + part.found.games)
    return found


def too_many(found: Mapping[str, tuple[int, int]]) -> bool:
    """Whether more than one among ten games is such one, or among a hundred of those that were played to win."""
    number, played = (sum(each) for each in zip(*found.values(), strict=True))
    to_win = [each for agents, each in found.items() if agents != "random"]
    return 10 * number > played or any(100 * number > played for number, played in to_win)


def said_by(found: Mapping[str, tuple[int, int]]) -> str:
    """How many games of which agents: `3 of 40 by random agents, 0 of 40 by greedy agents`."""
    return ", ".join(f"{number:,} of {played:,} by {agents} agents" for agents, (number, played) in found.items())


def of_all(code: str, message: str, notes: tuple[str, ...]) -> LintWarning:
    """A doubt about the games as such, which has no place in a file."""
    return LintWarning("", Problem.plain(code, message, None, notes=notes, severity="warning"))


def told(code: str, about: str, message: str, span: Span, games: int, notes: tuple[str, ...] = ()) -> LintWarning:
    """A doubt that says in how many games it could have been put to rest."""
    label = f"in {games:,} games" if games else NOWHERE
    return LintWarning(about, Problem.plain(code, message, span, label, notes=notes, severity="warning"))
