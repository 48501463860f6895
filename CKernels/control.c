/// The floating-point control register: the caller's settings must not change results.
#include "common.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

// All exceptions masked, round to nearest, neither FTZ nor DAZ, no sticky flags.
enum { CK_CONTROL_DEFAULT = 0x1F80 };

uint64_t ck_control_begin(void) {
  uint64_t saved = _mm_getcsr();
  _mm_setcsr(CK_CONTROL_DEFAULT);
  return saved;
}

void ck_control_end(uint64_t saved) { _mm_setcsr((unsigned)saved); }

#elif defined(__aarch64__)

uint64_t ck_control_begin(void) {
  uint64_t saved;
  __asm__ volatile("mrs %0, fpcr" : "=r"(saved) : : "memory");
  __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(0)) : "memory");
  return saved;
}

void ck_control_end(uint64_t saved) { __asm__ volatile("msr fpcr, %0" : : "r"(saved) : "memory"); }

#elif defined(__wasm__)

// WebAssembly has no such register: its arithmetic is always the default one.
uint64_t ck_control_begin(void) { return 0; }

void ck_control_end(uint64_t saved) { (void)saved; }

#else
#include <fenv.h>

// Standard C knows the rounding mode only. Flush-to-zero, where it exists, is left alone.
uint64_t ck_control_begin(void) {
  int saved = fegetround();
  (void)fesetround(FE_TONEAREST);
  return (uint64_t)(saved < 0 ? FE_TONEAREST : saved);
}

void ck_control_end(uint64_t saved) { (void)fesetround((int)saved); }

#endif
