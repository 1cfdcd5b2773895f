"""Insolvency and liquidation by the words of the register: sentences of two authors, and generated variants.

At least half of all sentences are in `states_blind.json`, whose author did not know the rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.wire.clauses import clauses
from soupis.wire.labels import UNKNOWN_PHASE, english_words
from soupis.wire.rulings import with_rulings
from soupis.wire.state_rules import INSOLVENCY_RULES, WINDING_UP_RULES
from soupis.wire.states import (
    Entry,
    Holder,
    Names,
    Since,
    insolvency_by_entries,
    liquidation_by_entries,
    pause_by_entries,
    state_in_words,
    telling,
    tells_of_state,
)
from soupis.wire.word_rules import Rule

TODAY = "2026-11-28"
NOTE, OTHER = "INSOLVENCNI_ZAPIS", "OST_SKUTECNOSTI"
BLIND = json.loads(Path(__file__).with_name("states_blind.json").read_text("utf-8"))


def state_of(
    *entries: Entry, name: str = "Alfa s.r.o.", liquidators: Sequence[Holder] = ()
) -> tuple[Since, str | None]:
    """Return the state of a company by its entries, and the day of its liquidation."""
    names, told = Names(name, (name,)), telling(entries)
    liquidation = liquidation_by_entries(told, names, liquidators, TODAY)
    found = insolvency_by_entries(told, names)
    if found is None and liquidation is not None:
        found = Since("likvidace", liquidation.od)
    found = found or pause_by_entries(told, TODAY) or Since("aktivni", None)
    return found, liquidation.od if liquidation else None


def note(text: str, entered: str = "2020-02-03", kind: str = NOTE, sort: str | None = None) -> Entry:
    return Entry(kind, sort, text or sort or "", entered)


def code_of(*entries: Entry, **more: Any) -> str:
    return state_of(*entries, **more)[0].code


@pytest.mark.parametrize("case", BLIND, ids=[str(case["id"]) for case in BLIND])
def test_a_company_of_an_author_who_did_not_know_the_rules_has_its_state(case: dict[str, Any]) -> None:
    entries = [
        note(item["text"], item["entered"], item["kind"], item["type_name"])
        for item in case["entries"]
        if not item["deleted"]
    ]
    liquidators = [Holder(item["since"], item["deleted"]) for item in case["liquidators"]]
    state, liquidation = state_of(*entries, name=case["name"], liquidators=liquidators)
    told = {"state": state.code, "since": state.day, "liquidation_since": liquidation}
    assert told == case["expected"], case["why"]


@pytest.mark.parametrize("rules", [INSOLVENCY_RULES, WINDING_UP_RULES], ids=["insolvency", "winding up"])
def test_each_row_of_the_table_decides_its_own_sentence(rules: tuple[Rule, ...]) -> None:
    for rule in rules:
        (clause,) = clauses(rule.example)
        folded = with_rulings(clause.folded) if rules is INSOLVENCY_RULES else clause.folded
        found = next(row for row in rules if row.matches(folded, in_note=rule.in_notes))
        assert found is rule, rule.example


SINGLE = [
    ("konkurs", "Byl zamítnut návrh na reorganizaci a na majetek dlužníka byl prohlášen konkurs."),
    ("konkurs", "Soud prohlásil na majetek dlužníka konkurs a rozhodl, že provoz podniku byl ukončen."),
    ("konkurs", "Na majetek dlužníka se prohlašuje konkurz."),
    ("konkurs", "Předběžné opatření ze dne 1.2.2015 se zrušuje a na majetek dlužníka se prohlašuje konkurs."),
    ("konkurs", "Odmítá se insolvenční návrh věřitele Beta a.s. a na návrh dlužníka se prohlašuje konkurs."),
    ("konkurs", "Zamítnut návrh na povolení reorganizace, úpadek dlužníka se řeší konkursem."),
    ("konkurs", "Rozhodnutí o úpadku spojené s prohlášením konkursu."),
    ("konkurs", "Řízení o moratoriu se zastavuje, byl zjištěn úpadek a prohlášen konkurs."),
    ("konkurs", "USNESENÍM KRAJSKÉHO SOUDU V BRNĚ BYL PROHLÁŠEN KONKURS NA MAJETEK ÚPADCE."),
    ("upadek", "Krajský soud rozhodl o úpadku dlužníka, řízení o předběžném opatření zastavil."),
    ("upadek", "Zamítá se návrh na prohlášení konkursu a zjišťuje se úpadek dlužníka."),
    ("upadek", "Soud rozhodl o řešení úpadku oddlužením plněním splátkového kalendáře."),
    ("upadek", "Zjištěn hrozící úpadek dlužníka."),
    ("insolvencniRizeni", "Dne 3.4.2019 byl podán insolvenční návrh."),
    ("insolvencniRizeni", "Insolvenční soud jmenoval předběžného správce."),
    ("insolvencniRizeni", "Bylo zahájeno insolvenční řízení, o návrhu dosud nebylo rozhodnuto."),
    ("aktivni", "Insolvenční řízení bylo skončeno."),
    ("aktivni", "Řízení zastaveno pro zpětvzetí návrhu."),
    ("aktivni", "Soud zrušuje konkurs, protože majetek dlužníka je zcela nepostačující."),
    ("aktivni", "Insolvenční návrh zamítnut, neboť úpadek dlužníka nebyl osvědčen."),
]


@pytest.mark.parametrize(("code", "text"), SINGLE)
def test_a_declaration_counts_whatever_else_its_note_ends_or_rejects(code: str, text: str) -> None:
    assert code_of(note(text)) == code


DECLARED = note("Na majetek dlužníka byl prohlášen konkurs.", "2015-01-01")
NEUTRAL = [
    "Insolvenčním správcem byl ustanoven Ing. Petr Nový.",
    "Odvolací řízení bylo zastaveno.",
    "Provoz závodu byl ukončen.",
    "Lhůta k přihlášení pohledávek skončila.",
    "Návrh na odvolání správce byl zamítnut.",
    "Přihláška pohledávky byla odmítnuta.",
    "Řízení o žalobě na určení pravosti pohledávky bylo zastaveno.",
    "Návrh na zrušení konkursu byl odmítnut.",
    "Zamítá se návrh věřitele, aby byl konkurs zrušen.",
    "Odvolání proti usnesení o prohlášení konkursu bylo odmítnuto.",
    "Insolvenční návrh dalšího věřitele byl odmítnut.",
    "Konkurs dosud nebyl zrušen.",
    "Funkce předběžného správce zanikla.",
    "Zpeněžení majetkové podstaty bylo ukončeno.",
    "Řízení o návrhu na vydání předběžného opatření bylo zastaveno.",
    "Soud zrušil předběžné opatření nařízené v konkursním řízení.",
    "Schůze věřitelů nesouhlasila se zrušením konkursu.",
    "Insolvenční řízení se neukončuje.",
    "Po právní moci usnesení o zrušení konkursu bude společnost vymazána.",
]


@pytest.mark.parametrize("text", NEUTRAL)
def test_a_later_neutral_note_never_downgrades(text: str) -> None:
    assert state_of(DECLARED, note(text))[0] == Since("konkurs", "2015-01-01")


@pytest.mark.parametrize(
    "text",
    [
        "Konkurs na majetek úpadce zrušen pro nedostatek majetku.",
        "Soud konkurs zrušil.",
        "Konkurs, prohlášený usnesením ze dne 1.1.2015, se zrušuje.",
        "Insolvenční řízení bylo ukončeno.",
        "Věc byla pravomocně skončena.",
        "Vrchní soud změnil rozhodnutí soudu prvního stupně tak, že návrh na prohlášení konkursu se zamítá.",
        "Usnesení o prohlášení konkursu bylo zrušeno a insolvenční řízení bylo zastaveno.",
    ],
)
def test_an_end_counts_next_to_the_proceedings_the_bankruptcy_or_the_petition(text: str) -> None:
    assert code_of(DECLARED, note(text)) == "aktivni"
    assert code_of(DECLARED, note(text), note("Insolvenční správce byl zproštěn.", "2021-01-01")) == "aktivni"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([note("", kind="KONKURS_PROHLASENI", sort="prohlášení konkursu")], "konkurs"),
        ([note("99 K 5/2001", kind="KONKURS")], "konkurs"),
        ([note("Zamítnut konkurs pro nedostatek majetku.", kind="KONKURS_ZAMITNUTI")], "aktivni"),
        ([DECLARED, note("Viz usnesení.", sort="Zrušení konkursu")], "aktivni"),
        ([DECLARED, note("Návrh na zrušení konkursu zamítnut.", kind="ZRUSENI_KONKURSU")], "konkurs"),
        ([note("Viz usnesení.", sort="Skončení insolvenčního řízení")], "aktivni"),
        ([note("č. j. KSBR 1 INS 5/2014-A-1", sort="Zahájení řízení")], "insolvencniRizeni"),
    ],
)
def test_kind_and_sort_of_an_entry_come_before_its_words(entries: list[Entry], code: str) -> None:
    assert code_of(*entries) == code


@pytest.mark.parametrize(
    "text",
    ["Spisová značka KSBR 99 INS 1234/2015.", "Insolvenčním správcem byl ustanoven JUDr. Jan Vzorový."],
)
def test_a_note_that_no_rule_decides_means_insolvency_proceedings_in_an_unknown_phase(text: str) -> None:
    state = state_of(note(text))[0]
    assert state == Since("insolvencniRizeni", "2020-02-03", undecided=True)
    name = state_in_words(state).nazev
    assert name == UNKNOWN_PHASE.cs and "nezjištěno, v jaké fázi" in name
    assert english_words(name) == UNKNOWN_PHASE.en


@pytest.mark.parametrize(
    "text",
    [
        "Na majetek společníka Jana Nováka byl prohlášen konkurs.",
        "Na majetek Jana Nováka byl prohlášen konkurs.",
        "Usnesením byl zjištěn úpadek společníka Beta s.r.o.",
        "Společnost Beta a.s., na jejíž majetek byl prohlášen konkurs, převedla svůj podíl.",
        "Na majetek Beta s.r.o., jejímž jediným společníkem je Alfa s.r.o., byl prohlášen konkurs.",
        "Ve věci dlužníka Beta s.r.o. bylo zahájeno insolvenční řízení.",
        "Účast společníka zanikla prohlášením konkursu na jeho majetek.",
        "Společníci prohlašují, že na jejich majetek nebyl prohlášen konkurs.",
        "Společnost Beta s.r.o. vstoupila do likvidace.",
        "Jmění zaniklé společnosti Beta s.r.o. v likvidaci přešlo na společnost.",
    ],
)
def test_insolvency_and_liquidation_of_somebody_else_are_not_those_of_the_company(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Na majetek společnosti byl prohlášen konkurs.", "Alfa s.r.o."),
        ("Na návrh věřitele Beta a.s. byl na majetek společnosti prohlášen konkurs.", "Alfa s.r.o."),
        ("Na majetek společnosti ALFA, spol. s r.o. byl prohlášen konkurs.", "Alfa, spol. s r.o."),
        ("Na majetek společnosti Krajský soud v Brně prohlásil konkurs.", "Alfa s.r.o."),
    ],
)
def test_insolvency_of_the_company_among_other_facts_is_its_own(text: str, name: str) -> None:
    assert code_of(note(text, kind=OTHER), name=name) == "konkurs"


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("Společnost byla zrušena a vstoupila do likvidace dnem 1.1.2020.", "2020-01-01"),
        ("Rozhodnutím valné hromady ze dne 10.12.2019 vstoupila společnost do likvidace.", "2020-02-03"),
        (
            "Rozhodnutím valné hromady konané dne 12.12.2019 vstoupila dnem 1.1.2020 do likvidace.",
            "2020-01-01",
        ),
        ("Usnesením ze dne 5.11.2019, které nabylo právní moci 1.1.2020, zrušena s likvidací.", "2020-01-01"),
        ("Společnost se zrušuje dnem 31.12.2019 a vstupuje do likvidace.", "2019-12-31"),
        (
            "Jediný společník, společnost Holding a.s., rozhodl o zrušení společnosti s likvidací.",
            "2020-02-03",
        ),
        ("Družstvo bylo zrušeno s likvidací a vstoupilo do likvidace dne 1.1.2020.", "2020-01-01"),
        ("Odvolací soud potvrdil usnesení o zrušení společnosti s likvidací.", "2020-02-03"),
    ],
)
def test_a_liquidation_begins_on_the_day_of_entry_and_not_of_the_decision(text: str, since: str) -> None:
    assert state_of(note(text, kind=OTHER)) == (Since("likvidace", since), since)


@pytest.mark.parametrize(
    "text",
    [
        "Rozhodnutí o zrušení společnosti s likvidací bylo zrušeno.",
        "Valná hromada odvolala své rozhodnutí o zrušení společnosti s likvidací.",
        "Valná hromada konaná dne 3.3.2020 rozhodla zrušit rozhodnutí o zrušení společnosti s likvidací.",
        "Usnesení, kterým byla společnost zrušena a nařízena její likvidace, bylo zrušeno.",
        "Neplatnost usnesení valné hromady o zrušení společnosti s likvidací byla vyslovena rozsudkem.",
        "Společnost ukončila likvidaci a pokračuje v podnikatelské činnosti.",
        "Krajský soud zamítl žalobu na zrušení společnosti s likvidací.",
        "Řízení ve věci zrušení společnosti s likvidací se zastavuje.",
        "Vymazává se: vstup společnosti do likvidace.",
    ],
)
def test_a_revoked_or_refused_winding_up_ends_or_prevents_a_liquidation(text: str) -> None:
    begun = note("Společnost vstoupila do likvidace dnem 1.1.2019.", "2019-01-03", OTHER)
    assert code_of(begun) == "likvidace"
    assert code_of(note(text, kind=OTHER)) == code_of(begun, note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize(
    "text",
    [
        "Vrchní soud v Praze změnil usnesení o zrušení konkursu tak, že se konkurs nezrušuje.",
        "Rozhodnutí o zrušení konkursu odvolací soud zrušil.",
        "Návrh druhého věřitele soud odmítl.",
        "Řízení o návrhu dalšího věřitele bylo zastaveno.",
    ],
)
def test_the_end_of_an_end_or_of_another_petition_leaves_a_bankruptcy(text: str) -> None:
    declared = note("Na majetek dlužníka byl prohlášen konkurs.", "2019-01-02")
    assert code_of(declared, note(text)) == "konkurs"


def test_a_bankruptcy_whose_end_was_quashed_holds_again_since_its_own_day() -> None:
    entries = [
        note("Na majetek dlužníka byl prohlášen konkurs.", "2019-01-02"),
        note("Konkurs byl zrušen.", "2020-01-02"),
        note("Usnesení o zrušení konkursu bylo odvolacím soudem zrušeno.", "2020-05-02"),
    ]
    assert state_of(*entries)[0] == Since("konkurs", "2019-01-02")


def test_a_petition_whose_refusal_was_quashed_is_pending_again() -> None:
    entries = [
        note("Bylo zahájeno insolvenční řízení.", "2019-01-02"),
        note("Odvolací soud zrušil usnesení o odmítnutí insolvenčního návrhu.", "2019-05-02"),
    ]
    assert code_of(*entries) == "insolvencniRizeni"


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("Počátek likvidace společnosti: 1. dubna 2021.", "2021-04-01"),
        ("Likvidace začala dnem 1.4.2021.", "2021-04-01"),
        ("Do likvidace družstvo vstoupilo 1. 4. 2021.", "2021-04-01"),
        (
            "Rozhodnutím ze dne 2.3.2021 zrušena; společnost se dnem 1.4.2021 ocitla v likvidaci.",
            "2021-04-01",
        ),
        ("Společnost je v likvidaci, do níž vstoupila ke dni 1.4.2021.", "2021-04-01"),
    ],
)
def test_a_liquidation_is_found_with_its_day_in_further_wordings(text: str, since: str) -> None:
    assert state_of(note(text, "2021-05-06", OTHER)) == (Since("likvidace", since), since)


@pytest.mark.parametrize(
    "text",
    [
        "Soud společnost vyzval k založení účetních závěrek pod sankcí zrušení s likvidací.",
        "Soud nevyhověl návrhu na zrušení společnosti a nařízení její likvidace.",
        "Vrchní soud rozhodnutí změnil tak, že se společnost nezrušuje a likvidace se nenařizuje.",
    ],
)
def test_a_threat_and_a_refused_motion_start_no_liquidation(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize(
    "text",
    [
        "Dlužník podal odvolání, kterým navrhuje, aby bylo usnesení zrušeno a insolvenční návrh zamítnut.",
        "Správce podal návrh na zrušení konkursu.",
        "Usnesení o zrušení konkursu dosud nenabylo právní moci.",
        "Věřitel byl vyzván k zaplacení zálohy, jinak bude řízení zastaveno.",
        "Návrh dlužníka na zrušení rozhodnutí o úpadku se zamítá.",
        "Nejvyšší soud zrušil usnesení, kterým byl konkurs zrušen.",
    ],
)
def test_an_end_that_is_only_asked_for_or_not_in_force_leaves_insolvency(text: str) -> None:
    assert state_of(DECLARED, note(text))[0] == Since("konkurs", "2015-01-01")


@pytest.mark.parametrize(
    "text",
    [
        "K návrhu správce na zrušení konkursu soud konkurs zrušil.",
        "Soud vyhověl návrhu dlužníka na zrušení konkursu.",
        "Usnesení o zrušení konkursu nabylo právní moci.",
    ],
)
def test_an_end_that_was_asked_for_and_granted_ends_insolvency(text: str) -> None:
    assert code_of(DECLARED, note(text)) == "aktivni"


@pytest.mark.parametrize(
    "text",
    [
        "Usnesení o zrušení společnosti s likvidací není v právní moci.",
        "Proti usnesení o zrušení společnosti s likvidací bylo podáno odvolání.",
        "Valná hromada neschválila zrušení společnosti s likvidací.",
        "Jednatel navrhl zrušení společnosti s likvidací.",
    ],
)
def test_a_winding_up_that_is_only_asked_for_or_not_in_force_is_none(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize(
    ("kind", "text", "since"),
    [
        (OTHER, "Vstup společnosti do likvidace nastal 1. dubna 2021.", "2021-04-01"),
        (OTHER, "Od 1.4.2021 probíhá likvidace společnosti.", "2021-04-01"),
        (OTHER, "Společnost zrušena s likvidací. Právní moc usnesení: 1.4.2021.", "2021-04-01"),
        (OTHER, "Společnost vstupuje do likvidace dnem prvního dubna dva tisíce dvacet jedna.", "2021-04-01"),
        (OTHER, "K třicátému březnu 2021 společnost zrušena s likvidací.", "2021-03-30"),
        (OTHER, "Vstoupila do likvidace 1. dubna r. 2021, likvidátor zapsán dne 3.5.2021.", "2021-04-01"),
        (OTHER, "Zrušena s likvidací rozhodnutím, které učinil jediný společník dne 2.3.2021.", "2021-05-06"),
        (OTHER, "Společnost vstoupila do likvidace, pohledávky přihlaste do 30.9.2021.", "2021-05-06"),
        (NOTE, "Dne 1.4.2021 v 10:15 hod. bylo vyhláškou zahájeno insolvenční řízení.", "2021-04-01"),
        (NOTE, "Konkurs prohlášen usnesením účinným od 1.4.2021.", "2021-04-01"),
        (NOTE, "Krajský soud dne 2.3.2021 rozhodl o prohlášení konkursu.", "2021-05-06"),
        (NOTE, "Soud prohlásil konkurs; přihlášky se podávají do 30.6.2021.", "2021-05-06"),
    ],
)  # fmt: skip
def test_a_day_is_judged_by_the_words_around_it(kind: str, text: str, since: str) -> None:
    assert state_of(note(text, "2021-05-06", kind))[0].day == since


def test_a_liquidator_in_office_and_the_name_come_before_words() -> None:
    revoked = note("Rozhodnutí o zrušení společnosti s likvidací bylo zrušeno.", kind=OTHER)
    assert code_of(revoked, liquidators=[Holder("2019-01-01", None)]) == "likvidace"
    assert code_of(revoked, name="Alfa s.r.o. v likvidaci") == "likvidace"
    assert code_of(revoked, liquidators=[Holder("2019-01-01", "2020-02-03")]) == "aktivni"


def test_a_liquidation_lasts_since_the_first_of_liquidators_one_after_another() -> None:
    before, gap, now = (
        Holder("2010-01-01", "2012-01-01"),
        Holder("2018-03-04", "2019-05-06"),
        Holder("2019-05-06", None),
    )
    assert state_of(liquidators=[before, gap, now])[1] == "2018-03-04"


# Generated variants: a court quashes, upholds or awaits a ruling, named as a noun or by a clause of its own.

STAGES = {
    "begun": note("Bylo zahájeno insolvenční řízení.", "2015-01-01"),
    "found": note("Zjištěn úpadek dlužníka.", "2015-02-01"),
    "declared": note("Na majetek dlužníka byl prohlášen konkurs.", "2015-03-01"),
    "reorganised": note("Soud povolil reorganizaci dlužníka.", "2015-03-01"),
    "ended": note("Konkurs byl zrušen.", "2016-01-01"),
    "refused": note("Insolvenční návrh byl odmítnut.", "2016-01-01"),
}
RULINGS = {
    "end": [
        "usnesení o zastavení insolvenčního řízení",
        "usnesení, kterým bylo insolvenční řízení zastaveno,",
        "usnesení Krajského soudu v Brně č.j. KSBR 1 INS 1/2019-A-5, jímž bylo řízení zastaveno,",
        "rozhodnutí, kterým soud konkurs zrušil,",
        "usnesení ze dne 3. 3. 2018 o skončení řízení",
        "zrušení konkursu",
    ],
    "refusal": [
        "usnesení o odmítnutí insolvenčního návrhu",
        "usnesení, jímž byl insolvenční návrh zamítnut,",
        "usnesení, kterým soud insolvenční návrh odmítl,",
    ],
    "insolvency": [
        "usnesení o úpadku",
        "rozhodnutí, kterým byl zjištěn úpadek dlužníka,",
        "rozhodnutí Krajského soudu v Ostravě o úpadku dlužníka",
    ],
    "bankruptcy": [
        "usnesení o prohlášení konkursu",
        "prohlášení konkursu",
        "rozhodnutí, kterým byl na majetek dlužníka prohlášen konkurs,",
        "usnesení Krajského soudu v Praze č.j. KSPH 42 INS 2244/2011-B-9 o prohlášení konkursu",
        "usnesení o přeměně reorganizace v konkurs",
        "rozhodnutí o řešení úpadku konkursem",
    ],
}
VERDICTS = {
    "quashed": [
        "{court} zrušil {ruling}.",
        "{court} {ruling} zrušil a věc vrátil krajskému soudu k dalšímu řízení.",
        "{ruling} bylo odvolacím soudem zrušeno.",
        "K odvolání dlužníka bylo {ruling} změněno.",
        "{court} vyhověl odvolání dlužníka a {ruling} zrušil.",
        "{court} vyhověl odvolání proti {ruling}.",
    ],
    "upheld": [
        "{court} {ruling} potvrdil.",
        "{ruling} bylo odvolacím soudem potvrzeno.",
        "{court} odvolání dlužníka proti {ruling} zamítl.",
        "{court} nevyhověl odvolání proti {ruling}.",
        "{ruling} nabylo právní moci.",
    ],
    "awaited": [
        "Dlužník podal odvolání proti {ruling}.",
        "{ruling} bylo napadeno odvoláním.",
        "O odvolání proti {ruling} nebylo dosud rozhodnuto.",
        "{ruling} dosud není pravomocné.",
    ],
}
COURTS = ["Vrchní soud v Praze", "Odvolací soud", "Vrchní soud v Olomouci usnesením ze dne 3.3.2021"]
# A ruling, a verdict on it, what was noted before, and the code and day of the state after it.
OUTCOMES = [
    ("end", "quashed", "begun found declared ended", "konkurs", "2015-03-01"),
    ("end", "quashed", "", "insolvencniRizeni", "2020-02-03"),
    ("end", "upheld", "declared", "aktivni", None),
    ("end", "awaited", "declared", "konkurs", "2015-03-01"),
    ("refusal", "quashed", "begun refused", "insolvencniRizeni", "2015-01-01"),
    ("refusal", "upheld", "begun", "aktivni", None),
    ("refusal", "awaited", "begun", "insolvencniRizeni", "2015-01-01"),
    ("insolvency", "quashed", "found declared", "insolvencniRizeni", "2020-02-03"),
    ("insolvency", "upheld", "found", "upadek", "2015-02-01"),
    ("insolvency", "awaited", "found", "upadek", "2015-02-01"),
    ("bankruptcy", "quashed", "found declared", "upadek", "2015-02-01"),
    ("bankruptcy", "quashed", "declared", "insolvencniRizeni", "2020-02-03"),
    ("bankruptcy", "upheld", "found declared", "konkurs", "2015-03-01"),
    ("bankruptcy", "awaited", "found declared", "konkurs", "2015-03-01"),
]


def sentence(words: str) -> str:
    words = words.replace(",.", ".")
    return words[0].upper() + words[1:]


@pytest.mark.parametrize(("ruling", "verdict", "before", "code", "day"), OUTCOMES)
def test_a_verdict_on_a_ruling_decides_whether_the_ruling_counts(
    ruling: str, verdict: str, before: str, code: str, day: str | None
) -> None:
    noted = [STAGES[name] for name in before.split()]
    for form, named, court in product(VERDICTS[verdict], RULINGS[ruling], COURTS):
        text = sentence(form.format(court=court, ruling=named))
        state = state_of(*noted, note(text))[0]
        assert (state.code, state.day) == (code, day), text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Odvolací soud výrok o prohlášení konkursu zrušil, výrok o úpadku potvrdil.", "upadek"),
        ("Vrchní soud změnil usnesení tak, že se konkurs na majetek dlužníka neprohlašuje.", "upadek"),
        ("Vrchní soud změnil usnesení o přeměně reorganizace v konkurs tak, že se návrh zamítá.", "upadek"),
        ("K odvolání dlužníka vrchní soud konkurs zrušil.", "upadek"),
        ("Vrchní soud změnil usnesení o prohlášení konkursu tak, že se návrh zamítá.", "aktivni"),
        ("Usnesení o prohlášení konkursu vydáno, předběžné opatření se zrušuje.", "konkurs"),
        ("Soud zrušil předběžné opatření a vydal usnesení, kterým prohlásil konkurs.", "konkurs"),
        ("Konkurs na majetek společníka Jana Nováka byl zrušen.", "konkurs"),
        ("Žaloba na vyloučení věcí z podstaty byla zamítnuta a řízení skončeno.", "konkurs"),
        ("Po splnění rozvrhu bude konkurs zrušen.", "konkurs"),
    ],
)
def test_a_verdict_counts_for_its_own_object_only(text: str, code: str) -> None:
    assert code_of(STAGES["found"], STAGES["declared"], note(text)) == code


@pytest.mark.parametrize(
    "text",
    [
        "Usnesení o zrušení společnosti odvolací soud zrušil.",
        "Nejvyšší soud rozhodnutí o zrušení společnosti zrušil.",
        "Vrchní soud zrušil usnesení o zrušení společnosti s likvidací.",
    ],
)
def test_a_quashed_ruling_on_a_winding_up_ends_it(text: str) -> None:
    ordered = note("Soud zrušil společnost a nařídil její likvidaci.", "2019-01-02", OTHER)
    assert code_of(ordered, note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize("before", ["found", ""])
def test_insolvency_outlasts_a_quashed_bankruptcy_if_a_note_says_that_it_stands(before: str) -> None:
    text = "Prohlášení konkursu zrušil vrchní soud; úpadek dlužníka trvá."
    assert code_of(*([STAGES[before]] if before else []), STAGES["declared"], note(text)) == "upadek"


@pytest.mark.parametrize("converted", ["reorganizace", "oddlužení"])
@pytest.mark.parametrize(
    "form",
    [
        "{motion} byl zamítnut.", "{motion} soud odmítl.", "Soud zamítl {motion}.", "Zamítá se {motion}.",
        "Věřitel podal {motion}.", "{motion} vzal věřitel zpět.", "Krajský soud v Brně {motion} odmítl.",
        "Soud nevyhověl žádosti o přeměnu {converted} v konkurs.",
        "O přeměně {converted} v konkurs nebylo rozhodnuto.",
        "Přeměna {converted} v konkurs byla zamítnuta.",
    ],
)  # fmt: skip
def test_a_conversion_into_bankruptcy_that_was_not_granted_leaves_what_was(form: str, converted: str) -> None:
    for motion in (
        f"návrh na přeměnu {converted} v konkurs",
        f"návrh věřitelů ze dne 3.3.2019 na přeměnu {converted} v konkurs",
        f"návrh správce, aby došlo k přeměně {converted} v konkurs",
    ):
        text = sentence(form.format(motion=motion, converted=converted))
        assert state_of(STAGES["reorganised"], note(text))[0] == Since("upadek", "2015-03-01"), text


@pytest.mark.parametrize(
    "text",
    [
        "Soud vyhověl návrhu na přeměnu reorganizace v konkurs.",
        "Návrhu na přeměnu oddlužení v konkurs soud vyhověl.",
        "Na návrh věřitele soud přeměnil reorganizaci v konkurs.",
        "Zamítá se návrh na prodloužení lhůty a reorganizace se přeměňuje v konkurs.",
    ],
)
def test_a_conversion_into_bankruptcy_that_was_granted_is_bankruptcy(text: str) -> None:
    assert code_of(STAGES["reorganised"], note(text)) == "konkurs"


CONDITIONS = [
    "nezjedná-li společnost nápravu",
    "pokud společnost nezjedná nápravu do 30.9.2023",
    "jestliže nebude doplněn statutární orgán",
    "nebude-li ve lhůtě založena účetní závěrka",
]
THREATS = [
    "bude společnost zrušena a nařízena její likvidace",
    "soud společnost zruší a nařídí její likvidaci",
    "vstoupí společnost do likvidace",
    "soud rozhodne o zrušení společnosti s likvidací",
    "může soud společnost zrušit s likvidací",
]


@pytest.mark.parametrize(
    "text",
    [
        "Společnosti hrozí zrušení s likvidací.",
        "Výzva ke zjednání nápravy pod hrozbou zrušení společnosti s likvidací.",
        "Společnost by mohla být zrušena s likvidací, neboť nemá statutární orgán.",
        "Marným uplynutím lhůty nastane důvod pro zrušení společnosti s likvidací.",
    ],
)
def test_a_threat_without_a_condition_starts_no_winding_up(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize("threat", THREATS)
def test_a_threat_starts_no_winding_up_before_or_after_its_condition(threat: str) -> None:
    for condition in CONDITIONS:
        for text in (f"{condition}, {threat}.", f"{threat}, {condition}."):
            assert code_of(note(sentence(text), kind=OTHER)) == "aktivni", text


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ("begun", "Nebude-li záloha zaplacena, bude řízení zastaveno.", "insolvencniRizeni"),
        ("begun", "Výzva k zaplacení zálohy pod hrozbou zastavení řízení.", "insolvencniRizeni"),
        ("reorganised", "Nesplní-li dlužník plán, bude reorganizace přeměněna v konkurs.", "upadek"),
        ("begun", "Věřitel navrhl, aby byl na majetek dlužníka prohlášen konkurs.", "insolvencniRizeni"),
        ("begun", "Dlužník navrhuje prohlášení konkursu.", "insolvencniRizeni"),
    ],
)
def test_a_condition_neither_ends_nor_declares_anything(before: str, text: str, code: str) -> None:
    assert code_of(STAGES[before], note(text)) == code


@pytest.mark.parametrize(
    "text",
    [
        "Společnost nezjednala nápravu, soud ji proto zrušil a nařídil její likvidaci.",
        "Protože společnost ani po výzvě nezjednala nápravu, byla zrušena s likvidací.",
        "Valná hromada rozhodla, že společnost vstoupí do likvidace dne 1.4.2021.",
        "Společnost vstoupila do likvidace; věřitelé, pokud tak neučinili, ať přihlásí pohledávky.",
    ],
)
def test_a_threat_that_came_true_is_a_winding_up(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "likvidace"


@pytest.mark.parametrize(
    "person",
    ["společník", "jednatel", "akcionář", "komanditista", "prokurista", "člen představenstva"],
)
def test_the_insolvency_of_a_partner_or_a_member_is_not_that_of_the_company(person: str) -> None:
    for text in (
        f"{person} MUDr. Jan Novák: usnesením Krajského soudu v Ostravě zjištěn úpadek a prohlášen konkurs.",
        f"{person} Jan Novák je v úpadku, byl prohlášen konkurs.",
        f"{person} Jan Novák - prohlášen konkurs na majetek.",
    ):
        assert code_of(note(sentence(text), kind=OTHER)) == "aktivni", text


@pytest.mark.parametrize(
    "text",
    [
        "Insolvenční řízení společníka Jana Nováka bylo zahájeno.",
        "Zjištěn úpadek jednatele Jana Nováka.",
        "Na společníka Jana Nováka byl prohlášen konkurs.",
        "U společníka Jana Nováka bylo zahájeno insolvenční řízení.",
        "Dlužník společnosti Jan Novák: prohlášen konkurs.",
        "Prohlášen konkurs na majetek dlužníka společnosti, pana Jana Nováka.",
        "Dlužník společnosti, Beta s.r.o., vstoupil do likvidace.",
        "Akcionář Beta a.s. vstoupil do likvidace.",
        "Povinný Jan Novák: exekuce na obchodní podíl, úpadek povinného zjištěn.",
    ],
)
def test_what_befalls_somebody_else_does_not_befall_the_company(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "aktivni"


@pytest.mark.parametrize(
    "text",
    [
        "Na návrh společníka Jana Nováka byl prohlášen konkurs na majetek společnosti.",
        "Jednatel podal insolvenční návrh a soud prohlásil konkurs na majetek společnosti.",
        "K návrhu věřitele Beta a.s. prohlásil soud konkurs na majetek dlužníka Alfa s.r.o.",
        "Na majetek dlužníka společnosti Alfa s.r.o. byl prohlášen konkurs.",
    ],
)
def test_a_person_who_only_asked_for_a_bankruptcy_is_not_bankrupt(text: str) -> None:
    assert code_of(note(text, kind=OTHER)) == "konkurs"


@pytest.mark.parametrize(
    "same", ["téhož dne", "stejného dne", "týž den", "týmž dnem", "tímto dnem", "k témuž dni"]
)
def test_the_same_day_is_the_day_named_before(same: str) -> None:
    for text in (
        f"Valná hromada rozhodla dne 1. 3. 2019 o zrušení společnosti, {same} vstoupila do likvidace.",
        f"Společnost zrušena rozhodnutím ze dne 1.3.2019. Společnost {same} vstupuje do likvidace.",
    ):
        assert state_of(note(text, "2019-05-06", OTHER))[1] == "2019-03-01", text


@pytest.mark.parametrize(
    ("kind", "text", "since"),
    [
        (NOTE, "Soud vydal dne 1.3.2019 rozhodnutí o úpadku, zveřejněné téhož dne.", "2019-03-01"),
        (NOTE, "Usnesením ze dne 1.3.2019, zveřejněným téhož dne, byl prohlášen konkurs.", "2019-03-01"),
        (NOTE, "Soud rozhodl dne 1.3.2019 o prohlášení konkursu, účinky nastaly téhož dne.", "2019-03-01"),
        (OTHER, "Zrušeno usnesením schůze ze dne 5.1.2019. Den vstupu do likvidace 1.3.2019.", "2019-03-01"),
        (OTHER, "Dnem vstupu do likvidace je 1. březen 2019.", "2019-03-01"),
        (OTHER, "Zrušena s likvidací; 1.3.2019 je dnem vstupu do likvidace.", "2019-03-01"),
        (OTHER, "Do likvidace vstupuje 1.3.2019, jak rozhodla valná hromada dne 5.1.2019.", "2019-03-01"),
        (OTHER, "Vstoupila do likvidace dnem prvého března roku dva tisíce devatenáct.", "2019-03-01"),
    ],
)  # fmt: skip
def test_a_day_is_found_by_the_day_before_it_and_by_its_own_sentence(
    kind: str, text: str, since: str
) -> None:
    assert state_of(note(text, "2019-05-06", kind))[0].day == since


# Generated variants

MONTHS = "ledna února března dubna května června července srpna září října listopadu prosince".split()
NOTATIONS = (
    lambda day: f"{day.day}.{day.month}.{day.year}",
    lambda day: f"{day.day}. {day.month}. {day.year}",
    lambda day: f"{day.day:02}.{day.month:02}.{day.year}",
    lambda day: f"{day.day}. {MONTHS[day.month - 1]} {day.year}",
    lambda day: f"{day.day}-{day.month}-{day.year}",
    lambda day: f"{day.day}/{day.month}/{day.year}",
    lambda day: day.isoformat(),
)
days = st.dates(date(1991, 1, 1), date(2026, 10, 31))
notations = st.sampled_from(NOTATIONS)
GRAVITY = ("aktivni", "insolvencniRizeni", "upadek", "konkurs")


@given(days, days, notations, notations, st.sampled_from([
    "Společnost vstoupila do likvidace dnem {entry} na základě rozhodnutí ze dne {decision}.",
    "Rozhodnutím ze dne {decision} byla společnost zrušena a dnem {entry} vstoupila do likvidace.",
    "Valná hromada dne {decision} rozhodla o zrušení společnosti s likvidací ke dni {entry}.",
    "Usnesením ze dne {decision}, č. j. 1 Cm 5/2019-7, byla společnost zrušena s likvidací. Vstup do "
    "likvidace: {entry}",
    "Usnesením soudu ze dne {decision}, které nabylo právní moci dne {entry}, byla společnost zrušena a byla "
    "nařízena její likvidace.",
]))  # fmt: skip
def test_the_day_of_entry_is_found_in_every_notation(
    entry: date, decision: date, write: Any, write_other: Any, text: str
) -> None:
    words = text.format(entry=write(entry), decision=write_other(decision))
    assert state_of(note(words, kind=OTHER))[1] == entry.isoformat()


@given(days, notations, st.permutations(["na majetek dlužníka", "byl prohlášen konkurs", "usnesením {mark}"]))
def test_word_order_and_dates_do_not_hide_a_declaration(day: date, write: Any, parts: list[str]) -> None:
    words = " ".join(parts).format(mark=f"ze dne {write(day)}, č. j. KSBR 99 INS 1/2015-B-5,")
    assert state_of(note(words[0].upper() + words[1:] + "."))[0] == Since("konkurs", "2020-02-03")


@given(
    st.sampled_from([(code, text) for code, text in SINGLE if code in ("konkurs", "upadek")]),
    st.lists(st.sampled_from(NEUTRAL[:9]), max_size=3),
    st.lists(st.sampled_from(NEUTRAL[:9]), max_size=3),
)
def test_sentences_joined_with_a_declaration_do_not_hide_it(
    declaration: tuple[str, str], before: list[str], after: list[str]
) -> None:
    code, text = declaration
    assert code_of(note(" ".join([*before, text, *after]))) in GRAVITY[GRAVITY.index(code) :]


@given(
    st.lists(st.sampled_from([text for _, text in SINGLE]), min_size=1, max_size=4),
    st.lists(st.sampled_from(NEUTRAL), min_size=1, max_size=3),
)
def test_neutral_notes_appended_never_downgrade(texts: list[str], neutral: list[str]) -> None:
    entries = [note(text, f"2015-01-0{number + 1}") for number, text in enumerate(texts)]
    later = [note(text, f"2020-01-0{number + 1}") for number, text in enumerate(neutral)]
    before, after = code_of(*entries), code_of(*entries, *later)
    assert GRAVITY.index(after) >= GRAVITY.index(before)


@given(
    st.lists(st.sampled_from([item["text"] or "" for case in BLIND for item in case["entries"]]), max_size=5)
)
def test_entries_that_are_left_out_as_telling_nothing_change_nothing(texts: list[str]) -> None:
    entries = [note(text, kind=OTHER) for text in texts]
    told = [entry for entry in entries if tells_of_state(entry)]
    assert state_of(*told) == state_of(*entries)
