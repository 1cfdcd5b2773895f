"""An index that is made while much is published: of the entries themselves, not read again afterwards.

Who publishes tells of each batch that is stored, and lends the processes that build documents: they make
parts of an index of its entries. In the end these parts take the place of what the current index holds of the
same keys, in a generation that nobody sees before. Whatever else the change log says meanwhile is followed.
Nothing rests on what is gathered: where it is lost, the index is followed or built as ever.
"""

from __future__ import annotations

import os
import shutil
import time
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Engine, select

from soupis.search import dictionary, indexer, schema, segments
from soupis.search.indexer import Progress
from soupis.search.parts import (
    COMPANIES,
    KINDS,
    PARALLEL,
    PROCESSES,
    Kind,
    build_dictionary,
    build_part,
    put_together,
    size_of_part,
    workers,
)
from soupis.store import bulk
from soupis.store.change_log import newest
from soupis.store.engine import reading
from soupis.store.generations import (
    DirectoryBusyError,
    current_generation,
    new_generation,
    note_damage,
    publish,
    read_state,
    write_state,
    writer_lock,
)
from soupis.store.tables import change
from soupis.times import now_text

# How far the index may fall behind while much is published that replaces what it holds.
_SECONDS_UNSEEN = 60.0


class Gatherer:
    """Gathers what is published from the moment on at which it is much; close it."""

    def __init__(self, engine: Engine, directory: Path, progress: Progress) -> None:
        self._engine = engine
        self._directory = directory
        self._progress = progress
        self._held = ExitStack()
        self._draft: _Draft | None = None

    def __enter__(self) -> Gatherer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._draft:
            shutil.rmtree(self._draft.generation, ignore_errors=True)
        self._held.close()

    def gather(self, number: int, total: int) -> Gathering | None:
        """Return what gathers documents of a kind, of which about so many come; None where nothing can."""
        if self._draft is None and self._may_write():
            self._draft = _Draft(self._engine, self._directory, self._progress)
        kind = next(kind for kind in KINDS if kind.number == number)
        return Gathering(self._draft, kind, size_of_part(total)) if self._draft else None

    def show(self) -> None:
        """Show what was gathered and was not shown yet, with whatever else changed before."""
        if self._draft:
            self._draft.show()

    def _may_write(self) -> bool:
        """Take the only writer's place where it is free and the index holds all that was published before."""
        with suppress(DirectoryBusyError):
            if indexer.can_continue(self._engine, self._directory):
                indexer.follow(self._engine, self._directory, self._progress)
            elif not _nothing_is_published(self._engine):
                return False
            self._held.enter_context(writer_lock(self._directory))
            return True
        return False


class Gathering:
    """Gathers documents of one kind."""

    def __init__(self, draft: _Draft, kind: Kind, size: int) -> None:
        self._draft = draft
        self._kind = kind
        self._size = size
        self._entries: list[bytes] = []
        self._pool: Executor | None = None
        self._making: deque[Future[Any]] = deque()

    @contextmanager
    def working(self, pool: Executor) -> Iterator[None]:
        """Have the processes of a pool make parts of what is taken meanwhile; wait for the last ones."""
        self._pool = pool
        try:
            yield
            self._make_all()
        finally:
            for part in self._making:
                part.cancel()
            wait(self._making)

    def take(self, entries: Sequence[tuple[int, bytes]], gone: Sequence[int]) -> None:
        """Take what was stored, and removed, in a transaction that has just ended."""
        keys = [*(key for key, _ in entries), *gone]
        if keys and self._draft.accepts(self._kind, keys):
            self._entries += [entry for _, entry in entries]
        if len(self._entries) >= self._size:
            self._make_part()
        # The first entries of a kind are shown all at once, which takes less time.
        if self._draft.is_due and self._draft.replaces(self._kind):
            self._make_all()
            self._draft.show()

    def _make_part(self) -> None:
        if self._pool and self._entries:
            self._wait_for(PROCESSES - 1)
            part = self._draft.new_part(self._kind), self._entries
            self._making.append(self._pool.submit(build_part, self._kind.name, part))
            self._entries = []

    def _make_all(self) -> None:
        self._make_part()
        self._wait_for(0)

    def _wait_for(self, most: int) -> None:
        """Wait until at most so many parts are being made."""
        while len(self._making) > most:
            with segments.told_as_of_the_system():
                self._making.popleft().result()


class _Gathered:
    """What a draft holds of one kind: entries of ever higher keys, and what else changed."""

    def __init__(self, kind: Kind, base: Path | None) -> None:
        self.kind = kind
        self.replaces = base is not None and bool(segments.shape(base / kind.name).segments)
        self.parts: list[Path] = []
        self.keys = array("q")
        self.others: set[int] = set()


