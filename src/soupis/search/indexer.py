"""Building the indexes from the published documents and following the change log.

Applying a change means reading what the document says now, so applying it twice does no harm. That is all
the crash safety needs: commit first, then note how far the log was read. For the same reason a rebuild needs
no one state of the database: it reads batches, each in a transaction of its own, because what is written
during a long one piles up in the write-ahead log.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import structlog
import tantivy
from sqlalchemy import Column, Connection, Engine, LargeBinary, Select, Table, func, select, type_coerce

from soupis.processes import in_order, worker_pool
from soupis.progress import Progress, no_progress
from soupis.search import dictionary, queries, schema, segments
from soupis.search.entries import company_entry, person_entry
from soupis.store import bulk, change_log, generations
from soupis.store.change_log import Position, newest, position_at
from soupis.store.engine import reading
from soupis.store.generations import (
    DirectoryBusyError,
    State,
    adopt,
    current_generation,
    is_noted_as_damaged,
    new_generation,
    publish,
    read_state,
    remove_others,
    write_state,
    writer_lock,
)
from soupis.store.packing import unpack
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, change, company_document, person_document
from soupis.times import now_text

_INDEXING = "indexing"  # counted in entries
_FINISHING = "finishing the index"  # its dictionary, and merges, which one thread each takes a minute for

# What a part of an index holds that is built, and buffers in which that becomes one segment: companies of
# both registers take 33 MB.
_FIT_IN_PART = 30_000
_PART_HEAP = 50_000_000
# A search asks every segment, so parts are merged into one: tantivy does so with eight of a size and more.
_FEWEST_MERGED = 8
_FOLLOW_HEAP = 50_000_000
_ROWS_AT_ONCE = 5_000
# From so many entries on, other processes for their analysis, which takes longest, are worth their start; and
# how far they may be ahead.
_PARALLEL = 50_000
_PROCESSES = 2
_AHEAD = 3
# What one commit holds of the change log. Each makes a segment, of which tantivy merges eight into one again
# and again; more at once take memory (375 MB for 100,000, 155 for 20,000).
_CHANGES_AT_ONCE = 20_000
_KEYS_AT_ONCE = 500
_SECONDS_BETWEEN_VERIFICATIONS = 3600.0
# Where an index is built beside the one that is followed; and what disk it takes while tantivy merges its
# parts, in sizes of the present one.
_BESIDE = "renewal"
_ROOM_TO_RENEW = 3
_PAUSE = 0.2

_log = structlog.stdlib.get_logger(__name__)
_verified: dict[Path, float] = {}  # until when the files of a generation need not be looked at again


class IndexState(NamedTuple):
    """How far the index has read the change log and how many entries it holds."""

    seq: int
    companies: int
    persons: int


class Wear(NamedTuple):
    """When the current index was built of all documents (None: not noted), and how it lies since."""

    built: str | None
    companies: segments.Shape
    persons: segments.Shape

    @property
    def segment_counts(self) -> dict[str, int]:
        """Return in how many segments each index lies, by what it is of."""
        return {"companies": len(self.companies.segments), "persons": len(self.persons.segments)}

    @property
    def is_worn(self) -> bool:
        """Tell whether searches would gain from an index that is built anew."""
        return self.companies.is_worn or self.persons.is_worn


class StoredDocument(NamedTuple):
    """A published document as it is stored, packed, with the extra facts for its entry."""

    key: int
    version: int
    packed: bytes
    extra: bytes | None


class _Kind(NamedTuple):
    number: int
    name: str  # the directory within a generation
    key: Column[Any]  # the same name in the table and in the index
    extra: Column[Any]

    @property
    def table(self) -> Table:
        return self.key.table

    @property
    def schema(self) -> tantivy.Schema:
        return _CONTENTS[self.name].schema

    @property
    def fields(self) -> Callable[[Any], str]:
        return _CONTENTS[self.name].fields

    @property
    def documents(self) -> Select[Any]:
        """All published documents, as `StoredDocument`, to be unpacked where they are analysed."""
        columns = self.table.c
        return select(self.key, columns.version, type_coerce(columns.detail, LargeBinary), self.extra)


class _Content(NamedTuple):
    """What an index of a generation holds: fields in JSON, tantivy reads a dict in twice the time."""

    schema: tantivy.Schema
    fields: Callable[[Any], str]  # of a document or a term


def _company_fields(document: StoredDocument) -> str:
    entry = company_entry(document.key, unpack(document.packed), document.extra)
    return schema.company_json(entry, document.version)


def _person_fields(document: StoredDocument) -> str:
    entry = person_entry(document.key, unpack(document.packed), document.extra)
    return schema.person_json(entry, document.version)


_KINDS = (
    _Kind(KIND_COMPANY, "companies", company_document.c.ico, company_document.c.extra),
    _Kind(KIND_PERSON, "persons", person_document.c.id, person_document.c.towns),
)
_COMPANIES, _PERSONS = _KINDS
_CONTENTS = {
    "companies": _Content(schema.company_schema(), _company_fields),
    "persons": _Content(schema.person_schema(), _person_fields),
    dictionary.NAME: _Content(schema.dictionary_schema(), dictionary.document),
}


def rebuild(
    engine: Engine,
    directory: Path,
    progress: Progress = no_progress,
    before_publishing: Callable[[], None] | None = None,
) -> int:
    """Build both indexes anew from all documents and switch to them at once; return the number of entries.

    `before_publishing` is called when they are complete, just before anybody sees them.

    Raises:
        DirectoryBusyError: another process is writing to the directory.
    """
    with writer_lock(directory), segments.told_as_of_the_system():
        return _rebuild(engine, directory, progress, before_publishing)


def follow(engine: Engine, directory: Path, progress: Progress = no_progress) -> int:
    """Apply what was published since the last call; return the number of entries brought up to date.

    Rebuilds when there is no usable index, when its files are damaged (looked at once a process, every hour,
    and when a reader has met damage), or when the log is not the one that the index followed.

    Raises:
        DirectoryBusyError: another process is writing to the directory.
    """
    with writer_lock(directory), segments.told_as_of_the_system():
        generation = current_generation(directory)
        state = read_state(generation) if generation else None
        if generation is None or state is None or not _continues(engine, state):
            return _rebuild(engine, directory, progress)
        damage = _damage(generation)
        if damage is None:
            try:
                with segments.told_as_of_the_system():
                    return _apply_changes(engine, generation, state, progress)
            except BaseException as error:
                if not segments.is_corruption(error):
                    raise
                if not _has_room(generation):  # more likely than damage, which building anew would mend
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
                damage = str(error).splitlines()[0]
        _log.error("index_damaged", index=str(generation), damage=damage, then="it is built anew")
        return _rebuild(engine, directory, progress)


def renew(engine: Engine, directory: Path, progress: Progress = no_progress) -> bool:
    """Build both indexes anew beside those that serve and are followed meanwhile, then replace these.

    Nobody sees the new ones before they have come as far as the old ones. Tell whether they were put there:
    not where others were built meanwhile.

    Raises:
        DirectoryBusyError: another process is at this.
    """
    beside = directory / _BESIDE
    with writer_lock(beside), segments.told_as_of_the_system():
        current = current_generation(directory)
        draft = new_generation(beside)  # removes what was left by one that was killed
        try:
            _fill(engine, draft, progress, parallel=False)  # nobody waits for it
            _catch_up(engine, draft)  # long enough without anybody having to wait
            with _turn_to_write(directory):
                if current is None or current_generation(directory) != current:
                    return False
                _catch_up(engine, draft)
                adopt(directory, draft)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    with suppress(DirectoryBusyError):  # whoever is at it reads the log to its end
        follow(engine, directory)  # what came in the last moment
    return True


def forget_draft(directory: Path) -> None:
    """Remove what a `renew` that was killed has left."""
    beside = directory / _BESIDE
    if beside.exists():
        with suppress(DirectoryBusyError), writer_lock(beside):
            remove_others(beside, None)


@contextmanager
def _turn_to_write(directory: Path) -> Iterator[None]:
    """Wait for the only writer's place, and hold it."""
    with ExitStack() as held:
        while True:
            with suppress(DirectoryBusyError):
                held.enter_context(writer_lock(directory))
                break
            time.sleep(_PAUSE)
        yield


