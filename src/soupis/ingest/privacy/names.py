"""Words by which a person's name is known in a text: usual first names in all cases, and titles."""

from __future__ import annotations

import re

from soupis.ingest.privacy.folded import Folded

_MEN = """
abraham adam adolf ales albert alexandr alexander alexej alfred alois anton antonin arnold arnost artur
august bartolomej bedrich benedikt benjamin blahoslav blazej bogdan bohdan bohumil bohumir bohuslav
boleslav boris borivoj bretislav bronislav cenek cestmir ctibor ctirad dalibor dalimil dan daniel david
denis dominik drahomir drahoslav dusan eduard egon emanuel emil erik ernest ervin evzen felix ferdinand
filip frantisek fridrich gabriel gejza georg gunter gustav hanus hans heinrich helmut henrik herbert
herman hubert hugo hynek ignac igor ilja imrich ivan ivo jachym jakub jan jaromir jaroslav jaroslaw
jeronym jindrich jiri johann john jonas josef jozef julius juraj jurgen kamil karel karl karol kilian
klaus klement konstantin kristian krystof krzysztof kvetoslav ladislav leo leopold leos libor lubomir
lubor lubos ludek ludvik lukas lumir lubomir manfred marcel marek marian mario martin marton matej mathias
matous maxim maxmilian michael michail michal mikolas mikulas milan milos miloslav miroslav mojmir nikola
nikolaj norbert oldrich oleg oliver ondrej oskar otakar oto otomar otto patrik pavel peter petr piotr
premysl prokop radek radim radislav radko radomir radoslav radovan rainer rastislav reinhard rene richard
robert robin roland roman rostislav rudolf samuel sebastian sergej servac silvestr simeon simon slavoj
slavomir stanislav stefan stepan svatopluk svatoslav tadeas teodor thomas tibor tobias tomas vaclav
valdemar valentin vasil vavrinec vendelin viktor vilem vilibald vincenc vit vitezslav vladan vladimir
vladislav vladivoj vlastimil vlastislav vojtech vratislav walter werner wilhelm william wolfgang zbynek
zbysek zdenek zdislav zoltan zygmunt andrej andreas andrzej istvan laszlo sandor ferenc janos jozsef
gyorgy attila bela grzegorz pawel tomasz marcin lukasz james robert george paul jean pierre yuri jurij
sergei dmitrij dmitry oleksandr volodymyr mykola vasyl ihor nguyen duc minh tuan hung dung thanh
"""
_WOMEN = """
adela adriana agata alena alexandra alice alzbeta amalie anastazie andela andrea aneta anezka anna antonie
apolena barbara barbora beata bela berta blanka blazena bohdana bohumila bohuslava bozena bronislava
brigita cecilie dagmar dana daniela darina daria denisa diana dita dobromila dominika dorota doubravka
drahomira drahoslava drahuse edita elena eliska elizabeth ella elvira ema emilie erika ester eva evelina
evzenie filipa filomena frantiska gabriela gerta gertruda gisela gita gizela halina hana havla hedvika
helena helga hermina hilda ida ilona ingrid irena iva ivana iveta ivona izabela jana jarmila jarmila jarka
jaroslava jaromira jindra jindriska jirina jitka johana jolana josefa judita julia julie justyna kamila
karla karin karolina katarina katerina klara klaudie kornelie kristina kristyna kvetoslava kveta kvetuse
lada ladislava laura lenka leona leontyna libena libuse lidmila lidie linda livia lubomira lucie ludmila
lydie magda magdalena malvina marcela margita mariana marie maria marika marketa marta martina matylda
maya melanie michaela milada milena miloslava milus miluse miriam miroslava monika nadezda natalie natasa
nela nikol nina nora oksana oldriska olga olivie otilie patricie paulina pavla pavlina petra radka radmila
radomira regina renata renee rozalie romana rose ruzena sabina sandra sara sarka simona silvie slavomira
sofie sona stanislava stela stepanka svatava svetlana sylva sylvie tamara tatana tatiana tereza terezie
thea uljana ursula vaclava valentyna valerie vanda vendula vera veronika viktorie vilma viola vladena
vladimira vlasta vlastimila vojteska xenie zaneta zdena zdenka zdislava zita zlata zlatuse zora zuzana
zofie agnieszka ewa malgorzata joanna krystyna ursula sabine mary ann anne susan helen thi linh lan huong
"""
_TITLES = frozenset(
    "ing mgr judr mudr mvdr phdr rndr pharmdr thdr rsdr paeddr bc bca mga dipl doc prof dr phd csc drsc "
    "mba llm msc dis thlic icdr arch plk gen por kpt pplk mjr pan pani mr mrs ms herr frau ph d m st ml "
    "jr sr".split()
)
# Words with capitals that are no names of persons: places, offices, kinds of companies.
_NO_PERSONS = frozenset(
    "praha prahy praze brno brne ostrava plzen plzni hradec kralove ceske cesky ceska budejovice krumlov "
    "usti labem nad pod stare stary stara nove novy nova velke velky velka male maly mala dolni horni "
    "vysoke mlada boleslav karlovy vary mesto mestsky krajsky okresni obvodni nejvyssi soud soudu soude "
    "ministerstvo urad uradu republika republiky komora banka ceskoslovenska obchodni rejstrik rejstriku "
    "zakon zakona vyhlaska smlouva zapis zapisu rozhodnuti usneseni protokol notar notarsky notarska "
    "notarskeho valna hromada spolecnost spolecnosti jednatel jednatele predseda mistopredseda clen "
    "reditel prokurista likvidator spravce dne den ze od do ke s v na a i za po pri sro as spol druzstvo "
    "statni podnik nadace ustav spolek obec kraj sidlo adresa datum narozen narozena bytem firma group "
    "holding czech trade invest sbirka sb zakoniku obchodniho uzemi kc eur zapadni zapad vychod sever jih "
    "stred limited gmbh ltd inc corp bank fond fondu".split()
)

