"""Who may be the same person: others of the same name, where one of the two has no birth date.

In the same company two dates of one year may be one that was mistyped, too.

They are looked for as persons are read, because each new entry of such a name would change the documents of
all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from soupis.folding import fold
from soupis.queries.services import Services
from soupis.search.entries import PersonEntry, person_entry
from soupis.search.persons import Namesakes
from soupis.search.reader import DamagedIndexError
from soupis.store.documents import StoredProfile
from soupis.wire.labels import PERHAPS_SAME
from soupis.wire.person import MoznaTaz

MOST = 10
# So many persons of all names of a page are looked at; where there are more, as many in the same companies
# and towns besides.
MOST_READ = 100
# By so many companies and towns of a person others are looked for.
_MOST_BESIDE = 2
_REASONS = ("firma", "rok", "obec", "jmeno")  # the strongest first


def namesakes_by_key(services: Services, profiles: Sequence[StoredProfile]) -> dict[str, list[MoznaTaz]]:
    """Return who may be the same person as each, by key; nothing while there is no index to look in."""
    persons = _by_key(profiles)
    try:
        numbers = services.persons.namesakes(map(_looked_for, persons.values()), MOST_READ)
    except DamagedIndexError:
        numbers = None
    if numbers is None:
        return {}
    others: dict[str, dict[str, PersonEntry]] = {}
    for key, other in _by_key(services.documents.profiles(numbers)).items():
        others.setdefault(name_of(other), {})[key] = other
    return {key: namesakes_of(key, person, others) for key, person in persons.items()}


def _by_key(profiles: Iterable[StoredProfile]) -> dict[str, PersonEntry]:
    return {item.key: person_entry(item.number, item.body, item.towns) for item in profiles}


def name_of(person: PersonEntry) -> str:
    """Return the folded name."""
    return fold(f"{person.first_name or ''} {person.last_name}")


def _looked_for(person: PersonEntry) -> Namesakes:
    companies, towns = person.company_names[:_MOST_BESIDE], person.towns[:_MOST_BESIDE]
    return Namesakes(name_of(person), person.birth_year, tuple(companies), tuple(towns))


def namesakes_of(key: str, person: PersonEntry, others: dict[str, dict[str, PersonEntry]]) -> list[MoznaTaz]:
    """Return who may be the same as a person, the likeliest first; `others` by folded name, then by key."""
    found = [
        (_REASONS.index(reason), other_key)
        for other_key, other in others.get(name_of(person), {}).items()
        if other_key != key and (reason := _reason(person, other))
    ]
    return [
        MoznaTaz(klic=other, duvod=PERHAPS_SAME[_REASONS[strength]].cs)
        for strength, other in sorted(found)[:MOST]
    ]


def _reason(person: PersonEntry, other: PersonEntry) -> str | None:
    """Return what speaks for somebody of the same name being the same person, None where nothing does.

    Two birth dates tell two people apart; only in one company may two of a year be one that was mistyped.
    """
    together = _meet(person.company_names, other.company_names)
    if person.birth_year is not None and other.birth_year is not None:
        return "rok" if together and person.birth_year == other.birth_year else None
    return "firma" if together else "obec" if _meet(person.towns, other.towns) else "jmeno"


def meets(person: PersonEntry, other: PersonEntry) -> bool:
    """Tell whether two persons sit in one company or in companies of one town."""
    return _meet(person.company_names, other.company_names) or _meet(person.towns, other.towns)


def _meet(some: Iterable[str], others: Iterable[str]) -> bool:
    return not set(some).isdisjoint(others)
