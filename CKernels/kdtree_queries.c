/// The KD-tree's batched queries: the public entries.
#include "kdtree_queries.h"

#include "isa.h"

// Measured on one thread, in nanoseconds: a query of a radius search, for both walks, and of a
// search for nearest points.
static const double ck_kdtree_rows_ns = 30, ck_kdtree_nearest_ns = 150;

/// Leaves of queries that a thread takes at a time: about 20 us.
enum { CK_KDTREE_NEAREST_LEAVES = 8 };

// MARK: Sorting

void ck_kdtree_radix(uint64_t *keys, uint64_t *room, int32_t count, int32_t bits) {
  for (int32_t shift = 32; shift < 32 + bits; shift += 8) {
    int32_t start[256] = {0}, sum = 0;
    for (int32_t i = 0; i < count; ++i) { start[keys[i] >> shift & 255] += 1; }
    for (int digit = 0; digit < 256; ++digit) {
      const int32_t length = start[digit];
      start[digit] = sum;
      sum += length;
    }
    for (int32_t i = 0; i < count; ++i) { room[start[keys[i] >> shift & 255]++] = keys[i]; }
    memcpy(keys, room, (size_t)count * sizeof *keys);
  }
}

#define CK_HEAP(name) ck_kdtree_##name##_f32
#define CK_NEIGHBOR ck_neighbor_f32
#include "kdtree_heap.inl"
#undef CK_HEAP
#undef CK_NEIGHBOR
#define CK_HEAP(name) ck_kdtree_##name##_f64
#define CK_NEIGHBOR ck_neighbor_f64
#include "kdtree_heap.inl"

// MARK: What all have

static ck_kdtree_view ck_kdtree_view_of(const ck_kdtree *tree) {
  return (ck_kdtree_view){.shape = ck_kdtree_shape_make(tree->count, tree->leaf_size),
                          .permutation = tree->permutation,
                          .slots = tree->slots,
                          .low = tree->low,
                          .high = tree->high};
}

static void ck_kdtree_check(const ck_kdtree_search *search) {
  const ck_kdtree *tree = &search->tree, *queries = &search->queries;
  CK_ASSERT(tree->scalar == CK_F32 || tree->scalar == CK_F64);
  CK_ASSERT(tree->dimension == 2 || tree->dimension == 3);
  CK_ASSERT(queries->scalar == tree->scalar && queries->dimension == tree->dimension);
  CK_ASSERT(tree->count > 0 && tree->count <= INT32_MAX);
  CK_ASSERT(queries->count >= 0 && queries->count <= INT32_MAX);
  CK_ASSERT(tree->leaf_size >= 1 && tree->leaf_size <= CK_KDTREE_LEAF_MAX);
  CK_ASSERT(queries->leaf_size >= 1 && queries->leaf_size <= CK_KDTREE_LEAF_MAX);
  CK_ASSERT(search->radius2 >= 0);
  CK_ASSERT(search->which == CK_KDTREE_ALL || queries->slots == tree->slots);
}

/// The task of the context's instruction set.
static ck_parallel_task *ck_kdtree_task(const ck_isa_space_tasks tasks, const ck_kdtree *tree) {
  return tasks[tree->scalar][tree->dimension - 2];
}

/// Memory for each of some threads.
static void *ck_kdtree_take(ck_context *context, int32_t threads, int64_t bytes) {
  ck_context_reset(context);
  return ck_context_take(context, threads * bytes);
}

// MARK: Radius

/// The nodes whose subtrees are the groups of queries.
static ck_kdtree_range ck_kdtree_groups(const ck_kdtree_search *search,
                                        const ck_kdtree_shape *shape) {
  if (search->node_begin < search->node_end) {
    return (ck_kdtree_range){search->node_begin, search->node_end};
  }
  const int32_t top = shape->height - CK_KDTREE_GROUP_LEVELS;
  return ck_kdtree_level(shape, top < 0 ? 0 : top);
}

