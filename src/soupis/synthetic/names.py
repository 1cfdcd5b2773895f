"""Made-up names of companies, associations and public bodies, in the patterns that Czech registers show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soupis.synthetic.words import Town, Trade, Weighted, Words

Draw = Callable[[], float]

# fmt: off
_ONSETS = (
    "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "dr", "fl", "gr",
    "kl", "kr", "pl", "pr", "sp", "st", "tr", "vl", "j", "c", "š", "č", "ž", "ř", "ch",
)
_VOWELS = ("a", "a", "e", "e", "i", "i", "o", "o", "u", "y", "á", "é", "í", "ia", "io", "eu")
_CODAS = ("", "", "", "", "l", "m", "n", "r", "s", "t", "x", "k", "nt", "st")
_ENDINGS = (
    "a", "o", "is", "us", "ex", "on", "or", "ix", "um", "ena", "ana", "ita", "era", "tec", "tex", "max",
    "com", "net", "pro", "mont", "plast", "trans", "invest",
)
_INITIALS = "ABCDEFGHJKLMNOPRSTVZ"
_ENGLISH = (
    "Green", "Blue", "Smart", "First", "Global", "Royal", "Silver", "Golden", "Next", "Prime", "Alfa",
    "Delta", "Omega", "Sigma", "Nova", "Vita", "Terra", "Aqua", "Solar", "Urban", "Modern", "Central",
    "East", "West", "North", "Best", "Top", "Pro", "New", "Open", "Total", "Direct", "Fresh", "Grand",
)
_THINGS = (
    "Lípa", "Slunce", "Hvězda", "Pramen", "Výhled", "Jiskra", "Naděje", "Soutok", "Radost", "Rovnost",
    "Pokrok", "Svornost", "Kotva", "Most",
)
_GAME = ("Jelen", "Bažant", "Zajíc", "Srnec", "Koroptev", "Háj", "Doubrava", "Diana", "Hubertus", "Lesík")
_CLUBS = (
    "TJ Sokol", "TJ Slovan", "SK", "FK", "TJ Spartak", "TJ Jiskra", "HC", "Tenisový klub", "Šachový klub",
    "Jezdecký klub",
)
_CIRCLES = (
    "Spolek přátel", "Spolek rodičů", "Klub seniorů", "Rybářský spolek", "Okrašlovací spolek",
    "Divadelní spolek",
)
_SCHOOLS = (
    "Základní škola", "Mateřská škola", "Základní škola a mateřská škola", "Domov pro seniory",
    "Městská knihovna", "Gymnázium",
)
# fmt: on

# Commercial names: the share of a pattern in a hundred, and the pattern; every field draws anew.
_COMMERCIAL = Weighted(
    [
        ("{brand}", 24),
        ("{brand} {common}", 16),
        ("{brand} {TRADE}", 12),
        ("{trade} {surname}", 10),
        ("{surname} {trade}", 6),
        ("{trade} {town}", 5),
        ("{initials} {trade}", 5),
        ("{initials}", 1),
        ("{surname}{and}{surname}", 4),
        ("{surname}{kin}", 4),
        ("{english} {trade} {common}", 6),
        ("{english}{trade}", 4),
        ('{trade} "{thing}"', 1),
        ("{brand}-{brand}", 1),
        ("{brand} {common} {number}", 1),
    ]
)
# Names of the forms that are not companies; a pattern with a street needs one.
_PATTERNS: dict[str, Sequence[str]] = {
    "117": ("Nadace {brand}",),
    "118": ("Nadační fond {brand}",),
    "145": (
        "Společenství vlastníků jednotek {street} {number}, {town}",
        "Společenství vlastníků {street} {number}, {town}",
        "Společenství pro dům {street} {number}, {town}",
    ),
    "205": ("Bytové družstvo {thing} {town}", "{brand}"),
    "331": ("{school} {town}",),
    "421": (
        "{brand} GmbH",
        "{brand} Ltd.",
        "{brand} B.V.",
        "{brand} sp. z o.o.",
        "{surname} & Co. KG",
        "{brand} Kft.",
    ),
    "706": ("{club} {town}", "{club} {town}", "{circle} {thing} {town}", 'Myslivecký spolek "{game}" {town}'),
    "722": ("Římskokatolická farnost {town}",),
    "736": ("SH ČMS - Sbor dobrovolných hasičů {town}",),
    "761": ("Honební společenstvo {town}",),
    "771": ("Mikroregion {town}",),
}
_SUFFIXES: dict[str, Sequence[str]] = {
    "111": (", v.o.s.", " v.o.s.", " veřejná obchodní společnost"),
    "112": (
        *[" s.r.o."] * 14,
        *[", s.r.o."] * 4,
        *[" spol. s r.o."] * 2,
        ", spol. s r.o.",
        " s. r. o.",
        " S.R.O.",
        ", společnost s ručením omezeným",
    ),
    "113": (", k.s.", " k.s.", ", komanditní společnost"),
    "121": (*[" a.s."] * 8, *[", a.s."] * 5, ", akciová společnost", " a. s.", " akc. spol."),
    "141": (", o.p.s.", " o.p.s."),
    "161": (", z.ú.", " z. ú."),
    "205": (", družstvo", " družstvo", ", družstvo v Čechách"),
    "301": (", státní podnik", " s.p."),
    "331": (", příspěvková organizace", ", příspěvková organizace", ""),
    "421": (", odštěpný závod", ", organizační složka", " - organizační složka"),
    "706": (", z.s.", ", z.s.", " z.s.", ", z. s.", ", spolek", ""),
    "736": (", p.s.", "", ", pobočný spolek"),
    "932": (" SE",),
}


def pick(options: Sequence[str], position: float) -> str:
    """Return the option at a position between 0 and 1."""
    return options[int(position * len(options))]


def brand(draw: Draw) -> str:
    """Return a made-up word of two or three syllables, in the ways brands are written."""
    syllables = pick(_ONSETS, draw()) + pick(_VOWELS, draw()) + pick(_CODAS, draw()) + pick(_ONSETS, draw())
    syllables += pick(_ENDINGS, draw()) if draw() < 0.6 else pick(_VOWELS, draw()) + pick(_CODAS, draw())
    manner = draw()
    if manner < 0.30:
        return syllables.upper()
    if manner < 0.36:  # two capitalised words in one: TotalEnergies
        return pick(_ENGLISH, draw()) + syllables.capitalize()
    if manner < 0.39:
        return f"{syllables.capitalize()}{pick(('.cz', ' 24', ' 2000', '-X', '4U', ' 1', '.eu'), draw())}"
    return syllables.capitalize()


class _Fields:
    """The fields of the patterns, drawn when a pattern asks for them."""

    def __init__(self, draw: Draw, words: Words, trade: Trade, town: Town, street: str) -> None:
        self._draw, self._words, self._trade, self._town, self._street = draw, words, trade, town, street

    def __getitem__(self, field: str) -> str:
        return _FIELD[field](self, self._draw)

    def initials(self, draw: Draw) -> str:
        letters = [pick(_INITIALS, draw()) for _ in range(2 + int(draw() * 2))]
        return ("&" if draw() < 0.25 else "").join(letters)

    def trade(self, draw: Draw) -> str:
        return pick(self._trade.words, draw())

    def surname(self, draw: Draw) -> str:
        return self._words.surnames.at(draw()).male

    def common(self, draw: Draw) -> str:
        return self._words.common_words.at(draw())

    def town(self, draw: Draw) -> str:  # noqa: ARG002 - fields are called alike
        return self._town.name

    def street(self, draw: Draw) -> str:  # noqa: ARG002
        return self._street or "č.p."


_FIELD: dict[str, Callable[[_Fields, Draw], str]] = {
    "brand": lambda _, draw: brand(draw),
    "initials": _Fields.initials,
    "trade": _Fields.trade,
    "TRADE": lambda fields, draw: fields.trade(draw).upper(),
    "surname": _Fields.surname,
    "common": _Fields.common,
    "town": _Fields.town,
    "street": _Fields.street,
    "english": lambda _, draw: pick(_ENGLISH, draw()),
    "thing": lambda _, draw: pick(_THINGS, draw()),
    "game": lambda _, draw: pick(_GAME, draw()),
    "club": lambda _, draw: pick(_CLUBS, draw()),
    "circle": lambda _, draw: pick(_CIRCLES, draw()),
    "school": lambda _, draw: pick(_SCHOOLS, draw()),
    "and": lambda _, draw: pick((" & ", " a ", " + ", "-"), draw()),
    "kin": lambda _, draw: pick((" & syn", " a synové", " & Co.", " & partneři", " a spol."), draw()),
    "number": lambda _, draw: str(int(draw() ** 2 * 1900) + 1),
}


def company_name(form: str, draw: Draw, words: Words, trade: Trade, town: Town, street: str) -> str:
    """Return a name that fits the legal form (code list 56), suffix included."""
    if form == "801":
        return _municipality(draw, town)
    patterns = _PATTERNS.get(form)
    pattern = pick(patterns, draw()) if patterns else _COMMERCIAL.at(draw())
    name = pattern.format_map(_Fields(draw, words, trade, town, street))
    suffixes = _SUFFIXES.get(form)
    return name + pick(suffixes, draw()) if suffixes else name


def _municipality(draw: Draw, town: Town) -> str:
    if town.name == "Praha":
        return f"Městská část Praha {1 + int(draw() * 22)}"
    return f"{'Obec' if town.village else 'Město'} {town.name}"
