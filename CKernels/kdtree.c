/// The KD-tree: the public entries.
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

/// The boundary between the `rank` smallest keys, below `key`, and the others. With a tie, fewer
/// than `rank` are below it, and more than `rank` are not above it.
typedef struct ck_kdtree_pivot {
  int32_t key;
  bool tie;
} ck_kdtree_pivot;

/// The number of keys below the pivot.
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

// MARK: Tasks

/// The smallest and largest keys of a node.
typedef struct ck_kdtree_box {
  int32_t low[4], high[4];
} ck_kdtree_box;

#define CK_PASTE(name, type, dimension) ck_##name##_##type##_##dimension
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

#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_AXES)
#define CK_STRIDE (CK_AXES == 2 ? 2 : 4)

#define CK_TYPE f32
#define CK_SCALAR float
#include "kdtree_dimensions.inl"
#undef CK_TYPE
#undef CK_SCALAR
#define CK_TYPE f64
#define CK_SCALAR double
#include "kdtree_dimensions.inl"

/// The tasks over positions: by scalar type, then by dimension - 2.
typedef struct ck_kdtree_tasks {
  ck_parallel_task *extent, *keys, *refit_leaves, *refit_inner;
  ck_kdtree_rekey *rekey;
  ck_kdtree_tiebreak *tiebreak;
} ck_kdtree_tasks;

#define CK_TASKS(type, dimension)                                                                 \
  {                                                                                               \
    .extent = ck_kdtree_extent_##type##_##dimension, .keys = ck_kdtree_keys_##type##_##dimension, \
    .refit_leaves = ck_kdtree_refit_leaves_##type##_##dimension,                                  \
    .refit_inner = ck_kdtree_refit_inner_##type##_##dimension,                                    \
    .rekey = ck_kdtree_rekey_##type##_##dimension,                                                \
    .tiebreak = ck_kdtree_tiebreak_##type##_##dimension,                                          \
  }

static const ck_kdtree_tasks ck_kdtree_all_tasks[CK_ISA_SCALARS][CK_ISA_DIMENSIONS] = {
    {CK_TASKS(f32, 2), CK_TASKS(f32, 3), CK_TASKS(f32, 4)},
    {CK_TASKS(f64, 2), CK_TASKS(f64, 3), CK_TASKS(f64, 4)},
};

// MARK: Sort

// Measured, in nanoseconds: a point and level of the sort, and a point of the refit.
static const double ck_kdtree_sort_ns = 3, ck_kdtree_refit_ns = 3;

static int64_t ck_kdtree_record_size(int32_t dimension) {
  return dimension == 4 ? (int64_t)sizeof(ck_kdtree_record_4) : (int64_t)sizeof(ck_kdtree_record_3);
}

/// Makes the lattice over all points. On the caller's thread, which may have any rounding mode.
static void ck_kdtree_lay_lattice(ck_kdtree_sort_pass *pass) {
  const uint64_t control = ck_control_begin();
  ck_kdtree_extent extent = ck_kdtree_extent_empty;
  for (int64_t block = 0; block * CK_KDTREE_BLOCK < pass->points.count; ++block) {
    for (int k = 0; k < pass->points.dimension; ++k) {
      ck_kdtree_extend(&extent, k, pass->extents[block].low[k]);
      ck_kdtree_extend(&extent, k, pass->extents[block].high[k]);
    }
  }
  // Without an extent the scale is zero, and so are all keys.
  (void)ck_kdtree_lattice_make(&extent, pass->points.dimension, &pass->lattice);
  ck_control_end(control);
}

