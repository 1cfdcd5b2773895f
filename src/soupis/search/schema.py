"""The fields of the indexes and the documents made for them.

Texts are analysed before they come here, so that tantivy only splits at spaces. Nothing is stored: a hit is
the value of the fast field `rank`, which carries the number of the company or person (`ranks.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import tantivy

from soupis.folding import fold_words
from soupis.search.analysis import (
    analyse,
    beginnings,
    company_words,
    joined_neighbours,
    joining_words,
    nace_terms,
)
from soupis.search.equivalents import initials, name_key, place_key, sound_key, surname_key, surname_kind
from soupis.search.phrases import equal_terms
from soupis.search.ranks import biggest, birth_ranks, company_rank, founding_ranks, name_ranks, person_rank
from soupis.search.reading import account_term
from soupis.search.sections import section_numbers
from soupis.store.entries import CompanyEntry, PersonEntry
from soupis.wire.labels import REGION_NAMES

_SPACES = "spaces"
# Raise it with every change of fields or analysis: an index of another version is rebuilt, never misread.
VERSION = 18
# So many first digits of an ID are terms.
INDEXED_DIGITS = 4
START_LETTERS = 3
# The year of birth of persons of whom none is known, and the month of proceedings that nobody dates.
UNDATED = 0
# The term of a state that is not known; searching for what has no term would be a pass over everything.
UNKNOWN = "unknown"


def company_schema() -> tantivy.Schema:
    """Return the schema of the index of companies; what each field is for is in docs/search.md."""
    builder = tantivy.SchemaBuilder()
    for name in (
        "full",
        "core",
        "lead",
        "word",
        "joined",
        "former",
        "start",
        "town",
        "place",
        "form",
        "nace",
        "equal",
        "alias",
        "where",
        "mark",
        "account",
        "vat",
        "insolvency",
        "headcount",
        "biggest",
    ):
        builder.add_text_field(name, tokenizer_name=_SPACES, index_option="basic")
    # Signed, because tantivy's Python side looks for the terms to delete as signed numbers only.
    builder.add_integer_field("ico", indexed=True, fast=True)
    builder.add_integer_field("fingerprint", indexed=True)  # of the entry, for comparing
    builder.add_unsigned_field("region", indexed=True, fast=True)
    builder.add_unsigned_field("form_code", fast=True)
    builder.add_unsigned_field("division", fast=True)
    builder.add_unsigned_field("living", indexed=True, fast=True)
    builder.add_integer_field("founded", indexed=True, fast=True)  # 20261122
    builder.add_integer_field("ended", fast=True)  # the same; only of those that have ceased
    builder.add_unsigned_field("section", fast=True)
    builder.add_unsigned_field("insolvent_since", fast=True)  # 202611
    for column in ("rank", "newest", "oldest", "name_start", "name_rest"):
        builder.add_unsigned_field(column, fast=True)
    return builder.build()


def person_schema() -> tantivy.Schema:
    """Return the schema of the index of persons."""
    builder = tantivy.SchemaBuilder()
    for name in ("word", "initial", "sound", "company", "town"):
        builder.add_text_field(name, tokenizer_name=_SPACES, index_option="basic")
    builder.add_integer_field("birth_year", indexed=True)
    builder.add_integer_field("id", indexed=True)  # signed like ico
    builder.add_integer_field("fingerprint", indexed=True)
    for column in ("rank", "youngest", "oldest"):
        builder.add_unsigned_field(column, fast=True)
    return builder.build()


def dictionary_schema() -> tantivy.Schema:
    """Return the schema of the dictionary of an index of companies, of which each document is a term."""
    builder = tantivy.SchemaBuilder()
    # Stored, not in a column: to read a few terms of a column of texts takes ten times as long.
    builder.add_text_field("term", tokenizer_name="raw", index_option="basic", stored=True)
    return builder.build()


def open_index(path: Path) -> tantivy.Index:
    """Open an index that whoever reads it reloads: tantivy's own watcher would need a thread per index."""
    index = prepare(tantivy.Index.open(str(path)))
    index.config_reader("Manual")
    index.reload()
    return index


