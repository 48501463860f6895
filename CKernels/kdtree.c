/// The KD-tree's order: the public entries.
#include "isa.h"
#include "kdtree_sort.h"

/// Room around the wanted rank, in standard deviations of the sample's rank.
static const double ck_kdtree_spread = 1.5;

// MARK: Lattice

/// A lattice over a box. False when it has no extent, or one that is not finite.
static bool ck_kdtree_lattice_make(const ck_kdtree_extent *extent, int32_t dimension,
                                   ck_kdtree_lattice *lattice) {
  double widest = 0;
  for (int k = 0; k < dimension; ++k) {
    lattice->half_low[k] = extent->low[k] * 0.5;
    double width = extent->high[k] * 0.5 - lattice->half_low[k];
    widest = width > widest ? width : widest;
  }
  if (!(widest > 0 && widest <= 0x1.fffffffffffffp1023)) { return false; }
  int exponent;
  (void)frexp(widest, &exponent);
  int bits = CK_KDTREE_KEY_BITS - exponent;
  lattice->scale = ldexp(1, bits / 2);
  lattice->scale_more = ldexp(1, bits - bits / 2);
  return true;
}

// MARK: Pivots

/// Pivots around a wanted rank: records with keys below `low` are before it, those with keys from
/// `high` on are not.
typedef struct ck_kdtree_band {
  int32_t low, high;
} ck_kdtree_band;

/// What separates the `rank` smallest keys from the others: those below `key`. With a tie, fewer
/// than `rank` are below it, and more than `rank` are not above it.
typedef struct ck_kdtree_pivot {
  int32_t key;
  bool tie;
} ck_kdtree_pivot;

/// How many keys are below the pivot.
static int32_t ck_kdtree_count_below(const int32_t *keys, int32_t count, int32_t pivot) {
  int32_t below = 0;
  for (int32_t i = 0; i < count; ++i) { below += keys[i] < pivot; }
  return below;
}

/// The pivot for 0 < rank < count. Guesses by interpolation, and halves the range whenever a guess
/// did not.
static ck_kdtree_pivot ck_kdtree_count_pivot(const int32_t *keys, int32_t count, int32_t rank) {
  int32_t low = keys[0], high = keys[0];
  for (int32_t i = 1; i < count; ++i) {
    low = keys[i] < low ? keys[i] : low;
    high = keys[i] > high ? keys[i] : high;
  }
  high += 1;
  int32_t below_low = 0, below_high = count;
  bool halve = false;
  while (high - low > 1) {
    const int32_t width = high - low;
    const float share = ((float)(rank - below_low)) / (float)(below_high - below_low);
    int32_t step = halve ? width / 2 : (int32_t)(share * (float)width);
    step = step < 1 ? 1 : step > width - 1 ? width - 1 : step;
    const int32_t guess = low + step, below = ck_kdtree_count_below(keys, count, guess);
    if (below == rank) { return (ck_kdtree_pivot){guess, false}; }
    if (below < rank) {
      low = guess, below_low = below;
    } else {
      high = guess, below_high = below;
    }
    halve = !halve && high - low > width / 2;
  }
  return (ck_kdtree_pivot){low, true};
}

/// The band that should hold the boundary, which has this share of the keys below it.
static ck_kdtree_band ck_kdtree_sample_band(const int32_t *sample, double share) {
  const double at = share * CK_KDTREE_SAMPLE;
  const double spread = ck_kdtree_spread * __builtin_elementwise_sqrt(at * (1 - share)) + 1;
  int32_t below = (int32_t)(at - spread), above = (int32_t)(at + spread);
  // An end of the sample leaves nothing out, or next to nothing.
  ck_kdtree_band band = {0, CK_KDTREE_COINCIDENT + 1};
  if (below >= 1) { band.low = ck_kdtree_count_pivot(sample, CK_KDTREE_SAMPLE, below).key; }
  // From the key after it on, so that keys which fill the band are told from the rest by their two
  // sides.
  if (above < CK_KDTREE_SAMPLE - 1) {
    band.high = ck_kdtree_count_pivot(sample, CK_KDTREE_SAMPLE, above).key + 1;
  }
  return band;
}

// MARK: Bodies

/// The smallest and largest keys of a node.
typedef struct ck_kdtree_box {
  int32_t low[4], high[4];
} ck_kdtree_box;

#define CK_PASTE(name, type, dimension) ck_##name##_body_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)

