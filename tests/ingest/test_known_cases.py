"""What others met in these registers: cases of public issue trackers, with made-up data of the same form.

A docstring names the thread. The data goes the whole way: a file as the register writes it, records, the
system of record, the published answer.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from soupis.registers.codelists import parse_export
from tests.support.registry import Registry
from tests.support.sources import (
    board,
    element,
    fact,
    legal,
    member,
    natural,
    partner,
    register_file,
    res_file,
    res_row,
    share,
    subject,
)

COMPANY, OTHER = 27074358, 514152


def take(registry: Registry, *subjects: str, dataset: str = "sro-full-praha-2026") -> None:
    registry.register(register_file(registry.directory / f"{dataset}.xml", *subjects))


def ask_ares(registry: Registry, **answer: Any) -> dict[str, Any]:
    """Take over one answer of ARES and return the published company."""
    path = registry.directory / "ares.json"
    path.write_text(json.dumps({"ico": f"{COMPANY:08d}", "obchodniJmeno": "Firma s.r.o.", **answer}))
    registry.ares(path)
    registry.publish()
    return registry.company(COMPANY)


def executive(name: str, born: str = "1975-02-03", **dates: str) -> str:
    since, until = dates.pop("since", "2010-01-01"), dates.pop("until", None)
    return member(natural("Jan", name, born), since=since, until=until, **dates)


# kokes/od: the public register's and the statistical office's files


@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))))
def test_two_entries_under_one_id_in_two_files_are_both_kept_whichever_comes_first(
    registry: Registry, order: tuple[int, ...]
) -> None:
    """kokes/od#325: a mine and another of its branches, deleted in one year, in files of two legal forms."""

    def unit(name: str, mark: str, deleted: str) -> str:
        return (
            f"<Subjekt>{element('nazev', name)}<ico>00002623</ico><zapisDatum>1988-07-11</zapisDatum>"
            f"<vymazDatum>{deleted}</vymazDatum><udaje>"
            + fact("SPIS_ZN", element("hodnotaText", mark), until=deleted)
            + fact("NAZEV", element("hodnotaText", name), until=deleted)
            + fact("PRAVNI_FORMA", "<pravniForma><kod>501</kod></pravniForma>", until=deleted)
            + "</udaje></Subjekt>"
        )

    files = [
        ("sp-full-plzen-2011", unit("Doly, odštěpný závod Byty", "AXVIII 12/KSPL", "2011-07-20")),
        ("oszpo-full-plzen-2011", unit("Doly, odštěpný závod Školy", "AXVIII 13/KSPL", "2011-07-21")),
    ]
    for place in order:
        take(registry, files[place][1], dataset=files[place][0])
    registry.publish()
    company = registry.company(2623)
    names = {company["obchodniJmeno"], *(item["nazev"] for item in company["odstepneZavody"])}
    assert names == {"Doly, odštěpný závod Byty", "Doly, odštěpný závod Školy"}
    assert company["obchodniJmeno"] == "Doly, odštěpný závod Školy"


@pytest.mark.parametrize("number", ["HRB 80390", "FN 123456a", "80390/2019", "36 421 928", "IT 01234567890"])
def test_a_members_number_that_is_none_of_the_register_is_kept_as_it_stands(
    registry: Registry, number: str
) -> None:
    """kokes/od#73: company IDs of persons in bodies need not be numbers; they were thrown away there."""
    osoba = f"<osoba>{element('nazev', 'Muster GmbH')}{element('ico', number)}</osoba>"
    take(registry, subject(COMPANY, "Firma s.r.o.", partner(osoba, share("1000", "10"))))
    registry.publish()
    person = registry.company(COMPANY)["spolecnici"][0]["osoba"]
    assert (person["ico"], person["zahranicniCislo"]) == (None, number)


@pytest.mark.parametrize(
    "number", ["", "<ico/>", "<ico> </ico>", "<ico>000000</ico>", "<ico>neuvedeno</ico>"]
)
def test_a_subject_without_an_id_is_rejected_by_its_name_and_its_neighbours_are_read(
    registry: Registry, number: str
) -> None:
    """kokes/od#68: some subjects have no company ID; they are logged so that somebody can look into it."""
    nameless = f"<Subjekt>{element('nazev', 'Nadace bez čísla')}{number}<udaje/></Subjekt>"
    path = register_file(
        registry.directory / "nad-full-praha-2026.xml",
        subject(COMPANY, "Před s.r.o."),
        nameless,
        subject(OTHER, "Po s.r.o."),
    )
    run = registry.register(path)
    assert (run.rows_read, run.rows_rejected) == (3, 1)
    assert "Nadace bez čísla" in run.rejected[0].place and "no company ID" in run.rejected[0].reason
    registry.publish()
    assert registry.company(COMPANY)["obchodniJmeno"] == "Před s.r.o."
    assert registry.company(OTHER)["obchodniJmeno"] == "Po s.r.o."


