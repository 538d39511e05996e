"""Sends the same requests to a replay and to a stand-in that starts over, and says of every answer whether it is right.

The stand-in is the oracle: what it says to the same requests in the same order is right. Values that a server makes
(ids, tokens, times) may differ; they are the same where they come from the same place. A flow is driven by what the
replay answers; where it misses, by what the stand-in answered.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gql
from clients import transport
from flows_of_the_tutorials import Answer, Asking
from gql.transport.exceptions import TransportQueryError
from graphql import OperationType, get_operation_ast, parse

MISS = "UNDERSTUDY_NO_RECORDING"
# As loud: whoever asks is not known.
STRANGER = "UNDERSTUDY_UNKNOWN_IDENTITY"

# Where answers hand out what the server makes, and how a value looks that no server made.
MADE: dict[str, list[tuple[tuple[str, ...], Callable[[int], Any]]]] = {
    "CreateAttendee": [(("createAttendee", "id"), lambda n: f"cstranger{n:016d}")],
    "CreatePost": [
        (("createPost", "id", "value"), lambda n: f"00000000-0000-4000-8000-{n:012d}"),
        (("createPost", "publishedAt"), lambda n: float(n)),
    ],
    "Login": [(("login", "token"), lambda n: f"c3RyYW5nZXI{n:05d}")],
}


@dataclass(frozen=True)
class Seen:
    """An answer as a program that uses gql sees it, and what Understudy says of it."""

    answer: Answer
    source: str | None = None
    state: str | None = None

    @property
    def miss(self) -> dict[str, Any] | None:
        """The extensions of the error, where it is a miss."""
        for error in self.answer.get("errors") or []:
            if (error.get("extensions") or {}).get("code") in (MISS, STRANGER):
                return error["extensions"]
        return None


@functools.cache
def document(text: str) -> gql.GraphQLRequest:
    return gql.gql(text)


class Client:
    """gql over `requests`: one connection, which one thread uses."""

    def __init__(self, url: str, session: str | None = None) -> None:
        self._named = {"X-Understudy-Session": session} if session else {}
        self._transport = transport("requests", url)
        self._client = gql.Client(transport=self._transport)
        self._connected = self._client.connect_sync()

    def send(self, asking: Asking) -> Seen:
        operation = asking.operation
        try:
            result = self._connected.execute(
                document(operation.text),
                variable_values=asking.variables,
                operation_name=operation.name,
                extra_args={"headers": {**asking.headers, **self._named}},
                get_execution_result=True,
            )
            answer = {"data": result.data}
        except TransportQueryError as error:
            answer = {"data": error.data, "errors": error.errors}
        headers = {name.lower(): value for name, value in (self._transport.response_headers or {}).items()}
        return Seen(answer, headers.get("understudy-source"), headers.get("understudy-state"))

    def close(self) -> None:
        self._client.close_sync()


def is_mutation(asking: Asking) -> bool:
    return _is_mutation(asking.operation.text, asking.operation.name)


@functools.cache
def _is_mutation(text: str, name: str | None) -> bool:
    definition = get_operation_ast(parse(text), name)
    return definition is not None and definition.operation is OperationType.MUTATION


def translated(value: Any, names: dict[Any, Any]) -> Any:
    """The value with every text and number that has another name called by that."""
    match value:
        case dict():
            return {key: translated(member, names) for key, member in value.items()}
        case list():
            return [translated(element, names) for element in value]
        case str() | float():
            return names.get(value, value)
        case _:
            return value


def at(answer: Answer, path: tuple[str, ...]) -> Any:
    value: Any = answer.get("data")
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


@dataclass
class Verdict:
    """What one request was answered: exact, inferred, uncertain, missed or WRONG."""

    kind: str
    asking: Asking
    reason: str = ""
    detail: str = ""


@dataclass
class Lockstep:
    """A replay's session and the oracle, which know the same things by different names."""

    replay: Callable[[Asking], Seen]
    oracle: Callable[[Asking], Seen]
    # Of the flow, where it is only one.
    name: str = ""
    verdicts: list[Verdict] = field(default_factory=list)
    # Everything that was asked, to tell what led to a wrong answer.
    story: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.to_oracle: dict[Any, Any] = {}
        self.to_replay: dict[Any, Any] = {}

    def ask(self, asking: Asking) -> Answer:
        """The answer of the replay; where it misses, what the stand-in said, in the replay's names."""
        right = self.oracle(self.for_oracle(asking)).answer
        seen = self.replay(asking)
        self.story.append(
            f"{asking.operation.name} {json.dumps(asking.variables)} {asking.headers} -> {seen.state or seen.source}"
        )
        missed = seen.miss
        if missed is not None:
            self.verdicts.append(Verdict("missed", asking, reason_of(missed)))
            self._meet_strangers(asking, right)
            return translated(right, self.to_replay)
        if seen.state == "overlapped":
            # Recorded while a mutation was in flight, and called so: it may be the answer of another state.
            self.verdicts.append(Verdict("uncertain", asking))
            self._meet_strangers(asking, right)
            return translated(right, self.to_replay)
        problem = self._learn(asking, seen.answer, right)
        mine = translated(seen.answer, self.to_oracle)
        if problem is None and mine != right:
            problem = f"said {json.dumps(mine)[:600]}\nright is {json.dumps(right)[:600]}"
        if problem is None and seen.state not in ("exact", "inferred"):
            problem = f"an answer of the source {seen.source} in the state {seen.state}"
        kind = seen.state if problem is None else "WRONG"
        self.verdicts.append(Verdict(kind or "", asking, detail=problem or ""))
        return seen.answer if problem is None else translated(right, self.to_replay)

    def ask_oracle(self, asking: Asking) -> Answer:
        """What a read would answer that the replay is not asked."""
        return translated(self.oracle(self.for_oracle(asking)).answer, self.to_replay)

    def for_oracle(self, asking: Asking) -> Asking:
        return Asking(
            asking.operation, translated(asking.variables, self.to_oracle), translated(asking.headers, self.to_oracle)
        )

    def _learn(self, asking: Asking, mine: Answer, right: Answer) -> str | None:
        for path, _ in MADE.get(asking.operation.name or "", []):
            ours, theirs = at(mine, path), at(right, path)
            if ours is None or theirs is None:
                continue
            if self.to_oracle.setdefault(ours, theirs) != theirs:
                return f"handed out {ours} twice, for {self.to_oracle[ours]} and {theirs}"
            self.to_replay.setdefault(theirs, ours)
        return None

    def _meet_strangers(self, asking: Asking, right: Answer) -> None:
        """What was handed out by an answer that was missed gets a name that no recording knows."""
        for path, stranger in MADE.get(asking.operation.name or "", []):
            theirs = at(right, path)
            if theirs is not None and theirs not in self.to_replay:
                name = stranger(len(self.to_replay) + 1)
                self.to_replay[theirs], self.to_oracle[name] = name, theirs


def reason_of(miss: dict[str, Any]) -> str:
    """Why a request was missed, in a few words."""
    if miss["code"] == STRANGER:
        return "a token that no recorded answer handed out"
    state = miss.get("state")
    if not state:
        text = json.dumps(miss.get("difference"))
        if "identity" in text:
            return "never recorded for this caller"
        return "never recorded with these variables" if "variable" in text else f"never recorded: {text}"
    between = state.get("between")
    if not between:
        return f"{state['reason']}"
    mutation = between["mutation"].split("(")[0]
    if any("not answered from a recording" in reason for reason in between["reasons"]):
        return f"{mutation} before it was missed"
    where = "never recorded after" if between["sentBySession"] else "only recorded after"
    return f"{where} {mutation}" if state["reason"] == "notRecordedInState" else f"{state['reason']}: {mutation}"