class _Draft:
    """A generation that is to take the place of the current one, and how far it knows the change log."""

    def __init__(self, engine: Engine, directory: Path, progress: Progress) -> None:
        self._engine = engine
        self._directory = directory
        self._progress = progress
        self._begin()

    def _begin(self) -> None:
        can_continue = indexer.can_continue(self._engine, self._directory)
        self._base = current_generation(self._directory) if can_continue else None
        self._state = read_state(self._base) if self._base else None
        self._seen = self._state.seq if self._state else 0
        self._gathered = {kind.number: _Gathered(kind, self._base) for kind in KINDS}
        self._due = time.monotonic() + _SECONDS_UNSEEN
        self.generation = new_generation(self._directory)

    @property
    def is_due(self) -> bool:
        """Whether what was gathered should be seen by now."""
        return time.monotonic() >= self._due

    def replaces(self, kind: Kind) -> bool:
        """Tell whether the current index holds anything of a kind."""
        return self._gathered[kind.number].replaces

    def accepts(self, kind: Kind, keys: list[int]) -> bool:
        """Tell whether documents that were just stored, or removed, are to be put into parts.

        Only if they are all that is new in the change log, and behind all that were gathered before. What
        else is new there is followed in the end.
        """
        gathered = self._gathered[kind.number]
        with reading(self._engine) as connection:
            end = newest(connection).seq
            alone = end - self._seen == len(keys) and not (gathered.keys and gathered.keys[-1] >= min(keys))
            if alone:
                gathered.keys.extend(sorted(keys))
            else:
                self._note_others(connection, end)
        self._seen = end
        return alone

    def _note_others(self, connection: Connection, end: int) -> None:
        lines = select(change.c.kind, change.c.key).where(change.c.seq > self._seen, change.c.seq <= end)
        for kind, key in connection.execute(lines):
            self._gathered[kind].others.add(key)

    def new_part(self, kind: Kind) -> Path:
        """Return where the next part of a kind is to be made."""
        parts = self._gathered[kind.number].parts
        parts.append(self.generation / f"{kind.name}-{len(parts)}")
        return parts[-1]

    def show(self) -> None:
        """Put parts and the files of the current index together, and what else changed; then begin anew."""
        with reading(self._engine) as connection:
            position = newest(connection)
            self._note_others(connection, position.seq)
        if not any(gathered.parts or gathered.others for gathered in self._gathered.values()):
            return
        try:
            with segments.told_as_of_the_system():
                self._put_together()
        except BaseException as error:
            if self._base and segments.is_corruption(error):
                note_damage(self._base)  # whoever follows builds it anew
            raise
        built = self._state.built if self._state else now_text()
        write_state(self.generation, indexer.state_at(position, built))
        publish(self._directory, self.generation)
        indexer.take_for_whole(self.generation)
        self._begin()

    def _put_together(self) -> None:
        all_gathered = list(self._gathered.values())
        others = sum(len(gathered.others) for gathered in all_gathered)
        done = sum(len(gathered.keys) for gathered in all_gathered)
        total = done + others

        def told(entries: int) -> None:
            nonlocal done
            done += entries
            self._progress(done, total)

        told(0)
        has_companies = self.replaces(COMPANIES)
        if self._base:
            for gathered in all_gathered:
                _link_files(self._base / gathered.kind.name, self.generation / gathered.kind.name)
            if has_companies:
                _link_files(self._base / dictionary.NAME, self.generation / dictionary.NAME)
        additions = dictionary.Additions(self.generation / dictionary.NAME)
        with workers(parallel=(others if has_companies else total) >= PARALLEL) as work:
            if has_companies:
                for part in self._gathered[COMPANIES.number].parts:
                    additions.add_all(schema.open_index(part).searcher())
            writers = [self._put_in(gathered) for gathered in all_gathered]
            if not has_companies and (merging := build_dictionary(self.generation, work)):
                merging.wait_merging_threads()
            for gathered, writer in zip(all_gathered, writers, strict=True):
                seen = additions if gathered.kind is COMPANIES else None
                for keys in bulk.chunks(sorted(gathered.others), indexer.CHANGES_AT_ONCE):
                    indexer.update(writer, self._engine, gathered.kind, keys, work, told, seen)
        for writer in writers:
            writer.wait_merging_threads()
        additions.close()

    def _put_in(self, gathered: _Gathered) -> Any:
        """Put parts into the index of a kind for what it held of them; return the writer that merges it."""
        if gathered.replaces and gathered.keys:
            writer = indexer.open_writer(self.generation, gathered.kind)
            for keys in bulk.chunks(gathered.keys, indexer.CHANGES_AT_ONCE):
                for key in keys:
                    writer.delete_documents_by_term(gathered.kind.key, key)
                writer.commit()
            writer.wait_merging_threads()
        put_together(self.generation / gathered.kind.name, gathered.parts)
        writer = indexer.open_writer(self.generation, gathered.kind)
        writer.commit()  # begins to merge
        return writer


def _nothing_is_published(engine: Engine) -> bool:
    with reading(engine) as connection:
        return newest(connection).seq == 0 and not any(
            connection.execute(select(kind.table.c[kind.key]).limit(1)).first() for kind in KINDS
        )


def _link_files(index: Path, copy: Path) -> None:
    """Make a copy of an index of the same files, none of which is ever changed, only replaced."""
    copy.mkdir()
    for path in index.iterdir():
        if not path.name.startswith(".tantivy-"):  # locks, and what is being written
            os.link(path, copy / path.name)
