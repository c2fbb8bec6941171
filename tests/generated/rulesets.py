"""`rulesets()`: small valid rulesets, generated from the grammar of the language, around a turn that makes progress.

Not here: declarations (declared.py), statements (asked.py, steps.py), tests with them (test_generated.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.generated.declared import Declared
from tests.generated.drawing import EVERYTHING, RESOLVE, ROUND, TURN, Reusable, Scope, Step

IN_TURN = Scope()
IN_CARD = Scope((("card", "card"), ("face", "face")), may=EVERYTHING - {RESOLVE})
IN_RULE = Scope(may=EVERYTHING - {RESOLVE, TURN})
IN_ROUND = Scope(may=EVERYTHING - {TURN})
AT_END = Scope(may=frozenset({RESOLVE}))


@dataclass(frozen=True)
class Made:
    """A generated ruleset as data, and its statements."""

    data: dict[str, Any]
    used: frozenset[str]

    @property
    def text(self) -> str:
        return to_yaml(self.data)


def to_yaml(data: dict[str, Any]) -> str:
    """Return data as the text of a ruleset, without anchors and aliases."""
    dumper = yaml.SafeDumper
    plain = type("Plain", (dumper,), {"ignore_aliases": lambda *_: True})
    lines = yaml.dump(data, Dumper=plain, sort_keys=False, width=10**6)
    return str(lines)


@st.composite
def rulesets(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Made:
    """Generate a whole ruleset."""
    maker = Maker(draw)
    data = maker.ruleset()
    return Made(data, frozenset(maker.used))


class Maker(Declared):
    """Generates the declarations one after the other, then the rules that use them."""

    def ruleset(self) -> dict[str, Any]:
        data: dict[str, Any] = {"format": 1, "id": "generated", "title": "Generated"}
        low = 1 + self.below(2)
        data["players"] = {"min": low, "max": low + 2 + self.below(2)}
        data["options"] = self.declare_options()
        data["values"] = self.values()
        if self.chance(2):
            self.world.faces = [self.name("side"), self.name("side")]
            data["faces"] = list(self.world.faces)
        else:
            self.world.faces = ["front"]
        self.world.enums["face"] = self.world.faces
        self.kinds = [self.name("kind") for _ in range(2 + self.below(2))]
        self.world.enums["kind"] = self.kinds
        data["attributes"] = self.attributes()
        data["card_state"] = self.carried()
        data["active"] = self.in_force()
        data["zones"] = self.zones()
        data["variables"] = self.variables()
        if len(self.world.faces) > 1 and self.chance(2):
            data["variables"]["up_1"] = {"type": "face", "start": self.pick(self.world.faces)}
            self.world.variables["up_1"] = ("face", False)
            data["face"] = "up_1"
        data["counts"] = self.declare_counts()
        data["define"] = self.define()
        data["choices"] = self.declare_choices()
        self.world.variables["playing_1"] = ("card", False)
        data["variables"] |= {
            "playing_1": {"type": "card", "keep": "turn"},
            "fired_1": {"type": "int", "keep": "round"},
        }
        data["effects"], data["moments"], data["triggers"] = self.named()
        data["cards"], data["deck"] = self.cards()
        for kind in data["cards"].values():
            if "choices" in kind:  # a choice that effects use must be asked for: announced is enough
                used = str([data["define"], data["effects"], data["cards"]])
                asked = [each for each in kind["choices"] if data["choices"][each]["announced"] is True]
                kind["choices"] = [each for each in kind["choices"] if each in asked or f"choice.{each}" not in used]
        data["needs"] = "player_count * 2 + 1"
        data["state_rules"] = [self.rule() for _ in range(self.below(3))]
        data |= self.course()
        self.used |= {f"top {key}" for key, value in data.items() if value}
        return {key: value for key, value in data.items() if value not in ({}, [])}

    # ---- effects, moments, cards -------------------------------------------------------------------------------------

    def named(self) -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
        """Generate effects and moments, each using only earlier ones, so that none calls itself."""
        effects: dict[str, Any] = {}
        moments: dict[str, Any] = {}
        triggers: list[Any] = []
        for _ in range(self.below(5)):
            if self.chance(3):
                self.moment(moments, triggers)
            else:
                self.effect(effects)
        return effects, moments, triggers

    def begin(self, may: frozenset[str]) -> frozenset[str]:
        self.size, self.does = 0, set()
        return may if self.chance(2) else frozenset()

    def effect(self, effects: dict[str, Any]) -> None:
        may = self.begin(EVERYTHING)
        scope, params = Scope(may=may), []
        spelled: dict[str, Any] = {}
        kinds = ["int", "bool", "player", "players", "card", "zone", "predicate", "steps", *self.world.enums]
        for kind in [self.pick([*kinds, *self.world.ranges]) for _ in range(self.below(4))]:
            if kind == "face" and len(self.world.faces) == 1:
                continue
            name = self.name({"predicate": "fits", "steps": "block"}.get(kind, "given"))
            default = None
            if kind != "zone" and self.chance(3):
                default = [] if kind == "steps" else "true" if kind == "predicate" else self.value(kind, Scope(), 1)
            spelled[name] = kind if default is None else {"type": kind, "default": default}
            params.append((name, kind, default is not None))
            if kind == "predicate":
                scope = replace(scope, conditions=(*scope.conditions, name))
            elif kind == "steps":
                scope = replace(scope, blocks=(*scope.blocks, name))
            else:
                scope = scope.knowing(**{name: self.base_of(kind)})
        name = self.name("effect")
        effects[name] = {"help": "An effect."} | ({"params": spelled} if spelled else {}) | {"do": self.some(scope)}
        self.world.effects.append(Reusable(name, params, frozenset(self.does), self.size))

    def moment(self, moments: dict[str, Any], triggers: list[Any]) -> None:
        may = self.begin(EVERYTHING)
        kinds = ["int", "bool", "player", "card", "players"]
        given = {self.name("told"): self.pick(kinds) for _ in range(self.below(3))}
        name, scope = self.name("moment"), Scope(tuple(given.items()), may=may)
        moments[name] = given
        for _ in range(self.below(3)):
            trigger: dict[str, Any] = {"at": name}
            if self.chance(2):
                trigger["if"] = self.truth(scope, 2)
            triggers.append({**trigger, "do": self.some(scope)})
        params = [(told, kind, False) for told, kind in given.items()]
        self.world.moments.append(Reusable(name, params, frozenset(self.does), self.size))

    def cards(self) -> tuple[dict[str, Any], list[Any]]:
        cards: dict[str, Any] = {}
        deck: list[Any] = []
        fixed: dict[str, Any] = {}
        for number, name in enumerate(self.kinds):
            if number and self.chance(5):
                cards[name] = {"like": self.kinds[0], "played": self.played()}
                deck.append({**deck[0], "card": name})
                continue
            faces: dict[str, Any] = {}
            line: dict[str, Any] = {"card": name}
            for face in [self.pick(self.world.faces)] if self.chance(3) else self.world.faces:
                faces[face] = self.face(line, fixed)
            kind: dict[str, Any] = {"faces": faces} if len(self.world.faces) > 1 else {"face": faces["front"]}
            if self.chance(2):
                kind["played"] = self.played()
            choices = [choice for choice in self.world.choices if self.chance(2)]
            if choices:
                kind["choices"] = choices[:2]
            cards[name] = kind
            line["copies"] = self.pick([1, 2, "player_count"])
            if self.chance(6):
                line["zone"] = self.pile(Scope())
            deck.append(line)
        line = {key: value for key, value in deck[0].items() if key not in ("zone", "copies")}
        first = {key: fixed.get(key, value) for key, value in line.items()}
        deck.append({**first, "copies": 12})
        return cards, deck

    def face(self, line: dict[str, Any], fixed: dict[str, Any]) -> dict[str, Any]:
        """Generate a face; note the attributes that the line of the deck must give."""
        face: dict[str, Any] = {}
        for name, kind in self.world.attributes.items():
            way = self.below(4)
            if way == 0:
                continue
            if way < 3 and len(line) < 3 and (kind in self.world.enums or kind in self.world.ranges):
                parameter = self.name("printed")
                face[name] = f"${parameter}"
                line[parameter], fixed[parameter] = self.printed(kind), self.members_of(kind)[0]
            else:
                values = {"bool": [True, False], "int": [1, 2, "player_count"]}.get(kind)
                face[name] = self.pick(values or self.members_of(kind))
        if self.chance(4):
            face["played"] = self.played()
        return face

    def printed(self, kind: str) -> Any:
        members = self.members_of(kind)
        ways = ["each", self.pick(members), members[:2]]
        return self.pick(ways if kind in self.world.enums else [*ways, f"{members[0]}..{members[1]}"])

    def played(self) -> list[Step]:
        self.begin(EVERYTHING)
        return self.some(IN_CARD)

    # ---- the course of the game --------------------------------------------------------------------------------------

    def rule(self) -> dict[str, Any]:
        """Generate a state rule that acts at most a few times per round."""
        self.begin(EVERYTHING)
        rule: dict[str, Any] = {}
        scope = IN_RULE
        if self.chance(2):
            rule["each"] = "player"
            scope = scope.knowing(it="player")
        rule["if"] = f"fired_1 < {1 + self.below(3)} and {self.truth(scope, 2)}"
        return {**rule, "then": [{"set": {"fired_1": "fired_1 + 1"}}, *self.steps(scope)]}

    def piece(self, scope: Scope, most: int = 2) -> list[Step]:
        self.begin(EVERYTHING)
        return self.steps(scope, most=most) if self.chance(2) else []

    def course(self) -> dict[str, Any]:
        play: dict[str, Any] = {"cards": "self.hand_1", "if": self.truth(Scope((("card", "card"),)), 2)}
        if len(self.world.faces) > 1 and self.chance(2):
            play["face"] = "each"
        after = self.piece(IN_TURN)
        play["do"] = [{"set": {"playing_1": "card"}}, *self.piece(IN_TURN.knowing(card="card", face="face"))]
        draw = [
            {"if": "deck_1.empty", "then": [{"move": {
                "count": "all", "from": "discard_1", "keep": 1, "to": "deck_1", "order": "shuffled"}}]},
            {"move": {"from": "deck_1", "to": "self.hand_1", "as": "drawn"}},
        ]  # fmt: skip
        options = {"play_1": play, "draw_1": {"do": [*draw, *after, {"finish": "turn"}]}}
        no_end = replace(
            IN_TURN, may=EVERYTHING - {TURN, RESOLVE}
        )  # a card may end the turn too, before any player is asked
        turn = {
            "start": self.piece(no_end),
            "choose": [{"ask": {"player": "self", "options": options}}],
            "lay": [{"lay": {"card": "playing_1", "to": "discard_1"}}],
            "window": self.piece(IN_TURN),
            "resolve": [{"resolve": "discard_1"}, *self.piece(IN_TURN)],
            "end": [
                {"if": "self.hand_1.empty", "then": [
                    {"finish": {"the": "round", "winners": "self", "reason": "out_1"}}]},
                *self.piece(no_end),
            ],
        }  # fmt: skip
        deal = {"for_each": {"in": "players", "do": [{"move": {"count": 2, "from": "deck_1", "to": "it.hand_1"}}]}}
        end_game = {"finish": {"the": "game", "winners": self.pick(["winners", "players", "none"]), "reason": "end_1"}}
        round_ = {
            "prepare": [{"shuffle": "deck_1"}, *self.piece(IN_ROUND)],
            "deal": [deal],
            "start": [{"lay": {"card": "deck_1.top", "to": "discard_1"}}, *self.piece(IN_ROUND)],
            "blocked": self.piece(replace(AT_END, may=frozenset({RESOLVE, ROUND}))),
            "end": [*self.piece(AT_END), {"if": f"round >= {1 + self.below(3)}", "then": [end_game]}],
        }
        course = {"turn": turn, "round": round_, "game": {"start": self.piece(AT_END)}}
        return {key: {k: v for k, v in value.items() if v} for key, value in course.items()}
