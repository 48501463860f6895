/// The k nearest points of each query, for the scalar type and dimension at hand
/// (variants/kernels.inl explains the names).
///
/// The queries of a leaf walk the tree together. Every query keeps the k best points so far in
/// order; a new one is inserted by comparing it with all of them at once.

#include "kdtree_queries.h"

/// The points of a leaf by axis, and those that are not there: no distance to them is below any
/// other.
typedef struct CK_NAME(kdtree_tile) {
  CK_SCALAR at[CK_AXES][CK_KDTREE_LEAF_MAX + CK_KDTREE_PAD];
} CK_NAME(kdtree_tile);

/// The queries of one leaf, and what they have found.
typedef struct CK_NAME(kdtree_nearest_leaf) {
  const ck_kdtree_nearest_pass *pass;
  int64_t node;
  ck_kdtree_range slots;
  CK_NAME(kdtree_corners) box;
  CK_NAME(kdtree_tile) queries, points;
  /// By query, the largest squared distance that may still be among the nearest; and the largest of
  /// these.
  CK_SCALAR limit[CK_KDTREE_LEAF_MAX + CK_KDTREE_PAD], largest;
  /// `registers` of each for a query: the nearest so far, in order.
  int32_t registers;
  CK_SIMD *best;
  CK_MASK *numbers;
} CK_NAME(kdtree_nearest_leaf);

/// Makes a tile of slots.
static CK_INLINE void CK_NAME(kdtree_tile_of)(const ck_kdtree_view *view, ck_kdtree_range slots,
                                              CK_NAME(kdtree_tile) *tile) {
  const CK_SCALAR *points = (const CK_SCALAR *)view->slots + slots.begin * CK_STRIDE;
  const int64_t count = slots.end - slots.begin;
  CK_PLAIN
  for (int64_t i = 0; i < count; ++i) {
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) { tile->at[k][i] = points[i * CK_STRIDE + k]; }
  }
  for (int i = 0; i < CK_LANES; ++i) { tile->at[0][count + i] = (CK_SCALAR)NAN; }
}

// MARK: A few nearest points, sorted

/// Inserts a point among the sorted ones, of which the last one is lost. Ties are rare, and their
/// branch is not taken: numbers would make the chain from one insertion to the next twice as long.
static CK_INLINE void CK_NAME(kdtree_insert)(CK_SIMD *best, CK_MASK *numbers, int32_t registers,
                                             CK_SCALAR distance2, int32_t number) {
  const CK_SIMD new_best = (CK_SIMD)distance2;
  const CK_MASK new_number = (CK_MASK)(CK_INT)number;
  CK_SIMD below = (CK_SIMD) - (CK_SCALAR)INFINITY;
  CK_MASK number_below = (CK_MASK)(CK_INT)-1;
  bool was_tied = false;
  for (int32_t r = 0; r < registers; ++r) {
    const CK_SIMD here = best[r], before = CK_SHIFT_IN(below, here);
    const CK_MASK number_here = numbers[r], number_before = CK_SHIFT_IN(number_below, number_here);
    CK_MASK is_first = new_best < here, is_earlier = new_best < before;
    const bool is_tied = CK_SCALAR_NAME(bits)(new_best == here) != 0;
    if (CK_UNLIKELY(is_tied | was_tied)) {
      is_first |= (new_best == here) & (new_number < number_here);
      is_earlier |= (new_best == before) & (new_number < number_before);
    }
    best[r] = is_first ? is_earlier ? before : new_best : here;
    numbers[r] = is_first ? is_earlier ? number_before : new_number : number_here;
    below = here, number_below = number_here, was_tied = is_tied;
  }
}

// MARK: Leaf against leaf

static CK_INLINE CK_NAME(kdtree_neighbor) *CK_NAME(kdtree_row_of)(
    const ck_kdtree_nearest_pass *pass, int64_t slot) {
  return (CK_NAME(kdtree_neighbor) *)pass->neighbors + pass->queries.permutation[slot] * pass->k;
}

/// Offers a point to the row of a query, which is a heap.
static CK_INLINE void CK_NAME(kdtree_offer)(CK_NAME(kdtree_nearest_leaf) *leaf, int64_t query,
                                            CK_SCALAR distance2, int32_t number) {
  CK_NAME(kdtree_neighbor) *heap = CK_NAME(kdtree_row_of)(leaf->pass, leaf->slots.begin + query);
  CK_SCALAR_NAME(kdtree_offer)
  (heap, leaf->pass->k, (CK_NAME(kdtree_neighbor)){number, distance2});
  leaf->limit[query] = heap[0].distance2;
}

