"""One polite HTTP client for all sources: time limits, retries with jitter, throttling, size limits."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cache
from typing import TypeVar

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_random_exponential

from soupis import __version__
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.throttle import Throttle
from soupis.times import utc_now

T = TypeVar("T")

_OK = frozenset({200})
_BLOCKED_SECONDS = 3600.0
_SHORTEST_WAIT = 0.05  # seconds; without it the random wait could hammer a source that is down


# Reading the certificates takes longer than many an answer, and each session is a client of its own.
_tls = cache(httpx.create_ssl_context)


@dataclass(frozen=True)
class RetryPolicy:
    """How long to wait and how often to try again; seconds."""

    connect: float = 10.0
    read: float = 60.0  # between two pieces of an answer
    answer: float = 180.0  # for a whole answer; downloads have no such limit
    attempts: int = 4
    first_wait: float = 1.0  # the waits grow twofold and are random, so that clients do not come in step
    longest_wait: float = 60.0  # a source that asks for more is left to the caller

    def retrying(
        self, *, failures: Callable[[RetryCallState], int] = lambda state: state.attempt_number
    ) -> Retrying:
        """Return the retry policy; `failures` counts the failed attempts that matter."""
        backoff = wait_random_exponential(multiplier=self.first_wait, max=self.longest_wait)

        def wait(state: RetryCallState) -> float:
            return max(backoff(state), _retry_after(state), min(_SHORTEST_WAIT, self.first_wait))

        def stop(state: RetryCallState) -> bool:
            return failures(state) >= self.attempts or _retry_after(state) > self.longest_wait

        retry = retry_if_exception_type(SourceUnavailable)
        return Retrying(retry=retry, wait=wait, stop=stop, reraise=True)


def _retry_after(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    return (error.retry_after or 0.0) if isinstance(error, SourceUnavailable) else 0.0


@dataclass(frozen=True)
class Answer:
    """A whole HTTP answer, its content coding undone."""

    status: int
    headers: httpx.Headers
    body: bytes


class SourceClient:
    """Asks one source; safe to share between threads. Close it, or use it as a context manager.

    `contact` goes into the User-Agent header: the address where the source's keeper finds who asks.
    """

    def __init__(
        self,
        source: str,
        base_url: str,
        throttle: Throttle,
        *,
        contact: str,
        retry_policy: RetryPolicy | None = None,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"{source}: the address must start with http:// or https://, not {base_url!r}")
        self.source = source
        self.base_url = base_url.rstrip("/")
        self.retry_policy = retry_policy or RetryPolicy()
        self._throttle = throttle
        self._contact = contact
        self._http = httpx.Client(
            headers={"User-Agent": f"soupis/{__version__} (+{contact})", "Accept-Encoding": "gzip"},
            timeout=httpx.Timeout(self.retry_policy.read, connect=self.retry_policy.connect),
            verify=_tls(),
            follow_redirects=True,
            max_redirects=5,
        )

    def __enter__(self) -> SourceClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def session(self) -> SourceClient:
        """Return a client with a cookie jar of its own and the same throttle, which asks only once.

        Who needs a session has to start it again when something fails, not to repeat its last step.
        """
        once = replace(self.retry_policy, attempts=1)
        return SourceClient(
            self.source, self.base_url, self._throttle, contact=self._contact, retry_policy=once
        )

    def address(self, path: str) -> str:
        """Return the full address of a path under the base address; a full address stays as it is."""
        return path if path.startswith(("http://", "https://")) else f"{self.base_url}{path}"

    def ask(
        self,
        method: str,
        path: str,
        read: Callable[[Answer], T],
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        statuses: frozenset[int] = _OK,
        limit: int = 64 * 1024 * 1024,
    ) -> T:
        """Ask and return what `read` makes of the answer; `read` sees only the statuses named.

        Asks again when the source refuses, times out, answers 429 or 5xx, or when `read` raises
        SourceUnavailable. Raises the last SourceUnavailable when the policy allows no further attempt,
        SourceError at once.
        """

        def attempt() -> T:
            with self.stream(method, path, content=content, headers=headers, statuses=statuses) as response:
                body = self._read_body(response, limit)
            return read(Answer(response.status_code, response.headers, body))

        return self.retry_policy.retrying()(attempt)

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        statuses: frozenset[int] = _OK,
    ) -> Iterator[httpx.Response]:
        """Open one answer, once, within the throttle; failures of the line raise SourceUnavailable."""
        url = self.address(path)
        try:
            with (
                self._throttle.turn(),
                self._http.stream(method, url, content=content, headers=dict(headers or {})) as response,
            ):
                if response.status_code not in statuses:
                    raise self._refusal(response)
                yield response
        except (httpx.TransportError, httpx.DecodingError) as error:
            what = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "broke the line"
            raise SourceUnavailable(f"{self.source}: {what} ({type(error).__name__}: {error}).") from error
        except (httpx.TooManyRedirects, httpx.InvalidURL) as error:
            raise SourceError(f"{self.source}: redirects in circles or nowhere ({error}).") from error

    def _read_body(self, response: httpx.Response, limit: int) -> bytes:
        body = bytearray()
        end = time.monotonic() + self.retry_policy.answer
        for piece in response.iter_bytes():
            body += piece
            if len(body) > limit:
                raise SourceError(f"{self.source}: the answer is larger than the limit of {limit} bytes.")
            if time.monotonic() > end:
                raise SourceUnavailable(
                    f"{self.source}: the answer took over {self.retry_policy.answer:.0f} s."
                )
        return bytes(body)

    def _refusal(self, response: httpx.Response) -> SourceError:
        status, path = response.status_code, response.request.url.path
        message = f"{self.source}: answered {status} {response.reason_phrase} to {path}."
        if status == 403:  # a block page in front of the source; insisting would only prolong it
            return SourceUnavailable(f"{message} We are blocked.", retry_after=_BLOCKED_SECONDS)
        if status in (408, 425, 429) or status >= 500:
            return SourceUnavailable(message, retry_after=_seconds(response.headers.get("Retry-After")))
        return SourceError(f"{message} Check the address of the source in the settings.")


def _seconds(retry_after: str | None) -> float | None:
    """Read a Retry-After header, seconds or a date; None when there is none or it is not readable."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        moment = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - utc_now()).total_seconds())
