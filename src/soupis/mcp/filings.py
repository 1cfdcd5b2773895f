"""The tool that lists the filed documents of a company."""

from __future__ import annotations

from soupis.mcp.answers import ending, next_page, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import companies
from soupis.sources import DOCUMENTS, WIRE_NAMES
from soupis.wire.mcp import ListinyOdpoved, ZjistitListiny

_REGISTER = WIRE_NAMES[DOCUMENTS]
_NOT_READ = Message(
    "NEZJIŠTĚNO: sbírka listin se pro tuto firmu ještě nečetla. Neznamená to, že v ní nic není.",
    "NOT KNOWN: the collection of documents has not been read for this company yet. That does not mean "
    "that it "
    "is empty.",
)


async def listed(call: ToolCall, arguments: ZjistitListiny) -> ListinyOdpoved:
    """Return a page of documents, the newest first, by their kind and the year that they are about."""
    ico = int(arguments.ico)
    company = companies.decode_detail(companies.view(call.services, ico).body)
    read = company.listiny is not None
    page = await call.services.filings.page(
        ico, arguments.typ, arguments.rok, arguments.start, arguments.pocet
    )
    return ListinyOdpoved(
        vyklad=call.text(_found(page.total, company.listiny.pocet) if company.listiny else _NOT_READ),
        pocet_celkem=page.total if read else None,
        start=arguments.start,
        listiny=page.items if read else [],
        **ending(
            call,
            icos=[company.ico],
            sources=some_sources(call, _REGISTER),
            next_steps=next_page(page.total, arguments.start, len(page.items)),
        ),
    )


def _found(found: int, every: int) -> Message:
    if not every:
        return Message(
            "Ověřeno: ve sbírce listin nic uloženo není.",
            "Checked: nothing is filed in the collection of documents.",
        )
    if not found:
        return Message(
            f"Ověřeno: z {every} uložených listin žádná neodpovídá; zkuste to bez typ nebo rok.",
            f"Checked: none of {every} filed documents matches; try without typ or rok.",
        )
    return Message(
        f"Odpovídá {found} z {every} uložených listin.", f"{found} of {every} filed documents match."
    )
