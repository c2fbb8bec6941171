"""Options with computed defaults: their values and faults."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.diagnostics.problems import Problem, RulesetError
from unoflex_rules.language.elaborate.player_limits import telling
from unoflex_rules.language.ruleset import Ruleset, load, validate

HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: classic\nplayers: {min: 2, max: 6}\n"
DEAL = "  hand_size: {default: 7 if player_count == 2 else 5}\n"
STOCK = """  short: {type: bool, default: player_count > 4, help: A short game.}
  stock: {type: int, default: 20 if short else 30, min: 1, max: 30, help: Cards in a stock.}
  half: {type: int, default: stock // 2, help: Half of it.}
  rest: {type: [keep, discard], default: discard if short else keep, help: What happens to the rest.}
turn:
  end+:
    - if: rest == discard and half > stock - 11 and short
      then: [draw: self]
"""


def written(folder: Path, options: str, head: str = HEAD) -> Path:
    path = folder / "mine.yaml"
    path.write_text(f"{head}options:\n{options}", encoding="utf-8")
    return path


def settings(loaded: Ruleset, players: int) -> dict[str, str]:
    return loaded.settings_shown(loaded.game(players))


def reported(path: Path, **options: str) -> list[str]:
    return [short(each) for each in validate(path, options)]


def short(problem: Problem) -> str:
    return f"{problem.code} {problem.message}"


def test_a_default_may_use_the_player_count(tmp_path: Path) -> None:
    path = written(tmp_path, DEAL)
    assert reported(path) == []
    loaded = load(path)
    assert [settings(loaded, players)["hand_size"] for players in loaded.player_counts] == ["7", "5", "5", "5", "5"]
    for players, cards in ((2, 7), (3, 5)):
        game = ur.Game(ur.load(path), players, seed=1)
        assert {len(game.hand(seat)) for seat in range(players)} <= {cards, cards + 1, cards + 2}
        assert len(game.hand(game.to_decide)) == cards


def test_defaults_may_use_later_options(tmp_path: Path) -> None:
    path = written(tmp_path, STOCK)
    assert reported(path) == []
    names = ("short", "stock", "half", "rest")
    loaded = load(path)
    assert [settings(loaded, 4)[name] for name in names] == ["false", "30", "15", "keep"]
    assert [settings(loaded, 5)[name] for name in names] == ["true", "20", "10", "discard"]
    assert list(settings(loaded, 5))[-4:] == list(names)
    lines = STOCK.split("\n")
    turned = "\n".join([*lines[3::-1], *lines[4:]])
    assert settings(load(written(tmp_path, turned)), 5) == settings(loaded, 5)


def test_defaults_use_settings(tmp_path: Path) -> None:
    path = written(tmp_path, STOCK)
    loaded = load(path, {"stock": "8"})
    assert [settings(loaded, players)["half"] for players in (2, 6)] == ["4", "4"]
    assert settings(load(path, {"short": "true"}), 2)["stock"] == "20"
    assert settings(load(path, {"short": "true"}), 2)["rest"] == "discard"


def test_an_extension_overrides_a_default(tmp_path: Path) -> None:
    written(tmp_path, STOCK)
    path = tmp_path / "other.yaml"
    head = HEAD.replace("id: mine", "id: other").replace("classic", "./mine")
    path.write_text(f"{head}options: {{stock: 12, hand_size: stock // 4 + player_count}}\n", encoding="utf-8")
    loaded = load(path)
    assert [settings(loaded, 3)[name] for name in ("stock", "half", "hand_size")] == ["12", "6", "6"]


def test_the_player_limit_may_use_computed_defaults(tmp_path: Path) -> None:
    options = "  crowd: {type: bool, default: false, help: Many.}\n"
    options += f"  most: {{type: int, default: 8 if crowd else 4, help: N.}}\n{DEAL}"
    path = written(tmp_path, options, HEAD.replace("max: 6", "max: most"))
    assert reported(path) == []
    assert (load(path).players_max, load(path, {"crowd": "true"}).players_max) == (4, 8)


def test_programs_contain_computed_defaults(tmp_path: Path) -> None:
    path = written(tmp_path, DEAL)
    loaded = load(path)
    for players, cards in ((2, "7"), (3, "5")):
        program = compile_ruleset(loaded, players)
        plain = compile_ruleset(load(written(tmp_path, f"  hand_size: {cards}\n")), players)
        written(tmp_path, DEAL)
        assert (program.options["hand_size"], program.digest) == (cards, plain.digest)


def test_all_player_counts_are_checked(tmp_path: Path) -> None:
    loaded = load(written(tmp_path, STOCK))
    assert telling(loaded.tree, range(2, 11), {}) == [2, 4, 5, 10]
    assert telling(loaded.tree, range(2, 11), {"short": "true"}) == [2, 10]
    options = "  hand_size: {default: 9 if player_count == 4 else 5}\n"
    path = written(tmp_path, f"{options}refuse+: [{{if: hand_size == 9, because: no.}}]\n")
    assert reported(path) == []  # other numbers of players can play
    with pytest.raises(ur.RulesetError, match="refused for 4 players: no"):
        load(path).game(4)
    assert load(path).game(5)


@pytest.mark.parametrize(
    "default, problem",
    [
        ("9 if player_count == 4 else 31", "E104 option `stock` must be 1 to 30, not 31"),
        ("0 - player_count", "E104 option `stock` must be 1 to 30, not -2"),
        ("stock + 1", "E320 the default of an option cannot depend on itself: stock -> stock"),
        ("half * 2", "E320 the default of an option cannot depend on itself: stock -> half -> stock"),
        ("hand_sise + 1", "E201 unknown name `hand_sise`"),
        ("short + 1", "E302 expected a number, not true or false"),
        ("20 if shrt else 30", "E201 unknown name `shrt`"),
        ("round + 1", "E302 a default may use only numbers, options and `player_count`"),
        ("discard.size + 1", "E201 unknown name `discard`"),
        ("'7'", "E103 option `stock` must be a whole number, not the text `7`"),
        ("many", "E103 option `stock` must be a whole number, not `many`"),
        ("rest", "E302 expected a number, not a choice of `rest`"),
        ("20 if short", "E301"),
    ],
)
def test_faults_of_defaults(tmp_path: Path, default: str, problem: str) -> None:
    path = written(tmp_path, STOCK.replace("20 if short else 30", default))
    (found,) = reported(path)
    assert found.startswith(problem)
    with pytest.raises(RulesetError):
        load(path).game(2)


@pytest.mark.parametrize(
    "default, problem",
    [
        ("keep if player_count == 2 else drop", "E205 `drop` is not a choice of `rest`"),
        ("kep", "E106 option `rest` must be one of keep, discard, not `kep`"),
        ("none if short else keep", "E302 a default may use only"),
        ("20 if short else keep", "E302"),
    ],
)
def test_faults_of_defaults_of_choices(tmp_path: Path, default: str, problem: str) -> None:
    found = reported(written(tmp_path, STOCK.replace("discard if short else keep", default)))
    assert len(found) == 1 and found[0].startswith(problem), found


def test_the_player_limit_cannot_use_the_player_count(tmp_path: Path) -> None:
    options = "  most: {type: int, default: player_count + 1, help: N.}\n"
    found = reported(written(tmp_path, options, HEAD.replace("max: 6", "max: most")))
    assert found == ["E302 `player_count` cannot be used inside `players`"]
