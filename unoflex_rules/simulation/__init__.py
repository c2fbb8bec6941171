"""Many games: running them, adding up their results, stopping, exporting, reporting.

Not here: a single game (play), or text for people (render).
"""
