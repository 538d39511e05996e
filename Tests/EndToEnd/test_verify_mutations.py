"""`understudy verify --mutations` against a server that has given the recorded ids to somebody else since."""

import itertools
import json

import pytest
from changing_upstream import ChangingUpstream
from graphql import GraphQLError, build_schema
from harness import run, running, understudy
from test_verify import send

SCHEMA = """
type Query { tickets: [Ticket!]! ticket(id: Int!): Ticket }
type Mutation { createTicket(title: String!): Payload! closeTicket(id: Int!): Payload! }
type Payload { ok: Boolean! ticket: Ticket! }
type Ticket { id: Int! title: String! isOpen: Boolean! }
"""
CREATE = "mutation Create($title: String!) { createTicket(title: $title) { ticket { id title isOpen } } }"
CREATE_AND_SAY_NOTHING = "mutation Create($title: String!) { createTicket(title: $title) { ok } }"
CLOSE = "mutation Close($id: Int!) { closeTicket(id: $id) { ticket { id isOpen } } }"
READ = "query Read($id: Int!) { ticket(id: $id) { id title isOpen } }"
ALL = "query All { tickets { id title isOpen } }"


class Tickets(ChangingUpstream):
    """Tickets are counted from 1, and closed by whoever names their number."""

    def begin_anew(self, schema=SCHEMA):
        super().begin_anew()
        self.schema = build_schema(schema)
        self.count = itertools.count(1)
        self.tickets = {}

    def create(self, title):
        number = next(self.count)
        self.tickets[number] = {"id": number, "title": title, "isOpen": True}
        return self.tickets[number]

    def root(self):
        def close(_info, id):
            if id not in self.tickets:
                raise GraphQLError("no such ticket")
            self.tickets[id]["isOpen"] = False
            return {"ok": True, "ticket": self.tickets[id]}

        return {
            "tickets": lambda _info: list(self.tickets.values()),
            "ticket": lambda _info, id: self.tickets.get(id),
            "createTicket": lambda _info, title: {"ok": True, "ticket": self.create(title)},
            "closeTicket": close,
        }


@pytest.fixture
def upstream():
    tickets = Tickets()
    with tickets.listening() as tickets.url:
        yield tickets


def record(upstream, folder, *requests):
    with running(
        understudy("record", "--upstream", upstream.url, "--endpoint", "desk", "--recordings", folder)
    ) as server:
        for query, variables in requests:
            send(f"{server.origin}/desk", query, variables)
        assert server.stop() == 0
    upstream.begin_anew()


def verify(upstream, folder, *arguments):
    return run(
        "verify", "--recordings", folder, "--upstream", upstream.url, "--rate", 1000, "--mutations", *arguments
    )


def others(upstream):
    """Whether the tickets of others are all open."""
    return [ticket["isOpen"] for ticket in upstream.tickets.values() if ticket["title"].startswith("other")]


def test_the_ticket_of_this_run_is_closed_and_no_other(upstream, folder):
    record(upstream, folder, (CREATE, {"title": "mine"}), (CLOSE, {"id": 1}), (READ, {"id": 1}))
    for number in range(5):
        upstream.create(f"other {number}")
    done = verify(upstream, folder, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["what"] for line in lines if line["event"] == "sentInstead"] == [
        "mutation Close: variable id is 6, recorded 1",
        "query Read: variable id is 6, recorded 1",
    ]
    assert (lines[-1]["asked"], lines[-1]["same"], lines[-1]["notAsked"]) == (3, 3, 0)
    assert done.returncode == 0
    assert others(upstream) == [True] * 5
    assert upstream.tickets[6] == {"id": 6, "title": "mine", "isOpen": False}


def test_a_session_stops_at_an_id_that_only_a_list_told(upstream, folder):
    record(upstream, folder, (CREATE_AND_SAY_NOTHING, {"title": "mine"}), (ALL, {}), (CLOSE, {"id": 1}), (ALL, {}))
    for number in range(5):
        upstream.create(f"other {number}")
    done = verify(upstream, folder)
    assert done.stdout.splitlines() == [
        "Skipped mutation Close, which refers to id 1. No answer of this run issued it, so it may now belong to another object."
        " If the API can be reset, add --reset-command 'CMD'. It runs before each session, and such ids are sent as"
        " recorded.",
        "Skipped 1 request recorded after mutation Close, which was not sent.",
        "2 answers of 1 endpoint: 1 as recorded, 1 with other values (--values lists them). 1 of 2 mutations sent.",
    ]
    assert others(upstream) == [True] * 5
    assert "Close" not in upstream.asked


def test_on_data_that_was_reset_all_is_asked(upstream, folder):
    record(upstream, folder, (CREATE, {"title": "mine"}), (ALL, {}), (CLOSE, {"id": 1}), (ALL, {}))
    done = verify(upstream, folder)
    assert done.stdout == "4 answers of 1 endpoint: 4 as recorded.\n"


def test_a_command_resets_the_endpoint_before_each_session(upstream, folder):
    record(upstream, folder, (CREATE_AND_SAY_NOTHING, {"title": "mine"}), (ALL, {}), (CLOSE, {"id": 1}), (ALL, {}))
    resets = folder / "resets"
    done = verify(upstream, folder, "--reset-command", f"echo done; echo reset >> '{resets}'")
    assert done.stdout == "4 answers of 1 endpoint: 4 as recorded.\n", "what the command prints goes to standard error"
    assert "done\n" in done.stderr
    assert resets.read_text() == "reset\n"
    assert done.returncode == 0


def test_nothing_is_sent_after_a_reset_that_failed(upstream, folder):
    record(upstream, folder, (CREATE, {"title": "mine"}))
    done = verify(upstream, folder, "--reset-command", "exit 3")
    assert done.returncode == 2
    assert 'desk was not reset, so its sessions were not sent: "exit 3" failed with exit code 3.' in done.stderr
    assert upstream.asked == []


def test_a_reset_goes_with_mutations(folder):
    done = run("verify", "--recordings", folder, "--reset-command", "true")
    assert done.returncode == 64
    assert "--reset-command runs before each session that --mutations sends. Add --mutations." in done.stderr
