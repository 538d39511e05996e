"""Fixtures of the tests of the forward proxy."""

from __future__ import annotations

import pytest
from harness import running, understudy
from proxied import HOST, world
from whole_app import backend, client, flow


@pytest.fixture(scope="session")
def real(tmp_path_factory):
    """The real API, which only its own CA vouches for."""
    with world(tmp_path_factory.mktemp("real")) as made:
        yield made


@pytest.fixture
def place(real):
    """The options for reaching the API while recording."""
    real.upstream.reset()
    return ["--upstream-ca", real.company.pair.certificate, "--resolve", f"{HOST}=127.0.0.1:{real.port}"]


@pytest.fixture(scope="session")
def recorded_app(tmp_path_factory):
    """The flow, recorded twice in two sessions and once without one; the backend is gone."""
    folder = tmp_path_factory.mktemp("app")
    with backend(folder) as real:
        options = ["--recordings", folder / "recordings", *real.options]
        with running(understudy("record", *options)) as server:
            seen = {}
            for session in (None, "test one", "test two"):
                headers = {"X-Understudy-Session": session} if session else {}
                with client(server, real.local, headers=headers) as app:
                    seen[session] = flow(app)
            assert server.stop() == 0, server.stderr
    return folder / "recordings", real.local, seen
