"""Bodies and partners of made-up companies: who they are, who they were, and how they act."""

from __future__ import annotations

from random import Random

from soupis.synthetic import entries
from soupis.synthetic.companies import Company, Person, World
from soupis.synthetic.days import ISO, SNAPSHOT_DAY
from soupis.synthetic.entries import entry, quantity, text_entry
from soupis.synthetic.people import Casting, of_age
from soupis.synthetic.truth import Member, Partner, RegisterTruth, Someone, named

_STATUTORY = {
    "112": "jednatel", "121": "představenstvo", "932": "představenstvo", "205": "představenstvo",
    "706": "statutární orgán", "736": "statutární orgán", "145": "výbor", "111": "společníci",
    "113": "komplementáři", "421": "vedoucí", "141": "ředitel", "161": "ředitel", "117": "správní rada",
    "118": "správní rada", "301": "ředitel",
}  # fmt: skip
_FUNCTION = {
    "představenstvo": "člen představenstva", "výbor": "člen výboru", "statutární orgán": "předseda",
    "společníci": "společník", "komplementáři": "komplementář", "správní rada": "člen správní rady",
}  # fmt: skip
_CHAIR = {
    "představenstvo": "předseda představenstva", "výbor": "předseda výboru",
    "správní rada": "předseda správní rady",
}  # fmt: skip
_ACTING = (
    "Jednatel jedná za společnost samostatně.",
    "Společnost zastupuje jednatel samostatně.",
    "Za společnost jednají vždy dva členové statutárního orgánu společně.",
    "Podepisování za společnost se děje tak, že k vytištěnému nebo napsanému obchodnímu jménu společnosti "
    "připojí svůj podpis oprávněná osoba.",
    "Předseda zastupuje navenek samostatně ve všech věcech; v jeho nepřítomnosti místopředseda.",
)
_FOREIGN = (
    ("Slovenská republika", "Bratislava, Obchodná 12", "sk", "s.r.o."),
    ("Spolková republika Německo", "80331 Mnichov, Marienplatz 1", "HRB", "GmbH"),
    ("Kyperská republika", "Limassol, Agiou Andreou 5", "HE", "LIMITED"),
    ("Rakouská republika", "1010 Vídeň, Kärntner Straße 3", "FN", "GmbH"),
    ("Nizozemsko", "1017 Amsterdam, Keizersgracht 62", "", "B.V."),
)
# What the register adds to a member, now and then.
_NOTES = ("provozní ředitel", "sládek", "pověřený řízením společnosti", "zvolen zaměstnanci")
_MEMBERS = {"112": (1, 1, 1, 1, 1, 1, 1, 2, 2, 3), "121": (1, 1, 3, 3, 3, 5), "145": (1, 3, 3, 5)}
_FORMER_MEMBERS = (0, 0, 0, 0, 1, 1, 1, 2, 3, 5)
_SHARES = {1: ("100",), 2: ("50", "50"), 3: ("1;3", "1;3", "1;3"), 4: ("25", "25", "25", "25")}


