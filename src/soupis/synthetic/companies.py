"""The made-up country: every fact of company number i follows from the seed, the number of companies and i.

All writers (statistical register, public register, any other register's stand-in) take their facts from
here, so that what they write agrees. Each kind of fact has a stream of its own: adding draws to one stream
leaves the others as they were.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from soupis.identifiers import check_digit
from soupis.synthetic.days import ISO, SNAPSHOT_DAY, day
from soupis.synthetic.names import company_name
from soupis.synthetic.words import Town, Trade, Weighted, load_words

MAX_COMPANIES = 4_000_000
_STEMS = range(10_000, 9_990_000)  # first seven digits of the IDs
_NEWCOMER_STEMS = range(9_990_000, 10_000_000)
_ONE_NEWCOMER_AMONG = 1_500
_MASK = (1 << 64) - 1

# Streams of draws. Number them once, never again: a stream's number is part of what a seed means.
COMPANY, PERSON, REGISTER, ACTIVITIES = 1, 2, 3, 4
RARE = 6  # 5 is the on-line registers'


class Form(Struct, frozen=True):
    """A legal form: code lists 56 and 149, ESA sector, section and share of the public register."""

    code: str
    ros: str
    sector: str
    natural: bool = False
    section: str = ""
    registered: float = 0.0
    nace: tuple[str, ...] = ()  # prevailing activities of forms that are not free to choose


_LIMITED_COMPANY = Form("112", "112", "11002", section="C", registered=1.0)
_LIMITED_PARTNERSHIP = Form("113", "113", "11002", section="A", registered=1.0)
# Shares among ten thousand subjects, those already ceased included.
_FORMS = Weighted(
    [
        (Form("101", "100", "14100", natural=True), 6080),
        (Form("105", "100", "14200", natural=True), 480),
        (Form("107", "100", "14100", natural=True), 330),
        (Form("424", "424", "14100", natural=True), 20),
        (_LIMITED_COMPANY, 1720),
        (Form("121", "121", "11002", section="B", registered=1.0), 105),
        (Form("111", "111", "11002", section="A", registered=1.0), 16),
        (_LIMITED_PARTNERSHIP, 8),
        (Form("205", "205", "11002", section="Dr", registered=1.0), 46),
        (Form("932", "932", "11002", section="B", registered=1.0), 3),
        (Form("301", "301", "11001", section="A", registered=1.0), 1),
        (Form("421", "421", "11003", section="A", registered=1.0), 40),
        (
            Form("706", "706", "15002", section="L", registered=0.45, nace=("93120", "94990", "94990", "94")),
            480,
        ),
        (Form("736", "736", "15002", section="L", registered=0.2, nace=("94990",)), 150),
        (Form("145", "145", "15002", section="S", registered=0.4, nace=("68320",)), 265),
        (Form("141", "141", "15002", section="O", registered=1.0, nace=("88990", "85590")), 14),
        (Form("161", "161", "15002", section="U", registered=1.0, nace=("88990", "85590", "90010")), 16),
        (Form("117", "117", "15002", section="N", registered=1.0, nace=("94990",)), 3),
        (Form("118", "118", "15002", section="N", registered=1.0, nace=("94990",)), 10),
        (Form("331", "331", "13130", nace=("85", "85", "88990", "90010")), 72),
        (Form("801", "801", "13130", nace=("84110",)), 24),
        (Form("722", "722", "15002", nace=("94990",)), 40),
        (Form("761", "761", "15002", nace=("94990",)), 60),
        (Form("771", "771", "13130", nace=("84110",)), 7),
    ]
)
_HEADCOUNTS = Weighted(
    [("000", 500), ("110", 210), ("120", 160), ("130", 45), ("210", 35), ("220", 10), ("230", 18),
     ("240", 10), ("310", 6), ("320", 2), ("330", 2), ("340", 1), ("410", 1)]
)  # fmt: skip
_TITLES = Weighted([("", 76), ("Ing.", 11), ("Mgr.", 5), ("Bc.", 3), ("JUDr.", 2), ("MUDr.", 1),
                    ("Ing. arch.", 1), ("doc. Ing.", 1)])  # fmt: skip
_TITLES_AFTER = Weighted([("", 90), ("MBA", 4), ("Ph.D.", 3), ("CSc.", 2), ("DiS.", 1)])


class Address(Struct):
    """A place; texts are empty where there is nothing to say, the address point is 0 where it is unknown."""

    town: Town
    unit: str  # code of the basic territorial unit: the municipality, in Prague the city district
    part: str
    city_district: str
    street: str
    house_number: int
    house_number_kind: int  # 1 descriptive, 2 registration
    orientation_number: str
    postal_code: str
    address_point: int

    @property
    def text(self) -> str:
        """The address in one line."""
        number = (
            f"{self.house_number}/{self.orientation_number}" if self.orientation_number else self.house_number
        )
        first = f"{self.street} {number}" if self.street else f"č.p. {number}"
        part = f", {self.part}" if self.part and self.part != self.town.name else ""
        return f"{first}{part}, {self.postal_code} {self.town.name}"


class Person(Struct):
    """A made-up natural person; `birth_day` is a day number."""

    number: int
    female: bool
    first_name: str
    last_name: str
    title_before: str
    title_after: str
    birth_day: int


class Company(Struct):
    """The facts of one subject that more than one register tells; days are day numbers, 0 = none."""

    index: int
    ico: str
    form: Form
    name: str
    seat: Address
    trade: Trade
    founded: int
    ceased: int
    headcount: str

    @property
    def liquidated(self) -> int:
        """The day on which its liquidation began, in the second half of its life; 0 = none did."""
        if not self.name.endswith("v likvidaci"):
            return 0
        end = self.ceased or SNAPSHOT_DAY
        return max((self.founded + end) // 2, end - self.index * 7919 % 900)

    @property
    def large(self) -> bool:
        """Whether it has at least a hundred employees."""
        return self.headcount >= "310"


class World:
    """All made-up companies and persons of one seed. Not to be shared between threads."""

    def __init__(self, seed: int, companies: int) -> None:
        """Take the seed and the number of companies (1 to 4,000,000; IDs would not suffice for more)."""
        if not 1 <= companies <= MAX_COMPANIES:
            raise ValueError(f"The number of companies must be 1 to {MAX_COMPANIES}, not {companies}.")
        self.companies = companies
        self.words = load_words()
        # Companies entered days ago: only the public register knows them yet. They follow the others.
        self.newcomers = companies // _ONE_NEWCOMER_AMONG
        self._seed = seed & _MASK
        self._spacing = len(_STEMS) // companies
        self._company_random = Random()  # noqa: S311 - repeatable data, not secrets
        self._person_random = Random()  # noqa: S311

    def reseed(self, random: Random, stream: int, number: int) -> None:
        """Set a generator to the start of one number's draws in one stream."""
        random.seed((self._seed << 64 | number) << 8 | stream)

    def ico(self, index: int) -> str:
        """Return the ID of company number `index`; IDs grow with the number and never repeat."""
        if index >= self.companies:
            stem = _NEWCOMER_STEMS[index - self.companies]
            return f"{stem:07d}{check_digit(stem)}"
        stem = _STEMS.start + index * self._spacing + _mix(self._seed + index) % self._spacing
        return f"{stem:07d}{check_digit(stem)}"

    def company(self, index: int) -> Company:
        """Return the facts of one company."""
        random = self._company_random
        self.reseed(random, COMPANY, index)
        draw = random.random
        form = _FORMS.at(draw())
        is_newcomer = index >= self.companies
        if is_newcomer:
            # The first of a form that small countries would lack.
            form = _LIMITED_COMPANY if index > self.companies else _LIMITED_PARTNERSHIP
        seat = self.address(random)
        trade = self._trade(form, draw())
        founded, ceased = _life(random, form)
        if is_newcomer:
            founded, ceased = SNAPSHOT_DAY - 1 - index % 7, 0
        name = (
            self._sole_trader_name(random, trade)
            if form.natural
            else company_name(form.code, draw, self.words, trade, seat.town, seat.street)
        )
        if not form.natural and draw() < 0.008:
            name += " v likvidaci"
        headcount = _HEADCOUNTS.at(draw())
        if form.natural and headcount > "210":
            headcount = "000"
        return Company(index, self.ico(index), form, name, seat, trade, founded, ceased, headcount)

    def _trade(self, form: Form, position: float) -> Trade:
        if not form.nace:
            return self.words.trades.at(position)
        return self.words.trade_of_code[form.nace[int(position * len(form.nace))]]

    def address(self, random: Random) -> Address:
        """Return a made-up address in a real municipality."""
        draw = random.random
        town = self.words.towns.at(draw())
        unit, part, city_district, postal_code = town.code, town.name, "", town.postal_code
        if town.parts is not None:
            place = town.parts.at(draw())
            unit = place.code or unit
            part, city_district, postal_code = place.name, place.city_district, place.postal_code
        street, orientation = "", ""
        if not town.village and draw() < 0.97:
            street = self.words.streets.at(draw())
            if draw() < 0.75:
                orientation = str(int(draw() ** 2 * 90) + 1)
                if draw() < 0.06:
                    orientation += "abcd"[int(draw() * 4)]
        house_number = int(draw() ** 2 * (480 if town.village else 3200)) + 1
        kind = 2 if draw() < 0.02 else 1
        point = int(draw() * 80_000_000) + 1_000_000
        return Address(
            town, unit, part, city_district, street, house_number, kind, orientation, postal_code, point
        )

    def person(self, number: int) -> Person:
        """Return a person; the same number is always the same person."""
        random = self._person_random
        self.reseed(random, PERSON, number)
        return self._person(random, number, female_share=0.28)

    def _person(self, random: Random, number: int, female_share: float) -> Person:
        draw = random.random
        words = self.words
        surname = words.surnames.at(draw())
        female = draw() < female_share
        first_names = words.first_names_female if female else words.first_names_male
        return Person(
            number=number,
            female=female,
            first_name=first_names.at(draw()),
            last_name=surname.female if female else surname.male,
            title_before=_TITLES.at(draw()),
            title_after=_TITLES_AFTER.at(draw()),
            birth_day=day(1940) + int((draw() + draw()) / 2 * 365.25 * 64),
        )

    def _sole_trader_name(self, random: Random, trade: Trade) -> str:
        person = self._person(random, 0, female_share=0.36)
        name = f"{person.first_name} {person.last_name}"
        if random.random() < 0.7:
            return name
        if random.random() < 0.2:
            return f"{name} - {trade.words[0].upper()}"
        return f"{person.title_before} {name}" if person.title_before else name


_YEAR = 365.25


def _life(random: Random, form: Form) -> tuple[int, int]:
    """Return the days of establishment and of ceasing (0 = lives on)."""
    draw = random.random
    span = SNAPSHOT_DAY - day(1991)
    founded = day(1991) + int(draw() ** 0.8 * (span - 90))
    if form.code in ("801", "722", "331") and draw() < 0.7:
        founded = day(1950) + int(draw() * _YEAR * 41)
    if draw() >= (0.205 if form.natural else 0.19):
        return founded, 0
    # The register drops subjects that ceased more than four years ago.
    ceased = SNAPSHOT_DAY - int(draw() * _YEAR * 4)
    return (founded, ceased) if ceased > founded + 30 else (founded, 0)


def _mix(number: int) -> int:
    """Scatter a number over 64 bits (the finalizer of SplitMix64)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def iso(number: int) -> str:
    """Return the ISO text of a day number, empty for 0."""
    return ISO[number] if number else ""
