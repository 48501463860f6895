/// NEON: 4 lanes of Float, 2 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

#include <arm_neon.h>

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

#define CK_FOURS
#define CK_FOUR_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#include "four.h"

#define CK_LISTS_COMPRESS
#include "lists.h"

// Entry b lists the lanes whose bit is set in b, lowest first: the shuffle that compresses a group
// of four.
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
  uint8x16_t items, places;
  memcpy(&items, from, sizeof items);
  memcpy(&places, ck_lists_table[bits], sizeof places);
  items = vqtbl1q_u8(items, places);
  memcpy(list + count, &items, sizeof items);
  return count + __builtin_popcount(bits);
}

static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) {
  const ck_mask_f32 bit = {1, 2, 4, 8};
  return (unsigned)__builtin_reduce_or(mask & bit);
}
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) {
  const ck_mask_f64 bit = {1, 2};
  return (unsigned)__builtin_reduce_or(mask & bit);
}

#endif
