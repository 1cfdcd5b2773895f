"""Keeping what a node's requests read up to the change log: documents first, then the indexes.

Documents are stored before the index learns of them, and each notes how far it came only then. So nobody is
served an index that is ahead of its documents, and a kill between two steps repeats work at most. On one
machine the documents are in the record's own file, with their lines of the log in one transaction: there is
nothing to copy, and what is left is the same.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from soupis.progress import Progress
from soupis.search import indexer
from soupis.search.place import Place
from soupis.store.engine import is_damage
from soupis.store.generations import note_alive, writer_lock
from soupis.store.published_file import changes_of
from soupis.store.replica import OtherLogError, Replica

_log = structlog.stdlib.get_logger(__name__)

# The index follows after so many lines: while a long synchronisation is published it is never far behind.
_LINES_AT_ONCE = 5_000
_MOST_LINES_AT_ONCE = 80_000


class Follower:
    """Brings a node up to the system of record; the only one of a node until it is closed.

    `seed`, where given, is a standby of the record that a filling reads from.
    """

    def __init__(
        self,
        record: Engine,
        place: Place,
        seed: Engine | None = None,
    ) -> None:
        self._record = record
        self._place = place
        self._replica = Replica(record, place.documents, seed) if place.documents else None
        self._connected = [engine for engine in (record, seed) if engine is not None]
        self._only = ExitStack()
        self._alone = False

    def close(self) -> None:
        """Close the node's files and its connections, and let others follow."""
        if self._replica:
            self._replica.close()
            for engine in self._connected:
                engine.dispose()
        self._only.close()
        self._alone = False

    def follow(self, progress: Progress, *, all_of_it: bool = True) -> int:
        """Apply what was published since the last call; return how many index entries changed.

        Without `all_of_it` that is some thousand lines at most, so that whoever is to serve need not wait.

        What cannot go on from where it is, or is damaged or missing, is filled anew, while what is there
        serves on.

        Raises:
            DirectoryBusyError: another process follows here.
            SQLAlchemyError: the system of record is away; the node is as it was.
        """
        if self._replica is None or self._place.documents is None:
            return self._index(self._record, progress)
        if not self._alone:
            self._only.enter_context(writer_lock(self._place.documents))
            self._alone = True
        try:
            return self._follow_replica(self._replica, self._place.documents, progress, all_of_it)
        except OtherLogError:
            return 0  # since it was looked at; the next call finds it so
        except DatabaseError as error:
            if not is_damage(error):
                raise
            self._replica.note_damage()  # the next call finds it so
            return 0

    def holds_all(self) -> bool:
        """Tell whether this node holds documents and indexes that this version can answer from."""
        copy = self._replica.usable() if self._replica else self._record
        return copy is not None and indexer.can_continue(copy, self._place.indexes)

    def _follow_replica(self, replica: Replica, directory: Path, progress: Progress, all_of_it: bool) -> int:
        note_alive(directory)
        copy = replica.usable()
        try:
            if copy is None or not replica.can_continue(copy):
                return self._fill(replica, directory, progress)
            lines = self._copy_on(replica, copy, directory, progress, _LINES_AT_ONCE)
        except Exception:
            if copy is not None:
                self._index(copy, progress)  # to what is here, be the record away or not
            raise
        done = 0
        if all_of_it and lines >= _LINES_AT_ONCE:
            done = self._catch_up(replica, copy, directory, progress)
        return done + self._index(copy, progress)

    def _catch_up(self, replica: Replica, copy: Engine, directory: Path, progress: Progress) -> int:
        """Go on where there is more: the next documents come while those before are indexed.

        The further behind, the more come at once: so many entries are analysed by another process.
        """
        done, lines, most = 0, _LINES_AT_ONCE, _LINES_AT_ONCE
        with ThreadPoolExecutor(1, "copying") as beside:
            while lines >= _LINES_AT_ONCE:
                note_alive(directory)
                coming = beside.submit(self._copy_on, replica, copy, directory, progress, most)
                done += self._index(copy, progress)
                lines = coming.result()
                most = min(2 * most, _MOST_LINES_AT_ONCE)
        return done

    def _copy_on(self, replica: Replica, copy: Engine, directory: Path, progress: Progress, most: int) -> int:
        """Copy the documents of about so many more lines; return of how many there were."""
        if lines := replica.apply(copy, progress, most):
            changes_of(directory).announce()
        return lines

    def _fill(self, replica: Replica, directory: Path, progress: Progress) -> int:
        generation = replica.fill(progress)
        copy = replica.open(generation)

        def switch() -> None:
            replica.publish(generation)
            changes_of(directory).announce()

        if indexer.can_continue(copy, self._place.indexes):
            switch()
            return self._index(copy, progress)
        # Built of the new documents before anybody reads them, and shown just after them.
        return indexer.rebuild(copy, self._place.indexes, progress, before_publishing=switch)

    def _index(self, documents: Engine, progress: Progress) -> int:
        return indexer.follow(documents, self._place.indexes, progress)
