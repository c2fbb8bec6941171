"""Bounds of numbers: those of an option or a parameter, and ranges in the notation of other languages.

Not here: types that are ranges (type_reader.py), or values outside the bounds of a type.
"""

from __future__ import annotations

import re

from unoflex_rules.language.yaml.nodes import Entry, Node, Scalar
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span

#: The type of a parameter that is a number of 0 or more.
COUNT = "count"
#: A range.
RANGE = re.compile(r"^(-?\d+)\.\.(-?\d+)$")
#: A range in another notation: `1...9`, `1-9`, `1 to 9`, `1 .. 9`.
_NEARLY = re.compile(r"(-?\d+)\s*(?:\.{2,3}|-|\u2013|\u2026|to)\s*(-?\d+)")


def range_meant(text: str) -> str | None:
    """A range in another notation, written as a range; None for any other text."""
    found = _NEARLY.fullmatch(text)
    return f"{found[1]}..{found[2]}" if found is not None else None


def within_bounds(
    entry: Entry, given: int, source: Span | None, also: tuple[tuple[Span, str], ...], problems: Problems
) -> None:
    """Reject a number outside `min` and `max` of an option, and bounds without any number between them.

    `source`: the place of the number, None for one from the command line; then `also` has the place of the option.
    """
    bounds = {key: node for key in ("min", "max") if isinstance(node := entry.node.get((key,)), Scalar)}
    numbers = {key: node.value for key, node in bounds.items() if isinstance(node.value, int)}
    low, high = numbers.get("min"), numbers.get("max")
    if low is not None and high is not None and low > high:
        problems.error(
            "E104", f"option `{entry.key}` has no value: `min` is {low} and `max` is {high}",
            bounds["max"].span, also=((bounds["min"].span, "greater than `max`"),), names=(entry.key,),
        )  # fmt: skip
        return
    broken = "min" if low is not None and given < low else "max" if high is not None and given > high else ""
    if broken:
        wanted = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
        place = bounds[broken].span
        if source is not None and place.file != source.file:
            also = ((place, "declared here"),)
        problems.error("E104", f"option `{entry.key}` must be {wanted}, not {given}", source, also=also, names=(entry.key,))


def within_range(name: str, kind: str, node: Node, problems: Problems) -> bool:
    """Whether a literal number is in the range of a parameter; true for any other node. Reports if not."""
    span, number = RANGE.match(kind), node.value if isinstance(node, Scalar) else None
    if not isinstance(number, int) or (span is None and kind != COUNT):
        return True
    if number >= 0 if span is None else int(span[1]) <= number <= int(span[2]):
        return True
    bounds = "at least 0" if span is None else f"{span[1]} to {span[2]}"
    problems.error("E104", f"`{name}` must be {bounds}, not {number}", node.span, names=(name,))
    return False
