/// The KD-tree's splits, for the record type at hand (kdtree.c includes this file).
///
/// A split moves the records with the smallest keys to the front. Large ranges are narrowed by
/// pivots from samples, on both sides of the wanted rank, as in Floyd and Rivest's SELECT
/// (Communications of the ACM 18, 1975). In small ranges the pivot is found by counting, many keys
/// at a time. Partitions move every record without a branch: a mispredicted branch costs as much as
/// ten records.

/// Moves records [begin, end) whose key is below the pivot to the front, and returns where the
/// others begin.
static int64_t CK_NAME(kdtree_partition)(CK_RECORD *records, int64_t begin, int64_t end, int axis,
                                         int32_t pivot) {
  CK_RECORD *left = records + begin;
  for (CK_RECORD *at = records + begin; at < records + end; ++at) {
    const bool less = at->key[axis] < pivot;
    CK_SWAP(at, left);
    left += less;
  }
  return left - records;
}

/// Selects in a small range. Returns the range that still has to be split: empty, or records with
/// the same key on the axis and the boundary among them.
static ck_kdtree_range CK_NAME(kdtree_select_small)(CK_RECORD *records, ck_kdtree_range range,
                                                    int axis, int64_t boundary) {
  int32_t keys[CK_KDTREE_SMALL];
  const int32_t count = (int32_t)(range.end - range.begin);
  for (int32_t i = 0; i < count; ++i) { keys[i] = records[range.begin + i].key[axis]; }
  ck_kdtree_pivot pivot = ck_kdtree_count_pivot(keys, count, (int32_t)(boundary - range.begin));
  int64_t middle = CK_NAME(kdtree_partition)(records, range.begin, range.end, axis, pivot.key);
  if (!pivot.tie) { return (ck_kdtree_range){boundary, boundary}; }
  return (ck_kdtree_range){
      middle, CK_NAME(kdtree_partition)(records, middle, range.end, axis, pivot.key + 1)};
}

/// Moves the records with the smallest keys in front of the boundary. Returns the same as
/// select_small.
static ck_kdtree_range CK_NAME(kdtree_select)(CK_RECORD *records, ck_kdtree_range range, int axis,
                                              int64_t boundary) {
  // Each round shrinks the range to a fraction. If samples are bad repeatedly, the keys are
  // bisected.
  int64_t work = 16 * (range.end - range.begin);
  ck_kdtree_band known = {0, CK_KDTREE_COINCIDENT + 1};
  while (range.begin < boundary && boundary < range.end && known.high - known.low > 1) {
    const int64_t count = range.end - range.begin;
    if (count <= CK_KDTREE_SMALL) {
      return CK_NAME(kdtree_select_small)(records, range, axis, boundary);
    }
    ck_kdtree_band band;
    work -= count;
    if (work < 0) {
      band.low = band.high = known.low + (known.high - known.low) / 2;
    } else {
      int32_t sample[CK_KDTREE_SAMPLE];
      uint32_t random = (uint32_t)count;
      for (int64_t j = 0; j < CK_KDTREE_SAMPLE; ++j) {
        // One record at a random place of each of equal sections.
        random = random * UINT32_C(747796405) + UINT32_C(2891336453);
        int64_t stretch = count / CK_KDTREE_SAMPLE;
        int64_t place = j * stretch + (int64_t)((uint64_t)random * (uint64_t)stretch >> 32);
        sample[j] = records[range.begin + place].key[axis];
      }
      band = ck_kdtree_sample_band(sample, (double)(boundary - range.begin) / (double)count);
    }
    // The larger part goes first to the side that is finished then.
    const bool high_first = boundary - range.begin <= range.end - boundary;
    for (int turn = 0; turn < 2; ++turn) {
      const int32_t pivot = (turn == 0) == high_first ? band.high : band.low;
      if (pivot <= known.low || pivot >= known.high) { continue; }
      const int64_t middle =
          CK_NAME(kdtree_partition)(records, range.begin, range.end, axis, pivot);
      if (boundary <= middle) { range.end = middle, known.high = pivot; }
      if (boundary >= middle) { range.begin = middle, known.low = pivot; }
    }
  }
  return range;
}

/// The smallest and largest keys of records [begin, end). Lanes past the keys are not used.
static CK_INLINE ck_kdtree_box CK_NAME(kdtree_box)(const CK_RECORD *records, int64_t begin,
                                                   int64_t end) {
  // Integers below 2^30 have the same order as the floating-point numbers of their bits, and every
  // processor has a minimum of those.
  ck_kdtree_floats low = 2, high = 0;
  for (int64_t slot = begin; slot < end; ++slot) {
    ck_kdtree_floats keys;
    memcpy(&keys, &records[slot], sizeof keys);
    low = keys < low ? keys : low;
    high = keys > high ? keys : high;
  }
  ck_kdtree_box box;
  memcpy(box.low, &low, sizeof low);
  memcpy(box.high, &high, sizeof high);
  return box;
}

static int CK_NAME(kdtree_axis)(const ck_kdtree_box *box) {
  int axis = 0;
  for (int k = 1; k < CK_KEYS; ++k) {
    if (box->high[k] - box->low[k] > box->high[axis] - box->low[axis]) { axis = k; }
  }
  return axis;
}