def test_kinds_of_entries_that_appear_by_and_by_are_counted_and_their_texts_kept(
    registry: Registry,
) -> None:
    """kokes/od#202 and #274: the register adds kinds of entries in silence; none may be lost."""
    told = {
        "ZAHAJENI_O_ZRUSENI": "Soud zahájil řízení o zrušení společnosti.",
        "VYZVA_PRO_VERITELE": "Věřitelé se vyzývají, aby přihlásili své pohledávky.",
        "OBMYSLENY_ZPUSOB": "Obmyšlené jmenuje svěřenský správce.",
        "PRISTI_NOVINKA": "Co ještě nikdo neviděl.",
    }
    facts = [fact(kind, element("hodnotaText", text)) for kind, text in told.items()]
    silent = fact("NESROVNALOST_SEKCE", "<podudaje>", fact("NESROVNALOST"), "</podudaje>")
    path = register_file(
        registry.directory / "sf-full-praha-2026.xml",
        subject(COMPANY, "Fond", *facts, silent, fact("SICAV"), fact("EUID", element("hodnotaText", "CZ1"))),
    )
    run = registry.register(path)
    assert run.rows_rejected == 0
    registry.publish()
    kept = {item["kod"]: item["text"] for item in registry.company(COMPANY)["ostatniSkutecnosti"]}
    assert kept == told


def test_persons_of_a_trust_are_shown_where_they_agreed_to_it(registry: Registry) -> None:
    """kokes/od#274 and #307: protectors, beneficiaries and managers of funds, who may refuse to be shown."""

    def consent(answer: str) -> str:
        return f"<hodnotaUdaje><udelenSouhlas>{answer}</udelenSouhlas></hodnotaUdaje>"

    facts = [
        fact(
            "PROTEKTOR_SEKCE",
            "<podudaje>",
            fact("PROTEKTOR", consent("true"), natural("Eva", "Svolná", "1970-01-02")),
            fact("PROTEKTOR", consent("false"), natural("Jan", "Utajený", "1971-02-03")),
            "</podudaje>",
        ),
        fact(
            "OBMYSLENY_SEKCE",
            "<podudaje>",
            fact("OBMYSLENY", consent("ne"), natural("Iva", "Skrytá", "2001-02-03")),
            "</podudaje>",
        ),
        fact("OBHOSPODAROVATEL_ANGAZMA", legal("Správa fondů a.s.", OTHER)),
    ]
    path = register_file(registry.directory / "sf-full-praha-2026.xml", subject(COMPANY, "Fond", *facts))
    run = registry.register(path)
    assert run.rows_rejected == 0
    registry.publish()
    bodies = registry.company(COMPANY)["ostatniOrgany"]
    people = [item["osoba"] for body in bodies for item in body["clenove"]]
    assert {person.get("prijmeni") or person["obchodniJmeno"] for person in people} == {
        "Svolná",
        "Správa fondů a.s.",
    }
    assert "Utajený" not in str(registry.content())
    assert "Skrytá" not in str(registry.content())


def test_of_names_in_the_full_extract_the_valid_one_is_the_name(registry: Registry) -> None:
    """kokes/od#45: how the present name is coded; dates with a time of day; entities inside of texts."""
    names = [
        fact("NAZEV", element("hodnotaText", "Druhý & synové s.r.o."), since="2011-05-06"),
        fact("NAZEV", element("hodnotaText", "První s.r.o."), since="2004-03-01", until="2011-05-06"),
    ]
    founded = fact("VZNIK", element("hodnotaText", "1.3.2004"))
    text = subject(COMPANY, "Druhý & synové s.r.o.", *names, founded, board(executive("Vzorový")))
    text = text.replace("1975-02-03", "1975-02-03T00:00:00")
    take(registry, text)
    registry.publish()
    company = registry.company(COMPANY)
    assert company["obchodniJmeno"] == "Druhý & synové s.r.o."
    assert [item["jmeno"] for item in company["drivejsiJmena"]] == ["První s.r.o."]
    assert company["datumVzniku"] == "2004-03-01"
    assert registry.profile("Vzorový")["rokNarozeni"] == 1975


