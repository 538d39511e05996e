"""Sessions in Redis: requests of a session reach any of three replicas, which share its log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import clients
import harness
import psutil
import pytest
import trips
from harness import closed_port, eventually, run
from http_server import serving
from many_flows import REFUSALS, planned, run_flows, sessions
from relay import relaying
from replicas import haproxy, nginx, redis, repeatedly, replicas
from shared_store import MARKS, SESSIONS, add, ask, begin, names, program, sprayed, store  # noqa: F401
from subscribers import Ended, OverHTTP

pytestmark = MARKS
FAKE = ("--seed", "25")


def test_sprayed_requests_get_the_answers_of_one_program(store, tmp_path):
    plan = planned(sessions(SESSIONS))
    with replicas(3, "--sessions", store.url) as three, sprayed(tmp_path, three) as front:
        counts = run_flows(front.origin, plan)
        assert counts.wrong == [] and not counts.refused, counts
        assert len(counts.finished) == SESSIONS


def test_sprayed_requests_of_generated_data_do_too(store, tmp_path):
    plan = planned(sessions(60), "fake", *FAKE)
    with replicas(3, *FAKE, "--sessions", store.url, command="fake") as three:
        with sprayed(tmp_path, three) as front:
            counts = run_flows(front.origin, plan)
            assert counts.wrong == [] and not counts.refused, counts


# A minute alone on two cores: a session starts over whenever nobody knows whether its mutation took effect.
@pytest.mark.timeout(600)
def test_nothing_is_wrong_while_replicas_and_the_store_die(store, tmp_path):
    """Each refused request says why. Replicas and the store come back, and sessions go on where they were.

    The network delays each request to the store and each reply by a random time.
    """
    plan = planned(sessions(SESSIONS))
    with contextlib.ExitStack() as stack:
        network = stack.enter_context(relaying(store.port))
        network.delay = 0.01
        three = stack.enter_context(replicas(3, "--sessions", f"redis://127.0.0.1:{network.port}/0"))
        front = stack.enter_context(sprayed(tmp_path, three))

        def restart_store() -> None:
            store.kill()
            time.sleep(0.3)
            store.start()

        with repeatedly(*(replica.restart for replica in three), restart_store) as restarts:
            # On a busy machine, kills meet most attempts at a long session.
            counts = run_flows(front.origin, plan, resends=True, attempts=200)
        assert counts.wrong == [], counts
        assert sum(restarts[:3]) > 2 and restarts[3] and counts.refused, (restarts, counts)
        # The store kept all of them.
        assert REFUSALS[410] not in counts.refused, counts
        assert len(counts.finished) == SESSIONS, counts


@pytest.mark.parametrize("sticky", [False, True])
@pytest.mark.parametrize("proxy", [nginx, haproxy])
def test_another_replica_takes_over_at_once(store, tmp_path, proxy, sticky):
    """Only requests in flight are lost with a replica, with the guide's files and its changes for shared sessions."""
    changes = {"shared": True} if proxy is nginx else {}
    with replicas(2, "--sessions", store.url, command="fake") as two:
        with proxy(tmp_path, two, sticky=sticky, **changes) as front:
            for number in range(8):
                begin(front.origin, f"s{number}")
                assert add(front.origin, f"s{number}", "Ann").status == 200
            two[0].kill()
            for number in range(8):
                assert names(front.origin, f"s{number}")[-1] == "Ann"
                assert add(front.origin, f"s{number}", "Bob").status == 200
                assert names(front.origin, f"s{number}")[-2:] == ["Ann", "Bob"]


