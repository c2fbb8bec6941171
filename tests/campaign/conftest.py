"""Fixtures for the tests of campaigns."""

import pytest

from tests.campaign.groups import OWN, keep_rulesets


@pytest.fixture(autouse=True)
def _read_once(monkeypatch):
    keep_rulesets(monkeypatch)


@pytest.fixture(scope="session")
def own(tmp_path_factory):
    """Return the files of the rulesets with kept data that no shipped ruleset has."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in OWN.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return {name: str(folder / f"{name}.yaml") for name in OWN}
