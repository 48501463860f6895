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

void ck_many_body_outliers_count(const ck_many_body_outliers *outliers, ck_kdtree_range leaves,
                                 int64_t *count) {
  for (int64_t leaf = leaves.begin; leaf < leaves.end; ++leaf) {
    const double spread = outliers->spread[leaf];
    int exponent = CK_OUTLIERS_LOWEST;
    if (spread > 0 && spread < (double)INFINITY) { (void)frexp(spread, &exponent); }
    count[exponent - CK_OUTLIERS_LOWEST] += 1;
  }
}

// The typical spread is the median of the spreads, rounded to a power of two. Leaves of coincident
// points have the lowest.
void ck_many_body_outliers_set_limit(ck_many_body_outliers *outliers, const int64_t *count) {
  const int64_t leaves = outliers->pass->shape.leaf_count;
  int64_t below = 0;
  int median = 0;
  while (below + count[median] <= leaves / 2) { below += count[median++]; }
  const double typical = ldexp(1, median + CK_OUTLIERS_LOWEST);
  outliers->limit = ck_outlier_distance * ck_outlier_distance * typical;
}

double ck_many_body_outliers_add_reach(const ck_many_body_outliers *outliers,
                                       ck_kdtree_range leaves, double sum) {
  for (int64_t leaf = leaves.begin; leaf < leaves.end; ++leaf) { sum += outliers->reach[leaf]; }
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

static ck_kdtree_range ck_outliers_all(const ck_many_body_outliers *outliers) {
  return (ck_kdtree_range){0, outliers->pass->shape.leaf_count};
}

void ck_many_body_outliers_measure_leaves(ck_context *context, ck_many_body_outliers *outliers,
                                          ck_kdtree_range leaves) {
  const ck_points points = outliers->pass->points;
  const int64_t count = leaves.end - leaves.begin;
  const double slots = (double)count * CK_MANY_BODY_LEAF;
  const int32_t threads = ck_parallel_threads(context, slots * ck_outliers_ns);
  ck_parallel_for(threads, leaves.begin, leaves.end,
                  ck_parallel_block(count, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
                  ck_isa_select(context)->many_body_outliers[points.scalar][points.dimension - 2],
                  outliers);
}

void ck_many_body_outliers_mark(const ck_context *context, ck_many_body_outliers *outliers,
                                ck_kdtree_range leaves) {
  const int64_t count = leaves.end - leaves.begin;
  const double slots = (double)count * CK_MANY_BODY_LEAF;
  const int32_t threads = ck_parallel_threads(context, slots * ck_outliers_mark_ns);
  atomic_store(&outliers->marked, 0);
  ck_parallel_for(threads, leaves.begin, leaves.end,
                  ck_parallel_block(count, CK_OUTLIERS_LEAST, CK_OUTLIERS_MOST),
                  ck_outliers_mark_task, outliers);
}

bool ck_many_body_outliers_are_few(int64_t core, int64_t count) {
  return core < count && (double)(count - core) <= ck_outliers_most * (double)count;
}

double ck_many_body_outliers_measure(ck_context *context, ck_many_body_outliers *outliers) {
  const int64_t leaves = outliers->pass->shape.leaf_count, count = outliers->pass->points.count;
  ck_context_reset(context);
  outliers->spread = ck_context_take(context, leaves * (int64_t)sizeof *outliers->spread);
  outliers->reach = ck_context_take(context, leaves * (int64_t)sizeof *outliers->reach);
  outliers->distance2 =
      ck_context_take(context, leaves * CK_MANY_BODY_LEAF * (int64_t)sizeof *outliers->distance2);
  outliers->is_outlier = ck_context_take(context, count * (int64_t)sizeof *outliers->is_outlier);
  ck_many_body_outliers_measure_leaves(context, outliers, ck_outliers_all(outliers));
  return ck_many_body_outliers_add_reach(outliers, ck_outliers_all(outliers), 0);
}

int64_t ck_many_body_outliers_move(const ck_context *context, ck_many_body_outliers *outliers,
                                   double enough) {
  const ck_kdtree_range leaves = ck_outliers_all(outliers);
  const int64_t points = outliers->pass->points.count;
  int64_t count[CK_OUTLIERS_EXPONENTS] = {0};
  ck_many_body_outliers_count(outliers, leaves, count);
  ck_many_body_outliers_set_limit(outliers, count);
  ck_many_body_outliers_mark(context, outliers, leaves);
  const int64_t core = points - atomic_load(&outliers->marked);
  if (!ck_many_body_outliers_are_few(core, points)) { return points; }
  if (ck_many_body_outliers_add_reach(outliers, leaves, 0) >= enough) { return points; }
  ck_outliers_divide(outliers->is_outlier, points, core, outliers->permutation);
  return core;
}
