/// Many-body by direct sum, for the scalar type and dimension at hand (variants/kernels.inl says
/// how it is included).
///
/// Lanes are targets: each sums over the sources by increasing index, whatever its neighbours do. A
/// tile of targets stays in registers while the sources pass by. What is rare (coincident and
/// softened pairs) is done by direct_sum_careful for the whole tile, with the same bits for the
/// lanes that did not need it.

/// Copies nodes [begin, end) into the component-major sources.
static void CK_NAME(direct_sum_pack)(void *context, int64_t begin, int64_t end) {
  const ck_direct_sum_task *task = context;
  const CK_T *restrict position = task->position, *restrict strength = task->strength;
  CK_T *restrict source = task->source;
  CK_PLAIN
  for (int64_t j = begin; j < end; ++j) {
    for (int k = 0; k < CK_D; ++k) { source[k * task->row + j] = position[j * CK_STRIDE + k]; }
    source[CK_D * task->row + j] = strength[j];
  }
}

/// Targets [first, first + count) in vectors. Lanes past the last target repeat it; their sums are
/// thrown away.
typedef struct CK_NAME(direct_sum_tile) {
  CK_V position[CK_TILE][CK_D];
  // The number of each lane's target, less `first`.
  CK_M number[CK_TILE];
  int64_t first, count;
} CK_NAME(direct_sum_tile);

static CK_INLINE void CK_NAME(direct_sum_load)(const ck_direct_sum_task *task, int64_t first,
                                               int64_t end, CK_NAME(direct_sum_tile) *tile) {
  enum { WIDTH = CK_TILE * CK_LANES };
  const CK_T *source = (const CK_T *)task->source + first;
  const int count = end - first < WIDTH ? (int)(end - first) : WIDTH;
  tile->first = first;
  tile->count = count;
  CK_I number[WIDTH];
  for (int lane = 0; lane < WIDTH; ++lane) { number[lane] = lane < count ? lane : count - 1; }
  for (int t = 0; t < CK_TILE; ++t) {
    memcpy(&tile->number[t], &number[t * CK_LANES], sizeof tile->number[t]);
  }
  for (int k = 0; k < CK_D; ++k) {
    CK_T lanes[WIDTH];
    for (int lane = 0; lane < count; ++lane) { lanes[lane] = source[k * task->row + lane]; }
    for (int lane = count; lane < WIDTH; ++lane) { lanes[lane] = lanes[count - 1]; }
    for (int t = 0; t < CK_TILE; ++t) {
      memcpy(&tile->position[t][k], &lanes[t * CK_LANES], sizeof tile->position[t][k]);
    }
  }
}

static CK_INLINE CK_V CK_NAME(length2)(const CK_V d[CK_D]) {
  CK_V sum = d[0] * d[0];
  CK_UNROLL
  for (int k = 1; k < CK_D; ++k) { sum += d[k] * d[k]; }
  return sum;
}

/// From 0.9 distanceMax on, a smooth step down to zero.
static CK_INLINE CK_V CK_NAME(direct_sum_taper)(CK_V s, CK_V r2, CK_T max2) {
  const CK_T inner2 = max2 * (CK_T)0.81;
  CK_V u = ((CK_V)max2 - r2) / (CK_V)(max2 - inner2);
  CK_V tapered = s * ((u * u) * ((CK_T)3 - (CK_T)2 * u));
  s = r2 > (CK_V)inner2 ? tapered : s;
  return r2 >= (CK_V)max2 ? (CK_V)(CK_T)0 : s;
}

/// Whether all pairs of a tile and a source add zero: beyond distanceMax, and finite (infinity
/// times zero is NaN).
static CK_INLINE bool CK_NAME(direct_sum_is_beyond)(const CK_V r2[CK_TILE], CK_T max2) {
  const CK_V limit = (CK_V)max2, infinity = (CK_V)(CK_T)INFINITY;
  CK_M other = (CK_M)0;
  CK_UNROLL
  for (int t = 0; t < CK_TILE; ++t) {
    other |= (r2[t] < limit) | (r2[t] == infinity) | (r2[t] != r2[t]);
  }
  return !CK_ANY(other);
}

