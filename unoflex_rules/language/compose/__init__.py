"""One ruleset from several files: `extends`, `with`, and the signed keys.

Not here: reading YAML, or checking what the merged tree means.
"""
