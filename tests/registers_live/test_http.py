"""The HTTP client: who asks, how long it waits, what it refuses."""

from __future__ import annotations

import gzip
import threading
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import Answer, RetryPolicy, SourceClient
from soupis.registers.throttle import Limits, Throttle
from tests.mcp_server.documents import DocumentServer, send
from tests.registers_live.conftest import HASTY, MakeClient
from tests.standin import Standin


@cache
def _bomb(size: int) -> bytes:
    return gzip.compress(bytes(size))


@cache
def _bomb_in_a_bomb() -> bytes:
    return gzip.compress(_bomb(40_000_000))


_ELSEWHERE = "http://localhost"  # the server itself is asked as 127.0.0.1


class _Scripted(BaseHTTPRequestHandler):
    """Answers by the path; remembers the headers of the last request."""

    last_headers: dict[str, str] = {}
    requests = 0

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def do_GET(self) -> None:
        type(self).last_headers = dict(self.headers)
        type(self).requests += 1
        body, status, headers = b"ok", 200, {}
        if self.path == "/bomb":
            body, headers = _bomb(20_000_000), {"Content-Encoding": "gzip"}
        elif self.path == "/bomb-in-a-bomb":
            body, headers = _bomb_in_a_bomb(), {"Content-Encoding": "gzip, gzip"}
        elif self.path == "/deflated":
            body, headers = zlib.compress(b"ok"), {"Content-Encoding": "deflate"}
        elif self.path == "/brotli":
            headers = {"Content-Encoding": "br"}
        elif self.path == "/cut":
            body, headers = gzip.compress(b"ok")[:-4], {"Content-Encoding": "gzip"}
        elif self.path == "/same-host":
            status, headers = 302, {"Location": "/"}
        elif self.path == "/other-host":
            status, headers = 302, {"Location": f"{_ELSEWHERE}:{self.connection.getsockname()[1]}/"}
        elif self.path == "/repeat":
            status, headers = 307, {"Location": "/"}
        elif self.path == "/later":
            status, headers = 503, {"Retry-After": "3600"}
        elif self.path == "/date":
            status, headers = 503, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"}
        elif self.path == "/missing":
            status = 404
        elif self.path == "/circle":
            status, headers = 302, {"Location": "/circle"}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def origin() -> Iterator[str]:
    """The address of the scripted server."""
    server = HTTPServer(("127.0.0.1", 0), _Scripted)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    _Scripted.requests = 0
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def scripted(origin: str) -> Iterator[SourceClient]:
    """A client of the scripted server."""
    with SourceClient(
        "scripted", origin, Throttle(Limits(2, ())), contact="https://soupis.example", retry_policy=HASTY
    ) as made:
        yield made


def body_of(answer: Answer) -> bytes:
    """Return the body."""
    return answer.body


def test_every_request_says_who_asks(scripted: SourceClient) -> None:
    scripted.ask("GET", "/", body_of)
    assert _Scripted.last_headers["User-Agent"].startswith("soupis/")
    assert "+https://soupis.example" in _Scripted.last_headers["User-Agent"]


def test_answer_that_unpacks_over_the_limit_is_refused(scripted: SourceClient) -> None:
    with pytest.raises(SourceError, match="larger than the limit"):
        scripted.ask("GET", "/bomb", body_of, limit=1_000_000)
    assert _Scripted.requests == 1


def test_codings_one_over_the_other_are_refused_before_anything_is_unpacked(scripted: SourceClient) -> None:
    _bomb_in_a_bomb()  # the server is of this process: what it takes to make one is not what is measured
    tracemalloc.start()
    try:
        with pytest.raises(SourceError, match="coding 'gzip, gzip'"):
            scripted.ask("GET", "/bomb-in-a-bomb", body_of)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert _Scripted.requests == 1


def test_only_codings_that_are_known_are_undone(scripted: SourceClient) -> None:
    assert scripted.ask("GET", "/deflated", body_of) == b"ok"
    with pytest.raises(SourceError, match="coding 'br'"):
        scripted.ask("GET", "/brotli", body_of)


def test_answer_whose_packing_is_cut_off_is_asked_for_again(scripted: SourceClient) -> None:
    with pytest.raises(SourceUnavailable, match="cut off"):
        scripted.ask("GET", "/cut", body_of)
    assert _Scripted.requests == HASTY.attempts


