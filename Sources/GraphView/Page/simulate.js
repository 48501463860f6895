// A simple simulation for standalone files: all-pairs repulsion, springs, gravity. It behaves
// similarly to the program's, but is not numerically identical.

export class Simulation {
  constructor(scene, forces = {}) {
    this.scene = scene;
    const { nodes, dimensions } = scene;
    this.at = Float64Array.from(scene.target);
    this.speed = new Float64Array(nodes * dimensions);
    this.pins = new Map();
    this.held = new Map();
    this.alpha = 0;
    this.tickCount = 0;
    this.forces = { charge: -30, distance: 30, spring: 1, gravity: 0.03, ...forces };
    // The forces at rest per coordinate, which are subtracted.
    this.offset = new Float64Array(nodes * dimensions);
  }
  // Makes the current layout the equilibrium until a force is changed, by subtracting the present
  // forces from now on.
  rest() {
    const { at, speed, forces } = this;
    this.repel(forces.charge);
    this.pull(forces.spring);
    this.offset = speed.map((force, k) => force - at[k] * forces.gravity);
    speed.fill(0);
  }
  // Returns the lengths of links.
  measure() {
    const { ends, links, dimensions } = this.scene;
    return Float64Array.from({ length: links }, (_, link) => {
      let sum = 0;
      for (let axis = 0; axis < dimensions; axis++) {
        sum += (this.at[ends[2 * link] * dimensions + axis] - this.at[ends[2 * link + 1] * dimensions + axis]) ** 2;
      }
      return Math.sqrt(sum);
    });
  }
  get isHot() { return this.alpha > 0.005 || this.held.size > 0; }

  tick() {
    const { alpha, scene, at, speed, forces } = this;
    const { nodes, dimensions: d } = scene;
    this.alpha += ((this.held.size ? 0.3 : 0) - alpha) * 0.0228;
    this.repel(this.alpha * forces.charge);
    this.pull(this.alpha * forces.spring);
    for (let i = 0; i < nodes; i++) {
      const fixed = this.held.get(i) ?? this.pins.get(i);
      for (let axis = 0; axis < d; axis++) {
        const k = i * d + axis;
        if (fixed) {
          at[k] = fixed[axis];
          speed[k] = 0;
          continue;
        }
        speed[k] = (speed[k] - (at[k] * forces.gravity + this.offset[k]) * this.alpha) * 0.6;
        at[k] += speed[k];
      }
    }
    this.tickCount++;
  }
  repel(strength) {
    const { at, speed } = this, { nodes, dimensions: d } = this.scene;
    for (let i = 0; i < nodes; i++) {
      for (let j = 0; j < i; j++) {
        let distance2 = 0;
        for (let axis = 0; axis < d; axis++) distance2 += (at[i * d + axis] - at[j * d + axis]) ** 2;
        const factor = strength / Math.max(distance2, 1);
        for (let axis = 0; axis < d; axis++) {
          const push = (at[i * d + axis] - at[j * d + axis]) * factor;
          speed[i * d + axis] -= push;
          speed[j * d + axis] += push;
        }
      }
    }
  }
  pull(strength) {
    const { at, speed, scene } = this, { ends, links, dimensions: d } = scene;
    for (let link = 0; link < links; link++) {
      const a = ends[2 * link], b = ends[2 * link + 1];
      if (a === b) continue;
      let length = 0;
      for (let axis = 0; axis < d; axis++) length += (at[b * d + axis] - at[a * d + axis]) ** 2;
      length = Math.sqrt(length) || 1e-6;
      const da = scene.degree(a), db = scene.degree(b);
      const factor = (length - this.forces.distance) / length * strength / Math.min(da, db);
      for (let axis = 0; axis < d; axis++) {
        const way = (at[b * d + axis] - at[a * d + axis]) * factor;
        speed[b * d + axis] -= way * da / (da + db);
        speed[a * d + axis] += way * db / (da + db);
      }
    }
  }
}
