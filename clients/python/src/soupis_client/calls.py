"""Requests and what their answers mean; sending them is up to the two clients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import httpx
import msgspec

from soupis_client.errors import BY_STATUS, SoupisError
from soupis_client.exports import Export, read_export
from soupis_client.retrying import retry_after
from soupis_client.wire.base import Envelope
from soupis_client.wire.changes import Zmeny
from soupis_client.wire.company import ExportNahled, FirmaDetail, FirmaKDatu, FirmyStranka, ListinyStranka
from soupis_client.wire.person import OsobaKDatu, OsobaProfil, OsobyStranka
from soupis_client.wire.requests import Faseta, RazeniOsob, VyberFirem
from soupis_client.wire.sources import Zdroje
from soupis_client.wire.vat import DphOdpoved
from soupis_client.wire.watching import (
    SledovaneFirmy,
    SledovaniVysledek,
    Webhook,
    WebhookDetail,
    WebhookTajemstvi,
    Webhooky,
    WebhookZkouska,
    Zruseno,
)

T = TypeVar("T")

MOST_OF_PAGE = 50
# Pages reach so far; the export gives the rest.
LAST_START = 10_000
MOST_OF_BATCH = 100
MOST_CHANGES = 1_000
MOST_WATCHED = 1_000


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, and what reads its answer."""

    method: str
    path: str
    read: Callable[[httpx.Response], T]
    parameters: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    patience: float = 0.0  # seconds that the service may take longer, because it was asked to wait


@dataclass(frozen=True)
class Answered(Generic[T]):
    """An answer with its exact bytes, which a receipt attests; `receipt` = its number, None = it has none."""

    data: T
    body: bytes
    receipt: str | None


def company(ico: str) -> Call[FirmaDetail]:
    """All that is known of one company."""
    return Call("GET", f"/api/v1/firma/{ico}", _enveloped(FirmaDetail))


def company_as_of(ico: str, day: str) -> Call[FirmaKDatu]:
    """A company as the registers had it on a day."""
    return Call("GET", f"/api/v1/firma/{ico}", _enveloped(FirmaKDatu), {"kDatu": day})


def company_with_receipt(ico: str) -> Call[Answered[FirmaDetail]]:
    """All that is known of one company, as it was sent."""
    return Call("GET", f"/api/v1/firma/{ico}", _answered(FirmaDetail))


def filings_page(
    ico: str, kind: str | None, year: int | None, start: int, count: int
) -> Call[ListinyStranka]:
    """A page of the filed documents of a company."""
    parameters: dict[str, Any] = {"start": start, "pocet": count}
    parameters |= {key: value for key, value in (("typ", kind), ("rok", year)) if value is not None}
    return Call("GET", f"/api/v1/firma/{ico}/listiny", _enveloped(ListinyStranka), parameters)


def companies_page(
    where: VyberFirem | str, start: int, count: int, facets: Sequence[Faseta]
) -> Call[FirmyStranka]:
    """A page of a search, with how many of all its companies have which value of each facet."""
    parameters = {**_query(where), "start": start, "pocet": count}
    if facets:
        parameters["fasety"] = list(facets)
    return Call("GET", "/api/v1/vyhledavani", _enveloped(FirmyStranka), parameters)


def person(key: str) -> Call[OsobaProfil]:
    """A person and where they are and were engaged."""
    return Call("GET", f"/api/v1/osoba/{key}", _enveloped(OsobaProfil))


def person_as_of(key: str, day: str) -> Call[OsobaKDatu]:
    """A person and where they were engaged on a day."""
    return Call("GET", f"/api/v1/osoba/{key}", _enveloped(OsobaKDatu), {"kDatu": day})


def persons_page(
    name: str,
    year: int | None,
    start: int,
    count: int,
    town: str | None,
    only_current: bool,
    order: RazeniOsob | None,
) -> Call[OsobyStranka]:
    """A page of a search of persons."""
    filters = {"rok": year, "obec": town, "jenAktivni": "true" if only_current else None, "razeni": order}
    parameters = {"q": name, "start": start, "pocet": count}
    parameters |= {key: value for key, value in filters.items() if value is not None}
    return Call("GET", "/api/v1/osoby", _enveloped(OsobyStranka), parameters)


def vat(icos: Sequence[str]) -> Call[DphOdpoved]:
    """VAT status of 1 to 100 companies."""
    return Call("POST", "/api/v1/firmy/dph", _enveloped(DphOdpoved), body={"ico": list(icos)})


def vat_with_receipt(icos: Sequence[str]) -> Call[Answered[DphOdpoved]]:
    """VAT status of 1 to 100 companies, as it was sent."""
    return Call("POST", "/api/v1/firmy/dph", _answered(DphOdpoved), body={"ico": list(icos)})


def receipt(number: str) -> Call[bytes]:
    """The receipt of an answer."""
    return Call("GET", f"/api/v1/doklad/{number}", _bytes)


