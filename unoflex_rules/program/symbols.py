"""Names for the numbers of a program: slots, constants, operands, labels, values.

Not here: the layout of a listing (listing.py), or where the names come from (the compiler).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, Question, StateVariable
from unoflex_rules.program.opcodes import NAMES, OPCODES, Opcode

CONSTANT = re.compile(r"-?\d+")
#: Names of the engine's own slots of a state: `S_SELF` is `self`; three have a name in the language.
ENGINE_SLOTS: Final[dict[int, str]] = {
    value: name[2:].lower()
    for name, value in vars(at).items()
    if name.startswith("S_") and name not in ("S_HEADER", "S_MISSES")
} | {at.S_IN: "players", at.S_IN_GAME: "everyone", at.S_FACE: "laid_face"}
ENDS = {at.TOP: "top", at.BOTTOM: "bottom", at.MIDDLE: "middle", at.ANYWHERE: "anywhere"}
ORDERS = {at.ORDER_KEPT: "kept", at.ORDER_REVERSED: "reversed", at.ORDER_SHUFFLED: "shuffled"}
#: Names of the operands that hold a zone, a seat, a face or a set.
ZONES = ("zone", "from")
SEATS = ("seat", "after")
FACES = ("face", "shows")
SETS = ("set", "winners")
#: Instructions whose operands take the type of the variable among them.
TYPED = ("SET", "SET_AT", "EQUAL", "SAME", "JUMP_EQUAL", "JUMP_UNEQUAL")


class Symbols:
    """The names of one program's numbers."""

    def __init__(self, program: Program) -> None:
        self.program = program
        p = program.vector
        self.first_temporary = p[at.P_PILE] + p[at.P_ZONES] * p[at.P_CARDS]
        self.slots = dict(ENGINE_SLOTS)
        self.slots |= {at.S_MISSES + seat: f"misses[P{seat}]" for seat in range(at.MAX_PLAYERS)}
        seen: dict[str, int] = {}
        for slot, name in sorted(program.slot_names.items()):
            seen[name] = seen.get(name, 0) + 1
            again = f" {seen[name]}" if seen[name] > 1 else ""
            self.slots[slot] = f"<{name}{again}>" if " " in name or again else name
        self.variables = [*program.variables, *program.active, *program.card_attributes]
        self.typed = {each.slot: each for each in self.variables}
        for each in self.variables:
            for k in range(each.count * each.width):
                self.typed.setdefault(each.slot + k, each)
                if each.count > 1:
                    of = f"P{k // each.width}" if each in program.variables else str(k)
                    self.slots.setdefault(each.slot + k, f"{each.name}[{of}]")
        found = {names["table"] for names in self.operands("FITS", "COUNT_FITS", "OPTION_CARDS")}
        self.tables = {address: f"T{k}" for k, address in enumerate(sorted(found), start=1)}
        self.options = sorted({names["option"] for names in self.operands(*(n for n in OPCODES if "OPTION" in n))})

    def instructions(self) -> Iterator[tuple[int, Opcode, dict[str, int]]]:
        """Every instruction: its address, its opcode, its operands by name."""
        p = self.program.vector
        for address in range(self.program.code_start, self.program.code_end, at.INSTRUCTION):
            op = OPCODES[NAMES[p[address]]]
            yield address, op, {name: p[address + 1 + k] for k, (name, _) in enumerate(op.operands)}

    def operands(self, *opcodes: str) -> list[dict[str, int]]:
        """The operands of every instruction with one of these names."""
        return [operands for _, op, operands in self.instructions() if op.name in opcodes]

    # ---- single numbers ------------------------------------------------------------------------------------------

    def slot(self, slot: int) -> str:
        """The name of a state slot; `t0`, `t1` ... for temporaries."""
        if slot in self.slots:
            return self.slots[slot]
        if slot >= self.first_temporary:
            return f"t{slot - self.first_temporary}"
        below = max((each for each in self.slots if each <= slot), default=0)
        return f"{self.slots.get(below, 'state')}+{slot - below}"

    def constant(self, slot: int) -> int | None:
        """The number in a slot that holds a constant; None for any other slot."""
        name = self.program.slot_names.get(slot, "")
        return int(name) if CONSTANT.fullmatch(name) else None

    def seat(self, number: int) -> str:
        return "none" if number < 0 else f"P{number}"

    def set(self, mask: int, words: Sequence[str] = ()) -> str:
        """A set of values by their names; without names, of seats."""
        found = [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        if not found:
            return "nobody"
        return "{" + ", ".join(words[bit] if bit < len(words) else f"P{bit}" for bit in found) + "}"

    def zone(self, number: int) -> str:
        if number >= len(self.program.zones):
            return f"chosen cards {number - len(self.program.zones) + 1}"
        return "none" if number < 0 else str(self.program.zones[number])

    def value(self, number: int, variable: StateVariable) -> str:
        """A value of a variable, by its name."""
        if variable.kind == "player":
            return self.seat(number)
        if variable.kind == "players":
            return self.set(number)
        if variable.kind == "bool":
            return "true" if number else "false"
        if number == at.NONE and variable.kind in ("enum", "card"):
            return "none"
        return variable.values[number] if 0 <= number < len(variable.values) else str(number)

    def label(self, address: int) -> str:
        name = self.program.labels.get(address)
        return f"{address} ({name})" if name else str(address)

    def option(self, desc: int) -> str:
        """An option of a question: its verb, and the address of its block."""
        p = self.program.vector
        return f"{self.program.verbs[p[desc + at.OPTION_VERB]]}->{p[desc + at.OPTION_LABEL]}"

    def question(self, address: int) -> Question | None:
        """The question to which the instruction at `address` belongs."""
        asked = max((each for each in self.program.questions if each <= address), default=None)
        return self.program.questions[asked] if asked is not None else None

    # ---- operands ------------------------------------------------------------------------------------------------

    def operand(self, address: int, op: Opcode, name: str, kind: str, operands: dict[str, int]) -> str:
        """One operand of an instruction."""
        number = operands[name]
        if kind == "label":
            return self.label(number)
        if kind == "number":
            return self.number(name, number)
        if kind == "table":
            return self.program.attribute_names.get(number) or self.tables.get(number) or f"@{number}"
        if kind == "desc":
            return self.option(number)
        if kind == "loop":
            return "loop " + self.slot(number + (2 if op.name.endswith("_CARD") else 1))
        zone = number - self.program.vector[at.P_SIZE]
        if kind == "slot" and self.slot(number).partition("+")[0] == "size":
            return f"size[{self.zone(zone)}]"
        held = self.constant(number) if kind == "slot" else None
        return self.slot(number) if held is None else self.held(address, op, name, held, operands)

    def number(self, name: str, number: int) -> str:
        if name == "list":
            return self.zone(number)
        if name == "end":
            return ENDS.get(number, str(number))
        if name == "order":
            return ORDERS.get(number & 3, str(number)) + (", to the bottom" if number & 4 else "")
        if name == "reason":
            return self.program.reasons[number] if number >= 0 else "the round's"
        return str(number)

    def held(self, address: int, op: Opcode, name: str, held: int, operands: dict[str, int]) -> str:
        """A constant by its meaning for this operand."""
        if name in ZONES or (op.name == "MOVE_ALL" and name == "to"):
            return self.zone(held)
        if op.name == "LOAD" and name == "index":
            if self.slot(operands["values"]) == "size":
                return self.zone(held)
            return self.seat(held) if operands["values"] in self.typed else str(held)
        if name in SEATS:
            return self.seat(held)
        if name in FACES and 0 <= held < len(self.program.faces):
            return self.program.faces[held]
        if name == "card" and held == at.NONE:
            return "none"
        if name in SETS:
            question = self.question(address) if op.name == "OPTION_EACH" else None
            words: Sequence[str] = ()
            if question is not None:
                verb = self.program.vector[operands["option"] + at.OPTION_VERB]
                words = question.verb_values.get(verb) or question.values
            return self.set(held, words)
        if op.name in TYPED:
            for other, slot in operands.items():
                if other != name and slot in self.typed and name != "index":
                    return self.value(held, self.typed[slot])
        return str(held)
