/// The t-force between all nodes, for the scalar type and dimension at hand (variants/kernels.inl
/// explains the names).
///
/// Lanes are targets, the points of one leaf: each lane adds its sources in the order in which the
/// walk meets them, from the root down and from left to right.

#include "t_force.h"

enum { CK_NAME(t_force_tile) = CK_T_FORCE_LEAF / CK_LANES };

static CK_INLINE CK_SCALAR *CK_NAME(t_force_cell)(const ck_t_force_pass *pass, int64_t cell) {
  return (CK_SCALAR *)pass->cell + cell * CK_T_FORCE_RECORD(CK_AXES);
}

static CK_INLINE void CK_NAME(t_force_set_size)(CK_SCALAR *cell) {
  CK_SCALAR size2 = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SCALAR side = cell[CK_T_FORCE_HIGH(CK_AXES) + k] - cell[CK_T_FORCE_LOW + k];
    size2 = k == 0 ? side * side : size2 + side * side;
  }
  cell[CK_T_FORCE_SIZE2(CK_AXES)] = size2;
}

/// The cells and coordinates of leaves [begin, end).
CK_TASK(CK_NAME(t_force_leaves)) {
  enum { LEAF = CK_T_FORCE_LEAF };
  const ck_t_force_pass *pass = shared;
  const CK_SCALAR *position = pass->points.position;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const int64_t slot = leaf * LEAF, left = pass->points.count - slot;
    const int count = left < LEAF ? (int)left : LEAF;
    CK_SCALAR *points = (CK_SCALAR *)pass->leaf_points + leaf * CK_AXES * LEAF;
    CK_SCALAR *cell = CK_NAME(t_force_cell)(pass, ck_kdtree_leaf_node(&pass->shape, leaf));
    CK_PLAIN
    for (int j = 0; j < LEAF; ++j) {
      // Empty slots repeat the last point.
      const int64_t number = pass->permutation[slot + (j < count ? j : count - 1)];
      for (int k = 0; k < CK_AXES; ++k) { points[k * LEAF + j] = position[number * CK_STRIDE + k]; }
    }
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SCALAR *x = points + k * LEAF;
      CK_SCALAR low = x[0], high = x[0], sum = x[0];
      for (int j = 1; j < count; ++j) {
        low = x[j] < low ? x[j] : low;
        high = x[j] > high ? x[j] : high;
        sum += x[j];
      }
      cell[CK_T_FORCE_LOW + k] = low;
      cell[CK_T_FORCE_HIGH(CK_AXES) + k] = high;
      cell[CK_T_FORCE_MEAN(CK_AXES) + k] = sum / (CK_SCALAR)count;
    }
    cell[CK_T_FORCE_COUNT(CK_AXES)] = (CK_SCALAR)count;
    CK_NAME(t_force_set_size)(cell);
  }
}

/// Inner cells [begin, end), whose children are there.
CK_TASK(CK_NAME(t_force_inner)) {
  const ck_t_force_pass *pass = shared;
  for (int64_t number = begin; number < end; ++number) {
    const CK_SCALAR *a = CK_NAME(t_force_cell)(pass, 2 * number + 1),
                    *b = CK_NAME(t_force_cell)(pass, 2 * number + 2);
    CK_SCALAR *cell = CK_NAME(t_force_cell)(pass, number);
    const CK_SCALAR count = a[CK_T_FORCE_COUNT(CK_AXES)] + b[CK_T_FORCE_COUNT(CK_AXES)];
    const CK_SCALAR share = b[CK_T_FORCE_COUNT(CK_AXES)] / count;
    for (int k = 0; k < CK_AXES; ++k) {
      const int low = CK_T_FORCE_LOW + k, high = CK_T_FORCE_HIGH(CK_AXES) + k,
                mean = CK_T_FORCE_MEAN(CK_AXES) + k;
      cell[low] = a[low] < b[low] ? a[low] : b[low];
      cell[high] = a[high] > b[high] ? a[high] : b[high];
      cell[mean] = a[mean] + (b[mean] - a[mean]) * share;
    }
    cell[CK_T_FORCE_COUNT(CK_AXES)] = count;
    CK_NAME(t_force_set_size)(cell);
  }
}

/// The points of the leaf that is walked, the sums of their forces, and behind them those of the
/// weights.
typedef struct CK_NAME(t_force_targets) {
  CK_SIMD position[CK_NAME(t_force_tile)][CK_AXES], sum[CK_NAME(t_force_tile)][CK_AXES + 1];
  int64_t slot;
} CK_NAME(t_force_targets);

