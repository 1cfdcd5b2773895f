"""A company as of a day: what generated histories say, or that it is not known; never what is today."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple

import msgspec
import pytest

from soupis.queries import as_of
from soupis.queries.companies import decode_detail
from soupis.queries.errors import QueryError
from soupis.times import prague_today
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail, Historie, Insolvence, OstatniSkutecnost
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
    res_file,
    res_row,
    subject,
)

FOUNDED = date(2001, 2, 3)
_CHANGES, _DAYS = 20, 50
_COMPANIES = [27_074_358 + 8 * number for number in range(20)]

Write = Callable[[str, str, str | None], str]


class Thing(NamedTuple):
    """Something of a company that changes: how a value is entered, and where the answer has it."""

    write: Write
    values: tuple[str, ...]
    read: Callable[[dict[str, Any]], Any]
    many: bool = False  # several values hold at once


def _text(kind: str) -> Write:
    return lambda value, since, until: fact(kind, element("hodnotaText", value), since=since, until=until)


def _seat(value: str, since: str, until: str | None) -> str:
    return fact("SIDLO", f"<adresa><obec>{value}</obec></adresa>", since=since, until=until)


def _mark(value: str, since: str, until: str | None) -> str:
    return fact("SPIS_ZN", element("hodnotaText", f"C {value}/KSBR"), since=since, until=until)


def _capital(value: str, since: str, until: str | None) -> str:
    money = f"<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>{value};00</textValue></vklad></hodnotaUdaje>"
    return fact("ZAKLADNI_KAPITAL", money, since=since, until=until)


def _body(*inside: str) -> str:
    title = element("hlavicka", "jednatel")
    return fact("STATUTARNI_ORGAN", title, "<podudaje>", *inside, "</podudaje>", since="2001-02-03")


def _member(value: str, since: str, until: str | None) -> str:
    return member(natural("Jan", value, "1975-02-03"), since=since, until=until)


def _partner(value: str, since: str, until: str | None) -> str:
    return partner(natural("Jan", value, "1975-02-03"), since=since, until=until)


def _released(value: str, since: str, until: str | None) -> str:
    size = f"<hodnotaUdaje><souhrn><typ>PROCENTA</typ><textValue>{value}</textValue></souhrn></hodnotaUdaje>"
    sort = "<hodnotaUdaje><typ>UVOLNENY_PODIL</typ></hodnotaUdaje>"
    below = ("<podudaje>", fact("SPOLECNIK_PODIL", size, since=since), "</podudaje>")
    entry = fact("SPOLECNIK_OSOBA", sort, *below, since=since, until=until)
    return fact("SPOLECNIK", "<podudaje>", entry, "</podudaje>", since=since)


def _pledge(value: str, since: str, until: str | None) -> str:
    words = f"<hodnotaUdaje>{element('text', value)}</hodnotaUdaje>"
    return fact("SPOLECNIK_ZASTAVNI_PRAVO", words, since=since, until=until)


def _burdens(name: str) -> Callable[[dict[str, Any]], Any]:
    """Return what reads the texts of the pledges or executions of the one partner who has any."""

    def read(found: dict[str, Any]) -> Any:
        for item in found["spolecnici"] or ():
            if item["osoba"]["prijmeni"] == _BURDENED:
                return None if item[name] is None else {burden["text"] for burden in item[name]}
        return None

    return read


def _names_of(organs: list[dict[str, Any]] | None) -> set[str] | None:
    if organs is None:
        return None
    return {item["osoba"]["prijmeni"] for organ in organs for item in organ["clenove"]}


_BURDENED = "Zatížený"
_PEOPLE = ("Vzorový", "Ukázkový", "Smyšlený", "Pokusný", "Zkušební")
THINGS = {
    "obchodniJmeno": Thing(_text("NAZEV"), ("Alfa", "Beta", "Gama"), lambda found: found["obchodniJmeno"]),
    "sidlo": Thing(_seat, ("Brno", "Praha", "Zlín"), lambda found: (found["sidlo"] or {}).get("nazevObce")),
    "spisovaZnacka": Thing(
        _mark,
        ("11", "12", "13"),
        lambda found: found["spisovaZnacka"] and f"{found['spisovaZnacka']['vlozka']}",
    ),
    "zakladniKapital": Thing(
        _capital,
        ("100000", "200000", "300000"),
        lambda found: found["zakladniKapital"] and f"{found['zakladniKapital']['castka']}",
    ),
    "zpusobJednani": Thing(
        _text("ZPUSOB_JEDNANI"),
        ("Jednatel jedná sám.", "Jednatelé jednají dva."),
        lambda found: next(
            (text for organ in found["statutarniOrgany"] or () for text in organ["zpusobJednani"]), None
        ),
    ),
    "predmetPodnikani": Thing(
        _text("PREDMET_PODNIKANI"),
        ("hostinská činnost", "zámečnictví", "truhlářství"),
        lambda found: None if found["predmetPodnikani"] is None else set(found["predmetPodnikani"]),
        many=True,
    ),
    "statutarniOrgany": Thing(
        _member, _PEOPLE, lambda found: _names_of(found["statutarniOrgany"]), many=True
    ),
    "spolecnici": Thing(
        _partner,
        _PEOPLE,
        lambda found: (
            None
            if found["spolecnici"] is None
            else {item["osoba"]["prijmeni"] for item in found["spolecnici"]} - {_BURDENED}
        ),
        many=True,
    ),
    "uvolnenePodily": Thing(
        _released,
        ("10", "20", "30"),
        lambda found: (
            None
            if found["uvolnenePodily"] is None
            else {f"{item['podil']['hodnota']}" for item in found["uvolnenePodily"]}
        ),
        many=True,
    ),
    "zastavniPrava": Thing(_pledge, ("první banka", "druhá banka"), _burdens("zastavniPrava"), many=True),
    "exekuce": Thing(_text("EXEKUCE"), ("1 EX 2/19", "3 EX 4/20"), _burdens("exekuce"), many=True),
}
_SECTION_OF = {
    "zpusobJednani": "statutarniOrgany", "zastavniPrava": "spolecnici", "exekuce": "spolecnici",
}  # fmt: skip


class History:
    """A company with changes on random days; tells what held on a day without looking at any document."""

    def __init__(self, chance: random.Random, ico: int) -> None:
        self.ico = ico
        # thing → its entries: value, day of entry, day of deletion
        self.entries: dict[str, list[list[Any]]] = {
            name: [[thing.values[0], FOUNDED, None]] for name, thing in THINGS.items()
        }
        day = FOUNDED
        for _ in range(_CHANGES):
            day += timedelta(days=chance.randint(1, 800))
            self._change(chance, min(day, prague_today()))

    def _change(self, chance: random.Random, day: date) -> None:
        name = chance.choice(list(THINGS))
        thing, entries = THINGS[name], self.entries[name]
        valid = [entry for entry in entries if entry[2] is None]
        value = chance.choice(
            [item for item in thing.values if item not in {entry[0] for entry in valid}] or [None]
        )
        if not thing.many or value is None:
            valid[0][2] = day
        if value is not None:
            entries.append([value, day, None])

    def on(self, name: str, day: date) -> Any:
        """Return what held on a day."""
        held = [value for value, since, until in self.entries[name] if since <= day < (until or date.max)]
        return set(held) if THINGS[name].many else held[0] if held else None

    def some_day(self, chance: random.Random) -> date:
        """Return any day that has passed, often one on which something changed, or beside it."""
        if chance.random() < 0.5:
            return FOUNDED + timedelta(days=chance.randint(-500, (prague_today() - FOUNDED).days))
        entries = chance.choice(list(self.entries.values()))
        change: date = chance.choice([day for entry in entries for day in entry[1:] if day])
        return min(change + timedelta(days=chance.randint(-1, 1)), prague_today())

    def written(self) -> str:
        """Return the company as the register writes it."""

        def entries(name: str) -> list[str]:
            write = THINGS[name].write
            return [
                write(value, since.isoformat(), until.isoformat() if until else None)
                for value, since, until in self.entries[name]
            ]

        inside, burdens = ("statutarniOrgany", "zpusobJednani"), ("zastavniPrava", "exekuce")
        plain = "".join(text for name in THINGS if name not in inside + burdens for text in entries(name))
        body = _body(*(text for name in inside for text in entries(name)))
        founded = FOUNDED.isoformat()
        words = "<hodnotaUdaje><souhrn><typ>TEXT</typ><textValue>celý</textValue></souhrn></hodnotaUdaje>"
        below = ("<podudaje>", *(text for name in burdens for text in entries(name)), "</podudaje>")
        share = fact("SPOLECNIK_PODIL", words, *below, since=founded)
        plain += partner(natural("Jan", _BURDENED, "1975-02-03"), share, since=founded)
        head = element("nazev", "Alfa") + element("ico", f"{self.ico:08d}") + element("zapisDatum", founded)
        form = fact("PRAVNI_FORMA", "<pravniForma><kod>112</kod></pravniForma>")
        return f"<Subjekt>{head}<udaje>{form}{plain}{body}</udaje></Subjekt>"


def _then(registry: Registry, ico: int, day: date) -> dict[str, Any]:
    detail = decode_detail(msgspec.json.encode(registry.company(ico)))
    found: dict[str, Any] = msgspec.json.decode(encode(as_of.company_as_of(detail, day.isoformat())))
    return found


def test_on_a_thousand_days_the_answer_is_the_truth_or_says_that_it_does_not_know(
    registry: Registry,
) -> None:
    chance = random.Random(20)
    histories = [History(chance, ico) for ico in _COMPANIES]
    file = register_file(
        registry.directory / "sro-full-brno-2026.xml", *(item.written() for item in histories)
    )
    registry.register(file)
    registry.publish()
    known = 0
    for history in histories:
        for _ in range(_DAYS):
            day = history.some_day(chance)
            found = _then(registry, history.ico, day)
            assert found["kDatu"] == day.isoformat()
            for name, thing in THINGS.items():
                told = found["uplnost"][_SECTION_OF.get(name, name)]
                if told == "uplna" or (told.startswith("od ") and told[3:] <= day.isoformat()):
                    assert (thing.read(found) or None) == (history.on(name, day) or None), (
                        name,
                        day,
                        history.entries,
                    )
                    known += 1
                else:
                    assert not thing.read(found), (name, day)
    assert known == len(histories) * _DAYS * len(THINGS)  # everything was dated: nothing may be unknown


ALFA = 27_074_358


def _of_register(registry: Registry, *facts: str, dataset: str = "sro-full-brno-2026") -> None:
    file = registry.directory / f"{dataset}.xml"
    registry.register(register_file(file, subject(ALFA, "Alfa s.r.o.", *facts)))
    registry.publish()


def test_what_is_known_from_the_statistical_register_alone_is_null_on_any_day(
    registry: Registry,
) -> None:
    row = res_row(ALFA, "Alfa s.r.o.", DDATVZN="2001-02-03")
    registry.res(res_file(registry.directory / "res_data.csv", [row]))
    registry.publish()
    found = _then(registry, ALFA, prague_today())
    assert (found["stav"], found["datumVzniku"]) == ("aktivni", "2001-02-03")
    known = {"ico", "stav", "datumVzniku", "kDatu", "uplnost", "zdroje"}
    assert {name for name, value in found.items() if value is not None} == known
    assert found["uplnost"].pop("stav") == "uplna"
    assert set(found["uplnost"].values()) == {"neznama"}


def test_before_its_foundation_a_company_has_nothing_and_says_so(registry: Registry) -> None:
    _of_register(registry, board(member(natural("Jan", "Vzorový", "1975-02-03"))))
    found = _then(registry, ALFA, date(1999, 1, 1))
    assert (found["stav"], found["datumVzniku"]) == ("nevznikla", None)
    assert (found["obchodniJmeno"], found["sidlo"], found["statutarniOrgany"]) == (None, None, [])


def test_an_entry_without_a_day_makes_its_section_unknown_while_it_may_hold(
    registry: Registry,
) -> None:
    undated = member(natural("Jan", "Vzorový", "1975-02-03"), until="2015-03-01").replace(
        "<zapisDatum>2010-01-01</zapisDatum>", ""
    )
    dated = member(natural("Petr", "Ukázkový", "1980-02-03"), since="2005-01-01")
    _of_register(registry, board(undated, dated))
    before, after = (_then(registry, ALFA, day) for day in (date(2010, 1, 1), date(2015, 3, 1)))
    assert (before["statutarniOrgany"], before["uplnost"]["statutarniOrgany"]) == (None, "od 2015-03-01")
    assert after["uplnost"]["statutarniOrgany"] == "od 2015-03-01"
    assert _names_of(after["statutarniOrgany"]) == {"Ukázkový"}


def test_a_file_without_what_was_deleted_tells_nothing_of_other_days(registry: Registry) -> None:
    body = board(member(natural("Jan", "Vzorový", "1975-02-03")))
    _of_register(registry, body, dataset="sro-actual-brno-2026")
    found = _then(registry, ALFA, date(2020, 1, 1))
    assert (found["statutarniOrgany"], found["obchodniJmeno"]) == (None, None)
    assert found["uplnost"]["statutarniOrgany"] == found["uplnost"]["obchodniJmeno"] == "neznama"


def test_a_name_in_another_language_is_never_the_name_of_a_day(registry: Registry) -> None:
    foreign = fact("CIZI_NAZEV", element("hodnotaText", "Alpha Ltd."), since="2012-01-01")
    _of_register(registry, foreign)
    assert _then(registry, ALFA, date(2015, 1, 1))["obchodniJmeno"] == "Alfa s.r.o."
    history = registry.company(ALFA)["historie"]["nazvy"]
    names = [(item["nazev"], item["cizi"]) for item in history]
    assert names == [("Alpha Ltd.", True), ("Alfa s.r.o.", False)]


def test_a_member_shows_nothing_that_came_after_the_day(registry: Registry) -> None:
    who = natural("Jan", "Vzorový", "1975-02-03")
    _of_register(registry, board(member(who, since="2010-01-01", until="2020-01-01", funkceDo="2019-06-30")))

    def on(day: date) -> Any:
        (organ,) = _then(registry, ALFA, day)["statutarniOrgany"]
        (found,) = organ["clenove"]
        return found["funkceDo"], found["vymazano"], found["aktualni"]

    assert on(date(2015, 1, 1)) == (None, None, True)
    assert on(date(2019, 7, 1)) == ("2019-06-30", None, False)


def test_a_pledge_of_a_share_shows_nothing_that_came_after_the_day(registry: Registry) -> None:
    def pledge(*days: str) -> str:
        return "".join(
            element(name, day)
            for name, day in zip(("text", "vznikZastavnihoPrava", "zanikZastavnihoPrava"), days, strict=False)
        )

    entry = fact(
        "SPOLECNIK_ZASTAVNI_PRAVO",
        f"<hodnotaUdaje>{pledge('zástava', '2011-12-01', '2014-06-30')}</hodnotaUdaje>",
        since="2012-01-01",
        until="2015-01-01",
    )
    undated = fact("EXEKUCE", element("hodnotaText", "kdysi"), until="2013-01-01").replace(
        "<zapisDatum>2010-01-01</zapisDatum>", ""
    )
    words = "<hodnotaUdaje><souhrn><typ>TEXT</typ><textValue>celý</textValue></souhrn></hodnotaUdaje>"
    share = fact("SPOLECNIK_PODIL", words, "<podudaje>", entry, undated, "</podudaje>")
    _of_register(registry, partner(natural("Jan", "Vzorový", "1975-02-03"), share))

    def on(day: date) -> Any:
        (found,) = _then(registry, ALFA, day)["spolecnici"]
        held = [(item["zanik"], item["vymazano"], item["aktualni"]) for item in found["zastavniPrava"]]
        return held, found["exekuce"]

    assert on(date(2011, 12, 31)) == ([], None)  # when the execution was entered is not known
    assert on(date(2012, 1, 1)) == ([(None, None, True)], None)
    assert on(date(2014, 7, 1)) == ([("2014-06-30", None, False)], [])
    assert on(date(2015, 1, 1)) == ([], [])
    changes = as_of.days_of_change(decode_detail(msgspec.json.encode(registry.company(ALFA))))
    assert {"2012-01-01", "2014-06-30", "2015-01-01"} <= set(changes)


def test_history_lists_past_seats_capitals_and_marks(registry: Registry) -> None:
    _of_register(
        registry,
        _seat("Brno", "2004-03-01", "2012-05-06"),
        _seat("Praha", "2012-05-06", None),
        _capital("100000", "2004-03-01", "2010-01-01"),
    )
    history = registry.company(ALFA)["historie"]
    seats = [(item["sidlo"]["nazevObce"], item["od"], item["do"]) for item in history["sidla"]]
    assert seats == [("Praha", "2012-05-06", None), ("Brno", "2004-03-01", "2012-05-06")]
    capitals = [(item["castka"], item["mena"], item["do"]) for item in history["kapital"]]
    assert capitals == [(200000, "CZK", None), (100000, "CZK", "2010-01-01")]
    assert [item["oddil"] for item in history["znacky"]] == ["C"]


@pytest.mark.parametrize("text", ["2024-02-30", "2024-13-01", "0000-01-01", "9999-12-31"])
def test_a_day_that_is_none_or_has_not_come_is_refused(text: str) -> None:
    with pytest.raises(QueryError) as caught:
        as_of.past_day(text)
    assert caught.value.status == 400
    assert as_of.past_day(prague_today().isoformat()) == prague_today().isoformat()


@pytest.mark.parametrize(
    "text", ["20200101", "2020-W01-1", "2020-1-1", " 2020-01-01", "٢٠٢٠-01-01", "2020-01-01T00"]
)
def test_a_day_has_one_form(text: str) -> None:
    with pytest.raises(QueryError):
        as_of.past_day(text)


def test_a_ceased_company_keeps_its_last_name_seat_and_mark(registry: Registry) -> None:
    facts = (
        fact("NAZEV", element("hodnotaText", "Beta s.r.o."), since="2011-01-01", until="2020-05-06"),
        _seat("Brno", "2004-03-01", "2012-05-06"),
        _seat("Praha", "2012-05-06", "2020-05-06"),
    )
    whole = subject(ALFA, "Alfa s.r.o.", *facts, deleted="2020-05-06").replace(
        "<udajTyp><kod>NAZEV</kod><nazev>NAZEV</nazev></udajTyp><zapisDatum>2010-01-01</zapisDatum>",
        "<udajTyp><kod>NAZEV</kod><nazev>NAZEV</nazev></udajTyp><zapisDatum>2004-03-01</zapisDatum>"
        "<vymazDatum>2011-01-01</vymazDatum>",
    )
    registry.register(register_file(registry.directory / "sro-full-brno-2026.xml", whole))
    registry.publish()
    for day in (date(2020, 5, 6), prague_today()):
        found = _then(registry, ALFA, day)
        assert (found["stav"], found["obchodniJmeno"]) == ("zanikla", "Beta s.r.o.")
        assert found["sidlo"]["nazevObce"] == "Praha"
    assert _then(registry, ALFA, date(2005, 1, 1))["obchodniJmeno"] == "Alfa s.r.o."


def test_who_acted_for_a_legal_person_is_told_by_the_days_of_entry(registry: Registry) -> None:
    acting = (
        fact("STATUTARNI_ORGAN_ZASTOUPENI", natural("Jan", "Vzorový", "1975-02-03"), until="2015-01-01"),
        fact("STATUTARNI_ORGAN_ZASTOUPENI", natural("Petr", "Smyšlený", "1980-02-03"), since="2015-01-01"),
    )
    firm = fact("STATUTARNI_ORGAN_CLEN", legal("Správní a.s."), f"<podudaje>{''.join(acting)}</podudaje>")
    _of_register(registry, board(firm))

    def on(day: date) -> list[str]:
        found = _then(registry, ALFA, day)
        assert found["uplnost"]["zastupci"] == "uplna"
        ((item,),) = [organ["clenove"] for organ in found["statutarniOrgany"]]
        return [who["prijmeni"] for who in item["zastupci"]]

    assert (on(date(2014, 12, 31)), on(date(2015, 1, 1))) == (["Vzorový"], ["Smyšlený"])


def _text_of(kind: str, words: str, since: str, until: str | None = None) -> str:
    return _text(kind)(words, since, until)


def test_bankruptcy_and_liquidation_are_told_on_the_days_on_which_they_were_entered(
    registry: Registry,
) -> None:
    into_liquidation = "Společnost vstoupila do likvidace dnem 24. 8. 2014."
    _of_register(
        registry,
        _text_of("OST_SKUTECNOSTI", into_liquidation, "2014-09-01", "2018-01-01"),
        _text_of("KONKURS_PROHLASENI", "byl prohlášen konkurs", "2016-02-03", "2017-05-06"),
        _text_of("OST_SKUTECNOSTI", "Zápis, který o stavu nic neříká.", "2005-01-01"),
    )

    def on(day: str) -> tuple[Any, Any]:
        found = _then(registry, ALFA, date.fromisoformat(day))
        assert found["uplnost"]["likvidace"] == found["uplnost"]["stavPodrobne"] == "uplna"
        state = found["stavPodrobne"] and (found["stavPodrobne"]["kod"], found["stavPodrobne"]["od"])
        return state, found["likvidace"]

    liquidation = {"od": "2014-08-24"}
    assert on("1999-01-01") == (None, None)
    assert on("2014-08-31") == (("aktivni", None), None)
    assert on("2014-09-01") == (("likvidace", "2014-08-24"), liquidation)
    assert on("2016-02-03") == on("2017-05-05") == (("konkurs", "2016-02-03"), liquidation)
    assert on("2017-05-06") == (("likvidace", "2014-08-24"), liquidation)
    assert on("2018-01-01") == (("aktivni", None), None)


def test_a_liquidator_tells_of_liquidation_while_in_office(registry: Registry) -> None:
    who = fact(
        "LIKVIDATOR_OSOBA",
        natural("Jan", "Vzorový", "1975-02-03"),
        element("funkceOd", "2010-03-04"),
        element("funkceDo", "2012-01-01"),
        since="2010-04-01",
        until="2012-02-02",
    )
    _of_register(registry, fact("LIKVIDATOR", "<podudaje>", who, "</podudaje>"))
    days = (date(2010, 3, 31), date(2010, 4, 1), date(2011, 12, 31), date(2012, 1, 1))
    told = [_then(registry, ALFA, day)["likvidace"] for day in days]
    assert told == [None, {"od": "2010-03-04"}, {"od": "2010-03-04"}, None]


def test_an_undated_note_of_a_state_makes_the_state_unknown(registry: Registry) -> None:
    note = _text_of("KONKURS_PROHLASENI", "byl prohlášen konkurs", "2016-02-03")
    undated = note.replace("<zapisDatum>2016-02-03</zapisDatum>", "")
    assert undated != note
    _of_register(registry, undated)
    found = _then(registry, ALFA, date(2017, 1, 1))
    assert (found["stavPodrobne"], found["likvidace"]) == (None, None)
    assert found["uplnost"]["stavPodrobne"] == found["uplnost"]["likvidace"] == "neznama"


NOTED = OstatniSkutecnost(kod="KONKURS", text="Prohlášen konkurs.", zapsano="2012-01-01")


@pytest.mark.parametrize(
    ("proceedings", "day", "told"),
    [
        (None, "2011-12-31", ("aktivni", None)),
        (None, "2012-01-01", ("konkurs", "2012-01-01")),
        # Read, and nothing runs: an entry that was left standing is not believed.
        ([], "2013-01-01", ("aktivni", None)),
        ([("2011-06-01", "2015-01-01", False)], "2011-06-01", ("insolvencniRizeni", "2011-06-01")),
        ([("2011-06-01", "2015-01-01", False)], "2014-12-31", ("konkurs", "2012-01-01")),
        ([("2011-06-01", "2015-01-01", False)], "2015-01-01", ("aktivni", None)),
        ([("2011-06-01", None, True)], "2026-01-01", ("konkurs", "2012-01-01")),
        # When it began is not known: that nothing ran before the entry is not either.
        ([(None, None, True)], "2011-01-01", None),
        ([(None, None, True)], "2012-01-01", ("konkurs", "2012-01-01")),
        ([("2010-01-01", None, False)], "2011-01-01", None),
    ],
)
def test_entries_and_proceedings_tell_the_state_of_a_day(
    proceedings: list[tuple[str | None, str | None, bool]] | None, day: str, told: tuple[str, str] | None
) -> None:
    listed = None
    if proceedings is not None:
        listed = [
            Insolvence(spisova_znacka="INS 1/2011", zahajeno=since, ukonceno=until, probiha=runs)
            for since, until, runs in proceedings
        ]
    company = FirmaDetail(
        ico="27074358",
        stav="aktivni",
        datum_vzniku="2001-02-03",
        historie=Historie(nazvy=[], sidla=[], kapital=[], znacky=[], predmet_podnikani=[]),
        statutarni_organy=[],
        ostatni_organy=[],
        ostatni_skutecnosti=[NOTED],
        insolvence=listed,
    )
    then = as_of.company_as_of(company, day)
    state = then.stav_podrobne
    assert (state and (state.kod, state.od)) == told
    assert (then.uplnost.stav_podrobne == "neznama") == (told is None)
