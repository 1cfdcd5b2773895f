"""Data of the registers that are asked on line, for the stand-in that answers instead of them.

The same made-up companies as in the files of the statistical and the public register, as ARES, the VAT
register, the insolvency register and the collection of documents would tell of them. The registers
disagree now and then, as the real ones do: ARES is a day late, or keeps showing what has ended.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from soupis.bank_accounts import parse_account, with_check_digit
from soupis.synthetic import ares_subject, standin_schema
from soupis.synthetic.answers import NO_BANK
from soupis.synthetic.ares_extract import extract
from soupis.synthetic.ares_subject import VatFacts
from soupis.synthetic.companies import Company, World
from soupis.synthetic.days import ISO, SNAPSHOT_DAY, day
from soupis.synthetic.generate import ACTIVITIES_FILE, REGISTER_FILE, SUBJECTS_FILE
from soupis.synthetic.register import RegisterEntries
from soupis.synthetic.truth import Truth
from soupis.synthetic.words import Weighted

ONLINE = 5  # stream of draws, see soupis.synthetic.companies
DIRECTORY = "standin"
_DATASET = "sro-full-praha-2026.xml.gz"
_CHUNK = 2000
_BUSINESS_FORMS = frozenset({"111", "112", "113", "121", "205", "301", "421", "932"})
_GROUPS = 12  # VAT groups in the country

# What the VAT register and ARES say together; the rarer ones are where they disagree.
_PAYER, _UNRELIABLE, _IDENTIFIED, _GROUP, _PERSON, _ENDED, _LATE, _SURVIVING = range(8)
_VAT_STATES = Weighted(
    [
        (_PAYER, 860),
        (_UNRELIABLE, 15),
        (_IDENTIFIED, 40),
        (_GROUP, 5),
        (_PERSON, 5),  # unreliable person, no payer
        (_ENDED, 65),  # ARES keeps showing the ended tax ID
        (_LATE, 5),  # ARES does not know yet
        (_SURVIVING, 5),  # ended in ARES, still a payer in the register
    ]
)
_PROCEEDING_STATES = Weighted(
    [("NEVYRIZENA", 10), ("ÚPADEK", 5), ("KONKURS", 35), ("REORGANIZ", 1), ("ODDLUŽENÍ", 4),
     ("MORATORIUM", 1), ("NEVYR-POST", 1), ("OBZIVLA", 1), ("ZRUŠENO VS", 1), ("K-PO ZRUŠ.", 1),
     ("VYRIZENA", 10), ("PRAVOMOCNA", 10), ("ODSKRTNUTA", 30), ("MYLNÝ ZÁP.", 1)]
)  # fmt: skip
_ENDED_STATES = frozenset({"PRAVOMOCNA", "ODSKRTNUTA"})
_INSOLVENCY_COURTS = (
    "Městský soud v Praze",
    "Krajský soud v Brně",
    "Krajský soud v Ostravě",
    "Krajský soud v Plzni",
)
_OTHER_FILINGS = (
    ('["zakladatelské dokumenty"]', "společenská smlouva"),
    ('["podpisové vzory"]', None),
    ('["rozhod. o statut. orgánu"]', None),
    ('["ostatní"]', "čestné prohlášení"),
    ('["ostatní"]', "plná moc"),
)


def write(out: Path, companies: int, seed: int, progress: Callable[[int], None] | None = None) -> Path:
    """Write `out/standin/` beside the files that `generate` wrote for the same companies and seed.

    The large files are linked, not copied. `progress` is called with the number of companies written so
    far. Returns the directory; raises ValueError and OSError like `generate`.
    """
    world = World(seed, companies)
    directory = out / DIRECTORY
    online = OnlineRegisters(world)
    connection = standin_schema.create(directory)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        for first in range(0, companies, _CHUNK):
            for index in range(first, min(first + _CHUNK, companies)):
                online.add(world.company(index))
            with connection:
                for table, rows in online.take().items():
                    marks = ",".join("?" * len(rows[0]))
                    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
            if progress is not None:
                progress(min(first + _CHUNK, companies))
    finally:
        connection.close()
    _link(directory / "res" / SUBJECTS_FILE, out / SUBJECTS_FILE)
    _link(directory / "res" / ACTIVITIES_FILE, out / ACTIVITIES_FILE)
    _link(directory / "public_register" / _DATASET, out / REGISTER_FILE)
    return directory


def _link(path: Path, target: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(os.path.relpath(target, path.parent))


_MARK = re.compile(r"<hodnotaText>([^<]+)</hodnotaText><spisZn>")


def _file_mark(entry: str) -> str:
    """Return the newest file mark of an entry of the public register, empty where there is none."""
    marks = _MARK.findall(entry)
    return str(marks[-1]) if marks else ""


Row = tuple[object, ...]


class OnlineRegisters:
    """Collects the rows of one company after the other; `take` hands them over by table."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = Random()  # noqa: S311 - repeatable data, not secrets
        self._draw = self._random.random
        self._entries = RegisterEntries(world)
        self._rows: dict[str, list[Row]] = {}
        self._groups: set[int] = set()
        self._events = 0
        self._documents = 0

    def take(self) -> dict[str, list[Row]]:
        """Return the rows collected since last time, by table."""
        rows, self._rows = self._rows, {}
        return rows

    def add(self, company: Company) -> None:
        """Collect what the on-line registers say of one company."""
        entry = self._entries.entry(company, Truth(company.ico))
        mark = _file_mark(entry)
        self._world.reseed(self._random, ONLINE, company.index)
        vat = self._vat(company)
        # Most ceased subjects are gone from ARES.
        if not company.ceased or (not company.form.natural and self._draw() < 0.07):
            subject = ares_subject.subject(company, vat, mark)
            extracted = extract(entry) if entry else None
            record = ares_subject.statistical(company)
            self._add("ares", company.ico, company.name, subject, record, extracted)
        if company.form.code in _BUSINESS_FORMS and self._draw() < 0.015:
            self._proceedings(company)
        if mark and not company.form.natural:
            self._filings(company, mark)

    def _add(self, table: str, *values: object) -> None:
        self._rows.setdefault(table, []).append(values)

    def _vat(self, company: Company) -> VatFacts:
        """Draw the company's VAT state, collect the register's row, return what ARES says."""
        draw = self._draw
        business = company.form.code in _BUSINESS_FORMS
        share = 0.55 if business else 0.2 if company.form.natural else 0.06
        office = f"{int(draw() * 460) + 1:03d}"
        if company.ceased or draw() >= share:
            return VatFacts(office)
        state = _VAT_STATES.at(draw())
        # A natural person's tax ID holds a birth number; a month of 99 keeps these from being anybody's.
        digits = f"9999{company.index:06d}" if company.form.natural else company.ico
        if state == _GROUP and business:
            group = int(draw() * _GROUPS)
            digits = f"699{group:06d}"
            if group not in self._groups:
                self._groups.add(group)
                self._payer(digits, "SKUPINA_DPH", "NE", None, office, None)
            return VatFacts(office, group_id=f"CZ{digits}")
        if state == _PERSON and not company.form.natural:
            since = ISO[SNAPSHOT_DAY - int(draw() * 2000)]
            self._payer(digits, "NESPOLEHLIVA_OSOBA", "ANO", since, office, company.name)
            return VatFacts(office)
        if state == _ENDED:
            return VatFacts(office, tax_id=f"CZ{digits}", state="ZANIKLY")
        reliability = "ANO" if state == _UNRELIABLE else "NE"
        unreliable_since = ISO[SNAPSHOT_DAY - int(draw() * 2000)] if state == _UNRELIABLE else None
        kind = "IDENTIFIKOVANA_OSOBA" if state == _IDENTIFIED else "PLATCE_DPH"
        self._payer(digits, kind, reliability, unreliable_since, office, company.name)
        if state == _LATE and not company.form.natural:
            return VatFacts(office)
        return VatFacts(office, tax_id=f"CZ{digits}", state="ZANIKLY" if state == _SURVIVING else "AKTIVNI")

    def _payer(
        self, digits: str, kind: str, reliability: str, since: str | None, office: str, name: str | None
    ) -> None:
        count = 0 if kind in ("IDENTIFIKOVANA_OSOBA", "NESPOLEHLIVA_OSOBA") else int(self._draw() ** 3 * 8)
        accounts = msgspec.json.encode([self._account() for _ in range(count)]).decode()
        self._add("vat", digits, kind, reliability, since, office.lstrip("0"), name, accounts)

    def _account(self) -> list[str | None]:
        """Return prefix, number, bank, day of publishing and its end; an IBAN has no prefix and bank."""
        draw = self._draw
        since = SNAPSHOT_DAY - 30 - int(draw() * 4000)
        until = ISO[since + int(draw() * (SNAPSHOT_DAY - since))] if draw() < 0.1 else None
        number = str(with_check_digit(int(draw() * 899_999_000) + 100_000_000))
        if draw() < 0.2:
            account = parse_account(f"{number}/{NO_BANK}")
            return [None, account.key if account else None, None, ISO[since], until]
        prefix = str(with_check_digit(int(draw() * 90) + 1)) if draw() < 0.2 else None
        return [prefix, number, NO_BANK, ISO[since], until]

    def _proceedings(self, company: Company) -> None:
        draw = self._draw
        end = company.ceased or SNAPSHOT_DAY
        started = max(company.founded, day(2008)) + int(
            draw() * max(1, end - max(company.founded, day(2008)))
        )
        state = _PROCEEDING_STATES.at(draw())
        ended = min(end, started + int(draw() * 2000)) if state in _ENDED_STATES and draw() < 0.9 else 0
        number, year = company.index + 1, int(ISO[started][:4])
        court = _INSOLVENCY_COURTS[int(draw() * len(_INSOLVENCY_COURTS))]
        declared = ISO[started] if state not in ("NEVYRIZENA", "MYLNÝ ZÁP.") else None
        self._add(
            "proceeding", company.ico, number, year, court, company.name, state, declared,
            ISO[ended] if ended else None,
        )  # fmt: skip
        mark = f"INS {number}/{year}"
        self._event(started, mark, 5, "Insolvenční návrh", None)
        debtor = f"<osoba><druhRoleVRizeni>DLUŽNÍK</druhRoleVRizeni><ic>{company.ico}</ic></osoba>"
        self._event(started, mark, 1, "Změna osoby", _note(debtor))
        change = f"<vec><druhStavRizeni>{state}</druhStavRizeni></vec>"
        self._event(ended or started, mark, 372, "Změna stavu věci", _note(change))

    def _event(self, on: int, mark: str, kind: int, description: str, note: str | None) -> None:
        self._events += 1
        self._add("event", self._events, f"{ISO[on]}T08:00:00.000+01:00", mark, kind, description, note)

    def _filings(self, company: Company, mark: str) -> None:
        """Collect yearly accounts and a few other documents; not every company files every year."""
        draw = self._draw
        self._add("file", company.ico, company.index + 1, company.name)
        section, _, rest = mark.partition("/")
        first, last = max(company.founded, day(2001)), company.ceased or SNAPSHOT_DAY
        filed: list[tuple[int, str, str | None]] = []
        for kinds, note in _OTHER_FILINGS:
            if draw() < 0.4:
                filed.append((first + int(draw() * max(1, last - first)), kinds, note))
        for year in range(int(ISO[first][:4]), int(ISO[last][:4])):
            if draw() < 0.6:
                report = f', "výroční zpráva [{year}]"' if company.large else ""
                on = day(year + 1, 6, 30) + int(draw() * 90)
                filed.append((on, f'["účetní závěrka [{year}]"{report}]', None))
        filed = sorted(item for item in filed if item[0] <= SNAPSHOT_DAY)
        for order, (on, kinds, note) in enumerate(filed, start=1):
            self._documents += 1
            received = ISO[max(on - 10, 1)] if draw() < 0.95 else None
            number = f"{section}/SL{order}/{rest}"
            self._add(
                "filing", company.ico, self._documents, number, kinds, note, None, received, ISO[on],
                int(draw() ** 2 * 40) + 1,
            )  # fmt: skip


def _note(content: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><ns2:udalost xmlns:ns2="http://www.cca.cz/isir/poznamka">'
        f"<idOsobyPuvodce>MSPHAAB</idOsobyPuvodce>{content}</ns2:udalost>"
    )
