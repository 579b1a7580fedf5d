"use strict";
// Data: what the page holds, unpacked when it is needed.

const settings = JSON.parse(document.getElementById("settings").textContent);

/** The JSON of a packed element: base 64 of zlib's format. */
async function unpack(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const shades = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";  // one letter per entry of a channel, -15 to 15

/** Number of nodes and edges of a graph6 line; the size has one or four bytes on this page. */
function parseGraph6(text) {
  const codes = [...text].map((c) => c.charCodeAt(0) - 63);
  let begin = 1;
  let nodes = codes[0];
  if (nodes === 63) {
    nodes = (codes[1] << 12) | (codes[2] << 6) | codes[3];
    begin = 4;
  }
  const edges = [];
  let bit = 0;
  for (let v = 1; v < nodes; ++v) {
    for (let u = 0; u < v; ++u, ++bit) {
      if ((codes[begin + Math.floor(bit / 6)] >> (5 - (bit % 6))) & 1) edges.push([u, v]);
    }
  }
  return { nodes, edges };
}

function formatGraph6(nodes, edges) {
  const bits = new Uint8Array(Math.ceil((nodes * (nodes - 1)) / 12));
  for (const [a, b] of edges) {
    const [u, v] = a < b ? [a, b] : [b, a];
    const bit = (v * (v - 1)) / 2 + u;
    bits[Math.floor(bit / 6)] |= 32 >> (bit % 6);
  }
  const size = nodes < 63 ? [nodes] : [63, nodes >> 12, (nodes >> 6) & 63, nodes & 63];
  return [...size, ...bits].map((code) => String.fromCharCode(code + 63)).join("");
}

/** The images of 0..n-1 under a permutation in cycle notation, such as "(0 3)(1 2 5)". */
function parseCycles(text, nodes) {
  const images = Array.from({ length: nodes }, (_, v) => v);
  for (const cycle of text.match(/\([^)]+\)/g) ?? []) {
    const points = cycle.slice(1, -1).split(" ").map(Number);
    points.forEach((point, i) => { images[point] = points[(i + 1) % points.length]; });
  }
  return images;
}

/** A graph as the other scripts use it, from what the page or the server holds. */
function openView(packed, row) {
  const { nodes, edges } = parseGraph6(packed.graph6);
  const neighbours = Array.from({ length: nodes }, () => []);
  for (const [u, v] of edges) {
    neighbours[u].push(v);
    neighbours[v].push(u);
  }
  const orbitSizes = [];
  for (const orbit of packed.orbits) orbitSizes[orbit] = (orbitSizes[orbit] ?? 0) + 1;
  return {
    ...packed, row, nodes, edges, neighbours, orbitSizes,
    points: Array.from({ length: nodes }, (_, v) => ({ x: packed.positions[2 * v], y: packed.positions[2 * v + 1] })),
    permutations: packed.generators.map((text) => parseCycles(text, nodes)),
    channels: packed.channels.dims.map((dim, a) => ({
      dim, component: packed.channels.components[a], marked: packed.channels.marked[a],
      values: [...packed.channels.values.slice(a * nodes, (a + 1) * nodes)].map((c) => shades.indexOf(c) - 15),
    })),
  };
}

const data = { rows: [], comparison: null, chunks: new Map() };

/** A row of the list as an object, with the invariants by their names. */
function readRow(fields, values, place) {
  const row = { place, name: values[0] };
  fields.forEach((field, i) => { row[field.name] = values[i + 1]; });
  row.order = BigInt(row.aut_order);
  return row;
}

async function openIndex() {
  const index = await unpack("index");
  data.fields = index.fields;
  data.rows = index.rows.map((values, place) => readRow(index.fields, values, place));
  data.comparison = await unpack("comparison");
}

async function loadView(place) {
  const number = Math.floor(place / settings.chunk);
  if (!data.chunks.has(number)) data.chunks.set(number, unpack(`chunk-${number}`));
  const chunk = await data.chunks.get(number);
  return openView(chunk[place % settings.chunk], data.rows[place]);
}

/** All pairs that symmetry makes equal to (u, v): its orbital. */
function orbitalOf(view, u, v) {
  const seen = new Set([u * view.nodes + v]);
  const pairs = [[u, v]];
  for (let i = 0; i < pairs.length; ++i) {
    for (const images of view.permutations) {
      const pair = [images[pairs[i][0]], images[pairs[i][1]]];
      const key = pair[0] * view.nodes + pair[1];
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push(pair);
    }
  }
  return { pairs, paired: seen.has(v * view.nodes + u) };
}

const byId = (id) => document.getElementById(id);

/** A new element; text is always text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name === "on") Object.entries(value).forEach(([event, run]) => element.addEventListener(event, run));
    else if (name === "style") Object.entries(value).forEach(([key, text]) => element.style.setProperty(key, text));
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const announce = (text) => { byId("status").textContent = text; };
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const number = (value) => String(Math.round(value * 1e3) / 1e3).replace("-", "\u2212");

/** Shares of a whole in percent; the largest takes what rounding leaves, so that they add up to 100. */
function percentages(shares) {
  const digits = shares.some((share) => share > 0 && share < 0.0995) ? 1 : 0;
  const unit = 10 ** digits;
  const whole = shares.map((share) => Math.round(100 * unit * share));
  const largest = shares.indexOf(Math.max(...shares));
  whole[largest] += 100 * unit - whole.reduce((sum, part) => sum + part, 0);
  return whole.map((part) => `${(part / unit).toFixed(part ? digits : 0)} %`);
}

/** Group orders beyond twelve digits as 1.55e25. */
function orderText(order) {
  return order.length <= 12 ? order : `${order[0]}.${order.slice(1, 3)}e${order.length - 1}`;
}

function degreeText(row) {
  return row.min_degree === row.max_degree ? `${row.min_degree}-regular` : `degrees ${row.min_degree}\u2013${row.max_degree}`;
}
