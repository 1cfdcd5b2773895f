"""Single values: dates and amounts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers.records import Amount
from soupis.registers.values import amount, czech_date, decimal, iso_date, known_date, whole_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("200000;00", "200000"),
        ("200 000;50", "200000.5"),
        ("3\u00a0100\u202f000;00", "3100000"),
        ("1.000.000;00", "1000000"),
        ("33;33", "33.33"),
        ("33,33", "33.33"),
        ("33.3", "33.3"),
        ("100", "100"),
        ("0;00", "0"),
        ("007", "7"),
        ("-5;5", "-5.5"),
        ("20 000,-", "20000"),
        ("200.000", None),
        ("1,234", None),
        ("padesát", None),
        ("4/5", None),
        ("1;2;3", None),
        ("", None),
    ],
)
def test_decimal_is_read_only_when_its_meaning_is_certain(text: str, value: str | None) -> None:
    assert decimal(text) == value


@pytest.mark.parametrize(
    ("unit", "text", "expected"),
    [
        ("KORUNY", "200000;00", Amount("KORUNY", "200000", "200000;00")),
        ("PROCENTA", "100 %", Amount("PROCENTA", "100", "100 %")),
        ("EUR", "10;5", Amount("EUR", "10.5", "10;5")),
        ("ZLOMEK", "1;3", Amount("ZLOMEK", None, "1/3")),
        ("ZLOMEK", "1/3", Amount("ZLOMEK", None, "1/3")),
        ("USD", "10;50", Amount("USD", "10.5", "10;50")),
        ("PODIL", "1;3", Amount("PODIL", None, "1;3")),
        ("PODIL", "1;10", Amount("PODIL", None, "1;10")),
        ("LIBRY", "5000;00", Amount("LIBRY", "5000", "5000;00")),
        ("TEXT", "padesát\n procent", Amount("TEXT", None, "padesát procent")),
        ("TEXT", "50", Amount("TEXT", None, "50")),
        (None, "50", Amount("TEXT", None, "50")),
        ("KORUNY", " ", None),
        ("KORUNY", None, None),
    ],
)
def test_amount_keeps_its_unit_and_its_text(unit: str | None, text: str | None, expected: Amount) -> None:
    assert amount(unit, text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6.8.2003", "2003-08-06"),
        ("06-08-2003", "2003-08-06"),
        (" 6. 8. 2003 ", "2003-08-06"),
        ("2003-08-06", "2003-08-06"),
        ("31.2.2003", None),
        ("srpen 2003", None),
        ("", None),
        (None, None),
    ],
)
def test_czech_date_is_read_in_the_forms_of_the_register(text: str | None, value: str | None) -> None:
    assert czech_date(text) == value


@pytest.mark.parametrize("text", ["20030806", "2003-8-6", "2003-02-30", "2003-W01-1", "nic", "2003-08-06 "])
def test_iso_date_refuses_every_other_form(text: str) -> None:
    with pytest.raises(ValueError, match="is not a date"):
        iso_date(text)


def test_known_date_takes_the_day_of_a_moment() -> None:
    assert known_date("2003-08-06T10:00:00") == "2003-08-06"
    assert known_date("0000-00-00") is None


@pytest.mark.parametrize(
    ("value", "number"),
    [(14000, 14000), ("140 00", 14000), ("14000", 14000), (True, None), (-1, None), ("x", None), ("²", None)],
)
def test_whole_number_is_read_from_numbers_and_digits(value: object, number: int | None) -> None:
    assert whole_number(value) == number


@given(st.text(max_size=40))
def test_any_text_is_a_value_or_nothing(text: str) -> None:
    for found in (decimal(text), czech_date(text), known_date(text)):
        assert found is None or found.isascii()
    read = amount("KORUNY", text)
    assert read is None or read.text
