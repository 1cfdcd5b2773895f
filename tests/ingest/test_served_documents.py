"""Documents of the oldest rules that are served can be read by all that reads documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from soupis.ingest.publish.publish import DOCUMENT_RULES, OLDEST_SERVED_RULES
from soupis.mcp import insolvency
from soupis.queries import companies, persons
from soupis.search.entries import company_entry, person_entry
from soupis.store.extras import decode_company_extra, decode_towns
from soupis.store.packing import unpack
from soupis.wire.company import FirmaDetail
from soupis.wire.derived import item_of, name_and_vat_of, person_item_of
from soupis.wire.person import Angazma
from tests.support.recorded_documents import recorded

Decode = Callable[[bytes], Any]


def _company_entry(detail: bytes) -> object:
    return company_entry(1, detail, None)


def _person_entry(profile: bytes) -> object:
    return person_entry(1, profile, None)


_READERS: dict[tuple[str, str], tuple[Decode, ...]] = {
    ("company_document", "detail"): (
        companies.decode_detail,
        insolvency.decode,
        item_of,
        name_and_vat_of,
        _company_entry,
    ),
    ("company_document", "extra"): (decode_company_extra,),
    ("company_document", "ties"): (msgspec.json.Decoder(list[Angazma]).decode,),
    ("person_document", "detail"): (persons.decode_profile, person_item_of, _person_entry),
    ("person_document", "towns"): (decode_towns,),
}


@pytest.mark.parametrize(("table", "column"), _READERS)
def test_the_oldest_documents_that_are_served_can_be_read(table: str, column: str) -> None:
    stored = [row[column] for row in recorded(OLDEST_SERVED_RULES)[table] if row[column] is not None]
    assert len(stored) > 3
    for document in stored:
        for decode in _READERS[table, column]:
            decode(unpack(document))


def test_the_recorded_companies_have_members_and_partners() -> None:
    details = recorded(OLDEST_SERVED_RULES)["company_document"]
    firms = [msgspec.json.decode(unpack(row["detail"]), type=FirmaDetail) for row in details]
    assert any(firm.statutarni_organy for firm in firms) and any(firm.spolecnici for firm in firms)
    assert OLDEST_SERVED_RULES <= DOCUMENT_RULES
