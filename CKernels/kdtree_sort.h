/// The KD-tree's sort and refit, as their tasks see them.
///
/// Positions become integer keys on a lattice of 2^30 steps, in one column for each axis beside a
/// column of ids, and splits divide all columns of a node in place. If the lattice is too coarse
/// for a node, the node's points get keys on a lattice of their own.
///
/// Divisions are stable: points begin by increasing id, so those of a leaf end by increasing id,
/// and points that the keys cannot tell apart are split by id.
#ifndef CK_KDTREE_SORT_H
#define CK_KDTREE_SORT_H

#include "kdtree.h"

enum {
  /// Keys are below 2^30.
  CK_KDTREE_KEY_BITS = 30,
  /// The second key of points that the lattice cannot tell apart.
  CK_KDTREE_COINCIDENT = 1 << CK_KDTREE_KEY_BITS,
  /// A node whose keys span fewer steps gets a lattice of its own.
  CK_KDTREE_COARSE = 1 << 12,
  /// Up to this size, nodes find their pivot by counting.
  CK_KDTREE_SMALL = 4096,
  CK_KDTREE_SAMPLE = 512,
  /// Points of one block of passes over all points: about 10 us.
  CK_KDTREE_BLOCK = 8192,
  /// The deepest level of nodes that are split one by one, over threads; and the points of such a
  /// node, at least.
  CK_KDTREE_TOP_LEVELS = 7,
  CK_KDTREE_TOP_POINTS = 1024,
  /// Whole registers are written past the end of the spare keys of a node: room for them, in keys.
  CK_KDTREE_PADDING = 32,
};

/// A lattice over a box: key = floor((p / 2 - half_low) * scale). Halves keep the difference from
/// overflowing; the scale is a power of two, in two factors because it may be too large for a
/// double.
typedef struct ck_kdtree_lattice {
  double half_low[4];
  double scale, scale_more;
} ck_kdtree_lattice;

/// The smallest and largest coordinate of some points.
typedef struct ck_kdtree_extent {
  double low[4], high[4];
} ck_kdtree_extent;

static const ck_kdtree_extent ck_kdtree_extent_empty = {
    {INFINITY, INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};

static CK_INLINE void ck_kdtree_extend(ck_kdtree_extent *extent, int k, double value) {
  extent->low[k] = value < extent->low[k] ? value : extent->low[k];
  extent->high[k] = value > extent->high[k] ? value : extent->high[k];
}

/// The key of a coordinate. One that is not finite gets some key.
static CK_INLINE int32_t ck_kdtree_key(const ck_kdtree_lattice *lattice, int k, double value) {
  double step = (value * 0.5 - lattice->half_low[k]) * lattice->scale * lattice->scale_more;
  step = step > 0 ? step : 0;
  step = step < CK_KDTREE_COINCIDENT - 1 ? step : CK_KDTREE_COINCIDENT - 1;
  return (int32_t)step;
}

/// The rank of a number in the sequence of all doubles; both zeros have the same.
static CK_INLINE uint64_t ck_kdtree_ordered(double value) {
  uint64_t bits;
  value += 0.0;
  memcpy(&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

typedef struct ck_kdtree_sort_pass ck_kdtree_sort_pass;

/// Gives the points of slots [begin, end) keys on a lattice of their own. If they coincide, it
/// changes nothing and returns false.
typedef bool ck_kdtree_rekey(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end);

/// Doubles the keys of some slots on one axis. Points whose key was `tied` get an odd one, but for
/// the first `keep` of them by coordinate, then in the order of slots: 0 < keep < their number.
typedef void ck_kdtree_tiebreak(const ck_kdtree_sort_pass *pass, ck_kdtree_range slots, int axis,
                                int32_t tied, int64_t keep);

/// Shared by all tasks of the sort.
struct ck_kdtree_sort_pass {
  ck_kdtree_shape shape;
  ck_points points;
  /// Points from slot `core` on are kept apart from those before: at most one leaf has points of
  /// both.
  int64_t core;
  /// By slot: a column of keys for each axis, and the ids, which are the permutation.
  int32_t *key[4], *permutation;
  /// Room for the keys of a node while it is divided: those of node `index` of a task's level begin
  /// at its first slot + index * CK_KDTREE_PADDING.
  int32_t *spare;
  /// The level whose nodes are the roots of the subtrees' tasks.
  int32_t top;
  /// One for each block of points.
  ck_kdtree_extent *extents;
  ck_kdtree_lattice lattice;
  ck_kdtree_rekey *rekey;
  ck_kdtree_tiebreak *tiebreak;
};

/// Shared by the tasks of the refit. Arrays are of the points' scalar type.
typedef struct ck_kdtree_refit_pass {
  ck_kdtree_shape shape;
  ck_points points;
  const int32_t *permutation;
  void *low, *high;
  /// The points by slot; NULL if they are not wanted.
  void *slots;
} ck_kdtree_refit_pass;

// MARK: Stages, for those who sort a part of the points: the target CForceMPI

#pragma GCC visibility push(hidden)

/// A lattice over a box. False when it has no extent, or one that is not finite.
bool ck_kdtree_lattice_make(const ck_kdtree_extent *extent, int32_t dimension,
                            ck_kdtree_lattice *lattice);

/// A sort without its arrays.
ck_kdtree_sort_pass ck_kdtree_sort_make(ck_points points, int64_t leaf_size, int64_t core);

/// Sorts the slots below a node, whose points have their keys.
void ck_kdtree_sort_below(ck_context *context, ck_kdtree_sort_pass *pass, int64_t node);

#pragma GCC visibility pop

#endif
