"""Ask the demo for the examples of the API's description: `python -m tests.contract.examples` stores them.

A test holds that what is stored is what the demo answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from soupis import api
from soupis.installation import Installation
from soupis.queries.errors import OUR_FAULT, STORE_UNREACHABLE
from soupis.queries.readiness import EMPTY, not_ready
from tests.support.callers import Caller
from tests.support.installation import build_demo, issue_key
from tests.support.server import Server

STORED = Path(api.__file__).parent / "openapi" / "examples.json"

ICO = "45274649"
BATCH = {"ico": ["45274649", "00514152", "12345679"]}
EXPORT = {"q": "budvar"}
WATCHED = {"ico": ["45274649", "00514152"]}
WEBHOOK: dict[str, Any] = {"url": "https://prijemce.example/soupis", "oddily": ["insolvence", "dph"]}
NOBODY = "https://127.0.0.2:9/prijem"  # see tests/support/server.py
# The name of the log is told in receipts.
_SETTINGS = {"SOUPIS_BASE_URL": "https://soupis.example"}


def collect(url: str, where: Installation) -> dict[str, Any]:
    """Return the examples of a server that serves the demo's data, that of an installation."""
    caller = Caller(url)
    persons = caller.get("/api/v1/osoby", q="novotny", pocet=2)
    batch = caller.post("/api/v1/firmy/dph", json=BATCH)
    receipt = batch.headers["x-service-doklad"]
    key = persons.json()["data"]["osoby"][0]["klic"]
    answers = {
        "vyhledatFirmy": caller.get("/api/v1/vyhledavani", q="budvar", pocet=2, fasety="stav").json(),
        "exportovatFirmy": caller.get("/api/v1/vyhledavani/export", q=EXPORT["q"]).text,
        "exportovatFirmyFormularem": caller.post("/api/v1/vyhledavani/export", data=EXPORT).text,
        "ExportNahled": caller.get("/api/v1/vyhledavani/export", q=EXPORT["q"], nahled="ano").json(),
        "detailFirmy": caller.get(f"/api/v1/firma/{ICO}").json(),
        "exportovatFirmu": caller.get(f"/api/v1/firma/{ICO}/export").text,
        "listinyFirmy": caller.get("/api/v1/firma/00514152/listiny", pocet=2).json(),
        "overitDph": batch.json(),
        "doklad": caller.get(f"/api/v1/doklad/{receipt}").json(),
        "vyhledatOsoby": persons.json(),
        "profilOsoby": caller.get(f"/api/v1/osoba/{key}").json(),
        "zmeny": caller.get("/api/v1/zmeny", od=0, pocet=2).json(),
        "naseptat": caller.get("/api/suggest", q="budv").json(),
        "cile": caller.get("/api/v1/zdroje/cile").json(),
        "zdroje": caller.get("/api/v1/zdroje").json(),
        "pripravenost": caller.get("/api/ready").json(),
        "zdravi": caller.get("/api/health").json(),
    }
    answers |= _watching(Caller(url, key=issue_key(where, "examples@example.com", "free")))
    requests = {
        "ico": ICO,
        "klic": key,
        "id": receipt,
        "VyhledavaniDotaz.q": "budvar",
        "VyhledavaniDotaz.pocet": 2,
        "VyhledavaniDotaz.fasety": ["stav"],
        "VyhledavaniExportDotaz.q": EXPORT["q"],
        "exportovatFirmyFormularem": EXPORT,
        "overitDph": BATCH,
        "sledovatFirmy": WATCHED,
        "vytvoritWebhook": WEBHOOK,
        "prehratWebhook": {"od": 0},
        "ListinyDotaz.pocet": 2,
        "OsobyDotaz.q": "novotny",
        "OsobyDotaz.pocet": 2,
        "ZmenyDotaz.od": 0,
        "ZmenyDotaz.pocet": 2,
        "NapovedaDotaz.q": "budv",
    }
    errors = {language: _errors(url, language) for language in ("cs", "en")}
    return {"requests": requests, "answers": answers, "errors": errors}


def _watching(owner: Caller) -> dict[str, Any]:
    """Return answers about watched companies and webhooks; none of either is left."""
    watched, hooks = "/api/v1/sledovani", "/api/v1/webhooky"
    answers = {
        "sledovatFirmu": owner.http.put(f"{watched}/{ICO}"),
        "sledovatFirmy": owner.post(watched, json=WATCHED),
        "sledovanaFirma": owner.get(f"{watched}/{ICO}"),
        "sledovaneFirmy": owner.get(watched),
        "vytvoritWebhook": owner.post(hooks, json=WEBHOOK | {"url": NOBODY}),
    }
    mine = f"{hooks}/{answers['vytvoritWebhook'].json()['data']['id']}"
    answers |= {
        "webhooky": owner.get(hooks),
        "vyzkousetWebhook": owner.post(f"{mine}/zkouska"),
        "webhook": owner.get(mine),
        "novyKlicWebhooku": owner.post(f"{mine}/tajemstvi"),
        "prehratWebhook": owner.post(f"{mine}/prehrani"),
        "smazatWebhook": owner.http.delete(mine),
        "prestatSledovat": owner.http.delete(f"{watched}/{ICO}"),
    }
    for ico in WATCHED["ico"]:
        owner.http.delete(f"{watched}/{ico}")
    for answer in answers.values():
        assert answer.status_code == 200, answer.text
    shown = json.dumps({name: answer.json() for name, answer in answers.items()})
    named: dict[str, Any] = json.loads(shown.replace(NOBODY, WEBHOOK["url"]))
    return named


def _errors(url: str, language: str) -> dict[str, Any]:
    """Return real refusals; faults of ours are not to be had at will, theirs are made of their sentences."""
    caller = Caller(url)
    caller.http.headers["Accept-Language"] = language
    refused: dict[str, httpx.Response] = {
        "400": caller.get("/api/v1/vyhledavani", pocet=51),
        "401": caller.get(f"/api/v1/firma/{ICO}", headers={"Authorization": "Bearer soupis_"}),
        "404": caller.get("/api/v1/firma/00000019"),
        "405": caller.post(f"/api/v1/firma/{ICO}"),
        "412": caller.get(f"/api/v1/firma/{ICO}", {"If-Match": '"0"'}),
        "410": caller.get("/api/v1/zmeny", od=10**15),
        "413": caller.post("/api/v1/firmy/dph", content=b" " * 17_000),
        "414": caller.get("/api/v1/vyhledavani", q="a" * 9_000),
    }
    while (answer := caller.get(f"/api/v1/firma/{ICO}")).status_code == 200:
        pass
    refused["429"] = answer
    for status, response in refused.items():
        assert response.status_code == int(status), response.text
    ours = {
        str(status): {"ok": False, "chyba": {"status": status, "zprava": getattr(message, language)}}
        for status, message in ((500, OUR_FAULT), (502, STORE_UNREACHABLE), (503, not_ready([EMPTY])))
    }
    return {status: response.json() for status, response in refused.items()} | ours


def main() -> None:
    """Build the demo, ask it and store what it answers."""
    with TemporaryDirectory() as name:
        where = build_demo(Path(name) / "data")
        with Server(where.directory, Path(name) / "log", settings=_SETTINGS) as server:
            found = collect(server.url, where)
    STORED.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
