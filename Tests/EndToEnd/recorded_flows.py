"""The flows of the tutorials, recorded by the program from the stand-ins in several ways."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import flows_of_the_tutorials as flows
from conference_planner.simple_api import PROJECT
from flows_of_the_tutorials import Answer, Asking, Flow
from harness import Server, running, understudy
from session_support import start_over
from lockstep import Client
from standing_in import StandIn
from ways_to_replay import Run, backwards, in_order, interleaved, polling, some_mutations_twice

PATHS = {"conference_planner": f"/simple/v1/{PROJECT}", "posts": "/graphql", "rocket_reserver": "/graphql"}

# By system: what each test of a suite would do.
FLOWS: dict[str, dict[str, Callable[[], Flow]]] = {
    "conference_planner": {
        "S1 Sarah": lambda: flows.attending("Sarah"),
        "S1 Johannes": lambda: flows.attending("Johannes"),
    },
    "posts": {
        "S3 a post": flows.posting,
        "S3 another post": lambda: flows.posting("Another post", "Another title"),
    },
    "rocket_reserver": {
        "S4 me": lambda: flows.booking("me@example.com"),
        "S4 you": lambda: flows.booking("you@example.com"),
        "S4 six pages": flows.paging,
    },
}

# How a suite was recorded without naming sessions: the unnamed session starts over before every flow, likewise but with
# a server that starts over too, or all in one session, one after the other; or in many ways, each from the start.
RECORDINGS = ("apart", "reset", "together", "often")
# All at the same time in one session, as it happens: not in RECORDINGS, since no two are alike.
OVERLAPPING = "overlapping"
OFTEN = (in_order, backwards, interleaved, interleaved, polling, some_mutations_twice)


LABELS = {"conference_planner": "S1", "posts": "S3", "rocket_reserver": "S4"}


class Plain:
    """Asks one server only, as a lockstep asks two."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def ask(self, asking: Asking) -> Answer:
        return self._client.send(asking).answer


def endpoint(system: str) -> str:
    return system.replace("_", "-")


@dataclass
class Recorded:
    """The recordings of all flows, and what they were answered."""

    folder: Path
    kind: str
    answers: dict[str, list[Answer]] = field(default_factory=dict)


def run_once(flow: Callable[[], Flow], recorder: Server, system: str) -> None:
    client = Client(f"{recorder.origin}/{endpoint(system)}")
    flows.run(flow(), lambda *asked: client.send(Asking(*asked)).answer)
    client.close()


def record(folder: Path, kind: str, upstreams: dict[str, StandIn]) -> Recorded:
    recorded = Recorded(folder, kind)
    for system, stand_in in upstreams.items():
        arguments = ["--upstream", stand_in.origin + stand_in.path, "--endpoint", endpoint(system)]
        stand_in.reset()
        with running(understudy("record", *arguments, "--recordings", folder)) as recorder:
            for number, way in enumerate(OFTEN if kind == "often" else ()):
                stand_in.reset()
                start_over(recorder)
                client = Client(f"{recorder.origin}/{endpoint(system)}")
                way(Plain(client), [Run(flow()) for flow in FLOWS[system].values()], random.Random(number))
                client.close()
            if kind == OVERLAPPING:
                once = functools.partial(run_once, recorder=recorder, system=system)
                with ThreadPoolExecutor() as threads:
                    list(threads.map(once, FLOWS[system].values()))
                assert recorder.stop() == 0
                continue
            for name, flow in FLOWS[system].items():
                if kind in ("reset", "often"):
                    stand_in.reset()
                if kind != "together":
                    start_over(recorder)
                client = Client(f"{recorder.origin}/{endpoint(system)}")
                recorded.answers[name] = flows.run(flow(), lambda *asked, c=client: c.send(Asking(*asked)).answer)
                client.close()
            assert recorder.stop() == 0
    return recorded


def replay(recorded: Recorded, schemas: Path | None = None, *arguments: str) -> Server:
    known = ["--schemas", schemas] if schemas else []
    return understudy("replay", "--recordings", recorded.folder, "--quiet", *known, *arguments)
