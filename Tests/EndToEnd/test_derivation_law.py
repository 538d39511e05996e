"""The law of derived answers, on random servers: none is wrong, and every answerable query gets one.

Each case records a random server (`random_servers.py`), replays it, and sends queries that were not recorded. The live
server, with the data of the same state, has the right answer. `Reference` decides which queries are answerable.

UNDERSTUDY_DERIVATION_RUNS sets the number of queries, UNDERSTUDY_DERIVATION_SEED the seed of the first case. To run the
case of a failure again, set its seed, and RUNS=1.
"""

from __future__ import annotations

import http.client
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from clients import Reply, exact
from derivation_by_id import ReferenceById
from derivation_examples import AGE, EXAMPLES, INVALID, RECORDED_FOR_INVALID, SDL, Example
from derivation_reference import Donor, Reference, Unknown
from graphql import build_schema, parse, validate
from harness import Server, running, understudy
from http_server import answer, sent_body, serving
from linked_queries import LinkedQueryGenerator
from linked_servers import LinkedServer
from query_trees import Field, Operation, Request
from random_servers import USERS, Data, RandomServer
from related_queries import RelatedQueryGenerator
from selected_fields import NotDerived

RUNS = int(os.environ.get("UNDERSTUDY_DERIVATION_RUNS", 0))
FIRST_SEED = int(os.environ.get("UNDERSTUDY_DERIVATION_SEED", 0))
ENDPOINT = "law"
# Operations that get status 503, or an error without a path. Their data is wrong.
BROKEN, VAGUE = "Broken", "Vague"
SHARE = 0.99
SHOWN = 3
# In the long test, the reference judges one query in so many, since it is slow. All are compared with the live server.
JUDGED_OF_MANY = 20


@dataclass(frozen=True)
class Variant:
    """The sessions and the schema of a case."""

    name: str
    named: bool = False
    schema: bool = False
    # Each recorded query selects the id of every object that mutations can change. So inferred answers are right, too.
    traceable: bool = False
    # Objects are recorded at several paths, so the rules for ids matter.
    linked: bool = False


VARIANTS = [
    Variant("unnamed"),
    Variant("linked", linked=True),
    Variant("named", named=True),
    Variant("linked, schema", schema=True, linked=True),
    Variant("traceable, schema", schema=True, traceable=True),
    Variant("linked, traceable", traceable=True, linked=True),
    Variant("unnamed, schema", schema=True),
    Variant("linked, named, schema", named=True, schema=True, linked=True),
    Variant("named, schema", named=True, schema=True),
    Variant("traceable", traceable=True),
]


@dataclass
class State:
    """The reads of a session between two mutations."""

    data: Data
    reads: dict[str | None, list[tuple[Request, Donor]]] = field(default_factory=dict)
    # The mutation that ends the state, and its user.
    change: tuple[Request, str | None] | None = None

    def donors(self, user: str | None) -> list[Donor]:
        return [donor for _, donor in self.reads.get(user, [])]