/// Compares a query with the points of a leaf; `own` is the place of the query itself among them,
/// or negative.
static CK_INLINE void CK_NAME(kdtree_meet_query)(CK_NAME(kdtree_nearest_leaf) *leaf, int64_t query,
                                                 ck_kdtree_range slots, int64_t own) {
  const int32_t *numbers = leaf->pass->tree.permutation + slots.begin;
  const CK_SCALAR *at[CK_AXES];
  CK_SIMD center[CK_AXES];
  for (int k = 0; k < CK_AXES; ++k) {
    at[k] = leaf->points.at[k];
    center[k] = (CK_SIMD)leaf->queries.at[k][query];
  }
  CK_SIMD *best = leaf->best + query * leaf->registers;
  CK_MASK *best_numbers = leaf->numbers + query * leaf->registers;
  for (int64_t j = 0; j < slots.end - slots.begin; j += CK_LANES) {
    const CK_SIMD distance2 = CK_NAME(kdtree_distances2)(at, j, center);
    unsigned bits = CK_SCALAR_NAME(bits)(distance2 <= (CK_SIMD)leaf->limit[query]);
    if (own >= j && own < j + CK_LANES) { bits &= ~(1u << (own - j)); }
    if (bits == 0) { continue; }
    CK_SCALAR lanes[CK_LANES];
    CK_SCALAR_NAME(store)(lanes, distance2);
    if (leaf->registers == 1) {
      CK_SIMD one = *best;
      CK_MASK its_numbers = *best_numbers;
      for (; bits != 0; bits &= bits - 1) {
        const int lane = __builtin_ctz(bits);
        CK_NAME(kdtree_insert)(&one, &its_numbers, 1, lanes[lane], numbers[j + lane]);
      }
      *best = one, *best_numbers = its_numbers;
    }
    for (; bits != 0; bits &= bits - 1) {
      const int lane = __builtin_ctz(bits);
      if (leaf->registers > 1) {
        CK_NAME(kdtree_insert)(best, best_numbers, leaf->registers, lanes[lane], numbers[j + lane]);
      } else {
        CK_NAME(kdtree_offer)(leaf, query, lanes[lane], numbers[j + lane]);
      }
    }
    if (leaf->registers > 0) {
      memcpy(&leaf->limit[query], (const CK_SCALAR *)best + leaf->pass->k - 1, sizeof(CK_SCALAR));
    }
  }
}

/// Compares the queries that a node's box is near enough to with the points of that leaf.
static CK_INLINE void CK_NAME(kdtree_meet_leaf)(CK_NAME(kdtree_nearest_leaf) *leaf, int64_t node) {
  const ck_kdtree_view *tree = &leaf->pass->tree;
  const int64_t number = ck_kdtree_leaf_number(&tree->shape, node);
  const ck_kdtree_range slots =
      ck_kdtree_leaf_slots(&tree->shape, (ck_kdtree_range){number, number + 1});
  const CK_NAME(kdtree_corners) box = CK_NAME(kdtree_box_of)(tree, node);
  const bool is_own = leaf->pass->which != CK_KDTREE_ALL && node == leaf->node;
  const int64_t count = leaf->slots.end - leaf->slots.begin;
  CK_NAME(kdtree_tile_of)(tree, slots, &leaf->points);
  CK_SIMD largest = (CK_SIMD)(CK_SCALAR)0;
  for (int64_t first = 0; first < count; first += CK_LANES) {
    CK_SIMD sum = (CK_SIMD)(CK_SCALAR)0;
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) {
      const CK_SIMD at = CK_SCALAR_NAME(load)(leaf->queries.at[k] + first);
      const CK_SIMD above = (CK_SIMD)box.low[k] - at, below = at - (CK_SIMD)box.high[k];
      CK_SIMD gap = above > below ? above : below;
      gap = gap > (CK_SIMD)(CK_SCALAR)0 ? gap : (CK_SIMD)(CK_SCALAR)0;
      sum = k == 0 ? gap * gap : sum + gap * gap;
    }
    const CK_SIMD limit = CK_SCALAR_NAME(load)(leaf->limit + first);
    unsigned bits = CK_SCALAR_NAME(bits)(sum <= limit);
    for (; bits != 0; bits &= bits - 1) {
      const int64_t query = first + __builtin_ctz(bits);
      if (query >= count) { break; }
      CK_NAME(kdtree_meet_query)(leaf, query, slots, is_own ? query : -1);
    }
    const CK_SIMD now = CK_SCALAR_NAME(load)(leaf->limit + first);
    largest = now > largest ? now : largest;
  }
  CK_SCALAR lanes[CK_LANES];
  CK_SCALAR_NAME(store)(lanes, largest);
  leaf->largest = lanes[0];
  for (int i = 1; i < CK_LANES; ++i) {
    leaf->largest = lanes[i] > leaf->largest ? lanes[i] : leaf->largest;
  }
}

