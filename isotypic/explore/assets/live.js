// Live: graphs that are drawn, pasted or picked from a family; a server computes them.

async function askServer(what, question) {
  let answer;
  try {
    answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
  } catch {
    throw new Error("The server does not answer. Is `isotypic serve` still running?");
  }
  const json = await answer.json().catch(() => ({ error: "The server gave no answer that can be read." }));
  if (!answer.ok) throw new Error(json.error ?? `The server answered with status ${answer.status}.`);
  return json;
}

class Live {
  /** `show(view, keep)` shows a graph; `current()` is the side that is edited. */
  constructor(show, current) {
    this.show = show;
    this.current = current;
    this.editing = false;
    this.latest = 0;
    this.seed = 0;
    for (const family of settings.families) byId("family").append(make("option", { value: family.name }, family.name));
    byId("family").value = "petersen";
    byId("family").addEventListener("change", () => { this.makeSliders(); this.askFamily(); });
    byId("then").addEventListener("change", () => this.askFamily());
    byId("paste").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask({ graph6: byId("graph6").value, name: "pasted graph" });
    });
    byId("edit").addEventListener("click", () => this.setEditing(!this.editing));
    byId("blank").addEventListener("click", () => {
      this.setEditing(true);
      this.ask({ graph6: "?", name: "drawn graph" });
    });
    byId("make").hidden = false;
    this.makeSliders();
  }

  family() {
    return settings.families.find((family) => family.name === byId("family").value);
  }

  makeSliders() {
    const family = this.family();
    byId("family-about").textContent = family.description;
    const ranges = family.arguments.map((argument) => ({ ...argument, key: argument.name }));
    if (family.random) ranges.push({ name: "draw", low: 0, high: 99, start: 0, step: 1, key: "seed" });
    byId("sliders").replaceChildren(...ranges.map((range) => {
      const output = make("output", {}, String(range.start));
      const input = make("input", {
        type: "range", min: range.low, max: range.high, step: range.step, value: range.start, "data-argument": range.key,
        on: { input: () => { output.textContent = input.value; this.askFamily(); } },
      });
      return make("label", { class: "slider" }, range.name, input, output);
    }));
  }

  askFamily() {
    const values = [...byId("sliders").querySelectorAll("input")];
    const seed = values.find((input) => input.dataset.argument === "seed");
    return this.ask({
      family: this.family().name, then: byId("then").value, seed: seed ? Number(seed.value) : 0,
      arguments: values.filter((input) => input !== seed).map((input) => Number(input.value)),
    });
  }

  /** Only the answer to the latest question is shown. */
  async ask(question, keep = false, points = null) {
    const number = ++this.latest;
    try {
      const answer = await askServer("view", question);
      if (number !== this.latest) return;
      byId("make-error").hidden = true;
      const view = openView(answer, readRow(data.fields, answer.row, null));
      if (points) view.points = points;
      byId("graph6").value = view.graph6;
      this.show(view, keep);
    } catch (error) {
      if (number !== this.latest) return;
      byId("make-error").textContent = error.message;
      byId("make-error").hidden = false;
    }
  }

  setEditing(on) {
    this.editing = on;
    byId("edit").setAttribute("aria-pressed", String(on));
    byId("edit-hint").hidden = !on;
    this.current().root.querySelector(".canvas").classList.toggle("editing", on);
    announce(on ? "Editing. Click the ground to add a node, two nodes to join or part them." : "Editing ended.");
  }

  change(nodes, edges, points) {
    if (nodes > settings.maxNodes) {
      byId("make-error").textContent = `The page takes graphs of up to ${settings.maxNodes} nodes.`;
      byId("make-error").hidden = false;
      return;
    }
    const { drawing } = this.current();
    // The drawing takes the change at once; the server's facts follow.
    drawing.size = Math.min(drawing.size ?? 60, 60);
    this.ask({ graph6: formatGraph6(nodes, edges), name: "drawn graph" }, true, points);
  }

  addNode(point) {
    const { view, drawing } = this.current();
    this.change(view.nodes + 1, view.edges, [...drawing.positions(), { x: point.x, y: point.y }]);
  }

  toggleEdge(u, v) {
    const { view, drawing } = this.current();
    const kept = view.edges.filter(([a, b]) => !((a === u && b === v) || (a === v && b === u)));
    this.change(view.nodes, kept.length < view.edges.length ? kept : [...view.edges, [u, v]], drawing.positions());
  }

  removeNode(node) {
    const { view, drawing } = this.current();
    const rename = (v) => (v > node ? v - 1 : v);
    const edges = view.edges.filter((edge) => !edge.includes(node)).map((edge) => edge.map(rename));
    this.change(view.nodes - 1, edges, drawing.positions().filter((_, v) => v !== node));
  }
}