def prepare(index: tantivy.Index) -> tantivy.Index:
    """Register the tokenizer; tantivy keeps only its name with the index."""
    index.register_tokenizer(_SPACES, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


def company_fields(entry: CompanyEntry) -> dict[str, object]:
    """Return the index fields of a company."""
    name = analyse(entry.name)
    words = [*company_words(name), *joining_words(entry.name, name.words)]
    fields: dict[str, object] = {
        "ico": entry.ico,
        "rank": company_rank(entry),
        "full": name.full,
        "core": " ".join(cores(name.words)),
        "lead": " ".join(beginnings(name.words)),
        "word": " ".join(words),
        "start": " ".join(
            [
                *(_starts(word[:START_LETTERS]) for word in name.words),
                *(_name_starts(word[:START_LETTERS]) for word in name.words[:1]),
                _id_starts(f"{entry.ico:08d}"[:INDEXED_DIGITS]),
            ]
        ),
    }
    if len(name.words) > 1:
        fields["joined"] = " ".join(joined_neighbours(name.words))
    if sizes := biggest(entry):
        fields["biggest"] = " ".join(map(str, sizes))
    if entry.former_names:
        fields["former"] = " ".join(_former_terms(entry.former_names))
    if entry.places:
        fields["town"], fields["place"] = _places(tuple(entry.places))
    terms, aliases = equal_terms(name.words)
    fields["equal"] = " ".join(terms)
    if aliases:
        fields["alias"] = " ".join(aliases)
    if where := _where(entry):
        fields["where"] = " ".join(where)
    if entry.marks:
        fields["mark"] = " ".join({term for mark in entry.marks for term in _mark_terms(mark)})
    if entry.accounts:
        fields["account"] = " ".join(map(_account, entry.accounts))
    fields["vat"] = entry.vat.lower() if entry.vat else UNKNOWN
    fields["insolvency"] = UNKNOWN if entry.insolvency is None else "yes" if entry.insolvency else "no"
    if entry.headcount:
        fields["headcount"] = entry.headcount
    if entry.founded:
        fields["founded"] = int(entry.founded.replace("-", ""))
    fields["living"] = int(entry.living)
    if entry.ended and not entry.living:
        fields["ended"] = int(entry.ended.replace("-", ""))
    if entry.insolvent_since:
        fields["insolvent_since"] = list({_month(day) for day in entry.insolvent_since})
    fields["newest"], fields["oldest"] = founding_ranks(entry)
    fields["name_start"], fields["name_rest"] = name_ranks(name.words, entry.ico)
    if entry.region is not None:
        fields["region"] = entry.region
    forms = {form for form in (entry.legal_form, entry.legal_form_ros) if form}
    if forms:
        fields["form"] = " ".join(forms)
        code = entry.legal_form or entry.legal_form_ros
        if code and code.isascii() and code.isdigit():
            fields["form_code"] = int(code)
    if entry.nace:
        fields["nace"] = " ".join(set().union(*map(nace_terms, entry.nace)))
        if divisions := set().union(*map(_division, entry.nace)):
            fields["division"] = list(divisions)
            fields["section"] = section_numbers(entry.nace)
    return fields


@lru_cache(maxsize=65536)
def _starts(word: str) -> str:
    return " ".join(word[:length] for length in range(1, START_LETTERS + 1))


@lru_cache(maxsize=65536)
def _name_starts(word: str) -> str:
    return " ".join(name_start(word[:length]) for length in range(1, START_LETTERS + 1))


@lru_cache(maxsize=16384)
def _id_starts(digits: str) -> str:
    return " ".join(id_start(digits[:length]) for length in range(2, INDEXED_DIGITS + 1))


def _month(day: str | None) -> int:
    return int(day[:7].replace("-", "")) if day else UNDATED


def name_start(word: str) -> str:
    """Return the term of a name that begins with the first letters of a word."""
    return f"^{word[:START_LETTERS]}"


def id_start(digits: str) -> str:
    """Return the term of the first digits of an ID."""
    return f"#{digits}"


def _where(entry: CompanyEntry) -> set[str]:
    """Return the terms by which the seat is found: all its words and numbers, and the keys of its words."""
    terms = set(_area_terms(entry.region, entry.district, tuple(entry.places)))
    if entry.street:
        terms |= _place_terms(entry.street) | _street_terms(entry.street)
    if entry.house:
        terms.update(fold_words(entry.house))
    if entry.postcode:
        terms.add(f"{entry.postcode:05d}")
    return terms


@lru_cache(maxsize=65536)  # a part of a municipality has many companies; a tuple is a tenth of a set
def _area_terms(region: int | None, district: str | None, places: tuple[str, ...]) -> tuple[str, ...]:
    terms = set[str]().union(*map(_place_terms, filter(None, places)))
    if name := REGION_NAMES.get(region) if region else None:
        terms |= _place_terms(name) - _OF_REGIONS
    if district:
        terms |= _district_terms(district) | _DISTRICT
    return tuple(terms)


@lru_cache(maxsize=65536)
def _place_terms(text: str) -> frozenset[str]:
    words = fold_words(text)
    abroad = (name for word in words for name in _ABROAD.get(word, ()))
    short = (f"p{words[1]}",) if len(words) == 2 and words[0] == "praha" else ()
    # "K. Vary", "Ústí n. L."; the number of "Praha 5" is no word.
    letters = (f"{word[0]}." for word in words) if len(words) > 1 and all(map(str.isalpha, words)) else ()
    return frozenset(
        (*words, *abroad, *short, *letters, *filter(None, map(place_key, words)), *joined_neighbours(words))
    )


def _district_terms(text: str) -> frozenset[str]:
    whole = "".join(fold_words(text))
    return frozenset({whole}) if whole in _AROUND_TOWNS else _place_terms(text) - _OF_REGIONS


_DISTRICT = {"okres", "okr"}
# The town is not in these: whoever asks for "Praha" does not mean Říčany.
_AROUND_TOWNS = {"prahavychod", "prahazapad", "brnovenkov", "plzenjih", "plzensever"}
# Of "Hlavní město Praha" and "Brno-město" these stand for nothing alone: whoever asks for "Hlavní" means a
# street, and who asks for "město" a municipality.
_OF_REGIONS = frozenset(term for word in ("hlavni", "mesto") for term in (word, place_key(word)))
_ABROAD = {"praha": ("prague",), "plzen": ("pilsen",)}
_SHORTENED = {
    "trida": ("tr",),
    "namesti": ("nam",),
    "nabrezi": ("nab", "nabr"),
    "svateho": ("sv",),
    "svate": ("sv",),
}


@lru_cache(maxsize=65536)
def _street_terms(text: str) -> frozenset[str]:
    """Return what people shorten in a street: "třída" → tr, "Karolíny Světlé" → k."""
    words = fold_words(text)
    shortened = {short for word in words for short in _SHORTENED.get(word, ())}
    return frozenset(shortened | ({word[0] for word in words[:-1]} if len(words) > 1 else set()))


def _mark_terms(mark: str) -> tuple[str, ...]:
    """Return a file mark with and without its court: "C 338582/MSPH" → c338582msph, c338582."""
    number, _, court = mark.partition("/")
    plain = "".join(fold_words(number))
    return plain, plain + "".join(fold_words(court))


def _account(account: str) -> str:
    number, _, bank = account.partition("/")
    prefix, _, main = number.rpartition("-")
    return account_term(prefix, main, bank)


@lru_cache(maxsize=16384)
def _division(code: str) -> tuple[int, ...]:
    return (int(code[:2]),) if len(code) > 1 and code[:2].isdigit() else ()


@lru_cache(maxsize=65536)
def _places(texts: tuple[str, ...]) -> tuple[str, str]:
    """Return places as whole terms, and all their words."""
    places = list(map(fold_words, texts))
    return " ".join(set(map("".join, places))), " ".join(set(map(" ".join, places)))


def cores(words: list[str]) -> Iterable[str]:
    """Yield the terms of an exact match; "družstvo" is a word of a name and its legal form at once."""
    yield "".join(words)
    if len(words) > 1 and words[-1] == "druzstvo":
        yield "".join(words[:-1])


def _former_terms(names: list[str]) -> set[str]:
    terms: set[str] = set()
    for text in names:
        name = analyse(text)
        terms.update(
            company_words(name),
            joining_words(text, name.words),
            joined_neighbours(name.words),
            beginnings(name.words),
        )
        terms.update((name.core, whole_former(name.core)))
        terms.update(initials(name.words))
    return terms


def whole_former(core: str) -> str:
    """Return the term of a whole former name, without its legal form."""
    return f"={core}"


def person_fields(entry: PersonEntry) -> dict[str, object]:
    """Return the index fields of a person."""
    first_name, last_name = fold_words(entry.first_name or ""), fold_words(entry.last_name)
    fields: dict[str, object] = {
        "id": entry.id,
        "rank": person_rank(entry),
        "word": " ".join(
            {*first_name, *last_name, *joined_neighbours(last_name), *_glued(first_name, last_name)}
        ),
        "initial": " ".join(word[0] for word in first_name),
        "sound": " ".join(filter(None, (*map(name_key, first_name), *_surname_keys(entry.last_name)))),
    }
    if entry.company_names:
        fields["company"] = " ".join({term for name in entry.company_names for term in _company_terms(name)})
    if entry.towns:
        fields["town"] = " ".join({term for town in entry.towns for term in _place_terms(town)})
    fields["birth_year"] = entry.birth_year or UNDATED
    fields["youngest"], fields["oldest"] = birth_ranks(entry)
    return fields


def _surname_keys(last_name: str) -> Iterator[str | None]:
    for part in last_name.replace("-", " ").split():
        for word in fold_words(part):
            yield surname_key(word, surname_kind(part))


def _glued(first_name: list[str], last_name: list[str]) -> tuple[str, ...]:
    """Return both names written together, in both orders, and the first one where it is of several words."""
    first, last = "".join(first_name), "".join(last_name)
    return (glued(first + last), glued(last + first), *([first] if len(first_name) > 1 else []))


def glued(words: str) -> str:
    """Return the term of a first name and a surname written together, of which none is the beginning."""
    return f"={words}"


def _company_terms(text: str) -> set[str]:
    words = analyse(text).words
    return {*words, *joined_neighbours(words), *filter(None, map(sound_key, words))}
