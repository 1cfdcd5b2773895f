"""A branch that stands in the register under its parent's ID never speaks for the parent."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, select

from soupis.ingest import integrity
from soupis.ingest.merge import public_register
from soupis.progress import no_progress
from soupis.queries.relations import relations_of_company
from soupis.store.engine import open_engine, reading
from soupis.store.migrate import migrate
from soupis.store.tables import engagement
from soupis.wire.company import FirmaDetail
from tests.support.registry import Registry
from tests.support.sources import (
    board,
    element,
    fact,
    member,
    natural,
    partner,
    register_file,
    res_file,
    res_row,
    subject,
)

PARENT = 27074358
SEAT = (
    "<adresa><statNazev>Česká republika</statNazev><obec>Brno</obec><ulice>Lidická</ulice>"
    "<cisloPo>12</cisloPo><psc>60200</psc></adresa>"
)


def mark(text: str, since: str = "2010-01-01", until: str | None = None) -> str:
    return fact("SPIS_ZN", element("hodnotaText", text), since=since, until=until)


def entry(
    name: str,
    form: str,
    *facts: str,
    since: str = "2010-01-01",
    deleted: str | None = None,
    ico: int = PARENT,
) -> str:
    head = (
        element("nazev", name)
        + element("ico", f"{ico:08d}")
        + element("zapisDatum", since)
        + element("vymazDatum", deleted)
    )
    legal_form = fact("PRAVNI_FORMA", f"<pravniForma>{form}</pravniForma>", since=since, until=deleted)
    named = fact("NAZEV", element("hodnotaText", name), since=since, until=deleted)
    return f"<Subjekt>{head}<udaje>{named}{legal_form}{''.join(facts)}</udaje></Subjekt>"


def parent(*facts: str, deleted: str | None = None) -> str:
    return entry(
        "Rodinný pivovar s.r.o.", "<kod>112</kod>", mark("C 12345/MSPH"), fact("SIDLO", SEAT),
        board(member(natural("Jan", "Vzorový", "1975-02-03"))), *facts, since="2004-03-01", deleted=deleted,
    )  # fmt: skip


def branch(deleted: str | None = "2019-05-06", form: str = "<nazev>Odštěpný závod</nazev>") -> str:
    return entry(
        "Rodinný pivovar s.r.o., odštěpný závod Brno", form, mark("A 777/KSBR", until=deleted),
        fact("SIDLO", SEAT), fact("OZ_VEDOUCI", natural("Eva", "Závodní", "1980-01-01")),
        since="2012-01-02", deleted=deleted,
    )  # fmt: skip


def take(registry: Registry, *elements: str) -> None:
    for number, xml in enumerate(elements):
        registry.register(register_file(registry.directory / f"sro-full-{number}-2026.xml", xml))


SHOWN = {
    "nazev": "Rodinný pivovar s.r.o., odštěpný závod Brno",
    "zapsano": "2012-01-02",
    "vymazano": "2019-05-06",
    "aktualni": False,
}


@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))))
def test_a_deleted_branch_neither_ends_nor_renames_its_parent(
    registry: Registry, order: tuple[int, ...]
) -> None:
    elements = (parent(), branch())
    take(registry, *(elements[place] for place in order))
    registry.publish()
    company = registry.company(PARENT)
    assert company["obchodniJmeno"] == "Rodinný pivovar s.r.o."
    assert (company["stav"], company["datumZaniku"]) == ("aktivni", None)
    assert company["spisovaZnacka"]["text"] == "C 12345/MSPH"
    assert [item["nazev"] for item in company["statutarniOrgany"]] == ["jednatel"]
    (shown,) = company["odstepneZavody"]
    assert {name: shown[name] for name in SHOWN} == SHOWN
    assert shown["spisovaZnacka"]["text"] == "A 777/KSBR"
    assert shown["sidlo"]["nazevObce"] == "Brno"
    assert [item["obchodniJmeno"] for item in registry.profile("Vzorový")["angazma"]] == [
        "Rodinný pivovar s.r.o."
    ]
    with reading(registry.engine) as connection:
        assert integrity.check(connection, no_progress) == []


@pytest.mark.parametrize("deleted", [None, "2019-05-06"])
def test_the_heads_of_a_branch_are_shown_with_it_and_sit_nowhere_else(
    registry: Registry, deleted: str | None
) -> None:
    take(registry, parent(), branch(deleted=deleted))
    registry.publish()
    company = registry.company(PARENT)
    (head,) = company["odstepneZavody"][0]["vedouci"]
    assert (head["osoba"]["prijmeni"], head["zapsano"], head["vymazano"]) == (
        "Závodní",
        "2010-01-01",
        deleted,
    )
    assert head["aktualni"] is (deleted is None)
    assert "Závodní" not in str(company["statutarniOrgany"]) + str(company["ostatniOrgany"])
    # The key leads somewhere, to the same engagement.
    profile = registry.profile("Závodní")
    assert profile["klic"] == head["osoba"]["klic"]
    (item,) = profile["angazma"]
    assert (item["ico"], item["role"]) == (f"{PARENT:08d}", "ostatniOrgan")
    assert (item["od"], item["do"], item["aktualni"]) == ("2010-01-01", deleted, deleted is None)
    detail = msgspec.json.decode(json.dumps(company), type=FirmaDetail)
    heads = [item for item in relations_of_company(detail, []) if "Závodní" in item.party.name]
    assert [(item.since, item.until, item.current) for item in heads] == [
        ("2010-01-01", deleted, deleted is None)
    ]


def test_the_heads_of_a_branch_are_hidden_with_the_persons_of_the_entry(registry: Registry) -> None:
    hidden = fact("ZNEPRISTUPNENI_UDAJU", element("hodnotaText", "ano"))
    take(registry, parent(hidden), branch(deleted=None))
    registry.publish()
    assert registry.company(PARENT)["odstepneZavody"][0]["vedouci"] is None
    assert registry.profiles() == {}


def test_parent_and_branch_in_one_file_are_both_taken(registry: Registry) -> None:
    run = registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", branch(), parent()))
    assert run.rows_rejected == 0
    registry.publish()
    company = registry.company(PARENT)
    assert company["obchodniJmeno"] == "Rodinný pivovar s.r.o."
    assert len(company["odstepneZavody"]) == 1


def test_reading_the_parent_again_changes_nothing_and_reading_it_changed_does(registry: Registry) -> None:
    take(registry, parent(), branch())
    registry.publish()
    before = registry.content()
    take(registry, parent(), branch())
    registry.publish()
    assert registry.content() == before
    ended = parent(deleted="2026-02-03")
    registry.register(register_file(registry.directory / "sro-full-0-2026.xml", ended))
    registry.publish()
    company = registry.company(PARENT)
    assert (company["stav"], company["datumZaniku"]) == ("zanikla", "2026-02-03")
    assert len(company["odstepneZavody"]) == 1


@pytest.mark.parametrize(
    "form",
    [
        "<nazev>Odštěpný závod</nazev>",
        "<nazev>Organizační složka</nazev>",
        "<nazev>Organizační složka podniku</nazev>",
        "<kod>501</kod>",
        "<zkratka>OZ</zkratka><nazev>ODŠTĚPNÝ ZÁVOD NEBO JINÁ ORGANIZAČNÍ SLOŽKA PODNIKU</nazev>",
    ],
)
def test_a_branch_is_known_by_its_legal_form_however_it_is_written(registry: Registry, form: str) -> None:
    take(registry, parent(), branch(form=form))
    registry.publish()
    assert registry.company(PARENT)["obchodniJmeno"] == "Rodinný pivovar s.r.o."
    assert len(registry.company(PARENT)["odstepneZavody"]) == 1


def test_a_branch_is_known_by_a_heading(registry: Registry) -> None:
    headed = fact(
        "NAZEV",
        element("hlavicka", "Označení odštěpného závodu:"),
        element("hodnotaText", "Závod Brno"),
    )
    unit = (
        "<Subjekt>" + element("nazev", "Závod Brno") + element("ico", str(PARENT))
        + element("zapisDatum", "2012-01-02") + f"<udaje>{headed}{mark('A 777/KSBR')}</udaje></Subjekt>"
    )  # fmt: skip
    take(registry, parent(), unit)
    registry.publish()
    assert registry.company(PARENT)["obchodniJmeno"] == "Rodinný pivovar s.r.o."
    assert [item["nazev"] for item in registry.company(PARENT)["odstepneZavody"]] == ["Závod Brno"]


HEAD = fact("OZ_VEDOUCI", natural("Eva", "Závodní", "1980-01-01"))
FORMLESS = [
    ("Rodinný pivovar s.r.o., odštěpný závod Brno", ""),
    ("ODŠTĚPNÝ ZÁVOD BRNO", HEAD),
    ("Rodinný pivovar s.r.o. - organizační složka", ""),
    ("Rodinný pivovar s.r.o., o. z. Brno", ""),
    ("Rodinný pivovar s.r.o., odšt. závod Brno", ""),
    ("Rodinný pivovar s.r.o. org. složka Brno", ""),
    ("Rodinný pivovar s.r.o. pobočka Brno", ""),
    ("Rodinný pivovar s.r.o., závod Brno", ""),
    ("Závod Brno", HEAD),
    ("Rodinný pivovar s.r.o.", fact("OZ_VEDOUCI_SEKCE", "<podudaje>", HEAD, "</podudaje>")),
]


def formless(name: str, *facts: str, insert: str = "A 777/KSBR") -> str:
    """Return an entry without a legal form."""
    head = element("nazev", name) + element("ico", f"{PARENT:08d}") + element("zapisDatum", "2012-01-02")
    named = fact("NAZEV", element("hodnotaText", name), since="2012-01-02")
    return f"<Subjekt>{head}<udaje>{named}{mark(insert)}{''.join(facts)}</udaje></Subjekt>"


@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))))
@pytest.mark.parametrize(("name", "facts"), FORMLESS)
def test_a_branch_without_a_legal_form_never_speaks_for_its_parent(
    registry: Registry, order: tuple[int, ...], name: str, facts: str
) -> None:
    elements = (parent(), formless(name, facts))
    take(registry, *(elements[place] for place in order))
    registry.publish()
    company = registry.company(PARENT)
    assert (company["obchodniJmeno"], company["pravniForma"]["kod"]) == ("Rodinný pivovar s.r.o.", "112")
    assert company["spisovaZnacka"]["text"] == "C 12345/MSPH"
    assert [item["nazev"] for item in company["statutarniOrgany"]] == ["jednatel"]
    assert [item["nazev"] for item in company["odstepneZavody"]] == [name]


JAN = natural("Jan", "Vzorový", "1975-02-03")


def section(kind: str, member_kind: str, who: str = JAN) -> str:
    return fact(kind, "<podudaje>", fact(member_kind, who), "</podudaje>")


DECIDING = {
    "legal form": fact("PRAVNI_FORMA", "<pravniForma><kod>121</kod></pravniForma>"),
    "board": board(member(JAN)),
    "partners": partner(JAN),
    "liquidator": section("LIKVIDATOR", "LIKVIDATOR_OSOBA"),
    "supervisory board": section("DOZORCI_RADA", "DOZORCI_RADA_CLEN"),
    "capital": fact(
        "ZAKLADNI_KAPITAL",
        "<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>200000;00</textValue></vklad></hodnotaUdaje>",
    ),
}
PROCURATION = section("PROKURA", "PROKURA_OSOBA", natural("Eva", "Prokurní", "1980-01-01"))
BARE_NAMES = [
    "OZ Pivo Východ",
    "Rodinný pivovar – Zweigniederlassung Wien",
    "Rodinný pivovar s.r.o., organizačná zložka Slovensko",
    "Rodinný pivovar Morava",
]


@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))))
@pytest.mark.parametrize("name", BARE_NAMES)
@pytest.mark.parametrize("deciding", DECIDING.values(), ids=DECIDING)
@pytest.mark.parametrize("own", ["", PROCURATION], ids=["", "procuration"])
def test_an_entry_without_legal_form_and_bodies_is_a_branch_next_to_one_that_has_them(
    registry: Registry, order: tuple[int, ...], name: str, deciding: str, own: str
) -> None:
    company = formless("Rodinný pivovar a.s.", deciding, insert="B 12345/MSPH").replace("2012", "2004")
    elements = (company, formless(name, own, fact("SIDLO", SEAT)))
    take(registry, *(elements[place] for place in order))
    registry.publish()
    shown = registry.company(PARENT)
    assert (shown["obchodniJmeno"], shown["sidlo"]) == ("Rodinný pivovar a.s.", None)
    assert shown["spisovaZnacka"]["text"] == "B 12345/MSPH"
    assert [(item["nazev"], item["spisovaZnacka"]["text"]) for item in shown["odstepneZavody"]] == [
        (name, "A 777/KSBR")
    ]


def test_of_two_bare_entries_the_one_entered_last_speaks_and_none_is_a_branch(registry: Registry) -> None:
    take(
        registry,
        formless("Starší spolek", insert="L 1/KSBR").replace("2012", "2004"),
        formless("Novější spolek"),
    )
    registry.publish()
    shown = registry.company(PARENT)
    assert (shown["obchodniJmeno"], shown["odstepneZavody"]) == ("Novější spolek", [])


@pytest.mark.parametrize(("name", "facts"), FORMLESS)
def test_a_branch_without_a_legal_form_does_not_speak_for_a_company_that_others_know(
    registry: Registry, name: str, facts: str
) -> None:
    take(registry, formless(name, facts))
    registry.res(res_file(registry.directory / "res_data.csv", [res_row(PARENT, "Pivovar podle ČSÚ")]))
    registry.publish()
    company = registry.company(PARENT)
    assert (company["obchodniJmeno"], company["datumVzniku"]) == ("Pivovar podle ČSÚ", "2001-02-03")
    assert company["statutarniOrgany"] is None


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Bez formy s.r.o.", ""),
        ("Odštěpný závod Brno", board(member(natural("Jan", "Vzorový", "1975-02-03")))),
        ("Úřad, organizační složka státu", ""),
        ("Bez formy s.r.o.", HEAD + board(member(natural("Jan", "Vzorový", "1975-02-03")))),
    ],
)
def test_a_company_without_a_legal_form_speaks_for_itself(registry: Registry, name: str, facts: str) -> None:
    take(registry, formless(name, facts))
    registry.publish()
    company = registry.company(PARENT)
    assert (company["obchodniJmeno"], company["pravniForma"]) == (name, None)
    assert company["odstepneZavody"] == []


def test_an_organisational_unit_of_the_state_is_a_body_of_its_own(registry: Registry) -> None:
    take(registry, entry("Úřad", "<nazev>Organizační složka státu</nazev>", mark("Pr 1/MSPH")))
    registry.publish()
    company = registry.company(PARENT)
    assert company["pravniForma"]["kod"] == "325"
    assert company["odstepneZavody"] == []


def test_a_branch_with_an_id_of_its_own_is_a_company(registry: Registry) -> None:
    take(registry, branch(deleted=None, form="<kod>421</kod>"))
    registry.publish()
    company = registry.company(PARENT)
    assert company["obchodniJmeno"] == SHOWN["nazev"]
    assert company["stav"] == "aktivni"
    assert company["odstepneZavody"] == []
    assert registry.profile("Závodní")["angazma"][0]["aktualni"]


@pytest.mark.parametrize("register_first", [True, False])
def test_a_branch_alone_in_the_register_does_not_speak_for_a_company_that_others_know(
    registry: Registry, register_first: bool
) -> None:
    rows = res_file(registry.directory / "res_data.csv", [res_row(PARENT, "Rodinný pivovar s.r.o.")])
    if register_first:
        take(registry, branch())
        registry.res(rows)
    else:
        registry.res(rows)
        take(registry, branch())
    registry.publish()
    company = registry.company(PARENT)
    assert (company["obchodniJmeno"], company["stav"]) == ("Rodinný pivovar s.r.o.", "aktivni")
    assert company["datumVzniku"] == "2001-02-03"
    # The company's own entry was not read: its bodies are unknown, not none.
    assert company["ostatniOrgany"] is company["statutarniOrgany"] is None
    assert len(company["odstepneZavody"]) == 1
    assert [head["osoba"]["prijmeni"] for head in company["odstepneZavody"][0]["vedouci"]] == ["Závodní"]
    assert [item["ico"] for item in registry.profile("Závodní")["angazma"]] == [f"{PARENT:08d}"]


def test_a_company_that_moved_to_another_court_is_not_there_twice(registry: Registry) -> None:
    name, form = "Stěhovavá s.r.o.", "<kod>112</kod>"
    before = entry(name, form, mark("C 1/KSBR"))
    after = entry(name, form, mark("C 1/KSBR", until="2020-01-01"), mark("C 2/MSPH", since="2020-01-01"))
    for order in ((before, after), (after, before)):
        take(registry, *order)
        registry.publish()
        assert registry.company(PARENT)["spisovaZnacka"]["text"] == "C 2/MSPH"
        (record,) = registry.records(PARENT)
        assert (len(record.names), len(record.file_marks)) == (1, 2)


def test_a_file_of_an_earlier_year_adds_a_branch_and_leaves_the_parent(registry: Registry) -> None:
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", parent()))
    registry.register(
        register_file(
            registry.directory / "sro-full-praha-2019.xml",
            entry("Dřívější název", "<kod>112</kod>", mark("C 12345/MSPH")),
            branch(),
        )
    )
    registry.publish()
    company = registry.company(PARENT)
    assert company["obchodniJmeno"] == "Rodinný pivovar s.r.o."
    assert len(company["odstepneZavody"]) == 1


def test_branches_in_the_parents_own_extract_are_listed_once(registry: Registry) -> None:
    inside = fact(
        "ODSTEPNY_ZAVOD_SEKCE",
        "<podudaje>"
        + fact(
            "ODSTEPNY_ZAVOD",
            "<podudaje>"
            + fact("NAZEV", element("hodnotaText", SHOWN["nazev"]))  # type: ignore[arg-type]
            + fact("SIDLO", SEAT)
            + fact("OZ_VEDOUCI", natural("Eva", "Závodní", "1980-01-01"))
            + "</podudaje>",
            since="2012-01-02",
        )
        + "</podudaje>",
    )
    take(registry, parent(inside))
    registry.publish()
    (shown,) = registry.company(PARENT)["odstepneZavody"]
    assert (shown["nazev"], shown["aktualni"], shown["spisovaZnacka"]) == (SHOWN["nazev"], True, None)
    assert shown["sidlo"]["nazevUlice"] == "Lidická"
    (body,) = registry.company(PARENT)["ostatniOrgany"]
    assert body["clenove"][0]["osoba"]["prijmeni"] == "Závodní"
    assert shown["vedouci"] == body["clenove"]
    detail = msgspec.json.decode(json.dumps(registry.company(PARENT)), type=FirmaDetail)
    names = [item.party.name for item in relations_of_company(detail, [])]
    assert names.count("Eva Závodní") == 1
    take(registry, parent(inside), branch())
    registry.publish()
    (shown,) = registry.company(PARENT)["odstepneZavody"]
    assert shown["spisovaZnacka"]["text"] == "A 777/KSBR"


_STATES = st.lists(
    st.tuples(
        st.booleans(),  # a branch
        st.sampled_from(["2001-01-01", "2010-02-02", "2015-03-03"]),
        st.sampled_from([None, "2018-01-01", "2020-02-02"]),
    ),
    min_size=1,
    max_size=3,
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without rows, copied for each try."""
    path = tmp_path_factory.mktemp("template") / "registry.sqlite"
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="module")
def published(
    template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[list[str]], dict[str, Any]]:
    def publish(elements: list[str]) -> dict[str, Any]:
        directory = tmp_path_factory.mktemp("order")
        engine: Engine = open_engine(f"sqlite:///{shutil.copy(template, directory / 'registry.sqlite')}")
        registry = Registry(engine, directory)
        take(registry, *elements)
        registry.publish()
        company = registry.company(PARENT)
        people = sorted(map(str, registry.profiles().values()))
        assert registry.rows(select(engagement.c.id).where(engagement.c.ico != PARENT)) == []
        engine.dispose()
        shutil.rmtree(directory)
        del company["zdroje"]
        return {"company": company, "people": people}

    return publish


