"""Random secrets (keys, tokens of sessions, links and applications) and what is stored instead of them.

A plain SHA-256 is enough: each has at least 238 random bits, so that there is nothing to guess and a slow
password hash would protect nothing.
"""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_token() -> str:
    """Return a random token of 256 bits in 43 characters, fit for a cookie or a URL."""
    return secrets.token_urlsafe(32)


def fingerprint(secret: str) -> bytes:
    """Return the 32 bytes that are stored instead of a secret."""
    return sha256(secret.encode()).digest()
