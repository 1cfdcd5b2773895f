"""Rows of the statistical register (`res_data.csv`, `res_pf_nace.csv`) in its official dialect.

UTF-8 without BOM, CRLF, comma; FIRMA and TEXTADR always in quotes, every other column never. The rows are
put together as text, because the csv module cannot quote by column.
"""

from __future__ import annotations

from random import Random

from soupis.synthetic.companies import ACTIVITIES, Address, Company, World, iso
from soupis.synthetic.days import ISO, SNAPSHOT, SNAPSHOT_DAY
from soupis.synthetic.truth import StatisticalTruth, Truth

SUBJECTS_HEADER = (
    "ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,"
    "KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK\r\n"
)
ACTIVITIES_HEADER = "ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\r\n"

# How many activities a subject has besides the prevailing one.
_MORE_ACTIVITIES = (
    [0] * 33 + [1] * 20 + [2] * 16 + [3] * 11 + [4] * 7 + [5] * 5 + [7] * 4 + [9] * 2 + [13] + [22]
)
_WAYS_OF_CEASING = ("01", "02", "02", "03", "05", "09")


class StatisticalRows:
    """Writes the rows of one company after the other."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = Random()  # noqa: S311 - repeatable data, not secrets

    def rows(self, company: Company, truth: Truth) -> tuple[str, str]:
        """Return the row of `res_data.csv` and the rows of `res_pf_nace.csv`, line ends included."""
        truth.statistical = told = StatisticalTruth(ceased=iso(company.ceased) or None)
        ico = company.ico
        if company.ceased and company.form.natural:
            # Personal data goes with the business: only the ID and the date stay.
            return (
                f'{ico},,,{ISO[company.ceased]},,,,,,,,,"",,,"",,,,,,,,{SNAPSHOT},\r\n',
                f"{ico},,,,{SNAPSHOT},,\r\n",
            )
        self._world.reseed(self._random, ACTIVITIES, company.index)
        told.name, told.legal_form, told.founded = company.name, company.form.code, ISO[company.founded]
        told.municipality = company.seat.town.name
        told.city_district = company.seat.city_district or None
        told.postal_code = int(company.seat.postal_code)
        draw = self._random.random
        updated = ISO[max(SNAPSHOT_DAY - 14 - int(draw() ** 2 * 1500), company.founded)]
        mark = "P" if company.founded > SNAPSHOT_DAY - 15 else "Z" if draw() < 0.005 else ""
        subject = self._subject(company, updated, mark, told)
        activities = self._activities(company, updated, mark) if not company.ceased else ""
        if told.main_activity is None and ",80143," not in activities:
            told.main_activity = company.trade.nace2008  # the older revision is all that is told
        return subject, activities or f"{ico},,,,{SNAPSHOT},,\r\n"

    def _subject(self, company: Company, updated: str, mark: str, told: StatisticalTruth) -> str:
        draw = self._random.random
        form, trade = company.form, company.trade
        ros = "" if draw() < 0.0003 else form.ros
        headcount = "" if draw() < 0.0005 else company.headcount
        way = _WAYS_OF_CEASING[int(draw() * len(_WAYS_OF_CEASING))] if company.ceased else ""
        nace2025 = trade.nace2025 if draw() > 0.002 else ""
        told.main_activity = nace2025 or None
        name = company.name.replace('"', '""')
        return (
            f"{company.ico},{company.seat.town.district},{ISO[company.founded]},{iso(company.ceased)},{way},"
            f"{updated},{form.code},{ros},{headcount},{trade.nace2008},{nace2025},{company.seat.unit},"
            f'"{name}",{form.sector},{self._address(company.seat)},{SNAPSHOT},{mark}\r\n'
        )

    def _address(self, seat: Address) -> str:
        """Return the columns KODADM to COR; now and then the register knows a text only."""
        if self._random.random() < 0.009:
            text = seat.text.replace('"', '""')
            if self._random.random() < 0.5:
                return f',"{text}",,,,,,,'
            return f',"{text}",{seat.postal_code},{seat.town.name},{seat.part},{seat.street},,,'
        return (
            f'{seat.address_point},"",{seat.postal_code},{seat.town.name},{seat.part},{seat.street},'
            f"{seat.house_number_kind},{seat.house_number},{seat.orientation_number}"
        )

    def _activities(self, company: Company, updated: str, mark: str) -> str:
        draw = self._random.random
        origin = "411" if company.form.natural or draw() < 0.7 else "401"
        more = _MORE_ACTIVITIES[int(draw() * len(_MORE_ACTIVITIES))]
        trades = [company.trade, *(self._world.words.trades.at(draw()) for _ in range(more))]
        tail = f"{SNAPSHOT},{updated},{mark}\r\n"
        head = f"{company.ico},{origin},"
        # A dict keeps the order and drops what repeats: a code stands once per subject, list and origin.
        rows = dict.fromkeys(f"{head}80004,{trade.nace2008},{tail}" for trade in trades)
        rows.update(
            dict.fromkeys(f"{head}80143,{trade.nace2025},{tail}" for trade in trades if trade.nace2025)
        )
        if draw() < 0.25:
            rows[f"{head}56,{company.form.code},{tail}"] = None
        return "".join(rows)
