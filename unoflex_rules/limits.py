"""Limits of a run: the greatest seed and index, the number of threads, and how many decisions a round may take.

Not here: the limits of a program, which are part of its layout (program/layout.py).
"""

DEFAULT_LIMIT = 100_000  # decisions that a round may take before it counts as unfinished
MAX_LIMIT = 10**9  # the greatest limit that a command takes
CHECK_LIMIT = 10_000  # the same in a deep check, which replays games in the plain engine
MAX_THREADS = 1024  # each has its own state and results
MAX_SEED = 2**53  # every reader of JSON keeps whole numbers up to here exactly
