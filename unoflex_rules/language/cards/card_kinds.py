"""Reads kinds of cards: their faces as written, after `like`.

Not here: the physical cards (deck.py), or the values of their attributes (printed_faces.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from unoflex_rules.language.diagnostics.kinds import UnknownKey, UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.wording import listing
from unoflex_rules.language.expressions.rejection import ProblemReporter
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.schema.repeated_names import once
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

KIND_KEYS = {"like", "title", "face", "faces", "played", "choices"}
FACE_KEYS = {"like", "title", "played", "choices"}


@dataclass(eq=False)
class ResolvedFace:
    """A face of a kind as written: the nodes of its attributes, its effect and its choices."""

    attributes: dict[str, Node] = field(default_factory=dict)
    played: Node | None = None
    played_by: str = ""
    choices: list[Node] | None = None
    title: Node | None = None


@dataclass(eq=False)
class ResolvedKind:
    """A kind as written, after `like`; `base`: the kind that it is like, or itself."""

    name: str
    faces: dict[str, ResolvedFace]
    base: str


class KindReader(ProblemReporter):
    """The kinds of a ruleset."""

    def __init__(self, tree: Mapping, world: World, problems: Problems) -> None:
        self.tree = tree
        self.world = world
        self.problems = problems
        self.kinds: dict[str, ResolvedKind | None] = {}
        self.lost: dict[str, set[str]] = {}  # parameters of a kind whose attribute is unknown
        self.nodes = {entry.key: entry for entry in entries(tree, "cards")}

    def kind(self, name: str, chain: tuple[str, ...]) -> ResolvedKind | None:
        """The kind of that name; None if it is faulty."""
        if name in self.kinds:
            return self.kinds[name]
        entry = self.nodes[name]
        node = entry.node
        if not isinstance(node, Mapping):
            return None
        if name in chain:
            message = f"card kind `{name}` is like itself: {' -> '.join((*chain, name))}"
            self.problems.error("E320", message, entry.key_span)
            return None
        faces: dict[str, ResolvedFace] = {}
        base_name = name
        like = part(node, "like")
        if isinstance(like, Scalar):
            base = self.other(like, (*chain, name))
            if base is not None:
                faces = {each: copy_of(face) for each, face in base.faces.items()}
                base_name = base.base
        written = self.faces_of(entry, (*chain, name))
        faces = faces or {each: ResolvedFace() for each in written or self.world.faces.members[:1]}
        whole = self.face(Entry(name, entry.key_span, node), KIND_KEYS, name, "", (*chain, name))
        for each in written:
            faces.setdefault(each, ResolvedFace())
        for each, face in faces.items():
            overlay(face, whole)
            overlay(face, written.get(each, ResolvedFace()))
        kind = ResolvedKind(name, faces, base_name)
        self.kinds[name] = kind
        return kind

    def other(self, name: Scalar, chain: tuple[str, ...]) -> ResolvedKind | None:
        """Another kind, by a reference to it."""
        if name.text not in self.nodes:
            self.problems.report(UnknownName("E208", "card kind", name.text, tuple(self.nodes)), name.span)
            return None
        return self.kind(name.text, chain)

    def faces_of(self, entry: Entry, chain: tuple[str, ...]) -> dict[str, ResolvedFace]:
        """The faces written for a kind."""
        found: dict[str, ResolvedFace] = {}
        single, several = part(entry.node, "face"), part(entry.node, "faces")
        names = self.world.faces.members
        if isinstance(single, Mapping):
            found[names[0]] = self.face(Entry("face", single.head_span, single), FACE_KEYS, entry.key, names[0], chain)
        for each in several if isinstance(several, Mapping) else ():
            if each.key not in names:
                self.problems.report(UnknownName("E205", "face", each.key, names), each.key_span)
                parameters = [
                    text(written.node) for written in entries(several, each.key) if is_parameter(written.node)
                ]
                self.lost.setdefault(entry.key, set()).update(name[1:] for name in parameters)
                continue
            found[each.key] = self.face(each, FACE_KEYS, entry.key, each.key, chain)
        return found

    def face(self, entry: Entry, keys: set[str], kind: str, name: str, chain: tuple[str, ...]) -> ResolvedFace:
        """One face, or the parts of a kind that hold for all its faces."""
        face = ResolvedFace()
        node = entry.node
        if not isinstance(node, Mapping):
            return face
        like = part(node, "like")
        if isinstance(like, Scalar) and keys is FACE_KEYS:
            base = self.other(like, chain)
            if base is not None:
                face = copy_of(next(iter(base.faces.values())))
        for each in node:
            if each.key in keys:
                continue
            if each.key not in self.world.attributes:
                known = (*self.world.attributes, *sorted(keys))
                self.problems.report(UnknownKey(each.key, known), each.key_span, notes=listing("keys here", known))
                if isinstance(each.node, Scalar) and each.node.text.startswith("$"):
                    self.lost.setdefault(kind, set()).add(each.node.text[1:])
                continue
            if isinstance(each.node, Scalar) and each.node.text.startswith("$") and not is_parameter(each.node):
                near = each.node.text.replace("$", "")
                self.problems.error("E301", "a parameter in an expression has no `$`", each.node.span, suggestion=near)
                continue
            face.attributes[each.key] = each.node
        face.title = part(node, "title") or face.title
        played = part(node, "played")
        if played is not None:
            face.played, face.played_by = played, f"{kind}.{name}" if name else kind
        choices = part(node, "choices")
        if isinstance(choices, Sequence):
            face.choices = list(choices)
            for choice in once(choices, "choice", self.problems):
                if text(choice) not in self.world.choices:
                    unknown = UnknownName("E205", "choice", text(choice), tuple(self.world.choices))
                    self.problems.report(unknown, choice.span)
        return face


def is_parameter(node: Node) -> bool:
    """Whether a value is a parameter alone: `$rank`."""
    return isinstance(node, Scalar) and isinstance(node.value, str) and bool(re.fullmatch(r"\$\w+", node.value))


def copy_of(face: ResolvedFace) -> ResolvedFace:
    return ResolvedFace(dict(face.attributes), face.played, face.played_by, face.choices, face.title)


def overlay(under: ResolvedFace, over: ResolvedFace) -> None:
    """Override `under` with the parts that `over` has."""
    under.attributes.update(over.attributes)
    if over.played is not None:
        under.played, under.played_by = over.played, over.played_by
    if over.choices is not None:
        under.choices = over.choices
    under.title = over.title or under.title


def parameters_of(kind: ResolvedKind) -> dict[str, str]:
    """The parameters of a kind, each with its attribute."""
    found: dict[str, str] = {}
    for face in kind.faces.values():
        for name, node in face.attributes.items():
            if isinstance(node, Scalar) and is_parameter(node):
                found.setdefault(node.text[1:], name)
    return found
