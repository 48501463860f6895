// The shaders. There are no vertex buffers: each vertex fetches its data from textures, by index.
// Lengths are in CSS pixels.

const COMMON = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform sampler2D u_positions, u_colors;
uniform usampler2D u_forms, u_order;
uniform vec2 u_whole, u_middle, u_center;
uniform float u_scale, u_size, u_ratio, u_faded, u_least;
// With space:
uniform sampler2D u_nearness;
uniform bool u_inSpace;
// End of space.
const vec4 OUTSIDE = vec4(2, 2, 2, 1);
ivec2 cell(int index) { return ivec2(index & 2047, index >> 11); }
int ordered(int slot) { return int(texelFetch(u_order, cell(slot), 0).x); }
vec2 screen(int node) {
  return (texelFetch(u_positions, cell(node), 0).xy - u_center) * u_scale + u_middle;
}
float near(int node) {
// With space:
  if (u_inSpace) return texelFetch(u_nearness, cell(node), 0).x;
// End of space.
  return 1.0;
}
float depth(float nearness) { return 1.0 / nearness - 1.0; }
float radius(uvec2 form, float nearness) {
  return max(uintBitsToFloat(form.x) * u_size * nearness, u_least);
}
vec4 clip(vec2 point, float z) {
  return vec4(point / u_whole * vec2(2, -2) + vec2(-1, 1), clamp(z, -0.99, 0.99), 1);
}
bool isPoint(vec2 point) { return abs(point.x) < 1e7 && abs(point.y) < 1e7; }
`;

export const NODE_VERTEX = COMMON + `
uniform sampler2D u_strokes;
flat out vec4 color, stroke;
flat out float rim, extent;
flat out uint form, state;
out vec2 at;
void main() {
#ifdef QUADS
  int slot = gl_VertexID / 6, corner = gl_VertexID % 6;
#else
  int slot = gl_VertexID;
#endif
  int node = ordered(slot);
  uvec2 found = texelFetch(u_forms, cell(node), 0).xy;
  vec2 point = screen(node);
  float nearness = near(node);
  form = found.y & 255u;
  state = found.y >> 8;
  rim = radius(found, nearness);
  extent = rim * (form == 0u ? 1.0 : 1.4) + ((state & 14u) != 0u ? 6.0 : 1.0);
  color = texelFetch(u_colors, cell(node), 0);
  stroke = texelFetch(u_strokes, cell(node), 0);
  // The outline's width on the screen is limited, so that part of the fill stays visible.
  stroke.a = min(stroke.a * 31.875 * u_size * nearness, 0.7 * rim);
  color.a *= (state & 1u) != 0u ? 1.0 : u_faded;
  color.a *= clamp(nearness * nearness, 0.35, 1.0);
  gl_PointSize = 2.0 * extent * u_ratio;
  at = vec2(0);
#ifdef QUADS
  at = vec2(corner == 1 || corner == 2 || corner == 4 ? 1 : -1,
    corner == 2 || corner == 4 || corner == 5 ? 1 : -1) * extent;
#endif
  gl_Position = isPoint(point) ? clip(point + at, depth(nearness)) : OUTSIDE;
}`;

export const NODE_FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
flat in vec4 color, stroke;
flat in float rim, extent;
flat in uint form, state;
in vec2 at;
uniform vec3 u_background, u_text, u_accent;
uniform float u_ratio;
out vec4 result;
float box(vec2 p, vec2 half_) { vec2 d = abs(p) - half_; return max(d.x, d.y); }
float outside(vec2 p, float r) {
  if (form == 1u) return box(p, vec2(0.89 * r));
  if (form == 2u) return max(p.y, dot(vec2(abs(p.x), p.y), vec2(0.866, -0.5))) - 0.68 * r;
  if (form == 3u) return (abs(p.x) + abs(p.y)) * 0.7071 - 0.89 * r;
  if (form == 5u) p = vec2(p.x + p.y, p.x - p.y) * 0.7071;
  if (form == 4u || form == 5u) {
    return min(box(p, vec2(1.15, 0.42) * r), box(p, vec2(0.42, 1.15) * r));
  }
  if (form == 6u) {
    const float sector = 0.62832;
    float angle = abs(mod(atan(p.x, -p.y) + sector, 2.0 * sector) - sector);
    vec2 q = length(p) * vec2(cos(angle), sin(angle)) - vec2(1.35 * r, 0);
    vec2 side = vec2(cos(sector), sin(sector)) * 0.6 * r - vec2(1.35 * r, 0);
    return dot(q, normalize(vec2(side.y, -side.x)));
  }
  if (form == 7u) return max(abs(p.x) * 0.866 + abs(p.y) * 0.5, abs(p.y)) - 0.95 * r;
  return length(p) - r;
}
void main() {
#ifdef QUADS
  vec2 p = at;
#else
  vec2 p = (2.0 * gl_PointCoord - 1.0) * extent;
#endif
  float d = outside(p, rim);
  float inside = clamp(0.5 - d * u_ratio, 0.0, 1.0);
  vec3 paint = color.rgb;
  float border = smoothstep(3.0, 5.0, rim) * clamp(d * u_ratio + 1.5 * u_ratio, 0.0, 1.0);
  paint = stroke.a > 0.0 ? mix(paint, stroke.rgb, clamp((d + stroke.a) * u_ratio + 0.5, 0.0, 1.0))
    : mix(paint, u_background, border * 0.75);
  if ((state & 4u) != 0u && rim > 4.0) {
    paint = mix(u_background, paint, clamp((length(p) - 0.3 * rim) * u_ratio + 0.5, 0.0, 1.0));
  }
  vec4 sum = vec4(paint, 1) * inside * color.a;
  float ring = 0.0;
  vec3 ringPaint = u_text;
  if ((state & 4u) != 0u) ring = clamp((0.7 - abs(d - 1.9)) * u_ratio + 0.5, 0.0, 1.0) * color.a;
  if ((state & 8u) != 0u) ring = clamp((0.8 - abs(d - 2.0)) * u_ratio + 0.5, 0.0, 1.0);
  if ((state & 2u) != 0u) {
    ring = clamp((1.4 - abs(d - 2.9)) * u_ratio + 0.5, 0.0, 1.0);
    ringPaint = u_accent;
  }
  result = sum * (1.0 - ring) + vec4(ringPaint, 1) * ring;
  if (result.a < 0.004) discard;
}`;

