"""Doubts about a ruleset that is in order: what makes sense, and is probably not meant so.

One module for a kind of question (unused.py, ...), one table of all of them (registry.py); what an author keeps silent
about stands in silence.py. Not here: what is certainly wrong, which is told where it is found (the rest of language).
"""