def test_redirects_are_followed_on_the_same_host_and_to_hosts_that_are_named(origin: str) -> None:
    def ask(path: str, *hosts: str) -> bytes:
        throttle = Throttle(Limits(1, ()))
        with SourceClient(
            "x", origin, throttle, contact="x", retry_policy=HASTY, redirect_hosts=hosts
        ) as client:
            return client.ask("GET", path, body_of)

    assert ask("/same-host") == b"ok"
    assert ask("/other-host", "localhost") == b"ok"
    for hosts in ((), ("example.cz", "*.localhost"), ("*.host", "ocalhost")):
        asked = _Scripted.requests
        with pytest.raises(SourceError, match="another host, localhost; name it in SOUPIS_REDIRECT_HOSTS"):
            ask("/other-host", *hosts)
        assert _Scripted.requests == asked + 1


def test_a_post_is_never_repeated_elsewhere(scripted: SourceClient) -> None:
    for path in ("/repeat", "/same-host"):
        asked = _Scripted.requests
        with pytest.raises(SourceError, match="redirects a POST"):
            scripted.ask("POST", path, body_of, content=b"question")
        assert _Scripted.requests == asked + 1


def test_redirect_from_https_to_http_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with DocumentServer(tmp_path) as server:
        monkeypatch.setattr("soupis.registers.http._tls", lambda: server.trust)
        plain = server.address("/there").replace("https", "http")
        server.answer("/here", lambda request: send(request, 302, b"", Location=plain))
        with (
            SourceClient(
                "x", server.address(""), Throttle(Limits(1, ())), contact="x", retry_policy=HASTY
            ) as client,
            pytest.raises(SourceError, match="from https to http"),
        ):
            client.ask("GET", "/here", body_of)
        assert server.requests == 1


@pytest.mark.parametrize("path", ["/later", "/date"])
def test_source_that_names_a_later_time_is_not_asked_before(scripted: SourceClient, path: str) -> None:
    with pytest.raises(SourceUnavailable) as error:
        scripted.ask("GET", path, body_of)
    assert error.value.retry_after is not None and error.value.retry_after >= 3600
    assert _Scripted.requests == 1


@pytest.mark.parametrize("path", ["/missing", "/circle"])
def test_answer_that_no_waiting_can_mend_is_an_error_at_once(scripted: SourceClient, path: str) -> None:
    with pytest.raises(SourceError) as error:
        scripted.ask("GET", path, body_of)
    assert not isinstance(error.value, SourceUnavailable)


def test_attempts_are_limited(client: MakeClient, source: Standin) -> None:
    source.faults.set("vat:5xx=1")
    with pytest.raises(SourceUnavailable):
        client("vat").ask("GET", "", body_of)
    assert source.statistics.as_dict()["requests"] == {"vat": HASTY.attempts}


def test_source_that_hangs_is_given_up(client: MakeClient, source: Standin) -> None:
    source.faults.set("vat:hang=1@120")
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match="in time"):
        client("vat", RetryPolicy(connect=1, read=0.2, attempts=2, first_wait=0.01)).ask("GET", "", body_of)
    assert time.monotonic() - started < 60


def test_source_that_drips_is_given_up(client: MakeClient, source: Standin) -> None:
    source.faults.set("ares:slow=1@40")
    patience = RetryPolicy(answer=0.5, attempts=1, first_wait=0.01)
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match="took over"):
        client("ares", patience).ask("GET", "/ekonomicke-subjekty/45274649", body_of)
    assert time.monotonic() - started < 30


def test_source_that_does_not_listen_is_unavailable() -> None:
    with (
        SourceClient(
            "gone", "http://127.0.0.1:9", Throttle(Limits(1, ())), contact="x", retry_policy=HASTY
        ) as gone,
        pytest.raises(SourceUnavailable, match="broke the line"),
    ):
        gone.ask("GET", "/", body_of)


def test_address_must_be_a_web_address() -> None:
    with pytest.raises(ValueError, match="http"):
        SourceClient("x", "file:///etc/passwd", Throttle(Limits(1, ())), contact="x")
