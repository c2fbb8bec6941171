"""Code for statements, one file a statement or family. Not here: expressions, or checking statements."""
