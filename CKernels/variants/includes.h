/// What the kernels need. Included before a variant sets its target, which is meant for the kernels
/// alone.
#ifndef CK_VARIANTS_INCLUDES_H
#define CK_VARIANTS_INCLUDES_H

#include "../collide.h"
#include "../direct_sum.h"
#include "../integrate.h"
#include "../isa.h"
#include "../jiggle.h"
#include "../links.h"
#include "../many_body.h"

#endif
