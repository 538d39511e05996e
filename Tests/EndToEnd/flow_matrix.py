"""The flows of the tutorials, recorded once and replayed in many ways: how many answers are exact, inferred, missed.

    python Tests/EndToEnd/flow_matrix.py [--seeds N] [--details]        prints the tables as Markdown

Every answer is compared with what a stand-in says to the same requests in the same order (`lockstep.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1] / "Upstreams"))

import flows_of_the_tutorials as flows
from conference_planner.simple_api import PROJECT
from flows_of_the_tutorials import Answer, Asking, Flow
from harness import PATIENCE, Server, running, understudy
from lockstep import Client, Lockstep, Seen
from standing_in import UPSTREAMS, StandIn, standing_in
from tally import Tally
from ways_to_replay import (
    ALONE,
    FIXED,
    SHARED,
    Run,
    backwards,
    in_order,
    interleaved,
    polling,
    some_mutations_twice,
)

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

# How a suite was recorded: every flow in a session of its own, likewise but with a server that starts over before
# each, or all in one session, one after the other; or in many ways, each in a session that starts over.
RECORDINGS = ("apart", "reset", "together", "often")
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


def record(folder: Path, kind: str, upstreams: dict[str, StandIn]) -> Recorded:
    recorded = Recorded(folder, kind)
    for system, stand_in in upstreams.items():
        arguments = ["--upstream", stand_in.origin + stand_in.path, "--endpoint", endpoint(system)]
        stand_in.reset()
        with running(understudy("record", *arguments, "--recordings", folder)) as recorder:
            for number, way in enumerate(OFTEN if kind == "often" else ()):
                stand_in.reset()
                client = Client(f"{recorder.origin}/{endpoint(system)}", f"often-{number}")
                way(Plain(client), [Run(flow()) for flow in FLOWS[system].values()], random.Random(number))
                client.close()
            for name, flow in FLOWS[system].items():
                if kind in ("reset", "often"):
                    stand_in.reset()
                client = Client(f"{recorder.origin}/{endpoint(system)}", "together" if kind == "together" else name)
                recorded.answers[name] = flows.run(flow(), lambda o, v, h, c=client: c.send(Asking(o, v, h)).answer)
                client.close()
            assert recorder.stop() == 0
    return recorded


def replay(recorded: Recorded, schemas: Path | None = None, *arguments: str) -> Server:
    known = ["--schemas", schemas] if schemas else []
    return understudy("replay", "--recordings", recorded.folder, "--quiet", *known, *arguments)


class Dealer:
    """Lets threads go on in the order of a list of turns; who leaves is passed over."""

    def __init__(self, turns: list[int]) -> None:
        self._turns = turns
        self._place = 0
        self._left: set[int] = set()
        self._moved = threading.Condition()

    def wait(self, who: int) -> None:
        with self._moved:
            while self._place < len(self._turns) and self._turns[self._place] != who:
                if not self._moved.wait(PATIENCE):
                    raise TimeoutError(f"the turn of {who} never came")
            self._move()

    @contextlib.contextmanager
    def leaving(self, who: int) -> Iterator[None]:
        try:
            yield
        finally:
            with self._moved:
                self._left.add(who)
                self._place -= 1
                self._move()

    def _move(self) -> None:
        self._place += 1
        while self._place < len(self._turns) and self._turns[self._place] in self._left:
            self._place += 1
        self._moved.notify_all()


class Matrix:
    """Recordings of every kind, a replay of each, and the stand-ins that know what is right."""

    def __init__(self, schemas: Path, oracles: dict[str, StandIn], recorded: list[Recorded]) -> None:
        self.schemas = schemas
        self.oracles = oracles
        self.recorded = {one.kind: one for one in recorded}
        self._names = 0

    def play(self, server: Server, system: str, names: list[str], mode: str, seed: int) -> Lockstep:
        """Plays flows of a system in one new session."""
        self._names += 1
        oracle = self.oracles[system]
        oracle.reset()
        replaying = Client(f"{server.origin}/{endpoint(system)}", f"{mode.replace(' ', '-')}.{self._names}")
        asking = Client(oracle.origin + oracle.path)
        with contextlib.closing(replaying), contextlib.closing(asking):
            both = Lockstep(replaying.send, asking.send)
            runs = [Run(FLOWS[system][name]()) for name in names]
            (ALONE | SHARED)[mode](both, runs, random.Random(f"{mode}/{seed}"))
        return both

    def play_at_once(self, server: Server, recorded: Recorded, sessions: int, seed: int) -> list[Lockstep]:
        """Plays every flow in several sessions, a thread each. Requests start in the seed's order, and overlap.

        What is right was answered when it was recorded.
        """
        parts = [(system, name) for system in FLOWS for name in FLOWS[system] for _ in range(sessions)]
        turns = [part for part, (_, name) in enumerate(parts) for _ in recorded.answers[name]]
        random.Random(seed).shuffle(turns)
        dealer = Dealer(turns)
        played: list[Lockstep] = []

        def play(part: int) -> None:
            system, name = parts[part]
            answers = iter(recorded.answers[name])
            client = Client(f"{server.origin}/{endpoint(system)}", f"at-once-{seed}-{part}")

            def ask(asking: Asking) -> Seen:
                dealer.wait(part)
                return client.send(asking)

            with contextlib.closing(client), dealer.leaving(part):
                both = Lockstep(ask, lambda asking: Seen(next(answers)), name=name)
                played.append(both)
                in_order(both, [Run(FLOWS[system][name]())], random.Random(seed))

        with ThreadPoolExecutor(len(parts)) as threads:
            list(threads.map(play, range(len(parts))))
        return played

    def run(self, kind: str, modes: Iterable[str], seeds: int, tally: Tally, *, schemas: bool = True) -> None:
        recorded = self.recorded[kind]
        with running(replay(recorded, self.schemas if schemas else None)) as server:
            for mode in modes:
                for seed in range(1 if (ALONE | SHARED)[mode] in FIXED else seeds):
                    for system, flows_of_it in FLOWS.items():
                        for names in [[name] for name in flows_of_it] if mode in ALONE else [list(flows_of_it)]:
                            both = self.play(server, system, names, mode, seed)
                            tally.take(kind, mode, names[0] if mode in ALONE else LABELS[system], both)


@contextlib.contextmanager
def matrix() -> Iterator[Matrix]:
    """Everything recorded by stand-ins that are gone; others are the oracles."""
    with tempfile.TemporaryDirectory(prefix="understudy-matrix-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        with contextlib.ExitStack() as gone:
            upstreams = {system: gone.enter_context(standing_in(system, PATHS[system])) for system in FLOWS}
            recorded = [record(folder / kind, kind, upstreams) for kind in RECORDINGS]
        oracles = {system: stack.enter_context(standing_in(system, PATHS[system])) for system in FLOWS}
        schemas = folder / "schemas"
        schemas.mkdir()
        for system in FLOWS:
            shutil.copy(ROOT / "schemas" / f"{endpoint(system)}.graphqls", schemas)
        yield Matrix(schemas, oracles, recorded)


def main() -> None:
    parser = argparse.ArgumentParser(description="Replays the flows of the tutorials in many ways.")
    parser.add_argument("--seeds", type=int, default=5, help="runs of what is left to chance (default 5)")
    parser.add_argument("--without-schemas", action="store_true")
    parser.add_argument("--details", action="store_true", help="a line for every flow")
    options = parser.parse_args()
    tally = Tally()
    with matrix() as every:
        for kind in RECORDINGS:
            every.run(kind, ALONE | SHARED, options.seeds, tally, schemas=not options.without_schemas)
        with running(replay(every.recorded["apart"], every.schemas)) as server:
            for seed in range(options.seeds):
                for both in every.play_at_once(server, every.recorded["apart"], 8, seed):
                    tally.take("apart", "each in eight sessions at once", both.name, both)
    print(tally.table() if options.details else tally.summary())
    print(tally.reasons_table())
    print("\n\n".join(tally.wrong))
    raise SystemExit(1 if tally.wrong else 0)


if __name__ == "__main__":
    main()
