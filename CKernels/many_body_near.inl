/// The near field of many-body by tree: pairs of leaves, point by point, for the scalar type and
/// dimension at hand.
///
/// As in the direct sum lanes are targets. Points are given relative to the centre of their leaf;
/// pairs that are too close for that (or coincident) are taken from the state itself.

enum {
  CK_NAME(near_tile) =
      CK_TILE * CK_LANES < CK_MANY_BODY_LEAF ? CK_TILE : CK_MANY_BODY_LEAF / CK_LANES,
};

/// A cell's centre and radius: CK_D coordinates, then the radius as the fourth scalar.
static CK_INLINE CK_T CK_NAME(cell_radius)(const ck_many_body_task *task, int64_t cell) {
  return ((const CK_T *)task->sphere)[4 * cell + 3];
}

static CK_INLINE CK_C CK_NAME(cell_centre)(const ck_many_body_task *task, int64_t cell, int axis) {
  CK_C centre;
  memcpy(&centre, (const CK_T *)task->sphere + 4 * cell + axis, sizeof centre);
  return centre;
}

static CK_INLINE const CK_T *CK_NAME(leaf_points)(const ck_many_body_task *task, int64_t leaf) {
  return (const CK_T *)task->points + leaf * ((CK_D + 1) * CK_MANY_BODY_LEAF);
}

/// The targets of a tile of one leaf, and a source leaf as they see it.
typedef struct CK_NAME(near_pair) {
  CK_V position[CK_NAME(near_tile)][CK_D];
  CK_M number[CK_NAME(near_tile)];
  const CK_T *source;
  /// The first slots of the tile and of the source leaf.
  int64_t target_slot, source_slot;
  /// Squares: below `near2` a pair needs more than the plain law, below `exact2` the exact
  /// positions.
  CK_T near2, exact2;
} CK_NAME(near_pair);

/// A coordinate difference of the state in double precision, as exact as the state is.
static CK_INLINE double CK_NAME(state_difference)(const ck_many_body_task *task, int64_t i,
                                                  int64_t o, int axis) {
  int64_t from = i * CK_STRIDE + axis, to = o * CK_STRIDE + axis;
  if (task->is_f64) {
    return ((const double *)task->position)[to] - ((const double *)task->position)[from];
  }
  return (double)(((const float *)task->position)[to] - ((const float *)task->position)[from]);
}

/// Source node o on target node i, from the state itself (docs/determinism.md, "Many-body, direct
/// sum").
static CK_COLD void CK_NAME(near_exact)(const ck_many_body_task *task, int64_t i, int64_t o,
                                        CK_T force[CK_D]) {
  const double tiny2 = task->is_f64 ? CK_TINY2_F64 : (double)CK_TINY2_F32;
  double d[CK_D], r2 = 0;
  for (int k = 0; k < CK_D; ++k) {
    d[k] = CK_NAME(state_difference)(task, i, o, k);
    r2 += d[k] * d[k];
  }
  if (r2 < tiny2) {
    uint64_t pair = ck_jiggle_pair(ck_jiggle_tick(task->jiggle), (uint64_t)(i < o ? i : o),
                                   (uint64_t)(i < o ? o : i));
    r2 = 0;
    for (int k = 0; k < CK_D; ++k) {
      double push = ck_jiggle_axis(pair, (uint64_t)k);
      d[k] = i < o ? push : -push;
      r2 += d[k] * d[k];
    }
  }
  if (r2 < task->distance_min2) { r2 = sqrt(task->distance_min2 * r2); }
  if (r2 >= task->distance_max2) { return; }
  double s = task->is_f64 ? ((const double *)task->strength)[o]
                          : (double)((const float *)task->strength)[o];
  s /= r2;
  double inner2 = task->distance_max2 * 0.81;
  if (r2 > inner2) {
    double u = (task->distance_max2 - r2) / (task->distance_max2 - inner2);
    s *= u * u * (3 - 2 * u);
  }
  for (int k = 0; k < CK_D; ++k) { force[k] += (CK_T)(d[k] * s / task->force_scale); }
}

