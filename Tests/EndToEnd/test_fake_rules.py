"""What somebody says about fakes: directives, a file that extends the schema, endpoint.yaml, options."""

import re
import threading
import time

import clients
import pytest
from graphql import build_client_schema, get_introspection_query
from harness import run, running, understudy

SDL = """
type Query { users: [User!]! user(id: ID!): User launches: [Launch!]! @listLength(min: 3, max: 3) }
type User { id: ID! name: String! email: String site: String @examples(values: ["KSC", "VAFB"]) launches: [Launch!]! }
type Launch { id: ID! site: String pilot: User! }
type Mutation { book(id: ID!): Launch @fakeError(message: "No seats left", code: "SOLD_OUT") }
"""
EXTENDING = """
extend type User { name: String! @examples(values: ["Ann"]) }
extend type Query { wishes: [Wish!]! }
type Wish { text: String! @examples(values: ["More tests"]) }
"""
YAML = """
fakes:
  types:
    User: { population: 9 }
  fields:
    User.site: { examples: [Baikonur], nulls: 0% }
    Launch.site: { error: { message: Closed, code: CLOSED } }
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "space.graphqls").write_text(SDL, "utf-8")
    (tmp_path / "recordings" / "space").mkdir(parents=True)
    return tmp_path


def fake(folder, *arguments):
    return understudy(
        "fake", "--schemas", folder / "schemas", "--recordings", folder / "recordings", *arguments
    )  # fmt: skip


def refused(folder, *arguments):
    ended = run(
        "fake", "--port", 0, "--schemas", folder / "schemas", "--recordings", folder / "recordings", *arguments
    )  # fmt: skip
    assert ended.returncode != 0, ended.stdout
    return ended.stderr.replace(str(folder), "F")


def ask(server, query, **variables):
    answer = clients.post(f"{server.origin}/space", {"query": query, "variables": variables})
    assert answer.status == 200 and answer.source == "fake", answer
    return answer.json


def test_directives(folder):
    with running(fake(folder)) as server:
        data = ask(server, "{ users { site } launches { id } }")["data"]
        assert {user["site"] for user in data["users"]} <= {"KSC", "VAFB", None}
        assert len(data["launches"]) == 3
        answer = ask(server, "mutation { b: book(id: 1) { id } }")
        assert answer["data"] == {"b": None}
        [error] = answer["errors"]
        assert (error["message"], error["path"]) == ("No seats left", ["b"])
        assert error["extensions"] == {"code": "SOLD_OUT"}
        assert server.stop() == 0
        assert "nknown directive" not in server.stderr


def test_a_file_that_extends_the_schema(folder):
    (folder / "schemas" / "space.fakes.graphqls").write_text(EXTENDING, "utf-8")
    with running(fake(folder)) as server:
        data = ask(server, "{ users { name } wishes { text } }")["data"]
        assert {user["name"] for user in data["users"]} == {"Ann"}
        assert {wish["text"] for wish in data["wishes"]} == {"More tests"}
        schema = build_client_schema(ask(server, get_introspection_query())["data"])
        assert set(schema.query_type.fields) == {"users", "user", "launches", "wishes"}
        other = clients.post(f"{server.origin}/space.fakes", {"query": "{ a }"})
        assert other.status == 404


def test_what_extends_nothing_is_refused(folder):
    (folder / "schemas" / "spice.fakes.graphqls").write_text(EXTENDING, "utf-8")
    told = 'F/schemas/spice.fakes.graphqls: this belongs to the schema of endpoint "spice", which does not exist'
    assert told in refused(folder)


def test_a_section_of_endpoint_yaml_goes_before_directives(folder):
    (folder / "schemas" / "space.fakes.graphqls").write_text(EXTENDING, "utf-8")
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(YAML, "utf-8")
    with running(fake(folder)) as server:
        data = ask(server, "{ users { site name } }")["data"]
        assert [user["site"] for user in data["users"]] == ["Baikonur"] * 9
        answer = ask(server, "{ launches { site } }")
        assert [error["extensions"]["code"] for error in answer["errors"]] == ["CLOSED"] * 3
        assert [error["path"] for error in answer["errors"]] == [["launches", index, "site"] for index in range(3)]


OTHERWISE = """
fakes:
  types:
    Blatt: { page: { items: inhalt, total: info.alle } }
  fields:
    Query.leute: { pageSize: 4, arguments: { anzahl: first, seite: { ab: offset } } }
    Query.blatt: { arguments: { anzahl: first } }
    Query.wer: { arguments: { zeichen: Person.kurz } }
    Query.ich: { viewer: true }
    Mutation.weg: { does: delete Person, arguments: { wer: Person.id } }
    Mutation.deletePerson: { does: none }
    Mutation.ich: { does: login Person }
