"""Code for questions: `ask`, `window`, `choose`, and choices announced with a play. Not here: other statements."""
