"""Checks a ruleset as a whole: it has cards and turns, enough cards, and no refused combinations.

Not here: what its parts mean (elaboration.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from dataclasses import replace
from itertools import permutations

from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.cards.titles import in_language
from unoflex_rules.language.compose.inherited import is_abstract
from unoflex_rules.language.compose.merge import CALLER, Merged
from unoflex_rules.language.diagnostics.kinds import MissingKey, RefusedCombination
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.elaborate.option_reader import OptionReader
from unoflex_rules.language.elaborate.player_limits import depends_on_players, words_of
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import ARITHMETIC
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    MAX_NUMBER,
    ZONE,
    AttributeRef,
    CardQuery,
    ChoiceRef,
    Const,
    Expr,
    Local,
    LocalRef,
    Op,
)
from unoflex_rules.language.expressions.world import Scope, World
from unoflex_rules.language.statements.tree import (
    CheckedGame,
    ChooseStep,
    RepeatStep,
    Step,
    expressions,
    may_leave,
    walk,
)
from unoflex_rules.language.yaml.node_access import entries, flag, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence


def left_open(merged: Merged, problems: Problems) -> None:
    """Report the abstract definitions that a game does not define."""
    tree = merged.tree
    if tree is None or problems.has_errors:
        return
    is_game = not flag(tree.get(("base",)))
    for entry in entries(tree, "define"):
        if not is_abstract(entry.node):
            continue
        lacking = [key for key in ("type", "help") if part(entry.node, key) is None]
        if lacking or (is_game and entry.key_span.file == merged.name):
            way = "a base (`base: true`) may leave it to its games, with `type` and `help`"
            label = f"needs `value`, or {listed(lacking)}" if lacking and not is_game else "needs `value`"
            problems.error("E102", f"`{entry.key}` has no value", entry.key_span, label=label, notes=(way,))
        elif is_game:
            problems.error(
                "E107", f"this game must define `{entry.key}`",
                builds_by(merged, entry.key_span.file), label=f"needs `define: {{{entry.key}: ...}}`",
                notes=(in_language(part(entry.node, "help"), None),), also=((entry.key_span, "it is declared here"),),
            )  # fmt: skip


def builds_by(merged: Merged, file: str) -> Span | None:
    """The place where the ruleset extends a file, directly or not."""
    named = merged.named.get(merged.paths[file])
    own = (span for span in merged.named.values() if span.file == merged.name)
    return named if named is not None and named.file in (merged.name, CALLER) else next(own, named)


def complete(tree: Mapping, game: CheckedGame | None, problems: Problems) -> None:
    """Report missing cards and turns; of a faulty game, only the missing keys."""
    cards = bool(game.cards) if game is not None else tree.get(("deck",)) is not None
    if not cards:
        problems.report(MissingKey("deck", "a game needs cards"), tree.head_span, label="needs `deck`")
    pieces = ("choose", "start")
    asked = any(game.pieces[f"turn.{name}"] if game else tree.get(("turn", name)) is not None for name in pieces)
    if not asked:
        written = [path for path in (("turn", "choose"), ("turn",)) if tree.get(path) is not None]
        place = tree.span_of(written[0], key=True) if written else tree.head_span
        missing = MissingKey("turn.choose", "without it no player is ever asked")
        problems.report(missing, place, label="needs `turn.choose`")
    if game is not None:
        check_announced(game, problems)
        check_asked(tree, game, problems)


def check_announced(game: CheckedGame, problems: Problems) -> None:
    """Reject a choice that depends on another one announced with the same card."""
    announced = {name for name, choice in game.world.choices.items() if choice.announced}
    faces = {face.choices for look in game.looks for face in look.faces}
    for name, other in sorted({pair for choices in faces for pair in permutations(choices, 2)}):
        source = game.choices[name]
        parts = (each for each in (source.values, source.zone, source.test) if each is not None)
        asked = (each for part in parts for each in part.walk() if isinstance(each, ChoiceRef) and each.name == other)
        use = next(asked, None)
        if use is not None and {name, other} <= announced:
            message = f"`{name}` cannot use `{other}`, which is announced together with it"
            notes = (f"it can be chosen later: `{name}: {{announced: false}}`",)
            problems.error("E302", message, use.span, label="not known yet", notes=notes, names=(name, other))


def check_asked(tree: Mapping, game: CheckedGame, problems: Problems) -> None:
    """Reject a choice that a card's steps use, but that is neither announced nor asked for by them or by the turn."""
    everywhere = asked_in(game.pieces.values())
    for face in (face for look in game.looks for face in look.faces if face.effect is not None):
        steps = game.card_effects[face.effect or ""]
        for choice in face.choices:
            used = (part for step in walk(steps) for expr in expressions(step) for part in expr.walk())
            use = next((part for part in used if isinstance(part, ChoiceRef) and part.name == choice), None)
            if use is None or game.world.choices[choice].announced or choice in everywhere | asked_in([steps]):
                continue
            items = tree.get(("cards", face.kind, "choices"))
            listed_at = [item.span for item in items if text(item) == choice] if isinstance(items, Sequence) else []
            span = next(iter(listed_at), use.span)
            message = f"`{choice}` is never asked for when `{face.kind}` is played"
            notes = (f"add the step `choose: {choice}` before it is used, or announce it with the play",)
            problems.error("E324", message, span, notes=notes, names=(choice, face.kind))


