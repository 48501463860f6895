/// NEON with fused multiply-add.
#include "includes.h"

#if defined(__aarch64__)

#define CK_VARIANT ck_isa_neon_fastest
#define CK_FASTEST
#include "../simd/neon.h"
#include "kernels.inl"

#endif
