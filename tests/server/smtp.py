"""A small SMTP server that keeps what it is sent."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class _Talk(socketserver.StreamRequestHandler):
    server: Post

    def handle(self) -> None:
        self._say("220 post.test")
        while line := self.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"DATA":
                self._say("354 go on")
                self._keep()
                self._say("250 kept")
            elif verb == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 post.test")

    def _keep(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        found = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.server.mails.append(found)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Post(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: list[EmailMessage] = []
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"


@contextmanager
def post() -> Iterator[Post]:
    with Post() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
