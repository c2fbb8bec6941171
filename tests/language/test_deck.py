"""The deck and its card kinds: the cards of each line, their faces, and faults."""

from collections import Counter
from pathlib import Path

import pytest

from tests.compiler.tiny import problem_words
from unoflex_rules.language.ruleset import load
from unoflex_rules.language.statements.tree import CheckedGame

BASE = """
format: 1
id: cards
title: Cards
players: {min: 2, max: 2}
values: {color: [red, green], number: 0..9, rank: [two, jack]}
attributes:
  color: color
  number: number
  rank: rank
  wild: bool
  points: {type: int, default: card.number * 10}
faces: [front, back]
options: {many: {type: int, default: 2}, few: {type: bool, default: false}}
zones: {pile: {deck: true}, box: {}}
choices: {wish: {of: color}, other: {of: color}}
turn: {choose: [ask: {player: self, options: {on: {}}}]}
"""


def cards(kinds: str, deck: str) -> str:
    return f"{BASE}cards:\n{kinds}\ndeck:\n{deck}\n"


def game_of(text: str, folder: Path) -> CheckedGame:
    path = folder / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path).game(2)


def printed(game: CheckedGame, face: int = 0) -> Counter[str]:
    """Return how many of each card there are, with the print of a face as `color number rank wild points`."""
    names = ("color", "number", "rank")
    found: Counter[str] = Counter()
    for look, zone in game.cards:
        side = game.looks[look].faces[face]
        words = []
        for name in names:
            value, members = side.attributes[name], game.world.attributes[name].type.members
            if value >= 0:
                words.append(members[value] if members else str(value))
        words += ["wild"] if side.attributes["wild"] else []
        words += [str(side.attributes["points"])] if side.attributes["points"] else []
        found[" ".join(words) + ("" if zone == "pile" else f" in {zone}") or "blank"] += 1
    return found


PLAIN = "  plain: {face: {color: $c, number: $n}}\n"
WILD = "  joker: {face: {wild: true}, points: 50}\n"


@pytest.mark.parametrize(
    "deck, expected",
    [
        ("{card: plain, c: red, n: 1}", {"red 1 10": 1}),
        ("{card: plain, c: each, n: 1}", {"red 1 10": 1, "green 1 10": 1}),
        ("{card: plain, c: red, n: 1..3}", {"red 1 10": 1, "red 2 20": 1, "red 3 30": 1}),
        ("{card: plain, c: red, n: [1, 5..6]}", {"red 1 10": 1, "red 5 50": 1, "red 6 60": 1}),
        ("{card: plain, c: red, n: [none, 1]}", {"red": 1, "red 1 10": 1}),
        ("{card: plain, c: red, n: 0}", {"red 0": 1}),
        ("{card: plain, c: red, n: 1, copies: 3}", {"red 1 10": 3}),
        ("{card: plain, c: red, n: 1, copies: many * 2}", {"red 1 10": 4}),
        ("{card: plain, c: red, n: 1, copies: 0}", {}),
        ("{card: plain, c: red, n: many + 1}", {"red 3 30": 1}),
        ("{card: joker, if: few}", {}),
        ("{card: joker, if: not few}", {"wild 50": 1}),
        ("{card: joker, zone: box}", {"wild 50 in box": 1}),
        ("{card: [joker, joker], copies: 2}", {"wild 50": 4}),
        ("{card: plain, c: [red, red], n: 1}", {"red 1 10": 2}),
    ],
)
def test_the_cards_of_a_line(deck: str, expected: dict[str, int], tmp_path: Path) -> None:
    line = f"  - {deck}\n  - {{card: joker, copies: 0}}\n"
    text = cards(PLAIN + WILD, line)
    if expected:
        assert problem_words(text, tmp_path) == []
        assert printed(game_of(text, tmp_path)) == expected
    else:
        assert problem_words(text, tmp_path) == ["E102 format"]  # a game has cards


def test_a58_each_and_copies(tmp_path: Path) -> None:
    """`each` repeats for every value; copies multiply each of them, and a card without a colour is one card."""
    deck = (
        "  - {card: plain, c: each, n: 0}\n  - {card: plain, c: each, n: 1..9, copies: 2}\n  - {card: joker, copies: 4}"
    )
    game = game_of(cards(PLAIN + WILD, deck), tmp_path)
    assert len(game.cards) == 2 * (1 + 18) + 4
    assert len(game.looks) == 2 * 10 + 1
    wrong = "  - {card: joker, c: each}"
    assert problem_words(cards(PLAIN + WILD, wrong), tmp_path) == ["E203 c"]


