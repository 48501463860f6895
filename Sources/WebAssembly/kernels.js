// The modules, and the memory of an instance.

// As bundlers look for them.
const FILES = { plane: new URL("./plane-float.wasm", import.meta.url), all: new URL("./all.wasm", import.meta.url) };

/**
 * Compiles a module, once for any number of simulations.
 *
 * `source`: "plane" for the module of the plane in Float, "all" for that of the plane and of space
 * in Float and Double, both beside this file; a URL; a Response; bytes; or a module that is compiled.
 */
export async function loadKernels(source = "all") {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response !== "undefined" && source instanceof Response) return compileResponse(source);
  const url = Object.hasOwn(FILES, source) ? FILES[source] : locate(source);
  if (url.protocol === "file:" && typeof process !== "undefined" && process.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  return compileResponse(await fetch(url));
}

function locate(source) {
  if (source instanceof URL) return source;
  if (typeof source === "string") return new URL(source, globalThis.location?.href ?? `file://${encodeURI(process.cwd())}/`);
  throw new TypeError(`a module is "plane", "all", a URL, a Response, bytes or a WebAssembly.Module, not ${source}`);
}

async function compileResponse(response) {
  if (!response.ok) throw new Error(`the module ${response.url} was not loaded: ${response.status} ${response.statusText}`);
  // By its bytes: a server may send them with any type.
  return WebAssembly.compile(await response.arrayBuffer());
}

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
