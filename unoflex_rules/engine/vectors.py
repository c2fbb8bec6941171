"""The type of the three vectors that the kernel works on. Not here: their layout (program/layout.py)."""

from __future__ import annotations

from typing import TypeAlias

#: A flat vector of integers: a list on the plain backend, a numpy int64 array on the fast one.
Vector: TypeAlias = list[int]