def wear(directory: Path) -> Wear | None:
    """Return how the current index lies on the disk, None when there is none."""
    generation = current_generation(directory)
    state = read_state(generation) if generation else None
    if generation is None or state is None:
        return None
    return Wear(state.built, *(segments.shape(generation / kind.name) for kind in _KINDS))


def has_room_to_renew(directory: Path) -> bool:
    """Tell whether there is disk enough for building an index beside the current one."""
    generation = current_generation(directory)
    return generation is not None and _has_room(generation, _ROOM_TO_RENEW)


def can_continue(engine: Engine, directory: Path) -> bool:
    """Tell whether there is an index that can follow the change log of documents from where it is."""
    generation = current_generation(directory)
    state = read_state(generation) if generation else None
    return generation is not None and state is not None and _continues(engine, state)


def indexed_kinds(directory: Path) -> list[int]:
    """Return of which kinds of entries the current index holds any."""
    generation = current_generation(directory)
    return [kind.number for kind in _KINDS if generation and segments.shape(generation / kind.name).segments]


def is_of_other_version(directory: Path) -> bool:
    """Tell whether the index that is there is one that this version cannot search."""
    generation = current_generation(directory)
    state = read_state(generation) if generation else None
    return state is not None and state.version != schema.VERSION


def index_state(directory: Path) -> IndexState | None:
    """Return the state of the current index, None when there is none."""
    generation = current_generation(directory)
    state = read_state(generation) if generation else None
    if generation is None or state is None:
        return None
    companies, persons = (
        tantivy.Index.open(str(generation / kind.name)).searcher().num_docs for kind in _KINDS
    )
    return IndexState(state.seq, companies, persons)


