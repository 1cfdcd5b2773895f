"""A grammar of texts that clerks write: some with something private planted, some innocent.

Everybody in them is made up, and so is every number: they come out of a seeded generator.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

MEN = "Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk Václav Karel Milan Lukáš Ondřej".split()
WOMEN = "Jana Marie Eva Hana Anna Lenka Kateřina Lucie Věra Alena Petra Veronika Jaroslava Božena".split()
SURNAMES = (
    "Vzor Ukázka Příkladný Nový Malý Hora Zkoumal Holub Křeček Šípek Doležel Vrána Beneš Malík Růžička Žižka"
).split()
STREETS = [
    "Dlouhá",
    "Na Příkopě",
    "U Lesa",
    "Nad Rybníkem",
    "nám. Míru",
    "28. října",
    "tř. Kpt. Jaroše",
    "Masarykova",
    "ul. Polní",
    "U Staré školy",
    "Pod lipami",
    "Školní",
    "K Nádraží",
    "17. listopadu",
    "Dr. E. Beneše",
    "nábřeží Svobody",
    "Sídliště Jih",
    "V Zahradách",
    "Jana Masaryka",
    "Boženy Němcové",
    "ulice Nová",
    "Za Humny",
    "Gen. Svobody",
    "Mírové náměstí",
    "náměstí Republiky",
    "Velké Hamry",
    "Lidická třída",
]
TOWNS = [
    "Praha",
    "Praha 4",
    "Praha 10 - Vršovice",
    "Brno",
    "Brno-střed",
    "Ústí nad Labem",
    "Hradec Králové",
    "Zlín",
    "České Budějovice",
    "Kostelec nad Černými lesy",
    "Ostrava-Poruba",
    "Nové Město na Moravě",
    "Písek",
    "Most",
    "Frýdek-Místek",
    "Rožnov pod Radhoštěm",
    "Týn nad Vltavou",
    "Dvůr Králové nad Labem",
    "Lázně Bohdaneč",
]
VILLAGES = [
    "Horní Lhota",
    "Dolní Újezd",
    "Lipová",
    "Nová Ves u Chotěboře",
    "Bílá",
    "Kamenice nad Lipou",
    "Ves",
]
FOREIGN = [
    ("Hauptstraße {n}, 10115 Berlin, Německo", ["Hauptstra", "Berlin", "10115"]),
    ("{n} Baker Street, London NW1 6XE, Velká Británie", ["Baker", "London", "6XE"]),
    ("ul. Prosta {n}/6, 00-950 Warszawa, Polsko", ["Prosta", "Warszaw"]),
    ("Bratislava, Obchodná {n}, PSČ 811 06, Slovenská republika", ["Bratislava", "Obchodn", "811 06"]),
    ("A-1010 Wien, Ringstraße {n}, Rakouská republika", ["Wien", "Ringstra"]),
    ("Kyjev, Chreščatyk {n}, Ukrajina", ["Kyjev", "Chre"]),
    ("1051 Budapest, Váci utca {n}, Maďarsko", ["Budapest", "utca"]),
]
GENITIVE = "ledna února března dubna května června července srpna září října listopadu prosince".split()
MONTH_WORDS = {
    "cs": GENITIVE,
    "nominative": "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec".split(),
    "short": "led. ún. břez. dub. květ. čvn. čvc. srp. zář. říj. list. pros.".split(),
    "sk": "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra".split(),
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada "
    "grudnia".split(),
}
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
# Words of birth and of living as typists, scanners and registers without lines leave them.
SPOILT_BIRTHS = (
    "n a r o z e n |N A R O Z E N |naro- zena |n a r : |naro-\nzena |naorzen |narozenna |nrozen ".split("|")
)
SPOILT_HOMES = "b y t e m |B Y T E M |by- tem |btyem |byte m |by-\ntem |bdyliště ".split("|")
BEFORE = [
    "",
    "Za společnost jedná jednatel, ",
    "Jednatel: ",
    "Prokurista ",
    "Podíl drží ",
    "Představenstvo: předseda ",
    "Zastupuje ",
    "Opatrovníkem je ",
    "Valná hromada zvolila členem dozorčí rady: ",
    "1) ",
]
AFTER = [
    "",
    ", jedná samostatně",
    "; podepisuje se tak, že k firmě připojí podpis",
    ", předseda představenstva",
    ". Jednatel jedná samostatně.",
    ", vklad 100 000,- Kč splacen",
    "; den vzniku funkce: 3. února 2014",
    " (jednatel)",
    ", který je oprávněn jednat samostatně",
    ", podíl 50 %",
]


class Planted(NamedTuple):
    """A text with something private; none of `secrets` may come out, all of `kept` must."""

    text: str
    secrets: list[str]
    kept: list[str]


def note(random: Random) -> Planted:
    """Return what a register may say beside a person's name, with nobody named in it."""
    day, (address, secrets) = birth_day(random), _built(random)
    before_1990 = day.replace(year=min(day.year, 1989), day=min(day.day, 28))
    shown = written(random, before_1990, short=False)
    word = random.choice(["byt. ", "pobyt ", "pobyt v ", "byt: ", "t.b. ", "zdržuje se "])
    town = random.choice([town for town in TOWNS if " " not in town])
    text, hidden = random.choice(
        [
            (address, secrets),
            (f"({address})", secrets),
            (f"dříve uvedeno: {shown}", [shown]),
            (f"dříve {address}", secrets),
            (f"{word}{town}", [town]),
            (f"nar. {shown}, {address}", [shown, *secrets]),
        ]
    )
    return Planted(text, hidden, [])


