"""What the tutorials type into a playground, what other versions of their apps send, and what goes wrong: as flows.

`flows_of_the_tutorials.py` has what the apps do when all is well. Operations marked "made up" are told of in a
tutorial, which does not give their text.
"""

from __future__ import annotations

from dataclasses import dataclass

import flows_of_the_tutorials as flows
from flows_of_the_tutorials import Asking, Flow, planner, rockets
from operations import Operation


def each(*operations: Operation) -> Flow:
    """One after the other, with their own variables."""
    for operation in operations:
        yield Asking(operation, operation.variables)


# ConferencePlanner

FIRST_THREE = Operation(
    "ConferencePlanner, the first three", "{ allConferences { name city year attendees(first: 3) { name } } }"
)
LAST_THREE = Operation(
    "ConferencePlanner, the last three", "{ allConferences { name city year attendees(last: 3) { name } } }"
)
WITH_CITIES = planner("AllConferences", "query AllConferences { allConferences { id name city } }")
WITH_NAMES = planner("AllConferences", "query AllConferences { allConferences { id name } }")
ALL_ATTENDEES = Operation("ConferencePlanner, all attendees (made up)", "{ allAttendees { id name } }")
CREATE_NAMED = planner(
    "CreateConference",
    """mutation CreateConference {
  createConference(name: "WWDC", city: "San Jose", year: "2017") { id name }
}""",
)
CREATE = planner(
    "CreateConference",
    """mutation CreateConference {
  createConference(name: "WWDC", city: "San Jose", year: "2017") { id }
}""",
)
# One document that is sent twice; the name says which of the two is meant.
BOTH = """mutation createUIKonfMutation {
  createConference(name: "UIKonf", city: "Berlin", year: "2017") {
    id
  }
}
mutation createWWDCMutation {
  createConference(name: "WWDC", city: "San Jose", year: "2017") {
    id
  }
}"""
CREATE_UIKONF = planner("createUIKonfMutation", BOTH)
CREATE_WWDC = planner("createWWDCMutation", BOTH)
UPDATE_NAME = planner(
    "UpdateAttendeeName",
    """mutation UpdateAttendeeName($id: ID!, $newName: String!) {
  updateAttendee(id: $id, name: $newName) {
    id
    name
  }
}""",
)


def looking_around() -> Flow:
    """Nothing is changed: the list, and both views of every conference in it."""
    listed = yield Asking(flows.ALL_CONFERENCES)
    for conference in listed["data"]["allConferences"]:
        yield Asking(flows.CONFERENCE, {"id": conference["id"]})
        yield Asking(flows.ATTENDEES_FOR_CONFERENCE, {"conferenceId": conference["id"]})


def renaming() -> Flow:
    """One gets another name; nobody has the second id."""
    created = yield Asking(flows.CREATE_ATTENDEE, {"name": "Sarah"})
    yield Asking(UPDATE_NAME, {"id": created["data"]["createAttendee"]["id"], "newName": "Sara"})
    yield Asking(UPDATE_NAME, {"id": "wrong-id", "newName": "Sara"})


def attending_twice() -> Flow:
    """The button is pressed again before the answer is there: the second is refused, and changes nothing."""
    created = yield Asking(flows.CREATE_ATTENDEE, {"name": "Sarah"})
    listed = yield Asking(flows.ALL_CONFERENCES)
    conference = listed["data"]["allConferences"][0]["id"]
    both = {"conferenceId": conference, "attendeeId": created["data"]["createAttendee"]["id"]}
    for _ in range(2):
        yield Asking(flows.ATTEND, both)
        yield Asking(flows.ATTENDEES_FOR_CONFERENCE, {"conferenceId": conference})


# Rocket Reserver


@dataclass(frozen=True)
class App:
    """How one version of the app spells its mutations, and what it calls their variables."""

    login: Operation
    email: str
    book: Operation
    cancel: Operation
    launch: str


