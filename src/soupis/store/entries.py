"""What the search indexes are built from: one entry per company and person, kept with its document."""

from __future__ import annotations

import msgspec

from soupis.wire.base import JmenoOsoby


class CompanyEntry(msgspec.Struct, array_like=True, gc=False):
    """Searchable facts of one company; texts are as in the register, folding is the indexer's work."""

    ico: int
    name: str
    former_names: list[str]
    places: list[str]  # municipality, its part, names of the city district
    region: int | None  # RÚIAN code
    legal_form: str | None
    legal_form_ros: str | None
    nace: list[str]  # all activity codes of both revisions
    living: bool
    size: int  # 0-255: grows with headcount, capital and engagements


class PersonEntry(msgspec.Struct, array_like=True, gc=False):
    """Searchable facts of one person; `id` is the store's own number."""

    id: int
    first_name: JmenoOsoby | None
    last_name: JmenoOsoby
    companies: int
    active_companies: int


encode_entry = msgspec.msgpack.Encoder().encode
decode_company_entry = msgspec.msgpack.Decoder(CompanyEntry).decode
decode_person_entry = msgspec.msgpack.Decoder(PersonEntry).decode