@dataclass
class Tally:
    """The counts of all cases, and examples of failures."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, kind: str, variant: str) -> None:
        self.counts[kind] += 1
        self.counts[f"{kind} ({variant})"] += 1

    def check(self) -> None:
        for kind, count in sorted(self.counts.items()):
            print(f"{count:7} {kind}")
        assert not self.wrong, "\n\n".join([f"{len(self.wrong)} wrong answers", *self.wrong[:SHOWN]])
        answerable, missed = self.counts["answerable"], self.counts["answerable, but missed"]
        assert answerable > self.counts["judged"] / 4, "too few queries are answerable"
        by_id = answerable - self.counts["answerable by fields"]
        assert by_id > answerable / 10, "too few queries need ids"
        share = 1 - missed / answerable
        head = f"{missed} of {answerable} answerable queries were missed"
        assert share >= SHARE, "\n\n".join([head, *self.missed[:SHOWN]])


class Connection:
    """One persistent connection to a server."""

    def __init__(self, server: Server) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

    def post(self, body: dict[str, Any], token: str | None = None, session: str | None = None) -> Reply:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        if session:
            headers["x-understudy-session"] = session
        self.http.request("POST", f"/{ENDPOINT}", json.dumps(body).encode(), headers)
        response = self.http.getresponse()
        names: dict[str, list[str]] = {}
        for name, value in response.getheaders():
            names.setdefault(name.lower(), []).append(value)
        return Reply(response.status, names, response.read())

    def close(self) -> None:
        self.http.close()


class Session:
    """A session that is recorded, and replayed beside others."""

    def __init__(self, name: str | None, logs_in: bool) -> None:
        self.name = name
        self.logs_in = logs_in
        self.states: list[State] = []
        self.tokens: dict[str | None, str | None] = {}

    def introduce(self, connection: Connection) -> None:
        """Gets a token for each user. Without a login, each user sends a token of their own, in the same order."""
        self.tokens = {None: None}
        for user in USERS:
            if self.logs_in:
                body = {"query": f'mutation {{ login(name: "{user}") {{ token }} }}'}
                self.tokens[user] = connection.post(body, None, self.name).json["data"]["login"]["token"]
            else:
                self.tokens[user] = f"{user}-brings-this"
                answer = connection.post({"query": "query Hello { __typename }"}, self.tokens[user], self.name)
                assert answer.json == {"data": {"__typename": "Query"}}, answer.body

    def send(self, connection: Connection, request: Request, user: str | None) -> Reply:
        return connection.post(request.body, self.tokens[user], self.name)


class Case:
    """A random server, recorded and replayed."""

    def __init__(
        self, seed: int, variant: Variant, asked: int, folder: Path, tally: Tally, judged_of: int = 1
    ) -> None:
        self.seed, self.variant, self.asked, self.folder, self.tally = seed, variant, asked, folder, tally
        self.judged_of = judged_of
        self.rng = random.Random(f"case {seed}")
        self.server = (LinkedServer if variant.linked else RandomServer)(seed, traceable=variant.traceable)
        self.generator = (LinkedQueryGenerator if variant.linked else RelatedQueryGenerator)(self.server, self.rng)
        self.reference = ReferenceById(build_schema(self.server.sdl) if variant.schema else None)
        names = [f"session {number}" for number in range(3)] if variant.named else [None]
        logs_in = not variant.named or self.rng.random() < 0.5
        self.sessions = [Session(name, logs_in) for name in names]
        self.options: list[Any] = ["--recordings", folder / "recordings"]
        if variant.schema:
            (folder / "schemas").mkdir()
            (folder / "schemas" / f"{ENDPOINT}.graphqls").write_text(self.server.sdl, "utf-8")
        self.options += ["--schemas", folder / "schemas"]

    def run(self) -> None:
        with serving(self._respond) as url:
            arguments = ["record", "--record-errors", "--upstream", url, "--endpoint", ENDPOINT, *self.options]
            with running(understudy(*arguments)) as recorder:
                with closing(Connection(recorder)) as connection:
                    for session in self.sessions:
                        self._record(session, connection)
                assert recorder.stop() == 0, recorder.stderr
        with running(understudy("replay", *self.options)) as replay, closing(Connection(replay)) as connection:
            # Sessions take turns, state by state.
            turns = [session for session in self.sessions for _ in session.states]
            self.rng.shuffle(turns)
            each = self.asked // len(turns) + 1
            for session in self.sessions:
                session.introduce(connection)
            done: Counter[str | None] = Counter()
            for session in turns:
                self._replay(session, session.states[done[session.name]], connection, each)
                done[session.name] += 1
            for session in self.sessions:
                self._check_that_mutations_miss(session, connection)

    # The live server

    def _respond(self, handler: Any) -> None:
        body = json.loads(sent_body(handler))
        token = handler.headers.get("authorization") or ""
        user = next((user for user in USERS if user in token), None)
        document = parse(body["query"])
        result = self.server.run(document, body.get("variables") or {}, user, self.server.data)
        name = document.definitions[0].name
        status = 200
        if name and name.value in (BROKEN, VAGUE):
            result["data"] = spoiled(result["data"])
            if name.value == BROKEN:
                status = 503
            else:
                result.setdefault("errors", []).append({"message": "something failed"})
        answer(handler, json.dumps(result).encode(), status)

    # Recording

    def _record(self, session: Session, connection: Connection) -> None:
        session.introduce(connection)
        rng = self.rng
        count = rng.randint(2, 3) if session.name else rng.randint(4, 5)
        for number in range(count):
            state = State(self.server.data.copy())
            session.states.append(state)
            for request, user in self._reads(session.states):
                answer = session.send(connection, request, user)
                donor = Donor(request.document, request.variables, answer.json, answer.status)
                state.reads.setdefault(user, []).append((request, donor))
            if number < count - 1:
                request = self.generator.mutation()
                state.change = request, rng.choice([None, *USERS])
                answer = session.send(connection, *state.change)
                assert "errors" not in answer.json, answer.body

    def _reads(self, states: list[State]) -> Iterator[tuple[Request, str | None]]:
        """Yields new queries, and some that this user or another one sent before."""
        rng = self.rng
        before = [request for state in states for reads in state.reads.values() for request, _ in reads]
        for _ in range(36 if self.variant.linked else 14):
            user = self._user()
            if before and rng.random() < 0.3:
                request = rng.choice(before)
            else:
                request = self.generator.query(like_apollo=self.variant.traceable)
            if rng.random() < 0.08:
                operation = replace(request.operation, name=rng.choice([BROKEN, VAGUE]))
                request = self.generator.request(operation) or request
            before.append(request)
            yield request, user

    def _user(self) -> str | None:
        """Returns a user, most often ada. Queries by ids need many recordings of one user."""
        return self.rng.choice([None, *["ada"] * (12 if self.variant.linked else 3), "bob"])

    # Replaying

    def _replay(self, session: Session, state: State, connection: Connection, count: int) -> None:
        for number in range(count):
            user = self._user()
            is_judged = number % self.judged_of == 0
            self._ask(session, state, user, self._asked(session, state, user, is_judged), connection, is_judged)
        if state.change:
            request, user = state.change
            answer = session.send(connection, request, user)
            assert answer.source == "recorded", answer.body

    def _asked(self, session: Session, state: State, user: str | None, is_judged: bool) -> Request:
        rng = self.rng
        near = [request for request, _ in state.reads.get(user, [])]
        if rng.random() < (0.5 if self.variant.traceable else 0.15) or not near:
            # A query of another user, state or session.
            state = rng.choice(rng.choice(self.sessions).states)
            near = [request for reads in state.reads.values() for request, _ in reads]
        if rng.random() < 0.05:
            return self.generator.query()
        asked = self.generator.related(rng.choice(near), near)
        if self.variant.linked and is_judged and rng.random() < 0.8:
            # Few queries need ids. Several attempts make them common.
            for _ in range(30):
                if self.reference.answerable(asked, state.donors(user)) and self.reference.needed:
                    break
                asked = self.generator.related(rng.choice(near), near)
        return asked

    def _ask(
        self,
        session: Session,
        state: State,
        user: str | None,
        asked: Request,
        connection: Connection,
        is_judged: bool,
    ) -> None:
        variant, tally = self.variant.name, self.tally
        reply = session.send(connection, asked, user)
        tally.add("asked", variant)
        tally.add(f"source {reply.source} {reply.header('understudy-state') or ''}".strip(), variant)
        if is_judged:
            self._judge(session, state, user, asked, reply)
        if reply.source == "miss":
            return
        live = self.server.run(asked.document, asked.variables, user, state.data)
        right = exact(json.dumps(live["data"]))
        got = exact(reply.body)
        data = dict(got[1]).get("data") if got[0] == "object" else None
        is_right = data == right and reply.status == 200
        if reply.source == "derived":
            is_right = is_right and "errors" not in reply.json and reply.media_type == "application/json"
        if is_right:
            return
        is_inferred = reply.header("understudy-state") == "inferred"
        if is_inferred and (
            reply.source == "recorded"
            or not (self.variant.traceable or self.reference.answerable(asked, state.donors(user)))
        ):
            # The cause is inference: a mutation changed an object whose id is not in the recorded answer.
            tally.add(f"inferred, {reply.source}, and wrong", variant)
            return
        tally.add("WRONG", variant)
        tally.wrong.append(self._story("WRONG", session, state, user, asked, reply))

    def _judge(self, session: Session, state: State, user: str | None, asked: Request, reply: Reply) -> None:
        """Counts a query that is answerable by the reference, and whether it was missed."""
        variant, tally = self.variant.name, self.tally
        tally.add("judged", variant)
        if self.reference.answerable(asked, state.donors(user)):
            rules = self.reference.rules
            tally.add("answerable", variant)
            tally.add(f"answerable {rules}", variant)
            if reply.source == "miss":
                tally.add("answerable, but missed", variant)
                tally.add(f"answerable {rules}, but missed", variant)
                tally.missed.append(self._story("missed", session, state, user, asked, reply))
        elif reply.source == "derived":
            tally.add("derived, but not answerable by the reference", variant)

    def _check_that_mutations_miss(self, session: Session, connection: Connection) -> None:
        """Checks that a mutation is not derived from a recorded one."""
        request = self.generator.request(
            Operation("Other", [Field("login", "a", {"name": "ada"}, [], [Field("token", "b")])], keyword="mutation")
        )
        assert session.send(connection, request, None).source == "miss"

    def _story(self, what: str, session: Session, state: State, user: str | None, asked: Request, reply: Reply) -> str:
        """Describes a failure with everything that is needed to debug it."""
        live = self.server.run(asked.document, asked.variables, user, state.data)
        lines = [
            f"{what}: seed {self.seed}, {self.variant.name}, {session.name}, state {session.states.index(state)},"
            f" user {user}, source {reply.source}, {reply.header('understudy-state')}",
            self.server.sdl,
            "recorded in this state for this user:",
        ]
        for request, donor in state.reads.get(user, []):
            lines += [f"  {request.text}", f"    {json.dumps(request.variables)}"]
            lines += [f"    {donor.status} {json.dumps(donor.answer)}"]
        lines += [
            "asked:",
            f"  {asked.text}",
            f"    {json.dumps(asked.variables)}",
            f"live: {json.dumps(live)}",
            f"got:  {reply.body.decode()}",
        ]
        try:
            lines.append(f"reference: {json.dumps(self.reference.derive(asked, state.donors(user)))}")
        except NotDerived as error:
            lines.append(f"reference: {type(error).__name__}")
        return "\n".join(lines)


def spoiled(value: Any) -> Any:
    """Returns a copy with other texts and numbers."""
    match value:
        case dict():
            return {name: each if name == "__typename" else spoiled(each) for name, each in value.items()}
        case list():
            return [spoiled(each) for each in value]
        case bool():
            return not value
        case str():
            return f"{value} spoiled"
        case int() | float():
            return value + 5000
    return value


def ask_many(count: int, of_each: int, folder: Path, judged_of: int = 1) -> None:
    tally = Tally()
    for number in range(-(-count // of_each)):
        place = folder / str(number)
        place.mkdir()
        seed = FIRST_SEED + number
        Case(seed, VARIANTS[seed % len(VARIANTS)], of_each, place, tally, judged_of).run()
    tally.check()


@pytest.mark.timeout(900)
def test_derived_answers_are_right_and_answerable_queries_are_derived(tmp_path):
    ask_many(RUNS or 240, 40, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_many_derived_answers(tmp_path):
    ask_many(RUNS or 10_000, 1_000, tmp_path, JUDGED_OF_MANY)


# The rules themselves, without the program


def derived_in_python(seeds: range, asked_of_each: int) -> Counter[str]:
    """Derives answers with the reference, and compares them with the live server's."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(f"rules {seed}")
        server = RandomServer(seed)
        generator = RelatedQueryGenerator(server, rng)
        pool = [generator.query() for _ in range(8)]
        donors = []
        for each in pool:
            answer = server.run(each.document, each.variables, "ada", server.data)
            donors.append(Donor(each.document, each.variables, answer))
        references = [Reference(), Reference(server.schema)]
        for number in range(asked_of_each):
            asked = generator.related(rng.choice(pool), pool)
            reference = references[number % 2]
            counts["asked"] += 1
            try:
                data = reference.derive(asked, donors)
            except Unknown:
                continue
            except NotDerived as error:
                raise AssertionError(f"seed {seed}: {asked.text}") from error
            counts["answerable"] += 1
            if not any(reference.answerable(asked, [donor]) for donor in donors):
                counts["joined"] += 1
            live = server.run(asked.document, asked.variables, "ada", server.data)
            right = json.dumps({"data": live["data"]})
            assert json.dumps({"data": data}) == right, f"seed {seed}: {asked.text} {asked.variables}\n{right}"
            assert "errors" not in live
    return counts


