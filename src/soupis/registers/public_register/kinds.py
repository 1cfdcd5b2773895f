"""Kinds of entries of the public register: bodies, members, texts, and those known but not used."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from soupis.registers.records import BodyRole

# How an entry says no.
NO = frozenset({"false", "ne", "0"})
LINES_OF_BUSINESS = frozenset(
    {
        "PREDMET_PODNIKANI",
        "PREDMET_CINNOSTI",
        "PREDMET_VEDLEJSI_CINNOSTI",
        "DOPLNKOVA_CINNOST",
        "UCEL_SUBJEKTU",
        "UCEL_FONDU",
    }
)

# Sections whose sub-entries are members.
BODY_ROLES: dict[str, BodyRole] = {
    "STATUTARNI_ORGAN": "statutory",
    "SVERENSKY_SPRAVCE_SEKCE": "statutory",
    "SPOLECNIK": "partners",
    "KOMANDITISTA": "partners",
    "KOMPLEMENTAR": "partners",
    "AKCIONAR_SEKCE": "partners",
    "KS_INVEST": "partners",
    "ZAKLADATEL_SEKCE": "partners",
    "VKLAD_CLEN_DRUZSTVA_SEKCE": "partners",
    "CLEN_SDRUZENI": "partners",
    "DOZORCI_RADA": "other",
    "SPRAVNI_RADA": "other",
    "KONTROLNI_KOMISE": "other",
    "ROZHODCI_KOMISE": "other",
    "PROKURA": "other",
    "LIKVIDATOR": "other",
    "REVIZOR_SEKCE": "other",
    "OPATROVNIK_SEKCE": "other",
    "OZ_VEDOUCI_SEKCE": "other",
    "STATUTAR_ZRIZOVATELE": "other",
    "NASTUPCE_ZRIZOVATELE_SEKCE": "other",
    "POBOCNY_SPOLEK_SEKCE": "other",
    "PODNIKATEL_SEKCE": "other",
    "PROTEKTOR_SEKCE": "other",
    "OBMYSLENY_SEKCE": "other",
    "OBHOSPODAROVATEL_SEKCE": "other",
}

# Administrators of insolvency proceedings; each kind is a body of its own.
ADMINISTRATORS = (
    "INSOLVENCNI_SPRAVCE",
    "KONKURSNI_SPRAVCE",
    "ODDELENY_INSOLVENCNI_SPRAVCE",
    "PREDBEZNY_INSOLVENCNI_SPRAVCE",
    "PREDBEZNY_SPRAVCE",
    "VYROVNACI_INSOLVENCNI_SPRAVCE",
    "ZASTUPCE_INSOLVENCNIHO_SPRAVCE",
    "ZASTUPCE_SPRAVCE",
    "ZVLASTNI_INSOLVENCNI_SPRAVCE",
    "ZVLASTNI_SPRAVCE",
)

# Members, each with the body it belongs to where it stands outside of a section.
MEMBER_BODIES = {
    "STATUTARNI_ORGAN_CLEN": "STATUTARNI_ORGAN",
    "SVERENSKY_SPRAVCE": "SVERENSKY_SPRAVCE_SEKCE",
    "SPOLECNIK_OSOBA": "SPOLECNIK",
    "SPOLECNIK_PODILNIK": "SPOLECNIK",
    "KOMANDITISTA_OSOBA": "KOMANDITISTA",
    "KOMPLEMENTAR_OSOBA": "KOMPLEMENTAR",
    "AKCIONAR": "AKCIONAR_SEKCE",
    "ZAKLADATEL": "ZAKLADATEL_SEKCE",
    "ZAKLADATEL_SF": "ZAKLADATEL_SEKCE",
    "VKLAD_CLEN_DRUZSTVA": "VKLAD_CLEN_DRUZSTVA_SEKCE",
    "CLEN_SDRUZENI_OSOBA": "CLEN_SDRUZENI",
    "DOZORCI_RADA_CLEN": "DOZORCI_RADA",
    "SPRAVNI_RADA_CLEN": "SPRAVNI_RADA",
    "KONTROLNI_KOMISE_CLEN": "KONTROLNI_KOMISE",
    "ROZHODCI_KOMISE_CLEN": "ROZHODCI_KOMISE",
    "PROKURA_OSOBA": "PROKURA",
    "LIKVIDATOR_OSOBA": "LIKVIDATOR",
    "REVIZOR": "REVIZOR_SEKCE",
    "OPATROVNIK": "OPATROVNIK_SEKCE",
    "OZ_VEDOUCI": "OZ_VEDOUCI_SEKCE",
    "STATUTAR_ZRIZOVATELE_OSOBA": "STATUTAR_ZRIZOVATELE",
    "NASTUPCE_ZRIZOVATELE": "NASTUPCE_ZRIZOVATELE_SEKCE",
    "POBOCNY_SPOLEK": "POBOCNY_SPOLEK_SEKCE",
    "PODNIKATEL": "PODNIKATEL_SEKCE",
    "PROTEKTOR": "PROTEKTOR_SEKCE",
    "OBMYSLENY": "OBMYSLENY_SEKCE",
    "OBHOSPODAROVATEL_ANGAZMA": "OBHOSPODAROVATEL_SEKCE",
    **{kind: kind for kind in ADMINISTRATORS},
}

# Bodies whose members are the heads of a branch.
HEADS_OF_BRANCHES = frozenset({"ODSTEPNY_ZAVOD", "OZ_VEDOUCI_SEKCE"})

# Sections that only hold entries of their own kind together.
CONTAINERS = frozenset(
    {
        "PREDMET_PODNIKANI_SEKCE",
        "PREDMET_CINNOSTI_SEKCE",
        "PREDMET_VEDLEJSI_CINNOSTI_SEKCE",
        "DOPLNKOVA_CINNOST_SEKCE",
        "UCEL_SUBJEKTU_SEKCE",
        "UCEL_FONDU_SEKCE",
        "CIZI_NAZEV_SEKCE",
        "AKCIE_SEKCE",
        "ODSTEPNY_ZAVOD_SEKCE",
        "OST_SKUTECNOSTI_SEKCE",
        "EXEKUCE_SEKCE",
        "INSOLVENCE_SEKCE",
        "KONKURS_SEKCE",
        "KONKURS_ZAMITNUTI_SEKCE",
        "VYROVNANI_SEKCE",
    }
)

# Entries that are kept as their register's text: they tell of the state of a subject, or of things at large.
OTHER_FACTS = frozenset(
    {
        "OST_SKUTECNOSTI",
        "EXEKUCE",
        "INSOLVENCE",
        "INSOLVENCNI_ZAPIS",
        "KONKURS",
        "KONKURS_PROHLASENI",
        "KONKURS_ZAMITNUTI",
        "ZRUSENI_KONKURSU",
        "VYROVNANI",
        "VYROVNANI_POVOLENI",
        "VYROVNANI_ZAMITNUTI",
        "ZAHAJENI_O_ZRUSENI",
        "VYZVA_PRO_VERITELE",
        "OBMYSLENY_ZPUSOB",
        "UCEL_FONDU_CISELNIK",
        "LIKVIDACE",
        "ZRUSENI",
        "PRERUSENI_CINNOSTI",
    }
)

# Entries that say something even if they have no words, such as that there is an execution.
FACTS_WITHOUT_WORDS = frozenset(
    {
        "EXEKUCE",
        "INSOLVENCE",
        "INSOLVENCNI_ZAPIS",
        "KONKURS",
        "KONKURS_PROHLASENI",
        "KONKURS_ZAMITNUTI",
        "ZRUSENI_KONKURSU",
        "VYROVNANI",
        "VYROVNANI_POVOLENI",
        "VYROVNANI_ZAMITNUTI",
        "LIKVIDACE",
        "PRERUSENI_CINNOSTI",
    }
)

# Facts of the subject as a whole.
SUBJECT_FACTS = frozenset(
    {
        "NAZEV",
        "CIZI_NAZEV",
        "PRAVNI_FORMA",
        "SIDLO",
        "VZNIK",
        "PRAVNI_DUVOD_VYMAZU",
        "ZNEPRISTUPNENI_UDAJU",
    }
)

# Known, and not a part of an extract: counts of members, beneficial owners, and the addresses of natural
# persons.
UNUSED = frozenset(
    {
        "ICO",
        "EUID",
        "EVIDENCE",
        "CLENSKY_VKLAD",
        "CLENSKY_VKLAD_SEKCE",
        "HISTORICKA_NESROVNALOST",
        "HISTORICKA_NESROVNALOST_SEKCE",
        "KATEGORIE_ZAHR_OSOBY",
        "MAJETEK",
        "MAJETEK_SEKCE",
        "MIN_KMENOVE_JMENI",
        "NAZEV_NEJVYSSIHO_ORGANU",
        "NESROVNALOST",
        "NESROVNALOST_SEKCE",
        "OBEC_SIDLA",
        "OMEZENI_DARCEM",
        "OMEZENI_DARCEM_SEKCE",
        "PODNIKATEL_BYDLISTE",
        "PODNIKATEL_POBYT_CR",
        "PRAVO_STATU",
        "PRIZPUSOBENI_OZ",
        "RETEZEC",
        "SICAV",
        "SIDLO_ZAKLADATELE",
        "SKUTECNY_MAJITEL",
        "SKUTECNY_MAJITEL_SEKCE",
        "SPOLECNIK_TEXT",
        "STATUS_SPOLKU",
        "STATUTAR_ZRIZOVATELE_POCET_CLENU",
        "STRUKTURA_VZTAHU_SEKCE",
        "ZPUSOB_RIZENI",
    }
)
_UNUSED_PREFIXES = ("POCET_CLENU", "TEXT_")


def is_unused(kind: str) -> bool:
    """Tell whether a kind is known, but nothing of it goes into an extract."""
    return kind in UNUSED or kind.startswith(_UNUSED_PREFIXES)


# Parts of any entry that name its kind and its dates.
LABELS = frozenset({"hlavicka", "udajTyp", "zapisDatum", "vymazDatum"})
_ADDRESS = frozenset({
    "statNazev", "obec", "castObce", "ulice", "cisloPo", "cisloOr", "cisloEv", "cisloText", "psc", "okres",
    "adresaText", "doplnujiciText",
})  # fmt: skip
# Parts that any entry may have. Of a home address only the state is read, to keep it private.
_KNOWN_PARTS = {
    **dict.fromkeys(("adresa", "bydliste"), _ADDRESS),
    "osoba": frozenset({
        "jmeno", "prijmeni", "titulPred", "titulZa", "narozDatum", "nazev", "ico", "regCislo", "euid",
    }),
}  # fmt: skip
# Texts of known facts that are left out on purpose; "" = of any kind.
_LEFT_OUT = {
    "": frozenset({"hodnotaUdaje/T", "hodnotaUdaje/typZapisu/id/id"}),
    # One entry counts, the valid one, and of its parts the most certain.
    "PRAVNI_FORMA": frozenset({"hodnotaText", "pravniForma/kod", "pravniForma/nazev", "pravniForma/zkratka"}),
    "NAZEV": frozenset({"hodnotaText"}),
    "VZNIK": frozenset({"hodnotaText"}),
    "PRAVNI_DUVOD_VYMAZU": frozenset({"hodnotaText"}),
    "ZNEPRISTUPNENI_UDAJU": frozenset({"hodnotaText"}),
}
# The register's own class of an entry about a person or a share: "AngazmaFyzicke", "INDIVIDUALNI_SRO".
_CLASS = re.compile(r"\s*(?:Angazma[A-Z][a-z]+|Spolecnik|[A-Z0-9]+(?:_[A-Z0-9]+)+)\s*")


def is_known_part(part: Element) -> bool:
    """Tell whether a part is a person or an address, with known parts alone."""
    known = _KNOWN_PARTS.get(part.tag)
    return known is not None and len(part) > 0 and known.issuperset([child.tag for child in part])


def is_left_out(kind: str, path: str, text: str) -> bool:
    """Tell whether a text of a known fact is left out on purpose, so that it need not be reported."""
    place, _, name = path.partition("/")
    return (
        path in _LEFT_OUT[""]
        or path in _LEFT_OUT.get(kind, ())
        or name in _KNOWN_PARTS.get(place, ())
        or (path == "hodnotaText" and _CLASS.fullmatch(text) is not None)
    )
