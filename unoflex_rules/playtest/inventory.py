"""Everything in a ruleset that can happen: statements, options, effects, triggers, state rules.

Found in the tree of the files, which also has what no program contains. Not here: playing (deep_check.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.statements.tree import CheckedGame, FinishRoundStep, walk
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.plan_pieces import PIECES

Kind: TypeAlias = Literal["statement", "option", "effect", "trigger", "state rule"]
#: A place: file, line, column.
At: TypeAlias = tuple[str, int, int]
#: Keys whose lists are always lists of statements.
LISTS = ("do", "then", "else")
ASKING = ("ask", "window")
#: The key of a list of rules, the kind of its items, and their keys for the event or condition and for the statements.
RULES: tuple[tuple[str, Kind, str, str], ...] = (
    ("triggers", "trigger", "at", "do"),
    ("state_rules", "state rule", "if", "then"),
)


@dataclass(frozen=True)
class RuleItem:
    """Something that can happen, with the lists of items inside it.

    `about`: the place in the ruleset, such as `turn.end` or `cards.skip`, or the name of an option or effect. `spare`:
    an option for the case that there is no other.
    """

    kind: Kind
    name: str
    span: Span
    about: str
    blocks: tuple[StatementList, ...] = ()
    spare: bool = False

    @property
    def at(self) -> At:
        return self.span.file, self.span.line, self.span.column

    def is_in(self, places: Collection[At]) -> bool:
        """Whether it, or an item inside it, is at one of the places."""
        return any(each.at in places for each in self.all())

    def all(self) -> Iterator[RuleItem]:
        """It, and all items inside it."""
        yield self
        for block in self.blocks:
            for each in block.items:
                yield from each.all()


@dataclass(frozen=True)
class StatementList:
    """A list of statements, or of options; `sure` if its key says so."""

    items: tuple[RuleItem, ...]
    sure: bool = True


def rule_items(tree: Mapping, kinds: Collection[str]) -> tuple[StatementList, ...]:
    """All lists of items in a ruleset, in the order of the language; of cards only those of `kinds`."""
    blocks: list[StatementList] = []
    for card in entries(tree, "cards"):
        if card.key in kinds:
            blocks += inside(card.node, f"cards.{card.key}", ("played",))
    for effect in entries(tree, "effects"):
        steps = tuple(inside(effect.node, f"effects.{effect.key}"))
        blocks.append(StatementList((RuleItem("effect", effect.key, effect.key_span, effect.key, steps),)))
    for key, kind, when, do in RULES:
        node = tree.get((key,))
        for number, item in enumerate(node.items if isinstance(node, Sequence) else ()):
            blocks.append(StatementList((_rule(item, kind, f"{key}.{number}", when, do),)))
    for group, names in PIECES.items():
        for name in names:
            piece = tree.get((group, name))
            if isinstance(piece, Sequence):
                blocks.append(statements(piece, f"{group}.{name}"))
    return tuple(blocks)


def unreached(blocks: Iterable[StatementList], known: Collection[At], reached: Collection[At]) -> Iterator[RuleItem]:
    """The items that no game reached: the first statement of a list, and nothing inside it.

    `known`: the places in some program; `reached`: the places that some game reached. A statement that is in no
    program, although others of its list are, does nothing by itself.
    """
    for block in blocks:
        is_known = any(each.is_in(known) for each in block.items)
        if not is_known and not block.sure:
            continue
        reported = False
        for each in block.items:
            if each.is_in(reached):
                yield from unreached(each.blocks, known, reached)
            elif each.kind != "statement" or (not reported and (each.is_in(known) or not is_known)):
                reported = True
                yield each


def statements(node: Sequence, about: str, sure: bool = True) -> StatementList:
    """The statements of a list."""
    return StatementList(tuple(each for item in node for each in _statement(item, about)), sure)


def inside(node: Node | None, about: str, lists: tuple[str, ...] = LISTS) -> Iterator[StatementList]:
    """The lists of statements in a node, without those inside statements."""
    for entry in node if isinstance(node, Mapping) else ():
        if isinstance(entry.node, Sequence):
            yield statements(entry.node, about, entry.key in lists)
        else:
            yield from inside(entry.node, about, lists)


def _statement(node: Node, about: str) -> Iterator[RuleItem]:
    """The statement of a node, if it is one."""
    if isinstance(node, Scalar):
        yield RuleItem("statement", text(node), node.span, about)
    elif isinstance(node, Mapping) and "if" in node.entries:
        yield RuleItem("statement", "if", node.head_span, about, tuple(inside(node, about)))
    elif isinstance(node, Mapping) and node.entries:
        entry = next(iter(node))
        if entry.key in ASKING and part(entry.node, "options") is not None:
            offered = tuple(_option(each, about) for each in entries(entry.node, "options"))
            blocks: tuple[StatementList, ...] = (StatementList(offered),)
        elif isinstance(entry.node, Sequence):
            blocks = (statements(entry.node, about, entry.key == "together"),)
        else:
            blocks = tuple(inside(entry.node, about))
        yield RuleItem("statement", entry.key, entry.key_span, about, blocks)


def _option(entry: Entry, about: str) -> RuleItem:
    """An option of a question."""
    last = part(entry.node, "last_resort")
    spare = isinstance(last, Scalar) and last.value is not False
    return RuleItem("option", entry.key, entry.key_span, entry.key, tuple(inside(entry.node, about)), spare)


def _rule(node: Node, kind: Kind, about: str, when_key: str, do_key: str) -> RuleItem:
    """A trigger or a state rule, named by its event or condition."""
    when, do = part(node, when_key), part(node, do_key)
    blocks = (statements(do, about),) if isinstance(do, Sequence) else ()
    return RuleItem(kind, text(when), when.span if when is not None else node.span, about, blocks)


def ends_game(game: CheckedGame) -> bool:
    """Whether some statement ends the game, not only a round."""
    lists = [*game.pieces.values(), *game.card_effects.values(), *(rule.then for rule in game.rules)]
    return any(isinstance(step, FinishRoundStep) and step.game for steps in lists for step in walk(steps))
