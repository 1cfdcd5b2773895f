"""Czech texts and fixed codes of the wire that come from no code list."""

from __future__ import annotations

# NUTS 3 code of a region → its RÚIAN code, the `kodKraje` of the wire.
REGION_BY_NUTS3 = {
    "CZ010": 19, "CZ020": 27, "CZ031": 35, "CZ032": 43, "CZ041": 51, "CZ042": 60, "CZ051": 78,
    "CZ052": 86, "CZ053": 94, "CZ063": 108, "CZ064": 116, "CZ071": 124, "CZ072": 141, "CZ080": 132,
}  # fmt: skip

# How a body is called where the register's entry bears no name of its own.
BODY_NAMES = {
    "STATUTARNI_ORGAN": "Statutární orgán",
    "DOZORCI_RADA": "Dozorčí rada",
    "SPRAVNI_RADA": "Správní rada",
    "KONTROLNI_KOMISE": "Kontrolní komise",
    "PROKURA": "Prokura",
    "LIKVIDATOR": "Likvidátor",
    "REVIZOR": "Revizor",
    "REVIZOR_SEKCE": "Revizor",
    "SPOLECNIK": "Společníci",
    "KOMANDITISTA": "Komanditisté",
    "KOMPLEMENTAR": "Komplementáři",
    "AKCIONAR": "Akcionář",
    "AKCIONAR_SEKCE": "Akcionář",
    "ZAKLADATEL_SEKCE": "Zakladatel",
    "ZAKLADATEL": "Zakladatel",
    "NEJVYSSI_ORGAN": "Nejvyšší orgán",
    "ODSTEPNY_ZAVOD": "Odštěpný závod",
    "VKLAD_CLEN_DRUZSTVA_SEKCE": "Vklady členů družstva",
}

# Units of amounts as the public register names them → currency; the others are no money.
CURRENCIES = {"KORUNY": "CZK", "KORUNA": "CZK", "CZK": "CZK", "EURA": "EUR", "EURO": "EUR", "EUR": "EUR"}

# As what somebody holds a share in a company, by the kind of the entry or of the section it stands in.
PARTNERS = {
    "SPOLECNIK_OSOBA": "spolecnik",
    "SPOLECNIK_PODILNIK": "spolecnik",
    "SPOLECNIK": "spolecnik",
    "KOMANDITISTA_OSOBA": "komanditista",
    "KOMANDITISTA": "komanditista",
    "KOMPLEMENTAR_OSOBA": "komplementar",
    "KOMPLEMENTAR": "komplementar",
    "AKCIONAR": "akcionar",
    "AKCIONAR_SEKCE": "akcionar",
    "ZAKLADATEL": "zakladatel",
    "ZAKLADATEL_SF": "zakladatel",
    "ZAKLADATEL_SEKCE": "zakladatel",
    "VKLAD_CLEN_DRUZSTVA": "clenDruzstva",
    "VKLAD_CLEN_DRUZSTVA_SEKCE": "clenDruzstva",
    "CLEN_SDRUZENI_OSOBA": "clenSdruzeni",
    "CLEN_SDRUZENI": "clenSdruzeni",
}
PARTNER_NAMES = {
    "spolecnik": "společník",
    "komanditista": "komanditista",
    "komplementar": "komplementář",
    "akcionar": "akcionář",
    "zakladatel": "zakladatel",
    "clenDruzstva": "člen družstva s vkladem",
    "clenSdruzeni": "člen sdružení",
    "jiny": "jiná účast",
}

# Codes of shares in words; one that is not here is shown as the register writes it, in small letters.
CODE_WORDS = {
    "KMENOVE_NA_JMENO": "kmenové na jméno",
    "KMENOVE_NA_MAJITELE": "kmenové na majitele",
    "KMENOVE": "kmenové",
    "PRIORITNI_NA_JMENO": "prioritní na jméno",
    "PRIORITNI_NA_MAJITELE": "prioritní na majitele",
    "NA_JMENO": "na jméno",
    "NA_MAJITELE": "na majitele",
    "ZAMESTNANECKE": "zaměstnanecké",
    "LISTINNA": "listinné",
    "ZAKNIHOVANA": "zaknihované",
    "IMOBILIZOVANA": "imobilizované",
    "NEUVEDENO": "neuvedeno",
}

# What is known of a company's state beyond whether it exists.
DETAILED_STATES = {
    "aktivni": "Aktivní",
    "zanikla": "Zaniklá",
    "konkurs": "V konkursu",
    "upadek": "V úpadku",
    "insolvencniRizeni": "V insolvenčním řízení",
    "likvidace": "V likvidaci",
    "pozastavena": "Činnost přerušena",
}
