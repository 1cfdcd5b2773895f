"""Matching, ranking, filters, pages, exports and counts of the company search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.search import companies, queries
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.indexer import rebuild
from tests.relevance import corpus
from tests.search.store import company, open_store

Searching = Callable[[Iterable[CompanyEntry]], CompanySearch]


@pytest.fixture
def searching(tmp_path: Path) -> Searching:
    def build(entries: Iterable[CompanyEntry]) -> CompanySearch:
        rebuild(open_store(tmp_path, entries), tmp_path / "index")
        return CompanySearch(tmp_path / "index")

    return build


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    """An index of the relevance corpus and 12,000 companies of one name."""
    directory = tmp_path_factory.mktemp("large")
    many = [
        company(100_000 + n, f"Mnoho {'Práce' if n % 3 else ''} {n % 7}", size=n % 256, living=n % 5 > 0)
        for n in range(12_000)
    ]
    rebuild(open_store(directory, [*corpus(), *many]), directory / "index")
    return CompanySearch(directory / "index")


def found(search: CompanySearch, text: str = "", **filters: object) -> list[int]:
    page = search.search(CompanyQuery(text, **filters), 0, 50)  # type: ignore[arg-type]
    assert page.total == len(page.hits)
    return [hit.ico for hit in page.hits]


def test_exact_full_name_then_core_then_beginning_then_words_in_any_order(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Moje Agro Delta", size=200),
            company(2, "Agro Delta Invest a.s.", size=100),
            company(3, "Agro Delta a.s.", size=50),
            company(4, "Agro Delta s.r.o.", size=1),
            company(5, "Delta Agro", size=255),
        ]
    )
    assert found(search, "agro delta s.r.o.") == [4, 3, 2, 5, 1]


def test_exact_name_comes_before_a_bigger_company_with_a_longer_name(searching: Searching) -> None:
    search = searching([company(1, "Delta Invest a.s.", size=255), company(2, "Delta", size=0)])
    assert found(search, "DELTA") == [2, 1]


@pytest.mark.parametrize(
    ("text", "icos"),
    [
        ("Zemědělské", [2, 1]),
        ("Zemědělské družstvo", [1]),
        ("zemědělskédružstvo", [1]),
        ("Alfa", [6, 4, 3, 5]),
        ("Alfa s.r.o.", [3, 4]),
        ("Alfa s.r.o. v likvidaci", [4]),
        ("Alfa a.s. s.r.o.", [5]),
    ],
)
def test_a_whole_name_with_its_forms_and_no_others_comes_before_bigger_ones(
    searching: Searching, text: str, icos: list[int]
) -> None:
    search = searching(
        [
            company(1, "Zemědělské družstvo", size=200),
            company(2, "Zemědělské"),
            company(3, "Alfa s.r.o.", size=10),
            company(4, "Alfa s.r.o. v likvidaci", size=100),
            company(5, "Alfa, a.s., s.r.o."),
            company(6, "Alfa"),
        ]
    )
    hits = search.search(CompanyQuery(text)).hits
    assert [hit.ico for hit in hits if hit.step == "jmeno"][: len(icos)] == icos


def test_signs_of_json_in_any_text_of_a_company_are_searched_like_others(searching: Searching) -> None:
    signs = '"\\\n\x00{,}'
    entry = company(
        1,
        f"Alfa {signs} beta",
        former_names=[f"Gama {signs}"],
        places=[f"Lhota {signs}"],
        district=signs,
        street=f"Dlouhá {signs} 5",
        house=f"12{signs}/3",
        legal_form=f"1{signs}",
        nace=[f"62{signs}", signs],
        marks=[f"C {signs} 5/MSPH"],
        accounts=[f"1{signs}-2/0800"],
        vat=signs,
        headcount=signs,
    )
    search = searching([entry, company(2, signs)])
    assert (
        found(search, "alfa beta") == found(search, "alfa dlouhá 12/3 lhota") == found(search, "gama") == [1]
    )
    assert found(search) == [1, 2]


@pytest.mark.parametrize("text", ["ověřovací kancelář", "overovacikancelar", "ověřovací kancelář pro úřady"])
def test_a_name_begins_with_its_first_words_whether_they_are_all_of_it_or_not(
    searching: Searching, text: str
) -> None:
    search = searching(
        [
            company(1, "Ověřovací kancelář"),
            company(2, "Ověřovací kancelář pro úřady v obcích i městech s.r.o."),
            company(3, "Česká ověřovací kancelář"),
        ]
    )
    steps = {hit.ico: hit.step for hit in search.search(CompanyQuery(text)).hits}
    assert steps[2] == "zacatekJmena"
    assert steps.get(1, "jmeno") == "jmeno"
    assert steps.get(3, "slova") == "slova"


def test_hits_behind_a_page_are_counted_as_if_they_were_on_it(searching: Searching) -> None:
    names = ("Praha", "Spol", "Praha Spol", "Spol Praha", "Spolková Praha", "Spolkový Jih", "Dolní Jih")
    former = {"Dolní Jih": ["Praha Spol"], "Spol": ["Praha"], "Praha": ["Spol Sever"]}
    search = searching(
        company(30 * kind + n, f"{name} {n}", former_names=former.get(name, []), region=n % 3)
        for kind, name in enumerate(names)
        for n in range(30)
    )
    for text in ("praha spol", "spol praha", "praha", "spol", "jih spol"):
        for narrowed in (CompanyQuery(text), CompanyQuery(text, region=1)):
            every = search.search(narrowed, 0, 300)
            icos = [hit.ico for hit in every.hits]
            assert every.total == len(set(icos)) == len(icos) >= 10
            total, exported = search.export(narrowed, 300)
            assert (total, list(chain.from_iterable(exported))) == (len(icos), icos)
            for start, count in ((0, 1), (0, 20), (25, 7), (10, 40)):
                page = search.search(narrowed, start, count)
                assert page.total == len(icos)
                assert [hit.ico for hit in page.hits] == icos[start : start + count]


def test_equal_matches_are_ordered_living_then_bigger_then_by_id(searching: Searching) -> None:
    search = searching(
        [
            company(5, "Beta s.r.o.", living=False, size=255),
            company(4, "Beta s.r.o.", size=10),
            company(2, "Beta s.r.o.", size=20),
            company(3, "Beta s.r.o.", size=10),
        ]
    )
    assert found(search, "beta") == [2, 3, 4, 5]


@pytest.mark.parametrize(
    "written",
    [
        "Kolo s.r.o.", "kolo s. r. o.", "KOLO SRO", "kolo, spol. s r.o.", "Kolo spol. s r. o.", "kolo",
        "Kolo společnost s ručením omezeným", "kolo s.r.o", "spol. s r.o. Kolo",
    ],
)  # fmt: skip
def test_every_way_to_write_a_legal_form_finds_the_company(searching: Searching, written: str) -> None:
    search = searching([company(1, "Kolo, spol. s r.o."), company(2, "Kolotoč s.r.o.")])
    assert found(search, written) == [1]


def test_a_query_of_a_legal_form_alone_finds_companies_of_that_form(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Alfa, a.s.", size=9),
            company(2, "Beta s.r.o."),
            company(3, "Gama a. s."),
            company(4, "A.S."),
        ]
    )
    assert found(search, "akciová společnost") == [4, 1, 3]


@pytest.mark.parametrize("text", ["v.o.s.", "vos", "V. O. S.", "veřejná obchodní společnost"])
def test_a_legal_form_alone_finds_nothing_but_companies_of_that_form(searching: Searching, text: str) -> None:
    search = searching(
        [
            company(1, "Alfa v.o.s."),
            company(2, "Osvos Stavby s.r.o."),
            company(3, "Kos s.r.o.", size=255),
            company(4, "Beta s.r.o.", former_names=["Beta v.o.s."]),
            company(5, "Vosa"),
            company(6, "Gama", places=["Vosy"]),
        ]
    )
    assert found(search, text) == [1]
    assert search.suggest(text) == [1]


def test_a_legal_form_beside_an_id_that_nobody_has_finds_nothing(searching: Searching) -> None:
    assert found(searching([company(1, "Ostrov s.r.o.")]), "IČO 27082440 s.r.o.") == []


@pytest.mark.parametrize(
    "text", ["microsoft czech", "czech xqvw", "dell czech s.r.o.", "oracle czech republic", "oracle česká cz"]
)
def test_the_country_alone_is_no_hit_where_the_name_stands_nowhere(searching: Searching, text: str) -> None:
    search = searching(
        [
            company(1, "Česká sportovní s.r.o."),
            company(2, "Svaz účetních České republiky"),
            company(3, "Czech s.r.o."),
            company(4, "Novák Czech s.r.o.", places=["Praha"]),
        ]
    )
    assert found(search, text) == []


def test_where_words_are_left_out_the_company_with_the_right_number_comes_first(searching: Searching) -> None:
    houses = [
        company(n, f"Společenství vlastníků Hlavní {n}, Praha", places=["Praha"], size=9)
        for n in range(1600, 1630)
    ]
    right = company(1, "Společenství pro dům Hlavní 526, Praha", places=["Praha"])
    search = searching([*houses, right])
    assert found(search, "Společenství vlastníků Hlavní 526 Praha")[0] == 1
    page = search.search(CompanyQuery("Společenství vlastníků Hlavní 526 Praha"), 0, 20)
    assert page.total == 31
    assert {hit.step for hit in page.hits} == {"castecne"}


def test_where_words_are_left_out_more_words_come_before_bigger_companies(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Servis Delta Montáže Izolace Oken Kladno", size=255),
            company(2, "Delta Servis Montáže Izolace Oken Kladno Lešení Zelená Studna"),
            company(3, "Fasády Plus"),
        ]
    )
    assert found(search, "delta servis montáže izolace oken kladno lešení fasády zelená") == [2, 1]


@pytest.mark.parametrize("text", ["novak", "Nowak", "nováček praha", "novk stavby"])
def test_a_filter_finds_as_many_as_its_count_tells(searching: Searching, text: str) -> None:
    search = searching(
        [
            *(company(n, f"Novák {n}", legal_form="101" if n % 3 else "112") for n in range(1, 24)),
            *(company(n, "Nováček s.r.o.", legal_form="112", places=["Praha"]) for n in range(30, 40)),
            *(company(n, "Novok Stavby s.r.o.", legal_form="112") for n in range(40, 45)),
            *(company(n, f"Stavby Nováková {n}", legal_form="101") for n in range(45, 50)),
        ]
    )
    counts = search.counts(CompanyQuery(text)).legal_forms
    assert counts
    for form, matches in counts.items():
        assert search.search(CompanyQuery(text, legal_forms=(form,))).total == matches


def test_a_former_name_finds_the_company_last_and_marked(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Nový Název a.s.", former_names=["Staré Jméno s.r.o."], size=255),
            company(2, "Firma Staré Jméno"),
        ]
    )
    hits = search.search(CompanyQuery("stare jmeno"), 0, 20).hits
    assert hits == [(2, "slova"), (1, "drivejsiJmeno")]


def test_a_company_stands_in_its_best_place_only(searching: Searching) -> None:
    search = searching([company(1, "Alfa Brno s.r.o.", former_names=["Alfa Brno"], places=["Brno"])])
    assert search.search(CompanyQuery("alfa brno"), 0, 20) == (1, [(1, "jmeno")])


@pytest.mark.parametrize(
    "text", ["Valenta + Sojka spol. s r.o.", "valenta+sojka", "Valenta ++ Sojka", "Valenta & Sojka"]
)
def test_a_plus_between_names_is_the_sign_and_no_digit(searching: Searching, text: str) -> None:
    search = searching(
        [company(1, "Valenta + Sojka spol. s r.o."), company(2, "Valenta 1 Sojka"), company(3, "11")]
    )
    assert search.search(CompanyQuery(text), 0, 20).hits[0] == (1, "jmeno")
    assert found(search, "Valnta + Sojka")[0] == 1
    assert found(search, "++") == found(search, "+ + + + + + + +") == []


@pytest.mark.parametrize(
    ("district", "town"),
    [("Praha-východ", "Praha"), ("Praha-západ", "Pha"), ("Brno-venkov", "v Brně"), ("Plzeň-jih", "Plzeň")],
)
def test_the_name_of_a_town_meets_no_district_around_it(
    searching: Searching, district: str, town: str
) -> None:
    search = searching(
        [
            company(1, "Vodárna a.s.", places=["Říčany"], district=district, size=200),
            company(2, "Vodárna a.s.", places=[district.split("-")[0]], size=1),
        ]
    )
    assert found(search, f"Vodárna {town}") == [2]
    assert found(search, f"Vodárna {district}")[0] == 1
    assert found(search, f"Vodárna okres {district.replace('-', ' ')}")[0] == 1


@pytest.mark.parametrize("text", ["pomal7 bistro", "pomal7 bistro s.r.o.", "pomalz bistro", "pomal7"])
def test_a_name_typed_on_another_keyboard_is_told_as_another_writing(searching: Searching, text: str) -> None:
    search = searching([company(1, "Pomalý bistro s.r.o."), company(2, "Rychlá kavárna")])
    assert search.search(CompanyQuery(text), 0, 20).hits == [(1, "jinyZapis")]


def test_name_and_town_in_one_box_needs_a_word_of_the_name(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Petr Klavíry s.r.o.", places=["Hradec Králové", "Slezské Předměstí"]),
            company(2, "Jiný s.r.o.", places=["Hradec Králové"]),
            company(3, "Petr Klavíry s.r.o.", places=["Brno"]),
        ]
    )
    assert found(search, "klaviry hradec kralove") == [1]
    assert found(search, "hradec králové") == []
    assert found(search, "klavíry slezské předměstí") == [1]


def test_words_written_together_or_apart_match_anywhere_in_the_name(searching: Searching) -> None:
    search = searching([company(1, "Kaufland Česká republika v.o.s."), company(2, "Nová RedHat a.s.")])
    assert found(search, "ceskarepublika kaufland") == [1]
    assert found(search, "red hat nova") == [2]


def test_typos_are_looked_for_only_in_words_of_five_letters_or_more(searching: Searching) -> None:
    search = searching([company(1, "Kolo s.r.o."), company(2, "Strojírny s.r.o.")])
    assert found(search, "kolp") == []
    for written in ("strojirnx", "strojrny", "strojiirny", "strojinry"):
        assert found(search, written) == [2], written


def test_two_slips_are_borne_in_a_word_of_eight_letters_and_in_no_shorter_one(searching: Searching) -> None:
    search = searching([company(1, "Strojírny s.r.o."), company(2, "Salony s.r.o.")])
    assert found(search, "strjoinry") == [1]
    assert found(search, "slaoyn") == []


def test_a_word_of_five_letters_may_have_lost_one_but_a_shorter_one_may_not(searching: Searching) -> None:
    search = searching([company(1, "Svoboda Salon s.r.o."), company(2, "Svoboda Sako s.r.o.")])
    for written in ("saln", "alon", "salo", "svoboda saon"):
        assert found(search, written) == [1], written
    for written in ("sak0", "sko", "sakk"):
        assert found(search, written) == [], written


def test_typos_in_several_words_are_looked_for_only_when_nothing_better_is_found(
    searching: Searching,
) -> None:
    search = searching([company(1, "Komerční banka, a.s."), company(2, "Komerční Bnaka")])
    assert found(search, "komercnni bnaka") == [2]
    assert found(search, "komercnni bakna") == [1]


def test_typos_are_not_looked_for_when_the_name_is_found_exactly(searching: Searching) -> None:
    search = searching([company(1, "Strojírna"), company(2, "Strojírny", size=9)])
    assert found(search, "strojirna") == [1]


def test_unfinished_last_word_is_completed_when_little_is_found(searching: Searching) -> None:
    search = searching([company(1, "Strojírny Brno"), company(2, "Staré Brno")])
    assert found(search, "brno stro") == [1]


def test_an_ampersand_may_be_written_as_a_word(searching: Searching) -> None:
    search = searching([company(1, "Marek & Syn s.r.o.")])
    assert (
        found(search, "marek a syn") == found(search, "marek and syn") == found(search, "marek & syn") == [1]
    )


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("Novák + syn s.r.o.", "Novák a syn"),
        ("Novák + syn s.r.o.", "Novák & syn s.r.o."),
        ("Krejčí & Krejčí, v.o.s.", "krejci plus krejci"),
        ("Voda a plyn Krnov a.s.", "Voda & plyn Krnov"),
        ("Voda a plyn Krnov a.s.", "voda+plyn krnov"),
        ("Smith and Sons s.r.o.", "Smith + Sons"),
    ],
)
def test_a_name_is_whole_whatever_sign_or_word_joins_its_parts(
    searching: Searching, registered: str, written: str
) -> None:
    others = ["Novák Libor", "Krejčí a Valach s.r.o.", "Plyn a voda s.r.o.", "Smith s.r.o."]
    search = searching([company(1, registered)] + [company(n, name) for n, name in enumerate(others, 2)])
    first = search.search(CompanyQuery(written)).hits[0]
    assert (first.ico, first.step) == (1, "jmeno")


def test_a_name_as_it_stands_comes_before_the_same_joined_otherwise(searching: Searching) -> None:
    search = searching([company(1, "Alfa + Beta", size=200), company(2, "Alfa a Beta")])
    assert found(search, "alfa a beta") == [2, 1]
    assert found(search, "alfa & beta") == [1, 2]


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("Lékárna U Dvou lvů", "lékárna u 2 lvů"),
        ("Hotel Tři věžičky", "hotel III věžičky"),
        ("Agro Písek II", "agro písek dva"),
        ("Dům 21 s.r.o.", "dům jednadvacet"),
        ("Palác Dvacet jedna", "palác 21"),
        ("Třetí brněnská", "3. brněnská"),
    ],
)
def test_a_number_is_met_in_digits_in_words_and_roman(
    searching: Searching, registered: str, written: str
) -> None:
    assert found(searching([company(1, registered)]), written) == [1]


@pytest.mark.parametrize(
    "text", ["nova auto 3000", "novaauto 3000", "nova auto 3001", "nova auto 20000 s.r.o."]
)
def test_another_number_is_another_company_and_told_as_left_out(searching: Searching, text: str) -> None:
    search = searching([company(1, "Nova Auto 2000 s.r.o."), company(2, "Nova Stavba s.r.o.")])
    assert {hit.step for hit in search.search(CompanyQuery(text)).hits} <= {"castecne"}
    assert [hit.ico for hit in search.search(CompanyQuery("nova auo 2000")).hits] == [1]


@pytest.mark.parametrize(
    ("text", "ico"),
    [
        ("firma xspol.s r.o.", 1),
        ("holubspolsro", 2),
        ("klasas", 3),
        ("pekárna klas, a. s.", 3),
        ("klassro", 4),
    ],
)
def test_a_legal_form_written_together_with_a_name_is_told(searching: Searching, text: str, ico: int) -> None:
    search = searching(
        [
            company(1, "X spol. s r.o."),
            company(2, "Zámečnictví Holub, spol. s r. o."),
            company(3, "Pekárna Klas a.s.", size=1),
            company(4, "Klas Uhříněves s.r.o.", size=1),
            company(5, "Karel Holub", size=9),
        ]
    )
    assert found(search, text)[0] == ico


@pytest.mark.parametrize("written", ["00012345", " 000 12 345 ", "CZ00012345", "cz 00012345"])
def test_eight_digits_mean_that_id_and_nothing_else(searching: Searching, written: str) -> None:
    search = searching([company(12345, "Alfa"), company(2, "00012345 s.r.o.")])
    assert found(search, written) == [12345]


def test_fewer_digits_mean_the_padded_id_first_and_then_names_with_the_number(searching: Searching) -> None:
    search = searching(
        [company(25, "Alfa"), company(2, "25 let s.r.o.", size=255), company(25_000_000, "Beta")]
    )
    assert found(search, "25") == [25, 2]
    assert found(search, "00025") == [25]


def test_filters_apply_to_a_search_by_id_as_well(searching: Searching) -> None:
    search = searching([company(12345678, "Alfa", region=19)])
    assert found(search, "12345678", region=19) == [12345678]
    assert found(search, "12345678", region=27) == []


def test_filters_narrow_and_their_values_widen(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Alfa", region=19, legal_form="112", nace=["62010"], places=["Praha", "Praha 4"]),
            company(2, "Alfa", region=27, legal_form_ros="121", nace=["6312", "G"], places=["Kolín"]),
            company(3, "Alfa", legal_form="112", legal_form_ros="706"),
        ]
    )
    assert found(search, "", region=19) == [1]
    assert found(search, "", legal_forms=("121", "706")) == [2, 3]
    assert found(search, "", legal_forms=("112",), region=19) == [1]
    assert found(search, "", nace=("62",)) == found(search, "", nace=("6201",)) == [1]
    assert found(search, "", nace=("62", "63")) == [1, 2]
    assert found(search, "", nace=("G",)) == [2]
    assert found(search, "", nace=("620100",)) == found(search, "", nace=("6",)) == []
    assert found(search, "alfa", town="kolin") == [2]


def test_town_filter_is_a_whole_folded_name_of_town_part_or_district(searching: Searching) -> None:
    search = searching(
        [company(1, "A", places=["Praha", "Nová Ves", "Praha 4"]), company(2, "B", places=["Ústí nad Labem"])]
    )
    for town in ("PRAHA", "nova ves", "praha 4"):
        assert found(search, "", town=town) == [1]
    assert found(search, "", town="usti nad labem") == [2]
    for town in ("ves", "Prah", "usti", "4", "?"):
        assert found(search, "", town=town) == []


def test_an_empty_search_is_everything_in_the_order_of_rank(searching: Searching) -> None:
    search = searching([company(1, "A", living=False), company(2, "B"), company(3, "C", size=1)])
    assert found(search) == found(search, "   ") == [3, 2, 1]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "mnoho", "mnoho prace", "praha", "brno", "stavby", "agrofret", "a"])
def test_pages_put_together_are_the_export_without_repeats_and_the_total_is_exact(
    large: CompanySearch, text: str
) -> None:
    query = CompanyQuery(text)
    total, exported = large.export(query, 50_000)
    order = list(chain.from_iterable(exported))
    assert len(order) == len(set(order)) == total
    pages = [large.search(query, start, 47) for start in range(0, min(total, 1000) + 47, 47)]
    assert {page.total for page in pages} == {total}
    together = [hit.ico for page in pages for hit in page.hits]
    assert together == order[: len(together)]
    assert len(together) >= min(total, 1000)
    deep = large.search(query, 10_000, 50)
    assert [hit.ico for hit in deep.hits] == order[10_000:10_050]


def test_an_export_stops_at_its_limit_and_still_tells_the_total(large: CompanySearch) -> None:
    total, exported = large.export(CompanyQuery("mnoho"), 7_001)
    assert (total, len(list(chain.from_iterable(exported)))) == (12_000, 7_001)


def test_an_export_is_of_one_state_even_while_the_index_changes(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(n, "Alfa") for n in range(1, 40)])
    rebuild(engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    total, exported = search.export(CompanyQuery("alfa"), 100)
    for _ in range(2):
        rebuild(open_store(tmp_path / "other", [company(n, "Beta") for n in range(1, 5)]), tmp_path / "index")
    search.reload()
    assert len(list(chain.from_iterable(exported))) == total == 39
    assert found(search, "alfa") == []


def test_counts_are_of_all_companies_found(large: CompanySearch) -> None:
    facets = large.counts(CompanyQuery("metrostav"))
    assert (facets.regions, facets.legal_forms, facets.nace_divisions) == ({19: 1}, {"121": 1}, {"41": 1})
    praha = [entry for entry in corpus() if "Praha" in entry.places]
    assert sum(large.counts(CompanyQuery(town="praha")).regions.values()) == len(praha)
    assert large.counts(CompanyQuery("nicnicnic")) == ({}, {}, {}, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("al", [3, 1, 2]),
        ("alf", [3, 1, 2]),
        ("ALFÁ", [3, 1, 2]),
        ("alfa", [3, 1, 2]),
        ("alfa st", [1]),
        ("alfa s.r", [3, 1, 2]),
        ("st", [1, 4]),
        ("staralf", [4]),
        ("12", [3]),
        ("120000", [3]),
        ("a", []),
        ("", []),
        (" . ", []),
        ("st alfa", [1]),
    ],
)
def test_suggestions_are_prefixes_of_any_word_living_and_big_first(
    searching: Searching, text: str, expected: list[int]
) -> None:
    search = searching(
        [
            company(1, "Alfa Stavby s.r.o.", size=9),
            company(2, "Alfabeta s.r.o.", living=False, size=255),
            company(12_000_003, "Nová Alfa", size=60),
            company(4, "Star-Alf s.r.o.", size=1, living=False),
        ]
    )
    icos = {3: 12_000_003}
    wanted = [icos.get(ico, ico) for ico in expected]
    got = search.suggest(text)
    assert got[: len(wanted)] == wanted
    assert bool(got) == bool(wanted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("budvar čb", [1]),
        ("budvar české", [1]),
        ("nemocnice hk", [2, 3]),
        ("fn hradec", [2]),
        ("fn hk", [2]),
        ("lékárna u 2 lv", [4]),
        ("hotel iii vě", [5]),
        ("novák & sy", [6]),
    ],
)
def test_suggestions_know_abbreviated_towns_and_numbers_as_the_search_does(
    searching: Searching, text: str, expected: list[int]
) -> None:
    search = searching(
        [
            company(1, "Budějovický Budvar", places=["České Budějovice"]),
            company(2, "Fakultní nemocnice Hradec Králové", places=["Hradec Králové"], size=9),
            company(3, "Nemocnice Pod lesem", places=["Hradec Králové"]),
            company(4, "Lékárna U Dvou lvů", places=["Plzeň"]),
            company(5, "Hotel Tři věžičky", places=["Plzeň"]),
            company(6, "Novák + syn", places=["Brno"]),
            company(7, "Budvar fans", places=["Brno"]),
        ]
    )
    assert search.suggest(text) == expected


def test_suggestions_are_at_most_as_many_as_asked(large: CompanySearch) -> None:
    assert len(large.suggest("mno")) == 8
    assert len(set(large.suggest("mno", limit=5))) == 5


WEIRD = [
    "a", "?", "...", "x" * 100, "á" * 100, "😀", '"', "'",
    "\x00", "a\x00b", "AND", "OR NOT", "*", "alfa*", "~1",
    "+alfa -beta", "core:alfa", "(alfa", "[a TO b]",
    "^5", "\\", "/.*/", "a b c d e f g h i j k l m n o p q r s t u",
    "ﬁrma", "ⅷ", "١٢٣", "12345678 9", "cz", "CZ", "s.", "&", "\u202ealfa", "alfa\ud800", "１２３", "  ",
]  # fmt: skip


@pytest.mark.parametrize("text", WEIRD, ids=[str(number) for number in range(len(WEIRD))])
def test_weird_texts_are_answered_like_any_other(large: CompanySearch, text: str) -> None:
    assert large.search(CompanyQuery(text, town=text), 0, 20).total >= 0
    assert large.search(CompanyQuery(text, legal_forms=(text,), nace=(text,)), 0, 20).total >= 0
    assert len(large.suggest(text)) <= 8


@given(st.text(max_size=100))
def test_any_text_is_answered(large: CompanySearch, text: str) -> None:
    page = large.search(CompanyQuery(text), 0, 5)
    assert len(page.hits) == min(page.total, 5)
    assert len(large.suggest(text)) <= 8


@given(st.sampled_from(corpus()), st.booleans())
def test_a_company_is_found_by_its_own_name_and_id(
    large: CompanySearch, entry: CompanyEntry, shout: bool
) -> None:
    text = entry.name.upper() if shout else entry.name
    assert entry.ico in [hit.ico for hit in large.search(CompanyQuery(text), 0, 50).hits]
    assert large.search(CompanyQuery(f"{entry.ico:08d}"), 0, 2) == (1, [(entry.ico, "ico")])


@pytest.mark.parametrize(
    "text",
    [
        "0LMA, Husova 5, 37O 01 Jihlava",  # digits and letters of a scan
        "OLMAs.r.o., Husova 5, 37001 Jihlava",  # the space before the legal form was lost
        "OLMA Husova 5370 01 Jihlava",  # and that before the postcode
        "olma husova č. 5 jihlava",
        "olmasro",
        "olma jihlavě",
    ],
)
def test_what_a_copy_made_of_a_name_and_its_address_is_mended(searching: Searching, text: str) -> None:
    at_home = {"places": ["Jihlava"], "street": "Husova", "house": "5", "postcode": 37001}
    search = searching(
        [
            company(1, "OLMA s.r.o.", **at_home),
            company(2, "Jiná s.r.o.", **at_home),
            company(3, "Kolma s.r.o."),
        ]
    )
    assert found(search, text)[:1] == [1]


@pytest.mark.parametrize(
    ("text", "ico"),
    [
        ("Kade?nictv? ??rka", 1),
        ("Kade\ufffdnictv\ufffd \ufffd\ufffdrka Rumburk", 1),
        ("KadeĹ™nictvĂ\u00ad Ĺ Ăˇrka", 1),
        ("Teplárny DubĹ\ufffdany", 5),
        ("TeplĂˇrny DubĹ\x88any", 5),
        ("kdrnctv šárka", 1),
        ("tplrn rumburk", 2),
        ("kde sídlí Teplárny?", 2),
        (
            "S pozdravem, obchodní oddělení, Teplárny Rumburk, Vodní 353, Rumburk, mobil 602 111 222",
            2,
        ),
    ],
)
def test_what_letters_and_words_a_text_lost_or_got_beside_is_borne(
    searching: Searching, text: str, ico: int
) -> None:
    search = searching(
        [
            company(1, "Kadeřnictví Šárka s.r.o.", places=["Rumburk"]),
            company(2, "Teplárny Rumburk a.s.", places=["Rumburk"], street="Vodní", house="353"),
            company(3, "Šárka Vlková", places=["Rumburk"], size=9),
            company(4, "Jan Vlk", places=["Praha"], size=9),
            company(5, "Teplárny Dubňany", places=["Dubňany"]),
        ]
    )
    assert found(search, text)[:1] == [ico]


@pytest.mark.parametrize(
    "text", ["C 999999", "oddíl C, vložka 999999", "c999999", "C 999999/MSPH", "odd. C vl. 9"]
)
def test_a_file_mark_alone_is_no_number_of_a_name(searching: Searching, text: str) -> None:
    search = searching(
        [
            company(1, "Společenství vlastníků Nádražní 999", marks=["S 15/MSPH"]),
            company(2, "C+C Stavby 999", marks=["C 338582/MSPH"]),
            company(3, "C 21 s.r.o."),
        ]
    )
    assert found(search, text) == []
    assert found(search, "C 338582") == [2]
    assert found(search, "C 21") == [3]
    assert found(search, "C 999")[:1] == [2]


@pytest.mark.parametrize("text", ["?????", "a?????", "?x?y ?????", "xq?zw brt?k", "Ärzte Ĺ", "mnpqrst vwxzk"])
def test_letters_that_may_be_any_make_no_hits_of_nothing(searching: Searching, text: str) -> None:
    assert found(searching([company(1, "Alfa Beta"), company(2, "Ampér")]), text) == []


def test_mending_takes_no_word_that_stands_nowhere(searching: Searching) -> None:
    search = searching([company(1, "Stavby Brno s.r.o."), company(2, "Holma s.r.o.")])
    assert found(search, "01ma") == []
    assert found(search, "stavby 8rno") == [1]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("krajský úřad středočeského kraje", 1),
        ("KÚ Středočeského kraje", 1),
        ("středočeskému kraji", 1),
        ("silnice středočeského kraje", 2),
        ("hlm praha", 3),
        ("hl. m. Praha", 3),
        ("City of Prague", 3),
        ("Brno University of Technology", 4),
        ("technické učení vysoké v brně", 4),
    ],
)
def test_a_whole_name_is_found_in_any_writing_before_the_names_that_hold_it(
    searching: Searching, text: str, first: int
) -> None:
    search = searching(
        [
            company(1, "Středočeský kraj"),
            company(2, "Krajské silnice Středočeského kraje, příspěvková organizace", size=255),
            company(3, "Hlavní město Praha", places=["Praha"]),
            company(4, "Vysoké učení technické v Brně", places=["Brno"]),
            company(5, "Dopravní podnik hl. m. Prahy, a.s.", places=["Praha"], size=255),
            company(6, "Veterinární univerzita Brno", places=["Brno"], size=255),
        ]
    )
    assert found(search, text)[:1] == [first]


def test_a_name_that_is_called_a_former_one_is_looked_for_among_former_names_first(
    searching: Searching,
) -> None:
    search = searching(
        [
            company(1, "Všeobecná zdravotní Česká pojišťovna", size=255),
            company(2, "Generali a.s.", former_names=["Česká pojišťovna a.s."]),
            company(3, "Česká pojišťovna Zdraví", size=200),
        ]
    )
    for text in ("bývalá Česká pojišťovna", "dříve Česká pojišťovna", "ex česká pojišťovna"):
        assert found(search, text)[:1] == [2], text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("město Aš", 1), ("mesto as", 1), ("MěÚ Aš", 1), ("městský úřad Aš", 1), ("ZŠ Aš", 3), ("zs as", 3),
        ("nemocnice Aš", 5), ("lázně AŠ", 6), ("obec Po", 7), ("lázně as", 8), ("lázně a.s.", 8),
    ],
)  # fmt: skip
def test_the_town_as_is_no_legal_form(searching: Searching, text: str, first: int) -> None:
    search = searching(
        [
            company(1, "Město Aš"),
            company(2, "Město Kutná Hora", size=9),
            company(3, "Základní škola Aš"),
            company(4, "Základní škola Brno", size=9),
            company(5, "Nemocnice Aš a.s."),
            company(6, "Lázně Aš"),
            company(7, "Obec Po"),
            company(8, "Lázně a.s."),
            company(9, "Obec Lety", size=9),
        ]
    )
    assert found(search, text)[0] == first


@pytest.mark.parametrize("text", ["městský úřad", "obecní úřad", "úřad práce Xqvw"])
def test_abbreviations_that_differ_in_diacritics_are_not_one(searching: Searching, text: str) -> None:
    search = searching(
        [
            company(1, "Masarykova univerzita", places=["Brno"], district="Brno-město"),
            company(2, "Ostravská univerzita", places=["Ostrava"], district="Ostrava-město"),
            company(3, "Univerzita Palackého v Olomouci"),
        ]
    )
    assert found(search, text) == []


@pytest.mark.parametrize(
    ("text", "ico"),
    [
        ("Mevla CZ", 1), ("mevla cs", 1), ("Nákup: MEVLA CR PRAHA XQVW CZ", 1), ("MEVLA DEKUJE ZA NAKUP", 1),
        ("PLATBA KARTOU MEVLA CZE", 1), ("mevla za", 1), ("DROBKUV 123 PRAHA", 2),
    ],
)  # fmt: skip
def test_the_country_and_words_of_a_bank_are_left_out_where_nothing_else_is_found(
    searching: Searching, text: str, ico: int
) -> None:
    search = searching(
        [
            company(1, "Mevla Česká republika, s.r.o.", places=["Praha"]),
            company(2, "Drobku'v ČR spol. s r.o.", places=["Praha"]),
            company(3, "Nákup CZ s.r.o."),
        ]
    )
    assert search.search(CompanyQuery(text), 0, 20).hits == [(ico, "castecne")]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("hnutí dva tisíce jedenáct", 1), ("Q dva Czech", 2), ("tři W česko", 3), ("u dvou lvů", 4),
        ("q e d", 5), ("fnkostka.cz", 6), ("hvozdycr.cz", 7), ("pojišťovna Mevla a.s. povinné ručení", 8),
    ],
)  # fmt: skip
def test_numbers_in_words_letters_apart_and_glued_abbreviations_find_the_name(
    searching: Searching, text: str, first: int
) -> None:
    search = searching(
        [
            company(1, "Hnutí 2011"),
            company(2, "Q2 Czech Republic a.s."),
            company(3, "3W Česko, spol. s r.o."),
            company(4, "U Dvou lvů"),
            company(5, "QED, a. s."),
            company(6, "Fakultní nemocnice Kostka"),
            company(7, "Hvozdy České republiky, s.p."),
            company(8, "Mevla pojišťovna, a.s."),
            company(9, "Triwalda, s.r.o.", size=9),
        ]
    )
    assert found(search, text)[0] == first


_SURPLUS = [
    company(1, "Váhala a spol. s r.o."),
    company(2, "Uzeniny Kostelec a.s."),
    company(3, "Prodej uzenin Brno s.r.o."),
    company(4, "Pilulka Lékárny a.s."),
    company(5, "Obec Modrava", places=["Modrava"]),
    company(6, "Nemocnice Slaný"),
    *(company(n, f"Nábytek {n} s.r.o.") for n in range(10, 30)),
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Váhala nábytek", [1]),
        ("nábytek Váhala", [1]),
        ("pilulky lékáren", [4]),
        ("obci Modrava", [5]),
        ("Nemocnice Modrava", []),
        ("Kovářství nábytek", []),
    ],
)
def test_the_word_that_tells_most_of_a_name_is_enough_where_the_others_lead_nowhere(
    searching: Searching, text: str, meant: list[int]
) -> None:
    search = searching(_SURPLUS)
    assert found(search, text) == meant
    assert search.search(CompanyQuery(text)).total == len(meant)


def test_an_abbreviation_is_of_the_organisation_before_its_bigger_branches(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Český svaz včelařů, z.s., základní organizace Mělník", size=200),
            company(2, "Český svaz včelařů, z.s."),
        ]
    )
    assert found(search, "ČSV") == [2, 1]


def test_a_known_abbreviation_comes_before_other_words_with_its_initials(searching: Searching) -> None:
    search = searching(
        [
            company(1, "Klub seniorů Naděje Hradec Králové z.s.", size=200, places=["Hradec Králové"]),
            company(2, "Krajský soud v Hradci Králové", places=["Hradec Králové"]),
        ]
    )
    assert found(search, "KS Hradec Králové") == [2, 1]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("MuMB", [1]),
        ("RSTS", [2]),
        ("rsts", []),
        ("5eh;5kov8", [3]),
        ("m2sto krom25", [4]),
        ("[5ad", [5]),
    ],
)
def test_abbreviations_of_more_letters_and_the_other_keys_of_a_layout_are_read(
    searching: Searching, text: str, meant: list[int]
) -> None:
    names = [
        "Muzeum města Brna",
        "Raiffeisen stavební spořitelna a.s.",
        "Kadeřnictví Řehůřková",
        "Město Kroměříž",
        "Úřad města",
    ]
    assert found(searching([company(n, name) for n, name in enumerate(names, 1)]), text) == meant


@pytest.mark.parametrize(
    "text",
    ["' OR 1=1 --", "' OR '1'='1", "1=1", "{{7*7}}", "'; DROP TABLE company; --", "info@example.mevlan"],
)
def test_a_piece_of_a_program_finds_nobody_by_what_is_left_of_it(searching: Searching, text: str) -> None:
    search = searching(
        [
            company(1, "Orlen Mevlan s.r.o.", places=["Praha 1", "Praha"]),
            company(2, "Ford Motor Company, s.r.o.", places=["Praha 7"]),
            company(3, "Základní škola Praha 7"),
            company(4, "OR s.r.o.", places=["Praha 1"]),
        ]
    )
    assert search.search(CompanyQuery(text)) == (0, [])


@pytest.mark.parametrize(("text", "ico"), [("A=B", 1), ("* Q dva *", 2), ("<Q2>", 3)])
def test_a_whole_name_is_found_whatever_signs_it_has(searching: Searching, text: str, ico: int) -> None:
    search = searching([company(1, "A=B s.r.o."), company(2, "Q dva"), company(3, "Q2 a.s.")])
    assert search.search(CompanyQuery(text)).hits[0] == (ico, "jmeno")


def test_names_that_begin_like_the_text_are_suggested_before_others_that_are_not_much_bigger(
    searching: Searching,
) -> None:
    search = searching(
        [
            company(1, "Vojenské lesy a statky", size=60),
            company(2, "Lesy České republiky"),
            company(3, "Městské lesy Brno", size=40),
            company(4, "Lesy zaniklé", living=False, size=90),
            company(5, "Lesnická škola"),
        ]
    )
    assert search.suggest("lesy", 4) == [1, 2, 3, 4]
    assert search.suggest("les", 5) == [1, 2, 5, 3, 4]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("město k", [1]),  # "k. s."
        ("zednictví se", [2]),  # "SE"
        ("mas š", [3]),
        ("e.o", [4]),
        ("novák s", [6, 5]),  # the whole name first, then words
    ],
)
def test_the_end_of_a_text_may_begin_a_word_though_it_begins_a_legal_form(
    searching: Searching, text: str, expected: list[int]
) -> None:
    search = searching(
        [
            company(1, "Město Kolín"),
            company(2, "Zednictví Sedlák"),
            company(3, "MAS Šumavsko, z.s."),
            company(4, "E.ON Energie, a.s."),
            company(5, "Novák Stavby s.r.o.", size=90),
            company(6, "Novák s.r.o."),
            company(7, "Hlavní město Praha", size=200),
            company(8, "Masarykova univerzita", size=200),
            company(9, "Malířství Zednictví", size=200),
        ]
    )
    assert search.suggest(text)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("abb brno", (1, "castecne")),  # it has a branch there
        ("brno abb", (1, "castecne")),
        ("národního muzea", (2, "podobneZneni")),
        ("faktury@firma.seznam.cz", (3, "zacatekJmena")),
        ("fn bulovka", (4, "podobneZneni")),
        ("diakonie českobratrské církve evangelické", (5, "podobneZneni")),
        ("raifaizenbank", (6, "podobneZneni")),
    ],
)
def test_names_are_met_as_others_say_them(searching: Searching, text: str, meant: tuple[int, str]) -> None:
    search = searching(
        [
            company(1, "ABB s.r.o.", places=["Praha"]),
            company(2, "Národní muzeum"),
            company(3, "Seznam.cz, a.s."),
            company(4, "Nemocnice Na Bulovce", former_names=["Fakultní nemocnice Bulovka"]),
            company(5, "Diakonie ČCE"),
            company(6, "Raiffeisenbank a.s."),
            company(7, "Brněnské vodárny", places=["Brno"], size=90),
            company(8, "Národní divadlo", size=90),
        ]
    )
    assert search.search(CompanyQuery(text), 0, 1).hits == [meant]


def test_a_slip_in_the_beginning_of_a_word_is_borne_and_an_abbreviation_may_be_unfinished(
    searching: Searching,
) -> None:
    search = searching([company(1, "Český hydrometeorologický ústav"), company(2, "Brambora s.r.o.")])
    assert search.suggest("čhm") == [1]
    assert search.suggest("barmb") == [2]


def test_many_hits_are_the_same_companies_as_few(
    searching: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = searching(
        [
            company(1, "Brož Trans, státní podnik", size=9),
            *(company(10 + n, f"Sady Písek {n}") for n in range(25)),
        ]
    )
    few = search.search(CompanyQuery("SP"), 0, 50)
    monkeypatch.setattr(companies, "_NAMED", 20)
    assert search.search(CompanyQuery("SP"), 0, 50) == few
    assert few.total == 25


@pytest.mark.parametrize(("start", "count"), [(0, 50), (0, 10), (20, 20), (30, 5)])
def test_a_page_of_many_hits_of_which_some_come_first_is_part_of_them_all(
    searching: Searching, monkeypatch: pytest.MonkeyPatch, start: int, count: int
) -> None:
    search = searching(
        [
            *(company(10 + n, f"Martin {n}", size=n) for n in range(25)),
            *(company(50 + n, f"Pila {n}", size=90, former_names=["Martin"]) for n in range(10)),
        ]
    )
    every = search.search(CompanyQuery("mrtin"), 0, 50)
    assert [hit.ico < 50 for hit in every.hits] == [True] * 25 + [False] * 10
    monkeypatch.setattr(companies, "_NAMED", 5)
    monkeypatch.setattr(queries, "_EASILY_RANKED", 5)
    page = search.search(CompanyQuery("mrtin"), start, count)
    assert (page.total, page.hits) == (every.total, every.hits[start : start + count])


@pytest.mark.parametrize("most_begun", [0, 250])
def test_a_word_written_twice_is_no_unfinished_one_in_the_place_of_another(
    searching: Searching, monkeypatch: pytest.MonkeyPatch, most_begun: int
) -> None:
    monkeypatch.setattr(queries, "_MOST_BEGUN", most_begun)
    search = searching([company(1, "Krajský soud v Hradci Králové", places=["Hradec Králové"])])
    hits = search.search(CompanyQuery("Krajský soud v Hradci Králové Hradec Králové")).hits
    assert hits == [(1, "jmenoAObec")]
