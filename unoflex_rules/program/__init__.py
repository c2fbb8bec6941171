"""Programs: what the compiler writes and the engine runs, as plain integers and their names.

Nothing here knows the language, YAML or how a program is executed.
"""
