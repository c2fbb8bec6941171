"""Problems of a ruleset as values: places, codes, suggestions and hints.

Not here: finding problems, or printing them (render).
"""
