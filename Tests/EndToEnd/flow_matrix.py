"""The flows of the tutorials, recorded once and replayed in many ways: how many answers are exact, inferred, missed.

    python Tests/EndToEnd/flow_matrix.py [--seeds N] [--details]        prints the tables as Markdown

Every answer is compared with what a stand-in says to the same requests in the same order (`lockstep.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1] / "Upstreams"))

from flows_of_the_tutorials import Asking
from harness import PATIENCE, ROOT, Server, running
from lockstep import Client, Lockstep, Seen
from recorded_flows import FLOWS, LABELS, PATHS, RECORDINGS, Recorded, endpoint, record, replay
from standing_in import StandIn, standing_in
from tally import Tally
from ways_to_replay import ALONE, FIXED, SHARED, Run, in_order


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
        yield Matrix(ROOT / "schemas", oracles, recorded)


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
