// The shaders of links, which begin as those of nodes do.

import { COMMON } from "./shaders.js";

// The vertices of a link segment: a quad around the line, or the line itself, or the arrow head.
export const LINK_VERTEX = COMMON + `
uniform usampler2D u_ends, u_linkForms;
uniform sampler2D u_linkColors;
uniform float u_widthScale, u_densityScale, u_litMode, u_litShare, u_firstSlot;
uniform bool u_thins;
out vec4 color;
out vec2 place;
flat out float half_;
// With curves:
flat out uint flags;
// End of curves.
float lot(uint index) {
  uint bits = (index ^ 0x9e3779b9u) * 0x85ebca6bu;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
  return float(bits ^ (bits >> 16)) / 4294967296.0;
}
// With curves:
vec2 curve(vec2 a, vec2 c, vec2 b, float t) {
  return a * (1.0 - t) * (1.0 - t) + c * 2.0 * t * (1.0 - t) + b * t * t;
}
vec2 slope(vec2 a, vec2 c, vec2 b, float t) {
  return 2.0 * ((c - a) * (1.0 - t) + (b - c) * t);
}
// End of curves.
void main() {
#if defined(LINES)
  int slot = gl_VertexID / 2, corner = gl_VertexID % 2, piece = 0;
// With curves:
#elif defined(HEADS)
  int slot = gl_VertexID / 3, corner = gl_VertexID % 3, piece = 0;
// End of curves.
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
// With curves:
  flags = form.y;
// End of curves.
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
// With curves:
  vec2 aside = vec2(-along.y, along.x);
#ifdef DETAILED
  bool hasHead = (flags & 1u) != 0u && length_ > rimA + rimB + 3.0;
#else
  bool hasHead = false;
#endif
  float head = min(3.5 + 2.5 * half_ * 2.0, max(length_ - rimA - rimB, 0.0) * 0.6);
  float bend = float((flags >> 2) & 7u) - 3.0;
  vec2 control = (from + to) / 2.0 + aside * bend * min(0.2 * length_, 60.0);
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
// End of curves.
  vec2 begin = from, end = to, ahead = along, back = -along;
  // The line connects the edges of the nodes, so that none is visible below a translucent node.
  if (length_ > rimA + rimB) {
// With curves:
    ahead = normalize(control - from);
    back = normalize(control - to);
// End of curves.
    begin += ahead * rimA;
    end += back * rimB;
// With curves:
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
// End of curves.
  }
// With curves:
#ifdef HEADS
  return;
#endif
// End of curves.
  bool isEnd = corner == 1 || corner == 2 || corner == 4;
  float t = (float(piece) + (isEnd ? 1.0 : 0.0)) / float(PIECES);
  vec2 point = mix(begin, end, t);
  vec2 way = along;
// With curves:
#if PIECES > 1
  point = curve(begin, control, end, t);
  way = normalize(slope(begin, control, end, t));
#endif
// End of curves.
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
// With curves:
flat in uint flags;
// End of curves.
uniform float u_ratio;
out vec4 result;
void main() {
  float alpha = color.a;
#ifndef LINES
  alpha *= clamp((half_ - abs(place.y)) * u_ratio + 0.5, 0.0, 1.0);
#endif
// With curves:
#ifdef DETAILED
  if ((flags & 2u) != 0u && half_ < 100.0) {
    float phase = mod(place.x, 9.0);
    alpha *= clamp((2.75 - abs(phase - 2.75)) * u_ratio + 0.5, 0.0, 1.0);
  }
#endif
// End of curves.
  result = vec4(color.rgb, 1) * alpha;
}`;
