"""Matching and ranking of the person search."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from soupis.search.entries import PersonEntry
from soupis.search.indexer import rebuild
from soupis.search.person_reading import read_person
from soupis.search.persons import PersonOrder, PersonSearch
from soupis.search.why import why_person
from tests.search.store import open_store

PERSONS = [
    PersonEntry(1, "Jan", "Žitný", 3, 1),
    PersonEntry(2, "Jana", "Žitná", 9, 9),
    PersonEntry(3, "Jan", "Žitný", 5, 2),
    PersonEntry(4, "Žitný", "Jan", 5, 2),
    PersonEntry(5, None, "Žitný", 8, 0),
    PersonEntry(6, "Karla", "Nováková-Malá", 1, 1),
    PersonEntry(7, "Petr", "Žitnýk", 4, 4),
    PersonEntry(8, "Petr", "O'Nejl", 5000, 4000),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> PersonSearch:
    directory: Path = tmp_path_factory.mktemp("persons")
    rebuild(open_store(directory, PERSONS), directory / "index")
    return PersonSearch(directory / "index")


@pytest.mark.parametrize("text", ["Jan Žitný", "zitny jan", "ZITNY  JAN", "žitny, jan"])
def test_both_names_in_any_order_case_and_spelling(search: PersonSearch, text: str) -> None:
    assert search.search(text).ids[:3] == [3, 4, 1]


def test_whole_words_come_before_beginnings_and_those_before_typos(search: PersonSearch) -> None:
    assert search.search("zitny").ids == [3, 4, 1, 5, 7, 2]


def test_more_companies_now_come_first_then_more_ever_then_the_lower_number(search: PersonSearch) -> None:
    assert search.search("petr").ids == [8, 7]
    assert search.search("jan").ids[:3] == [3, 4, 1]


def test_of_persons_with_equally_many_companies_those_of_a_known_year_come_first(tmp_path: Path) -> None:
    persons = [
        PersonEntry(1, "Jan", "Malý", 2, 1),
        PersonEntry(2, "Jan", "Malý", 2, 1, 1950),
        PersonEntry(3, "Jan", "Malý", 3, 1),
        PersonEntry(4, "Jan", "Malý", 9, 0, 1950),
    ]
    rebuild(open_store(tmp_path, persons), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    assert search.search("jan malý").ids == [3, 2, 1, 4]
    assert search.search("jan malý", only_current=True).ids == [3, 2, 1]


def test_one_typo_is_forgiven_in_a_longer_word(search: PersonSearch) -> None:
    assert search.search("novakvoa").ids == [6]
    assert search.search("karla novakva").ids == [6]


@pytest.mark.parametrize("text", ["nováková malá", "malá", "novakovamala", "mal karla"])
def test_a_double_surname_is_found_by_each_part_and_together(search: PersonSearch, text: str) -> None:
    assert search.search(text).ids == [6]


def test_all_words_must_match(search: PersonSearch) -> None:
    assert search.search("jan novotny")[:2] == (0, [])


def test_pages_together_are_the_whole_and_the_total_is_exact(search: PersonSearch) -> None:
    whole = search.search("jan", 0, 50)
    assert whole.total == len(whole.ids) == len(set(whole.ids))
    assert [search.search("jan", start, 1).ids for start in range(whole.total)] == [
        [one] for one in whole.ids
    ]
    assert search.search("jan", whole.total, 5)[:2] == (whole.total, [])


@pytest.mark.parametrize("text", ["", "?", "\x00", "AND *", "😀", "x" * 100, "-" * 100, "\ud800"])
def test_weird_texts_find_nobody(search: PersonSearch, text: str) -> None:
    assert search.search(text)[:2] == (0, [])


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Alexander Kovalchuk", 1),
        ("Oleksandr Kovalchuk", 1),
        ("pepa tichý", 2),
        ("Joseph Tichý", 2),
        ("Johann Tichý", 3),
        ("josef tichý", 2),
        ("Pepu Tichého", 2),
        ("s Honzou Tichým", 3),
        ("Honza Tichý Kladno", 3),
        ("Jarka Tichá", 4),
        ("Evča Tichá", 5),
        ("Mikeše Tichého", 6),
        ("k rukám pana Josefa Tichého", 2),
        ("do rukou Evelíny Tiché", 5),
    ],
)
def test_a_given_name_of_another_language_and_a_familiar_one_is_the_same(
    tmp_path: Path, text: str, first: int
) -> None:
    people = [
        PersonEntry(1, "Oleksandr", "Kovalchuk", 1, 1),
        PersonEntry(2, "Josef", "Tichý", 1, 1),
        PersonEntry(3, "Jan", "Tichý", 9, 9, towns=["Kladno"]),
        PersonEntry(4, "Jaromíra", "Tichá", 1, 1),
        PersonEntry(5, "Evelína", "Tichá", 1, 1),
        PersonEntry(6, "Mikuláš", "Tichý", 1, 1),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    assert PersonSearch(tmp_path / "index").search(text).ids[:1] == [first]


def test_titles_are_left_out_with_and_without_their_dots() -> None:
    titles = "Ing. MUDr. Ph.D. Ph.Dr. CSc. DiS. M.B.A. E.M.B.A. LL.M. Th.D. Ing.arch. dr.h.c. BBA RTDr. plk."
    for title in titles.split():
        for text in (
            f"{title} Jan Tichý",
            f"Jan Tichý, {title}",
            f"tichy jan {title.replace('.', '').lower()}",
        ):
            assert sorted(read_person(text).rest) == ["jan", "tichy"], text


def test_suggestions_are_persons_whose_names_begin_so(tmp_path: Path) -> None:
    people = [
        PersonEntry(1, "Jana", "Nováková", 5, 5),
        PersonEntry(2, "Jan", "Novák", 1, 1),
        PersonEntry(3, "Novák", "Petr", 9, 9),
        PersonEntry(4, "Karel", "Jiný", 9, 9),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    assert search.suggest("novák", 8) == [3, 2, 1]
    assert search.suggest("pan jan nov", 8) == [1, 2]
    assert search.suggest("novák", 1) == [3]
    assert search.suggest("no", 8) == search.suggest("", 8) == []


@pytest.mark.parametrize(
    ("text", "step", "corrections"),
    [
        ("Honza Tichý", "jinyZapis", [("Honza", "Jan")]),
        ("s Honzou Tichým", "jinyZapis", [("Honzou", "Jan"), ("Tichým", "Tichý")]),
        ("Jan Tichy", "jmeno", []),
        ("jan tichsy", "preklep", [("tichsy", "Tichý")]),
        ("tichý kladno", "jmenoAFirma", []),
    ],
)
def test_a_person_found_says_by_which_step_and_which_words_are_written_otherwise(
    tmp_path: Path, text: str, step: str, corrections: list[tuple[str, str]]
) -> None:
    rebuild(
        open_store(tmp_path, [PersonEntry(3, "Jan", "Tichý", 9, 9, towns=["Kladno"])]), tmp_path / "index"
    )
    page = PersonSearch(tmp_path / "index").search(text)
    assert (page.ids, page.steps) == ([3], [step])
    assert why_person(step, text, "Jan Tichý") == corrections


@pytest.mark.parametrize(
    ("text", "first_name", "surname"),
    [
        ("Jan Cimrman", "Jan", "Zimmermann"),
        ("Šnajdr Petr", "Petr", "Schneider"),
        ("Šrédr", "Jan", "Schröder"),
        ("Majkl Džonson", "Michael", "Johnson"),
        ("Nujen Van", "Van", "Nguyen"),
    ],
)
def test_a_name_written_by_ear_finds_its_bearer_and_is_told(
    tmp_path: Path, text: str, first_name: str, surname: str
) -> None:
    people = [PersonEntry(1, first_name, surname, 1, 1), PersonEntry(2, "Jan", "Malý", 1, 1)]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    page = PersonSearch(tmp_path / "index").search(text)
    assert (page.ids, page.steps) == ([1], ["jinyZapis"])
    told = why_person("jinyZapis", text, f"{first_name} {surname}")
    assert surname in [correction.met for correction in told]


_BORN = [
    PersonEntry(1, "Jan", "Tichý", 9, 9, 1952, ["Klub 1990"], ["Kladno"]),
    PersonEntry(2, "Jan", "Tichý", 5, 5, 1946),
    PersonEntry(3, "Jan", "Tichý", 1, 1),
    PersonEntry(4, "Eva", "Malá", 1, 1, 1952),
]


_YEAR = 1946  # apart, so that this file tells no whole date of birth


@pytest.fixture(scope="module")
def born(tmp_path_factory: pytest.TempPathFactory) -> PersonSearch:
    directory: Path = tmp_path_factory.mktemp("born")
    rebuild(open_store(directory, _BORN), directory / "index")
    return PersonSearch(directory / "index")


@pytest.mark.parametrize(
    "year",
    [
        *("1946", "(1946)", "(46)", "ročník 46", "roč. 1946", "rok narození 1946", "rok nar.: 1946"),
        *("r. 1946", "r.1946", "v r. 1946"),
        *("narozen v roce 1946", "nar. v r. 1946", "nar. 46", "narozený 1946", "*1946"),
        *(f"{word}1. 2. {_YEAR}" for word in ("", "nar. ")),
    ],
)
def test_a_year_in_a_text_is_that_of_birth(born: PersonSearch, year: str) -> None:
    page = born.search(f"Jan Tichý {year}")
    assert (page.ids, set(page.steps)) == ([2], {"jmeno"})


def test_a_word_by_which_a_person_is_met_in_no_way_is_told_as_left_out(born: PersonSearch) -> None:
    page = born.search("Jan Tichý zahradník")
    assert set(page.steps) == {"castecne"}
    assert page.left_out == {number: ["zahradnik"] for number in page.ids}
    left_out = page.left_out[page.ids[0]]
    told = why_person("castecne", "Jan Tichý zahradník", "Jan Tichý", left_out=left_out)
    assert told == [("zahradník", None)]
    assert born.search("Jan Tichý").left_out == {}


@pytest.mark.parametrize(
    "text", ["Jan Tichý 1990", "Tichý 1990", "Jan Tichý 1890", "Jan Tichý 2050", "tichý (91)"]
)
def test_of_a_wrong_year_only_those_of_unknown_year_are_found_and_the_year_is_told_as_left_out(
    born: PersonSearch, text: str
) -> None:
    page = born.search(text)
    assert (page.ids, page.steps, page.whole) == ([3], ["castecne"], False)
    year = text.split()[-1].strip("()")
    assert why_person("castecne", text, "Jan Tichý") == [(year, None)]
    assert why_person("castecne", text, "Jan Tichý", int(year) if len(year) == 4 else 1991) == []


_IN_TOWNS = [
    PersonEntry(1, "Jana", "Ježková", 1, 1, towns=["Brno"]),
    PersonEntry(2, "Karel", "Malý", 1, 1, towns=["Tábor", "Ústí nad Labem"]),
    PersonEntry(3, "Karel", "Brno", 1, 1, towns=["Tábor"]),
]


@pytest.mark.parametrize(
    ("text", "found", "left_out"),
    [
        ("Ježková Tábor", [1], ["tabor"]),
        ("Tábor Ježková", [1], ["tabor"]),
        ("Ježková Ústí nad Labem", [1], ["usti", "nad", "labem"]),
        ("Jana Ježková Ústí nad Labem", [1], ["usti", "nad", "labem"]),
        ("paní Ježkové z Tábora", [1], ["tabora"]),
        ("Ježková Brno", [1], []),
        ("Karel Praha", [], []),  # a given name tells nobody, and Praha is no town of anybody here
        ("Jana Tábor", [], []),
        ("Ježková Malý", [], []),
        ("Ježková Lhota", [], []),
    ],
)
def test_a_town_is_left_out_beside_a_surname_where_nobody_of_the_name_is_there(
    tmp_path: Path, text: str, found: list[int], left_out: list[str]
) -> None:
    rebuild(open_store(tmp_path, _IN_TOWNS), tmp_path / "index")
    page = PersonSearch(tmp_path / "index").search(text)
    assert page.ids == found
    assert [word for words in page.left_out.values() for word in words] == left_out
    assert set(page.steps) == ({"castecne"} if left_out else {"jmenoAFirma"} if found else set())


@pytest.mark.parametrize("text", ["Eva Malá 1990", "Eva Malá Kladno 1946 1952", "Eva Malá 1952 1946"])
def test_nobody_of_another_year_is_found(born: PersonSearch, text: str) -> None:
    assert born.search(text).ids == []


def test_suggestions_are_of_the_year_that_is_written(born: PersonSearch) -> None:
    assert (born.suggest("Jan Tichý 1946", 8), born.suggest("Jan Tichý 1990", 8)) == ([2], [])


@pytest.mark.parametrize(
    "salutation",
    ["p. ", "p.", "P. Ing. ", "pí ", "pí. ", "Mr. ", "mr ", "Mrs. ", "Ms. ", "Vážený p. ", "p. Ing. "],
)
def test_a_salutation_is_no_initial(salutation: str) -> None:
    assert read_person(f"{salutation}Jedlička").rest == ["jedlicka"]
    assert sorted(read_person(f"{salutation}Jan Jedlička").rest) == ["jan", "jedlicka"]


def test_a_letter_beside_a_surname_is_an_initial_unless_it_greets() -> None:
    for initial in ("p ", "P. ", "P."):
        assert read_person(f"{initial}Jedlička").rest == ["p", "jedlicka"]
    assert read_person("P. Jan Jedlička").rest == ["jan", "jedlicka"]
    assert read_person("Jan P. Jedlička").rest == ["jan", "jedlicka"]
    assert read_person("Jedlička P.").rest == ["jedlicka", "p"]
    assert read_person("Pí").rest == ["pi"]


def test_mila_is_a_given_name_unless_somebody_is_addressed_so(tmp_path: Path) -> None:
    people = [PersonEntry(1, "Miroslav", "Blažek", 1, 1), PersonEntry(2, "Otto", "Blažek", 9, 9)]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    assert search.search("Míla Blažek")[:2] == search.search("Blažek Míla")[:2] == (1, [1])
    assert why_person("jinyZapis", "Míla Blažek", "Miroslav Blažek") == [("Míla", "Miroslav")]
    for addressed in ("Milý pane Blažku", "Milá paní Blažek", "milý p. Blažek"):
        assert search.search(addressed).ids == [2, 1]


_FAMILY = [
    PersonEntry(1, "Jan", "Hruškovec", 1, 1),
    PersonEntry(2, "Jana", "Hruškovcová", 9, 9),
    PersonEntry(3, "Zdeněk", "Šustáček", 1, 1),
    PersonEntry(4, "Petr", "Kvíčala", 1, 1),
    PersonEntry(5, "Petra", "Kvíčalová", 9, 9),
    PersonEntry(6, "Eva", "Zlatá", 1, 1),
    PersonEntry(7, "Evžen", "Zlatý", 9, 9),
    PersonEntry(8, "Ivo", "Krejčí", 1, 1),
    PersonEntry(9, "Jana", "Odlasová", 1, 1),
]


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> PersonSearch:
    directory: Path = tmp_path_factory.mktemp("families")
    rebuild(open_store(directory, _FAMILY), directory / "index")
    return PersonSearch(directory / "index")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Janem Hruškovcem", 1), ("Jana Hruškovce", 1), ("u Hruškovce", 1), ("s Honzou Hruškovcem", 1),
        ("Janou Hruškovcovou", 2), ("paní Hruškovcové", 2), ("pí Hruškovcová", 2),
        ("Zdeňka Šustáčka", 3), ("Zdendovi Šustáčkovi", 3), ("Denda Šustáček", 3),
        ("u Kvíčaly", 4), ("Petrem Kvíčalou", 4), ("Petra Kvíčala", 4), ("Petrou Kvíčalovou", 5),
        ("Ing. Evou Zlatou, Ph.D.", 6), ("Evičky Zlaté", 6), ("Evženem Zlatým", 7), ("Ivošem Krejčím", 8),
    ],
)  # fmt: skip
def test_a_declined_name_finds_its_bearer_and_nobody_of_the_other_sex(
    families: PersonSearch, text: str, number: int
) -> None:
    assert families.search(text).ids == [number]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Kvíčala", [4]), ("Kvíčalová", [5]), ("Hruškovec", [1]), ("Jan Hruškovec", [1]), ("kvical", [4, 5]),
        ("Petr Kvíčala", [4]), ("Jana Odlas", [9]), ("Odlas", [9]), ("kvicalov", [5]),
    ],
)  # fmt: skip
def test_a_womans_surname_is_met_by_a_mans_only_where_nothing_else_is(
    families: PersonSearch, text: str, numbers: list[int]
) -> None:
    assert sorted(families.search(text).ids) == numbers


def test_a_preposition_is_no_initial_where_the_surname_is_declined(families: PersonSearch) -> None:
    assert families.search("i krejčí").ids == [8]
    assert families.search("u. kvíčala").ids == []


def test_a_preposition_leads_to_all_who_are_called_so_and_an_initial_with_a_dot_to_its_bearer(
    tmp_path: Path,
) -> None:
    people = [
        PersonEntry(1, "Otto", "Vorel", 1, 1),
        PersonEntry(2, "Josef", "Vorel", 2, 2),
        PersonEntry(3, "Jana", "Kaprová", 1, 1),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    for text, numbers in {
        "o Vorlovi": [2, 1], "o panu Vorlovi": [2, 1], "o Josefu Vorlovi": [2], "o Janě Kaprové": [3],
        "o Kaprové": [3], "O. Vorlovi": [1], "O. Vorel": [1], "o Vorel": [1],
    }.items():  # fmt: skip
        assert search.search(text).ids == numbers, text


def test_a_diminutive_is_its_given_name_and_a_usual_name_is_no_diminutive(tmp_path: Path) -> None:
    people = [
        PersonEntry(1, "Dušan", "Vrba", 1, 1),
        PersonEntry(2, "Pavlína", "Horváthová", 1, 1),
        PersonEntry(3, "Karel", "Vrba", 9, 9),
        PersonEntry(4, "Marie", "Vrba", 9, 9),
        PersonEntry(5, "Marek", "Kos", 9, 9),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    for text, numbers in {
        "Dušánek Vrba": [1], "s Dušánkem Vrbou": [1], "Pavlínka Horváthová": [2], "Karlíček Vrba": [3],
        "Marek Vrba": [], "Vrbánek Kos": [], "Dušánek Kos": [],
    }.items():  # fmt: skip
        assert search.search(text).ids == numbers, text
    assert why_person("jinyZapis", "Dušánek Vrba", "Dušan Vrba") == [("Dušánek", "Dušan")]


def test_beside_a_company_a_surname_may_hold_a_slip_and_the_company_be_abbreviated(tmp_path: Path) -> None:
    people = [
        PersonEntry(1, "Robert", "Bláha", 1, 1, None, ["Společenství pro dům Brněnská 850, Brno"], ["Brno"]),
        PersonEntry(2, "Jan", "Horňáček", 1, 1, None, ["TJ Spartak Kroměříž z.s."], ["Kroměříž"]),
        PersonEntry(3, "Petr", "Bláha", 9, 9, None, ["Brněnská kovárna s.r.o."], ["Brno"]),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    assert search.search("Bláha SVJ Brněnská 850").ids == [1]
    page = search.search("Horáček TJ Spartak Kroměříž")
    assert (page.ids, page.steps) == ([2], ["preklep"])
    assert search.search("Spartak Kroměříž").ids == search.search("Horáček TJ Spartak Brno").ids == []


def test_a_short_surname_may_hold_a_slip_beside_a_whole_given_name(tmp_path: Path) -> None:
    people = [PersonEntry(1, "Petr", "Vlk", 1, 1), PersonEntry(2, "Eva", "Kosa", 1, 1)]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    for text, numbers in {"Petr Vkl": [1], "Ksoa Eva": [2], "Vkl": [], "Pter Vkl": [], "Iva Vlk": []}.items():
        assert search.search(text).ids == numbers, text


def test_filters_and_orders_of_persons_agree_with_their_entries_and_pages_are_the_whole(
    tmp_path: Path,
) -> None:
    chance = random.Random(7)
    towns = ["Praha", "Brno", "Nové Město nad Metují", "Ústí nad Labem"]
    entries = [
        PersonEntry(
            number,
            chance.choice(["Jan", "Jana", "Janek"]),
            "Novák",
            now + chance.randrange(3),
            now,
            birth_year=chance.choice([None, *range(1940, 2000, 7)]),
            towns=chance.sample(towns, chance.randrange(3)),
        )
        for number in range(1, 90)
        for now in [chance.randrange(3)]
    ]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    orders: dict[PersonOrder, Callable[[PersonEntry], object]] = {
        PersonOrder.MOST_COMPANIES: lambda one: (
            -one.active_companies,
            -one.companies,
            one.birth_year is None,
            one.id,
        ),
        PersonOrder.OLDEST: lambda one: (one.birth_year or 9_999, one.id),
        PersonOrder.YOUNGEST: lambda one: (-(one.birth_year or 0), one.id),
    }
    by_relevance = dict(zip(*search.search("jan novak", 0, 100)[1::2], strict=True))
    for order, key in orders.items():
        for town, only_current in itertools.product([None, *towns], [False, True]):
            wanted = [
                one.id
                for one in sorted(entries, key=key)  # type: ignore[arg-type]
                if (town is None or town in one.towns) and (one.active_companies or not only_current)
            ]
            pages = [
                search.search("jan novak", start, 13, town=town, only_current=only_current, order=order)
                for start in range(0, len(wanted) + 13, 13)
            ]
            assert [number for page in pages for number in page.ids] == wanted, (order, town, only_current)
            assert {page.total for page in pages} == {len(wanted)}
            steps = {
                number: step for page in pages for number, step in zip(page.ids, page.steps, strict=True)
            }
            assert steps == {number: by_relevance[number] for number in wanted}


def test_greetings_titles_and_surnames_are_read_in_any_case(tmp_path: Path) -> None:
    people = [
        PersonEntry(1, "Milan", "Kosteleček", 1, 1),
        PersonEntry(2, "Igor", "Sokolovskij", 1, 1),
        PersonEntry(3, "Tomáš", "Kratochvíla", 1, 1),
        PersonEntry(4, "Jitka", "Odehnálková", 1, 1),
        PersonEntry(5, "Jan", "Dobrý", 1, 1),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    for text, meant in (
        ("Milanovi Kostelečkovi", 1),
        ("Igor Sokolovsky", 2),
        ("k doktoru Kratochvílovi", 3),
        ("vážená paní doktorko Odehnálková", 4),
        ("Dobrý den, paní Odehnálková", 4),
        ("Dobrý Jan", 5),
    ):
        assert search.search(text).ids == [meant]


def test_a_declined_surname_may_stand_beside_a_town(tmp_path: Path) -> None:
    people = [
        PersonEntry(1, "Jan", "Hruškovec", 1, 1, towns=["Kladno"]),
        PersonEntry(2, "Petr", "Hruškovec", 9, 9, towns=["Praha"]),
    ]
    rebuild(open_store(tmp_path, people), tmp_path / "index")
    search = PersonSearch(tmp_path / "index")
    assert search.search("Hruškovcovi Kladno").ids == [1]
    assert search.search("stavby Kladno").ids == []
    for nowhere in ("Olomouc", "--", "Praha Brno Olomouc"):
        assert search.search("jan novak", town=nowhere)[:2] == (0, [])
