/// The points within a radius of each query, for the scalar type and dimension at hand
/// (variants/kernels.inl explains the names).
///
/// A leaf of queries is compared with the points near its box. They are sorted by number first, so
/// that the row of each query comes out in order. The first walk counts, the second one fills.

#include "kdtree_queries.h"

/// Points near a leaf of queries, by axis.
typedef struct CK_NAME(kdtree_points) {
  int32_t count;
  int32_t number[CK_KDTREE_POINTS_MAX + CK_KDTREE_PAD];
  CK_SCALAR at[CK_AXES][CK_KDTREE_POINTS_MAX + CK_KDTREE_PAD];
} CK_NAME(kdtree_points);

/// The memory of a worker.
typedef struct CK_NAME(kdtree_rows_scratch) {
  CK_NAME(kdtree_near) near;
  CK_NAME(kdtree_points) found, sorted;
  uint64_t keys[2][CK_KDTREE_POINTS_MAX];
} CK_NAME(kdtree_rows_scratch);
_Static_assert(sizeof(CK_NAME(kdtree_rows_scratch)) <= CK_KDTREE_ROWS_BYTES, "room");

/// The queries of one leaf.
typedef struct CK_NAME(kdtree_rows_leaf) {
  const ck_kdtree_rows_pass *pass;
  CK_NAME(kdtree_rows_scratch) *scratch;
  ck_kdtree_range slots;
  CK_NAME(kdtree_corners) box;
  bool is_filling;
  /// The number of times that points were compared.
  int64_t chunks;
  /// By query: the number found so far, or the place of the next one.
  int64_t at[CK_KDTREE_LEAF_MAX];
} CK_NAME(kdtree_rows_leaf);

static CK_INLINE int64_t CK_NAME(kdtree_row)(const ck_kdtree_rows_pass *pass, int64_t slot) {
  return pass->first_slot >= 0 ? slot - pass->first_slot : pass->queries.permutation[slot];
}

// MARK: Points near the leaf

/// Sorts the points found by their numbers.
static void CK_NAME(kdtree_sort_points)(CK_NAME(kdtree_rows_scratch) *scratch,
                                        int64_t point_count) {
  const CK_NAME(kdtree_points) *from = &scratch->found;
  CK_NAME(kdtree_points) *to = &scratch->sorted;
  const int32_t count = to->count = from->count;
  if (count <= CK_KDTREE_RANKED) {
    for (int32_t first = 0; first < count; first += CK_KDTREE_PAD) {
      int32_t rank[CK_KDTREE_PAD] = {0};
      for (int32_t j = 0; j < count; ++j) {
        const int32_t number = from->number[j];
        for (int i = 0; i < CK_KDTREE_PAD; ++i) { rank[i] += number < from->number[first + i]; }
      }
      for (int32_t i = first; i < count && i < first + CK_KDTREE_PAD; ++i) {
        const int32_t place = rank[i - first];
        to->number[place] = from->number[i];
        for (int k = 0; k < CK_AXES; ++k) { to->at[k][place] = from->at[k][i]; }
      }
    }
  } else {
    uint64_t *keys = scratch->keys[0];
    for (int32_t i = 0; i < count; ++i) { keys[i] = (uint64_t)from->number[i] << 32 | (uint64_t)i; }
    ck_kdtree_radix(keys, scratch->keys[1], count, ck_kdtree_log2(point_count) + 1);
    for (int32_t i = 0; i < count; ++i) {
      const int32_t place = (int32_t)(uint32_t)keys[i];
      to->number[i] = (int32_t)(keys[i] >> 32);
      for (int k = 0; k < CK_AXES; ++k) { to->at[k][i] = from->at[k][place]; }
    }
  }
}

/// Counts the points of one row.
static CK_INLINE int64_t CK_NAME(kdtree_count_row)(const CK_NAME(kdtree_points) *points,
                                                   const CK_SIMD center[CK_AXES], CK_SCALAR radius2,
                                                   int32_t above) {
  const CK_SCALAR *at[CK_AXES];
  for (int k = 0; k < CK_AXES; ++k) { at[k] = points->at[k]; }
  int64_t count = 0;
  for (int32_t j = 0; j < points->count; j += CK_LANES) {
    const CK_SIMD distance2 = CK_NAME(kdtree_distances2)(at, j, center);
    const CK_MASK numbers = CK_SCALAR_NAME(load_numbers)(points->number + j);
    const CK_MASK is_found = (distance2 <= (CK_SIMD)radius2) & (numbers > (CK_MASK)(CK_INT)above);
    count += __builtin_popcount(CK_SCALAR_NAME(bits)(is_found));
  }
  return count;
}

