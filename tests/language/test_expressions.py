"""Values of expressions, and the exact places of faults in them."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, Table, problem_places

# The table for the values: P1 has the turn among four players, hands and piles as below.
DECLARED = """
options:
  hard: {type: bool, default: true}
  size: {type: int, default: 4}
  mode: {type: [mild, wild], default: wild}
variables:
  seven: {type: int, start: 7}
  zero: int
  low: {type: 0..3, start: 2}
  yes: {type: bool, start: true}
  tint: {type: color, start: green}
  no_tint: color
  boss: {type: player, start: seat(2)}
  nobody: player
  pair: players
  points: {type: int, each: player}
  kept: card
define:
  twice: seven * 2
  card.bright: card.color == red or card.joker
  card.bright_on_table: card.bright and not table.empty
  player.rich: it.points > 10
  card.in_reach: card in self.hand or card in next.hand or self.points > 10 and card.mine_alone
  card.mine_alone: others.count(card in it.hand) == 0
"""
SITUATION = """
round:
  start:
    - move: {from: pile, to: table}                       # blue 3
    - move: {from: pile, to: seat(0).hand, count: 2}      # blue 2, blue 1
    - move: {from: pile, to: seat(1).hand}                # green 3
    - move: {card: pile.bottom, to: seat(1).hand}         # red 1
    - set: {active: table.top, pair: seat(1) + seat(3), seat(0).points: 5, seat(1).points: 20, seat(3).points: 20}
    - set: {kept: pile.top}                               # green 2; red 2, red 3 and green 1 lie below it
    - go_to: seat(1)
