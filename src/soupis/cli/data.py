"""Commands about the data: generate, index, status, check, migrate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from soupis.cli.console import (
    DataOption,
    JsonOption,
    existing_installation,
    installation,
    load_settings,
    progress_bars,
    show,
)
from soupis.sources import DOCUMENTS

if TYPE_CHECKING:
    from soupis.ingest.status import Status
    from soupis.store.lookup_queue import QueueCounts
    from soupis.store.source_states import SourceState

index_group = typer.Typer(no_args_is_help=True, help="Search indexes.")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(epilog="Example: soupis generate --companies 100000 --out /tmp/files --seed 1")(generate)
    app.add_typer(index_group, name="index")
    app.command(epilog="Example: soupis status --json")(status)
    app.command(epilog="Example: soupis check --data /srv/soupis")(check)
    app.command(epilog="Example: soupis migrate --data /srv/soupis")(migrate)


def generate(
    companies: Annotated[int, typer.Option("--companies", min=1, help="How many companies.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where to write the files.")],
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same bytes.")] = 1,
    truth: Annotated[
        bool, typer.Option("--truth", help="Also truth.jsonl: what a service has to say of each company.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write made-up source files: res_data.csv, res_pf_nace.csv, public_register.xml.gz, and standin/.

    The last is what the on-line registers would say of the same companies, for a stand-in to answer from.
    """
    import msgspec

    from soupis.synthetic import generate as generate_files
    from soupis.synthetic import standin

    with progress_bars() as progress:
        summary = generate_files(
            out, companies, seed, lambda done: progress("making companies", done, companies), truth=truth
        )
        standin.write(out, companies, seed, lambda done: progress("on-line registers", done, companies))
    facts = msgspec.to_builtins(summary)
    show(facts, as_json=json, text="\n".join(f"{name}: {value:,}" for name, value in facts.items()))


@index_group.command("rebuild", epilog="Example: soupis index rebuild")
def index_rebuild(
    data: DataOption = None,
    documents: Annotated[
        bool, typer.Option("--documents", help="Make all documents anew first (after an upgrade).")
    ] = False,
) -> None:
    """Build the search indexes anew; the old ones serve until the new ones are complete."""
    from soupis.cli.synchronising import publish_pending
    from soupis.ingest.publish.publish import republish_all
    from soupis.processes import set_memory
    from soupis.search import indexer

    set_memory(keep_freed=False)
    where = existing_installation(data)
    with progress_bars() as progress:
        if documents:
            republish_all(where.engine)
            publish_pending(where, progress)
        indexer.rebuild(where.published(), where.index_directory, progress)
    state = indexer.index_state(where.index_directory)
    typer.echo(f"indexed: {state.companies:,} companies, {state.persons:,} persons" if state else "no index")


def status(data: DataOption = None, json: JsonOption = False) -> None:
    """Show how fresh and how large the data is, what waits, and when sources are read next."""
    import msgspec
    from sqlalchemy import func, select

    from soupis.cli.synchronising import open_context
    from soupis.ingest.source_states import CUT_OFF, read_states
    from soupis.ingest.status import read_status
    from soupis.search import indexer
    from soupis.store.engine import reading
    from soupis.store.tables import company, person

    where = existing_installation(data)
    with reading(where.engine) as connection:
        status = read_status(connection)
        states = read_states(connection)
        counts = connection.execute(
            select(
                select(func.count()).select_from(company).scalar_subquery(),
                select(func.count()).select_from(person).scalar_subquery(),
            )
        ).one()
    index, wear = indexer.index_state(where.index_directory), indexer.wear(where.index_directory)
    with open_context(where) as context:
        queues = {"vatQueue": context.queue.counts(), "visitQueue": context.refresh_queue.counts()}
        worker = context.locks.is_held("worker")
        for run in status.runs:
            if run.state == "running" and not context.locks.is_held(run.source):
                run.state, run.error = "failed", CUT_OFF  # the next run of the source will note it so
    facts = {
        "companies": counts[0],
        "persons": counts[1],
        "indexed": {
            "companies": index.companies,
            "persons": index.persons,
            "seq": index.seq,
            "built": wear.built,
            "segments": wear.segment_counts,
        }
        if index and wear
        else None,
        "changeLog": status.change_log,
        "unpublished": status.unpublished,
        "republishing": {"done": anew.done, "total": anew.total} if (anew := status.republishing) else None,
        **{
            name: {"waiting": queue.waiting, "due": queue.due, "givenUp": queue.given_up}
            for name, queue in queues.items()
        },
        "worker": worker,
        "freshness": [_freshness(state, where.settings.sync_schedule) for state in states.values()],
        "sources": [msgspec.to_builtins(run) for run in status.runs],
    }
    show(facts, as_json=json, text=_status_text(status, facts, queues))


def _segments(count: int) -> str:
    return "1 segment" if count == 1 else f"{count} segments"


