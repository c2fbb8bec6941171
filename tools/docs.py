"""`python -m tools.docs`: writes the pages of docs/ that come from the sources, and schema/.

Not here: the sentences, which stand where the things are declared (models, library, opcodes, words.py).
"""

from __future__ import annotations

import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from tools import schemas
from tools.library_reference import File
from unoflex_rules.authoring.explanations import Explanation, pages
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.expressions import words
from unoflex_rules.language.schema import models, statement_models
from unoflex_rules.program.events import KINDS, SIGHTS
from unoflex_rules.program.opcodes import OPCODES, OPERAND_KINDS
from unoflex_rules.simulation.figures import SECTIONS

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ("std/shedding", "std/matching", "std/settled", "std/uno")
#: Types that say less than a reader needs, by model and key.
TYPES = {
    ("Ruleset", "values"): "range, [named range](#named-range), names, or [value](#value) by name",
    ("NamedRange", "names"): "name or [named value](#named-value), by number",
    ("Ruleset", "moments"): "types by name, for each name",
    ("Players", "min"): "number or expression",
    ("Players", "max"): "number or expression",
    ("Zone", "visible"): "`owner`, `others`, `all`, `nobody`, or an option",
    ("Zone", "top"): "`owner`, `others`, `all`, `nobody`, or an option",
    ("OptionDeclaration", "default"): "value",
    ("OptionDeclaration", "type"): "`bool`, `int` or names",
    ("Variable", "show"): "texts",
    ("MoveModel", "count"): "expression or `all`",
    ("Option", "face"): "expression or `each`",
    ("Ruleset", "played_face"): "expression or `each`",
    ("Parameter", "default"): "expression or steps",
    ("CardKind", "face"): "face: attributes, `played`, `choices`, `like`",
    ("CardKind", "faces"): "faces by name",
    ("RandomModel", "weights"): "expressions by word or number",
}
ABOUT_ERRORS = (
    "`unoflex explain E204` shows one of these. Each has an example with the problem and one without: a piece of a "
    "ruleset that extends `classic`, a whole file of scenarios or of a campaign, or files with their names. What "
    "nobody sees is written as `<U+200B>`."
)


def main() -> None:
    """Write what differs from what it should be, and name it."""
    for name, write in GENERATED.items():
        path, text = ROOT / name, write()
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(name)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table and the empty line after it; nothing if it has no rows."""
    if not rows:
        return []
    lines = [head, ("---",) * len(head), *rows]
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in lines] + [""]


def described(sentences: Mapping[str, str]) -> list[str]:
    """A table of words with their sentences."""
    return table(("word", "meaning"), [(f"`{word}`", sentence) for word, sentence in sentences.items()])


# ---- models ------------------------------------------------------------------------------------------------------


def keys(shape: type[BaseModel]) -> list[str]:
    """The table of a model's keys."""
    hints = typing.get_type_hints(shape, include_extras=True)
    rows = []
    for name, field in shape.model_fields.items():
        key = field.alias or name
        kind = TYPES.get((shape.__name__, key)) or type_of(hints[name])
        rows.append((f"`{key}`", kind, default(field), bounds(field, field.description or "")))
    return table(("key", "type", "default", "meaning"), rows)


def default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.default
    if value in (None, "", PydanticUndefined):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def bounds(field: FieldInfo, text: str) -> str:
    """The description with the bounds of a number."""
    low = next((str(each.ge) for each in field.metadata if hasattr(each, "ge")), "")
    high = next((str(each.le) for each in field.metadata if hasattr(each, "le")), "")
    return f"{text} ({low} to {high})" if low and high else text


