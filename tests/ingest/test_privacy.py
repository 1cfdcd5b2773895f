"""Private details that clerks wrote into free texts are not published."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from soupis.ingest.privacy import HIDDEN, redact
from soupis.store.tables import company_document, person_document
from tests.support.registry import Registry
from tests.support.sources import element, fact, legal, natural, register_file, subject

ICO = 27074358
SECRETS = [
    "750203/1234",
    "7502031234",
    "3. 2. 1975",
    "03.02.1975",
    "1975-02-03",
    "3. února 1975",
    "Ukázková 1/2",
    "třetího druhého",
    "3.&amp;nbsp;2.",
    "750 203",
    "750-203",
    "3.%202.",
    "3.+2.",
    "3.%25202.",
    "UkĂˇzkovĂˇ",
    "Uk%C3%A1zkov",
    "Ukázková_1",
    "3._února",
    "3. Ã",
]
TEXTS = [
    "Za společnost jedná Jan Vzorový, r. č. 750203/1234, samostatně.",
    "Jedná Jan Vzorový, r.č. 7502031234; podepisuje se připojením podpisu.",
    "Jan Vzorový, rodné číslo: 750203 / 1234",
    "Jan Vzorový (750203/1234) jedná samostatně",
    "Jan Vzorový, nar. 3. 2. 1975, jedná samostatně",
    "Jan Vzorový, nar. 03.02.1975",
    "Jan Vzorový, narozen dne 3. února 1975",
    "Jan Vzorový, datum narození: 1975-02-03",
    "Jan Vzorový, bytem Praha 4, Ukázková 1/2, PSČ 140 00; jedná samostatně",
    "Jan Vzorový, trvale bytem: Ukázková 1/2, Praha 4",
    "Jan Vzorový (trvalý pobyt Ukázková 1/2, Praha) jedná samostatně",
    "Jan Vzorový, domov: Praha 4, Ukázková 1/2",
    "Jan Vzorový, bytem dětský domov Ukázková 1/2, Praha 4",
    "Jan Vzorový, domovem v Praze 4, Ukázková 1/2",
    "Za společnost jedná pan Vzorový, Ukázková 1/2, Praha 4, samostatně.",
    "Podíl převeden na J. Vzorového (Ukázková 1/2, 140 00 Praha 4)",
    "Zástavce: J. K. Vzorový, na adrese Ukázková 1/2, Praha 4",
    "obývající Ukázková 1/2, Praha 4",
    "trvale pobývající Ukázková 1/2, Praha 4",
    "přišel na svět 03.02.75",
    "jednatelka rozená Malá 3. 2. 1975",
    "rozena\u0301 Mala\u0301 03.02.1975",
    "datum narození: třetího druhého devatenáct set sedmdesát pět",
    "Vzorový Jan, nar.&amp;nbsp;3.&amp;nbsp;2.&amp;nbsp;1975",
    "Vzorový Jan, nar. <b>3. 2. 1975</b>",
    "bytem<br/>Ukázková 1/2,<br/>Praha 4",
    # In groups of three, mistyped so that the check of birth numbers fails.
    "Jan Vzorový 750 203 123 4",
    "Jan Vzorový, 750-203-1234",
    # In a mistaken encoding.
    "Jan%20Vzorov%C3%BD%2C%20nar.%203.%202.%201975",
    "Jan+Vzorov%FD,+nar.+3.+2.+1975",
    "Jan%2520Vzorov%25C3%25BD%252C%2520nar.%25203.%25202.%25201975",
    "trvale%20bytem%20Uk%C3%A1zkov%C3%A1%201%2F2,%20Praha%204",
    "trvale_bytem_Ukázková_1/2,_140_00_Praha_4",
    "narozen_dne_3._února_1975_v_Praze",
    "trvalĂ˝ pobyt UkĂˇzkovĂˇ 1/2, Praha 4",
    "Jan VzorovÃ½, narozenÃ½ 3. Ãºnora 1975",
    "Jan VzorovÃƒÂ½, narozenÃƒÂ½ 3. ÃƒÂºnora 1975",
    "rodnĂ© ÄŤĂ\xadslo: 7502031234",
]
HARMLESS = [
    "Jednatel jedná samostatně.",
    "Společnost zastupují vždy dva členové představenstva, z nichž jeden je předseda.",
    "Výroba, obchod a služby neuvedené v přílohách 1 až 3 živnostenského zákona",
    "Smlouva ze dne 3. 2. 1995, účet 19-2808601/0100, vložka 12345/MSPH",
    "Provozování ubytovacích zařízení, pobytové zájezdy a přechodný pobyt hostů",
    "Národní podnik, narození zvířat a jejich chov",
    "Dětský domov a Školní jídelna, Radenín 1",
    "Domov pro seniory Chodov, Donovalská 2222/31",
    "Základní škola s dětským domovem v Brně, Zahradní 12",
    "Dětský domov: Zahradní 12, 602 00 Brno",
    "Dětský domov Jana Nováka, Zahradní 12, Brno",
    "Domov pro seniory Jana Nováka, Zahradní 12, Brno",
    # Codes of securities that pass the check of birth numbers, too.
    "ISIN CZ 7105 1294 49",
    "akcie na majitele, ISIN kmenových akcií je CZ1503243654",
    "dluhopis (kód ISIN: SK 9561065371)",
    "STAVBY A. S. KLADNO, DLOUHÁ 5",
    "M. Lázně, Hlavní 5",
    "Hospoda U pana Broučka, Hradčanské náměstí 5",
    "nám. T. G. Masaryka 588, 760 01 Zlín",
    "ZŠ E. Zátopka, Pionýrů 400, Kopřivnice",
    "Národní podnik;K. Světlé;512/4;České Budějovice",
    "Střední průmyslová škola elektrotechnická Františka Křižíka, Praha 1, Na Příkopě 16",
    "Jan Vzorový, tel. 602 123 4567",
    "Jan Vzorový 602 123 456",
    "Obchodní podíl 50%20 000 Kč, splaceno 100 %",
    "novak_2012_04_12@example.cz",
    "Ärzte_und_Co, Åre Čeď, Ĺuboš, Âge 21",
]


@pytest.mark.parametrize("text", TEXTS)
def test_birth_numbers_birth_dates_and_homes_are_hidden(text: str) -> None:
    shown = redact(text)
    assert HIDDEN in shown
    assert not any(secret in shown for secret in SECRETS)
    assert shown.startswith("Jedná Jan" if text.startswith("Jedná") else text[:10])


@pytest.mark.parametrize("text", HARMLESS)
def test_texts_without_private_details_stay_as_they_are(text: str) -> None:
    assert redact(text) == text


def _check_digit(code: str) -> str:
    """Return the last digit of the code of a security, by ISO 6166."""
    digits = "".join(str(int(char, 36)) for char in code)
    total = sum(sum(divmod(int(digit) * (2 - place % 2), 10)) for place, digit in enumerate(reversed(digits)))
    return str(-total % 10)


@given(
    st.sampled_from(["CZ", "SK", "XS", "DE"]),
    st.dates(date(1954, 1, 1), date(2003, 12, 31)),
    st.booleans(),
    st.sampled_from(
        ["ISIN {}", "ISIN: {}", "kód ISIN je {}", "akcie na jméno, ISIN kmenových akcií {}", "(isin {})"]
    ),
    st.sampled_from(["{0}{1}", "{0} {1}", "{0} {1:.4} {2:.4} {3}"]),
)
def test_the_code_of_a_security_is_no_birth_number(
    country: str, day: date, woman: bool, shape: str, form: str
) -> None:
    begun = f"{day:%y}{day.month + 50 * woman:02d}{day:%d}"
    codes = (f"{begun}{tail:03d}" for tail in range(1000))
    digits = next(full for code in codes if int(full := code + _check_digit(country + code)) % 11 == 0)
    text = shape.format(form.format(country, digits, digits[4:], digits[8:]))
    assert redact(text) == text
    assert HIDDEN in redact(f"DIČ {country}{digits}" if country == "CZ" else f"r. č. {digits}")


@given(st.text())
def test_hiding_twice_hides_no_more(text: str) -> None:
    assert redact(redact(text)) == redact(text)


def test_no_free_text_of_the_register_gives_anything_private_away(registry: Registry) -> None:
    for number, text in enumerate(TEXTS):
        words = element("hodnotaText", text)
        person = natural("Jan", "Vzorový", "1975-02-03")
        member = fact("STATUTARNI_ORGAN_CLEN", element("funkce", text), person)
        member += fact("STATUTARNI_ORGAN_CLEN", legal(text))
        body = fact("STATUTARNI_ORGAN", "<podudaje>", member, fact("ZPUSOB_JEDNANI", words), "</podudaje>")
        line = fact("PREDMET_PODNIKANI", words)
        value = f"<vklad><typ>TEXT</typ>{element('textValue', text)}</vklad>"
        size = f"<souhrn><typ>TEXT</typ>{element('textValue', text)}</souhrn>"
        paid = f"<splaceni><typ>TEXT</typ>{element('textValue', text)}</splaceni>"
        share = fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{value}{size}{paid}</hodnotaUdaje>")
        partner = fact("SPOLECNIK_OSOBA", person, "<podudaje>", share, "</podudaje>")
        partners = fact("SPOLECNIK", "<podudaje>", partner, "</podudaje>")
        item = subject(ICO + number, "Alfa s.r.o.", body, line, partners)
        registry.register(register_file(registry.directory / f"sro-full-{number}-2026.xml", item))
    registry.publish()
    published = [
        bytes(value).decode("utf-8", "replace")
        for table in (company_document, person_document)
        for row in registry.rows(select(table))
        for value in row
        if isinstance(value, bytes)
    ]
    assert sum(text.count(HIDDEN) for text in published) >= 7 * len(TEXTS)
    for secret in SECRETS:
        assert not any(secret in text for text in published), secret
