"""Collection of documents: what a company filed with the register court, from web pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qs, urljoin, urlsplit

from lxml import etree, html
from msgspec import Struct

from soupis.identifiers import parse_ico
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.filing_years import bracketed_year, is_annual, without_brackets, written_year
from soupis.registers.records import Rejected
from soupis.registers.values import clean, czech_date
from soupis.registers.xml import is_garbled

SOURCE: Final = "Collection of documents"
BASE_URL: Final = "https://or.justice.cz"
_PAGE_LIMIT = 64 * 1024 * 1024
# Of the list, in their order.
COLUMNS: Final = (
    "Číslo listiny", "Typ listiny", "Vznik listiny", "Došlo na soud", "Založeno do SL", "Stránek",
)  # fmt: skip
_DAYS: Final = {"Vznik listiny": "created", "Došlo na soud": "received", "Založeno do SL": "filed"}
_TITLE = "Veřejný rejstřík a Sbírka listin"  # is in the title of every page


class Filing(Struct, frozen=True):
    """One filed document; `year` is the latest one that its kinds or its note name."""

    number: str  # "AV 325/SL93/KSCB"
    kinds: tuple[str, ...]  # "účetní závěrka", "výroční zpráva"...
    year: int | None = None
    created: str | None = None
    received: str | None = None  # by the court
    filed: str | None = None
    pages: int | None = None
    url: str | None = None  # page of the document
    note: str | None = None  # free text of the clerk; may name people


class Listing(Struct, frozen=True):
    """The filings of one company, newest first as on the page; `ico` is None if the page names none."""

    filings: list[Filing]
    rejected: list[Rejected]
    ico: int | None = None


class SubjectLink(Struct, frozen=True):
    """A company found by a search, and its number in the links."""

    ico: int
    subject_id: int


def parse_search(page: bytes) -> list[SubjectLink]:
    """Step 1: read the companies that a search by ID found; an empty list is a proper answer."""
    root = _page(page)
    links = []
    for item in root.iterfind(".//li[@class]"):
        if "result" not in item.get("class", "").split():
            continue
        numbers = re.findall(r"vypis-sl-firma\?subjektId=(\d+)", " ".join(item.xpath(".//a/@href")))
        ico = _ico_beside(item, "IČO:")
        if numbers and ico is not None:
            links.append(SubjectLink(ico, int(numbers[0])))
    if not links and root.find(".//*[@id='SearchResults']") is None and root.find(".//form") is None:
        raise SourceUnavailable(f"{SOURCE}: the page is neither a result nor the search form.")
    return links


def parse_list(page: bytes, base_url: str = BASE_URL) -> Listing:
    """Step 2: read the list of filings of one company.

    A filing with an unreadable date or number of pages is kept without it and told in `rejected`.
    """
    root = _page(page)
    if not any("Přehled listin" in heading.text_content() for heading in root.iter("h2")):
        raise SourceUnavailable(f"{SOURCE}: the page is not a list of documents.")
    filings, rejected = [], []
    for number, row in enumerate(root.xpath("//table[contains(@class, 'list')]/tbody/tr"), start=1):
        try:
            filing, complaints = _read_row(row, f"{base_url}/ias/ui/")
        except ValueError as error:
            rejected.append(Rejected(f"row {number}", str(error)))
            continue
        filings.append(filing)
        rejected += [Rejected(f"row {number} ({filing.number})", complaint) for complaint in complaints]
    return Listing(filings, rejected, _ico_beside(root, "Identifikační číslo:"))


def _page(data: bytes) -> html.HtmlElement:
    """Return the root of a page; pages of outage, throttling and lost sessions raise."""
    if len(data) > _PAGE_LIMIT:
        raise SourceError(f"{SOURCE}: the page is larger than {_PAGE_LIMIT} bytes.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(f"{SOURCE}: the page is not in UTF-8.") from error
    if "Neplatný odkaz" in text:
        raise SourceUnavailable(f"{SOURCE}: the link is no longer valid; start again with the search.")
    title = re.search(r"<title>(.*?)</title>", text, re.DOTALL | re.IGNORECASE)
    shown = clean(title[1]) if title else None
    if shown is None or _TITLE not in shown:
        raise SourceUnavailable(
            f"{SOURCE}: answered with another page ({(shown or 'no title')[:80]}), "
            "probably blocked, throttled or out of service."
        )
    if "</html>" not in text[-4096:].lower():
        raise SourceUnavailable(f"{SOURCE}: the page is cut off.")
    # The parser gets text, so that no declaration inside the page can change how it reads it.
    return html.document_fromstring(text, parser=html.HTMLParser(no_network=True, huge_tree=False))


def _text(element: etree._Element) -> str:
    return "".join(str(piece) for piece in element.itertext())


def _ico_beside(root: etree._Element, label: str) -> int | None:
    """Return the company ID beside a table's heading; the page splits its digits into groups."""
    for heading in root.iter("th"):
        cell = heading.getnext()
        if clean(_text(heading)) == label and cell is not None:
            digits = re.match(r"[\s0-9]+", _text(cell))
            return parse_ico("".join(digits[0].split())) if digits else None
    return None


