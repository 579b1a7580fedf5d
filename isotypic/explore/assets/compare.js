// Compare: what tells two graphs apart.

const rungWords = {
  "1-wl": "message passing (1-WL)",
  components: "the sizes and types of their symmetry channels",
  spectrum: "their spectra, split by symmetry",
  "2-fwl": "refinement of pairs (2-FWL)",
  "2-fwl-sizes": "refinement of pairs that knows the sizes of orbitals",
  "marks-1": "message passing with one marked node",
  "marks-2": "message passing with two marked nodes",
  "marks-3": "message passing with three marked nodes",
  complete: "message passing with as many marks as it takes",
};

/** From the classes that the page holds: {isomorphic, rung, by, last}. */
function compareHeld(a, b) {
  const { isomorphism, rungs, differences } = data.comparison;
  const [x, y] = [isomorphism[a], isomorphism[b]];
  if (x === y) return { isomorphic: true };
  const rung = rungs.find((one) => one.class[a] !== one.class[b]);
  const by = differences.find(([p, q]) => (p === x && q === y) || (p === y && q === x));
  return { isomorphic: false, rung: rung?.name ?? null, by: by?.[2] ?? "", last: rungs.at(-1)?.name };
}

async function compareViews(a, b) {
  const held = a.row.place !== null && b.row.place !== null;
  if (held && !settings.live) return compareHeld(a.row.place, b.row.place);
  return askServer("compare", { a: a.graph6, b: b.graph6 });
}

function verdictText(result) {
  if (result.isomorphic) return ["Isomorphic", "The two drawings show one and the same graph, with other node numbers."];
  if (!result.rung) {
    const reach = result.last ? `Nothing up to ${rungWords[result.last]} tells them apart.` : "No invariant within the limits tells them apart.";
    return ["Not isomorphic", `${reach} Their canonical forms differ.`];
  }
  return ["Not isomorphic", `Told apart by ${rungWords[result.rung]}.`];
}

function verdictPanel(a, b, result) {
  const [word, reason] = verdictText(result);
  const invariants = [["n", "nodes"], ["m", "edges"], ["aut_order", "symmetries"], ["num_orbits", "orbits"], ["num_orbitals", "orbitals"], ["girth", "girth"], ["diameter", "diameter"], ["channels", "channels"]];
  const dims = (view) => view.components.map((one) => (one.times > 1 ? `${one.dim}\u00d7${one.times}` : one.dim)).join(" + ") || "\u2013";
  const rows = invariants.map(([key, label]) => [label, ...[a, b].map(({ row }) => (key === "aut_order" ? orderText(row[key]) : row[key] ?? "\u2013"))]);
  rows.push(["components", dims(a), dims(b)]);
  const cell = (text, differs) => make("td", { class: differs ? "number differs" : "number", style: { "white-space": "normal" } }, String(text));
  return [make("h2", {}, "Side by side"),
    make("p", { class: "verdict-word", id: "verdict-word", "data-rung": result.rung ?? "" }, word),
    make("p", {}, reason), result.by ? make("p", { class: "soft" }, `${result.by}.`) : null,
    make("table", {}, make("thead", {}, make("tr", {}, make("th"), make("th", { class: "number", scope: "col" }, "left"), make("th", { class: "number", scope: "col" }, "right"))),
      make("tbody", {}, ...rows.map(([label, x, y]) => make("tr", {}, make("th", { scope: "row" }, label), cell(x, String(x) !== String(y)), cell(y, String(x) !== String(y))))))];
}
