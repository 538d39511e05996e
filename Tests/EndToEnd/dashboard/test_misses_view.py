"""The view Misses in Chromium: differences, histories, rules, and what its buttons do for the client."""

from __future__ import annotations

import clients
import flows_of_the_tutorials as tutorials
import pytest
from harness import running, understudy
from operations import country_detail
from pages_api import RECORDINGS
from playwright.sync_api import expect
from session_support import LAUNCH, Caller, record_booking
from views import CANADA, client_beside, own_recordings, replaying, send

pytestmark = pytest.mark.long
GERMANY = country_detail("DE")
WITH_AREA = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


def missed(server, session="cart"):
    reply = clients.post(f"{server.origin}/countries/~{session}", GERMANY.apollo_body())
    assert reply.source == "miss", reply
    return reply


def test_documents_are_compared_line_by_line(server, show):
    assert send(server, 'query CountryDetail { country(code: "CA") { name awsRegion } }').source == "miss"
    page = show(server, "misses/1").page
    miss = page.get_by_role("article", name="Miss 1")
    documents = miss.get_by_role("group", name="Recorded and This request").first
    expect(documents.get_by_role("insertion").filter(has_text="awsRegion")).to_have_count(1)
    expect(documents.get_by_role("deletion").filter(has_text="continent")).not_to_have_count(0)
    # Both have their signs: not by color alone.
    expect(documents.get_by_role("insertion").first).to_contain_text("+")
    expect(documents.get_by_role("deletion").first).to_contain_text("−")
    miss.get_by_text("As in the log").click()
    expect(miss.locator("pre").last).to_contain_text("MISS")


def test_the_list_grows_while_a_miss_is_read(server, show):
    missed(server)
    dashboard = show(server, "misses/1")
    page = dashboard.page
    items = page.get_by_role("region", name="List of misses").get_by_role("link")
    expect(items).to_have_count(1)
    with client_beside(server):
        send(server, "query Andere { country(code: \"FR\") { name } }", session="b")
        expect(items).to_have_count(2)
    expect(page.get_by_role("article", name="Miss 1")).to_be_visible()
    expect(items.first).to_have_attribute("aria-current", "true")
    items.last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Miss 2").get_by_role("heading", level=2)).to_be_focused()
    page.get_by_role("link", name="Show the request").click()
    expect(page.get_by_role("article", name="Request 2")).to_be_visible()


def test_the_command_is_copied(server, show):
    missed(server)
    dashboard = show(server, "misses/1")
    dashboard.page.get_by_role("button", name="Copy command").click()
    expect(dashboard.page.get_by_text("Copied.")).to_be_visible()
    assert dashboard.copied() == "understudy record --upstream https://countries.trevorblades.com --endpoint countries"


def test_a_pinned_answer_reaches_the_client(server, show):
    missed(server)
    dashboard = show(server, "misses/1")
    page = dashboard.page
    page.get_by_role("button", name="Pin an answer…").click()
    dialog = page.get_by_role("dialog")
    editor = dialog.get_by_label("Answer", exact=True)
    text = editor.input_value()
    assert "Canada" in text, "it begins with the nearest recorded answer"
    pin = dialog.get_by_role("button", name="Pin", exact=True)
    editor.fill(text[:-3])
    expect(pin).to_be_disabled()
    expect(dialog.get_by_text("This is not JSON")).to_be_visible()
    editor.fill('{"data": {"country": {"name": 3}}}')
    pin.click()
    # The program checks it against the schema and the operation.
    expect(dialog.get_by_role("alert")).to_contain_text("country")
    dashboard.expects("status 4.*/answers")
    editor.fill(text.replace("Canada", "Kanada <b>"))
    pin.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Pinned.")).to_be_visible()
    answer = clients.post(f"{server.origin}/countries/~cart", GERMANY.apollo_body())
    assert (answer.source, answer.json["data"]["country"]["name"]) == ("override", "Kanada <b>")
    assert missed(server, "another")
    page.goto(f"{server.origin}/#/sessions/overrides")
    expect(page.get_by_text("session cart")).to_be_visible()
    page.get_by_role("button", name="Remove override 1").click()
    expect(page.get_by_text("No overrides were posted.")).to_be_visible()
    missed(server)


