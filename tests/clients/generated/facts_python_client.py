"""Facts read with the client that openapi-python-client makes. See tests/clients/test_generated.py."""

import datetime
import json
import os

from soupis_rest_api_client import AuthenticatedClient
from soupis_rest_api_client.api.firmy import detail_firmy, exportovat_firmy, overit_dph, vyhledat_firmy, zmeny
from soupis_rest_api_client.api.osoby import profil_osoby, vyhledat_osoby
from soupis_rest_api_client.api.ostatni import naseptat
from soupis_rest_api_client.api.sledovani import smazat_webhook, vytvorit_webhook
from soupis_rest_api_client.models import DphDotaz, FyzickaOsoba, NovyWebhook, NovyWebhookOddilyItem, StavDph

ICO, UNVERIFIED = "00514152", "12345679"
facts = {}
with AuthenticatedClient(os.environ["SOUPIS_URL"], token=os.environ["SOUPIS_KEY"]) as client:
    facts["found"] = vyhledat_firmy.sync(client=client, q="budvar", pocet=1).data.firmy[0].ico
    detail = detail_firmy.sync(ICO, client=client).data
    assert isinstance(detail.datum_vzniku, datetime.date)
    facts["name"], facts["founded"] = detail.obchodni_jmeno, str(detail.datum_vzniku)
    assert isinstance(detail.dph.stav, StavDph)
    facts["vat"] = detail.dph.stav.value
    day = detail_firmy.sync(ICO, client=client, k_datu=datetime.date(2012, 3, 15)).data
    facts["asOf"] = [str(day.k_datu), day.uplnost.stav]

    checked = overit_dph.sync(client=client, body=DphDotaz(ico=[ICO, UNVERIFIED])).data
    facts["unverified"] = [item.ico for item in checked.firmy if item.dph is None]

    partners = [item.osoba for item in detail_firmy.sync(os.environ["MIXED"], client=client).data.spolecnici]
    facts["natural"] = [item.prijmeni for item in partners if isinstance(item, FyzickaOsoba)]
    facts["legal"] = [item.obchodni_jmeno for item in partners if not isinstance(item, FyzickaOsoba)]

    key = vyhledat_osoby.sync(client=client, q="novotny", pocet=1).data.osoby[0].klic
    facts["roles"] = sorted({item.role for item in profil_osoby.sync(key, client=client).data.angazma})
    facts["csv"] = exportovat_firmy.sync(client=client, q="budvar").removeprefix("\ufeff").partition(";")[0]
    facts["suggested"] = naseptat.sync(client=client, q="budv")[0].ico
    facts["changes"] = len(zmeny.sync(client=client, od=0, pocet=3).data.zmeny)

    sections = [NovyWebhookOddilyItem.INSOLVENCE, NovyWebhookOddilyItem.DPH]
    body = NovyWebhook(url=os.environ["RECEIVER"], oddily=sections)
    hook = vytvorit_webhook.sync(client=client, body=body).data
    facts["webhook"] = [hook.oddily, smazat_webhook.sync(hook.id, client=client).data.zruseno]

    refused = detail_firmy.sync("00000019", client=client)
    facts["refused"] = [refused.chyba.status, refused.chyba.zprava]
print(json.dumps(facts))
