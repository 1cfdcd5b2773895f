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
    false,
)

from soupis.store.common_texts import CommonText
from soupis.store.packing import Packed

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


def _part() -> Column[Any]:
    """Which of the extracts that one source has under one ID: 0, where there is only one."""
    return Column("part", Integer, nullable=False, server_default="0")


def _extract(name: str, *columns: Column[Any], found_by: tuple[str, ...] = ()) -> Table:
    """A table of entries of the public register, replaced as a whole with the extract they stand in.

    Its rows are found by the company, and by the company with the columns `found_by`.
    """
    table = Table(
        name,
        metadata,
        Column("id", RowId, primary_key=True),
        Column("ico", Integer, nullable=False),
        Column("source", CommonText(16), nullable=False),
        *columns,
        _part(),
        _date("entered"),
        _date("deleted"),
    )
    Index(f"{name}_ico", table.c.ico, *(table.c[column] for column in found_by))
    return table


# One row per extract: which element of a file it was made from, so that an unchanged one is not parsed again.
# Under one ID a company and its branches may stand, each with a file mark; which of them speaks for the
# company is decided by `ingest.precedence.speaker`.
extract = Table(
    "extract",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("source", CommonText(16), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", LargeBinary(16), nullable=False),
    Column("persons_hidden", Boolean, nullable=False),
    Column("dataset", CommonText),  # the file it was read from; a file of an earlier year never replaces it
    Column("mark", Text, nullable=False),  # file mark, "C 1581/MSPH"; empty = the source names none
    Column("branch", Boolean, nullable=False),  # an organisational unit of whom the ID belongs to
    # Without a legal form and without bodies of its own: a branch, if another extract has either of them.
    Column("bare", Boolean, nullable=False, server_default=false()),
    Column("ended", Boolean, nullable=False),
    _date("entered"),
    # MessagePack of `records.Subject`: the claim that would count if this extract spoke for the company;
    # kept only where several share an ID.
    Column("claim", LargeBinary),
    # Version of the reader; null = one before this column, which kept fewer kinds of entries.
    Column("reader", Integer),
)

# Organisational units of a company, whether they stand in its own extract or have one of theirs.
branch = _extract(
    "branch",
    Column("name", Text),
    Column("court", Text),
    Column("court_name", CommonText),
    Column("section", Text),
    Column("insert_number", BigInteger),
    *[column for column in _subject_columns() if column.name.startswith("seat_")],
)

company_name = _extract(
    "company_name",
    Column("name", Text, nullable=False),
    Column("foreign", Boolean, nullable=False, server_default=false()),  # in another language
)

# The seats of a company that the register told of one after another.
company_seat = _extract(
    "company_seat", *[column for column in _subject_columns() if column.name.startswith("seat_")]
)

file_mark = _extract(
    "file_mark",
    Column("court", Text, nullable=False),
    Column("court_name", CommonText),
    Column("section", Text, nullable=False),
    Column("insert_number", BigInteger, nullable=False),
)

capital = _extract(
    "capital",
    Column("kind", CommonText),
    Column("amount_unit", CommonText),
    Column("amount_value", Text),
    Column("amount_text", Text),
    Column("paid_unit", CommonText),
    Column("paid_value", Text),
    Column("paid_text", Text),
    Column("note", Text),
)

share_issue = _extract(
    "share_issue",
    Column("kind", CommonText),
    Column("form", CommonText),
    Column("count", BigInteger),
    Column("value_unit", CommonText),
    Column("value_value", Text),
    Column("value_text", Text),
    Column("note", Text),
)

other_fact = _extract(
    "other_fact",
    Column("kind", CommonText, nullable=False),
    Column("name", CommonText),
    Column("text", CommonText, nullable=False),
)

business_line = _extract("business_line", Column("text", CommonText, nullable=False))

body = _extract(
    "body",
    Column("role", CommonText(16), nullable=False),  # statutory | other | partners
    Column("kind", CommonText, nullable=False),
    Column("name", CommonText),
    Column("ordinal", Integer, nullable=False),
    # Present members whom the source does not name; null = 0.
    Column("hidden_members", Integer),
)

acting = _extract(
    "acting", Column("body_id", RowId, nullable=False), Column("text", CommonText, nullable=False)
)

person = Table(
    "person",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("key", String(120), nullable=False),
    # Keyed hash of folded first name, surname and birth date (or of the company, where the date is unknown).
    Column("identity", LargeBinary(16), nullable=False),
    Column("first_name", Text),
    Column("last_name", Text, nullable=False),
    Column("title_before", Text),
    Column("title_after", Text),
    _date("birth_date"),
)
# No constraints of the table, so that a first load may make them at its end (`ingest.person_indexes`).
PERSON_INDEXES = (
    Index("person_key", person.c.key, unique=True),
    Index("person_identity", person.c.identity, unique=True),
)

engagement = _extract(
    "engagement",
    Column("body_id", RowId, nullable=False),
    Column("represents_id", RowId),  # engagement of the legal person that this natural person acts for
    Column("kind", CommonText, nullable=False),
    Column("function", CommonText),
    Column("person_id", RowId),
    Column("legal_name", Text),
    Column("legal_ico", Integer),
    # An ID printed without a country becomes `legal_ico` if the company bears the name (merge/linking.py).
    Column("legal_claimed_ico", Integer),
    Column("legal_number", Text),
    Column("country", CommonText),  # of any person, as the register prints it
    _date("member_from"),
    _date("member_to"),
    _date("function_from"),
    _date("function_to"),
    Column("note", CommonText),  # what the register adds to the person: "provozní ředitel"
)
Index("engagement_person", engagement.c.person_id, sqlite_where=engagement.c.person_id.is_not(None))
Index("engagement_legal", engagement.c.legal_ico, sqlite_where=engagement.c.legal_ico.is_not(None))
Index(
    "engagement_claimed",
    engagement.c.legal_claimed_ico,
    sqlite_where=engagement.c.legal_claimed_ico.is_not(None),
    postgresql_where=engagement.c.legal_claimed_ico.is_not(None),
)

share = _extract(
    "share",
    Column("engagement_id", RowId, nullable=False),
    Column("kind", CommonText),
    Column("contribution_unit", CommonText),
    Column("contribution_value", Text),
    Column("contribution_text", Text),
    Column("size_unit", CommonText),
    Column("size_value", Text),
    Column("size_text", Text),
    Column("paid_unit", CommonText),
    Column("paid_value", Text),
    Column("paid_text", Text),
    Column("note", CommonText),
    Column("encumbrances", LargeBinary),  # MessagePack of a list of `records.Encumbrance`; null = none
    # A batch of profiles reads the shares of its persons alone, though a company may have 100,000 partners.
    found_by=("engagement_id",),
)

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

# One run of a source at a time across all processes: who holds which name, and until when.
lease = Table(
    "lease",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("owner", String(80), nullable=False),
    Column("expires", String(20), nullable=False),
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

# Published documents. Small columns first: a search page reads summaries and must not drag details along.
company_document = Table(
    "company_document",
    metadata,
    Column("ico", Integer, primary_key=True, autoincrement=False),
    Column("version", BigInteger, nullable=False),  # fingerprint of the content, the ETag
    Column("summary", Packed, nullable=False),  # JSON of FirmaPolozka
    Column("entry", Packed, nullable=False),  # MessagePack of CompanyEntry
    Column("csv", Packed, nullable=False),  # line of the search export without its line end
    # JSON of Dph; null = unverified. As it is: a batch asks for hundreds at once.
    Column("vat", LargeBinary),
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
    Column("version", BigInteger, nullable=False),
    Column("summary", Packed, nullable=False),  # JSON of OsobaSouhrn
    Column("entry", Packed, nullable=False),  # MessagePack of PersonEntry
    Column("detail", Packed, nullable=False),  # JSON of OsobaProfil
)

# What the database keeps about itself, as JSON: the last publishing day, the shipped code lists' version...
setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
