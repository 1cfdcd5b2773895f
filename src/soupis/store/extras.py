"""Facts that search and the CSV export need and documents do not show, stored next to each document."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import xxhash


class CompanyExtra(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """Facts about a company that its detail lacks."""

    nace: list[str] = []  # activities by the classification that the detail does not show
    legal_form_ros: str | None = None  # unless it is the form that the detail shows
    is_registration: bool = False  # the building has a registration number instead of a house number
    is_abroad: bool = False  # the seat
    has_seat_text: bool = False  # the register wrote the seat as a text


NO_EXTRA = CompanyExtra()


def fingerprint(stored: Iterable[bytes | None]) -> int:
    """Return the version of a document by everything that is stored of it.

    The version has 63 bits because both databases hold signed integers.
    """
    return xxhash.xxh3_64_intdigest(b"".join(filter(None, stored))) >> 1


encode_extra = msgspec.msgpack.Encoder().encode
_decode_company_extra = msgspec.msgpack.Decoder(CompanyExtra).decode
_decode_towns = msgspec.msgpack.Decoder(list[str]).decode


def decode_company_extra(stored: bytes | None) -> CompanyExtra:
    """Return the extra facts about a company, None = none."""
    return _decode_company_extra(stored) if stored else NO_EXTRA


def decode_towns(stored: bytes | None) -> list[str] | None:
    """Return the towns of a person's companies, None where the profile names the only one."""
    return _decode_towns(stored) if stored else None
