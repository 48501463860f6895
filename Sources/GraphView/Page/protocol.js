// Encoding and decoding of the messages between the page and the program. All numbers are
// little-endian; every array begins at a multiple of 4 from the start of its message.

export const SUBPROTOCOL = "forcegraph.1";
export const NONE = 0xffffffff;

const KINDS = ["", "graph", "positions", "looks", "labels", "file", "column"];
const HEADER = 16;

// The columns of a graph message, in order: whether each is of nodes or links, and the bytes per
// value.
export const COLUMNS = [
  { name: "rgba", of: "nodes", bytes: 4 },
  { name: "radius", of: "nodes", bytes: 4 },
  { name: "shape", of: "nodes", bytes: 1 },
  { name: "nodeFlags", of: "nodes", bytes: 1 },
  { name: "linkRgba", of: "links", bytes: 4 },
  { name: "linkWidth", of: "links", bytes: 1 },
  { name: "linkFlags", of: "links", bytes: 1 },
  // Only present in graphs with outlines: red, green, blue, width.
  { name: "strokes", of: "nodes", bytes: 4 },
];

// Reads a message sequentially. If it is too short, the browser throws a RangeError.
class Reader {
  constructor(buffer) {
    this.buffer = buffer;
    this.at = HEADER;
  }
  take(bytes) {
    const begin = this.at;
    this.at = begin + bytes + ((4 - (bytes & 3)) & 3);
    return begin;
  }
  u32() { return this.u32s(1)[0]; }
  f32() { return this.f32s(1)[0]; }
  u8s(count) { return new Uint8Array(this.buffer, this.take(count), count); }
  u16s(count) { return new Uint16Array(this.buffer, this.take(2 * count), count); }
  u32s(count) { return new Uint32Array(this.buffer, this.take(4 * count), count); }
  f32s(count) { return new Float32Array(this.buffer, this.take(4 * count), count); }
  text(length = this.u32()) { return new TextDecoder().decode(this.u8s(length)); }
  texts(count) {
    const ends = this.u32s(count), bytes = this.u8s(ends.at(-1) ?? 0), decoder = new TextDecoder();
    return Array.from(ends, (end, i) => decoder.decode(bytes.subarray(i ? ends[i - 1] : 0, end)));
  }
  column({ name, bytes }, count) { return name === "radius" ? this.f32s(count) : this.u8s(count * bytes); }
  rest() { return (this.buffer.byteLength - this.at) >> 2; }
}

// Decodes a binary message to an object; `kind` is a name.
export function decode(buffer) {
  const head = new DataView(buffer);
  const message = {
    kind: KINDS[head.getUint8(0)],
    flags: head.getUint8(1),
    epoch: head.getUint32(4, true),
    sequence: head.getUint32(8, true),
    count: head.getUint32(12, true),
  };
  const read = PARTS[message.kind];
  if (!read) throw new RangeError(`no message is of kind ${head.getUint8(0)}`);
  read(message, new Reader(buffer));
  return message;
}

const PARTS = {
  graph(m, from) {
    m.nodes = m.count;
    m.links = from.u32();
    m.previous = m.flags & 1 ? null : from.u32s(m.nodes);
    m.ends = from.u32s(2 * m.links);
    for (const column of m.flags & 2 ? COLUMNS : COLUMNS.slice(0, 7)) m[column.name] = from.column(column, m[column.of]);
    if (m.ends.some((end) => end >= m.nodes)) {
      throw new RangeError("a link ends at a node that is not there");
    }
  },
  positions(m, from) {
    m.dimensions = m.flags & 16 ? 3 : 2;
    m.isHot = (m.flags & 2) !== 0;
    m.isFinal = (m.flags & 4) !== 0;
    m.isPaused = (m.flags & 8) !== 0;
    m.tick = from.u32();
    m.alpha = from.f32();
    m.command = from.u32();
    from.u32();
    const low = from.f32s(m.dimensions), high = from.f32s(m.dimensions);
    const length = m.dimensions * m.count;
    m.positions = m.flags & 1
      ? from.f32s(length)
      : unpacked(from.u16s(length), low, high, m.dimensions);
  },
  looks(m, from) {
    m.column = COLUMNS[m.flags];
    if (!m.column) throw new RangeError(`there is no column ${m.flags} of looks`);
    m.first = from.u32();
    m.values = from.column(m.column, m.count);
  },
  labels(m, from) {
    m.areIds = (m.flags & 1) !== 0;
    m.nodes = from.u32s(m.count);
    m.texts = from.texts(m.count);
  },
  file(m, from) {
    m.to = m.count;
    m.name = from.text();
    m.type = from.text();
    m.bytes = from.u8s(from.u32());
  },
  // With attributes:
  column(m, from) {
    m.to = m.count;
    if (m.flags & 1) {
      m.categories = from.texts(from.u32());
      m.index = from.u32s(from.rest());
    } else {
      m.numbers = from.f32s(from.rest());
    }
  },
  // End of attributes.
};

// Decodes 16 bits per axis: 0 is low, 65535 is high.
function unpacked(values, low, high, dimensions) {
  const result = new Float32Array(values.length);
  for (let axis = 0; axis < dimensions; axis++) {
    const begin = low[axis], step = (high[axis] - low[axis]) / 65535;
    for (let i = axis; i < values.length; i += dimensions) result[i] = begin + values[i] * step;
  }
  return result;
}

function pointerMessage(kind, flags, command, node, place, epoch = 0) {
  const view = new DataView(new ArrayBuffer(24));
  view.setUint8(0, kind);
  view.setUint8(1, flags);
  // The lower half of the epoch to which the index belongs.
  view.setUint16(2, epoch & 0xffff, true);
  view.setUint32(4, command, true);
  view.setUint32(8, node, true);
  place.forEach((value, axis) => view.setFloat32(12 + 4 * axis, value, true));
  return view.buffer;
}

// Encodes a hold: the node stays at the point until it is released.
export function holdMessage(command, node, place, epoch) {
  return pointerMessage(1, 0, command, node, place, epoch);
}

// Encodes a release: the node becomes free with a velocity in units per tick, or is pinned in
// place.
export function releaseMessage(command, node, isPinned, velocity = [], epoch = 0) {
  return pointerMessage(2, isPinned ? 1 : 0, command, node, velocity, epoch);
}

// Encodes an acknowledgement: a frame was drawn, within so many milliseconds.
export function ackMessage(sequence, milliseconds) {
  return pointerMessage(3, 0, sequence, 0, [milliseconds]);
}
