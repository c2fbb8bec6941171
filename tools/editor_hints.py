"""What an editor shows and offers: titles, sentences, examples and known words, put into a finished schema.

Not here: the shapes that the schema accepts (schemas.py). An editor shows the title and the sentence of the innermost
part that accepts a value, and joins those of an `anyOf`. So every part carries those of its key, and alternatives are
disjoint: they become a `oneOf`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
#: Words with their sentences, by what they are offered for.
Offers: TypeAlias = Mapping[str, Mapping[str, str]]
OFFER = "x-offer"
TEXTS = ("title", "description", "markdownDescription", "examples", "default")
REF = "#/$defs/"
#: How the definitions of offered words are named.
WORD = "word: "
SCALARS = ("string", "boolean", "integer", "number")
#: Accepts `null` only, without making editors offer it.
NULL: Schema = {"not": {"type": ["array", "boolean", "number", "object", "string"]}}
MARKUP = re.compile(r"[`*_{}\[\]#+!\\]")


def sentence(text: str) -> str:
    """A description as a sentence."""
    text = text.strip()
    if not text:
        return ""
    start = text if text[0] == "`" else text[0].upper() + text[1:]
    return start if start[-1] in ".!?:" else f"{start}."


def words(name: str) -> str:
    """The name of a model in words: `OptionDeclaration` becomes `option declaration`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Model")).lower()


def texts(title: str, text: str) -> Schema:
    """A title and a sentence; Markdown too where the sentence would be read as Markdown."""
    found = {"title": title, "description": sentence(text)}
    return found | ({"markdownDescription": found["description"]} if MARKUP.search(text) else {})


