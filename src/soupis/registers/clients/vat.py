"""Client of the VAT register; the base address is the address of the service itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from soupis.registers import vat
from soupis.registers.download import download
from soupis.registers.errors import SourceUnavailable
from soupis.registers.http import Answer, SourceClient
from soupis.registers.records import Rejected

_XML = {"Content-Type": "text/xml; charset=utf-8", "Accept": "text/xml"}
_SOAP_STATUSES = frozenset({200, 500})  # 500 carries a fault


def statuses(client: SourceClient, dic_digits: Collection[str]) -> vat.VatAnswer:
    """Ask for 1 to 100 tax ID numbers (digits only) at once.

    Rows that were not asked for are rejected. An ID that is in no row was not answered: ask again later.
    """
    numbers = frozenset(dic_digits)

    def read(answer: Answer) -> vat.VatAnswer:
        parsed = vat.parse(answer.body)
        if answer.status != 200:
            raise SourceUnavailable(f"{vat.SOURCE}: answered {answer.status} without a fault.")
        strange = [row for row in parsed.rows if row.dic_digits not in numbers]
        return vat.VatAnswer(
            [row for row in parsed.rows if row.dic_digits in numbers],
            parsed.rejected + [Rejected("answer", "a row was not asked for")] * len(strange),
            parsed.generated,
            parsed.partial,
        )

    action = vat.soap_action("getStatusNespolehlivySubjektRozsirenyV2")
    return client.ask(
        "POST",
        "",
        read,
        content=vat.status_request(dic_digits),
        headers={**_XML, "SOAPAction": action},
        statuses=_SOAP_STATUSES,
    )


def unreliable_payers(client: SourceClient, target: Path) -> Iterator[vat.VatRow | Rejected]:
    """Download the list of all unreliable payers (50 to 100 MB) to `target` and read it row by row.

    The file is whole before the first row comes; it is not kept when the register sent something else.
    """

    def check(path: Path) -> None:
        with path.open("rb") as file:
            for _ in vat.read_list(file):
                pass

    download(
        client,
        "",
        target,
        check=check,
        content=vat.list_request(),
        headers={**_XML, "SOAPAction": vat.soap_action("getSeznamNespolehlivyPlatce")},
        max_bytes=4 * 1024**3,
    )
    with target.open("rb") as file:
        yield from vat.read_list(file)
