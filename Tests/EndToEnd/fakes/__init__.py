"""Proof of `understudy fake`: worlds made from schemas, judged by graphql-core."""