def test_codes_that_no_list_names_any_more_are_kept(registry: Registry) -> None:
    """kokes/od#127: activity 00 stands in no classification, form 805 only with subjects that ceased."""
    rows = [
        res_row(COMPANY, "Živnostník", FORMA="101", ROSFORMA="100", NACE="00", NACE2025="00"),
        res_row(OTHER, "Regionální rada", FORMA="805", ROSFORMA="805", DDATZAN="2021-06-30", ZPZAN="5"),
    ]
    run = registry.res(res_file(registry.directory / "res_data.csv", rows))
    assert run.rows_rejected == 0
    registry.publish()
    assert [item["kod"] for item in registry.company(COMPANY)["czNace"]] == ["00"]
    form = registry.company(OTHER)["pravniForma"]
    assert form["kod"] == "805" and form["nazev"]
    assert registry.company(OTHER)["stav"] == "zanikla"


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("windows-1250", "text/csv; charset=windows-1250"), ("windows-1250", None), ("utf-8", "text/csv"),
     ("utf-8-sig", None)],
)  # fmt: skip
def test_exports_of_code_lists_are_read_in_either_encoding(encoding: str, declared: str | None) -> None:
    """kokes/od#224: some lists of the statistical office are in UTF-8, others in windows-1250."""
    export = '"KODJAZ","CHODNOTA","ZKRTEXT","TEXT"\r\n"CS","805","Reg. rada","Řízení a příští účet"\r\n'
    (row,) = parse_export(export.encode(encoding), declared)
    assert (row.code, row.name) == ("805", "Řízení a příští účet")


@pytest.mark.parametrize("heading", [None, "", "Statutární orgán"])
def test_a_body_without_a_name_keeps_its_members(registry: Registry, heading: str | None) -> None:
    """kokes/od#299: the body of one subject in ARES has an empty name, and the whole run fell over it."""
    record = {
        "ico": [{"hodnota": f"{COMPANY:08d}"}],
        "obchodniJmeno": [{"hodnota": "Firma s.r.o."}],
        "statutarniOrgany": [
            {
                **({} if heading is None else {"nazevOrganu": heading}),
                "clenoveOrganu": [{"fyzickaOsoba": {"jmeno": "Jan", "prijmeni": "Vzorový"}}],
            }
        ],
    }
    path = registry.directory / "vr.json"
    path.write_text(json.dumps({"icoId": f"{COMPANY:08d}", "zaznamy": [record]}))
    assert registry.ares(path).rows_rejected == 0
    registry.publish()
    (body,) = registry.company(COMPANY)["statutarniOrgany"]
    assert [item["osoba"]["prijmeni"] for item in body["clenove"]] == ["Vzorový"]


# HlidacStatu: who is tied to whom, and which number belongs to whom


