"""Made-up entries for the search benchmark: names drawn with a skew, like a real register's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate

from soupis.identifiers import check_digit
from soupis.store.entries import CompanyEntry, PersonEntry

_COMMON = """
stavby služby obchod doprava reality invest group trade servis stavební realitní agro auto elektro centrum
technik consulting holding energy solutions systems development media design studio finance gastro hotel
restaurace pekařství truhlářství zemědělské lesní vodní solární logistic transport finanční účetní daňové
právní sdružení klub spolek škola základní mateřská tělovýchovná jednota myslivecký společenství vlastníků
jednotek dům česká moravská slezská pražská brněnská nová první moderní production plast kov metal dřevo
sklo textil papír software data digital web online print foto film tour travel sport fit beauty clean food
farm bio eco green Czech
"""
_SYLLABLES = """
ba be bo bra bri da de do dra fa fe fi go gra ha he ho ja ji ka ke ko kra kru la le li lo ma me mi mo na ne
ni no pa pe po pra ra re ri ro sa se si so sta ste ta te ti to tra tri va ve vi vo za ze zi zo ček ský nov
vec lin mar tek lex tor max net dom gas vel bor
"""
_TOWNS = """
Praha,Brno,Ostrava,Plzeň,Liberec,Olomouc,České Budějovice,Hradec Králové,Ústí nad Labem,Pardubice,Zlín,Havířov
"""
# What follows the name, the code of the legal form, and how many of a hundred companies have it.
_FORMS = (
    (" s.r.o.", "112", 55),
    ("", "101", 30),
    (", z.s.", "706", 7),
    (", a.s.", "121", 5),
    (" spol. s r.o.", "112", 2),
    (", v.o.s.", "111", 1),
)
_REGIONS = (19, 27, 35, 43, 51, 60, 78, 86, 94, 108, 116, 124, 132, 141)


def _coined(rng: random.Random) -> str:
    return "".join(rng.choices(_SYLLABLES.split(), k=rng.randint(2, 5))).capitalize()


def _skewed(count: int) -> list[float]:
    return list(accumulate(1 / (rank + 3) for rank in range(count)))


def companies(count: int, seed: int = 1) -> Iterator[CompanyEntry]:
    """Yield companies in the order of their IDs."""
    rng = random.Random(seed)
    common = _COMMON.split()
    coined = [_coined(rng) for _ in range(300_000)]
    towns = _TOWNS.strip().split(",") + [f"{_coined(rng)} {_coined(rng)}" for _ in range(3000)]
    town_weights = _skewed(len(towns))
    common_weights = _skewed(len(common))
    divisions = [f"{division:02d}" for division in range(1, 100)]
    codes = [d + f"{rng.randint(10, 999):03d}" for d in divisions for _ in range(8)]
    code_weights = _skewed(len(codes))
    form_weights = list(accumulate(weight for _, _, weight in _FORMS))

    def name() -> str:
        words = rng.choices(common, cum_weights=common_weights, k=rng.choice((0, 1, 1, 2)))
        words += [coined[int(rng.random() ** 3 * len(coined))] for _ in range(rng.choice((1, 1, 2)))]
        rng.shuffle(words)
        return " ".join(words)

    for number in range(count):
        stem = 1_000_000 + number * (8_000_000 // count)
        suffix, form, _ = rng.choices(_FORMS, cum_weights=form_weights)[0]
        town = rng.choices(towns, cum_weights=town_weights)[0]
        yield CompanyEntry(
            ico=stem * 10 + check_digit(stem),
            name=name() + suffix,
            former_names=[name() + suffix] if rng.random() < 0.08 else [],
            places=[town, f"{town} {rng.randint(1, 9)}"],
            region=rng.choice(_REGIONS),
            legal_form=form,
            legal_form_ros=form,
            nace=rng.choices(codes, cum_weights=code_weights, k=rng.randint(1, 9)),
            living=rng.random() < 0.7,
            size=min(255, int(rng.expovariate(0.06))),
        )


def persons(count: int, seed: int = 1) -> Iterator[PersonEntry]:
    """Yield persons in the order of their numbers."""
    rng = random.Random(seed)
    first = [_coined(rng) for _ in range(600)]
    last = [_coined(rng) for _ in range(40_000)]
    for number in range(1, count + 1):
        total = 1 + int(rng.expovariate(0.7))
        yield PersonEntry(
            id=number,
            first_name=first[int(rng.random() ** 3 * len(first))],
            last_name=last[int(rng.random() ** 3 * len(last))],
            companies=total,
            active_companies=rng.randint(0, total),
        )
