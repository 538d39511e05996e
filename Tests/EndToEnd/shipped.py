"""What `recordings/` holds: four endpoints, the stand-in that each was recorded from, and what was asked there.

A sitting is a flow in a session of its own, from the server's start. So a test that does the same in a session of its
own is answered exactly.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import clients
import flows_of_the_tutorials as flows
import operations
import operations_by_hand as by_hand
from clients import Reply
from conference_planner.simple_api import PROJECT
from flows_of_the_tutorials import Asking, Flow
from operations import Operation
from subscribers import OverHTTP


@dataclass(frozen=True)
class Sitting:
    """A flow, and whether its operations are spelled as Apollo iOS sends them or as people write them.

    What is watched is subscribed to before the flow begins, over server-sent events; where the flow asks for it, the
    next event is the answer.
    """

    name: str
    flow: Callable[[], Flow]
    apollo: bool = True
    watched: Operation | None = None

    @contextlib.contextmanager
    def watching(self, url: str, named: bool = True) -> Iterator[OverHTTP | None]:
        """The subscription, until the end of the block."""
        if self.watched is None:
            yield None
            return
        subscriber = OverHTTP(url, "sse", self.watched.body(), self.session(named))
        with contextlib.closing(subscriber):
            yield subscriber

    def session(self, named: bool) -> dict[str, str]:
        return {"X-Understudy-Session": self.name} if named else {}

    def ask(self, url: str, asking: Asking, named: bool = True) -> Reply:
        """Sends one request of it by curl, in the session of the sitting's name, or in the unnamed one."""
        operation = dataclasses.replace(asking.operation, variables=asking.variables)
        headers = {**self.session(named), **asking.headers}
        arguments = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
        if self.apollo:
            return clients.post_apollo(url, operation, *arguments)
        return clients.post(url, operation.body(), *arguments)

    def run(self, url: str, named: bool = True) -> Iterator[tuple[Asking, Reply]]:
        """Every request with its answer, each made from the answers before it."""
        flow = self.flow()
        with self.watching(url, named) as subscriber:
            asking = next(flow, None)
            while asking is not None:
                if subscriber is not None and asking.operation is self.watched:
                    reply = event(subscriber)
                else:
                    reply = self.ask(url, asking, named)
                yield asking, reply
                try:
                    asking = flow.send(reply.json)
                except StopIteration:
                    return


def event(subscriber: OverHTTP) -> Reply:
    """The next event, as the answer that it is, with what the stream's headers say of where it is from."""
    headers = {name.lower(): [value] for name, value in subscriber.response.getheaders()}
    payload = json.dumps(subscriber.next(), ensure_ascii=False).encode()
    kept = {name: values for name, values in headers.items() if name.startswith("understudy-")}
    return Reply(subscriber.response.status, kept, payload)


@dataclass(frozen=True)
class Shipped:
    """An endpoint, and how its stand-in is started."""

    endpoint: str
    stand_in: str
    sittings: list[Sitting]
    arguments: list[str] = field(default_factory=list)
    path: str = "/graphql"
    # Whether it can be changed, and so has to be brought back to its start before each sitting.
    changes: bool = True


COUNTRIES = Shipped(
    "countries",
    "countries",
    [
        Sitting("app", lambda: by_hand.each(*operations.APP)),
        Sitting("by-hand", lambda: by_hand.each(*operations.HANDWRITTEN, *operations.README), apollo=False),
    ],
    path="/",
    changes=False,
)

CONFERENCE_PLANNER = Shipped(
    "conference-planner",
    "conference_planner",
    [
        Sitting("looking-around", by_hand.looking_around),
        Sitting("attending", lambda: flows.attending("Sarah", "Johannes")),
        Sitting("attending-twice", by_hand.attending_twice),
        Sitting("renaming", by_hand.renaming),
        Sitting(
            "playground",
            lambda: by_hand.each(
                by_hand.FIRST_THREE,
                by_hand.WITH_CITIES,
                by_hand.CREATE_NAMED,
                by_hand.WITH_CITIES,
                by_hand.ALL_ATTENDEES,
            ),
            apollo=False,
        ),
        Sitting(
            "playground-of-two",
            lambda: by_hand.each(
                by_hand.LAST_THREE,
                by_hand.WITH_NAMES,
                by_hand.CREATE_UIKONF,
                by_hand.CREATE_WWDC,
                by_hand.WITH_NAMES,
            ),
            apollo=False,
        ),
        Sitting("playground-of-one", lambda: by_hand.each(by_hand.CREATE, by_hand.WITH_NAMES), apollo=False),
    ],
    arguments=["--seed", "0"],
    path=f"/simple/v1/{PROJECT}",
)

ROCKET_RESERVER = Shipped(
    "rocket-reserver",
    "rocket_reserver",
    [
        Sitting("booking", lambda: by_hand.booking_once(by_hand.TUTORIAL)),
        Sitting("booking-by-hand", lambda: by_hand.booking_once(by_hand.TUTORIAL), apollo=False),
        Sitting("booking-of-two", flows.booking),
        Sitting("booking-in-2022", lambda: by_hand.booking_once(by_hand.APP_OF_2022)),
        Sitting("booking-in-2025", lambda: by_hand.booking_once(by_hand.APP_OF_2025)),
        Sitting("paging", flows.paging),
        Sitting("sandbox", by_hand.sandbox, apollo=False),
        Sitting("without-a-user", by_hand.without_a_user),
        # The last one: whoever watches sees what others book, too.
        Sitting("watching", by_hand.watching, watched=by_hand.TRIPS_BOOKED),
    ],
)

POSTS = Shipped(
    "posts",
    "posts",
    [
        Sitting("posting", flows.posting),
        Sitting("posting-in-vain", by_hand.posting_in_vain),
        Sitting("playground", lambda: by_hand.each(by_hand.EDIT_INLINE, by_hand.DELETE_INLINE), apollo=False),
    ],
    arguments=["--seed", "0"],
)

ALL = [COUNTRIES, CONFERENCE_PLANNER, ROCKET_RESERVER, POSTS]
