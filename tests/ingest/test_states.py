"""The state of a company in full: liquidation, insolvency, pauses, and the day of its beginning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from soupis.ingest.merge.lookups import merge_proceedings
from soupis.queries.as_of import company_as_of
from soupis.registers.isir import Proceeding
from soupis.store.engine import writing
from soupis.wire.company import FirmaDetail
from soupis.wire.labels import UNKNOWN_PHASE
from soupis.wire.states import entered_insolvency, is_insolvent
from tests.support.registry import Registry
from tests.support.sources import element, fact, natural, register_file, subject

COMPANY = 27074358


def published(registry: Registry, *facts: str, name: str = "Firma s.r.o.", **more: Any) -> dict[str, Any]:
    xml = subject(COMPANY, name, *facts, **more)
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", xml))
    registry.publish()
    return registry.company(COMPANY)


def text(kind: str, words: str, since: str = "2020-02-03", until: str | None = None) -> str:
    return fact(kind, element("hodnotaText", words), since=since, until=until)


def liquidator(until: str | None = None) -> str:
    who = fact(
        "LIKVIDATOR_OSOBA", natural("Jan", "Vzorový", None), element("funkceOd", "2020-03-04"), until=until
    )
    return fact("LIKVIDATOR", "<podudaje>", who, "</podudaje>")


def test_a_liquidator_in_office_means_liquidation(registry: Registry) -> None:
    company = published(registry, liquidator())
    assert company["stav"] == "aktivni"
    assert company["likvidace"] == {"od": "2020-03-04"}
    assert company["stavPodrobne"] == {"kod": "likvidace", "nazev": "V likvidaci", "od": "2020-03-04"}


def test_a_liquidator_who_left_means_nothing(registry: Registry) -> None:
    company = published(registry, liquidator(until="2021-01-01"))
    assert company["likvidace"] is None
    assert company["stavPodrobne"]["kod"] == "aktivni"


def test_liquidators_one_after_another_are_one_liquidation(registry: Registry) -> None:
    """Each liquidator may be a fact of the register's own, deleted with the end of the office."""
    first, second = (
        fact(
            "LIKVIDATOR",
            "<podudaje>",
            fact("LIKVIDATOR_OSOBA", natural(name, "Vzorový", None), since=since, until=until),
            "</podudaje>",
            since=since,
            until=until,
        )
        for name, since, until in (("Jan", "2016-01-04", "2018-01-08"), ("Petr", "2018-01-08", None))
    )
    assert published(registry, first, second)["likvidace"] == {"od": "2016-01-04"}


def test_the_decision_tells_the_day_of_the_liquidation(registry: Registry) -> None:
    words = "Společnost vstoupila do likvidace dnem 1. 2. 2020 rozhodnutím valné hromady."
    company = published(registry, text("OST_SKUTECNOSTI", words), liquidator())
    assert company["likvidace"] == {"od": "2020-02-01"}
    (other,) = company["ostatniSkutecnosti"]
    assert (other["kod"], other["text"], other["zapsano"]) == ("OST_SKUTECNOSTI", words, "2020-02-03")


def test_the_name_alone_tells_of_a_liquidation_without_its_day(registry: Registry) -> None:
    assert published(registry, name="Firma s.r.o. v likvidaci")["likvidace"] == {"od": None}


@pytest.mark.parametrize(
    ("kind", "words", "code"),
    [
        ("KONKURS_PROHLASENI", "byl prohlášen konkurs", "konkurs"),
        ("INSOLVENCNI_ZAPIS", "byl na majetek dlužníka prohlášen konkurs", "konkurs"),
        ("INSOLVENCNI_ZAPIS", "byl zjištěn úpadek dlužníka", "upadek"),
        ("INSOLVENCNI_ZAPIS", "bylo zahájeno insolvenční řízení", "insolvencniRizeni"),
        ("INSOLVENCNI_ZAPIS", "insolvenční řízení bylo zastaveno", "aktivni"),
        ("ZRUSENI_KONKURSU", "konkurs byl zrušen", "aktivni"),
        ("PRERUSENI_CINNOSTI", "činnost přerušena", "pozastavena"),
    ],
)
def test_notes_of_the_register_tell_the_state(registry: Registry, kind: str, words: str, code: str) -> None:
    company = published(registry, text(kind, words))
    assert company["stav"] == "aktivni"
    assert company["stavPodrobne"]["kod"] == code
    assert company["stavPodrobne"]["od"] == (None if code == "aktivni" else "2020-02-03")


