// Panels: what the page says about the graph that is shown.

const playIcon = () => {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 10 10");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M1 0 10 5 1 10Z");
  icon.append(path);
  return icon;
};

/** The kinds of graph that it is, in words. */
function kinds(row) {
  const words = [
    [row.num_components > 1, `${row.num_components} parts`], [row.bipartite, "bipartite"],
    [row.arc_transitive && row.m, "arc-transitive"],
    [!row.arc_transitive && row.vertex_transitive && row.n > 1, "vertex-transitive"],
    [!row.arc_transitive && row.edge_transitive && row.m, "edge-transitive"],
    [row.strongly_regular, `strongly regular (${row.n}, ${row.max_degree}, ${row.srg_lambda}, ${row.srg_mu})`],
    [row.distance_regular && !row.strongly_regular, `distance-regular ${row.intersection_array}`],
    [!row.wl1_finds_orbits, "1-WL misses orbits"],
  ];
  return words.filter(([holds]) => holds).map(([, word]) => word);
}

function summaryPanel(view) {
  const { row } = view;
  const fact = (name, value, title = "") => make("div", { title }, make("dt", {}, name), make("dd", {}, value === null ? "\u2013" : String(value)));
  return make("div", { class: "card" },
    make("div", { class: "hero" },
      make("span", { class: "big" }, orderText(row.aut_order)),
      make("span", { class: "soft" }, row.aut_order === "1" ? "symmetry: only the identity" : "symmetries, all found exactly")),
    make("div", { class: "chips" }, ...kinds(row).map((word) => make("span", {}, word))),
    make("dl", { class: "grid" },
      fact("nodes", row.n), fact("edges", row.m), fact("degrees", row.min_degree === row.max_degree ? row.min_degree : `${row.min_degree}\u2013${row.max_degree}`),
      fact("node orbits", row.num_orbits), fact("edge orbits", row.num_edge_orbits), fact("orbitals", row.num_orbitals, "Orbits of ordered pairs of nodes"),
      fact("girth", row.girth), fact("diameter", row.diameter), fact("channels", row.channels)));
}

function generatorsPanel(view, play) {
  if (!view.generators.length) return make("p", { class: "soft" }, "No symmetry but the identity: every node is unlike every other.");
  return make("div", {},
    make("p", { class: "soft", style: { "margin-bottom": ".5rem" } }, `${plural(view.generators.length, "generator")}. Play ${view.generators.length === 1 ? "it" : "one"}: every edge lands on an edge.`),
    make("div", { class: "generators" }, ...view.generators.map((cycles, i) => make("button", {
      type: "button", "data-generator": i, "aria-label": `Play symmetry ${i + 1}: ${cycles}`, title: cycles, on: { click: () => play(i) },
    }, playIcon(), make("span", { class: "cycles" }, cycles)))));
}

function pairPanel(view, picked) {
  if (!picked.length) return make("p", { class: "soft" }, "Pick two nodes in the drawing to see all pairs that symmetry makes equal to them.");
  const [u, v] = picked;
  const degree = (w) => view.neighbours[w].length;
  if (picked.length === 1) {
    const size = view.orbitSizes[view.orbits[u]];
    return make("p", {}, `Node ${u}: degree ${degree(u)}, ${size === 1 ? "fixed by every symmetry" : `in an orbit of ${size} nodes`}. `,
      make("span", { class: "soft" }, "Pick another, or this one again."));
  }
  const { pairs, paired } = orbitalOf(view, u, v);
  const kind = u === v ? "node with itself" : view.neighbours[u].includes(v) ? "joined" : "not joined";
  return make("p", {}, `(${u}, ${v}), ${kind}: its orbital has `, make("b", { id: "orbital-size" }, String(pairs.length)), ` ${pairs.length === 1 ? "pair" : "pairs"}`,
    u === v ? "." : paired ? ", and holds the reversed pairs too." : "; the reversed pairs form another one.");
}

/** Some eigenvalues of a component; the rest is in the title. */
const eigenvalues = (values) => values.slice(0, 3).map(number).join(", ") + (values.length > 3 ? ", \u2026" : "");

function channelLabel(view, a) {
  const channel = view.channels[a];
  const { times, type, a: ofA, l: ofL } = view.components[channel.component];
  return `Channel ${a}: dimension ${channel.dim}, multiplicity ${times}, ${type}, eigenvalues of A ${eigenvalues(ofA)}, of L ${eigenvalues(ofL)}`;
}

/** Orbits, then the channels by component, each as wide as its dimension. */
function strip(view, mode, choose) {
  const radio = (attributes, checked, ...children) => make("button", { type: "button", role: "radio", "aria-checked": String(checked), tabindex: checked ? 0 : -1, ...attributes }, ...children);
  const orbits = radio({ "data-colour": "orbit", on: { click: () => choose({ kind: "orbit" }) } }, mode.kind === "orbit", "Orbits");
  const parts = view.components.map((component, c) => {
    const colour = componentColour(view, c);
    const channels = view.channels.map((channel, a) => [channel, a]).filter(([channel]) => channel.component === c);
    const total = channels.reduce((sum, [channel]) => sum + channel.dim, 0);
    return make("div", { class: "component", style: { "flex-grow": total } }, ...channels.map(([channel, a]) => radio({
      "data-channel": a, title: channelLabel(view, a), "aria-label": channelLabel(view, a),
      style: { background: colour, color: inkOn(colour), "flex-grow": channel.dim }, on: { click: () => choose({ kind: "channel", channel: a }) },
    }, mode.kind === "channel" && mode.channel === a, String(channel.dim))));
  });
  return [orbits, ...parts];
}

