"""When an engagement began and ended: the day of an entry never contradicts what the register states."""

from __future__ import annotations

from typing import Any

import pytest

from soupis.queries.relations import since_of, until_of
from soupis.wire.company import Clen, FyzickaOsoba
from tests.support.registry import Registry
from tests.support.sources import board, member, natural, partner, register_file, share, subject

COMPANY = 27074358
WHO = natural("Jan", "Vzorový", "1975-02-03")


def engagements(registry: Registry, *facts: str) -> list[dict[str, Any]]:
    registry.register(
        register_file(
            registry.directory / "sro-full-praha-2026.xml", subject(COMPANY, "Firma s.r.o.", *facts)
        )
    )
    registry.publish()
    found: list[dict[str, Any]] = registry.profile("Vzorový")["angazma"]
    return found


PERIODS = [
    # The end was entered before the person was: the day of entry is no beginning.
    ({"since": "2010-05-01", "until": "2010-06-01", "funkceDo": "2010-03-01"}, (None, "2010-03-01")),
    ({"since": "2010-05-01", "until": "2010-06-01", "clenstviDo": "2010-03-01"}, (None, "2010-03-01")),
    # Announced for a day after the deletion: when it ended is not told.
    ({"since": "2010-05-01", "until": "2010-06-01", "funkceOd": "2010-07-01"}, ("2010-07-01", None)),
    ({"since": "2010-05-01", "until": "2010-06-01"}, ("2010-05-01", "2010-06-01")),
    ({"since": "2010-05-01", "funkceOd": "2010-04-01", "funkceDo": "2010-04-01"}, ("2010-04-01",) * 2),
    ({"since": "2010-05-01"}, ("2010-05-01", None)),
]


@pytest.mark.parametrize(("dates", "period"), PERIODS)
def test_no_engagement_ends_before_it_begins(
    registry: Registry, dates: dict[str, str], period: tuple[str | None, str | None]
) -> None:
    (item,) = engagements(registry, board(member(WHO, **dates)))
    assert (item["od"], item["do"]) == period
    (body,) = registry.company(COMPANY)["statutarniOrgany"]
    (shown,) = body["clenove"]
    assert shown["aktualni"] is item["aktualni"]
    clen = Clen(
        osoba=FyzickaOsoba(prijmeni="Vzorový"),
        aktualni=False,
        clenstvi_do=shown["clenstviDo"],
        funkce_od=shown["funkceOd"],
        funkce_do=shown["funkceDo"],
        zapsano=shown["zapsano"],
        vymazano=shown["vymazano"],
    )
    assert (since_of(clen), until_of(clen)) == period


def test_an_engagement_written_again_ends_no_sooner_than_it_begins(registry: Registry) -> None:
    (item,) = engagements(
        registry,
        board(
            member(WHO, since="2010-05-01", until="2011-01-01"),
            member(WHO, since="2011-01-01", until="2011-02-01", funkceDo="2010-04-01"),
        ),
    )
    assert (item["od"], item["do"], item["aktualni"]) == (None, "2010-04-01", False)


def test_a_share_deleted_before_it_was_entered_has_no_known_beginning(registry: Registry) -> None:
    (item,) = engagements(registry, partner(WHO, share("100", "50"), since="2009-01-01", until="2009-06-01"))
    assert (item["od"], item["do"]) == (None, "2009-06-01")
    (shown,) = registry.company(COMPANY)["spolecnici"]
    assert (shown["od"], shown["do"]) == (None, "2009-06-01")
