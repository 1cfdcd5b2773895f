"""Entries (`Subjekt`) of the public register's open data, with the history that its full files hold."""

from __future__ import annotations

from random import Random

from soupis.registers import codelists
from soupis.synthetic import entries
from soupis.synthetic.bodies import Bodies
from soupis.synthetic.companies import RARE, REGISTER, Address, Company, World, iso
from soupis.synthetic.days import ISO, SNAPSHOT_DAY, czech, day
from soupis.synthetic.entries import entry, quantity, text_entry
from soupis.synthetic.names import company_name
from soupis.synthetic.truth import Branch, Issue, RegisterTruth, Truth

HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n<xml>\n'
FOOTER = "</xml>\n"

# The registers of a region are kept by one court; Prague's court keeps Central Bohemia too.
_COURT_OF_REGION = {
    "CZ010": "MSPH", "CZ020": "MSPH", "CZ031": "KSCB", "CZ032": "KSPL", "CZ041": "KSPL", "CZ042": "KSUL",
    "CZ051": "KSUL", "CZ052": "KSHK", "CZ053": "KSHK", "CZ063": "KSBR", "CZ064": "KSBR", "CZ071": "KSOS",
    "CZ072": "KSBR", "CZ080": "KSOS",
}  # fmt: skip
_COURTS = codelists.load("court")
_FORMS = codelists.load("legal_form")
_ABBREVIATIONS = {
    "112": "s.r.o.",
    "121": "a.s.",
    "111": "v.o.s.",
    "113": "k.s.",
    "205": "DR",
    "706": "SPOLEK",
}
_YEAR_START = day(int(ISO[SNAPSHOT_DAY][:4]))

_CAPITALS = {
    "112": ["200000;00"] * 9 + ["100000;00"] * 5 + ["1;00", "1000;00", "10000;00", "300000;00", "1020000;00"],
    "121": ["2000000;00"] * 9 + ["1000000;00", "20000000;00", "3100000000;00", "5500000;50"],
    "932": ["3300000;00"],
    "113": ["50000;00", "200000;00"],
    "205": ["50000;00"] * 3 + ["150000;00"],
    "301": ["120000000;00"],
}
_LINE_OF_ALL = "Výroba, obchod a služby neuvedené v přílohách 1 až 3 živnostenského zákona"
_OTHER_FACTS = (
    "Obchodní korporace se podřídila zákonu jako celku postupem podle § 777 odst. 5 zákona č. 90/2012 Sb., "
    "o obchodních společnostech a družstvech.",
    "Společnost vznikla přeměnou rozdělením odštěpením; část jmění přešla na nástupnickou společnost.",
    "Způsob založení: notářský zápis, kterým se zakládá společnost bez výzvy k upisování akcií.",
    "Valná hromada společnosti rozhodla o zvýšení základního kapitálu upsáním nových vkladů.",
    "Na společnost přešlo v důsledku vnitrostátní fúze sloučením jmění zanikající společnosti.",
)
# States that an entry of the register tells of, with the entry's kind and words.
_STATES = (
    ("INSOLVENCNI_ZAPIS", "insolvencniRizeni", "Bylo zahájeno insolvenční řízení."),
    ("INSOLVENCNI_ZAPIS", "upadek", "Soud rozhodl o úpadku dlužníka."),
    ("KONKURS_PROHLASENI", "konkurs", "Byl prohlášen konkurs na majetek dlužníka."),
    ("ZRUSENI_KONKURSU", None, "Konkurs byl zrušen po splnění rozvrhového usnesení."),
    ("PRERUSENI_CINNOSTI", "pozastavena", "Činnost je přerušena."),
)
_FORMER = (0, 0, 0, 0, 1, 1, 2, 3)

_IN_LIQUIDATION = "v likvidaci"


