"""Manners of acting: decided only if every word of the register's sentence is understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.wire.manners import Role, manner_of

# Kind, number of persons who act together, offices whose holders act alone.
ALONE, TWO, ALL = ("alone", 1, ()), ("together", 2, ()), ("all", None, ())
CHAIR, CHAIR_OR_VICE = ("alone", 1, ("predsed",)), ("alone", 1, ("predsed", "mistopredsed"))
CHAIR_OR_TWO, CHAIR_OR_ALL = ("together", 2, ("predsed",)), ("all", None, ("predsed",))
VICE_OR_TWO = ("together", 2, ("mistopredsed",))
QUOTED = ("asWritten", 0, ())

# Sentences as courts write them, the number of members, and the manner.
ORDINARY = (
    ("Jednatel jedná za společnost samostatně.", 1, ALONE),
    ("Jednatel zastupuje společnost samostatně.", 1, ALONE),
    ("Každý jednatel jedná jménem společnosti samostatně.", 2, ALONE),
    ("Každý jednatel zastupuje společnost samostatně.", 2, ALONE),
    ("Za společnost jedná jednatel samostatně.", 1, ALONE),
    ("Za společnost jedná každý jednatel samostatně.", 2, ALONE),
    ("Jménem společnosti jedná jednatel samostatně.", 1, ALONE),
    ("Jménem společnosti jedná každý z jednatelů samostatně.", 2, ALONE),
    ("Jednatelé jednají jménem společnosti každý samostatně.", 2, ALONE),
    ("Společnost zastupuje jednatel samostatně.", 2, ALONE),
    ("Společnost zastupuje každý jednatel samostatně.", 2, ALONE),
    ("Společnost zastupují jednatelé každý samostatně.", 2, ALONE),
    ("Jednatel zastupuje společnost ve všech věcech samostatně.", 1, ALONE),
    ("Jednatelé zastupují společnost společně.", 2, TWO),
    ("Jednatelé jednají za společnost vždy společně.", 2, TWO),
    ("Společnost zastupují vždy dva jednatelé společně.", 2, TWO),
    ("Za společnost jednají vždy alespoň dva jednatelé společně.", 2, TWO),
    ("Jménem společnosti jednají společně nejméně dva jednatelé.", 2, TWO),
    (
        "Za společnost jedná jednatel. Podepisování za společnost se děje tak, že k vytištěné nebo "
        "napsané firmě společnosti připojí jednatel svůj podpis.",
        1,
        ALONE,
    ),
    (
        "Jménem společnosti jedná jednatel samostatně. Podepisuje se tak, že k vypsané nebo "
        "vytištěné obchodní firmě společnosti připojí svůj podpis.",
        1,
        ALONE,
    ),
    ("Způsob jednání: jednatel jedná samostatně.", 1, ALONE),
    ("Způsob jednání za společnost: Jednatel jedná za společnost samostatně.", 1, ALONE),
    ("Každý z jednatelů je oprávněn jednat za společnost samostatně.", 2, ALONE),
    ("Jednatel je oprávněn zastupovat společnost samostatně.", 1, ALONE),
    ("Každý z jednatelů je oprávněn jednat jménem společnosti samostatně a v plném rozsahu.", 2, ALONE),
    ("Společnost zastupuje předseda představenstva samostatně.", 3, CHAIR),
    (
        "Za společnost jedná předseda představenstva samostatně nebo společně dva členové představenstva.",
        3,
        CHAIR_OR_TWO,
    ),
    ("Společnost zastupují společně dva členové představenstva.", 3, TWO),
    ("Za společnost jednají vždy nejméně dva členové představenstva společně.", 3, TWO),
    (
        "Jménem společnosti jedná představenstvo, a to buď společně všichni členové "
        "představenstva, nebo samostatně předseda představenstva.",
        3,
        CHAIR_OR_ALL,
    ),
    (
        "Představenstvo zastupuje společnost navenek v celém rozsahu, a to vždy společně dvěma "
        "členy představenstva.",
        3,
        TWO,
    ),
    ("Za představenstvo jedná navenek jménem společnosti předseda představenstva samostatně.", 3, CHAIR),
    ("Společnost zastupuje každý člen představenstva samostatně.", 3, ALONE),
    ("Společnost zastupuje jediný člen představenstva samostatně.", 1, ALONE),
    ("Člen představenstva zastupuje společnost samostatně ve všech záležitostech.", 3, ALONE),
    ("Jménem společnosti jedná předseda představenstva společně s místopředsedou představenstva.", 3, QUOTED),
    ("Za společnost jedná předseda nebo místopředseda představenstva, každý samostatně.", 3, CHAIR_OR_VICE),
    ("Společnost zastupuje předseda představenstva společně s dalším členem představenstva.", 3, QUOTED),
    ("Statutární ředitel zastupuje společnost samostatně.", 1, ALONE),
    ("Za společnost jedná statutární ředitel samostatně ve všech věcech.", 1, ALONE),
    ("Předseda správní rady zastupuje společnost samostatně.", 3, CHAIR),
    ("Každý člen správní rady zastupuje společnost samostatně.", 3, ALONE),
    ("Za družstvo jedná navenek předseda představenstva samostatně.", 3, CHAIR),
    ("Jednatel jedná jménem společnosti ve všech věcech samostatně.", 1, ALONE),
    ("Jednatel jedná a podepisuje za společnost samostatně.", 1, ALONE),
    ("Za společnost jedná a podepisuje každý jednatel samostatně.", 2, ALONE),
    ("Za společnost jednají všichni jednatelé společně.", 2, ALL),
    ("Společnost zastupují všichni členové představenstva společně.", 3, ALL),
    ("Za společnost jedná každý společník samostatně.", 2, QUOTED),
    ("Komplementář zastupuje společnost samostatně.", 1, ALONE),
    ("Ředitel zastupuje ústav samostatně.", 1, ALONE),
    ("Předseda zastupuje spolek samostatně.", 3, CHAIR),
    ("Za společenství vlastníků jedná předseda výboru samostatně.", 3, CHAIR),
    ("Jednatelé jsou oprávněni jednat každý samostatně.", 2, ALONE),
    ("Společnost zastupují nejméně dva jednatelé společně.", 2, TWO),
    ("Za společnost jedná jeden jednatel samostatně.", 1, ALONE),
    ("Jednatelé zastupují společnost samostatně.", 2, ALONE),
    (
        "Navenek jednají za společnost společně vždy nejméně dva členové představenstva. "
        "Podepisování se děje tak, že k obchodní firmě společnosti připojí svůj podpis dva členové "
        "představenstva.",
        3,
        TWO,
    ),
    ("Jednatel zastupuje společnost samostatně v plném rozsahu.", 1, ALONE),
    ("K zastupování společnosti jsou oprávněni vždy dva jednatelé společně.", 2, TWO),
    ("Jednatelé zastupují společnost společně.", 3, QUOTED),
    ("Jednatelé společně.", 2, TWO),
    ("samostatně", 2, ALONE),
    ("JEDNATELÉ JEDNAJÍ SAMOSTATNĚ.", 2, ALONE),
    ("Společnost zastupují nejméně 2 členové představenstva společně.", 3, TWO),
    ("Za společnost jedná celé představenstvo společně.", 3, ALL),
    (
        "Za společnost jedná samostatně místopředseda představenstva, anebo společně dva členové "
        "představenstva.",
        3,
        VICE_OR_TWO,
    ),
    ("Společnost zastupuje jediný člen představenstva samostatně.", 3, QUOTED),
    ("Jeden jednatel jedná samostatně.", 2, QUOTED),
    ("Jednatelka zastupuje společnost samostatně.", 1, ALONE),
    ("Jednatelka zastupuje společnost samostatně.", 2, QUOTED),
    ("Společnost zastupují společně oba jednatelé.", 3, QUOTED),
    ("Jednatelé zastupují společnost\nsamostatně (každý samostatně).", 2, ALONE),
)
# Sentences that negate or limit a manner, name persons, or say two things.
LIMITED = (
    "Žádný z jednatelů nejedná samostatně, jednatelé jednají společně.",
    "Jednatelé nejednají samostatně, nýbrž společně.",
    "Jednatelé jednají společně, s výjimkou běžných záležitostí, kdy jedná každý samostatně.",
    "Jednatel jedná samostatně do částky 500 000 Kč, nad tuto částku jednají oba jednatelé společně.",
    "Jednatel AdamJ jedná samostatně, ostatní jednatelé jen společně s ním.",
    "Jednatel Adam JednatelA jedná samostatně, jednatel Bruno JednatelB společně s ním.",
    "Společnost zastupují vždy dva jednatelé společně, jeden ze skupiny A a jeden ze skupiny B.",
    "Jednatel není oprávněn jednat samostatně.",
    "Jednatel jedná samostatně, k nakládání s nemovitostmi je třeba souhlasu valné hromady.",
    "Způsob jednání upravuje společenská smlouva.",
    "Jednatelé jednají společně nebo samostatně na základě plné moci druhého jednatele.",
    "Jednatelé jednají samostatně pouze v pracovněprávních věcech.",
    "Each director acts individually.",
    "Jednatel Bruno JednatelB jedná samostatně.",
    "Nejedná-li se o právní jednání nad 1 mil. Kč, jedná každý jednatel samostatně.",
    "Jednatelé jednají každý samostatně s výjimkou zcizení podílu.",
    "Společnost zastupuje jednatel spolu s prokuristou.",
    "Společnost zastupuje předseda představenstva, v jeho nepřítomnosti místopředseda.",
    "Za společnost jedná předseda představenstva. Písemné právní úkony podepisuje předseda a "
    "další člen představenstva.",
    "Jednatel nemůže jednat samostatně.",
    "Jednatelé nejsou oprávněni jednat každý samostatně.",
    "Jednatelé nesmí jednat za společnost samostatně.",
    "Jednat samostatně není žádný z jednatelů oprávněn.",
    "Samostatné jednání jednatele je vyloučeno.",
    "Společnost nezastupuje každý jednatel samostatně.",
    "Ani jeden z jednatelů nejedná samostatně.",
    "Každý jednatel jedná samostatně v rozsahu své působnosti.",
    "Každý jednatel jedná samostatně ve věcech obvyklého hospodaření.",
    "Každý jednatel jedná samostatně do výše 100 000 Kč.",
    "Každý jednatel jedná samostatně. Smlouvy nad 1 000 000 Kč podepisují oba jednatelé.",
    "Každý jednatel jedná samostatně, úvěrové smlouvy podepisují oba.",
    "Jednatelé jednají samostatně. To neplatí pro převod nemovitostí.",
    "Jednatelé jednají samostatně se souhlasem společníků.",
    "Jednatel jedná samostatně, je-li jediným jednatelem, jinak jednají jednatelé společně.",
    "Má-li společnost více jednatelů, jednají vždy dva společně; jediný jednatel jedná samostatně.",
    "Společnost zastupují vždy dva jednatelé společně, z nichž jeden musí být Adam JednatelA.",
    "Za společnost jednají vždy dva jednatelé společně, přičemž jeden musí být jednatelem typu A.",
    "Za společnost jednají dva jednatelé společně, nebo jeden jednatel spolu s prokuristou.",
    "Za společnost jedná každý jednatel samostatně, s výjimkou právních jednání, která musí "
    "schválit valná hromada.",
    "Každý z jednatelů jedná samostatně, vyjma případů dle čl. 8 společenské smlouvy.",
    "Každý z jednatelů jedná samostatně, a to od 1. 1. 2030.",
    "Do 31. 12. 2030 jedná každý jednatel samostatně.",
    "První jednatel jedná samostatně, druhý pouze se svolením prvního.",
    "Jednatel pověřený valnou hromadou jedná samostatně.",
    "Jednatel Čech jedná samostatně.",
    "Jednatelka jedná samostatně, jednatel společně s jednatelkou.",
    "Společníci jednají každý samostatně.",
    "Prokurista jedná samostatně.",
    "Členové dozorčí rady jednají každý samostatně.",
    "Každý člen představenstva jedná samostatně kromě předsedy.",
    "Za společnost jednají dva členové představenstva společně, jde-li o převod akcií tři.",
    "Předseda jedná samostatně, ostatní členové představenstva vždy dva společně.",
    "Společnost zastupují dva členové představenstva společně, z toho vždy místopředseda.",
    "Společnost zastupují dva členové představenstva společně, předseda samostatně.",
    "Společnost zastupuje člen představenstva písemně pověřený představenstvem samostatně.",
    "Alespoň dva členové představenstva společně, při hodnotě nad 5 mil. Kč všichni.",
    "Jednatelé jednají samostatně, ne však při prodeji závodu.",
    "Jednatelé jednají samostatně; ve věcech nemovitých společně.",
    "Jednatel jedná za společnost samostatně, kupní smlouvy podepisuje pouze Bruno JednatelB.",
    "Za společnost jedná samostatně jednatel, který je zároveň společníkem.",
    "Společnost zastupuje vždy jednatel a společník společně.",
    "Jednatel jedná samostatně vůči bankám.",
    "Každý jednatel zastupuje společnost samostatně, nejde-li o zcizení majetku.",
    "Každý jednatel zastupuje společnost samostatně před soudy a úřady.",
    "Každý jednatel zastupuje společnost samostatně při uzavírání smluv do částky 1 milion korun.",
    "Jednatelé zastupují společnost každý samostatně. K právnímu jednání, jehož hodnota "
    "přesahuje 100 000 Kč, je třeba podpisu dvou jednatelů.",
    "Jednatelé jednají samostatně, při převodu nemovitostí je nutný podpis obou jednatelů.",
    "Jednatelé jednají samostatně, zavazují společnost však společně.",
    "Za společnost jednají jednatelé, a to v obchodních věcech každý samostatně, v ostatních společně.",
    "Každý jednatel jedná samostatně, pouze směnky podepisují oba jednatelé.",
    "Každý jednatel jedná samostatně, směnky podepisují oba jednatelé.",
    "Každý jednatel jedná samostatně vyjma dispozic s účtem.",
    "Každý jednatel jedná samostatně mimo prodeje nemovitostí.",
    "Každý jednatel jedná samostatně v pracovněprávních vztazích.",
    "Každý jednatel jedná samostatně po předchozím schválení valnou hromadou.",
    "Každý jednatel jedná samostatně v den, kdy je druhý nepřítomen.",
    "V době nepřítomnosti druhého jednatele jedná každý jednatel samostatně.",
    "Jednatelé jsou oprávněni jednat samostatně ve svěřeném úseku.",
    "Každý jednatel jedná samostatně na území České republiky.",
    "Jednatelé jednají samostatně; nemovitosti společnosti však mohou zcizit jen oba.",
    "Jednatelé jednají samostatně. Prodej majetku vyžaduje podpis obou jednatelů.",
    "Jednatelé jednají samostatně. Úvěry a zástavy podepisují vždy dva.",
    "Každý jednatel jedná samostatně, ručení přebírají výhradně oba jednatelé.",
    "Jednatel starší třiceti let jedná samostatně.",
    "Jednatel zapsaný na prvním místě jedná samostatně.",
    "Za společnost jedná samostatně jednatel Adam JednatelA.",
    "Samostatně jedná pan JednatelA.",
    "Samostatně jedná pouze jeden z jednatelů.",
    "Jednatelé jednají samostatně každý za svou provozovnu.",
    "Jednatelé jednají samostatně v rámci běžného obchodního styku.",
    "Jednatelé jednají samostatně v běžných věcech.",
    "Jednatelé samostatně nejednají.",
    "Nikdo z jednatelů nemá právo jednat samostatně.",
    "Jednatelé nemají právo jednat samostatně.",
    "Jednatelům nepřísluší jednat samostatně.",
    "Samostatně jednat jednatelé nemohou.",
    "Samostatné zastupování jednatelem je zakázáno.",
    "Jednatel bez druhého jednatele samostatně nezastupuje.",
    "Společnost zastupují vždy dva jednatelé společně, přičemž vždy jedním z nich musí být JednatelA.",
    "Společnost zastupují dva jednatelé společně, avšak nikdy ne manželé.",
    "Společnost zastupují dva jednatelé společně, jedním z nich vždy Adam JednatelA.",
    "Společnost zastupují dva jednatelé společně, každý z jiné skupiny.",
    "Společnost zastupují dva jednatelé společně, a to jednatel jmenovaný společníkem A a "
    "jednatel jmenovaný společníkem B.",
    "Společnost zastupují dva jednatelé společně a při převodu nemovitosti všichni.",
    "Společnost zastupují dva členové představenstva společně, přitom alespoň jeden z nich je "
    "předseda nebo místopředseda.",
    "Společnost zastupují dva členové představenstva společně na základě zmocnění představenstva.",
    "Společnost zastupují dva členové představenstva společně, včetně předsedy.",
    "Společnost zastupují dva členové představenstva společně, pod dohledem předsedy.",
    "Společnost zastupují dva členové představenstva společně, jeden za zakladatele, druhý za zaměstnance.",
    "Společnost nezastupují dva členové představenstva společně, ale předseda.",
    "Předseda a další dva členové představenstva společně.",
    "Místopředseda a jeden člen představenstva společně.",
    "Za společnost jednají všichni členové představenstva společně, v záležitostech do 1 mil. Kč předseda.",
    "Všichni členové představenstva společně, vyjma běžných věcí.",
    "Není-li dále stanoveno jinak, jedná každý jednatel samostatně.",
    "Jednatelé jednají samostatně, podepisují všichni.",
    "Za společnost jedná jednatel, podepisují vždy dva společně.",
    "Jednatel jedná a podepisují dva společně.",
    "Za společnost jednají jednatelé, podepisují všichni společně.",
    "Předseda nebo předseda představenstva jedná samostatně.",
    "Předseda představenstva jedná, podepisuje každý samostatně.",
    "Jednatelé jednají samostatně. Podepisuje se tak, že k firmě připojí svůj podpis dva jednatelé.",
    "Předseda jedná samostatně. Podepisuje se tak, že k firmě připojí svůj podpis člen představenstva.",
    "Podepisuje se tak, že k firmě připojí svůj podpis dva jednatelé.",
    "Jednatelé jednají společně a podepisují samostatně.",
    "Dva jednatelé jednají samostatně.",
    "Nejvýše dva jednatelé jednají společně.",
    "Dva až tři členové představenstva jednají společně.",
    "Představenstvo jedná samostatně.",
    "Za společnost jedná předseda představenstva. Písemné právní úkony podepisuje předseda a další člen.",
    "Jednatelé jednají zpravidla samostatně.",
    "Jednatelé mohou jednat společně.",
    "Konateľ koná v mene spoločnosti samostatne.",
    "Der Geschäftsführer vertritt die Gesellschaft selbstständig.",
    "Jednají jednatelé samostatně?",
    "Jednatel jedná samostatně, není-li určeno jinak.",
    "Samostatně jedná [skryto].",
    "Samostatně jedná Adam Vzorový.",
    "Jednatel Každý jedná samostatně.",
    "Jednatel jedná samostatně ve všech věcech vyjma převodu podílu.",
    "Předseda představenstva jedná samostatně, člen představenstva jen společně s ním.",
    "Společnost zastupuje předseda představenstva nebo jím pověřený člen představenstva samostatně.",
)
# Words that limit a sentence, wherever they are inserted.
LIMITS = (
    "ne", "není", "nejsou", "nikdo", "žádný", "pouze", "jen", "kromě", "mimo", "vyjma", "nikoli", "výhradně",
    "obvykle", "společně s", "do částky", "nad", "v případě", "po souhlasu", "s výjimkou", "Adam", "Vzorová",
    "500", "pověřený", "starší", "jeho", "and", "oder", "[skryto]", "se svolením", "v době", "zakázáno",
)  # fmt: skip
DECIDED = [row for row in ORDINARY if row[2] != QUOTED]
VERBS = ("jedná", "jednají", "zastupuje", "zastupují", "podepisuje", "jsou oprávněni", "je oprávněn")


def found(text: str, count: int, role: Role = "body") -> tuple[str, int | None, tuple[str, ...]]:
    manner = manner_of([text], count, role)
    return manner.kind, None if manner.kind == "all" else manner.number, manner.offices


@pytest.mark.parametrize(("text", "count", "manner"), ORDINARY)
def test_ordinary_sentences_are_decided(
    text: str, count: int, manner: tuple[str, int | None, tuple[str, ...]]
) -> None:
    assert found(text, count) == manner


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("text", LIMITED)
def test_a_sentence_with_a_limit_is_never_decided(text: str, count: int) -> None:
    assert found(text, count) == QUOTED


@given(st.sampled_from(DECIDED), st.sampled_from(LIMITS), st.data())
def test_any_unknown_word_anywhere_leaves_a_sentence_undecided(
    row: tuple[str, int, object], limit: str, data: st.DataObject
) -> None:
    text, count, _ = row
    words = text.split()
    words.insert(data.draw(st.integers(0, len(words))), limit)
    assert found(" ".join(words), count) == QUOTED


@given(st.sampled_from(DECIDED), st.sampled_from(VERBS))
def test_a_negated_verb_leaves_a_sentence_undecided(row: tuple[str, int, object], verb: str) -> None:
    text, count, manner = row
    negated = verb.replace("jsou", "nejsou") if " " in verb else f"ne{verb}"
    negated = negated.replace("je o", "není o")
    said = f" {text[0].lower()}{text[1:]}".replace(f" {verb} ", f" {negated} ")
    if negated in said:
        assert found(said, count) == QUOTED
    else:
        assert found(text, count) == manner


@given(st.sampled_from(DECIDED), st.sampled_from(LIMITED))
def test_several_sentences_are_decided_only_if_all_agree(
    row: tuple[str, int, tuple[str, int | None, tuple[str, ...]]], limited: str
) -> None:
    text, count, manner = row
    assert found(f"{text} {text}", count) == manner
    assert manner_of([text, text], count)[:2] == manner_of([text], count)[:2]
    for texts in ([text, limited], [limited, text], [f"{text}; {limited}"]):
        assert manner_of(texts, count).kind == "asWritten"
    other = "Každý jednatel jedná samostatně." if manner != ALONE else "Dva jednatelé jednají společně."
    assert manner_of([text, other], count).kind == "asWritten"


@pytest.mark.parametrize(
    ("text", "role", "manner"),
    [
        ("Likvidátoři jednají společně.", "liquidator", TWO),
        ("Každý likvidátor jedná samostatně.", "liquidator", ALONE),
        ("Likvidátor jedná samostatně do částky 500 Kč.", "liquidator", QUOTED),
        ("Insolvenční správci jednají každý samostatně.", "administrator", ALONE),
        ("Každý prokurista podepisuje samostatně.", "procuration", ALONE),
        ("Prokuristé jednají společně.", "procuration", TWO),
        (
            "Prokurista zastupuje společnost samostatně. Podepisuje se tak, že k firmě připojí svůj "
            "podpis s dodatkem označujícím prokuru.",
            "procuration",
            ALONE,
        ),
        ("Prokurista jedná samostatně, není oprávněn zcizovat nemovitosti.", "procuration", QUOTED),
        ("Prokurista jedná společně s jednatelem.", "procuration", QUOTED),
        ("Jednatel jedná samostatně.", "procuration", QUOTED),
        ("Prokurista jedná samostatně.", "body", QUOTED),
        ("Jednatel jedná samostatně.", "liquidator", QUOTED),
    ],
)
def test_a_sentence_counts_only_for_the_body_that_it_names(
    text: str, role: Role, manner: tuple[str, int | None, tuple[str, ...]]
) -> None:
    assert found(text, 2, role) == manner
