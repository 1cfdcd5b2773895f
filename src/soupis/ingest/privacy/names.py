"""Words by which a person's name is known in a text: usual first names in all cases, and titles."""

from __future__ import annotations

import re

from soupis.ingest.privacy.addresses import HOUSE_MARK, ROAD
from soupis.ingest.privacy.folded import Folded, fold

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
alan ambroz arne arthur augustin aurel bernard blahomir bonifac borek bruno celestyn damian drahos dobromil
edgar edvard engelbert erich erhard ernst evald eugen fabian florian gerhard gilbert gottfried gregor
heribert hostimil humbert jarolim jarek jaromil jasan jeremias jirka joachim kazimir kurt leander leonard
linhart lothar medard mecislav metodej mirko mstislav nepomuk osvald otmar ota patrick radomil ralf rafael
rajmund renato reinhold rudi ruslan salomon siegfried slavibor slavomil svetozar tadeusz theodor theofil
timotej titus tomislav urban valter vlastibor vojmir xaver zenon zikmund zlatko
cyril dobroslav matyas giovanni paolo marco luigi antonio francesco giuseppe roberto andre philippe michel
jacques francois alain carlos jose juan miguel pedro luis manuel fernando javier charles joseph christopher
matthew donald steven andrew kenneth brian edward ronald anthony kevin jeffrey ryan jacob nicholas jonathan
stephen gregory raymond dennis henry juergen dieter uwe bernd gunther guenter rolf heinz horst holger ulrich
matthias christian sven torsten thorsten lars jens olaf dmitri alexei andrei mikhail nikolai vasili yevgeni
evgeny anatoli gennadi leonid vadim valeri pavlo serhii vitalii oleksii mykhailo petro taras andrii wieslaw
zbigniew mateusz wojciech stanislaw jerzy gabor tamas zsolt csaba balazs miklos imre lajos
luc alexandre laurent mathieu olivier bernhard eckhard gerd harald hartmut jochen joerg steffen stephan
volker wilfried winfried aaron brandon carl douglas eric ethan harold jason justin keith kyle timothy zachary
anatolij dmytro mykhajlo oleksij vitalij vjaceslav vyacheslav yaroslav yevhen sergij
tran pham hoang phuong quang ngoc xuan
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
danuse drahuska dobroslava emilia evgenie hanka helenka ivanka jarina jenovefa johanna juliana justina katka
klaudia libuska ljuba mirka nadja natalia nikoleta pavlinka radana radoslava rostislava rut samanta silvia
tana vlastislava yveta yvona zdenicka zlatka zorka
agnes anastasia anja antonia birgit brigitte britta caroline catherine charlotte christina christine claudia
cornelia elisabeth emma francesca gabriele giulia heike ingeborg iryna jennifer jessica katharina katja
lucia manuela margarete michelle nadine natalya nicole olena patricia renate sabrina sarah silke simone
sonja stefanie susanne sylvia tetiana theresa ulrike ute valentina vanessa viktoria yulia zofia katarzyna
elzbieta grazyna jadwiga teresa
lubica viera jozefina stefania valeria emily rachel rebecca deborah amanda ashley melissa kimberly sharon
kathleen pamela heather diane virginia janet megan hannah jacqueline martha alison anke antje kerstin marion
rosemarie sigrid waltraud sylvie chantal katalin erzsebet zsuzsanna eszter ibolya natalja nataliya nataliia
svitlana ljudmila lyudmyla halyna nadija tetjana
"""
_TITLES = frozenset(
    "ing mgr judr mudr mvdr phdr rndr pharmdr thdr rsdr paeddr bc bca mga dipl doc prof dr phd csc drsc "
    "mba llm msc dis thlic icdr arch plk gen por kpt pplk mjr pan pani pana panu panem mr mrs ms herr frau "
    "ph d m st ml jr sr".split()
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
    "stred limited gmbh ltd inc corp bank fond fondu svaty svata svateho svate svatem sv lhota lhote ves "
    "ak hora hory hut voda koruna zlata zlate zlaty chlum sdh tj sk fk hc zo svj jzd".split()
)

# Small words within a name: "Klaus von Stein", "Eva de la Cruz".
_PARTICLES = frozenset("von van der de del della di da du la le zu zum".split())

_SALUTATIONS = frozenset("p pan pani pana panu panem mr mrs ms herr frau".split())

# The words of a name, right before its end: with titles before and after them.
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_FIRST_BEFORE = re.compile(r"(?<![a-z])([a-z]{3,})\s{1,3}$")
_CLAUSE = re.compile(r"[;:,]|\.\s")
_BESIDE = re.compile(r"[\s,;(:\-/\[{]{0,4}")
_BESIDE_BRACKETS = re.compile(r"[\s,;(:\-/\[{)\]]{0,4}")
_ACT = re.compile(
    r"\b(?:sepsa\w*|vyhotov\w*|vydan\w*|podepsan\w*|uzavren\w*|notar\w*|smlouv\w*|zapis\w*|rozhodnut\w*|"
    r"usnesen\w*|jmenova\w*|odvola\w*|zvolen\w*|vznik\w*|zani[kc]\w*|soud\w*|ulic\w*|nam\w*|trid\w*)\b"
)

# Of them, those that are surnames as well: "Jan Nový", "Eva Hora".
_ALSO_SURNAMES = frozenset(
    "krajsky mestsky cesky ceska novy nova stary stara maly mala velky velka mlada svaty svata zlata hora "
    "voda koruna sever chlum".split()
)

_CYRILLIC = """
александр алексей анатолий андрей антон борис вадим валерий василий виктор виталий владимир вячеслав григорий
денис дмитрий евгений иван игорь константин леонид максим михаил николай олег павел петр роман сергей юрий
анастасия анна валентина вера виктория галина евгения екатерина елена ирина людмила марина мария надежда
наталья нина оксана ольга светлана татьяна юлия
олександр олексій анатолій андрій богдан валерій василь віктор віталій володимир григорій дмитро євген іван
ігор максим микола михайло олег павло петро сергій степан тарас юрій ярослав анастасія валентина віра вікторія
галина ганна ірина катерина людмила марія надія наталія оксана олена світлана тетяна юлія
"""


def _forms(men: str, women: str) -> frozenset[str]:
    """Return first names in all cases, folded."""
    words: set[str] = set()
    for name in men.split():
        # Pavel → Pavla, Marek → Marka; Leo and Jiri have endings of their own.
        stems = {name}
        if name.endswith(("el", "ek")):
            stems.add(name[:-2] + name[-1])
        if name.endswith(("o", "a")):
            stems.add(name[:-1])
        words.update(
            stem + end for stem in stems for end in ("", "a", "u", "e", "ovi", "em", "om", "ho", "mu", "m")
        )
    for name in women.split():
        words.add(name)
        stem = name[:-1] if name[-1] in "ae" else name
        words.update(stem + end for end in ("y", "i", "e", "u", "ou", "o", "a", "i"))
    return frozenset(words)


_MENS, _WOMENS = frozenset(_MEN.split()), frozenset(_WOMEN.split())
_FIRST_NAMES = _forms(_MEN, _WOMEN) | {fold(name).text for name in _CYRILLIC.split()}


def is_first_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name, in any case, or two of them with a hyphen."""
    return word in _FIRST_NAMES or ("-" in word and _FIRST_NAMES.issuperset(word.split("-")))


