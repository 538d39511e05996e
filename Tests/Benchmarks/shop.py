#!/usr/bin/env python3
"""A shop's API that answers from memory, and the sessions that its tests send; for `sessions.py`.

    python shop.py        prints its URL, then answers until it is ended

It is never reset: users, carts and ids that it issues live as long as the process.
"""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

LANDING = 10
ENTITIES = ("Product", "Category", "Brand", "Review", "Store", "Article", "Coupon", "Supplier", "Question", "Bundle")
# Operations by name: their kind, their variables' declarations and their field with its selection.
OPERATIONS = {
    **{
        f"{each}List": ("query", "$page: Int!", f"{each.lower()}s(page: $page) {{ id name summary }}")
        for each in ENTITIES
    },
    **{
        f"{each}Details": ("query", "$id: ID!", f"{each.lower()}(id: $id) {{ id name summary related {{ id name }} }}")
        for each in ENTITIES
    },
    "Me": ("query", "", "me { id name email }"),
    "Cart": ("query", "", "cart { total items { id quantity product { id name } } }"),
    "Orders": ("query", "", "orders { id total }"),
    "Login": ("mutation", "$email: String!, $password: String!", "login(email: $email, password: $password) { token }"),
    "AddToCart": ("mutation", "$id: ID!", "addToCart(productId: $id) { id quantity product { id name } }"),
    "RemoveFromCart": ("mutation", "$item: ID!", "removeFromCart(itemId: $item) { id }"),
    "PlaceOrder": ("mutation", "$note: String!", "placeOrder(note: $note) { id total }"),
    "AddReview": ("mutation", "$id: ID!, $text: String!", "addReview(productId: $id, text: $text) { id text }"),
    "Subscribe": ("mutation", "$id: ID!", "subscribe(brandId: $id) { id name }"),
    "Vote": ("mutation", "$id: ID!", "vote(questionId: $id) { id votes }"),
}
WORDS = "fine light rare plain solid quick warm small round early late quiet bright narrow wide deep".split()


@cache
def text_of(name: str) -> str:
    kind, declared, field = OPERATIONS[name]
    return f"{kind} {name}{f'({declared})' if declared else ''} {{ {field} }}"


def body(name: str, variables: dict) -> bytes:
    members = {"query": text_of(name), "operationName": name, "variables": variables}
    return json.dumps(members, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Step:
    """One request of a session: an operation and the number that its variables are made from."""

    name: str
    number: int

    def variables(self, session: int, items: list[str]) -> dict:
        """`items` are the ids that this session's cart has issued; the last one is taken out."""
        declared = OPERATIONS[self.name][1]
        if "$page" in declared:
            return {"page": self.number % 10 + 1}
        if self.name == "Login":
            return {"email": f"user{session % 5}@example.com", "password": f"correct horse {session % 5}"}
        if self.name == "RemoveFromCart":
            return {"item": items.pop()}
        if self.name == "PlaceOrder":
            return {"note": f"Ring twice at door {self.number % 90}"}
        if self.name == "AddReview":
            return {"id": str(self.number % 200 + 1), "text": f"Review {self.number} of session {session}"}
        return {"id": str(self.number % 200 + 1)} if "$id" in declared else {}


@cache
def plan(session: int, length: int) -> list[Step]:
    """The requests of a session: the landing page, the log-in, then reads with a change after every ten or so."""
    steps = [Step("CategoryList", 0), Step("ProductList", 0), Step("ArticleList", 0)]
    steps += [Step("ProductDetails", number) for number in range(LANDING - len(steps))]
    steps += [Step("Login", 0), Step("Me", 0)]
    draw = random.Random(session)
    in_cart = 0
    while len(steps) < length:
        number, chance = draw.randrange(1_000_000), draw.random()
        if chance < 0.60:
            steps.append(Step(f"{draw.choice(ENTITIES)}Details", number))
        elif chance < 0.82:
            steps.append(Step(f"{draw.choice(ENTITIES)}List", number))
        elif chance < 0.91:
            steps.append(Step(draw.choice(("Cart", "Orders", "Me")), 0))
        else:
            choices = ["AddToCart", "AddToCart", "AddReview", "Subscribe", "Vote"]
            choices += ["RemoveFromCart", "PlaceOrder"] if in_cart else []
            steps.append(Step(draw.choice(choices), number))
            in_cart += {"AddToCart": 1, "RemoveFromCart": -1}.get(steps[-1].name, 0)
            in_cart = 0 if steps[-1].name == "PlaceOrder" else in_cart
    return steps[:length]


# The upstream


def words(draw: random.Random, count: int) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(count))


