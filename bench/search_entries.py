"""Entries for the search benchmark, made from the made-up companies and persons of `soupis.synthetic`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.synthetic.companies import World
from soupis.synthetic.days import ISO

_REGIONS = (19, 27, 35, 43, 51, 60, 78, 86, 94, 108, 116, 124, 132, 141)
_SEED = 1
_VAT = ("platce", "neplatce", None, None, "neplatce", None, "platce")
_INSOLVENCY = (False, None, False, False, None)


def companies(count: int) -> Iterator[CompanyEntry]:
    """Yield companies in the order of their IDs; every twelfth legal person has had another name."""
    world = World(_SEED, count)
    rng = random.Random(_SEED)
    previous = "Bohemia Trade s.r.o."
    for index in range(count):
        company = world.company(index)
        seat = company.seat
        renamed = not company.form.natural and rng.random() < 1 / 12
        codes = {company.trade.nace2008, company.trade.nace2025}
        codes.update(world.company(rng.randrange(index + 1)).trade.nace2008 for _ in range(rng.randint(0, 2)))
        yield CompanyEntry(
            ico=int(company.ico),
            name=company.name,
            former_names=[previous] if renamed else [],
            places=[place for place in (seat.town.name, seat.part, seat.city_district) if place],
            region=_REGIONS[sum(seat.town.district.encode()) % len(_REGIONS)],
            legal_form=company.form.code,
            legal_form_ros=company.form.ros,
            nace=sorted(code for code in codes if code),
            living=not company.ceased,
            size=min(255, int(company.headcount) // 2 + int(rng.expovariate(0.1))),
            district=seat.town.name,
            street=seat.street or None,
            house=f"{seat.house_number}/{seat.orientation_number}".rstrip("/"),
            postcode=int(seat.postal_code),
            marks=[] if company.form.natural else [f"C {index}/MSPH"],
            vat=_VAT[index % len(_VAT)],
            insolvency=_INSOLVENCY[index % len(_INSOLVENCY)],
            founded=ISO[company.founded],
            headcount=company.headcount,
        )
        if not company.form.natural:
            previous = company.name


def persons(count: int) -> Iterator[PersonEntry]:
    """Yield persons in the order of their numbers."""
    world = World(_SEED, count)
    rng = random.Random(_SEED)
    for number in range(1, count + 1):
        person = world.person(number)
        total = 1 + int(rng.expovariate(0.7))
        yield PersonEntry(
            id=number,
            first_name=person.first_name,
            last_name=person.last_name,
            companies=total,
            active_companies=rng.randint(0, total),
            birth_year=rng.randint(1940, 2005),
            company_names=[world.company(rng.randrange(count)).name for _ in range(min(total, 20))],
        )
