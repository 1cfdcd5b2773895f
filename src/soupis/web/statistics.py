"""Statistics of a search, or of the whole country: pictures, tables beside them, and each table as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.messages import Message
from soupis.queries import statistics
from soupis.queries.company_filters import has_criterion, search_of
from soupis.queries.errors import QueryError
from soupis.queries.parameters import check_names, parse_pairs
from soupis.queries.statistics import Row, Statistics, Table
from soupis.times import prague_today
from soupis.web.company_filters import FILTERS, address_of, given_pairs, listed_names, used
from soupis.web.render import render, writer_of
from soupis.web.results import STATISTICS, answer_wrong
from soupis.web.site import Site
from soupis.wire.csv import BYTE_ORDER_MARK, LINE_END, cell, line
from soupis.wire.requests import VyhledavaniDotaz

HEIGHT = 160  # of the columns, in pixels
SHADES = 5
_GAP = 0.2
# Fewer columns than these are no wider.
_FEWEST_PLACES = 12
_MOST_LABELS = 6
_LEAST = 1.5  # pixels: one company among a million is still seen
# More legal forms than these are folded.
_SHOWN_FORMS = 12


class Outline(NamedTuple):
    """A region on the map: its path, and where its name stands (data/region_outlines.csv)."""

    path: str
    x: int
    y: int


class Shape(NamedTuple):
    """A region with its companies; the more, the higher the shade, 0 for none."""

    row: Row
    outline: Outline
    shade: int
    label: Message


class Column(NamedTuple):
    """A year or month; x and width are percents of the picture, the height is in pixels."""

    row: Row
    x: float
    width: float
    height: float


class Columns(NamedTuple):
    """What the template draws: columns up to a round number, places with labels, and rows left out."""

    columns: tuple[Column, ...]
    top: int
    labels: tuple[tuple[float, str], ...]
    others: tuple[Row, ...]
    height: int = HEIGHT


def _outlines() -> dict[str, Outline]:
    lines = files("soupis.web").joinpath("data", "region_outlines.csv").read_text("utf-8").splitlines()
    return {
        row["code"]: Outline(row["outline"], int(row["x"]), int(row["y"])) for row in csv.DictReader(lines)
    }


_OUTLINES = _outlines()


class StatisticsPages:
    """Endpoints of /statistiky and of its tables as CSV."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def page(self, request: Request) -> Response:
        """Show the statistics of the companies that the address asks for; of all of them without filters."""
        try:
            parameters, found = await self._found(request)
        except QueryError as error:
            if error.status != 400:
                raise
            return answer_wrong(request, error, STATISTICS)
        names = await listed_names(self._site.services)
        return await self._site.services.in_thread(_page, request, parameters, found, names)

    async def table(self, request: Request) -> Response:
        """Send a table as CSV: code, name, number of companies; those not stated have no code."""
        name = request.path_params["table"]
        if name not in statistics.TABLES:
            raise HTTPException(404)
        try:
            check_names(request.scope["query_string"], FILTERS)
            _, found = await self._found(request)
        except QueryError as error:
            if error.status != 400:
                raise
            return answer_wrong(request, error, STATISTICS)
        english = writer_of(request).english
        rows = [
            [row.code, row.name.text(english=english), str(row.companies)] for row in found.tables[name].rows
        ]
        lines = [line([cell(text) for text in row]) for row in [["kod", "nazev", "firem"], *rows]]
        file_name = f"statistiky-{name}-{prague_today().isoformat()}.csv"
        return Response(
            BYTE_ORDER_MARK + b"".join(text.encode() + LINE_END for text in lines),
            headers={
                "Content-Type": "text/csv; charset=utf-8; header=present",
                "Content-Disposition": f'attachment; filename="{file_name}"',
                "Cache-Control": "private, no-cache",
                "X-Robots-Tag": "noindex",
            },
        )

    async def _found(self, request: Request) -> tuple[VyhledavaniDotaz, Statistics]:
        parse_pairs(request.scope["query_string"])
        services = self._site.services
        parameters, query = await search_of(services, given_pairs(request))
        parameters.razeni = None
        return parameters, await statistics.statistics(services, parameters, query)


