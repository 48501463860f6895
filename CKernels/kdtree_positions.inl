/// The KD-tree's passes over positions, for the scalar type and dimension at hand (kdtree.c says
/// how it is included).

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

/// The records of points [begin, end), in the order of the points.
CK_TASK(CK_NAME(kdtree_keys)) {
  const ck_kdtree_sort_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position;
  CK_RECORD *restrict records = pass->records;
  const ck_kdtree_lattice lattice = pass->lattice;
  const bool is_divided = pass->core < pass->shape.count;
  for (int64_t slot = begin; slot < end; ++slot) {
    const int64_t i = is_divided ? pass->permutation[slot] : slot;
    CK_RECORD record = {.id = (uint32_t)i};
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      record.key[k] = ck_kdtree_key(&lattice, k, (double)position[i * CK_STRIDE + k]);
    }
    records[slot] = record;
  }
}

static bool CK_NAME(kdtree_rekey)(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end) {
  const CK_SCALAR *position = pass->points.position;
  CK_RECORD *records = pass->records;
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_SCALAR *point = position + (int64_t)records[slot].id * CK_STRIDE;
    for (int k = 0; k < CK_AXES; ++k) { ck_kdtree_extend(&extent, k, (double)point[k]); }
  }
  ck_kdtree_lattice lattice;
  if (!ck_kdtree_lattice_make(&extent, CK_AXES, &lattice)) { return false; }
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_SCALAR *point = position + (int64_t)records[slot].id * CK_STRIDE;
    for (int k = 0; k < CK_AXES; ++k) {
      records[slot].key[k] = ck_kdtree_key(&lattice, k, (double)point[k]);
    }
  }
  return true;
}

static bool CK_NAME(kdtree_tiebreak)(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end,
                                     int axis) {
  const CK_SCALAR *position = pass->points.position;
  CK_RECORD *records = pass->records;
  uint64_t low = UINT64_MAX, high = 0;
  for (int64_t slot = begin; slot < end; ++slot) {
    uint64_t value =
        ck_kdtree_ordered((double)position[(int64_t)records[slot].id * CK_STRIDE + axis]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  if (low == high) { return false; }
  int shift = ck_kdtree_log2((int64_t)((high - low) >> 1 | 1)) + 2 - CK_KDTREE_KEY_BITS;
  shift = shift < 0 ? 0 : shift;
  for (int64_t slot = begin; slot < end; ++slot) {
    uint64_t value =
        ck_kdtree_ordered((double)position[(int64_t)records[slot].id * CK_STRIDE + axis]);
    records[slot].key[axis] = (int32_t)((value - low) >> shift);
  }
  return true;
}

/// The boxes of leaves [begin, end).
CK_TASK(CK_NAME(kdtree_refit_leaves)) {
  const ck_kdtree_refit_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position;
  CK_SCALAR *restrict lows = pass->low, *restrict highs = pass->high;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const ck_kdtree_range slots =
        ck_kdtree_leaf_slots(&pass->shape, (ck_kdtree_range){leaf, leaf + 1});
    // All scalars of a vector, so that they go as one; the fourth of 3D vectors is nobody's.
    CK_SCALAR low[CK_STRIDE], high[CK_STRIDE];
    memcpy(low, position + (int64_t)pass->permutation[slots.begin] * CK_STRIDE, sizeof low);
    memcpy(high, low, sizeof high);
    for (int64_t slot = slots.begin + 1; slot < slots.end; ++slot) {
      const CK_SCALAR *point = position + (int64_t)pass->permutation[slot] * CK_STRIDE;
      CK_UNROLL
      for (int k = 0; k < CK_STRIDE; ++k) {
        low[k] = point[k] < low[k] ? point[k] : low[k];
        high[k] = point[k] > high[k] ? point[k] : high[k];
      }
    }
    // The points of the leaf are in the cache now.
    CK_SCALAR *to = (CK_SCALAR *)pass->slots;
    for (int64_t slot = slots.begin; to != NULL && slot < slots.end; ++slot) {
      const CK_SCALAR *point = position + (int64_t)pass->permutation[slot] * CK_STRIDE;
      memcpy(to + slot * CK_STRIDE, point, CK_STRIDE * sizeof *to);
    }
    int64_t node = ck_kdtree_leaf_node(&pass->shape, leaf);
    memcpy(lows + node * CK_STRIDE, low, sizeof low);
    memcpy(highs + node * CK_STRIDE, high, sizeof high);
  }
}

/// The boxes of inner nodes [begin, end), whose children have theirs.
CK_TASK(CK_NAME(kdtree_refit_inner)) {
  const ck_kdtree_refit_pass *pass = shared;
  CK_SCALAR *lows = pass->low, *highs = pass->high;
  for (int64_t node = begin; node < end; ++node) {
    int64_t left = (2 * node + 1) * CK_STRIDE, right = left + CK_STRIDE;
    CK_UNROLL
    for (int k = 0; k < CK_STRIDE; ++k) {
      CK_SCALAR low = lows[right + k] < lows[left + k] ? lows[right + k] : lows[left + k];
      CK_SCALAR high = highs[right + k] > highs[left + k] ? highs[right + k] : highs[left + k];
      lows[node * CK_STRIDE + k] = low;
      highs[node * CK_STRIDE + k] = high;
    }
  }
}
