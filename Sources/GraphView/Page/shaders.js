// The shaders. There are no vertex buffers: each vertex fetches its data from textures, by index.
// Lengths are in CSS pixels.

export const COMMON = `#version 300 es
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
// With shapes:
uniform sampler2D u_strokes;
flat out vec4 stroke;
// End of shapes.
flat out vec4 color;
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
// With shapes:
  stroke = texelFetch(u_strokes, cell(node), 0);
  // The outline's width on the screen is limited, so that part of the fill stays visible.
  stroke.a = min(stroke.a * 31.875 * u_size * nearness, 0.7 * rim);
// End of shapes.
  color.a *= (state & 1u) != 0u ? 1.0 : u_faded;
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
// With shapes:
flat in vec4 stroke;
// End of shapes.
flat in vec4 color;
flat in float rim, extent;
flat in uint form, state;
in vec2 at;
uniform vec3 u_background, u_text, u_accent;
uniform float u_ratio;
// With space:
uniform bool u_inSpace;
// End of space.
out vec4 result;
// With shapes:
float box(vec2 p, vec2 half_) { vec2 d = abs(p) - half_; return max(d.x, d.y); }
// End of shapes.
float outside(vec2 p, float r) {
// With shapes:
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
// End of shapes.
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
// With space:
  // A ball with light from the upper left. Shades have the hue of the disc, which haze has not.
  if (u_inSpace) paint *= 1.12 - 0.34 * clamp(length(p / rim + 0.35) - 0.2, 0.0, 1.2);
// End of space.
  float border = smoothstep(3.0, 5.0, rim) * clamp(d * u_ratio + 1.5 * u_ratio, 0.0, 1.0);
  paint = mix(paint, u_background, border * 0.75);
// With shapes:
  if (stroke.a > 0.0) paint = mix(color.rgb, stroke.rgb, clamp((d + stroke.a) * u_ratio + 0.5, 0.0, 1.0));
// End of shapes.
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
