"""From stored rows to the published documents of one company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from soupis.bank_accounts import parse_account
from soupis.folding import fold
from soupis.identifiers import format_ico
from soupis.ingest.precedence import EXTRACT_PRECEDENCE, LISTED_BY
from soupis.ingest.publish import people
from soupis.ingest.publish.amounts import number, words_of
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.history import capital_of, history_of
from soupis.ingest.publish.partners import build_partners, build_released_shares
from soupis.ingest.publish.seats import build_seat, has_registration_number, is_abroad
from soupis.ingest.publish.states import states_of
from soupis.ingest.vat_decision import contradiction, decide, shown_tax_id
from soupis.messages import Message
from soupis.registers.isir import is_running
from soupis.registers.records import UNKNOWN_TO_ARES, FileMark, ShareIssue
from soupis.sources import ARES, VAT, WIRE_NAMES
from soupis.store.extras import NO_EXTRA, CompanyExtra, encode_extra, fingerprint
from soupis.wire.acting_words import who_acts
from soupis.wire.base import CodedName, encode
from soupis.wire.company import (
    Akcie,
    CzNace,
    DrivejsiJmeno,
    FirmaDetail,
    Insolvence,
    Listina,
    Listiny,
    OdstepnyZavod,
    OstatniSkutecnost,
    Registrace,
    SpisovaZnacka,
    ZakladniKapital,
    Zdroj,
)
from soupis.wire.labels import CURRENCIES, PROCEEDING_STATES, REGISTERS, REGISTRATION_STATES
from soupis.wire.person import Angazma

_SHOWN_FILINGS = 20


class CompanyDocuments(NamedTuple):
    """What is stored of one company for readers, in the order of `company_document`."""

    ico: int
    version: int
    extra: bytes | None
    ties: bytes | None
    detail: bytes


class CompanyPublisher:
    """Builds documents; holds the code lists."""

    def __init__(self, names: CodeNames) -> None:
        self._names = names

    def build(self, rows: CompanyRows, ties: list[Angazma] | None) -> CompanyDocuments:
        """Return the documents of a company; `ties`: in whose bodies it sits itself."""
        detail = self._detail(rows)
        if rows.hidden:
            detail = rows.hidden.cleaned(detail)
        detail.jednani = who_acts(detail, rows.today)
        extra = _extra(rows, detail)
        stored = (
            None if extra == NO_EXTRA else encode_extra(extra),
            encode(ties) if ties else None,
            encode(detail),
        )
        return CompanyDocuments(rows.company.ico, fingerprint(stored), *stored)

    def _detail(self, rows: CompanyRows) -> FirmaDetail:
        row = rows.company
        dph = decide(rows.ares, rows.vat)
        if dph is not None and dph.cislo_fu:
            dph.nazev_fu = self._names.table("tax_office").get(dph.cislo_fu)
        for account in dph.zverejnene_ucty_podrobne if dph else ():
            parsed = parse_account(account.ucet)
            account.banka = self._names.coded("bank", parsed.bank if parsed else None)
        detail = FirmaDetail(
            ico=format_ico(row.ico),
            obchodni_jmeno=row.name,
            dic=shown_tax_id(rows.ares, dph),
            stav=rows.state,
            datum_vzniku=row.founded,
            datum_zaniku=row.ceased,
            pravni_forma=self._names.legal_form(row.legal_form, row.legal_form_ros),
            sidlo=build_seat(row, self._names),
            dorucovaci_adresa=row.delivery_address,
            dph=dph,
            dph_rozpor=contradiction(rows.ares, rows.vat),
            cz_nace=self._activities(rows),
            kategorie_poctu_pracovniku=self._names.coded("headcount", _stated(row.headcount)),
            # The office's list of sectors cannot be had: the code stands alone.
            institucionalni_sektor=CodedName(kod=row.sector, nazev=None) if row.sector else None,
            spisova_znacka=self._file_mark(rows),
            seznam_registraci=_registrations(row.registrations),
            zdroje=_sources(rows),
        )
        if rows.extract is not None or rows.branches:
            detail.odstepne_zavody = self._branches(rows)
        detail.likvidace, detail.stav_podrobne = states_of(rows)
        if rows.extract is not None:
            detail.datum_vzniku = row.founded or rows.extract.entered
            detail.akcie = [_share_issue(issue) for issue in rows.record.share_issues if not issue.deleted]
            detail.ostatni_skutecnosti = _other_facts(rows)
            detail.zakladni_kapital = _capital(rows)
            lines = rows.record.business_lines
            detail.predmet_podnikani = [line.text for line in lines if not line.deleted]
            detail.statutarni_organy = people.build_bodies(rows, "statutory")
            detail.ostatni_organy = people.build_bodies(rows, "other")
            detail.spolecnici = build_partners(rows)
            detail.uvolnene_podily = build_released_shares(rows)
            detail.drivejsi_jmena = _former_names(rows)
            detail.historie = history_of(rows, self._names, self._marked)
        if rows.proceedings is not None:
            newest_first = sorted(
                rows.proceedings, key=lambda row: (row.started or "", row.file_mark), reverse=True
            )
            detail.insolvence = [proceeding_of(row) for row in newest_first]
        if rows.filings is not None:
            detail.listiny = _filings(rows.filings)
        _forget_unread(detail, rows)
        return detail

    def _activities(self, rows: CompanyRows) -> list[CzNace]:
        """Return activities by the newest classification that the sources use for this company."""
        row = rows.company
        revision = 2025 if row.nace2025 or any(item[0] == 2025 for item in rows.activities) else 2008
        main = row.nace2025 if revision == 2025 else row.nace
        codes = sorted({code for year, code in rows.activities if year == revision} - {main})
        listed = [main, *codes] if main else codes
        return [
            CzNace(kod=code, nazev=self._names.name(f"nace{revision}", code), prevazujici=code == main)
            for code in listed
        ]

    def _file_mark(self, rows: CompanyRows) -> SpisovaZnacka | None:
        for mark in sorted(rows.record.file_marks, key=lambda item: item.entered or "", reverse=True):
            if not mark.deleted:
                return self._marked(mark)
        if rows.company.file_mark:
            parts = rows.company.file_mark.replace("/", " ").split()
            if len(parts) == 3 and parts[1].isdigit():
                return self._mark(parts[2], None, parts[0], int(parts[1]))
        return None

    def _mark(self, court: str, court_name: str | None, section: str, insert: int) -> SpisovaZnacka:
        return SpisovaZnacka(
            soud=court,
            soud_nazev=court_name or self._names.table("court").get(court),
            oddil=section,
            vlozka=insert,
            text=f"{section} {insert}/{court}",
        )

    def _marked(self, mark: FileMark) -> SpisovaZnacka:
        return self._mark(mark.court, mark.court_name, mark.section, mark.insert)

    def _branches(self, rows: CompanyRows) -> list[OdstepnyZavod]:
        """Return branches, current first; one that stands in two extracts is shown once, with its mark."""
        branches: dict[tuple[str, str], OdstepnyZavod] = {}
        names: set[str] = set()
        # Those with a mark first, the public register before ARES, so that the others are known again.
        for row in sorted(
            rows.branches, key=lambda row: (row.unit.file_mark is None, _extract_rank(row.source))
        ):
            unit = row.unit
            mark = self._marked(unit.file_mark) if unit.file_mark else None
            name = fold(unit.subject.name or "")
            if name in names if mark is None else (name, mark.text) in branches:
                continue
            names.add(name)
            branches[name, mark.text if mark else str(len(branches))] = OdstepnyZavod(
                nazev=unit.subject.name,
                spisova_znacka=mark,
                sidlo=build_seat(unit.subject, self._names),
                vedouci=None if row.heads is None else people.build_heads(rows, row.heads, unit.deleted),
                zapsano=unit.entered,
                vymazano=unit.deleted,
                aktualni=not unit.deleted or unit.deleted > rows.today,
            )
        return sorted(
            branches.values(), key=lambda item: (not item.aktualni, item.nazev or "", item.zapsano or "")
        )


def _extra(rows: CompanyRows, detail: FirmaDetail) -> CompanyExtra:
    """Return what search and exports need and the detail does not show."""
    row, form, seat = rows.company, detail.pravni_forma, detail.sidlo
    shown = {item.kod for item in detail.cz_nace or ()}
    codes = {code for _, code in rows.activities}.union(filter(None, (row.nace, row.nace2025)))
    return CompanyExtra(
        nace=sorted(codes - shown),
        legal_form_ros=row.legal_form_ros if form and form.kod != row.legal_form_ros else None,
        is_registration=has_registration_number(row),
        is_abroad=is_abroad(row),
        has_seat_text=seat is not None and row.seat_text is not None,
    )


def _forget_unread(detail: FirmaDetail, rows: CompanyRows) -> None:
    """Make lists unknown that are empty only because none of their sources was read, or knows the company."""
    read = {claim.source for claim in rows.claims if claim.source not in EXTRACT_PRECEDENCE}
    if rows.ares is not None and rows.ares.registration == UNKNOWN_TO_ARES:
        read.discard(ARES)
    read.update(rows.lookups)
    if rows.extract is not None:
        read.add(rows.extract.source)
    for name, sources in LISTED_BY.items():
        if read.isdisjoint(sources) and not getattr(detail, name):
            setattr(detail, name, None)


def proceeding_of(row: Any) -> Insolvence:
    """Return a proceeding as shown; whether it runs is null where the register does not tell."""
    named = PROCEEDING_STATES.get(row.state)
    return Insolvence(
        spisova_znacka=row.file_mark,
        cislo_senatu=row.senate,
        soud=row.court,
        stav=row.state,
        stav_nazev=named.cs if named else None,
        probiha=is_running(row.state, row.ended),
        zahajeno=row.started,
        ukonceno=row.ended,
        url=row.url,
    )


def _registrations(packed: str | None) -> list[Registrace] | None:
    if packed is None:
        return None
    return [
        Registrace(registr=_labelled(register, REGISTERS), stav=_labelled(state, REGISTRATION_STATES))
        for register, state in (item.split("=", 1) for item in packed.split())
    ]


def _labelled(code: str, labels: Mapping[str, Message]) -> CodedName:
    return CodedName(kod=code, nazev=labels[code].cs if code in labels else None)


def _share_issue(issue: ShareIssue) -> Akcie:
    currency = CURRENCIES.get(issue.value.unit) if issue.value else None
    return Akcie(
        typ=words_of(issue.kind),
        podoba=words_of(issue.form),
        pocet=issue.count,
        hodnota=number(issue.value.value) if issue.value and currency else None,
        mena=currency,
    )


def _other_facts(rows: CompanyRows) -> list[OstatniSkutecnost]:
    newest_first = sorted(rows.record.other_facts, key=lambda fact: fact.entered or "", reverse=True)
    return [
        OstatniSkutecnost(
            kod=fact.kind, nazev=fact.name, text=fact.text, zapsano=fact.entered, vymazano=fact.deleted
        )
        for fact in sorted(newest_first, key=lambda fact: fact.deleted is not None)
    ]


def _extract_rank(source: str) -> int:
    return EXTRACT_PRECEDENCE.index(source)


def _stated(headcount: str | None) -> str | None:
    return None if headcount == "000" else headcount  # "not stated" is unknown, not a size


def _capital(rows: CompanyRows) -> ZakladniKapital | None:
    current = [item for item in rows.record.capital if not item.deleted and item.amount]
    if not current:
        return None
    return capital_of(max(current, key=lambda item: item.entered or ""))


def _former_names(rows: CompanyRows) -> list[DrivejsiJmeno]:
    current = rows.company.name
    former = [
        DrivejsiJmeno(jmeno=item.text, od=item.entered, do=item.deleted)
        for item in rows.record.names
        if item.deleted and item.text != current
    ]
    return sorted(former, key=lambda item: item.do or "", reverse=True)


def _filings(rows: Sequence[Any]) -> Listiny:
    newest = sorted(rows, key=lambda row: (row.filed or "", row.number), reverse=True)
    return Listiny(
        pocet=len(rows),
        posledni=[
            Listina(
                cislo=row.number,
                typ=row.kinds,
                rok=row.year,
                vznik=row.created,
                podano=row.received,
                zalozeno=row.filed,
                stran=row.pages,
                url=row.url,
            )
            for row in newest[:_SHOWN_FILINGS]
        ],
    )


def _sources(rows: CompanyRows) -> list[Zdroj]:
    """Return when each source was read and since when it has lacked the company.

    Of two records of one register the newer counts.
    """
    times = [*rows.claims, *((source, moment, "") for source, moment in rows.lookups.items())]
    if rows.vat is not None:
        times.append((VAT, rows.vat.answered, ""))
    newest: dict[str, Zdroj] = {}
    for source, moment, missing in sorted(times, key=itemgetter(1)):
        name = WIRE_NAMES[source]
        newest[name] = Zdroj(zdroj=name, aktualizovano=moment, chybi_od=missing or None)
    return [newest[name] for name in sorted(newest)]
