/// The direct sum, as its bodies see it.
#ifndef CK_DIRECT_SUM_H
#define CK_DIRECT_SUM_H

#include "common.h"

/// Targets of one block. A multiple of the targets that any instruction set takes at a time.
enum { CK_DIRECT_SUM_BLOCK = 32 };

/// Context of direct_sum_pack and direct_sum. Arrays are of the body's scalar type; numbers of
/// either type fit a double.
typedef struct ck_direct_sum_task {
  const void *position;
  const void *strength;
  /// The sources by component: `dimension` rows of `row` scalars, then a row of strengths.
  void *source;
  int64_t row;
  int64_t count;
  double distance_min2, distance_max2, alpha;
  ck_jiggle jiggle;
  void *velocity;
} ck_direct_sum_task;

#endif
