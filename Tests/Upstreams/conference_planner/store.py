"""The objects, the relation between them, and the ids and times that the server makes. All of it is deterministic."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

Node = dict[str, Any]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
START = datetime(2017, 5, 3, 9, 0, 0, tzinfo=UTC)
FINGERPRINT = "0143"


@dataclass(frozen=True)
class Model:
    name: str
    fields: tuple[str, ...]
    relation: str
    other: str


MODELS = {
    "Conference": Model("Conference", ("name", "city", "year"), "attendees", "Attendee"),
    "Attendee": Model("Attendee", ("name",), "conferences", "Conference"),
}

CONFERENCES = [("UIKonf", "Berlin", "2017"), ("try! Swift", "New York", "2017"), ("NSSpain", "Logroño", "2016")]
ATTENDEES = ["Brandon", "Camille", "Déborah", "Erik", "Fumiko"]
ATTENDING = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 3)]


class UserError(Exception):
    """What the API answers to a request that cannot be done: a code and a message."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code
        self.message = message


def base36(number: int, width: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits.rjust(width, "0")[-width:]


def cuid(time: datetime, count: int, seed: str) -> str:
    """25 characters: c, the time, a counter, the machine, and what is random in a real one."""
    milliseconds = int(time.timestamp() * 1000)
    noise = int.from_bytes(hashlib.sha256(f"{seed}/{count}".encode()).digest()[:8], "big")
    return f"c{base36(milliseconds, 8)}{base36(count, 4)}{FINGERPRINT}{base36(noise, 8)}"


class Store:
    """The data of one project. `publish` is called with every creation, update and deletion of an object."""

    def __init__(self, seed: str = "0", publish: Callable[[dict[str, Any]], None] = lambda event: None):
        self.seed = seed
        self.publish = publish
        self.reset()

    def reset(self) -> None:
        self.requests = 0
        self.writes = 0
        self.nodes: dict[str, dict[str, Node]] = {name: {} for name in MODELS}
        self.edges: set[tuple[str, str]] = set()
        publish, self.publish = self.publish, lambda event: None
        conferences = [
            self.create("Conference", {"name": name, "city": city, "year": year}) for name, city, year in CONFERENCES
        ]
        attendees = [self.create("Attendee", {"name": name}) for name in ATTENDEES]
        for conference, attendee in ATTENDING:
            self.edges.add((conferences[conference]["id"], attendees[attendee]["id"]))
        self.publish = publish

    # Ids and times

    def request_id(self) -> str:
        self.requests += 1
        return cuid(START + timedelta(days=1, milliseconds=517 * self.requests), self.requests, f"{self.seed}/request")

    def tick(self) -> datetime:
        self.writes += 1
        return START + timedelta(milliseconds=1237 * self.writes)

    @staticmethod
    def written(time: datetime) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"

    # Reading

    def found(self, model: str, id: str) -> Node:
        node = self.nodes[model].get(id)
        if node is None:
            raise UserError(3002, f"'{model}' has no item with id '{id}'")
        return node

    def related(self, node: Node) -> list[Node]:
        """The objects on the other side of the relation."""
        model = MODELS[node["__typename"]]
        own, far = (0, 1) if model.name == "Conference" else (1, 0)
        ids = {edge[far] for edge in self.edges if edge[own] == node["id"]}
        return [other for id, other in self.nodes[model.other].items() if id in ids]

    # Writing

    def create(self, model: str, values: dict[str, Any]) -> Node:
        self.check(model, values)
        return self.created(model, values)

    def created(self, model: str, values: dict[str, Any]) -> Node:
        time = self.tick()
        stamp = self.written(time)
        node = {"__typename": model, "id": cuid(time, self.writes, self.seed), "createdAt": stamp, "updatedAt": stamp}
        node |= {name: values[name] for name in MODELS[model].fields}
        self.nodes[model][node["id"]] = node
        self.publish({"model": model, "mutation": "CREATED", "node": dict(node)})
        self.relate(node, values)
        return node

    def update(self, model: str, id: str, values: dict[str, Any]) -> Node:
        node = self.found(model, id)
        self.check(model, values)
        changed = {name: values[name] for name in MODELS[model].fields if values.get(name) is not None}
        previous = dict(node)
        node.update(changed, updatedAt=self.written(self.tick()))
        if changed:
            self.publish(
                {
                    "model": model,
                    "mutation": "UPDATED",
                    "node": dict(node),
                    "updatedFields": list(changed),
                    "previousValues": previous,
                }
            )
        if values.get(f"{MODELS[model].relation}Ids") is not None:
            self.unrelate(node)
        self.relate(node, values)
        return node

    def delete(self, model: str, id: str) -> Node:
        node = self.found(model, id)
        del self.nodes[model][id]
        self.unrelate(node)
        self.publish({"model": model, "mutation": "DELETED", "node": None, "previousValues": dict(node)})
        return node

    def connect(self, conference: str, attendee: str) -> None:
        self.check_edge(conference, attendee)
        if (conference, attendee) in self.edges:
            raise UserError(3012, "An edge already exists between the two nodes.")
        self.edges.add((conference, attendee))

    def disconnect(self, conference: str, attendee: str) -> None:
        self.check_edge(conference, attendee)
        self.edges.discard((conference, attendee))

    def check_edge(self, conference: str, attendee: str) -> None:
        self.check("Conference", {"attendeesIds": [attendee]})
        self.check("Attendee", {"conferencesIds": [conference]})

    def check(self, model: str, values: dict[str, Any]) -> None:
        """All ids that are named at any depth are there; nothing is written before."""
        relation, other = MODELS[model].relation, MODELS[model].other
        for id in values.get(f"{relation}Ids") or []:
            if id not in self.nodes[other]:
                raise UserError(
                    3011,
                    "You are referencing a node that does not exist. Please check your mutation to make sure you are "
                    f"only creating edges between existing nodes. Id if available: {id}",
                )
        for nested in values.get(relation) or []:
            self.check(other, nested)

    def relate(self, node: Node, values: dict[str, Any]) -> None:
        model = MODELS[node["__typename"]]
        others = [*(values.get(f"{model.relation}Ids") or [])]
        others += [self.created(model.other, nested)["id"] for nested in values.get(model.relation) or []]
        for other in others:
            self.edges.add((node["id"], other) if model.name == "Conference" else (other, node["id"]))

    def unrelate(self, node: Node) -> None:
        self.edges = {edge for edge in self.edges if node["id"] not in edge}
