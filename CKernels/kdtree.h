/// The KD-tree: the shape of its nodes.
///
/// The shape follows from the number of points and the leaf size, so nothing of it is stored.
/// include/ckernels.h describes it.
#ifndef CK_KDTREE_H
#define CK_KDTREE_H

#include "parallel.h"

/// Slots of a leaf, at most.
enum { CK_KDTREE_LEAF_MAX = 256 };

// MARK: Shape

typedef struct ck_kdtree_shape {
  int64_t count, leaf_size;
  /// m = ceil(count / leaf_size) leaves, 2m - 1 nodes; none for no points.
  int64_t leaf_count, node_count;
  /// The deepest level, where only some nodes may exist. It begins at node 2^height - 1 and has
  /// `deepest_count` nodes, all of them leaves.
  int32_t height;
  int64_t deepest_count;
} ck_kdtree_shape;

static inline int32_t ck_kdtree_log2(int64_t value) {
  return 63 - __builtin_clzll((uint64_t)value);
}

/// The level of a node; the root's is 0.
static inline int32_t ck_kdtree_depth(int64_t node) { return ck_kdtree_log2(node + 1); }

static inline ck_kdtree_shape ck_kdtree_shape_make(int64_t count, int64_t leaf_size) {
  ck_kdtree_shape shape = {.count = count, .leaf_size = leaf_size};
  if (count > 0) {
    shape.leaf_count = (count + leaf_size - 1) / leaf_size;
    shape.node_count = 2 * shape.leaf_count - 1;
    shape.height = ck_kdtree_depth(shape.node_count - 1);
    shape.deepest_count = shape.node_count - ((INT64_C(1) << shape.height) - 1);
  }
  return shape;
}

static inline bool ck_kdtree_is_leaf(const ck_kdtree_shape *shape, int64_t node) {
  return node >= shape->leaf_count - 1;
}

/// Leaves before the place `offset` of the deepest level, counted as if that level were full. A
/// leaf of the level above takes two places; the number of nodes on the deepest level is even
/// unless the root is the only one.
static inline int64_t ck_kdtree_leaves_before(const ck_kdtree_shape *shape, int64_t offset) {
  return offset <= shape->deepest_count ? offset : (offset + shape->deepest_count) / 2;
}

/// A half-open range of leaves, slots or nodes.
typedef struct ck_kdtree_range {
  int64_t begin, end;
} ck_kdtree_range;

/// The leaf numbers below a node (the leaf itself, for a leaf), in constant time.
static inline ck_kdtree_range ck_kdtree_leaves(const ck_kdtree_shape *shape, int64_t node) {
  int32_t depth = ck_kdtree_depth(node);
  int64_t width = INT64_C(1) << (shape->height - depth);
  int64_t offset = (node + 1 - (INT64_C(1) << depth)) * width;
  return (ck_kdtree_range){ck_kdtree_leaves_before(shape, offset),
                           ck_kdtree_leaves_before(shape, offset + width)};
}

/// The slots of leaves [begin, end).
static inline ck_kdtree_range ck_kdtree_leaf_slots(const ck_kdtree_shape *shape,
                                                   ck_kdtree_range leaves) {
  int64_t end = leaves.end * shape->leaf_size;
  return (ck_kdtree_range){leaves.begin * shape->leaf_size,
                           end < shape->count ? end : shape->count};
}

/// The slots below a node, in constant time.
static inline ck_kdtree_range ck_kdtree_slots(const ck_kdtree_shape *shape, int64_t node) {
  return ck_kdtree_leaf_slots(shape, ck_kdtree_leaves(shape, node));
}

/// The node of a leaf number.
static inline int64_t ck_kdtree_leaf_node(const ck_kdtree_shape *shape, int64_t leaf) {
  return leaf < shape->deepest_count ? (INT64_C(1) << shape->height) - 1 + leaf
                                     : shape->leaf_count - 1 + leaf - shape->deepest_count;
}

/// The leaf number of a leaf's node.
static inline int64_t ck_kdtree_leaf_number(const ck_kdtree_shape *shape, int64_t node) {
  int64_t first = (INT64_C(1) << shape->height) - 1;
  return node >= first ? node - first : node - (shape->leaf_count - 1) + shape->deepest_count;
}

/// The nodes of one level.
static inline ck_kdtree_range ck_kdtree_level(const ck_kdtree_shape *shape, int32_t depth) {
  int64_t begin = (INT64_C(1) << depth) - 1, end = 2 * begin + 1;
  return (ck_kdtree_range){begin, end < shape->node_count ? end : shape->node_count};
}

// MARK: Sort

/// The same as ck_kdtree_sort, with the points in permutation[core...] kept apart from those
/// before. permutation: point numbers, those of the core first.
void ck_kdtree_sort_divided(ck_context *context, ck_points points, int64_t leaf_size, int64_t core,
                            int32_t *permutation);

#endif
