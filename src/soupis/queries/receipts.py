"""What a receipt says of an answer: which sources had answered, when, and what of each company."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from soupis.accounts.callers import Caller
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.receipts.receipts import Said
from soupis.sources import ARES, VAT, WIRE_NAMES
from soupis.wire.receipts import DokladFirma
from soupis.wire.vat import DphOdpoved


class _Source(msgspec.Struct, gc=False):
    zdroj: str
    aktualizovano: str


class _Detail(DokladFirma, kw_only=True):
    zdroje: list[_Source]


_decode_batch = msgspec.json.Decoder(DphOdpoved).decode
_decode_detail = msgspec.json.Decoder(_Detail).decode


def said_of_batch(batch: bytes, names: Mapping[str, str | None]) -> Said:
    """Return what a batch answered, a JSON `DphOdpoved`; `names` of its companies by their IDs.

    A status stands on both sources, and `overenoK` is the older of their answers.
    """
    companies = [
        DokladFirma(ico=company.ico, obchodni_jmeno=names.get(company.ico), dph=company.dph)
        for company in _decode_batch(batch).firmy
    ]
    oldest = min((company.dph.overeno_k for company in companies if company.dph), default=None)
    return Said({WIRE_NAMES[VAT]: oldest, WIRE_NAMES[ARES]: oldest}, companies)


def said_of_detail(detail: bytes) -> Said:
    """Return what a detail answered, a JSON `FirmaDetail`."""
    company = _decode_detail(detail)
    oldest: dict[str, str | None] = {}
    for source in company.zdroje:
        oldest[source.zdroj] = min(oldest.get(source.zdroj) or source.aktualizovano, source.aktualizovano)
    said = DokladFirma(ico=company.ico, obchodni_jmeno=company.obchodni_jmeno, dph=company.dph)
    return Said(oldest, [said])


def find(services: Services, caller: Caller, identifier: str) -> bytes:
    """Return a receipt, a JSON `wire.receipts.Doklad`; raises QueryError 404 unless it is the caller's."""
    found = services.receipts.find(caller, identifier)
    if found is None:
        raise QueryError(404, *errors.NO_RECEIPT)
    return found
