"""docs/agents.md is correct, and its example runs."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.engine.loop import greedy as engine
from unoflex_rules.play.agents import CALL_RATE, KINDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "agents.md"
TEXT = PAGE.read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_table_matches_the_code():
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.M)
    assert rows == [(name, sentence) for name, (_, sentence) in KINDS.items()]


def test_the_numbers_match_the_code():
    assert f"right in {CALL_RATE * 100:g} of 100" in " ".join(TEXT.split())
    assert f"counts as much as {engine.FOLLOWS // engine.POINT} points" in " ".join(TEXT.split())


def test_the_example_plays_to_the_end(capsys):
    [example] = PYTHON
    found = {}
    exec(compile(example, str(PAGE), "exec"), found)
    assert found["tally"].games == 20 and found["tally"].finished > 0
    assert capsys.readouterr().out == f"{found['tally'].agent_wins}\n"
    assert found["tally"].chosen["draw"] > 200  # the player does draw


def test_the_seat_of_an_agent_matches_the_page():
    class Told:
        def __init__(self):
            self.seats = []

        def begin(self, seat, players, rng):
            self.seats.append(seat)

        def choose(self, decision, observation):
            return 0

    agents = [Told(), Told(), Told()]
    ur.simulate(ur.load("classic"), players=3, games=4, first=2, seed=1, agents=agents, limit=20)
    for k, agent in enumerate(agents):
        assert agent.seats == [(k + i) % 3 for i in range(2, 6)]


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w./-]+\.md)(#[\w-]+)?\)", TEXT))
def test_links_are_valid(link):
    name, anchor = link
    target = (PAGE.parent / name).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", target, re.M)
    anchors = {"#" + re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in headings}
    assert not anchor or anchor in anchors
