"""The public names of `unoflex_rules`: each is loaded on first use, at almost no cost."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import unoflex_rules as ur

ROOT = Path(__file__).resolve().parents[2]


def child(program):
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", ur.__all__)
def test_every_public_name_is_there(name):
    assert getattr(ur, name).__doc__
    assert name in dir(ur)


def test_type_checkers_see_every_name():
    """`from m import name as name` is the form that a strict type checker accepts for a public name."""
    text = (ROOT / "unoflex_rules" / "__init__.py").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^    from [\w.]+ import (\w+) as \1$", text, re.M)) == ur.__all__


def test_star_import_gives_the_public_names():
    assert child("from unoflex_rules import *\nprint(callable(load), callable(simulate))") == "True True\n"


def test_importing_the_package_imports_nothing_else():
    loaded = child("import sys, unoflex_rules; print([m for m in sys.modules if m.startswith('unoflex_rules')])")
    assert loaded == "['unoflex_rules']\n"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        ur.simulat  # noqa: B018


@pytest.mark.parametrize("first", ["import unoflex_rules.simulation.runner", "import unoflex_rules.simulation.tally"])
def test_a_module_does_not_hide_the_function_of_its_name(first):
    program = f"{first}\nimport unoflex_rules as ur\nprint(callable(ur.simulate), callable(ur.report))"
    assert child(program) == "True True\n"
