"""States as the registers print them, with their ISO 3166 codes where the name is known."""

from __future__ import annotations

from functools import cache

from soupis.folding import fold_words

# The registers print usual names and official ones, each in its own spelling (here folded).
_NAMES = {
    "AD": "andorra",
    "AE": "spojene arabske emiraty",
    "AL": "albanska republika; albanie",
    "AM": "armenie",
    "AR": "argentina",
    "AT": "rakouska republika; rakousko",
    "AU": "australske spolecenstvi; australie",
    "AZ": "azerbajdzan",
    "BA": "bosna a hercegovina",
    "BE": "belgicke kralovstvi; belgie",
    "BG": "bulharska republika; bulharsko",
    "BM": "bermudy",
    "BR": "brazilska federativni republika; brazilie",
    "BS": "bahamy",
    "BY": "beloruska republika; belorusko",
    "BZ": "belize",
    "CA": "kanada",
    "CH": "svycarska konfederace; svycarsko",
    "CL": "chile",
    "CN": "cinska lidova republika; cina",
    "CO": "kolumbie",
    "CR": "kostarika",
    "CU": "kuba",
    "CW": "curacao",
    "CY": "kyperska republika; kypr",
    "CZ": "ceska republika; ceska a slovenska federativni republika; cesko; cr; ceska rep; czech republic",
    "DE": "spolkova republika nemecko; nemecka spolkova republika; nemecko",
    "DK": "danske kralovstvi; dansko",
    "DO": "dominikanska republika",
    "DZ": "alzirsko",
    "EE": "estonska republika; estonsko",
    "EG": "egyptska arabska republika; egypt",
    "ES": "spanelske kralovstvi; spanelsko",
    "FI": "finska republika; finsko",
    "FR": "francouzska republika; francie",
    "GB": "velka britanie; spojene kralovstvi velke britanie a severniho irska; spojene kralovstvi",
    "GE": "gruzie",
    "GG": "guernsey",
    "GH": "ghana",
    "GI": "gibraltar",
    "GR": "recka republika; helenska republika; recko",
    "HK": "hongkong",
    "HR": "chorvatska republika; chorvatsko",
    "HU": "madarska republika; madarsko",
    "ID": "indonesie",
    "IE": "irska republika; irsko",
    "IL": "stat izrael; izrael",
    "IM": "ostrov man",
    "IN": "indicka republika; indie",
    "IQ": "irak",
    "IR": "iran",
    "IS": "islandska republika; island",
    "IT": "italska republika; italie",
    "JE": "jersey",
    "JO": "jordansko",
    "JP": "japonsko",
    "KE": "kena",
    "KR": "korejska republika; jizni korea",
    "KW": "kuvajt",
    "KY": "kajmanske ostrovy",
    "KZ": "kazasska republika; republika kazachstan; kazachstan",
    "LB": "libanon",
    "LI": "lichtenstejnske knizectvi; knizectvi lichtenstejnske; lichtenstejnsko",
    "LT": "litevska republika; litva",
    "LU": "lucemburske velkovevodstvi; velkovevodstvi lucemburske; lucembursko",
    "LV": "lotysska republika; lotyssko",
    "MA": "maroko",
    "MC": "monacke knizectvi; monako",
    "MD": "moldavska republika; moldavsko",
    "ME": "cerna hora",
    "MH": "marshallovy ostrovy",
    "MK": "severomakedonska republika; republika makedonie; severni makedonie; makedonie",
    "MN": "mongolsko",
    "MT": "republika malta; maltska republika; malta",
    "MU": "mauricius",
    "MX": "spojene staty mexicke; mexiko",
    "MY": "malajsie",
    "NG": "nigerie",
    "NL": "nizozemske kralovstvi; nizozemi; holandsko; nizozemsko",
    "NO": "norske kralovstvi; norsko",
    "NZ": "novy zeland",
    "PA": "panamska republika; panama",
    "PE": "peru",
    "PH": "filipiny",
    "PK": "pakistan",
    "PL": "polska republika; polsko",
    "PT": "portugalska republika; portugalsko",
    "QA": "katar",
    "RO": "rumunska republika; rumunsko",
    "RS": "srbska republika; republika srbsko; srbsko",
    "RU": "ruska federace; rusko",
    "SA": "saudska arabie",
    "SC": "republika seychely; seychelska republika; seychely",
    "SE": "svedske kralovstvi; svedsko",
    "SG": "singapurska republika; singapur",
    "SI": "slovinska republika; slovinsko",
    "SK": "slovenska republika; slovensko",
    "SM": "san marino",
    "SY": "syrie",
    "TH": "thajsko",
    "TN": "tuniska republika; tunisko",
    "TR": "turecka republika; turecko",
    "TW": "tchaj wan",
    "UA": "ukrajinska republika; ukrajina",
    "US": "spojene staty americke; usa; spojene staty",
    "UY": "uruguay",
    "UZ": "uzbekistan",
    "VG": "britske panenske ostrovy",
    "VN": "vietnamska socialisticka republika; vietnam",
    "XK": "republika kosovo; kosovo",
    "ZA": "jihoafricka republika; jizni afrika",
}  # fmt: skip
_CODES = {name: code for code, names in _NAMES.items() for name in names.split("; ")}
# Words in the place of a state that name none.
_UNTOLD = frozenset({"", "neuvedeno", "neuveden", "neznamy", "nezjisteno", "stat neuveden"})


@cache
def country_code(name: str) -> str | None:
    """Return the ISO code of a state by its Czech name or by the code itself; None for an unknown one."""
    words = " ".join(fold_words(name))
    return words.upper() if words.upper() in _NAMES else _CODES.get(words)


@cache
def is_foreign(name: str | None) -> bool:
    """Tell whether a state is another one than the Czech Republic; one that is not told is not."""
    if name is None or " ".join(fold_words(name)) in _UNTOLD:
        return False
    return country_code(name) != "CZ"
