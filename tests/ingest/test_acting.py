"""Who acts for a company: one rule for every interface, decided only where the register leaves no doubt."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.ingest.merge.lookups import merge_proceedings
from soupis.queries.as_of import company_as_of
from soupis.queries.exports import company_table
from soupis.registers.isir import Proceeding
from soupis.registers.public_register.kinds import ADMINISTRATORS
from soupis.store.engine import writing
from soupis.wire.acting import acting, in_bankruptcy
from soupis.wire.acting_words import acting_words, who_acts
from soupis.wire.base import CodedName
from soupis.wire.company import (
    Clen,
    FirmaDetail,
    FyzickaOsoba,
    Insolvence,
    Jednani,
    Likvidace,
    Organ,
    PravnickaOsoba,
    StavPodrobne,
    Zdroj,
)
from soupis.wire.labels import BODY_NAMES, UNKNOWN_PHASE
from tests.support.registry import Registry
from tests.support.sources import element, fact, legal, member, natural, register_file, subject

COMPANY, TODAY = 27074358, "2026-11-28"
ALONE = "Jednatel jedná za společnost samostatně."
TWO = "Za společnost jednají vždy dva jednatelé společně."
ALL = "Společnost zastupují všichni jednatelé společně."
ACTIVE = StavPodrobne(kod="aktivni", nazev="Aktivní")
UNDECIDED = " Zda samostatně, nebo společně, jsme nerozhodli, záleží na slovech zápisu."
NAMES = ["Adamová", "Bílek", "Cihlář", "Dvorská", "Erban"]


def person(name: str, *, current: bool = True, **more: Any) -> Clen:
    key = f"jan-{name.lower()}-1970-abcdef"
    return Clen(
        osoba=FyzickaOsoba(klic=key, jmeno="Jan", prijmeni=name),
        funkce=more.pop("funkce", "jednatel"),
        aktualni=current,
        **more,
    )


def company(
    *members: Clen, text: str | None = ALONE, others: list[Organ] | None = None, **more: Any
) -> FirmaDetail:
    body = Organ(
        nazev="Statutární orgán",
        zpusob_jednani=[text] if text else [],
        clenove=list(members),
        skrytych_clenu=more.pop("hidden", 0),
    )
    values: dict[str, Any] = {
        "stav": "aktivni",
        "stav_podrobne": ACTIVE,
        "ostatni_organy": others or [],
    } | more
    return FirmaDetail(ico=f"{COMPANY:08d}", statutarni_organy=[body], **values)


def told(detail: FirmaDetail) -> Jednani:
    found = who_acts(detail, TODAY)
    assert found is not None
    return found


def served(detail: FirmaDetail) -> list[tuple[str, str, str]]:
    """Return surname, role and manner of those who act."""
    return [(item.jmeno.split()[-1], item.role, item.zpusob) for item in told(detail).osoby]


@pytest.mark.parametrize(
    ("text", "count", "manner"),
    [
        ("Jednatel jedná za společnost samostatně.", 2, "samostatne"),
        ("Každý z jednatelů zastupuje společnost samostatně.", 3, "samostatne"),
        ("Společnost zastupuje každý jednatel.", 2, "samostatne"),
        ("Společnost zastupuje jednatel.", 1, "samostatne"),
        ("Za společnost jednají vždy dva členové představenstva společně.", 3, "spolecne"),
        ("Za společnost jednají společně nejméně tři členové.", 4, "spolecne"),
        ("Společnost zastupují společně oba jednatelé.", 2, "spolecne"),
        ("Společnost zastupují všichni jednatelé společně.", 2, "vsichniSpolecne"),
        ("Jednatel jedná samostatně. Podepisuje se tak, že k názvu připojí svůj podpis.", 2, "samostatne"),
        ("Jednatel jedná samostatně, nad 100 000 Kč jednají dva jednatelé společně.", 2, "podleZapisu"),
        ("Předseda samostatně, nebo dva členové představenstva společně.", 3, "podleZapisu"),
        ("Jednatel nesmí jednat samostatně.", 2, "podleZapisu"),
        ("Jednatelé nejednají samostatně.", 2, "podleZapisu"),
        ("V nepřítomnosti předsedy jedná samostatně místopředseda.", 2, "podleZapisu"),
        ("Jednatel jedná samostatně jen se souhlasem valné hromady.", 2, "podleZapisu"),
        ("Společnost zastupuje jednatel.", 2, "podleZapisu"),
        ("Společnost zastupují společně oba jednatelé.", 3, "podleZapisu"),
        ("Způsob jednání upravuje společenská smlouva.", 1, "podleZapisu"),
        ("Jednatelé jednají společně.", 3, "podleZapisu"),
        ("Samostatně jedná Jan Adamová.", 2, "podleZapisu"),
        ("Samostatně jedná [skryto].", 2, "podleZapisu"),
        ("Jménem Společnosti jedná každý Jednatel samostatně.", 2, "samostatne"),
        (None, 2, "neuvedeno"),
    ],
)
def test_a_manner_of_acting_is_decided_only_without_conditions(text: str, count: int, manner: str) -> None:
    office = "člen představenstva" if "představenstva" in (text or "") else "jednatel"
    detail = company(*(person(name, funkce=office) for name in NAMES[:count]), text=text)
    assert served(detail) == [(name, "statutarniOrgan", manner) for name in NAMES[:count]]
    sentence = told(detail).veta
    assert ("nerozhodli" in sentence) == (manner in ("podleZapisu", "neuvedeno"))
    assert (f"„{text}“" in sentence) == (manner == "podleZapisu")


@pytest.mark.parametrize(
    ("body", "office", "text"),
    [
        ("Představenstvo", "člen představenstva", "Jednatelé jednají samostatně."),
        ("Představenstvo", "předseda", "Předseda správní rady zastupuje společnost samostatně."),
        ("Statutární orgán", "jednatel", "Členové představenstva jednají každý samostatně."),
        ("Správní rada", "člen", "Za společnost jednají dva členové představenstva společně."),
    ],
)
def test_a_sentence_about_another_body_than_the_one_entered_is_not_decided(
    body: str, office: str, text: str
) -> None:
    detail = company(*(person(name, funkce=office) for name in NAMES[:2]), text=text)
    assert detail.statutarni_organy
    detail.statutarni_organy[0].nazev = body
    assert {item.zpusob for item in told(detail).osoby} == {"podleZapisu"}
    assert f"„{text}“" in told(detail).veta


CHAIR, VICE, PLAIN = "předsedkyně", "místopředseda představenstva", "člen"


@pytest.mark.parametrize(
    ("text", "short", "manners", "sentence"),
    [
        (
            "Předseda představenstva zastupuje společnost samostatně.",
            "Samostatně",
            ["samostatne"],
            "Za firmu jedná samostatně Jan Adamová (předsedkyně).",
        ),
        (
            "Společnost zastupuje předseda nebo místopředseda představenstva, každý samostatně.",
            "Každý samostatně",
            ["samostatne", "samostatne"],
            "Za firmu jedná každý samostatně: Jan Adamová (předsedkyně); "
            "Jan Bílek (místopředseda představenstva).",
        ),
        (
            "Předseda samostatně, nebo dva členové představenstva společně.",
            "Předseda, nebo dva společně",
            ["samostatne", "spolecne", "spolecne"],
            "Za firmu jedná samostatně Jan Adamová (předsedkyně), nebo společně vždy dva z těchto "
            "osob: Jan Adamová (předsedkyně); Jan Bílek (místopředseda představenstva); Jan Cihlář "
            "(člen).",
        ),
        (
            "Všichni členové představenstva společně, nebo místopředseda samostatně.",
            "Místopředseda, nebo všichni společně",
            ["vsichniSpolecne", "samostatne", "vsichniSpolecne"],
            "Za firmu jedná samostatně Jan Bílek (místopředseda představenstva), nebo všichni společně: Jan "
            "Adamová (předsedkyně); Jan Bílek (místopředseda představenstva); Jan Cihlář (člen).",
        ),
    ],
)
def test_a_holder_of_an_office_who_acts_alone_is_named(
    text: str, short: str, manners: list[str], sentence: str
) -> None:
    members = [person(name, funkce=office) for name, office in zip(NAMES, (CHAIR, VICE, PLAIN), strict=False)]
    detail = company(*members, text=text)
    assert [manner for _, _, manner in served(detail)] == manners
    assert told(detail).veta == sentence
    found = acting(detail, TODAY)
    assert found and acting_words(found).short.cs == short and acting_words(found).is_certain
    for others in ([members[2]], [*members, person("Erban", funkce=CHAIR), person("Dvorská", funkce=VICE)]):
        undecided = told(company(*others, text=text))
        assert {item.zpusob for item in undecided.osoby} == {"podleZapisu"}
        assert "nerozhodli" in undecided.veta and text in undecided.veta


def test_a_member_with_a_remark_of_the_register_leaves_the_manner_undecided() -> None:
    remark = "Výkon funkce je pozastaven."
    found = told(company(person("Adamová", funkce_poznamka=remark), person("Bílek")))
    assert {item.zpusob for item in found.osoby} == {"podleZapisu"}
    assert "nerozhodli" in found.veta and f"„{ALONE} {remark}“" in found.veta


@pytest.mark.parametrize(
    ("text", "manner", "says"),
    [
        (None, "neuvedeno", "Rejstřík neuvádí, zda jednají samostatně, nebo společně."),
        ("Likvidátor jedná samostatně.", "samostatne", "Jedná každý samostatně."),
        ("Likvidátoři jednají společně.", "spolecne", "Zápis: „Likvidátoři jednají společně.“"),
        ("Likvidátor nejedná samostatně.", "podleZapisu", f"{UNDECIDED} Zápis: „Likvidátor nejedná"),
        ("Likvidátor jedná samostatně do 500 Kč.", "podleZapisu", f"{UNDECIDED} Zápis: „Likvidátor jedná"),
    ],
)
def test_liquidators_act_by_their_manner(text: str | None, manner: str, says: str) -> None:
    people = [person("Erban", funkce="likvidátor"), person("Dvorská", funkce="likvidátor")]
    organ = Organ(nazev="Likvidátor", clenove=people, zpusob_jednani=[text] if text else [])
    detail = company(
        person("Adamová"), others=[organ], stav_podrobne=STATES["likvidace"], likvidace=Likvidace()
    )
    assert [item[2] for item in served(detail)] == [manner] * 2 and says in told(detail).veta
    found = acting(detail, TODAY)
    assert found and acting_words(found).is_certain == (manner in ("samostatne", "spolecne"))


def test_sentences_name_those_who_act_in_both_languages() -> None:
    three = [person(name) for name in NAMES[:3]]
    names = "Jan Adamová (jednatel); Jan Bílek (jednatel); Jan Cihlář (jednatel)"
    assert told(company(*three)).veta == f"Za firmu jedná každý samostatně: {names}."
    assert told(company(*three, text=ALL)).veta == f"Za firmu jednají všichni společně: {names}."
    both = company(*three, text=TWO)
    assert told(both).veta == f"Za firmu jednají společně vždy dva z těchto osob: {names}."
    english = who_acts(both, TODAY, english=True)
    assert english and english.veta == (
        "Any two of these persons act for the company together: Jan Adamová (managing director); "
        "Jan Bílek (managing director); Jan Cihlář (managing director)."
    )
    assert told(company(three[0])).veta == "Za firmu jedná samostatně Jan Adamová (jednatel)."


@pytest.mark.parametrize("text", [ALONE, ALL, TWO, None, "Jedná předseda podle stanov."])
def test_a_sentence_names_20_persons_at_most_and_counts_all(text: str | None) -> None:
    many = [person(f"Člen{number}") for number in range(20_000)]
    for role, detail in (
        ("statutarniOrgan", company(*many, text=text)),
        ("prokurista", company(person("Adamová"), others=[Organ(nazev="Prokura", clenove=many)])),
    ):
        found = told(detail)
        assert "Jan Člen19 (jednatel)" in found.veta and "Člen20" not in found.veta
        assert "a další, celkem 20000 osob" in found.veta and len(found.veta) < 3_000
        assert sum(item.role == role for item in found.osoby) == 20_000
        english = who_acts(detail, TODAY, english=True)
        assert english and "and others, 20000 persons in all" in english.veta


def test_too_few_members_and_several_sentences_are_not_decided() -> None:
    few = told(company(person("Adamová"), text=TWO))
    assert "zapsaných je méně (1)" in few.veta and TWO in few.veta
    assert [item.zpusob for item in few.osoby] == ["podleZapisu"]
    several = company(person("Adamová"), person("Bílek"))
    assert several.statutarni_organy
    several.statutarni_organy[0].zpusob_jednani.append(TWO)
    assert f"„{ALONE} {TWO}“" in told(several).veta
    bodies = company(person("Adamová"), person("Bílek"))
    assert bodies.statutarni_organy
    bodies.statutarni_organy.append(Organ(nazev="Představenstvo", clenove=[person("Cihlář")]))
    assert "nerozhodli" in told(bodies).veta


def test_nobody_acts_for_a_company_that_ceased_and_nobody_entered_is_said() -> None:
    ceased = company(
        person("Adamová"), stav="zanikla", stav_podrobne=StavPodrobne(kod="zanikla", nazev="Zaniklá")
    )
    assert (told(ceased).veta, told(ceased).osoby) == ("Firma zanikla, nikdo za ni nejedná.", [])
    assert "není nikdo zapsán" in told(company()).veta and told(company()).osoby == []


def test_what_was_not_read_is_not_known() -> None:
    unread = FirmaDetail(ico="27074358", stav="aktivni", stav_podrobne=ACTIVE)
    assert who_acts(unread, TODAY) is None
    assert who_acts(company(person("Adamová"), stav_podrobne=None), TODAY) is None


def test_members_of_other_days_do_not_act() -> None:
    detail = company(
        person("Adamová"),
        person("Bílek", current=False),
        person("Cihlář", funkce_od="2026-12-01"),
        person("Dvorská", clenstvi_od="2020-01-01", funkce_od="2026-11-28"),
    )
    assert [name for name, _, _ in served(detail)] == ["Adamová", "Dvorská"]


def test_a_member_entered_twice_is_one_person() -> None:
    twice = company(person("Adamová", funkce="předsedkyně"), person("Adamová", funkce="členka"), text=TWO)
    assert "zapsaných je méně (1)" in told(twice).veta


def test_a_legal_person_acts_by_its_representatives() -> None:
    firm = Clen(
        osoba=PravnickaOsoba(ico="00000019", obchodni_jmeno="Správní a.s."),
        aktualni=True,
        zastupci=[FyzickaOsoba(klic="eva-nova-1970-abcdef", jmeno="Eva", prijmeni="Nová", titul_pred="Ing.")],
    )
    found = told(company(firm))
    assert [(item.ico, item.klic, item.jmeno, item.role) for item in found.osoby] == [
        ("00000019", None, "Správní a.s.", "statutarniOrgan"),
        (None, "eva-nova-1970-abcdef", "Ing. Eva Nová", "zastupce"),
    ]
    assert found.veta == "Za firmu jedná samostatně Správní a.s., IČO 00000019, zastupuje Ing. Eva Nová."


def procuration(*members: Clen, text: str | None = None) -> Organ:
    return Organ(nazev="Prokura", clenove=list(members), zpusob_jednani=[text] if text else [])


def test_a_holder_of_procuration_acts_beside_the_statutory_body() -> None:
    member = person("Bílek", funkce="prokurista")
    beside = procuration(member, text="Prokurista jedná samostatně.")
    found = company(person("Adamová"), others=[beside])
    assert served(found) == [
        ("Adamová", "statutarniOrgan", "samostatne"),
        ("Bílek", "prokurista", "samostatne"),
    ]
    start = "Za firmu jedná samostatně Jan Adamová (jednatel). Vedle statutárního orgánu jedná prokurista"
    assert told(found).veta == f"{start}: Jan Bílek (prokurista)."
    text = "Prokurista jedná společně s jedním jednatelem."
    found = company(person("Adamová"), others=[procuration(member, text=text)])
    assert served(found)[1] == ("Bílek", "prokurista", "podleZapisu")
    assert told(found).veta == f"{start}: Jan Bílek (prokurista).{UNDECIDED} Zápis: „{text}“"


LIQUIDATOR = Organ(nazev="Likvidátor", clenove=[person("Erban", funkce="likvidátor")])
ADMINISTRATOR = Organ(nazev="insolvenční správce", clenove=[person("Dvorská", funkce=None)])
PRELIMINARY = Organ(nazev="Předběžný insolvenční správce", clenove=[person("Cihlář", funkce=None)])
STATES = {
    "konkurs": StavPodrobne(kod="konkurs", nazev="V konkursu"),
    "likvidace": StavPodrobne(kod="likvidace", nazev="V likvidaci"),
    "upadek": StavPodrobne(kod="upadek", nazev="V úpadku"),
    "nezjisteno": StavPodrobne(kod="insolvencniRizeni", nazev=UNKNOWN_PHASE.cs),
}


@pytest.mark.parametrize(
    ("state", "liquidation", "others", "acts", "says"),
    [
        (
            "likvidace",
            True,
            [LIQUIDATOR],
            [("Erban", "likvidator", "samostatne")],
            "v likvidaci, jedná za ni",
        ),
        ("likvidace", True, [], [], "kdo jím je, zde neznáme"),
        ("konkurs", False, [ADMINISTRATOR], [("Dvorská", "insolvencniSpravce", "samostatne")], "v konkursu"),
        ("konkurs", True, [LIQUIDATOR], [], "insolvenční správce; kdo jím je, zde neznáme"),
        ("konkurs", False, [PRELIMINARY], [], "insolvenční správce; kdo jím je, zde neznáme"),
        ("upadek", True, [LIQUIDATOR], [("Erban", "likvidator", "samostatne")], "v likvidaci, jedná za ni"),
        (
            "upadek",
            False,
            [ADMINISTRATOR],
            [("Adamová", "statutarniOrgan", "samostatne")],
            "může být omezené",
        ),
        (
            "nezjisteno",
            False,
            [],
            [("Adamová", "statutarniOrgan", "podleZapisu")],
            "není zjištěno, v jaké fázi",
        ),
    ],
)
def test_the_state_of_a_company_decides_who_acts(
    state: str, liquidation: bool, others: list[Organ], acts: list[tuple[str, str, str]], says: str
) -> None:
    procurists = procuration(person("Bílek", funkce="prokurista"))
    detail = company(
        person("Adamová"),
        others=[*others, procurists] if state in ("konkurs", "likvidace") else others,
        stav_podrobne=STATES[state],
        likvidace=Likvidace() if liquidation else None,
    )
    assert served(detail) == acts
    assert says in told(detail).veta


def test_bankruptcy_by_the_insolvency_register_names_its_source() -> None:
    detail = company(
        person("Adamová"), zdroje=[Zdroj(zdroj="verejnyRejstrik", aktualizovano="2026-01-01T00:00:00Z")]
    )
    assert told(detail).zdroj == "verejnyRejstrik"
    detail.insolvence = [Insolvence(spisova_znacka="INS 1/2020", stav="KONKURS", probiha=False)]
    assert not in_bankruptcy(detail)
    detail.insolvence = [Insolvence(spisova_znacka="INS 1/2020", stav="KONKURS", probiha=True)]
    assert in_bankruptcy(detail) and told(detail).zdroj == "insolvencniRejstrik"


def test_a_sole_trader_acts_in_person_until_bankruptcy() -> None:
    trader = FirmaDetail(
        ico="27074358",
        stav="aktivni",
        stav_podrobne=ACTIVE,
        obchodni_jmeno="Jana Vzorová",
        pravni_forma=CodedName(kod="101"),
    )
    assert served(trader) == [("Vzorová", "podnikatel", "samostatne")]
    trader.stav_podrobne = STATES["konkurs"]
    assert served(trader) == []


def test_hidden_persons_are_counted_and_not_named() -> None:
    alone = told(company(person("Adamová"), hidden=1))
    assert (
        alone.veta
        == "Za firmu jedná každý samostatně: Jan Adamová (jednatel); další osoby, které nezobrazujeme (1)."
    )
    assert [item.jmeno for item in alone.osoby] == ["Jan Adamová"]
    assert "nerozhodli" not in told(company(person("Adamová"), hidden=1, text=TWO)).veta
    everybody = told(company(hidden=2, text=TWO))
    assert everybody.osoby == [] and "osoby, které nezobrazujeme (2)" in everybody.veta


# Generated variants

TEXTS = {None: "neuvedeno", ALONE: "samostatne", TWO: "spolecne", ALL: "vsichniSpolecne"}


@given(
    st.sampled_from(sorted(TEXTS, key=str)),
    st.lists(st.sampled_from(NAMES), unique=True, max_size=5),
    st.lists(st.sampled_from(["Fiala", "Gott"]), unique=True),
    st.integers(0, 2),
    st.sampled_from([None, "konkurs", "likvidace", "upadek", "nezjisteno"]),
    st.booleans(),
)
def test_only_present_members_act_and_a_decision_is_never_a_guess(
    text: str | None, present: list[str], former: list[str], hidden: int, state: str | None, named: bool
) -> None:
    appointed = {"konkurs": ADMINISTRATOR, "likvidace": LIQUIDATOR}.get(state or "")
    detail = company(
        *map(person, present),
        *(person(name, current=False) for name in former),
        text=text,
        hidden=hidden,
        others=[appointed] if appointed and named else [],
        stav_podrobne=STATES[state] if state else ACTIVE,
        likvidace=Likvidace() if state == "likvidace" else None,
    )
    found, words = told(detail), acting(detail, TODAY)
    assert words is not None
    names = [item.jmeno.split()[-1] for item in found.osoby]
    if appointed:
        assert names == ([appointed.clenove[0].osoba.prijmeni] if named else [])  # type: ignore[union-attr]
        return
    assert names == present and not [name for name in former if name in found.veta]
    size = len(present) + hidden
    enough = size >= (2 if text == TWO else 1)
    is_decided = text is not None and enough and state != "nezjisteno"
    assert acting_words(words).is_certain is is_decided
    assert {item.zpusob for item in found.osoby} <= {
        TEXTS[text] if is_decided or not text else "podleZapisu",
        "podleZapisu" if state == "nezjisteno" else TEXTS[text],
    }


# Through the register, the documents and the interfaces


def published(registry: Registry, *facts: str, **more: Any) -> dict[str, Any]:
    xml = subject(COMPANY, "Firma s.r.o.", *facts, **more)
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", xml))
    registry.publish()
    return registry.company(COMPANY)


def board(*members: str, text: str = ALONE) -> str:
    manner = fact("ZPUSOB_JEDNANI", element("hodnotaText", text))
    return fact("STATUTARNI_ORGAN", "<podudaje>", *members, manner, "</podudaje>")


def executive(name: str, born: str = "1975-02-03", **more: str) -> str:
    return member(natural("Jan", name, born), **more)


def test_a_detail_says_who_acts(registry: Registry) -> None:
    found = published(registry, board(executive("Vzorový"), executive("Bývalý", until="2020-01-01")))[
        "jednani"
    ]
    (acts,) = found.pop("osoby")
    assert found == {"veta": "Za firmu jedná samostatně Jan Vzorový (jednatel).", "zdroj": "verejnyRejstrik"}
    assert acts.pop("klic").startswith("jan-vzorovy-1975-")
    assert acts == {"ico": None, "jmeno": "Jan Vzorový", "role": "statutarniOrgan", "zpusob": "samostatne"}
    table = company_table(msgspec.json.encode(registry.company(COMPANY))).decode()
    assert "jednani;veta;Za firmu jedná samostatně Jan Vzorový (jednatel).\r\n" in table
    assert "jednani;osoby.1.jmeno;Jan Vzorový\r\n" in table


def administrator(kind: str = "INSOLVENCNI_SPRAVCE", **more: Any) -> str:
    return fact(kind, natural("Eva", "Správcová", "1970-02-03"), **more)


@pytest.mark.parametrize("kind", ["INSOLVENCNI_SPRAVCE", "KONKURSNI_SPRAVCE"])
@pytest.mark.parametrize("section", [True, False])
def test_in_bankruptcy_the_administrator_of_the_register_acts(
    registry: Registry, kind: str, section: bool
) -> None:
    declared = fact("INSOLVENCNI_ZAPIS", element("hodnotaText", "Byl prohlášen konkurs."))
    inside = declared + administrator(kind)
    entry = fact("INSOLVENCE_SEKCE", "<podudaje>", inside, "</podudaje>") if section else inside
    company_ = published(registry, board(executive("Vzorový")), entry)
    assert [(item["jmeno"], item["role"]) for item in company_["jednani"]["osoby"]] == [
        ("Eva Správcová", "insolvencniSpravce")
    ]
    assert [organ["nazev"] for organ in company_["ostatniOrgany"]] == [BODY_NAMES[kind].cs]


@pytest.mark.parametrize(
    "called", ["insolvenční správce", "Správce konkursu", "zástupce insolvenčního správce"]
)
@pytest.mark.parametrize("kind", ADMINISTRATORS)
def test_the_kind_of_an_administrator_decides_whatever_it_is_called(
    registry: Registry, kind: str, called: str
) -> None:
    declared = fact("INSOLVENCNI_ZAPIS", element("hodnotaText", "Byl prohlášen konkurs."))
    entry = administrator(kind).replace(element("nazev", kind), element("nazev", called))
    assert called in entry
    acts = published(registry, board(executive("Vzorový")), declared, entry)["jednani"]["osoby"]
    is_in_charge = kind in ("INSOLVENCNI_SPRAVCE", "KONKURSNI_SPRAVCE")
    assert [item["jmeno"] for item in acts] == (["Eva Správcová"] if is_in_charge else [])


def test_an_administrator_who_was_deleted_does_not_act(registry: Registry) -> None:
    declared = fact("INSOLVENCNI_ZAPIS", element("hodnotaText", "Byl prohlášen konkurs."))
    found = published(registry, declared, administrator(until="2021-01-01"))["jednani"]
    assert found["osoby"] == [] and "kdo jím je, zde neznáme" in found["veta"]


def test_bankruptcy_by_the_insolvency_register_changes_who_acts(registry: Registry) -> None:
    published(registry, board(executive("Vzorový")))
    with writing(registry.engine) as connection:
        proceeding = Proceeding(COMPANY, "INS 1/2019", None, "KONKURS", "2019-05-06")
        merge_proceedings(connection, COMPANY, [proceeding], "2026-11-01T08:00:00Z", complete=True)
    registry.publish()
    found = registry.company(COMPANY)["jednani"]
    assert (found["osoby"], found["zdroj"]) == ([], "insolvencniRejstrik")


def test_as_of_a_day_those_act_who_were_entered_then(registry: Registry) -> None:
    liquidator = fact(
        "LIKVIDATOR_OSOBA", natural("Eva", "Likvidační", "1970-02-03"), since="2020-03-04", until="2021-03-04"
    )
    published(
        registry,
        board(
            executive("Dřívější", "1974-02-03", since="2010-01-01", until="2015-01-01"),
            executive("Vzorový", since="2015-01-01"),
        ),
        fact("LIKVIDATOR", "<podudaje>", liquidator, "</podudaje>", since="2020-03-04", until="2021-03-04"),
    )
    detail = msgspec.convert(registry.company(COMPANY), FirmaDetail)
    for day, name, role in (
        ("2012-01-01", "Jan Dřívější", "statutarniOrgan"),
        ("2018-01-01", "Jan Vzorový", "statutarniOrgan"),
        ("2020-06-01", "Eva Likvidační", "likvidator"),
        ("2022-01-01", "Jan Vzorový", "statutarniOrgan"),
    ):
        found = company_as_of(detail, day).jednani
        assert found and [(item.jmeno, item.role) for item in found.osoby] == [(name, role)], day
    before = company_as_of(detail, "2004-01-01").jednani
    assert before and (before.osoby, before.veta) == ([], "Firma toho dne ještě nevznikla.")


def test_a_person_who_was_hidden_is_not_named_by_the_sentence(registry: Registry) -> None:
    published(registry, board(executive("Vzorový"), executive("Tajná", "1976-02-03")))
    registry.hide(registry.profile("Tajná")["klic"])
    registry.publish()
    found = registry.company(COMPANY)["jednani"]
    assert "Tajná" not in str(registry.company(COMPANY))
    assert [item["jmeno"] for item in found["osoby"]] == ["Jan Vzorový"]
    assert "další osoby, které nezobrazujeme (1)" in found["veta"]


def test_the_sentence_hides_what_the_fields_hide_and_no_more(registry: Registry) -> None:
    name = "Společenství vlastníků jednotek Komenského 457, Plzeň"
    birth_number = "/".join(("7502" + "03", "1234"))
    text = f"Jednatel jedná samostatně. Jan Vzorový, r. č. {birth_number}, podepisuje."
    published_ = published(registry, board(member(legal(name, 514152)), text=text))
    (organ,) = published_["statutarniOrgany"]
    veta = published_["jednani"]["veta"]
    assert organ["clenove"][0]["osoba"]["obchodniJmeno"] in veta
    assert f"„{organ['zpusobJednani'][0]}“" in veta and birth_number not in veta


def test_legal_persons_with_representatives_act_through_the_register(registry: Registry) -> None:
    deputy = fact("STATUTARNI_ORGAN_CLEN_ZASTOUPENI", natural("Eva", "Nová", "1970-02-03"))
    home = "<adresa><statNazev>Česká republika</statNazev></adresa>"
    firm = member(legal("Správní a.s.", 514152) + home + f"<podudaje>{deputy}</podudaje>")
    found = published(registry, board(firm))["jednani"]
    assert [(item["ico"], item["jmeno"], item["role"]) for item in found["osoby"]] == [
        ("00514152", "Správní a.s.", "statutarniOrgan"),
        (None, "Eva Nová", "zastupce"),
    ]
