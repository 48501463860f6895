/// The direct sum, as its tasks see it.
#ifndef CK_DIRECT_SUM_H
#define CK_DIRECT_SUM_H

#include "common.h"

/// Targets of one block. A multiple of the targets that any instruction set takes at a time.
enum { CK_DIRECT_SUM_BLOCK = 32 };

/// The squared distance, of scaled coordinates, below which a pair of points is summed in Double.
/// At this distance the difference of two coordinates has a relative error of about 2^-25.
#define CK_DIRECT_SUM_CLOSE2 0x1p-46f

/// Shared by all tasks of the direct sum.
///
/// A plain sum is in the points' scalar type and their units. A split one is in Float, for points
/// in Double: coordinates are scaled to -1 to 1 and split into two Floats, the rounded value and
/// what rounding has left, so that differences of close points are as exact, relative to their
/// size, as those of distant ones.
typedef struct ck_direct_sum_pass {
  ck_points points;
  ck_law law;
  double alpha;
  ck_jiggle jiggle;
  void *velocity;
  /// The sources by component: `dimension` rows of `row` scalars, then a row of strengths; in a
  /// split sum then `dimension` rows of what rounding has left.
  void *source;
  int64_t row;
  /// In the units of the sum.
  double distance_min2, distance_max2;
  /// Of a split sum: scaled coordinates are (x - origin) * per_unit.
  double origin[4], per_unit, strength_scale, force_scale;
} ck_direct_sum_pass;

/// The factor of the difference vector `d` from a target to a source, in Double and in the units of
/// the points. Coincident points have a random difference vector.
double ck_direct_sum_weight(const ck_direct_sum_pass *pass, int64_t target, int64_t source,
                            int32_t dimension, int64_t stride, double d[4]);

#endif
