/// Sorting points into the KD-tree, as its bodies see it.
///
/// Positions become keys on a lattice of 2^30 steps, and the tree is built of records {keys, id}.
/// Where the lattice is too coarse for a node, the node's records get keys on a lattice of their
/// own.
#ifndef CK_KDTREE_SORT_H
#define CK_KDTREE_SORT_H

#include "kdtree.h"

enum {
  /// Keys are below 2^30.
  CK_KDTREE_KEY_BITS = 30,
  /// The second key of points that lie on one point, as far as the lattice's arithmetic can see.
  /// Their first keys are halves of their ids.
  CK_KDTREE_COINCIDENT = 1 << CK_KDTREE_KEY_BITS,
  /// A node whose keys span fewer steps gets a lattice of its own.
  CK_KDTREE_COARSE = 1 << 12,
  /// Nodes up to this size find their pivot by counting.
  CK_KDTREE_SMALL = 2048,
  CK_KDTREE_SAMPLE = 512,
  CK_KDTREE_LEAF_MAX = 256,
  /// Points of one block when all points are read: some 10 us.
  CK_KDTREE_BLOCK = 8192,
};

/// A lattice over a box: key = floor((p / 2 - half_low) * scale). The halves keep the range of a
/// double from overflowing; the scale is a power of two, in two factors because it may not be a
/// double itself.
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

/// The key of a coordinate. What is not finite gets some key.
static CK_INLINE int32_t ck_kdtree_key(const ck_kdtree_lattice *lattice, int k, double value) {
  double step = (value * 0.5 - lattice->half_low[k]) * lattice->scale * lattice->scale_more;
  step = step > 0 ? step : 0;
  step = step < CK_KDTREE_COINCIDENT - 1 ? step : CK_KDTREE_COINCIDENT - 1;
  return (int32_t)step;
}

/// Where a number comes in the sequence of all doubles; both zeros are in the same place.
static CK_INLINE uint64_t ck_kdtree_ordered(double value) {
  uint64_t bits;
  value += 0.0;
  memcpy(&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

typedef struct ck_kdtree_sort_task ck_kdtree_sort_task;

/// Gives records [begin, end) keys on a lattice of their own. When their points coincide it changes
/// nothing and returns false.
typedef bool ck_kdtree_rekey(const ck_kdtree_sort_task *task, int64_t begin, int64_t end);

/// Gives records [begin, end) keys on the axis that tell their coordinates apart as well as 30 bits
/// can: as places in the sequence of all doubles, so that few turns reach any difference. When they
/// are the same it changes nothing and returns false.
typedef bool ck_kdtree_tiebreak(const ck_kdtree_sort_task *task, int64_t begin, int64_t end,
                                int axis);

/// Context of all bodies of the sort.
struct ck_kdtree_sort_task {
  ck_kdtree_shape shape;
  const void *position;
  int32_t *order;
  /// Points from slot `core` on are kept apart from those before: no leaf but the one with both has
  /// points of both.
  int64_t core;
  /// count records.
  void *records;
  /// One for each block of points.
  ck_kdtree_extent *extents;
  ck_kdtree_extent extent;
  ck_kdtree_lattice lattice;
  ck_kdtree_rekey *rekey;
  ck_kdtree_tiebreak *tiebreak;
};

/// A record of 2D and 3D points; in 2D the third key is zero.
typedef struct ck_kdtree_record_3 {
  int32_t key[3];
  uint32_t id;
} ck_kdtree_record_3;

/// A record of 4D points.
typedef struct ck_kdtree_record_4 {
  int32_t key[4];
  uint32_t id;
} ck_kdtree_record_4;

typedef int32_t ck_kdtree_words __attribute__((ext_vector_type(4)));
typedef float ck_kdtree_floats __attribute__((ext_vector_type(4)));

// Swaps by name: as structures, the compiler takes records through memory.
static CK_INLINE void ck_kdtree_swap_3(ck_kdtree_record_3 *a, ck_kdtree_record_3 *b) {
  ck_kdtree_words from_a, from_b;
  memcpy(&from_a, a, sizeof from_a);
  memcpy(&from_b, b, sizeof from_b);
  memcpy(a, &from_b, sizeof from_b);
  memcpy(b, &from_a, sizeof from_a);
}

static CK_INLINE void ck_kdtree_swap_4(ck_kdtree_record_4 *a, ck_kdtree_record_4 *b) {
  ck_kdtree_words from_a, from_b;
  uint32_t id_a = a->id, id_b = b->id;
  memcpy(&from_a, a, sizeof from_a);
  memcpy(&from_b, b, sizeof from_b);
  memcpy(a, &from_b, sizeof from_b);
  a->id = id_b;
  memcpy(b, &from_a, sizeof from_a);
  b->id = id_a;
}

#endif