def is_mans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a man, undeclined."""
    return word in _MENS


def is_womans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a woman, undeclined."""
    return word in _WOMENS


def is_particle(word: str) -> bool:
    """Tell whether a folded word stands within names: "von", "de"."""
    return word in _PARTICLES


def is_title(word: str) -> bool:
    """Tell whether a folded word is a title, without its dot."""
    return word in _TITLES


def is_no_person(word: str) -> bool:
    """Tell whether a folded word surely belongs to no person's name."""
    return word in _NO_PERSONS


def is_for_somebody(word: str) -> bool:
    """Tell whether a folded word leads to a person's surname: a salutation, or a word for an officer."""
    return word in _SALUTATIONS or _ROLE.fullmatch(word) is not None


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
            if is_no_person(word[0]) and not _is_surname(folded, word):
                break
            name.append(word[0])
        elif not (name and word[0] in _PARTICLES):
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


def _is_surname(folded: Folded, word: re.Match[str]) -> bool:
    """Tell whether a word that mostly is no person's name stands behind a first name as a surname."""
    if word[0] not in _ALSO_SURNAMES:
        return False
    before = _FIRST_BEFORE.search(folded.text, max(0, word.start() - 24), word.start())
    return before is not None and is_first_name(before[1]) and folded.is_capital(before.start())


