"""The resolvers of posts, and the two scalars, on the schema that this project ships."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from graphql import GraphQLSchema, build_schema, value_from_ast_untyped

from .store import Store

SDL = Path(__file__).parents[3] / "schemas" / "posts.graphqls"


def read_id(value: Any) -> uuid.UUID:
    """The id that an object {"value": "<UUID>"} is."""
    text = value.get("value") if isinstance(value, dict) else None
    try:
        return uuid.UUID(text) if isinstance(text, str) and len(text) == 36 else uuid.UUID("")
    except ValueError:
        raise ValueError(f"CustomUUID cannot represent value: {value}") from None


def written_id(value: uuid.UUID) -> dict[str, str]:
    return {"value": str(value).upper()}


def schema(store: Store) -> GraphQLSchema:
    built = build_schema(SDL.read_text("utf-8"))
    identifier = built.type_map["CustomUUID"]
    identifier.serialize = written_id
    identifier.parse_value = read_id
    identifier.parse_literal = lambda node, variables=None: read_id(value_from_ast_untyped(node, variables))

    def create(_, info, input):
        return store.create(input["authorId"], input["title"], input["tags"])

    built.query_type.fields["posts"].resolve = lambda _, info: store.posts
    mutations = built.mutation_type.fields
    mutations["createPost"].resolve = create
    mutations["editPost"].resolve = lambda _, info, id, tags, title: store.edit(id, title, tags)
    mutations["deletePost"].resolve = lambda _, info, id: store.delete(id)
    return built
