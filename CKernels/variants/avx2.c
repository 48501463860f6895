/// AVX2.
#include "../isa.h"
#include "../jiggle.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define CK_VARIANT ck_isa_avx2
#include "../simd/avx2.h"
#include "kernels.inl"

#pragma clang attribute pop

#endif
