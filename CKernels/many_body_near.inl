/// The near field of many-body by tree, for the scalar type and dimension at hand: pairs of leaves,
/// point by point.
///
/// As in the direct sum, lanes are targets. Points are relative to the centre of their leaf; pairs
/// that are too close for that precision (or coincident) are computed from the original positions.

#include "many_body.h"

enum {
  CK_NAME(near_tile) =
      CK_TILE * CK_LANES < CK_MANY_BODY_LEAF ? CK_TILE : CK_MANY_BODY_LEAF / CK_LANES,
};

/// A tile of targets, and a source leaf. Positions of the targets relative to its centre go from
/// function to function beside this, as they are to stay in registers.
typedef struct CK_NAME(near_block) {
  CK_MASK number[CK_NAME(near_tile)];
  const CK_SCALAR *source;
  /// The first slots of the tile and of the source leaf.
  int64_t target_slot, source_slot;
  /// Squares: below `special2` a pair needs more than the plain law, below `exact2` the exact
  /// positions.
  CK_SCALAR special2, exact2;
  /// True if hardly any pair of the leaves may be expected below `special2`.
  bool is_sparse;
  /// True if a sum may be -0.
  bool has_minus_zero;
} CK_NAME(near_block);

/// A coordinate difference of the original positions, in double precision.
static CK_INLINE double CK_NAME(original_difference)(const ck_many_body_pass *pass, int64_t target,
                                                     int64_t source, int axis) {
  int64_t from = target * CK_STRIDE + axis, to = source * CK_STRIDE + axis;
  if (ck_many_body_has_f64_input(pass)) {
    return ((const double *)pass->points.position)[to] -
           ((const double *)pass->points.position)[from];
  }
  return (double)(((const float *)pass->points.position)[to] -
                  ((const float *)pass->points.position)[from]);
}

/// Adds the force of the node at place `source` on the one at `target`, from the original positions
/// (docs/determinism.md, "Many-body, direct sum").
static CK_NOINLINE void CK_NAME(near_exact)(const ck_many_body_pass *pass, int64_t target,
                                            int64_t source, CK_SCALAR force[CK_AXES]) {
  const double tiny2 = ck_many_body_has_f64_input(pass) ? CK_TINY2_F64 : (double)CK_TINY2_F32;
  double d[CK_AXES], r2 = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = CK_NAME(original_difference)(pass, target, source, k);
    r2 += d[k] * d[k];
  }
  if (r2 < tiny2) {
    const int64_t own = pass->identity == NULL ? target : pass->identity[target],
                  other = pass->identity == NULL ? source : pass->identity[source];
    uint64_t pair =
        ck_jiggle_pair(ck_jiggle_tick(pass->jiggle), (uint64_t)(own < other ? own : other),
                       (uint64_t)(own < other ? other : own));
    r2 = 0;
    for (int k = 0; k < CK_AXES; ++k) {
      double jiggle = ck_jiggle_axis(pair, (uint64_t)k);
      d[k] = own < other ? jiggle : -jiggle;
      r2 += d[k] * d[k];
    }
  }
  if (r2 >= pass->law.distance_max2) { return; }
  double s = ck_many_body_has_f64_input(pass) ? ((const double *)pass->law.strength)[source]
                                              : (double)((const float *)pass->law.strength)[source];
  s /= r2 < pass->law.distance_min2 ? sqrt(pass->law.distance_min2 * r2) : r2;
  double inner2 = pass->law.distance_max2 * 0.81;
  if (r2 > inner2) {
    double u = (pass->law.distance_max2 - r2) / (pass->law.distance_max2 - inner2);
    s *= u * u * (3 - 2 * u);
  }
  for (int k = 0; k < CK_AXES; ++k) { force[k] += (CK_SCALAR)(d[k] * s / pass->force_scale); }
}