/// Adds the force and the weight of `count` points at `source` to one register of targets.
static CK_INLINE void CK_NAME(t_force_add)(CK_SIMD d[CK_AXES], CK_SIMD r2, CK_SCALAR count,
                                           CK_SCALAR inverse2, CK_SIMD sum[CK_AXES + 1]) {
  const CK_SIMD q = r2 * inverse2 + (CK_SCALAR)1;
  const CK_SIMD s = count / (q * q);
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) { sum[k] += d[k] * s; }
  sum[CK_AXES] += s;
}

/// The squared distance from a source, and the way from it.
static CK_INLINE CK_SIMD CK_NAME(t_force_way)(const CK_SIMD position[CK_AXES],
                                              const CK_SCALAR *source, int64_t stride,
                                              CK_SIMD d[CK_AXES]) {
  CK_SIMD r2 = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = position[k] - source[k * stride];
    r2 = k == 0 ? d[k] * d[k] : r2 + d[k] * d[k];
  }
  return r2;
}

/// Replaces the ways of one register between coincident points. A point and itself keep theirs,
/// which is zero.
static CK_NOINLINE void CK_NAME(t_force_jiggle)(const ck_t_force_pass *pass, int64_t target,
                                                int64_t source, CK_SIMD *r2, CK_SIMD *d) {
  const uint64_t tick = ck_jiggle_tick(pass->jiggle);
  CK_SCALAR lane_r2[CK_LANES], lane_d[CK_AXES][CK_LANES];
  CK_SCALAR_NAME(store)(lane_r2, *r2);
  for (int k = 0; k < CK_AXES; ++k) { CK_SCALAR_NAME(store)(lane_d[k], d[k]); }
  for (int lane = 0; lane < CK_LANES; ++lane) {
    const int64_t slot = target + lane;
    if (!(lane_r2[lane] < CK_TINY2) || slot == source || slot >= pass->points.count) { continue; }
    const int32_t i = pass->permutation[slot], j = pass->permutation[source];
    const uint64_t pair =
        ck_jiggle_pair(tick, (uint64_t)(i < j ? i : j), (uint64_t)(i < j ? j : i));
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SCALAR push = (CK_SCALAR)ck_jiggle_axis(pair, (uint64_t)k);
      lane_d[k][lane] = i < j ? -push : push;
      lane_r2[lane] = k == 0 ? push * push : lane_r2[lane] + push * push;
    }
  }
  *r2 = CK_SCALAR_NAME(load)(lane_r2);
  for (int k = 0; k < CK_AXES; ++k) { d[k] = CK_SCALAR_NAME(load)(lane_d[k]); }
}

/// Adds the forces of the points of a leaf. `own`: it is the targets' leaf; this keeps a point from
/// being taken for coincident with itself.
static CK_INLINE void CK_NAME(t_force_near)(const ck_t_force_pass *pass, int64_t leaf, bool own,
                                            CK_NAME(t_force_targets) *targets) {
  enum { LEAF = CK_T_FORCE_LEAF, TILE = CK_NAME(t_force_tile) };
  const CK_SCALAR *points = (const CK_SCALAR *)pass->leaf_points + leaf * CK_AXES * LEAF;
  const CK_SCALAR inverse2 = (CK_SCALAR)pass->inverse2;
  const int64_t left = pass->points.count - leaf * LEAF;
  const int count = left < LEAF ? (int)left : LEAF;
  CK_SIMD sum[TILE][CK_AXES + 1], position[TILE][CK_AXES];
  memcpy(sum, targets->sum, sizeof sum);
  memcpy(position, targets->position, sizeof position);
  for (int j = 0; j < count; ++j) {
    for (int t = 0; t < TILE; ++t) {
      CK_SIMD d[CK_AXES], r2 = CK_NAME(t_force_way)(position[t], points + j, LEAF, d);
      CK_MASK coincident = r2 < CK_TINY2;
      if (own) {
        const CK_INT lane = j - t * CK_LANES;
        coincident &= CK_SCALAR_NAME(lane_numbers)() != (CK_MASK)lane;
      }
      if (CK_UNLIKELY(CK_ANY(coincident))) {
        // On copies: their addresses would keep the others out of registers.
        CK_SIMD copy[CK_AXES], copy2 = r2;
        memcpy(copy, d, sizeof copy);
        CK_NAME(t_force_jiggle)
        (pass, targets->slot + t * CK_LANES, leaf * LEAF + j, &copy2, copy);
        memcpy(d, copy, sizeof d);
        r2 = copy2;
      }
      CK_NAME(t_force_add)(d, r2, 1, inverse2, sum[t]);
    }
  }
  memcpy(targets->sum, sum, sizeof sum);
}

