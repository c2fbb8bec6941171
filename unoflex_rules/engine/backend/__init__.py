"""The two backends of the kernel: plain Python, and the same sources compiled by Numba.

Not here: the kernel.
"""
