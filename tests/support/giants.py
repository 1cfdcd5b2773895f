"""A company with tens of thousands of members, put into the documents of an installation."""

from __future__ import annotations

import random

from sqlalchemy import select, update

from soupis.installation import Installation
from soupis.queries.companies import decode_detail
from soupis.store.engine import writing
from soupis.store.tables import company_document
from soupis.times import prague_today
from soupis.wire.acting_words import who_acts
from soupis.wire.base import encode
from soupis.wire.company import Clen, FyzickaOsoba

GIANT = 514152
_FIRST_NAMES = ("Jan", "Petr", "Eva", "Josef", "Alena", "Zdeněk", "Ludmila")


def make_giant(where: Installation, members: int, ico: int = GIANT) -> None:
    """Give the statutory body of a company many made-up members, some of them former ones."""
    with writing(where.engine) as connection:
        of_company = company_document.c.ico == ico
        body = connection.scalar(select(company_document.c.detail).where(of_company))
        assert body
        detail = decode_detail(body)
        assert detail.statutarni_organy
        detail.statutarni_organy[0].clenove = [_member(number) for number in range(members)]
        detail.jednani = who_acts(detail, prague_today().isoformat())
        connection.execute(update(company_document).where(of_company).values(detail=encode(detail)))


def _member(number: int) -> Clen:
    chance = random.Random(number)
    surname = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    first, year = chance.choice(_FIRST_NAMES), chance.randrange(1940, 2000)
    since = f"{chance.randrange(2000, 2020)}-0{chance.randrange(1, 10)}-{chance.randrange(10, 29)}"
    is_former = not number % 5
    return Clen(
        osoba=FyzickaOsoba(
            klic=f"{first.lower()}-vzor{surname}-{year}-{chance.randrange(16**6):06x}",
            jmeno=first,
            prijmeni=f"Vzor{surname}",
            rok_narozeni=year,
        ),
        funkce="člen",
        clenstvi_od=since,
        clenstvi_do="2024-01-01" if is_former else None,
        zapsano=since,
        vymazano="2024-02-01" if is_former else None,
        aktualni=not is_former,
    )
