"""Text for people: frames around problems, tables, reports. Values in, text out.

Nothing is read, computed or printed here, and no text is ever taken for markup.
"""
