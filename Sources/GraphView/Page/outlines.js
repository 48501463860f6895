// The outlines of groups of nodes, such as the clusters of a Graphviz file: hulls with rounded
// corners under the names of nodes, and a name above each.

import { font } from "./labels.js";

// With groups:
// The distance in pixels of an outline from the discs in it, and from an outline in it.
const GAP = 9;
const CORNERS = 24;

// Returns the corners of the convex hull of points (Andrew's monotone chain). O(n log n).
export function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const kept = [];
    for (const [x, y] of list) {
      while (kept.length > 1) {
        const [[ax, ay], [bx, by]] = kept.slice(-2);
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
        kept.pop();
      }
      kept.push([x, y]);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

export class Outlines {
  constructor(view, model) {
    Object.assign(this, { view, model, boxes: [] });
    model.on("state", ({ groups }) => {
      if (!groups) return;
      view.camera.rim = Math.max(0, ...groups.map(({ levels, name }) => GAP * (levels + 1) + (name ? 14 : 0)));
      view.request();
    });
  }
  // Returns the outlines on the screen of a camera, outer ones first: path, name and colours.
  of(camera) {
    const { scene, picture, theme } = this.view;
    return (this.model.groups ?? []).flatMap(({ nodes, name, levels, fill = theme.text, stroke = theme.text }) => {
      let radius = 0;
      const seen = nodes.filter((node) => node < scene.nodes && picture.isShown(node) && scene.isPlaced(node));
      const discs = seen.map((node) => {
        radius = Math.max(radius, Math.min(picture.pixels(node, camera.scale), 30));
        return camera.locate(scene, node);
      });
      if (!seen.length) return [];
      const away = radius + GAP * (levels + 1);
      const path = hullOf(hullOf(discs).flatMap(([x, y]) => Array.from({ length: CORNERS }, (_, i) => {
        const turn = 2 * Math.PI * i / CORNERS;
        return [x + away * Math.cos(turn), y + away * Math.sin(turn)];
      })));
      const top = Math.min(...path.map(([, y]) => y)), at = path.filter(([, y]) => y < top + 1);
      return [{ path, fill, stroke, name, x: (at[0][0] + at.at(-1)[0]) / 2, y: top - 7 }];
    });
  }
  // Paints the outlines, and notes the boxes of their names, which those of nodes avoid.
  paint(context, camera, faded) {
    const { theme } = this.view, alpha = Math.max(faded, 0.4);
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.font = font(12, 600);
    this.boxes = this.of(camera).map(({ path, fill, stroke, name, x, y }) => {
      context.beginPath();
      for (const point of path) context.lineTo(...point);
      context.closePath();
      context.globalAlpha = (fill === theme.text ? 0.05 : 0.35) * alpha;
      context.fillStyle = fill;
      context.fill();
      context.globalAlpha = (stroke === theme.text ? 0.35 : 0.9) * alpha;
      context.strokeStyle = stroke;
      context.lineWidth = 1.2;
      context.stroke();
      context.globalAlpha = 0.8 * alpha;
      const { width } = context.measureText(name), left = x - width / 2;
      context.strokeStyle = theme.background;
      context.lineWidth = 3;
      context.strokeText(name, left, y);
      context.fillStyle = theme.text;
      context.fillText(name, left, y);
      return [left - 2, y - 7, left + width + 2, y + 7];
    });
    context.globalAlpha = 1;
  }
}
// End of groups.
