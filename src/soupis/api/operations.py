"""The operations of REST: each is declared here once, for the routes and for the description."""

from __future__ import annotations

import re

from soupis.accounts.quota.tariffs import ANONYMOUS
from soupis.api import answers, receipts, watching
from soupis.api.changes import list_changes
from soupis.api.endpoint import MOST_BODY
from soupis.api.exports import SearchExport, answer_detail_export
from soupis.api.openapi.page import Description
from soupis.api.operation import (
    CHARGED,
    FREE,
    Bare,
    Csv,
    Enveloped,
    Metered,
    Operation,
    Owned,
    PathParameter,
    Streamed,
    Unmetered,
)
from soupis.identifiers import ICO, PERSON_KEY
from soupis.messages import Message
from soupis.queries.errors import BAD_ICO, BAD_KEY, BAD_RECEIPT
from soupis.receipts.receipts import RECEIPT_ID
from soupis.wire.changes import Zmeny
from soupis.wire.company import ExportNahled, FirmaDetail, FirmaKDatu, FirmyStranka, ListinyStranka, Napoveda
from soupis.wire.objectives import Cile
from soupis.wire.person import OsobaKDatu, OsobaProfil, OsobyStranka
from soupis.wire.receipts import Doklad
from soupis.wire.requests import (
    FirmaDotaz,
    FirmaExportDotaz,
    ListinyDotaz,
    NapovedaDotaz,
    OsobaDotaz,
    OsobyDotaz,
    PopisDotaz,
    SledovaniDotaz,
    VyhledavaniDotaz,
    VyhledavaniExportDotaz,
    ZmenyDotaz,
)
from soupis.wire.sources import Pripravenost, Zdroje
from soupis.wire.vat import DphDotaz, DphOdpoved
from soupis.wire.watching import (
    NovyWebhook,
    PrehraniDotaz,
    SledovanaFirma,
    SledovaneFirmy,
    SledovaniDavka,
    SledovaniVysledek,
    Webhook,
    WebhookDetail,
    WebhookTajemstvi,
    Webhooky,
    WebhookZkouska,
    Zruseno,
)

DESCRIPTION = Description(lambda: OPERATIONS)

_ICO = PathParameter(
    "ico",
    re.compile(ICO, re.ASCII),
    "00514152",
    Message("IČO, přesně 8 číslic.", "Company ID, exactly 8 digits."),
    BAD_ICO,
    int,
)
_KLIC = PathParameter(
    "klic",
    re.compile(PERSON_KEY),
    "jan-novak-1970-0a1b2c",
    Message(
        "Klíč osoby, převzatý z odpovědi služby; neskládejte ho sami.",
        "Key of a person, taken from an answer of the service; do not make it up.",
    ),
    BAD_KEY,
)
_ID = PathParameter(
    "id",
    re.compile(RECEIPT_ID),
    "0aB1cD2eF3gH4iJ5kL6mN7",
    Message("Číslo z hlavičky X-Service-Doklad.", "The number of the header X-Service-Doklad."),
    BAD_RECEIPT,
)
_EXPORT_SUMMARY = Message("Export hledání (CSV)", "Search export (CSV)")
_EXPORT_TEXT = Message(
    "Celý výsledek hledání jako CSV (UTF-8 s BOM, středník, CRLF), nejvýše tolik řádků, kolik dovoluje tarif "
    f"(bez účtu {ANONYMOUS.export_rows}). Stojí 1 jednotku za každých započatých 100 řádků, jen za řádky "
    "odeslané. Zkrácení říká hlavička X-Service-Zkraceno a jméno souboru. Současně běží jen jeden export. "
    "S nahled=ano přijde za 1 jednotku jen náhled v JSON: kolik řádků a za kolik; totéž v hlavičkách řekne "
    "HEAD.",
    "The whole result of a search as CSV (UTF-8 with BOM, semicolons, CRLF), cut at the rows that the tariff "
    f"allows ({ANONYMOUS.export_rows} without an account). Costs 1 unit for every started 100 rows, of rows "
    "sent only. The header X-Service-Zkraceno and the file name tell of a cut. One export runs at a time. "
    "With nahled=ano only a preview comes, as JSON, for 1 unit: how many rows, at what cost; HEAD says "
    "the same in headers.",
)

