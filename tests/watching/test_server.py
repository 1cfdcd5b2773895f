"""Watching over HTTP: with the account's key only, free of charge, from the list to the webhook."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest

from soupis.installation import Installation
from tests.contract.test_feed_consumer import Registers
from tests.support.callers import Caller
from tests.support.installation import issue_key, open_installation
from tests.support.publishing import nobody_publishes
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until
from tests.watching.receiver import Receiver

KNOWN, OTHER, UNKNOWN = "45274649", "00514152", "27082440"
NOBODY = "https://127.0.0.2:9/prijem"  # see tests/support/server.py
LIST, HOOKS = "/api/v1/sledovani", "/api/v1/webhooky"


@pytest.fixture
def owner(server: Server, demo_installation: Installation, request: pytest.FixtureRequest) -> Caller:
    """An account of its own for each test."""
    return Caller(
        server.url, key=issue_key(demo_installation, f"{request.node.name[:40]}@example.com", "free")
    )


def test_a_company_is_watched_shown_and_left_free_of_charge(owner: Caller) -> None:
    assert owner.get(f"{LIST}/{KNOWN}").status_code == 404
    first = owner.http.put(f"{LIST}/{KNOWN}").json()["data"]
    assert first["obchodniJmeno"].startswith("ČEZ")
    assert owner.http.put(f"{LIST}/{KNOWN}").json()["data"] == first
    page = owner.get(LIST).json()["data"]
    assert (page["pocetCelkem"], page["nejvyse"], page["firmy"]) == (1, 50, [first])
    left = owner.http.delete(f"{LIST}/{KNOWN}")
    assert left.json() == {"ok": True, "data": {"zruseno": 1}}
    assert left.headers["x-ratelimit-remaining"] == "500"
    assert owner.http.delete(f"{LIST}/{KNOWN}").status_code == 404


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", [LIST, f"{LIST}/{KNOWN}", HOOKS])
def test_without_a_key_all_is_401_that_says_what_to_do(anonymous: Caller, method: str, path: str) -> None:
    answer = anonymous.http.request(method, path, json={"ico": [KNOWN]})
    if answer.status_code != 405:
        assert answer.status_code == 401
        assert "Authorization: Bearer" in answer.json()["chyba"]["zprava"]
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_thousands_come_by_csv_as_spreadsheets_write_it(owner: Caller) -> None:
    text = f"﻿název;IČO\r\nČEZ;{KNOWN}\r\nBudvar;514152\r\n;\r\nNikdo;270 82 440\r\n"
    answer = owner.post(LIST, content=text.encode(), headers={"Content-Type": "text/csv; charset=utf-8"})
    assert answer.json()["data"] == {
        "pridano": 3, "jizSledovano": 0, "pocetCelkem": 3, "nejvyse": 50, "neznama": [UNKNOWN],
    }  # fmt: skip
    plain = owner.post(LIST, content=f"{KNOWN}\n{OTHER}\n".encode(), headers={"Content-Type": "text/csv"})
    assert plain.json()["data"]["jizSledovano"] == 2
    for other in (f"ico\r{KNOWN}\r", f"sep=;\r\nico;x\r\n{KNOWN};1\r\n"):
        answer = owner.post(LIST, content=other.encode(), headers={"Content-Type": "text/csv"})
        assert answer.json()["data"]["jizSledovano"] == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"), (b"[]", "application/json"), (b'{"ico": []}', "application/json"),
        (b'{"ico": ["1"]}', "application/json"), (b'{"ico": [45274649]}', "application/json"),
        (b'{"ico": ["45274649"], "x": 1}', "application/json"), (b"\xff", "application/json"),
        (b"", "text/csv"), (b"ico\n", "text/csv"), (b"ico\nabc\n", "text/csv"), (b"\xff\xfe1", "text/csv"),
        (b"123456789\n", "text/csv"), (b'ico;nazev\n45274649;"A\n00514152;B\n', "text/csv"),
        (b"ico;n\n45274649;" + b"x" * 140_000, "text/csv"),
    ],
)  # fmt: skip
def test_a_batch_that_is_wrong_is_refused_with_a_sentence_and_adds_nothing(
    owner: Caller, body: bytes, kind: str
) -> None:
    answer = owner.post(LIST, content=body, headers={"Content-Type": kind})
    assert answer.status_code == 400, answer.text
    assert answer.json()["chyba"]["zprava"]
    assert owner.get(LIST).json()["data"]["pocetCelkem"] == 0


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        (LIST, b'{"ico": ["45274649", "1"]}', ("Položka 2 pole ico není IČO", "Item 2 of the array ico")),
        (LIST, b"ico\n45274649\n", ("Content-Type: text/csv", "Content-Type: text/csv")),
        (LIST, b"45274649", ("Content-Type: text/csv", "Content-Type: text/csv")),
        (LIST, b'{"ico": ["45274649"], "ico": ["00514152"]}', ("jen jednou", "only once")),
        (HOOKS, b"{}", ("chybí pole url", "lacks the field url")),
        (HOOKS, b'{"url": 1}', ("Pole url musí být text", "The field url must be a text")),
        (HOOKS, b'{"url": "a", "x": 1}', ("Tělo nemá pole x", "The body has no field x")),
        (HOOKS, b'{"url": "%s"}' % (b"a" * 501), ("nejvýše 500 znaků", "at most 500 characters")),
        (
            HOOKS,
            b'{"url": "a", "oddily": ["dph", 1]}',
            ("Položka 2 pole oddily", "Item 2 of the array oddily"),
        ),
        (HOOKS, b'{"url": "a", "url": "b"}', ("jen jednou", "only once")),
        (HOOKS, '{"url": "https://příklad.cz/"}'.encode(), ("xn--", "xn--")),
    ],
)
def test_what_is_wrong_in_a_body_is_named_in_the_callers_language(
    owner: Caller, path: str, body: bytes, told: tuple[str, str]
) -> None:
    for language, words in zip(("cs", "en"), told, strict=True):
        headers = {"Content-Type": "text/plain", "Accept-Language": language}
        answer = owner.post(path, content=body, headers=headers)
        assert answer.status_code == 400, answer.text
        sentence = answer.json()["chyba"]["zprava"]
        assert words in sentence and "Expected" not in sentence and "$" not in sentence
    assert owner.get(LIST).json()["data"]["pocetCelkem"] == 0


def test_more_than_the_tariff_allows_is_refused_whole(owner: Caller) -> None:
    answer = owner.post(LIST, json={"ico": [f"{number:08d}" for number in range(1, 52)]})
    assert answer.status_code == 400
    assert "váš tarif jich dovoluje 50" in answer.json()["chyba"]["zprava"]
    assert owner.get(LIST).json()["data"]["pocetCelkem"] == 0


def test_the_feed_of_watched_companies_holds_them_alone(owner: Caller, anonymous: Caller) -> None:
    owner.http.put(f"{LIST}/{OTHER}")
    seen, after = [], 0
    while True:
        page = owner.get("/api/v1/zmeny", od=after, sledovane="true", pocet=1000).json()["data"]
        seen += page["zmeny"]
        if page["dalsi"] == after:
            break
        after = page["dalsi"]
    assert {item["ico"] for item in seen} == {OTHER}
    refused = anonymous.get("/api/v1/zmeny", od=0, sledovane="true")
    assert (refused.status_code, refused.headers["x-ratelimit-remaining"]) == (401, "30")


def test_a_webhook_is_nobody_elses_business(
    owner: Caller, server: Server, demo_installation: Installation
) -> None:
    made = owner.post(HOOKS, json={"url": NOBODY, "oddily": ["dph"]}).json()["data"]
    assert made["tajemstvi"].startswith("whsec_")
    mine = f"{HOOKS}/{made['id']}"
    assert "tajemstvi" not in owner.get(mine).json()["data"]
    assert "tajemstvi" not in owner.get(HOOKS).json()["data"]["webhooky"][0]
    other = Caller(server.url, key=issue_key(demo_installation, "stranger@example.com", "free"))
    for method, path in (
        ("GET", mine), ("DELETE", mine), ("POST", f"{mine}/zkouska"), ("POST", f"{mine}/tajemstvi"),
        ("POST", f"{mine}/prehrani"),
    ):  # fmt: skip
        assert other.http.request(method, path).status_code == 404
    assert owner.post(f"{mine}/zkouska").json()["data"]["doruceno"] is False
    assert owner.get(mine).json()["data"]["dodavky"][0]["zprava"].startswith("zkouska_")
    assert owner.http.delete(mine).status_code == 200
    assert owner.get(mine).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"url": "ftp://127.0.0.2/"}, {"url": "https://127.0.0.1/"}, {"url": "https://[::1]:8443/"}, {},
        {"url": NOBODY, "oddily": ["nic"]}, {"url": 1}, {"url": "https://127.0.0.2/\n"},
    ],
)  # fmt: skip
def test_a_webhook_that_would_harm_is_refused(owner: Caller, body: dict[str, object]) -> None:
    answer = owner.post(HOOKS, json=body)
    assert answer.status_code == 400, answer.text
    assert owner.get(HOOKS).json()["data"]["webhooky"] == []


def test_a_session_of_the_site_reads_but_only_a_key_writes(owner: Caller) -> None:
    """No other site can have a visitor's browser watch or post anything: see `AccountEndpoint`."""
    cookie = httpx.Client(base_url=owner.http.base_url, cookies={"soupis": "a" * 43}, timeout=PATIENCE)
    with cookie:
        assert cookie.put(f"{LIST}/{KNOWN}").status_code == 401


