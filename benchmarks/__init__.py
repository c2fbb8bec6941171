"""Measurements and long proofs: speed compared with other engines, and agreement with published figures.

Nothing here is part of the package, and the package imports nothing from here.
"""