def _kind_and_year(text: str) -> tuple[str, int | None]:
    """Split "účetní závěrka [2023/2024]" into its kind and the later year."""
    return clean(without_brackets(text)) or "", bracketed_year(text)


def _year_of(kinds: Iterable[str], bracketed: Iterable[int | None], note: str | None) -> int | None:
    """Return the year that a document is about: the latest in brackets, else the one that words name."""
    if year := max((year for year in bracketed if year is not None), default=None):
        return year
    annual = any(map(is_annual, kinds))
    years = (written_year(text, annual=annual) for text in (*kinds, note or ""))
    return max((year for year in years if year is not None), default=None)


def _day(cell: html.HtmlElement, what: str, complaints: list[str]) -> str | None:
    """Return the day in a cell; an unreadable one is None and adds a complaint."""
    text = clean(cell.text_content())
    day = czech_date(text)
    if text and day is None:
        complaints.append(f"the date on which it was {what} is not readable")
    return day


def _read_kinds(cell: html.HtmlElement) -> tuple[tuple[str, ...], int | None, str | None]:
    """Return kinds, the latest year and the free text behind them."""
    symbols = [span for span in cell.iter("span") if "symbol" in (span.get("class") or "").split()]
    kinds_years = [_kind_and_year(symbol.text_content()) for symbol in symbols]
    notes = [
        clean(span.text_content())
        for span in cell.findall("span")
        if not any("symbol" in (inner.get("class") or "").split() for inner in span.iter("span"))
    ]
    kinds = tuple(dict.fromkeys(kind for kind, _ in kinds_years if kind))
    note = " ".join(filter(None, notes)) or None
    return kinds, _year_of(kinds, (year for _, year in kinds_years), note), note


def _read_row(row: html.HtmlElement, page_url: str) -> tuple[Filing, list[str]]:
    cells = dict(zip(COLUMNS, row.findall("td"), strict=False))
    if len(cells) < len(COLUMNS):
        raise ValueError("the row does not have a document's columns")
    number = clean(cells["Číslo listiny"].text_content())
    if not number or is_garbled(number):
        raise ValueError("the document's number is not readable")
    kinds, year, note = _read_kinds(cells["Typ listiny"])
    complaints: list[str] = []
    created, received, filed = (_day(cells[column], what, complaints) for column, what in _DAYS.items())
    pages = clean(cells["Stránek"].text_content()) or ""
    if pages and not pages.isdecimal():
        complaints.append("the number of pages is not a number")
    link = cells["Číslo listiny"].find(".//a[@href]")
    href = (link.get("href") or "") if link is not None else ""
    is_complete = {"dokument", "subjektId", "spis"} >= set(parse_qs(urlsplit(href).query))
    url = urljoin(page_url, href) if "vypis-sl-detail" in href and is_complete else None
    return (
        Filing(
            number,
            kinds,
            year,
            created,
            received,
            filed,
            int(pages) if pages.isdecimal() else None,
            url,
            note,
        ),
        complaints,
    )
