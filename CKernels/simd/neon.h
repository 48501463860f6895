/// NEON: 4 lanes of Float, 2 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

enum { CK_LANES_F32 = 4, CK_LANES_F64 = 2 };
enum { CK_TILE_F32 = 4, CK_TILE_F64 = 4 };

typedef float ck_simd_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef double ck_simd_f64 __attribute__((ext_vector_type(CK_LANES_F64)));
typedef int32_t ck_int_f32;
typedef int64_t ck_int_f64;
typedef ck_int_f32 ck_mask_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef ck_int_f64 ck_mask_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_ANY(mask) (__builtin_reduce_or(mask) != 0)
#define CK_CONVERT(integers, vector) __builtin_convertvector(integers, vector)

#define CK_SHIFT_IN_F32(below, here) __builtin_shufflevector(below, here, 3, 4, 5, 6)
#define CK_SHIFT_IN_F64(below, here) __builtin_shufflevector(below, here, 1, 2)

typedef int32_t ck_ids_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef int32_t ck_ids_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#include "lists.h"

static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) {
  const ck_mask_f32 bit = {1, 2, 4, 8};
  return (unsigned)__builtin_reduce_or(mask & bit);
}
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) {
  const ck_mask_f64 bit = {1, 2};
  return (unsigned)__builtin_reduce_or(mask & bit);
}

#endif
