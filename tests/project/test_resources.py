"""Finding rulesets by path and by id, and the error if there is none. Not here: reading them."""

import pytest

from unoflex_rules import resources
from unoflex_rules.resources import UnknownRuleset, find_ruleset, list_rulesets, rulesets_dir


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Return a checkout with four rulesets and a scenario; the working directory is an empty folder beside it."""
    root = tmp_path / "checkout"
    for name in ("classic", "std", "house/stacking", "oracles/rlcard", "scenarios/classic"):
        path = root / "rulesets" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (root / "pyproject.toml").touch()
    (root / "package").mkdir()
    monkeypatch.setattr(resources, "PACKAGE", root / "package")
    resources._shipped.cache_clear()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    yield root / "rulesets"
    resources._shipped.cache_clear()


def test_ids_are_listed_sorted_and_without_scenarios(shipped):
    assert list_rulesets() == ["classic", "house/stacking", "oracles/rlcard", "std"]


@pytest.mark.parametrize("name", ["classic", "classic.yaml", "house/stacking", "oracles/rlcard.yaml"])
def test_an_id_is_found_with_and_without_its_suffix(shipped, name):
    assert find_ruleset(name) == shipped / f"{name.removesuffix('.yaml')}.yaml"


def test_a_path_is_returned_unchanged(shipped, tmp_path):
    path = tmp_path / "mine.yaml"
    path.touch()
    assert find_ruleset(path) == path
    assert str(find_ruleset("../mine.yaml")) == "../mine.yaml"


def test_a_file_wins_over_an_id_and_an_id_over_a_folder(shipped, tmp_path):
    (tmp_path / "here" / "classic").mkdir()
    assert find_ruleset("classic") == shipped / "classic.yaml"
    (tmp_path / "here" / "std").touch()
    assert str(find_ruleset("std")) == "std"


def test_a_folder_is_returned_so_that_reading_reports_the_mistake(shipped, tmp_path):
    assert find_ruleset(tmp_path) == tmp_path


@pytest.mark.parametrize(
    "name, suggestions",
    [
        ("clasic", ["classic"]),
        ("stackin", ["house/stacking"]),
        ("rlcrd.yaml", ["oracles/rlcard"]),
        ("wrong/folder/classic.yaml", ["classic"]),
        ("xyzzy", []),
        ("", []),
        ("../rulesets/classic", ["classic"]),  # an id cannot leave the folder of the shipped rulesets
        ("scenarios/classic", ["classic"]),
        ("x" * 5000, []),
        ("nul\0", []),
    ],
)
def test_an_unknown_name_is_rejected_with_similar_names(shipped, name, suggestions):
    with pytest.raises(UnknownRuleset) as caught:
        find_ruleset(name)
    assert (caught.value.name, caught.value.suggestions) == (name, suggestions)
    assert isinstance(caught.value, LookupError)
    assert ("did you mean" in str(caught.value)) is bool(suggestions)


def test_the_checkout_wins_over_the_installed_copy(shipped):
    (shipped.parent / "package" / "_data" / "rulesets").mkdir(parents=True)
    assert rulesets_dir() == shipped


def test_without_a_checkout_the_installed_copy_is_used(shipped):
    copy = shipped.parent / "package" / "_data" / "rulesets"
    copy.mkdir(parents=True)
    (shipped.parent / "pyproject.toml").unlink()
    assert rulesets_dir() == copy


def test_a_broken_installation_is_reported(shipped):
    (shipped.parent / "pyproject.toml").unlink()
    with pytest.raises(FileNotFoundError, match="`rulesets` is missing"):
        rulesets_dir()


@pytest.mark.parametrize("name, meant", [("thieves", "thieves.yaml"), ("thievse.yaml", "thieves.yaml"), ("xyz", None)])
def test_a_file_next_to_the_path_is_suggested(name, meant, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "thieves.yaml").write_text("", encoding="utf-8")
    with pytest.raises(UnknownRuleset) as raised:
        find_ruleset(name)
    assert raised.value.suggestions[:1] == ([meant] if meant else [])
