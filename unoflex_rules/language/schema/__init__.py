"""The shape of a ruleset as pydantic models, and the check of a tree against them.

Not here: what names mean.
"""