def check(connection: Connection, directory: Path) -> list[str]:
    """Return in what the index differs from the documents, one sentence each; nothing = they agree.

    Every file is compared with its checksum, the place in the change log with the log, and the version of
    every published document with the one that the index was made of.
    """
    if damage := check_files(directory):
        return damage
    generation = current_generation(directory)
    state = read_state(generation) if generation else None
    if generation is None or state is None:
        documents = sum(_count(connection, kind) for kind in _KINDS)
        return ["There is no search index; run: soupis index rebuild"] if documents else []
    if not _can_follow(connection, state):
        return ["The index follows another change log than this one; run: soupis index rebuild"]
    lines = select(func.count()).select_from(change).where(change.c.seq > state.seq)
    if behind := connection.scalar(lines):
        return [f"The index is {behind:,} changes behind; soupis worker or soupis follow brings it up."]
    try:
        return [problem for kind in _KINDS for problem in _differences(connection, generation, kind)]
    except BaseException as error:
        if not segments.is_corruption(error):
            raise
        return ["The index is damaged (it cannot be read); run: soupis index rebuild"]


def check_files(directory: Path) -> list[str]:
    """Return which files of the current generation are damaged, one sentence each."""
    generation = current_generation(directory)
    damaged = generations.damaged_files(directory) or (damaged_files(generation) if generation else [])
    return [f"The index is damaged ({name}); run: soupis index rebuild" for name in damaged]


