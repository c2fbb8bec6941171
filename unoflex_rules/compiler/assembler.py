"""The vector of a program: header, code and data, with all addresses known. Not here: writing code (game_code.py)."""

from __future__ import annotations

from unoflex_rules.compiler import facts
from unoflex_rules.compiler.choice_tables import ChoiceTables
from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.dependencies import concerns
from unoflex_rules.compiler.expressions.attribute_tables import attribute_table
from unoflex_rules.compiler.expressions.value_writers import expression_writer
from unoflex_rules.compiler.game_code import GameCode
from unoflex_rules.compiler.image_builder import ImageBuilder
from unoflex_rules.compiler.linking import Resolver
from unoflex_rules.compiler.match_table import match_table
from unoflex_rules.compiler.state_layout import StateLayout
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.compiler.statements.step_writers import STEP_WRITERS
from unoflex_rules.language.cards.titles import Titles
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Leaving, Program

BUDGET = 200_000
#: How long values last, the shortest first. At each beginning all shorter ones start anew too.
LASTING = ("turn", "round", "game")
RESETS = (at.P_TURN_RESETS, at.P_ROUND_RESETS, at.P_GAME_RESETS)


class Assembler:
    """Assembles the program of one game. `first_visit` is the counter of the first visit, if visits are counted."""

    def __init__(
        self, game: CheckedGame, ruleset: str, titles: Titles, options: dict[str, str], first_visit: int | None = None
    ) -> None:
        self.game, self.world = game, game.world
        self.ruleset, self.titles, self.options = ruleset, titles, options
        self.code = Code(at.S_HEADER, first_visit=first_visit)
        self.state = StateLayout(game, titles, self.code)
        self.values = expression_writer(game, self.code, self.state)
        self.scores = facts.scores(game, self.state.variable_names)
        self.statements = StatementWriter(self.values, STEP_WRITERS)
        self.choices: ChoiceTables = self.statements.choices
        self.pieces = GameCode(self.statements)

    def assemble(self) -> Program:
        """The finished program."""
        code, statements = self.code, self.statements
        if self.world.leaving:
            statements.reason("forfeit")
        data = self.card_data() | self.game_data()
        front = self.values.value(self.game.face)
        numbers, self.state_size = code.place_late()
        data |= self.reset_data(numbers)
        code_start = at.P_HEADER
        code_end = code_start + len(code.cells)
        header = [0] * at.P_HEADER
        for key, value in (self.sizes() | {at.P_FRONT: numbers.get(front, front)}).items():
            header[key] = value
        for key, label in self.entries().items():
            header[key] = code_start + label.address
        for key, place in data.items():
            header[key] = code_end + place
        resolve = Resolver(code_start, code_end, numbers)
        vector = header + resolve.code(code.cells) + resolve.data(code.data)
        builder = ImageBuilder(self.titles, statements, code_start, code_end, numbers)
        return builder.build(self.ruleset, self.options, vector, self.scores, self.leaving(code_start, numbers))

    # ---- the header ----------------------------------------------------------------------------------------------

    def sizes(self) -> dict[int, int]:
        """Numbers of the header that are neither addresses nor places among the data."""
        world, state, code = self.world, self.state, self.code
        cards, looks, faces = len(self.game.cards), len(self.game.looks), len(world.faces.members)
        return {
            at.P_PLAYERS: world.players,
            at.P_CARDS: cards,
            at.P_LOOKS: looks,
            at.P_FACES: faces,
            at.P_ZONES: len(state.zone_names),
            at.P_STATE_SIZE: self.state_size,
            at.P_PLACE: state.place_slot,
            at.P_SIZE: state.size_slot,
            at.P_PILE: state.piles,
            at.P_SCOPES: state.scopes,
            at.P_ACTIVE_FIELDS: len(world.active),
            at.P_BUDGET: 2 * BUDGET if code.visits else BUDGET,  # counting is an instruction too
            at.P_CARD_ATTRIBUTES: len(state.card_attributes),
            at.P_CARD_STATE: state.card_attributes[0].slot if state.card_attributes else 0,
            at.P_KINDS: len(world.kinds.members),
            at.P_VERBS: len(self.statements.verbs),
            at.P_REASONS: at.FIRST_REASON + len(self.statements.reasons),
            at.P_DECK_ZONE: state.zones[next(name for name, zone in world.zones.items() if zone.deck)],
            at.P_COUNTERS: at.counters_place(cards, looks, faces, bool(self.game.combinations)),
            at.P_DECLARED: len(world.counts) + len(code.visits),
            at.P_PRINTS: state.prints,
            at.P_SHOWS: facts.face_shown(self.game),
        }

    def entries(self) -> dict[int, Label]:
        """Where the engine begins what."""
        pieces = self.pieces
        found = {
            at.P_START: pieces.start,
            at.P_TURN: pieces.turn,
            at.P_TURN_END: self.statements.next_turn,
            at.P_BLOCKED: pieces.blocked,
            at.P_ROUND_END: pieces.round_end,
        }
        return found | ({at.P_PASSED: pieces.passed} if self.game.pieces["passed_over"] else {})

    # ---- the data ------------------------------------------------------------------------------------------------

    def card_data(self) -> dict[int, int]:
        """Places of the tables of cards, zones and what is in force."""
        code, game, world, state = self.code, self.game, self.world, self.state
        active: list[int] = []
        for name, field in world.active.items():
            table = attribute_table(self.values, name) if field.attribute else 0
            keep = field.keep and (not field.attribute or field.type.optional)  # what is always printed is never kept
            active += [state.active[name], state.before[name], table, int(keep), field.type.start]
        printed = [look.faces[face] for face in range(len(world.faces.members)) for look in game.looks]
        effects = [self.pieces.effects[each.effect] if each.effect is not None else 0 for each in printed]
        return {
            at.P_LOOK: code.describe(*(look for look, _ in game.cards)),
            at.P_KIND: code.describe(*(world.kinds.members.index(each.kind) for each in printed)),
            at.P_FIRST_ZONE: code.describe(*(state.first_zones[zone] for _, zone in game.cards)),
            at.P_KEPT: code.describe(*state.kept, 0, 1),  # cards out of play: until the next round, or for good
            at.P_ACTIVE: code.describe(*active),
            at.P_EFFECTS: code.describe(*effects),
        }

    def game_data(self) -> dict[int, int]:
        """Places of the tables of choices, and of the facts for agents and statistics."""
        code = self.code
        held = (zone.seat if zone.hand else at.NONE for zone in self.state.zone_names)
        data = {
            at.P_CHOICES: self.choices.pairs,
            at.P_CHOICE_MASKS: self.choices.mask_slots,
            at.P_CHOICE_FIELDS: self.choices.fields,
            at.P_HANDS: code.describe(*held, at.NONE),
            at.P_COSTS: code.describe(*facts.points(self.game)),
            at.P_SCORES: code.describe(len(self.scores), *(slot for _, slot in self.scores)),
        }
        match = match_table(self.values)
        if match is not None:
            data[at.P_MATCH], data[at.P_ALWAYS] = match
        return data

    def reset_data(self, numbers: dict[int, int]) -> dict[int, int]:
        """Places of the tables of starting values, for each turn, round and game."""
        data, pairs = {}, list[tuple[int, int]]()
        for key, name in zip(RESETS, LASTING, strict=True):
            pairs += self.state.resets[name]
            if name == "game":
                pairs += self.starting_values(numbers)
            data[key] = self.code.describe(len(pairs), *(each for pair in pairs for each in pair))
        return data

    def starting_values(self, numbers: dict[int, int]) -> list[tuple[int, int]]:
        """Constants, shuffled faces and what cards carry, at the start of a game."""
        game, state = self.game, self.state
        pairs = [(numbers[symbol], value) for value, symbol in self.code.constants.items()]
        if game.shuffles_faces:
            alike, looks = facts.first_alike(game), len(game.looks)
            faces = range(len(self.world.faces.members))
            printed = [alike[face * looks + look] for face in faces for look, _ in game.cards]
            pairs += [(state.prints + place, look) for place, look in enumerate(printed)]
        for attribute in state.card_attributes:
            starts = game.card_state_start[attribute.name]
            pairs += [(attribute.slot + card, start) for card, start in enumerate(starts)]
        return pairs

    def leaving(self, code_start: int, numbers: dict[int, int]) -> Leaving | None:
        """How players leave the game; None if they cannot."""
        if not self.world.leaving:
            return None
        rules, statements = None, self.statements
        if self.game.rules and concerns(statements.watched, ("players", "everyone")):
            rules = (code_start + statements.rules_label.address, numbers[statements.rules_back])
        return Leaving(statements.reason("forfeit"), rules)
