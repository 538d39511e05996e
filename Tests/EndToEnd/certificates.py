"""Certificates for tests, made by openssl, and an https endpoint that stands on them."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.server
import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def key_hash(certificate: Path) -> str:
    """The hash of a certificate's public key, as Chromium expects it."""
    pem = subprocess.run(["openssl", "x509", "-pubkey", "-noout", "-in", certificate], capture_output=True, check=True)
    form = ["openssl", "pkey", "-pubin", "-outform", "der"]
    der = subprocess.run(form, input=pem.stdout, capture_output=True, check=True).stdout
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


@dataclass(frozen=True)
class Pair:
    """A certificate and its key."""

    certificate: Path
    key: Path


@dataclass(frozen=True)
class Authority:
    """An authority of a company's own."""

    pair: Pair

    @staticmethod
    def make(folder: Path, name: str = "authority") -> Authority:
        folder.mkdir(exist_ok=True)
        made = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem"
        openssl(folder, *made.split())
        return Authority(Pair(folder / f"{name}.pem", folder / f"{name}.key"))

    def issue(self, name: str, *, days: int = 2, alternatives: str = "DNS:localhost,IP:127.0.0.1") -> Pair:
        folder, own = self.pair.certificate.parent, self.pair
        openssl(
            folder, *f"req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr".split()
        )
        (folder / f"{name}.ext").write_text(f"subjectAltName={alternatives}\n")
        signed = f"x509 -req -in {name}.csr -CA {own.certificate} -CAkey {own.key} -CAcreateserial -days {days}"
        openssl(folder, *signed.split(), "-extfile", f"{name}.ext", "-out", f"{name}.pem")
        return Pair(folder / f"{name}.pem", folder / f"{name}.key")


class _Endpoint(http.server.BaseHTTPRequestHandler):
    """Answers everything with whom the client's certificate names."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        shown = self.connection.getpeercert() or {}
        name = dict(pair for part in shown.get("subject", ()) for pair in part).get("commonName")
        body = json.dumps({"data": {"ok": name or "nobody"}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A client that is refused is no news."""


@contextlib.contextmanager
def endpoint(own: Pair, *, clients: Path | None = None) -> Iterator[str]:
    """The URL of an https endpoint; with `clients`, one that demands a certificate of that authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own.certificate, own.key)
    if clients:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(clients)
    server = _Server(("127.0.0.1", 0), _Endpoint)
    # The handshake is made in the connection's own thread, by its first read.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://localhost:{server.server_port}/graphql"
    finally:
        server.shutdown()
        server.server_close()
