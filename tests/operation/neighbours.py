"""Two sides of one server: somebody who asks as ever and is measured, and hostile processes beside."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, RemoteDisconnected
from ipaddress import IPv4Address
from itertools import count
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from soupis.identifiers import format_ico, has_valid_check_digit
from tests.support.waiting import PATIENCE

Headers = dict[str, str]
# An attack asks until it is told to stop, and notes the status of each answer.
Attack = Callable[..., None]
Note = Callable[[int], None]

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload([__name__])

# How many times the neighbour asks for each kind, and for how long at most.
_ROUNDS = 150
_LONGEST_SECONDS = 10.0


class Answer(NamedTuple):
    """An answer: its status, its headers by lower-case names, its body."""

    status: int
    headers: Headers
    body: bytes


class Request(NamedTuple):
    """A request that is sent again and again."""

    method: str
    path: str
    headers: Headers
    body: bytes | None = None


class Connection:
    """One kept connection to a server; `headers` go with each request."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self._headers = dict(headers or {})
        self._http = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request with further headers, `_` standing for `-`, and read its answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._http.request(method, path, body, self._headers | named)
            answer = self._http.getresponse()
        except (RemoteDisconnected, BrokenPipeError):  # the server closed it while nothing was asked
            self._http.close()
            self._http.request(method, path, body, self._headers | named)
            answer = self._http.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, told, answer.read())


def _new_addresses() -> Iterator[str]:
    """Give IPv4 addresses that nobody asked from before."""
    first = random.Random().randrange(11 << 24, 120 << 24)
    return (str(IPv4Address(first + number)) for number in count())


# --- the neighbour ---


class Latencies(NamedTuple):
    """99th percentiles of the time that answers took, in milliseconds, by kind."""

    by_kind: dict[str, float]

    def or_slower(self, other: Latencies) -> Latencies:
        """Return the slower of two measurements for each kind."""
        return Latencies({kind: max(took, other.by_kind[kind]) for kind, took in self.by_kind.items()})

    def harmed_since(self, quiet: Latencies) -> list[str]:
        """Return the kinds that took more than 50 ms and three times the quiet value, as text."""
        return [
            f"{kind}: {took:.0f} ms, in quiet {quiet.by_kind[kind]:.0f} ms"
            for kind, took in self.by_kind.items()
            if took > 50 + 3 * quiet.by_kind[kind]
        ]


class Neighbour:
    """An account that asks for what people ask for, one request after the other."""

    def __init__(self, url: str, key: str, company: str) -> None:
        self._paid = Connection(url, {"Authorization": f"Bearer {key}"})
        self._site = Connection(url)
        self._addresses = _new_addresses()
        self._unknown = filter(has_valid_check_digit, count(90_000_000))
        self._company = company

    def measure(self, rounds: int = _ROUNDS) -> Latencies:
        """Ask for each kind so many times, or for ten seconds; every answer has to be 200."""
        kinds = {
            "detail": self._detail,
            "search": self._search,
            "vat": self._vat,
            "sign-in page": self._sign_in_page,
        }
        took: dict[str, list[float]] = {kind: [] for kind in kinds}
        end = time.monotonic() + _LONGEST_SECONDS
        for _ in range(rounds):
            for kind, ask in kinds.items():
                begun = time.perf_counter()
                answer = ask()
                took[kind].append(1000 * (time.perf_counter() - begun))
                assert answer.status == 200, (kind, answer)
            if time.monotonic() > end:
                break
        return Latencies({kind: sorted(times)[int(0.99 * (len(times) - 1))] for kind, times in took.items()})

    def _detail(self) -> Answer:
        return self._paid.ask("GET", f"/api/v1/firma/{self._company}")

    def _search(self) -> Answer:
        return self._paid.ask("GET", "/api/v1/vyhledavani?q=stavby")

    def _vat(self) -> Answer:
        """Ask for a company that is known and for one that has to be queued."""
        body = json.dumps({"ico": [self._company, format_ico(next(self._unknown))]}).encode()
        return self._paid.ask("POST", "/api/v1/firmy/dph", body, Content_Type="application/json")

    def _sign_in_page(self) -> Answer:
        return self._site.ask("GET", "/prihlaseni", X_Forwarded_For=next(self._addresses))


