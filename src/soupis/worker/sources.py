"""One function per source: synchronise it over the network, under its lock, and record how that ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from soupis.ingest.runs import Run, recorded_run
from soupis.ingest.source_states import attempt
from soupis.progress import Progress
from soupis.registers.records import SourceError
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT
from soupis.worker import files, insolvency, subjects, unreliable_payers, vat_lookups, vat_reverification
from soupis.worker.context import Context
from soupis.worker.filings import ask_filings
from soupis.worker.refresh_hints import REFRESHED_SOURCES, HintRefresher


@dataclass(frozen=True)
class SyncRequest:
    """What a run is asked to do: at most so many look-ups, what seems unchanged or odd too, for whom."""

    limit: int | None = None
    force: bool = False
    icos: tuple[int, ...] = ()  # only these companies


Synchronise = Callable[[Context, Progress, SyncRequest], list[Run]]


def _vat(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
    if request.icos:
        context.queue.ask(request.icos)
        return vat_lookups.drain_queue(context, progress, request.limit).runs
    runs: list[Run] = []
    failure: SourceError | None = None
    try:
        runs += unreliable_payers.sync(context, progress, force=request.force)
    except SourceError as error:  # those who wait for an answer do not wait for the list
        failure = error
    runs += vat_lookups.drain_queue(context, progress, request.limit).runs
    runs += vat_reverification.reverify(context, progress, request.limit)
    if failure is not None:
        raise failure
    return runs


def _ares(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
    if request.icos:
        return [_one_by_one(context, ARES, subjects.ask_one, request.icos)]
    return subjects.refresh(context, progress, request.limit)


def _isir(context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
    if request.icos:
        return [_one_by_one(context, ISIR, insolvency.look_up, request.icos)]
    return insolvency.sync(context, progress, request.limit)


def _documents(context: Context, _progress: Progress, request: SyncRequest) -> list[Run]:
    if request.icos:
        return [_one_by_one(context, DOCUMENTS, ask_filings, request.icos)]
    return refresh_hinted(HintRefresher(context, REFRESHED_SOURCES), request.limit)


def _one_by_one(
    context: Context, source: str, ask: Callable[[Context, int, Run], object], icos: tuple[int, ...]
) -> Run:
    with recorded_run(context.engine, source, "asked for") as run:
        for ico in icos:
            context.check()
            ask(context, ico, run)
    return run


def refresh_hinted(refresher: HintRefresher, limit: int | None = None) -> list[Run]:
    """Refresh companies with a hint; raises when filings, which nothing else asks for, could not be read."""
    runs = refresher.drain(limit)
    if failure := refresher.filings_failure():
        raise failure
    return runs


# In the order in which `sync all` goes: files first, for look-ups are about the companies they hold.
SYNCHRONISE: dict[str, Synchronise] = {
    CODELISTS: lambda context, progress, request: files.sync_codelists(
        context, progress, force=request.force
    ),
    RES: lambda context, progress, request: files.sync_res(context, progress, force=request.force),
    PUBLIC_REGISTER: lambda context, progress, request: files.sync_public_register(
        context, progress, force=request.force
    ),
    ARES: _ares,
    VAT: _vat,
    ISIR: _isir,
    DOCUMENTS: _documents,
}


def synchronise(
    context: Context,
    source: str,
    request: SyncRequest | None = None,
    work: Synchronise | None = None,
    *,
    from_files: bool = False,
) -> list[Run]:
    """Synchronise one source, or do other work on it, alone among all processes.

    `from_files` = the work reads files that the operator named, whose failure is not the source's.

    Raises LockHeldError when somebody else is at it, SourceError when it failed.
    """
    work = work or SYNCHRONISE[source]
    with context.locks.exclusive(source) as lock, attempt(context.engine, source, from_files=from_files):
        return work(context, context.progress(lock), request or SyncRequest())
