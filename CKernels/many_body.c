/// Many-body by tree: the public entries.
#include "many_body.h"

#include "isa.h"

// Points of one block when all points are read: some 10 us.
enum { CK_MANY_BODY_BLOCK = 8192 };

// By dimension. What theta is multiplied by, so that the usual 0.9 gives the errors the
// documentation says; by how much larger a cell is taken than it is, for each level it is higher;
// the theta below which the higher of the two orders is used.
static const double ck_many_body_theta[2] = {0.92, 1}, ck_many_body_growth_rate[2] = {1.05, 1.06};
static const double ck_many_body_order_theta[2] = {0.699, 0.999};
// Below this theta Double throughout.
static const double ck_many_body_double_theta = 0.349;
// Above this distanceMin, in lattice units, Double throughout: in Float the product of two softened
// squares would overflow.
static const double ck_many_body_double_distance_min = 0x1p32;
// And below so many lattice units to one of the layout, whose longest side is then 2^64: relative
// to those units, the force of a neighbour would overflow in Float.
static const double ck_many_body_double_per_unit = 0x1p-35;

// Measured, in nanoseconds: a point that is refitted, and one that is walked.
static const double ck_many_body_refit_ns = 12, ck_many_body_walk_ns = 60;

// Work of one cell of the far field, in pairs of points.
static const double ck_many_body_far_pairs = 80;
// MARK: Memory

struct ck_many_body {
  char *memory;
  int64_t bytes;
  ck_many_body_walk *walks;
  int32_t walk_count;
  int32_t *lists;
  int64_t list_capacity;
};

static void *ck_many_body_allocate(int64_t bytes) {
  void *memory = aligned_alloc(64, (size_t)ck_round_up(bytes, 64));
  if (memory == NULL) {
    (void)fprintf(stderr, "CForceKernels: no memory for %lld bytes of the many-body tree\n",
                  (long long)bytes);
    abort();
  }
  return memory;
}

ck_many_body *ck_many_body_create(void) {
  ck_many_body *tree = ck_many_body_allocate(sizeof *tree);
  *tree = (ck_many_body){0};
  return tree;
}

void ck_many_body_destroy(ck_many_body *tree) {
  if (tree == NULL) { return; }
  free(tree->memory);
  free(tree->walks);
  free(tree->lists);
  free(tree);
}

char *ck_many_body_reserve(ck_many_body *tree, int64_t bytes) {
  if (tree->bytes < bytes) {
    free(tree->memory);
    tree->memory = ck_many_body_allocate(bytes);
    tree->bytes = bytes;
  }
  return tree->memory;
}

/// One walk for each thread. Lists hold whole groups past their end.
static void ck_many_body_reserve_walks(ck_many_body *tree, int32_t threads, int64_t cells) {
  enum { LISTS = 2 * CK_MANY_BODY_LEVELS + 4 };
  if (tree->walk_count >= threads && tree->list_capacity >= cells + 64) { return; }
  free(tree->walks);
  free(tree->lists);
  tree->walk_count = threads;
  tree->list_capacity = cells + cells / 8 + 64;
  tree->walks = ck_many_body_allocate(threads * (int64_t)sizeof *tree->walks);
  // Touched only as far as lists get long.
  tree->lists =
      ck_many_body_allocate(threads * LISTS * tree->list_capacity * (int64_t)sizeof *tree->lists);
  for (int32_t number = 0; number < threads; ++number) {
    ck_many_body_walk *walk = &tree->walks[number];
    int32_t *list = tree->lists + number * LISTS * tree->list_capacity;
    walk->work = list;
    walk->far = list + tree->list_capacity;
    walk->near = list + 2 * tree->list_capacity;
    walk->soft = list + 3 * tree->list_capacity;
    for (int level = 0; level < CK_MANY_BODY_LEVELS; ++level) {
      walk->next[level] = list + (4 + 2 * level) * tree->list_capacity;
      walk->pending[level] = list + (5 + 2 * level) * tree->list_capacity;
    }
    atomic_init(&walk->taken, false);
  }
}

