"""Why a hit: which former name it was, and which words were met by others."""

from __future__ import annotations

import pytest

from soupis.search.why import Correction, Texts, former_name, why


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("alza", ["ALZASOFT a.s.", "Alza.cz a.s."], "Alza.cz a.s."),
        ("novak", ["Stavby Brno s.r.o.", "Novák, spol. s r.o."], "Novák, spol. s r.o."),
        ("zasilkovna", ["Packeta s.r.o.", "Zásilkovna.cz s.r.o."], "Zásilkovna.cz s.r.o."),
    ],
)
def test_a_former_name_is_compared_by_words_whatever_stands_between_them(
    text: str, names: list[str], expected: str
) -> None:
    assert former_name(text, names) == expected


def test_the_sign_that_joins_two_names_is_met_by_the_word_for_it() -> None:
    assert why("slova", "novak a syn", Texts("1", "Stavby Novák + syn")).corrections == []


def test_of_former_names_that_fit_alike_the_newest_is_named() -> None:
    assert former_name("alfa", ["Alfa Brno", "Alfa Praha"]) == "Alfa Brno"


TEXTS = Texts(
    ico="00000019",
    name="Česká zbrojovka IV a.s.",
    former_names=["Zbrojovka Staré Město s.r.o."],
    address="Svatopluka Čecha 1283, 688 01 Uherský Brod",
    mark="B 712/KSBR",
)


@pytest.mark.parametrize(
    ("step", "text", "field", "corrections"),
    [
        ("ico", "IČO: 00000019", "ico", []),
        ("jmeno", "ceska zbrojovka iv", "obchodniJmeno", []),
        ("preklep", "zbrojowka", "obchodniJmeno", [("zbrojowka", "zbrojovka")]),
        ("jinyZapis", "zbrojovka čtyři", "obchodniJmeno", [("čtyři", "IV")]),
        ("zacatkySlov", "ces zbroj", "obchodniJmeno", [("ces", "Česká"), ("zbroj", "zbrojovka")]),
        ("jmenoAObec", "zbrojovka uhersky brod", "obchodniJmeno", []),
        ("podobneZneni", "zbrojovka v brodě", "obchodniJmeno", [("brodě", "Brod")]),
        ("adresa", "Čecha 1283", "adresa", []),
        ("spisovaZnacka", "B 712", "spisovaZnacka", []),
        ("drivejsiJmeno", "zbrojovka stare mesto", "drivejsiJmeno", []),
        ("castecne", "česká zbrojovka 3000", "obchodniJmeno", [("3000", None)]),
        ("jinyZapis", "čz", "obchodniJmeno", [("čz", "Česká zbrojovka")]),
        ("jinyZapis", "ČZI", "obchodniJmeno", [("ČZI", "Česká zbrojovka IV")]),
        ("preklepy", "?esk? zbrojovka", "obchodniJmeno", [("?esk?", "Česká")]),
        ("podobneZneni", "zbrjvk", "obchodniJmeno", [("zbrjvk", "zbrojovka")]),
        ("slova", "zbrojovkaas", "obchodniJmeno", [("zbrojovkaas", "zbrojovka")]),
        ("castecne", "česká zbrojovka zbraně", "obchodniJmeno", [("zbraně", None)]),
    ],
)  # fmt: skip
def test_each_word_that_is_written_otherwise_or_left_out_is_told(
    step: str, text: str, field: str, corrections: list[tuple[str, str | None]]
) -> None:
    reason = why(step, text, TEXTS)
    assert reason.field == field
    assert reason.corrections == corrections


