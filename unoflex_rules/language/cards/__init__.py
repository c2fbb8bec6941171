"""The deck: kinds of cards, their printed faces, and every physical card.

Not here: what cards do when they are played (statements).
"""