"""

VALUES = [
    # numbers
    ("int", "3", 3),
    ("int", "-3", -3),
    ("int", "1 + 2 * 3 - 4", 3),
    ("int", "(1 + 2) * 3", 9),
    ("int", "seven // 2", 3),
    ("int", "-seven // 2", -4),
    ("int", "seven % 4", 3),
    ("int", "-seven % 4", 1),
    ("int", "seven // zero", 0),
    ("int", "seven % zero", 0),
    ("int", "7 // 0 + 7 % 0", 0),
    ("int", "seven.at_most(3)", 3),
    ("int", "seven.at_least(30)", 30),
    ("int", "low.at_most(seven).at_least(1)", 2),
    ("int", "10 - seven - 1", 2),
    ("int", "size + 1", 5),
    ("int", "twice", 14),
    ("int", "player_count", 4),
    ("int", "turn + round * 10", 11),
    ("int", "direction", 1),
    ("int", "seven if yes else zero", 7),
    ("int", "1 if zero else_ 2".replace("zero else_", "hard and not yes else"), 2),
    # missing numbers count as 0, and no comparison with them holds
    ("int", "pile.top.number + 1", 3),
    ("int", "kept.number", 2),
    ("int", "nobody.points", 0),
    ("int", "nobody.hand.top.number + 1", 1),
    ("bool", "nobody.hand.top.number == 0", False),
    ("bool", "nobody.hand.top.number + 1 == 1", False),
    ("bool", "nobody.hand.top.number < 9", False),
    ("bool", "nobody.hand.top.number + 1 <= 9", False),
    ("bool", "nobody.hand.top.number == -1", False),
    ("bool", "nobody.hand.top.number == zero - 1", False),
    ("bool", "nobody.hand.top.number != 3", True),
    ("bool", "nobody.hand.top.number == nobody.hand.bottom.number", False),
    ("bool", "nobody.hand.top.number is none", True),
    ("bool", "table.top.number is none", False),
    ("bool", "(3 if yes else nobody.hand.top.number) is none", False),
    ("bool", "(nobody.hand.top.number if yes else 3) is none", True),
    ("bool", "(nobody.hand.top.number + 1 if yes else 1) == 1", False),
    ("int", "pile.top.number if zero > 0 else -1", -1),  # a number below 0 is not missing
    ("bool", "(pile.top.number if zero > 0 else -1) == -1", True),
    ("bool", "(pile.top.number if zero > 0 else -1) is none", False),
    ("bool", "(pile.top.number if zero > 0 else -1) == nobody.hand.top.number", False),
    ("bool", "(pile.top.number if zero > 0 else -1) == (pile.top.number if zero > 0 else -1)", True),
    ("bool", "(pile.top.number if zero > 0 else -1) < 0", True),
    ("int", "(nobody.hand.top.number if yes else 3) + 1", 1),
    ("bool", "(nobody.hand.top.number + 1 if not yes else 1) == 1", True),
    # truth
    ("bool", "true", True),
    ("bool", "not yes", False),
    ("bool", "not not yes", True),
    ("bool", "yes and zero == 0", True),
    ("bool", "zero == 1 or yes and seven == 8", False),
    ("bool", "hard", True),
    ("bool", "yes == hard", True),
    ("bool", "yes != hard", False),
    ("bool", "1 < low < 3", True),
    ("bool", "1 < low < 2", False),
    ("bool", "seven >= 7 and seven <= 7 and not seven > 7", True),
    ("bool", "seven in [1, 7]", True),
    ("bool", "seven not in (1, 7)", False),
    ("bool", "seven in []", False),
    # values of a type
    ("color", "red", "red"),
    ("color", "tint", "green"),
    ("color", "none", None),
    ("color", "color.blue", "blue"),
    ("color", "blue if low == 2 else none", "blue"),
    ("color", "none if low == 2 else blue", None),
    ("color", "active.color", "blue"),
    ("color", "before.color", None),
    ("bool", "tint == green", True),
    ("bool", "green == tint", True),
    ("bool", "tint != red", True),
    ("bool", "tint in [red, green]", True),
    ("bool", "tint not in [red, blue]", True),
    ("bool", "no_tint == red", False),
    ("bool", "no_tint != red", True),
    ("bool", "no_tint == nobody.hand.top.color", False),
    ("bool", "no_tint is none", True),
    ("bool", "tint is not none", True),
    ("bool", "mode == wild", True),
    ("bool", "mode == mild", False),
    ("bool", "active.color == blue and active.number == 3", True),
    ("bool", "choice.wish is none", True),
    # players
    ("player", "self", 1),
    ("player", "next", 2),
    ("player", "previous", 0),
    ("player", "self.next.next", 3),
    ("player", "boss.previous", 1),
    ("player", "seat(3)", 3),
    ("player", "seat(-1)", 3),
    ("player", "nobody", None),
    ("player", "nobody.next", None),
    ("player", "boss if yes else self", 2),
    ("player", "none if yes else self", None),
    ("bool", "(none if yes else self) is none", True),
    ("bool", "(self if yes else none) is none", False),
    ("bool", "boss == seat(2)", True),
    ("bool", "nobody == boss", False),
    ("bool", "nobody == nobody", False),
    ("bool", "self in pair", True),
    ("bool", "boss not in pair", True),
    ("bool", "nobody in players", False),
    ("players", "players", {0, 1, 2, 3}),
    ("players", "everyone", {0, 1, 2, 3}),
    ("players", "others", {0, 2, 3}),
    ("players", "boss.others", {0, 1, 3}),
    ("players", "boss", {2}),
    ("players", "nobody", set()),
    ("players", "none", set()),
    ("players", "pair - self", {3}),
    ("players", "boss if yes else pair", {2}),
    ("players", "boss if hard and not yes else pair", {1, 3}),
    ("players", "nobody if yes else pair", set()),
    ("players", "pair if yes else boss", {1, 3}),
    ("players", "pair + boss", {1, 2, 3}),
    ("players", "players - pair - boss", {0}),
    ("bool", "pair == seat(1) + seat(3)", True),
    ("int", "pair.count", 2),
    ("int", "players.count", 4),
    ("int", "none_of.count".replace("none_of", "(pair - pair)"), 0),
    # definitions applied to players: `self` in them, and in those that they use, is the player; P1 has green 3, red 1
    ("bool", "self.hand.top.in_reach", True),
    ("bool", "self.hand.top.in_reach(self)", True),
    ("bool", "self.hand.top.in_reach(previous)", True),
    ("bool", "self.hand.top.in_reach(seat(2))", False),
    ("bool", "self.hand.top.in_reach(seat(3))", False),  # rich enough, and the card belongs to another player
    ("bool", "pile.top.in_reach(seat(3))", True),
    ("bool", "pile.top.in_reach(seat(0))", False),
    ("int", "players.count(pile.top.in_reach(it))", 2),
    # questions about players
    ("bool", "players.any(it.points > 5)", True),
    ("bool", "players.all(it.points >= 5)", False),
    ("bool", "(pair - pair).all(it.points > 99)", True),
    ("int", "players.count(it.points == 20)", 2),
    ("int", "players.sum(it.points)", 45),
    ("int", "players.min(it.points)", 0),
    ("int", "players.max(it.points - 1)", 19),
    ("int", "(pair - pair).min(it.points)", 0),
    ("int", "(pair - pair).max(it.points)", 0),
    ("players", "players.only(it.points > 3)", {0, 1, 3}),
    ("players", "players.lowest(it.points)", {2}),
    ("players", "players.highest(it.points)", {1, 3}),
    ("players", "(pair - pair).highest(it.points)", set()),
    ("player", "players.first(it.points > 3)", 3),
    ("player", "players.first(it.points > 99)", None),
    ("player", "players.last(it.points > 3)", 1),
    ("player", "players.last(it.points > 99)", None),
    ("int", "self.seat * 10 + boss.previous.seat", 11),
    ("bool", "nobody.seat is none", True),
    ("int", "players.sum(it.seat)", 6),
    ("bool", "players.any(it != self and it.rich)", True),
    ("bool", "self.rich and not boss.rich", True),
    ("int", "players.sum(it.hand.count(card.color == blue))", 2),
    # cards and zones
    ("card", "pile.top", "green 2"),
    ("card", "pile.bottom", "red 2"),
    ("card", "boss.hand.top", None),
    ("card", "kept", "green 2"),
    ("int", "pile.size", 4),
    ("int", "boss.hand.size", 0),
    ("int", "nobody.hand.size", 0),
    ("bool", "boss.hand.empty", True),
    ("bool", "nobody.hand.any(true)", False),
    ("bool", "nobody.hand.all(false)", True),
    ("bool", "pile.empty", False),
    ("bool", "kept in pile", True),
    ("bool", "kept in self.hand", False),
    ("bool", "kept not in table", True),
    ("bool", "nobody.hand.top in pile", False),
    ("bool", "kept == pile.top", True),
    ("bool", "boss.hand.top is none", True),
    ("bool", "self.hand.any(card.color == red)", True),
    ("bool", "self.hand.all(card.number in [1, 3])", True),
    ("int", "pile.count(card.color == red)", 2),
    ("int", "pile.count(card.color == tint)", 2),
    ("int", "pile.count(card.number > low)", 1),
    ("int", "pile.sum(card.number)", 8),
    ("int", "pile.sum(card.number * 2 if card.color == red else 1)", 12),
    ("int", "pile.count(card.bright)", 2),
    ("int", "pile.count(card.bright_on_table)", 2),
    ("bool", "kept.bright", False),
    ("bool", "pile.bottom.bright_on_table", True),
    ("bool", "kept.kind == plain", True),
    ("bool", "kept.look == pile.top.look", True),
    ("bool", "pile.any(card.look == kept.look)", True),
    ("bool", "table.any(card.look == kept.look)", False),
    ("bool", "nobody.hand.top.joker", False),
    ("color", "nobody.hand.top.color", None),
    ("bool", "kept.face == front", True),
    ("color", "kept.on(front).color", "green"),
    ("bool", "pile.any(card != kept and card.color == kept.color)", True),
    # no player
    ("bool", "players.only(it.points > 99) is none", True),
    ("bool", "pair is none", False),
    ("bool", "pair is not none", True),
    ("bool", "winners is none", True),
    # another name for the subject
    ("int", "pile.each(other).count(self.hand.any(card.number == other.number))", 2),
    ("int", "pile.count(pile.each(other).any(other != card and other.number == card.number))", 2),
    ("int", "pile.sum(pile.each(other).sum(other.number * card.number))", 64),
    ("int", "players.each(rival).count(players.all(it.points <= rival.points))", 2),
    ("int", "players.sum(it.hand.each(other).count(table.any(card.color == other.color)))", 2),
    ("player", "players.each(rival).first(rival.rich and rival != self)", 3),
]


@pytest.fixture(scope="module")
def valued(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return all expressions of VALUES, each stored in a variable at the start of the first turn."""
    variables = "".join(f"  r{k}: {kind}\n" for k, (kind, _, _) in enumerate(VALUES))
    steps = "".join(f"    - set: {{r{k}: '{text}'}}\n" for k, (_, text, _) in enumerate(VALUES))
    turn = f"turn:\n  start:\n{steps}  choose: [ask: {{player: self, options: {{go: {{}}}}}}]\n"
    text = TINY + "choices: {wish: {of: color}}" + DECLARED.replace("define:\n", f"{variables}define:\n")
    return Table(text + SITUATION + turn, tmp_path_factory.mktemp("valued"), players=4)