// MARK: The lattice

/// What a block of points needs of the lattice.
typedef struct ck_many_body_extent {
  double low[3], high[3], strength;
} ck_many_body_extent;

typedef struct ck_many_body_extents {
  const ck_many_body_task *task;
  int32_t dimension;
  ck_many_body_extent *block;
} ck_many_body_extents;

static CK_INLINE void ck_many_body_extend(ck_many_body_extent *extent, int k, double x) {
  extent->low[k] = x < extent->low[k] ? x : extent->low[k];
  extent->high[k] = x > extent->high[k] ? x : extent->high[k];
}

static CK_INLINE void ck_many_body_extent_of(const ck_many_body_extents *extents, int64_t begin,
                                             int64_t end, int dimension, bool is_f64) {
  const ck_many_body_task *task = extents->task;
  const double *position = task->position, *strength = task->strength;
  const float *position_f32 = task->position, *strength_f32 = task->strength;
  const int64_t stride = ck_stride(dimension);
  ck_many_body_extent extent = {.strength = 0};
  for (int k = 0; k < 3; ++k) {
    extent.low[k] = INFINITY;
    extent.high[k] = -INFINITY;
  }
  for (int64_t i = begin; i < end; ++i) {
    for (int k = 0; k < dimension; ++k) {
      ck_many_body_extend(&extent, k,
                          is_f64 ? position[i * stride + k] : (double)position_f32[i * stride + k]);
    }
    const double size = fabs(is_f64 ? strength[i] : (double)strength_f32[i]);
    extent.strength = size > extent.strength ? size : extent.strength;
  }
  extents->block[begin / CK_MANY_BODY_BLOCK] = extent;
}

static void ck_many_body_extent_body(void *context, int64_t begin, int64_t end) {
  const ck_many_body_extents *extents = context;
  const bool is_f64 = extents->task->is_f64;
  if (extents->dimension == 2) {
    if (is_f64) {
      ck_many_body_extent_of(extents, begin, end, 2, true);
    } else {
      ck_many_body_extent_of(extents, begin, end, 2, false);
    }
  } else if (is_f64) {
    ck_many_body_extent_of(extents, begin, end, 3, true);
  } else {
    ck_many_body_extent_of(extents, begin, end, 3, false);
  }
}

/// Lays the lattice over all points: about 2^30 units along the longest side, strengths at most 2.
/// It is not much finer than distanceMin and the coordinates themselves, whose squares must not
/// overflow in Double.
static void ck_many_body_lay_lattice(const ck_settings *settings, int32_t dimension,
                                     ck_many_body *tree, ck_many_body_task *task) {
  const int64_t blocks = (task->count + CK_MANY_BODY_BLOCK - 1) / CK_MANY_BODY_BLOCK;
  ck_many_body_extents extents = {.task = task, .dimension = dimension};
  extents.block =
      (ck_many_body_extent *)ck_many_body_reserve(tree, blocks * (int64_t)sizeof *extents.block);
  int32_t threads = ck_parallel_threads(settings, (double)task->count * 2);
  ck_parallel_for(threads, 0, task->count, CK_MANY_BODY_BLOCK, ck_many_body_extent_body, &extents);
  double half = 0, strength = 0, largest = sqrt(task->distance_min2);
  for (int k = 0; k < dimension; ++k) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t block = 0; block < blocks; ++block) {
      low = fmin(low, extents.block[block].low[k]);
      high = fmax(high, extents.block[block].high[k]);
      strength = fmax(strength, extents.block[block].strength);
    }
    task->origin[k] = low / 2 + high / 2;
    half = fmax(half, high / 2 - low / 2);
    largest = fmax(largest, fmax(fabs(low), fabs(high)));
  }
  int side = 0, size = 0, coarsest = 0;
  (void)frexp(half, &side);
  (void)frexp(strength, &size);
  (void)frexp(largest, &coarsest);
  if (side < coarsest - 400) { side = coarsest - 400; }
  if (side < -900) { side = -900; }
  if (size < -900) { size = -900; }
  task->per_unit = ldexp(1, 29 - side);
  task->strength_scale = ldexp(1, 1 - size);
  task->force_scale = ldexp(1, 29 - side + size - 1);
  task->distance_min = sqrt(task->distance_min2) * task->per_unit;
  task->distance_max = sqrt(task->distance_max2) * task->per_unit;
}