def type_of(hint: Any) -> str:
    """A type in words."""
    simple = {str: "text", bool: "truth value", int: "number", type(None): "nothing", Any: "anything"}
    if hint in (statement_models.Name, models.Id):
        return "name"
    if hint == statement_models.Steps:
        return "steps"
    if typing.get_origin(hint) is typing.Annotated:
        return type_of(typing.get_args(hint)[0])
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return f"[{title(hint).lower()}](#{anchor(title(hint))})"
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in args)
    if origin is list:
        return "names" if args[0] == statement_models.Name else f"list of {type_of(args[0])}"
    if origin is dict and args[0] == models.Language:
        return f"{type_of(args[1])} by language"
    if origin is dict:
        return f"{type_of(args[1])} by name"
    if origin in (typing.Union, types.UnionType):
        return union(tuple(each for each in args if each is not type(None)))
    return simple.get(hint, "anything")


def union(parts: tuple[Any, ...]) -> str:
    rest = [each for each in parts if each not in (str, bool, int)]
    if set(parts) >= {str, bool, int}:
        return " or ".join(["expression", *map(type_of, rest)])
    return " or ".join(dict.fromkeys(map(type_of, parts)))


def title(shape: type[BaseModel]) -> str:
    """A model's name in words: `OptionDeclaration` is an `Option declaration`."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda m: " " + m[1].lower(), shape.__name__)


def anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def models_of(shape: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The models that a model's keys mention, in their order, and those that these mention."""

    def inside(hint: Any) -> Iterator[type[BaseModel]]:
        if isinstance(hint, type) and issubclass(hint, BaseModel):
            yield hint
            yield from models_of(hint)
        for part in typing.get_args(hint):
            yield from inside(part)

    for hint in typing.get_type_hints(shape, include_extras=True).values():
        yield from inside(hint)


def declarations() -> list[str]:
    lines = ["## The file", "", *keys(models.Ruleset), "Two more put files together:", ""]
    lines += table(("key", "meaning"), [(f"`{key}`", said) for key, said in words.COMPOSITION.items()])
    for shape in dict.fromkeys(models_of(models.Ruleset)):
        lines += [f"### {title(shape)}", "", shape.__doc__ or "", "", *keys(shape)]
    return lines


def statements() -> list[str]:
    lines = ["## Statements", ""]
    for name, shape in statement_models.CORE.items():
        lines += [f"### {name}", "", shape.__doc__ or "", ""]
        if shape.short:
            lines += [f"`- {name}: x` is short for `- {name}: {{{shape.short}: x}}`.", ""]
        elif not shape.model_fields:
            lines += [f"`- {name}` is all that there is to say.", ""]
        lines += keys(shape)
    for name, sentence in statement_models.OPEN_CORE.items():
        lines += [f"### {name}", "", sentence, "", words.OPEN_STATEMENTS[name] + ".", ""]
    return [
        *lines,
        "### Option",
        "",
        statement_models.Option.__doc__ or "",
        "",
        *keys(statement_models.Option),
    ]


# ---- the pages ---------------------------------------------------------------------------------------------------


def reference() -> str:
    """docs/reference.md."""
    lines = ["# Reference", "", "Written by `make docs` from the sources; [language.md](language.md) teaches.", ""]
    lines += [*declarations(), *statements(), "## Expressions", "", "### Operators", "", *described(words.OPERATORS)]
    lines += ["### Names", "", *described(words.NAMES), *described(words.BOUND)]
    for heading, sentences in (
        ("Of numbers", words.OF_NUMBERS),
        ("Of cards", words.OF_CARDS),
        ("Of players", words.OF_PLAYERS),
        ("Of zones", words.OF_ZONES),
        ("Queries about the cards of a zone", words.CARD_QUERIES),
        ("Queries about players", words.PLAYER_QUERIES),
        ("Queries about the values of a type", words.VALUE_QUERIES),
    ):
        lines += [f"### {heading}", "", *described(sentences)]
    lines += ["## The library", ""]
    for ruleset_id in LIBRARY:
        file = File(ruleset_id)
        lines += [f"### {file.id}", "", file.introduction, ""]
        lines += table(("option", "type", "default", "meaning"), file.options())
        lines += table(("effect", "what it does"), file.effects())
        lines += table(("definition", "stands for"), file.definitions())
        lines += table(("name", "is", "meaning"), file.names())
    lines += ["## Problems", "", "[errors.md](errors.md) explains each of them, with examples.", ""]
    lines += table(("code", "what is wrong"), [(code, info.title) for code, info in CODES.items()])
    return "\n".join(lines)


