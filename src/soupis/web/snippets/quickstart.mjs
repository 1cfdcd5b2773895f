const answer = await fetch("https://soupis.example/api/v1/firma/00514152", {
  headers: { Authorization: `Bearer ${process.env.SOUPIS_KEY}` },
});
if (!answer.ok) throw new Error(await answer.text());
const firma = (await answer.json()).data;
// dph: null = not verified, never "not a payer"
console.log(firma.obchodniJmeno, firma.dph?.stav ?? null);