# --- hostile processes ---


class Hostile:
    """A process that attacks while the block lasts; `statuses` counts its answers afterwards."""

    def __init__(self, attack: Attack, *arguments: object) -> None:
        self.statuses: Counter[int] = Counter()
        self._stop, self._answered = _FORKED.Event(), _FORKED.Event()
        self._result: Queue[Counter[int]] = _FORKED.Queue()
        self._process = _FORKED.Process(
            target=_attack, args=(attack, arguments, self._stop, self._answered, self._result), daemon=True
        )

    def __enter__(self) -> Hostile:
        self._process.start()
        assert self._answered.wait(PATIENCE), "the attack got no answer"
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self.statuses = self._result.get(timeout=PATIENCE)
        self._process.join(PATIENCE)


def _attack(
    attack: Attack, arguments: tuple[object, ...], stop: Event, answered: Event, result: Queue[Counter[int]]
) -> None:
    os.nice(10)  # an attacker has a machine of its own, and takes no processor from the server
    statuses: Counter[int] = Counter()

    def note(status: int) -> None:
        statuses[status] += 1
        answered.set()

    try:
        attack(stop, note, *arguments)
    finally:
        result.put(statuses)


def _side_by_side(count: int, work: Callable[[int], None]) -> None:
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(work, range(count)))


class SignInForm:
    """The form of sign-in, opened once and sent over several connections."""

    def __init__(self, url: str, address: str) -> None:
        page = Connection(url).ask("GET", "/prihlaseni", X_Forwarded_For=address)
        token = re.search(rb'name="csrf" value="([0-9a-f]{64})"', page.body)
        assert token
        self._url, self._token = url, token[1].decode()
        self._cookie = page.headers["set-cookie"].partition(";")[0]

    def connect(self) -> Connection:
        """Return a connection that sends the form's cookie."""
        return Connection(self._url, {"Origin": self._url, "Cookie": self._cookie})

    def send(self, connection: Connection, email: str, password: str, address: str) -> int:
        """Send the form from an address and return the status of the answer."""
        form = urlencode({"csrf": self._token, "email": email, "heslo": password}).encode()
        kind = "application/x-www-form-urlencoded"
        return connection.ask("POST", "/prihlaseni", form, Content_Type=kind, X_Forwarded_For=address).status


def sign_in_wrongly(stop: Event, note: Note, url: str, at_once: int) -> None:
    """Sign in with wrong passwords, many at once and each time from another address, wave after wave."""
    addresses = _new_addresses()
    form = SignInForm(url, next(addresses))
    connections = [form.connect() for _ in range(at_once)]
    for wave, address in enumerate(addresses):

        def sign_in(number: int, wave: int = wave, address: str = address) -> None:
            note(form.send(connections[number], f"nobody{wave}-{number}@example.com", "a wrong one", address))

        if stop.is_set():
            return
        _side_by_side(at_once, sign_in)


def sign_in_wrongly_from_one_address(stop: Event, note: Note, url: str, at_once: int) -> None:
    """Sign in with wrong passwords from one address, over many connections without a pause."""
    address = next(_new_addresses())
    form = SignInForm(url, address)

    def sign_in(number: int) -> None:
        connection = form.connect()
        while not stop.is_set():
            note(form.send(connection, f"nobody{number}@example.com", "a wrong one", address))

    _side_by_side(at_once, sign_in)


def ask_again_and_again(stop: Event, note: Note, url: str, connections: int, requests: list[Request]) -> None:
    """Send requests over several connections without a pause."""

    def ask(number: int) -> None:
        request = requests[number % len(requests)]
        connection = Connection(url, request.headers)
        while not stop.is_set():
            note(connection.ask(request.method, request.path, request.body).status)

    _side_by_side(connections, ask)


def visit_pages(stop: Event, note: Note, url: str, connections: int, icos: list[str]) -> None:
    """Open the pages of companies, each from another address, so that no limit of pages helps."""
    addresses, rest = _new_addresses(), iter(icos * 10)

    def visit(_number: int) -> None:
        connection = Connection(url)
        for ico in rest:
            if stop.is_set():
                return
            note(connection.ask("GET", f"/firma/{ico}", X_Forwarded_For=next(addresses)).status)

    _side_by_side(connections, visit)
