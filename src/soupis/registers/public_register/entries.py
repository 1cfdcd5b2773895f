"""From one element of the public register's XML (a subject) to the extract of that subject."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from soupis.identifiers import parse_ico
from soupis.registers.codelists import court_name, legal_form_code
from soupis.registers.legal_forms import BRANCH, has_branch_words, is_branch_by_content
from soupis.registers.public_register import kinds
from soupis.registers.public_register.bodies import BodyReader
from soupis.registers.public_register.entry import Entry, deletion_day
from soupis.registers.public_register.seat import read_seat
from soupis.registers.public_register.subject_elements import LARGEST_ELEMENT
from soupis.registers.records import (
    Capital,
    DatedSeat,
    DatedText,
    FileMark,
    OtherFact,
    RegisterExtract,
    Rejected,
    ShareIssue,
    Subject,
    latest,
)
from soupis.registers.values import clean, czech_date, known_date, whole_number

_ICO = re.compile(rb"<ico>\s*(\d{1,8})\s*</ico>")
_MARK = b"<kod>SPIS_ZN</kod>"
_START = re.compile(rb"<Subjekt[\s>]")
_FILE_MARK = re.compile(r"(\w+)\s+(\d{1,9})\s*/\s*(\w+)")


def is_readable(element: bytes) -> bool:
    """Tell whether `parse_subject_element` would read an element, in a small part of the time."""
    if len(element) > LARGEST_ELEMENT or not _START.match(element):
        return False
    quick = _ICO.search(element, 0, 2_000)
    if quick is None or parse_ico(quick[1].decode()) is None:
        return not isinstance(parse_subject_element(element), Rejected)
    try:
        expat.ParserCreate(namespace_separator="}").Parse(element, True)
    except expat.ExpatError:
        return False
    return True


def parse_subject_element(element: bytes) -> RegisterExtract | Rejected:
    """Parse one subject, `<Subjekt>` to `</Subjekt>` in UTF-8, as `iter_subject_elements` yields it.

    Never raises: an element that is malformed, larger than LARGEST_ELEMENT bytes or without a company ID
    comes back as rejected. Facts of unknown kinds are named in `unknown_entries`, texts of known
    facts that are not read in `unread_texts`, each once per occurrence.
    """
    if len(element) > LARGEST_ELEMENT:
        return Rejected(_place(element[:65536]), f"the subject is larger than {LARGEST_ELEMENT >> 20} MB")
    # An element has no document type, so there are no entities in it to expand or to fetch.
    if not _START.match(element):
        return Rejected(_place(element), "the element does not start with <Subjekt>")
    try:
        root = ElementTree.fromstring(element)  # noqa: S314
        ico = parse_ico(root.findtext("ico"))
        if ico is None:
            name = clean(root.findtext("nazev"))
            return Rejected(f"subject {name or 'without a name'}", "the subject has no company ID")
        return _Reader(root, ico).extract()
    except ElementTree.ParseError as error:
        return Rejected(_place(element), f"malformed XML: {error}")
    except ValueError as error:
        return Rejected(_place(element), str(error))
    except RecursionError:
        return Rejected(_place(element), "entries are nested too deep")


def _place(element: bytes) -> str:
    ico = _ICO.search(element)
    return f"subject (IČO {ico[1].decode():0>8})" if ico else "subject of unknown IČO"


class _Reader:
    """Reads the entries of one subject."""

    def __init__(self, root: ElementTree.Element, ico: int) -> None:
        self._root = root
        self._result = result = RegisterExtract(Subject(ico))
        self._bodies = BodyReader(result.unknown_entries)
        self._by_kind: dict[str, list[Entry]] = defaultdict(list)
        self._opened: list[Entry] = []
        # By the reading of a kind: the list that its values go to and their reader, or what keeps the entry.
        self._lists: dict[str, tuple[list[Any], Callable[[Entry], Any]]] = {
            "business_line": (result.business_lines, Entry.dated_text),
            "file_mark": (result.file_marks, _file_mark),
            "capital": (result.capital, _capital),
            "share_issue": (result.share_issues, _share_issue),
        }
        self._keepers: dict[str, Callable[[Entry], None]] = {
            "body": self._bodies.add_section,
            "member": self._bodies.add_loose_member,
            "administrator": self._bodies.add_loose_member,
            "branch": self._bodies.add_branch,
            "subject": self._keep_for_subject,
            "text": self._keep_text,
            "fact": self._keep_text,
            "unknown": self._keep_unknown,
        }

    def extract(self) -> RegisterExtract:
        """Return everything that the element says."""
        for section in self._root.findall("udaje"):
            for element in section:
                if element.tag == "Udaj":
                    self._read(Entry(element, None, self._opened))
        if not self._opened and self._root.find("udaje/*") is not None:
            raise ValueError("none of the subject's entries is one of the public register")
        result = self._result
        result.bodies = self._bodies.bodies
        result.names += self._texts("NAZEV")
        result.foreign_names += self._texts("CIZI_NAZEV")
        result.names += result.foreign_names
        self._read_subject(result.subject)
        result.entered = known_date(self._root.findtext("zapisDatum"))
        result.branches = self._bodies.branches
        result.persons_hidden = any(
            entry.deleted is None and (entry.text("hodnotaText") or "").lower() not in kinds.NO
            for entry in self._by_kind["ZNEPRISTUPNENI_UDAJU"]
        )
        result.unread_texts = self._unread_texts()
        return result

    def _unread_texts(self) -> list[str]:
        unknown = {*self._result.unknown_entries, ""}
        return [
            f"{entry.kind} {path}"
            for entry in self._opened
            if entry.kind not in unknown and not kinds.is_unused(entry.kind)
            for path in entry.unread()
        ]

    def _read(self, entry: Entry) -> None:
        reading = kinds.kind_of(entry.kind).reading
        if reading in self._lists:
            values, read = self._lists[reading]
            if value := read(entry):
                values.append(value)
        elif keep := self._keepers.get(reading):
            keep(entry)
        is_section = reading == "unknown" and entry.kind.endswith("_SEKCE")
        if is_section or reading in {"container", "business_line", "text", "fact"}:
            for below in entry.sub_entries():
                self._read(below)

    def _keep_for_subject(self, entry: Entry) -> None:
        self._by_kind[entry.kind].append(entry)

    def _keep_unknown(self, entry: Entry) -> None:
        self._keep_text(entry)
        self._result.unknown_entries.append(entry.kind or "without kod")

    def _keep_text(self, entry: Entry) -> None:
        found, kind = entry.dated_note(), entry.kind
        name = entry.text("udajTyp", "nazev")
        if found is None and kinds.kind_of(kind).reading == "fact" and "podudaje" not in entry.parts:
            found = DatedText(name or kind, entry.entered, entry.deleted)
        if found and kind:
            self._result.other_facts.append(
                OtherFact(kind, entry.note_kind() or name, found.text, found.entered, found.deleted)
            )

    def _texts(self, kind: str) -> list[DatedText]:
        return [
            DatedText(text, entry.entered, entry.deleted)
            for entry in self._by_kind[kind]
            if (text := entry.text("hodnotaText"))
        ]

    def _read_subject(self, subject: Subject) -> None:
        root = self._root
        name, form, end = (
            self._valid("NAZEV"),
            self._valid("PRAVNI_FORMA"),
            self._valid("PRAVNI_DUVOD_VYMAZU"),
        )
        subject.name = clean(root.findtext("nazev")) or (name.text("hodnotaText") if name else None)
        if form:
            code = form.text("pravniForma", "kod")
            is_code = code is not None and len(code) == 3 and code.isascii() and code.isdigit()
            subject.legal_form = (
                code
                if is_code
                else legal_form_code(
                    form.text("pravniForma", "nazev"),
                    form.text("pravniForma", "zkratka"),
                    form.text("hodnotaText"),
                )
            )
        if subject.legal_form is None and self._is_branch():
            subject.legal_form = BRANCH
        founded = self._valid("VZNIK")
        subject.founded = czech_date(founded.text("hodnotaText")) if founded else None
        subject.ceased = deletion_day(root.findtext("vymazDatum"))
        subject.ended = subject.ceased is not None
        subject.end_reason = end.text("hodnotaText") if end else None
        valid = self._valid("SIDLO")
        for entry in self._by_kind["SIDLO"]:
            holder = subject if entry is valid else Subject(subject.ico)
            read_seat(entry, holder)
            if holder.seat_municipality or holder.seat_text:
                self._result.seats.append(DatedSeat(holder, entry.entered, entry.deleted))

    def _is_branch(self) -> bool:
        """Tell whether a subject without a known legal form is an organisational unit of somebody.

        Its legal form or a heading says so in words, or its name and its bodies tell.
        """
        words = [entry.text("hlavicka") for entries in self._by_kind.values() for entry in entries]
        if form := self._valid("PRAVNI_FORMA"):
            words += [form.text("pravniForma", "nazev"), form.text("hodnotaText")]
        kinds_of_bodies = {body.kind for body in self._bodies.bodies}
        is_branch = is_branch_by_content(self._result.subject.name, kinds_of_bodies)
        return is_branch or any(map(has_branch_words, words))

    def _valid(self, kind: str) -> Entry | None:
        """Return the valid entry of a kind; of a deleted subject, the one that was valid last."""
        return latest(self._by_kind[kind])


def file_marks_of(element: bytes) -> list[FileMark]:
    """Return the file marks of a subject without parsing more of it than they are written in."""
    marks = []
    place = 0
    while (place := element.find(_MARK, place)) >= 0:
        start, end = element.rfind(b"<Udaj>", 0, place), element.find(b"</Udaj>", place)
        place += len(_MARK)
        if start < 0 or end < 0:
            continue
        try:
            entry = Entry(ElementTree.fromstring(element[start : end + len(b"</Udaj>")]))  # noqa: S314
        except (ElementTree.ParseError, ValueError):
            continue  # whoever parses the whole subject will say so
        if mark := _file_mark(entry):
            marks.append(mark)
    return marks


def _file_mark(entry: Entry) -> FileMark | None:
    court = entry.text("spisZn", "soud", "kod")
    section = entry.text("spisZn", "oddil")
    insert = entry.text("spisZn", "vlozka")
    text = _FILE_MARK.fullmatch(entry.text("hodnotaText") or "")
    if text is not None:
        section, insert, court = section or text[1], insert or text[2], court or text[3]
    if not (court and section and insert and insert.isascii() and insert.isdigit()):
        return None
    return FileMark(
        court=court,
        section=section,
        insert=int(insert),
        court_name=entry.text("spisZn", "soud", "nazev") or court_name(court),
        entered=entry.entered,
        deleted=entry.deleted,
    )


def _capital(entry: Entry) -> Capital | None:
    amount, paid = entry.amount("vklad"), entry.amount("splaceni")
    text = entry.text("hodnotaUdaje", "text") or entry.text("hodnotaText")
    if not (amount or paid or text):
        return None
    return Capital(amount, paid, "ZAKLADNI_KAPITAL", text, entry.entered, entry.deleted)


def _share_issue(entry: Entry) -> ShareIssue:
    return ShareIssue(
        kind=entry.text("hodnotaUdaje", "typ"),
        form=entry.text("hodnotaUdaje", "podoba"),
        count=whole_number(entry.text("hodnotaUdaje", "pocet")),
        value=entry.amount("hodnota"),
        text=entry.text("hodnotaUdaje", "text") or entry.text("hodnotaText"),
        entered=entry.entered,
        deleted=entry.deleted,
    )
