"""Statements: each is checked, effects are expanded, and the result is a tree for the compiler.

Not here: expressions, or code for statements (compiler).
"""
