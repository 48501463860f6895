/// The order of the many-body tree: kept from pass to pass, and sorted anew before it costs more
/// than that.
#include "isa.h"
#include "many_body.h"

// A sort is worth as much work as this many pairs of points, for each point and level of the tree.
static const double ck_many_body_sort_pairs = 12;
// An order whose leaves have grown by this much, compared with larger cells, is not walked any
// more.
static const double ck_many_body_stale = 1.25;
// Dividing outliers from the rest is kept when leaves reach at most so far for it, and tried again
// after so many sorts, or so many when it was not.
enum { CK_MANY_BODY_TRIAL = 16, CK_MANY_BODY_TRIAL_FAILED = 4 };
static const double ck_many_body_worthwhile = 0.95;

/// Sorts; with `core` below the number of points, those in order[core...] apart from the others.
static void ck_many_body_sort(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                              const ck_many_body_task *task, int64_t core, int32_t *order) {
  void *scratch = ck_many_body_reserve(tree, ck_kdtree_sort_scratch(dimension, task->count));
  ck_kdtree_sort_divided(settings, task->is_f64 ? CK_ISA_F64 : CK_ISA_F32, dimension, task->count,
                         CK_MANY_BODY_LEAF, task->position, core, order, scratch);
}

/// How large the leaves are compared with cells above them: grows as an order gets stale, whatever
/// the layout's size.
static double ck_many_body_staleness(ck_many_body_task *task) {
  double cells = (double)atomic_load(&task->cell_radius);
  return cells > 0 ? (double)atomic_load(&task->leaf_radius) / cells : 0;
}

/// Sorts the order anew. When it is divided already, outliers are found by the leaves of the order
/// there is. If not, by those of a plain sort; then the one that divides them from the rest has to
/// prove itself.
static void ck_many_body_renew(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                               const ck_many_body_task *task, int32_t *order,
                               ck_many_body_order *state) {
  ck_many_body_outliers outliers = {.task = task, .order = order, .dimension = dimension};
  const int64_t scratch = ck_many_body_outliers_scratch(task);
  const bool is_trial = state->sorted == 0 || state->sorts >= state->next_trial;
  int64_t core = task->count;
  if (state->divided != 0 && !is_trial) {
    (void)ck_many_body_outliers_measure(settings, &outliers, ck_many_body_reserve(tree, scratch));
    core = ck_many_body_outliers_move(settings, &outliers, (double)INFINITY);
  }
  ck_many_body_sort(settings, dimension, tree, task, core, order);
  if (is_trial) {
    const double plain =
        ck_many_body_outliers_measure(settings, &outliers, ck_many_body_reserve(tree, scratch));
    core = ck_many_body_outliers_move(settings, &outliers, ck_many_body_worthwhile * plain);
    state->next_trial = state->sorts + CK_MANY_BODY_TRIAL_FAILED;
    if (core < task->count) {
      ck_many_body_sort(settings, dimension, tree, task, core, order);
      const double divided =
          ck_many_body_outliers_measure(settings, &outliers, ck_many_body_reserve(tree, scratch));
      if (divided < ck_many_body_worthwhile * plain) {
        state->next_trial = state->sorts + CK_MANY_BODY_TRIAL;
      } else {
        core = task->count;
        ck_many_body_sort(settings, dimension, tree, task, core, order);
      }
    }
  }
  state->sorted = 1;
  state->sorts += 1;
  state->divided = core < task->count ? 1 : 0;
  state->staleness = state->work = state->excess = 0;
}

void ck_many_body_prepare(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                          ck_many_body_passes *passes, ck_many_body_task *task, int32_t *order,
                          ck_many_body_order *state) {
  const double sort_work = ck_many_body_sort_pairs * (double)task->count * (task->shape.height + 1);
  bool is_worn = state->sorted == 0 || state->excess > sort_work;
  if (!is_worn) {
    ck_many_body_refit(settings, dimension, tree, passes, task);
    is_worn = ck_many_body_staleness(task) > ck_many_body_stale * state->staleness;
  }
  if (is_worn) {
    ck_many_body_renew(settings, dimension, tree, task, order, state);
    ck_many_body_refit(settings, dimension, tree, passes, task);
    state->staleness = ck_many_body_staleness(task);
  }
  // Leaves too narrow for the lattice: Double can tell their points apart.
  if (passes->scalar == CK_ISA_F32 && atomic_load(&task->narrow_leaves) > 0) {
    *passes = ck_many_body_choose(settings, dimension, CK_ISA_F64, passes->order, task);
    ck_many_body_refit(settings, dimension, tree, passes, task);
  }
}
