"""The public register's XML: splitting into subjects and what each of them says."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers import public_register
from soupis.registers.public_register import subject_elements
from soupis.registers.records import (
    Amount,
    Body,
    Capital,
    DatedText,
    Encumbrance,
    Engagement,
    FileMark,
    LegalPerson,
    NaturalPerson,
    RegisterExtract,
    Rejected,
    Share,
    ShareIssue,
    SourceError,
)


def _tags(**parts: str) -> str:
    return "".join(f"<{name}>{escape(value)}</{name}>" for name, value in parts.items())


def udaj(
    kind: str, body: str = "", *, entered: str = "2004-03-01", deleted: str = "", below: str = ""
) -> str:
    return (
        f"<Udaj><udajTyp><kod>{kind}</kod><nazev>Údaj {kind}</nazev></udajTyp>"
        f"<zapisDatum>{entered}</zapisDatum>{f'<vymazDatum>{deleted}</vymazDatum>' if deleted else ''}"
        f"{body}{f'<podudaje>{below}</podudaje>' if below else ''}</Udaj>"
    )


def text(value: str) -> str:
    return _tags(hodnotaText=value)


def person(first: str = "JAN", last: str = "VZOROVÝ", born: str = "1975-02-03", **more: str) -> str:
    parts = {"jmeno": first, "prijmeni": last, "narozDatum": born, **more}
    return f"<osoba>{_tags(**{name: value for name, value in parts.items() if value})}</osoba>"


def subject(*facts: str, ico: str = "27074358", head: str = "", name: str = "Ukázková s.r.o.") -> bytes:
    return (
        f"<Subjekt><nazev>{name}</nazev><ico>{ico}</ico><zapisDatum>2004-03-01</zapisDatum>{head}"
        f"<udaje>{''.join(facts)}</udaje></Subjekt>"
    ).encode()


def extract(*facts: str, head: str = "") -> RegisterExtract:
    found = public_register.parse_subject_element(subject(*facts, head=head))
    assert isinstance(found, RegisterExtract)
    return found


def _file(tmp_path: Path, *subjects: bytes, packed: bool = False, head: bytes = b"<xml>") -> Path:
    path = tmp_path / "file.xml"
    data = head + b"\n".join(subjects) + b"</xml>\n"
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


# Splitting


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "head",
    [b"<xml>", b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- denn\xc3\xad -->\n<xml a="b">\n'],
)
@pytest.mark.parametrize("block", [7, 80, 1 << 20])
def test_a_file_is_split_at_its_subjects(
    tmp_path: Path, packed: bool, head: bytes, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject_elements, "_BLOCK", block)
    subjects = [subject(udaj("NAZEV", text("a" * size)), ico=f"{size + 1:08d}") for size in range(40)]
    path = _file(tmp_path, *subjects, packed=packed, head=head)
    assert list(public_register.iter_subject_elements(path)) == subjects


@pytest.mark.parametrize("content", [b"<xml></xml>", b"<xml/>", b"<xml>\n</xml >\n<!-- konec -->"])
def test_a_file_may_have_no_subjects(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.xml"
    path.write_bytes(content)
    assert not list(public_register.iter_subject_elements(path))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"ahoj",
        b'{"success": false}',
        b"<!DOCTYPE html><html><body>Subjekt</body></html>",
        b"<html><body>vypadek</body></html>",
        b'<!DOCTYPE xml [<!ENTITY a "b">]><xml></xml>',
        b'<?xml version="1.0" encoding="windows-1250"?><xml></xml>',
        b"<xml>" + subject(),
        b"<xml>" + subject() + subject()[:-4],
        b"<xml>" + subject() + subject()[:-4] + b"</xml>",
        b"<xml>" + subject() + b"</xm",
        gzip.compress(b"<xml>" + subject() * 50 + b"</xml>", mtime=0)[:-9],
        gzip.compress(b"<xml>" + subject() * 50 + b"</xml>", mtime=0)[:-3],
        gzip.compress(b"<xml>" + subject() * 50 + b"</xml>", mtime=0)[:-8] + b"12345678",
        gzip.compress(b"<xml>" + subject() * 50, mtime=0),
    ],
)
def test_a_file_that_is_cut_off_or_foreign_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.xml"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"file\.xml"):
        list(public_register.iter_subject_elements(path))


def test_a_subject_without_its_end_is_rejected_and_the_next_is_read(tmp_path: Path) -> None:
    broken = subject(ico="00000019")[: -len("</Subjekt>")]
    lost_start = b"<ico>00000027</ico></Subjekt>"
    path = _file(tmp_path, subject(), broken, subject(ico="00000035"), lost_start, subject(ico="00000043"))
    found = [
        public_register.parse_subject_element(piece) for piece in public_register.iter_subject_elements(path)
    ]
    assert [item.subject.ico for item in found if isinstance(item, RegisterExtract)] == [27074358, 35, 43]
    rejected = [item.place for item in found if isinstance(item, Rejected)]
    assert rejected == ["subject (IČO 00000019)", "subject (IČO 00000027)"]


def test_a_subject_that_is_too_large_is_rejected_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject_elements, "LARGEST_ELEMENT", 5000)
    monkeypatch.setattr("soupis.registers.public_register.entries.LARGEST_ELEMENT", 5000)
    monkeypatch.setattr(subject_elements, "_BLOCK", 700)
    large = subject(*[udaj("OST_SKUTECNOSTI", text("x" * 500))] * 40, ico="00000019")
    path = _file(tmp_path, subject(), large, subject(ico="00000035"))
    found = [
        public_register.parse_subject_element(piece) for piece in public_register.iter_subject_elements(path)
    ]
    assert [item.subject.ico for item in found if isinstance(item, RegisterExtract)] == [27074358, 35]
    assert [item.place for item in found if isinstance(item, Rejected)] == ["subject (IČO 00000019)"]


def test_progress_ends_at_the_size_of_the_file(tmp_path: Path) -> None:
    path = _file(tmp_path, *[subject()] * 100, packed=True)
    seen: list[int] = []
    list(public_register.iter_subject_elements(path, seen.append))
    assert seen[-1] == path.stat().st_size


def test_fingerprint_follows_the_content() -> None:
    assert public_register.fingerprint(subject()) == public_register.fingerprint(subject())
    assert public_register.fingerprint(subject()) != public_register.fingerprint(subject(ico="00000019"))
    assert len(public_register.fingerprint(b"")) == 16


# What a subject says


@pytest.mark.parametrize(
    ("parts", "shown", "town"),
    [
        ({"adresaText": "Dlouhá 1, Brno", "doplnujiciText": "2. patro"}, "Dlouhá 1, Brno, 2. patro", "Brno"),
        ({"adresaText": "Dlouhá 1, 2. patro", "doplnujiciText": "2. patro"}, "Dlouhá 1, 2. patro", None),
        ({"obec": "Brno", "ulice": "Dlouhá", "doplnujiciText": "2. patro"}, None, "Brno"),
        ({"doplnujiciText": "poštovní schránka 7"}, "poštovní schránka 7", None),
        ({}, None, None),
    ],
)
def test_a_supplement_completes_a_written_address_and_never_hides_its_parts(
    parts: dict[str, str], shown: str | None, town: str | None
) -> None:
    found = extract(udaj("SIDLO", f"<adresa>{_tags(**parts)}</adresa>")).subject
    assert (found.seat_text, found.seat_municipality) == (shown, town)


def test_the_subject_as_a_whole() -> None:
    address = _tags(
        statNazev="Česká republika", obec="Praha 4", castObce="Michle", ulice="Ukázková", cisloPo="1",
        cisloOr="2a", psc="140 00", okres="Hlavní město Praha",
    )  # fmt: skip
    found = extract(
        udaj("NAZEV", text("Stará s.r.o."), entered="2000-01-01", deleted="2004-03-01"),
        udaj("NAZEV", text("Ukázková s.r.o.")),
        udaj("CIZI_NAZEV_SEKCE", below=udaj("CIZI_NAZEV", text("Sample Ltd."))),
        udaj("PRAVNI_FORMA", "<pravniForma><nazev>Společnost s ručením omezeným</nazev></pravniForma>"),
        udaj("SIDLO", "<adresa><obec>Brno</obec></adresa>", entered="2000-01-01", deleted="2001-01-01"),
        udaj("SIDLO", f"<adresa>{address}</adresa>"),
        udaj("VZNIK", text("6.8.2003")),
    )
    company = found.subject
    assert company.name == "Ukázková s.r.o."
    assert (company.legal_form, company.founded, company.ceased, company.ended) == (
        "112", "2003-08-06", None, False
    )  # fmt: skip
    assert (company.seat_municipality, company.seat_city_district, company.seat_part) == (
        "Praha", "Praha 4", "Michle"
    )  # fmt: skip
    assert (company.seat_country, company.seat_region, company.seat_district) == ("CZ", 19, "CZ0100")
    assert (company.seat_house_number, company.seat_house_number_kind) == ("1", 1)
    assert (company.seat_orientation_number, company.seat_postal_code) == ("2a", 14000)
    assert found.names == [
        DatedText("Stará s.r.o.", "2000-01-01", "2004-03-01"),
        DatedText("Ukázková s.r.o.", "2004-03-01"),
        DatedText("Sample Ltd.", "2004-03-01"),
    ]
    assert not found.persons_hidden
    assert found.unknown_entries == []


def test_a_deleted_subject_has_ended_and_keeps_its_last_facts() -> None:
    found = extract(
        udaj("SIDLO", "<adresa><obec>Brno</obec></adresa>", entered="2000-01-01", deleted="2001-01-01"),
        udaj("SIDLO", "<adresa><obec>Jihlava</obec><okres>Jihlava</okres></adresa>", deleted="2012-12-13"),
        udaj("PRAVNI_DUVOD_VYMAZU", text("Zánik fúzí.")),
        head="<vymazDatum>2012-12-13</vymazDatum>",
    )
    company = found.subject
    assert (company.ended, company.ceased, company.end_reason) == (True, "2012-12-13", "Zánik fúzí.")
    assert (company.seat_municipality, company.seat_district, company.seat_region) == (
        "Jihlava",
        "CZ0632",
        108,
    )


def test_an_empty_deletion_date_means_valid() -> None:
    found = extract(udaj("NAZEV", "<vymazDatum/>" + text("A")), head="<vymazDatum></vymazDatum>")
    assert not found.subject.ended
    assert found.names == [DatedText("A", "2004-03-01")]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<nazev>Akciová společnost</nazev>", "121"),
        ("<zkratka>v.o.s.</zkratka>", "111"),
        ("<nazev>Neznámá</nazev><kod>932</kod>", "932"),
        ("<nazev>Společnost s ručením omezeným</nazev><kod>sro</kod>", "112"),
        ("<nazev>Neznámá</nazev>", None),
    ],
)
def test_legal_form_comes_as_a_code(body: str, code: str | None) -> None:
    found = extract(udaj("PRAVNI_FORMA", f"<pravniForma>{body}</pravniForma>"))
    assert found.subject.legal_form == code


@pytest.mark.parametrize(
    ("body", "mark"),
    [
        (
            text("C 12345/MSPH") + "<spisZn><soud><kod>MSPH</kod><nazev>Soud</nazev></soud>"
            "<oddil>C</oddil><vlozka>12345</vlozka></spisZn>",
            FileMark("MSPH", "C", 12345, "Soud", "2004-03-01"),
        ),
        (
            text("AVII 202/KSCB"),
            FileMark("KSCB", "AVII", 202, "Krajský soud v Českých Budějovicích", "2004-03-01"),
        ),
        (
            "<spisZn><soud><kod>KSBR</kod></soud><oddil>Dr</oddil><vlozka>7</vlozka></spisZn>",
            FileMark("KSBR", "Dr", 7, "Krajský soud v Brně", "2004-03-01"),
        ),
    ],
)
def test_file_mark_is_read_from_its_parts_or_its_text(body: str, mark: FileMark) -> None:
    assert extract(udaj("SPIS_ZN", body)).file_marks == [mark]


def test_lines_of_business_are_read_from_their_sections() -> None:
    found = extract(
        udaj(
            "PREDMET_PODNIKANI_SEKCE",
            below=udaj("PREDMET_PODNIKANI", text("hostinská\n činnost"))
            + udaj("PREDMET_PODNIKANI", text("zednictví"), deleted="2010-01-01"),
        ),
        udaj("UCEL_SUBJEKTU_SEKCE", deleted="2011-01-01", below=udaj("UCEL_SUBJEKTU", text("sport"))),
        udaj("DOPLNKOVA_CINNOST", text("pronájem")),
    )
    assert found.business_lines == [
        DatedText("hostinská\nčinnost", "2004-03-01"),
        DatedText("zednictví", "2004-03-01", "2010-01-01"),
        DatedText("sport", "2004-03-01", "2011-01-01"),
        DatedText("pronájem", "2004-03-01"),
    ]
    assert found.unknown_entries == []


def test_capital_and_shares_have_amounts_in_their_units() -> None:
    found = extract(
        udaj(
            "ZAKLADNI_KAPITAL",
            "<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>200 000;00</textValue></vklad>"
            "<splaceni><typ>PROCENTA</typ><textValue>100</textValue></splaceni></hodnotaUdaje>",
        ),
        udaj(
            "AKCIE_SEKCE",
            below=udaj(
                "AKCIE",
                "<hodnotaUdaje><podoba>LISTINNA</podoba><typ>KMENOVE_NA_JMENO</typ><pocet>20</pocet><hodnota>"
                "<typ>KORUNY</typ><textValue>100000;00</textValue></hodnota><text>bez omezení</text>"
                "</hodnotaUdaje>",
            ),
        ),
    )
    assert found.capital == [
        Capital(
            Amount("KORUNY", "200000", "200 000;00"), Amount("PROCENTA", "100", "100"), "ZAKLADNI_KAPITAL",
            None, "2004-03-01",
        )
    ]  # fmt: skip
    assert found.share_issues == [
        ShareIssue(
            "KMENOVE_NA_JMENO", "LISTINNA", 20, Amount("KORUNY", "100000", "100000;00"), "bez omezení",
            "2004-03-01",
        ),
    ]  # fmt: skip


def test_a_statutory_body_has_members_and_a_way_of_acting() -> None:
    member = udaj(
        "STATUTARNI_ORGAN_CLEN",
        _tags(
            hlavicka="jednatel", funkce="předseda", funkceOd="2010-04-30", funkceDo="2019-12-31",
            clenstviOd="2010-04-01", clenstviDo="2020-01-01",
        ) + person(titulPred="Ing.", titulZa="CSc.")
        + _tags(bydliste="tajné")
        + "<hodnotaUdaje><T>F</T><textZaOsobu><value>sládek</value></textZaOsobu></hodnotaUdaje>",
        entered="2010-05-05", deleted="2020-01-31",
    )  # fmt: skip
    found = extract(
        udaj(
            "STATUTARNI_ORGAN", _tags(hlavicka="jednatel:"), entered="2004-03-01",
            below=member + udaj("POCET_CLENU", text("1"))
            + udaj("STATUTARNI_ORGAN_CLEN", person(first="EVA", born=""))
            + udaj("ZPUSOB_JEDNANI", text("Jedná samostatně.")),
        )
    )  # fmt: skip
    assert found.bodies == [
        Body(
            "statutory", "STATUTARNI_ORGAN", "jednatel", "2004-03-01",
            members=[
                Engagement(
                    "STATUTARNI_ORGAN_CLEN", NaturalPerson("VZOROVÝ", "JAN", "Ing.", "CSc.", "1975-02-03"),
                    "předseda", "2010-05-05", "2020-01-31", "2010-04-01", "2020-01-01", "2010-04-30",
                    "2019-12-31", note="sládek",
                ),
                Engagement(
                    "STATUTARNI_ORGAN_CLEN", NaturalPerson("VZOROVÝ", "EVA"), "jednatel", "2004-03-01"
                ),
            ],
            acting=[DatedText("Jedná samostatně.", "2004-03-01")],
        )
    ]  # fmt: skip
    assert "tajné" not in repr(found)
    assert found.unknown_entries == []


def test_a_heading_that_names_the_body_is_no_function() -> None:
    section = udaj(
        "STATUTARNI_ORGAN", _tags(hlavicka="představenstvo"), below=udaj("STATUTARNI_ORGAN_CLEN", person())
    )
    (body,) = extract(section).bodies
    assert body.name == "představenstvo"
    assert body.members[0].function is None


def test_what_a_deleted_section_holds_is_deleted_too() -> None:
    section = udaj(
        "DOZORCI_RADA", deleted="2014-01-01",
        below=udaj("DOZORCI_RADA_CLEN", person()) + udaj("DOZORCI_RADA_CLEN", person(), deleted="2013-01-01"),
    )  # fmt: skip
    (body,) = extract(section).bodies
    assert (body.role, body.deleted) == ("other", "2014-01-01")
    assert [member.deleted for member in body.members] == ["2014-01-01", "2013-01-01"]


def test_partners_have_shares() -> None:
    share = udaj(
        "SPOLECNIK_PODIL",
        "<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>66000;00</textValue></vklad>"
        "<souhrn><typ>ZLOMEK</typ><textValue>1;3</textValue></souhrn>"
        "<splaceni><typ>PROCENTA</typ><textValue>100</textValue></splaceni>"
        "<druhPodilu>základní</druhPodilu></hodnotaUdaje>",
        below=udaj("SPOLECNIK_ZASTAVNI_PRAVO", "<hodnotaUdaje><text>zástava</text></hodnotaUdaje>"),
    )
    partner = udaj(
        "SPOLECNIK_OSOBA",
        "<osoba><nazev>Matka B.V.</nazev><ico></ico><regCislo>12-34</regCislo></osoba>"
        "<adresa><statNazev>Nizozemské království</statNazev></adresa>",
        below=share,
    )
    (body,) = extract(udaj("SPOLECNIK", _tags(hlavicka="Společníci"), below=partner)).bodies
    assert (body.role, body.name) == ("partners", "Společníci")
    (member,) = body.members
    assert member.function == "společník"
    assert member.person == LegalPerson("Matka B.V.", None, "12-34", "Nizozemské království")
    assert member.shares == [
        Share(
            Amount("KORUNY", "66000", "66000;00"), Amount("ZLOMEK", None, "1/3"),
            Amount("PROCENTA", "100", "100"), "základní", None, "2004-03-01",
            encumbrances=[Encumbrance("pledge", "zástava", entered="2004-03-01")],
        )
    ]  # fmt: skip


def test_a_legal_person_in_a_body_has_representatives() -> None:
    member = udaj(
        "STATUTARNI_ORGAN_CLEN",
        "<osoba><nazev>Správní a.s.</nazev><ico>00000019</ico></osoba>",
        below=udaj("STATUTARNI_ORGAN_ZASTOUPENI", person() + _tags(funkce="zástupce")),
    )
    (body,) = extract(udaj("STATUTARNI_ORGAN", below=member)).bodies
    (engagement,) = body.members
    assert engagement.person == LegalPerson("Správní a.s.", None, "00000019", claimed_ico=19)
    (representative,) = engagement.representatives
    assert representative.person == NaturalPerson("VZOROVÝ", "JAN", birth_date="1975-02-03")
    assert representative.kind == "STATUTARNI_ORGAN_ZASTOUPENI"


@pytest.mark.parametrize(
    ("section", "member", "role"),
    [
        ("KONTROLNI_KOMISE", "KONTROLNI_KOMISE_CLEN", "other"),
        ("SPRAVNI_RADA", "SPRAVNI_RADA_CLEN", "other"),
        ("PROKURA", "PROKURA_OSOBA", "other"),
        ("LIKVIDATOR", "LIKVIDATOR_OSOBA", "other"),
        ("REVIZOR_SEKCE", "REVIZOR", "other"),
        ("KOMANDITISTA", "KOMANDITISTA_OSOBA", "partners"),
        ("KOMPLEMENTAR", "KOMPLEMENTAR_OSOBA", "partners"),
        ("AKCIONAR_SEKCE", "AKCIONAR", "partners"),
    ],
)
def test_every_section_becomes_a_body(section: str, member: str, role: str) -> None:
    found = extract(udaj(section, below=udaj(member, person())))
    assert [(body.role, body.kind, len(body.members)) for body in found.bodies] == [(role, section, 1)]
    assert found.unknown_entries == []
    loose = extract(udaj(member, person()), udaj(member, person(first="EVA")))
    assert [(body.kind, len(body.members)) for body in loose.bodies] == [(section, 2)]


def test_a_branch_does_not_change_the_company() -> None:
    branch = udaj(
        "ODSTEPNY_ZAVOD",
        below=udaj("NAZEV", text("Závod Brno")) + udaj("SIDLO", "<adresa><obec>Brno</obec></adresa>")
        + udaj("OZ_VEDOUCI_SEKCE", below=udaj("OZ_VEDOUCI", person())),
    )  # fmt: skip
    found = extract(udaj("ODSTEPNY_ZAVOD_SEKCE", below=branch))
    assert found.names == []
    assert found.subject.seat_municipality is None
    (body,) = found.bodies
    assert (body.kind, body.name, len(body.members)) == ("ODSTEPNY_ZAVOD", "Závod Brno", 1)


@pytest.mark.parametrize(
    ("body", "deleted", "hidden"),
    [("true", "", True), ("", "", True), ("false", "", False), ("true", "2020-01-01", False)],
)
def test_persons_are_hidden_while_the_register_says_so(body: str, deleted: str, hidden: bool) -> None:
    assert extract(udaj("ZNEPRISTUPNENI_UDAJU", text(body), deleted=deleted)).persons_hidden is hidden


def test_unknown_kinds_are_named_once_per_occurrence_and_their_persons_left_out() -> None:
    found = extract(
        udaj("NOVINKA", text("x") + person()),
        udaj("NOVINKA", text("y")),
        udaj("NOVA_SEKCE", below=udaj("PREDMET_PODNIKANI", text("zednictví"))),
        udaj("STATUTARNI_ORGAN", below=udaj("NOVY_CLEN", person()) + udaj("NOVY_TEXT", text("z"))),
    )
    assert found.unknown_entries == ["NOVINKA", "NOVINKA", "NOVA_SEKCE", "NOVY_CLEN", "NOVY_TEXT"]
    assert [line.text for line in found.business_lines] == ["zednictví"]
    assert [len(body.members) for body in found.bodies] == [1]


def test_known_facts_that_are_not_used_are_not_unknown() -> None:
    kinds = [
        "OST_SKUTECNOSTI",
        "INSOLVENCNI_ZAPIS",
        "KONKURS_PROHLASENI",
        "ZRUSENI_KONKURSU",
        "EXEKUCE",
        "ICO",
    ]
    assert extract(*[udaj(kind, text("x")) for kind in kinds]).unknown_entries == []


def note(kind: str, *values: str, below: str = "") -> str:
    inside = "".join(values)
    return udaj(kind, f"<hodnotaUdaje>{inside}</hodnotaUdaje>" if inside else "", below=below)


def sort_of_note(words: str) -> str:
    return f"<typZapisu><id><id>3</id></id><nazev>{words}</nazev></typZapisu>"


DECLARED = "Byl prohlášen konkurs."


@pytest.mark.parametrize(
    ("entry", "name", "words"),
    [
        (note("INSOLVENCNI_ZAPIS", _tags(text=DECLARED)), "Údaj INSOLVENCNI_ZAPIS", DECLARED),
        (
            note("INSOLVENCNI_ZAPIS", sort_of_note("Prohlášení konkursu"), _tags(text=DECLARED)),
            "Prohlášení konkursu",
            DECLARED,
        ),
        (
            note("INSOLVENCNI_ZAPIS", sort_of_note("Prohlášení konkursu")),
            "Prohlášení konkursu",
            "Prohlášení konkursu",
        ),
        (note("KONKURS_PROHLASENI", _tags(spisZnOs="99 K 1/2003")), "Údaj KONKURS_PROHLASENI", "99 K 1/2003"),
        (
            note("KONKURS_PROHLASENI", _tags(datVyveseni="1-2-2003")),
            "Údaj KONKURS_PROHLASENI",
            "Vyvěšeno: 1. 2. 2003",
        ),
        (note("INSOLVENCNI_ZAPIS"), "Údaj INSOLVENCNI_ZAPIS", "Údaj INSOLVENCNI_ZAPIS"),
        (
            udaj("OST_SKUTECNOSTI", text("První.") + f"<hodnotaUdaje>{_tags(text='Druhá.')}</hodnotaUdaje>"),
            "Údaj OST_SKUTECNOSTI",
            "První.\nDruhá.",
        ),
        (
            udaj("OST_SKUTECNOSTI", text("Táž.") + f"<hodnotaUdaje>{_tags(text='Táž.')}</hodnotaUdaje>"),
            "Údaj OST_SKUTECNOSTI",
            "Táž.",
        ),
        (
            note("KONKURS_PROHLASENI", _tags(text="Prohlášen.", datVyveseni="30-2-2003")),
            "Údaj KONKURS_PROHLASENI",
            "Prohlášen.\nVyvěšeno: 30-2-2003",
        ),
        (note("VYROVNANI_POVOLENI"), "Údaj VYROVNANI_POVOLENI", "Údaj VYROVNANI_POVOLENI"),
        (note("VYROVNANI_POVOLENI", _tags(text="Povoleno.")), "Údaj VYROVNANI_POVOLENI", "Povoleno."),
        (note("NOVINKA", _tags(text="Něco nového.")), "Údaj NOVINKA", "Něco nového."),
    ],
)
def test_a_note_has_its_text_and_kind_wherever_the_register_puts_them(
    entry: str, name: str, words: str
) -> None:
    (fact,) = extract(udaj("INSOLVENCE_SEKCE", below=entry)).other_facts
    assert (fact.name, fact.text, fact.entered) == (name, words, "2004-03-01")


def test_an_entry_without_words_is_a_note_only_if_it_tells_of_a_state() -> None:
    below = note("ZRUSENI_KONKURSU", _tags(text="Konkurs byl zrušen."))
    found = extract(udaj("OST_SKUTECNOSTI"), udaj("KONKURS", below=below))
    assert [fact.kind for fact in found.other_facts] == ["ZRUSENI_KONKURSU"]


@pytest.mark.parametrize(
    ("entry", "unread"),
    [
        (
            note("INSOLVENCNI_ZAPIS", _tags(text="A", poznamka="B")),
            ["INSOLVENCNI_ZAPIS hodnotaUdaje/poznamka"],
        ),
        (
            note("KONKURS_PROHLASENI", _tags(text="A", datRozhodnutihOs="1-2-2003", spisZnOs="99 K 1/2003")),
            ["KONKURS_PROHLASENI hodnotaUdaje/datRozhodnutihOs", "KONKURS_PROHLASENI hodnotaUdaje/spisZnOs"],
        ),
        (
            note("OST_SKUTECNOSTI", "<text>A<cast>B</cast></text>"),
            ["OST_SKUTECNOSTI hodnotaUdaje/text/cast"],
        ),
        (udaj("OST_SKUTECNOSTI", _tags(hodnotaText="A", doplneni="B")), ["OST_SKUTECNOSTI doplneni"]),
        (udaj("PREDMET_PODNIKANI_SEKCE", text("A")), ["PREDMET_PODNIKANI_SEKCE hodnotaText"]),
        (udaj("SPIS_ZN", text("C 1/MSPH"), below=udaj("NAZEV", text("A"))), ["SPIS_ZN podudaje"]),
        (
            udaj("STATUTARNI_ORGAN", below=udaj("STATUTARNI_ORGAN_CLEN", person(heslo="x") + text("Slib."))),
            ["STATUTARNI_ORGAN_CLEN osoba/heslo", "STATUTARNI_ORGAN_CLEN hodnotaText"],
        ),
        (udaj("SIDLO", "<adresa><obec>Brno</obec><patro>2</patro></adresa>"), ["SIDLO adresa/patro"]),
    ],
)
def test_a_text_of_a_known_fact_that_is_not_read_is_counted(entry: str, unread: list[str]) -> None:
    found = extract(entry)
    assert (sorted(found.unread_texts), found.unknown_entries) == (sorted(unread), [])


@pytest.mark.parametrize(
    "entry",
    [
        udaj("PRAVNI_FORMA", "<pravniForma><kod>112</kod><nazev>Společnost</nazev></pravniForma>"),
        udaj("VZNIK", text("1.1.2000"), deleted="2001-01-01") + udaj("VZNIK", text("2.1.2000")),
        udaj("NAZEV", _tags(hlavicka="Obchodní firma") + text("Firma s.r.o.")),
        udaj("STATUTARNI_ORGAN_CLEN", text("AngazmaFyzicke") + person() + "<adresa><obec>A</obec></adresa>"),
        udaj("POCET_CLENU", text("3")),
        udaj("NOVINKA", text("x") + _tags(jine="y")),  # counted by its kind
        note("INSOLVENCNI_ZAPIS", sort_of_note("Prohlášení konkursu")),
    ],
)
def test_a_text_that_is_read_or_left_out_on_purpose_is_not_counted(entry: str) -> None:
    assert extract(entry).unread_texts == []


def test_character_data_comments_and_attributes_are_read_as_xml_says() -> None:
    fact = udaj("NAZEV", '<hodnotaText a="b"><![CDATA[A & <B>]]> <!-- ne -->C&amp;D&#233;</hodnotaText>')
    assert extract(fact).names == [DatedText("A & <B> C&Dé", "2004-03-01")]


@pytest.mark.parametrize(
    "piece",
    [
        b"",
        b"<Jiny/>",
        subject(ico=""),
        subject().replace(b"<ico>27074358</ico>", b""),
        subject(ico="12a"),
        subject().replace(b"</udaje>", b""),
        subject(name="&vlastni;"),
        b'<!DOCTYPE Subjekt [<!ENTITY a "aaaa">]>' + subject(name="&a;"),
        subject().replace("Ukázková".encode(), "Ukázková".encode("windows-1250")),
        subject(name="a & b"),
        subject("<Udaj><podudaje>" * 3000 + "</podudaje></Udaj>" * 3000),
    ],
)
def test_a_broken_subject_is_rejected(piece: bytes) -> None:
    found = public_register.parse_subject_element(piece)
    if b"<Udaj><podudaje><Udaj>" in piece:  # deep, but well-formed: read or rejected, never a crash
        assert isinstance(found, Rejected | RegisterExtract)
    else:
        assert isinstance(found, Rejected)
        assert found.place
        assert found.reason


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "table",
    [
        "ico;nazev;sidlo\r\n12345678;Alfa;Praha\r\n",
        '\ufeff"IČO","Název"\n"12345678","Alfa, s.r.o."\n',
        "zapisDatum\tico\n2020-01-01\t12345678\n",
    ],
)
def test_the_registers_csv_is_refused_with_the_file_to_download_instead(
    tmp_path: Path, table: str, packed: bool
) -> None:
    path = tmp_path / "sro-full-praha-2026.csv"
    path.write_bytes(gzip.compress(table.encode()) if packed else table.encode())
    with pytest.raises(SourceError, match=r"is a CSV table; .*ends in \.xml\.gz"):
        list(public_register.iter_subject_elements(path))
    path.write_text('{"error": "outage, try later"}')
    with pytest.raises(SourceError, match="is no XML of the public register"):
        list(public_register.iter_subject_elements(path))


@pytest.mark.parametrize("day", ["2020-02-31", "0000-00-00", "smazáno", "20200525"])
@pytest.mark.parametrize("inside", [False, True])
def test_a_deleted_entry_never_passes_for_one_that_holds(day: str, inside: bool) -> None:
    entry = udaj("STATUTARNI_ORGAN_CLEN", deleted=day)
    body = udaj("STATUTARNI_ORGAN", below=entry) if inside else entry
    found = public_register.parse_subject_element(subject(body))
    assert isinstance(found, Rejected)
    assert "27074358" in found.place and "deletion" in found.reason


def test_a_subject_whose_entries_stand_in_another_place_is_rejected() -> None:
    misplaced = subject().replace(b"<udaje>", b"<udaje><x>").replace(b"</udaje>", b"</x></udaje>")
    empty = b"<Subjekt><ico>27074358</ico></Subjekt>"
    assert isinstance(public_register.parse_subject_element(misplaced), Rejected)
    assert isinstance(public_register.parse_subject_element(empty), RegisterExtract)


@pytest.mark.parametrize("day", ["2020-02-31", "0000-00-00", "ano", "31.12.2020", "-"])
def test_a_subject_with_an_unreadable_day_of_deletion_is_rejected(day: str) -> None:
    deleted = f"<vymazDatum>{day}</vymazDatum><udaje>".encode()
    found = public_register.parse_subject_element(subject().replace(b"<udaje>", deleted))
    assert isinstance(found, Rejected)
    assert "27074358" in found.place and "deletion" in found.reason


@pytest.mark.parametrize("day", ["", " "])
def test_an_empty_day_of_deletion_is_none(day: str) -> None:
    deleted = f"<vymazDatum>{day}</vymazDatum><udaje>".encode()
    found = public_register.parse_subject_element(subject().replace(b"<udaje>", deleted))
    assert isinstance(found, RegisterExtract)
    assert (found.subject.ceased, found.subject.ended) == (None, False)


def test_facts_without_any_part_are_read() -> None:
    found = extract(
        "<Udaj/>", "<Jine/>", udaj("SIDLO"), udaj("SPIS_ZN"), udaj("ZAKLADNI_KAPITAL"), udaj("PROKURA")
    )
    assert found.unknown_entries == ["without kod"]
    assert (found.capital, found.file_marks) == ([], [])


@given(st.binary(max_size=300), st.booleans())
def test_random_bytes_are_pieces_or_a_refusal(data: bytes, wrapped: bool) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "file.xml"
        path.write_bytes(b"<xml>" + subject() + data + b"</xml>" if wrapped else data)
        try:
            for piece in public_register.iter_subject_elements(path):
                assert isinstance(public_register.parse_subject_element(piece), RegisterExtract | Rejected)
        except SourceError:
            pass


@given(st.binary(max_size=300))
def test_random_bytes_inside_of_a_subject_never_raise(data: bytes) -> None:
    piece = subject(udaj("NAZEV", text("A"))).replace(b"</udaje>", data + b"</udaje>")
    assert isinstance(public_register.parse_subject_element(piece), RegisterExtract | Rejected)


_KINDS = st.sampled_from(
    [
        "STATUTARNI_ORGAN",
        "STATUTARNI_ORGAN_CLEN",
        "SPOLECNIK_PODIL",
        "AKCIE",
        "VZNIK",
        "SIDLO",
        "X",
        "",
        "NAZEV",
    ]
)
_PARTS = st.sampled_from(
    [
        text("1.1.2000"),
        person(),
        "<osoba/>",
        "<adresa/>",
        "<hodnotaUdaje><vklad/></hodnotaUdaje>",
        "<spisZn/>",
        "",
    ]
)
_TREE = st.recursive(
    st.builds(udaj, _KINDS, _PARTS),
    lambda below: st.builds(
        lambda kind, part, inner: udaj(kind, part, below="".join(inner)),
        _KINDS,
        _PARTS,
        st.lists(below, max_size=3),
    ),
    max_leaves=12,
)


@given(st.lists(_TREE, max_size=4))
def test_any_nesting_of_facts_is_read(facts: list[str]) -> None:
    assert isinstance(public_register.parse_subject_element(subject(*facts)), RegisterExtract)
