"""Users and their trips."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass, field

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]{2,}")


@dataclass
class User:
    id: str
    email: str
    trips: dict[str, None] = field(default_factory=dict)


def is_email(text: str | None) -> bool:
    return text is not None and EMAIL.fullmatch(text) is not None


def token_of(email: str) -> str:
    return base64.b64encode(email.encode()).decode()


def email_of(token: str) -> str | None:
    """What a token says. It is the whole header: a token behind `Bearer` is none."""
    try:
        return base64.b64decode(token + "=" * (-len(token) % 4), validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return None


class Store:
    """`publish` is called with the number of launches of a booking, and with -1 when a trip is cancelled.

    The real server answers a cancellation without waiting for it; `late` makes the next request still see the trip.
    """

    def __init__(self, publish: Callable[[int], None] = lambda count: None, late: bool = False):
        self.publish = publish
        self.late = late
        self.reset()

    def reset(self) -> None:
        self.users: dict[str, User] = {}
        self.documents: dict[str, str] = {}
        self.cancelled: list[tuple[User, str]] = []

    def user(self, email: str | None) -> User | None:
        """The user of an address, made where there is none yet; None where it is no address."""
        if not is_email(email):
            return None
        return self.users.setdefault(email, User(str(len(self.users) + 1), email))

    @property
    def total(self) -> int:
        return sum(len(user.trips) for user in self.users.values())

    def book(self, user: User | None, launches: list[str | None]) -> None:
        if user is None:
            raise TypeError("Cannot read property 'id' of null")
        for launch in launches:
            user.trips[launch] = None
        self.publish(len(launches))

    def cancel(self, user: User | None, launch: str) -> None:
        """Without a user nothing is cancelled, but it looks the same: the server does not wait for what goes wrong."""
        if user is not None and self.late:
            self.cancelled.append((user, launch))
        elif user is not None:
            user.trips.pop(launch, None)
        self.publish(-1)

    def settle(self, cancelled: list[tuple[User, str]]) -> None:
        """Does cancellations that earlier requests left."""
        for user, launch in cancelled:
            user.trips.pop(launch, None)
        self.cancelled = self.cancelled[len(cancelled) :]
