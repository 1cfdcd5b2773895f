"""One entry (`Udaj`) of the public register as its named parts."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from soupis.registers.records import Amount, DatedText
from soupis.registers.values import amount, clean, clean_common, clean_lines, known_date


class Entry:
    """One `Udaj`: its kind, its dates and its parts by name; `deleted` may come from the section above.

    Raises ValueError for a day of deletion that cannot be read: the entry would pass for one that holds.
    """

    __slots__ = ("deleted", "entered", "kind", "parts")

    def __init__(self, element: Element, deleted_above: str | None = None) -> None:
        self.parts = parts = {child.tag: child for child in element}
        kind, entered, deleted = parts.get("udajTyp"), parts.get("zapisDatum"), parts.get("vymazDatum")
        self.kind = (kind is not None and clean_common(kind.findtext("kod"))) or ""
        self.entered = known_date(entered.text) if entered is not None else None
        day = known_date(deleted.text) if deleted is not None else None
        if day is None and deleted is not None and clean(deleted.text):
            raise ValueError("a day of deletion is no date")
        self.deleted = day or deleted_above

    def text(self, name: str) -> str | None:
        """Return the text of a part on one line, None when it is absent or empty."""
        part = self.parts.get(name)
        return clean(part.text) if part is not None else None

    def date(self, name: str) -> str | None:
        """Return the date of a part, None when it is absent or no date."""
        part = self.parts.get(name)
        return known_date(part.text) if part is not None else None

    def inner(self, name: str, child: str) -> str | None:
        """Return the text of a child of a part."""
        part = self.parts.get(name)
        return clean_common(part.findtext(child)) if part is not None else None

    def innermost(self, name: str, child: str, grandchild: str) -> str | None:
        """Return the text of a child's child of a part."""
        part = self.parts.get(name)
        for place in part.findall(child) if part is not None else ():
            if (found := place.find(grandchild)) is not None:
                return clean_common(found.text)
        return None

    def amount(self, name: str) -> Amount | None:
        """Return the amount that a child of `hodnotaUdaje` is."""
        part = self.parts.get("hodnotaUdaje")
        place = part.find(name) if part is not None else None
        if place is None:
            return None
        return amount(place.findtext("typ"), place.findtext("textValue"))

    def dated_text(self) -> DatedText | None:
        """Return the entry's text, in the lines of the register, with its dates; None when it has none."""
        part = self.parts.get("hodnotaText")
        text = clean_lines(part.text) if part is not None else None
        return DatedText(text, self.entered, self.deleted) if text else None

    def sub_entries(self) -> Sequence[Entry]:
        """Return the entries nested in this one; where this one is deleted, they are too."""
        below = self.parts.get("podudaje")
        if below is None:
            return ()
        return [Entry(element, self.deleted) for element in below if element.tag == "Udaj"]
