// The node positions as a CSV table, for standalone files.

// Returns a text as a CSV cell. It is quoted if it would otherwise be read differently, by the rule
// of CSVCell.swift.
export function csvCell(text) {
  const isPlain = text !== "" && !/[" ,;|\t\n\r]/.test(text) && !/^(?:[#%{(\uFEFF]|\/\/)/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

export function csvOf(scene) {
  const rows = [["id", ...["x", "y", "z"].slice(0, scene.dimensions)].join(",")];
  for (let node = 0; node < scene.nodes; node++) {
    const name = String(scene.ids[node] ?? (scene.label(node) || node));
    rows.push([csvCell(name), ...scene.place(node)].join(","));
  }
  return `${rows.join("\n")}\n`;
}
