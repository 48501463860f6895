/// The distances of points from the middle of their leaf, for the scalar type and dimension at
/// hand.
#include "many_body_outliers.h"

#ifndef CK_OUTLIERS_MEDIAN
#define CK_OUTLIERS_MEDIAN

/// The value of rank `middle` (from 0) among a leaf's values; empty slots are infinite. For each
/// value the smaller ones are counted, in lanes and without a branch. The result is the largest
/// value whose count is at most `middle`, which is right for equal values too.
static CK_NOINLINE double ck_outliers_median(const double value[CK_MANY_BODY_LEAF], int middle) {
  typedef double values __attribute__((ext_vector_type(CK_MANY_BODY_LEAF)));
  typedef int64_t counts __attribute__((ext_vector_type(CK_MANY_BODY_LEAF)));
  values all;
  memcpy(&all, value, sizeof all);
  counts smaller = 0;
  for (int i = 0; i < CK_MANY_BODY_LEAF; ++i) { smaller -= (values)value[i] < all; }
  int64_t count[CK_MANY_BODY_LEAF];
  memcpy(count, &smaller, sizeof count);
  double median = -(double)INFINITY;
  for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
    const double one = count[j] <= middle ? value[j] : -(double)INFINITY;
    median = one > median ? one : median;
  }
  return median;
}
#endif

/// The squared distances of a leaf's points from its middle, the point of the medians.
static CK_NOINLINE void CK_NAME(outliers_leaf)(const ck_many_body_outliers *outliers,
                                               int64_t leaf) {
  const ck_many_body_pass *pass = outliers->pass;
  const CK_SCALAR *restrict position = pass->points.position;
  const int64_t slot = leaf * CK_MANY_BODY_LEAF, left = pass->points.count - slot;
  const int count = left < CK_MANY_BODY_LEAF ? (int)left : CK_MANY_BODY_LEAF;
  double x[CK_AXES][CK_MANY_BODY_LEAF], distance2[CK_MANY_BODY_LEAF] = {0}, farthest = 0;
  for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
    const int64_t at = (int64_t)outliers->permutation[slot + (j < count ? j : 0)] * CK_STRIDE;
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) { x[k][j] = (double)position[at + k]; }
  }
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const double origin = pass->origin[k], per_unit = pass->per_unit;
    for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) { x[k][j] = (x[k][j] - origin) * per_unit; }
    for (int j = count; j < CK_MANY_BODY_LEAF; ++j) { x[k][j] = (double)INFINITY; }
    const double middle = ck_outliers_median(x[k], count / 2);
    for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
      distance2[j] += (x[k][j] - middle) * (x[k][j] - middle);
    }
  }
  for (int j = 0; j < count; ++j) { farthest = distance2[j] > farthest ? distance2[j] : farthest; }
  memcpy(outliers->distance2 + slot, distance2, sizeof distance2);
  outliers->spread[leaf] = ck_outliers_median(distance2, count / 2);
  outliers->reach[leaf] = __builtin_elementwise_sqrt(farthest);
}

CK_TASK(CK_NAME(many_body_outliers)) {
  for (int64_t leaf = begin; leaf < end; ++leaf) { CK_NAME(outliers_leaf)(shared, leaf); }
}