/// Walks the tree, nearer nodes first.
static CK_INLINE void CK_NAME(kdtree_search)(CK_NAME(kdtree_nearest_leaf) *leaf) {
  const ck_kdtree_view *tree = &leaf->pass->tree;
  struct {
    CK_SCALAR gap2;
    int64_t node;
  } stack[CK_KDTREE_STACK];
  int depth = 1;
  stack[0].gap2 = 0, stack[0].node = 0;
  while (depth > 0) {
    depth -= 1;
    if (stack[depth].gap2 > leaf->largest) { continue; }
    int64_t node = stack[depth].node;
    while (!ck_kdtree_is_leaf(&tree->shape, node)) {
      const CK_SCALAR left = CK_NAME(kdtree_gap2)(&leaf->box, tree, 2 * node + 1);
      const CK_SCALAR right = CK_NAME(kdtree_gap2)(&leaf->box, tree, 2 * node + 2);
      const bool is_right = right < left;
      stack[depth].gap2 = is_right ? left : right;
      stack[depth].node = 2 * node + (is_right ? 1 : 2);
      depth += stack[depth].gap2 <= leaf->largest;
      node = 2 * node + (is_right ? 2 : 1);
    }
    CK_NAME(kdtree_meet_leaf)(leaf, node);
  }
}

// MARK: Rows

static CK_INLINE void CK_NAME(kdtree_begin_leaf)(CK_NAME(kdtree_nearest_leaf) *leaf,
                                                 int64_t number) {
  const ck_kdtree_nearest_pass *pass = leaf->pass;
  const ck_kdtree_shape *shape = &pass->queries.shape;
  leaf->node = ck_kdtree_leaf_node(shape, number);
  leaf->slots = ck_kdtree_leaf_slots(shape, (ck_kdtree_range){number, number + 1});
  leaf->box = CK_NAME(kdtree_box_of)(&pass->queries, leaf->node);
  CK_NAME(kdtree_tile_of)(&pass->queries, leaf->slots, &leaf->queries);
  leaf->largest = (CK_SCALAR)pass->radius2;
  const int64_t count = leaf->slots.end - leaf->slots.begin;
  for (int64_t i = 0; i < count; ++i) { leaf->limit[i] = leaf->largest; }
  // Of those that do not exist.
  for (int i = 0; i < CK_LANES; ++i) { leaf->limit[count + i] = -1; }
  for (int64_t i = 0; i < count * leaf->registers; ++i) {
    leaf->best[i] = (CK_SIMD)leaf->largest;
    leaf->numbers[i] = (CK_MASK)(CK_INT)INT32_MAX;
  }
  for (int64_t i = 0; leaf->registers == 0 && i < count; ++i) {
    CK_NAME(kdtree_neighbor) *row = CK_NAME(kdtree_row_of)(pass, leaf->slots.begin + i);
    for (int64_t j = 0; j < pass->k; ++j) {
      row[j] = (CK_NAME(kdtree_neighbor)){INT32_MAX, leaf->largest};
    }
  }
}

static CK_INLINE void CK_NAME(kdtree_end_leaf)(CK_NAME(kdtree_nearest_leaf) *leaf) {
  const ck_kdtree_nearest_pass *pass = leaf->pass;
  for (int64_t slot = leaf->slots.begin; slot < leaf->slots.end; ++slot) {
    CK_NAME(kdtree_neighbor) *row = CK_NAME(kdtree_row_of)(pass, slot);
    if (leaf->registers == 0) {
      CK_SCALAR_NAME(kdtree_sort_heap)(row, pass->k);
      continue;
    }
    const int64_t first = (slot - leaf->slots.begin) * leaf->registers;
    const CK_SCALAR *best = (const CK_SCALAR *)(leaf->best + first);
    const CK_INT *numbers = (const CK_INT *)(leaf->numbers + first);
    for (int64_t j = 0; j < pass->k; ++j) {
      row[j] = (CK_NAME(kdtree_neighbor)){(int32_t)numbers[j], best[j]};
    }
  }
}

/// The rows of the queries of leaves [begin, end).
CK_TASK(CK_NAME(kdtree_nearest)) {
  ck_kdtree_nearest_pass *pass = shared;
  CK_NAME(kdtree_nearest_leaf) leaf;
  leaf.pass = pass;
  const int64_t registers = (pass->k + CK_LANES - 1) / CK_LANES;
  leaf.registers = pass->k <= CK_KDTREE_SORTED_MAX ? (int32_t)registers : 0;
  leaf.best = (void *)(pass->scratch + worker * pass->scratch_bytes);
  leaf.numbers = (void *)(leaf.best + pass->queries.shape.leaf_size * leaf.registers);
  for (int64_t number = begin; number < end; ++number) {
    CK_NAME(kdtree_begin_leaf)(&leaf, number);
    CK_NAME(kdtree_search)(&leaf);
    CK_NAME(kdtree_end_leaf)(&leaf);
  }
}
