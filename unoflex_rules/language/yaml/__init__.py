"""Read the text of a YAML file into a tree of nodes with places, and write such a tree as text.

Not here: the meaning of the keys.
"""
