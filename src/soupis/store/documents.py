"""The read model: ready documents in a local SQLite file, read synchronously by primary key (about 10 µs)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from msgspec import Struct

from soupis.store.packing import unpack
from soupis.store.published_file import PublishedFile
from soupis.store.republishing import REPUBLISHING, Republishing, decode_republishing
from soupis.store.source_states import SourceState

# Bytes of compressed documents; their JSON is about eight times as large. Decoding larger ones and making an
# answer of them takes milliseconds, in which the event loop would answer nobody. A document that is sent as
# it is, or of which little is decoded, may be larger, and so may many of these together.
LARGE: Final = 4 * 1024
LARGE_AS_IS: Final = 32 * 1024
LARGE_TOGETHER: Final = 128 * 1024


class LargeDocumentError(Exception):
    """Documents are too large to be read in an event loop; read them in a thread."""


class _Query(NamedTuple):
    """A query whose last column is a document; `bounded` returns the length in place of a large one."""

    whole: str
    bounded: str


def _query(text: str, column: str, large: int = LARGE) -> _Query:
    bounded = f"CASE WHEN length({column}) <= {large} THEN {column} ELSE length({column}) END"
    return _Query(text.format(column), text.format(bounded))


_DETAIL = _query("SELECT version, {} FROM company_document WHERE ico = ?", "detail")
_DETAIL_AS_IS = _query("SELECT version, {} FROM company_document WHERE ico = ?", "detail", LARGE_AS_IS)
_PERSON = "SELECT version, {{}} FROM person_document WHERE {}".format
_ENGAGEMENTS = _query("SELECT {} FROM company_document WHERE ico = ?", "ties")

# One statement for a page of rows takes a tenth of the time of one for each. It begins with the keys.
_DETAILS = _query(
    "SELECT ico, extra, version, {} FROM json_each(?) CROSS JOIN company_document ON ico = value",
    "detail",
    LARGE_AS_IS,
)
_PERSON_NUMBERS = "SELECT id FROM person_document WHERE {}".format
_PROFILES = "SELECT id, key, version, towns, {{}} FROM person_document WHERE {}".format
_PROFILES_BY_NUMBER = _query(_PROFILES("id IN (SELECT value FROM json_each(?))"), "detail", LARGE_AS_IS)
# Only a key is followed by a colon, so no text of a detail looks like this.
_NO_VAT = b'"dph":null'


class _Named(NamedTuple):
    """Conditions by which profiles are found that have a key, or one of a list."""

    one: str
    any: str


# Keys have one index: that of persons, whom the copies of nodes have not.
_IN_COPY = _Named("key = ?", "key IN (SELECT value FROM json_each(?))")
_IN_RECORD = _Named(
    "id = (SELECT id FROM person WHERE key = ?)",
    "id IN (SELECT id FROM person WHERE key IN (SELECT value FROM json_each(?)))",
)


class Document(Struct, frozen=True, gc=False):
    """A ready JSON document and the version that serves as its ETag.

    `says_vat` = it is the detail of a company whose VAT status is verified.
    """

    version: int
    body: bytes
    says_vat: bool = False


class StoredDetail(NamedTuple):
    """The detail of a company, a JSON `FirmaDetail`, and extra facts (`store.extras.CompanyExtra`)."""

    body: bytes
    extra: bytes | None
    version: int


class StoredProfile(NamedTuple):
    """The profile of a person, a JSON `OsobaProfil`, with the store's number, the key and the towns."""

    number: int
    key: str
    version: int
    towns: bytes | None
    body: bytes


