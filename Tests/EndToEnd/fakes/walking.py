"""Lists compared with what is asked of them: pages, filters, orders, and relations seen from both ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from fakes.asking import Asker

PAGE = "edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount"


def q(value: Any) -> str:
    """A value as a literal."""
    return json.dumps(value, ensure_ascii=False)


def at(data: Any, path: str) -> Any:
    """What stands at a path of names and places: `users.edges.0.node`."""
    for step in path.split(".") if path else []:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


@dataclass
class Connection:
    """A connection of Relay. `query` has ARGUMENTS where they go, with a comma behind if others follow."""

    asker: Asker
    query: str
    path: str

    def page(self, **arguments: Any) -> dict[str, Any]:
        words = [
            f'{name}: "{value}"' if isinstance(value, str) else f"{name}: {value}" for name, value in arguments.items()
        ]
        return at(self.asker.ask(self.query.replace("ARGUMENTS", ", ".join(words)).replace("PAGE", PAGE)), self.path)

    def total(self) -> int:
        return self.page(first=1)["totalCount"]

    def all(self) -> list[str]:
        """Every id, by one page that is large enough."""
        page = self.page(first=100)
        assert page["totalCount"] <= 100 and not page["pageInfo"]["hasNextPage"]
        return ids(page)

    def walk(self, size: int, backward: bool = False) -> list[list[str]]:
        """The pages in the order of the list, walked from one end to the other. No cursor comes twice."""
        count, start, more, cursor = ("last", "before", "hasPreviousPage", "startCursor") if backward else (
            "first", "after", "hasNextPage", "endCursor")  # fmt: skip
        pages: list[list[str]] = []
        seen: set[str] = set()
        arguments: dict[str, Any] = {count: size}
        while True:
            page = self.page(**arguments)
            cursors = [edge["cursor"] for edge in page["edges"]]
            assert not seen.intersection(cursors) and len(set(cursors)) == len(cursors), "a cursor comes twice"
            seen.update(cursors)
            if cursors:
                assert (page["pageInfo"]["startCursor"], page["pageInfo"]["endCursor"]) == (cursors[0], cursors[-1])
            pages.insert(0 if backward else len(pages), ids(page))
            assert len(cursors) <= size
            if not page["pageInfo"][more]:
                return pages
            assert len(cursors) == size, "a page that is not the last one is full"
            arguments[start] = page["pageInfo"][cursor]

    def check(self) -> list[str]:
        """Pages of several sizes, forward and backward, hold the whole list once. Returns that."""
        whole = self.all()
        assert len(set(whole)) == len(whole) == self.total()
        for size in {1, 2, 3, max(1, len(whole) - 1), max(1, len(whole)), len(whole) + 1}:
            for backward in (False, True):
                assert flat(self.walk(size, backward)) == whole, (size, backward)
        if len(whole) > 2:
            middle = self.page(first=1, after=self.page(first=1)["pageInfo"]["endCursor"])
            assert ids(middle) == whole[1:2]
            assert middle["pageInfo"]["hasNextPage"]
        assert not self.page(first=2)["pageInfo"]["hasPreviousPage"]
        assert not self.page(last=2)["pageInfo"]["hasNextPage"]
        assert ids(self.page(first=0)) == []
        return whole


def ids(page: dict[str, Any]) -> list[str]:
    return [edge["node"]["id"] for edge in page["edges"]]


def flat(lists: Iterable[list[Any]]) -> list[Any]:
    return [item for each in lists for item in each]


def agree(one: Iterable[tuple[Any, Iterable[Any]]], other: Iterable[tuple[Any, Iterable[Any]]]) -> int:
    """Two directions of one relation: for each object, those that it names. Returns how many pairs there are."""
    forward = {(source, target) for source, targets in one for target in targets}
    backward = {(source, target) for target, sources in other for source in sources}
    assert forward == backward, sorted(map(str, forward ^ backward))[:10]
    return len(forward)


def is_sorted(values: list[Any], descending: bool = False) -> bool:
    """By the order of Unicode scalars, as Python compares; nulls may stand at either end."""
    known = [value for value in values if value is not None]
    places = [place for place, value in enumerate(values) if value is None]
    ends = not places or places == list(range(len(places))) or places == list(range(len(known), len(values)))
    return ends and known == sorted(known, reverse=descending)


def filters(
    find: Callable[[str], list[str]],
    whole: list[dict[str, Any]],
    key: str,
    cases: Iterable[tuple[str, Callable[[dict[str, Any]], bool]]],
) -> None:
    """What each filter finds is what Python finds in the whole list, in the same order."""
    telling = 0
    for text, passes in cases:
        expected = [each[key] for each in whole if passes(each)]
        assert find(text) == expected, text
        telling += 0 < len(expected) < len(whole)
    assert telling, "no filter found some and left some"