/// Writes the points of one row from point `first` on, but for the point `without`. Sixty-four are
/// compared before any is written: a branch for each register would be hard to predict.
static CK_INLINE int64_t CK_NAME(kdtree_fill_row)(const ck_kdtree_rows_pass *pass,
                                                  const CK_NAME(kdtree_points) *points,
                                                  int32_t first, int32_t without,
                                                  const CK_SIMD center[CK_AXES], int64_t place) {
  const CK_SCALAR *at[CK_AXES];
  for (int k = 0; k < CK_AXES; ++k) { at[k] = points->at[k]; }
  const CK_SIMD radius2 = (CK_SIMD)(CK_SCALAR)pass->radius2;
  CK_NAME(kdtree_neighbor) *row = pass->neighbors;
  for (; first < points->count; first += 64) {
    const int32_t count = points->count - first < 64 ? points->count - first : 64;
    CK_SCALAR squares[64];
    uint64_t bits = 0;
    for (int32_t j = 0; j < count; j += CK_LANES) {
      const CK_SIMD distance2 = CK_NAME(kdtree_distances2)(at, first + j, center);
      CK_SCALAR_NAME(store)(squares + j, distance2);
      bits |= (uint64_t)CK_SCALAR_NAME(bits)(distance2 <= radius2) << j;
    }
    for (; bits != 0; bits &= bits - 1) {
      const int lane = __builtin_ctzll(bits);
      const int32_t number = points->number[first + lane];
      if (CK_UNLIKELY(number == without)) { continue; }
      row[place].number = number;
      row[place].distance2 = squares[lane];
      place += 1;
    }
  }
  return place;
}

/// Compares the queries of a leaf with the points found so far, and forgets these.
static CK_NOINLINE void CK_NAME(kdtree_compare)(CK_NAME(kdtree_rows_leaf) *leaf) {
  const ck_kdtree_rows_pass *pass = leaf->pass;
  CK_NAME(kdtree_rows_scratch) *scratch = leaf->scratch;
  CK_NAME(kdtree_points) *points = &scratch->found;
  if (leaf->is_filling) {
    CK_NAME(kdtree_sort_points)(scratch, pass->tree.shape.count);
    points = &scratch->sorted;
  }
  for (int i = 0; i < CK_LANES; ++i) { points->at[0][points->count + i] = (CK_SCALAR)NAN; }
  const CK_SCALAR *slots = pass->queries.slots;
  const CK_SCALAR radius2 = (CK_SCALAR)pass->radius2;
  int32_t first = 0;
  for (int64_t slot = leaf->slots.begin; slot < leaf->slots.end; ++slot) {
    const int32_t number = pass->queries.permutation[slot];
    CK_SIMD center[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { center[k] = (CK_SIMD)slots[slot * CK_STRIDE + k]; }
    int64_t *at = &leaf->at[slot - leaf->slots.begin];
    if (leaf->is_filling) {
      while (pass->which == CK_KDTREE_ABOVE && first < points->count &&
             points->number[first] <= number) {
        ++first;
      }
      const int32_t without = pass->which == CK_KDTREE_OTHERS ? number : -1;
      *at = CK_NAME(kdtree_fill_row)(pass, points, first, without, center, *at);
    } else {
      const int32_t above = pass->which == CK_KDTREE_ABOVE ? number : -1;
      *at += CK_NAME(kdtree_count_row)(points, center, radius2, above);
    }
  }
  scratch->found.count = 0;
  leaf->chunks += 1;
}

/// Adds the points of a leaf that are near the queries' box.
static CK_INLINE void CK_NAME(kdtree_add_leaf)(CK_NAME(kdtree_rows_leaf) *leaf, int64_t node) {
  const ck_kdtree_view *tree = &leaf->pass->tree;
  const CK_SCALAR radius2 = (CK_SCALAR)leaf->pass->radius2;
  CK_NAME(kdtree_points) *found = &leaf->scratch->found;
  const int64_t number = ck_kdtree_leaf_number(&tree->shape, node);
  const ck_kdtree_range slots =
      ck_kdtree_leaf_slots(&tree->shape, (ck_kdtree_range){number, number + 1});
  const CK_NAME(kdtree_corners) box = leaf->box;
  int32_t count = found->count;
  CK_PLAIN
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    const CK_SCALAR *point = (const CK_SCALAR *)tree->slots + slot * CK_STRIDE;
    CK_SCALAR sum = 0;
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SCALAR above = point[k] - box.high[k], below = box.low[k] - point[k];
      CK_SCALAR gap = above > below ? above : below;
      gap = gap > 0 ? gap : 0;
      sum = k == 0 ? gap * gap : sum + gap * gap;
      found->at[k][count] = point[k];
    }
    found->number[count] = tree->permutation[slot];
    count += sum <= radius2;
  }
  found->count = count;
  if (count > CK_KDTREE_CHUNK) { CK_NAME(kdtree_compare)(leaf); }
}

