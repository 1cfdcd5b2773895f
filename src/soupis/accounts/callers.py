"""Who asks: the Authorization header turned into a caller whose quota can be counted.

See "Revoked keys" in docs/quotas.md.
"""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from soupis.accounts.client_ip import NETWORK_FACTOR, address_key, network_key
from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.accounts.keys import ACCESS_PREFIX, has_shape, is_well_formed
from soupis.accounts.quota.tariffs import ANONYMOUS, TARIFFS, Tariff
from soupis.accounts.tokens import fingerprint
from soupis.messages import Message
from soupis.public_internet import Address
from soupis.times import utc_text


class BucketLimit(NamedTuple):
    """A name under which use is counted, and how many units it may have in a window."""

    bucket: str
    limit: int


class Anonymous(NamedTuple):
    """A caller known only by the keyed hash of its IP address, and of the /48 of an IPv6 address."""

    address_key: str
    network_key: str | None = None

    @property
    def tariff(self) -> Tariff:
        """The tariff of callers without an account."""
        return ANONYMOUS

    @property
    def bucket(self) -> str:
        """The name under which use is counted."""
        return f"address:{self.address_key}"

    @property
    def limits(self) -> tuple[BucketLimit, ...]:
        """Everything under which use is counted, the narrowest last."""
        own = BucketLimit(self.bucket, ANONYMOUS.limit)
        if self.network_key is None:
            return (own,)
        return (BucketLimit(f"network:{self.network_key}", ANONYMOUS.limit * NETWORK_FACTOR), own)


class AccountCaller(NamedTuple):
    """A caller with an account; all keys and sessions of one account share its quota."""

    account_id: int
    tariff: Tariff
    key_id: int | None  # None: came by a session or a token, not by an API key

    @property
    def bucket(self) -> str:
        """The name under which use is counted."""
        return f"account:{self.account_id}"

    @property
    def limits(self) -> tuple[BucketLimit, ...]:
        """Everything under which use is counted."""
        return (BucketLimit(self.bucket, self.tariff.limit),)


Caller = Anonymous | AccountCaller


class Refused(NamedTuple):
    """Credentials that are not accepted (401): why, and whose window the rate-limit headers show."""

    reason: Message
    anonymous: Anonymous


SEVERAL = Message(
    "Požadavek má více hlaviček Authorization; pošlete jen jednu.",
    "The request has several Authorization headers; send just one.",
)
SCHEME = Message(
    "Hlavička Authorization musí mít tvar „Bearer <API klíč>“.",
    "The Authorization header must read “Bearer <API key>”.",
)
MALFORMED = Message(
    "API klíč nemá správný tvar: soupis_ a 46 písmen a číslic. Zkontrolujte, zda je zkopírovaný celý.",
    "The API key is malformed: it is soupis_ and 46 letters and digits. Check that it was copied whole.",
)
TOKEN = Message(
    "To není API klíč, ale token připojené aplikace; platí jen pro MCP. Zde pošlete API klíč svého účtu.",
    "This is no API key but a token of a connected application, valid for MCP only. Send an API key here.",
)
MISTYPED = Message(
    "API klíč má správný tvar, ale nesouhlasí jeho kontrolní součet: je v něm překlep. Zkopírujte ho znovu.",
    "The API key has the right shape, but its checksum is wrong: it is mistyped. Copy it again.",
)
UNKNOWN = Message(
    "API klíč neexistuje. Vytvořte si ve svém účtu nový.",
    "The API key does not exist. Issue a new one in your account.",
)
REVOKED = Message(
    "API klíč byl zrušen. Vytvořte si ve svém účtu nový.",
    "The API key was revoked. Issue a new one in your account.",
)
DISABLED = Message(
    "Účet je zablokován. Obraťte se na provozovatele.",
    "The account is disabled. Contact the operator.",
)

_FIND_KEY = """
SELECT k.id, k.fingerprint, k.revoked, a.id, a.tariff, a.disabled
FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.fingerprint = :fingerprint
"""
_FIND_ACCOUNT = "SELECT tariff, disabled FROM account WHERE id = :id"
_TOUCH = """
UPDATE api_key SET last_used = :now WHERE id = :id AND (last_used IS NULL OR last_used < :now)
"""
# How long a key may still be accepted after its revocation where the database file was changed by hand.
CACHE_SECONDS = 5.0
# The same where the database is across the network and tells nobody of a change.
REMOTE_CACHE_SECONDS = 1.5
# While that is away, keys go on being accepted that it accepted not longer ago than this.
KNOWN_SECONDS = 3600.0
_CACHE_SIZE = 10_000
_TOUCH_SECONDS = 60.0


class _AcceptedKey(NamedTuple):
    until: float
    change_token: bytes
    caller: AccountCaller


