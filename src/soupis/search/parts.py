"""Making an index of parts, each of which is made whole by whoever analyses its entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import tantivy
import xxhash
from sqlalchemy import Table

from soupis.processes import in_order, worker_pool
from soupis.search import dictionary, schema, segments
from soupis.store.entries import decode_company_entry, decode_person_entry
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, company_document, person_document

# From so many entries on, other processes for their analysis, which takes longest, are worth their start; and
# how far they may be ahead.
PARALLEL = 50_000
PROCESSES = 2
AHEAD = 3
# Buffers of who changes an index that is there, or merges its parts.
HEAP = 50_000_000

# What a part of an index holds, and buffers in which that becomes one segment: companies of both registers
# take 33 MB.
_FIT_IN_PART = 30_000
_PART_HEAP = 50_000_000
# A search asks every segment, so parts are merged into one: tantivy does so with eight of a size and more.
_FEWEST_MERGED = 8


class Kind(NamedTuple):
    """What one of the two indexes is of."""

    number: int
    name: str  # the directory within a generation
    table: Table
    key: str  # the same name in the table and in the index

    @property
    def schema(self) -> tantivy.Schema:
        """The schema of its index."""
        return _CONTENTS[self.name].schema


class _Content(NamedTuple):
    """What an index of a generation holds: documents in JSON, tantivy reads a dict in twice the time."""

    schema: tantivy.Schema
    document: Callable[[Any], str]  # of an entry or a term


def fingerprint(entry: bytes) -> int:
    """Return what tells in the index of which entry a document was made, a number of 63 bits."""
    return xxhash.xxh3_64_intdigest(entry) >> 1


def _company_document(entry: bytes) -> str:
    return schema.company_json(decode_company_entry(entry), fingerprint(entry))


def _person_document(entry: bytes) -> str:
    return schema.person_json(decode_person_entry(entry), fingerprint(entry))


KINDS = (
    Kind(KIND_COMPANY, "companies", company_document, "ico"),
    Kind(KIND_PERSON, "persons", person_document, "id"),
)
COMPANIES, PERSONS = KINDS
_CONTENTS = {
    "companies": _Content(schema.company_schema(), _company_document),
    "persons": _Content(schema.person_schema(), _person_document),
    dictionary.NAME: _Content(schema.dictionary_schema(), dictionary.document),
}

Work = Callable[[Callable[[Any], Any], Iterable[Any], int], Iterator[Any]]
"""Yields what a function makes of each of some things, in their order; so many may be read ahead."""


@contextmanager
def workers(*, parallel: bool) -> Iterator[Work]:
    """Give what works on many things: here, or in other processes."""
    if not parallel:
        yield lambda work, items, _ahead: map(work, items)
        return
    with worker_pool(PROCESSES) as pool:
        yield partial(in_order, pool)


def documents_of(name: str, entries: list[bytes]) -> list[str]:
    """Return the documents of entries (perhaps in a worker process)."""
    return list(map(_CONTENTS[name].document, entries))


def size_of_part(count: int) -> int:
    """Return how many of so many a part holds, so that tantivy makes one segment of all parts."""
    parts = max(_FEWEST_MERGED, -(-count // _FIT_IN_PART)) if count > _FIT_IN_PART else 1
    return count // parts + 1


def build_dictionary(generation: Path, work: Work) -> Any:
    """Make the dictionary of an index of companies that was just built, and may be merging yet."""
    companies = schema.prepare(tantivy.Index.open(str(generation / COMPANIES.name))).searcher()
    # As texts they take a fifth of the memory.
    texts = [" ".join(sorted(terms)) for terms in dictionary.all_terms(companies)]  # packed by neighbours
    size = size_of_part(sum(text.count(" ") + 1 for text in texts))
    terms = chain.from_iterable(text.split(" ") for text in texts)
    batches = iter(lambda: list(islice(terms, size)), [])
    return build(generation, dictionary.NAME, batches, work, lambda _: None)


def build(
    generation: Path, name: str, batches: Iterable[list[Any]], work: Work, told: Callable[[int], None]
) -> Any:
    """Make an index of batches, each of which becomes a part; return the writer that merges several."""
    numbered = ((generation / f"{name}-{number}", batch) for number, batch in enumerate(batches))
    parts = []
    for path, count in work(partial(build_part, name), numbered, PROCESSES):
        parts.append(path)
        told(count)
    index = put_together(generation / name, parts)
    if len(parts) < 2:
        return None
    writer = index.writer(HEAP, num_threads=1)
    writer.commit()  # begins to merge
    return writer


def build_part(name: str, part: tuple[Path, list[Any]]) -> tuple[Path, int]:
    """Make an index of a batch (perhaps in a worker process); return where it is, and of how many."""
    path, batch = part
    path.mkdir()
    writer = _index(path, name).writer(_PART_HEAP, num_threads=1)
    document = _CONTENTS[name].document
    for item in batch:
        writer.add_json(document(item))
    writer.commit()
    writer.wait_merging_threads()
    return path, len(batch)


def put_together(path: Path, parts: list[Path]) -> tantivy.Index:
    """Make parts an index, or put them into the one that is there."""
    segments.put_together(path, parts)
    return _index(path, path.name)


def _index(path: Path, name: str) -> tantivy.Index:
    """Open an index of a generation, which is made where there is none."""
    return schema.prepare(tantivy.Index(_CONTENTS[name].schema, str(path)))