@pytest.mark.parametrize("number", range(len(VALUES)), ids=[text for _, text, _ in VALUES])
def test_an_expression_has_its_value(valued: Table, number: int) -> None:
    assert valued.value(f"r{number}") == VALUES[number][2]


# ---- mistakes and their places ---------------------------------------------------------------------------------------

FAULTS = [
    # (type of the target, expression, code, marked part, suggestion)
    ("int", "sevn", "E201", "sevn", "seven"),
    ("bool", "pile.size = 2", "E301", "=", "=="),
    ("bool", "players.any(it.points = 2)", "E301", "=", "=="),
    ("bool", "yes and seven = 2 + 3", "E301", "=", "=="),
    ("bool", "pile.any(card = 2)", "E301", "card = 2", None),
    ("bool", "pile.each(seven).any(true)", "E212", "seven", None),
    ("bool", "pile.each(card).any(true)", "E212", "card", None),
    ("bool", "pile.each(red).any(true)", "E212", "red", None),
    ("bool", "pile.each(self).any(true)", "E212", "self", None),
    ("bool", "pile.each(3).any(true)", "E301", "3", None),
    ("bool", "pile.each(other)", "E302", "pile.each(other)", None),
    ("int", "pile.each(other).size", "E302", "pile.each(other)", None),
    ("bool", "kept.each(other).any(true)", "E302", "kept.each(other).any(true)", None),
    ("bool", "pile.each(other).any(othr.joker)", "E201", "othr", "other"),
    ("int", "1 + sevn * 2", "E201", "sevn", "seven"),
    ("int", "seven + yes", "E302", "yes", None),
    ("int", "yes", "E302", "yes", None),
    ("bool", "seven", "E302", "seven", None),
    ("bool", "not seven", "E302", "seven", None),
    ("bool", "yes and seven or yes", "E302", "seven", None),
    ("bool", "seven == tint", "E302", "tint", None),
    ("bool", "seven < yes", "E302", "yes", None),
    ("bool", "seven == none", "E302", "none", None),
    ("bool", "seven < none", "E302", "none", None),
    ("bool", "tint is red", "E301", "is", "=="),
    ("bool", "tint == purple", "E205", "purple", None),
    ("bool", "tint == gren", "E205", "gren", "green"),
    ("bool", "gren == tint", "E205", "gren", "green"),
    ("bool", "tint in [red, bleu]", "E205", "bleu", "blue"),
    ("bool", "color.gren == tint", "E205", "gren", "green"),
    ("bool", "tint in seven", "E302", "seven", None),
    ("bool", "pile == table", "E302", "table", None),
    ("bool", "mode == medium", "E205", "medium", None),
    ("color", "purple", "E205", "purple", None),
    ("color", "seven", "E302", "seven", None),
    ("player", "nxt", "E204", "nxt", "next"),
    ("player", "players", "E302", "players", None),
    ("player", "boss if yes else pair", "E302", "boss if yes else pair", None),
    ("players", "pair if yes else seven", "E302", "seven", None),
    ("player", "seat(seven)", "E302", "seven", None),
    ("player", "self.nxt", "E201", "nxt", "next"),
    ("players", "boss - seven", "E302", "seven", None),
    ("players", "playres", "E204", "playres", "players"),
    ("card", "pile.topp", "E201", "topp", "top"),
    ("card", "pile", "E302", "pile", None),
    ("int", "pile.size.size", "E302", "size", None),
    ("int", "points", "E302", "points", "self.points"),
    ("bool", "hand.empty", "E302", "hand", "self.hand"),
    ("int", "self.pionts", "E201", "pionts", "points"),
    ("bool", "active.colour == red", "E201", "colour", "color"),
    ("bool", "choice.wihs == red", "E201", "wihs", "wish"),
    ("bool", "kept.colr == red", "E201", "colr", "color"),
    ("bool", "pile.any(card.colr == red)", "E201", "colr", "color"),
    ("bool", "pile.any(card.number)", "E302", "card.number", None),
    ("int", "pile.sum(card.color)", "E302", "card.color", None),
    ("bool", "pile.some(card.number == 1)", "E201", "some", None),
    ("bool", "players.non(it == self)", "E201", "non", None),
    ("bool", "players.anyy(it == self)", "E201", "anyy", "any"),
    ("int", "seven.at_mots(3)", "E201", "at_mots", "at_most"),
    ("bool", "pile.any()", "E301", "pile.any()", None),
    ("bool", "pile.any(true, false)", "E301", "pile.any(true, false)", None),
    ("bool", "pile.any(x=true)", "E301", "x=true", None),
    ("int", "max(1)", "E301", "max", None),
    ("int", "seven / 2", "E301", "seven / 2", None),
    ("int", "seven ** 2", "E301", "seven ** 2", None),
    ("int", "~seven", "E301", "~seven", None),
    ("int", "+seven", "E301", "+seven", None),
    ("int", "1.5", "E301", "1.5", None),
    ("int", "99999999999", "E301", "99999999999", None),
    ("int", "1 + (2147483647 + 2)", "E301", "2147483647 + 2", None),
    ("bool", '"text" == 1', "E301", '"text"', "text"),
    ("bool", "[red] == tint", "E301", "[red]", None),
    ("int", "lambda: 1", "E301", "lambda: 1", None),
    ("bool", "from == 1", "E301", "from", None),  # a word of Python is marked as a whole in any position
    ("bool", "seven == from", "E301", "from", None),
    ("int", "class.size", "E301", "class", None),
    ("int", "(x := 1)", "E301", "x := 1", None),
    ("int", "[1 for x in y]", "E301", "[1 for x in y]", None),
    ("int", "pile[0]", "E301", "pile[0]", "pile.top"),
    ("int", "f(1)", "E301", "f", None),
    ("int", "", "E301", "", None),
    ("int", "1 +", "E301", "+", None),
    ("int", "1 2", "E301", "2", None),
    ("int", "(1", "E301", "(", None),
    ("int", "1) + (2", "E301", ")", None),
    ("bool", "[yes) or (yes]", "E301", ")", None),
    ("bool", "true # not", "E301", "#", None),
    ("bool", "True", "E301", "True", "true"),
    ("color", "None", "E301", "None", "none"),
    ("int", "1 if yes else red", "E302", "red", None),
    ("int", "1 if seven else 2", "E302", "seven", None),
    ("bool", "kept.on(back).joker", "E205", "back", None),
    ("bool", "pile.next == self", "E201", "next", None),
    ("int", "player_count.next", "E302", "next", None),
]


