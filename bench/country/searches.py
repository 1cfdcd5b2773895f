"""Names by words, exact total and the first twenty: our index, SQLite FTS5, PostgreSQL; each in-process."""

from __future__ import annotations

import csv
import random
import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import reads
from results import Figure
from world import World, made

from soupis.folding import fold, fold_words
from soupis.search.companies import CompanyQuery, CompanySearch

_QUERIES = 60
_SAMPLE = 20_000
Ask = Callable[[str], int]


def measure(world: World) -> list[Figure]:
    """Ask the same texts of all by turns, others in each round; report the median of each."""
    sample = _sample(world)
    rounds = [_texts(sample, random.Random(number)) for number in range(world.rounds)]
    figures = []
    search = CompanySearch(world.data / "index")
    asked: dict[str, Ask] = {"Soupis": lambda text: search.search(CompanyQuery(text), 0, 20).total}
    with closing(_full_text(world)) as sqlite:
        asked["SQLite FTS5"] = lambda text: _ask_sqlite(sqlite, text)
        if (address := world.postgresql()) is not None:
            _fill_postgresql(world, address)
            postgresql = psycopg.connect(address, autocommit=True)
            asked["PostgreSQL"] = lambda text: _ask_postgresql(postgresql, text)
        for name in rounds[0]:
            times: dict[str, list[float]] = {who: [] for who in asked}
            for texts in rounds:
                for who, ask in asked.items():
                    times[who].append(_median_milliseconds(ask, texts[name]))
            for who, values in times.items():
                chart = "search" if name == "common words" else ""
                figures.append(
                    Figure(f"Search, {name}", who, "ms", values, chart=chart, ours=who == "Soupis")
                )
        if address is not None:
            postgresql.close()
    return figures


def _median_milliseconds(ask: Ask, texts: list[str]) -> float:
    times = []
    for text in texts:
        started = time.perf_counter()
        ask(text)
        times.append((time.perf_counter() - started) * 1e3)
    return statistics.median(times)


def _sample(world: World) -> list[list[str]]:
    """Return the words of names that stand at random places of the whole file."""
    rng = random.Random(11)
    with (world.files / "res_data.csv").open(encoding="utf-8", newline="") as file:
        names = [row["FIRMA"] for row in csv.DictReader(file) if row["FIRMA"] and rng.random() < 0.2]
    return [fold_words(fold(name)) for name in rng.sample(names, min(_SAMPLE, len(names)))]


def _texts(sample: list[list[str]], rng: random.Random) -> dict[str, list[str]]:
    """Return what is searched for in one round."""
    counted = Counter(word for words in sample for word in set(words) if len(word) > 3)
    common = [word for word, _ in counted.most_common(8)]
    rare = [word for word, count in counted.items() if count == 1 and len(word) > 5]
    pairs = [words[:2] for words in sample if len(words) > 1]
    return {
        "common words": [rng.choice(common) for _ in range(_QUERIES // 3)],
        "rare words": [rng.choice(rare) for _ in range(_QUERIES)],
        "two words": [" ".join(rng.choice(pairs)) for _ in range(_QUERIES)],
    }


def _full_text(world: World) -> sqlite3.Connection:
    reads.rows_of_register(world)
    return sqlite3.connect(made(world.directory / "fts.sqlite", lambda path: _fill_sqlite(world, path)))


def _fill_sqlite(world: World, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE name USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')"
        )
        connection.execute("ATTACH ? AS rows", (str(world.rows),))
        connection.execute(
            "INSERT INTO name (rowid, text) SELECT ICO, FIRMA FROM rows.company WHERE FIRMA <> ''"
        )
        connection.execute("INSERT INTO name (name) VALUES ('optimize')")
        connection.commit()


def _ask_sqlite(connection: sqlite3.Connection, text: str) -> int:
    words = " ".join(f'"{word}"' for word in text.split())
    connection.execute(
        "SELECT rowid FROM name WHERE name MATCH ? ORDER BY rank LIMIT 20", (words,)
    ).fetchall()
    return int(connection.execute("SELECT count(*) FROM name WHERE name MATCH ?", (words,)).fetchone()[0])


def _fill_postgresql(world: World, address: str) -> None:
    """Keep folded names with their index, as no extension is at hand that would fold them."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS name")
        connection.execute(
            "CREATE TABLE name (ico int PRIMARY KEY, text text NOT NULL,"
            " words tsvector GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED)"
        )
        with (
            closing(sqlite3.connect(world.rows)) as rows,
            connection.cursor().copy("COPY name (ico, text) FROM STDIN") as copy,
        ):
            for ico, name in rows.execute("SELECT ICO, FIRMA FROM company WHERE FIRMA <> ''"):
                copy.write_row((ico, fold(name)))
        connection.execute("CREATE INDEX name_words ON name USING gin (words)")
        connection.execute("VACUUM ANALYZE name")


def _ask_postgresql(connection: psycopg.Connection[tuple[object, ...]], text: str) -> int:
    found = "FROM name WHERE words @@ plainto_tsquery('simple', %(text)s)"
    rank = "ts_rank(words, plainto_tsquery('simple', %(text)s))"
    connection.execute(f"SELECT ico {found} ORDER BY {rank} DESC LIMIT 20", {"text": text}).fetchall()
    row = connection.execute(f"SELECT count(*) {found}", {"text": text}).fetchone()
    return int(str(row[0])) if row else 0
