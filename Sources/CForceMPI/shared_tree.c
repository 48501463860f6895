/// Many-body by tree over all ranks: which subtrees a rank has, and the pass.
#include "shared_tree.h"

// MARK: Ownership

// A rank has at most this share of the leaves that it would have of equal parts: memory goes with them.
static const double ck_shared_most = 1.25;
// What a subtree takes beside its walk, in pairs for each point.
static const double ck_shared_point_pairs = 400;

/// The first leaf of a subtree, or the end of the last one.
static int64_t ck_shared_subtree_leaf(const ck_world_many_body *shared, int64_t subtree) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  if (subtree >= INT64_C(1) << shared->level) { return shape->leaf_count; }
  return ck_kdtree_leaves(shape, ck_many_body_level(shared->level) + subtree).begin;
}

/// The work of a subtree, in pairs; without `work`, its leaves.
static double ck_shared_subtree_work(const ck_world_many_body *shared, const int64_t (*work)[2],
                                     int64_t subtree) {
  const double leaves = (double)(ck_shared_subtree_leaf(shared, subtree + 1) -
                                 ck_shared_subtree_leaf(shared, subtree));
  if (work == NULL) { return leaves; }
  return leaves * CK_MANY_BODY_LEAF * ck_shared_point_pairs +
         ck_many_body_work(work[subtree][0], work[subtree][1]);
}

/// The first subtree of each rank: equal numbers of leaves, or with `work` of all subtrees equal work.
static void ck_shared_choose_split(const ck_world_many_body *shared, const int64_t (*work)[2],
                                   int64_t *first) {
  const int64_t subtrees = INT64_C(1) << shared->level, size = shared->world->size;
  const int64_t leaves = shared->pass.shape.leaf_count;
  const int64_t most = (int64_t)ceil(ck_shared_most * (double)leaves / (double)size);
  double all = 0, before = 0;
  for (int64_t at = 0; at < subtrees; ++at) { all += ck_shared_subtree_work(shared, work, at); }
  first[0] = 0;
  for (int64_t rank = 1, at = 0; rank <= size; ++rank) {
    const double share = all * (double)rank / (double)size;
    while (at < subtrees) {
      const double own = ck_shared_subtree_work(shared, work, at);
      if (before + own / 2 > share) { break; }
      before += own;
      at += 1;
    }
    int64_t chosen = at > first[rank - 1] ? at : first[rank - 1];
    const int64_t limit = ck_shared_subtree_leaf(shared, first[rank - 1]) + most;
    while (chosen > first[rank - 1] && ck_shared_subtree_leaf(shared, chosen) > limit) {
      chosen -= 1;
    }
    // Those after it have to have room for the rest.
    while (chosen < subtrees &&
           leaves - ck_shared_subtree_leaf(shared, chosen) > most * (size - rank)) {
      chosen += 1;
    }
    first[rank] = chosen;
  }
  first[size] = subtrees;
}

/// Sets what follows from the first subtree of each rank.
static void ck_shared_set_split(ck_world_many_body *shared) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const int32_t rank = shared->world->rank, size = shared->world->size;
  for (int32_t at = 0; at <= size; ++at) {
    shared->first_leaf[at] = ck_shared_subtree_leaf(shared, shared->first_subtree[at]);
  }
  shared->nodes = (ck_kdtree_range){ck_world_first_node(shared->world, rank, shared->count),
                                    ck_world_first_node(shared->world, rank + 1, shared->count)};
  shared->subtrees =
      (ck_kdtree_range){shared->first_subtree[rank], shared->first_subtree[rank + 1]};
  shared->leaves = (ck_kdtree_range){shared->first_leaf[rank], shared->first_leaf[rank + 1]};
  shared->slots = ck_kdtree_leaf_slots(shape, shared->leaves);
  if (shared->slots.begin > shared->slots.end) { shared->slots.begin = shared->slots.end; }
}

/// The top of the tree and the own subtrees are always here.
static void ck_shared_mark_own(ck_world_many_body *shared) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const int64_t first = ck_many_body_level(shared->level);
  for (int64_t cell = 0; cell < first; ++cell) { shared->present[cell] = 1; }
  for (int32_t below = 0; below <= shape->height - shared->level; ++below) {
    const int64_t end = ck_many_body_descendants(first + shared->subtrees.end, below);
    for (int64_t cell = ck_many_body_descendants(first + shared->subtrees.begin, below);
         cell < end && cell < shape->node_count; ++cell) {
      shared->present[cell] = 1;
    }
  }
  for (int64_t slot = shared->slots.begin; slot < shared->slots.end; ++slot) {
    shared->permutation[slot] = (int32_t)slot;
  }
}

