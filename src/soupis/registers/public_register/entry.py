"""One entry (`Udaj`) of the public register as its named parts."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from soupis.registers.public_register.kinds import LABELS, is_known_part, is_left_out
from soupis.registers.records import Amount, DatedText
from soupis.registers.values import amount, clean, clean_common, clean_lines, known_date, posting_note


def deletion_day(text: str | None) -> str | None:
    """Return the day of a deletion, or None if nothing was deleted.

    Raises ValueError for a text that is not a date, because what was deleted would pass for valid.
    """
    day = known_date(text)
    if day is None and clean(text):
        raise ValueError("a day of deletion is no date")
    return day


class Entry:
    """One `Udaj`: its kind, its dates and its parts by name; `deleted` may come from the section above.

    The entry records which of its texts were read. `opened` collects the entries of a subject, so that the
    unread texts can be listed after the subject was parsed.

    Raises ValueError like `deletion_day`.
    """

    __slots__ = ("_below", "_opened", "_read", "deleted", "entered", "kind", "parts")

    def __init__(
        self, element: Element, deleted_above: str | None = None, opened: list[Entry] | None = None
    ) -> None:
        self._read: set[str] = set()
        self._below: Sequence[Entry] | None = None
        self._opened = opened
        if opened is not None:
            opened.append(self)
        self.parts = parts = {child.tag: child for child in element}
        kind, entered, deleted = parts.get("udajTyp"), parts.get("zapisDatum"), parts.get("vymazDatum")
        self.kind = (kind is not None and clean_common(kind.findtext("kod"))) or ""
        self.entered = known_date(entered.text) if entered is not None else None
        self.deleted = (deletion_day(deleted.text) if deleted is not None else None) or deleted_above

    def text(self, name: str) -> str | None:
        """Return the text of a part on one line, None when it is absent or empty."""
        self._read.add(name)
        part = self.parts.get(name)
        return clean(part.text) if part is not None else None

    def date(self, name: str) -> str | None:
        """Return the date of a part, None when it is absent or no date."""
        self._read.add(name)
        part = self.parts.get(name)
        return known_date(part.text) if part is not None else None

    def inner(self, name: str, child: str) -> str | None:
        """Return the text of a child of a part."""
        part = self.parts.get(name)
        if part is None:
            return None
        self._read.add(f"{name}/{child}")
        return clean_common(part.findtext(child))

    def inner_lines(self, name: str, child: str) -> str | None:
        """Return the text of a child of a part in the lines of the register."""
        part = self.parts.get(name)
        if part is None:
            return None
        self._read.add(f"{name}/{child}")
        return clean_lines(part.findtext(child))

    def innermost(self, name: str, child: str, grandchild: str) -> str | None:
        """Return the text of a child's child of a part."""
        part = self.parts.get(name)
        if part is None:
            return None
        self._read.add(f"{name}/{child}/{grandchild}")
        for place in part.findall(child):
            if (found := place.find(grandchild)) is not None:
                return clean_common(found.text)
        return None

    def amount(self, name: str) -> Amount | None:
        """Return the amount that a child of `hodnotaUdaje` is."""
        part = self.parts.get("hodnotaUdaje")
        place = part.find(name) if part is not None else None
        if place is None:
            return None
        self._read.update((f"hodnotaUdaje/{name}/typ", f"hodnotaUdaje/{name}/textValue"))
        return amount(place.findtext("typ"), place.findtext("textValue"))

    def dated_text(self) -> DatedText | None:
        """Return the entry's text, in the lines of the register, with its dates; None when it has none."""
        self._read.add("hodnotaText")
        part = self.parts.get("hodnotaText")
        text = clean_lines(part.text) if part is not None else None
        return DatedText(text, self.entered, self.deleted) if text else None

    def dated_note(self) -> DatedText | None:
        """Return the text of a note with its dates; notes of insolvency have it in `hodnotaUdaje/text`.

        The kind of note or the file mark stands in for a text that is missing. The day on which a ruling was
        posted on the court's board is a line of its own.
        """
        texts = [found.text] if (found := self.dated_text()) else []
        if "hodnotaUdaje" in self.parts:
            text = self.inner_lines("hodnotaUdaje", "text")
            texts += [text] if text and text not in texts else []
            if not texts:
                short = self.note_kind() or self.inner("hodnotaUdaje", "spisZnOs")
                texts += [short] if short else []
            posted = posting_note(self.inner("hodnotaUdaje", "datVyveseni"))
            texts += [posted] if posted else []
        return DatedText("\n".join(texts), self.entered, self.deleted) if texts else None

    def note_kind(self) -> str | None:
        """Return the kind of a note in the register's words, "Prohlášení konkursu"; None without one."""
        return self.innermost("hodnotaUdaje", "typZapisu", "nazev")

    def sub_entries(self) -> Sequence[Entry]:
        """Return the entries nested in this one; where this one is deleted, they are too."""
        if self._below is None:
            below = self.parts.get("podudaje")
            self._below = [
                Entry(element, self.deleted, self._opened)
                for element in (below if below is not None else ())
                if element.tag == "Udaj"
            ]
        return self._below

    def unread(self) -> Sequence[str]:
        """Return the paths of texts that were not read ("hodnotaUdaje/poznamka"), never the texts."""
        paths: list[str] = []
        for name, part in self.parts.items():
            if name == "podudaje":
                if self._below is None and len(part):
                    paths.append(name)
            elif name not in self._read and name not in LABELS and not is_known_part(part):
                self._add_unread(part, name, paths)
        return paths

    def _add_unread(self, part: Element, path: str, paths: list[str]) -> None:
        text = part.text
        is_read = not text or text.isspace() or path in self._read
        if not is_read and not is_left_out(self.kind, path, text or ""):
            paths.append(path)
        for child in part:
            self._add_unread(child, f"{path}/{child.tag}", paths)