// The vertices of a link segment: a quad around the line, or the line itself, or the arrow head.
export const LINK_VERTEX = COMMON + `
uniform usampler2D u_ends, u_linkForms;
uniform sampler2D u_linkColors;
uniform float u_widthScale, u_densityScale, u_litMode, u_litShare, u_firstSlot;
uniform bool u_thins;
out vec4 color;
out vec2 place;
flat out float half_;
flat out uint flags;
float lot(uint index) {
  uint bits = (index ^ 0x9e3779b9u) * 0x85ebca6bu;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
  return float(bits ^ (bits >> 16)) / 4294967296.0;
}
vec2 curve(vec2 a, vec2 c, vec2 b, float t) {
  return a * (1.0 - t) * (1.0 - t) + c * 2.0 * t * (1.0 - t) + b * t * t;
}
vec2 slope(vec2 a, vec2 c, vec2 b, float t) {
  return 2.0 * ((c - a) * (1.0 - t) + (b - c) * t);
}
void main() {
#if defined(LINES)
  int slot = gl_VertexID / 2, corner = gl_VertexID % 2, piece = 0;
#elif defined(HEADS)
  int slot = gl_VertexID / 3, corner = gl_VertexID % 3, piece = 0;
#else
  int slot = gl_VertexID / (6 * PIECES), corner = gl_VertexID % 6;
  int piece = (gl_VertexID / 6) % PIECES;
#endif
  int link = ordered(slot + int(u_firstSlot));
  gl_Position = OUTSIDE;
  uvec2 pair = texelFetch(u_ends, cell(link), 0).xy;
  int a = int(pair.x), b = int(pair.y);
  vec2 from = screen(a), to = screen(b);
  if (!isPoint(from) || !isPoint(to)) return;
  float length_ = distance(from, to);
  if (u_thins && length_ < 1.0) return;
  uvec4 form = texelFetch(u_linkForms, cell(link), 0);
  flags = form.y;
  float stack = max(1.0, exp2(float(form.z) / 16.0) * u_densityScale / u_scale);
  // Where more links overlap, a pseudorandom sample represents them.
  if (u_thins && lot(uint(link)) * stack > 96.0) return;
  uvec2 formA = texelFetch(u_forms, cell(a), 0).xy, formB = texelFetch(u_forms, cell(b), 0).xy;
  uint stateA = formA.y >> 8, stateB = formB.y >> 8;
  bool isLit = u_litMode == 0.0 || (u_litMode == 1.0 ? ((stateA | stateB) & 16u) != 0u
    : (stateA & stateB & 1u) != 0u);
  color = texelFetch(u_linkColors, cell(link), 0);
  color.a *= 0.6 * pow(min(stack, 24.0), -0.72) * 24.0 / clamp(stack, 24.0, 96.0);
  if (u_litMode != 0.0) color.a = isLit ? max(color.a, 0.45) * u_litShare : color.a * u_faded;
  float nearA = near(a), nearB = near(b);
  color.a *= clamp(nearA * nearB, 0.2, 1.0);
  float width = float(form.x) / 8.0 * u_widthScale;
  // Lines thinner than a screen pixel are drawn one pixel wide, with lower opacity.
  color.a *= min(1.0, width * u_ratio);
  half_ = max(width, 1.0 / u_ratio) / 2.0;
  float rimA = radius(formA, nearA), rimB = radius(formB, nearB);
  vec2 along = length_ > 0.0 ? (to - from) / length_ : vec2(1, 0);
  vec2 aside = vec2(-along.y, along.x);
#ifdef DETAILED
  bool hasHead = (flags & 1u) != 0u && length_ > rimA + rimB + 3.0;
#else
  bool hasHead = false;
#endif
  float head = min(3.5 + 2.5 * half_ * 2.0, max(length_ - rimA - rimB, 0.0) * 0.6);
  float bend = float((flags >> 2) & 7u) - 3.0;
  vec2 control = (from + to) / 2.0 + aside * bend * min(0.2 * length_, 60.0);
  vec2 begin = from, end = to;
#if PIECES > 1
  if (a == b) {
    float turn = -1.5708 + bend * 0.9;
    float large = 0.8 * rimA + 5.0;
    vec2 hub = from + vec2(cos(turn), sin(turn)) * (rimA + large * 0.8);
    float t = (float(piece) + (corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0)) / float(PIECES);
    float angle = turn + 3.1416 + 0.55 + t * (6.2832 - 1.1);
    vec2 ray = vec2(cos(angle), sin(angle));
    float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;
    place = vec2(t * 6.2832 * large, side * (half_ + 0.75));
    gl_Position = clip(hub + ray * (large + place.y), depth(nearA));
    return;
  }
#endif
  // The line connects the edges of the nodes, so that none is visible below a translucent node.
  if (length_ > rimA + rimB) {
    begin += normalize(control - from) * rimA;
    vec2 back = normalize(control - to);
    end += back * rimB;
#ifdef HEADS
    if (!hasHead) return;
    vec2 flank = vec2(-back.y, back.x);
    vec2 base = end + back * head;
    place = vec2(0);
    half_ = 100.0;
    vec2 tip = corner == 0 ? end : base + flank * head * (corner == 1 ? 0.45 : -0.45);
    gl_Position = clip(tip, depth(nearB) - 0.001);
    color.a = min(color.a * 1.4, 1.0);
    return;
#endif
    if (hasHead) end += back * head * 0.9;
  }
#ifdef HEADS
  return;
#endif
  bool isEnd = corner == 1 || corner == 2 || corner == 4;
  float t = (float(piece) + (isEnd ? 1.0 : 0.0)) / float(PIECES);
  vec2 point = mix(begin, end, t);
  vec2 way = along;
#if PIECES > 1
  point = curve(begin, control, end, t);
  way = normalize(slope(begin, control, end, t));
#endif
  place = vec2(t * distance(begin, end), 0);
#ifndef LINES
  place.y = (corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0) * (half_ + 0.75);
#endif
  gl_Position = clip(point + vec2(-way.y, way.x) * place.y, mix(depth(nearA), depth(nearB), t));
}`;

export const LINK_FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
in vec4 color;
in vec2 place;
flat in float half_;
flat in uint flags;
uniform float u_ratio;
out vec4 result;
void main() {
  float alpha = color.a;
#ifndef LINES
  alpha *= clamp((half_ - abs(place.y)) * u_ratio + 0.5, 0.0, 1.0);
#endif
#ifdef DETAILED
  if ((flags & 2u) != 0u && half_ < 100.0) {
    float phase = mod(place.x, 9.0);
    alpha *= clamp((2.75 - abs(phase - 2.75)) * u_ratio + 0.5, 0.0, 1.0);
  }
#endif
  result = vec4(color.rgb, 1) * alpha;
}`;
