// The colours of the two themes, the same as in GraphRendering.

export const THEMES = {
  light: {
    name: "light", background: "#ffffff", text: "#1f2328", node: "#2f6fa8", edge: "#6e7781",
    accent: "#0b62b0",
  },
  dark: {
    name: "dark", background: "#12161c", text: "#e8ebef", node: "#5ca6e0", edge: "#98a2ad",
    accent: "#7cc0f5",
  },
};

// Converts "#rrggbb" or "#rrggbbaa" to four bytes.
export function bytesOf(color) {
  const code = parseInt(color.slice(1, 7), 16);
  const alpha = color.length === 9 ? parseInt(color.slice(7), 16) : 255;
  return [code >> 16, (code >> 8) & 255, code & 255, alpha];
}
export function hexOf(rgba, index) {
  const byte = (i) => rgba[4 * index + i].toString(16).padStart(2, "0");
  return `#${byte(0)}${byte(1)}${byte(2)}`;
}

// Returns four bytes as one number.
export function wordOf(bytes) { return new Uint32Array(Uint8Array.from(bytes).buffer)[0]; }

// Returns a colour of nodes as it is in a theme: with a contrast of at least 3 to 1 to the ground if
// that is dark, or if high contrast is wanted, mixed with white or black in linear light.
export function legible(bytes, { name, isStrong }) {
  const goal = name === "dark" ? 1 : 0, wanted = goal ? 0.13 : isStrong ? 0.29 : 1;
  const linear = bytes.slice(0, 3).map((byte) => (byte / 255) ** 2.2);
  const level = linear.reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const share = (wanted - level) / (goal - level);
  return (level - wanted) * (goal - 0.5) < 0 ? [...linear.map((value) => Math.round(255 * (value + share * (goal - value)) ** (1 / 2.2))), bytes[3]] : bytes;
}
export function legibleHex(color, theme) { return hexOf(legible(bytesOf(color), theme), 0); }

// Returns a copy in which unset colours (0, or the default of either theme) are replaced by the
// theme's. `part` is "node" or "edge".
export function themed(rgba, part, theme) {
  const copy = rgba.slice();
  const words = new Uint32Array(copy.buffer);
  const own = wordOf(bytesOf(theme[part]));
  const defaults = new Set([0, ...Object.values(THEMES).map((one) => wordOf(bytesOf(one[part])))]);
  const known = new Map();
  for (let i = 0; i < words.length; i++) {
    if (defaults.has(words[i])) words[i] = own;
    else if (part === "node") {
      if (!known.has(words[i])) known.set(words[i], wordOf(legible([...copy.subarray(4 * i, 4 * i + 4)], theme)));
      words[i] = known.get(words[i]);
    }
  }
  return copy;
}
