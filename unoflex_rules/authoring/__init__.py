"""Help for authors: scaffolding, comparing and composing rulesets, explaining problem codes.

Not here: checking a ruleset (language).
"""
