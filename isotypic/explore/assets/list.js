// List: search, sort, and only the rows that are on the screen.

const rowHeight = 54;
// Short names for the search; every other invariant goes by its own name.
const shortNames = { aut: "aut_order", orbits: "num_orbits", orbitals: "num_orbitals", triangles: "num_triangles" };
const searchWords = {
  regular: (row) => row.min_degree === row.max_degree,
  asymmetric: (row) => row.order === 1n,
  symmetric: (row) => row.order > 1n,
  transitive: (row) => row.vertex_transitive,
};
const comparisons = {
  "=": (a, b) => a === b, "<": (a, b) => a < b, ">": (a, b) => a > b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b,
};

/** Negative, zero or positive; exact for whole numbers of any length, which come as text. */
function compareNumbers(a, b) {
  const whole = /^\d+$/.test(a) && /^\d+$/.test(b);
  const [x, y] = whole ? [BigInt(a), BigInt(b)] : [Number(a), Number(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A test of rows for words such as "petersen n=10 aut>=100 bipartite"; all must hold. `unknown(name)` hears of invariants that there are not. */
function searchTest(text, unknown) {
  const tests = text.trim().toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
    const match = /^([a-z0-9_]+)(<=|>=|=|<|>)(\d+(?:\.\d+)?)$/.exec(word);
    const field = match && data.fields.find(({ name, kind }) => kind === "number" && name === (shortNames[match[1]] ?? match[1]));
    if (field) return (row) => row[field.name] !== null && comparisons[match[2]](compareNumbers(row[field.name], match[3]), 0);
    if (match) unknown(match[1]);
    const truth = data.fields.find(({ name, kind }) => kind === "truth" && name === word.replaceAll("-", "_"));
    if (truth) return (row) => row[truth.name] === true;
    return searchWords[word] ?? ((row) => row.name.toLowerCase().includes(word));
  });
  return (row) => tests.every((test) => test(row));
}

/** By one invariant, then by place; rows that have none of it come last. */
function compareRows(key) {
  return (a, b) => {
    const [x, y] = key === "aut_order" ? [a.order, b.order] : [a[key], b[key]];
    if (x === null || y === null) return (x === null) - (y === null) || a.place - b.place;
    const order = typeof x === "string" ? x.localeCompare(y, undefined, { numeric: true }) : x < y ? -1 : x > y ? 1 : 0;
    return order || a.place - b.place;
  };
}

class GraphList {
  constructor(select) {
    this.select = select;
    this.chosen = null;
    this.descending = false;
    this.shown = [];
    const keys = [["place", "order of the file"], ["name", "name"], ...data.fields.filter(({ kind }) => kind === "number").map(({ name, about }) => [name, about.split(";")[0]])];
    for (const [key, label] of keys) byId("sort").append(make("option", { value: key }, label));
    byId("search").addEventListener("input", () => this.refresh());
    byId("sort").addEventListener("change", () => this.refresh());
    byId("direction").addEventListener("click", () => {
      this.descending = !this.descending;
      byId("direction").textContent = this.descending ? "\u2193" : "\u2191";
      byId("direction").setAttribute("aria-label", this.descending ? "Descending; switch to ascending" : "Ascending; switch to descending");
      this.refresh();
    });
    byId("list").addEventListener("scroll", () => this.paint());
    byId("list").addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.paint()).observe(byId("list"));
  }

  refresh() {
    const unknown = [];
    const test = searchTest(byId("search").value, (name) => unknown.push(name));
    this.shown = data.rows.filter(test).sort(compareRows(byId("sort").value));
    if (this.descending) this.shown.reverse();
    const count = this.shown.length === data.rows.length ? "" : `${this.shown.length} of ${data.rows.length}`;
    byId("found").textContent = unknown.length ? `${count}. No invariant is called \u201c${unknown[0]}\u201d; known are n, m, aut and the names in the box below.` : count;
    byId("rows").style.height = `${this.shown.length * rowHeight}px`;
    byId("list").scrollTop = 0;
    this.paint();
  }

  paint() {
    const list = byId("list");
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 4);
    const last = Math.min(this.shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 4);
    byId("rows").replaceChildren(...this.shown.slice(first, last).map((row, i) => this.element(row, first + i)));
    list.setAttribute("aria-activedescendant", this.chosen === null ? "" : `row-${this.chosen}`);
  }

  element(row, line) {
    return make("div", {
      class: "row", role: "option", id: `row-${row.place}`, title: row.name, style: { top: `${line * rowHeight + 2}px` },
      "aria-selected": String(row.place === this.chosen), "aria-setsize": this.shown.length, "aria-posinset": line + 1,
      on: { click: () => this.select(row.place) },
    },
    make("span", { class: "row-name" }, make("bdi", {}, row.name)),
    make("span", { class: "row-order", title: "number of symmetries" }, `|Aut| ${orderText(row.aut_order)}`),
    make("span", { class: "row-about" }, `${plural(row.n, "node")} \u00b7 ${plural(row.m, "edge")} \u00b7 ${degreeText(row)} \u00b7 ${plural(row.num_orbits, "orbit")}`));
  }

  /** Marks a row as the one that is shown, and brings it into sight. */
  choose(place) {
    this.chosen = place;
    const line = this.shown.findIndex((row) => row.place === place);
    const list = byId("list");
    if (line >= 0) {
      const top = line * rowHeight;
      if (top < list.scrollTop) list.scrollTop = top;
      if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    }
    this.paint();
  }

  /** The place of the row `step` lines further on. */
  step(step) {
    if (!this.shown.length) return;
    const line = this.shown.findIndex((row) => row.place === this.chosen);
    const next = line < 0 ? 0 : Math.max(0, Math.min(this.shown.length - 1, line + step));
    this.select(this.shown[next].place);
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(byId("list").clientHeight / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.step(steps[event.key]);
  }
}
