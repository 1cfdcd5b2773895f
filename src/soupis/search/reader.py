"""Reading an index that another process keeps writing: always a complete state, at most a second old."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import tantivy

from soupis.search import schema
from soupis.search.generations import current_generation, read_state

_SECONDS_BETWEEN_CHECKS = 1.0


class Reader:
    """Gives searchers over one index of the current generation; one object for all threads.

    A searcher is a snapshot: it never changes and stays valid while the index is rebuilt.
    """

    def __init__(self, directory: Path, name: str, empty_schema: tantivy.Schema) -> None:
        self._directory = directory
        self._name = name
        # Before the first build there is an index without documents, so that a new node answers at once.
        self._index = schema.prepare(tantivy.Index(empty_schema))
        self._searcher = self._index.searcher()
        self._generation: Path | None = None
        self._lock = threading.Lock()
        self._token: tuple[int, ...] | None = None
        self.reload()

    def searcher(self) -> tantivy.Searcher:
        """Return the newest searcher; looks for a newer commit at most once a second."""
        if time.monotonic() >= self._next_check:
            self.reload()
        return self._searcher

    def applied_change(self) -> int | None:
        """Return the last change of the log that the index holds, None where there is no index."""
        generation = current_generation(self._directory)
        state = read_state(generation) if generation else None
        return state.seq if state else None

    def reload(self) -> None:
        """Look for a newer commit now; an index that cannot be read leaves the old searcher in place."""
        self._next_check = time.monotonic() + _SECONDS_BETWEEN_CHECKS
        try:
            with self._lock:
                self._follow_pointer()
        except (OSError, ValueError):
            # The generation was replaced while it was being opened; the next check finds the new one.
            self._token = None

    def _follow_pointer(self) -> None:
        generation = current_generation(self._directory)
        if generation is None:
            return
        meta = (generation / self._name / "meta.json").stat()
        token = (meta.st_ino, meta.st_mtime_ns, meta.st_size)
        if generation == self._generation and token == self._token:
            return
        if generation == self._generation:
            self._index.reload()
        else:
            state = read_state(generation)
            if state is None or state.version != schema.VERSION:
                return
            index = schema.prepare(tantivy.Index.open(str(generation / self._name)))
            # Reloading is ours: tantivy's own watcher would need a thread per index.
            index.config_reader("Manual")
            index.reload()
            self._index, self._generation = index, generation
        self._searcher, self._token = self._index.searcher(), token
