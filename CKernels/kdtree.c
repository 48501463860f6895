/// The KD-tree: the public entries.
#include "isa.h"
#include "kdtree_sort.h"

// MARK: Lattice

bool ck_kdtree_lattice_make(const ck_kdtree_extent *extent, int32_t dimension,
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

// MARK: Tasks

#define CK_PASTE(name, type, dimension) ck_##name##_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)

#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_AXES)
#define CK_STRIDE (CK_AXES == 2 ? 2 : 4)

#define CK_TYPE f32
#define CK_SCALAR float
#include "kdtree_dimensions.inl"
#undef CK_TYPE
#undef CK_SCALAR
#ifndef CK_ONLY_F32
#define CK_TYPE f64
#define CK_SCALAR double
#include "kdtree_dimensions.inl"
#endif

/// The passes over positions that are not in the variants: by scalar type, then by dimension - 2.
typedef struct ck_kdtree_tasks {
  ck_parallel_task *refit_leaves, *refit_inner;
  ck_kdtree_rekey *rekey;
  ck_kdtree_tiebreak *tiebreak;
} ck_kdtree_tasks;

#define CK_TASKS(type, dimension)                                                          \
  {                                                                                        \
    .refit_leaves = CK_PART(type, dimension, ck_kdtree_refit_leaves_##type##_##dimension), \
    .refit_inner = CK_PART(type, dimension, ck_kdtree_refit_inner_##type##_##dimension),   \
    .rekey = CK_PART(type, dimension, ck_kdtree_rekey_##type##_##dimension),               \
    .tiebreak = CK_PART(type, dimension, ck_kdtree_tiebreak_##type##_##dimension),         \
  }

static const ck_kdtree_tasks ck_kdtree_all_tasks[CK_ISA_SCALARS][CK_ISA_DIMENSIONS] = {
    {CK_TASKS(f32, 2), CK_TASKS(f32, 3), CK_TASKS(f32, 4)},
    {CK_TASKS(f64, 2), CK_TASKS(f64, 3), CK_TASKS(f64, 4)},
};

// MARK: Sort

// Measured, in nanoseconds: a point and level of the sort, and a point of the refit.
static const double ck_kdtree_sort_ns = 1.5, ck_kdtree_refit_ns = 3;

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

/// The level whose nodes are sorted by a task each, by the number of points alone: 64 to 128 tasks
/// for 100,000 points and more.
static int32_t ck_kdtree_top(const ck_kdtree_shape *shape) {
  int32_t top = 0;
  while (top < CK_KDTREE_TOP_LEVELS && top < shape->height - 1 &&
         shape->count >> (top + 1) >= CK_KDTREE_TOP_POINTS) {
    top += 1;
  }
  return top;
}

/// The nodes of a level below a node, which is above it or on it.
static ck_kdtree_range ck_kdtree_nodes_below(const ck_kdtree_shape *shape, int64_t node,
                                             int32_t level) {
  const int32_t below = level - ck_kdtree_depth(node);
  const int64_t first = ((node + 1) << below) - 1, end = first + (INT64_C(1) << below);
  return (ck_kdtree_range){first, end < shape->node_count ? end : shape->node_count};
}

void ck_kdtree_sort_below(ck_context *context, ck_kdtree_sort_pass *pass, int64_t node) {
  const ck_isa_kernels *kernels = ck_isa_select(context);
  const ck_kdtree_range slots = ck_kdtree_slots(&pass->shape, node);
  const int32_t depth = ck_kdtree_depth(node), top = pass->top > depth ? pass->top : depth;
  const double levels = pass->shape.height + 2 - depth;
  const int32_t threads =
      ck_parallel_threads(context, (double)(slots.end - slots.begin) * levels * ck_kdtree_sort_ns);
  // The top level by level, then subtree by subtree.
  for (int32_t level = depth; level < top; ++level) {
    const ck_kdtree_range nodes = ck_kdtree_nodes_below(&pass->shape, node, level);
    ck_parallel_for(threads, nodes.begin, nodes.end, 1, kernels->kdtree_splits, pass);
  }
  const int32_t usual = pass->top;
  pass->top = top;
  const ck_kdtree_range nodes = ck_kdtree_nodes_below(&pass->shape, node, top);
  ck_parallel_for(threads, nodes.begin, nodes.end, 1, kernels->kdtree_subtrees, pass);
  pass->top = usual;
}

ck_kdtree_sort_pass ck_kdtree_sort_make(ck_points points, int64_t leaf_size, int64_t core) {
  const ck_kdtree_tasks *tasks = &ck_kdtree_all_tasks[points.scalar][points.dimension - 2];
  ck_kdtree_sort_pass pass = {.shape = ck_kdtree_shape_make(points.count, leaf_size),
                              .points = points,
                              .core = core,
                              .rekey = tasks->rekey,
                              .tiebreak = tasks->tiebreak};
  pass.top = ck_kdtree_top(&pass.shape);
  return pass;
}

void ck_kdtree_sort_divided(ck_context *context, ck_points points, int64_t leaf_size, int64_t core,
                            int32_t *permutation) {
  const int64_t count = points.count;
  if (count == 0) { return; }
  const ck_isa_kernels *kernels = ck_isa_select(context);
  ck_kdtree_sort_pass pass = ck_kdtree_sort_make(points, leaf_size, core);
  pass.permutation = permutation;
  const int64_t blocks = (count + CK_KDTREE_BLOCK - 1) / CK_KDTREE_BLOCK;
  ck_context_reset(context);
  for (int k = 0; k < points.dimension; ++k) {
    pass.key[k] = ck_context_take(context, count * (int64_t)sizeof *pass.key[k]);
  }
  const int64_t spare = count + (INT64_C(1) << pass.top) * CK_KDTREE_PADDING;
  pass.spare = ck_context_take(context, spare * (int64_t)sizeof *pass.spare);
  pass.extents = ck_context_take(context, blocks * (int64_t)sizeof *pass.extents);
  const double levels = pass.shape.height + 2;
  const int32_t threads = ck_parallel_threads(context, (double)count * levels * ck_kdtree_sort_ns);
  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, ck_isa_task(kernels->kdtree_extent, points),
                  &pass);
  ck_kdtree_lay_lattice(&pass);
  ck_parallel_for(threads, 0, count, CK_KDTREE_BLOCK, ck_isa_task(kernels->kdtree_keys, points),
                  &pass);
  ck_kdtree_sort_below(context, &pass, 0);
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