/// Adds the pairs of one lane register that are too close for relative coordinates, from the state
/// itself.
static CK_COLD void CK_NAME(near_exact_lanes)(const ck_many_body_task *task,
                                              const CK_NAME(near_pair) *pair, int t,
                                              int64_t source_slot, CK_M exact, CK_V force[CK_D]) {
  CK_T lane_force[CK_D][CK_LANES];
  CK_I lane_exact[CK_LANES];
  memcpy(lane_exact, &exact, sizeof exact);
  for (int k = 0; k < CK_D; ++k) { CK_TNAME(store)(lane_force[k], force[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    const int64_t target_slot = pair->target_slot + t * CK_LANES + lane;
    if (lane_exact[lane] == 0 || target_slot == source_slot) { continue; }
    if (target_slot >= task->count || source_slot >= task->count) { continue; }
    CK_T one[CK_D];
    for (int k = 0; k < CK_D; ++k) { one[k] = lane_force[k][lane]; }
    CK_NAME(near_exact)(task, task->order[target_slot], task->order[source_slot], one);
    for (int k = 0; k < CK_D; ++k) { lane_force[k][lane] = one[k]; }
  }
  for (int k = 0; k < CK_D; ++k) { force[k] = CK_TNAME(load)(lane_force[k]); }
}

/// Source j of a pair of leaves with everything that can happen. Where nothing does, the bits are
/// those of near_sources: what a lane gets must not depend on its neighbours.
static CK_COLD void CK_NAME(near_careful)(const ck_many_body_task *task,
                                          const CK_NAME(near_pair) *pair, int j,
                                          CK_V (*force)[CK_D]) {
  const CK_V min2 = (CK_V)((CK_T)task->distance_min * (CK_T)task->distance_min);
  const CK_V strength = (CK_V)pair->source[CK_D * CK_MANY_BODY_LEAF + j];
  for (int t = 0; t < CK_NAME(near_tile); ++t) {
    CK_V d[CK_D];
    for (int k = 0; k < CK_D; ++k) {
      d[k] = (CK_V)pair->source[k * CK_MANY_BODY_LEAF + j] - pair->position[t][k];
    }
    CK_V r2 = CK_NAME(length2)(d);
    const CK_M exact = r2 < (CK_V)pair->exact2;
    r2 = r2 < min2 ? __builtin_elementwise_sqrt(min2 * r2) : r2;
    CK_V s = strength / r2;
    if (task->distance_max2 < (double)INFINITY) {
      const CK_T max = (CK_T)task->distance_max;
      s = CK_NAME(direct_sum_taper)(s, r2, max * max);
    }
    for (int k = 0; k < CK_D; ++k) {
      const CK_V added = force[t][k] + d[k] * s;
      force[t][k] = exact ? force[t][k] : added;
    }
    if (CK_ANY(exact)) {
      CK_NAME(near_exact_lanes)(task, pair, t, pair->source_slot + j, exact, force[t]);
    }
  }
}

/// Those sources of one leaf that have a bit in `which` on a tile of targets. `own`: the source
/// leaf is the targets'. `tapered`: distanceMax is finite.
static CK_INLINE void CK_NAME(near_sources)(const ck_many_body_task *task,
                                            const CK_NAME(near_pair) *pair, uint32_t which,
                                            bool own, bool tapered,
                                            CK_V sum[CK_NAME(near_tile)][CK_D]) {
  enum { LEAF = CK_MANY_BODY_LEAF, TILE = CK_NAME(near_tile) };
  const CK_T *source = pair->source;
  const CK_V near2 = (CK_V)pair->near2;
  CK_V position[TILE][CK_D];
  memcpy(position, pair->position, sizeof position);
  for (; which != 0; which &= which - 1) {
    const int j = __builtin_ctz(which);
    CK_V d[TILE][CK_D], r2[TILE];
    CK_M self[TILE], near = (CK_M)0;
    CK_UNROLL
    for (int t = 0; t < TILE; ++t) {
      CK_UNROLL
      for (int k = 0; k < CK_D; ++k) { d[t][k] = (CK_V)source[k * LEAF + j] - position[t][k]; }
      r2[t] = CK_NAME(length2)(d[t]);
      if (own) {
        self[t] = pair->number[t] == (CK_M)(CK_I)j;
        r2[t] = self[t] ? near2 : r2[t];
      }
      near |= r2[t] < near2;
    }
    if (tapered || CK_UNLIKELY(CK_ANY(near))) {
      // On a copy, so that the sums themselves can stay in registers.
      CK_V copy[TILE][CK_D];
      memcpy(copy, sum, sizeof copy);
      CK_NAME(near_careful)(task, pair, j, copy);
      memcpy(sum, copy, sizeof copy);
      continue;
    }
    CK_UNROLL
    for (int t = 0; t < TILE; ++t) {
      const CK_V s = (CK_V)source[CK_D * LEAF + j] / r2[t];
      CK_UNROLL
      for (int k = 0; k < CK_D; ++k) {
        const CK_V added = sum[t][k] + d[t][k] * s;
        sum[t][k] = own ? (self[t] ? sum[t][k] : added) : added;
      }
    }
  }
}

/// The leaf `source` as the tile's targets see it. `position`: the targets relative to their own
/// centre.
static CK_INLINE void CK_NAME(near_pair_with)(const ck_many_body_task *task, int64_t target,
                                              int64_t source,
                                              const CK_V position[CK_NAME(near_tile)][CK_D],
                                              CK_NAME(near_pair) *pair) {
  const int64_t leaf = ck_kdtree_leaf_number(&task->shape, source);
  CK_T extent = CK_NAME(cell_radius)(task, target) + CK_NAME(cell_radius)(task, source);
  for (int k = 0; k < CK_D; ++k) {
    CK_T shift =
        (CK_T)(CK_NAME(cell_centre)(task, target, k) - CK_NAME(cell_centre)(task, source, k));
    extent += shift < 0 ? -shift : shift;
    for (int t = 0; t < CK_NAME(near_tile); ++t) { pair->position[t][k] = position[t][k] + shift; }
  }
  pair->source = CK_NAME(leaf_points)(task, leaf);
  pair->source_slot = leaf * CK_MANY_BODY_LEAF;
  const CK_T exact = extent * CK_CLOSE, min = (CK_T)task->distance_min;
  pair->exact2 = exact * exact > CK_CLOSE2_MIN ? exact * exact : CK_CLOSE2_MIN;
  pair->near2 = min * min > pair->exact2 ? min * min : pair->exact2;
}

/// Adds to `force` what leaves do to the points of cell `target`: all points of the leaves in
/// `list`, and those with a bit of the leaves in `pending`, pairs of a cell and bits.
static CK_INLINE void CK_NAME(near_leaves)(const ck_many_body_task *task, int64_t target,
                                           const int32_t *list, int64_t count,
                                           const int32_t *pending, int64_t pending_count,
                                           CK_T *force) {
  enum { LEAF = CK_MANY_BODY_LEAF, TILE = CK_NAME(near_tile), WIDTH = TILE * CK_LANES };
  const bool tapered = task->distance_max2 < (double)INFINITY;
  const int64_t leaf = ck_kdtree_leaf_number(&task->shape, target);
  const CK_T *points = CK_NAME(leaf_points)(task, leaf);
  for (int first = 0; first < LEAF; first += WIDTH) {
    CK_NAME(near_pair) pair;
    CK_V position[TILE][CK_D], sum[TILE][CK_D];
    pair.target_slot = leaf * LEAF + first;
    CK_I number[WIDTH];
    for (int lane = 0; lane < WIDTH; ++lane) { number[lane] = first + lane; }
    for (int t = 0; t < TILE; ++t) {
      memcpy(&pair.number[t], number + t * CK_LANES, sizeof pair.number[t]);
      for (int k = 0; k < CK_D; ++k) {
        position[t][k] = CK_TNAME(load)(points + k * LEAF + first + t * CK_LANES);
        sum[t][k] = CK_TNAME(load)(force + k * LEAF + first + t * CK_LANES);
      }
    }
    for (int64_t at = 0; at < count; ++at) {
      CK_NAME(near_pair_with)(task, target, list[at], position, &pair);
      if (CK_UNLIKELY(tapered)) {
        CK_NAME(near_sources)(task, &pair, CK_MANY_BODY_ALL, false, true, sum);
      } else if (list[at] == target) {
        CK_NAME(near_sources)(task, &pair, CK_MANY_BODY_ALL, true, false, sum);
      } else {
        CK_NAME(near_sources)(task, &pair, CK_MANY_BODY_ALL, false, false, sum);
      }
    }
    for (int64_t at = 0; at < pending_count; ++at) {
      CK_NAME(near_pair_with)(task, target, pending[2 * at], position, &pair);
      CK_NAME(near_sources)(task, &pair, (uint32_t)pending[2 * at + 1], false, false, sum);
    }
    for (int t = 0; t < TILE; ++t) {
      for (int k = 0; k < CK_D; ++k) {
        CK_TNAME(store)(force + k * LEAF + first + t * CK_LANES, sum[t][k]);
      }
    }
  }
}

/// What one register of a leaf's points does to point `slot`, lane by lane. `d`: from the point to
/// them.
static CK_INLINE void CK_NAME(near_point_lanes)(const ck_many_body_task *task, int64_t slot,
                                                int64_t source_slot, const CK_V d[CK_D],
                                                CK_V strength, CK_T exact2, CK_V sum[CK_D]) {
  const CK_T min2 = (CK_T)task->distance_min * (CK_T)task->distance_min;
  CK_V r2 = CK_NAME(length2)(d);
  const CK_M exact = r2 < (CK_V)exact2;
  const CK_M soft = r2 < (CK_V)min2;
  if (CK_UNLIKELY(CK_ANY(soft))) { r2 = soft ? __builtin_elementwise_sqrt((CK_V)min2 * r2) : r2; }
  const CK_V s = strength / r2;
  for (int k = 0; k < CK_D; ++k) {
    const CK_V added = sum[k] + d[k] * s;
    sum[k] = exact ? sum[k] : added;
  }
  if (CK_LIKELY(!CK_ANY(exact))) { return; }
  CK_T lane_sum[CK_D][CK_LANES];
  CK_I lane_exact[CK_LANES];
  memcpy(lane_exact, &exact, sizeof exact);
  for (int k = 0; k < CK_D; ++k) { CK_TNAME(store)(lane_sum[k], sum[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    if (lane_exact[lane] == 0 || source_slot + lane == slot || source_slot + lane >= task->count) {
      continue;
    }
    CK_T one[CK_D];
    for (int k = 0; k < CK_D; ++k) { one[k] = lane_sum[k][lane]; }
    CK_NAME(near_exact)(task, task->order[slot], task->order[source_slot + lane], one);
    for (int k = 0; k < CK_D; ++k) { lane_sum[k][lane] = one[k]; }
  }
  for (int k = 0; k < CK_D; ++k) { sum[k] = CK_TNAME(load)(lane_sum[k]); }
}

/// Adds to `force` what the leaves of a list do to one point of cell `target`, which is at
/// `position` relative to its centre. Lanes are sources here.
static CK_INLINE void CK_NAME(near_point)(const ck_many_body_task *task, int64_t target,
                                          int64_t slot, const CK_T position[CK_D],
                                          const int32_t *list, int64_t count, CK_T force[CK_D]) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  CK_V sum[CK_PHASES * CK_D];
  for (int q = 0; q < CK_PHASES * CK_D; ++q) { sum[q] = (CK_V)(CK_T)0; }
  for (int64_t at = 0; at < count; ++at) {
    const int64_t leaf = ck_kdtree_leaf_number(&task->shape, list[at]);
    const CK_T *source = CK_NAME(leaf_points)(task, leaf);
    CK_T place[CK_D],
        extent = CK_NAME(cell_radius)(task, target) + CK_NAME(cell_radius)(task, list[at]);
    for (int k = 0; k < CK_D; ++k) {
      const CK_T shift =
          (CK_T)(CK_NAME(cell_centre)(task, target, k) - CK_NAME(cell_centre)(task, list[at], k));
      extent += shift < 0 ? -shift : shift;
      place[k] = position[k] + shift;
    }
    const CK_T exact = extent * CK_CLOSE,
               exact2 = exact * exact > CK_CLOSE2_MIN ? exact * exact : CK_CLOSE2_MIN;
    CK_UNROLL
    for (int phase = 0; phase < CK_PHASES; ++phase) {
      const int first = phase * CK_LANES;
      CK_V d[CK_D];
      for (int k = 0; k < CK_D; ++k) {
        d[k] = CK_TNAME(load)(source + k * LEAF + first) - (CK_V)place[k];
      }
      CK_NAME(near_point_lanes)(task, slot, leaf * LEAF + first, d,
                                CK_TNAME(load)(source + CK_D * LEAF + first), exact2,
                                sum + phase * CK_D);
    }
  }
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, CK_D, joined);
  for (int k = 0; k < CK_D; ++k) { force[k] += joined[k]; }
}

/// Adds what cells wholly within distanceMin do to the points of a leaf. There the law is strength
/// / (distanceMin * r), for which the cell stands as two points: its positive and its negative
/// strength, each at its own centre. `mass` is the sum of |strength|, `moments` begins with the sum
/// of strengths; the centre is that of |strength|.
static CK_COLD void CK_NAME(near_soft)(const ck_many_body_task *task, int64_t target,
                                       int64_t source, CK_T mass, CK_T charge,
                                       const CK_T dipole[CK_D], CK_T *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const CK_T *points = CK_NAME(leaf_points)(task, ck_kdtree_leaf_number(&task->shape, target));
  const CK_T min2 = (CK_T)task->distance_min * (CK_T)task->distance_min;
  for (int sign = 1; sign >= -1; sign -= 2) {
    const CK_T weight = (mass + (CK_T)sign * charge) / 2;
    if (!(weight > mass * (CK_T)1e-6)) { continue; }
    CK_V at[CK_D];
    for (int k = 0; k < CK_D; ++k) {
      CK_T shift =
          (CK_T)(CK_NAME(cell_centre)(task, source, k) - CK_NAME(cell_centre)(task, target, k));
      at[k] = (CK_V)(shift + (CK_T)sign * dipole[k] / (2 * weight));
    }
    for (int lane = 0; lane < LEAF; lane += CK_LANES) {
      CK_V d[CK_D];
      for (int k = 0; k < CK_D; ++k) { d[k] = at[k] - CK_TNAME(load)(points + k * LEAF + lane); }
      CK_V r2 = CK_NAME(length2)(d);
      // Two cells apart from each other meet here, so r2 is not zero; but let rounding not make it
      // so.
      r2 = r2 < (CK_V)CK_CLOSE2_MIN ? (CK_V)CK_CLOSE2_MIN : r2;
      CK_V s = ((CK_T)sign * weight) / __builtin_elementwise_sqrt(min2 * r2);
      for (int k = 0; k < CK_D; ++k) {
        CK_T *to = force + k * LEAF + lane;
        CK_TNAME(store)(to, CK_TNAME(load)(to) + d[k] * s);
      }
    }
  }
}
