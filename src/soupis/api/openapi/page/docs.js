// "Try it": ask the service from this page, as whoever is signed in, and show what came.
"use strict";

// The look that was chosen on the site's other pages.
const look = /(?:^|; )vzhled=(svetly|tmavy)/.exec(document.cookie);
if (look) document.documentElement.dataset.theme = look[1] === "tmavy" ? "dark" : "light";

const SHOWN = 20000;

for (const form of document.querySelectorAll("form.try")) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.replaceChildren();
    try {
      output.append(...(await shown(await fetch(address(form)))));
    } catch (error) {
      output.append(preformatted(String(error)));
    }
  });
}

function address(form) {
  let path = form.getAttribute("action");
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.append(input.name, input.value);
  }
  return query.size ? `${path}?${query}` : path;
}

async function shown(answer) {
  const headers = ["x-ratelimit-remaining", "x-service-jednotek", "x-service-zkraceno", "retry-after", "etag"]
    .filter((name) => answer.headers.has(name))
    .map((name) => `${name}: ${answer.headers.get(name)}`);
  let text = await answer.text();
  try {
    text = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // CSV stays as it came.
  }
  if (text.length > SHOWN) text = `${text.slice(0, SHOWN)}\n…`;
  return [preformatted([`${answer.status} ${answer.statusText}`, ...headers].join("\n")), preformatted(text)];
}

function preformatted(text) {
  const block = document.createElement("pre");
  block.textContent = text;
  return block;
}
