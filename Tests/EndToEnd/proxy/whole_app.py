"""For tests of HTTP requests that are not GraphQL: a small app with its backend, recorded and replayed."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
from certificates import Authority
from harness import closed_port, eventually, run, running, understudy
from small_app import PASSWORD


APP = "https://app.example.test"


@dataclass(frozen=True)
class Backend:
    """The running backend of the app, behind TLS, and the local CA of the user."""

    port: int
    company: Authority
    local: Path

    @property
    def options(self):
        hosts = ["app.example.test", "auth.example.test"]
        places = [option for host in hosts for option in ("--resolve", f"{host}=127.0.0.1:{self.port}")]
        return [*places, "--upstream-ca", self.company.pair.certificate, "--ca-folder", self.local.parent]


@contextlib.contextmanager
def backend(folder):
    company = Authority.make(folder / "company")
    pair = company.issue("server", alternatives="DNS:app.example.test,DNS:auth.example.test")
    made = run("ca", "--ca-folder", folder / "local")
    port = closed_port()
    words = [sys.executable, Path(__file__).parent / "small_app.py", port, pair.certificate, pair.key]
    process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL)
    try:
        trust = httpx.create_ssl_context(verify=str(company.pair.certificate))
        trust.check_hostname = False
        eventually(lambda: answers(f"https://127.0.0.1:{port}/style.css", trust), "the app answers")
        yield Backend(port, company, Path(made.stdout.strip()))
    finally:
        process.kill()
        process.wait()


def answers(url, trust):
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(url, verify=trust).status_code == 200
    return False


@contextlib.contextmanager
def client(server, local, **options):
    """httpx, with the program as its proxy."""
    trust = httpx.create_ssl_context(verify=str(local))
    with httpx.Client(proxy=server.origin, verify=trust, base_url=APP, timeout=20, **options) as made:
        yield made


def flow(app):
    """What the app does: everything that it got, without what changes in each run."""
    seen = {"before": app.get("/me").status_code}
    wrong = app.post("/login", json={"email": "ada@example.com", "password": "wrong"})
    seen["wrong"] = (wrong.status_code, wrong.json())
    login = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD})
    token = login.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    seen["user"] = login.json()["user"]
    seen["empty"] = app.get("/todos", headers=headers).json()
    made = app.post("/todos", json={"title": "milk"}, headers=headers)
    place = made.headers["location"]
    seen["made"] = (made.status_code, made.json()["title"])
    todos = app.get("/todos", headers=headers)
    seen["todos"] = ([todo["title"] for todo in todos.json()], todos.headers["x-total-count"])
    seen["one"] = app.get(place, headers=headers).json()["title"]
    ask = {"query": "{ viewer { id name } }"}
    seen["viewer"] = app.post("/graphql", json=ask, headers=headers).json()
    seen["deleted"] = app.delete(place, headers=headers).status_code
    seen["gone"] = app.get(place, headers=headers).status_code
    seen["picture"] = app.get("/pictures/logo.png").content
    seen["style"] = (app.get("/old", follow_redirects=False).status_code, app.get("/old", follow_redirects=True).text)
    seen["search"] = app.get("/search", params=[("q", "ü b"), ("tag", "x"), ("tag", "y")]).json()
    seen["form"] = app.post("/login", data={"email": "bob@example.com", "password": PASSWORD}).json()["user"]
    seen["upload"] = app.post("/upload", data={"title": "me"}, files={"file": ("a.txt", b"hello", "text/plain")}).json()
    return seen


@contextlib.contextmanager
def replaying(recorded, *options):
    folder, local, _ = recorded
    with running(understudy("replay", "--recordings", folder, "--ca-folder", local.parent, *options)) as server:
        yield server


@contextlib.contextmanager
def recorded_then_replayed(tmp_path, flow, **options):
    """What a flow got while it was recorded, and a client of the replay."""
    folder = tmp_path / "recordings"
    with backend(tmp_path) as real:
        with running(understudy("record", "--recordings", folder, *real.options)) as server:
            with client(server, real.local, **options) as app:
                first = flow(app)
            assert server.stop() == 0, server.stderr
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local, **options) as app:
            yield first, app
