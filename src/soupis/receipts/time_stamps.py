"""Time stamps of checkpoints by an authority that others trust (RFC 3161)."""

from __future__ import annotations

import secrets
from hashlib import sha256

import httpx

_SECONDS = 30.0
_MOST_BYTES = 64 * 1024
_SHA256 = bytes.fromhex("300d06096086480165030402010500")  # AlgorithmIdentifier, DER
_GRANTED = (0, 1)  # granted, granted with modifications


class TimeStampError(Exception):
    """The authority gave no time stamp; the text says why."""


def stamp(client: httpx.Client, authority: str, note: str) -> bytes:
    """Return the authority's response (DER) over a checkpoint's note; raises TimeStampError."""
    digest, nonce = sha256(note.encode()).digest(), b"\1" + secrets.token_bytes(8)
    try:
        answer = client.post(
            authority,
            content=request(digest, nonce),
            headers={"Content-Type": "application/timestamp-query"},
            timeout=_SECONDS,
        )
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise TimeStampError(f"The authority cannot be asked: {error}") from None
    response = answer.content
    if len(response) > _MOST_BYTES or _status(response) not in _GRANTED:
        raise TimeStampError("The authority refused, or answered something else than a time stamp.")
    if digest not in response or nonce not in response:
        raise TimeStampError("The authority's time stamp is over something else than what was asked for.")
    return response


def request(digest: bytes, nonce: bytes) -> bytes:
    """Return a TimeStampReq over a SHA-256, DER; `nonce` is a positive number."""
    imprint = _element(0x30, _SHA256 + _element(0x04, digest))
    return _element(0x30, _element(0x02, b"\1") + imprint + _element(0x02, nonce) + b"\x01\x01\xff")


def _element(tag: int, content: bytes) -> bytes:
    assert len(content) < 128  # a length of one byte
    return bytes((tag, len(content))) + content


def _status(response: bytes) -> int | None:
    """Return the PKIStatus of a TimeStampResp, None where it is none."""
    outer = _content(response)
    inner = _content(outer) if outer else None
    return inner[2] if inner and inner[:2] == b"\x02\x01" and len(inner) > 2 else None


def _content(element: bytes) -> bytes | None:
    """Return what is in a SEQUENCE that the bytes begin with, None where they begin with none."""
    if len(element) < 2 or element[0] != 0x30:
        return None
    length, start = element[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(element[2:start])
    return element[start : start + length] if start + length <= len(element) else None
