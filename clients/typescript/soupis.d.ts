// Made by generate.mjs from the OpenAPI document of Soupis. Do not edit.
export interface paths {
    "/api/v1/vyhledavani": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company search
         * @description Finds companies by name or ID and by filters; without parameters, all of them. Names are found whatever the case, the diacritics and the order of words, with a typo, and by former names too. Costs 1 unit. Beyond result 10,000 use the export.
         */
        get: operations["vyhledatFirmy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/vyhledavani/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search export (CSV)
         * @description The whole result of a search as CSV (UTF-8 with BOM, semicolons, CRLF), cut at the rows that the tariff allows (1000 without an account). Costs 1 unit for every started 100 rows, of rows sent only. The header X-Service-Zkraceno and the file name tell of a cut. One export runs at a time. With nahled=ano only a preview comes, as JSON, for 1 unit: how many rows, at what cost; HEAD says the same in headers.
         */
        get: operations["exportovatFirmy"];
        put?: never;
        /**
         * Search export by a form (CSV)
         * @description The same with the parameters in the body, for long filters; the body has at most 16 kB.
         */
        post: operations["exportovatFirmyFormularem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/firma/{ico}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company detail
         * @description Everything that is known of a company. With kDatu, what the registers had of it on that day; what no source dates is null, and uplnost says since when each section is known. An answer with a VAT status has a receipt. Costs 1 unit.
         */
        get: operations["detailFirmy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/firma/{ico}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company detail export (CSV)
         * @description The detail as a table of section, item, value. Costs 1 unit.
         */
        get: operations["exportovatFirmu"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/firma/{ico}/listiny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Filed documents of a company
         * @description All documents that the company filed in the collection of documents, the newest first, by kind and year. Older documents often state no year: bezRoku counts them, and rok never finds them. Costs 1 unit.
         */
        get: operations["listinyFirmy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/firmy/dph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * VAT status of several companies
         * @description VAT status of 1 to 100 companies, from what is verified already. What is not comes in neovereno with dph: null and is queued for look-up; null never means “not a payer”. Costs 1 unit per distinct ID, all or none. An answer with at least one verified company has a receipt. The body has at most 16 kB.
         */
        post: operations["overitDph"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/osoby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Person search
         * @description Finds natural persons of the public register (bodies, partners). Costs 1 unit.
         */
        get: operations["vyhledatOsoby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/osoba/{klic}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Person profile
         * @description In which companies the person is and was, in what role, and from when to when; with kDatu only where the person was on that day. Costs 1 unit.
         */
        get: operations["profilOsoby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/zmeny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of companies
         * @description What has changed of companies, in the order of publication. Begin with a snapshot (an export) and from its X-Service-Poradi; then always from the value dalsi of the last answer. Prefer: wait=30 waits for the next change, 30 seconds at most. Costs 1 unit per answer, an empty one too. A number whose changes are no longer kept gives 410, and data.nejstarsi from where they are. Persons appear only as sections of companies.
         */
        get: operations["zmeny"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/doklad/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipt of an answer
         * @description A signed receipt of what the service answered and when the sources had said what; it names the companies and their published accounts. Given only to who asked. It never says that anybody is reliable. Free of charge.
         */
        get: operations["doklad"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sledovani": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watched companies
         * @description The companies that the account watches, by ID. Free, with a key of the account.
         */
        get: operations["sledovaneFirmy"];
        put?: never;
        /**
         * Watch several companies
         * @description Adds companies to the watched ones, all or none: JSON, or text/csv (the column ico, else the first one). The tariff says how many there can be. Free. The body has at most 1 MB.
         */
        post: operations["sledovatFirmy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sledovani/{ico}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Do I watch a company?
         * @description Since when the account watches a company; 404 where it does not. Free.
         */
        get: operations["sledovanaFirma"];
        /**
         * Watch a company
         * @description Adds a company to the watched ones; a second time changes nothing. Free.
         */
        put: operations["sledovatFirmu"];
        post?: never;
        /**
         * Stop watching
         * @description Takes a company off the list. Free.
         */
        delete: operations["prestatSledovat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooky": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks
         * @description The webhooks of the account. Free.
         */
        get: operations["webhooky"];
        put?: never;
        /**
         * New webhook
         * @description From now on the address is sent a message about each change of watched companies (or only of chosen sections), signed by Standard Webhooks. The secret is in this answer only. Free.
         */
        post: operations["vytvoritWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooky/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook and its deliveries
         * @description A webhook with the last attempts of delivery. Free.
         */
        get: operations["webhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook; nothing more comes. Free.
         */
        delete: operations["smazatWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooky/{webhook}/zkouska": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends a test message and tells what became of it. Free.
         */
        post: operations["vyzkousetWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooky/{webhook}/tajemstvi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * New secret of a webhook
         * @description Replaces the secret; for a day messages bear signatures by both. Free.
         */
        post: operations["novyKlicWebhooku"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooky/{webhook}/prehrani": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay changes to a webhook
         * @description Sends again all that comes after a number of the feed; without it, goes on where the webhook stopped, also when it was switched off after failures. Free.
         */
        post: operations["prehratWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggestions while typing
         * @description At most 8 suggestions as a bare array without the envelope. Not counted against limits.
         */
        get: operations["naseptat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the service
         * @description Answers while the service runs; obnovaDokumentu tells how many documents are made anew after an upgrade. Not counted against limits.
         */
        get: operations["zdravi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness of the node
         * @description 200 when the node holds companies, its search index is not behind and the accounts database can be written; else 503 with the reasons. Not counted against limits.
         */
        get: operations["pripravenost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/zdroje": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the sources
         * @description How fresh the data of each register is. Free of charge.
         */
        get: operations["zdroje"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/zdroje/cile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Objectives of the service and what was measured
         * @description How fast the service is to answer and how fresh sources are to be, and how it was in the last 5 minutes, 24 hours and 30 days. Times are measured in the server. Free of charge.
         */
        get: operations["cile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description The interface by OpenAPI 3.1. Free of charge.
         */
        get: operations["popis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * ErrorEnvelope
         * @description Envelope of an error.
         */
        ErrorEnvelope: {
            /** @description Always false. */
            ok: boolean;
            /** @description What happened. */
            chyba: components["schemas"]["Chyba"];
        };
        /**
         * Chyba
         * @description An error: the status, and a sentence that says what is wrong and what would be right.
         */
        Chyba: {
            /** @description HTTP status. */
            status: number;
            /** @description A sentence in Czech, in English by Accept-Language: en. */
            zprava: string;
        };
        /**
         * Napoveda
         * @description A suggestion while typing.
         */
        Napoveda: {
            /** @description Business name. */
            obchodniJmeno: string;
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Short address. */
            sidlo: string | null;
        };
        /**
         * NejstarsiZmena
         * @description From where on changes are still kept.
         */
        NejstarsiZmena: {
            /** @description The least od that can be gone on from. */
            nejstarsi: number;
        };
        /**
         * FirmyStranka
         * @description A page of results.
         */
        FirmyStranka: {
            /** @description Number of all results, exact. */
            pocetCelkem: number;
            /** @description How many results were skipped. */
            start: number;
            /** @description How many results are on the page. */
            pocet: number;
            /** @description Results in the order asked for, else the best first. */
            firmy: components["schemas"]["FirmaPolozka"][];
            /** @description Counts by filters; null where none was asked for. */
            fasety: components["schemas"]["Fasety"] | null;
            /** @description Towns that may be meant where no company sits in the one given; else null. */
            navrhyObci: string[] | null;
        };
        /**
         * FirmaPolozka
         * @description A company among search results.
         */
        FirmaPolozka: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Business name. */
            obchodniJmeno: string | null;
            /** @description Tax ID. */
            dic: string | null;
            /** @description Whether the company exists (aktivni) or has ceased (zanikla). */
            stav: string;
            /** @description Legal form by the code list of the Czech Statistical Office. */
            pravniForma: components["schemas"]["CodedName"] | null;
            /** @description Registered office. */
            sidlo: components["schemas"]["Sidlo"] | null;
            /** @description Main activity. */
            czNacePrevazujici: components["schemas"]["CodedName"] | null;
            /**
             * Format: date
             * @description Date of establishment.
             */
            datumVzniku: string | null;
            /**
             * Format: date
             * @description Date of dissolution.
             */
            datumZaniku: string | null;
            /** @description Court file number, “B 1581/MSPH”. */
            spisovaZnacka: string | null;
            /** @description VAT status as dph.stav in the detail; null = unverified. */
            dphStav: components["schemas"]["StavDph"] | null;
            /**
             * Format: date-time
             * @description Age of dphStav, as dph.overenoK in the detail.
             */
            dphOverenoK: string | null;
            /** @description The former name by which the company was found. */
            drivejsiJmeno: string | null;
            /** @description Why the company was found; null where no text is given. */
            nalezeno: components["schemas"]["Nalezeno"] | null;
        };
        /**
         * CodedName
         * @description A code with its name; the name is null where none is known.
         */
        CodedName: {
            /** @description Code of a public code list. */
            kod: string;
            /** @description Name that belongs to the code. */
            nazev: string | null;
        };
        /**
         * Sidlo
         * @description Registered office.
         */
        Sidlo: {
            /** @description Short address. */
            text: string | null;
            /** @description Full address, including the city district and its number. */
            textPlny: string | null;
            /** @description Region code (RÚIAN). */
            kodKraje: number | null;
            /** @description Region name. */
            nazevKraje: string | null;
            /** @description Postal code. */
            psc: number | null;
            /** @description District code (LAU 1). */
            kodOkresu: string | null;
            /** @description District name. */
            nazevOkresu: string | null;
            /** @description Municipality code (RÚIAN); in a divided city that of the whole city. */
            kodObce: number | null;
            /** @description Municipality. */
            nazevObce: string | null;
            /** @description City district; null where the city is not divided. */
            nazevMestskeCasti: string | null;
            /** @description Part of the municipality. */
            nazevCastiObce: string | null;
            /** @description Street. */
            nazevUlice: string | null;
            /** @description House number. */
            cisloDomovni: string | null;
            /** @description Orientation number with its letter. */
            cisloOrientacni: string | null;
            /** @description Code of the address point (RÚIAN). */
            kodAdresnihoMista: number | null;
        };
        /**
         * Nalezeno
         * @description Why a search found a company.
         */
        Nalezeno: {
            /** @description Step of the match, from the most exact: ico (ID), ucet (account), jmeno (name), spisovaZnacka (court file number), zkratka (abbreviation), zacatekJmena (beginning of the name), slova (words), drivejsiJmeno (former name), jmenoAObec (name and town), drivejsiJmenoAObec, jinyZapis (another writing), adresa (address), zacatekSlova, zacatkySlov (beginnings of words), podobneZneni (sounds alike), preklep, drivejsiJmenoPreklep, preklepy (slips), castecne (a word was left out). */
            stupen: string;
            /** @description Where the text was met: ico, obchodniJmeno (name), drivejsiJmeno (former name), zkratka (abbreviation), spisovaZnacka (court file number), ucet (account), adresa (address). */
            pole: string;
            /** @description The text that was met. */
            text: string;
            /** @description Words of the query that are written otherwise there, or are left out. */
            opravy: components["schemas"]["Oprava"][];
        };
        /**
         * Oprava
         * @description A word of the query and what was met by it.
         */
        Oprava: {
            /** @description The word as it was written. */
            hledano: string;
            /** @description What was met by it; null when the word was left out. */
            nalezeno: string | null;
        };
        /**
         * Fasety
         * @description How many of the companies found have each value of a filter, the most frequent first; null for filters not asked for.
         */
        Fasety: {
            /** @description Regions of the registered office. */
            kraj: components["schemas"]["FasetaHodnota"][] | null;
            /** @description Legal forms. */
            forma: components["schemas"]["FasetaHodnota"][] | null;
            /** @description CZ-NACE divisions of the activities; a company may be in several. */
            nace: components["schemas"]["FasetaHodnota"][] | null;
            /** @description How many companies exist and how many have ceased. */
            stav: components["schemas"]["FasetaHodnota"][] | null;
        };
        /**
         * FasetaHodnota
         * @description One value of a filter.
         */
        FasetaHodnota: {
            /** @description The value as the filter takes it. */
            kod: string;
            /** @description Name of the value; null where none is known. */
            nazev: string | null;
            /** @description How many of the companies found have it. */
            pocet: number;
        };
        /**
         * ExportNahled
         * @description What the export would give and cost.
         */
        ExportNahled: {
            /** @description How many companies the search finds. */
            pocetCelkem: number;
            /** @description How many rows the file would have; fewer where the tariff or the parameter pocet cuts it. */
            pocetRadku: number;
            /** @description How many units the export would cost. */
            jednotek: number;
            /** @description How many units are left after this query. */
            zbyva: number;
            /** @description How many rows can be downloaded now at most: the tariff allows them and the units left pay for them. */
            nejvyssiPocet: number;
        };
        /**
         * FirmaDetail
         * @description Everything that is known of a company. Null means “not known”, never “no”. With kDatu: A company as the registers had it on a day. What no source dates is null, never what is today. Members, their representatives and partners are those entered on the day alone; a ceased company keeps its last name, seat and file mark.
         */
        FirmaDetail: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Business name. */
            obchodniJmeno: string | null;
            /** @description Tax ID from the source; null after the registration ended, too. Never derived from the company ID. With kDatu: Not known of a past day: always null. */
            dic: string | null;
            /** @description Whether the company exists (aktivni) or has ceased (zanikla). With kDatu: Whether the company existed on the day; nevznikla = not founded yet, null = not known. */
            stav: string | null;
            /** @description State in more detail: aktivni, likvidace, insolvencniRizeni, upadek, konkurs, pozastavena, zanikla; more may come. Where entries do not show what the court decided, kod is insolvencniRizeni and nazev adds that the phase is not established. With kDatu: State on the day by the entries that held then; insolvencniRizeni also where a proceeding ran and it is not known what its court had decided by the day. null = not known, or not founded yet. */
            stavPodrobne: components["schemas"]["StavPodrobne"] | null;
            /** @description Liquidation; null where nothing is entered of it. With kDatu: Liquidation by the entries that held on the day; null = there was none or, where uplnost.likvidace is not known on the day, not known. */
            likvidace: components["schemas"]["Likvidace"] | null;
            /**
             * Format: date
             * @description Date of establishment. With kDatu: Date of establishment, if it was established by then.
             */
            datumVzniku: string | null;
            /**
             * Format: date
             * @description Date of dissolution. With kDatu: Date of dissolution, if it was dissolved by then.
             */
            datumZaniku: string | null;
            /** @description Legal form by the code list of the Czech Statistical Office. With kDatu: Not known of a past day: always null. */
            pravniForma: components["schemas"]["CodedName"] | null;
            /** @description Registered office. With kDatu: Registered office on the day; null = not known. */
            sidlo: components["schemas"]["Sidlo"] | null;
            /** @description Delivery address of a legal person; never given for natural persons. With kDatu: Not known of a past day: always null. */
            dorucovaciAdresa: string | null;
            /** @description VAT status; null means UNVERIFIED, never “not a payer”. With kDatu: Not known of a past day: always null, which never means “not a payer”. */
            dph: components["schemas"]["Dph"] | null;
            /** @description Why dph is null where the sources contradict each other; null = they do not. With kDatu: Not known of a past day: always null. */
            dphRozpor: components["schemas"]["DphRozpor"] | null;
            /** @description Activities by CZ-NACE; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Not known of a past day: always null. */
            czNace: components["schemas"]["CzNace"][] | null;
            /** @description Category of the number of employees. With kDatu: Not known of a past day: always null. */
            kategoriePoctuPracovniku: components["schemas"]["CodedName"] | null;
            /** @description Institutional sector by ESA 2010. With kDatu: Not known of a past day: always null. */
            institucionalniSektor: components["schemas"]["CodedName"] | null;
            /** @description Court file number in the public register. With kDatu: Court file number on the day. */
            spisovaZnacka: components["schemas"]["SpisovaZnacka"] | null;
            /** @description Share capital. With kDatu: Share capital on the day. */
            zakladniKapital: components["schemas"]["ZakladniKapital"] | null;
            /** @description Objects of business, in the register's words; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Objects of business entered on the day; null = not known. */
            predmetPodnikani: string[] | null;
            /** @description Who acts for the company today; null = the source that says so was not read for this company. With kDatu: Who acted for the company on the day; null = not known. */
            jednani: components["schemas"]["Jednani"] | null;
            /** @description Statutory bodies with present and former members; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Statutory bodies with the members entered on the day; null = not known. */
            statutarniOrgany: components["schemas"]["Organ"][] | null;
            /** @description Other bodies (supervisory board, procuration, liquidator…); null = the register was not read for this company, an empty array = it was and states none. With kDatu: Other bodies with the members entered on the day; null = not known. */
            ostatniOrgany: components["schemas"]["Organ"][] | null;
            /** @description Partners and shareholders, present and former; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Partners entered on the day; null = not known. */
            spolecnici: components["schemas"]["Spolecnik"][] | null;
            /** @description Shares that nobody holds or held after a partner left; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Released shares entered on the day; null = not known. */
            uvolnenePodily: components["schemas"]["UvolnenyPodil"][] | null;
            /** @description Shares entered today, by issue. With kDatu: Not known of a past day: always null. */
            akcie: components["schemas"]["Akcie"][] | null;
            /** @description Former names; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Names that the company had given up by the day. */
            drivejsiJmena: components["schemas"]["DrivejsiJmeno"][] | null;
            /** @description What the public register entered one after another; null = it was not read, or only without what was deleted or by an older version. With kDatu: Not known of a past day: always null. */
            historie: components["schemas"]["Historie"] | null;
            /** @description Branches and other organisational units of the company, present and former; null = the register was not read for this company, an empty array = it was and states none. With kDatu: Branches entered on the day with their heads then, without their seats; null = not known. */
            odstepneZavody: components["schemas"]["OdstepnyZavod"][] | null;
            /** @description Further entries in the register's words, valid and deleted. With kDatu: Further entries valid on the day; null = not known. */
            ostatniSkutecnosti: components["schemas"]["OstatniSkutecnost"][] | null;
            /** @description In which registers ARES has the company and in what state; null = ARES was not read for this company or does not tell. With kDatu: Not known of a past day: always null. */
            seznamRegistraci: components["schemas"]["Registrace"][] | null;
            /** @description Insolvency proceedings; null = not checked, an empty array = checked and there is none. With kDatu: Insolvency proceedings begun by the day; their state then is not known. null = not checked. */
            insolvence: components["schemas"]["Insolvence"][] | null;
            /** @description Collection of documents; null = not checked. With kDatu: Not known of a past day: always null. */
            listiny: components["schemas"]["Listiny"] | null;
            /** @description What the answer is based on, and how old that is. */
            zdroje: components["schemas"]["Zdroj"][];
            /**
             * Format: date
             * @description The day that the answer is about.
             */
            kDatu?: string;
            /** @description Since when each section is known. */
            uplnost?: components["schemas"]["UplnostFirmy"];
        };
        /**
         * StavPodrobne
         * @description The company's state in more detail.
         */
        StavPodrobne: {
            /** @description Code of the state. */
            kod: string;
            /** @description Name of the state. */
            nazev: string;
            /**
             * Format: date
             * @description Since when; null where no source tells.
             */
            od: string | null;
        };
        /**
         * Likvidace
         * @description Liquidation of the company.
         */
        Likvidace: {
            /**
             * Format: date
             * @description Day on which it began; null where no source tells.
             */
            od: string | null;
        };
        /**
         * Dph
         * @description VAT status by the VAT register and ARES.
         */
        Dph: {
            /** @description Tax ID with its prefix; never derived from the company ID, null after the registration ended. */
            dic: string | null;
            /** @description Whether the company is a member of a VAT group; dic is then the number of the group. */
            clenSkupiny: boolean;
            /** @description Whether the VAT registration is active now. */
            registraceAktivni: boolean;
            /** @description platce (payer), nespolehlivyPlatce (unreliable payer), identifikovanaOsoba (identified person) or neplatce (not a payer); null = unverified. */
            stav: components["schemas"]["StavDph"] | null;
            /**
             * Format: date
             * @description Since when the payer is unreliable.
             */
            nespolehlivyOd: string | null;
            /**
             * Format: date-time
             * @description Age of the data: the older of the two sources.
             */
            overenoK: string;
            /** @description Number of the tax office. */
            cisloFu: string | null;
            /** @description Name of the tax office; null where none is known of the number. */
            nazevFu: string | null;
            /** @description Published bank accounts as the register prints them. */
            zverejneneUcty: string[];
            /** @description The same accounts in the same order in both notations, with their banks and days of publication. */
            zverejneneUctyPodrobne: components["schemas"]["ZverejnenyUcet"][];
        };
        /**
         * ZverejnenyUcet
         * @description A published bank account.
         */
        ZverejnenyUcet: {
            /** @description Number of the account, as in zverejneneUcty. */
            ucet: string;
            /** @description Czech notation without leading zeros, “19-2000145399/0800”; null for accounts abroad and numbers with wrong check digits. */
            narodni: string | null;
            /** @description IBAN without spaces; null where the account cannot be converted. */
            iban: string | null;
            /** @description Bank by the code list of the Czech National Bank; null where the number does not tell. */
            banka: components["schemas"]["CodedName"] | null;
            /**
             * Format: date
             * @description Day of publication; null where the register does not tell or an older version of the service read the answer.
             */
            zverejnenoOd: string | null;
            /**
             * Format: date
             * @description Day on which publication ends; null where none is announced.
             */
            zverejnenoDo: string | null;
        };
        /**
         * DphRozpor
         * @description A contradiction because of which dph is null: the VAT register does not know a registration that ARES shows.
         */
        DphRozpor: {
            /** @description What ARES shows: trva = a running registration, budouci = a future one, pozastavena = a suspended one, skupina = membership of a VAT group. */
            ares: string;
            /** @description Number of the VAT group as ARES states it; null where the company is no member of one. */
            dicSkupiny: string | null;
            /**
             * Format: date-time
             * @description Age of the data: the older of the two sources.
             */
            zjistenoK: string;
        };
        /**
         * CzNace
         * @description Activity.
         */
        CzNace: {
            /** @description CZ-NACE code. */
            kod: string;
            /** @description Name of the activity. */
            nazev: string | null;
            /** @description Whether it is the main activity. */
            prevazujici: boolean;
        };
        /**
         * SpisovaZnacka
         * @description Court file number.
         */
        SpisovaZnacka: {
            /** @description Code of the court. */
            soud: string;
            /** @description Name of the court. */
            soudNazev: string | null;
            /** @description Section. */
            oddil: string;
            /** @description Insert. */
            vlozka: number;
            /** @description The usual form, “B 1581/MSPH”. */
            text: string;
        };
        /**
         * ZakladniKapital
         * @description Share capital.
         */
        ZakladniKapital: {
            /** @description Amount. */
            castka: number | null;
            /** @description Currency by ISO 4217; null where the amount is not money. */
            mena: string | null;
            /** @description The paid-up part, in the register's words. */
            splaceno: string | null;
        };
        /**
         * Jednani
         * @description Who acts for the company: in bankruptcy the insolvency administrator, in liquidation the liquidator, otherwise the statutory body by its manner of acting, and holders of procuration beside it.
         */
        Jednani: {
            /** @description The answer in a sentence. Where it was not decided, the sentence says so and quotes the register. */
            veta: string;
            /** @description Who acts, with name and titles; representatives of a legal person follow it. An empty array = nobody, or nobody is known. */
            osoby: components["schemas"]["Jednajici"][];
            /** @description Source of the answer, as in zdroje. */
            zdroj: string;
        };
        /**
         * Jednajici
         * @description A person who acts.
         */
        Jednajici: {
            /** @description Key of the person; null for a legal person and where there is no profile. */
            klic: string | null;
            /** @description ID of a legal person; otherwise null. */
            ico: string | null;
            /** @description Name with titles, or business name. */
            jmeno: string;
            /** @description By what right the person acts. */
            role: string;
            /** @description samostatne = each alone; spolecne = as many persons together as veta says; vsichniSpolecne = all together; podleZapisu = not decided, the words of the entry decide; neuvedeno = the register does not state it. */
            zpusob: string;
        };
        /**
         * Organ
         * @description A body with present and former members.
         */
        Organ: {
            /** @description Name of the body. */
            nazev: string;
            /** @description How the body acts for the company, in the register's words. */
            zpusobJednani: string[];
            /** @description How the body acts and acted for the company. */
            zpusobJednaniVCase: components["schemas"]["TextVCase"][];
            /** @description Members. */
            clenove: components["schemas"]["Clen"][];
            /** @description Number of present members whom the source or the service does not show. */
            skrytychClenu: number;
        };
        /**
         * TextVCase
         * @description The text of an entry with the days of its entry and deletion.
         */
        TextVCase: {
            /** @description The text in the register's words. */
            text: string;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * Clen
         * @description A place in a body.
         */
        Clen: {
            /** @description A natural or a legal person. */
            osoba: components["schemas"]["FyzickaOsoba"] | components["schemas"]["PravnickaOsoba"];
            /** @description Name of the office held. */
            funkce: string | null;
            /** @description What the register adds to the person (“provozní ředitel”, chief operating officer). */
            funkcePoznamka: string | null;
            /**
             * Format: date
             * @description Day on which the membership of the body began.
             */
            clenstviOd: string | null;
            /**
             * Format: date
             * @description Day on which the membership of the body ended.
             */
            clenstviDo: string | null;
            /**
             * Format: date
             * @description Day on which the office began.
             */
            funkceOd: string | null;
            /**
             * Format: date
             * @description Day on which the office ended.
             */
            funkceDo: string | null;
            /**
             * Format: date
             * @description Day of the entry in the register.
             */
            zapsano: string | null;
            /**
             * Format: date
             * @description Day of the deletion from the register.
             */
            vymazano: string | null;
            /** @description Whether the entry holds today. */
            aktualni: boolean;
            /** @description Who acts in the body for a legal person. */
            zastupci: components["schemas"]["FyzickaOsoba"][];
            /** @description Who acts and acted for it, with the days of entry and deletion. */
            zastupciVCase: components["schemas"]["ZastupceVCase"][];
        };
        /**
         * FyzickaOsoba
         * @description A natural person.
         */
        FyzickaOsoba: {
            /**
             * @description Always “fyzicka”.
             * @enum {string}
             */
            typ: "fyzicka";
            /** @description Key of the profile; null where the person cannot be told apart from others. */
            klic: string | null;
            /** @description First name. */
            jmeno: string | null;
            /** @description Surname. */
            prijmeni: string;
            /** @description Title before the name. */
            titulPred: string | null;
            /** @description Title after the name. */
            titulZa: string | null;
            /** @description Year of birth; nothing more of a birth date is ever shown. */
            rokNarozeni: number | null;
            /** @description Foreign state of residence; null = Czechia, or the register does not tell. The address is never given. */
            stat: components["schemas"]["Stat"] | null;
        };
        /**
         * Stat
         * @description A foreign state, as the register prints it.
         */
        Stat: {
            /** @description ISO 3166 code; null where the name is not known. */
            kod: string | null;
            /** @description Name in the register's words. */
            nazev: string;
        };
        /**
         * PravnickaOsoba
         * @description A legal person.
         */
        PravnickaOsoba: {
            /**
             * @description Always “pravnicka”.
             * @enum {string}
             */
            typ: "pravnicka";
            /** @description Company ID of eight digits; null if the number belongs to a foreign register or may belong to one. */
            ico: string | null;
            /** @description Business name. */
            obchodniJmeno: string;
            /** @description Always null: only natural persons have profiles. */
            klic: string | null;
            /** @description Foreign state of the registered office; null = Czechia, or the register does not tell. */
            stat: components["schemas"]["Stat"] | null;
            /** @description Any other number than a Czech one that the register prints. */
            zahranicniCislo: string | null;
        };
        /**
         * ZastupceVCase
         * @description A representative of a legal person in a body with the days of entry and deletion.
         */
        ZastupceVCase: {
            /** @description A natural or a legal person. */
            osoba: components["schemas"]["FyzickaOsoba"];
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * Spolecnik
         * @description A partner or shareholder with one share. A partner with several shares is listed several times; a common share is given as a whole for each of its holders.
         */
        Spolecnik: {
            /** @description A natural or a legal person. */
            osoba: components["schemas"]["FyzickaOsoba"] | components["schemas"]["PravnickaOsoba"];
            /** @description In what position: partner, sole partner, holder of a common share, limited partner, general partner, shareholder, sole shareholder, founder, member of a cooperative… */
            druh: components["schemas"]["CodedName"];
            /** @description Contribution. */
            vklad: components["schemas"]["Vklad"] | null;
            /** @description Share. */
            podil: components["schemas"]["Podil"] | null;
            /** @description The paid-up part, in the register's words. */
            splaceno: string | null;
            /** @description Pledges on the share, current ones first; null = the source that was read does not tell (or it is no share), an empty array = none is entered. */
            zastavniPrava: components["schemas"]["ZatizeniPodilu"][] | null;
            /** @description Executions entered at the share or at its partner, current ones first; null = the source that was read does not tell of shares (or it is no share), an empty array = none is entered. Executions entered for the company as a whole are in ostatniSkutecnosti. */
            exekuce: components["schemas"]["ZatizeniPodilu"][] | null;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
            /** @description Whether the entry holds today. */
            aktualni: boolean;
        };
        /**
         * Vklad
         * @description Contribution.
         */
        Vklad: {
            /** @description Amount. */
            castka: number | null;
            /** @description Currency by ISO 4217; null where the amount is not money. */
            mena: string | null;
            /** @description The amount as a text (“66 666 Kč”, “66 666,50 Kč”), else the register's wording. */
            text: string | null;
        };
        /**
         * Podil
         * @description Size of a share.
         */
        Podil: {
            /** @description Kind of notation in the register (PROCENTA, ZLOMEK, …). */
            typ: string;
            /** @description The share in per cent (1/3 → 33.333…); null if the register gives neither per cent nor a fraction. */
            hodnota: number | null;
            /** @description The share as a text (“33,5 %”, “1/3”), else the register's wording. */
            text: string | null;
        };
        /**
         * ZatizeniPodilu
         * @description A pledge on a share or an execution against it.
         */
        ZatizeniPodilu: {
            /** @description The wording of the entry without private data; null if the register gives none. */
            text: string | null;
            /**
             * Format: date
             * @description When the pledge arose; null for executions.
             */
            vznik: string | null;
            /**
             * Format: date
             * @description When the pledge ended or will end; null for executions.
             */
            zanik: string | null;
            /**
             * Format: date
             * @description Day of the entry in the register.
             */
            zapsano: string | null;
            /**
             * Format: date
             * @description Day of the deletion from the register.
             */
            vymazano: string | null;
            /** @description Whether the entry holds today. */
            aktualni: boolean;
        };
        /**
         * UvolnenyPodil
         * @description A share that nobody holds after its partner left.
         */
        UvolnenyPodil: {
            /** @description Contribution. */
            vklad: components["schemas"]["Vklad"] | null;
            /** @description Share. */
            podil: components["schemas"]["Podil"] | null;
            /** @description The paid-up part, in the register's words. */
            splaceno: string | null;
            /** @description What the register adds to the share. */
            poznamka: string | null;
            /** @description Pledges on the share, current ones first; null = the source that was read does not tell (or it is no share), an empty array = none is entered. */
            zastavniPrava: components["schemas"]["ZatizeniPodilu"][] | null;
            /** @description Executions entered at the share or at its partner, current ones first; null = the source that was read does not tell of shares (or it is no share), an empty array = none is entered. Executions entered for the company as a whole are in ostatniSkutecnosti. */
            exekuce: components["schemas"]["ZatizeniPodilu"][] | null;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
            /** @description Whether the entry holds today. */
            aktualni: boolean;
        };
        /**
         * Akcie
         * @description Shares of one issue.
         */
        Akcie: {
            /** @description Type of the shares. */
            typ: string | null;
            /** @description Form (on paper, book-entered). */
            podoba: string | null;
            /** @description Number of shares. */
            pocet: number | null;
            /** @description Nominal value of one share. */
            hodnota: number | null;
            /** @description Currency by ISO 4217; null where the amount is not money. */
            mena: string | null;
        };
        /**
         * DrivejsiJmeno
         * @description A former name.
         */
        DrivejsiJmeno: {
            /** @description The name. */
            jmeno: string;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * Historie
         * @description What the public register entered one after another, present and past, newest first; do = the day of deletion, on which it no longer holds.
         */
        Historie: {
            /** @description Names. */
            nazvy: components["schemas"]["NazevVCase"][];
            /** @description Seats. */
            sidla: components["schemas"]["SidloVCase"][];
            /** @description Share capital. */
            kapital: components["schemas"]["KapitalVCase"][];
            /** @description Court file numbers. */
            znacky: components["schemas"]["ZnackaVCase"][];
            /** @description Objects of business. */
            predmetPodnikani: components["schemas"]["TextVCase"][];
        };
        /**
         * NazevVCase
         * @description A name with the days of its entry and deletion.
         */
        NazevVCase: {
            /** @description The name. */
            nazev: string;
            /** @description Whether it is in another language. */
            cizi: boolean;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * SidloVCase
         * @description A registered office with the days of its entry and deletion.
         */
        SidloVCase: {
            /** @description Registered office. */
            sidlo: components["schemas"]["Sidlo"];
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * KapitalVCase
         * @description A share capital with the days of its entry and deletion.
         */
        KapitalVCase: {
            /** @description Amount. */
            castka: number | null;
            /** @description Currency by ISO 4217; null where the amount is not money. */
            mena: string | null;
            /** @description The paid-up part, in the register's words. */
            splaceno: string | null;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * ZnackaVCase
         * @description A court file number with the days of its entry and deletion.
         */
        ZnackaVCase: {
            /** @description Code of the court. */
            soud: string;
            /** @description Name of the court. */
            soudNazev: string | null;
            /** @description Section. */
            oddil: string;
            /** @description Insert. */
            vlozka: number;
            /** @description The mark in its usual form. */
            text: string;
            /**
             * Format: date
             * @description Since when it holds.
             */
            od: string | null;
            /**
             * Format: date
             * @description Until when it held; null while it lasts or when the end is not known.
             */
            do: string | null;
        };
        /**
         * OdstepnyZavod
         * @description A branch or another organisational unit; it says nothing of whether the company itself exists.
         */
        OdstepnyZavod: {
            /** @description Name of the branch. */
            nazev: string | null;
            /** @description Court file number of its own; null where it is entered with the company only. */
            spisovaZnacka: components["schemas"]["SpisovaZnacka"] | null;
            /** @description Registered office. */
            sidlo: components["schemas"]["Sidlo"] | null;
            /** @description Heads of the branch, present and former; null = the source that tells of them was not read. */
            vedouci: components["schemas"]["Clen"][] | null;
            /**
             * Format: date
             * @description Day of the entry in the register.
             */
            zapsano: string | null;
            /**
             * Format: date
             * @description Day of the deletion from the register.
             */
            vymazano: string | null;
            /** @description Whether the entry holds today. */
            aktualni: boolean;
        };
        /**
         * OstatniSkutecnost
         * @description An entry of the register as its text.
         */
        OstatniSkutecnost: {
            /** @description Kind of the entry in the register. */
            kod: string;
            /** @description Name of the kind. */
            nazev: string | null;
            /** @description Text in the register's words. */
            text: string;
            /**
             * Format: date
             * @description Day of the entry in the register.
             */
            zapsano: string | null;
            /**
             * Format: date
             * @description Day of the deletion from the register.
             */
            vymazano: string | null;
        };
        /**
         * Registrace
         * @description How one of the registers that ARES joins has the company.
         */
        Registrace: {
            /** @description The register by the short name that ARES uses (ros, vr, res, rzp, dph, skDph…); more may come. */
            registr: components["schemas"]["CodedName"];
            /** @description State in the register: AKTIVNI (active), BUDOUCI (future), HISTORICKY (historical), POZASTAVENY (suspended), ZANIKLY (ceased), LOGICKY_SMAZANY (removed); NEEXISTUJICI = it is not there. */
            stav: components["schemas"]["CodedName"];
        };
        /**
         * Insolvence
         * @description An insolvency proceeding.
         */
        Insolvence: {
            /** @description Court file number of the proceeding without the senate. */
            spisovaZnacka: string;
            /** @description Number of the court's senate, written before the mark (“40 INS 12575/2022”). */
            cisloSenatu: number | null;
            /** @description Court. */
            soud: string | null;
            /** @description Code of the state of the proceeding. */
            stav: string | null;
            /** @description Name of the state. */
            stavNazev: string | null;
            /** @description Whether the proceeding runs; null where that cannot be told. */
            probiha: boolean | null;
            /**
             * Format: date
             * @description Day on which it began.
             */
            zahajeno: string | null;
            /**
             * Format: date
             * @description Day on which it ended; null while it runs or when the end is not known.
             */
            ukonceno: string | null;
            /** @description Link into the source register. */
            url: string | null;
        };
        /**
         * Listiny
         * @description Collection of documents.
         */
        Listiny: {
            /** @description Number of all documents. */
            pocet: number;
            /** @description The newest ones, at most 20. */
            posledni: components["schemas"]["Listina"][];
        };
        /**
         * Listina
         * @description A filed document.
         */
        Listina: {
            /** @description Number of the document. */
            cislo: string;
            /** @description Kind of document. */
            typ: string;
            /** @description Year that it concerns. */
            rok: number | null;
            /**
             * Format: date
             * @description Day on which it was made.
             */
            vznik: string | null;
            /**
             * Format: date
             * @description Day on which the court received it.
             */
            podano: string | null;
            /**
             * Format: date
             * @description Day on which it was filed.
             */
            zalozeno: string | null;
            /** @description Number of pages. */
            stran: number | null;
            /** @description Link into the source register. */
            url: string | null;
        };
        /**
         * Zdroj
         * @description A source register and the age of what it said.
         */
        Zdroj: {
            /** @description Name of the source. */
            zdroj: string;
            /**
             * Format: date-time
             * @description When the source was last read.
             */
            aktualizovano: string;
            /**
             * Format: date-time
             * @description Since when the source no longer knows the subject.
             */
            chybiOd: string | null;
        };
        /**
         * UplnostFirmy
         * @description Since when sections are known: uplna = from the beginning, “od 2015-03-01” = from that day on, neznama = on no day.
         */
        UplnostFirmy: {
            /** @description Whether the company existed. */
            stav: string;
            /** @description State in more detail. */
            stavPodrobne: string;
            /** @description Liquidation. */
            likvidace: string;
            /** @description Business name. */
            obchodniJmeno: string;
            /** @description Registered office. */
            sidlo: string;
            /** @description Court file number. */
            spisovaZnacka: string;
            /** @description Share capital. */
            zakladniKapital: string;
            /** @description Objects of business. */
            predmetPodnikani: string;
            /** @description Who acts for the company. */
            jednani: string;
            /** @description Statutory bodies and how they act. */
            statutarniOrgany: string;
            /** @description Representatives of legal persons in bodies. */
            zastupci: string;
            /** @description Other bodies. */
            ostatniOrgany: string;
            /** @description Partners. */
            spolecnici: string;
            /** @description Released shares. */
            uvolnenePodily: string;
            /** @description Branches and their heads. */
            odstepneZavody: string;
            /** @description Further entries. */
            ostatniSkutecnosti: string;
            /** @description Insolvency proceedings. */
            insolvence: string;
        };
        /**
         * ListinyStranka
         * @description A page of filed documents, the newest first. Null = the collection has not been read for this company yet.
         */
        ListinyStranka: {
            /** @description Number of all documents that match. */
            pocetCelkem: number | null;
            /** @description How many results were skipped. */
            start: number;
            /** @description Number of documents on this page. */
            pocet: number;
            /** @description How many documents of the kind state no year; the parameter rok does not find them. */
            bezRoku: number | null;
            /** @description The documents. */
            listiny: components["schemas"]["Listina"][] | null;
        };
        /**
         * DphOdpoved
         * @description VAT statuses in the order of the question.
         */
        DphOdpoved: {
            /** @description Number of distinct IDs. */
            pocet: number;
            /** @description IDs whose status is not verified; they are queued for look-up. */
            neovereno: string[];
            /** @description The status of each ID. */
            firmy: components["schemas"]["DphFirma"][];
        };
        /**
         * DphFirma
         * @description VAT status of one company.
         */
        DphFirma: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description VAT status; null means UNVERIFIED, never “not a payer”. */
            dph: components["schemas"]["Dph"] | null;
        };
        /**
         * DphDotaz
         * @description A question for the VAT status of several companies.
         */
        DphDotaz: {
            /** @description 1 to 100 company IDs; a repeated one counts once. */
            ico: string[];
        };
        /**
         * OsobyStranka
         * @description A page of persons.
         */
        OsobyStranka: {
            /** @description Number of all results, exact. */
            pocetCelkem: number;
            /** @description How many results were skipped. */
            start: number;
            /** @description How many persons are on the page. */
            pocet: number;
            /** @description Persons. Empty also where the public register has not been read yet; /api/v1/zdroje tells what has been. */
            osoby: components["schemas"]["OsobaPolozka"][];
        };
        /**
         * OsobaPolozka
         * @description A person among search results.
         */
        OsobaPolozka: {
            /** @description Key of the person's profile. */
            klic: string;
            /** @description First name. */
            jmeno: string | null;
            /** @description Surname. */
            prijmeni: string;
            /** @description Title before the name. */
            titulPred: string | null;
            /** @description Title after the name. */
            titulZa: string | null;
            /** @description Year of birth; nothing more of a birth date is ever shown. */
            rokNarozeni: number | null;
            /** @description In how many companies the person is or was. */
            pocetFirem: number;
            /** @description In how many companies the person is today. */
            pocetAktivnich: number;
            /** @description At most two of the person's companies, present ones first; they tell namesakes apart. */
            firmy: components["schemas"]["FirmaOsoby"][];
            /** @description The municipality of the first of the person's companies whose registered office is known. */
            obec: string | null;
            /** @description overena = by name and date of birth; samostatna = without a date of birth, joined with nobody; more may come. */
            jistota: string | null;
            /** @description By what it is known to be one person. */
            duvod: string | null;
            /** @description At most ten others of the same name who may be the same person; they were not joined because one of the two has no date of birth, or because two dates in the same company differ in day or month alone. */
            moznaTaz: components["schemas"]["MoznaTaz"][] | null;
            /** @description How the person was found. */
            nalezeno: components["schemas"]["NalezenoOsoba"] | null;
        };
        /**
         * FirmaOsoby
         * @description A company that tells a person from namesakes.
         */
        FirmaOsoby: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Business name. */
            obchodniJmeno: string | null;
        };
        /**
         * MoznaTaz
         * @description Somebody of the same name who may be the same person.
         */
        MoznaTaz: {
            /** @description Key of the person's profile. */
            klic: string;
            /** @description What speaks for it: the same name in the same company, in a company in the same town, or the same name alone. */
            duvod: string;
        };
        /**
         * NalezenoOsoba
         * @description How the search found a person.
         */
        NalezenoOsoba: {
            /** @description Step of the match, from the most exact: jmeno (whole words of the name), zacatkySlov (beginnings of words), jmenoAFirma (name and company or town), jinyZapis (another form or a familiar name), preklep (a slip), castecne (a word was left out). */
            stupen: string;
            /** @description Words of the query that are written otherwise in the name. */
            opravy: components["schemas"]["Oprava"][];
        };
        /**
         * OsobaProfil
         * @description A person with all engagements. With kDatu: A person with the engagements that stood in the register on a day.
         */
        OsobaProfil: {
            /** @description Key of the person's profile. */
            klic: string;
            /** @description First name. */
            jmeno: string | null;
            /** @description Surname. */
            prijmeni: string;
            /** @description Title before the name. */
            titulPred: string | null;
            /** @description Title after the name. */
            titulZa: string | null;
            /** @description Year of birth; nothing more of a birth date is ever shown. */
            rokNarozeni: number | null;
            /** @description In how many companies the person is or was. With kDatu: In how many companies the person was on the day. */
            pocetFirem: number;
            /** @description In how many companies the person is today. With kDatu: How many of them existed on the day. */
            pocetAktivnich: number;
            /** @description At most two of the person's companies, present ones first; they tell namesakes apart. With kDatu: Not told as of a day: empty. */
            firmy: components["schemas"]["FirmaOsoby"][];
            /** @description The municipality of the first of the person's companies whose registered office is known. With kDatu: Not known of a past day: always null. */
            obec: string | null;
            /** @description overena = by name and date of birth; samostatna = without a date of birth, joined with nobody; more may come. */
            jistota: string | null;
            /** @description By what it is known to be one person. */
            duvod: string | null;
            /** @description At most ten others of the same name who may be the same person; they were not joined because one of the two has no date of birth, or because two dates in the same company differ in day or month alone. With kDatu: Not told as of a day: always null. */
            moznaTaz: components["schemas"]["MoznaTaz"][] | null;
            /** @description Engagements, present ones first. */
            angazma: components["schemas"]["Angazma"][];
            /**
             * Format: date
             * @description The day that the answer is about.
             */
            kDatu?: string;
            /** @description Since when the engagements are known. */
            uplnost?: components["schemas"]["UplnostOsoby"];
        };
        /**
         * Angazma
         * @description An engagement of a person in one company. With kDatu: An engagement as it was on the day.
         */
        Angazma: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Business name. With kDatu: The company's name on the day; null = not known. */
            obchodniJmeno: string | null;
            /** @description Whether the company exists or has ceased. With kDatu: Whether the company existed on the day; null = not known. */
            stavFirmy: string | null;
            /** @description Name of the body. */
            organ: string | null;
            /** @description Kind of engagement. */
            role: string;
            /** @description Of a partner in what position: partner, holder of a common share, limited partner, general partner, shareholder, sole shareholder, founder, member of a cooperative… With kDatu: Of a partner in what position. */
            druh: components["schemas"]["CodedName"] | null;
            /** @description Name of the office held. */
            funkce: string | null;
            /** @description What the register adds to the person (“provozní ředitel”, chief operating officer). */
            funkcePoznamka: string | null;
            /**
             * Format: date
             * @description Beginning of the office; of a plain member, of the membership. Null if it is not known: the beginning of a membership is not that of a chair's office.
             */
            od: string | null;
            /**
             * Format: date
             * @description End of the office, at the latest that of the membership; null while it lasts or if the end is not known. With kDatu: The end of the office, if it had come by the day while the entry still stood; else null.
             */
            do: string | null;
            /**
             * Format: date
             * @description Day on which the membership of the body began.
             */
            clenstviOd: string | null;
            /**
             * Format: date
             * @description Day on which the membership of the body ended.
             */
            clenstviDo: string | null;
            /** @description Whether the entry holds today. With kDatu: Whether the office and the company lasted on the day. */
            aktualni: boolean;
            /** @description Contribution. */
            vklad: components["schemas"]["Vklad"] | null;
            /** @description Share. */
            podil: components["schemas"]["Podil"] | null;
            /** @description Pledges on the share, current ones first; null = the source that was read does not tell (or it is no share), an empty array = none is entered. */
            zastavniPrava: components["schemas"]["ZatizeniPodilu"][] | null;
            /** @description Executions entered at the share or at its partner, current ones first; null = the source that was read does not tell of shares (or it is no share), an empty array = none is entered. Executions entered for the company as a whole are in ostatniSkutecnosti. */
            exekuce: components["schemas"]["ZatizeniPodilu"][] | null;
            /**
             * Format: date
             * @description When the register entered the engagement; od is when the office began, where that is stated.
             */
            zapsano?: string | null;
        };
        /**
         * UplnostOsoby
         * @description Since when engagements are known: uplna, “od 2015-03-01”, neznama.
         */
        UplnostOsoby: {
            /** @description Engagements. */
            angazma: string;
        };
        /**
         * Zmeny
         * @description Changes of companies in the order of their publication.
         */
        Zmeny: {
            /** @description The changes; an empty array = none yet since the given number. */
            zmeny: components["schemas"]["Zmena"][];
            /** @description Value of the parameter od for the next query. */
            dalsi: number;
            /** @description The least od that can be gone on from. */
            nejstarsi: number;
        };
        /**
         * Zmena
         * @description One published change of a company.
         */
        Zmena: {
            /** @description Number of the change; it grows, not always by one. */
            poradi: number;
            /**
             * Format: date-time
             * @description When the change was published, in UTC.
             */
            kdy: string;
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description nova = the company is new, zmena = its detail changed, zanik = it ceased. */
            typ: string;
            /** @description Parts of the detail that changed, by their names (sidlo, statutarniOrgany, dph…); angazma = where the company itself sits, zdroje alone = only verified anew. Empty for a new company, null = not known. */
            oddily: components["schemas"]["Oddil"][] | null;
        };
        /**
         * Doklad
         * @description A signed receipt of an answer. It says what the sources stated, never that anybody is reliable.
         */
        Doklad: {
            /** @description Number of the receipt. */
            id: string;
            /**
             * Format: date-time
             * @description When the answer was given.
             */
            vydano: string;
            /** @description What was asked. */
            zadost: components["schemas"]["DokladZadost"];
            /** @description SHA-256 of the answer's body in hex; the client keeps the body. */
            otisk: string;
            /** @description For how many companies that were asked for no source had answered by then. */
            neodpovezeno: number;
            /** @description What the sources had answered by then. */
            zdroje: components["schemas"]["DokladZdroj"][];
            /** @description The companies that the answer told of; null in receipts of an older version, which named none. */
            firmy: components["schemas"]["DokladFirma"][] | null;
            /** @description EdDSA signature together with what is signed: the other fields except the time stamp (RFC 7515); keys are at /.well-known/jwks.json. */
            jws: string;
            /** @description Time stamp of the signature (RFC 3161), DER in base64; null where it has none. */
            casoveRazitko: string | null;
        };
        /**
         * DokladZadost
         * @description The request that was answered.
         */
        DokladZadost: {
            /** @description HTTP method. */
            metoda: string;
            /** @description Path and parameters of the request. */
            adresa: string;
            /** @description SHA-256 of the request's body in hex; null where it has none. */
            otisk: string | null;
        };
        /**
         * DokladZdroj
         * @description A source and the time of its answer.
         */
        DokladZdroj: {
            /** @description Code of the source. */
            zdroj: string;
            /**
             * Format: date-time
             * @description No answer of the source that was used is older than this; null where the source answered nothing.
             */
            odpovedZ: string | null;
        };
        /**
         * DokladFirma
         * @description What the service answered of a company.
         */
        DokladFirma: {
            /** @description Company ID. */
            ico: string;
            /** @description Name of the company; null where it is not known. */
            obchodniJmeno: string | null;
            /** @description VAT status and published accounts; null = not verified. */
            dph: components["schemas"]["Dph"] | null;
        };
        /**
         * SledovaneFirmy
         * @description A part of the list of watched companies, by ID.
         */
        SledovaneFirmy: {
            /** @description Number of all results, exact. */
            pocetCelkem: number;
            /** @description How many companies the tariff allows to watch. */
            nejvyse: number;
            /** @description How many results were skipped. */
            start: number;
            /** @description How many companies are in this answer. */
            pocet: number;
            /** @description Watched companies. */
            firmy: components["schemas"]["SledovanaFirma"][];
        };
        /**
         * SledovanaFirma
         * @description A watched company.
         */
        SledovanaFirma: {
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string;
            /** @description Business name; null where nothing is known of the company (yet). */
            obchodniJmeno: string | null;
            /**
             * Format: date-time
             * @description Since when the account watches it.
             */
            sledovanoOd: string;
        };
        /**
         * SledovaniVysledek
         * @description What became of a batch.
         */
        SledovaniVysledek: {
            /** @description How many companies were added. */
            pridano: number;
            /** @description How many the account watched already. */
            jizSledovano: number;
            /** @description How many companies the account watches now. */
            pocetCelkem: number;
            /** @description How many companies the tariff allows to watch. */
            nejvyse: number;
            /** @description IDs that no register read so far knows; they are watched too. */
            neznama: string[];
        };
        /**
         * SledovaniDavka
         * @description Companies to be watched.
         */
        SledovaniDavka: {
            /** @description Array of company IDs, each a text of 8 digits. */
            ico: string[];
        };
        /**
         * Zruseno
         * @description What was deleted.
         */
        Zruseno: {
            /** @description How many entries. */
            zruseno: number;
        };
        /**
         * Webhooky
         * @description The webhooks of the account.
         */
        Webhooky: {
            /** @description The webhooks, the oldest first. */
            webhooky: components["schemas"]["Webhook"][];
        };
        /**
         * Webhook
         * @description A webhook of the account.
         */
        Webhook: {
            /** @description Number of the webhook. */
            id: string;
            /** @description The address that messages are posted to. */
            url: string;
            /** @description Chosen sections; an empty array = all. */
            oddily: components["schemas"]["Oddil"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            vytvoreno: string;
            /** @description zapnut (on); opakuje = the last message was not delivered and is tried again; vypnut (off) after long failure or an answer 410. */
            stav: string;
            /** @description Number of the change up to which all is delivered. */
            poradi: number;
            /**
             * Format: date-time
             * @description When the delivery is tried again.
             */
            dalsiPokus: string | null;
        };
        /**
         * WebhookTajemstvi
         * @description A webhook with its secret, shown only once.
         */
        WebhookTajemstvi: {
            /** @description Number of the webhook. */
            id: string;
            /** @description The address that messages are posted to. */
            url: string;
            /** @description Chosen sections; an empty array = all. */
            oddily: components["schemas"]["Oddil"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            vytvoreno: string;
            /** @description zapnut (on); opakuje = the last message was not delivered and is tried again; vypnut (off) after long failure or an answer 410. */
            stav: string;
            /** @description Number of the change up to which all is delivered. */
            poradi: number;
            /**
             * Format: date-time
             * @description When the delivery is tried again.
             */
            dalsiPokus: string | null;
            /** @description Secret to verify signatures with (whsec_…); keep it, it is not shown again. */
            tajemstvi: string;
            /**
             * Format: date-time
             * @description Until when messages also bear a signature by the secret before.
             */
            predchoziPlatiDo: string | null;
        };
        /**
         * NovyWebhook
         * @description A webhook to be made.
         */
        NovyWebhook: {
            /** @description The https address that messages are posted to. */
            url: string;
            /** @description Sections of the detail whose change is told; an empty array = any. New and ceased companies are always told. */
            oddily?: ("obchodniJmeno" | "dic" | "stav" | "stavPodrobne" | "likvidace" | "datumVzniku" | "datumZaniku" | "pravniForma" | "sidlo" | "dorucovaciAdresa" | "dph" | "czNace" | "kategoriePoctuPracovniku" | "institucionalniSektor" | "spisovaZnacka" | "zakladniKapital" | "predmetPodnikani" | "statutarniOrgany" | "ostatniOrgany" | "spolecnici" | "uvolnenePodily" | "akcie" | "drivejsiJmena" | "odstepneZavody" | "ostatniSkutecnosti" | "seznamRegistraci" | "insolvence" | "listiny" | "zdroje" | "angazma" | "historie")[];
        };
        /**
         * WebhookDetail
         * @description A webhook with the last attempts.
         */
        WebhookDetail: {
            /** @description Number of the webhook. */
            id: string;
            /** @description The address that messages are posted to. */
            url: string;
            /** @description Chosen sections; an empty array = all. */
            oddily: components["schemas"]["Oddil"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            vytvoreno: string;
            /** @description zapnut (on); opakuje = the last message was not delivered and is tried again; vypnut (off) after long failure or an answer 410. */
            stav: string;
            /** @description Number of the change up to which all is delivered. */
            poradi: number;
            /**
             * Format: date-time
             * @description When the delivery is tried again.
             */
            dalsiPokus: string | null;
            /** @description The last attempts, the newest first. */
            dodavky: components["schemas"]["Dodavka"][];
        };
        /**
         * Dodavka
         * @description One attempt of delivery.
         */
        Dodavka: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            kdy: string;
            /** @description The webhook-id of the message; the same when it is repeated. */
            zprava: string;
            /** @description Company ID (IČO), always 8 digits, leading zeros included. */
            ico: string | null;
            /** @description Which attempt it was. */
            pokus: number;
            /** @description HTTP status of the answer; null where none came. */
            status: number | null;
            /** @description Why no answer came, a sentence in the caller's language. */
            chyba: string | null;
        };
        /**
         * WebhookZkouska
         * @description What became of a test message.
         */
        WebhookZkouska: {
            /** @description Whether the receiver took it (a status 2xx). */
            doruceno: boolean;
            /** @description HTTP status of the answer; null where none came. */
            status: number | null;
            /** @description Why no answer came, a sentence in the caller's language. */
            chyba: string | null;
        };
        /**
         * PrehraniDotaz
         * @description From where to replay a webhook.
         */
        PrehraniDotaz: {
            /** @description Number of the change after which all is sent again; without it, the webhook goes on where it stopped. */
            od?: number | null;
        };
        /**
         * Pripravenost
         * @description The node is ready.
         */
        Pripravenost: {
            /**
             * @description Always pripraveno; a node that is not ready answers 503.
             * @enum {string}
             */
            stav: "pripraveno";
        };
        /**
         * Zdroje
         * @description State of all source registers.
         */
        Zdroje: {
            /** @description The sources. */
            zdroje: components["schemas"]["StavZdroje"][];
        };
        /**
         * StavZdroje
         * @description State of a source register; moments are in UTC.
         */
        StavZdroje: {
            /** @description Name of the source, as in zdroje of a detail. */
            zdroj: string;
            /** @description Title of the register. */
            nazev: string;
            /**
             * Format: date-time
             * @description When the source was last read with success.
             */
            posledniUspech: string | null;
            /** @description How many seconds have passed since then. */
            stariSekund: number | null;
            /** @description How many records of the source the database holds. */
            pocetZaznamu: number | null;
            /**
             * Format: date-time
             * @description When it will be read next; null where it is not read by itself.
             */
            dalsiBeh: string | null;
            /** @description Class of the error of the last attempt; null when it succeeded. */
            posledniChyba: string | null;
            /** @description How many companies a source that is read company by company covers; null for sources read as a whole. */
            pokryti: components["schemas"]["Pokryti"] | null;
        };
        /**
         * Pokryti
         * @description For how many companies a source was read.
         */
        Pokryti: {
            /** @description For how many companies the source was read. */
            precteno: number;
            /** @description How many companies the database holds. */
            firem: number;
            /** @description The median age of those readings in seconds, to the hour. */
            medianStariSekund: number | null;
        };
        /**
         * Cile
         * @description Objectives of the service and what was measured.
         */
        Cile: {
            /**
             * Format: date-time
             * @description Since when there are measurements, of 31 days at most; a window that began before is not whole. Null while there are none.
             */
            merenoOd: string | null;
            /** @description Times of answers by kind. */
            odpovedi: components["schemas"]["CilOdpovedi"][];
            /** @description Freshness of the sources. */
            cerstvost: components["schemas"]["CilCerstvosti"][];
        };
        /**
         * CilOdpovedi
         * @description The objective for one kind of answers.
         */
        CilOdpovedi: {
            /** @description Code of the kind of answers. */
            druh: string;
            /** @description Name of the kind of answers. */
            nazev: string;
            /** @description Within how many milliseconds half of the answers are to be. */
            cilP50Ms: number;
            /** @description Within how many milliseconds 99 % of the answers are to be. */
            cilP99Ms: number;
            /** @description What share of the answers may be failures of the service (5xx). */
            cilChyb: number;
            /** @description What was measured in the last 5 minutes, 24 hours and 30 days. */
            mereno: components["schemas"]["MereniOdpovedi"][];
        };
        /**
         * MereniOdpovedi
         * @description Answers of one window, of all processes of the service.
         */
        MereniOdpovedi: {
            /** @description Window: 5min, 24h, 30d; more may come. */
            okno: string;
            /** @description How many answers there were. */
            odpovedi: number;
            /** @description How many of them were failures of the service (5xx). */
            chyb: number;
            /** @description Time within which half of the answers were; estimated from a histogram. */
            p50Ms: number | null;
            /** @description Time within which 99 % of the answers were; estimated from a histogram, 5000 at most. */
            p99Ms: number | null;
            /** @description Whether all three objectives were met; null where there were no answers. */
            splneno: boolean | null;
        };
        /**
         * CilCerstvosti
         * @description The objective for the age of one source.
         */
        CilCerstvosti: {
            /** @description Code of the source. */
            zdroj: string;
            /** @description Name of the source. */
            nazev: string;
            /** @description How many seconds there may be since the last success. */
            cilSekund: number;
            /** @description How many seconds there are now; null where there was none. */
            stariSekund: number | null;
            /** @description What was measured in the last 5 minutes, 24 hours and 30 days. */
            mereno: components["schemas"]["MereniCerstvosti"][];
        };
        /**
         * MereniCerstvosti
         * @description Age of a source in one window; null where nobody looked.
         */
        MereniCerstvosti: {
            /** @description Window: 5min, 24h, 30d; more may come. */
            okno: string;
            /** @description The greatest age in the window, in seconds. */
            nejvyssiStariSekund: number | null;
            /** @description In what share of the window the objective was met. */
            podilSplneno: number | null;
        };
        /**
         * StavDph
         * @description VAT status: platce (payer), nespolehlivyPlatce (unreliable payer), identifikovanaOsoba (identified person), neplatce (not a payer). No further state is ever added.
         * @enum {string}
         */
        StavDph: "identifikovanaOsoba" | "neplatce" | "nespolehlivyPlatce" | "platce";
        /**
         * Oddil
         * @description A part of the company detail in which something changed. No further part is added within /api/v1.
         * @enum {string}
         */
        Oddil: "obchodniJmeno" | "dic" | "stav" | "stavPodrobne" | "likvidace" | "datumVzniku" | "datumZaniku" | "pravniForma" | "sidlo" | "dorucovaciAdresa" | "dph" | "czNace" | "kategoriePoctuPracovniku" | "institucionalniSektor" | "spisovaZnacka" | "zakladniKapital" | "predmetPodnikani" | "statutarniOrgany" | "ostatniOrgany" | "spolecnici" | "uvolnenePodily" | "akcie" | "drivejsiJmena" | "odstepneZavody" | "ostatniSkutecnosti" | "seznamRegistraci" | "insolvence" | "listiny" | "zdroje" | "angazma" | "historie";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Limit: a day's without an account, else a month's. */
        "X-RateLimit-Limit": number;
        /** @description How many units are left. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until the limit is renewed. */
        "X-RateLimit-Reset": number;
        /** @description Seconds after which a retry makes sense. */
        "Retry-After": number;
        /** @description How many rows the whole result has. */
        "X-Service-Pocet-Celkem": number;
        /** @description How many rows the file has. */
        "X-Service-Pocet-Radku": number;
        /** @description How many units the export costs. */
        "X-Service-Jednotek": number;
        /** @description Number of a change up to which nothing is missing in the answer; go on from it with the changes. */
        "X-Service-Poradi": number;
        /** @description Whether the result was cut. */
        "X-Service-Zkraceno": boolean;
        /** @description The same as drafted by the IETF. */
        RateLimit: string;
        /** @description Limit and length of the window as drafted by the IETF. */
        "RateLimit-Policy": string;
        /** @description What credentials would be right. */
        "WWW-Authenticate": string;
        /** @description Methods that the address has. */
        Allow: string;
        /** @description Version of the document, for If-None-Match. */
        ETag: string;
        /** @description Whether and how long the answer may be kept. */
        "Cache-Control": string;
        /** @description Number of the receipt of the answer; on a company detail only where it says a VAT status. */
        "X-Service-Doklad": string;
        /** @description Name of the file. */
        "Content-Disposition": string;
        /** @description What waiting the service agreed to (wait=30); absent where it could not wait. */
        "Preference-Applied": string;
        /** @description Pages from anywhere may read. */
        "Access-Control-Allow-Origin": string;
        /** @description Headers that a page may read. */
        "Access-Control-Expose-Headers": string;
        /** @description What the answer depends on. */
        Vary: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    vyhledatFirmy: {
        parameters: {
            query?: {
                /** @description A name, former ones too, or an ID; a town may be added to the name. */
                q?: string;
                /** @description Region: its RÚIAN code (19), NUTS 3 code (CZ010) or name (Jihomoravský). */
                kraj?: "19" | "27" | "35" | "43" | "51" | "60" | "78" | "86" | "94" | "108" | "116" | "124" | "141" | "132" | "CZ010" | "CZ020" | "CZ031" | "CZ032" | "CZ041" | "CZ042" | "CZ051" | "CZ052" | "CZ053" | "CZ063" | "CZ064" | "CZ071" | "CZ072" | "CZ080" | "Hlavní město Praha" | "Praha" | "Středočeský kraj" | "Středočeský" | "Jihočeský kraj" | "Jihočeský" | "Plzeňský kraj" | "Plzeňský" | "Karlovarský kraj" | "Karlovarský" | "Ústecký kraj" | "Ústecký" | "Liberecký kraj" | "Liberecký" | "Královéhradecký kraj" | "Královéhradecký" | "Pardubický kraj" | "Pardubický" | "Kraj Vysočina" | "Vysočina" | "Jihomoravský kraj" | "Jihomoravský" | "Olomoucký kraj" | "Olomoucký" | "Moravskoslezský kraj" | "Moravskoslezský" | "Zlínský kraj" | "Zlínský";
                /** @description A municipality, its part or a city district: the whole name, or a beginning that only one has. Where no company has its registered office, or several fit, the answer is 400 with suggestions. */
                obec?: string;
                /** @description Address of the registered office: street, number, town; every word and number has to be in it (“Budějovická 1522/53” or “Budějovická 53”). */
                adresa?: string;
                /** @description Codes of legal forms (112), digits only; repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                forma?: string[];
                /** @description CZ-NACE codes, digits only; a code includes everything below it (62 → 62010). Repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                nace?: string[];
                /** @description Only companies that exist (aktivni) or have ceased (zanikla). */
                stav?: "aktivni" | "zanikla";
                /** @description Only companies with this VAT status; neovereno = it is not known. */
                dph?: "identifikovanaOsoba" | "neovereno" | "neplatce" | "nespolehlivyPlatce" | "platce";
                /** @description Only companies with a running insolvency proceeding (ano), without one (ne), or where it is not known (neovereno). */
                insolvence?: "ano" | "ne" | "neovereno";
                /** @description Only companies founded on this day (2020-01-31) or later; those of unknown founding are not found. */
                vznikOd?: string;
                /** @description Only companies founded on this day (2020-12-31) or before; those of unknown founding are not found. */
                vznikDo?: string;
                /** @description Only companies that ended on this day (2020-01-31) or later; those of which the day is not known are not found. */
                zanikOd?: string;
                /** @description Only companies that ended on this day (2020-12-31) or before; those of which the day is not known are not found. */
                zanikDo?: string;
                /** @description Codes of the number of employees (code list 579); repeated or comma-separated, at most 20. */
                velikost?: string[];
                /** @description Order: relevance (default), nazev (name), vznik (oldest first), -vznik (newest first); unknown founding always comes last, ties by ID. */
                razeni?: "-vznik" | "nazev" | "relevance" | "vznik";
                /** @description For which filters to count how many of the companies found have each value; repeated or comma-separated. */
                fasety?: ("forma" | "kraj" | "nace" | "stav")[];
                /** @description How many results to skip. */
                start?: number;
                /** @description How many results to return. */
                pocet?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["FirmyStranka"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    exportovatFirmy: {
        parameters: {
            query?: {
                /** @description A name, former ones too, or an ID; a town may be added to the name. */
                q?: string;
                /** @description Region: its RÚIAN code (19), NUTS 3 code (CZ010) or name (Jihomoravský). */
                kraj?: "19" | "27" | "35" | "43" | "51" | "60" | "78" | "86" | "94" | "108" | "116" | "124" | "141" | "132" | "CZ010" | "CZ020" | "CZ031" | "CZ032" | "CZ041" | "CZ042" | "CZ051" | "CZ052" | "CZ053" | "CZ063" | "CZ064" | "CZ071" | "CZ072" | "CZ080" | "Hlavní město Praha" | "Praha" | "Středočeský kraj" | "Středočeský" | "Jihočeský kraj" | "Jihočeský" | "Plzeňský kraj" | "Plzeňský" | "Karlovarský kraj" | "Karlovarský" | "Ústecký kraj" | "Ústecký" | "Liberecký kraj" | "Liberecký" | "Královéhradecký kraj" | "Královéhradecký" | "Pardubický kraj" | "Pardubický" | "Kraj Vysočina" | "Vysočina" | "Jihomoravský kraj" | "Jihomoravský" | "Olomoucký kraj" | "Olomoucký" | "Moravskoslezský kraj" | "Moravskoslezský" | "Zlínský kraj" | "Zlínský";
                /** @description A municipality, its part or a city district: the whole name, or a beginning that only one has. Where no company has its registered office, or several fit, the answer is 400 with suggestions. */
                obec?: string;
                /** @description Address of the registered office: street, number, town; every word and number has to be in it (“Budějovická 1522/53” or “Budějovická 53”). */
                adresa?: string;
                /** @description Codes of legal forms (112), digits only; repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                forma?: string[];
                /** @description CZ-NACE codes, digits only; a code includes everything below it (62 → 62010). Repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                nace?: string[];
                /** @description Only companies that exist (aktivni) or have ceased (zanikla). */
                stav?: "aktivni" | "zanikla";
                /** @description Only companies with this VAT status; neovereno = it is not known. */
                dph?: "identifikovanaOsoba" | "neovereno" | "neplatce" | "nespolehlivyPlatce" | "platce";
                /** @description Only companies with a running insolvency proceeding (ano), without one (ne), or where it is not known (neovereno). */
                insolvence?: "ano" | "ne" | "neovereno";
                /** @description Only companies founded on this day (2020-01-31) or later; those of unknown founding are not found. */
                vznikOd?: string;
                /** @description Only companies founded on this day (2020-12-31) or before; those of unknown founding are not found. */
                vznikDo?: string;
                /** @description Only companies that ended on this day (2020-01-31) or later; those of which the day is not known are not found. */
                zanikOd?: string;
                /** @description Only companies that ended on this day (2020-12-31) or before; those of which the day is not known are not found. */
                zanikDo?: string;
                /** @description Codes of the number of employees (code list 579); repeated or comma-separated, at most 20. */
                velikost?: string[];
                /** @description Order: relevance (default), nazev (name), vznik (oldest first), -vznik (newest first); unknown founding always comes last, ties by ID. */
                razeni?: "-vznik" | "nazev" | "relevance" | "vznik";
                /** @description The most rows; without it, the cap of the tariff holds. */
                pocet?: number;
                /** @description Format of the output. */
                format?: "csv";
                /** @description ano = only a preview in JSON, for 1 unit: how many rows the file would have and how many units it would cost. */
                nahled?: "ano" | "ne";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Service-Zkraceno": components["headers"]["X-Service-Zkraceno"];
                    "X-Service-Pocet-Celkem": components["headers"]["X-Service-Pocet-Celkem"];
                    "X-Service-Pocet-Radku": components["headers"]["X-Service-Pocet-Radku"];
                    "X-Service-Jednotek": components["headers"]["X-Service-Jednotek"];
                    "X-Service-Poradi": components["headers"]["X-Service-Poradi"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["ExportNahled"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    exportovatFirmyFormularem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description A name, former ones too, or an ID; a town may be added to the name. */
                    q?: string;
                    /**
                     * @description Region: its RÚIAN code (19), NUTS 3 code (CZ010) or name (Jihomoravský).
                     * @enum {string}
                     */
                    kraj?: "19" | "27" | "35" | "43" | "51" | "60" | "78" | "86" | "94" | "108" | "116" | "124" | "141" | "132" | "CZ010" | "CZ020" | "CZ031" | "CZ032" | "CZ041" | "CZ042" | "CZ051" | "CZ052" | "CZ053" | "CZ063" | "CZ064" | "CZ071" | "CZ072" | "CZ080" | "Hlavní město Praha" | "Praha" | "Středočeský kraj" | "Středočeský" | "Jihočeský kraj" | "Jihočeský" | "Plzeňský kraj" | "Plzeňský" | "Karlovarský kraj" | "Karlovarský" | "Ústecký kraj" | "Ústecký" | "Liberecký kraj" | "Liberecký" | "Královéhradecký kraj" | "Královéhradecký" | "Pardubický kraj" | "Pardubický" | "Kraj Vysočina" | "Vysočina" | "Jihomoravský kraj" | "Jihomoravský" | "Olomoucký kraj" | "Olomoucký" | "Moravskoslezský kraj" | "Moravskoslezský" | "Zlínský kraj" | "Zlínský";
                    /** @description A municipality, its part or a city district: the whole name, or a beginning that only one has. Where no company has its registered office, or several fit, the answer is 400 with suggestions. */
                    obec?: string;
                    /** @description Address of the registered office: street, number, town; every word and number has to be in it (“Budějovická 1522/53” or “Budějovická 53”). */
                    adresa?: string;
                    /** @description Codes of legal forms (112), digits only; repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                    forma?: string[];
                    /** @description CZ-NACE codes, digits only; a code includes everything below it (62 → 62010). Repeated or comma-separated, at most 20. Anything else is answered by 400 with the code that was probably meant. */
                    nace?: string[];
                    /**
                     * @description Only companies that exist (aktivni) or have ceased (zanikla).
                     * @enum {string}
                     */
                    stav?: "aktivni" | "zanikla";
                    /**
                     * @description Only companies with this VAT status; neovereno = it is not known.
                     * @enum {string}
                     */
                    dph?: "identifikovanaOsoba" | "neovereno" | "neplatce" | "nespolehlivyPlatce" | "platce";
                    /**
                     * @description Only companies with a running insolvency proceeding (ano), without one (ne), or where it is not known (neovereno).
                     * @enum {string}
                     */
                    insolvence?: "ano" | "ne" | "neovereno";
                    /**
                     * Format: date
                     * @description Only companies founded on this day (2020-01-31) or later; those of unknown founding are not found.
                     */
                    vznikOd?: string;
                    /**
                     * Format: date
                     * @description Only companies founded on this day (2020-12-31) or before; those of unknown founding are not found.
                     */
                    vznikDo?: string;
                    /**
                     * Format: date
                     * @description Only companies that ended on this day (2020-01-31) or later; those of which the day is not known are not found.
                     */
                    zanikOd?: string;
                    /**
                     * Format: date
                     * @description Only companies that ended on this day (2020-12-31) or before; those of which the day is not known are not found.
                     */
                    zanikDo?: string;
                    /** @description Codes of the number of employees (code list 579); repeated or comma-separated, at most 20. */
                    velikost?: string[];
                    /**
                     * @description Order: relevance (default), nazev (name), vznik (oldest first), -vznik (newest first); unknown founding always comes last, ties by ID.
                     * @enum {string}
                     */
                    razeni?: "-vznik" | "nazev" | "relevance" | "vznik";
                    /** @description The most rows; without it, the cap of the tariff holds. */
                    pocet?: number;
                    /**
                     * @description Format of the output.
                     * @default csv
                     * @enum {string}
                     */
                    format?: "csv";
                    /**
                     * @description ano = only a preview in JSON, for 1 unit: how many rows the file would have and how many units it would cost.
                     * @enum {string}
                     */
                    nahled?: "ano" | "ne";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Service-Zkraceno": components["headers"]["X-Service-Zkraceno"];
                    "X-Service-Pocet-Celkem": components["headers"]["X-Service-Pocet-Celkem"];
                    "X-Service-Pocet-Radku": components["headers"]["X-Service-Pocet-Radku"];
                    "X-Service-Jednotek": components["headers"]["X-Service-Jednotek"];
                    "X-Service-Poradi": components["headers"]["X-Service-Poradi"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["ExportNahled"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is bigger than the address takes. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    detailFirmy: {
        parameters: {
            query?: {
                /** @description The day (2024-06-30) as of which the company is told; today at the latest. */
                kDatu?: string;
            };
            header?: {
                /** @description The version that you hold (If-None-Match) is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Service-Doklad": components["headers"]["X-Service-Doklad"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["FirmaDetail"];
                    };
                };
            };
            /** @description The version that you hold (If-None-Match) is current. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The version that the header If-Match demands is not current. */
            412: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    exportovatFirmu: {
        parameters: {
            query?: {
                /** @description The day (2024-06-30) as of which the company is told; today at the latest. */
                kDatu?: string;
                /** @description Format of the output. */
                format?: "csv";
            };
            header?: {
                /** @description The version that you hold (If-None-Match) is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Service-Poradi": components["headers"]["X-Service-Poradi"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description The version that you hold (If-None-Match) is current. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The version that the header If-Match demands is not current. */
            412: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listinyFirmy: {
        parameters: {
            query?: {
                /** @description Kind of document, or the beginnings of its words, whatever the diacritics: vyrocni zprava. */
                typ?: string;
                /** @description Year that the document is about. */
                rok?: number;
                /** @description How many documents to skip. */
                start?: number;
                /** @description How many documents to return. */
                pocet?: number;
            };
            header?: never;
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["ListinyStranka"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    overitDph: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DphDotaz"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Service-Doklad": components["headers"]["X-Service-Doklad"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["DphOdpoved"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is bigger than the address takes. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    vyhledatOsoby: {
        parameters: {
            query: {
                /** @description First name or surname, whatever the case and the diacritics. */
                q: string;
                /** @description Year of birth; persons of whom it is not known are not found. */
                rok?: number;
                /** @description The municipality of the registered office of one of the person's companies. */
                obec?: string;
                /** @description Order: relevance, by the number of present companies (-pocetAktivnich), or by the year of birth (rok from the oldest, -rok from the youngest; unknown ones last). */
                razeni?: "-pocetAktivnich" | "-rok" | "relevance" | "rok";
                /** @description true finds only persons who are in some company at present. */
                jenAktivni?: "false" | "true";
                /** @description How many results to skip. */
                start?: number;
                /** @description How many results to return. */
                pocet?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["OsobyStranka"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    profilOsoby: {
        parameters: {
            query?: {
                /** @description The day (2024-06-30) as of which the person is told; today at the latest. */
                kDatu?: string;
            };
            header?: {
                /** @description The version that you hold (If-None-Match) is current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Key of a person, taken from an answer of the service; do not make it up. */
                klic: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["OsobaProfil"];
                    };
                };
            };
            /** @description The version that you hold (If-None-Match) is current. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The version that the header If-Match demands is not current. */
            412: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    zmeny: {
        parameters: {
            query?: {
                /** @description The number to go on after: X-Service-Poradi of an export or dalsi of the last answer; without it, from the oldest change that is kept. */
                od?: number;
                /** @description How many changes to return. */
                pocet?: number;
                /** @description Whose changes; only companies'. */
                druh?: "firma";
                /** @description true = only changes of companies that the account watches; takes its API key. An answer without changes is not yet the end: go on from dalsi as long as it grows. */
                sledovane?: "false" | "true";
            };
            header?: {
                /** @description wait=30: where there is nothing new, waits for a change so many seconds, 30 at most (RFC 7240). */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Zmeny"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description This number can no longer be gone on from; data.nejstarsi says which one can. */
            410: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        data: components["schemas"]["NejstarsiZmena"];
                    };
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    doklad: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the header X-Service-Doklad. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Doklad"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    sledovaneFirmy: {
        parameters: {
            query?: {
                /** @description How many companies to skip. */
                start?: number;
                /** @description How many companies to return. */
                pocet?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["SledovaneFirmy"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    sledovatFirmy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SledovaniDavka"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["SledovaniVysledek"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is bigger than the address takes. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    sledovanaFirma: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["SledovanaFirma"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    sledovatFirmu: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["SledovanaFirma"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    prestatSledovat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Company ID, exactly 8 digits. */
                ico: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Zruseno"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    webhooky: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Webhooky"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    vytvoritWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NovyWebhook"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["WebhookTajemstvi"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is bigger than the address takes. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a webhook, from an answer of the service. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["WebhookDetail"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    smazatWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a webhook, from an answer of the service. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Zruseno"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    vyzkousetWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a webhook, from an answer of the service. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["WebhookZkouska"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    novyKlicWebhooku: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a webhook, from an answer of the service. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["WebhookTajemstvi"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    prehratWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a webhook, from an answer of the service. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrehraniDotaz"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database knows no such company or person. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is bigger than the address takes. */
            413: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The limit is exhausted, the query costs more than is left, another export of yours is running, or there were too many attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    naseptat: {
        parameters: {
            query: {
                /** @description Beginning of any word of a name, or an ID; fewer than 2 characters suggest nothing. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Napoveda"][];
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    zdravi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        stav: "ok";
                        /** @enum {string} */
                        status: "ok";
                        obnovaDokumentu?: {
                            hotovo: number;
                            celkem: number;
                        };
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    pripravenost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Pripravenost"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many demanding searches are running, or the node is not ready; the message gives the reason, nothing was charged. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    zdroje: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Zdroje"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    cile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        data: components["schemas"]["Cile"];
                    };
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    popis: {
        parameters: {
            query?: {
                /** @description Language of the description; without it, Accept-Language decides. */
                lang?: "cs" | "en";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description A parameter is missing or wrong; the message names it. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The key does not exist, was revoked, is malformed, or came elsewhere than in the Authorization header. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address does not have this method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The address is longer than 8 kB. */
            414: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description A fault on our side; nothing was charged. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The database cannot be reached; nothing was charged. */
            502: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
}
