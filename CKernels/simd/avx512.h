/// AVX-512: 16 lanes of Float, 8 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

#include <immintrin.h>

enum { CK_LANES_F32 = 16, CK_LANES_F64 = 8 };
enum { CK_TILE_F32 = 2, CK_TILE_F64 = 2 };

typedef float ck_simd_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef double ck_simd_f64 __attribute__((ext_vector_type(CK_LANES_F64)));
typedef int32_t ck_int_f32;
typedef int64_t ck_int_f64;
typedef ck_int_f32 ck_mask_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef ck_int_f64 ck_mask_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_ANY(mask) (__builtin_reduce_or(mask) != 0)
#define CK_CONVERT(integers, vector) __builtin_convertvector(integers, vector)

#define CK_SHIFT_IN_F32(below, here)                                                               \
  __builtin_shufflevector(below, here, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, \
                          30)
#define CK_SHIFT_IN_F64(below, here) \
  __builtin_shufflevector(below, here, 7, 8, 9, 10, 11, 12, 13, 14)

typedef int32_t ck_ids_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef int32_t ck_ids_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_EIGHTS 2
#include "eight.h"

static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) {
  return (unsigned)_mm512_movepi32_mask((__m512i)mask);
}
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) {
  return (unsigned)_mm512_movepi64_mask((__m512i)mask);
}

#define CK_LISTS_COMPRESS

/// See lists.h. Compressed in a register: compressing stores are slow on some processors.
static CK_INLINE int64_t ck_lists_append(int32_t *list, int64_t count, const int32_t *from,
                                         unsigned bits) {
  const __m512i cells = _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(from));
  _mm512_storeu_si512(list + count, cells);
  return count + __builtin_popcount(bits);
}

static CK_INLINE int64_t ck_lists_append_children(int32_t *list, int64_t count, const int32_t *from,
                                                  unsigned bits) {
  const __m512i cells = _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(from));
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i left = _mm512_add_epi32(_mm512_add_epi32(cells, cells), one),
                right = _mm512_add_epi32(left, one);
  const __m512i first = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
  const __m512i second =
      _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8);
  _mm512_storeu_si512(list + count, _mm512_permutex2var_epi32(left, first, right));
  _mm512_storeu_si512(list + count + 16, _mm512_permutex2var_epi32(left, second, right));
  return count + 2 * __builtin_popcount(bits);
}

#endif
