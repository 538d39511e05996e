"""Subscriptions recorded from an endpoint over TLS: a private authority, and a certificate that is demanded."""

from __future__ import annotations

import json

import pytest
from certificates import Authority, endpoint
from harness import recording_files
from standing_in import StandIn, standing_in
from test_recording_streams import COUNT, EVENTS, LEGACY, PARTS, TRANSPORT, recording, start

NUMBERS = [1, 2, 3]


@pytest.fixture(scope="module")
def company(tmp_path_factory):
    return Authority.make(tmp_path_factory.mktemp("company"))


@pytest.fixture(scope="module")
def shown(company):
    """The certificate that the program shows to the endpoint, as options."""
    own = company.issue("ada")
    return ["--upstream-cert", own.certificate, "--upstream-key", own.key]


@pytest.fixture(scope="module")
def trust(company):
    return ["--upstream-ca", company.pair.certificate]


def secure(company, *arguments):
    """A stand-in with certificates: https and wss, for those who show one of the company's."""
    own = company.issue("server")
    options = ["--tls-cert", own.certificate, "--tls-key", own.key, "--tls-clients", company.pair.certificate]
    return standing_in("streams", "/graphql", *map(str, options), *arguments)


@pytest.fixture(scope="module")
def closed(company):
    """One that speaks everything, and demands a certificate."""
    with secure(company) as upstream:
        yield upstream


def counted(recorder):
    answer = recorder.answer("Count")
    assert answer["end"] == {"how": "complete"}
    return [event["payload"]["data"]["count"] for event in answer["events"]]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
@pytest.mark.parametrize("asked", [TRANSPORT, LEGACY, EVENTS, PARTS])
def test_a_subscription(closed, trust, shown, folder, asked, host):
    """As the client asks: by wss, or by https."""
    closed.origin = f"https://{host}:{closed.origin.rsplit(':', 1)[1]}"
    with recording(closed, folder, *trust, *shown) as recorder:
        recorder.subscribe(COUNT, asked)
        recorder.stop()
        assert counted(recorder) == NUMBERS


@pytest.mark.parametrize("spoken", [TRANSPORT, LEGACY])
def test_a_url_of_its_own(company, trust, shown, folder, spoken):
    """`endpoint.yaml` says that subscriptions are at a wss URL, and how they are spoken; the client asks by HTTP."""
    with secure(company, "--protocols", spoken) as upstream:
        url = upstream.origin.replace("https://", "wss://") + "/graphql"
        (folder / "board").mkdir(parents=True)
        (folder / "board" / "endpoint.yaml").write_text(
            f"upstream: {upstream.origin}/graphql\nsubscriptions: {{ url: '{url}', protocol: {spoken} }}\n"
        )
        with recording(upstream, folder, *trust, *shown) as recorder:
            recorder.subscribe(COUNT, EVENTS)
            recorder.stop()
            assert counted(recorder) == NUMBERS


@pytest.mark.parametrize("url", [None, "wss"], ids=["as the client asks", "a URL of its own"])
@pytest.mark.parametrize(
    "trusted, words",
    [
        (False, "its certificate is not trusted; pass its CA with --upstream-ca"),
        (True, "it requires a client certificate; pass one with --upstream-cert and --upstream-key"),
    ],
)
def test_who_is_not_let_in_is_told_what_is_missing(company, trust, folder, url, trusted, words):
    # The stand-in hangs up on who shows nothing; this one says so first, as TLS has it.
    with endpoint(company.issue("strict"), clients=company.pair.certificate) as address:
        upstream = StandIn(address.removesuffix("/graphql"), "/graphql")
        if url:
            (folder / "board").mkdir(parents=True)
            said = f"subscriptions: {{ url: '{address.replace('https', url)}', protocol: {TRANSPORT} }}\n"
            (folder / "board" / "endpoint.yaml").write_text(f"upstream: {address}\n{said}")
        with recording(upstream, folder, *(trust if trusted else [])) as recorder:
            with recorder.socket(TRANSPORT) as socket:
                start(socket, TRANSPORT, COUNT)
                message = socket.receive()
                while message["type"] in ("ka", "ping"):
                    message = socket.receive()
                assert words in json.dumps(message), message
            recorder.stop()
    assert not recording_files(folder)
