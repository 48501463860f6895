/// Collide: the public entries, and the passes of a level.
#include "collide.h"

#include "isa.h"
#include "sort.h"

// Measured: nanoseconds for a node, one thread.
static const double ck_collide_bounds_ns = 2, ck_collide_sort_ns = 5, ck_collide_meet_ns = 40;

/// Cells on each axis: as many as leave the keys below 2^63.
static double ck_collide_max_cells(int32_t dimension) {
  return dimension == 2 ? 0x1p30 : dimension == 3 ? 0x1p20 : 0x1p14;
}

static int64_t ck_collide_power3(int32_t exponent) {
  int64_t power = 1;
  for (int32_t i = 0; i < exponent; ++i) { power *= 3; }
  return power;
}

// MARK: Scratch

/// Scratch memory that is being shared out. Without memory, only `used` counts.
typedef struct ck_collide_arena {
  char *memory;
  int64_t used;
} ck_collide_arena;

/// A part of it, on cache lines of its own.
static void *ck_collide_take(ck_collide_arena *arena, int64_t bytes) {
  void *part = arena->memory == NULL ? NULL : arena->memory + arena->used;
  arena->used += ck_round_up(bytes, 64);
  return part;
}

/// Where the members are sorted, and what that takes. `spare` lies in `run`, which is written
/// later.
typedef struct ck_collide_memory {
  ck_sort_pairs members, spare;
  void *sort;
  int64_t bytes;
} ck_collide_memory;

/// Shares out the scratch memory; with NULL, finds out how much it takes.
static ck_collide_memory ck_collide_share(void *scratch, int64_t scalar_bytes, int32_t dimension,
                                          int64_t count, ck_collide_task *task) {
  const int64_t slots = ck_round_up(count + CK_COLLIDE_PADDING, 16);
  const int64_t key_bytes = slots * (int64_t)sizeof(int64_t),
                number_bytes = slots * (int64_t)sizeof(uint32_t);
  ck_collide_arena arena = {.memory = scratch};
  ck_collide_memory memory;
  memory.members.key = ck_collide_take(&arena, key_bytes);
  memory.members.number = ck_collide_take(&arena, number_bytes);
  ck_collide_arena spare = arena;
  const int64_t rows = ck_collide_power3(dimension - 1);
  task->run = ck_collide_take(&arena, number_bytes * rows);
  memory.spare.key = ck_collide_take(&spare, key_bytes);
  memory.spare.number = ck_collide_take(&spare, number_bytes);
  task->run_length = ck_collide_take(&arena, slots * rows);
  task->colour = ck_collide_take(&arena, slots);
  task->flags = ck_collide_take(&arena, slots);
  task->row = slots;
  task->sorted = ck_collide_take(&arena, (2 * dimension + 1) * slots * scalar_bytes);
  task->box =
      ck_collide_take(&arena, (count / CK_COLLIDE_BLOCK + 1) * (int64_t)sizeof(ck_collide_box));
  memory.sort = ck_collide_take(&arena, ck_sort_scratch(count));
  memory.bytes = arena.used;
  return memory;
}

static int64_t ck_collide_scratch(int64_t scalar_bytes, int32_t dimension, int64_t count) {
  CK_ASSERT(dimension >= 2 && dimension <= 4 && count >= 0);
  ck_collide_task task;
  return ck_collide_share(NULL, scalar_bytes, dimension, count, &task).bytes;
}

int64_t ck_collide_scratch_f32(int32_t dimension, int64_t count) {
  return ck_collide_scratch(sizeof(float), dimension, count);
}

int64_t ck_collide_scratch_f64(int32_t dimension, int64_t count) {
  return ck_collide_scratch(sizeof(double), dimension, count);
}

// MARK: The grid of a level

static int64_t ck_collide_blocks(int64_t count) {
  return (count + CK_COLLIDE_BLOCK - 1) / CK_COLLIDE_BLOCK;
}

