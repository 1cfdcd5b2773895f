"""What the search indexes are built from: one entry per company and person, kept with its document."""

from __future__ import annotations

import msgspec

from soupis.wire.base import Datum, JmenoFirmy, JmenoOsoby, Oznaceni


class CompanyEntry(msgspec.Struct, array_like=True, gc=False):
    """Searchable facts of one company; texts are as in the register, folding is the indexer's work."""

    ico: int
    name: JmenoFirmy
    former_names: list[JmenoFirmy]
    places: list[str]  # municipality, its part, names of the city district
    region: int | None  # RÚIAN code
    legal_form: str | None
    legal_form_ros: str | None
    nace: list[str]  # all activity codes of both revisions
    living: bool
    size: int  # 0-255: grows with headcount, capital and engagements
    # What follows is missing in entries that were published before it was searched.
    district: str | None = None  # name of the okres
    street: str | None = None
    house: str | None = None  # "1522/53", "č.ev. 12"
    postcode: int | None = None
    marks: list[str] = []  # current file marks, "C 338582/MSPH"
    accounts: list[Oznaceni] = []  # published bank accounts as the register prints them
    vat: Oznaceni | None = None  # `dph.stav` as published, None = not known
    insolvency: bool | None = None  # by `wire.states.is_insolvent`, None = not known
    founded: Datum | None = None
    headcount: Oznaceni | None = None  # code of the class of the number of employees
    ended: Datum | None = None
    insolvent_since: list[Datum | None] = []  # when proceedings began, None = the register does not tell


class PersonEntry(msgspec.Struct, array_like=True, gc=False):
    """Searchable facts of one person; `id` is the store's own number."""

    id: int
    first_name: JmenoOsoby | None
    last_name: JmenoOsoby
    companies: int
    active_companies: int
    # What follows is missing in entries that were published before it was searched.
    birth_year: int | None = None
    company_names: list[JmenoFirmy] = []  # of engagements, current first
    towns: list[str] = []  # seats of these companies


encode_entry = msgspec.msgpack.Encoder().encode
decode_company_entry = msgspec.msgpack.Decoder(CompanyEntry).decode
decode_person_entry = msgspec.msgpack.Decoder(PersonEntry).decode