ck_world_many_body *ck_world_many_body_create(ck_world *world, ck_settings settings, int32_t scalar,
                                              int32_t dimension, int64_t count) {
  CK_ASSERT(scalar == CK_F32 || scalar == CK_F64);
  CK_ASSERT(dimension == 2 || dimension == 3);
  CK_ASSERT(count >= 1 && count <= INT32_MAX);
  ck_world_many_body *shared = ck_world_allocate(world, sizeof *shared);
  *shared = (ck_world_many_body){.world = world,
                                 .context = ck_context_create(settings),
                                 .scalar = scalar,
                                 .dimension = dimension,
                                 .count = count,
                                 .forgotten = -1};
  shared->pass.shape = ck_kdtree_shape_make(count, CK_MANY_BODY_LEAF);
  shared->level = ck_many_body_task_level(&shared->pass.shape);
  int64_t **ends[] = {&shared->first_subtree, &shared->first_leaf, &shared->send_end,
                      &shared->receive_end,   &shared->out_at,     &shared->in_at,
                      &shared->out_bytes,     &shared->in_bytes};
  const int64_t ranks = world->size + 1;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
    *ends[i] = ck_world_allocate(shared->world, ranks * (int64_t)sizeof **ends[i]);
  }
  shared->to = ck_world_allocate(shared->world, ranks * (int64_t)sizeof *shared->to);
  memset(shared->to, 0, (size_t)ranks * sizeof *shared->to);
  const int64_t work = (int64_t)sizeof *shared->work << shared->level;
  shared->work = ck_world_allocate(shared->world, work);
  memset(shared->work, 0, (size_t)work);
  ck_shared_choose_split(shared, NULL, shared->first_subtree);
  ck_shared_set_split(shared);
  ck_shared_take_arrays(shared);
  ck_shared_use_large(shared);
  ck_shared_mark_own(shared);
  const int64_t nodes = shared->nodes.end - shared->nodes.begin;
  shared->send_node = ck_world_allocate(shared->world, nodes * (int64_t)sizeof *shared->send_node);
  return shared;
}

/// The work of the rank that has the most, with such first subtrees.
static double ck_shared_most_work(const ck_world_many_body *shared, const int64_t *first) {
  double most = 0;
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    double work = 0;
    for (int64_t at = first[rank]; at < first[rank + 1]; ++at) {
      work += ck_shared_subtree_work(shared, (const int64_t(*)[2])shared->work, at);
    }
    most = work > most ? work : most;
  }
  return most;
}

// What it takes to move subtrees to other ranks is worth this much less work of the one that has the most.
static const double ck_shared_gain = 1.02;

void ck_shared_split_again(ck_world_many_body *shared) {
  ck_world *world = shared->world;
  const int32_t size = world->size;
  for (int32_t rank = 0; rank <= size; ++rank) {
    shared->in_at[rank] = shared->first_subtree[rank] * (int64_t)sizeof *shared->work;
  }
  ck_world_gather_all(world, shared->work, shared->in_at);
  int64_t all = 0;
  for (int64_t at = 0; at < INT64_C(1) << shared->level; ++at) { all += shared->work[at][0]; }
  if (all == 0) { return; }
  int64_t *first = ck_world_allocate(world, (size + 1) * (int64_t)sizeof *first);
  ck_shared_choose_split(shared, (const int64_t(*)[2])shared->work, first);
  if (ck_shared_most_work(shared, shared->first_subtree) >
      ck_shared_gain * ck_shared_most_work(shared, first)) {
    shared->received.count = 0;
    memcpy(shared->first_subtree, first, (size_t)(size + 1) * sizeof *first);
    ck_shared_set_split(shared);
    // No cell is valid before the sort, and what others have now need not stay here.
    ck_shared_keep_own(shared);
    ck_shared_mark_own(shared);
  }
  free(first);
}

void ck_world_many_body_destroy(ck_world_many_body *shared) {
  if (shared == NULL) { return; }
  ck_shared_free_arrays(shared);
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    free(shared->to[rank].opened.cell);
    free(shared->to[rank].leaves.cell);
  }
  void *all[] = {shared->first_subtree, shared->first_leaf, shared->send_end,
                 shared->receive_end,   shared->out_at,     shared->in_at,
                 shared->out_bytes,     shared->in_bytes,   shared->to,
                 shared->send_node,     shared->work,       shared->received.cell,
                 shared->out.data,      shared->in.data};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  ck_context_destroy(shared->context);
  free(shared);
}