def _separates_name(between: str, word: str) -> bool:
    return between.strip() == "." or (is_title(word) and between.strip(" .,") == "") or between.strip() == ","


def name_after(folded: Folded, start: int, end: int) -> bool:
    """Tell whether a date opens a text or a parenthesis and a name follows."""
    text = folded.text
    if text[:start].rstrip() and text[:start].rstrip()[-1] not in "([{":
        return False
    # A date in brackets, too, where nothing stands before it.
    gap = _BESIDE.match(text, end) if text[:start].strip(" \n([") else _BESIDE_BRACKETS.match(text, end)
    words = list(_WORD.finditer(text, gap.end() if gap else end, end + 45))[:4]
    names = [word for word in words if folded.is_capital(word.start()) and not is_title(word[0])]
    return bool(
        len(names) >= 2
        and words[0].start() == (gap.end() if gap else end)
        and any(is_first_name(word[0]) for word in names[:2])
    )


# Who is named after such a word is a person: "prokurista Nguyen Van Hung".
_ROLE = re.compile(
    r"(?<![a-z])(?:(?:spolu)?jednatel\w*|prokurist\w*|spolecni(?:k|c|ci|ka|ku|kem|kovi|kum|ky|ce)|clen(?:a|u|em|ove|ka|ky|kou|ovi)?|"
    r"(?:misto)?predsed\w*|reditel\w*|likvidator\w*|zastupc\w*|zast\.|zastoupen\w*|vedouci\w*|opatrovni\w*|akcionar\w*|zakladatel\w*|"
    r"zmocnen\w*|dedi(?:c|ce|cove|ckou|cka)|veritel\w*|manzel\w*|obmyslen\w*|osob\w*|jmeno|prijmeni|vlastnik(?:a|em)?|upadce|"
    r"povinn\w*|opravnen\w*|kupujici\w*|prodavajici\w*|nabyvatel\w*|prevodce|zustavitel\w*|znalec|znalce|zemrel\w*|spravce\w*|"
    r"komplementar\w*|komanditist\w*|pan(?:a|i|u|em)?|p\.|director|shareholder|geschaftsfuhrer|prezes)(?![a-z])"
)
# What stands behind is of the person whose card it is.
IDENTITY_CARD = re.compile(
    r"(?<![a-z])(?:obcansk\w*\s+prukaz\w*|cestovni\w*\s+(?:pas|doklad)\w*|(?:dle|podle|c\.)\s+op)(?![a-z])"
)
_ROLE_GAP = re.compile(
    r"[\s:,.(/-]{1,4}(?:(?:a\s)?prijmeni\s?:\s?|(?:je|byl|byla|tj\.|a to|jimz je|jimz byl|kterym je)\s)?"
)
_STRONG_TITLES = _TITLES - frozenset(
    "m d st ml gen mjr por kpt pan pani pana panu panem jr sr h ph ms plk arch prof dr dis".split()
)
# With a small letter a surname follows them; "Pan Tau" and "U pana Broučka" are names of something.
_RESPECT = frozenset("pan pani pana panu panem".split())
# "J. Novák"; what looks so may be a legal form as well ("A. S. KLADNO"), or half a town ("M. Lázně").
_INITIAL = re.compile(r"\.\s{0,2}(?=[^\W\d_]{3}|[^\W\d_]\.)")
_WITH_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_]\.\s{0,2}[^\W\d_]{3}")
_FORMS = frozenset("as sp vos ks zs".split())
_HALF_TOWNS = frozenset(
    "lazne mistek hradiste mezirici belohrad brod bystrice kamenice lipa trebova skalice bela teplice "
    "sedlec olesnice hermanice opatovice".split()
)
_IN_NAME = re.compile(r"\s{1,3}|\.\s{0,3}|,\s{1,3}|-")