"""
OTHERWISE_SDL = """
input Seite { ab: Int }
type Query {
  leute(anzahl: Int, seite: Seite): [Person!]! blatt(anzahl: Int): Blatt! wer(zeichen: String!): Person ich: Person
}
type Person { id: ID! kurz: String! }
type Blatt { inhalt: [Person!]! info: Info! }
type Info { alle: Int! }
type Mutation { weg(wer: ID!): Person deletePerson(id: ID!): Person ich(id: ID!, geheim: String): Person }
"""


@pytest.fixture
def foreign(folder):
    (folder / "schemas" / "space.graphqls").write_text(OTHERWISE_SDL, "utf-8")
    return folder


def foreign_answers(server):
    """What is asked of a schema whose names say nothing, each in the same session."""
    people = [person["id"] for person in ask(server, "{ leute { id } }")["data"]["leute"]]
    few = ask(server, "{ leute(anzahl: 2, seite: { ab: 1 }) { id } }")["data"]["leute"]
    page = ask(server, "{ blatt(anzahl: 2) { inhalt { id } info { alle } } }")["data"]["blatt"]
    who = ask(server, '{ wer(zeichen: "abc") { kurz } }')["data"]["wer"]
    ask(server, f'mutation {{ deletePerson(id: "{people[1]}") {{ id }} }}')
    ask(server, f'mutation {{ weg(wer: "{people[0]}") {{ id }} }}')
    left = [person["id"] for person in ask(server, "{ leute(anzahl: 100) { id } }")["data"]["leute"]]
    ask(server, f'mutation {{ ich(id: "{people[2]}", geheim: "x") {{ id }} }}')
    return {
        "page size": len(people) == 4,
        "arguments": [person["id"] for person in few] == people[1:3],
        "page": len(page["inhalt"]) == 2 and page["info"]["alle"] > 4,
        "lookup": who["kurz"] == "abc",
        "delete": people[0] not in left,
        "no delete": people[1] in left,
        "viewer": ask(server, "{ ich { id } }")["data"]["ich"]["id"] == people[2],
    }


def test_what_is_inferred_can_be_said_otherwise(foreign):
    with running(fake(foreign)) as server:
        without = foreign_answers(server)
    assert not any(without[name] for name in ("page size", "arguments", "page", "delete", "no delete"))
    rules = foreign / "recordings" / "space" / "endpoint.yaml"
    rules.write_text(OTHERWISE, "utf-8")
    with running(fake(foreign)) as server:
        answers = foreign_answers(server)
    assert all(answers.values()), answers


def test_explain_says_which_rules_are_followed_and_where_they_stand(foreign):
    (foreign / "recordings" / "space" / "endpoint.yaml").write_text(OTHERWISE, "utf-8")
    ended = run(
        "fake", "--explain", "--schemas", foreign / "schemas", "--recordings", foreign / "recordings"
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    told = ended.stdout.replace(str(foreign), "F")
    assert 'by a rule: "pageSize" (F/recordings/space/endpoint.yaml:6:30), "arguments" of anzahl (F/' in told
    assert "4 at most, where no argument says how many" in told
    assert 'by a rule: "page" (F/recordings/space/endpoint.yaml:4:20)' in told
    assert 'by a rule: "does" (F/recordings/space/endpoint.yaml:10:27)' in told


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("Query.leute: { arguments: { anzal: first } }", 'Query.leute has no argument "anzal". Did you mean "anzahl"?'),
        ("Query.wer: { pageSize: 3 }", '"pageSize" is set for Query.wer, which is Person. It needs a list or a page of'),
        ("Mutation.weg: { does: delete Persn }", 'there is no type "Persn". Did you mean "Person"?'),
    ],
)
def test_rules_that_do_not_fit(foreign, rule, told):
    (foreign / "recordings" / "space" / "endpoint.yaml").write_text(f"fakes:\n  fields:\n    {rule}\n", "utf-8")
    assert "F/recordings/space/endpoint.yaml:3:" in refused(foreign) and told in refused(foreign)


def test_what_is_wrong_is_told_with_its_place(folder):
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(
        "fakes:\n  fields:\n    User.emial: { fake: email }\n", "utf-8"
    )
    told = refused(folder)
    assert 'F/recordings/space/endpoint.yaml:3:5: type "User" has no field "emial". Did you mean "email"' in told
    (folder / "recordings" / "space" / "endpoint.yaml").unlink()
    (folder / "schemas" / "space.graphqls").write_text(
        "type Query {\n  a: [Int] @listLength(min: 1, max: 1000000)\n}\n", "utf-8"
    )
    assert refused(folder).splitlines()[-5:] == [
        "1 | type Query {",
        "2 |   a: [Int] @listLength(min: 1, max: 1000000)",
        "  |            ^",
        "3 | }",
        "Correct each rule at its place, or remove it.",
    ]
    assert "asks for 1000000 items; at most 10,000 are generated" in refused(folder)


def test_a_type_without_an_end_is_refused(folder):
    (folder / "schemas" / "space.graphqls").write_text(
        "type Query { a: A }\ntype A { b: B! }\ntype B { a: A! }\n", "utf-8"
    )
    assert (
        "space.graphqls:2:6: Type A can only be answered by an endless response: A.b → B.a → A. "
        "Make one of these fields nullable." in refused(folder)
    )


def test_error_rate_and_null_rate_follow_from_the_seed(folder):
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(
        "fakes: { types: { User: { population: 200 } } }", "utf-8"
    )

    def failures(*arguments, query="{ users { email } }"):
        with running(fake(folder, "--error-rate", "20%", *arguments)) as server:
            answer = ask(server, query)
            assert all(error["message"] == "Generated error." for error in answer["errors"])
            assert all(error["extensions"] == {"code": "FAKED_ERROR"} for error in answer["errors"])
            return sorted(error["path"][1] for error in answer["errors"] if error["path"][-1] == "email")

    some = failures()
    assert 15 <= len(some) <= 70
    assert failures(query="{ users { site id email } }") == some
    assert failures("--seed", 5) != some
    with running(fake(folder, "--null-rate", "1")) as server:
        assert all(user["email"] is None for user in ask(server, "{ users { email } }")["data"]["users"])


def test_a_locale(folder):
    def names(*arguments):
        with running(fake(folder, *arguments)) as server:
            return [user["name"] for user in ask(server, "{ users { name } }")["data"]["users"]]

    assert names("--locale", "ja") != names()
    assert 'There are no fakes for the locale "tlh".' in refused(folder, "--locale", "tlh")


def test_latency_holds_nobody_up(folder):
    with running(fake(folder, "--latency", "400ms")) as server:

        def timed():
            start = time.monotonic()
            ask(server, "{ users { id } }")
            return time.monotonic() - start

        assert timed() >= 0.4
        # The same request again is no faster, and ten at once take no longer than two one after the other.
        assert timed() >= 0.4
        start = time.monotonic()
        threads = [threading.Thread(target=timed) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert time.monotonic() - start < 4


@pytest.mark.parametrize(
    "arguments",
    [("--error-rate", "5"), ("--null-rate", "x%"), ("--latency", "fast"), ("--latency", "300-100ms")],
    ids=" ".join,
)
def test_options_that_are_none(folder, arguments):
    assert f"The value '{arguments[1]}' is invalid for '{arguments[0]} " in refused(folder, *arguments)


DESK = """
type Query { tickets: [Ticket!]! ticket(id: ID!): Ticket }
type Ticket { id: ID! subject: String! state: State! closedAt: String }
enum State { NEW OPEN CLOSED }
type Mutation { ticketClose(id: ID!): Ticket ticketUpdate(id: ID!, subject: String): Ticket recount: Int }
"""


def test_the_rules_that_explain_suggests(folder):
    """Copied as they are printed, they are accepted, and the mutations do what they say."""
    (folder / "schemas" / "space.graphqls").write_text(DESK, "utf-8")
    close = "mutation { ticketClose(id: 2) { id state closedAt } }"
    with running(fake(folder)) as server:
        before = ask(server, "{ ticket(id: 2) { id state closedAt } }")["data"]["ticket"]
        for _ in range(2):
            assert ask(server, close)["data"]["ticketClose"] == before
        server.stop()
    (line,) = re.findall(r"cannot tell what ticketClose does\. Add a rule .* in space/endpoint\.yaml\. Check this one first: (.*)", server.stderr)
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(f"{line}\n", "utf-8")
    with running(fake(folder)) as server:
        assert ask(server, close)["data"]["ticketClose"]["state"] == "CLOSED"
        server.stop()
    assert "cannot tell" not in server.stderr
    (folder / "recordings" / "space" / "endpoint.yaml").unlink()

    options = ("--schemas", folder / "schemas", "--recordings", folder / "recordings", "--explain")
    explained = run("fake", *options)
    assert "  ticketClose(id)  not understood: answers and changes nothing\n" in explained.stdout
    assert "Mutations that were not understood: 2. They change nothing.\n" in explained.stdout
    lines = explained.stdout[explained.stdout.index("fakes:\n") :]
    assert lines.strip().splitlines() == [
        "fakes:",
        "  fields:",
        "    Mutation.ticketClose: { does: update Ticket, sets: { Ticket: { state: CLOSED, closedAt: now } } }",
        "    Mutation.recount: { does: none }",
    ]
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(lines, "utf-8")
    assert "not understood" not in run("fake", *options).stdout
    with running(fake(folder)) as server:
        closed = ask(server, close)["data"]["ticketClose"]
        assert (closed["id"], closed["state"]) == ("2", "CLOSED") and closed["closedAt"]
        assert ask(server, "{ ticket(id: 2) { id state closedAt } }")["data"]["ticket"] == closed


PARK = """
scalar DateTime
scalar Date
type Query { me: User vehicles(sort: Order, page: Int, pageSize: Int): Page! reports: [Report!]! users: [User!]! }
enum Order { PRICE_ASC PRICE_DESC MAGIC }
type Page { items: [Vehicle!]! total: Int! page: Int! hasMore: Boolean! }
type Vehicle { id: ID! price_per_km: Float! status: Status! serviced_on: Date! next_service_due_on: Date! }
enum Status { AVAILABLE BOOKED RETIRED }
type User { id: ID! name: String! roles: [Role!]! }
enum Role { DRIVER ADMIN }
type Report { id: ID! title: String! reportedAt: DateTime! repairedAt: DateTime! inspectedAt: DateTime! }
type Mutation {
  grantRole(id: ID!, role: Role!): User
  unlockVehicle(id: ID!): Boolean
  createVehicle(price_per_km: Float!, password: String, colour: String): Vehicle!
  reportDamage(input: ReportInput!): Report!
}
input ReportInput { title: String! photos: [String!] }
"""


def park(folder, rules=""):
    (folder / "schemas" / "space.graphqls").write_text(PARK, "utf-8")
    (folder / "recordings" / "space" / "endpoint.yaml").write_text(rules, "utf-8")
    return running(fake(folder))


def test_an_order_that_names_no_field_is_warned_of(folder):
    def prices(server, order):
        items = ask(server, f"{{ vehicles(sort: {order}) {{ items {{ price_per_km }} }} }}")["data"]["vehicles"]["items"]
        return [of["price_per_km"] for of in items]

    with park(folder) as server:
        assert prices(server, "PRICE_ASC") == sorted(prices(server, "PRICE_DESC")) != prices(server, "MAGIC")
        server.stop()
    warnings = [line for line in server.stderr.splitlines() if "has no effect" in line]
    assert len(warnings) == 1 and 'The order "MAGIC" in Query.vehicles: sort has no effect' in warnings[0], server.stderr


def test_a_page_past_the_end_keeps_its_number(folder):
    with park(folder) as server:
        page = ask(server, "{ vehicles(page: 99, pageSize: 3) { page hasMore items { id } } }")["data"]["vehicles"]
    assert page == {"page": 99, "hasMore": False, "items": []}


def test_times_of_unknown_events_differ(folder):
    with park(folder) as server:
        reports = ask(server, "{ reports { reportedAt repairedAt inspectedAt } }")["data"]["reports"]
        vehicles = ask(server, "{ vehicles { items { serviced_on next_service_due_on } } }")["data"]["vehicles"]["items"]
    for times in reports:
        assert len(set(times.values())) == 3, times
    for dates in vehicles:
        assert dates["serviced_on"] != dates["next_service_due_on"], dates


def test_a_new_object_begins_in_its_first_state(folder):
    rules = "fakes: { fields: { Mutation.reportDamage: { does: create Report } } }"
    with park(folder, rules) as server:
        made = ask(server, 'mutation { createVehicle(price_per_km: 1, password: "x") { status } }')["data"]
        assert made["createVehicle"]["status"] == "AVAILABLE"
        report = ask(server, 'mutation { reportDamage(input: {title: "T"}) { title reportedAt } }')["data"]["reportDamage"]
        assert report["title"] == "T" and report["reportedAt"].startswith("2027-01-01T00:00:"), report
        server.stop()
    assert "has no effect" not in server.stderr, server.stderr


def test_an_argument_of_a_mutation_without_an_effect_is_warned_of(folder):
    rules = "fakes: { fields: { Mutation.reportDamage: { does: create Report } } }"
    with park(folder, rules) as server:
        ask(server, 'mutation { reportDamage(input: {title: "T", photos: ["p"]}) { id } }')
        ask(server, 'mutation { createVehicle(price_per_km: 1, colour: "red") { id } }')
        server.stop()
    lines = re.findall(r"The argument (\S+ \S+) has no effect .* the field that it sets, or none, in \S+: (.*)", server.stderr)
    assert [place for place, _ in lines] == ["Mutation.reportDamage: input.photos", "Mutation.createVehicle: colour"]
    # The advice helps.
    rule = lines[1][1]
    assert rule == "fakes: { fields: { Mutation.createVehicle: { arguments: { colour: none } } } }"
    with park(folder, rule) as server:
        ask(server, 'mutation { createVehicle(price_per_km: 1, colour: "red") { id } }')
        server.stop()
    assert "has no effect" not in server.stderr


def test_a_rule_that_changes_nothing_is_warned_of(folder):
    for rule, warns in (
        ("{ does: update Vehicle }", True),
        ("{ does: update Vehicle, sets: { Vehicle: { status: AVAILABLE } } }", False),
        ("{ does: none }", False),
    ):
        with park(folder, f"fakes: {{ fields: {{ Mutation.unlockVehicle: {rule} }} }}") as server:
            ask(server, "mutation { unlockVehicle(id: 1) }")
            server.stop()
        warning = "changed nothing in the generated data of space, because the rule of unlockVehicle names no change of Vehicle"
        assert (warning in server.stderr) == warns, (rule, server.stderr)


def test_a_single_value_of_a_list_is_a_list_of_one(folder):
    with park(folder, "fakes: { fields: { Mutation.grantRole: { does: update User, arguments: { role: User.roles } } } }") as server:
        for role in ("ADMIN", "DRIVER"):
            granted = ask(server, f"mutation {{ grantRole(id: 1, role: {role}) {{ roles }} }}")["data"]["grantRole"]
            assert granted == {"roles": [role]}
