"""The listing of a program: a golden text, and the names of its numbers."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.goldens import GOLDENS, golden
from unoflex_rules.program import layout as at
from unoflex_rules.program.symbols import Symbols

SMALL = Path(__file__).with_name("small.yaml")


@pytest.fixture(scope="module")
def program():
    return ur.compile_ruleset(ur.load(SMALL), 2)


@pytest.fixture(scope="module")
def classic():
    return ur.compile_ruleset(ur.load("classic"), 3)


@pytest.fixture
def compiled(tmp_path):
    """Compile classic with an overlay."""

    def compiled(more, players=2):
        path = tmp_path / "mine.yaml"
        head = f"format: 1\nid: mine\ntitle: Mine\nextends: classic\nplayers: {{min: 2, max: {max(players, 3)}}}\n"
        path.write_text(head + more, encoding="utf-8")
        return ur.compile_ruleset(ur.load(path), players)

    return compiled


def line_at(program, address):
    [line] = [line for line in ur.listing(program).split("\n") if re.match(rf"\s*>?\s*{address}  [A-Z]", line)]
    return line


def lines_with(program, opcode):
    return [line for line in ur.listing(program).split("\n") if re.match(rf"\s*>?\s*\d+  {opcode}\b", line)]


def test_the_listing_matches_the_golden_text():
    assert GOLDENS["program/small.listing"]() == golden("program/small.listing"), "run `make goldens`"


def test_every_instruction_has_a_line(classic):
    addresses = [int(each) for each in re.findall(r"^  [ >] *(\d+)  [A-Z_]+", ur.listing(classic), re.M)]
    assert addresses == list(range(classic.code_start, classic.code_end, 5))


def test_no_line_ends_in_blanks(classic):
    assert not re.search(r"[ \t]$", ur.listing(classic), re.M)


def test_the_header_describes_the_compiled_game(classic):
    top = ur.listing(classic).split("\n\n")[0]
    assert "UNO (classic) for 3 players" in top
    assert classic.digest in top
    assert "hand_size 7" in top
    assert "108 of 54 looks" in top
    assert "P2.hand" in top


def test_an_option_that_is_set_is_shown(compiled):
    set_ = ur.compile_ruleset(ur.load("classic", {"hand_size": "5"}), 2)
    assert "hand_size 5" in ur.listing(set_)


def test_targets_of_jumps_are_marked(program):
    text = ur.listing(program)
    led = {int(each) for each in re.findall(r"go on at (\d+)", text)}
    marked = {int(each) for each in re.findall(r"^  > *(\d+)  ", text, re.M)}
    assert led
    assert led <= marked


def test_a_source_is_shown_only_where_it_changes(classic):
    places = [line.split("  ")[-1] for line in ur.listing(classic).split("\n") if re.search(r"yaml:\d+$", line)]
    assert all(first != second for first, second in pairwise(places))


def test_a_line_of_the_library_names_its_caller(classic):
    place = ur.sources()["classic"].split("\n").index(
        "  skip: {face: {color: $color, symbol: skip}, points: 20, played: [skip: next]}"
    )  # fmt: skip
    [label] = [each for each, name in classic.labels.items() if name.startswith("effect of skip")]
    text = ur.listing(classic)
    effect = text[text.index(f"{classic.labels[label]}:") :]
    assert re.search(rf" std/shedding:\d+ by classic:{place + 1}\n +\d+  MISS_TURN ", effect)


@pytest.mark.parametrize(
    "more, opcode, words",
    [
        # zones, ends and orders
        ("round: {deal=: [move: {count: all, from: draw_pile, to: discard, put: bottom}]}",
         "MOVE_ALL", "discard, 0, kept, to the bottom"),
        ("round: {deal=: [move: {from: draw_pile, to: discard, take: bottom, put: top}]}",
         "TAKE", "the card at the bottom of draw_pile"),
        # values of variables, by the type of the variable
        ("round: {deal+: [set: {active.color: green}]}", "SET", "active.color becomes green"),
        ("round: {deal+: [set: {dealer: seat(1)}]}", "SET", "dealer becomes P1"),
        ("variables: {open: bool}\nround: {deal+: [set: {open: true}]}", "SET", "open becomes true"),
        ("variables: {who: players}\nround: {deal+: [set: {who: none}]}", "SET", "who becomes nobody"),
        ("round: {deal+: [set: {active.color: none}]}", "SET", "active.color becomes none"),
        # seats, sets and reasons
        ("round: {deal+: [go_to: seat(0)]}", "GO_TO", "P0 plays next"),
        ("round: {deal+: [finish: {the: round, reason: bored}]}", "END_ROUND", "nobody, bored"),
    ],
)  # fmt: skip
def test_numbers_are_shown_by_name(compiled, more, opcode, words):
    assert any(words in line for line in lines_with(compiled(more), opcode))


def test_a_choice_is_shown_by_the_names_of_its_values(classic):
    assert "each value of {red, yellow, green, blue}" in " ".join(ur.listing(classic).split())


def test_faces_have_their_names(compiled):
    two = compiled(
        "faces: [day, night]\ncards: {number: {face=: null, faces: {day: {color: $color, number: $number}}}}"
    )
    assert "108 of 54 looks, on day, night" in ur.listing(two)
    assert "discard for its day; day is in force" in " ".join(ur.listing(two).split())


def test_a_player_variable_is_shown_with_its_seat(classic):
    names = Symbols(classic)
    score = next(each for each in classic.variables if each.name == "score")
    assert [names.slot(score.slot + seat) for seat in range(3)] == ["score", "score[P1]", "score[P2]"]


def test_unnamed_slots_are_numbered_from_their_start(program):
    names = Symbols(program)
    assert names.slot(names.first_temporary) == "t0"
    assert names.slot(names.first_temporary + 3) == "t3"
    assert names.slot(5) == "self"
    assert names.slot(at.S_MISSES + 2) == "misses[P2]"
    inside = next(slot for slot, name in program.slot_names.items() if name == "place") + 3
    assert names.slot(inside) == "place+3"


def test_tables_show_their_dependencies(classic):
    tables = ur.listing(classic).split("\nTables\n")[1]
    assert re.search(r"T\d +@\d+ +5 x 2 +before.color -1..3\n", tables)
    assert "the card alone" in tables


def test_options_show_how_they_are_offered(compiled):
    tables = ur.listing(compiled("options: {draw_when_able: {default: false}}\nchoices: {color: {announced: true}}"))
    assert re.search(r"play->\d+ +@\d+ +an option, on front, with the choices announced\n", tables)
    assert re.search(r"draw->\d+ +@\d+ +an option, .*as a last resort\n", tables)


def test_every_kind_of_card_is_among_the_effects(classic):
    effects = ur.listing(classic).split("\nEffects of cards\n")[1]
    assert [line.split()[0] for line in effects.strip().split("\n")] == classic.kinds
    assert re.search(r"number +front +76 cards +no effect", effects)
    assert re.search(r"wild +front +4 cards +\d+ \(effect of wild", effects)


def test_tables_have_the_right_size(classic):
    """The rows of a table times its words end at the next table."""
    sizes = re.findall(r"^  T\d +@(\d+) +(\d+) x (\d+) +(.*)$", ur.listing(classic), re.M)
    assert sizes
    for _, rows, _, terms in sizes:
        bounds = re.findall(r"(-?\d+)\.\.(-?\d+)", terms)
        product = 1
        for low, high in bounds:
            product *= int(high) - int(low) + 1
        assert product == int(rows)


def test_a_listing_fits_a_terminal(classic):
    assert max(map(len, ur.listing(classic).splitlines())) <= 100
