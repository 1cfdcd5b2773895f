"""Reading an index that another process keeps writing: always a complete state, at most a second old."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import tantivy

from soupis.search import schema
from soupis.search.segments import damaged_files, is_corruption
from soupis.store.generations import current_generation, is_noted_as_damaged, note_damage, read_state

_SECONDS_BETWEEN_CHECKS = 1.0


class DamagedIndexError(OSError):
    """The index cannot be read, as its files are damaged or of another version; it is built anew."""


class GuardedSearcher:
    """A searcher whose errors over damaged files, panics included, are one error that callers know."""

    def __init__(
        self,
        searcher: tantivy.Searcher,
        generation: Path | None,
        dictionary: GuardedSearcher | None = None,
    ) -> None:
        self._searcher = searcher
        self._generation = generation
        self.dictionary = dictionary  # of all terms in which slips are looked for, see `dictionary`
        self.num_docs = searcher.num_docs
        self.applied_change = 0  # the searcher holds every change of the log up to this one

    def search(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.search`."""
        return self._guarded(self._searcher.search, *arguments, **options)

    def aggregate(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.aggregate`."""
        return self._guarded(self._searcher.aggregate, *arguments, **options)

    def doc_freq(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.doc_freq`."""
        return self._guarded(self._searcher.doc_freq, *arguments, **options)

    def doc(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.doc`."""
        return self._guarded(self._searcher.doc, *arguments, **options)

    def fast_field_values(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.fast_field_values`."""
        return self._guarded(self._searcher.fast_field_values, *arguments, **options)

    def terms_with_prefix(self, *arguments: Any, **options: Any) -> Any:
        """See `tantivy.Searcher.terms_with_prefix`."""
        return self._guarded(self._searcher.terms_with_prefix, *arguments, **options)

    def _guarded(self, call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        try:
            return call(*arguments, **options)
        except BaseException as error:
            # A text that tantivy refuses is a ValueError too; only the files can tell which of both it is.
            if self._generation is None or not is_corruption(error) or not _is_damaged(self._generation):
                raise
            note_damage(self._generation)
            raise DamagedIndexError("The search index is damaged; it is being built anew.") from error


class Reader:
    """Gives searchers over one index of the current generation; one object for all threads.

    A searcher is a snapshot: it never changes and stays valid while the index is rebuilt.
    """

    def __init__(
        self, directory: Path, name: str, empty_schema: tantivy.Schema, dictionary: str | None = None
    ) -> None:
        """`dictionary` = the name of the one that belongs to the index."""
        self._directory = directory
        self._name = name
        self._dictionary_name = dictionary
        self._dictionary: tantivy.Index | None = None
        # Before the first build there is an index without documents, so that a new node answers at once.
        self._index = schema.prepare(tantivy.Index(empty_schema))
        self._searcher = GuardedSearcher(self._index.searcher(), None)
        self._generation: Path | None = None
        self._lock = threading.Lock()
        # The current generation is damaged or of another version; what was open before goes on.
        self._unusable = False
        self._token: tuple[int, ...] | None = None
        self.reload()

    def searcher(self) -> tantivy.Searcher:
        """Return the newest searcher; looks for a newer commit at most once a second.

        Raises DamagedIndexError where there is none but one that cannot be read, instead of finding nothing.
        """
        if time.monotonic() >= self._next_check:
            self.reload()
        if self._unusable and self._generation is None:
            raise DamagedIndexError("The search index cannot be read; it is being built anew.")
        return cast(tantivy.Searcher, self._searcher)

    def applied_change(self) -> int | None:
        """Return the last change of the log that the index holds, None where there is no usable index."""
        generation = current_generation(self._directory)
        if generation is None or is_noted_as_damaged(generation):
            return None
        state = read_state(generation)
        return state.seq if state and state.version == schema.VERSION else None

    def held_change(self) -> int:
        """Return a change up to which searchers that are given out from now on hold the log."""
        return cast(GuardedSearcher, self.searcher()).applied_change

    def reload(self) -> None:
        """Look for a newer commit now; an index that cannot be read leaves the old searcher in place."""
        self._next_check = time.monotonic() + _SECONDS_BETWEEN_CHECKS
        generation = current_generation(self._directory)
        try:
            with self._lock:
                self._follow_pointer()
        except BaseException as error:
            if not isinstance(error, OSError) and not is_corruption(error):
                raise
            self._token = None
            # It may just have been replaced while it was being opened; the next check finds the new one.
            if generation == current_generation(self._directory) and generation and _is_damaged(generation):
                self._unusable = True
                note_damage(generation)

    def _follow_pointer(self) -> None:
        generation = current_generation(self._directory)
        if generation is None:
            return
        # Read before the commit is: it was written after the commit that it tells of.
        state = read_state(generation)
        meta = (generation / self._name / "meta.json").stat()
        token = (meta.st_ino, meta.st_mtime_ns, meta.st_size)
        if generation == self._generation and token == self._token:
            self._searcher.applied_change = state.seq if state else 0
            return
        if generation == self._generation:
            self._index.reload()
        else:
            if state is None or state.version != schema.VERSION:
                self._unusable = state is not None
                return
            index = schema.open_index(generation / self._name)
            if self._dictionary_name:
                self._dictionary = schema.open_index(generation / self._dictionary_name)
            self._index, self._generation, self._unusable = index, generation, False
        searcher = self._index.searcher()
        dictionary = None
        if self._dictionary:
            # After the index: the dictionary gets the terms of companies before the index gets these.
            self._dictionary.reload()
            dictionary = GuardedSearcher(self._dictionary.searcher(), generation)
        self._searcher, self._token = GuardedSearcher(searcher, generation, dictionary), token
        self._searcher.applied_change = state.seq if state else 0


def dictionary_of(searcher: tantivy.Searcher) -> tantivy.Searcher | None:
    """Return the searcher of the dictionary that belongs to the index of a searcher."""
    return cast(tantivy.Searcher | None, getattr(searcher, "dictionary", None))


def _is_damaged(generation: Path) -> bool:
    return any(damaged_files(path) for path in generation.iterdir() if path.is_dir())