/// Splits nodes from the root down. With several threads, the top is done level by level, until
/// there are enough subtrees to keep all threads busy to the end.
static void ck_kdtree_split_all(int32_t threads, ck_kdtree_sort_pass *pass) {
  const bool has_4_keys = pass->points.dimension == 4;
  ck_parallel_task *splits = has_4_keys ? ck_kdtree_splits_keys_4 : ck_kdtree_splits_keys_3;
  ck_parallel_task *subtrees = has_4_keys ? ck_kdtree_subtrees_keys_4 : ck_kdtree_subtrees_keys_3;
  int32_t top = 0;
  while (threads > 1 && top < pass->shape.height - 1 && INT64_C(1) << top < 8 * (int64_t)threads) {
    ck_kdtree_range nodes = ck_kdtree_level(&pass->shape, top);
    ck_parallel_for(threads, nodes.begin, nodes.end, 1, splits, pass);
    top += 1;
  }
  ck_kdtree_range nodes = ck_kdtree_level(&pass->shape, top);
  ck_parallel_for(threads, nodes.begin, nodes.end, 1, subtrees, pass);
}

void ck_kdtree_sort_divided(ck_context *context, ck_points points, int64_t leaf_size, int64_t core,
                            int32_t *permutation) {
  const int64_t count = points.count;
  if (count == 0) { return; }
  const ck_kdtree_tasks *tasks = &ck_kdtree_all_tasks[points.scalar][points.dimension - 2];
  ck_kdtree_sort_pass pass = {.shape = ck_kdtree_shape_make(count, leaf_size),
                              .points = points,
                              .permutation = permutation,
                              .core = core,
                              .rekey = tasks->rekey,
                              .tiebreak = tasks->tiebreak};
  const int64_t blocks = (count + CK_KDTREE_BLOCK - 1) / CK_KDTREE_BLOCK;
  ck_context_reset(context);
  pass.records = ck_context_take(context, count * ck_kdtree_record_size(points.dimension));
  pass.extents = ck_context_take(context, blocks * (int64_t)sizeof *pass.extents);
  const double levels = pass.shape.height + 2;
  const int32_t threads = ck_parallel_threads(context, (double)count * levels * ck_kdtree_sort_ns);
  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, tasks->extent, &pass);
  ck_kdtree_lay_lattice(&pass);
  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, tasks->keys, &pass);
  ck_kdtree_split_all(threads, &pass);
}

void ck_kdtree_sort(ck_context *context, ck_points points, int64_t leaf_size,
                    int32_t *permutation) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(points.count <= INT32_MAX);
  CK_ASSERT(leaf_size >= 1 && leaf_size <= CK_KDTREE_LEAF_MAX);
  ck_kdtree_sort_divided(context, points, leaf_size, points.count, permutation);
}

// MARK: Refit

// About 5 us.
enum { CK_KDTREE_REFIT_POINTS = 2048, CK_KDTREE_REFIT_NODES = 2048 };

void ck_kdtree_refit(ck_context *context, ck_points points, int64_t leaf_size,
                     const int32_t *permutation, void *low, void *high, void *slots) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(leaf_size >= 1);
  ck_kdtree_refit_pass pass = {.shape = ck_kdtree_shape_make(points.count, leaf_size),
                               .points = points,
                               .permutation = permutation,
                               .low = low,
                               .high = high,
                               .slots = slots};
  const ck_kdtree_shape *shape = &pass.shape;
  const ck_kdtree_tasks *tasks = &ck_kdtree_all_tasks[points.scalar][points.dimension - 2];
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_kdtree_refit_ns);
  const int64_t block = leaf_size < CK_KDTREE_REFIT_POINTS ? CK_KDTREE_REFIT_POINTS / leaf_size : 1;
  ck_parallel_for(threads, 0, shape->leaf_count, block, tasks->refit_leaves, &pass);
  // The deepest level has leaves alone.
  for (int32_t depth = shape->height - 1; depth >= 0; --depth) {
    ck_kdtree_range nodes = ck_kdtree_level(shape, depth);
    const int64_t inner = shape->leaf_count - 1;
    nodes.end = nodes.end < inner ? nodes.end : inner;
    ck_parallel_for(threads, nodes.begin, nodes.end, CK_KDTREE_REFIT_NODES, tasks->refit_inner,
                    &pass);
  }
}
