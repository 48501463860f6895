/// The exact forces on a few points, the samples, and the end of a pass, for the scalar type and
/// dimension at hand.

#include "many_body.h"

/// CK_LANES samples: where they are relative to the centres of their leaves, which have these
/// centres (their bits), radii and numbers.
typedef struct CK_NAME(sample_lanes) {
  CK_SIMD position[CK_AXES], centre[CK_AXES], radius;
  int64_t slot[CK_LANES];
  CK_MASK leaf;
} CK_NAME(sample_lanes);

static CK_INLINE void CK_NAME(load_samples)(const ck_many_body_pass *pass, const int64_t *slot,
                                            CK_NAME(sample_lanes) *lanes) {
  CK_SCALAR column[2 * CK_AXES + 1][CK_LANES];
  CK_INT leaves[CK_LANES];
  for (int lane = 0; lane < CK_LANES; ++lane) {
    const int64_t leaf = slot[lane] / CK_MANY_BODY_LEAF;
    const CK_SCALAR *sphere =
        (const CK_SCALAR *)pass->sphere + 4 * ck_kdtree_leaf_node(&pass->shape, leaf);
    lanes->slot[lane] = slot[lane];
    leaves[lane] = (CK_INT)leaf;
    for (int k = 0; k < CK_AXES; ++k) {
      column[k][lane] =
          CK_NAME(leaf_points)(pass, leaf)[k * CK_MANY_BODY_LEAF + slot[lane] % CK_MANY_BODY_LEAF];
      memcpy(&column[CK_AXES + k][lane], sphere + k, sizeof *sphere);
    }
    column[2 * CK_AXES][lane] = sphere[3];
  }
  for (int k = 0; k < CK_AXES; ++k) {
    lanes->position[k] = CK_SCALAR_NAME(load)(column[k]);
    lanes->centre[k] = CK_SCALAR_NAME(load)(column[CK_AXES + k]);
  }
  lanes->radius = CK_SCALAR_NAME(load)(column[2 * CK_AXES]);
  memcpy(&lanes->leaf, leaves, sizeof lanes->leaf);
}

