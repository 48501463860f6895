/// The t-force between all nodes, as its tasks see it.
///
/// A cell is a node of the KD-tree over the points. It acts on a leaf as one point at its mean when
/// it is small for its distance.
#ifndef CK_T_FORCE_H
#define CK_T_FORCE_H

#include "kdtree.h"

enum {
  /// Points of a leaf: a multiple of every instruction set's lanes.
  CK_T_FORCE_LEAF = 16,
  /// Cells that wait for their turn: a path from the root leaves one for each level.
  CK_T_FORCE_STACK = 64,
};

/// Shared by all tasks. Arrays are of the points' scalar type.
typedef struct ck_t_force_pass {
  ck_points points;
  ck_jiggle jiggle;
  const int32_t *permutation;
  void *velocity;
  double strength;
  /// What a step is divided by for each unit of weight that pushes a node.
  double crowding;
  /// 1 / distance^2, cutoff^2, theta^2; the squared gap that is added in the acceptance test.
  double inverse2, cutoff2, theta2, blur2;
  ck_kdtree_shape shape;
  /// By cell: a record of CK_T_FORCE_RECORD scalars.
  void *cell;
  /// By leaf number: a row of 16 coordinates for each axis.
  void *leaf_points;
  double alpha;
  /// NULL if there are none.
  const ck_t_links *links;
  /// By node, the push of all others at strength and alpha 1, and the sum of the weights.
  void *push;
  /// The node that `velocity` and the rows of `links` begin with.
  int64_t first;
} ck_t_force_pass;

/// Places in a cell's record: its box, the mean of its points, their number, and the squared
/// diagonal of the box.
#define CK_T_FORCE_LOW 0
#define CK_T_FORCE_HIGH(dimension) (dimension)
#define CK_T_FORCE_MEAN(dimension) (2 * (dimension))
#define CK_T_FORCE_COUNT(dimension) (3 * (dimension))
#define CK_T_FORCE_SIZE2(dimension) (3 * (dimension) + 1)
#define CK_T_FORCE_RECORD(dimension) ((dimension) == 2 ? 8 : 12)

/// True if a leaf is the cell or below it. Counted from 1, the path to a cell is its binary digits.
static inline bool ck_t_force_contains(int64_t cell, int64_t leaf) {
  const int32_t levels = ck_kdtree_depth(leaf) - ck_kdtree_depth(cell);
  return levels >= 0 && (leaf + 1) >> levels == cell + 1;
}

// MARK: Stages, for those who run them on a part of the leaves or nodes: the target CForceMPI

#pragma GCC visibility push(hidden)

/// Sorts the points and fills the tree. Takes memory of the context.
void ck_t_force_begin(ck_context *context, ck_points points, ck_t_law law, double alpha,
                      ck_jiggle jiggle, ck_t_force_pass *pass);

/// Finds the pushes on the points of the leaves [begin, end).
void ck_t_force_push(ck_context *context, ck_t_force_pass *pass, int64_t begin, int64_t end);

/// Adds the pushes of the nodes [begin, end), and the pull of their links, to `pass->velocity`.
void ck_t_force_step(ck_context *context, ck_t_force_pass *pass, int64_t begin, int64_t end);

#pragma GCC visibility pop

#endif
