/// The sort of the nodes by all ranks: each keeps the points of its block until it is known which rank
/// has their slots, and sends them there once.
///
/// The tree is split from the root down as in one process (kdtree_split.inl), but only as far as a
/// cell's slots belong to several ranks: on each level those are fewer than there are ranks. All ranks
/// have points of such a cell, and find the split together, by histograms. What lies below is sorted
/// by the rank that has it, with the kernels of one process.
#include "shared_sort.h"

#include "isa.h"

enum {
  /// The bins of a histogram, and the bits that they tell apart.
  CK_SHARED_BITS = 10,
  CK_SHARED_BINS = 1 << CK_SHARED_BITS,
};

// Measured: nanoseconds for the keys of a point.
static const double ck_shared_key_ns = 2;

/// What points are compared by, one after the other. A split that is found by one does without the
/// rest. Points that coincide have their numbers as keys.
typedef enum ck_shared_measure {
  CK_SHARED_KEY,
  CK_SHARED_PLACE,
  CK_SHARED_NUMBER
} ck_shared_measure;

/// The search for the split of a cell: for the smallest values of the points that go to the right.
typedef struct ck_shared_split_search {
  /// The part that is split; true if the other part goes to one side as a whole.
  int part;
  bool is_divided;
  /// The points of the part that go to the left.
  int64_t target;
  int axis;
  ck_kdtree_lattice lattice;
  /// The measure at hand; the points in question have values from low to high, and so many points are
  /// below them.
  ck_shared_measure measure;
  uint64_t low, high;
  int64_t below;
  /// The values of the measures before, then that of the split.
  uint64_t value[3];
  bool is_found;
  /// The points in question: places in the list of candidates. All points of the cell before there is
  /// such a list.
  bool has_candidates;
  ck_kdtree_range candidates;
} ck_shared_split_search;

static double ck_shared_coordinate(const ck_shared_sorter *sorter, int64_t point, int axis) {
  const int64_t at = point * ck_stride(sorter->shared->dimension) + axis;
  return sorter->shared->scalar == CK_F64
             ? ((const double *)(const void *)sorter->position)[at]
             : (double)((const float *)(const void *)sorter->position)[at];
}

// MARK: Cells

static int32_t ck_shared_owner(const ck_world_many_body *shared, int64_t cell) {
  const ck_kdtree_range leaves = ck_kdtree_leaves(&shared->pass.shape, cell);
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    if (leaves.begin >= shared->first_leaf[rank] && leaves.end <= shared->first_leaf[rank + 1]) {
      return rank;
    }
  }
  return -1;
}

/// Adds a cell to those of the next level, or to those that have an owner.
static void ck_shared_add_node(ck_shared_sorter *sorter, ck_shared_cell cell) {
  ck_world_many_body *shared = sorter->shared;
  cell.slots = ck_kdtree_slots(&shared->pass.shape, cell.cell);
  cell.owner = ck_shared_owner(shared, cell.cell);
  if (cell.owner < 0) {
    sorter->next[sorter->next_count++] = cell;
    return;
  }
  if (sorter->owned_count == sorter->owned_capacity) {
    const int64_t capacity = 2 * sorter->owned_capacity + 64;
    ck_shared_cell *grown = ck_world_allocate(shared->world, capacity * (int64_t)sizeof *grown);
    if (sorter->owned_count > 0) {
      memcpy(grown, sorter->owned, (size_t)sorter->owned_count * sizeof *grown);
    }
    free(sorter->owned);
    sorter->owned = grown;
    sorter->owned_capacity = capacity;
  }
  sorter->owned[sorter->owned_count++] = cell;
}

static int32_t ck_shared_add_lattice(ck_shared_sorter *sorter, const ck_kdtree_lattice *lattice) {
  if (sorter->lattice_count == sorter->lattice_capacity) {
    const int32_t capacity = 2 * sorter->lattice_capacity + 16;
    ck_kdtree_lattice *grown =
        ck_world_allocate(sorter->shared->world, capacity * (int64_t)sizeof *grown);
    if (sorter->lattice_count > 0) {
      memcpy(grown, sorter->lattice, (size_t)sorter->lattice_count * sizeof *grown);
    }
    free(sorter->lattice);
    sorter->lattice = grown;
    sorter->lattice_capacity = capacity;
  }
  sorter->lattice[sorter->lattice_count] = *lattice;
  return sorter->lattice_count++;
}

