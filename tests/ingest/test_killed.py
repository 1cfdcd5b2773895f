"""A run that is killed leaves nothing that the next run does not put right."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from soupis.ingest.merge import public_register
from soupis.processes import worker_pool
from soupis.search import indexer
from soupis.store.migrate import migrate
from soupis.synthetic import generate
from tests.support.registry import Registry, open_registry

_COMMAND = """
import sys
from pathlib import Path
from tests.support.registry import open_registry
from soupis.ingest.merge import public_register
from tests.ingest.test_killed import take_all
public_register.BATCH_BYTES = 300_000  # the undisturbed run reads all at once, the killed ones in processes
take_all(open_registry(sys.argv[1], Path(sys.argv[2])))
"""
_SECONDS = 8.0  # for how long runs are started and killed
_LONGEST = 120


def take_all(registry: Registry) -> None:
    """Take over the files of a directory, publish, and bring the index up to it."""
    registry.res(registry.directory / "res_data.csv")
    registry.res(registry.directory / "res_pf_nace.csv")
    registry.register(registry.directory / "public_register.xml.gz")
    registry.publish()
    indexer.follow(registry.engine, registry.directory / "index")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two states of the registers: the same companies under slightly different names and functions."""
    now, other = tmp_path_factory.mktemp("now"), tmp_path_factory.mktemp("other")
    generate(now, 1_200, 7)
    for path in now.iterdir():
        packed = path.suffix == ".gz"
        text = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()
        text = text.replace(b"s.r.o.", b"s. r. o.").replace(b"<funkce>jednatel<", b"<funkce>jednatelka<")
        text = text.replace(b",80143,62", b",80143,63")
        (other / path.name).write_bytes(gzip.compress(text) if packed else text)
    return now, other


@pytest.mark.slow
def test_killed_at_random_points_the_next_run_ends_as_if_undisturbed(
    files: tuple[Path, Path], tmp_path: Path, chance: random.Random
) -> None:
    undisturbed = _fresh(files[0], tmp_path / "undisturbed")
    start = time.monotonic()
    take_all(undisturbed)
    whole = time.monotonic() - start
    killed = _fresh(files[0], tmp_path / "killed")
    killed.engine.dispose()
    kills, began = 0, time.monotonic()
    # On a busy machine a run may take most of the usual time, and some end before they are killed.
    while (elapsed := time.monotonic() - began) < _SECONDS or (kills < 3 and elapsed < _LONGEST):
        # Mostly another state than the last one, so that there is something to do and to kill.
        _link(chance.choice(files), killed.directory)
        process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, f"{killed.engine.url}", str(killed.directory)],
            start_new_session=True,
        )
        # The interpreter's own start is not worth killing.
        moment = 0.5 + chance.random() * whole
        time.sleep(moment)
        print(f"killed {moment:.3f} s after its start")
        kills += process.poll() is None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert kills >= 3
    _link(files[0], killed.directory)
    take_all(killed)
    assert killed.content() == undisturbed.content()
    assert killed.unpublished() == 0
    first, second = (indexer.index_state(item.directory / "index") for item in (killed, undisturbed))
    assert first is not None and second is not None
    assert (first.companies, first.persons) == (second.companies, second.persons)


def test_a_large_register_file_is_parsed_by_several_processes_with_the_same_result(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = _fresh(files[0], tmp_path / "alone")
    together = _fresh(files[0], tmp_path / "together")
    started: list[int] = []

    def pool(count: int, prepare: Callable[..., None]) -> ProcessPoolExecutor:
        started.append(count)
        return worker_pool(count, prepare)

    monkeypatch.setattr(public_register, "worker_pool", pool)
    for registry, batch in ((alone, 1 << 30), (together, 300_000)):
        monkeypatch.setattr(public_register, "BATCH_BYTES", batch)
        registry.register(registry.directory / "public_register.xml.gz")
    assert started == [2]
    assert together.content() == alone.content()


def _fresh(files: Path, directory: Path) -> Registry:
    directory.mkdir()
    registry = open_registry(f"sqlite:///{directory / 'registry.sqlite'}", directory)
    migrate(registry.engine)
    _link(files, directory)
    return registry


def _link(files: Path, directory: Path) -> None:
    for path in files.iterdir():
        (directory / path.name).unlink(missing_ok=True)
        os.link(path, directory / path.name)