void ck_world_many_body_get_order(ck_world_many_body *shared, int32_t *order) {
  ck_world *world = shared->world;
  for (int64_t slot = shared->slots.begin; slot < shared->slots.end; ++slot) {
    order[slot] = (int32_t)shared->identity[shared->permutation[slot]];
  }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    const int64_t slot = shared->first_leaf[rank] * CK_MANY_BODY_LEAF;
    shared->in_at[rank] = (slot < shared->count ? slot : shared->count) * (int64_t)sizeof *order;
  }
  ck_world_gather_all(world, order, shared->in_at);
}

void ck_world_many_body_set_order(ck_world_many_body *shared, const int32_t *order) {
  const int64_t slots = shared->slots.end - shared->slots.begin;
  int64_t *number = ck_world_allocate(shared->world, slots * (int64_t)sizeof *number);
  for (int64_t slot = 0; slot < slots; ++slot) { number[slot] = order[shared->slots.begin + slot]; }
  ck_shared_make_ways(shared, number);
  free(number);
}

int64_t ck_world_many_body_own_slots(const ck_world_many_body *shared, int64_t *first) {
  *first = shared->slots.begin;
  return shared->slots.end - shared->slots.begin;
}

void ck_world_many_body_get_own_order(const ck_world_many_body *shared, int64_t *order) {
  for (int64_t slot = shared->slots.begin; slot < shared->slots.end; ++slot) {
    order[slot - shared->slots.begin] = shared->identity[shared->permutation[slot]];
  }
}

void ck_world_many_body_set_own_order(ck_world_many_body *shared, const int64_t *order) {
  ck_shared_make_ways(shared, order);
}

void ck_world_many_body_forget(ck_world_many_body *shared, int64_t leaf) {
  shared->forgotten = leaf;
}

// MARK: The pass

/// Lays the lattice over the nodes of all ranks. Returns true if the strengths of some have changed
/// since they were sent.
static bool ck_shared_lay_lattice(ck_world_many_body *shared, ck_points points,
                                  const void *strength) {
  ck_many_body_pass block = shared->pass;
  block.points = points;
  block.law.strength = strength;
  const ck_many_body_extent own =
      ck_many_body_measure_extent(shared->context, &block, 0, points.count);
  double most[8] = {[6] = own.strength};
  for (int k = 0; k < 3; ++k) {
    most[2 * k] = -own.low[k];
    most[2 * k + 1] = own.high[k];
  }
  most[7] = !shared->has_sent || ck_shared_hash_strengths(shared, strength) != shared->sent_hash;
  ck_world_max(shared->world, most, 8);
  ck_many_body_extent all = {.strength = most[6]};
  for (int k = 0; k < 3; ++k) {
    all.low[k] = -most[2 * k];
    all.high[k] = most[2 * k + 1];
  }
  shared->extent = all;
  ck_many_body_set_lattice(&shared->pass, &all);
  return most[7] > 0;
}

/// The seconds since `*from`, which is now.
static double ck_shared_lap(double *from) {
  const double before = *from;
  *from = ck_world_seconds();
  return *from - before;
}

/// ck_many_body_update_tree for all ranks.
static void ck_shared_update_tree(ck_world_many_body *shared, const void *position,
                                  const void *strength, bool strength_changed,
                                  ck_many_body_history *history) {
  ck_many_body_pass *pass = &shared->pass;
  ck_world_report *report = &shared->report;
  double clock = ck_world_seconds();
  bool needs_sort = ck_many_body_is_worn(pass, history);
  if (!needs_sort) {
    ck_shared_send_positions(shared, position);
    if (strength_changed) { ck_shared_send_strengths(shared, strength); }
    report->move_seconds += ck_shared_lap(&clock);
    ck_shared_refit(shared);
    report->refit_seconds += ck_shared_lap(&clock);
    needs_sort = ck_many_body_is_stale(pass, history);
  }
  if (needs_sort) {
    ck_shared_release_others(shared);
    ck_shared_sort(shared, position, history);
    report->sorted = 1;
    report->sort_seconds += ck_shared_lap(&clock);
    ck_shared_send_strengths(shared, strength);
    report->move_seconds += ck_shared_lap(&clock);
    ck_shared_refit(shared);
    history->staleness = ck_many_body_staleness(pass);
  }
  if (ck_many_body_is_too_coarse(shared->context, &shared->tasks, pass)) {
    ck_shared_refit(shared);
  }
  report->refit_seconds += ck_shared_lap(&clock);
}

