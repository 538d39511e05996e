"""The flows of the tutorials against the stand-ins: the answers that are known, before anything is recorded."""

import flows_of_the_tutorials as flows
import pytest
from conference_planner.simple_api import PROJECT
from standing_in import standing_in

PATHS = {"conference_planner": f"/simple/v1/{PROJECT}", "posts": "/graphql", "rocket_reserver": "/graphql"}


@pytest.fixture(scope="module")
def running():
    """The stand-ins that were asked for, each started once."""
    started = {}
    contexts = []

    def start(name):
        if name not in started:
            contexts.append(standing_in(name, PATHS[name]))
            started[name] = contexts[-1].__enter__()
        started[name].reset()
        return started[name]

    yield start
    for context in contexts:
        context.__exit__(None, None, None)


def send_to(stand_in):
    """Sends what a flow asks by HTTP."""

    def send(operation, variables, headers):
        body = {"query": operation.text, "operationName": operation.name, "variables": variables}
        response = stand_in.post(body, **headers)
        assert response.status_code == 200, response.text
        return response.json()

    return send


@pytest.mark.parametrize("name", flows.FLOWS)
def test_a_flow_runs_to_its_end_and_again_from_the_same_start(running, name):
    system, flow = flows.FLOWS[name]
    api = running(system)
    first = flows.run(flow(), send_to(api))
    assert first and all("data" in answer for answer in first)
    api.reset()
    assert flows.run(flow(), send_to(api)) == first


def test_two_attend_and_do_not_three_times_each(running):
    answers = [
        answer["data"]
        for answer in flows.run(flows.attending("Sarah", "Johannes"), send_to(running("conference_planner")))
    ]
    assert len(answers) == 2 * (4 + 3 * 6)
    for name, mine in (("Sarah", answers[:22]), ("Johannes", answers[22:])):
        registered, listed, details, attendees, *toggles = mine
        id = registered["createAttendee"]["id"]
        assert registered["createAttendee"] == {"id": id, "name": name}
        conference = listed["allConferences"][0]
        assert details["conference"] == conference
        assert (conference["name"], len(conference["attendees"])) == ("UIKonf", 5)
        before = attendees["conference"]["attendees"]
        after = [*before, {"id": id, "name": name, "_conferencesMeta": {"count": 1}}]
        for turn in range(3):
            for place, field, present in ((0, "addToAttendees", after), (3, "removeFromAttendees", before)):
                changed, details, attendees = toggles[turn * 6 + place :][:3]
                assert changed == {field: {"conferencesConference": {"id": conference["id"], "attendees": present}}}
                assert [one["id"] for one in details["conference"]["attendees"]] == [one["id"] for one in present]
                assert attendees["conference"] == {"id": conference["id"], "attendees": present}


def test_a_post_comes_changes_and_goes(running):
    answers = [answer["data"] for answer in flows.run(flows.posting(), send_to(running("posts")))]
    listed, created, with_new, edited, with_edited, deleted, without = answers
    post = created["createPost"]
    assert (post["title"], post["tags"], post["author"]) == ("New post", ["Swift"], listed["posts"][0]["author"])
    assert with_new["posts"] == [*listed["posts"], post]
    changed = {"title": "Updated Title", "tags": ["Swift", "Vapor", "GraphQL"]}
    assert edited["editPost"] == {"id": post["id"], "publishedAt": post["publishedAt"], **changed}
    assert with_edited["posts"] == [*listed["posts"], {**post, **changed}]
    assert deleted == {"deletePost": True}
    assert without == listed


def test_two_users_are_refused_log_in_book_and_cancel(running):
    answers = flows.run(flows.booking(), send_to(running("rocket_reserver")))
    assert len(answers) == 2 * 8
    for token, mine in (("bWVAZXhhbXBsZS5jb20=", answers[:8]), ("eW91QGV4YW1wbGUuY29t", answers[8:])):
        unseen, refused, login, before, booked, during, cancelled, after = mine
        assert refused["data"] is None
        assert refused["errors"][0]["message"] == "Cannot read property 'id' of null"
        assert login == {"data": {"login": {"token": token}}}
        assert booked["data"]["bookTrips"] == {"success": True, "message": "trips booked successfully"}
        assert cancelled["data"]["cancelTrip"] == {"success": True, "message": "trip cancelled"}
        looks = [answer["data"]["launch"] for answer in (unseen, before, during, after)]
        assert [look["isBooked"] for look in looks] == [False, False, True, False]
        assert {look["mission"]["name"] for look in looks} == {"OG-2 Mission 2"}


def test_six_pages_hold_every_launch_once(running):
    pages = [answer["data"]["launches"] for answer in flows.run(flows.paging(), send_to(running("rocket_reserver")))]
    assert [len(page["launches"]) for page in pages] == [20, 20, 20, 20, 20, 10]
    assert [page["hasMore"] for page in pages] == [True] * 5 + [False]
    assert [page["cursor"] for page in pages] == [
        "1583556631",
        "1543861920",
        "1513352160",
        "1466000940",
        "1380470400",
        "1143239400",
    ]
    assert [launch["id"] for page in pages for launch in page["launches"]] == [str(id) for id in range(110, 0, -1)]


def test_flows_can_take_turns(running):
    """Two apps at once: each sees its own, and what the other did."""
    send = send_to(running("conference_planner"))
    first, second = flows.attending("A", toggles=1), flows.attending("B", toggles=1)
    asked = {flow: next(flow) for flow in (first, second)}
    seen = {first: [], second: []}
    while asked:
        for flow in list(asked):
            asking = asked.pop(flow)
            answer = send(asking.operation, asking.variables, asking.headers)
            seen[flow].append(answer["data"])
            try:
                asked[flow] = flow.send(answer)
            except StopIteration:
                pass
    counts = [[len(one["conference"]["attendees"]) for one in seen[flow] if "conference" in one] for flow in seen]
    assert counts == [[5, 5, 7, 7, 5, 5], [5, 5, 7, 7, 5, 5]]
