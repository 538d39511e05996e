"""The examination of one schema: asks operations, collects the objects, and applies all rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from fakes.asking import Asker
from fakes.contradictions import amounts, children, filters, flags, lookups, names, ranges, states, times
from fakes.contradictions import keys as lookup_keys
from fakes.contradictions.lookups import at, spread
from fakes.contradictions.objects import World
from fakes.contradictions.report import Finding, Report
from fakes.contradictions.walks import lookups_of, walks
from fakes.generated import operations
from fakes.subjects import Subject
from graphql import get_named_type, is_abstract_type, parse

# So many operations are asked before the rules that ask for themselves.
OPERATIONS = 200
LOOKUPS = 40
# Above so many types, a schema gets walks of one depth and smaller selections.
LARGE = 120

JUDGES = (
    states.judge, flags.judge, times.judge, children.judge_creation, children.judge_lists, amounts.judge, ranges.judge,
    names.judge, names.judge_repetitions,
)  # fmt: skip


def judge(world: World) -> list[Finding]:
    """The findings of all rules that need no further requests."""
    return [*world.conflicts, *(finding for rule in JUDGES for finding in rule(world))]


class Examiner:
    """Asks one endpoint and remembers the objects of the answers."""

    def __init__(self, subject: Subject, asker: Asker) -> None:
        self.subject, self.asker = subject, asker
        self.world = World(subject.schema)
        self.asked = 0

    def ask(self, text: str, variables: dict[str, Any] | None = None, name: str | None = None) -> Any:
        """The data of an answer. Every operation is valid, so that any other answer is a failure of the test.

        Generated operations break one rule, which graphql-core does not check: exactly one key of a @oneOf input.
        """
        self.asked += 1
        reply = self.asker.post(text, variables, name)
        if "data" not in reply.json and b"OneOf" in reply.body:
            return None
        assert reply.status == 200 and "data" in reply.json, (text, variables, reply.status, reply.body[:500])
        return reply.json["data"]

    def read(self, text: str) -> None:
        """Asks an operation and collects the objects of its answer."""
        self.world.add(parse(text, no_location=True), self.ask(text))

    def calls(self) -> Iterator[tuple[str, Any]]:
        """Lookups of known objects by each set of keys."""
        for lookup in lookup_keys.lookups(self.subject.schema.query_type, self.world):
            type_ = get_named_type(lookup.field.type)
            if is_abstract_type(type_):
                continue
            for thing in spread(self.world.of(type_), 3):
                values = {key: at(thing, path) for key, path in lookup.keys.items()}
                if None not in values.values():
                    yield lookup.call(values), type_

    def collect(self) -> None:
        """Asks walks and lookups, and generated operations for the rest."""
        schema = self.subject.schema
        large = len(schema.type_map) > LARGE
        found = walks(schema, (1,), 250) if large else walks(schema)
        for text in islice(found, OPERATIONS // 2):
            self.read(text)
        for text in lookups_of(schema, list(islice(self.calls(), LOOKUPS)), 1 if large else 2):
            self.read(text)
        known = [thing.key for thing in self.world.keyed.values() if thing.key and thing.key.isalnum()][:200]
        rest = max(OPERATIONS - self.asked, 20)
        for each in operations(schema, rest, f"contradictions {self.subject.endpoint}", known, kinds="query"):
            self.world.add(each.document, self.ask(each.text, each.variables, each.name), each.coerced)

    def report(self) -> Report:
        """Asks everything and applies every rule."""
        self.collect()
        findings = judge(self.world)
        findings += lookups.judge(self.world, self.ask)
        findings += filters.judge(self.world, self.ask)
        figures = {"operations": self.asked, "objects": len(self.world.keyed), **names.figures(self.world)}
        return Report(self.subject.endpoint, findings, figures)