@pytest.mark.parametrize(
    ("text", "name", "corrections"),
    [
        ("pekárna ostrava dnes lucerna", "Lucerna Pekárna a.s.", [("ostrava", None)]),
        ("pekarna lucernna xyz", "Lucerna Pekárna a.s.", [("lucernna", "Lucerna"), ("xyz", None)]),
        ("mlýny morava xyz", "Mlýny Morava s.r.o.", [("xyz", None)]),
    ],
)
def test_a_former_name_that_was_met_in_part_is_the_one_told(
    text: str, name: str, corrections: list[tuple[str, str | None]]
) -> None:
    texts = Texts("00000019", "Mlýny Morava s.r.o.", ["Obchod Písek s.r.o.", "Lucerna Pekárna a.s."], "Zlín")
    field = "obchodniJmeno" if name == texts.name else "drivejsiJmeno"
    assert why("castecne", text, texts) == (field, name, corrections)


def test_a_word_met_by_the_district_is_not_told_as_left_out() -> None:
    texts = Texts("00000019", "Vodárna a.s.", address="Říčany", district="Praha-východ")
    assert why("jinyZapis", "vodárna praha východ", texts).corrections == []


def test_an_abbreviation_is_told_with_the_words_that_it_stands_for() -> None:
    school = Texts(ico="00000027", name="Základní škola Kunratice")
    assert why("jinyZapis", "ZŠ Kunratice", school).corrections == [("ZŠ", "Základní škola")]
    short = Texts(ico="00000027", name="ZŠ Kunratice")
    assert why("jinyZapis", "základní škola Kunratice", short).corrections == [
        ("základní", "ZŠ"),
        ("škola", "ZŠ"),
    ]


@pytest.mark.parametrize(
    ("text", "name", "met"),
    [
        ("Brno University of Technology", "Vysoké učení technické v Brně", "Vysoké učení technické"),
        ("Ministry of Finance", "Ministerstvo financí", "Ministerstvo"),
        ("Czech Red Cross", "Český červený kříž", "Český"),
    ],
)
def test_an_english_word_is_told_with_the_czech_ones_that_it_stands_for(
    text: str, name: str, met: str
) -> None:
    reason = why("jinyZapis", text, Texts("00000019", name, address="Brno"))
    assert (reason.field, reason.text) == ("obchodniJmeno", name)
    assert reason.corrections[0].met == met
    assert all(correction.met for correction in reason.corrections)


@pytest.mark.parametrize("text", ["a.s.", "s.r.o.", "v.o.s.", "o.p.s. a.s.", "IČO 27082440 s.r.o."])
def test_terms_of_legal_forms_are_never_told(text: str) -> None:
    assert why("slova", text, TEXTS).corrections == []


@pytest.mark.parametrize(
    ("text", "corrections"),
    [
        ("mevla kladno středočeský kraj", []),
        ("mevla okres kladno", []),
        ("mevla středočeského kraje", [("středočeského", "Středočeský"), ("kraje", "kraj")]),
        ("mevla kladno jihočeský kraj", [("jihočeský", None)]),
    ],
)
def test_words_met_by_the_district_or_the_region_are_not_told_as_left_out(
    text: str, corrections: list[tuple[str, str | None]]
) -> None:
    texts = Texts("00000019", "Mevla s.r.o.", [], "Kladno", "Kladno", region="Středočeský kraj")
    assert why("jinyZapis", text, texts).corrections == corrections


def test_a_number_in_words_is_told_with_its_digits() -> None:
    reason = why("jinyZapis", "hnutí dva tisíce jedenáct", Texts("00000019", "Hnutí 2011"))
    assert reason.corrections == [("dva tisíce jedenáct", "2011")]


@pytest.mark.parametrize(
    ("text", "name", "left_out"),
    [("Mountfield obchod", "MOUNTFIELD a.s.", "obchod"), ("víno Znovín", "Znovín Znojmo, a.s.", "víno")],
)
def test_a_word_left_out_is_not_said_to_be_met_by_one_that_is_only_like_it(
    text: str, name: str, left_out: str
) -> None:
    seat = "Východ 1, Mnichovice"
    assert why("castecne", text, Texts("1", name, address=seat)).corrections == [Correction(left_out, None)]
