"""Who may be the same person: others of the same name, where one of the two has no birth date.

They are looked for as persons are read, because each new entry of such a name would change the documents of
all others.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from soupis.folding import fold
from soupis.queries.services import Services
from soupis.search.persons import Namesakes
from soupis.search.reader import DamagedIndexError
from soupis.wire.base import encode
from soupis.wire.labels import PERHAPS_SAME
from soupis.wire.person import FirmaOsoby, MoznaTaz

_MOST = 10
# So many persons of all names of a page are looked at, those with most companies first.
_MOST_READ = 100
_UNKNOWN = b'"moznaTaz":null'
_REASONS = ("firma", "obec", "jmeno")  # the strongest first


class _Person(msgspec.Struct, rename="camel", gc=False):
    """What of a search item or profile tells whether it may be somebody else."""

    klic: str
    jmeno: str | None
    prijmeni: str
    rok_narozeni: int | None
    firmy: list[FirmaOsoby]
    obec: str | None

    @property
    def name(self) -> str:
        """The folded name."""
        return fold(f"{self.jmeno or ''} {self.prijmeni}")

    def reason(self, other: _Person) -> str:
        """What speaks for somebody of the same name being the same person."""
        if {company.ico for company in self.firmy} & {company.ico for company in other.firmy}:
            return "firma"
        return "obec" if self.obec is not None and self.obec == other.obec else "jmeno"


_decode = msgspec.json.Decoder(_Person).decode


def with_namesakes(services: Services, documents: Sequence[bytes]) -> list[bytes]:
    """Return items or profiles of persons with those who may be the same as each.

    They come as they are while there is no index to look in.
    """
    persons = list(map(_decode, documents))
    wanted = {Namesakes(person.name, undated=person.rok_narozeni is not None) for person in persons}
    try:
        numbers = services.persons.namesakes(sorted(wanted), _MOST_READ)
    except DamagedIndexError:
        numbers = None
    if numbers is None:
        return list(documents)
    others: dict[str, list[_Person]] = {}
    for other in map(_decode, services.documents.person_summaries(numbers)):
        others.setdefault(other.name, []).append(other)
    return [
        document.replace(_UNKNOWN, b'"moznaTaz":' + encode(_found(person, others)), 1)
        for person, document in zip(persons, documents, strict=True)
    ]


def _found(person: _Person, others: dict[str, list[_Person]]) -> list[MoznaTaz]:
    """Return who may be the same as a person, the likeliest first; two birth dates tell two people apart."""
    found = [
        (_REASONS.index(person.reason(other)), other.klic)
        for other in others.get(person.name, ())
        if other.klic != person.klic and (person.rok_narozeni is None or other.rok_narozeni is None)
    ]
    return [
        MoznaTaz(klic=key, duvod=PERHAPS_SAME[_REASONS[strength]].cs)
        for strength, key in sorted(found)[:_MOST]
    ]
