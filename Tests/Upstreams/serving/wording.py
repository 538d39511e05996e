"""How graphql-core's errors are put into the words of the JavaScript original."""

from __future__ import annotations

import re

from graphql import GraphQLError


def quoted(message: str) -> str:
    """graphql-core quotes names with ', the JavaScript original with "."""
    return re.sub(r"'([^' ]*)'", r'"\1"', message)


def is_internal(error: GraphQLError) -> bool:
    """Whether a resolver raised something that is no GraphQL error."""
    return error.original_error is not None and not isinstance(error.original_error, GraphQLError)


def places(error: GraphQLError) -> dict[str, list[dict[str, int]]]:
    """The member `locations`, or nothing where the error has none."""
    if not error.locations:
        return {}
    return {"locations": [{"line": place.line, "column": place.column} for place in error.locations]}
