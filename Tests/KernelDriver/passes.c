/// Calls of the kernels.
///
/// Each function makes its own input, calls one entry once, and returns a hash of everything the
/// entry has computed. A new kernel gets a function here and a line at the end.
#include "driver.h"

// MARK: Arrays of the run's scalar type

static size_t scalar_size(const driver_run *run) { return run->scalar == CK_F64 ? 8 : 4; }

static double get(const driver_run *run, const void *array, int64_t at) {
  return run->scalar == CK_F64 ? ((const double *)array)[at] : (double)((const float *)array)[at];
}

static void put(const driver_run *run, void *array, int64_t at, double value) {
  if (run->scalar == CK_F64) {
    ((double *)array)[at] = value;
  } else {
    ((float *)array)[at] = (float)value;
  }
}

/// A number that the scalar type can hold.
static double exact(const driver_run *run, double value) {
  return run->scalar == CK_F64 ? value : (double)(float)value;
}

static void *make_numbers(const driver_run *run, int64_t count, uint64_t seed, double low,
                          double high) {
  void *numbers = driver_allocate((size_t)count * scalar_size(run));
  for (int64_t i = 0; i < count; ++i) {
    put(run, numbers, i, low + (high - low) * driver_unit(&seed));
  }
  return numbers;
}

static void *make_vectors(const driver_run *run, uint64_t seed, driver_points points) {
  // Sizes whose squares are subnormal or overflow.
  const double tiny = run->scalar == CK_F64 ? 0x1p-1070 : 0x1p-146;
  const double huge = run->scalar == CK_F64 ? 0x1p512 : 0x1p64;
  const int64_t stride = ck_stride(run->dimension);
  driver_run shape = *run;
  shape.points = points;
  void *vectors = driver_allocate((size_t)(run->count * stride) * scalar_size(run));
  for (int64_t i = 0; i < run->count; ++i) {
    for (int axis = 0; axis < run->dimension; ++axis) {
      put(run, vectors, i * stride + axis, driver_coordinate(&shape, i, axis, &seed, tiny, huge));
    }
  }
  return vectors;
}

static ck_points points_at(const driver_run *run, void *position) {
  return (ck_points){run->scalar, run->dimension, run->count, position};
}

static uint64_t hash_vectors(uint64_t hash, const driver_run *run, int64_t count,
                             const void *vectors) {
  const int64_t stride = ck_stride(run->dimension);
  for (int64_t i = 0; i < count; ++i) {
    for (int axis = 0; axis < run->dimension; ++axis) {
      hash = driver_hash(hash, get(run, vectors, i * stride + axis));
    }
  }
  return hash;
}

#define FREE_ALL(...)                                                       \
  do {                                                                      \
    void *all[] = {__VA_ARGS__};                                            \
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); } \
  } while (0)

// MARK: Passes

static uint64_t sum_with(const driver_run *run, double accuracy) {
  const ck_jiggle jiggle = {.seed = 7, .tick = 3};
  void *position = make_vectors(run, 1, run->points);
  void *velocity = make_vectors(run, 2, DRIVER_UNIFORM);
  void *strength = make_numbers(run, run->count, 3, -40, 20);
  const double far2 = run->count % 2 == 0 ? (double)INFINITY : 2500;
  const ck_law law = {
      .strength = strength, .accuracy = accuracy, .distance_min2 = 1, .distance_max2 = far2};
  DRIVER_CALL(run, ck_direct_sum(run->context, points_at(run, position), law, 0.75, jiggle,
                                 run->count / 3, run->count, velocity));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(position, velocity, strength);
  return hash;
}

static uint64_t direct_sum(const driver_run *run) { return sum_with(run, 0); }

/// In Float also for points in Double.
static uint64_t split_sum(const driver_run *run) { return sum_with(run, 1e-3); }

/// Rows of link ends: a hub, nodes without a link, and up to five ends at the others.
static int64_t *make_rows(const driver_run *run, int32_t **other) {
  uint64_t state = 5;
  int64_t *begin = driver_allocate((size_t)(run->count + 1) * sizeof *begin);
  begin[0] = 0;
  for (int64_t i = 0; i < run->count; ++i) {
    int64_t ends = i == 0 ? run->count : (int64_t)(driver_random(&state) % 6);
    begin[i + 1] = begin[i] + (run->count < 2 ? 0 : ends);
  }
  *other = driver_allocate((size_t)begin[run->count] * sizeof **other);
  for (int64_t i = 0; i < run->count; ++i) {
    for (int64_t end = begin[i]; end < begin[i + 1]; ++end) {
      const int64_t step = (int64_t)(driver_random(&state) % (uint64_t)(run->count - 1));
      (*other)[end] = (int32_t)((i + 1 + step) % run->count);
    }
  }
  return begin;
}

