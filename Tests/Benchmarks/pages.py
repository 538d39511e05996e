"""Rows of `bench.py` about the page: replay with open pages against replay without. Linux only.

An open page is a reader of the stream of events. Readers work beside the load generator, so what counts is the number of
requests in a second of the server's processor time.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import statistics
import threading
from collections.abc import Iterator
from pathlib import Path

import bench
from bench import Exchanges, Row, expect, replay, wrk
from forward_proxy import processor_time
from harness import Server, eventually, running

PAGES = (1, 50)


def rows(exchanges: Exchanges, turns: int) -> Iterator[Row]:
    for is_cold in (False, True):
        operation = bench.CASES["CountryDetail"]
        body = bench.body_file(exchanges.folder, operation, cold=is_cold)
        for count in PAGES:
            with running(replay(exchanges.recordings)) as server:
                if not is_cold:
                    expect(f"{server.origin}/", body, exchanges.answers["CountryDetail"])
                with_pages, without = in_turns(server, body, is_cold, count, turns)
            kind = "unseen requests" if is_cold else "equal requests"
            pages = "1 open page" if count == 1 else f"{count} open pages"
            yield Row(
                f"replay of {kind} with {pages} : without, requests per CPU second",
                f"{with_pages:,.0f}", f"{without:,.0f}", f"{with_pages / without:.2f}", "≥ 0.95",
            )  # fmt: skip


def in_turns(server: Server, body: Path, is_cold: bool, count: int, turns: int) -> tuple[float, float]:
    """The median requests per second of processor time, with open pages and without."""
    rates: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(turns):
        for has_pages in (True, False):
            with open_pages(server, count) if has_pages else contextlib.nullcontext():
                before = processor_time(server)
                rate = wrk(f"{server.origin}/", body, 1, cold=is_cold)
                rates[has_pages].append(rate.a_second / (processor_time(server) - before))
    return statistics.median(rates[True]), statistics.median(rates[False])


@contextlib.contextmanager
def open_pages(server: Server, count: int) -> Iterator[None]:
    """Reads the events as so many pages do."""
    selector = selectors.DefaultSelector()
    received = [0]
    for _ in range(count):
        page = socket.create_connection(("127.0.0.1", server.port))
        page.sendall(f"GET /__understudy/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        page.setblocking(False)
        selector.register(page, selectors.EVENT_READ)
    is_done = threading.Event()

    def read() -> None:
        while not is_done.is_set():
            for key, _ in selector.select(timeout=0.1):
                received[0] += len(key.fileobj.recv(1 << 20))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        eventually(lambda: received[0] > 100 * count, "each page got its first event")
        yield
    finally:
        is_done.set()
        reader.join()
        for key in list(selector.get_map().values()):
            key.fileobj.close()
