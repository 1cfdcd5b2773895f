"""One function per source: synchronise it over the network, under its lease, and record how that ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from soupis.ingest.lookups import DOCUMENTS, ISIR
from soupis.ingest.precedence import ARES, PUBLIC_REGISTER, RES
from soupis.ingest.runs import Progress, Run
from soupis.ingest.source_states import CODELISTS, attempt
from soupis.ingest.vat_register import VAT
from soupis.worker import files, insolvency, subjects, vat
from soupis.worker.context import Context
from soupis.worker.visits import VISITED, Visits


@dataclass(frozen=True)
class Wanted:
    """What a run is asked to do: at most so many look-ups, and also what seems unchanged or odd."""

    limit: int | None = None
    force: bool = False


Synchronise = Callable[[Context, Progress, Wanted], list[Run]]


def _vat(context: Context, progress: Progress, wanted: Wanted) -> list[Run]:
    runs = vat.sync_list(context, progress, force=wanted.force)
    runs += vat.drain_queue(context, progress, wanted.limit).runs
    return runs + vat.reverify(context, progress, wanted.limit)


def work_through(visits: Visits, limit: int | None = None) -> list[Run]:
    """Refresh visited companies; raises when documents, which nothing else asks for, were not to be had."""
    runs = visits.drain(limit)
    if failure := visits.documents_failure():
        raise failure
    return runs


# In the order in which `sync all` goes: files first, for look-ups are about the companies they hold.
SYNCHRONISE: dict[str, Synchronise] = {
    CODELISTS: lambda context, progress, _: files.sync_codelists(context, progress),
    RES: lambda context, progress, wanted: files.sync_res(context, progress, force=wanted.force),
    PUBLIC_REGISTER: lambda context, progress, wanted: files.sync_public_register(
        context, progress, force=wanted.force
    ),
    ARES: lambda context, progress, wanted: subjects.refresh(context, progress, wanted.limit),
    VAT: _vat,
    ISIR: lambda context, progress, wanted: insolvency.sync(context, progress, wanted.limit),
    DOCUMENTS: lambda context, _, wanted: work_through(Visits(context, VISITED), wanted.limit),
}


def synchronise(
    context: Context, source: str, wanted: Wanted | None = None, work: Synchronise | None = None
) -> list[Run]:
    """Synchronise one source, or do other work on it, alone among all processes.

    Raises LeaseHeldError when somebody else is at it, SourceError when it failed.
    """
    work = work or SYNCHRONISE[source]
    with context.leases.hold(source) as lease, attempt(context.engine, source):
        return work(context, context.progress(lease), wanted or Wanted())
