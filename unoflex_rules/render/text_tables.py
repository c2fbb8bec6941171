"""A table as text: columns aligned by the width that their cells have on a terminal.

What stands in the cells, and how a number is written, is up to the caller.
"""

from collections.abc import Sequence

from unoflex_rules.render.terminal import PLAIN, Style, width

GAP = 3  # columns between two cells


def table(rows: Sequence[Sequence[str]], align: str = "", *, indent: int = 1, style: Style = PLAIN) -> str:
    """`rows` one a line, each cell padded to its column; `align` is one letter a column, `l` or `r`.

    Columns beyond `align` are left-aligned; no line ends in blanks; rows may be of different lengths. Raises
    ValueError for a letter other than these two.
    """
    if set(align) - set("lr"):
        raise ValueError(f"align is made of `l` and `r`, not {align!r}")
    shown = [[style.shown(cell) for cell in row] for row in rows]
    columns = max(map(len, shown), default=0)
    widths = [max(width(row[i]) for row in shown if i < len(row)) for i in range(columns)]
    sides = align.ljust(columns, "l")
    lines = []
    for row in shown:
        padded = (_padded(cell, widths[i], sides[i]) for i, cell in enumerate(row))
        lines.append((" " * indent + (" " * GAP).join(padded)).rstrip())
    return "\n".join(lines)


def _padded(cell: str, columns: int, side: str) -> str:
    blanks = " " * (columns - width(cell))
    return blanks + cell if side == "r" else cell + blanks
