"""Sessions of browsers: a random token in a cookie, of which only the fingerprint is stored.

See "Sessions" in docs/accounts.md.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert

from soupis.accounts.callers import AccountCaller
from soupis.accounts.database import Database
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.accounts.same_origin import is_caused_by_another_site
from soupis.accounts.tables import web_session
from soupis.accounts.tokens import fingerprint, new_token
from soupis.times import utc_text

DAY = 86_400
# A session ends when it was not used for so long, and for good when it is so old.
IDLE_SECONDS = 7 * DAY
LIFETIME_SECONDS = 30 * DAY
_SEEN_SECONDS = 300
# Long enough for a token of 256 bits in base64; anything else is not looked up.
_TOKEN_LENGTH = 43

_FIND = """
SELECT s.id, s.account_id, a.email, a.role, a.tariff, a.disabled, s.created, s.last_seen
FROM web_session s JOIN account a ON a.id = s.account_id WHERE s.fingerprint = :fingerprint
"""
_SEEN = "UPDATE web_session SET last_seen = :now WHERE id = :id AND last_seen < :now"
_SWEEP = "DELETE FROM web_session WHERE created < :oldest OR last_seen < :idle"


class Session(NamedTuple):
    """A session that is valid now, with what pages need to know of its account."""

    id: int
    account_id: int
    email: str
    role: str
    tariff: str

    @property
    def caller(self) -> AccountCaller:
        """The caller whose quota this session draws on."""
        return AccountCaller(self.account_id, TARIFFS[self.tariff], None)


class Sessions:
    """Finds sessions by their tokens; safe to share between threads. A look-up is one indexed read."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database.connect()
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: set[int] = set()

    def find(self, token: str | None) -> Session | None:
        """Return the session of a token; None when it ended, or its account is gone or disabled.

        Raises `UnavailableError`.
        """
        if token is None or len(token) != _TOKEN_LENGTH:
            return None
        rows = self._database.run(_FIND, {"fingerprint": fingerprint(token)})
        if not rows:
            return None
        session_id, account_id, email, role, tariff, disabled, created, last_seen = rows[0]
        now = self._clock()
        if (
            disabled
            or created <= utc_text(now - LIFETIME_SECONDS)
            or last_seen <= utc_text(now - IDLE_SECONDS)
        ):
            return None
        if last_seen <= utc_text(now - _SEEN_SECONDS):
            with self._lock:
                self._seen.add(session_id)
        return Session(session_id, account_id, email, role, tariff)

    def flush(self) -> None:
        """Write down which sessions were used, each at most every few minutes."""
        with self._lock:
            seen, self._seen = self._seen, set()
        now = utc_text(self._clock())
        for session_id in sorted(seen):
            self._database.run(_SEEN, {"id": session_id, "now": now})

    def sweep(self) -> None:
        """Delete the sessions that have ended."""
        now = self._clock()
        oldest, idle = utc_text(now - LIFETIME_SECONDS), utc_text(now - IDLE_SECONDS)
        self._database.run(_SWEEP, {"oldest": oldest, "idle": idle})

    def close(self) -> None:
        """Write down what is left and close."""
        self.flush()
        self._database.close()


def open_session(connection: Connection, account_id: int, now: float, address_key: str | None) -> str:
    """Open a session and return its token, always a new one: a token known before never gets signed in."""
    token = new_token()
    row = {"account_id": account_id, "fingerprint": fingerprint(token), "address_key": address_key}
    times = {"created": utc_text(now), "last_seen": utc_text(now)}
    connection.execute(insert(web_session).values(row | times))
    return token


def end_session(connection: Connection, session_id: int) -> int:
    """End one session; return 0 when it had ended before."""
    return connection.execute(delete(web_session).where(web_session.c.id == session_id)).rowcount


def end_sessions(connection: Connection, account_id: int) -> int:
    """End all sessions of an account; return how many there were."""
    mine = web_session.c.account_id == account_id
    return connection.execute(delete(web_session).where(mine)).rowcount


def cookie_name(secure: bool) -> str:
    """Return the name of the cookie.

    With TLS the prefix makes browsers refuse one that was set without TLS or by a neighbouring host.
    """
    return "__Host-soupis" if secure else "soupis"


def session_token(cookie_header: str, secure: bool) -> str | None:
    """Return the token in a Cookie header; None when there is none, or several that contradict each other."""
    name = cookie_name(secure)
    values = {
        value.strip()
        for key, _, value in (part.partition("=") for part in cookie_header.split(";"))
        if key.strip() == name
    }
    return values.pop() if len(values) == 1 else None


def session_caller(
    sessions: Sessions, cookie_header: str, sec_fetch_site: str | None, secure: bool
) -> AccountCaller | None:
    """Return the caller of an API request that came with the site's cookie and without a key.

    None when the request was caused by another site (Sec-Fetch-Site): a foreign link must not use up the
    quota. Raises `UnavailableError`.
    """
    if not cookie_header or is_caused_by_another_site(sec_fetch_site):
        return None
    session = sessions.find(session_token(cookie_header, secure))
    return session.caller if session else None
