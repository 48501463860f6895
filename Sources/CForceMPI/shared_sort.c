/// The sort of the nodes by all ranks: each keeps the points of its block until it is known which rank
/// has their slots, and sends them there once.
///
/// The tree is split from the root down as in one process (kdtree_split.inl), but only as far as a
/// cell's slots belong to several ranks: on each level those are fewer than there are ranks. All ranks
/// have points of such a cell, and find the split together, by histograms. What lies below is sorted
/// by the rank that has it, with the kernels of one process.
#include "shared_sort.h"

enum {
  /// The bins of a histogram, and the bits that they tell apart.
  CK_SHARED_BITS = 10,
  CK_SHARED_BINS = 1 << CK_SHARED_BITS,
};

/// What points are compared by, one after the other. A split that is found by one does without the
/// rest.
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
  /// The first measure, and that at hand; the points in question have values from low to high, and so
  /// many points are below them.
  ck_shared_measure first, measure;
  uint64_t low, high;
  int64_t below;
  /// The values of the measures before, then that of the split.
  uint64_t value[3];
  bool is_found;
  /// The points in question: places in the list of candidates.
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

/// The extents of the parts that are split, over all ranks: for each cell of the level six numbers, the
/// largest -x and x on each axis.
static void ck_shared_measure_parts(const ck_shared_sorter *sorter,
                                    const ck_shared_split_search *search, double *most) {
  const int axes = sorter->shared->dimension;
  for (int64_t at = 0; at < sorter->level_count; ++at, most += 6) {
    for (int k = 0; k < 6; ++k) { most[k] = -INFINITY; }
    const ck_kdtree_range points = sorter->level[at].points;
    for (int64_t i = points.begin; i < points.end; ++i) {
      const int64_t point = sorter->point[i];
      if (search[at].is_divided && ck_shared_part(sorter, point) != search[at].part) { continue; }
      for (int k = 0; k < axes; ++k) {
        const double x = ck_shared_coordinate(sorter, point, k);
        most[2 * k] = -x > most[2 * k] ? -x : most[2 * k];
        most[2 * k + 1] = x > most[2 * k + 1] ? x : most[2 * k + 1];
      }
    }
  }
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
  search->first = search->measure = cell->coincides[part] ? CK_SHARED_NUMBER : CK_SHARED_KEY;
  search->low = cell->coincides[part] ? 0 : (uint64_t)low;
  search->high = cell->coincides[part] ? (uint64_t)sorter->shared->count - 1 : (uint64_t)high;
}

// MARK: Splits

static uint64_t ck_shared_value(const ck_shared_sorter *sorter,
                                const ck_shared_split_search *search, ck_shared_measure measure,
                                int64_t point) {
  if (measure == CK_SHARED_NUMBER) { return (uint64_t)(sorter->shared->nodes.begin + point); }
  const double x = ck_shared_coordinate(sorter, point, search->axis);
  return measure == CK_SHARED_KEY ? (uint64_t)ck_kdtree_key(&search->lattice, search->axis, x)
                                  : ck_kdtree_ordered(x);
}

/// The width of a bin, as a power of two, of the values in question.
static int ck_shared_shift(const ck_shared_split_search *search) {
  const uint64_t width = search->high - search->low;
  const int bits = width == 0 ? 0 : 64 - __builtin_clzll(width);
  return bits > CK_SHARED_BITS ? bits - CK_SHARED_BITS : 0;
}

static void ck_shared_count_bins(const ck_shared_sorter *sorter,
                                 const ck_shared_split_search *search, int64_t *count) {
  const int shift = ck_shared_shift(search);
  for (int64_t i = search->candidates.begin; i < search->candidates.end; ++i) {
    const uint64_t value = ck_shared_value(sorter, search, search->measure, sorter->candidate[i]);
    count[(value - search->low) >> shift] += 1;
  }
}

/// Narrows the values in question to a bin, by the counts of all ranks, or finds the split.
static void ck_shared_narrow(const ck_shared_sorter *sorter, ck_shared_split_search *search,
                             const int64_t *count) {
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
  int64_t kept = search->candidates.begin;
  for (int64_t i = search->candidates.begin; i < search->candidates.end; ++i) {
    const int32_t point = sorter->candidate[i];
    const uint64_t value = ck_shared_value(sorter, search, search->measure, point);
    sorter->candidate[kept] = point;
    kept += value >= search->low && value <= search->high;
  }
  search->candidates.end = kept;
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
      ck_shared_count_bins(sorter, &search[at], to);
      to += CK_SHARED_BINS;
    }
    if (to == count) { break; }
    ck_world_sum(world, count, (int32_t)(to - count));
    to = count;
    for (int64_t at = 0; at < sorter->level_count; ++at) {
      if (search[at].is_found) { continue; }
      ck_shared_narrow(sorter, &search[at], to);
      to += CK_SHARED_BINS;
    }
  }
  free(count);
}

static bool ck_shared_goes_left(const ck_shared_sorter *sorter,
                                const ck_shared_split_search *search, int64_t point) {
  const int part = ck_shared_part(sorter, point);
  if (search->is_divided && part != search->part) { return part == 0; }
  if (search->target == 0) { return false; }
  for (ck_shared_measure measure = search->first; measure <= search->measure; ++measure) {
    const uint64_t value = ck_shared_value(sorter, search, measure, point);
    if (value != search->value[measure]) { return value < search->value[measure]; }
  }
  return false;
}

