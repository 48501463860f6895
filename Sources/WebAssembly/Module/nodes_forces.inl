/// What is done node by node, for the scalar type at hand: base positions, repair, the position
/// force and the radial force (docs/determinism.md, "Base positions" and "Center, position,
/// radial").
///
/// SCALAR: float or double. NAME(x): the name of x for it. TINY2: as in CKernels/common.h.

static bool NAME(is_finite)(const SCALAR *vector) {
  for (int k = 0; k < all.points.dimension; ++k) {
    if (!isfinite(vector[k])) { return false; }
  }
  return true;
}

/// Puts a node where it would have started.
static void NAME(put_at_start)(int64_t node) {
  double place[3];
  start_position(all.points.dimension, (uint64_t)node, place);
  SCALAR *position = (SCALAR *)all.points.position + node * all.stride;
  for (int k = 0; k < all.points.dimension; ++k) { position[k] = (SCALAR)place[k]; }
}

static void NAME(start)(void) {
  for (int64_t node = 0; node < all.points.count; ++node) { NAME(put_at_start)(node); }
}

static int64_t NAME(repair)(void) {
  SCALAR *position = all.points.position, *velocity = all.velocity;
  int64_t repaired = 0;
  for (int64_t node = 0; node < all.points.count; ++node) {
    const int64_t at = node * all.stride;
    const bool has_place = NAME(is_finite)(position + at),
               has_speed = NAME(is_finite)(velocity + at);
    if (!has_place) { NAME(put_at_start)(node); }
    for (int k = 0; !has_speed && k < all.points.dimension; ++k) { velocity[at + k] = 0; }
    repaired += !has_place || !has_speed;
  }
  return repaired;
}

/// Copies the positions to the base, with other coordinates on flat axes.
static void NAME(lay_base)(void) {
  SCALAR *base = all.base;
  memcpy(base, all.points.position, (size_t)(all.points.count * all.stride) * sizeof(SCALAR));
  for (int k = 0; k < all.points.dimension; ++k) {
    if ((all.flat_axes >> k & 1) == 0) { continue; }
    for (int64_t node = 0; node < all.points.count; ++node) {
      base[node * all.stride + k] =
          (SCALAR)ck_jiggle_value(all.jiggle, (uint64_t)node, (uint64_t)node, (uint64_t)k);
    }
  }
}

static void NAME(pull_to_positions)(int32_t axis, const SCALAR *target, const SCALAR *strength) {
  const SCALAR *position = all.points.position, alpha = (SCALAR)all.alpha;
  SCALAR *velocity = all.velocity;
  for (int64_t node = 0; node < all.points.count; ++node) {
    const int64_t at = node * all.stride + axis;
    velocity[at] += (target[node] - position[at]) * strength[node] * alpha;
  }
}

#ifndef ONLY_VIEW_FORCES
static void NAME(pull_to_circles)(const double center[3], const SCALAR *radius,
                                  const SCALAR *strength) {
  const SCALAR *position = all.points.position, alpha = (SCALAR)all.alpha, tiny = (SCALAR)1e-6;
  SCALAR *velocity = all.velocity;
  const int axes = all.points.dimension;
  for (int64_t node = 0; node < all.points.count; ++node) {
    const int64_t at = node * all.stride;
    SCALAR difference[3], square = 0;
    for (int k = 0; k < axes; ++k) {
      difference[k] = position[at + k] - (SCALAR)center[k];
      if (difference[k] == 0) { difference[k] = tiny; }
      square += difference[k] * difference[k];
    }
    if (square < TINY2) {
      square = 0;
      for (int k = 0; k < axes; ++k) {
        difference[k] = tiny;
        square += tiny * tiny;
      }
    }
    const SCALAR distance = (SCALAR)sqrt((double)square);
    const SCALAR factor = (radius[node] - distance) * strength[node] * alpha / distance;
    for (int k = 0; k < axes; ++k) { velocity[at + k] += difference[k] * factor; }
  }
}
#endif
