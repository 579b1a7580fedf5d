// Main: the parts of the page put together.

/** One drawing with its strip of channels. */
class Side {
  constructor(app) {
    this.app = app;
    this.root = byId("side").content.firstElementChild.cloneNode(true);
    this.mode = { kind: "orbit" };
    this.picked = [];
    this.canvas = this.root.querySelector(".canvas");
    byId("sides").append(this.root);
    this.drawing = new Drawing(this.canvas, { pick: (v) => this.onPick(v), ground: (point) => this.onGround(point) });
    stripKeys(this.root.querySelector(".strip"));
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pointerdown", () => app.activate(this), true);
    this.root.addEventListener("focusin", () => app.activate(this));
  }

  show(view, keep = false) {
    this.view = view;
    if (!keep) this.mode = { kind: "orbit" };
    if (this.mode.kind === "channel" && this.mode.channel >= view.channels.length) this.mode = { kind: "orbit" };
    this.picked = [];
    this.nextGenerator = 0;
    this.drawing.show(view, keep);
    this.root.querySelector(".name").replaceChildren(make("bdi", {}, view.row.name));
    this.root.querySelector(".name").title = view.row.name;
    this.root.querySelector(".about").textContent = `${plural(view.nodes, "node")}, ${plural(view.edges.length, "edge")}`;
    this.canvas.setAttribute("aria-label", `Drawing of ${view.row.name}: ${plural(view.nodes, "node")}, ${plural(view.edges.length, "edge")}, ${plural(view.row.num_orbits, "orbit")}. Arrow keys step through the nodes.`);
    this.colour(this.mode);
  }

  colour(mode) {
    this.mode = mode;
    this.drawing.paint(nodeColours(this.view, mode));
    this.root.querySelector(".strip").replaceChildren(...strip(this.view, mode, (next) => { this.colour(next); this.app.refresh(); }));
    this.root.querySelector(".caption").replaceChildren(...caption(this.view, mode));
  }

  pick(nodes) {
    this.picked = nodes;
    this.drawing.pick(nodes);
    this.app.refresh();
  }

  onPick(v) {
    const pair = this.picked.length === 1 ? [this.picked[0], v] : [v];
    if (this.app.live?.editing && pair.length === 2 && pair[0] !== v) return this.app.live.toggleEdge(...pair);
    this.pick(pair);
  }

  onGround(point) {
    if (this.app.live?.editing) return this.app.live.addNode(point);
    if (this.picked.length) this.pick([]);
  }

  onKey(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const { view, drawing } = this;
    if (step && view.nodes) {
      event.preventDefault();
      const v = drawing.cursor === null ? 0 : (drawing.cursor + step + view.nodes) % view.nodes;
      drawing.setCursor(v);
      announce(`Node ${v}, degree ${view.neighbours[v].length}, orbit of ${view.orbitSizes[view.orbits[v]]}, neighbours ${view.neighbours[v].join(", ") || "none"}`);
    } else if ((event.key === "Enter" || event.key === " ") && drawing.cursor !== null) {
      event.preventDefault();
      this.onPick(drawing.cursor);
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.app.live?.editing && this.picked.length) {
      this.app.live.removeNode(this.picked[0]);
    }
  }

  async play(i) {
    if (!this.view.permutations.length) return;
    this.nextGenerator = (i + 1) % this.view.permutations.length;
    announce(`Playing ${this.view.generators[i]}`);
    await this.drawing.play(this.view.permutations[i]);
    announce("Every edge has landed on an edge.");
  }
}

class App {
  constructor() {
    this.energy = settings.features ? "given" : "marked";
    this.sides = [new Side(this)];
    this.active = this.sides[0];
    this.list = new GraphList((place) => this.open(place));
    if (settings.live) this.live = new Live((view, keep) => this.show(view, keep), () => this.target());
  }

  /** Where the next graph goes: to the right side while comparing. */
  target() {
    return this.sides.at(-1);
  }

  async open(place) {
    this.wanted = place;
    this.list.choose(place);
    const view = await loadView(place);
    if (this.wanted !== place) return;
    this.show(view);
    byId("browse").classList.remove("open");
    byId("open-list").setAttribute("aria-expanded", "false");
    announce(`${view.row.name}: ${plural(view.nodes, "node")}, ${view.row.aut_order} symmetries`);
  }

  show(view, keep = false) {
    const side = this.target();
    if (view.row.place === null) {  // made on the page: no row of the list is shown
      this.wanted = null;
      this.list.choose(null);
    }
    side.show(view, keep);
    this.activate(side);
    this.refresh();
    this.compareSides();
  }

  activate(side) {
    if (this.active === side || !side.view) return;
    this.active = side;
    this.refresh();
  }

