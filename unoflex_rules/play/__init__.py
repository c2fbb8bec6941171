"""One game, move by move: decisions, actions, events, observations, the outcome.

Not here: many games (simulation), or rules (the program has them).
"""
