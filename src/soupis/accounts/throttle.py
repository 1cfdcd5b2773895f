"""Attempts that are slowed down: each one beyond the free ones doubles the wait.

Kept in the database, so that it holds in all processes and after a restart. An attempt is counted before
it is made: many at the same moment get no further than many in a row. See "Slowing down" in docs/accounts.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import NamedTuple

from soupis.accounts.callers import Anonymous
from soupis.accounts.client_ip import NETWORK_FACTOR
from soupis.accounts.database import Database, Run
from soupis.accounts.errors import AccountError
from soupis.times import utc_text


class Policy(NamedTuple):
    """How attempts are slowed down."""

    free: int  # attempts without a wait
    first_wait: float  # seconds; doubles with each further attempt
    longest_wait: float  # seconds
    forget: float  # seconds without an attempt after which counting starts anew


SIGN_IN_ACCOUNT = Policy(free=5, first_wait=10, longest_wait=900, forget=86_400)
SIGN_IN_CLIENT = Policy(free=20, first_wait=10, longest_wait=900, forget=3_600)
MAIL_TO_MAILBOX = Policy(free=3, first_wait=300, longest_wait=3_600, forget=86_400)
MAIL_FROM_CLIENT_TO_MAILBOX = Policy(free=2, first_wait=300, longest_wait=3_600, forget=86_400)
MAIL_FROM_CLIENT = Policy(free=10, first_wait=60, longest_wait=3_600, forget=3_600)
# Look-ups of a register that anybody may ask for: some fifty a day and client of the 10,000 that it allows.
LOOKUP_FROM_CLIENT = Policy(free=20, first_wait=60, longest_wait=3_600, forget=86_400)
# Applications that register themselves (OAuth): 50 from one client, then ever more slowly.
OAUTH_REGISTRATION = Policy(free=50, first_wait=3_600, longest_wait=86_400, forget=86_400)
# Work of one account that costs everybody something: uploads of watch lists, webhook tests and replays.
WATCH_UPLOAD = Policy(free=20, first_wait=5, longest_wait=300, forget=600)
WEBHOOK_TEST = Policy(free=10, first_wait=10, longest_wait=600, forget=600)
WEBHOOK_REPLAY = Policy(free=5, first_wait=60, longest_wait=3_600, forget=3_600)

_LONGEST_FORGET = 86_400

# The row is locked until the transaction ends; on SQLite the whole transaction holds the write lock.
_LOCK = """
INSERT INTO throttle (bucket, attempts, blocked_until, last) VALUES (:bucket, 0, '', :now)
ON CONFLICT (bucket) DO UPDATE SET attempts = throttle.attempts RETURNING attempts, blocked_until, last
"""
_COUNT = """
UPDATE throttle SET attempts = :attempts, blocked_until = :until, last = :now WHERE bucket = :bucket
"""
_GIVE_BACK = """
UPDATE throttle SET attempts = attempts - 1, blocked_until = '' WHERE bucket = :bucket AND attempts > 0
"""
_FORGET = "DELETE FROM throttle WHERE bucket = :bucket"
_SWEEP = "DELETE FROM throttle WHERE last < :old AND blocked_until < :now"


class ThrottledError(AccountError):
    """Too many attempts; `retry_after` says how many seconds to wait."""

    def __init__(self, retry_after: int) -> None:
        wait_cs = f"{retry_after} s" if retry_after < 120 else f"{math.ceil(retry_after / 60)} min"
        super().__init__(
            f"Příliš mnoho pokusů. Zkuste to prosím znovu za {wait_cs}.",
            f"Too many attempts. Please try again in {wait_cs}.",
        )
        self.retry_after = retry_after


class Throttle:
    """Counts attempts by bucket, which is a kind and the keyed hash of a mailbox or client IP.

    Call its methods in threads, because they wait while somebody else writes to the database.
    """

    def __init__(self, database: Database, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._database = database.connect(in_threads=True)
        self._key = blake2b(secret).digest()
        self._clock = clock

    def bucket(self, kind: str, text: str) -> str:
        """Return the name under which attempts are counted; it does not give the text away."""
        hashed = blake2b(text.encode(), key=self._key, person=b"throttle", digest_size=16)
        return f"{kind}:{hashed.hexdigest()}"

    def buckets_of(self, kind: str, client: Anonymous, policy: Policy) -> dict[str, Policy]:
        """Return the buckets of a client: its address, and its IPv6 /48 with more free attempts."""
        buckets = {self.bucket(kind, client.address_key): policy}
        if client.network_key is not None:
            network = self.bucket(kind, client.network_key)
            buckets[network] = policy._replace(free=policy.free * NETWORK_FACTOR)
        return buckets

    def attempt(self, buckets: Mapping[str, Policy]) -> None:
        """Count an attempt in all buckets; while one is blocked, count nothing and raise `ThrottledError`."""
        now = self._clock()
        with self._database.transaction() as run:
            waits = [_count(run, bucket, buckets[bucket], now) for bucket in sorted(buckets)]
            longest = max(waits)
            if longest > 0:
                # Leaving by an exception takes the whole transaction back.
                raise ThrottledError(math.ceil(longest))

    def attempt_of_account(self, kind: str, account_id: int, policy: Policy) -> None:
        """Count an attempt of an account; while it is blocked, count nothing and raise `ThrottledError`."""
        self.attempt({self.bucket(kind, str(account_id)): policy})

    def succeeded(self, own: str, shared: Iterable[str]) -> None:
        """Forget the attempts at an account (`own`), and this one attempt of the client (`shared`).

        Not all of the client's: who guesses passwords could reset that count by signing in to an account of
        their own.
        """
        with self._database.transaction() as run:
            run(_FORGET, {"bucket": own})
            for bucket in sorted(shared):
                run(_GIVE_BACK, {"bucket": bucket})

    def give_back(self, buckets: Iterable[str]) -> None:
        """Uncount an attempt that was counted but not made."""
        with self._database.transaction() as run:
            for bucket in sorted(buckets):
                run(_GIVE_BACK, {"bucket": bucket})

    def forget(self, bucket: str) -> None:
        """Forget the attempts in a bucket."""
        self._database.run(_FORGET, {"bucket": bucket})

    def sweep(self) -> None:
        """Delete what is forgotten anyway."""
        now = self._clock()
        self._database.run(_SWEEP, {"old": utc_text(now - _LONGEST_FORGET), "now": utc_text(now)})

    def close(self) -> None:
        """Close the connection."""
        self._database.close()


def _count(run: Run, bucket: str, policy: Policy, now: float) -> float:
    """Count an attempt; return the seconds to wait when the bucket is blocked, else 0."""
    attempts, until, last = run(_LOCK, {"bucket": bucket, "now": utc_text(now)})[0]
    # A wait longer than the longest was written while a clock was ahead.
    if utc_text(now) < until <= utc_text(now + policy.longest_wait + 1):
        return max(1.0, datetime.fromisoformat(until).timestamp() - now)
    attempts = 1 if last < utc_text(now - policy.forget) else attempts + 1
    beyond = attempts - policy.free
    # The exponent is bounded: the longest wait is reached long before.
    wait = 0.0 if beyond < 0 else min(policy.first_wait * 2 ** min(beyond, 20), policy.longest_wait)
    changed = {"attempts": attempts, "until": utc_text(now + wait) if wait else "", "now": utc_text(now)}
    run(_COUNT, {"bucket": bucket} | changed)
    return 0.0
