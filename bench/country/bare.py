"""The limit: servers that do nothing but send a body of BENCH_BODY bytes, over ASGI and over RSGI."""

from __future__ import annotations

import os
from typing import Any

_BODY = b"x" * int(os.environ.get("BENCH_BODY", "1300"))
_LENGTH = str(len(_BODY))


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    """Answer whatever is asked."""
    if scope["type"] != "http":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", _LENGTH.encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": _BODY})


async def rsgi(scope: Any, protocol: Any) -> None:
    """Answer whatever is asked."""
    headers = [("content-type", "application/json"), ("content-length", _LENGTH)]
    protocol.response_bytes(200, headers, _BODY)