FUNCTIONS = [
    "předseda představenstva",
    "člen dozorčí rady zvolený zaměstnanci",
    "jednatel pro obchod, ve funkci od {date}",
    "vedoucí odštěpného závodu {town}, {street} {number}",
    "ředitel závodu {number}",
    "Rada starších č. {number}",
    "prokurista č. {number}",
    "den vzniku funkce: {date}",
    "zvolen dne {date}",
    "zástupce dle plné moci ze dne {date}",
    "zastupuje kancelář {street} {number}, {town}",
    "člen výboru, odvolán k {date}",
    "jmenován rozhodnutím č. {number}/{year}",
]


def function(random: Random) -> str:
    """Return a function or a note in which nothing is private."""
    day = date(1991, 1, 1) + timedelta(days=random.randrange(365 * 33))
    return random.choice(FUNCTIONS).format(
        date=f"{day.day}. {day.month}. {day.year}",
        town=random.choice(TOWNS),
        street=random.choice(STREETS),
        number=random.randrange(1, 99),
        year=day.year,
    )


def planted(random: Random) -> Planted:
    """Return a text with a birth date, a birth number or a home in it."""
    name, secret, secrets = random.choice(_KINDS)(random)
    before, after = random.choice(BEFORE), random.choice(AFTER)
    text = _tricked(random, secret) if random.random() < 0.3 else secret
    return Planted(
        f"{before}{name}{text}{after}",
        secrets,
        [before.strip(), name.split(",")[0].strip(), after.strip(" ,;.")],
    )


def person(random: Random) -> str:
    """Return a person's name, sometimes with titles."""
    title = random.choice(["", "", "", "Ing. ", "Mgr. ", "JUDr. ", "Doc. MUDr. "])
    if random.random() < 0.5:
        name = f"{random.choice(MEN)} {random.choice(SURNAMES)}"
    else:
        name = f"{random.choice(WOMEN)} {random.choice(SURNAMES).rstrip('aáeý')}ová"
    return title + name + random.choice(["", "", "", ", CSc.", ", Ph.D."])


def birth_day(random: Random) -> date:
    """Return a day on which a grown-up may have been born."""
    return date(1930, 1, 1) + timedelta(days=random.randrange(365 * 74))