def test_the_rules_allow_no_wrong_answer():
    counts = derived_in_python(range(FIRST_SEED, FIRST_SEED + 12), 40)
    print(counts)
    assert counts["answerable"] > counts["asked"] / 3
    assert counts["joined"] > counts["answerable"] / 10


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_the_rules_allow_no_wrong_answer_by_many_seeds():
    print(derived_in_python(range(FIRST_SEED, FIRST_SEED + 200), 100))


@pytest.mark.parametrize("with_schema", [False, True])
@pytest.mark.parametrize("example", EXAMPLES, ids=[example.why for example in EXAMPLES])
def test_the_reference_by_examples(example, with_schema):
    schema = build_schema(SDL)
    donors = [Donor(request.document, request.variables, answer) for request, answer in example.requests]
    for request in [Example.request(example.asked), *(request for request, _ in example.requests)]:
        assert not validate(schema, request.document)
    request = Example.request(example.asked)
    reference = Reference(schema if with_schema else None)
    expected = example.expected(with_schema)
    assert reference.answerable(request, donors) is (expected is not None)
    if expected is not None:
        assert json.dumps(reference.derive(request, donors)) == json.dumps(expected)


@pytest.mark.parametrize("with_schema", [False, True])
@pytest.mark.parametrize("asked", [each[1] for each in INVALID], ids=[each[0] for each in INVALID])
def test_the_reference_derives_no_invalid_query(asked, with_schema):
    recorded = Example("", "", RECORDED_FOR_INVALID, None).requests
    donors = [Donor(request.document, request.variables, answer) for request, answer in recorded]
    reference = Reference(build_schema(SDL) if with_schema else None)
    assert reference.answerable(Example.request("{ a: user { age } }"), donors)
    assert not reference.answerable(Example.request(asked), donors)


