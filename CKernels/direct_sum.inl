/// Many-body by direct sum, for the scalar type and dimension at hand (variants/kernels.inl
/// explains the names).
///
/// Lanes are targets: each lane sums over the sources by increasing index, independently of the
/// other lanes. A tile of targets stays in registers while all sources are read once. A source with
/// a coincident or softened pair is done by direct_sum_careful for the whole tile, with the same
/// bits for the other lanes.

#include "direct_sum.h"

/// Copies nodes [begin, end) into the component-major sources.
CK_TASK(CK_NAME(direct_sum_pack)) {
  const ck_direct_sum_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position;
  const CK_SCALAR *restrict strength = pass->law.strength;
  CK_SCALAR *restrict source = pass->source;
  CK_PLAIN
  for (int64_t j = begin; j < end; ++j) {
    for (int k = 0; k < CK_AXES; ++k) { source[k * pass->row + j] = position[j * CK_STRIDE + k]; }
    source[CK_AXES * pass->row + j] = strength[j];
  }
}

/// Targets [first, first + count) in registers. Lanes past the last target repeat it; their sums
/// are discarded.
typedef struct CK_NAME(direct_sum_tile) {
  // In a split sum `rest` is what rounding has left.
  CK_SIMD position[CK_TILE][CK_AXES], rest[CK_TILE][CK_AXES];
  // The index of each lane's target, relative to `first`.
  CK_MASK number[CK_TILE];
  int64_t first, count;
} CK_NAME(direct_sum_tile);

/// One register of a tile for each axis, from `CK_AXES` rows.
static CK_INLINE void CK_NAME(direct_sum_load_rows)(const CK_SCALAR *rows, int64_t row, int count,
                                                    CK_SIMD to[CK_TILE][CK_AXES]) {
  enum { WIDTH = CK_TILE * CK_LANES };
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR lanes[WIDTH];
    for (int lane = 0; lane < count; ++lane) { lanes[lane] = rows[k * row + lane]; }
    for (int lane = count; lane < WIDTH; ++lane) { lanes[lane] = lanes[count - 1]; }
    for (int t = 0; t < CK_TILE; ++t) { memcpy(&to[t][k], &lanes[t * CK_LANES], sizeof to[t][k]); }
  }
}

static CK_INLINE void CK_NAME(direct_sum_load)(const ck_direct_sum_pass *pass, int64_t first,
                                               int64_t end, bool split,
                                               CK_NAME(direct_sum_tile) *tile) {
  enum { WIDTH = CK_TILE * CK_LANES };
  const CK_SCALAR *source = (const CK_SCALAR *)pass->source + first;
  const int count = end - first < WIDTH ? (int)(end - first) : WIDTH;
  tile->first = first;
  tile->count = count;
  CK_INT number[WIDTH];
  for (int lane = 0; lane < WIDTH; ++lane) { number[lane] = lane < count ? lane : count - 1; }
  for (int t = 0; t < CK_TILE; ++t) {
    memcpy(&tile->number[t], &number[t * CK_LANES], sizeof tile->number[t]);
  }
  CK_NAME(direct_sum_load_rows)(source, pass->row, count, tile->position);
  if (split) {
    const CK_SCALAR *rest = source + (CK_AXES + 1) * pass->row;
    CK_NAME(direct_sum_load_rows)(rest, pass->row, count, tile->rest);
  }
}

/// The difference vectors from one register of targets to a source. `rest`: of the source, in a
/// split sum.
static CK_INLINE void CK_NAME(direct_sum_differences)(const CK_SCALAR *source, int64_t row,
                                                      bool split, const CK_SIMD position[CK_AXES],
                                                      const CK_SIMD rest[CK_AXES],
                                                      CK_SIMD d[CK_AXES]) {
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = (CK_SIMD)source[k * row] - position[k];
    if (split) { d[k] += (CK_SIMD)source[(CK_AXES + 1 + k) * row] - rest[k]; }
  }
}

