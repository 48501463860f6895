// Draws a picture with WebGL2: all that is known of nodes and links lies in textures, 2,048 values
// wide, and vertices fetch it by their numbers. No buffers of vertices, no instances: both would be
// slow without a graphics processor.

import { linkScale, sizeScale } from "./picture.js";
import { LINK_FRAGMENT, LINK_VERTEX, NODE_FRAGMENT, NODE_VERTEX } from "./shaders.js";
import { bytesOf } from "./theme.js";

const WIDTH = 2048;
// Points are drawn up to this many pixels of the screen, triangles above.
const POINT_LIMIT = 32;
// Links are lines of one pixel above this many.
const LINE_LIMIT = 250000;
const PIECES = 12;

// Textures: format in memory, of the data, its type, and numbers a value.
const TEXTURE_FORMATS = {
  positions: ["RG32F", "RG", "FLOAT", 2],
  nearness: ["R32F", "RED", "FLOAT", 1],
  colors: ["RGBA8", "RGBA", "UNSIGNED_BYTE", 4],
  forms: ["RG32UI", "RG_INTEGER", "UNSIGNED_INT", 2],
  order: ["R32UI", "RED_INTEGER", "UNSIGNED_INT", 1],
  ends: ["RG32UI", "RG_INTEGER", "UNSIGNED_INT", 2],
  linkColors: ["RGBA8", "RGBA", "UNSIGNED_BYTE", 4],
  linkForms: ["RGBA8UI", "RGBA_INTEGER", "UNSIGNED_BYTE", 4],
  linkOrder: ["R32UI", "RED_INTEGER", "UNSIGNED_INT", 1],
};

