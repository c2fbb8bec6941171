"""Scenarios: the examples of a rule sheet, written in YAML and run as tests of a ruleset.

Sheet (sheet_models.py, sheet_reader.py), names of a program (lookup.py, words.py), table (table.py), course
(scenario_runner.py).
"""