/// Joins the boxes of the blocks, and chooses origin and size of the cells.
static void ck_collide_plan_cells(ck_collide_task *task, int32_t dimension) {
  const double max_cells = ck_collide_max_cells(dimension), largest_number = 0x1.fffffffffffffp1023;
  double low[4], high[4];
  int32_t odd_axes = 0;
  // Twice the radius would do. Larger cells are crossed less often, which changes the order less.
  task->size = 3 * task->largest;
  for (int32_t k = 0; k < dimension; ++k) {
    low[k] = (double)INFINITY;
    high[k] = -(double)INFINITY;
    for (int64_t block = 0; block < ck_collide_blocks(task->count); ++block) {
      low[k] = task->box[block].low[k] < low[k] ? task->box[block].low[k] : low[k];
      high[k] = task->box[block].high[k] > high[k] ? task->box[block].high[k] : high[k];
      odd_axes |= task->box[block].odd_axes;
    }
    // An extent that overflows still leaves a size: the largest number over the number of cells.
    double extent = high[k] - low[k] < largest_number ? high[k] - low[k] : largest_number;
    task->size = extent / max_cells > task->size ? extent / max_cells : task->size;
  }
  // Anchored to the coordinates, the cells and their colours stay the same however far the nodes
  // spread.
  task->last_cell = max_cells + 3;
  for (int32_t k = 0; k < dimension; ++k) {
    const double period = 3 * task->size;
    const double anchor = floor(low[k] / period) * period;
    // Far from the origin of the coordinates there is no such number.
    task->origin[k] = low[k] - anchor >= 0 && low[k] - anchor < period ? anchor : low[k];
    // As collide_keys has it. What is infinite is in the last possible cell.
    double place = (high[k] - task->origin[k]) / task->size;
    place = place > 0 ? place : 0;
    if (!(place < task->last_cell) || (odd_axes >> k & 1) != 0) { place = task->last_cell; }
    task->cells[k] = (int64_t)place + 1;
  }
}

/// Chooses the fields of the keys. Returns their bits together.
static int32_t ck_collide_plan_keys(ck_collide_task *task, int32_t dimension) {
  int32_t bits = 0;
  for (int32_t k = dimension - 1; k >= 0; --k) {
    task->shift[k] = bits;
    while ((task->cells[k] + 1) >> (bits - task->shift[k]) > 0) { bits += 1; }
  }
  return bits;
}

/// The offsets in {-1, 0, 1} of all axes but the last, in lexicographic order.
static void ck_collide_plan_rows(ck_collide_task *task, int32_t dimension) {
  for (int64_t row = 0; row < ck_collide_power3(dimension - 1); ++row) {
    int64_t rest = row, step = 0;
    for (int32_t k = dimension - 2; k >= 0; --k) {
      step += (rest % 3 - 1) * (INT64_C(1) << task->shift[k]);
      rest /= 3;
    }
    task->row_step[row] = step;
  }
}

/// Where the members of each block begin, from their numbers: first all owners, then all visitors.
static void ck_collide_plan_members(ck_collide_task *task) {
  int64_t begin = 0;
  for (int64_t block = 0; block < ck_collide_blocks(task->count); ++block) {
    task->box[block].owner_begin = begin;
    begin += task->box[block].owners;
  }
  task->owners = begin;
  for (int64_t block = 0; block < ck_collide_blocks(task->count); ++block) {
    task->box[block].visitor_begin = begin;
    begin += task->box[block].visitors;
  }
}

/// Closes the gaps that visitors far from all owners have left.
static void ck_collide_compact(ck_collide_task *task) {
  int64_t to = task->owners;
  for (int64_t block = 0; block < ck_collide_blocks(task->count); ++block) {
    int64_t from = task->box[block].visitor_begin, count = task->box[block].visitors;
    memmove(task->key + to, task->key + from, (size_t)count * sizeof *task->key);
    memmove(task->node + to, task->node + from, (size_t)count * sizeof *task->node);
    to += count;
  }
  task->members = to;
}

// MARK: A level

/// Whether some slab of cells holds so many members that threads would wait for the one that has
/// it.
static bool ck_collide_is_lopsided(const ck_collide_task *task, int32_t threads) {
  if (threads == 1) { return false; }
  const int64_t samples = 8 * (int64_t)threads;
  for (int64_t sample = 1; sample < samples; ++sample) {
    int64_t before = task->key[(sample - 1) * task->members / samples] >> task->shift[0];
    if (task->key[sample * task->members / samples] >> task->shift[0] == before) { return true; }
  }
  return false;
}

/// Finds the members of the level, and puts them and the owners into their orders.
static void ck_collide_arrange(const ck_settings *settings, int scalar, int kind,
                               const ck_collide_memory *memory, ck_collide_task *task) {
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  int32_t threads = ck_parallel_threads(settings, (double)task->count * ck_collide_bounds_ns);
  ck_parallel_for(threads, 0, task->count, CK_COLLIDE_BLOCK, kernels->collide_bounds[scalar][kind],
                  task);
  ck_collide_plan_cells(task, kind + 2);
  int32_t bits = ck_collide_plan_keys(task, kind + 2);
  ck_collide_plan_rows(task, kind + 2);

  task->owners = task->members = task->count;
  task->key = memory->members.key;
  task->node = memory->members.number;
  if (task->is_filtered) { ck_collide_plan_members(task); }
  ck_parallel_body *keys =
      (task->is_filtered ? kernels->collide_member_keys : kernels->collide_keys)[scalar][kind];
  ck_parallel_for(threads, 0, task->count, CK_COLLIDE_BLOCK, keys, task);
  if (task->is_filtered) { ck_collide_compact(task); }

  threads = ck_parallel_threads(settings, (double)task->members * ck_collide_sort_ns);
  ck_sort(threads, task->members, bits, memory->members, memory->spare, memory->sort);
  for (int64_t s = 0; s < CK_COLLIDE_PADDING; ++s) {
    task->key[task->members + s] = CK_COLLIDE_NO_KEY;
  }
}

