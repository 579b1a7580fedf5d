// Colours: of orbits, channels and components, in light and dark.

const isDark = () => document.documentElement.dataset.theme === "dark";
const themeColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A colour for every number; after the palette's eight, further hues a golden angle apart. */
function categoricalColour(i) {
  const palette = isDark() ? settings.palette.dark : settings.palette.light;
  if (i < palette.length) return palette[i];
  return hslToHex((i * 137.508) % 360, 0.5, isDark() ? 0.65 : 0.5);
}

function hslToHex(hue, saturation, lightness) {
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value).toString(16).padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Level from -15 to 15. */
const divergingColour = (level) => settings.palette.diverging[level + 15];
const divergingGradient = () => `linear-gradient(to right, ${settings.palette.diverging.filter((_, i) => i % 3 === 0).join(", ")})`;

/** The trivial component is grey: there nothing changes under symmetry. */
function componentColour(view, component) {
  if (view.components[component].type === "trivial") return isDark() ? "#aab2bd" : "#c3cad3";
  const before = view.components.slice(0, component).filter((other) => other.type !== "trivial").length;
  return categoricalColour(before);
}

/** One fill per node. Nodes that no symmetry moves are hollow: they have no orbit to share. */
function nodeColours(view, mode) {
  if (mode.kind === "channel") return view.channels[mode.channel].values.map(divergingColour);
  const names = new Map();
  return view.orbits.map((orbit) => {
    if (view.orbitSizes[orbit] === 1) return themeColour("paper");
    if (!names.has(orbit)) names.set(orbit, names.size);
    return categoricalColour(names.get(orbit));
  });
}

/** Black or white, whichever reads better on the colour. */
function inkOn(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.3 ? "#10151b" : "#ffffff";
}

/** What `run` returns with the colours of the light theme, whatever is shown. */
function inLight(run) {
  const { theme } = document.documentElement.dataset;
  applyTheme("light");
  try {
    return run();
  } finally {
    applyTheme(theme);
  }
}

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function firstTheme() {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
