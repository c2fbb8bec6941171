"""The ruleset language: from the text of a YAML file to a checked ruleset, each problem with its place.

It knows no program, no engine and no command line: those are built on it, and never the other way round.
"""