// MARK: Axes

/// Adds the points of a cell to six numbers, the largest -x and x on each axis; of one part alone with
/// `is_divided`.
#define CK_SHARED_MEASURE(SCALAR)                                                              \
  static CK_INLINE void ck_shared_measure_##SCALAR(const ck_shared_sorter *sorter,             \
                                                   ck_kdtree_range points, bool is_divided,    \
                                                   int part, const int axes, double most[6]) { \
    const SCALAR *position = (const void *)sorter->position;                                   \
    SCALAR low[3], high[3];                                                                    \
    for (int k = 0; k < axes; ++k) { low[k] = (SCALAR)INFINITY, high[k] = -(SCALAR)INFINITY; } \
    for (int64_t i = points.begin; i < points.end; ++i) {                                      \
      const int64_t point = sorter->point[i];                                                  \
      if (is_divided && ck_shared_part(sorter, point) != part) { continue; }                   \
      for (int k = 0; k < axes; ++k) {                                                         \
        const SCALAR x = position[point * (axes == 2 ? 2 : 4) + k];                            \
        low[k] = x < low[k] ? x : low[k];                                                      \
        high[k] = x > high[k] ? x : high[k];                                                   \
      }                                                                                        \
    }                                                                                          \
    for (int k = 0; k < axes; ++k) {                                                           \
      most[2 * k] = -(double)low[k];                                                           \
      most[2 * k + 1] = (double)high[k];                                                       \
    }                                                                                          \
  }

CK_SHARED_MEASURE(float)
CK_SHARED_MEASURE(double)

/// The extents of the parts that are split, over all ranks: for each cell of the level six numbers, the
/// largest -x and x on each axis.
static void ck_shared_measure_parts(const ck_shared_sorter *sorter,
                                    const ck_shared_split_search *search, double *most) {
  const ck_world_many_body *shared = sorter->shared;
  if (sorter->level_count == 1 && sorter->level[0].cell == 0 && !search[0].is_divided) {
    // All points: their extent is known.
    for (int k = 0; k < 3; ++k) {
      most[2 * k] = -shared->extent.low[k];
      most[2 * k + 1] = shared->extent.high[k];
    }
    return;
  }
  for (int64_t at = 0; at < sorter->level_count; ++at) {
    const ck_kdtree_range points = sorter->level[at].points;
    const bool is_divided = search[at].is_divided;
    const int part = search[at].part;
    double *own = most + 6 * at;
    for (int k = 0; k < 6; ++k) { own[k] = -INFINITY; }
    if (shared->scalar == CK_F64) {
      if (shared->dimension == 2) {
        ck_shared_measure_double(sorter, points, is_divided, part, 2, own);
      } else {
        ck_shared_measure_double(sorter, points, is_divided, part, 3, own);
      }
    } else if (shared->dimension == 2) {
      ck_shared_measure_float(sorter, points, is_divided, part, 2, own);
    } else {
      ck_shared_measure_float(sorter, points, is_divided, part, 3, own);
    }
  }
  ck_world_max(shared->world, most, (int32_t)(sorter->level_count * 6));
}

/// The widest axis of an extent on a lattice, and the keys of its ends.
static int ck_shared_widest(const ck_kdtree_extent *extent, const ck_kdtree_lattice *lattice,
                            int axes, int32_t *low, int32_t *high) {
  int axis = 0;
  for (int k = 0; k < axes; ++k) {
    const int32_t least = ck_kdtree_key(lattice, k, extent->low[k]),
                  most = ck_kdtree_key(lattice, k, extent->high[k]);
    if (k == 0 || most - least > *high - *low) {
      axis = k;
      *low = least;
      *high = most;
    }
  }
  return axis;
}

