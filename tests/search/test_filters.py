"""Filters and orders of the company search, held against a plain reading of the entries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain, pairwise
from pathlib import Path

import pytest

from soupis.folding import fold_words
from soupis.search import ranks
from soupis.search.analysis import analyse
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.indexer import rebuild
from soupis.search.ordering import Order
from soupis.search.schema import UNKNOWN
from tests.search.store import company, open_store

_NAMES = [
    "Alfa",
    "Beta",
    "Český svaz včelařů",
    "Společenství vlastníků jednotek domu",
    "Žižka",
    "3 kola",
    "Ой",
]
_ENDS = ["", " Brno", " Čáslav", " a syn", " 2000", " velmi dlouhé jméno první", " velmi dlouhé jméno druhé"]
_FORMS = ["", " s.r.o.", ", a.s."]
_TOWNS = [(["Praha", "Praha 4", "Michle"], 19), (["Praha", "Praha 1"], 19), (["Brno", "Brno-střed"], 116)]
_TOWNS += [(["Brňany"], 60), (["Nová Ves"], 27), (["Nová Ves u Brna"], 116)]
_STREETS = ["Budějovická", "U Hřiště", "náměstí Míru", None]


def made(count: int, seed: int) -> list[CompanyEntry]:
    """Make companies whose facts repeat, so that every filter finds some and leaves some out."""
    draw = random.Random(seed)
    return [_made(draw, number) for number in draw.sample(range(1, 10_000), count)]


def _made(draw: random.Random, ico: int) -> CompanyEntry:
    name = draw.choice(_NAMES) + draw.choice(_ENDS) + draw.choice(_FORMS)
    places, region = draw.choice(_TOWNS)
    return company(
        ico,
        name,
        former_names=[draw.choice(_NAMES)] if draw.random() < 0.2 else [],
        places=places,
        region=region,
        living=draw.random() < 0.7,
        size=draw.randrange(4),
        legal_form=draw.choice(["112", "121", None]),
        nace=draw.sample(["62010", "41200", "01"], draw.randrange(3)),
        street=draw.choice(_STREETS),
        house=draw.choice(["12", "1522/53", "53", "č.ev. 7", None]),
        postcode=draw.choice([14000, 60200, None]),
        vat=draw.choice(["platce", "nespolehlivyPlatce", "neplatce", "identifikovanaOsoba", None]),
        insolvency=draw.choice([True, False, None]),
        founded=draw.choice(["1990-01-01", "2001-02-03", "2001-02-04", "2026-11-22", None]),
        headcount=draw.choice(["000", "110", "210", None]),
    )


ENTRIES = made(900, seed=13)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory = tmp_path_factory.mktemp("filters")
    rebuild(open_store(directory, ENTRIES), directory / "index")
    return CompanySearch(directory / "index")


def _has_address(words: set[str], entry: CompanyEntry) -> bool:
    texts = (*entry.places, entry.street, entry.house, entry.postcode and str(entry.postcode))
    return words <= {word for text in texts if text for word in fold_words(text)}


Holds = Callable[[CompanyEntry], bool]
FILTERS: dict[str, tuple[CompanyQuery, Holds]] = {
    "living": (CompanyQuery(living=True), lambda entry: entry.living),
    "ceased": (CompanyQuery(living=False), lambda entry: not entry.living),
    "payers": (CompanyQuery(vat="platce"), lambda entry: entry.vat == "platce"),
    "unreliable payers": (
        CompanyQuery(vat="nespolehlivyplatce"),
        lambda entry: entry.vat == "nespolehlivyPlatce",
    ),
    "VAT not known": (CompanyQuery(vat=UNKNOWN), lambda entry: entry.vat is None),
    "insolvent": (CompanyQuery(insolvency="yes"), lambda entry: entry.insolvency is True),
    "not insolvent": (CompanyQuery(insolvency="no"), lambda entry: entry.insolvency is False),
    "insolvency not known": (CompanyQuery(insolvency=UNKNOWN), lambda entry: entry.insolvency is None),
    "founded since": (
        CompanyQuery(founded_from=20010204),
        lambda entry: (entry.founded or "") >= "2001-02-04",
    ),
    "founded until": (
        CompanyQuery(founded_to=20010203),
        lambda entry: entry.founded is not None and entry.founded <= "2001-02-03",
    ),
    "founded on a day": (
        CompanyQuery(founded_from=20010203, founded_to=20010203),
        lambda entry: entry.founded == "2001-02-03",
    ),
    "no day is between": (CompanyQuery(founded_from=20010204, founded_to=20010203), lambda _entry: False),
    "headcount": (CompanyQuery(headcount=("110", "210")), lambda entry: entry.headcount in ("110", "210")),
    "street and number": (
        CompanyQuery(address="Budějovická 1522/53"),
        partial(_has_address, {"budejovicka", "1522", "53"}),
    ),
    "one number of two": (
        CompanyQuery(address="budejovicka 53"),
        partial(_has_address, {"budejovicka", "53"}),
    ),
    "labels in an address": (
        CompanyQuery(address="ul. Budějovická č. p. 12, PSČ 140 00"),
        partial(_has_address, {"budejovicka", "12", "14000"}),
    ),
    "town in an address": (
        CompanyQuery(address="U hřiště, Brno-střed"),
        partial(_has_address, {"u", "hriste", "brno", "stred"}),
    ),
    "all together": (
        CompanyQuery(region=19, living=True, vat="platce", founded_from=20000101, headcount=("110", "000")),
        lambda entry: (
            entry.region == 19
            and entry.living
            and entry.vat == "platce"
            and (entry.founded or "") >= "2000-01-01"
            and entry.headcount in ("110", "000")
        ),
    ),
}


@pytest.mark.parametrize("case", FILTERS)
def test_a_filter_finds_just_the_companies_that_have_what_it_asks_for(
    search: CompanySearch, case: str
) -> None:
    query, holds = FILTERS[case]
    expected = {entry.ico for entry in ENTRIES if holds(entry)}
    assert len(expected) < len(ENTRIES)
    page = search.search(query, 0, len(ENTRIES))
    assert {hit.ico for hit in page.hits} == expected
    assert page.total == len(page.hits) == len(expected)


BY_ICO = {entry.ico: entry for entry in ENTRIES}


def _name(entry: CompanyEntry) -> ranks.NameRanks:
    return ranks.name_ranks(analyse(entry.name).words, entry.ico)


@pytest.mark.parametrize("query", [CompanyQuery(), CompanyQuery("alfa"), CompanyQuery(vat="platce")])
@pytest.mark.parametrize("order", [Order.NAME, Order.OLDEST, Order.NEWEST])
def test_pages_and_export_of_an_order_are_the_whole_result_once_and_in_that_order(
    search: CompanySearch, query: CompanyQuery, order: Order
) -> None:
    everybody = {hit.ico for hit in search.search(query, 0, 1_000).hits}
    asked = CompanyQuery(query.text, vat=query.vat, order=order)
    total, batches = search.export(asked, 50_000)
    exported = list(chain.from_iterable(batches))
    assert total == len(exported) == len(everybody)
    assert set(exported) == everybody
    pages = [search.search(asked, start, 7) for start in range(0, total + 7, 7)]
    assert [hit.ico for page in pages for hit in page.hits] == exported
    assert {page.total for page in pages} == {total}
    shown = [BY_ICO[ico] for ico in exported]
    if order is Order.NAME:
        assert shown == sorted(shown, key=_name, reverse=True)
    else:
        days = [entry.founded for entry in shown]
        known = [day for day in days if day]
        assert known == sorted(known, reverse=order is Order.NEWEST)
        assert not any(days[len(known) :]), "companies of unknown founding come last"


def test_names_come_in_the_order_of_the_alphabet(search: CompanySearch) -> None:
    shown = [BY_ICO[hit.ico] for hit in search.search(CompanyQuery(order=Order.NAME), 0, 900).hits]
    written = [" ".join(analyse(entry.name).words) for entry in shown]
    cut = [name[:18] for name in written]
    common = "spolecenstvi vlastniku jednotek domu "
    behind = [name.removeprefix(common)[:18] for name in written if name.startswith(common)]
    assert cut == sorted(cut)
    assert behind == sorted(behind), "what is behind a beginning that many share decides"
    assert any(first != second for first, second in pairwise(behind))


def test_ranks_of_names_grow_with_the_names_and_fit_a_column() -> None:
    draw = random.Random(7)
    beginnings = [*ranks._COMMON_BEGINNINGS, "", "spolecenstvi", "sdh", "zz"]
    names = [
        (
            draw.choice(beginnings) + draw.choice(["", " ", "z"]) + "".join(draw.choices(" abz09я", k=5))
        ).split()
        for _ in range(20_000)
    ]
    for first, second in pairwise(names):
        low, high = ranks.name_ranks(first, 1), ranks.name_ranks(second, 1)
        assert all(0 <= rank < 1 << 64 for rank in low + high)
        cut = " ".join(first)[:18], " ".join(second)[:18]
        assert cut[0] == cut[1] or (cut[0] < cut[1]) == (low > high)


def test_many_equal_names_are_paged_by_id(tmp_path: Path) -> None:
    entries = [company(1_000 + number, "Jan Novák") for number in range(3_000)]
    rebuild(open_store(tmp_path, [*entries, company(1, "Adam"), company(2, "Žák")]), tmp_path / "index")
    query = CompanyQuery(order=Order.NAME)
    search = CompanySearch(tmp_path / "index")
    assert [hit.ico for hit in search.search(query, 0, 3).hits] == [1, 1_000, 1_001]
    assert [hit.ico for hit in search.search(query, 1_501, 3).hits] == [2_500, 2_501, 2_502]
    assert [hit.ico for hit in search.search(query, 3_000, 5).hits] == [3_999, 2]
    assert search.search(query, 3_002, 5) == (3_002, [])


def test_in_any_order_a_hit_says_by_which_step_it_was_found(search: CompanySearch) -> None:
    by_match = set(search.search(CompanyQuery("alfa"), 0, 900).hits)
    assert len({hit.step for hit in by_match}) > 1
    assert set(search.search(CompanyQuery("alfa", order=Order.NEWEST), 0, 900).hits) == by_match


def test_counts_tell_the_living_from_the_ceased_whatever_the_order(search: CompanySearch) -> None:
    query = CompanyQuery(vat="platce", order=Order.NAME)
    expected = Counter(entry.living for entry in ENTRIES if entry.vat == "platce")
    assert search.counts(query).living == expected


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("praha", "praha"),
        ("PRAHA 4", "praha4"),
        ("prah", "praha"),  # all of Praha 1 and Praha 4 lie in it
        ("mich", "michle"),
        ("brno-s", "brnostred"),
        ("brn", None),  # Brno or Brňany
        ("nová v", None),  # two towns
        ("nova ves u", "novavesubrna"),
        ("nova ves", "novaves"),
        ("pr", None),
        ("xyz", None),
        ("", None),
    ],
)
def test_a_town_is_a_whole_name_or_the_beginning_of_one_town(
    search: CompanySearch, text: str, town: str | None
) -> None:
    assert search.town(text) == town


def test_towns_like_a_text_begin_like_it_as_far_as_any_does(search: CompanySearch) -> None:
    assert set(search.towns_like("brn")) == {"brno", "brnostred", "brnany"}
    assert set(search.towns_like("Brnno")) == {"brno", "brnostred", "brnany"}
    assert search.towns_like("xyz") == {}
    assert len(search.towns_like("b", limit=1)) == 1
    for town, ico in search.towns_like("nova ves").items():
        assert town in {"".join(fold_words(place)) for place in BY_ICO[ico].places}
