// Keeps camera, selection and filters in the fragment of the page's address, so that they survive a
// reload and can be shared. Nodes are stored by number, which is valid for the same graph only.

import { seldom } from "./dom.js";

// The maximum length of the fragment.
const ADDRESS_LIMIT = 4000;

export function keepInAddress(app) {
  const { view, filters } = app, { camera, picture, scene } = view;
  let saved = null, isRead = false;

  const write = () => {
    if (!isRead) return;
    // The middle of what is not covered, which the camera's place is, is found anew.
    view.follows || view.emit("fit");
    const { hidden, only, near, core, component, attribute } = filters, { x, y, scale } = camera;
    const told = JSON.stringify([
      scene.nodes, scene.links, !view.follows && [x, y, scale], picture.selected, hidden, only,
      near && [near.node, near.distance], core, component,
      attribute && [attribute.name, attribute.shown ?? [attribute.low, attribute.high]],
      // With space:
      view.orbit && [view.orbit.azimuth, view.orbit.elevation],
      // End of space.
    ], (_, value) => (value instanceof Set ? [...value] : value % 1 ? Number(value.toPrecision(7)) : value));
    try {
      if (told.length < ADDRESS_LIMIT) history.replaceState(null, "", `#${told}`);
    } catch {
      // Some iframes have no address of their own.
    }
  };
  const read = (address) => {
    isRead = true;
    try {
      const [nodes, links, place, selected, hidden, only = null, near = null, core = 0, component = null, attribute, turn] =
        JSON.parse(decodeURIComponent(new URL(address).hash.slice(1)));
      if (nodes !== scene.nodes || links !== scene.links) return;
      Object.assign(filters, {
        hidden: new Set(hidden), only: only && new Set(only), near: near && { node: near[0], distance: near[1] }, core, component,
      });
      filters.apply();
      view.select(selected.filter((node) => node < nodes));
      if (attribute) app.showAttribute?.(...attribute);
      // With space:
      if (view.orbit && turn) [view.orbit.azimuth, view.orbit.elevation] = turn;
      // End of space.
      saved = place[2] > 0 && { x: place[0], y: place[1], scale: place[2] };
    } catch {
      // The fragment is empty or not from this page.
    }
  };
  view.on("graph", () => isRead || read(location.href));
  // The camera is restored after the first fit, which determines the limits of the zoom.
  view.on("first", () => {
    if (!saved) return;
    view.follows = false;
    view.emit("fit");
    camera.place = saved;
    saved = null;
  });
  view.on("camera selection filter", seldom(300, write));
  // The page may have written its own fragment since, so the event says what the address became.
  addEventListener("hashchange", ({ newURL }) => {
    read(newURL);
    if (!saved || view.isFirst) return;
    view.flyTo(saved);
    saved = null;
  });
}
