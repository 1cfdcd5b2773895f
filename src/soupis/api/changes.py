"""The feed of changes over HTTP, with long polling by `Prefer: wait` (RFC 7240)."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection
from contextlib import suppress

from soupis.accounts.callers import AccountCaller
from soupis.api.account_endpoint import CHALLENGE, NEEDS_KEY
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.queries import changes
from soupis.queries.errors import QueryError
from soupis.wire.base import encode, wrap
from soupis.wire.changes import Zmeny
from soupis.wire.requests import ZmenyDotaz

_WAIT = re.compile(rb"(?:^|[,;])[ \t]*wait[ \t]*=[ \t]*\"?(\d+)\"?[ \t]*(?=$|[,;])", re.IGNORECASE)
_LONGEST_NUMBER = 9  # digits of a wait that is worth being read as a number


async def list_changes(context: RequestContext, parameters: ZmenyDotaz) -> Response:
    """Return the next changes; waits for one where there is none yet and the caller prefers to wait.

    A caller who has too many queries waiting is answered at once, without `Preference-Applied`.
    """
    seconds, only = _preferred_wait(context), None
    if parameters.sledovane == "true":
        if not isinstance(context.asker, AccountCaller):
            raise QueryError(401, *NEEDS_KEY, headers={"WWW-Authenticate": CHALLENGE})
        async with context.services.turns.of(context.asker.bucket):
            only = await asyncio.to_thread(context.services.watching.lists.of, context.asker.account_id)
    headers = [JSON, NOT_KEPT]
    with context.services.waiting.place(context.asker.bucket if seconds else "") as may_wait:
        if seconds and may_wait:
            headers.append((b"preference-applied", b"wait=%d" % seconds))
            found = await _awaited(context, parameters, seconds, only)
        else:
            found, _is_last = await _read(context, parameters.od, parameters.pocet, only)
    return Response(200, wrap(encode(found)), tuple(headers))


async def _read(
    context: RequestContext, after: int | None, most: int, only: Collection[int] | None
) -> tuple[Zmeny, bool]:
    async with context.services.turns.of(context.asker.bucket):
        return await asyncio.to_thread(changes.read_page, context.services.changes, after, most, only)


def _preferred_wait(context: RequestContext) -> int:
    """Return how many seconds the caller prefers to wait at most, as far as anybody may."""
    match = _WAIT.search(context.header(b"prefer"))
    if match is None:
        return 0
    digits = match[1].lstrip(b"0") or b"0"
    return changes.LONGEST_WAIT if len(digits) > _LONGEST_NUMBER else min(int(digits), changes.LONGEST_WAIT)


async def _awaited(
    context: RequestContext, parameters: ZmenyDotaz, seconds: int, only: Collection[int] | None
) -> Zmeny:
    """Return the next changes as soon as there are any; none when the time is up.

    One page of the log that holds no changes of chosen companies ends the wait, unless it is the last one:
    the caller goes on from its `dalsi`. Raises ConnectionResetError when the client is gone meanwhile.
    """
    feed, deadline, after = context.services.changes, time.monotonic() + seconds, parameters.od
    gone = asyncio.create_task(context.gone())
    try:
        while True:
            token = feed.token()
            found, is_last = await _read(context, after, parameters.pocet, only)
            left = deadline - time.monotonic()
            if found.zmeny or not is_last or left <= 0 or context.services.waiting.ended:
                return found
            after = found.dalsi
            publication = asyncio.create_task(context.services.waiting.publication(token))
            await asyncio.wait((gone, publication), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            publication.cancel()
            if gone.done():
                raise ConnectionResetError
    finally:
        gone.cancel()
        with suppress(asyncio.CancelledError):
            await gone