@pytest.mark.parametrize(
    "kinds, expected",
    [
        # attributes of a kind are on its face; the face adds more
        ("  k: {face: {color: red}, number: 3}", "red 3 30"),
        ("  k: {face: {color: red, number: 4}, number: 3}", "red 4 40"),
        ("  k: {color: red}", "red"),
        ("  k: {}", "blank"),
        ("  k: {points: 5}", "5"),
        ("  k: {number: 2, points: card.number + 1}", "2 3"),
        ("  k: {number: 2, points: many}", "2 2"),
        ("  k: {number: many if few else 7}", "7 70"),
        ("  k: {rank: jack, wild: card.rank == jack}", "jack wild"),
        # a variation
        ("  base: {face: {color: red, number: 1}, points: 7}\n  k: {like: base}", "red 1 7"),
        ("  base: {face: {color: red, number: 1}, points: 7}\n  k: {like: base, points: 9}", "red 1 9"),
        ("  base: {face: {color: red, number: 1}, points: 7}\n  k: {like: base, number: 2}", "red 2 7"),
        ("  base: {face: {color: red, number: 1}}\n  k: {like: base, face: {color: green}}", "green 1 10"),
        ("  base: {number: 1}\n  mid: {like: base, color: red}\n  k: {like: mid, wild: true}", "red 1 wild 10"),
    ],
)
def test_printed_attributes(kinds: str, expected: str, tmp_path: Path) -> None:
    text = cards(kinds, "  - {card: k}")
    assert problem_words(text, tmp_path) == []
    assert printed(game_of(text, tmp_path)) == {expected: 1}


@pytest.mark.parametrize(
    "kinds, effects, choices",
    [
        ("  k: {played: [shuffle: pile]}", ["k"], ("",)),
        ("  k: {face: {played: [shuffle: pile]}}", ["k.front"], ("",)),
        ("  base: {played: [shuffle: pile]}\n  k: {like: base}", ["base"], ("",)),
        ("  base: {played: [shuffle: pile]}\n  k: {like: base, played: []}", ["k"], ("",)),
        ("  k: {choices: [wish]}", [], ("wish",)),
        ("  base: {choices: [wish]}\n  k: {like: base}", [], ("wish",)),
        ("  base: {choices: [wish]}\n  k: {like: base, choices: [other]}", [], ("other",)),
        ("  base: {choices: [wish]}\n  k: {like: base, choices: []}", [], ("",)),
        ("  k: {face: {choices: [other]}, choices: [wish]}", [], ("other",)),
    ],
)
def test_effects_and_choices(kinds: str, effects: list[str], choices: tuple[str, ...], tmp_path: Path) -> None:
    text = cards(kinds, "  - {card: k}")
    assert problem_words(text, tmp_path) == []
    game = game_of(text, tmp_path)
    assert list(game.card_effects) == effects
    assert [" ".join(face.choices) for face in game.looks[0].faces if face.exists] == list(choices)


def test_faces(tmp_path: Path) -> None:
    kinds = """
  both: {faces: {front: {color: red}, back: {color: green, played: [shuffle: pile]}}, points: 3, played: [shuffle: box]}
  turned: {faces: {front: {like: both, number: 1}, back: {number: 2}}}
  only_back: {faces: {back: {color: green, wild: true}}}
"""
    game = game_of(cards(kinds, "  - {card: [both, turned, only_back]}"), tmp_path)
    assert printed(game, 0) == {"red 3": 1, "red 1 3": 1, "blank": 1}
    assert printed(game, 1) == {"green 3": 1, "2 20": 1, "green wild": 1}
    exist = [[face.exists for face in look.faces] for look in game.looks]
    assert exist == [[True, True], [True, True], [False, True]]
    acts = [[face.effect for face in look.faces] for look in game.looks]
    assert acts == [["both", "both.back"], ["both", None], [None, None]]


