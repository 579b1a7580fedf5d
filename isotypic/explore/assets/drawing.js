// Drawing: one graph on a canvas of Cytoscape.js.

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The least distance between two nodes, which sets the size of nodes and lines. */
function leastDistance(points) {
  let least = Infinity;
  points.forEach((p, v) => {
    for (let u = 0; u < v; ++u) least = Math.min(least, Math.hypot(p.x - points[u].x, p.y - points[u].y));
  });
  return Number.isFinite(least) ? least : 200;
}

function nodeSize(points) {
  return Math.max(18, Math.min(0.5 * leastDistance(points), points.length < 4 ? 150 : 86));
}

class Drawing {
  /** `events` may have pick(node or null), ground(point) and moved(). */
  constructor(container, events) {
    this.container = container;
    this.events = events;
    this.labels = true;
    this.colours = [];
    this.picked = [];
    this.cursor = null;
    this.playing = null;
    this.cy = cytoscape({
      container, minZoom: 0.05, maxZoom: 6, boxSelectionEnabled: false, selectionType: "single",
      autounselectify: true, style: [], layout: { name: "preset" },
    });
    this.cy.on("tap", "node", (event) => events.pick(Number(event.target.id())));
    this.cy.on("tap", (event) => {
      if (event.target !== this.cy) return;
      if (events.ground) events.ground(event.position);
    });
    this.cy.on("dragfree", "node", (event) => {
      const v = Number(event.target.id());
      this.home[this.slot[v]] = { ...event.target.position() };
    });
    new ResizeObserver(() => this.onResize()).observe(container);
  }

  /** A caption of one more line must not undo the reader's zoom. */
  onResize() {
    const { clientWidth: width, clientHeight: height } = this.container;
    this.cy.resize();
    if (this.fitted && Math.abs(width - this.fitted.width) < 40 && Math.abs(height - this.fitted.height) < 60) return;
    this.fit();
  }

  /** Shows a view; with `keep` every node that was there stays where it is. */
  show(view, keep = false) {
    this.stop();
    const old = keep ? this.positions() : [];
    this.view = view;
    this.home = view.points.map((point, v) => ({ ...(old[v] ?? point) }));
    this.slot = view.points.map((_, v) => v);
    this.picked = [];
    this.cursor = null;
    this.size = keep && this.size ? this.size : nodeSize(this.home);
    this.cy.batch(() => {
      this.cy.elements().remove();
      this.cy.add(view.points.map((_, v) => ({ group: "nodes", data: { id: String(v) }, position: { ...this.home[v] } })));
      this.cy.add(view.edges.map(([u, v]) => ({ group: "edges", classes: "edge", data: { id: `e${u}-${v}`, source: String(u), target: String(v) } })));
    });
    this.restyle();
    if (!keep) this.fit();
  }

  positions() {
    return this.view ? this.view.points.map((_, v) => ({ ...this.cy.getElementById(String(v)).position() })) : [];
  }

  paint(colours) {
    this.colours = colours;
    this.restyle();
  }

  restyle() {
    const size = this.size ?? 40;
    const ink = themeColour("ink");
    const accent = themeColour("accent");
    const colourOf = (node) => this.colours[Number(node.id())] ?? themeColour("paper");
    this.cy.style([
      { selector: "node", style: {
        width: size, height: size, "background-color": colourOf, "border-width": size * 0.045,
        "border-color": (node) => (colourOf(node) === themeColour("paper") ? themeColour("line") : themeColour("paper")),
        label: this.labels ? "data(id)" : "", color: (node) => inkOn(colourOf(node)),
        "font-size": size * 0.4, "font-family": "system-ui, sans-serif", "font-weight": 600,
        "text-valign": "center", "text-halign": "center", "overlay-opacity": 0, "z-index": 10 } },
      { selector: "edge", style: { width: Math.max(1.5, size * 0.055), "line-color": themeColour("line"), "curve-style": "straight", "overlay-opacity": 0, opacity: 0.75 } },
      { selector: "node.picked", style: { "border-color": ink, "border-width": size * 0.1 } },
      { selector: "node.cursor", style: { "border-color": accent, "border-width": size * 0.12 } },
      { selector: ".faded", style: { opacity: 0.18 } },
      { selector: "edge.orbital", style: { width: size * 0.11, "line-color": accent, opacity: 0.95, "curve-style": "straight", "target-arrow-color": accent, "z-index": 5 } },
      { selector: "edge.between", style: { width: size * 0.06, "line-style": "dashed", "line-dash-pattern": [size * 0.18, size * 0.12] } },
      { selector: "edge.oneway", style: { "target-arrow-shape": "triangle", "arrow-scale": Math.max(0.8, size / 45), "curve-style": "bezier" } },
    ]);
  }

