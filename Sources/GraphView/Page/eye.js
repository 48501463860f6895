// The camera of a view: following a growing graph, flights, and hit tests.

import { between, boundsOf, Camera, easeInOut, framed } from "./camera.js";
import { Events } from "./events.js";
import { clamp } from "./numbers.js";
import { Picture } from "./picture.js";
import { Scene } from "./scene.js";

const FLIGHT = 450;

export class Eye extends Events {
  constructor() {
    super();
    this.scene = new Scene();
    this.picture = new Picture(this.scene);
    this.camera = new Camera();
    this.isReduced = this.isHot = false;
    // The camera keeps the whole graph visible until a user moves it.
    this.follows = true;
  }

  advanceCamera(now) {
    const { camera, flight } = this;
    if (flight) {
      flight.begin ??= now;
      const t = this.isReduced ? 1 : Math.min((now - flight.begin) / FLIGHT, 1);
      camera.place = between(flight.from, flight.to, easeInOut(t));
      if (t === 1) this.flight = null;
      this.cameraMoved();
      return t < 1;
    }
    if (!this.follows || !this.isPlaced || this.scene.held.size) return false;
    const bounds = this.bounds();
    if (!bounds) return false;
    if (this.isFirst) this.emit("fit");
    const goal = this.fitting(bounds);
    const away = Math.max(
      Math.abs(Math.log(goal.scale / camera.scale)),
      Math.hypot(goal.x - camera.x, goal.y - camera.y) * goal.scale / camera.width);
    if (away < 0.004) {
      // At rest: what has moved, or is drawn larger, may have come under a panel.
      if (this.followedAt && !this.isHot) this.makeRoom();
      this.followedAt = undefined;
      return false;
    }
    // The share depends on elapsed time, so that the camera keeps up at low frame rates.
    const time = now - (this.followedAt ?? now);
    this.followedAt = now;
    const share = this.isFirst || this.isReduced ? 1 : 1 - Math.exp(-Math.max(time, 8) / 110);
    camera.place = between(camera.place, goal, share);
    if (this.isFirst) {
      this.isFirst = false;
      this.densityAt = 0;
      this.emit("first");
    }
    this.cameraMoved();
    return true;
  }
  cameraMoved() { this.emit("camera"); }
  // Returns the camera that shows all of the bounds, and makes discs as small as the layout is dense; it may be the
  // nearer for that.
  fitting(bounds) {
    const { camera, picture } = this;
    picture.chooseSize(bounds);
    camera.nearest = 4 / picture.sizeFactor;
    const goal = camera.fitted(bounds);
    camera.fitScale = goal.scale;
    return goal;
  }
  // Lets the camera avoid covered areas with what a fit shows. A camera that a user has moved stays
  // clear of all that covers, as its centre must not depend on where nodes are now.
  makeRoom() {
    const { scene: { plane, nodes }, picture } = this, bounds = this.bounds(), points = this.follows ? [] : null;
    // A sample is enough in large graphs.
    for (let node = 0; bounds && points && node < nodes; node += Math.ceil(nodes / 2000)) {
      const point = [plane[2 * node], plane[2 * node + 1]];
      if (picture.isShown(node) && point.every((value, axis) => value >= bounds.low[axis] && value <= bounds.high[axis])) points.push(point);
    }
    this.camera.makeRoom(bounds, points);
    this.request();
  }
  // Returns the bounds that a fit shows.
  bounds() {
    const { scene, picture } = this, all = boundsOf(scene.plane, (node) => picture.isShown(node));
    return all && framed(all, !this.showsFar && boundsOf(scene.plane, (node) => picture.isShown(node) && scene.degree(node)));
  }

  seesAll() {
    const { camera } = this, bounds = this.bounds();
    if (!bounds) return false;
    return [bounds.low, bounds.high].every((corner) => camera.sees(...camera.toScreen(...corner)));
  }
  flyTo(place) {
    this.emit("away");
    this.follows = false;
    this.flight = { from: this.camera.place, to: { ...place, scale: this.camera.clamped(place.scale) } };
    this.request();
  }
  // Fits on the user's request. A second request in a row also includes unlinked nodes far away.
  fitAgain() {
    this.showsFar = this.follows && !this.showsFar;
    this.fit();
  }
  fit() {
    const bounds = this.bounds();
    if (!bounds) return;
    this.follows = true;
    this.emit("fit");
    this.flyTo(this.fitting(bounds));
    this.follows = true;
    this.wantsDensity = true;
  }
  // Centres nodes, zoomed in enough to read their labels; never zooms out.
  goTo(nodes) {
    const places = [];
    for (const node of nodes) {
      if (this.scene.isPlaced(node)) places.push(this.scene.plane[2 * node], this.scene.plane[2 * node + 1]);
    }
    const bounds = boundsOf(places);
    if (!bounds) return;
    const { camera } = this, goal = camera.fitted(bounds, 120);
    if (nodes.length === 1) goal.scale = Math.min(Math.max(2 * camera.fitScale, camera.scale, 0.8), 6 * Math.max(camera.fitScale, 0.4));
    this.flyTo(goal);
  }
  zoomBy(factor, px = this.camera.middleX, py = this.camera.middleY) {
    const { camera } = this, from = camera.place;
    camera.zoomAt(px, py, factor);
    const to = camera.place;
    camera.place = from;
    this.flyTo(to);
  }
  userMoved() {
    this.follows = false;
    this.flight = null;
    this.emit("away");
    this.cameraMoved();
    this.moved();
  }

  // Returns the node at a pixel; `reach` is the tolerance in pixels.
  nodeAt(px, py, reach) {
    const { camera, picture } = this;
    const [x, y] = camera.toPlane(px, py);
    return this.scene.nodeAt(x, y, reach / camera.scale,
      (node) => Math.min(picture.pixels(node, camera.scale), 60) / camera.scale,
      (node) => !picture.hidden[node]);
  }
  // Returns the ends of the link within a few pixels of a point; empty if there are too many links
  // to test.
  linkAt(px, py) {
    const { picture, scene } = this;
    let found = [], best = 4;
    if (!picture.isDetailed) return found;
    for (const link of picture.linkOrder) {
      const ends = [scene.ends[2 * link], scene.ends[2 * link + 1]];
      const [[ax, ay], [bx, by]] = ends.map((node) => this.onScreen(node));
      const dx = bx - ax, dy = by - ay;
      const t = clamp(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy), 0, 1);
      const distance = Math.hypot(ax + dx * t - px, ay + dy * t - py);
      if (distance < best) [best, found] = [distance, ends];
    }
    return found;
  }
  onScreen(node) { return this.camera.locate(this.scene, node); }
  // Returns the position in the layout that corresponds to a pixel, at the depth of the node.
  placeAt(px, py, node) {
    const [x, y] = this.camera.toPlane(px, py);
    return this.orbit?.unproject(x, y, this.scene.nearness[node]) ?? [x, y];
  }
}
