/// The direct sum, as its tasks see it.
#ifndef CK_DIRECT_SUM_H
#define CK_DIRECT_SUM_H

#include "common.h"

/// Targets of one block. A multiple of the targets that any instruction set takes at a time.
enum { CK_DIRECT_SUM_BLOCK = 32 };

/// Shared by direct_sum_pack and direct_sum. Arrays are of the points' scalar type.
typedef struct ck_direct_sum_pass {
  ck_points points;
  ck_law law;
  double alpha;
  ck_jiggle jiggle;
  void *velocity;
  /// The sources by component: `dimension` rows of `row` scalars, then a row of strengths.
  void *source;
  int64_t row;
} ck_direct_sum_pass;

#endif