static CK_INLINE CK_SIMD CK_NAME(length2)(const CK_SIMD d[CK_AXES]) {
  CK_SIMD sum = d[0] * d[0];
  CK_UNROLL
  for (int k = 1; k < CK_AXES; ++k) { sum += d[k] * d[k]; }
  return sum;
}

/// A smooth step from one at 0.9 distanceMax down to zero at distanceMax. `r2`: not softened.
static CK_INLINE CK_SIMD CK_NAME(direct_sum_taper)(CK_SIMD s, CK_SIMD r2, CK_SCALAR max2) {
  const CK_SCALAR inner2 = max2 * (CK_SCALAR)0.81;
  CK_SIMD u = ((CK_SIMD)max2 - r2) / (CK_SIMD)(max2 - inner2);
  CK_SIMD tapered = s * ((u * u) * ((CK_SCALAR)3 - (CK_SCALAR)2 * u));
  s = r2 > (CK_SIMD)inner2 ? tapered : s;
  return r2 >= (CK_SIMD)max2 ? (CK_SIMD)(CK_SCALAR)0 : s;
}

/// True if all pairs of a tile and a source add zero: they are beyond distanceMax, and finite
/// (infinity times zero is NaN).
static CK_INLINE bool CK_NAME(direct_sum_is_beyond)(const CK_SIMD r2[CK_TILE], CK_SCALAR max2) {
  const CK_SIMD limit = (CK_SIMD)max2, infinity = (CK_SIMD)(CK_SCALAR)INFINITY;
  CK_MASK other = (CK_MASK)0;
  CK_UNROLL
  for (int t = 0; t < CK_TILE; ++t) {
    other |= (r2[t] < limit) | (r2[t] == infinity) | (r2[t] != r2[t]);
  }
  return !CK_ANY(other);
}