static uint64_t links(const driver_run *run) {
  int32_t *other = NULL;
  int64_t *begin = make_rows(run, &other);
  const int64_t ends = begin[run->count];
  void *length = make_numbers(run, ends, 6, 0, 50);
  void *coefficient = make_numbers(run, ends, 7, 0, 1);
  void *total = make_numbers(run, run->count, 8, 0, 2);
  void *position = make_vectors(run, 9, run->points);
  const bool is_uniform = run->points == DRIVER_UNIFORM;
  void *velocity = make_vectors(run, 10, is_uniform ? DRIVER_UNIFORM : DRIVER_COINCIDENT);
  const ck_half_links half_links = {begin, other, length, coefficient, total, 0};
  DRIVER_CALL(run, ck_links(run->context, points_at(run, position), half_links, 2, exact(run, 0.6),
                            (ck_jiggle){.seed = 1, .tick = 1}, velocity));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(begin, other, length, coefficient, total, position, velocity);
  return hash;
}

static uint64_t integrate(const driver_run *run) {
  void *position = make_vectors(run, 11, run->points);
  void *velocity = make_vectors(run, 12, run->points);
  void *pins = make_vectors(run, 13, DRIVER_UNIFORM);
  // Without pins, or with every subset of the axes in turn.
  uint8_t *axes = run->count % 2 == 0 ? NULL : driver_allocate((size_t)run->count);
  for (int64_t i = 0; axes != NULL && i < run->count; ++i) {
    axes[i] = (uint8_t)(i % (1 << run->dimension));
  }
  int64_t kept = 0;
  DRIVER_CALL(run, kept = ck_integrate(run->context, points_at(run, position),
                                       (ck_pins){axes, pins}, 1.25, velocity));
  uint64_t hash = driver_hash(DRIVER_HASH_START, (double)kept);
  hash = hash_vectors(hash, run, run->count, position);
  hash = hash_vectors(hash, run, run->count, velocity);
  FREE_ALL(position, velocity, pins, axes);
  return hash;
}

static uint64_t nodes(const driver_run *run) {
  void *position = make_vectors(run, 22, run->points);
  void *velocity = make_vectors(run, 23, DRIVER_UNIFORM);
  const double center[4] = {1, -2, 3, -4};
  uint32_t found = 0;
  DRIVER_CALL(run, found = ck_nodes_survey(run->context, points_at(run, position), velocity));
  DRIVER_CALL(run,
              ck_nodes_center(run->context, points_at(run, position), center, exact(run, 0.75)));
  const uint64_t hash = driver_hash(DRIVER_HASH_START, found);
  const uint64_t moved = hash_vectors(hash, run, run->count, position);
  FREE_ALL(position, velocity);
  return moved;
}

static uint64_t collide(const driver_run *run) {
  // One node that is much larger than the others, some without a radius: two levels.
  void *radius = make_numbers(run, run->count, 14, 1, 3);
  for (int64_t i = 0; i < run->count; ++i) {
    if (i < 2 || i % 7 == 0) { put(run, radius, i, i == 0 ? 40 : i == 1 ? 3 : 0); }
  }
  ck_collide_level *levels = driver_allocate(2 * sizeof *levels);
  levels[0] = (ck_collide_level){run->count < 2 ? -1 : 10, 40};
  levels[1] = (ck_collide_level){run->count < 8 ? -1 : 0.75, 3};
  const ck_collide_radii radii = {
      .radius = radius,
      .levels = levels,
      .level_count = run->count < 2 ? (int32_t)run->count : 2,
  };
  void *position = make_vectors(run, 15, run->points);
  const bool is_uniform = run->points == DRIVER_UNIFORM;
  void *velocity = make_vectors(run, 16, is_uniform ? DRIVER_UNIFORM : DRIVER_COINCIDENT);
  DRIVER_CALL(run, ck_collide(run->context, points_at(run, position), radii, exact(run, 0.7), 2,
                              (ck_jiggle){.seed = 2, .tick = 8}, velocity));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(radius, levels, position, velocity);
  return hash;
}

