/// Collide: the public entry, and what it does for each level.
#include "collide_cells.h"
#include "collide_solitary.h"

#include "isa.h"
#include "sort.h"

// Measured: nanoseconds for a node, one thread.
static const double ck_collide_bounds_ns = 2, ck_collide_solitary_ns = 8, ck_collide_sort_ns = 5,
                    ck_collide_meet_ns = 40;

/// The largest number of cells on each axis that leaves keys below 2^63.
static double ck_collide_max_cells(int32_t dimension) {
  return dimension == 2 ? 0x1p30 : dimension == 3 ? 0x1p20 : 0x1p14;
}

static int64_t ck_collide_power3(int32_t exponent) {
  int64_t power = 1;
  for (int32_t i = 0; i < exponent; ++i) { power *= 3; }
  return power;
}

// MARK: Memory

/// The arrays that the members are sorted in. `spare` lies in `run`, which is written later.
typedef struct ck_collide_memory {
  ck_sort_pairs members, spare;
  void *sort;
} ck_collide_memory;

static ck_collide_memory ck_collide_take_memory(ck_context *context, ck_collide_pass *pass) {
  const int64_t count = pass->points.count, slots = ck_round_up(count + CK_COLLIDE_PADDING, 16);
  const int64_t rows = ck_collide_power3(pass->points.dimension - 1);
  const int64_t key_bytes = slots * (int64_t)sizeof(int64_t);
  const int64_t number_bytes = slots * (int64_t)sizeof(uint32_t);
  ck_collide_memory memory;
  ck_context_reset(context);
  memory.members.key = ck_context_take(context, key_bytes);
  memory.members.number = ck_context_take(context, number_bytes);
  // At least three rows of numbers: as large as a key and a number.
  pass->run = ck_context_take(context, number_bytes * rows);
  memory.spare.key = (int64_t *)pass->run;
  memory.spare.number = pass->run + 2 * slots;
  pass->rows = ck_context_take(context, number_bytes);
  pass->run_length = ck_context_take(context, slots * rows);
  pass->colour = ck_context_take(context, slots);
  pass->flags = ck_context_take(context, slots);
  pass->cells = (ck_collide_cells){NULL, NULL, NULL};
  if (pass->points.dimension > 2) {
    const int64_t keys = ck_collide_most_keys(count);
    pass->cells.bits = ck_context_take(context, keys / 8 + 16);
    pass->cells.rank = ck_context_take(context, keys / 16 + 4);
    pass->cells.begin = ck_context_take(context, number_bytes);
  }
  pass->row = slots;
  const int64_t box_rows = pass->half_sides == NULL ? 0 : pass->points.dimension + 1;
  pass->sorted = ck_context_take(
      context, (2 * pass->points.dimension + 1 + box_rows) * slots * ck_scalar_size(pass->points));
  pass->box =
      ck_context_take(context, (count / CK_COLLIDE_BLOCK + 1) * (int64_t)sizeof(ck_collide_box));
  memory.sort = ck_context_take(context, ck_sort_scratch(count));
  return memory;
}

/// Puts the centres of the boxes in the place of the nodes' positions.
static void ck_collide_place_centres(ck_context *context, ck_collide_pass *pass) {
  const ck_points points = pass->points;
  pass->centres =
      ck_context_take(context, points.count * ck_stride(points.dimension) * ck_scalar_size(points));
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_collide_bounds_ns);
  ck_parallel_for(threads, 0, points.count, CK_COLLIDE_BLOCK,
                  ck_isa_task(ck_isa_select(context)->collide_centres, points), pass);
  pass->points.position = pass->centres;
}

// MARK: The grid of a level

static int64_t ck_collide_blocks(int64_t count) {
  return (count + CK_COLLIDE_BLOCK - 1) / CK_COLLIDE_BLOCK;
}

/// Unites the boxes of the blocks, and chooses the origin and size of the cells.
static void ck_collide_plan_cells(ck_collide_pass *pass, int32_t dimension) {
  const double max_cells = ck_collide_max_cells(dimension), largest_number = 0x1.fffffffffffffp1023;
  double low[4], high[4], largest_size = 0;
  int32_t nonfinite_axes = 0;
  for (int32_t k = 0; k < dimension; ++k) {
    low[k] = (double)INFINITY;
    high[k] = -(double)INFINITY;
    for (int64_t block = 0; block < ck_collide_blocks(pass->points.count); ++block) {
      low[k] = pass->box[block].low[k] < low[k] ? pass->box[block].low[k] : low[k];
      high[k] = pass->box[block].high[k] > high[k] ? pass->box[block].high[k] : high[k];
      nonfinite_axes |= pass->box[block].nonfinite_axes;
    }
    // Twice the reach is enough. In larger cells nodes change their cell less often, which changes
    // the update order less.
    double size = 3 * pass->half_side[k];
    // The size stays finite when the extent overflows: the largest number over the number of cells.
    double extent = high[k] - low[k] < largest_number ? high[k] - low[k] : largest_number;
    size = extent / max_cells > size ? extent / max_cells : size;
    pass->size[k] = size;
    largest_size = size > largest_size ? size : largest_size;
  }
  // Cell borders are multiples of the size, so cells and colours stay the same when the nodes
  // spread.
  pass->last_cell = max_cells + 3;
  for (int32_t k = 0; k < dimension; ++k) {
    // Cells of discs are cubes.
    if (pass->half_sides == NULL) { pass->size[k] = largest_size; }
    const double period = 3 * pass->size[k];
    const double anchor = floor(low[k] / period) * period;
    // Far from the coordinate origin, rounding leaves no such multiple.
    pass->origin[k] = low[k] - anchor >= 0 && low[k] - anchor < period ? anchor : low[k];
    // The same expression as in collide_keys. Infinite coordinates go to the last possible cell.
    double place = (high[k] - pass->origin[k]) / pass->size[k];
    place = place > 0 ? place : 0;
    if (!(place < pass->last_cell) || (nonfinite_axes >> k & 1) != 0) { place = pass->last_cell; }
    pass->cell_count[k] = (int64_t)place + 1;
  }
}