/// Adds the force of the point in slot `source` on the samples that are too close to it for
/// relative coordinates.
static CK_NOINLINE void CK_NAME(sample_exact)(const ck_many_body_pass *pass,
                                              const CK_NAME(sample_lanes) *lanes, int64_t source,
                                              CK_MASK exact, CK_SIMD force[CK_AXES]) {
  CK_SCALAR lane_force[CK_AXES][CK_LANES];
  CK_INT lane_exact[CK_LANES];
  memcpy(lane_exact, &exact, sizeof exact);
  for (int k = 0; k < CK_AXES; ++k) { CK_SCALAR_NAME(store)(lane_force[k], force[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    if (lane_exact[lane] == 0 || lanes->slot[lane] == source || source >= pass->points.count) {
      continue;
    }
    CK_SCALAR one[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { one[k] = lane_force[k][lane]; }
    CK_NAME(near_exact)(pass, pass->permutation[lanes->slot[lane]], pass->permutation[source], one);
    for (int k = 0; k < CK_AXES; ++k) { lane_force[k][lane] = one[k]; }
  }
  for (int k = 0; k < CK_AXES; ++k) { force[k] = CK_SCALAR_NAME(load)(lane_force[k]); }
}

/// Adds the forces of the points of a leaf on a register of samples, with all cases, one point
/// after the other. `place`: the samples relative to the centre of the leaf; `exact2`, `special2`:
/// as in near_block.
static CK_INLINE void CK_NAME(sample_careful)(const ck_many_body_pass *pass,
                                              const CK_NAME(sample_lanes) *lanes, int64_t leaf,
                                              bool tapered, const CK_SIMD place[CK_AXES],
                                              CK_SIMD exact2, CK_SIMD special2,
                                              CK_SIMD force[CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const CK_SCALAR min = (CK_SCALAR)pass->distance_min, max = (CK_SCALAR)pass->distance_max;
  const CK_SIMD min2 = (CK_SIMD)(min * min);
  const CK_SCALAR *source = CK_NAME(leaf_points)(pass, leaf);
  // Its own array, so that the sums stay in registers.
  CK_SIMD sum[CK_AXES];
  memcpy(sum, force, sizeof sum);
  for (int j = 0; j < LEAF; ++j) {
    CK_SIMD d[CK_AXES];
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) { d[k] = (CK_SIMD)source[k * LEAF + j] - place[k]; }
    const CK_SIMD r2 = CK_NAME(length2)(d);
    const bool is_special = CK_ANY(r2 < special2);
    CK_SIMD soft2 = r2;
    if (CK_UNLIKELY(is_special)) { soft2 = r2 < min2 ? __builtin_elementwise_sqrt(min2 * r2) : r2; }
    CK_SIMD s = (CK_SIMD)source[CK_AXES * LEAF + j] / soft2;
    if (CK_UNLIKELY(tapered)) { s = CK_NAME(direct_sum_taper)(s, r2, max * max); }
    if (CK_LIKELY(!is_special)) {
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) { sum[k] += d[k] * s; }
      continue;
    }
    const CK_MASK exact = r2 < exact2;
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SIMD added = sum[k] + d[k] * s;
      sum[k] = exact ? sum[k] : added;
    }
    if (CK_ANY(exact)) {
      CK_SIMD copy[CK_AXES];
      memcpy(copy, sum, sizeof copy);
      CK_NAME(sample_exact)(pass, lanes, leaf * LEAF + j, exact, copy);
      memcpy(sum, copy, sizeof copy);
    }
  }
  memcpy(force, sum, sizeof sum);
}

/// Registers of samples that are taken together, as near_plain takes two of targets.
enum { CK_NAME(sample_part) = CK_TRIES_PLAIN && CK_NAME(near_tile) > 1 ? 2 : 1 };

/// The forces of the points of a leaf on samples as near_plain has them. `is_own`: in the lanes of
/// samples that are of the leaf.
static CK_INLINE CK_SIMD CK_NAME(sample_plain)(const ck_many_body_pass *pass,
                                               const CK_NAME(sample_lanes) *lanes, int64_t leaf,
                                               const CK_SIMD (*place)[CK_AXES], CK_MASK is_own,
                                               CK_SIMD least, CK_SIMD (*sum)[CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF, PART = CK_NAME(sample_part), WIDTH = PART * CK_LANES };
  const CK_SCALAR *source = CK_NAME(leaf_points)(pass, leaf);
  if (CK_LIKELY(!CK_ANY(is_own))) {
    return CK_NAME(near_plain)(source, PART, place, NULL, 0, least, sum);
  }
  CK_SCALAR self[LEAF * WIDTH];
  for (int at = 0; at < LEAF * WIDTH; ++at) { self[at] = 0; }
  for (int at = 0; at < WIDTH; ++at) {
    const int64_t number = lanes[at / CK_LANES].slot[at % CK_LANES] - leaf * LEAF;
    if (number >= 0 && number < LEAF) { self[number * WIDTH + at] = CK_SELF2; }
  }
  return CK_NAME(near_plain)(source, PART, place, self, WIDTH, least, sum);
}

/// Adds the forces of the points of a leaf on samples.
static CK_INLINE void CK_NAME(sample_leaf)(const ck_many_body_pass *pass,
                                           const CK_NAME(sample_lanes) *lanes, int64_t leaf,
                                           bool tapered, CK_SIMD (*force)[CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF, PART = CK_NAME(sample_part) };
  const CK_SCALAR min = (CK_SCALAR)pass->distance_min;
  const CK_SIMD min2 = (CK_SIMD)(min * min);
  const int64_t cell = ck_kdtree_leaf_node(&pass->shape, leaf);
  CK_SIMD place[PART][CK_AXES], exact2[PART], special2[PART], largest2 = min2;
  CK_MASK is_dense = (CK_MASK)0, is_own = is_dense;
  CK_UNROLL
  for (int t = 0; t < PART; ++t) {
    CK_SIMD extent = lanes[t].radius + (CK_SIMD)CK_NAME(cell_radius)(pass, cell);
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SIMD shift = -CK_SCALAR_NAME(centre_difference)(CK_NAME(cell_centre)(pass, cell, k),
                                                               lanes[t].centre[k]);
      extent += __builtin_elementwise_abs(shift);
      place[t][k] = lanes[t].position[k] + shift;
    }
    const CK_SIMD reach = extent * (CK_SIMD)CK_CLOSE, reach2 = reach * reach;
    exact2[t] = CK_SCALAR_NAME(larger)(reach2, (CK_SIMD)CK_CLOSE2_MIN);
    special2[t] = CK_SCALAR_NAME(larger)(min2, exact2[t]);
    largest2 = CK_SCALAR_NAME(larger)(largest2, special2[t]);
    is_own |= lanes[t].leaf == (CK_MASK)(CK_INT)leaf;
    is_dense |= extent * extent <= special2[t] * (CK_SIMD)(CK_SCALAR)CK_MANY_BODY_SPARSE;
  }
  if (CK_TRIES_PLAIN && !tapered && !CK_ANY(is_dense)) {
    CK_SIMD sum[PART][CK_AXES];
    memcpy(sum, force, sizeof sum);
    const CK_SIMD least = CK_NAME(sample_plain)(pass, lanes, leaf, (const CK_SIMD(*)[CK_AXES])place,
                                                is_own, largest2, sum);
    if (CK_LIKELY(!CK_ANY(least < largest2))) {
      memcpy(force, sum, sizeof sum);
      return;
    }
  }
  CK_UNROLL
  for (int t = 0; t < PART; ++t) {
    CK_NAME(sample_careful)
    (pass, lanes + t, leaf, tapered, place[t], exact2[t], special2[t], force[t]);
  }
}

