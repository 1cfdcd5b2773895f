"""How often two people are taken for one, and one for two, on made-up companies whose people are known.

python -m bench.persons [COMPANIES]

Entries are drawn as the generator draws members of bodies: a sixth of them without a birth date.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random

from soupis.folding import fold
from soupis.ingest.merge.identity import Identifier
from soupis.registers.records import NaturalPerson
from soupis.synthetic.companies import World
from soupis.synthetic.days import ISO
from soupis.synthetic.people import Casting

_SEED = 2026
_MEMBERS = 3
_UNDATED = 0.16
_SHOWN = 10


def main(companies: int) -> None:
    """Print the rates."""
    world = World(_SEED, companies)
    casting, identifier, random = (
        Casting(world),
        Identifier(b"secret of the bench, 32 bytes..."),
        Random(_SEED),
    )
    # Person as stored → who it really is, with the folded name and whether its date is known.
    stored: dict[bytes, set[int]] = defaultdict(set)
    names: dict[bytes, tuple[str, bool]] = {}
    really: dict[int, set[bytes]] = defaultdict(set)
    entries = 0
    for index in range(companies):
        company = world.company(index)
        casting.start()
        for _ in range(_MEMBERS):
            person = casting.person(company, random, company.founded)
            known = random.random() >= _UNDATED
            born = ISO[person.birth_day] if known else None
            record = NaturalPerson(first_name=person.first_name, last_name=person.last_name, birth_date=born)
            identity = identifier.identify(record, int(company.ico)).identity
            stored[identity].add(person.number)
            really[person.number].add(identity)
            names[identity] = (fold(f"{person.first_name} {person.last_name}"), known)
            entries += 1
    of_name: dict[str, list[bytes]] = defaultdict(list)
    for identity, (name, _known) in names.items():
        of_name[name].append(identity)
    verified = [identity for identity, (_, known) in names.items() if known]
    merged = [identity for identity in verified if len(stored[identity]) > 1]
    split = [person for person, identities in really.items() if len(identities) > 1]
    told = alone = 0
    for someone in split:
        for identity in really[someone]:
            name, known = names[identity]
            if known:
                continue
            alone += 1
            told += len(of_name[name]) - 1 <= _SHOWN
    both, shown = f"{len(merged):,} of {len(verified):,}", f"moznaTaz ({_SHOWN} at most)"
    print(f"{companies:,} companies, {entries:,} entries of {len(really):,} people, {len(stored):,} stored")
    print(f"two people taken for one, of those verified: {both} ({len(merged) / len(verified):.4%})")
    print(f"one taken for several: {len(split):,} of {len(really):,} ({len(split) / len(really):.2%})")
    print(f"entries without a date of somebody who is stored elsewhere too: {alone:,}")
    print(f"of these, everybody of the name is in {shown}: {told:,} ({told / max(1, alone):.1%})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
