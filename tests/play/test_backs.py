"""Cards with faces that their owner does not see: cards that look the same to the owner are one option.

Observations of cards are tested in test_observation.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur

TURNED = Path(__file__).resolve().parents[1] / "rulesets" / "turned.yaml"


def options_and_actions(path: Path, games: int) -> list[tuple[int, int]]:
    """Count, at each decision, the options of the kernel and the actions that the player can distinguish."""
    ruleset = ur.load(path)
    found = []
    for index in range(games):
        game = ur.Game(ruleset, 4, seed=3, index=index)
        for move in range(60):
            if game.is_over:
                break
            found.append((len(game._options), len(game.legal_actions())))
            game.apply(move % len(game.legal_actions()))
    return found


def test_cards_that_differ_only_on_hidden_faces_are_one_option():
    found = options_and_actions(TURNED, 10)
    assert len(found) > 200
    assert all(options == actions for options, actions in found)


@pytest.mark.parametrize("who", ["all", "owner"])
def test_cards_with_backs_visible_to_their_owner_are_separate_options(tmp_path, who):
    path = tmp_path / "seen.yaml"
    path.write_text(
        TURNED.read_text(encoding="utf-8").replace("{front: owner, back: others}", f"{{front: {who}, back: {who}}}"),
        encoding="utf-8",
    )
    found = options_and_actions(path, 10)
    assert all(options == actions for options, actions in found)
    hidden = options_and_actions(TURNED, 10)
    assert sum(options for options, _ in found[:20]) >= sum(options for options, _ in hidden[:20])
