// An instance of a module, and its memory.

/** An instance, and typed arrays in its memory. */
export class Instance {
  #exports;
  #scalars;
  #failure = null;
  #owned = [];

  constructor(module, isDouble) {
    const failed = (message, length) => {
      const bytes = new Uint8Array(this.#exports.memory.buffer, message, length);
      this.#failure = new Error(`the kernels stopped: ${new TextDecoder().decode(bytes).trim()}`);
      throw this.#failure;
    };
    this.#exports = new WebAssembly.Instance(module, { page: { failed } }).exports;
    this.#scalars = isDouble ? Float64Array : Float32Array;
  }

  /** The functions of the module. After a failure its state means nothing, and nothing is called. */
  get call() {
    if (this.#failure) throw this.#failure;
    return this.#exports;
  }
  get buffer() { return this.#exports.memory.buffer; }

  /** The address of new memory for `count` elements of a type of array, full of zeros. */
  allocate(Type, count) {
    const bytes = count * Type.BYTES_PER_ELEMENT;
    const address = bytes < 2 ** 32 ? this.call.allocate(bytes) >>> 0 : 0;
    if (address === 0) throw new RangeError(`there is no memory for ${bytes} more bytes: a module has 4 GB at most`);
    this.#owned.push(address);
    return address;
  }

  /** What `work` returns, and the addresses it has allocated. When it throws, they are released. */
  owning(work) {
    this.#owned = [];
    try {
      return { result: work(), owned: this.#owned };
    } catch (problem) {
      if (!this.#failure) this.release(this.#owned);
      throw problem;
    }
  }

  /** An array in the memory. It is of no use once the memory has grown. */
  view(Type, address, count) { return new Type(this.buffer, address, count); }

  /** A copy of values in the memory: its address. */
  copy(Type, values) {
    const address = this.allocate(Type, values.length);
    this.view(Type, address, values.length).set(values);
    return address;
  }

  /** The same for numbers of the simulation's type. */
  copyScalars(values) { return this.copy(this.#scalars, values); }
  get Scalars() { return this.#scalars; }

  release(addresses) {
    for (const address of addresses) if (address !== 0) this.#exports.release(address);
  }
}
