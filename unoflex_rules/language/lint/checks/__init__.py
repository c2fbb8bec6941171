"""The checks for warnings, one module for a kind of mistake; registry.py lists them by code.

Not here: certain mistakes, which other rooms report as errors.
"""
