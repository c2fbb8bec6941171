"""Generators for contributors: documentation, schemas. They are not installed with the package.

Not here: anything that a user of the package runs.
"""