def errors() -> str:
    """docs/errors.md."""
    lines = ["# Problems", "", "Written by `make docs` from `unoflex_rules/explained/`.", "", *filled(ABOUT_ERRORS), ""]
    for stage in pages():
        lines += [f"## {stage.title}", "", *filled(stage.introduction), ""]
        rows = [(f"[{each.code}](#{each.code.lower()})", each.title) for each in stage.explanations]
        lines += table(("code", "what is wrong"), rows)
        for each in stage.explanations:
            lines += explained(each)
    return "\n".join(lines)


def explained(explanation: Explanation) -> list[str]:
    """The section of one code."""
    lines = [f"### {explanation.code}", "", f"**{explanation.title[0].upper()}{explanation.title[1:]}.**"]
    for paragraph in explanation.paragraphs:
        lines += [*filled(paragraph), ""]
    for caption, files in (("Wrong", explanation.wrong), ("Right", explanation.right)):
        for file in files:
            name = f", `{file.name}`" if file.name else ""
            lines += [f"{caption}{name}:", "", f"```{file.language}", *file.shown.split("\n")[:-1], "```", ""]
    return lines


def filled(paragraph: str) -> list[str]:
    """The lines of a paragraph."""
    return textwrap.wrap(paragraph, 120, break_long_words=False, break_on_hyphens=False)


def instructions() -> str:
    """The table of instructions."""
    rows = [
        (
            str(op.number),
            f"`{op.name}`",
            ", ".join(f"{name} ({kind})" if name != kind else name for name, kind in op.operands),
            re.sub(r"\{(\w+)\}", r"*\1*", op.sentence),
        )
        for op in OPCODES.values()
    ]
    kinds = table(("operand", "meaning"), [(f"`{name}`", meaning) for name, meaning in OPERAND_KINDS.items()])
    return "\n".join([*kinds, *table(("number", "name", "operands", "what it does"), rows)])


def events() -> str:
    """The table of events."""
    rows = [
        (
            f"`{kind.name}`",
            f"`{kind.main}`",
            ", ".join(f"`{name}`" for name in kind.more),
            re.sub(r"\{(\w+)\}", r"*\1*", kind.sentence.split("|")[-1]).replace("[", "(").replace("]", ")"),
            SIGHTS[kind.seen],
        )
        for kind in KINDS.values()
    ]
    return "\n".join(table(("event", "main field", "other fields", "what happens", "who sees it"), rows))


def figures(section: str) -> str:
    """The table of one section of a report's figures."""
    rows = [(", ".join(f"`{key}`" for key in figure.keys), figure.unit, figure.meaning) for figure in SECTIONS[section]]
    return "\n".join(table(("key", "unit", "meaning"), rows))


def with_sections(name: str, sections: Mapping[str, Callable[[], str]]) -> str:
    """A page of docs/ with some sections written anew; comments mark where each begins and ends."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for section, write in sections.items():
        begin, end = f"<!-- {section}: begin -->\n", f"<!-- {section}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{write()}{end}{rest.partition(end)[2]}"
    return text


#: The files of the checkout that are written here, wholly or in part.
GENERATED: dict[str, Callable[[], str]] = {
    "docs/reference.md": reference,
    "docs/errors.md": errors,
    "docs/engine.md": lambda: with_sections("docs/engine.md", {"instructions": instructions}),
    "docs/report.md": lambda: with_sections("docs/report.md", {name: partial(figures, name) for name in SECTIONS}),
    "docs/scenarios.md": lambda: with_sections("docs/scenarios.md", {"events": events}),
    "schema/ruleset.schema.json": lambda: schemas.text(schemas.ruleset_schema()),
    "schema/scenarios.schema.json": lambda: schemas.text(schemas.scenarios_schema()),
    "schema/campaign.schema.json": lambda: schemas.text(schemas.campaign_schema()),
}

if __name__ == "__main__":
    main()