def _differences(connection: Connection, generation: Path, kind: _Kind) -> list[str]:
    searcher = schema.prepare(tantivy.Index.open(str(generation / kind.name))).searcher()
    documents, wrong = 0, 0
    last = -1
    versions = select(kind.key, kind.table.c.version).order_by(kind.key).limit(_ROWS_AT_ONCE)
    while rows := connection.execute(versions.where(kind.key > last)).all():
        these = tantivy.Query.term_set_query(kind.schema, kind.key.name, [key for key, _ in rows])
        indexed = queries.ranked(searcher, these, len(rows), column="fingerprint").ranks
        wrong += len({version for _, version in rows}.difference(indexed))
        documents += len(rows)
        last = rows[-1][0]
    problems = []
    if searcher.num_docs != documents:
        problems.append(
            f"The index holds {searcher.num_docs:,} {kind.name} of {documents:,}; run: soupis index rebuild"
        )
    if wrong:
        problems.append(f"The index says other things of {wrong:,} {kind.name}; run: soupis index rebuild")
    return problems


def _count(connection: Connection, kind: _Kind) -> int:
    return connection.execute(select(func.count()).select_from(kind.table)).scalar_one()


def _rebuild(
    engine: Engine,
    directory: Path,
    progress: Progress,
    before_publishing: Callable[[], None] | None = None,
) -> int:
    generation = new_generation(directory)
    done = _fill(engine, generation, progress)
    if before_publishing:
        before_publishing()
    publish(directory, generation)
    return done


def _fill(engine: Engine, generation: Path, progress: Progress, *, parallel: bool = True) -> int:
    """Make both indexes of all documents in an empty generation; return the number of entries.

    `parallel` = with other processes where they are many.
    """
    # The log is read before the documents: what is published meanwhile is applied again by the next follow.
    with reading(engine) as connection:
        position = newest(connection)
        counts = {kind.number: _count(connection, kind) for kind in _KINDS}
    total = sum(counts.values())
    done = 0

    def told(entries: int) -> None:
        nonlocal done
        done += entries
        progress(_INDEXING, done, max(done, total))

    merging = []
    with _workers(parallel=parallel and total >= _PARALLEL) as work:
        for kind in _KINDS:
            batches = _batches_of_documents(engine, kind, _size_of_part(counts[kind.number]))
            merging.append(_build(generation, kind.name, batches, work, told))
    progress(_FINISHING, 0, None)
    # Other processes: what those above remember of names is as much as all terms take here.
    with _workers(parallel=parallel and total >= _PARALLEL) as work:
        merging.append(_build_dictionary(generation, work))
    _wait_for_merges(merging, progress)
    progress(_FINISHING, 1, 1)
    write_state(generation, _state(position, now_text()))
    return done


def _build_dictionary(generation: Path, work: Work) -> Any:
    """Make the dictionary of an index of companies that was just built, and may be merging yet."""
    companies = schema.prepare(tantivy.Index.open(str(generation / "companies"))).searcher()
    # As texts they take a fifth of the memory.
    texts = [" ".join(sorted(terms)) for terms in dictionary.all_terms(companies)]  # packed by neighbours
    size = _size_of_part(sum(text.count(" ") + 1 for text in texts))
    terms = chain.from_iterable(text.split(" ") for text in texts)
    batches = iter(lambda: list(islice(terms, size)), [])
    return _build(generation, dictionary.NAME, batches, work, lambda _: None)


def _build(
    generation: Path, name: str, batches: Iterable[list[Any]], work: Work, told: Callable[[int], None]
) -> Any:
    """Make an index of batches, each of which becomes a part; return the writer that merges several."""
    numbered = ((generation / f"{name}-{number}", batch) for number, batch in enumerate(batches))
    parts = []
    for path, count in work(partial(_build_part, name), numbered, _PROCESSES):
        parts.append(path)
        told(count)
    path = generation / name
    segments.put_together(path, parts)
    index = _index(path, name)
    if len(parts) < 2:
        return None
    writer = index.writer(_FOLLOW_HEAP, num_threads=1)
    writer.commit()  # begins to merge
    return writer


def _wait_for_merges(writers: Iterable[Any], progress: Progress) -> None:
    """Wait until the parts of indexes are merged, of those that have a writer for it."""
    merging = list(filter(None, writers))
    for done, writer in enumerate(merging):
        progress(_FINISHING, done, len(merging))
        writer.wait_merging_threads()
        progress(_FINISHING, done + 1, len(merging))


