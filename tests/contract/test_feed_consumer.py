"""A copy made of a snapshot and the feed holds exactly what is published, whenever its keeper is killed."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from soupis.identifiers import has_valid_check_digit
from soupis.ingest.publish.publish import publish
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.search import indexer
from tests.contract import feed_consumer
from tests.support.installation import issue_key, open_installation
from tests.support.publishing import nobody_publishes
from tests.support.registry import Registry
from tests.support.server import Server
from tests.support.sources import board, member, natural, register_file, subject
from tests.support.waiting import PATIENCE

_KILLS = 50
_COMPANIES = [ico for ico in range(27_000_000, 27_000_400) if has_valid_check_digit(ico)]


class Registers:
    """Publishes other companies, other executives and ends of companies, again and again."""

    def __init__(self, where: Installation, directory: Path, chance: random.Random) -> None:
        self._where = where
        self._registry = Registry(where.engine, directory)
        self._chance = chance

    def synchronise(self, companies: list[int]) -> None:
        """Read a file with some companies as they are now, publish them and index them."""
        file = self._registry.directory / "sro-full-brno-2026.xml"
        self._registry.register(register_file(file, *map(self._subject, companies)))
        publish(self._where.engine, no_progress)
        indexer.follow(self._where.engine, self._where.index_directory)

    def some(self) -> list[int]:
        """Return a few companies, known ones and new ones; always as many: a shorter file is refused."""
        return self._chance.sample(_COMPANIES, 3)

    def _subject(self, ico: int) -> str:
        executive = natural("Jan", self._chance.choice(("Vzorový", "Ukázkový", "Smyšlený")), "1975-02-03")
        deleted = self._chance.choice((None, None, "2020-02-03"))
        return subject(ico, f"Firma {ico} s.r.o.", board(member(executive)), deleted=deleted)


@pytest.mark.slow
def test_a_consumer_killed_at_random_while_syncs_run_ends_with_exactly_the_published_companies(
    tmp_path: Path, chance: random.Random
) -> None:
    where = open_installation(tmp_path / "data")
    where.prepare()
    registers = Registers(where, tmp_path, chance)
    registers.synchronise(registers.some())
    copy, done = tmp_path / "copy.sqlite", threading.Event()

    def keep_synchronising() -> None:
        while not done.is_set():
            registers.synchronise(registers.some())

    with nobody_publishes(where), Server(where.directory, tmp_path / "log") as server:
        key = issue_key(where, "consumer@example.cz", "enterprise")
        command = [sys.executable, "-S", "-E", feed_consumer.__file__, server.url, key, str(copy)]
        with ThreadPoolExecutor(1) as other:
            syncs = other.submit(keep_synchronising)
            try:
                for _ in range(_KILLS):
                    _kill_after([*command, "forever"], chance.randrange(1, 30))
                    if syncs.done():
                        break
            finally:
                done.set()
            syncs.result(PATIENCE)
        subprocess.run([*command, "until-done"], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    assert _copied(copy) == _published(where)


def _kill_after(command: list[str], steps: int) -> None:
    """Start a consumer and kill it after so many of its steps."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(steps):
            assert process.stdout.readline()
        process.kill()


def _copied(path: Path) -> dict[int, object]:
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT ico, detail FROM copy").fetchall()
    return {int(ico): json.loads(detail)["data"] for ico, detail in rows}


def _published(where: Installation) -> dict[int, object]:
    registry = Registry(where.engine, where.directory)
    return {ico: registry.company(ico) for ico in registry.company_ids()}