# The words of a name, right before its end: with titles before and after them.
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_CLAUSE = re.compile(r"[;:,]|\.\s")
_BESIDE = re.compile(r"[\s,;(:\-/\[{]{0,4}")
_ACT = re.compile(
    r"\b(?:sepsa\w*|vyhotov\w*|vydan\w*|podepsan\w*|uzavren\w*|notar\w*|smlouv\w*|zapis\w*|rozhodnut\w*|"
    r"usnesen\w*|jmenova\w*|odvola\w*|zvolen\w*|soud\w*|ulic\w*|nam\w*|trid\w*)\b"
)


def _forms(men: str, women: str) -> frozenset[str]:
    """Return first names in all cases, folded."""
    found: set[str] = set()
    for name in men.split():
        # Pavel → Pavla, Marek → Marka; Leo and Jiri have endings of their own.
        stems = {name}
        if name.endswith(("el", "ek")):
            stems.add(name[:-2] + name[-1])
        if name.endswith(("o", "a")):
            stems.add(name[:-1])
        found.update(
            stem + end for stem in stems for end in ("", "a", "u", "e", "ovi", "em", "om", "ho", "mu", "m")
        )
    for name in women.split():
        found.add(name)
        stem = name[:-1] if name[-1] in "ae" else name
        found.update(stem + end for end in ("y", "i", "e", "u", "ou", "o", "a", "i"))
    return frozenset(found)


_FIRST_NAMES = _forms(_MEN, _WOMEN)


def is_first_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name, in any case."""
    return word in _FIRST_NAMES


def is_title(word: str) -> bool:
    """Tell whether a folded word is a title, without its dot."""
    return word in _TITLES


def is_no_person(word: str) -> bool:
    """Tell whether a folded word surely belongs to no person's name."""
    return word in _NO_PERSONS


def name_before(folded: Folded, end: int) -> bool:
    """Tell whether the words right before a place of a text are a person's name."""
    text = folded.text
    # At most five words with what stands between them.
    start = max(0, end - 70)
    words: list[re.Match[str]] = list(_WORD.finditer(text, start, end))
    if not words or (gap := text[words[-1].end() : end]).strip(" \n,;(:-/[{.") or len(gap) > 5:
        return False
    name: list[str] = []
    titles = 0
    place = end
    for word in reversed(words[-7:]):
        between = text[word.end() : place]
        if name and between.strip() and not _separates_name(between, word[0]):
            break
        if is_title(word[0]):
            titles += 1
        elif folded.is_capital(word.start()):
            if is_no_person(word[0]):
                break
            name.append(word[0])
        else:
            break
        place = word.start()
    if not name or len(name) > 4:
        return False
    clause = _CLAUSE.split(text[max(0, place - 45) : place])[-1]
    if gap.strip() not in ("(", "[", "{", "/") and _ACT.search(clause):
        return False
    if titles or any(map(is_first_name, name)):
        return len(name) >= 2 or titles > 0
    if len(name) < 2 or place != words[0].start():
        return False
    # Two words with capitals that nobody knows: "Lázně Bohdaneč, 1. 2. 2003" is a place and a day.
    return gap.strip() in ("(", "[", "{") or any(word.endswith(("ova", "ska", "cka")) for word in name)


def _separates_name(between: str, word: str) -> bool:
    return between.strip() == "." or (is_title(word) and between.strip(" .,") == "") or between.strip() == ","


def name_after(folded: Folded, start: int, end: int) -> bool:
    """Tell whether a date opens a text or a parenthesis and a name follows."""
    text = folded.text
    if text[:start].rstrip() and text[:start].rstrip()[-1] not in "([{":
        return False
    gap = _BESIDE.match(text, end)
    words = list(_WORD.finditer(text, gap.end() if gap else end, end + 45))[:4]
    names = [word for word in words if folded.is_capital(word.start()) and not is_title(word[0])]
    return bool(
        len(names) >= 2
        and words[0].start() == (gap.end() if gap else end)
        and any(is_first_name(word[0]) for word in names[:2])
    )
