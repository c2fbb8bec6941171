"""Measurements and long proofs: how fast the engine is beside others, whether it hits figures of others.

Nothing here is part of the package, and no part of the package imports it.
"""
