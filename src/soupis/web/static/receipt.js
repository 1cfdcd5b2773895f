// Verification of a receipt in the browser: nothing of the files leaves it. What `soupis receipt verify` checks
// offline is checked here too, by WebCrypto.
"use strict";

const form = document.getElementById("receipt-form");
const texts = JSON.parse(form.dataset.texts);
const encoder = new TextEncoder();
const subtle = globalThis.crypto?.subtle;

class Invalid extends Error {}

const check = (holds, reason) => {
  if (!holds) throw new Invalid(texts[reason]);
};
const sha256 = async (...parts) => {
  const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Uint8Array(await subtle.digest("SHA-256", whole));
};
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one, other) => hex(one) === hex(other);
const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const fromBase64Url = (text) => fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));

// JSON with sorted keys and no spaces (RFC 8785).
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};

const imported = async (set) => {
  const keys = [];
  for (const { kty, crv, x } of set.keys) {
    if (kty !== "OKP" || crv !== "Ed25519") continue;
    const raw = fromBase64Url(x);
    const print = await sha256(encoder.encode(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`));
    const kid = btoa(String.fromCharCode(...print)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    keys.push({ kid, raw, key: await subtle.importKey("raw", raw, "Ed25519", false, ["verify"]) });
  }
  return keys;
};

const verifySignature = async (receipt, body, keys) => {
  const [header, middle, signature, ...rest] = receipt.jws.split(".");
  check(middle === "" && signature && !rest.length, "malformed");
  const said = JSON.parse(new TextDecoder().decode(fromBase64Url(header)));
  check(said.alg === "EdDSA" && said.b64 === false && String(said.crit) === "b64", "malformed");
  const known = keys.find(({ kid }) => kid === said.kid);
  check(known, "key");
  const signed = new Uint8Array(await new Blob([encoder.encode(`${header}.`), body]).arrayBuffer());
  check(await subtle.verify("Ed25519", known.key, fromBase64Url(signature), signed), "signature");
  const issued = `${new Date(said.iat * 1000).toISOString().slice(0, 19)}Z`;
  check(said.jti === receipt.id && issued === receipt.vydano, "moment");
};

const verifyCheckpoint = async (note, log, keys) => {
  const [text, signatures] = note.split("\n\n");
  const [origin, size, root] = text.split("\n");
  check(origin === log && /^\d+$/.test(size) && signatures, "checkpoint");
  for (const line of signatures.split("\n")) {
    if (!line.startsWith(`— ${origin} `)) continue;
    const made = fromBase64(line.slice(origin.length + 3));
    for (const { raw, key } of keys) {
      const id = (await sha256(encoder.encode(`${origin}\n`), Uint8Array.of(1), raw)).slice(0, 4);
      if (!same(id, made.slice(0, 4))) continue;
      if (await subtle.verify("Ed25519", key, made.slice(4), encoder.encode(`${text}\n`))) {
        return { size: Number(size), root: fromBase64(root) };
      }
    }
  }
  throw new Invalid(texts.checkpoint);
};

// RFC 9162, 2.1.3.2
const verifyInclusion = async (leaf, position, proof, { size, root }) => {
  check(Number.isInteger(position) && position >= 0 && position < size, "log");
  let here = position;
  let last = size - 1;
  let computed = leaf;
  const half = (number) => Math.floor(number / 2);
  for (const step of proof.map(fromBase64)) {
    check(last > 0, "log");
    if (here % 2 || here === last) {
      computed = await sha256(Uint8Array.of(1), step, computed);
      while (here && here % 2 === 0) [here, last] = [half(here), half(last)];
    } else {
      computed = await sha256(Uint8Array.of(1), computed, step);
    }
    [here, last] = [half(here), half(last)];
  }
  check(last === 0 && same(computed, root), "log");
};

const verify = async (receipt, body, keys) => {
  check(hex(await sha256(body)) === receipt.otisk, "body");
  await verifySignature(receipt, body, keys);
  const { zaznam, ...entered } = receipt;
  const checkpoint = await verifyCheckpoint(zaznam.kontrolniBod, zaznam.log, keys);
  const entry = await sha256(encoder.encode(canonical(entered)));
  await verifyInclusion(await sha256(Uint8Array.of(0), entry), zaznam.pozice, zaznam.dukaz, checkpoint);
};

// --- what is shown ---

const put = (name, text) => {
  document.querySelector(`[data-put="${name}"]`).textContent = text;
};
const moment = (text) =>
  text ? new Date(text).toLocaleString(document.documentElement.lang, { timeZone: "Europe/Prague" }) : texts.unanswered;

const addRow = (table, cells) => {
  const row = document.getElementById(table).tBodies[0].insertRow();
  for (const cell of cells) row.insertCell().textContent = cell;
};

const show = (receipt, answer) => {
  put("id", receipt.id);
  put("vydano", moment(receipt.vydano));
  put("zadost", `${receipt.zadost.metoda} ${receipt.zadost.adresa}`);
  put("otisk", receipt.otisk);
  put("log", `${receipt.zaznam.log}, ${receipt.zaznam.pozice}`);
  for (const table of ["receipt-sources", "receipt-rows"]) document.getElementById(table).tBodies[0].replaceChildren();
  for (const { zdroj, odpovedZ } of receipt.zdroje) addRow("receipt-sources", [texts.sources[zdroj] ?? zdroj, moment(odpovedZ)]);
  const data = answer.data ?? {};
  for (const { ico, dph } of data.firmy ?? [data]) {
    const state = dph ? (texts.states[dph.stav] ?? texts.contradiction) : texts.unanswered;
    addRow("receipt-rows", [ico, state, dph?.dic ?? "", dph?.nespolehlivyOd ?? "", dph ? moment(dph.overenoK) : ""]);
  }
};

const read = async (name) => {
  const file = form.elements[name].files[0];
  return file ? new Uint8Array(await file.arrayBuffer()) : null;
};
const parsed = (bytes, reason) => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Invalid(texts[reason]);
  }
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const verdict = document.getElementById("receipt-verdict");
  const protocol = document.getElementById("receipt-protocol");
  protocol.hidden = true;
  try {
    check(subtle, "insecure");
    const [given, body, saved] = await Promise.all([read("receipt"), read("body"), read("keys")]);
    check(given && body, "missing");
    const whole = parsed(given, "unreadable");
    const receipt = whole.data ?? whole;
    const set = saved ? parsed(saved, "unreadable") : await (await fetch("/.well-known/jwks.json")).json();
    let keys;
    try {
      keys = await imported(set);
    } catch {
      throw new Invalid(texts.unsupported);
    }
    await verify(receipt, body, keys);
    show(receipt, parsed(body, "unreadable"));
    protocol.hidden = false;
    verdict.className = "notice good";
    verdict.textContent = texts.valid;
  } catch (error) {
    verdict.className = "notice bad";
    verdict.textContent = `${texts.invalid} ${error instanceof Invalid ? error.message : texts.malformed}`;
  }
  verdict.hidden = false;
});

document.getElementById("receipt-print").addEventListener("click", () => print());
