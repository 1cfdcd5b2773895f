"""Texts of registers as they are stored: cleaned, and without what is private about persons.

Every record and every row of a source passes here on its way into the database. Names of persons are redacted
where persons are identified (`ingest.merge.identity`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Engine, Table, Text, bindparam, select, tuple_, update

from soupis.ingest.extract_records import decode, decode_membership, encode
from soupis.ingest.privacy.redaction import redact, redact_beside_name, redact_name
from soupis.progress import Progress
from soupis.registers.records import NaturalPerson, Subject
from soupis.store.engine import writing
from soupis.store.tables import (
    company,
    company_claim,
    engagement,
    extract,
    filing,
    person,
    proceeding,
    vat_answer,
)

Redact = Callable[[str], str]

# Identifiers have no spaces and no words, and are no birth numbers; anything else is a text like others.
_IDENTIFIER = re.compile(r"(?!\d{6}/\d{3,4}\Z)[\w./:?=&%#~+-]*", re.ASCII)
_RECORDS: dict[str, Callable[[bytes], Struct]] = {"record": decode, "membership": decode_membership}
_BETWEEN_PARTS = re.compile(r"(?:[\s,/-]|č\.\s?(?:p|ev|o)\.)*")
# Fields of records and columns of tables without texts of a source: days, and texts of the service itself.
_OWN = frozenset(
    "founded ceased updated entered deleted arose ended member_from member_to function_from function_to "
    "key sources dataset".split()
)
_PARTS_OF_SEAT = (
    "seat_street", "seat_part", "seat_municipality", "seat_city_district", "seat_house_number",
    "seat_orientation_number",
)  # fmt: skip


def redact_identifier(text: str) -> str:
    """Return a number, a code or an address of a page as it is, and any other text redacted."""
    return text if _IDENTIFIER.fullmatch(text) else redact(text)


def redact_accounts(accounts: str) -> str:
    """Return a JSON array of bank accounts, each a text or an array that begins with one, redacted."""
    items = [
        redact_identifier(item) if isinstance(item, str) else [redact_identifier(item[0]), *item[1:]]
        for item in msgspec.json.decode(accounts)
    ]
    return msgspec.json.encode(items).decode()


_SPECIAL: dict[str, Redact] = {
    "function": redact_beside_name,
    "note": redact_beside_name,
    "first_name": redact_name,
    "last_name": redact_name,
    "title_before": redact_name,
    "title_after": redact_name,
    "tax_id": redact_identifier,
    "vat_group_id": redact_identifier,
    "foreign_number": redact_identifier,
    "dic_digits": redact_identifier,
    "url": redact_identifier,
    "accounts": redact_accounts,
}


def _ways(names: Collection[str]) -> dict[str, Redact]:
    """Return how the text of each field is redacted."""
    return {name: _SPECIAL.get(name, redact) for name in names if name not in _OWN}


@cache
def _ways_of_struct(kind: type[Struct]) -> list[tuple[str, Redact]]:
    # A natural person is identified by the name as the register has it, and redacted then.
    names = ("country",) if kind is NaturalPerson else kind.__struct_fields__
    return [(name, way) for name, way in _ways(names).items() if name != "seat_text"]


@cache
def _ways_of_table(table: Table) -> dict[str, Redact]:
    return _ways([column.name for column in table.columns if isinstance(column.type, Text)])


_SUBJECT = Subject.__struct_fields__
_WAYS_OF_CLAIM = [(_SUBJECT.index(name), way) for name, way in _ways_of_table(company_claim).items()]
_SEAT_TEXT = _SUBJECT.index("seat_text")


def store_texts(record: Struct) -> None:
    """Replace all texts of a record, and of the records in it, by what is stored of them."""
    if isinstance(record, Subject):
        record.seat_text = stored_claim(structs.astuple(record))[_SEAT_TEXT]
    for name, way in _ways_of_struct(record.__class__):
        value = getattr(record, name)
        if isinstance(value, str):
            if (new := way(value)) is not value:
                structs.force_setattr(record, name, new)
        elif isinstance(value, Struct):
            store_texts(value)
        elif isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, Struct):
                    store_texts(item)
                else:
                    value[place] = way(item)


def stored_claim(claim: Sequence[Any]) -> list[Any]:
    """Return what is stored of a claim, a tuple in the order of `Subject`."""
    values = list(claim)
    for place, way in _WAYS_OF_CLAIM:
        if (text := values[place]) is not None:
            values[place] = way(text)
    text = claim[_SEAT_TEXT]
    if text != values[_SEAT_TEXT] and _is_made_of_parts(text, dict(zip(_SUBJECT, claim, strict=True))):
        values[_SEAT_TEXT] = text
    return values


def stored_row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stored of a row, whose columns may be some of the table's."""
    values = dict(row)
    for name, way in _ways_of_table(table).items():
        if (text := values.get(name)) is not None:
            values[name] = way(text)
    for name, decode_record in _RECORDS.items():
        if name in values:
            record = decode_record(values[name])
            store_texts(record)
            values[name] = encode(record)
    text = row.get("seat_text")
    if text != values.get("seat_text") and _is_made_of_parts(str(text), row):
        values["seat_text"] = text
    return values


def _is_made_of_parts(text: str, seat: Mapping[str, Any]) -> bool:
    """Tell whether the text of a seat has nothing but the seat's own parts, so that it is an address.

    There are streets called after days ("17. listopadu 31") and towns called like people.
    """
    parts = [seat[name] for name in _PARTS_OF_SEAT if seat[name]]
    if code := seat["seat_postal_code"]:
        parts += [f"{code:05d}", f"{code // 100:03d} {code % 100:02d}"]
    longest_first = sorted(parts, key=len, reverse=True)
    known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return bool(parts) and _BETWEEN_PARTS.fullmatch(known.sub("", text)) is not None


_TABLES = (company_claim, company, person, proceeding, filing, vat_answer, extract, engagement)
_ROWS_AT_ONCE = 1_000


def redact_stored(engine: Engine, progress: Progress) -> None:
    """Redact everything stored by the rules of this version; what is redacted already stays as it is."""
    for table in _TABLES:
        done, last = 0, _redact_after(engine, table, None)
        while last is not None:
            done += _ROWS_AT_ONCE
            progress(f"redacting {table.name}", done, None)
            last = _redact_after(engine, table, last)


def _redact_after(engine: Engine, table: Table, last: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """Redact the rows of a table behind a primary key; return the last one's key, None after the end."""
    keys = list(table.primary_key)
    rows = select(table).order_by(*keys).limit(_ROWS_AT_ONCE)
    if last is not None:
        rows = rows.where(tuple_(*keys) > last)
    is_row = [key == bindparam(f"old_{key.name}") for key in keys]
    row_columns = [column.name for column in table.columns]
    replace = update(table).where(*is_row).values({name: bindparam(name) for name in row_columns})
    with writing(engine) as connection:
        found = [dict(row) for row in connection.execute(rows).mappings()]
        pairs = [(row, stored_row(table, row)) for row in found]
        changed = [
            {**new, **{f"old_{key.name}": old[key.name] for key in keys}} for old, new in pairs if old != new
        ]
        if changed:
            connection.execute(replace, changed)
    return tuple(found[-1][key.name] for key in keys) if found else None
