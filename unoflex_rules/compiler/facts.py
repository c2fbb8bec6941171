"""Facts about a game that agents and statistics use: hands, costs, scores, after how many rounds it ends.
Not here: which cards fit (match_table.py), or who uses the facts.
"""

from __future__ import annotations

from unoflex_rules.language.expressions.types import Const, EngineRef, Expr, Op, Type, ZoneRef
from unoflex_rules.language.expressions.world import PLACE, World
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import CheckedGame, EffectStep, FinishRoundStep, IfStep, LayStep, Step, walk
from unoflex_rules.program.image import StateVariable
from unoflex_rules.program.layout import MAX_ROUNDS, NONE

#: The pieces in which a player may choose a card to play, the likeliest first.
PLAY_PIECES = ("turn.choose", "turn.start", "turn.lay", "turn.window", "turn.resolve", "turn.end")


def hand_zones(world: World) -> list[str]:
    """The zones whose cards a player holds: those declared with `hand: true`, the first one being the hand proper.

    If none is declared, the zones of players that only their owners see; if there are none, all zones of players.
    """
    owned = [zone for zone in world.zones.values() if zone.each]
    declared = [zone for zone in owned if zone.hand]
    private = [zone for zone in owned if zone.visible.get("front") == "owner"]
    return [zone.name for zone in declared or private or owned]


def points(game: CheckedGame) -> list[int]:
    """Per face and look, the cost of the card in hand; 1 each in a game that declares no cost."""
    name = game.world.cost
    costs = []
    for face in range(len(game.world.faces.members)):
        for look in game.looks:
            printed = [each.attributes.get(name, 1) for each in look.faces if each.exists]
            own = look.faces[face]
            costs.append(max(own.attributes.get(name, 1) if own.exists else printed[0] if printed else 0, 0))
    return costs


def first_alike(game: CheckedGame) -> list[int]:
    """Per face and look, the first look with the same print on that face."""
    table: list[int] = []
    for face in range(len(game.world.faces.members)):
        first: dict[object, int] = {}
        for number, look in enumerate(game.looks):
            info = look.faces[face]
            key = (info.exists, tuple(info.attributes.items()), info.effect, info.choices)
            table.append(first.setdefault(key, number))
    return table


def face_shown(game: CheckedGame) -> int:
    """The face in force after a play; NONE if it is the face for which the card was laid."""
    for place in ("turn.lay", *PLAY_PIECES):
        for step in walk(game.pieces[place]):
            if isinstance(step, LayStep):
                return step.shows.value if step.shows is not step.face and isinstance(step.shows, Const) else NONE
    return NONE


def fields_of(game: CheckedGame, kind: Type) -> int:
    """The fields in force with values of a type, as a set."""
    found = 0
    for number, field in enumerate(game.world.active.values()):
        if kind.kind in ("enum", "int") and kind.name and (kind.kind, kind.name) == (field.type.kind, field.type.name):
            found |= 1 << number
    return found


def scores(game: CheckedGame, variables: list[StateVariable]) -> list[tuple[str, int]]:
    """The variables of players that last for a game, each with its name and slot; then the places, with -slot."""
    lasting = {called for each in game.world.variables.values() if each.keep == "game" for called in each.instances}
    place = place_slot(game, variables)
    players = range(game.world.players)
    found = [
        (f"P{seat}.{variable.name}", variable.slot + seat)
        for variable in variables
        if variable.count > 1 and variable.name in lasting and variable.width == 1 and variable.slot != place
        for seat in range(variable.count)
    ]
    return found + [(f"P{seat}.{PLACE}", -(place + seat)) for seat in players if place is not None]


def place_slot(game: CheckedGame, variables: list[StateVariable]) -> int | None:
    """The slot of the first player's place; None if players have no places."""
    if game.world.places is None:
        return None
    return next(variable.slot for variable in variables if variable.name == PLACE)


def last_round(game: CheckedGame) -> int:
    """The round with which the game certainly ends; 0 if there is none."""
    if not any(isinstance(part, EngineRef) and part.what == "round" for part in tested(game)):
        return 0
    known = (Facts(given={("now", "round"): number}) for number in range(1, MAX_ROUNDS))
    endings = (number for number, facts in enumerate(known, start=1) if ends_game(game.pieces["round.end"], facts))
    return next(endings, 0)


def laid_on(game: CheckedGame) -> str:
    """The shared zone on which cards are laid; empty if there is none."""
    for steps in (*game.pieces.values(), *game.card_effects.values()):
        for step in walk(steps):
            if isinstance(step, LayStep) and isinstance(step.to, ZoneRef) and not step.to.parts():
                return step.to.name
    return ""


def used_up(game: CheckedGame) -> str:
    """The kept zone with whose last card the game certainly ends; empty if there is none."""
    steps = game.pieces["round.end"]
    for size in (part for part in tested(game) if isinstance(part, Op) and part.name == "size"):
        zone = size.args[0]
        if not isinstance(zone, ZoneRef) or zone.player is not None or zone.value is not None:
            continue
        if game.world.zones[zone.name].kept and ends_game(steps, Facts(given={Facts().key(size): 0})):
            return zone.name
    return ""


def tested(game: CheckedGame) -> list[Expr]:
    """All parts of the conditions at the end of a round, if the game may end there."""
    steps = list(walk(game.pieces["round.end"]))
    if not any(isinstance(step, FinishRoundStep) and step.game for step in steps):
        return []
    return [part for step in steps if isinstance(step, IfStep) for part in step.test.walk()]


def ends_game(steps: list[Step], known: Facts) -> bool:
    """Whether these steps certainly end the game, given some known values."""
    for step in steps:
        inside: list[Step] = []
        if isinstance(step, FinishRoundStep) and step.game:
            return True
        if isinstance(step, IfStep):
            test = known.truth(step.test)
            inside = [] if test is None else step.then if test else step.otherwise
        elif isinstance(step, EffectStep):
            inside = step.do
        if ends_game(inside, known):
            return True
    return False
