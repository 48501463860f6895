/// Many-body by tree, as its bodies see it.
///
/// Lengths are in lattice units: (x - origin) / unit, where the unit is a power of two and the
/// longest side of the layout has about 2^30 of them. In Float, centres of cells are whole numbers,
/// so differences of centres are exact.
#ifndef CK_MANY_BODY_H
#define CK_MANY_BODY_H

#include <stdatomic.h>

#include "common.h"
#include "kdtree.h"

/// Points of a leaf: a multiple of every instruction set's lanes.
#define CK_MANY_BODY_LEAF 16
/// A bit for each of them.
#define CK_MANY_BODY_ALL ((UINT32_C(1) << CK_MANY_BODY_LEAF) - 1)
/// Levels of a tree with at most 2^31 points.
#define CK_MANY_BODY_LEVELS 32

/// A leaf that meets more leaves than this is loose: its points are far apart compared with what is
/// around, and are walked one by one.
#define CK_MANY_BODY_LOOSE(dimension) ((dimension) == 2 ? 160 : 128)

/// The highest order k + l of the terms kept in an expansion: two for each dimension.
#define CK_MANY_BODY_ORDER_2D 7
#define CK_MANY_BODY_ORDER_2D_ACCURATE 11
#define CK_MANY_BODY_ORDER_3D 2
#define CK_MANY_BODY_ORDER_3D_ACCURATE 3

/// Scalars of a cell's moments, rounded up to whole transposes of eight.
#define CK_MANY_BODY_MOMENTS(dimension, order) \
  ((dimension) == 2 ? ck_round_up(2 * (order) + 1, 8) : ck_round_up((order) == 2 ? 10 : 20, 8))

/// The radii of leaves are compared with those of the cells so many levels above the deepest, to
/// see how stale an order is.
#define CK_MANY_BODY_UPPER 4

/// The first cell of a level.
static inline int64_t ck_many_body_level(int32_t level) { return (INT64_C(1) << level) - 1; }

/// The first of a cell's descendants `levels` further down, whether or not it exists.
static inline int64_t ck_many_body_descendants(int64_t cell, int32_t levels) {
  return ((cell + 1) << levels) - 1;
}

/// Lists of cells that one thread works with. Each has room for every cell: a cell is in a list at
/// most once.
typedef struct ck_many_body_walk {
  int32_t *work, *far, *near, *soft;
  int32_t *next[CK_MANY_BODY_LEVELS];
  /// Loose leaves of which some points are still to be counted: pairs of a cell and a bit for each
  /// of its points.
  int32_t *pending[CK_MANY_BODY_LEVELS];
  _Atomic bool taken;
} ck_many_body_walk;

/// Context of many_body_refit, many_body_join and many_body. `cell` arrays are in level order.
typedef struct ck_many_body_task {
  // The caller's: state in Float or Double.
  bool is_f64;
  int64_t count;
  const void *position, *strength;
  const int32_t *order;
  void *velocity;
  double alpha, distance_min2, distance_max2;
  ck_jiggle jiggle;

  // From layout to lattice, and back.
  double origin[3], per_unit, strength_scale, force_scale;
  // In lattice units: squared ratios of the acceptance tests, the distances of the law.
  double theta2, soft_theta2, distance_min, distance_max;
  /// By how much radii are taken larger than they are, by levels above the deepest: see
  /// ck_many_body_growth.
  double growth[CK_MANY_BODY_LEVELS];

  ck_kdtree_shape shape;
  // All bits set when leaves may come apart into points; none when distanceMax is finite.
  uint32_t bursts;
  // The cells of this level are the roots of the subtrees that tasks are made of.
  int32_t task_level;
  void *sphere, *box, *mass, *moments, *points;

  ck_many_body_walk *walks;
  int32_t walk_count;

  // Whole numbers, whose sums do not depend on their order.
  _Atomic int64_t near_pairs, far_cells, leaf_radius, cell_radius, narrow_leaves;
} ck_many_body_task;

