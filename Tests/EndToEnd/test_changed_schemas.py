"""A schema that changes on disk is loaded again, without a restart."""

import clients
import pytest
from harness import ROOT, copy, eventually, running, understudy

SOON = 15.0  # it looks twice a second; a machine under load may take longer

SHIP = "type Query { ship: Ship } type Ship { id: ID! name: String! }"
WITH_CREW = SHIP.replace("name: String!", "name: String! crew: Int!")
BROKEN = SHIP.replace("ship: Ship", "ship: Shipp")

NAME = {"query": "{ ship { id name } }"}
CREW = {"query": "{ ship { id name crew } }"}


@pytest.fixture
def schemas(tmp_path):
    folder = tmp_path / "schemas"
    folder.mkdir()
    (folder / "ships.graphqls").write_text(SHIP)
    return folder


def fake(schemas, *words):
    return running(understudy("fake", "--schemas", schemas, "--recordings", schemas.parent / "recordings", *words))


def printed(server, text, count=1):
    eventually(lambda: server.stderr.count(text) >= count, f"{count} times: {text}", SOON)


def test_a_changed_schema_is_loaded_again(schemas):
    file = schemas / "ships.graphqls"
    with fake(schemas) as server:
        ship = clients.post(f"{server.origin}/ships", NAME).json["data"]["ship"]
        assert "errors" in clients.post(f"{server.origin}/ships", CREW).json
        for count in (1, 2):
            file.write_text(WITH_CREW)
            printed(server, f"{file} changed: the schema is loaded again.", 2 * count - 1)
            answer = clients.post(f"{server.origin}/ships", CREW).json["data"]["ship"]
            # What was there before stays as it was.
            assert (answer["id"], answer["name"]) == (ship["id"], ship["name"]) and isinstance(answer["crew"], int)
            file.write_text(SHIP)
            printed(server, f"{file} changed: the schema is loaded again.", 2 * count)
            assert "errors" in clients.post(f"{server.origin}/ships", CREW).json
        assert server.stop() == 0


def test_an_operation_that_was_valid_often_is_refused_by_the_new_schema(schemas):
    file = schemas / "ships.graphqls"

    def ask():
        """In sessions of their own, so that no answer is repeated from memory."""
        headers = (["-H", f"X-Understudy-Session: {number}"] for number in range(5))
        return ["errors" in clients.post(f"{server.origin}/ships", CREW, *header).json for header in headers]

    with fake(schemas) as server:
        for count in (1, 3):
            file.write_text(WITH_CREW)
            printed(server, "the schema is loaded again", count)
            assert not any(ask())
            file.write_text(SHIP)
            printed(server, "the schema is loaded again", count + 1)
            assert all(ask())
        assert server.stop() == 0


def test_a_broken_schema_is_reported_and_the_old_one_kept(schemas):
    file = schemas / "ships.graphqls"
    with fake(schemas) as server:
        ship = clients.post(f"{server.origin}/ships", NAME).json
        file.write_text(BROKEN)
        printed(server, f"{file} changed and cannot be used. The schema that was loaded before stays in use. Correct it.\n{file}:1:20: ")
        printed(server, "Shipp")
        assert clients.post(f"{server.origin}/ships", NAME).json == ship
        file.unlink()
        printed(server, f"{file} is gone. The schema that was loaded before stays in use.")
        assert clients.post(f"{server.origin}/ships", NAME).json == ship
        file.write_text(WITH_CREW)
        printed(server, "the schema is loaded again")
        assert "crew" in clients.post(f"{server.origin}/ships", CREW).json["data"]["ship"]
        assert server.stderr.count("stays in use") == 2


def test_what_extends_a_schema_for_fakes_is_loaded_again(schemas):
    extension = schemas / "ships.fakes.graphqls"
    with fake(schemas) as server:
        extension.write_text('extend type Ship { captain: String! }')
        printed(server, f"{extension} changed: the schema is loaded again.")
        assert "data" in clients.post(f"{server.origin}/ships", {"query": "{ ship { captain } }"}).json
        extension.write_text("<<<<<<< HEAD\nextend type Ship { captain: String! }\n=======\n>>>>>>> other\n")
        printed(server, f"{extension}:1:1: has Git conflict markers")
        assert "data" in clients.post(f"{server.origin}/ships", {"query": "{ ship { captain } }"}).json


def test_replay_loads_a_schema_again(tmp_path):
    recordings = copy(ROOT / "recordings" / "countries", tmp_path / "recordings" / "countries").parent
    schemas = tmp_path / "schemas"
    words = ["--recordings", recordings, "--schemas", schemas]
    question = {"query": '{ __type(name: "Island") { name } }'}
    with running(understudy("replay", *words)) as server:
        url = f"{server.origin}/countries"
        assert clients.post(url, question).source == "miss"
        schemas.mkdir()
        (schemas / "countries.graphqls").write_text("type Query { islands: [Island!]! } type Island { name: String! }")
        printed(server, "the schema is loaded again")
        for _ in range(3):
            assert clients.post(url, question).json == {"data": {"__type": {"name": "Island"}}}
        (schemas / "countries.graphqls").write_text("type Query { islands: [Int!]! }")
        printed(server, "the schema is loaded again", 2)
        assert clients.post(url, question).json == {"data": {"__type": None}}


def test_misses_are_generated_by_the_new_schema(schemas, tmp_path):
    copy(ROOT / "recordings" / "countries", tmp_path / "recordings" / "ships")
    # The folder's name counts in every recording, and none is asked for here.
    for path in (tmp_path / "recordings" / "ships").iterdir():
        if path.name.startswith("query"):
            for inner in path.iterdir():
                inner.unlink()
            path.rmdir()
    words = ["--recordings", tmp_path / "recordings", "--schemas", schemas, "--on-miss", "fake"]
    with running(understudy("replay", *words)) as server:
        assert "errors" in clients.post(f"{server.origin}/ships", CREW).json
        (schemas / "ships.graphqls").write_text(WITH_CREW)
        printed(server, "the schema is loaded again")
        assert clients.post(f"{server.origin}/ships", CREW).source == "fake"


def test_machines_read_it_as_events(schemas):
    file = schemas / "ships.graphqls"
    with fake(schemas, "--json") as server:
        file.write_text(WITH_CREW)
        eventually(lambda: server.events("notice"), "the event", SOON)
        file.write_text(BROKEN)
        eventually(lambda: server.events("warning"), "the event", SOON)
        [notice], [warning] = server.events("notice"), server.events("warning")
        assert notice["message"] == f"{file} changed: the schema is loaded again."
        assert warning["message"].startswith(f"{file} changed and cannot be used.")
        assert server.stderr == ""