  setLabels(on) {
    this.labels = on;
    this.restyle();
  }

  fit() {
    this.fitted = { width: this.container.clientWidth, height: this.container.clientHeight };
    if (this.view?.nodes) this.cy.fit(undefined, Math.min(42, this.container.clientWidth * 0.08));
    if (this.view?.nodes === 1) this.cy.zoom({ level: 0.8, renderedPosition: { x: this.container.clientWidth / 2, y: this.container.clientHeight / 2 } });
  }

  /** Every node back to where it began. */
  putBack() {
    this.stop();
    this.home = this.view.points.map((point) => ({ ...point }));
    this.slot = this.view.points.map((_, v) => v);
    return this.glide(this.home);
  }

  /** Plays a symmetry: each node moves to the place of its image, so edges move onto edges. */
  play(images) {
    this.stop();
    this.slot = this.slot.map((slot) => images[slot]);
    return this.glide(this.slot.map((slot) => this.home[slot]));
  }

  /** Moves along arcs around the middle, which shows a turn as a turn. Resolves at the end. */
  glide(targets) {
    const middle = { x: 0, y: 0 };
    for (const { x, y } of targets) { middle.x += x / targets.length; middle.y += y / targets.length; }
    const paths = this.positions().map((from, v) => arc(from, targets[v], middle));
    const nodes = paths.map((_, v) => this.cy.getElementById(String(v)));
    const place = (t) => this.cy.batch(() => paths.forEach((path, v) => nodes[v].position(path(t))));
    const duration = still() ? 0 : 1100;
    return new Promise((resolve) => {
      const finish = () => { cancelAnimationFrame(frame); this.playing = null; place(1); resolve(); };
      const begin = performance.now();
      const step = (now) => {
        const t = duration ? Math.min(1, (now - begin) / duration) : 1;
        if (t >= 1) return finish();
        place(t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
        frame = requestAnimationFrame(step);
      };
      let frame = requestAnimationFrame(step);
      this.playing = finish;
    });
  }

  /** Ends a movement at once, at its end. */
  stop() {
    this.playing?.();
  }

  /** Marks picked nodes, and all pairs equal to the picked one. */
  pick(nodes) {
    this.picked = nodes;
    this.cy.batch(() => {
      this.cy.elements("edge.extra").remove();
      this.cy.elements().removeClass("picked faded orbital oneway");
      nodes.forEach((v) => this.cy.getElementById(String(v)).addClass("picked"));
      if (nodes.length === 2) this.markOrbital(orbitalOf(this.view, nodes[0], nodes[1]));
    });
  }

  markOrbital({ pairs, paired }) {
    const touched = new Set(pairs.flat());
    this.cy.nodes().forEach((node) => { if (!touched.has(Number(node.id()))) node.addClass("faded"); });
    this.cy.edges(".edge").addClass("faded");
    for (const [u, v] of pairs) {
      if (u === v || (paired && u > v)) continue;
      const between = this.view.neighbours[u].includes(v) ? "" : " between";
      this.cy.add({ group: "edges", classes: `extra orbital${between}${paired ? "" : " oneway"}`, data: { id: `o${u}-${v}`, source: String(u), target: String(v) } });
    }
  }

  setCursor(v) {
    this.cy.nodes().removeClass("cursor");
    this.cursor = v;
    if (v !== null) this.cy.getElementById(String(v)).addClass("cursor");
  }
}

/** The way from a to b around the middle, as a function of the time from 0 to 1. */
function arc(a, b, middle) {
  const polar = (p) => ({ r: Math.hypot(p.x - middle.x, p.y - middle.y), angle: Math.atan2(p.y - middle.y, p.x - middle.x) });
  const from = polar(a);
  const to = polar(b);
  let turn = to.angle - from.angle;
  if (turn > Math.PI + 1e-6) turn -= 2 * Math.PI;
  if (turn < -Math.PI + 1e-6) turn += 2 * Math.PI;
  return (t) => {
    if (t >= 1) return { ...b };
    const r = from.r + (to.r - from.r) * t;
    const angle = from.angle + turn * t;
    return { x: middle.x + r * Math.cos(angle), y: middle.y + r * Math.sin(angle) };
  };
}
