"""A receiver of webhooks: an HTTP server that notes what comes, and fails as a test wants."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Received(NamedTuple):
    """A message as it came, and how it was answered."""

    headers: dict[str, str]
    body: bytes
    status: int

    @property
    def content(self) -> Any:
        """What the message says."""
        return json.loads(self.body)


class Receiver:
    """Listens on a free port of this machine while the block lasts."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[], int] = lambda: 204
        self.headers: dict[str, str] = {}  # sent with each answer
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                if len(body) < length:  # its sender was killed
                    return
                status = receiver.answer()
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(headers, body, status))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Where messages are to be posted."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/prijem?a=1"

    @property
    def taken(self) -> list[Received]:
        """The messages that were answered by success."""
        return [item for item in self.received if item.status < 300]

    def __enter__(self) -> Receiver:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
