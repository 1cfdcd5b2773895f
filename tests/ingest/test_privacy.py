"""Private details that clerks wrote into free texts are hidden, and nothing else is."""

from __future__ import annotations

import re
import time
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from soupis.ingest.privacy import HIDDEN, redact, redact_beside_name, redact_error, redact_name
from soupis.ingest.privacy.folded import clean, fold
from soupis.ingest.privacy.redaction import LONGEST_NAME, letters_of
from soupis.ingest.privacy.tokens import is_birth_number, tokens_of
from soupis.store.tables import company_document, person_document
from tests.support import private_texts
from tests.support.registry import Registry
from tests.support.sources import element, fact, legal, natural, register_file, subject

LINES = (Path(__file__).parent / "privacy_texts.txt").read_text(encoding="utf-8").splitlines()
TEXTS = [line for line in LINES if line and not line.startswith("#")]
PRIVATE = [line.split("|") for line in TEXTS if "|" in line]
SEEDS = st.integers(0, 10**9)
GENERATED = 2_000


def seen(secret: str, text: str) -> bool:
    """Tell whether somebody who reads a text sees a secret in it, however it is written there."""
    wanted, words = (" ".join(fold(item).text.split()) for item in (secret, text))
    return re.search(rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])", words) is not None


@pytest.mark.parametrize(("text", "secrets"), [(text, secrets) for text, *secrets in PRIVATE])
def test_birth_numbers_birth_dates_and_homes_are_hidden(text: str, secrets: list[str]) -> None:
    shown = redact(text)
    assert HIDDEN in shown and not [secret for secret in secrets if secret in shown], shown


@pytest.mark.parametrize("text", [line for line in TEXTS if "|" not in line])
def test_texts_without_private_details_stay_as_they_are(text: str) -> None:
    assert redact(text) == text


@given(
    st.one_of(
        st.sampled_from(TEXTS),
        st.text(),
        st.builds(lambda seed: private_texts.planted(Random(seed)).text, SEEDS),
    )
)
def test_every_token_has_a_letter(text: str) -> None:
    tokens = tokens_of(fold(clean(text)))
    assert not [token for token in tokens if token.kinds and letters_of([token]) == "?"]


def test_of_generated_texts_at_most_two_in_a_hundred_tell_something() -> None:
    leaks = [
        (item.text, shown)
        for item in (private_texts.planted(Random(seed)) for seed in range(GENERATED))
        if any(seen(secret, shown := redact(item.text)) for secret in item.secrets)
    ]
    assert len(leaks) <= GENERATED * 0.02, leaks


@given(SEEDS)
def test_what_is_around_something_private_stays(seed: int) -> None:
    item = private_texts.planted(Random(seed))
    shown = redact(item.text)
    for part in item.kept:
        assert fold(part).text in fold(shown).text, (item.text, shown)


@given(st.lists(SEEDS, min_size=2, max_size=4))
def test_private_details_among_innocent_sentences_are_hidden(seeds: list[int]) -> None:
    item = private_texts.planted(Random(seeds[0]))
    if any(seen(secret, redact(item.text)) for secret in item.secrets):
        return
    sentences = ". ".join(private_texts.innocent(Random(seed)).rstrip(".") for seed in seeds[1:])
    shown = redact(f"{sentences}. {item.text}")
    assert not [secret for secret in item.secrets if seen(secret, shown) and not seen(secret, sentences)], (
        shown
    )


@given(SEEDS)
def test_what_is_private_in_a_note_is_hidden_though_nobody_is_named_in_it(seed: int) -> None:
    item = private_texts.note(Random(seed))
    shown = redact_beside_name(item.text)
    assert not [secret for secret in item.secrets if seen(secret, shown)], (item.text, shown)


def test_less_than_one_innocent_text_in_a_thousand_is_touched() -> None:
    texts = [private_texts.innocent(Random(seed)) for seed in range(GENERATED)]
    notes = [private_texts.function(Random(seed)) for seed in range(GENERATED)]
    touched = [text for text in texts if redact(text) != text]
    touched += [text for text in notes if redact_beside_name(text) != text]
    assert len(touched) < 2 * GENERATED / 1000, touched


@given(SEEDS)
def test_a_surname_loses_a_date_and_keeps_the_rest(seed: int) -> None:
    random = Random(seed)
    shown = private_texts.written(random, private_texts.birth_day(random))
    surname = random.choice(private_texts.SURNAMES)
    for separator in (" ", ", ", " (", ", nar. ", " *"):
        left = redact_name(f"{surname}{separator}{shown}")
        assert left.startswith(surname) and HIDDEN in left and not seen(shown, left), left