/// Adds the pairs of one register that are too close for relative coordinates, from the original
/// positions.
static CK_NOINLINE void CK_NAME(near_exact_lanes)(const ck_many_body_pass *pass,
                                                  const CK_NAME(near_block) *block, int t,
                                                  int64_t source_slot, CK_MASK exact,
                                                  CK_SIMD force[CK_AXES]) {
  CK_SCALAR lane_force[CK_AXES][CK_LANES];
  CK_INT lane_exact[CK_LANES];
  memcpy(lane_exact, &exact, sizeof exact);
  for (int k = 0; k < CK_AXES; ++k) { CK_SCALAR_NAME(store)(lane_force[k], force[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    const int64_t target_slot = block->target_slot + t * CK_LANES + lane;
    if (lane_exact[lane] == 0 || target_slot == source_slot) { continue; }
    if (target_slot >= pass->points.count || source_slot >= pass->points.count) { continue; }
    CK_SCALAR one[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { one[k] = lane_force[k][lane]; }
    CK_NAME(near_exact)(pass, pass->permutation[target_slot], pass->permutation[source_slot], one);
    for (int k = 0; k < CK_AXES; ++k) { lane_force[k][lane] = one[k]; }
  }
  for (int k = 0; k < CK_AXES; ++k) { force[k] = CK_SCALAR_NAME(load)(lane_force[k]); }
}

/// The force of source j on a tile, with all cases. Lanes without a special case get the bits of
/// near_sources: the result of a lane must not depend on other lanes.
static CK_NOINLINE void CK_NAME(near_careful)(const ck_many_body_pass *pass,
                                              const CK_NAME(near_block) *block, int j,
                                              const CK_SIMD (*position)[CK_AXES],
                                              CK_SIMD (*force)[CK_AXES]) {
  const CK_SIMD min2 = (CK_SIMD)((CK_SCALAR)pass->distance_min * (CK_SCALAR)pass->distance_min);
  const CK_SIMD strength = (CK_SIMD)block->source[CK_AXES * CK_MANY_BODY_LEAF + j];
  for (int t = 0; t < CK_NAME(near_tile); ++t) {
    CK_SIMD d[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) {
      d[k] = (CK_SIMD)block->source[k * CK_MANY_BODY_LEAF + j] - position[t][k];
    }
    CK_SIMD r2 = CK_NAME(length2)(d);
    const CK_MASK exact = r2 < (CK_SIMD)block->exact2;
    CK_SIMD s = strength / (r2 < min2 ? __builtin_elementwise_sqrt(min2 * r2) : r2);
    if (pass->law.distance_max2 < (double)INFINITY) {
      const CK_SCALAR max = (CK_SCALAR)pass->distance_max;
      s = CK_NAME(direct_sum_taper)(s, r2, max * max);
    }
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SIMD added = force[t][k] + d[k] * s;
      force[t][k] = exact ? force[t][k] : added;
    }
    if (CK_ANY(exact)) {
      CK_NAME(near_exact_lanes)(pass, block, t, block->source_slot + j, exact, force[t]);
    }
  }
}

/// The forces of the sources of one leaf with a bit in `which` on a tile of targets. `own`: the
/// source leaf is that of the targets; this keeps a point from taking the slow path with itself.
/// `tapered`: distanceMax is finite, and all pairs take the slow path.
static CK_INLINE void CK_NAME(near_sources)(const ck_many_body_pass *pass,
                                            const CK_NAME(near_block) *block,
                                            const CK_SIMD (*position)[CK_AXES], uint32_t which,
                                            bool own, bool tapered,
                                            CK_SIMD sum[CK_NAME(near_tile)][CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF, TILE = CK_NAME(near_tile) };
  const CK_SCALAR *source = block->source;
  const CK_SIMD special2 = (CK_SIMD)block->special2;
  for (; which != 0; which &= which - 1) {
    const int j = __builtin_ctz(which);
    CK_SIMD d[TILE][CK_AXES], r2[TILE];
    CK_MASK self[TILE], special = (CK_MASK)0;
    CK_UNROLL
    for (int t = 0; t < TILE; ++t) {
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) {
        d[t][k] = (CK_SIMD)source[k * LEAF + j] - position[t][k];
      }
      r2[t] = CK_NAME(length2)(d[t]);
      if (own) {
        self[t] = block->number[t] == (CK_MASK)(CK_INT)j;
        r2[t] = self[t] ? special2 : r2[t];
      }
      special |= r2[t] < special2;
    }
    if (tapered || CK_UNLIKELY(CK_ANY(special))) {
      // On copies: addresses would keep sums and positions out of registers.
      CK_SIMD copy[TILE][CK_AXES], to[TILE][CK_AXES];
      memcpy(copy, sum, sizeof copy);
      memcpy(to, position, sizeof to);
      CK_NAME(near_careful)(pass, block, j, (const CK_SIMD(*)[CK_AXES])to, copy);
      memcpy(sum, copy, sizeof copy);
      continue;
    }
    CK_UNROLL
    for (int t = 0; t < TILE; ++t) {
      const CK_SIMD s = (CK_SIMD)source[CK_AXES * LEAF + j] / r2[t];
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) {
        const CK_SIMD added = sum[t][k] + d[t][k] * s;
        sum[t][k] = own ? (self[t] ? sum[t][k] : added) : added;
      }
    }
  }
}

