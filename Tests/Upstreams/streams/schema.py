"""A board of notes, and subscriptions that end in every way that a subscription can end."""

from __future__ import annotations

import asyncio
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema
from serving.http import Broken

SDL = '''
directive @defer(if: Boolean = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT

type Query { notes: [Note!]!  note(id: ID!): Note  me: String }
type Mutation { addNote(text: String!): Note!  removeNote(id: ID!): Boolean! }
type Subscription {
  "A note, told before the mutation that adds it is answered."
  noteAdded: Note!
  "1, 2, 3 … and the end."
  count(to: Int!): Int!
  "As count, and then an error that ends it."
  failing(after: Int!): Int!
  "As count, and then the connection breaks."
  breaking(after: Int!): Int!
  "As count, and then the WebSocket is closed; any other connection breaks."
  closing(after: Int!, code: Int!, reason: String!): Int!
  "Never opened."
  refused: Int!
}
type Note { id: ID!  text: String!  author: Author! }
type Author { name: String! }
'''

PAUSE = 0.02


class Closing(Broken):
    """The connection ends; a WebSocket with this code and reason."""

    def __init__(self, code: int, reason: str):
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Board:
    """The notes, the same at every start."""

    def __init__(self) -> None:
        self.listeners: list[asyncio.Queue] = []
        self.reset()

    def reset(self) -> None:
        self.notes: list[dict[str, Any]] = []
        self.made = 0

    def add(self, text: str) -> dict[str, Any]:
        self.made += 1
        note = {"id": f"note-{self.made}", "text": text, "author": {"name": "Ada"}}
        self.notes.append(note)
        for listener in self.listeners:
            listener.put_nowait(note)
        return note

    def remove(self, id: str) -> bool:
        known = len(self.notes)
        self.notes = [note for note in self.notes if note["id"] != id]
        return len(self.notes) < known

    async def added(self):
        queue: asyncio.Queue = asyncio.Queue()
        self.listeners.append(queue)
        try:
            while True:
                yield {"noteAdded": await queue.get()}
        finally:
            self.listeners.remove(queue)


async def numbers(name: str, last: int):
    for number in range(1, last + 1):
        await asyncio.sleep(PAUSE)
        yield {name: number}


async def failing(_, info, after: int):
    async for event in numbers("failing", after):
        yield event
    raise GraphQLError("The counter is broken.", extensions={"code": "COUNTER"})


async def breaking(_, info, after: int):
    async for event in numbers("breaking", after):
        yield event
    await asyncio.sleep(PAUSE)
    raise Broken


async def closing(_, info, after: int, code: int, reason: str):
    async for event in numbers("closing", after):
        yield event
    await asyncio.sleep(PAUSE)
    raise Closing(code, reason)


def refused(_, info):
    raise GraphQLError("Nobody may subscribe to this.", extensions={"code": "FORBIDDEN"})


def schema(board: Board) -> GraphQLSchema:
    built = build_schema(SDL)

    def resolve(type: str, name: str, resolver) -> None:
        built.type_map[type].fields[name].resolve = resolver

    resolve("Query", "notes", lambda _, info: board.notes)
    resolve("Query", "note", lambda _, info, id: next((note for note in board.notes if note["id"] == id), None))
    resolve("Query", "me", lambda _, info: info.context)
    resolve("Mutation", "addNote", lambda _, info, text: board.add(text))
    resolve("Mutation", "removeNote", lambda _, info, id: board.remove(id))
    fields = built.subscription_type.fields
    fields["noteAdded"].subscribe = lambda _, info: board.added()
    fields["count"].subscribe = lambda _, info, to: numbers("count", to)
    fields["failing"].subscribe = failing
    fields["breaking"].subscribe = breaking
    fields["closing"].subscribe = closing
    fields["refused"].subscribe = refused
    return built
