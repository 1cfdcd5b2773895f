"""Bodies of a subject and the persons in them, as the public register enters them."""

from __future__ import annotations

from soupis.folding import fold
from soupis.registers.persons import legal_person, natural_person
from soupis.registers.public_register.entry import Entry
from soupis.registers.public_register.kinds import BODY_ROLES, MEMBER_BODIES, NO, is_unused
from soupis.registers.public_register.seat import read_seat
from soupis.registers.public_register.shares import is_read_as_share, is_released, read_shares
from soupis.registers.records import (
    COMMON_SHARE_HOLDER,
    RELEASED_SHARE,
    Body,
    Branch,
    Engagement,
    LegalPerson,
    NaturalPerson,
    Share,
    Subject,
    latest,
)
from soupis.registers.share_periods import encumber, shares_of_holder
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
        name = heading or section.text("udajTyp", "nazev")
        body = self._new(section.kind, name, section.entered, section.deleted)
        self._read_members(body, section, heading)

    def add_branch(self, branch: Entry) -> None:
        """Add a branch (odštěpný závod), and a body whose members are its heads."""
        entries = branch.sub_entries()
        names = [
            entry.text("hodnotaText") for entry in entries if entry.kind == "NAZEV" and not entry.deleted
        ]
        name = next(filter(None, [*names, branch.text("osoba", "nazev"), _heading(branch)]), None)
        body = self._new("ODSTEPNY_ZAVOD", name, branch.entered, branch.deleted)
        seats = [entry for entry in entries if entry.kind == "SIDLO"]
        subject = Subject(0, name=name)
        read_seat(latest(seats) or branch, subject)
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
            self._loose[kind] = self._new(kind, member.text("udajTyp", "nazev"), None, None)
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
            elif "osoba" in entry.parts or (body.role == "partners" and entry.kind in MEMBER_BODIES):
                self._add_member(body, entry, heading)
            elif "podudaje" in entry.parts:
                self._read_members(body, entry, heading)
            elif entry.kind not in MEMBER_BODIES and not is_unused(entry.kind):
                self._unknown.append(entry.kind)

    def _add_member(self, body: Body, entry: Entry, heading: str | None) -> None:
        """Add the person of an entry, or the holders of a common share, or a share without a holder."""
        if entry.kind not in MEMBER_BODIES and entry.kind not in BODY_ROLES:
            self._unknown.append(entry.kind)
        member = _engagement(entry, heading)
        if member is not None:
            body.members.append(member)
        holders = self._add_below(body, entry, heading, member)
        shares, released = read_shares(entry), is_released(entry)
        if member is not None:
            member.shares += shares
        elif "osoba" not in entry.parts:  # otherwise the person is not to be shown
            if released:
                body.members.append(_released_share(entry, shares))
            else:
                self._add_common_shares(entry, shares, holders)

    def _add_below(
        self, body: Body, entry: Entry, heading: str | None, member: Engagement | None
    ) -> list[Engagement]:
        """Add the persons below an entry: representatives of its member, other members; return the latter."""
        before = len(body.members)
        for below in entry.sub_entries():
            if "_ZASTUP" in below.kind or "_ZASTOUP" in below.kind:
                if member is not None and (representative := _engagement(below, None)) is not None:
                    member.representatives.append(representative)
            elif "osoba" in below.parts:
                self._add_member(body, below, heading)
            elif not is_read_as_share(below.kind) and not is_unused(below.kind):
                self._unknown.append(below.kind)
        return body.members[before:]

    def _add_common_shares(self, entry: Entry, shares: list[Share], holders: list[Engagement]) -> None:
        """Give the shares of an entry without a person of its own to those who hold them together.

        An encumbrance entered for one holder is one of the shares as that person holds them.
        """
        if shares and not holders:
            self._unknown += [item.kind for item in entry.sub_entries() if is_read_as_share(item.kind)]
        for holder in holders if shares else ():
            holder.kind = COMMON_SHARE_HOLDER
            own = [share for share in holder.shares if share != Share(encumbrances=share.encumbrances)]
            below = [item for share in holder.shares if share not in own for item in share.encumbrances]
            holder.shares = own + encumber(shares_of_holder(shares, holder), below)


def _released_share(entry: Entry, shares: list[Share]) -> Engagement:
    released = Engagement(RELEASED_SHARE, None, None, entry.entered, entry.deleted, note=_note(entry))
    released.shares = shares_of_holder(shares, released)
    return released


def _engagement(entry: Entry, heading: str | None) -> Engagement | None:
    person = _person(entry)
    if person is None:
        return None
    # Of trusts: who did not agree to be shown is not read.
    if (entry.text("hodnotaUdaje", "udelenSouhlas") or "").lower() in NO:
        return None
    return Engagement(
        kind=entry.kind,
        person=person,
        function=entry.text("funkce")
        or _heading(entry)
        or _sole(entry, heading)
        or _FUNCTIONS.get(fold(heading or "")),
        entered=entry.entered,
        deleted=entry.deleted,
        member_from=entry.date("clenstviOd"),
        member_to=entry.date("clenstviDo"),
        function_from=entry.date("funkceOd"),
        function_to=entry.date("funkceDo"),
        note=_note(entry),
    )


def _note(entry: Entry) -> str | None:
    """Return the text that the register adds to a person."""
    inner = entry.text("hodnotaUdaje", "textZaOsobu")
    return entry.text("hodnotaUdaje", "textZaOsobu", "value") or inner or entry.text("textZaOsobu")


def _sole(entry: Entry, heading: str | None) -> str | None:
    """Return the name of an entry's kind if it says that the person is the only one ("jediný akcionář").

    A heading in the plural ("akcionáři") contradicts it.
    """
    name = entry.text("udajTyp", "nazev")
    return name if name and fold(name).startswith("jedin") and not fold(heading or "").endswith("i") else None


def _heading(entry: Entry) -> str | None:
    heading = entry.text("hlavicka")
    return heading.rstrip(" :") or None if heading else None


def _person(entry: Entry) -> NaturalPerson | LegalPerson | None:
    """Return the person of an entry; of a natural person's address only the state is read."""
    element = entry.parts.get("osoba")
    if element is None:
        return None
    parts = {child.tag: clean_common(child.text) for child in element}
    country = entry.text("bydliste", "statNazev") or entry.text("adresa", "statNazev")
    return natural_person(
        parts.get("jmeno"),
        parts.get("prijmeni"),
        parts.get("titulPred"),
        parts.get("titulZa"),
        known_date(parts.get("narozDatum")),
        country,
    ) or legal_person(
        parts.get("nazev"),
        parts.get("ico"),
        country,
        address=entry.text("adresa", "adresaText"),
        registration=parts.get("regCislo"),
        euid=parts.get("euid"),
    )
