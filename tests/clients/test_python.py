"""The Python client against a running server, and against one that fails as told."""

from __future__ import annotations

import asyncio
import hmac
import importlib
import inspect
import os
import re
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest

from soupis.watching.signatures import signed_headers, webhook_secret
from tests.clients.conftest import ROOT, key_of
from tests.support.callers import Caller
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE

BUDVAR, CEZ = "00514152", "45274649"
_README = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", _README, re.DOTALL)


@pytest.fixture
def soupis(client: ModuleType, server: Server, enterprise: Caller) -> Iterator[Any]:
    with client.Soupis(server.url, key=key_of(enterprise)) as found:
        yield found


# --- what it answers ---


def test_answers_are_those_of_the_service_in_its_own_types(soupis: Any, enterprise: Caller) -> None:
    def told(path: str) -> Any:
        return enterprise.get(path).json()["data"]

    company = soupis.company(BUDVAR)
    assert msgspec.to_builtins(company) == told(f"/api/v1/firma/{BUDVAR}")
    assert type(company).__module__ == "soupis_client.wire.company"
    key = soupis.persons_page("novák").osoby[0].klic
    assert msgspec.to_builtins(soupis.person(key)) == told(f"/api/v1/osoba/{key}")
    assert [item.zdroj for item in soupis.sources().zdroje] == [
        item["zdroj"] for item in told("/api/v1/zdroje")["zdroje"]
    ]


def test_pages_are_walked_to_the_end_and_no_company_comes_twice(soupis: Any, client: ModuleType) -> None:
    selection = client.VyberFirem(kraj="Jihomoravský", stav="aktivni")
    total = soupis.companies_page(selection).pocet_celkem
    assert total > 100
    found = [item.ico for item in soupis.companies(selection)]
    assert len(found) == len(set(found)) == total
    assert [item.klic for item in soupis.persons("novotny", year=1960)] == [
        item.klic for item in soupis.persons_page("novotny", 1960, count=50).osoby
    ]


def test_persons_are_narrowed_and_ordered_as_by_the_service(soupis: Any, enterprise: Caller) -> None:
    def told(**filters: Any) -> list[str]:
        page = enterprise.get("/api/v1/osoby", q="novak", pocet=50, **filters).json()["data"]
        return [item["klic"] for item in page["osoby"]]

    given = {"town": "Praha", "only_current": True, "order": "-rok"}
    expected = told(obec="Praha", jenAktivni="true", razeni="-rok")
    assert [item.klic for item in soupis.persons_page("novak", count=50, **given).osoby] == expected
    assert [item.klic for item in soupis.persons("novak", **given)] == expected
    assert len({*map(tuple, (expected, told(), told(obec="Praha"), told(razeni="-rok")))}) == 4


def test_facets_are_counted_when_asked_for(soupis: Any) -> None:
    assert soupis.companies_page("praha").fasety is None
    assert soupis.companies_page("praha", facets=["kraj", "stav"]).fasety.stav


def test_every_parameter_that_the_service_describes_can_be_given(client: ModuleType, server: Server) -> None:
    calls = importlib.import_module("soupis_client.calls")
    fields = client.VyberFirem.__struct_fields__
    given = {
        **dict.fromkeys(("ico", "day", "key", "name", "town", "order", "number", "url"), "x"),
        **dict.fromkeys(("start", "count", "year", "after", "wait", "rows"), 1),
        **{key: ["x"] for key in ("icos", "facets", "sections")},
        **dict.fromkeys(("watched", "only_current"), True),
        "where": client.VyberFirem(**dict.fromkeys(fields, "x")),
    }
    description = httpx.get(f"{server.url}/api/v1/openapi.json", timeout=PATIENCE).json()
    sent: dict[str, set[str]] = {}
    for _, make in inspect.getmembers(calls, inspect.isfunction):
        if make.__module__ == calls.__name__ and str(make.__annotations__.get("return")).startswith("Call["):
            call = make(**{name: given[name] for name in inspect.signature(make).parameters})
            sent.setdefault(f"{call.method} {call.path}", set()).update(call.parameters)
    described: dict[str, set[str]] = {}
    for path, methods in description["paths"].items():
        for method in methods.keys() & {"get", "post", "put", "delete"}:
            query = [each for each in methods[method].get("parameters", ()) if each["in"] == "query"]
            # One that has a single value says nothing.
            free = {each["name"] for each in query if len(each["schema"].get("enum", "ab")) > 1}
            described[f"{method.upper()} {re.sub('{[^}]+}', 'x', path)}"] = free
    known = {operation: described[operation] for operation in sent if "/.well-known/" not in operation}
    assert sent["GET /api/v1/osoby"] and len(known) >= 15
    assert {operation: sent[operation] for operation in known} == known


