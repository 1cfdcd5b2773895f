// Verifies a receipt by the JOSE library of npm: node verify.mjs RECEIPT BODY JWKS; says true or false.
import { readFileSync } from "node:fs";
import { createLocalJWKSet, flattenedVerify } from "jose";

const [receipt, body, keys] = process.argv.slice(2).map((path) => readFileSync(path));
const [header, middle, signature] = JSON.parse(receipt).data.jws.split(".");
try {
  if (middle !== "") throw new Error("not detached");
  const jws = { protected: header, payload: new Uint8Array(body), signature };
  await flattenedVerify(jws, createLocalJWKSet(JSON.parse(keys)), { algorithms: ["EdDSA"], crit: { b64: true } });
  console.log("true");
} catch (error) {
  console.log(`false: ${error.code ?? error}`);
}