#define CK_NAME(name) CK_PASTE_VALUES(name, keys, CK_KEYS)
#define CK_KEYS 3
#define CK_RECORD ck_kdtree_record_3
#define CK_SWAP ck_kdtree_swap_3
#include "kdtree_select.inl"
#undef CK_KEYS
#undef CK_RECORD
#undef CK_SWAP
#define CK_KEYS 4
#define CK_RECORD ck_kdtree_record_4
#define CK_SWAP ck_kdtree_swap_4
#include "kdtree_select.inl"
#undef CK_KEYS
#undef CK_RECORD
#undef CK_SWAP
#undef CK_NAME

#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_D)
#define CK_STRIDE (CK_D == 2 ? 2 : 4)

#define CK_TYPE f32
#define CK_T float
#include "kdtree_dimensions.inl"
#undef CK_TYPE
#undef CK_T
#define CK_TYPE f64
#define CK_T double
#include "kdtree_dimensions.inl"

/// The bodies over positions: by scalar type, then by dimension - 2.
typedef struct ck_kdtree_bodies {
  ck_parallel_body *extent, *keys, *refit_leaves, *refit_inner;
  ck_kdtree_rekey *rekey;
  ck_kdtree_tiebreak *tiebreak;
} ck_kdtree_bodies;

#define CK_BODIES(type, dimension)                                    \
  {                                                                   \
    .extent = ck_kdtree_extent_body_##type##_##dimension,             \
    .keys = ck_kdtree_keys_body_##type##_##dimension,                 \
    .refit_leaves = ck_kdtree_refit_leaves_body_##type##_##dimension, \
    .refit_inner = ck_kdtree_refit_inner_body_##type##_##dimension,   \
    .rekey = ck_kdtree_rekey_body_##type##_##dimension,               \
    .tiebreak = ck_kdtree_tiebreak_body_##type##_##dimension,         \
  }

static const ck_kdtree_bodies ck_kdtree_all_bodies[CK_ISA_SCALARS][CK_ISA_DIMENSIONS] = {
    {CK_BODIES(f32, 2), CK_BODIES(f32, 3), CK_BODIES(f32, 4)},
    {CK_BODIES(f64, 2), CK_BODIES(f64, 3), CK_BODIES(f64, 4)},
};

// MARK: Sort

// Measured: a point and level of the sort, and a point of the refit.
static const double ck_kdtree_sort_ns = 3, ck_kdtree_refit_ns = 3;

static int64_t ck_kdtree_records_size(int32_t dimension, int64_t count) {
  int64_t size =
      dimension == 4 ? (int64_t)sizeof(ck_kdtree_record_4) : (int64_t)sizeof(ck_kdtree_record_3);
  return ck_round_up(count * size, 64);
}

int64_t ck_kdtree_sort_scratch(int32_t dimension, int64_t count) {
  CK_ASSERT(dimension >= 2 && dimension <= 4 && count >= 0);
  int64_t blocks = (count + CK_KDTREE_BLOCK - 1) / CK_KDTREE_BLOCK;
  return ck_kdtree_records_size(dimension, count) + blocks * (int64_t)sizeof(ck_kdtree_extent);
}

static void ck_kdtree_sort_run(const ck_settings *settings, int scalar, int32_t dimension,
                               void *scratch, ck_kdtree_sort_task *task) {
  const int64_t count = task->shape.count;
  const ck_kdtree_bodies *bodies = &ck_kdtree_all_bodies[scalar][dimension - 2];
  const int32_t threads =
      ck_parallel_threads(settings, (double)count * (task->shape.height + 2) * ck_kdtree_sort_ns);
  task->records = scratch;
  task->extents = (ck_kdtree_extent *)((char *)scratch + ck_kdtree_records_size(dimension, count));
  task->rekey = bodies->rekey;
  task->tiebreak = bodies->tiebreak;

  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, bodies->extent, task);
  // The lattice is made on the caller's thread, whose rounding may be any.
  const uint64_t control = ck_control_begin();
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int64_t block = 0; block * CK_KDTREE_BLOCK < count; ++block) {
    for (int k = 0; k < dimension; ++k) {
      ck_kdtree_extend(&extent, k, task->extents[block].low[k]);
      ck_kdtree_extend(&extent, k, task->extents[block].high[k]);
    }
  }
  // Without an extent the scale is zero, and so are all keys.
  (void)ck_kdtree_lattice_make(&extent, dimension, &task->lattice);
  ck_control_end(control);
  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, bodies->keys, task);

  // With threads, the top is done level by level, until there are enough subtrees to keep them all
  // busy to the end.
  int32_t top = 0;
  while (threads > 1 && top < task->shape.height - 1 && INT64_C(1) << top < 8 * (int64_t)threads) {
    top += 1;
  }
  ck_parallel_body *splits =
      dimension == 4 ? ck_kdtree_splits_body_keys_4 : ck_kdtree_splits_body_keys_3;
  ck_parallel_body *subtrees =
      dimension == 4 ? ck_kdtree_subtrees_body_keys_4 : ck_kdtree_subtrees_body_keys_3;
  for (int32_t depth = 0; depth < top; ++depth) {
    ck_kdtree_range nodes = ck_kdtree_level(&task->shape, depth);
    ck_parallel_for(threads, nodes.begin, nodes.end, 1, splits, task);
  }
  ck_kdtree_range nodes = ck_kdtree_level(&task->shape, top);
  ck_parallel_for(threads, nodes.begin, nodes.end, 1, subtrees, task);
}

