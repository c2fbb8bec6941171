"""The engine: one kernel over integer vectors, in the subset of Python that Numba compiles too.

Nothing here knows YAML, pydantic, click or the language. See docs/engine.md.
"""
