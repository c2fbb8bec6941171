"""Loads and validates a ruleset: runs composing, the shape check, elaboration and the warnings in order.

Not here: any of these (merge.py, shape_check.py, elaboration.py, lint).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Mapping as MappingType
from pathlib import Path

from unoflex_rules.language.cards.titles import Titles, in_language, spoken
from unoflex_rules.language.compose.conflicts import report_foreign_lists
from unoflex_rules.language.compose.contributions import report_contributions, report_unused
from unoflex_rules.language.compose.merge import Merged, Overlays, load_tree
from unoflex_rules.language.compose.removals import explain_removals
from unoflex_rules.language.compose.replacements import explain_replacements
from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.elaborate.consistency import (
    allowed,
    are_for_other_players,
    complete,
    ending,
    enough,
    left_open,
)
from unoflex_rules.language.elaborate.declarations import DeclarationReader
from unoflex_rules.language.elaborate.elaboration import elaborate
from unoflex_rules.language.elaborate.player_limits import how_many, telling
from unoflex_rules.language.elaborate.reserved_names import taken
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.registry import lint_warnings
from unoflex_rules.language.lint.silence import FROM_READING, check_silences, without_silenced
from unoflex_rules.language.recovery import recover
from unoflex_rules.language.schema.models import RulesetModel
from unoflex_rules.language.schema.shape_check import check_shape
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.language.yaml.node_access import flag
from unoflex_rules.resources import find_ruleset, rulesets_dir

_sources: dict[str, str] = {}


def sources() -> MappingType[str, str]:
    """The texts of all files read so far, by their names in spans."""
    return _sources


class Ruleset:
    """A ruleset without errors, with settings of its options.

    `file` is its file, `files` are all files that it is composed of; `overlays` are the names of the caller's overlays.
    `players_min` and `players_max` bound the number of players. `languages` are those of its texts; empty if each text
    has one version. A base (`base: true`) is not a game: `game` rejects it.
    """

    def __init__(
        self,
        merged: Merged,
        model: RulesetModel,
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
        """The supported numbers of players."""
        return range(self.players_min, self.players_max + 1)

    def game(self, players: int, leaving: bool = False) -> CheckedGame:
        """The game for a number of players; with `leaving`, players may leave it.

        Raises RulesetError for an unsupported number.
        """
        if (players, leaving) not in self._games:
            problems = Problems()
            if players not in self.player_counts:
                span = self.tree.span_of(("players",))
                problems.error(
                    "E312", f"the game is for {self.players_min} to {self.players_max} players, not {players}", span
                )
                problems.raise_if_errors()
            if self.is_base:
                span = self.tree.span_of(("base",))
                note = f"a game may use it: `extends: {self.id}`, or on top of another base `with: [{self.id}]`"
                problems.error("E313", "a base is not a game and cannot be played", span, notes=(note,))
                problems.raise_if_errors()
            game = checked_game(self.merged, players, self.settings, problems, leaving)
            problems.raise_if_errors()
            assert game is not None
            self._games[players, leaving] = game
        return self._games[players, leaving]

    def check_settings(self) -> None:
        """Raise RulesetError if the settings allow no game; a refusal for one number of players leaves the others."""
        faults: RulesetError | None = None
        for players in self.player_counts:
            try:
                self.game(players)
                return
            except RulesetError as error:
                if not are_for_other_players(error.problems):
                    raise
                faults = faults or error
        if faults is not None:
            raise faults

    def title_in(self, lang: str | None) -> str:
        """The title in a language, or in another one if it has none in that language."""
        return in_language(self.tree.get(("title",)), lang)

    def titles(self, game: CheckedGame, lang: str | None = None) -> Titles:
        """The titles of a game in a language. Raises UnknownLanguage."""
        return Titles(self.tree, game.world, lang)

    def settings_shown(self, game: CheckedGame) -> dict[str, str]:
        """The options with their values as text."""
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


def read(path: Path | str, problems: Problems, overlays: Overlays | None = None) -> tuple[Merged, RulesetModel] | None:
    """A composed ruleset and its model; None after reporting why there is none."""
    file = find_ruleset(str(path))
    merged = load_tree(file, library=rulesets_dir(), problems=problems, overlays=overlays)
    _sources.update(merged.sources)
    if merged.tree is None:
        return None
    report_overlays(merged, problems)
    if not problems.has_errors:
        taken(merged.tree, problems)
    model = check_shape(merged.tree, problems) if not problems.has_errors else None
    left_open(merged, problems)
    check_silences(merged.tree, problems)
    if model is None or problems.has_errors:
        is_mixed = (
            merged.game_overlays or merged.foreign_lists or any(each.over != "value" for each in merged.conflicts)
        )
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
        report_contributions(merged.contributions, problems)


def explain(merged: Merged, problems: Problems) -> None:
    """Point errors that follow from a removal or a replacement to their cause."""
    if merged.tree is None or not problems.has_errors:
        return
    explain_removals(merged.tree, merged.removals, problems)
    explain_replacements(merged.replacements, merged.sources, problems)


def load(
    path: Path | str,
    options: MappingType[str, str] | None = None,
    overlays: Overlays | Iterable[str] = (),
) -> Ruleset:
    """Load a ruleset by its file or id, with settings of its options.

    `overlays`, ids or files, are laid on top in order, as if a file that extends the ruleset listed them under `with`.
    Raises RulesetError with all problems, and UnknownRuleset if there is no such file.
    """
    problems = Problems()
    laid = laid_on(overlays)
    found = read(path, problems, laid)
    problems.raise_if_errors()
    assert found is not None
    merged, model = found
    assert merged.tree is not None
    players = how_many(merged.tree, options or {}, problems)
    explain(merged, problems)
    problems.raise_if_errors()
    ruleset = Ruleset(merged, model, options or {}, find_ruleset(str(path)), laid, players)
    if model.base:
        DeclarationReader(ruleset.tree, ruleset.players_min, ruleset.settings, problems).read()
        explain(merged, problems)
        problems.raise_if_errors()
    elif options or laid is not None:
        ruleset.check_settings()
    return ruleset


def laid_on(overlays: Overlays | Iterable[str]) -> Overlays | None:
    """The overlays of a caller, if there are any."""
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
    """All problems of a ruleset, sorted by place. Arguments as of `load`; raises UnknownRuleset.

    `checks`: the codes of the warnings to look for if there are no errors; CHECKS has all of them.
    """
    problems = Problems()
    context = lint_context(path, problems, options, overlays)
    return problems.sorted() if context is None else with_warnings(context, problems, checks)


def lint_context(
    path: Path | str,
    problems: Problems,
    options: MappingType[str, str] | None = None,
    overlays: Overlays | Iterable[str] = (),
) -> LintContext | None:
    """The context of the checks; None after reporting errors. Arguments as of `validate`."""
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
    wanted = telling(tree, counts, options or {})
    games: list[CheckedGame] = []
    refused: list[Problem] = []
    for players in [*wanted, *(each for each in counts if each not in wanted)]:
        if players not in wanted and games:
            break  # the other numbers of players matter only if each of these is refused
        found_here = Problems()
        game = checked_game(merged, players, options or {}, found_here)
        if are_for_other_players(found_here.errors):
            refused += found_here
            continue
        problems.add(*found_here)
        if game is None or problems.has_errors:
            return None
        games.append(game)
    if not games:
        problems.add(*refused)
        return None
    return LintContext(merged, tuple(games), model.base)


def checked_game(
    merged: Merged, players: int, settings: MappingType[str, str], problems: Problems, leaving: bool = False
) -> CheckedGame | None:
    """The game for a number of players, with all checks of a game unless it is a base; None after errors."""
    assert merged.tree is not None
    game = elaborate(merged.tree, players, settings, problems, leaving)
    if not flag(merged.tree.get(("base",))):
        complete(merged.tree, game, problems)
        if game is not None:
            ending(game, problems)
            enough(merged, game, settings, problems)
        allowed(merged, game, players, settings, problems)
        if game is not None and not problems.has_errors:
            report_unused(merged.contributions, game.used_names, problems)
    explain(merged, problems)
    return game


def with_warnings(context: LintContext, problems: Problems, checks: Collection[str]) -> list[Problem]:
    """The warnings of reading a ruleset without errors and of these checks, except silenced ones."""
    of_reading = [LintWarning("", problem) for problem in problems.sorted()]
    kept = without_silenced(context, [*of_reading, *lint_warnings(context, checks)], {FROM_READING, *checks})
    return sorted(kept, key=lambda problem: problem.sort_key)
