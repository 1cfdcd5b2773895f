"""What an operation of REST is: its address, what it takes, gives and costs, and what is said of it.

From these declarations come the routes (`api/routes.py`) and the description (`api/openapi/`).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import AccountCaller
from soupis.accounts.quota.statistics import Kind
from soupis.api.request_context import RequestContext, Response
from soupis.messages import Message
from soupis.queries.services import Provider, Services
from soupis.wire.requests import ZadneParametry

App = Callable[[Scope, Receive, Send], Awaitable[None]]

# Refusals that every charged operation knows, and those that nothing is charged for.
CHARGED = (400, 401, 405, 414, 429, 500, 502)
FREE = (400, 405, 414, 500, 502)


# --- what answers ---


class Metered(NamedTuple):
    """Costs quota and answers in one piece.

    `answer` takes the path parameter, or what `read` makes of the services and the body or the query; `read`
    may raise QueryError 400, and is awaited where it reads code lists. `cost` says how many units that costs,
    None = one. All read local files only; one that may take long, or also writes, is awaited.
    `takes_query` = `answer` gets the path parameter together with the query, as `PathAndQuery`.
    """

    kind: Kind
    answer: Callable[[RequestContext, Any], Response | Awaitable[Response]]
    read: Callable[[Services, Any], Any] = lambda _services, value: value
    cost: Callable[[Any], int] | None = None
    takes_query: bool = False


class PathAndQuery(NamedTuple):
    """Parameter of the path, and the checked parameters of the query."""

    key: Any
    query: Any


class Unmetered(NamedTuple):
    """Costs nothing; reads its parameters itself. `waits` = for a database, so one at a time, in a thread."""

    answer: Callable[[RequestContext], Response | Awaitable[Response]]
    waits: bool = False


class Owned(NamedTuple):
    """Costs nothing and belongs to an account; several of one path share it, one for each method.

    `answer` takes the caller and the body, of `most_body` bytes at most (0 = none is read). It runs in a
    thread, unless it is `awaited`.
    """

    answer: Callable[[RequestContext, AccountCaller, bytes], Response | Awaitable[Response]]
    most_body: int = 0
    awaited: bool = False


class Streamed(NamedTuple):
    """An application of its own, shared by the operations of one path."""

    app: Callable[[Provider], App]


# --- what is given ---


class Enveloped(NamedTuple):
    """An answer in the envelope; `data` is the type of what is in it, `as_of` that as of a day."""

    data: type[Struct]
    as_of: type[Struct] | None = None


class Bare(NamedTuple):
    """An answer without the envelope, by its JSON schema."""

    schema: dict[str, Any]


class Csv(NamedTuple):
    """A CSV file; `whole` = of a search, with the headers about rows and units.

    `preview` is the type of what tells about the file instead, in the envelope, where JSON is asked for.
    """

    whole: bool
    preview: type[Struct] | None = None


# --- what is taken ---


class PathParameter(NamedTuple):
    """A parameter in the path; `malformed` is said of one that does not have the pattern."""

    name: str
    pattern: re.Pattern[str]
    example: str
    text: Message
    malformed: Message
    convert: Callable[[str], Any] = str


class Operation(NamedTuple):
    """One operation; `id` also names its example.

    It takes one thing: a parameter of the path (with the query where the handler takes both), a body, or else
    the query.
    """

    id: str
    method: str
    path: str
    tag: str
    summary: Message
    text: Message
    handler: Metered | Unmetered | Owned | Streamed
    gives: Enveloped | Bare | Csv
    query: type[Struct] = ZadneParametry
    in_path: PathParameter | None = None
    body: type[Struct] | None = None
    body_csv: str | None = None  # an example, where the body may also be CSV
    form: type[Struct] | None = None
    versioned: bool = False  # has an ETag and answers 304
    receipted: bool = False  # has a receipt
    limited: bool = True  # refuses wrong credentials; without it, no database of accounts is waited for
    waits: bool = False  # understands Prefer: wait
    # Operations whose path takes a value from the answer → the place of the value (an OpenAPI expression).
    leads_to: Mapping[str, str] = {}
    refusals: tuple[int, ...] = CHARGED
