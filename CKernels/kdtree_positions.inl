/// The KD-tree's rare passes over positions, and its refit, for the scalar type and dimension at
/// hand (kdtree.c says how it is included).

static bool CK_NAME(kdtree_rekey)(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end) {
  const CK_SCALAR *position = pass->points.position;
  const int32_t *ids = pass->permutation;
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_SCALAR *point = position + (int64_t)ids[slot] * CK_STRIDE;
    for (int k = 0; k < CK_AXES; ++k) { ck_kdtree_extend(&extent, k, (double)point[k]); }
  }
  ck_kdtree_lattice lattice;
  if (!ck_kdtree_lattice_make(&extent, CK_AXES, &lattice)) { return false; }
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_SCALAR *point = position + (int64_t)ids[slot] * CK_STRIDE;
    for (int k = 0; k < CK_AXES; ++k) {
      pass->key[k][slot] = ck_kdtree_key(&lattice, k, (double)point[k]);
    }
  }
  return true;
}

static void CK_NAME(kdtree_tiebreak)(const ck_kdtree_sort_pass *pass, ck_kdtree_range slots,
                                     int axis, int32_t tied, int64_t keep) {
  const CK_SCALAR *position = (const CK_SCALAR *)pass->points.position + axis;
  const int32_t *ids = pass->permutation;
  int32_t *key = pass->key[axis];
  uint64_t low = UINT64_MAX, high = 0;
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    if (key[slot] != tied) { continue; }
    const uint64_t value = ck_kdtree_ordered((double)position[(int64_t)ids[slot] * CK_STRIDE]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  // Narrows the range to the largest value that stays, by eight bits at a time. `keep` of the
  // values in the range stay.
  while (low < high) {
    int64_t count[256] = {0};
    const int width = 64 - __builtin_clzll(high - low), shift = width > 8 ? width - 8 : 0;
    for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
      if (key[slot] != tied) { continue; }
      const uint64_t value = ck_kdtree_ordered((double)position[(int64_t)ids[slot] * CK_STRIDE]);
      if (value >= low && value <= high) { count[(value - low) >> shift] += 1; }
    }
    uint64_t digit = 0;
    while (keep > count[digit]) { keep -= count[digit++]; }
    low += digit << shift;
    const uint64_t last = (UINT64_C(1) << shift) - 1;
    high = high - low < last ? high : low + last;
  }
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    bool moves = false;
    if (key[slot] == tied) {
      const uint64_t value = ck_kdtree_ordered((double)position[(int64_t)ids[slot] * CK_STRIDE]);
      moves = value > low || (value == low && keep <= 0);
      keep -= value == low;
    }
    key[slot] = 2 * key[slot] + moves;
  }
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
