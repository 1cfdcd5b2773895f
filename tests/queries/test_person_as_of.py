"""A person as of a day: the same as the companies' own answers of that day, and as generated truth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

import msgspec

from soupis.queries.as_of import company_as_of
from soupis.queries.companies import decode_detail
from soupis.queries.person_as_of import days_of_change, person_as_of
from soupis.queries.persons import decode_profile
from soupis.times import prague_today
from soupis.wire.company import FirmaDetail, FirmaKDatu, PravnickaOsoba
from soupis.wire.person import OsobaKDatu, OsobaProfil
from tests.support.registry import Registry
from tests.support.sources import (
    board,
    element,
    fact,
    legal,
    member,
    natural,
    partner,
    register_file,
    share,
    subject,
)

_FIRST = date(2004, 3, 1)
_SURNAMES = ("Vzorová", "Ukázková", "Smyšlená", "Pokusná", "Zkušební", "Cvičná", "Vymyšlená", "Modelová")
_ICOS = [27_074_358 + 8 * number for number in range(8)]
_DAYS = 150


class Entry(NamedTuple):
    """An entry that stood in the register from a day until another one, None = it still does."""

    surname: str
    role: str
    since: date
    until: date | None

    def stood(self, day: date) -> bool:
        return self.since <= day < (self.until or date.max)


class Truth:
    """A company whose entries of people come and go; says which stood on a day without any document."""

    def __init__(self, chance: random.Random, ico: int) -> None:
        self.ico = ico
        self.entries: list[Entry] = []
        self._written: dict[str, list[str]] = {"statutory": [], "partners": []}
        self.ceased = chance.random() < 0.3
        for surname in chance.sample(_SURNAMES, 5):
            for since, until in _periods(chance):
                self._enter(chance, surname, since, until)

    def _enter(self, chance: random.Random, surname: str, since: date, until: date | None) -> None:
        who = natural("Jana", surname, f"19{50 + _SURNAMES.index(surname)}-02-03")
        entered, deleted = since.isoformat(), until.isoformat() if until else None
        role = chance.choice(("statutarniOrgan", "spolecnik", "zastupce"))
        if role == "statutarniOrgan":
            # Offices begin and end on other days than those of their entries, mostly before them.
            office = {"funkceOd": (since - timedelta(days=chance.randint(-20, 900))).isoformat()}
            if until and chance.random() < 0.6:
                office["funkceDo"] = (until - timedelta(days=chance.randint(0, 400))).isoformat()
            self._written["statutory"].append(member(who, since=entered, until=deleted, **office))
        elif role == "spolecnik":
            self._written["partners"].append(partner(who, since=entered, until=deleted))
        else:
            acting = fact("STATUTARNI_ORGAN_ZASTOUPENI", who, since=entered, until=deleted)
            firm = legal(f"Zástupná {len(self.entries)} a.s.")
            self._written["statutory"].append(
                fact("STATUTARNI_ORGAN_CLEN", firm, f"<podudaje>{acting}</podudaje>", since="2004-03-01")
            )
        self.entries.append(Entry(surname, role, since, until))

    def on(self, day: date) -> set[tuple[str, str]]:
        """Return who stood in the register on a day, and as what."""
        return {(entry.surname, entry.role) for entry in self.entries if entry.stood(day)}

    def written(self) -> str:
        """Return the company as the register writes it."""
        body = fact("STATUTARNI_ORGAN", "<podudaje>", *self._written["statutory"], "</podudaje>")
        deleted = prague_today() - timedelta(days=400) if self.ceased else None
        return subject(
            self.ico,
            f"Firma {self.ico} s.r.o.",
            body,
            *self._written["partners"],
            deleted=deleted.isoformat() if deleted else None,
        )


def _periods(chance: random.Random) -> Iterator[tuple[date, date | None]]:
    """Return one or two periods; the second may begin on the day on which the first one ends."""
    since = _FIRST + timedelta(days=chance.randint(0, 3_000))
    until = since + timedelta(days=chance.randint(1, 2_500))
    yield since, until
    if chance.random() < 0.6:
        again = until + timedelta(days=chance.choice((0, chance.randint(1, 1_000))))
        yield again, None if chance.random() < 0.5 else again + timedelta(days=chance.randint(1, 900))


class Published(NamedTuple):
    """What was made of generated companies."""

    truths: dict[str, Truth]  # by ID
    companies: dict[str, FirmaDetail]
    profiles: dict[str, OsobaProfil]  # by surname


def _publish(registry: Registry) -> Published:
    chance = random.Random(7)
    truths = [Truth(chance, ico) for ico in _ICOS]
    file = registry.directory / "sro-full-brno-2026.xml"
    registry.register(register_file(file, *(truth.written() for truth in truths)))
    registry.publish()
    companies = {
        f"{truth.ico:08d}": decode_detail(msgspec.json.encode(registry.company(truth.ico)))
        for truth in truths
    }
    profiles = {
        item["prijmeni"]: decode_profile(msgspec.json.encode(item)) for item in registry.profiles().values()
    }
    return Published({f"{truth.ico:08d}": truth for truth in truths}, companies, profiles)


def _named(company: FirmaKDatu) -> set[tuple[str, str]]:
    """Return whom the answer about a company names, and as what."""
    members = [item for organ in company.statutarni_organy or () for item in organ.clenove]
    people = [("statutarniOrgan", item.osoba) for item in members]
    people += [("zastupce", who) for item in members for who in item.zastupci]
    people += [("spolecnik", item.osoba) for item in company.spolecnici or ()]
    return {(who.prijmeni, role) for role, who in people if not isinstance(who, PravnickaOsoba)}


def test_on_a_thousand_days_a_person_and_the_companies_say_the_same_and_the_truth(
    registry: Registry,
) -> None:
    published = _publish(registry)
    assert published.profiles.keys() == set(_SURNAMES)
    chance = random.Random(8)
    bounds = [
        day for truth in published.truths.values() for entry in truth.entries for day in entry[2:] if day
    ]
    for _ in range(_DAYS):
        day = min(chance.choice(bounds) + timedelta(days=chance.randint(-1, 1)), prague_today())
        text = day.isoformat()
        by_company = {
            (ico, *named)
            for ico, company in published.companies.items()
            for named in _named(company_as_of(company, text))
        }
        by_person = {
            (item.ico, surname, item.role)
            for surname, profile in published.profiles.items()
            for item in person_as_of(profile, published.companies, text).angazma
        }
        truth = {(ico, *named) for ico, truth in published.truths.items() for named in truth.on(day)}
        assert by_company == by_person == truth, text
    assert _DAYS * len(published.profiles) >= 1_000


ALFA = 27_074_358


def _one(
    registry: Registry, *facts: str, dataset: str = "sro-full-brno-2026"
) -> tuple[OsobaProfil, FirmaDetail]:
    """Publish one company with one person."""
    registry.register(
        register_file(registry.directory / f"{dataset}.xml", subject(ALFA, "Alfa s.r.o.", *facts))
    )
    registry.publish()
    (profile,) = registry.profiles().values()
    company = decode_detail(msgspec.json.encode(registry.company(ALFA)))
    return decode_profile(msgspec.json.encode(profile)), company


def _then(found: tuple[OsobaProfil, FirmaDetail], day: str) -> OsobaKDatu:
    profile, company = found
    return person_as_of(profile, {company.ico: company}, day)


WHO = natural("Jana", "Vzorová", "1975-02-03")


def test_days_of_office_stand_beside_the_day_of_entry(registry: Registry) -> None:
    days = {"since": "2010-03-01", "until": "2020-01-01"}
    found = _one(registry, board(member(WHO, funkceOd="2010-01-15", funkceDo="2019-06-30", **days)))
    assert _then(found, "2010-02-01").angazma == []
    (while_in_office,) = _then(found, "2015-01-01").angazma
    assert (while_in_office.zapsano, while_in_office.od, while_in_office.do) == (
        "2010-03-01",
        "2010-01-15",
        None,
    )
    (after,) = _then(found, "2019-07-01").angazma
    assert (after.do, after.aktualni) == ("2019-06-30", False)
    assert [(firm.ico, firm.obchodni_jmeno) for firm in _then(found, "2019-07-01").firmy] == [
        (after.ico, after.obchodni_jmeno)
    ]
    assert _then(found, "2010-02-01").firmy == []
    assert (_then(found, "2019-07-01").pocet_firem, _then(found, "2019-07-01").pocet_aktivnich) == (1, 0)


def test_a_share_of_a_day_is_that_day_s(registry: Registry) -> None:
    who = (
        partner(WHO, share("100000", "50"), since="2010-01-01", until="2015-01-01"),
        partner(WHO, share("200000", "100"), since="2015-01-01").replace("2010-01-01", "2015-01-01"),
    )
    found = _one(registry, *who)
    assert (
        [item.organ for item in _then(found, "2016-01-01").angazma] == [found[0].angazma[0].organ] != [None]
    )
    sizes = [
        [item.podil and item.podil.hodnota for item in _then(found, day).angazma]
        for day in ("2012-01-01", "2016-01-01")
    ]
    assert sizes == [[50], [100]]


def test_a_pledge_of_a_day_is_that_day_s(registry: Registry) -> None:
    def pledge(text: str, since: str, until: str | None) -> str:
        words = f"<hodnotaUdaje>{element('text', text)}</hodnotaUdaje>"
        return fact("SPOLECNIK_ZASTAVNI_PRAVO", words, since=since, until=until)

    burdens = pledge("první", "2011-01-01", "2014-01-01") + pledge("druhá", "2013-01-01", None)
    inside = share("100000", "50").replace("</Udaj>", f"<podudaje>{burdens}</podudaje></Udaj>")
    found = _one(registry, partner(WHO, inside))
    told = {
        day: [[item.text for item in one.zastavni_prava or ()] for one in _then(found, day).angazma]
        for day in ("2010-06-01", "2012-01-01", "2013-06-01", "2014-01-01")
    }
    assert told == {
        "2010-06-01": [[]],
        "2012-01-01": [["první"]],
        "2013-06-01": [["druhá", "první"]],
        "2014-01-01": [["druhá"]],
    }
    days = days_of_change(found[0], {found[1].ico: found[1]})
    assert {"2011-01-01", "2013-01-01", "2014-01-01"} <= set(days)


def test_what_is_certain_is_told_and_that_more_may_be_is_said(registry: Registry) -> None:
    found = _one(registry, board(member(WHO)), dataset="sro-actual-brno-2026")
    then = _then(found, "2015-01-01")
    assert [item.ico for item in then.angazma] == [f"{ALFA:08d}"]
    assert then.uplnost.angazma == "neznama"


def test_a_company_that_cannot_be_read_makes_a_person_incomplete(registry: Registry) -> None:
    profile, _ = _one(registry, board(member(WHO)))
    then = person_as_of(profile, {}, "2015-01-01")
    assert (then.angazma, then.uplnost.angazma) == ([], "neznama")


def test_who_headed_a_branch_is_told_by_the_company_and_by_the_person(registry: Registry) -> None:
    head = fact("OZ_VEDOUCI", WHO, since="2012-01-01", until="2018-01-01")
    name = fact("NAZEV", "<hodnotaText>Alfa s.r.o., závod Zlín</hodnotaText>")
    unit = fact("ODSTEPNY_ZAVOD", "<podudaje>", name, head, "</podudaje>", until="2020-01-01")
    found = _one(registry, fact("ODSTEPNY_ZAVOD_SEKCE", "<podudaje>", unit, "</podudaje>"))

    def on(day: str) -> tuple[list[list[str | None]], list[str]]:
        company = company_as_of(found[1], day)
        assert company.uplnost.odstepne_zavody == "uplna"
        heads = [[item.osoba.klic for item in unit.vedouci or ()] for unit in company.odstepne_zavody or ()]
        return heads, [item.ico for item in _then(found, day).angazma]

    assert (
        [item.organ for item in _then(found, "2015-01-01").angazma] == [found[0].angazma[0].organ] != [None]
    )
    assert on("2009-12-31") == ([], [])
    assert on("2011-01-01") == ([[]], [])
    assert on("2015-01-01") == ([[found[0].klic]], [found[1].ico])
    assert on("2018-01-01") == ([[]], [])
    assert on("2020-01-01") == ([], [])
