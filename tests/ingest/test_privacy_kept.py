"""What is known to be harmless at a look, and what is judged however it looks."""

from __future__ import annotations

import pytest

from soupis.ingest.privacy import redact, redact_beside_name
from soupis.ingest.privacy.published import published_json, published_with
from soupis.wire.person import Angazma, FirmaOsoby, OsobaProfil, OsobaSouhrn

PRIVATE = "jednatel Jan Vzor, bytem Ukázková 1/2, Praha"
BIRTH = "610723"


@pytest.mark.parametrize("text", ["1898", "1961/7", "1925/3a", "C 190159/KSBR", "B 610723/MSPH"])
def test_numbers_of_houses_and_file_marks_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    ("before", "behind"), [("C ", "XXXX"), ("RČ ", "1233"), ("r. č. ", "1233"), ("", "1233")]
)
def test_what_only_looks_like_a_file_mark_is_judged(before: str, behind: str) -> None:
    assert "[skryto]" in redact(f"{before}{BIRTH}/{behind}")


@pytest.mark.parametrize("spoilt", ["b y t e m", "B Y T E M"])
def test_a_home_behind_a_spoilt_word_without_a_digit_is_hidden(spoilt: str) -> None:
    text = f"Jan Vzor, {spoilt} Dlouhá, Praha"
    assert redact_beside_name(text) != text


def test_a_field_more_is_redacted_and_encoded_as_in_the_whole_document() -> None:
    common = {
        "klic": "jan-vzor-1961-abcdef",
        "prijmeni": "Vzor",
        "pocet_firem": 1,
        "pocet_aktivnich": 1,
        "firmy": [FirmaOsoby(ico="00000001", obchodni_jmeno=PRIVATE)],
    }
    engaged = [Angazma(ico="1", stav_firmy="aktivni", role="spolecnik", aktualni=True, funkce=PRIVATE)]
    summary = OsobaSouhrn(**common)  # type: ignore[arg-type]
    longer = published_with(published_json(summary), "angazma", engaged)
    assert "Ukázkov" not in longer.decode() and longer.count(b"[skryto]") == 2
    assert longer == published_json(OsobaProfil(**common, angazma=engaged))  # type: ignore[arg-type]
