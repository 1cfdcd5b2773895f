from __future__ import annotations

import pytest

from soupis.accounts import passwords
from soupis.accounts.errors import AccountError


@pytest.fixture(autouse=True)
def real_parameters(cheap_hashes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()


def test_passwords_are_stored_as_argon2id_of_64_mib() -> None:
    stored = passwords.hash_password("spravny kun baterie")
    assert stored.startswith("$argon2id$v=19$m=65536,t=2,p=1$")
    assert passwords.verify_password(stored, "spravny kun baterie")
    assert not passwords.verify_password(stored, "Spravny kun baterie")
    assert not passwords.needs_rehash(stored)


def test_comparing_with_no_account_is_the_same_work() -> None:
    assert passwords._HASHER.check_needs_rehash(passwords._DUMMY_HASH) is False
    assert not passwords.verify_password(passwords._DUMMY_HASH, "")


def test_what_is_no_hash_is_no_match() -> None:
    for stored in (None, "", "x", "$argon2id$v=19$m=65536,t=2,p=1$broken"):
        assert not passwords.verify_password(stored, "spravny kun baterie")
    assert not passwords.verify_password(None, "nobody's password")


@pytest.mark.parametrize(
    "password", ["kratke", "x" * 201, "abababababab", "jana@firma.cz", "JananovakovaJananovakova"]
)
def test_the_first_guesses_are_refused(password: str) -> None:
    with pytest.raises(AccountError):
        passwords.check_new_password(
            password, "jana@firma.cz" if "@" in password else "jananovakova@firma.cz"
        )


@pytest.mark.parametrize("password", ["1234567890", "1234567890a", "Password123", "QWERTYUIOP", "manchester"])
def test_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(AccountError, match="most common"):
        passwords.check_new_password(password, "jana@firma.cz")


@pytest.mark.parametrize("password", ["spravny kun", "4071823956k", "ž" * 6 + "áéíóú"])
def test_any_other_text_is_a_password(password: str) -> None:
    passwords.check_new_password(password, "jana@firma.cz")