/// Chooses the bit fields of the keys. Returns the sum of their widths.
static int32_t ck_collide_plan_keys(ck_collide_pass *pass, int32_t dimension) {
  int32_t bits = 0;
  for (int32_t k = dimension - 1; k >= 0; --k) {
    pass->shift[k] = bits;
    while ((pass->cell_count[k] + 1) >> (bits - pass->shift[k]) > 0) { bits += 1; }
  }
  pass->first_key = 0;
  for (int32_t k = 0; k < dimension; ++k) { pass->first_key += INT64_C(1) << pass->shift[k]; }
  pass->key_limit = (pass->cell_count[0] + 2) << pass->shift[0];
  return bits;
}

/// The offsets in {-1, 0, 1} of all axes but the last, in lexicographic order.
static void ck_collide_plan_rows(ck_collide_pass *pass, int32_t dimension) {
  for (int64_t row = 0; row < ck_collide_power3(dimension - 1); ++row) {
    int64_t rest = row, step = 0;
    for (int32_t k = dimension - 2; k >= 0; --k) {
      step += (rest % 3 - 1) * (INT64_C(1) << pass->shift[k]);
      rest /= 3;
    }
    pass->row_step[row] = step;
  }
}

/// Computes the first slot of the owners and of the visitors of each block: all owners come first,
/// then all visitors.
static void ck_collide_plan_members(ck_collide_pass *pass) {
  int64_t begin = 0;
  for (int64_t block = 0; block < ck_collide_blocks(pass->points.count); ++block) {
    pass->box[block].owner_begin = begin;
    begin += pass->box[block].owners;
  }
  pass->owners = begin;
  for (int64_t block = 0; block < ck_collide_blocks(pass->points.count); ++block) {
    pass->box[block].visitor_begin = begin;
    begin += pass->box[block].visitors;
  }
}

/// Closes the gaps of visitors that are too far from all owners.
static void ck_collide_compact(ck_collide_pass *pass) {
  int64_t to = pass->owners;
  for (int64_t block = 0; block < ck_collide_blocks(pass->points.count); ++block) {
    int64_t from = pass->box[block].visitor_begin, count = pass->box[block].visitors;
    memmove(pass->key + to, pass->key + from, (size_t)count * sizeof *pass->key);
    memmove(pass->node + to, pass->node + from, (size_t)count * sizeof *pass->node);
    to += count;
  }
  pass->members = to;
}

// MARK: A level

/// True if one slab holds so many members that other threads would wait for its thread.
static bool ck_collide_is_lopsided(const ck_collide_pass *pass, int32_t threads) {
  if (threads == 1) { return false; }
  const int64_t samples = 8 * (int64_t)threads;
  for (int64_t sample = 1; sample < samples; ++sample) {
    int64_t before = pass->key[(sample - 1) * pass->members / samples] >> pass->shift[0];
    if (pass->key[sample * pass->members / samples] >> pass->shift[0] == before) { return true; }
  }
  return false;
}

