"""Looks for the texts of 100 characters that cost most to search, for every face that takes one.

    python bench/search_worst.py --companies 1000000 --directory bench-data/search --seconds 60

Hill climbing: texts of many kinds are tried, the dearest are changed at random, and what costs more replaces
them. Costs are seconds of the processor in the thread that searches. Exits with 1 when a text costs more than
0.2 s. Uses the index that bench/search.py made, or makes one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from search_entries import companies, persons
from search_store import build_store
from soupis.folding import fold_words
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import index_state, rebuild
from soupis.search.persons import PersonSearch

_LONGEST = 100
_ALLOWED_SECONDS = 0.2
_KEPT = 12
_SAMPLE = 20_000
_PAGE = 20
_EXPORTED = 50_000

# Characters that fold to several, to none, to words of their own, or to letters that other texts have too.
_ODD = (
    "\ufdfa\ufdfb\ufb03\u3300\u337f\u33c2\u2167\u00bd\u2a74\u1e9e\u0130\u01c4\u0149\u1fb4\u2474\u3250"
    "\u0301\u030c\u0327\u20dd\u200d\u00ad\u202e\uff21\uff11\u0660\u4e00\uac00\u0e01\U0001d400\U0001f600&"
)

Ask = Callable[[str], object]


class Texts:
    """Makes and changes texts, out of the words of the names that are searched."""

    def __init__(self, count: int, rng: random.Random) -> None:
        self._rng = rng
        entries = [entry for _, entry in zip(range(_SAMPLE), companies(count), strict=False)]
        people = [entry for _, entry in zip(range(_SAMPLE), persons(count // 2), strict=False)]
        found = Counter(word for entry in entries for word in fold_words(entry.name))
        found.update(word for entry in entries for place in entry.places for word in fold_words(place))
        found.update(
            word for person in people for word in fold_words(f"{person.first_name} {person.last_name}")
        )
        self._names = [entry.name for entry in entries]
        self._frequent = [word for word, _ in found.most_common(150)]
        self._words = list(found)

    def new(self) -> str:
        """Return a text of some kind."""
        rng = self._rng
        kind = rng.randrange(5)
        if kind == 0:
            return (rng.choice(_ODD) * _LONGEST)[:_LONGEST]
        if kind == 1:
            return ((self._word() + " ") * _LONGEST)[:_LONGEST]
        if kind == 2:
            return rng.choice(self._names)[:_LONGEST]
        return " ".join(self._word() for _ in range(rng.randint(1, _LONGEST // 2)))[:_LONGEST]

    def change(self, text: str, other: str) -> str:
        """Return a text that differs in one or a few places, or takes its end from the other one."""
        rng = self._rng
        words = text.split(" ")
        at = rng.randrange(len(words))
        kind = rng.randrange(8)
        if kind == 0:
            words[at] = self._word()
        elif kind == 1:
            words.insert(at, self._word())
        elif kind == 2:
            del words[at]
        elif kind == 3:
            words[at] = self._mistaken(words[at])
        elif kind == 4:
            words[at] = words[at][: rng.randint(1, 5)]
        elif kind == 5:
            words.insert(rng.randrange(len(words) + 1), words[at])
        elif kind == 6:
            rng.shuffle(words)
        else:
            others = other.split(" ")
            words = [*words[:at], *others[rng.randrange(len(others)) :]]
        return " ".join(words)[:_LONGEST] or self._word()

    def _word(self) -> str:
        rng = self._rng
        kind = rng.randrange(10)
        if kind < 4:
            return rng.choice(self._frequent)
        if kind == 4:
            return rng.choice(self._words)
        if kind == 5:
            return self._mistaken(rng.choice(self._frequent))
        if kind < 8:
            return rng.choice(self._frequent)[: rng.randint(1, 5)]
        if kind == 8:
            return str(rng.randrange(10 ** rng.randint(1, 8)))
        return rng.choice(_ODD) * rng.randint(1, 4)

    def _mistaken(self, word: str) -> str:
        at = self._rng.randrange(len(word) + 1)
        letter = self._rng.choice("aeionrstvkp")
        return word[:at] + letter + word[at + self._rng.randint(0, 1) :]


def cost(ask: Ask, text: str) -> float:
    """Return the seconds of the processor that a search takes, the least of two."""
    times = []
    for _ in range(2):
        started = time.thread_time()
        ask(text)
        times.append(time.thread_time() - started)
        if times[0] < _ALLOWED_SECONDS / 20:
            break
    return min(times)


def worst(ask: Ask, texts: Texts, rng: random.Random, seconds: float) -> tuple[float, str, int]:
    """Return the highest cost that was found, its text, and how many texts were tried."""
    end = time.monotonic() + seconds
    tried = 0
    kept: list[tuple[float, str]] = []
    while time.monotonic() < end:
        if len(kept) < _KEPT or rng.random() < 0.1:
            text = texts.new()
        else:
            text = texts.change(rng.choice(kept)[1], rng.choice(kept)[1])
        tried += 1
        if any(text == known for _, known in kept):
            continue
        kept.append((cost(ask, text), text))
        kept.sort(reverse=True)
        del kept[_KEPT:]
    return (*kept[0], tried)


def faces(index: Path) -> dict[str, Ask]:
    """Return what each face asks of the index for a text."""
    search, people = CompanySearch(index), PersonSearch(index)

    def page(text: str) -> object:
        query = CompanyQuery(text)
        return search.search(query, 0, _PAGE), search.counts(query), people.search(text, 0, 0)

    def export(text: str) -> object:
        total, batches = search.export(CompanyQuery(text), _EXPORTED)
        return total, sum(map(len, batches))

    return {
        "companies (REST, MCP)": lambda text: search.search(CompanyQuery(text), 0, _PAGE),
        "companies in a town": lambda text: search.search(CompanyQuery(text, town=text[:_LONGEST]), 0, _PAGE),
        "companies in a region": lambda text: search.search(CompanyQuery(text, region=19), 0, _PAGE),
        "page of the site": page,
        "export": export,
        "suggestions": search.suggest,
        "persons": lambda text: people.search(text, 0, _PAGE),
    }


def main() -> None:
    """Search for the worst text of every face and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--companies", type=int, default=100_000)
    parser.add_argument("--directory", type=Path, default=Path("bench-data"))
    parser.add_argument("--index", type=Path, help="an index made elsewhere, of so many companies")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each face")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    place = arguments.directory / f"search-{arguments.companies}"
    index = arguments.index or place / "index"
    if not index_state(index):
        place.mkdir(parents=True, exist_ok=True)
        rebuild(build_store(place / "store.sqlite", arguments.companies), place / "index")
    rng = random.Random(arguments.seed)
    texts = Texts(arguments.companies, rng)
    dear = []
    for name, ask in faces(index).items():
        seconds, text, tried = worst(ask, texts, rng, arguments.seconds)
        print(f"{name:24}{seconds * 1e3:9.1f} ms, the worst of {tried:,}: {text!r}", flush=True)
        if seconds > _ALLOWED_SECONDS:
            dear.append(name)
    if dear:
        sys.exit(f"more than {_ALLOWED_SECONDS} s of the processor: {', '.join(dear)}")


if __name__ == "__main__":
    main()
