/// Instruction sets: which ones this processor has, and the kernels compiled
/// for each.
#ifndef CK_ISA_H
#define CK_ISA_H

#include "parallel.h"

enum { CK_ISA_F32 = 0, CK_ISA_F64 = 1, CK_ISA_SCALARS = 2 };
enum { CK_ISA_DIMENSIONS = 3 };

/// The bodies of one pass: by scalar type, then by dimension - 2.
typedef ck_parallel_body *ck_isa_bodies[CK_ISA_SCALARS][CK_ISA_DIMENSIONS];

/// The bodies of one pass of the tree: by scalar type, by dimension (2, 3), by order of the
/// expansions (usual, accurate).
typedef ck_parallel_body *ck_isa_tree_bodies[CK_ISA_SCALARS][2][2];

/// Everything that is compiled once for each instruction set. What a body's context is says the
/// header named after it.
typedef struct ck_isa_kernels {
  ck_isa_bodies direct_sum_pack;
  ck_isa_bodies direct_sum;
  ck_isa_bodies links_predict;
  ck_isa_bodies links;
  ck_isa_bodies collide_bounds;
  ck_isa_bodies collide_keys;
  ck_isa_bodies collide_member_keys;
  ck_isa_bodies collide_place;
  ck_isa_bodies collide_meet_slabs;
  ck_isa_bodies collide_meet_cells;
  ck_isa_bodies collide_return;
  ck_isa_bodies integrate;
  ck_isa_tree_bodies many_body_refit;
  ck_isa_tree_bodies many_body_join;
  ck_isa_tree_bodies many_body;
} ck_isa_kernels;

#pragma GCC visibility push(hidden)

// One for each file in variants/ that the processor family of this build can have.
extern const ck_isa_kernels ck_isa_scalar, ck_isa_avx2, ck_isa_avx512, ck_isa_neon;

/// The kernels that `settings` asks for.
const ck_isa_kernels *ck_isa_select(const ck_settings *settings);

#pragma GCC visibility pop

#endif
