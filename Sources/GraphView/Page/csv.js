// The places of nodes as a table, for files that no program answers.

export function csvOf(scene) {
  const rows = [["id", ...["x", "y", "z"].slice(0, scene.dimensions)].join(",")];
  for (let node = 0; node < scene.nodes; node++) {
    const name = String(scene.ids[node] || scene.label(node) || node);
    rows.push([`"${name.replaceAll('"', '""')}"`, ...scene.place(node)].join(","));
  }
  return `${rows.join("\n")}\n`;
}