/// Finds the members of the level that may meet somebody, and sorts them. There may be none.
static void ck_collide_arrange(ck_context *context, const ck_collide_memory *memory,
                               ck_collide_pass *pass) {
  const ck_isa_kernels *kernels = ck_isa_select(context);
  const ck_points points = pass->points;
  int32_t threads = ck_parallel_threads(context, (double)points.count * ck_collide_bounds_ns);
  ck_parallel_for(threads, 0, points.count, CK_COLLIDE_BLOCK,
                  ck_isa_task(kernels->collide_bounds, points), pass);
  ck_collide_plan_cells(pass, points.dimension);
  const int32_t bits = ck_collide_plan_keys(pass, points.dimension);
  ck_collide_plan_rows(pass, points.dimension);

  pass->owners = pass->members = points.count;
  pass->key = memory->members.key;
  pass->node = memory->members.number;
  if (pass->is_filtered) { ck_collide_plan_members(pass); }
  ck_parallel_task *keys =
      ck_isa_task(pass->is_filtered ? kernels->collide_member_keys : kernels->collide_keys, points);
  ck_parallel_for(threads, 0, points.count, CK_COLLIDE_BLOCK, keys, pass);
  if (pass->is_filtered) { ck_collide_compact(pass); }

  const int32_t solitary_threads =
      ck_parallel_threads(context, (double)pass->members * ck_collide_solitary_ns);
  // A single block need not be sorted for it.
  const bool is_one_block = pass->members <= CK_COLLIDE_BLOCK;
  if (is_one_block) { ck_collide_leave_out_solitary(pass, 1); }
  threads = ck_parallel_threads(context, (double)pass->members * ck_collide_sort_ns);
  ck_sort(threads, pass->members, bits, memory->members, memory->spare, memory->sort);
  if (!is_one_block) { ck_collide_leave_out_solitary(pass, solitary_threads); }
  for (int64_t s = 0; s < CK_COLLIDE_PADDING; ++s) {
    pass->key[pass->members + s] = CK_COLLIDE_NO_KEY;
  }
  ck_collide_list_cells(pass, threads);
}

static void ck_collide_run_level(ck_context *context, const ck_collide_memory *memory,
                                 ck_collide_pass *pass) {
  const ck_isa_kernels *kernels = ck_isa_select(context);
  const ck_points points = pass->points;
  ck_collide_arrange(context, memory, pass);
  if (pass->members == 0) { return; }
  const int32_t threads = ck_parallel_threads(context, (double)pass->members * ck_collide_meet_ns);
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_SLOTS,
                  ck_isa_task(kernels->collide_place, points), pass);
  const bool by_cell = ck_collide_is_lopsided(pass, threads);
  const int32_t colours = by_cell ? (int32_t)ck_collide_power3(points.dimension) : 3;
  ck_parallel_task *meet =
      ck_isa_task(by_cell ? kernels->collide_meet_cells : kernels->collide_meet_slabs, points);
  for (pass->active_colour = 0; pass->active_colour < colours; ++pass->active_colour) {
    ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_SLOTS, meet, pass);
  }
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK,
                  ck_isa_task(kernels->collide_return, points), pass);
}

// MARK: Entries

/// All iterations of a pass that has points, shapes, velocities, strength and jiggle.
/// `level_half_sides`: NULL, or `dimension` numbers for each level.
static void ck_collide_run_levels(ck_context *context, ck_collide_pass *pass,
                                  ck_collide_radii radii, const double *level_half_sides,
                                  int32_t iterations) {
  const int32_t dimension = pass->points.dimension;
  pass->radius = radii.radius;
  pass->is_filtered = radii.level_count > 1 || radii.levels->above >= 0;
  const ck_collide_memory memory = ck_collide_take_memory(context, pass);
  if (pass->offsets != NULL) { ck_collide_place_centres(context, pass); }
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    for (int32_t level = 0; level < radii.level_count; ++level) {
      pass->low = radii.levels[level].above;
      pass->largest = radii.levels[level].largest;
      for (int32_t k = 0; k < dimension; ++k) {
        pass->half_side[k] =
            level_half_sides == NULL ? pass->largest : level_half_sides[level * dimension + k];
      }
      pass->has_visitors = pass->low >= 0;
      CK_ASSERT(pass->largest > 0 && pass->low < pass->largest);
      ck_collide_run_level(context, &memory, pass);
    }
  }
}

/// False when there is nothing to do.
static bool ck_collide_check(ck_points points, ck_collide_radii radii, int32_t iterations) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(points.count <= INT32_MAX && iterations >= 0);
  CK_ASSERT(radii.level_count >= 0 && radii.level_count <= CK_COLLIDE_MAX_LEVELS);
  return points.count > 0 && radii.level_count > 0;
}

void ck_collide(ck_context *context, ck_points points, ck_collide_radii radii, double strength,
                int32_t iterations, ck_jiggle jiggle, void *velocity) {
  if (!ck_collide_check(points, radii, iterations)) { return; }
  // The grid is computed here, in Double, and not in the caller's rounding mode.
  const uint64_t control = ck_control_begin();
  ck_collide_pass pass = {
      .points = points, .velocity = velocity, .strength = strength, .jiggle = jiggle};
  ck_collide_run_levels(context, &pass, radii, NULL, iterations);
  ck_control_end(control);
}

void ck_collide_boxes(ck_context *context, ck_points points, ck_boxes boxes, double strength,
                      int32_t iterations, ck_jiggle jiggle, void *velocity) {
  if (!ck_collide_check(points, boxes.reach, iterations)) { return; }
  const uint64_t control = ck_control_begin();
  ck_collide_pass pass = {.points = points,
                          .half_sides = boxes.half_sides,
                          .weights = boxes.weights,
                          .offsets = boxes.offsets,
                          .velocity = velocity,
                          .strength = strength,
                          .jiggle = jiggle};
  ck_collide_run_levels(context, &pass, boxes.reach, boxes.level_half_sides, iterations);
  ck_control_end(control);
}
