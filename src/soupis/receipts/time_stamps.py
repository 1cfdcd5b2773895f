"""Time stamps of receipts by an authority that others trust (RFC 3161)."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

import httpx
from rfc3161_client import (
    HashAlgorithm,
    PKIStatus,
    TimestampRequestBuilder,
    TimeStampResponse,
    decode_timestamp_response,
)

_SECONDS = 30.0
_MOST_BYTES = 64 * 1024
_GRANTED = (PKIStatus.GRANTED, PKIStatus.GRANTED_WITH_MODS)


class TimeStampError(Exception):
    """There is no time stamp, or it does not hold; the text says why."""


def stamp(client: httpx.Client, authority: str, jws: str) -> bytes:
    """Return the response (DER) of the authority at a URL over a signed receipt; raises TimeStampError."""
    query = TimestampRequestBuilder().data(jws.encode()).hash_algorithm(HashAlgorithm.SHA256).build()
    try:
        answer = client.post(
            authority,
            content=query.as_bytes(),
            headers={"Content-Type": "application/timestamp-query"},
            timeout=_SECONDS,
        )
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise TimeStampError(f"The authority cannot be asked: {error}") from None
    response = _read(answer.content)
    if response.tst_info.nonce != query.nonce:
        raise TimeStampError("The authority's time stamp is over something else than what was asked for.")
    stamped_at(answer.content, jws)
    return answer.content


def stamped_at(time_stamp: bytes, jws: str) -> datetime:
    """Return when an authority saw a signed receipt; raises TimeStampError.

    Whether the authority is to be trusted is a matter of certificates: `openssl ts -verify` tells.
    """
    info = _read(time_stamp).tst_info
    if info.message_imprint.message != sha256(jws.encode()).digest():
        raise TimeStampError("The time stamp is over something else than the receipt.")
    return info.gen_time


def _read(response: bytes) -> TimeStampResponse:
    """Return a response that grants a time stamp."""
    try:
        if len(response) > _MOST_BYTES:
            raise ValueError
        decoded = decode_timestamp_response(response)
        if decoded.status in _GRANTED:
            return decoded
    except ValueError:
        pass
    raise TimeStampError("The authority refused, or answered something else than a time stamp.")
