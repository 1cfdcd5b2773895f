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
        self._read: set[tuple[str, ...]] = set()
        self._below: Sequence[Entry] | None = None
        self._opened = opened
        if opened is not None:
            opened.append(self)
        self.parts = parts = {child.tag: child for child in element}
        kind, entered, deleted = parts.get("udajTyp"), parts.get("zapisDatum"), parts.get("vymazDatum")
        self.kind = (kind is not None and clean_common(kind.findtext("kod"))) or ""
        self.entered = known_date(entered.text) if entered is not None else None
        self.deleted = (deletion_day(deleted.text) if deleted is not None else None) or deleted_above

    def _written(self, *path: str) -> str | None:
        """Return the text at the end of a path of names as it is written, and record that it was read."""
        part = self.parts.get(path[0])
        if part is None:
            return None
        self._read.add(path)
        if len(path) == 1:
            return part.text
        if len(path) == 2:
            return part.findtext(path[1])
        found = (place.find(path[2]) for place in part.findall(path[1]))
        return next((element.text for element in found if element is not None), None)

    def text(self, *path: str) -> str | None:
        """Return the text at the end of a path on one line, None when it is absent or empty."""
        written = self._written(*path)
        return clean_common(written) if len(path) > 1 else clean(written)

    def lines(self, *path: str) -> str | None:
        """Return the text at the end of a path in the lines of the register."""
        return clean_lines(self._written(*path))

    def date(self, *path: str) -> str | None:
        """Return the date at the end of a path, None when it is absent or no date."""
        return known_date(self._written(*path))

    def amount(self, name: str) -> Amount | None:
        """Return the amount that a child of `hodnotaUdaje` is."""
        if "hodnotaUdaje" not in self.parts:
            return None
        unit = self._written("hodnotaUdaje", name, "typ")
        return amount(unit, self._written("hodnotaUdaje", name, "textValue"))

    def dated_text(self) -> DatedText | None:
        """Return the entry's text, in the lines of the register, with its dates; None when it has none."""
        text = self.lines("hodnotaText")
        return DatedText(text, self.entered, self.deleted) if text else None

    def dated_note(self) -> DatedText | None:
        """Return the text of a note with its dates; notes of insolvency have it in `hodnotaUdaje/text`.

        The kind of note or the file mark stands in for a text that is missing. The day on which a ruling was
        posted on the court's board is a line of its own.
        """
        texts = [found.text] if (found := self.dated_text()) else []
        if "hodnotaUdaje" in self.parts:
            text = self.lines("hodnotaUdaje", "text")
            texts += [text] if text and text not in texts else []
            if not texts:
                short = self.note_kind() or self.text("hodnotaUdaje", "spisZnOs")
                texts += [short] if short else []
            posted = posting_note(self.text("hodnotaUdaje", "datVyveseni"))
            texts += [posted] if posted else []
        return DatedText("\n".join(texts), self.entered, self.deleted) if texts else None

    def note_kind(self) -> str | None:
        """Return the kind of a note in the register's words, "Prohlášení konkursu"; None without one."""
        return self.text("hodnotaUdaje", "typZapisu", "nazev")

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
            elif (name,) not in self._read and name not in LABELS and not is_known_part(part):
                self._add_unread(part, (name,), paths)
        return paths

    def _add_unread(self, part: Element, path: tuple[str, ...], paths: list[str]) -> None:
        text = part.text
        is_read = not text or text.isspace() or path in self._read
        if not is_read and not is_left_out(self.kind, "/".join(path), text or ""):
            paths.append("/".join(path))
        for child in part:
            self._add_unread(child, (*path, child.tag), paths)
