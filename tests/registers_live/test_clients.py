"""Clients against the stand-in: what they ask is understood, and faults never change an answer."""

from __future__ import annotations

import json
import threading
from datetime import date
from pathlib import Path

import pytest

from soupis.registers import vat as vat_register
from soupis.registers.clients import ares, codelists, filings, isir, vat
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.filings import parse_list
from soupis.registers.http import RetryPolicy, SourceClient
from soupis.registers.json import parse_object
from tests.registers_live.conftest import MakeClient
from tests.standin import Standin
from tests.standin.reply import Reply

PASSING = ["refuse", "5xx", "429", "html", "cut", "hang@0.1", "slow@0.1"]
DAMAGING = ["malformed", "truncated"]


def faults(service: str, name: str, times: int) -> str:
    """Return a specification: `hang@5` twice → `vat:hang=2x@5`."""
    fault, _, measure = name.partition("@")
    return f"{service}:{fault}={times}x" + (f"@{measure}" if measure else "")


def test_vat_statuses_are_asked_a_hundred_at_once(client: MakeClient, source: Standin) -> None:
    ids = [f"{n:08d}" for n in range(1, 99)] + ["45274649", "45317054"]
    answer = vat.statuses(client("vat"), ids)
    kinds = {row.dic_digits: row.subject_kind for row in answer.rows}
    assert set(kinds) == set(ids)
    assert (kinds["45274649"], kinds["45317054"]) == ("PLATCE_DPH", "NENALEZEN")
    shown = next(row for row in answer.rows if row.dic_digits == "45274649").shown_accounts
    assert [account.text for account in shown] == ["19-2808601/0100"]
    assert source.statistics.as_dict()["requests"] == {"vat": 1}


@pytest.mark.parametrize("fault", [*PASSING, "truncated"])
def test_vat_answer_comes_in_spite_of_passing_faults(client: MakeClient, source: Standin, fault: str) -> None:
    source.faults.set(faults("vat", fault, 2))
    answer = vat.statuses(client("vat"), ["00121100", "45317054"])
    assert [(row.dic_digits, row.subject_kind, row.unreliable) for row in answer.rows] == [
        ("00121100", "PLATCE_DPH", True),
        ("45317054", "NENALEZEN", None),
    ]


def test_damaged_vat_answer_says_the_same_or_nothing(client: MakeClient, source: Standin) -> None:
    source.faults.set("vat:malformed=1")
    try:
        rows = vat.statuses(client("vat"), ["00121100", "45317054"]).rows
    except SourceError:
        return
    assert {(row.dic_digits, row.subject_kind) for row in rows} <= {
        ("00121100", "PLATCE_DPH"),
        ("45317054", "NENALEZEN"),
    }


@pytest.mark.parametrize("fault", [*PASSING[:5], "truncated", "encoding"])
def test_vat_answer_never_comes_from_a_lasting_fault(client: MakeClient, source: Standin, fault: str) -> None:
    source.faults.set(f"vat:{fault}=1")
    with pytest.raises(SourceError):
        vat.statuses(client("vat"), ["45274649", "45317054"])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_mixture_of_faults_gives_the_same_answers_or_none(
    client: MakeClient, source: Standin, seed: int
) -> None:
    names = ["refuse", "cut", "5xx", "429", "html", "encoding", "malformed", "truncated", "status1"]
    source.faults.set("vat:" + ",".join(f"{name}=0.09" for name in names) + f";seed={seed}")
    truth = {"45274649": "PLATCE_DPH", "699001182": "SKUPINA_DPH", "45317054": "NENALEZEN"}
    asked = client("vat", RetryPolicy(attempts=2, first_wait=0.001, longest_wait=0.01))
    answered = failed = 0
    for _ in range(40):
        try:
            rows = vat.statuses(asked, list(truth)).rows
        except SourceError:
            failed += 1
            continue
        answered += len(rows)
        assert all(truth[row.dic_digits] == row.subject_kind for row in rows)
    assert answered > 30
    assert failed > 0
    assert len(source.statistics.as_dict()["faults"]) >= 7


@pytest.mark.parametrize("fault", ["maintenance", "block"])
def test_source_that_asks_for_peace_is_left_alone(client: MakeClient, source: Standin, fault: str) -> None:
    source.faults.set(f"vat:{fault}=1")
    with pytest.raises(SourceUnavailable) as error:
        vat.statuses(client("vat"), ["45274649"])
    assert error.value.retry_after is not None
    assert source.statistics.as_dict()["requests"] == {"vat": 1}


def test_vat_status_code_1_leaves_ids_unanswered(client: MakeClient, source: Standin) -> None:
    source.faults.set("vat:status1=1")
    answer = vat.statuses(client("vat"), ["45274649"])
    assert (answer.partial, answer.rows) == (True, [])


