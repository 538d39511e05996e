"""The view Data in Chromium, in `understudy fake`: what is edited there is what a client gets, in this session only."""

from __future__ import annotations

import re
import shutil

import pytest
from harness import ROOT, understudy
from playwright.sync_api import expect
from views import NO_CI, client_beside, send

pytestmark = pytest.mark.long
SCHEMA = """
type Query { tasks: [Task!]!  task(id: ID!): Task }
type Mutation { createTask(title: String!): Task!  deleteTask(id: ID!): Boolean! }
type Task { id: ID!  title: String!  status: Status!  done: Boolean!  priority: Int  notes: String }
enum Status { OPEN DOING DONE }
"""
TASK = "query Task($id: ID!) { task(id: $id) { title status done priority notes } }"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "board.graphqls").write_text(SCHEMA)
    shutil.copy(ROOT / "schemas" / "countries.graphqls", tmp_path / "schemas")
    return tmp_path


def faking(folder):
    options = ["--schemas", folder / "schemas", "--recordings", folder / "recordings"]
    return understudy("fake", *options, env=NO_CI)


@pytest.fixture
def server(serve, folder):
    return serve(faking(folder))


def task(server, session="default", number="1"):
    reply = send(server, TASK, "board", session, id=number)
    assert reply.source == "fake", reply
    return reply.json["data"]["task"]


def row(page, number="1"):
    return page.get_by_role("row").filter(has=page.get_by_role("button", name=f"Pin Task {number}", exact=True))


def save(page):
    page.get_by_role("dialog").get_by_role("button", name="Save").press("Enter")


def edit(page, label, value):
    page.get_by_role("button", name=f"Edit {label}:").click()
    page.get_by_role("textbox", name=label).fill(value)
    save(page)


def test_values_are_edited_in_one_session(server, show):
    send(server, "{ tasks { id } }", "board")
    before = task(server)
    page = show(server, "data/board/Task").page
    with client_beside(server):
        edit(page, "title of Task 1", "Größe <b>prüfen</b> 確認")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(row(page)).to_contain_text("Größe <b>prüfen</b> 確認")
        expect(row(page)).to_contain_text("changed")
        expect(page.get_by_role("button", name="Edit title of Task 1:")).to_be_focused()
        other = "DONE" if before["status"] != "DONE" else "OPEN"
        page.get_by_role("combobox", name="status of Task 1", exact=True).select_option(other)
        page.get_by_role("checkbox", name="done of Task 1", exact=True).set_checked(not before["done"])
        edit(page, "priority of Task 1", "high")
        expect(page.get_by_role("alert")).to_have_text("This is not JSON.")
        page.get_by_role("textbox", name="priority of Task 1").fill("7")
        save(page)
        expect(page.get_by_role("button", name="Edit priority of Task 1: 7")).to_be_focused()
        page.get_by_role("button", name="Edit notes of Task 1:").click()
        page.get_by_role("textbox", name="notes of Task 1").fill("not saved")
        page.keyboard.press("Escape")
    expected = {**before, "title": "Größe <b>prüfen</b> 確認", "status": other, "done": not before["done"], "priority": 7}
    assert task(server) == expected
    assert task(server, "other") == before
    # A reload shows the same, and other sessions show theirs.
    page.reload()
    expect(row(page)).to_contain_text("Größe <b>prüfen</b> 確認")
    page.get_by_role("combobox", name="Session").select_option("other")
    expect(row(page)).to_contain_text(before["title"])


def test_a_value_that_the_program_refuses_says_why(server, show):
    before = task(server)
    dashboard = show(server, "data/board/Task")
    dashboard.expects("status 4.*/world/Task")
    page = dashboard.page
    edit(page, "priority of Task 1", "1.5")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(re.compile("priority|Int"))
    assert task(server) == before


def test_created_and_deleted_objects_are_marked(server, show):
    send(server, "{ tasks { id } }", "board")
    send(server, 'mutation { createTask(title: "Neu") { id } }', "board")
    send(server, 'mutation { deleteTask(id: "2") }', "board")
    page = show(server, "data/board").page
    types = page.get_by_role("navigation", name="Types")
    expect(types.get_by_role("link", name="Task")).to_contain_text("1 created")
    expect(types.get_by_role("link", name="Task")).to_contain_text("1 deleted")
    expect(page.get_by_role("row").filter(has_text="Neu")).to_contain_text("created")


def test_a_pinned_value_is_the_same_in_every_session_and_run(serve, server, folder, show):
    task(server)
    page = show(server, "data/board/Task").page
    edit(page, "title of Task 1", "Angeheftet")
    expect(row(page)).to_contain_text("Angeheftet")
    row(page).get_by_role("button", name="Pin Task 1").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text('"title": "Angeheftet"')
    dialog.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Every session and every run with this schema now has these values.")
    assert [file for file in (folder / "schemas").rglob("*") if "fixtures" in str(file) and file.is_file()]
    with_new_run = serve(faking(folder))
    assert task(with_new_run, "any")["title"] == "Angeheftet"


def test_replay_says_that_it_generates_nothing(serve, show):
    server = serve(understudy("replay", "--recordings", ROOT / "recordings", "--schemas", ROOT / "schemas"))
    page = show(server, "data").page
    expect(page.get_by_role("heading", name="This run generates no data")).to_be_visible()