def _build_part(name: str, part: tuple[Path, list[Any]]) -> tuple[Path, int]:
    """Make an index of a batch (perhaps in a worker process); return where it is, and of how many."""
    path, batch = part
    path.mkdir()
    writer = _index(path, name).writer(_PART_HEAP, num_threads=1)
    fields = _CONTENTS[name].fields
    for item in batch:
        writer.add_json(fields(item))
    writer.commit()
    writer.wait_merging_threads()
    return path, len(batch)


def _index(path: Path, name: str) -> tantivy.Index:
    """Open an index of a generation, which is made where there is none."""
    return schema.prepare(tantivy.Index(_CONTENTS[name].schema, str(path)))


def _size_of_part(count: int) -> int:
    """Return how many of so many a part holds, so that tantivy makes one segment of all parts."""
    parts = max(_FEWEST_MERGED, -(-count // _FIT_IN_PART)) if count > _FIT_IN_PART else 1
    return count // parts + 1


Work = Callable[[Callable[[Any], Any], Iterable[Any], int], Iterator[Any]]
"""Yields what a function makes of each of some things, in their order; so many may be read ahead."""


@contextmanager
def _workers(*, parallel: bool) -> Iterator[Work]:
    """Give what works on many things: here, or in other processes."""
    if not parallel:
        yield lambda work, items, _ahead: map(work, items)
        return
    with worker_pool(_PROCESSES) as pool:
        yield partial(in_order, pool)


def _fields(name: str, documents: list[StoredDocument]) -> list[str]:
    """Return the fields of documents (perhaps in a worker process)."""
    return list(map(_CONTENTS[name].fields, documents))


def _batches_of_documents(engine: Engine, kind: _Kind, size: int) -> Iterator[list[StoredDocument]]:
    """Yield all documents, each batch from a transaction of its own."""
    last = -1
    while True:
        with reading(engine) as connection:
            # In their order, so that SQLite reads its file once.
            following = kind.documents.where(kind.key > last).order_by(kind.key).limit(size)
            documents = _read(connection, following)
        if not documents:
            return
        yield documents
        last = documents[-1].key


def _read(connection: Connection, query: Select[Any]) -> list[StoredDocument]:
    return list(map(StoredDocument._make, connection.execute(query).all()))


def _has_room(generation: Path, times: int = 1) -> bool:
    """Tell whether so many times the size of an index would find room beside it."""
    size = sum(path.stat().st_size for path in generation.glob("*/*"))
    return shutil.disk_usage(generation).free > times * size


def _damage(generation: Path) -> str | None:
    """Return what is damaged in a generation, None when nothing is or it was looked at not long ago."""
    if is_noted_as_damaged(generation):
        return "a search has met it"
    if time.monotonic() < _verified.get(generation, -1.0):
        return None
    if names := damaged_files(generation):
        return ", ".join(names[:3])
    _verified.clear()
    _verified[generation] = time.monotonic() + _SECONDS_BETWEEN_VERIFICATIONS
    return None


def damaged_files(generation: Path) -> list[str]:
    """Return the files of all indexes of a generation that are missing or damaged."""
    indexes = [kind.name for kind in _KINDS]
    state = read_state(generation)
    if state is None or state.version == schema.VERSION:  # those of earlier versions have no dictionary
        indexes.append(dictionary.NAME)
    return [f"{index}/{name}" for index in indexes for name in segments.damaged_files(generation / index)]


def _continues(engine: Engine, state: State) -> bool:
    with reading(engine) as connection:
        return _can_follow(connection, state)


def _can_follow(connection: Connection, state: State) -> bool:
    """Tell whether the log is the one the state was read from and still holds every change after it."""
    return state.version == schema.VERSION and change_log.can_continue(connection, state.position)


def _state(position: Position, built: str | None) -> State:
    return State(schema.VERSION, position.seq, position.epoch, position.line, built)


def _catch_up(engine: Engine, generation: Path) -> None:
    """Apply to a generation that is no current one yet what was published since it was filled."""
    if state := read_state(generation):
        _apply_changes(engine, generation, state, no_progress)


def _apply_changes(engine: Engine, generation: Path, state: State, progress: Progress) -> int:
    done = 0
    behind = select(func.count()).select_from(change).where(change.c.seq > state.seq)
    with reading(engine) as connection:
        total = connection.execute(behind).scalar_one()
    writers: dict[int, Any] = {}
    additions = dictionary.Additions(generation / dictionary.NAME)

    def told(entries: int) -> None:
        nonlocal done
        done += entries
        progress(_INDEXING, done, max(done, total))

    with _workers(parallel=total >= _PARALLEL) as work:
        built, writers[KIND_PERSON] = _build_empty(engine, generation, _PERSONS, work, told)
        while True:
            with reading(engine) as connection:
                changes = connection.execute(
                    select(change.c.seq, change.c.kind, change.c.key)
                    .where(change.c.seq > state.seq)
                    .order_by(change.c.seq)
                    .limit(_CHANGES_AT_ONCE)
                ).all()
                if not changes:
                    break
                state = _state(position_at(connection, changes[-1].seq), state.built)
            for kind in _KINDS:
                lines = (row for row in changes if row.kind == kind.number)
                keys = sorted({row.key for row in lines if kind is not _PERSONS or row.seq > built})
                if keys:
                    writer = writers.get(kind.number) or _open_writer(generation, kind)
                    writers[kind.number] = writer
                    seen = additions if kind is _COMPANIES else None
                    _update(writer, engine, kind, keys, work, told, seen)
            write_state(generation, state)
    # The processes of the analysis have ended: who waits needs none.
    _wait_for_merges(writers.values(), progress)
    additions.close()
    return done


def _build_empty(
    engine: Engine, generation: Path, kind: _Kind, work: Work, told: Callable[[int], None]
) -> tuple[int, Any]:
    """Build an index that is empty of all entries there are, which takes half the time of following them.

    Return how far the change log need not be followed for these, and the writer that merges what was built.
    """
    for path in generation.glob(f"{kind.name}-*"):
        shutil.rmtree(path)  # of one that was killed
    if segments.shape(generation / kind.name).segments:
        return 0, None
    with reading(engine) as connection:
        position = newest(connection)
        size = _size_of_part(_count(connection, kind))
    batches = _batches_of_documents(engine, kind, size)
    return position.seq, _build(generation, kind.name, batches, work, told)


def _open_writer(generation: Path, kind: _Kind) -> Any:
    index = schema.prepare(tantivy.Index.open(str(generation / kind.name)))
    writer = index.writer(heap_size=_FOLLOW_HEAP, num_threads=1)
    # A killed writer leaves files no commit names; the next one would call its own the same and fail.
    writer.garbage_collect_files()
    return writer


def _update(
    writer: Any,
    engine: Engine,
    kind: _Kind,
    keys: list[int],
    work: Work,
    told: Callable[[int], None],
    additions: dictionary.Additions | None,
) -> None:
    """Replace the entries of the keys in the index by what their documents say now.

    A dictionary gets its terms first, so that it never lacks one of those that a reader finds.
    """
    for key in keys:
        writer.delete_documents_by_term(kind.key.name, key)
    documents = _documents_of(engine, kind, keys, told)
    for fields in work(partial(_fields, kind.name), documents, _AHEAD):
        for of_one in fields:
            writer.add_json(of_one)
        if additions:
            additions.add(fields)
    if additions:
        additions.commit()
    writer.commit()


def _documents_of(
    engine: Engine, kind: _Kind, keys: list[int], told: Callable[[int], None]
) -> Iterator[list[StoredDocument]]:
    """Yield the documents of keys, those that still have one, each batch from a transaction of its own."""
    for part in bulk.chunks(keys, _KEYS_AT_ONCE):
        with reading(engine) as connection:
            documents = _read(connection, kind.documents.where(kind.key.in_(part)))
        yield documents
        told(len(part))
