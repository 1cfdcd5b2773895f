"""The tables of the system of record (SQLAlchemy Core), the same on SQLite and PostgreSQL.

Conventions: a company ID is an integer; dates are ISO texts (10 characters), moments ISO texts in UTC
with a Z; amounts are decimal texts with a point. `source` names the register a row comes from.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

from soupis.store.packing import RECORDS, Packed

metadata = MetaData()

# PostgreSQL refuses texts and numbers that are too long for their column, and with them the whole batch:
# only what the parsers have checked has a length; everything else is Text or BigInteger.

# SQLite numbers rows by itself only in a column declared INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")


def _date(name: str) -> Column[Any]:
    return Column(name, String(10))


def _subject_columns() -> list[Column[Any]]:
    """Columns shared by a claim and by the merged company, in the order of `records.Subject`."""
    return [
        Column("ico", Integer, primary_key=True, autoincrement=False),
        Column("name", Text),
        Column("legal_form", String(3)),
        Column("legal_form_ros", String(3)),
        _date("founded"),
        _date("ceased"),
        Column("ended", Boolean, nullable=False),
        Column("end_reason", Text),
        Column("headcount", String(3)),
        Column("nace", String(6)),
        Column("nace2025", String(6)),
        Column("sector", String(8)),
        Column("tax_office", String(3)),
        Column("tax_id", Text),
        Column("vat_group_id", Text),
        Column("vat_registration", Text),
        _date("updated"),
        Column("seat_text", Text),
        Column("seat_country", String(3)),
        Column("seat_region", BigInteger),
        Column("seat_district", String(6)),
        Column("seat_municipality_code", BigInteger),
        Column("seat_municipality", Text),
        Column("seat_part", Text),
        Column("seat_city_district", Text),
        Column("seat_street", Text),
        Column("seat_house_number", Text),
        Column("seat_house_number_kind", BigInteger),
        Column("seat_orientation_number", Text),
        Column("seat_postal_code", BigInteger),
        Column("seat_address_point", BigInteger),
        Column("file_mark", Text),
        Column("delivery_address", Text),
        Column("registrations", Text),  # as ARES lists them: "ros=AKTIVNI vr=NEEXISTUJICI"
    ]


# What each source says of a subject as a whole; a source never touches another one's rows.
company_claim = Table(
    "company_claim",
    metadata,
    Column("source", String(16), primary_key=True),
    *_subject_columns(),
    Column("dataset", Text, nullable=False),
    Column("retrieved", String(20), nullable=False),
    _date("missing_since"),
    sqlite_with_rowid=False,
)

# The merged company: per field the value of the most trusted source that has one (ingest/precedence.py).
company = Table(
    "company",
    metadata,
    *[column for column in _subject_columns() if not column.name.startswith("seat_")],
    # "source|retrieved|missing since" of each claim, space-separated: spares readers the claims themselves.
    Column("sources", Text, nullable=False),
    # Whose claim gives the seat, as a whole, so that a street never stands in another source's town.
    Column("seat_source", String(16)),
)
# The claim that a company's seat stands in.
SEAT_CLAIM = (company_claim.c.source == company.c.seat_source) & (company_claim.c.ico == company.c.ico)
# An answer of the VAT register names a tax ID; these lead to the companies that it is about.
Index("company_tax_id", company.c.tax_id, sqlite_where=company.c.tax_id.is_not(None))
Index("company_vat_group", company.c.vat_group_id, sqlite_where=company.c.vat_group_id.is_not(None))

# Hash of the row in the statistical register's file that a claim was made from, for each subject of the file.
statistical_row = Table(
    "statistical_row",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", BigInteger, nullable=False),
)

# All activities that one source lists of a subject. In one text: they are written, compared and read
# together, and one row for each of five would take twice the room.
activities = Table(
    "activities",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("source", String(16), primary_key=True),
    Column("codes", Text, nullable=False),  # revision and code, sorted: "2008:47911 2008:62010 2025:62100"
    sqlite_with_rowid=False,
)


# One row per extract of the public register: the parser's record, and what decides about it without reading
# it. Under one ID a company and its branches may stand, each with a file mark; which of them speaks for the
# company is decided by `ingest.precedence.speaker`.
extract = Table(
    "extract",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("source", String(16), primary_key=True),
    # Which of the extracts that one source has under one ID: 0, where there is only one.
    Column("part", Integer, primary_key=True, autoincrement=False),
    # Of the element of a file that it was made from, so that an unchanged one is not parsed again.
    Column("fingerprint", LargeBinary(16), nullable=False),
    Column("persons_hidden", Boolean, nullable=False),
    Column("dataset", Text),  # the file it was read from; a file of an earlier year never replaces it
    Column("mark", Text, nullable=False),  # file mark, "C 1581/MSPH"; empty = the source names none
    Column("branch", Boolean, nullable=False),  # an organisational unit of whom the ID belongs to
    # Without a legal form and without bodies of its own: a branch, if another extract has either of them.
    Column("bare", Boolean, nullable=False),
    Column("ended", Boolean, nullable=False),
    _date("entered"),
    _date("ceased"),
    Column("record", Packed(RECORDS), nullable=False),  # `ingest.extract_records`
)

person = Table(
    "person",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=False),  # 63 bits of the identity
    Column("key", String(120), nullable=False),
    # Keyed hash of folded first name, surname and birth date (or of the company, where the date is unknown).
    Column("identity", LargeBinary(16), nullable=False),
    Column("first_name", Text),
    Column("last_name", Text, nullable=False),
    Column("title_before", Text),
    Column("title_after", Text),
    _date("birth_date"),
)
Index("person_key", person.c.key, unique=True)

# Who sits where: the entries of an extract about members of bodies, partners and who represents them,
# replaced as a whole with the extract.
engagement = Table(
    "engagement",
    metadata,
    Column("id", RowId, primary_key=True),  # in the order of the extract
    Column("ico", Integer, nullable=False),
    Column("source", String(16), nullable=False),
    Column("part", Integer, nullable=False),
    Column("person_id", RowId),
    Column("legal_ico", Integer),
    # An ID printed without a country becomes `legal_ico` if the company bears the name.
    Column("claimed_ico", Integer),
    _date("member_to"),
    _date("function_to"),
    Column(
        "membership", Packed(RECORDS), nullable=False
    ),  # MessagePack of `ingest.extract_records.Membership`
)
Index("engagement_ico", engagement.c.ico)


def _index_of_few(name: str, column: Column[Any]) -> None:
    """Index a column that most rows leave empty."""
    is_told = column.is_not(None)
    Index(name, column, sqlite_where=is_told, postgresql_where=is_told)


_index_of_few("engagement_person", engagement.c.person_id)
_index_of_few("engagement_legal", engagement.c.legal_ico)
_index_of_few("engagement_claimed", engagement.c.claimed_ico)

# What the VAT register itself last said of one tax ID number; the ARES side is in company_claim.
vat_answer = Table(
    "vat_answer",
    metadata,
    Column("dic_digits", String(12), primary_key=True),
    Column("subject_kind", String(24), nullable=False),  # PLATCE_DPH | IDENTIFIKOVANA_OSOBA | ... | NENALEZEN
    Column("unreliable", String(12)),  # ANO | NE | NENALEZEN
    _date("unreliable_since"),
    Column("tax_office", String(3)),
    # JSON array of [text, day of publication, day of its end]; answers read by old versions hold texts alone.
    Column("accounts", Text, nullable=False),
    Column("answered", String(20), nullable=False),
)


def _queue(name: str) -> Table:
    """A queue of companies to look up, one row per company; `store.lookup_queue` works with it."""
    table = Table(
        name,
        metadata,
        Column("ico", Integer, primary_key=True, autoincrement=False),
        Column("asked", String(20), nullable=False),
        Column("attempts", SmallInteger, nullable=False),
        Column("next_attempt", String(20), nullable=False),
        Column("last_error", Text),
        Column("given_up", Boolean, nullable=False),
        Column("share", SmallInteger, nullable=False, server_default="0"),  # `store.lookup_queue.Share`
    )
    Index(f"{name}_next", table.c.given_up, table.c.share, table.c.next_attempt)
    return table


# Companies whose VAT status somebody asked for and the register has not yet told us.
vat_queue = _queue("vat_queue")
# Companies whose page somebody opened: what is read company by company is refreshed where it is old.
refresh_queue = _queue("visit_queue")

# How many requests a source was sent in each minute, so that its limits outlive a restart.
request_count = Table(
    "request_count",
    metadata,
    Column("source", String(24), primary_key=True),
    Column("minute", Integer, primary_key=True, autoincrement=False),  # since 1970
    Column("requests", Integer, nullable=False),
)

proceeding = Table(
    "proceeding",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("file_mark", Text, primary_key=True),  # "INS 12575/2022"
    Column("court", Text),
    Column("state", Text),  # druhStavKonkursu, or null when the source did not say
    _date("started"),
    _date("ended"),
    Column("url", Text),
    Column("retrieved", String(20), nullable=False),
    Column("senate", Integer),
)

filing = Table(
    "filing",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("number", Text, primary_key=True),  # "AV 325/SL93/KSCB"
    Column("kinds", Text, nullable=False),
    Column("year", SmallInteger),
    _date("created"),
    _date("received"),
    _date("filed"),
    Column("pages", Integer),
    Column("url", Text),
    Column("retrieved", String(20), nullable=False),
)

# When one company was last asked of a source that is read company by company (ISIR, documents).
lookup = Table(
    "lookup",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("source", String(16), primary_key=True),
    Column("retrieved", String(20), nullable=False),
)

code = Table(
    "code",
    metadata,
    # one of registers.codelists.LIST_NAMES
    Column("list", String(24), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("name_cs", Text, nullable=False),
    Column("name_en", Text),
    Column("parent", String(16)),
)

source_run = Table(
    "source_run",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("source", String(24), nullable=False),
    Column("dataset", Text, nullable=False),
    Column("started", String(20), nullable=False),
    Column("finished", String(20)),
    Column("state", String(10), nullable=False),  # running | done | failed | refused
    Column("fingerprint", String(64)),
    Column("rows_read", Integer),
    Column("rows_changed", Integer),
    Column("rows_rejected", Integer),
    Column("rejected_sample", Text),  # JSON array of {place, reason}
    Column("error", Text),
)
Index("source_run_source", source_run.c.source, source_run.c.started)

# How each source stands, for users and operators: kept beside the runs so that a node can copy it.
source_state = Table(
    "source_state",
    metadata,
    Column("source", String(24), primary_key=True),
    Column("last_attempt", String(20)),
    Column("last_success", String(20)),
    Column("rows", Integer),
    Column("next_run", String(20)),
    Column("last_error", String(40)),  # class of the error of the last attempt; null = it succeeded
    # Of sources that are read company by company: how many there are, how many it was read for, and when
    # (the median, to the hour).
    Column("companies", Integer),
    Column("covered", Integer),
    Column("median_read", String(20)),
)

# Entities whose documents have to be made again; a row goes in with the change that asks for it.
dirty = Table(
    "dirty",
    metadata,
    Column("kind", SmallInteger, primary_key=True),
    Column("key", RowId, primary_key=True, autoincrement=False),
    # New with every change, so that an entry renewed while its document was being built is not taken away.
    Column("version", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

KIND_COMPANY = 1
KIND_PERSON = 2

EVENT_NEW = 1
EVENT_CHANGED = 2
EVENT_CEASED = 3

# The change log: one row per published change, read by followers in the order of `seq`.
change = Table(
    "change",
    metadata,
    Column("seq", RowId, primary_key=True, autoincrement=True),
    Column("kind", SmallInteger, nullable=False),
    Column("key", RowId, nullable=False),
    Column("at", String(20), nullable=False),
    # What happened to a company, and which sections of its document differ: "sidlo dph"; null = not known.
    Column("event", SmallInteger, nullable=False, server_default=str(EVENT_CHANGED)),
    Column("sections", Text),
    sqlite_autoincrement=True,
)
# The feed of companies passes over the lines of persons, of which there may be millions in a row.
Index(
    "change_of_company",
    change.c.seq,
    sqlite_where=change.c.kind == KIND_COMPANY,
    postgresql_where=change.c.kind == KIND_COMPANY,
)

# Changes of watched companies, which are few among millions of lines.
Index(
    "change_by_company",
    change.c.key,
    change.c.seq,
    sqlite_where=change.c.kind == KIND_COMPANY,
    postgresql_where=change.c.kind == KIND_COMPANY,
)

# Published documents. Search items, export lines and entries of the index are derived when they are read.
company_document = Table(
    "company_document",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("version", BigInteger, nullable=False),  # fingerprint of the columns below, the ETag
    # MessagePack of `store.extras.CompanyExtra`: what search and exports need and the detail does not show.
    Column("extra", LargeBinary),
    Column("ties", Packed),  # JSON array of Angazma: where the company itself sits; null = nowhere
    Column("detail", Packed, nullable=False),  # JSON of FirmaDetail
)

person_document = Table(
    "person_document",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=False),
    # Found by `person.key`, and by an index of its own in the copies of nodes alone, who have no persons: a
    # second index of keys in no order would be most of what publishing persons writes.
    Column("key", String(120), nullable=False),
    Column("version", BigInteger, nullable=False),  # fingerprint of the columns below
    # MessagePack list of the seats of the companies, which the index needs; null = the one of the profile.
    Column("towns", LargeBinary),
    Column("detail", Packed, nullable=False),  # JSON of OsobaProfil
)

# What the database keeps about itself, as JSON: the last publishing day, the shipped code lists' version...
setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