def test_vat_register_is_never_asked_more_than_four_at_once(polite: SourceClient, source: Standin) -> None:
    source.faults.set("vat:slow=1@0.1")
    threads = [threading.Thread(target=vat.statuses, args=(polite, [f"{n:08d}"])) for n in range(1, 17)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = source.statistics.as_dict()
    assert counts["requests"] == {"vat": 16}
    assert counts["parallel"] == {"vat": 4}


def test_unreliable_payers_are_downloaded_whole_before_the_first_row(
    client: MakeClient, source: Standin, tmp_path: Path
) -> None:
    source.faults.set("vat:cut=1x,truncated=1x,html=1x")
    rows = list(vat.unreliable_payers(client("vat"), tmp_path / "list.xml"))
    assert [row.dic_digits for row in rows if isinstance(row, vat_register.VatRow)] == ["00121100"]
    assert [path.name for path in tmp_path.iterdir()] == ["list.xml"]


def test_unreliable_payers_of_a_broken_register_give_no_row(
    client: MakeClient, source: Standin, tmp_path: Path
) -> None:
    source.faults.set("vat:truncated=1")
    with pytest.raises(SourceUnavailable):
        list(vat.unreliable_payers(client("vat"), tmp_path / "list.xml"))
    assert list(tmp_path.iterdir()) == []


def test_proceedings_of_a_company_are_found(client: MakeClient) -> None:
    answer = isir.proceedings(client("isir"), 25083325)
    assert [(item.file_mark, item.running) for item in answer.proceedings] == [
        ("INS 12575/2022", True),
        ("INS 3/2010", False),
    ]


def test_company_without_proceedings_gets_nobody_elses(client: MakeClient) -> None:
    answer = isir.proceedings(client("isir"), 45274649)
    assert (answer.proceedings, answer.ignored) == ([], 0)


@pytest.mark.parametrize("fault", PASSING[:5] + DAMAGING)
def test_insolvency_register_is_asked_again_after_passing_faults(
    client: MakeClient, source: Standin, fault: str
) -> None:
    source.faults.set(faults("isir", fault, 1))
    assert len(isir.proceedings(client("isir"), 25083325).proceedings) == 2


def test_event_stream_is_read_to_its_end_in_batches(client: MakeClient, source: Standin) -> None:
    source.faults.set("isir_events:cut=1x,html=1x")
    asked = client("isir_public")
    batches = list(isir.events(asked, 0))
    assert [len(batch.events) for batch in batches] == [1000, 300]
    assert batches[-1].last_id == 2600
    assert sum(event.debtor_icos == (25083325,) for batch in batches for event in batch.events) == 650
    assert list(isir.events(asked, 2600)) == []


def test_ares_subject_is_handed_over_as_it_came(client: MakeClient) -> None:
    body = ares.subject(client("ares"), 45274649)
    assert body is not None and b'"stavZdrojeDph":"AKTIVNI"' in body
    assert ares.subject(client("ares"), 12345678) is None


def test_ares_extracts_of_other_registers_are_asked_for(client: MakeClient) -> None:
    extract = ares.register_extract(client("ares"), 514152)
    assert extract is not None and b"AVII" in extract
    assert ares.register_extract(client("ares"), 45274649) is None
    record = ares.statistical_record(client("ares"), 49240901)
    assert record is not None and b"statistickeUdaje" in record


def test_ares_batch_tells_found_and_missing(client: MakeClient, source: Standin) -> None:
    source.faults.set("ares:truncated=1x,5xx=1x,html=1x")
    asked = [*range(1, 99), 45274649, 12345678]
    answer = ares.subjects(client("ares"), asked)
    assert len(answer.found) == 99
    assert answer.missing == [12345678]
    assert b"45274649" in answer.found[45274649]


@pytest.mark.parametrize("icos", [[], list(range(1, 102))])
def test_ares_batch_outside_its_limits_is_refused(client: MakeClient, icos: list[int]) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        ares.subjects(client("ares"), icos)


def test_ares_at_a_wrong_address_is_an_error_and_not_an_unknown_subject(
    client: MakeClient, source: Standin
) -> None:
    wrong = client("ares")
    wrong.base_url = f"{source.origin}/elsewhere"
    with pytest.raises(SourceError, match="address of ARES"):
        ares.subject(wrong, 45274649)


def test_ares_that_answers_about_another_subject_is_an_error(client: MakeClient) -> None:
    with pytest.raises(SourceError, match="another subject"):
        ares.subject(client("ares"), 11111119)
    with pytest.raises(SourceError, match="not asked for"):
        ares.subjects(client("ares"), [11111119])


def answering(source: Standin, prefix: str, status: int, body: object) -> None:
    """Make a service of the stand-in answer in one way."""
    reply = Reply(status, json.dumps(body).encode(), "application/json")
    source.routes.insert(0, (prefix, "ares", lambda _: reply))


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (404, {"kod": "NENALEZENO"}, None),
        (404, {"kod": "OBECNA_CHYBA", "subKod": "VYSTUP_SUBJEKT_NENALEZEN"}, None),
        (404, {"chyby": [{"kod": "NENALEZENO", "subKod": "VYSTUP_SUBJEKT_NENALEZEN"}]}, None),
        (404, {"status": 404, "error": "Not Found", "path": "/x"}, "address of ARES"),
        (404, {}, "address of ARES"),
        (400, {"kod": "CHYBA_VSTUPU", "subKod": "VSTUP_NEVALIDNI_FORMAT_ICO", "popis": "x"}, "FORMAT_ICO: x"),
        (400, {"chyby": [{"kod": "CHYBA_VSTUPU", "subKod": "VSTUP_PRAZDNY"}]}, "VSTUP_PRAZDNY"),
        (400, {"kod": "NENI_IMPLEMENTOVANO", "subKod": None, "popis": None}, "NENI_IMPLEMENTOVANO"),
        (400, {"kod": "NEPRIHLASENY_UZIVATEL"}, "NEPRIHLASENY_UZIVATEL"),
        (200, {"kod": "NENI_OPRAVNENI"}, "NENI_OPRAVNENI"),
        (200, {"kod": "OBECNA_CHYBA"}, "OBECNA_CHYBA"),
        (200, {}, "another subject"),
    ],
)
def test_ares_errors_are_told_apart_from_not_found(
    client: MakeClient, source: Standin, status: int, body: object, said: str | None
) -> None:
    answering(source, "/ekonomicke-subjekty-v-be/rest/", status, body)
    if said is None:
        assert ares.subject(client("ares"), 45274649) is None
        return
    with pytest.raises(SourceError, match=said):
        ares.subject(client("ares"), 45274649)