/// Chooses the axis of a split, as ck_kdtree_split_node does, and the values to search.
static void ck_shared_choose_axis(ck_shared_sorter *sorter, ck_shared_cell *cell,
                                  const double most[6], ck_shared_split_search *search) {
  const int axes = sorter->shared->dimension, part = search->part;
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int k = 0; k < axes; ++k) {
    extent.low[k] = -most[2 * k];
    extent.high[k] = most[2 * k + 1];
  }
  int32_t low = 0, high = 0;
  if (!cell->coincides[part]) {
    search->lattice = sorter->lattice[cell->lattice[part]];
    search->axis = ck_shared_widest(&extent, &search->lattice, axes, &low, &high);
    if (high - low < CK_KDTREE_COARSE) {
      ck_kdtree_lattice own = {0};
      if (ck_kdtree_lattice_make(&extent, axes, &own)) {
        cell->lattice[part] = ck_shared_add_lattice(sorter, &own);
        search->lattice = own;
        search->axis = ck_shared_widest(&extent, &own, axes, &low, &high);
      } else {
        cell->coincides[part] = true;
      }
    }
  }
  search->measure = CK_SHARED_KEY;
  search->low = cell->coincides[part] ? 0 : (uint64_t)low;
  search->high = cell->coincides[part] ? (uint64_t)sorter->shared->count - 1 : (uint64_t)high;
}

// MARK: Keys

#define CK_SHARED_KEYS(SCALAR)                                                                     \
  static CK_INLINE void ck_shared_keys_##SCALAR(const ck_shared_sorter *sorter,                    \
                                                ck_kdtree_range points, ck_kdtree_lattice lattice, \
                                                int axis, const int stride) {                      \
    const SCALAR *position = (const SCALAR *)(const void *)sorter->position + axis;                \
    for (int64_t i = points.begin; i < points.end; ++i) {                                          \
      const int64_t at = (int64_t)sorter->point[i] * stride;                                       \
      sorter->key[i] = ck_kdtree_key(&lattice, axis, (double)position[at]);                        \
    }                                                                                              \
  }

CK_SHARED_KEYS(float)
CK_SHARED_KEYS(double)

/// Sets the keys of a cell's points. Those of the part that is not split are beyond all others, on the
/// side where that part goes.
static void ck_shared_make_keys(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                const ck_shared_split_search *search) {
  const ck_world_many_body *shared = sorter->shared;
  const ck_kdtree_range points = cell->points;
  if (cell->coincides[search->part]) {
    for (int64_t i = points.begin; i < points.end; ++i) {
      sorter->key[i] = (int32_t)(shared->nodes.begin + sorter->point[i]);
    }
  } else if (shared->scalar == CK_F64) {
    ck_shared_keys_double(sorter, points, search->lattice, search->axis,
                          (int)ck_stride(shared->dimension));
  } else if (shared->dimension == 2) {
    ck_shared_keys_float(sorter, points, search->lattice, search->axis, 2);
  } else {
    ck_shared_keys_float(sorter, points, search->lattice, search->axis, 4);
  }
  for (int64_t i = points.begin; search->is_divided && i < points.end; ++i) {
    if (ck_shared_part(sorter, sorter->point[i]) == search->part) { continue; }
    sorter->key[i] = search->part == 1 ? INT32_MIN : INT32_MAX;
  }
}

// MARK: Splits

static uint64_t ck_shared_value(const ck_shared_sorter *sorter,
                                const ck_shared_split_search *search, int64_t at) {
  const int64_t point = sorter->point[at];
  switch (search->measure) {
  case CK_SHARED_KEY: return (uint64_t)sorter->key[at];
  case CK_SHARED_PLACE: return ck_kdtree_ordered(ck_shared_coordinate(sorter, point, search->axis));
  default: return (uint64_t)(sorter->shared->nodes.begin + point);
  }
}

/// The width of a bin, as a power of two, of the values in question.
static int ck_shared_shift(const ck_shared_split_search *search) {
  const uint64_t width = search->high - search->low;
  const int bits = width == 0 ? 0 : 64 - __builtin_clzll(width);
  return bits > CK_SHARED_BITS ? bits - CK_SHARED_BITS : 0;
}

static void ck_shared_count_bins(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                 const ck_shared_split_search *search, int64_t *count) {
  const int shift = ck_shared_shift(search);
  if (search->has_candidates) {
    for (int64_t i = search->candidates.begin; i < search->candidates.end; ++i) {
      const uint64_t value = ck_shared_value(sorter, search, sorter->candidate[i]);
      count[(value - search->low) >> shift] += 1;
    }
    return;
  }
  const uint32_t low = (uint32_t)search->low, width = (uint32_t)(search->high - search->low);
  for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
    const uint32_t above = (uint32_t)sorter->key[i] - low;
    if (CK_LIKELY(above <= width)) { count[above >> shift] += 1; }
  }
}

