"""The expression language: types, parsing, operators, quantifiers, folding.

Not here: statements, or code for expressions (compiler).
"""
