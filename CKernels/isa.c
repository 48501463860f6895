/// The only file that knows CPU features.
#include "isa.h"

static const char *const ck_isa_names[CK_ISA_COUNT] = {
    [CK_ISA_SCALAR] = "scalar", [CK_ISA_NEON] = "neon",       [CK_ISA_AVX2] = "avx2",
    [CK_ISA_AVX512] = "avx512", [CK_ISA_WASM128] = "wasm128",
};

// NULL where this build has no such variant.
static const ck_isa_kernels *const ck_isa_table[CK_ISA_COUNT] = {
#if defined(__wasm__)
    [CK_ISA_WASM128] = &ck_isa_wasm128,
#else
    [CK_ISA_SCALAR] = &ck_isa_scalar,
#endif
#if defined(__aarch64__)
    [CK_ISA_NEON] = &ck_isa_neon,
#elif defined(__x86_64__)
    [CK_ISA_AVX2] = &ck_isa_avx2,
    [CK_ISA_AVX512] = &ck_isa_avx512,
#endif
};

const char *ck_isa_name(int32_t isa) {
  return isa >= 0 && isa < CK_ISA_COUNT ? ck_isa_names[isa] : NULL;
}

int32_t ck_isa_is_supported(int32_t isa) {
  switch (isa) {
#if defined(__wasm__)
  // A module has the one variant that it was compiled for.
  case CK_ISA_WASM128: return 1;
#else
  case CK_ISA_SCALAR: return 1;
#endif
#if defined(__aarch64__)
  case CK_ISA_NEON: return 1;  // part of every 64-bit ARM
#elif defined(__x86_64__)
  // These include the operating system, which must save the wide registers.
  case CK_ISA_AVX2: return __builtin_cpu_supports("avx2");
  case CK_ISA_AVX512:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           ck_isa_is_supported(CK_ISA_AVX2);
#endif
  default: return 0;
  }
}

int32_t ck_isa_best(void) {
  int32_t isa = CK_ISA_COUNT - 1;
  while (!ck_isa_is_supported(isa)) { isa -= 1; }
  return isa;
}

const ck_isa_kernels *ck_isa_select(const ck_context *context) {
  CK_ASSERT(ck_isa_is_supported(context->settings.isa));
  return ck_isa_table[context->settings.isa];
}