def birth_number(random: Random, day: date) -> str:
    """Return ten digits (nine before 1954) that pass the check of birth numbers."""
    month = day.month + random.choice((0, 50))
    stem = f"{day:%y}{month:02}{day:%d}"
    if day.year < 1954:
        return f"{stem}{random.randrange(1, 999):03}"
    while True:
        digits = f"{stem}{random.randrange(1, 9999):04}"
        if int(digits) % 11 == 0:
            return digits


def written(random: Random, day: date, *, short: bool = True) -> str:
    """Return a date as somebody may write it."""
    separator = random.choice([".", ". ", " . ", "/", "-", " / ", " - ", ".-", " ", ". "])
    d = random.choice([f"{day.day}", f"{day.day:02}"])
    m = random.choice([f"{day.month}", f"{day.month:02}"])
    year, gap = f"{day.year}", random.choice([".", ". ", " "])
    forms = [
        f"{d}{separator}{m}{separator}{year}",
        f"{d}. {random.choice(list(MONTH_WORDS.values()))[day.month - 1]} {year}",
        f"{d}.{GENITIVE[day.month - 1]} {year}",
        f"{d}{random.choice(['.', '. ', ' ', '/', '-'])}{ROMAN[day.month - 1]}{gap}{year}",
        f"{day:%Y-%m-%d}",
        f"{day:%Y/%m/%d}",
        f"{day:%Y. %m. %d}",
        f"{day.year}.{day.month}.{day.day}",
        f"{MONTH_WORDS['en'][day.month - 1]} {day.day}, {year}",
        f"{day.day} {MONTH_WORDS['en'][day.month - 1][:3]} {year}",
        f"{d}. {GENITIVE[day.month - 1].upper()} {year}",
        f"{d}. {GENITIVE[day.month - 1]} r. {year}",
    ]
    if short:
        forms += [
            f"{d}.{m}.{year[2:]}",
            f"{d}. {m}. {year[2:]}",
            f"{d}/{m}/{year[2:]}",
            f"{d}. {m}. '{year[2:]}",
            f"{d}. {ROMAN[day.month - 1]}. {year[2:]}",
        ]
    return random.choice(forms)


def home(random: Random) -> tuple[str, list[str]]:
    """Return a home address and what of it must not be seen."""
    number = random.choice(
        [f"{random.randrange(100, 3000)}/{random.randrange(1, 99)}", f"{random.randrange(2, 999)}"]
    )
    postal = random.choice(["{0}{1}", "{0} {1}", "PSČ {0} {1}", "PSČ: {0}{1}"]).format(
        random.randrange(100, 799), f"{random.randrange(100):02}"
    )
    street, town, village = random.choice(STREETS), random.choice(TOWNS), random.choice(VILLAGES)
    foreign, parts = random.choice(FOREIGN)
    house = random.randrange(11, 99)
    choices = [
        (f"{street} {number}, {town}", [f"{street} {number}", town]),
        (f"{town}, {street} {number}", [f"{street} {number}", town]),
        (f"{street} {number}, {postal} {town}", [street, number, postal, town]),
        (f"{town}, {street} {number}, {postal}", [street, number, postal, town]),
        (f"{town}, {street} čp. {number}, {postal}", [street, number, postal, town]),
        (f"{village} č.p. {house}, okres Zlín", [village, "Zlín"]),
        (f"{village} {house}, {postal}", [f"{village} {house}", postal]),
        (f"č. p. {house}, {postal} {village}", [village, postal]),
        (f"{village} č. ev. {house}, {postal}, Česká republika", [village, postal, "Česká republika"]),
        (f"{town}, {village}, {street} {number}", [village, f"{street} {number}"]),
        (f"{street.upper()} {number}, {town.upper()}", [street.upper(), town.upper()]),
        (foreign.format(n=house), parts),
    ]
    return random.choice(choices)


