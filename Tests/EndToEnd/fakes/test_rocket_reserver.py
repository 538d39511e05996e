"""Rocket Reserver, faked: pages of launches, a login, trips that are booked and cancelled."""

from __future__ import annotations

import flows_of_the_tutorials as tutorials
import pytest
from fakes.asking import SENDERS
from fakes.walking import flat

ENDPOINT = "rocket-reserver"
LAUNCH = "id site isBooked mission { name missionPatch(size: LARGE) } rocket { id name type }"
PAGE = (
    f"query($size: Int, $after: String) {{ launches(pageSize: $size, after: "
    f"$after) {{ cursor hasMore launches {{ {LAUNCH} }} }} }}"
)
ONE = f"query($id: ID!) {{ launch(id: $id) {{ {LAUNCH} }} }}"
STATE = "{ me { id email trips { id isBooked } } totalTripsBooked }"
LOGIN = "mutation($email: String) { login(email: $email) { id email token } }"
BOOK = "mutation($ids: [ID]!) { bookTrips(launchIds: $ids) { success message launches { id isBooked } } }"
CANCEL = "mutation($id: ID!) { cancelTrip(launchId: $id) { success message launches { id isBooked } } }"
EMAIL = "me@example.com"


@pytest.fixture
def rockets(world):
    return world(ENDPOINT)


@pytest.fixture
def user(rockets):
    """Logged in as the app does it: the bare token in a header."""
    answer = rockets.ask(LOGIN, email=EMAIL)["login"]
    assert answer["email"] == EMAIL and answer["token"]
    rockets.headers["Authorization"] = answer["token"]
    return rockets


def launches(rockets):
    """Every launch, by the largest page."""
    page = rockets.ask(PAGE, size=1000)["launches"]
    assert page["hasMore"] is False
    return page["launches"]


def walk(rockets, size):
    pages, after, seen = [], None, set()
    while True:
        page = rockets.ask(PAGE, size=size, after=after)["launches"]
        pages.append(page["launches"])
        assert page["cursor"] not in seen, "a cursor comes twice"
        seen.add(page["cursor"])
        assert 0 < len(page["launches"]) <= size
        if not page["hasMore"]:
            return pages
        assert len(page["launches"]) == size
        after = page["cursor"]


def test_pages_hold_every_launch_once(rockets):
    whole = launches(rockets)
    assert len(whole) > 2 and len({each["id"] for each in whole}) == len(whole)
    for size in {1, 2, 3, len(whole) - 1, len(whole), len(whole) + 1}:
        assert flat(walk(rockets, size)) == whole, size


@pytest.mark.parametrize("sender", SENDERS)
def test_the_list_of_the_app_ends(sender, rockets):
    """The first page is asked for with a cursor that is null."""
    answers = tutorials.run(tutorials.paging(), SENDERS[sender](rockets))
    found = [each["id"] for answer in answers for each in answer["data"]["launches"]["launches"]]
    assert found == [each["id"] for each in launches(rockets)]


def test_a_lookup_is_the_member_of_the_list(rockets):
    for each in launches(rockets):
        assert rockets.ask(ONE, id=each["id"])["launch"] == each
    first = launches(rockets)[0]["id"]
    if first.isdigit():
        assert rockets.ask(f"{{ launch(id: {first}) {{ id }} }}")["launch"]["id"] == first


def test_a_rocket_is_the_same_everywhere(rockets):
    seen = {}
    for each in launches(rockets):
        if each["rocket"]:
            assert seen.setdefault(each["rocket"]["id"], each["rocket"]) == each["rocket"]


def test_the_sizes_of_a_patch_are_two_pictures(rockets):
    query = (
        "query($id: ID!) { launch(id: $id) { mission { small: "
        "missionPatch(size: SMALL) large: missionPatch(size: LARGE) } } }"
    )
    found = [rockets.ask(query, id=each["id"])["launch"]["mission"] for each in launches(rockets)]
    both = [each for each in found if each and each["small"] and each["large"]]
    assert both and all(each["small"] != each["large"] for each in both)


def test_login_says_who_asks(user):
    state = user.ask(STATE)
    assert state["me"]["email"] == EMAIL
    again = user.ask(LOGIN, email=EMAIL)["login"]
    assert (again["id"], again["token"]) == (state["me"]["id"], user.headers["Authorization"])


