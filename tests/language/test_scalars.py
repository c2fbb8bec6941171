"""Scalars by the core rules of YAML 1.2, and the characters that a text may contain."""

import unicodedata

import pytest

from tests.language.reading import faults, read
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Scalar

TEXT = object()


@pytest.mark.parametrize(
    "scalar,value",
    [
        # C01: words that YAML 1.1 reads as booleans
        *((word, TEXT) for word in ["no", "No", "NO", "yes", "Yes", "on", "On", "ON", "off", "y", "Y", "n"]),
        *((word, True) for word in ["true", "True", "TRUE"]),
        *((word, False) for word in ["false", "False", "FALSE"]),
        *((word, None) for word in ["null", "Null", "NULL", "~", ""]),
        *((word, TEXT) for word in ["nULL", "tRUE", "none", "None"]),
        # C06: texts that YAML 1.1 reads as other numbers
        ("010", 10),
        ("08", 8),
        ("0o17", 15),
        ("0x1F", 31),
        ("-5", -5),
        ("+5", 5),
        ("-0", 0),
        ("000000000000000000000000000007", 7),
        ("9007199254740992", 2**53),
        ("-9007199254740992", -(2**53)),
        ("1e3", 1000.0),
        ("4.0", 4.0),
        ("1.10", 1.1),
        (".5", 0.5),
        ("5.", 5.0),
        ("-1.5e-3", -0.0015),
        *((word, TEXT) for word in ["1:30", "12:30:45", "1_000", "2024-01-01", "0b11", "0o8", "0x", "1e", "+"]),
        *((word, TEXT) for word in ["1..3", "--1", "R+2~", ".", "-.", "e3", "1,5", "٣", "0o+7", "-0x1F"]),
    ],
)
def test_c06_plain_scalars_follow_the_core_rules_of_yaml_1_2(scalar: str, value: object) -> None:
    node = read(f"a: {scalar}\n").get(("a",))
    assert isinstance(node, Scalar)
    expected = scalar if value is TEXT else value
    assert (type(node.value), node.value) == (type(expected), expected)
    assert node.text == scalar


@pytest.mark.parametrize("scalar", ["7", "true", "null", "~", "", "1e3", ".nan", "<<", "no"])
def test_quoted_scalars_are_text(scalar: str) -> None:
    tree = read(f"a: '{scalar}'\nb: \"{scalar}\"\n'c {scalar}': 1\n")
    assert tree.plain() == {"a": scalar, "b": scalar, f"c {scalar}": 1}


@pytest.mark.parametrize(
    "number",
    [".nan", ".NaN", ".inf", "-.inf", "+.INF", "1e999", "-1e400", "9007199254740993", "0x7FFFFFFFFFFFFFFF", "9" * 5000],
)
def test_c31_infinite_and_huge_numbers_are_rejected(number: str) -> None:
    assert faults(f"a: 1\nb: [x, {number}]\n") == [("E011", 2, 8)]


def test_c01_a_list_of_colors_is_a_list_of_texts() -> None:
    assert read("colors: [red, no, on, off, y]\n").plain() == {"colors": ["red", "no", "on", "off", "y"]}


def test_c02_c08_keys_are_text_as_written() -> None:
    text = "on: 1\nno: 2\n7: 3\n010: 4\ntrue: 5\n~: 6\n1.10: 7\n'8': 8\n0x1F: 9\n"
    assert list(read(text).entries) == ["on", "no", "7", "010", "true", "~", "1.10", "8", "0x1F"]


def test_texts_on_several_lines() -> None:
    text = "a: one\n  two\nb: >-\n  three\n  four\n\nc: |\n  five\n  six\nd: 'seven\n  eight'\n"
    assert read(text).plain() == {"a": "one two", "b": "three four", "c": "five\nsix\n", "d": "seven eight"}


# ---- Unicode


def test_c29_letters_are_composed_so_that_references_match() -> None:
    tree = read("colors: [e\u0301]\n'e\u0301': 1\n")
    assert tree.plain() == {"colors": ["\u00e9"], "\u00e9": 1}


@pytest.mark.parametrize(
    "text,at",
    [
        ('a: "red\u200b"\n', (1, 8)),
        ("a: red\u200b\n", (1, 7)),
        ("re\u200bd: 1\n", (1, 3)),
        ("a: red\u00ad\n", (1, 7)),
        ("a: red\u202e\n", (1, 7)),
        ("a: red\u3164\n", (1, 7)),
        ("a: red\u200d\n", (1, 7)),
        ("a\u00a0b: 1\n", (1, 2)),
        ("a\tb: 1\n", (1, 2)),
        ('a: "x\\0"\n', (1, 4)),
        ('a: "x\\e"\n', (1, 4)),
    ],
)
def test_c29_invisible_characters_are_rejected(text: str, at: tuple[int, int]) -> None:
    assert faults(text) == [("E018", *at)]


def test_c29_the_code_point_is_named() -> None:
    problems = Problems()
    read_text('a: "red\u200b"\n', "game.yaml", problems)
    assert "U+200B (zero width space)" in problems.sorted()[0].message


@pytest.mark.parametrize(
    "text", ["🟥", "👨\u200d👩\u200d👧", "\u0645\u06cc\u200c\u062e", "🏴\U000e0067\U000e007f", "a\u00a0b", "ﬁ", "日本"]
)
def test_c29_emoji_and_writing_systems_are_text(text: str) -> None:
    assert read(f"a: {text}\n").plain() == {"a": unicodedata.normalize("NFC", text)}