def styles(text: str) -> list[str]:
    """Return the ways in which a text may be written in YAML."""
    if not text or text == "True" or text[0] in '["~' or set(text) & set(",#") or ": " in text or ":=" in text:
        return ["single"]
    return ["plain", "single"] if set(text) & set("[]") or text == "(1" else ["plain", "single", "flow"]


CASES = [(styles(fault[1])[k % len(styles(fault[1]))], *fault) for k, fault in enumerate(FAULTS)]


@pytest.mark.parametrize(
    "style, kind, text, code, part, suggestion", CASES, ids=[f"{each[0]}-{each[2]}" for each in CASES]
)
def test_a_fault_is_reported_at_its_part(
    style: str, kind: str, text: str, code: str, part: str, suggestion: str | None, tmp_path: Path
) -> None:
    head = f"{TINY}choices: {{wish: {{of: color}}}}{DECLARED.replace('define:', f'  result: {kind}{chr(10)}define:')}"
    before = {
        "plain": "      - set:\n          result: ",
        "single": "      - set: {result: '",
        "flow": "      - set: {result: ",
    }
    after = {"plain": "", "single": "'}", "flow": "}"}
    shown = text.replace("'", "''")
    line = head.count("\n") + (4 if style == "plain" else 3)
    source = f"{head}turn:\n  choose:\n{before[style]}{shown}{after[style]}\n"
    source += "      - ask: {player: self, options: {go: {}}}\n"
    column = len(before[style].rsplit("\n", 1)[-1]) + shown.rindex(part) + 1
    if not part:  # empty text: the quotes are marked
        column, part = column - 1, "''"
    expected = f"{line}:{column} {code} {part}" + (f" -> {suggestion}" if suggestion else "")
    assert problem_places(source, tmp_path) == [expected]


