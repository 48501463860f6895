/// AVX2: 8 lanes of Float, 4 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

#include <immintrin.h>

enum { CK_LANES_F32 = 8, CK_LANES_F64 = 4 };
enum { CK_TILE_F32 = 2, CK_TILE_F64 = 2 };

typedef float ck_simd_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef double ck_simd_f64 __attribute__((ext_vector_type(CK_LANES_F64)));
typedef int32_t ck_int_f32;
typedef int64_t ck_int_f64;
typedef ck_int_f32 ck_mask_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef ck_int_f64 ck_mask_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_ANY(mask) (__builtin_reduce_or(mask) != 0)
#define CK_CONVERT(integers, vector) __builtin_convertvector(integers, vector)

#define CK_SHIFT_IN_F32(below, here) \
  __builtin_shufflevector(below, here, 7, 8, 9, 10, 11, 12, 13, 14)
#define CK_SHIFT_IN_F64(below, here) __builtin_shufflevector(below, here, 3, 4, 5, 6)

typedef int32_t ck_ids_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef int32_t ck_ids_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_EIGHTS 1
#include "eight.h"

static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) {
  return (unsigned)_mm256_movemask_ps((__m256)mask);
}
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) {
  return (unsigned)_mm256_movemask_pd((__m256d)mask);
}

// Entry b lists the bits that are set in b, lowest first, one byte each: the shuffle that
// compresses a group of eight.
#define CK_LIST_BIT(b, i)                   \
  ((uint64_t)((b) >> (i)&1) * (uint64_t)(i) \
   << (8 * __builtin_popcount((unsigned)(b) & ((1u << (i)) - 1))))
#define CK_LIST_1(b)                                                               \
  (CK_LIST_BIT(b, 0) | CK_LIST_BIT(b, 1) | CK_LIST_BIT(b, 2) | CK_LIST_BIT(b, 3) | \
   CK_LIST_BIT(b, 4) | CK_LIST_BIT(b, 5) | CK_LIST_BIT(b, 6) | CK_LIST_BIT(b, 7))
#define CK_LIST_4(b) CK_LIST_1(b), CK_LIST_1((b) + 1), CK_LIST_1((b) + 2), CK_LIST_1((b) + 3)
#define CK_LIST_16(b) CK_LIST_4(b), CK_LIST_4((b) + 4), CK_LIST_4((b) + 8), CK_LIST_4((b) + 12)
#define CK_LIST_64(b) \
  CK_LIST_16(b), CK_LIST_16((b) + 16), CK_LIST_16((b) + 32), CK_LIST_16((b) + 48)
static const uint64_t ck_lists_table[256] = {CK_LIST_64(0), CK_LIST_64(64), CK_LIST_64(128),
                                             CK_LIST_64(192)};

static CK_INLINE __m256i ck_lists_compress(const int32_t *from, unsigned bits) {
  const __m256i places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)ck_lists_table[bits]));
  return _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)from), places);
}

#define CK_LISTS_COMPRESS

/// See lists.h.
static CK_INLINE int64_t ck_lists_append(int32_t *list, int64_t count, const int32_t *from,
                                         unsigned bits) {
  _mm256_storeu_si256((__m256i *)(list + count), ck_lists_compress(from, bits));
  return count + __builtin_popcount(bits);
}

static CK_INLINE int64_t ck_lists_append_children(int32_t *list, int64_t count, const int32_t *from,
                                                  unsigned bits) {
  const __m256i cells = ck_lists_compress(from, bits), one = _mm256_set1_epi32(1);
  const __m256i left = _mm256_add_epi32(_mm256_add_epi32(cells, cells), one),
                right = _mm256_add_epi32(left, one);
  const __m256i low = _mm256_unpacklo_epi32(left, right), high = _mm256_unpackhi_epi32(left, right);
  _mm256_storeu_si256((__m256i *)(list + count), _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256((__m256i *)(list + count + 8), _mm256_permute2x128_si256(low, high, 0x31));
  return count + 2 * __builtin_popcount(bits);
}

#endif