def asked_in(lists: Iterable[list[Step]]) -> set[str]:
    """The choices that steps ask for."""
    return {step.choice for steps in lists for step in walk(steps) if isinstance(step, ChooseStep)}


def ending(game: CheckedGame, problems: Problems) -> None:
    """Reject loops that certainly never end, unless a state rule may end what is around them."""
    if any(may_leave(rule.then) for rule in game.rules):
        return
    lists = [*game.pieces.values(), *game.card_effects.values()]
    for step in (step for steps in lists for step in walk(steps)):
        if not isinstance(step, RepeatStep) or step.times is not None or not isinstance(step.test, Const):
            continue
        if step.test.value and not may_leave(step.do):
            label = "`while` always holds, and nothing leaves the loop"
            notes = ("leave it with `stop`, or limit it with `times`",)
            problems.error("E323", "this loop never ends", step.origin.span, label=label, notes=notes)


def enough(merged: Merged, game: CheckedGame, settings: MappingType[str, str], problems: Problems) -> None:
    """Check that the deck has enough cards to begin a round."""
    tree = merged.tree
    needs = tree.get(("needs",)) if tree is not None else None
    if needs is None:
        return
    world: World = game.world
    try:
        expr = ExpressionChecker(world, problems).read(needs, Scope({}), INT)
    except AlreadyReported:
        return
    if not isinstance(expr, Const):
        problems.error("E302", "`needs` must be constant", needs.span)
        return
    deck = next((zone.name for zone in world.zones.values() if zone.deck), "")
    cards = sum(1 for _, zone in game.cards if zone == deck)
    if expr.value <= cards or not game.cards:
        return
    assert tree is not None
    formula = text(needs) if isinstance(needs, Scalar) else str(expr.value)
    works = [count for count in range(1, world.players) if needed(needs, replace(world, players=count)) <= cards]
    notes = (f"the deck has enough cards for at most {works[-1]} players",) if works else ()
    most = tree.get(("players", "max"))
    places = [(most.span, "the most players")] if most is not None else []
    places += [place for each in (text(most), formula) for place in settings_in(merged, each, world, settings)]
    places.append((needs.span, "the cards that a round needs"))
    if tree.get(("deck",)) is not None:
        places.append((tree.span_of(("deck",), key=True), "the deck is declared here"))
    (span, _), *also = own_file_first(places, merged.name)
    problems.error(
        "E310", f"the deck has too few cards for {world.players} players", span,
        label=f"needs {formula} = {expr.value} cards, but the deck has {cards}", also=tuple(also), notes=notes,
    )  # fmt: skip


def needed(needs: Node, world: World) -> int:
    """The cards that a round needs; no limit if the formula is not constant."""
    try:
        expr = ExpressionChecker(world, Problems()).read(needs, Scope({}), INT)
    except AlreadyReported:
        return MAX_NUMBER
    return expr.value if isinstance(expr, Const) else MAX_NUMBER