class Documents:
    """Read-only access to the documents of one node; one object per process.

    `path` and what is raised: see `PublishedFile`. In the thread of an event loop, methods that return
    documents raise `LargeDocumentError` instead of reading large ones.
    """

    def __init__(self, path: Path) -> None:
        self._file = PublishedFile(path)
        self._rows = self._file.rows
        named = _IN_COPY if self._file.is_copy else _IN_RECORD
        self._person = _query(_PERSON(named.one), "detail")
        self._person_numbers = _PERSON_NUMBERS(named.any)
        self._profiles_by_key = _query(_PROFILES(named.any), "detail")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Documents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def company(self, ico: int, *, as_is: bool = False) -> Document | None:
        """Return the detail document of a company; `as_is` = it will not be decoded."""
        for version, packed in self._documents(_DETAIL_AS_IS if as_is else _DETAIL, ico):
            if packed:
                body = unpack(packed)
                return Document(version, body, _NO_VAT not in body)
        return None

    def has_company(self, ico: int) -> bool:
        """Tell whether there is a document of a company."""
        query = "SELECT 1 FROM company_document WHERE ico = ? AND detail IS NOT NULL"
        return bool(self._rows(query, ico))

    def engagements_of_company(self, ico: int) -> bytes | None:
        """Return where a company itself sits: a JSON array of `wire.person.Angazma`, None = nowhere."""
        rows = self._documents(_ENGAGEMENTS, ico)
        return unpack(rows[0][0]) if rows and rows[0][0] else None

    def person(self, key: str) -> Document | None:
        """Return the profile document of a person by its public key."""
        rows = self._documents(self._person, key)
        if not rows:
            return None
        version, packed = rows[0]
        return Document(version, unpack(packed))

    def details(self, icos: Iterable[int]) -> list[StoredDetail | None]:
        """Return the details of companies in the given order, None for unknown ones."""
        listed = list(icos)
        rows = self._documents(_DETAILS, str(listed))
        found = {
            ico: StoredDetail(unpack(packed), extra, version)
            for ico, extra, version, packed in rows
            if packed
        }
        return list(map(found.get, listed))

    def profiles(self, ids: Iterable[int]) -> list[StoredProfile]:
        """Return the profiles of persons in the given order; unknown ones are left out."""
        listed = list(ids)
        found = {item.number: item for item in self._profiles(_PROFILES_BY_NUMBER, listed)}
        return [found[number] for number in listed if number in found]

    def profiles_by_key(self, keys: Iterable[str]) -> list[StoredProfile]:
        """Return the profiles of persons by their public keys, in no order; unknown ones are left out."""
        return self._profiles(self._profiles_by_key, list(keys))

    def person_numbers(self, keys: Iterable[str]) -> list[int]:
        """Return the numbers of persons by their public keys, in no order; unknown ones are left out."""
        return [row[0] for row in self._rows(self._person_numbers, json.dumps(list(keys)))]

    def icos(self, low: int, high: int, limit: int) -> list[int]:
        """Return the first IDs of companies from `low` up to but without `high`, in their order."""
        query = "SELECT ico FROM company_document WHERE ico >= ? AND ico < ? ORDER BY ico LIMIT ?"
        return [row[0] for row in self._rows(query, low, high, limit)]

    def sources(self) -> list[SourceState]:
        """Return how the sources stand that were ever tried or planned."""
        rows = self._rows(
            "SELECT source, last_attempt, last_success, rows, next_run, last_error, companies, covered,"
            " median_read FROM source_state ORDER BY source"
        )
        return [SourceState(*row) for row in rows]

    def holds_any(self) -> bool:
        """Tell whether there is any company."""
        return bool(self._rows("SELECT 1 FROM company_document LIMIT 1"))

    def republishing(self) -> Republishing | None:
        """Return how far documents are that are made anew all at once, None where they are not."""
        rows = self._rows("SELECT value FROM setting WHERE name = ?", REPUBLISHING)
        return decode_republishing(rows[0][0]) if rows else None

    def last_followed(self) -> float | None:
        """Return when somebody last followed here (seconds since 1970); None where nothing is copied."""
        return self._file.last_followed()

    def oldest_change_after(self, seq: int) -> str | None:
        """Return the moment of the first change after one of the change log, None where there is none."""
        rows = self._rows("SELECT at FROM change WHERE seq > ? ORDER BY seq LIMIT 1", seq)
        return rows[0][0] if rows else None

    def counts(self) -> tuple[int, int]:
        """Return how many companies and persons there are documents of."""
        query = "SELECT (SELECT count(*) FROM company_document), (SELECT count(*) FROM person_document)"
        [(companies, persons)] = self._rows(query)
        return companies, persons

    def _documents(self, query: _Query, key: int | str) -> list[Any]:
        return _checked(self._rows(_chosen(query), key))

    def _profiles(self, query: _Query, keys: Sequence[int | str]) -> list[StoredProfile]:
        rows = self._documents(query, json.dumps(keys))
        return [
            StoredProfile(number, key, version, towns, unpack(packed))
            for number, key, version, towns, packed in rows
        ]


def _chosen(query: _Query) -> str:
    """Return the text of a query, the bounded one in an event loop."""
    return query.bounded if _is_in_event_loop() else query.whole


def _checked(rows: list[Any]) -> list[Any]:
    """Return rows that end with a document; raise `LargeDocumentError` if the event loop should not go on."""
    if _is_in_event_loop() and (
        any(isinstance(row[-1], int) for row in rows)
        or sum(len(row[-1]) for row in rows if row[-1]) > LARGE_TOGETHER
    ):
        raise LargeDocumentError
    return rows


def _is_in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