def note(kind: str, values: str) -> str:
    return fact(kind, f"<hodnotaUdaje>{values}</hodnotaUdaje>", since="2020-02-03")


SORT_OF_NOTE = "<typZapisu><id><id>3</id></id><nazev>Prohlášení konkursu</nazev></typZapisu>"


@pytest.mark.parametrize(
    ("entry", "name", "words"),
    [
        (
            note("INSOLVENCNI_ZAPIS", SORT_OF_NOTE + element("text", "Usnesením byl prohlášen konkurs.")),
            "Prohlášení konkursu",
            "Usnesením byl prohlášen konkurs.",
        ),
        (note("INSOLVENCNI_ZAPIS", SORT_OF_NOTE), "Prohlášení konkursu", "Prohlášení konkursu"),
        (
            note("KONKURS_PROHLASENI", element("spisZnOs", "99 K 1/2003")),
            "KONKURS_PROHLASENI",
            "99 K 1/2003",
        ),
    ],
)
def test_a_note_among_the_values_of_an_entry_tells_the_state(
    registry: Registry, entry: str, name: str, words: str
) -> None:
    company = published(registry, fact("INSOLVENCE_SEKCE", "<podudaje>", entry, "</podudaje>"))
    assert (company["stavPodrobne"]["kod"], company["stavPodrobne"]["od"]) == ("konkurs", "2020-02-03")
    (other,) = company["ostatniSkutecnosti"]
    assert (other["nazev"], other["text"]) == (name, words)


def test_the_day_of_posting_is_the_day_of_a_bankruptcy(registry: Registry) -> None:
    values = element("text", "Byl prohlášen konkurs.") + element("datVyveseni", "14-1-2020")
    company = published(registry, note("KONKURS_PROHLASENI", values))
    assert (company["stavPodrobne"]["kod"], company["stavPodrobne"]["od"]) == ("konkurs", "2020-01-14")
    assert company["ostatniSkutecnosti"][0]["text"] == "Byl prohlášen konkurs.\nVyvěšeno: 14. 1. 2020"


def administrator(kind: str, since: str, until: str | None = None) -> str:
    return fact(kind, natural("Jan", "Vzorový", None), since=since, until=until)


@pytest.mark.parametrize(
    ("kind", "code", "name"),
    [
        ("INSOLVENCNI_SPRAVCE", "insolvencniRizeni", UNKNOWN_PHASE.cs),
        ("ZASTUPCE_SPRAVCE", "insolvencniRizeni", UNKNOWN_PHASE.cs),
        ("KONKURSNI_SPRAVCE", "konkurs", "V konkursu"),
    ],
)
def test_an_administrator_in_office_means_insolvency_today_and_on_any_day(
    registry: Registry, kind: str, code: str, name: str
) -> None:
    entries = administrator(kind, "2003-02-03", "2005-06-07"), administrator(kind, "2005-06-07")
    company = published(registry, *entries)
    assert company["stavPodrobne"] == {"kod": code, "nazev": name, "od": "2003-02-03"}
    for day in ("2004-06-01", "2005-06-07", "2026-01-01"):
        then = company_as_of(msgspec.convert(company, FirmaDetail), day).stav_podrobne
        assert then is not None and (then.kod, then.nazev, then.od) == (code, name, "2003-02-03")


def test_an_administrator_who_left_means_nothing_and_notes_come_before_one(registry: Registry) -> None:
    left = administrator("KONKURSNI_SPRAVCE", "2003-02-03", "2009-01-02")
    assert published(registry, left)["stavPodrobne"]["kod"] == "aktivni"
    ended = text("ZRUSENI_KONKURSU", "Konkurs byl zrušen.")
    company = published(registry, administrator("KONKURSNI_SPRAVCE", "2003-02-03"), ended)
    assert company["stavPodrobne"]["kod"] == "aktivni"


def test_a_run_counts_texts_of_known_facts_that_it_does_not_read(registry: Registry) -> None:
    notes = [note("INSOLVENCNI_ZAPIS", element("text", "A") + element("dodatek", word)) for word in "BC"]
    xml = subject(COMPANY, "Firma s.r.o.", *notes, fact("NOVINKA"))
    run = registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", xml))
    assert run.unread_texts == {"INSOLVENCNI_ZAPIS hodnotaUdaje/dodatek": 2}
    assert run.unknown_facts == {"NOVINKA": 1}