@cache
def thing(entity: str, number: int) -> dict:
    draw = random.Random(f"{entity} {number}")
    return {"id": str(number), "name": f"{entity} {number} {words(draw, 2)}", "summary": words(draw, 12)}


@cache
def fixed(name: str, number: int) -> bytes:
    """The answer to a read that no mutation changes."""
    if name.endswith("List"):
        entity = name.removesuffix("List")
        found = [thing(entity, 1 + (number * 20 + each) % 200) for each in range(30)]
        return data(f"{entity.lower()}s", found)
    entity = name.removesuffix("Details")
    related = [{k: thing(entity, 1 + (number * 7 + each) % 200)[k] for k in ("id", "name")} for each in range(number % 20)]
    return data(entity.lower(), {**thing(entity, number), "summary": words(random.Random(number), 60), "related": related})


def data(field: str, value: object) -> bytes:
    return json.dumps({"data": {field: value}}, separators=(",", ":")).encode()


class Shop:
    """What the API knows: a cart and orders by token."""

    def __init__(self) -> None:
        self.issued = 0
        self.carts: dict[str, list[dict]] = {}
        self.orders: dict[str, list[dict]] = {}
        self.emails: dict[str, str] = {}

    def id(self, kind: str) -> str:
        self.issued += 1
        return f"{kind}-{self.issued:07}"

    def answer(self, request: dict, token: str) -> bytes:
        name, variables = request.get("operationName"), request.get("variables") or {}
        if name not in OPERATIONS:
            return b'{"errors":[{"message":"Unknown operation."}]}'
        if name.endswith("List"):
            return fixed(name, variables["page"])
        if name.endswith("Details"):
            return fixed(name, int(variables["id"]))
        if name == "Login":
            token = sha256(self.id("token").encode()).hexdigest()[:40]
            self.emails[token], self.carts[token], self.orders[token] = variables["email"], [], []
            return data("login", {"token": token})
        if token not in self.emails:
            return b'{"data":null,"errors":[{"message":"Not logged in."}]}'
        cart, orders, email = self.carts[token], self.orders[token], self.emails[token]
        match name:
            case "Me":
                return data("me", {"id": email[4], "name": f"User {email[4]}", "email": email})
            case "Cart":
                return data("cart", {"total": len(cart), "items": cart})
            case "Orders":
                return data("orders", orders)
            case "AddToCart":
                product = {k: thing("Product", int(variables["id"]))[k] for k in ("id", "name")}
                cart.append({"id": self.id("item"), "quantity": 1, "product": product})
                return data("addToCart", cart[-1])
            case "RemoveFromCart":
                self.carts[token] = [item for item in cart if item["id"] != variables["item"]]
                return data("removeFromCart", {"id": variables["item"]})
            case "PlaceOrder":
                orders.append({"id": self.id("order"), "total": len(cart)})
                self.carts[token] = []
                return data("placeOrder", orders[-1])
            case "AddReview":
                return data("addReview", {"id": self.id("review"), "text": variables["text"]})
            case "Subscribe":
                return data("subscribe", {k: thing("Brand", int(variables["id"]))[k] for k in ("id", "name")})
            case _:
                return data("vote", {"id": variables["id"], "votes": 1})


class Connection(asyncio.Protocol):
    """HTTP/1.1 as far as one client needs it: requests with a length, one after the other."""

    def __init__(self, shop: Shop) -> None:
        self.shop, self.received = shop, b""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def data_received(self, received: bytes) -> None:
        self.received += received
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = dict(
                (line.split(b":", 1)[0].lower(), line.split(b":", 1)[1].strip())
                for line in self.received[:end].split(b"\r\n")[1:]
            )
            whole = end + 4 + int(head.get(b"content-length", 0))
            if len(self.received) < whole:
                return
            request, self.received = self.received[end + 4 : whole], self.received[whole:]
            token = head.get(b"authorization", b"").decode().removeprefix("Bearer ")
            answer = self.shop.answer(json.loads(request or b"{}"), token)
            self.transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(answer) + answer
            )


async def serve() -> None:
    shop = Shop()
    server = await asyncio.get_running_loop().create_server(lambda: Connection(shop), "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
