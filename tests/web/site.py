"""The site over the demo's data, with a few companies made as unpleasant as the registers may be."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from sqlalchemy import func, select, update

from soupis.app import Application
from soupis.cli.synchronising import publish_pending
from soupis.ingest.dirty_entries import mark_dirty
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.store.engine import reading, writing
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    company,
    company_document,
    engagement,
    person,
    source_run,
)
from soupis.times import utc_now, utc_text
from soupis.wire.base import encode
from soupis.wire.company import FirmaDetail, Insolvence
from soupis.wire.vat import Dph, DphRozpor

HOSTILE_NAME = (
    '<script>alert(1)</script> "O\'Neil" & {{ 7*7 }} --></title><img src=x onerror=alert(2)> '
    "\u202egnp.exe\u202c \u2028 "
) + "Nekonečnýdlouhýnázev" * 16
HOSTILE_SURNAME = 'Zlá"><svg onload=alert(3)>\u202e'
CHECKED = utc_text(utc_now() - timedelta(hours=1))
CHECKED_BEFORE = utc_text(utc_now() - timedelta(days=1, hours=1))
VAT_STATES: dict[str, Dph | None] = {
    "platce": Dph(
        dic="CZ12345678",
        registrace_aktivni=True,
        stav="platce",
        overeno_k=CHECKED,
        zverejnene_ucty=["123/0100"],
    ),
    "nespolehlivyPlatce": Dph(
        dic="CZ12345678",
        registrace_aktivni=True,
        stav="nespolehlivyPlatce",
        nespolehlivy_od="2025-03-01",
        overeno_k=CHECKED,
    ),
    "identifikovanaOsoba": Dph(
        dic="CZ12345678",
        registrace_aktivni=True,
        stav="identifikovanaOsoba",
        overeno_k=CHECKED,
    ),
    "neplatce": Dph(registrace_aktivni=False, stav="neplatce", overeno_k=CHECKED),
    "nespolehlivaOsoba": Dph(
        registrace_aktivni=False,
        stav="neplatce",
        nespolehlivy_od="2025-03-01",
        overeno_k=CHECKED,
    ),
    "clenSkupiny": Dph(
        dic="CZ699001182", clen_skupiny=True, registrace_aktivni=True, stav="platce", overeno_k=CHECKED
    ),
    "rozpor": None,
    "rozporSkupiny": None,
    "neovereno": None,
    "byvalyPlatce": Dph(dic="CZ12345678", registrace_aktivni=True, stav="platce", overeno_k=CHECKED_BEFORE),
}


CONTRADICTIONS = {
    "rozpor": DphRozpor(ares="trva", zjisteno_k=CHECKED),
    "rozporSkupiny": DphRozpor(ares="skupina", dic_skupiny="CZ699001182", zjisteno_k=CHECKED),
}


class Samples(msgspec.Struct):
    """IDs of companies, and a person's key, that tests visit."""

    ordinary: str
    hostile: str
    insolvent: str
    person: str
    vat: dict[str, str]

    @property
    def pages(self) -> dict[str, str]:
        """Every public page by a name for its picture."""
        return {
            "home": "/",
            "results": "/hledat?q=praha",
            "results-filtered": "/hledat?q=praha&kraj=19",
            "results-every-filter": "/hledat?q=praha&kraj=19&stav=aktivni&vznikOd=1990-01-01&razeni=nazev",
            "results-table": "/hledat?q=praha&zobrazeni=tabulka",
            "results-unclear-town": "/hledat?obec=Bo",
            "results-none": "/hledat?q=xyzzyqwerty",
            "results-wrong": "/hledat?kraj=99",
            "statistics": "/statistiky",
            "statistics-of-results": "/statistiky?q=praha&stav=aktivni",
            "persons": "/hledat?q=novak&co=osoby",
            "company": f"/firma/{self.ordinary}",
            "company-real": "/firma/00514152",
            "company-as-of": "/firma/00514152?kDatu=2012-03-15",
            "company-insolvent": f"/firma/{self.insolvent}",
            "company-unreliable": f"/firma/{self.vat['nespolehlivyPlatce']}",
            "company-hostile": f"/firma/{self.hostile}",
            "people": f"/firma/{self.ordinary}/osoby",
            "entries": "/firma/00514152/zapisy",
            "filings": "/firma/00514152/listiny?rok=2010",
            "ties": f"/firma/{self.ordinary}/vazby",
            "ties-hostile": f"/firma/{self.hostile}/vazby",
            "payment": "/firma/45274649/platba?castka=1250,5",
            "payment-wrong": "/firma/45274649/platba?castka=x",
            "comparison": f"/porovnani?ico=00514152&ico={self.insolvent}",
            "comparison-empty": "/porovnani",
            "person": f"/osoba/{self.person}",
            "person-as-of": f"/osoba/{self.person}?kDatu=2012-03-15",
            "person-ties": f"/osoba/{self.person}/vazby",
            "tariffs": "/tarify",
            "about-data": "/o-datech",
            "status": "/stav",
            "receipt": "/doklad",
            "tour": "/ukazka",
            "assistant": "/asistent",
            "developers": "/vyvojari",
            "contact": "/kontakt",
            "terms": "/podminky",
            "privacy": "/soukromi",
            "not-found": "/nic-takoveho",
        }


