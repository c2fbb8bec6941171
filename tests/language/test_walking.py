"""Paths through steps: a window's options are followed like other steps."""

import unoflex_rules as ur
from unoflex_rules.compiler.match_table import settled_variables

GAME = """
format: 1
id: windowed
title: Windowed
extends: classic
variables:
  luck: {type: 0..9, start: 3}
  fate: {type: 0..9, start: 3}
turn:
  end+:
    - window: {players: others, options: {clap: {do: [set: {luck: luck - 1}]}, wait: {}}}
"""


def test_a_variable_set_in_a_window_is_not_constant(tmp_path):
    path = tmp_path / "windowed.yaml"
    path.write_text(GAME, encoding="utf-8")
    found = settled_variables(ur.load(path).game(4))
    assert "fate" in found and "luck" not in found