def _birth_date_after_a_word(random: Random) -> tuple[str, str, list[str]]:
    day = birth_day(random)
    word = random.choice(
        [
            "nar. ",
            "nar.",
            "nar: ",
            "NAR. ",
            "narozen ",
            "narozena ",
            "narozený dne ",
            "naroz. ",
            "datum narození: ",
            "dat. nar. ",
            "dat.nar.: ",
            "*",
            "* ",
            "roz. ",
            "n. ",
            "n.",
            "born ",
            "born on ",
            "date of birth: ",
            "geb. ",
            "geboren am ",
            "ur. ",
            "urodzony ",
            "nacida el ",
            "narodený ",
            "narodená dňa ",
            "narozena v Brně dne ",
            "narozený v Hradci Králové, okres Hradec Králové, dne ",
            "narozen(a) ",
            "NAROZENA DNE ",
            "d.n. ",
            "DOB: ",
            "narodil se ",
            "narodila se v Praze 4 dne ",
            "s datem narození ",
            "nar. dne: ",
        ]
    )
    shown = written(random, day)
    return f"{person(random)}, ", f"{word}{shown}", [shown]


def _birth_date_beside_a_name(random: Random) -> tuple[str, str, list[str]]:
    shown = written(random, birth_day(random), short=False)
    form = random.choice([" ({})", ", {}", " {}", " - {}", " /{}/", " [{}]", ", ({})"])
    return person(random), form.format(shown), [shown]


def _birth_number(random: Random) -> tuple[str, str, list[str]]:
    digits = birth_number(random, birth_day(random))
    head, tail = digits[:6], digits[6:]
    grouped = [
        f"{head}/{tail}",
        f"{head} / {tail}",
        f"{head}-{tail}",
        f"{head} {tail}",
        f"{head[:2]} {head[2:4]} {head[4:]} {tail}",
        f"{head[:2]} {head[2:4]} {head[4:]} / {tail}",
        f"{head[:2]}.{head[2:4]}.{head[4:]}/{tail}",
        f"{head}–{tail}",
    ]
    if len(digits) == 10:
        grouped += [digits, digits, f"{head[:3]} {head[3:]} {tail}", f"{head}.{tail}"]
    shown = random.choice(grouped)
    label = random.choice(
        [
            "r.č. ",
            "r. č. ",
            "RČ: ",
            "RČ ",
            "rodné číslo ",
            "rodné číslo: ",
            "rod. č. ",
            "r.č.: ",
            "s rodným číslem ",
            "",
            "(",
        ]
    )
    if len(digits) == 10 or "/" in shown:
        return f"{person(random)}, ", label + shown + (")" if label == "(" else ""), [shown, tail]
    return f"{person(random)}, ", f"r.č. {shown}", [shown, tail]


def _home(random: Random) -> tuple[str, str, list[str]]:
    word = random.choice(
        [
            "bytem ",
            "bytem: ",
            "byt. ",
            "trvale bytem ",
            "bytem (dle OP) ",
            "bydliště ",
            "bydliště: ",
            "bydlí ",
            "trvalé bydliště: ",
            "s bydlištěm ",
            "trvalý pobyt ",
            "trvalý pobyt: ",
            "s trvalým pobytem ",
            "pobyt: ",
            "trvale hlášen ",
            "trvale hlášena na adrese ",
            "adresa pobytu: ",
            "bydlící ",
            "bydlištěm ",
            "BYTEM ",
            "zdržuje se na adrese ",
            "přechodně bytem ",
            "trvale bytem na adrese ",
            "místo pobytu ",
            "wohnhaft in ",
            "residing at ",
            "zamieszkały ",
            "trvalé bytom ",
            "bytom ",
            "t.č. bytem ",
            "hlášený pobyt: ",
            "adresa bydliště ",
        ]
    )
    address, secrets = home(random)
    return f"{person(random)}, ", f"{word}{address}", secrets


def _all_of_it(random: Random) -> tuple[str, str, list[str]]:
    day = birth_day(random)
    shown, (address, secrets) = written(random, day), home(random)
    return f"{person(random)}, ", f"nar. {shown}, bytem {address}", [shown, *secrets]


