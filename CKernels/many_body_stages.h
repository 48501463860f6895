/// The stages of a pass of many-body (many_body.c), for those who run them on a part of the points
/// or of the tree: the target CForceMPI. What a pass computes depends on the stages' order alone,
/// not on the processes that share them.
///
/// 1. The limits of the acceptance tests; the extent of all points, and the lattice that follows.
/// 2. The cells of subtrees, and those above them (many_body_tree.h); before that the points may
///    have to be sorted (many_body_sort.h).
/// 3. With an accuracy: exact forces on the samples, block by block of the leaves, and the
///    tolerance that follows (many_body_control.h).
/// 4. The walk of subtrees; with an accuracy the measured error, and perhaps another walk.
/// 5. What the work of the walk says about the next sort.
#ifndef CK_MANY_BODY_STAGES_H
#define CK_MANY_BODY_STAGES_H

#include "many_body_control.h"
#include "many_body_sort.h"

/// The bounds and the largest |strength| of some points. Those of several parts, joined in any
/// order, are those of the whole.
typedef struct ck_many_body_extent {
  double low[3], high[3], strength;
} ck_many_body_extent;

#pragma GCC visibility push(hidden)

/// The shape of the tree, and the parameters of the acceptance tests.
void ck_many_body_set_limits(ck_many_body_pass *pass);

/// The extent of the points at the places [begin, end). Needs memory of the context.
ck_many_body_extent ck_many_body_measure_extent(ck_context *context, const ck_many_body_pass *pass,
                                                int64_t begin, int64_t end);

/// Lays the lattice over points of this extent.
void ck_many_body_set_lattice(ck_many_body_pass *pass, const ck_many_body_extent *extent);

/// The tasks for the scalar type and degree that the accuracy needs, after the lattice is laid.
ck_many_body_tasks ck_many_body_choose_tasks(const ck_context *context, ck_many_body_pass *pass);

/// Takes the lists of each worker of a walk from the context.
void ck_many_body_take_walks(ck_context *context, int32_t threads, ck_many_body_pass *pass);

/// Finds the forces on the points of the subtrees [begin, end) of the task level.
void ck_many_body_walk_subtrees(int32_t threads, const ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass, int64_t begin, int64_t end);

/// The work of a walk, in pairs of points.
double ck_many_body_work(int64_t near_work, int64_t far_cells);

/// Remembers the work of a pass. `level_before`: of the history before the walks.
void ck_many_body_count_work(const ck_many_body_report *report, int32_t level_before,
                             ck_many_body_history *history);

/// The threads for the walk of `points` points.
int32_t ck_many_body_walk_threads(const ck_context *context, int64_t points);

#pragma GCC visibility pop

#endif
