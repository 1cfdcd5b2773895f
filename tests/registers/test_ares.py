"""Answers of ARES: recorded ones, and what the documentation allows beyond them."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers import ares
from soupis.registers.records import (
    Activities,
    Amount,
    Capital,
    DatedText,
    Engagement,
    FileMark,
    LegalPerson,
    NaturalPerson,
    OtherFact,
    RegisterExtract,
    Rejected,
    Share,
    SourceError,
    Subject,
)

FIXTURES = Path(__file__).parents[1] / "fixtures" / "ares"
TODAY = "2026-11-20"


def _recorded(name: str) -> list[Any]:
    return list(ares.read((FIXTURES / name).read_bytes(), TODAY))


def _read(answer: object) -> list[Any]:
    return list(ares.read(json.dumps(answer).encode(), TODAY))


def _subject(**fields: object) -> Subject:
    found = _read({"ico": "45274649", **fields})[0]
    assert isinstance(found, Subject)
    return found


def _extract(**fields: object) -> RegisterExtract:
    (found,) = _read({"icoId": "45274649", "zaznamy": [{"rejstrik": "OR", "primarniZaznam": True, **fields}]})
    assert isinstance(found, RegisterExtract)
    return found


# Basic endpoint and search


def test_a_recorded_company_is_read_with_its_activities() -> None:
    company, activities = _recorded("ares_45274649.json")
    assert (company.ico, company.name, company.tax_id) == (45274649, "ČEZ, a. s.", "CZ45274649")
    assert (company.legal_form, company.legal_form_ros, company.tax_office) == ("121", "121", "013")
    assert (company.founded, company.ceased, company.ended) == ("1992-05-06", None, False)
    assert (company.vat_registration, company.file_mark) == ("AKTIVNI", "B 1581/MSPH")
    assert (company.seat_region, company.seat_district, company.seat_city_district) == (
        19,
        "CZ0100",
        "Praha 4",
    )
    assert (company.seat_street, company.seat_house_number, company.seat_orientation_number) == (
        "Duhová", "1444", "2"
    )  # fmt: skip
    assert (company.seat_postal_code, company.seat_address_point) == (14000, 25583697)
    assert activities.codes[0] == (2008, "821")
    assert (2025, "8559") in activities.codes
    assert (2008, "00") in activities.codes


def test_registrations_are_kept_as_ares_names_them_states_unknown_so_far_too() -> None:
    states = {
        "stavZdrojeVr": "AKTIVNI",
        "stavZdrojeSkDph": "NECO_NOVEHO",
        "stavZdrojeX": None,
        "jine": "AKTIVNI",
    }
    assert _subject(seznamRegistraci=states).registrations == "vr=AKTIVNI skDph=NECO_NOVEHO"
    assert _subject(seznamRegistraci={"stavZdrojeVr": "dvě slova a=b"}).registrations is None
    assert _subject().registrations is None


def test_a_tax_id_stays_visible_when_the_registration_ended() -> None:
    company = _recorded("ares_10803351_vat_ended_trimmed.json")[0]
    assert (company.tax_id, company.vat_registration) == ("CZ10803351", "ZANIKLY")
    assert company.seat_district == "CZ020A"


def test_an_end_in_the_future_has_not_come_yet() -> None:
    person = _recorded("ares_natural_person_future_end_anonymised.json")[0]
    assert (person.ceased, person.ended) == ("2035-12-10", False)
    assert person.seat_text == "Fiktivní 12, Králův Dvůr, 26701 Králův Dvůr"
    assert next(ares.read(json.dumps({"ico": "19", "datumZaniku": TODAY}).encode(), TODAY)) == Subject(
        19, ceased=TODAY, ended=True
    )


@pytest.mark.parametrize(
    ("states", "ended"),
    [
        ({"stavZdrojeRos": "ZANIKLY"}, True),
        ({"stavZdrojeRos": "ZANIKLY", "stavZdrojeRes": "AKTIVNI"}, True),
        ({"stavZdrojeRes": "ZANIKLY"}, True),
        ({"stavZdrojeRos": "NEEXISTUJICI", "stavZdrojeRes": "ZANIKLY"}, True),
        ({"stavZdrojeRos": "AKTIVNI", "stavZdrojeRes": "ZANIKLY"}, False),
        ({"stavZdrojeRos": "AKTIVNI", "stavZdrojeVr": "ZANIKLY"}, False),
        ({}, False),
    ],
)
def test_states_tell_an_end_without_a_date(states: dict[str, str], ended: bool) -> None:
    assert _subject(seznamRegistraci=states).ended is ended


def test_search_yields_every_subject() -> None:
    found = _recorded("ares_search_budvar.json")
    assert [item.ico for item in found if isinstance(item, Subject)] == [514152, 2427567, 62542095]
    assert len([item for item in found if isinstance(item, Activities)]) == 3
    assert _read({"pocetCelkem": 0}) == []


def test_vat_group_is_kept_apart_from_the_own_tax_id() -> None:
    company = _subject(dicSkDph="CZ699001234", seznamRegistraci={"stavZdrojeDph": "NEEXISTUJICI"})
    assert (company.tax_id, company.vat_group_id) == (None, "CZ699001234")


def test_address_supplements_and_letters_are_kept() -> None:
    company = _subject(
        sidlo={
            "kodStatu": "CZ", "nazevOkresu": "Brno-město", "cisloDomovni": 12, "cisloOrientacni": 3,
            "cisloOrientacniPismeno": "a", "textovaAdresa": "Ulice 12/3a, 60200 Brno",
            "doplnekAdresy": "budova B", "psc": "602 00",
        }
    )  # fmt: skip
    assert company.seat_orientation_number == "3a"
    assert company.seat_text == "Ulice 12/3a, 60200 Brno, budova B"
    assert (company.seat_region, company.seat_district, company.seat_postal_code) == (116, "CZ0642", 60200)


def test_a_foreign_address_has_a_text_and_no_czech_postal_code() -> None:
    address = {"kodStatu": "NL", "nazevStatu": "Nizozemsko", "nazevObce": "Den Haag", "pscTxt": "2514 JG"}
    company = _subject(sidlo=address)
    assert (company.seat_country, company.seat_postal_code) == ("NL", None)
    assert company.seat_text == "2514 JG Den Haag, Nizozemsko"
    company = _subject(sidlo={**address, "pscTxt": "85101", "textovaAdresa": "Kdesi 1, Den Haag"})
    assert (company.seat_text, company.seat_postal_code) == ("Kdesi 1, Den Haag, Nizozemsko", None)


@pytest.mark.parametrize("ico", ["45274649", 45274649, [{"hodnota": "45274649"}], {"hodnota": "45274649"}])
def test_company_id_is_read_in_every_type(ico: object) -> None:
    assert [item.ico for item in _read({"ico": ico, "czNace": ["62"]})] == [45274649, 45274649]


def test_an_answer_that_omits_activities_says_nothing_of_them() -> None:
    assert len(_read({"ico": "19"})) == 1
    assert _read({"ico": "19", "czNace": []})[1] == Activities(19, ())


def test_a_subject_without_a_company_id_is_rejected() -> None:
    (found,) = _read({"icoId": "ARES_12345678", "obchodniJmeno": "Bez IČO"})
    assert isinstance(found, Rejected)
    assert "ARES_12345678" in found.place


# Statistical endpoint


def test_a_recorded_statistical_answer_is_read() -> None:
    company, activities = _recorded("ares_res_49240901_trimmed.json")
    assert (company.ico, company.headcount, company.sector) == (49240901, "460", "12203")
    assert (company.nace, company.nace2025) == ("64190", "64190")
    assert activities.codes == ((2008, "64190"), (2025, "64190"))


def test_the_primary_statistical_record_counts() -> None:
    records = [
        {"ico": "19", "obchodniJmeno": "Stará"},
        {"ico": "19", "obchodniJmeno": "Nová", "primarniZaznam": True, "okresNutsLau": "CZ0632"},
    ]
    (company,) = _read({"icoId": "00000019", "zaznamy": records})
    assert (company.name, company.seat_district, company.seat_region) == ("Nová", "CZ0632", 108)


# Extract of the public register


def test_a_recorded_extract_merges_its_records() -> None:
    (found,) = _recorded("ares_vr_00514152.json")
    assert found.subject.ico == 514152
    assert not found.subject.ended
    assert found.subject.legal_form == "302"
    assert found.subject.seat_text == "K. Světlé 512/4, České Budějovice 3, 37004 České Budějovice"
    assert DatedText("Budějovický Budvar, státní podnik", "1991-01-01", "1991-03-01") in found.names
    assert found.file_marks == [
        FileMark("KSCB", "AV", 325, "Krajský soud v Českých Budějovicích", "1967-02-01"),
        FileMark("KSCB", "AVII", 202, "Krajský soud v Českých Budějovicích", "1991-01-01", "1991-03-01"),
    ]
    assert found.capital == [
        Capital(Amount("KORUNY", "3100000000", "3100000000;00"), None, "ZAKLADNI_JMENI", None, "2010-07-01")
    ]
    roles = {body.kind: body.role for body in found.bodies}
    assert roles["STATUTARNI_ORGAN"] == "statutory"
    assert roles["DOZORCI_RADA"] == "other"
    assert roles["ZAKLADATEL_SEKCE"] == "partners"
    assert found.unknown_entries == []


def test_every_recorded_member_is_read_once() -> None:
    answer = json.loads((FIXTURES / "ares_vr_00514152.json").read_text())
    written = 0
    for record in answer["zaznamy"]:
        for name in ("statutarniOrgany", "ostatniOrgany"):
            written += sum(len(body["clenoveOrganu"]) for body in record.get(name, []))
        written += sum(len(circle["spolecnik"]) for circle in record.get("spolecnici", []))
    (found,) = _recorded("ares_vr_00514152.json")
    assert sum(len(body.members) for body in found.bodies) == written > 50


def test_texts_and_addresses_beside_a_person_are_never_read() -> None:
    member = {
        "clenstvi": {"textZruseni": "r.č. 750203/1234"},
        "fyzickaOsoba": {
            "prijmeni": "Vzorový",
            "textOsoba": "r.č. 750203/1234",
            "adresa": {"textovaAdresa": "Tajná 1"},
            "bydliste": {"textovaAdresa": "Tajná 1"},
        },
    }
    shown = repr(_extract(statutarniOrgany=[{"clenoveOrganu": [member]}]))
    assert "Vzorový" in shown
    assert "750203" not in shown
    assert "Tajná" not in shown
    assert "Ukázková 1/2, 11000 Praha 1" not in repr(_recorded("ares_vr_00514152.json"))


def test_a_recorded_limited_company_with_company_id_as_text() -> None:
    (found,) = _recorded("ares_vr_01673408_sro_trimmed.json")
    statutory, partners = found.bodies
    assert (found.subject.ico, found.capital) == (1673408, [])
    assert statutory.members == [
        Engagement(
            "STATUTARNI_ORGAN_CLEN", NaturalPerson("Ůlehla", "Hana", birth_date="1993-08-25"), "Jednatel",
            "2022-09-15",
        )
    ]  # fmt: skip
    assert partners.members == [
        Engagement(
            "SPOLECNIK_OSOBA", LegalPerson("Seznam.cz, a.s.", 26168685),
            "Společník", "2022-09-15",
            shares=[Share(size=Amount("PROCENTA", "100", "100"), entered="2022-09-15")],
        )
    ]  # fmt: skip


def test_what_stood_in_a_deleted_record_is_deleted() -> None:
    old = {
        "rejstrik": "OR", "stavSubjektu": "HISTORICKY", "datumVymazu": "1999-01-01", "primarniZaznam": False,
        "obchodniJmeno": [{"hodnota": "Stará", "datumZapisu": "1990-01-01"}],
        "statutarniOrgany": [{"clenoveOrganu": [{"fyzickaOsoba": {"prijmeni": "Dřívější"}}]}],
    }  # fmt: skip
    new = {"rejstrik": "OR", "primarniZaznam": True, "obchodniJmeno": [{"hodnota": "Nová"}]}
    (found,) = _read({"icoId": "00000019", "zaznamy": [old, new]})
    assert found.subject.name == "Nová"
    assert not found.subject.ended
    assert found.names == [DatedText("Nová"), DatedText("Stará", "1990-01-01", "1999-01-01")]
    assert [member.deleted for body in found.bodies for member in body.members] == ["1999-01-01"]


def test_of_a_historic_record_without_an_end_only_ended_facts_are_taken() -> None:
    old = {
        "stavSubjektu": "HISTORICKY",
        "obchodniJmeno": [{"hodnota": "A", "datumVymazu": "1999-01-01"}, {"hodnota": "B"}],
    }
    (found,) = _read({"icoId": "19", "zaznamy": [{"rejstrik": "OR", "primarniZaznam": True}, old]})
    assert found.names == [DatedText("A", None, "1999-01-01")]


def test_a_deleted_primary_record_means_an_ended_subject() -> None:
    found = _extract(
        stavSubjektu="HISTORICKY",
        datumVymazu="2012-12-13",
        pravniDuvodVymazu=[{"hodnota": "fúze"}],
        datumVzniku=[{"hodnota": "1994-08-16"}],
    )
    company = found.subject
    assert (company.ended, company.ceased, company.end_reason, company.founded) == (
        True, "2012-12-13", "fúze", "1994-08-16"
    )  # fmt: skip


@pytest.mark.parametrize("day", ["2020-02-31", "0000-00-00", "smazáno", 20200525])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda ended: {"obchodniJmeno": [{"hodnota": "A", **ended}]},
        lambda ended: {
            "statutarniOrgany": [{"clenoveOrganu": [{"fyzickaOsoba": {"prijmeni": "A"}, **ended}]}]
        },
        lambda ended: {"statutarniOrgany": [ended]},
        lambda ended: {
            "spolecnici": [{"spolecnyPodil": [{"podilnik": [{"fyzickaOsoba": {"prijmeni": "A"}}], **ended}]}]
        },
        lambda ended: ended,
    ],
)
def test_a_deleted_entry_never_passes_for_one_that_holds(day: object, wrap: Any) -> None:
    record = {"rejstrik": "OR", "primarniZaznam": True, **wrap({"datumVymazu": day})}
    (found,) = _read({"icoId": "00000019", "zaznamy": [record]})
    assert isinstance(found, Rejected)
    assert "00000019" in found.place and "deletion" in found.reason


def test_of_several_values_one_with_an_unreadable_end_is_not_that_of_today() -> None:
    ended = {"hodnota": "Konečná", "datumVymazu": "2020-02-31"}
    (found,) = _read({"ico": "00000019", "obchodniJmeno": [ended, {"hodnota": "Dnešní"}]})
    assert found.name == "Dnešní"


def test_a_hidden_member_is_not_read() -> None:
    hidden = {"skrytyUdaj": {"hodnota": "skryto"}, "fyzickaOsoba": {"prijmeni": "Skrytý"}}
    shown = {"fyzickaOsoba": {"prijmeni": "Viditelný"}}
    found = _extract(statutarniOrgany=[{"clenoveOrganu": [hidden, shown, {}]}])
    (body,) = found.bodies
    assert [member.person for member in body.members] == [NaturalPerson("Viditelný")]
    assert body.kind == "STATUTARNI_ORGAN"


@pytest.mark.parametrize("place", ["statutarniOrgany", "ostatniOrgany"])
def test_prokura_is_no_statutory_body_wherever_it_stands(place: str) -> None:
    member = {"typAngazma": "PROKURA_OSOBA", "fyzickaOsoba": {"prijmeni": "Zmocněný"}}
    (body,) = _extract(**{place: [{"typOrganu": "PROKURA", "clenoveOrganu": [member]}]}).bodies
    assert (body.role, body.kind) == ("other", "PROKURA")
    (body,) = _extract(**{place: [{"clenoveOrganu": [member]}]}).bodies
    assert (body.role, body.kind) == ("other", "PROKURA")


def test_memberships_functions_and_representatives_are_read() -> None:
    member = {
        "datumZapisu": "2020-01-02",
        "typAngazma": "LIKVIDATOR_OSOBA_VR",
        "nazevAngazma": "Likvidátor",
        "clenstvi": {
            "clenstvi": {"vznikClenstvi": "2020-01-01", "zanikClenstvi": "2021-01-01"},
            "funkce": {"vznikFunkce": "2020-02-01", "zanikFunkce": "2020-12-31", "nazev": "likvidátor"},
        },
        "pravnickaOsoba": {
            "ico": "00000019",
            "obchodniJmeno": "Správní a.s.",
            "adresa": {"nazevStatu": "Česká republika", "kodStatu": "CZ"},
            "zastoupeni": [
                {"typAngazma": "ZASTOUPENI", "fyzickaOsoba": {"prijmeni": "Zástupce", "jmeno": "Eva"}}
            ],
        },
    }
    (body,) = _extract(ostatniOrgany=[{"typOrganu": "LIKVIDATOR", "clenoveOrganu": [member]}]).bodies
    assert body.members == [
        Engagement(
            "LIKVIDATOR_OSOBA", LegalPerson("Správní a.s.", 19, None, "Česká republika"), "likvidátor",
            "2020-01-02", None, "2020-01-01", "2021-01-01", "2020-02-01", "2020-12-31",
            representatives=[Engagement("ZASTOUPENI", NaturalPerson("Zástupce", "Eva"))],
        )
    ]  # fmt: skip


def test_shareholders_common_shares_entrepreneurs_and_branches_are_bodies() -> None:
    person = {"fyzickaOsoba": {"prijmeni": "Novotná"}}
    found = _extract(
        akcionari=[{"typOrganu": "AKCIONAR", "clenoveOrganu": [{**person, "typAngazma": "AKCIONAR"}]}],
        spolecnici=[
            {
                "spolecnyPodil": [
                    {
                        "podilnik": [person],
                        "podil": [{"velikostPodilu": {"typObnos": "ZLOMEK", "hodnota": "1;3"}}],
                    }
                ],
                "uvolnenyPodil": [{"podil": [{}]}],
            }
        ],
        podnikatel=[{"osobaPodnikatel": person, "datumZapisu": "2001-01-01"}],
        odstepneZavody=[{"obchodniJmeno": [{"hodnota": "Závod"}], "vedouci": [person]}],
    )
    assert [(body.role, body.kind, len(body.members)) for body in found.bodies] == [
        ("partners", "AKCIONAR", 1),
        ("partners", "SPOLECNIK", 1),
        ("other", "PODNIKATEL_SEKCE", 1),
        ("other", "ODSTEPNY_ZAVOD", 1),
    ]
    assert found.bodies[1].members[0].shares == [Share(size=Amount("ZLOMEK", None, "1/3"))]
    assert found.bodies[3].name == "Závod"


@pytest.mark.parametrize("state", ["AKTIVNI", "HISTORICKY"])
def test_a_record_without_legal_form_and_bodies_is_a_branch_next_to_one_that_has_them(state: str) -> None:
    own = {"obchodniJmeno": [{"hodnota": "Pivovar s.r.o."}], "pravniForma": [{"hodnota": "112"}]}
    bare = {"obchodniJmeno": [{"hodnota": "OZ Východ"}], "stavSubjektu": state}
    marked = [
        {**record, "spisovaZnacka": [{"soud": "KSBR", "oddil": section, "vlozka": 7}]}
        for record, section in ((bare, "A"), (own, "C"))
    ]
    (found,) = _read({"icoId": "19", "zaznamy": marked})
    assert isinstance(found, RegisterExtract)
    is_branch = state == "AKTIVNI"
    assert [branch.subject.name for branch in found.branches] == (["OZ Východ"] if is_branch else [])
    assert found.subject.name == "Pivovar s.r.o."
    assert [name.text for name in found.names] == ["Pivovar s.r.o."]


def test_capital_shares_and_business_lines_are_read() -> None:
    found = _extract(
        zakladniKapital={"vklad": {"typObnos": "KORUNY", "hodnota": "1\u00a0000\u202f000;00"}},
        akcie=[
            {"typAkcie": "KMENOVE", "pocet": 20, "hodnota": {"typObnos": "KORUNY", "hodnota": "50000;00"}}
        ],
        cinnosti={
            "predmetPodnikani": [{"hodnota": "pivo\nslad", "datumZapisu": "2000-01-01"}],
            "ucel": [{"hodnota": "sport", "datumVymazu": "2001-01-01"}],
        },
    )
    (base,), (issue,) = found.capital, found.share_issues
    assert base.amount is not None
    assert base.amount.value == "1000000"
    assert (issue.kind, issue.form, issue.count) == ("KMENOVE", None, 20)
    assert found.business_lines == [
        DatedText("pivo\nslad", "2000-01-01"),
        DatedText("sport", None, "2001-01-01"),
    ]


def test_unknown_fields_of_a_record_are_named() -> None:
    assert _extract(novinka=[1]).unknown_entries == ["novinka"]


def test_texts_of_unknown_sections_of_a_record_are_kept_as_other_facts() -> None:
    told = {"hodnota": "Text.\nDruhý řádek.", "datumZapisu": "2003-03-03", "datumVymazu": "2004-04-04"}
    read = _extract(novinka=[told, {"hodnota": {"x": 1}}, 1, {"jine": "x"}])
    assert read.other_facts == [OtherFact("novinka", None, "Text.\nDruhý řádek.", "2003-03-03", "2004-04-04")]
    assert read.unknown_entries == ["novinka"]


def test_a_note_of_insolvency_without_a_day_has_that_of_its_proceeding() -> None:
    note = {"datumZapisu": "2020-01-01", "insolvencniZapis": [{"text": "zápis"}]}
    assert [fact.entered for fact in _extract(insolvence=[note]).other_facts] == ["2020-01-01"]


# Several answers, errors


def test_several_answers_stand_in_an_array_or_on_lines() -> None:
    answers = [{"ico": "19"}, {"kod": "NENALEZENO", "popis": "nic"}, {"ico": "27"}, 5]
    array = json.dumps(answers).encode()
    lines = b"\n".join(json.dumps(answer).encode() for answer in answers[:3]) + b"\n{rozbite\n"
    for data, reason in ((array, "an object is expected"), (lines, "no JSON")):
        found = list(ares.read(b"\xef\xbb\xbf" + data, TODAY))
        assert [item.ico for item in found if isinstance(item, Subject)] == [19, 27]
        first, second = [item for item in found if isinstance(item, Rejected)]
        assert "NENALEZENO: nic" in first.reason
        assert reason in second.reason


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ares_error_400_bad_ico.json", "VSTUP_NEVALIDNI_FORMAT_ICO"),
        ("ares_error_400_too_many.json", "VYSTUP_PRILIS_MNOHO_VYSLEDKU"),
    ],
)
def test_a_recorded_error_is_raised_with_its_code_and_explanation(name: str, code: str) -> None:
    with pytest.raises(SourceError, match=f"^ARES answered {code}: (?!without)"):
        _recorded(name)


def test_a_wrong_endpoint_is_an_error_of_its_own() -> None:
    with pytest.raises(SourceError, match=r"^ARES answered 404: Not Found /x"):
        _read({"status": 404, "error": "Not Found", "path": "/x"})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"5",
        b"<html>vypadek</html>",
        b"{}",
        b'{"ico": "1',
        b"\xff\xfe",
        b"[" * 5000,
        b'"x"',
        b"a\nb",
    ],
)
def test_what_is_no_answer_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        list(ares.read(data))


_FLOATS = st.floats(allow_nan=False, allow_infinity=False)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _FLOATS | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(
            ["ico", "hodnota", "datumVymazu", "sidlo", "clenoveOrganu", "fyzickaOsoba", "prijmeni",
             "kodKraje", "vklad", "adresa", "spolecnik", "osoba", "podil", "cisloDomovni", "psc"]
        ),
        inner, max_size=4,
    ),
    max_leaves=10,
)  # fmt: skip
_FIELDS = st.sampled_from(
    ["ico", "icoId", "obchodniJmeno", "sidlo", "czNace", "seznamRegistraci", "dalsiUdaje", "pravniForma",
     "spisovaZnacka", "statutarniOrgany", "spolecnici", "akcionari", "adresy", "zakladniKapital", "cinnosti",
     "statistickeUdaje", "datumVymazu", "podnikatel", "odstepneZavody", "akcie", "primarniZaznam"]
)  # fmt: skip


@pytest.mark.slow
@given(st.dictionaries(_FIELDS, _JSON, max_size=6), st.booleans())
def test_fields_of_any_type_never_raise(fields: dict[str, Any], nested: bool) -> None:
    answer = {"icoId": "00000019", "zaznamy": [fields]} if nested else {"ico": "00000019", **fields}
    for item in _read(answer):
        assert isinstance(item, Subject | Activities | RegisterExtract | Rejected)


@given(st.binary(max_size=200))
def test_random_bytes_are_records_or_a_refusal(data: bytes) -> None:
    with contextlib.suppress(SourceError):
        list(ares.read(data))


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ({"nazevStatu": "Slovensko", "kodStatu": "SK"}, "Slovensko"),
        ({"nazevStatu": "neuvedeno", "kodStatu": "SK"}, "SK"),
        ({"nazevStatu": "Utopie"}, "Utopie"),
        ({}, None),
    ],
)
def test_the_country_of_a_person_is_read_as_that_of_a_seat(
    address: dict[str, str], country: str | None
) -> None:
    person = {"fyzickaOsoba": {"prijmeni": "Novotná", "bydliste": address}}
    found = _extract(statutarniOrgany=[{"clenoveOrganu": [person]}])
    (member,) = found.bodies[0].members
    assert isinstance(member.person, NaturalPerson)
    assert member.person.country == country
