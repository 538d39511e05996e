"""A shop that is never reset: order numbers and counts go up for as long as it runs.

    python orders.py [--port N]        prints its origin as the first line, ends on SIGTERM

Everybody shares one count of orders, and every log-in issues another token.
"""

from __future__ import annotations

import json
import secrets

from graphql import GraphQLError, build_schema, graphql_sync
from serving.http import Request, Response, compact
from serving.process import arguments, run

SCHEMA = build_schema("""
type Query { orderCount: Int! }
type Mutation {
  logIn(email: String!): Login!
  buy(item: String!): Order!
}
type Login { token: String! }
type Order { id: ID! item: String! }
""")


class Shop:
    def __init__(self) -> None:
        self.tokens: set[str] = set()
        self.orders: list[str] = []

    def __call__(self, request: Request) -> Response:
        asked = json.loads(request.body)
        result = graphql_sync(
            SCHEMA,
            asked["query"],
            root_value=Call(self, request.headers.get("authorization", "")),
            variable_values=asked.get("variables"),
            operation_name=asked.get("operationName"),
        )
        return Response(200, {"content-type": "application/json"}, compact(result.formatted))


class Call:
    """The root of one request: a method for each field."""

    def __init__(self, shop: Shop, token: str) -> None:
        self.shop = shop
        self.token = token

    def _require_user(self) -> None:
        if self.token not in self.shop.tokens:
            raise GraphQLError("Log in first.")

    def logIn(self, _, email: str) -> dict[str, str]:
        token = secrets.token_urlsafe(32)
        self.shop.tokens.add(token)
        return {"token": token}

    def orderCount(self, _) -> int:
        self._require_user()
        return len(self.shop.orders)

    def buy(self, _, item: str) -> dict[str, str]:
        self._require_user()
        self.shop.orders.append(item)
        return {"id": f"order-{len(self.shop.orders)}", "item": item}


if __name__ == "__main__":
    run(Shop(), arguments("A shop that is never reset.").parse_args())
