"""Who is who: the identity of natural persons and the public keys of their profiles.

Two entries mean the same person when folded first name, surname and birth date agree. Without a birth date
a name says too little, so such a person is bound to the one company it was found in.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from soupis.folding import fold, slug
from soupis.ingest.merge.casing import usual_case
from soupis.ingest.privacy import HIDDEN, redact_name
from soupis.registers.records import NaturalPerson, SourceError


class PersonRow(NamedTuple):
    """A person as the `person` table holds it, without number and key."""

    identity: bytes
    first_name: str | None
    last_name: str
    title_before: str | None
    title_after: str | None
    birth_date: str | None


def number_of(identity: bytes) -> int:
    """Return the number of a person: 63 bits of the identity, as databases hold signed integers."""
    return int.from_bytes(identity[:8]) >> 1


def fuller(one: PersonRow, other: PersonRow) -> PersonRow:
    """Return the better spelt of two rows with one number, whatever the order in which they were met.

    Raises SourceError where they are of two persons.
    """
    if one.identity != other.identity:
        raise SourceError(
            f"Two persons have the number {number_of(one.identity)}. Nothing of the batch was stored; please "
            "report this: it needs a longer number."
        )
    merged = [
        max(left or "", right or "", key=_quality) or None
        for left, right in zip(one[1:], other[1:], strict=True)
    ]
    return PersonRow(one.identity, *merged)  # type: ignore[arg-type]


def _quality(text: str) -> tuple[str, int, str]:
    """Return a sort key of spellings: the last one has diacritics, or is written McCarthy or van der Berg.

    Letters with diacritics come after plain ones, and small letters after capitals.
    """
    capitals = sum(after.isupper() and before.isalpha() for before, after in pairwise(text))
    return text.lower(), capitals, text


class Identifier:
    """Derives identities and keys; the secret keeps birth dates from being guessed back out of them."""

    def __init__(self, secret: bytes) -> None:
        key = secret[:64]
        # To copy a hash that has its key takes a third of what it takes to make one.
        self._identity = blake2b(digest_size=16, key=key, person=b"identity")
        self._key = blake2b(digest_size=3, key=key, person=b"key")

    def identify(self, person: NaturalPerson, ico: int) -> PersonRow:
        """Return the row of a person found in a company."""
        first, first_name = _forms(person.first_name, surname=False)
        last, last_name = _forms(person.last_name, surname=True)
        bound = person.birth_date or f"ico:{ico}"
        identity = _digest(self._identity, f"{first}|{last}|{bound}")
        return PersonRow(
            identity,
            first_name,
            last_name or "?",
            person.title_before and redact_name(person.title_before),
            person.title_after and redact_name(person.title_after),
            person.birth_date,
        )

    def key(self, person: PersonRow, attempt: int = 0) -> str:
        """Return the public key of a person; a taken key asks for the next attempt."""
        year = person.birth_date[:4] if person.birth_date else "0000"
        digest = _digest(self._key, f"{person.identity.hex()}|{attempt}").hex()
        return f"{name_in_key(person.first_name, person.last_name)}-{year}-{digest}"


def name_in_key(first_name: str | None, last_name: str) -> str:
    """Return the part of a key that tells the name, "jan-vzorovy"; what is hidden in it is left out."""
    return f"{_slug(first_name or '', 40)}-{_slug(last_name, 60)}"


@lru_cache(maxsize=65_536)
def _slug(name: str, longest: int) -> str:
    return slug(name.replace(HIDDEN, ""))[:longest].strip("-") or "x"


def _digest(purpose: blake2b, text: str) -> bytes:
    hashed = purpose.copy()
    hashed.update(text.encode())
    return hashed.digest()


# A million persons share some tens of thousands of names.
@lru_cache(maxsize=65_536)
def _forms(name: str | None, *, surname: bool) -> tuple[str, str | None]:
    """Return a name as it is compared, and as it is stored: in usual casing, without private details."""
    compared = " ".join(re.findall(r"\w+", fold(name or "")))
    return compared, redact_name(usual_case(name, surname=surname)) if name else None
