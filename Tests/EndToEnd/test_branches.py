"""Sessions recorded on git branches merge without a conflict, and beside recordings of format 1."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
from pathlib import Path

import clients
import flows_of_the_tutorials as flows
import shipped
from clients import Reply
from flows_of_the_tutorials import Asking, Flow
from harness import ROOT, copy, run, running, understudy
from http_server import answer, sent_body, serving
from session_support import ENDPOINT, USER, Caller
from standing_in import StandIn, standing_in

BRANCHES = 40
NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
GUIDE = (ROOT / "Sources/understudy/understudy.docc/RecordingFormat.md").read_text("utf-8")
# The commands of the guide.
MERGING = re.findall(r"^git .*$", GUIDE.split("## Merging branches")[1].split("\n## ")[0], re.M)


def git(folder: Path, *arguments: object) -> None:
    identity = {f"GIT_{role}_{what}": "test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *map(str, arguments)], cwd=folder, env={**os.environ, **identity, **alone},
        capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, f"git {arguments}: {done.stdout}{done.stderr}"


def looking_and_booking(number: int) -> Flow:
    """A test of its own, with the same login and lists as all others. What it books stays booked."""
    answer = yield Asking(flows.LOGIN, {"loginEmail": USER})
    headers = {"Authorization": answer["data"]["login"]["token"]}
    yield Asking(flows.LAUNCH_LIST, {"cursor": None}, headers)
    # Two tests look at each launch, and find it as the other one left it.
    launch = {"launchId": str(40 + number // 2)}
    yield Asking(flows.LAUNCH_DETAILS, launch, headers)
    yield Asking(flows.CANCEL_TRIP if number % 3 == 2 else flows.BOOK_TRIP, {"id": launch["launchId"]}, headers)
    yield Asking(flows.LAUNCH_DETAILS, launch, headers)
    yield Asking(flows.LAUNCH_LIST, {"cursor": None}, headers)


def name(number: int) -> str:
    return f"tests/test_trips.py::test_{number}"


def perform(caller: Caller, flow: Flow) -> list[Reply]:
    replies: list[Reply] = []

    def send(operation, variables, headers):
        replies.append(caller.ask(operation, variables, **headers))
        return replies[-1].json

    flows.run(flow, send)
    return replies


def without_tokens(reply: Reply) -> dict:
    data = dict(reply.json["data"])
    if "login" in data:
        data["login"] = {**data["login"], "token": "a token"}
    return data


def record(folder: Path, upstream: StandIn, session: str, flow: Flow) -> list[dict]:
    where = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
    with running(understudy("record", *where)) as recorder:
        replies = perform(Caller(recorder, session), flow)
        assert recorder.stop() == 0, recorder.stderr
    return [without_tokens(reply) for reply in replies]


def test_forty_branches_record_another_test_each(tmp_path):
    main = tmp_path / "main"
    main.mkdir()
    git(main, "init", "--initial-branch", "main")
    (main / "README.md").write_text("A suite.\n", "utf-8")
    git(main, "add", ".")
    git(main, "commit", "--message", "Begin")
    recorded: dict[str, list[dict]] = {}
    with standing_in("rocket_reserver", "/graphql") as upstream:
        for number in range(BRANCHES):
            tree = tmp_path / f"branch-{number}"
            git(main, "worktree", "add", "-b", f"test-{number}", tree, "main")
            recorded[name(number)] = record(
                tree / "recordings", upstream, name(number), looking_and_booking(number)
            )
            git(tree, "add", ".")
            git(tree, "commit", "--message", f"Record test {number}")
    for number in range(BRANCHES):
        git(main, "merge", "--no-edit", f"test-{number}")
    assert run("check", "--recordings", main / "recordings").returncode == 0
    with running(understudy("replay", "--recordings", main / "recordings")) as server:
        for number in reversed(range(BRANCHES)):
            replies = perform(Caller(server, name(number)), looking_and_booking(number))
            assert [without_tokens(reply) for reply in replies] == recorded[name(number)]
            assert {reply.header("understudy-state") for reply in replies} == {"exact"}
        assert server.stop() == 0
    # The branches did not see the same server.
    assert len({str(answers) for answers in recorded.values()}) == BRANCHES


def states(folder: Path) -> dict[tuple[str, str], list[tuple]]:
    """How each request of the shipped flows is answered."""
    found = {}
    with running(understudy("replay", "--recordings", folder)) as server:
        for system in shipped.ALL:
            for sitting in system.sittings:
                found[system.endpoint, sitting.name] = [
                    (reply.source, reply.header("understudy-state"), reply.body)
                    for _, reply in sitting.run(f"{server.origin}/{system.endpoint}")
                ]
        assert server.stop() == 0
    return found


def test_two_branches_that_record_the_same_test(tmp_path):
    """Only the session's file conflicts; keeping one side of it is enough."""
    folder, count = tmp_path / "recordings", itertools.count()
    body = '{"query": "{ news { id title text author } }"}'

    def respond(handler):
        sent_body(handler)
        # Long enough that Git takes one answer for a new version of the other.
        news = {"id": str(next(count)), "title": "News", "text": "the same text " * 20, "author": "Ann"}
        answer(handler, json.dumps({"data": {"news": news}}).encode())

    def record():
        command = understudy("record", "--upstream", url, "--endpoint", "news", "--recordings", folder, env=NO_CI)
        with running(command) as server:
            caller = clients.post(f"{server.origin}/news", body, "-H", "X-Understudy-Session: test")
            assert caller.status == 200 and server.stop() == 0, server.stderr

    with serving(respond) as url:
        record()
        git(tmp_path, "init", "-b", "main")
        for branch in ("one", "two"):
            git(tmp_path, "add", "-A")
            git(tmp_path, "commit", "-m", branch)
            git(tmp_path, "checkout", "-b", branch, *(["main"] if branch == "two" else []))
            record()
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-m", "two")
    merged = subprocess.run(["git", "merge", "one"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert merged.returncode == 1
    assert [path.name for path in folder.rglob("*.json") if "<<<<<<<" in path.read_text("utf-8")] == [
        path.name for path in (folder / "news/sessions").iterdir()
    ], merged.stdout
    for command in MERGING:
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert run("check", "--recordings", folder).returncode == 0
    with running(understudy("replay", "--strict", "--recordings", folder, env=NO_CI)) as server:
        reply = clients.post(f"{server.origin}/news", body, "-H", "X-Understudy-Session: test")
        assert reply.json["data"]["news"]["id"] == "2"


def test_recordings_of_format_1_keep_their_answers(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    before = states(folder)
    assert {state for answers in before.values() for _, state, _ in answers} == {"exact"}
    assert run("migrate", "--recordings", folder).returncode == 0
    assert states(folder) == before
    with standing_in("rocket_reserver", "/graphql") as upstream:
        added = record(folder, upstream, name(0), looking_and_booking(0))
    assert (folder / ENDPOINT / "sessions").is_dir()
    assert states(folder) == before
    with running(understudy("replay", "--recordings", folder)) as server:
        replies = perform(Caller(server, name(0)), looking_and_booking(0))
        assert [without_tokens(reply) for reply in replies] == added
        assert {reply.header("understudy-state") for reply in replies} == {"exact"}
        assert server.stop() == 0
