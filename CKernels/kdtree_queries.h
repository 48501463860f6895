/// The KD-tree's batched queries, as their tasks see them.
///
/// Queries are points of a KD-tree too, of the one that is searched or of one of their own. So
/// queries that are handled together are near each other, and share the search for leaves.
#ifndef CK_KDTREE_QUERIES_H
#define CK_KDTREE_QUERIES_H

#include "kdtree.h"

enum {
  /// A group of queries is a subtree of up to 2^4 leaves.
  CK_KDTREE_GROUP_LEVELS = 4,
  /// Nodes near a group, at most. More stay undivided.
  CK_KDTREE_NEAR = 256,
  /// Points near a leaf that are looked at together, at most; one more leaf may be added.
  CK_KDTREE_CHUNK = 2048,
  CK_KDTREE_POINTS_MAX = CK_KDTREE_CHUNK + 256,
  /// Up to this many points are sorted by counting.
  CK_KDTREE_RANKED = 128,
  /// Up to this many nearest points are kept sorted; more are a heap.
  CK_KDTREE_SORTED_MAX = 64,
  /// Room behind arrays that are read and written by whole registers.
  CK_KDTREE_PAD = 16,
  /// One node for each level of the tree, and one to start with.
  CK_KDTREE_STACK = 64,
  /// Memory of a worker of a radius search, rounded up.
  CK_KDTREE_ROWS_BYTES = 192 * 1024,
};

/// A tree that is searched, or whose points are queries.
typedef struct ck_kdtree_view {
  ck_kdtree_shape shape;
  const int32_t *permutation;
  const void *slots, *low, *high;
} ck_kdtree_view;

/// Shared by the tasks of a radius search. The items are nodes of `queries`, the groups.
typedef struct ck_kdtree_rows_pass {
  ck_kdtree_view tree, queries;
  double radius2;
  ck_kdtree_which which;
  /// The slot of the first row; negative when rows are by point number.
  int64_t first_slot;
  /// When counting, the length of row i goes to begin[i + 1].
  int64_t *begin;
  /// When filling, where the rows begin.
  const int64_t *row_begin;
  void *neighbors;
  /// Memory for each worker.
  char *scratch;
  int64_t scratch_bytes;
  /// The sum of the lengths so far. Counting ends early above the limit.
  _Atomic int64_t total;
  int64_t limit;
} ck_kdtree_rows_pass;

/// Shared by the tasks of a search for nearest points. The items are leaves of `queries`.
typedef struct ck_kdtree_nearest_pass {
  ck_kdtree_view tree, queries;
  double radius2;
  ck_kdtree_which which;
  int64_t k;
  void *neighbors;
  char *scratch;
  int64_t scratch_bytes;
} ck_kdtree_nearest_pass;

#pragma GCC visibility push(hidden)

/// Sorts `count` keys {number << 32 | place} by their numbers, which have this many bits. `room`
/// has as many elements.
void ck_kdtree_radix(uint64_t *keys, uint64_t *room, int32_t count, int32_t bits);

/// Sorts a row that came in several parts by its numbers.
void ck_kdtree_sort_row_f32(ck_neighbor_f32 *row, int64_t count);
void ck_kdtree_sort_row_f64(ck_neighbor_f64 *row, int64_t count);

/// Replaces the top of a heap of `count`, the farthest of them, if a point is nearer.
void ck_kdtree_offer_f32(ck_neighbor_f32 *heap, int64_t count, ck_neighbor_f32 offered);
void ck_kdtree_offer_f64(ck_neighbor_f64 *heap, int64_t count, ck_neighbor_f64 offered);

/// Sorts a heap: the nearest first.
void ck_kdtree_sort_heap_f32(ck_neighbor_f32 *heap, int64_t count);
void ck_kdtree_sort_heap_f64(ck_neighbor_f64 *heap, int64_t count);

#pragma GCC visibility pop

#endif
