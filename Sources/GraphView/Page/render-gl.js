// Draws a picture with WebGL2. All data of nodes and links are in textures 2,048 values wide, from
// which vertex shaders fetch them by index. Vertex buffers and instancing are avoided, as both
// would be slow with a software renderer.

import { LINK_FRAGMENT, LINK_VERTEX } from "./link-shaders.js";
import { linkScale, sizeScale } from "./picture.js";
import { NODE_FRAGMENT, NODE_VERTEX } from "./shaders.js";
import { bytesOf } from "./theme.js";

const WIDTH = 2048;
// The largest diameter in screen pixels of nodes drawn as points; larger ones are drawn as
// triangles.
const POINT_LIMIT = 32;
// The number of links above which they are drawn as lines one pixel wide.
const LINE_LIMIT = 250000;
// With curves:
const PIECES = 12;
// End of curves.

// Texture formats: internal format, format, type, and components per texel. scripts/embed-page
// replaces the constants with numbers.
/** @type {any} */
const GL = globalThis.WebGL2RenderingContext ?? {};
const REALS = [GL.RG32F, GL.RG, GL.FLOAT, 2], REAL = [GL.R32F, GL.RED, GL.FLOAT, 1];
const COLORS = [GL.RGBA8, GL.RGBA, GL.UNSIGNED_BYTE, 4], BYTES = [GL.RGBA8UI, GL.RGBA_INTEGER, GL.UNSIGNED_BYTE, 4];
const WORDS = [GL.RG32UI, GL.RG_INTEGER, GL.UNSIGNED_INT, 2], INDICES = [GL.R32UI, GL.RED_INTEGER, GL.UNSIGNED_INT, 1];
// The textures of the picture, and those of its scene.
const PICTURE_TEXTURES = {
  colors: COLORS, forms: WORDS, order: INDICES, linkColors: COLORS, linkForms: BYTES, linkOrder: INDICES,
  // With shapes:
  strokes: COLORS,
  // End of shapes.
};

