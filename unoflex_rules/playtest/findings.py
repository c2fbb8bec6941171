"""Concludes problems from games of a ruleset: what never happened, and which games went wrong.

Each problem says in how many games. Not here: playing them (deep_check.py).
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
from unoflex_rules.limits import CHECK_LIMIT
from unoflex_rules.play.outcome import GameBroken
from unoflex_rules.playtest.inventory import At, RuleItem, rule_items, unreached
from unoflex_rules.playtest.variants import Variants
from unoflex_rules.playtest.visits import Flaw, GameBatch, GameBatchResult, offered

CLOSER = (5, 50)  # games, of a batch and of all, in which options that no agent chose are looked for on offer
COMMANDS = 3  # at most, that replay games
CODES = ("W701", "W702", "W703", "W704", "W705", "W706", "W707")
UNUSED = ("W510", "W514")  # unused options and effects, which validation reports
#: The flaw of a batch that a warning is about.
FlawOf: TypeAlias = Callable[[GameBatchResult], Flaw]


def findings(variants: Variants, batches: Collection[GameBatch], engine: str, name: str) -> list[Problem]:
    """The problems that the games have shown, by place, without those that the ruleset silences.

    What never happened is reported for the files under check, unless validation reports it as unused. `name`: what
    commands call the ruleset.
    """
    ruleset, found = variants.ruleset, Findings(variants.ruleset, batches, engine, name)
    context = LintContext(ruleset.merged, tuple(ruleset.game(players) for players in variants.base.programs), False)
    unused = {warning.problem.span for warning in lint_warnings(context, UNUSED)}
    missed = [
        warning
        for warning in (*found.never_laid(), *found.never_happened(), *without_effect(variants))
        if (span := warning.problem.span) is not None and span.file in variants.checked and span not in unused
    ]
    kept = without_silenced(context, [*missed, *found.unfinished(), *found.unwon()], CODES)
    return sorted([*variants.faults, *found.broken(), *kept], key=lambda problem: problem.sort_key)


@dataclass(frozen=True)
class Findings:
    """The conclusions from some batches."""

    ruleset: Ruleset
    batches: Collection[GameBatch]
    engine: str
    name: str

    @property
    def games(self) -> int:
        return sum(batch.result.games for batch in self.batches)

    @property
    def laid(self) -> set[str]:
        """The kinds of cards that were laid in some game."""
        return {kind for batch in self.batches for kind in batch.result.laid}

    # ---- what never happened -------------------------------------------------------------------------------------

    def never_laid(self) -> Iterator[LintWarning]:
        """Kinds of cards that no game laid; none in a game in which cards are never laid."""
        games: dict[str, int] = {}
        for batch in self.batches if self.laid else ():
            for kind in batch.program.kinds:
                games[kind] = games.get(kind, 0) + batch.result.games
        for kind in sorted(games.keys() - self.laid):
            span = self.ruleset.tree.span_of(("cards", kind), key=True)
            yield never_in("W703", kind, f"the card `{kind}` was never laid", span, games[kind])

    def never_happened(self) -> Iterator[LintWarning]:
        """Statements, effects, triggers, state rules and options that no game reached."""
        known: dict[At, int] = {}
        reached: set[At] = set()
        for batch in self.batches:
            for place in batch.program.places:
                known[place.at] = known.get(place.at, 0) + batch.result.games
            reached |= {each.at for each in batch.result.places}
        missed = list(unreached(rule_items(self.ruleset.tree, self.laid), known, reached))
        on_offer, examined = self.on_offer({each.at for each in missed if each.kind == "option"})
        for each in missed:
            games = max(known.get(inner.at, 0) for inner in each.all())
            if each.kind != "option":
                yield never_in("W701", each.about, missed_text(each), each.span, games)
            elif each.at in on_offer or not each.spare:  # a spare option is for a case that no game reached
                how_many = "some" if each.at in on_offer else "none"
                notes = (f"it was on offer in {how_many} of {examined:,} games that were examined",) if examined else ()
                yield never_in(
                    "W702", each.about, f"the option `{each.name}` was never chosen", each.span, games, notes
                )

    def on_offer(self, options: set[At]) -> tuple[set[At], int]:
        """Which of the options were on offer, and how many games were examined."""
        found: set[At] = set()
        examined = 0
        for batch in self.batches:
            if (options - found) & {place.at for place in batch.program.places}:
                games = min(batch.result.games, CLOSER[0], CLOSER[1] - examined)
                examined += games
                found |= {place.at for place in offered(batch, games, self.engine)}
        return found, examined

    # ---- how games ended -----------------------------------------------------------------------------------------

    def unfinished(self) -> Iterator[LintWarning]:
        """Too many games without an end.

        Random agents may wander for thousands of turns in a sound game, agents that play to win hardly ever.
        """
        counts = by_agents(self.batches, lambda result: result.unfinished)
        if too_many(counts):
            number = sum(batch.result.unfinished.count for batch in self.batches)
            notes = (
                f"{by_agents_text(counts)}; a round can take {CHECK_LIMIT:,} decisions",
                *self.replays(self.batches, lambda result: result.unfinished),
            )
            yield of_games("W705", f"{number:,} of {self.games:,} games did not end", notes)

    def unwon(self) -> Iterator[LintWarning]:
        """Too many blocked rounds, or no game with a winner.

        If `round.blocked` handles blocked rounds, more than half are too many.
        """
        rounds = [batch for batch in self.batches if batch.rounds == "one"]
        played, blocked = (sum(batch.result.games for batch in rounds), sum(b.result.blocked.count for b in rounds))
        counts = by_agents(rounds, lambda result: result.blocked)
        piece = self.ruleset.tree.get(("round", "blocked"))
        is_handled = isinstance(piece, Sequence) and bool(piece.items)
        bad = sum(batch.result.unfinished.count + batch.result.broken.count for batch in self.batches)
        finished = self.games - bad
        if 2 * blocked > played if is_handled else too_many(counts):
            notes = (
                by_agents_text(counts),
                "players could only pass: perhaps a condition never holds, because one of its values is `none`",
                *(() if is_handled else ("`round.blocked` does not say who wins such a round",)),
                *self.replays(rounds, lambda result: result.blocked),
            )
            yield of_games("W707", f"{blocked:,} of {played:,} rounds were blocked: no player could act", notes)
        elif finished and sum(batch.result.unwon.count for batch in self.batches) == finished:
            notes = (
                "name the winners where a round or the game ends: `finish: {the: round, winners: self}`",
                *self.replays(self.batches, lambda result: result.unwon),
            )
            yield of_games("W706", f"no player won any of {finished:,} games that ended", notes)

    def replays(self, batches: Iterable[GameBatch], flaw: FlawOf) -> list[str]:
        """Commands that show games with a flaw, those of agents that play to win first."""
        having = sorted((batch for batch in batches if flaw(batch.result).count), key=lambda b: b.agents == "random")
        return [f"to see one: {batch.replay(flaw(batch.result).first, self.name)}" for batch in having[:COMMANDS]]

    def broken(self) -> Iterator[Problem]:
        """Games that could not go on, once for each reason."""
        batches = [batch for batch in self.batches if batch.result.broken.count]
        for why in dict.fromkeys(batch.result.why for batch in batches):
            alike = [batch for batch in batches if batch.result.why == why]
            number, index = sum(batch.result.broken.count for batch in alike), alike[0].result.broken.first
            message, span = why, None
            try:
                alike[0].again(index)
            except GameBroken as error:
                message, span = error.reason, self.span_of(error)
            notes = (f"{number:,} of {self.games:,} games", f"to see the first: {alike[0].replay(index, self.name)}")
            yield Problem.plain("E701", f"a game broke: {message}", span, notes=notes)

    def span_of(self, error: GameBroken) -> Span | None:
        """The statement at fault, in the file of the ruleset itself if possible."""
        if error.source is None:
            return None
        place = error.source.shown
        blocks = rule_items(self.ruleset.tree, set(self.ruleset.model.cards))
        spans = {each.at: each.span for block in blocks for item in block.items for each in item.all()}
        return spans.get(place.at) or Span(place.file, place.line, place.column, place.line, place.column + 1)


def without_effect(variants: Variants) -> Iterator[LintWarning]:
    """Options, and values of listed options, that change nothing."""
    counts = variants.ruleset.player_counts
    label = f"the same game for {counts[0]} to {counts[-1]} players, alone or with one other option"
    idle = [entry for setting in variants.idle for entry in setting.items()]
    for option in dict.fromkeys(name for name, _ in idle):
        tried = [setting[option] for setting in variants.settings if option in setting]
        values = [value for name, value in idle if name == option]
        span = variants.ruleset.tree.span_of(("options", option), key=True)
        if values == tried:
            message = f"the option `{option}` makes no difference"
        elif isinstance(variants.ruleset.model.options[option].type, list):
            message = f"values of the option `{option}` make no difference: {', '.join(values)}"
        else:
            continue
        yield LintWarning(option, Problem.plain("W704", message, span, label, severity="warning"))


def missed_text(each: RuleItem) -> str:
    """The message about an item that no game reached."""
    if each.kind == "effect":
        return f"the effect `{each.name}` was never carried out"
    if each.kind == "statement":
        return f"this `{each.name}` was never carried out"
    return f"this trigger of `{each.name}` never acted" if each.kind == "trigger" else "this state rule never acted"


def by_agents(batches: Iterable[GameBatch], flaw: FlawOf) -> dict[str, tuple[int, int]]:
    """By agents, the number of games with a flaw, and of all games."""
    found: dict[str, tuple[int, int]] = {}
    for batch in batches:
        number, played = found.get(batch.agents, (0, 0))
        found[batch.agents] = (number + flaw(batch.result).count, played + batch.result.games)
    return found


def by_agents_text(found: Mapping[str, tuple[int, int]]) -> str:
    """`3 of 40 by random agents, 0 of 40 by greedy agents`."""
    return ", ".join(f"{number:,} of {played:,} by {agents} agents" for agents, (number, played) in found.items())


def too_many(found: Mapping[str, tuple[int, int]]) -> bool:
    """Whether more than one in ten games has a flaw, or one in a hundred of those by agents that play to win."""
    number, played = (sum(each) for each in zip(*found.values(), strict=True))
    to_win = [each for agents, each in found.items() if agents != "random"]
    return 10 * number > played or any(100 * number > played for number, played in to_win)


def of_games(code: str, message: str, notes: tuple[str, ...]) -> LintWarning:
    """A warning about the games, which has no place in a file."""
    return LintWarning("", Problem.plain(code, message, None, notes=notes, severity="warning"))


def never_in(code: str, about: str, message: str, span: Span, games: int, notes: tuple[str, ...] = ()) -> LintWarning:
    """A warning that something happened in none of so many games."""
    label = f"in {games:,} games" if games else "no setting that was tried leads here"
    return LintWarning(about, Problem.plain(code, message, span, label, notes=notes, severity="warning"))
