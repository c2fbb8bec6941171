"""Hostile files as rulesets, scenarios, bases and overlays: rejected quickly, and left unchanged.

Not here: texts that are hostile to reading alone, and their memory (tests/language/test_document.py).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.render.problem_text import frames

RULESET = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"
SHEET = "ruleset: classic\nscenarios:\n  - name: A.\n    play: [P0: draw]\n    expect: {turn: P1}\n"
SECONDS = 2
TIMES = 3  # a busy machine may be slow once; a hostile file is slow each time
BOMB = "x-a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n" + "".join(
    f"x-{new}: &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdef", "bcdefg", strict=True)
)
DEEP = "x-deep: " + "[" * 5000 + "]" * 5000 + "\n"
STEPS = "turn:\n  end+: " + "[{if: true, then: " * 2000 + "[]" + "}]" * 2000 + "\n"
HANDS = "[" + ", ".join(["red 7"] * 20_000) + "]"

#: Changes that make a valid file hostile, with the code of the first problem.
HOSTILE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "an_alias_bomb_c04": (lambda text: text + BOMB.encode(), "E008"),
    "an_alias_of_itself_c05": (lambda text: text + b"x-a: &a [*a]\n", "E009"),
    "an_alias_of_a_mapping_of_itself_c05": (lambda text: text + b"x-a: &a {b: {c: *a}}\n", "E009"),
    "deep_brackets_c12": (lambda text: text + DEEP.encode(), "E007"),
    "deep_indentation_c12": (
        lambda text: text + b"x-a:\n" + b"".join(b" " * k + b"- \n" for k in range(1, 400)),
        "E007",
    ),
    "an_empty_file_c11": (lambda text: b"", "E005"),
    "comments_alone_c11": (lambda text: b"# nothing\n\n# more\n", "E005"),
    "a_list_at_the_top_c11": (lambda text: b"- " + text.replace(b"\n", b"\n  "), "E004"),
    "a_number_at_the_top_c11": (lambda text: b"42\n", "E004"),
    "two_documents_c11": (lambda text: text + b"---\n" + text, "E006"),
    "a_tab_c09": (lambda text: text + b"x-a:\n\tb: 1\n", "E010"),
    "a_zero_byte": (lambda text: text + b"x-a: \0\n", "E018"),
    "utf_16": (lambda text: text.decode().encode("utf-16"), "E001"),
    "utf_32": (lambda text: text.decode().encode("utf-32"), "E001"),
    "latin_1": (lambda text: text + "x-a: é\n".encode("latin-1"), "E001"),
    "a_file_of_five_megabytes_c13": (lambda text: text + b"# comment\n" * 500_000, "E008"),
    "a_number_of_a_million_digits_c31": (lambda text: text + b"x-a: " + b"9" * 1_000_000 + b"\n", "E011"),
    "infinity_c31": (lambda text: text + b"x-a: -.inf\n", "E011"),
    "no_number_c31": (lambda text: text + b"x-a: .NaN\n", "E011"),
    "a_tag": (lambda text: text + b"x-a: !!python/object/apply:os.system [ls]\n", "E013"),
    "a_key_that_stands_twice_c03": (lambda text: text + text, "E003"),
    "a_key_that_stands_twice_in_braces_c03": (lambda text: text + b"x-a: {b: {c: 1, c: 2}}\n", "E003"),
    "an_unseen_character_c29": (lambda text: text + "x-a\u200b: 1\n".encode(), "E018"),
    "a_sheet_of_a_bracket": (lambda text: text + b"x-a: [" * 1 + b"\n", "E002"),
    "a_million_brackets_c12": (lambda text: text + b"x-a: " + b"[" * 1_000_000, "E007"),
}
USES: dict[str, Callable[[Path], Path]] = {
    "alone": lambda hostile: hostile,
    "as_a_base": lambda hostile: beside(hostile, "extends: ./odd.yaml\n"),
    "as_an_overlay": lambda hostile: beside(hostile, "extends: classic\nwith: [./odd.yaml]\n"),
}


def beside(hostile: Path, text: str) -> Path:
    path = hostile.with_name("mine.yaml")
    path.write_text(f"format: 1\nid: mine\ntitle: Mine\n{text}", encoding="utf-8")
    return path


def checked_problems(look: Callable[[], list[Problem]]) -> list[Problem]:
    """The problems, after checking their places and the time limit."""
    for time_left in reversed(range(TIMES)):
        start = time.thread_time()
        problems = look()
        if time.thread_time() - start < SECONDS:
            break
        assert time_left, "too slow every time"
    assert all(problem.span is not None for problem in problems)
    texts: dict[str, list[str]] = {}
    for problem in problems:
        for span in [problem.span, *(span for span, _ in problem.also)]:
            assert span is not None and holds(span.file, span.line, span.column, texts), span
    assert "\x1b" not in frames(problems[:20], {**ur.sources(), **ur.scenario_texts()})
    return problems


def holds(file: str, line: int, column: int, texts: dict[str, list[str]]) -> bool:
    """Whether a place exists in a file; an unreadable file counts as empty."""
    if file not in texts:
        try:
            path = ur.find_ruleset(file) if file in ur.list_rulesets() else Path(file)
            text = path.read_bytes().decode("utf-8", "replace")
        except OSError:
            text = ""
        texts[file] = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return 1 <= line <= len(texts[file]) and 1 <= column <= len(texts[file][line - 1]) + 1


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_ruleset_is_rejected_and_unchanged(name: str, use: str, tmp_path: Path) -> None:
    make, code = HOSTILE[name]
    hostile = tmp_path / "odd.yaml"
    data = make(RULESET.encode())
    hostile.write_bytes(data)
    problems = checked_problems(lambda: ur.validate(USES[use](hostile)))
    assert code in {problem.code for problem in problems}
    assert hostile.read_bytes() == data


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_of_scenarios_is_rejected_and_unchanged(name: str, tmp_path: Path) -> None:
    make, code = HOSTILE[name]
    hostile = tmp_path / "odd.yaml"
    data = make(SHEET.encode())
    hostile.write_bytes(data)
    problems = checked_problems(lambda: list(ur.run_scenarios(hostile).problems))
    assert code in {problem.code for problem in problems}
    assert hostile.read_bytes() == data


@pytest.mark.parametrize(
    "text, codes",
    [
        (RULESET + STEPS, {"E007"}),
        (RULESET + "deck=: [" + "{card: wild}, " * 10_000 + "]\n", {"E104", "E311"}),
        (RULESET + "deck=: [{card: number, color: each, number: each, copies: 1000000000}]\n", {"E104", "E311"}),
        (RULESET + "values: {number=: 1..1000000000}\ndeck=: [{card: number, color: each, number: each}]\n", {"E104"}),
        (
            RULESET + "values: {number=: 1..1999}\nattributes: {two: 1..1999, three: 1..1999}\n"
            "cards: {many: {face: {color: $color, number: $number, two: $two, three: $three}}}\n"
            "deck=: [{card: many, color: each, number: each, two: each, three: 1..1999}]\n",
            {"E104"},
        ),
        (
            RULESET + "faces: [a, b]\nface: a\ncards: {x: {face: {color: $color}}}\ndeck+: [{faces: {a: [{card: x, "
            "color: each, copies: 100000000}], b: [{card: x, color: each, copies: 100000000}]}}]\n",
            {"E104"},
        ),
        (RULESET + "define: {a: " + "(" * 900 + "1" + ")" * 900 + "}\n", {"E301"}),
        (RULESET + "define: {a: " + " + ".join(["1"] * 900) + " == 900}\n", {"E301"}),
        (RULESET + "define: {a: " + "9" * 400 + " == 1}\n", {"E301"}),
        (RULESET + "values: {symbol: [" + ", ".join(f"s{n}" for n in range(20_000)) + "]}\n", {"E408"}),
        (RULESET + "values: {letter: [" + ", ".join(f"s{n}" for n in range(20_000)) + "]}\n", {"E104"}),
        (RULESET + "variables: {" + ", ".join(f"v{n}: intt" for n in range(3_000)) + "}\n", {"E205"}),
        (RULESET + "zones: {" + ", ".join(f"z{n}: {{visibel: all}}" for n in range(3_000)) + "}\n", {"E101"}),
        (RULESET + "players: {min: 9007199254740992, max: 9007199254740992}\n", {"E104"}),
    ],
    ids=lambda value: value[len(RULESET) :][:24] if isinstance(value, str) else "",
)
def test_c31_a_ruleset_beyond_the_limits_is_rejected(text: str, codes: set[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    problems = checked_problems(lambda: ur.validate(path))
    assert {problem.code for problem in problems} & codes


@pytest.mark.parametrize(
    "text, code",
    [
        (
            f"ruleset: classic\nscenarios: [{{name: A., table: {{hands: {{P0: {HANDS}}}}}, expect: {{turn: P0}}}}]\n",
            "E601",
        ),
        (SHEET.replace("turn: P1", "hand_size: {P0: 9007199254740992}"), ""),
        (SHEET.replace("P0: draw", "P99999999999999999999: draw"), "E204"),
        (SHEET + "players: 9007199254740992\n", "E104"),
        (SHEET.replace("classic", "../../../../../../../etc/passwd"), "E"),
        (SHEET.replace("classic", "/dev/zero"), "E"),
        (SHEET.replace("classic", "."), "E"),
        (SHEET.replace("classic", "x" * 5000), "E401"),
    ],
    ids=["hand", "size", "seat", "players", "passwd", "zero", "folder", "long"],
)
def test_scenarios_beyond_the_limits_are_rejected(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    result = ur.run_scenarios(path)
    problems = checked_problems(lambda: list(result.problems)) if code else []
    assert not result.is_fine
    assert all(problem.code.startswith(code) for problem in problems) and bool(problems) == bool(code)
    assert "root:" not in "".join(map(str, problems))


@pytest.mark.parametrize("use", ["as_a_base", "as_an_overlay"])
def test_c25_paths_outside_the_folder_are_rejected(use: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(RULESET + "x-secret: 1\n", encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    hostile = folder / "odd.yaml"
    makers: list[tuple[Callable[[], object], str]] = [
        (lambda: os.mkfifo(hostile), "E401"),
        (lambda: hostile.mkdir(), "E401"),
        (lambda: hostile.symlink_to("/dev/zero"), "E403"),
        (lambda: hostile.symlink_to(outside), "E403"),
        (lambda: hostile.symlink_to(hostile), "E401"),
        (lambda: hostile.symlink_to(folder / "nothing.yaml"), "E401"),
    ]
    for make, code in makers:
        make()
        problems = checked_problems(lambda: ur.validate(USES[use](hostile)))
        assert [problem.code for problem in problems] == [code]
        assert "secret" not in frames(problems, ur.sources())
        hostile.rmdir() if hostile.is_dir() and not hostile.is_symlink() else hostile.unlink()


def test_c11_other_encodings_of_the_same_text_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    for data in [
        b"\xef\xbb\xbf" + RULESET.encode(),
        RULESET.replace("\n", "\r\n").encode(),
        RULESET.replace("\n", "\r").encode(),
        b"---\n" + RULESET.encode() + b"...\n",
        RULESET.encode().rstrip(b"\n"),
    ]:
        path.write_bytes(data)
        assert ur.validate(path) == []
        assert path.read_bytes() == data


def test_places_count_without_byte_order_mark_and_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + (RULESET + "cards:\n  skip: {pionts: 5}\n").replace("\n", "\r\n").encode())
    [problem] = ur.validate(path)
    assert str(problem.span).endswith(":6:10")
    assert "\n 6│   skip: {pionts: 5}\n  │          ^^^^^^ did you mean `points`?" in frames([problem], ur.sources())


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever may read everything can read this")
def test_a_file_without_permission_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(RULESET, encoding="utf-8")
    path.chmod(0)
    assert [problem.code for problem in ur.validate(path)] == ["E001"]


@pytest.mark.parametrize("name", ["an_alias_bomb_c04", "deep_brackets_c12"])
def test_the_command_needs_little_time_and_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(HOSTILE[name][0](RULESET.encode()))
    script = (
        "from unoflex_cli.main import main; main(['validate', 'odd.yaml']); "
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:')))"
    )
    for time_left in reversed(range(TIMES)):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert HOSTILE[name][1] in done.stdout and "Traceback" not in done.stdout + done.stderr
        assert int(done.stdout.split()[-1]) < 300_000
        if after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < SECONDS:
            break
        assert time_left, "too slow every time"
