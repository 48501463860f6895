#include "many_body_outliers.h"

// The distance, in typical leaf radii, from which a point is an outlier. The result is similar for
// 2 to 6.
static const double ck_outlier_distance = 4;
// If more than this share of the points are outliers, the layout has uneven density, which one tree
// handles well.
static const double ck_outliers_most = 0.125;
// Leaves of one block, least and most: 1 to 20 us.
enum { CK_OUTLIERS_LEAST = 4, CK_OUTLIERS_MOST = 64 };
// Doubles have exponents from -1074 to 1024.
enum { CK_OUTLIERS_EXPONENTS = 2112, CK_OUTLIERS_LOWEST = -1080 };
// Measured: nanoseconds for a point.
static const double ck_outliers_ns = 15;

/// The element of rank count / 2. Counting the smaller elements of each uses many lanes and no
/// branch.
static double ck_outliers_median(const double value[CK_MANY_BODY_LEAF], int count) {
  int rank[CK_MANY_BODY_LEAF] = {0};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
      rank[j] += (value[i] < value[j]) | ((value[i] == value[j]) & (i < j));
    }
  }
  double median = value[0];
  for (int j = 0; j < count; ++j) { median = rank[j] == count / 2 ? value[j] : median; }
  return median;
}

/// The squared distances of a leaf's points from its middle, the point of the medians. Returns
/// their number.
static int ck_outliers_distances(const ck_many_body_outliers *outliers, int64_t leaf,
                                 double distance2[CK_MANY_BODY_LEAF]) {
  const ck_many_body_pass *pass = outliers->pass;
  const int64_t slot = leaf * CK_MANY_BODY_LEAF,
                stride = ck_stride(outliers->pass->points.dimension);
  const int count = pass->points.count - slot < CK_MANY_BODY_LEAF ? (int)(pass->points.count - slot)
                                                                  : CK_MANY_BODY_LEAF;
  for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) { distance2[j] = 0; }
  for (int k = 0; k < outliers->pass->points.dimension; ++k) {
    double x[CK_MANY_BODY_LEAF] = {0};
    for (int j = 0; j < count; ++j) {
      const int64_t at = (int64_t)outliers->permutation[slot + j] * stride + k;
      x[j] = ck_many_body_has_f64_input(pass) ? ((const double *)pass->points.position)[at]
                                              : (double)((const float *)pass->points.position)[at];
      x[j] = (x[j] - pass->origin[k]) * pass->per_unit;
    }
    const double middle = ck_outliers_median(x, count);
    for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
      distance2[j] += (x[j] - middle) * (x[j] - middle);
    }
  }
  return count;
}

CK_TASK(ck_outliers_spread_task) {
  const ck_many_body_outliers *outliers = shared;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    double distance2[CK_MANY_BODY_LEAF];
    const int count = ck_outliers_distances(outliers, leaf, distance2);
    outliers->spread[leaf] = ck_outliers_median(distance2, count);
    double farthest = 0;
    for (int j = 0; j < count; ++j) {
      farthest = distance2[j] > farthest ? distance2[j] : farthest;
    }
    outliers->reach[leaf] = sqrt(farthest);
  }
}

/// Marks the outliers, and measures the reach of the other points.
CK_TASK(ck_outliers_mark_task) {
  const ck_many_body_outliers *outliers = shared;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    double distance2[CK_MANY_BODY_LEAF];
    const int count = ck_outliers_distances(outliers, leaf, distance2);
    const bool all = outliers->spread[leaf] > outliers->limit;
    double farthest = 0;
    for (int j = 0; j < count; ++j) {
      const bool is_outlier = all || distance2[j] > outliers->limit;
      outliers->is_outlier[outliers->permutation[leaf * CK_MANY_BODY_LEAF + j]] = is_outlier;
      if (!is_outlier && distance2[j] > farthest) { farthest = distance2[j]; }
    }
    outliers->reach[leaf] = sqrt(farthest);
  }
}

/// The typical spread: the median of the spreads, rounded to a power of two. Leaves of coincident
/// points have the lowest.
static double ck_outliers_typical(const double *spread, int64_t leaves) {
  int64_t count[CK_OUTLIERS_EXPONENTS] = {0}, below = 0;
  for (int64_t leaf = 0; leaf < leaves; ++leaf) {
    int exponent = CK_OUTLIERS_LOWEST;
    if (spread[leaf] > 0 && spread[leaf] < (double)INFINITY) {
      (void)frexp(spread[leaf], &exponent);
    }
    count[exponent - CK_OUTLIERS_LOWEST] += 1;
  }
  int median = 0;
  while (below + count[median] <= leaves / 2) { below += count[median++]; }
  return ldexp(1, median + CK_OUTLIERS_LOWEST);
}

static double ck_outliers_reach(const ck_many_body_outliers *outliers) {
  double sum = 0;
  for (int64_t leaf = 0; leaf < outliers->pass->shape.leaf_count; ++leaf) {
    sum += outliers->reach[leaf];
  }
  return sum;
}

double ck_many_body_outliers_measure(ck_context *context, ck_many_body_outliers *outliers) {
  const int64_t leaves = outliers->pass->shape.leaf_count, count = outliers->pass->points.count;
  ck_context_reset(context);
  outliers->spread = ck_context_take(context, leaves * (int64_t)sizeof *outliers->spread);
  outliers->reach = ck_context_take(context, leaves * (int64_t)sizeof *outliers->reach);
  outliers->is_outlier = ck_context_take(context, count * (int64_t)sizeof *outliers->is_outlier);
  const int32_t threads = ck_parallel_threads(context, (double)count * ck_outliers_ns);
  ck_parallel_for(threads, 0, leaves,
                  ck_parallel_block(leaves, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
                  ck_outliers_spread_task, outliers);
  return ck_outliers_reach(outliers);
}

int64_t ck_many_body_outliers_move(const ck_context *context, ck_many_body_outliers *outliers,
                                   double enough) {
  const int64_t count = outliers->pass->points.count, leaves = outliers->pass->shape.leaf_count;
  const double typical = ck_outliers_typical(outliers->spread, leaves);
  outliers->limit = ck_outlier_distance * ck_outlier_distance * typical;
  const int32_t threads = ck_parallel_threads(context, (double)count * ck_outliers_ns);
  ck_parallel_for(threads, 0, leaves,
                  ck_parallel_block(leaves, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
                  ck_outliers_mark_task, outliers);
  int64_t core = count;
  for (int64_t i = 0; i < count; ++i) { core -= outliers->is_outlier[i] ? 1 : 0; }
  if (core == count || (double)(count - core) > ck_outliers_most * (double)count) { return count; }
  if (ck_outliers_reach(outliers) >= enough) { return count; }
  for (int64_t i = 0, inside = 0, outside = core; i < count; ++i) {
    if (outliers->is_outlier[i]) {
      outliers->permutation[outside++] = (int32_t)i;
    } else {
      outliers->permutation[inside++] = (int32_t)i;
    }
  }
  return core;
}
