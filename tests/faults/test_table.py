"""docs/faults.md names the guards of each known fault correctly. Not here: those tests and scenarios themselves.

A scenario names the id of a fault in `rule`, a test in its own name.
"""

from __future__ import annotations

import re
from pathlib import Path

import unoflex_rules as ur
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_file
from unoflex_rules.scenario.reading.sheet_models import Sheet

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "faults.md"
ROW = re.compile(r"^\| ([ABCD]\d\d) \| ([^|]+) \| ([^|]+) \|$", re.M)
TEST = re.compile(r"^def test_(\w+)\(", re.M)
NAMED = re.compile(r"(?:^|_)([abcd]\d\d)(?=_|$)")


def holders() -> dict[str, list[str]]:
    """Return, for each id, the files with an enabled scenario or a test that names it."""
    found: dict[str, set[str]] = {}
    for sheet in ur.list_scenarios():
        tree = read_file(sheet, str(sheet), Problems())
        assert tree is not None
        for scenario in Sheet.model_validate(tree.plain()).scenarios:
            rules = [scenario.rule] if isinstance(scenario.rule, str) else scenario.rule or []
            for rule in rules:
                if re.fullmatch(r"A\d\d", rule) and not scenario.skip:
                    found.setdefault(rule, set()).add(f"scenarios/{sheet.name}")
    for file in (ROOT / "tests").rglob("test_*.py"):
        names = TEST.findall(file.read_text(encoding="utf-8"))
        for fault in (fault for name in names for fault in NAMED.findall(name)):
            found.setdefault(fault.upper(), set()).add(file.relative_to(ROOT).as_posix())
    return {fault: sorted(files) for fault, files in found.items()}


def rows() -> dict[str, str]:
    return {fault: held for fault, _, held in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def test_the_page_lists_the_faults_in_order():
    text = PAGE.read_text(encoding="utf-8")
    found = [match[0] for match in ROW.findall(text)]
    assert [sum(fault.startswith(part) for fault in found) for part in "ABCD"] == [53, 14, 31, 12]
    assert len(found) == len(re.findall(r"^\| [A-Z]\d", text, re.M))
    assert found == sorted(set(found))


def test_the_guards_of_each_fault_match_its_row():
    have = holders()
    for fault, held in rows().items():
        if held.startswith("later: "):
            assert fault not in have, f"{fault} has guards {have[fault]}, but its row has none"
        else:
            assert set(held.split(", ")) <= set(have.get(fault, [])), f"{fault} has guards {have.get(fault)}"


def test_every_fault_that_is_named_has_a_row():
    assert set(holders()) <= set(rows())
