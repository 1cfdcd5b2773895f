"""Receipts, verified without asking anybody; needs `soupis-client[receipts]`."""

from __future__ import annotations

from soupis_client.wire.receipts import Doklad


class ReceiptError(Exception):
    """A receipt does not hold; the text says what of it."""


def verify_receipt(receipt: bytes, body: bytes, keys: bytes) -> Doklad:
    """Return what a receipt attests; raises ReceiptError where it, or the answer, is not what was signed.

    `receipt` as `Soupis.receipt` gave it, `body` of the answer, `keys` as `Soupis.keys` gave them some time
    ago: keys that come along with a receipt prove nothing. Works offline, as `soupis receipt verify` does.
    """
    from soupis_client.checking import signatures, verification

    try:
        known = signatures.read_jwks(keys)
        return verification.verify(verification.read_receipt(receipt), known, body)
    except (verification.VerificationError, ValueError) as error:
        raise ReceiptError(str(error)) from None
