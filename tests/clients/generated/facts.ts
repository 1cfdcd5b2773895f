// Facts read with the client that openapi-generator makes for TypeScript. See tests/clients/test_generated.py.
import {
  Configuration, FirmyApi, NovyWebhookOddilyEnum, OsobyApi, OstatniApi, ResponseError, SledovaniApi, StavDph,
} from "./client/index.js";

declare const process: { env: Record<string, string> };
const ICO = "00514152", UNVERIFIED = "12345679";
const { SOUPIS_URL: basePath, SOUPIS_KEY: accessToken, MIXED, RECEIVER: url } = process.env as Record<string, string>;
const configuration = new Configuration({ basePath, accessToken });
const companies = new FirmyApi(configuration), persons = new OsobyApi(configuration);
const watching = new SledovaniApi(configuration);

const found = (await companies.vyhledatFirmy({ q: "budvar", pocet: 1 })).data.firmy[0].ico;
const detail = (await companies.detailFirmy({ ico: ICO })).data;
const vat: StavDph | null | undefined = detail.dph?.stav;
const founded: string | undefined = detail.datumVzniku?.toISOString().slice(0, 10);
const day = (await companies.detailFirmy({ ico: ICO, kDatu: new Date("2012-03-15") })).data;

const checked = (await companies.overitDph({ dphDotaz: { ico: [ICO, UNVERIFIED] } })).data;
const unverified = checked.firmy.filter((item) => item.dph === null).map((item) => item.ico);

const natural: string[] = [], legal: string[] = [];
for (const { osoba } of (await companies.detailFirmy({ ico: MIXED })).data.spolecnici ?? []) {
  if (osoba.typ === "fyzicka") natural.push(osoba.prijmeni);
  else legal.push(osoba.obchodniJmeno);
}

const klic = (await persons.vyhledatOsoby({ q: "novotny", pocet: 1 })).data.osoby[0].klic;
const roles = [...new Set((await persons.profilOsoby({ klic })).data.angazma.map((item) => item.role))].sort();
const csv = (await (await companies.exportovatFirmy({ q: "budvar" })).text()).split(";")[0];
const suggested = (await new OstatniApi(configuration).naseptat({ q: "budv" }))[0].ico;
const changes = (await companies.zmeny({ od: 0, pocet: 3 })).data.zmeny.length;

const oddily = [NovyWebhookOddilyEnum.Insolvence, NovyWebhookOddilyEnum.Dph];
const hook = (await watching.vytvoritWebhook({ novyWebhook: { url, oddily } })).data;
const { zruseno } = (await watching.smazatWebhook({ webhook: hook.id })).data;

let refused: unknown[] = [];
try {
  await companies.detailFirmy({ ico: "00000019" });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  const { chyba } = await error.response.json();
  refused = [chyba.status, chyba.zprava];
}

console.log(JSON.stringify({
  found, name: detail.obchodniJmeno, founded, vat, unverified, natural, legal, roles, csv, suggested, changes, refused,
  asOf: [day.kDatu?.toISOString().slice(0, 10), day.uplnost?.stav],
  webhook: [hook.oddily, zruseno],
}));