def test_a_session_goes_on_after_the_store_was_away(store):
    with replicas(2, "--sessions", store.url, command="fake") as two:
        first, second = (replica.origin for replica in two)
        begin(first, "a")
        assert add(first, "a", "Ann").status == 200
        store.kill()
        for origin in (first, second):
            # A lease lasts up to 2 seconds, in which a replica may answer by itself.
            eventually(lambda origin=origin: ask(origin, "a", "{ allAttendees { name } }").status == 503, "503")
            reply = add(origin, "a", "Bob")
            assert reply.status == 503 and "had no effect" in reply.json["errors"][0]["message"], reply.body
            assert "does not answer" in reply.json["errors"][0]["message"], reply.body
            begun = clients.post(f"{origin}/__understudy/begin", {"session": "b", "named": True})
            assert begun.status == 503 and "had no effect" in begun.json["errors"][0]["message"], begun.body
            # Requests of no session go on.
            assert ask(origin, None, "{ allAttendees { name } }").status == 200
            assert b"\nunderstudy_session_store_up 0\n" in clients.curl(f"{origin}/__understudy/metrics").body
        for replica in two:
            eventually(lambda replica=replica: "The session store failed." in replica.server.stderr, "the warning")
        store.start()
        for origin in (first, second):
            assert names(origin, "a")[-1] == "Ann"
            assert b"\nunderstudy_session_store_up 1\n" in clients.curl(f"{origin}/__understudy/metrics").body
        for replica in two:
            assert replica.server.stderr.count("The session store failed.") == 1
        assert add(second, "a", "Cid").status == 200
        assert names(first, "a")[-2:] == ["Ann", "Cid"]


def test_a_store_that_hangs_is_told_in_time(store):
    with replicas(1, "--sessions", store.url, command="fake") as [only]:
        begin(only.origin, "a")
        store.freeze()
        began = time.monotonic()
        reply = add(only.origin, "a", "Ann")
        assert reply.status in (503, 504) and "it sent nothing in time." in reply.json["errors"][0]["message"], reply.body
        assert time.monotonic() - began < 20
        store.thaw()
        assert names(only.origin, "a")


