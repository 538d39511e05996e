"""Over schemas that nobody here wrote: every valid operation gets a response that is valid for it."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from fakes.asking import Asker
from fakes.checker import check_response
from fakes.generated import Generated, operations
from fakes.subjects import ALL, Subject, parameters

# So many ids are remembered for later operations to ask for, and so many are taken from one answer.
REMEMBERED = 200
TAKEN = 5


def strict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that stands in it twice is an error."""
    found = dict(pairs)
    assert len(found) == len(pairs), f"a key stands twice: {[key for key, _ in pairs]}"
    return found


def constant(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


def ids(value: Any) -> list[str]:
    """What stands under a key `id`, in order."""
    if isinstance(value, list):
        return [found for item in value for found in ids(item)]
    if not isinstance(value, dict):
        return []
    own = [value["id"]] if isinstance(value.get("id"), str) and value["id"].isalnum() else []
    return own + [found for member in value.values() for found in ids(member)]


def faults(subject: Subject, asker: Asker, asked: Generated, known: list[str]) -> list[str]:
    """What is wrong with the answer to one operation."""
    reply = asker.post(asked.text, asked.variables, asked.name)
    if reply.status != 200 or reply.source != "fake":
        return [f"status {reply.status}, {reply.body[:300]!r}"]
    response = json.loads(reply.body.decode("utf-8"), object_pairs_hook=strict, parse_constant=constant)
    known.extend(islice((each for each in ids(response.get("data")) if len(known) < REMEMBERED), TAKEN))
    return check_response(subject.schema, asked.document, asked.operation, asked.coerced, response)


def prove(subject: Subject, asker: Asker, count: int, seed: str) -> None:
    """Asks so many operations and tells of the first few whose answers are wrong."""
    known: list[str] = []
    wrong, asked = [], 0
    for each in operations(subject.schema, count, f"{seed} {subject.endpoint}", known):
        asked += 1
        if found := faults(subject, asker, each, known):
            variables = json.dumps(each.variables)
            wrong.append("\n  ".join([f"operation {asked}:", *found[:5], each.text.replace("\n", " "), variables]))
    assert asked == count
    assert not wrong, f"{len(wrong)} of {count} answers are wrong:\n" + "\n".join(wrong[:5])


@pytest.mark.parametrize("subject", parameters(ALL))
def test_every_answer_is_valid(subject, world):
    prove(subject, world(subject.endpoint), 200, "short")


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("subject", parameters(ALL))
def test_every_one_of_many_answers_is_valid(subject, world):
    prove(subject, world(subject.endpoint), 2000, "long")
