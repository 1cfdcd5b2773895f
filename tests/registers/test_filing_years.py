"""Years of filed documents, as clerks wrote them beside the kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers.filing_years import written_year

ANNUAL = {
    "r. 2010": 2010,
    "-r.2007": 2007,
    "za rok 2004": 2004,
    "-ověřená za rok 2002": 2002,
    "- r.2005-zpráva nez. auditora": 2005,
    "-r.2007 - Příloha": 2007,
    "2015": 2015,
    "- Schválení účet.závěrky 2009": 2009,
    "za r. 2010": 2010,
    "za r.2010": 2010,
    "rok 2010": 2010,
    "r 2010": 2010,
    "roku 2010": 2010,
    "za období 2010": 2010,
    "za účetní období 2010": 2010,
    "za období 1.1.2010-31.12.2010": 2010,
    "za období od 1.4.2009 do 31.3.2010": 2010,
    "1.1. - 31.12.2010": 2010,
    "k 31.12.2010": 2010,
    "k 31. 12. 2010": 2010,
    "ke dni 31. prosince 2010": 2010,
    "za rok končící 31.3.2010": 2010,
    "za rok ukončený 31. prosince 2010": 2010,
    "za roky 2009 a 2010": 2010,
    "za léta 2008-2010": 2010,
    "2009/10": 2010,
    "2009/2010": 2010,
    "1999/00": 2000,
    "hosp. rok 2009/2010": 2010,
    "za hospodářský rok 2009/10": 2010,
    "za 2010": 2010,
    "VZ 2010": 2010,
    "ÚZ 2010 - rozvaha": 2010,
    "za I. pololetí 2010": 2010,
    "r. 2010, opravená 2012": 2010,
    "2010, opravená 2012": 2010,
    "za rok 2010 schválená VH dne 15.6.2011": 2010,
    "za rok 2001 - oprava": 2001,
    "r. '02": 2002,
    "r.’98": 1998,
    "'99": 1999,
    "VZ '10": 2010,
    "za r. 02": 2002,
    "za r.02": 2002,
    "za r. 12": 2012,
    "za rok 98": 1998,
    "za rok '11, opravená": 2011,
    "rok 05": 2005,
    "r. 02": 2002,
    "-r.97 - Příloha": 1997,
    "za r. 01/02": 2002,
    "za r. '98/'99": 1999,
    "hosp. rok 99/00": 2000,
    "za roky 98 a 99": 1999,
    "r. 98, 12 stran": 1998,
    "k 31.12.02": 2002,
    "ke dni 31. 3. 98": 1998,
    "za období 1.1.97 - 31.12.97": 1997,
    "za rok 02 schválená dne 15.6.03": 2002,
    # two digits that may count something else
    "r. 12": None,
    "za období 12 měsíců": None,
    "za období 02": None,
    "za rok 12 měsíců": None,
    "za r. 35": None,
    "r. '75": None,
    "za r. 02/2010 Sb.": None,
    "za r. 02/05": None,
    "r. 02.5": None,
    "za r. 5": None,
    "v r. 02": None,
    "doplněno v r. '15": None,
    "schválená dne 15.6.03": None,
    "příloha č. 02": None,
    "'02'": None,
    # nothing of these is the year of a document
    "schválená dne 15.6.2011": None,
    "ze dne 15.6.2011": None,
    "ze dne 5. května r. 2011": None,
    "schválena v roce 2011": None,
    "zák. č. 563/1991 Sb.": None,
    "NZ 123/2010": None,
    "č.j. 2010/45": None,
    "nájem 2000 Kč": None,
    "příloha č. 3": None,
    "12010": None,
    "": None,
}
OTHERS = {
    "schválení účetní závěrky za rok 2010": 2010,
    "zápis z VH za rok 2012 ze dne 3.4.2013": 2012,
    "odměny za období 2011": 2011,
    "zpráva o vztazích za r. 02": 2002,
    "r. '02": None,
    "r. 2010": None,
    "2010": None,
    "Dodatek č.9 ke smlouvě ze dne 31.7.2009": None,
    "usnesení KS ze dne 5. května r. 2010": None,
    "nájem za 2000 Kč": None,
    "jmenování pana Havla": None,
}


@pytest.mark.parametrize("text", ANNUAL)
def test_the_year_of_an_annual_document_is_read_from_the_clerks_words(text: str) -> None:
    assert written_year(text, annual=True) == ANNUAL[text]


@pytest.mark.parametrize("text", OTHERS)
def test_other_documents_have_a_year_only_if_the_words_say_for_which_one(text: str) -> None:
    assert written_year(text, annual=False) == OTHERS[text]


@given(
    st.sampled_from(["r. '", "r.’", "za r. ", "za r.", "za rok ", "rok ", "za hosp. rok ", "k 31.12."]),
    st.integers(1990, 2026),
    st.sampled_from(["", " - příloha", ", výrok auditora", " (schváleno v r. '27)"]),
)
def test_a_year_of_two_digits_is_read_where_it_can_be_nothing_else(
    period: str, year: int, behind: str
) -> None:
    assert written_year(f"{period}{year % 100:02d}{behind}", annual=True) == year


@given(
    st.sampled_from(["", "- ", "-", "ověřená ", "konsolidovaná ", "opravená, "]),
    st.sampled_from(
        ["r. ", "r.", "za rok ", "za r. ", "rok ", "za účetní období ", "za období ", "k 31.12.", "k 31. 3. "]
    ),
    st.integers(1990, 2026),
    st.sampled_from(
        ["", " - příloha", ", výrok auditora", ", schválená dne 4.6.2027", " (schváleno v roce 2027)"]
    ),
)
def test_the_year_is_read_in_every_usual_spelling(before: str, period: str, year: int, behind: str) -> None:
    assert written_year(f"{before}{period}{year}{behind}", annual=True) == year
