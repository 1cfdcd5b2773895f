// The live graph of relations, in place of the picture that the server draws. Data: …/vazby/graf.
"use strict";
(() => {
  const card = document.querySelector(".graph-card");
  if (!card) return;
  const box = card.querySelector(".graph-live");
  const status = card.querySelector(".graph-status");
  const panel = card.querySelector(".graph-panel");
  const found = card.querySelector(".graph-found");
  const pathForm = card.querySelector(".graph-path");
  const english = document.documentElement.lang === "en";
  const say = (czech, inEnglish) => (english ? inEnglish : czech);
  const counted = (number, [one, few, many], [single, plural]) =>
    `${number} ${english ? (number === 1 ? single : plural) : number === 1 ? one : number > 1 && number < 5 ? few : many}`;
  const tiesCounted = (number) => counted(number, ["vazbu", "vazby", "vazeb"], ["tie", "ties"]);
  const partiesCounted = (number) => counted(number, ["uzel", "uzly", "uzlů"], ["node", "nodes"]);
  const STATES = {
    zanikla: { mark: "†", words: say("zaniklá", "ceased") },
    insolvence: { mark: "!", words: say("v insolvenci", "insolvent") },
    likvidace: { mark: "L", words: say("v likvidaci", "in liquidation") },
  };
  const narrow = matchMedia("(max-width: 40rem)").matches;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const MOST = 500; // nodes
  const FLATTEST = 0.55; // how much lower, or higher, than wide a picture is made to fill its frame
  const STEEPEST = 3;
  const MARGINS = { side: narrow ? 46 : 66, above: 58, below: 62 }; // for names and buttons, in points of the screen
  const WORDS = narrow ? 13 : 19; // letters in a line of a name
  const RADIUS = 19;
  const FRAME = 8; // milliseconds of a frame for the layout
  const LIVELY = 150; // nodes; of more than these only the finished layout is drawn
  const LARGEST = 16e6; // points of a saved PNG
  const READABLE = 11 / 12; // below this scale sizes of shares are hidden, and names do not shrink any further

  const nodes = new Map();
  const ties = new Map();
  let centre;
  let chosen;
  let path = [];
  let shown = { nodes: [], edges: [], neighbours: new Map() };
  let cut = false;
  let touched = false; // whether the reader has set the view
  let flat = 0.66; // the height of the picture for its width
  let grown = 1; // how much larger names are than the picture

  // --- data ---
  const load = async (address, query) => {
    const answer = await fetch(`${address}/vazby/graf?${new URLSearchParams(query)}`);
    if (answer.ok) return answer.json();
    const wait = answer.headers.get("Retry-After");
    throw new Error(
      wait
        ? say(`Příliš mnoho dotazů. Zkuste to znovu za ${wait} s.`, `Too many requests. Try again in ${wait} s.`)
        : say("Vazby se nepodařilo načíst.", "The ties could not be loaded."),
    );
  };
  // What is new starts beside the node that it came with.
  const merge = (graph, beside) => {
    let added = 0;
    for (const node of graph.uzly) {
      const known = nodes.get(node.id);
      if (known) known.cely ||= node.cely ?? false;
      else if (nodes.size < MOST) {
        const turn = added * 2.4;
        const away = 40 + 6 * Math.sqrt(added);
        nodes.set(node.id, {
          stav: [],
          cely: false,
          ...node,
          x: beside && beside.x + away * Math.cos(turn),
          y: beside && beside.y + away * Math.sin(turn),
        });
        added += 1;
      } else {
        cut = true;
        const short = nodes.get(graph.stred);
        if (short) short.cely = false;
      }
    }
    const alike = new Map(); // several shares of one party may be alike
    for (const tie of graph.vazby) {
      if (nodes.has(tie.kdo) && nodes.has(tie.kde)) {
        const key = [tie.kdo, tie.kde, tie.druh, tie.nazev, tie.obdobi, tie.podil].join("|");
        alike.set(key, (alike.get(key) ?? 0) + 1);
        ties.set(`${key}|${alike.get(key)}`, tie);
      }
    }
    return added;
  };

  // --- what is shown: the ties that pass the filter, and whom they join with the centre ---
  const filtered = () => {
    const kinds = new Set([...card.querySelectorAll("[name=druh]:checked")].map((input) => input.value));
    const past = card.querySelector("[name=minule]").checked;
    return [...ties.values()].filter((tie) => kinds.has(tie.druh) && (past || tie.aktualni));
  };
  const choose = () => {
    const edges = new Map();
    const neighbours = new Map();
    const join = (one, other, edge) => {
      if (!neighbours.has(one)) neighbours.set(one, new Map());
      neighbours.get(one).set(other, edge);
    };
    for (const tie of filtered()) {
      const id = tie.kdo < tie.kde ? `${tie.kdo}|${tie.kde}` : `${tie.kde}|${tie.kdo}`;
      if (!edges.has(id)) edges.set(id, { id, source: nodes.get(tie.kdo), target: nodes.get(tie.kde), ties: [] });
      const edge = edges.get(id);
      edge.ties.push(tie);
      join(tie.kdo, tie.kde, edge);
      join(tie.kde, tie.kdo, edge);
    }
    const reached = new Set([centre.id]);
    for (const id of reached) for (const other of neighbours.get(id)?.keys() ?? []) reached.add(other);
    const visible = [...edges.values()].filter((edge) => reached.has(edge.source.id) && reached.has(edge.target.id));
    for (const edge of visible) {
      const parts = edge.ties.filter((tie) => tie.druh === "spolecnik");
      edge.current = edge.ties.some((tie) => tie.aktualni);
      edge.share = parts.length > 0;
      // The sizes of all present shares, or of the first former one; the contributions are in the panel.
      const told = parts.filter((tie) => tie.podil && tie.aktualni);
      if (!told.length) told.push(...parts.filter((tie) => tie.podil).slice(0, 1));
      edge.held = cutTo(told.map((tie) => tie.podil.split(", ")[0]).join(" + "), 20);
      edge.back = edge.ties.some((tie) => tie.kdo !== edge.source.id);
    }
    shown = { nodes: [...reached].map((id) => nodes.get(id)), edges: visible, neighbours };
    if (path.some((id) => !reached.has(id))) path = [];
    if (!reached.has(chosen?.id)) chosen = undefined;
  };
  const shortest = (from, to) => {
    const before = new Map([[from, null]]);
    for (const id of before.keys()) {
      if (id === to) break;
      for (const other of shown.neighbours.get(id)?.keys() ?? []) if (!before.has(other)) before.set(other, id);
    }
    if (!before.has(to)) return [];
    const way = [];
    for (let id = to; id !== null; id = before.get(id)) way.unshift(id);
    return way;
  };

  // --- words ---
  const cutTo = (text, most) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);
  const LINE = 14; // points from line to line of a name
  const LETTER = 5.9;
  const wrapped = (name) => {
    const lines = [""];
    for (const word of name.split(/\s+/)) {
      const last = lines[lines.length - 1];
      if (last && last.length + word.length > WORDS) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    const rest = lines.length > 2 ? [lines[0], `${lines[1]}…`] : lines;
    return rest.map((line) => cutTo(line, WORDS + 2));
  };
  const stateWords = (node) => node.stav.map((state) => STATES[state].words).join(", ");
  const kind = (node) => (node.typ === "firma" ? say("firma", "company") : say("osoba", "person"));
  const label = (node) => {
    const about = node.ico ?? (node.narozen ? `${say("nar.", "b.")} ${node.narozen}` : "");
    return about ? `${node.nazev} (${about})` : node.nazev;
  };
  const described = (node) => [label(node), kind(node), stateWords(node)].filter(Boolean).join(", ");
  const tieWords = (tie) => [tie.nazev, tie.podil].filter(Boolean).join(", ");
  const tell = (text) => (status.textContent = text);
  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const partyElement = (node) => {
    const name = element("bdi", node.nazev);
    if (!node.adresa) return name;
    const link = element("a", "", { href: node.adresa });
    link.append(name);
    return link;
  };

  // --- picture ---
  // The whole drawing is moved as one layer, so that it need not be painted anew for that.
  const view = d3.select(box);
  const svg = view
    .append("svg")
    .attr("role", "application")
    .attr("aria-label", say("Graf vazeb; šipky vedou od uzlu k uzlu", "Graph of ties; arrows lead from node to node"));
  svg
    .append("defs")
    .append("marker")
    .attr("id", "sipka")
    .attr("viewBox", "0 0 8 8")
    .attr("refX", 7)
    .attr("refY", 4)
    .attr("markerUnits", "userSpaceOnUse")
    .attr("markerWidth", 9)
    .attr("markerHeight", 9)
    .attr("orient", "auto-start-reverse")
    .append("path")
    .attr("d", "M0 0.5L8 4L0 7.5Z");
  const world = svg.append("g");
  const edgeLayer = world.append("g").attr("aria-hidden", "true");
  const nodeLayer = world.append("g");
  const labelLayer = world.append("g").attr("aria-hidden", "true"); // nodes are named by their aria-label
  const elements = new Map(); // of each node that is shown: itself and its label

  const zoom = d3
    .zoom()
    .scaleExtent([0.08, 3])
    // Fingers on a touch pad send small steps, a wheel large ones.
    .wheelDelta((event) => Math.max(-0.4, Math.min(0.4, event.deltaY * (event.deltaMode ? -0.1 : -0.01))))
    .filter((event) =>
      // A page must be able to scroll past the picture.
      event.type === "wheel"
        ? event.ctrlKey || event.metaKey || card.classList.contains("full")
        : !event.button && !event.target.closest("button"),
    )
    .on("start", ({ sourceEvent }) => box.classList.toggle("moved", Boolean(sourceEvent)))
    .on("end", () => box.classList.remove("moved"))
    .on("zoom", ({ transform, sourceEvent }) => {
      if (sourceEvent) touched = true;
      svg.node().style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
      world.classed("distant", transform.k < READABLE);
      letters(Math.max(1, READABLE / transform.k));
      uncover();
    });
  // Names keep their size on the screen where the picture gets smaller.
  const letters = (size) => {
    if (size === grown) return;
    grown = size;
    labelLayer.selectAll(".words").attr("transform", wordsAt);
  };
  const wordsAt = () => `translate(0,17) scale(${grown})`;
  const rank = (node) => {
    if (node === centre || node === chosen || path.includes(node.id)) return Infinity;
    return shown.neighbours.get(node.id)?.size ?? 0;
  };
  // Of names that would cover one another that of the node with more ties is shown, but in any case that of the
  // centre, of the chosen node and of a path.
  const uncover = () => {
    const seen = d3.zoomTransform(box);
    const scale = seen.k * grown;
    const taken = [];
    const ranks = new Map(shown.nodes.map((node) => [node, rank(node)]));
    const order = (one, other) => (ranks.get(other) > ranks.get(one)) - (ranks.get(one) > ranks.get(other));
    for (const node of [...shown.nodes].sort(order)) {
      const label = elements.get(node)?.[1];
      if (!label) continue;
      const lines = label.__lines;
      const [x, y] = seen.apply([node.x, node.y * flat + 17]);
      const half = (Math.max(...lines.map((line) => line.length)) * LETTER * scale) / 2;
      const place = [x - half, y, x + half, y + lines.length * LINE * scale];
      const covers = taken.some(
        ([left, top, right, bottom]) => place[0] < right && left < place[2] && place[1] < bottom && top < place[3],
      );
      label.classList.toggle("covered", covers && ranks.get(node) < Infinity);
      if (!covers || ranks.get(node) === Infinity) taken.push(place);
    }
  };
  view.call(zoom).on("dblclick.zoom", null);
  const sizes = () => [box.clientWidth, box.clientHeight];
  const span = (some, of) => [Math.min(...some.map(of)), Math.max(...some.map(of))];
  const bounds = (some) => {
    const [[left, right], [top, bottom]] = [span(some, (node) => node.x), span(some, (node) => node.y * flat)];
    return [left - 80, top - 45, right + 80, bottom + 75];
  };
  const room = () => {
    const [width, height] = sizes();
    return [width - 2 * MARGINS.side, height - MARGINS.above - MARGINS.below];
  };
  // All of some nodes with their names.
  const fit = (some = shown.nodes) => {
    const [[left, right], [top, bottom]] = [span(some, (node) => node.x), span(some, (node) => node.y * flat)];
    const [width, height] = room();
    const scale = Math.min(width / (right - left || 1), height / (bottom - top || 1), 1.15);
    const middle = d3.zoomIdentity.translate(MARGINS.side + width / 2, MARGINS.above + height / 2);
    view.call(zoom.transform, middle.scale(scale).translate(-(left + right) / 2, -(top + bottom) / 2));
  };
  // What is seen as long as the reader moves nothing: the path where there is one, else all, as it fills the frame.
  const fitFirst = () => {
    const [[left, right], [top, bottom]] = [span(shown.nodes, (node) => node.x), span(shown.nodes, (node) => node.y)];
    const [width, height] = room();
    const filling = (height / (bottom - top || 1)) * ((right - left || 1) / width);
    flat = Math.max(FLATTEST, Math.min(STEEPEST, filling));
    place();
    fit(path.length > 1 ? path.map((id) => nodes.get(id)) : shown.nodes);
  };
  const bringIntoView = (node) => {
    const [width, height] = sizes();
    const [x, y] = d3.zoomTransform(box).apply([node.x, node.y * flat]);
    if (x < 60 || y < 40 || x > width - 60 || y > height - 60) view.call(zoom.translateTo, node.x, node.y * flat);
  };

  const simulation = d3
    .forceSimulation()
    .stop()
    .alphaDecay(0.03)
    .force("link", d3.forceLink().id((node) => node.id).distance((edge) => (edge.held ? 165 : 120)))
    .force("charge", d3.forceManyBody().strength(-520).distanceMax(1200))
    .force("collide", d3.forceCollide(68).strength(0.9))
    .force("x", d3.forceX().strength(narrow ? 0.3 : 0.035))
    .force("y", d3.forceY().strength(narrow ? 0.03 : 0.06));

  const place = () => {
    for (const layer of [nodeLayer, labelLayer]) {
      layer.selectChildren().attr("transform", (node) => `translate(${node.x},${node.y * flat})`);
    }
    edgeLayer.selectAll("g.edge").each(function (edge) {
      const [x1, y1, x2, y2] = [edge.source.x, edge.source.y * flat, edge.target.x, edge.target.y * flat];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [((x2 - x1) / length) * (RADIUS + 2), ((y2 - y1) / length) * (RADIUS + 2)];
      this.firstChild.setAttribute("d", `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}`);
      const text = this.querySelector("text");
      text?.setAttribute("x", (x1 + x2) / 2);
      text?.setAttribute("y", (y1 + y2) / 2);
    });
    uncover();
  };
  let frame = 0;
  // The layout is found in small pieces between frames; what is there already moves along with it.
  const settle = (alpha, watched) =>
    new Promise((resolve) => {
      cancelAnimationFrame(frame);
      delete card.dataset.settled;
      simulation.alpha(alpha);
      const step = () => {
        const until = performance.now() + FRAME;
        do simulation.tick();
        while (simulation.alpha() > 0.02 && performance.now() < until);
        const done = simulation.alpha() <= 0.02;
        if (watched && (done || (!calm && shown.nodes.length <= LIVELY))) {
          touched ? place() : fitFirst();
        }
        if (!done) {
          frame = requestAnimationFrame(step);
          return;
        }
        card.dataset.settled = "";
        resolve();
      };
      frame = requestAnimationFrame(step);
    });

  const classes = (node) =>
    [
      node.typ === "firma" ? "company" : "person",
      node.stav.includes("zanikla") && "ended",
      node === centre && "centre",
      node === chosen && "chosen",
      path.includes(node.id) && "on-path",
    ]
      .filter(Boolean)
      .join(" ");
  const mark = (node) => {
    const [itself, label] = elements.get(node);
    itself.setAttribute("class", `node ${classes(node)}`);
    itself.setAttribute("tabindex", node === (chosen ?? centre) ? 0 : -1);
    label.setAttribute("class", `label ${classes(node)}`);
  };
  const drawNode = function (node) {
    const group = d3.select(this);
    group.append("title").text(described(node));
    group.append("rect").attr("class", "hit").attr("x", -58).attr("y", -24).attr("width", 116).attr("height", 74);
    const around = (name, size) =>
      node.typ === "firma"
        ? group.append("rect").attr("class", name).attr("x", -size - 2).attr("y", -size).attr("width", 2 * size + 4)
            .attr("height", 2 * size).attr("rx", 4)
        : group.append("circle").attr("class", name).attr("r", size);
    around("ring", 20);
    around("shape", 15);
    const plus = group.append("g").attr("class", "plus").attr("transform", "translate(17,13)");
    plus.append("circle").attr("r", 8);
    plus.append("path").attr("d", "M-4 0H4M0 -4V4");
    plus.on("click", (event) => {
      event.stopPropagation();
      select(node);
      expand(node);
    });
  };

  const drawLabel = function (node) {
    const group = d3.select(this);
    const lines = wrapped(node.nazev);
    const words = group.append("g").attr("class", "words").attr("transform", wordsAt);
    lines.forEach((line, row) => words.append("text").attr("class", "name").attr("y", LINE * (row + 1)).text(line));
    if (node.stav.length) {
      words.append("text").attr("class", "state").attr("y", LINE * (lines.length + 1)).text(stateWords(node));
    }
    this.__lines = node.stav.length ? [...lines, stateWords(node)] : lines;
    node.stav.forEach((state, place) => {
      const sign = group.append("g").attr("class", "mark").attr("transform", `translate(${16 - 17 * place},-14)`);
      sign.append("circle").attr("r", 8.5);
      sign.append("text").attr("y", 4).text(STATES[state].mark);
    });
  };

  // Everything that the picture shows, anew; positions stay.
  const draw = () => {
    edgeLayer
      .selectAll("g.edge")
      .data(shown.edges, (edge) => edge.id)
      .join((entering) => {
        const group = entering.append("g");
        group.append("path").attr("class", "line").attr("marker-end", "url(#sipka)");
        return group;
      })
      .attr("class", (edge) => {
        const on = path.some((id, step) => step && [path[step - 1], id].sort().join("|") === edge.id);
        return `edge ${edge.share ? "share" : "office"}${edge.current ? "" : " past"}${on ? " on-path" : ""}`;
      })
      .each(function (edge) {
        this.firstChild.toggleAttribute("marker-start", false);
        if (edge.back) this.firstChild.setAttribute("marker-start", "url(#sipka)");
        d3.select(this).selectAll("text").data(edge.held ? [edge.held] : []).join("text").attr("class", "held").text(String);
      });
    nodeLayer
      .selectChildren()
      .data(shown.nodes, (node) => node.id)
      .join((entering) =>
        entering
          .append("g")
          .attr("role", "button")
          .each(drawNode)
          .on("click", (_event, node) => select(node))
          .on("dblclick", (_event, node) => expand(node))
          .on("focus", (_event, node) => select(node))
          .call(dragging),
      )
      .attr("aria-expanded", (node) => String(node.cely))
      .attr("aria-label", described)
      .each(function (node) {
        this.querySelector(".plus").style.display = node.cely ? "none" : "";
      });
    labelLayer
      .selectChildren()
      .data(shown.nodes, (node) => node.id)
      .join((entering) => entering.append("g").each(drawLabel));
    elements.clear();
    nodeLayer.selectChildren().each(function (node) {
      elements.set(node, [this]);
    });
    labelLayer.selectChildren().each(function (node) {
      elements.get(node).push(this);
    });
    shown.nodes.forEach(mark);
    world.classed("with-path", path.length > 1);
  };
  const arrange = () => {
    choose();
    simulation.nodes(shown.nodes);
    simulation.force("link").links(shown.edges);
  };
  const drawPlaced = () => {
    draw();
    touched ? place() : fitFirst();
    listNodes();
    showPanel();
  };
  const show = (alpha) => {
    arrange();
    drawPlaced();
    settle(alpha, true);
  };

  const dragging = d3
    .drag()
    .clickDistance(6)
    .touchable(false) // fingers move and pinch the picture, wherever they are put
    .container(box)
    .subject((_event, node) => {
      const [x, y] = d3.zoomTransform(box).apply([node.x, node.y * flat]);
      return { x, y };
    })
    .on("drag", (event, node) => {
      touched = true;
      const [x, y] = d3.zoomTransform(box).invert([event.x, event.y]);
      [node.x, node.y] = [x, y / flat];
      [node.fx, node.fy] = [node.x, node.y];
      settle(0.15, true);
    });

  // --- one node: what is told of it, and its further ties ---
  const select = (node) => {
    if (chosen === node) return;
    const before = chosen ?? centre;
    chosen = node;
    mark(before);
    mark(node);
    uncover();
    showPanel();
    const count = shown.neighbours.get(node.id)?.size ?? 0;
    const more = node.cely ? "" : say(" Enter zjistí, zda má další.", " Enter looks for more.");
    tell(`${described(node)}. ${say("V grafu má", "In the graph:")} ${tiesCounted(count)}.${more}`);
  };
  const showPanel = () => {
    panel.replaceChildren();
    if (!chosen) return;
    const node = chosen;
    const heading = element("h3", "");
    heading.append(partyElement(node));
    for (const state of node.stav) heading.append(" ", element("span", STATES[state].words, { class: "tag" }));
    const list = element("ul", "");
    const edges = [...(shown.neighbours.get(node.id) ?? [])];
    for (const [id, edge] of edges.slice(0, 6)) {
      const line = element("li", "");
      const tie = edge.ties.find((one) => one.aktualni) ?? edge.ties[0];
      line.append(partyElement(nodes.get(id)), ` – ${tieWords(tie)} `, element("span", `(${tie.obdobi})`, { class: "soft" }));
      list.append(line);
    }
    if (edges.length > 6) list.append(element("li", say(`a dalších ${edges.length - 6}`, `and ${edges.length - 6} more`)));
    panel.append(heading, list);
    if (!node.cely) {
      const button = element("button", say("Rozbalit vazby", "Show its ties"), { type: "button", class: "button small" });
      button.addEventListener("click", () => expand(node));
      panel.append(button);
    }
    if (node.adresa && node !== centre) {
      panel.append(element("a", say("Graf odsud", "Graph from here"), { class: "button small", href: `${node.adresa}/vazby` }));
    }
  };
  const told = (added) => {
    const hidden = nodes.size - shown.nodes.length;
    return [
      say(`Přibylo: ${partiesCounted(added)}. V grafu: ${nodes.size}.`, `Added: ${partiesCounted(added)}. In the graph: ${nodes.size}.`),
      hidden ? say(`Filtr skrývá: ${hidden}.`, `Hidden by the filter: ${hidden}.`) : "",
      cut ? say(`Víc než ${MOST} uzlů graf neukáže.`, `The graph shows no more than ${MOST} nodes.`) : "",
    ]
      .filter(Boolean)
      .join(" ");
  };
  const expand = async (node) => {
    if (node.cely) return tell(say("Všechny vazby už jsou v grafu.", "All of its ties are in the graph."));
    if (nodes.size >= MOST) return tell(say(`Víc než ${MOST} uzlů graf neukáže.`, `The graph shows no more than ${MOST} nodes.`));
    tell(say("Načítám…", "Loading…"));
    try {
      const before = ties.size;
      const added = merge(await load(node.adresa, { hloubka: 1, nejvice: MOST }), node);
      if (ties.size === before && !cut) {
        draw();
        place();
        showPanel();
        return tell(say("Další vazby nemá.", "It has no further ties."));
      }
      show(0.6);
      tell(told(added));
    } catch (error) {
      tell(error.message);
    }
  };

  // --- path between two ---
  const alphabet = new Intl.Collator(document.documentElement.lang);
  const listNodes = () => {
    if (!pathForm.parentNode.open) return;
    const from = card.querySelector("#odkud");
    const before = from.value || centre.id;
    const sorted = [...shown.nodes].sort((one, other) => alphabet.compare(one.nazev, other.nazev));
    from.replaceChildren(...sorted.map((node) => element("option", label(node), { value: node.id })));
    from.value = nodes.has(before) ? before : centre.id;
    card.querySelector("#uzly").replaceChildren(...sorted.map((node) => element("option", "", { value: label(node) })));
  };
  const showPath = (way) => {
    path = way;
    draw();
    if (way.length < 2) return;
    touched = false;
    fitFirst();
    const steps = way.slice(1).map((id, place) => shown.neighbours.get(way[place]).get(id));
    const list = element("ol", "");
    for (const edge of steps) {
      const tie = edge.ties.find((one) => one.aktualni) ?? edge.ties[0];
      const line = element("li", "");
      line.append(partyElement(nodes.get(tie.kdo)), ` – ${tieWords(tie)} – `, partyElement(nodes.get(tie.kde)), " ");
      line.append(element("span", `(${tie.obdobi})`, { class: "soft" }));
      list.append(line);
    }
    const count = counted(steps.length, ["krok", "kroky", "kroků"], ["step", "steps"]);
    const heading = element("h3", `${say("Nejkratší cesta", "The shortest path")}: ${count} `);
    const away = element("button", say("Zrušit", "Clear"), { type: "button", class: "button small" });
    away.addEventListener("click", () => {
      found.replaceChildren();
      showPath([]);
    });
    heading.append(away);
    found.replaceChildren(heading, list);
  };
  // Between two of the graph it is found here; elsewhere the server looks for it.
  pathForm.addEventListener("submit", (event) => {
    if (!centre) return;
    const from = nodes.get(card.querySelector("#odkud").value) ?? centre;
    const to = shown.nodes.find((node) => label(node) === pathForm.cil.value || node.ico === pathForm.cil.value.trim());
    const way = to ? shortest(from.id, to.id) : [];
    if (way.length > 1) {
      event.preventDefault();
      showPath(way);
      return;
    }
    if (from.adresa) pathForm.action = `${from.adresa}/vazby#cesta`;
    if (to?.adresa) pathForm.cil.value = to.adresa.split("/").pop();
  });

  // --- keyboard ---
  const focus = (node) => {
    if (!node) return;
    bringIntoView(node);
    select(node);
    elements.get(node)[0].focus({ preventScroll: true });
  };
  const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  // The nearest one in the direction; what lies aside counts as further away.
  const towards = (from, [right, down]) => {
    let best;
    let least = Infinity;
    for (const node of shown.nodes) {
      const [dx, dy] = [node.x - from.x, (node.y - from.y) * flat];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (node === from || ahead <= 0 || aside > ahead * 2) continue;
      if (ahead + 2 * aside < least) [best, least] = [node, ahead + 2 * aside];
    }
    return best;
  };
  svg.on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = chosen ?? centre;
    const place = shown.nodes.indexOf(here);
    const acts = {
      Enter: () => expand(here),
      " ": () => expand(here),
      Home: () => focus(centre),
      PageDown: () => focus(shown.nodes[(place + 1) % shown.nodes.length]),
      PageUp: () => focus(shown.nodes[(place - 1 + shown.nodes.length) % shown.nodes.length]),
      "+": () => act.in(),
      "-": () => act.out(),
      0: () => act.fit(),
    };
    const todo = ARROWS[event.key] ? () => focus(towards(here, ARROWS[event.key])) : acts[event.key];
    if (!todo) return;
    event.preventDefault();
    todo();
  });

  // --- saving: a picture bears its colours itself, in place of the style sheet ---
  const CARRIED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "paint-order", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
  const picture = () => {
    const distant = world.classed("distant");
    const size = grown;
    world.classed("distant", false);
    letters(1);
    const copy = svg.node().cloneNode(true);
    const originals = svg.node().querySelectorAll("*");
    const looks = new Map(); // what stands under the same classes looks the same
    const classOf = (part) => part.getAttribute("class");
    copy.querySelectorAll("*").forEach((part, place) => {
      const like = [part.tagName, classOf(part), classOf(part.parentNode), classOf(part.parentNode.parentNode ?? part)].join("|");
      if (!looks.has(like)) {
        const style = getComputedStyle(originals[place]);
        looks.set(like, CARRIED.map((name) => [name, style.getPropertyValue(name)]));
      }
      for (const [name, value] of looks.get(like)) part.setAttribute(name, value);
      for (const name of ["tabindex", "role", "aria-label", "aria-expanded", "aria-hidden", "style"]) part.removeAttribute(name);
    });
    world.classed("distant", distant);
    letters(size);
    copy.querySelectorAll(".plus, .hit, .ring").forEach((part) => part.remove());
    copy.querySelectorAll("[class]").forEach((part) => part.removeAttribute("class"));
    const [left, top, right, bottom] = bounds(shown.nodes);
    const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
    for (const name of ["role", "aria-label", "style"]) copy.removeAttribute(name);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x: left, y: top, width, height, fill: getComputedStyle(box).backgroundColor })) {
      ground.setAttribute(name, value);
    }
    copy.prepend(ground);
    return { text: new XMLSerializer().serializeToString(copy), width, height };
  };
  const save = (blob, ending) => {
    const link = element("a", "", { download: `vazby-${centre.adresa.split("/").pop()}.${ending}` });
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  const act = {
    in: () => view.call(zoom.scaleBy, 1.35),
    out: () => view.call(zoom.scaleBy, 1 / 1.35),
    fit: () => fit(),
    more: async () => {
      const button = card.querySelector("[data-do=more]");
      button.disabled = true;
      tell(say("Načítám…", "Loading…"));
      try {
        const graph = await load(card.dataset.address, { hloubka: 3, nejvice: MOST });
        const added = merge(graph, centre);
        show(1);
        tell(told(added));
      } catch (error) {
        button.disabled = false;
        tell(error.message);
      }
    },
    full: () => {
      if (card.classList.contains("full")) document.fullscreenElement ? document.exitFullscreen() : setFull(false);
      // Where the browser has no full screen for a part of a page, the graph covers the page.
      else card.requestFullscreen ? card.requestFullscreen().catch(() => setFull(true)) : setFull(true);
    },
    svg: () => save(new Blob([picture().text], { type: "image/svg+xml" }), "svg"),
    png: async () => {
      const { text, width, height } = picture();
      const scale = Math.min(2, Math.sqrt(LARGEST / (width * height)));
      const image = new Image(width, height);
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(
        (blob) => (blob ? save(blob, "png") : tell(say("Obrázek se nepodařilo uložit.", "The picture could not be saved."))),
        "image/png",
      );
    },
  };
  const setFull = (full) => {
    card.classList.toggle("full", full);
    card.querySelector("[data-do=full]").setAttribute("aria-pressed", String(full));
    fitFirst();
  };
  const connect = () => {
    document.addEventListener("fullscreenchange", () => setFull(document.fullscreenElement === card));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && card.classList.contains("full") && !document.fullscreenElement) setFull(false);
    });
    pathForm.parentNode.addEventListener("toggle", listNodes);
    for (const button of card.querySelectorAll("[data-do]")) button.addEventListener("click", () => act[button.dataset.do]());
    card.querySelector(".graph-filter").addEventListener("change", () => {
      show(0.4);
      tell(say(`Filtrem prošlo: ${shown.nodes.length} z ${nodes.size}.`, `Shown: ${shown.nodes.length} of ${nodes.size}.`));
    });
    addEventListener("resize", () => touched || fitFirst());
  };

  // --- start ---
  const start = async () => {
    const goal = card.dataset.goal;
    const graph = await load(card.dataset.address, goal ? { cil: goal } : {});
    merge(graph);
    centre = nodes.get(graph.stred);
    [centre.fx, centre.fy] = [0, 0];
    arrange();
    await settle(1, false);
    drawPlaced();
    connect();
    if (graph.cesta) showPath(graph.cesta);
    const words = say(`V grafu: ${partiesCounted(nodes.size)} (firmy a osoby).`, `In the graph: ${partiesCounted(nodes.size)} (companies and persons).`);
    const rest = say(" Znaménko + rozbalí další vazby.", " The sign + shows further ties.");
    tell(shown.nodes.every((node) => node.cely) ? words : words + rest);
  };
  // Without the data the picture of the server stays.
  card.classList.add("live");
  start().catch(() => card.classList.replace("live", "failed"));
})();