static void ck_collide_level(const ck_settings *settings, int scalar, int32_t dimension,
                             const ck_collide_memory *memory, ck_collide_task *task) {
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  const int kind = dimension - 2;
  ck_collide_arrange(settings, scalar, kind, memory, task);
  int32_t threads = ck_parallel_threads(settings, (double)task->members * ck_collide_meet_ns);
  ck_parallel_for(threads, 0, task->members, CK_COLLIDE_SLOTS, kernels->collide_place[scalar][kind],
                  task);
  const bool by_cell = ck_collide_is_lopsided(task, threads);
  const int32_t colours = by_cell ? (int32_t)ck_collide_power3(dimension) : 3;
  ck_parallel_body *meet =
      (by_cell ? kernels->collide_meet_cells : kernels->collide_meet_slabs)[scalar][kind];
  for (task->on = 0; task->on < colours; ++task->on) {
    ck_parallel_for(threads, 0, task->members, CK_COLLIDE_SLOTS, meet, task);
  }
  ck_parallel_for(threads, 0, task->members, CK_COLLIDE_BLOCK,
                  kernels->collide_return[scalar][kind], task);
}

// MARK: Entries

/// The largest radius of each level, and the one below which nodes belong to the next levels.
typedef struct ck_collide_range {
  double above, largest;
} ck_collide_range;

static void ck_collide_run(const ck_settings *settings, int scalar, int32_t dimension,
                           int32_t level_count, const ck_collide_range *levels, int32_t iterations,
                           void *scratch, ck_collide_task *task) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  CK_ASSERT(task->count >= 0 && task->count <= INT32_MAX);
  CK_ASSERT(level_count >= 0 && level_count <= CK_COLLIDE_MAX_LEVELS && iterations >= 0);
  CK_ASSERT((uintptr_t)scratch % 64 == 0);
  if (task->count == 0 || level_count == 0) { return; }
  // The grid is laid out here, in Double, and not by the caller's rounding.
  const uint64_t control = ck_control_begin();
  task->is_filtered = level_count > 1 || levels->above >= 0;
  const int64_t scalar_bytes =
      scalar == CK_ISA_F32 ? (int64_t)sizeof(float) : (int64_t)sizeof(double);
  const ck_collide_memory memory =
      ck_collide_share(scratch, scalar_bytes, dimension, task->count, task);
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    for (int32_t level = 0; level < level_count; ++level) {
      task->low = levels[level].above;
      task->largest = levels[level].largest;
      task->has_visitors = task->low >= 0;
      CK_ASSERT(task->largest > 0 && task->low < task->largest);
      ck_collide_level(settings, scalar, dimension, &memory, task);
    }
  }
  ck_control_end(control);
}

void ck_collide_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                    const float *position, const float *radius, int32_t level_count,
                    const ck_collide_level_f32 *levels, float strength, int32_t iterations,
                    ck_jiggle jiggle, void *scratch, float *velocity) {
  CK_ASSERT(level_count >= 0 && level_count <= CK_COLLIDE_MAX_LEVELS);
  ck_collide_range ranges[CK_COLLIDE_MAX_LEVELS];
  for (int32_t level = 0; level < level_count; ++level) {
    ranges[level] = (ck_collide_range){(double)levels[level].above, (double)levels[level].largest};
  }
  ck_collide_task task = {.position = position,
                          .radius = radius,
                          .velocity = velocity,
                          .count = count,
                          .strength = (double)strength,
                          .jiggle = jiggle};
  ck_collide_run(settings, CK_ISA_F32, dimension, level_count, ranges, iterations, scratch, &task);
}

void ck_collide_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                    const double *position, const double *radius, int32_t level_count,
                    const ck_collide_level_f64 *levels, double strength, int32_t iterations,
                    ck_jiggle jiggle, void *scratch, double *velocity) {
  CK_ASSERT(level_count >= 0 && level_count <= CK_COLLIDE_MAX_LEVELS);
  ck_collide_range ranges[CK_COLLIDE_MAX_LEVELS];
  for (int32_t level = 0; level < level_count; ++level) {
    ranges[level] = (ck_collide_range){levels[level].above, levels[level].largest};
  }
  ck_collide_task task = {.position = position,
                          .radius = radius,
                          .velocity = velocity,
                          .count = count,
                          .strength = strength,
                          .jiggle = jiggle};
  ck_collide_run(settings, CK_ISA_F64, dimension, level_count, ranges, iterations, scratch, &task);
}
