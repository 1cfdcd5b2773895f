"""Table of rules about the words of notes of insolvency and liquidation in the public register.

The first rule that matches a clause decides what the clause says; `word_rules.Rule` explains the columns.
Words in capitals are rulings and motions as `rulings.with_rulings` names them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from soupis.wire.word_rules import Rule

INSOLVENCY_KIND = re.compile(r"INSOLVEN|KONKURS|ZRUSENI_KONKURSU|VYROVNANI|SPRAVCE")
_RULING = "usneseni|rozhodnuti|rozsudek|rozsudku|vyrok*"
_DECLARED = "prohlasen|prohlasil*|prohlasuje|vyhlasen|vyhlasil*|vyhlasuje"
_REFUSED = "zamit*|odmit*"
_CONDITION = "*-li|pokud|jestlize|kdyby|ledaze|jinak|sankc*|hrozb*|pohruzk*|podminkou"
_PROCEEDINGS = "insolvencni*|konkursni*|upadkov*|vyrovnaci* rizeni"
_MOTIONS = "MOTION_FOR_BANKRUPTCY|MOTION_FOR_END"
# Verbs about a ruling: it was quashed on appeal, or it was upheld.
_QUASHED = (
    "{} … zrusen*|zrusuje|rusi|zmenen*|zmenuje",
    "{} ~ zrusil*|zmenil*",
    "zrusil*|zrusuje|rusi|zrusit|zruseno|zmenil*|zmenuje|zmeneno ~ {}",
    "vyhovel*|vyhovuje|vyhoveno ~ odvolani|dovolani|stiznost* … {}",
)
_NOT_QUASHED = (
    "nedotcen*",
    "navrhuje|navrhl*|zada|pozadal*|domaha",
    "{} nabylo|vydano|zverejneno|vyveseno",
    "{} bylo|byl|se|soud? potvr*",
    "zrus*|rusi … opatren*|moratori*|vybor*|schuz*",
    "opatren*|moratori*|vybor*|schuz* … zrus*|rusi",
)
_UPHELD = (
    "{} … potvr*",
    "potvr* … {}",
    f"odvolani|dovolani|stiznost* … {{}} … {_REFUSED}|nevyhov*",
    f"{_REFUSED}|nevyhov* … odvolani|dovolani|stiznost* … {{}}",
)


def _about(verdicts: Sequence[str], ruling: str) -> tuple[str, ...]:
    """Return the words of verdicts on a ruling."""
    return tuple(words.format(f"RULING_ON_{ruling}") for words in verdicts)


# Motions that are not the petition.
_OTHER_MOTION = (
    "navrh*|zadost* … na|o povoleni|schvaleni|reorganizac*|oddluz*|moratori*|zruseni|zastaveni|odvolani"
    "|vyneti|vylouceni|zmenu|zprosteni|ustanoveni|jmenovani|narizeni|prodlouzeni|predbezn*"
)

# Effects on insolvency:
#   bankruptcy (konkurs), insolvency (úpadek, reorganizace, oddlužení, vyrovnání), proceeding (a petition is
#   pending), undecided (proceedings in an unknown phase), reopened (the petition is pending again),
#   restored (an end was quashed, what was before holds again),
#   bankruptcyQuashed (insolvency itself stays found), holds (an end was refused or has not come),
#   petitionRefused, end, looseEnd (counts unless the same note declares insolvency), nothing.

# Meaning of the kind of an entry, before its words.
_KIND_EFFECTS = {
    "KONKURS_PROHLASENI": "bankruptcy",
    "ZRUSENI_KONKURSU": "end",
    "KONKURS_ZRUSENI": "end",
    "KONKURS_ZAMITNUTI": "petitionRefused",
    "VYROVNANI_POVOLENI": "insolvency",
    "VYROVNANI_ZAMITNUTI": "petitionRefused",
}
# Meaning of an entry if no rule matches its words.
FALLBACK_EFFECTS = {"KONKURS": "bankruptcy", "VYROVNANI": "insolvency"}

INSOLVENCY_RULES = (
    # Decisions about other decisions.
    Rule(
        "nothing",
        "Řízení o návrhu dalšího věřitele soud zastavil, protože úpadek už zjistil.",
        (
            f"navrh* dalsi*|druh*|jin* … zastav*|{_REFUSED}",
            f"zastav*|{_REFUSED} … navrh* dalsi*|druh*|jin*",
        ),
    ),
    Rule(
        "holds",
        "Návrh věřitelů na přeměnu reorganizace v konkurs byl zamítnut.",
        (_MOTIONS,),
        (
            "vyhovel*|vyhovuje|vyhoveno|schval*",
            f"{_DECLARED} … konkurs*",
            "zrus* ~ konkurs",
            "konkurs ~ zrus*",
        ),
    ),
    Rule(
        "end",
        "Usnesení o prohlášení konkursu bylo zrušeno a řízení zastaveno.",
        (
            "zrus*|zmen* … RULING_ON_BANKRUPTCY|RULING_ON_INSOLVENCY … rizeni … zastav*",
            "RULING_ON_BANKRUPTCY|RULING_ON_INSOLVENCY … zrus*|zmen* … rizeni … zastav*",
            f"zrus*|zmen* … RULING_ON_BANKRUPTCY|RULING_ON_INSOLVENCY … navrh* … {_REFUSED}",
            f"RULING_ON_BANKRUPTCY|RULING_ON_INSOLVENCY … zrus*|zmen* … navrh* … {_REFUSED}",
        ),
        ("rizeni o oddluz*|predbezn*|zruseni", "vrac*|vrat*", "opatren*"),
    ),
    *(
        Rule(effect, example, _about(_QUASHED, name), _about(_NOT_QUASHED, name))
        for name, effect, example in (
            ("END", "restored", "Vrchní soud zrušil usnesení, kterým bylo insolvenční řízení zastaveno."),
            ("REFUSAL", "restored", "Usnesení o odmítnutí insolvenčního návrhu odvolací soud změnil."),
            ("INSOLVENCY", "reopened", "Usnesení o úpadku bylo zrušeno a věc se vrací k dalšímu řízení."),
            ("BANKRUPTCY*", "bankruptcyQuashed", "Prohlášení konkursu zrušil vrchní soud."),
        )
    ),
    Rule(
        "bankruptcyQuashed",
        "Vrchní soud změnil usnesení tak, že se konkurs na majetek dlužníka neprohlašuje.",
        (
            "zmen*|zrus* … konkurs* … neprohlas*",
            "zmen*|zrus* … neprohlas* … konkurs*",
            "odvolaci*|vrchni* soud* ~ konkurs ~ zrusil*|zrusuje",
            "odvolaci*|vrchni* soud* ~ zrusil*|zrusuje konkurs",
            "konkurs ~ zrusen|zrusil*|zrusuje ~ odvolaci*|vrchni* soud*",
        ),
        ("potvr*", f"{_REFUSED} … konkurs"),
    ),
    Rule(
        "restored",
        "Usnesení změnil vrchní soud tak, že se konkurs neruší.",
        ("zmen*|zrus*|vyhov* … konkurs* … nerusi|nezrus*", "zmen*|zrus*|vyhov* … rizeni … nezastav*"),
    ),
    *(
        Rule(effect, example, _about(_UPHELD, name), ("nepotvr*",))
        for name, effect, example in (
            ("END", "end", "Vrchní soud potvrdil usnesení o zrušení konkursu."),
            ("REFUSAL", "petitionRefused", "Usnesení o odmítnutí insolvenčního návrhu bylo potvrzeno."),
            ("INSOLVENCY", "insolvency", "Odvolání dlužníka proti rozhodnutí o úpadku soud zamítl."),
            ("BANKRUPTCY*", "bankruptcy", "Odvolání proti usnesení o prohlášení konkursu bylo zamítnuto."),
        )
    ),
    # An end that somebody asks for, that was refused, or that has not come.
    Rule(
        "holds",
        "Usnesení o zrušení konkursu dosud nenabylo právní moci.",
        (
            "napad* … RULING_ON_*",
            "RULING_ON_* … napad*",
            "RULING_ON_* … nebylo|neni … rozhodnuto",
            "navrh*|zadost* … na|o zruseni|zmenu rozhodnuti|usneseni",
            "navrhuje|navrhl*|zada|pozadal*|domaha … zrus*|zastav*|zamit*|odmit*",
            "podal*|podano|podava|podan … odvolani|dovolani|stiznost*",
            "odvolani|dovolani|stiznost* … podal*|podano|podana",
            "nenabyl* … pravni moc*|moci",
            "neni|nejsou … pravni moci",
            "neni|nejsou … pravomocn*",
            "po|do|dobu|pri|pred|pripad*|az pravomocneho|pravomocnem? zruseni|ukonceni|skonceni|zastaveni"
            " konkurs*|insolvencni*|rizeni",
            "nebyl* … zrusen|zruseno|ukoncen*|skoncen*|zastaven*",
            "nezrus*|nerusi|neskoncil*|neskonci|nezastav*|neukonc* … konkurs*|rizeni",
            "rizeni|konkurs* … neskonci*|nezastav*|neukonc*",
            "po pravni moci RULING_ON_END",
            f"{_CONDITION} … zastav*|zrus*|skonc*|{_REFUSED}|RULING_ON_*",
            f"bude|budou ~ zastaven*|zrusen*|skoncen*|{_REFUSED}",
        ),
        (f"{_DECLARED} … konkurs*", "vyhov*", "zruseni konkurs* … konkurs ~ zrusil*|zrusen"),
    ),
    Rule(
        "end",
        "Vrchní soud změnil usnesení tak, že se insolvenční návrh zamítá.",
        (
            f"zmen*|zrus* … {_RULING} … navrh* … {_REFUSED}",
            f"{_RULING} … zmen*|zrus* … navrh* … {_REFUSED}",
        ),
        (f"{_DECLARED} … konkurs*", _OTHER_MOTION, "zruseni … likvidac*"),
    ),
    Rule(
        "end",
        "Účinky rozhodnutí o úpadku tím zanikly.",
        (
            "ucink* … upadk*|konkurs*|RULING_ON_* … zanik*",
            "zanik* … ucink* … upadk*|konkurs*|RULING_ON_*",
        ),
    ),
    # The end of a bankruptcy.
    Rule(
        "end",
        "Dne 1.3.1999 byl prohlášen konkurs, který byl dne 2.4.2004 zrušen po splnění rozvrhového usnesení.",
        ("konkurs ktery|jenz ~ zrusen|skoncen|ukoncen|zrusil*",),
    ),
    Rule(
        "end",
        "Konkurs byl usnesením zrušen na návrh úpadce.",
        (
            "konkurs ~ zrusen|skoncen|ukoncen|skoncil",
            "konkurs ~ se zrusuje|konci|rusi|ukoncuje",
            "konkurs konci",
            "vyhovel*|vyhovuje|vyhoveno|schval* … MOTION_FOR_END",
            "MOTION_FOR_END … vyhovel*|vyhovuje|vyhoveno|schval*",
            "konkurs ~ zrusil*",
            "zrusen|zrusil*|zrusuje|zrusit|rusi|skoncen|ukoncen|ukoncil*|skoncil se? ~ konkurs",
        ),
        (
            f"{_DECLARED} … konkurs",
            f"navrh* … {_REFUSED} … konkurs",
            f"{_REFUSED} … navrh*",
            "konkurs trva|pokrac*",
        ),
    ),
    Rule(
        "end",
        "Zrušení konkursu",
        ("zruseni|ukonceni|skonceni konkurs*", "RULING_ON_END"),
        ("navrh*|souhlas*|nesouhlas*|zadost*|bude|budou", f"{_DECLARED} … konkurs*"),
    ),
    # Bankruptcy.
    Rule(
        "nothing",
        "Konkurs nebyl prohlášen.",
        (
            "nebyl*|nebude prohlasen* … konkurs*",
            "konkurs* nebyl*|nebude prohlasen*",
            "neprohlas*",
            "konkurs* na obsazeni|funkci|misto|pozici|vyber*",
            f"{_CONDITION} … konkurs*",
            "bude|budou ~ prohlasen*|premenen* ~ konkurs*",
            "nepremen* … konkurs*",
            "navrhl*|navrhuje|zada|pozadal*|domaha … prohlas* … konkurs*",
            "navrhl*|navrhuje|zada|pozadal*|domaha … konkurs* … prohlas*",
            "navrhl*|navrhuje|zada|pozadal*|domaha … RULING_ON_BANKRUPTCY*",
            "premen* … konkurs* nebylo|neni … rozhodnuto",
            "nerozhod*|nebylo|neni … o premen* … konkurs*",
            f"RULING_ON_BANKRUPTCY* byl|byla|bylo|se|soud {_REFUSED}|nepovol*",
        ),
    ),
    Rule(
        "bankruptcy",
        "Návrh na povolení reorganizace se zamítá a na majetek dlužníka se prohlašuje konkurs.",
        (f"{_DECLARED} … konkurs*", f"konkurs* … {_DECLARED}"),
    ),
    Rule(
        "bankruptcy",
        "Soud rozhodl o přeměně reorganizace v konkurs.",
        (
            "resen* … upadku … konkursem|konkursu|konkurs",
            "upad* … resen|resi|resit … konkursem",
            "premen* … v|na konkurs*",
            "vyhovel*|vyhovuje|vyhoveno|schval* … MOTION_FOR_BANKRUPTCY",
            "MOTION_FOR_BANKRUPTCY … vyhovel*|vyhovuje|vyhoveno|schval*",
        ),
        ("navrh* na|o zpusob*? reseni",),
    ),
    Rule(
        "bankruptcy",
        "Usnesení o prohlášení konkursu vyvěšeno na úřední desce soudu dne 3.2.2004.",
        (
            "usnesenim|vyhlask* o prohlaseni konkurs*",
            "RULING_ON_BANKRUPTCY*",
            "ucink* prohlaseni konkurs* nasta*",
        ),
        ("navrh*", "pred|do prohlaseni"),
    ),
    Rule(
        "bankruptcy",
        "Společnost je v konkursu.",
        ("je|byla|nachazi v konkursu", "probiha|trva konkurs", "konkurs probiha|trva|pokracuje"),
        ("neni|nikoli|zadn*",),
    ),
    Rule(
        "bankruptcy",
        "Správcem konkursní podstaty úpadce je Ing. Josef Vzorový.",
        (
            "spravc*|spravkyn* konkursni podstaty",
            "konkursni* spravc*|spravkyn*",
            "konkurs* … nepatrn*",
            "prohlaseni|prohlasenim konkurs*",
            "konkurs na majetek",
        ),
        ("navrh*|zadost* … na|o prohlaseni konkurs*", "pred|do|nez prohlaseni"),
        in_notes=True,
    ),
    # The end of proceedings.
    Rule(
        "nothing",
        "Odvolací řízení bylo zastaveno.",
        tuple(
            words.format(
                "odvolaci*|dovolaci*|incidencni*|exekucni*|prezkumn*|trestni*|danov*|spravni*|nalezaci*"
                "|vykonavaci*|prihlasovaci*"
            )
            for words in ("{} rizeni ~ zastav*|skonc*|ukonc*", "zastav*|skonc*|ukonc* ~ {} rizeni")
        ),
    ),
    Rule(
        "end",
        "Insolvenční řízení bylo pravomocně zastaveno.",
        (
            f"{_PROCEEDINGS} … zastav*|skonc*|ukonc*|konci|zruseno",
            f"zastav*|skonc*|ukonc*|zrus* ~ {_PROCEEDINGS}",
        ),
    ),
    Rule(
        "looseEnd",
        "Vzhledem ke zpětvzetí návrhu se řízení zastavuje.",
        (
            "rizeni se? bylo? zastav*|skonc*|ukonc*|konci",
            "zastav*|skonc*|ukonc* rizeni",
            "rizeni ~ zastav*|skonceno",
            "vec* ~ skoncen*|odskrtnut*",
            "skoncen* vec*",
        ),
        (
            r"rizeni o|ve veci? (?!navrh|insolv|upad|konkurs|dluzn|spolecn)\w+",
            r"rizeni o navrhu na|o (?!prohlaseni|zahajeni)\w+",
            "zalob*|namitk*|stiznost*|spor|sporu",
        ),
        in_notes=True,
    ),
    Rule(
        "looseEnd",
        "Soud vzal na vědomí splnění reorganizačního plánu.",
        (
            "splneni reorganizacniho|oddluz*",
            "reorganizacni plan … splnen",
            "reorganizace|oddluzeni ~ skoncen*|splneno",
            "neni v upadku",
            "vyrovnani ~ potvrzen*",
        ),
        ("do splneni|nesplnen*|kontrol*|prubeh*", "nucen*"),
        in_notes=True,
    ),
    # Insolvency.
    Rule(
        "proceeding",
        "Soud omezil dlužníka v nakládání s majetkem do doby rozhodnutí o úpadku.",
        (
            "do|pred|nez|doby rozhodnuti o upadku",
            "nez bude rozhodnuto o upadku",
            "navrh* … na rozhodnuti o upadku",
            "nebylo … rozhodnuto",
            "nezjist* … upad*",
        ),
        in_notes=True,
    ),
    Rule(
        "insolvency",
        "Krajský soud zjistil úpadek dlužníka.",
        (
            "zjist*|osved* … upad*",
            "upad* … zjist*|osved*",
            "rozhod* … o jeho? hrozicim? upadku",
            "o upadku … rozhod*",
            "prohlasen upadek",
            "RULING_ON_INSOLVENCY",
            "upad* … trva|zustava|nedotcen*",
        ),
        (
            "nezjist*|nerozhod*|neosved*",
            "nebyl* … zjist*|osved*",
            "navrh* … na|o zjisteni|rozhodnuti",
            "o zpusobu reseni upadku … rozhod*",
        ),
    ),
    Rule(
        "insolvency",
        "Společnost je v úpadku.",
        ("je|nachazi|ocitl* v upadku",),
        ("neni|nikoli|zadn*|zda",),
    ),
    Rule(
        "proceeding",
        "O návrhu věřitele na prohlášení konkursu nebylo dosud rozhodnuto.",
        (
            "navrh* … prohlaseni konkurs* … nebylo|neni … rozhodnuto",
            "nebylo|neni … rozhodnuto … navrh* … prohlaseni konkurs*",
        ),
    ),
    Rule(
        "insolvency",
        "Návrh na prohlášení konkursu soud zamítl a povolil reorganizaci.",
        (f"{_REFUSED} … povolil*|povoluje|povolen|povolena|povoleno … reorganizac*|oddluz*",),
        in_notes=True,
    ),
    # A petition that was refused.
    Rule(
        "petitionRefused",
        "Návrh na prohlášení konkursu byl zamítnut pro nedostatek majetku.",
        (
            f"insolvencni*|konkursni* navrh* … {_REFUSED}",
            f"{_REFUSED} … insolvencni*|konkursni* navrh*",
            f"navrh* … prohlaseni konkurs* … {_REFUSED}",
            f"{_REFUSED} … navrh* … prohlaseni konkurs*",
            "RULING_ON_REFUSAL",
        ),
        (f"{_REFUSED} … odvolani", f"odvolani … {_REFUSED}"),
    ),
    Rule(
        "petitionRefused",
        "Návrh se odmítá.",
        (f"navrh* … {_REFUSED}", f"{_REFUSED} … navrh*", "zamit* … nedostatek majetku"),
        (
            _OTHER_MOTION,
            r"navrh*|zadost* \w+? \w+? na|o (?!prohlas|zahaj|insolv|konkurs|zaklad|majetek)\w+",
            "prihlas*",
            "odvolani",
        ),
        in_notes=True,
    ),
    # Reorganisation, discharge of debts, composition.
    Rule(
        "nothing",
        "Návrh na povolení reorganizace byl zamítnut.",
        (
            f"{_OTHER_MOTION} … {_REFUSED}",
            f"{_REFUSED}|nepovol*|neschv*|neprodl* … reorganizac*|oddluz*|moratori*|{_OTHER_MOTION}",
            f"reorganizac*|oddluz*|moratori* … nepovol*|neschv*|neprodl*|{_REFUSED}",
        ),
        in_notes=True,
    ),
    Rule(
        "proceeding",
        "Dlužník podal návrh na povolení oddlužení.",
        ("navrh*|zadost* … na|o povoleni reorganizac*|oddluz*|vyrovnani",),
        ("povolil*|povolen|povolena|povoleno",),
        in_notes=True,
    ),
    Rule(
        "insolvency",
        "Usnesením byla povolena reorganizace dlužníka.",
        (
            "povol* … reorganizac*|oddluz*|vyrovnani",
            "reorganizac*|oddluz*|vyrovnani … povol*",
            "resen* upadku … reorganizaci|oddluzenim",
            "schval* … reorganizac*|oddluz*",
            "reorganizac*|oddluz* … schval*",
            "upadek dluznika",
            "nucen* vyrovnani",
        ),
        in_notes=True,
    ),
    Rule(
        "insolvency",
        "Krajský soud povolil vyrovnání.",
        ("povol* vyrovnani", "vyrovnani … povoleno"),
    ),
    # Petitions.
    Rule(
        "nothing",
        "Moratorium zaniklo uplynutím doby.",
        (
            "moratori* … zanik*|skonc*|ukonc*|uplyn*|zrus*",
            "zanik*|zrus*|ukonc* … moratori*",
            "predbezn* spravc*|opatren* … zpros*|odvol*|zanik*|skonc*|zrus*|zamit*|odmit*",
            "zpros*|odvol*|zanik*|skonc*|zrus*|zamit*|odmit* … predbezn* spravc*|opatren*",
        ),
        in_notes=True,
    ),
    Rule(
        "undecided",
        "Vůči společnosti je vedeno insolvenční řízení.",
        (
            "probiha|vedeno|vede|bezi|trva … insolvencni*|konkursni* rizeni",
            "insolvencni*|konkursni* rizeni … probiha|vedeno|trva|pokracuje",
        ),
        ("zahaj*", "neni|nebylo"),
    ),
    Rule(
        "proceeding",
        "Vyhláškou bylo oznámeno zahájení insolvenčního řízení.",
        (f"zahaj* … {_PROCEEDINGS}", f"{_PROCEEDINGS} … zahaj*"),
    ),
    Rule(
        "proceeding",
        "Bylo vyhlášeno moratorium na dobu tří měsíců.",
        (
            "moratori*",
            "predbezn* spravc*|opatren*",
            "ochrann* lhut*",
            "insolvencni* navrh*",
            "navrh* … na prohlaseni konkurs*",
        ),
        in_notes=True,
    ),
    # Steps of running proceedings.
    Rule(
        "nothing",
        "Novým insolvenčním správcem byla ustanovena Ing. Jana Vzorová.",
        (
            "insolvencni*|vyrovnaci*|zvlastni*|oddelen*|zastupc* spravc*",
            "spravc*|spravkyn* … ustanov*|jmenov*|odvol*|zpros*|zmen*",
            "konecn* zprav*",
            "rozvrh*",
            "prezkumn* jednani",
            "schuz* veritel*",
            "veritelsk* vybor*",
            "provoz* … ukoncen*|zastaven*|pokrac*|ukonceni",
            "prihlas*|soupis*|zpenez*|zpetvzeti|zpet|oprav*",
            "pravni moc*",
            "pravomocn*",
        ),
        in_notes=True,
    ),
)

# Effects on a winding-up: start, end (it was revoked or refused), nothing.
_MOTION = "navrh*|zadost*|zalob*"
_REVOKED = "zruseno|zrusen|zrusuje|rusi|odvolano|odvolava|zmeneno|revokovano|pozbyl*|pozbyva"

WINDING_UP_RULES = (
    # Words about something else, conditions, motions.
    Rule(
        "nothing",
        "Předmětem činnosti je likvidace nebezpečných odpadů.",
        ("likvidac* nebezpecn*? odpad*|skod*|zboz*|zasob*|pojistn*", "likvidator* pojistn*"),
    ),
    Rule(
        "nothing",
        "Při zrušení společnosti s likvidací mají vlastníci podílu B přednostní právo.",
        (
            "pri|pripade|pripad|moznost* zruseni spolecnosti … likvidac*",
            "k|pro|nutny|treba rozhodnuti|usneseni o zruseni",
            "rozhodovani|rozhodovat|rozhoduje o zruseni",
            "muze|lze|mohou|mohl*|by … zrusit|zrusen*",
            "duvod* pro|k|ke zruseni",
            "bude|budou ~ zrusen*|narizen*",
            "zda se? ~ zrus*",
            "v|pro pripad* … likvidac*",
        ),
        ("vstoupil* … do likvidace",),
    ),
    Rule(
        "nothing",
        "Nezjedná-li společnost nápravu, soud ji zruší a nařídí její likvidaci.",
        (
            "soud|spolecnost|ji ~ zrusi|naridi|rozhodne|vstoupi",
            f"{_CONDITION}|vyzv*|vyzyva|vyzval*|upozorn*|hrozi … zrus*|nari*|likvidac*",
            f"zrus*|likvidac* … {_CONDITION}",
        ),
        ("vstoupil*|rozhodl*|rozhodnuto|schval*|zrusil*|zrusuje", "byla|bylo|byl ~ zrusena|zruseno|zrusen"),
    ),
    Rule(
        "nothing",
        "Společnost není v úpadku ani v likvidaci.",
        (
            "neni|nejsou|zadn* ~ v likvidaci",
            "nevstup*|nevstoupi*|neschval*|neprijal*|nerozhod*",
            "nebyla|nebylo zrusen*",
            "nenabyl* … pravni moc*|moci",
            "neni|nejsou … pravni moci",
            "neni|nejsou … pravomocn*",
            "podal*|podano|podava|napaden* … odvolani*",
            "navrhl*|navrhuje|zada|pozadal* … zrus*|likvidac*",
        ),
    ),
    Rule(
        "nothing",
        "Návrh na zrušení rozhodnutí o zrušení společnosti s likvidací byl zamítnut.",
        (
            f"{_MOTION} … na|o zruseni|neplatnost*|vysloveni ~ {_RULING}|likvidace|vstupu … {_REFUSED}",
            f"{_REFUSED} … {_MOTION} … na|o zruseni|neplatnost*|vysloveni ~ {_RULING}|likvidace|vstupu",
        ),
    ),
    Rule(
        "start",
        "Odvolání proti usnesení o zrušení společnosti s likvidací bylo zamítnuto.",
        (
            f"odvolani|dovolani … zruseni … likvidac* … {_REFUSED}",
            f"{_REFUSED} … odvolani|dovolani … zruseni … likvidac*",
            f"{_RULING} … zruseni … likvidac* … potvr*",
            f"potvr* … {_RULING} … zruseni … likvidac*",
        ),
        (f"{_MOTION} … {_REFUSED}",),
    ),
    # A winding-up that was refused or revoked.
    Rule(
        "end",
        "Návrh na zrušení společnosti s likvidací byl zamítnut.",
        (
            f"{_MOTION} … zruseni|likvidac*|neplatn* … {_REFUSED}",
            f"{_REFUSED} … {_MOTION} … zruseni|likvidac*|neplatn*",
            "nevyhov* … navrh* … zrus*|likvidac*",
            "spolecnost|druzstvo|spolek|ustav ~ nezrus*|nerusi",
            "nezrus*|nerusi ~ spolecnost|druzstvo|spolek|ustav",
            "rizeni o|ve veci? zruseni … zastav*|skonc*",
            "zastav* … rizeni o|ve veci? zruseni",
        ),
        ("insolvencni* navrh*", "prohlaseni konkurs*", "zruseni konkurs*"),
    ),
    Rule(
        "end",
        "Usnesení o zrušení společnosti s likvidací bylo zrušeno rozhodnutím Vrchního soudu v Praze.",
        (
            f"{_RULING} … zruseni|likvidac* … {_REVOKED}",
            f"{_RULING} … zruseni ~ zrusil*|zmenil*",
            f"{_RULING} … zruseni … za|je|bylo neplatn*|nicotn*|neprijat*",
            f"zapis* … likvidac* … {_REVOKED}|vymaz*|opraven*",
            f"{_RULING} … kterym|jimz … zrusen* … likvidac* … zruseno|zrusuje|zrusil*",
        ),
        (
            "druzstvo|sdruzeni|spolecenstvi zruseno",
            "spolecnost|druzstvo|sdruzeni|spolecenstvi se? zrusuje|rusi",
        ),
    ),
    Rule(
        "end",
        "Valná hromada zrušila dne 1.6.2026 rozhodnutí o zrušení společnosti s likvidací.",
        (
            "zrusil*|zrusuje|zrusit|rusi|zruseno|zrusen|odvolal*|odvolat|odvolava|revokoval*|zmenil*|vzal*|vyslovil*|urcil*"
            f" ≁ {_RULING}|zapis*|neplatnost* … zruseni|likvidac*",
            f"zruseni|odvolani|revokac*|neplatnost* ≁ {_RULING}|zapisu … zruseni|likvidac*",
        ),
    ),
    Rule(
        "end",
        "Likvidace společnosti byla zrušena.",
        (
            "likvidac* ~ zrusena|zastavena|odvolana",
            "vstup|vstupu … likvidac* ~ zrusen|odvolan|zrusuje|rusi",
            "zruseni … likvidac* ~ odvolano|revokovano|zruseno",
            "likvidace se zrusuje|rusi|zastavuje",
            "zrusuje|zrusil*|zastavil*|ukoncuje|ukoncil* se? svou? likvidaci",
            "zruseni|zastaveni likvidace|vstupu",
            "zruseni|odvolani|zrusuje|zrusit|rusi|zrusen|zrusil* ≁ vstup|vstupu … likvidac*",
            "vystoupi*|vystup* z likvidace",
            "upust*|upousti* … likvidac*",
            "vymaz* … vstup* … likvidac*",
        ),
        ("odpad*", "prerus*"),
    ),
    Rule(
        "end",
        "Likvidace se ukončuje a společnost pokračuje v činnosti.",
        (
            "likvidac*|zruseni … pokrac*|obnov* … cinnost*|podnikani|existenc*",
            "pokrac*|obnov* ~ cinnost* … likvidac*",
            "ukonceni|skonceni|zruseni likvidace … pokrac*|obnov*",
        ),
        ("bez likvidace", "prubeh*|prubehu|dobu|behem likvidace"),
    ),
    Rule(
        "nothing",
        "Bylo zahájeno řízení o zrušení společnosti s likvidací.",
        ("rizeni o|ve veci? zruseni", f"{_MOTION} … zruseni … likvidac*"),
    ),
    # A winding-up.
    Rule(
        "start",
        "Společnost byla zrušena a vstoupila do likvidace.",
        ("vstup*|vstoupi* … do likvidace", "do likvidace … vstup*|vstoupi*"),
    ),
    Rule(
        "nothing",
        "Společnost byla zrušena bez likvidace.",
        ("bez|nevyzad* … likvidac*", "likvidac* … nevyzad*|neprovad*"),
        ("s likvidaci",),
    ),
    Rule(
        "start",
        "Valná hromada rozhodla o zrušení společnosti s likvidací.",
        (
            "zrus*|rusi … s likvidaci",
            "zrus* spolecnosti|druzstva|spolku|ustavu likvidaci",
            "nari* … likvidac*",
            "vyporada* … likvidac*",
            "likvidac* … nariz*|zahaj*|zacina|zacal*|zapoc*|pocina|obnov*|probiha|bezi|trva",
            "zahaj*|obnov*|zapoc*|probiha|bezi|trva|pokracuje … likvidac*",
            "pocatek|zacatek|dnem|den likvidace",
            "je|jsou|byla|nachazi|ocit* … v likvidaci",
            "v likvidaci od|ode|ke|dnem",
            r"od|ode|dnem dne? [\d-]+ v likvidaci",
        ),
        ("odpad*",),
    ),
)


def kind_effects(kind: str) -> list[str]:
    """Return what the kind of an entry says about insolvency."""
    effect = _KIND_EFFECTS.get(kind)
    return [effect] if effect else []