def test_any_number_of_companies_is_checked_in_batches(soupis: Any) -> None:
    icos = [BUDVAR, CEZ, *(f"{number:08d}" for number in range(1, 120))]
    checked = soupis.vat(icos)
    assert [item.ico for item in checked] == icos
    assert checked[0].dph.stav == "platce"
    assert checked[5].dph is None


def test_an_export_and_the_feed_join_without_a_gap(soupis: Any, client: ModuleType) -> None:
    selection = client.VyberFirem(kraj="Jihočeský")
    preview, export = soupis.export_preview(selection), soupis.export(selection)
    assert (export.total, export.rows, export.truncated) == (preview.pocet_celkem, preview.pocet_radku, False)
    assert export.content.count(b"\r\n") == export.rows + 1
    assert list(soupis.changes(after=export.position)) == []
    seen = [change.poradi for change in soupis.changes(after=0)]
    assert seen == sorted(set(seen))
    assert len(seen) > 1_000
    assert seen[-1] <= export.position
    assert [change.poradi for change in soupis.changes(after=seen[-4])] == seen[-3:]


def test_the_past_is_told_as_the_service_tells_it(soupis: Any, enterprise: Caller) -> None:
    day = "2012-03-15"
    key = soupis.persons_page("novák").osoby[0].klic
    for path, found in (
        (f"/api/v1/firma/{BUDVAR}", soupis.company_as_of(BUDVAR, day)),
        (f"/api/v1/osoba/{key}", soupis.person_as_of(key, day)),
    ):
        assert msgspec.to_builtins(found) == enterprise.get(path, kDatu=day).json()["data"]


def test_companies_are_watched_and_the_feed_tells_of_them_alone(soupis: Any, client: ModuleType) -> None:
    told = soupis.watch([BUDVAR, CEZ])
    assert (told.pocet_celkem, told.neznama) == (2, [])
    assert [item.ico for item in soupis.watched()] == [BUDVAR, CEZ]
    changes = list(soupis.changes(after=0, watched=True))
    assert {change.ico for change in changes} == {BUDVAR, CEZ}
    assert changes == [change for change in soupis.changes(after=0) if change.ico in (BUDVAR, CEZ)]
    for ico in (BUDVAR, CEZ):
        soupis.unwatch(ico)
    assert list(soupis.watched()) == []
    with pytest.raises(client.NotFoundError):
        soupis.unwatch(CEZ)


def test_a_webhook_is_made_changed_and_deleted(soupis: Any, client: ModuleType) -> None:
    made = soupis.create_webhook("https://soupis.example/prijem", ["insolvence"])
    try:
        assert [item.id for item in soupis.webhooks()] == [made.id]
        assert soupis.webhook(made.id).dodavky == []
        assert soupis.replay_webhook(made.id, after=0).poradi == 0
        assert soupis.rotate_webhook_secret(made.id).tajemstvi != made.tajemstvi
        assert not soupis.test_webhook(made.id).doruceno
    finally:
        soupis.delete_webhook(made.id)
    with pytest.raises(client.NotFoundError):
        soupis.webhook(made.id)


