"""What a miss advises helps: each kind of advice is followed as it stands, and the request is answered.

The command that records a test again and the lines for random values are followed in test_each_test.py.
"""

import re
import shlex

import pytest
from harness import run, running, understudy
from test_scopes import NO_CI, Worker, shop  # noqa: F401

GET = "query GetProduct($id: ID!) { product(id: $id) { name } }"
TOGGLE = "mutation Toggle($id: Int!) { toggleFavorite(productId: $id) }"
CREATE = 'mutation Create { createProduct(name: "Lamp") { id } }'
LIST = "query List { products { name } }"


def record(shop, folder, *requests):  # noqa: F811
    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", folder / "recordings"]
    with running(understudy("record", *arguments, env=NO_CI)) as server:
        ask(server, *requests)
        assert server.stop() == 0


def ask(server, *requests):
    port = Worker(server.port)
    answers = [port.ask({"query": query, "variables": variables}) for query, variables in requests]
    return answers[-1]


def replay(folder, *requests):
    """The last answer to requests in one session."""
    with running(understudy("replay", "--recordings", folder / "recordings", env=NO_CI)) as server:
        answer = ask(server, *requests)
        server.stop()
    return answer


def test_the_command_that_records_a_request(shop, tmp_path):  # noqa: F811
    record(shop, tmp_path, (CREATE, {}), (LIST, {}))
    wanted = (GET, {"id": "1"})
    missed = replay(tmp_path, (CREATE, {}), wanted)
    command = re.search(r"To record it: understudy (.*), then send the session's requests again\.", missed.message)
    command = command or re.search(r"To record it: understudy (.*), then send the request again\.", missed.message)
    assert command, missed.message
    shop.shop.__init__()
    with running(understudy(*shlex.split(command[1]), cwd=tmp_path, env=NO_CI)) as server:
        assert ask(server, (CREATE, {}), wanted).source != "miss"
        assert server.stop() == 0
    assert replay(tmp_path, (CREATE, {}), wanted).json == {"data": {"product": {"name": "Lamp"}}}


def test_the_rule_that_lets_a_mutation_pass(shop, tmp_path):  # noqa: F811
    wanted = (GET, {"id": "1"})
    record(shop, tmp_path, (CREATE, {}), wanted, (TOGGLE, {"id": 1}))
    missed = replay(tmp_path, (CREATE, {}), (TOGGLE, {"id": 1}), wanted)
    assert missed.source == "miss", missed.body
    assert len(missed.message.splitlines()) <= 9
    rule = re.search(r"add this to endpoint\.yaml:\n  (operations: .*)$", missed.message, re.MULTILINE)[1]
    with (tmp_path / "recordings/shop/endpoint.yaml").open("a") as file:
        file.write(f"\n{rule}\n")
    answer = replay(tmp_path, (CREATE, {}), (TOGGLE, {"id": 1}), wanted)
    assert answer.json == {"data": {"product": {"name": "Lamp"}}}, answer.body


def test_no_rule_is_proposed_for_a_mutation_that_was_missed(shop, tmp_path):  # noqa: F811
    wanted = (GET, {"id": "1"})
    record(shop, tmp_path, (CREATE, {}), wanted)
    missed = replay(tmp_path, (CREATE, {}), (TOGGLE, {"id": 1}), wanted)
    assert missed.source == "miss"
    assert "independentOf" not in missed.body.decode()
    assert 'after mutation Toggle with variables {"id":1}, which missed.' in missed.message


def test_the_command_that_gets_the_schema(shop, tmp_path):  # noqa: F811
    wanted = ("query Types { __schema { queryType { name } } }", {})
    record(shop, tmp_path, (CREATE, {}))
    missed = replay(tmp_path, wanted)
    command = re.search(r"or fetch it: understudy (.*)$", missed.message, re.MULTILINE)
    (tmp_path / "schemas").mkdir(exist_ok=True)
    fetched = run(*shlex.split(command[1]), cwd=tmp_path)
    assert fetched.returncode == 0, fetched.stderr
    with running(understudy("replay", cwd=tmp_path, env=NO_CI)) as server:
        assert ask(server, wanted).json == {"data": {"__schema": {"queryType": {"name": "Query"}}}}


@pytest.mark.parametrize("recorded", [None, "Bearer t1"])
def test_a_request_of_another_caller_says_so(shop, tmp_path, recorded):  # noqa: F811
    """Recorded without a credential and asked with one, or the other way round."""
    sent = "Bearer t9" if recorded is None else None
    headers = [{"authorization": token} if token else {} for token in (recorded, sent)]
    login = {"query": 'mutation Login { login(name: "ada") { token } }'}
    request = {"query": GET, "variables": {"id": "1"}}
    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", tmp_path / "recordings"]
    with running(understudy("record", *arguments, env=NO_CI)) as server:
        port = Worker(server.port)
        port.ask(login)
        port.ask(request, **headers[0])
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", tmp_path / "recordings", env=NO_CI)) as server:
        port = Worker(server.port)
        port.ask(login)
        missed = port.ask(request, **headers[1])
    assert missed.source == "miss", missed.body
    assert re.search(r"identity: recorded .+, sent .+", missed.message), missed.message