@pytest.mark.parametrize(
    "words",
    [
        "Valná hromada zrušila dne 1.6.2026 rozhodnutí o zrušení společnosti s likvidací.",
        "Usnesení o zrušení společnosti s likvidací bylo zrušeno rozhodnutím Vrchního soudu v Praze.",
        "Návrh na zrušení společnosti s likvidací byl zamítnut usnesením ze dne 1.6.2026.",
    ],
)
def test_a_company_whose_winding_up_was_revoked_is_active(registry: Registry, words: str) -> None:
    begun = text("OST_SKUTECNOSTI", "Společnost vstoupila do likvidace dnem 1.2.2018.", "2018-02-07")
    revoked = text("OST_SKUTECNOSTI", words, "2026-06-14")
    company = published(registry, begun, revoked, liquidator(until="2026-06-14"))
    assert company["likvidace"] is None
    assert company["stavPodrobne"]["kod"] == "aktivni"


def test_a_note_that_no_rule_decides_says_that_the_phase_is_not_known(registry: Registry) -> None:
    company = published(registry, text("INSOLVENCNI_ZAPIS", "Spisová značka KSBR 99 INS 1/2015."))
    name = "V insolvenčním řízení (nezjištěno, v jaké fázi)"
    assert company["stavPodrobne"] == {"kod": "insolvencniRizeni", "nazev": name, "od": "2020-02-03"}


def read_insolvency_register(registry: Registry) -> None:
    """Take over an answer that has no proceedings."""
    empty = Path(__file__).parents[1] / "fixtures" / "isir" / "isir_cuzk_empty_WS2.xml"
    asked = registry.directory / f"isir_{COMPANY:08d}.xml"
    asked.write_bytes(empty.read_bytes())
    registry.isir(asked)


def test_a_bankruptcy_from_before_the_insolvency_register_is_believed_beside_it(registry: Registry) -> None:
    read_insolvency_register(registry)
    declared = text("KONKURS_PROHLASENI", "Byl prohlášen konkurs.", "2003-06-01")
    company = published(registry, declared)
    assert company["insolvence"] == []
    assert (company["stavPodrobne"]["kod"], company["stavPodrobne"]["od"]) == ("konkurs", "2003-06-01")
    assert is_insolvent(msgspec.convert(company, FirmaDetail)) is True


def test_a_deleted_note_tells_of_no_state_and_stays_among_the_facts(registry: Registry) -> None:
    company = published(registry, text("KONKURS_PROHLASENI", "prohlášen konkurs", until="2022-01-01"))
    assert company["stavPodrobne"]["kod"] == "aktivni"
    assert [item["vymazano"] for item in company["ostatniSkutecnosti"]] == ["2022-01-01"]


def test_who_has_ceased_is_in_no_liquidation(registry: Registry) -> None:
    company = published(registry, liquidator(), deleted="2024-01-01")
    assert company["likvidace"] is None
    assert company["stavPodrobne"] == {"kod": "zanikla", "nazev": "Zaniklá", "od": "2024-01-01"}


def test_the_beginning_falls_back_on_the_registration(registry: Registry) -> None:
    assert published(registry)["datumVzniku"] == "2004-03-01"


def test_an_entry_of_an_unknown_kind_is_kept_with_its_text(registry: Registry) -> None:
    (other,) = published(registry, text("ZCELA_NOVE", "Nějaký zápis."))["ostatniSkutecnosti"]
    assert (other["kod"], other["text"]) == ("ZCELA_NOVE", "Nějaký zápis.")


def ares_extract(directory: Path, **sections: Any) -> Path:
    record = {
        "primarniZaznam": True,
        "stavSubjektu": "AKTIVNI",
        "obchodniJmeno": [{"hodnota": "Firma s.r.o."}],
    }
    path = directory / "ares_vr.json"
    path.write_text(json.dumps({"icoId": f"{COMPANY:08d}", "zaznamy": [record | sections]}), encoding="utf-8")
    return path


DECLARED = {"datumZapisu": "2020-02-03", "text": "Byl prohlášen konkurs.", "typKonkursu": "KONKURS"}
QUASHED = {"datumZapisu": "2020-02-03", "hodnota": "Konkurs byl zrušen."}


