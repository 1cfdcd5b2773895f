"""The chain every request goes through: method → credentials → body → parameters → quota → answer.

Why it stands outside of the router of the site: docs/decisions/0009-rest-before-the-router.md.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import CoroutineType
from typing import Any

import structlog
from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import Caller
from soupis.accounts.unreachable import report_unreachable
from soupis.api.operation import Metered, Operation, PathAndQuery
from soupis.api.request_context import RequestContext, Response
from soupis.messages import Message
from soupis.queries import errors
from soupis.queries.as_of import AsOf, past_day
from soupis.queries.charging import over_limit
from soupis.queries.errors import QueryError
from soupis.queries.parameters import parse
from soupis.queries.services import Provider, Services

_log = structlog.stdlib.get_logger(__name__)

# The longest body of a request, of an export's form too.
MOST_BODY = 16 * 1024

READING = ("GET", "HEAD")


class MeteredEndpoint:
    """ASGI application of an operation that costs quota and answers in one piece."""

    def __init__(self, services: Provider, operation: Operation, handler: Metered) -> None:
        self._services = services
        self._methods = READING if operation.method == "get" else (operation.method.upper(),)
        self._has_body = operation.body is not None
        self._has_versions = operation.versioned
        self._read = reader(operation, handler)
        name = b"search" if operation.id.startswith("vyhledat") else b"app"
        self._timing = b"db;dur=%%.2f, %b;dur=%%.2f" % name
        self._kind, self._answer, self._cost = handler.kind, handler.answer, handler.cost

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request; nothing stays charged for an answer that failed through our fault."""
        context = RequestContext(scope, receive, send, self._services())
        return handle_errors(context, self._methods, self._run)

    async def _run(self, context: RequestContext) -> None:
        services = context.services
        access = services.access
        begun = time.perf_counter()
        local = access.database.local
        # An accepted key needs no await.
        caller = context.recall() or (context.authenticate() if local else await context.identify())
        if not self._has_body:
            await self._answer_to(context, caller, begun)
            return
        async with services.turns.of(f"batches {caller.bucket}"):
            await self._answer_to(context, caller, begun)
            # Others are answered before the next request of this caller, which may be waiting already.
            await asyncio.sleep(0)

    async def _answer_to(self, context: RequestContext, caller: Caller, begun: float) -> None:
        services = context.services
        quota = services.access.quota
        try:
            body = await context.body(MOST_BODY) if self._has_body else b""
            value = self._read(services, context.scope, body)
            if isinstance(value, CoroutineType):
                value = await value
            if not self._has_versions:
                context.check_version(None)
        except QueryError:
            await context.peek_of(caller)
            raise
        units = self._cost(value) if self._cost else 1
        decision = context.decision = await services.patient_step(quota.take, caller, units, self._kind)
        if not decision.allowed:
            raise over_limit(decision, units)
        asked = time.perf_counter()
        try:
            answered = await services.read(self._answer, context, value)
            response = answered if isinstance(answered, Response) else await answered
        except BaseException as error:
            if not isinstance(error, QueryError) or error.status >= 500 or error.status == 401:
                context.decision = await services.step(quota.refund, caller, decision, self._kind)
                raise
            response = context.error(error)  # an answer too, and charged: there is no such company
        context.timing = self._timing % (1000 * (asked - begun), 1000 * (time.perf_counter() - asked))
        await context.send(response)


def reader(operation: Operation, handler: Metered) -> Callable[[Services, Scope, bytes], Any]:
    """Return what reads what an answer depends on, of the scope and the body; it raises QueryError 400."""
    query, read, in_path = operation.query, handler.read, operation.in_path
    if in_path:
        name, is_well_formed, convert = in_path.name, in_path.pattern.fullmatch, in_path.convert

        def read_path(_services: Services, scope: Scope, _body: bytes) -> Any:
            text = scope["path_params"][name]
            if not is_well_formed(text):
                raise QueryError(400, *in_path.malformed)
            if handler.takes_query:
                return PathAndQuery(convert(text), parse(query, scope["query_string"]))
            if scope["query_string"]:  # there is none as a rule, and this is the most frequent request
                parameters = parse(query, scope["query_string"])
                if day := getattr(parameters, "k_datu", None):
                    return AsOf(convert(text), past_day(day))
            return convert(text)

        return read_path

    def read_body(services: Services, scope: Scope, body: bytes) -> Any:
        parse(query, scope["query_string"])
        return read(services, body)

    def read_query(services: Services, scope: Scope, _body: bytes) -> Any:
        return read(services, parse(query, scope["query_string"]))

    return read_body if operation.body else read_query


class UnmeteredEndpoint:
    """ASGI application of an operation that costs nothing.

    `limited` = wrong credentials are refused, and the figures of the limit are read from the accounts
    database. Without it, nothing waits for that database (`limits_of`).
    """

    def __init__(
        self,
        services: Provider,
        answer: Callable[[RequestContext], Response | Awaitable[Response]],
        *,
        limited: bool = False,
        waits: bool = False,
    ) -> None:
        self._services = services
        self._answer = answer
        self._limited = limited
        # Whoever asks often would else take databases and threads from others.
        self._turn = asyncio.Lock() if waits else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, READING, self._run, limited=self._limited)

    async def _run(self, context: RequestContext) -> None:
        if self._limited:
            await context.peek_of(await context.identify())  # wrong credentials are refused here too
        if self._turn is None:
            answered = self._answer(context)
        else:
            async with self._turn:
                answered = await asyncio.to_thread(self._answer, context)
        response = answered if isinstance(answered, Response) else await answered
        if response.status == 200:
            context.check_version(None)
        await context.send(response)


class Refusal:
    """ASGI application for what is refused whoever asks: unknown addresses, requests against HTTP."""

    def __init__(self, services: Provider, status: int, sentence: Message, *, limited: bool) -> None:
        self._services = services
        self._status = status
        self._sentence = sentence
        self._limited = limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the envelope."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, (context.method,), self._run)

    async def _run(self, context: RequestContext) -> None:
        if self._limited:
            await context.peek()
        raise QueryError(self._status, *self._sentence)


async def handle_errors(
    context: RequestContext,
    methods: tuple[str, ...],
    run: Callable[[RequestContext], Awaitable[None]],
    *,
    limited: bool = True,
) -> None:
    """Check the method, answer, and turn what goes wrong into the error envelope.

    `limited` = the figures of the limit are read from the accounts database, see `UnmeteredEndpoint`.
    """
    try:
        if context.method not in methods:
            if limited:
                await context.peek()
            if context.method == "OPTIONS":
                await context.send_preflight()
                return
            allowed = ", ".join((*methods, "OPTIONS"))
            raise QueryError(405, *errors.wrong_method(allowed), headers={"Allow": allowed})
        await run(context)
    except QueryError as error:
        await context.send_error(error)
    except ConnectionResetError:
        pass  # the client is gone
    except errors.UNREACHABLE as error:
        report_unreachable(error, path=context.scope["path"])
        headers = {"Retry-After": str(errors.RETRY_SECONDS)}
        await _send_unless_started(context, QueryError(502, *errors.STORE_UNREACHABLE, headers=headers))
    except Exception:
        _log.exception("request_failed", path=context.scope["path"])
        await _send_unless_started(context, QueryError(500, *errors.OUR_FAULT))


async def _send_unless_started(context: RequestContext, error: QueryError) -> None:
    if not context.started:
        await context.send_error(error)