/// A bit for each point of a leaf.
static inline uint32_t ck_many_body_points(const ck_many_body_task *task, int64_t cell) {
  const int64_t left = task->count - ck_kdtree_leaf_number(&task->shape, cell) * CK_MANY_BODY_LEAF;
  return left < CK_MANY_BODY_LEAF ? (UINT32_C(1) << left) - 1 : CK_MANY_BODY_ALL;
}

static inline const void *ck_many_body_position(const ck_many_body_task *task, int64_t slot,
                                                int64_t stride) {
  return (const char *)task->position + task->order[slot] * stride * (task->is_f64 ? 8 : 4);
}

static inline const void *ck_many_body_strength(const ck_many_body_task *task, int64_t slot) {
  return (const char *)task->strength + task->order[slot] * (task->is_f64 ? 8 : 4);
}

static inline void *ck_many_body_velocity(const ck_many_body_task *task, int64_t slot,
                                          int64_t stride) {
  return (char *)task->velocity + task->order[slot] * stride * (task->is_f64 ? 8 : 4);
}

/// What the radius of an inner cell is multiplied by. The error of a far cell is about strength / d
/// * (r / d)^(order + 1): cells high up, which hold many nodes, would make most of it, and are few.
/// So they have to be farther away.
static inline double ck_many_body_growth(const ck_many_body_task *task, int64_t cell) {
  return ck_kdtree_is_leaf(&task->shape, cell)
             ? 1
             : task->growth[task->shape.height - ck_kdtree_depth(cell)];
}

/// A walk that no other thread uses. There are as many as threads.
static inline ck_many_body_walk *ck_many_body_take_walk(ck_many_body_task *task) {
  for (int32_t number = 0;; number = number + 1 < task->walk_count ? number + 1 : 0) {
    if (!atomic_exchange_explicit(&task->walks[number].taken, true, memory_order_acquire)) {
      return &task->walks[number];
    }
  }
}

// MARK: Passes

/// The passes of a tree, for its scalar type, dimension and order.
typedef struct ck_many_body_passes {
  int scalar, order;
  ck_parallel_body *refit, *join, *walk;
  int64_t moment_row;
} ck_many_body_passes;

#pragma GCC visibility push(hidden)

/// Memory for the passes, one after the other: uninitialised, and lost at the next call.
char *ck_many_body_reserve(ck_many_body *tree, int64_t bytes);

/// Double takes the coordinates as they are, so that nothing of them is lost to an origin far away.
ck_many_body_passes ck_many_body_choose(const ck_settings *settings, int32_t dimension, int scalar,
                                        int order, ck_many_body_task *task);

/// Computes all cells from where the points are now.
void ck_many_body_refit(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                        const ck_many_body_passes *passes, ck_many_body_task *task);

/// Refits the tree over an order that is good enough to be walked.
void ck_many_body_prepare(const ck_settings *settings, int32_t dimension, ck_many_body *tree,
                          ck_many_body_passes *passes, ck_many_body_task *task, int32_t *order,
                          ck_many_body_order *state);

// MARK: Outliers

/// A search for outliers among the leaves of an order.
typedef struct ck_many_body_outliers {
  const ck_many_body_task *task;
  int32_t *order;
  int32_t dimension;
  /// By leaf: the median of its points' squared distances from its middle, and the largest
  /// distance.
  double *spread, *reach;
  /// The spread from which points are outliers.
  double limit;
  /// By point.
  bool *is_outlier;
} ck_many_body_outliers;

/// Measures the leaves. Returns how far they reach from their middles, in lattice units, added up:
/// what a walk will take grows with it. scratch: ck_many_body_outliers_scratch bytes, used until
/// the end of the search.
double ck_many_body_outliers_measure(const ck_settings *settings, ck_many_body_outliers *outliers,
                                     void *scratch);
int64_t ck_many_body_outliers_scratch(const ck_many_body_task *task);

/// Finds the points that are far from where their leaf is, compared with what most of the measured
/// leaves are like. When there are some, but not too many, and the others reach less far than
/// `enough`, replaces the order by the other points, then these, and returns how many the others
/// are. Else returns the count, and leaves the order alone.
int64_t ck_many_body_outliers_move(const ck_settings *settings, ck_many_body_outliers *outliers,
                                   double enough);

#pragma GCC visibility pop

#endif
