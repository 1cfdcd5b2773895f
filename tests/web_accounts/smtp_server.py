"""A mail server on a socket of this machine that can be told to fail."""

from __future__ import annotations

import socketserver
import threading


class SmtpServer:
    """Takes mail by SMTP (RFC 5321) and keeps it; `refusal` is what it answers to every recipient."""

    def __init__(self) -> None:
        self.mail: list[tuple[str, bytes]] = []  # recipient, message
        self.commands: list[bytes] = []
        self.refusal: bytes | None = None
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                outer._talk(self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.port: int = self._server.server_address[1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _talk(self, connection: socketserver.StreamRequestHandler) -> None:
        def say(text: bytes) -> None:
            connection.wfile.write(text + b"\r\n")

        recipient = ""
        say(b"220 test")
        while line := connection.rfile.readline():
            self.commands.append(line.strip())
            verb = line[:4].upper()
            if verb == b"EHLO":
                say(b"250-test\r\n250 8BITMIME")
            elif verb == b"RCPT":
                recipient = line.partition(b"<")[2].partition(b">")[0].decode()
                say(self.refusal or b"250 ok")
            elif verb == b"DATA":
                say(b"354 go on")
                parts = []
                while (part := connection.rfile.readline()) != b".\r\n":
                    parts.append(part.removeprefix(b".") if part.startswith(b"..") else part)
                self.mail.append((recipient, b"".join(parts)))
                say(b"250 ok")
            elif verb == b"QUIT":
                say(b"221 bye")
                return
            else:
                say(b"250 ok")
