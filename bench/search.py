"""Measures search: building, latency of each class of query, and SQLite FTS5 on the same names.

    python bench/search.py --companies 1000000 --directory /tmp/soupis-bench

Prints one line per class: hits of the median query; p50 and p99 by the clock, which on a busy machine is
waiting as well, and of the processor; the same of the processor for the floor, which is what tantivy itself
takes for one count and one first page of the words of the text and its filters; and the p50 of FTS5 by the
clock.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tantivy import Query

from search_entries import companies
from search_store import build_store
from soupis.folding import fold
from soupis.processes import keep_freed_memory
from soupis.search.analysis import analyse
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.filters import filters
from soupis.search.indexer import index_state, rebuild
from soupis.search.ordering import Order, ordered
from soupis.search.persons import PersonSearch
from soupis.search.queries import Fields, all_of, count
from soupis.search.reader import Reader
from soupis.search.schema import UNKNOWN, company_schema

_SAMPLE = 20_000
_FTS_REPEATS = 15


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--companies", type=int, default=100_000)
    parser.add_argument("--directory", type=Path, default=Path("bench-data"))
    parser.add_argument("--repeats", type=int, default=300)
    parser.add_argument("--keep", action="store_true", help="use the index that is there")
    parser.add_argument("--index", type=Path, help="an index made elsewhere, of so many companies")
    parser.add_argument("--without-fts5", action="store_true", help="measure Soupis and its floor only")
    arguments = parser.parse_args()
    place = arguments.directory / f"search-{arguments.companies}"
    index = arguments.index or place / "index"
    if not arguments.index:
        _build(place, arguments.companies, keep=arguments.keep)
    print(index_state(index))
    fts = None if arguments.without_fts5 else _full_text(place / "fts.sqlite", arguments.companies)
    print(f"{'':33}{'by the clock':>18}{'of the processor':>18}{'floor, processor':>18}")
    print(f"{'class':24}{'hits':>9}" + f"{'p50 ms':>9}{'p99 ms':>9}" * 3 + f"{'FTS5 p50 ms':>13}")
    search = CompanySearch(index)
    tantivy_itself = _Floor(index)
    # As servers do: a look for garbage in all that was loaded takes 30 ms.
    gc.collect()
    gc.freeze()
    keep_freed_memory()
    for name, queries, start in _classes(arguments.companies, arguments.repeats):
        measured = _measure(lambda query, start=start: search.search(query, start, 20).total, queries)
        floor = _measure(lambda query, start=start: tantivy_itself.ask(query, start), queries)
        _report(name, measured, floor, _full_text_time(fts, queries, start) if fts else None)
    for name, texts in _suggestions(arguments.companies, arguments.repeats):
        _report(name, _measure(lambda text: len(search.suggest(text)), texts))
    persons = PersonSearch(index)
    for name, texts in _persons(arguments.companies, arguments.repeats):
        _report(name, _measure(lambda text: persons.search(text, 0, 20).total, texts))
    for name, query in (("counts, all", CompanyQuery()), ("counts, common word", CompanyQuery("stavby"))):
        started = time.perf_counter()
        search.counts(query)
        print(f"{name:24}{'':9}{(time.perf_counter() - started) * 1e3:9.2f}   (asked once)")


def _build(place: Path, count: int, *, keep: bool) -> None:
    place.mkdir(parents=True, exist_ok=True)
    engine = build_store(place / "store.sqlite", count)
    if keep and index_state(place / "index"):
        return
    started, processor = time.perf_counter(), time.process_time()
    rebuild(engine, place / "index")
    print(
        f"rebuild: {time.perf_counter() - started:.1f} s, "
        f"processor {time.process_time() - processor:.1f} s, "
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )


class Measured(NamedTuple):
    """Hits of each question, and milliseconds by the clock and of the processor."""

    hits: list[int]
    clock: list[float]
    processor: list[float]


def _measure(ask: Callable[..., int], questions: Iterable[object]) -> Measured:
    measured = Measured([], [], [])
    for question in questions:
        started, worked = time.perf_counter(), time.thread_time()
        measured.hits.append(ask(question))
        measured.clock.append((time.perf_counter() - started) * 1e3)
        measured.processor.append((time.thread_time() - worked) * 1e3)
    return measured


class _Floor:
    """Asks tantivy for the words of a text as they stand: less than that no search can take."""

    def __init__(self, index: Path) -> None:
        self._fields = Fields(company_schema())
        self._searcher = Reader(index, "companies", company_schema()).searcher()

    def ask(self, query: CompanyQuery, start: int) -> int:
        """Count the companies and read a page of them; return the number."""
        words = dict.fromkeys(analyse(query.text).words)
        terms = [*(self._fields.term("word", word) for word in words), *filters(self._fields, query)]
        match = all_of(terms) if terms else Query.all_query()
        ordered(self._searcher, match, query.order, start, 20)
        return count(self._searcher, match)


def _report(name: str, measured: Measured, floor: Measured | None = None, other: float | None = None) -> None:
    line = f"{name:24}{statistics.median(measured.hits):9.0f}"
    for times in (measured.clock, measured.processor, *([floor.processor] if floor else [])):
        line += f"{statistics.median(times):9.2f}{statistics.quantiles(times, n=100)[98]:9.2f}"
    print(line if other is None else f"{line}{other:13.2f}", flush=True)


def _invoice(entry: CompanyEntry) -> str:
    """Return name and address as they stand on an invoice, within what may be searched."""
    return f"{entry.name}, {entry.street or ''} {entry.house}, {entry.postcode:05d} {entry.places[0]}"[:100]


def _classes(count: int, repeats: int) -> list[tuple[str, list[CompanyQuery], int]]:
    """Return the classes of queries: name, queries, offset; words come from the names themselves."""
    rng = random.Random(7)
    sample = [entry for _, entry in zip(range(_SAMPLE), companies(count), strict=False)]
    names = [analyse(entry.name).words for entry in sample]
    long_words = [word for words in names for word in words if len(word) > 5]
    pairs = [words for words in names if len(words) > 1]

    def texts(make: Callable[[], str], **filters: object) -> list[CompanyQuery]:
        return [CompanyQuery(make(), **filters) for _ in range(repeats)]  # type: ignore[arg-type]

    def with_typo() -> str:
        word = rng.choice(long_words)
        place = rng.randrange(1, len(word) - 2)
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]

    frequent = Counter(word for words in names for word in dict.fromkeys(words) if len(word) > 3).most_common(
        8
    )
    common = [word for word, _ in frequent]
    print("common words:", ", ".join(common))
    addresses = [f"{entry.street} {entry.house}, {entry.places[0]}" for entry in rng.sample(sample, repeats)]
    return [
        ("rare word", texts(lambda: rng.choice(long_words)), 0),
        ("common word", texts(lambda: rng.choice(common)), 0),
        ("two words", texts(lambda: " ".join(rng.sample(rng.choice(pairs), 2))), 0),
        ("two common words", texts(lambda: " ".join(rng.sample(common, 2))), 0),
        ("whole name", texts(lambda: rng.choice(sample).name), 0),
        ("unfinished word", texts(lambda: rng.choice(long_words)[:-1]), 0),
        ("typo", texts(with_typo), 0),
        ("two words, a typo", texts(lambda: f"{rng.choice(common)} {with_typo()}"), 0),
        (
            "word and town",
            texts(lambda: f"{rng.choice(common)} {rng.choice(('praha', 'hradec králové'))}"),
            0,
        ),
        ("word + region", texts(lambda: rng.choice(common), region=19), 0),
        ("word + form + activity", texts(lambda: rng.choice(common), legal_forms=("112",), nace=("62",)), 0),
        ("six common words", texts(lambda: " ".join(rng.sample(common, 6))), 0),
        (
            "abbreviation",
            texts(lambda: rng.choice(("zš brno", "svj praha", "mš ostrava", "sdh", "tj sokol"))),
            0,
        ),
        ("invoice", texts(lambda: _invoice(rng.choice(sample))), 0),
        ("one word too many", texts(lambda: f"{rng.choice(sample).name} zcelajine"), 0),
        ("nothing found", texts(lambda: "".join(rng.choices("bcdfghxyzw", k=9))), 0),
        ("region only", texts(lambda: "", region=19), 0),
        ("form only", texts(lambda: "", legal_forms=("112",)), 0),
        ("living only", texts(lambda: "", living=True), 0),
        ("VAT not known", texts(lambda: "", vat=UNKNOWN), 0),
        ("not insolvent", texts(lambda: "", insolvency="no"), 0),
        ("founded since 2000", texts(lambda: "", founded_from=20000101), 0),
        ("founded in a month", texts(lambda: "", founded_from=20200501, founded_to=20200531), 0),
        ("no employees", texts(lambda: "", headcount=("110",)), 0),
        ("address", [CompanyQuery(address=address) for address in addresses], 0),
        ("living payers by name", texts(lambda: "", living=True, vat="platce", order=Order.NAME), 0),
        ("by name", texts(lambda: "", order=Order.NAME), 0),
        ("by name from 10000", texts(lambda: "", order=Order.NAME), 10_000),
        ("newest", texts(lambda: "", order=Order.NEWEST), 0),
        ("common word, newest", texts(lambda: rng.choice(common), order=Order.NEWEST), 0),
        ("common word, by name", texts(lambda: rng.choice(common), order=Order.NAME), 0),
        ("everything", texts(lambda: ""), 0),
        ("common word from 10000", texts(lambda: rng.choice(common)), 10_000),
        ("everything from 10000", texts(lambda: ""), 10_000),
    ]


def _suggestions(count: int, repeats: int) -> list[tuple[str, list[str]]]:
    rng = random.Random(8)
    names = [entry.name for _, entry in zip(range(_SAMPLE), companies(count), strict=False)]
    starts = {f"suggest, {length} letters": length for length in (2, 3, 4, 6, 10)}
    classes = [
        (name, [rng.choice(names)[:length] for _ in range(repeats)]) for name, length in starts.items()
    ]
    return [*classes, ("suggest, digits", [f"{rng.randint(10, 9999)}" for _ in range(repeats)])]


def _persons(count: int, repeats: int) -> list[tuple[str, list[str]]]:
    from search_entries import persons

    rng = random.Random(9)
    sample = [entry for _, entry in zip(range(_SAMPLE), persons(count // 2), strict=False)]
    return [
        ("person, surname", [rng.choice(sample).last_name for _ in range(repeats)]),
        ("person, both names", [_both(rng.choice(sample)) for _ in range(repeats)]),
        ("person, three letters", [rng.choice(sample).last_name[:3] for _ in range(repeats)]),
    ]


def _both(person: object) -> str:
    return f"{person.last_name} {person.first_name}"  # type: ignore[attr-defined]


def _full_text(path: Path, count: int) -> sqlite3.Connection:
    """Fill an FTS5 table with the names, rows in the order of rank, as its best-case competitor here."""
    fresh = not path.exists()
    connection = sqlite3.connect(path)
    if fresh:
        connection.execute(
            "CREATE VIRTUAL TABLE company USING fts5(name, place, region UNINDEXED, "
            "tokenize = 'unicode61 remove_diacritics 2')"
        )
        entries = sorted(companies(count), key=lambda entry: (not entry.living, -entry.size, entry.ico))
        connection.executemany(
            "INSERT INTO company VALUES (?, ?, ?)",
            ((entry.name, " ".join(entry.places), entry.region) for entry in entries),
        )
        connection.commit()
    return connection


def _full_text_time(connection: sqlite3.Connection, queries: list[CompanyQuery], start: int) -> float | None:
    """Return FTS5's median time for total and page of a query, ordered by rank; None where it has no text."""
    times = []
    for query in queries[:_FTS_REPEATS]:
        if not query.text or query.legal_forms:
            return None
        words = " ".join(f'"{word}"' for word in fold(query.text).replace('"', " ").split())
        where, values = "company MATCH ?", [words]
        if query.region is not None:
            where, values = where + " AND region = ?", [words, str(query.region)]
        started = time.perf_counter()
        connection.execute(f"SELECT count(*) FROM company WHERE {where}", values).fetchone()
        connection.execute(
            f"SELECT rowid FROM company WHERE {where} ORDER BY rowid LIMIT 20 OFFSET {start}", values
        ).fetchall()
        times.append((time.perf_counter() - started) * 1e3)
    return statistics.median(times)


if __name__ == "__main__":
    main()