class Hints:
    """Puts titles, sentences and offered words into schemas."""

    def __init__(
        self,
        offers: Offers,
        titles: Mapping[str, str],
        definitions: Mapping[str, Schema],
        unlisted: Mapping[str, Schema],
    ) -> None:
        """`titles`: the titles of definitions, if they differ from their names in words.

        `unlisted`: long lists of words, which an editor offers but does not show; each with all that is accepted there.
        """
        self.offers, self.titles, self.definitions, self.unlisted = offers, titles, definitions, unlisted

    def offered(self) -> dict[str, Schema]:
        """The definitions of the words that are offered."""
        found = {}
        for name, known in self.offers.items():
            notes = list(known.values())
            if name in self.unlisted:
                snippets = [{"label": word, "body": word, "description": note} for word, note in known.items()]
                found[f"{WORD}{name}"] = self.unlisted[name] | {"defaultSnippets": snippets}
                continue
            marked = {"markdownEnumDescriptions": notes} if any(map(MARKUP.search, notes)) else {}
            found[f"{WORD}{name}"] = {"enum": list(known), "enumDescriptions": notes} | marked
        return found

    def title(self, name: str) -> str:
        bare = name.partition(".")[0]
        return self.titles.get(bare, words(bare))

    def definition(self, name: str, shape: Schema) -> Schema:
        """A definition with hints at each of its keys."""
        title = self.title(name)
        return self.shape(shape | texts(title, shape.get("description", "")), title)

    def shape(self, shape: Schema, title: str) -> Schema:
        """A mapping with declared keys, or any other shape."""
        found = {key: value for key, value in shape.items() if key in (*TEXTS, "$id", "$schema")}
        prefix = f"{title}: " if title else ""
        for key, value in shape.items():
            if key == "properties":
                found[key] = {name: self.key(part, prefix + name) for name, part in value.items()}
            elif key == "patternProperties":
                found[key] = {name: self.signed(part, prefix, name) for name, part in value.items()}
            elif key == "additionalProperties" and value is True:
                found[key] = texts(f"{prefix}attribute", "an attribute of the card, or a parameter of its kind")
            elif key not in TEXTS:
                found[key] = value
        return found

    def key(self, value: Schema, title: str) -> Schema:
        """The value of a key, with the title and the sentence of the key in all its parts."""
        about = sentence(value.get("description", ""))
        about += "".join(f" Such as `{example}`." for example in value.get("examples", ()))
        own = texts(value.get("title", title), about)
        return self.value(value, own) | ({"default": value["default"]} if "default" in value else {})

    def signed(self, value: Schema, prefix: str, pattern: str) -> Schema:
        """The value of a key with a sign."""
        if pattern == "^x-":
            return value
        key = re.sub(r"[\^$()\\]", "", pattern).rpartition("|")[2]
        return self.value(value, texts(value.get("title", prefix + key), value.get("description", "")))

    def value(self, value: Schema, own: Schema) -> Schema:
        """A value, with a title and a sentence in all its parts."""
        if any(part in value for part in ("anyOf", "oneOf", OFFER)):
            parts = self.alternatives(value)
            rest = {key: part for key, part in value.items() if key not in (*TEXTS, "anyOf", "oneOf", "type", OFFER)}
            if len(parts) == 1:
                return own | rest | self.inner(parts[0], own)
            check_disjoint(parts)
            found = [own | part if "$ref" in part else self.inner(part, own) for part in parts]
            return own | rest | {"oneOf": found}
        return own | self.inner({key: part for key, part in value.items() if key not in TEXTS}, own)

    def inner(self, part: Schema, own: Schema) -> Schema:
        """One alternative: what is in it gets the hints of its own model, or else those of the key."""
        found = dict(part)
        if isinstance(part.get("items"), dict):
            found["items"] = self.entry(part["items"], own)
        for key in ("additionalProperties",):
            if isinstance(part.get(key), dict):
                found[key] = self.entry(part[key], own)
        if "patternProperties" in part:
            found["patternProperties"] = {
                name: self.entry(each, own) for name, each in part["patternProperties"].items()
            }
        if "properties" in part:
            found["properties"] = {
                name: self.key(each, each.get("title", name)) for name, each in part["properties"].items()
            }
        return found

    def entry(self, value: Schema, own: Schema) -> Schema:
        """An item of a list, or an entry of a mapping by names: the texts of its model, if it has one."""
        if set(value) == {"$ref"}:
            return value
        parts = flat(value)
        models = [part["$ref"].removeprefix(REF) for part in parts if "$ref" in part]
        if len(models) == 1 and not any(part.get("type") in ("object", "array") for part in parts):
            own = texts(self.title(models[0]), self.definitions[models[0]].get("description", ""))
        elif "description" in value:
            own = texts(str(value.get("title", own["title"])), value["description"])
        return self.value(value, {key: own[key] for key in own if key in TEXTS[:3]})

    def alternatives(self, value: Schema) -> list[Schema]:
        """The disjoint parts of a value: plain scalars together, known words apart, `null` last."""
        parts: list[Schema] = []
        scalars: list[str] = []
        is_nullable = False
        for part in flat(value):
            part = {key: each for key, each in part.items() if key not in TEXTS}
            types = [part.get("type", [])] if isinstance(part.get("type"), str) else part.get("type", [])
            if part == {"type": "null"} or part == NULL:
                is_nullable = True
            elif set(part) == {"type"} and set(types) <= {*SCALARS}:
                scalars += [each for each in types if each not in scalars]
            elif OFFER in part:
                name, rest = part[OFFER], {key: each for key, each in part.items() if key != OFFER}
                if name not in self.offers:
                    parts.append(rest)
                else:
                    known = {"$ref": f"{REF}{WORD}{name}"}
                    parts += [known] if name in self.unlisted else [known, rest | {"not": known}]
            elif part not in parts:
                parts.append(part)
        if scalars:
            parts.append({"type": scalars[0] if len(scalars) == 1 else scalars})
        return [*parts, NULL] if is_nullable else parts


def flat(value: Schema) -> list[Schema]:
    """The alternatives of a value, those of alternatives included."""
    for key in ("anyOf", "oneOf"):
        if key in value:
            return [each for part in value[key] for each in flat(part)]
    return [value]


def check_disjoint(parts: list[Schema]) -> None:
    """Raise an error if a value could be accepted by two alternatives."""
    seen: list[tuple[set[str], Schema]] = []
    for part in parts:
        kinds = accepted(part)
        for others, other in seen:
            if kinds & others and not told_apart(part, other):
                raise ValueError(f"alternatives overlap: {other} and {part}")
        seen.append((kinds, part))


def accepted(part: Schema) -> set[str]:
    """The JSON types that an alternative accepts."""
    if part == NULL:
        return {"null"}
    if "$ref" in part:
        return {"string"} if WORD in part["$ref"] else {"object"}
    if "type" in part:
        return set([part["type"]] if isinstance(part["type"], str) else part["type"])
    return {"boolean" if each is True or each is False else "integer" if isinstance(each, int) else "string"
            for each in (*part.get("enum", ()), *([part["const"]] if "const" in part else ()))}  # fmt: skip


def told_apart(part: Schema, other: Schema) -> bool:
    """Whether one of two alternatives rules out the values, or the keys, of the other."""
    return any("not" in each and each != NULL for each in (part, other))
