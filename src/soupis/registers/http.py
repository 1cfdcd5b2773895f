"""The HTTP client of all sources: time limits, retries with jitter, throttling, size limits."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cache
from typing import Final, TypeVar
from urllib.parse import urlsplit

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_random_exponential

from soupis import __version__
from soupis.content_coding import BodyError, DamagedError, Unpacker, content_coding
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.throttle import Throttle
from soupis.times import utc_now

T = TypeVar("T")

_OK = frozenset({200})
_BLOCKED_SECONDS = 3600.0
_MAX_REDIRECTS: Final = 5
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

    def retrying(self) -> Retrying:
        """Return what repeats an attempt that the source was unavailable for."""
        backoff = wait_random_exponential(multiplier=self.first_wait, max=self.longest_wait)

        def wait(state: RetryCallState) -> float:
            return max(backoff(state), _retry_after(state), min(_SHORTEST_WAIT, self.first_wait))

        def stop(state: RetryCallState) -> bool:
            return state.attempt_number >= self.attempts or _retry_after(state) > self.longest_wait

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
    `redirect_hosts` are the hosts to which the source may redirect besides its own; `*.example.cz` is all
    below example.cz.
    """

    def __init__(
        self,
        source: str,
        base_url: str,
        throttle: Throttle,
        *,
        contact: str,
        retry_policy: RetryPolicy | None = None,
        redirect_hosts: Collection[str] = (),
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"{source}: the address must start with http:// or https://, not {base_url!r}")
        self.source = source
        self.base_url = base_url.rstrip("/")
        self.retry_policy = retry_policy or RetryPolicy()
        self._throttle = throttle
        self._contact = contact
        self._redirect_hosts = redirect_hosts
        self._http = httpx.Client(
            headers={"User-Agent": f"soupis/{__version__} (+{contact})", "Accept-Encoding": "gzip"},
            timeout=httpx.Timeout(self.retry_policy.read, connect=self.retry_policy.connect),
            verify=_tls(),
            follow_redirects=False,  # `_send` follows those that it trusts
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
            self.source,
            self.base_url,
            self._throttle,
            contact=self._contact,
            retry_policy=once,
            redirect_hosts=self._redirect_hosts,
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
        """Open one answer, once, within the throttle; failures of the line raise SourceUnavailable.

        Read its body by `pieces`, or raw; httpx would unpack it without bounds.
        """
        url = self.address(path)
        try:
            request = self._http.build_request(method, url, content=content, headers=dict(headers or {}))
            with self._throttle.turn(), closing(self._send(request)) as response:
                if response.status_code not in statuses:
                    raise self._refusal(response)
                yield response
        except httpx.TransportError as error:
            what = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "broke the line"
            raise SourceUnavailable(f"{self.source}: {what} ({type(error).__name__}: {error}).") from error
        except httpx.InvalidURL as error:
            raise SourceError(f"{self.source}: the address {url} is none ({error}).") from error

    def _send(self, request: httpx.Request) -> httpx.Response:
        for _ in range(_MAX_REDIRECTS + 1):
            response = self._http.send(request, stream=True)
            if response.next_request is None:
                return response
            response.close()
            self._verify_redirect(request, response.next_request)
            request = response.next_request
        raise SourceError(f"{self.source}: redirects in circles, or more than {_MAX_REDIRECTS} times.")

    def _verify_redirect(self, request: httpx.Request, following: httpx.Request) -> None:
        """Raise SourceError for a redirect that could take a question where it must not go."""
        if request.method not in ("GET", "HEAD"):
            raise SourceError(
                f"{self.source}: redirects a {request.method}, which is not repeated elsewhere."
            )
        if request.url.scheme == "https" and following.url.scheme != "https":
            raise SourceError(f"{self.source}: redirects from https to {following.url.scheme}; refused.")
        host = following.url.host
        own = urlsplit(self.base_url).hostname
        if host != own and not any(_is_host_of(host, pattern) for pattern in self._redirect_hosts):
            raise SourceError(
                f"{self.source}: redirects to another host, {host}; "
                "name it in SOUPIS_REDIRECT_HOSTS if it belongs to the source."
            )

    def pieces(self, response: httpx.Response, limit: int) -> Iterator[bytes]:
        """Yield the body of an answer, its one content coding undone, up to `limit` bytes.

        Raises SourceUnavailable where it is damaged, SourceError where it is too large or coded otherwise.
        """
        try:
            unpacker = Unpacker(content_coding(response.headers.get("Content-Encoding")), limit)
            for raw in response.iter_raw():
                yield from unpacker.feed(raw)
            unpacker.end()
        except DamagedError as error:
            raise SourceUnavailable(f"{self.source}: broke the answer: {error}.") from error
        except BodyError as error:
            raise SourceError(f"{self.source}: the answer is refused: {error}.") from error

    def _read_body(self, response: httpx.Response, limit: int) -> bytes:
        body = bytearray()
        end = time.monotonic() + self.retry_policy.answer
        for piece in self.pieces(response, limit):
            body += piece
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


def _is_host_of(host: str, pattern: str) -> bool:
    if pattern.startswith("*."):
        return host.endswith(pattern[1:].lower())
    return host == pattern.lower()


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
