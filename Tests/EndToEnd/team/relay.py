"""A network between replicas and a store: it delays, cuts off and loses what passes, by a seed.

    with relaying(store.port) as network, replicas(2, "--sessions", f"redis://127.0.0.1:{network.port}/0") as two:
        network.lose_reply(b"appended")
"""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator


class Relay:
    """Passes bytes on between its clients and a port of this machine."""

    def __init__(self, target: int, seed: int = 1) -> None:
        # The port that new connections go to.
        self.target = target
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._wanted: bytes | None = None
        self._held: bytes | None = None
        self._released = threading.Event()
        # How many of 1,000 requests or replies are lost with their connection, and the longest delay of one in seconds.
        self.losses = 0
        self.delay = 0.0
        self.is_cut = False
        # What was lost: requests, and replies to requests that took effect.
        self.lost: Counter[str] = Counter()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return self._server.getsockname()[1]

    def lose_reply(self, text: bytes) -> None:
        """Loses the next reply that has the text, with its connection."""
        self._wanted = text

    def hold(self, text: bytes) -> None:
        """Holds the next request that has the text back, until `release`, even if its client closes the connection."""
        self._released.clear()
        self._held = text

    def release(self) -> None:
        self._released.set()

    def cut(self) -> None:
        """Ends all connections. New ones fail until `mend`."""
        with self._lock:
            self.is_cut = True
        self._end_all()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self._released.set()
        self._server.close()
        self._end_all()

    def _end_all(self) -> None:
        with self._lock:
            ending, self._open = self._open, []
        for each in ending:
            _end(each)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            try:
                if self.is_cut:
                    raise OSError
                store = socket.create_connection(("127.0.0.1", self.target), timeout=5)
                store.settimeout(None)
            except OSError:
                _end(client)
                continue
            with self._lock:
                # It may have been cut since.
                is_open = not self.is_cut
                if is_open:
                    self._open += [client, store]
            if not is_open:
                _end(client)
                _end(store)
                continue
            for source, sink, what in ((client, store, "request"), (store, client, "reply")):
                threading.Thread(target=self._pass_on, args=(source, sink, what), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, what: str) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(1 << 16):
                with self._lock:
                    is_lost = self._random.random() * 1_000 < self.losses
                    if what == "reply" and self._wanted and self._wanted in piece:
                        is_lost, self._wanted = True, None
                    if is_lost:
                        self.lost[what] += 1
                    wait = self._random.random() * self.delay
                    is_held = what == "request" and self._held is not None and self._held in piece
                    if is_held:
                        self._held = None
                if is_lost:
                    break
                if is_held:
                    self._released.wait()
                time.sleep(wait)
                sink.sendall(piece)
        _end(source)
        _end(sink)


def _end(ending: socket.socket) -> None:
    with contextlib.suppress(OSError):
        ending.shutdown(socket.SHUT_RDWR)
    ending.close()


@contextlib.contextmanager
def relaying(target: int, seed: int = 1) -> Iterator[Relay]:
    relay = Relay(target, seed)
    try:
        yield relay
    finally:
        relay.close()
