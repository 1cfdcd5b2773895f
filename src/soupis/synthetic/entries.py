"""XML of the public register's entries (`Udaj`): the elements, not the story they tell."""

from __future__ import annotations

from soupis.registers import codelists
from soupis.synthetic.companies import Address, Person
from soupis.synthetic.days import ISO

_NAMES = {
    "SPIS_ZN": "Spisová značka",
    "NAZEV": "Název",
    "CIZI_NAZEV": "Cizojazyčný název",
    "ICO": "Identifikační číslo",
    "PRAVNI_FORMA": "Právní forma",
    "SIDLO": "Sídlo",
    "VZNIK": "Datum vzniku",
    "PREDMET_PODNIKANI_SEKCE": "Předmět podnikání",
    "PREDMET_PODNIKANI": "Předmět podnikání",
    "PREDMET_CINNOSTI_SEKCE": "Předmět činnosti",
    "PREDMET_CINNOSTI": "Předmět činnosti",
    "UCEL_SUBJEKTU_SEKCE": "Účel",
    "UCEL_SUBJEKTU": "Účel",
    "ZAKLADNI_KAPITAL": "Základní kapitál",
    "AKCIE_SEKCE": "Akcie",
    "AKCIE": "Akcie",
    "STATUTARNI_ORGAN": "Statutární orgán",
    "STATUTARNI_ORGAN_CLEN": "Statutární orgán - člen",
    "STATUTARNI_ORGAN_CLEN_ZASTOUPENI": "Statutární orgán - zastoupení",
    "POCET_CLENU": "Počet členů",
    "ZPUSOB_JEDNANI": "Způsob jednání",
    "DOZORCI_RADA": "Dozorčí rada",
    "DOZORCI_RADA_CLEN": "Dozorčí rada - člen",
    "KONTROLNI_KOMISE": "Kontrolní komise",
    "KONTROLNI_KOMISE_CLEN": "Kontrolní komise - člen",
    "SPRAVNI_RADA": "Správní rada",
    "SPRAVNI_RADA_CLEN": "Správní rada - člen",
    "PROKURA": "Prokura",
    "PROKURA_OSOBA": "Prokura - osoba",
    "LIKVIDATOR": "Likvidátor",
    "LIKVIDATOR_OSOBA": "Likvidátor - osoba",
    "SPOLECNIK": "Společníci",
    "SPOLECNIK_OSOBA": "Společník",
    "SPOLECNIK_OSOBA_ZASTOUPENI": "Společník - zastoupení",
    "SPOLECNIK_PODIL": "Podíl",
    "KOMANDITISTA": "Komanditisté",
    "KOMANDITISTA_OSOBA": "Komanditista",
    "KOMPLEMENTAR": "Komplementáři",
    "KOMPLEMENTAR_OSOBA": "Komplementář",
    "AKCIONAR_SEKCE": "Jediný akcionář",
    "AKCIONAR": "Akcionář",
    "ZAKLADATEL_SEKCE": "Zakladatelé",
    "ZAKLADATEL": "Zakladatel",
    "VKLAD_CLEN_DRUZSTVA_SEKCE": "Vklady členů družstva",
    "VKLAD_CLEN_DRUZSTVA": "Člen družstva s vkladem",
    "ODSTEPNY_ZAVOD_SEKCE": "Odštěpné závody",
    "ODSTEPNY_ZAVOD": "Odštěpný závod",
    "OZ_VEDOUCI": "Vedoucí odštěpného závodu",
    "INSOLVENCNI_ZAPIS": "Insolvenční řízení",
    "KONKURS_PROHLASENI": "Prohlášení konkursu",
    "ZRUSENI_KONKURSU": "Zrušení konkursu",
    "PRERUSENI_CINNOSTI": "Přerušení činnosti",
    "EXEKUCE": "Exekuce",
    "OST_SKUTECNOSTI_SEKCE": "Ostatní skutečnosti",
    "OST_SKUTECNOSTI": "Ostatní skutečnosti",
    "PRAVNI_DUVOD_VYMAZU": "Právní důvod výmazu",
    "ZNEPRISTUPNENI_UDAJU": "Znepřístupnění údajů",
    "EVIDENCE_ZVLASTNICH_UDAJU": "Evidence zvláštních údajů",  # no parser knows it: new kinds appear at times
}
_TYPES = {
    kind: f"<udajTyp><kod>{kind}</kod><nazev>{name}</nazev></udajTyp><zapisDatum>"
    for kind, name in _NAMES.items()
}
_DISTRICTS = codelists.load("district")


