"""`soupis sync`: take over source files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from soupis.app import Installation
from soupis.cli.console import DataOption, JsonOption, installation, progress_bars, show
from soupis.ingest import ares, lookups, public_register, statistical, vat_register
from soupis.ingest.publish import publish
from soupis.ingest.runs import Progress, Run
from soupis.search import indexer
from soupis.store.engine import reading

group = typer.Typer(no_args_is_help=True, help="Synchronise with source registers.")

FilesOption = Annotated[
    list[Path],
    typer.Option("--file", metavar="PATH", help="Local file in the register's own format; may be repeated."),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Take over an unchanged file, or one that lost many rows.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(group, name="sync")


@group.command(epilog="Example: soupis sync res --file res_data.csv --file res_pf_nace.csv")
def res(
    file: FilesOption, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Statistical register: all subjects (res_data.csv) and their activities (res_pf_nace.csv)."""
    where = installation(data)
    with progress_bars() as progress:
        runs = statistical.sync_files(where.engine, file, progress, force=force)
        changed = bring_forward(where, progress)
    report(runs, changed, as_json=json)


@group.command(
    "public-register", epilog="Example: soupis sync public-register --file sro-full-praha-2026.xml.gz"
)
def public_register_(
    file: FilesOption, data: DataOption = None, force: ForceOption = False, json: JsonOption = False
) -> None:
    """Public register: file marks, capital, bodies, partners and their history."""
    where = installation(data)
    with progress_bars() as progress:
        runs = [
            public_register.sync_file(where.engine, path, where.person_secret, progress, force=force)
            for path in file
        ]
        changed = bring_forward(where, progress)
    report(runs, changed, as_json=json)


@group.command("ares", epilog="Example: soupis sync ares --file 45274649.json")
def ares_(file: FilesOption, data: DataOption = None, json: JsonOption = False) -> None:
    """ARES answers: economic subjects, searches, public and statistical register records (JSON)."""
    _from_files(file, data, json, lambda where, path: ares.sync_file(where.engine, path, where.person_secret))


@group.command("vat", epilog="Example: soupis sync vat --file answer.xml")
def vat_(file: FilesOption, data: DataOption = None, json: JsonOption = False) -> None:
    """VAT register: answers about payers, or the list of unreliable payers (SOAP)."""
    _from_files(file, data, json, lambda where, path: vat_register.sync_file(where.engine, path))


@group.command("isir", epilog="Example: soupis sync isir --file 25083325.xml")
def isir_(file: FilesOption, data: DataOption = None, json: JsonOption = False) -> None:
    """Insolvency register: proceedings of single companies (SOAP answers of the look-up service)."""
    _from_files(file, data, json, lambda where, path: lookups.sync_proceedings_file(where.engine, path))


@group.command("documents", epilog="Example: soupis sync documents --file list_00514152.html")
def documents_(file: FilesOption, data: DataOption = None, json: JsonOption = False) -> None:
    """Collection of documents: lists of filed documents of single companies (HTML or JSON)."""
    _from_files(file, data, json, lambda where, path: lookups.sync_filings_file(where.engine, path))


def _from_files(
    files: list[Path], data: Path | None, json: bool, take: Callable[[Installation, Path], Run]
) -> None:
    where = installation(data)
    with progress_bars() as progress:
        runs = [take(where, path) for path in files]
        changed = bring_forward(where, progress)
    report(runs, changed, as_json=json)


def bring_forward(where: Installation, progress: Progress) -> int:
    """Publish what changed and bring the search index up to it; return how many documents changed."""
    changed = publish(where.engine, progress)
    with reading(where.engine) as connection:
        indexer.follow(
            connection, where.index_directory, lambda done, total: progress("indexing", done, total)
        )
    return changed


def report(runs: list[Run], documents_changed: int, *, as_json: bool) -> None:
    """Print what runs did; rejected rows are named, not only counted."""
    lines = []
    for run in runs:
        if run.unchanged_file:
            lines.append(f"{run.dataset}: same file as last time, nothing to do")
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
    show({"runs": facts, "documentsChanged": documents_changed}, as_json=as_json, text="\n".join(lines))
