"""The whole program: slots of the state, code of every piece, tables, and the vector that holds them all.

Not here: code for single statements (statement_code.py, question_code.py).
"""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.compiler import facts
from unoflex_rules.compiler.choice_code import names_of
from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.control_code import deepest_resolve
from unoflex_rules.compiler.dependencies import concerns, locals_in
from unoflex_rules.compiler.expression_code import ExpressionCode
from unoflex_rules.compiler.linking import Resolver
from unoflex_rules.compiler.question_code import QuestionCode
from unoflex_rules.language.cards.titles import Titles
from unoflex_rules.language.expressions.types import Const, Type
from unoflex_rules.language.statements.context import MAX_LOOPS
from unoflex_rules.language.statements.tree import AssignStep, CheckedGame
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import DeclaredCounter, Leaving, Program, RandomDraw, StateVariable, ZoneName

BUDGET = 200_000
UNDER = 4  # of an order: the cards go under those that lie there


class Assembler:
    """Puts the program of one game together."""

    def __init__(self, game: CheckedGame, ruleset: str, titles: Titles, options: dict[str, str]) -> None:
        self.game = game
        self.ruleset, self.titles, self.options = ruleset, titles, options
        self.world = game.world
        self.code = Code(at.S_HEADER)
        self.values = ExpressionCode(game, self.code)
        self.zones: list[ZoneName] = []
        self.first_zones: dict[str, int] = {}  # by what a zone is called, of players' the first one
        self.kept: list[int] = []
        self.variables: list[StateVariable] = []
        self.active: list[StateVariable] = []
        self.card_attributes: list[StateVariable] = []
        self.resets: dict[str, list[tuple[int, int]]] = {"turn": [], "round": [], "game": []}

    # ---- the state -----------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Give everything that lasts its slots."""
        world, code, values = self.world, self.code, self.values
        players, cards = world.players, len(self.game.cards)
        held = facts.hand_zones(world)
        for zone in world.zones.values():
            values.zones[zone.name] = len(self.zones)
            for called in zone.instances:
                self.first_zones[called] = len(self.zones)
                for seat in range(players) if zone.each else (at.NONE,):
                    self.zones.append(ZoneName(called, seat, zone.visible, zone.top, zone.name in held))
                    self.kept.append(int(zone.kept))
            if zone.each and zone.per is None:
                values.own_zones[zone.name] = code.place(f"self.{zone.name}")
        values.scopes = code.place("scopes", 2 * (MAX_LOOPS + deepest_resolve(self.game)))
        values.place_slot = code.place("place", cards)
        for name, declared in world.card_state.items():
            base = code.place(f"card.{name}", cards)
            values.card_state[name] = base
            kind = declared.type
            self.card_attributes.append(variable_of(name, base, cards, 1, kind, "all", self.titles.values(kind)))
        faces = len(world.faces.members)
        self.prints = code.place("prints", faces * cards) if self.game.shuffles_faces else 0
        values.size_slot = code.place("size", len(self.zones))
        for name, field in world.active.items():
            values.active[name] = code.place(f"active.{name}")
            values.before[name] = code.place(f"before.{name}")
            start = field.type.start
            self.resets["round"] += [(values.active[name], start), (values.before[name], start)]
            titles = self.titles.values(field.type)
            self.active.append(variable_of(name, values.active[name], 1, 1, field.type, "all", titles))
        for name, variable in world.variables.items():
            count = players if variable.each else 1
            width = 2 if variable.type.kind == "card" else 1
            kind = variable.type
            titles = self.titles.shown(name, kind)
            for number, called in enumerate(variable.instances):
                base = code.place(called, count * width)
                values.variables.setdefault(name, base)
                assert base == values.variables[name] + number * count * width
                self.variables.append(variable_of(called, base, count, width, kind, variable.visible, titles))
                for k in range(count):
                    self.resets[variable.keep].append((base + k * width, self.game.starts[called]))
        for name in world.choices:
            values.choices[name] = code.place(f"choice.{name}")
            self.resets["turn"].append((values.choices[name], at.NONE))
            self.resets["round"].append((values.choices[name], at.NONE))
        values.piles = code.place("piles", len(self.zones) * cards)

    # ---- the code ------------------------------------------------------------------------------------------------

    def write(self) -> tuple[QuestionCode, dict[str, Label]]:
        """Write the code of all pieces."""
        code, world = self.code, self.world
        statements = QuestionCode(self.game, code, self.values)
        self.prepare_choices(statements)
        code.open_temporaries()
        base = code.free_from
        names = ("start", "round", "turn", "passed", "blocked", "round_end")
        labels = {name: Label(name.replace("_", " ")) for name in names}
        emit = code.emit

        def piece(name: str, watching: bool = True) -> None:
            statements.watching = watching
            statements.piece = name
            statements.steps(self.game.pieces[name])

        code.mark(labels["start"])
        if self.game.pieces["game.start"]:
            self.values.find_own_zones()
        piece("game.start", False)
        code.mark(labels["round"])
        emit("BEGIN_ROUND")
        self.values.find_own_zones()
        piece("round.prepare", False)
        piece("round.deal", False)
        if self.game.rules:  # what is so from the beginning
            emit("CALL", statements.rules_back, statements.rules_label)
        piece("round.start")
        emit("JUMP", statements.next_turn)
        code.mark(labels["turn"])
        emit("BEGIN_TURN")
        self.values.find_own_zones()
        statements.watching = True
        statements.changed("self", "turn", "misses")
        for name in ("start", "choose", "lay", "window", "resolve"):
            piece(f"turn.{name}")
        code.mark(statements.turn_end)
        piece("turn.end")
        code.mark(statements.next_turn)
        if world.leaving:
            self.put_away()
        emit("NEXT_TURN")
        if self.game.pieces["passed_over"]:
            code.mark(labels["passed"])
            piece("passed_over")
            emit("NEXT_TURN")
        code.mark(labels["blocked"])
        piece("round.blocked", False)
        emit("END_ROUND", self.values.const(0), at.REASON_BLOCKED)
        code.mark(labels["round_end"])
        piece("round.end", False)
        emit("JUMP_UNLESS", at.S_ONE_ROUND, labels["round"])
        emit("END_GAME", at.S_WINNERS, at.NONE)
        self.write_effects(statements, base)
        self.write_rules(statements)
        return statements, labels

    def put_away(self) -> None:
        """The cards of those who have left the game go under the cards of the deck's zone, where a turn is over."""
        code, emit, values = self.code, self.code.emit, self.values
        everybody = values.const((1 << self.world.players) - 1)
        deck = values.const(values.zones[next(zone.name for zone in self.world.zones.values() if zone.deck)])
        with code.stretch():
            loop, gone, zone = code.temporary(3), code.temporary(), code.temporary()
            again, end = Label(), Label()
            emit("WITHOUT", gone, everybody, at.S_IN_GAME)
            emit("EACH_SEAT", loop, gone, at.S_SELF)
            code.mark(again)
            emit("NEXT_SEAT", loop, at.ASKS_ALL, end)
            for called in (each for own in self.world.zones.values() if own.each for each in own.instances):
                emit("ADD", zone, values.const(self.first_zones[called]), loop + 1)
                emit("MOVE_ALL", zone, deck, values.const(0), at.ORDER_KEPT + UNDER)
            emit("JUMP", again)
            code.mark(end)

    def leaving(self, statements: QuestionCode, code_start: int, numbers: dict[int, int]) -> Leaving | None:
        """How the game is left, where that may be."""
        if not self.world.leaving:
            return None
        rules = None
        if self.game.rules and concerns(statements.watched, ("players", "everyone")):
            rules = (code_start + statements.rules_label.address, numbers[statements.rules_back])
        return Leaving(statements.reason("forfeit"), rules)

    def write_effects(self, statements: QuestionCode, base: int) -> None:
        """The effects of cards, reached by RESOLVE alone: their slots lie above those of all pieces."""
        code = self.code
        self.effect_labels: dict[str, Label] = {}
        code.free_from = max(code.high, base)
        for key, steps in self.game.card_effects.items():
            label = Label(f"effect of {key}")
            code.mark(label)
            self.effect_labels[key] = label
            statements.watching = True
            statements.depth = statements.effect_depth
            statements.piece = f"card.{key}"
            used = locals_in(steps)
            statements.steps(step for step in steps if not isinstance(step, AssignStep) or step.local in used)
            code.emit("RETURN", statements.resolve_back, 1)

    def write_rules(self, statements: QuestionCode) -> None:
        """The state rules: gone through until none of them acts any more."""
        code, values = self.code, self.values
        if not self.game.rules:
            return
        code.free_from = code.high
        statements.watching = False
        statements.in_rules = True
        statements.piece = "state_rules"
        code.mark(statements.rules_label)
        for rule in self.game.rules:
            with code.at(rule.origin), code.stretch():
                over = Label()
                if rule.it is None:
                    values.jump_unless(rule.test, over)
                    statements.steps(rule.then)
                    code.emit("JUMP", statements.rules_label)
                else:
                    loop = code.temporary(3)
                    again = Label()
                    values.locals[rule.it] = loop + 1
                    code.emit("EACH_SEAT", loop, at.S_IN, at.S_SELF)
                    code.mark(again)
                    code.emit("NEXT_SEAT", loop, at.NONE, over)
                    values.jump_unless(rule.test, again)
                    statements.steps(rule.then)
                    code.emit("JUMP", statements.rules_label)
                code.mark(over)
        code.emit("RETURN", statements.rules_back, 0)

    def prepare_choices(self, statements: QuestionCode) -> None:
        """Tables that say which choices go with which card, and slots for what each allows."""
        code, world = self.code, self.world
        first: list[int] = []
        second: list[int] = []
        order = list(world.choices)
        for face in range(len(world.faces.members)):
            for look in self.game.looks:
                announced = [name for name in look.faces[face].choices if world.choices[name].announced]
                first.append(order.index(announced[0]) if announced else at.NONE)
                second.append(order.index(announced[1]) if len(announced) > 1 else at.NONE)
        placed = [{order[number] for number in column if number >= 0} for column in (first, second)]
        if all(len(names) <= 1 for names in placed) and not placed[0] & placed[1]:
            statements.choice_places = {name: place for place, names in enumerate(placed) for name in names}
        statements.choice_tables = (code.describe(*first), code.describe(*second))
        self.choice_pairs = code.describe(*(each for pair in zip(first, second, strict=True) for each in pair))
        for name in order:
            source = self.game.choices[name]
            fixed = isinstance(source.values, Const) and name not in statements.per_card
            slot = self.values.value(source.values) if fixed and source.values else code.lasting(f"{name} allowed")
            statements.choice_masks[name] = slot
        self.choice_fields = code.describe(
            *(
                at.NONE
                if world.choices[name].type.kind == "player"
                else facts.fields_of(self.game, world.choices[name].type)
                for name in order
            )
        )
        self.choice_slots = 1 + code.describe(self.values.const(0), *(statements.choice_masks[name] for name in order))

    # ---- the vector ----------------------------------------------------------------------------------------------

    def assemble(self) -> Program:
        """The finished program."""
        self.lay_out()
        self.scores = facts.scores(self.game, self.variables)
        statements, labels = self.write()
        if self.world.leaving:
            statements.reason("forfeit")
        code, world, game = self.code, self.world, self.game
        looks, faces, cards = len(game.looks), len(world.faces.members), len(game.cards)
        kept = [*self.kept, 0, 1]  # cards of no zone: out of play until the next round, or for good
        deck = next(name for name, zone in world.zones.items() if zone.deck)
        active = []
        for name, field in world.active.items():
            table = self.values.attribute(name) if field.attribute else 0
            reset = field.type.start
            keep = field.keep and (not field.attribute or field.type.optional)  # what is always printed is never kept
            active += [self.values.active[name], self.values.before[name], table, int(keep), reset]
        effects: list[int | Label] = []
        for face in range(faces):
            for look in game.looks:
                effect = look.faces[face].effect
                effects.append(self.effect_labels[effect] if effect is not None else 0)
        kinds = world.kinds.members
        data = {
            at.P_LOOK: code.describe(*(look for look, _ in game.cards)),
            at.P_KIND: code.describe(
                *(kinds.index(look.faces[face].kind) for face in range(faces) for look in game.looks)
            ),
            at.P_FIRST_ZONE: code.describe(*(self.first_zones[zone] for _, zone in game.cards)),
            at.P_KEPT: code.describe(*kept),
            at.P_ACTIVE: code.describe(*active),
            at.P_EFFECTS: code.describe(*effects),
            at.P_CHOICES: self.choice_pairs,
            at.P_CHOICE_MASKS: self.choice_slots,
            at.P_CHOICE_FIELDS: self.choice_fields,
            at.P_HANDS: code.describe(*(zone.seat if zone.hand else at.NONE for zone in self.zones), at.NONE),
            at.P_POINTS: code.describe(*facts.points(game)),
            at.P_SCORES: code.describe(len(self.scores), *(slot for _, slot in self.scores)),
        }
        match = facts.match_table(game, code, self.values)
        if match is not None:
            data[at.P_MATCH], data[at.P_ALWAYS] = match
        front = self.values.value(game.face)
        numbers = self.place_late()
        for key, name in ((at.P_TURN_RESETS, "turn"), (at.P_ROUND_RESETS, "round"), (at.P_GAME_RESETS, "game")):
            lasting = ("turn", "round", "game")  # what lasts for a turn starts anew with a round too
            pairs = [pair for each in lasting[: lasting.index(name) + 1] for pair in self.resets[each]]
            if name == "game":
                pairs += [(numbers[symbol], value) for value, symbol in code.constants.items()]
                if game.shuffles_faces:
                    alike = facts.first_alike(game)
                    placed = [alike[face * looks + look] for face in range(faces) for look, _ in game.cards]
                    pairs += [(self.prints + place, look) for place, look in enumerate(placed)]
                for attribute in self.card_attributes:
                    starts = game.card_state_start[attribute.name]
                    pairs += [(attribute.slot + card, starts[card]) for card in range(cards)]
            data[key] = code.describe(len(pairs), *(each for pair in pairs for each in pair))
        code_start = at.P_HEADER
        code_end = code_start + len(code.cells)
        header = [0] * at.P_HEADER
        fixed = {
            at.P_PLAYERS: world.players,
            at.P_CARDS: cards,
            at.P_LOOKS: looks,
            at.P_FACES: faces,
            at.P_ZONES: len(self.zones),
            at.P_STATE_SIZE: self.state_size,
            at.P_PLACE: self.values.place_slot,
            at.P_SIZE: self.values.size_slot,
            at.P_PILE: self.values.piles,
            at.P_SCOPES: self.values.scopes,
            at.P_ACTIVE_FIELDS: len(world.active),
            at.P_BUDGET: 2 * BUDGET if code.visits else BUDGET,  # to count is an instruction too
            at.P_CARD_ATTRIBUTES: len(self.card_attributes),
            at.P_CARD_STATE: self.card_attributes[0].slot if self.card_attributes else 0,
            at.P_KINDS: len(kinds),
            at.P_VERBS: len(statements.verbs),
            at.P_REASONS: at.FIRST_REASON + len(statements.reasons),
            at.P_DECK_ZONE: self.values.zones[deck],
            at.P_COUNTERS: at.counters_place(cards, looks, faces),
            at.P_DECLARED: len(world.counts) + len(code.visits),
            at.P_PRINTS: self.prints,
            at.P_SHOWS: facts.face_shown(game),
            at.P_FRONT: numbers.get(front, front),
        }
        addresses = {
            at.P_START: labels["start"],
            at.P_TURN: labels["turn"],
            at.P_TURN_END: statements.next_turn,
            at.P_BLOCKED: labels["blocked"],
            at.P_ROUND_END: labels["round_end"],
        }
        if game.pieces["passed_over"]:
            addresses[at.P_PASSED] = labels["passed"]
        for key, value in fixed.items():
            header[key] = value
        for key, label in addresses.items():
            header[key] = code_start + label.address
        for key, place in data.items():
            header[key] = code_end + place
        resolve = Resolver(code_start, code_end, numbers)
        vector = header + resolve.code(code.cells) + resolve.data(code.data)
        program = self.program(vector, statements, code_start, code_end, numbers)
        return replace(program, leaving=self.leaving(statements, code_start, numbers))

    def face_slot(self) -> int:
        """Where the face in force stands: a state slot, 0 for the first face always, -1-k for the k-th always."""
        face = self.game.face
        if isinstance(face, Const):
            return 0 if face.value == 0 else -1 - face.value
        slot = self.values.direct(face)
        assert slot is not None
        return slot

    def place_late(self) -> dict[int, int]:
        """Slots for constants and values of their own, after all others."""
        code = self.code
        slot = max(code.high, code.next_slot)
        numbers: dict[int, int] = {}
        for symbol in code.constants.values():
            numbers[symbol] = slot
            slot += 1
        for number, name in enumerate(code.late):
            numbers[-(1 << 51) - number] = slot
            code.slot_names[slot] = name
            slot += 1
        self.state_size = slot
        return numbers

    def program(
        self,
        vector: list[int],
        statements: QuestionCode,
        code_start: int,
        code_end: int,
        numbers: dict[int, int],
    ) -> Program:
        code, world, game = self.code, self.world, self.game
        slot_names = dict(code.slot_names)
        for value, symbol in code.constants.items():
            slot_names[numbers[symbol]] = str(value)
        titles = self.titles
        looks = [[titles.card(face) for face in look.faces] for look in game.looks]
        return Program(
            ruleset=self.ruleset,
            title=titles.ruleset,
            players=world.players,
            vector=vector,
            options=self.options,
            code_start=code_start,
            code_end=code_end,
            sources={code_start + address: source for address, source in code.sources.items()},
            zones=self.zones,
            hand=next(iter(facts.hand_zones(world)), ""),
            variables=self.variables,
            active=self.active,
            verbs=statements.verbs,
            last_round=facts.last_round(self.game),
            laid_on=self.first_zones.get(facts.laid_on(self.game)),
            used_up=self.first_zones.get(facts.used_up(self.game)),
            card_verbs=frozenset(statements.card_verbs),
            kinds=list(world.kinds.members),
            faces=list(world.faces.members),
            looks=looks,
            shorts=[[face.short for face in look.faces] for look in game.looks],
            cards=[look for look, _ in game.cards],
            card_attributes=self.card_attributes,
            reasons=["over", "blocked", *statements.reasons],
            questions={
                code_start + asked.address: replace(
                    question,
                    again=code_start + again.address,
                    verb_titles={
                        verb: titles.values(kind) or names_of(kind) for verb, kind in statements.offered[asked].items()
                    },
                )
                for asked, again, question in statements.questions
            },
            chances={
                code_start + place: RandomDraw(
                    variable_of(draw.name, 0, 1, 1, draw.kind, "nobody", titles.values(draw.kind)), *draw.weighing
                )
                for place, draw in code.chances.items()
            },
            choices=list(world.choices),
            chooses_cards=any(choice.type.kind == "card" for choice in world.choices.values()),
            choice_values={name: names_of(choice.type) for name, choice in world.choices.items()},
            signs=titles.signs(),
            kind_titles={name: titles.kind(name, game.looks) for name in world.kinds.members},
            choice_titles={
                name: titles.values(choice.type) or names_of(choice.type) for name, choice in world.choices.items()
            },
            face_slot=self.face_slot(),
            counts=tuple(
                DeclaredCounter(name, titles.text(each.title, name.replace("_", " ")), each.per, each.share)
                for name, each in world.counts.items()
            )
            + tuple(DeclaredCounter(f"{place}:{place.column}", "", "game") for place in code.visits),
            scores=tuple(name for name, _ in self.scores),
            library_effects=tuple(sorted(game.used_effects)),
            labels={code_start + label.address: label.name for label in code.labels if label.name},
            slot_names=slot_names,
            attribute_names={code_end + place: name for name, place in self.values.attributes.items()},
        )


def variable_of(
    name: str, slot: int, count: int, width: int, kind: Type, visible: str, titles: tuple[str, ...]
) -> StateVariable:
    """The names of a declared variable of some type."""
    return StateVariable(
        name, slot, count, width, kind.kind, kind.members, visible, kind.low, kind.high, titles, kind.optional
    )
