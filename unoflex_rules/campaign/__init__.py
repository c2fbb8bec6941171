"""Campaigns: games of several rounds whose cards, points and names are kept in a file from one round to the next.

What lasts between rounds (rest.py, kept.py), one round (playing.py, changes.py), names (terms.py), the file (shape.py,
reading.py, meaning.py, laying.py, writing.py), the deck of another group (inheriting.py), and what people use
(campaign.py).
"""