_WEBHOOK = PathParameter(
    "webhook",
    re.compile(r"wh_[0-9a-f]{22}"),
    "wh_0a1b2c3d4e5f60718293a4",
    Message("Číslo webhooku z odpovědi služby.", "Number of a webhook, from an answer of the service."),
    Message("Číslo webhooku má tvar wh_ a 22 znaků.", "The number of a webhook is wh_ and 22 characters."),
)
_OF_WEBHOOK = ("webhook", "vyzkousetWebhook", "novyKlicWebhooku", "prehratWebhook", "smazatWebhook")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "vyhledatFirmy", "get", "/api/v1/vyhledavani", "firmy",
        Message("Hledání firem", "Company search"),
        Message(
            "Najde firmy podle názvu nebo IČO a filtrů; bez parametrů vrátí všechny. Název se hledá bez "
            "ohledu na velikost písmen, diakritiku a pořadí slov, snese překlep a najde i dřívější jména. "
            "Stojí 1 jednotku. Za výsledkem 10 000 pokračujte exportem.",
            "Finds companies by name or ID and by filters; without parameters, all of them. Names are found "
            "whatever the case, the diacritics and the order of words, with a typo, and by former names too. "
            "Costs 1 unit. Beyond result 10,000 use the export.",
        ),
        Metered("search", answers.search_companies, read=answers.read_search),
        Enveloped(FirmyStranka), query=VyhledavaniDotaz, refusals=(*CHARGED, 503),
        leads_to={"detailFirmy": "$response.body#/data/firmy/0/ico"},
    ),
    Operation(
        "exportovatFirmy", "get", "/api/v1/vyhledavani/export", "firmy",
        _EXPORT_SUMMARY, _EXPORT_TEXT, Streamed(SearchExport), Csv(whole=True, preview=ExportNahled),
        query=VyhledavaniExportDotaz, refusals=(*CHARGED, 503),
    ),
    Operation(
        "exportovatFirmyFormularem", "post", "/api/v1/vyhledavani/export", "firmy",
        Message("Export hledání formulářem (CSV)", "Search export by a form (CSV)"),
        Message(
            "Totéž s parametry v těle, pro dlouhé filtry; tělo má nejvýše 16 kB.",
            "The same with the parameters in the body, for long filters; the body has at most 16 kB.",
        ),
        Streamed(SearchExport),
        Csv(whole=True, preview=ExportNahled), form=VyhledavaniExportDotaz, refusals=(*CHARGED, 413, 503),
    ),
    Operation(
        "detailFirmy", "get", "/api/v1/firma/{ico}", "firmy",
        Message("Detail firmy", "Company detail"),
        Message(
            "Vše, co je o firmě známo. S kDatu to, co o ní rejstříky vedly toho dne; co žádný zdroj "
            "nedatuje, je null a uplnost říká, odkdy se který oddíl ví. Uvádí-li odpověď stav DPH, nese "
            "doklad. Stojí 1 jednotku.",
            "Everything that is known of a company. With kDatu, what the registers had of it on that day; "
            "what no source dates is null, and uplnost says since when each section is known. An answer with "
            "a VAT status has a receipt. Costs 1 unit.",
        ),
        Metered("detail", receipts.company_detail),
        Enveloped(FirmaDetail, as_of=FirmaKDatu), query=FirmaDotaz, in_path=_ICO, versioned=True,
        receipted=True, refusals=(*CHARGED, 404, 412, 503),
        leads_to={"doklad": "$response.header.X-Service-Doklad"},
    ),
    Operation(
        "exportovatFirmu", "get", "/api/v1/firma/{ico}/export", "firmy",
        Message("Export detailu firmy (CSV)", "Company detail export (CSV)"),
        Message(
            "Detail jako tabulka oddíl; položka; hodnota. Stojí 1 jednotku.",
            "The detail as a table of section, item, value. Costs 1 unit.",
        ),
        Metered("detail", answer_detail_export),
        Csv(whole=False), query=FirmaExportDotaz, in_path=_ICO, versioned=True,
        refusals=(*CHARGED, 404, 412, 503),
    ),
    Operation(
        "listinyFirmy", "get", "/api/v1/firma/{ico}/listiny", "firmy",
        Message("Listiny firmy", "Filed documents of a company"),
        Message(
            "Všechny listiny, které firma uložila do sbírky listin, od nejnovější, podle druhu a roku. "
            "U starších listin rok často uveden není: kolik jich je, říká bezRoku, a s parametrem rok se "
            "nevypisují. Stojí 1 jednotku.",
            "All documents that the company filed in the collection of documents, the newest first, by kind "
            "and year. Older documents often state no year: bezRoku counts them, and rok never finds them. "
            "Costs 1 unit.",
        ),
        Metered("detail", answers.filings, takes_query=True),
        Enveloped(ListinyStranka), query=ListinyDotaz, in_path=_ICO, refusals=(*CHARGED, 404, 503),
    ),
    Operation(
        "overitDph", "post", "/api/v1/firmy/dph", "firmy",
        Message("Stav DPH více firem", "VAT status of several companies"),
        Message(
            "Stav DPH 1 až 100 firem z údajů již ověřených. Co ověřeno není, vrátí se v neovereno s dph: "
            "null a zařadí se k ověření; null nikdy neznamená „není plátce“. Stojí 1 jednotku za každé různé "
            "IČO, všechny, nebo žádnou. Odpověď, v níž je aspoň jedna firma ověřená, "
            "nese doklad. Tělo má nejvýše 16 kB.",
            "VAT status of 1 to 100 companies, from what is verified already. What is not comes in neovereno "
            "with dph: null and is queued for look-up; null never means “not a payer”. Costs 1 unit per "
            "distinct ID, all or none. An answer with at least one verified company has a receipt. "
            "The body has at most 16 kB.",
        ),
        Metered(
            "vat", receipts.check_vat,
            read=answers.read_vat_batch, cost=lambda batch: len(batch.icos),
        ),
        Enveloped(DphOdpoved), body=DphDotaz, receipted=True, refusals=(*CHARGED, 413, 503),
        leads_to={"doklad": "$response.header.X-Service-Doklad"},
    ),
    Operation(
        "vyhledatOsoby", "get", "/api/v1/osoby", "osoby",
        Message("Hledání osob", "Person search"),
        Message(
            "Najde fyzické osoby z veřejného rejstříku (orgány, společníci). Stojí 1 jednotku.",
            "Finds natural persons of the public register (bodies, partners). Costs 1 unit.",
        ),
        Metered("person", answers.search_persons),
        Enveloped(OsobyStranka), query=OsobyDotaz, refusals=(*CHARGED, 503),
        leads_to={"profilOsoby": "$response.body#/data/osoby/0/klic"},
    ),
    Operation(
        "profilOsoby", "get", "/api/v1/osoba/{klic}", "osoby",
        Message("Profil osoby", "Person profile"),
        Message(
            "Ve kterých firmách osoba je a byla, v jaké roli a odkdy dokdy; s kDatu jen kde byla toho dne. "
            "Stojí 1 jednotku.",
            "In which companies the person is and was, in what role, and from when to when; with kDatu only "
            "where the person was on that day. Costs 1 unit.",
        ),
        Metered("person", answers.person),
        Enveloped(OsobaProfil, as_of=OsobaKDatu), query=OsobaDotaz, in_path=_KLIC, versioned=True,
        refusals=(*CHARGED, 404, 412, 503),
    ),
    Operation(
        "zmeny", "get", "/api/v1/zmeny", "firmy",
        Message("Změny firem", "Changes of companies"),
        Message(
            "Co se u firem změnilo, v pořadí, v jakém se to zveřejnilo. Začněte snímkem (exportem) a od jeho "
            "X-Service-Poradi; dál vždy od hodnoty dalsi z poslední odpovědi. Prefer: wait=30 počká na další "
            "změnu, nejvýše 30 sekund. Stojí 1 jednotku za odpověď, i prázdnou. Pořadí, od kterého změny už "
            "nejsou, dá 410 a v data.nejstarsi, od kterého jsou. Osoby se objeví jen jako oddíly firem.",
            "What has changed of companies, in the order of publication. Begin with a snapshot (an export) "
            "and from its X-Service-Poradi; then always from the value dalsi of the last answer. "
            "Prefer: wait=30 waits for the next change, 30 seconds at most. Costs 1 unit per answer, an "
            "empty one too. A number whose changes are no longer kept gives 410, and data.nejstarsi from "
            "where they are. Persons appear only as sections of companies.",
        ),
        Metered("changes", list_changes),
        Enveloped(Zmeny), query=ZmenyDotaz, waits=True, refusals=(*CHARGED, 410),
    ),
    Operation(
        "doklad", "get", "/api/v1/doklad/{id}", "ostatni",
        Message("Doklad o odpovědi", "Receipt of an answer"),
        Message(
            "Podepsaný doklad o tom, co služba odpověděla a kdy co uvedly zdroje; jmenuje firmy a jejich "
            "zveřejněné účty. Dostane ho jen ten, kdo se ptal. Neříká, že je někdo spolehlivý. Zdarma.",
            "A signed receipt of what the service answered and when the sources had said what; it names the "
            "companies and their published accounts. Given only to who asked. It never says that anybody is "
            "reliable. Free of charge.",
        ),
        Unmetered(receipts.receipt, waits=True),
        Enveloped(Doklad), in_path=_ID, refusals=(401, 404, *FREE),
    ),
    Operation(
        "sledovaneFirmy", "get", "/api/v1/sledovani", "sledovani",
        Message("Sledované firmy", "Watched companies"),
        Message(
            "Firmy, které účet sleduje, podle IČO. Zdarma, s API klíčem účtu.",
            "The companies that the account watches, by ID. Free, with a key of the account.",
        ),
        Owned(watching.list_watched),
        Enveloped(SledovaneFirmy), query=SledovaniDotaz, refusals=(*FREE, 401),
        leads_to={"sledovanaFirma": "$response.body#/data/firmy/0/ico"},
    ),
    Operation(
        "sledovatFirmy", "post", "/api/v1/sledovani", "sledovani",
        Message("Sledovat více firem", "Watch several companies"),
        Message(
            "Přidá firmy ke sledovaným, všechny, nebo žádnou: JSON, nebo text/csv (sloupec ico, jinak "
            "první). Kolik jich může být, určuje tarif. Zdarma. Tělo má nejvýše 1 MB.",
            "Adds companies to the watched ones, all or none: JSON, or text/csv (the column ico, else the "
            "first one). The tariff says how many there can be. Free. The body has at most 1 MB.",
        ),
        Owned(watching.watch_many, most_body=watching.MOST_CSV),
        Enveloped(SledovaniVysledek), body=SledovaniDavka, body_csv="ico\r\n45274649\r\n00514152\r\n",
        refusals=(*FREE, 401, 413, 429),
    ),
    Operation(
        "sledovanaFirma", "get", "/api/v1/sledovani/{ico}", "sledovani",
        Message("Sleduji firmu?", "Do I watch a company?"),
        Message(
            "Odkdy účet firmu sleduje; 404, když ji nesleduje. Zdarma.",
            "Since when the account watches a company; 404 where it does not. Free.",
        ),
        Owned(watching.show_watched),
        Enveloped(SledovanaFirma), in_path=_ICO, refusals=(*FREE, 401, 404),
    ),
    Operation(
        "sledovatFirmu", "put", "/api/v1/sledovani/{ico}", "sledovani",
        Message("Sledovat firmu", "Watch a company"),
        Message("Přidá firmu ke sledovaným; podruhé nic nezmění. Zdarma.",
                "Adds a company to the watched ones; a second time changes nothing. Free."),
        Owned(watching.watch),
        Enveloped(SledovanaFirma), in_path=_ICO, refusals=(*FREE, 401),
    ),
    Operation(
        "prestatSledovat", "delete", "/api/v1/sledovani/{ico}", "sledovani",
        Message("Přestat sledovat", "Stop watching"),
        Message("Odebere firmu ze sledovaných. Zdarma.", "Takes a company off the list. Free."),
        Owned(watching.unwatch),
        Enveloped(Zruseno), in_path=_ICO, refusals=(*FREE, 401, 404),
    ),
    Operation(
        "webhooky", "get", "/api/v1/webhooky", "sledovani",
        Message("Webhooky", "Webhooks"),
        Message("Webhooky účtu. Zdarma.", "The webhooks of the account. Free."),
        Owned(watching.list_webhooks), Enveloped(Webhooky), refusals=(*FREE, 401),
        leads_to=dict.fromkeys(_OF_WEBHOOK, "$response.body#/data/webhooky/0/id"),
    ),
    Operation(
        "vytvoritWebhook", "post", "/api/v1/webhooky", "sledovani",
        Message("Nový webhook", "New webhook"),
        Message(
            "Od této chvíle na adresu přijde zpráva o každé změně sledovaných firem (nebo jen ve zvolených "
            "oddílech), podepsaná podle Standard Webhooks. Tajemství je jen v této odpovědi. Zdarma.",
            "From now on the address is sent a message about each change of watched companies (or only of "
            "chosen sections), signed by Standard Webhooks. The secret is in this answer only. Free.",
        ),
        Owned(watching.create_webhook, most_body=MOST_BODY, awaited=True),
        Enveloped(WebhookTajemstvi), body=NovyWebhook, refusals=(*FREE, 401, 413, 429),
        leads_to=dict.fromkeys(_OF_WEBHOOK, "$response.body#/data/id"),
    ),
    Operation(
        "webhook", "get", "/api/v1/webhooky/{webhook}", "sledovani",
        Message("Webhook a jeho dodávky", "A webhook and its deliveries"),
        Message("Webhook s posledními pokusy o doručení. Zdarma.",
                "A webhook with the last attempts of delivery. Free."),
        Owned(watching.show_webhook),
        Enveloped(WebhookDetail), in_path=_WEBHOOK, refusals=(*FREE, 401, 404),
    ),
    Operation(
        "smazatWebhook", "delete", "/api/v1/webhooky/{webhook}", "sledovani",
        Message("Smazat webhook", "Delete a webhook"),
        Message("Smaže webhook; nic už nepřijde. Zdarma.", "Deletes a webhook; nothing more comes. Free."),
        Owned(watching.delete_webhook),
        Enveloped(Zruseno), in_path=_WEBHOOK, refusals=(*FREE, 401, 404),
    ),
    Operation(
        "vyzkousetWebhook", "post", "/api/v1/webhooky/{webhook}/zkouska", "sledovani",
        Message("Vyzkoušet webhook", "Test a webhook"),
        Message("Pošle zkušební zprávu a řekne, jak dopadla. Zdarma.",
                "Sends a test message and tells what became of it. Free."),
        Owned(watching.test_webhook, awaited=True),
        Enveloped(WebhookZkouska), in_path=_WEBHOOK, refusals=(*FREE, 401, 404, 429),
    ),
    Operation(
        "novyKlicWebhooku", "post", "/api/v1/webhooky/{webhook}/tajemstvi", "sledovani",
        Message("Nové tajemství webhooku", "New secret of a webhook"),
        Message(
            "Vymění tajemství; den budou zprávy nést podpis novým i předchozím. Zdarma.",
            "Replaces the secret; for a day messages bear signatures by both. Free.",
        ),
        Owned(watching.rotate_secret),
        Enveloped(WebhookTajemstvi), in_path=_WEBHOOK, refusals=(*FREE, 401, 404),
    ),
    Operation(
        "prehratWebhook", "post", "/api/v1/webhooky/{webhook}/prehrani", "sledovani",
        Message("Přehrát změny webhooku", "Replay changes to a webhook"),
        Message(
            "Pošle znovu vše po daném pořadí záznamu změn; bez něj pokračuje tam, kde webhook skončil, i "
            "když byl po neúspěších vypnut. Zdarma.",
            "Sends again all that comes after a number of the feed; without it, goes on where the webhook "
            "stopped, also when it was switched off after failures. Free.",
        ),
        Owned(watching.replay, most_body=MOST_BODY),
        Enveloped(Webhook), in_path=_WEBHOOK, body=PrehraniDotaz, refusals=(*FREE, 401, 404, 413, 429),
    ),
    Operation(
        "naseptat", "get", "/api/suggest", "ostatni",
        Message("Nápověda při psaní", "Suggestions while typing"),
        Message(
            "Nejvýše 8 návrhů jako holé pole bez obálky. Nepočítá se do limitů.",
            "At most 8 suggestions as a bare array without the envelope. Not counted against limits.",
        ),
        Unmetered(answers.suggest),
        Bare({
            "type": "array",
            "maxItems": 8,
            "items": {"$ref": f"#/components/schemas/{Napoveda.__name__}"},
        }),
        query=NapovedaDotaz, limited=False, refusals=FREE,
        leads_to={"detailFirmy": "$response.body#/0/ico"},
    ),
    Operation(
        "zdravi", "get", "/api/health", "ostatni",
        Message("Stav služby", "Health of the service"),
        Message(
            "Odpovídá, dokud služba běží; obnovaDokumentu říká, kolik dokumentů je po aktualizaci služby "
            "vytvořeno znovu. Nepočítá se do limitů.",
            "Answers while the service runs; obnovaDokumentu tells how many documents are made anew after an "
            "upgrade. Not counted against limits.",
        ),
        Unmetered(answers.health),
        Bare({
            "type": "object",
            "required": ["stav", "status"],
            "properties": {
                "stav": {"type": "string", "enum": ["ok"]},
                "status": {"type": "string", "enum": ["ok"]},
                "obnovaDokumentu": {
                    "type": "object",
                    "required": ["hotovo", "celkem"],
                    "properties": {"hotovo": {"type": "integer"}, "celkem": {"type": "integer"}},
                },
            },
        }),
        limited=False, refusals=(400, 405, 414, 500),
    ),
    Operation(
        "pripravenost", "get", "/api/ready", "ostatni",
        Message("Připravenost uzlu", "Readiness of the node"),
        Message(
            "200, když uzel má firmy, vyhledávací index není pozadu a do databáze účtů lze zapisovat; jinak "
            "503 s důvody. Nepočítá se do limitů.",
            "200 when the node holds companies, its search index is not behind and the accounts database can "
            "be written; else 503 with the reasons. Not counted against limits.",
        ),
        Unmetered(answers.ready, waits=True),
        Enveloped(Pripravenost), limited=False, refusals=(400, 405, 414, 500, 503),
    ),
    Operation(
        "zdroje", "get", "/api/v1/zdroje", "ostatni",
        Message("Stav zdrojů", "State of the sources"),
        Message(
            "Jak čerstvé jsou údaje jednotlivých rejstříků. Zdarma.",
            "How fresh the data of each register is. Free of charge.",
        ),
        Unmetered(answers.sources),
        Enveloped(Zdroje), refusals=(401, *FREE),
    ),
    Operation(
        "cile", "get", "/api/v1/zdroje/cile", "ostatni",
        Message("Cíle a měření služby", "Objectives of the service and what was measured"),
        Message(
            "Jak rychle má služba odpovídat a jak čerstvé mají být zdroje, a jak to bylo za posledních "
            "5 minut, 24 hodin a 30 dní. Časy se měří v serveru. Zdarma.",
            "How fast the service is to answer and how fresh sources are to be, and how it was in the last "
            "5 minutes, 24 hours and 30 days. Times are measured in the server. Free of charge.",
        ),
        Unmetered(answers.answer_objectives, waits=True),
        Enveloped(Cile), refusals=(401, *FREE),
    ),
    Operation(
        "popis", "get", "/api/v1/openapi.json", "ostatni",
        Message("Tento popis", "This description"),
        Message("Popis rozhraní podle OpenAPI 3.1. Zdarma.", "The interface by OpenAPI 3.1. Free of charge."),
        Unmetered(DESCRIPTION.document),
        Bare({"type": "object", "required": ["openapi", "info", "paths"]}),
        query=PopisDotaz, refusals=(401, *FREE),
    ),
)  # fmt: skip