/// Adds up the forces of the leaves [begin, end), a block, on each of the samples.
CK_TASK(CK_NAME(many_body_samples)) {
  enum { PART = CK_NAME(sample_part), WIDTH = PART * CK_LANES };
  const ck_many_body_pass *pass = shared;
  const bool tapered = pass->law.distance_max2 < (double)INFINITY;
  double *to = pass->samples + begin / CK_MANY_BODY_SAMPLE_LEAVES * pass->sample_count * CK_AXES;
  for (int64_t first = 0; first < pass->sample_count; first += WIDTH) {
    CK_NAME(sample_lanes) lanes[PART];
    for (int t = 0; t < PART; ++t) {
      CK_NAME(load_samples)(pass, pass->sample_slot + first + t * CK_LANES, &lanes[t]);
    }
    double sum[WIDTH][CK_AXES] = {{0}};
    for (int64_t run = begin; run < end; run += CK_MANY_BODY_SAMPLE_RUN) {
      const int64_t last =
          run + CK_MANY_BODY_SAMPLE_RUN < end ? run + CK_MANY_BODY_SAMPLE_RUN : end;
      CK_SIMD force[PART][CK_AXES];
      for (int t = 0; t < PART; ++t) {
        for (int k = 0; k < CK_AXES; ++k) { force[t][k] = (CK_SIMD)(CK_SCALAR)0; }
      }
      for (int64_t leaf = run; leaf < last; ++leaf) {
        if (CK_UNLIKELY(tapered)) {
          CK_NAME(sample_leaf)(pass, lanes, leaf, true, force);
        } else {
          CK_NAME(sample_leaf)(pass, lanes, leaf, false, force);
        }
      }
      for (int t = 0; t < PART; ++t) {
        for (int k = 0; k < CK_AXES; ++k) {
          CK_SCALAR lane_force[CK_LANES];
          CK_SCALAR_NAME(store)(lane_force, force[t][k]);
          for (int lane = 0; lane < CK_LANES; ++lane) {
            sum[t * CK_LANES + lane][k] += (double)lane_force[lane];
          }
        }
      }
    }
    memcpy(to + first * CK_AXES, sum, sizeof sum);
  }
}

/// Adds the forces that the walk has found for the points of a leaf to their velocities, which are
/// anywhere in memory. What is added is computed before, in the order of memory, in registers.
static CK_INLINE void CK_NAME(push_leaf)(const ck_many_body_pass *pass, int64_t leaf, bool is_f64) {
  enum { LEAF = CK_MANY_BODY_LEAF, AHEAD = 2 * LEAF };
  const CK_SCALAR *force = (const CK_SCALAR *)pass->force + leaf * (CK_AXES * LEAF);
  const int64_t slot = leaf * LEAF, left = pass->points.count - slot;
  const int count = left < LEAF ? (int)left : LEAF, ahead = (int)(left - AHEAD);
  float narrow[CK_AXES * LEAF];
  double wide[CK_AXES * LEAF];
  for (int at = 0; at < CK_AXES * LEAF; ++at) {
    const double f = (double)force[at] * pass->force_scale;
    if (is_f64) {
      wide[at] = f * pass->alpha;
    } else {
      narrow[at] = (float)f * (float)pass->alpha;
    }
  }
  for (int j = 0; j < count; ++j) {
    if (j < ahead) {
      __builtin_prefetch(ck_many_body_velocity(pass, slot + j + AHEAD, CK_STRIDE), 1);
    }
    void *velocity = ck_many_body_velocity(pass, slot + j, CK_STRIDE);
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      if (is_f64) {
        ((double *)velocity)[k] += wide[k * LEAF + j];
      } else {
        ((float *)velocity)[k] += narrow[k * LEAF + j];
      }
    }
  }
}

/// Adds the forces on the points of the leaves [begin, end) to their velocities.
CK_TASK(CK_NAME(many_body_push)) {
  const ck_many_body_pass *pass = shared;
  const bool is_f64 = ck_many_body_has_f64_input(pass);
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    if (is_f64) {
      CK_NAME(push_leaf)(pass, leaf, true);
    } else {
      CK_NAME(push_leaf)(pass, leaf, false);
    }
  }
}
