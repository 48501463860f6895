// What tests ask the page, by names that stay: `window.__view`.

export function probe(app) {
  const { view, model, link } = app;
  const { scene, picture, camera } = view;
  const find = (label) => scene.labels.indexOf(label);
  return {
    app,
    find,
    counts: () => ({ received: link.counts.received, frames: view.counts.frames, draws: view.counts.draws,
      latest: view.counts.latest, drawMs: view.drawMs }),
    state: () => ({
      nodes: scene.nodes, links: scene.links, epoch: scene.epoch, tick: model.tick, running: model.running,
      isHot: Boolean(model.isHot), renderer: view.renderer?.name ?? null, theme: view.theme.name,
      shown: picture.order.length, selected: [...picture.selected], pinned: [...scene.nodeFlags.keys()].filter((i) => scene.isPinned(i)),
      labels: view.labels.shown.size, camera: { ...camera.place, fitScale: camera.fitScale },
      step: app.timeline.steps?.at ?? null,
    }),
    at: (node) => view.onScreen(typeof node === "string" ? find(node) : node),
    place: (node) => scene.place(node),
    positions: () => [...scene.shown],
    labels: () => [...scene.labels],
    pick: (x, y) => view.nodeAt(x, y, 0),
    radius: (node) => picture.pixels(node, camera.scale),
    color: (node) => [...picture.colors.slice(4 * node, 4 * node + 4)],
    setDrawing(isOn) { view.drawing = isOn; },
    fit: () => view.fit(),
    lit: () => picture.lit && [...picture.lit],
    neighbours: (node) => scene.neighbours(node),
    pointed: () => [...picture.pointed],
    order: () => [...picture.order],
  };
}