static uint64_t collide_boxes(const driver_run *run) {
  // Labels beside their nodes; the first one is a hundred times as long as the others.
  const int64_t stride = ck_stride(run->dimension);
  void *half_sides = make_numbers(run, run->count * stride, 17, 0.5, 1);
  void *reach = make_numbers(run, run->count, 18, 3, 3);
  void *weights = make_numbers(run, run->count, 19, 0, 1);
  for (int64_t i = 0; i < run->count; ++i) { put(run, half_sides, i * stride, i == 0 ? 300 : 3); }
  if (run->count > 0) { put(run, reach, 0, 300); }
  ck_collide_level *levels = driver_allocate(2 * sizeof *levels);
  levels[0] = (ck_collide_level){run->count < 2 ? -1 : 75, 300};
  levels[1] = (ck_collide_level){-1, 3};
  double *level_half_sides = driver_allocate(8 * sizeof *level_half_sides);
  for (int64_t at = 0; at < 2 * run->dimension; ++at) {
    level_half_sides[at] = at == 0 ? 300 : at == run->dimension ? 3 : 1;
  }
  void *position = make_vectors(run, 20, run->points);
  void *offsets = make_vectors(run, 21, DRIVER_UNIFORM);
  void *velocity = make_vectors(run, 22, DRIVER_COINCIDENT);
  const ck_boxes boxes = {
      .reach = {reach, levels, run->count < 2 ? (int32_t)run->count : 2},
      .level_half_sides = level_half_sides,
      .half_sides = half_sides,
      .weights = weights,
      .offsets = offsets,
  };
  DRIVER_CALL(run, ck_collide_boxes(run->context, points_at(run, position), boxes, exact(run, 0.7),
                                    2, (ck_jiggle){.seed = 2, .tick = 8}, velocity));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(half_sides, reach, weights, levels, level_half_sides);
  FREE_ALL(position, offsets, velocity);
  return hash;
}

static uint64_t t_force(const driver_run *run) {
  if (run->dimension == 4) { return 0; }
  void *position = make_vectors(run, 24, run->points);
  void *velocity = make_vectors(run, 25, DRIVER_UNIFORM);
  const ck_t_law law = {.strength = exact(run, 6),
                        .distance = exact(run, 5),
                        .cutoff = run->count % 2 == 0 ? (double)INFINITY : 40,
                        .theta = exact(run, 0.9)};
  // Without links, or with one attraction for all of them, or with one for each.
  int32_t *other = NULL;
  int64_t *begin = make_rows(run, &other);
  void *near = make_numbers(run, begin[run->count], 26, 0, 8);
  void *far = make_numbers(run, begin[run->count], 27, 0, 1);
  const ck_t_links links = {begin, other, run->count % 4 == 0 ? NULL : near, far, exact(run, 8)};
  DRIVER_CALL(run, ck_t_force(run->context, points_at(run, position), law,
                              run->count % 3 == 0 ? NULL : &links, exact(run, 0.5),
                              (ck_jiggle){.seed = 5, .tick = 3}, velocity));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(position, velocity, begin, other, near, far);
  return hash;
}

static uint64_t kdtree(const driver_run *run) {
  static const int64_t leaf_sizes[] = {1, 16, 32, 256};
  const int64_t leaf_size = leaf_sizes[run->count % 4];
  const int64_t leaves = (run->count + leaf_size - 1) / leaf_size;
  const int64_t nodes = leaves == 0 ? 0 : 2 * leaves - 1;
  const size_t box = (size_t)(nodes * ck_stride(run->dimension)) * scalar_size(run);
  void *position = make_vectors(run, 17, run->points);
  void *low = driver_allocate(box), *high = driver_allocate(box);
  int32_t *permutation = driver_allocate((size_t)run->count * sizeof *permutation);
  const ck_points points = points_at(run, position);
  DRIVER_CALL(run, ck_kdtree_sort(run->context, points, leaf_size, permutation));
  void *slots = make_numbers(run, run->count * ck_stride(run->dimension), 22, 0, 1);
  DRIVER_CALL(run, ck_kdtree_refit(run->context, points, leaf_size, permutation, low, high, slots));
  uint64_t hash = DRIVER_HASH_START;
  for (int64_t slot = 0; slot < run->count; ++slot) { hash = driver_hash(hash, permutation[slot]); }
  hash = hash_vectors(hash_vectors(hash, run, nodes, low), run, nodes, high);
  hash = hash_vectors(hash, run, run->count, slots);
  FREE_ALL(position, low, high, permutation, slots);
  return hash;
}