/// What makes a point far from itself, in squares: more than any distance where near_plain is used.
#define CK_SELF2 ((CK_SCALAR)0x1p64)

/// Numbers for near_plain, for the points of a leaf as its own targets: from entry LEAF - 1 - j on,
/// those of source j.
static const CK_SCALAR CK_NAME(near_self)[2 * CK_MANY_BODY_LEAF - 1] = {
    [CK_MANY_BODY_LEAF - 1] = CK_SELF2,
};

/// The forces of the points of a leaf on `count` registers of targets, by the plain law, without a
/// branch. Returns the squared distances of the closest pairs, at most `least`: where a pair needs
/// more than the plain law, the caller starts again with all cases. `self`: NULL, or, where targets
/// are among the points, a number for each target and the first point: CK_SELF2 if both are the
/// same, else 0. Those for the next point are `stride` numbers further. A target's force on itself
/// is a zero, which changes no sum but -0: callers have none.
static CK_INLINE CK_SIMD CK_NAME(near_plain)(const CK_SCALAR *source, int count,
                                             const CK_SIMD (*position)[CK_AXES],
                                             const CK_SCALAR *self, int stride, CK_SIMD least,
                                             CK_SIMD (*sum)[CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF, MOST = CK_NAME(near_tile) };
  CK_SIMD to[MOST][CK_AXES], part[MOST][CK_AXES];
  memcpy(to, position, (size_t)count * sizeof *to);
  memcpy(part, sum, (size_t)count * sizeof *part);
  for (int j = 0; j < LEAF; ++j) {
    const CK_SCALAR *point = source + j;
    CK_UNROLL
    for (int t = 0; t < count; ++t) {
      CK_SIMD d[CK_AXES];
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) { d[k] = (CK_SIMD)point[k * LEAF] - to[t][k]; }
      CK_SIMD r2 = CK_NAME(length2)(d);
      if (self != NULL) { r2 += CK_SCALAR_NAME(load)(self + j * stride + t * CK_LANES); }
      least = r2 < least ? r2 : least;
      const CK_SIMD s = (CK_SIMD)point[CK_AXES * LEAF] / r2;
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) { part[t][k] += d[k] * s; }
    }
  }
  memcpy(sum, part, (size_t)count * sizeof *part);
  return least;
}

/// True if a sum is -0.
static CK_INLINE bool CK_NAME(near_has_minus_zero)(const CK_SIMD sum[CK_NAME(near_tile)][CK_AXES]) {
  const CK_SIMD minus_zero = (CK_SIMD)(CK_SCALAR)-0.0;
  CK_MASK found = (CK_MASK)0, zero, bits;
  memcpy(&zero, &minus_zero, sizeof zero);
  CK_UNROLL
  for (int t = 0; t < CK_NAME(near_tile); ++t) {
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      memcpy(&bits, &sum[t][k], sizeof bits);
      found |= bits == zero;
    }
  }
  return CK_ANY(found);
}

