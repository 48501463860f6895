/// Leaving out members that meet nobody.
#ifndef CK_COLLIDE_SOLITARY_H
#define CK_COLLIDE_SOLITARY_H

#include "collide.h"

#pragma GCC visibility push(hidden)

/// Leaves out members without anybody in their cell and those that touch it, where they seem to be
/// many; the others keep their order. The members are sorted unless they are a single block. Uses
/// `run` and `colour`.
void ck_collide_leave_out_solitary(ck_collide_pass *pass, int32_t threads);

#pragma GCC visibility pop

#endif
