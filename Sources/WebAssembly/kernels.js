// The modules: where they are, and how they are compiled.

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