static ck_kdtree_sort_task ck_kdtree_sort_make(int32_t dimension, int64_t count, int64_t leaf_size,
                                               const void *position, const void *scratch,
                                               int32_t *order) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  CK_ASSERT(count >= 0 && count <= INT32_MAX);
  CK_ASSERT(leaf_size >= 1 && leaf_size <= CK_KDTREE_LEAF_MAX);
  CK_ASSERT((uintptr_t)scratch % 64 == 0);
  return (ck_kdtree_sort_task){.shape = ck_kdtree_shape_make(count, leaf_size),
                               .position = position,
                               .order = order,
                               .core = count};
}

void ck_kdtree_sort_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                        int64_t leaf_size, const float *position, int32_t *order, void *scratch) {
  ck_kdtree_sort_task task =
      ck_kdtree_sort_make(dimension, count, leaf_size, position, scratch, order);
  if (count > 0) { ck_kdtree_sort_run(settings, CK_ISA_F32, dimension, scratch, &task); }
}

void ck_kdtree_sort_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                        int64_t leaf_size, const double *position, int32_t *order, void *scratch) {
  ck_kdtree_sort_task task =
      ck_kdtree_sort_make(dimension, count, leaf_size, position, scratch, order);
  if (count > 0) { ck_kdtree_sort_run(settings, CK_ISA_F64, dimension, scratch, &task); }
}

void ck_kdtree_sort_divided(const ck_settings *settings, int scalar, int32_t dimension,
                            int64_t count, int64_t leaf_size, const void *position, int64_t core,
                            int32_t *order, void *scratch) {
  ck_kdtree_sort_task task =
      ck_kdtree_sort_make(dimension, count, leaf_size, position, scratch, order);
  task.core = core;
  if (count > 0) { ck_kdtree_sort_run(settings, scalar, dimension, scratch, &task); }
}

// MARK: Refit

// Some 5 us.
enum { CK_KDTREE_REFIT_POINTS = 2048, CK_KDTREE_REFIT_NODES = 2048 };

static void ck_kdtree_refit_run(const ck_settings *settings, int scalar, int32_t dimension,
                                int64_t leaf_size, ck_kdtree_refit_task *task) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  const ck_kdtree_shape *shape = &task->shape;
  const ck_kdtree_bodies *bodies = &ck_kdtree_all_bodies[scalar][dimension - 2];
  const int32_t threads = ck_parallel_threads(settings, (double)shape->count * ck_kdtree_refit_ns);
  int64_t block = leaf_size < CK_KDTREE_REFIT_POINTS ? CK_KDTREE_REFIT_POINTS / leaf_size : 1;
  ck_parallel_for(threads, 0, shape->leaf_count, block, bodies->refit_leaves, task);
  // The deepest level has leaves alone.
  for (int32_t depth = shape->height - 1; depth >= 0; --depth) {
    ck_kdtree_range nodes = ck_kdtree_level(shape, depth);
    int64_t inner = shape->leaf_count - 1;
    nodes.end = nodes.end < inner ? nodes.end : inner;
    ck_parallel_for(threads, nodes.begin, nodes.end, CK_KDTREE_REFIT_NODES, bodies->refit_inner,
                    task);
  }
}

void ck_kdtree_refit_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                         int64_t leaf_size, const float *position, const int32_t *order, float *low,
                         float *high) {
  CK_ASSERT(count >= 0 && leaf_size >= 1);
  ck_kdtree_refit_task task = {.shape = ck_kdtree_shape_make(count, leaf_size),
                               .position = position,
                               .order = order,
                               .low = low,
                               .high = high};
  ck_kdtree_refit_run(settings, CK_ISA_F32, dimension, leaf_size, &task);
}

void ck_kdtree_refit_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                         int64_t leaf_size, const double *position, const int32_t *order,
                         double *low, double *high) {
  CK_ASSERT(count >= 0 && leaf_size >= 1);
  ck_kdtree_refit_task task = {.shape = ck_kdtree_shape_make(count, leaf_size),
                               .position = position,
                               .order = order,
                               .low = low,
                               .high = high};
  ck_kdtree_refit_run(settings, CK_ISA_F64, dimension, leaf_size, &task);
}
