"""A WebSocket client that sends what no library would, byte by byte if need be."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


class RawSocket:
    """A connection to a server; `opened` makes it a WebSocket."""

    def __init__(self, port: int, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", port))
        self.port = port
        self.buffer = b""

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def shake_hands(self, path: str, *subprotocols: str, headers: dict[str, str | None] | None = None) -> bytes:
        """Asks for a WebSocket; returns the head of the answer. A header of None is left out."""
        fields: dict[str, str | None] = {
            "Host": f"127.0.0.1:{self.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Protocol": ", ".join(subprotocols) or None,
            **(headers or {}),
        }
        lines = [f"{name}: {value}\r\n" for name, value in fields.items() if value is not None]
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head

    def opened(self, path: str, *subprotocols: str, headers: dict[str, str | None] | None = None) -> RawSocket:
        head = self.shake_hands(path, *subprotocols, headers=headers)
        assert head.startswith(b"HTTP/1.1 101 "), head
        return self

    def frame(self, opcode: int, data: bytes = b"", first: int = 0x80, masked: bool = True) -> None:
        """Sends one frame; `first` holds its highest bits, of which 0x80 says that the message ends with it."""
        bit = 0x80 if masked else 0
        if len(data) < 126:
            length = bytes([bit | len(data)])
        elif len(data) < 65536:
            length = bytes([bit | 126]) + struct.pack("!H", len(data))
        else:
            length = bytes([bit | 127]) + struct.pack("!Q", len(data))
        key = os.urandom(4) if masked else b""
        if masked:
            repeated = (key * (len(data) // 4 + 1))[: len(data)]
            data = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big")
        self.socket.sendall(bytes([first | opcode]) + length + key + data)

    def say(self, message: object) -> None:
        """Sends a text message: text as it is, anything else as JSON."""
        self.frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode())

    def next(self) -> tuple[int, bytes] | None:
        """The next frame that is no ping; None where the connection has ended."""
        while True:
            try:
                first, length = self._take(2)
                if length == 126:
                    (length,) = struct.unpack("!H", self._take(2))
                elif length == 127:
                    (length,) = struct.unpack("!Q", self._take(8))
                data = self._take(length)
            except (EOFError, ConnectionResetError):
                return None
            if first & 0x0F != PING:
                return first & 0x0F, data

    def hear(self) -> object:
        """The next message, which is JSON."""
        opcode, data = self.next() or (None, b"")
        assert opcode == TEXT, (opcode, data)
        return json.loads(data)

    def close_reason(self) -> str:
        """What the next close frame says, e.g. `4400 Unauthorized`; messages before it are passed over."""
        while (frame := self.next()) is not None:
            opcode, data = frame
            if opcode == CLOSE:
                return f"{int.from_bytes(data[:2], 'big')} {data[2:].decode()}"
        return "ended"

    def has_ended(self) -> bool:
        """Whether nothing comes any more."""
        while (frame := self.next()) is not None:
            if frame[0] not in (CLOSE, PONG, TEXT):
                return False
        return True

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _more(self) -> None:
        part = self.socket.recv(65536)
        if not part:
            raise EOFError
        self.buffer += part
