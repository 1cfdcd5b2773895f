"""Clients that say nothing, or say it slowly, take nothing from others."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from soupis.installation import Installation
from tests.support.server import Server
from tests.support.waiting import PATIENCE

BATCH = (
    b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Content-Length: 40\r\n\r\n"
)
HEADERS = b"GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: "
FORM = (
    b"POST /prihlaseni HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 40\r\n\r\n"
)


@pytest.fixture(scope="module")
def own(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that nobody else asks."""
    log: Path = tmp_path_factory.mktemp("own") / "log"
    with Server(demo_installation.directory, log) as running:
        yield running


def _connect(server: Server, said: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    connection.sendall(said)
    return connection


def test_silent_connections_stop_nobody_and_are_let_go(own: Server) -> None:
    with ExitStack() as opened:
        silent = [opened.enter_context(_connect(own)) for _ in range(1_100)]
        assert httpx.get(f"{own.url}/api/health", timeout=PATIENCE).status_code == 200
        silent[0].setblocking(False)
        with pytest.raises(BlockingIOError):  # they were not let go first
            silent[0].recv(100)
        for connection in silent:
            connection.settimeout(PATIENCE)
            assert connection.recv(100) == b""


def test_requests_that_are_never_finished_are_ended(own: Server) -> None:
    def seconds_until_ended(said: bytes) -> float:
        begun = time.monotonic()
        with _connect(own, said) as connection:
            while connection.recv(4096):
                pass
        return time.monotonic() - begun

    with ThreadPoolExecutor() as pool:
        for seconds in pool.map(seconds_until_ended, (HEADERS, BATCH, FORM)):
            assert seconds > 5


def test_headers_that_are_too_large_are_refused(own: Server) -> None:
    with _connect(own, b"GET /api/health HTTP/1.1\r\nHost: a\r\n") as connection:
        try:
            for number in range(50):
                connection.sendall(b"X-Large-%d: " % number + b"x" * 4_000 + b"\r\n")
            connection.sendall(b"\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 431 ")
        except ConnectionError:
            pass  # refused while it was still being sent


def test_a_body_that_comes_in_pieces_is_read(own: Server) -> None:
    body = b'{"ico": ["45274649"]}'
    request = BATCH.replace(b"40", b"%d" % len(body)).replace(
        b"Host: a\r\n", b"Host: a\r\nConnection: close\r\n"
    )
    with _connect(own, request) as connection:
        for byte in body:
            connection.sendall(bytes([byte]))
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
