"""What is kept of a campaign as the text of its file, laid out for people. Not here: what is kept (kept_state.py)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from unoflex_rules.language.yaml.quoting import quoted
from unoflex_rules.resources import schema_dir

WIDTH = 120
STEP = "  "
ABOUT = (
    "A campaign of {title}, between two rounds. `unoflex campaign play` plays on, `unoflex campaign show` tells how it "
    "stands. It may be edited by hand, and what stands here counts; `unoflex campaign check` tells whether it is in "
    "order. Comments are not kept: what is to stay stands under `notes`."
)
#: What stands above a key, as a comment.
ABOVE = {
    "players": "in their order, each with the agent that plays for him",
    "rounds": "how far it is",
    "variables": "what lasts for the game",
    "deck": "the cards that the next round is played with: those that carry something, then all others",
    "zones": "cards that stay elsewhere, from the top",
    "chance": "where chance goes on, so that a campaign that was stopped is as one that never was",
}
#: Keys at the top of whose mappings, or lists, each entry has a line of its own.
OPEN = ("notes", "variables", "zones", "chance")


def campaign_text(title: str, data: Mapping[str, Any]) -> str:
    """The text of a file that holds `data`, in this order."""
    lines = [f"# yaml-language-server: $schema={schema_dir() / 'campaign.schema.json'}"]
    lines += textwrap.wrap(ABOUT.format(title=title), WIDTH, initial_indent="# ", subsequent_indent="# ")
    for key, value in data.items():
        if key in ABOVE:
            lines += ["", f"# {ABOVE[key][0].upper()}{ABOVE[key][1:]}"]
        lines += entry(key, value, "")
    return "\n".join(lines) + "\n"


def entry(key: str, value: Any, indent: str, dash: str = "") -> Iterator[str]:
    """A key with its value, on one line if it has room there."""
    head = f"{indent}{dash}{quoted(key)}:"
    inner = indent + STEP + " " * len(dash)
    line = f"{head} {flow(value)}"
    if isinstance(value, str) and "\n" in value and is_block(value):
        yield f"{head} |{'' if value.endswith(chr(10)) else '-'}"
        yield from (f"{inner}{each}".rstrip() for each in value.removesuffix("\n").split("\n"))
    elif isinstance(value, Mapping) and value and (len(line) > WIDTH or (key in OPEN and not indent)):
        yield head
        for name, each in value.items():
            yield from entry(name, each, inner)
    elif isinstance(value, list) and ((value and key in OPEN and not indent) or any(map(stands_alone, value))):
        yield head
        for item in value:
            yield from listed(item, inner)
    elif len(line) > WIDTH and isinstance(value, list):
        yield from wrapped(f"{head} [", value, inner)
    else:
        yield line


def listed(item: Any, indent: str) -> Iterator[str]:
    """An item of a list that stands on lines of its own."""
    if isinstance(item, Mapping) and len(item) == 1:
        [(key, value)] = item.items()
        yield from entry(key, value, indent, "- ")
    elif isinstance(item, list):
        yield from wrapped(f"{indent}- [", item, indent + STEP)
    else:
        yield f"{indent}- {flow(item)}"


def wrapped(head: str, items: Iterable[Any], indent: str) -> Iterator[str]:
    """A list in brackets, on as many lines as it takes."""
    line, pieces = head, [flow(item, bare=True) for item in items]
    for number, piece in enumerate(pieces):
        piece += "]" if number == len(pieces) - 1 else ","
        if len(line) + 1 + len(piece) > WIDTH and not line.endswith("["):
            yield line
            line = indent + piece
        else:
            line += piece if line.endswith("[") else f" {piece}"
    yield line if pieces else f"{head}]"


def stands_alone(item: Any) -> bool:
    """Whether an item of a list is more than a name or a count."""
    return isinstance(item, list) or (isinstance(item, Mapping) and any(isinstance(v, Mapping) for v in item.values()))


def is_block(text: str) -> bool:
    """Whether a text of several lines stands in a file as it is."""
    lines = text.removesuffix("\n").split("\n")
    whole = all(line == line.strip() and line.isprintable() for line in lines)
    return whole and lines[0] != "" and lines[-1] != ""


def flow(value: Any, bare: bool = False) -> str:
    """A value on one line; `bare`: a mapping with one key in a list has no braces."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{quoted(str(key), True)}: {flow(each)}" for key, each in value.items())
        return inside if bare and len(value) == 1 else f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(flow(each, bare=True) for each in value)}]"
    if isinstance(value, str):
        return quoted(value, True)
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