# What is called after a person: "Knihovna Jiřího Mahena".
_THINGS = (
    r"(?<![a-z])(?:zs|ms|zus|stredisk|knihovn|nadac|fond|skol|gymnazi|divadl|muze|ustav|nemocnic|namesti|nam\.|ulic|ul\.|trid|tr\.|galeri|spolek|klub|"
    r"spolecenstvi|univerzit|akademi|park|most|letist|hotel|penzi|pensi|lekarn|"
    r"restaurac|kavarn|pamatnik|(?:detsk|student)[a-z]*\s{1,3}domov|domov[a-z]*\s{1,3}(?:pro\s{1,3}senior|duchodc|mladez))[a-z]*"
)
_THING = re.compile(_THINGS)
# Between the two an adjective may stand: "Škola elektrotechnická Františka Křižíka".
_NAMESAKE = re.compile(_THINGS + r"\s{1,3}(?:[a-z]{3,}[cs]ka\s{1,3})?(?:mistra\s)?$")
# Before the name of somebody whom a street or a house is called after: "Mistra Jana Husa 75".
_HONOURED = frozenset(
    "mistra svateho svate svatych krale cisare cisarovny generala marsala prezidenta kardinala biskupa "
    "doktora profesora plukovnika kapitana bratri".split()
)
# How surnames of women end, and no street does: that ends with a short letter.
WOMANS = "ová"
# Behind a name a street begins with these: "gen. Svobody".
_OF_STREETS = frozenset("gen plk kpt por mjr dr".split())


def may_name_somebody(text: str) -> bool:
    """Tell whether a folded text has a first name, a title or a word for an officer in it, wherever."""
    words = _WORD.findall(text)
    return any(map(is_first_name, words)) or not _STRONG_TITLES.isdisjoint(words) or bool(_ROLE.search(text))


def may_have_initial(text: str) -> bool:
    """Tell whether a text in small letters may name somebody by an initial and a surname."""
    return "." in text and _WITH_INITIAL.search(text) is not None


def people(folded: Folded) -> list[tuple[int, int]]:
    """Return where persons' names stand in a text, each from its first word to its last."""
    text = folded.text
    words = list(_WORD.finditer(text))
    spans: list[tuple[int, int]] = []
    after_role = {
        gap.end() for role in _ROLE.finditer(text) if (gap := _ROLE_GAP.match(text, role.end())) is not None
    }
    index = 0
    while index < len(words):
        if not folded.is_capital(words[index].start()) and not is_title(words[index][0]):
            index += 1
            continue
        stop = _name_from(folded, words, index, after_role)
        if stop is None:
            index += 1
            continue
        if _NAMESAKE.search(text, max(0, words[index].start() - 40), words[index].start()) is None:
            spans.append((words[index].start(), words[stop - 1].end()))
        index = stop
    return spans


# The number of a house, not of a day or an age, nor one that a road abroad follows: "43 Abbey Road".
_HOUSE_BEHIND = re.compile(
    rf"\s{{1,2}}(?:{HOUSE_MARK}\s{{0,2}})?\d{{1,4}}"
    rf"(?![\d.]|-\d\d-|\s(?:let|r\.|rok)|\s(?:[a-z]+\s){{1,3}}(?:{ROAD})(?![a-z]))"
)


# In a table a street is another field than its number: "K. Světlé;512/4".
_FIELD_BEHIND = re.compile(r"[\s;,|]{1,4}\d|\"")
_POSTAL_BEHIND = re.compile(r"\d{1,4},\s{1,3}(?:psc|\d{3}\s?\d\d)")