def _home_behind_a_name(random: Random) -> tuple[str, str, list[str]]:
    address, secrets = _built(random)
    form = random.choice([", {}", " ({})", "; {}", " - {}", "\n{}", " /{}/", ", kontakt: {}", ", dříve {}"])
    return person(random), form.format(address), secrets


def _home_before_its_word(random: Random) -> tuple[str, str, list[str]]:
    address, secrets = _built(random)
    word = random.choice([" bytem", " (bydliště)", ", trvalý pobyt", " - bytem", " trvale bytem", " bydlící"])
    return f"{person(random)}, ", f"{address}{word}", secrets


def _one_home_after_another(random: Random) -> tuple[str, str, list[str]]:
    (first, hidden), (second, more) = _built(random), _built(random)
    between = random.choice([", dříve ", "; nyní ", ", předtím ", " a ", ", přechodně ", "; od svatby "])
    return f"{person(random)}, ", f"bytem {first}{between}{second}", [*hidden, *more]


def _home_after_a_rarer_word(random: Random) -> tuple[str, str, list[str]]:
    address, secrets = _built(random)
    word = random.choice(
        [
            "t.b. ",
            "TP: ",
            "BYT: ",
            "pobyt v ČR: ",
            "hlášena na adrese ",
            "bydlel ",
            "bydlela v době voleb na adrese ",
            "trvalé bydliště obou: ",
            "ubytována na adrese ",
            "přihlášen k pobytu na adrese ",
            "usazen v ",
            "kde přebývá ",
        ]
    )
    return f"{person(random)}, ", f"{word}{address}", secrets


def _built(random: Random) -> tuple[str, list[str]]:
    """Return an address that shows by its build that it is one, and what of it must not be seen."""
    n, town, village = random.randrange, random.choice(TOWNS), random.choice(VILLAGES)
    street = random.choice(
        [
            *STREETS,
            "tř. kpt. Nálepky",
            "29. dubna",
            "bří Čapků",
            "Bratří Mrštíků",
            "K. H. Borovského",
            "U Dvora",
        ]
    )
    number = random.choice(
        [
            f"{n(2, 99)}",
            f"{n(2, 999)}/{n(2, 99)}",
            f"{n(2, 99)}/{n(100, 1999)}b",
            f"č. {n(2, 99)}",
            f"č.p. {n(2, 999)}",
            f"č. p. {n(2, 999)}",
            f"čp. {n(2, 999)}",
            f"číslo {n(2, 99)}",
            f"č.d. {n(2, 99)}",
            f"č.ev. {n(2, 99)}",
        ]
    )
    postal = f"{n(101, 799)} {n(10, 99)}"
    core = f"{street} {number}"
    return random.choice(
        [
            (f"{core}, {postal} {town}", [core, postal]),
            (f"{town}, {core}", [core]),
            (f"{core}, {town}", [core]),
            (f"{core}, PSČ {postal}", [core, postal]),
            (f"{town}, {core}, PSČ: {postal}", [core, postal]),
            (f"{village} č.p. {number.split()[-1]}, PSČ {postal}", [village, postal]),
        ]
    )


def _birth_date_beside_an_age(random: Random) -> tuple[str, str, list[str]]:
    day = birth_day(random)
    shown = f"{day.day}. {day.month}. {day.year}"
    age = random.randrange(20, 90)
    form = random.choice(
        [" ({1} r., {0})", ", věk {1} let, {0}", ", stáří {1} let ({0})", " /{1} let - {0}/"]
    )
    return person(random), form.format(shown, age), [shown]


def _birth_date_in_two_parts(random: Random) -> tuple[str, str, list[str]]:
    day = birth_day(random)
    shown = random.choice([f"{day.day}.{day.month}.", f"{day.day}. {GENITIVE[day.month - 1]}"])
    form = random.choice(
        [
            "rok narození {1} ({0})",
            "narozen v roce {1}, dne {0}",
            "nar. {0} v roce {1}",
            "narozena roku {1} dne {0}",
        ]
    )
    return f"{person(random)}, ", form.format(shown, day.year), [shown]