def test_a_message_of_a_webhook_is_read_only_as_it_was_signed(client: ModuleType) -> None:
    key, number = b"key of the installation", "whk_1"
    body = (
        b'{"type":"firma.zmena","timestamp":"2026-11-20T11:00:00Z","data":{"poradi":2,'
        b'"kdy":"2026-11-20T11:00:00Z","ico":"45274649","typ":"zmena","oddily":["dph"]}}'
    )
    headers = signed_headers(key, number, [2, 1], "msg_7", 1_000_000, body)
    old, new, stranger = (webhook_secret(key, name, at) for name, at in ((number, 1), (number, 2), ("x", 2)))
    for secrets in (old, new, [stranger, old]):
        titled = {name.title(): value for name, value in headers.items()}
        message = client.read_message(body, titled, secrets, now=1_000_100)
        assert (message.type, message.data.ico, message.data.oddily) == ("firma.zmena", CEZ, ["dph"])
    wrong: tuple[tuple[Any, ...], ...] = (
        (body, headers, stranger, 1_000_000),
        (body.replace(b"zmena", b"zanik"), headers, old, 1_000_000),
        (body, headers | {"webhook-id": "msg_8"}, old, 1_000_000),
        (body, headers | {"webhook-timestamp": "1000001"}, old, 1_000_000),
        (body, headers | {"webhook-timestamp": "9" * 5_000}, old, 1_000_000),
        (body, headers, old, 1_000_301),
        (body, {}, old, 1_000_000),
    )
    for *arguments, now in wrong:
        with pytest.raises(client.MessageError):
            client.read_message(*arguments, now=now)


def test_an_empty_secret_of_a_webhook_accepts_nothing(client: ModuleType) -> None:
    signature = b64encode(hmac.digest(b"", b"msg_7.1000000.{}", "sha256")).decode()
    headers = {"webhook-id": "msg_7", "webhook-timestamp": "1000000", "webhook-signature": f"v1,{signature}"}
    for secret in ("", "whsec_"):
        with pytest.raises(ValueError, match="empty"):
            client.read_message(b"{}", headers, secret, now=1_000_000)


def test_a_receipt_is_verified_without_the_service(soupis: Any, client: ModuleType) -> None:
    keys = soupis.keys()
    for answer in (soupis.vat_with_receipt([BUDVAR, CEZ]), soupis.company_with_receipt(CEZ)):
        receipt = soupis.receipt(answer.receipt)
        assert client.verify_receipt(receipt, answer.body, keys).id == answer.receipt
        wrong: tuple[tuple[bytes, ...], ...] = (
            (receipt, answer.body + b" ", keys),
            (receipt.replace(b'"metoda":"', b'"metoda":"X'), answer.body, keys),
            (receipt, answer.body, b'{"keys":[]}'),
            (receipt, answer.body, b"no keys"),
            (b"{", answer.body, keys),
        )
        for parts in wrong:
            with pytest.raises(client.ReceiptError):
                client.verify_receipt(*parts)


def test_both_clients_do_the_same(client: ModuleType, server: Server, enterprise: Caller) -> None:
    def methods(kind: type) -> dict[str, str]:
        members = inspect.getmembers(kind, inspect.isfunction)
        return {
            name: str(inspect.signature(function)).replace("Async", "")
            for name, function in members
            if not name.startswith("_")
        }

    assert methods(client.Soupis) == methods(client.AsyncSoupis)

    async def ask() -> tuple[Any, list[str], int]:
        async with client.AsyncSoupis(server.url, key=key_of(enterprise)) as soupis:
            found = [item.ico async for item in soupis.companies("novák")]
            export = await soupis.export("novák")
            assert [change async for change in soupis.changes(export.position)] == []
            return await soupis.company(CEZ), found, export.rows

    company, found, rows = asyncio.run(ask())
    with client.Soupis(server.url, key=key_of(enterprise)) as soupis:
        assert soupis.company(CEZ) == company
        assert [item.ico for item in soupis.companies("novák")] == found
    assert rows == len(found)


