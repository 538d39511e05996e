"""What several tests do: record every operation by every client, and ask for it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import clients
import operations
from clients import Reply, Result
from harness import Server, understudy
from operations import Operation


@dataclass(frozen=True)
class Asking:
    """One operation, asked in one way."""

    label: str
    ask: Callable[[str], Reply | Result]


def askings() -> list[Asking]:
    """Every operation in every way: curl by POST and GET, compressed and not, Apollo's spelling, three of gql."""
    found = []
    for operation in operations.ALL:
        found += [
            Asking(f"{operation.label}: POST", lambda url, o=operation: clients.post(url, o.body())),
            Asking(f"{operation.label}: POST as Apollo iOS", lambda url, o=operation: clients.post_apollo(url, o)),
            Asking(f"{operation.label}: GET", lambda url, o=operation: clients.get(url, o)),
        ]
    for coding in ("gzip", "deflate"):
        arguments = ["--compressed", "-H", f"Accept-Encoding: {coding}"]
        for operation in (operations.ALL_COUNTRIES, operations.country_detail("CA")):
            found.append(
                Asking(
                    f"{operation.label}: {coding}",
                    lambda url, o=operation, a=arguments: clients.post(url, o.body(), *a),
                )
            )
    for kind in clients.TRANSPORTS:
        for operation in operations.ALL:
            found.append(
                Asking(f"{operation.label}: gql {kind}", lambda url, o=operation, k=kind: clients.execute(k, url, o))
            )
    return found


# Each operation as it is written and as Apollo iOS sends it.
DISTINCT_REQUESTS = 2 * len(operations.ALL)


@dataclass
class Recorded:
    """What a recorder has seen and kept."""

    folder: Path
    answers: dict[str, Reply | Result] = field(default_factory=dict)
    events: list[dict] = field(default_factory=list)
    stderr: str = ""


def record_all(
    upstream: Server, folder: Path, which: Iterable[Asking] | None = None, endpoint: str = "countries"
) -> Recorded:
    """Records with a recorder of its own, which is ended by SIGTERM."""
    recorder = understudy(
        "record", "--upstream", upstream.origin, "--endpoint", endpoint, "--recordings", folder, "--json"
    )
    recorded = Recorded(folder)
    try:
        for asking in which if which is not None else askings():
            recorded.answers[asking.label] = asking.ask(f"{recorder.origin}/{endpoint}")
        assert recorder.stop() == 0
    finally:
        recorder.kill()
    recorded.events = recorder.events()
    recorded.stderr = recorder.stderr
    return recorded


def one(operation: Operation) -> list[Asking]:
    return [Asking(operation.label, lambda url: clients.post(url, operation.body()))]
