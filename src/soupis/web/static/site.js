// Suggestions, theme, copying and the slider of days. Everything works without this file, only with more clicks.
"use strict";

// --- theme: the server reads the cookie too, so that the next page comes in the right colours ---
for (const form of document.querySelectorAll("form.theme")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `vzhled=${dark ? "svetly" : "tmavy"}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  });
}

// --- copy buttons: made here, because without script they could do nothing ---
const english = document.documentElement.lang === "en";
const addCopyButtons = (where) => {
  for (const source of where.querySelectorAll("[data-copy]:not([data-ready])")) {
    source.dataset.ready = "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = english ? "Copy" : "Kopírovat";
    button.setAttribute("aria-label", `${button.textContent} ${source.dataset.copyName ?? source.textContent}`);
    button.addEventListener("click", async () => {
      const before = button.textContent;
      try {
        await navigator.clipboard.writeText(source.dataset.copy || source.textContent);
        button.textContent = english ? "Copied" : "Zkopírováno";
      } catch {
        getSelection().selectAllChildren(source);
        button.textContent = english ? "Press Ctrl+C" : "Stiskněte Ctrl+C";
      }
      setTimeout(() => (button.textContent = before), 1600);
    });
    source.after(button);
  }
};
addCopyButtons(document);

// --- sharing and printing: buttons that need a script, and so come with it ---
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const url = document.querySelector("link[rel=canonical]").href;
    const before = button.textContent;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = english ? "Link copied" : "Odkaz zkopírován";
        setTimeout(() => (button.textContent = before), 1600);
      }
    } catch {
      // The reader changed their mind, or the browser allows neither.
    }
  });
}

// --- suggestions: the combobox pattern with a list box ---
const SHORTEST = 2;
const WAIT = 120;

const suggest = (box, index) => {
  const input = box.querySelector("input");
  const list = document.createElement("ul");
  const status = document.createElement("div");
  list.className = "suggestions";
  list.id = `navrhy-${index}`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.placeholder);
  status.className = "hidden";
  status.setAttribute("role", "status");
  box.append(list, status);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);

  let active = -1;
  let timer = 0;
  let asked = null;

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (next) => {
    const items = list.children;
    if (!items.length) return;
    items[active]?.setAttribute("aria-selected", "false");
    active = (next + items.length) % items.length;
    items[active].setAttribute("aria-selected", "true");
    items[active].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[active].id);
  };
  const item = (suggestion, number) => {
    const found = document.createElement("li");
    const name = document.createElement("b");
    const ico = document.createElement("code");
    const about = document.createElement("small");
    name.textContent = suggestion.nazev;
    ico.textContent = suggestion.ico ?? "";
    about.textContent = suggestion.popis ?? "";
    found.id = `${list.id}-${number}`;
    found.setAttribute("role", "option");
    found.setAttribute("aria-selected", "false");
    found.dataset.address = suggestion.adresa;
    found.append(name, ico, about);
    return found;
  };
  const show = (suggestions) => {
    list.replaceChildren(...suggestions.map(item));
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = suggestions.length === 0;
    input.setAttribute("aria-expanded", String(suggestions.length > 0));
    status.textContent = suggestions.length ? `${box.dataset.hint}: ${suggestions.length}` : "";
  };
  const ask = async () => {
    const text = input.value.trim();
    asked?.abort();
    if (text.length < SHORTEST) return close();
    asked = new AbortController();
    try {
      const answer = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(text)}`, { signal: asked.signal });
      if (answer.ok && document.activeElement === input) show(await answer.json());
    } catch (error) {
      if (error.name !== "AbortError") close();
    }
  };
  const go = (option) => {
    location.href = option.dataset.address;
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) ask();
      else mark(event.key === "ArrowDown" ? active + 1 : active < 0 ? -1 : active - 1);
    } else if (event.key === "Enter" && active >= 0 && !list.hidden) {
      event.preventDefault();
      go(list.children[active]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  input.addEventListener("blur", close);
  // Before the field loses its focus, so that the list is still there for the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) go(option);
  });
};
document.querySelectorAll("[data-suggest]").forEach(suggest);

// --- fields left empty stay out of the address of the results ---
document.querySelectorAll("form[role=search]").forEach((form) => {
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (!value) formData.delete(name);
  });
});

// --- a slider over the days on which something changed; without a script there are links to them ---
for (const slider of document.querySelectorAll("[data-days]")) {
  const input = slider.querySelector("input");
  const shown = slider.querySelector("output");
  const form = slider.closest("section").querySelector("form");
  // The newest stands first in the list, the oldest at the beginning of the slider.
  const days = [...slider.closest("section").querySelectorAll("[data-days-list] a")].reverse();
  const axis = () => slider.closest("section").querySelector("svg");
  let timer = 0;
  let asked = null;

  const show = async (link) => {
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(link.href, { signal: asked.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const parts = document.querySelectorAll("[data-then]");
      const fresh = page.querySelectorAll("[data-then]");
      if (parts.length !== fresh.length) throw new Error("a page that shows no day");
      parts.forEach((part, index) => part.replaceWith(fresh[index]));
      document.querySelector("a[hreflang]").href = page.querySelector("a[hreflang]").getAttribute("href");
      document.title = page.title;
      form.elements.kDatu.value = new URL(link.href).searchParams.get("kDatu");
      axis().remove();
      history.replaceState(null, "", link.href);
    } catch (error) {
      if (error.name !== "AbortError") location.href = link.href;
    }
  };
  input.addEventListener("input", () => {
    const link = days[input.value];
    clearTimeout(timer);
    if (!link) return;
    shown.textContent = `${slider.dataset.days} ${link.textContent}`;
    input.setAttribute("aria-valuetext", shown.textContent);
    timer = setTimeout(show, 200, link);
  });
  axis().remove();
  slider.hidden = false;
}
