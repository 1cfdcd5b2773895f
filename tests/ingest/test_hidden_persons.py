"""A hidden person is in no document any more: neither as a person, nor by name in texts of the companies."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from sqlalchemy import select

from soupis.ingest import hiding
from soupis.ingest.hidden_list import HiddenListError, HiddenPerson, merge, read_file, record, unpublished
from soupis.ingest.merge.lookups import merge_filings
from soupis.ingest.publish.publish import publish_companies, publish_hidden, republish_all
from soupis.ingest.stored_state import save_state
from soupis.registers.filings import Filing
from soupis.search.entries import company_entry
from soupis.store.engine import reading, writing
from soupis.store.tables import company_document, person_document
from soupis.times import now_text
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

ALFA, BETA, GAMA = 27074358, 45274649, 26185610
JAN = natural("Jan", "Vzorový", "1975-02-03")
# The same name in the same company, entered without a birth date and with a mistyped one.
UNDATED, MISTYPED = (
    natural("JAN", "VZOROVY", None),
    natural("Jan", "Vzorový", "1975-02-30".replace("30", "13")),
)
EVA = natural("Eva", "Jiná", "1980-04-05")
NAMES = ("Vzorov", "VZOROV")


def text_fact(kind: str, text: str) -> str:
    return fact(kind, element("hodnotaText", text))


def alfa(*facts: str) -> str:
    return subject(ALFA, "Alfa Vzorový s.r.o.", *facts)


def noted(who: str, note: str) -> str:
    return member(who, textZaOsobu=note)


ACTING = "Jednají společně Janem Vzorovým a Evou Jinou, J. Vzorový vždy."
CONTRIBUTION = (
    "<hodnotaUdaje><vklad><typ>TEXT</typ><textValue>závod pana Vzorového</textValue></vklad></hodnotaUdaje>"
)
PLEDGE = text_fact("SPOLECNIK_ZASTAVNI_PRAVO", "Zástavní právo věřitele, kterým je Jan Vzorový.")
TEXTS = (
    text_fact("OSTATNI_SKUTECNOST", "Společnost zastupuje Jan Vzorový, na základě plné moci."),
    text_fact("OSTATNI_SKUTECNOST", "Podíl převedl JAN VZOROVY na Evu Jinou."),
    text_fact("PREDMET_PODNIKANI", "provoz penzionu Jana Vzorového"),
    fact(
        "STATUTARNI_ORGAN", element("hlavicka", "představenstvo"), "<podudaje>",
        noted(EVA, "zastupuje Vzorový Jan"), text_fact("ZPUSOB_JEDNANI", ACTING), "</podudaje>",
    ),
    partner(EVA, fact("SPOLECNIK_PODIL", CONTRIBUTION, "<podudaje>", PLEDGE, "</podudaje>")),
    fact("NAZEV", element("hodnotaText", "Vzorový a syn s.r.o."), until="2012-01-01"),
)  # fmt: skip


def take(
    registry: Registry, *subjects: str, name: str = "sro-full-brno-2026.xml", force: bool = False
) -> None:
    registry.register(register_file(registry.directory / name, *subjects), force=force)
    registry.publish()


def file_documents(registry: Registry, *kinds: str) -> None:
    listing = [Filing(number=f"C 1/SL{number}/KSBR", kinds=(kind,)) for number, kind in enumerate(kinds)]
    with writing(registry.engine) as connection:
        merge_filings(connection, ALFA, listing, now_text())
    registry.publish()


def everything(registry: Registry) -> dict[str, str]:
    """Return all that is published, as text."""
    return {
        f"{table.name} {row[0]} {name}": as_text(value)
        for table in (company_document, person_document)
        for row in registry.rows(select(table))
        for name, value in row._mapping.items()
    }


def as_text(value: object) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def naming(registry: Registry) -> dict[str, str]:
    """Return where a name is still published, without names of companies."""
    allowed = ("Alfa Vzorový s.r.o.", "Vzorový a syn s.r.o.")
    told = {}
    for place, text in everything(registry).items():
        for name in allowed:
            text = text.replace(name, "")
        if any(name in text for name in NAMES) or "vzorovy" in text:
            told[place] = text
    return told


def key_of(registry: Registry, year: int | None, first: str = "jan-vzorovy") -> str:
    (key,) = (
        key
        for key, item in registry.profiles().items()
        if item["rokNarozeni"] == year and key.startswith(first)
    )
    return key


@pytest.fixture
def filled(registry: Registry) -> Registry:
    """Alfa, whose executive Jan its texts name, and Beta, where a namesake sits who is somebody else."""
    take(
        registry,
        alfa(board(member(JAN)), *TEXTS),
        subject(BETA, "Beta a.s.", board(member(natural("Jan", "Vzorový", "1950-01-01"))),
                text_fact("OSTATNI_SKUTECNOST", "Společnost zastupuje Jan Vzorový.")),
    )  # fmt: skip
    file_documents(registry, "účetní závěrka", "podpisový vzor Jan Vzorový")
    return registry


def test_no_text_about_the_companies_names_a_hidden_person(filled: Registry) -> None:
    assert len(naming(filled)) >= 3
    filled.hide(key_of(filled, 1975))
    filled.publish()
    assert {place.split()[1] for place in naming(filled)} == {str(BETA), str(person_number(filled, 1950))}
    detail = filled.company(ALFA)
    assert [item["text"] for item in detail["ostatniSkutecnosti"]] == [
        "Společnost zastupuje [skryto], na základě plné moci.",
        "Podíl převedl [skryto] na Evu Jinou.",
    ]
    assert detail["predmetPodnikani"] == ["provoz penzionu [skryto]"]
    assert "Jednají společně [skryto] a Evou Jinou, [skryto] vždy." in str(detail["statutarniOrgany"])
    assert detail["spolecnici"][0]["vklad"]["text"] == "závod pana [skryto]"
    assert detail["spolecnici"][0]["zastavniPrava"][0]["text"].endswith("kterým je [skryto].")
    assert detail["listiny"]["posledni"][0]["typ"] == "podpisový vzor [skryto]"
    (profile,) = (item for item in filled.profiles().values() if item["prijmeni"] == "Jiná")
    assert "zastupuje [skryto]" in str(profile["angazma"])


def person_number(registry: Registry, year: int) -> int:
    query = select(person_document.c.id).where(person_document.c.key == key_of(registry, year))
    return int(registry.value(query))


def test_names_of_companies_stay_though_they_are_those_of_hidden_persons(filled: Registry) -> None:
    filled.hide(key_of(filled, 1975))
    filled.publish()
    detail = filled.company(ALFA)
    assert detail["obchodniJmeno"] == "Alfa Vzorový s.r.o."
    assert [item["jmeno"] for item in detail["drivejsiJmena"]] == ["Vzorový a syn s.r.o."]
    (row,) = filled.rows(select(company_document).where(company_document.c.ico == ALFA))
    assert company_entry(ALFA, row.detail, row.extra).former_names == ["Vzorový a syn s.r.o."]


@pytest.mark.parametrize("other", [UNDATED, MISTYPED], ids=["without a birth date", "another birth date"])
def test_namesakes_in_the_same_company_are_hidden_along(registry: Registry, other: str) -> None:
    take(registry, alfa(board(member(JAN), member(other), member(EVA))))
    assert len(registry.profiles()) == 3
    key = next(key for key, item in registry.profiles().items() if item["rokNarozeni"] == 1975)
    hidden = registry.hide(key)
    registry.publish()
    assert len(hidden) == 2
    assert [item["prijmeni"] for item in registry.profiles().values()] == ["Jiná"]
    assert naming(registry) == {}
    assert registry.company(ALFA)["statutarniOrgany"][0]["skrytychClenu"] == 2


SPELLINGS = [
    ("J.", "Vzorový"), ("Jan Karel", "Vzorový"), ("Ing. Jan", "Vzorový"), ("Jan", "Vzorový, CSc."),
    ("Jan", "Vzorový ml."), ("Jan", "Vzorový junior"), ("Vzorový", "Jan"), ("", "Jan Vzorový"),
    ("", "Vzorový"), ("JAN-KAREL", "VZOROVY"),
]  # fmt: skip


@pytest.mark.parametrize("born", ["1975-02-03", None])
@pytest.mark.parametrize(("first", "last"), SPELLINGS)
def test_spellings_of_the_name_in_the_same_company_are_hidden_along(
    registry: Registry, first: str, last: str, born: str | None
) -> None:
    take(registry, alfa(board(member(JAN), member(natural(first, last, born)), member(EVA))))
    assert len(registry.profiles()) == 3
    assert len(registry.hide(key_of(registry, 1975, first="jan-vzorovy-1"))) == 2
    registry.publish()
    assert [item["prijmeni"] for item in registry.profiles().values()] == ["Jiná"]
    assert naming(registry) == {}
    # Whoever is entered later under a spelling of the name is the same person.
    take(registry, alfa(board(member(EVA), member(natural("K. Jan", "Vzorový", born)))), force=True)
    assert naming(registry) == {}


def test_with_the_same_birth_date_one_word_of_the_name_is_enough(registry: Registry) -> None:
    eva, others = natural("Eva", "Vzorová", "1980-04-05"), natural("Eva", "Malá", "1981-01-01")
    take(
        registry, alfa(board(member(EVA), member(eva), member(others), member(natural("Eva", "Malá", None))))
    )
    (key,) = (key for key in registry.profiles() if key.startswith("eva-jina"))
    assert {key[:9] for key in registry.hide(key)} == {"eva-jina-", "eva-vzoro"}


@pytest.mark.parametrize(
    ("first", "last", "born"),
    [("Jana", "Vzorová", None), ("Petr", "Vzorový", None), ("Jan", "Vzorný", None),
     ("J.", "Vzorový", "1980-01-01"), ("Petr", "Vzorový", "1974-02-03")],
)  # fmt: skip
def test_others_in_the_same_company_are_no_candidates(
    registry: Registry, first: str, last: str, born: str | None
) -> None:
    take(registry, alfa(board(member(JAN), member(natural(first, last, born)))))
    assert len(registry.hide(key_of(registry, 1975))) == 1
    registry.publish()
    assert [item["prijmeni"] for item in registry.profiles().values()] == [last]


def test_texts_keep_single_words_of_a_name_that_was_entered_as_a_surname(registry: Registry) -> None:
    texts = ["Předseda Jan Hus založil obec.", "Společnost VZOROVÝ a syn zanikla.", "Vzorový dům."]
    whole = [member(natural("", name, None)) for name in ("Jan Vzorový", "Vzorový")]
    whole.append(member(natural("Vzorový", "Jan", None)))
    facts = (text_fact("OSTATNI_SKUTECNOST", text) for text in (*texts, "Jan Vzorový odstoupil."))
    take(registry, alfa(board(member(JAN), *whole), *facts))
    registry.hide(key_of(registry, 1975, first="jan-vzorovy-1"))
    registry.publish()
    shown = [item["text"] for item in registry.company(ALFA)["ostatniSkutecnosti"]]
    assert sorted(shown) == sorted([*texts, "[skryto] odstoupil."])


@pytest.mark.parametrize(
    "name", ["Jan Vzorový Stavby a.s.", "Jan Vzorový Holding Ltd", "Vzorový Jan, spol. s r. o."]
)
def test_companies_without_an_id_keep_their_names(registry: Registry, name: str) -> None:
    take(
        registry, alfa(board(member(JAN), member(legal(name))), partner(legal(name), share("1000;00", "10")))
    )
    registry.hide(key_of(registry, 1975))
    registry.publish()
    detail = registry.company(ALFA)
    assert detail["statutarniOrgany"][0]["clenove"][0]["osoba"]["obchodniJmeno"] == name
    assert detail["spolecnici"][0]["osoba"]["obchodniJmeno"] == name


def test_branches_keep_their_names_wherever_they_are_named(registry: Registry) -> None:
    name = "Závod Jana Vzorového Brno"
    head = fact("OZ_VEDOUCI", EVA)
    branch = fact("ODSTEPNY_ZAVOD", element("hlavicka", name), "<podudaje>", head, "</podudaje>")
    take(
        registry, alfa(board(member(JAN)), fact("ODSTEPNY_ZAVOD_SEKCE", "<podudaje>", branch, "</podudaje>"))
    )
    registry.hide(key_of(registry, 1975))
    registry.publish()
    detail = registry.company(ALFA)
    assert [item["nazev"] for item in detail["odstepneZavody"]] == [name]
    assert name in [item["nazev"] for item in detail["ostatniOrgany"]]


def test_namesakes_who_are_not_taken_along_stay(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(UNDATED))))
    registry.hide(key_of(registry, 1975), namesakes=False)
    registry.publish()
    assert list(registry.profiles()) == [key_of(registry, None)]
    (shown,) = registry.company(ALFA)["statutarniOrgany"][0]["clenove"]
    assert shown["osoba"]["klic"] == key_of(registry, None)


def test_namesakes_in_other_companies_are_no_candidates(filled: Registry) -> None:
    key = key_of(filled, 1975)
    assert filled.hide(key) == [key]
    filled.publish()
    assert key_of(filled, 1950)
    assert "Jan Vzorový" in str(filled.company(BETA))


def test_whoever_appears_under_the_name_later_is_hidden_too(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(EVA))))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    take(registry, alfa(board(member(EVA)), partner(UNDATED, share("1000;00", "10")), TEXTS[0]))
    assert naming(registry) == {}
    assert registry.company(ALFA)["spolecnici"] == []
    # The register names the person no more, but texts still do.
    take(registry, alfa(board(member(EVA)), TEXTS[0]))
    assert naming(registry) == {}
    # In another company, as somebody entered before all others.
    take(registry, subject(GAMA, "Gama a.s.", board(member(JAN)), TEXTS[0]), name="as-full-brno-2026.xml")
    assert naming(registry) == {}


def test_companies_published_ahead_of_others_show_no_hidden_person(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN))))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    registry.register(register_file(registry.directory / "a.xml", alfa(board(member(UNDATED)), TEXTS[0])))
    publish_companies(registry.engine, [ALFA])
    assert naming(registry) == {}


def test_a_company_that_sits_in_another_one_shows_no_name_in_its_notes(registry: Registry) -> None:
    seat = noted(legal("Gama a.s.", GAMA), "zastoupena Janem Vzorovým")
    take(registry, alfa(board(member(JAN), seat)), subject(GAMA, "Gama a.s."))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    ties = registry.value(select(company_document.c.ties).where(company_document.c.ico == GAMA))
    assert "zastoupena [skryto]" in ties.decode()
    assert naming(registry) == {}


def test_a_person_entered_as_a_legal_one_is_a_text(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(legal("Jan Vzorový")))))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    assert naming(registry) == {}


def test_a_seat_in_a_street_of_that_name_stays(registry: Registry) -> None:
    place = (
        "<adresa><obec>Brno</obec><ulice>Jana Vzorového</ulice><cisloPo>7</cisloPo><psc>60200</psc></adresa>"
    )
    take(registry, alfa(board(member(JAN)), fact("SIDLO", place)))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    assert registry.company(ALFA)["sidlo"]["nazevUlice"] == "Jana Vzorového"
    assert registry.company(ALFA)["sidlo"]["text"].startswith("Jana Vzorového 7")


def test_what_is_private_beside_a_hidden_name_stays_private(registry: Registry) -> None:
    private = text_fact("OSTATNI_SKUTECNOST", "Jan Vzorový, 3. 2. 1975, Dlouhá 12, Brno, je oprávněn.")
    take(registry, alfa(board(member(JAN)), private))
    registry.hide(key_of(registry, 1975))
    registry.publish()
    text = registry.company(ALFA)["ostatniSkutecnosti"][0]["text"]
    assert "Vzorov" not in text and "1975" not in text and "Dlouhá" not in text


def test_a_person_who_is_shown_again_is_where_the_person_was(filled: Registry) -> None:
    key, before = key_of(filled, 1975), filled.content()
    filled.hide(key)
    filled.publish()
    assert filled.content() != before
    assert filled.show(key) == [key]
    filled.publish()
    assert filled.content() == before
    assert filled.show(key) == []
    assert "Vzorov" not in filled.hidden_persons_file.read_text()


def test_showing_a_person_shows_those_who_were_hidden_along(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(UNDATED))))
    before = registry.content()
    keys = registry.hide(key_of(registry, 1975))
    registry.publish()
    assert sorted(registry.show(keys[0])) == sorted(keys)
    registry.publish()
    assert registry.content() == before


def test_who_is_hidden_by_an_own_decision_stays_hidden_when_a_namesake_is_shown(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(natural("J.", "Vzorový", None)))))
    own = next(key for key in registry.profiles() if key.startswith("j-vzorovy"))
    registry.hide(own, namesakes=False)
    registry.publish()
    registry.hide(key_of(registry, 1975))
    registry.show(key_of(registry, 1975))
    registry.publish()
    assert own not in registry.profiles()


def test_umlauts_that_are_written_out_are_the_same_letters(registry: Registry) -> None:
    one, other = natural("Jürgen", "Müller", "1970-01-02"), natural("Juergen", "Mueller", "1970-01-02")
    take(registry, alfa(board(member(one), member(other))))
    key = next(key for key in registry.profiles())
    assert len(registry.hide(key)) == 2


def test_documents_of_others_do_not_change(filled: Registry) -> None:
    seq = filled.last_change()
    before = {place: text for place, text in everything(filled).items() if f" {BETA} " in place}
    filled.hide(key_of(filled, 1975))
    filled.publish()
    assert filled.last_change() == seq + 3  # Alfa, the profile that is gone, and Eva's with a note about Jan
    assert before.items() <= everything(filled).items()


def test_hidden_persons_are_published_ahead_of_all_that_waits(filled: Registry) -> None:
    republish_all(filled.engine)
    filled.hide(key_of(filled, 1975))
    publish_hidden(filled.engine)
    assert {place.split()[1] for place in naming(filled)} == {str(BETA), str(person_number(filled, 1950))}
    assert filled.unpublished() > 0
    with reading(filled.engine) as connection:
        assert unpublished(connection) == []


# What is in the file, the database and the documents, whichever of them a killed command reached.


def stop_at(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(function, stop)


@pytest.mark.parametrize(
    "step",
    [
        "soupis.ingest.hidden_list._write_file",
        "soupis.ingest.hidden_list.save_state",
        "soupis.ingest.publish.publish.publish_hidden",
        "soupis.ingest.publish.publish._publish_among",
        "soupis.ingest.publish.publish.note_published",
    ],
)
def test_hiding_that_was_cut_off_is_done_or_can_be_repeated(
    filled: Registry, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    key = key_of(filled, 1975)
    with monkeypatch.context() as patched:
        stop_at(patched, step)
        with pytest.raises(KeyboardInterrupt):
            filled.hide(key)
            filled.publish()
    record(filled.engine, filled.hidden_persons_file)  # as whatever command comes next does
    filled.publish()
    is_decided = step != "soupis.ingest.hidden_list._write_file"
    assert (key in filled.profiles()) is not is_decided
    filled.hide(key)
    filled.publish()
    assert key not in filled.profiles()
    assert read_file(filled.hidden_persons_file)[0].key == key


def problems(registry: Registry) -> list[str]:
    with reading(registry.engine) as connection:
        return hiding.find_problems(connection)


def test_what_is_not_yet_published_is_a_problem(filled: Registry) -> None:
    filled.hide(key_of(filled, 1975))
    (problem,) = problems(filled)
    assert "not yet published (companies: 1)" in problem
    filled.publish()
    assert problems(filled) == []


def test_a_list_that_was_made_with_another_secret_is_a_problem(registry: Registry) -> None:
    take(registry, alfa(board(member(JAN), member(UNDATED))))
    key = key_of(registry, 1975)
    registry.hide(key, namesakes=False)
    (item,) = read_file(registry.hidden_persons_file)
    forget(registry)
    registry.hidden_persons_file.unlink()
    other = structs.replace(item, identity="00" * 16, key=f"{key[:-6]}000000")
    record(registry.engine, registry.hidden_persons_file, [other])
    registry.publish()
    (problem,) = problems(registry)
    assert problem.startswith(
        f"Hidden persons are shown (1): the list has other keys of them (first {other.key},"
    )
    assert f"{key} here" in problem
    registry.hide(key, namesakes=False)
    registry.publish()
    assert problems(registry) == []


def test_an_older_database_takes_decisions_from_the_file(filled: Registry) -> None:
    key = key_of(filled, 1975)
    filled.hide(key)
    hidden = filled.hidden_persons_file.read_bytes()
    filled.show(key)
    filled.publish()
    shown = filled.hidden_persons_file.read_bytes()
    # The database of before both decisions, beside the file of each.
    for content, is_hidden in ((hidden, True), (shown, False)):
        forget(filled)
        filled.hidden_persons_file.write_bytes(content)
        record(filled.engine, filled.hidden_persons_file)
        filled.publish()
        assert (key not in filled.profiles()) is is_hidden


def forget(registry: Registry) -> None:
    save_state(registry.engine, "hidden_persons", None)
    save_state(registry.engine, "hidden_unpublished", None)


def test_a_machine_without_the_file_takes_decisions_from_the_database(filled: Registry) -> None:
    key = key_of(filled, 1975)
    filled.hide(key)
    other = filled.directory / "other.json"
    record(filled.engine, other)
    assert read_file(other) == read_file(filled.hidden_persons_file) != []
    assert stat.S_IMODE(other.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"{}", b"[", b'{"hiddenPersons": [{"key": 1}]}', b"\xff"])
def test_a_damaged_list_is_told_and_nothing_is_shown_again(filled: Registry, content: bytes) -> None:
    filled.hide(key_of(filled, 1975))
    filled.hidden_persons_file.write_bytes(content)
    with pytest.raises(HiddenListError, match="is damaged"):
        record(filled.engine, filled.hidden_persons_file)
    filled.publish()
    assert all(item["rokNarozeni"] != 1975 for item in filled.profiles().values())


def test_a_later_decision_wins_though_the_clock_was_set_back(
    filled: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_of(filled, 1975)
    monkeypatch.setattr("soupis.ingest.hidden_list.utc_now", lambda: datetime(2099, 1, 1, tzinfo=UTC))
    filled.hide(key)
    monkeypatch.undo()
    assert filled.show(key) == [key]
    filled.publish()
    assert key in filled.profiles()


START = datetime(2026, 1, 1, tzinfo=UTC)
_DECISIONS = st.lists(
    st.builds(
        HiddenPerson,
        identity=st.sampled_from(["aa", "bb", "cc"]),
        key=st.just("k-0000-000000"),
        decided=st.integers(0, 9).map(
            lambda step: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=step)
        ),
        hidden=st.booleans(),
    ),
    unique_by=lambda item: (item.identity, item.decided),
    max_size=8,
)


@given(one=_DECISIONS, other=_DECISIONS)
def test_lists_merge_to_the_latest_decisions(one: list[HiddenPerson], other: list[HiddenPerson]) -> None:
    merged = merge(one, other)
    assert merge(merged, merged) == merge(merged) == merged
    assert merge(merged, one) == merge(merged, other) == merged
    for item in (*one, *other):
        (latest,) = (found for found in merged if found.identity == item.identity)
        assert latest.decided >= item.decided


def test_the_file_is_for_its_owner_and_readable(filled: Registry) -> None:
    filled.hide(key_of(filled, 1975))
    path: Path = filled.hidden_persons_file
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (item,) = json.loads(path.read_text())["hiddenPersons"]
    assert (item["firstName"], item["lastName"], item["companies"]) == ("Jan", "Vzorový", [ALFA])
    assert "1975-02" not in path.read_text()
