/// The control of many-body's error: exact forces on some points before the walk, what came out
/// there after it, and the tolerance that follows.
#ifndef CK_MANY_BODY_CONTROL_H
#define CK_MANY_BODY_CONTROL_H

#include "many_body_tree.h"

/// What the control knows of a pass.
typedef struct ck_many_body_control {
  ck_context *context;
  const ck_many_body_tasks *tasks;
  ck_many_body_pass *pass;
  ck_many_body_history *history;
  /// True if nothing has been measured yet, so that the pass begins with many samples.
  bool is_first;
  /// True if the error is measured: not where Float's own rounding is larger than the accuracy.
  bool measures;
  /// The least scale of errors, and the exact forces on the samples, in lattice units.
  double least, exact[CK_MANY_BODY_FIRST_SAMPLES][3];
} ck_many_body_control;

/// The sum of the squared forces on some points, in lattice units, and the number of the points.
typedef struct ck_many_body_forces {
  double sum;
  int64_t points;
} ck_many_body_forces;

#pragma GCC visibility push(hidden)

/// Forgets what has been measured.
void ck_many_body_control_forget(ck_many_body_history *history);

/// Chooses samples, sums the exact forces on them, and sets the tolerance of the walk. For laws
/// with an accuracy, after the last refit.
void ck_many_body_control_begin(ck_many_body_control *control);

/// After a walk: measures the error. Returns true when it is larger than the accuracy allows: the
/// tolerance is smaller now, and the points are to be walked again. Else updates the history.
bool ck_many_body_control_end(ck_many_body_control *control, int32_t walks);

// The stages of these two, for those who have a part of the points.

/// Chooses the samples.
void ck_many_body_control_choose(ck_many_body_control *control);

/// Sums the forces of the leaves [begin, end) on the samples, in blocks from `begin` on, a multiple
/// of CK_MANY_BODY_SAMPLE_LEAVES. The leaves of the samples have to be here.
void ck_many_body_control_sum_blocks(ck_many_body_control *control, int64_t begin, int64_t end);

/// Sets the tolerance, when control->exact is what all blocks add up to, in their order.
void ck_many_body_control_limit(ck_many_body_control *control);

/// Adds the leaves [begin, end) to a sum of those before them.
void ck_many_body_control_add_forces(const ck_many_body_pass *pass, int64_t begin, int64_t end,
                                     ck_many_body_forces *forces);

/// ck_many_body_control_end with the sum over all leaves. The forces of the samples' leaves have to
/// be here.
bool ck_many_body_control_decide(ck_many_body_control *control, const ck_many_body_forces *forces,
                                 int32_t walks);

#pragma GCC visibility pop

#endif
