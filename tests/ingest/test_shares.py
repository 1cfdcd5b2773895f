"""Shares of partners: several of one, common and released ones, their sizes and what encumbers them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soupis.ingest.explain.fields import explain_extracts
from soupis.ingest.publish import shares as published_shares
from soupis.queries.as_of import company_as_of
from soupis.queries.relations import relations_of_company
from soupis.registers.records import Amount, Share
from soupis.wire.company import FirmaDetail
from tests.support.registry import Registry
from tests.support.shares import (
    DELETED,
    Burden,
    Money,
    Owner,
    Part,
    Size,
    ares_partners,
    burdens,
    row_of,
    section,
    told_rows,
)
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

_ON_SQLITE = pytest.mark.one_database("sqlite", "the rest of this file stores shares on both")

COMPANY = 27074358
THIRD = "1/3"


def published(registry: Registry, *facts: str, **values: Any) -> dict[str, Any]:
    name = registry.directory / "sro-full-praha-2026.xml"
    registry.register(register_file(name, subject(COMPANY, "Firma s.r.o.", *facts, **values)), force=True)
    registry.publish()
    return registry.company(COMPANY)


def from_ares(registry: Registry, record: dict[str, Any]) -> dict[str, Any]:
    path = registry.directory / "vr.json"
    named = {"rejstrik": "OR", "primarniZaznam": True, "obchodniJmeno": [{"hodnota": "Firma s.r.o."}]}
    path.write_text(json.dumps({"icoId": f"{COMPANY:08d}", "zaznamy": [{**named, **record}]}))
    registry.ares(path)
    registry.publish()
    return registry.company(COMPANY)


def rows_of(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    rows = [row_of(item["osoba"]["prijmeni"], item) for item in found["spolecnici"]]
    return sorted([*rows, *(row_of(None, item) for item in found["uvolnenePodily"])], key=repr)


# --- every combination of what a register may enter of shares ---

_UNITS = [("KORUNY", "CZK"), ("CZK", "CZK"), ("EURA", "EUR"), ("EUR", "EUR"), ("USD", "USD")]
_HUNDREDTHS = st.one_of(
    st.integers(0, 5_000_000).map(lambda crowns: crowns * 100),
    st.integers(1, 900_000_000),
    st.sampled_from([6_666_650, 1, 10, 99, 100, 101, 100_000]),
)
_MONEY = st.builds(lambda unit, amount: Money(unit[0], unit[1], amount), st.sampled_from(_UNITS), _HUNDREDTHS)


def _per_cent(hundredths: int) -> Size:
    whole, part = divmod(hundredths, 100)
    text = f"{whole},{part:02d}".rstrip("0").rstrip(",")
    return Size("PROCENTA", f"{whole};{part:02d}", hundredths / 100, f"{text} %")


def _fraction(top: int, bottom: int, unit: str, between: str) -> Size:
    return Size(unit, f"{top}{between}{bottom}", float(Fraction(100 * top, bottom)), f"{top}/{bottom}")


_TOPS = st.tuples(st.integers(0, 400), st.integers(1, 400))
_SIZES = st.one_of(
    st.integers(0, 10_000).map(_per_cent),
    _TOPS.map(lambda parts: _fraction(*parts, "ZLOMEK", ";")),
    _TOPS.map(lambda parts: _fraction(*parts, "ZLOMEK", "/")),
    _TOPS.map(lambda parts: _fraction(*parts, "TEXT", "/")),
    st.sampled_from(["padesát procent", "polovina", "dle stanov", "1/2 z 1/3", "50"]).map(
        lambda words: Size("TEXT", words, None, words)
    ),
    st.integers(0, 100).map(lambda size: Size("TEXT", f"{size} %", size, f"{size} %")),
)
_WORDS = st.sampled_from(
    ["ve prospěch Banka a.s., IČO 45317054", "dle smlouvy ze dne 12. 3. 2018", "č. j. 123 EX 456/19-12"]
)
_PLEDGES = st.lists(st.builds(Burden, _WORDS, st.booleans()), max_size=3).map(tuple)
_EXECUTIONS = st.lists(
    st.builds(Burden, _WORDS, st.booleans(), st.sampled_from(["share", "section"])), max_size=2
).map(tuple)
_SHARE = st.builds(Part, _MONEY, _SIZES, _PLEDGES, _EXECUTIONS)
_NAMES = ["Vzorový", "Ukázkový", "Příkladný", "Smyšlený"]
_OWNERS = st.lists(
    st.one_of(
        st.builds(
            lambda name, parts: Owner((name,), tuple(parts)),
            st.sampled_from(_NAMES),
            st.lists(_SHARE, min_size=1, max_size=3),
        ),
        st.builds(
            lambda count, parts: Owner(tuple(_NAMES[:count]), tuple(parts), common=True),
            st.integers(2, 4),
            st.lists(_SHARE, min_size=1, max_size=2),
        ),
        st.builds(lambda part: Owner((), (part,)), _SHARE),
    ),
    min_size=1,
    max_size=4,
)


@_ON_SQLITE
@settings(max_examples=40)
@given(_OWNERS)
def test_every_share_is_told_with_its_holder_its_size_and_what_encumbers_it(
    registry: Registry, owners: list[Owner]
) -> None:
    found = published(registry, section(owners))
    assert rows_of(found) == told_rows(owners)
    people = {name for owner in owners for name in owner.names}
    profiles = {name: registry.profile(name)["angazma"] for name in people}
    told = [row_of(name, item) for name, items in profiles.items() for item in items]
    assert sorted(told, key=repr) == [row for row in told_rows(owners) if row[0] is not None]


@_ON_SQLITE
@settings(max_examples=25)
@given(_OWNERS)
def test_ares_tells_the_same_of_shares_but_for_their_executions(
    registry: Registry, owners: list[Owner]
) -> None:
    found = from_ares(registry, {"spolecnici": [ares_partners(owners)]})
    assert rows_of(found) == told_rows(owners, executions=False)


# --- sizes and amounts ---

SIZES = [
    ("PROCENTA", "100", 100, "100 %"),
    ("PROCENTA", "33;33", 33.33, "33,33 %"),
    ("PROCENTA", "12,5 %", 12.5, "12,5 %"),
    ("ZLOMEK", "1;3", 100 / 3, THIRD),
    ("ZLOMEK", "1;00/3;00", 100 / 3, THIRD),
    ("ZLOMEK", " 1 / 3 ", 100 / 3, THIRD),
    ("ZLOMEK", "3;3", 100, "3/3"),
    ("ZLOMEK", "0;5", 0, "0/5"),
    ("ZLOMEK", "1;0", None, "1/0"),
    ("ZLOMEK", "jedna třetina", None, "jedna třetina"),
    ("TEXT", "4/5", 80, "4/5"),
    ("TEXT", "4 / 5", 80, "4 / 5"),
    ("TEXT", "2,5/10", 25, "2,5/10"),
    ("TEXT", "33,33%", 33.33, "33,33%"),
    ("TEXT", "50 procent", 50, "50 procent"),
    ("TEXT", "padesát procent", None, "padesát procent"),
    ("TEXT", "50", None, "50"),
    ("TEXT", "1/2 a 1/4", None, "1/2 a 1/4"),
    ("KORUNY", "100000;00", None, "100 000 Kč"),
    ("NEZNAMY", "1;3", None, "1;3"),
]


@_ON_SQLITE
@pytest.mark.parametrize(("unit", "written", "value", "words"), SIZES)
def test_the_size_of_a_share_is_a_number_of_per_cent_or_null(
    registry: Registry, unit: str, written: str, value: float | None, words: str
) -> None:
    size = f"<souhrn><typ>{unit}</typ>{element('textValue', written)}</souhrn>"
    entry = fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{size}</hodnotaUdaje>")
    (shown,) = published(registry, partner(legal("Pivovar", 514152), entry))["spolecnici"]
    assert shown["podil"] == {"typ": unit, "hodnota": value, "text": words}
    assert not isinstance(shown["podil"]["hodnota"], str)


@given(st.text("0123456789/;,. %procent-", max_size=40), st.sampled_from(["ZLOMEK", "TEXT", "PROCENTA"]))
def test_no_text_of_a_size_is_read_as_anything_but_a_number(text: str, unit: str) -> None:
    size = published_shares.size_of_share(Share(size=Amount(unit, None, text)))
    assert size is not None and (size.hodnota is None or size.hodnota >= 0)


@_ON_SQLITE
@pytest.mark.parametrize(
    ("unit", "written", "told"),
    [
        ("KORUNY", "66666;50", {"castka": 66666.5, "mena": "CZK", "text": "66 666,50 Kč"}),
        ("KORUNY", "66666;5", {"castka": 66666.5, "mena": "CZK", "text": "66 666,50 Kč"}),
        ("KORUNY", "66666;05", {"castka": 66666.05, "mena": "CZK", "text": "66 666,05 Kč"}),
        ("KORUNY", "66666;00", {"castka": 66666, "mena": "CZK", "text": "66 666 Kč"}),
        ("KORUNY", "0;50", {"castka": 0.5, "mena": "CZK", "text": "0,50 Kč"}),
        ("EUR", "1000;1", {"castka": 1000.1, "mena": "EUR", "text": "1 000,10 EUR"}),
        ("USD", "1000", {"castka": 1000, "mena": "USD", "text": "1 000 USD"}),
        ("TEXT", "nepeněžitý vklad", {"castka": None, "mena": None, "text": "nepeněžitý vklad"}),
        ("KCS", "1000;00", {"castka": None, "mena": None, "text": "1000;00"}),
    ],
)
def test_a_contribution_has_two_decimals_where_it_has_hellers(
    registry: Registry, unit: str, written: str, told: dict[str, Any]
) -> None:
    money = f"<vklad><typ>{unit}</typ><textValue>{written}</textValue></vklad>"
    entry = fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{money}</hodnotaUdaje>")
    (shown,) = published(registry, partner(legal("Pivovar", 514152), entry))["spolecnici"]
    assert shown["vklad"] == told


# --- common shares ---


def _common(*inside: str) -> str:
    sort = "<hodnotaUdaje><typ>SPOLECNY_PODIL</typ></hodnotaUdaje>"
    entry = fact("SPOLECNIK_OSOBA", sort, "<podudaje>", *inside, "</podudaje>")
    return fact("SPOLECNIK", "<podudaje>", entry, "</podudaje>")


def _holder(name: str, since: str, until: str | None = None) -> str:
    return fact("SPOLECNIK_PODILNIK", natural("Jan", name, "1975-02-03"), since=since, until=until)


def _sized(size: int, since: str, until: str | None = None, *below: str) -> str:
    value = f"<souhrn><typ>PROCENTA</typ><textValue>{size}</textValue></souhrn>"
    inside = ("<podudaje>", *below, "</podudaje>") if below else ()
    return fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{value}</hodnotaUdaje>", *inside, since=since, until=until)


def _periods(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    return sorted(
        (item["osoba"]["prijmeni"], item["podil"]["hodnota"], item["od"], item["do"], item["aktualni"])
        for item in found["spolecnici"]
    )


def test_a_holder_has_a_common_share_for_the_time_in_which_both_are_entered(
    registry: Registry,
) -> None:
    found = published(
        registry,
        _common(
            _sized(30, "2010-01-01", "2016-01-01"),
            _sized(50, "2016-01-01"),
            _holder("Stálý", "2010-01-01"),
            _holder("Odešlý", "2010-01-01", "2014-01-01"),
            _holder("Nový", "2018-01-01"),
        ),
    )
    assert _periods(found) == [
        ("Nový", 50, "2018-01-01", None, True),
        ("Odešlý", 30, "2010-01-01", "2014-01-01", False),
        ("Stálý", 30, "2010-01-01", "2016-01-01", False),
        ("Stálý", 50, "2016-01-01", None, True),
    ]
    (item,) = registry.profile("Nový")["angazma"]
    assert (item["od"], item["do"], item["podil"]["hodnota"]) == ("2018-01-01", None, 50)
    assert item["druh"]["nazev"] == "podílník společného podílu"


def test_a_holder_does_not_bear_the_pledges_of_another_time(registry: Registry) -> None:
    def pledge(text: str, since: str, until: str | None) -> str:
        return fact(
            "SPOLECNIK_ZASTAVNI_PRAVO",
            f"<hodnotaUdaje>{element('text', text)}</hodnotaUdaje>",
            since=since,
            until=until,
        )

    both = pledge("první", "2011-01-01", "2012-01-01") + pledge("druhá", "2015-01-01", None)
    found = published(
        registry,
        _common(
            _sized(50, "2010-01-01", None, both),
            _holder("Stálý", "2010-01-01"),
            _holder("Nový", "2018-01-01"),
        ),
    )
    told = {item["osoba"]["prijmeni"]: item["zastavniPrava"] for item in found["spolecnici"]}
    assert [item["text"] for item in told["Stálý"]] == ["druhá", "první"]
    assert [item["text"] for item in told["Nový"]] == ["druhá"]


def test_a_share_of_somebody_who_is_not_named_is_reported_not_made_up(registry: Registry) -> None:
    path = register_file(
        registry.directory / "sro-full-praha-2026.xml",
        subject(COMPANY, "Firma s.r.o.", _common(_sized(50, "2010-01-01"))),
    )
    run = registry.register(path)
    registry.publish()
    found = registry.company(COMPANY)
    assert (found["spolecnici"], found["uvolnenePodily"]) == ([], [])
    assert "SPOLECNIK_PODIL" in run.unknown_facts


# --- released shares ---


def test_a_released_share_is_told_in_a_list_of_its_own(registry: Registry) -> None:
    note = f"<textZaOsobu><value>po zemřelém společníkovi, nar. {_BORN}</value></textZaOsobu>"
    sort = f"<hodnotaUdaje><typ>UVOLNENY_PODIL</typ>{note}</hodnotaUdaje>"

    def released(size: int, until: str | None) -> str:
        return fact(
            "SPOLECNIK_OSOBA", sort, "<podudaje>", _sized(size, "2010-01-01"), "</podudaje>", until=until
        )

    found = published(
        registry,
        fact("SPOLECNIK", "<podudaje>", released(20, None), released(30, "2015-01-01"), "</podudaje>"),
    )
    assert found["spolecnici"] == []
    now, before = found["uvolnenePodily"]
    assert (now["podil"]["hodnota"], now["od"], now["do"], now["aktualni"]) == (20, "2010-01-01", None, True)
    assert (before["podil"]["hodnota"], before["do"], before["aktualni"]) == (30, "2015-01-01", False)
    assert now["poznamka"].startswith("po zemřelém společníkovi") and _BORN not in now["poznamka"]


def test_a_share_is_released_whichever_name_the_register_gives_it(registry: Registry) -> None:
    inside = ("<podudaje>", _sized(20, "2010-01-01"), "</podudaje>")
    for sort in (
        "<hodnotaUdaje><typ>UVOLNENY_PODIL</typ></hodnotaUdaje>",
        element("hlavicka", "Uvolněný podíl"),
    ):
        entry = fact("SPOLECNIK_OSOBA", sort, *inside)
        found = published(registry, fact("SPOLECNIK", "<podudaje>", entry, "</podudaje>"))
        assert [item["podil"]["hodnota"] for item in found["uvolnenePodily"]] == [20]


# --- several shares of one person ---


def test_a_profile_has_one_engagement_for_each_share(registry: Registry) -> None:
    found = published(
        registry, partner(natural("Jan", "Vzorový", "1975-02-03"), share("100", "20"), share("300", "30"))
    )
    profile = registry.profile("Vzorový")
    told = [(item["vklad"]["castka"], item["podil"]["hodnota"]) for item in profile["angazma"]]
    assert sorted(told) == [(100, 20), (300, 30)]
    assert (profile["pocetFirem"], profile["pocetAktivnich"]) == (1, 1)
    assert len(found["spolecnici"]) == 2


def test_an_entry_written_again_continues_each_of_equal_shares_once(registry: Registry) -> None:
    who, halves = natural("Jan", "Vzorový", "1975-02-03"), ("<podudaje>", "{}", "</podudaje>")

    def entry(since: str, until: str | None, *sizes: int) -> str:
        shares = "".join(_sized(size, since) for size in sizes)
        inside = "".join(halves).format(shares)
        return fact("SPOLECNIK_OSOBA", who, inside, since=since, until=until)

    published(
        registry,
        fact(
            "SPOLECNIK",
            "<podudaje>",
            entry("2010-01-01", "2015-01-01", 25, 25),
            entry("2015-01-01", "2018-01-01", 25, 25),
            entry("2018-01-01", None, 25, 40),
            "</podudaje>",
        ),
    )
    told = [
        (item["podil"]["hodnota"], item["od"], item["do"], item["aktualni"])
        for item in registry.profile("Vzorový")["angazma"]
    ]
    assert sorted(told, key=repr) == sorted(
        [
            (25, "2010-01-01", None, True),
            (25, "2010-01-01", "2018-01-01", False),
            (40, "2018-01-01", None, True),
        ],
        key=repr,
    )


# --- the only one ---


@_ON_SQLITE
@pytest.mark.parametrize(
    ("heading", "of_section", "of_entry", "code"),
    [
        ("Jediný akcionář", "jediný akcionář", "jediný akcionář", "jedinyAkcionar"),
        ("Jediný akcionář:", "AKCIONAR_SEKCE", "AKCIONAR", "jedinyAkcionar"),
        (None, "jediný akcionář", "AKCIONAR", "jedinyAkcionar"),
        (None, "AKCIONAR_SEKCE", "Jediný akcionář", "jedinyAkcionar"),
        ("Akcionář", "AKCIONAR_SEKCE", "jediný akcionář", "jedinyAkcionar"),
        ("Akcionáři", "AKCIONAR_SEKCE", "jediný akcionář", "akcionar"),
        ("Akcionář", "AKCIONAR_SEKCE", "akcionář", "akcionar"),
        (None, "AKCIONAR_SEKCE", "AKCIONAR", "akcionar"),
    ],
)
def test_the_only_shareholder_is_told_as_such(
    registry: Registry, heading: str | None, of_section: str, of_entry: str, code: str
) -> None:
    def named(text: str, kind: str) -> str:
        return text.replace(f"<nazev>{kind}</nazev>", "<nazev>{}</nazev>", 1)

    who = named(fact("AKCIONAR", natural("Jan", "Vzorový", "1975-02-03")), "AKCIONAR").format(of_entry)
    inside = (element("hlavicka", heading), "<podudaje>", who, "</podudaje>")
    whole = named(fact("AKCIONAR_SEKCE", *inside), "AKCIONAR_SEKCE").format(of_section)
    (shown,) = published(registry, whole)["spolecnici"]
    assert (shown["druh"]["kod"], shown["podil"]) == (code, None)
    (item,) = registry.profile("Vzorový")["angazma"]
    assert item["druh"] == shown["druh"]


def test_the_only_shareholder_of_ares_is_told_as_such(registry: Registry) -> None:
    member = {"typAngazma": "AKCIONAR", "fyzickaOsoba": {"prijmeni": "Vzorový"}}
    for of_body, of_member, sort, name in (
        ("Jediný akcionář", None, None, "jediný akcionář"),
        (None, "Jediný akcionář", None, "jediný akcionář"),
        ("Akcionář", "Akcionář", None, "akcionář"),
        (None, None, "JEDINY", "jediný akcionář"),
        ("Akcionáři", "Akcionář", "JEDINY", "jediný akcionář"),
        ("Akcionář", "Akcionář", "VICE", "akcionář"),
    ):
        body = {
            "typOrganu": "AKCIONAR",
            "typAkcionare": sort,
            "nazevOrganu": of_body,
            "clenoveOrganu": [{**member, "nazevAngazma": of_member}],
        }
        company = from_ares(registry, {"akcionari": [body]})
        assert [partner["druh"]["nazev"] for partner in company["spolecnici"]] == [name]
        ties = relations_of_company(msgspec.convert(company, FirmaDetail), [])
        assert [tie.label for tie in ties] == [name]  # in MCP and its drawings too


# --- pledges and executions ---


def _burdened(*below: str) -> str:
    return partner(natural("Jan", "Vzorový", "1975-02-03"), _sized(50, "2010-01-01", None, *below))


def test_a_pledge_has_its_days_and_holds_until_it_ends_or_is_deleted(registry: Registry) -> None:
    def pledge(arose: str, ended: str, until: str | None = None) -> str:
        values = element("text", "zástava") + element("vznikZastavnihoPrava", arose)
        values += element("zanikZastavnihoPrava", ended) if ended else ""
        return fact("SPOLECNIK_ZASTAVNI_PRAVO", f"<hodnotaUdaje>{values}</hodnotaUdaje>", until=until)

    found = published(
        registry,
        _burdened(
            pledge("2011-02-03", ""),
            pledge("3.2.2011", "2014-05-06"),
            pledge("viz text", "2199-01-01"),
            pledge("2011-02-03", "", DELETED),
        ),
    )
    (shown,) = found["spolecnici"]
    told = [
        (item["vznik"], item["zanik"], item["vymazano"], item["aktualni"]) for item in shown["zastavniPrava"]
    ]
    assert sorted(told, key=repr) == sorted(
        [
            ("2011-02-03", None, None, True),
            ("2011-02-03", "2014-05-06", None, False),
            (None, "2199-01-01", None, True),
            ("2011-02-03", None, DELETED, False),
        ],
        key=repr,
    )
    assert shown["exekuce"] == []
    (item,) = registry.profile("Vzorový")["angazma"]
    assert item["zastavniPrava"] == shown["zastavniPrava"] and item["exekuce"] == []


def test_an_encumbrance_of_a_share_that_ended_has_ended(registry: Registry) -> None:
    pledge = fact("SPOLECNIK_ZASTAVNI_PRAVO", "<hodnotaUdaje><text>zástava</text></hodnotaUdaje>")
    inside = _sized(50, "2010-01-01", DELETED, pledge)
    (shown,) = published(registry, partner(legal("Pivovar", 514152), inside))["spolecnici"]
    assert burdens(shown["zastavniPrava"]) == [("zástava", DELETED, False)]
    (shown,) = published(registry, _burdened(pledge), deleted="2020-01-01")["spolecnici"]
    assert [item["aktualni"] for item in shown["zastavniPrava"]] == [False]


def test_an_execution_of_a_partner_is_one_of_all_shares_of_its_time(registry: Registry) -> None:
    execution = fact("EXEKUCE", element("hodnotaText", "postižení podílu"), since="2016-01-01")
    inside = (
        _sized(10, "2010-01-01", "2012-01-01"),
        _sized(20, "2012-01-01"),
        _sized(30, "2012-01-01"),
        fact("EXEKUCE_SEKCE", "<podudaje>", execution, "</podudaje>"),
    )
    found = published(registry, partner(legal("Pivovar", 514152), *inside))["spolecnici"]
    told = {item["podil"]["hodnota"]: [burden["text"] for burden in item["exekuce"]] for item in found}
    assert told == {10: [], 20: ["postižení podílu"], 30: ["postižení podílu"]}


def test_an_execution_of_a_partner_without_a_share_is_told_still(registry: Registry) -> None:
    execution = fact("EXEKUCE", element("hodnotaText", "postižení podílu"))
    (shown,) = published(registry, partner(legal("Pivovar", 514152), execution))["spolecnici"]
    assert (shown["vklad"], shown["podil"], shown["od"]) == (None, None, "2010-01-01")
    assert burdens(shown["exekuce"]) == [("postižení podílu", None, True)]


def test_an_execution_of_the_company_as_a_whole_is_a_further_entry(registry: Registry) -> None:
    execution = fact("EXEKUCE", element("hodnotaText", "prodej závodu"))
    whole = fact("EXEKUCE_SEKCE", "<podudaje>", execution, "</podudaje>")
    found = published(registry, whole, _burdened())
    assert [(item["kod"], item["text"]) for item in found["ostatniSkutecnosti"]] == [
        ("EXEKUCE", "prodej závodu")
    ]
    assert found["spolecnici"][0]["exekuce"] == []
    assert found["stavPodrobne"]["kod"] == "aktivni"
    told = from_ares(registry, {"exekuce": [{"hodnota": "jiná", "datumZapisu": "2010-01-01"}]})
    assert told["ostatniSkutecnosti"]  # the public register goes before ARES


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (element("hodnotaText", "Exekuční příkaz 77 EX 1/2020"), "Exekuční příkaz 77 EX 1/2020"),
        (
            "<hodnotaUdaje><text>Exekuční příkaz 77 EX 1/2020</text></hodnotaUdaje>",
            "Exekuční příkaz 77 EX 1/2020",
        ),
        ("<hodnotaUdaje><sdeleni>příkaz</sdeleni></hodnotaUdaje>", "EXEKUCE"),
        ("", "EXEKUCE"),
    ],
)
@pytest.mark.parametrize("in_section", [False, True])
def test_an_execution_is_shown_however_it_is_written(
    registry: Registry, values: str, text: str, in_section: bool
) -> None:
    execution = fact("EXEKUCE", values)
    whole = fact("EXEKUCE_SEKCE", "<podudaje>", execution, "</podudaje>") if in_section else execution
    path = register_file(
        registry.directory / "sro-full-praha-2026.xml", subject(COMPANY, "Firma s.r.o.", whole)
    )
    run = registry.register(path)
    registry.publish()
    (shown,) = registry.company(COMPANY)["ostatniSkutecnosti"]
    assert (shown["kod"], shown["text"]) == ("EXEKUCE", text)
    assert sum(run.unread_texts.values()) == ("sdeleni" in values)


@pytest.mark.parametrize(
    "words",
    [
        "Exekuční příkaz na obchodní podíl. Povinný vstoupil do likvidace.",
        "Postižení podílu; na majetek povinného byl prohlášen konkurs.",
        "Povinná společnost byla zrušena a vstoupila do likvidace.",
    ],
)
def test_an_execution_tells_nothing_of_the_state_of_the_company(registry: Registry, words: str) -> None:
    values = f"<hodnotaUdaje>{element('text', words)}</hodnotaUdaje>"
    company = published(
        registry, fact("EXEKUCE", values, since="2020-01-01"), _burdened(fact("EXEKUCE", values))
    )
    assert (company["stavPodrobne"]["kod"], company["likvidace"]) == ("aktivni", None)
    then = company_as_of(msgspec.convert(company, FirmaDetail), "2021-01-01")
    assert then.stav_podrobne is None or then.stav_podrobne.kod == "aktivni"
    assert then.likvidace is None


def test_an_entry_without_words_is_an_encumbrance_still(registry: Registry) -> None:
    found = published(registry, _burdened(fact("SPOLECNIK_ZASTAVNI_PRAVO"), fact("EXEKUCE")))
    (shown,) = found["spolecnici"]
    for items in (shown["zastavniPrava"], shown["exekuce"]):
        assert [(item["text"], item["aktualni"]) for item in items] == [(None, True)]


# Put together here, so that no file has what looks private.
_BORN, _NUMBER, _PLACE = (
    ".".join(("5", "6", "1961")),
    "/".join(("610605", "1234")),
    " ".join(("Dlouhá", "12")),
)
_HOME = ", ".join((_PLACE, "602 00 Brno"))
PRIVATE = [
    (f"ve prospěch Petra Věřitele, nar. {_BORN}, bytem {_HOME}", [_BORN, _PLACE]),
    (f"Zástavní věřitel: Petr Věřitel, {_HOME}", [_PLACE]),
    (f"Oprávněná: Jana Malá, {_BORN}, Zlín, {_PLACE}", [_BORN, _PLACE]),
    (f"ve prospěch Ing. Karla Dárce, r.č. {_NUMBER}", [_NUMBER]),
]


@pytest.mark.parametrize(("text", "hidden"), PRIVATE)
def test_what_is_private_in_a_pledge_or_an_execution_is_hidden(
    registry: Registry, text: str, hidden: list[str]
) -> None:
    pledge = fact("SPOLECNIK_ZASTAVNI_PRAVO", f"<hodnotaUdaje>{element('text', text)}</hodnotaUdaje>")
    execution = fact("EXEKUCE", element("hodnotaText", text))
    owner = natural("Jan", "Vzorový", "1975-02-03")
    company = published(
        registry,
        partner(owner, _sized(50, "2010-01-01", None, pledge, execution)),
        fact("EXEKUCE", element("hodnotaText", text)),
    )
    sitting = partner(legal("Firma", COMPANY), _sized(50, "2010-01-01", None, pledge))
    registry.register(
        register_file(registry.directory / "dalsi.xml", subject(45317054, "Dcera s.r.o.", sitting))
    )
    registry.publish()
    answers: list[Any] = [company, registry.profile("Vzorový"), registry.company(45317054)]
    answers.append(registry.content()["company_document"])  # where the company itself sits, too
    for answer in answers:
        told = json.dumps(answer, ensure_ascii=False)
        assert "[skryto]" in told
        for part in hidden:
            assert part not in told


# --- unknown and none ---


def test_an_office_has_no_encumbrances(registry: Registry) -> None:
    published(registry, board(member(natural("Jan", "Vzorový", "1975-02-03"))))
    (item,) = registry.profile("Vzorový")["angazma"]
    assert item["zastavniPrava"] is item["exekuce"] is None


def test_explain_counts_pledges_and_executions(registry: Registry) -> None:
    pledge = fact("SPOLECNIK_ZASTAVNI_PRAVO", "<hodnotaUdaje><text>zástava</text></hodnotaUdaje>")
    published(registry, _burdened(pledge, fact("EXEKUCE", until=DELETED)))
    with registry.engine.connect() as connection:
        (told,) = explain_extracts(connection, COMPANY, None)
    assert (told.rows["pledge"], told.rows["execution"]) == ((1, 1), (1, 0))


def test_an_encumbrance_entered_for_one_holder_is_on_the_share_as_that_person_holds_it(
    registry: Registry,
) -> None:
    def encumbrance(kind: str, words: str) -> str:
        return fact(kind, f"<hodnotaUdaje>{element('text', words)}</hodnotaUdaje>")

    below = encumbrance("EXEKUCE", "jen její") + encumbrance("SPOLECNIK_ZASTAVNI_PRAVO", "zástava")
    person = natural("Jan", "Druhá", "1975-02-03")
    second = fact("SPOLECNIK_PODILNIK", person, "<podudaje>", below, "</podudaje>")
    common = encumbrance("EXEKUCE", "obou")
    found = published(
        registry, _common(_sized(50, "2010-01-01", None, common), _holder("První", "2010-01-01"), second)
    )
    told = {item["osoba"]["prijmeni"]: item for item in found["spolecnici"]}
    assert len(found["spolecnici"]) == 2
    assert [told[name]["podil"]["hodnota"] for name in ("První", "Druhá")] == [50, 50]
    assert [item["text"] for item in told["První"]["exekuce"]] == ["obou"]
    assert {item["text"] for item in told["Druhá"]["exekuce"]} == {"obou", "jen její"}
    assert [item["text"] for item in told["Druhá"]["zastavniPrava"]] == ["zástava"]
    assert told["První"]["zastavniPrava"] == []