/// Adds the points below a node.
static CK_NOINLINE void CK_NAME(kdtree_add_node)(CK_NAME(kdtree_rows_leaf) *leaf, int64_t node) {
  const ck_kdtree_view *tree = &leaf->pass->tree;
  const CK_SCALAR radius2 = (CK_SCALAR)leaf->pass->radius2;
  int64_t stack[CK_KDTREE_STACK];
  int depth = 0;
  for (;;) {
    if (ck_kdtree_is_leaf(&tree->shape, node)) {
      CK_NAME(kdtree_add_leaf)(leaf, node);
    } else {
      for (int64_t child = 2 * node + 2; child > 2 * node; --child) {
        if (CK_NAME(kdtree_gap2)(&leaf->box, tree, child) <= radius2) { stack[depth++] = child; }
      }
    }
    if (depth == 0) { return; }
    node = stack[--depth];
  }
}

// MARK: Rows

static CK_NOINLINE int64_t CK_NAME(kdtree_rows_of_leaf)(CK_NAME(kdtree_rows_leaf) *leaf,
                                                        int64_t number) {
  const ck_kdtree_rows_pass *pass = leaf->pass;
  const CK_NAME(kdtree_near) *near = &leaf->scratch->near;
  const ck_kdtree_shape *shape = &pass->queries.shape;
  leaf->slots = ck_kdtree_leaf_slots(shape, (ck_kdtree_range){number, number + 1});
  leaf->box = CK_NAME(kdtree_box_of)(&pass->queries, ck_kdtree_leaf_node(shape, number));
  leaf->chunks = 0;
  const int64_t length = leaf->slots.end - leaf->slots.begin;
  for (int64_t i = 0; i < length; ++i) {
    const int64_t row = CK_NAME(kdtree_row)(pass, leaf->slots.begin + i);
    leaf->at[i] = 0;
    // Rows of neighbours are anywhere in memory, which takes as long to get as the row to find.
    if (leaf->is_filling) {
      leaf->at[i] = pass->row_begin[row];
      __builtin_prefetch((const CK_NAME(kdtree_neighbor) *)pass->neighbors + leaf->at[i], 1);
    } else {
      __builtin_prefetch(pass->begin + row + 1, 1);
    }
  }
  for (int32_t first = 0; first < near->count; first += CK_LANES) {
    unsigned bits = CK_NAME(kdtree_near_bits)(near, first, &leaf->box, (CK_SCALAR)pass->radius2);
    for (; bits != 0; bits &= bits - 1) {
      CK_NAME(kdtree_add_node)(leaf, near->node[first + __builtin_ctz(bits)]);
    }
  }
  CK_NAME(kdtree_compare)(leaf);
  int64_t sum = 0;
  for (int64_t i = 0; i < length; ++i) {
    const int64_t row = CK_NAME(kdtree_row)(pass, leaf->slots.begin + i);
    if (!leaf->is_filling) {
      const int64_t count = leaf->at[i] - (pass->which == CK_KDTREE_OTHERS);
      pass->begin[row + 1] = count;
      sum += count;
    } else if (leaf->chunks > 1) {
      const int64_t begin = pass->row_begin[row];
      CK_NAME(kdtree_neighbor) *neighbors = pass->neighbors;
      CK_SCALAR_NAME(kdtree_sort_row)(neighbors + begin, leaf->at[i] - begin);
    }
  }
  return sum;
}

/// The rows of groups [begin, end).
static CK_NOINLINE void CK_NAME(kdtree_rows)(ck_kdtree_rows_pass *pass, int32_t worker,
                                             int64_t begin, int64_t end, bool is_filling) {
  CK_NAME(kdtree_rows_scratch) *scratch = (void *)(pass->scratch + worker * pass->scratch_bytes);
  CK_NAME(kdtree_rows_leaf) leaf = {.pass = pass, .scratch = scratch, .is_filling = is_filling};
  scratch->found.count = 0;
  for (int64_t group = begin; group < end; ++group) {
    if (atomic_load_explicit(&pass->total, memory_order_relaxed) > pass->limit) { return; }
    const CK_NAME(kdtree_corners) box = CK_NAME(kdtree_box_of)(&pass->queries, group);
    const ck_kdtree_range leaves = ck_kdtree_leaves(&pass->queries.shape, group);
    CK_NAME(kdtree_find_near)(&pass->tree, &box, (CK_SCALAR)pass->radius2, &scratch->near);
    int64_t sum = 0;
    for (int64_t number = leaves.begin; number < leaves.end; ++number) {
      sum += CK_NAME(kdtree_rows_of_leaf)(&leaf, number);
    }
    (void)atomic_fetch_add_explicit(&pass->total, sum, memory_order_relaxed);
  }
}

CK_TASK(CK_NAME(kdtree_count_rows)) { CK_NAME(kdtree_rows)(shared, worker, begin, end, false); }
CK_TASK(CK_NAME(kdtree_fill_rows)) { CK_NAME(kdtree_rows)(shared, worker, begin, end, true); }
