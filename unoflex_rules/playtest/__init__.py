"""A ruleset checked by playing it: what never happens, what nobody chooses, which games do not end.

Not here: simulations for their figures (simulation).
"""
