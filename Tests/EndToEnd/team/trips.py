"""One session of Rocket Reserver behind a load balancer, step by step: it books a trip, looks at it, and subscribes."""

from __future__ import annotations

import contextlib
import time
from urllib.parse import quote

import clients
import flows_of_the_tutorials as tutorials
from clients import Reply
from operations_by_hand import TRIPS_BOOKED
from replicas import Front
from session_support import ENDPOINT, LAUNCH, Caller, request
from subscribers import WORDS, OverHTTP, OverWebSocket


class Trip:
    def __init__(self, front: Front, name: str, by: str = "header") -> None:
        self.front = front
        self.name = name
        self.caller = Caller(front, name, by)

    def begin(self) -> bool:
        """By its path, and by the header where it has one. Nobody is logged in then."""
        self.caller.headers.clear()
        path = f"/__understudy/sessions/{quote(self.name, safe='')}/reset"
        headers = {self.caller.header: self.name} if self.caller.by == "header" else {}
        # 404: the process whose answers are expected has no --sessions begun, so there is nothing to reset yet.
        return request(self.front, "POST", path, b"", headers).status in (200, 404)

    def book(self) -> None:
        self.caller.log_in()
        assert "errors" not in self.caller.book().json

    def is_booked(self) -> bool:
        return self.caller.is_booked()

    def ask(self) -> Reply:
        return self.caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})

    def status(self, timeout: float) -> int | None:
        """The status of a query's answer; none if it does not come in time."""
        try:
            arguments = ["--max-time", str(timeout), "-H", f"{self.caller.header}: {self.name}"]
            body = {**tutorials.LAUNCH_DETAILS.body(), "variables": {"launchId": LAUNCH}}
            return clients.post(f"{self.front.origin}/{ENDPOINT}", body, *arguments).status
        except ConnectionError:
            return None


def watch(front: Front, name: str, way: str, by: str) -> None:
    """Subscribes, books and cancels on other connections, and takes each event before the next request."""
    watch_across(front.origin, front, name, way, by)


def watch_across(subscribed: str, front: Front, name: str, way: str, by: str = "header") -> None:
    """The same, with the subscription at another origin than the other requests."""
    trip = Trip(front, name, by)
    assert trip.begin()
    kind = OverWebSocket if way in WORDS else OverHTTP
    headers = {trip.caller.header: name} if by == "header" else {}
    subscriber = kind(f"{subscribed}{trip.caller.path}", way, TRIPS_BOOKED.body(), headers)
    with contextlib.closing(subscriber):
        if way in WORDS:
            # A WebSocket does not confirm a subscription, and other connections may be faster than it.
            time.sleep(1.5)
        trip.caller.log_in()
        for change in (tutorials.BOOK_TRIP, tutorials.CANCEL_TRIP):
            assert "errors" not in trip.caller.ask(change, {"id": LAUNCH}).json
            event = subscriber.next()
            assert event["data"]["tripsBooked"] == (1 if change is tutorials.BOOK_TRIP else -1), event