/// The forces of all points of a block's source leaf on its targets. `own`: as in near_sources.
static CK_INLINE void CK_NAME(near_leaf)(const ck_many_body_pass *pass,
                                         const CK_NAME(near_block) *block,
                                         const CK_SIMD (*position)[CK_AXES], bool own,
                                         CK_SIMD sum[CK_NAME(near_tile)][CK_AXES]) {
  // Registers of targets that processors with 16 registers hold, with their sums and a source.
  enum { LEAF = CK_MANY_BODY_LEAF, TILE = CK_NAME(near_tile), PART = TILE < 2 ? TILE : 2 };
  if (CK_TRIES_PLAIN && CK_LIKELY(block->is_sparse && !(own && block->has_minus_zero))) {
    CK_SIMD all[TILE][CK_AXES], least = (CK_SIMD)block->special2;
    memcpy(all, sum, sizeof all);
    CK_UNROLL
    for (int t = 0; t < TILE; t += PART) {
      const int first = (int)(block->target_slot % LEAF) + t * CK_LANES;
      const CK_SCALAR *self = own ? CK_NAME(near_self) + (LEAF - 1 + first) : NULL;
      least = CK_NAME(near_plain)(block->source, PART, position + t, self, -1, least, all + t);
    }
    if (CK_LIKELY(!CK_ANY(least < (CK_SIMD)block->special2))) {
      memcpy(sum, all, sizeof all);
      return;
    }
  }
  CK_NAME(near_sources)(pass, block, position, CK_MANY_BODY_ALL, own, false, sum);
}

/// Sets the source leaf of a block. `position`: the targets relative to the centre of their own
/// leaf; `to`: to that of the source leaf.
static CK_INLINE void CK_NAME(near_set_source)(const ck_many_body_pass *pass, int64_t target,
                                               int64_t source, const CK_SIMD (*position)[CK_AXES],
                                               CK_NAME(near_block) *block, CK_SIMD (*to)[CK_AXES]) {
  const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, source);
  CK_SCALAR extent = CK_NAME(cell_radius)(pass, target) + CK_NAME(cell_radius)(pass, source);
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR shift =
        (CK_SCALAR)(CK_NAME(cell_centre)(pass, target, k) - CK_NAME(cell_centre)(pass, source, k));
    extent += __builtin_elementwise_abs(shift);
    for (int t = 0; t < CK_NAME(near_tile); ++t) { to[t][k] = position[t][k] + shift; }
  }
  block->source = CK_NAME(leaf_points)(pass, leaf);
  block->source_slot = leaf * CK_MANY_BODY_LEAF;
  const CK_SCALAR exact = extent * CK_CLOSE, min = (CK_SCALAR)pass->distance_min;
  block->exact2 = exact * exact > CK_CLOSE2_MIN ? exact * exact : CK_CLOSE2_MIN;
  block->special2 = min * min > block->exact2 ? min * min : block->exact2;
  block->is_sparse = CK_TRIES_PLAIN && block->special2 * CK_MANY_BODY_SPARSE < extent * extent;
}

/// Adds the forces of leaves on the points of cell `target`: of all points of the leaves in `list`,
/// and of the points with a bit set of the leaves in `pending`, pairs of a cell and bits.
static CK_NOINLINE void CK_NAME(near_leaves)(const ck_many_body_pass *pass, int64_t target,
                                             const int32_t *list, int64_t count,
                                             const int32_t *pending, int64_t pending_count,
                                             CK_SCALAR *force) {
  enum { LEAF = CK_MANY_BODY_LEAF, TILE = CK_NAME(near_tile), WIDTH = TILE * CK_LANES };
  const bool tapered = pass->law.distance_max2 < (double)INFINITY;
  const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, target);
  const CK_SCALAR *points = CK_NAME(leaf_points)(pass, leaf);
  for (int first = 0; first < LEAF; first += WIDTH) {
    CK_NAME(near_block) block;
    CK_SIMD position[TILE][CK_AXES], to[TILE][CK_AXES], sum[TILE][CK_AXES];
    block.target_slot = leaf * LEAF + first;
    CK_INT number[WIDTH];
    for (int lane = 0; lane < WIDTH; ++lane) { number[lane] = first + lane; }
    for (int t = 0; t < TILE; ++t) {
      memcpy(&block.number[t], number + t * CK_LANES, sizeof block.number[t]);
      for (int k = 0; k < CK_AXES; ++k) {
        position[t][k] = CK_SCALAR_NAME(load)(points + k * LEAF + first + t * CK_LANES);
        sum[t][k] = CK_SCALAR_NAME(load)(force + k * LEAF + first + t * CK_LANES);
      }
    }
    // A sum that is not -0 does not become so.
    block.has_minus_zero = CK_NAME(near_has_minus_zero)((const CK_SIMD(*)[CK_AXES])sum);
    for (int64_t at = 0; at < count; ++at) {
      CK_NAME(near_set_source)(pass, target, list[at], (const CK_SIMD(*)[CK_AXES])position, &block,
                               to);
      if (CK_UNLIKELY(tapered)) {
        CK_NAME(near_sources)(pass, &block, (const CK_SIMD(*)[CK_AXES])to, CK_MANY_BODY_ALL, false,
                              true, sum);
      } else if (list[at] == target) {
        CK_NAME(near_leaf)(pass, &block, (const CK_SIMD(*)[CK_AXES])to, true, sum);
      } else {
        CK_NAME(near_leaf)(pass, &block, (const CK_SIMD(*)[CK_AXES])to, false, sum);
      }
    }
    // There are none when tapered.
    for (int64_t at = 0; at < pending_count; ++at) {
      CK_NAME(near_set_source)(pass, target, pending[2 * at], (const CK_SIMD(*)[CK_AXES])position,
                               &block, to);
      CK_NAME(near_sources)(pass, &block, (const CK_SIMD(*)[CK_AXES])to,
                            (uint32_t)pending[2 * at + 1], false, false, sum);
    }
    for (int t = 0; t < TILE; ++t) {
      for (int k = 0; k < CK_AXES; ++k) {
        CK_SCALAR_NAME(store)(force + k * LEAF + first + t * CK_LANES, sum[t][k]);
      }
    }
  }
}