def test_the_server_posts_what_is_published_meanwhile(
    tmp_path: Path, receiver: Receiver, chance: random.Random
) -> None:
    where = open_installation(tmp_path / "data")
    where.prepare()
    registers = Registers(where, tmp_path, chance)
    companies = registers.some()
    registers.synchronise(companies)
    settings = {"SOUPIS_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    with (
        nobody_publishes(where),
        Server(where.directory, tmp_path / "log", settings=settings) as server,
    ):
        owner = Caller(server.url, key=issue_key(where, "owner@example.com", "standard"))
        owner.post(LIST, json={"ico": [f"{ico:08d}" for ico in companies]})
        made = owner.post(HOOKS, json={"url": receiver.url}).json()["data"]
        assert owner.post(f"{HOOKS}/{made['id']}/zkouska").json()["data"] == {
            "doruceno": True, "status": 204, "chyba": None,
        }  # fmt: skip
        feed = owner.get("/api/v1/zmeny").json()["data"]["dalsi"]
        published: list[dict[str, object]] = []
        while not published:  # what is drawn may be what is there already
            registers.synchronise(companies)
            published = owner.get("/api/v1/zmeny", od=feed).json()["data"]["zmeny"]
        wait_until(lambda: len(receiver.taken) > len(published))
        assert [item.content["data"] for item in receiver.taken[1:]] == published