TURN = "turn: {choose: [ask: {player: self, options: {go: {}}}]}\n"


@pytest.mark.parametrize(
    "written, place",
    [
        ("yes and sevn == 1", (8, "sevn")),
        ("'yes and sevn == 1'", (9, "sevn")),
        ('"yes and sevn == 1"', (9, "sevn")),
        # an escape shifts the rest: the whole text is marked
        ('"\\u0079es and sevn == 1"', (0, '"\\u0079es and sevn == 1"')),
    ],
)
def test_a_part_has_its_place(written: str, place: tuple[int, str], tmp_path: Path) -> None:
    head = f"{TINY}{TURN}variables: {{yes: bool, seven: int}}\ndefine:\n  wrong: "
    line, column = head.count("\n") + 1, len("  wrong: ") + 1
    assert problem_places(head + written + "\n", tmp_path) == [f"{line}:{column + place[0]} E201 {place[1]} -> seven"]


@pytest.mark.parametrize(
    "written", [">-\n    yes and\n    sevn == 1", "|\n\n    sevn == 1\n    and yes", "yes and\n    sevn == 1"]
)
def test_a_part_of_a_multiline_text_has_its_place(written: str, tmp_path: Path) -> None:
    head = f"{TINY}{TURN}variables: {{yes: bool, seven: int}}\ndefine:\n  wrong: "
    assert problem_places(head + written + "\n", tmp_path) == [
        f"{head.count(chr(10)) + 1 + written[: written.index('sevn')].count(chr(10))}:5 E201 sevn -> seven"
    ]


