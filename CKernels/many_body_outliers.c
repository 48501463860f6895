/// Outliers: points whose leaf would be many times larger for them.
///
/// Leaves hold neighbours in the order, however far apart those are. Nodes without links are driven
/// out of a layout and end up around it, so that nearly every leaf on the surface has one or two of
/// them: such a leaf reaches across to where they are, and meets thousands of others point by
/// point. Sorted apart, as points from some slot on, they have leaves among themselves and leave
/// those of the others small.
#include "many_body.h"

// Distances, in typical leaf radii, from which a point is an outlier. Between 2 and 6 it matters
// little.
static const double ck_outlier_distance = 4;
// More of them than this share of the points are a layout of uneven density, which one tree is good
// at.
static const double ck_outliers_most = 0.125;
// Leaves of one block: some 20 us.
enum { CK_OUTLIERS_BLOCK = 64 };
// Doubles have exponents from -1074 to 1024.
enum { CK_OUTLIERS_EXPONENTS = 2112, CK_OUTLIERS_LOWEST = -1080 };
// Measured: nanoseconds for a point.
static const double ck_outliers_ns = 15;

/// The element of rank count / 2. Counting for each element those before it takes many at a time
/// and branches on none.
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

/// The squared distances of a leaf's points from its middle, the point of the medians. Returns how
/// many there are.
static int ck_outliers_distances(const ck_many_body_outliers *outliers, int64_t leaf,
                                 double distance2[CK_MANY_BODY_LEAF]) {
  const ck_many_body_task *task = outliers->task;
  const int64_t slot = leaf * CK_MANY_BODY_LEAF, stride = ck_stride(outliers->dimension);
  const int count =
      task->count - slot < CK_MANY_BODY_LEAF ? (int)(task->count - slot) : CK_MANY_BODY_LEAF;
  for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) { distance2[j] = 0; }
  for (int k = 0; k < outliers->dimension; ++k) {
    double x[CK_MANY_BODY_LEAF] = {0};
    for (int j = 0; j < count; ++j) {
      const int64_t at = (int64_t)outliers->order[slot + j] * stride + k;
      x[j] = task->is_f64 ? ((const double *)task->position)[at]
                          : (double)((const float *)task->position)[at];
      x[j] = (x[j] - task->origin[k]) * task->per_unit;
    }
    const double middle = ck_outliers_median(x, count);
    for (int j = 0; j < CK_MANY_BODY_LEAF; ++j) {
      distance2[j] += (x[j] - middle) * (x[j] - middle);
    }
  }
  return count;
}

static void ck_outliers_spread_body(void *context, int64_t begin, int64_t end) {
  const ck_many_body_outliers *outliers = context;
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

/// Marks the outliers, and measures how far the other points reach.
static void ck_outliers_mark_body(void *context, int64_t begin, int64_t end) {
  const ck_many_body_outliers *outliers = context;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    double distance2[CK_MANY_BODY_LEAF];
    const int count = ck_outliers_distances(outliers, leaf, distance2);
    const bool all = outliers->spread[leaf] > outliers->limit;
    double farthest = 0;
    for (int j = 0; j < count; ++j) {
      const bool is_outlier = all || distance2[j] > outliers->limit;
      outliers->is_outlier[outliers->order[leaf * CK_MANY_BODY_LEAF + j]] = is_outlier;
      if (!is_outlier && distance2[j] > farthest) { farthest = distance2[j]; }
    }
    outliers->reach[leaf] = sqrt(farthest);
  }
}

/// What most leaves measure: the median of the spreads, rounded to a power of two. Leaves of
/// coincident points count as none.
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
  for (int64_t leaf = 0; leaf < outliers->task->shape.leaf_count; ++leaf) {
    sum += outliers->reach[leaf];
  }
  return sum;
}

int64_t ck_many_body_outliers_scratch(const ck_many_body_task *task) {
  return 2 * task->shape.leaf_count * (int64_t)sizeof(double) + task->count * (int64_t)sizeof(bool);
}

double ck_many_body_outliers_measure(const ck_settings *settings, ck_many_body_outliers *outliers,
                                     void *scratch) {
  const int64_t leaves = outliers->task->shape.leaf_count;
  outliers->spread = scratch;
  outliers->reach = outliers->spread + leaves;
  outliers->is_outlier = (bool *)(outliers->reach + leaves);
  const int32_t threads =
      ck_parallel_threads(settings, (double)outliers->task->count * ck_outliers_ns);
  ck_parallel_for(threads, 0, leaves, CK_OUTLIERS_BLOCK, ck_outliers_spread_body, outliers);
  return ck_outliers_reach(outliers);
}

int64_t ck_many_body_outliers_move(const ck_settings *settings, ck_many_body_outliers *outliers,
                                   double enough) {
  const int64_t count = outliers->task->count, leaves = outliers->task->shape.leaf_count;
  const double typical = ck_outliers_typical(outliers->spread, leaves);
  outliers->limit = ck_outlier_distance * ck_outlier_distance * typical;
  const int32_t threads = ck_parallel_threads(settings, (double)count * ck_outliers_ns);
  ck_parallel_for(threads, 0, leaves, CK_OUTLIERS_BLOCK, ck_outliers_mark_body, outliers);
  int64_t core = count;
  for (int64_t i = 0; i < count; ++i) { core -= outliers->is_outlier[i] ? 1 : 0; }
  if (core == count || (double)(count - core) > ck_outliers_most * (double)count) { return count; }
  if (ck_outliers_reach(outliers) >= enough) { return count; }
  for (int64_t i = 0, inside = 0, outside = core; i < count; ++i) {
    if (outliers->is_outlier[i]) {
      outliers->order[outside++] = (int32_t)i;
    } else {
      outliers->order[inside++] = (int32_t)i;
    }
  }
  return core;
}
