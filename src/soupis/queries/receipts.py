"""What a receipt says of an answer: which sources had answered, when, and for how many nobody had."""

from __future__ import annotations

import msgspec

from soupis.accounts.callers import Caller
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.receipts.receipts import Said
from soupis.sources import ARES, VAT, WIRE_NAMES


class _Vat(msgspec.Struct, rename="camel", gc=False):
    overeno_k: str


class _Company(msgspec.Struct, gc=False):
    dph: _Vat | None


class _Batch(msgspec.Struct, gc=False):
    firmy: list[_Company]


class _Source(msgspec.Struct, gc=False):
    zdroj: str
    aktualizovano: str


class _Detail(msgspec.Struct, gc=False):
    zdroje: list[_Source]


_decode_batch = msgspec.json.Decoder(_Batch).decode
_decode_detail = msgspec.json.Decoder(_Detail).decode


def said_of_batch(batch: bytes) -> Said:
    """Return what the sources had said for a batch, a JSON `DphOdpoved`.

    A status stands on both sources, and `overenoK` is the older of their answers.
    """
    companies = _decode_batch(batch).firmy
    verified = [company.dph.overeno_k for company in companies if company.dph]
    oldest = min(verified, default=None)
    return Said({WIRE_NAMES[VAT]: oldest, WIRE_NAMES[ARES]: oldest}, len(companies) - len(verified))


def said_of_detail(detail: bytes) -> Said:
    """Return what the sources had said for a detail, a JSON `FirmaDetail`."""
    oldest: dict[str, str | None] = {}
    for source in _decode_detail(detail).zdroje:
        oldest[source.zdroj] = min(oldest.get(source.zdroj) or source.aktualizovano, source.aktualizovano)
    return Said(oldest, 0)


def find(services: Services, caller: Caller, identifier: str) -> bytes:
    """Return a receipt, a JSON `wire.receipts.Doklad`; raises QueryError 404 unless it is the caller's."""
    found = services.receipts.find(caller, identifier)
    if found is None:
        raise QueryError(404, *errors.NO_RECEIPT)
    return found