def test_the_reference_takes_nothing_of_another_status():
    request = Example.request("{ user { b: age } }")
    for status in (200, 500):
        donor = Donor(parse(AGE[0]), {}, {"data": AGE[1]}, status)
        assert Reference().answerable(request, [donor]) is (status == 200)


@dataclass
class Examples:
    """A replay of all examples, each recorded in a session of its own."""

    replay: Connection

    def ask(self, session: str, asked: Any) -> Reply:
        return self.replay.post(Example.request(asked).body, None, session)


@pytest.fixture(scope="module", params=[False, True], ids=["without a schema", "with a schema"])
def examples(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")
    (folder / "schemas").mkdir()
    if request.param:
        (folder / "schemas" / f"{ENDPOINT}.graphqls").write_text(SDL, "utf-8")
    options = ["--recordings", folder / "recordings", "--schemas", folder / "schemas"]
    recorded = {example.why: example.requests for example in EXAMPLES}
    recorded["invalid"] = Example("", "", RECORDED_FOR_INVALID, None).requests
    next_answer: list[dict[str, Any]] = []
    with serving(lambda handler: (sent_body(handler), answer(handler, json.dumps(next_answer[0]).encode()))) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", ENDPOINT, *options)) as recorder:
            with closing(Connection(recorder)) as connection:
                for session, requests in recorded.items():
                    for each, data in requests:
                        next_answer[:] = [data]
                        assert connection.post(each.body, None, session).json == data
            assert recorder.stop() == 0, recorder.stderr
    with running(understudy("replay", *options)) as replay, closing(Connection(replay)) as connection:
        yield request.param, Examples(connection)


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.why for example in EXAMPLES])
def test_the_program_by_examples(example, examples):
    with_schema, replay = examples
    reply = replay.ask(example.why, example.asked)
    expected = example.expected(with_schema)
    if expected is None:
        assert reply.source == "miss", reply.body
    else:
        assert reply.source == "derived", reply.body
        assert reply.exact == exact(json.dumps({"data": expected}))


@pytest.mark.parametrize("asked", [each[1] for each in INVALID], ids=[each[0] for each in INVALID])
def test_an_invalid_query_is_not_derived(asked, examples):
    _, replay = examples
    reply = replay.ask("invalid", asked)
    assert reply.source != "derived", reply.body
