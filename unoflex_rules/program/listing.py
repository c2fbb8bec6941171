"""A program as text: its code line by line, its tables, the effects of its cards.

Not here: what each number is called (symbols.py), or which rulesets use what (unoflex_rules/authoring/usage.py).
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from unoflex_rules.program import layout as at
from unoflex_rules.program.image import InstructionSource, Program
from unoflex_rules.program.symbols import Symbols

COLUMNS = 100
OPERANDS = 28  # columns of operands; longer ones move the sentence to the next line
#: The engine's entry points, by their names in the program's header.
ENTRIES = ("P_START", "P_TURN", "P_TURN_END", "P_BLOCKED", "P_ROUND_END")


def listing(program: Program) -> str:
    """The whole program as text, ending with a line break."""
    names = Symbols(program)
    parts = [header(program), state(names), code(names), tables(names), effects(names)]
    return "\n".join("\n".join([title, *lines, ""]) for title, lines in parts if lines)


def columns(rows: Sequence[Sequence[str]], right: str = "") -> list[str]:
    """Rows of equal length as aligned lines, the last column wrapped. An `r` in `right` aligns a column right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    sides = right.ljust(len(widths))
    lines: list[str] = []
    for *cells, last in rows:
        aligned = (
            cell.rjust(size) if side == "r" else cell.ljust(size) for cell, size, side in zip(cells, widths, sides)
        )
        start = "  ".join(["", *aligned, ""])
        texts = wrapped(last, COLUMNS - len(start))
        lines += [f"{begin}{text}".rstrip() for begin, text in zip([start, *[" " * len(start)] * len(texts)], texts)]
    return lines


def wrapped(text: str, room: int) -> list[str]:
    """A text in lines of at most so many columns, at least one."""
    return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]


def header(program: Program) -> tuple[str, list[str]]:
    p = program.vector
    instructions = (program.code_end - program.code_start) // at.INSTRUCTION
    rows = [
        ("digest", program.digest),
        ("options", ", ".join(f"{name} {value}" for name, value in program.options.items()) or "none"),
        ("cards", f"{p[at.P_CARDS]} of {p[at.P_LOOKS]} looks, on {', '.join(program.faces)}"),
        ("zones", ", ".join(map(str, program.zones))),
        ("program", f"{len(p)} integers, {instructions} instructions among them"),
        ("state", f"{program.state_size} integers"),
        ("entries", ", ".join(f"{name[2:].lower()} {p[getattr(at, name)]}" for name in ENTRIES)),
    ]
    title = program.title if program.title == program.ruleset else f"{program.title} ({program.ruleset})"
    return f"{title} for {program.players} players", columns(rows)


def state(names: Symbols) -> tuple[str, list[str]]:
    """The slots of the state that belong to the ruleset."""
    program = names.program
    rows = []
    for slot, name in sorted(program.slot_names.items()):
        if slot >= names.first_temporary:
            continue
        variable = names.typed.get(slot)
        notes = ""
        if variable is not None:
            notes = " ".join(variable.values) if variable.kind == "enum" else variable.kind
            notes += f", {variable.count} of them" if variable.count > 1 else ""
        rows.append((str(slot), name, notes))
    return f"State, from slot {at.S_HEADER}; t0, t1 ... from slot {names.first_temporary}", columns(rows, "r")


def code(names: Symbols) -> tuple[str, list[str]]:
    """The instructions; `>` marks the targets of jumps, and the source stands above where it changes."""
    program = names.program
    targets = {
        operands[name] for _, op, operands in names.instructions() for name, kind in op.operands if kind == "label"
    }
    targets |= {program.vector[desc + at.OPTION_LABEL] for desc in names.options}
    names_of_ops = max(len(op.name) for _, op, _ in names.instructions())
    lines: list[str] = []
    source = ""
    for address, op, operands in names.instructions():
        shown = {name: names.operand(address, op, name, kind, operands) for name, kind in op.operands}
        if address in program.labels:
            lines.append(f"{program.labels[address]}:")
        place = where(program.sources.get(address))
        if place and place != source:
            lines.append(f"{'':<11}{place}")
            source = place
        start = f"  {'>' if address in targets else ' '}{address:>5}  {op.name:<{names_of_ops}}  "
        lines += instruction(start, ", ".join(shown.values()), op.sentence.format_map(shown))
    return "Code", lines


