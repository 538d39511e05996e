"""What tests of ConferencePlanner ask again and again."""

from __future__ import annotations

from typing import Any

from fakes.asking import Asker

WHOLE = "{ allConferences { id name city year createdAt updatedAt attendees { id } _attendeesMeta { count } } }"
EVERYBODY = "{ allAttendees { id name conferences { id } _conferencesMeta { count } } }"


def conferences(planner: Asker, arguments: str = "") -> list[dict[str, Any]]:
    return planner.ask(WHOLE.replace("allConferences", f"allConferences{arguments}"))["allConferences"]


def attendees(planner: Asker) -> list[dict[str, Any]]:
    return planner.ask(EVERYBODY)["allAttendees"]


def names(found: list[dict[str, Any]]) -> list[str]:
    return [each["id"] for each in found]