/// Replaces the difference vector `d` of coincident pairs: lanes with `r2` below tiny2, except the
/// source itself.
static CK_NOINLINE void CK_NAME(direct_sum_jiggle)(const ck_direct_sum_pass *pass,
                                                   const CK_NAME(direct_sum_tile) *tile, int t,
                                                   int64_t j, CK_SIMD r2, CK_SIMD d[CK_AXES]) {
  const uint64_t tick = ck_jiggle_tick(pass->jiggle);
  CK_SCALAR lane_r2[CK_LANES], lane_d[CK_AXES][CK_LANES];
  CK_INT number[CK_LANES];
  memcpy(lane_r2, &r2, sizeof r2);
  memcpy(number, &tile->number[t], sizeof tile->number[t]);
  for (int k = 0; k < CK_AXES; ++k) { memcpy(lane_d[k], &d[k], sizeof d[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    int64_t i = tile->first + number[lane];
    if (!(lane_r2[lane] < CK_TINY2) || i == j) { continue; }
    uint64_t pair = ck_jiggle_pair(tick, (uint64_t)(i < j ? i : j), (uint64_t)(i < j ? j : i));
    for (int k = 0; k < CK_AXES; ++k) {
      CK_SCALAR push = (CK_SCALAR)ck_jiggle_axis(pair, (uint64_t)k);
      lane_d[k][lane] = i < j ? push : -push;
    }
  }
  for (int k = 0; k < CK_AXES; ++k) { memcpy(&d[k], lane_d[k], sizeof d[k]); }
}

/// Adds the force of source j, in Double, on the targets of a split sum that are close to it.
static CK_NOINLINE void CK_NAME(direct_sum_close)(const ck_direct_sum_pass *pass,
                                                  const CK_NAME(direct_sum_tile) *tile, int t,
                                                  int64_t j, CK_MASK close,
                                                  double (*exact)[CK_TILE * CK_LANES]) {
  CK_INT lane_close[CK_LANES], number[CK_LANES];
  memcpy(lane_close, &close, sizeof close);
  memcpy(number, &tile->number[t], sizeof tile->number[t]);
  for (int lane = 0; lane < CK_LANES; ++lane) {
    if (lane_close[lane] == 0) { continue; }
    double d[4];
    const double weight =
        ck_direct_sum_weight(pass, tile->first + number[lane], j, CK_AXES, CK_STRIDE, d);
    for (int k = 0; k < CK_AXES; ++k) { exact[k][t * CK_LANES + lane] += d[k] * weight; }
  }
}

/// The force of source j on the targets of a tile, with all cases of docs/determinism.md. `exact`:
/// what a split sum has in Double, one row for each axis.
static CK_INLINE void CK_NAME(direct_sum_careful)(const ck_direct_sum_pass *pass,
                                                  const CK_NAME(direct_sum_tile) *tile, int64_t j,
                                                  bool split, double (*exact)[CK_TILE * CK_LANES],
                                                  CK_SIMD (*sum)[CK_AXES]) {
  const CK_SCALAR *source = pass->source;
  const CK_SIMD min2 = (CK_SIMD)(CK_SCALAR)pass->distance_min2;
  const CK_SIMD strength = (CK_SIMD)source[CK_AXES * pass->row + j];
  // The index of a source outside the tile is one that no lane has.
  int64_t number = j - tile->first;
  CK_MASK source_number = (CK_MASK)(CK_INT)(number >= 0 && number < tile->count ? number : -1);
  for (int t = 0; t < CK_TILE; ++t) {
    CK_SIMD d[CK_AXES];
    CK_NAME(direct_sum_differences)
    (source + j, pass->row, split, tile->position[t], tile->rest[t], d);
    CK_SIMD r2 = CK_NAME(length2)(d);
    CK_MASK self = tile->number[t] == source_number;
    if (split) {
      const CK_MASK close = (r2 < (CK_SIMD)(CK_SCALAR)CK_DIRECT_SUM_CLOSE2) & ~self;
      if (CK_ANY(close)) { CK_NAME(direct_sum_close)(pass, tile, t, j, close, exact); }
      self |= close;
    } else {
      CK_MASK coincident = r2 < CK_TINY2;
      if (CK_ANY(coincident != self)) {
        CK_NAME(direct_sum_jiggle)(pass, tile, t, j, r2, d);
        r2 = CK_NAME(length2)(d);
      }
    }
    CK_SIMD s = strength / (r2 < min2 ? __builtin_elementwise_sqrt(min2 * r2) : r2);
    if (pass->distance_max2 < (double)INFINITY) {
      s = CK_NAME(direct_sum_taper)(s, r2, (CK_SCALAR)pass->distance_max2);
    }
    for (int k = 0; k < CK_AXES; ++k) {
      CK_SIMD added = sum[t][k] + d[k] * s;
      sum[t][k] = self ? sum[t][k] : added;
    }
  }
}

static CK_NOINLINE void CK_NAME(direct_sum_careful_plain)(const ck_direct_sum_pass *pass,
                                                          const CK_NAME(direct_sum_tile) *tile,
                                                          int64_t j, CK_SIMD (*sum)[CK_AXES]) {
  CK_NAME(direct_sum_careful)(pass, tile, j, false, NULL, sum);
}

static CK_NOINLINE void CK_NAME(direct_sum_careful_split)(const ck_direct_sum_pass *pass,
                                                          const CK_NAME(direct_sum_tile) *tile,
                                                          int64_t j,
                                                          double (*exact)[CK_TILE * CK_LANES],
                                                          CK_SIMD (*sum)[CK_AXES]) {
  CK_NAME(direct_sum_careful)(pass, tile, j, true, exact, sum);
}

/// The forces of sources [begin, end) on the targets of a tile. `own`: the sources are the targets.
/// `tapered`: distanceMax is finite. `exact`: NULL, or what a split sum has in Double.
static CK_INLINE void CK_NAME(direct_sum_sources)(const ck_direct_sum_pass *pass,
                                                  const CK_NAME(direct_sum_tile) *tile,
                                                  int64_t begin, int64_t end, bool own,
                                                  bool tapered, bool split,
                                                  double (*exact)[CK_TILE * CK_LANES],
                                                  CK_SIMD sum[CK_TILE][CK_AXES]) {
  const CK_SCALAR *source = pass->source, *strength = source + CK_AXES * pass->row;
  const CK_SCALAR min2 = (CK_SCALAR)pass->distance_min2, max2 = (CK_SCALAR)pass->distance_max2;
  const CK_SCALAR close2 = split ? (CK_SCALAR)CK_DIRECT_SUM_CLOSE2 : CK_TINY2;
  const CK_SIMD near2 = (CK_SIMD)(min2 > close2 ? min2 : close2);
  const CK_SIMD inner2 = (CK_SIMD)(max2 * (CK_SCALAR)0.81);
  CK_SIMD position[CK_TILE][CK_AXES], rest[CK_TILE][CK_AXES];
  CK_UNROLL
  for (int t = 0; t < CK_TILE; ++t) {
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      position[t][k] = tile->position[t][k];
      if (split) { rest[t][k] = tile->rest[t][k]; }
    }
  }
  for (int64_t j = begin; j < end; ++j) {
    CK_SIMD d[CK_TILE][CK_AXES], r2[CK_TILE];
    CK_MASK self[CK_TILE], near = (CK_MASK)0, outer = (CK_MASK)0;
    CK_UNROLL
    for (int t = 0; t < CK_TILE; ++t) {
      CK_NAME(direct_sum_differences)
      (source + j, pass->row, split, position[t], rest[t], d[t]);
      r2[t] = CK_NAME(length2)(d[t]);
      if (own) {
        self[t] = tile->number[t] == (CK_MASK)(CK_INT)(j - tile->first);
        r2[t] = self[t] ? near2 : r2[t];
      }
      // Masks are combined, not distances: the minimum of a number and a NaN may be either.
      near |= r2[t] < near2;
      if (tapered) { outer |= r2[t] > inner2; }
    }
    if (CK_UNLIKELY(CK_ANY(near))) {
      // On a copy: the address of the sums would keep them out of registers.
      CK_SIMD copy[CK_TILE][CK_AXES];
      memcpy(copy, sum, sizeof copy);
      if (split) {
        CK_NAME(direct_sum_careful_split)(pass, tile, j, exact, copy);
      } else {
        CK_NAME(direct_sum_careful_plain)(pass, tile, j, copy);
      }
      memcpy(sum, copy, sizeof copy);
      continue;
    }
    const bool any_outer = tapered && CK_ANY(outer);
    if (any_outer && CK_NAME(direct_sum_is_beyond)(r2, max2)) { continue; }
    CK_UNROLL
    for (int t = 0; t < CK_TILE; ++t) {
      CK_SIMD s = (CK_SIMD)strength[j] / r2[t];
      if (any_outer) { s = CK_NAME(direct_sum_taper)(s, r2[t], max2); }
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) {
        CK_SIMD added = sum[t][k] + d[t][k] * s;
        sum[t][k] = own ? (self[t] ? sum[t][k] : added) : added;
      }
    }
  }
}

