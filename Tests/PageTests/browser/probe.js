// What the tests ask a page, of which `app` is known. The harness gives properties the names they have in
// the page; what tests call is in quotes, so that it keeps its name.

({
  "app": app,
  "find"(label) { return app.view.scene.labels.indexOf(label); },
  "counts"() {
    const { view, link } = app;
    return { "received": link.counts.received, "frames": view.counts.frames, "draws": view.counts.draws,
      "latest": view.counts.latest, "drawMs": view.drawMs };
  },
  "state"() {
    const { view, model, timeline } = app;
    const { scene, picture, camera } = view;
    return {
      "nodes": scene.nodes, "links": scene.links, "epoch": scene.epoch, "tick": model.tick, "running": model.running,
      "isHot": Boolean(model.isHot), "renderer": view.renderer?.name ?? null, "theme": view.theme.name,
      "shown": picture.order.length, "selected": [...picture.selected],
      "pinned": [...scene.nodeFlags.keys()].filter((i) => scene.isPinned(i)), "labels": view.labels.shown.size,
      "camera": { "x": camera.x, "y": camera.y, "scale": camera.scale, "fitScale": camera.fitScale },
      "step": timeline?.steps?.at ?? null,
    };
  },
  "at"(node) { return app.view.onScreen(typeof node === "string" ? this["find"](node) : node); },
  "place"(node) { return app.view.scene.place(node); },
  "positions"() { return [...app.view.scene.shown]; },
  "labels"() { return [...app.view.scene.labels]; },
  "pick"(x, y) { return app.view.nodeAt(x, y, 0); },
  "radius"(node) { return app.view.picture.pixels(node, app.view.camera.scale); },
  "color"(node) { return [...app.view.picture.colors.slice(4 * node, 4 * node + 4)]; },
  "setDrawing"(isOn) { app.view.drawing = isOn; },
  "fit"() { app.view.fit(); },
  "lit"() { return app.view.picture.lit && [...app.view.picture.lit]; },
  "neighbours"(node) { return app.view.scene.neighbours(node); },
  "pointed"() { return [...app.view.picture.pointed]; },
  // The boxes of the names that are written.
  "names"() { return [...app.view.labels.shown.values()].map((label) => [...label.box]); },
  "pills"() { return app.view.pills.map((box) => [...box]); },
  "nameOf"(node) { return [...app.view.labels.shown.get(node)?.box ?? []]; },
  "outlines"() { return app.view.outlines.of(app.view.camera).map(({ path, name }) => ({ "path": path, "name": name })); },
  "order"() { return [...app.view.picture.order]; },
})
