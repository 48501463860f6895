/// Many-body by tree in two and three dimensions: a fast multipole method (Greengard and Rokhlin
/// 1987, doi:10.1016/0021-9991(87)90140-9; Dehnen 2002, doi:10.1006/jcph.2002.7026).
///
/// The points are in the leaves of a KD-tree, 16 to a leaf. A pass
///
/// 1. lays a lattice over the layout, and chooses Float or Double and the degree (this file),
/// 2. sorts the points again if their permutation has become too stale (many_body_sort.c,
///    many_body_outliers.c, kdtree.c),
/// 3. computes all cells of the tree from where the points are now (many_body_tree.c,
///    many_body_refit.inl),
/// 4. walks from the root down (many_body.inl): each cell finds out which cells are far enough to
///    act as a whole (many_body_accept.inl), adds their expansions (many_body_far.inl,
///    expansion_*.inl), and leaves the rest to its children; leaves meet what is left point by
///    point (many_body_near.inl).
///
/// Each file reads from its last function up. A node is a node of the graph, a point its position,
/// a cell a node of the tree.
#include "many_body_stages.h"

#include "many_body_error.h"

// Points of one block when all points are read: about 2 us.
enum { CK_MANY_BODY_BLOCK = 1024 };

// By dimension. The factor on theta, so that the usual 0.9 gives the documented errors; the factor
// on a cell's radius for each level it is higher; the theta below which the higher degree is used.
// The last is a little below the theta of the documentation, so that a theta in Float, which may be
// a little below its Double, decides alike.
static const double ck_many_body_theta[2] = {0.92, 1}, ck_many_body_radius_rate[2] = {1.05, 1.06};
static const double ck_many_body_degree_theta[2] = {0.699, 0.999};
// Below this theta, positions in Double are computed in Double; those in Float stay in Float.
static const double ck_many_body_double_theta = 0.349;
// The same by accuracy, each a little below the round number.
static const double ck_many_body_degree_accuracy[2] = {0.99e-4, 0.99e-1};
// Above this distanceMin, in lattice units, Double throughout: in Float the product of two softened
// squares would overflow.
static const double ck_many_body_double_distance_min = 0x1p32;
// Below this scale the pass computes in Double. The longest side of the layout is then about 2^64,
// and in Float the force of a neighbour would overflow in lattice units.
static const double ck_many_body_double_per_unit = 0x1p-35;

// Room that lists have at first, in items.
enum { CK_MANY_BODY_FEW = 512 };

// Measured: nanoseconds for a point that is walked, and for one that is pushed.
static const double ck_many_body_walk_ns = 60, ck_many_body_push_ns = 4;
// Leaves of a block that is pushed.
enum { CK_MANY_BODY_PUSH_LEAVES = 64 };

// Work of one cell of the far field, in pairs of points.
static const double ck_many_body_far_pairs = 80;

// MARK: The lattice

typedef struct ck_many_body_extents {
  const ck_many_body_pass *pass;
  /// The first point, and the extents of blocks of points from there on.
  int64_t first;
  ck_many_body_extent *block;
} ck_many_body_extents;

static CK_INLINE ck_many_body_extent ck_many_body_extent_empty(void) {
  return (ck_many_body_extent){.low = {INFINITY, INFINITY, INFINITY},
                               .high = {-INFINITY, -INFINITY, -INFINITY}};
}

static CK_INLINE void ck_many_body_extend(ck_many_body_extent *extent, int k, double x) {
  extent->low[k] = x < extent->low[k] ? x : extent->low[k];
  extent->high[k] = x > extent->high[k] ? x : extent->high[k];
}

