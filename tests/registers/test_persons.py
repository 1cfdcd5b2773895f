"""A printed number is a Czech ID in the Czech Republic, and a claim where no country is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.identifiers import check_digit
from soupis.registers.persons import legal_person
from soupis.registers.records import LegalPerson

CZECH = ["Česká republika", "ČR", "CZ", "Czech Republic", "Česká republika - neztotožněno"]
FOREIGN = ["Slovensko", "CY", "Spolková republika Německo", "CR", "Utopie", "Slovensko - neztotožněno"]
NOT_TOLD = [None, "", "neuvedeno", "Československo", "Česká a Slovenská Federativní Republika"]

IDS = st.integers(1, 9_999_999).map(lambda stem: stem * 10 + check_digit(stem))
# How a register may print an ID.
FORMS = [
    lambda ico: f"{ico:08d}",
    lambda ico: str(ico),
    lambda ico: f"{ico:07d}",
    lambda ico: f" {ico} ",
    lambda ico: f"{ico:08d}"[:3] + " " + f"{ico:08d}"[3:5] + "\u00a0" + f"{ico:08d}"[5:],
]
PRINTED = st.tuples(IDS, st.sampled_from(FORMS)).map(lambda pair: (pair[0], pair[1](pair[0])))


@given(PRINTED, st.sampled_from(CZECH))
def test_a_number_in_the_czech_republic_is_padded_to_an_id(printed: tuple[int, str], country: str) -> None:
    ico, text = printed
    assert legal_person("Matka", text, country) == LegalPerson("Matka", ico, None, country)


@given(PRINTED, st.sampled_from(NOT_TOLD))
def test_a_number_without_a_country_is_a_claim_and_kept_as_printed(
    printed: tuple[int, str], country: str | None
) -> None:
    ico, text = printed
    person = legal_person("Matka", text, country)
    assert person == LegalPerson("Matka", None, " ".join(text.split()), country, claimed_ico=ico)


@given(PRINTED, st.sampled_from(FOREIGN))
def test_a_number_abroad_is_never_an_id(printed: tuple[int, str], country: str) -> None:
    text = printed[1]
    assert legal_person("Matka", text, country) == LegalPerson("Matka", None, " ".join(text.split()), country)


@given(PRINTED, st.integers(1, 9), st.sampled_from([*CZECH, *NOT_TOLD]))
def test_a_wrong_check_digit_is_no_id(printed: tuple[int, str], shift: int, country: str | None) -> None:
    ico = printed[0]
    wrong = f"{ico // 10:07d}{(ico % 10 + shift) % 10}"
    person = legal_person("Matka", wrong, country)
    assert person == LegalPerson("Matka", None, wrong, country)


@pytest.mark.parametrize("number", ["123456789", "HRB 80390", "CZ00514152", "1e7", "-9980016"])
@pytest.mark.parametrize("country", ["Česká republika", None])
def test_what_is_no_number_of_eight_digits_is_no_id(number: str, country: str | None) -> None:
    assert legal_person("Matka", number, country) == LegalPerson("Matka", None, number, country)


@pytest.mark.parametrize("number", ["0", "00000000", "0 0", "-", "neuvedeno", "000/0", ""])
@pytest.mark.parametrize("country", ["Česká republika", "Slovensko", None])
def test_a_placeholder_is_no_number(number: str, country: str | None) -> None:
    person = legal_person("Matka", number, country, registration=number, euid=number)
    assert person == LegalPerson("Matka", None, None, country)
    assert legal_person(None, number, country) is None


@pytest.mark.parametrize(
    ("address", "country", "ico", "claimed"),
    [
        (
            "Marienplatz 1, 80331 München, Spolková republika Německo",
            "Spolková republika Německo",
            None,
            None,
        ),
        ("Arch. Makariou III 1, Limassol, Kypr", "Kypr", None, None),
        ("Radlická 3294/10, 15000 Praha 5, Česká republika", "Česká republika", 514152, None),
        # A Czech town with its postal code.
        ("Radlická 3294/10, Smíchov, 15000 Praha 5", None, 514152, None),
        ("Dlouhá 5, 602 00 Brno", None, 514152, None),
        ("Dlouhá 5, Brno", None, None, 514152),
        ("Hlavná 5, 010 01 Žilina", None, None, 514152),
        ("Hauptstr. 5, 10115 Berlin", None, None, 514152),
        ("Kypr 12, Lhota", None, None, 514152),
        ("Lhota, CY", None, None, 514152),
        (None, None, None, 514152),
    ],
)
def test_an_address_in_words_may_tell_the_country(
    address: str | None, country: str | None, ico: int | None, claimed: int | None
) -> None:
    person = legal_person("Matka", "00514152", None, address=address)
    foreign = None if ico else "00514152"
    assert person == LegalPerson("Matka", ico, foreign, country, claimed_ico=claimed)


def test_a_foreign_number_stands_beside_a_czech_id() -> None:
    person = legal_person("Matka", "514152", "ČR", registration="12-34", euid="CZOR.1")
    assert person == LegalPerson("Matka", 514152, "12-34", "ČR")


def test_a_person_without_a_name_is_called_by_the_number() -> None:
    assert legal_person(None, "514152", "ČR") == LegalPerson("514152", 514152, None, "ČR")
    assert legal_person(None, None, "ČR") is None
