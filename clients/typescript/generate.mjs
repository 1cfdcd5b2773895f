// Writes soupis.d.ts by the OpenAPI document of a running Soupis, whose address is in SOUPIS_URL.
import { writeFile } from "node:fs/promises";
import openapiTypescript, { astToString } from "openapi-typescript";

const answer = await fetch(`${process.env.SOUPIS_URL}/api/v1/openapi.json?lang=en`);
if (!answer.ok) throw new Error(await answer.text());
// Examples are half of the document and no part of a type.
const description = JSON.parse(await answer.text(), (name, value) => (name === "example" ? undefined : value));
const types = astToString(await openapiTypescript(description));
await writeFile("soupis.d.ts", `// Made by generate.mjs from the OpenAPI document of Soupis. Do not edit.\n${types}`);