/// Adds the force of a cell that acts as one point.
static CK_INLINE void CK_NAME(t_force_far)(const ck_t_force_pass *pass, const CK_SCALAR *cell,
                                           CK_NAME(t_force_targets) *targets) {
  for (int t = 0; t < CK_NAME(t_force_tile); ++t) {
    CK_SIMD d[CK_AXES],
        r2 = CK_NAME(t_force_way)(targets->position[t], cell + CK_T_FORCE_MEAN(CK_AXES), 1, d);
    CK_NAME(t_force_add)
    (d, r2, cell[CK_T_FORCE_COUNT(CK_AXES)], (CK_SCALAR)pass->inverse2, targets->sum[t]);
  }
}

/// The squared gap between the boxes of two cells.
static CK_INLINE CK_SCALAR CK_NAME(t_force_gap2)(const CK_SCALAR *a, const CK_SCALAR *b) {
  CK_SCALAR gap2 = 0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const int low = CK_T_FORCE_LOW + k, high = CK_T_FORCE_HIGH(CK_AXES) + k;
    const CK_SCALAR above = b[low] - a[high], below = a[low] - b[high];
    CK_SCALAR gap = above > below ? above : below;
    gap = gap > 0 ? gap : 0;
    gap2 = k == 0 ? gap * gap : gap2 + gap * gap;
  }
  return gap2;
}

/// Walks the tree for the points of one leaf.
static CK_INLINE void CK_NAME(t_force_walk)(const ck_t_force_pass *pass, int64_t target,
                                            CK_NAME(t_force_targets) *targets) {
  const CK_SCALAR *own = CK_NAME(t_force_cell)(pass, target);
  const CK_SCALAR cutoff2 = (CK_SCALAR)pass->cutoff2, theta2 = (CK_SCALAR)pass->theta2,
                  blur2 = (CK_SCALAR)pass->blur2;
  int32_t stack[CK_T_FORCE_STACK], waiting = 1;
  stack[0] = 0;
  while (waiting > 0) {
    const int32_t number = stack[--waiting];
    const CK_SCALAR *cell = CK_NAME(t_force_cell)(pass, number);
    const CK_SCALAR gap2 = CK_NAME(t_force_gap2)(own, cell);
    if (!(gap2 <= cutoff2)) { continue; }
    if (cell[CK_T_FORCE_SIZE2(CK_AXES)] < theta2 * (gap2 + blur2) &&
        !ck_t_force_contains(number, target)) {
      CK_NAME(t_force_far)(pass, cell, targets);
    } else if (number == target) {
      CK_NAME(t_force_near)(pass, ck_kdtree_leaf_number(&pass->shape, number), true, targets);
    } else if (ck_kdtree_is_leaf(&pass->shape, number)) {
      CK_NAME(t_force_near)(pass, ck_kdtree_leaf_number(&pass->shape, number), false, targets);
    } else {
      stack[waiting++] = 2 * number + 2;
      stack[waiting++] = 2 * number + 1;
    }
  }
}

/// The pushes on the points of leaves [begin, end), and their weights.
CK_TASK(CK_NAME(t_force)) {
  enum { LEAF = CK_T_FORCE_LEAF, TILE = CK_NAME(t_force_tile) };
  const ck_t_force_pass *pass = shared;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const CK_SCALAR *points = (const CK_SCALAR *)pass->leaf_points + leaf * CK_AXES * LEAF;
    CK_NAME(t_force_targets) targets = {.slot = leaf * LEAF};
    for (int t = 0; t < TILE; ++t) {
      for (int k = 0; k < CK_AXES; ++k) {
        targets.position[t][k] = CK_SCALAR_NAME(load)(points + k * LEAF + t * CK_LANES);
      }
      for (int k = 0; k <= CK_AXES; ++k) { targets.sum[t][k] = (CK_SIMD)(CK_SCALAR)0; }
    }
    CK_NAME(t_force_walk)(pass, ck_kdtree_leaf_node(&pass->shape, leaf), &targets);
    CK_SCALAR sum[CK_AXES + 1][LEAF];
    for (int t = 0; t < TILE; ++t) {
      for (int k = 0; k <= CK_AXES; ++k) {
        CK_SCALAR_NAME(store)(sum[k] + t * CK_LANES, targets.sum[t][k]);
      }
    }
    const int64_t left = pass->points.count - leaf * LEAF;
    CK_PLAIN
    for (int64_t j = 0; j < left && j < LEAF; ++j) {
      CK_SCALAR *push =
          (CK_SCALAR *)pass->push + pass->permutation[leaf * LEAF + j] * (int64_t)(CK_AXES + 1);
      for (int k = 0; k <= CK_AXES; ++k) { push[k] = sum[k][j]; }
    }
  }
}