def _name_from(folded: Folded, words: list[re.Match[str]], index: int, after_role: set[int]) -> int | None:
    """Return behind which word a name ends that begins with a word, None where none begins."""
    if _THING.match(words[index][0]):
        return None
    titles = names = first_names = 0
    closed = False  # by titles behind the name
    initials = ""
    before = words[index - 1][0] if index else ""
    respected = words[index][0] in _RESPECT and not folded.is_capital(words[index].start()) and before != "u"
    at = index
    while at < len(words) and names < 3:
        word = words[at]
        if at > index and _IN_NAME.fullmatch(folded.text, words[at - 1].end(), word.start()) is None:
            break
        if at > index and "," in folded.text[words[at - 1].end() : word.start()] and not is_title(word[0]):
            break
        if is_title(word[0]):
            if names and word[0] in _OF_STREETS:
                break
            closed = names > 0
            titles += word[0] in _STRONG_TITLES
        elif closed:
            break
        elif not names and _is_initial(folded, word):
            initials += word[0]
        elif (
            folded.is_capital(word.start())
            and len(word[0]) > 1
            and (not is_no_person(word[0]) or (names == first_names == 1 and _is_surname(folded, word)))
        ):
            names += 1
            first_names += is_first_name(word[0])
        elif not (names and word[0] in _PARTICLES and _goes_on(folded, words, at)):
            break
        at += 1
    if not names or folded.text[words[at - 1].end() : words[at - 1].end() + 1].isdigit():
        return None
    after = folded.text[words[at - 1].end() : words[at - 1].end() + 40]
    if _HOUSE_BEHIND.match(after):
        # A street is called after somebody, or stands right behind a name.
        last = words[at - 1]
        if names != 3 or not any(is_first_name(word[0]) for word in words[at - 3 : at - 1]):
            return None
        if words[at - 3][0] in _HONOURED:
            return None
        broken = "\n" in folded.text[words[at - 2].end() : last.start()]
        is_street = last[0].endswith(("a", "i")) or (last[0].endswith("ho") and words[at - 2][0] != "amose")
        village = words[at - 2][0].endswith("ova") or _POSTAL_BEHIND.search(after)
        return at - 1 if titles or broken or is_street or village else None
    if names >= 2 and (first_names or _is_womans(folded, words[at - 1])):
        return at
    if names >= 1 and (titles or respected):
        return at
    if initials and len(before) != 1 and not (initials in _FORMS or words[at - 1][0] in _HALF_TOWNS):
        return None if _FIELD_BEHIND.match(after) else at
    if names >= (1 if titles else 2) and words[index].start() in after_role:
        return at
    return None


def _goes_on(folded: Folded, words: list[re.Match[str]], at: int) -> bool:
    """Tell whether a name goes on behind a particle."""
    following = next((word for word in words[at + 1 : at + 3] if word[0] not in _PARTICLES), None)
    return following is not None and folded.is_capital(following.start())


def _is_womans(folded: Folded, word: re.Match[str]) -> bool:
    """Tell a surname such as "Nováková" from a street, "Novákova"."""
    start, end = folded.span(*word.span())
    return folded.original[start:end].lower().endswith(WOMANS)


def _is_initial(folded: Folded, word: re.Match[str]) -> bool:
    """Tell whether a capital with a full stop stands for a first name before another word."""
    return (
        len(word[0]) == 1
        and folded.is_capital(word.start())
        and _INITIAL.match(folded.text, word.end()) is not None
    )


def role_at_start(folded: Folded) -> int | None:
    """Return where a word for an officer ends with which a text opens, None where it opens otherwise.

    What stands beside a person's name opens as if behind it.
    """
    if folded.of_somebody:
        return 0
    role = _ROLE.match(folded.text.lstrip())
    if role is None:
        return None
    return len(folded.text) - len(folded.text.lstrip()) + role.end()
