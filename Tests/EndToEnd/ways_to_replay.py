"""Ways to replay flows that were recorded otherwise: in another order, in part, more than once, at the same time.

Each way is given a lockstep, the flows, and chance by a seed; it asks until the flows are at their end.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from flows_of_the_tutorials import Answer, Asking, Flow
from lockstep import MADE, Lockstep, is_mutation

Way = Callable[[Lockstep, "list[Run]", random.Random], None]


class Run:
    """A flow on its way."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self.asking: Asking | None = next(flow)
        # What it has asked to read so far.
        self.reads: list[Asking] = []

    def go_on(self, answer: Answer) -> None:
        if self.asking and not is_mutation(self.asking):
            self.reads.append(self.asking)
        try:
            self.asking = self._flow.send(answer)
        except StopIteration:
            self.asking = None


def in_order(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    for run in runs:
        while run.asking:
            run.go_on(both.ask(run.asking))


def backwards(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    in_order(both, runs[::-1], chance)


def one_only(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    in_order(both, [chance.choice(runs)], chance)


def without_the_first(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
        in_order(both, runs[1:][::-1], chance)


def interleaved(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    while left := [run for run in runs if run.asking]:
        run = chance.choice(left)
        run.go_on(both.ask(run.asking))


def some_steps(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    """Leaves out a third of the steps, but none whose answer the others need."""
    for run in runs:
        while run.asking:
            needed = run.asking.operation.name in MADE
            if needed or chance.random() > 1 / 3:
                run.go_on(both.ask(run.asking))
            else:
                run.go_on({} if is_mutation(run.asking) else both.ask_oracle(run.asking))


def every_request_twice(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    for run in runs:
        while run.asking:
            answer = both.ask(run.asking)
            both.ask(run.asking)
            run.go_on(answer)


def reads_twice(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    for run in runs:
        while run.asking:
            if not is_mutation(run.asking):
                both.ask(run.asking)
            run.go_on(both.ask(run.asking))


def some_mutations_twice(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    for run in runs:
        while run.asking:
            answer = both.ask(run.asking)
            if is_mutation(run.asking) and chance.random() < 1 / 4:
                both.ask(run.asking)
            run.go_on(answer)


def polling(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    """Now and then something is read again that was read before."""
    for run in runs:
        while run.asking:
            for _ in range(chance.choice([0, 0, 1, 3])):
                if run.reads:
                    both.ask(chance.choice(run.reads))
            run.go_on(both.ask(run.asking))


def anything(both: Lockstep, runs: list[Run], chance: random.Random) -> None:
    """All of these at the same time."""
    while left := [run for run in runs if run.asking]:
        run = chance.choice(left)
        needed = run.asking.operation.name in MADE
        what = chance.random()
        if what < 0.15 and not needed:
            run.go_on({} if is_mutation(run.asking) else both.ask_oracle(run.asking))
        elif what < 0.25 and run.reads:
            both.ask(chance.choice(run.reads))
        else:
            answer = both.ask(run.asking)
            if what > 0.95:
                both.ask(run.asking)
            run.go_on(answer)


ALONE: dict[str, Way] = {
    "alone": in_order,
    "alone, some steps left out": some_steps,
    "alone, every read twice": reads_twice,
    "alone, polling": polling,
    "alone, some mutations retried": some_mutations_twice,
    "alone, every request twice": every_request_twice,
    "alone, all of this": anything,
}
SHARED: dict[str, Way] = {
    "shared, in the recorded order": in_order,
    "shared, the other way round": backwards,
    "shared, one flow only": one_only,
    "shared, without the first, the other way round": without_the_first,
    "shared, interleaved": interleaved,
    "shared, some steps left out": some_steps,
    "shared, polling": polling,
    "shared, some mutations retried": some_mutations_twice,
    "shared, all of this": anything,
}

# Nothing in them is left to chance.
FIXED = (in_order, backwards, without_the_first, every_request_twice, reads_twice)