TUTORIAL = App(flows.LOGIN, "loginEmail", flows.BOOK_TRIP, flows.CANCEL_TRIP, "id")
APP_OF_2022 = App(
    flows.LOGIN,
    "loginEmail",
    rockets(
        "BookTrip",
        "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { success message launches { id } } }",
    ),
    rockets(
        "CancelTrip",
        "mutation CancelTrip($id: ID!) { cancelTrip(launchId: $id) { success message launches { id } } }",
    ),
    "id",
)
APP_OF_2025 = App(
    rockets("Login", "mutation Login($email: String!) { login(email: $email) { token } }"),
    "email",
    flows.BOOK_TRIP,
    rockets(
        "CancelTrip",
        "mutation CancelTrip($launchId: ID!) { cancelTrip(launchId: $launchId) { success message } }",
    ),
    "launchId",
)
TRIPS_BOOKED = rockets("TripsBooked", "subscription TripsBooked {\n  tripsBooked\n}")
BOOK_IN_SANDBOX = rockets(
    "Mutation",
    "mutation Mutation($bookTripsLaunchIds: [ID]!) { bookTrips(launchIds: $bookTripsLaunchIds) { success message } }",
)
BOOK_93 = rockets("BookTrip", 'mutation BookTrip { bookTrips(launchIds: ["93"]){ message } }')


def booking_once(app: App, email: str = flows.USERS[0], launch: str = "25") -> Flow:
    """Looks, logs in, books, looks, cancels, and looks."""
    details = {"launchId": launch}
    yield Asking(flows.LAUNCH_DETAILS, details)
    answer = yield Asking(app.login, {app.email: email})
    headers = {"Authorization": answer["data"]["login"]["token"]}
    yield Asking(flows.LAUNCH_DETAILS, details, headers)
    yield Asking(app.book, {"id": launch}, headers)
    yield Asking(flows.LAUNCH_DETAILS, details, headers)
    yield Asking(app.cancel, {app.launch: launch}, headers)
    yield Asking(flows.LAUNCH_DETAILS, details, headers)


def sandbox(email: str = flows.USERS[0]) -> Flow:
    """Books by hand: refused, then with the token of a login."""
    yield Asking(BOOK_IN_SANDBOX, {"bookTripsLaunchIds": ["25"]})
    answer = yield Asking(flows.LOGIN, {"loginEmail": email})
    headers = {"Authorization": answer["data"]["login"]["token"]}
    yield Asking(BOOK_IN_SANDBOX, {"bookTripsLaunchIds": ["25"]}, headers)
    yield Asking(BOOK_93, None, headers)
    yield Asking(flows.LAUNCH_DETAILS, {"launchId": "25"}, headers)
    yield Asking(flows.LAUNCH_DETAILS, {"launchId": "93"}, headers)


def watching(email: str = flows.USERS[0], launch: str = "25") -> Flow:
    """Somebody who has subscribed to TRIPS_BOOKED logs in, books and cancels: to ask for it is to wait for an event."""
    answer = yield Asking(flows.LOGIN, {"loginEmail": email})
    headers = {"Authorization": answer["data"]["login"]["token"]}
    for change in (flows.BOOK_TRIP, flows.CANCEL_TRIP):
        yield Asking(change, {"id": launch}, headers)
        yield Asking(TRIPS_BOOKED)


def without_a_user() -> Flow:
    """No such launch, no address, a cancellation that says it was one; and the first page without a cursor."""
    yield Asking(flows.LAUNCH_LIST)
    yield Asking(flows.LAUNCH_DETAILS, {"launchId": "0"})
    yield Asking(flows.LOGIN, {"loginEmail": None})
    yield Asking(flows.CANCEL_TRIP, {"id": "25"})
    yield Asking(flows.LAUNCH_DETAILS, {"launchId": "25"})


# Posts

NOBODY = {"value": "00000000-0000-0000-0000-000000000000"}
EDIT_INLINE = Operation(
    "Posts, the id in the document (the selection is made up)",
    'mutation { editPost(id: {value: "00000000-0000-0000-0000-000000000000"}, tags: [Swift, Vapor, GraphQL], '
    'title: "Updated Title") { id title publishedAt tags } }',
)
DELETE_INLINE = Operation(
    "Posts, the id in the document (made up)",
    'mutation { deletePost(id: {value: "00000000-0000-0000-0000-000000000000"}) }',
)


def posting_in_vain() -> Flow:
    """Nobody has the id: null, null and false, and the list is as before."""
    yield Asking(flows.ALL_POSTS)
    yield Asking(flows.CREATE_POST, {"input": {"authorId": NOBODY, "tags": ["Swift"], "title": "New post"}})
    yield Asking(flows.EDIT_POST, {"id": NOBODY, "tags": ["Swift", "Vapor", "GraphQL"], "title": "Updated Title"})
    yield Asking(flows.DELETE_POST, {"id": NOBODY})
    yield Asking(flows.ALL_POSTS)