export class GLRenderer {
  // Throws when the browser refuses.
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", {
      alpha: false, antialias: false, depth: true, powerPreference: "high-performance",
    });
    if (!gl) throw new Error("WebGL2 is not available in this browser");
    this.canvas = canvas;
    this.gl = gl;
    this.name = "WebGL2";
    this.programs = new Map();
    this.textures = {};
    this.fence = null;
    gl.bindVertexArray(gl.createVertexArray());
    this.largest = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    // Compiled now, so that what cannot work is known at once.
    this.program("node", NODE_VERTEX, NODE_FRAGMENT, []);
  }

  program(name, vertex, fragment, defines) {
    const found = this.programs.get(name);
    if (found) return found;
    const { gl } = this;
    const program = gl.createProgram();
    const head = defines.map((line) => `#define ${line}\n`).join("");
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source.replace("\n", `\n${head}`));
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(`the graphics driver refuses "${name}": ${logs.join(" ")}`);
    }
    const uniforms = {};
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let i = 0; i < count; i++) {
      const { name: uniform } = gl.getActiveUniform(program, i);
      uniforms[uniform] = gl.getUniformLocation(program, uniform);
    }
    const made = { program, uniforms };
    this.programs.set(name, made);
    return made;
  }

  // Writes an array to a texture, which grows as needed.
  upload(name, array) {
    const { gl } = this;
    const [inside, format, type, width] = TEXTURE_FORMATS[name];
    const count = array.length / width, rows = Math.max(Math.ceil(count / WIDTH), 1);
    if (rows > this.largest) {
      throw new Error(`this graphics driver holds ${WIDTH * this.largest} nodes or links, ` +
        `and the graph has ${count}`);
    }
    let texture = this.textures[name];
    gl.activeTexture(gl.TEXTURE0);
    if (!texture || texture.rows < rows) {
      if (texture) gl.deleteTexture(texture.id);
      texture = this.textures[name] = { id: gl.createTexture(), rows: Math.ceil(rows * 1.2) };
      gl.bindTexture(gl.TEXTURE_2D, texture.id);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl[inside], WIDTH, Math.min(texture.rows, this.largest));
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.bindTexture(gl.TEXTURE_2D, texture.id);
    const whole = Math.floor(count / WIDTH), rest = count - whole * WIDTH;
    const put = (row, columns, lines, part) => gl.texSubImage2D(
      gl.TEXTURE_2D, 0, 0, row, columns, lines, gl[format], gl[type], part);
    if (whole) put(0, WIDTH, whole, array.subarray(0, whole * WIDTH * width));
    if (rest) put(whole, rest, 1, array.subarray(whole * WIDTH * width));
  }

  update(picture) {
    const { scene, changed } = picture;
    const all = changed.has("graph");
    for (const name of ["colors", "forms", "order", "linkColors", "linkForms", "linkOrder"]) {
      if (all || changed.has(name)) this.upload(name, picture[name]);
    }
    if (all) this.upload("ends", scene.ends);
    this.upload("positions", scene.plane);
    this.upload("nearness", scene.nearness ?? new Float32Array(1));
    changed.clear();
  }

  // Draws; `isDone()` says when the graphics processor has finished.
  draw(picture, camera, { ratio, faded, linkShare = 1 }) {
    const { gl, canvas } = this;
    const width = Math.round(camera.width * ratio), height = Math.round(camera.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.update(picture);
    const color = (name) => bytesOf(picture.theme[name]).slice(0, 3).map((byte) => byte / 255);
    this.common = {
      view: [camera.width, camera.height], middle: [camera.middleX, camera.middleY],
      center: [camera.x, camera.y], scale: camera.scale, size: sizeScale(camera.scale), ratio,
      faded, least: picture.least, inSpace: picture.scene.nearness ? 1 : 0, background: color("background"),
      text: color("text"), accent: color("accent"), litMode: picture.litMode,
      widthScale: linkScale(camera.scale), densityScale: picture.densityScale,
      thins: picture.isDetailed ? 0 : 1,
    };
    gl.viewport(0, 0, width, height);
    gl.clearColor(...this.common.background, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
    if (picture.scene.nearness) {
      // In space nodes come first, and hide what is behind them.
      gl.enable(gl.DEPTH_TEST);
      this.drawNodes(picture, camera, ratio);
      gl.depthMask(false);
      this.drawLinks(picture, linkShare);
    } else {
      gl.disable(gl.DEPTH_TEST);
      this.drawLinks(picture, linkShare);
      this.drawNodes(picture, camera, ratio);
    }
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  isDone() {
    const { gl, fence } = this;
    if (!fence || gl.isContextLost()) return true;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    this.fence = null;
    return true;
  }

  use(program, values, textures) {
    const { gl } = this;
    gl.useProgram(program.program);
    const set = (name, value) => {
      const location = program.uniforms[name];
      if (!location) return;
      if (Array.isArray(value)) gl[`uniform${value.length}fv`](location, value);
      else if (INTEGERS.has(name)) gl.uniform1i(location, value);
      else gl.uniform1f(location, value);
    };
    for (const [name, value] of Object.entries({ ...this.common, ...values })) set(name, value);
    Object.entries(textures).forEach(([sampler, texture], unit) => {
      const location = program.uniforms[sampler];
      if (!location) return;
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, this.textures[texture].id);
      gl.uniform1i(location, unit);
    });
  }

  drawLinks(picture, share) {
    const { gl } = this;
    const total = picture.linkOrder.length;
    if (!total) return;
    const textures = {
      positions: "positions", nearness: "nearness", forms: "forms", order: "linkOrder",
      ends: "ends", linkForms: "linkForms", linkColors: "linkColors",
    };
    const detail = picture.isDetailed ? ["DETAILED"] : [];
    const run = (name, defines, mode, firstSlot, count) => {
      if (!count) return;
      const key = name + detail.join("");
      const program = this.program(key, LINK_VERTEX, LINK_FRAGMENT, [...defines, ...detail]);
      this.use(program, { firstSlot }, textures);
      gl.drawArrays(mode, 0, count);
    };
    const straight = Math.ceil(picture.straight * share);
    if (total > LINE_LIMIT) {
      run("lines", ["LINES", "PIECES 1"], gl.LINES, 0, 2 * straight);
      return;
    }
    run("quads", ["PIECES 1"], gl.TRIANGLES, 0, 6 * straight);
    run("bent", [`PIECES ${PIECES}`], gl.TRIANGLES, picture.straight,
      6 * PIECES * (total - picture.straight));
    if (picture.hasArrows && picture.isDetailed) {
      run("heads", ["HEADS", "PIECES 1"], gl.TRIANGLES, 0, 3 * total);
    }
  }

  // In the picture's order small discs come first, so those that are too large for points are last.
  drawNodes(picture, camera, ratio) {
    const { gl } = this;
    const { order, radii } = picture;
    if (!order.length) return;
    const limit = POINT_LIMIT / 2 / ratio - 7;
    let small = 0, end = order.length;
    if (picture.scene.nearness) {
      // The nearest are twenty times larger at most, and order says nothing: all by triangles
      // when there may be a large one.
      if (radii[2 * order[end - 1]] * sizeScale(camera.scale) * 2 * 1.4 < limit) small = end;
      end = small;
    }
    while (small < end) {
      const middle = (small + end) >> 1;
      if (picture.pixels(order[middle], camera.scale) * 1.4 < limit) small = middle + 1;
      else end = middle;
    }
    const textures = {
      positions: "positions", nearness: "nearness", forms: "forms", order: "order",
      colors: "colors",
    };
    if (small) {
      this.use(this.program("node", NODE_VERTEX, NODE_FRAGMENT, []), {}, textures);
      gl.drawArrays(gl.POINTS, 0, small);
    }
    if (small < order.length) {
      const quads = this.program("nodeQuads", NODE_VERTEX, NODE_FRAGMENT, ["QUADS"]);
      this.use(quads, {}, textures);
      gl.drawArrays(gl.TRIANGLES, 6 * small, 6 * (order.length - small));
    }
  }
}

const INTEGERS = new Set(["inSpace", "litMode", "firstSlot", "thins"]);