/// Finishes a split whose boundary lies among records of the same key: by position, then by id.
static CK_NOINLINE void CK_NAME(kdtree_ties)(const ck_kdtree_sort_pass *pass, ck_kdtree_range ties,
                                             int axis, int64_t boundary) {
  CK_RECORD *records = pass->records;
  const ck_kdtree_range all = ties;
  const int32_t key = records[ties.begin].key[axis];
  // Each round ends with fewer records: those with the lowest and highest position get other keys.
  bool differ = records[ties.begin].key[1] != CK_KDTREE_COINCIDENT;
  while (differ && ties.begin < boundary && boundary < ties.end) {
    differ = pass->tiebreak(pass, ties.begin, ties.end, axis);
    if (differ) { ties = CK_NAME(kdtree_select)(records, ties, axis, boundary); }
  }
  // Ids are below 2^31; halves of them are keys, and two ids share a half.
  if (ties.begin < boundary && boundary < ties.end) {
    for (int64_t slot = ties.begin; slot < ties.end; ++slot) {
      records[slot].key[axis] = (int32_t)(records[slot].id >> 1);
    }
    ties = CK_NAME(kdtree_select)(records, ties, axis, boundary);
    if (ties.begin < boundary && boundary < ties.end &&
        records[ties.begin].id > records[ties.begin + 1].id) {
      CK_SWAP(&records[ties.begin], &records[ties.begin + 1]);
    }
  }
  for (int64_t slot = all.begin; slot < all.end; ++slot) { records[slot].key[axis] = key; }
}

/// Makes keys of the ids. An id may take 31 bits, so two share a key.
static CK_NOINLINE void CK_NAME(kdtree_coincide)(CK_RECORD *records, ck_kdtree_range slots) {
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    for (int k = 0; k < CK_KEYS; ++k) { records[slot].key[k] = CK_KDTREE_COINCIDENT; }
    records[slot].key[0] = (int32_t)(records[slot].id >> 1);
  }
}

/// Splits a node that is not a leaf.
static void CK_NAME(kdtree_split)(const ck_kdtree_sort_pass *pass, int64_t node,
                                  ck_kdtree_range slots) {
  CK_RECORD *records = pass->records;
  const int64_t boundary = ck_kdtree_slots(&pass->shape, 2 * node + 1).end;
  if (CK_UNLIKELY(slots.begin < pass->core && pass->core < slots.end)) {
    // The boundary between the core and the others stays in place.
    if (boundary < pass->core) {
      slots.end = pass->core;
    } else {
      slots.begin = pass->core;
    }
  }
  ck_kdtree_box box = CK_NAME(kdtree_box)(records, slots.begin, slots.end);
  int axis = CK_NAME(kdtree_axis)(&box);
  if (CK_UNLIKELY(box.high[axis] - box.low[axis] < CK_KDTREE_COARSE) &&
      box.low[1] != CK_KDTREE_COINCIDENT) {
    if (pass->rekey(pass, slots.begin, slots.end)) {
      box = CK_NAME(kdtree_box)(records, slots.begin, slots.end);
      axis = CK_NAME(kdtree_axis)(&box);
    } else {
      CK_NAME(kdtree_coincide)(records, slots);
      axis = 0;
    }
  }
  const ck_kdtree_range ties = CK_NAME(kdtree_select)(records, slots, axis, boundary);
  if (CK_UNLIKELY(ties.begin < boundary && boundary < ties.end)) {
    CK_NAME(kdtree_ties)(pass, ties, axis, boundary);
  }
}

/// Writes the points of a leaf by increasing id. Counting the smaller ids of each costs less than a
/// sort with branches.
static void CK_NAME(kdtree_leaf)(const ck_kdtree_sort_pass *pass, ck_kdtree_range slots) {
  const CK_RECORD *records = (const CK_RECORD *)pass->records + slots.begin;
  int32_t *permutation = pass->permutation + slots.begin;
  int32_t count = (int32_t)(slots.end - slots.begin), ids[CK_KDTREE_LEAF_MAX];
  for (int32_t i = 0; i < count; ++i) { ids[i] = (int32_t)records[i].id; }
  for (int32_t i = 0; i < count; ++i) {
    int32_t id = ids[i], rank = 0;
    for (int32_t j = 0; j < count; ++j) { rank += ids[j] < id; }
    permutation[rank] = id;
  }
}

/// Sorts everything below a node. The depth of the recursion is that of the tree, at most 31.
static void CK_NAME(kdtree_subtree)(const ck_kdtree_sort_pass *pass, int64_t node) {
  ck_kdtree_range slots = ck_kdtree_slots(&pass->shape, node);
  if (ck_kdtree_is_leaf(&pass->shape, node)) {
    CK_NAME(kdtree_leaf)(pass, slots);
    return;
  }
  CK_NAME(kdtree_split)(pass, node, slots);
  CK_NAME(kdtree_subtree)(pass, 2 * node + 1);
  CK_NAME(kdtree_subtree)(pass, 2 * node + 2);
}

CK_TASK(CK_NAME(kdtree_splits)) {
  const ck_kdtree_sort_pass *pass = shared;
  for (int64_t node = begin; node < end; ++node) {
    CK_NAME(kdtree_split)(pass, node, ck_kdtree_slots(&pass->shape, node));
  }
}

CK_TASK(CK_NAME(kdtree_subtrees)) {
  for (int64_t node = begin; node < end; ++node) { CK_NAME(kdtree_subtree)(shared, node); }
}
