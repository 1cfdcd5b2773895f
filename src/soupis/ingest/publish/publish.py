"""Publishing: which documents are made anew, in which order, what the calendar or an operator asks for."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, Engine, func, or_, select

from soupis.ingest.dirty_entries import (
    MEMBERS,
    DirtyEntry,
    count_by_kind,
    mark_dirty,
    members_of,
    read_after,
    read_among,
)
from soupis.ingest.hidden_list import mark_hidden_dirty, note_published, unpublished
from soupis.ingest.privacy.stored import redact_stored
from soupis.ingest.publish.building import build_batches, open_builder
from soupis.ingest.publish.storing import store
from soupis.ingest.stored_state import load_state, save_state
from soupis.progress import Progress
from soupis.registers.records import PRIVACY_RULES
from soupis.store import bulk
from soupis.store.engine import reading, start_log_over, writing, writing_connection
from soupis.store.republishing import REPUBLISHING, Republishing
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, company, company_document, engagement, person
from soupis.times import prague_today

# Documents of so many entities are stored at once; of four such batches the main process holds them.
_BATCH = 1_000
# From so many dirty companies or persons on, worker processes pay for their start.
_PARALLEL = 20_000
# After how many batches the write-ahead log is looked at; a batch adds some megabytes.
_LOG_LOOKED_AT = 16
_PUBLISHED_DAY = "published_day"
# Raised with every change of what documents are made of the same rows: all are then made anew, once.
DOCUMENT_RULES = 32
# Documents of these rules and of later ones are served until they are made anew. Raised to the newest rules
# where the structs of `wire` or `store.extras` no longer read earlier documents, and where those show what
# must not be shown any more.
OLDEST_SERVED_RULES = 30
_DOCUMENT_RULES = "document_rules"
_PRIVACY_RULES = "privacy_rules"
# How many entities are marked in one transaction: others who write hardly notice.
_MARKED_AT_ONCE = 50_000
_SECONDS_BETWEEN_NOTES = 2.0


class Pauses(NamedTuple):
    """Breaks of publishing, after every so many seconds, in which no process builds documents.

    The processes that build have ended by then, and their memory is free.
    """

    do: Callable[[], None]
    seconds: float
    kinds: Collection[int]
    """Kinds of documents that are published with pauses."""


def publish(engine: Engine, progress: Progress, pauses: Pauses | None = None) -> int:
    """Make the documents of all dirty companies and persons; return how many documents changed.

    Documents are built outside of write transactions; each batch is stored in one transaction that also
    takes its dirty entries away, so that a crash repeats a batch at most.
    """
    today = prague_today().isoformat()
    _redact_by_these_rules(engine, progress)
    changed = publish_hidden(engine)
    _mark_made_by_old_rules(engine)
    with writing(engine) as connection:
        _mark_turned_today(connection, today)
    # Companies first: a changed name or state marks those who sit there. Ties may mark companies again.
    while counts := _dirty_counts(engine):
        left = sum(counts.values())
        for kind, stage in ((KIND_COMPANY, "publishing companies"), (KIND_PERSON, "publishing persons")):
            if total := counts.get(kind, 0):
                noting = _noting(engine, left, progress)
                pausing = pauses if pauses and kind in pauses.kinds else None
                changed += _publish_kind(engine, kind, today, total, noting, stage, pausing)
                left -= total
    _note_all_made(engine)
    return changed


def publish_companies(engine: Engine, icos: Collection[int]) -> int:
    """Make the documents of some dirty companies ahead of the others; return how many changed.

    What these changes bring about elsewhere (profiles of members) is left to the next `publish`.
    """
    return _publish_among(engine, KIND_COMPANY, icos)


def publish_hidden(engine: Engine) -> int:
    """Publish what follows from the list of hidden persons ahead of everything else; return how many changed.

    These are the companies of persons who were hidden or are shown again, and everybody who sits in them.
    """
    with reading(engine) as connection:
        icos = unpublished(connection)
    if not icos:
        return 0
    with writing(engine) as connection:
        mark_hidden_dirty(connection, icos)
        members = {kind: members_of(connection, kind, icos) for kind in (KIND_PERSON, KIND_COMPANY)}
    changed = _publish_among(engine, KIND_PERSON, members[KIND_PERSON])
    changed += _publish_among(engine, KIND_COMPANY, members[KIND_COMPANY].union(icos))
    note_published(engine, icos)
    return changed


def _publish_among(engine: Engine, kind: int, keys: Collection[int]) -> int:
    changed = 0
    with (
        open_builder(engine, prague_today().isoformat()) as builder,
        writing_connection(engine) as connection,
    ):
        for chunk in bulk.chunks(sorted(set(keys)), _BATCH):
            with reading(engine) as reader:
                entries = read_among(reader, kind, chunk)
            if entries:
                documents = builder.build(kind, [entry.key for entry in entries])
                changed += store(connection, entries, documents)
    return changed


def _publish_kind(
    engine: Engine,
    kind: int,
    today: str,
    total: int,
    progress: Progress,
    stage: str,
    pauses: Pauses | None,
) -> int:
    changed, done, number, last = 0, 0, 0, -1
    with writing_connection(engine) as connection:
        while True:
            due = time.monotonic() + pauses.seconds if pauses else float("inf")
            batches = _dirty_batches(engine, kind, last, due)
            is_done = True
            for entries, documents in build_batches(
                engine, today, batches, in_parallel=total - done >= _PARALLEL
            ):
                is_done = False
                changed += store(connection, entries, documents)
                if number % _LOG_LOOKED_AT == 0:  # those who build read all the time
                    start_log_over(connection)
                number, last = number + 1, entries[-1].key
                done += len(entries)
                progress(stage, done, max(done, total))
            if is_done or pauses is None:
                return changed
            pauses.do()


def _dirty_batches(engine: Engine, kind: int, last: int, due: float) -> Iterator[list[DirtyEntry]]:
    """Yield dirty entries in the order of keys, from behind the last one until a pause is due.

    What is marked before that place waits for the next pass.
    """
    is_due = False
    while not is_due:
        with reading(engine) as connection:
            entries = read_after(connection, kind, last, _BATCH)
        if not entries:
            return
        yield entries
        last = entries[-1].key
        is_due = time.monotonic() >= due


def _dirty_counts(engine: Engine) -> dict[int, int]:
    with reading(engine) as connection:
        return count_by_kind(connection)


def are_made_by_these_rules(connection: Connection) -> bool:
    """Tell whether the documents, if there are any, were made by the rules of this version."""
    return load_state(connection, _DOCUMENT_RULES, int) == DOCUMENT_RULES or _is_empty(connection)


def may_be_served(connection: Connection) -> bool:
    """Tell whether this version can answer from the documents as they are, until it has made them anew."""
    return _oldest_rules(connection) >= OLDEST_SERVED_RULES or _is_empty(connection)


def _is_empty(connection: Connection) -> bool:
    return connection.scalar(select(company_document.c.ico).limit(1)) is None


def published_day(engine: Engine) -> str:
    """Return the day of Prague for which documents were last published, today where none were."""
    return load_state(engine, _PUBLISHED_DAY, str) or prague_today().isoformat()


def _oldest_rules(connection: Connection) -> int:
    """Return the oldest rules that any document may be made by; 0 = older than their counting."""
    if (under_way := load_state(connection, REPUBLISHING, Republishing)) is not None:
        return under_way.rules
    return load_state(connection, _DOCUMENT_RULES, int) or 0


def _redact_by_these_rules(engine: Engine, progress: Progress) -> None:
    """Redact what is stored by earlier rules of privacy; the next full files are read again anyway."""
    with reading(engine) as connection:
        if load_state(connection, _PRIVACY_RULES, int) == PRIVACY_RULES:
            return
        is_first = _is_empty(connection)  # everything was stored by these rules
    if not is_first:
        redact_stored(engine, progress)
        republish_all(engine)
    save_state(engine, _PRIVACY_RULES, PRIVACY_RULES)


def _mark_made_by_old_rules(engine: Engine) -> None:
    """Mark everything whose documents an earlier version made, by rules that are no longer these.

    That these rules are those of the documents is noted last: marking that was cut off begins again.
    """
    with reading(engine) as connection:
        if load_state(connection, _DOCUMENT_RULES, int) == DOCUMENT_RULES:
            return
        is_current = are_made_by_these_rules(connection)
    if not is_current:
        republish_all(engine)
    save_state(engine, _DOCUMENT_RULES, DOCUMENT_RULES)


def _noting(engine: Engine, left: int, progress: Progress) -> Progress:
    """Return a progress callback that also notes how far republishing is; `left` documents wait before it."""
    state = load_state(engine, REPUBLISHING, Republishing)
    if state is None:
        return progress
    noted = float("-inf")

    def update(stage: str, done: int, total: int | None) -> None:
        nonlocal noted
        progress(stage, done, total)
        if (now := time.monotonic()) - noted >= _SECONDS_BETWEEN_NOTES:
            noted = now
            made = min(max(0, state.total - left + done), state.total)
            save_state(engine, REPUBLISHING, replace(state, done=made))

    return update


def _note_all_made(engine: Engine) -> None:
    if load_state(engine, REPUBLISHING, Republishing) is not None:
        save_state(engine, REPUBLISHING, None)


def _mark_turned_today(connection: Connection, today: str) -> None:
    """Mark companies and members whose announced end has come since documents were last published."""
    last = load_state(connection, _PUBLISHED_DAY, str)
    if last == today:
        return
    turned = select(company.c.ico).where(company.c.ceased > (last or today), company.c.ceased <= today)
    mark_dirty(connection, KIND_COMPANY, turned)
    ends = or_(
        *(
            (end > (last or today)) & (end <= today)
            for end in (engagement.c.member_to, engagement.c.function_to)
        )
    )
    mark_dirty(connection, KIND_COMPANY, select(engagement.c.ico).where(ends).distinct())
    for kind, member in MEMBERS:
        mark_dirty(connection, kind, select(member).where(ends, member.is_not(None)).distinct())
    save_state(connection, _PUBLISHED_DAY, today)


def republish_all(engine: Engine) -> None:
    """Mark every company and person dirty, for documents whose form has changed."""
    kinds = ((KIND_COMPANY, company.c.ico), (KIND_PERSON, person.c.id))
    with writing(engine) as connection:
        rules = _oldest_rules(connection)
        total = sum(connection.scalar(select(func.count()).select_from(key.table)) or 0 for _, key in kinds)
        save_state(connection, REPUBLISHING, Republishing(rules, 0, total))
    for kind, key in kinds:
        last: int | None = -1
        while last is not None:
            following = select(key).where(key > last).order_by(key).limit(_MARKED_AT_ONCE)
            with writing(engine) as connection:
                mark_dirty(connection, kind, following)
                last = connection.scalar(select(func.max(following.subquery().c[key.name])))
