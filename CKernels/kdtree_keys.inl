/// The KD-tree's keys of positions, for the scalar type and dimension at hand.
#include "kdtree_sort.h"

/// The extent of the points of each block.
CK_TASK(CK_NAME(kdtree_extent)) {
  const ck_kdtree_sort_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position;
  CK_SCALAR low[CK_AXES], high[CK_AXES];
  for (int k = 0; k < CK_AXES; ++k) {
    low[k] = (CK_SCALAR)INFINITY, high[k] = -(CK_SCALAR)INFINITY;
  }
  for (int64_t i = begin; i < end; ++i) {
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      CK_SCALAR value = position[i * CK_STRIDE + k];
      low[k] = value < low[k] ? value : low[k];
      high[k] = value > high[k] ? value : high[k];
    }
  }
  ck_kdtree_extent *extent = &pass->extents[begin / CK_KDTREE_BLOCK];
  *extent = ck_kdtree_extent_empty;
  for (int k = 0; k < CK_AXES; ++k) {
    extent->low[k] = (double)low[k], extent->high[k] = (double)high[k];
  }
}

/// The keys and ids of slots [begin, end). Points begin in their own order, or in that of the
/// permutation when it is divided.
CK_TASK(CK_NAME(kdtree_keys)) {
  const ck_kdtree_sort_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position;
  int32_t *restrict permutation = pass->permutation;
  const ck_kdtree_lattice lattice = pass->lattice;
  const bool is_divided = pass->core < pass->shape.count;
  for (int64_t slot = begin; !is_divided && slot < end; ++slot) {
    permutation[slot] = (int32_t)slot;
  }
  for (int k = 0; k < CK_AXES; ++k) {
    int32_t *restrict key = pass->key[k];
    if (is_divided) {
      for (int64_t slot = begin; slot < end; ++slot) {
        const int64_t i = permutation[slot];
        key[slot] = ck_kdtree_key(&lattice, k, (double)position[i * CK_STRIDE + k]);
      }
    } else {
      for (int64_t slot = begin; slot < end; ++slot) {
        key[slot] = ck_kdtree_key(&lattice, k, (double)position[slot * CK_STRIDE + k]);
      }
    }
  }
}
