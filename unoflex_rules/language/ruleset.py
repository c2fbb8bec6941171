"""A checked ruleset: from a file to something that can be compiled, with every problem on the way.

Not here: reading (merge.py), shape (shape.py), meaning (elaborate.py); this module runs them in order.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from pathlib import Path

from unoflex_rules.language.declare import Declarations, part, text
from unoflex_rules.language.elaborate import elaborate
from unoflex_rules.language.expressions import Expressions
from unoflex_rules.language.merge import Overlays, load_tree
from unoflex_rules.language.model import Ruleset as Model
from unoflex_rules.language.nodes import Mapping, Scalar
from unoflex_rules.language.problems import Problem, Problems, Span
from unoflex_rules.language.reading import Failed
from unoflex_rules.language.shape import judge
from unoflex_rules.language.titles import Titles, in_language, spoken
from unoflex_rules.language.tree import Game
from unoflex_rules.language.types import INT, Const
from unoflex_rules.language.world import Scope, World
from unoflex_rules.resources import find_ruleset, rulesets_dir

_sources: dict[str, str] = {}


def sources() -> MappingType[str, str]:
    """The text of every file read so far, by the name that spans give it."""
    return _sources


class Ruleset:
    """A ruleset without errors, with settings of its options.

    `players_min` and `players_max` are how many may play, `languages` those in which something is said; none where
    all is said once. A base (`base: true`) is no game: `game` refuses it.
    """

    def __init__(self, tree: Mapping, model: Model, settings: MappingType[str, str], files: list[Path]) -> None:
        self.tree = tree
        self.model = model
        self.settings = dict(settings)
        self.files = files
        self.id = model.id
        self.title = self.title_in(None)
        self.languages = spoken(tree)
        self.is_base = model.base
        self.players_min = model.players.min if model.players else 2
        self.players_max = model.players.max if model.players else 2
        self._games: dict[tuple[int, bool], Game] = {}

    @property
    def player_counts(self) -> range:
        """How many may play."""
        return range(self.players_min, self.players_max + 1)

    def game(self, players: int, leaving: bool = False) -> Game:
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
            problems.raise_if_errors()
            assert game is not None
            complete(self.tree, game, problems)
            enough(self.tree, game, problems)
            problems.raise_if_errors()
            self._games[players, leaving] = game
        return self._games[players, leaving]

    def title_in(self, lang: str | None) -> str:
        """Its title in a language, or in one of those that there are."""
        return in_language(self.tree.get(("title",)), lang)

    def titles(self, game: Game, lang: str | None = None) -> Titles:
        """What the things of a game are called in a language. Raises UnknownLanguage."""
        return Titles(self.tree, game.world, lang)

    def settings_shown(self, game: Game) -> dict[str, str]:
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


def read(
    path: Path | str, problems: Problems, overlays: Overlays | None = None
) -> tuple[Mapping, Model, list[Path]] | None:
    """A ruleset's merged tree, its model and its files; None after noting why there is none."""
    file = find_ruleset(str(path))
    merged = load_tree(file, library=rulesets_dir(), problems=problems, overlays=overlays)
    _sources.update(merged.sources)
    if merged.tree is None or problems.has_errors:
        return None
    model = judge(merged.tree, problems)
    return (merged.tree, model, merged.files) if model is not None and not problems.has_errors else None


def load(path: Path | str, options: MappingType[str, str] | None = None, overlays: Overlays | None = None) -> Ruleset:
    """Read and check a ruleset, by its file or its id, with settings of its options; `overlays` are laid on top.

    Raises RulesetError with all problems, and UnknownRuleset where there is no such file.
    """
    problems = Problems()
    found = read(path, problems, overlays)
    problems.raise_if_errors()
    assert found is not None
    tree, model, files = found
    ruleset = Ruleset(tree, model, options or {}, files)
    if model.base:
        Declarations(tree, ruleset.players_min, ruleset.settings, problems).read()
        problems.raise_if_errors()
    elif options:
        ruleset.game(ruleset.players_min)
    return ruleset


def validate(path: Path | str) -> list[Problem]:
    """All problems of a ruleset, sorted by place; none if it is in order. Raises UnknownRuleset."""
    problems = Problems()
    found = read(path, problems)
    if found is None:
        return problems.sorted()
    tree, model, _ = found
    if not model.base and model.players is None:
        problems.error("E102", "`players` is missing: say how many may play", tree.head_span, label="needs `players`")
    low, high = (model.players.min, model.players.max) if model.players else (2, 2)
    if low > high:
        problems.error("E104", f"at least {low} players, at most {high}: nobody can play", tree.span_of(("players",)))
    for players in sorted({low, high}):
        game = elaborate(tree, players, {}, problems)
        if not model.base:
            complete(tree, game, problems)
        if game is not None and not model.base:
            enough(tree, game, problems)
        if problems.has_errors:
            break
    return problems.sorted()


def complete(tree: Mapping, game: Game | None, problems: Problems) -> None:
    """Say what a game needs and this one lacks; where there is none because of other problems, what is not written."""
    cards = bool(game.cards) if game is not None else tree.get(("deck",)) is not None
    if not cards:
        problems.error("E102", "`deck` is missing: a game has cards", tree.head_span, label="needs `deck`")
    pieces = ("choose", "start")
    asked = any(game.pieces[f"turn.{name}"] if game else tree.get(("turn", name)) is not None for name in pieces)
    if not asked:
        problems.error(
            "E102", "`turn` is missing: nobody is ever asked anything", tree.head_span, label="needs `turn.choose`"
        )


def enough(tree: Mapping, game: Game, problems: Problems) -> None:
    """Check that the deck has the cards that a round needs to begin."""
    needs = tree.get(("needs",))
    if needs is None:
        return
    world: World = game.world
    try:
        expr = Expressions(world, problems).read(needs, Scope({}), INT)
    except Failed:
        return
    if not isinstance(expr, Const):
        problems.error("E302", "`needs` must be known before the game", needs.span)
        return
    deck = next((zone.name for zone in world.zones.values() if zone.deck), "")
    cards = sum(1 for _, zone in game.cards if zone == deck)
    if expr.value <= cards:
        return
    span = limit_span(tree) or needs.span
    formula = text(needs) if isinstance(needs, Scalar) else str(expr.value)
    place = tree.get(("deck",))
    also: list[tuple[Span, str]] = [(needs.span, "what a round needs is said here")]
    if place is not None:
        also.append((tree.span_of(("deck",), key=True), "the deck is declared here"))
    problems.error(
        "E310", f"the deck cannot serve {world.players} players", span,
        label=f"{formula} = {expr.value} cards are needed, the deck has {cards}", also=tuple(also),
    )  # fmt: skip


def limit_span(tree: Mapping) -> Span | None:
    """The place of the greatest number of players."""
    players = tree.get(("players",))
    node = part(players, "max") if players is not None else None
    return node.span if node is not None else None
