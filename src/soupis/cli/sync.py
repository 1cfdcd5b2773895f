"""`soupis sync`: synchronise with source registers, over the network or from local files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from soupis.cli.console import DataOption, JsonOption, fail, installation, notes, progress_bars, show
from soupis.cli.working import open_context
from soupis.identifiers import parse_ico
from soupis.ingest.merge import ares, lookups, public_register, statistical, vat_register
from soupis.ingest.runs import Progress, Run
from soupis.installation import Installation
from soupis.registers.records import SourceError
from soupis.sources import ARES, CODELISTS, DOCUMENTS, ISIR, PUBLIC_REGISTER, RES, VAT
from soupis.store.leases import LeaseHeldError
from soupis.worker import publisher, vat_source
from soupis.worker.context import Context
from soupis.worker.sources import SYNCHRONISE, Synchronise, SyncRequest, synchronise

group = typer.Typer(no_args_is_help=True, help="Synchronise with source registers.")

FilesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--file",
        metavar="PATH",
        help="Local file in the register's own format instead of the network; may be repeated.",
    ),
]
IcosOption = Annotated[
    list[str] | None,
    typer.Option("--ico", metavar="ICO", help="Ask about this company only; may be repeated."),
]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, metavar="N", help="At most so many look-ups.")
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Take over an unchanged file, or one that lost many rows.")
]
TakeFiles = Callable[[Installation, list[Path], Progress, bool], list[Run]]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="sync")


@group.command(epilog="Example: soupis sync res --file res_data.csv --file res_pf_nace.csv")
def res(
    file: FilesOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Statistical register: all subjects (res_data.csv) and their activities (res_pf_nace.csv)."""

    def take(where: Installation, paths: list[Path], progress: Progress, force: bool) -> list[Run]:
        return statistical.sync_files(where.engine, paths, progress, force=force)

    _run(data, [RES], SyncRequest(force=force), json, _from_files(take, file))


@group.command(
    "public-register", epilog="Example: soupis sync public-register --file sro-full-praha-2026.xml.gz"
)
def public_register_(
    file: FilesOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Public register: file marks, capital, bodies, partners and their history."""

    def take(where: Installation, paths: list[Path], progress: Progress, force: bool) -> list[Run]:
        secret = where.person_secret
        return [
            public_register.sync_file(where.engine, path, secret, progress, force=force) for path in paths
        ]

    _run(data, [PUBLIC_REGISTER], SyncRequest(force=force), json, _from_files(take, file))


@group.command("ares", epilog="Example: soupis sync ares --limit 10000")
def ares_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """ARES: known subjects not asked for a month, oldest first, then living ones never asked.

    Files: economic subjects, searches, public and statistical register records (JSON).
    """
    take = _each(lambda where, path: ares.sync_file(where.engine, path, where.person_secret))
    _run(data, [ARES], SyncRequest(limit, icos=_icos(ico)), json, _from_files(take, file))


@group.command("vat", epilog="Example: soupis sync vat --limit 1000")
def vat_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """VAT register: the list of unreliable payers, the look-up queue, re-verification of those registered.

    Files: answers about payers, or the list of unreliable payers (SOAP).
    """
    take = _each(lambda where, path: vat_register.sync_file(where.engine, path))
    _run(data, [VAT], SyncRequest(limit, force, _icos(ico)), json, _from_files(take, file))


@group.command("isir", epilog="Example: soupis sync isir --ico 25083325")
def isir_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Insolvency register: new events, and the proceedings of the companies that they name.

    Files: SOAP answers of the look-up service.
    """
    take = _each(lambda where, path: lookups.sync_proceedings_file(where.engine, path))
    _run(data, [ISIR], SyncRequest(limit, icos=_icos(ico)), json, _from_files(take, file))


@group.command("documents", epilog="Example: soupis sync documents --ico 00514152")
def documents_(
    file: FilesOption = None,
    ico: IcosOption = None,
    limit: LimitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Collection of documents: lists of the companies that somebody looked at and whose list is old.

    Files: lists of filed documents of single companies (HTML or JSON).
    """
    take = _each(lambda where, path: lookups.sync_filings_file(where.engine, path))
    _run(data, [DOCUMENTS], SyncRequest(limit, icos=_icos(ico)), json, _from_files(take, file))


@group.command("codelists", epilog="Example: soupis sync codelists")
def codelists_(data: DataOption = None, json: JsonOption = False) -> None:
    """Code lists of the statistical office; where a name changed, documents are made again."""
    _run(data, [CODELISTS], SyncRequest(), json)


@group.command("all", epilog="Example: soupis sync all --limit 10000")
def all_(
    limit: LimitOption = None, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """All sources over the network, one after the other; one that fails does not stop the others."""
    _run(data, list(SYNCHRONISE), SyncRequest(limit, force), json)


def _run(
    data: Path | None,
    sources: Iterable[str],
    request: SyncRequest,
    json: bool,
    work: Callable[[Installation], Synchronise | None] = lambda _: None,
) -> None:
    """Synchronise sources, publish, report; exit 1 when one failed, after the others were done."""
    where = installation(data)
    runs: list[Run] = []
    failures: list[str] = []
    with progress_bars() as progress, open_context(where, progress) as context:
        for source in sources:
            try:
                runs += synchronise(context, source, request, work(where))
            except (SourceError, LeaseHeldError) as error:
                failures.append(f"{source.replace('_', '-')}: {error}")
        changed = publisher.publish_and_index_all(context)
        waiting = context.queue.counts()
        pause = vat_source.pause(context) if VAT in sources and waiting.due else 0.0
    report(runs, changed, as_json=json, failures=failures)
    if pause:
        notes.print(
            f"VAT register: {waiting.due:,} look-ups wait, the next request is allowed in {pause:.0f} s; "
            "a running worker goes on by itself."
        )
    if failures:
        raise fail("\n".join(failures))


def _from_files(take: TakeFiles, files: list[Path] | None) -> Callable[[Installation], Synchronise | None]:
    """Return the work of taking over local files, for an installation; none where no file is given."""

    def work(where: Installation) -> Synchronise | None:
        if not files:
            return None

        def from_files(_context: Context, progress: Progress, request: SyncRequest) -> list[Run]:
            return take(where, files, progress, request.force)

        return from_files

    return work


def _each(take: Callable[[Installation, Path], Run]) -> TakeFiles:
    return lambda where, paths, _progress, _force: [take(where, path) for path in paths]


def _icos(texts: list[str] | None) -> tuple[int, ...]:
    icos = []
    for text in texts or ():
        if (ico := parse_ico(text)) is None:
            raise typer.BadParameter(f"{text} is no company ID; it has eight digits", param_hint="--ico")
        icos.append(ico)
    return tuple(icos)


def publish_and_index_all(where: Installation, progress: Progress, *, wait: bool = True) -> int:
    """Publish what changed and bring the search index up to it; return how many documents changed.

    Where somebody else is publishing: `wait` for its end, or leave it to that process.
    """
    with open_context(where, progress) as context:
        try:
            return publisher.publish_and_index_all(context, patience=publisher.PATIENCE if wait else 0.0)
        except LeaseHeldError:
            if wait:
                raise
            return 0


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
        if run.notes:
            unknown = ", ".join(f"{name} ({count})" for name, count in sorted(run.notes.items()))
            lines.append(f"  kinds of facts not known to this version: {unknown}")
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
            "unknownFacts": run.notes,
            "unchangedFile": run.unchanged_file,
        }
        for run in runs
    ]
    shown = {"runs": facts, "documentsChanged": documents_changed, "failures": list(failures)}
    show(shown, as_json=as_json, text="\n".join(lines))
