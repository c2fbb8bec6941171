"""How a step is written: for whoever has left out what it needs, or gives it in the way of another language.

Not here: judging steps (shape_check.py), or what their arguments mean (expansion.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType
from typing import NamedTuple

from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.schema.statement_models import Shape, fields_by_key, required

#: What stands behind a statement of the language, where its fields alone do not tell enough.
WRITTEN = {
    "move": "{from: ..., to: ...}",
    "ask": "{player: self, options: {yes: {do: [...]}, no: {}}}",
    "window": "{players: others, options: {yes: {do: [...]}}}",
    "reveal": "{cards: ..., to: self}",
    "random": "{as: number, of: 1..6}",
    "for_each": "{in: others, do: [...]}",
    "repeat": "{times: 3, do: [...]}",
    "lay": "{card: ..., to: ...}",
    "finish": "round",
}
#: Something of each kind.
SAMPLES = {"player": "next", "players": "next", "int": "2", "bool": "true", "steps": "[...]"}
MOST_SHOWN = 3  # parameters
_PIECE = r"-?[A-Za-z_0-9][\w.]*"
_PIECES = re.compile(rf"{_PIECE}(?:(?:\s*,\s*|\s+){_PIECE})+")
_CALL = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*\((?P<given>[^()]*)\)")
_WORDS = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:(?P<colon>:)(?P<space>\s*)|\s+)(?P<rest>\S.*)")
_CONDITION = re.compile(r"(?P<word>if|while)\s+(?P<condition>\S.*?)(?:\s*[:,]?\s+then\b\s*:?\s*(?P<then>.*))?:?")
_IN_TURN = re.compile(r"for(?:_?each)?\s+(?P<name>\w+)\s+in\s+(?P<group>\S.*?):?")
#: Words between two names with which they are one expression.
_JOINING = frozenset({"and", "or", "in", "is", "not", "if", "else"})
#: Words that are statements elsewhere, and how it is said here.
ELSEWHERE = {
    "while": "as long as something holds: `repeat: {while: ..., do: [...]}`",
    "until": "until something holds: `repeat: {while: not ..., do: [...]}`",
    "loop": "several times: `repeat: {times: 3, do: [...]}`",
    "for": "for each of several, one after the other: `for_each: {in: ..., do: [...]}`",
    "swap": "docs/cookbook.md has a recipe for swapping two hands",
    "else": "`else` stands beside the `if` to which it belongs, as a key of the same step",
}
Models = MappingType[str, type[Shape] | None]


class Way(NamedTuple):
    """What is wrong with the way in which a step is written, and what to write instead, at a place."""

    message: str
    span: Span
    instead: str | None
    notes: tuple[str, ...] = ()


def written(key: str, model: type[Shape]) -> str:
    """A step as it is written: with one thing behind its colon, or with several by their names."""
    if key in WRITTEN:
        return f"{key}: {WRITTEN[key]}"
    samples = {name: SAMPLES.get(kind, "...") for name, kind in model.kinds.items()}
    if not samples:
        return key if model.short is None else f"{key}: {'next' if model.short == 'player' else '...'}"
    if len(samples) == 1 and model.short is not None:
        return f"{key}: {samples[model.short]}"
    shown = required(model) if len(samples) > MOST_SHOWN else list(samples)
    return f"{key}: {by_name({name: samples[name] for name in shown})}"


def by_name(given: MappingType[str, str]) -> str:
    return f"{{{', '.join(f'{name}: {value}' for name, value in given.items())}}}"


def in_order(given: list[str], model: type[Shape]) -> str | None:
    """Several things that are given one after the other, by their names; None where there are not so many."""
    names = list(fields_by_key(model))
    if model.short is None or len(given) > len(names):
        return None
    if len(given) == 1:
        return given[0]
    return by_name(dict(zip(names, given, strict=False)))


def pieces(text: str) -> list[str]:
    """What stands one after the other in a text, between commas or spaces; the text where it is more than that."""
    return re.split(r"\s*,\s*|\s+", text) if _PIECES.fullmatch(text) else [text]


def several(key: str, node: Node, model: type[Shape]) -> Way | None:
    """What is given to a step by its order alone: `draw: others 2`, `draw: [others, 2]`."""
    names = list(fields_by_key(model))
    if len(names) < 2 or model.short is None or model.kinds.get(model.short) == "steps":
        return None
    if isinstance(node, Sequence):
        given = [item.text for item in node if isinstance(item, Scalar)]
        if len(given) < len(node.items):
            return None
    elif isinstance(node, Scalar):
        given = pieces(node.text)
    else:
        return None
    if len(given) < 2 or not _JOINING.isdisjoint(given):
        return None
    instead = in_order(given, model)
    notes = (f"such as `{written(key, model)}`",) if instead is None else ()
    return Way(f"what `{key}` is given stands there by its name", node.span, instead, notes)


def of_number(key: str, node: Node, model: type[Shape]) -> Way | None:
    """A number alone, where the first thing that is given is a player or players: `draw: 2`."""
    shown = _number(key, [node.text], model) if isinstance(node, Scalar) and node.style == "plain" else None
    if shown is None:
        return None
    what = "a player is" if model.kinds[str(model.short)] == "player" else "players are"
    return Way(f"{what} expected here, not a number", node.span, None, (f"such as `{shown}`",))


def _number(key: str, given: list[str], model: type[Shape]) -> str | None:
    """How a step is written to which a number alone is given, though somebody must be given first."""
    count = next((name for name, kind in model.kinds.items() if kind == "int"), None)
    kind = model.kinds.get(model.short or "")
    if len(given) != 1 or not given[0].isdecimal() or count is None or kind not in ("player", "players"):
        return None
    return f"{key}: {by_name({str(model.short): SAMPLES[kind], count: given[0]})}"


def in_words(key: str, span: Span, node: Node | None, quoted: bool, models: Models) -> Way | None:
    """A step that is written as a sentence or as a call; None where it does not begin with what is known."""
    condition = _CONDITION.fullmatch(key)
    if condition is not None:
        return _conditional(condition, span, node, models)
    loop = _IN_TURN.fullmatch(key)
    if loop is not None:
        instead = f"for_each: {by_name({'in': loop['group'], 'as': loop['name'], 'do': '[...]'})}"
        return Way("a loop has what it goes through, and what is done, by their names", span, None, (f"`{instead}`",))
    if node is not None:
        return _assigned(key, span, node)
    call = _CALL.fullmatch(key)
    if call is not None and call["name"] in models:
        given = [each.strip() for each in call["given"].split(",") if each.strip()]
        return Way("a step has no round brackets", span, step(call["name"], given, models))
    said = _WORDS.fullmatch(key)
    if said is None or said["name"] not in models:
        return None
    if said["colon"] and said["space"]:
        return Way("a step is no text: take away the quotes", span, key) if quoted else None
    given = pieces(said["rest"])
    message = "a space is missing after the colon" if said["colon"] else f"a colon is missing after `{said['name']}`"
    model = models[said["name"]]
    number = _number(said["name"], given, model) if model is not None else None
    if number is not None:
        return Way(message, span, None, (f"such as `{number}`",))
    return Way(message, span, step(said["name"], given, models))


def _assigned(key: str, span: Span, node: Node) -> Way | None:
    """A variable in the place of a step: `sevens: sevens + 1`."""
    if not isinstance(node, Scalar) or not re.fullmatch(rf"{re.escape(key)}\s*[-+*/%].*", node.text):
        return None
    whole = Span(span.file, span.line, span.column, node.span.end_line, node.span.end_column)
    return Way("a variable is given a value by `set`", whole, f"set: {by_name({key: node.text})}")


def step(name: str, given: list[str], models: Models) -> str | None:
    """A step with what is given to it one after the other."""
    model = models[name]
    if not given:
        return name
    if model is None or (value := in_order(given, model)) is None:
        return None
    return f"{name}: {value}"


def _conditional(found: re.Match[str], span: Span, node: Node | None, models: Models) -> Way:
    """A condition that stands in the word of the step: `if x > 3: draw next`."""
    word, condition = found["word"], found["condition"]
    key, done = ("then", "then") if word == "if" else ("do", "do")
    message = f"the condition stands behind the colon of `{word}`, and what is done under `{key}`"
    text = found["then"] or (node.text if isinstance(node, Scalar) and node.value is not None else "")
    steps = f"[{sentence(text, models)}]" if text else "[...]"
    if word == "while":
        return Way(message, span, None, (f"`repeat: {by_name({'while': condition, done: steps})}`",))
    if text:
        end = node.span if node is not None else span
        whole = Span(span.file, span.line, span.column, end.end_line, end.end_column)
        return Way(message, whole, by_name({"if": condition, done: steps}))
    return Way(message, span, f"if: {condition}", (f"and on the line below it `{done}: {steps}`",))


def sentence(text: str, models: Models) -> str:
    """What is done, as a step: `draw next` is `draw: next`; anything else as it is."""
    said = _WORDS.fullmatch(text)
    if said is None or said["name"] not in models or said["colon"]:
        return text
    given = pieces(said["rest"])
    return step(said["name"], given, models) or text


def without_then(node: Mapping, models: Models) -> Way | None:
    """An `if` in whose condition the rest stands too, or beside which a step stands without its `then`."""
    test = node.get(("if",))
    if isinstance(test, Scalar) and "then" not in node.entries:
        found = re.fullmatch(r"(?P<condition>\S.*?)\s*[:,]?\s+then\b\s*:?\s*(?P<then>.*)", test.text)
        if found is not None:
            at = found.end("condition")
            where = test.text.index("then", at)
            done = f"then: [{sentence(found['then'], models) if found['then'] else '...'}]"
            notes = (f"below the `if`: `{done}`; inside braces: `{{if: {found['condition']}, {done}}}`",)
            return Way("`then` is a key of its own", test.sub_span(where, where + 4), None, notes)
    for entry in node if "then" not in node.entries else ():
        if entry.key in models and isinstance(entry.node, Scalar):
            done = f"then: [{entry.key}{'' if entry.node.value is None else f': {entry.node.text}'}]"
            return Way("what is done under a condition stands under `then`", entry.key_span, None, (f"`{done}`",))
    return None


def elsewhere(key: str, names: list[str]) -> tuple[str, ...]:
    """How it is said here what is a statement elsewhere."""
    if key in ELSEWHERE:
        return (ELSEWHERE[key],)
    near = nearest(key, ELSEWHERE, slips_only=True)
    return (ELSEWHERE[near],) if near is not None and nearest(key, names) is None else ()
