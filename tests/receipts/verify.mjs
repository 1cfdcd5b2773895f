// Verifies a receipt by the JOSE library of npm: node verify.mjs RECEIPT JWKS; says true or false.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { compactVerify, createLocalJWKSet } from "jose";

const [receipt, keys] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path)));
const { jws, casoveRazitko, ...said } = receipt.data;
try {
  const { payload } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms: ["EdDSA"] });
  console.log(isDeepStrictEqual(JSON.parse(new TextDecoder().decode(payload)), said));
} catch (error) {
  console.log(`false: ${error.code ?? error}`);
}
