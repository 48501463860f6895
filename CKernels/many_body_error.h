/// The promised error of many-body by tree: what a far cell may contribute to it.
#ifndef CK_MANY_BODY_ERROR_H
#define CK_MANY_BODY_ERROR_H

#include "many_body_tree.h"

#pragma GCC visibility push(hidden)

/// Sets the limits of the acceptance tests that the law's accuracy needs, but for the tolerance.
/// For laws with an accuracy.
void ck_many_body_set_error_limits(ck_many_body_pass *pass, bool has_higher_degree);

#pragma GCC visibility pop

#endif
