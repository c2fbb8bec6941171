"""The shape of rulesets: keys, types and steps, checked by pydantic, reported in the words of the file."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, problem_places, problem_words, problems_of
from unoflex_rules.language.ruleset import validate

V = """
variables: {n: int, who: player}
choices: {wish: {of: color}}
moments: {tick: {k: int}}
effects:
  draw: {help: Draws., params: {player: players, count: {type: int, default: 1}}, do: []}
  around: {help: Around., params: {what: steps, times: {type: int, default: 1}}, do: [what]}
"""
ON = "ask: {player: self, options: {on: {}}}"


def steps(*some: str) -> str:
    return f"{TINY}{V}turn:\n  choose: [{', '.join([*some, ON])}]\n"


# ---- keys


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("zoness: {}", ["E101 zoness -> zones"]),
        ("nothing_like_it: {}", ["E101 nothing_like_it"]),
        ("zones_: {}", ["E101 zones_ -> zones"]),
        ("variables: {n: {tipe: int}}", ["E101 tipe -> type"]),
        ("variables: {n: {kind: int}}", ["E101 kind -> type"]),
        ("round: {strat: []}", ["E101 strat -> start"]),
        ("triggers: [{at: x, fi: y, do: []}]", ["E210 x", "E101 fi"]),
        ("effects: {e: {hlp: x, do: []}}", ["E101 hlp -> help"]),
        ("effects: {e: {}}", ["E102 e", "E102 e"]),
        ("options: {o: {type: bool, default: true, hepl: x}}", ["E101 hepl -> help"]),
        ("choices: {c: {}}", ["E102 c"]),
        ("choices: {c: {off: color}}", ["E101 off -> of"]),
        ("state_rules: [{then: []}]", ["E102 then"]),
        ("moments: {'a b': {}}", ["E104 'a b' -> a_b"]),
        ("variables: {1x: int}", ["E104 1x"]),
        ("id: Not An Id", ["E003 id"]),
        ("x-note: {anything: [goes, here]}", []),
        ("$schema: ./ruleset.schema.json", []),
        ("from_: {}", ["E101 from_"]),
    ],
)
def test_c23_keys(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


def test_a_key_is_accepted_only_as_written(tmp_path: Path) -> None:
    """The models' internal names of fields are not keys."""
    found = problem_words(steps("move: {from_: pile, to: table}", "{if_: n == 1, then: []}"), tmp_path)
    assert found == ["E101 from_ -> from", "E105 then"]
    option = "ask: {player: self, options: {on: {if_: n == 1}}}"
    assert problem_words(steps(option), tmp_path) == ["E101 if_ -> if"]


@pytest.mark.parametrize("missing", ["format", "id", "title"])
def test_the_top_level_has_required_keys(missing: str, tmp_path: Path) -> None:
    text = "\n".join(line for line in TINY.split("\n") if not line.startswith(f"{missing}:")) + TURN
    first = "id" if missing == "format" else "format"
    assert problem_words(text, tmp_path) == [f"E102 {first}"]