def _tax_id(random: Random) -> tuple[str, str, list[str]]:
    digits = birth_number(random, birth_day(random))
    label = random.choice(["DIČ CZ", "DIČ: CZ", "DIČ: 021-", "daňové identifikační číslo CZ", "VAT: CZ"])
    return f"{person(random)}, ", f"{label}{digits}", [f"{label}{digits}", digits]


def _spoilt(random: Random) -> tuple[str, str, list[str]]:
    """A word or a date as typists, scanners and web pages leave it."""
    day = birth_day(random)
    shown = f"{day.day}. {day.month}. {day.year}"
    address, secrets = _built(random)
    scanned = shown.replace("1", random.choice("lI")) if "1" in shown[:-4] and day.year % 100 != 11 else shown
    word, secret, hidden = random.choice(
        [
            (
                random.choice(
                    [
                        "n a r o z e n ",
                        "N A R O Z E N ",
                        "naro- zena ",
                        "n a r : ",
                        "naro-\nzena ",
                        "naorzen ",
                        "narozenna ",
                        "nrozen ",
                    ]
                ),
                shown,
                [shown],
            ),
            (
                random.choice(SPOILT_HOMES),
                address,
                secrets,
            ),
            ("narozen ", shown.replace(" ", "&nbsp;"), [shown.replace(" ", "&nbsp;")]),
            ("narozena ", scanned, [scanned]),
            ("", " ".join(shown.replace(" ", "")), [" ".join(shown.replace(" ", ""))]),
        ]
    )
    return f"{person(random)}, ", f"{word}{secret}", hidden


_KINDS: list[Callable[[Random], tuple[str, str, list[str]]]] = [
    _birth_date_after_a_word,
    _birth_date_beside_a_name,
    _birth_number,
    _home,
    _all_of_it,
    _home_behind_a_name,
    _home_before_its_word,
    _one_home_after_another,
    _home_after_a_rarer_word,
    _birth_date_beside_an_age,
    _birth_date_in_two_parts,
    _tax_id,
    _spoilt,
]


def _tricked(random: Random, text: str) -> str:
    """Return a text that looks the same and is written with other characters."""
    trick = random.randrange(6)
    if trick == 0:
        return text.replace(" ", random.choice("\u00a0\u202f\u2009\t"))
    if trick == 1:
        place = random.randrange(1, len(text))
        return text[:place] + random.choice("\u00ad\u200b\u200d\u2060\ufeff") + text[place:]
    if trick == 2:
        return text.translate({ord("0") + digit: 0xFF10 + digit for digit in range(10)})
    if trick == 3:
        return text.replace("-", random.choice("–—‑−"))
    if trick == 4:
        return text.replace(" ", "\n", 1) if " " in text[1:-1] else text
    return text.replace(".", "．")


