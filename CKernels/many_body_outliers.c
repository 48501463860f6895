#include "many_body_outliers.h"

#include "isa.h"

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
static const double ck_outliers_ns = 5, ck_outliers_mark_ns = 2;

/// Marks the outliers, and measures the reach of the other points.
CK_TASK(ck_outliers_mark_task) {
  ck_many_body_outliers *outliers = shared;
  const int64_t points = outliers->pass->points.count;
  int64_t marked = 0;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const int64_t slot = leaf * CK_MANY_BODY_LEAF;
    const int64_t slots = points - slot < CK_MANY_BODY_LEAF ? points - slot : CK_MANY_BODY_LEAF;
    const double *distance2 = outliers->distance2 + slot;
    const bool all = outliers->spread[leaf] > outliers->limit;
    double farthest = 0;
    for (int64_t j = 0; j < slots; ++j) {
      const bool is_outlier = all || distance2[j] > outliers->limit;
      outliers->is_outlier[outliers->permutation[slot + j]] = is_outlier;
      marked += is_outlier;
      if (!is_outlier && distance2[j] > farthest) { farthest = distance2[j]; }
    }
    outliers->reach[leaf] = sqrt(farthest);
  }
  atomic_fetch_add_explicit(&outliers->marked, marked, memory_order_relaxed);
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

/// The points that are no outliers, then the outliers, from slot `core` on.
static void ck_outliers_divide(const bool *is_outlier, int64_t count, int64_t core,
                               int32_t *permutation) {
  int64_t inside = 0, outside = core;
  for (int64_t i = 0; i < count;) {
    uint64_t eight = 1;
    if (count - i >= 8) { memcpy(&eight, is_outlier + i, sizeof eight); }
    // Most have none.
    for (int j = 0; eight == 0 && j < 8; ++j) { permutation[inside + j] = (int32_t)i + j; }
    if (eight == 0) {
      inside += 8;
      i += 8;
    } else {
      permutation[is_outlier[i] ? outside++ : inside++] = (int32_t)i;
      i += 1;
    }
  }
}

double ck_many_body_outliers_measure(ck_context *context, ck_many_body_outliers *outliers) {
  const ck_points points = outliers->pass->points;
  const int64_t leaves = outliers->pass->shape.leaf_count, count = points.count;
  ck_context_reset(context);
  outliers->spread = ck_context_take(context, leaves * (int64_t)sizeof *outliers->spread);
  outliers->reach = ck_context_take(context, leaves * (int64_t)sizeof *outliers->reach);
  outliers->distance2 =
      ck_context_take(context, leaves * CK_MANY_BODY_LEAF * (int64_t)sizeof *outliers->distance2);
  outliers->is_outlier = ck_context_take(context, count * (int64_t)sizeof *outliers->is_outlier);
  const int32_t threads = ck_parallel_threads(context, (double)count * ck_outliers_ns);
  ck_parallel_for(
      threads, 0, leaves, ck_parallel_block(leaves, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
      ck_isa_select(context)->many_body_outliers[points.scalar][points.dimension - 2], outliers);
  return ck_outliers_reach(outliers);
}

int64_t ck_many_body_outliers_move(const ck_context *context, ck_many_body_outliers *outliers,
                                   double enough) {
  const int64_t count = outliers->pass->points.count, leaves = outliers->pass->shape.leaf_count;
  const double typical = ck_outliers_typical(outliers->spread, leaves);
  outliers->limit = ck_outlier_distance * ck_outlier_distance * typical;
  const int32_t threads = ck_parallel_threads(context, (double)count * ck_outliers_mark_ns);
  atomic_store(&outliers->marked, 0);
  ck_parallel_for(threads, 0, leaves,
                  ck_parallel_block(leaves, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
                  ck_outliers_mark_task, outliers);
  const int64_t core = count - atomic_load(&outliers->marked);
  if (core == count || (double)(count - core) > ck_outliers_most * (double)count) { return count; }
  if (ck_outliers_reach(outliers) >= enough) { return count; }
  ck_outliers_divide(outliers->is_outlier, count, core, outliers->permutation);
  return core;
}