def compose(where: Installation, base_url: str, pages_per_minute: int = 1_000_000) -> Application:
    """Return the server's application over the data of an installation, under another address."""
    changes = {"base_url": base_url, "pages_per_minute": pages_per_minute}
    return Application(Installation(where.settings.model_copy(update=changes)))


def spoil(where: Installation) -> Samples:
    """Make hostile names, an insolvency and every VAT state; return where they are."""
    with writing(where.engine) as connection:
        peopled = (
            select(engagement.c.ico)
            .where(engagement.c.person_id.is_not(None))
            .group_by(engagement.c.ico)
            .having(func.count() >= 3)
            .order_by(engagement.c.ico)
        )
        icos = [row[0] for row in connection.execute(peopled.limit(3 + len(VAT_STATES)))]
        hostile, insolvent = icos[1], icos[2]
        member = connection.scalar(
            select(engagement.c.person_id).where(
                engagement.c.ico == hostile, engagement.c.person_id.is_not(None)
            )
        )
        assert member is not None
        connection.execute(update(company).where(company.c.ico == hostile).values(name=HOSTILE_NAME))
        connection.execute(update(person).where(person.c.id == member).values(last_name=HOSTILE_SURNAME))
        connection.execute(
            source_run.insert().values(
                source="isir",
                dataset="events",
                started="2026-11-20T01:00:00Z",
                finished="2026-11-20T01:00:05Z",
                state="failed",
                error="ReadTimeout: https://mirror.internal/isir did not answer",
            )
        )
        mark_dirty(connection, KIND_COMPANY, [hostile])
        mark_dirty(connection, KIND_PERSON, [member])
    publish_pending(where, no_progress)
    vat = dict(zip(VAT_STATES, icos[3:], strict=False))
    for state, ico in vat.items():
        status = VAT_STATES[state]
        dic = status and status.dic
        _change_document(where, ico, dph=status, dic=dic, dph_rozpor=CONTRADICTIONS.get(state))
    _change_document(
        where,
        insolvent,
        insolvence=[
            Insolvence(
                spisova_znacka="INS 12575/2022",
                soud="Krajský soud v Brně",
                stav="KONKURS",
                stav_nazev="Prohlášený konkurs",
                probiha=True,
                zahajeno="2022-09-01",
            )
        ],
    )
    with reading(where.engine) as connection:
        key = connection.scalar(
            select(person.c.key)
            .join(engagement, engagement.c.person_id == person.c.id)
            .where(engagement.c.ico == icos[0])
        )
    assert key is not None
    return Samples(
        f"{icos[0]:08d}",
        f"{hostile:08d}",
        f"{insolvent:08d}",
        key,
        {state: f"{ico:08d}" for state, ico in vat.items()},
    )


def _change_document(where: Installation, ico: int, **fields: object) -> None:
    with writing(where.engine) as connection:
        body = connection.scalar(select(company_document.c.detail).where(company_document.c.ico == ico))
        assert body is not None
        detail = msgspec.structs.replace(msgspec.json.decode(body, type=FirmaDetail), **fields)
        connection.execute(
            update(company_document).where(company_document.c.ico == ico).values(detail=encode(detail))
        )
