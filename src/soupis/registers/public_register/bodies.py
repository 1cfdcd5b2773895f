"""Bodies of a subject and the persons in them, as the public register enters them."""

from __future__ import annotations

from soupis.folding import fold
from soupis.registers.legal_persons import legal_person
from soupis.registers.public_register.entry import Entry
from soupis.registers.public_register.kinds import BODY_ROLES, MEMBER_BODIES, NO, is_unused
from soupis.registers.public_register.seat import read_seat
from soupis.registers.records import (
    Body,
    Branch,
    Engagement,
    LegalPerson,
    NaturalPerson,
    Share,
    Subject,
)
from soupis.registers.values import clean_common, known_date

# Headings of sections that name the function of each member; others name the body ("představenstvo").
_FUNCTIONS = {
    "jednatel": "jednatel",
    "jednatele": "jednatel",
    "prokurista": "prokurista",
    "prokuriste": "prokurista",
    "likvidator": "likvidátor",
    "likvidatori": "likvidátor",
    "reditel": "ředitel",
    "statutarni reditel": "statutární ředitel",
    "predseda": "předseda",
    "revizor": "revizor",
    "spravce": "správce",
    "sverensky spravce": "svěřenský správce",
    "opatrovnik": "opatrovník",
    "spolecnik": "společník",
    "spolecnici": "společník",
    "komanditista": "komanditista",
    "komanditiste": "komanditista",
    "komplementar": "komplementář",
    "komplementari": "komplementář",
    "akcionar": "akcionář",
    "akcionari": "akcionář",
    "jediny akcionar": "jediný akcionář",
}


class BodyReader:
    """Collects the bodies of one subject; kinds of entries that it does not know go to `unknown`."""

    def __init__(self, unknown: list[str]) -> None:
        self.bodies: list[Body] = []
        self.branches: list[Branch] = []
        self._unknown = unknown
        self._loose: dict[str, Body] = {}

    def add_section(self, section: Entry) -> None:
        """Add the body of a section with its members."""
        heading = _heading(section)
        name = heading or section.inner("udajTyp", "nazev")
        body = self._new(section.kind, name, section.entered, section.deleted)
        self._read_members(body, section, heading)

    def add_branch(self, branch: Entry) -> None:
        """Add a branch (odštěpný závod), and a body whose members are its heads."""
        entries = branch.sub_entries()
        names = [
            entry.text("hodnotaText") for entry in entries if entry.kind == "NAZEV" and not entry.deleted
        ]
        name = next(filter(None, [*names, branch.inner("osoba", "nazev"), _heading(branch)]), None)
        body = self._new("ODSTEPNY_ZAVOD", name, branch.entered, branch.deleted)
        seats = [entry for entry in entries if entry.kind == "SIDLO"]
        place = max(seats, key=lambda entry: (entry.deleted or "9999", entry.entered or ""), default=branch)
        subject = Subject(0, name=name)
        read_seat(place, subject)
        self.branches.append(Branch(subject, None, branch.entered, branch.deleted))
        for entry in entries:
            if entry.kind == "OZ_VEDOUCI":
                self._add_member(body, entry, None)
            elif entry.kind == "OZ_VEDOUCI_SEKCE":
                self._read_members(body, entry, None)

    def add_loose_member(self, member: Entry) -> None:
        """Add a member that stands outside of a section to the body that its kind belongs to."""
        kind = MEMBER_BODIES[member.kind]
        if kind not in self._loose:
            self._loose[kind] = self._new(kind, member.inner("udajTyp", "nazev"), None, None)
        self._add_member(self._loose[kind], member, None)

    def _new(self, kind: str, name: str | None, entered: str | None, deleted: str | None) -> Body:
        body = Body(BODY_ROLES.get(kind, "other"), kind, name, entered, deleted)
        self.bodies.append(body)
        return body

    def _read_members(self, body: Body, section: Entry, heading: str | None) -> None:
        if "osoba" in section.parts and section.kind in BODY_ROLES:
            # A section without members of its own that names the one person itself.
            self._add_member(body, section, heading)
            return
        for entry in section.sub_entries():
            if entry.kind == "ZPUSOB_JEDNANI" or entry.kind == "TEXT_PROKURA":
                if text := entry.dated_text():
                    body.acting.append(text)
            elif "osoba" in entry.parts:
                self._add_member(body, entry, heading)
            elif "podudaje" in entry.parts:
                self._read_members(body, entry, heading)
            elif entry.kind not in MEMBER_BODIES and not is_unused(entry.kind):
                self._unknown.append(entry.kind)

    def _add_member(self, body: Body, entry: Entry, heading: str | None) -> None:
        if entry.kind not in MEMBER_BODIES and entry.kind not in BODY_ROLES:
            self._unknown.append(entry.kind)
        member = _engagement(entry, heading)
        if member is not None:
            body.members.append(member)
            if (share := _share(entry)) is not None:
                member.shares.append(share)
        for below in entry.sub_entries():
            if below.kind.endswith("_PODIL"):
                if member is not None and (share := _share(below)) is not None:
                    member.shares.append(share)
            elif "_ZASTUP" in below.kind or "_ZASTOUP" in below.kind:
                if member is not None and (representative := _engagement(below, None)) is not None:
                    member.representatives.append(representative)
            elif "osoba" in below.parts:
                self._add_member(body, below, heading)
            elif not is_unused(below.kind):
                self._unknown.append(below.kind)


