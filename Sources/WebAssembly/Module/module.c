/// What a module exports: one simulation, tick by tick. Sources/WebAssembly/simulation.js calls it.
///
/// An instance holds one simulation. The page checks all arguments. Addresses are those of the
/// instance's memory; arrays of numbers have the scalar type of the simulation.
#include "common.h"
#include "start.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct {
  ck_context *context;
  ck_points points;
  int64_t stride;
  void *velocity;
  /// As many vectors as positions once an axis has been flat, NULL before.
  void *base;
  uint32_t flat_axes;
  ck_jiggle jiggle;
  double alpha;
  ck_pins pins;
} all;

#define NAME(name) name##_f32
#define SCALAR float
#define TINY2 CK_TINY2_F32
#include "nodes_forces.inl"
#undef NAME
#undef SCALAR
#undef TINY2

#ifdef CK_ONLY_F32
#define BY_SCALAR(narrow, wide) narrow
#else
#define NAME(name) name##_f64
#define SCALAR double
#define TINY2 CK_TINY2_F64
#include "nodes_forces.inl"
#define BY_SCALAR(narrow, wide) (all.points.scalar == CK_F64 ? wide : narrow)
#endif

// MARK: Memory

/// Memory full of zeros; 0 when there is none.
EXPORT(allocate) void *allocate(size_t bytes) { return calloc(bytes, 1); }

EXPORT(release) void release(void *memory) { free(memory); }

// MARK: The simulation

/// The largest scalar type (a ck_scalar), and the most dimensions, that the module has.
EXPORT(most_scalar) int32_t most_scalar(void) { return CK_MOST_SCALAR; }
EXPORT(most_dimensions) int32_t most_dimensions(void) { return CK_MOST_AXES < 3 ? 2 : 3; }

/// True if many-body may have an accuracy below 1e-4 in the plane and 0.1 in space, or a theta below
/// 0.7 and 1.
EXPORT(has_higher_degree) bool has_higher_degree(void) {
#ifdef CK_ONLY_LOWER_DEGREE
  return false;
#else
  return true;
#endif
}

/// Nodes at their start positions, at rest. False when there is no memory for them.
EXPORT(create) bool create(int32_t scalar, int32_t dimension, int32_t count, uint64_t seed) {
  all.points = (ck_points){.scalar = scalar, .dimension = dimension, .count = count};
  CK_ASSERT_POINTS(all.points);
  all.stride = ck_stride(dimension);
  all.jiggle.seed = seed;
  const int64_t bytes = count * all.stride * ck_scalar_size(all.points);
  if (bytes > INT32_MAX) { return false; }
  all.points.position = allocate((size_t)bytes);
  all.velocity = allocate((size_t)bytes);
  if (all.points.position == NULL || all.velocity == NULL) { return false; }
  all.context = ck_context_create((ck_settings){.isa = ck_isa_best(), .thread_count = 1});
  BY_SCALAR(start_f32(), start_f64());
  return true;
}

EXPORT(positions) void *positions(void) { return all.points.position; }
EXPORT(velocities) void *velocities(void) { return all.velocity; }

/// axes: a byte for each node, bit k for axis k; position: a vector for each node. Both 0 for none.
EXPORT(set_pins) void set_pins(const uint8_t *axes, const void *position) {
  all.pins = (ck_pins){.axes = axes, .position = position};
}

// MARK: A tick

/// Begins a tick: repairs what is not finite, and finds flat axes. Returns the number of nodes that
/// were repaired; -1 when there is no memory.
EXPORT(begin) int32_t begin(uint64_t tick, double alpha) {
  all.jiggle.tick = tick;
  all.alpha = alpha;
  all.flat_axes = 0;
  if (all.points.count == 0) { return 0; }
  int64_t repaired = 0;
  uint32_t found = ck_nodes_survey(all.context, all.points, all.velocity);
  if (found & CK_NODES_NOT_FINITE) {
    repaired = BY_SCALAR(repair_f32(), repair_f64());
    found = ck_nodes_survey(all.context, all.points, all.velocity);
  }
  if (all.points.count > 1) { all.flat_axes = ~found & ((1U << all.points.dimension) - 1); }
  if (all.flat_axes != 0 && all.base == NULL) {
    all.base = malloc((size_t)(all.points.count * all.stride * ck_scalar_size(all.points)));
    if (all.base == NULL) { return -1; }
  }
  return (int32_t)repaired;
}

/// The positions that forces between nodes read.
static ck_points base_points(void) {
  ck_points points = all.points;
  if (all.flat_axes != 0) {
    BY_SCALAR(lay_base_f32(), lay_base_f64());
    points.position = all.base;
  }
  return points;
}

/// Ends a tick. Returns the number of nodes that were kept where they are, as their new state would
/// not have been finite.
EXPORT(end) int32_t end(double velocity_decay) {
  const int64_t kept =
      ck_integrate(all.context, all.points, all.pins, velocity_decay, all.velocity);
  // Where a force has made the position itself not finite, the node starts again.
  if (kept > 0) { (void)BY_SCALAR(repair_f32(), repair_f64()); }
  return (int32_t)kept;
}

