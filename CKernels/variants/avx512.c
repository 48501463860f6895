/// AVX-512.
#include "../isa.h"
#include "../jiggle.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512dq,avx512bw,avx512vl"))), \
                             apply_to = function)

#define CK_VARIANT ck_isa_avx512
#include "../simd/avx512.h"
#include "kernels.inl"

#pragma clang attribute pop

#endif
