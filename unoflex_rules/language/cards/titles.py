"""Titles of cards, values and options in one of a ruleset's languages. Not here: the names that programs use.

A text is written once for all languages, or once for each: `{en: Red, cs: červená}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from unoflex_rules.language.cards.looks import Look, PrintedFace
from unoflex_rules.language.expressions.types import NONE, Type
from unoflex_rules.language.expressions.world import AttributeDeclaration, World, ZoneDeclaration
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Sequence

PARAMETER = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
#: Declarations whose titles stand for their names.
NAMED = ("variables", "attributes", "card_state", "active", "faces")
USUAL = "en"  # the default language


class UnknownLanguage(ValueError):
    """A language in which a ruleset has no texts; `languages`: those that it has."""

    def __init__(self, lang: str, languages: tuple[str, ...]) -> None:
        super().__init__(f"unknown language `{lang}`; this ruleset has: {', '.join(languages)}")
        self.languages = languages


def spoken(tree: Mapping) -> tuple[str, ...]:
    """The languages of a ruleset's texts, in order of appearance."""
    found: dict[str, None] = {}
    for node in texts(tree):
        if isinstance(node, Mapping):
            found |= dict.fromkeys(entry.key for entry in node)
    return tuple(found)


def texts(tree: Mapping) -> Iterator[Node | None]:
    """All texts that may have several languages."""
    yield tree.get(("title",))
    yield tree.get(("description",))
    for kind in entries(tree, "values"):
        yield from (part(value.node, "title") for value in described(kind.node))
    for card in entries(tree, "cards"):
        yield card.node.get(("title",))
        yield card.node.get(("face", "title"))
        yield from (part(face.node, "title") for face in entries(card.node, "faces"))
    for zone in entries(tree, "zones"):
        yield part(zone.node, "title")
    for option in entries(tree, "options"):
        yield part(option.node, "help")
    for counted in entries(tree, "counts"):
        yield part(counted.node, "title")
    for section in NAMED:
        yield from (part(entry.node, "title") for entry in entries(tree, section))
    for variable in entries(tree, "variables"):
        shown = part(variable.node, "show")
        yield from shown.items if isinstance(shown, Sequence) else (entry.node for entry in entries(shown))


def described(kind: Node) -> list[Entry]:
    """The values of a value type that have details, such as a title."""
    return entries(kind, "names") if part(kind, "range") is not None else entries(kind)


def in_language(node: Node | None, lang: str | None, default: str = "") -> str:
    """A text in a language; if it lacks that one, in English or else in its first language."""
    if not isinstance(node, Mapping):
        return text(node, default)
    return text(node.get((lang or USUAL,)) or node.get((USUAL,)) or next(iter(node)).node, default)


