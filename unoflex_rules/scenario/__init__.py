"""Scenarios: the examples of a rule sheet, written in YAML and run as tests of a ruleset.

Sheet (shape.py, reading.py), names of a program (names.py, words.py), table (table.py), course (running.py).
"""