/// The sums of the forces on a tile, one row for each axis.
static CK_INLINE void CK_NAME(direct_sum_tile_of)(const ck_direct_sum_pass *pass,
                                                  const CK_NAME(direct_sum_tile) *tile,
                                                  bool tapered, bool split,
                                                  double (*exact)[CK_TILE * CK_LANES],
                                                  CK_SCALAR (*lanes)[CK_TILE * CK_LANES]) {
  const int64_t first = tile->first, end = first + tile->count;
  CK_SIMD sum[CK_TILE][CK_AXES];
  for (int t = 0; t < CK_TILE; ++t) {
    for (int k = 0; k < CK_AXES; ++k) { sum[t][k] = (CK_SIMD)(CK_SCALAR)0; }
  }
  CK_NAME(direct_sum_sources)(pass, tile, 0, first, false, tapered, split, exact, sum);
  CK_NAME(direct_sum_sources)(pass, tile, first, end, true, tapered, split, exact, sum);
  CK_NAME(direct_sum_sources)
  (pass, tile, end, pass->points.count, false, tapered, split, exact, sum);
  for (int t = 0; t < CK_TILE; ++t) {
    for (int k = 0; k < CK_AXES; ++k) {
      memcpy(&lanes[k][t * CK_LANES], &sum[t][k], sizeof sum[t][k]);
    }
  }
}

