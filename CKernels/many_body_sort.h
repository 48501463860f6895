/// When the points of the many-body tree are sorted: a permutation is kept from pass to pass.
#ifndef CK_MANY_BODY_SORT_H
#define CK_MANY_BODY_SORT_H

#include "many_body_tree.h"

#pragma GCC visibility push(hidden)

/// True if the work of the passes since the last sort says that the points are to be sorted.
bool ck_many_body_is_worn(const ck_many_body_pass *pass, const ck_many_body_history *history);

/// True if leaves have grown so much since the last sort that the points are to be sorted. After a
/// refit.
bool ck_many_body_is_stale(ck_many_body_pass *pass, const ck_many_body_history *history);

/// Sorts the points, all of which are here. Cells are not valid after that.
void ck_many_body_sort_again(ck_context *context, const ck_many_body_pass *pass,
                             ck_many_body_state *state);

/// Whether a sort tries to sort outliers apart; the sum of reaches that is enough for that, after a
/// plain sort with this one; whether a division with this one helps; and the count of a sort.
bool ck_many_body_tries_division(const ck_many_body_history *history);
double ck_many_body_division_enough(double plain, ck_many_body_history *history);
bool ck_many_body_division_helps(double reach, double enough, ck_many_body_history *history);
void ck_many_body_count_sort(ck_many_body_history *history, bool is_divided);

/// True if some leaves are too narrow for the lattice of a pass in Float: the pass is in Double
/// from now on, and is to be refitted. After a refit.
bool ck_many_body_is_too_coarse(const ck_context *context, ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass);

/// Sorts the points if the state says so, and refits the tree. Changes `tasks` to those in Double
/// when the lattice is too coarse for some leaves.
void ck_many_body_update_tree(ck_context *context, ck_many_body_tasks *tasks,
                              ck_many_body_pass *pass, ck_many_body_state *state);

#pragma GCC visibility pop

#endif
