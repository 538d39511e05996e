"""Clients that ask as fast as they can, and remember what they were answered."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from pathlib import Path

from graphql import parse
from harness import is_litter, recording_files


class Load:
    """Several threads that each send one new request after the other until the server is gone."""

    def __init__(self, port: int, threads: int = 4, first: int = 0) -> None:
        self.answered: set[int] = set()
        self._port = port
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._ask, args=(first + index, threads), daemon=True) for index in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @staticmethod
    def body(number: int) -> bytes:
        return json.dumps({"query": "query Load($n: Int!) { ok(n: $n) }", "variables": {"n": number}}).encode()

    def _ask(self, number: int, step: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        with contextlib.closing(connection):
            while not self._stopped.is_set():
                try:
                    connection.request("POST", "/", self.body(number), {"Content-Type": "application/json"})
                    with connection.getresponse() as response:
                        if response.status == 200 and "data" in json.loads(response.read()):
                            self.answered.add(number)
                            number += step
                except (OSError, http.client.HTTPException, ValueError):
                    connection.close()
                    self._stopped.wait(0.005)

    def end(self) -> set[int]:
        self._stopped.set()
        for thread in self._threads:
            thread.join(25)
            assert not thread.is_alive()
        return self.answered


def whole_recordings(folder: Path) -> set[int]:
    """The numbers on disk. Fails on any file that is not whole; half-written ones must be told by their name."""
    numbers = set()
    for path in recording_files(folder):
        value = json.loads(path.read_text("utf-8"))
        assert value["format"] == 1
        assert value["responses"]
        numbers.add(value["variables"]["n"])
    for path in folder.rglob("*.graphql"):
        if not is_litter(path):
            parse(path.read_text("utf-8"))
    return numbers
