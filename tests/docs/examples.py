"""The examples of a page: its code blocks, the files that they make, and the links of the page.

Not here: tests.
"""

import re
from typing import NamedTuple

import yaml

BLOCK = re.compile(r"^( *)```(\w+)(?: (\w+))?\n(.*?)^ *```$", re.M | re.S)
HEAD = "format: 1\nid: {name}\ntitle: Example\n"


class Block(NamedTuple):
    """A code block: its line, its language, the info word after the language, and its text without indentation."""

    line: int
    language: str
    word: str
    text: str

    @property
    def whole(self) -> bool:
        """Whether it is a whole ruleset rather than a piece."""
        return self.text.startswith("format: 1\n")


class Example(NamedTuple):
    """A block of the page: its line, and the file that it makes."""

    line: int
    code: str  # code of the problem, if the example demonstrates one
    name: str
    text: str
    whole: bool

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(text):
    """Return the code blocks of a page in order."""
    found = []
    for match in BLOCK.finditer(text):
        indent, language, word, body = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(line, language, word or "", re.sub(rf"^{indent}", "", body, flags=re.M)))
    return found


def file_of(block, name="example"):
    """Return the file of a YAML block. A piece gets the head, and an `extends` if it has none."""
    text = block.text
    if not block.whole:
        text = HEAD.format(name=name) + ("" if re.search(r"^extends:", text, re.M) else "extends: classic\n") + text
    named = re.search(r"^id: (\S+)$", text, re.M)
    assert named is not None
    return Example(block.line, block.word, named[1], text, block.whole)


def added_choices(text, never=frozenset()):
    """Return the choices that a ruleset adds: options by their verbs, and kinds of cards."""
    ruleset = yaml.safe_load(text)
    ruleset.pop("options", None)  # games do not offer these
    return names_in(ruleset) - never


def names_in(node, key=""):
    found = set()
    if isinstance(node, dict):
        if key == "cards":
            found |= set(node)
        if key == "options":
            found |= {each.get("verb", name) if isinstance(each, dict) else name for name, each in node.items()}
        if key == "choices":
            found |= {each["verb"] for each in node.values() if "verb" in each}
        for name, each in node.items():
            found |= names_in(each, name if key in ("", "ask", "window") or name in ("ask", "window") else "-")
    if isinstance(node, list):
        for each in node:
            found |= names_in(each, "-")
    return found


def anchor_of(heading):
    """Return the anchor of a heading."""
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def anchors(text):
    """Return the anchors of a page."""
    outside = BLOCK.sub("", text)
    return {anchor_of(heading) for heading in re.findall(r"^#+ (.*)$", outside, re.M)}
