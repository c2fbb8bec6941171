"""Scenarios: the examples of a rule sheet, written in YAML and run as tests of a ruleset.

The file (reading), the table (table.py), the game from there (position.py), checks (expectation_checker.py), the run
(scenario_runner.py).
"""
