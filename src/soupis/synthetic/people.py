"""Who sits where: most persons in one company, some in a few, a handful in hundreds."""

from __future__ import annotations

from random import Random

from soupis.synthetic.companies import Company, Person, World

# Persons are numbered in three ranges: those of one company alone, acquaintances, and the ubiquitous.
_OWN, _SHARED, _UBIQUITOUS = 1 << 40, 1 << 41, 1 << 42
_OWN_SLOTS = 64
_OF_AGE = int(18 * 365.25)
_TRIES = 40


def of_age(person: Person, on_day: int) -> bool:
    """Tell whether a person was of age on a day."""
    return person.birth_day + _OF_AGE <= on_day


class Casting:
    """Draws persons and partner companies for one company at a time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._shared = max(12, world.companies // 12)
        self._ubiquitous = max(8, world.companies // 40)
        self._slot = 0

    def start(self) -> None:
        """Begin with the next company."""
        self._slot = 0

    def person(self, company: Company, random: Random, entered: int) -> Person:
        """Return a person who was of age on the day number `entered`."""
        chance = random.random()
        if chance < 0.70:
            self._slot += 1
            number = _OWN + company.index * _OWN_SLOTS + self._slot % _OWN_SLOTS
        elif chance < 0.97:
            number = _SHARED + int(random.random() * self._shared)
        else:  # logarithmic: person number n comes up in proportion to 1/n
            number = _UBIQUITOUS + int(self._ubiquitous ** random.random())
        person = self._world.person(number)
        for _ in range(_TRIES):
            if of_age(person, entered):
                break
            number += 7
            person = self._world.person(number)
        return person

    def partner(self, company: Company, random: Random) -> Company | None:
        """Return another living legal person, or None where none was met in a few tries."""
        count = self._world.companies
        for _ in range(6):
            draw = random.random()
            # Some own many: a logarithmic choice, scattered over the whole range by a prime factor.
            rank = int(count ** random.random()) if draw < 0.3 else int(draw * count)
            other = self._world.company(rank * 7919 % count)
            if not other.form.natural and not other.ceased and other.index != company.index:
                return other
        return None