/// Keeps the points whose values are from low to high as those in question.
static void ck_shared_keep_candidates(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                      ck_shared_split_search *search) {
  int64_t kept = cell->points.begin;
  if (search->has_candidates) {
    for (int64_t i = search->candidates.begin; i < search->candidates.end; ++i) {
      const int32_t at = sorter->candidate[i];
      const uint64_t value = ck_shared_value(sorter, search, at);
      sorter->candidate[kept] = at;
      kept += value >= search->low && value <= search->high;
    }
  } else {
    const uint32_t low = (uint32_t)search->low, width = (uint32_t)(search->high - search->low);
    for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
      sorter->candidate[kept] = (int32_t)i;
      kept += (uint32_t)sorter->key[i] - low <= width;
    }
  }
  search->has_candidates = true;
  search->candidates = (ck_kdtree_range){cell->points.begin, kept};
}

/// Narrows the values in question to a bin, by the counts of all ranks, or finds the split.
static void ck_shared_narrow(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                             ck_shared_split_search *search, const int64_t *count) {
  const int shift = ck_shared_shift(search);
  uint64_t bin = 0;
  while (search->below + count[bin] <= search->target) { search->below += count[bin++]; }
  search->low += bin << shift;
  search->value[search->measure] = search->low;
  if (search->below == search->target) {
    search->is_found = true;
    return;
  }
  const uint64_t last = (UINT64_C(1) << shift) - 1;
  search->high = search->high - search->low < last ? search->high : search->low + last;
  ck_shared_keep_candidates(sorter, cell, search);
  if (search->low < search->high) { return; }
  // All of them are equal: the next measure.
  search->measure += 1;
  search->low = 0;
  search->high =
      search->measure == CK_SHARED_NUMBER ? (uint64_t)sorter->shared->count - 1 : UINT64_MAX;
}

/// Finds all splits of a level.
static void ck_shared_find_splits(const ck_shared_sorter *sorter, ck_shared_split_search *search) {
  ck_world *world = sorter->shared->world;
  int64_t *count =
      ck_world_allocate(world, sorter->level_count * CK_SHARED_BINS * (int64_t)sizeof *count);
  for (;;) {
    int64_t *to = count;
    for (int64_t at = 0; at < sorter->level_count; ++at) {
      if (search[at].is_found) { continue; }
      memset(to, 0, CK_SHARED_BINS * sizeof *to);
      ck_shared_count_bins(sorter, &sorter->level[at], &search[at], to);
      to += CK_SHARED_BINS;
    }
    if (to == count) { break; }
    ck_world_sum(world, count, (int32_t)(to - count));
    to = count;
    for (int64_t at = 0; at < sorter->level_count; ++at) {
      if (search[at].is_found) { continue; }
      ck_shared_narrow(sorter, &sorter->level[at], &search[at], to);
      to += CK_SHARED_BINS;
    }
  }
  free(count);
}

/// True if a point with the key of the split goes to the left.
static bool ck_shared_tie_goes_left(const ck_shared_sorter *sorter,
                                    const ck_shared_split_search *search, int64_t point) {
  if (search->measure == CK_SHARED_KEY) { return false; }
  const uint64_t place = ck_kdtree_ordered(ck_shared_coordinate(sorter, point, search->axis));
  if (search->measure == CK_SHARED_PLACE || place != search->value[CK_SHARED_PLACE]) {
    return place < search->value[CK_SHARED_PLACE];
  }
  return (uint64_t)(sorter->shared->nodes.begin + point) < search->value[CK_SHARED_NUMBER];
}