// MARK: A pass

ck_many_body_passes ck_many_body_choose(const ck_settings *settings, int32_t dimension, int scalar,
                                        int order, ck_many_body_task *task) {
  for (int k = 0; k < 3 && scalar == CK_ISA_F64; ++k) { task->origin[k] = 0; }
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  const int orders[2][2] = {{CK_MANY_BODY_ORDER_2D, CK_MANY_BODY_ORDER_2D_ACCURATE},
                            {CK_MANY_BODY_ORDER_3D, CK_MANY_BODY_ORDER_3D_ACCURATE}};
  return (ck_many_body_passes){
      .scalar = scalar,
      .order = order,
      .refit = kernels->many_body_refit[scalar][dimension - 2][order],
      .join = kernels->many_body_join[scalar][dimension - 2][order],
      .walk = kernels->many_body[scalar][dimension - 2][order],
      .moment_row = CK_MANY_BODY_MOMENTS(dimension, orders[dimension - 2][order])};
}

/// The level whose cells are the tasks: one task for one thread, else some for each, with little of
/// the path above them to be walked anew by each. The cells whose radii say how stale an order is
/// must be below it, as tasks add those up.
static int32_t ck_many_body_task_level(const ck_kdtree_shape *shape, int32_t threads) {
  if (threads == 1) { return 0; }
  int32_t level = 0;
  while (level < 8 && (INT64_C(4) << (2 * level)) < shape->leaf_count &&
         level < shape->height - CK_MANY_BODY_UPPER) {
    level += 1;
  }
  return level;
}

static void ck_many_body_lay_out(ck_many_body *tree, int32_t dimension,
                                 const ck_many_body_passes *passes, ck_many_body_task *task) {
  const int64_t size = passes->scalar == CK_ISA_F64 ? 8 : 4, cells = task->shape.node_count;
  const int64_t sphere = ck_round_up(cells * 4 * size, 64),
                box = ck_round_up(cells * 2 * dimension * 8, 64);
  const int64_t mass = ck_round_up(cells * size, 64),
                moments = ck_round_up(cells * passes->moment_row * size, 64);
  const int64_t points = task->shape.leaf_count * CK_MANY_BODY_LEAF * (dimension + 1) * size;
  char *memory = ck_many_body_reserve(tree, sphere + box + mass + moments + points);
  task->sphere = memory;
  task->box = memory + sphere;
  task->mass = memory + sphere + box;
  task->moments = memory + sphere + box + mass;
  task->points = memory + sphere + box + mass + moments;
}

void ck_many_body_refit(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                        const ck_many_body_passes *passes, ck_many_body_task *task) {
  ck_many_body_lay_out(tree, dimension, passes, task);
  atomic_store(&task->leaf_radius, 0);
  atomic_store(&task->cell_radius, 0);
  atomic_store(&task->narrow_leaves, 0);
  int32_t threads = ck_parallel_threads(settings, (double)task->count * ck_many_body_refit_ns);
  task->task_level = ck_many_body_task_level(&task->shape, threads);
  ck_parallel_for(threads, 0, INT64_C(1) << task->task_level, 1, passes->refit, task);
  const int64_t top = ck_many_body_level(task->task_level);
  ck_parallel_for(1, 0, top, top, passes->join, task);
}

