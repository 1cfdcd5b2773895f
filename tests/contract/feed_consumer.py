"""A client that keeps a copy of all companies by an export and the feed.

    python feed_consumer.py URL KEY FILE until-done|forever

Whatever moment it is killed at, the next one goes on: what is still to be fetched is noted together with the
number up to which the feed was read. It prints a line at each step; `until-done` ends when nothing is new.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

_TABLES = """
CREATE TABLE IF NOT EXISTS place (number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS outstanding (ico TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS copy (ico TEXT PRIMARY KEY, detail TEXT NOT NULL);
"""


class Consumer:
    """One run over one connection and one file."""

    def __init__(self, url: str, key: str, file: str, how_long: str) -> None:
        self._http = HTTPConnection(urlsplit(url).netloc, timeout=120)
        self._headers = {"Authorization": f"Bearer {key}"}
        if how_long == "forever":
            self._headers["Prefer"] = "wait=30"
        self._forever = how_long == "forever"
        self._database = sqlite3.connect(file, isolation_level=None)
        self._database.executescript(_TABLES)

    def follow(self) -> None:
        """Bring the copy up to what is published."""
        if self._number() is None:
            self._take_snapshot()
        while self._fetch() or self._read_feed() or self._forever:
            pass

    def _number(self) -> int | None:
        row = self._database.execute("SELECT number FROM place").fetchone()
        return row[0] if row else None

    def _take_snapshot(self) -> None:
        numbers, icos = [], set()
        for state in ("aktivni", "zanikla"):
            headers, body = self._get(f"/api/v1/vyhledavani/export?stav={state}")
            numbers.append(int(headers["X-Service-Poradi"]))
            icos |= {line[:8] for line in body.decode("utf-8-sig").splitlines()[1:]}
        self._note(min(numbers), icos)

    def _read_feed(self) -> bool:
        """Read a page of the feed; tell whether there was anything in it."""
        _, body = self._get(f"/api/v1/zmeny?od={self._number()}&pocet=5")
        page: dict[str, Any] = json.loads(body)["data"]
        self._note(page["dalsi"], {change["ico"] for change in page["zmeny"]})
        return bool(page["zmeny"])

    def _note(self, number: int, icos: set[str]) -> None:
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("DELETE FROM place")
        self._database.execute("INSERT INTO place VALUES (?)", (number,))
        self._database.executemany("INSERT OR IGNORE INTO outstanding VALUES (?)", [(ico,) for ico in icos])
        _step()
        self._database.execute("COMMIT")
        _step()

    def _fetch(self) -> bool:
        """Fetch one company that is still outstanding; tell whether there was one."""
        row = self._database.execute("SELECT ico FROM outstanding LIMIT 1").fetchone()
        if row is None:
            return False
        _, body = self._get(f"/api/v1/firma/{row[0]}")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("INSERT OR REPLACE INTO copy VALUES (?, ?)", (row[0], body.decode()))
        self._database.execute("DELETE FROM outstanding WHERE ico = ?", row)
        _step()
        self._database.execute("COMMIT")
        return True

    def _get(self, path: str) -> tuple[Any, bytes]:
        _step()
        self._http.request("GET", path, headers=self._headers)
        answer = self._http.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {body.decode()}")
        _step()
        return answer.headers, body


def _step() -> None:
    print("step", flush=True)


if __name__ == "__main__":
    Consumer(*sys.argv[1:]).follow()
