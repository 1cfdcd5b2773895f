"""Questions to a server, chosen by lot among its companies and persons: every operation, exports, pages."""

from __future__ import annotations

import random
import re
from typing import NamedTuple
from urllib.parse import quote

import httpx
import msgspec

from soupis.installation import Installation
from soupis.store.documents import Documents
from tests.support.callers import fresh_address
from tests.support.waiting import wait_until

# What tells of the answer; the other headers tell of the caller, of the moment or of the server.
_HEADERS = (
    "content-type", "content-disposition", "content-language", "etag", "cache-control", "link", "location",
    "x-service-poradi", "x-service-zkraceno", "x-service-pocet-celkem",
)  # fmt: skip
# Which grow while the servers are asked one after the other: in answers as seconds, on pages in words.
_AGES = re.compile(
    (
        '"(s|medianS)tariSekund":\\d+'
        "|právě teď|před (\\d+\xa0)?(minut|hodin|dn|měsíc|rok|let)[a-z]+"
        "|just now|\\d+ (minute|hour|day|month|year)s? ago"
    ).encode()
)
_PAGES = (
    "/hledat", "/hledat?q=stavby", "/hledat?kraj=CZ010&stav=zanikla", "/tarify", "/o-datech",
    "/asistent", "/vyvojari", "/kontakt", "/podminky", "/soukromi", "/robots.txt", "/sitemap.xml",
    "/sitemap-stranky.xml", "/sitemap-firmy-0.xml", "/sitemap-firmy-1.xml", "/.well-known/api-catalog",
    "/api/v1/", "/api/v1/openapi.json", "/api/v1/zdroje", "/api/v1/neni", "/firma/00000001",
)  # fmt: skip


class Question(NamedTuple):
    """What is asked: an address with its parameters, or IDs of companies whose VAT status is wanted."""

    address: str
    icos: tuple[str, ...] = ()

    def ask(self, http: httpx.Client) -> httpx.Response:
        """Ask a server, again while the export before is still giving its lock back over the network."""
        answers: list[httpx.Response] = []

        def is_answered() -> bool:
            answers.append(self._ask(http))
            return answers[-1].status_code != 429

        wait_until(is_answered)
        return answers[-1]

    def _ask(self, http: httpx.Client) -> httpx.Response:
        headers = {"X-Forwarded-For": fresh_address()}  # no address may open many pages a minute
        if self.icos:
            return http.post(self.address, json={"ico": self.icos}, headers=headers)
        if not self.address.startswith("/api/"):
            headers["Authorization"] = ""  # a page tells whoever has a key how much is left
        return http.get(self.address, headers=headers)


def answered(answer: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    """Return what two servers of the same state have to agree in."""
    headers = {name: answer.headers[name] for name in _HEADERS if name in answer.headers}
    return answer.status_code, headers, _AGES.sub(b"", answer.content)


def questions(where: Installation, chance: random.Random, companies: int = 25) -> list[Question]:
    """Return questions about so many companies of an installation, and what goes with them."""
    with Documents(where.documents_path) as documents:
        all_icos = documents.icos(0, 10**8, 10**6)
        icos = [f"{ico:08}" for ico in chance.sample(all_icos, min(companies, len(all_icos)))]
        details = [msgspec.json.decode(documents.company(int(ico)).body) for ico in icos]  # type: ignore[union-attr]
    words = [word for detail in details for word in (detail["obchodniJmeno"] or "").split() if len(word) > 2]
    towns = [detail["sidlo"]["nazevObce"] for detail in details if (detail["sidlo"] or {}).get("nazevObce")]
    asked = [Question(page) for page in _PAGES]
    for ico in icos:
        day = f"{chance.randint(1992, 2026)}-{chance.randint(1, 12):02}-15"
        asked += map(Question, (f"/api/v1/firma/{ico}", f"/api/v1/firma/{ico}/export", f"/firma/{ico}"))
        asked += map(Question, (f"/api/v1/firma/{ico}?kDatu={day}", f"/en/firma/{ico}?kDatu={day}"))
        asked.append(Question(f"/firma/{ico}/{chance.choice(('osoby', 'vazby', 'platba'))}"))
        asked.append(Question("/api/v1/firmy/dph", tuple(chance.sample(icos, min(3, len(icos))))))
    for _ in range(companies):
        word = chance.choice(words)
        text = chance.choice(
            (
                word,
                word[:-1],
                word.lower(),
                f"{word} {chance.choice(words)}",
                f"{word} {chance.choice(towns)}",
            )
        )
        text = quote(text)
        more = chance.choice(("", "&stav=aktivni", "&razeni=nazev", "&vznikOd=2005-01-01", "&fasety=kraj"))
        page = f"&start={chance.randint(0, 20)}&pocet={chance.randint(1, 50)}"
        asked.append(Question(f"/api/v1/vyhledavani?q={text}{more}{page}"))
        asked.append(Question(f"/api/suggest?q={quote(word[:4])}"))
        asked.append(Question(f"/hledat?q={text}"))
    for word in chance.sample(words, min(5, len(words))):
        asked.append(Question(f"/api/v1/vyhledavani/export?q={quote(word)}"))
    asked += map(
        Question, ("/api/v1/vyhledavani/export?stav=aktivni", "/api/v1/vyhledavani?fasety=kraj&fasety=stav")
    )
    asked += [Question(f"/api/v1/zmeny?od={chance.randint(0, len(all_icos))}&pocet=20") for _ in range(3)]
    return asked + _about_persons(details, chance)


def _about_persons(details: list[dict[str, object]], chance: random.Random) -> list[Question]:
    text = msgspec.json.encode(details).decode()
    members = [part.split('"', 1)[0] for part in text.split('"klic":"')[1:]]
    keys = sorted(set(members))
    asked: list[Question] = []
    for key in chance.sample(keys, min(12, len(keys))):
        name = key.split("-")[1]
        asked += map(Question, (f"/api/v1/osoba/{key}", f"/osoba/{key}", f"/osoba/{key}/vazby"))
        asked += map(Question, (f"/api/v1/osoby?q={name}", f"/api/v1/osoba/{key}?kDatu=2015-06-01"))
    return asked
