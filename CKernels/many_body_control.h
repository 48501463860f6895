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

#pragma GCC visibility push(hidden)

/// Forgets what has been measured.
void ck_many_body_control_forget(ck_many_body_history *history);

/// Chooses samples, sums the exact forces on them, and sets the tolerance of the walk. For laws
/// with an accuracy, after the last refit.
void ck_many_body_control_begin(ck_many_body_control *control);

/// After a walk: measures the error. Returns true when it is larger than the accuracy allows: the
/// tolerance is smaller now, and the points are to be walked again. Else updates the history.
bool ck_many_body_control_end(ck_many_body_control *control, int32_t walks);

#pragma GCC visibility pop

#endif
