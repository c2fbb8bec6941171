"""A checked ruleset: from a file to something that can be compiled, with every problem on the way.

Not here: reading (merge.py), shape (shape_check.py), meaning (elaboration.py); this module runs them in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Mapping as MappingType
from pathlib import Path

from unoflex_rules.language.cards.titles import Titles, in_language, spoken
from unoflex_rules.language.compose.conflicts import report_foreign_lists
from unoflex_rules.language.compose.merge import Merged, Overlays, load_tree
from unoflex_rules.language.compose.removals import explain_removals
from unoflex_rules.language.compose.replacements import explain_replacements
from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.elaborate.consistency import allowed, complete, ending, enough, left_open
from unoflex_rules.language.elaborate.declarations import DeclarationReader
from unoflex_rules.language.elaborate.elaboration import elaborate
from unoflex_rules.language.elaborate.player_limits import how_many, telling
from unoflex_rules.language.elaborate.reserved_names import taken
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.registry import lint_warnings
from unoflex_rules.language.lint.silence import FROM_READING, check_silences, without_silenced
from unoflex_rules.language.recovery import recover
from unoflex_rules.language.schema.models import Ruleset as Model
from unoflex_rules.language.schema.shape_check import judge
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.resources import find_ruleset, rulesets_dir

_sources: dict[str, str] = {}


def sources() -> MappingType[str, str]:
    """The text of every file read so far, by the name that spans give it."""
    return _sources


class Ruleset:
    """A ruleset without errors, with settings of its options.

    `file` is where it stands, `files` are those that it was put together from, itself among them;
    `overlays` are the names of those that were laid on top from outside.
    `players_min` and `players_max` are how many may play, `languages` those in which something is said; none where
    all is said once. A base (`base: true`) is no game: `game` refuses it.
    """

    def __init__(
        self,
        merged: Merged,
        model: Model,
        settings: MappingType[str, str],
        file: Path,
        overlays: Overlays | None,
        players: range,
    ) -> None:
        assert merged.tree is not None
        self.merged = merged
        self.tree = merged.tree
        self.model = model
        self.settings = dict(settings)
        self.files = merged.files
        self.file = file
        self.overlays = overlays.names if overlays is not None else ()
        self.id = model.id
        self.title = self.title_in(None)
        self.languages = spoken(self.tree)
        self.is_base = model.base
        self.players_min = players.start
        self.players_max = players.stop - 1
        self._games: dict[tuple[int, bool], CheckedGame] = {}

    @property
    def player_counts(self) -> range:
        """How many may play."""
        return range(self.players_min, self.players_max + 1)

    def game(self, players: int, leaving: bool = False) -> CheckedGame:
        """The game for a number of players, who may leave it where `leaving`.

        Raises RulesetError if that number cannot play.
        """
        if (players, leaving) not in self._games:
            problems = Problems()
            if players not in self.player_counts:
                span = self.tree.span_of(("players",))
                problems.error("E312", f"{players} cannot play: {self.players_min} to {self.players_max} players", span)
                problems.raise_if_errors()
            if self.is_base:
                span = self.tree.span_of(("base",))
                way = f"a game builds on it: `extends: {self.id}`, or over another one `with: [{self.id}]`"
                message = "a foundation for others is not a game: it cannot be played"
                problems.error("E313", message, span, notes=(way,))
                problems.raise_if_errors()
            game = elaborate(self.tree, players, self.settings, problems, leaving)
            explain(self.merged, problems)
            problems.raise_if_errors()
            assert game is not None
            complete(self.tree, game, problems)
            ending(game, problems)
            enough(self.merged, game, self.settings, problems)
            allowed(self.merged, game, self.settings, problems)
            problems.raise_if_errors()
            self._games[players, leaving] = game
        return self._games[players, leaving]

    def title_in(self, lang: str | None) -> str:
        """Its title in a language, or in one of those that there are."""
        return in_language(self.tree.get(("title",)), lang)

    def titles(self, game: CheckedGame, lang: str | None = None) -> Titles:
        """What the things of a game are called in a language. Raises UnknownLanguage."""
        return Titles(self.tree, game.world, lang)

    def settings_shown(self, game: CheckedGame) -> dict[str, str]:
        """Each option with its value as text."""
        shown = {}
        for name, option in game.world.options.items():
            kind = option.type
            if kind.kind == "bool":
                shown[name] = "true" if option.value else "false"
            elif kind.kind == "enum":
                shown[name] = kind.members[option.value]
            else:
                shown[name] = str(option.value)
        return shown


def read(path: Path | str, problems: Problems, overlays: Overlays | None = None) -> tuple[Merged, Model] | None:
    """A ruleset put together, and its model; None after noting why there is none."""
    file = find_ruleset(str(path))
    merged = load_tree(file, library=rulesets_dir(), problems=problems, overlays=overlays)
    _sources.update(merged.sources)
    if merged.tree is None:
        return None
    report_overlays(merged, problems)
    if not problems.has_errors:
        taken(merged.tree, problems)
    model = judge(merged.tree, problems) if not problems.has_errors else None
    left_open(merged, problems)
    check_silences(merged.tree, problems)
    if model is None or problems.has_errors:
        is_mixed = merged.game_overlays or merged.foreign_lists or any(each.is_declared for each in merged.conflicts)
        if not is_mixed:  # a mixture of two games has many problems with one cause
            recover(merged.tree, merged.sources, problems)
            explain(merged, problems)
        return None
    return merged, model


def report_overlays(merged: Merged, problems: Problems) -> None:
    """Report games used as overlays; if there are none, overlays of another family; if there are none, conflicts."""
    for node in merged.game_overlays:
        note = "use `extends` to build on a game; an overlay has `base: true`"
        problems.error("E410", f"`{node.text}` is a game, not an overlay", node.span, notes=(note,))
    if not merged.game_overlays:
        report_foreign_lists(merged.foreign_lists, problems)
    if not merged.game_overlays and not merged.foreign_lists:
        for conflict in merged.conflicts:
            conflict.report(problems, merged.named.get(merged.paths[conflict.after.file]))


def explain(merged: Merged, problems: Problems) -> None:
    """Point problems that follow from a removal or a replacement to their cause."""
    assert merged.tree is not None
    explain_removals(merged.tree, merged.removals, problems)
    explain_replacements(merged.replacements, merged.sources, problems)


def load(
    path: Path | str,
    options: MappingType[str, str] | None = None,
    overlays: Overlays | Iterable[str] = (),
) -> Ruleset:
    """Read and check a ruleset, by its file or its id, with settings of its options.

    `overlays`, named by id or file, are laid on top in their order, as if a file that extends this ruleset listed them
    under `with`. Raises RulesetError with all problems, and UnknownRuleset where there is no such file.
    """
    problems = Problems()
    laid = laid_on(overlays)
    found = read(path, problems, laid)
    problems.raise_if_errors()
    assert found is not None
    merged, model = found
    assert merged.tree is not None
    players = how_many(merged.tree, options or {}, problems)
    problems.raise_if_errors()
    ruleset = Ruleset(merged, model, options or {}, find_ruleset(str(path)), laid, players)
    if model.base:
        DeclarationReader(ruleset.tree, ruleset.players_min, ruleset.settings, problems).read()
        problems.raise_if_errors()
    elif options or laid is not None:
        ruleset.game(ruleset.players_min)
    return ruleset


def laid_on(overlays: Overlays | Iterable[str]) -> Overlays | None:
    """Overlays that somebody names, if there are any."""
    if isinstance(overlays, Overlays):
        return overlays
    names = tuple(overlays)
    return Overlays.named(names) if names else None


def validate(
    path: Path | str,
    options: MappingType[str, str] | None = None,
    overlays: Overlays | Iterable[str] = (),
    checks: Collection[str] = (),
) -> list[Problem]:
    """All problems of a ruleset, sorted by place; none if it is in order. Arguments as of `load`.

    `checks`: codes of the warnings that are looked for besides, where there are no errors; CHECKS has all of them.
    Raises UnknownRuleset.
    """
    problems = Problems()
    context = look_at(path, problems, options, overlays)
    return problems.sorted() if context is None else told(context, problems, checks)


def look_at(
    path: Path | str,
    problems: Problems,
    options: MappingType[str, str] | None = None,
    overlays: Overlays | Iterable[str] = (),
) -> LintContext | None:
    """A ruleset without errors, for the checks to look at; None after noting why there is none. As `validate`."""
    found = read(path, problems, laid_on(overlays))
    if found is None:
        return None
    merged, model = found
    assert merged.tree is not None
    tree = merged.tree
    if not model.base and model.players is None:
        missing = MissingKey("players", "a game has a number of players")
        problems.report(missing, tree.head_span, label="needs `players`")
    counts = how_many(tree, options or {}, problems)
    games = []
    for players in telling(tree, counts, options or {}):
        game = elaborate(tree, players, options or {}, problems)
        if not model.base:
            complete(tree, game, problems)
        if game is not None and not model.base:
            ending(game, problems)
            enough(merged, game, options or {}, problems)
            allowed(merged, game, options or {}, problems)
        if problems.has_errors:
            explain(merged, problems)
            return None
        assert game is not None
        games.append(game)
    return LintContext(merged, tuple(games), model.base)


def told(context: LintContext, problems: Problems, checks: Collection[str]) -> list[Problem]:
    """What is told of a ruleset without errors: warnings of reading it and of these checks, without silenced ones."""
    read_so = [LintWarning("", problem) for problem in problems.sorted()]
    kept = without_silenced(context, [*read_so, *lint_warnings(context, checks)], {FROM_READING, *checks})
    return sorted(kept, key=lambda problem: problem.sort_key)
