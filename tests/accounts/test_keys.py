from __future__ import annotations

import re
from hashlib import sha256

from soupis.accounts.keys import is_well_formed, new_key
from soupis.accounts.tokens import fingerprint


def test_a_key_is_soupis_and_46_base62_characters() -> None:
    assert re.fullmatch(r"soupis_[0-9A-Za-z]{46}", new_key())


def test_no_two_keys_are_the_same() -> None:
    assert len({new_key() for _ in range(1000)}) == 1000


def test_a_new_key_is_well_formed() -> None:
    assert all(is_well_formed(new_key()) for _ in range(200))


def test_one_mistyped_character_anywhere_is_found() -> None:
    key = new_key()
    for place in range(len(key)):
        other = "a" if key[place] != "a" else "b"
        assert not is_well_formed(key[:place] + other + key[place + 1 :])


def test_two_swapped_characters_are_found() -> None:
    key = new_key()
    for place in range(7, len(key) - 1):
        swapped = key[:place] + key[place + 1] + key[place] + key[place + 2 :]
        assert swapped == key or not is_well_formed(swapped)


def test_shortened_lengthened_and_foreign_texts_are_not_keys() -> None:
    key = new_key()
    for wrong in ("", "soupis_", key[:-1], key + "0", key + "\n", " " + key, key[7:], "ghp_" + key[7:]):
        assert not is_well_formed(wrong)


def test_the_fingerprint_is_the_sha_256_of_the_whole_key() -> None:
    key = new_key()
    assert fingerprint(key) == sha256(key.encode("ascii")).digest()
