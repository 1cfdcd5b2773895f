"""Synchronising an installation: over the network or from local files, published, indexed and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from soupis.cli.console import fail, notes, progress_bars, show
from soupis.cli.stopping import stopping
from soupis.ingest.merge import ares, lookups, public_register, vat_register
from soupis.ingest.privacy import redact_error
from soupis.ingest.runs import Run
from soupis.installation import Installation
from soupis.processes import set_memory
from soupis.progress import Progress
from soupis.registers.records import SourceError
from soupis.sources import ARES, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT
from soupis.store.locks import LockHeldError
from soupis.worker import publisher, vat_source
from soupis.worker.context import Context, SourceUrls, Stopped
from soupis.worker.sources import Synchronise, SyncRequest, synchronise

# How often somebody who waits for others to end looks whether to stop, in seconds.
_LOOK = 1.0


@contextmanager
def open_context(where: Installation, show: Progress | None = None) -> Iterator[Context]:
    """Open what synchronising needs, with the addresses and secrets of an installation."""
    set_memory(keep_freed=False)
    settings = where.settings
    context = Context(
        engine=where.engine,
        coordination_url=where.queue_url,
        index_directory=where.index_directory,
        downloads=where.directory / "downloads",
        person_secret=where.person_secret,
        urls=SourceUrls(
            res=settings.res_url,
            public_register=settings.public_register_url,
            ares=settings.ares_url,
            vat=settings.vat_url,
            isir=settings.isir_url,
            isir_events=settings.isir_public_url,
            documents=settings.documents_url,
            codelists=settings.codelists_url,
            contact=settings.base_url,
            redirect_hosts=settings.redirect_host_names,
        ),
        change_days=settings.change_days,
        years=settings.public_register_years,
        show=show,
    )
    try:
        yield context
    finally:
        context.close()


def publish_when_free(where: Installation) -> bool:
    """Publish what changed as soon as nobody else is publishing, and log what takes long.

    Return False where a signal asked to stop before all was published.
    """
    with open_context(where) as context, stopping(context.stop), suppress(Stopped):
        while not context.stop.is_set():
            with suppress(LockHeldError):
                publisher.publish_and_index_all(context, patience=_LOOK)
                return True
    return False


def publish_pending(where: Installation, progress: Progress) -> int:
    """Publish what changed and bring the search index up to it; return how many documents changed.

    Raises LockHeldError when somebody else is publishing for an hour.
    """
    with open_context(where, progress) as context:
        return publisher.publish_and_index_all(context)


def publish_hidden_now(where: Installation, progress: Progress) -> int:
    """Publish what follows from decisions about hidden persons, and bring the search index up to it.

    Return how many documents changed. Raises LockHeldError when somebody else is publishing for an hour.
    """
    with open_context(where, progress) as context:
        return publisher.publish_and_index_hidden(context)


def finish_hiding(where: Installation) -> None:
    """Publish what a killed command decided about hidden persons, unless somebody is publishing."""
    with open_context(where) as context, suppress(LockHeldError):
        publisher.publish_and_index_hidden(context, patience=0.0)


def run(
    where: Installation, sources: list[str], request: SyncRequest, files: list[Path], *, as_json: bool
) -> None:
    """Synchronise sources, publish, report; exit 1 when one failed, after the others were done.

    Where there are `files`, the source is taken over from them instead of the network.
    """
    runs: list[Run] = []
    failures: list[str] = []
    with progress_bars() as progress, open_context(where, progress) as context:
        for source in sources:
            try:
                work = _from_files(where, source, files) if files else None
                runs += synchronise(context, source, request, work, from_files=bool(files))
            except (SourceError, LockHeldError) as error:
                failures.append(f"{source.replace('_', '-')}: {redact_error(str(error))}")
        changed = publisher.publish_and_index_all(context)
        waiting = context.queue.counts()
        pause = vat_source.pause(context) if VAT in sources and waiting.due else 0.0
    report(runs, changed, as_json=as_json, failures=failures)
    if pause:
        notes.print(
            f"VAT register: {waiting.due:,} look-ups wait, the next request is allowed in {pause:.0f} s; "
            "a running worker goes on by itself."
        )
    if failures:
        raise fail("\n".join(failures))


def _from_files(where: Installation, source: str, files: list[Path]) -> Synchronise:
    """Return the work of taking over local files of a source."""

    def take_over(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
        engine = where.engine
        if source == RES:
            from soupis.ingest.merge import statistical  # loads polars

            return statistical.sync_files(engine, files, progress, force=request.force)
        if source == PUBLIC_REGISTER:
            secret, force = where.person_secret, request.force
            return each(lambda path: public_register.sync_file(engine, path, secret, progress, force=force))
        if source == ARES:
            return each(lambda path: ares.sync_file(engine, path, where.person_secret))
        if source == VAT:
            return each(lambda path: vat_register.sync_file(engine, path, context.queue))
        return each(partial(_TAKE_OVER[source], engine))

    def each(take: Callable[[Path], Run]) -> list[Run]:
        return [_named(path, take) for path in files]

    return take_over


def _named(path: Path, take: Callable[[Path], Run]) -> Run:
    """Take a file over; what is wrong with it is told with its name and what would be right."""
    try:
        return take(path)
    except SourceError as error:
        if path.name in str(error):
            raise
        raise SourceError(f"{path}: {error} --help says which files the command reads.") from error


_TAKE_OVER: dict[str, Callable[[Engine, Path], Run]] = {
    ISIR: lookups.sync_proceedings_file,
    DOCUMENTS: lookups.sync_filings_file,
}


def report(runs: list[Run], documents_changed: int, *, as_json: bool, failures: Iterable[str] = ()) -> None:
    """Print what runs did; rejected rows are named, not only counted."""
    lines = []
    for run in runs:
        if run.unchanged_file:
            lines.append(f"{run.dataset}: unchanged since last time, nothing to do")
            continue
        parts = [f"{run.rows_read:,} read", f"{run.rows_changed:,} changed"]
        if run.missing:
            parts.append(f"{run.missing:,} no longer there")
        if run.rows_rejected:
            parts.append(f"{run.rows_rejected:,} not readable")
        lines.append(f"{run.dataset}: {', '.join(parts)}")
        lines += [f"  {item.place}: {item.reason}" for item in run.rejected[:5]]
        for title, counts in (
            ("kinds of facts not known to this version", run.unknown_facts),
            ("texts of known facts that this version does not read", run.unread_texts),
        ):
            if counts:
                named = ", ".join(f"{name} ({count})" for name, count in sorted(counts.items()))
                lines.append(f"  {title}: {named}")
    lines.append(f"documents changed: {documents_changed:,}")
    facts = [
        {
            "source": run.source,
            "dataset": run.dataset,
            "read": run.rows_read,
            "changed": run.rows_changed,
            "missing": run.missing,
            "rejected": run.rows_rejected,
            "rejectedSample": run.rejected,
            "unknownFacts": run.unknown_facts,
            "unreadTexts": run.unread_texts,
            "unchangedFile": run.unchanged_file,
        }
        for run in runs
    ]
    report = {"runs": facts, "documentsChanged": documents_changed, "failures": list(failures)}
    show(report, as_json=as_json, text="\n".join(lines))