def _page(
    request: Request,
    parameters: VyhledavaniDotaz,
    found: Statistics,
    names: dict[str, dict[str, Message]],
) -> Response:
    tables = found.tables
    return render(
        request,
        "statistics.html",
        parameters=parameters,
        whole=not has_criterion(parameters),
        found=found,
        tables=tables,
        shapes=draw_map(tables["kraje"], names["kraj"]),
        shades=shade_bounds(tables["kraje"]),
        columns={name: draw_columns(tables[name]) for name in ("vznik", "zanik", "insolvence")},
        shown_forms=_SHOWN_FORMS,
        used=[(one.name, address_of(request, STATISTICS, one.without)) for one in used(parameters, names)],
        address=_addresses(request, parameters),
        search=lambda search: address_of(request, "/hledat", search),
        table_address=lambda name: address_of(request, f"{STATISTICS}/{name}.csv", parameters),
    )


def draw_map(table: Table, names: dict[str, Message]) -> list[Shape]:
    """Return the regions of the map, each with its shade; `names` are those of all regions by their codes."""
    step = _top(table.rows) / SHADES
    rows = {row.code: row for row in table.rows}
    shapes = []
    for code, outline in _OUTLINES.items():
        name = names.get(code, Message(code, code))
        row = rows.get(code) or Row(code, name, 0)
        shapes.append(Shape(row, outline, -int(-row.companies // step), _short(name)))
    return shapes


def _short(region: Message) -> Message:
    """Return the name of a region as it stands on a map."""
    czech = region.cs.removeprefix("Hlavní město ").removeprefix("Kraj ").removesuffix(" kraj")
    return Message(czech, region.en.partition(",")[0].removesuffix(" Region"))


def shade_bounds(table: Table) -> list[tuple[int, int]]:
    """Return the least and the most companies of each shade."""
    step = _top(table.rows) // SHADES
    return [(number * step + 1, (number + 1) * step) for number in range(SHADES)]


def draw_columns(table: Table) -> Columns:
    """Lay out the columns of single years or months; the other rows would hide them by their size."""
    rows = [row for row in table.rows if row.code]
    top = _top(rows)
    places = max(_FEWEST_PLACES, len(rows))
    share = 100 / places
    columns = tuple(
        Column(
            row,
            round(number * share + share * _GAP / 2, 2),
            round(share * (1 - _GAP), 2),
            round(max(row.companies * HEIGHT / top, _LEAST), 1) if row.companies else 0,
        )
        for number, row in enumerate(rows)
    )
    labelled = columns[:: -(-places // _MOST_LABELS)]
    others = tuple(row for row in table.rows if not row.code)
    return Columns(columns, top, tuple((column.x, _label(column.row.code)) for column in labelled), others)


def _label(code: str) -> str:
    """Return a year as it is, and a month as 11/2026."""
    year, _, month = code.partition("-")
    return f"{int(month)}/{year}" if month else year


def _top(rows: Sequence[Row]) -> int:
    """Return the next round number above all rows: 10, 20, 50 times a power of ten."""
    most, scale = max((row.companies for row in rows), default=0), 10
    while True:
        for step in (1, 2, 5):
            if step * scale >= most:
                return step * scale
        scale *= 10


def _addresses(request: Request, parameters: VyhledavaniDotaz) -> dict[str, str]:
    """Return the searches that the figures at the top lead to, those that can be told by one filter more."""
    searches: dict[str, VyhledavaniDotaz] = {"firmy": parameters}
    if not parameters.stav:
        searches["aktivni"] = msgspec.structs.replace(parameters, stav="aktivni")
        searches["zanikla"] = msgspec.structs.replace(parameters, stav="zanikla")
    if not parameters.insolvence:
        searches["insolvence"] = msgspec.structs.replace(parameters, insolvence="ano")
        searches["neovereno"] = msgspec.structs.replace(parameters, insolvence="neovereno")
    return {name: address_of(request, "/hledat", search) for name, search in searches.items()}
