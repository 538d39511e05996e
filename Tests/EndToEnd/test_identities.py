"""Who asks counts, by what a recorded answer handed out; no secret is written, and recorders pass real bytes on."""

import base64
import json
import re

import accounts
import clients
import pytest
from accounts import ANA, ANAS_KEY, BEN, BENS_KEY, Caller, bearer, leaks, recording, replaying, rules, written
from harness import running, tree


@pytest.fixture(scope="module")
def upstream():
    with running(accounts.accounts_upstream()) as server:
        yield server


@pytest.fixture(autouse=True)
def at_its_start(upstream):
    assert clients.curl(f"{upstream.origin}/reset", "-X", "POST").status == 204


def test_the_search_for_secrets_finds_them():
    secret = "Tr0ub4dor&3 and more"
    encoded = "password%3DTr0ub4dor%263%20and%20more"
    for text in (secret, f"x {secret}", encoded, *(b"?" * n + secret.encode() for n in range(4))):
        content = text.encode() if isinstance(text, str) else base64.b64encode(text)
        assert leaks({"a place": content}, [secret]), content
        assert leaks({content.decode(): b""}, [secret]), content
    assert not leaks({"a place": b"Tr0ub4dor"}, [secret])


def two_at_once(caller):
    """Ana and Ben are logged in at the same time; each says something and sees their own."""
    seen = []
    ana, ben = caller.login(ANA), caller.login(BEN)
    anas, bens = bearer(ana["accessToken"]), bearer(ben["accessToken"])
    seen += [caller.me(anas), caller.me(bens)]
    seen += [caller.data(accounts.SAY, anas, status="busy"), caller.me(bens), caller.me(anas)]
    seen += [caller.data(accounts.SAY, bens, status="away"), caller.me(anas), caller.me(bens)]
    return seen, [ana, ben]


def test_two_users_at_the_same_time(upstream, folder):
    with recording(upstream, folder) as recorder:
        then, _ = two_at_once(Caller(recorder.origin))
    assert [one["name"] for one in then if "name" in one] == ["Ana", "Ben", "Ben", "Ana", "Ana", "Ben"]
    assert [one["status"] for one in then if "status" in one] == ["new", "new", "new", "busy", "busy", "away"]
    with replaying(folder) as replay:
        for session in ("one", "another", None):
            now, handed = two_at_once(Caller(replay.origin, session))
            assert now == then
            assert len({one["accessToken"] for one in handed}) == 2


def test_sessions_of_one_run_that_log_in_alike(upstream, folder):
    """A session for each test, each logging in by itself, and the endpoint hands out another token each time."""
    with recording(upstream, folder) as recorder:
        handed = []
        for name, user in (("first", ANA), ("second", ANA), ("third", BEN)):
            caller = Caller(recorder.origin, name)
            session = caller.login(user)
            handed.append(session["accessToken"])
            assert caller.me(bearer(session["accessToken"]))["name"] == user[0].split("@")[0].title()
            # Something that no other session asks: it is kept only if the session's story is.
            caller.data(f"query Only{name} {{ me {{ id name }} }}", bearer(session["accessToken"]))
        assert len(set(handed)) == 3
    assert not leaks(tree(folder), handed)
    with replaying(folder) as replay:
        tokens = {}
        for name, user in (("third", BEN), ("second", ANA), ("first", ANA)):
            caller = Caller(replay.origin, name)
            token = tokens[name] = caller.login(user)["accessToken"]
            who = caller.data(f"query Only{name} {{ me {{ id name }} }}", bearer(token))["me"]["name"]
            assert who == user[0].split("@")[0].title()
        assert tokens["first"] == tokens["second"] != tokens["third"]


def refreshing(caller):
    session = caller.login(ANA)
    old = caller.me(bearer(session["accessToken"]))
    mine = bearer(session["accessToken"])
    fresh = caller.data(accounts.REFRESH, mine, refreshToken=session["refreshToken"])["refresh"]
    return session, fresh, [old, caller.me(bearer(fresh["accessToken"]))]


def test_a_refreshed_token_is_the_same_identity(upstream, folder):
    with recording(upstream, folder) as recorder:
        session, fresh, then = refreshing(Caller(recorder.origin))
        assert session["accessToken"] != fresh["accessToken"]
    assert [one["name"] for one in then] == ["Ana", "Ana"]
    with replaying(folder) as replay:
        caller = Caller(replay.origin)
        session, fresh, now = refreshing(caller)
        assert now == then
        assert session["accessToken"] != fresh["accessToken"]
        # Only the fresh one was sent after it was handed out; the old one is as good.
        assert caller.me(bearer(session["accessToken"])) == then[1]


def wrong_then_right(caller):
    wrong = caller.data(accounts.LOGIN, email=ANA[0], password="a wrong password")["login"]
    return wrong, caller.login(ANA)


