/// The tree of many-body: its memory, its tasks, and its cells.
#ifndef CK_MANY_BODY_TREE_H
#define CK_MANY_BODY_TREE_H

#include "many_body.h"

/// The tasks of a tree, for a scalar type, dimension and degree.
typedef struct ck_many_body_tasks {
  int32_t scalar;
  bool has_higher_degree;
  ck_parallel_task *refit, *join, *walk, *samples, *push;
  /// NULL in builds without queries.
  ck_parallel_task *points;
  /// Scalars of a cell's moments.
  int64_t moment_row;
} ck_many_body_tasks;

#pragma GCC visibility push(hidden)

/// The tasks for a scalar type, a degree and a dimension.
ck_many_body_tasks ck_many_body_tasks_for(const ck_context *context, int32_t scalar,
                                          bool has_higher_degree, int32_t dimension);

/// Moves the lattice's origin to zero, for passes in Double: coordinates are taken as they are, so
/// that they lose nothing to an origin far away.
void ck_many_body_clear_origin(ck_many_body_pass *pass);

/// The level whose cells are the roots of the tasks' subtrees, by the number of leaves alone: 128
/// tasks for 10,000 points, at most 1,024. Each worker walks the path from the root to its subtrees
/// again. The refit and the walk each set it.
int32_t ck_many_body_task_level(const ck_kdtree_shape *shape);

/// Computes all cells from the current positions, in memory of the context.
void ck_many_body_refit(ck_context *context, const ck_many_body_tasks *tasks,
                        ck_many_body_pass *pass);

/// Computes the cells of the subtrees [begin, end) of the task level, and sums the sizes of their
/// leaves and of cells above those.
void ck_many_body_refit_subtrees(ck_context *context, const ck_many_body_tasks *tasks,
                                 ck_many_body_pass *pass, int64_t begin, int64_t end);

/// Computes the cells above the task level from the roots of all subtrees.
void ck_many_body_join_subtrees(ck_context *context, const ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass);

/// Size of the leaves relative to cells above them: grows as a permutation gets stale,
/// independently of the layout's size. After a refit.
double ck_many_body_staleness(ck_many_body_pass *pass);

#pragma GCC visibility pop

#endif
