"""How often two people are taken for one, and one for two, on made-up companies whose people are known.

python -m bench.persons [COMPANIES]

Entries are drawn as the generator draws members of bodies: a sixth of them without a birth date.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from heapq import nlargest
from random import Random

from soupis.ingest.merge.identity import Identifier
from soupis.queries.namesakes import MOST, MOST_READ, meets, name_of, namesakes_of
from soupis.registers.records import NaturalPerson
from soupis.search.entries import PersonEntry
from soupis.synthetic.companies import World
from soupis.synthetic.days import ISO
from soupis.synthetic.people import Casting

_SEED = 2026
_MEMBERS = 3
_UNDATED = 0.16
_SEARCHED = 20  # of so many companies of a person the index knows


def main(companies: int) -> None:
    """Print the rates."""
    world = World(_SEED, companies)
    casting, identifier, random = (
        Casting(world),
        Identifier(b"secret of the bench, 32 bytes..."),
        Random(_SEED),
    )
    # Person as stored → who it really is, and what the index knows of it.
    stored: dict[bytes, set[int]] = defaultdict(set)
    known: dict[bytes, PersonEntry] = {}
    really: dict[int, set[bytes]] = defaultdict(set)
    entries = 0
    for index in range(companies):
        company = world.company(index)
        casting.start()
        for _ in range(_MEMBERS):
            person = casting.person(company, random, company.founded)
            born = ISO[person.birth_day] if random.random() >= _UNDATED else None
            record = NaturalPerson(first_name=person.first_name, last_name=person.last_name, birth_date=born)
            identity = identifier.identify(record, int(company.ico)).identity
            stored[identity].add(person.number)
            really[person.number].add(identity)
            year = int(born[:4]) if born else None
            entry = known.setdefault(
                identity, PersonEntry(len(known), person.first_name, person.last_name, 0, 0, year, [], [])
            )
            entry.companies += 1
            if entry.companies <= _SEARCHED:
                entry.company_names.append(company.name)
                entry.towns.append(company.seat.town.name)
            entries += 1
    verified = [identity for identity, entry in known.items() if entry.birth_year]
    merged = [identity for identity in verified if len(stored[identity]) > 1]
    split = [person for person, identities in really.items() if len(identities) > 1]
    both, shown = f"{len(merged):,} of {len(verified):,}", f"moznaTaz ({MOST} at most)"
    print(f"{companies:,} companies, {entries:,} entries of {len(really):,} people, {len(stored):,} stored")
    print(f"two people taken for one, of those verified: {both} ({len(merged) / len(verified):.4%})")
    print(f"one taken for several: {len(split):,} of {len(really):,} ({len(split) / len(really):.2%})")
    _print_hints(known, {person: really[person] for person in split}, shown)


def _print_hints(known: dict[bytes, PersonEntry], split: dict[int, set[bytes]], shown: str) -> None:
    """Print how often an entry without a date leads to its person's other ones, by the service's rule."""
    of_name: dict[str, dict[str, PersonEntry]] = defaultdict(dict)
    for identity, entry in known.items():
        of_name[name_of(entry)][identity.hex()] = entry
    alone = told = beside = met = 0
    for identities in split.values():
        for identity in identities:
            entry = known[identity]
            if entry.birth_year:
                continue
            others = {item.hex() for item in identities - {identity}}
            everybody = of_name[name_of(entry)]
            beside_it = [key for key, other in everybody.items() if meets(entry, other)]
            frequent = nlargest(MOST_READ, everybody, key=lambda key: everybody[key].companies)
            read = {key: everybody[key] for key in (*beside_it[:MOST_READ], *frequent)}
            hints = {hint.klic for hint in namesakes_of(identity.hex(), entry, {name_of(entry): read})}
            near = others.intersection(beside_it)
            alone += 1
            told += not others.isdisjoint(hints)
            beside += bool(near)
            met += not near.isdisjoint(hints)
    print(f"entries without a date of somebody who is stored elsewhere too: {alone:,}")
    print(f"of these, the person elsewhere is in {shown}: {told:,} ({told / max(1, alone):.1%})")
    print(
        f"of those in the same company or town as before: {met:,} of {beside:,} ({met / max(1, beside):.1%})"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
