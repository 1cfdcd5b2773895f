"""Texts and fixed codes of the wire that come from no code list; documents hold the Czech text."""

from __future__ import annotations

from soupis.messages import Message

# NUTS 3 code of a region → its RÚIAN code, the `kodKraje` of the wire.
REGION_BY_NUTS3 = {
    "CZ010": 19, "CZ020": 27, "CZ031": 35, "CZ032": 43, "CZ041": 51, "CZ042": 60, "CZ051": 78,
    "CZ052": 86, "CZ053": 94, "CZ063": 108, "CZ064": 116, "CZ071": 124, "CZ072": 141, "CZ080": 132,
}  # fmt: skip

# RÚIAN code of a region → its name.
REGION_NAMES = {
    19: "Hlavní město Praha", 27: "Středočeský kraj", 35: "Jihočeský kraj", 43: "Plzeňský kraj",
    51: "Karlovarský kraj", 60: "Ústecký kraj", 78: "Liberecký kraj", 86: "Královéhradecký kraj",
    94: "Pardubický kraj", 108: "Kraj Vysočina", 116: "Jihomoravský kraj", 124: "Olomoucký kraj",
    132: "Moravskoslezský kraj", 141: "Zlínský kraj",
}  # fmt: skip

# The names by which a region is chosen → its RÚIAN code: "Jihomoravský kraj", "Jihomoravský".
REGION_BY_NAME = {
    name: code
    for code, full in REGION_NAMES.items()
    for name in (full, full.removeprefix("Hlavní město ").removeprefix("Kraj ").removesuffix(" kraj"))
}

# How a body is called where the register's entry bears no name of its own.
BODY_NAMES = {
    "STATUTARNI_ORGAN": Message("Statutární orgán", "Statutory body"),
    "DOZORCI_RADA": Message("Dozorčí rada", "Supervisory board"),
    "SPRAVNI_RADA": Message("Správní rada", "Administrative board"),
    "KONTROLNI_KOMISE": Message("Kontrolní komise", "Audit committee"),
    "PROKURA": Message("Prokura", "Procuration"),
    "LIKVIDATOR": Message("Likvidátor", "Liquidator"),
    "REVIZOR": Message("Revizor", "Auditor"),
    "REVIZOR_SEKCE": Message("Revizor", "Auditor"),
    "SPOLECNIK": Message("Společníci", "Partners"),
    "KOMANDITISTA": Message("Komanditisté", "Limited partners"),
    "KOMPLEMENTAR": Message("Komplementáři", "General partners"),
    "AKCIONAR": Message("Akcionář", "Shareholder"),
    "AKCIONAR_SEKCE": Message("Akcionář", "Shareholder"),
    "ZAKLADATEL_SEKCE": Message("Zakladatel", "Founder"),
    "PROTEKTOR_SEKCE": Message("Protektor", "Protector"),
    "OBMYSLENY_SEKCE": Message("Obmyšlení", "Beneficiaries"),
    "OBHOSPODAROVATEL_SEKCE": Message("Obhospodařovatel", "Fund manager"),
    "ZAKLADATEL": Message("Zakladatel", "Founder"),
    "NEJVYSSI_ORGAN": Message("Nejvyšší orgán", "Supreme body"),
    "ODSTEPNY_ZAVOD": Message("Odštěpný závod", "Branch"),
    "VKLAD_CLEN_DRUZSTVA_SEKCE": Message("Vklady členů družstva", "Contributions of members"),
    "INSOLVENCNI_SPRAVCE": Message("Insolvenční správce", "Insolvency administrator"),
    "KONKURSNI_SPRAVCE": Message("Konkursní správce", "Bankruptcy administrator"),
    "ODDELENY_INSOLVENCNI_SPRAVCE": Message(
        "Oddělený insolvenční správce", "Separate insolvency administrator"
    ),
    "PREDBEZNY_INSOLVENCNI_SPRAVCE": Message(
        "Předběžný insolvenční správce", "Preliminary insolvency administrator"
    ),
    "PREDBEZNY_SPRAVCE": Message("Předběžný správce", "Preliminary administrator"),
    "VYROVNACI_INSOLVENCNI_SPRAVCE": Message("Vyrovnací správce", "Composition administrator"),
    "ZASTUPCE_INSOLVENCNIHO_SPRAVCE": Message(
        "Zástupce insolvenčního správce", "Deputy insolvency administrator"
    ),
    "ZASTUPCE_SPRAVCE": Message("Zástupce správce", "Deputy administrator"),
    "ZVLASTNI_INSOLVENCNI_SPRAVCE": Message(
        "Zvláštní insolvenční správce", "Special insolvency administrator"
    ),
    "ZVLASTNI_SPRAVCE": Message("Zvláštní správce", "Special administrator"),
}

