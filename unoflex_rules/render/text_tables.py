"""A table as text: columns aligned by the width of their cells on a terminal.

Not here: the contents of cells, and the format of numbers.
"""

from collections.abc import Sequence

from unoflex_rules.render.terminal import PLAIN, Style, width

GAP = 3  # columns between two cells


def table(rows: Sequence[Sequence[str]], align: str = "", *, indent: int = 1, style: Style = PLAIN) -> str:
    """`rows`, one per line, with aligned columns; `align` has one letter per column, `l` or `r`.

    Columns beyond `align` are left-aligned. Lines have no trailing spaces. Rows may have different lengths. Raises
    ValueError for any other letter.
    """
    if set(align) - set("lr"):
        raise ValueError(f"align is made of `l` and `r`, not {align!r}")
    shown = [[style.titled(cell) for cell in row] for row in rows]
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
