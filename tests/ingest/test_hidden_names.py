"""Names of hidden persons leave texts in every case, order and spelling; names of others stay."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.folding import fold
from soupis.ingest.privacy import HIDDEN
from soupis.ingest.privacy.hidden_names import Name, hide_names, may_be_same_name, share_word, words_of

# A name in the nominative, genitive, dative, accusative, vocative, locative and instrumental.
DECLINED = [
    "Jan Novák, Jana Nováka, Janu Novákovi, Jana Nováka, Jane Nováku, Janovi Novákovi, Janem Novákem",
    "Jana Nováková, Jany Novákové, Janě Novákové, Janu Novákovou, Jano Nováková, Janě Novákové,"
    " Janou Novákovou",
    "Pavel Němec, Pavla Němce, Pavlovi Němci, Pavla Němce, Pavle Němče, Pavlu Němcovi, Pavlem Němcem",
    "Zdeněk Procházka, Zdeňka Procházky, Zdeňkovi Procházkovi, Zdeňka Procházku, Zdeňku Procházko,"
    " Zdeňku Procházkovi, Zdeňkem Procházkou",
    "Jiří Novotný, Jiřího Novotného, Jiřímu Novotnému, Jiřího Novotného, Jiří Novotný, Jiřím Novotném,"
    " Jiřím Novotným",
    "Lenka Novotná, Lenky Novotné, Lence Novotné, Lenku Novotnou, Lenko Novotná, Lence Novotné,"
    " Lenkou Novotnou",
    "Karel Švec, Karla Ševce, Karlu Ševcovi, Karla Ševce, Karle Ševče, Karlovi Ševci, Karlem Ševcem",
    "Tomáš Krejčí, Tomáše Krejčího, Tomáši Krejčímu, Tomáše Krejčího, Tomáši Krejčí, Tomášovi Krejčím,"
    " Tomášem Krejčím",
    "Olga Králová, Olgy Králové, Olze Králové, Olgu Královou, Olgo Králová, Olze Králové, Olgou Královou",
    "Marie Malá, Marie Malé, Marii Malé, Marii Malou, Marie Malá, Marii Malé, Marií Malou",
    "Lucie Krejčí, Lucie Krejčí, Lucii Krejčí, Lucii Krejčí, Lucie Krejčí, Lucii Krejčí, Lucií Krejčí",
    "Dagmar Bílá, Dagmary Bílé, Dagmaře Bílé, Dagmaru Bílou, Dagmar Bílá, Dagmaře Bílé, Dagmarou Bílou",
    "Ota Svoboda, Oty Svobody, Otovi Svobodovi, Otu Svobodu, Oto Svobodo, Otovi Svobodovi, Otou Svobodou",
    "Ivo Kovář, Iva Kováře, Ivovi Kovářovi, Iva Kováře, Ivo Kováři, Ivovi Kováři, Ivem Kovářem",
    "Radek Kozel, Radka Kozla, Radkovi Kozlovi, Radka Kozla, Radku Kozle, Radkovi Kozlu, Radkem Kozlem",
    "Matěj Hájek, Matěje Hájka, Matějovi Hájkovi, Matěje Hájka, Matěji Hájku, Matějovi Hájkovi,"
    " Matějem Hájkem",
    "Ester Janů, Ester Janů, Ester Janů, Ester Janů, Ester Janů, Ester Janů, Ester Janů",
    "René Martinů, Reného Martinů, Renému Martinů, Reného Martinů, René Martinů, Reném Martinů,"
    " Reném Martinů",
    "Nguyen Van Hung, Nguyena Van Hunga, Nguyenovi Van Hungovi, Nguyena Van Hunga, Nguyene Van Hungu,"
    " Nguyenovi Van Hungovi, Nguyenem Van Hungem",
    "Anna Smith, Anny Smith, Anně Smith, Annu Smith, Anno Smith, Anně Smith, Annou Smith",
    "Jan Karel Müller, Jana Karla Müllera, Janu Karlu Müllerovi, Jana Karla Müllera, Jane Karle Müllere,"
    " Janu Karlovi Müllerovi, Janem Karlem Müllerem",
    "Klaus von Stein, Klause von Steina, Klausovi von Steinovi, Klause von Steina, Klausi von Steine,"
    " Klausovi von Steinovi, Klausem von Steinem",
    "Eva Nováková-Malá, Evy Novákové-Malé, Evě Novákové-Malé, Evu Novákovou-Malou, Evo Nováková-Malá,"
    " Evě Novákové-Malé, Evou Novákovou-Malou",
]  # fmt: skip
SURNAME_FIRST = frozenset(("Nguyen",))
SENTENCES = [
    "Společnost zastupuje {} samostatně.", "Zástavní právo ve prospěch věřitele: {}", "({})",
    "smlouva o výkonu funkce - {}, ze dne 1. 2. 2020", "{} a Petr Jiný jednají společně.", "{}",
    "Podíl převádí pan {}; souhlas valné hromady byl dán.", "Ing. {}, Ph.D., MBA",
]  # fmt: skip
JAN, JANA = Name("Jan", "Novák"), Name("Jana", "Nováková")


def name_of(nominative: str) -> Name:
    """Return the parts of a name that are as the register enters them."""
    first, _, last = nominative.partition(" ")
    if first in SURNAME_FIRST:
        return Name(last, first)
    second, _, surname = last.partition(" ")
    return Name(f"{first} {second}", surname) if second == "Karel" else Name(first, last)


def forms_of(line: str) -> list[tuple[Name, str]]:
    cases = line.split(", ")
    assert len(cases) == 7
    return [(name_of(cases[0]), case) for case in cases]


def reversed_name(form: str) -> str:
    first, _, rest = form.partition(" ")
    return f"{rest} {first}"


CASES = [item for line in DECLINED for item in forms_of(line)]
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in capitals": str.upper,
    "without diacritics": lambda form: "".join(
        fold(char) if char.islower() else fold(char).upper() for char in form
    ),
    "surname first": reversed_name,
    "surname first, with a comma": lambda form: (
        reversed_name(form).replace(" ", ", ", 1) if form.count(" ") == 1 else form
    ),
    "with other spaces": lambda form: form.replace(" ", "\u00a0"),
    "in two lines": lambda form: form.replace(" ", "\n", 1),
    "with titles between": lambda form: form.replace(" ", " Ing. ", 1),
    "with an initial between": lambda form: form.replace(" ", " K. ", form[:6] not in SURNAME_FIRST),
    "with characters of a page": lambda form: form.replace(" ", "&nbsp;", 1),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(("name", "form"), CASES, ids=[form for _, form in CASES])
def test_a_name_leaves_texts_in_all_its_cases_and_spellings(name: Name, form: str, spelling: str) -> None:
    written = SPELLINGS[spelling](form)
    for sentence in SENTENCES:
        hidden = hide_names(sentence.format(written), [name])
        words = [word for word in fold(hidden).replace("-", " ").split() if word in set(fold(form).split())]
        assert HIDDEN in hidden and words in ([], ["van"], ["von"]), hidden


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("J. Novák", HIDDEN),
        ("J.Nováka", HIDDEN),
        ("Novák J., jednatel", f"{HIDDEN}., jednatel"),
        ("J. K. Novák", HIDDEN),
        ("p. Novák", f"p. {HIDDEN}"),
        ("s panem Novákem", f"s panem {HIDDEN}"),
        ("Ing. Nováka", f"Ing. {HIDDEN}"),
        ("jednatel Novák jedná sám", f"jednatel {HIDDEN} jedná sám"),
        ("manželé Jan a Marie Novákovi", f"manželé {HIDDEN}"),
        ("jan novák", HIDDEN),
        ("jan.novak@firma.example", f"{HIDDEN}@firma.example"),
        ("Příjmení: Novák, jméno: Jan", f"Příjmení: {HIDDEN}"),
        ("Jan No-\nvák", HIDDEN),
        ("<b>Jan</b> Novák", HIDDEN),
        ("jednatel Jan Novák společnosti Alfa s.r.o.", f"jednatel {HIDDEN} společnosti Alfa s.r.o."),
        (
            "jednatel společnosti Jan Novák koupil Alfa s.r.o.",
            f"jednatel společnosti {HIDDEN} koupil Alfa s.r.o.",
        ),
        ("Jan Novák, Alfa s.r.o.", f"{HIDDEN}, Alfa s.r.o."),
        ("Jan Novák a Petr Malý s.r.o.", f"{HIDDEN} a Petr Malý s.r.o."),
        ("Jan Novák a s ním Petr", f"{HIDDEN} a s ním Petr"),
        ("pan Novák a s ním Petr", f"pan {HIDDEN} a s ním Petr"),
        ("v ulici Jan Novák postavil dům", f"v ulici {HIDDEN} postavil dům"),
        ("dar Jana Nováka 5 000 Kč", f"dar {HIDDEN} 5 000 Kč"),
    ],
)
def test_a_name_leaves_texts_in_short_and_spoilt_forms(text: str, shown: str) -> None:
    assert hide_names(text, [JAN]) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Jana Nováková, Janě Novákové, Janou Novákovou, paní Nováková",
        "Petr Novák, Jan Malý",
        "Jan Malý, Novák Petr",
        "Novák Petr a Jan",
        "jednatel Novák Petr",
        "Petr Novák a Jan Hus",
        "společník Novák s.r.o., Novák a syn, spol. s r.o.",
        "NOVÁK HOLDING a.s.",
        "Jan Novák s.r.o.",
        "fúze se společností NOVÁK JAN, a.s., IČO 1",
        "Stavby Jan Novák a syn, spol. s r. o.",
        "Jan Novák & Co. Ltd",
        "Jan Novák Holding Ltd",
        "Jan Novák, společnost s ručením omezeným",
        "společnost „Jan Novák Pila Brno s.r.o.“",
        "sídlo: ulice Jana Nováka 5",
        "náměstí Jana Nováka",
        "v ul. Jan Novák 12/3",
        "Jana Nováka 5, 602 00 Brno",
        "Nadace Jana Nováka",
        "Jan Novákovský, Jan Nováček, Janáček Novák-",
        "Novák",
        "1. ledna 2020",
        "",
    ],
)
def test_names_of_others_and_of_companies_stay(text: str) -> None:
    assert hide_names(text, [JAN]) == text


@pytest.mark.parametrize("text", ["Jan Novák", "Jana Nováka", "pan Novák", "Janu Novákovi", "Jana Malá"])
def test_a_mans_name_is_no_form_of_a_womans(text: str) -> None:
    assert hide_names(text, [JANA]) == text


def test_ordinary_words_are_not_taken_for_a_declined_name() -> None:
    assert hide_names("poradenství o nových daních", [Name("Dan", "Nový")]) == "poradenství o nových daních"
    assert hide_names("Dan Nový i Danovi Novému", [Name("Dan", "Nový")]) == f"{HIDDEN} i {HIDDEN}"


def test_a_person_with_one_name_only_is_hidden_by_it() -> None:
    assert hide_names("člen Suharto, Suharta", [Name(None, "Suharto")]) == f"člen {HIDDEN}, {HIDDEN}"


@pytest.mark.parametrize("last", ["Jan Novák", "Novák Jan", "Ing. Jan Novák, CSc."])
@pytest.mark.parametrize("first", [None, "", "Ing."])
def test_a_whole_name_that_was_entered_as_a_surname_is_a_whole_name(first: str | None, last: str) -> None:
    name, text = Name(first, last), "Jan Hus založil, firma NOVÁK a syn, Ing., CSc.; Novák je {}, {}"
    assert hide_names(text.format("Jana Nováka", "J. Novák"), [name]) == text.format(HIDDEN, HIDDEN)


def test_a_single_name_is_no_surname_of_others() -> None:
    text = "Petr Novák, {} odstoupil"
    assert hide_names(text.format("Novák"), [Name(None, "Novák")]) == text.format(HIDDEN)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        (Name("Jan", "Hrabě"), "Jana Hraběte, Janu Hraběti, Janem Hrabětem, Jana Hraběho"),
        (Name("Oldřich", "Dítě"), "Oldřicha Dítěte, Oldřichem Dítětem"),
        (Name("Karel", "Kníže"), "Karla Knížete, Karlovi Knížeti"),
        (Name("Jan", "Lev"), "Jana Lva, Janem Lvem, Janu Lvovi, Jane Lve"),
        (Name("Otto", "Šmíd"), "Ottou Šmídem, Otty Šmída, Ottovi Šmídovi, Ottem Šmídem"),
        (Name("Jana", "Nováková-Malá"), "Jana Nováková - Malá, Janou Novákovou - Malou"),
    ],
)
def test_rarer_patterns_of_declension_are_known(name: Name, form: str) -> None:
    for written in form.split(", "):
        assert hide_names(written, [name]) == HIDDEN


def test_several_hidden_persons_leave_one_text() -> None:
    assert hide_names("Jan Novák a Jana Nováková", [JAN, JANA]) == f"{HIDDEN} a {HIDDEN}"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (JAN, Name("JAN", "NOVAK"), True),
        (JAN, Name("Novák", "Jan"), True),
        (JAN, Name("Ing. Jan", "Novák, Ph.D., DBA"), True),
        (JAN, Name(None, "Ing. Jan Novák ml."), True),
        (Name("Eva", "Nová-Malá"), Name("Eva", "Nová Malá"), True),
        (JAN, Name("J.", "Novák"), False),
        (JAN, Name("Jan", "Nový"), False),
        (JAN, JANA, False),
        (Name(None, "Jan"), JAN, False),
    ],
)
def test_names_are_the_same_in_any_order_and_spelling(one: Name, other: Name, same: bool) -> None:
    assert (words_of(one) == words_of(other)) is same


@pytest.mark.parametrize(
    "first", ["Jan", "J.", "Jan Karel", "Jan-Karel", "K. Jan", "Ing. Jan", "JAN", "", None]
)
@pytest.mark.parametrize(
    "last",
    ["Novák", "Novák ml.", "Novák starší", "Novák, CSc.", "Novák, DBA", "Novák Ph.D.", "NOVAK", "Novák-Malý"],
)
def test_spellings_of_a_name_may_be_one(first: str | None, last: str) -> None:
    for other in (Name(first, last), Name(last, first or "")):
        if other.last and (first or "-" not in last):
            assert may_be_same_name(JAN, other) and may_be_same_name(other, JAN) and share_word(JAN, other)
    assert not first or may_be_same_name(JAN, Name(None, f"{first} {last}"))


@pytest.mark.parametrize(
    "other",
    [
        JANA, Name("Petr", "Novák"), Name("P.", "Novák"), Name("Jan", "Nový"), Name("J.", "N."),
        Name("Jan", "Novotný"),
        Name("Petr Karel", "Novák"), Name(None, "Jan"), Name(None, "Petr Novák"), Name("Ing.", "Jan"),
    ],
)  # fmt: skip
def test_names_of_others_are_no_spellings_of_a_name(other: Name) -> None:
    assert not may_be_same_name(JAN, other)
    assert not may_be_same_name(other, JAN)


_TEXTS = st.text(alphabet="ab JnovákNOVÁK.,-(\n1", max_size=60)


@given(before=_TEXTS, after=_TEXTS)
def test_a_name_leaves_whatever_stands_around_it(before: str, after: str) -> None:
    hidden = hide_names(f"{before} | Jan Novák | {after}", [JAN])
    assert "Jan Novák" not in hidden
    assert hide_names(hidden, [JAN]) == hidden


@pytest.mark.parametrize(
    "unit", ["Jan ", "Novák ", "Jan Novák, ", "J. ", "Novák, Jan a ", "a", "Ing. ", "j.n-"]
)
def test_a_text_is_read_in_time_that_grows_with_its_length(unit: str) -> None:
    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        begun = time.process_time()
        hide_names(text, [JAN])
        return time.process_time() - begun

    seconds(1_000)
    assert seconds(200_000) < 12 * max(seconds(50_000), 0.05)
