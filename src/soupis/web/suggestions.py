"""What the site's search box suggests while somebody writes: companies, and persons beside them."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from soupis.queries import companies, persons
from soupis.queries.errors import QueryError
from soupis.web.language import Writer
from soupis.web.render import writer_of
from soupis.web.site import Site
from soupis.wire.company import Napoveda
from soupis.wire.person import OsobaSouhrn

_MOST = 8
_MOST_PERSONS = 3


class _Suggestion(msgspec.Struct, omit_defaults=True):
    """A line of the list: `nazev` names a company or person, `popis` tells it from others."""

    nazev: str
    adresa: str
    ico: str | None = None
    popis: str | None = None


class Suggestions:
    """The endpoint /navrhy."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def answer(self, request: Request) -> Response:
        """Answer a JSON array of at most eight suggestions, persons first where the text speaks of one."""
        shown: list[_Suggestion] = []
        with suppress(QueryError):  # a service that is too busy suggests nothing
            shown = await self._site.services.read(self._found, request)
        return Response(msgspec.json.encode(shown), media_type="application/json")

    def _found(self, request: Request) -> list[_Suggestion]:
        services, write = self._site.services, writer_of(request)
        text = request.query_params.get("q", "")
        people = [_of_person(write, item) for item in persons.suggest(services, text, _MOST_PERSONS)]
        firms = [_of_company(write, item) for item in companies.suggest(services, text)]
        firms = firms[: _MOST - len(people)]
        return [*people, *firms] if persons.are_spoken_of(text) else [*firms, *people]


def _of_company(write: Writer, item: Napoveda) -> _Suggestion:
    return _Suggestion(item.obchodni_jmeno, write.address(f"/firma/{item.ico}"), item.ico, item.sidlo)


def _of_person(write: Writer, item: OsobaSouhrn) -> _Suggestion:
    name = " ".join(filter(None, (item.titul_pred, item.jmeno, item.prijmeni)))
    born = (
        None
        if item.rok_narozeni is None
        else write.text(f"nar. {item.rok_narozeni}", f"born {item.rok_narozeni}")
    )
    about = (write.text("osoba", "person"), born, item.firmy[0].obchodni_jmeno if item.firmy else None)
    return _Suggestion(
        f"{name}, {item.titul_za}" if item.titul_za else name,
        write.address(f"/osoba/{item.klic}"),
        popis=", ".join(filter(None, about)),
    )
