// Export: the drawing as it stands, as SVG, TikZ or graph6; pictures in light colours, for paper.

const fixed = (value) => String(Math.round(value * 100) / 100);

/** Numbers that differ by at most `near` made equal, so that a row of nodes is a straight line; the smallest is zero. */
function aligned(values, near) {
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]);
  const result = [...values];
  for (let begin = 0, end = 0; begin < order.length; begin = end) {
    while (end < order.length && values[order[end]] - values[order[begin]] <= near) ++end;
    const group = order.slice(begin, end);
    const mean = group.reduce((sum, i) => sum + values[i], 0) / group.length;
    for (const i of group) result[i] = mean;
  }
  const least = Math.min(...result);
  return result.map((value) => value - least);
}

/** Where everything stands, moved so that the smallest coordinates are zero. */
function placement(drawing) {
  const [xs, ys] = ["x", "y"].map((key) => drawing.positions().map((point) => point[key]));
  const extent = (values) => Math.max(0, ...values) - Math.min(0, ...values);
  const near = 0.004 * Math.max(extent(aligned(xs, 0)), extent(aligned(ys, 0)));  // too little to be seen
  const [x, y] = [aligned(xs, near), aligned(ys, near)];
  return { points: x.map((_, v) => ({ x: x[v], y: y[v] })), width: extent(x), height: extent(y) };
}

const escapeXml = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function toSvg({ view, drawing, mode }) {
  const colours = nodeColours(view, mode);
  const { points, width, height } = placement(drawing);
  const size = drawing.size;
  const margin = size;
  const line = themeColour("line");
  const at = (point) => [fixed(point.x + margin), fixed(point.y + margin)];
  const edges = view.edges.map(([u, v]) => {
    const [[x1, y1], [x2, y2]] = [at(points[u]), at(points[v])];
    return `<path d="M${x1} ${y1}L${x2} ${y2}"/>`;
  });
  const nodes = points.map((point, v) => {
    const [x, y] = at(point);
    const fill = colours[v];
    const rim = fill === themeColour("paper") ? ` stroke="${line}" stroke-width="${fixed(size * 0.05)}"` : "";
    const label = drawing.labels ? `<text x="${x}" y="${y}" fill="${inkOn(fill)}">${v}</text>` : "";
    return `<circle cx="${x}" cy="${y}" r="${fixed(size / 2)}" fill="${fill}"${rim}/>${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fixed(width + 2 * margin)} ${fixed(height + 2 * margin)}">
<title>${escapeXml(view.row.name)}</title>
<g stroke="${line}" stroke-width="${fixed(Math.max(1.5, size * 0.055))}" stroke-linecap="round">
${edges.join("\n")}
</g>
<g font-family="sans-serif" font-weight="600" font-size="${fixed(size * 0.4)}" text-anchor="middle" dominant-baseline="central">
${nodes.join("\n")}
</g>
</svg>
`;
}

function toTikz({ view, drawing, mode }) {
  const fills = nodeColours(view, mode);
  const { points, width, height } = placement(drawing);
  const scale = 8 / Math.max(width, height, 1);
  const colours = [...new Set(fills)];
  const define = colours.map((colour, i) => `\\definecolor{isotypic${i}}{HTML}{${colour.slice(1).toUpperCase()}}`);
  const ink = (colour) => (inkOn(colour) === "#ffffff" ? "white" : "black");
  const nodes = points.map((point, v) => {
    const colour = fills[v];
    const label = drawing.labels ? String(v) : "";
    return `  \\node[fill=isotypic${colours.indexOf(colour)}, text=${ink(colour)}] (v${v}) at (${fixed(point.x * scale)}, ${fixed((height - point.y) * scale)}) {${label}};`;
  });
  const edges = view.edges.map(([u, v]) => `    (v${u}) edge (v${v})`);
  return `% needs \\usepackage{tikz}
${define.join("\n")}
\\begin{tikzpicture}[every node/.style={circle, draw=gray, inner sep=1pt, minimum size=5mm, font=\\scriptsize}]
${nodes.join("\n")}
${edges.length ? `  \\path[gray]\n${edges.join("\n")};\n` : ""}\\end{tikzpicture}
`;
}

const exportKinds = {
  svg: { title: "The drawing as SVG", file: "graph.svg", type: "image/svg+xml", text: toSvg },
  tikz: { title: "The drawing as TikZ", file: "graph.tex", type: "application/x-tex", text: toTikz },
  graph6: { title: "The graph as graph6", file: "graph.g6", type: "text/plain", text: (side) => `${side.view.graph6}\n` },
};

function openExport(kind, side) {
  const { title, text } = exportKinds[kind];
  byId("export-title").textContent = title;
  byId("export-text").value = inLight(() => text(side));
  byId("export").dataset.kind = kind;
  byId("export").showModal();
  byId("export-text").setSelectionRange(0, 0);
  byId("export-text").scrollTop = 0;
}

function saveExport() {
  const { file, type } = exportKinds[byId("export").dataset.kind];
  const address = URL.createObjectURL(new Blob([byId("export-text").value], { type }));
  const link = make("a", { href: address, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

async function copyExport() {
  byId("export-text").select();
  try {
    await navigator.clipboard.writeText(byId("export-text").value);
    announce("Copied");
    byId("export-copy").textContent = "Copied";
    setTimeout(() => { byId("export-copy").textContent = "Copy"; }, 1500);
  } catch {
    announce("The text is selected; copy it with the keyboard");
  }
}