def test_a_wrong_password_beside_the_right_one(upstream, folder):
    with recording(upstream, folder) as recorder:
        wrong, right = wrong_then_right(Caller(recorder.origin))
        assert wrong is None and right["user"]["name"] == "Ana"
    with replaying(folder) as replay:
        wrong, right = wrong_then_right(Caller(replay.origin))
        assert wrong is None and right["user"]["name"] == "Ana"
        # One byte tells passwords apart, so now and then another one passes for the recorded.
        others = [
            Caller(replay.origin, f"other-{n}").ask(accounts.LOGIN, email=ANA[0], password=f"other {n}").source
            for n in range(12)
        ]
        assert others.count("miss") >= 9
    assert not leaks(written(folder, replay, recorder), ["a wrong password", ANA[1], "other 3"])


def test_two_passwords_with_one_placeholder_are_reported(upstream, folder):
    def log_in(caller):
        # Of 40 passwords, two have the same byte.
        for number in range(40):
            assert caller.ask(accounts.LOGIN, email=ANA[0], password=f"wrong {number}").source == source

    source = "upstream"
    with recording(upstream, folder) as recorder:
        log_in(Caller(recorder.origin))
    source = "recorded"
    with replaying(folder) as replay:
        log_in(Caller(replay.origin))
        replay.stop()
    for program in (recorder, replay):
        warned = re.findall(r"mutation \w+: two different values of password have the same placeholder", program.stderr)
        assert warned and "wrong 1" not in program.stderr
    # The advice: send another value.
    with replaying(folder) as replay:
        Caller(replay.origin).ask(accounts.LOGIN, email=ANA[0], password="wrong 1")
        replay.stop()
    assert "same placeholder" not in replay.stderr


def all_pages(caller):
    pages = [caller.data(accounts.NOTES)["notes"]]
    while token := pages[-1]["nextToken"]:
        pages.append(caller.data(accounts.NOTES, nextToken=token)["notes"])
    return pages


def test_the_token_of_the_next_page_is_no_secret(upstream, folder):
    with recording(upstream, folder) as recorder:
        then = all_pages(Caller(recorder.origin))
    assert [len(page["items"]) for page in then] == [2, 2, 1]
    assert any(then[0]["nextToken"].encode() in content for content in tree(folder).values())
    with replaying(folder) as replay:
        assert all_pages(Caller(replay.origin)) == then


def test_a_cookie_is_the_identity_by_a_rule(upstream, folder):
    rules(folder, "identity: { cookie: session }\n")
    names = []
    with recording(upstream, folder) as recorder:
        caller = Caller(recorder.origin)
        cookies = [caller.sign_in(who) for who in (ANA, BEN)]
        assert len(set(cookies)) == 2
        for cookie in cookies:
            names.append(caller.me({"Cookie": f"theme=dark; session={cookie}"})["name"])
        assert names == ["Ana", "Ben"]
    assert not leaks(written(folder, recorder), [*cookies, ANA[1], BEN[1]])
    with replaying(folder) as replay:
        caller = Caller(replay.origin)
        pseudonyms = [caller.sign_in(who) for who in (ANA, BEN)]
        assert len(set(pseudonyms)) == 2 and not set(pseudonyms) & set(cookies)
        assert [caller.me({"Cookie": f"session={cookie}; a=b"})["name"] for cookie in pseudonyms] == names


def test_an_api_key_is_the_identity_by_a_rule_and_the_second_one_needs_a_name(upstream, folder):
    rules(folder, "identity: { header: x-api-key }\n")
    with recording(upstream, folder) as recorder:
        caller = Caller(recorder.origin)
        assert caller.me({"X-API-Key": ANAS_KEY})["name"] == "Ana"
        assert caller.ask(accounts.ME, {"X-API-Key": BENS_KEY}).json["data"]["me"]["name"] == "Ben"
    (mark,) = set(re.findall(r'names: \{ NAME: "([0-9a-f]{2})" \}', recorder.stderr))
    assert len([name for name in tree(folder) if name.endswith(".json")]) == 1, "whose answer it is, nobody knows"
    with replaying(folder) as replay:
        assert Caller(replay.origin).me({"X-API-Key": ANAS_KEY})["name"] == "Ana"
    rules(folder, f'identity: {{ header: x-api-key, names: {{ ben: "{mark}" }} }}\n')
    with recording(upstream, folder) as again:
        caller = Caller(again.origin)
        assert [caller.me({"X-API-Key": key})["name"] for key in (ANAS_KEY, BENS_KEY)] == ["Ana", "Ben"]
    assert "names:" not in again.stderr
    with replaying(folder) as replay:
        caller = Caller(replay.origin)
        assert [caller.me({"X-API-Key": key})["name"] for key in (BENS_KEY, ANAS_KEY)] == ["Ben", "Ana"]
        assert caller.ask(accounts.ME).source == "miss"
    assert not leaks(written(folder, recorder, again, replay), [ANAS_KEY, BENS_KEY])


