"""Who is who, what is shown of persons, and how changes reach everything that shows them."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from soupis.ingest.merge.identity import Identifier
from soupis.registers.records import NaturalPerson
from soupis.search.entries import person_entry
from soupis.store.engine import writing
from soupis.store.tables import company_document, person, person_document
from tests.support.registry import PERSON_SECRET, Registry
from tests.support.sources import board, legal, member, natural, partner, register_file, share, subject

ALFA, BETA, HOLDING = 27074358, 45274649, 26185610
KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}")
JAN = natural("JAN", "VZOROVÝ", "1975-02-03", "Ing.")
EVA = natural("Eva", "Žitná-Nová", "1980-04-05")


def take(registry: Registry, *subjects: str, name: str = "sro-full-brno-2026.xml") -> None:
    registry.register(register_file(registry.directory / name, *subjects))
    registry.publish()


def members(registry: Registry, ico: int) -> list[dict[str, object]]:
    return [item for organ in registry.company(ico)["statutarniOrgany"] for item in organ["clenove"]]


def surnames(registry: Registry) -> list[str]:
    """Surnames in the entries that the index of persons is built from."""
    documents = registry.rows(select(person_document))
    return sorted(person_entry(row.id, row.detail, row.towns).last_name for row in documents)


def test_equal_name_and_birth_date_are_one_person_however_the_name_is_written(registry: Registry) -> None:
    take(
        registry,
        subject(ALFA, "Alfa s.r.o.", board(member(JAN))),
        subject(BETA, "Beta s.r.o.", board(member(natural("Jan", "Vzorovy", "1975-02-03")))),
    )
    (profile,) = registry.profiles().values()
    assert (profile["pocetFirem"], profile["rokNarozeni"]) == (2, 1975)
    assert {item["ico"] for item in profile["angazma"]} == {f"{ALFA:08d}", f"{BETA:08d}"}


def test_another_birth_date_is_another_person(registry: Registry) -> None:
    take(
        registry,
        subject(ALFA, "Alfa s.r.o.", board(member(JAN))),
        subject(BETA, "Beta s.r.o.", board(member(natural("Jan", "Vzorový", "1975-02-04")))),
    )
    assert len(registry.profiles()) == 2


def test_without_a_birth_date_a_person_belongs_to_one_company(registry: Registry) -> None:
    nameless = natural("Jan", "Vzorový", None)
    take(
        registry,
        subject(ALFA, "Alfa s.r.o.", board(member(nameless)), partner(nameless, share("1000;00", "10"))),
        subject(BETA, "Beta s.r.o.", board(member(nameless))),
    )
    profiles = registry.profiles()
    assert len(profiles) == 2
    assert all("-0000-" in key and item["rokNarozeni"] is None for key, item in profiles.items())
    assert sorted(len(item["angazma"]) for item in profiles.values()) == [1, 2]


def test_names_in_capitals_are_shown_in_usual_casing(registry: Registry) -> None:
    take(
        registry,
        subject(ALFA, "Alfa s.r.o.", board(member(natural("ANNA MARIE", "O'NEILL-ŽITNÁ", "1970-01-01")))),
    )
    (profile,) = registry.profiles().values()
    assert (profile["jmeno"], profile["prijmeni"]) == ("Anna Marie", "O'Neill-Žitná")
    assert members(registry, ALFA)[0]["osoba"]["prijmeni"] == "O'Neill-Žitná"  # type: ignore[index]


def test_keys_have_the_promised_form_whatever_the_name(registry: Registry) -> None:
    strange = [
        natural("Иван", "Петров", "1970-01-01"),
        natural("", "Nguyen Thi", "1971-01-01"),
        natural("---", "***", None),
        natural("J" * 200, "P" * 200, "1972-01-01"),
    ]
    take(registry, subject(ALFA, "Alfa s.r.o.", board(*map(member, strange))))
    keys = list(registry.profiles())
    assert len(keys) == 4
    assert all(KEY.fullmatch(key) and len(key) <= 120 for key in keys)


def test_keys_stay_when_files_are_read_again_and_persons_come_back(registry: Registry) -> None:
    with_jan = subject(ALFA, "Alfa s.r.o.", board(member(JAN)))
    take(registry, with_jan)
    (key,) = registry.profiles()
    take(registry, subject(ALFA, "Alfa s.r.o.", board()), name="sro-full-brno-2026.xml")
    assert registry.profiles() == {}
    take(registry, with_jan)
    assert list(registry.profiles()) == [key]


def test_a_taken_key_makes_the_next_one_be_used(registry: Registry) -> None:
    identifier = Identifier(PERSON_SECRET)
    row = identifier.identify(NaturalPerson("Vzorový", "JAN", birth_date="1975-02-03"), ALFA)
    other = identifier.identify(NaturalPerson("Jiný", "Petr", birth_date="1960-01-01"), ALFA)
    with writing(registry.engine) as connection:
        for number, attempt in enumerate((0, 1), start=1):
            values = {**other._asdict(), "identity": bytes([number]) * 16}
            connection.execute(person.insert().values(id=number, key=identifier.key(row, attempt), **values))
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(JAN))))
    assert list(registry.profiles()) == [identifier.key(row, 2)]


def test_keys_depend_on_the_secret_so_that_birth_dates_cannot_be_tried_out() -> None:
    who = NaturalPerson("Vzorový", "Jan", birth_date="1975-02-03")
    mine, theirs = Identifier(b"mine"), Identifier(b"theirs")
    assert mine.identify(who, ALFA).identity != theirs.identify(who, ALFA).identity
    assert mine.key(mine.identify(who, ALFA)) != theirs.key(theirs.identify(who, ALFA))


def test_a_better_spelling_reaches_every_company_that_shows_the_person(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(natural("Jan", "Vzorovy", "1975-02-03")))))
    take(registry, subject(BETA, "Beta s.r.o.", board(member(JAN))), name="sro-full-praha-2026.xml")
    assert members(registry, ALFA)[0]["osoba"] == members(registry, BETA)[0]["osoba"]
    assert members(registry, ALFA)[0]["osoba"]["prijmeni"] == "Vzorový"  # type: ignore[index]


def test_persons_of_a_subject_made_inaccessible_are_shown_nowhere(registry: Registry) -> None:
    hidden = (
        "<Udaj><udajTyp><kod>ZNEPRISTUPNENI_UDAJU</kod></udajTyp><zapisDatum>2020-01-01</zapisDatum></Udaj>"
    )
    body = board(member(JAN), member(legal("Holding a.s.", HOLDING)))
    take(registry, subject(ALFA, "Alfa s.r.o.", body, partner(EVA, share("1000;00", "10")), hidden))
    assert registry.profiles() == {}
    assert surnames(registry) == []
    detail = registry.company(ALFA)
    assert detail["spolecnici"] == []
    assert [item["osoba"]["typ"] for item in members(registry, ALFA)] == ["pravnicka"]  # type: ignore[index]


def test_a_hidden_person_disappears_from_company_profile_and_search(registry: Registry) -> None:
    body = board(member(JAN), member(EVA))
    take(
        registry,
        subject(ALFA, "Alfa s.r.o.", body, partner(JAN, share("1000;00", "10"))),
        subject(BETA, "Beta s.r.o.", board(member(JAN))),
    )
    key = next(key for key in registry.profiles() if key.startswith("jan-"))
    seq = registry.last_change()
    assert registry.hide(key) == [key]
    registry.publish()
    assert surnames(registry) == ["Žitná-Nová"]
    assert registry.last_change() == seq + 3  # both companies, and that the profile is gone
    everything = registry.rows(select(company_document.c.detail, company_document.c.ties))
    assert all("Vzorov" not in str(value) for row in everything for value in map(_text, row))
    # Reading the register again does not bring the person back.
    registry.register(registry.directory / "sro-full-brno-2026.xml", force=True)
    take(registry, subject(HOLDING, "Holding a.s.", board(member(JAN))), name="as-full-brno-2026.xml")
    assert surnames(registry) == ["Žitná-Nová"]
    assert members(registry, HOLDING) == []


def _text(value: object) -> str:
    return bytes(value).decode() if isinstance(value, bytes | memoryview) else str(value)


def test_a_renamed_company_changes_profiles_and_ties(registry: Registry) -> None:
    seats = board(member(JAN), member(legal("Holding a.s.", HOLDING)))
    take(registry, subject(ALFA, "Alfa s.r.o.", seats), subject(HOLDING, "Holding a.s."))
    ties = select(company_document.c.ties).where(company_document.c.ico == HOLDING)
    assert b"Alfa s.r.o." in bytes(registry.value(ties))
    take(registry, subject(ALFA, "Omega s.r.o.", seats), subject(HOLDING, "Holding a.s."))
    assert registry.profile("Vzorový")["angazma"][0]["obchodniJmeno"] == "Omega s.r.o."
    assert b"Omega s.r.o." in bytes(registry.value(ties)) and b"Alfa" not in bytes(registry.value(ties))


def test_a_company_that_appears_later_gets_its_ties(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(legal("Holding a.s.", HOLDING)))))
    take(registry, subject(HOLDING, "Holding a.s."), name="as-full-brno-2026.xml")
    ties = registry.value(select(company_document.c.ties).where(company_document.c.ico == HOLDING))
    assert b"Alfa s.r.o." in bytes(ties)


def test_a_person_who_sits_nowhere_any_more_leaves_the_search(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(JAN), member(EVA))))
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(EVA))))
    assert surnames(registry) == ["Žitná-Nová"]
    assert registry.value(select(func.count()).select_from(person)) == 2  # for the key, should Jan return


def test_former_membership_is_shown_and_not_current(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(JAN, until="2020-01-31"), member(EVA))))
    shown = {item["osoba"]["prijmeni"]: item["aktualni"] for item in members(registry, ALFA)}  # type: ignore[index]
    assert shown == {"Vzorový": False, "Žitná-Nová": True}
    profile = registry.profile("Vzorový")
    assert (profile["pocetFirem"], profile["pocetAktivnich"]) == (1, 0)
    assert profile["angazma"][0]["do"] == "2020-01-31"


def test_a_membership_written_again_is_one_membership(registry: Registry) -> None:
    """The register deletes an entry and writes a new one when an address or a title changes."""
    entries = (
        member(natural("Jan", "Vzorový", "1975-02-03"), until="2015-05-05", funkceOd="2010-01-01"),
        member(JAN, since="2015-05-05", funkceOd="2010-01-01"),
    )
    take(registry, subject(ALFA, "Alfa s.r.o.", board(*entries)))
    (shown,) = members(registry, ALFA)
    assert (shown["zapsano"], shown["vymazano"], shown["aktualni"]) == ("2010-01-01", None, True)
    (engaged,) = registry.profile("Vzorový")["angazma"]
    assert engaged["od"] == "2010-01-01" and engaged["aktualni"]


def test_partners_carry_contribution_and_share(registry: Registry) -> None:
    holding = partner(legal("Holding a.s.", HOLDING), share("150000;00", "75"))
    alfa = subject(ALFA, "Alfa s.r.o.", partner(EVA, share("50000;50", "25")), holding)
    take(registry, alfa, subject(HOLDING, "Holding a.s."))
    first, second = sorted(registry.company(ALFA)["spolecnici"], key=lambda item: item["osoba"]["typ"])
    assert first["vklad"]["castka"] == 50000.5 and first["podil"]["hodnota"] == 25
    assert second["osoba"] == {
        "typ": "pravnicka", "ico": f"{HOLDING:08d}", "obchodniJmeno": "Holding a.s.", "klic": None,
        "stat": None, "zahranicniCislo": None,
    }  # fmt: skip
    assert second["splaceno"] == "100 %"
    assert registry.profile("Žitná-Nová")["angazma"][0]["role"] == "spolecnik"


def test_the_same_file_again_changes_nothing_even_forced(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(JAN))), subject(BETA, "Beta s.r.o."))
    before = registry.last_change(), registry.content()
    path = registry.directory / "sro-full-brno-2026.xml"
    assert registry.register(path).unchanged_file
    assert registry.register(path, force=True).rows_changed == 0
    take(registry, subject(BETA, "Beta s.r.o."), subject(ALFA, "Alfa s.r.o.", board(member(JAN))))
    assert registry.unpublished() == 0
    assert (registry.last_change(), registry.content()) == before


def test_a_file_of_an_earlier_year_fills_gaps_and_replaces_nothing(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa nová s.r.o.", board(member(EVA))), name="sro-full-brno-2026.xml")
    old = (
        subject(ALFA, "Alfa stará s.r.o.", board(member(JAN))),
        subject(BETA, "Beta s.r.o.", board(member(JAN)), deleted="2025-06-30"),
    )
    take(registry, *old, name="sro-full-brno-2025.xml")
    assert registry.company(ALFA)["obchodniJmeno"] == "Alfa nová s.r.o."
    assert [item["osoba"]["prijmeni"] for item in members(registry, ALFA)] == ["Žitná-Nová"]  # type: ignore[index]
    assert registry.company(BETA)["stav"] == "zanikla"


def test_a_file_without_history_never_replaces_one_with_it(registry: Registry) -> None:
    take(registry, subject(ALFA, "Alfa s.r.o.", board(member(JAN, until="2020-01-31"))))
    take(registry, subject(ALFA, "Alfa s.r.o.", board()), name="sro-actual-brno-2026.xml")
    assert len(members(registry, ALFA)) == 1


@pytest.mark.parametrize(("form", "state"), [("112", "zanikla"), ("102", "aktivni"), ("425", "zanikla")])
def test_deletion_ends_legal_persons_and_branches_but_no_natural_person(
    registry: Registry, form: str, state: str
) -> None:
    take(registry, subject(ALFA, "Kdosi", deleted="2020-01-31", form=form))
    detail = registry.company(ALFA)
    assert (detail["stav"], detail["datumZaniku"]) == (state, "2020-01-31" if state == "zanikla" else None)
