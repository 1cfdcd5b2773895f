"""The chain every request goes through: method → credentials → body → parameters → quota → answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from soupis.accounts.errors import ExportLostError, UnavailableError
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.statistics import Kind
from soupis.api.request_context import Receive, RequestContext, Response, Scope, Send
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.queries.services import Provider

_log = structlog.stdlib.get_logger(__name__)

# What a handler raises when a backing store cannot be reached.
_UNREACHABLE = (
    UnavailableError,
    ExportLostError,
    sqlite3.OperationalError,
    OperationalError,
    InterfaceError,
    PoolTimeoutError,
    OSError,
)

READING = ("GET", "HEAD")

App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class Operation:
    """An operation of the contract that costs quota and answers in one piece.

    `read` turns the context into checked parameters, `cost` says how many units they cost, `answer` makes
    the answer. Only `read` may wait, for the body; the rest reads local files, unless `writes`: then the
    answer also writes to a database that may be across the network.
    """

    methods: tuple[str, ...]
    kind: Kind
    read: Callable[[RequestContext], Awaitable[Any]]
    answer: Callable[[RequestContext, Any], Response]
    cost: Callable[[Any], int] = lambda _parameters: 1
    writes: bool = False


class Endpoint:
    """ASGI application of one operation."""

    def __init__(self, operation: Operation, services: Provider) -> None:
        self._operation = operation
        self._services = services

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request; nothing stays charged for an answer that failed through our fault."""
        context = RequestContext(scope, receive, send, self._services())
        return handle_errors(context, self._operation.methods, self._run)

    async def _run(self, context: RequestContext) -> None:
        operation, access = self._operation, context.services.access
        quota = access.quota
        caller = context.authenticate() if access.database.local else await context.identify()
        try:
            parameters = await operation.read(context)
        except QueryError:
            context.decision = await context.step(quota.peek, caller)
            raise
        units = operation.cost(parameters)
        if access.database.local:
            decision = context.decision = quota.consume(caller, units, operation.kind)
        else:
            decision = context.decision = await context.step(quota.consume, caller, units, operation.kind)
        if not decision.allowed:
            raise exhausted(decision, units)
        try:
            if operation.writes:
                answer = await context.step(operation.answer, context, parameters)
            else:
                answer = operation.answer(context, parameters)
        except BaseException:
            context.decision = await context.step(quota.refund, caller, decision, operation.kind)
            raise
        await context.send(answer)


class UnmeteredEndpoint:
    """ASGI application of an operation that costs nothing; `limited` = it bears rate-limit headers."""

    def __init__(
        self, services: Provider, answer: Callable[[RequestContext], Response], *, limited: bool = False
    ) -> None:
        self._services = services
        self._answer = answer
        self._limited = limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, READING, self._run, limited=self._limited)

    async def _run(self, context: RequestContext) -> None:
        if self._limited:
            caller = await context.identify()  # wrong credentials are refused here as everywhere
            context.decision = await context.step(context.services.access.quota.peek, caller)
        await context.send(self._answer(context))


class NotFound:
    """ASGI application for unknown addresses below /api/."""

    def __init__(self, services: Provider, *, limited: bool) -> None:
        self._services = services
        self._limited = limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 404 in the envelope; under /api/v1/ with the rate-limit headers."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, (context.method,), self._run)

    async def _run(self, context: RequestContext) -> None:
        if self._limited:
            await context.peek()
        raise QueryError(404, *errors.NO_PATH)


async def handle_errors(
    context: RequestContext,
    methods: tuple[str, ...],
    run: Callable[[RequestContext], Awaitable[None]],
    *,
    limited: bool = True,
) -> None:
    """Check the method, answer, and turn whatever goes wrong into the error envelope."""
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
        pass  # the client is gone, nobody waits for an answer
    except _UNREACHABLE as error:
        _log.error("store_unreachable", path=context.scope["path"], error=type(error).__name__)
        await _send_unless_started(context, QueryError(502, *errors.STORE_UNREACHABLE))
    except Exception:
        _log.exception("request_failed", path=context.scope["path"])
        await _send_unless_started(context, QueryError(500, *errors.OUR_FAULT))


async def _send_unless_started(context: RequestContext, error: QueryError) -> None:
    if not context.started:
        await context.send_error(error)


def exhausted(decision: Decision, units: int = 1) -> QueryError:
    """Return the error for too few units left; one that would fit another day is told what it costs."""
    headers = {"Retry-After": str(decision.retry_after or decision.reset_seconds)}
    if units > 1:
        return QueryError(
            429,
            f"Dotaz stojí {units} jednotek, zbývá {decision.remaining}. Nic nebylo započítáno.",
            f"The query costs {units} units, {decision.remaining} are left. Nothing was charged.",
            headers,
        )
    return QueryError(429, *errors.EXHAUSTED, headers=headers)
