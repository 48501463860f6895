/// Instruction sets: which ones this processor has, and the kernels compiled for each.
#ifndef CK_ISA_H
#define CK_ISA_H

#include "parallel.h"

enum { CK_ISA_SCALARS = 2, CK_ISA_DIMENSIONS = 3 };

/// A task by scalar type, then by dimension - 2.
typedef ck_parallel_task *ck_isa_tasks[CK_ISA_SCALARS][CK_ISA_DIMENSIONS];

/// A task of the tree: by scalar type, by dimension (2, 3), by degree of the expansions (lower,
/// higher).
typedef ck_parallel_task *ck_isa_tree_tasks[CK_ISA_SCALARS][2][2];

/// A task of 2D and 3D alone.
typedef ck_parallel_task *ck_isa_space_tasks[CK_ISA_SCALARS][2];

/// The tasks that are compiled once for each instruction set. The header named after the pass has
/// the structure that its tasks share.
// clang-format off
#define CK_ISA_TASKS(X) \
  X(direct_sum_pack) X(direct_sum) \
  X(links_predict) X(links) \
  X(collide_centres) X(collide_bounds) X(collide_keys) X(collide_member_keys) X(collide_place) \
  X(collide_meet_slabs) X(collide_meet_cells) X(collide_return) \
  X(kdtree_extent) X(kdtree_keys) \
  X(integrate)
// clang-format on
#define CK_ISA_SPACE_TASKS(X) \
  X(many_body_outliers)       \
  X(t_force_leaves) X(t_force_inner) X(t_force) X(t_force_step)
#ifdef CK_WITHOUT_QUERIES
#define CK_ISA_QUERY_TASKS(X)
#else
#define CK_ISA_QUERY_TASKS(X) \
  X(kdtree_count_rows) X(kdtree_fill_rows) X(kdtree_nearest) X(many_body_points)
#endif
/// Those that compute in Double for points in Float too.
#define CK_ISA_WIDE_TASKS(X) X(many_body_samples) X(many_body_push)
#define CK_ISA_TREE_TASKS(X) X(many_body_refit) X(many_body_join) X(many_body_walk)

/// Those that compute in Float for points in Double.
#define CK_ISA_NARROW_TASKS(X) X(direct_sum_split_pack) X(direct_sum_split)

#define CK_ISA_PLAIN_TASKS(X) X(kdtree_splits) X(kdtree_subtrees)

#define CK_ISA_PLAIN_MEMBER(name) ck_parallel_task *name;
#define CK_ISA_MEMBER(name) ck_isa_tasks name;
#define CK_ISA_SPACE_MEMBER(name) ck_isa_space_tasks name;
#define CK_ISA_TREE_MEMBER(name) ck_isa_tree_tasks name;
#define CK_ISA_NARROW_MEMBER(name) ck_parallel_task *name[CK_ISA_DIMENSIONS];
typedef struct ck_isa_kernels {
  CK_ISA_PLAIN_TASKS(CK_ISA_PLAIN_MEMBER)
  CK_ISA_TASKS(CK_ISA_MEMBER)
  CK_ISA_SPACE_TASKS(CK_ISA_SPACE_MEMBER)
  CK_ISA_QUERY_TASKS(CK_ISA_SPACE_MEMBER)
  CK_ISA_WIDE_TASKS(CK_ISA_SPACE_MEMBER)
  CK_ISA_TREE_TASKS(CK_ISA_TREE_MEMBER)
  CK_ISA_NARROW_TASKS(CK_ISA_NARROW_MEMBER)
} ck_isa_kernels;

/// The task for these points.
static inline ck_parallel_task *ck_isa_task(const ck_isa_tasks tasks, ck_points points) {
  return tasks[points.scalar][points.dimension - 2];
}

#pragma GCC visibility push(hidden)

// One for each file in variants/ that the processor family of this build can have.
extern const ck_isa_kernels ck_isa_scalar, ck_isa_avx2, ck_isa_avx512, ck_isa_neon, ck_isa_wasm128;

/// The kernels for the context's instruction set.
const ck_isa_kernels *ck_isa_select(const ck_context *context);

#pragma GCC visibility pop

#endif
