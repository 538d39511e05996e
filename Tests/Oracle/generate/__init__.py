"""Seeded generators of documents, schemas, variables and data: the same seed makes the same texts everywhere."""
