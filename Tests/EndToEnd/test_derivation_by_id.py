"""The rules that derive answers by ids: the reference against random live servers, and examples for both.

`test_derivation_law.py` tests the program with the same servers.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import ExitStack, closing
from functools import cache
from typing import Any

import pytest
from clients import exact
from derivation_by_id import ReferenceById, Settings
from derivation_reference import Donor
from graphql import build_schema, validate
from harness import running, understudy
from http_server import answer, sent_body, serving
from id_examples import ID_EXAMPLES, ID_SDL, IdExample
from linked_queries import LinkedQueryGenerator
from linked_servers import LinkedServer
from selected_fields import NotDerived
from test_derivation_law import ENDPOINT, FIRST_SEED, Connection

NAMES = [example.why for example in ID_EXAMPLES]


def derived_in_python(seeds: range, asked_of_each: int) -> Counter[str]:
    """Derives answers with the reference, and compares them with the live server's."""
    counts: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        rng = random.Random(f"rules {seed}")
        server = LinkedServer(seed)
        generator = LinkedQueryGenerator(server, rng)
        pool = [generator.query() for _ in range(12)]
        donors = []
        for each in pool:
            live = server.run(each.document, each.variables, "ada", server.data)
            donors.append(Donor(each.document, each.variables, live))
        references = [ReferenceById(), ReferenceById(server.schema)]
        for number in range(asked_of_each):
            asked = generator.related(rng.choice(pool), pool)
            reference = references[number % 2]
            counts["asked"] += 1
            try:
                data = reference.derive(asked, donors)
            except NotDerived:
                continue
            counts["answerable"] += 1
            counts[f"answerable {reference.rules}"] += 1
            live = server.run(asked.document, asked.variables, "ada", server.data)
            if "errors" in live or json.dumps(data) != json.dumps(live["data"]):
                counts[f"WRONG {reference.rules}"] += 1
                wrong.append(f"seed {seed}, number {number}: {asked.text} {asked.variables}\n{live}\n{data}")
    assert not wrong, "\n\n".join([str(counts), *wrong[:3]])
    return counts


def test_the_rules_for_ids_allow_no_wrong_answer():
    counts = derived_in_python(range(FIRST_SEED, FIRST_SEED + 12), 40)
    print(counts)
    assert counts["answerable by join"] and counts["answerable by lookup"]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_the_rules_for_ids_allow_no_wrong_answer_by_many_seeds():
    print(derived_in_python(range(FIRST_SEED, FIRST_SEED + 150), 60))


@pytest.mark.parametrize("with_schema", [False, True])
@pytest.mark.parametrize("example", ID_EXAMPLES, ids=NAMES)
def test_the_reference_by_examples(example, with_schema):
    schema = build_schema(ID_SDL)
    donors = [Donor(request.document, request.variables, answer) for request, answer in example.requests]
    request = IdExample.request(example.asked)
    for each in [request, *(each for each, _ in example.requests)]:
        assert not validate(schema, each.document)
    reference = ReferenceById(schema if with_schema else None, Settings(lookups=dict(example.lookups)))
    expected = example.expected(with_schema)
    assert reference.answerable(request, donors) is (expected is not None)
    if expected is not None:
        assert json.dumps(reference.derive(request, donors)) == json.dumps(expected)
        assert reference.needed


@pytest.fixture(scope="module", params=[False, True], ids=["without a schema", "with a schema"])
def replays(request, tmp_path_factory):
    """Replays all examples with some look-ups in endpoint.yaml, each recorded in a session of its own."""
    folder = tmp_path_factory.mktemp("id-examples")
    schemas = folder / "schemas"
    schemas.mkdir()
    if request.param:
        (schemas / f"{ENDPOINT}.graphqls").write_text(ID_SDL, "utf-8")
    with ExitStack() as stack:

        @cache
        def replay(lookups: tuple[tuple[str, str], ...]) -> Connection:
            recordings = folder / f"recordings {lookups}"
            record([example for example in ID_EXAMPLES if example.lookups == lookups], recordings, schemas)
            if lookups:
                lines = ["", "lookups:", *(f"  {field}: {argument}" for field, argument in lookups), ""]
                with (recordings / ENDPOINT / "endpoint.yaml").open("a") as file:
                    file.write("\n".join(lines))
            server = running(understudy("replay", "--recordings", recordings, "--schemas", schemas))
            return stack.enter_context(closing(Connection(stack.enter_context(server))))

        yield request.param, replay


def record(examples: list[IdExample], recordings: Any, schemas: Any) -> None:
    next_answer: list[dict[str, Any]] = []
    options = ["--endpoint", ENDPOINT, "--recordings", recordings, "--schemas", schemas]
    with serving(lambda handler: (sent_body(handler), answer(handler, json.dumps(next_answer[0]).encode()))) as url:
        with running(understudy("record", "--upstream", url, *options)) as recorder:
            with closing(Connection(recorder)) as connection:
                for example in examples:
                    for request, data in example.requests:
                        next_answer[:] = [data]
                        assert connection.post(request.body, None, example.why).json == data
            assert recorder.stop() == 0, recorder.stderr


@pytest.mark.parametrize("example", ID_EXAMPLES, ids=NAMES)
def test_the_program_by_examples(example, replays):
    with_schema, replay = replays
    reply = replay(example.lookups).post(IdExample.request(example.asked).body, None, example.why)
    expected = example.expected(with_schema)
    if expected is None:
        assert reply.source == "miss", reply.body
    else:
        assert reply.source == "derived", reply.body
        assert reply.exact == exact(json.dumps({"data": expected}))