/// The force of one register of a leaf's points on point `slot`, lane by lane. `d`: from the point
/// to them.
static CK_INLINE void CK_NAME(near_point_lanes)(const ck_many_body_pass *pass, int64_t slot,
                                                int64_t source_slot, const CK_SIMD d[CK_AXES],
                                                CK_SIMD strength, CK_SCALAR exact2,
                                                CK_SIMD sum[CK_AXES]) {
  const CK_SCALAR min2 = (CK_SCALAR)pass->distance_min * (CK_SCALAR)pass->distance_min;
  CK_SIMD r2 = CK_NAME(length2)(d);
  const CK_MASK exact = r2 < (CK_SIMD)exact2;
  const CK_MASK soft = r2 < (CK_SIMD)min2;
  if (CK_UNLIKELY(CK_ANY(soft))) {
    r2 = soft ? __builtin_elementwise_sqrt((CK_SIMD)min2 * r2) : r2;
  }
  const CK_SIMD s = strength / r2;
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SIMD added = sum[k] + d[k] * s;
    sum[k] = exact ? sum[k] : added;
  }
  if (CK_LIKELY(!CK_ANY(exact))) { return; }
  CK_SCALAR lane_sum[CK_AXES][CK_LANES];
  CK_INT lane_exact[CK_LANES];
  memcpy(lane_exact, &exact, sizeof exact);
  for (int k = 0; k < CK_AXES; ++k) { CK_SCALAR_NAME(store)(lane_sum[k], sum[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    if (lane_exact[lane] == 0 || source_slot + lane == slot ||
        source_slot + lane >= pass->points.count) {
      continue;
    }
    CK_SCALAR one[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { one[k] = lane_sum[k][lane]; }
    CK_NAME(near_exact)(pass, pass->permutation[slot], pass->permutation[source_slot + lane], one);
    for (int k = 0; k < CK_AXES; ++k) { lane_sum[k][lane] = one[k]; }
  }
  for (int k = 0; k < CK_AXES; ++k) { sum[k] = CK_SCALAR_NAME(load)(lane_sum[k]); }
}

/// Adds the forces of the leaves of a list on one point of cell `target`, at `position` relative to
/// its centre. Here lanes are sources.
static CK_INLINE void CK_NAME(near_point)(const ck_many_body_pass *pass, int64_t target,
                                          int64_t slot, const CK_SCALAR position[CK_AXES],
                                          const int32_t *list, int64_t count,
                                          CK_SCALAR force[CK_AXES]) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  CK_SIMD sum[CK_PHASES * CK_AXES];
  for (int q = 0; q < CK_PHASES * CK_AXES; ++q) { sum[q] = (CK_SIMD)(CK_SCALAR)0; }
  for (int64_t at = 0; at < count; ++at) {
    const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, list[at]);
    const CK_SCALAR *source = CK_NAME(leaf_points)(pass, leaf);
    CK_SCALAR place[CK_AXES],
        extent = CK_NAME(cell_radius)(pass, target) + CK_NAME(cell_radius)(pass, list[at]);
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SCALAR shift = (CK_SCALAR)(CK_NAME(cell_centre)(pass, target, k) -
                                          CK_NAME(cell_centre)(pass, list[at], k));
      extent += shift < 0 ? -shift : shift;
      place[k] = position[k] + shift;
    }
    const CK_SCALAR exact = extent * CK_CLOSE,
                    exact2 = exact * exact > CK_CLOSE2_MIN ? exact * exact : CK_CLOSE2_MIN;
    CK_UNROLL
    for (int phase = 0; phase < CK_PHASES; ++phase) {
      const int first = phase * CK_LANES;
      CK_SIMD d[CK_AXES];
      for (int k = 0; k < CK_AXES; ++k) {
        d[k] = CK_SCALAR_NAME(load)(source + k * LEAF + first) - (CK_SIMD)place[k];
      }
      CK_NAME(near_point_lanes)(pass, slot, leaf * LEAF + first, d,
                                CK_SCALAR_NAME(load)(source + CK_AXES * LEAF + first), exact2,
                                sum + phase * CK_AXES);
    }
  }
  CK_SCALAR joined[CK_SUMS_MAX];
  CK_SCALAR_NAME(join_sums)(sum, CK_AXES, joined);
  for (int k = 0; k < CK_AXES; ++k) { force[k] += joined[k]; }
}