def escaped(text: str) -> str:
    """Return the text with `&`, `<` and `>` replaced by references."""
    if "&" in text or "<" in text or ">" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text


def entry(kind: str, entered: int, deleted: int, body: str = "", heading: str = "", inner: str = "") -> str:
    """Return one `Udaj`: `body` is XML of its value, `inner` of nested entries; `deleted` 0 = still valid."""
    head = f"<hlavicka>{heading}</hlavicka>" if heading else ""
    gone = f"<vymazDatum>{ISO[deleted]}</vymazDatum>" if deleted else ""
    nested = f"<podudaje>\n{inner}</podudaje>" if inner else ""
    return f"<Udaj>{head}{_TYPES[kind]}{ISO[entered]}</zapisDatum>{gone}{body}{nested}</Udaj>\n"


def text_entry(kind: str, entered: int, deleted: int, text: str) -> str:
    """Return an entry whose value is a text."""
    return entry(kind, entered, deleted, f"<hodnotaText>{escaped(text)}</hodnotaText>")


def quantity(name: str, unit: str, value: str) -> str:
    """Return an amount: unit (KORUNY, PROCENTA, ZLOMEK, TEXT…) and value as the register writes it."""
    return f"<{name}><typ>{unit}</typ><textValue>{value}</textValue></{name}>"


def natural_person(person: Person, upper: bool, with_birth_date: bool) -> str:
    """Return `osoba` of a natural person, in upper case as older entries are."""
    first, last = person.first_name, person.last_name
    if upper:
        first, last = first.upper(), last.upper()
    before = f"<titulPred>{person.title_before}</titulPred>" if person.title_before else ""
    after = f"<titulZa>{person.title_after}</titulZa>" if person.title_after else ""
    birth = f"<narozDatum>{ISO[person.birth_day]}</narozDatum>" if with_birth_date else ""
    return f"<osoba><jmeno>{first}</jmeno><prijmeni>{last}</prijmeni>{before}{after}{birth}</osoba>"


def legal_person(name: str, ico: str = "", foreign_number: str = "") -> str:
    """Return `osoba` of a legal person; a foreign one has a number of its own country or none.

    The register prints company IDs of owners and members as numbers, without leading zeros.
    """
    number = (
        f"<ico>{int(ico)}</ico>"
        if ico
        else f"<regCislo>{foreign_number}</regCislo>"
        if foreign_number
        else ""
    )
    return f"<osoba><nazev>{escaped(name)}</nazev>{number}</osoba>"


def address(place: Address, tag: str = "adresa") -> str:
    """Return an address of the Czech Republic."""
    town = place.town
    prague = town.name == "Praha"  # its city districts stand for the municipality, and it has no district
    town_name = place.city_district if prague else town.name
    district = "" if prague else f"<okres>{_DISTRICTS[town.district].name_cs}</okres>"
    street = f"<ulice>{place.street}</ulice>" if place.street else ""
    orientation = f"<cisloOr>{place.orientation_number}</cisloOr>" if place.orientation_number else ""
    house = "cisloEv" if place.house_number_kind == 2 else "cisloPo"
    return (
        f"<{tag}><statNazev>Česká republika</statNazev><obec>{town_name}</obec>"
        f"<castObce>{place.part}</castObce>{street}<{house}>{place.house_number}</{house}>{orientation}"
        f"<psc>{place.postal_code}</psc>{district}</{tag}>"
    )


def foreign_address(country: str, text: str, tag: str = "adresa") -> str:
    """Return an address abroad, which the register keeps as a text."""
    return f"<{tag}><statNazev>{country}</statNazev><adresaText>{text}</adresaText></{tag}>"
