"""The examples of a page: its code blocks, the files that they make, and the links of the page.

No test lives here.
"""

import re
from typing import NamedTuple

import yaml

BLOCK = re.compile(r"^( *)```(\w+)(?: (\w+))?\n(.*?)^ *```$", re.M | re.S)
HEAD = "format: 1\nid: {name}\ntitle: Example\n"


class Block(NamedTuple):
    """A code block: the line where it stands, its language, the word behind that, and its text without indentation."""

    line: int
    language: str
    word: str
    text: str

    @property
    def whole(self) -> bool:
        """Whether it is a whole ruleset, and no piece of one."""
        return self.text.startswith("format: 1\n")


class Example(NamedTuple):
    """A block of the page: where it stands, and the file that it makes."""

    line: int
    code: str  # of the problem that it has, if it is there to have one
    name: str
    text: str
    whole: bool

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(text):
    """The code blocks of a page, in their order."""
    found = []
    for match in BLOCK.finditer(text):
        indent, language, word, body = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(line, language, word or "", re.sub(rf"^{indent}", "", body, flags=re.M)))
    return found


def file_of(block, name="example"):
    """The file that a block of YAML makes: before a piece comes the head, and what it extends if it does not say so."""
    text = block.text
    if not block.whole:
        text = HEAD.format(name=name) + ("" if re.search(r"^extends:", text, re.M) else "extends: classic\n") + text
    named = re.search(r"^id: (\S+)$", text, re.M)
    assert named is not None
    return Example(block.line, block.word, named[1], text, block.whole)


def waited_for(text, never=frozenset()):
    """What a ruleset adds that players should come to choose: options, by their verbs, and kinds of cards."""
    ruleset = yaml.safe_load(text)
    ruleset.pop("options", None)  # nobody comes to choose those in a game
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
    """What a link to a heading says after the `#`."""
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def anchors(text):
    """Where links into a page may lead."""
    outside = BLOCK.sub("", text)
    return {anchor_of(heading) for heading in re.findall(r"^#+ (.*)$", outside, re.M)}
