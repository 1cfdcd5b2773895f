"""The dictionary of an index of companies: each term in which slips are looked for, once.

A walk through the terms of one field marks the companies of all that it meets, and each field has terms of
its own. Here a term is a document, so one walk tells what is like a word in any field, and companies are
asked by terms from then on. A term stays after the last company that held it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import tantivy
from msgspec.structs import astuple

from soupis.search.schema import open_index

NAME = "dictionary"
"""The directory within a generation."""

_HEAP = 50_000_000


def all_terms(companies: tantivy.Searcher) -> Iterator[set[str]]:
    """Yield all terms of an index of companies, those with the same first letter together."""
    words, former, places = (
        {term for term, _ in companies.terms_with_prefix(field, "")} for field in ("word", "former", "place")
    )
    # What else there is of a name begins with one of its words.
    for letter in sorted({term[0] for term in words | former | places}):
        terms = {term for every in (words, former, places) for term in every if term[0] == letter}
        for field in ("joined", "lead", "core"):
            terms.update(term for term, _ in companies.terms_with_prefix(field, letter))
        yield terms


class _Searched(msgspec.Struct):
    """The fields of a company in which slips are looked for: terms with spaces between them."""

    word: str = ""
    joined: str = ""
    lead: str = ""
    core: str = ""
    former: str = ""
    place: str = ""


_decode = msgspec.json.Decoder(_Searched).decode
_encode = msgspec.json.Encoder().encode


def document(term: str) -> str:
    """Return the document of a term, in JSON."""
    return _encode({"term": term}).decode()


class Additions:
    """Puts terms of documents of companies into a dictionary that does not hold them yet."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: Any = None
        self._new: set[str] = set()

    @cached_property
    def _index(self) -> tantivy.Index:
        return open_index(self._path)

    def add(self, documents: Iterable[str]) -> None:
        """Take the terms of documents, in JSON."""
        known = self._index.searcher()
        for searched in map(_decode, documents):
            terms = set(" ".join(astuple(searched)).split())
            self._new.update(term for term in terms if not known.doc_freq("term", term))

    def commit(self) -> None:
        """Store what was taken; before companies that have these terms are."""
        if not self._new:
            return
        if self._writer is None:
            self._writer = self._index.writer(_HEAP, num_threads=1)
            self._writer.garbage_collect_files()  # see `indexer`
        for term in sorted(self._new):
            self._writer.add_json(document(term))
        self._writer.commit()
        self._new.clear()
        self._index.reload()

    def close(self) -> None:
        """Wait until what was stored is put together."""
        if self._writer is not None:
            self._writer.wait_merging_threads()
