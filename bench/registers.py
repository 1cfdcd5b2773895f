"""Speed of the parsers on data made here, beside the floor that the bare libraries set.

Run: python -m bench.registers [--companies N]. Times are of the process, so that other work on the
machine distorts them less; each figure is the best of three runs.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from lxml import etree

from soupis.registers import public_register, res

_HEADER = (
    "ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,"
    "KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK\r\n"
)


def main() -> None:
    """Make the data, measure, print one line per figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--companies", type=int, default=100_000)
    count = parser.parse_args().companies
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        _statistical(folder, count)
        _public_register(folder, max(1, count // 10))


def _statistical(folder: Path, count: int) -> None:
    subjects, activities = folder / "res_data.csv", folder / "res_pf_nace.csv"
    with subjects.open("w", encoding="utf-8", newline="") as file:
        file.write(_HEADER)
        for number in range(1, count + 1):
            file.write(
                f"{number:08d},CZ0642,20{number % 24:02d}-0{number % 9 + 1}-11,,,2026-01-15,112,112,310,6201,"
                f'62010,582786,"Ukázková firma {number}, s.r.o.",11002,{number + 9_000_000},"",60200,Brno,'
                f"Brno-střed,Masarykova,1,{number % 2000},{number % 30}a,2026-06-15,\r\n"
            )
    with activities.open("w", encoding="utf-8", newline="") as file:
        file.write("ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n")
        for number in range(1, count + 1):
            for step in range(3):
                code = 10000 + (number * 7 + step * 131) % 80000
                for revision in (80004, 80143):
                    file.write(f"{number:08d},411,{revision},{code},2026-09-15,2026-01-15,\r\n")
    for name, path, read, rows in (
        ("RES subjects", subjects, res.read_subjects, count),
        ("RES activities", activities, res.read_activities, 6 * count),
    ):
        _print(f"{name}, csv.reader alone", rows / _best(partial(_csv_rows, path)), "rows/s")
        _print(name, rows / _best(partial(_read, read, path)), "rows/s")


def _public_register(folder: Path, count: int) -> None:
    xml = b"<xml>" + b"".join(_subject(number) for number in range(1, count + 1)) + b"</xml>"
    path = folder / "register.xml.gz"
    path.write_bytes(gzip.compress(xml, 6))
    megabytes = len(xml) / 1e6
    pieces = list(public_register.iter_subject_elements(path))[:2000]
    some = sum(map(len, pieces)) / 1e6

    def split() -> None:
        for piece in public_register.iter_subject_elements(path):
            public_register.fingerprint(piece)

    def iterparse() -> None:
        with gzip.open(path) as file:
            for _, element in etree.iterparse(file, tag="Subjekt"):
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]

    _print("register, lxml iterparse alone", megabytes / _best(iterparse, 1), "MB/s")
    _print(
        "register, gunzip of the standard library",
        megabytes / _best(lambda: gzip.decompress(path.read_bytes())),
        "MB/s",
    )
    _print("register, gunzip + split + fingerprint", megabytes / _best(split), "MB/s")
    _print(
        "register, parse",
        some / _best(lambda: _exhaust(map(public_register.parse_subject_element, pieces))),
        "MB/s",
    )


def _subject(number: int) -> bytes:
    member = (
        "<Udaj><hlavicka>jednatel</hlavicka><udajTyp><kod>STATUTARNI_ORGAN_CLEN</kod><nazev>Člen</nazev></udajTyp>"
        "<zapisDatum>2010-05-05</zapisDatum><vymazDatum>2020-01-31</vymazDatum><funkceOd>2010-04-30</funkceOd>"
        "<osoba><jmeno>JAN</jmeno><prijmeni>VZOROVÝ</prijmeni><narozDatum>1975-02-03</narozDatum></osoba>"
        "<adresa><statNazev>Česká republika</statNazev><obec>Praha 4</obec><ulice>Ukázková</ulice>"
        "<psc>14000</psc></adresa>"
    )
    share = (
        "<podudaje><Udaj><udajTyp><kod>SPOLECNIK_PODIL</kod></udajTyp><zapisDatum>2010-05-05</zapisDatum>"
        "<hodnotaUdaje><vklad><typ>KORUNY</typ><textValue>200000;00</textValue></vklad><souhrn><typ>PROCENTA</typ>"
        "<textValue>50</textValue></souhrn></hodnotaUdaje></Udaj></podudaje>"
    )
    line = (
        "<Udaj><udajTyp><kod>PREDMET_PODNIKANI</kod><nazev>Předmět</nazev></udajTyp><zapisDatum>2010-05-05"
        "</zapisDatum><hodnotaText>Výroba, obchod a služby neuvedené v přílohách 1 až 3 živnostenského zákona"
        "</hodnotaText></Udaj>"
    )
    partner = member.replace("STATUTARNI_ORGAN_CLEN", "SPOLECNIK_OSOBA")
    facts = (
        _section("PREDMET_PODNIKANI_SEKCE", line * 5)
        + _section("STATUTARNI_ORGAN", (member + "</Udaj>") * 6)
        + _section("SPOLECNIK", (partner + share + "</Udaj>") * 4)
    )
    head = (
        f"<nazev>Ukázková {number} s.r.o.</nazev><ico>{number:08d}</ico><zapisDatum>2004-03-01</zapisDatum>"
    )
    return f"<Subjekt>{head}<udaje>{facts}</udaje></Subjekt>".encode()


def _section(kind: str, below: str) -> str:
    return (
        f"<Udaj><udajTyp><kod>{kind}</kod></udajTyp><zapisDatum>2004-03-01</zapisDatum>"
        f"<podudaje>{below}</podudaje></Udaj>"
    )


def _csv_rows(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        _exhaust(csv.reader(file))


def _read(read: Callable[[Path], Iterator[object]], path: Path) -> None:
    _exhaust(read(path))


def _exhaust(items: Iterable[object]) -> None:
    for _ in items:
        pass


def _best(run: Callable[[], object], times: int = 3) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)


def _print(name: str, value: float, unit: str) -> None:
    print(f"{name:<42}{value:>14,.0f} {unit}")


if __name__ == "__main__":
    main()
