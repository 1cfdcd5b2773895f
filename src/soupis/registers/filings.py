"""Collection of documents: what a company filed with the register court, from web pages."""

from __future__ import annotations

import re
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
# Of the spans that hold a kind; the others hold the clerk's words, which may name people and are not kept.
_SYMBOL = "contains(concat(' ', normalize-space(@class), ' '), ' symbol ')"
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


class Listing(Struct, frozen=True):
    """The filings of one company, newest first as on the page; `ico` is None if the page names none."""

    filings: list[Filing]
    rejected: list[Rejected]
    ico: int | None = None


def parse_search(page: bytes) -> dict[int, int]:
    """Step 1: read the companies that a search by ID found, each with its number in the links.

    An empty result is a proper answer.
    """
    root = _page(page)
    found: dict[int, int] = {}
    for item in root.iterfind(".//li[@class]"):
        if "result" not in item.get("class", "").split():
            continue
        numbers = re.findall(r"vypis-sl-firma\?subjektId=(\d+)", " ".join(item.xpath(".//a/@href")))
        ico = _ico_beside(item, "IČO:")
        if numbers and ico is not None:
            found.setdefault(ico, int(numbers[0]))
    if not found and root.find(".//*[@id='SearchResults']") is None and root.find(".//form") is None:
        raise SourceUnavailable(f"{SOURCE}: the page is neither a result nor the search form.")
    return found


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


def _day(cell: html.HtmlElement, what: str, complaints: list[str]) -> str | None:
    """Return the day in a cell; an unreadable one is None and adds a complaint."""
    text = clean(cell.text_content())
    day = czech_date(text)
    if text and day is None:
        complaints.append(f"the date on which it was {what} is not readable")
    return day


def _read_kinds(cell: html.HtmlElement) -> tuple[tuple[str, ...], int | None]:
    """Return kinds and the latest year in their brackets, else the latest one that words name."""
    texts = [span.text_content() for span in cell.xpath(f".//span[{_SYMBOL}]")]
    kinds = tuple(dict.fromkeys(filter(None, (clean(without_brackets(text)) for text in texts))))
    if bracketed := list(filter(None, map(bracketed_year, texts))):
        return kinds, max(bracketed)
    behind = cell.xpath(f"./span[not(descendant-or-self::span[{_SYMBOL}])]")
    note = " ".join(filter(None, (clean(span.text_content()) for span in behind)))
    annual = any(map(is_annual, kinds))
    written = (written_year(text, annual=annual) for text in (*kinds, note))
    return kinds, max(filter(None, written), default=None)


def _read_row(row: html.HtmlElement, page_url: str) -> tuple[Filing, list[str]]:
    cells = dict(zip(COLUMNS, row.findall("td"), strict=False))
    if len(cells) < len(COLUMNS):
        raise ValueError("the row does not have a document's columns")
    number = clean(cells["Číslo listiny"].text_content())
    if not number or is_garbled(number):
        raise ValueError("the document's number is not readable")
    kinds, year = _read_kinds(cells["Typ listiny"])
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
        ),
        complaints,
    )
