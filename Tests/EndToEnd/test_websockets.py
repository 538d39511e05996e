"""GraphQL over WebSocket, in both subprotocols, as clients of libraries see it."""

import asyncio
import json

import clients
import gql
import pytest
import websockets
from gql.transport.exceptions import TransportQueryError
from gql.transport.websockets import WebsocketsTransport
from harness import eventually, running, understudy

TRANSPORT, LEGACY = "graphql-transport-ws", "graphql-ws"
WORDS = {TRANSPORT: ("subscribe", "next"), LEGACY: ("start", "data")}

SDL = """
type Query { notes: [Note!]!  note(id: ID!): Note }
type Mutation { addNote(text: String!): Note! }
type Subscription { noteAdded: Note }
type Note { id: ID!  text: String! }
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "notes.graphqls").write_text(SDL, "utf-8")
    with running(understudy("fake", "--schemas", folder, "--no-learn")) as running_server:
        yield running_server


class Client:
    """One socket, and what is said on it."""

    def __init__(self, socket, protocol):
        self.socket = socket
        self.protocol = protocol
        self.operation, self.result = WORDS[protocol]

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def hear(self):
        return json.loads(await asyncio.wait_for(self.socket.recv(), 30))

    async def initialise(self, payload=None):
        await self.say(type="connection_init", **({} if payload is None else {"payload": payload}))
        assert await self.hear() == {"type": "connection_ack"}
        if self.protocol == LEGACY:
            assert await self.hear() == {"type": "ka"}

    async def ask(self, number, query, **variables):
        """The payloads of an operation that ends by itself."""
        await self.say(id=number, type=self.operation, payload={"query": query, "variables": variables})
        payloads = []
        while (message := await self.hear())["type"] == self.result:
            assert message["id"] == number
            payloads.append(message["payload"])
        assert message["type"] == "complete" and message["id"] == number, message
        return payloads


def converse(server, protocol, talk, path="/notes", **options):
    async def run():
        url = f"ws://127.0.0.1:{server.port}{path}"
        async with websockets.connect(url, subprotocols=[protocol], **options) as socket:
            assert socket.subprotocol == protocol
            return await talk(Client(socket, protocol))

    return asyncio.run(run())


def ask_over_http(server, session):
    query = {"query": "{ notes { text } }"}
    return clients.post(f"{server.origin}/notes", query, "-H", f"X-Understudy-Session: {session}").json


def texts(payloads):
    return [note["text"] for note in payloads[0]["data"]["notes"]]


@pytest.mark.parametrize("protocol", WORDS)
@pytest.mark.parametrize("path", ["/notes", "/notes/graphql", "/graphql", "/", "/notes/subscriptions"])
def test_a_query_is_answered_as_over_http(protocol, path, server):
    async def talk(client):
        await client.initialise()
        return await client.ask("1", "{ notes { id text } }")

    over_http = clients.post(f"{server.origin}/notes", {"query": "{ notes { id text } }"})
    assert converse(server, protocol, talk, path) == [over_http.json]


@pytest.mark.parametrize("protocol", WORDS)
def test_gql_asks_over_a_socket(protocol, server):
    async def run():
        url = f"ws://127.0.0.1:{server.port}/notes/~gql-{protocol}"
        transport = WebsocketsTransport(url, subprotocols=[protocol], init_payload={"authorization": "token"})
        async with gql.Client(transport=transport, execute_timeout=30) as session:
            added = await session.execute(gql.gql('mutation { addNote(text: "by gql") { text } }'))
            assert added == {"addNote": {"text": "by gql"}}
            with pytest.raises(TransportQueryError, match="nope"):
                await session.execute(gql.gql("{ nope }"))
            return await session.execute(gql.gql("{ notes { text } }"))

    assert "by gql" in [note["text"] for note in asyncio.run(run())["notes"]]


@pytest.mark.parametrize("protocol", WORDS)
def test_a_mutation_changes_its_session_and_no_other(protocol, server):
    name = f"mutation-{protocol}"

    async def change(client):
        await client.initialise()
        (added,) = await client.ask("1", "mutation($text: String!) { addNote(text: $text) { text } }", text="é")
        assert added == {"data": {"addNote": {"text": "é"}}}
        return texts(await client.ask("2", "{ notes { text } }"))

    assert "é" in converse(server, protocol, change, f"/notes/~{name}")
    assert "é" in texts([ask_over_http(server, name)])
    assert "é" not in texts([ask_over_http(server, "default")])


@pytest.mark.parametrize("how", ["header", "payload", "nested"])
def test_a_session_is_named_by_a_header_or_when_the_socket_is_initialised(how, server):
    field = {"X-Understudy-Session": f"named-by-{how}"}

    async def talk(client):
        await client.initialise({"payload": field, "nested": {"headers": field}}.get(how))
        await client.ask("1", 'mutation { addNote(text: "mine") { id } }')

    options = {"extra_headers": field} if how == "header" else {}
    converse(server, TRANSPORT, talk, **options)
    assert "mine" in texts([ask_over_http(server, field["X-Understudy-Session"])])


@pytest.mark.parametrize("protocol", WORDS)
def test_what_cannot_be_executed_is_an_error_and_the_socket_goes_on(protocol, server):
    async def talk(client):
        await client.initialise()
        for query in ["{ nope }", "{", "query($id: ID!) { note(id: $id) { id } }"]:
            await client.say(id="1", type=client.operation, payload={"query": query})
            message = await client.hear()
            assert (message["type"], message["id"]) == ("error", "1")
            errors = message["payload"] if protocol == TRANSPORT else [message["payload"]]
            assert all(error["message"] for error in errors)
        assert len(await client.ask("1", "{ notes { id } }")) == 1

    converse(server, protocol, talk)


@pytest.mark.parametrize("protocol", WORDS)
def test_mutations_are_made_in_their_order_and_many_operations_are_told_apart(protocol, server):
    async def talk(client):
        await client.initialise()
        for number in range(20):
            query = f'mutation {{ addNote(text: "note {number}") {{ text }} }}'
            await client.say(id=f"m{number}", type=client.operation, payload={"query": query})
            await client.say(id=f"q{number}", type=client.operation, payload={"query": "{ notes { text } }"})
        payloads, open_ones = {}, 40
        while open_ones:
            message = await client.hear()
            if message["type"] == "complete":
                open_ones -= 1
            else:
                payloads[message["id"]] = message["payload"]
        assert [payloads[f"m{number}"]["data"]["addNote"]["text"] for number in range(20)] == [
            f"note {number}" for number in range(20)
        ]
        return texts(await client.ask("last", "{ notes { text } }"))

    kept = [text for text in converse(server, protocol, talk, f"/notes/~order-{protocol}") if text.startswith("note ")]
    assert sorted(kept, key=lambda text: int(text[5:])) == [f"note {number}" for number in range(20)]


def test_compression_is_declined(server):
    async def talk(client):
        assert client.socket.extensions == []
        await client.initialise()
        return await client.ask("1", "{ notes { id } }")

    assert converse(server, TRANSPORT, talk, compression="deflate")


def test_the_first_subprotocol_that_is_known_is_chosen(server):
    async def run(*offered):
        url = f"ws://127.0.0.1:{server.port}/notes"
        async with websockets.connect(url, subprotocols=offered) as socket:
            return socket.subprotocol

    assert asyncio.run(run("soap", LEGACY, TRANSPORT)) == LEGACY
    assert asyncio.run(run(TRANSPORT, LEGACY)) == TRANSPORT


def test_ping_and_pong_of_the_protocol_carry_their_payload(server):
    async def talk(client):
        await client.say(type="ping", payload={"at": 1})
        assert await client.hear() == {"type": "pong", "payload": {"at": 1}}
        await client.initialise()
        await client.say(type="ping")
        assert await client.hear() == {"type": "pong"}
        pong = await client.socket.ping(b"frame")
        await asyncio.wait_for(pong, 30)

    converse(server, TRANSPORT, talk)


def test_a_socket_is_closed_when_the_program_ends(tmp_path):
    (tmp_path / "notes.graphqls").write_text(SDL, "utf-8")

    async def run(server):
        url = f"ws://127.0.0.1:{server.port}/notes"
        async with websockets.connect(url, subprotocols=[TRANSPORT]) as socket:
            client = Client(socket, TRANSPORT)
            await client.initialise()
            server.process.terminate()
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), 30)
            return closed.value.rcvd

    with running(understudy("fake", "--schemas", tmp_path, "--no-learn")) as server:
        received = asyncio.run(run(server))
        assert (received.code, received.reason) == (1001, "Understudy is stopping")
        assert server.wait() == 0


@pytest.mark.parametrize("protocol", WORDS)
def test_what_is_asked_over_a_socket_is_recorded_and_replayed_over_any_transport(protocol, countries, folder):
    query = 'query Canada { country(code: "CA") { name emoji } }'

    async def talk(client):
        await client.initialise()
        return await client.ask("1", query)

    arguments = ["--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", "--upstream", countries.origin, *arguments)) as recorder:
        recorded = converse(recorder, protocol, talk, "/countries")
        assert recorder.stop() == 0
    assert recorded[0]["data"]["country"]["name"] == "Canada"
    with running(understudy("replay", *arguments)) as player:
        for each in WORDS:
            assert converse(player, each, talk, "/countries") == recorded
        assert [clients.post(f"{player.origin}/countries", {"query": query}).json] == recorded


def test_a_miss_over_a_socket_is_an_error_of_its_operation(recorded):
    async def talk(client):
        await client.initialise()
        await client.say(id="1", type="subscribe", payload={"query": '{ country(code: "QQ") { phone } }'})
        message = await client.hear()
        assert (message["type"], message["id"]) == ("error", "1")
        return message["payload"][0]

    with running(understudy("replay", "--recordings", recorded.folder, "--json")) as player:
        error = converse(player, TRANSPORT, talk, "/countries")
        assert error["extensions"]["code"] == "UNDERSTUDY_NO_RECORDING"
        eventually(lambda: player.events("miss"), "the event of the miss")
        assert player.stop() == 0
        assert len(player.events("miss")) == 1