# --- what goes wrong ---


def test_errors_tell_what_the_service_says(soupis: Any, client: ModuleType, server: Server) -> None:
    with pytest.raises(client.NotFoundError, match="v databázi není") as missing:
        soupis.company("00000001")
    assert missing.value.status == 404
    with pytest.raises(client.SoupisError, match="kraj"):
        soupis.companies_page(client.VyberFirem(kraj="Atlantida"))
    with (
        client.Soupis(server.url, key="soupis_wrong") as stranger,
        pytest.raises(client.SoupisError) as error,
    ):
        stranger.company(BUDVAR)
    assert error.value.status == 401


def test_where_nobody_listens_the_error_is_the_clients_own(client: ModuleType) -> None:
    retrying = client.Retrying(attempts=2, first=0.01)
    with (
        client.Soupis(f"http://127.0.0.1:{free_port()}", retrying=retrying) as soupis,
        pytest.raises(client.SoupisError, match="No answer") as error,
    ):
        soupis.sources()
    assert error.value.status is None


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
def test_a_passing_failure_is_tried_again_after_the_time_that_was_asked_for(
    client: ModuleType, status: int
) -> None:
    with failing((status, {"Retry-After": "1"}), (status, {"Retry-After": "0"})) as (url, moments):
        with client.Soupis(url) as soupis:
            assert soupis.sources().zdroje == []
        assert len(moments) == 3
        assert moments[1] - moments[0] >= 1


def test_a_moment_to_wait_for_is_heeded_too(client: ModuleType) -> None:
    moment = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)  # written in whole seconds
    with failing((503, {"Retry-After": format_datetime(moment, usegmt=True)})) as (url, moments):
        with client.Soupis(url) as soupis:
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
    client: ModuleType, status: int, headers: dict[str, str], asked: int
) -> None:
    with failing(*[(status, headers)] * 10) as (url, moments):
        with (
            client.Soupis(url) as soupis,
            pytest.raises(client.SoupisError, match="Zkuste to znovu") as error,
        ):
            soupis.sources()
        assert len(moments) == asked
        assert error.value.status == status
        assert error.value.retry_after == (float(headers["Retry-After"]) if headers else None)


def test_pauses_grow_where_none_was_asked_for(client: ModuleType) -> None:
    retrying = client.Retrying(first=0.2)
    with failing((503, {}), (503, {})) as (url, moments):
        with client.Soupis(url, retrying=retrying) as soupis:
            soupis.sources()
        assert moments[1] - moments[0] >= 0.1
        assert moments[2] - moments[1] >= 0.2


# --- types, README ---


def test_a_strict_type_checker_knows_the_answers(installed: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from soupis_client import Soupis, VyberFirem\n"
        "with Soupis('http://127.0.0.1') as soupis:\n"
        "    reveal_type(soupis.company('1').dph)\n"
        "    reveal_type([item.ico for item in soupis.companies(VyberFirem(q='x'))])\n"
        "    soupis.company('1').obchodniJmeno\n"
    )
    options = ["--strict", "--config-file", os.devnull, "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *options, str(program), str(installed / "soupis_client")]
    environment = os.environ | {"MYPYPATH": str(installed)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, cwd=tmp_path)
    assert 'Revealed type is "soupis_client.wire.vat.Dph | None"' in done.stdout, done.stdout
    assert 'Revealed type is "list[str]"' in done.stdout
    assert 'has no attribute "obchodniJmeno"' in done.stdout
    assert "Found 1 error in 1 file" in done.stdout


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_readme_run(number: int, installed: Path, server: Server, enterprise: Caller) -> None:
    environment = {"PYTHONPATH": str(installed), "SOUPIS_URL": server.url, "SOUPIS_KEY": key_of(enterprise)}
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES[number]],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Budvar" in done.stdout or "rows of" in done.stdout