def keys() -> Call[bytes]:
    """The public keys by which receipts are signed."""
    return Call("GET", "/.well-known/jwks.json", _bytes)


def sources() -> Call[Zdroje]:
    """How fresh the registers are."""
    return Call("GET", "/api/v1/zdroje", _enveloped(Zdroje))


def changes_page(after: int, count: int, wait: int, watched: bool) -> Call[Zmeny]:
    """The changes after a number; where there is none yet, the service waits for one up to `wait` seconds."""
    parameters = {"od": after, "pocet": count} | ({"sledovane": "true"} if watched else {})
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    return Call("GET", "/api/v1/zmeny", _enveloped(Zmeny), parameters, headers=headers, patience=wait)


def watched_page(start: int, count: int) -> Call[SledovaneFirmy]:
    """A part of the list of watched companies."""
    parameters = {"start": start, "pocet": count}
    return Call("GET", "/api/v1/sledovani", _enveloped(SledovaneFirmy), parameters)


def watch(icos: Sequence[str]) -> Call[SledovaniVysledek]:
    """Companies to be watched, all or none."""
    return Call("POST", "/api/v1/sledovani", _enveloped(SledovaniVysledek), body={"ico": list(icos)})


def unwatch(ico: str) -> Call[Zruseno]:
    """A company to be watched no more."""
    return Call("DELETE", f"/api/v1/sledovani/{ico}", _enveloped(Zruseno))


def webhooks() -> Call[Webhooky]:
    """The webhooks of the account."""
    return Call("GET", "/api/v1/webhooky", _enveloped(Webhooky))


def webhook(number: str) -> Call[WebhookDetail]:
    """A webhook with its last attempts."""
    return Call("GET", f"/api/v1/webhooky/{number}", _enveloped(WebhookDetail))


def create_webhook(url: str, sections: Sequence[str]) -> Call[WebhookTajemstvi]:
    """A webhook to be made."""
    body = {"url": url, "oddily": list(sections)}
    return Call("POST", "/api/v1/webhooky", _enveloped(WebhookTajemstvi), body=body)


def delete_webhook(number: str) -> Call[Zruseno]:
    """A webhook to be deleted."""
    return Call("DELETE", f"/api/v1/webhooky/{number}", _enveloped(Zruseno))


def test_webhook(number: str) -> Call[WebhookZkouska]:
    """A test message to be sent."""
    return Call("POST", f"/api/v1/webhooky/{number}/zkouska", _enveloped(WebhookZkouska), patience=60)


def rotate_webhook_secret(number: str) -> Call[WebhookTajemstvi]:
    """A new secret of a webhook."""
    return Call("POST", f"/api/v1/webhooky/{number}/tajemstvi", _enveloped(WebhookTajemstvi))


def replay_webhook(number: str, after: int | None) -> Call[Webhook]:
    """Changes to be told to a webhook again."""
    body = {} if after is None else {"od": after}
    return Call("POST", f"/api/v1/webhooky/{number}/prehrani", _enveloped(Webhook), body=body)


def export(where: VyberFirem | str, rows: int | None) -> Call[Export]:
    """The whole result of a search as CSV."""
    parameters = {**_query(where), **({"pocet": rows} if rows else {})}
    path = "/api/v1/vyhledavani/export"
    return Call("GET", path, read_export, parameters, headers={"Accept": "text/csv"}, patience=600)


def export_preview(where: VyberFirem | str) -> Call[ExportNahled]:
    """What such an export would cost."""
    path = "/api/v1/vyhledavani/export"
    return Call("GET", path, _enveloped(ExportNahled), {**_query(where), "nahled": "ano"})


def error_of(answer: httpx.Response) -> SoupisError:
    """Return the error that an answer tells."""
    try:
        told = msgspec.json.decode(answer.content)
        message, data = told["chyba"]["zprava"], told.get("data")
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        message, data = f"HTTP {answer.status_code} from {answer.request.url.host}", None
    kind = BY_STATUS.get(answer.status_code, SoupisError)
    return kind(message, answer.status_code, retry_after(answer), data)


def _enveloped(kind: type[T]) -> Callable[[httpx.Response], T]:
    decoder: msgspec.json.Decoder[Envelope[T]] = msgspec.json.Decoder(Envelope[kind])  # type: ignore[valid-type]
    return lambda answer: decoder.decode(answer.content).data


def _answered(kind: type[T]) -> Callable[[httpx.Response], Answered[T]]:
    read = _enveloped(kind)
    return lambda answer: Answered(read(answer), answer.content, answer.headers.get("x-service-doklad"))


def _bytes(answer: httpx.Response) -> bytes:
    return answer.content


def _query(where: VyberFirem | str) -> dict[str, Any]:
    if isinstance(where, str):
        where = VyberFirem(q=where)
    return {name: value for name, value in msgspec.to_builtins(where).items() if value not in (None, [], "")}