class Authenticator:
    """Turns credentials into callers; safe to share between threads.

    An accepted key is remembered for less than `CACHE_SECONDS`, a refusal never. On SQLite it is read anew as
    soon as any account or key was changed on this machine, so that a revoked one is refused at once; across
    the network after `REMOTE_CACHE_SECONDS`, or later while the database is away.
    """

    def __init__(self, database: Database, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._database = database.connect()
        self._change_token = database.change_token
        self._local = database.local
        self._fresh = CACHE_SECONDS if database.local else REMOTE_CACHE_SECONDS
        self._secret = secret
        self._clock = clock
        self._lock = threading.Lock()
        self._accepted: dict[bytes, _AcceptedKey] = {}  # by the fingerprint of the whole header
        self._touched: dict[int, float] = {}
        self._to_touch: dict[int, float] = {}

    def anonymous(self, client_ip: Address) -> Anonymous:
        """Return the caller behind an IP address."""
        return Anonymous(address_key(client_ip, self._secret), network_key(client_ip, self._secret))

    def authenticate(
        self, authorization: Sequence[str], client_ip: Callable[[], Address]
    ) -> Caller | Refused:
        """Say who asks.

        `authorization` holds the values of all Authorization headers of the request. A wrong one is never
        taken for anonymous: the caller would use up another quota without knowing. `client_ip` finds the
        client's IP address, which only anonymous and refused callers are known by. Raises `UnavailableError`.
        """
        if not authorization:
            return self.anonymous(client_ip())
        answer = self._check(authorization)
        return Refused(answer, self.anonymous(client_ip())) if isinstance(answer, Message) else answer

    def account(self, account_id: int) -> AccountCaller | None:
        """Return the caller of an account that proved itself otherwise; None if it is gone or disabled."""
        rows = self._database.run(_FIND_ACCOUNT, {"id": account_id})
        if not rows or rows[0][1]:
            return None
        return AccountCaller(account_id, TARIFFS[rows[0][0]], None)

    def recall(self, authorization: str) -> AccountCaller | None:
        """Return whom a header was accepted for just now; None = `authenticate` has to look."""
        accepted = self._accepted.get(fingerprint(authorization))
        if accepted is None or accepted.change_token != self._change_token():
            return None
        now, caller = self._clock(), accepted.caller
        if not accepted.until - self._fresh <= now < accepted.until:
            return None
        self._touch(caller, now)
        return caller

    def recall_late(self, authorization: str) -> AccountCaller | None:
        """Return whom a header was accepted for within the last hour, whatever has happened to it since.

        For figures in headers, and for answers while the database is away.
        """
        accepted = self._accepted.get(fingerprint(authorization))
        if accepted is None or abs(self._clock() - accepted.until) > KNOWN_SECONDS:
            return None
        return accepted.caller

    def flush(self) -> None:
        """Write down when keys were last used, each at most once a minute."""
        with self._lock:
            touched, self._to_touch = self._to_touch, {}
        for key_id, at in touched.items():
            self._database.run(_TOUCH, {"id": key_id, "now": utc_text(at)})

    def close(self) -> None:
        """Write down what is left and close."""
        self.flush()
        self._database.close()

    def _check(self, authorization: Sequence[str]) -> AccountCaller | Message:
        if len(authorization) > 1:
            return SEVERAL
        if caller := self.recall(authorization[0]):
            return caller
        # Time and token from before the question, so that neither a slow answer nor a change meanwhile makes
        # an answer last longer.
        now, token, header = self._clock(), self._change_token(), fingerprint(authorization[0])
        try:
            answer = self._look_up(authorization[0])
        except UnavailableError:
            if self._local or (known := self.recall_late(authorization[0])) is None:
                raise
            return known
        if isinstance(answer, Message):
            self._accepted.pop(header, None)
            return answer
        self._remember(header, _AcceptedKey(now + self._fresh, token, answer))
        self._touch(answer, now)
        return answer

    def _look_up(self, authorization: str) -> AccountCaller | Message:
        scheme, _, key = authorization.strip().partition(" ")
        key = key.strip()
        if scheme.lower() != "bearer" or not key:
            return SCHEME
        if not is_well_formed(key):
            return MISTYPED if has_shape(key) else TOKEN if key.startswith(ACCESS_PREFIX) else MALFORMED
        digest = fingerprint(key)
        rows = self._database.run(_FIND_KEY, {"fingerprint": digest})
        if not rows or not hmac.compare_digest(rows[0][1], digest):
            return UNKNOWN
        key_id, _, revoked, account_id, tariff, disabled = rows[0]
        if revoked:
            return REVOKED
        if disabled:
            return DISABLED
        return AccountCaller(account_id, TARIFFS[tariff], key_id)

    def _remember(self, header: bytes, accepted: _AcceptedKey) -> None:
        with self._lock:
            if len(self._accepted) >= _CACHE_SIZE:
                self._accepted.clear()
            self._accepted[header] = accepted

    def _touch(self, caller: AccountCaller, now: float) -> None:
        key_id = caller.key_id
        if key_id is not None and now - self._touched.get(key_id, 0.0) >= _TOUCH_SECONDS:
            with self._lock:
                self._touched[key_id] = self._to_touch[key_id] = now
