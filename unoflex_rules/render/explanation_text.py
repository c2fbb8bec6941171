"""An explanation of a problem code as text for a person: what is wrong, the way out, and the two examples.

What it says stands in explained/*.md.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence

from unoflex_rules.authoring.explanations import ExampleFile, Explanation
from unoflex_rules.render.terminal import PLAIN, Style

LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)[^)]*\)")  # to another page of docs/
COLUMNS = 100  # of a paragraph; a line of an example is never broken


def explanation_text(explanation: Explanation, style: Style = PLAIN) -> str:
    """The explanation; ends in a line break."""
    lines = [style.strong(style.shown(f"{explanation.code}: {explanation.title}"))]
    for paragraph in explanation.paragraphs:
        text = style.shown(LINK.sub(r"docs/\1", paragraph))
        lines += ["", *textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)]
    lines += [*_example("Wrong", explanation.wrong, style), *_example("Right", explanation.right, style)]
    return "".join(f"{line}\n" for line in lines)


def codes_text(codes: Mapping[str, str], style: Style = PLAIN) -> str:
    """All codes with their titles, one a line."""
    return "".join(f"{style.strong(code)}  {style.shown(title)}\n" for code, title in codes.items())


def _example(caption: str, files: Sequence[ExampleFile], style: Style) -> list[str]:
    """The files of an example, each indented below its caption."""
    lines = []
    for file in files:
        name = f", {file.name}" if file.name else ""
        paint = style.error if caption == "Wrong" else style.strong
        lines += ["", f"{paint(caption)}{style.shown(name)}:", ""]
        lines += [f"    {style.shown(line)}".rstrip() for line in file.shown.split("\n")[:-1]]
    return lines
