"""A page in headless Chromium, served from another port, fetches and subscribes: CORS, WebSockets and SSE as browsers do
them. In `make test-all`; `Tests/setup-test-env.sh --browser` installs Chromium."""

from __future__ import annotations

import http.server
import json
import queue
import shutil
import subprocess
import threading

import pytest
from harness import PATIENCE, ROOT, running, understudy

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not there: Tests/setup-test-env.sh --browser"),
]

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>A page of another port</title><script>
const url = new URLSearchParams(location.search).get("url");
const seen = {};
const post = (query, headers = {}) => fetch(url, {
  method: "POST", headers: {"content-type": "application/json", "X-Understudy-Session": "page", ...headers},
  body: JSON.stringify({query}),
});
const book = "mutation { bookTrips(launchIds: [\\"25\\"]) { success } }";
const cancel = "mutation { cancelTrip(launchId: \\"25\\") { success } }";

function overWebSocket(protocol, start, event) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace("http", "ws") + "/~page", [protocol]);
    const events = [];
    socket.onopen = () => socket.send(JSON.stringify({type: "connection_init"}));
    socket.onerror = () => reject(new Error(protocol + " failed"));
    socket.onclose = (closed) => reject(new Error(protocol + " closed " + closed.code + " " + closed.reason));
    socket.onmessage = async (message) => {
      const said = JSON.parse(message.data);
      if (said.type === "connection_ack") {
        socket.send(JSON.stringify({id: "1", type: start, payload: {query: "subscription { tripsBooked }"}}));
        // Answered over the same socket: by then the subscription is open.
        socket.send(JSON.stringify({id: "2", type: start, payload: {query: "{ totalTripsBooked }"}}));
      }
      if (said.id === "2" && said.type === event) await post(book);
      if (said.id === "1" && said.type === event) {
        events.push(said.payload.data.tripsBooked);
        if (events.length === 1) await post(cancel);
        if (events.length === 2) { socket.onclose = null; socket.close(); resolve(events); }
      }
    };
  });
}

async function overServerSentEvents() {
  const stop = new AbortController();
  const answer = await fetch(url, {
    method: "POST", signal: stop.signal, body: JSON.stringify({query: "subscription { tripsBooked }"}),
    headers: {"content-type": "application/json", accept: "text/event-stream", "X-Understudy-Session": "page"},
  });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  await post(book);
  let text = "";
  while (!text.includes("event: next") || !text.trimEnd().endsWith("}")) text += (await reader.read()).value;
  stop.abort();
  return text.split("data: ").pop().trim();
}

(async () => {
  try {
    const answer = await post("{ totalTripsBooked }", {"Apollo-Require-Preflight": "true"});
    seen.status = answer.status;
    seen.source = answer.headers.get("Understudy-Source");
    seen.answer = await answer.json();
    seen.transport = await overWebSocket("graphql-transport-ws", "subscribe", "next");
    seen.legacy = await overWebSocket("graphql-ws", "start", "data");
    seen.sse = await overServerSentEvents();
  } catch (error) { seen.failure = String(error); }
  await fetch("/done", {method: "POST", body: JSON.stringify(seen)});
})();
</script>"""


class Pages(http.server.BaseHTTPRequestHandler):
    """Serves the page, and takes what it saw."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def do_POST(self) -> None:
        seen = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(204)
        self.end_headers()
        self.server.seen.put(seen)

    def log_message(self, *_: object) -> None:
        pass


def visit(url: str, profile) -> dict:
    """What the page saw in a browser of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.seen = queue.Queue()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = f"http://localhost:{server.server_port}/?url={url}"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    browser = subprocess.Popen(
        [CHROMIUM, *flags, f"--user-data-dir={profile}", "--remote-debugging-port=0", page],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        return server.seen.get(timeout=2 * PATIENCE)
    finally:
        browser.kill()
        browser.wait(PATIENCE)
        server.shutdown()
        server.server_close()


def test_a_page_fetches_and_subscribes(tmp_path):
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--no-learn")) as server:
        seen = visit(f"{server.origin}/rocket-reserver", tmp_path / "profile")
        server.stop()
    assert "failure" not in seen, seen
    assert seen["status"] == 200
    assert seen["source"] == "fake"
    assert "totalTripsBooked" in seen["answer"]["data"]
    assert seen["transport"] == [1, -1]
    assert seen["legacy"] == [1, -1]
    assert json.loads(seen["sse"]) == {"data": {"tripsBooked": 1}}
