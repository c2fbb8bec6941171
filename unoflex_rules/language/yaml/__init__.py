"""From the text of a YAML file to a tree of nodes, each with its place.

Not here: what the keys of a ruleset mean.
"""
