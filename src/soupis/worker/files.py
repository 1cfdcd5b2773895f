"""Sources that come as whole files: the statistical register, the public register, code lists.

A file is asked for only if it has changed since it was last taken over, and that it was taken over is noted
only after its last row; a downloaded file that was not yet taken over is not downloaded again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from soupis.ingest import public_register, statistical
from soupis.ingest.codelists import merge_list
from soupis.ingest.memory import recall, remember
from soupis.ingest.precedence import PUBLIC_REGISTER, RES
from soupis.ingest.publish import republish_all
from soupis.ingest.runs import Progress, Run, recorded_run
from soupis.ingest.source_states import CODELISTS
from soupis.registers.clients import codelists as codelists_client
from soupis.registers.clients import public_register as public_register_client
from soupis.registers.clients import res as res_client
from soupis.registers.clients.codelists import Exported
from soupis.registers.clients.public_register import Dataset
from soupis.registers.download import Download, Validator
from soupis.registers.http import PoliteClient
from soupis.registers.records import Rejected, SourceError
from soupis.registers.throttle import Throttle
from soupis.store.engine import writing
from soupis.worker.context import Context

_PRAGUE = ZoneInfo("Europe/Prague")
_LISTS: tuple[Exported, ...] = (
    "legal_form", "legal_form_ros", "district", "headcount", "nace2008", "nace2025"
)  # fmt: skip

Fetch = Callable[[Validator | None], Download]
Take = Callable[[Path], Run]


class IncompleteError(SourceError):
    """Some files of a source were taken over, others were not; the text names those."""


def sync_res(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the two files of the statistical register, where they changed."""
    client, directory = context.client("res"), context.downloads
    files = Files(context, RES, force=force)

    def take(path: Path) -> Run:
        is_subjects = path.name == res_client.FILES[0]
        sync = statistical.sync_subjects if is_subjects else statistical.sync_activities
        return sync(context.engine, path, progress, force=force)

    for name in res_client.FILES:  # subjects first: activities alone make no company
        progress(f"downloading {name}", 0, None)
        files.sync(name, directory / name, partial(res_client.fetch, client, name, directory), take)
    return files.finish()


def sync_public_register(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the files of the public register with history, older years first, where they changed."""
    client, directory = context.client("public_register"), context.downloads
    files = Files(context, PUBLIC_REGISTER, force=force)

    def take(path: Path) -> Run:
        return public_register.sync_file(context.engine, path, context.person_secret, progress, force=force)

    wanted = wanted_datasets(public_register_client.datasets(client), context.years)
    for number, dataset in enumerate(wanted):
        progress("datasets", number, len(wanted))
        fetch = partial(public_register_client.fetch, client, dataset.id, directory)
        files.sync(dataset.id, directory / f"{dataset.id}.xml.gz", fetch, take)
    progress("datasets", len(wanted), len(wanted))
    return files.finish()


def wanted_datasets(datasets: list[Dataset], years: int) -> list[Dataset]:
    """Choose the files with history of the newest years of each form and court, older years first.

    A year's file holds the living subjects and those deleted in that year; older ones add older deletions.
    """
    full = [dataset for dataset in datasets if dataset.extent == "full"]
    newest = {(item.form, item.court): item.year for item in sorted(full, key=lambda dataset: dataset.year)}
    return sorted(
        (item for item in full if item.year > newest[item.form, item.court] - years),
        key=lambda item: (item.year, item.id),
    )


class Files:
    """Takes over the files of one source one after the other; one that fails does not stop the others."""

    def __init__(self, context: Context, source: str, *, force: bool) -> None:
        self._context = context
        self._source = source
        self._fact = f"{source}_versions"
        self._force = force
        self._taken = recall(context.engine, self._fact, dict[str, Validator]) or {}
        self._runs: list[Run] = []
        self._failures: list[tuple[str, SourceError]] = []
        context.downloads.mkdir(parents=True, exist_ok=True)

    def sync(self, name: str, path: Path, fetch: Fetch, take: Take) -> None:
        """Download a file if it has changed, and take it over if that was not done yet."""
        self._context.check()
        note = path.with_name(path.name + ".version.json")
        taken = self._taken.get(name)
        on_disk = _read_note(note) if path.exists() else None
        try:
            found = fetch(None if self._force else on_disk or taken)
            if found.changed:
                note.write_bytes(msgspec.json.encode(found.validator))
            elif found.validator == taken:
                self._runs.append(Run(self._source, name, unchanged_file=True))
                path.unlink(missing_ok=True)
                note.unlink(missing_ok=True)
                return
            if self._taken.pop(name, None):  # from here on neither version is there whole
                remember(self._context.engine, self._fact, self._taken)
            self._runs.append(take(path))
        except SourceError as error:
            self._failures.append((name, error))
            return
        self._taken[name] = found.validator
        remember(self._context.engine, self._fact, self._taken)
        path.unlink(missing_ok=True)
        note.unlink(missing_ok=True)

    def finish(self) -> list[Run]:
        """Return the runs; raises when a file failed: its own error, or IncompleteError when several did."""
        if len(self._failures) == 1:
            raise self._failures[0][1]
        if self._failures:
            named = "; ".join(f"{name}: {error}" for name, error in self._failures[:5])
            more = f" and {len(self._failures) - 5} more" if len(self._failures) > 5 else ""
            raise IncompleteError(f"{len(self._failures)} files were not taken over{more}. {named}")
        return self._runs


def _read_note(path: Path) -> Validator | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Validator)
    except (OSError, msgspec.DecodeError):
        return None  # without it the file is simply downloaded again


def sync_codelists(context: Context, progress: Progress) -> list[Run]:
    """Take over the code lists as valid today; where a name changed, all documents are made again."""
    today = datetime.now(_PRAGUE).date()
    runs: list[Run] = []
    for number, name in enumerate(_LISTS):
        progress("code lists", number, len(_LISTS))
        base = context.addresses.codelists or codelists_client.base_url(name)
        throttle = Throttle(context.limits["codelists"])
        with (
            PoliteClient(
                "codelists", base, throttle, contact=context.addresses.contact, patience=context.patience
            ) as client,
            recorded_run(context.engine, CODELISTS, name) as run,
        ):
            rows = codelists_client.fetch(client, name, today)
            run.rows_read = len(rows)
            if not rows:
                run.reject(Rejected(name, "the list is empty"))
                raise SourceError(f"The code list {name} came empty; the one in the database stays.")
            with writing(context.engine) as connection:
                run.rows_changed = merge_list(connection, name, rows)
                if run.rows_changed:
                    republish_all(connection)
        runs.append(run)
    progress("code lists", len(_LISTS), len(_LISTS))
    return runs