def allowed(
    merged: Merged, game: CheckedGame | None, players: int, settings: MappingType[str, str], problems: Problems
) -> None:
    """Reject the combinations that the ruleset refuses; of a faulty game, those that its faults do not concern."""
    assert merged.tree is not None
    refused = merged.tree.get(("refuse",))
    faulty = {name for problem in problems for name in problem.kind.names()} if game is None else set()
    reported = problems if game is not None else Problems()
    world = game.world if game is not None else options_alone(merged.tree, players, settings)
    for entry in refused if isinstance(refused, Sequence) else ():
        overlay, condition = part(entry, "with"), part(entry, "if")
        only: int | None = None
        also: list[tuple[Span, str]] = []
        if overlay is not None:
            file = merged.refused.get(overlay.span)
            if file not in merged.files:
                continue
            assert file is not None
            if file in merged.named:
                also.append((merged.named[file], "this overlay is added here"))
        if condition is not None:
            if not faulty.isdisjoint(words_of(condition)):
                continue
            try:
                expr = ExpressionChecker(world, reported).read(condition, Scope({"deck": Local("deck", ZONE)}), BOOL)
            except AlreadyReported:
                continue
            holds = known_value(expr, game)
            if holds is None:
                notes = ("it may use options, `player_count`, and queries of `deck` about what is printed on cards",)
                reported.error("E302", "the condition of `refuse` must be constant", condition.span, notes=notes)
                continue
            if not holds:
                continue
            also += settings_in(merged, text(condition), world, settings)
            only = players if depends_on_players(merged.tree, condition) else None
        place = condition or overlay or entry
        (span, label), *also = own_file_first([(place.span, "refused here"), *also], merged.name)
        label = label if span != place.span else ""
        kind = RefusedCombination(text(part(entry, "because")), only)
        problems.report(kind, span, label=label, also=tuple(also))


def known_value(expr: Expr, game: CheckedGame | None, face: PrintedFace | None = None) -> int | None:
    """The value of an expression of constants and of queries of the `deck`, for a printed face; None if unknown.

    A query counts a card if its condition holds on any of its faces.
    """
    if isinstance(expr, Const):
        return expr.value
    if isinstance(expr, AttributeRef) and face is not None:
        return face.attributes.get(expr.name)
    if isinstance(expr, Op) and expr.name in ARITHMETIC:
        values = [known_value(arg, game, face) for arg in expr.args]
        known = [value for value in values if value is not None]
        return ARITHMETIC[expr.name](*known) if len(known) == len(values) else None
    if not isinstance(expr, CardQuery) or expr.what not in ("any", "all", "count") or game is None or face is not None:
        return None
    if not isinstance(expr.zone, LocalRef):
        return None
    on_faces = [[known_value(expr.body, game, each) for each in look.faces if each.exists] for look in game.looks]
    if any(value is None for values in on_faces for value in values):
        return None
    found = [any(on_faces[look]) for look, _ in game.cards]
    return {"any": int(any(found)), "all": int(all(found)), "count": sum(found)}[expr.what]


def options_alone(tree: Mapping, players: int, settings: MappingType[str, str]) -> World:
    """The options of a ruleset, whatever else is wrong with it."""
    reader = OptionReader(tree, players, settings, Problems())
    reader.options()
    return reader.world


def are_for_other_players(problems: Iterable[Problem]) -> bool:
    """Whether all errors are combinations that the ruleset refuses for this number of players alone."""
    kinds = [problem.kind for problem in problems if problem.severity == "error"]
    return bool(kinds) and all(isinstance(kind, RefusedCombination) and kind.players is not None for kind in kinds)


def settings_in(
    merged: Merged, condition: str, world: World, settings: MappingType[str, str]
) -> list[tuple[Span, str]]:
    """The places that set the options in a condition."""
    assert merged.tree is not None
    found = []
    for name in dict.fromkeys(re.findall(r"\w+", condition)):
        if name in world.options:
            span = merged.tree.span_of(("options", name, "default"))
            how = f"is declared here and set to {settings[name]}" if name in settings else "is set here"
            found.append((span, f"`{name}` {how}"))
    return found
