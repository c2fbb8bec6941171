"""The compiled loop over many games: built-in agents choose, results are added up.

Not here: the rules of a game (the kernel runs its program).
"""
