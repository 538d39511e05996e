"""Fixtures of the tests of the forward proxy."""

from __future__ import annotations

import pytest
from proxied import HOST, world


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
