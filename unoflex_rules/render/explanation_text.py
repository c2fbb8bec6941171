"""The explanation of a problem code as text: cause, solution and two examples.

Not here: the explanations (authoring/explanations.py).
"""

import re
import textwrap
from collections.abc import Mapping, Sequence

from unoflex_rules.authoring.explanations import ExampleFile, Explanation
from unoflex_rules.render.terminal import PLAIN, Style

LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)[^)]*\)")  # a link to another page of docs/
COLUMNS = 100  # of paragraphs; lines of examples are never wrapped


def explanation_text(explanation: Explanation, style: Style = PLAIN) -> str:
    """The explanation; ends with a line break."""
    lines = [style.strong(style.shown(f"{explanation.code}: {explanation.title}"))]
    for paragraph in explanation.paragraphs:
        text = style.shown(LINK.sub(r"docs/\1", paragraph))
        lines += ["", *textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)]
    lines += [*_example("Wrong", explanation.wrong, style), *_example("Right", explanation.right, style)]
    return "".join(f"{line}\n" for line in lines)


def codes_text(codes: Mapping[str, str], style: Style = PLAIN) -> str:
    """All codes with their titles, one per line."""
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
