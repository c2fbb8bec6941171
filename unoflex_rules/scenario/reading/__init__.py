"""From a scenario file to examples that can be run, with every problem at its place.

Not here: running them.
"""
