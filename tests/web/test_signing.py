"""Who may sign: told in a word only where the entry leaves no doubt."""

from __future__ import annotations

import pytest

from soupis.web.signing import Signing, in_bankruptcy, signing
from soupis.wire.company import Clen, FirmaDetail, FyzickaOsoba, Insolvence, Organ, StavPodrobne

_MEMBERS = [Clen(osoba=FyzickaOsoba(prijmeni=name), aktualni=True) for name in ("Vzorový", "Ukázková")]


def _company(*manners: str) -> FirmaDetail:
    body = Organ(nazev="Statutární orgán", zpusob_jednani=list(manners), clenove=_MEMBERS)
    return FirmaDetail(ico="27082440", stav="aktivni", statutarni_organy=[body])


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("Jednatel jedná za společnost samostatně.", "alone"),
        ("Každý z jednatelů zastupuje společnost samostatně.", "alone"),
        ("Za společnost jednají vždy dva členové představenstva společně.", "together"),
        ("Společnost zastupují společně oba jednatelé.", "together"),
        ("Společnost zastupují všichni jednatelé společně.", "all"),
        (
            "Jednatel jedná samostatně. Podepisuje se tak, že k názvu společnosti připojí svůj podpis.",
            "alone",
        ),
        ("Jednatel jedná samostatně, nad 100 000 Kč jednají dva jednatelé společně.", "asWritten"),
        ("Předseda samostatně, nebo dva členové představenstva společně.", "asWritten"),
        ("Jednatel nesmí jednat samostatně.", "asWritten"),
        ("Jednatelé nejednají samostatně.", "asWritten"),
        ("V nepřítomnosti předsedy jedná samostatně místopředseda.", "asWritten"),
        ("Jednatel jedná samostatně jen se souhlasem valné hromady.", "asWritten"),
        ("Společnost zastupuje jednatel.", "asWritten"),
        ("Tři členové společně.", "asWritten"),
    ],
)
def test_a_manner_of_signing_with_any_condition_is_left_in_its_own_words(text: str, manner: str) -> None:
    assert signing(_company(text)) == Signing(manner, 2)  # type: ignore[arg-type]


def test_several_manners_are_left_in_their_own_words() -> None:
    texts = ("Jednatel jedná samostatně.", "Dva jednatelé společně.")
    assert signing(_company(*texts)) == Signing("asWritten", 2)


def test_not_stated_and_not_read_differ() -> None:
    assert signing(_company()) == Signing("notStated", 2)
    assert signing(FirmaDetail(ico="27082440", stav="aktivni")) is None


def test_former_members_do_not_count() -> None:
    company = _company("Jednatel jedná samostatně.")
    assert company.statutarni_organy is not None
    former = Clen(osoba=FyzickaOsoba(prijmeni="Bývalý"), aktualni=False)
    company.statutarni_organy[0].clenove = [former]
    assert signing(company) == Signing("asWritten", 0)


def test_two_who_sign_together_are_too_few_when_one_is_entered() -> None:
    assert Signing("together", 1).too_few
    assert not any(
        way.too_few for way in (Signing("together", 2), Signing("alone", 1), Signing("together", 0))
    )


def test_in_bankruptcy_the_trustee_acts() -> None:
    company = FirmaDetail(ico="27082440", stav="aktivni")
    assert not in_bankruptcy(company)
    company.insolvence = [Insolvence(spisova_znacka="INS 1/2020", stav="KONKURS", probiha=False)]
    assert not in_bankruptcy(company)
    company.insolvence = [Insolvence(spisova_znacka="INS 1/2020", stav="KONKURS", probiha=True)]
    assert in_bankruptcy(company)
    company.insolvence = None
    company.stav_podrobne = StavPodrobne(kod="konkurs", nazev="V konkursu")
    assert in_bankruptcy(company)