def innocent(random: Random) -> str:
    """Return a text of the register with dates, numbers and places, and nothing private."""
    day = date(1991, 1, 1) + timedelta(days=random.randrange(365 * 35))
    n, town, year = random.randrange, random.choice(TOWNS), day.year
    month = GENITIVE[day.month - 1]
    dated = random.choice(
        [
            f"{day.day}. {day.month}. {year}",
            f"{day.day}.{day.month}.{year}",
            f"{day.day}. {month} {year}",
            f"{day:%d.%m.%Y}",
        ]
    )
    money = random.choice(
        [f"{n(1, 999)} 000,- Kč", f"{n(1, 99)}.{n(100, 999)}.000 Kč", f"{n(10**5, 10**9)} Kč"]
    )
    street = f"{random.choice(STREETS)} {n(1, 999)}/{n(1, 99)}"
    notary = f"JUDr. {random.choice(MEN)}em {random.choice(SURNAMES)}em"
    return random.choice(
        [
            f"Společnost byla založena zakladatelskou listinou ze dne {dated}.",
            f"Rozhodnutí Krajského soudu č. j. {n(10, 60)} Cm {n(1, 300)}/{year}-{n(1, 99)} ze dne {dated}",
            f"Notářský zápis NZ {n(1, 999)}/{year}, N {n(1, 999)}/{year}, sepsaný {notary} dne {dated}",
            f"Usnesení valné hromady z {dated} o snížení základního kapitálu o {money}",
            f"Smlouva o převodu podílu č. {n(10**8, 10**9)} uzavřená dne {dated}",
            f"Zástavní právo k podílu společníka {person(random)}, {money}, smlouva ze dne {dated}",
            f"pozemek parc. č. {n(1, 3000)}/{n(1, 99)}, st. {n(1, 900)}, v k. ú. {town}, LV č. {n(1, 9999)}",
            f"Vklad je splacen na účet č. {n(1, 99)}-{n(10**6, 10**9)}/0{n(1, 9)}00 do {dated}",
            f"Kancelář: tel. {n(200, 800)} {n(100, 999)} {n(100, 999)}, +420 {n(600, 799)} {n(100, 999)} 111",
            f"Zapisuje se likvidátor {person(random)}; den vzniku funkce {dated}",
            f"Sídlo společnosti: {street}, {n(100, 799)} {n(10, 99)} {town}",
            f"Alfa {n(1, 99)} s.r.o., se sídlem {town}, {street}, IČ {n(10**7, 10**8)}",
            f"Výroba, obchod a služby neuvedené v přílohách 1 až {n(2, 4)} živnostenského zákona",
            f"Živnost dle zákona č. {n(1, 500)}/{year} Sb., ve znění účinném od {dated}",
            f"Členem představenstva byl {person(random)} od {dated} do {n(1, 28)}. {n(1, 12)}. {year + 4}",
            f"Funkční období začíná dnem {dated}, trvá {n(1, 9)} let; předseda {person(random)} jedná sám",
            f"akcie na jméno: {n(1, 9999)} ks o jmenovité hodnotě {money}, ISIN CZ000{n(10**6, 10**7)}",
            f"nakládání s bytem č. {n(1, 99)} v domě č.p. {n(1, 999)} v obci {town}",
            f"pronájem bytů, pobyt: nejméně {n(2, 30)} dní, rekreační pobyty pro děti od {n(3, 9)} let",
            "Za společnost jednají dva členové představenstva společně, z toho vždy předseda",
            f"Spis je veden u rejstříkového soudu pod sp. zn. C {n(1, 99999)} od {dated}",
            f"zbytková hodnota {money} podle posudku znalce č. {n(100, 9999)}/{n(10, 99)}/{year}",
            f"{town}, {dated}",
            f"Rok narození zakladatele: {n(1930, 1990)}; společnost vznikla v roce {year}",
            f"narození a úmrtí hospodářských zvířat v roce {year}; obec vznikla {dated}",
            f"faktura č. {n(10**7, 10**8)}, variabilní symbol {n(10**7, 10**8)}, splatná {dated}",
            f"podíl odpovídající vkladu {money}; splaceno {n(1, 100)} %",
            f"Zastoupena advokátem {person(random)}, se sídlem kanceláře {street}, {town}",
            f"{person(random)}, jednatel od {dated}; provozovna {street}, {town}",
            f"Znalec {person(random)}, posudek č. {n(10, 99)}/{year} ze dne {dated}, hodnota {money}",
            f"Knihovna {random.choice(MEN)}a {random.choice(SURNAMES)}a, {street}, {town}",
            f"Organizační složka {street}, {town}, vedoucí {person(random)}, jmenován dne {dated}",
            f"výkon rozhodnutí nařízen dne {dated}; nařízena exekuce pro {money}",
            f"Alfa s.r.o., DIČ CZ{n(10**7, 10**8)}, DIČ skupiny CZ699{n(10**6, 10**7)}",
            f"ubytování v objektu {street}, {town}; rekreační pobyt, {n(2, 30)} dní",
        ]
    )
