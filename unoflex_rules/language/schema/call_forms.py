"""How a step is written, and steps in the forms of other languages: `draw others 2`, `draw(2)`, `if x > 3: skip`.

Not here: checking steps (step_check.py), or what their arguments mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType
from typing import Final, NamedTuple

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.schema.statement_models import Shape, fields_by_key, required
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

#: Examples of statements whose fields alone do not say enough.
WRITTEN: Final = {
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
#: An example of a parameter of each kind.
SAMPLES: Final = {"player": "next", "players": "next", "int": "2", "bool": "true", "steps": "[...]"}
MAX_SHOWN: Final = 3  # parameters
_PIECE = r"-?[A-Za-z_0-9][\w.]*"
_PIECES = re.compile(rf"{_PIECE}(?:(?:\s*,\s*|\s+){_PIECE})+")
_CALL = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*\((?P<given>[^()]*)\)")
_WORDS = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:(?P<colon>:)(?P<space>\s*)|\s+)(?P<rest>\S.*)")
_CONDITION = re.compile(r"(?P<word>if|while)\s+(?P<condition>\S.*?)(?:\s*[:,]?\s+then\b\s*:?\s*(?P<then>.*))?:?")
_LOOP = re.compile(r"for(?:_?each)?\s+(?P<name>\w+)\s+in\s+(?P<group>\S.*?):?")
#: Words that join two names to one expression.
_JOINING = frozenset({"and", "or", "in", "is", "not", "if", "else"})
#: Statements of other languages, with hints.
ELSEWHERE: Final = {
    "while": "to repeat while a condition holds: `repeat: {while: ..., do: [...]}`",
    "until": "to repeat until a condition holds: `repeat: {while: not ..., do: [...]}`",
    "loop": "to repeat several times: `repeat: {times: 3, do: [...]}`",
    "for": "to act for each of several: `for_each: {in: ..., do: [...]}`",
    "swap": "docs/cookbook.md has a recipe for swapping two hands",
    "else": "`else` is a key of the same step as its `if`",
}
Models = MappingType[str, type[Shape] | None]


class Form(NamedTuple):
    """A step in a form of another language: what is wrong, where, and what to write instead."""

    message: str
    span: Span
    suggestion: str | None
    notes: tuple[str, ...] = ()


def written(key: str, model: type[Shape]) -> str:
    """An example of a step: with a single value, or with several arguments by their names."""
    if key in WRITTEN:
        return f"{key}: {WRITTEN[key]}"
    samples = {name: SAMPLES.get(kind, "...") for name, kind in model.kinds.items()}
    if not samples:
        return key if model.short is None else f"{key}: {'next' if model.short == 'player' else '...'}"
    if len(samples) == 1 and model.short is not None:
        return f"{key}: {samples[model.short]}"
    shown = required(model) if len(samples) > MAX_SHOWN else list(samples)
    return f"{key}: {by_name({name: samples[name] for name in shown})}"


def by_name(given: MappingType[str, str]) -> str:
    return f"{{{', '.join(f'{name}: {value}' for name, value in given.items())}}}"


def in_order(given: list[str], model: type[Shape]) -> str | None:
    """Values in the order of the arguments, written by name; None if there are too many."""
    names = list(fields_by_key(model))
    if model.short is None or len(given) > len(names):
        return None
    if len(given) == 1:
        return given[0]
    return by_name(dict(zip(names, given, strict=False)))


def pieces(text: str) -> list[str]:
    """The words of a text, between commas or spaces; the whole text if it contains anything else."""
    return re.split(r"\s*,\s*|\s+", text) if _PIECES.fullmatch(text) else [text]


def several(key: str, node: Node, model: type[Shape]) -> Form | None:
    """Several values without the names of the arguments: `draw: others 2`, `draw: [others, 2]`."""
    names = list(fields_by_key(model))
    if len(names) < 2 or model.short is None or model.kinds.get(model.short) == "steps":
        return None
    given: list[str] = []
    if isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node):
        given = [item.text for item in node if isinstance(item, Scalar)]
    elif isinstance(node, Scalar):
        given = pieces(node.text)
    if len(given) < 2 or not _JOINING.isdisjoint(given):
        return None
    suggestion = in_order(given, model)
    notes = (f"such as `{written(key, model)}`",) if suggestion is None else ()
    return Form(f"`{key}` takes its arguments by name", node.span, suggestion, notes)


def of_number(key: str, node: Node, model: type[Shape]) -> Form | None:
    """A number alone for a step whose first argument is a player or players: `draw: 2`."""
    shown = _number(key, [node.text], model) if isinstance(node, Scalar) and node.style == "plain" else None
    if shown is None:
        return None
    what = "a player" if model.kinds[str(model.short)] == "player" else "players"
    return Form(f"expected {what}, not a number", node.span, None, (f"such as `{shown}`",))


def _number(key: str, given: list[str], model: type[Shape]) -> str | None:
    """A step that has a number alone, written with the player that it lacks."""
    count = next((name for name, kind in model.kinds.items() if kind == "int"), None)
    kind = model.kinds.get(model.short or "")
    if len(given) != 1 or not given[0].isdecimal() or count is None or kind not in ("player", "players"):
        return None
    return f"{key}: {by_name({str(model.short): SAMPLES[kind], count: given[0]})}"


def in_words(key: str, span: Span, node: Node | None, quoted: bool, models: Models) -> Form | None:
    """A step written as a sentence or as a call; None if it does not begin with a known statement."""
    condition = _CONDITION.fullmatch(key)
    if condition is not None:
        return _conditional(condition, span, node, models)
    loop = _LOOP.fullmatch(key)
    if loop is not None:
        note = f"`for_each: {by_name({'in': loop['group'], 'as': loop['name'], 'do': '[...]'})}`"
        return Form("`for_each` takes its arguments by name", span, None, (note,))
    if node is not None:
        return _assigned(key, span, node)
    call = _CALL.fullmatch(key)
    if call is not None and call["name"] in models:
        given = [each.strip() for each in call["given"].split(",") if each.strip()]
        return Form("a step has no parentheses", span, step(call["name"], given, models))
    words = _WORDS.fullmatch(key)
    if words is None or words["name"] not in models:
        return None
    if words["colon"] and words["space"]:
        return Form("a step is not a text: remove the quotes", span, key) if quoted else None
    given = pieces(words["rest"])
    message = f"{'a space' if words['colon'] else 'a colon'} is missing after "
    message += "the colon" if words["colon"] else f"`{words['name']}`"
    model = models[words["name"]]
    number = _number(words["name"], given, model) if model is not None else None
    if number is not None:
        return Form(message, span, None, (f"such as `{number}`",))
    return Form(message, span, step(words["name"], given, models))


def _assigned(key: str, span: Span, node: Node) -> Form | None:
    """A variable as a step: `sevens: sevens + 1`."""
    if not isinstance(node, Scalar) or not re.fullmatch(rf"{re.escape(key)}\s*[-+*/%].*", node.text):
        return None
    whole = Span(span.file, span.line, span.column, node.span.end_line, node.span.end_column)
    return Form("use `set` to give a variable a value", whole, f"set: {by_name({key: node.text})}")


def step(name: str, given: list[str], models: Models) -> str | None:
    """A step with values in the order of its arguments."""
    model = models[name]
    if not given:
        return name
    if model is None or (value := in_order(given, model)) is None:
        return None
    return f"{name}: {value}"


def _conditional(found: re.Match[str], span: Span, node: Node | None, models: Models) -> Form:
    """A condition that is part of the key: `if x > 3: draw next`."""
    word, condition = found["word"], found["condition"]
    key = "then" if word == "if" else "do"
    message = f"write the condition after `{word}:`, and the steps under `{key}`"
    text = found["then"] or (node.text if isinstance(node, Scalar) and node.value is not None else "")
    steps = f"[{sentence(text, models)}]" if text else "[...]"
    if word == "while":
        return Form(message, span, None, (f"`repeat: {by_name({'while': condition, key: steps})}`",))
    if text:
        end = node.span if node is not None else span
        whole = Span(span.file, span.line, span.column, end.end_line, end.end_column)
        return Form(message, whole, by_name({"if": condition, key: steps}))
    return Form(message, span, f"if: {condition}", (f"and on the line below it `{key}: {steps}`",))


def sentence(text: str, models: Models) -> str:
    """A sentence as a step: `draw next` becomes `draw: next`; any other text is unchanged."""
    words = _WORDS.fullmatch(text)
    if words is None or words["name"] not in models or words["colon"]:
        return text
    return step(words["name"], pieces(words["rest"]), models) or text


def without_then(node: Mapping, models: Models) -> Form | None:
    """An `if` whose condition contains the `then`, or that has a step beside it without `then`."""
    if "then" in node.entries:
        return None
    test = node.get(("if",))
    found = isinstance(test, Scalar) and re.fullmatch(r"(?P<condition>\S.*?)\s*[:,]?\s+then\b\s*:?\s*(?P<then>.*)", test.text)
    if isinstance(test, Scalar) and found:
        where = test.text.index("then", found.end("condition"))
        done = f"then: [{sentence(found['then'], models) if found['then'] else '...'}]"
        notes = (f"below the `if`: `{done}`; inside braces: `{{if: {found['condition']}, {done}}}`",)
        return Form("`then` is a key of its own", test.sub_span(where, where + 4), None, notes)
    for entry in node:
        if entry.key in models and isinstance(entry.node, Scalar):
            done = f"then: [{entry.key}{'' if entry.node.value is None else f': {entry.node.text}'}]"
            return Form("the steps of an `if` go under `then`", entry.key_span, None, (f"`{done}`",))
    return None


def elsewhere(key: str, names: list[str]) -> tuple[str, ...]:
    """A hint for a statement of another language."""
    if key in ELSEWHERE:
        return (ELSEWHERE[key],)
    near = nearest(key, ELSEWHERE, slips_only=True)
    return (ELSEWHERE[near],) if near is not None and nearest(key, names) is None else ()
