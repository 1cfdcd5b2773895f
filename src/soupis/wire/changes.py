"""The feed of changes of companies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.wire.base import Okamzik, Wire
from soupis.wire.labels import SECTIONS

# Titled: a list of codes that never grows, in answers too.
Oddil = Annotated[str, Meta(title="Oddil", extra_json_schema={"enum": [*SECTIONS]})]
TypZmeny = Literal["nova", "zmena", "zanik"]


class Zmena(Wire, kw_only=True):
    """One published change of a company.

    `oddily` names the parts of its detail that differ; empty for a new company, null where it is not known.
    """

    poradi: int
    kdy: Okamzik
    ico: str
    typ: TypZmeny
    oddily: list[Oddil] | None = None


class Zmeny(Wire, kw_only=True):
    """The next changes; `dalsi` is the `od` of the next query, `nejstarsi` the least one that is answered."""

    zmeny: list[Zmena]
    dalsi: int
    nejstarsi: int


class NejstarsiZmena(Wire, kw_only=True):
    """From where on changes are kept."""

    nejstarsi: int