  /** The facts about the active side. */
  refresh() {
    const side = this.active;
    const { view } = side;
    if (!view) return;
    const choose = (mode) => { side.colour(mode); this.refresh(); };
    byId("summary").replaceChildren(summaryPanel(view));
    if (byId("generators").dataset.hash !== view.hash + view.graph6) {
      byId("generators").dataset.hash = view.hash + view.graph6;
      byId("generators").replaceChildren(generatorsPanel(view, (i) => this.active.play(i)));
    }
    byId("pair").replaceChildren(pairPanel(view, side.picked));
    const scroll = byId("channels").querySelector(".scroll")?.scrollTop ?? 0;
    byId("channels").replaceChildren(channelsPanel(view, side.mode, choose));
    byId("channels").querySelector(".scroll").scrollTop = scroll;
    byId("energy").replaceChildren(energyPanel(view, { energy: this.energy, picked: side.picked }, (energy) => { this.energy = energy; this.refresh(); byId("energy").querySelector("select").focus(); }));
  }

  toggleCompare() {
    if (this.sides.length === 1) {
      const side = new Side(this);
      this.sides.push(side);
      side.drawing.setLabels(this.sides[0].drawing.labels);
      side.show(this.sides[0].view);
      announce("Comparing. Pick another graph for the right side.");
    } else {
      this.sides.pop().root.remove();
      this.active = this.sides[0];
      this.list.choose(this.active.view.row.place);
    }
    byId("compare").setAttribute("aria-pressed", String(this.sides.length === 2));
    this.refresh();
    this.compareSides();
  }

  async compareSides() {
    const card = byId("verdict");
    card.hidden = this.sides.length < 2;
    if (card.hidden) return;
    const [a, b] = this.sides.map((side) => side.view);
    let result;
    try {
      result = await compareViews(a, b);
    } catch (error) {
      card.replaceChildren(make("p", { class: "error" }, error.message));
      return;
    }
    if (this.sides[1]?.view !== b || this.sides[0].view !== a) return;
    card.replaceChildren(...verdictPanel(a, b, result).filter((child) => child !== null));
  }

  repaint() {
    for (const side of this.sides) if (side.view) side.colour(side.mode);
    this.refresh();
  }
}

function wire(app) {
  const on = (id, run) => byId(id).addEventListener("click", run);
  on("previous", () => app.list.step(-1));
  on("next", () => app.list.step(1));
  on("fit", () => app.sides.forEach((side) => side.drawing.fit()));
  on("home", () => app.sides.forEach((side) => side.drawing.putBack()));
  on("compare", () => app.toggleCompare());
  on("labels", () => {
    const labels = byId("labels").getAttribute("aria-pressed") !== "true";
    byId("labels").setAttribute("aria-pressed", String(labels));
    app.sides.forEach((side) => side.drawing.setLabels(labels));
  });
  on("open-list", () => byId("open-list").setAttribute("aria-expanded", String(byId("browse").classList.toggle("open"))));
  on("theme", () => { applyTheme(isDark() ? "light" : "dark"); app.repaint(); });
  on("help", () => byId("keys").showModal());
  on("export-save", saveExport);
  on("export-copy", copyExport);
  for (const button of document.querySelectorAll("[data-export]")) button.addEventListener("click", () => openExport(button.dataset.export, app.active));
  for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { applyTheme(firstTheme()); app.repaint(); });
  document.addEventListener("keydown", (event) => onShortcut(app, event));
}

function onShortcut(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return app.sides.forEach((side) => side.view && side.pick([]));
  if (event.target.closest("input, select, textarea")) return;
  const side = app.active;
  const keys = {
    "/": () => { byId("browse").classList.add("open"); byId("search").focus(); },
    j: () => app.list.step(1), k: () => app.list.step(-1), c: () => app.toggleCompare(),
    g: () => side.play(side.nextGenerator ?? 0), f: () => side.drawing.fit(), "?": () => byId("keys").showModal(),
    o: () => { side.colour({ kind: "orbit" }); app.refresh(); },
  };
  if (/^[0-9]$/.test(event.key) && side.view?.channels[event.key]) {
    side.colour({ kind: "channel", channel: Number(event.key) });
    app.refresh();
  } else if (event.key in keys) {
    event.preventDefault();
    keys[event.key]();
  }
}

let app;

async function start() {
  applyTheme(firstTheme());
  byId("title").textContent = settings.title;
  byId("count").textContent = settings.graphs ? plural(settings.graphs, "graph") : "";
  byId("foot").textContent = `Made by isotypic ${settings.version}. Drawn with Cytoscape.js.`;
  await openIndex();
  app = new App();
  wire(app);
  app.list.refresh();
  byId("listing").hidden = byId("open-list").hidden = !settings.graphs;
  for (const id of ["previous", "next"]) byId(id).hidden = settings.graphs < 2;
  if (settings.graphs) await app.open(0);
  else await app.live.askFamily();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error) => {
  announce("The page could not be opened");
  byId("title").textContent = "This page could not be opened: it needs a browser from 2023 or later.";
  throw error;
});
