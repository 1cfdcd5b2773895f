"""The client reads what a running service answers."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import re
from typing import Any

import httpx
import msgspec
import pytest

from conftest import Told
from soupis_client import (
    AsyncSoupis,
    NotFoundError,
    ReceiptError,
    Soupis,
    VyberFirem,
    verify_receipt,
)

BUDVAR, CEZ = "00514152", "45274649"

# --- what it answers ---


def test_answers_are_those_of_the_service_in_its_own_types(soupis: Soupis, told: Told) -> None:
    company = soupis.company(BUDVAR)
    assert msgspec.to_builtins(company) == told(f"/api/v1/firma/{BUDVAR}")
    assert type(company).__module__ == "soupis_client.wire.company"
    key = soupis.persons_page("novák").osoby[0].klic
    assert msgspec.to_builtins(soupis.person(key)) == told(f"/api/v1/osoba/{key}")
    assert [item.zdroj for item in soupis.sources().zdroje] == [
        item["zdroj"] for item in told("/api/v1/zdroje")["zdroje"]
    ]


def test_pages_are_walked_to_the_end_and_no_company_comes_twice(soupis: Soupis) -> None:
    selection = VyberFirem(kraj="Jihomoravský", stav="aktivni")
    total = soupis.companies_page(selection).pocet_celkem
    assert total > 100
    found = [item.ico for item in soupis.companies(selection)]
    assert len(found) == len(set(found)) == total
    assert [item.klic for item in soupis.persons("novotny", year=1960)] == [
        item.klic for item in soupis.persons_page("novotny", 1960, count=50).osoby
    ]


def test_persons_are_narrowed_and_ordered_as_by_the_service(soupis: Soupis, told: Told) -> None:
    def keys(**filters: Any) -> list[str]:
        page = told("/api/v1/osoby", q="novak", pocet=50, **filters)
        return [item["klic"] for item in page["osoby"]]

    given = {"town": "Praha", "only_current": True, "order": "-rok"}
    expected = keys(obec="Praha", jenAktivni="true", razeni="-rok")
    assert [item.klic for item in soupis.persons_page("novak", count=50, **given).osoby] == expected
    assert [item.klic for item in soupis.persons("novak", **given)] == expected
    assert len({*map(tuple, (expected, keys(), keys(obec="Praha"), keys(razeni="-rok")))}) == 4


def test_all_filed_documents_of_a_company_are_read(soupis: Soupis, told: Told) -> None:
    path = f"/api/v1/firma/{BUDVAR}/listiny"
    assert msgspec.to_builtins(soupis.filings_page(BUDVAR, start=1, count=3)) == told(path, start=1, pocet=3)
    every = soupis.filings(BUDVAR)
    assert len(every) > 50  # more than a page
    pages = [told(path, start=start, pocet=50)["listiny"] for start in (0, 50)]
    assert [item.cislo for item in every] == [item["cislo"] for page in pages for item in page]
    reports = soupis.filings(BUDVAR, kind="vyrocni zprava")
    assert 0 < len(reports) < len(every) == soupis.company(BUDVAR).listiny.pocet
    year = next(item.rok for item in reports if item.rok)
    assert {item.rok for item in soupis.filings(BUDVAR, "vyrocni zprava", year)} == {year}


def test_filed_documents_that_were_not_read_are_not_known(soupis: Soupis) -> None:
    unread = next(item.ico for item in soupis.companies("novák") if soupis.company(item.ico).listiny is None)
    assert soupis.filings(unread) is None


def test_facets_are_counted_when_asked_for(soupis: Soupis) -> None:
    assert soupis.companies_page("praha").fasety is None
    assert soupis.companies_page("praha", facets=["kraj", "stav"]).fasety.stav


def test_every_parameter_that_the_service_describes_can_be_given(address: str) -> None:
    calls = importlib.import_module("soupis_client.calls")
    fields = VyberFirem.__struct_fields__
    given = {
        **dict.fromkeys(("ico", "day", "key", "kind", "name", "town", "order", "number", "url"), "x"),
        **dict.fromkeys(("start", "count", "year", "after", "wait", "rows"), 1),
        **{key: ["x"] for key in ("icos", "facets", "sections")},
        **dict.fromkeys(("watched", "only_current"), True),
        "where": VyberFirem(**dict.fromkeys(fields, "x")),
    }
    description = httpx.get(f"{address}/api/v1/openapi.json", timeout=60).json()
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


def test_any_number_of_companies_is_checked_in_batches(soupis: Soupis) -> None:
    icos = [BUDVAR, CEZ, *(f"{number:08d}" for number in range(1, 120))]
    checked = soupis.vat(icos)
    assert [item.ico for item in checked] == icos
    assert checked[0].dph.stav == "platce"
    assert checked[5].dph is None


def test_an_export_and_the_feed_join_without_a_gap(soupis: Soupis) -> None:
    selection = VyberFirem(kraj="Jihočeský")
    preview, export = soupis.export_preview(selection), soupis.export(selection)
    assert (export.total, export.rows, export.truncated) == (preview.pocet_celkem, preview.pocet_radku, False)
    assert export.content.count(b"\r\n") == export.rows + 1
    assert list(soupis.changes(after=export.position)) == []
    seen = [change.poradi for change in soupis.changes(after=0)]
    assert seen == sorted(set(seen))
    assert len(seen) > 1_000
    assert seen[-1] <= export.position
    assert [change.poradi for change in soupis.changes(after=seen[-4])] == seen[-3:]


def test_the_past_is_told_as_the_service_tells_it(soupis: Soupis, told: Told) -> None:
    day = "2012-03-15"
    key = soupis.persons_page("novák").osoby[0].klic
    for path, found in (
        (f"/api/v1/firma/{BUDVAR}", soupis.company_as_of(BUDVAR, day)),
        (f"/api/v1/osoba/{key}", soupis.person_as_of(key, day)),
    ):
        assert msgspec.to_builtins(found) == told(path, kDatu=day)


def test_companies_are_watched_and_the_feed_tells_of_them_alone(soupis: Soupis) -> None:
    told = soupis.watch([BUDVAR, CEZ])
    assert (told.pocet_celkem, told.neznama) == (2, [])
    assert [item.ico for item in soupis.watched()] == [BUDVAR, CEZ]
    changes = list(soupis.changes(after=0, watched=True))
    assert {change.ico for change in changes} == {BUDVAR, CEZ}
    assert changes == [change for change in soupis.changes(after=0) if change.ico in (BUDVAR, CEZ)]
    for ico in (BUDVAR, CEZ):
        soupis.unwatch(ico)
    assert list(soupis.watched()) == []
    with pytest.raises(NotFoundError):
        soupis.unwatch(CEZ)


def test_a_webhook_is_made_changed_and_deleted(soupis: Soupis) -> None:
    made = soupis.create_webhook("https://soupis.example/prijem", ["insolvence"])
    try:
        assert [item.id for item in soupis.webhooks()] == [made.id]
        assert soupis.webhook(made.id).dodavky == []
        assert soupis.replay_webhook(made.id, after=0).poradi == 0
        assert soupis.rotate_webhook_secret(made.id).tajemstvi != made.tajemstvi
        assert not soupis.test_webhook(made.id).doruceno
    finally:
        soupis.delete_webhook(made.id)
    with pytest.raises(NotFoundError):
        soupis.webhook(made.id)


def test_a_receipt_is_verified_without_the_service(soupis: Soupis) -> None:
    keys = soupis.keys()
    for answer in (soupis.vat_with_receipt([BUDVAR, CEZ]), soupis.company_with_receipt(CEZ)):
        receipt = soupis.receipt(answer.receipt)
        assert verify_receipt(receipt, answer.body, keys).id == answer.receipt
        wrong: tuple[tuple[bytes, ...], ...] = (
            (receipt, answer.body + b" ", keys),
            (receipt.replace(b'"metoda":"', b'"metoda":"X'), answer.body, keys),
            (receipt, answer.body, b'{"keys":[]}'),
            (receipt, answer.body, b"no keys"),
            (b"{", answer.body, keys),
        )
        for parts in wrong:
            with pytest.raises(ReceiptError):
                verify_receipt(*parts)


def test_both_clients_do_the_same(address: str, key: str) -> None:
    def methods(kind: type) -> dict[str, str]:
        members = inspect.getmembers(kind, inspect.isfunction)
        return {
            name: str(inspect.signature(function)).replace("Async", "")
            for name, function in members
            if not name.startswith("_")
        }

    assert methods(Soupis) == methods(AsyncSoupis)

    async def ask() -> tuple[Any, list[str], int]:
        async with AsyncSoupis(address, key=key) as soupis:
            found = [item.ico async for item in soupis.companies("novák")]
            export = await soupis.export("novák")
            assert [change async for change in soupis.changes(export.position)] == []
            return await soupis.company(CEZ), found, export.rows

    company, found, rows = asyncio.run(ask())
    with Soupis(address, key=key) as soupis:
        assert soupis.company(CEZ) == company
        assert [item.ico for item in soupis.companies("novák")] == found
    assert rows == len(found)
