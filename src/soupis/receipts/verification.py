"""Verification of a receipt: what somebody who has it, the answer and the keys can check offline."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from soupis.receipts import checkpoints, jws, tiles, tree
from soupis.receipts.checkpoints import Checkpoint, CheckpointError, UnknownKeyError
from soupis.receipts.jws import SignatureError
from soupis.times import utc_text
from soupis.wire.receipts import Doklad, DokladZaznam


class VerificationError(Exception):
    """A receipt does not hold; the text says what of it."""


class UnknownLogKeyError(VerificationError):
    """The log's checkpoint of now is signed by a key that is not at hand; the receipt may hold."""


class GivenReceipt(NamedTuple):
    """A receipt as somebody has it, and the JSON of what of it was entered in the log, keys sorted."""

    said: Doklad
    entered: bytes


def read_receipt(text: bytes) -> GivenReceipt:
    """Return a receipt from its JSON, alone or in the envelope of the service; raises VerificationError."""
    try:
        whole = msgspec.json.decode(text)
        json.loads(text, object_pairs_hook=_named_once)
        if isinstance(whole, dict) and "data" in whole:
            whole = whole["data"]
        said = msgspec.convert(whole, Doklad)
        # All of it but its place in the log: nothing can be added to a receipt either.
        entered = {name: value for name, value in whole.items() if name != "zaznam"}
        return GivenReceipt(said, msgspec.json.encode(entered, order="sorted"))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise VerificationError(f"The receipt cannot be read: {error}") from None


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; of a name given twice, one reader takes the first value and another the last."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("an object in it names something twice.")
    return entries


def verify(given: GivenReceipt, body: bytes, keys: Mapping[str, bytes]) -> Checkpoint:
    """Check a receipt against the answer and the public keys of the service, by their thumbprints.

    Returns the checkpoint that the receipt stands in. Raises VerificationError.
    """
    receipt = given.said
    if sha256(body).hexdigest() != receipt.otisk:
        raise VerificationError("The body is not the one that was answered: its SHA-256 differs.")
    try:
        header = jws.verify(receipt.jws, body, keys)
        checkpoint = checkpoints.verify(receipt.zaznam.kontrolni_bod, keys)
    except (SignatureError, CheckpointError) as error:
        raise VerificationError(str(error)) from None
    issued = header.get("iat")
    if header.get("jti") != receipt.id or not isinstance(issued, int) or utc_text(issued) != receipt.vydano:
        raise VerificationError("Number or moment of the receipt are not those that were signed.")
    if checkpoint.origin != receipt.zaznam.log:
        raise VerificationError("The checkpoint is of another log than the receipt says.")
    try:
        proof = [base64.b64decode(step, validate=True) for step in receipt.zaznam.dukaz]
    except (binascii.Error, ValueError):
        raise VerificationError("The proof cannot be read.") from None
    leaf = tree.leaf_hash(tree.entry_of(given.entered))
    place = receipt.zaznam.pozice
    if not tree.verifies_inclusion(leaf, place, checkpoint.size, proof, checkpoint.root):
        raise VerificationError("The receipt is not in the log: its proof does not lead to the checkpoint.")
    _check_time_stamp(receipt.zaznam)
    return checkpoint


def _check_time_stamp(record: DokladZaznam) -> None:
    """Raise VerificationError where a time stamp is not over the receipt's checkpoint.

    Whether its authority is to be trusted is a matter of certificates: `openssl ts -verify` tells.
    """
    if record.casove_razitko is None:
        return
    try:
        stamp = base64.b64decode(record.casove_razitko, validate=True)
    except (binascii.Error, ValueError):
        raise VerificationError("The time stamp cannot be read.") from None
    if sha256(record.kontrolni_bod.encode()).digest() not in stamp:
        raise VerificationError("The time stamp is over something else than the receipt's checkpoint.")


def verify_log(
    known: Checkpoint, note: str, fetch: Callable[[str], bytes], keys: Mapping[str, bytes]
) -> Checkpoint:
    """Check that a log as it is served now continues from a checkpoint that is known; return the present one.

    `note` is the log's checkpoint of now, `fetch` returns the bytes of a tile by its address below the log's.
    Raises VerificationError where the log was cut or rewritten, UnknownLogKeyError where keys at hand cannot
    tell, and what `fetch` raises.
    """
    try:
        present = checkpoints.verify(note, keys)
    except UnknownKeyError as error:
        if (origin := checkpoints.read(note).origin) != known.origin:
            raise VerificationError(f"It is another log: {origin}, not {known.origin}.") from None
        raise UnknownLogKeyError(f"The log's checkpoint of now: {error}") from None
    except CheckpointError as error:
        raise VerificationError(f"The log's checkpoint of now: {error}") from None
    if present.origin != known.origin:
        raise VerificationError(f"It is another log: {present.origin}, not {known.origin}.")
    if present.size < known.size:
        raise VerificationError(
            f"The log was cut: it has {present.size} entries, and had {known.size} when the receipt was made."
        )
    try:
        nodes = tiles.nodes_of(fetch, present.size)
        proof = tree.consistency_proof(nodes, known.size, present.size)
    except (KeyError, ValueError) as error:
        raise VerificationError(f"The log cannot be read: {error}") from None
    if not tree.verifies_consistency(known.size, present.size, proof, known.root, present.root):
        raise VerificationError("The log was rewritten: its present state does not continue the receipt's.")
    return present
