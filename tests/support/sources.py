"""Files in the registers' own formats, with just what a test is about; everybody in them is made up."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

RES_COLUMNS = (
    "ICO OKRESLAU DDATVZN DDATZAN ZPZAN DDATPAKT FORMA ROSFORMA KATPO NACE NACE2025 ICZUJ FIRMA CISS2010 "
    "KODADM TEXTADR PSC OBEC_TEXT COBCE_TEXT ULICE_TEXT TYPCDOM CDOM COR DATPLAT PRIZNAK"
).split()  # fmt: skip
_QUOTED = {"FIRMA", "TEXTADR"}
_USUAL = {
    "OKRESLAU": "CZ0642", "DDATVZN": "2001-02-03", "DDATPAKT": "2026-09-01", "FORMA": "112",
    "ROSFORMA": "112", "KATPO": "110", "NACE": "62010", "NACE2025": "62100", "ICZUJ": "582786",
    "CISS2010": "11002", "KODADM": "19095384", "PSC": "60200", "OBEC_TEXT": "Brno",
    "COBCE_TEXT": "Veveří", "ULICE_TEXT": "Lidická", "TYPCDOM": "1", "CDOM": "12", "COR": "3a",
    "DATPLAT": "2026-09-15",
}  # fmt: skip


def res_row(ico: int, name: str, **values: str) -> dict[str, str]:
    """Return a row of res_data.csv; values are given by column name."""
    return {**_USUAL, "ICO": f"{ico:08d}", "FIRMA": name, **values}


def res_file(path: Path, rows: Iterable[dict[str, str]]) -> Path:
    """Write res_data.csv in the statistical office's dialect."""
    lines = [",".join(RES_COLUMNS)]
    for row in rows:
        cells = []
        for column in RES_COLUMNS:
            value = row.get(column, "")
            cells.append('"' + value.replace('"', '""') + '"' if column in _QUOTED else value)
        lines.append(",".join(cells))
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode())
    return path


def activities_file(path: Path, codes: Iterable[tuple[int, int, str]]) -> Path:
    """Write res_pf_nace.csv; items are company ID, code list and code."""
    lines = ["ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK"]
    lines += [
        f"{ico:08d},411,{list_code},{code},2026-09-15,2026-09-01,".replace(",0,", ",,")
        for ico, list_code, code in codes
    ]
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode())
    return path


def fact(kind: str, *inside: str, since: str = "2010-01-01", until: str | None = None) -> str:
    """Return one `Udaj` of the public register."""
    ended = f"<vymazDatum>{until}</vymazDatum>" if until else ""
    head = f"<udajTyp><kod>{kind}</kod><nazev>{kind}</nazev></udajTyp><zapisDatum>{since}</zapisDatum>{ended}"
    return f"<Udaj>{head}{''.join(inside)}</Udaj>"


def element(name: str, text: str | None) -> str:
    """Return an element with a text, nothing for no text."""
    return f"<{name}>{escape(text)}</{name}>" if text is not None else ""


def natural(first: str, last: str, born: str | None, before: str | None = None) -> str:
    """Return a natural person with a home address, as the register writes both."""
    names = element("jmeno", first) + element("prijmeni", last) + element("titulPred", before)
    home = (
        "<adresa><obec>Praha 4</obec><ulice>Ukázková</ulice><cisloPo>1</cisloPo><cisloOr>2</cisloOr></adresa>"
    )
    return f"<osoba>{names}{element('narozDatum', born)}</osoba>{home}"


def legal(name: str, ico: int | None = None) -> str:
    """Return a legal person."""
    number = element("ico", f"{ico:08d}") if ico else ""
    return f"<osoba>{element('nazev', name)}{number}</osoba>"


def member(who: str, *, since: str = "2010-01-01", until: str | None = None, **values: str) -> str:
    """Return an executive's entry; values are `funkceOd`, `clenstviDo` and the like."""
    dates = "".join(element(name, value) for name, value in values.items())
    function = element("funkce", "jednatel")
    return fact("STATUTARNI_ORGAN_CLEN", function, dates, who, since=since, until=until)


def board(*members: str) -> str:
    """Return the statutory body with its members."""
    acting = fact("ZPUSOB_JEDNANI", element("hodnotaText", "Jednatel jedná samostatně."))
    title = element("hlavicka", "jednatel")
    return fact("STATUTARNI_ORGAN", title, "<podudaje>", *members, acting, "</podudaje>")


def partner(who: str, *shares: str, since: str = "2010-01-01", until: str | None = None) -> str:
    """Return the section of partners with one partner."""
    inside = fact("SPOLECNIK_OSOBA", who, "<podudaje>", *shares, "</podudaje>", since=since, until=until)
    return fact("SPOLECNIK", element("hlavicka", "společníci"), "<podudaje>", inside, "</podudaje>")


def share(contribution: str, size: str) -> str:
    """Return a partner's share in crowns and per cent."""
    parts = (
        f"<vklad><typ>KORUNY</typ><textValue>{contribution}</textValue></vklad>"
        f"<souhrn><typ>PROCENTA</typ><textValue>{size}</textValue></souhrn>"
        "<splaceni><typ>PROCENTA</typ><textValue>100</textValue></splaceni>"
    )
    return fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{parts}</hodnotaUdaje>")


def subject(ico: int, name: str, *facts: str, deleted: str | None = None, form: str = "112") -> str:
    """Return a `Subjekt` of the public register with a name, a file mark and a capital."""
    head = (
        element("nazev", name)
        + element("ico", f"{ico:08d}")
        + element("zapisDatum", "2004-03-01")
        + element("vymazDatum", deleted)
    )
    mark = fact(
        "SPIS_ZN",
        element("hodnotaText", f"C {ico % 100000}/KSBR"),
        "<spisZn><soud><kod>KSBR</kod><nazev>Krajský soud v Brně</nazev></soud>"
        f"<oddil>C</oddil><vlozka>{ico % 100000}</vlozka></spisZn>",
    )
    named = fact("NAZEV", element("hodnotaText", name))
    kind = fact("PRAVNI_FORMA", f"<pravniForma><kod>{form}</kod></pravniForma>")
    capital = fact(
        "ZAKLADNI_KAPITAL",
        "<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>200000;00</textValue></vklad></hodnotaUdaje>",
    )
    return f"<Subjekt>{head}<udaje>{mark}{named}{kind}{capital}{''.join(facts)}</udaje></Subjekt>"


def register_file(path: Path, *subjects: str) -> Path:
    """Write a file of the public register; packed where the name says so."""
    data = f"<?xml version='1.0' encoding='UTF-8'?><xml>{''.join(subjects)}</xml>".encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path
