/// The KD-tree's sort and refit, as their tasks see them.
///
/// Positions become integer keys on a lattice of 2^30 steps, and the tree is built of records
/// {keys, id}. If the lattice is too coarse for a node, the node's records get keys on a lattice of
/// their own.
#ifndef CK_KDTREE_SORT_H
#define CK_KDTREE_SORT_H

#include "kdtree.h"

enum {
  /// Keys are below 2^30.
  CK_KDTREE_KEY_BITS = 30,
  /// The second key of points that the lattice cannot tell apart. Their first keys are halves of
  /// their ids.
  CK_KDTREE_COINCIDENT = 1 << CK_KDTREE_KEY_BITS,
  /// A node whose keys span fewer steps gets a lattice of its own.
  CK_KDTREE_COARSE = 1 << 12,
  /// Up to this size, nodes find their pivot by counting.
  CK_KDTREE_SMALL = 2048,
  CK_KDTREE_SAMPLE = 512,
  /// Points of one block of passes over all points: about 10 us.
  CK_KDTREE_BLOCK = 8192,
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

/// Gives records [begin, end) keys on a lattice of their own. If their points coincide, it changes
/// nothing and returns false.
typedef bool ck_kdtree_rekey(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end);

/// Gives records [begin, end) keys on one axis that tell their coordinates apart as well as 30 bits
/// can: ranks in the sequence of all doubles, so that few rounds resolve any difference. If the
/// coordinates are equal, it changes nothing and returns false.
typedef bool ck_kdtree_tiebreak(const ck_kdtree_sort_pass *pass, int64_t begin, int64_t end,
                                int axis);

/// Shared by all tasks of the sort.
struct ck_kdtree_sort_pass {
  ck_kdtree_shape shape;
  ck_points points;
  int32_t *permutation;
  /// Points from slot `core` on are kept apart from those before: at most one leaf has points of
  /// both.
  int64_t core;
  /// count records.
  void *records;
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

// Explicit swaps: the compiler would move structures through memory.
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
