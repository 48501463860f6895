/// When nodes are sorted, and outliers apart from the others (many_body_sort.c), by all ranks.
#include "shared_sort.h"

#include "many_body_outliers.h"

/// A search for outliers (many_body_outliers.h) among the own leaves.
typedef struct ck_shared_outliers {
  ck_many_body_outliers own;
  ck_shared_memory memory[3];
} ck_shared_outliers;

static void ck_shared_begin_outliers(ck_world_many_body *shared, ck_shared_outliers *outliers) {
  const int64_t leaves = shared->pass.shape.leaf_count;
  const int64_t bytes[3] = {leaves * 8, leaves * 8, leaves * CK_MANY_BODY_LEAF};
  for (int i = 0; i < 3; ++i) { outliers->memory[i] = ck_shared_map(shared->world, bytes[i]); }
  double *distance2 = (double *)ck_shared_scratch(shared);
  outliers->own = (ck_many_body_outliers){.pass = &shared->pass,
                                          .permutation = shared->permutation,
                                          .spread = outliers->memory[0].data,
                                          .reach = outliers->memory[1].data,
                                          .distance2 = distance2 - shared->slots.begin,
                                          .is_outlier = outliers->memory[2].data};
}

static void ck_shared_end_outliers(ck_shared_outliers *outliers) {
  for (int i = 0; i < 3; ++i) { ck_shared_unmap(&outliers->memory[i]); }
}

/// ck_many_body_outliers_add_reach of all leaves.
static double ck_shared_reach(ck_world_many_body *shared, const ck_shared_outliers *outliers) {
  const ck_kdtree_range leaves = shared->leaves;
  int64_t count = leaves.end - leaves.begin;
  return ck_world_add_in_order(shared->world, outliers->own.reach + leaves.begin, count, &count);
}

/// ck_many_body_outliers_measure for all ranks.
static double ck_shared_measure_outliers(ck_world_many_body *shared, ck_shared_outliers *outliers) {
  ck_many_body_outliers_measure_leaves(shared->context, &outliers->own, shared->leaves);
  return ck_shared_reach(shared, outliers);
}

/// ck_many_body_outliers_move for all ranks: marks the outliers of this rank's block. Returns the number
/// of all nodes that are none.
static int64_t ck_shared_move_outliers(ck_world_many_body *shared, ck_shared_outliers *outliers,
                                       double enough, uint8_t *is_outlier) {
  ck_world *world = shared->world;
  int64_t *count = ck_world_allocate(world, CK_OUTLIERS_EXPONENTS * (int64_t)sizeof *count);
  memset(count, 0, CK_OUTLIERS_EXPONENTS * sizeof *count);
  ck_many_body_outliers_count(&outliers->own, shared->leaves, count);
  ck_world_sum(world, count, CK_OUTLIERS_EXPONENTS);
  ck_many_body_outliers_set_limit(&outliers->own, count);
  free(count);
  ck_many_body_outliers_mark(shared->context, &outliers->own, shared->leaves);
  const int64_t marked = ck_world_total(world, atomic_load(&outliers->own.marked));
  const int64_t core = shared->count - marked;
  if (!ck_many_body_outliers_are_few(core, shared->count)) { return shared->count; }
  if (ck_shared_reach(shared, outliers) >= enough) { return shared->count; }
  ck_shared_return_marks(shared, outliers->own.is_outlier, is_outlier);
  return core;
}

/// Tries to sort outliers apart, as ck_many_body_sort_again does, after a plain sort.
static int64_t ck_shared_try_division(ck_world_many_body *shared, const void *position,
                                      uint8_t *is_outlier, ck_many_body_history *history) {
  ck_shared_outliers outliers;
  ck_shared_begin_outliers(shared, &outliers);
  const double enough =
      ck_many_body_division_enough(ck_shared_measure_outliers(shared, &outliers), history);
  int64_t core = ck_shared_move_outliers(shared, &outliers, enough, is_outlier);
  if (core < shared->count) {
    ck_shared_sort_parts(shared, position, is_outlier, core);
    if (!ck_many_body_division_helps(ck_shared_measure_outliers(shared, &outliers), enough,
                                     history)) {
      core = shared->count;
      ck_shared_sort_parts(shared, position, is_outlier, core);
    }
  }
  ck_shared_end_outliers(&outliers);
  return core;
}

void ck_shared_sort(ck_world_many_body *shared, const void *position,
                    ck_many_body_history *history) {
  const int64_t points = shared->nodes.end - shared->nodes.begin;
  uint8_t *is_outlier = ck_world_allocate(shared->world, points);
  const bool is_trial = ck_many_body_tries_division(history);
  int64_t core = shared->count;
  if (history->divided != 0 && !is_trial) {
    ck_shared_outliers outliers;
    ck_shared_begin_outliers(shared, &outliers);
    ck_shared_send_positions(shared, position);
    (void)ck_shared_measure_outliers(shared, &outliers);
    core = ck_shared_move_outliers(shared, &outliers, (double)INFINITY, is_outlier);
    ck_shared_end_outliers(&outliers);
  }
  ck_shared_split_again(shared);
  ck_shared_sort_parts(shared, position, is_outlier, core);
  if (is_trial) { core = ck_shared_try_division(shared, position, is_outlier, history); }
  ck_many_body_count_sort(history, core < shared->count);
  free(is_outlier);
}