def test_a_person_and_their_companies_name_each_other(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#603: a company led to its owner, the owner's page to none of the companies."""
    companies = {COMPANY: "První s.r.o.", OTHER: "Druhá s.r.o.", 25083325: "Třetí v likvidaci"}
    take(
        registry,
        *(subject(ico, name, board(executive("Majitel"))) for ico, name in companies.items()),
    )
    registry.publish()
    profile = registry.profile("Majitel")
    assert {item["ico"] for item in profile["angazma"]} == {f"{ico:08d}" for ico in companies}
    for ico in companies:
        (body,) = registry.company(ico)["statutarniOrgany"]
        assert [item["osoba"]["klic"] for item in body["clenove"]] == [profile["klic"]]


def test_a_membership_that_the_register_deleted_is_no_present_one_on_either_side(
    registry: Registry,
) -> None:
    """HlidacStatu/Hlidac-Statu#484: an executive deleted in January was still shown as a present tie."""
    take(registry, subject(COMPANY, "Firma s.r.o.", board(executive("Bývalý", until="2025-01-15"))))
    registry.publish()
    (engagement,) = registry.profile("Bývalý")["angazma"]
    assert (engagement["aktualni"], engagement["do"]) == (False, "2025-01-15")
    (body,) = registry.company(COMPANY)["statutarniOrgany"]
    assert [item["aktualni"] for item in body["clenove"]] == [False]


@pytest.mark.parametrize("told", ["funkceDo", "clenstviDo"])
def test_an_office_that_ended_before_the_register_deleted_it_is_no_present_one(
    registry: Registry, told: str
) -> None:
    """HlidacStatu/Hlidac-Statu#484: what ended is historical from its day, not from that of the deletion."""
    ended = board(executive("Bývalý", **{told: "2024-12-31"}))
    take(registry, subject(COMPANY, "Firma s.r.o.", ended))
    registry.publish()
    assert not registry.profile("Bývalý")["angazma"][0]["aktualni"]


def test_a_liquidator_of_who_has_ceased_is_tied_to_it_in_the_past(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#436: a fund liquidated in 2020 stood among the liquidator's present ties."""
    liquidator = fact(
        "LIKVIDATOR",
        "<podudaje>",
        fact("LIKVIDATOR_OSOBA", natural("Eva", "Likvidní", "1970-01-02"), since="2016-01-01"),
        "</podudaje>",
        since="2016-01-01",
    )
    take(registry, subject(COMPANY, "Nadační fond v likvidaci", liquidator, deleted="2020-01-31"))
    registry.publish()
    profile = registry.profile("Likvidní")
    (engagement,) = profile["angazma"]
    assert (engagement["aktualni"], engagement["stavFirmy"]) == (False, "zanikla")
    assert registry.company(COMPANY)["ostatniOrgany"][0]["clenove"][0]["aktualni"] is False


def test_a_tie_through_a_company_is_not_told_of_a_person(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#410: B led A until 2019, a person B until 2023: that person never A."""
    middle = member(legal("Prostředník a.s.", OTHER), until="2019-07-18")
    take(
        registry,
        subject(COMPANY, "Firma s.r.o.", board(middle)),
        subject(OTHER, "Prostředník a.s.", board(executive("Nepřímý", until="2023-10-18"))),
    )
    registry.publish()
    (engagement,) = registry.profile("Nepřímý")["angazma"]
    assert (engagement["ico"], engagement["aktualni"]) == (f"{OTHER:08d}", False)


@pytest.mark.parametrize("country", ["Slovensko", "Slovenská republika", "Slovensko, Slovenská republika"])
def test_a_slovak_number_never_leads_to_the_czech_company_of_the_same_number(
    registry: Registry, country: str
) -> None:
    """HlidacStatu/Hlidac-Statu#232 and #318: valid in both countries, the number means two companies."""
    home = f"<adresa>{element('statNazev', country)}</adresa>"
    slovak = f"<osoba>{element('nazev', 'PIPS SK s.r.o.')}{element('ico', f'{OTHER:08d}')}</osoba>{home}"
    take(
        registry,
        subject(COMPANY, "Firma s.r.o.", partner(slovak, share("1000", "10"))),
        subject(OTHER, "Česká podnikatelka"),
    )
    registry.publish()
    person = registry.company(COMPANY)["spolecnici"][0]["osoba"]
    assert (person["ico"], person["zahranicniCislo"]) == (None, f"{OTHER:08d}")
    assert person["obchodniJmeno"] == "PIPS SK s.r.o."
    assert registry.company(OTHER)["obchodniJmeno"] == "Česká podnikatelka"


@pytest.mark.parametrize("number", ["80390", "205", "78", "278"])
def test_a_short_number_of_a_member_is_not_padded_to_an_id(registry: Registry, number: str) -> None:
    """HlidacStatu/Hlidac-Statu#102, #293, #299 and #316: zeros were put before short foreign numbers.

    So a supplier from abroad, a locksmith and a Slovak holding became the Czech bodies 00080390, 00000078 and
    00000205, and a driving school the ID 00000278, which is none.
    """
    osoba = f"<osoba>{element('nazev', 'Arca Investments, a.s.')}{element('ico', number)}</osoba>"
    take(
        registry,
        subject(COMPANY, "Firma s.r.o.", partner(osoba, share("1000", "10"))),
        subject(int(number), "Vojenské lesy"),
    )
    registry.publish()
    person = registry.company(COMPANY)["spolecnici"][0]["osoba"]
    assert (person["ico"], person["zahranicniCislo"]) == (None, number)
    assert registry.company(int(number))["obchodniJmeno"] == "Vojenské lesy"


def test_the_name_of_a_company_is_what_its_own_entry_says_not_what_a_member_is_called(
    registry: Registry,
) -> None:
    """HlidacStatu/Hlidac-Statu#293 and #299: under a right ID the name of another company came up again."""
    stranger = member(legal("KOVO L s.r.o.", OTHER))
    take(registry, subject(OTHER, "Lesní správa Lány"), subject(COMPANY, "Firma", board(stranger)))
    take(registry, subject(COMPANY, "Firma", board(stranger)), dataset="as-full-praha-2026")
    registry.publish()
    assert registry.company(OTHER)["obchodniJmeno"] == "Lesní správa Lány"


def test_an_id_of_zeros_is_nobody(registry: Registry) -> None:
    """HlidacStatu/HlidacStatu#60: natural persons entered under 00000000 became one company."""
    zeros = f"<osoba>{element('nazev', 'C/ECON spol. s r.o.')}<ico>00000000</ico></osoba>"
    rows = [res_row(0, "Fyzická osoba"), res_row(COMPANY, "Firma s.r.o.")]
    assert registry.res(res_file(registry.directory / "res_data.csv", rows)).rows_rejected == 1
    take(registry, subject(COMPANY, "Firma s.r.o.", partner(zeros, share("1000", "10"))))
    registry.publish()
    assert registry.company(COMPANY)["spolecnici"][0]["osoba"]["ico"] is None


def test_a_liquidation_that_was_called_off_is_none(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#402: "v likvidaci" stood in the name for months after the company went on."""
    names = [
        fact("NAZEV", element("hodnotaText", "Prejda s.r.o. v likvidaci"), until="2024-06-03"),
        fact("NAZEV", element("hodnotaText", "Prejda s.r.o."), since="2024-06-03"),
    ]  # fmt: skip
    left = fact(
        "LIKVIDATOR",
        "<podudaje>",
        fact("LIKVIDATOR_OSOBA", natural("Eva", "Likvidní", "1970-01-02"), until="2024-06-03"),
        "</podudaje>",
        until="2024-06-03",
    )
    take(registry, subject(COMPANY, "Prejda s.r.o.", *names, left))
    registry.publish()
    company = registry.company(COMPANY)
    assert (company["obchodniJmeno"], company["likvidace"], company["stav"]) == (
        "Prejda s.r.o.",
        None,
        "aktivni",
    )


def test_all_names_of_a_person_are_kept(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#249: of two first names and a surname only the first names were shown."""
    take(
        registry,
        subject(COMPANY, "Firma s.r.o.", board(member(natural("Anna Marie", "Ukázková", "1975-02-03")))),
    )
    registry.publish()
    profile = registry.profile("Ukázková")
    assert (profile["jmeno"], profile["prijmeni"]) == ("Anna Marie", "Ukázková")


# Clients of ARES and of the VAT register


def test_a_seat_that_only_a_source_of_ares_tells_is_the_seat(registry: Registry) -> None:
    """h4kuna/ares#41: the answer had no seat of its own; it stood among the data of single sources."""
    seat = {
        "kodStatu": "CZ", "nazevObce": "Teplice", "nazevUlice": "Masarykova", "cisloDomovni": 12,
        "psc": 41501,
    }  # fmt: skip
    former = {"kodStatu": "CZ", "nazevObce": "Duchcov", "cisloDomovni": 3}
    company = ask_ares(
        registry,
        dalsiUdaje=[
            {"datovyZdroj": "res"},
            {
                "datovyZdroj": "ros",
                "sidlo": [
                    {"sidlo": former, "platnostDo": "2019-01-01"},
                    {"sidlo": seat, "primarniZaznam": True},
                ],
            },
        ],
    )
    assert (company["sidlo"]["nazevObce"], company["sidlo"]["cisloDomovni"]) == ("Teplice", "12")


def test_an_address_that_was_not_standardized_keeps_its_number_and_postal_code(
    registry: Registry,
) -> None:
    """h4kuna/ares#16 and #40: the number stands in cisloDoAdresy, the postal code in pscTxt."""
    company = ask_ares(
        registry,
        sidlo={
            "kodStatu": "CZ", "kodOkresu": 3710, "nazevOkresu": "Třebíč", "kodObce": 591840,
            "nazevObce": "Trnava", "textovaAdresa": "67401 Trnava 32, okres: Třebíč, Česká republika",
            "cisloDoAdresy": "32", "standardizaceAdresy": False, "pscTxt": "67401",
        },
    )  # fmt: skip
    seat = company["sidlo"]
    assert (seat["nazevObce"], seat["cisloDomovni"], seat["psc"]) == ("Trnava", "32", 67401)


def test_in_a_village_without_streets_the_part_of_the_town_names_the_place(registry: Registry) -> None:
    """h4kuna/ares#36 and illagrenan/ares_util#9: the district, or the postal code, came before the number."""
    company = ask_ares(
        registry,
        sidlo={
            "kodStatu": "CZ", "nazevOkresu": "Rychnov nad Kněžnou", "nazevObce": "Vamberk",
            "nazevCastiObce": "Merklovice", "cisloDomovni": 25, "psc": 51754,
        },
    )  # fmt: skip
    assert company["sidlo"]["textPlny"].startswith("Merklovice 25, ")
    assert "Rychnov" not in company["sidlo"]["textPlny"]


def test_an_address_that_comes_as_a_text_alone_is_told(registry: Registry) -> None:
    """vyskoczilova/kybernaut-ic-dic#10: ARES gives some addresses in words only; that is no fault of it."""
    company = ask_ares(
        registry, sidlo={"textovaAdresa": "Školní 5, 67401 Třebíč", "standardizaceAdresy": False}
    )
    assert company["sidlo"]["textPlny"] == "Školní 5, 67401 Třebíč"


@pytest.mark.parametrize("state", ["ZANIKLY", "HISTORICKY"])
def test_a_tax_id_is_not_shown_when_the_registration_ended(registry: Registry, state: str) -> None:
    """vyskoczilova/kybernaut-ic-dic#76: ARES goes on printing the tax ID of who is no payer any more."""
    states = {"stavZdrojeDph": state, "stavZdrojeRos": "AKTIVNI"}
    company = ask_ares(registry, dic=f"CZ{COMPANY}", seznamRegistraci=states)
    assert company["dic"] is None


@pytest.mark.parametrize("word", ["Skupinove_DPH", "skupina", "CZ"])
def test_a_word_in_place_of_a_tax_id_is_no_tax_id_and_none_is_made_of_the_company_id(
    registry: Registry, word: str
) -> None:
    """h4kuna/ares#22: members of a VAT group had the words "Skupinove_DPH" for a tax ID."""
    company = ask_ares(registry, dic=word, seznamRegistraci={"stavZdrojeSkDph": "AKTIVNI"})
    assert company["dic"] is None


def test_the_prefix_of_a_tax_id_is_not_put_before_it_again(registry: Registry) -> None:
    """h4kuna/ares#35: ARES printed tax IDs without and then with the country; clients made CZCZ of it."""
    running = {"stavZdrojeDph": "AKTIVNI"}
    assert ask_ares(registry, dic=f"CZ{COMPANY}", seznamRegistraci=running)["dic"] == f"CZ{COMPANY}"


@pytest.mark.parametrize("form", ["424", "425"])
def test_a_natural_person_from_abroad_is_a_natural_person(registry: Registry, form: str) -> None:
    """h4kuna/ares#12: forms 424 and 425 were taken for legal persons; here that would give a home away."""
    home = {"radekAdresy1": "Tajná 1", "radekAdresy2": "Zlín"}
    company = ask_ares(registry, pravniForma=form, adresaDorucovaci=home)
    assert company["pravniForma"]["kod"] == form
    assert "Tajná 1" not in str(registry.content())


def test_a_change_of_legal_form_is_no_end(registry: Registry) -> None:
    """HlidacStatu/Hlidac-Statu#317: an office became a state enterprise under the same ID and went on."""
    name = "Ředitelství silnic"
    entry = subject(
        COMPANY,
        f"{name} s. p.",
        fact("NAZEV", element("hodnotaText", f"{name} s. p."), since="2024-01-01"),
        fact("NAZEV", element("hodnotaText", f"{name} ČR"), since="1997-01-01", until="2023-12-31"),
        fact("PRAVNI_FORMA", "<pravniForma><kod>331</kod></pravniForma>", until="2023-12-31"),
        form="301",
    )
    take(registry, entry, dataset="sp-full-praha-2026")
    registry.publish()
    company = registry.company(COMPANY)
    assert (company["stav"], company["pravniForma"]["kod"]) == ("aktivni", "301")
    assert [item["jmeno"] for item in company["drivejsiJmena"]] == [f"{name} ČR"]
