/// Included by all files of the kernels: strict arithmetic, assertions, and a few attributes.
///
/// Include it first: the pragma holds from here to the end of the file.
#ifndef CK_COMMON_H
#define CK_COMMON_H

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/ckernels.h"
#include "parts.h"

// Contraction to fused multiply-add would change bits: a * b + c rounds twice everywhere.
#pragma STDC FP_CONTRACT OFF

#define CK_INLINE inline __attribute__((always_inline))
#define CK_NOINLINE __attribute__((noinline))
#define CK_UNROLL _Pragma("clang loop unroll(full)")
/// For loops over structures, where the compiler would use gathers and scatters, which are slower.
#define CK_PLAIN _Pragma("clang loop vectorize(disable)")
#define CK_LIKELY(condition) __builtin_expect((condition) != 0, 1)
#define CK_UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

/// Below this squared distance two nodes are coincident (docs/determinism.md, "Random numbers
/// without a stream").
#define CK_TINY2_F32 0x1p-100f
#define CK_TINY2_F64 0x1p-700

/// From this accuracy on, many-body of points in Double is computed in Float, as far as its range
/// allows. A little below 1e-5, so that an accuracy in Float decides alike.
#define CK_FLOAT_ACCURACY 0.99e-5

_Noreturn CK_NOINLINE static inline void ck_assert_failed(const char *function,
                                                          const char *condition) {
  (void)fprintf(stderr, "CForceKernels: %s: the caller must ensure %s\n", function, condition);
  abort();
}

/// Checks a promise of the caller. For entries only: it stays in release builds, as it costs
/// nothing there.
#define CK_ASSERT(condition) ((condition) ? (void)0 : ck_assert_failed(__func__, #condition))

#define CK_ASSERT_POINTS(points)                                              \
  (CK_ASSERT((points).scalar >= CK_F32 && (points).scalar <= CK_MOST_SCALAR), \
   CK_ASSERT((points).dimension >= 2 && (points).dimension <= CK_MOST_AXES),  \
   CK_ASSERT((points).count >= 0))

/// Bytes of a scalar of the points.
static inline int64_t ck_scalar_size(ck_points points) { return points.scalar == CK_F64 ? 8 : 4; }

/// The smallest multiple of `step` that is at least `count`.
static inline int64_t ck_round_up(int64_t count, int64_t step) {
  return (count + step - 1) / step * step;
}

#endif
