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
    return ZmenyOdpoved(
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