# Units of amounts as the public register names them → currency; the others are no money.
CURRENCIES = {
    "KORUNY": "CZK", "KORUNA": "CZK", "EURA": "EUR", "EURO": "EUR",
    **{code: code for code in ("CZK", "EUR", "USD", "GBP", "CHF", "PLN", "HUF", "SEK", "NOK", "DKK", "JPY")},
}  # fmt: skip

# As what somebody holds a share in a company, by the kind of the entry or of the section it stands in.
PARTNERS = {
    "SPOLECNIK_OSOBA": "spolecnik",
    "SPOLECNIK_PODILNIK": "podilnik",
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
# As what the only one holds all shares, where the register says so.
SOLE_PARTNERS = {"akcionar": "jedinyAkcionar", "spolecnik": "jedinySpolecnik"}
PARTNER_NAMES = {
    "spolecnik": Message("společník", "partner"),
    "komanditista": Message("komanditista", "limited partner"),
    "komplementar": Message("komplementář", "general partner"),
    "podilnik": Message("podílník společného podílu", "holder of a common share"),
    "akcionar": Message("akcionář", "shareholder"),
    "jedinyAkcionar": Message("jediný akcionář", "sole shareholder"),
    "jedinySpolecnik": Message("jediný společník", "sole partner"),
    "zakladatel": Message("zakladatel", "founder"),
    "clenDruzstva": Message("člen družstva s vkladem", "member of a cooperative with a contribution"),
    "clenSdruzeni": Message("člen sdružení", "member of an association"),
    "jiny": Message("jiná účast", "other interest"),
}

# Codes of shares in words; one that is not here is shown as the register writes it, in small letters.
CODE_WORDS = {
    "KMENOVE_NA_JMENO": Message("kmenové na jméno", "registered ordinary"),
    "KMENOVE_NA_MAJITELE": Message("kmenové na majitele", "bearer ordinary"),
    "KMENOVE": Message("kmenové", "ordinary"),
    "PRIORITNI_NA_JMENO": Message("prioritní na jméno", "registered preference"),
    "PRIORITNI_NA_MAJITELE": Message("prioritní na majitele", "bearer preference"),
    "NA_JMENO": Message("na jméno", "registered"),
    "NA_MAJITELE": Message("na majitele", "bearer"),
    "ZAMESTNANECKE": Message("zaměstnanecké", "employee"),
    "LISTINNA": Message("listinné", "certificated"),
    "ZAKNIHOVANA": Message("zaknihované", "book-entry"),
    "IMOBILIZOVANA": Message("imobilizované", "immobilised"),
    "NEUVEDENO": Message("neuvedeno", "not stated"),
}

# Registers that ARES joins, by its own short names.
REGISTERS = {
    "ros": Message("Registr osob", "Register of Persons"),
    "vr": Message("Veřejný rejstřík", "Public register"),
    "res": Message("Registr ekonomických subjektů", "Register of economic entities"),
    "rzp": Message("Živnostenský rejstřík", "Trade licensing register"),
    "nrpzs": Message(
        "Národní registr poskytovatelů zdravotních služeb", "National register of health service providers"
    ),
    "rpsh": Message("Rejstřík politických stran a hnutí", "Register of political parties and movements"),
    "rcns": Message(
        "Rejstřík církví a náboženských společností", "Register of churches and religious societies"
    ),
    "szr": Message("Společný zemědělský registr", "Common agricultural register"),
    "dph": Message("Registr plátců DPH", "VAT register"),
    "skDph": Message("Registr skupin DPH", "Register of VAT groups"),
    "sd": Message("Registr plátců spotřební daně", "Register of excise duty payers"),
    "ir": Message("Insolvenční rejstřík", "Insolvency register"),
    "ceu": Message("Centrální evidence úpadců", "Central register of bankruptcies"),
    "rs": Message("Rejstřík škol a školských zařízení", "Register of schools"),
    "red": Message("Registr evidence dotací", "Register of subsidies"),
    "monitor": Message("Monitor státní pokladny", "Treasury Monitor"),
}
REGISTRATION_STATES = {
    "AKTIVNI": Message("aktivní", "active"),
    "BUDOUCI": Message("budoucí", "future"),
    "HISTORICKY": Message("historický", "historical"),
    "LOGICKY_SMAZANY": Message("smazaný", "removed"),
    "NEEXISTUJICI": Message("není zapsán", "not registered"),
    "POZASTAVENY": Message("pozastavený", "suspended"),
    "ZANIKLY": Message("zaniklý", "ceased"),
}

# What is known of a company's state beyond whether it exists.
DETAILED_STATES = {
    "aktivni": Message("Aktivní", "Active"),
    "zanikla": Message("Zaniklá", "Ceased"),
    "konkurs": Message("V konkursu", "In bankruptcy"),
    "upadek": Message("V úpadku", "Declared insolvent"),
    "insolvencniRizeni": Message("V insolvenčním řízení", "In insolvency proceedings"),
    "likvidace": Message("V likvidaci", "In liquidation"),
    "pozastavena": Message("Činnost přerušena", "Activity suspended"),
}
# Name of the state insolvencniRizeni where the entries do not show what the court has decided.
UNKNOWN_PHASE = Message(
    "V insolvenčním řízení (nezjištěno, v jaké fázi)", "In insolvency proceedings (phase not established)"
)

# States of insolvency proceedings, by the codes of the insolvency register.
PROCEEDING_STATES = {
    "NEVYRIZENA": Message("Nevyřízená – před rozhodnutím o úpadku", "Pending, before a decision"),
    "NEVYR-POST": Message("Postoupená věc", "Transferred to another court"),
    "MORATORIUM": Message("Povoleno moratorium", "Moratorium granted"),
    "ÚPADEK": Message("V úpadku", "Declared insolvent"),
    "KONKURS": Message("Prohlášený konkurs", "Bankruptcy declared"),
    "K-PO ZRUŠ.": Message(
        "Prohlášený konkurs po zrušení vrchním soudem", "Bankruptcy after reversal by the high court"
    ),
    "ODDLUŽENÍ": Message("Povoleno oddlužení", "Discharge of debts granted"),
    "REORGANIZ": Message("Povolena reorganizace", "Reorganisation granted"),
    "OBZIVLA": Message("Obživlá věc", "Revived"),
    "ZRUŠENO VS": Message("Zrušeno vrchním soudem", "Reversed by the high court"),
    "VYRIZENA": Message("Vyřízená věc", "Decided"),
    "PRAVOMOCNA": Message("Pravomocně skončená věc", "Ended with final effect"),
    "ODSKRTNUTA": Message("Odškrtnutá – skončená věc", "Closed"),
    "MYLNÝ ZÁP.": Message("Mylný zápis do rejstříku", "Entered by mistake"),
}

# Usual names of bodies and functions, which documents hold as the public register words them.
_OFFICES = {
    "statutární orgán": "statutory body",
    "představenstvo": "board of directors",
    "předseda představenstva": "chair of the board of directors",
    "místopředseda představenstva": "vice-chair of the board of directors",
    "člen představenstva": "member of the board of directors",
    "dozorčí rada": "supervisory board",
    "předseda dozorčí rady": "chair of the supervisory board",
    "místopředseda dozorčí rady": "vice-chair of the supervisory board",
    "člen dozorčí rady": "member of the supervisory board",
    "správní rada": "administrative board",
    "předseda správní rady": "chair of the administrative board",
    "místopředseda správní rady": "vice-chair of the administrative board",
    "člen správní rady": "member of the administrative board",
    "kontrolní komise": "audit committee",
    "člen kontrolní komise": "member of the audit committee",
    "výbor": "committee",
    "předseda výboru": "chair of the committee",
    "člen výboru": "member of the committee",
    "jednatel": "managing director",
    "jednatelé": "managing directors",
    "prokura": "procuration",
    "prokurista": "holder of procuration",
    "likvidátor": "liquidator",
    "ředitel": "director",
    "statutární ředitel": "statutory director",
    "předseda": "chair",
    "místopředseda": "vice-chair",
    "revizor": "auditor",
    "správce": "administrator",
    "svěřenský správce": "trustee",
    "opatrovník": "guardian",
    "společníci": "partners",
    "komanditisté": "limited partners",
    "komplementáři": "general partners",
    "akcionáři": "shareholders",
    "jediný akcionář": "sole shareholder",
    "vedoucí odštěpného závodu": "head of the branch",
    "vedoucí organizační složky": "head of the branch",
    "zakladatel": "founder",
    "člen statutárního orgánu": "member of the statutory body",
    "vedoucí": "head",
}

# Kinds of documents as the collection of documents names them; one document may be of several.
_FILINGS = {
    "účetní závěrka": "financial statements",
    "výroční zpráva": "annual report",
    "zpráva auditora": "auditor’s report",
    "zakladatelské dokumenty": "founding documents",
    "podpisové vzory": "specimen signatures",
    "rozhod. o statut. orgánu": "decision on the statutory body",
    "společenská smlouva": "memorandum of association",
    "stanovy společnosti": "articles of association",
    "notářský zápis": "notarial deed",
    "ostatní": "other",
}

# By what it is decided who is one person, and what speaks for two being one.
CERTAINTY = {
    "overena": Message("jméno a datum narození", "name and date of birth"),
    "samostatna": Message("bez data narození, jen jedna firma", "without a date of birth, one company only"),
}
PERHAPS_SAME = {
    "firma": Message("stejné jméno ve stejné firmě", "the same name in the same company"),
    "rok": Message(
        "stejné jméno a rok narození ve stejné firmě", "the same name and year of birth in the same company"
    ),
    "obec": Message("stejné jméno, firma ve stejné obci", "the same name, a company in the same town"),
    "jmeno": Message("stejné jméno", "the same name"),
}

_ENGLISH = (
    _OFFICES
    | _FILINGS
    | {UNKNOWN_PHASE.cs.lower(): UNKNOWN_PHASE.en}
    | {
        name.cs.lower(): name.en
        for names in (
            BODY_NAMES,
            CERTAINTY,
            PARTNER_NAMES,
            PERHAPS_SAME,
            CODE_WORDS,
            DETAILED_STATES,
            PROCEEDING_STATES,
            REGISTERS,
            REGISTRATION_STATES,
        )
        for name in names.values()
    }
)


def english_words(czech: str) -> str:
    """Return the English for a text of this module or a usual office; other texts stay as they are."""
    if whole := _ENGLISH.get(czech.lower()):
        return whole
    parts = [_ENGLISH.get(part) for part in czech.lower().split(", ")]
    return ", ".join(part for part in parts if part) if all(parts) else czech


# The sections of a company's detail, as the feed of changes names them, in the words of mail and pages.
SECTIONS = {
    "obchodniJmeno": Message("obchodní jméno", "business name"),
    "dic": Message("DIČ", "tax ID"),
    "stav": Message("stav", "state"),
    "stavPodrobne": Message("podrobný stav", "detailed state"),
    "likvidace": Message("likvidace", "liquidation"),
    "datumVzniku": Message("datum vzniku", "date of establishment"),
    "datumZaniku": Message("datum zániku", "date of dissolution"),
    "pravniForma": Message("právní forma", "legal form"),
    "sidlo": Message("sídlo", "registered office"),
    "dorucovaciAdresa": Message("doručovací adresa", "delivery address"),
    "dph": Message("stav DPH a zveřejněné účty", "VAT status and published accounts"),
    "czNace": Message("činnosti podle CZ-NACE", "activities by CZ-NACE"),
    "kategoriePoctuPracovniku": Message("počet pracovníků", "number of employees"),
    "institucionalniSektor": Message("institucionální sektor", "institutional sector"),
    "spisovaZnacka": Message("spisová značka", "court file number"),
    "zakladniKapital": Message("základní kapitál", "share capital"),
    "predmetPodnikani": Message("předmět podnikání", "objects of business"),
    "statutarniOrgany": Message("statutární orgán", "statutory body"),
    "ostatniOrgany": Message("ostatní orgány", "other bodies"),
    "spolecnici": Message("společníci", "partners"),
    "uvolnenePodily": Message("uvolněné podíly", "released shares"),
    "akcie": Message("akcie", "shares"),
    "drivejsiJmena": Message("dřívější jména", "former names"),
    "odstepneZavody": Message("odštěpné závody", "branches"),
    "ostatniSkutecnosti": Message("ostatní skutečnosti", "further entries"),
    "seznamRegistraci": Message("registrace", "registrations"),
    "insolvence": Message("insolvence", "insolvency"),
    "listiny": Message("sbírka listin", "collection of documents"),
    "zdroje": Message("ověření u zdrojů", "verification at the sources"),
    "angazma": Message("účast v jiných firmách", "interests in other companies"),
    "historie": Message("historie", "history"),
}


def section_name(name: str, *, english: bool) -> str:
    """Return a section of a detail in words."""
    words = SECTIONS.get(name)
    return name if words is None else words.en if english else words.cs
