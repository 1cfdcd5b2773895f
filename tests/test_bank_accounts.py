"""A bank account is one thing in any notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.bank_accounts import (
    account_key,
    group_iban,
    has_valid_iban_digits,
    parse_account,
    with_check_digit,
)
from tests.support.bank_accounts import NOTATIONS, Parts, is_valid, valid_accounts


@given(valid_accounts)
def test_national_notation_and_iban_lead_to_each_other(parts: Parts) -> None:
    account = parse_account(parts.national)
    assert account is not None
    assert (account.national, account.iban, account.key) == (parts.national, parts.iban, parts.iban)
    assert account.bank == f"{parts.bank:04d}"
    assert parse_account(parts.iban) == account
    assert has_valid_iban_digits(parts.iban)


@given(valid_accounts, st.sampled_from(sorted(NOTATIONS)))
def test_every_notation_is_the_same_account(parts: Parts, notation: str) -> None:
    written = NOTATIONS[notation](parts)
    assert parse_account(written) == parse_account(parts.national)
    assert account_key(written) == parts.iban


@given(valid_accounts, st.integers(0, 9), st.integers(0, 23))
def test_a_mistyped_digit_is_never_another_account_in_an_iban(parts: Parts, digit: int, place: int) -> None:
    if place < 2 or parts.iban[place] == str(digit):
        return
    account = parse_account(parts.iban[:place] + str(digit) + parts.iban[place + 1 :])
    assert account is not None
    assert (account.iban, account.national) == (None, None)
    assert account.key != parts.iban


@given(st.integers(0, 999_999), st.integers(1, 9_999_999_999), st.integers(0, 9_999))
def test_a_number_is_converted_only_with_right_check_digits(prefix: int, number: int, bank: int) -> None:
    account = parse_account(f"{prefix}-{number}/{bank:04d}")
    assert account is not None
    assert (account.iban is not None) is (account.national is not None)
    assert (account.iban is not None) is (is_valid(prefix) and is_valid(number))
    assert account.key == account_key(f"{prefix:06d}-{number:010d}/{bank:04d}"), "it can still be found"


def test_without_a_dash_the_digits_are_those_of_the_number_alone() -> None:
    joined, apart = parse_account("192808601/0100"), parse_account("19-2808601/0100")
    assert joined and apart and joined.key != apart.key
    padded = parse_account("190002808601/0100")
    assert padded == apart, "more than ten digits can only be a prefix before a padded number"


@pytest.mark.parametrize(
    "iban",
    ["SK3112000000198742637541", "DE89370400440532013000", "GB29NWBK60161331926819", "NO9386011117947"],
)
def test_a_foreign_iban_stays_as_it_is(iban: str) -> None:
    for written in (iban, iban.lower(), group_iban(iban), f"IBAN: {group_iban(iban)}"):
        account = parse_account(written)
        assert account is not None
        assert (account.key, account.iban, account.national, account.bank) == (iban, iban, None, None)
        assert account.text == iban


@pytest.mark.parametrize(
    "text",
    ["", "123", "19-2000145399", "/0800", "2000145399/080", "2000145399/08000", "12345678901234567/0800",
     "1234567-19/0800", "CZ650800000019200014539", "XX6508000000192000145399", "CZ65080000001920001453AB",
     "SK311200000019874263754", "účet", "19-2000145399/0800 a další"],
)  # fmt: skip
def test_what_is_not_written_like_an_account_is_none(text: str) -> None:
    assert parse_account(text) is None


@given(st.text(max_size=40))
def test_any_text_has_a_key_that_is_one_term(text: str) -> None:
    parse_account(text)
    assert not any(char.isspace() for char in account_key(text))


@given(st.integers(1, 10**9 - 10))
def test_a_number_with_its_check_digit_is_right(stem: int) -> None:
    account = parse_account(f"{with_check_digit(stem)}/9999")
    assert account is not None and account.iban is not None


@pytest.mark.parametrize("printed", ["BANK XY 123 456", "1234567890/0100", "SK00 0000"])
def test_what_a_register_printed_and_cannot_be_converted_keeps_one_key(printed: str) -> None:
    assert (
        account_key(printed) == account_key(f" {printed.lower()} ") == account_key(printed.replace(" ", ""))
    )


def test_both_notations_are_told_in_one_text() -> None:
    account = parse_account("CZ6508000000192000145399")
    assert account and account.notations == "19-2000145399/0800, IBAN CZ6508000000192000145399"
    assert account.text == "19-2000145399/0800"
    mistyped = parse_account("123456789/0800")
    assert mistyped and mistyped.notations == mistyped.text == "123456789/0800"
