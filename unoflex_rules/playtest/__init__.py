"""Checks a ruleset by playing it: what never happens, what no agent chooses, which games do not end.

Not here: simulations for statistics (simulation).
"""
