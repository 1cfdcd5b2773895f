"""Facts read with the client that openapi-generator makes for Python. See tests/clients/test_generated.py."""

import datetime
import json
import os

from soupis_openapi import (
    ApiClient,
    ApiException,
    Configuration,
    DphDotaz,
    FirmyApi,
    FyzickaOsoba,
    NovyWebhook,
    OsobyApi,
    OstatniApi,
    SledovaniApi,
    StavDph,
)

ICO, UNVERIFIED = "00514152", "12345679"
configuration = Configuration(host=os.environ["SOUPIS_URL"], access_token=os.environ["SOUPIS_KEY"])
facts = {}
with ApiClient(configuration) as client:
    companies, persons = FirmyApi(client), OsobyApi(client)
    other, watching = OstatniApi(client), SledovaniApi(client)

    facts["found"] = companies.vyhledat_firmy(q="budvar", pocet=1).data.firmy[0].ico
    detail = companies.detail_firmy(ICO).data
    assert isinstance(detail.datum_vzniku, datetime.date)
    facts["name"], facts["founded"] = detail.obchodni_jmeno, str(detail.datum_vzniku)
    assert isinstance(detail.dph.stav, StavDph)
    facts["vat"] = detail.dph.stav.value
    day = companies.detail_firmy(ICO, k_datu=datetime.date(2012, 3, 15)).data
    facts["asOf"] = [str(day.k_datu), day.uplnost.stav]

    checked = companies.overit_dph(DphDotaz(ico=[ICO, UNVERIFIED])).data
    facts["unverified"] = [item.ico for item in checked.firmy if item.dph is None]

    partners = [
        item.osoba.actual_instance for item in companies.detail_firmy(os.environ["MIXED"]).data.spolecnici
    ]
    facts["natural"] = [item.prijmeni for item in partners if isinstance(item, FyzickaOsoba)]
    facts["legal"] = [item.obchodni_jmeno for item in partners if not isinstance(item, FyzickaOsoba)]

    key = persons.vyhledat_osoby(q="novotny", pocet=1).data.osoby[0].klic
    facts["roles"] = sorted({item.role for item in persons.profil_osoby(key).data.angazma})
    facts["csv"] = companies.exportovat_firmy(q="budvar").decode("utf-8-sig").partition(";")[0]
    facts["suggested"] = other.naseptat(q="budv")[0].ico
    facts["changes"] = len(companies.zmeny(od=0, pocet=3).data.zmeny)

    hook = watching.vytvorit_webhook(
        NovyWebhook(url=os.environ["RECEIVER"], oddily=["insolvence", "dph"])
    ).data
    facts["webhook"] = [hook.oddily, watching.smazat_webhook(hook.id).data.zruseno]

    try:
        companies.detail_firmy("00000019")
    except ApiException as error:
        facts["refused"] = [error.status, json.loads(error.body)["chyba"]["zprava"]]
print(json.dumps(facts))