static CK_INLINE void ck_many_body_extent_of(const ck_many_body_extents *extents, int64_t begin,
                                             int64_t end, int dimension, bool is_f64) {
  const ck_many_body_pass *pass = extents->pass;
  const double *position = pass->points.position, *strength = pass->law.strength;
  const float *position_f32 = pass->points.position, *strength_f32 = pass->law.strength;
  const int64_t stride = ck_stride(dimension);
  ck_many_body_extent extent = ck_many_body_extent_empty();
  for (int64_t i = begin; i < end; ++i) {
    for (int k = 0; k < dimension; ++k) {
      ck_many_body_extend(&extent, k,
                          is_f64 ? position[i * stride + k] : (double)position_f32[i * stride + k]);
    }
    const double size = fabs(is_f64 ? strength[i] : (double)strength_f32[i]);
    extent.strength = size > extent.strength ? size : extent.strength;
  }
  extents->block[(begin - extents->first) / CK_MANY_BODY_BLOCK] = extent;
}

CK_TASK(ck_many_body_extent_task) {
  const ck_many_body_extents *extents = shared;
  const bool is_f64 = ck_many_body_has_f64_input(extents->pass);
  if (extents->pass->points.dimension == 2) {
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

ck_many_body_extent ck_many_body_measure_extent(ck_context *context, const ck_many_body_pass *pass,
                                                int64_t begin, int64_t end) {
  const int64_t blocks = (end - begin + CK_MANY_BODY_BLOCK - 1) / CK_MANY_BODY_BLOCK;
  ck_many_body_extents extents = {.pass = pass, .first = begin};
  ck_context_reset(context);
  extents.block = ck_context_take(context, blocks * (int64_t)sizeof *extents.block);
  const int32_t threads = ck_parallel_threads(context, (double)(end - begin) * 2);
  ck_parallel_for(threads, begin, end, CK_MANY_BODY_BLOCK, ck_many_body_extent_task, &extents);
  ck_many_body_extent all = ck_many_body_extent_empty();
  for (int64_t block = 0; block < blocks; ++block) {
    for (int k = 0; k < pass->points.dimension; ++k) {
      all.low[k] = fmin(all.low[k], extents.block[block].low[k]);
      all.high[k] = fmax(all.high[k], extents.block[block].high[k]);
    }
    all.strength = fmax(all.strength, extents.block[block].strength);
  }
  return all;
}

// About 2^30 units along the longest side, strengths at most 2. The lattice is not much finer than
// distanceMin and the coordinates themselves, whose squares must not overflow in Double.
void ck_many_body_set_lattice(ck_many_body_pass *pass, const ck_many_body_extent *extent) {
  double half = 0, largest = sqrt(pass->law.distance_min2);
  for (int k = 0; k < pass->points.dimension; ++k) {
    const double low = extent->low[k], high = extent->high[k];
    pass->origin[k] = low / 2 + high / 2;
    half = fmax(half, high / 2 - low / 2);
    largest = fmax(largest, fmax(fabs(low), fabs(high)));
  }
  int side = 0, size = 0, coarsest = 0;
  (void)frexp(half, &side);
  (void)frexp(extent->strength, &size);
  (void)frexp(largest, &coarsest);
  if (side < coarsest - 400) { side = coarsest - 400; }
  if (side < -900) { side = -900; }
  if (size < -900) { size = -900; }
  pass->per_unit = ldexp(1, 29 - side);
  pass->strength_scale = ldexp(1, 1 - size);
  pass->force_scale = ldexp(1, 29 - side + size - 1);
  pass->distance_min = sqrt(pass->law.distance_min2) * pass->per_unit;
  pass->distance_max = sqrt(pass->law.distance_max2) * pass->per_unit;
}

// MARK: The walk

void ck_many_body_take_walks(ck_context *context, int32_t threads, ck_many_body_pass *pass) {
  enum { LISTS = 2 * CK_MANY_BODY_LEVELS + 4 };
  enum { PATH = (CK_MANY_BODY_TASK_LEVELS + 1) * CK_MANY_BODY_LOCALS };
  pass->walks = ck_context_take(context, threads * (int64_t)sizeof *pass->walks);
  char *locals = ck_context_take(context, threads * (int64_t)PATH);
  ck_list *list = ck_context_lists(context, threads * (int64_t)LISTS);
  for (int32_t worker = 0; worker < threads; ++worker, list += LISTS) {
    // The caller makes the lists: those that a worker makes would give it a heap of its own, of which
    // the C library reserves 64 MB.
    for (int at = 0; at < 4; ++at) { ck_list_reserve(&list[at], CK_MANY_BODY_FEW); }
    for (int32_t level = 0; level <= pass->shape.height; ++level) {
      ck_list_reserve(&list[4 + level], CK_MANY_BODY_FEW);
      ck_list_reserve(&list[4 + CK_MANY_BODY_LEVELS + level], CK_MANY_BODY_PADDING);
    }
    pass->walks[worker] = (ck_many_body_walk){.queue = &list[0],
                                              .far = &list[1],
                                              .near = &list[2],
                                              .soft = &list[3],
                                              .next = &list[4],
                                              .pending = &list[4 + CK_MANY_BODY_LEVELS],
                                              .last = -1,
                                              .locals = locals + worker * (int64_t)PATH};
  }
}

/// Takes the forces of each leaf.
static void ck_many_body_take_forces(ck_context *context, const ck_many_body_tasks *tasks,
                                     ck_many_body_pass *pass) {
  const int64_t leaves = pass->shape.leaf_count, size = tasks->scalar == CK_F64 ? 8 : 4;
  pass->force =
      ck_context_take(context, leaves * CK_MANY_BODY_LEAF * pass->points.dimension * size);
  if (pass->has_accuracy) {
    pass->leaf_force2 = ck_context_take(context, leaves * (int64_t)sizeof *pass->leaf_force2);
  }
}

int32_t ck_many_body_walk_threads(const ck_context *context, int64_t points) {
  return ck_parallel_threads(context, (double)points * ck_many_body_walk_ns);
}

void ck_many_body_walk_subtrees(int32_t threads, const ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass, int64_t begin, int64_t end) {
  for (int32_t worker = 0; worker < threads; ++worker) { pass->walks[worker].last = -1; }
  atomic_store(&pass->near_work, 0);
  atomic_store(&pass->far_cells, 0);
  pass->task_level = ck_many_body_task_level(&pass->shape);
  ck_parallel_for(threads, begin, end, 1, tasks->walk, pass);
}

// MARK: Entry

/// True if the law needs expansions of the higher degree.
static bool ck_many_body_needs_degree(const ck_many_body_pass *pass) {
  const int kind = pass->points.dimension - 2;
  return pass->has_accuracy ? pass->law.accuracy < ck_many_body_degree_accuracy[kind]
                            : pass->law.theta < ck_many_body_degree_theta[kind];
}

void ck_many_body_set_limits(ck_many_body_pass *pass) {
  pass->has_accuracy = pass->law.accuracy > 0;
  pass->shape = ck_kdtree_shape_make(pass->points.count, CK_MANY_BODY_LEAF);
  const int kind = pass->points.dimension - 2;
  pass->splits_leaves = pass->law.distance_max2 < (double)INFINITY ? 0 : ~UINT32_C(0);
  if (pass->has_accuracy) {
    for (int level = 0; level < CK_MANY_BODY_LEVELS; ++level) { pass->radius_factor[level] = 1; }
    ck_many_body_set_error_limits(pass, ck_many_body_needs_degree(pass));
    return;
  }
  const double wanted = pass->law.theta * ck_many_body_theta[kind];
  const double ratio = wanted < 1 ? wanted : 1;
  pass->theta2 = ratio * ratio;
  // Soft cells have no expansion beyond their two centres, so they must be small for a small theta.
  pass->soft_theta2 = pass->theta2 * pass->theta2 * pass->theta2 * pass->theta2 / 16;
  pass->radius_factor[0] = 1;
  for (int level = 1; level < CK_MANY_BODY_LEVELS; ++level) {
    pass->radius_factor[level] = pass->radius_factor[level - 1] * ck_many_body_radius_rate[kind];
  }
}

ck_many_body_tasks ck_many_body_choose_tasks(const ck_context *context, ck_many_body_pass *pass) {
  const bool is_exacting = pass->has_accuracy ? pass->law.accuracy < CK_FLOAT_ACCURACY
                                              : pass->law.theta < ck_many_body_double_theta;
  const bool is_f64 = (ck_many_body_has_f64_input(pass) && is_exacting) ||
                      pass->distance_min > ck_many_body_double_distance_min ||
                      pass->per_unit < ck_many_body_double_per_unit;
  if (is_f64) { ck_many_body_clear_origin(pass); }
  return ck_many_body_tasks_for(context, is_f64 ? CK_F64 : CK_F32, ck_many_body_needs_degree(pass),
                                pass->points.dimension);
}

double ck_many_body_work(int64_t near_work, int64_t far_cells) {
  return (double)near_work + ck_many_body_far_pairs * (double)far_cells;
}

// The first walk after a sort gives the cost of a fresh permutation; what later walks cost more
// adds up until sorting pays. With a larger tolerance a fresh permutation costs less, if anything:
// the next walk tells. With a smaller one nothing is known of it.
void ck_many_body_count_work(const ck_many_body_report *report, int32_t level_before,
                             ck_many_body_history *history) {
  const double work = ck_many_body_work(report->near_work, report->far_cells);
  if (history->work < 0) { history->work = -history->work < work ? -history->work : work; }
  if (history->work == 0) { history->work = work; }
  if (work > history->work) { history->excess += work - history->work; }
  if (history->level > level_before) { history->work = -history->work; }
  if (history->level < level_before) { history->work = 0; }
}

void ck_many_body(ck_context *context, ck_points points, ck_law law, double alpha, ck_jiggle jiggle,
                  ck_many_body_state *state, void *velocity, ck_many_body_report *report) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(points.dimension <= 3 && points.count <= INT32_MAX);
  CK_ASSERT(law.accuracy > 0 || (law.accuracy == 0 && law.theta > 0));
  CK_ASSERT(law.distance_min2 >= 0 && law.distance_max2 >= 0);
  if (report != NULL) { *report = (ck_many_body_report){0}; }
  if (points.count == 0) { return; }
  const uint64_t control = ck_control_begin();
  ck_many_body_pass pass = {.points = points,
                            .law = law,
                            .alpha = alpha,
                            .jiggle = jiggle,
                            .permutation = state->permutation,
                            .velocity = velocity};
  ck_many_body_set_limits(&pass);
  const ck_many_body_extent extent = ck_many_body_measure_extent(context, &pass, 0, points.count);
  ck_many_body_set_lattice(&pass, &extent);
  ck_many_body_tasks tasks = ck_many_body_choose_tasks(context, &pass);
  // Where the points have nothing to do with the last pass, neither has its error.
  if (state->history.sorted == 0) { ck_many_body_control_forget(&state->history); }
  ck_many_body_update_tree(context, &tasks, &pass, state);
  ck_many_body_control errors = {
      .context = context, .tasks = &tasks, .pass = &pass, .history = &state->history};
  state->history.last_error = 0;
  if (pass.has_accuracy) { ck_many_body_control_begin(&errors); }
  const int32_t threads = ck_many_body_walk_threads(context, points.count);
  ck_many_body_take_walks(context, threads, &pass);
  ck_many_body_take_forces(context, &tasks, &pass);
  const int32_t level = state->history.level;
  const int64_t subtrees = INT64_C(1) << ck_many_body_task_level(&pass.shape);
  int32_t walks = 0;
  do {
    ck_many_body_walk_subtrees(threads, &tasks, &pass, 0, subtrees);
    walks += 1;
  } while (pass.has_accuracy && ck_many_body_control_end(&errors, walks));
  ck_parallel_for(ck_parallel_threads(context, (double)points.count * ck_many_body_push_ns), 0,
                  pass.shape.leaf_count, CK_MANY_BODY_PUSH_LEAVES, tasks.push, &pass);
  const ck_many_body_report done = {.near_work = atomic_load(&pass.near_work),
                                    .far_cells = atomic_load(&pass.far_cells),
                                    .computed_in_f64 = tasks.scalar == CK_F64,
                                    .walks = walks};
  ck_many_body_count_work(&done, level, &state->history);
  if (report != NULL) { *report = done; }
  ck_control_end(control);
}
