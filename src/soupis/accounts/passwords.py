"""Passwords: argon2id, its parameters in one place, and the rules for a new one."""

from __future__ import annotations

import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from soupis.accounts.errors import AccountError

# 64 MiB and two passes take about 0.1 s of one processor; a change here re-hashes each password at the
# next sign-in. Callers bound how many run at once (`heavy_work`).
_HASHER = PasswordHasher(time_cost=2, memory_cost=64 * 1024, parallelism=1)
# What a password is compared with where there is no account: the same parameters, so the same work. Salt and
# hash are zeros, as those of no password are; hashing one here would cost every start of a process 0.1 s.
_DUMMY_HASH = f"$argon2id$v=19$m=65536,t=2,p=1${'A' * 22}${'A' * 43}"

MIN_LENGTH = 10
MAX_LENGTH = 200
_MIN_DIFFERENT = 5


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password as it is stored (PHC text, salt included)."""
    return _HASHER.hash(_normalized(password))


def verify_password(stored: str | None, password: str) -> bool:
    """Tell whether a password is right; takes equally long when there is nothing to compare it with."""
    try:
        matches = _HASHER.verify(stored or _DUMMY_HASH, _normalized(password)[:MAX_LENGTH])
    except (VerificationError, InvalidHashError):
        return False
    return matches and stored is not None


def needs_rehash(stored: str) -> bool:
    """Tell whether a hash was made with other parameters than those of today."""
    return _HASHER.check_needs_rehash(stored)


def check_new_password(password: str, email: str) -> None:
    """Raise `AccountError` for a password that is too short, too long, common, or the first to be guessed."""
    text = _normalized(password)
    if not MIN_LENGTH <= len(text) <= MAX_LENGTH:
        raise AccountError(
            f"Heslo musí mít {MIN_LENGTH} až {MAX_LENGTH} znaků.",
            f"The password must be {MIN_LENGTH} to {MAX_LENGTH} characters long.",
        )
    if len(set(text)) < _MIN_DIFFERENT:
        raise AccountError(
            f"Heslo musí obsahovat aspoň {_MIN_DIFFERENT} různých znaků.",
            f"The password must contain at least {_MIN_DIFFERENT} different characters.",
        )
    name = email.partition("@")[0]
    if text.lower() in (email, name, name * 2):
        raise AccountError(
            "Heslo se nesmí shodovat s e-mailovou adresou.",
            "The password must not be the e-mail address.",
        )

    if text.lower() in _common():
        raise AccountError(
            "Toto heslo patří k nejčastějším, útočníci je zkoušejí první; zvolte jiné, třeba několik slov.",
            "This password is among the most common ones, which attackers try first; choose another one, "
            "say, several words.",
        )


@cache
def _common() -> frozenset[str]:
    """Return the common passwords that are long enough to be allowed otherwise, in lower case."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # 94,000 words: only once somebody chooses a password

    return frozenset(word for word in FREQUENCY_LISTS["passwords"] if len(word) >= MIN_LENGTH)


def _normalized(password: str) -> str:
    """Return the one form of texts that look the same: keyboards write accents in different ways."""
    return unicodedata.normalize("NFKC", password)
