/// When the points of the many-body tree are sorted: a permutation is kept from pass to pass.
#ifndef CK_MANY_BODY_SORT_H
#define CK_MANY_BODY_SORT_H

#include "many_body_tree.h"

#pragma GCC visibility push(hidden)

/// Sorts the points if the state says so, and refits the tree. Changes `tasks` to those in Double
/// when the lattice is too coarse for some leaves.
void ck_many_body_update_tree(ck_context *context, ck_many_body_tasks *tasks,
                              ck_many_body_pass *pass, ck_many_body_state *state);

#pragma GCC visibility pop

#endif
