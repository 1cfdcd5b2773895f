"""The HTTP client: who asks, how long it waits, what it refuses."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import Answer, RetryPolicy, SourceClient
from soupis.registers.throttle import Limits, Throttle
from tests.registers_live.conftest import HASTY, MakeClient
from tests.standin import Standin

_BOMB = gzip.compress(bytes(20_000_000))


class _Scripted(BaseHTTPRequestHandler):
    """Answers by the path; remembers the headers of the last request."""

    last_headers: dict[str, str] = {}
    requests = 0

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def do_GET(self) -> None:
        type(self).last_headers = dict(self.headers)
        type(self).requests += 1
        body, status, headers = b"ok", 200, {}
        if self.path == "/bomb":
            body, headers = _BOMB, {"Content-Encoding": "gzip"}
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
def scripted() -> Iterator[SourceClient]:
    """A client of the scripted server."""
    server = HTTPServer(("127.0.0.1", 0), _Scripted)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    _Scripted.requests = 0
    base = f"http://127.0.0.1:{server.server_address[1]}"
    with SourceClient(
        "scripted", base, Throttle(Limits(2, ())), contact="https://soupis.example", retry_policy=HASTY
    ) as made:
        yield made
    server.shutdown()
    server.server_close()
    thread.join()


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
    source.faults.set("vat:hang=1@5")
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match="in time"):
        client("vat", RetryPolicy(connect=1, read=0.2, attempts=2, first_wait=0.01)).ask("GET", "", body_of)
    assert time.monotonic() - started < 3


def test_source_that_drips_is_given_up(client: MakeClient, source: Standin) -> None:
    source.faults.set("ares:slow=1@8")
    patience = RetryPolicy(read=5, answer=0.5, attempts=1, first_wait=0.01)
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match="took over"):
        client("ares", patience).ask("GET", "/ekonomicke-subjekty/45274649", body_of)
    assert time.monotonic() - started < 4


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
