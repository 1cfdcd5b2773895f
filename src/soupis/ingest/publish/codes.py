"""Names of codes for documents: a code without a name takes that of its nearest known ancestor."""

from __future__ import annotations

from sqlalchemy import Connection, select

from soupis.store.tables import code
from soupis.wire.base import CodedName


class CodeNames:
    """All code lists in memory: {list: {code: Czech name}}."""

    def __init__(self, connection: Connection) -> None:
        self._names: dict[str, dict[str, str]] = {}
        self._parents: dict[tuple[str, str], str] = {}
        for list_name, value, name, parent in connection.execute(
            select(code.c.list, code.c.code, code.c.name_cs, code.c.parent)
        ):
            self._names.setdefault(list_name, {})[value] = name
            if parent:
                self._parents[list_name, value] = parent
        self.districts = self.table("district")
        self.regions = {int(value): name for value, name in self.table("region").items()}  # by RÚIAN code
        self._found: dict[tuple[str, str], str | None] = {}

    def name(self, list_name: str, value: str) -> str | None:
        """Return the name of a code, or of its nearest ancestor (62010 → 6201 → 620 → 62 → J)."""
        key = list_name, value
        if key not in self._found:
            self._found[key] = self._find(list_name, value)
        return self._found[key]

    def _find(self, list_name: str, value: str) -> str | None:
        names = self.table(list_name)
        while value:
            if value in names:
                return names[value]
            value = self._parents.get((list_name, value)) or value[:-1]
        return None

    def coded(self, list_name: str, value: str | None) -> CodedName | None:
        """Return a code with its name; None for no code."""
        return CodedName(kod=value, nazev=self.name(list_name, value)) if value else None

    def legal_form(self, value: str | None, ros_value: str | None) -> CodedName | None:
        """Return a legal form: the statistical list's, with names from the other list where it has none."""
        form = self.coded("legal_form", value)
        if form is None or form.nazev is None:
            other = self.coded("legal_form_ros", value or ros_value)
            return other if other and other.nazev else form or other
        return form

    def table(self, list_name: str) -> dict[str, str]:
        """Return a whole list: code → Czech name."""
        return self._names.get(list_name, {})
