"""`inherited`: the replaced steps or definition, run with the right names."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, Table
from unoflex_rules.authoring.composition import composed
from unoflex_rules.language.diagnostics.problems import RulesetError
from unoflex_rules.language.ruleset import load, validate
from unoflex_rules.render.ruleset_text import ruleset_text

# The base: an effect with parameters, parts, a card with an effect, definitions.
BELOW = (
    TINY.replace("id: tiny", "id: below").replace("id: below", "id: below\nbase: true")
    + """
variables: {seen: int, n: int, last: card}
define:
  twice: n * 2
  card.low: card.number < 2
  near: {params: {one: card, by: int}, value: one.number <= by}
effects:
  note:
    help: Notes a number so many times.
    params: {x: int, times: {type: int, default: 1}, then_do: {type: steps, default: []}}
    do:
      - repeat: {times: times, do: [set: {seen: seen * 10 + x}, then_do]}
  calm:
    help: Nothing.
    do: [set: {n: 1}]
turn:
  start: [note: 1]
  choose: [ask: {player: self, options: {on: {}}}]
"""
)
GIVEN = "effects: {note: {do=: [inherited: {given: {x: %s}}]}}"
MORE = "effects: {note: {do=: [inherited, set: {seen: seen + 1}]}}"
NEAR = "turn: {start=: [note: 'pile.count(near(card, 1))']}"


def ruleset(folder: Path, *files: str) -> Path:
    """Write the base and files that extend each other; return the path of the last."""
    (folder / "below.yaml").write_text(BELOW, encoding="utf-8")
    below = "below"
    for number, text in enumerate(files):
        (folder / f"f{number}.yaml").write_text(
            f"format: 1\nid: f{number}\ntitle: F\nextends: ./{below}\n{text}", encoding="utf-8"
        )
        below = f"f{number}"
    return folder / f"{below}.yaml"


def seen(folder: Path, *files: str) -> int:
    """Return the recorded values when the first player is asked."""
    text = ruleset_text(composed(load(ruleset(folder, *files)))).replace("base: true\n", "")
    value = Table(text, folder).value("seen")
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    "files, noted",
    [
        (["effects: {note: {do=: [inherited]}}"], 1),
        (["effects: {note: {do: [inherited, inherited]}}"], 11),
        (["effects: {note: {do=: [inherited: {given: {x: x + 1}}]}}"], 2),
        (["effects: {note: {do=: [inherited: {given: {x: 5, times: 3}}, set: {seen: seen * 10 + x}]}}"], 5551),
        (["effects: {note: {do=: [{if: x > 0, then: [inherited], else: [other]}]}, other: {help: N., do: []}}"], 1),
        # a name given in the new steps is unknown in the old ones
        (["effects: {note: {do=: [random: {as: n2, of: 7..7}, for_each: {in: 4..5, as: k, do: [inherited]}]}}"], 11),
        # an additional parameter, which the old steps do not know
        (["effects: {note: {params: {y: {type: int, default: 9}}, do=: [inherited, set: {seen: seen + y}]}}"], 10),
        # each wraps the one below
        (
            [
                "effects: {note: {do=: [set: {seen: 7}, inherited]}}",
                "effects: {note: {do=: [set: {seen: 8}, inherited, set: {seen: seen * 10 + 3}]}}",
            ],
            713,
        ),
        ([GIVEN % "2", GIVEN % "x + 1"], 2),
        ([MORE, "effects: {note: {do+: [set: {seen: seen * 2}]}}"], 4),
        (["effects: {note: {do+: [set: {seen: seen + 4}]}}", "effects: {note: {do=: [inherited, inherited]}}"], 55),
        # steps passed to an effect know what is inherited where they are written
        (["turn: {start=: [note: {x: 2, then_do: [inherited]}]}"], 21),
        (["turn: {start=: [note: {x: 2, times: 2, then_do: [inherited: {}]}]}"], 2121),
        (["effects: {note: {do=: [set: {seen: 1}]}}", MORE], 2),
        # parts
        (["turn: {start=: [set: {seen: 3}, inherited]}"], 31),
        (["turn: {start: [{if: n == 0, then: [inherited, inherited]}]}"], 11),
        (["turn: {lay=: [inherited], start+: [set: {seen: seen + 1}]}"], 2),  # a missing part is empty
        (["turn: {start=: [together: [inherited]]}"], 1),
        # definitions
        (["define: {twice: inherited + 5}\nturn: {start=: [note: twice]}"], 5),
        (["define: {twice=: inherited + 5}", "define: {twice: inherited * 2}\nturn: {start=: [note: twice]}"], 10),
        (["define: {twice: inherited + 5}", "define: {twice: n + 3}\nturn: {start=: [note: twice]}"], 3),
        (["define: {card.low: not inherited}\nturn: {start=: [note: pile.count(card.low)]}"], 6),
        (["define: {card.low: pile.all(inherited) or inherited}\nturn: {start=: [note: pile.count(card.low)]}"], 3),
        (["define: {near: 'inherited or one.number > by + 1'}\n" + NEAR], 6),
        (["define: {near: {value: not inherited}}\n" + NEAR], 6),
    ],
)  # fmt: skip
def test_inherited_is_the_replaced_part(tmp_path: Path, files: list[str], noted: int) -> None:
    assert seen(tmp_path, *files) == noted


def test_a_card_keeps_its_inherited_effect(tmp_path: Path) -> None:
    lay = "lay: {card: pile.top, to: table}"
    below = "cards: {plain: {face: {played: [set: {last: card, seen: seen + 1}]}}}\n"
    below += f"turn: {{start=: [{lay}, resolve: table]}}"
    above = "cards: {plain: {face: {played=: [for_each: {in: pile, do: [inherited]}, set: {n: card.number}]}}}"
    text = ruleset_text(composed(load(ruleset(tmp_path, below, above)))).replace("base: true\n", "")
    table = Table(text, tmp_path)
    assert (table.value("seen"), table.value("n"), table.value("last")) == (8, 3, "blue 3")  # the acting card


def test_the_shown_ruleset_is_equivalent(tmp_path: Path) -> None:
    files = ["effects: {note: {do=: [inherited: {given: {x: 4}}]}}\ndefine: {twice: inherited + 1}"] * 2
    path = ruleset(tmp_path, *files)
    shown = ruleset_text(composed(load(path)))
    (tmp_path / "shown.yaml").write_text(shown, encoding="utf-8")
    assert load(tmp_path / "shown.yaml").tree.plain() == load(path).tree.plain()
    assert load(tmp_path / "shown.yaml").game(2).pieces.keys() == load(path).game(2).pieces.keys()


def test_overlays_around_the_same_part_agree(tmp_path: Path) -> None:
    ruleset(tmp_path)
    rest = "base: true\nextends: ./below\n"
    for name, by in (("one", 2), ("two", 3)):
        text = f"format: 1\nid: {name}\ntitle: O\n{rest}"
        text += f"effects: {{note: {{do=: [inherited, set: {{seen: seen * {by}}}]}}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text + f"define: {{twice: inherited + {by}}}\n", encoding="utf-8")
    game = tmp_path / "game.yaml"
    head = "format: 1\nid: game\ntitle: G\nextends: ./below\nwith: [./one, ./two]\nturn: {start+: [note: twice]}\n"
    game.write_text(head, encoding="utf-8")
    assert [each for each in validate(game) if each.severity == "error"] == []
    text = ruleset_text(composed(load(game))).replace("base: true\n", "")
    assert Table(text, tmp_path, checked=False).value("seen") == (6 * 10 + 5) * 6
    (tmp_path / "two.yaml").write_text(
        f"format: 1\nid: two\ntitle: O\n{rest}effects: {{note: {{do=: [set: {{seen: 1}}]}}}}\n", encoding="utf-8"
    )
    assert "E409" in [each.code for each in validate(game)]


def problems(folder: Path, *files: str) -> list[str]:
    return [
        f"{each.code} {each.suggestion or ''}".strip()
        for each in validate(ruleset(folder, *files))
        if each.severity == "error"
    ]


@pytest.mark.parametrize(
    "text, codes",
    [
        ("effects: {new: {help: N., do: [inherited]}}", ["E404"]),
        ("effects: {calm: {do+: [inherited]}}", ["E404"]),
        ("state_rules: [{if: n > 5, then: [inherited]}]", ["E404"]),
        ("define: {new: inherited + 1}", ["E404"]),
        ("turn: {start+: [note: inherited]}", ["E404"]),
        ("effects: {note: {do=: [inherited: {given: {y: 1}}]}}", ["E203"]),
        ("effects: {note: {do=: [inherited: {given: {tims: 1}}]}}", ["E203 times"]),
        ("effects: {note: {do=: [inherited: {given: {x: red}}]}}", ["E302"]),
        ("effects: {note: {do=: [inherited: {given: {then_do: n}}]}}", ["E302"]),
        ("effects: {note: {do=: [inherited: {x: 1}]}}", ["E101"]),
        ("effects: {note: {do=: [inherited: 3]}}", ["E103"]),
        ("effects: {inherited: {help: N., do: []}}", ["E212"]),
        ("variables: {inherited: int}", ["E212"]),
        ("effects: {calm: {do=: [inherited, calm]}}", ["E320"]),
        ("define: {twice: inherited + twice}", ["E320"]),
    ],
)
def test_faults_of_inherited(tmp_path: Path, text: str, codes: list[str]) -> None:
    assert problems(tmp_path, text) == codes


def test_a_game_without_base_inherits_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY + TURN.replace("[ask", "[inherited, ask"), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load(path).game(2)
    assert [each.code for each in caught.value.problems] == ["E404"]
