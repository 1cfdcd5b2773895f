"""The read model: ready documents in a local SQLite file, read synchronously by primary key (about 10 µs)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from msgspec import Struct

from soupis.store.entries import PersonEntry, decode_person_entry
from soupis.store.packing import unpack
from soupis.store.profiles import whole
from soupis.store.published_file import PublishedFile
from soupis.store.republishing import REPUBLISHING, Republishing, decode_republishing
from soupis.store.shared_read import SharedRead
from soupis.store.source_states import SourceState

# Details that are asked for again and again are kept, about 40 MB at most, until anything is published. The
# time is for changes that nobody announced: a process killed after its commit, a file changed by hand.
KEPT_SECONDS = 5.0
_MOST_KEPT = 16_384
_LARGEST_KEPT = 16_384

_DETAIL = "SELECT version, vat IS NOT NULL, detail FROM company_document WHERE ico = ?"
_PERSON = "SELECT version, summary, detail FROM person_document WHERE {}".format
_ENGAGEMENTS = "SELECT ties FROM company_document WHERE ico = ?"

# One statement for a page of rows takes a tenth of the time of one for each. It begins with the keys, and
# leaves out rows that lack what is asked for: of most companies no VAT status is known at first.
_OF_COMPANIES = (
    "SELECT ico, {0} FROM json_each(?) CROSS JOIN company_document ON ico = value"
    " WHERE {0} IS NOT NULL"
).format  # fmt: skip
_SUMMARIES, _CSV_LINES, _VAT = map(_OF_COMPANIES, ("summary", "csv", "vat"))
_PERSON_NUMBERS = "SELECT id FROM person_document WHERE {}".format
_PERSON_ENTRIES = "SELECT key, entry FROM person_document WHERE {}".format
_ENTRIES_BY_NUMBER = _PERSON_ENTRIES("id IN (SELECT value FROM json_each(?))")
_PERSON_SUMMARIES = "SELECT id, summary FROM person_document WHERE id IN (SELECT value FROM json_each(?))"


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


class _Kept(NamedTuple):
    until: float
    token: bytes
    details: dict[int, Document]


class Documents:
    """Read-only access to the documents of one node; one object per process.

    `path` and what is raised: see `PublishedFile`.
    """

    def __init__(self, path: Path) -> None:
        self._file = PublishedFile(path)
        self._rows, self._token = self._file.rows, self._file.token
        self._shared = SharedRead(self._file)
        named = _IN_COPY if self._file.is_copy else _IN_RECORD
        self._person = _PERSON(named.one)
        self._person_numbers = _PERSON_NUMBERS(named.any)
        self._entries_by_key = _PERSON_ENTRIES(named.any)
        self._kept = _Kept(0.0, b"", {})

    def close(self) -> None:
        """Close the file."""
        self._shared.close()
        self._file.close()

    def __enter__(self) -> Documents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def company(self, ico: int) -> Document | None:
        """Return the detail document of a company."""
        # Time and token from before the reading: a change meanwhile makes what was read too old at once.
        now, token, kept = time.monotonic(), self._token(), self._kept
        if token != kept.token or now >= kept.until:
            kept = self._kept = _Kept(now + KEPT_SECONDS, token, {})
        document = kept.details.get(ico)
        if document is None:
            for version, says_vat, packed in self._shared.rows(token, now, _DETAIL, ico):
                if packed:
                    body = unpack(packed)
                    document = Document(version, body, bool(says_vat))
                    if len(body) <= _LARGEST_KEPT:
                        if len(kept.details) >= _MOST_KEPT:
                            kept.details.clear()
                        kept.details[ico] = document
        return document

    def engagements_of_company(self, ico: int) -> bytes | None:
        """Return where a company itself sits: a JSON array of `wire.person.Angazma`, None = nowhere."""
        rows = self._rows(_ENGAGEMENTS, ico)
        return unpack(rows[0][0]) if rows and rows[0][0] else None

    def person(self, key: str) -> Document | None:
        """Return the profile document of a person by its public key."""
        rows = self._shared.rows(self._token(), time.monotonic(), self._person, key)
        if not rows:
            return None
        version, summary, detail = rows[0]
        return Document(version, whole(unpack(summary), unpack(detail)))

    def company_summaries(self, icos: Iterable[int]) -> list[bytes]:
        """Return the search items of companies in the given order; unknown ones are left out."""
        return list(filter(None, self._each(_SUMMARIES, icos)))

    def person_summaries(self, ids: Iterable[int]) -> list[bytes]:
        """Return the search items of persons in the given order; unknown ones are left out."""
        return list(filter(None, self._each(_PERSON_SUMMARIES, ids)))

    def person_numbers(self, keys: Iterable[str]) -> list[int]:
        """Return the numbers of persons by their public keys, in no order; unknown ones are left out."""
        return [row[0] for row in self._rows(self._person_numbers, json.dumps(list(keys)))]

    def person_entries(self, keys: Iterable[str], ids: Iterable[int] = ()) -> dict[str, PersonEntry]:
        """Return what the index knows of persons, by key; those asked for by key or by number."""
        rows = self._rows(self._entries_by_key, json.dumps(list(keys)))
        rows += self._rows(_ENTRIES_BY_NUMBER, json.dumps(list(ids)))
        return {key: decode_person_entry(unpack(entry)) for key, entry in rows}

    def csv_lines(self, icos: Iterable[int]) -> list[bytes]:
        """Return the export lines of companies in the given order; unknown ones are left out."""
        return list(filter(None, self._each(_CSV_LINES, icos)))

    def vat(self, icos: Iterable[int]) -> list[bytes | None]:
        """Return the VAT documents of companies in the given order; None = unverified or unknown."""
        return self._each(_VAT, icos)

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

    def _each(self, query: str, keys: Iterable[int]) -> list[bytes | None]:
        """Return a column of bytes for each key, None where there is none."""
        listed = list(keys)
        found = dict(self._rows(query, str(listed)))
        return [unpack(stored) if (stored := found.get(key)) else None for key in listed]
