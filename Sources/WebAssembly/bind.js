// Values of forces by node and by link, as the kernels take them: to the bit what the Swift layer
// makes of them (BoundLinks.swift, CollideForce.swift, BoxCollideForce.swift).

const show = (value) => (typeof value === "string" ? JSON.stringify(value) : String(value));

/** A number that is finite. */
export function finite(value, what) {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new RangeError(`${what} is a finite number, not ${show(value)}`);
  return value;
}

/** A number that is not negative; infinite only where that is allowed. */
export function notNegative(value, what, isInfiniteAllowed = false) {
  if (typeof value !== "number" || !(value >= 0) || (value === Infinity && !isInfiniteAllowed)) {
    throw new RangeError(`${what} is a number that is not negative, not ${show(value)}`);
  }
  return value;
}

export function integer(value, what, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${what} is an integer from ${least} to ${most}, not ${show(value)}`);
  }
  return value;
}

export const orInfinite = (value, what) => notNegative(value, what, true);
export const iterationCount = (value, what) => integer(value, what, 0, 65536);

/**
 * One number for each element: `given` is a number, an array of numbers, or a function of element,
 * index and elements. `check`: of each number, with a text that names it.
 */
export function evaluate(given, elements, count, check, what, Type) {
  const values = new Type(count);
  const isArray = Array.isArray(given) || ArrayBuffer.isView(given);
  if (isArray && given.length !== count) {
    throw new RangeError(`${what} has ${given.length} numbers; ${count} are needed`);
  }
  if (!isArray && typeof given !== "function") return values.fill(rounded(check(given, what), check, what, Type));
  for (let i = 0; i < count; i++) {
    const name = `${what}[${i}]`;
    values[i] = check(isArray ? given[i] : given(elements?.[i], i, elements), name);
    check(values[i], name);
  }
  return values;
}

/** The number in the simulation's type, which may overflow. */
function rounded(value, check, what, Type) {
  const number = Type === Float32Array ? Math.fround(value) : value;
  check(number, what);
  return number;
}

/** The ends of links, two node numbers each: from objects with `source` and `target`, or numbers. */
export function readLinks(links, nodes, count, id) {
  const isFlat = ArrayBuffer.isView(links);
  if (isFlat && links.length % 2 !== 0) throw new RangeError(`links are pairs of node numbers, but there are ${links.length} numbers`);
  if (!isFlat && !Array.isArray(links)) throw new TypeError(`links are an array, not ${show(links)}`);
  const ends = new Int32Array(isFlat ? links.length : 2 * links.length);
  const numbers = id && new Map(Array.from({ length: count }, (_, i) => [id(nodes?.[i], i, nodes), i]));
  const objects = !isFlat && nodes ? new Map(nodes.map((node, i) => [node, i])) : null;
  const find = (end, at) => {
    const found = objects?.get(end) ?? (numbers ? numbers.get(end) : end);
    if (!Number.isInteger(found) || found < 0 || found >= count) {
      throw new RangeError(`link ${at >> 1} has the ${at % 2 ? "target" : "source"} ${show(end)}, but there are ${count} nodes`);
    }
    return found;
  };
  for (let at = 0; at < ends.length; at++) {
    ends[at] = find(isFlat ? links[at] : links[at >> 1][at % 2 ? "target" : "source"], at);
  }
  return ends;
}

/** The number of link ends at each node; a link from a node to itself counts twice. */
export function countEnds(ends, count) {
  const counts = new Int32Array(count);
  for (const node of ends) counts[node]++;
  return counts;
}

/** Strengths by link of 1 over the smaller number of link ends at its two nodes: d3's default. */
export function strengthsByDegree(ends, counts, Type) {
  return new Type(ends.length / 2).map((_, link) => 1 / Math.min(counts[ends[2 * link]], counts[ends[2 * link + 1]]));
}

/**
 * Links as seen from their ends, grouped by node. `lengths`: by link, or one number for all.
 * Arithmetic is in the simulation's type: `round` rounds to it.
 */
export class HalfLinks {
  constructor(ends, counts, lengths, strengths, Type) {
    const round = Type === Float32Array ? Math.fround : (x) => x;
    const count = counts.length, linkCount = ends.length / 2;
    this.begin = new BigInt64Array(count + 1);
    const next = rowBegins(ends, count, this.begin);
    const total = next[count];
    this.other = new Int32Array(total);
    this.coefficient = new Type(total);
    this.length = typeof lengths === "number" ? null : new Type(total);
    this.commonLength = typeof lengths === "number" ? lengths : 0;
    for (let link = 0; link < linkCount; link++) {
      const source = ends[2 * link], target = ends[2 * link + 1];
      if (source === target) continue;
      const bias = round(round(counts[source]) / round(counts[source] + counts[target]));
      const a = next[source]++, b = next[target]++;
      this.other[a] = target;
      this.other[b] = source;
      if (this.length) this.length[a] = this.length[b] = lengths[link];
      this.coefficient[a] = strengths[link] * round(1 - bias);
      this.coefficient[b] = strengths[link] * bias;
    }
    this.#limit(count, round, Type);
  }

  #limit(count, round, Type) {
    this.total = new Type(count);
    this.lowestLimit = Infinity;
    const { total, coefficient, other } = this;
    const row = (node) => Number(this.begin[node]);
    for (let node = 0; node < count; node++) {
      for (let end = row(node), last = row(node + 1); end < last; end++) total[node] += Math.abs(coefficient[end]);
    }
    const most = round(4 / 3);
    for (let node = 0; node < count; node++) {
      for (let end = row(node), last = row(node + 1); end < last; end++) {
        const limit = round(most / round(total[node] + total[other[end]]));
        if (limit < this.lowestLimit) this.lowestLimit = limit;
      }
    }
  }

  get isEmpty() { return this.other.length === 0; }

  /** The number of smaller steps that replace one iteration. */
  steps(alpha, round) {
    let steps = 1;
    while (steps < 4 && round(alpha / steps) > this.lowestLimit) steps++;
    return steps;
  }
}

/** Fills `begin`, and returns a copy of it as numbers. */
function rowBegins(ends, count, begin) {
  const rows = new Int32Array(count + 1);
  for (let at = 0; at < ends.length; at += 2) {
    if (ends[at] === ends[at + 1]) continue;
    rows[ends[at] + 1]++;
    rows[ends[at + 1] + 1]++;
  }
  for (let node = 0; node < count; node++) rows[node + 1] += rows[node];
  rows.forEach((row, node) => { begin[node] = BigInt(row); });
  return rows;
}

/** The levels of collide radii, from the largest down, a factor of four each: [above, largest]. */
export function collideLevels(radii) {
  const levels = [];
  let limit = radii.reduce((most, radius) => Math.max(most, radius), 0);
  for (let number = 1; number <= 12; number++) {
    const above = number === 12 ? -1 : radii.constructor.of(limit / 4)[0];
    let largest = 0;
    for (const radius of radii) if (radius > above && radius <= limit && radius > largest) largest = radius;
    if (largest > 0) levels.push([above, largest]);
    limit = above;
  }
  const last = levels.at(-1);
  if (last && !radii.some((radius) => radius <= last[0])) last[0] = -1;
  return levels;
}
