/// Leaving out members that meet nobody.
#ifndef CK_COLLIDE_SOLITARY_H
#define CK_COLLIDE_SOLITARY_H

#include "collide.h"

#pragma GCC visibility push(hidden)

/// Leaves out members without anybody in their cell and those that touch it, if they seem to be
/// many. Before the members are sorted; needs their keys, and keeps their order.
void ck_collide_leave_out_solitary(ck_collide_pass *pass, int32_t threads);

#pragma GCC visibility pop

#endif