@pytest.mark.slow
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(states=_STATES)
def test_the_order_of_files_does_not_matter(
    published: Callable[[list[str]], dict[str, Any]], states: list[tuple[bool, str, str | None]]
) -> None:
    elements = [
        entry(
            f"Záznam {number}",
            "<nazev>Odštěpný závod</nazev>" if a_branch else "<kod>112</kod>",
            mark(f"C {number + 1}/MSPH", until=deleted),
            board(member(natural("Jan", f"Vzorový{'abcd'[number]}", "1975-02-03"))),
            since=since,
            deleted=deleted,
        )
        for number, (a_branch, since, deleted) in enumerate(states)
    ]
    outcomes = [published(list(order)) for order in itertools.permutations(elements)]
    assert all(outcome == outcomes[0] for outcome in outcomes)
    company = outcomes[0]["company"]
    own = [state for state in enumerate(states) if not state[1][0]] or list(enumerate(states))
    expected = max(own, key=lambda item: (item[1][2] is None, item[1][1], f"C {item[0] + 1}/MSPH"))
    assert company["obchodniJmeno"] == f"Záznam {expected[0]}"
    assert len(company["odstepneZavody"]) == sum(state[0] for state in states) - expected[1][0]


def test_a_branch_among_the_records_of_ares_does_not_speak_for_the_company(registry: Registry) -> None:
    def record(name: str, form: str, insert: int, **more: object) -> dict[str, object]:
        return {
            "ico": [{"hodnota": str(PARENT)}],
            "obchodniJmeno": [{"hodnota": name, "datumZapisu": "2012-01-02"}],
            "pravniForma": [{"hodnota": form, "datumZapisu": "2012-01-02"}],
            "spisovaZnacka": [{"soud": "KSBR", "oddil": "C", "vlozka": insert, "datumZapisu": "2012-01-02"}],
            "datumZapisu": "2012-01-02",
            **more,
        }

    own = record("Rodinný pivovar s.r.o.", "112", 1, stavSubjektu="AKTIVNI")
    head = {"typAngazma": "OZ_VEDOUCI", "fyzickaOsoba": {"jmeno": "Eva", "prijmeni": "Závodní"}}
    heads = [{"typOrganu": "OZ_VEDOUCI_SEKCE", "clenoveOrganu": [head]}]
    ended = {"primarniZaznam": True, "datumVymazu": "2019-05-06", "ostatniOrgany": heads}
    unit = record("Závod Brno", "501", 2, **ended)
    formless = {name: value for name, value in unit.items() if name != "pravniForma"}
    for records in ([own, unit], [unit, own], [own, formless], [formless, own]):
        path = registry.directory / "vr.json"
        path.write_text(json.dumps({"icoId": str(PARENT), "zaznamy": records}))
        registry.ares(path)
        registry.publish()
        company = registry.company(PARENT)
        assert (company["obchodniJmeno"], company["stav"]) == ("Rodinný pivovar s.r.o.", "aktivni")
        (shown,) = company["odstepneZavody"]
        assert (shown["nazev"], shown["vymazano"]) == ("Závod Brno", "2019-05-06")
        assert shown["spisovaZnacka"]["text"] == "C 2/KSBR"
        (led,) = shown["vedouci"]
        assert (led["osoba"]["prijmeni"], led["vymazano"], led["aktualni"]) == (
            "Závodní",
            "2019-05-06",
            False,
        )


def test_the_same_subject_twice_in_a_file_is_rejected_and_the_first_counts(registry: Registry) -> None:
    run = registry.register(
        register_file(
            registry.directory / "sro-full-praha-2026.xml",
            subject(PARENT, "První s.r.o."),
            subject(PARENT, "Druhá s.r.o."),
        )
    )
    assert run.rows_rejected == 1
    registry.publish()
    assert registry.company(PARENT)["obchodniJmeno"] == "První s.r.o."


@pytest.mark.parametrize("kept", [6, 0], ids=["read once", "read twice"])
def test_what_is_stored_and_stands_in_a_file_twice_is_rejected_by_its_id(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(public_register, "_KEPT_BATCHES", kept)
    stored, new = subject(PARENT, "První s.r.o."), subject(45274649, "Nová s.r.o.")
    path = registry.directory / "sro-full-praha-2026.xml"
    registry.register(register_file(path, stored))
    run = registry.register(register_file(path, stored, new, stored))
    assert (run.rows_read, run.rows_changed) == (2, 1)
    assert [rejected.place for rejected in run.rejected] == [f"IČO {PARENT:08d}"]