/// Divides the points of a cell among its children, in the order they have.
static void ck_shared_divide(ck_shared_sorter *sorter, const ck_shared_cell *cell,
                             const ck_shared_split_search *search) {
  int64_t left = cell->points.begin, right = 0;
  // Without points of the part on the left there are no keys: that part goes to the right as a whole.
  const bool has_keys = search->target > 0;
  const int32_t split = (int32_t)search->value[CK_SHARED_KEY];
  for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
    const int32_t point = sorter->point[i];
    const int32_t key = has_keys ? sorter->key[i] : ck_shared_part(sorter, point) - search->part;
    bool is_left = key < split;
    if (CK_UNLIKELY(key == split)) { is_left = ck_shared_tie_goes_left(sorter, search, point); }
    sorter->spare[right] = point;
    sorter->point[left] = point;
    left += is_left;
    right += !is_left;
  }
  if (right > 0) {
    memcpy(sorter->point + left, sorter->spare, (size_t)right * sizeof *sorter->spare);
  }
  ck_shared_cell child = *cell;
  child.cell = 2 * cell->cell + 1;
  child.points = (ck_kdtree_range){cell->points.begin, left};
  ck_shared_add_node(sorter, child);
  child.cell = 2 * cell->cell + 2;
  child.points = (ck_kdtree_range){left, cell->points.end};
  ck_shared_add_node(sorter, child);
}

/// The part of a cell that is split, and how many points go to the left (ck_kdtree_split_node).
static void ck_shared_begin_search(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                   ck_shared_split_search *search) {
  const int64_t boundary = ck_kdtree_slots(&sorter->shared->pass.shape, 2 * cell->cell + 1).end;
  *search = (ck_shared_split_search){.part = cell->slots.begin >= sorter->core,
                                     .target = boundary - cell->slots.begin};
  if (cell->slots.begin < sorter->core && sorter->core < cell->slots.end) {
    search->is_divided = true;
    search->part = boundary >= sorter->core;
    if (search->part == 1) { search->target = boundary - sorter->core; }
  }
  search->is_found = search->target == 0;
}

/// Splits all cells of the level.
static void ck_shared_split_level(ck_shared_sorter *sorter) {
  ck_world *world = sorter->shared->world;
  const int64_t cells = sorter->level_count;
  ck_shared_split_search *search = ck_world_allocate(world, cells * (int64_t)sizeof *search);
  double *most = ck_world_allocate(world, cells * 6 * (int64_t)sizeof *most);
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_begin_search(sorter, &sorter->level[at], &search[at]);
  }
  ck_shared_measure_parts(sorter, search, most);
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_cell *cell = &sorter->level[at];
    if (search[at].is_found) { continue; }
    ck_shared_choose_axis(sorter, cell, most + 6 * at, &search[at]);
    ck_shared_make_keys(sorter, cell, &search[at]);
  }
  ck_shared_find_splits(sorter, search);
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_divide(sorter, &sorter->level[at], &search[at]);
  }
  free(most);
  free(search);
}

// MARK: Below

/// Sets the keys of the slots of a cell.
static void ck_shared_set_keys(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                               ck_kdtree_sort_pass *pass) {
  ck_context *context = sorter->shared->context;
  ck_parallel_task *task = ck_isa_task(ck_isa_select(context)->kdtree_keys, pass->points);
  const int64_t core = pass->core;
  // The task takes points in the order of the permutation when they are in two parts.
  pass->core = 0;
  for (int part = 0; part < 2; ++part) {
    ck_kdtree_range slots = cell->slots;
    if (part == 0 && slots.end > core) { slots.end = core; }
    if (part == 1 && slots.begin < core) { slots.begin = core; }
    if (slots.begin >= slots.end) { continue; }
    pass->lattice = sorter->lattice[cell->lattice[part]];
    const int32_t threads =
        ck_parallel_threads(context, (double)(slots.end - slots.begin) * ck_shared_key_ns);
    ck_parallel_for(threads, slots.begin, slots.end, CK_KDTREE_BLOCK, task, pass);
    for (int64_t slot = slots.begin; cell->coincides[part] && slot < slots.end; ++slot) {
      pass->key[1][slot] = CK_KDTREE_COINCIDENT;
    }
  }
  pass->core = core;
}

