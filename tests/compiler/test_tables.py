"""The conditions on cards that become tables, their dependencies, and the agreement of table and code.

Not here: random conditions (test_expressions_agree.py).
"""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY
from unoflex_rules.compiler.expressions import folder
from unoflex_rules.compiler.expressions.folder import CardTable, Folder, NotFoldable
from unoflex_rules.language.expressions.types import ActiveRef, Expr, VariableRef
from unoflex_rules.language.ruleset import load
from unoflex_rules.language.statements.tree import AskStep, CheckedGame
from unoflex_rules.program.layout import BITS, NONE

DECLARED = """
options: {rough: {type: bool, default: false}}
card_state: {worn: bool}
variables: {n: int, k: 0..3, big: 0..99, tint: color, yes: bool, who: player, points: {type: 0..3, each: player}}
"""


def folder_of(test: str, folder: Path) -> tuple[CheckedGame, Folder, Expr]:
    """Return a folder for the condition on the cards of an option."""
    path = folder / "table.yaml"
    options = f"{{on: {{}}, play: {{cards: pile, if: '{test}'}}}}"
    path.write_text(
        f"{TINY}{DECLARED}turn: {{choose: [ask: {{player: self, options: {options}}}]}}\n", encoding="utf-8"
    )
    game = load(path).game(2)
    ask = game.pieces["turn.choose"][0]
    assert isinstance(ask, AskStep)
    option = ask.options[1]
    assert option.fits is not None
    return game, Folder(game.looks, option.card_local, option.face_local), option.fits


def fold(test: str, folder: Path) -> CardTable:
    _, found, fits = folder_of(test, folder)
    return found.fold(fits)


def names(table: CardTable) -> list[str]:
    """Return the dependencies of a table with their bounds, except those that are neither variables nor in force."""
    known = [each for each in table.terms if isinstance(each.expr, ActiveRef | VariableRef)]
    return [f"{each.expr.name} {each.low}..{each.high}" for each in known]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "test, terms, rows",
    [
        ("card.number == 2", [], 1),
        ("card.number == 2 and not rough", [], 1),  # an option is constant
        ("card.color == active.color", ["color -1..2"], 4),
        ("card.color == tint or card.number == k", ["tint -1..2", "k -1..3"], 4 * 5),
        ("card.number == active.number + 1", ["number -1..9"], 11),
        ("card.color == tint and card.color != tint", ["tint -1..2"], 4),  # once, although it is named several times
        ("card.joker == yes", ["yes 0..1"], 2),
        ("card.number > direction", [], 3),
        ("card.kind == plain and card.look is not none", [], 1),
        ("card.number == (k if yes else 2)", ["k -1..3", "yes 0..1"], 5 * 2),
    ],
)
def test_conditions_that_become_tables(test: str, terms: list[str], rows: int, tmp_path: Path) -> None:
    table = fold(test, tmp_path)
    assert sorted(names(table)) == sorted(terms)
    assert len(table.rows) == rows * table.words == rows * ((9 + BITS - 1) // BITS)


@pytest.mark.parametrize(
    "test",
    [
        "card.number == n",  # unbounded number
        "card.number == big",  # too many
        "card == pile.top",  # this very card
        "card.worn",  # carried attributes of physical cards
        "card in pile",
        "pile.any(card.number == 1) == card.joker and card.number == n",
    ],
)
def test_conditions_that_stay_code(test: str, tmp_path: Path) -> None:
    with pytest.raises(NotFoldable):
        fold(test, tmp_path)


def test_the_size_of_tables_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = "card.color == tint and card.number == k"  # 4 x 5 rows; nine cards are evaluated for each colour and number
    for limit, enough in (("MAX_WORK", 9 * (4 + 5)), ("MAX_ROWS", 4 * 5)):
        with monkeypatch.context() as patch:
            patch.setattr(folder, limit, enough)
            assert len(fold(test, tmp_path).rows) == 20
            patch.setattr(folder, limit, enough - 1)
            with pytest.raises(NotFoldable):
                fold(test, tmp_path)


def test_each_of_two_conditions_has_only_its_dependencies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = "card.color == tint if yes else card.number == k"
    monkeypatch.setattr(folder, "MAX_WORK", 9 * (2 + 4 + 5))
    assert len(fold(test, tmp_path).rows) == 2 * 4 * 5


@pytest.mark.parametrize(
    "test",
    [
        "card.color == tint and card.number <= k",
        "card.number <= k if card.color == tint else false",
        "false if card.color != tint else card.number <= k",
    ],
)
def test_the_rows_match_the_condition(test: str, tmp_path: Path) -> None:
    game, found, fits = folder_of(test, tmp_path)
    table = found.fold(fits)
    (tint, k) = table.terms
    assert [tint.expr.name, k.expr.name] == ["tint", "k"]  # type: ignore[attr-defined]
    row = iter(table.rows)
    for color in range(tint.low, tint.high + 1):
        for number in range(k.low, k.high + 1):
            bits = next(row)
            for look, each in enumerate(game.looks):
                printed = each.faces[0].attributes
                holds = NONE not in (color, number) and printed["color"] == color and printed["number"] <= number
                assert bool(bits >> look & 1) == holds
    assert next(row, None) is None


def test_without_a_condition_every_existing_face_matches(tmp_path: Path) -> None:
    _, found, _ = folder_of("card.joker", tmp_path)
    assert found.fold(None).rows == (2**9 - 1,)