/// Targets [begin, end).
CK_TASK(CK_NAME(direct_sum)) {
  const ck_direct_sum_pass *pass = shared;
  const bool tapered = pass->distance_max2 < (double)INFINITY;
  for (int64_t first = begin; first < end; first += CK_TILE * CK_LANES) {
    CK_NAME(direct_sum_tile) tile;
    CK_SCALAR lanes[CK_AXES][CK_TILE * CK_LANES];
    CK_NAME(direct_sum_load)(pass, first, end, false, &tile);
    if (tapered) {
      CK_NAME(direct_sum_tile_of)(pass, &tile, true, false, NULL, lanes);
    } else {
      CK_NAME(direct_sum_tile_of)(pass, &tile, false, false, NULL, lanes);
    }
    CK_SCALAR *velocity = (CK_SCALAR *)pass->velocity + first * CK_STRIDE;
    CK_PLAIN
    for (int64_t lane = 0; lane < tile.count; ++lane) {
      for (int k = 0; k < CK_AXES; ++k) {
        velocity[lane * CK_STRIDE + k] += lanes[k][lane] * (CK_SCALAR)pass->alpha;
      }
    }
  }
}

#ifdef CK_TYPE_IS_F32
/// Scales and splits nodes [begin, end) of a state in Double.
CK_TASK(CK_NAME(direct_sum_split_pack)) {
  const ck_direct_sum_pass *pass = shared;
  const double *restrict position = pass->points.position;
  const double *restrict strength = pass->law.strength;
  float *restrict source = pass->source;
  CK_PLAIN
  for (int64_t j = begin; j < end; ++j) {
    for (int k = 0; k < CK_AXES; ++k) {
      const double x = (position[j * CK_STRIDE + k] - pass->origin[k]) * pass->per_unit;
      const float rounded = (float)x;
      source[k * pass->row + j] = rounded;
      source[(CK_AXES + 1 + k) * pass->row + j] = (float)(x - (double)rounded);
    }
    source[CK_AXES * pass->row + j] = (float)(strength[j] * pass->strength_scale);
  }
}

/// Targets [begin, end) of a state in Double.
CK_TASK(CK_NAME(direct_sum_split)) {
  const ck_direct_sum_pass *pass = shared;
  const bool tapered = pass->distance_max2 < (double)INFINITY;
  for (int64_t first = begin; first < end; first += CK_TILE * CK_LANES) {
    CK_NAME(direct_sum_tile) tile;
    float lanes[CK_AXES][CK_TILE * CK_LANES];
    double exact[CK_AXES][CK_TILE * CK_LANES] = {{0}};
    CK_NAME(direct_sum_load)(pass, first, end, true, &tile);
    if (tapered) {
      CK_NAME(direct_sum_tile_of)(pass, &tile, true, true, exact, lanes);
    } else {
      CK_NAME(direct_sum_tile_of)(pass, &tile, false, true, exact, lanes);
    }
    double *velocity = (double *)pass->velocity + first * CK_STRIDE;
    CK_PLAIN
    for (int64_t lane = 0; lane < tile.count; ++lane) {
      for (int k = 0; k < CK_AXES; ++k) {
        const double force = (double)lanes[k][lane] * pass->force_scale + exact[k][lane];
        velocity[lane * CK_STRIDE + k] += force * pass->alpha;
      }
    }
  }
}
#endif