def _engagement(entry: Entry, heading: str | None) -> Engagement | None:
    person = _person(entry)
    if person is None:
        return None
    note = None
    if "hodnotaUdaje" in entry.parts:
        # Of trusts: who did not agree to be shown is not read.
        if (entry.inner("hodnotaUdaje", "udelenSouhlas") or "").lower() in NO:
            return None
        note = entry.innermost("hodnotaUdaje", "textZaOsobu", "value") or entry.inner(
            "hodnotaUdaje", "textZaOsobu"
        )
    return Engagement(
        kind=entry.kind,
        person=person,
        function=entry.text("funkce") or _heading(entry) or _FUNCTIONS.get(fold(heading or "")),
        entered=entry.entered,
        deleted=entry.deleted,
        member_from=entry.date("clenstviOd"),
        member_to=entry.date("clenstviDo"),
        function_from=entry.date("funkceOd"),
        function_to=entry.date("funkceDo"),
        note=note or entry.text("textZaOsobu"),
    )


def _heading(entry: Entry) -> str | None:
    heading = entry.text("hlavicka")
    return heading.rstrip(" :") or None if heading else None


def _person(entry: Entry) -> NaturalPerson | LegalPerson | None:
    """Return the person of an entry; of a natural person's address only the state is read."""
    element = entry.parts.get("osoba")
    if element is None:
        return None
    parts = {child.tag: clean_common(child.text) for child in element}
    first_name, last_name = parts.get("jmeno"), parts.get("prijmeni")
    country = entry.inner("bydliste", "statNazev") or entry.inner("adresa", "statNazev")
    if first_name or last_name:
        return NaturalPerson(
            last_name=last_name or first_name or "",
            first_name=first_name if last_name else None,
            title_before=parts.get("titulPred"),
            title_after=parts.get("titulZa"),
            birth_date=known_date(parts.get("narozDatum")),
            country=country,
        )
    return legal_person(
        parts.get("nazev"),
        parts.get("ico"),
        country,
        address=entry.inner("adresa", "adresaText"),
        registration=parts.get("regCislo"),
        euid=parts.get("euid"),
    )


def _share(entry: Entry) -> Share | None:
    if "hodnotaUdaje" not in entry.parts:
        return None
    share = Share(
        contribution=entry.amount("vklad"),
        size=entry.amount("souhrn"),
        paid=entry.amount("splaceni"),
        kind=entry.inner("hodnotaUdaje", "druhPodilu"),
        text=entry.inner("hodnotaUdaje", "kmenovyList") if entry.kind.endswith("_PODIL") else None,
        entered=entry.entered,
        deleted=entry.deleted,
    )
    if not (share.contribution or share.size or share.paid or share.kind or share.text):
        return None
    return share
