"""What the apps of the tutorials do, as flows: operations in their order, each made from the answers before it.

A flow is a generator. It yields an `Asking` and is sent the answer, as JSON; so a test can run one by itself (`run`),
or several in turn. Nothing here knows where the answers come from.

    answers = run(attending("Sarah"), send)      # send(operation, variables, headers) -> the answer
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from operations import Operation

Answer = dict[str, Any]
Send = Callable[[Operation, "dict[str, Any] | None", dict[str, str]], Answer]


@dataclass(frozen=True)
class Asking:
    """One request of a flow."""

    operation: Operation
    variables: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)


Flow = Generator[Asking, Answer, None]


def run(flow: Flow, send: Send) -> list[Answer]:
    """Runs a flow to its end, and returns all answers in order."""
    answers: list[Answer] = []
    try:
        asking = next(flow)
        while True:
            answers.append(send(asking.operation, asking.variables, asking.headers))
            asking = flow.send(answers[-1])
    except StopIteration:
        return answers


def operation(system: str, name: str, text: str) -> Operation:
    return Operation(f"{system}, {name}", text, name)


# "Getting started with GraphQL & Apollo on iOS": ConferencePlanner

ATTENDEE_DETAILS = """fragment AttendeeDetails on Attendee {
  id
  name
  _conferencesMeta {
    count
  }
}"""
CONFERENCE_DETAILS = """fragment ConferenceDetails on Conference {
  id
  name
  city
  year
  attendees {
    id
  }
}"""


def planner(name: str, *definitions: str) -> Operation:
    return operation("ConferencePlanner", name, "\n".join(definitions))


CREATE_ATTENDEE = planner(
    "CreateAttendee",
    """mutation CreateAttendee($name: String!) {
  createAttendee(name: $name) {
    id
    name
  }
}""",
)
ALL_CONFERENCES = planner(
    "AllConferences",
    CONFERENCE_DETAILS,
    """query AllConferences {
  allConferences {
    ...ConferenceDetails
  }
}""",
)
# The operation and the fragment have one name.
CONFERENCE = planner(
    "ConferenceDetails",
    CONFERENCE_DETAILS,
    """query ConferenceDetails($id: ID!) {
  conference: Conference(id: $id) {
    ...ConferenceDetails
  }
}""",
)
ATTENDEES_FOR_CONFERENCE = planner(
    "AttendeesForConference",
    """query AttendeesForConference($conferenceId: ID!) {
  conference: Conference(id: $conferenceId) {
    id
    attendees {
      ...AttendeeDetails
    }
  }
}""",
    ATTENDEE_DETAILS,
)


def toggle(name: str, field: str) -> Operation:
    return planner(
        name,
        f"""mutation {name}($conferenceId: ID!, $attendeeId: ID!) {{
  {field}(conferencesConferenceId: $conferenceId, attendeesAttendeeId: $attendeeId) {{
    conferencesConference {{
      id
      attendees {{
        ...AttendeeDetails
      }}
    }}
  }}
}}""",
        ATTENDEE_DETAILS,
    )


ATTEND = toggle("AttendConference", "addToAttendees")
NOT_ATTEND = toggle("NotAttendConference", "removeFromAttendees")

TOGGLES = 3


def attending(*attendees: str, toggles: int = TOGGLES, place: int = 0) -> Flow:
    """Each registers, lists, looks at the conference at a place of the list, then attends and does not, in turn."""
    for name in attendees:
        registered = yield Asking(CREATE_ATTENDEE, {"name": name})
        attendee = registered["data"]["createAttendee"]["id"]
        listed = yield Asking(ALL_CONFERENCES)
        conference = listed["data"]["allConferences"][place]["id"]
        both = {"conferenceId": conference, "attendeeId": attendee}
        yield Asking(CONFERENCE, {"id": conference})
        yield Asking(ATTENDEES_FOR_CONFERENCE, {"conferenceId": conference})
        for _ in range(toggles):
            for change in (ATTEND, NOT_ATTEND):
                yield Asking(change, both)
                yield Asking(CONFERENCE, {"id": conference})
                yield Asking(ATTENDEES_FOR_CONFERENCE, {"conferenceId": conference})


# "GraphQL mutations with Combine's Future": posts

AUTHOR_DETAILS = """fragment AuthorDetails on Author {
  id
  name
  twitter
}"""


def posts(name: str, *definitions: str) -> Operation:
    return operation("Posts", name, "\n".join(definitions))


ALL_POSTS = posts(
    "AllPosts",
    """query AllPosts {
  posts {
    id
    title
    publishedAt
    tags
    author {
      ...AuthorDetails
    }
  }
}""",
    AUTHOR_DETAILS,
)
CREATE_POST = posts(
    "CreatePost",
    """mutation CreatePost($input: PostInput!) {
  createPost(input: $input) {
    id
    title
    publishedAt
    tags
    author {
      ...AuthorDetails
    }
  }
}""",
    AUTHOR_DETAILS,
)
EDIT_POST = posts(
    "EditPost",
    """mutation EditPost($id: CustomUUID!, $title: String!, $tags: [Tag!]!) {
  editPost(id: $id, tags: $tags, title: $title) {
    id
    title
    publishedAt
    tags
  }
}""",
)
DELETE_POST = posts(
    "DeletePost",
    """mutation DeletePost($id: CustomUUID!) {
  deletePost(id: $id)
}""",
)


def posting(title: str = "New post", new_title: str = "Updated Title") -> Flow:
    """List, create, edit, delete, and list after each. The ids of the server are objects."""
    listed = yield Asking(ALL_POSTS)
    author = listed["data"]["posts"][0]["author"]["id"]
    input = {"authorId": author, "tags": ["Swift"], "title": title}
    created = yield Asking(CREATE_POST, {"input": input})
    id = created["data"]["createPost"]["id"]
    yield Asking(ALL_POSTS)
    yield Asking(EDIT_POST, {"id": id, "tags": ["Swift", "Vapor", "GraphQL"], "title": new_title})
    yield Asking(ALL_POSTS)
    yield Asking(DELETE_POST, {"id": id})
    yield Asking(ALL_POSTS)


# "Define additional mutations": Rocket Reserver


def rockets(name: str, text: str) -> Operation:
    return operation("Rocket Reserver", name, text)


LAUNCH_LIST = rockets(
    "LaunchList",
    """query LaunchList($cursor: String) {
  launches(after: $cursor) {
    hasMore
    cursor
    launches {
      id
      site
      mission {
        name
        missionPatch(size: SMALL)
      }
    }
  }
}""",
)
LAUNCH_DETAILS = rockets(
    "LaunchDetails",
    """query LaunchDetails($launchId: ID!) {
  launch(id: $launchId) {
    id
    site
    mission {
      name
      missionPatch(size: LARGE)
    }
    rocket {
      name
      type
    }
    isBooked
  }
}""",
)
LOGIN = rockets(
    "Login",
    """mutation Login($loginEmail: String) {
  login(email: $loginEmail) {
    token
  }
}""",
)
BOOK_TRIP = rockets(
    "BookTrip",
    """mutation BookTrip($id:ID!) {
bookTrips(launchIds:[$id]) {
success
message
}
}""",
)
CANCEL_TRIP = rockets(
    "CancelTrip",
    """mutation CancelTrip($id: ID!) {
cancelTrip(launchId: $id) {
success
message
}
}""",
)

USERS = ("me@example.com", "you@example.com")


def booking(*emails: str, launch: str = "25") -> Flow:
    """Each is refused without a token, logs in, books, looks, cancels, and looks. The token is the bare header."""
    details = {"launchId": launch}
    for email in emails or USERS:
        yield Asking(LAUNCH_DETAILS, details)
        yield Asking(BOOK_TRIP, {"id": launch})
        answer = yield Asking(LOGIN, {"loginEmail": email})
        headers = {"Authorization": answer["data"]["login"]["token"]}
        yield Asking(LAUNCH_DETAILS, details, headers)
        yield Asking(BOOK_TRIP, {"id": launch}, headers)
        yield Asking(LAUNCH_DETAILS, details, headers)
        yield Asking(CANCEL_TRIP, {"id": launch}, headers)
        yield Asking(LAUNCH_DETAILS, details, headers)


def paging() -> Flow:
    """All pages of launches; the first is asked for with a cursor that is null."""
    cursor, more = None, True
    while more:
        answer = yield Asking(LAUNCH_LIST, {"cursor": cursor})
        cursor, more = answer["data"]["launches"]["cursor"], answer["data"]["launches"]["hasMore"]


# Every flow, by the stand-in that it runs against.
FLOWS: dict[str, tuple[str, Callable[[], Flow]]] = {
    "two attend, three times each": ("conference_planner", lambda: attending("Sarah", "Johannes")),
    "list, create, edit, delete, list": ("posts", posting),
    "two book and cancel": ("rocket_reserver", booking),
    "six pages of launches": ("rocket_reserver", paging),
}
