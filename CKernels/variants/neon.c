/// NEON. Every 64-bit ARM has it: there is no target to set.
#include "../isa.h"
#include "../jiggle.h"

#if defined(__aarch64__)

#define CK_VARIANT ck_isa_neon
#include "../simd/neon.h"
#include "kernels.inl"

#endif
