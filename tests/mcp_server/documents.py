"""A server by TLS at which made-up applications publish documents about themselves."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Answer = Callable[[BaseHTTPRequestHandler], None]


class DocumentServer:
    """Serves documents at https://localhost:<port>/…; a context manager."""

    host = "localhost"

    def __init__(self, directory: Path, names: tuple[str, ...] = ("localhost", "127.0.0.1")) -> None:
        certificate, key = _self_signed(directory, names)
        self.requests = 0
        self._answers: dict[str, Answer] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.requests += 1
                outer._answers[self.path](self)

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.trust = ssl.create_default_context(cafile=str(certificate))

    def __enter__(self) -> DocumentServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def address(self, path: str) -> str:
        """Return the address of a document."""
        return f"https://{self.host}:{self._server.server_port}{path}"

    def publish(self, path: str, **fields: object) -> str:
        """Publish a document and return its address, which is its client_id unless another one is given."""
        address = self.address(path)
        body = json.dumps({"client_id": address, **fields}).encode()
        return self.answer(path, lambda request: send(request, 200, body))

    def answer(self, path: str, how: Answer) -> str:
        """Have a path answered in any way and return its address."""
        self._answers[path] = how
        return self.address(path)


def send(request: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    """Send one answer."""
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def drip(request: BaseHTTPRequestHandler) -> None:
    """Send a document that never ends, a little at a time."""
    request.send_response(200)
    request.end_headers()
    for _ in range(200):
        try:
            request.wfile.write(b" ")
        except OSError:
            return
        time.sleep(0.1)


def _self_signed(directory: Path, names: tuple[str, ...]) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests")])
    now = datetime.now(UTC)
    alternatives = [
        x509.IPAddress(ip_address(text)) if text[0].isdigit() else x509.DNSName(text) for text in names
    ]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = directory / "certificate.pem", directory / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files
