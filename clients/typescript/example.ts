// Asks for a company and for VAT; addresses, parameters and answers are checked by the compiler.
import createClient from "openapi-fetch";
import type { paths } from "soupis-types";

export async function report(baseUrl: string, key: string): Promise<string[]> {
  const soupis = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const found = await soupis.GET("/api/v1/vyhledavani", { params: { query: { q: "budvar", pocet: 1 } } });
  if (found.error) throw new Error(found.error.chyba.zprava);
  const ico = found.data.data.firmy[0]?.ico;
  if (ico === undefined) throw new Error("nothing found");

  const detail = await soupis.GET("/api/v1/firma/{ico}", { params: { path: { ico } } });
  if (detail.error) throw new Error(detail.error.chyba.zprava);
  const company = detail.data.data;

  const vat = await soupis.POST("/api/v1/firmy/dph", { body: { ico: [ico] } });
  if (vat.error) throw new Error(vat.error.chyba.zprava);
  // Null is "not verified", never "not a payer".
  const states = vat.data.data.firmy.map((item) => item.dph?.stav ?? "not verified");

  return [company.obchodniJmeno ?? ico, ...states];
}

// Lists the filed documents of a company about a year; null is "not read yet", never "none".
export async function filings(
  baseUrl: string,
  key: string,
  ico: string,
  rok: number,
): Promise<string[] | null> {
  const soupis = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const page = await soupis.GET("/api/v1/firma/{ico}/listiny", {
    params: { path: { ico }, query: { rok, pocet: 50 } },
  });
  if (page.error) throw new Error(page.error.chyba.zprava);
  return page.data.data.listiny?.map((document) => `${document.rok} ${document.typ}`) ?? null;
}

// Watches companies and tells what has changed of them since a number of the feed.
export async function changes(baseUrl: string, key: string, ico: string[], od: number): Promise<string[]> {
  const soupis = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const watched = await soupis.POST("/api/v1/sledovani", { body: { ico } });
  if (watched.error) throw new Error(watched.error.chyba.zprava);

  const feed = await soupis.GET("/api/v1/zmeny", { params: { query: { od, sledovane: "true" } } });
  if (feed.error) throw new Error(feed.error.chyba.zprava);
  return feed.data.data.zmeny.map((change) => `${change.ico} ${change.typ}`);
}