@pytest.mark.parametrize("wide", ["é", "日本", "🟥", "e\u0301"], ids=["accent", "kanji", "emoji", "combining"])
def test_columns_count_characters_not_bytes(wide: str, tmp_path: Path) -> None:
    line = f"x-note: {{{wide}: 1}}\n" + "define: {" + "wrong: true and sevn == 1}\n"
    head = f"{TINY}{TURN}variables: {{seven: int}}\n"
    number = head.count("\n") + 2
    assert problem_places(head + line, tmp_path) == [f"{number}:26 E201 sevn -> seven"]
    flow = f"define: {{wrong: 'true and (sevn == 1)', right: true}} # {wide}\n"
    assert problem_places(head + flow, tmp_path) == [f"{number - 1}:28 E201 sevn -> seven"]


@pytest.mark.parametrize("name", ["größe", "número"])
def test_a_non_ascii_name_has_its_full_place(name: str, tmp_path: Path) -> None:
    head = f"{TINY}{TURN}variables: {{seven: int}}\n"
    number = head.count("\n") + 1
    assert problem_places(f"{head}define: {{a: '1 == {name} or sevn == 2'}}\n", tmp_path) == [
        f"{number}:19 E201 {name}",
        f"{number}:{23 + len(name)} E201 sevn -> seven",
    ]
    assert problem_places(f"{head}define: {{{name}: true, b: '{name} and sevn == 2'}}\n", tmp_path) == [
        f"{number}:{10 + len(name) + 11 + len(name) + 6} E201 sevn -> seven"
    ]  # fmt: skip