static int64_t ck_kdtree_walk(ck_context *context, const ck_kdtree_search *search,
                              ck_kdtree_rows_pass *pass, const ck_isa_space_tasks tasks) {
  pass->tree = ck_kdtree_view_of(&search->tree);
  pass->queries = ck_kdtree_view_of(&search->queries);
  pass->radius2 = search->radius2;
  pass->which = (ck_kdtree_which)search->which;
  const ck_kdtree_range groups = ck_kdtree_groups(search, &pass->queries.shape);
  const bool is_by_slot = search->node_begin < search->node_end;
  pass->first_slot = is_by_slot ? ck_kdtree_slots(&pass->queries.shape, groups.begin).begin : -1;
  const int64_t count =
      is_by_slot ? ck_kdtree_slots(&pass->queries.shape, groups.end - 1).end - pass->first_slot
                 : pass->queries.shape.count;
  const int32_t threads = ck_parallel_threads(context, (double)count * ck_kdtree_rows_ns);
  pass->scratch_bytes = CK_KDTREE_ROWS_BYTES;
  pass->scratch = ck_kdtree_take(context, threads, pass->scratch_bytes);
  ck_parallel_for(threads, groups.begin, groups.end, 1, ck_kdtree_task(tasks, &search->tree), pass);
  return count;
}

int64_t ck_kdtree_count_rows(ck_context *context, const ck_kdtree_search *search, int64_t limit,
                             int64_t *begin) {
  ck_kdtree_check(search);
  ck_kdtree_rows_pass pass = {.begin = begin, .limit = limit};
  begin[0] = 0;
  if (search->queries.count == 0) { return 0; }
  const int64_t rows =
      ck_kdtree_walk(context, search, &pass, ck_isa_select(context)->kdtree_count_rows);
  if (pass.total > limit) { return pass.total; }
  for (int64_t row = 0; row < rows; ++row) { begin[row + 1] += begin[row]; }
  return begin[rows];
}

void ck_kdtree_fill_rows(ck_context *context, const ck_kdtree_search *search, const int64_t *begin,
                         void *neighbors) {
  ck_kdtree_check(search);
  ck_kdtree_rows_pass pass = {.row_begin = begin, .neighbors = neighbors, .limit = INT64_MAX};
  if (search->queries.count == 0) { return; }
  (void)ck_kdtree_walk(context, search, &pass, ck_isa_select(context)->kdtree_fill_rows);
}

// MARK: Nearest

void ck_kdtree_nearest(ck_context *context, const ck_kdtree_search *search, int64_t k,
                       void *neighbors) {
  ck_kdtree_check(search);
  CK_ASSERT(k >= 1 && search->which != CK_KDTREE_ABOVE);
  ck_kdtree_nearest_pass pass = {.tree = ck_kdtree_view_of(&search->tree),
                                 .queries = ck_kdtree_view_of(&search->queries),
                                 .radius2 = search->radius2,
                                 .which = (ck_kdtree_which)search->which,
                                 .k = k,
                                 .neighbors = neighbors};
  const ck_kdtree_shape *shape = &pass.queries.shape;
  const int32_t threads =
      ck_parallel_threads(context, (double)(shape->count * (k + 8) / 16) * ck_kdtree_nearest_ns);
  // A distance and a number of 8 bytes for each of the k nearest, in whole registers.
  const int64_t sorted = k <= CK_KDTREE_SORTED_MAX ? ck_round_up(k, 16) : 0;
  pass.scratch_bytes = ck_round_up(shape->leaf_size * sorted * 16, 128);
  pass.scratch = ck_kdtree_take(context, threads, pass.scratch_bytes);
  ck_parallel_for(threads, 0, shape->leaf_count, CK_KDTREE_NEAREST_LEAVES,
                  ck_kdtree_task(ck_isa_select(context)->kdtree_nearest, &search->tree), &pass);
}
