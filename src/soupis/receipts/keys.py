"""Signing keys: one signs, all that ever did stay known. Private keys are stored encrypted."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from soupis.accounts.database import Connection, Rows
from soupis.receipts.signatures import thumbprint
from soupis.times import utc_text

_NONCE = 12
_ALL = "SELECT kid, public, private FROM receipt_key ORDER BY id DESC"
_ADD = """
INSERT INTO receipt_key (kid, public, private, created) VALUES (:kid, :public, :private, :created)
"""


class SigningKey(NamedTuple):
    """A key that signs, by its thumbprint."""

    kid: str
    private: Ed25519PrivateKey


class SigningKeys:
    """The keys of an installation; `secret` is its secret key, which private keys are encrypted by."""

    def __init__(self, database: Connection, secret: bytes) -> None:
        self._database = database
        key = HKDF(SHA256(), length=32, salt=None, info=b"soupis receipt keys").derive(secret)
        self._cipher = ChaCha20Poly1305(key)

    def public(self) -> dict[str, Ed25519PublicKey]:
        """Return all public keys by their thumbprints, the newest first."""
        rows = self._database.run(_ALL, {})
        return {kid: Ed25519PublicKey.from_public_bytes(bytes(public)) for kid, public, _ in rows}

    def current(self, now: float) -> SigningKey:
        """Return the key that signs; a first one is made where there is none that this secret opens."""
        if key := self._newest(self._database.run(_ALL, {})):
            return key
        with self._database.transaction() as run:
            if key := self._newest(run(_ALL, {})):
                return key  # another process was faster
            row, key = self._new(now)
            run(_ADD, row)
            return key

    def rotate(self, now: float) -> SigningKey:
        """Make a new key, which signs from now on; servers take it over within seconds."""
        row, key = self._new(now)
        self._database.run(_ADD, row)
        return key

    def _newest(self, rows: Rows) -> SigningKey | None:
        """Return the newest key, None where the secret that it was encrypted by is another one."""
        if not rows:
            return None
        kid, _public, sealed = rows[0]
        sealed = bytes(sealed)
        try:
            raw = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], kid.encode())
        except InvalidTag:
            return None
        return SigningKey(kid, Ed25519PrivateKey.from_private_bytes(raw))

    def _new(self, now: float) -> tuple[dict[str, str | bytes], SigningKey]:
        private = Ed25519PrivateKey.generate()
        public = private.public_key()
        kid, nonce = thumbprint(public), secrets.token_bytes(_NONCE)
        sealed = nonce + self._cipher.encrypt(nonce, private.private_bytes_raw(), kid.encode())
        row: dict[str, str | bytes] = {
            "kid": kid,
            "public": public.public_bytes_raw(),
            "private": sealed,
            "created": utc_text(now),
        }
        return row, SigningKey(kid, private)