/// Replaces the difference vector `d` of coincident pairs: lanes where `r2` is below tiny2, except
/// the source itself.
static CK_COLD void CK_NAME(direct_sum_jiggle)(const ck_direct_sum_task *task,
                                               const CK_NAME(direct_sum_tile) *tile, int t,
                                               int64_t j, CK_V r2, CK_V d[CK_D]) {
  const uint64_t tick = ck_jiggle_tick(task->jiggle);
  CK_T lane_r2[CK_LANES], lane_d[CK_D][CK_LANES];
  CK_I number[CK_LANES];
  memcpy(lane_r2, &r2, sizeof r2);
  memcpy(number, &tile->number[t], sizeof tile->number[t]);
  for (int k = 0; k < CK_D; ++k) { memcpy(lane_d[k], &d[k], sizeof d[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    int64_t i = tile->first + number[lane];
    if (!(lane_r2[lane] < CK_TINY2) || i == j) { continue; }
    uint64_t pair = ck_jiggle_pair(tick, (uint64_t)(i < j ? i : j), (uint64_t)(i < j ? j : i));
    for (int k = 0; k < CK_D; ++k) {
      CK_T push = (CK_T)ck_jiggle_axis(pair, (uint64_t)k);
      lane_d[k][lane] = i < j ? push : -push;
    }
  }
  for (int k = 0; k < CK_D; ++k) { memcpy(&d[k], lane_d[k], sizeof d[k]); }
}

/// Source j on the targets of a tile, with everything that docs/determinism.md says about a pair.
static CK_COLD void CK_NAME(direct_sum_careful)(const ck_direct_sum_task *task,
                                                const CK_NAME(direct_sum_tile) *tile, int64_t j,
                                                CK_V (*sum)[CK_D]) {
  const CK_T *source = task->source;
  const CK_V min2 = (CK_V)(CK_T)task->distance_min2;
  const CK_V strength = (CK_V)source[CK_D * task->row + j];
  // A source outside the tile gets a number that no lane has.
  int64_t number = j - tile->first;
  CK_M source_number = (CK_M)(CK_I)(number >= 0 && number < tile->count ? number : -1);
  for (int t = 0; t < CK_TILE; ++t) {
    CK_V d[CK_D];
    for (int k = 0; k < CK_D; ++k) {
      d[k] = (CK_V)source[k * task->row + j] - tile->position[t][k];
    }
    CK_V r2 = CK_NAME(length2)(d);
    CK_M self = tile->number[t] == source_number;
    CK_M coincident = r2 < CK_TINY2;
    if (CK_ANY(coincident != self)) {
      CK_NAME(direct_sum_jiggle)(task, tile, t, j, r2, d);
      r2 = CK_NAME(length2)(d);
    }
    r2 = r2 < min2 ? __builtin_elementwise_sqrt(min2 * r2) : r2;
    CK_V s = strength / r2;
    if (task->distance_max2 < (double)INFINITY) {
      s = CK_NAME(direct_sum_taper)(s, r2, (CK_T)task->distance_max2);
    }
    for (int k = 0; k < CK_D; ++k) {
      CK_V added = sum[t][k] + d[k] * s;
      sum[t][k] = self ? sum[t][k] : added;
    }
  }
}

/// Sources [begin, end) on the targets of a tile. `own`: the sources are the targets. `tapered`:
/// distanceMax is finite.
static CK_INLINE void CK_NAME(direct_sum_sources)(const ck_direct_sum_task *task,
                                                  const CK_NAME(direct_sum_tile) *tile,
                                                  int64_t begin, int64_t end, bool own,
                                                  bool tapered, CK_V sum[CK_TILE][CK_D]) {
  const CK_T *source = task->source, *strength = source + CK_D * task->row;
  const CK_T min2 = (CK_T)task->distance_min2, max2 = (CK_T)task->distance_max2;
  const CK_V near2 = (CK_V)(min2 > CK_TINY2 ? min2 : CK_TINY2);
  const CK_V inner2 = (CK_V)(max2 * (CK_T)0.81);
  CK_V position[CK_TILE][CK_D];
  CK_UNROLL
  for (int t = 0; t < CK_TILE; ++t) {
    CK_UNROLL
    for (int k = 0; k < CK_D; ++k) { position[t][k] = tile->position[t][k]; }
  }
  for (int64_t j = begin; j < end; ++j) {
    CK_V d[CK_TILE][CK_D], r2[CK_TILE];
    CK_M self[CK_TILE], near = (CK_M)0, outer = (CK_M)0;
    CK_UNROLL
    for (int t = 0; t < CK_TILE; ++t) {
      CK_UNROLL
      for (int k = 0; k < CK_D; ++k) { d[t][k] = (CK_V)source[k * task->row + j] - position[t][k]; }
      r2[t] = CK_NAME(length2)(d[t]);
      if (own) {
        self[t] = tile->number[t] == (CK_M)(CK_I)(j - tile->first);
        r2[t] = self[t] ? near2 : r2[t];
      }
      // Comparisons are joined, not the distances: the minimum of a number and a NaN may be either.
      near |= r2[t] < near2;
      if (tapered) { outer |= r2[t] > inner2; }
    }
    if (CK_UNLIKELY(CK_ANY(near))) {
      // On a copy, so that the sums themselves can stay in registers.
      CK_V copy[CK_TILE][CK_D];
      memcpy(copy, sum, sizeof copy);
      CK_NAME(direct_sum_careful)(task, tile, j, copy);
      memcpy(sum, copy, sizeof copy);
      continue;
    }
    const bool any_outer = tapered && CK_ANY(outer);
    if (any_outer && CK_NAME(direct_sum_is_beyond)(r2, max2)) { continue; }
    CK_UNROLL
    for (int t = 0; t < CK_TILE; ++t) {
      CK_V s = (CK_V)strength[j] / r2[t];
      if (any_outer) { s = CK_NAME(direct_sum_taper)(s, r2[t], max2); }
      CK_UNROLL
      for (int k = 0; k < CK_D; ++k) {
        CK_V added = sum[t][k] + d[t][k] * s;
        sum[t][k] = own ? (self[t] ? sum[t][k] : added) : added;
      }
    }
  }
}

static CK_INLINE void CK_NAME(direct_sum_tile_of)(const ck_direct_sum_task *task, int64_t first,
                                                  int64_t end, bool tapered) {
  CK_NAME(direct_sum_tile) tile;
  CK_NAME(direct_sum_load)(task, first, end, &tile);
  CK_V sum[CK_TILE][CK_D];
  for (int t = 0; t < CK_TILE; ++t) {
    for (int k = 0; k < CK_D; ++k) { sum[t][k] = (CK_V)(CK_T)0; }
  }
  CK_NAME(direct_sum_sources)(task, &tile, 0, first, false, tapered, sum);
  CK_NAME(direct_sum_sources)(task, &tile, first, first + tile.count, true, tapered, sum);
  CK_NAME(direct_sum_sources)(task, &tile, first + tile.count, task->count, false, tapered, sum);

  CK_T lanes[CK_D][CK_TILE * CK_LANES];
  for (int t = 0; t < CK_TILE; ++t) {
    for (int k = 0; k < CK_D; ++k) {
      memcpy(&lanes[k][t * CK_LANES], &sum[t][k], sizeof sum[t][k]);
    }
  }
  CK_T *velocity = (CK_T *)task->velocity + first * CK_STRIDE;
  CK_PLAIN
  for (int64_t lane = 0; lane < tile.count; ++lane) {
    for (int k = 0; k < CK_D; ++k) {
      velocity[lane * CK_STRIDE + k] += lanes[k][lane] * (CK_T)task->alpha;
    }
  }
}

/// Targets [begin, end).
static void CK_NAME(direct_sum)(void *context, int64_t begin, int64_t end) {
  const ck_direct_sum_task *task = context;
  bool tapered = task->distance_max2 < (double)INFINITY;
  for (int64_t first = begin; first < end; first += CK_TILE * CK_LANES) {
    if (tapered) {
      CK_NAME(direct_sum_tile_of)(task, first, end, true);
    } else {
      CK_NAME(direct_sum_tile_of)(task, first, end, false);
    }
  }
}