@pytest.mark.parametrize(
    "body",
    [
        {"icoId": "00514152", "zaznamy": []},
        {"zaznamy": [{"ico": [{"hodnota": "00514152"}], "rejstrik": "OR"}]},
        {"icoId": None, "zaznamy": [{}, {"ico": "00514152"}]},
        {"ico": "00514152"},
    ],
)
def test_ares_answer_is_known_by_whichever_id_it_bears(
    client: MakeClient, source: Standin, body: object
) -> None:
    answering(source, "/ekonomicke-subjekty-v-be/rest/", 200, body)
    assert ares.register_extract(client("ares"), 514152) is not None
    with pytest.raises(SourceError, match="another subject"):
        ares.register_extract(client("ares"), 45274649)


def test_ares_batch_takes_a_subject_that_bears_only_its_other_id(client: MakeClient, source: Standin) -> None:
    rows = [{"icoId": "00514152", "obchodniJmeno": "Budvar"}]
    answering(source, "/ekonomicke-subjekty-v-be/rest/", 200, {"pocetCelkem": 1, "ekonomickeSubjekty": rows})
    assert list(ares.subjects(client("ares"), [514152, 45274649]).found) == [514152]
    answering(source, "/ekonomicke-subjekty-v-be/rest/", 200, {"ekonomickeSubjekty": rows})
    with pytest.raises(SourceUnavailable, match="as many"):  # nobody could tell who is missing
        ares.subjects(client("ares"), [514152, 45274649])


@pytest.mark.parametrize("body", [b"", b"[" * 100_000, b'{"a":', b"\xff", b"<html>"])
def test_json_that_is_damaged_is_worth_another_try(body: bytes) -> None:
    with pytest.raises(SourceUnavailable):
        parse_object(body, "source")


def test_filings_are_read_in_one_session(client: MakeClient, source: Standin) -> None:
    listing = filings.company_filings(client("documents"), 514152)
    assert listing is not None
    assert [(item.number, item.year, item.filed, item.pages) for item in listing.filings] == [
        ("AV 325/SL1/KSCB", 2024, "2025-07-01", 40)
    ]
    assert listing.filings[0].url == (
        f"{source.origin}/ias/ui/vypis-sl-detail?dokument=11&subjektId=59981&spis=1"
    )
    assert filings.company_filings(client("documents"), 25083325) is None


@pytest.mark.parametrize("fault", [*PASSING[:5], "truncated", "encoding"])
def test_filings_start_again_with_the_search_after_passing_faults(
    client: MakeClient, source: Standin, fault: str
) -> None:
    source.faults.set(faults("documents", fault, 1))
    if fault == "encoding":
        with pytest.raises(SourceError):
            filings.company_filings(client("documents"), 514152)
        return
    listing = filings.company_filings(client("documents"), 514152)
    assert listing is not None and len(listing.filings) == 1
    assert source.statistics.as_dict()["requests"]["documents"] == 3


def test_list_of_filings_without_its_session_is_refused(client: MakeClient) -> None:
    with pytest.raises(SourceUnavailable, match="no longer valid"):
        client("documents").session().ask(
            "GET", "/ias/ui/vypis-sl-firma?subjektId=59981", lambda answer: parse_list(answer.body)
        )


def test_code_list_in_its_old_encoding_is_read(client: MakeClient, source: Standin) -> None:
    source.faults.set("codelists:5xx=1x")
    rows = codelists.fetch(client("codelists"), "legal_form", date(2026, 9, 15))
    assert [(row.code, row.name) for row in rows] == [("112", "Společnost s ručením omezeným")]