/// Adds the forces of cells that are entirely within distanceMin on the points of a leaf. There the
/// law is strength / (distanceMin * r), and a cell is replaced by two points: its positive and its
/// negative strength, each at its own centre. `mass` is the sum of |strength|, `moments` begins
/// with the sum of strengths; the centre is that of |strength|.
static CK_NOINLINE void CK_NAME(near_soft)(const ck_many_body_pass *pass, int64_t target,
                                           int64_t source, CK_SCALAR mass, CK_SCALAR charge,
                                           const CK_SCALAR dipole[CK_AXES], CK_SCALAR *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const CK_SCALAR *points = CK_NAME(leaf_points)(pass, ck_kdtree_leaf_number(&pass->shape, target));
  const CK_SCALAR min2 = (CK_SCALAR)pass->distance_min * (CK_SCALAR)pass->distance_min;
  for (int sign = 1; sign >= -1; sign -= 2) {
    const CK_SCALAR weight = (mass + (CK_SCALAR)sign * charge) / 2;
    if (!(weight > mass * (CK_SCALAR)1e-6)) { continue; }
    CK_SIMD at[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) {
      CK_SCALAR shift = (CK_SCALAR)(CK_NAME(cell_centre)(pass, source, k) -
                                    CK_NAME(cell_centre)(pass, target, k));
      at[k] = (CK_SIMD)(shift + (CK_SCALAR)sign * dipole[k] / (2 * weight));
    }
    for (int lane = 0; lane < LEAF; lane += CK_LANES) {
      CK_SIMD d[CK_AXES];
      for (int k = 0; k < CK_AXES; ++k) {
        d[k] = at[k] - CK_SCALAR_NAME(load)(points + k * LEAF + lane);
      }
      CK_SIMD r2 = CK_NAME(length2)(d);
      // The two cells are apart, so r2 is not zero; rounding must not make it zero.
      r2 = r2 < (CK_SIMD)CK_CLOSE2_MIN ? (CK_SIMD)CK_CLOSE2_MIN : r2;
      CK_SIMD s = ((CK_SCALAR)sign * weight) / __builtin_elementwise_sqrt(min2 * r2);
      for (int k = 0; k < CK_AXES; ++k) {
        CK_SCALAR *to = force + k * LEAF + lane;
        CK_SCALAR_NAME(store)(to, CK_SCALAR_NAME(load)(to) + d[k] * s);
      }
    }
  }
}