@pytest.mark.parametrize(
    "kinds, deck, expected",
    [
        (PLAIN, "{card: plian, c: red, n: 1}", ["E208 plian -> plain"]),
        (PLAIN, "{card: [plain, plian], c: red, n: 1}", ["E208 plian -> plain"]),
        (PLAIN, "{card: plain, c: red}", ["E102 card"]),
        (PLAIN, "{card: plain, c: red, n: 1, k: 2}", ["E203 k"]),
        (PLAIN, "{card: plain, c: purple, n: many}", ["E205 purple"]),
        (PLAIN, "{card: plain, c: red, n: 10}", ["E104 10"]),
        (PLAIN, "{card: plain, c: red, n: 8..12}", ["E104 8..12"]),
        (PLAIN, "{card: plain, c: red, n: 3..1}", ["E104 3..1"]),
        (PLAIN, "{card: plain, c: red, n: 0..99999999999}", ["E104 0..99999999999"]),
        (PLAIN, "{card: plain, c: 1..2, n: 1}", ["E205 1..2"]),
        (PLAIN, "{card: plain, c: red, n: -1}", ["E104 -1"]),
        (PLAIN, "{card: plain, c: red, n: true}", ["E302 true"]),
        (PLAIN, "{card: plain, c: red, n: 1, copies: -1}", ["E104 -1"]),
        (PLAIN, "{card: plain, c: red, n: 1, copies: 3000}", ["E104 card"]),
        (
            PLAIN,
            "{card: plain, c: red, n: 1, copies: red, zone: pil, if: 3}",
            ["E302 red", "E206 pil -> pile", "E302 3"],
        ),
        (PLAIN, "{card: plain, c: red, n: 1, copies: pile.size}", ["E302 pile.size"]),
        ("  k: {colr: red}", "{card: k}", ["E101 colr -> color"]),
        ("  k: {face: {color: red, nubmer: $n}}", "{card: k, n: 1}", ["E101 nubmer -> number"]),
        ("  k: {color: purple, number: 99, wild: 3}", "{card: k}", ["E205 purple", "E104 99", "E302 3"]),
        ("  k: {color: $x, rank: $x}", "{card: k, x: red}", ["E302 $x"]),
        ("  k: {number: pile.size}", "{card: k}", ["E302 pile.size"]),
        ("  k: {number: card.points}", "{card: k}", ["E302 card.number"]),  # points are computed from this
        ("  k: {like: kk}", "{card: k}", ["E208 kk"]),
        ("  k: {like: plian}\n" + PLAIN, "{card: k}", ["E208 plian -> plain"]),
        ("  k: {faces: {bakc: {}}}", "{card: k}", ["E205 bakc -> back"]),
        ("  k: {choices: [wihs]}", "{card: k}", ["E205 wihs -> wish"]),
        ("  k: {played: [go_to: nxt]}", "{card: k}", ["E204 nxt -> next"]),
        # a kind outside the deck is checked too
        (
            "  k: {}\n  unused: {played: [go_to: nxt], colr: red}",
            "{card: k}",
            ["E204 nxt -> next", "E101 colr -> color"],
        ),
        ("  k: {}\n  a: {like: b}\n  b: {like: c}\n  c: {like: a}", "{card: k}", ["E320 a"]),
    ],
)
def test_faults(kinds: str, deck: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(cards(kinds, f"  - {deck}"), tmp_path) == expected


@pytest.mark.parametrize(
    "size, expected",
    [("2", []), ("3", ["E311 3"]), ("many", []), ("many + 1", ["E311 many + 1"]), ("red", ["E302 red"])],
)
def test_deck_size(size: str, expected: list[str], tmp_path: Path) -> None:
    text = cards(PLAIN, "  - {card: plain, c: each, n: 1}") + f"deck_size: {size}\n"
    assert problem_words(text, tmp_path) == expected


# ---- lines that list the attributes of each face ---------------------------------------------------------------------

FACES = PLAIN + WILD + "  both: {faces: {front: {color: red}, back: {color: green, rank: $r}}, points: 5}\n"


def faced(front: str, back: str, more: str = "") -> str:
    return cards(FACES, f"  - faces: {{front: [{front}], back: [{back}]}}\n    {more}")


@pytest.mark.parametrize(
    "front, back, more, expected",
    [
        ("{card: joker}", "{card: plain, c: red, n: 3}", "", ["wild 50 / red 3 30"]),
        (
            "{card: plain, c: red, n: [1, 2]}",
            "{card: plain, c: green, n: 4..5}",
            "",
            ["red 1 10 / green 4 40", "red 2 20 / green 5 50"],
        ),
        (
            "{card: plain, c: each, n: 1}, {card: joker}",
            "{card: plain, c: green, n: 4..6}",
            "pairing: {back: (place + 1) % 3}",
            ["red 1 10 / green 5 50", "green 1 10 / green 6 60", "wild 50 / green 4 40"],
        ),
        (
            "{card: plain, c: red, n: [1, 2]}",
            "{card: joker, copies: many}",
            "pairing: {front: 1 - place}",
            ["red 2 20 / wild 50", "red 1 10 / wild 50"],
        ),
        (
            "{card: joker}",
            "{card: joker}, {card: plain, c: red, n: 1, if: few}",
            "copies: 2",
            ["wild 50 / wild 50"] * 2,
        ),
        ("{card: joker}", "{card: both, r: jack}", "", ["wild 50 / green jack 5"]),  # the face of the kind
        ("{card: both, r: two}", "{card: joker}", "zone: box", ["red 5 in box / wild 50 in box"]),
    ],
)
def test_lists_of_faces_are_paired(front: str, back: str, more: str, expected: list[str], tmp_path: Path) -> None:
    text = faced(front, back, more)
    assert [each for each in problem_words(text, tmp_path) if not each.startswith("E310")] == []
    game = game_of(text, tmp_path)
    one, other = ([next(iter(printed_card(game, card, face))) for card in range(len(game.cards))] for face in (0, 1))
    assert [f"{front} / {back}" for front, back in zip(one, other, strict=True)] == expected


def printed_card(game: CheckedGame, card: int, face: int) -> Counter[str]:
    alone = CheckedGame(game.world, game.looks, [game.cards[card]], {}, {}, {}, {}, [], game.face)
    return printed(alone, face)


@pytest.mark.parametrize(
    "front, back, more, expected",
    [
        ("{card: joker}", "{card: joker, copies: 2}", "", ["E311 back"]),
        ("{card: joker}", "{card: plain, c: red}", "", ["E102 card"]),
        ("{card: joker}", "{card: jokr}", "", ["E208 jokr -> joker"]),
        ("{card: joker}", "{card: joker, c: red}", "", ["E203 c"]),
        ("{card: joker}", "{card: joker, copies: 0 - 1}", "", ["E104 0 - 1"]),
        ("{card: joker}", "{card: joker, zone: box}", "", ["E101 zone"]),
        ("{card: joker}", "{card: joker}", "c: red", ["E203 c"]),
        ("{card: joker}", "{card: joker}", "card: joker", ["E101 {front: [{card: joker}], back: [{card: joker}]}"]),
        ("{card: joker, copies: 2}", "{card: joker, copies: 2}", "pairing: {back: 0}", ["E104 0"]),
        ("{card: joker, copies: 2}", "{card: joker, copies: 2}", "pairing: {back: place + 1}", ["E104 place + 1"]),
        ("{card: joker, copies: 2}", "{card: joker, copies: 2}", "pairing: {back: plce}", ["E201 plce -> place"]),
        ("{card: joker, copies: 2}", "{card: joker, copies: 2}", "pairing: {bck: place}", ["E205 bck -> back"]),
    ],
)
def test_faults_of_lists_of_faces(front: str, back: str, more: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(faced(front, back, more), tmp_path) == expected


@pytest.mark.parametrize(
    "line, expected",
    [
        ("faces: {front: [{card: joker}]}", "E102"),
        ("faces: {front: [{card: joker}], bck: [{card: joker}]}", "E205"),
        ("copies: 2", "E102"),
        ("card: joker, pairing: {back: place}", "E101"),
    ],
)
def test_a_line_needs_a_card_or_all_faces(line: str, expected: str, tmp_path: Path) -> None:
    assert [each[:4] for each in problem_words(cards(FACES, f"  - {{{line}}}"), tmp_path)] == [expected]


@pytest.mark.parametrize(
    "each, called, expected",
    [
        ("player", "pocket", ["E302 pocket"]),
        ("[player, color]", "pocket(red)", ["E302 pocket(red)"]),
        ("color", "pocket(red)", []),
    ],
)
def test_cards_cannot_start_in_a_zone_of_each_player(
    each: str, called: str, expected: list[str], tmp_path: Path
) -> None:
    text = cards(WILD, f"  - {{card: joker, zone: {called}}}").replace("box: {}", f"pocket: {{each: {each}}}")
    assert problem_words(text, tmp_path) == expected