@pytest.mark.parametrize(
    ("sections", "code", "since", "kinds"),
    [
        (
            {
                "insolvence": [
                    {
                        "insolvencniZapis": [
                            {"datumZapisu": "2020-02-03", "text": "Byl zjištěn úpadek dlužníka."}
                        ]
                    }
                ]
            },
            "upadek",
            "2020-02-03",
            ["INSOLVENCNI_ZAPIS"],
        ),
        ({"konkursy": [DECLARED]}, "konkurs", "2020-02-03", ["KONKURS"]),
        # The file mark alone: an entry without words is an entry.
        ({"konkursy": [{"spisZnOs": "K 12/2004"}]}, "konkurs", None, ["KONKURS"]),
        ({"konkursy": [{**DECLARED, "datumVymazu": "2021-01-01"}]}, "aktivni", None, ["KONKURS"]),
        (
            {"konkursy": [{**DECLARED, "zruseniKonkursu": [QUASHED]}]},
            "aktivni",
            None,
            ["KONKURS", "ZRUSENI_KONKURSU"],
        ),
    ],
)
def test_what_ares_notes_of_insolvency_tells_the_state(
    registry: Registry, sections: dict[str, Any], code: str, since: str | None, kinds: list[str]
) -> None:
    registry.ares(ares_extract(registry.directory, **sections))
    registry.publish()
    company = registry.company(COMPANY)
    assert (company["stavPodrobne"]["kod"], company["stavPodrobne"]["od"]) == (code, since)
    assert sorted(item["kod"] for item in company["ostatniSkutecnosti"]) == kinds


def test_the_public_register_is_believed_before_what_ares_notes_of_it(registry: Registry) -> None:
    registry.ares(ares_extract(registry.directory, konkursy=[DECLARED]))
    company = published(registry)
    assert company["stavPodrobne"]["kod"] == "aktivni"
    assert company["ostatniSkutecnosti"] == []


def test_the_insolvency_register_is_believed_before_all_notes(registry: Registry) -> None:
    registry.ares(ares_extract(registry.directory, konkursy=[DECLARED]))
    read_insolvency_register(registry)
    registry.publish()
    company = registry.company(COMPANY)
    assert company["insolvence"] == []
    assert company["stavPodrobne"]["kod"] == "aktivni"


@pytest.mark.parametrize(
    ("state", "note", "shown"),
    [
        ("KONKURS", None, ("konkurs", None)),
        ("KONKURS", "byl prohlášen konkurs", ("konkurs", "2020-02-03")),
        ("KONKURS", "bylo zahájeno insolvenční řízení", ("konkurs", None)),
        ("ÚPADEK", None, ("upadek", None)),
        ("NEVYRIZENA", None, ("insolvencniRizeni", "2019-05-06")),
        ("ZRUŠENO VS", "byl prohlášen konkurs", ("konkurs", "2020-02-03")),
    ],
)
def test_a_proceeding_dates_its_own_beginning_and_no_decision(
    registry: Registry, state: str, note: str | None, shown: tuple[str, str | None]
) -> None:
    published(registry, *([text("INSOLVENCNI_ZAPIS", note)] if note else []))
    with writing(registry.engine) as connection:
        proceeding = Proceeding(COMPANY, "INS 1/2019", None, state, "2019-05-06")
        merge_proceedings(connection, COMPANY, [proceeding], "2026-11-01T08:00:00Z", complete=True)
    registry.publish()
    state_shown = registry.company(COMPANY)["stavPodrobne"]
    assert (state_shown["kod"], state_shown["od"]) == shown


@pytest.mark.parametrize("state", ["ZRUŠENO VS", "VYRIZENA", "NĚCO NOVÉHO", None])
def test_a_proceeding_of_which_nobody_can_tell_that_it_ended_is_insolvency_in_an_unknown_phase(
    registry: Registry, state: str | None
) -> None:
    published(registry)
    with writing(registry.engine) as connection:
        proceeding = Proceeding(COMPANY, "INS 1/2019", None, state, "2019-05-06")
        merge_proceedings(connection, COMPANY, [proceeding], "2026-11-01T08:00:00Z", complete=True)
    registry.publish()
    company = registry.company(COMPANY)
    shown = {"kod": "insolvencniRizeni", "nazev": UNKNOWN_PHASE.cs, "od": "2019-05-06"}
    assert company["stavPodrobne"] == shown
    detail = msgspec.convert(company, FirmaDetail)
    assert is_insolvent(detail) is None and entered_insolvency(detail) is None
    for day in ("2019-05-06", "2026-01-01"):
        then = company_as_of(detail, day).stav_podrobne
        assert then is not None and msgspec.to_builtins(then) == shown
