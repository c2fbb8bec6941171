"""Code for expressions: values, conditions, queries, tables. Not here: statements, or checking expressions."""