def instruction(start: str, operands: str, sentence: str) -> list[str]:
    """An instruction with its operands, and the sentence beside or below them."""
    indent = " " * (len(start) + OPERANDS + 2)
    texts = [indent + text for text in wrapped(sentence, COLUMNS - len(indent))]
    if len(operands) > OPERANDS:
        return [start + operands, *texts]
    return [(start + operands.ljust(OPERANDS) + "  " + texts[0].strip()).rstrip(), *texts[1:]]


def where(source: InstructionSource | None) -> str:
    """The line of a statement, and the outermost line that called it."""
    if source is None:
        return ""
    return f"{source.place} by {source.outermost}" if source.chain else str(source.place)


def tables(names: Symbols) -> tuple[str, list[str]]:
    """The lookup tables of conditions on cards: their terms and sizes."""
    program = names.program
    p = program.vector
    starts = [*names.tables, *names.options, *(each - 1 for each in program.attribute_names), len(p)]
    starts += [p[key] for key in (at.P_LOOK, at.P_KIND, at.P_FIRST_ZONE, at.P_KEPT, at.P_ACTIVE, at.P_EFFECTS)]
    rows = []
    for address, name in names.tables.items():
        terms = [address + at.TABLE_FIRST_TERM + k * at.TERM_WIDTH for k in range(p[address + at.TABLE_TERMS])]
        words = p[address + at.TABLE_WORDS]
        first = address + at.TABLE_FIRST_TERM + len(terms) * at.TERM_WIDTH
        size = (min(each for each in starts if each > address) - first) // words
        notes = []
        left = size
        for term in terms:
            values, left = left // p[term + at.TERM_STRIDE], p[term + at.TERM_STRIDE]
            low = p[term + at.TERM_LOW]
            notes.append(f"{names.slot(p[term + at.TERM_SLOT])} {low}..{low + values - 1}")
        rows.append((name, f"@{address}", f"{size} x {words}", " x ".join(notes) or "the card alone"))
    for address, attribute in sorted(program.attribute_names.items()):
        rows.append((attribute, f"@{address}", f"{p[at.P_FACES] * p[at.P_LOOKS]}", "the attribute, by face and look"))
    for desc in names.options:
        face = names.slot(p[desc + at.OPTION_FACE]) if p[desc + at.OPTION_FACE] else ""
        held = names.constant(p[desc + at.OPTION_FACE]) if face else None
        notes = [f"on {program.faces[held] if held is not None else face}"] if face else []
        notes += ["with the choices announced"] if p[desc + at.OPTION_ANNOUNCES] else []
        notes += ["as a last resort"] if p[desc + at.OPTION_LAST_RESORT] else []
        rows.append((names.option(desc), f"@{desc}", "", "an option" + "".join(f", {each}" for each in notes)))
    return "Tables", columns(rows)


def effects(names: Symbols) -> tuple[str, list[str]]:
    """The code that each kind of card runs, by face."""
    program = names.program
    p = program.vector
    kinds: dict[tuple[str, str, int], int] = {}
    for card, look in enumerate(program.cards):
        for face, called in enumerate(program.faces):
            if program.looks[look][face]:
                address = p[p[at.P_EFFECTS] + face * p[at.P_LOOKS] + look]
                key = (program.kind_of(card, face), called, address)
                kinds[key] = kinds.get(key, 0) + 1
    order = {kind: k for k, kind in enumerate(program.kinds)}
    rows = [
        (kind, face, f"{count} card{'s' if count > 1 else ''}", names.label(address) if address else "no effect")
        for (kind, face, address), count in sorted(kinds.items(), key=lambda item: (order[item[0][0]], item[0][1:]))
    ]
    return "Effects of cards", columns(rows)