def test_another_address_is_another_user(rockets):
    """Each logs in where the other was."""
    seen = set()
    for email in (EMAIL, "you@example.com", EMAIL):
        user = rockets.ask(LOGIN, email=email)["login"]
        rockets.headers["Authorization"] = user["token"]
        assert rockets.ask("{ me { id email } }")["me"] == {"id": user["id"], "email": email}
        seen.add((user["id"], user["token"]))
    assert len(seen) == 2 and len({id for id, _ in seen}) == 2


def trips(user):
    return [each["id"] for each in user.ask(STATE)["me"]["trips"]]


def test_a_trip_from_its_booking_to_its_cancellation(user):
    free = [each["id"] for each in launches(user) if not each["isBooked"]]
    assert free, "nothing is left to be booked"
    id, before = free[0], user.ask(STATE)
    booked = user.ask(BOOK, ids=[id])["bookTrips"]
    assert booked["success"] is True and booked["launches"] == [{"id": id, "isBooked": True}]
    assert user.ask(ONE, id=id)["launch"]["isBooked"] is True
    assert [each["isBooked"] for each in launches(user) if each["id"] == id] == [True]
    during = user.ask(STATE)
    assert sorted(trips(user)) == sorted([*(each["id"] for each in before["me"]["trips"]), id])
    assert all(each["isBooked"] for each in during["me"]["trips"])
    assert during["totalTripsBooked"] == (before["totalTripsBooked"] or 0) + 1

    cancelled = user.ask(CANCEL, id=id)["cancelTrip"]
    assert cancelled["success"] is True
    assert user.ask(ONE, id=id)["launch"]["isBooked"] is False
    after = user.ask(STATE)
    assert after["me"] == before["me"] and after["totalTripsBooked"] == (before["totalTripsBooked"] or 0)


def test_booking_again_changes_nothing(user):
    id = next(each["id"] for each in launches(user) if not each["isBooked"])
    assert user.ask(BOOK, ids=[id])["bookTrips"]["success"] is True
    once = user.ask(STATE)
    assert user.ask(BOOK, ids=[id])["bookTrips"]["success"] is True
    assert user.ask(STATE) == once


def test_several_at_once(user):
    ids = [each["id"] for each in launches(user) if not each["isBooked"]][:2]
    before = trips(user)
    answer = user.ask(BOOK, ids=ids)["bookTrips"]
    assert [each["id"] for each in answer["launches"]] == ids
    assert set(trips(user)) == {*before, *ids}
    assert {each["id"] for each in launches(user) if each["isBooked"]} >= set(ids)


def test_what_is_booked_and_the_trips_agree(user):
    """From the start and after changes."""
    for _ in range(2):
        assert {each["id"] for each in launches(user) if each["isBooked"]} == set(trips(user))
        assert user.ask(STATE)["totalTripsBooked"] >= len(trips(user))
        user.ask(BOOK, ids=[launches(user)[0]["id"]])


def test_an_unknown_launch_changes_nothing(user):
    before = user.ask(STATE), launches(user)
    for query, variables in ((BOOK, {"ids": ["no-such-launch"]}), (CANCEL, {"id": "no-such-launch"})):
        answer = user.answer(query, **variables)
        data = answer.get("data") and next(iter(answer["data"].values()))
        assert data is None or not any(data["launches"] or [])
        assert (user.ask(STATE), launches(user)) == before


@pytest.mark.parametrize("sender", SENDERS)
def test_the_flow_of_the_tutorial(sender, rockets):
    """The first asks are those of nobody: what they answer is not said here. Then one logs in, books, cancels."""
    id = next(each["id"] for each in launches(rockets) if not each["isBooked"])
    send = SENDERS[sender](rockets)
    details = {"launchId": id}
    token = send(tutorials.LOGIN, {"loginEmail": EMAIL}, {})["data"]["login"]["token"]
    headers = {"Authorization": token}
    before = send(tutorials.LAUNCH_DETAILS, details, headers)["data"]["launch"]
    assert before["isBooked"] is False
    assert send(tutorials.BOOK_TRIP, {"id": id}, headers)["data"]["bookTrips"]["success"] is True
    assert send(tutorials.LAUNCH_DETAILS, details, headers)["data"]["launch"] == {**before, "isBooked": True}
    assert send(tutorials.CANCEL_TRIP, {"id": id}, headers)["data"]["cancelTrip"]["success"] is True
    assert send(tutorials.LAUNCH_DETAILS, details, headers)["data"]["launch"] == before
