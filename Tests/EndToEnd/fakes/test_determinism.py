"""One seed, one world: in any process, in any order of asking, in any session that changed nothing."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from fakes.asking import Asker, faking
from fakes.generated import Generated, operations
from fakes.subjects import ALL, OWN_SUBJECTS, SYSTEM_SUBJECTS, Subject, parameters
from graphql import GraphQLString, TypeInfo, TypeInfoVisitor, Visitor, get_named_type, visit


@pytest.fixture(scope="module")
def same_seed(all_schemas):
    with faking(all_schemas) as server:
        yield server


@pytest.fixture(scope="module")
def other_seed(all_schemas):
    with faking(all_schemas, "--seed", "4711") as server:
        yield server


def bodies(asker: Asker, asked: list[Generated]) -> list[bytes]:
    return [asker.post(each.text, each.variables, each.name).body for each in asked]


@cache
def queries(subject: Subject) -> list[Generated]:
    return list(operations(subject.schema, 40, f"queries {subject.endpoint}", kinds="query"))


def size(value: Any) -> int:
    """How many texts there are in an answer, names of types not counted."""
    if isinstance(value, dict):
        return sum(size(member) for key, member in value.items() if key != "__typename")
    return sum(map(size, value)) if isinstance(value, list) else isinstance(value, str)


class _Texts(Visitor):
    """Whether a plain text is among the leaves that are asked for: such a value nearly always differs."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.found = 0

    def enter_field(self, node: Any, *_: Any) -> None:
        type_ = self.info.get_type()
        self.found += type_ is not None and get_named_type(type_) is GraphQLString


def texts(subject: Subject, asked: Generated) -> int:
    info = TypeInfo(subject.schema)
    visitor = _Texts(info)
    visit(asked.document, TypeInfoVisitor(info, visitor))
    return visitor.found


@pytest.mark.parametrize("subject", parameters(ALL))
def test_another_process_answers_the_same_bytes_in_another_order(subject, fake, same_seed):
    asked = queries(subject)
    shuffled = Random("order").sample(range(len(asked)), len(asked))
    with Asker(fake, subject.endpoint, "orders") as one, Asker(same_seed, subject.endpoint, "orders") as other:
        first = bodies(one, asked)
        second = dict(zip(shuffled, bodies(other, [asked[index] for index in shuffled]), strict=True))
        for index, each in enumerate(asked):
            assert second[index] == first[index], each.text
        assert bodies(one, asked) == first


@pytest.mark.parametrize("subject", parameters(ALL))
def test_the_same_changes_in_the_same_order_give_the_same_bytes(subject, fake, same_seed):
    asked = list(operations(subject.schema, 40, f"changes {subject.endpoint}"))
    with Asker(fake, subject.endpoint, "changes") as one, Asker(same_seed, subject.endpoint, "changes") as other:
        assert bodies(one, asked) == bodies(other, asked)


@pytest.mark.parametrize("subject", parameters(ALL))
def test_another_seed_is_another_world(subject, fake, other_seed):
    asked = [each for each in queries(subject) if texts(subject, each)]
    with Asker(fake, subject.endpoint, "seeds") as one, Asker(other_seed, subject.endpoint, "seeds") as other:
        pairs = [[asker.post(each.text, each.variables, each.name).json for asker in (one, other)] for each in asked]
    # What has three texts or more differs, unless all of them are facts of the real world.
    telling = [(first, second) for first, second in pairs if size(first.get("data")) >= 3]
    assert telling
    wanted = 0.95 if subject.endpoint != "countries" else 0.3
    assert sum(first != second for first, second in telling) >= wanted * len(telling)


def mutations(subject: Subject) -> list[Generated]:
    if subject.schema.mutation_type is None:
        return []
    return list(operations(subject.schema, 30, f"mutations {subject.endpoint}", kinds="mutation"))


@pytest.mark.parametrize("subject", parameters([*SYSTEM_SUBJECTS, *OWN_SUBJECTS]))
def test_a_session_sees_nothing_of_another_and_a_reset_forgets(subject, fake):
    asked = queries(subject)
    with Asker(fake, subject.endpoint, "calm") as calm, Asker(fake, subject.endpoint, "busy") as busy:
        before = bodies(calm, asked)
        assert bodies(busy, asked) == before
        for each in mutations(subject):
            busy.post(each.text, each.variables, each.name)
        assert bodies(calm, asked) == before
        busy.reset()
        assert bodies(busy, asked) == before


# What each own schema makes new objects with, and where they are seen.
CHANGES = {
    "conference-planner": (
        'mutation { createConference(name: "N", city: "C", year: "2030") { id } }', "{ allConferences { id } }"),
    "hasura-forum": ('mutation { insert_users_one(object: {name: "N", email: "n@x.y"}) { id } }', "{ users { id } }"),
    "offset-shop": ('mutation { createCategory(name: "N") { id } }', "{ categories { id } }"),
    "prisma-library": ('mutation { createOneUser(data: {email: "n@x.y"}) { id } }', "{ users { id } }"),
    "rails-helpdesk": (
        'mutation { userCreate(input: {firstName: "N"}) { user { id } } }',
        "{ users(first: 100) { nodes { id } totalCount } }"),
}  # fmt: skip


@pytest.mark.parametrize("endpoint", CHANGES)
def test_a_change_is_seen_in_its_session_only_and_undone_by_a_reset(endpoint, world):
    change, look = CHANGES[endpoint]
    one, other = world(endpoint), world(endpoint)
    before = one.ask(look)
    one.ask(change)
    changed = one.ask(look)
    assert changed != before
    assert other.ask(look) == before
    other.ask(change)
    assert other.ask(look) == changed
    one.reset()
    assert one.ask(look) == before
    assert other.ask(look) == changed
