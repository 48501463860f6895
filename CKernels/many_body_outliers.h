/// Outliers: points that would make their leaf many times larger.
///
/// Leaves hold neighbours in the permutation, however far apart those are. Nodes without links are
/// driven out of a layout and end up around it, so that nearly every leaf on the surface has one or
/// two of them: such a leaf extends to them, and meets thousands of others point by point. Sorted
/// apart, as points from some slot on, outliers share leaves among themselves, and the other leaves
/// stay small.
#ifndef CK_MANY_BODY_OUTLIERS_H
#define CK_MANY_BODY_OUTLIERS_H

#include "many_body.h"

enum {
  /// Doubles have exponents from -1074 to 1024.
  CK_OUTLIERS_EXPONENTS = 2112,
  CK_OUTLIERS_LOWEST = -1080,
};

/// A search for outliers among the leaves of a permutation.
typedef struct ck_many_body_outliers {
  const ck_many_body_pass *pass;
  int32_t *permutation;
  /// By leaf: the median of its points' squared distances from its middle, and the largest
  /// distance.
  double *spread, *reach;
  /// By slot, and up to the end of the last leaf: the squared distance from the middle of its leaf.
  double *distance2;
  /// The spread from which points are outliers.
  double limit;
  /// By point.
  bool *is_outlier;
  /// The number of outliers.
  _Atomic int64_t marked;
} ck_many_body_outliers;

#pragma GCC visibility push(hidden)

/// Measures the leaves. Returns the sum of their reaches from their middles, in lattice units: the
/// work of a walk grows with it.
double ck_many_body_outliers_measure(ck_context *context, ck_many_body_outliers *outliers);

/// Finds the points that are far from the middle of their leaf, compared with most of the measured
/// leaves. If there are some, but not too many, and the sum of the other points' reaches is below
/// `enough`, sorts the permutation into the other points, then the outliers, and returns the number
/// of the others. Else returns the number of all points, and leaves the permutation alone.
int64_t ck_many_body_outliers_move(const ck_context *context, ck_many_body_outliers *outliers,
                                   double enough);

// MARK: Stages, for those who have a part of the leaves: the target CForceMPI

/// Measures some leaves.
void ck_many_body_outliers_measure_leaves(ck_context *context, ck_many_body_outliers *outliers,
                                          ck_kdtree_range leaves);

/// Adds the reaches of some leaves to a sum, from the first to the last.
double ck_many_body_outliers_add_reach(const ck_many_body_outliers *outliers,
                                       ck_kdtree_range leaves, double sum);

/// Counts the spreads of some leaves by their exponents: CK_OUTLIERS_EXPONENTS numbers.
void ck_many_body_outliers_count(const ck_many_body_outliers *outliers, ck_kdtree_range leaves,
                                 int64_t *count);

/// Sets the limit from the counts of all leaves.
void ck_many_body_outliers_set_limit(ck_many_body_outliers *outliers, const int64_t *count);

/// Marks the outliers in some leaves, and counts them in `outliers->marked`.
void ck_many_body_outliers_mark(const ck_context *context, ck_many_body_outliers *outliers,
                                ck_kdtree_range leaves);

/// True if there are outliers, but not too many, when `core` of `count` points are none.
bool ck_many_body_outliers_are_few(int64_t core, int64_t count);

#pragma GCC visibility pop

#endif