class Titles:
    """The titles of one ruleset in one language, by default the usual one; `signs` adds the signs of values.

    Raises UnknownLanguage if the ruleset has several languages, but not this one.
    """

    def __init__(self, tree: Mapping, world: World, lang: str | None = None, signs: bool = True) -> None:
        self.tree, self.world, self.lang, self.with_signs = tree, world, lang, signs
        known = spoken(tree)
        if lang is not None and len(known) > 1 and lang not in known:
            raise UnknownLanguage(lang, known)

    @property
    def ruleset(self) -> str:
        """The title of the ruleset."""
        return in_language(self.tree.get(("title",)), self.lang)

    def text(self, node: Node | None, default: str) -> str:
        """A text in the language of these titles."""
        return in_language(node, self.lang, default)

    def zone(self, zone: ZoneDeclaration, instance: str) -> str:
        """The title of a zone, with its value if each value has one."""
        words = instance.replace("_", " ")
        return words if zone.title is None else in_language(zone.title, self.lang) + words[len(zone.name) :]

    def name(self, sections: tuple[str, ...], name: str, instance: str | None = None) -> str:
        """The title of a declaration, in the first section that gives one; with its value if each value has one."""
        words = (instance or name).replace("_", " ")
        for section in sections:
            node = self.tree.get((section, name, "title"))
            if node is not None:
                return in_language(node, self.lang) + words[len(name) :]
        return words

    def value(self, kind: Type, number: int) -> str:
        """The title of a value."""
        if not 0 <= number < len(kind.members):
            return str(number)
        name, details = kind.members[number], self.details(kind, number)
        title = in_language(details.get(("title",)), self.lang, name.replace("_", " ")) if details else name
        sign = text(details.get(("sign",))) if details and self.with_signs else ""
        return f"{title.replace('_', ' ')} {sign}".strip()

    def details(self, kind: Type, number: int) -> Node | None:
        """The declared details of a value: title, mark and sign."""
        path = ("names", str(number)) if kind.kind == "int" else (kind.members[number],)
        return self.tree.get(("values", kind.name, *path))

    def mark(self, kind: Type, number: int) -> str:
        """The mark of a value: as declared, or else its number or name."""
        if not 0 <= number < len(kind.members):
            return str(number)
        details = self.details(kind, number)
        return text(part(details, "mark") if details else None, kind.members[number])

    def signs(self) -> dict[str, str]:
        """Each sign with the mark of its value, or an empty text."""
        values = [value.node for kind in entries(self.tree, "values") for value in described(kind.node)]
        return {text(sign): text(part(value, "mark")) for value in values if (sign := part(value, "sign")) is not None}

    def values(self, kind: Type) -> tuple[str, ...]:
        """The titles of a type's values in order of their numbers; empty for values without names."""
        return tuple(self.value(kind, number) for number in range(len(kind.members)))

    def shown(self, variable: str, kind: Type) -> tuple[str, ...]:
        """The titles of a variable's values, by its own words if it has some; empty for numbers."""
        words = self.tree.get(("variables", variable, "show"))
        named = {"enum": kind.members, "bool": ("false", "true")}.get(kind.kind, ())
        if kind.kind == "int" and kind.low is not None and kind.low >= 0 and kind.high is not None:
            named = tuple(str(number) for number in range(min(kind.high, 1000) + 1))
        titles = self.values(kind) or named
        if isinstance(words, Sequence):
            return tuple(in_language(item, self.lang) for item in words) if named else ()
        if not isinstance(words, Mapping):
            return self.values(kind)
        pairs = zip(named, titles, strict=True)
        return tuple(in_language(words.get((name,)), self.lang, title) for name, title in pairs)

    def attributes(self) -> list[tuple[str, AttributeDeclaration]]:
        """The attributes of cards in the order of their titles: as in the notation, then as declared."""
        notation = self.tree.get(("notation",))
        first = [text(item) for item in notation] if isinstance(notation, Sequence) else []
        names = [*(name for name in first if name in self.world.attributes), *self.world.attributes]
        return [(name, self.world.attributes[name]) for name in dict.fromkeys(names)]

    def card(self, face: PrintedFace) -> str:
        """The title of a face: its own, or the titles of its attributes."""
        if not face.exists:
            return ""
        if face.title is not None:
            title = in_language(face.title, self.lang)
            return " ".join(PARAMETER.sub(lambda match: self.named(face, match[1]), title).split())
        words = []
        for name, declared in self.attributes():
            number = face.attributes[name] if declared.named else NONE
            is_number = declared.type.kind == "int" and declared.default is None and not declared.cost
            if number != NONE and (is_number or declared.type.kind == "enum"):
                words.append(self.value(declared.type, number))
        return " ".join(words) or face.base_kind.replace("_", " ")

    def kind(self, name: str, looks: list[Look]) -> str:
        """The title of a card kind: its own without parameters, or those of the attributes that its cards share."""
        title = in_language(self.tree.get(("cards", name, "title")), self.lang)
        own = " ".join(PARAMETER.sub("", title).split())
        if own:
            return own
        printed = ([face for face in look.faces if face.exists and face.kind == name] for look in looks)
        fronts = [faces[0] for faces in printed if faces]
        common = []
        for attribute, declared in self.attributes():
            numbers = {front.attributes[attribute] for front in fronts}
            if declared.named and declared.type.kind == "enum" and len(numbers) == 1 and NONE not in numbers:
                common.append(self.value(declared.type, numbers.pop()))
        return " ".join(common) or name.replace("_", " ")

    def named(self, face: PrintedFace, name: str) -> str:
        """The text for `$name` in a card's title: the value of a parameter, or else of an attribute."""
        kind, number = face.given.get(name) or (self.world.attributes[name].type, face.attributes[name])
        return "" if number == NONE and kind.optional else self.value(kind, number)