class Bodies:
    """Writes the sections of bodies and partners of one company after the other."""

    def __init__(self, world: World, random: Random, rare: Random) -> None:
        """`rare` draws what is rare, so that the rest of a company stays what it was without it."""
        self._world = world
        self._random = random
        self._draw = random.random
        self._rare = rare
        self._casting = Casting(world)
        self._present: list[Person] = []
        self._truth = RegisterTruth("", "", None)

    def of(self, company: Company, truth: RegisterTruth) -> str:
        """Return all sections of bodies and partners, as XML, and note who sits there today."""
        self._casting.start()
        self._present = []
        self._truth = truth
        draw = self._draw
        code = company.form.code
        sections = [self._statutory(company)]
        if code in ("121", "932") or (code == "112" and draw() < 0.02):
            sections.append(self._board(company, "DOZORCI_RADA", "dozorčí rada", "člen dozorčí rady", 3))
        if code == "205" or (code in ("706", "145") and draw() < 0.25):
            sections.append(
                self._board(company, "KONTROLNI_KOMISE", "kontrolní komise", "člen kontrolní komise", 3)
            )
        if code in ("117", "118", "141"):
            sections.append(self._board(company, "SPRAVNI_RADA", "správní rada", "člen správní rady", 3))
        if draw() < (0.06 if code == "121" else 0.01):
            sections.append(self._board(company, "PROKURA", "prokura", "prokurista", 1))
        if company.liquidated:
            sections.append(self._board(company, "LIKVIDATOR", "likvidátor", "likvidátor", 1))
        if code in ("112", "111"):
            sections.append(self._partners(company, "SPOLECNIK", "Společníci"))
        elif code == "113":
            sections.append(self._partners(company, "KOMANDITISTA", "Komanditisté"))
            sections.append(self._partners(company, "KOMPLEMENTAR", "Komplementáři"))
        elif code == "121" and draw() < 0.5:
            sections.append(self._sole_shareholder(company))
        elif code == "421":
            sections.append(self._own_branch(company))
        # Last, for persons of one company are numbered in the order of their appearance.
        if code in ("117", "118", "141", "161") and self._rare.random() < 0.7:
            sections.append(self._investors(company, "ZAKLADATEL_SEKCE", "ZAKLADATEL"))
        if code == "205" and self._rare.random() < 0.6:
            sections.append(self._investors(company, "VKLAD_CLEN_DRUZSTVA_SEKCE", "VKLAD_CLEN_DRUZSTVA"))
        return "".join(sections)

    def _statutory(self, company: Company) -> str:
        code = company.form.code
        heading = _STATUTORY.get(code, "statutární orgán")
        function = _FUNCTION.get(heading, heading)
        counts = _MEMBERS.get(code, (1, 1, 2, 3))
        count = counts[int(self._draw() * len(counts))]
        members = self._members(
            company, "STATUTARNI_ORGAN_CLEN", function, _CHAIR.get(heading), count, company.founded
        )
        since, gone = company.founded, company.ceased
        acting = _ACTING[int(self._draw() * len(_ACTING))]
        members.append(text_entry("ZPUSOB_JEDNANI", since, gone, acting))
        if self._draw() < 0.3:
            members.append(text_entry("POCET_CLENU", since, gone, str(count)))
        return entry("STATUTARNI_ORGAN", since, gone, heading=heading, inner="".join(members))

    def _board(self, company: Company, section: str, heading: str, function: str, count: int) -> str:
        kind = f"{section}_{'OSOBA' if section in ('PROKURA', 'LIKVIDATOR') else 'CLEN'}"
        since = company.liquidated if section == "LIKVIDATOR" else company.founded
        members = self._members(company, kind, function, None, count, since)
        return entry(section, since, company.ceased, heading=heading, inner="".join(members))

    def _members(
        self, company: Company, kind: str, function: str, chair: str | None, count: int, start: int
    ) -> list[str]:
        """Return entries of the present members and of the former ones since `start`, oldest first."""
        draw = self._draw
        end = company.ceased or SNAPSHOT_DAY
        entries: list[str] = []
        former = _FORMER_MEMBERS[int(draw() * len(_FORMER_MEMBERS))]
        if draw() < 0.0004:  # a large old body: entries hundreds of times the usual size exist
            former = 100 + int(draw() * 400)
        for _ in range(former):
            entered = start + int(draw() * (end - start) * 0.7)
            left = entered + int(draw() * (end - entered))
            person = self._casting.person(company, self._random, entered)
            entries.extend(self._tenure(company, kind, person, function, start, entered, left))
        for position in range(count):
            entered = start + (int(draw() * (end - start)) if draw() < 0.6 else 0)
            role = chair if chair and position == 0 else function
            partner = self._casting.partner(company, self._random) if draw() < 0.015 else None
            if partner and kind == "STATUTARNI_ORGAN_CLEN":
                entries.append(self._corporate_member(company, partner, role, entered))
                continue
            person = self._casting.person(company, self._random, entered)
            self._present.append(person)
            entries.extend(self._tenure(company, kind, person, role, start, entered, 0))
        return entries

    def _tenure(
        self, company: Company, kind: str, person: Person, function: str, start: int, entered: int, left: int
    ) -> list[str]:
        """Return one person's time in a body, which begins on `start`; a change of address is two entries."""
        heading = "jednatel" if function == "jednatel" else ""
        deleted = left or company.ceased
        last = deleted or SNAPSHOT_DAY
        # Appointed some days before it was entered, gone some days before it was deleted.
        since = max(entered - int(self._draw() * 40), start)
        until = max(left - int(self._draw() * 40), since) if left else 0
        dates = self._dates(function, since, until)
        note = _NOTES[int(self._rare.random() * len(_NOTES))] if self._rare.random() < 0.03 else None
        added = (
            f"<hodnotaUdaje><textZaOsobu><value>{note}</value></textZaOsobu></hodnotaUdaje>" if note else ""
        )
        written: list[str] = []
        if self._draw() < 0.35 and last > entered + 60:
            moved = entered + int(self._draw() * (last - entered))
            who, _ = self._who(person)
            written.append(
                entry(kind, entered, moved, who + self._dates(function, since, 0) + added, heading)
            )
            entered = moved
        who, someone = self._who(person)
        if not deleted:
            told = function if f"<funkce>{function}</funkce>" in dates else heading or None
            self._truth.members.append(Member(someone, told, note))
        return [*written, entry(kind, entered, deleted, who + dates + added, heading)]

    def _dates(self, function: str, since: int, until: int) -> str:
        draw = self._draw
        end = f"<funkceDo>{ISO[until]}</funkceDo>" if until and draw() < 0.8 else ""
        text = f"<funkce>{function}</funkce>" if draw() < 0.9 else ""
        text += f"<funkceOd>{ISO[since]}</funkceOd>{end}" if draw() < 0.85 else end
        if draw() < 0.4:
            gone = f"<clenstviDo>{ISO[until]}</clenstviDo>" if until else ""
            text += f"<clenstviOd>{ISO[since]}</clenstviOd>{gone}"
        return text

    def _who(self, person: Person) -> tuple[str, Someone]:
        draw = self._draw
        osoba = entries.natural_person(person, upper=draw() < 0.35, with_birth_date=draw() >= 0.16)
        home = self._world.address(self._random)
        address = entries.address(home) + (entries.address(home, "bydliste") if draw() < 0.4 else "")
        if self._rare.random() < 0.02:
            country, place, *_ = _FOREIGN[int(self._rare.random() * len(_FOREIGN))]
            return osoba + entries.foreign_address(country, place), named(person, country)
        return osoba + address, named(person)

    def _corporate_member(self, company: Company, partner: Company, function: str, entered: int) -> str:
        person = self._casting.person(company, self._random, entered)
        deputy = entry("STATUTARNI_ORGAN_CLEN_ZASTOUPENI", entered, company.ceased, self._who(person)[0])
        if not company.ceased:
            self._truth.members.append(Member(_legal(partner), function))
        body = entries.legal_person(partner.name, partner.ico) + entries.address(partner.seat)
        body += f"<funkce>{function}</funkce><funkceOd>{ISO[entered]}</funkceOd>"
        return entry("STATUTARNI_ORGAN_CLEN", entered, company.ceased, body, inner=deputy)

    def _partners(self, company: Company, section: str, heading: str) -> str:
        draw = self._draw
        start, end = company.founded, company.ceased or SNAPSHOT_DAY
        count = (1, 1, 1, 1, 1, 2, 2, 2, 3, 4)[int(draw() * 10)]
        members = []
        for _ in range((0, 0, 0, 1, 1, 2)[int(draw() * 6)]):
            left = start + int(draw() * (end - start))
            members.append(self._partner(company, section, None, start, left, "50", 2))
        familiar = self._present[::-1]
        for position in range(count):
            entered = start + (int(draw() * (end - start)) if draw() < 0.4 else 0)
            person = familiar.pop() if familiar and draw() < 0.75 else None
            if person is not None and not of_age(person, entered):
                person = None
            members.append(
                self._partner(company, section, person, entered, 0, _SHARES[count][position], count)
            )
        return entry(section, start, company.ceased, heading=heading, inner="".join(members))

    def _partner(
        self,
        company: Company,
        section: str,
        person: Person | None,
        entered: int,
        left: int,
        size: str,
        count: int,
    ) -> str:
        deleted = left or company.ceased
        return self._holder(company, f"{section}_OSOBA", person, entered, deleted, size, count)

    def _holder(
        self,
        company: Company,
        kind: str,
        person: Person | None,
        entered: int,
        deleted: int,
        size: str,
        count: int,
    ) -> str:
        draw = self._draw
        share = entry("SPOLECNIK_PODIL", entered, deleted, self._share(size, count))
        chance = draw()
        if person is None and chance < 0.16:
            partner = self._casting.partner(company, self._random)
            if partner:
                body = entries.legal_person(partner.name, partner.ico) + entries.address(partner.seat)
                if kind == "SPOLECNIK_OSOBA" and draw() < 0.15:
                    deputy = self._casting.person(company, self._random, entered)
                    share += entry("SPOLECNIK_OSOBA_ZASTOUPENI", entered, deleted, self._who(deputy)[0])
                self._note_partner(_legal(partner), kind, deleted)
                return entry(kind, entered, deleted, body, inner=share)
        if person is None and chance < 0.22:
            body, foreigner = self._foreign_partner()
            self._note_partner(foreigner, kind, deleted)
            return entry(kind, entered, deleted, body, inner=share)
        if person is None:
            person = self._casting.person(company, self._random, entered)
        body, someone = self._who(person)
        self._note_partner(someone, kind, deleted)
        return entry(kind, entered, deleted, body, inner=share)

    def _note_partner(self, who: Someone, kind: str, deleted: int) -> None:
        if not deleted:
            self._truth.partners.append(Partner(who, kind))

    def _foreign_partner(self) -> tuple[str, Someone]:
        draw, rare = self._draw, self._rare.random
        country, place, prefix, form = _FOREIGN[int(draw() * len(_FOREIGN))]
        name = (
            f"{self._world.words.surnames.at(draw()).male} {self._world.words.common_words.at(draw())} {form}"
        )
        number = f"{prefix} {int(draw() * 900_000) + 1000}" if prefix else ""
        osoba = entries.legal_person(name, foreign_number=number)
        if rare() < 0.4:
            # Clerks enter numbers of foreign registers as if they were Czech IDs; some look exactly like one.
            stranger = self._world.ico(int(rare() * self._world.companies))
            number = str(int(stranger)) if rare() < 0.5 else str(int(rare() * 90_000) + 10_000)
            osoba = entries.legal_person(name, number)
        foreigner = Someone(name, None, number or None, country, natural=False)
        return osoba + entries.foreign_address(country, place), foreigner

    def _share(self, size: str, count: int) -> str:
        draw = self._draw
        contribution = quantity("vklad", "KORUNY", f"{200_000 // count};00")
        unit = "ZLOMEK" if ";" in size else "PROCENTA"
        if draw() < 0.04:
            unit, size = "TEXT", (f"1/{count}", "padesát procent", "4/5")[int(draw() * 3)]
        paid = quantity("splaceni", "PROCENTA", "100") if draw() < 0.8 else ""
        sort = "<druhPodilu>Základní</druhPodilu>" if draw() < 0.15 else ""
        return f"<hodnotaUdaje>{contribution}{quantity('souhrn', unit, size)}{paid}{sort}</hodnotaUdaje>"

    def _sole_shareholder(self, company: Company) -> str:
        partner = self._casting.partner(company, self._random)
        since, gone = company.founded, company.ceased
        if partner:
            body = entries.legal_person(partner.name, partner.ico) + entries.address(partner.seat)
            self._note_partner(_legal(partner), "AKCIONAR", gone)
        else:
            body, foreigner = self._foreign_partner()
            self._note_partner(foreigner, "AKCIONAR", gone)
        return entry("AKCIONAR_SEKCE", since, gone, inner=entry("AKCIONAR", since, gone, body))

    def _investors(self, company: Company, section: str, kind: str) -> str:
        """Return the section of one founder, or of one member of a cooperative who put something in."""
        since, gone, random = company.founded, company.ceased, self._rare
        partner = self._casting.partner(company, random) if random.random() < 0.4 else None
        if partner:
            body, who = entries.legal_person(partner.name, partner.ico), _legal(partner)
            body += entries.address(partner.seat)
        else:
            body, who = self._person(company, since)
        if kind == "VKLAD_CLEN_DRUZSTVA":
            body += f"<hodnotaUdaje>{quantity('vklad', 'KORUNY', '100000;00')}</hodnotaUdaje>"
        self._note_partner(who, kind, gone)
        return entry(section, since, gone, inner=entry(kind, since, gone, body))

    def head(self, company: Company, since: int, deleted: int) -> tuple[str, str]:
        """Return the entry of a branch's head, and the head's name."""
        body, who = self._person(company, since)
        return entry("OZ_VEDOUCI", since, deleted, body), who.name

    def _person(self, company: Company, entered: int) -> tuple[str, Someone]:
        """Return somebody drawn apart from the others, who stay who they are."""
        person = self._casting.person(company, self._rare, entered)
        osoba = entries.natural_person(person, upper=False, with_birth_date=True)
        return osoba + entries.address(self._world.address(self._rare)), named(person)

    def _own_branch(self, company: Company) -> str:
        head = self._casting.person(company, self._random, company.founded)
        who, someone = self._who(head)
        if not company.ceased:
            self._truth.members.append(Member(someone))
        leader = entry("OZ_VEDOUCI", company.founded, company.ceased, who)
        return entry(
            "ODSTEPNY_ZAVOD", company.founded, company.ceased,
            entries.legal_person(company.name, company.ico) + entries.address(company.seat), inner=leader,
        )  # fmt: skip


def _legal(company: Company) -> Someone:
    return Someone(company.name, company.ico, natural=False)
