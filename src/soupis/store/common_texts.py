"""Texts that stand in the public register many thousands of times, stored as the number that each has here.

Names of sources, kinds, functions and countries would otherwise take a third of the room of all extracts. A
text that is not listed is stored as it is. The list only grows, at its end: a number that was given once is
never given anew, no text is changed or taken out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from sqlalchemy import Dialect, String, Text, TypeDecorator
from sqlalchemy.types import TypeEngine

COMMON_TEXTS: Final = (
    # sources, and what nearly every entry says
    "public_register",
    "ares_vr",
    "Česká republika",
    "jednatel",
    "společník",
    "STATUTARNI_ORGAN_CLEN",
    "SPOLECNIK_OSOBA",
    "KORUNY",
    "PROCENTA",
    "statutory",
    "STATUTARNI_ORGAN",
    "SPOLECNIK",
    "partners",
    "other",
    "Společníci",
    "ZAKLADNI_KAPITAL",
    "Výroba, obchod a služby neuvedené v přílohách 1 až 3 živnostenského zákona",
    "ZLOMEK",
    "TEXT",
    "Základní",
    # courts
    "Městský soud v Praze",
    "Krajský soud v Brně",
    "Krajský soud v Ostravě",
    "Krajský soud v Ústí nad Labem",
    "Krajský soud v Hradci Králové",
    "Krajský soud v Plzni",
    "Krajský soud v Českých Budějovicích",
    # kinds of entries
    "SVERENSKY_SPRAVCE",
    "SPOLECNIK_PODILNIK",
    "KOMANDITISTA_OSOBA",
    "KOMPLEMENTAR_OSOBA",
    "AKCIONAR",
    "ZAKLADATEL",
    "ZAKLADATEL_SF",
    "VKLAD_CLEN_DRUZSTVA",
    "CLEN_SDRUZENI_OSOBA",
    "DOZORCI_RADA_CLEN",
    "SPRAVNI_RADA_CLEN",
    "KONTROLNI_KOMISE_CLEN",
    "ROZHODCI_KOMISE_CLEN",
    "PROKURA_OSOBA",
    "LIKVIDATOR_OSOBA",
    "REVIZOR",
    "OPATROVNIK",
    "OZ_VEDOUCI",
    "STATUTAR_ZRIZOVATELE_OSOBA",
    "NASTUPCE_ZRIZOVATELE",
    "POBOCNY_SPOLEK",
    "PODNIKATEL",
    "PROTEKTOR",
    "OBMYSLENY",
    "OBHOSPODAROVATEL_ANGAZMA",
    "SVERENSKY_SPRAVCE_SEKCE",
    "KOMANDITISTA",
    "KOMPLEMENTAR",
    "AKCIONAR_SEKCE",
    "KS_INVEST",
    "ZAKLADATEL_SEKCE",
    "VKLAD_CLEN_DRUZSTVA_SEKCE",
    "CLEN_SDRUZENI",
    "DOZORCI_RADA",
    "SPRAVNI_RADA",
    "KONTROLNI_KOMISE",
    "ROZHODCI_KOMISE",
    "PROKURA",
    "LIKVIDATOR",
    "REVIZOR_SEKCE",
    "OPATROVNIK_SEKCE",
    "OZ_VEDOUCI_SEKCE",
    "STATUTAR_ZRIZOVATELE",
    "NASTUPCE_ZRIZOVATELE_SEKCE",
    "POBOCNY_SPOLEK_SEKCE",
    "PODNIKATEL_SEKCE",
    "PROTEKTOR_SEKCE",
    "OBMYSLENY_SEKCE",
    "OBHOSPODAROVATEL_SEKCE",
    "STATUTARNI_ORGAN_CLEN_ZASTOUPENI",
    "SPOLECNIK_OSOBA_ZASTOUPENI",
    "DOZORCI_RADA_CLEN_ZASTOUPENI",
    "SPRAVNI_RADA_CLEN_ZASTOUPENI",
    "AKCIONAR_ZASTOUPENI",
    "KOMPLEMENTAR_OSOBA_ZASTOUPENI",
    "KOMANDITISTA_OSOBA_ZASTOUPENI",
    "ODSTEPNY_ZAVOD",
    "INSOLVENCE",
    "INSOLVENCNI_ZAPIS",
    "KONKURS",
    "KONKURS_PROHLASENI",
    "KONKURS_ZAMITNUTI",
    "LIKVIDACE",
    "OBMYSLENY_ZPUSOB",
    "OST_SKUTECNOSTI",
    "PRERUSENI_CINNOSTI",
    "UCEL_FONDU_CISELNIK",
    "VYROVNANI",
    "VYROVNANI_POVOLENI",
    "VYROVNANI_ZAMITNUTI",
    "VYZVA_PRO_VERITELE",
    "ZAHAJENI_O_ZRUSENI",
    "ZRUSENI",
    "ZRUSENI_KONKURSU",
    # bodies
    "představenstvo",
    "dozorčí rada",
    "kontrolní komise",
    "výbor",
    "správní rada",
    "prokura",
    "likvidátor",
    "vedoucí",
    "ředitel",
    "statutární orgán",
    "Jediný akcionář",
    "Akcionáři",
    "Zakladatelé",
    "zakladatel",
    "Vklady členů družstva",
    "Vedoucí odštěpného závodu",
    "Komplementáři",
    "komplementáři",
    "Komanditisté",
    "společníci",
    "revizor",
    "rozhodčí komise",
    # functions
    "předseda",
    "místopředseda",
    "člen",
    "člen představenstva",
    "předseda představenstva",
    "místopředseda představenstva",
    "člen dozorčí rady",
    "předseda dozorčí rady",
    "místopředseda dozorčí rady",
    "člen kontrolní komise",
    "předseda kontrolní komise",
    "člen výboru",
    "předseda výboru",
    "místopředseda výboru",
    "člen správní rady",
    "předseda správní rady",
    "místopředseda správní rady",
    "statutární ředitel",
    "jediný akcionář",
    "akcionář",
    "prokurista",
    "komplementář",
    "komanditista",
    "vedoucí odštěpného závodu",
    "vedoucí organizační složky",
    "jednatelka",
    "tajemník",
    "hospodář",
    "pokladník",
    "starosta",
    # countries
    "Slovenská republika",
    "Spolková republika Německo",
    "Rakouská republika",
    "Kyperská republika",
    "Nizozemsko",
    "Nizozemské království",
    "Polská republika",
    "Ukrajina",
    "Ruská federace",
    "Spojené království Velké Británie a Severního Irska",
    "Spojené státy americké",
    "Italská republika",
    "Francouzská republika",
    "Maďarsko",
    "Vietnamská socialistická republika",
    "Čínská lidová republika",
    "Švýcarská konfederace",
    "Lucemburské velkovévodství",
    "Bulharská republika",
    "Rumunsko",
    "Izrael",
    "Korejská republika",
    "Japonsko",
    "Slovinská republika",
    "Chorvatská republika",
    "Belgické království",
    "Španělské království",
    "Švédské království",
    "Dánské království",
    "Moldavská republika",
    "Běloruská republika",
    "Arménie",
    "Gruzie",
    "Kazachstán",
    "Turecká republika",
    # other facts
    "Ostatní skutečnosti",
    "Insolvenční řízení",
    "Prohlášení konkursu",
    "Přerušení činnosti",
    "Zrušení konkursu",
    "Evidence zvláštních údajů",
    "Na společnost přešlo v důsledku vnitrostátní fúze sloučením jmění zanikající společnosti.",
    "Valná hromada společnosti rozhodla o zvýšení základního kapitálu upsáním nových vkladů.",
    "Obchodní korporace se podřídila zákonu jako celku postupem podle § 777 odst. 5 zákona č. 90/2012 "
    "Sb., o obchodních společnostech a družstvech.",
    "Způsob založení: notářský zápis, kterým se zakládá společnost bez výzvy k upisování akcií.",
    "Společnost vznikla přeměnou rozdělením odštěpením; část jmění přešla na nástupnickou společnost.",
    "Soud rozhodl o úpadku dlužníka.",
    "Činnost je přerušena.",
    "Konkurs byl zrušen po splnění rozvrhového usnesení.",
    "Byl prohlášen konkurs na majetek dlužníka.",
    "Údaj zapsaný podle zvláštního zákona.",
    # acting
    "Jednatel jedná za společnost samostatně.",
    "Předseda zastupuje navenek samostatně ve všech věcech; v jeho nepřítomnosti místopředseda.",
    "Podepisování za společnost se děje tak, že k vytištěnému nebo napsanému obchodnímu jménu "
    "společnosti připojí svůj podpis oprávněná osoba.",
    "Za společnost jednají vždy dva členové statutárního orgánu společně.",
    "Společnost zastupuje jednatel samostatně.",
    "Jednatel jedná samostatně.",
    "Každý jednatel jedná za společnost samostatně.",
    "Jednatelé jednají za společnost samostatně.",
    "Společnost zastupují dva jednatelé společně.",
    "Za společnost jedná jednatel samostatně.",
    # lines of business
    "Velkoobchod a maloobchod",
    "Činnost ostatních organizací sdružujících osoby",
    "Hostinská činnost",
    "Správa a údržba nemovitostí",
    "Pronájem nemovitostí, bytů a nebytových prostor",
    "Provádění staveb, jejich změn a odstraňování",
    "Mimoškolní výchova a vzdělávání, pořádání kurzů, školení, včetně lektorské činnosti",
    "Poskytování software, poradenství v oblasti informačních technologií",
    "Zemědělská výroba",
    "Činnost sportovních klubů",
    "Projektová činnost ve výstavbě",
    "Poradenská a konzultační činnost, zpracování odborných studií a posudků",
    "Poskytování zdravotních služeb",
    "Činnost účetních poradců, vedení účetnictví, vedení daňové evidence",
    "Silniční motorová doprava - nákladní provozovaná vozidly nebo jízdními soupravami o největší "
    "povolené hmotnosti přesahující 3,5 tuny",
    "Činnost organizací",
    "Holičství, kadeřnictví",
    "Zprostředkování obchodu a služeb",
    "Výroba, instalace, opravy elektrických strojů a přístrojů, elektronických a telekomunikačních zařízení",
    "Poskytování služeb osobního charakteru a pro osobní hygienu",
    "Opravy silničních vozidel",
    "Reklamní činnost, marketing, mediální zastoupení",
    "Vodoinstalatérství, topenářství",
    "Zámečnictví, nástrojářství",
    "Truhlářství, podlahářství",
    "Přípravné a dokončovací stavební práce, specializované stavební činnosti",
    "Obráběčství",
    "Poskytování software, poradenství v oblasti informačních technologií, zpracování dat, hostingové "
    "a související činnosti a webové portály",
    "Činnost samostatného zprostředkovatele",
    "Návrhářská, designérská, aranžérská činnost a modeling",
    "Služby v oblasti péče o zeleň",
    "Poskytování technických služeb",
    "Realitní činnost",
    "Pronájem a půjčování věcí movitých",
    "Malířství, lakýrnictví, natěračství",
    "Umělecká tvorba",
    "Výroba strojů a zařízení",
    "Výroba textilií, textilních výrobků, oděvů a oděvních doplňků",
    "Zasilatelství a zastupování v celním řízení",
    "Výroba elektřiny",
    "Zednictví",
    "Poskytování sociálních služeb",
    "Realitní činnost, správa a údržba nemovitostí",
    "Výkon advokacie",
    "Fotografické služby",
    "Provozování cestovní agentury a průvodcovská činnost v oblasti cestovního ruchu",
    "Pokrývačství, tesařství",
    "Silniční motorová doprava - osobní",
    "Poskytování tělovýchovných a sportovních služeb v oblasti sportu",
    "Masérské, rekondiční a regenerační služby",
    "Izolatérství",
    "Výroba pilařská a impregnační",
    "Těžba dřeva, lesní hospodářství",
    "Provozování kulturních, kulturně-vzdělávacích a zábavních zařízení",
    "Pekařství, cukrářství",
    "Zpracování dat, hostingové a související činnosti a webové portály",
    "Provozování kulturních, kulturně-vzdělávacích a zábavních zařízení a pořádání kulturních produkcí",
    "Provozování tělovýchovných a sportovních zařízení",
    "Zprostředkování zaměstnání",
    "Ubytovací služby",
    "Správa vlastního majetku",
    "Obchod s motorovými vozidly",
    "Výroba, rozmnožování, distribuce, prodej, pronájem zvukových a zvukově-obrazových záznamů",
    "Služby v oblasti administrativní správy a služby organizačně hospodářské povahy",
    "Ostraha majetku a osob",
    "Testování, měření, analýzy a kontroly",
    "Polygrafická výroba",
    "Překladatelská a tlumočnická činnost",
    "Pořádání výstav, veletrhů, přehlídek, prodejních a obdobných akcí",
    "Veterinární činnost",
    "Výroba stavebních hmot, porcelánových, keramických a sádrových výrobků",
    "Výroba chemických látek a chemických směsí",
    "Výroba plastových a pryžových výrobků",
    "Podnikání v oblasti nakládání s nebezpečnými odpady",
    "Obchod s elektřinou",
    "Vydavatelské činnosti, polygrafická výroba, knihařské a kopírovací práce",
    "Poskytování nebo zprostředkování spotřebitelského úvěru",
    "Pivovarnictví a sladovnictví",
    "Opravy a údržba potřeb pro domácnost",
    "Silniční motorová doprava",
    "Výroba elektronických součástek, elektrických zařízení",
    "Výroba a úprava kvasného lihu, konzumního lihu a lihovin",
    "Poskytování nebo zprostředkování poštovních a zahraničních poštovních služeb",
    "Řeznictví a uzenářství",
    "Provozování vodovodů a kanalizací",
    "Pronájem nemovitostí",
    "správa vlastního majetku",
    "Nákup zboží za účelem jeho dalšího prodeje a prodej",
    "výroba, obchod a služby neuvedené v přílohách 1 až 3 živnostenského zákona",
    "hostinská činnost",
    "velkoobchod",
    "specializovaný maloobchod",
    "zprostředkování obchodu",
    "zprostředkování služeb",
    "reklamní činnost a marketing",
)

# What a number is told from a text by: a character that XML cannot hold.
MARK: Final = "\x1f"
_NUMBERED = {text: f"{MARK}{number}" for number, text in enumerate(COMMON_TEXTS)}
_TEXTS = {stored: text for text, stored in _NUMBERED.items()}


class _Shortened(dict[Any, Any]):
    """What is stored of texts: of listed ones without a function of Python in between."""

    def __missing__(self, text: str) -> str:
        return MARK + text if text[:1] == MARK else text


_SHORTENED = _Shortened(_NUMBERED)
_SHORTENED[None] = None
shorten: Final[Callable[[Any], Any]] = _SHORTENED.__getitem__
"""Return a text as it is stored; null stays null."""


def lengthen(stored: str) -> str:
    """Return a text as it was before it was stored; raises KeyError."""
    if not stored.startswith(MARK):
        return stored
    # A number that is not listed is one of a newer version's.
    return stored[1:] if stored.startswith(MARK, 1) else _TEXTS[stored]


class CommonText(TypeDecorator[str]):
    """A column of texts of which many are listed: they are shortened when they are stored."""

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = Text
    cache_ok = True

    def __init__(self, length: int | None = None) -> None:
        """`length`: the most characters that the column takes, as of `String`."""
        super().__init__()
        self.length = length
        if length is not None:
            self.impl = String(length)

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Shorten a text on its way into the database."""
        return cast("str | None", shorten(value))

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:  # noqa: ARG002
        """Return what lengthens texts on their way out of the database.

        A document is made of a hundred of them: what the library would put around it takes twice its time.
        """
        return _LENGTHENED.__getitem__


class _Lengthened(dict[Any, Any]):
    """Texts by what is stored of them: listed ones without a function of Python in between."""

    def __missing__(self, stored: str) -> str:
        return stored if stored[:1] != MARK else lengthen(stored)


_LENGTHENED = _Lengthened(_TEXTS)
_LENGTHENED[None] = None
