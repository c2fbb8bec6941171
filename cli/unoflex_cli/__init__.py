"""The command line `unoflex`: options in, one call of the library, print.

No rule of any game, no statistics and no file format is known here.
"""
