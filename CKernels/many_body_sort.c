#include "many_body_sort.h"

#include "many_body_outliers.h"

// A sort is worth as much work as this many pairs of points, for each point and level of the tree.
static const double ck_many_body_sort_pairs = 12;
// The growth of leaves, relative to larger cells, above which a permutation is not walked any more.
static const double ck_many_body_stale = 1.25;
// Sorting outliers apart is kept when the leaves' reach falls to this share, and tried again after
// this many sorts; after fewer when it was not kept.
static const double ck_many_body_worthwhile = 0.95;
enum { CK_MANY_BODY_TRIAL = 16, CK_MANY_BODY_TRIAL_FAILED = 4 };

/// Sorts; with `core` below the number of points, those in permutation[core...] apart from the
/// others.
static void ck_many_body_sort(ck_context *context, const ck_many_body_pass *pass, int64_t core,
                              int32_t *permutation) {
  ck_kdtree_sort_divided(context, pass->points, CK_MANY_BODY_LEAF, core, permutation);
}

bool ck_many_body_tries_division(const ck_many_body_history *history) {
  return history->sorted == 0 || history->sorts >= history->next_trial;
}

double ck_many_body_division_enough(double plain, ck_many_body_history *history) {
  history->next_trial = history->sorts + CK_MANY_BODY_TRIAL_FAILED;
  return ck_many_body_worthwhile * plain;
}

bool ck_many_body_division_helps(double reach, double enough, ck_many_body_history *history) {
  if (reach >= enough) { return false; }
  history->next_trial = history->sorts + CK_MANY_BODY_TRIAL;
  return true;
}

void ck_many_body_count_sort(ck_many_body_history *history, bool is_divided) {
  history->sorted = 1;
  history->sorts += 1;
  history->divided = is_divided ? 1 : 0;
  history->staleness = history->work = history->excess = 0;
}

/// Tries to sort outliers apart, after a plain sort. The division is kept if it makes the leaves
/// smaller. Returns the number of points that are not sorted apart.
static int64_t ck_many_body_try_division(ck_context *context, ck_many_body_outliers *outliers,
                                         ck_many_body_history *history) {
  const ck_many_body_pass *pass = outliers->pass;
  int32_t *permutation = outliers->permutation;
  const double enough =
      ck_many_body_division_enough(ck_many_body_outliers_measure(context, outliers), history);
  const int64_t core = ck_many_body_outliers_move(context, outliers, enough);
  if (core == pass->points.count) { return core; }
  ck_many_body_sort(context, pass, core, permutation);
  if (ck_many_body_division_helps(ck_many_body_outliers_measure(context, outliers), enough,
                                  history)) {
    return core;
  }
  ck_many_body_sort(context, pass, pass->points.count, permutation);
  return pass->points.count;
}

bool ck_many_body_is_worn(const ck_many_body_pass *pass, const ck_many_body_history *history) {
  const double levels = pass->shape.height + 1;
  const double sort_work = ck_many_body_sort_pairs * (double)pass->points.count * levels;
  return history->sorted == 0 || history->excess > sort_work;
}

bool ck_many_body_is_stale(ck_many_body_pass *pass, const ck_many_body_history *history) {
  return ck_many_body_staleness(pass) > ck_many_body_stale * history->staleness;
}

// Points that are divided already are divided again by the leaves of the old permutation; now and
// then, the division is tried from a plain sort.
void ck_many_body_sort_again(ck_context *context, const ck_many_body_pass *pass,
                             ck_many_body_state *state) {
  ck_many_body_outliers outliers = {.pass = pass, .permutation = state->permutation};
  ck_many_body_history *history = &state->history;
  const bool is_trial = ck_many_body_tries_division(history);
  int64_t core = pass->points.count;
  if (history->divided != 0 && !is_trial) {
    (void)ck_many_body_outliers_measure(context, &outliers);
    core = ck_many_body_outliers_move(context, &outliers, (double)INFINITY);
  }
  ck_many_body_sort(context, pass, core, state->permutation);
  if (is_trial) { core = ck_many_body_try_division(context, &outliers, history); }
  ck_many_body_count_sort(history, core < pass->points.count);
}

bool ck_many_body_is_too_coarse(const ck_context *context, ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass) {
  if (tasks->scalar == CK_F64 || atomic_load(&pass->narrow_leaves) == 0) { return false; }
  *tasks =
      ck_many_body_tasks_for(context, CK_F64, tasks->has_higher_degree, pass->points.dimension);
  ck_many_body_clear_origin(pass);
  return true;
}

void ck_many_body_update_tree(ck_context *context, ck_many_body_tasks *tasks,
                              ck_many_body_pass *pass, ck_many_body_state *state) {
  ck_many_body_history *history = &state->history;
  bool needs_sort = ck_many_body_is_worn(pass, history);
  if (!needs_sort) {
    ck_many_body_refit(context, tasks, pass);
    needs_sort = ck_many_body_is_stale(pass, history);
  }
  if (needs_sort) {
    ck_many_body_sort_again(context, pass, state);
    ck_many_body_refit(context, tasks, pass);
    history->staleness = ck_many_body_staleness(pass);
  }
  if (ck_many_body_is_too_coarse(context, tasks, pass)) {
    ck_many_body_refit(context, tasks, pass);
  }
}
