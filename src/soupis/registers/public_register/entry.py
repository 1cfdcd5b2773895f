"""One entry (`Udaj`) of the public register as its named parts."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from soupis.registers.records import Amount, DatedText
from soupis.registers.values import amount, clean, clean_lines, known_date


class Entry:
    """One `Udaj`: its kind, its dates and its parts by name; `deleted` may come from the section above."""

    __slots__ = ("deleted", "entered", "kind", "parts")

    def __init__(self, element: Element, deleted_above: str | None = None) -> None:
        self.parts: dict[str, Element] = {child.tag: child for child in element}
        kind = self.parts.get("udajTyp")
        self.kind = (kind is not None and clean(kind.findtext("kod"))) or ""
        self.entered = self.date("zapisDatum")
        self.deleted = self.date("vymazDatum") or deleted_above

    def text(self, name: str) -> str | None:
        """Return the text of a part on one line, None when it is absent or empty."""
        part = self.parts.get(name)
        return clean(part.text) if part is not None else None

    def date(self, name: str) -> str | None:
        """Return the date of a part, None when it is absent or no date."""
        part = self.parts.get(name)
        return known_date(part.text) if part is not None else None

    def inner(self, name: str, path: str) -> str | None:
        """Return the text at a path inside of a part."""
        part = self.parts.get(name)
        return clean(part.findtext(path)) if part is not None else None

    def amount(self, path: str) -> Amount | None:
        """Return the amount at a path inside of `hodnotaUdaje`."""
        part = self.parts.get("hodnotaUdaje")
        place = part.find(path) if part is not None else None
        if place is None:
            return None
        return amount(place.findtext("typ"), place.findtext("textValue"))

    def dated_text(self) -> DatedText | None:
        """Return the entry's text, in the lines of the register, with its dates; None when it has none."""
        part = self.parts.get("hodnotaText")
        text = clean_lines(part.text) if part is not None else None
        return DatedText(text, self.entered, self.deleted) if text else None

    def sub_entries(self) -> Iterator[Entry]:
        """Yield the entries nested in this one; where this one is deleted, they are too."""
        below = self.parts.get("podudaje")
        if below is not None:
            for element in below:
                if element.tag == "Udaj":
                    yield Entry(element, self.deleted)