def test_a_miss_is_answered_with_generated_data_in_its_session(show, tmp_path):
    with running(understudy("replay", *RECORDINGS)) as server:
        missed(server)
        page = show(server, "misses/1").page
        button = page.get_by_role("button", name="Answer with generated data in this session")
        if button.count() == 0:
            pytest.skip("this run offers no generated data")
        button.click()
        expect(button.locator("xpath=following-sibling::*[@role='status']")).not_to_be_empty()
        answer = clients.post(f"{server.origin}/countries/~cart", GERMANY.apollo_body())
        assert answer.source == "fake" and answer.json["data"]["country"]["name"]
        missed(server, "another")


def test_a_miss_is_recorded_by_its_button(countries, show, tmp_path):
    """It is offered where a run may send misses to the real API."""
    folder = own_recordings(tmp_path / "recordings", "countries")
    options = ["--on-miss", "record", "--endpoint", "countries", "--upstream", f"{countries.origin}/"]
    with running(replaying(folder, *options)) as server:
        # The real API is there, so the request is recorded at once and is no miss.
        dashboard = show(server)
        assert clients.post(f"{server.origin}/countries", GERMANY.apollo_body()).source == "upstream"
        expect(dashboard.rows().first).to_contain_text("new")
        page = dashboard.open("misses")
        expect(page.get_by_role("heading", name="No misses")).to_be_visible()
        page = dashboard.open("live/1")
        page.get_by_role("article", name="Request 1").get_by_role("link", name="code=DE").click()
        expect(page.get_by_role("tree", name="Answer 1").get_by_text('"Germany"').first).to_be_visible()


def test_a_missed_state_shows_both_histories_and_the_rule(show, tmp_path):
    record_booking(tmp_path)
    with running(understudy("replay", "--recordings", tmp_path, "--strict")) as server:
        caller = Caller(server, "Ünder test")
        caller.log_in()
        # The recording has booked once here.
        for _ in range(2):
            caller.book()
        reply = caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})
        assert reply.source == "miss", reply
        dashboard = show(server, "misses")
        page = dashboard.page
        page.get_by_role("region", name="List of misses").get_by_role("link").last.click()
        state = page.locator("section.part", has=page.get_by_role("heading", name="State", exact=True))
        histories = state.locator(".history")
        expect(histories).to_have_count(2)
        expect(histories.first).to_contain_text("Recorded:")
        expect(histories.last.get_by_role("listitem").filter(has_text="BookTrip")).to_have_count(2)
        expect(histories.last.locator("li[data-kind=added]")).not_to_have_count(0)
        expect(page.get_by_role("heading", level=2).last).to_contain_text("LaunchDetails")
        expect(page.get_by_text("session Ünder test").first).to_be_visible()


def test_lines_for_a_generated_value_are_proposed(countries, show, tmp_path):
    """A variable that differs in each run: the miss proposes the rule that matches any value."""
    query = "query CountryDetail($code: ID!, $nonce: String) { country(code: $code) { name(lang: $nonce) } }"
    record = ["record", "--upstream", f"{countries.origin}/", "--endpoint", "countries", "--recordings", tmp_path]
    with running(understudy(*record)) as recorder:
        first = send(recorder, query, code="CA", nonce="0f8fad5b-d9cb-469f-a165-70867728950e")
        assert first.status == 200
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        assert send(server, query, code="CA", nonce="7c9e6679-7425-40de-944b-e07fc1f90ae7").source == "miss"
        dashboard = show(server, "misses/1")
        expect(dashboard.page.get_by_text("add this to")).to_contain_text("endpoint.yaml")
        dashboard.page.get_by_role("button", name="Copy lines").click()
        expect(dashboard.page.get_by_text("Copied.")).to_be_visible()
        assert "nonce" in dashboard.copied()
