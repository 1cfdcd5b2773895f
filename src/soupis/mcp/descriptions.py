"""What each argument means, with an example. One name means the same in every tool."""

from __future__ import annotations

ARGUMENTS = {
    "q": "Firma: název (i bývalý, s překlepem), IČO, účet 23709231/0100, spisová značka „B 1581/MSPH“, "
    "název s obcí. Osoba: jméno, např. „Jan Novák“.",
    "kraj": "Kraj názvem nebo kódem: Jihomoravský, 116, CZ064.",
    "obec": "Obec, její část nebo městský obvod: Brno, Praha 4.",
    "adresa": "Slova a čísla sídla: Dlouhá 12, 110 00. Kdo tu ještě sídlí.",
    "forma": "Právní formy názvem nebo kódem: s.r.o., spolek, 121. Viz ciselnik.",
    "nace": "Činnosti názvem nebo kódem CZ-NACE i s nižšími: 62, IT, stavebnictví. Viz ciselnik.",
    "stav": "Jen aktivní, nebo jen zaniklé.",
    "dph": "Stav v registru plátců DPH.",
    "insolvence": "ano = má běžící řízení.",
    "vznikOd": "Vznik od dne, 2020-01-01.",
    "vznikDo": "Vznik do dne, 2020-12-31.",
    "velikost": "Kódy počtu zaměstnanců z ciselnik: 210.",
    "razeni": "Pořadí; -vznik = nejnovější první.",
    "fasety": "Spočítat nalezené podle těchto hledisek.",
    "start": "Kolik výsledků přeskočit: 10.",
    "pocet": "Kolik výsledků vrátit.",
    "ico": "IČO, 8 číslic: 00514152.",
    "casti": "Jen tyto části; jinak vše kromě „ostatni“.",
    "jenAktualni": "false přidá i bývalé s dny od–do.",
    "kDatu": "Jak to rejstříky vedly toho dne: 2012-03-15. Kdo tehdy jednal.",
    "klic": "Klíč osoby z jiné odpovědi: jan-novak-1970-0a1b2c.",
    "rok": "Rok narození osoby, nebo rok, za který je listina: 1970.",
    "firma": "Firma osoby, název nebo IČO: Budvar.",
    "typ": "Druh listiny nebo jeho část: výroční zpráva.",
    "hloubka": "Kolik kroků jít.",
    "nejvice": "Nejvýše uzlů.",
    "seznam": "Který číselník.",
    "od": "Pořadí změny, za kterým pokračovat: 1200; bez něj od nejstarší.",
    "hledat": "Část názvu nebo začátek kódu: software.",
}
