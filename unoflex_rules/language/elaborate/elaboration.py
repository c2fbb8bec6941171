"""Turns the tree of a ruleset into a CheckedGame. Not here: statements (statement_checker.py), or code (compiler)."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from contextlib import suppress

from unoflex_rules.language.cards.deck import DeckReader
from unoflex_rules.language.diagnostics.kinds import UnknownMember
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.elaborate.declarations import DeclarationReader
from unoflex_rules.language.elaborate.player_limits import most_players
from unoflex_rules.language.elaborate.reserved_names import NameChecks
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    Const,
    EngineRef,
    Expr,
    Local,
    Op,
    StepOrigin,
    Type,
    VariableRef,
    setting,
)
from unoflex_rules.language.expressions.world import PLAN_MOMENTS, Binding, Scope, VariableDeclaration, World
from unoflex_rules.language.statements.context import Context
from unoflex_rules.language.statements.placing import Placing
from unoflex_rules.language.statements.statement_checker import StatementChecker
from unoflex_rules.language.statements.tree import AssignStep, CheckedGame, CheckedStateRule, Step
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.plan_pieces import PIECES


def elaborate(
    tree: Mapping, players: int, settings: MappingType[str, str], problems: Problems, leaving: bool = False
) -> CheckedGame | None:
    """The game for a number of players; None if it is faulty. `leaving`: players may leave against the rules."""
    NameChecks(tree, problems).check()
    world = DeclarationReader(tree, players, settings, problems).read()
    world.most_players = most_players(tree, settings)
    world.leaving = leaving
    world.can_leave = leaving or mentions(tree, "leave")
    expressions = ExpressionChecker(world, problems)
    deck = DeckReader(tree, world, expressions, problems)
    deck.read()
    statements = StatementChecker(world, expressions, problems, triggers_of(tree))
    pieces = pieces_of(tree, statements)
    effects = {key: card_effect(key, node, statements) for key, node in deck.effects.items()}
    rules = state_rules(tree, statements)
    used, variables = set(statements.used), dict(world.variables)
    used_names = used | world.names_read
    for key, node in deck.unused().items():
        card_effect(key, node, statements)
    statements.check_unused()
    statements.check_triggers()
    expressions.check_definitions()
    choices = {}
    for name in world.choices:
        with suppress(AlreadyReported):
            choices[name] = statements.choice_from(name)
    mark_settings(tree, world, deck)
    world.variables = variables  # without those of unused effects
    starts, card_state = starting_values(world, expressions, deck)
    face = face_in_force(tree, expressions, problems)
    if problems.has_errors:
        return None
    assert face is not None
    game = CheckedGame(world, deck.looks, deck.cards, card_state, starts, pieces, effects, rules, face)
    game.used_effects, game.used_names = used, used_names
    game.choices = choices
    return game


def pieces_of(tree: Mapping, statements: StatementChecker) -> dict[str, list[Step]]:
    """The pieces of the game, of a round and of a turn."""
    pieces: dict[str, list[Step]] = {}
    for group, names in PIECES.items():
        for name in names:
            node = tree.get((group, name))
            context = Context(f"{group}.{name}", in_turn=group == "turn")
            pieces[f"{group}.{name}"] = statements.steps(node, Scope({}), (), context) if node is not None else []
    places = statements.world.places
    if places is not None and not places.of_game:  # the engine ends a blocked round
        pieces["round.blocked"] += Placing(statements.expressions, StepOrigin(places.span)).finish(None)
    for name in PLAN_MOMENTS:
        pieces[name] = statements.plan_moment(name)
    return pieces


def face_in_force(tree: Mapping, expressions: ExpressionChecker, problems: Problems) -> Expr | None:
    """The face that counts unless another one is chosen: a constant, or a variable of the game."""
    node = tree.get(("face",))
    span = node.span if node is not None else tree.head_span
    try:
        face = expressions.default_face(Scope({}), span)
    except AlreadyReported:
        return None
    if isinstance(face, Const) or (isinstance(face, VariableRef) and face.player is None):
        return face
    problems.error("E302", "`face` must be one of the faces, or a shared variable", span)
    return None


def mentions(tree: Mapping, statement: str) -> bool:
    """Whether a statement is used outside `effects`, or in an effect that is used."""
    outside = [entry.node for entry in tree if entry.key != "effects"]
    return any(statement in statement_words(node) for node in with_effects(tree, outside))


def with_effects(tree: Mapping, steps: list[Node]) -> list[Node]:
    """Steps, and the effects that they use, directly or not."""
    effects = {entry.key: entry.node for entry in entries(tree, "effects")}
    found, at = list(steps), 0
    while at < len(found):
        used = [effects.pop(word) for word in statement_words(found[at]) if word in effects]
        found += used
        at += 1
    return found


def mark_settings(tree: Mapping, world: World, deck: DeckReader) -> None:
    """Record on each printed face which of the variables in queries `card.sets(...)` its effect sets."""
    if not world.set_by_cards:
        return
    by_effect = {key: {*variables_set(with_effects(tree, [node]))} for key, node in deck.effects.items()}
    for face in (face for look in deck.looks for face in look.faces):
        for name in world.set_by_cards:
            face.attributes[setting(name)] = int(name in by_effect.get(face.effect or "", ()))


def variables_set(steps: list[Node]) -> Iterator[str]:
    """The variables that steps set, without players and values."""
    for node in steps:
        if isinstance(node, Mapping):
            for entry in node:
                if entry.key == "set" and isinstance(entry.node, Mapping):
                    yield from (each.key.partition("(")[0].rpartition(".")[2] for each in entry.node)
            yield from variables_set([entry.node for entry in node])
        elif isinstance(node, Sequence):
            yield from variables_set(node.items)


def statement_words(node: Node) -> Iterator[str]:
    """All words of a tree that may be statements: keys, and bare items of lists."""
    if isinstance(node, Mapping):
        for entry in node:
            yield entry.key
            yield from statement_words(entry.node)
    elif isinstance(node, Sequence):
        for item in node:
            yield from (text(item),) if isinstance(item, Scalar) else statement_words(item)


def triggers_of(tree: Mapping) -> dict[str, list[Mapping]]:
    """The triggers of each moment, in order."""
    found: dict[str, list[Mapping]] = {}
    triggers = tree.get(("triggers",))
    for item in triggers if isinstance(triggers, Sequence) else ():
        if isinstance(item, Mapping):
            found.setdefault(text(part(item, "at")), []).append(item)
    return found


def card_effect(key: str, node: Node, statements: StatementChecker) -> list[Step]:
    """The steps of a card's effect; `card` is the acting card on the face for which it was laid."""
    world = statements.world
    face = Local("face", world.faces)
    card = Local("card", CARD, face)
    names: dict[str, Binding] = {"card": card, "face": face}
    steps = statements.steps(node, Scope(names), (), Context(f"card.{key}", in_turn=True, given={**names}))
    origin = StepOrigin(node.span)
    given: list[Step] = [
        AssignStep(origin, card, EngineRef(CARD, node.span, "acting_card")),
        AssignStep(origin, face, EngineRef(world.faces, node.span, "laid_face")),
    ]
    return [*given, *steps]


