"""What belongs to an account: free of charge, by its key only, several methods of one address."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.types import Receive, Scope, Send

from soupis.accounts.callers import AccountCaller
from soupis.api.endpoint import MOST_BODY, handle_errors
from soupis.api.operation import Owned
from soupis.api.request_context import RequestContext, Response
from soupis.messages import Message
from soupis.queries.callers import authorization_of
from soupis.queries.errors import QueryError
from soupis.queries.services import Provider

NEEDS_KEY = Message(
    "Tohle patří k účtu: pošlete jeho API klíč v hlavičce „Authorization: Bearer <API klíč>“. Účet i klíč "
    "si založíte na stránce /ucet.",
    "This belongs to an account: send its API key in the header “Authorization: Bearer <API key>”. Make an "
    "account and a key on the page /ucet.",
)
CHALLENGE = 'Bearer realm="Soupis"'


class AccountEndpoint:
    """ASGI application of the operations of one path that belong to an account.

    They are free of charge, so the requests of one account take turns.
    Writing takes a key, not the cookie of the site: so no other site can have a visitor's browser do it.
    """

    def __init__(self, services: Provider, handlers: Mapping[str, Owned]) -> None:
        self._services = services
        self._handlers = {method.upper(): handler for method, handler in handlers.items()}
        self._methods = (*self._handlers, *(("HEAD",) if "GET" in self._handlers else ()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(scope, receive, send, self._services())
        await handle_errors(context, self._methods, self._run)

    async def _run(self, context: RequestContext) -> None:
        caller = context.caller = await context.identify()
        await context.peek_of(caller)
        reads = context.method in ("GET", "HEAD")
        if not isinstance(caller, AccountCaller) or not (reads or authorization_of(context.scope)):
            raise QueryError(401, *NEEDS_KEY, headers={"WWW-Authenticate": CHALLENGE})
        context.check_version(None)
        handler = self._handlers["GET" if reads else context.method]
        async with context.services.turns.of(caller.bucket):  # bodies too are held for one request at a time
            body = await context.body(handler.most_body) if handler.most_body else b""
            if not handler.awaited:
                # Large bodies take turns among all accounts: reading them is work of the interpreter.
                is_large = handler.most_body > MOST_BODY
                if is_large:
                    run = context.services.uploads.run
                    response = await run(caller.bucket, handler.answer, context, caller, body)
                else:
                    response = await asyncio.to_thread(handler.answer, context, caller, body)
        if handler.awaited:
            response = await handler.answer(context, caller, body)  # type: ignore[misc]
        assert isinstance(response, Response)
        await context.send(response)
