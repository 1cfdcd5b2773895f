"""Verification of a receipt: what anybody who has it and the public keys of the service can check offline."""

from __future__ import annotations

import base64
import binascii
import json
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from soupis.receipts import signatures, time_stamps
from soupis.receipts.signatures import PublicKeys, SignatureError
from soupis.receipts.time_stamps import TimeStampError
from soupis.wire.receipts import Doklad

_UNSIGNED = frozenset({"jws", "casoveRazitko"})


class VerificationError(Exception):
    """A receipt does not hold; the text says what of it."""


class GivenReceipt(NamedTuple):
    """A receipt as somebody has it, and the part of its JSON that has to be what was signed."""

    said: Doklad
    readable: dict[str, Any]


def read_receipt(text: bytes) -> GivenReceipt:
    """Return a receipt from its JSON, alone or in the envelope of the service; raises VerificationError."""
    try:
        whole = json.loads(text, object_pairs_hook=_named_once)
        if isinstance(whole, dict) and "data" in whole:
            whole = whole["data"]
        said = msgspec.convert(whole, Doklad)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise VerificationError(f"The receipt cannot be read: {error}") from None
    return GivenReceipt(said, {name: value for name, value in whole.items() if name not in _UNSIGNED})


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; of a name given twice, one reader takes the first value and another the last."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("an object in it names something twice.")
    return entries


def verify(given: GivenReceipt, keys: PublicKeys, body: bytes | None = None) -> Doklad:
    """Check a receipt against the public keys of the service and, where it is given, the answer's body.

    Returns what the receipt says. Raises VerificationError.
    """
    receipt = given.said
    try:
        signed = signatures.verify(receipt.jws, keys)
        if json.loads(signed) != given.readable:
            raise VerificationError("The receipt says something else than what was signed.")
        if receipt.casove_razitko is not None:
            time_stamps.stamped_at(base64.b64decode(receipt.casove_razitko, validate=True), receipt.jws)
    except (SignatureError, TimeStampError) as error:
        raise VerificationError(str(error)) from None
    except binascii.Error:
        raise VerificationError("The time stamp cannot be read.") from None
    if body is not None and sha256(body).hexdigest() != receipt.otisk:
        raise VerificationError("The body is not the one that was answered: its SHA-256 differs.")
    return receipt