def state_rules(tree: Mapping, statements: StatementChecker) -> list[CheckedStateRule]:
    """The state rules, in order."""
    rules = []
    node = tree.get(("state_rules",))
    for item in node if isinstance(node, Sequence) else ():
        test, then = part(item, "if"), part(item, "then")
        if test is None or then is None:
            continue
        it = Local("it", Type("player")) if text(part(item, "each")) == "player" else None
        scope = Scope({"it": it} if it else {})
        try:
            condition = statements.expressions.read(test, scope, BOOL)
        except AlreadyReported:
            continue
        steps = statements.steps(then, scope, (), Context("state_rules", in_turn=True))
        rules.append(CheckedStateRule(StepOrigin(test.span), condition, it, steps))
    return rules + last_left(statements)


def last_left(statements: StatementChecker) -> list[CheckedStateRule]:
    """The rule that ends a round with places, when few players are left."""
    places, expressions = statements.world.places, statements.expressions
    if places is None or places.of_game:
        return []
    origin, count = StepOrigin(places.span), Scalar("players.count", "players.count", "plain", places.span)
    try:
        left = Const(INT, places.span, 1) if places.left is None else expressions.read(places.left, Scope({}), INT)
        test = fold(Op(BOOL, places.span, "<=", (expressions.read(count, Scope({}), INT), left)))
    except AlreadyReported:
        return []
    return [CheckedStateRule(origin, test, None, statements.finishing(origin, None, "places", False))]


def starting_values(
    world: World, expressions: ExpressionChecker, deck: DeckReader
) -> tuple[dict[str, int], dict[str, list[int]]]:
    """The start values of variables and of the attributes of physical cards."""
    starts: dict[str, int] = {}
    for variable in world.variables.values():
        starts |= starts_of(variable, expressions)
    card_state: dict[str, list[int]] = {}
    for name, attribute in world.card_state.items():
        by_look = [attribute.type.start] * len(deck.looks)
        if attribute.default is not None:
            with suppress(AlreadyReported):
                by_look = [deck.carried(attribute, attribute.default, look) for look in deck.looks]
        card_state[name] = [by_look[look] for look, _ in deck.cards]
    return starts, card_state


def starts_of(variable: VariableDeclaration, expressions: ExpressionChecker) -> dict[str, int]:
    """The start values of a variable's instances."""
    kind, given, problems = variable.type, variable.start, expressions.problems
    starts = dict.fromkeys(variable.instances, kind.start)
    if not isinstance(given, Mapping):
        if given is not None:
            starts = dict.fromkeys(variable.instances, constant(expressions, given, kind, kind.start))
        return starts
    if variable.per is None:
        message = f"there is one `{variable.name}`, not one for each value"
        problems.error("E302", message, given.head_span, notes=("give `start` a single value",), names=(variable.name,))
        return starts
    for entry in given:
        if entry.key not in variable.per.value_names:
            unknown = UnknownMember("E205", f"`{variable.name}`", entry.key, tuple(variable.per.value_names))
            problems.report(unknown, entry.key_span)
            continue
        starts[f"{variable.name}({entry.key})"] = constant(expressions, entry.node, kind, kind.start)
    return starts


def constant(expressions: ExpressionChecker, node: Node, kind: Type, otherwise: int) -> int:
    try:
        expr = expressions.read(node, Scope({}), kind)
    except AlreadyReported:
        return otherwise
    if isinstance(expr, Const):
        if not kind.holds(expr.value):
            expressions.problems.error("E104", f"{expr.value} is not within {kind.low}..{kind.high}", node.span)
        return expr.value
    if isinstance(expr, EngineRef) and expr.what == "players":
        return (1 << expressions.world.players) - 1
    expressions.problems.error("E302", "a start value must be constant", node.span)
    return otherwise
