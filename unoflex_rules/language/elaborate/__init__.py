"""From a merged tree to a checked game: declarations, definitions, and checks across parts.

Not here: statements and cards, which have rooms of their own.
"""