def test_a_store_that_hangs_is_told_to_all_in_time(store):
    """Not to one group of commands after the other: each would wait for seconds."""
    with replicas(1, "--sessions", store.url, command="fake") as [only]:
        begin(only.origin, "a")
        store.freeze()
        host, port = only.origin.removeprefix("http://").split(":")

        async def refused(number: int) -> bool:
            reader, writer = await asyncio.open_connection(host, int(port))
            body = json.dumps({"session": f"s{number}", "named": True})
            head = f"POST /__understudy/begin HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json"
            writer.write(f"{head}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
            answer = await reader.read()
            writer.close()
            # Those that were sent may have taken effect: 504.
            return answer[9:12] in (b"503", b"504") and b"sent nothing in time" in answer

        async def all_refused() -> list[bool]:
            return await asyncio.gather(*map(refused, range(900)))

        began = time.monotonic()
        assert all(asyncio.run(all_refused()))
        # One after the other, five groups of 200 would take 18 s.
        assert time.monotonic() - began < 14
        store.thaw()
        assert names(only.origin, "a")


def test_a_replica_that_was_frozen_gives_no_old_answer(store):
    """It had the lease. When it wakes up, another replica has changed the session."""
    with replicas(2, "--sessions", store.url, command="fake") as two:
        first, second = two
        begin(first.origin, "a")
        for _ in range(3):
            names(first.origin, "a")
        first.freeze()
        try:
            assert add(second.origin, "a", "Ann").status == 200
        finally:
            first.thaw()
        assert names(first.origin, "a")[-1] == "Ann"


def test_an_emptied_store_ends_its_sessions_aloud(store):
    with replicas(2, "--sessions", store.url, command="fake") as two:
        begin(two[0].origin, "a")
        assert add(two[0].origin, "a", "Ann").status == 200
        clients.raw(store.port, b"FLUSHALL\r\n", timeout=1)
        for replica in two:
            # A lease lasts up to 2 seconds. After it, all requests are told, also many at once.
            ended = eventually(
                lambda replica=replica: (reply := ask(replica.origin, "a", "{ allAttendees { name } }")).status != 200 and reply, "the end"
            )
            assert ended.status == 410, ended.body
        for _ in range(5):
            clients.raw(store.port, b"FLUSHALL\r\n", timeout=1)
            with ThreadPoolExecutor(16) as pool:
                origins = [replica.origin for replica in two] * 16
                assert {reply.status for reply in pool.map(lambda origin: ask(origin, "a", "{ __typename }"), origins)} == {410}
        begin(two[1].origin, "a")
        assert "Ann" not in names(two[0].origin, "a")


def test_a_store_that_is_restored_from_an_older_copy_ends_its_sessions_aloud(store, tmp_path):
    """Also at a replica that has not answered what is missing."""
    with replicas(2, "--sessions", store.url, command="fake") as two:
        first, second = (replica.origin for replica in two)
        begin(first, "a")
        assert add(first, "a", "Ann").status == 200
        shutil.copytree(store.folder, tmp_path / "copy")
        assert add(second, "a", "Bob").status == 200
        store.kill()
        shutil.rmtree(store.folder)
        shutil.copytree(tmp_path / "copy", store.folder)
        store.start()
        for origin in (first, second):
            reply = add(origin, "a", "Cid")
            assert reply.status == 410, reply.body
        # With all of its log, nothing ends, though a change comes before the second one has asked.
        begin(first, "a")
        assert add(first, "a", "Dan").status == 200
        store.kill()
        store.start()
        assert add(first, "a", "Eva").status == 200
        time.sleep(1.5)
        for origin in (second, first):
            assert names(origin, "a")[-2:] == ["Dan", "Eva"]


def test_a_session_that_begins_in_an_emptied_store_has_nothing_of_the_last_one(store):
    """Even at a replica that had its lease."""
    with replicas(2, "--sessions", store.url, command="fake") as two:
        for _ in range(3):
            begin(two[0].origin, "a", replace=True)
            assert add(two[0].origin, "a", "Ann").status == 200
            assert [names(two[0].origin, "a")[-1] for _ in range(5)] == ["Ann"] * 5
            clients.raw(store.port, b"FLUSHALL\r\n", timeout=1)
            begin(two[1].origin, "a")
            assert "Ann" not in names(two[0].origin, "a")


def test_answers_of_an_earlier_lease_are_not_repeated(store):
    """After another replica's mutation."""
    with replicas(2, *FAKE, "--sessions", store.url, command="fake") as two:
        begin(two[0].origin, "a")
        for turn in range(10):
            before = [names(two[0].origin, "a") for _ in range(4)][-1]
            # Who looks up an object changes the session, but no answer from before.
            assert ask(two[0].origin, "a", f'{{ Attendee(id: "{turn}") {{ name }} }}').status == 200
            assert add(two[1].origin, "a", f"Ann {turn}").status == 200
            assert names(two[0].origin, "a") == [*before, f"Ann {turn}"]


def test_a_replica_gets_its_turn_at_a_busy_session_though_notices_are_lost(store):
    with replicas(2, *FAKE, "--sessions", store.url, command="fake") as two:
        first, second = (replica.origin for replica in two)
        begin(first, "a")
        clients.raw(store.port, b"ACL SETUSER default -subscribe\r\nCLIENT KILL TYPE pubsub\r\n", timeout=1)
        over = threading.Event()

        def use() -> None:
            while not over.is_set():
                assert ask(first, "a", "{ allAttendees { name } }").status == 200

        with ThreadPoolExecutor(1) as pool:
            using = pool.submit(use)
            try:
                for name in ("Ann", "Bob"):
                    time.sleep(1)
                    assert add(second, "a", name).status == 200
            finally:
                over.set()
            using.result()
        assert names(first, "a")[-2:] == ["Ann", "Bob"]


def test_batches_are_shared(store):
    with replicas(2, *FAKE, "--sessions", store.url, command="fake") as two:
        begin(two[0].origin, "a")

        def batch(origin: str, session: str | None) -> str:
            add = {"query": 'mutation { createAttendee(name: "Ann") { name } }'}
            header = ("-H", f"X-Understudy-Session: {session}") if session else ()
            reply = clients.post(f"{origin}/conference-planner", [add, add], *header)
            assert reply.status == 200
            return reply.body.decode()

        before = names(two[1].origin, "a")
        assert batch(two[0].origin, "a").count('"Ann"') == 2
        assert names(two[1].origin, "a") == [*before, "Ann", "Ann"]
        assert batch(two[0].origin, "b").count("There is no session") == 2
        assert batch(two[0].origin, None).count("needs a session") == 2
        # Requests without a session have no state to reset.
        assert clients.post(f"{two[0].origin}/__understudy/sessions/default/reset", {}).status == 409


def test_faults_that_count_requests_are_refused(store, tmp_path):
    folder = harness.copy(harness.ROOT / "recordings", tmp_path / "recordings")
    file = folder / "countries/endpoint.yaml"
    text = file.read_text() if file.exists() else ""
    fault = "faults:\n  - { operation: CountryDetail, status: 503, times: 2 }\n"
    file.write_text(text + fault)
    start = ("replay", "--port", "0", "--recordings", folder, "--sessions", store.url)
    done = run(*start)
    assert done.returncode == 2 and 'has times at a fault or an answer of operation "CountryDetail"' in done.stderr, done
    # The advice helps.
    file.write_text(text + fault.replace(", times: 2", ""))
    with harness.running(harness.understudy(*start[:1], *start[3:])):
        pass


@pytest.mark.parametrize("difference", ["option", "schema", "endpoint.yaml"])
def test_a_replica_with_other_settings_refuses_the_sessions_of_others(store, tmp_path, difference):
    """Their answers to reads would differ, which nobody would notice."""
    schemas = harness.copy(harness.ROOT / "schemas", tmp_path / "schemas")
    recordings = harness.copy(harness.ROOT / "recordings", tmp_path / "recordings")
    if difference == "schema":
        file = schemas / "conference-planner.graphqls"
        file.write_text(file.read_text() + "\ntype More { id: ID! }\n")
    if difference == "endpoint.yaml":
        folder = recordings / "conference-planner"
        folder.mkdir(exist_ok=True)
        with (folder / "endpoint.yaml").open("a") as file:
            file.write("\nfakes: { population: Attendee=3 }\n")
    other = ("--seed", "26" if difference == "option" else "25")
    folders = ("--recordings", recordings, "--schemas", schemas)
    url = ("--sessions", store.url)
    with replicas(1, *FAKE, *url, command="fake") as [one], replicas(1, *other, *url, command="fake", folders=folders) as [two]:
        begin(one.origin, "a")
        assert names(one.origin, "a")
        reply = ask(two.origin, "a", "{ allAttendees { name } }")
        assert reply.status == 503 and b"another endpoint.yaml or another schema" in reply.body, reply
        begin(two.origin, "a", replace=True)
        assert names(two.origin, "a")


def test_a_session_expires_at_all_replicas(store):
    with replicas(2, "--sessions", store.url, "--session-idle", "2") as two:
        begin(two[0].origin, "a")
        time.sleep(3)
        for replica in two:
            reply = clients.post(
                f"{replica.origin}/countries", {"query": "{ __typename }"}, "-H", "X-Understudy-Session: a"
            )
            assert reply.status == 410, reply.body


class TestUnsafeStores:
    """A store that may lose or remove entries is refused, with the setting that helps."""

    def refusal(self, store, *arguments: str) -> str:
        done = run("fake", "--port", "0", "--sessions", store.url, *arguments)
        assert done.returncode == 2, done.stderr
        return done.stderr

    def test_one_that_evicts(self, tmp_path):
        with redis(tmp_path, "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru") as store:
            assert "CONFIG SET maxmemory-policy noeviction" in self.refusal(store)
            clients.raw(store.port, b"CONFIG SET maxmemory-policy noeviction\r\n", timeout=1)
            with replicas(1, "--sessions", store.url, command="fake") as [only]:
                begin(only.origin, "a")

    def test_one_that_writes_late(self, tmp_path):
        with redis(tmp_path, "--appendfsync", "everysec") as store:
            problem = self.refusal(store)
            assert "--store-may-lose" in problem and "appendfsync always" in problem
            with replicas(1, "--sessions", store.url, "--store-may-lose", command="fake") as [only]:
                begin(only.origin, "a")
                assert add(only.origin, "a", "Ann").status == 200
                # With its log, but nobody knows whether it is whole.
                store.stop()
                store.start()
                eventually(lambda: ask(only.origin, "a", "{ allAttendees { name } }").status == 410, "410")
            commands = re.findall(r"CONFIG (?:SET \S+ \w+|REWRITE)", problem)
            assert len(commands) == 4
            for command in commands:
                clients.raw(store.port, f"{command}\r\n".encode(), timeout=1)
            with replicas(1, "--sessions", store.url, command="fake") as [only]:
                begin(only.origin, "a")

    @pytest.mark.timeout(120)
    def test_one_that_another_may_replace_unnoticed(self, tmp_path):
        """As the advice sets it, a server that is cut off from its replicas answers nothing any more."""
        with redis(tmp_path / "one") as store, redis(tmp_path / "two", "--replicaof", f"127.0.0.1 {store.port}") as other:
            eventually(lambda: b"connected_slaves:1" in clients.raw(store.port, b"INFO replication\r\n", timeout=1), "a replica")
            problem = self.refusal(store)
            for command in re.findall(r"CONFIG SET min-replicas-\S+ \d+", problem):
                # The test need not wait as long as the advice says.
                clients.raw(store.port, f"{command.replace('lag 10', 'lag 2')}\r\n".encode(), timeout=1)
            eventually(lambda: b"good_slaves:1" in clients.raw(store.port, b"INFO replication\r\n", timeout=1), "a replica")
            with replicas(1, "--sessions", store.url, command="fake") as [only]:
                begin(only.origin, "a")
                assert add(only.origin, "a", "Ann").status == 200
                assert names(only.origin, "a")[-1] == "Ann"
                other.freeze()
                query = "{ allAttendees { name } }"
                eventually(lambda: ask(only.origin, "a", query).status == 503, "503", within=20)
                assert b"writes nothing, because it has too few replicas" in ask(only.origin, "a", query).body
                assert "Start its replicas" in self.refusal(store)
                assert ask(only.origin, None, query).status == 200
                other.thaw()
                eventually(lambda: ask(only.origin, "a", query).status == 200, "200", within=20)
                assert names(only.origin, "a")[-1] == "Ann"

    def test_one_that_refuses_notices(self, tmp_path):
        with redis(tmp_path) as store:
            clients.raw(store.port, b"ACL SETUSER default -subscribe\r\n", timeout=1)
            assert "Allow its user the commands PUBLISH, SUBSCRIBE and UNSUBSCRIBE" in self.refusal(store)
            clients.raw(store.port, b"ACL SETUSER default +subscribe\r\n", timeout=1)
            with replicas(1, "--sessions", store.url, command="fake") as [only]:
                begin(only.origin, "a")

    def test_none_at_all(self, tmp_path):
        with redis(tmp_path) as store:
            store.kill()
            assert "does not answer: Connection refused. Start it, or correct its URL after --sessions." in self.refusal(store)

    def test_one_with_another_password(self, tmp_path, monkeypatch):
        with redis(tmp_path) as store:
            clients.raw(store.port, b"CONFIG SET requirepass a-password\r\n", timeout=1)
            for words in ("needs a password. Set it in", "Correct the password in"):
                assert f"{words} the environment variable UNDERSTUDY_SESSIONS_PASSWORD." in self.refusal(store)
                monkeypatch.setenv("UNDERSTUDY_SESSIONS_PASSWORD", "another")
            monkeypatch.delenv("UNDERSTUDY_SESSIONS_PASSWORD")
            done = run("fake", "--port", "0", "--sessions", f"{store.url.rsplit('/', 1)[0]}/3")
            assert done.returncode == 2 and "needs a password. Set it in" in done.stderr, done.stderr

    def test_one_without_a_password(self, tmp_path, monkeypatch):
        monkeypatch.setenv("UNDERSTUDY_SESSIONS_PASSWORD", "a-password")
        with redis(tmp_path) as store:
            assert "It has no password: unset the environment variable UNDERSTUDY_SESSIONS_PASSWORD." in self.refusal(store)

    def test_one_without_tls(self, tmp_path):
        with redis(tmp_path) as store:
            done = run("fake", "--port", "0", "--sessions", f"rediss://127.0.0.1:{store.port}/0")
            assert done.returncode == 2 and "If it has no TLS, use a URL that begins with redis://" in done.stderr, done.stderr

    def test_another_server(self):
        with serving(lambda handler: handler.send_error(400)) as url:
            done = run("fake", "--port", "0", "--sessions", f"redis://{urlsplit(url).netloc}/0")
            assert done.returncode == 2 and "Is it a Redis or Valkey server?" in done.stderr, done.stderr

    def test_one_elsewhere_without_a_password(self):
        done = run("fake", "--port", "0", "--sessions", "redis://192.0.2.1:6379/0")
        assert done.returncode == 2 and "UNDERSTUDY_SESSIONS_PASSWORD" in done.stderr, done.stderr


def test_the_store_does_not_show_requests(tmp_path, monkeypatch):
    """With a password. Neither a credential nor a name is readable in its file."""
    monkeypatch.setenv("UNDERSTUDY_SESSIONS_PASSWORD", "a-password")
    with redis(tmp_path) as store:
        clients.raw(store.port, b"CONFIG SET requirepass a-password\r\n", timeout=1)
        with replicas(2, "--sessions", store.url, command="fake") as two:
            begin(two[0].origin, "a")
            query = {"query": 'mutation { createAttendee(name: "Annabel-the-first") { id } }'}
            header = ("-H", "X-Understudy-Session: a", "-H", "Authorization: Bearer secret-of-the-client")
            assert clients.post(f"{two[0].origin}/conference-planner", query, *header).status == 200
            assert names(two[1].origin, "a")[-1] == "Annabel-the-first"
        text = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        assert b"RPUSH" in text or b"rpush" in text
        assert b"secret-of-the-client" not in text and b"Annabel" not in text


@pytest.mark.parametrize("way", ["graphql-transport-ws", "sse"])
def test_events_reach_streams_of_other_replicas(way, store):
    """The subscriber is at one replica, and the mutations go to another."""
    with replicas(2, "--sessions", store.url) as two:
        trips.watch_across(two[0].origin, two[1], f"across-{way}", way)


def test_events_of_many_sessions_come_in_order(store):
    """The changes of a session go to the replicas in turn, and none waits for the event of the one before."""
    added = [f"Ann {turn}" for turn in range(20)]
    body = {"query": "subscription { Attendee { node { name } } }"}
    with replicas(3, "--sessions", store.url, command="fake") as three:

        def told(number: int) -> list[str]:
            session = f"s{number}"
            begin(three[number % 3].origin, session)
            url = f"{three[number % 3].origin}/conference-planner"
            with contextlib.closing(OverHTTP(url, "sse", body, {"X-Understudy-Session": session})) as stream:
                for turn, name in enumerate(added):
                    assert add(three[turn % 3].origin, session, name).status == 200
                return [stream.next()["data"]["Attendee"]["node"]["name"] for _ in added]

        with ThreadPoolExecutor(12) as pool:
            assert list(pool.map(told, range(12))) == [added] * 12


def attendees(origin: str, session: str) -> OverHTTP:
    """A subscription of a session, which has its first event."""
    body = {"query": "subscription { Attendee { node { name } } }"}
    stream = OverHTTP(f"{origin}/conference-planner", "sse", body, {"X-Understudy-Session": session})
    assert add(origin, session, "Ann").status == 200
    assert stream.next()["data"]["Attendee"]["node"]["name"] == "Ann"
    return stream


@pytest.mark.parametrize("ender", [0, 1])
def test_the_end_of_a_session_completes_its_streams_at_every_replica(store, ender):
    with replicas(2, "--sessions", store.url, command="fake") as two:
        for turn in range(4):
            token = begin(two[0].origin, f"s{turn}")["token"]
            with contextlib.closing(attendees(two[0].origin, f"s{turn}")) as stream:
                ended = clients.post(f"{two[ender].origin}/__understudy/end", {"token": token, "outcome": "passed"})
                assert ended.status == 200, ended.body
                with pytest.raises(Ended) as over:
                    stream.next()
                assert over.value.errors is None


def test_a_lost_session_ends_its_streams_with_an_error(store):
    """Also if it has begun again at another replica, before the one with the streams noticed."""
    with replicas(2, "--sessions", store.url, command="fake") as two:
        begin(two[0].origin, "a")
        with contextlib.closing(attendees(two[0].origin, "a")) as stream:
            clients.raw(store.port, b"FLUSHALL\r\n", timeout=1)
            begin(two[1].origin, "a")
            [error] = stream.next()["errors"]
            assert error["extensions"]["code"] == "UNDERSTUDY_UNKNOWN_SESSION", error
        # A client that begins it again knows that it does.
        with contextlib.closing(attendees(two[0].origin, "a")) as stream:
            begin(two[1].origin, "a", replace=True)
            with pytest.raises(Ended):
                stream.next()


def test_an_earlier_token_is_told_from_an_ended_session(store):
    with replicas(2, "--sessions", store.url, command="fake") as two:
        tokens = [begin(two[turn].origin, "a", replace=True)["token"] for turn in range(2)]
        replies = [clients.post(f"{two[0].origin}/__understudy/end", {"token": token, "outcome": "passed"}) for token in tokens]
        assert [reply.status for reply in replies] == [410, 200]
        assert "The token is of an earlier session" in replies[0].json["errors"][0]["message"], replies[0].body


def test_a_miss_at_any_replica_fails_the_test(store):
    with replicas(3, "--sessions", store.url) as three:
        token = begin(three[0].origin, "a")["token"]
        missing = {"query": "query Nothing { countries { name phone } }"}
        for _ in range(2):
            clients.post(f"{three[1].origin}/countries", missing, "-H", "X-Understudy-Session: a")
        ended = clients.post(f"{three[2].origin}/__understudy/end", {"token": token, "outcome": "passed"}).json
        assert [miss["operation"] for miss in ended["misses"]] == ["Nothing"], json.dumps(ended)
        # Not even zeros: no replica knows how many requests the others answered.
        assert "counts" not in ended


def test_tls(tmp_path, monkeypatch):
    """With an authority that the system does not know."""
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-keyout", key, "-out", certificate, "-subj", "/CN=store", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    port = closed_port()
    secure = (
        "--tls-port", str(port), "--tls-cert-file", str(certificate), "--tls-key-file", str(key), "--tls-ca-cert-file",
        str(certificate), "--tls-auth-clients", "no",
    )  # fmt: skip
    with redis(tmp_path / "redis", *secure) as store:
        refused = run("fake", "--port", "0", "--sessions", f"rediss://localhost:{port}/0")
        assert refused.returncode == 2 and "cannot be reached with TLS" in refused.stderr, refused.stderr
        assert "set UNDERSTUDY_SESSIONS_CA to the file of its authority" in refused.stderr, refused.stderr
        monkeypatch.setenv("UNDERSTUDY_SESSIONS_CA", str(tmp_path / "none.pem"))
        refused = run("fake", "--port", "0", "--sessions", f"rediss://localhost:{port}/0")
        assert refused.returncode == 2 and f"The file {tmp_path}/none.pem" in refused.stderr, refused.stderr
        monkeypatch.setenv("UNDERSTUDY_SESSIONS_CA", str(certificate))
        refused = run("fake", "--port", "0", "--sessions", f"rediss://127.0.0.1:{port}/0")
        assert refused.returncode == 2 and "its certificate is for another host" in refused.stderr, refused.stderr
        plain = run("fake", "--port", "0", "--sessions", f"redis://localhost:{port}/0")
        assert plain.returncode == 2 and "If it needs TLS, use a URL that begins with rediss://" in plain.stderr, plain.stderr
        with replicas(2, "--sessions", f"rediss://localhost:{port}/0", command="fake") as two:
            begin(two[0].origin, "a")
            assert add(two[0].origin, "a", "Ann").status == 200
            assert names(two[1].origin, "a")[-1] == "Ann"
            # Connections that fail leave nothing open.
            process = psutil.Process(two[0].server.process.pid)
            before = process.num_fds()
            store.kill()
            eventually(lambda: ask(two[0].origin, "a", "{ allAttendees { name } }").status == 503, "its lease has ended")
            for _ in range(20):
                assert ask(two[0].origin, "a", "{ allAttendees { name } }").status == 503
            time.sleep(2)
            assert process.num_fds() <= before + 4
