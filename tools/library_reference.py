"""The shipped library as its files are written: what each declares, as rows for a reference. Used by tools/docs.py
alone.

Not here: reading rulesets to play them (language/ruleset.py), or Markdown (tools/docs.py).
"""

from __future__ import annotations

from unoflex_rules.language.compose.inherited import is_abstract
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.resources import rulesets_dir

#: What a file declares besides options, effects and definitions, and under which key.
KINDS = {
    "zone": "zones",
    "variable": "variables",
    "value type": "values",
    "attribute": "attributes",
    "part of what is in force": "active",
    "choice": "choices",
    "moment": "moments",
}


class File:
    """A file of the library as it is written, without what it builds on."""

    def __init__(self, ruleset_id: str) -> None:
        self.id = ruleset_id
        text = (rulesets_dir() / f"{ruleset_id}.yaml").read_text(encoding="utf-8")
        tree = read_text(text, f"{ruleset_id}.yaml", Problems())
        assert tree is not None
        self.tree = tree
        self.lines = text.split("\n")

    @property
    def introduction(self) -> str:
        """The comment with which the file begins."""
        first = next(k for k, line in enumerate(self.lines) if not line.startswith("#"))
        return " ".join(line.removeprefix("# ") for line in self.lines[:first] if not line.startswith("# yaml-"))

    def entries(self, *path: str) -> list[tuple[str, Node, str]]:
        """What stands under a key: names, what they stand for, and the comment at the end of the line."""
        node = self.tree.get(path)
        found = []
        for entry in node if isinstance(node, Mapping) else ():
            _, _, comment = self.lines[entry.key_span.line - 1].partition("  # ")
            found.append((entry.key.rstrip("=+-"), entry.node, comment.strip()))
        return found

    def options(self) -> list[tuple[str, ...]]:
        """Options: name, type, default, help."""
        return [
            (f"`{name}`", said(part(node, "type")), f"`{said(part(node, 'default'))}`", said(part(node, "help")))
            for name, node, _ in self.entries("options")
        ]

    def effects(self) -> list[tuple[str, ...]]:
        """Effects: how each is called, what it does."""
        return [(f"`{call(name, node)}`", said(part(node, "help"))) for name, node, _ in self.entries("effects")]

    def definitions(self) -> list[tuple[str, ...]]:
        """Definitions: name, expression; of those that are left to the games, what they are for."""
        found: list[tuple[str, ...]] = []
        for name, node, _ in self.entries("define"):
            params = said(part(node, "params"))
            stands_for = f"`{' '.join(said(part(node, 'value') or node).split())}`"
            if is_abstract(node):
                stands_for = f"left to the game: {said(part(node, 'help'))}"
            found.append((f"`{name}({params})`" if params else f"`{name}`", stands_for))
        return found

    def names(self) -> list[tuple[str, ...]]:
        """Everything else that has a name: the name, what it is, the comment."""
        return [
            (f"`{name}`", f"{kind}{detail(kind, node)}", comment)
            for kind, key in KINDS.items()
            for name, node, comment in self.entries(key)
        ]


def part(node: Node, key: str) -> Node | None:
    """What stands under a key."""
    return node.get((key,)) if isinstance(node, Mapping) else None


def said(node: Node | None) -> str:
    """A value as it is written, of a list its items, of a mapping its keys."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return ", ".join(map(said, node))
    return ", ".join(entry.key for entry in node) if isinstance(node, Mapping) else ""


def detail(kind: str, node: Node) -> str:
    """What else is worth a word: a type, whose it is, how long it lasts."""
    found = [said(part(node, "of") or part(node, "type"))] if isinstance(node, Mapping) else [said(node)]
    if kind in ("value type", "moment"):
        found = [said(node)]
    found += ["of each player"] if said(part(node, "each")) == "player" else []
    keep = said(part(node, "keep"))
    found += [f"for a {keep}"] if kind == "variable" and keep else []
    shown = ", ".join(each for each in found if each)
    return f": {shown}" if shown else ""


def call(name: str, effect: Node) -> str:
    """How an effect is called: its parameters, those that need not be given with a `?`."""
    params = part(effect, "params")
    shown = []
    for entry in params if isinstance(params, Mapping) else ():
        kind = said(part(entry.node, "type")) if isinstance(entry.node, Mapping) else said(entry.node)
        shown.append(f"{entry.key}{'?' if part(entry.node, 'default') is not None else ''}: {kind}")
    return f"{name}: {{{', '.join(shown)}}}" if shown else name
