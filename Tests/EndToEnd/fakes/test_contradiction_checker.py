"""The checker of contradictions: each rule finds a contradiction, and does not report a consistent twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes.contradictions import filters, lookups
from fakes.contradictions.cases import ANA, BEN, CASES
from fakes.contradictions.examining import judge
from fakes.contradictions.names import figures
from fakes.contradictions.objects import World
from fakes.contradictions.report import RULES, Finding, Report
from fakes.contradictions.walks import walks
from fakes.subjects import Subject
from graphql import graphql_sync, parse, validate

SCHEMA = Subject(Path(__file__).parent / "contradictions" / "checked.graphqls").schema


def selection(value: Any) -> str:
    """The selection that has these data as its answer."""
    rows = value if isinstance(value, list) else [value]
    parts = {key: each for row in rows for key, each in row.items() if key != "__typename"}
    found = (
        key if not isinstance(each, (dict, list)) else f"{key} {selection(each or {'id': 0})}"
        for key, each in parts.items()
    )
    return f"{{ {' '.join(found)} }}"


def world(*answers: dict[str, Any]) -> World:
    """A world of these data."""
    made = World(SCHEMA)
    for data in answers:
        document = parse(selection(data), no_location=True)
        assert not validate(SCHEMA, document)
        made.add(document, data)
    return made


def rules(findings: list[Finding]) -> list[int]:
    return sorted({finding.rule for finding in findings})


@pytest.mark.parametrize(
    ("rule", "bad"), [pytest.param(rule, bad, id=f"{rule} {name}") for rule, name, bad, _ in CASES]
)
def test_a_contradiction_is_found(rule, bad):
    found = judge(world(bad))
    assert rule in rules(found), found


@pytest.mark.parametrize(
    ("rule", "good"), [pytest.param(rule, good, id=f"{rule} {name}") for rule, name, _, good in CASES]
)
def test_a_consistent_twin_is_not_reported(rule, good):
    found = judge(world(good))
    assert not found, found


def test_every_rule_has_cases():
    assert {rule for rule, *_ in CASES} | {10, 11} == set(RULES)


class Backend:
    """Answers operations from data, with resolvers that obey their arguments unless they are told to ignore them."""

    ISSUES = [
        {"__typename": "Issue", "id": "i1", "number": 1, "title": "Lamp", "state": "OPEN", "author": ANA,
         "labels": [{"id": "l1", "name": "bug"}], "comments": []},
        {"__typename": "Issue", "id": "i2", "number": 2, "title": "Vase", "state": "CLOSED", "author": BEN,
         "labels": [{"id": "l2", "name": "docs"}], "comments": []},
    ]  # fmt: skip
    ORDERS = [
        {"id": f"o{n}", "placedAt": f"2024-0{n}-01T00:00:00Z", "total": 10.0 * n, "lines": []} for n in range(1, 7)
    ]
    USERS = [{**ANA, "__typename": "User"}, {**BEN, "__typename": "User"}]
    NOTIFICATIONS = [
        {"__typename": "Notification", "id": "n1", "issueId": "i1", "unread": True, "readAt": None},
        {"__typename": "Notification", "id": "n2", "issueId": "i1", "unread": False, "readAt": "2024-01-01T00:00:00Z"},
    ]

    def __init__(self, *ignored: str, generated: bool = False) -> None:
        self.ignored, self.generated = ignored, generated
        parent = {"id": "p1", "key": "LAMP", "name": "Lamp", "owner": ANA}
        self.issue = {**self.ISSUES[0], "project": parent}
        self.projects = [{**parent, "issues": [self.issue], "issue": self.project_issue}]

    def obeyed(self, **arguments: Any) -> dict[str, Any]:
        return {name: value for name, value in arguments.items() if name not in self.ignored and value is not None}

    def one(self, rows: list[dict[str, Any]], **arguments: Any) -> Any:
        obeyed = self.obeyed(**arguments)
        found = [row for row in rows if all(row.get(name) == value for name, value in obeyed.items())]
        return {**rows[0], **obeyed} if not found and self.generated else found[0] if found else None

    def project_issue(self, _: Any, number: int) -> Any:
        return self.one(self.ISSUES[::-1] if "number" in self.ignored else self.ISSUES, number=number)

    def issue_of(self, _: Any, owner: str, project: str, number: int) -> Any:
        keys = self.obeyed(owner=owner, project=project, number=number)
        has = {"owner": "ana", "project": "LAMP", "number": 1}
        parent = {"key": "LAMP", "owner": ANA}
        return (
            {**self.ISSUES[0], "project": parent} if all(has[name] == value for name, value in keys.items()) else None
        )

    def issues(self, _: Any, filterBy: Any = None, first: Any = None, **arguments: Any) -> Any:
        given = self.obeyed(**arguments, **(filterBy or {}))
        tests = {
            "state": lambda row, value: row["state"] == value,
            "states": lambda row, value: row["state"] in value,
            "createdBy": lambda row, value: row["author"]["login"] == value,
            "author": lambda row, value: row["author"]["id"] == value,
            "labels": lambda row, value: any(label["name"] in value for label in row["labels"]),
        }
        return [row for row in self.ISSUES if all(tests[name](row, value) for name, value in given.items())]

    def orders(self, _: Any, **arguments: Any) -> Any:
        given = self.obeyed(**arguments)
        after, least = given.get("placedAfter", ""), given.get("minTotal", 0)
        return [row for row in self.ORDERS if row["placedAt"] >= after and row["total"] >= least]

    def notifications(self, _: Any, unread: Any = None) -> Any:
        given = self.obeyed(unread=unread)
        return [row for row in self.NOTIFICATIONS if not given or (row["readAt"] is None) == given["unread"]]

    def ask(self, text: str) -> Any:
        root = {
            "users": self.USERS,
            "user": lambda _, login: self.one([ANA, BEN], login=login),
            "issue": lambda _, number: self.one(self.ISSUES, number=number),
            "node": lambda _, id: self.one([*self.ISSUES, *self.USERS], id=id),
            "project": lambda _, key: self.one(self.projects, key=key), "projects": self.projects,
            "issues": self.issues, "orders": self.orders, "notifications": self.notifications,
            "issueOf": self.issue_of, "discounts": [],
            "notification": lambda _, issueId: self.one(self.NOTIFICATIONS, issueId=issueId),
            "tasks": [], "bookings": [], "articles": [], "events": [], "limits": [], "jobs": [], "me": None,
        }  # fmt: skip
        return graphql_sync(SCHEMA, text, root).data


def asked(backend: Backend) -> World:
    made = World(SCHEMA)
    issues = "issues { id number title project { id key owner { id login } } }"
    for text in (
        "{ users { id login name } }",
        "{ issues { id number title } }",
        f"{{ projects {{ id key {issues} }} }}",
        "{ notifications { id issueId } }",
    ):
        made.add(parse(text), backend.ask(text))
    return made


@pytest.mark.parametrize("ignored", ["login", "number", "id", "key", "owner", "issueId"])
def test_a_lookup_that_ignores_its_key_is_found(ignored):
    backend = Backend(ignored)
    assert rules(list(lookups.judge(asked(backend), backend.ask))) == [10]


@pytest.mark.parametrize("generated", [False, True])
def test_a_lookup_that_obeys_its_key_is_not_reported(generated):
    backend = Backend(generated=generated)
    assert list(lookups.judge(asked(backend), backend.ask)) == []


def test_any_object_with_the_key_of_another_one_is_right():
    """Both notifications have the `issueId`, so that the lookup may answer either."""
    backend = Backend()
    found = [thing for thing in asked(backend).keyed.values() if thing.type == "Notification"]
    assert len(found) == 2 and len({thing.values["issueId"] for thing in found}) == 1
    assert list(lookups.judge(asked(backend), backend.ask)) == []


def test_lookups_below_an_object_are_asked():
    backend = Backend("number")
    found = [finding.text for finding in lookups.judge(asked(backend), backend.ask)]
    assert any(text.startswith('project(key: "LAMP") issue(number: 1)') for text in found), found


@pytest.mark.parametrize(
    "ignored", ["state", "states", "createdBy", "author", "labels", "placedAfter", "minTotal", "unread"]
)
def test_a_filter_that_is_ignored_is_found(ignored):
    backend = Backend(ignored)
    found = list(filters.judge(World(SCHEMA), backend.ask))
    assert found and all(f"{ignored}:" in finding.text for finding in found), found


def test_filters_that_are_obeyed_are_not_reported():
    assert list(filters.judge(World(SCHEMA), Backend().ask)) == []


def test_walks_are_valid_and_select_relations():
    found = list(walks(SCHEMA))
    assert any("comments" in text and "createdAt" in text and "author" in text for text in found)


def test_prose_is_counted_by_patterns():
    bodies = ["The lamp is on the table.", "The vase is on the floor.", "Nobody knows where it went."]
    found = figures(world({"articles": [{"id": str(n), "body": body} for n, body in enumerate(bodies)]}))
    assert found["distinct sentences"] == 3 and found["distinct sentence patterns"] == 2


def test_a_report_counts_by_rule_and_names_examples():
    report = Report("shop", [Finding(3, "Task 1", "dueDate is 2020"), Finding(3, "Task 2", "dueDate is 2021")])
    assert report.counts() == {3: 2}
    assert "2 like: rule 3: Task 1: dueDate is 2020" in report.text()
