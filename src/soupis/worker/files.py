"""Sources that come as whole files: the statistical register, the public register, code lists.

A file is asked for only if it has changed since it was last taken over, and that it was taken over is noted
only after its last row; a downloaded file that was not yet taken over is not downloaded again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from soupis.ingest.merge import public_register
from soupis.ingest.merge.codelists import merge_list
from soupis.ingest.plausibility import refuse_loss
from soupis.ingest.runs import Run, recorded_run
from soupis.ingest.stored_state import load_state, save_state
from soupis.progress import Progress
from soupis.registers.clients import codelists as codelists_client
from soupis.registers.clients import public_register as public_register_client
from soupis.registers.clients import res as res_client
from soupis.registers.clients.codelists import Exported
from soupis.registers.clients.public_register import Dataset
from soupis.registers.download import Download, Validator
from soupis.registers.http import SourceClient
from soupis.registers.public_register import READER_VERSION
from soupis.registers.records import Rejected, SourceError
from soupis.registers.throttle import Throttle
from soupis.sources import CODELISTS, PUBLIC_REGISTER, RES
from soupis.store.engine import writing
from soupis.times import prague_today
from soupis.worker.context import Context

_LISTS: tuple[Exported, ...] = (
    "legal_form", "legal_form_ros", "district", "headcount", "nace2008", "nace2025"
)  # fmt: skip

Fetch = Callable[[Validator | None], Download]
MergeFiles = Callable[[list[Path]], dict[Path, Run | SourceError]]


class IncompleteError(SourceError):
    """Some files of a source were taken over, others were not; the text names those."""


def sync_res(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Import the two files of the statistical register, where they changed."""
    from soupis.ingest.merge import statistical  # loads polars
    from soupis.registers import res

    client, directory = context.client("res"), context.downloads
    files = FileSync(context, RES, res.READER_VERSION, force=force)
    for name in res_client.FILES:
        progress(f"downloading {name}", 0, None)
        files.download(name, directory / name, partial(res_client.fetch, client, name, directory))
    files.merge(lambda paths: statistical.sync_each(context.engine, paths, progress, force=force))
    return files.finish()


