/// The KD-tree's passes over positions, for the scalar type and dimension at hand (kdtree.c says
/// how it is included).

/// The extent of the points of each block.
static void CK_NAME(kdtree_extent)(void *context, int64_t begin, int64_t end) {
  const ck_kdtree_sort_task *task = context;
  const CK_T *restrict position = task->position;
  CK_T low[CK_D], high[CK_D];
  for (int k = 0; k < CK_D; ++k) { low[k] = (CK_T)INFINITY, high[k] = -(CK_T)INFINITY; }
  for (int64_t i = begin; i < end; ++i) {
    CK_UNROLL
    for (int k = 0; k < CK_D; ++k) {
      CK_T value = position[i * CK_STRIDE + k];
      low[k] = value < low[k] ? value : low[k];
      high[k] = value > high[k] ? value : high[k];
    }
  }
  ck_kdtree_extent *extent = &task->extents[begin / CK_KDTREE_BLOCK];
  *extent = ck_kdtree_extent_empty;
  for (int k = 0; k < CK_D; ++k) {
    extent->low[k] = (double)low[k], extent->high[k] = (double)high[k];
  }
}

/// The records of points [begin, end), in the order of the points.
static void CK_NAME(kdtree_keys)(void *context, int64_t begin, int64_t end) {
  const ck_kdtree_sort_task *task = context;
  const CK_T *restrict position = task->position;
  CK_RECORD *restrict records = task->records;
  const ck_kdtree_lattice lattice = task->lattice;
  const bool is_divided = task->core < task->shape.count;
  for (int64_t slot = begin; slot < end; ++slot) {
    const int64_t i = is_divided ? task->order[slot] : slot;
    CK_RECORD record = {.id = (uint32_t)i};
    CK_UNROLL
    for (int k = 0; k < CK_D; ++k) {
      record.key[k] = ck_kdtree_key(&lattice, k, (double)position[i * CK_STRIDE + k]);
    }
    records[slot] = record;
  }
}

static bool CK_NAME(kdtree_rekey)(const ck_kdtree_sort_task *task, int64_t begin, int64_t end) {
  const CK_T *position = task->position;
  CK_RECORD *records = task->records;
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_T *point = position + (int64_t)records[slot].id * CK_STRIDE;
    for (int k = 0; k < CK_D; ++k) { ck_kdtree_extend(&extent, k, (double)point[k]); }
  }
  ck_kdtree_lattice lattice;
  if (!ck_kdtree_lattice_make(&extent, CK_D, &lattice)) { return false; }
  for (int64_t slot = begin; slot < end; ++slot) {
    const CK_T *point = position + (int64_t)records[slot].id * CK_STRIDE;
    for (int k = 0; k < CK_D; ++k) {
      records[slot].key[k] = ck_kdtree_key(&lattice, k, (double)point[k]);
    }
  }
  return true;
}

static bool CK_NAME(kdtree_tiebreak)(const ck_kdtree_sort_task *task, int64_t begin, int64_t end,
                                     int axis) {
  const CK_T *position = task->position;
  CK_RECORD *records = task->records;
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
static void CK_NAME(kdtree_refit_leaves)(void *context, int64_t begin, int64_t end) {
  const ck_kdtree_refit_task *task = context;
  const CK_T *restrict position = task->position;
  CK_T *restrict lows = task->low, *restrict highs = task->high;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const ck_kdtree_range slots =
        ck_kdtree_leaf_slots(&task->shape, (ck_kdtree_range){leaf, leaf + 1});
    // All scalars of a vector, so that they go as one; the fourth of 3D vectors is nobody's.
    CK_T low[CK_STRIDE], high[CK_STRIDE];
    memcpy(low, position + (int64_t)task->order[slots.begin] * CK_STRIDE, sizeof low);
    memcpy(high, low, sizeof high);
    for (int64_t slot = slots.begin + 1; slot < slots.end; ++slot) {
      const CK_T *point = position + (int64_t)task->order[slot] * CK_STRIDE;
      CK_UNROLL
      for (int k = 0; k < CK_STRIDE; ++k) {
        low[k] = point[k] < low[k] ? point[k] : low[k];
        high[k] = point[k] > high[k] ? point[k] : high[k];
      }
    }
    int64_t node = ck_kdtree_leaf_node(&task->shape, leaf);
    memcpy(lows + node * CK_STRIDE, low, sizeof low);
    memcpy(highs + node * CK_STRIDE, high, sizeof high);
  }
}

/// The boxes of inner nodes [begin, end), whose children have theirs.
static void CK_NAME(kdtree_refit_inner)(void *context, int64_t begin, int64_t end) {
  const ck_kdtree_refit_task *task = context;
  CK_T *lows = task->low, *highs = task->high;
  for (int64_t node = begin; node < end; ++node) {
    int64_t left = (2 * node + 1) * CK_STRIDE, right = left + CK_STRIDE;
    CK_UNROLL
    for (int k = 0; k < CK_STRIDE; ++k) {
      CK_T low = lows[right + k] < lows[left + k] ? lows[right + k] : lows[left + k];
      CK_T high = highs[right + k] > highs[left + k] ? highs[right + k] : highs[left + k];
      lows[node * CK_STRIDE + k] = low;
      highs[node * CK_STRIDE + k] = high;
    }
  }
}