/// A tree of the run's points, or of `count` points with another seed.
static ck_kdtree make_tree(const driver_run *run, int64_t count, uint64_t seed, int64_t leaf_size) {
  driver_run shape = *run;
  shape.count = count;
  const int64_t leaves = (count + leaf_size - 1) / leaf_size, stride = ck_stride(run->dimension);
  const size_t box = (size_t)(leaves == 0 ? 0 : (2 * leaves - 1) * stride) * scalar_size(run);
  const bool is_finite = run->points != DRIVER_NOT_FINITE;
  const ck_points points =
      points_at(&shape, make_vectors(&shape, seed, is_finite ? run->points : DRIVER_UNIFORM));
  void *low = driver_allocate(box), *high = driver_allocate(box);
  void *slots = driver_allocate((size_t)(count * stride) * scalar_size(run));
  int32_t *permutation = driver_allocate((size_t)count * sizeof *permutation);
  DRIVER_CALL(run, ck_kdtree_sort(run->context, points, leaf_size, permutation));
  DRIVER_CALL(run, ck_kdtree_refit(run->context, points, leaf_size, permutation, low, high, slots));
  free(points.position);
  return (ck_kdtree){.scalar = run->scalar,
                     .dimension = run->dimension,
                     .count = count,
                     .leaf_size = leaf_size,
                     .permutation = permutation,
                     .slots = slots,
                     .low = low,
                     .high = high};
}

static void free_tree(ck_kdtree tree) {
  FREE_ALL((void *)(uintptr_t)tree.permutation, (void *)(uintptr_t)tree.slots,
           (void *)(uintptr_t)tree.low, (void *)(uintptr_t)tree.high);
}

static uint64_t hash_neighbors(uint64_t hash, const driver_run *run, const void *neighbors,
                               int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const ck_neighbor_f64 *wide = neighbors;
    const ck_neighbor_f32 *narrow = neighbors;
    const bool is_wide = run->scalar == CK_F64;
    hash = driver_hash(hash, is_wide ? wide[i].number : narrow[i].number);
    hash = driver_hash(hash, is_wide ? wide[i].distance2 : (double)narrow[i].distance2);
  }
  return hash;
}

static uint64_t hash_rows(uint64_t hash, const driver_run *run, const ck_kdtree_search *search) {
  const size_t rows = (size_t)search->queries.count;
  int64_t *begin = driver_allocate((rows + 1) * sizeof *begin);
  int64_t total = 0;
  DRIVER_CALL(run, total = ck_kdtree_count_rows(run->context, search, INT64_MAX, begin));
  void *neighbors = driver_allocate((size_t)total * 2 * scalar_size(run));
  DRIVER_CALL(run, ck_kdtree_fill_rows(run->context, search, begin, neighbors));
  hash = hash_neighbors(hash, run, neighbors, total);
  FREE_ALL(begin, neighbors);
  return hash;
}

static uint64_t hash_nearest(uint64_t hash, const driver_run *run, const ck_kdtree_search *search,
                             int64_t k) {
  const int64_t count = search->queries.count * k;
  void *neighbors = driver_allocate((size_t)count * 2 * scalar_size(run));
  DRIVER_CALL(run, ck_kdtree_nearest(run->context, search, k, neighbors));
  hash = hash_neighbors(hash, run, neighbors, count);
  free(neighbors);
  return hash;
}

/// All batched queries, of the tree's own points and of a few others.
static uint64_t kdtree_queries(const driver_run *run) {
  static const int64_t leaf_sizes[] = {1, 16, 32, 256};
  uint64_t hash = DRIVER_HASH_START;
  if (run->dimension == 4 || run->count == 0) { return hash; }
  const ck_kdtree tree = make_tree(run, run->count, 23, leaf_sizes[run->count % 4]);
  const ck_kdtree others = make_tree(run, run->count % 50, 24, 16);
  // Huge radii for few points only: rows would be too long.
  const double radius2 = run->count < 100 ? (double)INFINITY : exact(run, 4);
  ck_kdtree_search search = {
      .tree = tree, .queries = tree, .radius2 = radius2, .which = CK_KDTREE_ABOVE};
  const bool is_spread = run->points == DRIVER_UNIFORM || run->points == DRIVER_LATTICE;
  if (run->count < 1000 || is_spread) { hash = hash_rows(hash, run, &search); }
  search.which = CK_KDTREE_OTHERS;
  hash = hash_nearest(hash, run, &search, 5);
  search = (ck_kdtree_search){.tree = tree, .queries = others, .radius2 = radius2};
  hash = hash_nearest(hash_rows(hash, run, &search), run, &search, 70);
  free_tree(tree);
  free_tree(others);
  return hash;
}