def sync_public_register(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the files of the public register with history, older years first, where they changed."""
    client, directory = context.client("public_register"), context.downloads
    files = FileSync(context, PUBLIC_REGISTER, READER_VERSION, force=force)

    chosen = newest_datasets(public_register_client.datasets(client), context.years)

    def merge(paths: list[Path]) -> dict[Path, Run | SourceError]:
        secret = context.person_secret
        outcomes: dict[Path, Run | SourceError] = {}
        for path in paths:
            try:
                outcomes[path] = public_register.sync_file(
                    context.engine, path, secret, progress, force=force
                )
            except SourceError as error:
                outcomes[path] = error
        return outcomes

    for number, dataset in enumerate(chosen):
        progress("datasets", number, len(chosen))
        fetch = partial(public_register_client.fetch, client, dataset.id, directory)
        files.download(dataset.id, directory / f"{dataset.id}.xml.gz", fetch)
        files.merge(merge)
    progress("datasets", len(chosen), len(chosen))
    return files.finish()


def newest_datasets(datasets: list[Dataset], years: int) -> list[Dataset]:
    """Choose the files with history of the newest years of each form and court, older years first.

    A year's file holds the living subjects and those deleted in that year; older ones add older deletions.
    """
    full = [dataset for dataset in datasets if dataset.extent == "full"]
    newest = {(item.form, item.court): item.year for item in sorted(full, key=lambda dataset: dataset.year)}
    return sorted(
        (item for item in full if item.year > newest[item.form, item.court] - years),
        key=lambda item: (item.year, item.id),
    )


@dataclass(frozen=True)
class DownloadedFile:
    """A downloaded file that is still to be taken over; `version` is what the source said of it."""

    name: str
    version: Validator


class FileSync:
    """Brings and takes over the files of one source; one that fails does not stop the others."""

    def __init__(self, context: Context, source: str, reader: int, *, force: bool) -> None:
        self._context = context
        self._source = source
        # What an earlier reader has taken over is downloaded again, for this one reads more of it.
        self._state_name = f"{source}_versions_{reader}"
        self._force = force
        self._versions = load_state(context.engine, self._state_name, dict[str, Validator]) or {}
        self._downloaded: dict[Path, DownloadedFile] = {}
        self._runs: list[Run] = []
        self._failures: list[tuple[str, SourceError]] = []
        context.downloads.mkdir(parents=True, exist_ok=True)

    def download(self, name: str, path: Path, fetch: Fetch) -> None:
        """Download a file if it has changed since it was taken over."""
        self._context.check()
        version = self._versions.get(name)
        on_disk = _read_note(_note(path)) if path.exists() else None
        try:
            download = fetch(None if self._force else on_disk or version)
        except SourceError as error:
            self._failures.append((name, error))
            return
        if download.changed:
            _note(path).write_bytes(msgspec.json.encode(download.validator))
        elif download.validator == version:
            self._runs.append(Run(self._source, name, unchanged_file=True))
            _remove(path)
            return
        self._downloaded[path] = DownloadedFile(name, download.validator)

    def merge(self, merge: MergeFiles) -> None:
        """Take over what was downloaded; a file is noted as taken over only when the whole of it is."""
        if not self._downloaded:
            return
        downloaded, self._downloaded = self._downloaded, {}
        stale = {file.name for file in downloaded.values()} & self._versions.keys()
        if stale:  # from here on neither version of them is there whole
            self._versions = {name: self._versions[name] for name in self._versions if name not in stale}
            self._save()
        for path, outcome in merge(list(downloaded)).items():
            name = downloaded[path].name
            if isinstance(outcome, SourceError):
                self._failures.append((name, outcome))
                continue
            self._runs.append(outcome)
            self._versions[name] = downloaded[path].version
            self._save()
            _remove(path)

    def _save(self) -> None:
        save_state(self._context.engine, self._state_name, self._versions)

    def finish(self) -> list[Run]:
        """Return the runs; raises when a file failed: its own error, or IncompleteError when several did."""
        if len(self._failures) == 1:
            raise self._failures[0][1]
        if self._failures:
            named = "; ".join(f"{name}: {error}" for name, error in self._failures[:5])
            more = f" and {len(self._failures) - 5} more" if len(self._failures) > 5 else ""
            raise IncompleteError(f"{len(self._failures)} files were not taken over{more}. {named}")
        return self._runs


def _note(path: Path) -> Path:
    """Return where the version of a downloaded file is noted."""
    return path.with_name(path.name + ".version.json")


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _note(path).unlink(missing_ok=True)


def _read_note(path: Path) -> Validator | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Validator)
    except (OSError, msgspec.DecodeError):
        return None  # without it the file is simply downloaded again


def sync_codelists(context: Context, progress: Progress, *, force: bool = False) -> list[Run]:
    """Take over the code lists as valid today; where a name changed, what shows it is made again."""
    today = prague_today()
    runs: list[Run] = []
    for number, name in enumerate(_LISTS):
        progress("code lists", number, len(_LISTS))
        base = context.urls.codelists or codelists_client.base_url(name)
        throttle = Throttle(context.limits["codelists"])
        with (
            SourceClient(
                "codelists",
                base,
                throttle,
                contact=context.urls.contact,
                retry_policy=context.retry_policy,
                redirect_hosts=context.urls.redirect_hosts,
            ) as client,
            recorded_run(context.engine, CODELISTS, name) as run,
        ):
            rows = codelists_client.fetch(client, name, today)
            run.rows_read = len(rows)
            if not rows:
                run.reject(Rejected(name, "the list is empty"))
                raise SourceError(f"The code list {name} came empty; the one in the database stays.")
            refuse_loss(context.engine, run, len(rows), force=force)
            with writing(context.engine) as connection:
                run.rows_changed = merge_list(connection, name, rows)
        runs.append(run)
    progress("code lists", len(_LISTS), len(_LISTS))
    return runs