// MARK: Forces

/// The memory of a many-body force from tick to tick; 0 when there is no memory.
EXPORT(create_history) ck_many_body_state *create_history(void) {
  ck_many_body_state *state = allocate(sizeof *state);
  int32_t *permutation = malloc((size_t)all.points.count * sizeof *permutation);
  if (state == NULL || permutation == NULL) {
    free(state);
    free(permutation);
    return NULL;
  }
  for (int32_t slot = 0; slot < all.points.count; ++slot) { permutation[slot] = slot; }
  state->permutation = permutation;
  return state;
}

EXPORT(release_history) void release_history(ck_many_body_state *state) {
  free(state->permutation);
  free(state);
}

/// Makes the next pass sort the nodes, and measure its error, anew.
EXPORT(forget_history) void forget_history(ck_many_body_state *state) { state->history.sorted = 0; }

/// The error of the last pass relative to the root mean square force; 0: none was measured.
EXPORT(measured_error) double measured_error(const ck_many_body_state *state) {
  return state->history.last_error;
}

/// accuracy: 0 for theta to decide. is_exact: sums over all pairs.
EXPORT(many_body)
void many_body(const void *strength, double accuracy, double theta, double distance_min2,
               double distance_max2, bool is_exact, ck_many_body_state *state) {
  const ck_law law = {.strength = strength,
                      .accuracy = accuracy,
                      .theta = theta,
                      .distance_min2 = distance_min2,
                      .distance_max2 = distance_max2};
  if (is_exact ||
      all.points.count <= ck_direct_sum_limit(all.points.scalar, all.points.dimension)) {
    state->history.last_error = 0;
    ck_direct_sum(all.context, base_points(), law, all.alpha, all.jiggle, 0, all.points.count,
                  all.velocity);
  } else {
    ck_many_body(all.context, base_points(), law, all.alpha, all.jiggle, state, all.velocity, NULL);
  }
}

/// length, total: 0 for none, as in ck_half_links. alpha: of a step.
EXPORT(links)
void links(const int64_t *row_begin, const int32_t *other, const void *length,
           const void *coefficient, const void *total, double common_length, int32_t iterations,
           double alpha) {
  const ck_half_links half_links = {row_begin, other, length, coefficient, total, common_length};
  ck_links(all.context, base_points(), half_links, iterations, alpha, all.jiggle, all.velocity);
}

EXPORT(position) void position(int32_t axis, const void *target, const void *strength) {
  BY_SCALAR(pull_to_positions_f32(axis, target, strength),
            pull_to_positions_f64(axis, target, strength));
}

// What follows is not in the module for files of views in the plane.
#ifndef ONLY_VIEW_FORCES

/// levels: pairs of `above` and `largest`.
EXPORT(collide)
void collide(const void *radius, const ck_collide_level *levels, int32_t level_count,
             double strength, int32_t iterations) {
  const ck_collide_radii radii = {radius, levels, level_count};
  ck_collide(all.context, base_points(), radii, strength, iterations, all.jiggle, all.velocity);
}

/// level_half_sides: `dimension` numbers for each level; offsets: 0 for none.
EXPORT(collide_boxes)
void collide_boxes(const void *reach, const ck_collide_level *levels, int32_t level_count,
                   const double *level_half_sides, const void *half_sides, const void *weights,
                   const void *offsets, double strength, int32_t iterations) {
  const ck_boxes boxes = {
      .reach = {reach, levels, level_count},
      .level_half_sides = level_half_sides,
      .half_sides = half_sides,
      .weights = weights,
      .offsets = offsets,
  };
  ck_collide_boxes(all.context, base_points(), boxes, strength, iterations, all.jiggle,
                   all.velocity);
}

/// row_begin: 0 for no links; near: 0 for common_near.
EXPORT(t_force)
void t_force(double strength, double distance, double cutoff, double theta,
             const int64_t *row_begin, const int32_t *other, const void *near, const void *far,
             double common_near) {
  const ck_t_law law = {strength, distance, cutoff, theta};
  const ck_t_links ends = {row_begin, other, near, far, common_near};
  ck_t_force(all.context, base_points(), law, row_begin == NULL ? NULL : &ends, all.alpha,
             all.jiggle, all.velocity);
}

EXPORT(center) void center(double x, double y, double z, double strength) {
  const double place[4] = {x, y, z, 0};
  ck_nodes_center(all.context, all.points, place, strength);
}

EXPORT(radial)
void radial(double x, double y, double z, const void *radius, const void *strength) {
  const double place[3] = {x, y, z};
  BY_SCALAR(pull_to_circles_f32(place, radius, strength),
            pull_to_circles_f64(place, radius, strength));
}

#endif