def test_a_surname_loses_an_address_and_keeps_a_year() -> None:
    assert redact_name("Vzorový, Dlouhá 12, Praha") == f"Vzorový, {HIDDEN}"
    assert redact_name("Vzorový 1975") == "Vzorový 1975"
    titles = "prof. doc. RNDr. PhDr. PaedDr. Ing. et Ing. Mgr. et Mgr. Bc. et Bc. " * 5
    assert redact_name(titles) == titles
    assert redact_name("Vzorový " * LONGEST_NAME) == HIDDEN


@given(SEEDS)
def test_made_up_birth_numbers_pass_the_check_and_a_mistyped_digit_does_not(seed: int) -> None:
    random = Random(seed)
    number = private_texts.birth_number(random, private_texts.birth_day(random))
    assert is_birth_number(number)
    if len(number) == 10:
        mistyped = f"{number[:-1]}{(int(number[-1]) + 1) % 10}"
        assert not is_birth_number(mistyped) or mistyped.endswith("0")


@given(
    st.sampled_from(["CZ", "SK", "XS", "DE"]),
    st.dates(date(1954, 1, 1), date(2003, 12, 31)),
    st.sampled_from(["ISIN {}", "ISIN: {}", "kód ISIN je {}", "akcie na jméno, ISIN kmenových akcií {}"]),
)
def test_the_code_of_a_security_is_no_birth_number(country: str, day: date, shape: str) -> None:
    begun = f"{day:%y%m%d}"
    digits = next(full for tail in range(10_000) if int(full := f"{begun}{tail:04d}") % 11 == 0)
    text = shape.format(country + digits)
    assert redact(text) == text
    assert HIDDEN in redact(f"DIČ {country}{digits}" if country == "CZ" else f"r. č. {digits}")


@given(st.text())
def test_hiding_twice_hides_no_more(text: str) -> None:
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    "piece",
    ["nar. ", "1 ", "bytem ", "610723/1239 ", "narozen abc ", "bytem Dlouhá 12 ", "Jan Novák 1.2.1970 ",
     "Ing. ", "r.c. a b c ", "bytem Praha 4, ", "1 leden ", "narozena v ", "č. ", "(", "*", "a.", "a b c ",
     "&nbsp;1", "<b"],
)  # fmt: skip
def test_the_time_for_a_text_grows_with_its_length_and_not_faster(piece: str) -> None:
    started = time.process_time()
    redact("narozena " + piece * (80_000 // len(piece)))
    assert time.process_time() - started < 3  # a tenth of it is usual


def test_no_free_text_of_the_register_gives_anything_private_away(registry: Registry) -> None:
    for number, (text, *_) in enumerate(PRIVATE):
        words = element("hodnotaText", text)
        person = natural("Jan", "Vzorový", "1975-02-03")
        member = fact("STATUTARNI_ORGAN_CLEN", element("funkce", text), person)
        member += fact("STATUTARNI_ORGAN_CLEN", legal(text))
        body = fact("STATUTARNI_ORGAN", "<podudaje>", member, fact("ZPUSOB_JEDNANI", words), "</podudaje>")
        value = f"<vklad><typ>TEXT</typ>{element('textValue', text)}</vklad>"
        share = fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{value}</hodnotaUdaje>")
        partner = fact("SPOLECNIK_OSOBA", person, "<podudaje>", share, "</podudaje>")
        partners = fact("SPOLECNIK", "<podudaje>", partner, "</podudaje>")
        item = subject(27074358 + number, "Alfa s.r.o.", body, fact("PREDMET_PODNIKANI", words), partners)
        registry.register(register_file(registry.directory / f"sro-full-{number}-2026.xml", item))
    registry.publish()
    published = [
        bytes(value).decode("utf-8", "replace")
        for table in (company_document, person_document)
        for row in registry.rows(select(table))
        for value in row
        if isinstance(value, bytes)
    ]
    assert sum(text.count(HIDDEN) for text in published) >= 5 * len(PRIVATE)
    secrets = {secret for _, *secrets in PRIVATE for secret in secrets if len(secret) > 6}
    assert not [secret for secret in secrets if any(secret in text for text in published)]


RULE = re.compile(r"^\| [A-Z].*\| `(?P<hidden>[^`]+)` \| `(?P<kept>[^`]+)` \|$", re.MULTILINE)


def test_the_examples_of_the_documentation_hold() -> None:
    documentation = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
    rules = [match.groups() for match in RULE.finditer(documentation)]
    *sentences, note, name, error = rules
    assert len(rules) == 12
    for hide, (hidden, kept) in [
        *((redact, pair) for pair in sentences),
        (redact_beside_name, note),
        (redact_name, name),
        (redact_error, error),
    ]:
        assert HIDDEN in hide(hidden) and hide(kept) == kept, (hidden, kept, hide(hidden), hide(kept))
