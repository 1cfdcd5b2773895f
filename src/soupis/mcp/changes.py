"""The tool that tells what has changed."""

from __future__ import annotations

from soupis.mcp.answers import ending, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import changes
from soupis.sources import ARES, ISIR, PUBLIC_REGISTER, RES, VAT, WIRE_NAMES
from soupis.wire.mcp import ZjistitZmeny, ZmenyOdpoved

_SOURCES = [WIRE_NAMES[source] for source in (RES, PUBLIC_REGISTER, ARES, VAT, ISIR)]
# How many changes one call looks through for those of some companies: a few milliseconds.
_LOOKED_THROUGH = 3_000


async def listed(call: ToolCall, arguments: ZjistitZmeny) -> ZmenyOdpoved:
    """Return the next changes in the order of publication, of all companies or of some."""
    wanted = set(arguments.ico)
    page = changes.page(call.services.changes, arguments.od, _LOOKED_THROUGH if wanted else arguments.pocet)
    found = [change for change in page.zmeny if change.ico in wanted or not wanted]
    shown = found[: arguments.pocet]
    further = shown[-1].poradi if len(found) > len(shown) else page.dalsi
    # A page that is not full was the last one; of all companies the next may have come meanwhile.
    looked_at_all = bool(wanted) and len(page.zmeny) < _LOOKED_THROUGH
    is_end = not page.zmeny or (looked_at_all and further == page.dalsi)
    rest = Message(f"Další změny: od {further}.", f"Further changes: od {further}.")
    unknown = [ico for ico in arguments.ico if call.services.documents.company(int(ico)) is None]
    return ZmenyOdpoved(
        vyklad=call.text(_in_words(arguments.od, page.nejstarsi, further, len(shown), is_end=is_end)),
        nezname_ico=list(dict.fromkeys(unknown)),
        zmeny=shown,
        dalsi=further,
        nejstarsi=page.nejstarsi,
        **ending(
            call,
            icos=[change.ico for change in shown],
            sources=some_sources(call, *_SOURCES),
            next_steps=[] if is_end else [rest],
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