# ---- types


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("deck_size: [1]", ["E103 [1]"]),
        ("variables: {n: [int]}", ["E103 [int]"]),
        ("variables: 3", ["E103 3"]),
        ("round: {deal: shuffle}", ["E103 shuffle"]),
        ("round: {deal: {shuffle: pile}}", ["E103 deal"]),
        ("round: [shuffle]", ["E103 [shuffle]"]),
        ("zones: {a: {deck: 1}}", ["E003 zones"]),
        ("variables: {n: {type: int, start: 1.5}}", ["E103 1.5"]),
        ("variables: {n: {type: int, start: [1]}}", ["E103 [1]"]),
        ("variables: {n: {type: 5}}", ["E103 5"]),
        ("define: {a: [1]}", ["E103 [1]"]),
        ("define: {a: }", ["E103 "]),
        ("triggers: {at: x}", ["E103 triggers"]),
        ("state_rules: 3", ["E103 3"]),
        ("faces: front", ["E103 front -> [front]"]),
        ("faces: []", ["E104 []"]),
        ("faces: [a, b, c, d, e]", ["E104 [a, b, c, d, e]"]),
        ("effects: {e: {help: 3, do: []}}", ['E103 3 -> "3"']),
        ("effects: {e: {help: x, params: {p: 3}, do: []}}", ["E103 3"]),
        ("options: {o: {type: text, default: x}}", ["E106 text"]),
        ("options: {o: {type: [x], default: x}}", ["E104 [x]"]),
        ("variables: {n: {type: int, keep: trun}}", ["E106 trun -> turn"]),
        ("variables: {n: {type: int, visible: {front: all}}}", ["E103 visible"]),
        ("title_: 3", ["E101 title_ -> title"]),
    ],
)
def test_c16_types(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


@pytest.mark.parametrize(
    "value, expected",
    [
        ("owner", []),
        ("ownr", ["E106 ownr -> owner"]),
        ("{front: owner, back: others}", []),
        ("{front: ownr, back: othrs}", ["E106 ownr -> owner", "E106 othrs -> others"]),
        ("true", ["E106 true"]),
        ("[owner]", ["E103 [owner]"]),
        ("seen", []),
        ("{front: owner, back: seen}", []),
        ("tinted", ["E106 tinted"]),
        ("{front: owner, back: sen}", ["E106 sen -> seen"]),
    ],
)
def test_for_a_value_with_two_shapes_the_intended_one_is_reported(
    value: str, expected: list[str], tmp_path: Path
) -> None:
    text = TINY.replace("visible: owner", f"visible: {value}")
    options = "options: {seen: {type: [owner, all], default: all}, tinted: {type: [red, owner], default: owner}}\n"
    assert problem_words(text + options + TURN, tmp_path) == expected


# ---- steps


@pytest.mark.parametrize(
    "step, expected",
    [
        ("5", ["E105 5"]),
        ("null", ["E105 null"]),
        ("[shuffle]", ["E105 [shuffle]"]),
        ("{}", ["E105 {}"]),
        ("{shuffle: pile, stop: }", ["E105 stop"]),
        ("shufle: pile", ["E202 shufle -> shuffle"]),
        ("'shuffle pile'", ["E202 'shuffle pile' -> shuffle: pile"]),
        ("shuffle", ["E102 shuffle"]),
        ("shuffle: [pile]", ["E103 [pile]"]),
        ("shuffle: {zone: pile, pile: zone}", ["E101 pile"]),
        ("change_direction: next", ["E103 next"]),
        ("stop: {}", []),
        ("random: color", ["E103 color"]),
        ("together", ["E103 together"]),
        ("together: pile", ["E103 pile"]),
        ("together: [shufle: pile]", ["E202 shufle -> shuffle"]),
        ("set", ["E103 set"]),
        ("set: n", ["E103 set"]),
        ("set: {}", ["E103 set"]),
        ("set: {n: [1]}", ["E103 [1]"]),
        ("finish: trun", ["E106 trun -> turn"]),
        ("shuffle: {zone: pile, face: frnt}", ["E205 frnt -> front"]),
        ("shuffle: {zone: pile, face: 1}", ["E302 1"]),
        ("finish: {the: trun}", ["E106 trun -> turn"]),
        ("leave: {player: self, the: house}", ["E106 house"]),
        ("move: {from: pile}", ["E102 move"]),
        ("move: {form: pile, too: table}", ["E101 form -> from", "E101 too -> to"]),
        ("move: {from: pile, to: table, take: left}", ["E106 left"]),
        ("move: {from: pile, to: table, as: 1x}", ["E104 1x"]),
        ("random: {as: x, weights: {red: many}}", ["E201 many"]),
        ("random: {as: x, weights: {}}", ["E104 weights"]),
        ("{if: n == 1}", ["E102 if"]),
        ("{if: n == 1, then: stop}", ["E103 stop"]),
        ("{if: n == 1, then: [], els: []}", ["E101 els -> else"]),
        ("{if: n == 1, then: [shufle: pile], else: [stopp]}", ["E202 shufle -> shuffle", "E202 stopp -> stop"]),
        ("{then: []}", ["E202 then"]),
        ("for_each: {do: []}", ["E102 for_each"]),
        ("for_each: players", ["E103 players"]),
        ("for_each: {in: players, do: [[]]}", ["E105 []"]),
        ("repeat: {times: 3}", ["E102 repeat"]),
        ("ask: {player: self, options: {}}", ["E104 options"]),
        ("ask: {player: self, options: {a: {verb: two words}}}", ["E104 two words"]),
        ("ask: {player: self, options: {'a b': {}}}", ["E104 'a b' -> a_b"]),
        ("ask: {player: self, options: {a: {do: [shufle: pile]}}}", ["E202 shufle -> shuffle"]),
        ("ask: {player: self, options: {a: do}}", ["E103 do"]),
        ("window: {players: others, answers: some, options: {a: {}}}", ["E106 some"]),
        ("fire: {given: {}}", ["E102 fire"]),
    ],
)
def test_steps(step: str, expected: list[str], tmp_path: Path) -> None:
    found = problem_words(steps(f"for_each: {{in: players, do: [{step}]}}"), tmp_path)
    assert found == expected


@pytest.mark.parametrize(
    "call, expected",
    [
        ("draw: next", []),
        ("draw: {player: next}", []),
        ("draw: {player: next, count: }", ["E103 "]),  # nothing after a key
        ("draw", ["E102 draw"]),
        ("draw: ", ["E102 draw"]),
        ("draw: {count: 2}", ["E102 draw"]),
        ("draw: {player: next, cuont: 2}", ["E101 cuont -> count"]),
        ("draw: {player: [next]}", ["E103 [next]"]),
        ("draw: [next]", ["E103 [next]"]),
        # the intended step is known: its arguments are checked
        ("drw: {plyer: next}", ["E202 drw -> draw", "E101 plyer -> player"]),
        ("drw: {player: next, count: [2]}", ["E202 drw -> draw", "E103 [2]"]),
        ("nothing_like_it: {plyer: next}", ["E202 nothing_like_it"]),
        ("around: [shuffle: pile]", []),
        ("around: [shufle: pile]", ["E202 shufle -> shuffle"]),
        ("around: {what: [shufle: pile]}", ["E202 shufle -> shuffle"]),
        ("around: shuffle", ["E103 shuffle"]),
        ("around: {what: {shuffle: pile}}", ["E103 what"]),
        ("around: {what: [], times: [2]}", ["E103 [2]"]),
        ("what", ["E202 what"]),  # known only in the effect with this parameter
    ],
)
def test_calls(call: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(steps(call), tmp_path) == expected


def test_steps_of_a_caller_take_no_arguments(tmp_path: Path) -> None:
    text = steps("around: []").replace("do: [what]", "do: [what: 3, what: {a: 1}, what: , what]")
    assert problem_words(text, tmp_path) == ["E103 3", "E101 a"]


@pytest.mark.parametrize(
    "written, expected",
    [
        ("[if: n == 1, then: [shuffle: pile]]", ["E105 if"]),
        ("[if: n == 1, then: [], else: [nonsense], shufle: pile]", ["E105 if", "E202 shufle -> shuffle"]),
        ("[{if: n == 1, then: []}]", []),
        ("[{if: n == 1}, {shuffle: pile}]", ["E102 if"]),
        ("[then: []]", ["E202 then"]),
        ("[]", []),
    ],
)
def test_an_if_without_its_then_is_one_problem(written: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{V}turn:\n  start: {written}\n  choose: [{ON}]\n", tmp_path) == expected


@pytest.mark.parametrize(
    "kind, expected",
    [
        ("{face: {played: shuffle}}", ["E103 shuffle"]),
        ("{face: {played: [shufle: pile]}}", ["E202 shufle -> shuffle"]),
        ("{face: {choices: [a, b, c]}}", ["E104 [a, b, c]"]),
        ("{face: {choices: wish}}", ["E103 wish -> [wish]"]),
        ("{face: 3}", ["E103 3"]),
        ("{faces: {front: 3}}", ["E103 3"]),
        ("{faces: [front]}", ["E103 [front] -> {front: {}}"]),
        ("{faces: {front: {like: [plain]}}}", ["E103 [plain]"]),
        ("{played: 3}", ["E103 3"]),
        ("3", ["E103 3"]),
    ],
)
def test_kinds(kind: str, expected: list[str], tmp_path: Path) -> None:
    text = TINY.replace("cards:\n", f"cards:\n  k: {kind}\n")
    assert problem_words(text + TURN, tmp_path) == expected


# ---- places of steps -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "turn: {start: [WRONG], choose: [ask: {player: self, options: {on: {}}}]}",
        "turn: {choose: [ask: {player: self, options: {on: {do: [WRONG]}}}]}",
        "round: {blocked: [WRONG]}",
        "game: {start: [WRONG]}",
        "state_rules: [{if: turn == 1, then: [WRONG]}]",
        "triggers: [{at: tick, do: [WRONG]}]",
        "effects: {e: {help: x, do: [WRONG]}}",
        "effects: {e: {help: x, params: {s: {type: steps, default: [WRONG]}}, do: [s]}}",
        "cards: {k: {played: [WRONG]}}",
        "cards: {k: {face: {played: [WRONG]}}}",
        "cards: {k: {faces: {front: {played: [WRONG]}}}}",
    ],
)
def test_steps_are_checked_everywhere(text: str, tmp_path: Path) -> None:
    turn = "" if text.startswith("turn") else TURN
    base = (
        TINY.replace("cards:\n  plain", "x-cards:\n  plain").replace("deck:\n", "x-deck:\n")
        if "cards" in text
        else TINY
    )
    found = problem_words(f"{base}{turn}moments: {{tick: {{}}}}\n{text.replace('WRONG', 'shufle: pile')}\n", tmp_path)
    assert "E202 shufle -> shuffle" in found
    assert found.count("E202 shufle -> shuffle") == 1


# ---- messages, order and places --------------------------------------------------------------------------------------


def test_problems_are_sorted_by_place_and_unique(tmp_path: Path) -> None:
    text = steps("stopp", "shufle: pile", "move: {}") + "zoness: {}\n"
    found = problem_places(text, tmp_path)
    places = [tuple(map(int, each.split(" ")[0].split(":"))) for each in found]
    assert places == sorted(places)
    assert len(set(found)) == len(found) == 4


@pytest.mark.parametrize(
    "extra, sentence",
    [
        ("zoness: {}", "unknown key `zoness`"),
        ("variables: {n: {}}", "missing key `type`"),
        ("deck_size: []", "expected a value or an expression"),
        ("round: {deal: x}", "expected a list"),
        ("players_: 1", "unknown key `players_`"),
        ("faces: [a, b, c, d, e]", "at most 4 are allowed"),
        ("cards: {k: {choices: [a, b, c]}}", "duplicate key `cards`"),
        ("format: 2", "duplicate key `format`"),
    ],
)
def test_messages_use_the_words_of_the_file(extra: str, sentence: str, tmp_path: Path) -> None:
    assert [each.message for each in problems_of(f"{TINY}{TURN}{extra}\n", tmp_path)] == [sentence]


@pytest.mark.parametrize(
    "line, expected",
    [
        ("format: 2", ["E106 2"]),
        ("format: '1'", ["E106 '1' -> 1"]),
        ("id: Not An Id", ["E104 Not An Id"]),
        ("id: a/b-c_1", []),
        ("title: 3", ['E103 3 -> "3"']),
        ("title: {en: Tiny, de: Winzig}", []),
        ("title: {en: 3}", ['E103 3 -> "3"']),
        ("players: {min: 0, max: 99}", ["E104 0", "E104 99"]),
        ("players: {min: 1.5, max: 2}", ["E103 1.5"]),
        ("players: {min: true, max: 2}", ["E103 true"]),
        ("players: 3", ["E103 3 -> {min: 3, max: 3}"]),
    ],
)
def test_c19_the_head_of_a_ruleset(line: str, expected: list[str], tmp_path: Path) -> None:
    key = line.split(":")[0]
    text = "\n".join(line if each.startswith(f"{key}:") else each for each in TINY.split("\n"))
    assert problem_words(text + TURN, tmp_path) == expected


def test_an_option_with_a_hyphen_is_reported_by_its_name(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("format: 1\nid: mine\ntitle: Mine\nextends: classic\noptions: {hand-size: 5}\n", encoding="utf-8")
    [problem] = validate(path)
    assert (problem.code, problem.message) == ("E209", "unknown option `hand-size`")
    assert problem.suggestion == "hand_size"
    assert problem.notes == ("a name consists of letters, digits and `_`",)