# ---- limits


@pytest.mark.parametrize(
    "text",
    [
        "not " * 300 + "yes",
        "-" * 300 + "seven == 1",
        " + ".join(["1"] * 300) + " == 1",
        "(" * 120 + "yes" + ")" * 120 + " and " + "not " * 120 + "yes",
        "self" + ".next" * 200 + " == self",
        "yes if yes else " * 120 + "yes",
        "yes or " * 400 + "yes",
        "pile.any(" * 150 + "yes" + ")" * 150,
    ],
    ids=["not", "minus", "plus", "brackets", "members", "if", "long", "questions"],
)
def test_depth_is_limited(text: str, tmp_path: Path) -> None:
    """The result is a value or one problem that marks the whole text."""
    head = f"{TINY}{TURN}variables: {{yes: bool, seven: int}}\n"
    found = problem_places(f"{head}define: {{deep: '{text}'}}\n", tmp_path)
    assert found in ([], [f"{head.count(chr(10)) + 1}:16 E301 '{text}'"]) or "E301" in found[0]
    assert len(found) <= 1


def test_long_conditions_are_not_deep(tmp_path: Path) -> None:
    text = " or ".join(f"seven == {k}" for k in range(120))
    table = Table(
        f"{TINY}variables: {{yes: bool, seven: {{type: int, start: 119}}}}\n"
        f"turn: {{start: [set: {{yes: '{text}'}}], choose: [ask: {{player: self, options: {{go: {{}}}}}}]}}\n",
        tmp_path,
    )
    assert table.value("yes") is True


def test_definitions_that_grow_exponentially_are_one_problem(tmp_path: Path) -> None:
    doubling = "".join(f"  d{k}: d{k + 1} + d{k + 1}\n" for k in range(40))
    head = f"{TINY}{TURN}define:\n"
    found = problem_places(f"{head}{doubling}  d40: 1\n", tmp_path)
    assert found == [f"{head.count(chr(10)) + 1}:7 E301 d1 + d1"]


def test_a_definition_that_uses_itself_is_one_problem(tmp_path: Path) -> None:
    head = f"{TINY}{TURN}define:\n"
    line = head.count("\n") + 1
    found = problem_places(f"{head}  a: b + 1\n  b: c\n  c: a\n", tmp_path)
    assert [each.split()[1] for each in found] == ["E320"] * len(found)
    assert f"{line + 2}:6 E320 a" in found


def test_an_expression_has_at_most_two_thousand_characters(tmp_path: Path) -> None:
    text = "1 + " * 600 + "1"
    head = f"{TINY}{TURN}"
    assert problem_places(f"{head}define: {{long: {text}}}\n", tmp_path) == [
        f"{head.count(chr(10)) + 1}:16 E301 {text}"
    ]


def test_a_query_cannot_reuse_the_name_of_an_outer_query(tmp_path: Path) -> None:
    text = f"{TINY}define:\n  odd: pile.each(other).any(table.each(other).any(true))\n{TURN}"
    line = TINY.count("\n") + 2
    assert problem_places(text, tmp_path) == [f"{line}:40 E212 other"]
