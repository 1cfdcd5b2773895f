"""The tool that tells what has changed."""

from __future__ import annotations

import asyncio

from soupis.mcp.answers import ending, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import changes
from soupis.sources import ARES, ISIR, PUBLIC_REGISTER, RES, VAT, WIRE_NAMES
from soupis.wire.mcp import ZjistitZmeny, ZmenyOdpoved

_SOURCES = [WIRE_NAMES[source] for source in (RES, PUBLIC_REGISTER, ARES, VAT, ISIR)]


async def listed(call: ToolCall, arguments: ZjistitZmeny) -> ZmenyOdpoved:
    """Return the next changes in the order of publication, of all companies or of some."""
    only = set(map(int, arguments.ico)) or None
    page, is_last = await asyncio.to_thread(
        changes.read_page, call.services.changes, arguments.od, arguments.pocet, only
    )
    rest = Message(f"Další změny: od {page.dalsi}.", f"Further changes: od {page.dalsi}.")
    unknown = [ico for ico in arguments.ico if not call.services.documents.has_company(int(ico))]
    return ZmenyOdpoved(
        vyklad=call.text(
            _in_words(arguments.od, page.nejstarsi, page.dalsi, len(page.zmeny), is_end=is_last)
        ),
        nezname_ico=list(dict.fromkeys(unknown)),
        zmeny=page.zmeny,
        dalsi=page.dalsi,
        nejstarsi=page.nejstarsi,
        **ending(
            call,
            icos=[change.ico for change in page.zmeny],
            sources=some_sources(call, *_SOURCES),
            next_steps=[] if is_last else [rest],
        ),
    )


def _in_words(after: int | None, oldest: int, last: int, count: int, *, is_end: bool) -> Message:
    """Say how many changes there are, so that none at all is never taken for "not known"."""
    since = oldest if after is None else after
    if count:
        return Message(f"Změn po pořadí {since}: {count}.", f"Changes after number {since}: {count}.")
    if is_end:
        return Message(f"Žádná změna po pořadí {since}.", f"No change after number {since}.")
    return Message(
        f"Žádná změna po pořadí {since} do {last}; dál se ještě nehledalo.",
        f"No change after number {since} up to {last}; the later ones were not looked through yet.",
    )
