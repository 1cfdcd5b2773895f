"""The fields of the indexes and the documents made for them.

Texts are analysed before they come here, so that tantivy only splits at spaces. Nothing is stored: a hit is
the value of the fast field `rank`, which carries the number of the company or person (`ranks.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import tantivy

from soupis.bank_accounts import account_key
from soupis.folding import fold_together, fold_words
from soupis.kept import Kept
from soupis.search.analysis import (
    Name,
    analyse,
    beginnings,
    company_words,
    joined_neighbours,
    joining_words,
    nace_terms,
)
from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.search.equivalents import initials, name_key, place_key, sound_key, surname_key, surname_kind
from soupis.search.phrases import equal_terms
from soupis.search.ranks import (
    biggest,
    birth_ranks,
    company_rank,
    founding_ranks,
    name_ranks,
    number_of_day,
    person_rank,
)
from soupis.search.sections import section_number
from soupis.wire.labels import REGION_NAMES

_SPACES = "spaces"
# Raise it with every change of fields or analysis: an index of another version is rebuilt, never misread.
VERSION = 21
# So many first digits of an ID are terms.
INDEXED_DIGITS = 4
_BEHIND_INDEXED_DIGITS = 10 ** (8 - INDEXED_DIGITS)
START_LETTERS = 3
# The year of birth of persons of whom none is known, and the month of proceedings that nobody dates.
UNDATED = 0
# The term of a state that is not known; searching for what has no term would be a pass over everything.
UNKNOWN = "unknown"


def company_schema() -> tantivy.Schema:
    """Return the schema of the index of companies; what each field is for is in docs/search.md."""
    builder = tantivy.SchemaBuilder()
    for name in (
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
    builder.add_integer_field("ico", indexed=True)
    builder.add_unsigned_field("region", indexed=True, fast=True)
    builder.add_unsigned_field("form_code", fast=True)
    builder.add_unsigned_field("division", fast=True)
    builder.add_unsigned_field("living", indexed=True, fast=True)
    builder.add_integer_field("founded", fast=True)  # 20261122
    builder.add_integer_field("ended", fast=True)  # the same; only of those that have ceased
    builder.add_unsigned_field("section", fast=True)
    builder.add_unsigned_field("insolvent_since", fast=True)  # 202611
    # `fingerprint` is the version of the document, for comparing.
    for column in ("rank", "newest", "oldest", "name_start", "name_rest", "fingerprint"):
        builder.add_unsigned_field(column, fast=True)
    return builder.build()


def person_schema() -> tantivy.Schema:
    """Return the schema of the index of persons."""
    builder = tantivy.SchemaBuilder()
    for name in ("word", "initial", "sound", "company", "town"):
        builder.add_text_field(name, tokenizer_name=_SPACES, index_option="basic")
    builder.add_integer_field("birth_year", indexed=True)
    builder.add_integer_field("id", indexed=True, fast=True)  # signed like ico
    for column in ("rank", "youngest", "oldest", "fingerprint"):
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


def _house_words(house: str) -> str:
    """Return the words of a house number; one with a letter is found without it, too."""
    words = fold_words(house)
    return " ".join(words + [word[:-1] for word in words if word[:-1].isdigit() and word[-1].isalpha()])


def company_json(entry: CompanyEntry, fingerprint: int) -> str:
    """Return the fields of a company in JSON, which tantivy reads in half the time of a dict.

    It is put together of pieces: folded words hold nothing that JSON would have to mask, codes may.
    """
    ico = entry.ico
    area = _of_area(entry.region, entry.district, tuple(entry.places))
    street = _street_terms[entry.street] if entry.street else ""
    house = _house_words(entry.house) if entry.house else ""
    postcode = str(entry.postcode or "")
    name = analyse(entry.name)
    newest, oldest = founding_ranks(entry)
    start, rest = name_ranks(name.words, ico)
    return (
        f"{{{area.json}{_of_forms(entry.legal_form, entry.legal_form_ros, name.all_forms)}"
        f"{_of_activities(tuple(entry.nace))}"
        f"{_of_state(entry.vat, entry.insolvency, entry.living, entry.size, entry.headcount)}"
        f"{_of_name(entry, name)}{_of_few(entry)}"
        f'"where":"{area.where} {street} {house} {postcode}","ico":{ico},"fingerprint":{fingerprint},'
        f'"rank":{company_rank(entry)},"newest":{newest},"oldest":{oldest},'
        f'"name_start":{start},"name_rest":{rest}}}'
    )


def _of_name(entry: CompanyEntry, name: Name) -> str:
    words = name.words
    whole = cores(words)
    equal, aliases = equal_terms(words)
    in_word = " ".join([*company_words(name), *joining_words(entry.name, words)])
    starts = [_starts[word[:START_LETTERS]] for word in words]
    starts += [_name_starts[word[:START_LETTERS]] for word in words[:1]]
    starts.append(_id_starts(entry.ico // _BEHIND_INDEXED_DIGITS))
    several = alias = ""
    if len(words) > 1:
        lead = " ".join(beginnings(words[: -len(whole)]))  # what is shorter than these
        several = f'"lead":"{lead}","joined":"{" ".join(joined_neighbours(words))}",'
    if aliases:
        alias = f'"alias":"{" ".join(aliases)}",'
    return (
        f'"core":"{" ".join(whole)}","word":"{in_word}","equal":"{" ".join(equal)}",'
        f'"start":"{" ".join(starts)}",{several}{alias}'
    )


def _of_few(entry: CompanyEntry) -> str:
    """Return the fields that few companies have."""
    fields: dict[str, object] = {}
    if entry.former_names:
        fields["former"] = " ".join(_former_terms(entry.former_names))
    if entry.marks:
        fields["mark"] = " ".join({term for mark in entry.marks for term in _mark_terms(mark)})
    if entry.accounts:
        fields["account"] = " ".join(map(account_key, entry.accounts))
    if entry.founded:
        fields["founded"] = number_of_day(entry.founded)
    if entry.ended and not entry.living:
        fields["ended"] = number_of_day(entry.ended)
    if entry.insolvent_since:
        fields["insolvent_since"] = list({_month(day) for day in entry.insolvent_since})
    return f"{_json(fields)}," if fields else ""


_encode = msgspec.json.Encoder().encode


def _json(fields: dict[str, object]) -> str:
    """Return fields in JSON without what is around them."""
    return _encode(fields).decode()[1:-1]


# What many companies have in common is made once, as it stands in their JSON before other fields.


class _OfArea(NamedTuple):
    json: str
    where: str  # the terms by which a seat in it is found


@lru_cache(maxsize=65536)
def _of_area(region: int | None, district: str | None, places: tuple[str, ...]) -> _OfArea:
    where = set[str]().union(*map(_place_terms, filter(None, places)))
    if name := REGION_NAMES.get(region) if region else None:
        where |= _place_terms(name) - _OF_REGIONS
    if district:
        where |= _district_terms(district) | _DISTRICT
    fields: dict[str, object] = {}
    if region is not None:
        fields["region"] = region
    if places:
        words = list(map(fold_words, places))
        fields["town"] = " ".join(set(map("".join, words)))
        fields["place"] = " ".join(set(map(" ".join, words)))
    return _OfArea(f"{_json(fields)}," if fields else "", " ".join(where))


@lru_cache(maxsize=16384)
def _of_forms(legal_form: str | None, legal_form_ros: str | None, of_name: str) -> str:
    forms = {form for form in (legal_form, legal_form_ros, of_name) if form}
    fields: dict[str, object] = {"form": " ".join(forms)}
    code = legal_form or legal_form_ros
    if code and code.isascii() and code.isdigit():
        fields["form_code"] = int(code)
    return f"{_json(fields)},"


@lru_cache(maxsize=4096)
def _of_state(
    vat: str | None, insolvency: bool | None, living: bool, size: int, headcount: str | None
) -> str:
    fields: dict[str, object] = {
        "vat": vat.lower() if vat else UNKNOWN,
        "insolvency": UNKNOWN if insolvency is None else "yes" if insolvency else "no",
        "living": int(living),
    }
    if sizes := biggest(size, living=living):
        fields["biggest"] = sizes
    if headcount:
        fields["headcount"] = headcount
    return f"{_json(fields)},"


@lru_cache(maxsize=2048)
def _of_activities(codes: tuple[str, ...]) -> str:
    if not codes:
        return ""
    activities = list(map(_of_activity, codes))
    fields: dict[str, object] = {"nace": " ".join({term for one in activities for term in one.terms})}
    if divisions := {one.division for one in activities if one.division is not None}:
        fields["division"] = list(divisions)
        fields["section"] = list({one.section for one in activities if one.section is not None})
    return f"{_json(fields)},"


class _OfActivity(NamedTuple):
    terms: tuple[str, ...]
    division: int | None
    section: int | None


@lru_cache(maxsize=16384)
def _of_activity(code: str) -> _OfActivity:
    division = int(code[:2]) if len(code) > 1 and code[:2].isdigit() else None
    return _OfActivity(nace_terms(code), division, section_number(code))


def _starts_of(word: str) -> str:
    return " ".join(word[:length] for length in range(1, START_LETTERS + 1))


def _name_starts_of(word: str) -> str:
    return " ".join(name_start(word[:length]) for length in range(1, START_LETTERS + 1))


_starts = Kept(_starts_of, 1 << 16)
_name_starts = Kept(_name_starts_of, 1 << 16)


@lru_cache(maxsize=16384)
def _id_starts(digits: int) -> str:
    text = f"{digits:0{INDEXED_DIGITS}d}"
    return " ".join(id_start(text[:length]) for length in range(2, INDEXED_DIGITS + 1))


def _month(day: str | None) -> int:
    return int(day[:7].replace("-", "")) if day else UNDATED


def name_start(word: str) -> str:
    """Return the term of a name that begins with the first letters of a word."""
    return f"^{word[:START_LETTERS]}"


def id_start(digits: str) -> str:
    """Return the term of the first digits of an ID."""
    return f"#{digits}"


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
    whole = fold_together(text)
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


def _terms_of_street(text: str) -> str:
    """Return the terms of a street, with what people shorten: "třída" → tr, "Karolíny Světlé" → k."""
    words = fold_words(text)
    shortened = {short for word in words for short in _SHORTENED.get(word, ())}
    letters = {word[0] for word in words[:-1]} if len(words) > 1 else set[str]()
    return " ".join(_place_terms(text) | shortened | letters)


_street_terms = Kept(_terms_of_street, 1 << 16)


def _mark_terms(mark: str) -> tuple[str, ...]:
    """Return a file mark with and without its court: "C 338582/MSPH" → c338582msph, c338582."""
    number, _, court = mark.partition("/")
    plain = fold_together(number)
    return plain, plain + fold_together(court)


def cores(words: list[str]) -> list[str]:
    """Return the terms of an exact match; "družstvo" is a word of a name and its legal form at once."""
    of_cooperative = len(words) > 1 and words[-1] == "druzstvo"
    return ["".join(words), "".join(words[:-1])] if of_cooperative else ["".join(words)]


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


class _NamePart(NamedTuple):
    """What is known of the first name or of the surname of a person."""

    words: list[str]
    whole: str  # all words written together
    sound: str  # keys of what is heard


def _know_first_name(text: str) -> _NamePart:
    words = fold_words(text)
    return _NamePart(words, "".join(words), " ".join(filter(None, map(name_key, words))))


def _know_surname(text: str) -> _NamePart:
    words = fold_words(text)
    sound = " ".join(filter(None, _surname_keys(text)))
    return _NamePart([*words, *joined_neighbours(words)], "".join(words), sound)


# Names are few beside persons; those of one company have numbers, and come, one after the other.
_first_names = Kept(_know_first_name, 1 << 14)
_surnames = Kept(_know_surname, 1 << 16)


def person_json(entry: PersonEntry, fingerprint: int) -> str:
    """Return the fields of a person in JSON; terms are words without signs, so nothing in them is escaped."""
    first, last = _first_names[entry.first_name or ""], _surnames[entry.last_name]
    words = {*first.words, *last.words, glued(first.whole + last.whole), glued(last.whole + first.whole)}
    if len(first.words) > 1:
        words.add(first.whole)
    company = _field_of_all("company", _terms_of_company, entry.company_names)
    town = _field_of_all("town", _place_terms, entry.towns)
    youngest, oldest = birth_ranks(entry)
    return (
        f'{{"id":{entry.id},"fingerprint":{fingerprint},"rank":{person_rank(entry)},'
        f'"word":"{" ".join(words)}","initial":"{" ".join([word[0] for word in first.words])}",'
        f'"sound":"{first.sound} {last.sound}",{company}{town}'
        f'"birth_year":{entry.birth_year or UNDATED},"youngest":{youngest},"oldest":{oldest}}}'
    )


def _field_of_all(name: str, terms_of: Callable[[str], Set[str]], texts: list[str]) -> str:
    """Return a field of the terms of all texts, in JSON and with a comma; nothing where there are none."""
    return f'"{name}":"{" ".join(set[str]().union(*map(terms_of, texts)))}",' if texts else ""


def _surname_keys(last_name: str) -> Iterator[str | None]:
    for part in last_name.replace("-", " ").split():
        for word in fold_words(part):
            yield surname_key(word, surname_kind(part))


def glued(words: str) -> str:
    """Return the term of a first name and a surname written together, of which none is the beginning."""
    return f"={words}"


def _company_terms(text: str) -> set[str]:
    words = analyse(text).words
    return {*words, *joined_neighbours(words), *filter(None, map(sound_key, words))}


_terms_of_company = Kept(_company_terms, 1 << 12).__getitem__
