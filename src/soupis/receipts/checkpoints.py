"""Checkpoints of the log: what it holds at a moment, as a signed note (C2SP tlog-checkpoint, signed-note)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519 = b"\x01"
_SIGNATURE = "\N{EM DASH} "


class CheckpointError(Exception):
    """A checkpoint is malformed or not signed by a known key; the text says which."""


class UnknownKeyError(CheckpointError):
    """A checkpoint is signed by keys only that are not among those at hand; it may be genuine."""


class Checkpoint(NamedTuple):
    """The state of a log: its name, the number of its entries and the root of the tree over them."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Return what is signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey, public: bytes) -> str:
    """Return the note: the checkpoint with a signature in the name of its log."""
    text = checkpoint.text()
    signature = _key_id(checkpoint.origin, public) + key.sign(text.encode())
    return f"{text}\n{_SIGNATURE}{checkpoint.origin} {base64.b64encode(signature).decode()}\n"


def verifier_key(origin: str, public: bytes) -> str:
    """Return a public key as programs for signed notes take it."""
    encoded = base64.b64encode(_ED25519 + public).decode()
    return f"{origin}+{_key_id(origin, public).hex()}+{encoded}"


_SIZE = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)


def read(note: str) -> Checkpoint:
    """Return the checkpoint of a note without a look at its signatures; raises CheckpointError."""
    text, separator, _signatures = note.partition("\n\n")
    lines = text.split("\n")
    if not separator or len(lines) < 3:
        raise CheckpointError("The checkpoint is malformed: it has no three lines and a signature.")
    origin, size, encoded = lines[:3]
    try:
        root = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        root = b""
    if not origin or len(root) != 32 or not _SIZE.fullmatch(size):
        raise CheckpointError("The checkpoint is malformed: name, size or root cannot be read.")
    return Checkpoint(origin, int(size), root)


def verify(note: str, keys: Mapping[str, bytes]) -> Checkpoint:
    """Return the checkpoint of a note that one of the public keys signed.

    Raises UnknownKeyError where no signature is of these keys, CheckpointError for all else that is wrong.
    """
    checkpoint = read(note)
    text, _, signatures = note.partition("\n\n")
    known = {_key_id(checkpoint.origin, public): public for public in keys.values()}
    unknown = True
    for line in signatures.splitlines():
        name, _, encoded = line.removeprefix(_SIGNATURE).rpartition(" ")
        try:
            signature = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            continue
        public = known.get(signature[:4])
        if line.startswith(_SIGNATURE) and name == checkpoint.origin and public is not None:
            unknown = False
            try:
                Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], f"{text}\n".encode())
            except InvalidSignature:
                continue
            return checkpoint
    error = UnknownKeyError if unknown else CheckpointError
    raise error("The checkpoint is not signed by any of the service's keys.")


def _key_id(name: str, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]