function stripKeys(element) {
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...element.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const next = (at + step + buttons.length) % buttons.length;
    buttons[next].click();
    element.querySelectorAll("button")[next].focus();
  });
}

function caption(view, mode) {
  if (mode.kind === "orbit") {
    const moved = view.orbitSizes.filter((size) => size > 1).length;
    const fixed = view.orbitSizes.length - moved;
    if (!moved) return ["No symmetry moves any node."];
    return [make("b", {}, plural(moved, "colour")), ": nodes of one colour can be carried to each other. ",
      fixed ? `${fixed === 1 ? "The hollow node stays" : `The ${fixed} hollow nodes stay`} fixed.` : ""];
  }
  const channel = view.channels[mode.channel];
  const { times, type, a, l } = view.components[channel.component];
  // The marked node has the largest entry. Where channels are equivalent, only their sum is known here.
  const peak = times === 1 ? number(view.energy.marked[view.orbits[channel.marked]][2 + channel.component]) : null;
  return [make("b", {}, `Channel ${mode.channel}`), ` of dimension ${channel.dim}: node ${channel.marked} seen through it, `,
    make("span", { class: "whole" }, peak === null ? "negative" : `\u2212${peak}`,
      make("span", { class: "scale", style: { background: divergingGradient() }, role: "img", "aria-label": "from negative, blue, to positive, orange" }),
      `${peak ?? "positive"};`), " ", times === 1 ? `eigenvalue ${number(a[0])} of A and ${number(l[0])} of L.` : `one of ${times} ${type === "trivial" ? "trivial" : "equivalent"} channels.`];
}

/** One row per component, with the eigenvalues of A and L on it. */
function channelsPanel(view, mode, choose) {
  const head = (text, title) => make("th", { class: "number", title, scope: "col" }, text);
  const cell = (text) => make("td", { class: "number" }, text);
  const values = (list) => make("td", { class: "number values", title: list.map(number).join(", ") }, eigenvalues(list));
  const shown = mode.kind === "channel" ? view.channels[mode.channel].component : null;
  const rows = view.components.map(({ dim, times, type, a, l }, c) => make("tr", {
    class: c === shown ? "pick on" : "pick",
    on: { click: () => choose({ kind: "channel", channel: view.channels.findIndex(({ component }) => component === c) }) },
  }, make("td", {}, make("span", { class: "dot", style: { background: componentColour(view, c) } }), type),
  cell(String(dim)), cell(String(times)), values(a), values(l)));
  return make("div", {},
    make("div", { class: "scroll" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "type"), head("dim", "dimension of a channel"), head("mult", "multiplicity: how many equivalent channels there are"),
        head("A", "eigenvalues of the adjacency matrix"), head("L", "eigenvalues of the Laplacian"))),
      make("tbody", {}, ...rows))),
    make("p", { class: "soft note" }, "dim: dimension of a channel; mult: how many equivalent channels there are; A, L: eigenvalues of the adjacency matrix and of the Laplacian.",
      view.components.some(({ times }) => times > 1) ? " Where mult is above 1, how the component splits into channels is a choice." : ""));
}

/** The bar: kept by pooling, seen by some linear readout, destroyed. */
function energyPanel(view, state, choose) {
  const sources = [["marked", "one marked node"], ["degrees", "the degrees"]];
  if (view.energy.given) sources.unshift(["given", settings.features]);
  const source = sources.some(([key]) => key === state.energy) ? state.energy : sources[0][0];
  const node = state.picked[0] ?? 0;
  const shares = source === "marked" ? view.energy.marked[view.orbits[node]] : view.energy[source];
  const select = make("select", { "aria-label": "Features of the nodes", on: { change: (event) => choose(event.target.value) } },
    ...sources.map(([key, label]) => make("option", key === source ? { value: key, selected: "" } : { value: key }, label)));
  const box = make("div", {}, make("label", { class: "field" }, "Features", select));
  if (!shares) {
    box.append(make("p", { class: "soft" }, "All features are zero."));
    return box;
  }
  const [kept, seen, ...byComponent] = shares;
  const parts = [["kept", kept, "kept by sum and mean pooling"], ["seen", seen - kept, "seen by other linear readouts"], ["lost", 1 - seen, "destroyed by every linear readout"]];
  const percents = percentages(parts.map(([, share]) => share));
  const componentPercents = percentages(byComponent);
  const text = parts.map(([, , label], i) => `${percents[i]} ${label}`).join(", ");
  box.append(
    make("div", { class: "bar", role: "img", "aria-label": text }, ...parts.slice(0, 2).map(([key, share]) => make("span", { style: { width: `${100 * share}%`, background: `var(--${key})` } }))),
    make("div", { class: "legend" }, ...parts.flatMap(([key, , label], i) => [make("i", { style: { background: `var(--${key})` } }), make("span", {}, label), make("b", { "data-share": key }, percents[i])])),
    make("div", { class: "bar thin", role: "img", "aria-label": `By component: ${byComponent.map((_, c) => `${componentPercents[c]} ${view.components[c].type} of dimension ${view.components[c].dim}`).join(", ")}` },
      ...byComponent.map((share, c) => make("span", { title: `${view.components[c].type}, dimension ${view.components[c].dim}: ${componentPercents[c]}`, style: { width: `${100 * share}%`, background: componentColour(view, c) } }))),
    make("p", { class: "soft", style: { "font-size": ".85rem" } }, "The thin bar: where it lies, by component. ",
      source === "marked" ? `Node ${node} has feature 1, all others 0.` : "", source === "marked" && !state.picked.length ? " Pick a node to mark another." : ""));
  return box;
}
