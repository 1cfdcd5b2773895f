"""Client of the collection of documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from soupis.identifiers import format_ico
from soupis.registers import filings
from soupis.registers.errors import SourceError
from soupis.registers.http import SourceClient

T = TypeVar("T")


def company_filings(client: SourceClient, ico: int) -> filings.Listing | None:
    """Ask for a company's filings; None when the collection does not know the company.

    The links of its pages live within one session, so each company gets a cookie jar of its own, and a
    refused link starts again with the search.
    """

    def both_steps() -> filings.Listing | None:
        with client.session() as session:
            found = _page(session, f"/ias/ui/rejstrik-$firma?ico={format_ico(ico)}", filings.parse_search)
            subject_id = found.get(ico)
            if subject_id is None:
                return None
            read = partial(filings.parse_list, base_url=client.base_url)
            listing = _page(session, f"/ias/ui/vypis-sl-firma?subjektId={subject_id}", read)
        if listing.ico not in (None, ico):
            raise SourceError(f"{filings.SOURCE}: the list is about another company than {format_ico(ico)}.")
        return listing

    return client.retry_policy.retrying()(both_steps)


def _page(session: SourceClient, path: str, parse: Callable[[bytes], T]) -> T:
    return session.ask("GET", path, lambda answer: parse(answer.body), headers={"Accept": "text/html"})
