"""The chain every request goes through: method → credentials → body → parameters → quota → answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy.exc import OperationalError

from soupis.accounts.counters import Decision
from soupis.accounts.errors import ExportLostError, UnavailableError
from soupis.accounts.statistics import Kind
from soupis.api import errors
from soupis.api.errors import ApiError
from soupis.api.exchange import Answer, Exchange, Receive, Scope, Send
from soupis.api.services import Services

_log = structlog.stdlib.get_logger(__name__)

# What a handler raises when a backing store cannot be reached.
_UNREACHABLE = (UnavailableError, ExportLostError, sqlite3.Error, OperationalError, OSError)

Provider = Callable[[], Services]


@dataclass(frozen=True)
class Operation:
    """An operation of the contract that costs quota and answers in one piece.

    `read` turns the exchange into checked parameters, `cost` says how many units they cost, `answer` makes
    the answer. Only `read` may wait, for the body; the rest reads local files.
    """

    method: str
    kind: Kind
    read: Callable[[Exchange], Awaitable[Any]]
    answer: Callable[[Exchange, Any], Answer]
    cost: Callable[[Any], int] = lambda _parameters: 1


class Endpoint:
    """ASGI application of one operation."""

    def __init__(self, operation: Operation, services: Provider) -> None:
        self._operation = operation
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; nothing stays charged for an answer that failed through our fault."""
        exchange = Exchange(scope, receive, send, self._services())
        await guarded(exchange, self._operation.method, self._run)

    async def _run(self, exchange: Exchange) -> None:
        operation, quota = self._operation, exchange.services.access.quota
        caller = exchange.identify()
        try:
            parameters = await operation.read(exchange)
        except ApiError:
            exchange.decision = quota.peek(caller)
            raise
        decision = exchange.decision = quota.consume(caller, operation.cost(parameters), operation.kind)
        if not decision.allowed:
            raise exhausted(decision)
        try:
            answer = operation.answer(exchange, parameters)
        except BaseException:
            exchange.decision = quota.refund(caller, decision, operation.kind)
            raise
        await exchange.send(answer)


async def guarded(exchange: Exchange, method: str, run: Callable[[Exchange], Awaitable[None]]) -> None:
    """Check the method, answer, and turn whatever goes wrong into the error envelope."""
    try:
        if exchange.method != method and not (exchange.method == "HEAD" and method == "GET"):
            if exchange.method == "OPTIONS":
                await exchange.send_preflight()
                return
            allowed = "GET, HEAD, OPTIONS" if method == "GET" else f"{method}, OPTIONS"
            peek(exchange)
            raise ApiError(405, *errors.wrong_method(method), headers={"Allow": allowed})
        await run(exchange)
    except ApiError as error:
        await exchange.send_error(error)
    except ConnectionResetError:
        pass  # the client is gone, nobody waits for an answer
    except _UNREACHABLE as error:
        _log.error("store_unreachable", path=exchange.scope["path"], error=type(error).__name__)
        await exchange.send_error(ApiError(502, *errors.STORE_UNREACHABLE))
    except Exception:
        _log.exception("request_failed", path=exchange.scope["path"])
        await exchange.send_error(ApiError(500, *errors.OUR_FAULT))


def peek(exchange: Exchange) -> None:
    """Note the caller's window for the headers of an answer that costs nothing."""
    try:
        caller = exchange.identify()
    except ApiError:
        return  # the anonymous window has been noted
    exchange.decision = exchange.services.access.quota.peek(caller)


def exhausted(decision: Decision, units: int = 1) -> ApiError:
    """Return the error for too few units left; one that would fit another day is told what it costs."""
    headers = {"Retry-After": str(decision.retry_after or decision.reset_seconds)}
    if units > 1:
        return ApiError(
            429,
            f"Dotaz stojí {units} jednotek, zbývá {decision.remaining}. Nic nebylo započítáno.",
            f"The query costs {units} units, {decision.remaining} are left. Nothing was charged.",
            headers,
        )
    return ApiError(429, *errors.EXHAUSTED, headers=headers)


class NotFound:
    """ASGI application for unknown addresses below /api/."""

    def __init__(self, services: Provider, *, limited: bool) -> None:
        self._services = services
        self._limited = limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 404 in the envelope; under /api/v1/ with the rate-limit headers."""
        exchange = Exchange(scope, receive, send, self._services())
        await guarded(exchange, exchange.method, self._run)

    async def _run(self, exchange: Exchange) -> None:
        if self._limited:
            peek(exchange)
        raise ApiError(404, *errors.NO_PATH)
