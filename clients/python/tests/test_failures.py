"""The client against a server that fails as told, and messages that nobody signed."""

from __future__ import annotations

import hmac
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from soupis_client import NotFoundError, Retrying, Soupis, SoupisError, VyberFirem, read_message

BUDVAR = "00514152"

# --- what goes wrong ---


def test_errors_tell_what_the_service_says(soupis: Soupis, address: str) -> None:
    with pytest.raises(NotFoundError, match="v databázi není") as missing:
        soupis.company("00000001")
    assert missing.value.status == 404
    with pytest.raises(SoupisError, match="kraj"):
        soupis.companies_page(VyberFirem(kraj="Atlantida"))
    with (
        Soupis(address, key="soupis_wrong") as stranger,
        pytest.raises(SoupisError) as error,
    ):
        stranger.company(BUDVAR)
    assert error.value.status == 401


def test_where_nobody_listens_the_error_is_the_clients_own() -> None:
    retrying = Retrying(attempts=2, first=0.01)
    with (
        Soupis(f"http://127.0.0.1:{unused_port()}", retrying=retrying) as soupis,
        pytest.raises(SoupisError, match="No answer") as error,
    ):
        soupis.sources()
    assert error.value.status is None


def unused_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def failing(*answers: tuple[int, dict[str, str]]) -> Iterator[tuple[str, list[float]]]:
    """Serve these answers one after the other, then sources; tell the moments when it was asked."""
    left, moments = list(answers), []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            moments.append(time.monotonic())
            status, headers = left.pop(0) if left else (200, {})
            body = b'{"ok":true,"data":{"zdroje":[]}}'
            if status != 200:
                body = b'{"ok":false,"chyba":{"status":%d,"zprava":"Zkuste to znovu."}}' % status
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", moments
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_passing_failure_is_tried_again_after_the_time_that_was_asked_for(status: int) -> None:
    with failing((status, {"Retry-After": "1"}), (status, {"Retry-After": "0"})) as (url, moments):
        with Soupis(url) as soupis:
            assert soupis.sources().zdroje == []
        assert len(moments) == 3
        assert moments[1] - moments[0] >= 1


def test_a_moment_to_wait_for_is_heeded_too() -> None:
    moment = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)  # written in whole seconds
    with failing((503, {"Retry-After": format_datetime(moment, usegmt=True)})) as (url, moments):
        with Soupis(url) as soupis:
            soupis.sources()
        assert len(moments) == 2
        assert datetime.now(UTC) >= moment


@pytest.mark.parametrize(
    ("status", "headers", "asked"),
    [
        (429, {"Retry-After": "86400"}, 1),  # a limit that renews tomorrow
        (500, {}, 1),
        (404, {"Retry-After": "0"}, 1),
        (503, {"Retry-After": "0"}, 4),
    ],
)
def test_what_does_not_pass_is_an_error_at_once_or_after_all_attempts(
    status: int, headers: dict[str, str], asked: int
) -> None:
    with failing(*[(status, headers)] * 10) as (url, moments):
        with (
            Soupis(url) as soupis,
            pytest.raises(SoupisError, match="Zkuste to znovu") as error,
        ):
            soupis.sources()
        assert len(moments) == asked
        assert error.value.status == status
        assert error.value.retry_after == (float(headers["Retry-After"]) if headers else None)


def test_pauses_grow_where_none_was_asked_for() -> None:
    retrying = Retrying(first=0.2)
    with failing((503, {}), (503, {})) as (url, moments):
        with Soupis(url, retrying=retrying) as soupis:
            soupis.sources()
        assert moments[1] - moments[0] >= 0.1
        assert moments[2] - moments[1] >= 0.2


def test_an_empty_secret_of_a_webhook_accepts_nothing() -> None:
    signature = b64encode(hmac.digest(b"", b"msg_7.1000000.{}", "sha256")).decode()
    headers = {"webhook-id": "msg_7", "webhook-timestamp": "1000000", "webhook-signature": f"v1,{signature}"}
    for secret in ("", "whsec_"):
        with pytest.raises(ValueError, match="empty"):
            read_message(b"{}", headers, secret, now=1_000_000)
