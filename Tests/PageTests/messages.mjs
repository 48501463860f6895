// Messages as the program writes them, for tests.

// Builds bytes from the front: numbers of a type, padded to multiples of 4.
export class Writer {
  constructor(kind, { flags = 0, epoch = 1, sequence = 0, count = 0 } = {}) {
    const head = new DataView(new ArrayBuffer(16));
    head.setUint8(0, kind);
    head.setUint8(1, flags);
    head.setUint32(4, epoch, true);
    head.setUint32(8, sequence, true);
    head.setUint32(12, count, true);
    this.parts = [new Uint8Array(head.buffer)];
  }
  put(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    this.parts.push(bytes, new Uint8Array((4 - (bytes.length & 3)) & 3));
    return this;
  }
  u8(...values) { return this.put(Uint8Array.from(values)); }
  u16(...values) { return this.put(Uint16Array.from(values)); }
  u32(...values) { return this.put(Uint32Array.from(values)); }
  f32(...values) { return this.put(Float32Array.from(values)); }
  texts(texts) {
    const encoded = texts.map((text) => new TextEncoder().encode(text));
    let end = 0;
    this.u32(...encoded.map((bytes) => (end += bytes.length)));
    return this.u8(...encoded.flatMap((bytes) => [...bytes]));
  }
  get buffer() {
    const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole.buffer;
  }
}

// A graph message; looks are those of plain nodes and links.
export function graph(nodes, ends, { epoch = 1, previous = null, radius = 5 } = {}) {
  const links = ends.length / 2;
  const writer = new Writer(1, { epoch, count: nodes, flags: previous ? 0 : 1 }).u32(links);
  if (previous) writer.u32(...previous);
  const each = (count, value) => new Array(count).fill(value);
  return writer.u32(...ends).u8(...each(4 * nodes, 200)).f32(...each(nodes, radius))
    .u8(...each(nodes, 0)).u8(...each(nodes, 0))
    .u8(...each(4 * links, 100)).u8(...each(links, 8)).u8(...each(links, 12)).buffer;
}

export function positions(coordinates, { epoch = 1, sequence = 1, flags = 1, dimensions = 2,
  command = 0 } = {}) {
  const axes = new Array(dimensions).fill(0);
  return new Writer(2, {
    epoch, sequence, flags: flags | (dimensions === 3 ? 16 : 0),
    count: coordinates.length / dimensions,
  }).u32(7).f32(0.5).u32(command, 0).f32(...axes, ...axes.map(() => 1)).f32(...coordinates).buffer;
}
