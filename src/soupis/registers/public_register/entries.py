"""From one piece of the public register's XML (a subject) to the extract of that subject."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from soupis.identifiers import parse_ico
from soupis.registers.codelists import court_name, legal_form_code
from soupis.registers.public_register import kinds
from soupis.registers.public_register.bodies import BodyReader
from soupis.registers.public_register.entry import Entry
from soupis.registers.public_register.seat import read_seat
from soupis.registers.public_register.subject_elements import LARGEST_ELEMENT
from soupis.registers.records import Capital, DatedText, FileMark, RegisterExtract, Rejected, Subject
from soupis.registers.values import clean, czech_date, known_date

_ICO = re.compile(rb"<ico>\s*(\d{1,8})\s*</ico>")
_START = re.compile(rb"<Subjekt[\s>]")
_FILE_MARK = re.compile(r"(\w+)\s+(\d{1,9})\s*/\s*(\w+)")
_NO = frozenset({"false", "ne", "0"})


def parse_subject_element(piece: bytes) -> RegisterExtract | Rejected:
    """Parse one subject, `<Subjekt>` to `</Subjekt>` in UTF-8, as `iter_subject_elements` yields it.

    Never raises: a piece that is malformed, larger than LARGEST_ELEMENT bytes or without a company ID
    comes back as rejected. Facts of unknown kinds are named in `unknown_entries`, once per occurrence.
    """
    if len(piece) > LARGEST_ELEMENT:
        return Rejected(_place(piece[:65536]), f"the subject is larger than {LARGEST_ELEMENT >> 20} MB")
    # A piece has no document type, so there are no entities in it to expand or to fetch.
    if not _START.match(piece):
        return Rejected(_place(piece), "the piece does not start with <Subjekt>")
    try:
        root = ElementTree.fromstring(piece)  # noqa: S314
        ico = parse_ico(root.findtext("ico"))
        if ico is None:
            name = clean(root.findtext("nazev"))
            return Rejected(f"subject {name or 'without a name'}", "the subject has no company ID")
        return _Reader(root, ico).extract()
    except ElementTree.ParseError as error:
        return Rejected(_place(piece), f"malformed XML: {error}")
    except RecursionError:
        return Rejected(_place(piece), "facts are nested too deep")


def _place(piece: bytes) -> str:
    ico = _ICO.search(piece)
    return f"subject (IČO {ico[1].decode():0>8})" if ico else "subject of unknown IČO"


class _Reader:
    """Reads the facts of one subject."""

    def __init__(self, root: ElementTree.Element, ico: int) -> None:
        self._root = root
        self._result = RegisterExtract(Subject(ico))
        self._bodies = BodyReader(self._result.unknown_entries)
        self._by_kind: dict[str, list[Entry]] = {}

    def extract(self) -> RegisterExtract:
        """Return everything that the piece says."""
        for facts in self._root.findall("udaje"):
            for element in facts:
                if element.tag == "Udaj":
                    self._read(Entry(element))
        result = self._result
        result.bodies = self._bodies.bodies
        result.names += self._texts("NAZEV")
        result.names += self._texts("CIZI_NAZEV")
        self._read_subject(result.subject)
        result.persons_hidden = any(
            fact.deleted is None and (fact.text("hodnotaText") or "").lower() not in _NO
            for fact in self._by_kind.get("ZNEPRISTUPNENI_UDAJU", ())
        )
        return result

    def _read(self, fact: Entry) -> None:
        kind, result = fact.kind, self._result
        if kind in kinds.BODY_ROLES:
            self._bodies.add_section(fact)
        elif kind in kinds.MEMBER_BODIES:
            self._bodies.add_loose_member(fact)
        elif kind in kinds.LINES_OF_BUSINESS:
            if line := fact.dated_text():
                result.business_lines.append(line)
            self._read_below(fact)
        elif kind == "SPIS_ZN":
            if mark := _file_mark(fact):
                result.file_marks.append(mark)
        elif kind == "ZAKLADNI_KAPITAL":
            if capital := _capital(fact):
                result.capital.append(capital)
        elif kind == "AKCIE":
            result.share_issues.append(_shares(fact))
        elif kind == "ODSTEPNY_ZAVOD":
            self._bodies.add_branch(fact)
        elif kind in _SUBJECT_KINDS:
            self._by_kind.setdefault(kind, []).append(fact)
        elif kind in kinds.CONTAINERS:
            self._read_below(fact)
        elif not kinds.is_unused(kind):
            result.unknown_entries.append(kind or "without kod")
            if kind.endswith("_SEKCE"):
                self._read_below(fact)

    def _read_below(self, fact: Entry) -> None:
        for below in fact.sub_entries():
            self._read(below)

    def _texts(self, kind: str) -> list[DatedText]:
        return [text for fact in self._by_kind.get(kind, ()) if (text := fact.dated_text())]

    def _read_subject(self, subject: Subject) -> None:
        root = self._root
        name, form, end = (
            self._valid("NAZEV"),
            self._valid("PRAVNI_FORMA"),
            self._valid("PRAVNI_DUVOD_VYMAZU"),
        )
        subject.name = clean(root.findtext("nazev")) or (name.text("hodnotaText") if name else None)
        if form:
            code = form.inner("pravniForma", "kod")
            known = code is not None and len(code) == 3 and code.isascii() and code.isdigit()
            subject.legal_form = (
                code
                if known
                else legal_form_code(
                    form.inner("pravniForma", "nazev"),
                    form.inner("pravniForma", "zkratka"),
                    form.text("hodnotaText"),
                )
            )
        founded = self._valid("VZNIK")
        subject.founded = czech_date(founded.text("hodnotaText")) if founded else None
        deleted = clean(root.findtext("vymazDatum"))
        subject.ceased = known_date(deleted)
        subject.ended = deleted is not None
        subject.end_reason = end.text("hodnotaText") if end else None
        if seat := self._valid("SIDLO"):
            read_seat(seat, subject)

    def _valid(self, kind: str) -> Entry | None:
        """Return the valid fact of a kind; of a deleted subject, the one that was valid last."""
        facts = self._by_kind.get(kind)
        if not facts:
            return None
        return max(facts, key=lambda fact: (fact.deleted or "9999", fact.entered or ""))


_SUBJECT_KINDS = frozenset(
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


def _file_mark(fact: Entry) -> FileMark | None:
    court = fact.inner("spisZn", "soud/kod")
    section = fact.inner("spisZn", "oddil")
    insert = fact.inner("spisZn", "vlozka")
    text = _FILE_MARK.fullmatch(fact.text("hodnotaText") or "")
    if text is not None:
        section, insert, court = section or text[1], insert or text[2], court or text[3]
    if not (court and section and insert and insert.isascii() and insert.isdigit()):
        return None
    return FileMark(
        court=court,
        section=section,
        insert=int(insert),
        court_name=fact.inner("spisZn", "soud/nazev") or court_name(court),
        entered=fact.entered,
        deleted=fact.deleted,
    )


def _capital(fact: Entry) -> Capital | None:
    amount, paid = fact.amount("vklad"), fact.amount("splaceni")
    text = fact.inner("hodnotaUdaje", "text") or fact.text("hodnotaText")
    if not (amount or paid or text):
        return None
    return Capital(amount, paid, "ZAKLADNI_KAPITAL", text, fact.entered, fact.deleted)


def _shares(fact: Entry) -> Capital:
    """Return an issue of shares: nominal value of one as the amount; number, type and form in the text."""
    count = fact.inner("hodnotaUdaje", "pocet")
    words = [
        f"{count} ks" if count else None,
        fact.inner("hodnotaUdaje", "typ"),
        fact.inner("hodnotaUdaje", "podoba"),
        fact.inner("hodnotaUdaje", "text") or fact.text("hodnotaText"),
    ]
    text = ", ".join(word for word in words if word) or None
    return Capital(fact.amount("hodnota"), None, "AKCIE", text, fact.entered, fact.deleted)
