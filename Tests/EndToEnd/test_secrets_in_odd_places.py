"""Secrets where few look for them: literals, defaults, wrong types, errors, comments, texts, other names."""

import base64
import json

import accounts
import clients
import pytest
from accounts import ANA, Caller, bearer, leaks, recording, replaying, written
from harness import running

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
BASIC = base64.b64encode(b"ana:s3cr3t-basic-pass-77").decode()
UNDER_OTHER_NAMES = """mutation Enter($e: String!, $p: String!) { login(email: $e, password: $p) { ...Handed } }
fragment Handed on Session { x: accessToken y: refreshToken }"""
DEFAULT = """mutation ByDefault($p: String! = "default-password-5150") {
  login(email: "a", password: $p) { accessToken }
}"""

# What is asked, with which variables, by which header, and the secret. None of them is a request that logs in.
PLACES = {
    "a password in Base64": (accounts.WHAT_YOU_SENT, {}, {"Authorization": f"Basic {BASIC}"}, "s3cr3t-basic-pass-77"),
    "a number": (accounts.LOGIN, {"email": "a", "password": 9182736450918}, {}, "9182736450918"),
    "a number in the document": (
        'mutation { login(email: "a", password: 8172635409182) { accessToken } }',
        {},
        {},
        "8172635409182",
    ),
    "an object in the place of a text": (
        accounts.LOGIN,
        {"email": {"password": "hidden-in-object-88y"}, "password": "another-secret-12"},
        {},
        "hidden-in-object-88y",
    ),
    "characters that are escaped": (
        accounts.LOGIN,
        {"email": ANA[0], "password": 'we"ird\\pässwörd\n\u2028☃'},
        {},
        'we"ird\\pässwörd\n\u2028☃',
    ),
    "a default": (DEFAULT, {}, {}, "default-password-5150"),
    "a variable that is not declared": (
        accounts.ME,
        {"password": "undeclared-password-42"},
        {},
        "undeclared-password-42",
    ),
    "a comment": (
        "# token=comment-secret-778899aabbcc\nquery Commented { me { id } }",
        {},
        {},
        "comment-secret-778899aabbcc",
    ),
    "a token in a text that is not called so": (accounts.SAY, {"status": f"take {JWT}!"}, {}, JWT),
    "an operation that the server refuses": (
        'mutation { login(email: "x", password: "unknown-field-pw-6006") { nope } }',
        {},
        {},
        "unknown-field-pw-6006",
    ),
    "a document that does not parse": (
        'mutation { login(password: "syntax-password-6006" ',
        {},
        {},
        "syntax-password-6006",
    ),
}


@pytest.fixture(scope="module")
def upstream():
    with running(accounts.accounts_upstream()) as server:
        yield server


def ask_everything(caller):
    """The answers, without those of requests that are refused; and what is secret."""
    secrets = {secret for *_, secret in PLACES.values()} | {BASIC, ANA[1]}
    handed = caller.data(UNDER_OTHER_NAMES, e=ANA[0], p=ANA[1])["login"]
    secrets |= set(handed.values())
    answers = []
    for query, variables, headers, _ in PLACES.values():
        answers.append(caller.ask(query, headers, **variables))
    for text in (f"my token is {handed['x']}, and Bearer {handed['y']}!", f'"{handed["x"]}"'):
        answers.append(caller.ask(accounts.SAY, bearer(handed["x"]), status=text))
    literal = f"mutation {{ say(status: {json.dumps('tok:' + handed['x'])}) {{ id status }} }}"
    answers.append(caller.ask(literal, bearer(handed["y"])))
    assert answers[-1].json["data"]["say"]["status"] == f"tok:{handed['x']}", "told as this client knows it"
    # A body that is no JSON.
    broken = '{"query":"query Me { me { id } }","variables":{"password":"broken-password-6006"'
    clients.post(caller.url, broken, "-H", "Authorization: Bearer broken-token-600660066006")
    return answers, secrets | {"broken-password-6006", "broken-token-600660066006"}


@pytest.mark.parametrize("output", [[], ["--json"], ["--quiet"]], ids=["text", "json", "quiet"])
def test_nothing_of_it_is_written(upstream, folder, output):
    assert clients.curl(f"{upstream.origin}/reset", "-X", "POST").status == 204
    with recording(upstream, folder, *output) as recorder:
        then, secrets = ask_everything(Caller(recorder.origin))
    with replaying(folder, *output) as replay:
        now, _ = ask_everything(Caller(replay.origin))
        shown = clients.curl(f"{replay.origin}/__understudy/misses").body
        shown += clients.curl(f"{replay.origin}/__understudy/sessions").body
        # As a stranger, so that all is missed.
        Caller(replay.origin, "stranger").ask("query Nothing { me { status } }", bearer(JWT))
        for query, variables, headers, _ in PLACES.values():
            reply = Caller(replay.origin, "stranger").ask(query.replace("login", "signIn"), headers, **variables)
            # The place in the sender's own text is shown to the sender.
            shown += reply.body if b"excerpt" not in reply.body else b""
        shown += clients.curl(f"{replay.origin}/__understudy/misses").body
        replay.stop()
    assert not leaks(written(folder, recorder, replay, shown=shown), secrets)
    for (place, asked), before, after in zip([*PLACES.items(), *[("text", None)] * 3], then, now, strict=True):
        if place == "a document that does not parse":
            assert after.source == "error"
            continue
        assert after.source == "recorded", (place, asked, after)
        assert after.header("understudy-state") == "exact"
        # The same answer, but for what is secret.
        assert sorted(after.json) == sorted(before.json), place
