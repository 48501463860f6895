/// Points and boxes near a box, for the batched queries of the KD-tree (variants/kernels.inl
/// explains the names).
///
/// Every distance between boxes rounds monotonically: it is never above the distance between two
/// of their points, to the last bit. So nothing is missed.

#include "kdtree_queries.h"

/// A point that has been found: ck_neighbor_f32 or ck_neighbor_f64.
typedef CK_SCALAR_NAME(neighbor) CK_NAME(kdtree_neighbor);

typedef struct CK_NAME(kdtree_corners) {
  CK_SCALAR low[CK_STRIDE], high[CK_STRIDE];
} CK_NAME(kdtree_corners);

static CK_INLINE CK_NAME(kdtree_corners)
    CK_NAME(kdtree_box_of)(const ck_kdtree_view *view, int64_t node) {
  CK_NAME(kdtree_corners) box;
  memcpy(box.low, (const CK_SCALAR *)view->low + node * CK_STRIDE, sizeof box.low);
  memcpy(box.high, (const CK_SCALAR *)view->high + node * CK_STRIDE, sizeof box.high);
  return box;
}

/// The squared distance between a box and a node's box.
static CK_INLINE CK_SCALAR CK_NAME(kdtree_gap2)(const CK_NAME(kdtree_corners) *box,
                                                const ck_kdtree_view *view, int64_t node) {
  const CK_SCALAR *low = (const CK_SCALAR *)view->low + node * CK_STRIDE;
  const CK_SCALAR *high = (const CK_SCALAR *)view->high + node * CK_STRIDE;
  CK_SCALAR sum = 0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SCALAR above = low[k] - box->high[k], below = box->low[k] - high[k];
    CK_SCALAR gap = above > below ? above : below;
    gap = gap > 0 ? gap : 0;
    sum = k == 0 ? gap * gap : sum + gap * gap;
  }
  return sum;
}

/// The squared distances from a point to others.
static CK_INLINE CK_SIMD CK_NAME(kdtree_distances2)(const CK_SCALAR *const point[CK_AXES],
                                                    int64_t at, const CK_SIMD center[CK_AXES]) {
  CK_SIMD sum = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SIMD difference = CK_SCALAR_NAME(load)(point[k] + at) - center[k];
    sum = k == 0 ? difference * difference : sum + difference * difference;
  }
  return sum;
}

// MARK: A list of nodes

/// Boxes of nodes, by axis, so that many are compared at once.
typedef struct CK_NAME(kdtree_near) {
  int32_t count;
  int32_t node[CK_KDTREE_NEAR];
  CK_SCALAR low[CK_AXES][CK_KDTREE_NEAR + CK_KDTREE_PAD];
  CK_SCALAR high[CK_AXES][CK_KDTREE_NEAR + CK_KDTREE_PAD];
} CK_NAME(kdtree_near);

/// Lists the leaves within a radius of a box, or larger nodes when there are too many.
static void CK_NAME(kdtree_find_near)(const ck_kdtree_view *tree,
                                      const CK_NAME(kdtree_corners) *box, CK_SCALAR radius2,
                                      CK_NAME(kdtree_near) *near) {
  int32_t lists[2][CK_KDTREE_NEAR], *list = lists[0], *next = lists[1], count = 1;
  bool is_divided = true;
  list[0] = 0;
  while (is_divided && 2 * count <= CK_KDTREE_NEAR) {
    int32_t length = 0;
    is_divided = false;
    for (int32_t i = 0; i < count; ++i) {
      if (ck_kdtree_is_leaf(&tree->shape, list[i])) {
        next[length++] = list[i];
        continue;
      }
      is_divided = true;
      for (int32_t child = 2 * list[i] + 1; child <= 2 * list[i] + 2; ++child) {
        next[length] = child;
        length += CK_NAME(kdtree_gap2)(box, tree, child) <= radius2;
      }
    }
    int32_t *former = list;
    list = next, next = former, count = length;
  }
  near->count = count;
  memcpy(near->node, list, (size_t)count * sizeof *list);
  for (int32_t i = 0; i < count; ++i) {
    const CK_NAME(kdtree_corners) corners = CK_NAME(kdtree_box_of)(tree, list[i]);
    for (int k = 0; k < CK_AXES; ++k) {
      near->low[k][i] = corners.low[k];
      near->high[k][i] = corners.high[k];
    }
  }
}

/// One bit for each of CK_LANES nodes of the list, from `first` on: 1 within the radius of a box.
static CK_INLINE unsigned CK_NAME(kdtree_near_bits)(const CK_NAME(kdtree_near) *near, int32_t first,
                                                    const CK_NAME(kdtree_corners) *box,
                                                    CK_SCALAR radius2) {
  CK_SIMD sum = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SIMD above = CK_SCALAR_NAME(load)(near->low[k] + first) - (CK_SIMD)box->high[k];
    const CK_SIMD below = (CK_SIMD)box->low[k] - CK_SCALAR_NAME(load)(near->high[k] + first);
    CK_SIMD gap = above > below ? above : below;
    gap = gap > (CK_SIMD)(CK_SCALAR)0 ? gap : (CK_SIMD)(CK_SCALAR)0;
    sum = k == 0 ? gap * gap : sum + gap * gap;
  }
  const int32_t left = near->count - first;
  const unsigned all = left >= CK_LANES ? ~0u : (1u << left) - 1;
  return CK_SCALAR_NAME(bits)(sum <= (CK_SIMD)radius2) & all;
}
