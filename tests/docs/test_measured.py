"""The samples of docs/measured.md: a test plays their games again and finds the same figures.

Not here: the proofs themselves (benchmarks/proofs.py, `make proofs`).
"""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from benchmarks import proofs
from tests.sampling import sample

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "measured.md").read_text(encoding="utf-8")
SAMPLE = re.compile(r"^sample: (\S+), (\d+) players, greedy, seed (\d+), (\d+) games: .*$", re.M)
FOUND = {match[1]: match for match in SAMPLE.finditer(PAGE)}
OWN = [name for name in FOUND if name.endswith(".yaml")]


def test_every_shipped_game_has_a_sample():
    assert set(proofs.shipped()) <= set(FOUND)


@pytest.mark.parametrize("name", [*(name for name in FOUND if name not in OWN), *sample(OWN, 2)])
def test_a_sampled_figure_is_reproduced(name):
    match = FOUND[name]
    again = proofs.sampled(name, int(match[2]), int(match[3]), int(match[4]))
    assert again == match[0], "docs/measured.md is stale: run `make proofs`"


def test_another_sample_is_noticed():
    match = FOUND["classic"]
    other = proofs.sampled("classic", int(match[2]), int(match[3]) + 1, int(match[4]))
    assert other.split("games: ")[1] != match[0].split("games: ")[1]


def test_a_proof_is_not_run_again_unless_its_rules_or_size_change(tmp_path, monkeypatch):
    run = []

    def cheap(name, games, seed):
        run.append((name, games))
        return proofs.Proof(f"Promises in the compiled loop: {name}, {games:,} games", ("fine",), True)

    monkeypatch.setattr(proofs, "cheap_promises", cheap)
    monkeypatch.setattr(proofs, "option_promises", cheap)
    monkeypatch.setattr(proofs, "digest_of", lambda name: digest)
    page, digest = tmp_path / "page.md", "1"
    arguments = ["--only", "classic", "--games", "9", "--plain", "0", "--output", str(page)]
    assert proofs.main(arguments) == 0
    assert run == [("classic", 9)]
    assert proofs.main(arguments) == 0
    assert len(run) == 1
    assert proofs.main([*arguments, "--again"]) == 0
    assert len(run) == 2
    digest = "2"
    assert proofs.main(arguments) == 0
    assert len(run) == 3
    assert proofs.main(["--only", "classic", "--games", "8", "--plain", "0", "--output", str(page)]) == 0
    assert len(run) == 4


def test_the_time_of_a_proof_is_estimated_by_its_size(tmp_path):
    task = proofs.Task("Promises, compiled: classic", "classic", 1000, 1, lambda: None)
    text = proofs.page("", "make proofs", [(task, proofs.Proof("Promises: classic, 1,000 games", ("x",), True), 30.0)])
    larger = proofs.Task(task.title, "classic", 10_000, 1, lambda: None)
    assert proofs.estimate([task, larger], [larger], text) == "1 of 2 proofs to run; 1 of them take about 5 minutes"
    much_larger = proofs.Task(task.title, "classic", 100_000, 1, lambda: None)
    assert proofs.estimate([much_larger], [much_larger], text) == "1 of 1 proofs to run"
    assert proofs.estimate([task], [task], "") == "1 of 1 proofs to run"


def test_a_quantile_with_a_small_error_must_be_within_one():
    from benchmarks.figures import RLCARD_AGAIN, RLCARD_PUBLISHED, compare

    for reference, passes in ((RLCARD_AGAIN, False), (RLCARD_PUBLISHED, True)):
        measured = {name: figure.value for name, figure in reference.figures.items()}
        measured["p99"] += 2
        verdicts = {each.name: each.passed for each in compare(measured, 4_000_000, reference)}
        assert verdicts.pop("p99") is passes
        assert all(verdicts.values())


@pytest.mark.skipif(not ur.fast_is_available(), reason="needs the compiled kernel")
def test_digests_tell_rulesets_apart():
    assert proofs.digest_of("classic") != proofs.digest_of("flex")
    assert len({proofs.digest_of(name) for name in ("classic", proofs.HOUSE, proofs.ORACLES)}) == 3
