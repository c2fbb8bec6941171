"""Unusual files: empty ones, several documents, other encodings, folders and devices."""

import os
from pathlib import Path

import pytest

from tests.language.reading import faults, read
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.document import read_file


@pytest.mark.parametrize(
    "text,code",
    [
        ("", "E005"),
        ("\n\n", "E005"),
        ("# only a comment\n", "E005"),
        ("---\n", "E005"),
        ("---\n...\n", "E005"),
        ("\ufeff", "E005"),
        ("- a\n- b\n", "E004"),
        ("[a]\n", "E004"),
        ("text\n", "E004"),
        ("~\n", "E004"),
        ("7\n", "E004"),
        ("a: 1\n---\nb: 2\n", "E006"),
        ("---\n---\na: 1\n", "E006"),
        ("a: 1\n...\n---\n- b\n", "E006"),
    ],
)
def test_c11_the_top_of_a_file_must_be_a_mapping(text: str, code: str) -> None:
    assert [found for found, _, _ in faults(text)] == [code]


@pytest.mark.parametrize(
    "text", ["---\na: 1\n", "a: 1\n---\n", "a: 1\n...\n", "--- # c\na: 1\n---\n# c\n", "%YAML 1.2\n---\na: 1\n"]
)
def test_c11_a_single_document_may_have_markers(text: str) -> None:
    assert read(text).plain() == {"a": 1}


@pytest.mark.parametrize("text", ["\ufeffa: 1\nb: [x,\n y]\n", "a: 1\r\nb: [x,\r\n y]\r\n", "a: 1\rb: [x,\r y]\r"])
def test_byte_order_marks_and_line_ends_do_not_matter(text: str) -> None:
    tree = read(text)
    assert tree.plain() == {"a": 1, "b": ["x", "y"]}
    assert tree.span_of(("b", 1)) == Span("game.yaml", 3, 2, 3, 3)
    assert tree.span_of(("a",), key=True) == Span("game.yaml", 1, 1, 1, 2)


@pytest.mark.parametrize(
    "data,code,at,words",
    [
        ("a: é\n".encode("utf-16"), "E001", (1, 1), "UTF-16"),
        ("a: b\n".encode("utf-16-be"), "E018", (1, 1), "U+0000"),
        (b"\xfe\xff\0a", "E001", (1, 1), "UTF-16"),
        ("a: é\n".encode("utf-32"), "E001", (1, 1), "UTF-32"),
        ("a: 1\nb: é\n".encode("latin-1"), "E001", (2, 4), "0xE9"),
        (b"\x7fELF\x02\x01\0\0", "E018", (1, 1), "U+007F"),
        (b"a: \xff\xff", "E001", (1, 4), "0xFF"),
        (b"a: 1\0", "E018", (1, 5), "U+0000"),
        (b"", "E005", (1, 1), "empty"),
    ],
)
def test_files_must_be_utf_8(data: bytes, code: str, at: tuple[int, int], words: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_bytes(data)
    problems = Problems()
    assert read_file(file, "odd.yaml", problems) is None
    [problem] = problems.sorted()
    assert problem.span is not None
    assert (problem.code, problem.span.line, problem.span.column) == (code, *at)
    assert words in problem.message
    assert file.read_bytes() == data


def test_a_file_in_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_bytes("\ufeffcolors: [rouge, é]\r\n".encode())
    problems = Problems()
    tree = read_file(file, "game.yaml", problems)
    assert problems.sorted() == []
    assert tree is not None
    assert tree.plain() == {"colors": ["rouge", "é"]}
    assert tree.span.file == "game.yaml"


def test_c11_folders_pipes_and_devices_are_rejected(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path in [tmp_path, pipe, loop, Path("/dev/null"), tmp_path / ("x" * 5000)]:
        problems = Problems()
        assert read_file(path, "name", problems) is None
        assert [(each.code, str(each.span)) for each in problems.sorted()] == [("E001", "name:1:1")]
    problems = Problems()
    assert read_file("nul\0.yaml", "name", problems) is None
    assert [each.code for each in problems.sorted()] == ["E001"]


def test_for_a_missing_file_a_similar_name_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "league.yaml").write_text("a: 1\n")
    for gone, meant in (("leagu.yaml", "sub/league.yaml"), ("leagu.txt", None), ("else/leagu.yaml", None)):
        problems = Problems()
        assert read_file(tmp_path / gone, f"sub/{gone}", problems) is None
        [problem] = problems.sorted()
        assert (problem.code, problem.message) == ("E001", f"there is no file `sub/{gone}`")
        assert (problem.span, problem.suggestion) == (None, meant)