/// Walks the own subtrees. Returns the number of parts that were missing on all ranks.
static int64_t ck_shared_walk(ck_world_many_body *shared, int32_t threads,
                              ck_many_body_report *report) {
  ck_many_body_pass *pass = &shared->pass;
  for (int32_t worker = 0; worker < threads; ++worker) { pass->walks[worker].missing = 0; }
  ck_many_body_walk_subtrees(threads, &shared->tasks, pass, shared->subtrees.begin,
                             shared->subtrees.end);
  int64_t sums[3] = {atomic_load(&pass->near_work), atomic_load(&pass->far_cells), 0};
  for (int32_t worker = 0; worker < threads; ++worker) { sums[2] += pass->walks[worker].missing; }
  ck_world_sum(shared->world, sums, 3);
  report->near_work = sums[0];
  report->far_cells = sums[1];
  return sums[2];
}

/// Pushes and walks until the measured error is small enough. Returns the number of missing parts.
static int64_t ck_shared_walk_all(ck_world_many_body *shared, ck_many_body_history *history,
                                  ck_many_body_report *report) {
  ck_many_body_pass *pass = &shared->pass;
  double clock = ck_world_seconds();
  ck_many_body_control *control = ck_world_allocate(shared->world, sizeof *control);
  *control = (ck_many_body_control){
      .context = shared->context, .tasks = &shared->tasks, .pass = pass, .history = history};
  history->last_error = 0;
  if (pass->has_accuracy) { ck_shared_begin_control(shared, control); }
  shared->report.samples_seconds += ck_shared_lap(&clock);
  ck_context_reset(shared->context);
  const int32_t threads =
      ck_many_body_walk_threads(shared->context, shared->slots.end - shared->slots.begin);
  ck_many_body_take_walks(shared->context, threads, pass);
  bool again = true;
  int64_t missing = 0;
  while (again && missing == 0) {
    ck_shared_push(shared);
    shared->report.essential_seconds += ck_shared_lap(&clock);
    missing = ck_shared_walk(shared, threads, report);
    shared->report.walk_seconds += ck_shared_lap(&clock);
    report->walks += 1;
    again =
        pass->has_accuracy && missing == 0 && ck_shared_end_control(shared, control, report->walks);
    shared->report.samples_seconds += ck_shared_lap(&clock);
  }
  free(control);
  return missing;
}

int64_t ck_world_many_body_add(ck_world_many_body *shared, ck_points points, ck_law law,
                               double alpha, ck_jiggle jiggle, ck_many_body_history *history,
                               void *velocity, ck_many_body_report *report,
                               ck_world_report *shared_report) {
  CK_ASSERT(points.scalar == shared->scalar && points.dimension == shared->dimension);
  CK_ASSERT(points.count == shared->nodes.end - shared->nodes.begin);
  CK_ASSERT(law.accuracy > 0 || (law.accuracy == 0 && law.theta > 0));
  CK_ASSERT(law.distance_min2 >= 0 && law.distance_max2 >= 0);
  const uint64_t control = ck_control_begin();
  ck_many_body_pass *pass = &shared->pass;
  pass->points = (ck_points){shared->scalar, shared->dimension, shared->count, shared->position};
  pass->law = law;
  pass->law.strength = shared->strength;
  pass->alpha = alpha;
  pass->jiggle = jiggle;
  pass->permutation = shared->permutation;
  pass->identity = shared->identity;
  pass->present = shared->present;
  pass->work = shared->work;
  shared->report = (ck_world_report){0};
  ck_many_body_set_limits(pass);
  const bool strength_changed = ck_shared_lay_lattice(shared, points, law.strength);
  const ck_many_body_tasks before = shared->tasks;
  shared->tasks = ck_many_body_choose_tasks(shared->context, pass);
  if (shared->tasks.scalar != before.scalar || shared->tasks.moment_row != before.moment_row) {
    ck_shared_use_large(shared);
  }
  if (history->sorted == 0) { ck_many_body_control_forget(history); }
  ck_shared_forget_received(shared);
  ck_shared_update_tree(shared, points.position, law.strength, strength_changed, history);
  const int32_t level = history->level;
  ck_many_body_report done = {.computed_in_f64 = shared->tasks.scalar == CK_F64};
  const int64_t missing = ck_shared_walk_all(shared, history, &done);
  if (missing == 0) {
    double clock = ck_world_seconds();
    ck_shared_return_forces(shared, alpha, velocity);
    shared->report.move_seconds += ck_shared_lap(&clock);
    ck_many_body_count_work(&done, level, history);
  }
  if (report != NULL) { *report = done; }
  if (shared_report != NULL) { *shared_report = shared->report; }
  ck_control_end(control);
  return missing;
}
