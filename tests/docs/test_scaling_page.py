"""The programs of docs/scaling.md run and give the results shown; its numbers match the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from unoflex_rules.simulation.estimates import wilson
from unoflex_rules.simulation.runner import AHEAD, REMOTE_CHUNK

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def python(tmp_path, monkeypatch):
    """Run a program of the page in an empty folder with fewer games."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'cli'}")

    def python(text, *arguments):
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        return called("program.py", *arguments)

    def called(*arguments):
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    python.called = called
    return python


def program(words):
    [found] = [text for text in PYTHON if words in text]
    return found


def test_parts_merge_into_exactly_the_whole_run(python):
    part, adding = (program(words) for words in ("sys.argv[1]", "from_json"))
    for number in range(3):
        python(part.replace("1_000_000_000", "1_000").replace("1_000\n\npart", "3\n\npart"), number)
    told = python(adding.replace("1_000_000_000", "1_000"))
    command = re.search(r"the same bytes as `unoflex (simulate [^`]*)`", " ".join(PAGE.split()))[1]
    assert "--json" in command
    assert told == python.called("-m", "unoflex_cli", *command.replace("1000000000", "1000").split())


@pytest.mark.thorough
def test_executors_play_the_same_games(python):
    pytest.importorskip("distributed")
    said = {python(program(words)) for words in ("ProcessPoolExecutor()", "LocalCluster(")}
    tally = "import unoflex_rules as ur; print(ur.simulate(ur.load('flex'), games=200, seed=7, agents='greedy').wins)"
    assert said == {python(tally)}


def test_every_program_of_the_page_runs():
    assert len(PYTHON) == 4


def test_interval_widths_match_the_page():
    rows = re.findall(r"^\| ([\d,]+) \| ([\d.]+) points \|$", PAGE, re.M)
    assert len(rows) == 5
    for games, points in rows:
        number = int(games.replace(",", ""))
        low, high = wilson(number // 4, number)
        assert 100 * (high - low) == pytest.approx(float(points), rel=0.02)


def test_times_follow_from_rates():
    """A billion games on 1, 16 and 256 threads."""
    seconds = {"days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}
    rows = re.findall(r"^\| \w+ \| `\w+` \| ([\d,]+) \| (.*) \|$", PAGE, re.M)
    assert len(rows) == 4
    for rate, times in rows:
        for threads, (number, unit) in zip((1, 16, 256), re.findall(r"([\d.]+) (\w+)", times), strict=True):
            assert float(number) * seconds[unit] == pytest.approx(1e9 / int(rate.replace(",", "")) / threads, rel=0.1)


def test_the_numbers_match_the_code():
    page = " ".join(PAGE.split())
    assert AHEAD == 4
    assert "At most four pieces of work a thread" in page
    assert f"of {REMOTE_CHUNK['fast']:,} games each ({REMOTE_CHUNK['plain']} with the plain engine)" in page
    assert "(docs/scaling.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
