"""What docs/cli.md says in numbers and names is what the code has."""

import re
from pathlib import Path

from unoflex_cli import failures, progress
from unoflex_cli.arguments import MAX_SEED
from unoflex_rules import rows, stopping

ROOT = Path(__file__).resolve().parents[2]
PAGE = " ".join((ROOT / "docs" / "cli.md").read_text(encoding="utf-8").split())


def test_the_numbers_are_those_of_the_code():
    for text in (
        f"a whole number from 0 to {MAX_SEED} (2⁵³)",
        f"after {stopping.FIRST_LOOK:,} games",
        f"multiples of {stopping.STEP} games",
        f"The narrowest that can be asked for is {100 * stopping.NARROWEST:g} %",
        f"in groups of {rows.ROW_GROUP:,} rows",
        rows.INSTALL,
        f"the exit code is {failures.PIPE_CLOSED}",
        f"with exit code {failures.INTERRUPTED}",
    ):
        assert text in PAGE
    assert progress.BETWEEN == 0.1
    assert "at most ten times a second" in PAGE


def test_the_kinds_of_failure_are_those_that_are_told():
    source = Path(failures.__file__).read_text(encoding="utf-8")
    told = set(re.findall(r'_(?:told|document)\(console, (?:[A-Z]+, )?"(\w+)"', source))
    named = re.search(r"its kind is ((?:`\w+`(?:, | or )?)+)", PAGE)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named[1])) == told


def test_the_readme_leads_here():
    assert "(docs/cli.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