class RegisterEntries:
    """Writes the register's entries of one company after the other, and notes what they tell."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = Random()  # noqa: S311 - repeatable data, not secrets
        self._draw = self._random.random
        self._rare = Random()  # noqa: S311
        self._bodies = Bodies(world, self._random, self._rare)
        self._truth = RegisterTruth("", "", None)

    def entry(self, company: Company, truth: Truth) -> str:
        """Return the `Subjekt` element of a company, or an empty text where the register has none."""
        if not company.form.registered:
            return ""
        self._world.reseed(self._random, REGISTER, company.index)
        if self._draw() >= company.form.registered:
            return ""
        self._world.reseed(self._rare, RARE, company.index)
        if company.ceased and company.ceased < _YEAR_START:  # deleted earlier: in an older year's file
            return ""
        return self._entry(company, truth)

    def branch(self, company: Company) -> str:
        """Return the element of a branch of the company whose entry was made last; empty where it has none.

        It stands under the ID of its parent, which lives on, whether the branch does or not.
        """
        rare = self._rare.random
        if company.form.code not in ("112", "121") or company.ceased or self._truth.liquidation:
            return ""
        if rare() >= 0.015:
            return ""
        place, since = self._world.address(self._rare), company.founded
        gone = _YEAR_START + int(rare() * (SNAPSHOT_DAY - _YEAR_START)) if rare() < 0.4 else 0
        if gone <= since:
            gone = 0
        name = f"{company.name}, odštěpný závod {place.town.name}"
        mark, mark_text = _file_mark(self._rare, "A", place, since, gone)
        head, head_name = self._bodies.head(company, since, gone)
        self._truth.branches.append(Branch(name, mark_text, not gone, [head_name]))
        deleted = f"<vymazDatum>{ISO[gone]}</vymazDatum>" if gone else ""
        reason = text_entry("PRAVNI_DUVOD_VYMAZU", gone, 0, "Zrušení odštěpného závodu.") if gone else ""
        form = entry("PRAVNI_FORMA", since, gone, "<pravniForma><nazev>Odštěpný závod</nazev></pravniForma>")
        return (
            f"<Subjekt>\n<nazev>{entries.escaped(name)}</nazev><ico>{company.ico}</ico>"
            f"<zapisDatum>{ISO[since]}</zapisDatum>{deleted}\n<udaje>\n"
            f"{text_entry('NAZEV', since, gone, name)}{text_entry('ICO', since, gone, company.ico)}{form}"
            f"{entry('SIDLO', since, gone, entries.address(place))}{mark}{head}{reason}</udaje>\n</Subjekt>\n"
        )

    def _entry(self, company: Company, truth: Truth) -> str:
        draw = self._draw
        start, end = company.founded, company.ceased or SNAPSHOT_DAY
        # Now and then an entry has lost its ID, and the register is ahead of statistics with the name's case.
        ico = "" if draw() < 0.0005 else f"<ico>{company.ico}</ico>"
        name = company.name.upper() if draw() < 0.005 else company.name
        deleted = f"<vymazDatum>{ISO[end]}</vymazDatum>" if company.ceased else ""
        noted = self._truth = RegisterTruth(name, ISO[start], iso(company.ceased) or None)
        if ico:  # nobody can tell whose an entry without an ID is
            truth.register = noted
        parts = [
            f"<Subjekt>\n<nazev>{entries.escaped(name)}</nazev>{ico}<zapisDatum>{ISO[start]}</zapisDatum>{deleted}\n"
            "<udaje>\n",
            text_entry("VZNIK", start, company.ceased, czech(start, "-" if draw() < 0.1 else ".")),
            *self._names(company, name),
            *self._seats(company),
            text_entry("ICO", start, company.ceased, company.ico) if ico else "",
            self._form(company, start),
            self._lines(company),
            self._bodies.of(company, noted),
            *self._capital(company),
            *self._other(company, start, end),
            *self._rarities(company),
            "</udaje>\n</Subjekt>\n",
        ]
        return "".join(parts)

    def _periods(self, company: Company, changes: int) -> list[tuple[int, int]]:
        """Cut the company's life at random days; the last period is open unless the company is gone."""
        start, end = company.founded, company.ceased or SNAPSHOT_DAY
        cuts = sorted(start + int(self._draw() * (end - start)) for _ in range(changes))
        return list(zip([start, *cuts], [*cuts, company.ceased], strict=True))

    def _changes(self) -> int:
        return _FORMER[int(self._draw() * len(_FORMER))]

    def _names(self, company: Company, name: str) -> list[str]:
        draw = self._draw
        periods = self._periods(company, self._changes() if draw() < 0.45 else 0)
        former = []
        for entered, deleted in periods[:-1]:
            before = self._former_name(company)
            self._truth.former_names.append(before)
            former.append(text_entry("NAZEV", entered, deleted, before))
        entered, deleted = periods[-1]
        if entered < company.liquidated:
            before = name[: -len(_IN_LIQUIDATION)].rstrip(" ,")
            self._truth.former_names.append(before)
            former.append(text_entry("NAZEV", entered, company.liquidated, before))
            entered = company.liquidated
        current = text_entry("NAZEV", entered, deleted, name)
        if draw() < 0.01:
            foreign = company.name.split(",")[0] + " Ltd."
            if company.ceased:
                self._truth.former_names.append(foreign)
            return [*former, current, text_entry("CIZI_NAZEV", company.founded, company.ceased, foreign)]
        return [*former, current]

    def _former_name(self, company: Company) -> str:
        seat = company.seat
        return company_name(
            company.form.code, self._draw, self._world.words, company.trade, seat.town, seat.street
        )

    def _seats(self, company: Company) -> list[str]:
        """Return the seats, and the file marks, which change when a seat moves to another court's region."""
        periods = self._periods(company, self._changes())
        places = [self._world.address(self._random) for _ in periods[1:]] + [company.seat]
        seats = [
            entry("SIDLO", entered, deleted, entries.address(place))
            for place, (entered, deleted) in zip(places, periods, strict=True)
        ]
        courts = [_court_of(place) for place in places]
        marks: list[str] = []
        since = company.founded
        for place, following, (_, deleted) in zip(places, [*courts[1:], ""], periods, strict=True):
            if _court_of(place) != following:
                mark, text = _file_mark(self._random, company.form.section, place, since, deleted)
                self._truth.file_mark = None if deleted else text
                marks.append(mark)
                since = deleted
        return seats + marks

    def _form(self, company: Company, start: int) -> str:
        code = company.form.code
        short = _ABBREVIATIONS.get(code)
        body = f"<nazev>{_FORMS[code].name_cs}</nazev>" + (f"<zkratka>{short}</zkratka>" if short else "")
        if self._draw() < 0.2:
            body = f"<kod>{code}</kod>{body}"
        return entry("PRAVNI_FORMA", start, company.ceased, f"<pravniForma>{body}</pravniForma>")

    def _lines(self, company: Company) -> str:
        """Return the lines of business, in the section that fits the form."""
        draw = self._draw
        if company.form.section in ("L", "S", "N", "U"):
            self._note_line(company.trade.line, company.ceased)
            purpose = text_entry("UCEL_SUBJEKTU", company.founded, company.ceased, company.trade.line)
            return entry("UCEL_SUBJEKTU_SEKCE", company.founded, company.ceased, inner=purpose)
        kind = "PREDMET_CINNOSTI" if draw() < 0.08 else "PREDMET_PODNIKANI"
        texts = [
            company.trade.line,
            *(self._world.words.trades.at(draw()).line for _ in range(int(draw() * 4))),
        ]
        lines = []
        for text in dict.fromkeys(texts):
            entered, deleted = self._periods(company, 1)[int(draw() * 1.4)]
            lines.append(text_entry(kind, entered, deleted, text))
            self._note_line(text, deleted)
        self._note_line(_LINE_OF_ALL, company.ceased)
        lines.append(text_entry(kind, company.founded, company.ceased, _LINE_OF_ALL))
        return entry(f"{kind}_SEKCE", company.founded, company.ceased, inner="".join(lines))

    def _note_line(self, text: str, deleted: int) -> None:
        if not deleted:
            self._truth.business_lines.append(text)

    def _capital(self, company: Company) -> list[str]:
        draw = self._draw
        amounts = _CAPITALS.get(company.form.code)
        if not amounts or draw() < 0.01:
            return []
        result = []
        for entered, deleted in self._periods(company, 1 if draw() < 0.25 else 0):
            amount = amounts[int(draw() * len(amounts))]
            unit = "EUR" if draw() < 0.003 else "KORUNY"
            paid = quantity("splaceni", "PROCENTA", "100") if draw() < 0.7 else ""
            if draw() < 0.05:
                paid = quantity("splaceni", "KORUNY", amount)
            body = f"<hodnotaUdaje>{quantity('vklad', unit, amount)}{paid}</hodnotaUdaje>"
            self._truth.capital = None if deleted else amount.replace(";", ".")
            result.append(entry("ZAKLADNI_KAPITAL", entered, deleted, body))
        if company.form.code in ("121", "932"):
            count = (1, 10, 20, 100, 2000)[int(draw() * 5)]
            form = "ZAKNIHOVANA" if draw() < 0.2 else "LISTINNA"
            kind = "KMENOVE_NA_JMENO" if draw() < 0.8 else "KMENOVE_NA_MAJITELE"
            body = (
                f"<hodnotaUdaje><podoba>{form}</podoba><typ>{kind}</typ><pocet>{count}</pocet>"
                f"{quantity('hodnota', 'KORUNY', f'{2_000_000 // count};00')}</hodnotaUdaje>"
            )
            if not company.ceased:
                self._truth.issues.append(Issue(kind, form, count, 2_000_000 // count))
            share = entry("AKCIE", company.founded, company.ceased, body)
            result.append(entry("AKCIE_SEKCE", company.founded, company.ceased, inner=share))
        return result

    def _other(self, company: Company, start: int, end: int) -> list[str]:
        draw = self._draw
        result = []
        if draw() < 0.45:
            entered = start + int(draw() * (end - start))
            text = _OTHER_FACTS[int(draw() * len(_OTHER_FACTS))]
            self._note_fact(text, company.ceased)
            note = text_entry("OST_SKUTECNOSTI", entered, company.ceased, text)
            result.append(entry("OST_SKUTECNOSTI_SEKCE", entered, company.ceased, inner=note))
        if draw() < 0.015:
            result.append(self._insolvency(company, start, end))
        if draw() < 0.004:
            number = f"{int(draw() * 200) + 1} EX {int(draw() * 9000) + 1}/2021"
            note = f"Exekuční příkaz k postižení podílu, č. j. {number}"
            result.append(text_entry("EXEKUCE", start + int(draw() * (end - start)), 0, note))
        if draw() < 0.001:
            self._truth.persons_hidden = True
            result.append(text_entry("ZNEPRISTUPNENI_UDAJU", end, 0, "Údaje byly znepřístupněny."))
        if draw() < 0.003:
            text = "Údaj zapsaný podle zvláštního zákona."
            self._note_fact(text, 0)
            result.append(text_entry("EVIDENCE_ZVLASTNICH_UDAJU", start, 0, text))
        if company.ceased:
            reason = ("Fúze sloučením.", "Likvidace ukončena.", "Zrušení konkursu.")[int(draw() * 3)]
            result.append(text_entry("PRAVNI_DUVOD_VYMAZU", company.ceased, 0, reason))
        return result

    def _insolvency(self, company: Company, start: int, end: int) -> str:
        draw = self._draw
        court = _COURT_OF_REGION[company.seat.town.district[:5]]
        entered = max(start, day(2008) + int(draw() * (SNAPSHOT_DAY - day(2008))))
        entered = min(entered, end)
        number = f"{court} {int(draw() * 95) + 1} INS {int(draw() * 30_000) + 1}/{ISO[entered][:4]}"
        kind = "KONKURS_PROHLASENI" if draw() < 0.3 else "INSOLVENCNI_ZAPIS"
        what = (
            "byl na majetek dlužníka prohlášen konkurs" if kind[0] == "K" else "byl zjištěn úpadek dlužníka"
        )
        note = (
            f"Usnesením soudu ({_COURTS[court].name_cs}) č. j. {number} - A - {int(draw() * 40) + 1} {what}."
        )
        deleted = company.ceased or (end if draw() < 0.3 else 0)
        self._note_fact(note, deleted, "konkurs" if kind[0] == "K" else "upadek")
        return text_entry(kind, entered, deleted, note)

    def _note_fact(self, text: str, deleted: int, state: str | None = None) -> None:
        if not deleted:
            self._truth.facts.append(text)
            self._truth.state = state or self._truth.state

    def _rarities(self, company: Company) -> list[str]:
        """Return entries that few companies have: of a liquidation, of other states, of a branch."""
        rare, start, gone = self._rare.random, company.founded, company.ceased
        result = []
        if day_of_entry := company.liquidated:
            self._truth.liquidation = True
            text = f"Společnost vstoupila do likvidace dnem {czech(day_of_entry)} rozhodnutím valné hromady."
            self._note_fact(text, gone)
            self._truth.in_liquidation_since = ISO[day_of_entry]
            result.append(text_entry("OST_SKUTECNOSTI", day_of_entry, gone, text))
        if gone or self._truth.state:
            return result
        if rare() < 0.02:
            kind, state, text = _STATES[int(rare() * len(_STATES))]
            entered = SNAPSHOT_DAY - int(rare() * 600)
            if entered > start:
                self._note_fact(text, 0, state)
                result.append(text_entry(kind, entered, 0, text))
        if company.form.code in ("112", "121") and rare() < 0.015:
            place = self._world.address(self._rare)
            name = f"{company.name}, závod {place.town.name}"
            leader, head = self._bodies.head(company, start, 0)
            self._truth.branches.append(Branch(name, None, True, [head]))
            inside = text_entry("NAZEV", start, 0, name) + entry("SIDLO", start, 0, entries.address(place))
            unit = entry("ODSTEPNY_ZAVOD", start, 0, inner=inside + leader)
            result.append(entry("ODSTEPNY_ZAVOD_SEKCE", start, 0, inner=unit))
        return result


def _court_of(place: Address) -> str:
    return _COURT_OF_REGION[place.town.district[:5]]


def _file_mark(random: Random, section: str, place: Address, entered: int, deleted: int) -> tuple[str, str]:
    """Return a file mark of the court of a place, as an entry and as a text."""
    draw = random.random
    insert = int(draw() * 400_000) + 1 if section in "CL" else int(draw() * 30_000) + 1
    court = _court_of(place)
    name, text = _COURTS[court].name_cs, f"{section} {insert}/{court}"
    body = (
        f"<hodnotaText>{text}</hodnotaText><spisZn><soud><kod>{court}</kod><nazev>{name}</nazev></soud>"
        f"<oddil>{section}</oddil><vlozka>{insert}</vlozka></spisZn>"
    )
    return entry("SPIS_ZN", entered, deleted, body), text