def by_literals(caller):
    login = f'mutation {{ login(email: "{ANA[0]}", password: "{ANA[1]}") {{ accessToken refreshToken }} }}'
    session = caller.data(login)["login"]
    refresh = f'mutation {{ refresh(refreshToken: """{session["refreshToken"]}""") {{ accessToken user {{ name }} }} }}'
    fresh = caller.data(refresh)["refresh"]
    return [fresh["user"], caller.me(bearer(fresh["accessToken"]))], [ANA[1], *session.values(), fresh["accessToken"]]


def test_literals_in_the_document(upstream, folder):
    with recording(upstream, folder) as recorder:
        then, secrets = by_literals(Caller(recorder.origin))
    assert not leaks(written(folder, recorder), secrets)
    with replaying(folder) as replay:
        now, _ = by_literals(Caller(replay.origin))
        assert now == then
        wrong = f'mutation {{ login(email: "{ANA[0]}", password: "not it, nor near") {{ accessToken refreshToken }} }}'
        reply = Caller(replay.origin, "other").ask(wrong)
        assert reply.source in ("miss", "recorded") and "not it" not in reply.body.decode()


def everything(caller):
    """All that is secret, and what was answered, with the secrets taken out."""
    secrets, seen = {ANA[1], BEN[1], "a wrong password"}, []
    wrong, _ = wrong_then_right(caller)
    seen.append(wrong)
    for who in (ANA, BEN):
        session = caller.login(who)
        fresh = caller.data(accounts.REFRESH, refreshToken=session["refreshToken"])["refresh"]
        mine = {session["accessToken"], session["refreshToken"], fresh["accessToken"]}
        for token in (session["accessToken"], fresh["accessToken"]):
            seen.append(caller.me(bearer(token)))
            assert caller.data(accounts.WHAT_YOU_SENT, bearer(token))["whatYouSent"].endswith(f"Bearer {token}.")
        seen.append(caller.data(accounts.SAY, {"Authorization": session["accessToken"]}, status="busy"))
        secrets |= mine
    return secrets, seen


@pytest.mark.parametrize("output", [[], ["--json"]], ids=["text", "json"])
def test_secrets_are_nowhere(upstream, folder, output):
    with recording(upstream, folder, *output) as recorder:
        secrets, then = everything(Caller(recorder.origin))
    assert len(secrets) == 9
    with replaying(folder, *output) as replay:
        caller = Caller(replay.origin)
        pseudonyms, now = everything(caller)
        assert now == then
        assert not (pseudonyms & secrets) - {ANA[1], BEN[1], "a wrong password"}
        # Misses are told as well: with a credential that is real, in variables, and in the document.
        answers = b""
        for secret in sorted(secrets):
            for reply in (
                caller.ask("query Other { me { id } }", bearer(secret)),
                caller.ask(accounts.REFRESH, refreshToken=secret),
                caller.ask(f"mutation {{ refresh(refreshToken: {json.dumps(secret)}) {{ accessToken }} }}"),
            ):
                assert reply.source != "recorded"
                answers += reply.body
        answers += clients.curl(f"{replay.origin}/__understudy/misses").body
        answers += clients.curl(f"{replay.origin}/__understudy/sessions/default").body
        replay.stop()
    assert not leaks(written(folder, recorder, replay, answers=answers), secrets)


def test_the_one_who_records_gets_the_real_bytes_and_the_upstream_too(upstream, folder):
    with recording(upstream, folder) as recorder:
        token = Caller(recorder.origin).login(ANA)["accessToken"]
        # It is good at the upstream itself, and arrives there as it was sent.
        assert Caller(f"{upstream.origin}/graphql").me(bearer(token))["name"] == "Ana"
        assert Caller(recorder.origin).me(bearer(token))["name"] == "Ana"
        assert clients.curl(f"{upstream.origin}/seen").json["authorization"] == f"Bearer {token}"
    with replaying(folder) as replay:
        pseudonym = Caller(replay.origin).login(ANA)["accessToken"]
    # Base64 of the same alphabet, and as long or longer.
    assert pseudonym != token and re.fullmatch(r"[A-Za-z0-9_-]{36,}", pseudonym)
    assert base64.urlsafe_b64decode(pseudonym + "=" * (-len(pseudonym) % 4)).startswith(b"understudy-")


def test_recording_again_with_other_tokens_changes_no_byte(upstream, folder):
    trees = []
    for _ in range(2):
        assert clients.curl(f"{upstream.origin}/reset", "-X", "POST").status == 204
        with recording(upstream, folder) as recorder:
            everything(Caller(recorder.origin))
        trees.append(tree(folder))
    assert trees[0] == trees[1]


def test_a_body_that_cannot_be_parsed_is_not_stored_and_the_log_says_so(upstream, folder):
    with recording(upstream, folder, path="/plain", code=1) as recorder:
        reply = Caller(recorder.origin).ask(accounts.ME, bearer("a-secret-that-comes-back-7301"))
        assert reply.body == b"not JSON, but Bearer a-secret-that-comes-back-7301"
    assert not [name for name in tree(folder) if name.endswith(".json")]
    assert re.search(r"query Me +FAILED ", recorder.stderr)
    assert not leaks(written(folder, recorder), ["a-secret-that-comes-back-7301"])
