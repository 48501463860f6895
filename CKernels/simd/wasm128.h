/// WebAssembly's vectors: 4 lanes of Float, 2 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

#include <wasm_simd128.h>

enum { CK_LANES_F32 = 4, CK_LANES_F64 = 2 };
enum { CK_TILE_F32 = 4, CK_TILE_F64 = 4 };

typedef float ck_simd_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef double ck_simd_f64 __attribute__((ext_vector_type(CK_LANES_F64)));
typedef int32_t ck_int_f32;
typedef int64_t ck_int_f64;
typedef ck_int_f32 ck_mask_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef ck_int_f64 ck_mask_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_ANY(mask) wasm_v128_any_true((v128_t)(mask))
// The compiler knows only some forms of a choice as this one instruction.
#define CK_LARGER_F32(a, b) ((ck_simd_f32)wasm_f32x4_pmax((v128_t)(a), (v128_t)(b)))
#define CK_CONVERT(integers, vector) __builtin_convertvector(integers, vector)

#define CK_SHIFT_IN_F32(below, here) __builtin_shufflevector(below, here, 3, 4, 5, 6)
#define CK_SHIFT_IN_F64(below, here) __builtin_shufflevector(below, here, 1, 2)

typedef int32_t ck_ids_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef int32_t ck_ids_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

// clang before 17 has no square root of any register.
#if !__has_builtin(__builtin_elementwise_sqrt)
static CK_INLINE ck_simd_f32 ck_sqrt_f32(ck_simd_f32 x) {
  return (ck_simd_f32)wasm_f32x4_sqrt((v128_t)x);
}
static CK_INLINE ck_simd_f64 ck_sqrt_f64(ck_simd_f64 x) {
  return (ck_simd_f64)wasm_f64x2_sqrt((v128_t)x);
}
#define __builtin_elementwise_sqrt(x)    \
  _Generic((x), float                    \
           : __builtin_sqrtf, double     \
           : __builtin_sqrt, ck_simd_f32 \
           : ck_sqrt_f32, ck_simd_f64    \
           : ck_sqrt_f64)(x)
#endif

#define CK_FOURS
// One that the compiler does not change: where a result is not needed in all lanes, it would choose
// another that takes engines a dozen instructions.
#define CK_FOUR_SHUFFLE(a, b, ...) \
  ((ck_simd_f32)wasm_i32x4_shuffle((v128_t)(a), (v128_t)(b), __VA_ARGS__))
#include "four.h"

#define CK_LISTS_COMPRESS
#include "lists.h"

// Entry b lists the bytes of the lanes whose bit is set in b, lowest lane first: the swizzle that
// compresses a group of four.
#define CK_LISTS_LANE(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
static const uint8_t ck_lists_table[16][16] = {
    {CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(1), CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(1), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(2), CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(2), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(1), CK_LISTS_LANE(2), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(1), CK_LISTS_LANE(2), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(3), CK_LISTS_LANE(0), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(3), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(1), CK_LISTS_LANE(3), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(1), CK_LISTS_LANE(3), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(2), CK_LISTS_LANE(3), CK_LISTS_LANE(0), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(2), CK_LISTS_LANE(3), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(1), CK_LISTS_LANE(2), CK_LISTS_LANE(3), CK_LISTS_LANE(0)},
    {CK_LISTS_LANE(0), CK_LISTS_LANE(1), CK_LISTS_LANE(2), CK_LISTS_LANE(3)},
};

/// See lists.h. Reads four items, of which those past the lanes in use have no bit.
static CK_INLINE int64_t ck_lists_append(int32_t *list, int64_t count, const int32_t *from,
                                         unsigned bits) {
  const v128_t items = wasm_v128_load(from), places = wasm_v128_load(ck_lists_table[bits]);
  wasm_v128_store(list + count, wasm_i8x16_swizzle(items, places));
  return count + __builtin_popcount(bits);
}

static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) {
  return (unsigned)wasm_i32x4_bitmask((v128_t)mask);
}
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) {
  return (unsigned)wasm_i64x2_bitmask((v128_t)mask);
}

#endif