/// Three ticks with one state: the first sorts, the last one moves far.
static uint64_t many_body(const driver_run *run) {
  static const double thetas[] = {0.9, 0.6, 0.3}, accuracies[] = {6e-3, 1e-3, 5e-5, 1e-6};
  uint64_t hash = DRIVER_HASH_START;
  if (run->dimension == 4) { return hash; }
  const bool is_finite = run->points != DRIVER_NOT_FINITE;
  void *position = make_vectors(run, 18, is_finite ? run->points : DRIVER_UNIFORM);
  void *move = make_vectors(run, 19, DRIVER_UNIFORM);
  void *velocity = make_vectors(run, 20, DRIVER_UNIFORM);
  void *strength = make_numbers(run, run->count, 21, -40, 20);
  ck_many_body_state state = {0};
  state.permutation = driver_allocate((size_t)run->count * sizeof *state.permutation);
  for (int64_t i = 0; i < run->count; ++i) { state.permutation[i] = (int32_t)i; }
  const ck_law law = {
      .strength = strength,
      .accuracy = run->count % 5 < 3 ? exact(run, accuracies[run->count % 4]) : 0,
      .theta = exact(run, thetas[run->count % 3]),
      .distance_min2 = 1,
      .distance_max2 = run->count % 2 == 0 ? (double)INFINITY : 2500,
  };
  for (uint64_t tick = 1; tick <= 3; ++tick) {
    ck_many_body_report report;
    DRIVER_CALL(run, ck_many_body(run->context, points_at(run, position), law, 0.5,
                                  (ck_jiggle){.seed = 4, .tick = tick}, &state, velocity, &report));
    hash = hash_vectors(hash, run, run->count, velocity);
    for (int64_t slot = 0; slot < run->count; ++slot) {
      hash = driver_hash(hash, state.permutation[slot]);
    }
    hash = driver_hash(driver_hash(hash, (double)report.near_work), (double)report.far_cells);
    const double step = tick == 1 ? 0.001 : 1;
    const int64_t stride = ck_stride(run->dimension);
    for (int64_t at = 0; at < run->count * stride; ++at) {
      if (at % stride >= run->dimension) { continue; }
      put(run, position, at, get(run, position, at) + get(run, move, at) * step);
    }
  }
  FREE_ALL(position, move, velocity, strength, state.permutation);
  return hash;
}

/// A tick from velocities of -0 of nodes in a row along the first axis, of which one attracts: the
/// signs of zeros show which forces were added.
static uint64_t many_body_zeros(const driver_run *run) {
  if (run->dimension == 4) { return DRIVER_HASH_START; }
  const int64_t stride = ck_stride(run->dimension);
  void *position = make_vectors(run, 22, DRIVER_COINCIDENT);
  void *velocity = make_vectors(run, 23, DRIVER_COINCIDENT);
  void *strength = make_numbers(run, run->count, 24, -20, -1);
  ck_many_body_state state = {0};
  state.permutation = driver_allocate((size_t)run->count * sizeof *state.permutation);
  for (int64_t i = 0; i < run->count; ++i) {
    state.permutation[i] = (int32_t)i;
    put(run, position, i * stride, (double)i * 10);
    for (int axis = 0; axis < run->dimension; ++axis) {
      put(run, velocity, i * stride + axis, -0.0);
    }
  }
  put(run, strength, run->count / 2, 20);
  const ck_law law = {.strength = strength,
                      .accuracy = exact(run, 1e-3),
                      .distance_min2 = 1,
                      .distance_max2 = (double)INFINITY};
  DRIVER_CALL(run, ck_many_body(run->context, points_at(run, position), law, 0.5,
                                (ck_jiggle){.seed = 4, .tick = 1}, &state, velocity, NULL));
  const uint64_t hash = hash_vectors(DRIVER_HASH_START, run, run->count, velocity);
  FREE_ALL(position, velocity, strength, state.permutation);
  return hash;
}

const driver_pass driver_passes[] = {
    {"direct_sum", direct_sum, 300}, {"split_sum", split_sum, 300},
    {"links", links, 9000},          {"integrate", integrate, 17001},
    {"collide", collide, 6000},      {"kdtree", kdtree, 30000},
    {"many_body", many_body, 6000},  {"many_body_zeros", many_body_zeros, 6000},
    {"t_force", t_force, 6000},      {"kdtree_queries", kdtree_queries, 6000},
    {"nodes", nodes, 17001},         {"collide_boxes", collide_boxes, 6000},
};

const int driver_pass_count = sizeof driver_passes / sizeof *driver_passes;
_Static_assert(sizeof driver_passes / sizeof *driver_passes <= DRIVER_PASS_LIMIT, "room");
