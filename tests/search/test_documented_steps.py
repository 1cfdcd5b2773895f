"""Every example of docs/search.md is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import rebuild
from soupis.search.why import Texts, why
from tests.relevance.unseen import companies
from tests.search.store import company, open_store

_DOCUMENT = Path(__file__).parents[2] / "docs" / "search.md"
_ROW = re.compile(r"^\| `(\w+)` \|[^|]+\| *(?:`([^`]+)`)? *\|([^|]*)\|$", re.MULTILINE)
_ROWS = _ROW.findall(_DOCUMENT.read_text(encoding="utf-8"))
EXAMPLES = [row for row in _ROWS if row[1]]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory: Path = tmp_path_factory.mktemp("documented")
    rebuild(open_store(directory, companies()), directory / "index")
    return CompanySearch(directory / "index")


@pytest.mark.parametrize(("step", "text", "name"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_an_example_finds_what_it_says_by_the_step_it_says(
    search: CompanySearch, step: str, text: str, name: str
) -> None:
    names = {entry.ico: entry.name for entry in companies()}
    hit = search.search(CompanyQuery(text), 0, 1).hits[0]
    assert (hit.step, names[hit.ico]) == (step, name.strip())


def test_the_page_names_every_step(search: CompanySearch) -> None:
    source = (Path(__file__).parents[2] / "src/soupis/search/matching.py").read_text(encoding="utf-8")
    steps = set(re.findall(r'(?:Step|_met)\(\s*"(\w+)"', source)) | {
        "preklep",
        "drivejsiJmenoPreklep",
    }
    assert {row[0] for row in _ROWS} == steps


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("C 338582", "spisovaZnacka"),
        ("oddíl C, vložka 338582", "spisovaZnacka"),
        ("C 338582/MSPH", "spisovaZnacka"),
        ("C 338582, Městský soud v Praze", "spisovaZnacka"),
        ("19-2000145399/0800", "ucet"),
        ("účet 000019-2000145399 / 0800", "ucet"),
        ("CZ6508000000192000145399", "ucet"),
        ("CZ65 0800 0000 1920 0014 5399", "ucet"),
    ],
)
def test_a_file_mark_and_an_account_find_their_company(tmp_path: Path, text: str, step: str) -> None:
    entries = [
        company(1, "Znak s.r.o.", marks=["C 338582/MSPH"], accounts=["19-2000145399/0800"]),
        company(2, "Jiný a.s.", marks=["B 338582/MSPH"], accounts=["2000145399/0800"]),
    ]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    hits = CompanySearch(tmp_path / "index").search(CompanyQuery(text), 0, 2).hits
    assert hits == [(1, step)]


def test_a_file_mark_of_another_court_is_not_found(tmp_path: Path) -> None:
    entries = [
        company(1, "Pražský s.r.o.", marks=["C 12345/MSPH"]),
        company(2, "Brněnský s.r.o.", marks=["C 12345/KSBR"]),
    ]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    found = {
        text: [hit.ico for hit in search.search(CompanyQuery(text)).hits]
        for text in ("C 12345", "C 12345 KS Brno", "C 12345 Krajský soud v Brně", "C 12345 KS Ostrava")
    }
    assert list(found.values()) == [[1, 2], [2], [2], []]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("MÚ", ["Město Aš", "Masarykova univerzita"]),
        ("mu", ["Masarykova univerzita", "Město Aš"]),
        ("ÚP", ["Úřad práce České republiky", "Univerzita Palackého v Olomouci"]),
        ("městský úřad", ["Město Aš", "Dopravní podnik města Brna, a.s."]),
        ("krajský úřad", ["Jihomoravský kraj", "Policie Jihomoravského kraje"]),
    ],
)
def test_what_an_abbreviation_or_an_office_stands_for_is_before_what_only_holds_its_words(
    tmp_path: Path, text: str, first: list[str]
) -> None:
    sizes = {
        "Město Aš": 10,
        "Masarykova univerzita": 200,
        "Úřad práce České republiky": 10,
        "Univerzita Palackého v Olomouci": 200,
        "Dopravní podnik města Brna, a.s.": 200,
        "Jihomoravský kraj": 10,
        "Policie Jihomoravského kraje": 200,
    }
    entries = [company(number, name, size=sizes[name]) for number, name in enumerate(sizes, 1)]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    hits = CompanySearch(tmp_path / "index").search(CompanyQuery(text), 0, 2).hits
    assert [list(sizes)[hit.ico - 1] for hit in hits] == first


@pytest.mark.parametrize(
    ("text", "name", "step"),
    [
        ("lerchovo gymnázium brno", "Gymnázium Matyáše Lercha, Brno", "podobneZneni"),
        ("letiště Václava Havla Praha", "Letiště Praha, a. s.", "castecne"),
        ("ČNB kurzy", "Česká národní banka", "castecne"),
        ("netforgas", "NET4GAS, s.r.o.", "podobneZneni"),
        ("koka kola", "Coca-Cola HBC", "podobneZneni"),
        ("kohynor", "KOH-I-NOOR HARDTMUTH a.s.", "podobneZneni"),
        ("dé há el", "DHL Express", "jinyZapis"),
        ("té mobajl", "T-Mobile Czech Republic a.s.", "podobneZneni"),
        ("hajnekn pivo", "HEINEKEN Česká republika, a.s.", "castecne"),
    ],
)
def test_what_is_said_finds_whom_it_means(tmp_path: Path, text: str, name: str, step: str) -> None:
    others = ["Václav Havel", "Gymnázium, Brno, Vídeňská", "Kurzy Brno s.r.o.", "Kola a koly s.r.o."]
    entries = [company(number, other) for number, other in enumerate([name, *others], 1)]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    hits = CompanySearch(tmp_path / "index").search(CompanyQuery(text), 0, 2).hits
    assert hits == [(1, step)]


@pytest.mark.parametrize(
    ("text", "name", "met"),
    [
        ("Krajská zdravotní ÚNL", "Krajská zdravotní, a.s.", "Ústí nad Labem"),
        ("krajska zdravotni UL", "Krajská zdravotní, a.s.", "Ústí nad Labem"),
        ("masarykova univerzita BN", "Masarykova univerzita", "Brno"),
    ],
)
def test_a_town_may_be_abbreviated_behind_a_name(
    search: CompanySearch, text: str, name: str, met: str
) -> None:
    entries = {entry.ico: entry for entry in companies()}
    hit = search.search(CompanyQuery(text), 0, 1).hits[0]
    entry = entries[hit.ico]
    assert entry.name == name
    address = ", ".join((entry.street or "", *entry.places))
    (correction,) = why(hit.step, text, Texts(f"{hit.ico:08d}", entry.name, (), address)).corrections
    assert correction.met == met


def test_the_name_of_the_capital_is_no_street_called_main(tmp_path: Path) -> None:
    entries = [
        company(1, "Společenství vlastníků Dlouhá 5", places=["Praha"], region=19, size=200),
        company(2, "Společenství vlastníků domu", places=["Kladno"], region=27, street="Hlavní"),
    ]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert [hit.ico for hit in search.search(CompanyQuery("společenství vlastníků Hlavní")).hits] == [2]
    assert [
        hit.ico for hit in search.search(CompanyQuery("společenství vlastníků hlavní město Praha")).hits
    ] == [1]