def _freshness(state: SourceState, schedule: str) -> dict[str, object]:
    from soupis.worker.schedule import parse_schedule

    return {
        "source": state.source.replace("_", "-"),
        "lastSuccess": state.last_success,
        "records": state.rows,
        "nextRun": state.next_run,
        "lastError": state.last_error,
        "scheduled": state.source in parse_schedule(schedule),
    }


def _status_text(found: Status, facts: dict[str, Any], queues: dict[str, QueueCounts]) -> str:
    lines = [
        f"companies: {facts['companies']:,}",
        f"persons: {facts['persons']:,}",
        f"change log: {found.change_log:,}, not yet published: {found.unpublished:,}",
        f"worker: {'running' if facts['worker'] else 'not running'}",
    ]
    if indexed := facts["indexed"]:
        lines.insert(
            3,
            f"index: {indexed['companies']:,} companies in {_segments(indexed['segments']['companies'])}, "
            f"{indexed['persons']:,} persons in {_segments(indexed['segments']['persons'])}, "
            f"built anew {indexed['built'] or 'at a time not noted'}",
        )
    if anew := found.republishing:
        lines.append(
            f"documents made anew: {anew.done:,} of {anew.total:,}, those of before are served till then"
        )
    for name, queue in queues.items():
        lines.append(
            f"{name.removesuffix('Queue')} queue: {queue.waiting:,} waiting, {queue.due:,} due, "
            f"{queue.given_up:,} given up"
        )
    for item in facts["freshness"]:
        unplanned = "off, see SOUPIS_SYNC_SCHEDULE"
        if item["scheduled"] and not facts["worker"]:
            unplanned = "when soupis worker runs"
        elif item["source"] == DOCUMENTS and item["scheduled"]:
            unplanned = "when somebody looks"
        trouble = f", last attempt failed: {item['lastError']}" if item["lastError"] else ""
        lines.append(
            f"{item['source']}: {item['records'] or 0:,} records, "
            f"last read {item['lastSuccess'] or 'never'}, next {item['nextRun'] or unplanned}{trouble}"
        )
    lines.append("last runs:")
    for run in found.runs:
        ended = run.finished or f"since {run.started}"
        trouble = f", {run.error}" if run.error else ""
        lines.append(f"  {run.source}/{run.dataset}: {run.state} {ended}, {run.rows or 0:,} rows{trouble}")
    return "\n".join(lines)


def check(
    data: DataOption = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Compare all documents with the record, not only some ten thousand."),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Check that databases, documents and indexes agree; exit 1 when something is wrong or not yet done.

    Documents are made anew and compared with what is published: of companies and persons chosen by chance,
    or all of them.
    """
    from soupis.ingest import hiding, integrity
    from soupis.ingest.publish import verification
    from soupis.installation import Installation
    from soupis.search import indexer
    from soupis.store.engine import reading

    settings = load_settings(data)
    with progress_bars() as progress:
        damaged = integrity.check_files(sorted(settings.data_dir.glob("**/*.sqlite")), progress)
    files = Installation(settings)
    damaged += files.damaged_files()
    damaged = damaged or files.find_losses()
    files.disconnect()
    if damaged:  # nothing else can be told for certain
        damaged += indexer.check_files(files.index_directory)
        show({"problems": damaged, "warnings": []}, as_json=json, text="\n".join(damaged))
        raise typer.Exit(1)
    where = existing_installation(data)
    with progress_bars() as progress, reading(where.engine) as connection:
        problems = integrity.check(connection, progress) + hiding.find_problems(connection)
        warnings = integrity.find_times_ahead(connection)
    if where.holds_documents():  # else a machine without a node's copy, beside PostgreSQL
        with progress_bars() as progress, reading(where.published()) as connection:
            progress("checking the index", 0, None)
            problems += indexer.check(connection, where.index_directory)
    with progress_bars() as progress:
        sample = None if every else verification.SAMPLE
        problems += verification.verify(where.engine, progress, sample=sample)
    told = "\n".join([*problems, *(f"Warning: {warning}" for warning in warnings)])
    show({"problems": problems, "warnings": warnings}, as_json=json, text=told or "Everything agrees.")
    if problems:
        raise typer.Exit(1)


def migrate(
    data: DataOption = None,
    new_secret_key: Annotated[
        bool,
        typer.Option(
            "--new-secret-key",
            help="Accept another SOUPIS_SECRET_KEY than before; forms and links that are open end, "
            "anonymous callers are counted anew.",
        ),
    ] = False,
    new_accounts: Annotated[
        bool,
        typer.Option(
            "--new-accounts",
            help="Make a new accounts database, without any account, where it was emptied or removed.",
        ),
    ] = False,
) -> None:
    """Bring databases and documents to this version; other commands do so by themselves.

    Documents are made anew where this version makes other ones of the same data.
    """
    from soupis.cli.synchronising import publish_pending

    where = installation(data, prepare=False)
    is_new = where.settings.database_url is None and not where.documents_file.exists()
    where.prepare(new_secret_key=new_secret_key, new_accounts=new_accounts)
    with progress_bars() as progress:
        publish_pending(where, progress)
    typer.echo(f"{where.directory}: {'a new installation, empty yet' if is_new else 'up to date'}")