/// Sorts the slots of the own cells, whose points are there in the order of numbers.
static void ck_shared_sort_below(const ck_shared_sorter *sorter, const ck_shared_cell *own,
                                 int64_t cells) {
  ck_world_many_body *shared = sorter->shared;
  const ck_kdtree_range slots = shared->slots;
  ck_kdtree_sort_pass pass =
      ck_kdtree_sort_make(shared->pass.points, CK_MANY_BODY_LEAF, sorter->core);
  pass.permutation = shared->permutation;
  // By slot. Behind the spare keys is room for each cell of a level, down to those of subtrees.
  int32_t *column = (int32_t *)ck_shared_scratch(shared) - slots.begin;
  for (int k = 0; k < shared->dimension; ++k) {
    pass.key[k] = column;
    column += slots.end - slots.begin;
  }
  pass.spare = column;
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_set_keys(sorter, &own[at], &pass);
    ck_kdtree_sort_below(shared->context, &pass, own[at].cell);
  }
}

/// Sorts the numbers of the leaf that has points of both parts, if it is here (ck_kdtree_join_leaf).
static void ck_shared_join_leaf(const ck_shared_sorter *sorter) {
  ck_world_many_body *shared = sorter->shared;
  const int64_t begin = sorter->core / CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF;
  int64_t end = begin + CK_MANY_BODY_LEAF;
  end = end < shared->count ? end : shared->count;
  if (begin == sorter->core || sorter->core >= shared->count) { return; }
  if (begin < shared->slots.begin || begin >= shared->slots.end) { return; }
  int32_t *place = shared->permutation;
  for (int64_t next = begin + 1; next < end; ++next) {
    const int32_t one = place[next];
    int64_t at = next;
    for (; at > begin && shared->identity[place[at - 1]] > shared->identity[one]; --at) {
      place[at] = place[at - 1];
    }
    place[at] = one;
  }
}

static int ck_shared_compare_cells(const void *a, const void *b) {
  const ck_shared_cell *x = a, *y = b;
  return (x->slots.begin > y->slots.begin) - (x->slots.begin < y->slots.begin);
}

void ck_shared_sort_parts(ck_world_many_body *shared, const void *position,
                          const uint8_t *is_outlier, int64_t core) {
  ck_world *world = shared->world;
  const int64_t points = shared->nodes.end - shared->nodes.begin;
  ck_shared_sorter sorter = {.shared = shared,
                             .position = position,
                             .is_outlier = core < shared->count ? is_outlier : NULL,
                             .core = core};
  const int64_t row = 2 * world->size * (int64_t)sizeof *sorter.level;
  // The way of each node is found by dividing the list of all.
  sorter.point = shared->send_node;
  sorter.key = (int32_t *)ck_shared_scratch(shared);
  sorter.candidate = sorter.key + points;
  sorter.spare = sorter.candidate + points;
  sorter.level = ck_world_allocate(world, row);
  sorter.next = ck_world_allocate(world, row);
  for (int64_t i = 0; i < points; ++i) { sorter.point[i] = (int32_t)i; }
  ck_kdtree_extent extent = {{0}, {0}};
  const ck_many_body_extent all = shared->extent;
  memcpy(extent.low, all.low, sizeof all.low);
  memcpy(extent.high, all.high, sizeof all.high);
  ck_kdtree_lattice lattice = {0};
  // Without an extent the scale is zero, and so are all keys.
  (void)ck_kdtree_lattice_make(&extent, shared->dimension, &lattice);
  (void)ck_shared_add_lattice(&sorter, &lattice);
  ck_shared_add_node(&sorter, (ck_shared_cell){.points = {0, points}});
  while (sorter.next_count > 0) {
    ck_shared_cell *level = sorter.next;
    sorter.next = sorter.level;
    sorter.level = level;
    sorter.level_count = sorter.next_count;
    sorter.next_count = 0;
    ck_shared_split_level(&sorter);
  }
  qsort(sorter.owned, (size_t)sorter.owned_count, sizeof *sorter.owned, ck_shared_compare_cells);
  int64_t first = 0, cells = 0;
  for (int64_t at = 0; at < sorter.owned_count; ++at) {
    first += sorter.owned[at].owner < world->rank;
    cells += sorter.owned[at].owner == world->rank;
  }
  ck_shared_send_cells(&sorter, sorter.owned + first, cells);
  ck_shared_sort_below(&sorter, sorter.owned + first, cells);
  ck_shared_join_leaf(&sorter);
  free(sorter.next);
  free(sorter.level);
  free(sorter.owned);
  free(sorter.lattice);
  shared->has_sent = false;
}