export class GLRenderer {
  // Throws if the browser does not provide WebGL2.
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", {
      alpha: false, antialias: false, powerPreference: "high-performance",
    });
    if (!gl) throw new Error("WebGL2 is not available in this browser");
    this.canvas = canvas;
    this.gl = gl;
    this.name = "WebGL2";
    this.programs = new Map();
    this.textures = {};
    this.fence = null;
    gl.bindVertexArray(gl.createVertexArray());
    this.largest = gl.getParameter(GL.MAX_TEXTURE_SIZE);
    // Compiling a program now reports errors at once.
    this.program("node", NODE_VERTEX, NODE_FRAGMENT, []);
  }

  program(name, vertex, fragment, defines) {
    const found = this.programs.get(name);
    if (found) return found;
    const { gl } = this;
    const program = gl.createProgram();
    const head = defines.map((line) => `#define ${line}\n`).join("");
    for (const [type, source] of [[GL.VERTEX_SHADER, vertex], [GL.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source.replace("\n", `\n${head}`));
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, GL.LINK_STATUS) && !gl.isContextLost()) {
      const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(`the graphics driver refuses "${name}": ${logs.join(" ")}`);
    }
    const uniforms = {};
    const count = gl.getProgramParameter(program, GL.ACTIVE_UNIFORMS) ?? 0;
    for (let i = 0; i < count; i++) {
      const { name: uniform } = gl.getActiveUniform(program, i);
      uniforms[uniform] = gl.getUniformLocation(program, uniform);
    }
    const made = { program, uniforms };
    this.programs.set(name, made);
    return made;
  }

  // Writes an array to a texture, which is enlarged as needed.
  /**
   * @param {string} name
   * @param {any} array
   * @param {number[]} form
   */
  upload(name, array, [inside, format, type, width]) {
    const { gl } = this;
    const count = array.length / width, rows = Math.max(Math.ceil(count / WIDTH), 1);
    if (rows > this.largest) {
      throw new Error("the graph is too large for this graphics driver");
    }
    let texture = this.textures[name];
    gl.activeTexture(GL.TEXTURE0);
    if (!texture || texture.rows < rows) {
      if (texture) gl.deleteTexture(texture.id);
      texture = this.textures[name] = { id: gl.createTexture(), rows: Math.ceil(rows * 1.2) };
      gl.bindTexture(GL.TEXTURE_2D, texture.id);
      gl.texStorage2D(GL.TEXTURE_2D, 1, inside, WIDTH, Math.min(texture.rows, this.largest));
      gl.texParameteri(GL.TEXTURE_2D, GL.TEXTURE_MIN_FILTER, GL.NEAREST);
      gl.texParameteri(GL.TEXTURE_2D, GL.TEXTURE_MAG_FILTER, GL.NEAREST);
    }
    gl.bindTexture(GL.TEXTURE_2D, texture.id);
    const whole = Math.floor(count / WIDTH), rest = count - whole * WIDTH;
    const put = (row, columns, lines, part) => gl.texSubImage2D(
      GL.TEXTURE_2D, 0, 0, row, columns, lines, format, type, part);
    if (whole) put(0, WIDTH, whole, array.subarray(0, whole * WIDTH * width));
    if (rest) put(whole, rest, 1, array.subarray(whole * WIDTH * width));
  }

  update(picture) {
    const { scene, changed } = picture;
    const all = changed.has("graph");
    for (const [name, format] of Object.entries(PICTURE_TEXTURES)) {
      if (all || changed.has(name)) this.upload(name, picture[name] ?? scene[name], format);
    }
    if (all) this.upload("ends", scene.ends, WORDS);
    this.upload("positions", scene.plane, REALS);
    // With space:
    this.upload("nearness", scene.nearness ?? new Float32Array(1), REAL);
    // End of space.
    changed.clear();
  }

  // Starts drawing; `isDone()` returns true when the GPU has finished.
  draw(picture, camera, { ratio, faded, linkShare = 1 }) {
    const { gl, canvas } = this;
    const width = Math.round(camera.width * ratio), height = Math.round(camera.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.update(picture);
    const color = (name) => bytesOf(picture.theme[name]).slice(0, 3).map((byte) => byte / 255);
    const background = color("background"), { nearness } = picture.scene;
    // A string is the name of a texture.
    this.common = {
      // With space:
      u_nearness: "nearness", u_inSpace: nearness ? 1 : 0,
      // End of space.
      u_positions: "positions", u_forms: "forms",
      u_whole: [camera.width, camera.height], u_middle: [camera.middleX, camera.middleY],
      u_center: [camera.x, camera.y], u_scale: camera.scale, u_size: sizeScale(camera.scale), u_ratio: ratio,
      u_faded: faded, u_least: picture.least, u_background: background,
      u_text: color("text"), u_accent: color("accent"), u_litMode: picture.litMode, u_litShare: picture.litShare,
      u_widthScale: linkScale(camera.scale), // Fewer links are wider.
      u_densityScale: picture.densityScale * (linkShare || 1), u_thins: picture.isDetailed ? 0 : 1,
    };
    gl.viewport(0, 0, width, height);
    gl.clearColor(...background, 1);
    gl.clear(GL.COLOR_BUFFER_BIT);
    gl.enable(GL.BLEND);
    gl.blendFunc(GL.ONE, GL.ONE_MINUS_SRC_ALPHA);
    // With space:
    gl.disable(GL.DEPTH_TEST);
    if (nearness) {
      // Nodes are drawn first, so that they occlude what is behind them.
      gl.enable(GL.DEPTH_TEST);
      gl.depthFunc(GL.LEQUAL);
      gl.depthMask(true);
      gl.clear(GL.DEPTH_BUFFER_BIT);
      this.drawNodes(picture, camera, ratio);
      gl.depthMask(false);
    }
    // End of space.
    this.drawLinks(picture, linkShare);
    if (!nearness) this.drawNodes(picture, camera, ratio);
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(GL.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  isDone() {
    const { gl, fence } = this;
    if (!fence || gl.isContextLost()) return true;
    if (gl.getSyncParameter(fence, GL.SYNC_STATUS) !== GL.SIGNALED) return false;
    gl.deleteSync(fence);
    this.fence = null;
    return true;
  }

  use({ program, uniforms }, values) {
    const { gl } = this;
    let unit = 0;
    gl.useProgram(program);
    for (const [name, value] of Object.entries({ ...this.common, ...values })) {
      const location = uniforms[name];
      if (!location) continue;
      if (typeof value === "string") {
        gl.activeTexture(GL.TEXTURE0 + unit);
        gl.bindTexture(GL.TEXTURE_2D, this.textures[value].id);
        gl.uniform1i(location, unit++);
      } else {
        const numbers = [value].flat();
        gl[`uniform${numbers.length}fv`](location, numbers);
      }
    }
  }

  drawLinks(picture, share) {
    const { gl } = this;
    const total = picture.linkOrder.length;
    if (!total) return;
    const run = (name, mode, first, vertices, ...defines) => {
      if (!vertices) return;
      if (picture.isDetailed) defines.push("DETAILED");
      this.use(this.program(name + picture.isDetailed, LINK_VERTEX, LINK_FRAGMENT, defines), {
        u_order: "linkOrder", u_ends: "ends", u_linkForms: "linkForms", u_linkColors: "linkColors", u_firstSlot: first,
      });
      gl.drawArrays(mode, 0, vertices);
    };
    const straight = Math.ceil(picture.straight * share);
    if (total > LINE_LIMIT) return run("lines", GL.LINES, 0, 2 * straight, "LINES", "PIECES 1");
    run("quads", GL.TRIANGLES, 0, 6 * straight, "PIECES 1");
    // With curves:
    run("bent", GL.TRIANGLES, picture.straight, 6 * PIECES * (total - picture.straight), `PIECES ${PIECES}`);
    if (picture.hasArrows && picture.isDetailed) run("heads", GL.TRIANGLES, 0, 3 * total, "HEADS", "PIECES 1");
    // End of curves.
  }

  // Nodes are sorted by size, so those that are too large for points come last.
  drawNodes(picture, camera, ratio) {
    const { gl } = this;
    const { order, radii } = picture;
    if (!order.length) return;
    const limit = POINT_LIMIT / 2 / ratio - 7;
    let small = 0, end = order.length;
    // With space:
    if (picture.scene.nearness) {
      // In three dimensions, nodes are magnified up to twenty times and not sorted by apparent
      // size: if any may be too large, all are drawn as triangles.
      if (radii[2 * order[end - 1]] * sizeScale(camera.scale) * 2 * 1.4 < limit) small = end;
      end = small;
    }
    // End of space.
    while (small < end) {
      const middle = (small + end) >> 1;
      if (picture.pixels(order[middle], camera.scale) * 1.4 < limit) small = middle + 1;
      else end = middle;
    }
    const run = (name, mode, vertices, first, end, ...defines) => {
      if (first === end) return;
      this.use(this.program(name, NODE_VERTEX, NODE_FRAGMENT, defines), {
        // With shapes:
        u_strokes: "strokes",
        // End of shapes.
        u_order: "order", u_colors: "colors",
      });
      gl.drawArrays(mode, vertices * first, vertices * (end - first));
    };
    run("node", GL.POINTS, 1, 0, small);
    run("nodeQuads", GL.TRIANGLES, 6, small, order.length, "QUADS");
  }
}
