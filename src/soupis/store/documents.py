"""The read model: ready documents in a local SQLite file, read synchronously by primary key (about 10 µs)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from msgspec import Struct

from soupis.store.packing import unpack
from soupis.store.published_file import PublishedFile
from soupis.store.republishing import REPUBLISHING, Republishing, decode_republishing
from soupis.store.source_states import SourceState

_DETAIL = "SELECT version, detail FROM company_document WHERE ico = ?"
_PERSON = "SELECT version, detail FROM person_document WHERE {}".format
_ENGAGEMENTS = "SELECT ties FROM company_document WHERE ico = ?"

# One statement for a page of rows takes a tenth of the time of one for each. It begins with the keys.
_DETAILS = "SELECT ico, detail, extra FROM json_each(?) CROSS JOIN company_document ON ico = value"
_PERSON_NUMBERS = "SELECT id FROM person_document WHERE {}".format
_PROFILES = "SELECT id, key, version, towns, detail FROM person_document WHERE {}".format
_PROFILES_BY_NUMBER = _PROFILES("id IN (SELECT value FROM json_each(?))")
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


class StoredProfile(NamedTuple):
    """The profile of a person, a JSON `OsobaProfil`, with the store's number, the key and the towns."""

    number: int
    key: str
    version: int
    towns: bytes | None
    body: bytes


class Documents:
    """Read-only access to the documents of one node; one object per process.

    `path` and what is raised: see `PublishedFile`.
    """

    def __init__(self, path: Path) -> None:
        self._file = PublishedFile(path)
        self._rows = self._file.rows
        named = _IN_COPY if self._file.is_copy else _IN_RECORD
        self._person = _PERSON(named.one)
        self._person_numbers = _PERSON_NUMBERS(named.any)
        self._profiles_by_key = _PROFILES(named.any)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Documents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def company(self, ico: int) -> Document | None:
        """Return the detail document of a company."""
        for version, packed in self._rows(_DETAIL, ico):
            if packed:
                body = unpack(packed)
                return Document(version, body, _NO_VAT not in body)
        return None

    def engagements_of_company(self, ico: int) -> bytes | None:
        """Return where a company itself sits: a JSON array of `wire.person.Angazma`, None = nowhere."""
        rows = self._rows(_ENGAGEMENTS, ico)
        return unpack(rows[0][0]) if rows and rows[0][0] else None

    def person(self, key: str) -> Document | None:
        """Return the profile document of a person by its public key."""
        rows = self._rows(self._person, key)
        if not rows:
            return None
        version, packed = rows[0]
        return Document(version, unpack(packed))

    def details(self, icos: Iterable[int]) -> list[StoredDetail | None]:
        """Return the details of companies in the given order, None for unknown ones."""
        listed = list(icos)
        rows = self._rows(_DETAILS, str(listed))
        found = {ico: StoredDetail(unpack(packed), extra) for ico, packed, extra in rows}
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

    def _profiles(self, query: str, keys: Sequence[int | str]) -> list[StoredProfile]:
        rows = self._rows(query, json.dumps(keys))
        return [
            StoredProfile(number, key, version, towns, unpack(packed))
            for number, key, version, towns, packed in rows
        ]
