"""Run the command line inside the test process, with a stand-in for the library where needed.

Not here: the library (other folders); tests/cli/test_end_to_end.py runs both together.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import unoflex_rules as ur
from unoflex_cli.main import main
from unoflex_rules.simulation.tally import Tally


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self):
        return json.loads(self.out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys):
    """Run `unoflex ARGUMENTS...` and return the result."""

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return run


@dataclass
class Library:
    """A library with answers chosen by a test, which records its calls."""

    problems: dict[str, list] = field(default_factory=dict)  # by file name, for validate
    failure: BaseException | None = None  # raised by load
    trouble: BaseException | None = None  # raised by simulate
    fast: bool = True
    ruleset: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(
            id="mine", title="Mine", players_min=2, players_max=6, files=(), overlays=()
        )
    )
    broken: int = 0  # games that break
    most: int = 10**6  # games that are played at most
    calls: list = field(default_factory=list)

    def validate(self, path, options=None, overlays=(), checks=()):
        assert "W510" in checks, "validation includes warnings"
        if options or overlays:
            self.calls.append(("validate", Path(path).name, dict(options or {}), tuple(overlays)))
        return self.problems.get(Path(path).name, [])

    def load(self, path, options=None, overlays=()):
        self.calls.append(("load", Path(path).name, dict(options or {}), *([tuple(overlays)] if overlays else [])))
        if self.failure is not None:
            raise self.failure
        return self.ruleset

    def compile_ruleset(self, ruleset, players, lang=None):
        return SimpleNamespace(
            ruleset=ruleset.id,
            title=ruleset.title,
            digest="abcdef0123456789",
            options={"stacking": "true"},
            players=players,
            overlays=ruleset.overlays,
            counts=(),
        )

    def listing(self, program):
        return f"program of {program.ruleset} for {program.players}"

    def usage(self, paths):
        return "".join(f"uses of {Path(path).name}\n" for path in paths)

    def warm_up(self, engine, notice):
        self.calls.append(("warm_up", engine))

    def simulate(self, ruleset, **how):
        for name in ("progress", "stop", "expect"):
            how.pop(name, None)
        self.calls.append(("simulate", how))
        if self.trouble is not None:
            raise self.trouble
        games = min(how["games"], self.most)
        tally = Tally(players=how["players"], games=games, unfinished=games - self.broken)
        if self.broken:
            tally.broken, tally.first_broken, tally.broken_why = self.broken, 2, "no end at mine.yaml:4"
        return tally

    def fast_is_available(self):
        return self.fast

    def find_ruleset(self, name):
        known = {"mine": "mine.yaml", "other": "other.yaml", "good.yaml": "good.yaml", "bad.yaml": "bad.yaml"}
        if name in known:
            return Path(known[name])
        raise ur.UnknownRuleset(name, ["mine"] if name in ("nime", "nime.yaml") else [])

    def list_rulesets(self):
        return ["mine", "other"]

    def sources(self):
        return {"bad.yaml": "players: tow\n"}


@pytest.fixture
def library(monkeypatch):
    """Replace the public functions by a Library."""
    stand_in = Library()
    for name in (
        "compile_ruleset",
        "fast_is_available",
        "find_ruleset",
        "list_rulesets",
        "listing",
        "load",
        "simulate",
        "sources",
        "usage",
        "validate",
        "warm_up",
    ):
        monkeypatch.setitem(vars(ur), name, getattr(stand_in, name))
    return stand_in


@pytest.fixture
def child_environment():
    """Return the environment for a child process that imports the project from this checkout."""
    root = Path(__file__).resolve().parents[2]
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(root), str(root / "cli")))}


class Done(NamedTuple):
    """The result of a run, with the attribute names of a finished process."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def unoflex(run, tmp_path, monkeypatch):
    """Run `unoflex ARGUMENTS...` in this process, in an empty folder, with additional environment `variables`."""

    def unoflex(*arguments, **variables):
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            for name, value in variables.items():
                patch.setenv(name, value)
            return Done(*run(*arguments))

    return unoflex


@pytest.fixture
def process(child_environment, tmp_path):
    """Like `unoflex`, in a separate process, for behaviour that needs a new process."""

    def process(*arguments, **variables):
        return subprocess.run(
            [sys.executable, "-m", "unoflex_cli", *map(str, arguments)],
            cwd=tmp_path,
            env=child_environment | variables,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return process
