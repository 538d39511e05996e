"""Credentials that no recorded answer issued, in named sessions: tokens that tests sign, API keys, cookies."""

import base64
import json

import accounts
import clients
import pytest
from accounts import ANA, ANAS_KEY, BEN, BENS_KEY, Caller, bearer, leaks, recording, replaying, written
from harness import running


@pytest.fixture(scope="module")
def upstream():
    with running(accounts.accounts_upstream()) as server:
        yield server


@pytest.fixture(autouse=True)
def at_its_start(upstream):
    assert clients.curl(f"{upstream.origin}/reset", "-X", "POST").status == 204


def signed(subject, issued):
    """A JSON Web Token as a test suite signs it."""

    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': subject, 'iat': issued})}.c2lnbmF0dXJlLW9mLSd0b2tlbg"


def source(caller, headers, name):
    return caller.ask(f"query {name} {{ __typename }}", headers).source


def test_a_token_signed_for_each_test(upstream, folder):
    tokens = [signed(user, issued) for issued, user in enumerate(("ada", "bob", "eve"))]
    with recording(upstream, folder) as recorder:
        for number, token in enumerate(tokens):
            source(Caller(recorder.origin, f"test-{number}"), bearer(token), f"Of{number}")
    assert not leaks(written(folder, recorder), tokens)
    with replaying(folder) as replay:
        for number, user in enumerate(("ada", "bob", "eve")):
            caller = Caller(replay.origin, f"test-{number}")
            # Another run signs other tokens, and another user is another user.
            assert source(caller, bearer(signed(user, 1000 + number)), f"Of{number}") == "recorded"
            assert source(caller, bearer(signed("mallory", 0)), f"Of{number}") == "miss"
            assert source(caller, None, f"Of{number}") == "miss"


def test_keys_count_by_the_order_of_first_use(upstream, folder):
    with recording(upstream, folder) as recorder:
        for session, keys in (("one", (ANAS_KEY, BENS_KEY)), ("two", (BENS_KEY, ANAS_KEY))):
            caller = Caller(recorder.origin, session)
            for number, key in enumerate(keys):
                source(caller, bearer(key), f"Of{session}{number}")
    assert not leaks(written(folder, recorder), [ANAS_KEY, BENS_KEY])
    with replaying(folder) as replay:
        for session in ("one", "two"):
            caller = Caller(replay.origin, session)
            assert source(caller, bearer("first"), f"Of{session}0") == "recorded"
            assert source(caller, bearer("second"), f"Of{session}1") == "recorded"
            # Derived from what the second caller recorded.
            assert source(caller, bearer("second"), f"Of{session}0") == "derived"


def test_a_cookie_is_an_identity_without_a_rule(upstream, folder):
    with recording(upstream, folder) as recorder:
        caller = Caller(recorder.origin, "test")
        cookies = [caller.sign_in(who) for who in (ANA, BEN)]
        names = [caller.me({"Cookie": f"theme=dark; session={cookie}"})["name"] for cookie in cookies]
    assert names == ["Ana", "Ben"]
    assert not leaks(written(folder, recorder), [*cookies, ANA[1], BEN[1]])
    with replaying(folder) as replay:
        caller = Caller(replay.origin, "test")
        issued = [caller.sign_in(who) for who in (ANA, BEN)]
        assert len({*issued, *cookies}) == 4
        for name, cookie in reversed(list(zip(names, issued, strict=True))):
            assert caller.me({"Cookie": f"session={cookie}"})["name"] == name
        assert caller.ask(accounts.ME, {"Cookie": f"session={cookies[0]}"}).source == "miss"
