"""Devices that signed in before: a signed cookie by which an owner is told from strangers who guess.

The cookie opens nothing. It only has the attempts of its device counted apart from everybody else's, so that
strangers cannot lock an owner out. See "Slowing down" in docs/accounts.md.
"""

from __future__ import annotations

import hmac
import re
from hashlib import blake2b, sha256

from soupis.accounts.tokens import new_token

# Browsers keep no cookie for longer.
LIFETIME_SECONDS = 400 * 86_400
_FORM = re.compile(r"(\d{1,18})\.([A-Za-z0-9_-]{43})\.([0-9a-f]{64})", re.ASCII)


class Devices:
    """Makes and checks the cookies of devices; nothing of them is stored."""

    def __init__(self, secret: bytes) -> None:
        self._key = blake2b(secret, person=b"device", digest_size=32).digest()

    def new_cookie(self, account_id: int) -> str:
        """Return the cookie of a device on which an account has just signed in."""
        name = f"{account_id}.{new_token()}"
        return f"{name}.{self._signature(name)}"

    def name(self, cookie: str | None, account_id: int) -> str | None:
        """Return the name of a device; None unless that account signed in on it."""
        match = _FORM.fullmatch(cookie or "")
        if match is None or int(match[1]) != account_id:
            return None
        name = f"{match[1]}.{match[2]}"
        return name if hmac.compare_digest(match[3], self._signature(name)) else None

    def _signature(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), sha256).hexdigest()


def cookie_name(secure: bool) -> str:
    """Return the name of the cookie, with the same prefix as that of sessions."""
    return "__Host-soupis-device" if secure else "soupis-device"
