"""The view Misses in Chromium: differences, histories, rules, and what its buttons do for the client."""

from __future__ import annotations

import uuid

import clients
import pytest
from harness import running, understudy
from http_server import answer, serving
from operations import country_detail
from pages_api import RECORDINGS
from playwright.sync_api import expect
from session_support import Caller, record_booking
from views import client_beside, own_recordings, replaying, send

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
    expect(miss.locator("pre").last).to_contain_text("No recording of query CountryDetail for endpoint")


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
    expect(page.get_by_role("article", name="Request")).to_contain_text("query Andere")


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
    editor.fill('{"country": {}}')
    expect(dialog.get_by_text("Write a whole answer")).to_be_visible()
    expect(editor).to_have_attribute("aria-invalid", "true")
    editor.fill(text.replace("Canada", "Kanada <b>"))
    pin.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Pinned.")).to_be_visible()
    reply = clients.post(f"{server.origin}/countries/~cart", GERMANY.apollo_body())
    assert (reply.source, reply.json["data"]["country"]["name"]) == ("override", "Kanada <b>")
    assert missed(server, "another")
    page.goto(f"{server.origin}/#/sessions/overrides")
    expect(page.get_by_text("session cart")).to_be_visible()
    page.get_by_role("button", name="Remove override 1").click()
    expect(page.get_by_text("No overrides were posted.")).to_be_visible()
    missed(server)


def test_a_miss_is_answered_with_generated_data_in_its_session(server, show):
    missed(server)
    page = show(server, "misses/1").page
    button = page.get_by_role("button", name="Answer with generated data in this session")
    button.click()
    expect(page.locator(".action-result").filter(has_text="generated")).to_be_visible()
    reply = clients.post(f"{server.origin}/countries/~cart", GERMANY.apollo_body())
    assert reply.source == "fake" and reply.json["data"]["country"]["name"]
    missed(server, "another")
    page.goto(f"{server.origin}/#/sessions")
    cart = page.get_by_role("article", name="cart")
    expect(cart.get_by_role("list", name="2 requests")).to_have_text("generated 1miss 1")


def test_what_would_be_a_miss_is_recorded_and_shown(countries, serve, show, tmp_path):
    """With --on-miss record, the recording is one click away."""
    folder = own_recordings(tmp_path / "recordings", "countries")
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}/\n")
    server = serve(replaying(folder, "--on-miss", "record"))
    dashboard = show(server)
    assert clients.post(f"{server.origin}/countries", GERMANY.apollo_body()).source == "upstream"
    expect(dashboard.rows().first).to_contain_text("new")
    dashboard.rows().first.click()
    page = dashboard.page
    page.get_by_role("article", name="Request 1").get_by_role("link", name="code=DE").click()
    expect(page.get_by_role("tree", name="Answer 1").get_by_text('"Germany"').first).to_be_visible()
    dashboard.open("misses")
    expect(page.get_by_role("heading", name="No misses")).to_be_visible()


def test_a_missed_state_shows_both_histories(serve, show, tmp_path):
    record_booking(tmp_path)
    server = serve(understudy("replay", "--recordings", tmp_path, "--strict"))
    caller = Caller(server, "twice%20%C3%BC")
    # The recording has looked first, and has booked once.
    caller.is_booked()
    caller.log_in()
    assert [caller.book().source for _ in range(2)] == ["recorded", "miss"]
    page = show(server, "misses").page
    page.get_by_role("region", name="List of misses").get_by_role("link").last.click()
    state = page.locator("section.part", has=page.get_by_role("heading", name="State", exact=True))
    # Beside each other, the mutation that differs is marked.
    steps = "xpath=following-sibling::ol"
    recorded = state.get_by_role("heading", name="Recorded:").locator(steps)
    sent = state.get_by_role("heading", name="This session").locator(steps)
    expect(recorded.get_by_role("listitem")).to_have_count(1)
    expect(recorded.get_by_role("listitem")).to_contain_text('login(email:"me@example.com")')
    expect(sent.get_by_role("listitem")).to_have_count(2)
    expect(sent.get_by_role("listitem").last).to_contain_text('+2bookTrips(launchIds:["25"])')
    expect(sent.get_by_role("listitem").last).to_contain_text("differs here")
    expect(state).to_contain_text('both refer to id "25"')
    expect(page.get_by_text("session twice ü").first).to_be_visible()


def test_lines_for_a_generated_value_are_proposed_and_copied(serve, show, tmp_path):
    query = "query Find($name: String!) { find(name: $name) }"
    with serving(lambda handler: answer(handler, b'{"data": {"find": "found"}}')) as upstream:
        recorder = understudy("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", tmp_path)
        with running(recorder):
            assert send(recorder, query, "shop", "test", name=f"n-{uuid.uuid4()}").status == 200
            assert recorder.stop() == 0
    server = serve(understudy("replay", "--recordings", tmp_path))
    assert send(server, query, "shop", "test", name=f"n-{uuid.uuid4()}").source == "miss"
    dashboard = show(server, "misses/1")
    page = dashboard.page
    expect(page.get_by_text("If the client generates this value, add this to")).to_contain_text("endpoint.yaml")
    page.get_by_role("button", name="Copy lines").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert dashboard.copied().startswith("operations:\n  Find:\n    variables:\n      name: ")
