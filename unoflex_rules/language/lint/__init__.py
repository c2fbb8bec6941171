"""Warnings about rulesets that are valid but probably not what their author meant.

Not here: errors, which other rooms report while they read.
"""
