"""Filters: what narrows a search beside its text. Each is a list of the index that is ready, or a column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tantivy import Query

from soupis.folding import fold, fold_words
from soupis.search.analysis import searched_words
from soupis.search.queries import Fields, all_of, any_of

if TYPE_CHECKING:
    from soupis.search.companies import CompanyQuery

# What people write beside the words and numbers of an address.
_LABELS = re.compile(r"\b(?:ul(?:ice)?|psc|c(?:islo)?\W*(?:p|ev|o)(?:opisne|idencni|rientacni)?)\b\W*")
_POSTCODE = re.compile(r"\b(\d{3}) (\d{2})\b")
_FIRST_DAY, _LAST_DAY = 1, 99_99_99_99


def filters(fields: Fields, query: CompanyQuery) -> Iterator[Query]:
    """Yield the queries that companies found have to match, whatever the text."""
    if query.region is not None:
        yield fields.term("region", query.region)
    if query.town is not None and query.town.strip():
        yield fields.term("town", folded(query.town))
    for name, values in (
        ("form", query.legal_forms),
        ("nace", query.nace),
        ("headcount", query.headcount),
    ):
        if values:
            yield any_of(fields.term(name, folded(value)) for value in values)
    if query.living is not None:
        yield fields.term("living", int(query.living))
    if query.vat:
        yield fields.term("vat", query.vat)
    if query.insolvency:
        yield fields.term("insolvency", query.insolvency)
    if query.founded_from or query.founded_to:
        yield fields.between("founded", query.founded_from or _FIRST_DAY, query.founded_to or _LAST_DAY)
    if query.ended_from or query.ended_to:
        yield fields.between("ended", query.ended_from or _FIRST_DAY, query.ended_to or _LAST_DAY)
    if query.address:
        yield from _at_address(fields, query.address)


def folded(text: str) -> str:
    """Return a text as it is indexed in one term: folded, its words written together."""
    return "".join(searched_words(text))


def _at_address(fields: Fields, address: str) -> Iterator[Query]:
    """Yield what the seats at an address match: every word and number of it stands in theirs."""
    text = _LABELS.sub(" ", fold(address))
    for postcode in _POSTCODE.finditer(text):
        # Perhaps it is two numbers: "Dlouhá 123 45".
        apart = all_of(fields.term("where", number) for number in postcode.groups())
        yield any_of((fields.term("where", "".join(postcode.groups())), apart))
    for word in dict.fromkeys(fold_words(_POSTCODE.sub(" ", text))):
        yield fields.term("where", word)
