"""The names of a program, found from text that people write. Shared by scenarios and campaigns.

Not here: which files the text stands in.
"""
