"""The tool that lists the filed documents of a company."""

from __future__ import annotations

from soupis.mcp.answers import ending, next_page, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import companies
from soupis.queries.filings import FilingsQuery
from soupis.sources import DOCUMENTS, WIRE_NAMES
from soupis.wire.mcp import ListinyOdpoved, ZjistitListiny

_REGISTER = WIRE_NAMES[DOCUMENTS]
_NOT_READ = Message(
    "NEZJIŠTĚNO: sbírka listin se pro tuto firmu ještě nečetla. Neznamená to, že v ní nic není.",
    "NOT KNOWN: the collection of documents has not been read for this company yet. That does not mean "
    "that it is empty.",
)


async def listed(call: ToolCall, arguments: ZjistitListiny) -> ListinyOdpoved:
    """Return a page of documents, the newest first, by their kind and the year that they are about."""
    ico = int(arguments.ico)
    company = await call.services.read(
        lambda: companies.decode_detail(companies.view(call.services, ico).body)
    )
    read = company.listiny is not None
    query = FilingsQuery(arguments.typ, arguments.rok, arguments.start, arguments.pocet)
    page = await call.services.filings.page(ico, query)
    without_year = page.without_year if arguments.rok is not None else 0
    return ListinyOdpoved(
        vyklad=call.text(
            _found(page.total, company.listiny.pocet, without_year) if company.listiny else _NOT_READ
        ),
        pocet_celkem=page.total if read else None,
        bez_roku=page.without_year if read else None,
        start=arguments.start,
        listiny=page.items if read else [],
        **ending(
            call,
            icos=[company.ico],
            sources=some_sources(call, _REGISTER),
            next_steps=next_page(page.total, arguments.start, len(page.items)),
        ),
    )


def _found(found: int, every: int, without_year: int) -> Message:
    """Return how many documents match; `without_year` have no year, so that they may be of the one wanted."""
    if not every:
        return Message(
            "Ověřeno: ve sbírce listin nic uloženo není.",
            "Checked: nothing is filed in the collection of documents.",
        )
    unsure = _unsure(without_year)
    if found:
        return Message(
            f"Odpovídá {found} z {every} uložených listin.{unsure.cs}",
            f"{found} of {every} filed documents match.{unsure.en}",
        )
    if without_year:
        return Message(
            f"Z {every} uložených listin žádná tento rok neuvádí.{unsure.cs}",
            f"None of {every} filed documents states this year.{unsure.en}",
        )
    return Message(
        f"Ověřeno: z {every} uložených listin žádná neodpovídá; zkuste to bez typ nebo rok.",
        f"Checked: none of {every} filed documents matches; try without typ or rok.",
    )


def _unsure(without_year: int) -> Message:
    if not without_year:
        return Message("", "")
    return Message(
        f" Bez uvedeného roku: {without_year}, mohou se týkat i tohoto roku; vypíší se bez parametru rok.",
        f" Without a stated year: {without_year}; they may be about this year, too; list them without rok.",
    )
