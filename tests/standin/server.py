"""The server: routes requests to services, plays faults and counts."""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import struct
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.standin.ares import Ares
from tests.standin.documents import Documents
from tests.standin.facts import Facts
from tests.standin.faults import BLOCK_PAGE, OUTAGE_PAGE, Fault, Faults, damage
from tests.standin.files import Catalogue, CodeLists, Files
from tests.standin.isir import Events, Proceedings
from tests.standin.reply import Question, Reply
from tests.standin.vat import Vat, status_only

Service = Callable[[Question], Reply]
_PIECE = 64 * 1024


class Statistics:
    """How many requests each service got, how many at once at most, how many continued a file."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        """Start counting anew."""
        with self._lock:
            self._requests: Counter[str] = Counter()
            self._faults: Counter[str] = Counter()
            self._running: Counter[str] = Counter()
            self._most: Counter[str] = Counter()
            self._partial: Counter[str] = Counter()

    def enter(self, service: str) -> None:
        """Count a request that begins."""
        with self._lock:
            self._requests[service] += 1
            self._running[service] += 1
            self._most[service] = max(self._most[service], self._running[service])

    def leave(self, service: str) -> None:
        """Count a request that ends."""
        with self._lock:
            self._running[service] -= 1

    def answer(self, service: str, status: int) -> None:
        """Count an answer that continues a file."""
        if status == 206:
            with self._lock:
                self._partial[service] += 1

    def fault(self, name: str) -> None:
        """Count a fault played."""
        with self._lock:
            self._faults[name] += 1

    def as_dict(self) -> dict[str, dict[str, int]]:
        """Return all counts."""
        with self._lock:
            return {
                "requests": dict(self._requests),
                "parallel": dict(self._most),
                "partial": dict(self._partial),
                "faults": dict(self._faults),
            }


class Standin:
    """A running stand-in; a context manager that stops it."""

    def __init__(self, data: Path, port: int = 0, faults: str = "") -> None:
        facts = Facts(data)
        self.faults = Faults(faults)
        self.statistics = Statistics()
        files = Files(facts.directory)
        # Paths are those of the real services, so a base address is the real one with another host.
        self.routes: list[tuple[str, str, Service]] = [
            ("/soubory/od/od_org03/", "res", files.statistical_register),
            ("/api/3/action/", "public_register", Catalogue(facts.directory).answer),
            ("/api/file/", "public_register", files.public_register),
            ("/storage/", "public_register", files.storage),
            ("/ekonomicke-subjekty-v-be/rest/", "ares", Ares(facts).answer),
            ("/dpr/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP", "vat", Vat(facts).answer),
            ("/isir_cuzk_ws/IsirWsCuzkService", "isir", Proceedings(facts).answer),
            ("/isir_public_ws/IsirWsPublicService", "isir_events", Events(facts).answer),
            ("/ias/", "documents", Documents(facts).answer),
            ("/iSMS/do_cis_export", "codelists", CodeLists(facts.directory).answer),
            ("/opendata/ciselniky/polozky", "codelists", CodeLists(facts.directory).answer),
        ]
        self._recorded: dict[str, deque[Reply]] = defaultdict(deque)
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.standin = self
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop answering and free the port."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def replay(self, service: str, *answers: Reply) -> None:
        """Give recorded answers to the next requests of a service, one each, before those from the facts."""
        self._recorded[service].extend(answers)

    def recorded(self, service: str) -> Reply | None:
        """Return the recorded answer that is next, None where there is none (left)."""
        with contextlib.suppress(IndexError):
            return self._recorded[service].popleft()
        return None

    @property
    def settings(self) -> dict[str, str]:
        """Settings of Soupis that send it here: name of the environment variable → address."""
        return {
            "SOUPIS_RES_URL": f"{self.origin}/soubory/od/od_org03",
            "SOUPIS_PUBLIC_REGISTER_URL": self.origin,
            "SOUPIS_ARES_URL": f"{self.origin}/ekonomicke-subjekty-v-be/rest",
            "SOUPIS_VAT_URL": f"{self.origin}/dpr/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP",
            "SOUPIS_ISIR_URL": f"{self.origin}/isir_cuzk_ws/IsirWsCuzkService",
            "SOUPIS_ISIR_PUBLIC_URL": f"{self.origin}/isir_public_ws/IsirWsPublicService",
            "SOUPIS_DOCUMENTS_URL": self.origin,
        }


def start(data: Path, port: int = 0, faults: str = "") -> Standin:
    """Start a stand-in over a data directory; port 0 takes a free one."""
    return Standin(data, port, faults)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    standin: Standin

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of connections that the other side or a fault has closed."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 64 * 1024
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        standin = self.server.standin
        address = urlsplit(self.path)
        question = Question(
            self.command,
            unquote(address.path),
            dict(parse_qsl(address.query, keep_blank_values=True)),
            self.headers,
            self.rfile.read(int(self.headers.get("Content-Length") or 0)),
            standin.origin,
        )
        if question.path.startswith("/_standin/"):
            self._send(_control(standin, question), None)
            return
        for prefix, service, answer in standin.routes:
            if question.path.startswith(prefix):
                standin.statistics.enter(service)
                try:
                    self._play(standin, service, answer, question)
                finally:
                    standin.statistics.leave(service)
                return
        not_found = json.dumps({"status": 404, "error": "Not Found", "path": question.path}).encode()
        self._send(Reply(404, not_found, "application/json"), None)

    def _play(self, standin: Standin, service: str, answer: Service, question: Question) -> None:
        fault = standin.faults.next(service)
        if fault is not None:
            standin.statistics.fault(fault.name)
        if fault is None or fault.name in ("slow", "cut"):
            reply = standin.recorded(service) or answer(question)
            standin.statistics.answer(service, reply.status)
            self._send(reply, fault)
        elif fault.name in ("refuse", "hang"):
            if fault.name == "hang":
                standin.closing.wait(fault.measure or 60.0)
            self._reset()
        elif fault.name in ("5xx", "429"):
            headers = {"Retry-After": "0"} if fault.name == "429" else {}
            self._send(Reply(503 if fault.name == "5xx" else 429, b"", "text/plain", headers), None)
        elif fault.name == "html":
            self._send(Reply(200, OUTAGE_PAGE, "text/html; charset=utf-8"), None)
        elif fault.name == "block":
            self._send(Reply(403, BLOCK_PAGE, "text/html; charset=utf-8"), None)
        elif fault.name in ("status1", "maintenance", "unavailable"):
            code = {"status1": 1, "maintenance": 2, "unavailable": 3}[fault.name]
            self._send(status_only(code), None)
        else:
            reply = answer(question)
            if reply.file is not None:
                with reply.file.open("rb") as file:
                    file.seek(reply.start)
                    reply.body, reply.file = file.read(reply.length), None
            reply.body = damage(fault, reply.body)
            self._send(reply, None)

    def _send(self, reply: Reply, fault: Fault | None) -> None:
        length = reply.length if reply.file is not None else len(reply.body)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        if reply.status != 304:
            self.send_header("Content-Length", str(length))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        left = length
        if fault is not None and fault.name == "cut":
            left = min(length, int(fault.measure if fault.measure is not None else length // 2))
        cut = left < length
        pause = 0.0
        if fault is not None and fault.name == "slow":
            pause = (fault.measure or 1.0) / max(1, min(20, length))
        piece = max(1, length // 20) if pause else _PIECE
        if reply.file is not None:
            with reply.file.open("rb") as file:
                file.seek(reply.start)
                while left > 0 and (data := file.read(min(piece, left))):
                    self.wfile.write(data)
                    left -= len(data)
                    self._pause(pause)
        else:
            for offset in range(0, left, piece):
                self.wfile.write(reply.body[offset : min(offset + piece, left)])
                self._pause(pause)
        self.wfile.flush()
        if cut:
            self._reset()

    def _pause(self, seconds: float) -> None:
        if seconds:
            self.wfile.flush()
            time.sleep(seconds)

    def _reset(self) -> None:
        """Close the connection at once, without a proper end."""
        self.close_connection = True
        linger = struct.pack("ii", 1, 0)
        try:
            # Let the other side read what was sent before the line breaks.
            time.sleep(0.02)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _control(standin: Standin, question: Question) -> Reply:
    """Answer the stand-in's own questions: statistics, and faults to play from now on."""
    if question.path == "/_standin/faults" and question.method == "POST":
        try:
            standin.faults.set(question.body.decode())
        except ValueError as error:
            return Reply(400, f"{error}\n".encode(), "text/plain; charset=utf-8")
        return Reply(200, b"ok\n", "text/plain")
    if question.path == "/_standin/reset" and question.method == "POST":
        standin.statistics.reset()
        return Reply(200, b"ok\n", "text/plain")
    if question.path == "/_standin/stats":
        return Reply(200, json.dumps(standin.statistics.as_dict()).encode(), "application/json")
    return Reply(404, b"there are stats, faults and reset\n", "text/plain")


def main() -> None:
    """Run until interrupted; prints the settings that send Soupis here."""
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="data directory, see README.md")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (a free one)")
    parser.add_argument("--faults", default="", help="faults to play, see README.md")
    arguments = parser.parse_args()
    with start(arguments.data, arguments.port, arguments.faults) as standin:
        for name, value in standin.settings.items():
            print(f"{name}={value}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
