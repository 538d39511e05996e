"""Makes a request smaller while something stays true of it."""

from __future__ import annotations

from collections.abc import Callable

from engines import Request
from generate.tokens import tokens_of

MOST_QUESTIONS = 400


def shrunk(request: Request, still: Callable[[Request], bool]) -> Request:
    """The request with as few tokens in its texts as keep `still` true, found by leaving out ever smaller parts."""
    asked = 0

    def holds(candidate: Request) -> bool:
        nonlocal asked
        asked += 1
        return asked <= MOST_QUESTIONS and still(candidate)

    for key in ("schema", "query", "source", "old", "new"):
        # What introspection is asked stays whole; its schema gets smaller.
        if isinstance(request.get(key), str) and not (request["op"] == "introspect" and key == "query"):
            for split, joint in ((str.splitlines, "\n"), (tokens_of, " ")):
                parts = split(request[key])
                if joint == "\n" and len(parts) < 4:
                    continue
                if holds({**request, key: joint.join(parts)}):
                    request = _fewer(request, key, parts, joint, holds)
    return request


def _fewer(
    request: Request, key: str, parts: list[str], joint: str, holds: Callable[[Request], bool]
) -> Request:
    size = max(len(parts) // 2, 1)
    while size >= 1:
        place = 0
        while place < len(parts):
            fewer = parts[:place] + parts[place + size :]
            if holds({**request, key: joint.join(fewer)}):
                parts = fewer
            else:
                place += size
        size //= 2
    return {**request, key: joint.join(parts)}