static void ck_many_body_run(const ck_settings *settings, int32_t dimension,
                             ck_many_body_task *task, double theta, int32_t *order,
                             ck_many_body_order *state, ck_many_body *tree,
                             ck_many_body_report *report) {
  CK_ASSERT(dimension == 2 || dimension == 3);
  CK_ASSERT(task->count >= 0 && task->count <= INT32_MAX);
  CK_ASSERT(theta > 0 && task->distance_min2 >= 0 && task->distance_max2 >= 0);
  *report = (ck_many_body_report){0};
  if (task->count == 0) { return; }
  const uint64_t control = ck_control_begin();
  task->order = order;
  task->shape = ck_kdtree_shape_make(task->count, CK_MANY_BODY_LEAF);
  const double wanted = theta * ck_many_body_theta[dimension - 2], ratio = wanted < 1 ? wanted : 1;
  task->theta2 = ratio * ratio;
  // Soft cells have no expansion beyond their two centres, so they have to be small for a small
  // theta.
  task->soft_theta2 = task->theta2 * task->theta2 * task->theta2 * task->theta2 / 16;
  task->bursts = task->distance_max2 < (double)INFINITY ? 0 : ~UINT32_C(0);
  task->growth[0] = 1;
  for (int level = 1; level < CK_MANY_BODY_LEVELS; ++level) {
    task->growth[level] = task->growth[level - 1] * ck_many_body_growth_rate[dimension - 2];
  }
  ck_many_body_lay_lattice(settings, dimension, tree, task);
  const bool is_f64 = (task->is_f64 && theta < ck_many_body_double_theta) ||
                      task->distance_min > ck_many_body_double_distance_min ||
                      task->per_unit < ck_many_body_double_per_unit;
  const int scalar = is_f64 ? CK_ISA_F64 : CK_ISA_F32,
            better = theta < ck_many_body_order_theta[dimension - 2] ? 1 : 0;
  ck_many_body_passes passes = ck_many_body_choose(settings, dimension, scalar, better, task);
  ck_many_body_prepare(settings, dimension, tree, &passes, task, order, state);

  int32_t threads = ck_parallel_threads(settings, (double)task->count * ck_many_body_walk_ns);
  task->task_level = ck_many_body_task_level(&task->shape, threads);
  ck_many_body_reserve_walks(tree, threads, task->shape.node_count);
  task->walks = tree->walks;
  task->walk_count = tree->walk_count;
  ck_parallel_for(threads, 0, INT64_C(1) << task->task_level, 1, passes.walk, task);

  report->near_pairs = atomic_load(&task->near_pairs);
  report->far_cells = atomic_load(&task->far_cells);
  report->is_f64 = passes.scalar == CK_ISA_F64;
  const double work =
      (double)report->near_pairs + ck_many_body_far_pairs * (double)report->far_cells;
  // The first walk after a sort says what a fresh order costs; what later ones cost more adds up
  // until sorting pays.
  if (state->work == 0) { state->work = work; }
  if (work > state->work) { state->excess += work - state->work; }
  ck_control_end(control);
}

void ck_many_body_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                      const float *position, const float *strength, float theta,
                      float distance_min2, float distance_max2, float alpha, ck_jiggle jiggle,
                      int32_t *order, ck_many_body_order *state, ck_many_body *tree,
                      float *velocity, ck_many_body_report *report) {
  ck_many_body_task task = {.is_f64 = false,
                            .count = count,
                            .position = position,
                            .strength = strength,
                            .velocity = velocity,
                            .alpha = (double)alpha,
                            .distance_min2 = (double)distance_min2,
                            .distance_max2 = (double)distance_max2,
                            .jiggle = jiggle};
  ck_many_body_run(settings, dimension, &task, (double)theta, order, state, tree, report);
}

void ck_many_body_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                      const double *position, const double *strength, double theta,
                      double distance_min2, double distance_max2, double alpha, ck_jiggle jiggle,
                      int32_t *order, ck_many_body_order *state, ck_many_body *tree,
                      double *velocity, ck_many_body_report *report) {
  ck_many_body_task task = {.is_f64 = true,
                            .count = count,
                            .position = position,
                            .strength = strength,
                            .velocity = velocity,
                            .alpha = alpha,
                            .distance_min2 = distance_min2,
                            .distance_max2 = distance_max2,
                            .jiggle = jiggle};
  ck_many_body_run(settings, dimension, &task, theta, order, state, tree, report);
}
