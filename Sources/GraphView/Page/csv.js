// The places of nodes as a table, for files that no program answers.

// A text as a cell, by the rule of CSVCell.swift: in quotes when it would be read as something else
// without them.
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