/// Divides the points of a cell among its children, in the order they have.
static void ck_shared_divide(ck_shared_sorter *sorter, const ck_shared_cell *cell,
                             const ck_shared_split_search *search) {
  int64_t left = cell->points.begin, right = 0;
  for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
    const int32_t point = sorter->point[i];
    const bool is_left = ck_shared_goes_left(sorter, search, point);
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
  ck_world_max(world, most, (int32_t)(cells * 6));
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_cell *cell = &sorter->level[at];
    if (search[at].is_found) { continue; }
    ck_shared_choose_axis(sorter, cell, most + 6 * at, &search[at]);
    search[at].candidates.begin = search[at].candidates.end = cell->points.begin;
    for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
      const int32_t point = sorter->point[i];
      if (search[at].is_divided && ck_shared_part(sorter, point) != search[at].part) { continue; }
      sorter->candidate[search[at].candidates.end++] = point;
    }
  }
  ck_shared_find_splits(sorter, search);
  for (int64_t at = 0; at < cells; ++at) {
    ck_shared_divide(sorter, &sorter->level[at], &search[at]);
  }
  free(most);
  free(search);
}

// MARK: Below

/// Sorts the slots of the own cells, whose points are there in the order of numbers.
static void ck_shared_sort_below(const ck_shared_sorter *sorter, const ck_shared_cell *own,
                                 int64_t cells) {
  ck_world_many_body *shared = sorter->shared;
  const ck_kdtree_range slots = shared->slots;
  ck_kdtree_sort_pass pass =
      ck_kdtree_sort_make(shared->pass.points, CK_MANY_BODY_LEAF, sorter->core);
  pass.permutation = shared->permutation;
  const int64_t bytes = shared->count * (int64_t)sizeof(int32_t);
  ck_shared_memory memory[5];
  for (int k = 0; k < shared->dimension; ++k) {
    memory[k] = ck_shared_map(shared->world, bytes);
    pass.key[k] = memory[k].data;
  }
  // Room behind the spare keys of each cell of a level, down to those of subtrees.
  const int32_t deepest = pass.top > shared->level ? pass.top : shared->level;
  const int64_t padding = (INT64_C(1) << deepest) * CK_KDTREE_PADDING;
  memory[4] = ck_shared_map(shared->world, bytes + padding * (int64_t)sizeof(int32_t));
  pass.spare = memory[4].data;
  for (int64_t at = 0; at < cells; ++at) {
    const ck_shared_cell *cell = &own[at];
    for (int64_t slot = cell->slots.begin; slot < cell->slots.end; ++slot) {
      const int part = slot >= sorter->core;
      const ck_kdtree_lattice *lattice = &sorter->lattice[cell->lattice[part]];
      for (int k = 0; k < shared->dimension; ++k) {
        const int64_t place = slot * ck_stride(shared->dimension) + k;
        pass.key[k][slot] =
            k == 1 && cell->coincides[part]
                ? CK_KDTREE_COINCIDENT
                : ck_kdtree_key(lattice, k,
                                shared->scalar == CK_F64
                                    ? ((const double *)(void *)shared->position)[place]
                                    : (double)((const float *)(void *)shared->position)[place]);
      }
      shared->permutation[slot] = (int32_t)slot;
    }
    ck_kdtree_sort_below(shared->context, &pass, cell->cell);
  }
  for (int k = 0; k < shared->dimension; ++k) { ck_shared_unmap(&memory[k]); }
  ck_shared_unmap(&memory[4]);
  // The numbers follow; positions are sent anew.
  const int64_t count = slots.end - slots.begin;
  int64_t *before = ck_world_allocate(shared->world, count * (int64_t)sizeof *before);
  if (count > 0) { memcpy(before, shared->identity + slots.begin, (size_t)count * sizeof *before); }
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    shared->identity[slot] = before[shared->permutation[slot] - slots.begin];
    shared->permutation[slot] = (int32_t)slot;
  }
  free(before);
}

/// Sorts the numbers of the leaf that has points of both parts, if it is here (ck_kdtree_join_leaf).
static void ck_shared_join_leaf(const ck_shared_sorter *sorter) {
  ck_world_many_body *shared = sorter->shared;
  const int64_t begin = sorter->core / CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF;
  int64_t end = begin + CK_MANY_BODY_LEAF;
  end = end < shared->count ? end : shared->count;
  if (begin == sorter->core || sorter->core >= shared->count) { return; }
  if (begin < shared->slots.begin || begin >= shared->slots.end) { return; }
  for (int64_t next = sorter->core; next < end; ++next) {
    const int64_t number = shared->identity[next];
    int64_t at = next;
    for (; at > begin && shared->identity[at - 1] > number; --at) {
      shared->identity[at] = shared->identity[at - 1];
    }
    shared->identity[at] = number;
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
  const int64_t lists = points * (int64_t)sizeof *sorter.point;
  const int64_t row = 2 * world->size * (int64_t)sizeof *sorter.level;
  sorter.point = ck_world_allocate(world, lists);
  sorter.candidate = ck_world_allocate(world, lists);
  sorter.spare = ck_world_allocate(world, lists);
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
  ck_shared_make_ways(shared);
}
